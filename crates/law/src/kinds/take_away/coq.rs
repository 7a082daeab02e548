//! Instances of `proofs/TakeAway.v`.

use whowins_verify::takeaway::TakeAway;

use crate::coq::TERM;

/// The body of the module for a law of this kind.
pub(super) fn take_away(law: &TakeAway) -> String {
    format!(
        "From Whowins Require Import Core ViewOutcome TakeAway.\n\
         From Coq Require Import ZArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n\
         (* From 1 to as many tokens as may be taken, after which c k + d may be. *)\n\
         Definition c : Z := {c}.\nDefinition d : Z := ({d}).\n\
         Lemma the_term : is_take_away {TERM} (allowed_of {TERM}) c d.\nProof. repeat split; vm_compute; reflexivity. Qed.\n\
         (* For all natural numbers: whom the least part names can force a win in the game of the term, and the other player cannot. *)\n\
         Theorem law : forall (player : bool) (n m : Z), 0 <= n -> 0 <= m ->\n  \
           (lost (allowed c d) (n, m) = false <-> wins {TERM} player (here player (n, m))) /\\\n  \
           (lost (allowed c d) (n, m) = true <-> wins {TERM} (negb player) (here player (n, m))).\n\
         Proof. exact (take_away_law _ _ _ _ the_term). Qed.\n",
        c = law.times,
        d = law.more,
    )
}
