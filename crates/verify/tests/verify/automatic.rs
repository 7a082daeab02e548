//! The check of automatic laws, on automata learned here from a naive reading of the rules: no
//! search takes part.
use std::collections::HashMap;
use std::convert::Infallible;

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_automata::{Base, Moore, NumerationSystem, Ostrowski, Zeckendorf, learn};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::automatic::Automatic;
use whowins_verify::{Automaton, Budget, Certificate, Law, Why};

type Label = Option<[bool; 2]>;

fn game(text: &str) -> Game {
    let rules =
        Rules::parse("test", text).unwrap_or_else(|e| panic!("{text}\n{}", e.render(false)));
    rules.game(&Parameters::new()).unwrap()
}

/// Who wins, read naively.
struct Naive {
    frame: Frame,
    known: HashMap<Vec<i64>, [bool; 2]>,
}

impl Naive {
    fn new(game: &Game) -> Self {
        Naive {
            frame: Frame::new(game, 1, 1),
            known: HashMap::new(),
        }
    }

    fn wins(&mut self, state: &[i64]) -> [bool; 2] {
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let wins = Player::BOTH.map(|player| {
            let options = self.frame.next(player, state);
            match options.is_empty() {
                true => self.frame.stuck() == Value::Win,
                false => options
                    .iter()
                    .any(|to| !self.wins(to)[player.other().index()]),
            }
        });
        self.known.insert(state.to_vec(), wins);
        wins
    }
}

fn tuple(letter: usize, digits: usize, coordinates: usize) -> Vec<u8> {
    (0..coordinates)
        .rev()
        .map(|at| (letter / digits.pow(at as u32) % digits) as u8)
        .collect()
}

/// The least automaton that is right on all words as long as those of `side`.
fn automaton<N: NumerationSystem>(
    system: &N,
    game: &Game,
    coordinates: usize,
    side: u64,
) -> Option<Automatic> {
    let digits = usize::from(system.digits());
    let letters = digits.pow(coordinates as u32);
    let naive = std::cell::RefCell::new(Naive::new(game));
    let label = |word: &[usize]| -> Label {
        if !word.len().is_multiple_of(system.block()) {
            return None;
        }
        let number = |at: usize| {
            let track = word.iter().map(|l| tuple(*l, digits, coordinates)[at]);
            let track: Vec<u8> = track.collect();
            let number = system.value(&track);
            let plain: Vec<u8> = track.into_iter().skip_while(|d| *d == 0).collect();
            (system.represent(&number) == plain).then(|| i64::try_from(&number).unwrap())
        };
        let state: Option<Vec<i64>> = (0..coordinates).map(number).collect();
        Some(naive.borrow_mut().wins(&state?))
    };
    let length = system.represent(&UBig::from(side)).len();
    let counterexample = |guess: &Moore<Label>| {
        let mut layer = vec![Vec::new()];
        for _ in 0..length {
            let longer = |w: &Vec<usize>| {
                let w = w.clone();
                (0..letters).map(move |l| [w.as_slice(), &[l]].concat())
            };
            layer = layer.iter().flat_map(longer).collect();
            if let Some(word) = layer.iter().find(|w| *guess.output(w) != label(w)) {
                return Some(word.clone());
            }
        }
        None
    };
    let found = learn::<_, Infallible>(
        letters,
        60,
        |word| Ok(label(word)),
        |guess| Ok(counterexample(guess)),
    )
    .ok()?;
    let row = |row: &Vec<usize>| row.iter().map(|s| *s as u32).collect();
    Some(Automatic {
        system: system.name(),
        automaton: Automaton {
            next: found.next.iter().map(row).collect(),
            wins: found.outputs,
        },
    })
}

fn certificate(text: &str, law: Automatic) -> Certificate {
    Certificate::of_text(text, vec![Law::Automatic(law)])
}

/// Learns in a system and verifies; what is accepted is right well past what was learned from.
fn prove<N: NumerationSystem>(system: &N, text: &str, coordinates: usize, side: u64) {
    let game = game(text);
    let law = automaton(system, &game, coordinates, side).expect("it is learned");
    let verified = certificate(text, law)
        .verify_with_rules(&Budget::of(1 << 34))
        .unwrap_or_else(|rejection| panic!("{text}\n{rejection}"));
    let mut naive = Naive::new(&game);
    let wide: u32 = if coordinates == 1 { 300 } else { 30 };
    for n in 0..wide.pow(coordinates as u32) {
        let state: Vec<i64> = (0..coordinates)
            .map(|at| i64::from(n / wide.pow(at as u32) % wide))
            .collect();
        let numbers = state.iter().copied();
        let values = naive
            .wins(&state)
            .map(|wins| if wins { Value::Win } else { Value::Loss });
        assert_eq!(
            verified.values(&game, &Position::tuple(numbers)),
            Some(values),
            "{text} at {state:?}"
        );
    }
}

fn base(k: u8) -> Base {
    Base::new(k).unwrap()
}

const NIM: &str = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";

/// Where both players have the same moves, labels that tell them apart are wrong for one of them.
#[test]
fn players_with_the_same_moves_are_not_told_apart() {
    let right = automaton(&base(2), &game(NIM), 2, 15).expect("it is learned");
    certificate(NIM, right.clone())
        .verify_with_rules(&Budget::default())
        .unwrap_or_else(|rejection| panic!("{rejection}"));
    // That one player wins whoever moves fits his opponent's moves, and the other way round,
    // wherever there is a move.
    for player in Player::BOTH {
        let mut wrong = right.clone();
        for wins in wrong.automaton.wins.iter_mut().flatten() {
            *wins = [player == Player::First, player == Player::Second];
        }
        let rejection = certificate(NIM, wrong)
            .verify_with_rules(&Budget::default())
            .unwrap_err();
        assert_eq!(rejection.why, Why::False, "{player:?}: {rejection}");
    }
}

#[test]
fn guards_that_are_linear_are_modelled() {
    let guarded = [
        "move n -= 1 if n >= 5",
        "move n -= k for k in 1..3 if k != n",
        "move n -= k for k >= 1 if 2*k <= n",
        "move n -= k for k >= 1 if k < 3 or n - k > 9",
        "move n -= k for k >= 1 if not (k = 2 or k > 4)",
        "move n -= 2 if n != 4 and n != 9\nmove n -= 3",
        "move n -= k for k in {1, 4} if n + k <= 20 or n > 3*k + 18",
        "move n -= 1\nmisère play",
        "move n -= 1 if n % 3 = 1\nmove n -= 2",
    ];
    for line in guarded {
        prove(
            &base(2),
            &format!("game \"guarded\"\nposition n\n{line}\n"),
            1,
            127,
        );
    }
    let text = "game \"ladder\"\nposition x, y\nmove x -= 1 if x > y\nmove y -= 1 if y >= x\n";
    prove(&base(2), text, 2, 7);
}

#[test]
fn guards_that_are_not_linear_are_refused() {
    let law = automaton(
        &base(2),
        &game("game \"g\"\nposition n\nmove n -= 1\n"),
        1,
        20,
    )
    .unwrap();
    for line in [
        "move n -= k for k >= 1 if k * n > 6",
        "move n -= n / 2 if n > 1",
    ] {
        let text = format!("game \"guarded\"\nposition n\n{line}\n");
        let rejection = certificate(&text, law.clone())
            .verify_with_rules(&Budget::default())
            .unwrap_err();
        assert_eq!(rejection.why, Why::Rules, "{line}: {rejection}");
    }
}

#[test]
fn one_game_in_several_systems() {
    let take = |most: u32| format!("game \"take\"\nposition n\nmove n -= k for k in 1..{most}\n");
    prove(&base(2), &take(3), 1, 60);
    prove(&base(3), &take(2), 1, 80);
    prove(&base(5), &take(4), 1, 124);
    prove(&base(2), &take(2), 1, 60);
    prove(&Zeckendorf, &take(2), 1, 200);
    prove(&base(2), NIM, 2, 7);
    let knight = "game \"g\"\nposition x, y\nmove x -= 1, y -= 2\nmove x -= 2, y -= 1\n";
    prove(&base(3), knight, 2, 26);
}

#[test]
fn one_game_over_several_continued_fractions() {
    let take = "game \"take\"\nposition n\nmove n -= k for k in 1..2\n";
    let of = |before: &[u8], period: &[u8]| Ostrowski::new(before, period).unwrap();
    prove(&of(&[], &[2]), take, 1, 200);
    prove(&of(&[4], &[3]), take, 1, 200);
    prove(&of(&[3, 1], &[2]), take, 1, 200);
    prove(&of(&[], &[2, 1]), take, 1, 700);
    // Words of all lengths, where only every second length has a place: refused.
    let mut law = automaton(&of(&[], &[2, 1]), &game(take), 1, 700).unwrap();
    for wins in &mut law.automaton.wins {
        *wins = wins.or(Some([true; 2]));
    }
    let verdict = certificate(take, law).verify_with_rules(&Budget::default());
    assert_eq!(verdict.unwrap_err().why, Why::False);
}

#[test]
fn play_that_need_not_end_is_refused() {
    let law = automaton(&base(2), &game(NIM), 2, 7).unwrap();
    for more in [
        "move x += 1",
        "move x += 1, y -= 1\nmove x -= 1, y += 1",
        "move x -= k for k in 0..3",
        "move x -= 1, y += k for k in 1..5\nmove y -= 1, x += 1",
    ] {
        let verdict = certificate(&format!("{NIM}{more}\n"), law.clone())
            .verify_with_rules(&Budget::default());
        let rejection = verdict.unwrap_err();
        assert_eq!(rejection.why, Why::Rules, "{more}: {rejection}");
    }
}

#[test]
fn a_label_that_depends_on_padding_is_refused() {
    // Right on words without leading zeros; with one, all labels are turned round.
    let mut law = automaton(&base(2), &game(NIM), 2, 7).unwrap();
    let states = law.automaton.next.len() as u32;
    let turned = |label: &Label| label.map(|wins| wins.map(|w| !w));
    let wrong: Vec<Label> = law.automaton.wins.iter().map(turned).collect();
    let first = law.automaton.next[0].clone();
    let shifted: Vec<Vec<u32>> = law
        .automaton
        .next
        .iter()
        .map(|row| row.iter().map(|s| s + states).collect())
        .collect();
    law.automaton.next.extend(shifted);
    law.automaton.wins.extend(wrong);
    // A new start, which alone can tell a leading zero.
    law.automaton.next.push(law.automaton.next[0].clone());
    law.automaton.wins.push(law.automaton.wins[0]);
    let copy = 2 * states;
    for row in &mut law.automaton.next {
        for to in row.iter_mut() {
            if *to == 0 {
                *to = copy;
            }
        }
    }
    law.automaton.next[copy as usize] = first
        .iter()
        .map(|to| if *to == 0 { copy } else { *to })
        .collect();
    law.automaton.next[0] = law.automaton.next[copy as usize].clone();
    law.automaton.next[0][0] = states;
    let rejection = certificate(NIM, law)
        .verify_with_rules(&Budget::default())
        .unwrap_err();
    assert_eq!(rejection.why, Why::Malformed, "{rejection}");
    assert!(rejection.message.contains("leading zeros"), "{rejection}");
}

#[test]
fn a_small_budget_ends_the_check() {
    let law = automaton(&base(2), &game(NIM), 2, 7).unwrap();
    let certificate = certificate(NIM, law);
    assert!(certificate.verify_with_rules(&Budget::default()).is_ok());
    for steps in [0, 1, 5, 70_000, 150_000] {
        let rejection = certificate
            .verify_with_rules(&Budget::of(steps))
            .unwrap_err();
        assert_eq!(rejection.why, Why::Budget);
    }
    let over = whowins_analysis::Budget::default().by(std::time::Instant::now());
    let late = Budget::default().within(&over);
    assert_eq!(
        certificate.verify_with_rules(&late).unwrap_err().why,
        Why::Budget
    );
}

fn junk(text: &'static str, letters: usize) -> impl Strategy<Value = Certificate> {
    let label = prop_oneof![
        Just(None),
        any::<[bool; 2]>().prop_map(Some),
        any::<bool>().prop_map(|w| Some([w, w]))
    ];
    let system = prop_oneof![
        Just("base 2"),
        Just("base 2"),
        Just("Zeckendorf"),
        Just("base 3"),
        Just("base 37")
    ];
    (1usize..30, system).prop_flat_map(move |(states, system)| {
        let beyond = u32::from(states > 28);
        let row = prop::collection::vec(0..states as u32 + beyond, letters);
        let next = prop::collection::vec(row, states);
        let wins = prop::collection::vec(label.clone(), states);
        (next, wins).prop_map(move |(next, wins)| {
            let law = Automatic {
                system: system.into(),
                automaton: Automaton { next, wins },
            };
            certificate(text, law)
        })
    })
}

const SPACE: &str = "game \"g\"\nplayers A, B\nposition x, y, z\nA: move x -= 2*k, y -= k for k >= 1\n\
    B: move z -= 1, y -= 3\nmove x -= 1\n";
const LINE: &str = "game \"g\"\nposition x\nmove x -= 1000000\n\
    move x -= k for 1 <= k <= 2000000000 if k < x\nmisère play\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn junk_is_rejected_without_a_panic(a in junk(NIM, 4), b in junk(SPACE, 8), c in junk(LINE, 2)) {
        for certificate in [a, b, c] {
            prop_assert!(certificate.verify_with_rules(&Budget::of(1 << 30)).is_err());
        }
    }
}

/// A certificate that labels every position a win or, worse, none: nothing is proved by silence.
#[test]
fn vacuous_automata_are_refused() {
    for label in [None, Some([true, true]), Some([false, false])] {
        for (text, letters) in [(NIM, 4), (SPACE, 8), (LINE, 2)] {
            for system in ["base 2", "Zeckendorf"] {
                let law = Automatic {
                    system: system.into(),
                    automaton: Automaton {
                        next: vec![vec![0; letters]],
                        wins: vec![label],
                    },
                };
                let verdict = certificate(text, law).verify_with_rules(&Budget::of(1 << 30));
                assert_eq!(verdict.unwrap_err().why, Why::False, "{text} {label:?}");
            }
        }
    }
}
