//! Laws of rows and boards as Coq files: accepted as written, refuted when the law or the rules in
//! them are changed.

use std::time::Duration;

use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

use crate::coq_common::coqc;

/// The file of the law, if one is found in this time.
fn found(rules: &str, seconds: u64) -> Option<String> {
    let parsed = Rules::parse("test", rules).unwrap_or_else(|faults| panic!("{rules}\n{faults}"));
    let limits = Limits::default().with_time(Duration::from_secs(seconds));
    let report = find(&parsed, &Parameters::new(), None, &limits, &[Says::Outcome]).unwrap();
    let proved = report.proved?;
    let written = whowins_law::coq::file(&proved);
    Some(
        written
            .unwrap_or_else(|why| panic!("{rules}\n{}", why.0))
            .text,
    )
}

/// Hands the files to one run of coqc.
fn accepted(name: &str, files: &[String]) {
    let mut all = String::new();
    let mut laws = 0;
    for (at, text) in files.iter().enumerate() {
        laws += text.matches("Print Assumptions").count();
        all.push_str(&format!("Module Game{at}.\n{text}End Game{at}.\n"));
    }
    let (fine, said) = coqc(name, &all);
    assert!(fine, "{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, laws, "{said}");
}

/// Says of each changed file, not that its check passes, but that it fails; without what says that
/// the rules are the term's.
fn refuted(name: &str, files: &[String]) {
    let mut all = String::new();
    for (at, text) in files.iter().enumerate() {
        let place = |words: &str| text.find(words).expect("a part of the file");
        let proof = |lemma: &str| {
            let at = text.find(lemma)?;
            let end = at + text[at..].find("Qed.\n").expect("a proof") + "Qed.\n".len();
            Some((at, end))
        };
        let check = place("Theorem checked : ");
        let (term, after) = proof("Lemma the_term").expect("a lemma");
        let (words, _) = proof("Lemma the_words").unwrap_or((check, check));
        let kept = format!("{}{}", &text[..term], &text[after..words]);
        let check = &text[place("Theorem checked : ")..];
        let check = check.lines().next().expect("a line");
        let check = check.replace("= true", "= false");
        all.push_str(&format!(
            "Module Game{at}.\n{kept}{check}\nProof. vm_compute. reflexivity. Qed.\nEnd Law1.\nEnd Game{at}.\n"
        ));
    }
    let (fine, said) = coqc(name, &all);
    assert!(fine, "{said}");
}

/// The text with each change, which has to change something.
fn changed(text: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let change = |(from, to): &(&str, &str)| {
        assert!(text.contains(from), "{from}\n{text}");
        text.replacen(from, to, 1)
    };
    changes.iter().map(change).collect()
}

const ROW: &str = include_str!("../../../../games/seeds/ellyscheckers.game");
const BOARD: &str = include_str!("../../../../games/seeds/ellys-board.game");

fn board(rules: &str) -> String {
    format!("game \"Some\"\nplayers A, B\nposition board of . o\n{rules}\n")
}

#[test]
#[ignore = "long"]
fn ellys_boards() {
    let text = found(BOARD, 20).expect("a law");
    let (fine, said) = coqc("board", &text);
    assert!(fine, "{said}\n{text}");
    assert_eq!(said.matches("Closed under the global context").count(), 1);
    // Another value wins, cells weigh otherwise, play goes the other way, another reading order,
    // too short a sight, other rules.
    refuted(
        "wrong_board",
        &changed(
            &text,
            &[
                (
                    "wins := [(false,false);(true,true)]",
                    "wins := [(true,true);(false,false)]",
                ),
                (
                    "wins := [(false,false);(true,true)]",
                    "wins := [(false,false);(true,false)]",
                ),
                (
                    "wins := [(false,false);(true,true)]",
                    "wins := [(false,false);(false,false)]",
                ),
                ("modulus := 2", "modulus := 3"),
                ("modulus := 2", "modulus := 0"),
                ("blank := 0", "blank := 1"),
                ("digits := [0;1]", "digits := [1;0]"),
                ("downwards := true", "downwards := false"),
                ("rightwards := true", "rightwards := false"),
                ("reach := 3", "reach := 2"),
                (
                    "Cell 0 1 (Some 0%nat) (Some 1%nat);Cell 0 0",
                    "Cell 0 2 (Some 0%nat) (Some 1%nat);Cell 0 0",
                ),
                ("[(0,1);(1,0)]", "[(0,1)]"),
                (
                    "follow := [",
                    "follow := [Stencil [Cell 0 0 (Some 1%nat) (Some 0%nat)] []; ",
                ),
            ],
        ),
    );
    // The core term is not that of rules that are not the game's.
    let other = text.replacen("[(0,1);(1,0)]", "[(0,2);(1,0)]", 1);
    let (fine, said) = coqc("other_moves", &other);
    assert!(!fine && said.contains("Unable to unify"), "{said}");
}

#[test]
fn boards() {
    let games = [
        "move o -> .",
        "move o . -> . o along left, down\nat once ^ o / $ -> ^ . / $",
        "move o . -> . o along right, down right\nat once o $ -> . $",
    ];
    let files: Vec<String> = games
        .iter()
        .filter_map(|rules| found(&board(rules), 5))
        .collect();
    assert!(files.len() >= 2, "{}", files.len());
    accepted("boards", &files);
}

#[test]
#[ignore = "long"]
fn misere_boards_and_falling_sums() {
    let games = [
        board("move o -> .\nmisère play"),
        board("move o . -> . o along right, down\nmove o $ / $ -> . $ / $\nmisère play"),
        board("move o -> .\nmove . o o o . -> o . . . o"),
    ];
    let files: Vec<String> = (games.iter())
        .map(|rules| found(rules, 30).unwrap_or_else(|| panic!("no law: {rules}")))
        .collect();
    accepted("misere_boards_and_falling_sums", &files);
    let mut wrong = changed(
        &files[0],
        &[
            ("Boards.misere := true", "Boards.misere := false"),
            (
                "wins := [(true,true);(false,false)]",
                "wins := [(false,false);(true,true)]",
            ),
            (
                "wins := [(true,true);(false,false)]",
                "wins := [(true,true);(true,true)]",
            ),
            (
                "wins := [(true,true);(false,false)]",
                "wins := [(false,false);(false,false)]",
            ),
            // A blank board with a move.
            (
                "Cell 0 0 (Some 1%nat) (Some 0%nat)",
                "Cell 0 0 None (Some 0%nat)",
            ),
        ],
    );
    wrong.extend(changed(
        &files[2],
        &[
            ("counts := [[0;1]%nat]", "counts := []"),
            ("counts := [[0;1]%nat]", "counts := [[1;0]%nat]"),
            ("counts := [[0;1]%nat]", "counts := [[1;1]%nat]"),
            ("Boards.misere := false", "Boards.misere := true"),
        ],
    ));
    refuted("wrong_misere_boards_and_falling_sums", &wrong);
}

fn row(rules: &str) -> String {
    format!("game \"Some\"\nplayers Left, Right\nposition row of . o\n{rules}\n")
}

#[test]
fn rows() {
    let games = [
        ROW.to_owned(),
        row("move o . -> . .\nmove . o -> . ."),
        row("move o . -> . .\nmove . o -> . .\nmisère play"),
        row("Left: move o -> .\nRight: move o o -> . ."),
        // Rows that fall with the last cell leading only.
        row("move . o -> o ."),
        row("move ^ . o -> ^ o .\nmove ^ o -> ^ .\nmove . o $ -> o . $\nmisère play"),
    ];
    let mut files = Vec::new();
    for rules in &games {
        let file = found(rules, 8);
        println!("{}: {rules}", if file.is_some() { "law" } else { "none" });
        files.extend(file);
    }
    let with = |words: &str| files.iter().filter(|text| text.contains(words)).count();
    assert!(with("misere := false") >= 2 && with("misere := true") >= 1);
    assert!(with("first_leads := false") >= 1);
    accepted("rows", &files);
    // The other way of play, another order of play, labels that are not there or others.
    let mut wrong = Vec::new();
    let small = files
        .iter()
        .filter(|text| text.contains("wgt := [0;1;") && text.len() < 20_000);
    for text in small.take(3) {
        let (from, to) = if text.contains("misere := true") {
            ("Rewriting.misere := true", "Rewriting.misere := false")
        } else {
            ("Rewriting.misere := false", "Rewriting.misere := true")
        };
        wrong.extend(changed(
            text,
            &[
                (from, to),
                ("Some true,", "Some false,"),
                ("Some true,", "None,"),
                ("wgt := [0;1;", "wgt := [1;0;"),
            ],
        ));
    }
    assert!(wrong.len() >= 4, "{}", wrong.len());
    refuted("wrong_rows", &wrong);
}

#[test]
fn rules_on_words_are_those_of_the_stencils() {
    let text = found(ROW, 20).expect("a law");
    let (before, from) = text.split_once("Lemma the_words : ").expect("a lemma");
    let (said, _) = from.split_once('\n').expect("a line");
    let said = said.replace("= true", "= false");
    // A rule left out, one with another result, one too many; a settled row that the domain leaves
    // out; another play.
    let wrong = changed(
        before,
        &[
            ("([1;1;1;0;3],[0;1;1;0;3])", "([1;1;1;0;3],[0;1;1;1;3])"),
            (";([1;1;1;0;3],[0;1;1;0;3])", ""),
            ("[([1;0;0],", "[([0;0;1],[0;1;0]);([1;0;0],"),
            ("dacc := (fun _ => [", "dacc := (fun _ => [false;"),
            ("Rewriting.misere := false", "Rewriting.misere := true"),
        ],
    );
    let mut all = String::new();
    for (at, text) in wrong.iter().enumerate() {
        all.push_str(&format!(
            "Module Game{at}.\n{text}Lemma the_words : {said}\nProof. vm_compute. reflexivity. Qed.\nEnd Law1.\nEnd Game{at}.\n"
        ));
    }
    let (fine, said) = coqc("wrong_words", &all);
    assert!(fine, "{said}");
}
