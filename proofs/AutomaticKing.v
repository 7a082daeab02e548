(** * AutomaticKing.v -- the king in a corner: (x - 1, y), (x, y - 1), (x - 1, y - 1); lost for the mover iff x and y are even.
    Instance of Automatic.v, as the program writes it: the core term, the rules that are read off it, the certificate, the law. *)
Require Import Bool ZArith NArith List.
From Whowins Require Core Digits Lattice ViewOutcome ViewLattice ViewLatticeLaws Automatic.
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
  tiers := [(seq_of [(alt_of [(Set_ 1 (Num 0) (Bin Sub (Get (P 1) (Num 0) 0) (Num 1))); (Set_ 2 (Num 0) (Bin Sub (Get (P 2) (Num 0) 0) (Num 1))); (seq_of [(Set_ 1 (Num 0) (Bin Sub (Get (P 1) (Num 0) 0) (Num 1))); (Set_ 2 (Num 0) (Bin Sub (Get (P 2) (Num 0) 0) (Num 1)))])]); (Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)))])];
  ends := [];
  stuck := (Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1)));
  blocks := 0;
  endless := None |}.
End Rules.
Import Digits Lattice ViewOutcome ViewLattice ViewLatticeLaws Automatic.
Open Scope Z_scope.
(** moves add base + k step, least <= k (<= most); of the player named first, of the other *)
Definition rules (first : bool) : list ray :=
  if first then [Ray [(-1); 0] [0; 0] 0 (Some 0); Ray [0; (-1)] [0; 0] 0 (Some 0); Ray [(-1); (-1)] [0; 0] 0 (Some 0)]
  else [Ray [(-1); 0] [0; 0] 0 (Some 0); Ray [0; (-1)] [0; 0] 0 (Some 0); Ray [(-1); (-1)] [0; 0] 0 (Some 0)].
(** the core term has these moves, from every tuple *)
Lemma the_term : view_lattice 2 rules false Rules.the_game = true.
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
(** for every tuple of naturals, the automaton's answer on its digits is the outcome: who can force a win in the game of the term *)
Theorem law : forall (first : bool) (p : list Z), length p = 2%nat -> nonneg p ->
  exists won, Automatic.law certificate first p = Some won /\
  (won = true <-> ViewOutcome.wins Rules.the_game first (tuple first p)) /\
  (won = false <-> ViewOutcome.wins Rules.the_game (negb first) (tuple first p)).
Proof. exact (automatic_term Rules.the_game certificate the_term checked). Qed.
