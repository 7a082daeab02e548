(** * OctalDawsonsKayles.v -- Dawson's Kayles (octal 0.07): period 34.
    Instance of Octal.v: the rules, then the certificate's literals. *)
Require Import NArith List. From Whowins Require Import Game Octal. Import ListNotations. Open Scope N_scope.
Definition tab : list N := [0; 0; 1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 0; 5; 2; 2; 3; 3; 0; 1; 1; 3; 0; 2; 1; 1; 0; 4; 5; 2; 7; 4; 0; 1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 4; 5; 5; 2; 3; 3; 0; 1; 1; 3; 0; 2; 1; 1; 0; 4; 5; 3; 7; 4; 8; 1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 4; 5; 5; 9].
Theorem cert : check [0;0;7] 53 34 tab = true. Proof. vm_compute. reflexivity. Qed.
Definition law := octal_law _ _ _ _ cert.
