(** * LargeTerm.v -- checks whole, from a core term on: a term and a certificate in, true or false out.
    proofs/extract makes a program of them, for certificates too large for Coq's own machine; strategies have ViewFinite.v's [stated_check], and
    automata over digits FirstOrder.v's [check].
    Proved: what each accepts is so in the game of the term ([product_large], [rows_large], [space_large]).
    Source: as the files that are named there.
    An instance gives a term, and what those files ask for. *)
Require Import Bool NArith ZArith List.
From Whowins Require Game Octal SparseSpace Lattice GrundyRows VectorEnd Large LargeOctal.
From Whowins Require Import Core ViewOutcome ViewLattice ViewLatticeLaws ViewVectors ViewHeaps.
Import ListNotations.

(** A table of outcomes: preperiod and period of each number, how far the check reaches, who wins by place. *)
Definition product_large_check (g : game) (per : list (N * N)) (h : N) (first second : list bool) : bool :=
  view_check g (length per) (fun mvs goals stuck => Large.product_check mvs goals stuck per h first second).
Theorem product_large : forall g per h first second, product_large_check g per h first second = true ->
  let law := VectorEnd.elaw per (Large.labels per first second) in forall P v, length v = length per -> in_range g v ->
  (law P v = true <-> wins g P (vector P v)) /\ (law P v = false <-> wins g (negb P) (vector P v)).
Proof.
  intros g per h first second C. apply (product_term g per h). unfold product_large_check, view_check in *.
  destruct (view_vectors g) as [[[mvs goals] stuck]|]; [|discriminate]. apply andb_prop in C. destruct C as [C1 C2]. rewrite C1.
  now apply Large.product_accepts.
Qed.

(** Rows of Grundy values. *)
Definition rows_large_check (g : game) (turned : bool) (rays : list Lattice.ray) (rows : list GrundyRows.row) : bool :=
  view_lattice 2 (fun _ => rays) false g && (GrundyRows.check turned rays rows && GrundyRows.least_check rows).
Theorem rows_large : forall g turned rays rows, rows_large_check g turned rays rows = true ->
  forall x y, (0 <= x < Z.of_nat (length rows))%Z -> (0 <= y)%Z ->
  (forall v, GrundyRows.Value (GrundyRows.mv rays) (GrundyRows.place turned x y) v <-> v = GrundyRows.value rows x y) /\
  forall P, (GrundyRows.value rows x y <> 0%N <-> wins g P (tuple P (GrundyRows.place turned x y))) /\
            (GrundyRows.value rows x y = 0%N <-> wins g (negb P) (tuple P (GrundyRows.place turned x y))).
Proof.
  intros g turned rays rows C. apply andb_prop in C. destruct C as [C1 C2]. apply andb_prop in C2. destruct C2 as [C2 _].
  exact (rows_term g turned rays rows C1 C2).
Qed.
Theorem rows_large_least : forall g turned rays rows, rows_large_check g turned rays rows = true ->
  forall x i p s, (0 <= x < Z.of_nat (length rows))%Z -> (0 < p)%N ->
  (forall y, (i <= y)%N -> GrundyRows.value rows x (Z.of_N (y + p)) = (GrundyRows.value rows x (Z.of_N y) + s)%N) ->
  (GrundyRows.row_preperiod (GrundyRows.row_at rows x) <= i /\ GrundyRows.row_period (GrundyRows.row_at rows x) <= p)%N.
Proof.
  intros g turned rays rows C. apply andb_prop in C. destruct C as [_ C2]. apply andb_prop in C2. destruct C2 as [_ C2].
  exact (GrundyRows.rows_least rows C2).
Qed.

(** A sparse space of Grundy values. *)
Definition space_large_check (g : game) (c : LargeOctal.space) : bool :=
  view_heaps (LargeOctal.octal c) 0 false g && octal_code (LargeOctal.octal c) && LargeOctal.space_check c.
Theorem space_large : forall g c, space_large_check g c = true ->
  (forall n, Octal.mexeq (LargeOctal.octal c) (LargeOctal.grundy c) n) /\ correct g (Octal.xs (LargeOctal.grundy c)).
Proof.
  intros g c C. apply andb_prop in C. destruct C as [C C3]. apply andb_prop in C. destruct C as [C1 C2].
  destruct (LargeOctal.space_outcomes c C3) as [V S]. split; [exact V|]. exact (octal_term _ g C1 C2 _ S).
Qed.
