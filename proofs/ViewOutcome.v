(** * ViewOutcome.v -- from the outcomes of a family of games to those of a core term.
    A family's theorem speaks of [Win] and [Lose] for a relation between positions of its own. Where each position stands for a state of the term, and
    the relation for its moves, who wins there can force it in the term, by the strategy trees of Core.v.
    Proved: [win_forces], [lose_forces]; and that not both players can ([wins_excl]). [play_correct] has this for normal and misère play of a relation
    that says what all the moves are.
    Source: simulation.
    An instance (a view) gives the relation, who is to move, and which state a position stands for. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core Game.
From Whowins Require Heap.
Import ListNotations.
Open Scope Z_scope.

Definition number_of (P : bool) : Z := if P then 0 else 1.
(** The player P (true: the first-named) can force a payoff that is a win for P. *)
Definition wins (g : game) (P : bool) (s : state) : Prop := if P then Gets g 1 s else Holds g 0 s.
Definition good_for (P : bool) (v : Z) : bool := if P then 1 <=? v else v <? 0.

Lemma force_more : forall g p (a b : Z -> bool), (forall v, a v = true -> b v = true) -> forall s, Force g p a s -> Force g p b s.
Proof.
  intros g p a b H s F. induction F as [s v E V|s pick E T St Pi _ IH|s B E T Bl St _ IH].
  - apply f_over with v; auto.
  - apply f_mine with pick; trivial. intros B Bl L. apply H. exact (St B Bl L).
  - apply f_theirs with B; trivial. intro L. apply H. exact (St L).
Qed.
Theorem wins_excl : forall g (I : state -> Prop),
  (forall s, I s -> turn s = 0 \/ turn s = 1) -> (forall s t, I s -> In t (moves g s) -> I t) ->
  forall s, I s -> wins g true s -> wins g false s -> False.
Proof.
  intros g I HT HI s Is A B. apply (exclusive g 1 I HT HI s Is A).
  unfold wins, Holds in *. revert B. apply force_more. intros v V. apply Z.ltb_lt in V. apply Z.ltb_lt. lia.
Qed.

Section Simulation.
Variable g : game.
Hypothesis Free : blocks g = O.
Variables (pos : Type) (mv : pos -> pos -> Prop) (who : pos -> bool) (stands : pos -> state -> Prop).
Hypothesis Turn : forall p s, stands p s -> turn s = number_of (who p).
Hypothesis Swap : forall p q s t, stands p s -> mv p q -> stands q t -> who q = negb (who p).
(** A move of the relation is one of the term, or says that the game is over and won. *)
Hypothesis There : forall p q s, stands p s -> mv p q -> match over g s with
  | Some v => good_for (who p) v = true
  | None => exists t, In t (moves g s) /\ stands q t end.
(** A move of the term is one of the relation; where the game is over and won, there is a move to where nobody can move. *)
Hypothesis Back : forall p s, stands p s -> match over g s with
  | Some v => good_for (negb (who p)) v = true \/ exists q, mv p q /\ forall r, ~ mv q r
  | None => forall t, In t (moves g s) -> exists q, mv p q /\ stands q t end.

Lemma wins_force : forall P s, wins g P s <-> Force g (number_of P) (good_for P) s.
Proof using. intros [|] s; reflexivity. Qed.
Lemma unblocked : forall B, blocked g B -> B = [].
Proof using Free. intros B H. unfold blocked in H. rewrite Free in H. now destruct B; [|cbn in H; lia]. Qed.
Lemma left_all : forall s t, In t (left_over g s []) <-> In t (moves g s).
Proof using. intros s t. rewrite left_over_in. tauto. Qed.

Lemma both : forall p, (Win mv p -> forall s, stands p s -> wins g (who p) s) /\ (Lose mv p -> forall s, stands p s -> wins g (negb (who p)) s).
Proof using All.
  assert (W : forall p, Win mv p -> forall s, stands p s -> wins g (who p) s).
  { apply (Win_mind _ mv (fun p _ => forall s, stands p s -> wins g (who p) s)
                         (fun p _ => forall s, stands p s -> wins g (negb (who p)) s)).
    - intros p q M _ IH s S. apply wins_force. pose proof (There p q s S M) as Th. destruct (over g s) as [v|] eqn:O.
      + now apply f_over with v.
      + destruct Th as [t [It Sq]]. specialize (IH t Sq). rewrite (Swap p q s t S M Sq), negb_involutive in IH. apply wins_force in IH.
        apply f_mine with (pick := fun _ => t); trivial; [now apply Turn| |].
        * intros B Bl E. apply unblocked in Bl. subst B. apply left_all in It. rewrite E in It. destruct It.
        * intros B Bl _. apply unblocked in Bl. subst B. now apply left_all.
    - intros p Hl IH s S. apply wins_force. pose proof (Back p s S) as Bk. destruct (over g s) as [v|] eqn:O.
      + destruct Bk as [Gd|[q [M Dead]]]; [now apply f_over with v|]. exfalso.
        specialize (Hl q M). destruct Hl as [q r M' _]. exact (Dead r M').
      + assert (Two : turn s <> number_of (negb (who p))) by (rewrite (Turn p s S); destruct (who p); discriminate).
        apply f_theirs with (B := []); trivial; [unfold blocked; cbn; lia| |].
        * intro E. exfalso. unfold over in O. destruct (ended g s); [discriminate|]. destruct (moves g s) as [|t l] eqn:Mv; [discriminate|].
          assert (It : In t (left_over g s [])) by (apply left_all; rewrite Mv; now left). rewrite E in It. destruct It.
        * intros t It. apply left_all in It. destruct (Bk t It) as [q [M Sq]]. specialize (IH q M t Sq).
          rewrite (Swap p q s t S M Sq) in IH. now apply wins_force. }
  intro p. split; [apply W|]. intros [p' Hl] s S. apply wins_force. pose proof (Back p' s S) as Bk. destruct (over g s) as [v|] eqn:O.
  - destruct Bk as [Gd|[q [M Dead]]]; [now apply f_over with v|]. exfalso.
    specialize (Hl q M). destruct Hl as [q r M' _]. exact (Dead r M').
  - assert (Two : turn s <> number_of (negb (who p'))) by (rewrite (Turn p' s S); destruct (who p'); discriminate).
    apply f_theirs with (B := []); trivial; [unfold blocked; cbn; lia| |].
    + intro E. exfalso. unfold over in O. destruct (ended g s); [discriminate|]. destruct (moves g s) as [|t l] eqn:Mv; [discriminate|].
      assert (It : In t (left_over g s [])) by (apply left_all; rewrite Mv; now left). rewrite E in It. destruct It.
    + intros t It. apply left_all in It. destruct (Bk t It) as [q [M Sq]]. pose proof (W q (Hl q M) t Sq) as IH.
      rewrite (Swap p' q s t S M Sq) in IH. now apply wins_force.
Qed.
Theorem win_forces : forall p s, Win mv p -> stands p s -> wins g (who p) s.
Proof using All. intros p s W S. now apply both. Qed.
Theorem lose_forces : forall p s, Lose mv p -> stands p s -> wins g (negb (who p)) s.
Proof using All. intros p s W S. now apply both. Qed.
End Simulation.

(* ------------------------------------------------------------------ *)
(** ** Games without ends of their own: who cannot move loses, or wins *)
Section Play.
Variable g : game.
Hypothesis Free : blocks g = O.
Hypothesis Endless : forall s, ended g s = None.
Variables (pos : Type) (mv : pos -> pos -> Prop) (who : pos -> bool) (state_of : pos -> state) (I : pos -> Prop) (misere : bool).
Hypothesis Turn : forall p, turn (state_of p) = number_of (who p).
Hypothesis Moves : forall p s, I p -> (In s (moves g (state_of p)) <-> exists q, mv p q /\ s = state_of q).
Hypothesis Keeps : forall p q, I p -> mv p q -> I q /\ who q = negb (who p).
Hypothesis Stuck : forall p, I p -> stuck_pays g (state_of p) = if eqb (who p) misere then 1 else -1.

Definition means (p : option pos) (s : state) : Prop := match p with Some p => I p /\ s = state_of p | None => False end.
Definition mover (p : option pos) : bool := match p with Some p => who p | None => true end.
Lemma play_over : forall p, I p -> over g (state_of p) =
  match moves g (state_of p) with [] => Some (if eqb (who p) misere then 1 else -1) | _ => None end.
Proof using Endless Stuck. intros p Ip. unfold over. now rewrite Endless, Stuck. Qed.
Lemma play_outcome : forall p, I p ->
  (Win (Heap.play mv misere) (Some p) -> wins g (who p) (state_of p)) /\
  (Lose (Heap.play mv misere) (Some p) -> wins g (negb (who p)) (state_of p)).
Proof using All.
  assert (T : forall p s, means p s -> turn s = number_of (mover p)).
  { intros [p|] s S; [|destruct S]. destruct S as [_ ->]. apply Turn. }
  assert (Swap : forall p q s u, means p s -> Heap.play mv misere p q -> means q u -> mover q = negb (mover p)).
  { intros [p|] [q|] s u S M S'; try contradiction. exact (proj2 (Keeps p q (proj1 S) M)). }
  assert (There : forall p q s, means p s -> Heap.play mv misere p q -> match over g s with
    | Some v => good_for (mover p) v = true | None => exists u, In u (moves g s) /\ means q u end).
  { intros [p|] q s S M; [|destruct S]. destruct S as [Ip ->]. rewrite play_over by trivial.
    destruct q as [q|]; cbn [Heap.play] in M.
    - assert (J : In (state_of q) (moves g (state_of p))) by (apply Moves; eauto).
      destruct (moves g (state_of p)) as [|u l] eqn:E; [destruct J|]. exists (state_of q). split; trivial.
      split; trivial. exact (proj1 (Keeps p q Ip M)).
    - destruct M as [Mi No]. destruct (moves g (state_of p)) as [|u l] eqn:E.
      + rewrite Mi. cbn [mover]. now destruct (who p).
      + exfalso. assert (J : In u (moves g (state_of p))) by (rewrite E; now left). apply Moves in J; trivial.
        destruct J as [q [J _]]. exact (No q J). }
  assert (Back : forall p s, means p s -> match over g s with
    | Some v => good_for (negb (mover p)) v = true \/ exists q, Heap.play mv misere p q /\ forall r, ~ Heap.play mv misere q r
    | None => forall u, In u (moves g s) -> exists q, Heap.play mv misere p q /\ means q u end).
  { intros [p|] s S; [|destruct S]. destruct S as [Ip ->]. rewrite play_over by trivial. cbn [mover].
    destruct (moves g (state_of p)) as [|u l] eqn:E.
    - destruct (bool_dec misere true) as [Mi|Mi].
      + right. exists None. split; [|intros [r|] []]. split; trivial.
        intros q M. assert (J : In (state_of q) (moves g (state_of p))) by (apply Moves; eauto). rewrite E in J. destruct J.
      + left. apply not_true_is_false in Mi. rewrite Mi. now destruct (who p).
    - rewrite <- E. intros w J. apply Moves in J; trivial. destruct J as [q [M ->]]. exists (Some q). split; trivial.
      split; trivial. exact (proj1 (Keeps p q Ip M)). }
  intros p Ip. split; intro W.
  - exact (win_forces g Free _ _ mover means T Swap There Back _ _ W (conj Ip eq_refl)).
  - exact (lose_forces g Free _ _ mover means T Swap There Back _ _ W (conj Ip eq_refl)).
Qed.
Lemma play_excl : forall p, I p -> wins g (who p) (state_of p) -> wins g (negb (who p)) (state_of p) -> False.
Proof using Turn Moves Keeps.
  intros p Ip. pose (J := fun s : state => exists p, I p /\ s = state_of p).
  assert (HT : forall s, J s -> turn s = 0 \/ turn s = 1) by (intros s [q [_ ->]]; rewrite Turn; destruct (who q); auto).
  assert (HI : forall s u, J s -> In u (moves g s) -> J u).
  { intros s u [q [Iq ->]] M. apply Moves in M; trivial. destruct M as [q' [M ->]]. exists q'. split; trivial. exact (proj1 (Keeps q q' Iq M)). }
  assert (Js : J (state_of p)) by (exists p; auto).
  destruct (who p); intros X Y; [exact (wins_excl g J HT HI _ Js X Y)|exact (wins_excl g J HT HI _ Js Y X)].
Qed.
(** What is the outcome by a label is so in the term. *)
Theorem play_correct : forall p, I p -> forall b : bool,
  (b = true -> Win (Heap.play mv misere) (Some p)) -> (b = false -> Lose (Heap.play mv misere) (Some p)) ->
  (b = true <-> wins g (who p) (state_of p)) /\ (b = false <-> wins g (negb (who p)) (state_of p)).
Proof using All.
  intros p Ip b W L. destruct (play_outcome p Ip) as [FW FL]. pose proof (play_excl p Ip) as X.
  destruct b; split; split; intro Q; try discriminate; auto; exfalso; apply X; auto.
Qed.
End Play.
