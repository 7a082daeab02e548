(** * Staircase.v -- any number of steps: any number of tokens goes one step down, from the lowest step out of the game.
    Proved: the player to move loses exactly where the nim-sum of every second step, the lowest among them, is 0, for staircases of every length ([staircase_law]), in the game of a core term.
    A move changes just one of these steps; and each can be brought down to any lesser number.
    Source: R. Sprague, Bemerkungen über eine spezielle Abelsche Gruppe, 1937; C. L. Bouton 1901.
    An instance gives a term. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Octal.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope N_scope.

Fixpoint every_second (l : list N) : list N := match l with x :: _ :: l => x :: every_second l | [x] => [x] | [] => [] end.
Definition nim (l : list N) : N := Octal.xs (fun n => n) (every_second l).
Definition lost (l : list N) : bool := nim l =? 0.
(** So many from the lowest step, or from one step to the next. *)
Inductive down : list N -> list N -> Prop :=
| out : forall x l k, 1 <= k <= x -> down (x :: l) (x - k :: l)
| step : forall a x y b k, 1 <= k <= y -> down (a ++ x :: y :: b) (a ++ x + k :: y - k :: b).

Lemma nim_step : forall x y l, nim (x :: y :: l) = N.lxor x (nim l).
Proof. reflexivity. Qed.
(** The nim-sum of the others: from the second step on. *)
Definition nim1 (l : list N) : N := match l with [] => 0 | _ :: l => nim l end.
Lemma nim_cons : forall x l, nim (x :: l) = N.lxor x (nim1 l).
Proof. intros x [|y l]; reflexivity. Qed.
Lemma nim1_cons : forall x l, nim1 (x :: l) = nim l.
Proof. reflexivity. Qed.
Lemma other : forall s a b : N, N.lxor a s = N.lxor b s -> a = b.
Proof.
  intros s a b E. apply N.bits_inj. intro i. apply (f_equal (fun x => N.testbit x i)) in E. rewrite !N.lxor_spec in E.
  destruct (N.testbit a i), (N.testbit b i), (N.testbit s i); trivial; discriminate.
Qed.
(** What differs from a place on, whether that place counts or the next one, differs in the whole. *)
Lemma both_change : forall a l m, nim l <> nim m -> nim1 l <> nim1 m -> nim (a ++ l) <> nim (a ++ m) /\ nim1 (a ++ l) <> nim1 (a ++ m).
Proof.
  induction a as [|x a IH]; intros l m H H1; [now split|]. destruct (IH l m H H1) as [I I1]. cbn [app]. rewrite !nim_cons, !nim1_cons. split; [|exact I].
  intro E. apply I1. rewrite (N.lxor_comm x), (N.lxor_comm x) in E. exact (other x _ _ E).
Qed.
Lemma changed : forall l m, down l m -> nim l <> nim m.
Proof.
  intros l m [x r k B|a x y b k B].
  - rewrite !nim_cons. intro E. apply other in E. lia.
  - apply both_change.
    + rewrite !nim_cons, !nim1_cons. intro E. apply other in E. lia.
    + rewrite !nim1_cons, !nim_cons. intro E. apply other in E. lia.
Qed.

(** Any of the numbers that count can be brought to any lesser one. *)
Lemma brought : forall l a h b v, every_second l = a ++ h :: b -> v < h -> exists m, down l m /\ every_second m = a ++ v :: b.
Proof.
  assert (Gen : forall n l, (length l <= n)%nat -> forall a h b v, every_second l = a ++ h :: b -> v < h -> exists m, down l m /\ every_second m = a ++ v :: b).
  { induction n as [|n IH]; intros l L a h b v E V.
    - destruct l; [destruct a; discriminate|cbn in L; lia].
    - destruct a as [|x a].
      + destruct l as [|x [|y l]]; cbn [every_second app] in E; [discriminate| |]; injection E as -> <-.
        * exists [v]. split; [|reflexivity]. replace v with (h - (h - v)) by lia. constructor. lia.
        * exists (v :: y :: l). split; [|reflexivity]. replace v with (h - (h - v)) by lia. constructor. lia.
      + destruct l as [|x' [|y l]]; cbn [every_second app] in E; [discriminate| |].
        * injection E as _ E. destruct a; discriminate.
        * injection E as -> E. destruct (IH l ltac:(cbn in L; lia) a h b v E V) as [m [D M]]. inversion D as [z r k B|a' z w r k B]; subst.
          -- (* the next step that counts: onto the one between *)
             exists (x :: y + k :: z - k :: r). split; [apply (step [x] y z r k B)|]. cbn [every_second app]. now rewrite <- M.
          -- exists (x :: y :: a' ++ z + k :: w - k :: r). split; [apply (step (x :: y :: a') z w r k B)|]. cbn [every_second app]. now rewrite <- M. }
  intros l. exact (Gen (length l) l (Nat.le_refl _)).
Qed.
Lemma xs_mid : forall a v b, Octal.xs (fun n => n) (a ++ v :: b) = N.lxor v (N.lxor (Octal.xs (fun n => n) a) (Octal.xs (fun n => n) b)).
Proof.
  intros a v b. rewrite Octal.xs_app. cbn [Octal.xs fold_right]. change (fold_right (fun h a => N.lxor h a) 0 b) with (Octal.xs (fun n => n) b).
  apply N.bits_inj. intro i. rewrite !N.lxor_spec. destruct (N.testbit v i), (N.testbit (Octal.xs (fun n => n) a) i), (N.testbit (Octal.xs (fun n => n) b) i); reflexivity.
Qed.
Lemma reach : forall l, lost l = false -> exists m, down l m /\ lost m = true.
Proof.
  intros l L. unfold lost, nim in L. apply N.eqb_neq in L. destruct (Octal.lxor_lt_pick _ _ L) as [a [h [b [E Lt]]]]. cbn beta in Lt.
  destruct (brought l a h b _ E Lt) as [m [D M]]. exists m. split; [exact D|]. unfold lost, nim. rewrite M, E, !xs_mid. apply N.eqb_eq.
  apply N.bits_inj. intro i. rewrite !N.lxor_spec, N.bits_0.
  destruct (N.testbit h i), (N.testbit (Octal.xs (fun n => n) a) i), (N.testbit (Octal.xs (fun n => n) b) i); reflexivity.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Open Scope Z_scope.
Definition turn_of : expr := Get (P 0) (Num 0) 0.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) turn_of).
Definition at_ (i : expr) : expr := Get (P 1) i 0.
Definition from_lowest : cmd := Choose (Num 1) (Bin Add (at_ (Num 0)) (Num 1)) (Set_ 1 (Num 0) (Bin Sub (at_ (Num 0)) (Var 0))).
Definition upper : expr := Bin Sub (Var 0) (Num 1).
Definition under : expr := Bin Sub (Var 0) (Num 2).
Definition from_step : cmd := Choose (Num 2) (Bin Add (Len (P 1)) (Num 1)) (Choose (Num 1) (Bin Add (at_ upper) (Num 1))
  (Seq (Set_ 1 upper (Bin Sub (at_ upper) (Var 1))) (Set_ 1 under (Bin Add (at_ under) (Var 1))))).
Definition is_staircase (g : game) : Prop :=
  parts g = [(0, Some 1); (0, None)] /\ tiers g = [Seq (Alt from_lowest from_step) pass] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite turn_of (Num 1) (Num (-1)).

Section Term.
Variable g : game.
Hypothesis G : is_staircase g.
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
Lemma elt_first : forall n b, elt (n :: b) 0 0 = n.
Proof using. reflexivity. Qed.
Lemma assign_first : forall T n b v, assign [(0, Some 1); (0, None)] [[T]; n :: b] 1 0 v = if 0 <=? v then [[[T]; v :: b]] else [].
Proof using. intros T n b v. exact (assign_mid T [] n b 0 v eq_refl). Qed.
Lemma lowest_is : forall P l s, In s (go from_lowest [] (here P l)) <-> exists x r k, l = x :: r /\ (1 <= k <= x)%N /\ s = here P (x - k :: r)%N.
Proof using.
  intros P l s. unfold from_lowest, here. cbn [run]. rewrite in_flat_map. cbn [ev look nth opz at_]. split.
  - intros [k [Ik Is]]. apply in_range in Ik. destruct l as [|x r]; cbn [map] in *; [cbn in Ik; lia|]. rewrite elt_first in *.
    cbn [ev at_ look nth opz app] in Is. rewrite assign_first, ?elt_first in Is. destruct (Z.leb_spec 0 (Z.of_N x - k)) as [C|C]; [|destruct Is].
    destruct Is as [<-|[]]. exists x, r, (Z.to_N k). split; trivial. split; [lia|]. cbn [map]. repeat f_equal. lia.
  - intros [x [r [k [-> [B ->]]]]]. exists (Z.of_N k). cbn [map]. rewrite elt_first. split; [apply in_range; lia|]. cbn [ev at_ look nth opz app].
    rewrite assign_first, ?elt_first. replace (0 <=? Z.of_N x - Z.of_N k) with true by (symmetry; apply Z.leb_le; lia). left. cbn [map]. repeat f_equal. lia.
Qed.
Lemma step_is : forall P l s, In s (go from_step [] (here P l)) <-> exists a x y b k, l = a ++ x :: y :: b /\ (1 <= k <= y)%N /\ s = here P (a ++ x + k :: y - k :: b)%N.
Proof using.
  intros P l s. unfold from_step, here. cbn [run]. rewrite in_flat_map. cbn [ev look nth opz].
  (* the two steps at a place *)
  assert (Run : forall a x y b i k, i = Z.of_nat (length a) + 2 ->
    go (Seq (Set_ 1 upper (Bin Sub (at_ upper) (Var 1))) (Set_ 1 under (Bin Add (at_ under) (Var 1)))) [i; k] [[number_of P]; a ++ x :: y :: b] =
    if 0 <=? y - k then if 0 <=? x + k then [[[number_of P]; a ++ x + k :: y - k :: b]] else [] else []).
  { intros a x y b i k Hi. cbn [run upper under at_ ev look nth opz]. change (a ++ x :: y :: b) with (a ++ [x] ++ y :: b). rewrite app_assoc.
    assert (La : Z.of_nat (length (a ++ [x])) = i - 1) by (rewrite app_length; cbn [length]; lia).
    rewrite (assign_mid _ (a ++ [x])), (elt_mid (a ++ [x])) by lia. destruct (0 <=? y - k); [|reflexivity]. cbn [flat_map]. rewrite app_nil_r.
    rewrite <- app_assoc. cbn [app nth]. rewrite (assign_mid _ a), (elt_mid a) by lia. destruct (0 <=? x + k); reflexivity. }
  cbn [run ev look nth opz] in Run. split.
  - intros [i [Ii Is]]. apply in_range in Ii. apply in_flat_map in Is. destruct Is as [k [Ik Is]]. apply in_range in Ik. rewrite map_length in Ii.
    assert (exists a x y b, l = a ++ x :: y :: b /\ i = Z.of_nat (length a) + 2) as [a [x [y [b [-> Hi]]]]].
    { destruct (nth_error l (Z.to_nat (i - 2))) as [x|] eqn:E; [|apply nth_error_None in E; lia]. apply nth_error_split in E. destruct E as [a [[|y b] [-> La]]].
      - exfalso. rewrite app_length in Ii. cbn in Ii. lia.
      - exists a, x, y, b. split; [trivial|lia]. }
    rewrite map_app in Is, Ik. cbn [map] in Is, Ik. cbn [app nth] in Is. rewrite (Run (map Z.of_N a) (Z.of_N x) (Z.of_N y) (map Z.of_N b) i k) in Is by (rewrite map_length; exact Hi).
    destruct (Z.leb_spec 0 (Z.of_N y - k)) as [C|C]; [|destruct Is]. destruct (Z.leb_spec 0 (Z.of_N x + k)) as [C'|C']; [|destruct Is]. destruct Is as [<-|[]].
    assert (1 <= k) by lia. exists a, x, y, b, (Z.to_N k). split; trivial. split; [lia|]. rewrite map_app. cbn [map]. repeat f_equal; lia.
  - intros [a [x [y [b [k [-> [B ->]]]]]]]. exists (Z.of_nat (length a) + 2). split; [apply in_range; rewrite map_length, app_length; cbn [length]; lia|].
    apply in_flat_map. exists (Z.of_N k). cbn [app]. rewrite !map_app. cbn [map]. split.
    + apply in_range. cbn [ev at_ upper look nth opz]. change (map Z.of_N a ++ Z.of_N x :: Z.of_N y :: map Z.of_N b) with (map Z.of_N a ++ [Z.of_N x] ++ Z.of_N y :: map Z.of_N b).
      rewrite app_assoc, (elt_mid (map Z.of_N a ++ [Z.of_N x])) by (rewrite app_length, map_length; cbn [length]; lia). lia.
    + cbn [app nth]. rewrite (Run (map Z.of_N a) (Z.of_N x) (Z.of_N y) (map Z.of_N b) _ (Z.of_N k)) by (rewrite map_length; reflexivity).
      replace (0 <=? Z.of_N y - Z.of_N k) with true by (symmetry; apply Z.leb_le; lia). replace (0 <=? Z.of_N x + Z.of_N k) with true by (symmetry; apply Z.leb_le; lia).
      left. repeat f_equal; lia.
Qed.

Lemma moves_of : forall P l s, (In s (moves g (here P l)) <-> exists m, down l m /\ s = here (negb P) m).
Proof using G.
  intros P l s. destruct G as [Pt [Ti [Ed _]]].
  assert (Turned : forall m, In s (go pass [] (here P m)) <-> s = here (negb P) m).
  { intro m. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. }
  unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
  change (go (Seq (Alt from_lowest from_step) pass) [] (here P l)) with
    (flat_map (go pass []) (go from_lowest [] (here P l) ++ go from_step [] (here P l))). rewrite in_flat_map. split.
  - intros [u [Iu Is]]. apply in_app_or in Iu. destruct Iu as [Iu|Iu].
    + apply lowest_is in Iu. destruct Iu as [x [r [k [-> [B ->]]]]]. apply Turned in Is. exists (x - k :: r)%N. split; [now constructor|exact Is].
    + apply step_is in Iu. destruct Iu as [a [x [y [b [k [-> [B ->]]]]]]]. apply Turned in Is. eexists. split; [|exact Is]. now constructor.
  - intros [m [D ->]]. exists (here P m). split; [|now apply Turned]. apply in_or_app. destruct D as [x r k B|a x y b k B]; [left; apply lowest_is; eauto 6|right; apply step_is; eauto 10].
Qed.

(** How far down all tokens can go. *)
Fixpoint weight (i : N) (l : list N) : N := match l with [] => 0 | x :: l => i * x + weight (i + 1) l end%N.
Lemma weight_app : forall a b i, weight i (a ++ b) = (weight i a + weight (i + N.of_nat (length a)) b)%N.
Proof using. induction a as [|x a IH]; intros b i; cbn [app weight length]; [replace (i + N.of_nat 0)%N with i by lia; lia|]. rewrite IH. replace (i + 1 + N.of_nat (length a))%N with (i + N.of_nat (S (length a)))%N by lia. lia. Qed.
(** THE LAW, for staircases of every length. *)
Theorem staircase_law : forall P l,
  (lost l = false <-> wins g P (here P l)) /\ (lost l = true <-> wins g (negb P) (here P l)).
Proof using G.
  intros P l. pose proof G as [_ [_ [Ed [Bl St]]]].
  apply (impartial_law g) with (R := down) (I := fun _ => True) (size := fun l => N.to_nat (weight 1 l)); trivial.
  - intro s. unfold ended. now rewrite Ed.
  - intros Q m s _. apply moves_of.
  - intros x y _ D. split; [trivial|]. destruct D as [x r k B|a x y b k B].
    + cbn [weight]. lia.
    + rewrite !weight_app. cbn [weight]. nia.
  - intros Q m _. unfold stuck_pays. rewrite St. now destruct Q.
  - intros x y _ D L. unfold lost in *. apply N.eqb_eq in L. apply N.eqb_neq. intro E. apply (changed x y D). congruence.
  - intros x _ L. now apply reach.
Qed.
End Term.
