//! Tests laws in words: `prove`, `ask`, `why`, and automata as files.

use crate::run::{answer, folder, run};

fn told(arguments: &[&str]) -> String {
    answer(arguments, "")
}

#[test]
fn a_law_that_is_stated_is_proved_and_its_certificate_is_accepted() {
    let path = "words-nim.json";
    let said = told(&["prove", "nim", "--law", "P iff x ^ y = z", "-o", path]);
    insta::assert_snapshot!(said);
    let verified = told(&["verify", "nim", path]);
    assert!(verified.starts_with("Accepted"), "{verified}");
    let json = told(&["prove", "nim", "--law", "P implies x <= y + z", "--json"]);
    assert!(
        json.contains("\"status\":\"proved\"") && json.contains("\"own\":false"),
        "{json}"
    );
}

#[test]
fn a_law_that_is_wrong_is_refuted_by_the_smallest_position() {
    let law = ["prove", "nim", "--law", "P iff x ^ y = z and x < 5"];
    let said = run(&law, "");
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    insta::assert_snapshot!(said.out);
    let json = run(&[&law[..], &["--json"]].concat(), "").out;
    assert!(json.contains("\"position\":\"5,0,5\""), "{json}");
}

#[test]
fn a_statement_without_a_class_is_read_as_a_claim_and_the_law_is_offered() {
    let said = run(&["prove", "nim", "--law", "x ^ y ^ z = 0"], "");
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let claim = "read as   a claim about the numbers of every position";
    assert!(said.out.contains(claim), "{}", said.out);
    let (_, law) = said.out.split_once(" write: ").expect("an offer");
    let law = law.lines().next().unwrap_or_default();
    assert_eq!(law, "P iff x ⊕ y ⊕ z = 0");
    assert!(told(&["prove", "nim", "--law", law]).starts_with("Proved."));
    let json = run(&["prove", "nim", "--law", "x ^ y ^ z = 0", "--json"], "").out;
    assert!(
        json.contains("\"as_law\":\"P iff x ⊕ y ⊕ z = 0\""),
        "{json}"
    );
    let json = told(&["prove", "nim", "--law", "P iff x ^ y ^ z = 0", "--json"]);
    assert!(!json.contains("as_law"), "{json}");
}

#[test]
fn a_statement_that_cannot_be_read_is_shown_with_its_mistake() {
    let law = ["prove", "nim", "--law", "P iff x ^ w = z"];
    let said = run(&law, "");
    assert_eq!(said.code, 2);
    let said = said.err;
    assert!(
        said.contains("`w` isn't a number of the position"),
        "{said}"
    );
}

#[test]
fn questions_are_answered_with_numbers_and_automata() {
    insta::assert_snapshot!(told(&["ask", "cowcheck", "exists y: P(x, y) and x < y"]));
    insta::assert_snapshot!(told(&["ask", "nim", "for all x exists y: P(x, y, y + 1)"]));
    insta::assert_snapshot!(told(&["ask", "nim", "P(a, a, 0)", "--walnut"]));
    for (ending, begins) in [
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("txt", "msd_2"),
        ("re", "([0,0,0]|"),
    ] {
        let file = format!("words-law.{ending}");
        told(&["law", "nim", "--automaton", &file]);
        let text = std::fs::read_to_string(folder().join(&file)).expect("it was written");
        assert!(text.starts_with(begins), "{ending}: {text}");
    }
    let said = run(&["law", "nim", "--automaton", "law.xyz"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains(".svg"), "{}", said.err);
}

#[test]
fn why_tells_the_law_with_its_numbers_and_what_moves_run_into() {
    insta::assert_snapshot!(told(&["why", "nim", "--at", "3,5,7", "--moves", "3"]));
    insta::assert_snapshot!(told(&["why", "bash-no-repeat", "--at", "8,2"]));
    insta::assert_snapshot!(told(&["why", "kayles", "--at", "3,5,8", "--moves", "2"]));
    let far = told(&[
        "why",
        "nim",
        "--at",
        "1000000000000000000000000000000,1000000000000000000000000000001,3",
    ]);
    assert!(far.contains("= 2, not 0"), "{far}");
    let json = told(&["why", "nim", "--at", "1,2,3", "--json"]);
    assert!(json.contains("\"reason\":\"1 ⊕ 2 ⊕ 3 = 0\""), "{json}");
}
