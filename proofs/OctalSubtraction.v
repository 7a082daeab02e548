(** * OctalSubtraction.v -- the subtraction game {1, 2, 3} as an octal game, any number of heaps.
    Instance of Octal.v: the rules, then the certificate's literals. *)
Require Import NArith List. From Whowins Require Import Game Octal. Import ListNotations. Open Scope N_scope.
(* impartial subtraction game {1,2,3}, any number of heaps: digit 3 at each s; g(n) = n mod 4 *)
Theorem cert : check [0;3;3;3] 1 4 [0;1;2;3;0] = true. Proof. vm_compute. reflexivity. Qed.
Definition g := gf (mk [0;1;2;3;0] 1 (FMapPositive.PositiveMap.empty N)) 1 4.
Theorem three_heaps : Lose (omv [0;3;3;3]) [10^30 + 1; 10^40 + 2; 7].
Proof. apply (octal_law _ _ _ _ cert). vm_compute. reflexivity. Qed.
