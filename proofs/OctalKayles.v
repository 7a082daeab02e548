(** * OctalKayles.v -- Kayles (octal 0.77): period 12 from 71 on.
    Instance of Octal.v: the rules, then the certificate's literals. *)
Require Import NArith List. From Whowins Require Import Game Octal. Import ListNotations. Open Scope N_scope.
Definition tab : list N := [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7; 4; 1; 2; 8; 5; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 3; 1; 4; 7; 2; 1; 8; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 4; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 2].
Theorem cert : check [0;7;7] 71 12 tab = true. Proof. vm_compute. reflexivity. Qed.
Definition law := octal_law _ _ _ _ cert.
