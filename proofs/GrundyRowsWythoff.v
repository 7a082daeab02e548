(** * GrundyRowsWythoff.v -- rows 0 to 4 of the Grundy values of Wythoff's game: any number from one heap, or the same from both.
    Instance of GrundyRows.v, as the program writes it: the core term, the rules that are read off it, the rows, the law. *)
Require Import Bool ZArith NArith List.
From Whowins Require Core ViewOutcome ViewLattice ViewLatticeLaws Lattice GrundyRows.
Import ListNotations.
Module Rules.
Import Core.
Open Scope Z_scope.
(* the rules as a term of the core calculus: its meaning is that of Core.v *)
Definition the_game : game :=
{|
  consts := [];
  parts := [(0, Some 1);
    (0, None);
    (0, None)];
  tiers := [(seq_of [(alt_of [(Choose (Num 1) (Bin Add (Get (P 1) (Num 0) 0) (Num 1))
  (Set_ 1 (Num 0) (Bin Sub (Get (P 1) (Num 0) 0) (Var 0)))); (Choose (Num 1) (Bin Add (Get (P 2) (Num 0) 0) (Num 1))
  (Set_ 2 (Num 0) (Bin Sub (Get (P 2) (Num 0) 0) (Var 0)))); (Choose (Num 1) (Bin Add (Bin Min (Get (P 1) (Num 0) 0) (Get (P 2) (Num 0) 0)) (Num 1))
  (seq_of [(Set_ 1 (Num 0) (Bin Sub (Get (P 1) (Num 0) 0) (Var 0))); (Set_ 2 (Num 0) (Bin Sub (Get (P 2) (Num 0) 0) (Var 0)))]))]); (Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)))])];
  ends := [];
  stuck := (Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1)));
  blocks := 0;
  endless := None |}.
End Rules.
Import ViewOutcome ViewLattice ViewLatticeLaws Lattice GrundyRows.
Open Scope Z_scope.
(** moves add base + k step, least <= k (<= most); of either player *)
Definition rules (_ : bool) : list ray :=
  [Ray [0; 0] [(-1); 0] 1 None; Ray [0; 0] [0; (-1)] 1 None; Ray [0; 0] [(-1); (-1)] 1 None].
(** the core term has these moves, from every tuple *)
Lemma the_term : view_lattice 2 rules false Rules.the_game = true.
Proof. vm_compute. reflexivity. Qed.
Open Scope N_scope.
(** the rows from 0 on: preperiod, period, what each period adds, the values of the columns below preperiod + period *)
Definition rows : list row := [
  Row 0 1 1 [0];
  Row 0 3 3 [1; 2; 0];
  Row 0 3 3 [2; 0; 1];
  Row 8 6 6 [3; 4; 5; 6; 2; 0; 1; 9; 10; 12; 8; 7; 15; 11];
  Row 9 12 12 [4; 5; 3; 2; 7; 6; 9; 0; 1; 8; 13; 12; 11; 16; 15; 10; 19; 18; 17; 14; 21]].
Lemma certificate : check false (rules true) rows = true.
Proof. vm_compute. reflexivity. Qed.
(** in row x, column y: the value is the table's, and where it is 0, and there alone, the player who is not to move can force a win *)
Theorem law : forall x y, (0 <= x < 5)%Z -> (0 <= y)%Z ->
  (forall v, Value (fun p q => lmv 2 rules (true, p) (false, q)) [x; y] v <-> v = value rows x y) /\
  forall first, (value rows x y <> 0 <-> wins Rules.the_game first (tuple first [x; y])) /\
    (value rows x y = 0 <-> wins Rules.the_game (negb first) (tuple first [x; y])).
Proof. exact (rows_term Rules.the_game false (rules true) rows the_term certificate). Qed.
Lemma least_certificate : least_check rows = true.
Proof. vm_compute. reflexivity. Qed.
(** with whatever rise s, no row repeats from an earlier column on, nor with a smaller period *)
Theorem least : forall x i p s, (0 <= x < 5)%Z -> 0 < p ->
  (forall y, i <= y -> value rows x (Z.of_N (y + p)) = value rows x (Z.of_N y) + s) ->
  row_preperiod (row_at rows x) <= i /\ row_period (row_at rows x) <= p.
Proof. exact (rows_least rows least_certificate). Qed.
(** (4, 7) and (7, 4) are Wythoff's third pair: there the player who is not to move can force a win *)
Example a_pair : wins Rules.the_game false (tuple true [4; 7]%Z).
Proof. apply (proj2 (law 4 7 ltac:(now split) ltac:(easy)) true). reflexivity. Qed.
