(** * ViewLatticeLaws.v -- laws of games on tuples of naturals, as laws of a core term.
    Proved: what Beatty.v and GrundyRows.v accept for the rays of a term is so in the term, for every tuple ([beatty_term], [rows_term]).
    Source: as Beatty.v, GrundyRows.v and ViewLattice.v.
    An instance gives a term, and what those files ask for. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Digits Lattice Beatty Wythoff GrundyRows.
From Whowins Require Import Core ViewOutcome ViewLattice.
Import ListNotations.
Open Scope Z_scope.

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
(** Rows of Grundy values: they tell who can force a win in the term. *)
Theorem rows_term : forall g turned rays rows, view_lattice 2 (fun _ => rays) false g = true -> GrundyRows.check turned rays rows = true ->
  forall x y, 0 <= x < Z.of_nat (length rows) -> 0 <= y ->
  (forall v, GrundyRows.Value (GrundyRows.mv rays) (GrundyRows.place turned x y) v <-> v = GrundyRows.value rows x y) /\
  forall P, (GrundyRows.value rows x y <> 0%N <-> wins g P (tuple P (GrundyRows.place turned x y))) /\
            (GrundyRows.value rows x y = 0%N <-> wins g (negb P) (tuple P (GrundyRows.place turned x y))).
Proof.
  intros g turned rays rows V C x y Hx Hy. destruct (GrundyRows.rows_law turned rays rows C x y Hx Hy) as [Val O]. split; trivial.
  intro P. destruct (O P) as [W L]. set (p := GrundyRows.place turned x y) in *.
  assert (Lp : length p = 2%nat) by (unfold p, GrundyRows.place; now destruct turned).
  assert (Np : Digits.nonneg p) by (unfold p, GrundyRows.place; destruct turned; repeat constructor; lia).
  destruct (lattice_correct _ _ _ _ V P p Lp Np (negb (GrundyRows.value rows x y =? 0)%N)) as [A B].
  - unfold Lattice.Wins, Lattice.Loses. rewrite negb_true_iff, negb_false_iff, N.eqb_neq, N.eqb_eq. tauto.
  - rewrite negb_true_iff, N.eqb_neq in A. rewrite negb_false_iff, N.eqb_eq in B. tauto.
Qed.
