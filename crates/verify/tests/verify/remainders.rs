//! Outcomes by remainders: what is known of the numbers holds of them, what is certain is there, and what is accepted is true.

use std::collections::HashMap;

use dashu_int::IBig;
use whowins_analysis::{Interval, Player, Position, Value};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget as Work, Game, State};
use whowins_rules::{Parameters, Rules};
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

/// Random terms of the whole calculus: each way of the term is among those that are told, and one that is told as certain is there.
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
        let budget = Budget::of(1 << 20);
        let run = Run::new(&game, modulus, (from + modulus) as usize, &budget);
        let start = Run::start(known_state(&state, modulus, from));
        let Ok(ways) = run.command(&game.tiers[0], &mut Vec::new(), start) else {
            continue;
        };
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(1);
        let work = Work::new(Some(deadline), std::sync::Arc::default());
        let Ok(moves) = game.moves(&state, &work) else {
            continue;
        };
        let before = &state[1];
        for to in &moves {
            told += 1;
            assert!(
                ways.iter().any(|way| leads(way, to, before)),
                "seed {seed}: {to:?} is not told of {state:?}\n{game}"
            );
        }
        for way in ways.iter().filter(|way| way.certain) {
            certain += 1;
            assert!(
                moves.iter().any(|to| leads(way, to, before)),
                "seed {seed}: {way:?} is not there at {state:?}\n{game}"
            );
        }
    }
    assert!(told > 500 && certain > 500, "{told}, {certain}");
}

fn verify(rules: &str, law: Remainders) -> Result<Verified, (Why, String)> {
    let certificate =
        Certificate::of_text(format!("game \"A\"\n{rules}\n"), vec![Law::Remainders(law)]);
    let verified = certificate.verify(&Budget::default());
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

#[test]
fn play_without_end_is_no_law() {
    // Each of the two has a move to the other, and nothing falls.
    let rules = "position n\nposition side <= 1\nmove side := 1 - side\nmove n -= 1";
    let law = Remainders {
        lengths: vec![1, 1],
        modulus: 2,
        from: 0,
        says: vec!["SFSF".into(), "FSFS".into()],
    };
    let (_, told) = verify(rules, law).expect_err("no end of play");
    assert!(!told.is_empty());
    // One move rises, and the labels fit.
    let (_, told) = verify(
        "position n\nmove n -= 1\nmove n += 1 if n % 2 = 1",
        lost(2, 0, &[0]),
    )
    .expect_err("no end");
    assert!(told.contains("may rise"), "{told}");
    let rules = Rules::parse("A", &format!("game \"A\"\n{rules}\n")).expect("rules");
    assert!(rules.game(&Parameters::new()).is_ok());
}

/// An end that the cells do not tell is none that can be passed over, and one that they tell pays whom it pays.
#[test]
fn ends_are_told_by_the_cells() {
    let ends = |modulus: u8| {
        format!("position n\nmove n -= 1\nthe player who moved wins when n % {modulus} = 1")
    };
    let (_, told) = verify(&ends(3), lost(2, 0, &[0])).expect_err("an end that is not told");
    assert!(told.contains("over or not"), "{told}");
    // At 3 k + 1 play is over, and who moved has won; at 3 k + 2 one moves there, at 3 k to where the other does.
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
        .verify(&Budget::of(1000))
        .expect_err("too few steps");
    assert_eq!(rejection.why, Why::Budget);
}
