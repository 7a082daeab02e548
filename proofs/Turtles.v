(** * Turtles.v -- coins in a row: one is turned from heads to tails, and, if the player likes, one on its left with it, either way.
    Proved: the player to move loses exactly where the nim-sum of the places of the heads, counted from 1, is 0, for rows of every length ([turtles_law]), in the game of a core term.
    Source: Winning Ways (Berlekamp, Conway, Guy 1982), chapter 14: a position of coins is the sum of its heads, and each head is a heap as large as its place.
    An instance gives a term. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Octal.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope N_scope.

Definition own (i : N) (x : bool) : N := if x then i else 0.
(** The nim-sum of a row whose first coin lies at place i. *)
Fixpoint nim (i : N) (l : list bool) : N := match l with [] => 0 | x :: l => N.lxor (own i x) (nim (i + 1) l) end.
Definition lost (l : list bool) : bool := nim 1 l =? 0.
Inductive goes : list bool -> list bool -> Prop :=
| go_one : forall a b, goes (a ++ true :: b) (a ++ false :: b)
| go_two : forall a x c b, goes (a ++ x :: c ++ true :: b) (a ++ negb x :: c ++ false :: b).

Lemma nim_app : forall a b i, nim i (a ++ b) = N.lxor (nim i a) (nim (i + N.of_nat (length a)) b).
Proof.
  induction a as [|x a IH]; intros b i; cbn [app nim length]; [now rewrite N.lxor_0_l, N.add_0_r|]. rewrite IH, N.lxor_assoc.
  now replace (i + 1 + N.of_nat (length a)) with (i + N.of_nat (S (length a))) by lia.
Qed.
(** A coin that is turned changes the nim-sum by its place. *)
Lemma turned : forall a x b i, nim i (a ++ negb x :: b) = N.lxor (nim i (a ++ x :: b)) (i + N.of_nat (length a)).
Proof.
  intros a x b i. rewrite !nim_app. cbn [nim]. set (j := i + N.of_nat (length a)).
  apply N.bits_inj. intro k. rewrite !N.lxor_spec.
  destruct x; cbn [negb own]; rewrite N.bits_0; destruct (N.testbit (nim i a) k), (N.testbit j k), (N.testbit (nim (j + 1) b) k); reflexivity.
Qed.
Lemma both_turned : forall a x c b, nim 1 (a ++ negb x :: c ++ false :: b) =
  N.lxor (nim 1 (a ++ x :: c ++ true :: b)) (N.lxor (1 + N.of_nat (length a)) (1 + N.of_nat (length a) + 1 + N.of_nat (length c))).
Proof.
  intros a x c b. rewrite turned. change (a ++ x :: c ++ false :: b) with (a ++ (x :: c) ++ negb true :: b). rewrite app_assoc, turned, <- app_assoc.
  cbn [app]. rewrite app_length. cbn [length]. rewrite N.lxor_assoc. f_equal. rewrite N.lxor_comm. f_equal. lia.
Qed.
Lemma apart : forall l m, goes l m -> lost l = true -> lost m = false.
Proof.
  intros l m [a b|a x c b] L; unfold lost in *; apply N.eqb_eq in L; apply N.eqb_neq.
  - change false with (negb true). rewrite turned, L, N.lxor_0_l. lia.
  - rewrite both_turned, L, N.lxor_0_l. intro E. apply N.lxor_eq in E. lia.
Qed.

(** The places of the heads. *)
Fixpoint heads (i : N) (l : list bool) : list N := match l with [] => [] | x :: l => if x then i :: heads (i + 1) l else heads (i + 1) l end.
Lemma heads_nim : forall l i, Octal.xs (fun n => n) (heads i l) = nim i l.
Proof.
  induction l as [|x l IH]; intro i; [reflexivity|]. cbn [heads nim]. destruct x; cbn [own].
  - cbn [Octal.xs fold_right]. f_equal. apply IH.
  - rewrite N.lxor_0_l. apply IH.
Qed.
Lemma heads_in : forall l i j, In j (heads i l) -> exists a b, l = a ++ true :: b /\ j = i + N.of_nat (length a).
Proof.
  induction l as [|x l IH]; intros i j H; [destruct H|]. cbn [heads] in H. destruct x; [destruct H as [<-|H]|].
  - exists [], l. cbn. split; [reflexivity|lia].
  - destruct (IH _ _ H) as [a [b [-> ->]]]. exists (true :: a), b. cbn [app length]. split; [reflexivity|lia].
  - destruct (IH _ _ H) as [a [b [-> ->]]]. exists (false :: a), b. cbn [app length]. split; [reflexivity|lia].
Qed.
Lemma reach : forall l, lost l = false -> exists m, goes l m /\ lost m = true.
Proof.
  intros l L. unfold lost in L. apply N.eqb_neq in L. rewrite <- heads_nim in L. destruct (Octal.lxor_lt_pick _ _ L) as [p [j [q [E Lt]]]]. cbn beta in Lt.
  assert (I : In j (heads 1 l)) by (rewrite E; apply in_or_app; right; now left). destruct (heads_in l 1 j I) as [d [b [-> Hj]]].
  rewrite heads_nim in Lt. remember (nim 1 (d ++ true :: b)) as s eqn:Es. destruct (N.eq_dec (N.lxor j s) 0) as [Z|Z].
  - exists (d ++ false :: b). split; [constructor|]. unfold lost. change false with (negb true). rewrite turned, <- Es, <- Hj, N.lxor_comm, Z. reflexivity.
  - destruct (nth_error d (N.to_nat (N.lxor j s - 1))) as [x|] eqn:En; [|apply nth_error_None in En; lia].
    apply nth_error_split in En. destruct En as [a [c [-> La]]]. rewrite <- app_assoc in *. cbn [app] in *.
    exists (a ++ negb x :: c ++ false :: b). split; [constructor|]. unfold lost. rewrite both_turned, <- Es. apply N.eqb_eq.
    rewrite app_length in Hj. cbn [length] in Hj. replace (1 + N.of_nat (length a) + 1 + N.of_nat (length c)) with j by lia.
    replace (1 + N.of_nat (length a)) with (N.lxor j s) by lia. apply N.bits_inj. intro k. rewrite !N.lxor_spec, N.bits_0.
    destruct (N.testbit s k), (N.testbit j k); reflexivity.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Open Scope Z_scope.
Definition turn_of : expr := Get (P 0) (Num 0) 0.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) turn_of).
Definition coin (i : expr) : expr := Get (P 1) i (-1).
Definition shows (i : expr) (x : bool) : cmd := Guard (Bin Eq (coin i) (Num (b2z x))).
Definition one : cmd := Choose (Num 0) (Len (P 1)) (Seq (shows (Var 0) true) (Set_ 1 (Var 0) (Num 0))).
Definition second : expr := Bin Add (Bin Add (Var 0) (Num 1)) (Var 1).
Definition rest : expr := Bin Sub (Len (P 1)) (Var 0).
Definition two (x : bool) : cmd := Choose (Num 0) (Bin Sub (Len (P 1)) (Num 1)) (Seq (shows (Var 0) x)
  (Choose (Num 0) (Bin Add (Bin Max (Bin Sub rest (Num 1)) (Num 0)) (Num 1))
    (Seq (Guard (Bin Lt (Bin Add (Var 1) (Num 1)) rest)) (Seq (shows second true)
      (Seq (Set_ 1 (Var 0) (Num (b2z (negb x)))) (Set_ 1 second (Num 0))))))).
Definition is_turtles (g : game) : Prop :=
  parts g = [(0, Some 1); (0, Some 1)] /\ tiers g = [Seq (Alt one (Alt (two false) (two true))) pass] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite turn_of (Num 1) (Num (-1)).

Section Term.
Variable g : game.
Hypothesis G : is_turtles g.
Definition here (P : bool) (l : list bool) : state := [[number_of P]; map b2z l].
Notation go := (run (consts g) [(0, Some 1); (0, Some 1)]).

Lemma elt_mid : forall (a : list Z) n b i d, i = Z.of_nat (length a) -> elt (a ++ n :: b) i d = n.
Proof using. intros a n b i d ->. unfold elt. destruct (Z.ltb_spec (Z.of_nat (length a)) 0); [lia|]. rewrite Nat2Z.id. apply nth_middle. Qed.
Lemma put_mid : forall (a : list Z) n b v, put (length a) v (a ++ n :: b) = a ++ v :: b.
Proof using. induction a as [|x a IH]; intros n b v; [reflexivity|]. cbn [length app put]. now rewrite IH. Qed.
Lemma assign_mid : forall T (a : list Z) n b i v, i = Z.of_nat (length a) ->
  assign [(0, Some 1); (0, Some 1)] [[T]; a ++ n :: b] 1 i (b2z v) = [[[T]; a ++ b2z v :: b]].
Proof using.
  intros T a n b i v ->. unfold assign. cbn [nth_error].
  replace ((0 <=? Z.of_nat (length a)) && (Z.of_nat (length a) <? Z.of_nat (length (a ++ n :: b)))) with true
    by (symmetry; apply andb_true_intro; rewrite app_length; cbn [length]; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
  cbn [andb]. replace (inside (0, Some 1) (b2z v)) with true by (now destruct v). rewrite Nat2Z.id, put_mid. reflexivity.
Qed.
Lemma guarded : forall e c env s, go (Seq (Guard e) c) env s = if ev (consts g) env s e =? 0 then [] else go c env s.
Proof using. intros. cbn [run]. destruct (ev _ _ _ e =? 0); cbn [flat_map]; [reflexivity|apply app_nil_r]. Qed.
Lemma chosen : forall lo hi c env s v,
  In v (go (Choose lo hi c) env s) <-> exists i, ev (consts g) env s lo <= i < ev (consts g) env s hi /\ In v (go c (env ++ [i]) s).
Proof using.
  intros. cbn [run]. rewrite in_flat_map. split; intros [i [I R]]; exists i; (split; [|exact R]); now apply in_range.
Qed.
(** The coin at a place that is there. *)
Lemma coin_at : forall (l : list bool) i, 0 <= i < Z.of_nat (length l) -> exists a x b, l = a ++ x :: b /\ i = Z.of_nat (length a).
Proof using.
  intros l i H. destruct (nth_error l (Z.to_nat i)) as [x|] eqn:E; [|apply nth_error_None in E; lia].
  apply nth_error_split in E. destruct E as [a [b [-> La]]]. exists a, x, b. split; [reflexivity|lia].
Qed.
Lemma one_is : forall P l s, In s (go one [] (here P l)) <-> exists a b, l = a ++ true :: b /\ s = here P (a ++ false :: b).
Proof using.
  intros P l s. unfold one. rewrite chosen. cbn [ev look nth opz here]. rewrite map_length. cbn [app].
  change [[number_of P]; map b2z l] with (here P l).
  assert (Run : forall a x b i, i = Z.of_nat (length a) ->
    go (Seq (shows (Var 0) true) (Set_ 1 (Var 0) (Num 0))) [i] (here P (a ++ x :: b)) = if x then [here P (a ++ false :: b)] else []).
  { intros a x b i E. unfold shows. rewrite guarded. unfold here, coin. cbn [ev look nth opz]. rewrite map_app. cbn [map].
    rewrite elt_mid by (rewrite map_length; exact E). destruct x; cbn [b2z Z.eqb Pos.eqb]; [|reflexivity].
    cbn [run ev nth]. change 0 with (b2z false) at 3. rewrite (assign_mid _ (map b2z a)) by (rewrite map_length; exact E). now rewrite map_app. }
  split.
  - intros [i [Ii Is]]. destruct (coin_at l i Ii) as [a [x [b [-> E]]]]. rewrite (Run a x b i E) in Is.
    destruct x; [|destruct Is]. destruct Is as [<-|[]]. eauto.
  - intros [a [b [-> ->]]]. exists (Z.of_nat (length a)). split; [rewrite app_length; cbn [length]; lia|].
    rewrite (Run a true b _ eq_refl). now left.
Qed.
Lemma two_is : forall x P l s, In s (go (two x) [] (here P l)) <-> exists a c b, l = a ++ x :: c ++ true :: b /\ s = here P (a ++ negb x :: c ++ false :: b).
Proof using.
  intros x P l s. unfold two. rewrite chosen. cbn [ev look nth opz here]. rewrite map_length. cbn [app].
  change [[number_of P]; map b2z l] with (here P l).
  set (body := Seq (Guard (Bin Lt (Bin Add (Var 1) (Num 1)) rest)) (Seq (shows second true) (Seq (Set_ 1 (Var 0) (Num (b2z (negb x)))) (Set_ 1 second (Num 0))))).
  set (more := Choose (Num 0) (Bin Add (Bin Max (Bin Sub rest (Num 1)) (Num 0)) (Num 1)) body).
  assert (Run : forall a y c z b i k, i = Z.of_nat (length a) -> k = Z.of_nat (length c) ->
    go body [i; k] (here P (a ++ y :: c ++ z :: b)) = if z then [here P (a ++ negb x :: c ++ false :: b)] else []).
  { intros a y c z b i k E F. unfold body. rewrite guarded. unfold rest. cbn [ev look nth opz here]. rewrite map_length, app_length. cbn [length]. rewrite app_length. cbn [length].
    destruct (Z.ltb_spec (k + 1) (Z.of_nat (length a + S (length c + S (length b))) - i)) as [_|B]; [|lia]. cbn [b2z Z.eqb].
    unfold shows. rewrite guarded. unfold coin, second. cbn [ev look nth opz here].
    assert (S : map b2z (a ++ y :: c ++ z :: b) = (map b2z a ++ b2z y :: map b2z c) ++ b2z z :: map b2z b)
      by (rewrite map_app; cbn [map]; rewrite map_app; cbn [map]; now rewrite <- app_assoc).
    assert (La : i + 1 + k = Z.of_nat (length (map b2z a ++ b2z y :: map b2z c))) by (rewrite app_length; cbn [length]; rewrite !map_length; lia).
    rewrite S, (elt_mid _ _ _ _ _ La). destruct z; cbn [b2z Z.eqb Pos.eqb]; [|reflexivity].
    cbn [run ev nth look opz]. unfold here. rewrite S, <- app_assoc. cbn [app]. rewrite (assign_mid _ (map b2z a)) by (rewrite map_length; exact E). cbn [flat_map]. rewrite app_nil_r.
    replace (map b2z a ++ b2z (negb x) :: map b2z c ++ b2z true :: map b2z b) with ((map b2z a ++ b2z (negb x) :: map b2z c) ++ b2z true :: map b2z b)
      by (now rewrite <- app_assoc).
    change (assign [(0, Some 1); (0, Some 1)] [[number_of P]; (map b2z a ++ b2z (negb x) :: map b2z c) ++ b2z true :: map b2z b] 1 (i + 1 + k) (b2z false) =
      [[[number_of P]; map b2z (a ++ negb x :: c ++ false :: b)]]).
    rewrite assign_mid by (rewrite La, !app_length; reflexivity).
    rewrite <- app_assoc, map_app. cbn [map app]. rewrite map_app. reflexivity. }
  split.
  - intros [i [Ii Is]]. unfold shows in Is. rewrite guarded in Is. unfold coin in Is. cbn [ev look nth opz here] in Is.
    destruct (coin_at l i ltac:(lia)) as [a [y [r [-> E]]]]. rewrite map_app in Is at 1. cbn [map] in Is. rewrite elt_mid in Is by (rewrite map_length; exact E).
    destruct (Z.eqb_spec (b2z y) (b2z x)) as [Y|_]; cbn [b2z Z.eqb Pos.eqb] in Is; [|destruct Is]. assert (y = x) by (now destruct x, y). subst y. clear Y.
    change [[number_of P]; map b2z a ++ b2z x :: map b2z r] with [[number_of P]; map b2z a ++ map b2z (x :: r)] in Is. rewrite <- ?map_app in Is.
    change [[number_of P]; map b2z (a ++ x :: r)] with (here P (a ++ x :: r)) in Is.
    unfold more in Is. apply chosen in Is. destruct Is as [k [Ik Is]]. cbn [app] in Is. cbn [ev] in Ik. destruct Ik as [Ik _].
    destruct (Z.ltb_spec (k + 1) (Z.of_nat (length (a ++ x :: r)) - i)) as [B|B].
    + rewrite app_length in B. cbn [length] in B. destruct (coin_at r k ltac:(lia)) as [c [z [b [-> F]]]].
      rewrite (Run a x c z b i k E F) in Is. destruct z; [|destruct Is]. destruct Is as [<-|[]]. eauto 6.
    + exfalso. unfold body in Is. rewrite guarded in Is. unfold rest in Is. cbn [ev look nth opz here] in Is. rewrite map_length in Is.
      destruct (Z.ltb_spec (k + 1) (Z.of_nat (length (a ++ x :: r)) - i)); [lia|]. destruct Is.
  - intros [a [c [b [-> ->]]]]. exists (Z.of_nat (length a)). split; [rewrite app_length; cbn [length]; rewrite app_length; cbn [length]; lia|].
    unfold shows. rewrite guarded. unfold coin. cbn [ev look nth opz here].
    replace (elt (map b2z (a ++ x :: c ++ true :: b)) (Z.of_nat (length a)) (-1)) with (b2z x)
      by (rewrite map_app; cbn [map]; rewrite elt_mid by (now rewrite map_length); reflexivity).
    rewrite Z.eqb_refl. cbn [b2z Z.eqb]. unfold more. apply chosen. exists (Z.of_nat (length c)). split.
    + unfold rest. cbn [ev look nth opz here app]. rewrite map_length, app_length. cbn [length]. rewrite app_length. cbn [length]. lia.
    + cbn [app]. change [[number_of P]; map b2z (a ++ x :: c ++ true :: b)] with (here P (a ++ x :: c ++ true :: b)).
      rewrite (Run a x c true b _ _ eq_refl eq_refl). now left.
Qed.
Lemma moves_of : forall P l s, (In s (moves g (here P l)) <-> exists m, goes l m /\ s = here (negb P) m).
Proof using G.
  intros P l s. destruct G as [Pt [Ti [Ed _]]].
  assert (Turned : forall m, In s (go pass [] (here P m)) <-> s = here (negb P) m).
  { intro m. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. }
  unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
  change (go (Seq (Alt one (Alt (two false) (two true))) pass) [] (here P l))
    with (flat_map (go pass []) (go one [] (here P l) ++ (go (two false) [] (here P l) ++ go (two true) [] (here P l)))). rewrite in_flat_map. split.
  - intros [u [Iu Is]]. apply in_app_or in Iu. destruct Iu as [Iu|Iu]; [|apply in_app_or in Iu; destruct Iu as [Iu|Iu]].
    + apply one_is in Iu. destruct Iu as [a [b [-> ->]]]. apply Turned in Is. eexists. split; [constructor|exact Is].
    + apply two_is in Iu. destruct Iu as [a [c [b [-> ->]]]]. apply Turned in Is. eexists. split; [constructor|exact Is].
    + apply two_is in Iu. destruct Iu as [a [c [b [-> ->]]]]. apply Turned in Is. eexists. split; [constructor|exact Is].
  - intros [m [D ->]]. exists (here P m). split; [|now apply Turned]. destruct D as [a b|a x c b].
    + apply in_or_app. left. apply one_is. eauto.
    + apply in_or_app. right. apply in_or_app. destruct x; [right|left]; apply two_is; eauto 6.
Qed.

(** The row as a binary number, the last coin the most significant. *)
Fixpoint weight (l : list bool) : nat := match l with [] => 0 | x :: l => (if x then 1 else 0) + 2 * weight l end%nat.
Lemma weight_app : forall a b c, (weight b < weight c)%nat -> (weight (a ++ b) < weight (a ++ c))%nat.
Proof using. induction a as [|x a IH]; intros b c H; cbn [app weight]; [exact H|]. specialize (IH b c H). lia. Qed.
(** THE LAW, for rows of every length. *)
Theorem turtles_law : forall P l,
  (lost l = false <-> wins g P (here P l)) /\ (lost l = true <-> wins g (negb P) (here P l)).
Proof using G.
  intros P l. pose proof G as [_ [_ [Ed [Bl St]]]].
  apply (impartial_law g) with (R := goes) (I := fun _ => True) (size := weight); trivial.
  - intro s. unfold ended. now rewrite Ed.
  - intros Q m s _. apply moves_of.
  - intros x y _ D. split; [trivial|]. destruct D as [a b|a x c b]; apply weight_app; cbn [weight]; [lia|].
    assert (weight (c ++ false :: b) < weight (c ++ true :: b))%nat by (apply weight_app; cbn [weight]; lia). destruct x; cbn [negb]; lia.
  - intros Q m _. unfold stuck_pays. rewrite St. now destruct Q.
  - intros x y _ D. now apply apart.
  - intros x _ L. now apply reach.
Qed.
End Term.
