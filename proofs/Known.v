(** * Known.v -- impartial games of a core term by what a theorem says of them.
    A game whose moves, from the states that stand for the positions of some set, are those of a relation between these; and a set of lost positions, without a move from one
    to another, and with a move into it from every other: then who is to move wins in the term exactly outside this set ([impartial_law]).
    Source: kernels (von Neumann, Morgenstern 1944).
    An instance gives the relation, the set and a measure that falls. *)
Require Import ZArith List Bool Lia.
From Whowins Require Game Heap.
From Whowins Require Import Core ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

Section Impartial.
Variable g : game.
Hypothesis Free : blocks g = O.
Hypothesis Endless : forall s, ended g s = None.
Variables (X : Type) (R : X -> X -> Prop) (I : X -> Prop) (here : bool -> X -> state) (lost : X -> bool) (size : X -> nat).
Hypothesis Turn : forall P x, turn (here P x) = number_of P.
Hypothesis Moves : forall P x s, I x -> (In s (moves g (here P x)) <-> exists y, R x y /\ s = here (negb P) y).
Hypothesis Keeps : forall x y, I x -> R x y -> I y /\ (size y < size x)%nat.
Hypothesis Stuck : forall P x, I x -> stuck_pays g (here P x) = if P then -1 else 1.
Hypothesis Apart : forall x y, I x -> R x y -> lost x = true -> lost y = false.
Hypothesis Reach : forall x, I x -> lost x = false -> exists y, R x y /\ lost y = true.

Definition both (p q : bool * X) : Prop := I (snd p) /\ fst q = negb (fst p) /\ R (snd p) (snd q).

Theorem impartial_law : forall P x, I x ->
  (lost x = false <-> wins g P (here P x)) /\ (lost x = true <-> wins g (negb P) (here P x)).
Proof using All.
  intros P x Ix.
  pose proof (play_correct g Free Endless (bool * X) both fst (fun p => here (fst p) (snd p)) (fun p => I (snd p)) false) as C.
  specialize (C ltac:(intros [Q y]; apply Turn)).
  specialize (C ltac:(intros [Q y] s Iy; cbn [fst snd] in *; rewrite (Moves Q y s Iy); split;
    [intros [z [M ->]]; exists (negb Q, z); repeat split; trivial | intros [[Q' z] [[_ [E M]] ->]]; cbn [fst snd] in *; subst Q'; eauto])).
  specialize (C ltac:(intros p q Ip [_ [E M]]; split; [exact (proj1 (Keeps _ _ Ip M))|exact E])).
  specialize (C ltac:(intros [Q y] Iy; cbn [fst snd] in *; rewrite (Stuck Q y Iy); now destruct Q) (P, x) Ix (negb (lost x))).
  cbn [fst snd] in C. rewrite negb_true_iff, negb_false_iff in C. apply C.
  1,2: clear C.
  assert (Wf : well_founded (fun q p => both p q)).
  { apply (Game.wf_measure _ both (fun p => size (snd p))). intros p q [Ip [_ M]]. exact (proj2 (Keeps _ _ Ip M)). }
  assert (K : forall p, I (snd p) -> (negb (lost (snd p)) = true <-> Game.Win both p) /\ (negb (lost (snd p)) = false <-> Game.Lose both p)).
  { apply (Game.kernel_outcome_on _ both (fun p => I (snd p)) (fun p => negb (lost (snd p))) Wf).
    - intros p q Ip [_ [_ M]]. exact (proj1 (Keeps _ _ Ip M)).
    - intros [Q y] Iy H. cbn [fst snd] in *. apply negb_true_iff in H. destruct (Reach y Iy H) as [z [M L]].
      exists (negb Q, z). cbn [snd]. rewrite L. repeat split; trivial.
    - intros [Q y] [Q' z] Iy H [_ [_ M]]. cbn [fst snd] in *. apply negb_false_iff in H. now rewrite (Apart y z Iy M H). }
  - intro H. apply (Heap.play_normal _ both (P, x)), (K (P, x) Ix). now apply negb_true_iff.
  - intro H. assert (Wf : well_founded (fun q p => both p q)).
    { apply (Game.wf_measure _ both (fun p => size (snd p))). intros p q [Ip [_ M]]. exact (proj2 (Keeps _ _ Ip M)). }
    assert (K : forall p, I (snd p) -> (negb (lost (snd p)) = true <-> Game.Win both p) /\ (negb (lost (snd p)) = false <-> Game.Lose both p)).
    { apply (Game.kernel_outcome_on _ both (fun p => I (snd p)) (fun p => negb (lost (snd p))) Wf).
      - intros p q Ip [_ [_ M]]. exact (proj1 (Keeps _ _ Ip M)).
      - intros [Q y] Iy H'. cbn [fst snd] in *. apply negb_true_iff in H'. destruct (Reach y Iy H') as [z [M L]].
        exists (negb Q, z). cbn [snd]. rewrite L. repeat split; trivial.
      - intros [Q y] [Q' z] Iy H' [_ [_ M]]. cbn [fst snd] in *. apply negb_false_iff in H'. now rewrite (Apart y z Iy M H'). }
    apply (Heap.play_normal _ both (P, x)), (K (P, x) Ix). now apply negb_false_iff.
Qed.
End Impartial.
