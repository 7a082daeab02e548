(** * ViewWorth.v -- what the positions of a core term are worth, by the theories that have Grundy values.
    Proved: for one heap of which the members of a set are taken ([heap_worth]), lists of such heaps ([list_worth]), heaps that fall apart ([octal_worth], [breaking_worth], [arithmetic_worth]) and rows
    whose runs are such heaps ([row_heaps_worth]): where the view of the term accepts and the values satisfy the mex equation, the positions are worth what the values say.
    Source: Sprague 1935, Grundy 1939.
    An instance has this of each game of a sum. *)
Require Import ZArith NArith List Bool Lia Permutation.
From Whowins Require Game Boards Heap Octal HeapGrundy Breaking HeapDigits ViewHeap ViewHeaps ViewList ViewBoard ViewRow ViewRowHeaps.
From Whowins Require Import Core ViewOutcome Worth.
Import ListNotations.
Open Scope N_scope.

(** ** Sums of values *)
Lemma xs_nim_sum : forall value l, Octal.xs value l = nim_sum (map value l).
Proof. intros value l. induction l as [|n l IH]; [reflexivity|]. cbn. fold (Octal.xs value l). now rewrite IH. Qed.
Lemma xs_pick : forall value l w, w < Octal.xs value l -> exists l1 n l2, l = l1 ++ n :: l2 /\ N.lxor (value n) (N.lxor (Octal.xs value l) w) < value n.
Proof.
  intros value l w L. rewrite xs_nim_sum in *. destruct (nim_sum_pick _ w L) as [v1 [v [v2 [E Lt]]]].
  apply map_eq_app in E. destruct E as [l1 [l' [-> [<- E]]]]. apply map_eq_cons in E. destruct E as [n [l2 [-> [<- <-]]]]. exists l1, n, l2. auto.
Qed.
Lemma xs_cons : forall value n l, Octal.xs value (n :: l) = N.lxor (value n) (Octal.xs value l).
Proof. reflexivity. Qed.
Lemma xs_perm : forall value k l, Permutation k l -> Octal.xs value k = Octal.xs value l.
Proof.
  intros value k l H. induction H as [|n k l _ IH|n m l|k l m _ IH1 _ IH2]; rewrite ?xs_cons; [reflexivity|now rewrite IH| |congruence].
  now rewrite <- !N.lxor_assoc, (N.lxor_comm (value m)).
Qed.
(** What takes the place of a part of a sum, and is worth something else, makes the sum something else; and what is worth what is wanted, makes it that. *)
Lemma xs_other : forall value l1 n l2 o, Octal.xs value o <> value n -> Octal.xs value (l1 ++ o ++ l2) <> Octal.xs value (l1 ++ n :: l2).
Proof.
  intros value l1 n l2 o Ne E. apply Ne. rewrite !Octal.xs_app, xs_cons in E. apply N.bits_inj. intro i.
  assert (B := f_equal (fun x => N.testbit x i) E). cbn beta in B. rewrite !N.lxor_spec in B.
  destruct (N.testbit (Octal.xs value l1) i), (N.testbit (value n) i), (N.testbit (Octal.xs value l2) i), (N.testbit (Octal.xs value o) i); simpl in B; congruence.
Qed.
Lemma xs_wanted : forall value l1 n l2 o w, Octal.xs value o = N.lxor (value n) (N.lxor (Octal.xs value (l1 ++ n :: l2)) w) -> Octal.xs value (l1 ++ o ++ l2) = w.
Proof.
  intros value l1 n l2 o w E. rewrite !Octal.xs_app, E, Octal.xs_app, xs_cons. apply N.bits_inj. intro i. rewrite !N.lxor_spec.
  destruct (N.testbit (Octal.xs value l1) i), (N.testbit (value n) i), (N.testbit (Octal.xs value l2) i), (N.testbit w i); reflexivity.
Qed.

(** ** One heap, and lists of heaps *)
Section Taking.
Variables (few stride R L : N) (g : game) (t m : N) (A : Heap.set) (value : N -> N).
Hypothesis V : ViewHeap.view_heap few stride R L g t m A A false = true.
Hypothesis Mex : forall n, HeapGrundy.mexof t m A value n.
Theorem heap_worth : forall n, worth g [[Z.of_N n]] (value n).
Proof using All.
  apply (worth_by g N N.lt (fun n => [[Z.of_N n]]) value N.lt_wf_0).
  - intros P n s M. apply (ViewHeap.heap_moves _ _ _ _ _ _ _ _ _ _ V) in M. destruct M as [[Q k] [[E [x [X1 [X2 X3]]]] ->]]. cbn [fst snd] in *. subst Q.
    exists k. split; [reflexivity|]. split; [lia|]. intro E. destruct (Mex n) as [M1 _]. apply (M1 x X1); [lia|unfold Heap.of in X2; now destruct P|].
    replace (n - x) with k by lia. exact E.
  - intros P n w Lw. destruct (Mex n) as [_ M2]. destruct (M2 w Lw) as [x [X1 [X2 [X3 <-]]]]. exists (n - x). split; [|split; [lia|reflexivity]].
    apply (ViewHeap.heap_moves _ _ _ _ _ _ _ _ _ _ V). exists (negb P, n - x). split; [|reflexivity]. split; trivial. exists x. cbn [fst snd].
    split; [trivial|]. split; [unfold Heap.of; now destruct P|lia].
Qed.
Hypothesis List_ : ViewList.view_list g = true.
Theorem list_worth : forall l, worth g [map Z.of_N l] (Octal.xs value l).
Proof using All.
  apply (worth_by g (list N) (fun q p => HeapGrundy.smv t m A p q) (fun l => [map Z.of_N l]) (Octal.xs value) (HeapGrundy.smv_wf t m A)).
  - intros P l s M. apply (ViewList.moves_of _ _ _ _ _ _ _ _ _ V List_ (P, l)) in M. destruct M as [[Q q] [[E M] ->]]. cbn [fst snd] in *. subst Q.
    exists q. split; [reflexivity|]. split; [exact M|]. destruct M as [l1 n l2 x X1 X2 X3]. apply (xs_other value l1 n l2 [n - x]). rewrite xs_cons. cbn. rewrite N.lxor_0_r.
    exact (proj1 (Mex n) x X1 X2 X3).
  - intros P l w Lw. destruct (xs_pick value l w Lw) as [l1 [n [l2 [-> Lt]]]]. destruct (proj2 (Mex n) _ Lt) as [x [X1 [X2 [X3 X4]]]].
    exists (l1 ++ (n - x) :: l2). assert (M : HeapGrundy.smv t m A (l1 ++ n :: l2) (l1 ++ (n - x) :: l2)) by now constructor. split; [|split; [exact M|]].
    + apply (ViewList.moves_of _ _ _ _ _ _ _ _ _ V List_ (P, l1 ++ n :: l2)). exists (negb P, l1 ++ (n - x) :: l2). now repeat split.
    + apply (xs_wanted value l1 n l2 [n - x]). rewrite xs_cons. cbn [Octal.xs fold_right]. now rewrite N.lxor_0_r.
Qed.
End Taking.

(** ** Heaps that fall apart *)
Section Heaps.
Variables (ds : list N) (b : N) (g : game) (value : N -> N).
Hypothesis V : ViewHeaps.view_heaps ds b false g = true.
Hypothesis Mex : forall n, HeapDigits.amexeq ds b value n.
Lemma options : forall n o, In o (HeapDigits.aopts ds b n) <-> ViewHeaps.option_of ds b n o.
Proof using. intros n o. apply HeapDigits.aopts_spec. Qed.
Theorem arithmetic_worth : forall l, worth g [map Z.of_N l] (Octal.xs value l).
Proof using All.
  apply (worth_by g (list N) (fun q p => HeapDigits.amv ds b p q) (fun l => [map Z.of_N l]) (Octal.xs value)).
  - apply Breaking.hmv_wf. intros n o I. apply options in I. destruct I as [t L]. eauto.
  - intros P l s M. apply (ViewHeaps.heaps_moves _ _ _ _ V) in M. destruct M as [l1 [n [l2 [o [-> [Op [_ ->]]]]]]]. apply options in Op.
    exists (l1 ++ o ++ l2). split; [reflexivity|]. split; [now constructor|]. apply xs_other. exact (proj1 (Mex n) o Op).
  - intros P l w Lw. destruct (xs_pick value l w Lw) as [l1 [n [l2 [-> Lt]]]]. destruct (proj2 (Mex n) _ Lt) as [o [Io E]]. apply options in Io.
    destruct (ViewHeaps.sort_option ds b n o Io) as [q [Pq [Oq Sq]]]. exists (l1 ++ q ++ l2). split; [|split].
    + apply (ViewHeaps.heaps_moves _ _ _ _ V). exists l1, n, l2, q. auto.
    + constructor. now apply options.
    + apply (xs_wanted value l1 n l2 q). now rewrite <- (xs_perm value o q Pq).
Qed.
End Heaps.
Theorem breaking_worth : forall ds g value, ViewHeaps.view_heaps ds 0 false g = true -> (forall n, Breaking.bmexeq ds value n) -> forall l, worth g [map Z.of_N l] (Octal.xs value l).
Proof.
  intros ds g value V Mex. apply (arithmetic_worth ds 0 g value V). intro n. destruct (Mex n) as [A B].
  assert (O : forall o, In o (Breaking.bopts ds n) <-> In o (HeapDigits.aopts ds 0 n)) by (intro o; rewrite options, Breaking.bopts_spec; apply ViewHeaps.finite_code).
  split; [intros o I; apply A, O, I|]. intros v L. destruct (B v L) as [o [I E]]. exists o. split; [now apply O|trivial].
Qed.
Theorem octal_worth : forall ds g value, ViewHeaps.view_heaps ds 0 false g = true -> ViewHeaps.octal_code ds = true -> (forall n, Octal.mexeq ds value n) ->
  forall l, worth g [map Z.of_N l] (Octal.xs value l).
Proof.
  intros ds g value V Oc Mex. apply (arithmetic_worth ds 0 g value V). intro n. destruct (Mex n) as [A B].
  assert (O : forall o, In o (Octal.opts ds n) <-> In o (HeapDigits.aopts ds 0 n)) by (intro o; rewrite options; now apply (ViewHeaps.octal_options ds g false)).
  split; [intros o I; apply A, O, I|]. intros v L. destruct (B v L) as [o [I E]]. exists o. split; [now apply O|trivial].
Qed.

(** ** Rows whose runs are heaps *)
Theorem row_heaps_worth : forall v live takings ds b, ViewRowHeaps.view_row_heaps v live takings ds b = true -> forall h, ViewHeaps.view_codes ds b (ViewBoard.misere v) h = true ->
  forall g counts leads digits, ViewBoard.view_board v counts leads digits g = true -> forall value, (forall l, worth h [map Z.of_N l] (Octal.xs value l)) ->
  forall st, st <> [] -> Forall (fun x => x < ViewBoard.symbols v)%nat st -> worth g [map Z.of_nat st] (Octal.xs value (ViewRowHeaps.runs live st)).
Proof.
  intros v live takings ds b V h Hh g counts leads digits Term value W st Ne Y.
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  pose (R := fun x y => exists c l, ViewRow.fine v (Z.of_nat (length st)) c /\ Permutation (ViewRowHeaps.runs live c) l /\ x = [map Z.of_N l] /\ y = [map Z.of_nat c]).
  assert (To : forall P x y, R x y -> ViewRowHeaps.means v live (Z.of_nat (length st)) (at_turn P x) (at_turn P y)).
  { intros P x y [c [l [F [Pm [-> ->]]]]]. exists P, c, l. auto. }
  assert (From_ : forall s t, ViewRowHeaps.means v live (Z.of_nat (length st)) s t -> exists Q x y, s = at_turn Q x /\ t = at_turn Q y /\ R x y).
  { intros s t [P [c [l [F [Pm [-> ->]]]]]]. exists P, [map Z.of_N l], [map Z.of_nat c]. split; [reflexivity|]. split; [reflexivity|]. exists c, l. auto. }
  apply (worth_alike h g R) with (x := [map Z.of_N (ViewRowHeaps.runs live st)]); [| |apply W|].
  - intros P x y s Rxy M. destruct (ViewRowHeaps.means_there v live takings ds b V h Hh g counts leads digits Term _ HC _ _ _ (To P x y Rxy) M) as [t [M' Me]].
    destruct (From_ _ _ Me) as [Q [x' [y' [-> [-> R']]]]]. exists Q, x', y'. auto.
  - intros P x y s Rxy M. destruct (ViewRowHeaps.means_back v live takings ds b V h Hh g counts leads digits Term _ HC _ _ _ (To P x y Rxy) M) as [t [M' Me]].
    destruct (From_ _ _ Me) as [Q [x' [y' [-> [-> R']]]]]. exists Q, x', y'. auto.
  - exists st, (ViewRowHeaps.runs live st). split; [now apply (ViewRowHeaps.row_fine v live takings ds b V)|auto].
Qed.
