(** * ValueTurns.v -- who wins a sum, wins the game whose positions it stands for.
    A game's positions are sums by [shows]; each player's moves are those of the sum. Proved: where Left wins the sum, to move, the first-named player wins the game, and where not, loses it;
    and the same with Right to move ([decided]). [told_by] says so of a core term in which who wins the game can force it.
    Source: J. H. Conway, On Numbers and Games (1976).
    An instance gives the atoms with their options, the game, and which sum each position is. *)
Require Import List Arith Lia Bool Wf_nat.
From Whowins Require Import Game Value.
Import ListNotations.

Lemma some_or_all : forall A (P Q : A -> Prop) l, (forall x, In x l -> P x \/ Q x) -> (exists x, In x l /\ P x) \/ forall x, In x l -> Q x.
Proof.
  intros A P Q. induction l as [|a l IH]; intro H; [right; intros x []|]. destruct (H a (or_introl eq_refl)) as [Pa|Qa].
  - left. exists a. split; [now left|trivial].
  - destruct IH as [[x [I Px]]|All]; [intros x I; apply H; now right|left; exists x; split; [now right|trivial]|].
    right. intros x [<-|I]; [trivial|now apply All].
Qed.

Section Turns.
Variable A : Type.
Variables oL oR : A -> list (list A).
Variable weight : A -> nat.
Hypothesis oL_falls : forall a p, In p (oL a) -> total A weight p < weight a.
Hypothesis oR_falls : forall a p, In p (oR a) -> total A weight p < weight a.
Notation lo := (lo A oL). Notation ro := (ro A oR).
Notation first := (first (list A) lo ro). Notation second := (second (list A) lo ro).
Variable X : Type.
Variable mv : bool * X -> bool * X -> Prop.
Variable shows : X -> list A.
Variable fine : X -> Prop.
Hypothesis over_to : forall P x q, fine x -> mv (P, x) q -> fst q = negb P /\ fine (snd q).
Hypothesis lefts : forall x Y, fine x -> (In Y (lo (shows x)) <-> exists y, mv (true, x) (false, y) /\ Y = shows y).
Hypothesis rights : forall x Y, fine x -> (In Y (ro (shows x)) <-> exists y, mv (false, x) (true, y) /\ Y = shows y).
Notation heavy := (total A weight).

Theorem decided : forall k x, fine x -> heavy (shows x) <= k ->
  (Win mv (true, x) /\ first (shows x) \/ Lose mv (true, x) /\ ~ first (shows x)) /\
  (Lose mv (false, x) /\ second (shows x) \/ Win mv (false, x) /\ ~ second (shows x)).
Proof using All.
  induction k as [k IH] using (well_founded_induction lt_wf). intros x Fx B. split.
  - destruct (some_or_all _ (fun Y => exists y, mv (true, x) (false, y) /\ Lose mv (false, y) /\ second Y)
      (fun Y => ~ second Y /\ forall y, mv (true, x) (false, y) -> Y = shows y -> Win mv (false, y)) (lo (shows x))) as [[Y [I [y [M [L S]]]]]|All].
    + intros Y I. pose proof (lo_falls A oL weight oL_falls _ _ I) as W. apply lefts in I; trivial. destruct I as [y [M ->]].
      assert (D : forall z, mv (true, x) (false, z) -> shows y = shows z -> Lose mv (false, z) /\ second (shows y) \/ Win mv (false, z) /\ ~ second (shows y)).
      { intros z Mz E. rewrite E in *. exact (proj2 (IH (heavy (shows z)) ltac:(lia) z (proj2 (over_to _ _ _ Fx Mz)) (Nat.le_refl _))). }
      destruct (D y M eq_refl) as [[L S]|[Wy N]]; [left; now exists y|right]. split; trivial.
      intros z Mz E. destruct (D z Mz E) as [[_ S]|[Wz _]]; [now elim N|trivial].
    + left. split; [now apply (win_by _ mv (true, x) (false, y))|now apply (first_by _ _ _ _ Y)].
    + right. split.
      * apply lose_all. intros [P y] M. destruct (over_to _ _ _ Fx M) as [E Fy]. cbn [fst snd negb] in *. subst P.
        assert (I : In (shows y) (lo (shows x))) by (apply lefts; trivial; now exists y). exact (proj2 (All _ I) y M eq_refl).
      * intro F. inversion F as [X' Y I S]; subst. now apply (proj1 (All _ I)).
  - destruct (some_or_all _ (fun Y => (exists y, mv (false, x) (true, y) /\ Lose mv (true, y)) /\ ~ first Y)
      (fun Y => first Y /\ forall y, mv (false, x) (true, y) -> Y = shows y -> Win mv (true, y)) (ro (shows x))) as [[Y [I [[y [M L]] N]]]|All].
    + intros Y I. pose proof (ro_falls A oR weight oR_falls _ _ I) as W. apply rights in I; trivial. destruct I as [y [M ->]].
      assert (D : forall z, mv (false, x) (true, z) -> shows y = shows z -> Win mv (true, z) /\ first (shows y) \/ Lose mv (true, z) /\ ~ first (shows y)).
      { intros z Mz E. rewrite E in *. exact (proj1 (IH (heavy (shows z)) ltac:(lia) z (proj2 (over_to _ _ _ Fx Mz)) (Nat.le_refl _))). }
      destruct (D y M eq_refl) as [[Wy F]|[L N]]; [right|left; split; [now exists y|trivial]]. split; trivial.
      intros z Mz E. destruct (D z Mz E) as [[Wz _]|[_ N]]; [trivial|now elim N].
    + right. split; [now apply (win_by _ mv (false, x) (true, y))|]. intro S. inversion S as [X' H]; subst. now apply N, H.
    + left. split.
      * apply lose_all. intros [P y] M. destruct (over_to _ _ _ Fx M) as [E Fy]. cbn [fst snd negb] in *. subst P.
        assert (I : In (shows y) (ro (shows x))) by (apply rights; trivial; now exists y). exact (proj2 (All _ I) y M eq_refl).
      * constructor. intros Y I. exact (proj1 (All _ I)).
Qed.

(** What a term says, given that who wins the game is who can force a win there. *)
Theorem told_by : forall (wins : bool -> bool -> Prop) x, fine x ->
  (forall P (w : bool), (w = true -> Win mv (P, x)) -> (w = false -> Lose mv (P, x)) -> (w = true <-> wins P P) /\ (w = false <-> wins P (negb P))) ->
  (first (shows x) <-> wins true true) /\ (~ first (shows x) <-> wins true false) /\ (second (shows x) <-> wins false true) /\ (~ second (shows x) <-> wins false false).
Proof using All.
  intros wins x Fx C. destruct (decided _ x Fx (Nat.le_refl _)) as [D1 D2]. destruct D1 as [[W F]|[L F]]; destruct D2 as [[L2 S]|[W2 S]].
  - destruct (C true true (fun _ => W) ltac:(discriminate)) as [A1 A2]. destruct (C false false ltac:(discriminate) (fun _ => L2)) as [B1 B2].
    cbn [negb] in *. intuition congruence.
  - destruct (C true true (fun _ => W) ltac:(discriminate)) as [A1 A2]. destruct (C false true (fun _ => W2) ltac:(discriminate)) as [B1 B2].
    cbn [negb] in *. intuition congruence.
  - destruct (C true false ltac:(discriminate) (fun _ => L)) as [A1 A2]. destruct (C false false ltac:(discriminate) (fun _ => L2)) as [B1 B2].
    cbn [negb] in *. intuition congruence.
  - destruct (C true false ltac:(discriminate) (fun _ => L)) as [A1 A2]. destruct (C false true (fun _ => W2) ltac:(discriminate)) as [B1 B2].
    cbn [negb] in *. intuition congruence.
Qed.
End Turns.
