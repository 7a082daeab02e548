//! Instances of `proofs/ViewCuts.v`.

use whowins_verify::values::CutRows;

use crate::coq::TERM;

/// The body of the module for a law of this kind.
pub(super) fn cut_rows(law: &CutRows) -> String {
    let signs: Vec<String> = law.signs.iter().map(|sign| format!("({sign})")).collect();
    format!(
        "From Coq Require Import ZArith List Bool.\nFrom Whowins Require Import Core ViewOutcome ValueCuts ViewCuts.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* The sign of each symbol; rows are read from this end on. *)\n\
         Definition signs : list Z := [{signs}].\n\
         Definition from_last : bool := {from_last}.\n\
         (* Each move of the term: its player, its condition on the cell, and how it removes the cell and all cells beyond it. *)\n\
         Definition the_cuts : list cut := Eval vm_compute in cuts_of {TERM}.\n\
         Lemma the_term : view_cuts signs from_last {TERM} the_cuts.\nProof. vm_compute. repeat split. Qed.\n\
         (* In every sum: a row of any length can replace a row of the same number, over a common denominator 2^k, and is no better than a row of a larger number;\n   \
         and from every row, with either player to move, who can force a win in the game of the term. *)\n\
         Theorem law :\n  \
           (forall k X Y, short k X -> short k Y -> proper signs X -> proper signs Y -> (at_most signs from_last X Y <-> total signs from_last k X <= total signs from_last k Y)) /\\\n  \
           (forall w, proper signs [w] -> let v := worth (length w) (oriented signs from_last w) in\n    \
             (0 < v <-> wins {TERM} true (row_of true w)) /\\ (v <= 0 <-> wins {TERM} false (row_of true w)) /\\\n    \
             (0 <= v <-> wins {TERM} true (row_of false w)) /\\ (v < 0 <-> wins {TERM} false (row_of false w))).\n\
         Proof. exact (cut_rows_term _ _ _ _ the_term). Qed.\n",
        signs = signs.join("; "),
        from_last = law.from_last,
    )
}
