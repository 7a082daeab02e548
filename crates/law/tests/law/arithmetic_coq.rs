//! Values that grow evenly as instances of `proofs/Arithmetic.v`: accepted, and refused once a
//! number in them is changed.

use crate::breaking_common::search;
use crate::cases;
use crate::coq_common::coqc;
use whowins_law::coq::{NoInstance, file};

fn instance(moves: &str) -> Result<String, NoInstance> {
    let proved = search(moves, "arithmetic").proved;
    file(&proved.unwrap_or_else(|| panic!("{moves}"))).map(|written| written.text)
}

/// Saltuses that are powers of 2 and not, preperiods, up to four heaps that stay, and numbers
/// without end.
const GAMES: [&str; 7] = [
    "hexadecimal 0.3F",
    "position heaps\nmove take any number\nmove split into two heaps",
    "position heaps\nmove take any number",
    "position heaps\nmove take 1, 2 or 4 or more",
    "position heaps\nmove take 2, leaving at most one heap or four heaps",
    "hexadecimal 0.F8",
    "hexadecimal 0.48",
];

#[test]
fn instances_are_accepted() {
    let mut all = String::new();
    let games = cases(2, GAMES.len());
    for (at, moves) in GAMES.iter().enumerate().take(games) {
        let text = instance(moves).unwrap_or_else(|NoInstance(why)| panic!("{moves}: {why}"));
        all.push_str(&format!("Module Game{at}.\n{text}End Game{at}.\n"));
    }
    let (accepted, said) = coqc("arithmetic", &all);
    assert!(accepted, "{said}\n{all}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, games, "{said}");
}

/// Each change of the rules, the values or the forms makes the certificate false, or leaves
/// something unproved.
#[test]
fn changed_instances_are_refused() {
    let (kenyon, lasker) = (GAMES[0], GAMES[1]);
    for (moves, from, to) in [
        // The rules: the term is of others.
        (
            kenyon,
            "digits : list N := [0; 3; 15]",
            "digits : list N := [0; 3; 7]",
        ),
        (lasker, "beyond : N := 3", "beyond : N := 2"),
        (kenyon, "consts := [[1; 2]", "consts := [[1; 3]"),
        // The values.
        (
            kenyon,
            "table : list N := [0; 1; 2",
            "table : list N := [0; 1; 3",
        ),
        (
            kenyon,
            "table : list N := [0; 1; 2; 0",
            "table : list N := [1; 1; 2; 0",
        ),
        (
            kenyon,
            "acheck digits beyond 1 6 3",
            "acheck digits beyond 1 6 4",
        ),
        (
            kenyon,
            "acheck digits beyond 1 6 3",
            "acheck digits beyond 1 5 3",
        ),
        (
            kenyon,
            "acheck digits beyond 1 6 3",
            "acheck digits beyond 0 6 3",
        ),
        (
            lasker,
            "acheck digits beyond 1 4 4",
            "acheck digits beyond 1 4 3",
        ),
        // Forms: needed ones, and ones that the rules do not have.
        (kenyon, "Form 2 false [] true true;", ""),
        (kenyon, "Form 1 false [] false true;", ""),
        (
            kenyon,
            "Form 1 false [] false true;",
            "Form 1 false [1] false true;",
        ),
        (
            kenyon,
            "Form 2 false [] true true;",
            "Form 2 true [] true true;",
        ),
        (
            lasker,
            "Form 1 true [] false true",
            "Form 1 false [] false true",
        ),
        (
            lasker,
            "Form 1 true [] false true",
            "Form 0 true [] false true",
        ),
    ]
    .into_iter()
    .step_by(cases(5, 1))
    {
        let text = instance(moves).unwrap();
        assert!(text.contains(from), "{from}\n{text}");
        let changed = text.replacen(from, to, 1);
        let (accepted, _) = coqc("changed", &changed);
        assert!(!accepted, "{from} as {to}\n{changed}");
    }
}

/// Values that are no Grundy values though each smaller one is an option's, or though no option has
/// the heap's own: each half of the check refuses one by itself.
#[test]
#[ignore = "long"]
fn each_half_of_the_check_refuses() {
    let text = instance(GAMES[0]).unwrap();
    let (before, _) = text.split_once("Theorem certificate").unwrap();
    let says = |statement: &str| {
        let text =
            format!("{before}Goal {statement}. Proof. vm_compute. reflexivity. Qed.\nEnd Law1.\n");
        coqc("half", &text).0
    };
    let walk = |table: &str, sizes: &str| {
        format!(
            "walk_ok (N.to_nat 100000) digits beyond {sizes} (mk {table} 1 (PositiveMap.empty N))"
        )
    };
    let forms = |table: &str, sizes: &str, forms: &str| {
        format!(
            "forms_ok digits beyond {sizes} (mk {table} 1 (PositiveMap.empty N)) {forms} 0 1 12 4"
        )
    };
    let right = "[0; 1; 2; 0; 1; 2; 3]";
    assert!(says(&format!("{} = true", walk(right, "1 6 3"))));
    assert!(says(&format!("{} = true", forms(right, "1 6 3", "forms"))));
    // All values one more but 0's: options of heaps have them no more, and 1 is nobody's.
    let high = "[0; 2; 3; 1; 2; 3; 4]";
    assert!(says(&format!("{} = false", forms(high, "1 6 3", "forms"))));
    // A heap of 3 has the options 1 and 2.
    let low = "[0; 1; 2; 1; 1; 2; 3]";
    assert!(says(&format!("{} = false", walk(low, "1 6 3"))));
    assert!(says(&format!("{} = false", forms(right, "1 6 3", "[]"))));
}

/// All the codes of one digit or two that grow evenly: which of them Coq takes, one by one.
#[test]
#[ignore = "some minutes of coqc; run where the theory or the instances change"]
fn survey() {
    let (mut taken, mut none) = (0, Vec::<String>::new());
    for code in 1..256 {
        let code = match code % 16 {
            0 => format!("0.{:X}", code / 16),
            _ => format!("0.{code:02X}"),
        };
        let moves = format!("hexadecimal {code}");
        let Some(verified) = search(&moves, "arithmetic").proved else {
            continue;
        };
        match file(&verified) {
            Ok(written) => {
                let (accepted, said) = coqc("survey", &written.text);
                assert!(accepted, "{code}: {said}\n{}", written.text);
                println!("{code} accepted");
                taken += 1;
            }
            Err(NoInstance(why)) => {
                println!("{code}: {why}");
                none.push(code);
            }
        }
    }
    // Both need a form in which two heaps of any sizes share what is left.
    assert_eq!((taken, none), (69, vec!["0.28".into(), "0.29".into()]));
}
