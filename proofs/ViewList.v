(** * ViewList.v -- any number of heaps in one list, read off a core term.
    Proved: where [view_list] finds that a move picks one element, reads no other and puts a number in its place, the moves from a list of any length are those of one element alone, in any
    of them ([list_moves]); and where, moreover, the moves of one element are those of ViewHeap.v for one set of numbers to take, and its values are those of HeapGrundy.v, who can force a win
    from a list is told by the nim-sum of its values ([list_law]).
    Source: sums of games (Sprague 1935, Grundy 1939).
    An instance gives a term, with what ViewHeap.v and HeapGrundy.v ask for. *)
Require Import ZArith NArith List Bool Lia Setoid.
From Whowins Require Game Heap Octal HeapGrundy.
From Whowins Require Import Core ViewOutcome ViewHeap.
Import ListNotations.
Open Scope Z_scope.

Lemma elt_app : forall a c r d, elt (a ++ c :: r) (Z.of_nat (length a)) d = c.
Proof.
  intros a c r d. unfold elt. destruct (Z.ltb_spec (Z.of_nat (length a)) 0); [lia|].
  rewrite Nat2Z.id. induction a; simpl; auto. apply IHa. lia.
Qed.
Lemma put_app : forall A (a : list A) x y r, put (length a) y (a ++ x :: r) = a ++ y :: r.
Proof. induction a; simpl; intros; [reflexivity|now rewrite IHa]. Qed.
(** Whether a command passes the turn. *)
Definition passes (c : cmd) : bool :=
  match c with Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)) => true | _ => false end.
Lemma passes_is : forall c, passes c = true -> c = Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)).
Proof.
  intros c H. destruct c as [| | | | | | | |p i e|]; try discriminate. destruct p; try discriminate.
  destruct i as [[| |]| | | | | |]; try discriminate. destruct e as [| | | |o x y| |]; try discriminate.
  destruct o; try discriminate. destruct x as [[|[| |]|]| | | | | |]; try discriminate.
  destruct y as [| |[|p] j d| | | |]; try discriminate. destruct p; try discriminate. destruct j as [[| |]| | | | | |]; try discriminate.
  destruct d; try discriminate. reflexivity.
Qed.

(** Reads of the array at the chosen place only; the place itself is not a value, nor is the length. *)
Fixpoint local_e (e : expr) : bool :=
  match e with
  | Num _ => true
  | Var i => negb (Nat.eqb i 0)
  | Get (P 1) (Var 0) _ => true
  | Get (P (S _)) _ _ => false
  | Get _ i _ => local_e i
  | Len (P _) => false
  | Len (K _) => true
  | Bin _ a b => local_e a && local_e b
  | Ite c a b => local_e c && local_e a && local_e b
  | Fold lo hi init body => local_e lo && local_e hi && local_e init && local_e body
  end.
Fixpoint local_c (c : cmd) : bool :=
  match c with
  | Alt a b => local_c a && local_c b
  | When e a b => local_e e && local_c a && local_c b
  | Choose lo hi c => local_e lo && local_e hi && local_c c
  | Seq (Guard e) c => local_e e && local_c c
  | Set_ 1 (Var 0) e => local_e e
  | _ => false
  end.
Definition view_list (g : game) : bool :=
  match parts g, tiers g, ends g with
  | [(0, Some 1); _], [Seq (Choose (Num 0) (Len (P 1)) c) k], [] => passes k && local_c c
  | _, _, _ => false
  end.

Section Sound.
Variable cs : list (list Z).
Variables (B : bounds) (T n : Z) (a b : list Z).
Let i := Z.of_nat (length a).
Let here : state := [[T]; a ++ n :: b].
Let alone : state := [[T]; [n]].
Lemma ev_local : forall e env, local_e e = true -> ev cs (i :: env) here e = ev cs (0 :: env) alone e.
Proof.
  induction e as [z|j|ar j IH d|ar|o x IHx y IHy|c IHc x IHx y IHy|lo IHl hi IHh init IHi body IHb]; intros env H; cbn [local_e] in H.
  - reflexivity.
  - destruct j; [discriminate|reflexivity].
  - cbn [ev]. destruct ar as [c|[|[|p]]]; cbn [look nth here alone].
    + now rewrite IH.
    + now rewrite IH.
    + destruct j as [|[|]| | | | |]; try discriminate. cbn [ev nth]. unfold i. rewrite elt_app. reflexivity.
    + discriminate.
  - destruct ar; [reflexivity|discriminate].
  - apply andb_prop in H. destruct H as [H1 H2]. cbn [ev]. now rewrite IHx, IHy.
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. cbn [ev]. now rewrite IHc, IHx, IHy.
  - apply andb_prop in H. destruct H as [H H4]. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
    cbn [ev]. rewrite IHl, IHh, IHi by trivial. generalize (ev cs (0 :: env) alone init).
    induction (range (ev cs (0 :: env) alone lo) (ev cs (0 :: env) alone hi)) as [|v l I]; intro acc; [reflexivity|].
    cbn [fold_left app]. rewrite IHb by trivial. apply I.
Qed.

Notation go := (run cs [(0, Some 1); B]).
Theorem run_local : forall c env t, local_c c = true ->
  In t (go c (i :: env) here) <-> exists xs, t = [[T]; a ++ xs ++ b] /\ In [[T]; xs] (go c (0 :: env) alone).
Proof.
  assert (Inj : forall xs ys : list Z, [[T]; xs] = [[T]; ys] -> xs = ys) by congruence.
  induction c as [|e|x IHx y IHy|x IHx y IHy|e x IHx y IHy|lo hi c IH|lo hi c IH|fuel c IH|p j e|p j m xs]; intros env t H; cbn [local_c] in H; try discriminate.
  - destruct x as [|e| | | | | | | |]; try discriminate. apply andb_prop in H. destruct H as [H1 H2]. cbn [run].
    rewrite (ev_local e env H1). destruct (_ =? 0); cbn [flat_map].
    + split; [intros []|intros [? [_ []]]].
    + rewrite !app_nil_r. auto.
  - apply andb_prop in H. destruct H as [H1 H2]. cbn [run]. rewrite in_app_iff, IHx, IHy by trivial. split.
    + intros [[xs [E I]]|[xs [E I]]]; exists xs; rewrite in_app_iff; auto.
    + intros [xs [E I]]. apply in_app_or in I. destruct I; [left|right]; eauto.
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. cbn [run]. rewrite (ev_local e env H1).
    destruct (_ =? 0); auto.
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. cbn [run].
    rewrite (ev_local lo env H1), (ev_local hi env H2), in_flat_map. split.
    + intros [v [R M]]. apply IH in M; trivial. destruct M as [xs [E I]]. exists xs. split; trivial. apply in_flat_map. eauto.
    + intros [xs [E I]]. apply in_flat_map in I. destruct I as [v [R M]]. exists v. split; trivial. apply IH; eauto.
  - destruct p as [|[|]]; try discriminate. destruct j as [|[|]| | | | |]; try discriminate. cbn [run ev nth].
    rewrite (ev_local e env H). set (v := ev _ _ _ e). unfold assign, here, alone. cbn [nth_error length].
    replace ((0 <=? i) && (i <? _)) with true by (symmetry; apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt];
      unfold i; rewrite ?app_length; cbn [length]; lia).
    cbn [andb Z.leb Z.ltb Z.compare Z.of_nat]. replace (0 <? Z.pos (Pos.of_succ_nat 0)) with true by reflexivity. cbn [andb].
    destruct (inside B v); [|split; [intros []|intros [? [_ []]]]]. cbn [put Z.to_nat]. unfold i. rewrite Nat2Z.id, put_app. split.
    + intros [<-|[]]. exists [v]. split; [reflexivity|now left].
    + intros [xs [-> [E|[]]]]. apply Inj in E. subst xs. now left.
Qed.
End Sound.

(** THE VIEW: a move of the sum is a move of one element, for arrays of every length. *)
Definition pass_turn : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)).
Theorem list_moves : forall g, view_list g = true -> forall T h, T = 0 \/ T = 1 -> forall t,
  In t (moves g [[T]; h]) <->
  exists a n b xs, h = a ++ n :: b /\ t = [[1 - T]; a ++ xs ++ b] /\ In [[1 - T]; xs] (moves g [[T]; [n]]).
Proof.
  intros [cs bs ts es st] V T h HT t. unfold view_list in V. cbn [parts tiers ends] in V.
  destruct bs as [|[[| |] [[|[| |]|]|]] [|B [|]]]; try discriminate.
  destruct ts as [|c [|]]; try discriminate.
  2:{ destruct c as [| |x y| | | | | | |]; try discriminate. destruct x as [| | | | |lo hi c| | | |]; try discriminate.
      destruct lo as [[| |]| | | | | |]; try discriminate. destruct hi as [| | |[|[|[|]]]| | |]; discriminate. }
  destruct c as [| |x k| | | | | | |]; try discriminate. destruct x as [| | | | |lo hi c| | | |]; try discriminate.
  destruct lo as [[| |]| | | | | |]; try discriminate. destruct hi as [| | |[|[|[|]]]| | |]; try discriminate.
  destruct es; [|discriminate]. apply andb_prop in V. destruct V as [Vk V']. apply passes_is in Vk. subst k. rename V' into V.
  unfold moves, ended. cbn [ends first_end tiers consts parts first_tier].
  assert (X : forall x : list state, forall t, In t (match x with [] => [] | s' :: l' => s' :: l' end) <-> In t x) by (intros [] ?; reflexivity).
  rewrite X. setoid_rewrite X.
  assert (Fl : forall l, run cs [(0, Some 1); B] pass_turn [] [[T]; l] = [[[1 - T]; l]]) by (intro; destruct HT as [-> | ->]; reflexivity).
  assert (G : forall l t, In t (run cs [(0, Some 1); B] (Seq (Choose (Num 0) (Len (P 1)) c) pass_turn) [] [[T]; l]) <->
    exists j s, 0 <= j < Z.of_nat (length l) /\ In s (run cs [(0, Some 1); B] c [j] [[T]; l]) /\ In t (run cs [(0, Some 1); B] pass_turn [] s)).
  { intros l t'. cbn [run ev look nth]. rewrite in_flat_map. split.
    - intros [s [I J]]. apply in_flat_map in I. destruct I as [j [R M]]. apply in_range in R. cbn [app] in M. eauto.
    - intros [j [s [R [M J]]]]. exists s. split; trivial. apply in_flat_map. exists j. split; [now apply in_range|trivial]. }
  rewrite G. setoid_rewrite G. split.
  - intros [j [s [R [M J]]]].
    assert (exists a n b, h = a ++ n :: b /\ j = Z.of_nat (length a)) as [a [n [b [-> ->]]]].
    { destruct (nth_error h (Z.to_nat j)) as [n|] eqn:E; [|apply nth_error_None in E; lia].
      apply nth_error_split in E. destruct E as [a [b [-> L]]]. exists a, n, b. split; [trivial|lia]. }
    apply (run_local cs B T n a b c [] s V) in M. destruct M as [xs [-> M]]. rewrite Fl in J. destruct J as [<-|[]].
    exists a, n, b, xs. split; trivial. split; trivial. exists 0, [[T]; xs]. rewrite Fl. cbn. split; [lia|]. split; [exact M|now left].
  - intros [a [n [b [xs [-> [-> [j [s [R [M J]]]]]]]]]]. cbn [length] in R. replace j with 0 in M by lia.
    pose proof (run_local cs B T n [] [] c [] s V) as L0. cbn [length app] in L0. apply L0 in M. destruct M as [ys [-> M]].
    rewrite app_nil_r in *. rewrite Fl in J. destruct J as [E|[]]. assert (ys = xs) as -> by congruence.
    exists (Z.of_nat (length a)), [[T]; a ++ xs ++ b]. split; [rewrite app_length; cbn [length]; lia|]. split.
    + apply (run_local cs B T n a b c [] _ V). eauto.
    + rewrite Fl. now left.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Who wins a list of heaps of which the members of one set can be taken *)
(** Whether a player who cannot move loses. *)
Definition loses (e : expr) : bool :=
  match e with Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1)) => true | _ => false end.
Lemma loses_is : forall e, loses e = true -> e = Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1)).
Proof.
  intros e H. destruct e as [| | | | |c x y|]; try discriminate. destruct c as [| |[|p] j d| | | |]; try discriminate.
  destruct p; try discriminate. destruct j as [[| |]| | | | | |]; try discriminate. destruct d; try discriminate.
  destruct x as [[|[| |]|]| | | | | |]; try discriminate. destruct y as [[| |[| |]]| | | | | |]; try discriminate. reflexivity.
Qed.

Section Law.
Variables (few stride R L : N) (g : game) (t m : N) (A : Heap.set) (misere : bool).
Hypothesis V : view_heap few stride R L g t m A A misere = true.
Hypothesis S : view_list g = true.
Hypothesis St : loses (stuck g) = true.

(** The state in which P is to move, and the heaps are these. *)
Definition heaps (P : bool) (l : list N) : state := [[number_of P]; map Z.of_N l].
Definition lmv (p q : bool * list N) : Prop := fst q = negb (fst p) /\ HeapGrundy.smv t m A (snd p) (snd q).

Lemma lifted : forall l, (Game.Win (HeapGrundy.smv t m A) l -> forall P, Game.Win lmv (P, l)) /\
  (Game.Lose (HeapGrundy.smv t m A) l -> forall P, Game.Lose lmv (P, l)).
Proof using.
  assert (W : forall l, Game.Win (HeapGrundy.smv t m A) l -> forall P, Game.Win lmv (P, l)).
  { apply (Game.Win_mind _ (HeapGrundy.smv t m A) (fun l _ => forall P, Game.Win lmv (P, l)) (fun l _ => forall P, Game.Lose lmv (P, l))).
    - intros l l' M _ IH P. apply (Game.win_by _ lmv (P, l) (negb P, l')); [now split|apply IH].
    - intros l _ IH P. apply Game.lose_all. intros [Q l'] [E M]. cbn [fst snd] in *. subst Q. now apply IH. }
  intro l. split; [apply W|]. intros H P. apply Game.lose_all. intros [Q l'] [E M]. cbn [fst snd] in *. subst Q.
  destruct H as [l H]. apply W. now apply H.
Qed.

Lemma moves_of : forall p s, In s (moves g (heaps (fst p) (snd p))) <-> exists q, lmv p q /\ s = heaps (fst q) (snd q).
Proof using V S.
  intros [P l] s. cbn [fst snd]. unfold heaps at 1. rewrite (list_moves g S) by (destruct P; auto).
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P. rewrite Flip. split.
  - intros [a [n [b [xs [E [-> M]]]]]]. apply map_eq_app in E. destruct E as [la [l' [-> [<- E]]]].
    apply map_eq_cons in E. destruct E as [k [lb [-> [<- <-]]]].
    change [[number_of P]; [Z.of_N k]] with (heap P k) in M. apply (heap_moves _ _ _ _ _ _ _ _ _ _ V) in M.
    destruct M as [[Q k'] [[EQ [x [X1 [X2 X3]]]] E]]. cbn [fst snd] in *. subst Q. unfold heap in E.
    assert (xs = [Z.of_N k']) as -> by congruence.
    exists (negb P, la ++ (k - x)%N :: lb). split.
    + split; trivial. cbn [snd]. constructor; trivial; [lia|]. unfold Heap.of in X2. now destruct P.
    + cbn [fst snd]. unfold heaps. rewrite map_app. cbn [map app]. replace (k - x)%N with k' by lia. reflexivity.
  - intros [[Q l'] [[EQ M] ->]]. cbn [fst snd] in *. subst Q. destruct M as [la k lb x X1 X2 X3].
    exists (map Z.of_N la), (Z.of_N k), (map Z.of_N lb), [Z.of_N (k - x)]. rewrite map_app. cbn [map]. split; trivial. split.
    + unfold heaps. rewrite map_app. reflexivity.
    + change [[number_of P]; [Z.of_N k]] with (heap P k). apply (heap_moves _ _ _ _ _ _ _ _ _ _ V).
      exists (negb P, (k - x)%N). split; [|reflexivity]. split; trivial. exists x. cbn [fst snd]. split; [lia|]. split; [|lia].
      unfold Heap.of. now destruct P.
Qed.

Lemma stuck_of : forall p, stuck_pays g (heaps (fst p) (snd p)) = if eqb (fst p) false then 1 else -1.
Proof using St.
  intros [P l]. apply loses_is in St. unfold stuck_pays. rewrite St. now destruct P.
Qed.

(** THE LAW: for lists of every length, who wins by the nim-sum of the values can force a win in the term, and the other player cannot. *)
Theorem list_law : forall value, (forall n, HeapGrundy.mexof t m A value n) -> forall P l,
  (Octal.xs value l <> 0%N <-> wins g P (heaps P l)) /\ (Octal.xs value l = 0%N <-> wins g (negb P) (heaps P l)).
Proof using V S St.
  intros value M P l. destruct (facts _ _ _ _ _ _ _ _ _ _ V) as [Bl [En _]].
  destruct (HeapGrundy.sums t m A value M l) as [SW SL]. destruct (lifted l) as [LW LL].
  pose proof (play_correct g Bl En (bool * list N) lmv fst (fun p => heaps (fst p) (snd p)) (fun _ => True) false) as C.
  specialize (C ltac:(intros [Q k]; reflexivity) ltac:(intros p s _; apply moves_of) ltac:(intros [Q k] q _ [E _]; split; trivial)
    ltac:(intros p _; apply stuck_of) (P, l) I (negb (Octal.xs value l =? 0)%N)).
  cbn [fst snd] in C. rewrite negb_true_iff, negb_false_iff, N.eqb_neq, N.eqb_eq in C. apply C.
  - intro H. apply (Heap.play_normal _ lmv (P, l)). apply LW. now apply SW.
  - intro H. apply (Heap.play_normal _ lmv (P, l)). apply LL. now apply SL.
Qed.
End Law.
