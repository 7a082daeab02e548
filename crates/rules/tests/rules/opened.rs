//! A term for all values of a shape means, with any of them, what the rules mean with these.

use dashu_int::IBig;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, State};
use whowins_rules::{Kind, Opened, ParameterValue, Parameters, Rules};

use crate::shipped::{Shipped, texts};

/// Games in which parameters stand in ways that the shipped ones do not have them.
const MADE_UP: [&str; 12] = [
    "game \"a\"\ngiven s: set\nposition n\nmove n -= k for k in s",
    "game \"b\"\ngiven s, t: set\nposition n, m\nmove n -= k for k in s\nmove m -= k for k in t",
    "game \"c\"\ngiven s: set\nposition n\nmove n -= k for k in 1..4 if k in s",
    "game \"d\"\ngiven s: set\nposition n\nmove n -= k for k in s if k != 2",
    "game \"e\"\ngiven a: numbers\nposition n <= 9, i in 1..3\nmove n -= a[i]\nmove i -= 1",
    "game \"f\"\ngiven a: numbers\nposition n\nmove n -= i for i in 1..3 if a[i] > 1",
    "game \"g\"\ngiven b: bits\nposition n in 0..length(b)\nmove n -= 1\nmove n -= 2\nat n = 0: the mover wins",
    "game \"h\"\ngiven t: table\nposition i in 1..3, j in 1..3\nmove i -= 1 if t[i, j] > 2\nmove j -= 1",
    "game \"i\"\ngiven t: text\nposition n in 0..4\nmove n -= 1 if t[n] = 'a'\nmove n -= 2",
    "game \"j\"\ngiven s: set\ngiven most: number\nposition n <= 20\nmove n -= k for k in s\nmove n -= k for k in 1..most",
    "game \"k\"\ngiven s: set\nposition n <= 12\nmove n += k for k in s",
    "game \"l\"\ngiven b, c: bits\nposition n in 0..6\nmove n -= 1\nmove n -= 2\nat n = 1: the mover loses if b[2] = c[3], else wins",
];

/// Elements of a value of this kind, as many as `long`; `None` for kinds without elements.
fn value(kind: &Kind, long: usize, random: &mut Random) -> Option<ParameterValue> {
    let any = |random: &mut Random, end: usize| -> Vec<i64> {
        (0..long).map(|_| random.below(end) as i64).collect()
    };
    Some(match kind {
        Kind::Set => {
            let mut members: Vec<i64> = Vec::new();
            // Often without 0.
            let least = usize::from(random.below(4) > 0);
            while members.len() < long {
                let one = (least + random.below(9)) as i64;
                if !members.contains(&one) {
                    members.push(one);
                }
            }
            ParameterValue::Set(members)
        }
        Kind::Bits => ParameterValue::Bits(any(random, 2).iter().map(|n| *n > 0).collect()),
        Kind::Numbers => {
            let below = random.below(3) as i64;
            ParameterValue::Numbers(any(random, 6).iter().map(|n| n - below).collect())
        }
        Kind::Text => {
            let letters = any(random, 2)
                .iter()
                .map(|n| ['a', 'b'][*n as usize])
                .collect();
            ParameterValue::Text(letters)
        }
        Kind::Table => {
            let row = any(random, 5);
            let row = if row.is_empty() { vec![1] } else { row };
            ParameterValue::Table(vec![row.clone(), row.iter().map(|n| 4 - n).collect()])
        }
        Kind::Number => ParameterValue::Number(long as i64),
        _ => return None,
    })
}

fn values(rules: &Rules, long: &[usize], random: &mut Random) -> Parameters {
    let all = rules.parameters().iter().zip(long);
    let all =
        all.filter_map(|(one, long)| Some((one.name.clone(), value(&one.kind, *long, random)?)));
    all.collect()
}

/// A state whose numbers are small and within their ranges.
fn state(open: &Opened, random: &mut Random) -> State {
    let parts = open.term().parts[..open.first()].iter();
    let some = parts.map(|part| {
        let number = part.least.clone() + IBig::from(random.below(9));
        let most = part.most.clone();
        vec![most.map_or(number.clone(), |most| most.min(number))]
    });
    some.collect()
}

/// Holds the open term, with values filled in, against the game of these values.
fn agree(rules: &Rules, open: &Opened, values: &Parameters, random: &mut Random) -> bool {
    let Some(arrays) = open.fill(rules, values) else {
        return false;
    };
    let game = rules.game(values);
    let term = game
        .unwrap_or_else(|why| panic!("{values:?} suit: {why}"))
        .core();
    let arrays: State = (arrays.iter())
        .map(|array| array.iter().copied().map(IBig::from).collect())
        .collect();
    for _ in 0..6 {
        let state = state(open, random);
        let whole = [state.clone(), arrays.clone()].concat();
        let (name, own) = (rules.name(), open.term());
        assert_eq!(own.admits(&whole), Ok(()), "{name}");
        let over = |game: &whowins_core::Game, state| game.over(state, &Budget::OPEN);
        assert_eq!(
            over(own, &whole),
            over(&term, &state),
            "{name} {values:?} {state:?}"
        );
        let next = term.moves(&state, &Budget::OPEN).expect("no limit");
        let next: Vec<State> = (next.into_iter())
            .map(|next| [next, arrays.clone()].concat())
            .collect();
        let open = own.moves(&whole, &Budget::OPEN).expect("no limit");
        assert_eq!(open, next, "{name} {values:?} {state:?}");
        let stuck =
            |game: &whowins_core::Game, state| game.value(&game.stuck, state, &Budget::OPEN);
        assert_eq!(stuck(own, &whole), stuck(&term, &state), "{name}");
    }
    true
}

#[test]
fn one_term_means_what_the_rules_mean_with_each_value_of_the_shape() {
    let mut random = Random(7);
    let made_up = MADE_UP.map(|text| (String::new(), text.to_string()));
    let all = texts().into_iter().chain(made_up);
    let mut opened = Vec::new();
    for (_, text) in all {
        let rules = Rules::parse_with("opened", &text, &Shipped);
        let rules = rules.unwrap_or_else(|why| panic!("{why}"));
        if rules.parameters().is_empty() {
            continue;
        }
        let mut held = 0;
        for _ in 0..cases(12, 1000) {
            let long: Vec<usize> = rules.parameters().iter().map(|_| random.below(6)).collect();
            let Some(open) = rules.opened(&values(&rules, &long, &mut random)) else {
                continue;
            };
            for _ in 0..6 {
                let others = values(&rules, &long, &mut random);
                held += usize::from(agree(&rules, &open, &others, &mut random));
            }
        }
        if held > 0 {
            opened.push(rules.name().to_string());
        }
    }
    // Those whose questions set their parameters in contests, and others.
    for name in ["Table Game", "PartisanGame", "a", "b", "d", "g", "j", "l"] {
        assert!(opened.iter().any(|one| one == name), "{name}: {opened:?}");
    }
}

#[test]
fn what_hangs_on_elements_is_not_opened() {
    let opened = |text: &str, value: ParameterValue| {
        let rules = Rules::parse("opened", text).unwrap_or_else(|why| panic!("{why}"));
        let values = Parameters::from([("s".to_string(), value)]);
        rules.opened(&values).map(|open| (rules.clone(), open))
    };
    let set = |members: &[i64]| ParameterValue::Set(members.to_vec());
    // Whether a number is among the members is written out member by member.
    let asks = "game \"c\"\ngiven s: set\nposition n\nmove n -= k for k in 1..4 if k in s";
    assert!(opened(asks, set(&[1, 3])).is_none());
    // With k = 2 the move leaves the heap as it is, and no other member shows that.
    let shifted = "game \"m\"\ngiven s: set\nposition n\nmove n -= k - 2 for k in s";
    assert!(opened(shifted, set(&[3, 4])).is_none());
    let plain = "game \"a\"\ngiven s: set\nposition n\nmove n -= k for k in s";
    let (rules, open) = opened(plain, set(&[3, 4])).expect("nothing hangs on the members");
    let fill = |members: &[i64]| {
        let values = Parameters::from([("s".to_string(), set(members))]);
        open.fill(&rules, &values)
    };
    assert_eq!(fill(&[5, 9]), Some(vec![vec![5, 9]]));
    // Of another length, not sound, and no set at all.
    assert_eq!(
        [fill(&[5]), fill(&[0, 9]), fill(&[5, 5])],
        [None, None, None]
    );
    let values = Parameters::from([("s".to_string(), ParameterValue::Numbers(vec![5, 9]))]);
    assert_eq!(open.fill(&rules, &values), None);
    let other = Parameters::from([("t".to_string(), set(&[5, 9]))]);
    assert_eq!(open.fill(&rules, &other), None);
}
