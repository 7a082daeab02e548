(** * ViewValues.v -- what heaps are worth, in the game of a core term: heaps that fall apart, by a code of each player's own; as ValueHeaps.v.
    Proved: who wins a sum of heaps by their values, can force a win in the term from these heaps ([sums_correct]); so the forms that a certificate gives
    heaps, and its summand for each period, tell who wins from any heaps ([heap_values_term]).
    Source: as ValueHeaps.v and ViewHeaps.v.
    An instance gives a term, and what ValueHeaps.v asks for. *)
Require Import List Arith NArith PArith ZArith FMapPositive Lia Bool PeanoNat.
From Whowins Require Import Core Game Octal Breaking Value ValueLines ValueHeaps ValueTurns ViewOutcome.
From Whowins Require ViewHeaps.
Import ListNotations.
Open Scope N_scope.

Section Values.
Variables (dl dr : list N) (s : sheet) (g : game).
Definition code (P : bool) : list N := if P then dl else dr.
Definition view_values : bool := ViewHeaps.view_codes code (fun _ => 0) false g.
Hypothesis V : view_values = true.
Notation atom := (ValueLines.atom N).
Notation OL := (oL N (options_in (lefts s)) (hL dl)).
Notation OR := (oR N (options_in (rights s)) (hR dr)).
Notation lo := (Value.lo atom OL). Notation ro := (Value.ro atom OR).
(** Left wins a sum of heaps and forms, to move; with Right to move. *)
Definition left_first : list atom -> Prop := Value.first (list atom) lo ro.
Definition left_second : list atom -> Prop := Value.second (list atom) lo ro.
Let LF := oL_falls N (options_in (lefts s)) (options_in_fall _) (hL dl) hw (hL_falls dl dr).
Let RF := oR_falls N (options_in (rights s)) (options_in_fall _) (hR dr) hw (hR_falls dl dr).

Definition mv (P : bool) (l q : list N) : Prop := exists l1 n l2 o, l = l1 ++ n :: l2 /\ In o (bopts (code P) n) /\ q = l1 ++ o ++ l2.
Lemma mv_code : forall P l q, mv P l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ ViewHeaps.option_of (code P) 0 n o /\ q = l1 ++ o ++ l2.
Proof.
  intros P l q. split; intros [l1 [n [l2 [o [E [I Q]]]]]]; exists l1, n, l2, o; (split; [exact E|split; [|exact Q]]).
  - now apply ViewHeaps.finite_code, bopts_spec.
  - now apply bopts_spec, ViewHeaps.finite_code.
Qed.
Lemma moves_sum : forall (o : atom -> list (list atom)) ds, (forall n, o (inr n) = map hs (bopts ds n)) -> forall l Y,
  In Y (Value.moves atom o (hs l)) <-> exists l1 n l2 p, l = l1 ++ n :: l2 /\ In p (bopts ds n) /\ Y = hs (l1 ++ p ++ l2).
Proof.
  intros o ds Ho l Y. rewrite in_moves. split.
  - intros [X1 [a [X2 [p [E [I ->]]]]]]. unfold hs in E. apply map_eq_app in E. destruct E as [l1 [k [-> [<- E]]]].
    destruct k as [|n l2]; [discriminate|]. cbn [map] in E. injection E as <- <-. rewrite Ho in I. apply in_map_iff in I. destruct I as [q [<- I]].
    exists l1, n, l2, q. split; trivial. split; trivial. unfold hs. now rewrite !map_app.
  - intros [l1 [n [l2 [p [-> [I ->]]]]]]. exists (hs l1), (inr n), (hs l2), (hs p). unfold hs. rewrite !map_app. split; trivial. split; trivial.
    rewrite Ho. now apply in_map.
Qed.
Lemma lo_sum : forall l Y, In Y (lo (hs l)) <-> exists q, mv true l q /\ Y = hs q.
Proof.
  intros l Y. unfold Value.lo. rewrite (moves_sum OL dl) by reflexivity. split.
  - intros [l1 [n [l2 [p [-> [I ->]]]]]]. exists (l1 ++ p ++ l2). split; trivial. now exists l1, n, l2, p.
  - intros [q [[l1 [n [l2 [p [-> [I ->]]]]]] ->]]. now exists l1, n, l2, p.
Qed.
Lemma ro_sum : forall l Y, In Y (ro (hs l)) <-> exists q, mv false l q /\ Y = hs q.
Proof.
  intros l Y. unfold Value.ro. rewrite (moves_sum OR dr) by reflexivity. split.
  - intros [l1 [n [l2 [p [-> [I ->]]]]]]. exists (l1 ++ p ++ l2). split; trivial. now exists l1, n, l2, p.
  - intros [q [[l1 [n [l2 [p [-> [I ->]]]]]] ->]]. now exists l1, n, l2, p.
Qed.
Notation turns := (ViewHeaps.by_turns mv).
(** Who wins the sum, wins in the term. *)
Theorem sums_correct : forall l,
  (left_first (hs l) <-> wins g true (ViewHeaps.heaps true l)) /\ (~ left_first (hs l) <-> wins g false (ViewHeaps.heaps true l)) /\
  (left_second (hs l) <-> wins g true (ViewHeaps.heaps false l)) /\ (~ left_second (hs l) <-> wins g false (ViewHeaps.heaps false l)).
Proof using V.
  intro l. apply (told_by atom OL OR (ValueLines.weight N hw) LF RF (list N) turns hs (fun _ => True)) with (wins := fun P Q => wins g Q (ViewHeaps.heaps P l)).
  - intros P x q _ [E _]. now split.
  - intros x Y _. rewrite lo_sum. split; intros [q [M E]]; exists q; (split; [|exact E]); [now split|exact (proj2 M)].
  - intros x Y _. rewrite ro_sum. split; intros [q [M E]]; exists q; (split; [|exact E]); [now split|exact (proj2 M)].
  - exact I.
  - intros P w. exact (ViewHeaps.heaps_correct code (fun _ => 0) false g V mv mv_code P l w).
Qed.

(** ** The forms of a certificate *)
Variables (h n0 p S : N) (values : list N).
Definition worth_of (n : N) : N := at_key 0 (numbered 0 values (M.empty N)) n.
(** What a heap is worth: a form of the table, and the summand for each period. *)
Definition worth (n : N) : list atom := inl (worth_of (canon n0 p n)) :: repeat (inl S) (N.to_nat ((n - n0) / p)).
Definition worths (l : list N) : list atom := concat (map worth l).
Hypothesis C : value_check dl dr h n0 p S values s = true.
Notation equal := (Value.equal atom OL OR).
Lemma worth_right : forall n, equal (H n) (worth n).
Proof using C.
  pose proof (heap_values_law _ _ _ _ _ _ _ _ C) as [Table Grows]. 
  pose proof C as X. unfold value_check in X. cbn zeta in X. do 6 (apply andb_prop in X; destruct X as [X _]).
  apply andb_prop in X. destruct X as [X H0]. apply andb_prop in X. destruct X as [Hh Hp]. apply N.ltb_lt in Hh, Hp, H0.
  assert (Small : forall n, n < n0 + p -> equal (H n) (F N (worth_of n))).
  { intros n L. apply Table. nia. }
  assert (K : forall k n, n < n0 + p -> n0 <= n \/ k = O -> equal (H (n + N.of_nat k * p)) (inl (worth_of n) :: repeat (inl S) k)).
  { induction k as [|k IH]; intros n L Z.
    - rewrite N.mul_0_l, N.add_0_r. now apply Small.
    - destruct Z as [Z|Z]; [|discriminate]. replace (n + N.of_nat (Datatypes.S k) * p) with (n + N.of_nat k * p + p) by lia.
      apply (equal_trans _ _ _ _ LF RF _ (H (n + N.of_nat k * p) ++ F N S)); [apply Grows; lia|].
      apply (equal_trans _ _ _ _ LF RF _ ((inl (worth_of n) :: repeat (inl S) k) ++ F N S)); [apply (equal_tail _ _ _ _ LF RF), IH; auto|].
      replace ((inl (worth_of n) :: repeat (inl S) k) ++ F N S) with (@inl N N (worth_of n) :: repeat (inl S) (Datatypes.S k)); [apply (equal_refl _ _ _ _ LF RF)|].
      cbn [app]. f_equal. clear. induction k as [|k IH]; trivial. cbn [repeat app]. f_equal. exact IH. }
  intro n. unfold worth, canon. destruct (N.ltb_spec n n0) as [L|L].
  - replace (n - n0) with 0 by lia. rewrite N.div_0_l by lia. now apply Small; lia.
  - pose proof (N.div_mod (n - n0) p ltac:(lia)) as D. pose proof (N.mod_lt (n - n0) p ltac:(lia)) as M.
    set (q := (n - n0) / p) in *. set (r := (n - n0) mod p) in *.
    replace n with (n0 + r + N.of_nat (N.to_nat q) * p) at 1 by (rewrite N2Nat.id; lia). apply K; [lia|left; lia].
Qed.
Lemma worths_right : forall l, equal (hs l) (worths l).
Proof using C.
  induction l as [|n l IH]; [apply (equal_refl _ _ _ _ LF RF)|]. change (hs (n :: l)) with (H n ++ hs l). unfold worths. cbn [map concat].
  apply (equal_app _ _ _ _ LF RF); [apply worth_right|exact IH].
Qed.
(** MAIN THEOREM: from all heaps, who wins the sum of their forms can force a win in the game of the term, and the other player cannot. *)
Theorem heap_values_term : forall l,
  (left_first (worths l) <-> wins g true (ViewHeaps.heaps true l)) /\ (~ left_first (worths l) <-> wins g false (ViewHeaps.heaps true l)) /\
  (left_second (worths l) <-> wins g true (ViewHeaps.heaps false l)) /\ (~ left_second (worths l) <-> wins g false (ViewHeaps.heaps false l)).
Proof using V C.
  intro l. pose proof (equal_stands _ _ _ _ LF RF _ _ (worths_right l) []) as [E1 E2]. rewrite !app_nil_r in E1, E2.
  pose proof (sums_correct l) as [A1 [A2 [A3 A4]]]. unfold left_first, left_second in *. tauto.
Qed.
End Values.
