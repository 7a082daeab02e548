//! The Coq side of laws of rows: coqc accepts what the writer writes, and rejects it once the law is wrong.

mod coq_common;
mod rows_of_two;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use whowins_law::coq::instance;
use whowins_rules::Game;
use whowins_verify::lattice::GrundyRows;
use whowins_verify::{Budget, Certificate, Law};

use rows_of_two::{WYTHOFF, game, law, random_rules};

/// Whether coqc accepts the modules' theorems of this name and finds nothing assumed; else what it says. One run for all.
fn coqc(name: &str, bodies: &[String], theorem: &str) -> Result<(), String> {
    let mut text = String::new();
    let mut names = String::from("tt");
    for (at, body) in bodies.iter().enumerate() {
        text += &format!("Module Law{at}.\n{body}End Law{at}.\n");
        names += &format!(", Law{at}.{theorem}");
    }
    text += &format!("Definition all := ({names}).\nPrint Assumptions all.\n");
    let (fine, said) = coq_common::coqc(name, &text);
    match fine && said.contains("Closed under the global context") {
        true => Ok(()),
        false => Err(said.chars().take(3000).collect()),
    }
}

fn body(game: &Game, law: &GrundyRows) -> String {
    instance(game, &Law::GrundyRows(law.clone())).unwrap_or_else(|why| panic!("{}", why.0))
}

/// The module that says, not that the check passes, but that it fails.
fn refuted(game: &Game, law: &GrundyRows) -> String {
    let text = body(game, law);
    let end = text.find("Lemma certificate").expect("the check");
    format!(
        "{}Theorem refuted : check {} (rules true) rows = false.\nProof. vm_compute. reflexivity. Qed.\n",
        &text[..end],
        law.fixed == 1
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
