//! Formulas as textbooks write them: simplified statements, and the laws of well-known games.

use std::path::Path;

use dashu_int::IBig;
use proptest::prelude::*;
use whowins_analysis::expression::Relation;
use whowins_engine::Limits;
use whowins_law::words::{Class, Context, Numbers, Repeating, Statement, Term, read};
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

/// The numbers `x` and `y`, and `m`, which is at most 3.
struct At([u64; 3]);

const NAMES: [&str; 3] = ["x", "y", "m"];

impl Numbers for At {
    fn number(&self, name: &str) -> Option<IBig> {
        let at = NAMES.iter().position(|one| *one == name)?;
        Some(self.0[at].into())
    }

    fn is(&self, _: Class, _: Option<&[IBig]>) -> Option<bool> {
        None
    }

    fn turn(&self) -> usize {
        0
    }
}

fn domain(name: &str) -> Option<Repeating> {
    match name {
        "m" => Repeating::finite(4, |_| true),
        _ => Some(Repeating::all()),
    }
}

fn parsed(text: &str) -> Statement {
    let context = Context {
        names: NAMES.map(String::from).to_vec(),
        players: ["First", "Second"].map(String::from).to_vec(),
        free: false,
    };
    read(text, &context).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Statements, each with its simplified form.
const SIMPLIFIED: [(&str, &str); 21] = [
    ("x mod 4 in {0}", "x ≡ 0 (mod 4)"),
    ("x mod 9 in {0, 1, 2, 3}", "x mod 9 ≤ 3"),
    ("x mod 6 in {0, 2, 4}", "x is even"),
    ("x in {4, 5}", "x ∈ {4, 5}"),
    ("x in {3, 4, 5, 6}", "3 ≤ x ≤ 6"),
    ("not (x = 0 or x = 1 or x = 2)", "x ≥ 3"),
    ("x mod 2 = 0 and x mod 3 = 0", "x ≡ 0 (mod 6)"),
    ("x mod 3 = 1 or x mod 3 = 2", "x ≢ 0 (mod 3)"),
    ("x mod 4 = 0 and x != 0", "x ≡ 0 (mod 4) and x ≥ 1"),
    (
        "(max(x, y) - min(x, y)) mod 2 = 0 iff (max(x, y) - min(x, y)) mod 3 = 0",
        "|x − y| mod 6 ∈ {0, 1, 5}",
    ),
    ("(max(x, y) - min(x, y)) mod 4 = 0", "x ≡ y (mod 4)"),
    ("max(x, y) - min(x, y) = 0", "x = y"),
    ("x ^ y = 0", "x = y"),
    ("x ^ y ^ m = 0", "x ⊕ y ⊕ m = 0"),
    ("x mod 2 = 0 iff y mod 2 = 0", "x ≡ y (mod 2)"),
    ("m in {1, 3}", "m is odd"),
    ("m <= 3 and x = 5", "x = 5"),
    ("x = y and (m = 0 or m >= 1)", "x = y"),
    ("x = 0 or x >= 1 and y = 2", "x = 0 or y = 2"),
    (
        "x mod 2 = 0 and (x mod 4 = 0 or y = 1)",
        "x is even and (x ≡ 0 (mod 4) or y = 1)",
    ),
    ("x < y or x < y and m = 2", "x < y"),
];

#[test]
fn statements_are_written_as_in_textbooks() {
    let others: Vec<String> = SIMPLIFIED
        .iter()
        .filter_map(|(text, wanted)| {
            let simple = parsed(text).simplified(&domain).to_string();
            (simple != *wanted).then(|| format!("{text}: {simple}, not {wanted}"))
        })
        .collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
}

fn term() -> impl Strategy<Value = Term> {
    let name = prop::sample::select(NAMES.to_vec()).prop_map(|name| Term::Name(name.into()));
    let leaf = prop_oneof![3 => name, 1 => (0u8..7).prop_map(|n| Term::Number(n.into()))];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| Term::Sum(a.into(), b.into())),
            two.clone()
                .prop_map(|(a, b)| Term::Difference(a.into(), b.into())),
            two.clone().prop_map(|(a, b)| {
                let both = vec![a, b];
                let (most, least) = (Term::Most(both.clone()), Term::Least(both));
                Term::Difference(most.into(), least.into())
            }),
            two.clone().prop_map(|(a, b)| Term::Xor(vec![a, b])),
            two.prop_map(|(a, b)| Term::Most(vec![a, b])),
            (inner.clone(), 2u8..4).prop_map(|(a, by)| Term::Times(by.into(), a.into())),
            (inner.clone(), 2u64..4).prop_map(|(a, by)| Term::Quotient(a.into(), by)),
            (inner, 1u64..7).prop_map(|(a, by)| Term::Remainder(a.into(), by)),
        ]
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    let relations = [
        Relation::Less,
        Relation::AtMost,
        Relation::Equal,
        Relation::Unequal,
        Relation::AtLeast,
        Relation::More,
    ];
    let compare = (prop::sample::select(relations.to_vec()), term(), term());
    let leaf = prop_oneof![
        4 => compare.prop_map(|(relation, a, b)| Statement::Compare(relation, a, b)),
        2 => (term(), prop::collection::btree_set(0u64..8, 1..5))
            .prop_map(|(a, set)| Statement::Among(a, set.into_iter().collect())),
        1 => any::<bool>().prop_map(Statement::Constant),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(Statement::negate),
            two.clone().prop_map(|(a, b)| a.and(b)),
            two.clone().prop_map(|(a, b)| a.or(b)),
            two.clone()
                .prop_map(|(a, b)| Statement::Implies(a.into(), b.into())),
            two.prop_map(|(a, b)| Statement::Iff(a.into(), b.into())),
        ]
    })
}

proptest! {
    #[test]
    fn simplified_statements_are_equivalent_and_read_back(original in statement()) {
        let simple = original.simplified(&domain);
        let text = simple.to_string();
        prop_assert!(text.chars().count() <= original.to_string().chars().count());
        let again = parsed(&text);
        for n in 0..14 * 9 * 4 {
            let at = At([n % 14, n / 14 % 9, n / 14 / 9]);
            let wanted = original.holds(&at);
            prop_assert_eq!(simple.holds(&at), wanted, "{}: {} at {:?}", original, text, at.0);
            prop_assert_eq!(again.holds(&at), wanted, "{} reads back differently", text);
        }
    }
}

/// Well-known games, each with the formula of its law in textbooks.
const TEXTBOOK: &[(&str, &str, &str)] = &[
    (
        "Bachet, 1 to 3",
        "position n\nmove n -= k for k in 1..3",
        "P-positions: n ≡ 0 (mod 4)",
    ),
    (
        "Bachet, misère",
        "position n\nmove n -= k for k in 1..3\nmisère play",
        "P-positions: n ≡ 1 (mod 4)",
    ),
    (
        "one or four",
        "position n\nmove n -= k for k in {1, 4}",
        "P-positions: n mod 5 ∈ {0, 2}",
    ),
    (
        "powers of 2",
        "position n\nmove n -= k for k in {1, 2, 4, 8}",
        "P-positions: n ≡ 0 (mod 3)",
    ),
    (
        "two or three",
        "position n\nmove n -= k for k in {2, 3}",
        "P-positions: n mod 5 ≤ 1",
    ),
    (
        "odd numbers",
        "position n\nmove n -= k for k in {1, 3, 5}",
        "P-positions: n is even",
    ),
    (
        "any number",
        "position n\nmove n -= k for k >= 1",
        "P-positions: n = 0",
    ),
    (
        "Nim, 2 heaps",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
        "P-positions: x = y",
    ),
    (
        "Nim, 3 heaps",
        "position x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= \
         1",
        "P-positions: x ⊕ y ⊕ z = 0",
    ),
    (
        "Wythoff",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for \
         k >= 1",
        "P-positions: (⌊kφ⌋, ⌊kφ²⌋) and mirror images, φ = (1 + √5)/2, k = 0, 1, 2, ...",
    ),
    (
        "corner the king",
        "position x, y\nmove x -= 1\nmove y -= 1\nmove x -= 1, y -= 1",
        "P-positions: x is even and y is even",
    ),
    (
        "single steps",
        "position x, y\nmove x -= 1\nmove y -= 1",
        "P-positions: x ≡ y (mod 2)",
    ),
    (
        "Wythoff with steps of one and two",
        "position x, y\nmove x -= k for k in 1..2\nmove y -= k for k in 1..2\n\
         move x -= k, y -= k for k in 1..2",
        "P-positions: x + y ≡ 0 (mod 3)",
    ),
    (
        "two down and one up",
        "position x, y\nmove x -= 2, y += 1\nmove y -= 2, x += 1",
        "P-positions: |x − y| mod 6 ∈ {0, 1, 5}",
    ),
    (
        "without the last number",
        "library/bash-no-repeat.game",
        "P-positions: n ≡ 0 (mod 4), or last is odd and n ≡ last (mod 4)",
    ),
    (
        "Chomp, 2 rows",
        "library/chomp-of-two-rows.game",
        "P-positions: lower = upper + 1 or lower + upper = 1",
    ),
    (
        "Fibonacci Nim",
        "library/fibonacci-nim.game",
        "P-positions: n = 0 or most < the least Zeckendorf part of n",
    ),
    (
        "Mark",
        "library/mark.game",
        "P-positions: n = 0 or n ends in an odd number of zeros in base 2",
    ),
    (
        "square-free numbers",
        "library/square-free.game",
        "P-positions: n ≡ 0 (mod 4)",
    ),
    (
        "all powers of 2",
        "library/powers-of-two.game",
        "P-positions: n ≡ 0 (mod 3)",
    ),
    (
        "1, 2 or k",
        "library/one-two-k.game",
        "P-positions: n mod 7 ∈ {0, 3}",
    ),
    (
        "at most half",
        "library/at-most-half.game",
        "P-positions: n + 1 is a power of 2",
    ),
    (
        "matches",
        "library/matches.game",
        "P-positions: n ≡ 1 (mod 4)",
    ),
    (
        "Ryuo Nim",
        "library/ryuo-nim.game",
        "P-positions: |x − y| ≤ 1 and x + y ≡ 0 (mod 3)",
    ),
    (
        "Kayles",
        "classic/kayles.game",
        "G(n + 12) = G(n) for n ≥ 71",
    ),
    (
        "Lasker's Nim",
        "classic/laskers-nim.game",
        "G(n + 4) = G(n) + 4 for n ≥ 1",
    ),
    (
        "corner the knight",
        "classic/corner-knight.game",
        "P-positions: x mod 4 ≤ 1 and y mod 4 ≤ 1",
    ),
    (
        "Nim with a pass",
        "library/nim-with-a-pass.game",
        "P-positions: heap[1] = heap[2] if pass = 0; |heap[1] − heap[2]| = 1 and min(heap[1], \
         heap[2]) is odd or heap[1] = 0 and heap[2] = 0 if pass = 1",
    ),
    (
        "Even Wins",
        "library/even-wins.game",
        "lost for the player to move: n ≡ 1 (mod 6) if Ann to move and odd of Ann = 0; n mod 6 \
         ∈ {0, 5} if Ann to move and odd of Ann = 1; n mod 6 ≤ 1 if Bob to move and odd of Ann \
         = 0; n ≡ 5 (mod 6) if Bob to move and odd of Ann = 1",
    ),
    (
        "Nim, misère",
        "library/misere-nim.game",
        "P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] ⊕ ... = 0 if some value is above 1, and = 1 \
         otherwise",
    ),
    (
        "partizan",
        "library/partizan-subtraction.game",
        "Left to move wins ⇔ n ∈ {1, 2, 4, 5, 8, 11}. Right to move loses ⇔ n ∈ {0, 1, 4, 7}",
    ),
];

#[test]
fn laws_are_written_as_in_textbooks() {
    let mut others = Vec::new();
    for (name, text, wanted) in TEXTBOOK {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let rules = match text.ends_with(".game") {
            true => std::fs::read_to_string(games.join(text)).expect("a file of rules"),
            false => format!("game \"{name}\"\n{text}\n"),
        };
        let rules = Rules::parse("game", &rules);
        let rules = rules.unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let report = find(
            &rules,
            &Parameters::new(),
            None,
            &Limits::default(),
            &Says::ALL,
        );
        let report = report.expect("rules");
        let formula = report
            .cards
            .iter()
            .find_map(|card| card.explanation.formula.clone());
        if formula.as_deref() != Some(wanted) {
            others.push(format!("{name}: {formula:?}, not {wanted}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}
