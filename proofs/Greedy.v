(** * Greedy.v -- any number of heaps, of which one of the largest may be lowered by any number.
    Proved: the player to move loses exactly where the largest heap is 0 or stands in the list evenly often, for lists of every length ([greedy_law]), in the game of a core term.
    Source: M. H. Albert, R. J. Nowakowski, Nim restrictions, 2004.
    An instance gives a term. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope Z_scope.

Definition most (l : list Z) : Z := fold_right Z.max 0 l.
Fixpoint often (v : Z) (l : list Z) : Z := match l with [] => 0 | x :: l => (if x =? v then 1 else 0) + often v l end.
Definition lost (l : list Z) : bool := (most l =? 0) || Z.even (often (most l) l).
Definition natural (l : list Z) : Prop := Forall (Z.le 0) l.

Lemma most_mid : forall a n b, most (a ++ n :: b) = Z.max n (most (a ++ b)).
Proof. induction a as [|x a IH]; intros n b; cbn [app most fold_right]; [reflexivity|]. unfold most in IH. rewrite IH. lia. Qed.
Lemma often_mid : forall v a n b, often v (a ++ n :: b) = (if n =? v then 1 else 0) + often v (a ++ b).
Proof. intros v. induction a as [|x a IH]; intros n b; cbn [app often]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma most_least : forall l, 0 <= most l.
Proof. induction l as [|x l IH]; cbn [most fold_right]; [lia|]. unfold most in IH. lia. Qed.
Lemma often_least : forall v l, 0 <= often v l.
Proof. intros v. induction l as [|x l IH]; cbn [often]; [lia|]. destruct (x =? v); lia. Qed.
Lemma most_bounds : forall l x, In x l -> x <= most l.
Proof. induction l as [|y l IH]; intros x I; [destruct I|]. cbn [most fold_right]. destruct I as [->|I]; [lia|]. specialize (IH x I). unfold most in IH. lia. Qed.
(** What stands in a list is there at least once, and the other way round. *)
Lemma often_none : forall v l, (forall x, In x l -> x < v) -> often v l = 0.
Proof.
  intros v. induction l as [|x l IH]; intro H; [reflexivity|]. cbn [often]. rewrite IH by (intros; apply H; now right).
  replace (x =? v) with false; [lia|]. symmetry. apply Z.eqb_neq. specialize (H x (or_introl eq_refl)). lia.
Qed.
Lemma often_most : forall l, 0 < most l -> 1 <= often (most l) l.
Proof.
  induction l as [|x l IH]; cbn [most fold_right often]; [lia|]. intro P. change (fold_right Z.max 0 l) with (most l) in *.
  pose proof (often_least (Z.max x (most l)) l). destruct (Z.eqb_spec x (Z.max x (most l))); [lia|].
  assert (E : Z.max x (most l) = most l) by lia. rewrite E in *. specialize (IH ltac:(lia)). lia.
Qed.

(** One of the largest becomes less. *)
Inductive lowered : list Z -> list Z -> Prop :=
| lower : forall a n b v, 0 <= v < n -> most (a ++ b) <= n -> lowered (a ++ n :: b) (a ++ v :: b).

Lemma apart : forall l l', lowered l l' -> lost l = true -> lost l' = false.
Proof.
  intros l l' [a n b v B Le] L. unfold lost in *. rewrite !most_mid in *. replace (Z.max n (most (a ++ b))) with n in L by lia.
  pose proof (often_least n (a ++ b)) as O. rewrite often_mid, Z.eqb_refl in L.
  apply orb_prop in L. destruct L as [L|L]; [apply Z.eqb_eq in L; lia|].
  assert (E : most (a ++ b) = n).
  { destruct (Z.eq_dec (often n (a ++ b)) 0) as [Zr|Nz]; [rewrite Zr in L; discriminate|].
    destruct (Z.lt_ge_cases (most (a ++ b)) n) as [C|C]; [|lia]. exfalso. apply Nz, often_none. intros x I. pose proof (most_bounds _ _ I). lia. }
  rewrite E. replace (Z.max v n) with n by lia. rewrite often_mid.
  replace (v =? n) with false by (symmetry; apply Z.eqb_neq; lia).
  apply orb_false_intro; [apply Z.eqb_neq; lia|]. rewrite Z.even_add in L. rewrite Z.add_0_l.
  change (Z.even 1) with false in L. destruct (Z.even (often n (a ++ b))); [discriminate|reflexivity].
Qed.
Lemma most_in : forall l, 0 < most l -> In (most l) l.
Proof.
  induction l as [|x l IH]; cbn [most fold_right]; [lia|]. change (fold_right Z.max 0 l) with (most l). intro P.
  destruct (Z.le_gt_cases (most l) x) as [C|C]; [left; lia|right]. replace (Z.max x (most l)) with (most l) by lia. apply IH. lia.
Qed.
Lemma reach : forall l, lost l = false -> exists l', lowered l l' /\ lost l' = true.
Proof.
  intros l L. unfold lost in L. apply orb_false_elim in L. destruct L as [L0 L]. apply Z.eqb_neq in L0.
  assert (P : 0 < most l) by (pose proof (most_least l); lia). pose proof (most_in l P) as I. apply in_split in I. destruct I as [a [b E]].
  set (n := most l) in *. rewrite E in L. rewrite often_mid, Z.eqb_refl in L.
  assert (Le : most (a ++ b) <= n) by (pose proof (most_mid a n b) as Mm; rewrite <- E in Mm; fold n in Mm; lia).
  assert (Ev : Z.even (often n (a ++ b)) = true).
  { rewrite Z.even_add in L. change (Z.even 1) with false in L. now destruct (Z.even (often n (a ++ b))). }
  pose proof (most_least (a ++ b)) as Mo. rewrite E. set (r := most (a ++ b)) in *.
  (* what the list comes to if the number becomes v *)
  assert (To : forall v, 0 <= v < n -> lost (a ++ v :: b) = (Z.max v r =? 0) || Z.even ((if v =? Z.max v r then 1 else 0) + often (Z.max v r) (a ++ b))).
  { intros v _. unfold lost. rewrite most_mid, often_mid. reflexivity. }
  destruct (Z.eq_dec r n) as [C|C].
  - exists (a ++ 0 :: b). split; [constructor; lia|]. rewrite To by lia. rewrite C. replace (Z.max 0 n) with n by lia.
    replace (0 =? n) with false by (symmetry; apply Z.eqb_neq; lia). rewrite Z.add_0_l, Ev. apply orb_true_r.
  - destruct (Z.eq_dec r 0) as [R0|R0].
    + exists (a ++ 0 :: b). split; [constructor; lia|]. rewrite To by lia. rewrite R0. reflexivity.
    + destruct (Z.even (often r (a ++ b))) eqn:Er.
      * exists (a ++ 0 :: b). split; [constructor; lia|]. rewrite To by lia. replace (Z.max 0 r) with r by lia.
        replace (0 =? r) with false by (symmetry; apply Z.eqb_neq; lia). rewrite Z.add_0_l, Er. apply orb_true_r.
      * exists (a ++ r :: b). split; [constructor; lia|]. rewrite To by lia. replace (Z.max r r) with r by lia. rewrite Z.eqb_refl, Z.even_add, Er. apply orb_true_r.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Definition turn_of : expr := Get (P 0) (Num 0) 0.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) turn_of).
Definition at_ (i : expr) : expr := Get (P 1) i 0.
(** The two ways in which rules say that the number at Var 0 is one of the largest. *)
Definition above_all : expr := Fold (Num 0) (Len (P 1)) (Num 1) (Ite (Var 3) (Bin Le (at_ (Var 2)) (at_ (Var 0))) (Num 0)).
Definition double : expr := Bin Add (Bin Mul (at_ (Bin Sub (Var 2) (Num 1))) (Num 2)) (Num 1).
Definition largest : expr := Fold (Num 1) (Bin Add (Len (P 1)) (Num 1)) (Num 0) (Ite (Var 3) (Bin Max (Var 3) double) double).
Definition is_largest : expr := Ite largest (Bin Eq (at_ (Var 0)) (Bin Div largest (Num 2))) (Num 0).
Definition lower_if (e : expr) : cmd :=
  Choose (Num 0) (Len (P 1)) (Choose (Num 1) (Bin Add (at_ (Var 0)) (Num 1))
    (Seq (Guard e) (Set_ 1 (Var 0) (Bin Sub (at_ (Var 0)) (Var 1))))).
Definition is_greedy (g : game) : Prop :=
  parts g = [(0, Some 1); (0, None)] /\ (tiers g = [Seq (lower_if above_all) pass] \/ tiers g = [Seq (lower_if is_largest) pass]) /\
  ends g = [] /\ blocks g = O /\ stuck g = Ite turn_of (Num 1) (Num (-1)).

Section Term.
Variable g : game.
Hypothesis G : is_greedy g.
Definition here (P : bool) (l : list Z) : state := [[number_of P]; l].

Lemma elt_in : forall (l : list Z) i, 0 <= i < Z.of_nat (length l) -> In (elt l i 0) l.
Proof using. intros l i B. unfold elt. destruct (Z.ltb_spec i 0); [lia|]. apply nth_In. lia. Qed.
Lemma elt_all : forall (l : list Z) x, In x l -> exists i, 0 <= i < Z.of_nat (length l) /\ elt l i 0 = x.
Proof using.
  intros l x I. apply (In_nth _ _ 0) in I. destruct I as [i [B E]]. exists (Z.of_nat i). split; [lia|]. unfold elt.
  destruct (Z.ltb_spec (Z.of_nat i) 0); [lia|]. now rewrite Nat2Z.id.
Qed.
Lemma above_is : forall s l k i, nth 1 s [] = l -> (ev (consts g) [i; k] s above_all <> 0 <-> forall x, In x l -> x <= elt l i 0).
Proof using.
  intros s l k i E. unfold above_all. cbn [ev look]. rewrite E.
  set (f := fun acc v : Z => _).
  assert (F : forall r acc, fold_left f r acc <> 0 <-> acc <> 0 /\ forall v, In v r -> elt l v 0 <= elt l i 0).
  { induction r as [|v r IH]; intro acc; cbn [fold_left]; [split; [intro H; split; [trivial|intros ? []]|tauto]|].
    rewrite IH. unfold f. cbn [app ev nth look at_]. rewrite E. destruct (Z.eqb_spec acc 0) as [->|N].
    - split; [intros [H _]; now destruct H|intros [H _]; now destruct H].
    - cbn [opz]. unfold b2z. destruct (Z.leb_spec (elt l v 0) (elt l i 0)) as [C|C].
      + split; [intros [_ H]; split; trivial; intros w [<-|I]; auto|intros [_ H]; split; [discriminate|intros w I; apply H; now right]].
      + split; [intros [H _]; now destruct H|intros [_ H]; exfalso; specialize (H v (or_introl eq_refl)); lia]. }
  rewrite F. split.
  - intros [_ H] x I. destruct (elt_all l x I) as [v [B <-]]. apply H. apply in_range. exact B.
  - intro H. split; [discriminate|]. intros v I. apply in_range in I. apply H, elt_in. exact I.
Qed.
Lemma largest_is : forall s l k i, nth 1 s [] = l -> natural l -> ev (consts g) [i; k] s largest = match l with [] => 0 | _ => 2 * most l + 1 end.
Proof using.
  intros s l k i E N. unfold largest. cbn [ev look opz]. rewrite E.
  set (f := fun acc v : Z => _).
  assert (F : forall j, (j <= length l)%nat -> fold_left f (range 1 (1 + Z.of_nat j)) 0 = match firstn j l with [] => 0 | r => 2 * most r + 1 end).
  { induction j as [|j IH]; intro J; [reflexivity|].
    assert (R : range 1 (1 + Z.of_nat (S j)) = range 1 (1 + Z.of_nat j) ++ [1 + Z.of_nat j]).
    { unfold range. replace (Z.to_nat (1 + Z.of_nat (S j) - 1)) with (S j) by lia. replace (Z.to_nat (1 + Z.of_nat j - 1)) with j by lia.
      rewrite seq_S, map_app. reflexivity. }
    rewrite R, fold_left_app, IH by lia. cbn [fold_left]. unfold f. cbn [app ev nth look at_ opz]. unfold double. cbn [ev nth look at_ opz app]. rewrite E.
    replace (1 + Z.of_nat j - 1) with (Z.of_nat j) by lia.
    destruct (nth_error l j) as [x|] eqn:X; [|apply nth_error_None in X; lia].
    assert (El : elt l (Z.of_nat j) 0 = x).
    { unfold elt. destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|]. rewrite Nat2Z.id. now apply nth_error_nth. }
    assert (X0 : 0 <= x) by (unfold natural in N; rewrite Forall_forall in N; apply N; now apply nth_error_In in X).
    rewrite El. assert (Fs : firstn (S j) l = firstn j l ++ [x]).
    { clear -X. revert l X. induction j as [|j IH]; intros [|y l] X; try discriminate; [now injection X as ->|]. cbn [firstn app]. f_equal. now apply IH. }
    rewrite Fs. pose proof (most_least (firstn j l)) as ML. destruct (firstn j l) as [|y r] eqn:Fj.
    - cbn [app most fold_right Z.eqb]. lia.
    - cbn [app]. change (y :: r ++ [x]) with ((y :: r) ++ [x]). rewrite (most_mid (y :: r) x []), app_nil_r.
      destruct (Z.eqb_spec (2 * most (y :: r) + 1) 0); [lia|]. cbn [opz]. lia. }
  replace (Z.of_nat (length l) + 1) with (1 + Z.of_nat (length l)) by lia. rewrite F by lia. rewrite firstn_all. now destruct l.
Qed.
Lemma is_largest_is : forall s l k i, nth 1 s [] = l -> natural l -> 0 <= i < Z.of_nat (length l) ->
  (ev (consts g) [i; k] s is_largest <> 0 <-> forall x, In x l -> x <= elt l i 0).
Proof using.
  intros s l k i E N B. pose proof (elt_in l i B) as I. unfold is_largest. cbn [ev]. rewrite !(largest_is s l k i E N).
  assert (Ml : l <> []) by (intros ->; cbn in B; lia). pose proof (most_least l) as ML.
  assert (Eq : match l with [] => 0 | _ => 2 * most l + 1 end = 2 * most l + 1) by (destruct l; [congruence|reflexivity]). rewrite Eq.
  destruct (Z.eqb_spec (2 * most l + 1) 0); [lia|]. cbn [ev nth look at_ opz]. rewrite E.
  replace (2 <=? 0) with false by reflexivity. replace ((2 * most l + 1) / 2) with (most l) by (apply Z.div_unique with 1; lia).
  unfold b2z. destruct (Z.eqb_spec (elt l i 0) (most l)) as [Q|Q].
  - split; [|discriminate]. intros _ x Ix. rewrite Q. now apply most_bounds.
  - split; [intro H; now destruct H|]. intro H. exfalso. apply Q. pose proof (most_bounds _ _ I).
    destruct (Z.eq_dec (most l) 0) as [Zm|Zm]; [unfold natural in N; rewrite Forall_forall in N; specialize (N _ I); lia|].
    specialize (H (most l) (most_in l ltac:(lia))). lia.
Qed.

Lemma elt_mid : forall (a : list Z) n b, elt (a ++ n :: b) (Z.of_nat (length a)) 0 = n.
Proof using.
  intros a n b. unfold elt. destruct (Z.ltb_spec (Z.of_nat (length a)) 0); [lia|]. rewrite Nat2Z.id. apply nth_middle.
Qed.
Lemma put_mid : forall (a : list Z) n b v, put (length a) v (a ++ n :: b) = a ++ v :: b.
Proof using. induction a as [|x a IH]; intros n b v; [reflexivity|]. cbn [length app put]. now rewrite IH. Qed.
Lemma lower_is : forall e P l s, natural l ->
  (forall k i, 0 <= i < Z.of_nat (length l) -> (ev (consts g) [i; k] (here P l) e <> 0 <-> forall x, In x l -> x <= elt l i 0)) ->
  (In s (run (consts g) [(0, Some 1); (0, None)] (lower_if e) [] (here P l)) <-> exists l', lowered l l' /\ s = here P l').
Proof using.
  intros e P l s N He. unfold lower_if. cbn [run]. rewrite in_flat_map. split.
  - intros [i [Ii Is]]. apply in_range in Ii. cbn [ev look here nth] in Ii. apply in_flat_map in Is. destruct Is as [k [Ik Is]]. apply in_range in Ik.
    cbn [app ev nth look here at_ opz] in Ik, Is. apply in_flat_map in Is. destruct Is as [u [Iu Is]].
    destruct (Z.eqb_spec (ev (consts g) [i; k] (here P l) e) 0) as [|Ne]; [destruct Iu|]. destruct Iu as [<-|[]].
    pose proof (proj1 (He k i Ii) Ne) as Up. clear Ne. cbn [ev nth look here at_ opz] in Is. unfold assign, here in Is. cbn [nth_error] in Is.
    destruct (nth_error l (Z.to_nat i)) as [n|] eqn:En; [|apply nth_error_None in En; lia].
    apply nth_error_split in En. destruct En as [a [b [El La]]]. assert (Ei : i = Z.of_nat (length a)) by lia. subst l i. rewrite elt_mid in *.
    replace ((0 <=? Z.of_nat (length a)) && (Z.of_nat (length a) <? Z.of_nat (length (a ++ n :: b)))) with true in Is
      by (symmetry; apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
    cbn [andb] in Is. unfold inside in Is. cbn [fst snd] in Is. rewrite andb_true_r in Is. destruct (Z.leb_spec 0 (n - k)) as [C|C]; [|now destruct Is].
    destruct Is as [<-|[]]. rewrite Nat2Z.id, put_mid. exists (a ++ (n - k) :: b). split; [|reflexivity]. constructor; [lia|].
    destruct (Z.eq_dec (most (a ++ b)) 0) as [Zm|Zm]; [lia|]. apply Up. pose proof (most_in (a ++ b) ltac:(pose proof (most_least (a ++ b)); lia)) as I.
    apply in_app_iff in I. apply in_app_iff. cbn [In]. tauto.
  - intros [l' [Lo ->]]. revert N He. destruct Lo as [a n b v B Le]. intros N He. assert (Ii : 0 <= Z.of_nat (length a) < Z.of_nat (length (a ++ n :: b))) by (rewrite app_length; cbn [length]; lia).
    exists (Z.of_nat (length a)). split; [apply in_range; exact Ii|]. apply in_flat_map. exists (n - v). cbn [app ev nth look here at_ opz]. rewrite elt_mid.
    split; [apply in_range; lia|]. apply in_flat_map. exists (here P (a ++ n :: b)). split.
    + assert (Ne : ev (consts g) [Z.of_nat (length a); n - v] (here P (a ++ n :: b)) e <> 0).
      { apply (proj2 (He (n - v) (Z.of_nat (length a)) Ii)). intros x I. rewrite elt_mid. apply in_app_iff in I. destruct I as [I|[->|I]]; [|lia|];
          (etransitivity; [apply most_bounds|exact Le]); apply in_app_iff; auto. }
      apply Z.eqb_neq in Ne. rewrite Ne. now left.
    + cbn [ev nth look here at_ opz]. rewrite elt_mid. unfold assign, here. cbn [nth_error].
      replace ((0 <=? Z.of_nat (length a)) && (Z.of_nat (length a) <? Z.of_nat (length (a ++ n :: b)))) with true
        by (symmetry; apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
      cbn [andb]. unfold inside. cbn [fst snd]. rewrite andb_true_r. replace (n - (n - v)) with v by lia.
      replace (0 <=? v) with true by (symmetry; apply Z.leb_le; lia). rewrite Nat2Z.id, put_mid. now left.
Qed.

Lemma moves_of : forall P l s, natural l -> (In s (moves g (here P l)) <-> exists l', lowered l l' /\ s = here (negb P) l').
Proof using G.
  intros P l s N. destruct G as [Pt [Ti [Ed _]]].
  assert (Turned : forall l', In s (run (consts g) [(0, Some 1); (0, None)] pass [] (here P l')) <-> s = here (negb P) l').
  { intro l'. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. }
  assert (C : forall e, tiers g = [Seq (lower_if e) pass] ->
    (forall k i, 0 <= i < Z.of_nat (length l) -> (ev (consts g) [i; k] (here P l) e <> 0 <-> forall x, In x l -> x <= elt l i 0)) ->
    (In s (moves g (here P l)) <-> exists l', lowered l l' /\ s = here (negb P) l')).
  { intros e Te He. unfold moves, ended. rewrite Ed, Te, Pt. cbn [first_end first_tier].
    assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
    change (run (consts g) [(0, Some 1); (0, None)] (Seq (lower_if e) pass) [] (here P l)) with
      (flat_map (run (consts g) [(0, Some 1); (0, None)] pass []) (run (consts g) [(0, Some 1); (0, None)] (lower_if e) [] (here P l))).
    rewrite in_flat_map. split.
    - intros [u [Iu Is]]. apply (lower_is e P l u N He) in Iu. destruct Iu as [l' [Lo ->]]. apply Turned in Is. eauto.
    - intros [l' [Lo ->]]. exists (here P l'). split; [apply (lower_is e P l _ N He); eauto|now apply Turned]. }
  destruct Ti as [Ti|Ti]; apply (C _ Ti); intros k i B.
  - now apply above_is.
  - now apply is_largest_is.
Qed.

(** THE LAW, for lists of every length. *)
Theorem greedy_law : forall P l, natural l ->
  (lost l = false <-> wins g P (here P l)) /\ (lost l = true <-> wins g (negb P) (here P l)).
Proof using G.
  intros P l N. apply (impartial_law g) with (R := lowered) (I := natural) (size := fun l => Z.to_nat (fold_right Z.add 0 l)); trivial.
  - exact (proj1 (proj2 (proj2 (proj2 G)))).
  - intro s. unfold ended. now rewrite (proj1 (proj2 (proj2 G))).
  - intros Q k s Nk. now apply moves_of.
  - intros x y Nx Lo. revert Nx. destruct Lo as [a n b v B Le]. intro Nx. unfold natural in *. apply Forall_app in Nx. destruct Nx as [Na Nb].
    assert (Nb' : Forall (Z.le 0) b) by now inversion Nb. split.
    + apply Forall_app. split; trivial. constructor; [lia|trivial].
    + assert (S : forall l : list Z, Forall (Z.le 0) l -> 0 <= fold_right Z.add 0 l) by (induction 1; cbn [fold_right]; lia).
      assert (F : forall w, fold_right Z.add 0 (a ++ w :: b) = w + fold_right Z.add 0 (a ++ b)).
      { intro w. clear. induction a as [|x a IH]; cbn [app fold_right]; [reflexivity|]. rewrite IH. lia. }
      rewrite !F. assert (0 <= fold_right Z.add 0 (a ++ b)) by (apply S, Forall_app; auto). lia.
  - intros Q k _. unfold stuck_pays. rewrite (proj2 (proj2 (proj2 (proj2 G)))). now destruct Q.
  - intros x y _ Lo. now apply apart.
  - intros x _ L. now apply reach.
Qed.
End Term.
