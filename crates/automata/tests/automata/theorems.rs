//! Tests known theorems, each with a false variant that must fail.
use std::time::Instant;
use whowins_automata::*;

fn zeckendorf() -> Theory<Zeckendorf> {
    Theory::new(Zeckendorf, &Limits::default()).unwrap()
}

fn binary() -> Theory<Base> {
    Theory::new(Base::new(2).unwrap(), &Limits::default()).unwrap()
}

fn explore<S: Clone + Eq + std::hash::Hash>(
    tracks: usize,
    s: S,
    f: impl Fn(&S, &[u8]) -> Option<S>,
    a: impl Fn(&S) -> bool,
) -> Dfa {
    Dfa::explore(vec![2; tracks], s, f, a, &Limits::default()).unwrap()
}

/// Defines words that end in an even number of zeros (except 0), and the left shift.
fn wythoff_parts(theory: &mut Theory<Zeckendorf>) {
    let even = explore(
        1,
        0u8,
        |&c, t| {
            Some(if t[0] == 1 {
                1
            } else {
                [0, 2, 1][usize::from(c)]
            })
        },
        |&c| c == 1,
    );
    theory.define("even", &even).unwrap();
    // Each digit of track 1 is the next digit of track 0. The state is the digit expected in track
    // 0.
    theory
        .define(
            "shift",
            &explore(
                2,
                0u8,
                |&due, t| (t[0] == due).then_some(t[1]),
                |&due| due == 0,
            ),
        )
        .unwrap();
}

#[test]
fn wythoff() {
    let begin = Instant::now();
    let mut t = zeckendorf();
    let built = begin.elapsed();
    wythoff_parts(&mut t);
    let zero = |v: &str| var(v).equals(constant(0u8));
    let half = |a: &str, b: &str| {
        zero(a)
            .and(zero(b))
            .or(call("even", [var(a)]).and(call("shift", [var(a), var(b)])))
    };
    t.define_formula("P", &["x", "y"], &half("x", "y").or(half("y", "x")))
        .unwrap();
    let p = |a: &str, b: &str| call("P", [var(a), var(b)]);
    let rook = var("x")
        .equals(var("u"))
        .and(var("v").less(var("y")))
        .or(var("y").equals(var("v")).and(var("u").less(var("x"))));
    let diagonal = var("u")
        .plus(var("d"))
        .equals(var("x"))
        .and(var("v").plus(var("d")).equals(var("y")));
    let queen = rook
        .clone()
        .or(diagonal.and(zero("d").negate()).exists("d"));
    t.define_formula("queen", &["x", "y", "u", "v"], &queen)
        .unwrap();
    let queen = || call("queen", ["x", "y", "u", "v"].map(var));
    let closed = p("x", "y").and(p("u", "v")).and(queen()).negate();
    let reached = p("x", "y").or(p("u", "v").and(queen()).exists("v").exists("u"));
    assert!(t.holds(&closed).unwrap());
    assert!(t.holds(&reached).unwrap());
    println!(
        "Wythoff: arithmetic proved in {built:?}, all in {:?}, adder {} states",
        begin.elapsed(),
        t.adder().states()
    );
    // A rook alone can't reach P from (1, 1).
    let rook_only = p("x", "y").or(p("u", "v").and(rook).exists("v").exists("u"));
    assert!(!t.holds(&rook_only).unwrap());
    // Compare the law with the mex rule.
    let relation = t.relation(&p("x", "y")).unwrap();
    let (mut used, mut pairs) = (
        std::collections::BTreeSet::new(),
        std::collections::BTreeSet::new(),
    );
    for k in 0u64..30 {
        let a = (0..).find(|a| !used.contains(a)).unwrap();
        used.extend([a, a + k]);
        pairs.extend([(a, a + k), (a + k, a)]);
    }
    for x in 0u64..40 {
        for y in 0u64..40 {
            assert_eq!(
                t.contains(&relation, &[x.into(), y.into()]).unwrap(),
                pairs.contains(&(x, y)),
                "({x}, {y})"
            );
        }
    }
}

/// floor(k phi) is k - 1 shifted left, plus 1. The increasing sequences a and b = a + k that
/// partition the positive numbers are unique (S. Beatty, 1926; W. A. Wythoff, 1907).
#[test]
fn golden_multiples_are_a_shift() {
    let mut t = zeckendorf();
    wythoff_parts(&mut t);
    let define = |t: &mut Theory<Zeckendorf>, name: &str, offset: u8| {
        let before = var("h").plus(constant(1u8)).equals(var("k"));
        let moved = call("shift", [var("h"), var("s")])
            .and(var("s").plus(constant(offset)).equals(var("n")));
        t.define_formula(
            name,
            &["k", "n"],
            &before.and(moved.exists("s")).exists("h"),
        )
        .unwrap();
    };
    define(&mut t, "a", 1);
    define(&mut t, "wrong", 2);
    let shares_out = |a: &str| {
        let lower = call(a, [var("k"), var("n")]).exists("k");
        let upper = call(a, [var("k"), var("m")])
            .and(var("m").plus(var("k")).equals(var("n")))
            .exists("m")
            .exists("k");
        constant(0u8)
            .less(var("n"))
            .implies(lower.iff(upper).negate())
    };
    let rises = call("a", [var("i"), var("m")])
        .and(call("a", [var("j"), var("n")]))
        .and(var("i").less(var("j")));
    assert!(t.holds(&rises.implies(var("m").less(var("n")))).unwrap());
    assert!(
        t.holds(
            &constant(0u8)
                .less(var("k"))
                .iff(call("a", [var("k"), var("n")]).exists("n"))
        )
        .unwrap()
    );
    assert!(t.holds(&shares_out("a")).unwrap());
    assert!(!t.holds(&shares_out("wrong")).unwrap());
}

#[test]
fn thue_morse_has_squares_but_no_overlap() {
    let mut t = binary();
    t.define(
        "T",
        &explore(1, false, |&p, d| Some(p != (d[0] == 1)), |&p| p),
    )
    .unwrap();
    let same = || {
        call("T", [var("i").plus(var("j"))])
            .iff(call("T", [var("i").plus(var("j")).plus(var("n"))]))
    };
    let positive = || constant(0u8).less(var("n"));
    let square = positive().and(var("j").less(var("n")).implies(same()).forall("j"));
    let overlap = positive().and(var("j").at_most(var("n")).implies(same()).forall("j"));
    assert!(t.holds(&square.exists("i").exists("n")).unwrap());
    assert!(t.holds(&overlap.exists("i").exists("n").negate()).unwrap());
}

#[test]
fn fibonacci_word_has_cubes_but_no_fourth_power() {
    let mut t = zeckendorf();
    t.define("F", &explore(1, 0u8, |_, d| Some(d[0]), |&d| d == 1))
        .unwrap();
    let same = || {
        call("F", [var("i").plus(var("j"))])
            .iff(call("F", [var("i").plus(var("j")).plus(var("n"))]))
    };
    let twice = || var("n").plus(var("n"));
    let power = |length: Term| {
        let repeats = var("j").less(length).implies(same()).forall("j");
        constant(0u8)
            .less(var("n"))
            .and(repeats)
            .exists("i")
            .exists("n")
    };
    assert!(t.holds(&power(twice())).unwrap());
    assert!(t.holds(&power(twice().plus(var("n"))).negate()).unwrap());
}

#[test]
fn nim_sum_in_base_two() {
    let mut t = binary();
    t.define(
        "nim",
        &explore(
            3,
            (),
            |_, d| (d[0] ^ d[1] ^ d[2] == 0).then_some(()),
            |_| true,
        ),
    )
    .unwrap();
    let p = |a: &str, b: &str, c: &str| call("nim", [var(a), var(b), var(c)]);
    // From x, y, z outside the law, some heap can be lowered into it. From inside, none can.
    let can = p("w", "y", "z").and(var("w").less(var("x"))).exists("w");
    let can = can.or(p("x", "w", "z").and(var("w").less(var("y"))).exists("w"));
    let can = can.or(p("x", "y", "w").and(var("w").less(var("z"))).exists("w"));
    assert!(t.holds(&can.iff(p("x", "y", "z").negate())).unwrap());
    let at_most_sum = p("x", "y", "z").implies(var("z").at_most(var("x").plus(var("y"))));
    assert!(t.holds(&at_most_sum).unwrap());
    assert!(
        !t.holds(&p("x", "y", "z").implies(var("z").equals(var("x").plus(var("y")))))
            .unwrap()
    );
}

/// A system with a wrong adder, a wrong order of words or a wrong set of them.
struct Broken(u8);

impl NumerationSystem for Broken {
    fn name(&self) -> String {
        "broken".into()
    }
    fn digits(&self) -> u8 {
        2
    }
    fn place_value(&self, place: usize) -> dashu_int::UBig {
        Zeckendorf.place_value(place)
    }
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        if self.0 == 0 {
            Base::new(2)?.representations(limits)
        } else {
            Zeckendorf.representations(limits)
        }
    }
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        if self.0 == 1 {
            Base::new(2)?.adder(limits)
        } else {
            Zeckendorf.adder(limits)
        }
    }
}

#[test]
fn wrong_arithmetic_is_refused() {
    let law = |n| match Theory::new(Broken(n), &Limits::default()) {
        Err(Error::NotArithmetic { law, .. }) => Some(law),
        _ => None,
    };
    assert!(law(0).is_some());
    assert_eq!(law(1), Some(ArithmeticLaw::Total));
    assert_eq!(law(2), None);
}
