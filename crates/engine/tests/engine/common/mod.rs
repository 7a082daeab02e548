//! What the differential tests share: games as plain data, and a naive reading of them that knows
//! nothing of the engine.

pub mod places;
pub mod regions;

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use whowins_analysis::{End, Game, Player, Position, Stuck, Value};
use whowins_core::{Command, Expr};
use whowins_engine::general::{General, Want};
use whowins_engine::{Engine, EngineError, Limits, Outcome, Solved, Strategy};
use whowins_rules::{Parameters, Rules};

/// Random choices that shrink: proptest shrinks the numbers towards 0, and a tape that has run out
/// gives 0.
#[derive(Clone, Debug)]
pub struct Tape {
    numbers: Vec<u32>,
    at: usize,
}

impl Tape {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % bound.max(1)
    }

    /// A number of the range, ends included.
    pub fn within(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    pub fn list<T>(
        &mut self,
        least: usize,
        most: usize,
        mut one: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| one(self)).collect()
    }
}

/// Maximum number of states to solve by the term of one random game.
const TERM_STATES: usize = 12;

/// What became of one random game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was held against the naive reading.
    Compared,
    /// The rules refuse it, or it is too large to be read naively.
    Refused,
}

/// Plays `cases` random games, in every run a third of them; at least half must have been compared.
pub fn random_games(cases: u32, mut one: impl FnMut(Tape) -> Result<Fate, TestCaseError>) {
    let mut runner = TestRunner::new(Config {
        cases: crate::cases(cases as usize / 6, cases as usize) as u32,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    });
    let counts = std::cell::Cell::new((0u32, 0u32));
    let one = std::cell::RefCell::new(&mut one);
    let outcome = runner.run(&vec(any::<u32>(), 0..400), |numbers| {
        let fate = (one.borrow_mut())(Tape { numbers, at: 0 })?;
        let (compared, refused) = counts.get();
        counts.set(match fate {
            Fate::Compared => (compared + 1, refused),
            Fate::Refused => (compared, refused + 1),
        });
        Ok(())
    });
    match outcome {
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(abort) => panic!("{abort}"),
        Ok(()) => {}
    }
    let (compared, refused) = counts.get();
    assert!(
        compared >= refused,
        "only {compared} games compared, {refused} refused"
    );
}

/// A game as plain data, read in the plainest way.
pub trait Naive {
    type State: Clone + Eq + Hash + Debug;

    /// The result in a finished state.
    fn end(&self, state: &Self::State) -> Option<End>;

    /// The states after each move; only asked where the game is not over.
    fn moves(&self, player: Player, state: &Self::State) -> Vec<Self::State>;

    fn stuck(&self) -> Stuck;
}

/// A value with its remoteness; draws have none.
pub type Known = (Value, Option<u64>);

/// What is known of one state for each player to move: `None` where play need never end.
type Row = [Option<Known>; 2];

/// All states that play with any order of turns can reach, with who wins.
pub struct NaiveAnswers<S> {
    pub states: Vec<S>,
    index: HashMap<S, usize>,
    known: Vec<Row>,
}

impl<S: Clone + Eq + Hash + Debug> NaiveAnswers<S> {
    pub fn of(&self, state: &S, player: usize) -> Option<Known> {
        self.known[self.index[state]][player]
    }
}

/// Reads a naive game from `starts`; `None` where it has more states than `most`.
pub fn naive<G: Naive>(
    game: &G,
    starts: &[G::State],
    most: usize,
) -> Option<NaiveAnswers<G::State>> {
    let mut states: Vec<G::State> = Vec::new();
    let mut index: HashMap<G::State, usize> = HashMap::new();
    let mut number = |state: G::State, states: &mut Vec<G::State>| {
        *index.entry(state.clone()).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        })
    };
    for start in starts {
        number(start.clone(), &mut states);
    }
    let mut options: Vec<[Vec<usize>; 2]> = Vec::new();
    let mut ends: Vec<Row> = Vec::new();
    let mut moves = 0;
    while options.len() < states.len() {
        let state = states[options.len()].clone();
        let end = game.end(&state);
        let both = Player::BOTH.map(|player| match end {
            Some(_) => Vec::new(),
            None => game
                .moves(player, &state)
                .into_iter()
                .map(|option| number(option, &mut states))
                .collect(),
        });
        ends.push(Player::BOTH.map(|player| ended(game, end, player, &both[player.index()])));
        moves += both[0].len() + both[1].len();
        if states.len() > most || moves > 80 * most {
            return None;
        }
        options.push(both);
    }
    let known = levels(ends.clone(), &options);
    if let Some(recursive) = recursion(&ends, &options) {
        assert_eq!(
            known, recursive,
            "the two naive readings differ: the test itself is wrong"
        );
    }
    Some(NaiveAnswers {
        states,
        index,
        known,
    })
}

/// What the ends say.
fn ended<G: Naive>(game: &G, end: Option<End>, player: Player, options: &[usize]) -> Option<Known> {
    let value = match end {
        Some(End::Draw) => Value::Draw,
        Some(End::Wins(winner)) if winner == player => Value::Win,
        Some(End::Wins(_) | End::MoverWins) => Value::Loss,
        Some(End::MoverLoses) => Value::Win,
        None if !options.is_empty() => return None,
        None => match game.stuck() {
            Stuck::Loses => Value::Loss,
            Stuck::Wins => Value::Win,
            Stuck::Draws => Value::Draw,
        },
    };
    Some((value, (value != Value::Draw).then_some(0)))
}

/// Level by level until nothing changes: at level r, what r moves decide. Draws by an end are
/// spread last.
fn levels(mut known: Vec<Row>, options: &[[Vec<usize>; 2]]) -> Vec<Row> {
    let mut open: Vec<(usize, usize)> = (0..known.len())
        .flat_map(|at| [(at, 0), (at, 1)])
        .filter(|(at, player)| known[*at][*player].is_none())
        .collect();
    for level in 1.. {
        let mut found = Vec::new();
        open.retain(|(at, player)| {
            let is = |option: &usize, value| matches!(known[*option][1 - player], Some((v, _)) if v == value);
            let options = &options[*at][*player];
            let value = if options.iter().any(|option| is(option, Value::Loss)) {
                Value::Win
            } else if options.iter().all(|option| is(option, Value::Win)) {
                Value::Loss
            } else {
                return true;
            };
            found.push((*at, *player, (value, Some(level))));
            false
        });
        if found.is_empty() {
            break;
        }
        for (at, player, value) in found {
            known[at][player] = Some(value);
        }
    }
    loop {
        let mut found = Vec::new();
        open.retain(|(at, player)| {
            let decided = options[*at][*player]
                .iter()
                .all(|option| known[*option][1 - player].is_some());
            if decided {
                found.push((*at, *player));
            }
            !decided
        });
        if found.is_empty() {
            return known;
        }
        for (at, player) in found {
            known[at][player] = Some((Value::Draw, None));
        }
    }
}

/// The textbook recursion, memoised; `None` where a state can repeat.
fn recursion(ends: &[Row], options: &[[Vec<usize>; 2]]) -> Option<Vec<Row>> {
    /// Outer `None`: not looked at yet; inner: being worked out.
    type Memo = Vec<[Option<Option<Known>>; 2]>;
    fn value(
        ends: &[Row],
        options: &[[Vec<usize>; 2]],
        memo: &mut Memo,
        at: usize,
        player: usize,
    ) -> Option<Known> {
        if let Some(known) = memo[at][player] {
            return known;
        }
        let mut answer = ends[at][player];
        if answer.is_none() {
            memo[at][player] = Some(None);
            let replies: Vec<Known> = options[at][player]
                .iter()
                .map(|option| value(ends, options, memo, *option, 1 - player))
                .collect::<Option<_>>()?;
            let of = |value| {
                replies
                    .iter()
                    .filter(move |(reply, _)| *reply == value)
                    .map(|(_, remoteness)| remoteness.expect("decisive") + 1)
            };
            answer = Some(if let Some(shortest) = of(Value::Loss).min() {
                (Value::Win, Some(shortest))
            } else if replies.iter().any(|(reply, _)| *reply == Value::Draw) {
                (Value::Draw, None)
            } else {
                (Value::Loss, of(Value::Win).max())
            });
        }
        memo[at][player] = Some(answer);
        answer
    }
    let mut memo: Memo = vec![[None; 2]; ends.len()];
    (0..ends.len())
        .map(|at| {
            let mut of = |player| value(ends, options, &mut memo, at, player);
            Some([Some(of(0)?), Some(of(1)?)])
        })
        .collect()
}

/// Reads rules; the faults as text where they are refused.
pub fn read(rules: &str, parameters: &Parameters) -> Result<Game, String> {
    Rules::parse("rules", rules)
        .and_then(|rules| rules.game(parameters))
        .map_err(|faults| faults.to_string())
}

/// A random game, read in both ways.
pub struct Case<'a, G: Naive> {
    /// The rules.
    pub text: &'a str,
    pub naive: &'a G,
    pub answers: &'a NaiveAnswers<G::State>,
    pub repetition_draws: bool,
    pub game: &'a Game,
    pub write: &'a dyn Fn(&G::State) -> Position,
}

impl<G: Naive> Case<'_, G> {
    /// Holds every strategy that `takes` a position against the naive reading there. Whether any
    /// did.
    pub fn hold_all<'a>(
        &self,
        engine: &mut Engine,
        states: impl Iterator<Item = &'a G::State> + Clone,
        takes: impl Fn(&mut dyn Strategy, &Position) -> bool,
    ) -> Result<bool, TestCaseError>
    where
        G::State: 'a,
    {
        let mut held = false;
        let game = self.game.clone();
        engine.add(Box::new(WhoWins(General::new(
            game,
            Want::Outcome,
            limits(3),
        ))));
        for strategy in engine.strategies() {
            for state in states.clone() {
                if takes(strategy.as_mut(), &(self.write)(state)) {
                    held = true;
                    hold(self, strategy.as_mut(), state)?;
                }
            }
        }
        if terms_are_due() {
            self.check_term(states)?;
        }
        Ok(held)
    }

    /// Checks the answers for the game's term, changed so that no family is recognised, against the
    /// naive reading.
    fn check_term<'a>(
        &self,
        states: impl Iterator<Item = &'a G::State>,
    ) -> Result<(), TestCaseError>
    where
        G::State: 'a,
    {
        let mut term = self.game.core();
        for tier in &mut term.tiers {
            let idle = Command::Guard(Expr::num(1));
            *tier = Command::Seq(vec![idle, tier.clone()]);
        }
        let text = term.to_string();
        let text = text.replace("(stuck (if turn ", "(stuck (if (= turn 1) ");
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let mut engine = Engine::new(game, limits(1));
        for state in states.take(TERM_STATES) {
            let place = (self.write)(state);
            for player in Player::BOTH {
                let Some((value, length)) = self.answers.of(state, player.index()) else {
                    continue;
                };
                let at = Position::of_state(&place.core_state(player));
                let asked = engine.answer(&at, player);
                let found = match asked {
                    Ok(asked) => asked.answer,
                    // The term may refuse a position if play by the other player is endless.
                    Err(EngineError::Endless { .. } | EngineError::TooLarge(_)) => continue,
                    Err(why) => return Err(TestCaseError::fail(format!("{why}: {term}"))),
                };
                prop_assert_eq!(found.value, value, "{} at {:?}: {}", self.text, state, term);
                if found.remoteness.is_some() {
                    prop_assert_eq!(found.remoteness, length, "{} at {:?}", self.text, state);
                }
            }
        }
        Ok(())
    }
}

/// Returns true for each game of a long run, and for one in ten games of other runs.
fn terms_are_due() -> bool {
    static GAMES: AtomicUsize = AtomicUsize::new(0);
    let count = GAMES.fetch_add(1, Ordering::Relaxed);
    count.is_multiple_of(crate::cases(10, 1))
}

/// The general solver, asked for nothing but who wins.
struct WhoWins(General);

impl Strategy for WhoWins {
    fn name(&self) -> &'static str {
        "general solver, who wins"
    }

    fn why(&self) -> String {
        String::new()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        Some(self.0.estimate(position))
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        self.0.try_values(position, most)
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        self.0.try_solve(position, most)
    }
}

/// Holds all strategies' answers for sums of heaps against the naive reading.
pub fn hold_heaps<G: Naive<State = Vec<u64>>>(
    text: &str,
    rules: &G,
    positions: &[Vec<u64>],
) -> Result<Fate, TestCaseError> {
    let Some(answers) = naive(rules, positions, 1500) else {
        return Ok(Fate::Refused);
    };
    let game = read(text, &Parameters::new()).map_err(TestCaseError::fail)?;
    let mut engine = Engine::new(game.clone(), limits(1));
    let write = |heaps: &Vec<u64>| {
        let heaps: Vec<String> = heaps.iter().rev().map(u64::to_string).collect();
        let text = match heaps.is_empty() {
            true => "0".to_string(),
            false => heaps.join(","),
        };
        game.read(&text).expect("heaps are read")
    };
    let case = Case {
        text,
        naive: rules,
        answers: &answers,
        repetition_draws: false,
        game: &game,
        write: &write,
    };
    let states = positions.iter().chain(answers.states.iter().take(30));
    case.hold_all(&mut engine, states, |_, _| true)?;
    Ok(Fate::Compared)
}

/// Holds one strategy's answers for one position against the naive reading.
fn hold<G: Naive>(
    case: &Case<'_, G>,
    strategy: &mut dyn Strategy,
    state: &G::State,
) -> Result<(), TestCaseError> {
    let Case {
        text,
        naive,
        answers,
        repetition_draws,
        game,
        write,
    } = *case;
    let position = write(state);
    let of = |state: &G::State, player: usize| match answers.of(state, player) {
        None if repetition_draws => Some((Value::Draw, None)),
        known => known,
    };
    let place = format!(
        "{text}\n-- at {} by the {}",
        game.show(&position),
        strategy.name()
    );
    let want = [of(state, 0), of(state, 1)];
    let values = strategy.values(&position);
    let solved = strategy.solve(&position);
    let [Some(first), Some(second)] = want else {
        let endless = |error: &EngineError| matches!(error, EngineError::Endless { .. });
        prop_assert!(
            matches!(&values, Err(error) if endless(error)),
            "{place}: {values:?}, not endless"
        );
        prop_assert!(
            matches!(&solved, Err(error) if endless(error)),
            "{place}: {solved:?}, not endless"
        );
        return Ok(());
    };
    let solved = match solved {
        Ok(solved) => solved,
        Err(error) => {
            return Err(TestCaseError::fail(format!(
                "{place}: {error}; wanted {want:?}"
            )));
        }
    };
    prop_assert_eq!(
        values,
        Ok([first.0, second.0]),
        "{}: the values alone",
        place
    );
    prop_assert_eq!(
        solved.outcome(),
        Outcome::of(first.0, second.0),
        "{}: the outcome",
        place
    );
    for (player, (value, remoteness)) in [first, second].into_iter().enumerate() {
        let answer = &solved.to_move[player];
        let place = format!("{place}, {:?} to move", Player::BOTH[player]);
        prop_assert_eq!(answer.value, value, "{}: the value", place);
        let general = strategy.name() == "general solver";
        if general || answer.remoteness.is_some() {
            prop_assert_eq!(answer.remoteness, remoteness, "{}: the remoteness", place);
        }
        let options = if naive.end(state).is_some() {
            Vec::new()
        } else {
            naive.moves(Player::BOTH[player], state)
        };
        let Some(best) = &answer.best else {
            prop_assert!(
                options.is_empty(),
                "{place}: no best move, though there is one"
            );
            continue;
        };
        let to = options.iter().find(|option| write(option) == best.to);
        let Some(to) = to else {
            return Err(TestCaseError::fail(format!(
                "{place}: the best move leads to {}, where no move leads",
                game.show(&best.to)
            )));
        };
        prop_assert!(!best.text.is_empty(), "{place}: a move without words");
        let Some((reply, after)) = of(to, 1 - player) else {
            return Err(TestCaseError::fail(format!(
                "{place}: the best move leads where play need not end"
            )));
        };
        prop_assert_eq!(
            reply.reversed(),
            value,
            "{}: the best move to {} loses value",
            place,
            game.show(&best.to)
        );
        if answer.remoteness.is_some() {
            prop_assert_eq!(
                after.map(|n| n + 1),
                remoteness,
                "{}: the best move to {} wastes moves",
                place,
                game.show(&best.to)
            );
        }
    }
    Ok(())
}

/// Limits for small games: two threads, little memory, so that nothing goes wild unseen.
pub fn limits(threads: usize) -> Limits {
    Limits::default()
        .with_memory(256 << 20)
        .with_threads(threads)
}

/// `along` words of the eight directions, with their steps down and right.
pub const DIRECTIONS: [(&str, i64, i64); 8] = [
    ("right", 0, 1),
    ("down", 1, 0),
    ("left", 0, -1),
    ("up", -1, 0),
    ("down right", 1, 1),
    ("down left", 1, -1),
    ("up right", -1, 1),
    ("up left", -1, -1),
];

/// Who may use a move: both, the first or the second player.
pub fn by(tape: &mut Tape) -> Option<Player> {
    tape.pick(&[None, Some(Player::First), Some(Player::Second)])
}

/// "Left: " or "Right: " before a move.
pub fn prefix(by: Option<Player>) -> &'static str {
    match by {
        None => "",
        Some(Player::First) => "Left: ",
        Some(Player::Second) => "Right: ",
    }
}

/// What becomes of a player who cannot move, with its line.
pub fn stuck(tape: &mut Tape) -> (Stuck, &'static str) {
    tape.pick(&[
        (Stuck::Loses, "normal play"),
        (Stuck::Wins, "misère play"),
        (Stuck::Draws, "who cannot move draws"),
        (Stuck::Loses, "who cannot move loses"),
        (Stuck::Wins, "who cannot move wins"),
    ])
}

/// The last lines of rules: what becomes of a player who cannot move, and whether play without end
/// is a draw.
pub fn last_lines(tape: &mut Tape, lines: &mut Vec<String>) -> (Stuck, bool) {
    let (stuck, ending) = stuck(tape);
    lines.push(ending.into());
    let repetition_draws = tape.below(2) == 1;
    if repetition_draws {
        lines.push("repetition draws".into());
    }
    (stuck, repetition_draws)
}

/// A result, with its words before "when".
pub fn verdict(tape: &mut Tape) -> (End, &'static str) {
    tape.pick(&[
        (End::MoverWins, "the mover wins"),
        (End::MoverLoses, "the mover loses"),
        (End::Wins(Player::First), "Left wins"),
        (End::Wins(Player::Second), "Right wins"),
        (End::Wins(Player::Second), "Left loses"),
        (End::Draw, "draw"),
    ])
}
