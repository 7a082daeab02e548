(** * GrundyRowsWythoff.v -- rows 0 to 4 of the Grundy values of Wythoff's game: any number from one heap, or the same from both.
    Instance of GrundyRows.v, as the program writes it: the rules, the comparison of moves, the rows, the law. *)
From Whowins Require Import Game Lattice GrundyRows.
Require Import Bool ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.
(** moves add base + k step, least <= k (<= most); of either player *)
Definition rules (_ : bool) : list ray :=
  [Ray [0; 0] [(-1); 0] 1 None; Ray [0; 0] [0; (-1)] 1 None; Ray [0; 0] [(-1); (-1)] 1 None].
(** the moves of small positions, listed by the program that read the rules: the same *)
Example moves_agree : bounded 2 rules && forallb (fun e =>
  same (options 2 rules (fst (fst e)) (snd (fst e))) (snd e)) [((true, [0; 0]), []); ((false, [0; 0]), []); ((true, [0; 1]), [[0; 0]]); ((false, [0; 1]), [[0; 0]]); ((true, [0; 2]), [[0; 1]; [0; 0]]); ((false, [0; 2]), [[0; 1]; [0; 0]]); ((true, [0; 3]), [[0; 2]; [0; 1]; [0; 0]]); ((false, [0; 3]), [[0; 2]; [0; 1]; [0; 0]]); ((true, [1; 0]), [[0; 0]]); ((false, [1; 0]), [[0; 0]]); ((true, [1; 1]), [[0; 1]; [1; 0]; [0; 0]]); ((false, [1; 1]), [[0; 1]; [1; 0]; [0; 0]]); ((true, [1; 2]), [[0; 2]; [1; 1]; [1; 0]; [0; 1]]); ((false, [1; 2]), [[0; 2]; [1; 1]; [1; 0]; [0; 1]]); ((true, [1; 3]), [[0; 3]; [1; 2]; [1; 1]; [1; 0]; [0; 2]]); ((false, [1; 3]), [[0; 3]; [1; 2]; [1; 1]; [1; 0]; [0; 2]]); ((true, [2; 0]), [[1; 0]; [0; 0]]); ((false, [2; 0]), [[1; 0]; [0; 0]]); ((true, [2; 1]), [[1; 1]; [0; 1]; [2; 0]; [1; 0]]); ((false, [2; 1]), [[1; 1]; [0; 1]; [2; 0]; [1; 0]]); ((true, [2; 2]), [[1; 2]; [0; 2]; [2; 1]; [2; 0]; [1; 1]; [0; 0]]); ((false, [2; 2]), [[1; 2]; [0; 2]; [2; 1]; [2; 0]; [1; 1]; [0; 0]]); ((true, [2; 3]), [[1; 3]; [0; 3]; [2; 2]; [2; 1]; [2; 0]; [1; 2]; [0; 1]]); ((false, [2; 3]), [[1; 3]; [0; 3]; [2; 2]; [2; 1]; [2; 0]; [1; 2]; [0; 1]]); ((true, [3; 0]), [[2; 0]; [1; 0]; [0; 0]]); ((false, [3; 0]), [[2; 0]; [1; 0]; [0; 0]]); ((true, [3; 1]), [[2; 1]; [1; 1]; [0; 1]; [3; 0]; [2; 0]]); ((false, [3; 1]), [[2; 1]; [1; 1]; [0; 1]; [3; 0]; [2; 0]]); ((true, [3; 2]), [[2; 2]; [1; 2]; [0; 2]; [3; 1]; [3; 0]; [2; 1]; [1; 0]]); ((false, [3; 2]), [[2; 2]; [1; 2]; [0; 2]; [3; 1]; [3; 0]; [2; 1]; [1; 0]]); ((true, [3; 3]), [[2; 3]; [1; 3]; [0; 3]; [3; 2]; [3; 1]; [3; 0]; [2; 2]; [1; 1]; [0; 0]]); ((false, [3; 3]), [[2; 3]; [1; 3]; [0; 3]; [3; 2]; [3; 1]; [3; 0]; [2; 2]; [1; 1]; [0; 0]])] = true.
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
(** in row x, column y: the value is the table's, and the player to move loses exactly where it is 0 *)
Theorem law : forall x y, (0 <= x < 5)%Z -> (0 <= y)%Z ->
  (forall v, Value (fun p q => lmv 2 rules (true, p) (false, q)) [x; y] v <-> v = value rows x y) /\
  forall first, (value rows x y <> 0 <-> Win (lmv 2 rules) (first, [x; y])) /\
    (value rows x y = 0 <-> Lose (lmv 2 rules) (first, [x; y])).
Proof. exact (rows_law false (rules true) rows certificate). Qed.
Lemma least_certificate : least_check rows = true.
Proof. vm_compute. reflexivity. Qed.
(** with whatever rise s, no row repeats from an earlier column on, nor with a smaller period *)
Theorem least : forall x i p s, (0 <= x < 5)%Z -> 0 < p ->
  (forall y, i <= y -> value rows x (Z.of_N (y + p)) = value rows x (Z.of_N y) + s) ->
  row_preperiod (row_at rows x) <= i /\ row_period (row_at rows x) <= p.
Proof. exact (rows_least rows least_certificate). Qed.
(** (4, 7) and (7, 4) are Wythoff's third pair *)
Example a_pair : Lose (lmv 2 rules) (true, [4; 7]%Z).
Proof. apply (law 4 7); [now split|easy|reflexivity]. Qed.
