(** * ArithmeticLasker.v -- Lasker's Nim (1931), take any number or split a heap: the values grow by 4 with every 4 heaps.
    Instance of Arithmetic.v: the rules (a digit for all numbers beyond 0), then the certificate's literals. *)
Require Import NArith List. From Whowins Require Import Game Octal Breaking Arithmetic. Import ListNotations. Open Scope N_scope.
Definition tab : list N := [0; 1; 2; 4; 3].
Definition forms : list form := [Form 1 true [] false true; Form 1 true [] false false; Form 0 false [1] false true].
Theorem cert : acheck [4] 3 1 4 4 tab forms 1 1 13 6 = true. Proof. vm_compute. reflexivity. Qed.
Definition law := arithmetic_law _ _ _ _ _ _ _ _ _ _ _ cert.
