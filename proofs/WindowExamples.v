(** * WindowExamples.v -- instances of Window.v: seed examples 0..5 of PartisanGame.
    A generator prints only the five literals SA SB m i p (and, optionally, a formula). *)
Require Import Bool NArith List Lia.
From Whowins Require Import Game Window.
Import ListNotations.
Open Scope N_scope.

Lemma per_mod : forall (g : N -> bool) p n, 0 < p -> g ((n + p) mod p) = g (n mod p).
Proof. intros. f_equal. rewrite <- (N.mul_1_l p) at 1. apply N.mod_add. lia. Qed.

(** Example 3: a={4}, b={5}: Alice (to move) wins iff n mod 9 >= 4. *)
Definition ex3A n := 4 <=? n mod 9.
Definition ex3B n := 5 <=? n mod 9.
Theorem example3_law : forall n,
  (ex3A n = true <-> Win (mv [4] [5]) (true, n)) /\ (ex3A n = false <-> Lose (mv [4] [5]) (true, n)) /\
  (ex3B n = true <-> Win (mv [4] [5]) (false, n)) /\ (ex3B n = false <-> Lose (mv [4] [5]) (false, n)).
Proof.
  apply (window_formula_law [4] [5] 5 5 9 ex3A ex3B); [vm_compute; reflexivity..|].
  intros n _. split; [apply (per_mod (fun r => 4 <=? r))|apply (per_mod (fun r => 5 <=? r))]; lia.
Qed.
Theorem example3 : Lose (mv [4] [5]) (true, 999999999).     (* answer "Bob" *)
Proof. apply example3_law. vm_compute. reflexivity. Qed.

(** Example 4: a=b={1..5}: to-move wins iff n mod 6 <> 0. *)
Definition S15 := [1;2;3;4;5].
Definition ex4 n := negb (n mod 6 =? 0).
Theorem example4_law : forall n,
  (ex4 n = true <-> Win (mv S15 S15) (true, n)) /\ (ex4 n = false <-> Lose (mv S15 S15) (true, n)) /\
  (ex4 n = true <-> Win (mv S15 S15) (false, n)) /\ (ex4 n = false <-> Lose (mv S15 S15) (false, n)).
Proof.
  apply (window_formula_law S15 S15 5 5 6 ex4 ex4); [vm_compute; reflexivity..|].
  intros n _. split; apply (per_mod (fun r => negb (r =? 0))); lia.
Qed.
Theorem example4 : Win (mv S15 S15) (true, 1000000000).     (* answer "Alice" *)
Proof. apply example4_law. vm_compute. reflexivity. Qed.

(** Raw certificates (no formula): answer for astronomically large n by table lookup. *)
Theorem example2_cert : check [2;3;4;5] [2;5] 5 12 1 = true. Proof. vm_compute. reflexivity. Qed.
Theorem example2 : Win (mv [2;3;4;5] [2;5]) (true, 104982).
Proof. apply (window_law _ _ _ _ _ example2_cert true). vm_compute. reflexivity. Qed.

(** n = 10^1000 + 7, example 3 *)
Theorem example3_huge : Win (mv [4] [5]) (true, 10^1000 + 7).
Proof. apply example3_law. vm_compute. reflexivity. Qed.

(** worst pair of all 1024 subsets of {1..5}: a={5}, b={4,5}: preperiod 41 *)
Theorem worst_cert : check [5] [4;5] 5 41 1 = true. Proof. vm_compute. reflexivity. Qed.

