//! Compares formulas with their evaluation on small numbers.
use dashu_int::UBig;
use proptest::prelude::*;
use whowins_automata::*;

const NAMES: [&str; 3] = ["x", "y", "z"];

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (0usize..3).prop_map(|i| var(NAMES[i])),
        (0u8..6).prop_map(constant)
    ];
    leaf.prop_recursive(2, 4, 2, |t| (t.clone(), t).prop_map(|(a, b)| a.plus(b)))
}

/// Generates formulas. Quantified variables are bounded by 6, so that a naive evaluation can try
/// all values.
fn formula() -> impl Strategy<Value = Formula> {
    let atom = (term(), term(), any::<bool>())
        .prop_map(|(a, b, less)| if less { a.less(b) } else { a.equals(b) });
    atom.prop_recursive(3, 8, 2, |f| {
        let two = (f.clone(), f.clone());
        prop_oneof![
            f.clone().prop_map(Formula::negate),
            two.clone().prop_map(|(a, b)| a.and(b)),
            two.clone().prop_map(|(a, b)| a.or(b)),
            two.clone().prop_map(|(a, b)| a.implies(b)),
            two.prop_map(|(a, b)| a.iff(b)),
            (f.clone(), 0usize..3)
                .prop_map(|(f, i)| var(NAMES[i]).less(constant(6u8)).and(f).exists(NAMES[i])),
            (f, 0usize..3).prop_map(|(f, i)| var(NAMES[i])
                .less(constant(6u8))
                .implies(f)
                .forall(NAMES[i])),
        ]
    })
}

fn number(t: &Term, at: [u32; 3]) -> UBig {
    match t {
        Term::Variable(v) => at[NAMES.iter().position(|n| n == v).unwrap()].into(),
        Term::Constant(c) => c.clone(),
        Term::Sum(a, b) => number(a, at) + number(b, at),
    }
}

fn truth(f: &Formula, at: [u32; 3]) -> bool {
    let with = |v: &String, n: u32| {
        let mut other = at;
        other[NAMES.iter().position(|m| m == v).unwrap()] = n;
        other
    };
    match f {
        Formula::Equal(a, b) => number(a, at) == number(b, at),
        Formula::Less(a, b) => number(a, at) < number(b, at),
        Formula::Call(..) => unreachable!("none is generated"),
        Formula::Not(f) => !truth(f, at),
        Formula::And(a, b) => truth(a, at) && truth(b, at),
        Formula::Or(a, b) => truth(a, at) || truth(b, at),
        Formula::Implies(a, b) => !truth(a, at) || truth(b, at),
        Formula::Iff(a, b) => truth(a, at) == truth(b, at),
        Formula::Exists(v, f) => (0..6).any(|n| truth(f, with(v, n))),
        Formula::Forall(v, f) => (0..6).all(|n| truth(f, with(v, n))),
    }
}

fn check<N: NumerationSystem>(theory: &Theory<N>, f: &Formula) -> Result<(), TestCaseError> {
    let relation = theory.relation(f).unwrap();
    for x in 0..8u32 {
        for y in 0..8 {
            for z in 0..8 {
                let at = [x, y, z];
                let place = |v: &String| UBig::from(at[NAMES.iter().position(|n| n == v).unwrap()]);
                let numbers: Vec<UBig> = relation.variables.iter().map(place).collect();
                prop_assert_eq!(
                    theory.contains(&relation, &numbers).unwrap(),
                    truth(f, at),
                    "{:?} at {:?}",
                    f,
                    at
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn as_read_naively(f in formula()) {
        check(&Theory::new(Base::new(2).unwrap(), &Limits::default()).unwrap(), &f)?;
        check(&Theory::new(Base::new(3).unwrap(), &Limits::default()).unwrap(), &f)?;
        check(&Theory::new(Zeckendorf, &Limits::default()).unwrap(), &f)?;
    }

    #[test]
    fn sums_of_any_size(a in any::<u128>(), b in any::<u128>(), off in 0u8..3) {
        let t = Theory::new(Zeckendorf, &Limits::default()).unwrap();
        let r = t.relation(&var("x").plus(var("y")).equals(var("z"))).unwrap();
        let (a, b) = (UBig::from(a), UBig::from(b));
        let sum = &a + &b + UBig::from(off);
        prop_assert_eq!(t.system().value(&t.system().represent(&sum)), sum.clone());
        prop_assert_eq!(t.contains(&r, &[a, b, sum]).unwrap(), off == 0);
    }
}

#[test]
fn bad_formulas_are_errors() {
    let mut t = Theory::new(Zeckendorf, &Limits::default()).unwrap();
    assert!(matches!(
        t.holds(&call("f", [])),
        Err(Error::UnknownName(_))
    ));
    assert!(matches!(
        t.holds(&var("#0").equals(var("x"))),
        Err(Error::Malformed(_))
    ));
    let length_one = Dfa::new(
        vec![2],
        vec![1, 1, 2, 2, 2, 2],
        vec![false, true, false],
        0,
        &Limits::default(),
    )
    .unwrap();
    assert!(matches!(
        t.define("one", &length_one),
        Err(Error::LeadingZeros(_))
    ));
    t.define(
        "all",
        &length_one
            .or(&length_one.complement(), &Limits::default())
            .unwrap(),
    )
    .unwrap();
    assert!(matches!(
        t.holds(&call("all", [])),
        Err(Error::WrongArity { .. })
    ));
    let deep = (0..300).fold(var("x").equals(var("x")), |f, _| f.negate());
    assert!(matches!(t.holds(&deep), Err(Error::TooLarge { .. })));
    let tight = Limits {
        max_states: 5,
        ..Limits::default()
    };
    assert!(matches!(
        Theory::new(Zeckendorf, &tight),
        Err(Error::TooLarge { .. })
    ));
}
