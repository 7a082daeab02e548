//! Tests Ostrowski's systems against plain arithmetic, known theorems, and false variants that must
//! fail.
use dashu_int::UBig;
use proptest::prelude::*;
use whowins_automata::*;

fn theory(before: &[u8], period: &[u8]) -> Theory<Ostrowski> {
    Theory::new(Ostrowski::new(before, period).unwrap(), &Limits::default()).unwrap()
}

/// Returns the representations as tuples of digits; the length is a multiple of the block.
fn side_by_side(system: &Ostrowski, numbers: &[u64]) -> Vec<Vec<u8>> {
    let words: Vec<Vec<u8>> = numbers
        .iter()
        .map(|n| system.represent(&UBig::from(*n)))
        .collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let length = length.next_multiple_of(system.block());
    let digit =
        |word: &Vec<u8>, at: usize| (at + word.len()).checked_sub(length).map_or(0, |i| word[i]);
    (0..length)
        .map(|at| words.iter().map(|word| digit(word, at)).collect())
        .collect()
}

fn fractions() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let quotient = prop_oneof![4 => 1u8..4, 1 => 4u8..7];
    let some = move |count| prop::collection::vec(quotient.clone(), count);
    (some(0..4), some(1..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_random_system_counts_and_adds((before, period) in fractions(), x in 0u64..1 << 40, y in 0u64..1 << 40) {
        let t = theory(&before, &period);
        let system = t.system();
        let named = Ostrowski::named(&system.name());
        prop_assert_eq!(named.as_ref(), Some(system));
        let valid = t.valid(1).unwrap();
        // The denominators of the convergents of [0; before, period]. The first of two ones is
        // omitted.
        let (mut last, mut this) = (0u64, 1u64);
        let mut denominators = vec![1u64];
        for quotient in before.iter().chain(period.iter().cycle()) {
            if this > 1 << 41 {
                break;
            }
            (last, this) = (this, u64::from(*quotient) * this + last);
            denominators.push(this);
        }
        denominators.dedup();
        for (place, denominator) in denominators.iter().enumerate() {
            prop_assert_eq!(system.place_value(place), UBig::from(*denominator));
        }
        // Greedy digits. Only the words of numbers are valid, so the count of each length is the
        // next place value.
        let numbers = (0..600u64).chain([x, y]);
        for n in numbers {
            let word = system.represent(&UBig::from(n));
            let mut rest = n;
            for (digit, value) in word.iter().zip(denominators[..word.len()].iter().rev()) {
                prop_assert_eq!(u64::from(*digit), rest / value);
                rest %= value;
            }
            prop_assert_eq!(rest, 0);
            prop_assert_eq!(system.value(&word), UBig::from(n));
            prop_assert!(valid.accepts(&side_by_side(system, &[n])).unwrap());
        }
        let mut words = vec![Vec::new()];
        for (length, value) in denominators.iter().enumerate().take(5).skip(1) {
            words = words.into_iter().flat_map(|word: Vec<[u8; 1]>| {
                (0..system.digits()).map(move |digit| [word.as_slice(), &[[digit]]].concat())
            }).collect();
            let count = words.iter().filter(|word| valid.accepts(word).unwrap()).count();
            let expected = if length % system.block() == 0 { *value } else { 0 };
            prop_assert_eq!(count as u64, expected);
        }
        let sum = |x: u64, y: u64, z: u64| t.adder().accepts(&side_by_side(system, &[x, y, z])).unwrap();
        for (x, y) in (0..30).flat_map(|x| (0..30).map(move |y| (x, y))).chain([(x, y), (x, 1), (x % 1000, y)]) {
            for z in (x + y).saturating_sub(3)..x + y + 4 {
                prop_assert_eq!(sum(x, y, z), x + y == z, "{} + {} = {}", x, y, z);
            }
        }
    }

    #[test]
    fn other_texts_name_no_system(text in "(Ostrowski \\[0; )?[0-9, ()]{0,12}(\\)\\])?") {
        if let Some(system) = Ostrowski::named(&text) {
            prop_assert_eq!(system.name(), text);
        }
    }
}

#[test]
fn a_system_has_one_name() {
    let names = [
        "Ostrowski [0; 2, (1)]",
        "Ostrowski [0; (2)]",
        "Ostrowski [0; (2, 1)]",
        "Ostrowski [0; 3, 4, (5, 1)]",
    ];
    for name in names {
        assert_eq!(Ostrowski::named(name).unwrap().name(), name);
    }
    let longer = [
        "Ostrowski [0; 1, 1, (1)]",
        "Ostrowski [0; 2, (2)]",
        "Ostrowski [0; (2, 2)]",
        "Ostrowski [0; 2, (1, 2)]",
        "Ostrowski [0; (02)]",
        "Ostrowski [0; ()]",
        "Ostrowski [0; (0)]",
        "Ostrowski [0; (200)]",
        "Ostrowski [0; 2]",
    ];
    for name in longer {
        assert_eq!(Ostrowski::named(name), None, "{name}");
    }
    let golden = Ostrowski::new(&[], &[1]).unwrap();
    assert_eq!(golden.name(), "Ostrowski [0; 2, (1)]");
    let fibonacci: Vec<UBig> = (0..30).map(|n| Zeckendorf.place_value(n)).collect();
    assert_eq!(
        (0..30).map(|n| golden.place_value(n)).collect::<Vec<_>>(),
        fibonacci
    );
    assert_eq!(
        Theory::new(golden, &Limits::default()).unwrap().adder(),
        Theory::new(Zeckendorf, &Limits::default()).unwrap().adder()
    );
}

#[test]
fn what_cannot_be_a_system_is_said() {
    for (before, period) in [
        (&[][..], &[][..]),
        (&[1, 0], &[2]),
        (&[], &[255]),
        (&[2; 60], &[1; 5]),
    ] {
        assert!(matches!(
            Ostrowski::new(before, period),
            Err(Error::Malformed(_))
        ));
    }
    // Too large to prove, and reported as such.
    let few = Limits {
        max_transitions: 1 << 12,
        ..Limits::default()
    };
    let system = || Ostrowski::new(&[], &[9]).unwrap();
    assert!(matches!(
        Theory::new(system(), &few).map(|_| ()),
        Err(Error::TooLarge { .. })
    ));
    let long: Vec<u8> = (1..=40).map(|q| 90 + q).collect();
    let long = Ostrowski::new(&[], &long).unwrap();
    assert!(matches!(
        long.adder(&Limits::default()),
        Err(Error::TooLarge { .. })
    ));
}

/// Combines the parts of two systems.
struct Mixed {
    words: Ostrowski,
    adds: Ostrowski,
}

impl NumerationSystem for Mixed {
    fn name(&self) -> String {
        "mixed".into()
    }
    fn digits(&self) -> u8 {
        self.words.digits()
    }
    fn block(&self) -> usize {
        self.words.block()
    }
    fn place_value(&self, place: usize) -> UBig {
        self.words.place_value(place)
    }
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.words.representations(limits)
    }
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.adds.adder(limits)
    }
}

#[test]
fn the_adder_of_another_place_is_refused() {
    let refused = |words: (&[u8], &[u8]), adds: (&[u8], &[u8])| {
        let system = Mixed {
            words: Ostrowski::new(words.0, words.1).unwrap(),
            adds: Ostrowski::new(adds.0, adds.1).unwrap(),
        };
        match Theory::new(system, &Limits::default()).map(|_| ()) {
            Ok(()) => false,
            Err(Error::NotArithmetic { .. } | Error::LeadingZeros(_)) => true,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(!refused((&[], &[2, 1]), (&[], &[2, 1])));
    // The same period with another offset.
    assert!(refused((&[], &[2, 1]), (&[2], &[2, 1])));
    assert!(refused((&[], &[2]), (&[3], &[2])));
    assert!(refused((&[], &[2, 1, 1]), (&[], &[2])));
    assert!(refused((&[], &[2]), (&[], &[2, 1])));
}

fn below(n: &str) -> Formula {
    constant(0u8).less(var(n))
}

/// n = floor(k sqrt 2) if n, over 1, 3, 7, 17, ..., ends in an even number of zeros, and an
/// appended zero gives n + 2k (A. S. Fraenkel, 1982). "wrong" omits the zeros.
fn root_two() -> Theory<Ostrowski> {
    let mut t = theory(&[3], &[2]);
    let limits = &t.limits().clone();
    let shift = Dfa::explore(
        vec![3; 2],
        0u8,
        |due, d| (d[0] == *due).then_some(d[1]),
        |due| *due == 0,
        limits,
    );
    t.define("shift", &shift.unwrap()).unwrap();
    // The number of trailing zeros modulo 2, after a nonzero digit.
    let zeros = Dfa::explore(
        vec![3],
        None,
        |odd: &Option<bool>, d| {
            Some(match (d[0], odd) {
                (0, odd) => odd.map(|odd| !odd),
                _ => Some(false),
            })
        },
        |odd| *odd != Some(true),
        limits,
    );
    t.define("even", &zeros.unwrap()).unwrap();
    let twice = var("n").plus(var("k")).plus(var("k"));
    let wrong = call("shift", [var("n"), var("b")])
        .and(var("b").equals(twice))
        .exists("b");
    let floor = call("even", [var("n")]).and(wrong.clone());
    t.define_formula("wrong", &["k", "n"], &wrong).unwrap();
    t.define_formula("floor", &["k", "n"], &floor).unwrap();
    t
}

#[test]
fn multiples_of_root_two_are_synchronised() {
    let t = root_two();
    let floor = t.relation(&call("floor", [var("n"), var("m")])).unwrap();
    for n in (0u64..3000).chain([1 << 30, 123_456_789_012]) {
        let square = 2 * u128::from(n) * u128::from(n);
        let root = square.isqrt() as u64;
        for m in root.saturating_sub(1)..root + 2 {
            // Tracks are in the order of the variable names.
            let (at, of) = (UBig::from(m), UBig::from(n));
            assert_eq!(t.contains(&floor, &[at, of]).unwrap(), m == root, "{n}");
        }
    }
}

/// S. Beatty, 1926: the multiples of sqrt 2 and of 2 + sqrt 2, rounded down, partition the positive
/// numbers.
#[test]
fn root_two_and_its_conjugate_are_complementary() {
    let t = root_two();
    let shares_out = |floor: &str| {
        let one = call(floor, [var("k"), var("n")])
            .and(below("k"))
            .exists("k");
        let twice = var("k").plus(var("k"));
        let other = call(floor, [var("k"), var("m")])
            .and(below("k"))
            .and(var("m").plus(twice).equals(var("n")))
            .exists("m")
            .exists("k");
        below("n").implies(one.iff(other).negate())
    };
    assert!(t.holds(&shares_out("floor")).unwrap());
    assert!(!t.holds(&shares_out("wrong")).unwrap());
    let rises = call("floor", [var("i"), var("m")])
        .and(call("floor", [var("j"), var("n")]))
        .and(var("i").less(var("j")));
    assert!(t.holds(&rises.implies(var("m").less(var("n")))).unwrap());
}

/// The Sturmian word of sqrt 2 - 1: f(n) = floor((n + 1) sqrt 2) - floor(n sqrt 2) - 1. Any two
/// factors of one length differ by at most one in their number of ones (M. Morse and G. A. Hedlund,
/// 1940).
#[test]
fn the_word_of_root_two_is_balanced() {
    let t = root_two();
    let at = |n: &str, m: &str| call("floor", [var(n), var(m)]);
    // F(x + y) is F(x) + F(y) or one more.
    let about = |most: u8| {
        let parts = at("x", "a")
            .and(at("y", "b"))
            .and(call("floor", [var("x").plus(var("y")), var("c")]));
        let sum = || var("a").plus(var("b"));
        let near = (0..=most)
            .map(|more| var("c").equals(sum().plus(constant(more))))
            .reduce(Formula::or);
        parts.implies(near.unwrap())
    };
    assert!(t.holds(&about(1)).unwrap());
    assert!(!t.holds(&about(0)).unwrap());
}

/// A period of 2: floor(n sqrt 3) over 1, 2, 3, 8, 11, 30, ... is learned from some values. Then it
/// is proved to be nearly additive.
#[test]
fn multiples_of_root_three_are_learned_and_nearly_additive() {
    let mut t = theory(&[], &[2, 1]);
    let system = t.system().clone();
    let floor = |n: u64| (3 * u128::from(n) * u128::from(n)).isqrt() as u64;
    let valid = t.valid(2).unwrap();
    let tuple = |letter: &usize| vec![(letter / 3) as u8, (letter % 3) as u8];
    let answer = |word: &[usize]| -> Result<bool, ()> {
        let word: Vec<Vec<u8>> = word.iter().map(tuple).collect();
        let number = |at: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
            u64::try_from(&system.value(&digits)).unwrap()
        };
        Ok(valid.accepts(&word).unwrap() && number(1) == floor(number(0)))
    };
    let at = |n: Term, m: &str| call("floor", [n, var(m)]);
    let functional = || {
        at(var("x"), "a")
            .and(at(var("x"), "b"))
            .implies(var("a").equals(var("b")))
    };
    // A wrong hypothesis has a wrong pair among small numbers, or two values for some number, one
    // of them wrong.
    learn(9, 200, answer, |guess| {
        let misread = |n: u64, m: u64| {
            let tuples = side_by_side(&system, &[n, m]);
            let letter = |t: &Vec<u8>| usize::from(t[0]) * 3 + usize::from(t[1]);
            let word: Vec<usize> = tuples.iter().map(letter).collect();
            (*guess.output(&word) != (m == floor(n))).then_some(word)
        };
        let small = (0..64).flat_map(|n| (0..128).map(move |m| (n, m)));
        if let Some(word) = small.into_iter().find_map(|(n, m)| misread(n, m)) {
            return Ok(Some(word));
        }
        let table = guess.next.iter().flatten().map(|s| *s as u32).collect();
        let learned = Dfa::new(vec![3; 2], table, guess.outputs.clone(), 0, t.limits()).unwrap();
        t.define("floor", &learned.and(&valid, t.limits()).unwrap())
            .unwrap();
        let refuted = t.counterexample(&functional()).unwrap();
        Ok(refuted.map(|found| {
            let number = |name: &str| u64::try_from(&found[name]).unwrap();
            let found = ["a", "b"]
                .into_iter()
                .find_map(|m| misread(number("x"), number(m)));
            found.expect("one of two values is wrong")
        }))
    })
    .unwrap();
    assert!(t.holds(&at(var("x"), "a").exists("a")).unwrap());
    assert!(t.holds(&functional()).unwrap());
    let sum = || {
        at(var("x"), "a")
            .and(at(var("y"), "b"))
            .and(at(var("x").plus(var("y")), "c"))
    };
    let none = || var("c").equals(var("a").plus(var("b")));
    let one = var("c").equals(var("a").plus(var("b")).plus(constant(1u8)));
    assert!(t.holds(&sum().implies(none().or(one))).unwrap());
    assert!(!t.holds(&sum().implies(none())).unwrap());
    let relation = t.relation(&at(var("n"), "m")).unwrap();
    for n in [0u64, 1, 7, 12_345, 99_999_999_999] {
        let numbers = [UBig::from(floor(n)), UBig::from(n)];
        assert!(t.contains(&relation, &numbers).unwrap(), "{n}");
    }
}
