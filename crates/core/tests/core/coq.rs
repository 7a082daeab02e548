//! Compares the semantics of terms with `proofs/Core.v`: moves in order, and ends.

use std::fmt::Write;

use whowins_core::coq::Coq;
use whowins_core::random::Random;
use whowins_core::{Budget, Game, State};

use crate::coq_common::coqc;
use crate::{moves, shipped};

/// `Core` is imported last, because other libraries define `Add`, too.
const HEAD: &str = "Require Import ZArith List.\nImport ListNotations.\nFrom Whowins Require Import Core.\nOpen Scope Z_scope.\n";

/// Returns states of random plays.
fn along_plays(game: &Game, count: usize, random: &mut Random) -> Vec<State> {
    let mut all = Vec::new();
    while all.len() < count {
        let mut state = game.starts[random.below(game.starts.len())].clone();
        loop {
            all.push(state.clone());
            let mut next = moves(game, &state);
            if next.is_empty() || all.len() >= count || random.below(40) == 0 {
                break;
            }
            state = next.swap_remove(random.below(next.len()));
        }
    }
    all
}

/// Prints the results of this interpreter as statements for Coq.
fn cases(game: &Game, states: &[State]) -> String {
    let mut text = format!("({},\n [", Coq(game));
    for (at, state) in states.iter().enumerate() {
        let moves: Vec<String> = moves(game, state)
            .iter()
            .map(|next| Coq(next).to_string())
            .collect();
        let over = game.over(state, &Budget::OPEN).expect("no limit");
        let over = over.map_or("None".into(), |pays| format!("Some {}", Coq(&pays)));
        let between = if at == 0 { "" } else { ";\n  " };
        let (state, moves) = (Coq(state), moves.join("; "));
        write!(text, "{between}({state}, [{moves}], {over})").expect("a text");
    }
    text + "])"
}

/// Checks all statements by computation in Coq.
fn agree(name: &str, all: &[(Game, Vec<State>)]) {
    let mut text = HEAD.to_string();
    for (at, (game, states)) in all.iter().enumerate() {
        let cases = cases(game, states);
        writeln!(
            text,
            "Definition c{at} : game * list (state * list state * option Z) :=\n {cases}."
        )
        .expect("a text");
        writeln!(
            text,
            "Goal forallb (agrees (fst c{at})) (snd c{at}) = true. Proof. vm_compute. reflexivity. Qed."
        )
        .expect("a text");
    }
    let (accepted, said) = coqc(name, &text);
    assert!(accepted, "{said}");
}

fn of_games(states: usize) {
    let mut random = Random(3);
    let with = |game: Game| {
        let states = along_plays(&game, states, &mut random);
        (game, states)
    };
    let all: Vec<_> = shipped::all().into_iter().map(with).collect();
    agree("games", &all);
}

fn of_random_terms(seed: u64, games: usize) {
    let mut random = Random(seed);
    let all: Vec<_> = (0..games)
        .map(|_| {
            let game = random.game("random");
            let states = (0..4).map(|_| random.state()).collect();
            (game, states)
        })
        .collect();
    agree("random", &all);
}

#[test]
fn games_have_the_same_moves_in_coq() {
    of_games(12);
}

#[test]
fn random_terms_have_the_same_moves_in_coq() {
    of_random_terms(1, 80);
}

#[test]
#[ignore = "long"]
fn many_states_have_the_same_moves_in_coq() {
    of_games(300);
    of_random_terms(2, 3000);
}

/// Tests that a single difference makes the comparison fail.
#[test]
fn another_term_has_other_moves_in_coq() {
    let nim = shipped::all().into_iter().find(|game| game.name == "nim");
    let nim = nim.expect("it is there");
    let state = nim.starts[0].clone();
    let text = cases(&nim, std::slice::from_ref(&state));
    let changed = text.replacen("(Num 1)", "(Num 2)", 1);
    assert_ne!(text, changed);
    let file = |text: &str| {
        format!(
            "{HEAD}Definition c : game * list (state * list state * option Z) := {text}.\n\
             Goal forallb (agrees (fst c)) (snd c) = true. Proof. vm_compute. reflexivity. Qed."
        )
    };
    assert!(coqc("right", &file(&text)).0);
    assert!(!coqc("changed", &file(&changed)).0);
}
