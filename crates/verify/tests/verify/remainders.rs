//! Outcomes by remainders: what is known of the numbers holds of them, what is certain is there,
//! and what is accepted is true.

use std::collections::HashMap;

use dashu_int::IBig;
use whowins_analysis::{Interval, Player, Position, Value};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget as Work, Game, Op, State};
use whowins_law::OfRules;
use whowins_verify::firstorder::term;
use whowins_verify::remainders::Remainders;
use whowins_verify::remainders::number::Number;
use whowins_verify::remainders::run::{Run, Way};
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

/// Whether an integer can be what is known, where the numbers of the position were these.
fn holds(known: &Number, number: &IBig, before: &[IBig]) -> bool {
    let within = |interval: Interval, number: &IBig| interval.holds(Interval::exactly(number));
    let left = (number - IBig::from(known.rest)) % IBig::from(known.modulus);
    known.exact.as_ref().is_none_or(|exact| exact == number)
        && within(known.within, number)
        && left == IBig::ZERO
        && known
            .beyond
            .is_none_or(|(of, by)| within(by, &(number - &before[of])))
}

fn leads(way: &Way, to: &State, before: &[IBig]) -> bool {
    way.state.len() == to.len()
        && way.state.iter().zip(to).all(|(known, numbers)| {
            let both = known.iter().zip(numbers);
            known.len() == numbers.len()
                && both
                    .into_iter()
                    .all(|(known, number)| holds(known, number, before))
        })
}

/// A state of which not all is known: the numbers of part 1 are classes.
fn known_state(state: &State, modulus: u64, from: u64) -> Vec<Vec<Number>> {
    let class = |(at, number): (usize, &IBig)| {
        let mut known = match *number < IBig::from(from) {
            true => Number::exactly(number.clone()),
            false => {
                let rest = u64::try_from(number % IBig::from(modulus)).expect("a rest");
                Number::class(
                    Interval::new(from.into(), Interval::ANY.most),
                    modulus,
                    rest,
                )
            }
        };
        known.beyond = Some((at, Interval::new(0, 0)));
        known
    };
    let exact = |part: &Vec<IBig>| part.iter().cloned().map(Number::exactly).collect();
    vec![
        exact(&state[0]),
        state[1].iter().enumerate().map(class).collect(),
        exact(&state[2]),
    ]
}

/// Whether each way of a term is among those that are told of a state, and each that is told as
/// certain is there: how many of them. Nothing where the run declines.
fn ways(game: &Game, state: &State, modulus: u64, from: u64) -> Option<[usize; 2]> {
    let budget = Budget::of(1 << 20);
    let run = Run::new(game, modulus, (from + modulus) as usize, &budget);
    let start = Run::start(known_state(state, modulus, from));
    let ways = run.command(&game.tiers[0], &mut Vec::new(), start).ok()?;
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(1);
    let work = Work::new(Some(deadline), std::sync::Arc::default());
    let moves = game.moves(state, &work).ok()?;
    let before = &state[1];
    for to in &moves {
        assert!(
            ways.iter().any(|way| leads(way, to, before)),
            "{to:?} is not told of {state:?}\n{game}"
        );
    }
    let certain = ways.iter().filter(|way| way.certain);
    for way in certain.clone() {
        assert!(
            moves.iter().any(|to| leads(way, to, before)),
            "{way:?} is not there at {state:?}\n{game}"
        );
    }
    Some([moves.len(), certain.count()])
}

/// Random terms of the whole calculus: each way of the term is among those that are told, and one
/// that is told as certain is there.
#[test]
fn ways_are_told_and_certain_ones_are_there() {
    let (mut told, mut certain) = (0, 0);
    for seed in 0..cases(3_000, 100_000) as u64 {
        let random = &mut Random(seed ^ 0x5eed);
        let mut game = random.game("random");
        game.ends.clear();
        game.tiers.truncate(1);
        let (modulus, from) = (1 + random.below(6) as u64, random.below(5) as u64);
        let mut state = random.state();
        // Some numbers far out.
        for number in &mut state[1] {
            *number += [0, 0, 7, 1_000_003][random.below(4)];
        }
        let [all, sure] = ways(&game, &state, modulus, from).unwrap_or_default();
        told += all;
        certain += sure;
    }
    assert!(told > 500 && certain > 500, "{told}, {certain}");
}

/// Commands in which what is known of a number hangs on what came before: a guard, a write, a
/// choice that is over, the end of a choice.
#[test]
fn what_is_known_ends_with_what_it_is_known_of() {
    let guard = "(guard (<= (get n 0 0) 5))";
    for (command, from, numbers) in [
        // A guard may hold with equality, and says nothing of what is written after it.
        (format!("(seq {guard} (set n 0 (- (get n 0 0) 5)))"), 1, [5, 3]),
        (format!("(seq {guard} (set n 0 (+ (get n 0 0) 2)) (set n 0 (- (get n 0 0) 6)))"), 1, [4, 5]),
        // A choice that is over says nothing of the next one.
        (
            "(seq (choose u 21 (+ (get n 0 0) 1) (guard (<= 30 u))) (choose v 1 (+ (get n 0 0) 1) (set n 0 (- (get n 0 0) v))))".into(),
            1,
            [60, 41],
        ),
        // The end of a choice is no part of it, where the number is the least of its class, too.
        ("(choose u 1 (get n 0 0) (set n 0 (- (get n 0 0) u)))".into(), 4, [4, 5]),
    ] {
        let text = format!(
            "(game known (part turn 0 1) (part n 0 -) (part rest 0 9) (start (0) (1) (0)) (tier (seq {command} (set turn 0 (- 1 (get turn 0 0))))) (stuck 0))"
        );
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        for number in numbers {
            let state: State = vec![vec![0.into()], vec![number.into()], vec![0.into()]];
            let [moves, _] = ways(&game, &state, 1, from).expect("no loop, and no splice");
            assert!(moves > 0 || number < 5, "{text}");
        }
    }
}

const OPS: [Op; 15] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::Min,
    Op::Max,
    Op::Gcd,
    Op::Xor,
    Op::And,
    Op::Or,
    Op::Shr,
    Op::Eq,
    Op::Lt,
    Op::Le,
];

/// What is known of two numbers, of which the first may be one of the position: whatever they are,
/// what is known of an operation's result, and of either, holds of it.
#[test]
fn what_is_known_of_results_holds() {
    let random = &mut Random(1977);
    let draw = |random: &mut Random| {
        let (least, width) = (random.below(30) as i128 - 8, random.below(25) as i128);
        let modulus = 1 + random.below(7) as u64;
        Number::class(
            Interval::new(least, least + width),
            modulus,
            random.below(7) as u64 % modulus,
        )
    };
    let members = |known: &Number| -> Vec<IBig> {
        let one = Number {
            beyond: None,
            ..known.clone()
        };
        (-10..50)
            .map(IBig::from)
            .filter(|number| holds(&one, number, &[]))
            .collect()
    };
    for _ in 0..cases(400, 20_000) {
        let (mut x, y) = (draw(random), draw(random));
        let (firsts, seconds) = (members(&x), members(&y));
        x.beyond = Some((0, Interval::new(0, 0)));
        for op in OPS {
            let result = Number::of(op, &x, &y);
            for a in &firsts {
                for b in &seconds {
                    let exact = op.exact(a.clone(), b.clone());
                    assert!(
                        holds(&result, &exact, std::slice::from_ref(a)),
                        "{op:?} of {x:?} and {y:?}: {a}, {b} in {result:?}"
                    );
                }
            }
        }
        let either = Number {
            beyond: None,
            ..x.clone()
        }
        .or(&y);
        assert!(
            firsts
                .iter()
                .chain(&seconds)
                .all(|number| holds(&either, number, &[])),
            "{x:?} or {y:?}: {either:?}"
        );
    }
}

fn verify(rules: &str, law: Remainders) -> Result<Verified, (Why, String)> {
    let certificate =
        Certificate::of_text(format!("game \"A\"\n{rules}\n"), vec![Law::Remainders(law)]);
    let verified = certificate.verify_with_rules(&Budget::default());
    verified.map_err(|rejection| (rejection.why, rejection.to_string()))
}

/// Of one number, lost at these places; for a first and a second player alike.
fn lost(modulus: u64, from: u64, places: &[u64]) -> Remainders {
    let says = |place: u64| if places.contains(&place) { "SF" } else { "FS" };
    Remainders {
        lengths: vec![1],
        modulus,
        from,
        says: (0..from + modulus)
            .map(|place| says(place).into())
            .collect(),
    }
}

/// Games with what is lost in them: modulus, from where on, places.
const GAMES: [(&str, u64, u64, &[u64]); 8] = [
    (
        "position n\nmove n -= d for d in digits(n) if d > 0",
        10,
        10,
        &[0, 10],
    ),
    (
        "position n\nmove n -= k for k in 1..n if all(k % (d * d) != 0 for d in 2..k)",
        4,
        4,
        &[0, 4],
    ),
    (
        "position n\nmove n -= p for 1 <= p <= n if p = 1 or prime(p)",
        4,
        4,
        &[0, 4],
    ),
    (
        "position n\nmove n -= d for 1 <= d < n if d divides n",
        2,
        2,
        &[0, 1, 3],
    ),
    (
        "position n\nmove n -= k for 1 <= k <= n if gcd(k, n) = 1",
        2,
        2,
        &[0, 2],
    ),
    (
        "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
        3,
        3,
        &[0, 3],
    ),
    (
        "position n\nmove n -= 1\nmove n -= 2 * k * k + 1 for 1 <= k <= n",
        2,
        2,
        &[0, 2],
    ),
    (
        "position n\nmove n -= k * (k + 1) / 2 for 1 <= k <= 2",
        4,
        4,
        &[0, 2, 4, 6],
    ),
];

/// Who wins small positions, by the exact meaning of the term.
fn wins(term: &Game, state: &State, known: &mut HashMap<State, bool>) -> bool {
    if let Some(wins) = known.get(state) {
        return *wins;
    }
    let options = term.options(state, &Work::OPEN).expect("no limit");
    let found = options.iter().any(|to| !wins(term, to, known));
    known.insert(state.clone(), found);
    found
}

#[test]
fn laws_are_accepted_and_true() {
    for (rules, modulus, from, places) in GAMES {
        let law = lost(modulus, from, places);
        let verified = verify(rules, law).unwrap_or_else(|(_, why)| panic!("{rules}: {why}"));
        let (game, mut known) = (verified.game(), HashMap::new());
        let term = term(game);
        for n in 0..cases(60, 300) as u64 {
            let position = Position::tuple([n]);
            let state = position.core_state(Player::First);
            let value = match wins(&term, &state, &mut known) {
                true => Value::Win,
                false => Value::Loss,
            };
            assert_eq!(
                verified.values(game, &position),
                Some([value; 2]),
                "{rules}: {n}"
            );
        }
    }
}

#[test]
fn changed_laws_are_refused() {
    for (rules, modulus, from, places) in GAMES {
        let right = lost(modulus, from, places);
        for cell in 0..right.says.len() {
            for says in ["FF", "SS", "FS", "SF"] {
                let mut wrong = right.clone();
                if wrong.says[cell] == says {
                    continue;
                }
                wrong.says[cell] = says.into();
                let (why, told) = verify(rules, wrong).expect_err(rules);
                assert_eq!(why, Why::False, "{rules}: {told}");
            }
        }
        for (modulus, from) in [(0, from), (modulus, 1 << 11), (modulus + 1, from)] {
            let wrong = Remainders {
                modulus,
                from,
                ..right.clone()
            };
            assert!(verify(rules, wrong).is_err(), "{rules}: {modulus}, {from}");
        }
        let wrong = Remainders {
            lengths: vec![2],
            ..right.clone()
        };
        assert!(verify(rules, wrong).is_err(), "{rules}");
        // Under misère play the same labels are those of another game.
        let misere = format!("{rules}\nmisère play");
        assert!(verify(&misere, right).is_err(), "{rules}");
    }
}

/// Laws that say what is false, each refused for one reason alone: rules, the law, and words of the
/// reason.
#[test]
fn each_reason_refuses_a_law() {
    let sides = Remainders {
        lengths: vec![1, 1],
        modulus: 1,
        from: 0,
        says: vec!["SFFS".into()],
    };
    for (rules, law, reason) in [
        // Each of the two has a move to the other, and nothing falls; one move rises, and the
        // labels fit.
        (
            "position n\nposition side <= 1\nmove side := 1 - side\nmove n -= 1, side := 1 - side\nrepetition draws",
            sides,
            "memory may come back",
        ),
        (
            "position n\nmove n -= 1\nmove n += 1 if n % 2 = 1\nrepetition draws",
            lost(2, 0, &[0]),
            "may rise",
        ),
        // The one move from odd numbers is there for some of them alone.
        (
            "position n\nmove n -= 1 if n % 3 = 1",
            lost(2, 0, &[0]),
            "for certain",
        ),
        // Half of a number is in any cell.
        (
            "position n\nmove n := n / 2 if n > 0",
            lost(2, 1, &[0, 2]),
            "for certain",
        ),
        // Who has no move wins, and some of these have none.
        (
            "position n\nmove n -= n if n % 2 = 1\nmisère play",
            lost(1, 1, &[1]),
            "there may be no move",
        ),
        // From 5 there is a move.
        (
            "position n\nmove n -= 5 if n <= 5",
            lost(1, 0, &[0]),
            "the loser wins",
        ),
    ] {
        let (_, told) = verify(rules, law).expect_err(rules);
        assert!(told.contains(reason), "{rules}: {told}");
    }
}

/// An end that the cells do not tell is none that can be passed over, and one that they tell pays
/// whom it pays.
#[test]
fn ends_are_told_by_the_cells() {
    let ends = |modulus: u8| {
        format!("position n\nmove n -= 1\nthe player who moved wins when n % {modulus} = 1")
    };
    let (_, told) = verify(&ends(3), lost(2, 0, &[0])).expect_err("an end that is not told");
    assert!(told.contains("over or not"), "{told}");
    // At 3 k + 1 play is over, and who moved has won; at 3 k + 2 one moves there, at 3 k to where
    // the other does.
    verify(&ends(3), lost(3, 0, &[0, 1])).unwrap_or_else(|(_, why)| panic!("{why}"));
    let (_, told) = verify(&ends(3), lost(3, 0, &[0])).expect_err("another is paid");
    assert!(told.contains("pays somebody else"), "{told}");
}

#[test]
fn a_budget_ends_the_check() {
    let (rules, modulus, from, places) = GAMES[0];
    let law = Law::Remainders(lost(modulus, from, places));
    let certificate = Certificate::of_text(format!("game \"A\"\n{rules}\n"), vec![law]);
    let rejection = certificate
        .verify_with_rules(&Budget::of(1000))
        .expect_err("too few steps");
    assert_eq!(rejection.why, Why::Budget);
}
