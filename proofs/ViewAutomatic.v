(** * ViewAutomatic.v -- laws of games on tuples of naturals, as laws of a core term.
    Proved: what Automatic.v and Beatty.v accept for the rays of a term is so in the term, for every tuple ([automatic_term], [beatty_term]).
    Source: as Automatic.v, Beatty.v and ViewLattice.v.
    An instance gives a term, and what those files ask for. *)
Require Import ZArith List Bool Lia.
From Whowins Require Digits Lattice Automatic Beatty Wythoff.
From Whowins Require Import Core ViewOutcome ViewLattice.
Import ListNotations.
Open Scope Z_scope.

Theorem automatic_term : forall g c, view_lattice (Automatic.dim c) (Automatic.rules c) (Automatic.who_is_stuck_wins c) g = true ->
  Automatic.check c = true -> forall P p, length p = Automatic.dim c -> Digits.nonneg p ->
  exists b, Automatic.law c P p = Some b /\ (b = true <-> wins g P (tuple P p)) /\ (b = false <-> wins g (negb P) (tuple P p)).
Proof.
  intros g c V C P p L N. destruct (Automatic.automatic_law c C P p L N) as [b [E H]].
  exists b. split; trivial. exact (lattice_correct _ _ _ _ V P p L N b H).
Qed.
Theorem beatty_term : forall g t rules, view_lattice 2 rules false g = true -> 1 <= t ->
  Lattice.rules_fine 2 rules = true -> Lattice.falling 2 rules [1; 1] = true -> (forall P, Beatty.same_moves t (rules P)) ->
  forall P x y, 0 <= x -> 0 <= y ->
  (Wythoff.cold t (x, y) = true <-> wins g (negb P) (tuple P [x; y])) /\
  (Wythoff.cold t (x, y) = false <-> wins g P (tuple P [x; y])).
Proof.
  intros g t rules V Ht F Fa M P x y Hx Hy. destruct (Beatty.beatty_law t Ht rules F Fa M P x y Hx Hy) as [B1 B2].
  assert (N : Digits.nonneg [x; y]) by (repeat constructor; trivial).
  destruct (lattice_correct _ _ _ _ V P [x; y] eq_refl N (negb (Wythoff.cold t (x, y)))) as [W L].
  - rewrite negb_true_iff, negb_false_iff. tauto.
  - rewrite negb_true_iff in W. rewrite negb_false_iff in L. tauto.
Qed.
