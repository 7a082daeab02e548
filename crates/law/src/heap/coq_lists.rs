//! Lists whose law is a theorem about one shape of term, for Coq: each has a file of its own in
//! `proofs/`, which reads the term and proves the theorem.

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
    /// What the elements are in Coq: of `Z`, natural ones are asked for.
    elements: &'static str,
    /// What a move does.
    moves: String,
}

/// A term's list and moves as rules are lowered, with the file and the theorem.
struct Shape {
    /// The least and the largest number of the list.
    range: &'static str,
    moves: &'static str,
    file: &'static str,
    is: &'static str,
    law: &'static str,
    elements: &'static str,
    description: &'static str,
}

const SHAPES: [Shape; 3] = [
    Shape {
        range: "0 -",
        moves: "(alt (choose k 1 (+ list 1) (set list (- list k))) \
            (choose i 2 (+ (len list) 1) (choose k 1 (+ (get list (- i 1)) 1) \
                (seq (set list (- i 1) (- (get list (- i 1)) k)) (set list (- i 2) (+ (get list (- i 2)) k))))))",
        file: "Staircase",
        is: "is_staircase",
        law: "staircase_law",
        elements: "N",
        description: "Any number goes from one step to the next, and from the lowest out of the game.",
    },
    Shape {
        range: "0 -",
        moves: "(choose i 0 (len list) (choose j 1 (+ i 1) \
            (seq (set list i (- (get list i) 1)) (set list (- j 1) (+ (get list (- j 1)) 1)))))",
        file: "Nimble",
        is: "is_nimble",
        law: "nimble_law",
        elements: "N",
        description: "One coin goes from a square to one with a lesser number.",
    },
    Shape {
        range: "0 1",
        moves: "(alt (choose i 0 (len list) (seq (guard (= (get list i -1) 1)) (set list i 0))) \
            (choose i 0 (- (len list) 1) (seq (guard (= (get list i -1) 0)) \
                (choose k 0 (+ (max (- (- (len list) i) 1) 0) 1) (seq (guard (< (+ k 1) (- (len list) i))) \
                    (guard (= (get list (+ (+ i 1) k) -1) 1)) (set list i 1) (set list (+ (+ i 1) k) 0))))) \
            (choose i 0 (- (len list) 1) (seq (guard (= (get list i -1) 1)) \
                (choose k 0 (+ (max (- (- (len list) i) 1) 0) 1) (seq (guard (< (+ k 1) (- (len list) i))) \
                    (guard (= (get list (+ (+ i 1) k) -1) 1)) (set list i 0) (set list (+ (+ i 1) k) 0))))))",
        file: "Turtles",
        is: "is_turtles",
        law: "turtles_law",
        elements: "bool",
        description: "A coin goes from heads (1) to tails (0), and, if the player likes, one on its left is turned with it.",
    },
];

/// Whether the term is one list with these moves, under normal play.
fn has(shape: &Shape, term: &Game) -> bool {
    let Shape { range, moves, .. } = shape;
    let text = format!(
        "(game list (part turn 0 1) (part list {range}) (tier (seq {moves} (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
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
            elements: "Z",
            moves: "A move lowers one of the largest numbers of the list.".into(),
        },
        Picks::Several(most) => Theorem {
            file: "Moore",
            is: "is_moore".into(),
            law: "moore_law",
            lost: format!("lost {most}"),
            elements: "Z",
            moves: format!("A move lowers from one to {most} of the numbers of the list."),
        },
        Picks::Own => {
            let shape = SHAPES.iter().find(|shape| has(shape, term))?;
            Theorem {
                file: shape.file,
                is: shape.is.into(),
                law: shape.law,
                lost: "lost".into(),
                elements: shape.elements,
                moves: shape.description.into(),
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
        elements,
        moves,
    } = theorem(term)?;
    let natural = match elements {
        "Z" => "natural list ->\n  ",
        _ => "",
    };
    let most = lost.strip_prefix("lost").unwrap_or_default();
    Some(format!(
        "From Whowins Require Import Core ViewOutcome {file}.\n\
         From Coq Require Import ZArith NArith List.\nImport ListNotations.\n\
         (* {moves} *)\n\
         Lemma the_term : {is} {TERM}{most}.\nProof. repeat split; ((left; reflexivity) || (right; reflexivity) || reflexivity). Qed.\n\
         (* For lists of every length: whom the theorem names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (player : bool) (list : list {elements}), {natural}\
           ({lost} list = false <-> wins {TERM} player (here player list)) /\\\n  \
           ({lost} list = true <-> wins {TERM} (negb player) (here player list)).\n\
         Proof. exact ({law} _{} the_term). Qed.\n",
        if most.is_empty() { "" } else { " _" }
    ))
}
