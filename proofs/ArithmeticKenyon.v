(** * ArithmeticKenyon.v -- Kenyon's game (hexadecimal 0.3F; 1967): the values grow by 3 with every 6 heaps.
    Instance of Arithmetic.v: the rules, then the certificate's literals. *)
Require Import NArith List. From Whowins Require Import Game Octal Breaking Arithmetic. Import ListNotations. Open Scope N_scope.
Definition tab : list N := [0; 1; 2; 0; 1; 2; 3].
Definition forms : list form := [Form 2 false [] true true; Form 2 false [] false true; Form 2 false [] true false;
  Form 1 false [] false true; Form 1 false [] false false; Form 2 false [] false false].
Theorem cert : acheck [0;3;15] 0 1 6 3 tab forms 0 1 12 4 = true. Proof. vm_compute. reflexivity. Qed.
Definition law := arithmetic_law _ _ _ _ _ _ _ _ _ _ _ cert.
