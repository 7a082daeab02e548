(** * Nimble.v -- coins on the squares of a strip, any number on each: one coin goes to a square with a lesser number.
    Proved: the player to move loses exactly where the nim-sum of the squares with an odd number of coins, counted from 0, is 0, for strips of every length ([nimble_law]), in the game of
    a core term.
    Source: Winning Ways (Berlekamp, Conway, Guy 1982), chapter 15; each coin is a heap as large as its square's number.
    An instance gives a term. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Octal.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope N_scope.

Definition own (i x : N) : N := if N.odd x then i else 0.
(** The nim-sum of a strip whose first square has the number i. *)
Fixpoint nim (i : N) (l : list N) : N := match l with [] => 0 | x :: l => N.lxor (own i x) (nim (i + 1) l) end.
Definition lost (l : list N) : bool := nim 0 l =? 0.
(** One coin from the square of y to that of x. *)
Inductive goes : list N -> list N -> Prop :=
| go_left : forall a x c y b, 1 <= y -> goes (a ++ x :: c ++ y :: b) (a ++ x + 1 :: c ++ y - 1 :: b).

Lemma nim_app : forall a b i, nim i (a ++ b) = N.lxor (nim i a) (nim (i + N.of_nat (length a)) b).
Proof.
  induction a as [|x a IH]; intros b i; cbn [app nim length]; [now rewrite N.lxor_0_l, N.add_0_r|]. rewrite IH, N.lxor_assoc.
  now replace (i + 1 + N.of_nat (length a)) with (i + N.of_nat (S (length a))) by lia.
Qed.
Lemma own_more : forall i x, own i (x + 1) = N.lxor (own i x) i.
Proof.
  intros i x. unfold own. rewrite N.odd_add. change (N.odd 1) with true. destruct (N.odd x); cbn [xorb].
  - now rewrite N.lxor_nilpotent.
  - now rewrite N.lxor_0_l.
Qed.
Lemma own_less : forall i y, 1 <= y -> own i (y - 1) = N.lxor (own i y) i.
Proof.
  intros i y H. replace y with (y - 1 + 1) at 2 by lia. rewrite own_more. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
Qed.
(** A move changes the nim-sum by both squares' numbers. *)
Lemma shifts : forall a x c y b, 1 <= y ->
  nim 0 (a ++ x + 1 :: c ++ y - 1 :: b) =
  N.lxor (nim 0 (a ++ x :: c ++ y :: b)) (N.lxor (N.of_nat (length a)) (N.of_nat (length a) + 1 + N.of_nat (length c))).
Proof.
  intros a x c y b H. rewrite !nim_app. cbn [nim]. rewrite !nim_app. cbn [nim]. rewrite own_more, own_less by trivial. rewrite N.add_0_l.
  set (i := N.of_nat (length a)). set (j := i + 1 + N.of_nat (length c)).
  apply N.bits_inj. intro k. rewrite !N.lxor_spec.
  destruct (N.testbit (nim 0 a) k), (N.testbit (own i x) k), (N.testbit i k), (N.testbit (nim (i + 1) c) k), (N.testbit (own j y) k), (N.testbit j k), (N.testbit (nim (j + 1) b) k); reflexivity.
Qed.
Lemma apart : forall l m, goes l m -> lost l = true -> lost m = false.
Proof.
  intros l m [a x c y b H] L. unfold lost in *. apply N.eqb_eq in L. apply N.eqb_neq. rewrite shifts, L, N.lxor_0_l by trivial. intro E. apply N.lxor_eq in E. lia.
Qed.

(** The numbers of the squares with an odd number of coins. *)
Fixpoint odds (i : N) (l : list N) : list N := match l with [] => [] | x :: l => if N.odd x then i :: odds (i + 1) l else odds (i + 1) l end.
Lemma odds_nim : forall l i, Octal.xs (fun n => n) (odds i l) = nim i l.
Proof.
  induction l as [|x l IH]; intro i; [reflexivity|]. cbn [odds nim]. unfold own. destruct (N.odd x).
  - cbn [Octal.xs fold_right]. f_equal. apply IH.
  - rewrite N.lxor_0_l. apply IH.
Qed.
Lemma odds_in : forall l i j, In j (odds i l) -> exists a y b, l = a ++ y :: b /\ j = i + N.of_nat (length a) /\ 1 <= y.
Proof.
  induction l as [|x l IH]; intros i j H; [destruct H|]. cbn [odds] in H. destruct (N.odd x) eqn:O; [destruct H as [<-|H]|].
  - exists [], x, l. cbn. repeat split; [lia|]. destruct x; [discriminate|lia].
  - destruct (IH _ _ H) as [a [y [b [-> [-> Y]]]]]. exists (x :: a), y, b. cbn [app length]. repeat split; lia.
  - destruct (IH _ _ H) as [a [y [b [-> [-> Y]]]]]. exists (x :: a), y, b. cbn [app length]. repeat split; lia.
Qed.
Lemma reach : forall l, lost l = false -> exists m, goes l m /\ lost m = true.
Proof.
  intros l L. unfold lost in L. apply N.eqb_neq in L. rewrite <- odds_nim in L. destruct (Octal.lxor_lt_pick _ _ L) as [p [j [q [E Lt]]]]. cbn beta in Lt.
  assert (I : In j (odds 0 l)) by (rewrite E; apply in_or_app; right; now left). destruct (odds_in l 0 j I) as [d [y [b [-> [Hj Y]]]]].
  rewrite N.add_0_l in Hj. rewrite odds_nim in Lt. remember (nim 0 (d ++ y :: b)) as s eqn:Es.
  destruct (nth_error d (N.to_nat (N.lxor j s))) as [x|] eqn:En; [|apply nth_error_None in En; lia]. apply nth_error_split in En. destruct En as [a [c [-> La]]].
  rewrite <- app_assoc in *. cbn [app] in *. exists (a ++ x + 1 :: c ++ y - 1 :: b). split; [now constructor|]. unfold lost. rewrite shifts, <- Es by trivial. apply N.eqb_eq.
  rewrite app_length in Hj. cbn [length] in Hj. replace (N.of_nat (length a) + 1 + N.of_nat (length c)) with j by lia.
  replace (N.of_nat (length a)) with (N.lxor j s) by lia. apply N.bits_inj. intro k. rewrite !N.lxor_spec, N.bits_0.
  destruct (N.testbit s k), (N.testbit j k); reflexivity.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Open Scope Z_scope.
Definition turn_of : expr := Get (P 0) (Num 0) 0.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) turn_of).
Definition at_ (i : expr) : expr := Get (P 1) i 0.
Definition under : expr := Bin Sub (Var 1) (Num 1).
Definition one_left : cmd := Choose (Num 0) (Len (P 1)) (Choose (Num 1) (Bin Add (Var 0) (Num 1))
  (Seq (Set_ 1 (Var 0) (Bin Sub (at_ (Var 0)) (Num 1))) (Set_ 1 under (Bin Add (at_ under) (Num 1))))).
Definition is_nimble (g : game) : Prop :=
  parts g = [(0, Some 1); (0, None)] /\ tiers g = [Seq one_left pass] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite turn_of (Num 1) (Num (-1)).

Section Term.
Variable g : game.
Hypothesis G : is_nimble g.
Definition here (P : bool) (l : list N) : state := [[number_of P]; map Z.of_N l].
Notation go := (run (consts g) [(0, Some 1); (0, None)]).

Lemma elt_mid : forall (a : list Z) n b i, i = Z.of_nat (length a) -> elt (a ++ n :: b) i 0 = n.
Proof using. intros a n b i ->. unfold elt. destruct (Z.ltb_spec (Z.of_nat (length a)) 0); [lia|]. rewrite Nat2Z.id. apply nth_middle. Qed.
Lemma put_mid : forall (a : list Z) n b v, put (length a) v (a ++ n :: b) = a ++ v :: b.
Proof using. induction a as [|x a IH]; intros n b v; [reflexivity|]. cbn [length app put]. now rewrite IH. Qed.
Lemma assign_mid : forall T (a : list Z) n b i v, i = Z.of_nat (length a) ->
  assign [(0, Some 1); (0, None)] [[T]; a ++ n :: b] 1 i v = if 0 <=? v then [[[T]; a ++ v :: b]] else [].
Proof using.
  intros T a n b i v ->. unfold assign. cbn [nth_error].
  replace ((0 <=? Z.of_nat (length a)) && (Z.of_nat (length a) <? Z.of_nat (length (a ++ n :: b)))) with true
    by (symmetry; apply andb_true_intro; rewrite app_length; cbn [length]; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
  cbn [andb]. unfold inside. cbn [fst snd]. rewrite andb_true_r, Nat2Z.id, put_mid. reflexivity.
Qed.
Lemma left_is : forall P l s, In s (go one_left [] (here P l)) <-> exists m, goes l m /\ s = here P m.
Proof using.
  intros P l s. unfold one_left, here. cbn [run]. rewrite in_flat_map. cbn [ev look nth opz].
  assert (Run : forall a x c y b i k, k = Z.of_nat (length a) + 1 -> i = Z.of_nat (length a) + 1 + Z.of_nat (length c) ->
    go (Seq (Set_ 1 (Var 0) (Bin Sub (at_ (Var 0)) (Num 1))) (Set_ 1 under (Bin Add (at_ under) (Num 1)))) [i; k] [[number_of P]; a ++ x :: c ++ y :: b] =
    if 0 <=? y - 1 then if 0 <=? x + 1 then [[[number_of P]; a ++ x + 1 :: c ++ y - 1 :: b]] else [] else []).
  { intros a x c y b i k Hk Hi. cbn [run under at_ ev look nth opz]. change (a ++ x :: c ++ y :: b) with (a ++ (x :: c) ++ y :: b). rewrite app_assoc.
    assert (La : Z.of_nat (length (a ++ x :: c)) = i) by (rewrite app_length; cbn [length]; lia).
    rewrite (assign_mid _ (a ++ x :: c)), (elt_mid (a ++ x :: c)) by lia. destruct (0 <=? y - 1); [|reflexivity]. cbn [flat_map]. rewrite app_nil_r.
    rewrite <- app_assoc. cbn [app nth]. rewrite (assign_mid _ a), (elt_mid a) by lia. destruct (0 <=? x + 1); reflexivity. }
  cbn [run ev look nth opz] in Run. split.
  - intros [i [Ii Is]]. apply in_range in Ii. apply in_flat_map in Is. destruct Is as [k [Ik Is]]. apply in_range in Ik. cbn [ev app nth opz] in Ik. rewrite map_length in Ii.
    assert (exists a x c y b, l = a ++ x :: c ++ y :: b /\ k = Z.of_nat (length a) + 1 /\ i = Z.of_nat (length a) + 1 + Z.of_nat (length c)) as [a [x [c [y [b [-> [Hk Hi]]]]]]].
    { destruct (nth_error l (Z.to_nat i)) as [y|] eqn:E; [|apply nth_error_None in E; lia]. apply nth_error_split in E. destruct E as [d [b [-> Ld]]].
      destruct (nth_error d (Z.to_nat (k - 1))) as [x|] eqn:E; [|apply nth_error_None in E; lia]. apply nth_error_split in E. destruct E as [a [c [-> La]]].
      exists a, x, c, y, b. rewrite <- app_assoc. rewrite app_length in Ld. cbn [length] in Ld. repeat split; lia. }
    rewrite map_app in Is. cbn [map] in Is. rewrite map_app in Is. cbn [map] in Is. cbn [app nth] in Is.
    rewrite (Run (map Z.of_N a) (Z.of_N x) (map Z.of_N c) (Z.of_N y) (map Z.of_N b) i k) in Is by (rewrite ?map_length; assumption).
    destruct (Z.leb_spec 0 (Z.of_N y - 1)) as [C|C]; [|destruct Is]. destruct (Z.leb_spec 0 (Z.of_N x + 1)) as [C'|C']; [|destruct Is]. destruct Is as [<-|[]].
    exists (a ++ x + 1 :: c ++ y - 1 :: b)%N. split; [constructor; lia|]. rewrite map_app. cbn [map]. rewrite map_app. cbn [map]. repeat f_equal; lia.
  - intros [m [D ->]]. destruct D as [a x c y b B]. exists (Z.of_nat (length a) + 1 + Z.of_nat (length c)). split.
    { apply in_range. rewrite map_length, app_length. cbn [length]. rewrite app_length. cbn [length]. lia. }
    apply in_flat_map. exists (Z.of_nat (length a) + 1). cbn [app]. split; [apply in_range; cbn [ev nth opz]; lia|].
    rewrite !map_app. cbn [map]. rewrite !map_app. cbn [map app nth].
    rewrite (Run (map Z.of_N a) (Z.of_N x) (map Z.of_N c) (Z.of_N y) (map Z.of_N b) _ (Z.of_nat (length a) + 1)) by (rewrite ?map_length; reflexivity).
    replace (0 <=? Z.of_N y - 1) with true by (symmetry; apply Z.leb_le; lia). replace (0 <=? Z.of_N x + 1) with true by (symmetry; apply Z.leb_le; lia).
    left. repeat f_equal; lia.
Qed.
Lemma moves_of : forall P l s, (In s (moves g (here P l)) <-> exists m, goes l m /\ s = here (negb P) m).
Proof using G.
  intros P l s. destruct G as [Pt [Ti [Ed _]]].
  assert (Turned : forall m, In s (go pass [] (here P m)) <-> s = here (negb P) m).
  { intro m. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. }
  unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
  change (go (Seq one_left pass) [] (here P l)) with (flat_map (go pass []) (go one_left [] (here P l))). rewrite in_flat_map. split.
  - intros [u [Iu Is]]. apply left_is in Iu. destruct Iu as [m [D ->]]. apply Turned in Is. eauto.
  - intros [m [D ->]]. exists (here P m). split; [apply left_is; eauto|now apply Turned].
Qed.

(** How far left all coins can go. *)
Fixpoint weight (i : N) (l : list N) : N := match l with [] => 0 | x :: l => i * x + weight (i + 1) l end%N.
Lemma weight_app : forall a b i, weight i (a ++ b) = (weight i a + weight (i + N.of_nat (length a)) b)%N.
Proof using.
  induction a as [|x a IH]; intros b i; cbn [app weight length]; [replace (i + N.of_nat 0)%N with i by lia; lia|]. rewrite IH.
  replace (i + 1 + N.of_nat (length a))%N with (i + N.of_nat (S (length a)))%N by lia. lia.
Qed.
(** THE LAW, for strips of every length. *)
Theorem nimble_law : forall P l,
  (lost l = false <-> wins g P (here P l)) /\ (lost l = true <-> wins g (negb P) (here P l)).
Proof using G.
  intros P l. pose proof G as [_ [_ [Ed [Bl St]]]].
  apply (impartial_law g) with (R := goes) (I := fun _ => True) (size := fun l => N.to_nat (weight 1 l)); trivial.
  - intro s. unfold ended. now rewrite Ed.
  - intros Q m s _. apply moves_of.
  - intros x y _ D. split; [trivial|]. destruct D as [a x c y b B]. rewrite !weight_app. cbn [weight]. rewrite !weight_app. cbn [weight]. nia.
  - intros Q m _. unfold stuck_pays. rewrite St. now destruct Q.
  - intros x y _ D. now apply apart.
  - intros x _ L. now apply reach.
Qed.
End Term.
