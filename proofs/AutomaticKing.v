(** * AutomaticKing.v -- the king in a corner: (x - 1, y), (x, y - 1), (x - 1, y - 1); lost for the mover iff x and y are even.
    Instance of Automatic.v, as the program writes it: the rules, the comparison of moves, the certificate, the law. *)
From Whowins Require Import Digits Lattice Automatic.
Require Import Bool ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.
(** moves add base + k step, least <= k (<= most); of the player named first, of the other *)
Definition rules (first : bool) : list ray :=
  if first then [Ray [(-1); 0] [0; 0] 0 (Some 0); Ray [0; (-1)] [0; 0] 0 (Some 0); Ray [(-1); (-1)] [0; 0] 0 (Some 0)]
  else [Ray [(-1); 0] [0; 0] 0 (Some 0); Ray [0; (-1)] [0; 0] 0 (Some 0); Ray [(-1); (-1)] [0; 0] 0 (Some 0)].
(** the moves of small positions, listed by the program that read the rules: the same *)
Example moves_agree : bounded 2 rules && forallb (fun e =>
  same (options 2 rules (fst (fst e)) (snd (fst e))) (snd e)) [((true, [0; 0]), []); ((false, [0; 0]), []); ((true, [0; 1]), [[0; 0]]); ((false, [0; 1]), [[0; 0]]); ((true, [0; 2]), [[0; 1]]); ((false, [0; 2]), [[0; 1]]); ((true, [0; 3]), [[0; 2]]); ((false, [0; 3]), [[0; 2]]); ((true, [1; 0]), [[0; 0]]); ((false, [1; 0]), [[0; 0]]); ((true, [1; 1]), [[0; 1]; [1; 0]; [0; 0]]); ((false, [1; 1]), [[0; 1]; [1; 0]; [0; 0]]); ((true, [1; 2]), [[0; 2]; [1; 1]; [0; 1]]); ((false, [1; 2]), [[0; 2]; [1; 1]; [0; 1]]); ((true, [1; 3]), [[0; 3]; [1; 2]; [0; 2]]); ((false, [1; 3]), [[0; 3]; [1; 2]; [0; 2]]); ((true, [2; 0]), [[1; 0]]); ((false, [2; 0]), [[1; 0]]); ((true, [2; 1]), [[1; 1]; [2; 0]; [1; 0]]); ((false, [2; 1]), [[1; 1]; [2; 0]; [1; 0]]); ((true, [2; 2]), [[1; 2]; [2; 1]; [1; 1]]); ((false, [2; 2]), [[1; 2]; [2; 1]; [1; 1]]); ((true, [2; 3]), [[1; 3]; [2; 2]; [1; 2]]); ((false, [2; 3]), [[1; 3]; [2; 2]; [1; 2]]); ((true, [3; 0]), [[2; 0]]); ((false, [3; 0]), [[2; 0]]); ((true, [3; 1]), [[2; 1]; [3; 0]; [2; 0]]); ((false, [3; 1]), [[2; 1]; [3; 0]; [2; 0]]); ((true, [3; 2]), [[2; 2]; [3; 1]; [2; 1]]); ((false, [3; 2]), [[2; 2]; [3; 1]; [2; 1]]); ((true, [3; 3]), [[2; 3]; [3; 2]; [2; 2]]); ((false, [3; 3]), [[2; 3]; [3; 2]; [2; 2]])] = true.
Proof. vm_compute. reflexivity. Qed.
Open Scope N_scope.
(** the law: next state by letter, and who wins on the move; the rest is help for the check *)
Definition certificate : cert := Cert (Base 2) 2 rules false
  [[0; 1; 1; 1]; [0; 1; 1; 1]]
  [Some (false, false); Some (true, true)]
  [1; 1]%Z
  [([0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0], false); ([1; 0; 0; 0; 0; 1; 0; 0; 2; 0; 1; 0; 0; 2; 0; 1], false); ([0; 0; 2; 0; 0; 0; 0; 2; 0; 0; 0; 0; 0; 0; 0; 0], true); ([3; 0; 0; 0; 4; 3; 0; 0; 0; 0; 3; 0; 0; 0; 4; 3], false); ([0; 4; 0; 0; 0; 0; 0; 0; 0; 0; 0; 4; 0; 0; 0; 0], true); ([5; 0; 0; 0; 6; 5; 0; 0; 7; 0; 5; 0; 8; 7; 6; 5], false); ([0; 6; 0; 0; 0; 0; 0; 0; 0; 8; 0; 6; 0; 0; 0; 0], false); ([0; 0; 7; 0; 0; 0; 8; 7; 0; 0; 0; 0; 0; 0; 0; 0], false); ([0; 0; 0; 8; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0], true)]
  (fun first => if first then [1; 3; 5] else [1; 3; 5])
  [([0; 0; 0; 0], (false, false))]
  (fun first : bool => if first then [(true, 1, [([(0, 0, 1)], [0; 1; 2; 3]); ([(1, 1, 1)], [0; 1; 2; 3]); ([(0, 0, 2); (1, 2, 1)], [0; 1; 2; 3]); ([(1, 3, 1)], [0; 1; 2; 3])]); (true, 3, [([(0, 0, 3)], [0; 1; 2; 3]); ([(0, 0, 4); (1, 1, 3)], [0; 1; 2; 3]); ([(1, 2, 3)], [0; 1; 2; 3]); ([(1, 3, 3)], [0; 1; 2; 3])]); (true, 5, [([(0, 0, 5)], [0; 1; 2; 3]); ([(1, 1, 5)], [0; 1; 2; 3]); ([(1, 2, 5)], [0; 1; 2; 3]); ([(0, 0, 8); (1, 3, 5)], [0; 1; 2; 3])])]
   else [(true, 1, [([(0, 0, 1)], [0; 1; 2; 3]); ([(1, 1, 1)], [0; 1; 2; 3]); ([(0, 0, 2); (1, 2, 1)], [0; 1; 2; 3]); ([(1, 3, 1)], [0; 1; 2; 3])]); (true, 3, [([(0, 0, 3)], [0; 1; 2; 3]); ([(0, 0, 4); (1, 1, 3)], [0; 1; 2; 3]); ([(1, 2, 3)], [0; 1; 2; 3]); ([(1, 3, 3)], [0; 1; 2; 3])]); (true, 5, [([(0, 0, 5)], [0; 1; 2; 3]); ([(1, 1, 5)], [0; 1; 2; 3]); ([(1, 2, 5)], [0; 1; 2; 3]); ([(0, 0, 8); (1, 3, 5)], [0; 1; 2; 3])])])
  0.
Theorem checked : check certificate = true.
Proof. vm_compute. reflexivity. Qed.
(** for every tuple of naturals, the automaton's answer on its digits is the outcome *)
Theorem law : forall (first : bool) (p : list Z), length p = 2%nat -> nonneg p ->
  exists wins, Automatic.law certificate first p = Some wins /\
  (wins = true <-> Wins 2 rules false (first, p)) /\
  (wins = false <-> Loses 2 rules false (first, p)).
Proof. exact (automatic_law certificate checked). Qed.
