//! The Coq side of laws of rows: coqc accepts what the writer writes, and rejects it once the law
//! is wrong.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use whowins_analysis::Game;
use whowins_law::OfRules;
use whowins_law::coq::{NoInstance, instance};
use whowins_verify::lattice::GrundyRows;
use whowins_verify::{Budget, Certificate, Law};

use crate::rows_of_two::{SOME_NUMBERS, WYTHOFF, changed, game, law, random_rules};

/// Whether coqc accepts the modules' theorems of this name and finds nothing assumed; else what it
/// says. One run for all.
fn coqc(name: &str, bodies: &[String], theorem: &str) -> Result<(), String> {
    let mut text = String::new();
    let mut names = String::from("tt");
    for (at, body) in bodies.iter().enumerate() {
        text += &format!("Module Law{at}.\n{body}End Law{at}.\n");
        names += &format!(", Law{at}.{theorem}");
    }
    text += &format!("Definition all := ({names}).\nPrint Assumptions all.\n");
    let (fine, said) = crate::coq_common::coqc(name, &text);
    match fine && said.contains("Closed under the global context") {
        true => Ok(()),
        false => Err(said.chars().take(3000).collect()),
    }
}

fn written(game: &Game, law: &GrundyRows) -> Result<String, NoInstance> {
    instance(game, &Law::GrundyRows(law.clone()))
}

fn body(game: &Game, law: &GrundyRows) -> String {
    written(game, law).unwrap_or_else(|why| panic!("{}", why.0))
}

/// The module that says, not that the check passes, but that it fails; without the reading of the
/// term.
fn refuted(text: &str) -> String {
    let place = |words: &str| text.find(words).expect("a part of the module");
    let check = &text
        [place("check ")..place(" = true.\nProof. vm_compute. reflexivity. Qed.\n(** in row x")];
    format!(
        "{}{}Theorem refuted : {check} && least_check rows = false.\nProof. vm_compute. reflexivity. Qed.\n",
        &text[..place("(** the core term has these moves")],
        &text[place("Open Scope N_scope")..place("Lemma certificate")],
    )
}

#[test]
fn rows_of_wythoffs_game() {
    let (_, law) = law(WYTHOFF, 12);
    coqc("wythoff", &[body(&game(WYTHOFF), &law)], "law").unwrap();
}

#[test]
fn rows_of_other_games() {
    let games = [
        // Nim, and Wythoff's game with neighbours of the diagonal.
        (
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
            6,
        ),
        (
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k + j for k >= 1, 0 <= j < 2",
            4,
        ),
        // The second heap is the row; any number in two moves; moves that raise the column.
        (
            "position x, y\nmove x -= k for k >= 3\nmove x -= k for k in {1, 2}\nmove y -= 1, x += 2",
            5,
        ),
        (
            "position x, y\nmove y -= 1\nmove x -= k, y += 2 * k for k >= 1",
            5,
        ),
        (
            "position x, y\nmove x -= 2, y -= 3\nmove y -= k for k in {1, 4}",
            6,
        ),
        // No move within a row, and none at all in row 0.
        ("position x, y\nmove x -= 1, y -= 1\nmove x -= 2, y += 1", 6),
    ];
    let written = games.map(|(moves, last)| body(&game(moves), &law(moves, last).1));
    coqc("other_games", &written, "law").unwrap();
}

/// Rules at random, as the finder's own test has them: rays, vectors, neighbours of the diagonal,
/// either heap the row.
#[test]
#[ignore = "long: some ten seconds"]
fn rows_of_random_games() {
    let mut runner = TestRunner::deterministic();
    let written: Vec<String> = (0..40)
        .map(|_| {
            let moves = random_rules().new_tree(&mut runner).unwrap().current();
            let (_, law) = law(&moves, 3);
            body(&game(&moves), &law)
        })
        .collect();
    coqc("random_games", &written, "law").unwrap();
}

/// Each change to a law, with what the verifier says of it. Several in one run of coqc.
#[test]
fn wrong_rows_are_refuted() {
    let mut wrong = Vec::new();
    let mut right = Vec::new();
    for moves in [SOME_NUMBERS, WYTHOFF].into_iter().take(crate::cases(1, 2)) {
        let (certificate, law) = law(moves, 3);
        // Some of the changes in every run.
        for changed in changed(&law).into_iter().step_by(crate::cases(4, 1)) {
            let accepted = Certificate {
                laws: vec![Law::GrundyRows(changed.clone())],
                ..certificate.clone()
            }
            .verify_with_rules(&Budget::of(1 << 24))
            .is_ok();
            match accepted {
                true => right.push(body(&game(moves), &changed)),
                // Moves that are not of this form with the other heap as the row have no module.
                false => wrong.extend(
                    written(&game(moves), &changed)
                        .iter()
                        .map(|text| refuted(text)),
                ),
            }
        }
    }
    println!("{} right, {} wrong", right.len(), wrong.len());
    assert!(!right.is_empty() && wrong.len() > crate::cases(6, 80));
    coqc("right_rows", &right, "law").unwrap();
    coqc("wrong_rows", &wrong, "refuted").unwrap();
}

/// The law of Wythoff's game is none of a game with other moves, nor of one whose moves are not of
/// this form.
#[test]
fn rows_of_other_rules_are_refuted() {
    let (_, law) = law(WYTHOFF, 3);
    let others = [
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 2",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k in 1..2",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
    ];
    let mut refused: Vec<String> = others
        .iter()
        .map(|moves| refuted(&body(&game(moves), &law)))
        .collect();
    // Moves of no such form: not every number, a fixed number of rows and any of columns, a row
    // that is raised.
    let text = body(&game(WYTHOFF), &law);
    let column = "Ray [0; 0] [0; (-1)] 1 None";
    assert!(text.contains(column));
    for other in [
        "Ray [0; 0] [0; (-1)] 2 None",
        "Ray [0; 0] [0; (-2)] 1 None",
        "Ray [0; 0] [0; (-1)] 0 None",
        "Ray [0; 0] [0; 1] 1 None",
        "Ray [(-1); 0] [0; (-1)] 1 None",
        "Ray [0; 0] [0; (-1)] 1 None; Ray [1; 0] [0; (-1)] 1 None",
        "Ray [0; 0] [0; (-1)] 1 None; Ray [1; (-1)] [0; 0] 0 (Some 0)",
        "Ray [0; 0] [0; (-1)] 1 None; Ray [0] [0] 0 (Some 0)",
    ] {
        refused.push(refuted(&text.replace(column, other)));
    }
    coqc("other_rules", &refused, "refuted").unwrap();
    let other = text.replace(
        "Ray [0; 0] [(-1); (-1)] 1 None",
        "Ray [0; 0] [(-1); (-1)] 2 None",
    );
    assert_ne!(text, other);
    let said = coqc("other_moves", &[other], "law").unwrap_err();
    assert!(said.contains("Unable to unify"), "{said}");
    for (moves, why) in [
        (
            "position x, y\nmove x -= 1\nmove y -= 1\nmisère play",
            "normal play",
        ),
        ("position x, y\nmove x -= 1\nmove y -= 1 if x > 1", "guards"),
        (
            "position x, y\nFirst: move x -= 1\nSecond: move y -= 1",
            "both players",
        ),
        ("position x\nmove x -= 1", "two numbers"),
    ] {
        let said = written(&game(moves), &law).unwrap_err();
        assert!(said.0.contains(why), "{}", said.0);
    }
}
