(** * Worth.v -- what positions of a core term are worth: Grundy values in any term in which both players move alike.
    A position is a state without the part that says whose turn it is; it is worth v where the moves of either player pass the turn, none leads to a position worth v, and each lesser number is the
    worth of one that a move leads to.
    Proved: in a term without ends of its own, where who cannot move loses, the player to move can force a win exactly from the positions that are not worth 0 ([worth_wins]); and where the moves of a
    term are the moves of any one of several components, each a position of a term of its own, the whole is worth the nim-sum of what these are ([sum_worth]).
    Source: Sprague 1935, Grundy 1939.
    An instance (a view) gives what the positions of a term are worth, or what its components are. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Octal.
From Whowins Require Import Core ViewOutcome.
Import ListNotations.
Open Scope N_scope.

(** The state of a position in which P is to move. *)
Notation position := (list (list Z)) (only parsing).
Definition at_turn (P : bool) (x : position) : state := [number_of P] :: x.
Lemma at_turn_inj : forall P Q x y, at_turn P x = at_turn Q y -> P = Q /\ x = y.
Proof. intros [|] [|] x y E; try discriminate; injection E as <-; auto. Qed.

Inductive worth (g : game) : position -> N -> Prop :=
| worth_is : forall x v,
    (forall P t, In t (moves g (at_turn P x)) -> exists y w, t = at_turn (negb P) y /\ w <> v /\ worth g y w) ->
    (forall P w, w < v -> exists y, In (at_turn (negb P) y) (moves g (at_turn P x)) /\ worth g y w) ->
    worth g x v.

Section Induction.
Variables (g : game) (T : position -> N -> Prop).
Hypothesis Step : forall x v,
  (forall P t, In t (moves g (at_turn P x)) -> exists y w, t = at_turn (negb P) y /\ w <> v /\ worth g y w /\ T y w) ->
  (forall P w, w < v -> exists y, In (at_turn (negb P) y) (moves g (at_turn P x)) /\ worth g y w /\ T y w) -> T x v.
Fixpoint worth_induction (x : position) (v : N) (W : worth g x v) {struct W} : T x v.
Proof using Step.
  destruct W as [x v A B]. apply Step.
  - intros P t M. destruct (A P t M) as [y [w [E [Ne W]]]]. exists y, w. exact (conj E (conj Ne (conj W (worth_induction y w W)))).
  - intros P w L. destruct (B P w L) as [y [M W]]. exists y. exact (conj M (conj W (worth_induction y w W))).
Qed.
End Induction.

(** A measure that falls shows that play ends. *)
Lemma worth_by : forall (g : game) (X : Type) (less : X -> X -> Prop) (here : X -> position) (value : X -> N), well_founded less ->
  (forall P x t, In t (moves g (at_turn P (here x))) -> exists y, t = at_turn (negb P) (here y) /\ less y x /\ value y <> value x) ->
  (forall P x w, w < value x -> exists y, In (at_turn (negb P) (here y)) (moves g (at_turn P (here x))) /\ less y x /\ value y = w) ->
  forall x, worth g (here x) (value x).
Proof.
  intros g X less here value Wf A B x. induction x as [x IH] using (well_founded_ind Wf). constructor.
  - intros P t M. destruct (A P x t M) as [y [E [L Ne]]]. exists (here y), (value y). auto.
  - intros P w L. destruct (B P x w L) as [y [M [S <-]]]. exists (here y). auto.
Qed.

(** What is played alike is worth the same. *)
Lemma worth_alike : forall (g h : game) (R : position -> position -> Prop),
  (forall P x y t, R x y -> In t (moves g (at_turn P x)) -> exists Q x' y', t = at_turn Q x' /\ In (at_turn Q y') (moves h (at_turn P y)) /\ R x' y') ->
  (forall P x y t, R x y -> In t (moves h (at_turn P y)) -> exists Q x' y', t = at_turn Q y' /\ In (at_turn Q x') (moves g (at_turn P x)) /\ R x' y') ->
  forall x v, worth g x v -> forall y, R x y -> worth h y v.
Proof.
  intros g h R There Back x v W. induction W as [x v A B] using worth_induction. intros y Ry. constructor.
  - intros P t M. destruct (Back P x y t Ry M) as [Q [x' [y' [-> [M' R']]]]]. destruct (A P _ M') as [x'' [w [E [Ne [_ IH]]]]].
    apply at_turn_inj in E. destruct E as [-> ->]. exists y', w. auto.
  - intros P w L. destruct (B P w L) as [x' [M' [_ IH]]]. destruct (There P x y _ Ry M') as [Q [x'' [y' [E [M R']]]]].
    apply at_turn_inj in E. destruct E as [<- <-]. exists y'. auto.
Qed.

(** ** Who wins *)
Section Wins.
Variable g : game.
Hypothesis Free : blocks g = O.
Hypothesis Endless : forall s, ended g s = None.
Hypothesis Stuck : forall P x, stuck_pays g (at_turn P x) = (if P then -1 else 1)%Z.
Lemma over_here : forall P x, over g (at_turn P x) = match moves g (at_turn P x) with [] => Some (if P then -1 else 1)%Z | _ => None end.
Proof using Endless Stuck. intros P x. unfold over. now rewrite Endless, Stuck. Qed.
Lemma worth_forces : forall x v, worth g x v -> forall P, (v <> 0 -> wins g P (at_turn P x)) /\ (v = 0 -> wins g (negb P) (at_turn P x)).
Proof using Free Endless Stuck.
  intros x v W. induction W as [x v A B] using worth_induction. intro P.
  assert (Turn : turn (at_turn P x) = number_of P) by (destruct P; reflexivity).
  split; intro V; apply wins_force; pose proof (over_here P x) as O.
  - destruct (B P 0 ltac:(lia)) as [y [M [_ IH]]]. destruct (IH (negb P)) as [_ L]. specialize (L eq_refl). rewrite negb_involutive in L. apply wins_force in L.
    destruct (moves g (at_turn P x)) as [|t l] eqn:E in O; [rewrite E in M; destruct M|].
    apply f_mine with (pick := fun _ => at_turn (negb P) y); trivial.
    + intros B' Bl N. apply (unblocked g Free) in Bl. subst B'. apply (left_all g) in M. rewrite N in M. destruct M.
    + intros B' Bl _. apply (unblocked g Free) in Bl. subst B'. now apply left_all.
  - subst v. destruct (moves g (at_turn P x)) as [|t l] eqn:E in O.
    + apply f_over with (v := (if P then -1 else 1)%Z); trivial. now destruct P.
    + apply f_theirs with (B := []); trivial.
      * rewrite Turn. now destruct P.
      * unfold blocked. cbn. lia.
      * intro N. exfalso. assert (I : In t (left_over g (at_turn P x) [])) by (apply left_all; rewrite E; now left). rewrite N in I. destruct I.
      * intros u I. apply left_all in I. destruct (A P u I) as [y [w [-> [Ne [_ IH]]]]]. apply wins_force. exact (proj1 (IH (negb P)) Ne).
Qed.
Theorem worth_wins : forall x v, worth g x v -> forall P, (v <> 0 <-> wins g P (at_turn P x)) /\ (v = 0 <-> wins g (negb P) (at_turn P x)).
Proof using Free Endless Stuck.
  intros x v W P. destruct (worth_forces x v W P) as [Won Lost].
  assert (X : wins g P (at_turn P x) -> wins g (negb P) (at_turn P x) -> False).
  { pose (J := fun s : state => exists Q y w, s = at_turn Q y /\ worth g y w).
    assert (HT : forall s, J s -> turn s = 0%Z \/ turn s = 1%Z) by (intros s [Q [y [w [-> _]]]]; destruct Q; [left|right]; reflexivity).
    assert (HI : forall s t, J s -> In t (moves g s) -> J t).
    { intros s t [Q [y [w [-> [y' w' A _]]]]] M. destruct (A Q t M) as [z [u [-> [_ W']]]]. now exists (negb Q), z, u. }
    assert (Js : J (at_turn P x)) by now exists P, x, v.
    destruct P; intros Y Z; [exact (wins_excl g J HT HI _ Js Y Z)|exact (wins_excl g J HT HI _ Js Z Y)]. }
  destruct (N.eq_dec v 0) as [E|E]; split; split; intro H; auto; try contradiction; exfalso; auto.
Qed.
End Wins.

(** ** Components *)
(** A position of a term of its own. *)
Definition component := (game * position)%type.
Definition worths (l : list component) (vs : list N) : Prop := Forall2 (fun c v => worth (fst c) (snd c) v) l vs.
Lemma worths_nil : worths [] [].
Proof. constructor. Qed.
Lemma worths_cons : forall g x v l vs, worth g x v -> worths l vs -> worths ((g, x) :: l) (v :: vs).
Proof. intros g x v l vs W H. now constructor. Qed.
Definition nim_sum (vs : list N) : N := fold_right N.lxor 0 vs.
Lemma nim_sum_app : forall a b, nim_sum (a ++ b) = N.lxor (nim_sum a) (nim_sum b).
Proof. induction a as [|x a IH]; intro b; cbn; [now rewrite N.lxor_0_l|]. fold (nim_sum (a ++ b)) (nim_sum a). now rewrite IH, N.lxor_assoc. Qed.
(** Some component can become so much less that nothing is left of the sum. *)
Lemma nim_sum_pick : forall vs w, w < nim_sum vs -> exists l1 v l2, vs = l1 ++ v :: l2 /\ N.lxor v (N.lxor (nim_sum vs) w) < v.
Proof.
  intros vs w L. assert (Id : forall l, Octal.xs (fun x => x) l = nim_sum l) by (induction l as [|x l IH]; cbn; [reflexivity|]; fold (nim_sum l); now rewrite <- IH).
  assert (Ne : Octal.xs (fun x => x) (w :: vs) <> 0).
  { cbn. fold (Octal.xs (fun x => x) vs). rewrite Id. intro E. apply N.lxor_eq in E. lia. }
  destruct (Octal.lxor_lt_pick (w :: vs) (fun x => x) Ne) as [l1 [v [l2 [E Lt]]]]. rewrite Id in Lt. change (nim_sum (w :: vs)) with (N.lxor w (nim_sum vs)) in Lt.
  destruct l1 as [|u l1]; cbn [app] in E; injection E as -> ->.
  - exfalso. rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in Lt. lia.
  - exists l1, v, l2. split; trivial. now rewrite (N.lxor_comm (nim_sum _) u).
Qed.

(** A move in one of them. *)
Definition step (l' l : list component) : Prop := exists P l1 g x l2 y, l = l1 ++ (g, x) :: l2 /\ l' = l1 ++ (g, y) :: l2 /\ In (at_turn (negb P) y) (moves g (at_turn P x)).
Lemma step_cons : forall c l k, step k (c :: l) -> (exists d, step [d] [c] /\ k = d :: l) \/ exists l', step l' l /\ k = c :: l'.
Proof.
  intros c l k [P [l1 [g [x [l2 [y [E [-> M]]]]]]]]. destruct l1 as [|d l1]; cbn [app] in *; injection E as -> ->.
  - left. exists (g, y). split; trivial. now exists P, [], g, x, [], y.
  - right. exists (l1 ++ (g, y) :: l2). split; trivial. now exists P, l1, g, x, l2, y.
Qed.
Lemma one_ends : forall g x v, worth g x v -> Acc step [(g, x)].
Proof.
  intros g x v W. induction W as [x v A _] using worth_induction. constructor. intros k [P [l1 [h [z [l2 [y [E [-> M]]]]]]]].
  destruct l1 as [|d [|]]; try discriminate. injection E as <- <- <-. cbn [app]. destruct (A P _ M) as [y' [w [E [_ [_ IH]]]]]. apply at_turn_inj in E. now destruct E as [_ <-].
Qed.
Lemma more_end : forall c, Acc step [c] -> forall l, Acc step l -> Acc step (c :: l).
Proof.
  assert (G : forall k, Acc step k -> forall c, k = [c] -> forall l, Acc step l -> Acc step (c :: l)).
  { intros k A. induction A as [k _ IHc]. intros c -> l B. induction B as [l B IHl]. constructor. intros k S.
    apply step_cons in S. destruct S as [[d [S ->]]|[l' [S ->]]]; [|now apply IHl].
    apply (IHc [d] S d eq_refl). now constructor. }
  intros c A. exact (G [c] A c eq_refl).
Qed.
Lemma all_end : forall l vs, worths l vs -> Acc step l.
Proof.
  intros l vs W. induction W as [|[g x] v l vs W _ IH].
  - constructor. intros k [P [l1 [g [x [l2 [y [E _]]]]]]]. now destruct l1.
  - apply more_end; trivial. exact (one_ends g x v W).
Qed.

Section Sum.
Variables (G : game) (fits : list component -> Prop) (join : list component -> position).
Hypothesis Moves : forall P l t, fits l -> (In t (moves G (at_turn P (join l))) <->
  exists l1 g x l2 s, l = l1 ++ (g, x) :: l2 /\ In s (moves g (at_turn P x)) /\ t = hd [] s :: join (l1 ++ (g, tl s) :: l2)).
Hypothesis Keeps : forall P l1 g x l2 y, fits (l1 ++ (g, x) :: l2) -> In (at_turn (negb P) y) (moves g (at_turn P x)) -> fits (l1 ++ (g, y) :: l2).
Theorem sum_worth : forall l vs, fits l -> worths l vs -> worth G (join l) (nim_sum vs).
Proof using All.
  intros l vs F W. pose proof (all_end l vs W) as A. revert vs F W. induction A as [l _ IH]. intros vs F W. constructor.
  - intros P t M. apply Moves in M; trivial. destruct M as [l1 [g [x [l2 [s [-> [M ->]]]]]]].
    apply Forall2_app_inv_l in W. destruct W as [v1 [v2 [W1 [W2 ->]]]]. inversion W2 as [|? v ? v3 Wx W3]; subst. cbn [fst snd] in Wx.
    destruct Wx as [x v A _]. destruct (A P s M) as [y [w [-> [Ne Wy]]]]. cbn [at_turn hd tl].
    exists (join (l1 ++ (g, y) :: l2)), (nim_sum (v1 ++ w :: v3)). split; [reflexivity|]. split.
    + rewrite !nim_sum_app. intro E. apply Ne. change (nim_sum (w :: v3)) with (N.lxor w (nim_sum v3)) in E. change (nim_sum (v :: v3)) with (N.lxor v (nim_sum v3)) in E.
      apply (f_equal (N.lxor (nim_sum v1))) in E. rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l in E.
      apply (f_equal (fun z => N.lxor z (nim_sum v3))) in E. now rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in E.
    + apply IH; [|exact (Keeps P l1 g x l2 y F M)|].
      * now exists P, l1, g, x, l2, y.
      * apply Forall2_app; trivial. now constructor.
  - intros P w L. destruct (nim_sum_pick vs w L) as [v1 [v [v3 [-> Lt]]]].
    apply Forall2_app_inv_r in W. destruct W as [l1 [l2 [W1 [W2 ->]]]]. inversion W2 as [|[g x] ? l3 ? Wx W3]; subst. cbn [fst snd] in Wx.
    pose proof Wx as Wx'. destruct Wx as [x v _ B]. destruct (B P _ Lt) as [y [M Wy]].
    exists (join (l1 ++ (g, y) :: l3)). split.
    + apply Moves; trivial. exists l1, g, x, l3, (at_turn (negb P) y). auto.
    + replace w with (nim_sum (v1 ++ N.lxor v (N.lxor (nim_sum (v1 ++ v :: v3)) w) :: v3)).
      * apply IH; [|exact (Keeps P l1 g x l3 y F M)|].
        { now exists P, l1, g, x, l3, y. }
        { apply Forall2_app; trivial. now constructor. }
      * rewrite !nim_sum_app. change (nim_sum (v :: v3)) with (N.lxor v (nim_sum v3)).
        change (nim_sum (?a :: v3)) with (N.lxor a (nim_sum v3)). apply N.bits_inj. intro i. rewrite !N.lxor_spec.
        destruct (N.testbit (nim_sum v1) i), (N.testbit v i), (N.testbit (nim_sum v3) i), (N.testbit w i); reflexivity.
Qed.
End Sum.
