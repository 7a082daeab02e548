(** * Base2King.v -- the moves (1, 0), (0, 1), (1, 1): an automaton over binary digits.
    Instance of Base2.v: the rules, then the certificate's literals. *)
Require Import List ZArith. From Whowins Require Import Game Automatic Base2. Import ListNotations. Open Scope nat_scope.
Definition M : list (Z*Z) := [(1,0)%Z;(0,1)%Z;(1,1)%Z].
Definition delta := [[0;1;1;1];[0;1;1;1]].
Definition outp := [false;true].
Definition mac : list (nat * list (nat * R2)) := [(0,[(0,(0,(0,0)%Z));(0,(1,(0,0)%Z));(0,(2,(0,0)%Z))]);(1,[(0,(1,(0,1)%Z));(0,(2,(0,1)%Z));(1,(0,(0,0)%Z));(1,(1,(0,0)%Z));(1,(2,(0,0)%Z))]);(1,[(0,(0,(1,0)%Z));(0,(2,(1,0)%Z));(1,(0,(0,0)%Z));(1,(1,(0,0)%Z));(1,(2,(0,0)%Z))]);(1,[(0,(2,(1,1)%Z));(1,(0,(0,0)%Z));(1,(0,(1,0)%Z));(1,(1,(0,0)%Z));(1,(1,(0,1)%Z));(1,(2,(0,0)%Z));(1,(2,(0,1)%Z));(1,(2,(1,0)%Z))]);(0,[(0,(0,(0,0)%Z));(0,(1,(0,0)%Z));(0,(2,(0,0)%Z));(1,(1,(0,1)%Z));(1,(2,(0,1)%Z))]);(1,[(0,(0,(1,0)%Z));(0,(2,(1,0)%Z));(1,(0,(0,0)%Z));(1,(1,(0,0)%Z));(1,(1,(0,1)%Z));(1,(2,(0,0)%Z));(1,(2,(0,1)%Z));(1,(2,(1,1)%Z))]);(0,[(0,(0,(0,0)%Z));(0,(1,(0,0)%Z));(0,(2,(0,0)%Z));(1,(0,(1,0)%Z));(1,(2,(1,0)%Z))]);(1,[(0,(1,(0,1)%Z));(0,(2,(0,1)%Z));(1,(0,(0,0)%Z));(1,(0,(1,0)%Z));(1,(1,(0,0)%Z));(1,(2,(0,0)%Z));(1,(2,(1,0)%Z));(1,(2,(1,1)%Z))]);(0,[(0,(0,(0,0)%Z));(0,(1,(0,0)%Z));(0,(2,(0,0)%Z));(1,(0,(1,0)%Z));(1,(1,(0,1)%Z));(1,(2,(0,1)%Z));(1,(2,(1,0)%Z));(1,(2,(1,1)%Z))])].
Definition mtr := [[0;1;2;3];[4;1;5;3];[6;7;2;3];[8;7;5;3];[4;1;5;3];[8;7;5;3];[6;7;2;3];[8;7;5;3];[8;7;5;3]].
Theorem cert : check 4 vany R2 R2eqb (r2init M) (r2step M) (r2final M) delta outp [] mac mtr = true.
Proof. vm_compute. reflexivity. Qed.
Definition law := base2_law M eq_refl delta outp mac mtr cert.
