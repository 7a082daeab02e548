//! The sets that the verifier reads from guards, against the moves that the rules give.

use proptest::prelude::*;
use whowins_analysis::{Frame, Player};
use whowins_rules::{Parameters, Rules};
use whowins_verify::heap::Takes;
use whowins_verify::{Budget, Why};

fn read(
    line: &str,
) -> (
    whowins_analysis::Game,
    Result<Takes, whowins_verify::Rejection>,
) {
    let text = format!("game \"G\"\nposition n\n{line}\n");
    let rules = Rules::parse("test", &text)
        .unwrap_or_else(|faults| panic!("{}\n{line}", faults.render(false)));
    let game = rules.game(&Parameters::new()).unwrap();
    let takes = Takes::read(&game, &Budget::default());
    (game, takes)
}

/// Numbers made of the chosen `k`.
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("k".to_string()),
        (0..40i64).prop_map(|c| c.to_string())
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} + {b})")),
            two.clone().prop_map(|(a, b)| format!("({a} - {b})")),
            (2..4i64, inner.clone()).prop_map(|(c, a)| format!("({c} * {a})")),
            (2..5i64, inner.clone()).prop_map(|(c, a)| format!("({a} / {c})")),
            (2..5i64, inner).prop_map(|(c, a)| format!("({a} % {c})")),
            two.clone().prop_map(|(a, b)| format!("min({a}, {b})")),
            two.prop_map(|(a, b)| format!("max({a}, {b})")),
        ]
    })
}

fn guard() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        Just("="),
        Just("!="),
        Just("<"),
        Just("<="),
        Just(">"),
        Just(">=")
    ];
    let leaf = (number(), sign, number()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}"));
    leaf.prop_recursive(2, 4, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} and {b})")),
            two.prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("(not {a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// The set is what the rules allow, far beyond the reach; nothing is refused but what
    /// multiplies to large moduli.
    #[test]
    fn sets_of_guards(step in 1..4i64, shift in 0..5i64, least in 0..9i64, guard in guard()) {
        let line = format!("move n -= {step} * k + {shift} for k >= {} if {guard}", least.max(1 - shift.min(1)));
        let (game, takes) = read(&line);
        let takes = match takes {
            Ok(takes) => takes,
            Err(rejection) => {
                prop_assert_eq!(rejection.why, Why::Rules);
                prop_assume!(false);
                unreachable!()
            }
        };
        let heap = (takes.reach() + 3 * takes.modulus() + 50).min(6_000) as i64;
        let mut rules: Vec<i64> = Frame::new(&game, 1, 1)
            .next(Player::First, &[heap])
            .iter()
            .map(|to| heap - to[0])
            .collect();
        rules.sort_unstable();
        rules.dedup();
        let (near, far) = (takes.near(0), takes.far(0));
        let read: Vec<i64> = (1..=heap)
            .filter(|s| match usize::try_from(*s).unwrap() {
                s if s <= takes.reach() => near.contains(&s),
                s => far[s % takes.modulus()],
            })
            .collect();
        prop_assert_eq!(rules, read, "{}", line);
    }
}

#[test]
fn least_description() {
    let of = |line: &str| {
        let takes = read(line).1.unwrap();
        (takes.reach(), takes.modulus(), takes.near(0), takes.far(0))
    };
    assert_eq!(of("move n -= k for k >= 1"), (0, 1, vec![], vec![true]));
    assert_eq!(
        of("move n -= k for k >= 1 if k != 3"),
        (3, 1, vec![1, 2], vec![true])
    );
    assert_eq!(
        of("move n -= k for k >= 1 if k < 4"),
        (3, 1, vec![1, 2, 3], vec![false])
    );
    assert_eq!(
        of("move n -= k for k >= 1 if k % 4 = 1 or k % 4 = 3"),
        (0, 2, vec![], vec![false, true])
    );
    assert_eq!(
        of("move n -= 2 * k for k >= 1"),
        (0, 2, vec![], vec![true, false]).clone()
    );
    assert_eq!(
        of("move n -= 1\nmove n -= k for k >= 5"),
        (4, 1, vec![1], vec![true])
    );
}
