//! Games in which the opponent blocks options, against a naive reading: the rules' moves as plain
//! data, distinct options, recursion.

use std::collections::{BTreeSet, HashMap};

use crate::common::{Fate, Tape, limits, random_games, read};
use proptest::test_runner::TestCaseError;
use whowins_analysis::Position;
use whowins_engine::general::Region;
use whowins_engine::{Engine, Outcome};
use whowins_rules::Parameters;

const NAMES: [&str; 3] = ["x", "y", "z"];
/// The positions held together: the side of the box by the number of variables.
const SIDES: [i64; 3] = [40, 9, 5];

/// A vector (most = least), a ray, or a variable that is halved. Each lowers the sum of the
/// variables.
enum Move {
    Along(Along),
    Halve(usize),
}

struct Along {
    base: Vec<i64>,
    step: Vec<i64>,
    least: i64,
    most: Option<i64>,
    /// Only where the variables' sum leaves this remainder on division by 3, if any.
    remainder: Option<i64>,
}

struct Blocking {
    bounds: Vec<Option<i64>>,
    moves: Vec<Move>,
    blocked: usize,
}

impl Move {
    fn text(&self, names: &[&str]) -> String {
        match self {
            Self::Halve(at) => format!("move {0} := {0} / 2 if {0} >= 1", names[*at]),
            Self::Along(ray) => ray.text(names),
        }
    }

    fn options(&self, state: &[i64], bounds: &[Option<i64>], all: &mut BTreeSet<Vec<i64>>) {
        match self {
            Self::Halve(at) if state[*at] >= 1 => {
                let mut to = state.to_vec();
                to[*at] /= 2;
                all.insert(to);
            }
            Self::Halve(_) => {}
            Self::Along(ray) => ray.options(state, bounds, all),
        }
    }
}

impl Along {
    fn text(&self, names: &[&str]) -> String {
        let changes = names.iter().zip(self.base.iter().zip(&self.step));
        let changes: Vec<String> = changes
            .filter(|(_, change)| *change != (&0, &0))
            .map(|(name, (base, step))| format!("{name} += ({base}) + ({step}) * k"))
            .collect();
        let least = self.least;
        let choice = match self.most {
            None => format!("k >= {least}"),
            Some(most) => format!("{least} <= k <= {most}"),
        };
        let guard = match self.remainder {
            None => String::new(),
            Some(rest) => format!(" if ({}) % 3 = {rest}", names.join(" + ")),
        };
        format!("move {} for {choice}{guard}", changes.join(", "))
    }

    fn options(&self, state: &[i64], bounds: &[Option<i64>], all: &mut BTreeSet<Vec<i64>>) {
        let sum: i64 = state.iter().sum();
        if self.remainder.is_some_and(|rest| sum % 3 != rest) {
            return;
        }
        // Every further step lowers the sum, so that none is left beyond it.
        for k in self.least..=self.most.unwrap_or(self.least + 3 * sum) {
            let to: Vec<i64> = (0..state.len())
                .map(|at| state[at] + self.base[at] + self.step[at] * k)
                .collect();
            let inside =
                |(n, most): (&i64, &Option<i64>)| *n >= 0 && most.is_none_or(|most| *n <= most);
            if to.iter().zip(bounds).all(inside) {
                all.insert(to);
            }
        }
    }
}

impl Blocking {
    fn text(&self, sentence: bool) -> String {
        let names = &NAMES[..self.bounds.len()];
        let variables: Vec<String> = names
            .iter()
            .zip(&self.bounds)
            .map(|(name, most)| most.map_or(name.to_string(), |most| format!("{name} <= {most}")))
            .collect();
        let mut text = format!("game \"Random\"\nposition {}\n", variables.join(", "));
        for one in &self.moves {
            text += &format!("{}\n", one.text(names));
        }
        if sentence {
            let options = if self.blocked == 1 {
                "option"
            } else {
                "options"
            };
            text += &format!(
                "before each move the opponent blocks up to {} {options}\n",
                self.blocked
            );
        }
        text
    }

    fn wins(&self, state: &[i64], known: &mut HashMap<Vec<i64>, bool>) -> bool {
        if let Some(wins) = known.get(state) {
            return *wins;
        }
        let mut options = BTreeSet::new();
        for one in &self.moves {
            one.options(state, &self.bounds, &mut options);
        }
        let lost = options.iter().filter(|to| !self.wins(to, known)).count();
        known.insert(state.to_vec(), lost > self.blocked);
        lost > self.blocked
    }
}

fn along(tape: &mut Tape, variables: usize) -> Move {
    let is_vector = tape.below(3) == 0;
    let raising = tape.below(3) == 0;
    let mut entries =
        |most: i64| -> Vec<i64> { (0..variables).map(|_| tape.within(-2, most)).collect() };
    let (mut base, mut step) = (entries(i64::from(raising)), entries(i64::from(raising)));
    if is_vector {
        step.fill(0);
    }
    let (of_base, of_step): (i64, i64) = (base.iter().sum(), step.iter().sum());
    let first = tape.below(variables);
    if is_vector && of_base >= 0 {
        base[first] -= of_base + 1;
    }
    if !is_vector {
        step[first] -= (of_step + 1).max(0);
        base[first] -= of_base.max(0);
    }
    let least = tape.within(1, 2);
    Move::Along(Along {
        base,
        step,
        least,
        most: (is_vector || tape.below(3) == 0).then(|| least + tape.within(0, 2)),
        remainder: tape.once_in(4).then(|| tape.within(0, 2)),
    })
}

fn blocking(tape: &mut Tape) -> Blocking {
    let variables = 1 + tape.below(3);
    let mut bounds: Vec<Option<i64>> = (0..variables)
        .map(|_| tape.once_in(3).then(|| SIDES[variables - 1] + 3))
        .collect();
    // A range counts for the variables before it that have none.
    for at in (1..variables).rev() {
        bounds[at - 1] = bounds[at - 1].or(bounds[at]);
    }
    let mut moves = tape.list(1, 4, |tape| along(tape, variables));
    if tape.once_in(5) {
        moves.push(Move::Halve(tape.below(variables)));
    }
    Blocking {
        bounds,
        moves,
        blocked: tape.below(4),
    }
}

fn positions(variables: usize) -> Vec<Vec<i64>> {
    let side = SIDES[variables - 1];
    (0..side.pow(variables as u32))
        .map(|n| {
            (0..variables as u32)
                .map(|at| n / side.pow(at) % side)
                .collect()
        })
        .collect()
}

fn at(state: &[i64]) -> Position {
    Position::tuple(state.iter().copied())
}

#[test]
fn blocked_options_are_counted_as_the_rules_say() {
    let (mut won, mut lost, mut by_count) = (0u64, 0u64, [0u32; 4]);
    random_games(400, |mut tape| {
        let random = blocking(&mut tape);
        let limits = match tape.below(3) {
            // So little that what play reaches is collected.
            0 => limits(2).with_memory(1 << 16),
            1 => limits(2),
            _ => limits(1),
        };
        let text = random.text(true);
        let Ok(game) = read(&text, &Parameters::new()) else {
            return Ok(Fate::Refused);
        };
        let mut engine = Engine::new(game.clone(), limits.clone());
        // With nothing blocked, the sentence changes nothing.
        let mut plain = (random.blocked == 0).then(|| {
            Engine::new(
                read(&random.text(false), &Parameters::new()).unwrap(),
                limits,
            )
        });
        let mut known = HashMap::new();
        for state in positions(random.bounds.len()) {
            let solved = match engine.solve(&at(&state)) {
                Ok(solved) => solved,
                Err(error) => {
                    let memory = matches!(error, whowins_engine::EngineError::Memory { .. });
                    let told = format!("{error}\n{text}");
                    return if memory {
                        Ok(Fate::Refused)
                    } else {
                        Err(TestCaseError::fail(told))
                    };
                }
            };
            let wins = random.wins(&state, &mut known);
            let told = format!("{state:?} in\n{text}");
            assert_eq!(
                solved.outcome(),
                if wins { Outcome::N } else { Outcome::P },
                "{told}"
            );
            if let Some(plain) = &mut plain {
                assert_eq!(
                    plain.values(&at(&state)).unwrap(),
                    engine.values(&at(&state)).unwrap()
                );
            }
            if random.blocked > 0 {
                let answer = &solved.to_move[0];
                assert_eq!((answer.remoteness, &answer.best), (None, &None), "{told}");
                let named: BTreeSet<String> = answer
                    .to_losses
                    .iter()
                    .map(|best| game.show(&best.to))
                    .collect();
                let mut options = BTreeSet::new();
                random
                    .moves
                    .iter()
                    .for_each(|one| one.options(&state, &random.bounds, &mut options));
                let losses: BTreeSet<String> = options
                    .iter()
                    .filter(|to| !random.wins(to, &mut known))
                    .map(|to| game.show(&at(to)))
                    .collect();
                assert_eq!(named.len(), answer.to_losses.len(), "named twice: {told}");
                assert!(named.is_subset(&losses), "{told}");
                assert_eq!(named.len(), losses.len().min(random.blocked + 1), "{told}");
            }
            *(if wins { &mut won } else { &mut lost }) += 1;
        }
        by_count[random.blocked] += 1;
        Ok(Fate::Compared)
    });
    println!("{won} won and {lost} lost positions; games by what is blocked: {by_count:?}");
    assert!(
        won > crate::cases(1_000, 5_000) as u64
            && lost > crate::cases(1_000, 5_000) as u64
            && by_count
                .iter()
                .all(|games| *games > crate::cases(4, 20) as u32)
    );
}

#[test]
fn play_without_end_stays_open_under_blocking() {
    let text = "game \"Round\"\nposition x <= 3, y <= 9\nmove x += 1\nmove x -= 1\nmove y -= 1\n\
                before each move the opponent blocks up to 2 options";
    let mut engine = Engine::new(read(text, &Parameters::new()).unwrap(), limits(1));
    // At most two options: all of them are blocked.
    for lost in ["0,5", "3,0", "1,0"] {
        let position = engine.game().read(lost).unwrap();
        assert_eq!(
            engine.solve(&position).unwrap().outcome(),
            Outcome::P,
            "{lost}"
        );
    }
    let text = "game \"Round\"\nposition x <= 9\nmove x += 1\nmove x -= 1\nmove x := 9 - x\n\
                before each move the opponent blocks up to 1 option";
    let mut engine = Engine::new(read(text, &Parameters::new()).unwrap(), limits(1));
    let position = engine.game().read("5").unwrap();
    assert!(matches!(
        engine.solve(&position),
        Err(whowins_engine::EngineError::Endless { .. })
    ));
}

#[test]
fn no_kernel_of_a_family_takes_a_game_with_blocking() {
    let mut game = read("game \"Kayles\"\noctal 0.77", &Parameters::new()).unwrap();
    let count =
        |game: &whowins_analysis::Game| Engine::new(game.clone(), limits(1)).strategies().count();
    assert!(count(&game) > 1, "Kayles has a kernel of its own");
    // The language refuses this; the engine does not rest on that.
    game.ending.blocked = 1;
    assert_eq!(count(&game), 1);
    let nim = "game \"Nim\"\nposition x\nmove x -= k for k >= 1\nbefore each move the opponent blocks up to 1 option";
    let nim = read(nim, &Parameters::new()).unwrap();
    let refused = Region::around(nim, &at(&[9]))
        .err()
        .expect("tables know no blocking");
    assert!(refused.to_string().contains("blocking"));
}
