//! Certificates of linear moves: true ones, and every one that a change of the law or of the rules
//! makes of them. What is accepted is right.

use std::collections::HashMap;

use whowins_analysis::{Game, Player, Value};
use whowins_core::random::cases;
use whowins_core::{Budget as Work, State};
use whowins_law::OfRules;
use whowins_verify::firstorder::{FirstOrder, term};
use whowins_verify::{Budget, Certificate, Law, Rejection, Verified, Why};

/// Memory; tracks counted from others; two tracks and a pass, under misère play; ends, and players
/// with moves of their own; multiples of a number; operations on digits.
const CERTIFICATES: &[&str] = &[
    include_str!("certificates/first-order-last.json"),
    include_str!("certificates/first-order-coins.json"),
    include_str!("certificates/first-order-pass.json"),
    include_str!("certificates/first-order-parities.json"),
    include_str!("certificates/first-order-multiples.json"),
    include_str!("certificates/first-order-digits.json"),
];

fn law(certificate: &mut Certificate) -> &mut FirstOrder {
    match &mut certificate.laws[0] {
        Law::FirstOrder(law) => law,
        other => panic!("{other:?}"),
    }
}

/// What player 0 gets from a state, by the exact meaning alone, and where options are blocked by
/// what is said of that: whoever moves gets what he wants where more options are good than can be
/// blocked, and where all are and not to be able to move is as well.
fn pays(game: &whowins_core::Game, state: &State, known: &mut HashMap<State, i64>) -> i64 {
    if let Some(pays) = known.get(state) {
        return *pays;
    }
    let over = game.over(state, &Work::OPEN).expect("no limit");
    let pays = match over {
        Some(pays) => i64::try_from(&pays).expect("small").signum(),
        None => {
            let options = game.options(state, &Work::OPEN).expect("no limit");
            let sign = if state[0][0] == 0.into() { 1 } else { -1 };
            let all = options
                .iter()
                .map(|option| sign * pays(game, option, known));
            let all: Vec<i64> = all.collect();
            let best = match game.blocks as usize {
                0 => *all.iter().max().expect("an option"),
                blocks => {
                    let stuck = game
                        .value(&game.stuck, state, &Work::OPEN)
                        .expect("no limit");
                    let stuck = sign * i64::try_from(&stuck).expect("small");
                    let good = all.iter().filter(|pays| **pays > 0).count();
                    let wins = good > blocks || good == all.len() && stuck > 0;
                    if wins { 1 } else { -1 }
                }
            };
            sign * best
        }
    };
    known.insert(state.clone(), pays);
    pays
}

/// All states with numbers up to `most`.
fn states(game: &whowins_core::Game, lengths: &[usize], most: usize) -> Vec<State> {
    let mut all: Vec<State> = vec![vec![vec![0.into()]]];
    for (part, length) in game.parts[1..].iter().zip(lengths) {
        let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..*length {
            let longer =
                |list: Vec<usize>| (0..=most).map(move |n| [list.as_slice(), &[n]].concat());
            lists = lists.into_iter().flat_map(longer).collect();
        }
        lists.retain(|list| list.iter().all(|n| part.holds(&(*n).into())));
        let with = |state: State| {
            let lists = lists.iter();
            lists
                .map(move |list| {
                    let mut state = state.clone();
                    state.push(list.iter().map(|n| (*n).into()).collect());
                    state
                })
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// Holds all that the law says of small positions to the exact meaning.
fn is_right(verified: &Verified) -> usize {
    let game: &Game = verified.game();
    let term = term(game);
    let Law::FirstOrder(law) = &verified.certificate().laws[0] else {
        panic!("another law");
    };
    let (mut known, mut compared) = (HashMap::new(), 0);
    let most = match law.lengths.iter().sum() {
        0..=1 => 40,
        2 => 8,
        _ => 5,
    };
    for state in states(&term, &law.lengths, most) {
        let (position, _) = game.of_core(&state).expect("a state");
        let Some(values) = verified.values(game, &position) else {
            continue;
        };
        for player in Player::BOTH {
            let truth = pays(&term, &position.core_state(player), &mut known);
            let truth = match (truth, player) {
                (0, _) => Value::Draw,
                (1, Player::First) | (-1, Player::Second) => Value::Win,
                _ => Value::Loss,
            };
            assert_eq!(
                values[player.index()],
                truth,
                "{} in {}",
                game.show(&position),
                game.name
            );
            compared += 1;
        }
    }
    compared
}

fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    certificate.verify_with_rules(&Budget::of(1 << 34))
}

#[test]
fn true_laws_are_accepted() {
    for text in CERTIFICATES {
        let certificate = Certificate::read(text).expect("a certificate");
        let verified = verify(&certificate).expect("a true law");
        assert!(is_right(&verified) > 20);
    }
}

#[test]
fn changed_laws_are_refused_or_right() {
    let (mut tried, mut accepted) = (0, 0);
    for text in CERTIFICATES {
        let certificate = Certificate::read(text).expect("a certificate");
        let mut check = |change: &dyn Fn(&mut FirstOrder)| {
            let mut changed = certificate.clone();
            change(law(&mut changed));
            if changed == certificate {
                return;
            }
            tried += 1;
            if tried % cases(3, 1) != 0 {
                return;
            }
            match verify(&changed) {
                Ok(verified) => {
                    is_right(&verified);
                    accepted += 1;
                }
                Err(rejection) => assert!(!rejection.message.is_empty()),
            }
        };
        let original = law(&mut certificate.clone()).clone();
        for state in 0..original.says.len() {
            let letters = original.says[state].len();
            for at in (0..letters).step_by(letters.div_ceil(3).max(1)) {
                for letter in ["F", "S", "D", "", "x"] {
                    check(&|law| law.says[state].replace_range(at..=at, letter));
                }
            }
            check(&|law| law.says[state].clear());
            for letter in 0..original.next[state].len().min(4) {
                for to in 0..=original.next.len().min(4) as u32 {
                    check(&|law| law.next[state][letter] = to);
                }
            }
        }
        for form in 0..original.falls.len() {
            for at in 0..original.falls[form].len() {
                for weight in [-1, 0, 1, 2] {
                    check(&|law| law.falls[form][at] = weight);
                }
            }
        }
        check(&|law| law.falls.clear());
        check(&|law| law.above.clear());
        for at in 0..original.above.len() {
            for above in [None, Some((0, 0)), Some((0, 2)), Some((9, 1))] {
                check(&|law| law.above[at] = above);
            }
        }
        for at in 0..original.lengths.len() {
            for length in [0, 1, 2, 3, usize::MAX] {
                check(&|law| law.lengths[at] = length);
            }
        }
        for system in [
            "base 2",
            "base 3",
            "Zeckendorf",
            "Ostrowski [0; (2)]",
            "base 1",
            "",
        ] {
            check(&|law| law.system = system.into());
        }
    }
    println!("{tried} laws, {accepted} accepted");
    assert!(tried > 200 && accepted < tried / 20);
}

#[test]
fn a_sum_before_one_that_falls_may_not_rise() {
    let mut certificate = Certificate::read(CERTIFICATES[0]).expect("a certificate");
    // What was taken last rises with some moves, though n always falls.
    law(&mut certificate).falls = vec![vec![0, 1], vec![1, 0]];
    let rejection = verify(&certificate).expect_err("a sum rises");
    assert_eq!(rejection.why, Why::False, "{rejection}");
    law(&mut certificate).falls = vec![vec![1, 0], vec![0, 1]];
    assert!(verify(&certificate).is_ok());
}

/// Rules with one thing other, for the certificate of this number.
const OTHER_RULES: &[(usize, &str, &str)] = &[
    (0, "1..3", "1..2"),
    (0, "k != last", "k != last + 1"),
    (0, "last := k", "last := 0"),
    (1, "k >= 1", "k >= 2"),
    (1, "coin[i - 1] < coin[i]", "coin[i - 1] <= coin[i]"),
    (2, "k >= 1", "k in 1..3"),
    (2, "pass -= 1", "pass := pass"),
    (3, "% 2", "% 1"),
    (3, "1..4", "1..3"),
];

#[test]
fn laws_of_other_rules_are_refused() {
    for (number, from, to) in OTHER_RULES {
        let certificate = Certificate::read(CERTIFICATES[*number]).expect("a certificate");
        assert!(
            certificate.rules.contains(from),
            "{from} in {}",
            certificate.rules
        );
        let other = certificate.of_rules(certificate.rules.replace(from, to));
        let rejection = verify(&other).expect_err(to);
        assert!(
            matches!(rejection.why, Why::False | Why::Rules),
            "{to}: {rejection}"
        );
    }
}

/// One heap with blocked options: the moves, who cannot move wins, so many are blocked.
const BLOCKED: &[(&str, bool, u32)] = &[
    ("(choose k 1 4 (set n (- n k)))", false, 1),
    ("(choose k 1 4 (set n (- n k)))", true, 1),
    ("(choose k 1 6 (set n (- n k)))", false, 3),
    ("(choose k 1 6 (set n (- n k)))", true, 2),
    // Two ways to one option are one option.
    (
        "(alt (choose k 1 4 (set n (- n k))) (choose k 2 6 (set n (- n k))) (set n (- n 1)))",
        false,
        2,
    ),
    (
        "(alt (set n (- n 2)) (choose k 1 4 (set n (- n k))) (set n (- n 3)))",
        true,
        1,
    ),
    // Each player's own.
    (
        "(alt (seq (guard (= turn 0)) (choose k 1 4 (set n (- n k)))) (seq (guard (= turn 1)) (choose k 2 6 (set n (- n k)))))",
        false,
        1,
    ),
    (
        "(alt (seq (guard (= turn 0)) (choose k 1 5 (set n (- n k)))) (choose k 2 4 (set n (- n k))))",
        true,
        1,
    ),
];

/// The law of one heap that repeats in these tables: who wins with each player to move.
fn periodic(tables: &[Vec<bool>; 2]) -> Option<FirstOrder> {
    let length = tables[0].len();
    let same = |a: usize, b: usize| tables.iter().all(|table| table[a] == table[b]);
    let mut repeats = (1..40).flat_map(|period| (0..40).map(move |from| (from, period)));
    let (from, period) =
        repeats.find(|(from, period)| (*from..length - period).all(|n| same(n, n + period)))?;
    let place = |n: usize| {
        if n < from {
            n
        } else {
            from + (n - from) % period
        }
    };
    let says = |n: usize| {
        tables
            .iter()
            .map(|table| if table[n] { 'F' } else { 'S' })
            .collect()
    };
    Some(FirstOrder {
        lengths: vec![1],
        above: Vec::new(),
        system: "base 2".into(),
        falls: vec![vec![1]],
        next: (0..from + period)
            .map(|n| [2 * n, 2 * n + 1].map(|n| place(n) as u32).to_vec())
            .collect(),
        says: (0..from + period).map(says).collect(),
    })
}

#[test]
fn blocked_options_are_counted_once_each() {
    for (moves, misere, blocks) in BLOCKED {
        let stuck = if *misere {
            "(if turn -1 1)"
        } else {
            "(if turn 1 -1)"
        };
        let text = |blocks: u32| {
            format!(
                "(game blocked (part turn 0 1) (part n 0 -) (tier (seq {moves} (set turn (- 1 turn)))) (stuck {stuck}) (blocks {blocks}))"
            )
        };
        let term: whowins_core::Game = text(*blocks).parse().expect("a term");
        let mut known = HashMap::new();
        let tables = [0, 1].map(|turn| {
            (0..160)
                .map(|n: u32| pays(&term, &vec![vec![turn.into()], vec![n.into()]], &mut known) > 0)
                .collect()
        });
        let law = periodic(&tables).expect("it repeats");
        let of = |law: &FirstOrder| {
            Certificate::of_text(text(*blocks), vec![Law::FirstOrder(law.clone())])
        };
        let right = of(&law);
        let verified = verify(&right).unwrap_or_else(|rejection| panic!("{moves}: {rejection}"));
        assert!(is_right(&verified) > 20);
        for state in 0..law.says.len() {
            for memory in 0..2 {
                let mut wrong = law.clone();
                let other = if wrong.says[state].as_bytes()[memory] == b'F' {
                    "S"
                } else {
                    "F"
                };
                wrong.says[state].replace_range(memory..=memory, other);
                verify(&of(&wrong)).expect_err("a label is wrong");
            }
        }
        for others in [*blocks - 1, *blocks + 1] {
            let other = Certificate::of_text(text(others), vec![Law::FirstOrder(law.clone())]);
            verify(&other).expect_err("another number is blocked");
        }
    }
}
