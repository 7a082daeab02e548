//! The Coq side of laws of linear moves: coqc accepts what the writer writes, and rejects it once
//! the law is wrong.

use whowins_law::coq::instance;
use whowins_verify::Law;
use whowins_verify::firstorder::FirstOrder;

use crate::cases;
use crate::coq_common::coqc;
use crate::firstorder::{law, proved};
use crate::firstorder_cases::{Case, GAMES};

fn case(name: &str) -> &'static Case {
    let found = GAMES.iter().find(|case| case.name == name);
    found.unwrap_or_else(|| panic!("{name}"))
}

/// A law's file, and the same with a law that is changed by one letter or number, where Coq is to
/// refuse the check.
fn with_forged(at: usize, case: &Case) -> String {
    let verified = proved(case);
    let own = law(&verified);
    let written = |law: &FirstOrder| {
        let law = Law::FirstOrder(law.clone());
        instance(verified.game(), &law).unwrap_or_else(|why| panic!("{}: {}", case.name, why.0))
    };
    let mut text = format!(
        "Module Law{at}.\n{}End Law{at}.\nPrint Assumptions Law{at}.law.\n",
        written(own)
    );
    let mut forged = vec![own.clone(); 4];
    // Who wins, in the last state and memory.
    let says = forged[0].says.last_mut().expect("a state");
    let other = match says.pop() {
        Some('F') => 'S',
        _ => 'F',
    };
    says.push(other);
    // Another state after the last letter.
    let states = u32::try_from(own.next.len()).expect("few states");
    let last = forged[1].next.last_mut().and_then(|row| row.last_mut());
    let last = last.expect("a letter");
    *last = (*last + 1) % states;
    // Nothing falls; or what grows.
    forged[2].falls.clear();
    for weight in forged[3].falls.iter_mut().flatten() {
        *weight = -*weight;
    }
    for (number, law) in forged.iter().enumerate() {
        let text_of = written(law);
        let (before, after) = text_of.split_once("Lemma checked : ").expect("a lemma");
        let (said, _) = after.split_once(".\nProof.").expect("its proof");
        text += &format!(
            "Module Forged{at}_{number}.\n{before}Fail Definition forged : {said} := ltac:(vm_compute; reflexivity).\nEnd Forged{at}_{number}.\n"
        );
    }
    text
}

#[test]
fn coqc_accepts_laws_and_no_forged_ones() {
    let some = [
        "take 1 to 3, not what was taken last",
        "Mark under misère play",
        "Chomp, two rows",
        "ends in a draw",
    ];
    let mut text = String::new();
    for (at, name) in some.iter().enumerate() {
        text += &with_forged(at, case(name));
    }
    let (accepted, said) = coqc("first_order", &text);
    assert!(accepted, "{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, some.len(), "{said}");
}

/// What Coq would take minutes for.
const LARGE: [&str; 0] = [];

#[test]
fn coqc_accepts_all_of_them() {
    let few = GAMES.iter().filter(|case| !LARGE.contains(&case.name));
    for case in few.take(cases(0, GAMES.len())) {
        let verified = proved(case);
        let file = whowins_law::coq::file(&verified);
        let text = file
            .unwrap_or_else(|why| panic!("{}: {}", case.name, why.0))
            .text;
        let (accepted, said) = coqc("first_order", &text);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{}: {said}",
            case.name
        );
    }
}
