//! Lists whose law is a theorem about one shape of term, for Coq: each has a file of its own in `proofs/`, which reads the term and proves the theorem.

use whowins_core::Game;
use whowins_verify::heap::Picks;

use crate::coq::TERM;

/// A theorem about lists of any length.
struct Theorem {
    /// Its file.
    file: &'static str,
    /// What is said of the term there, and the theorem.
    is: String,
    law: &'static str,
    /// Who loses, with what comes before the list.
    lost: String,
    /// Whether the numbers are those of Coq's `Z`, which may be negative.
    integers: bool,
    /// What a move does.
    moves: String,
}

/// Moves as rules are lowered, with the file and the theorem of each.
const MOVES: [(&str, &str, &str, &str, &str); 2] = [
    (
        "(alt (choose k 1 (+ list 1) (set list (- list k))) \
            (choose i 2 (+ (len list) 1) (choose k 1 (+ (get list (- i 1)) 1) \
                (seq (set list (- i 1) (- (get list (- i 1)) k)) (set list (- i 2) (+ (get list (- i 2)) k))))))",
        "Staircase",
        "is_staircase",
        "staircase_law",
        "Any number goes from one step to the next, and from the lowest out of the game.",
    ),
    (
        "(choose i 0 (len list) (choose j 1 (+ i 1) \
            (seq (set list i (- (get list i) 1)) (set list (- j 1) (+ (get list (- j 1)) 1)))))",
        "Nimble",
        "is_nimble",
        "nimble_law",
        "One coin goes from a square to one with a lesser number.",
    ),
];

/// Whether the term is one list with these moves, under normal play.
fn has(moves: &str, term: &Game) -> bool {
    let text = format!(
        "(game list (part turn 0 1) (part list 0 -) (tier (seq {moves} (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
    );
    let own: Option<Game> = text.parse().ok();
    own.is_some_and(|own| own.is_same(term) && own.tiers == term.tiers)
}

/// The theorem of a term.
fn theorem(term: &Game) -> Option<Theorem> {
    Some(match Picks::of(term) {
        Picks::Largest => Theorem {
            file: "Greedy",
            is: "is_greedy".into(),
            law: "greedy_law",
            lost: "lost".into(),
            integers: true,
            moves: "A move lowers one of the largest numbers of the list.".into(),
        },
        Picks::Several(most) => Theorem {
            file: "Moore",
            is: "is_moore".into(),
            law: "moore_law",
            lost: format!("lost {most}"),
            integers: true,
            moves: format!("A move lowers from one to {most} of the numbers of the list."),
        },
        Picks::Own => {
            let (_, file, is, law, moves) = MOVES.into_iter().find(|one| has(one.0, term))?;
            Theorem {
                file,
                is: is.into(),
                law,
                lost: "lost".into(),
                integers: false,
                moves: moves.into(),
            }
        }
    })
}

/// The body of the module where there is such a theorem.
pub(super) fn known(term: &Game) -> Option<String> {
    let Theorem {
        file,
        is,
        law,
        lost,
        integers,
        moves,
    } = theorem(term)?;
    let (numbers, natural) = match integers {
        true => ("Z", "natural list ->\n  "),
        false => ("N", ""),
    };
    let most = lost.strip_prefix("lost").unwrap_or_default();
    Some(format!(
        "From Whowins Require Import Core ViewOutcome {file}.\n\
         From Coq Require Import ZArith NArith List.\nImport ListNotations.\n\
         (* {moves} *)\n\
         Lemma the_term : {is} {TERM}{most}.\nProof. repeat split; ((left; reflexivity) || (right; reflexivity) || reflexivity). Qed.\n\
         (* For lists of every length: whom the theorem names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (player : bool) (list : list {numbers}), {natural}\
           ({lost} list = false <-> wins {TERM} player (here player list)) /\\\n  \
           ({lost} list = true <-> wins {TERM} (negb player) (here player list)).\n\
         Proof. exact ({law} _{} the_term). Qed.\n",
        if most.is_empty() { "" } else { " _" }
    ))
}
