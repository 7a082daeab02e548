(** * Beatty.v -- the rays of Lattice.v that are the moves of t-Wythoff: Wythoff.v's law for them.
    Proved: rules of two heaps whose moves are those of t-Wythoff ([same_moves]) lose exactly on the Beatty pairs
    ([beatty_law]); [same_moves] by constraints is decided by linear arithmetic, tactic [same_moves].
    Source: Wythoff 1907; Fraenkel 1982. *)
Require Import Bool Arith ZArith List Lia.
From Whowins Require Import Game Digits Lattice Wythoff.
Import ListNotations.
Open Scope Z_scope.

(** the rays are the moves of t-Wythoff, as constraints on the four numbers *)
Fixpoint one_of (l : list ray) (p q : list Z) : Prop := match l with
  | [] => False | r :: l => Forall (fun c => holds c p q) (cons_of 2 r) \/ one_of l p q end.
Definition same_moves (t : Z) (l : list ray) : Prop := forall x y x' y', 0 <= x' -> 0 <= y' ->
  (one_of l [x; y] [x'; y'] <-> wmv t (x, y) (x', y')).
Lemma one_of_iff : forall l p q, forallb (fine 2) l = true -> length p = 2%nat -> length q = 2%nat ->
  (one_of l p q <-> exists r, In r l /\ rmv r p q).
Proof.
  induction l as [|r l IH]; intros p q E L L'; cbn [one_of In]; [split; [intros []|intros [r [[] _]]]|].
  cbn [forallb] in E. apply andb_prop in E. destruct E as [E1 E2].
  rewrite (cons_of_ray 2 r p q E1 L L'), (IH p q E2 L L'). split.
  - intros [H|[r' [I H]]]; [now exists r; split; [left|]|exists r'; split; [right|]; trivial].
  - intros [r' [[<-|I] H]]; [now left|right; now exists r'].
Qed.

Section B.
Variable t : Z.
Hypothesis Ht : 1 <= t.
Variable rules : bool -> list ray.
Hypothesis F : rules_fine 2 rules = true.
Hypothesis Fa : falling 2 rules [1; 1] = true.
Hypothesis M : forall P, same_moves t (rules P).
Lemma lmv_wmv : forall P x y x' y', 0 <= x -> 0 <= y ->
  (lmv 2 rules (P, [x; y]) (negb P, [x'; y']) <-> wmv t (x, y) (x', y')).
Proof using F M.
  intros P x y x' y' Hx Hy.
  assert (E : forallb (fine 2) (rules P) = true).
  { unfold rules_fine in F. apply andb_prop in F. destruct F. now destruct P. }
  assert (N : forall a b, nonneg [a; b] <-> 0 <= a /\ 0 <= b).
  { intros a b. unfold nonneg. rewrite !Forall_cons_iff. intuition. }
  unfold lmv, here. cbn [fst snd]. rewrite !N, <- (one_of_iff _ _ _ E) by trivial. split.
  - intros [_ [_ [[Hx' Hy'] O]]]. now apply (M P x y x' y').
  - intro W. assert (W0 := W). destruct W0 as [Hx' [Hy' _]]. repeat split; trivial. now apply (M P x y x' y').
Qed.
Theorem beatty_law : forall P x y, 0 <= x -> 0 <= y ->
  (cold t (x, y) = true <-> Loses 2 rules false (P, [x; y])) /\
  (cold t (x, y) = false <-> Wins 2 rules false (P, [x; y])).
Proof using Ht F Fa M.
  intros P x y Hx Hy.
  set (law := fun s : bool * list Z => negb (cold t (nth 0 (snd s) 0, nth 1 (snd s) 0))).
  assert (Two : forall s, here 2 s -> exists a b, snd s = [a; b] /\ 0 <= a /\ 0 <= b).
  { intros [Q [|a [|b [|c l]]]] [L N]; try discriminate. exists a, b. split; trivial.
    inversion N as [|? ? N1 N2]; subst. inversion N2; subst. lia. }
  assert (K : (law (P, [x; y]) = true <-> Wins 2 rules false (P, [x; y])) /\
              (law (P, [x; y]) = false <-> Loses 2 rules false (P, [x; y]))).
  { apply (lattice_outcome 2 rules F [1; 1] false Fa law).
    - intros [Q p] H E. destruct (Two _ H) as [a [b [Ep [Ha Hb]]]]. cbn [snd] in Ep. subst p. right.
      unfold law in E. cbn [snd nth] in E. apply negb_true_iff in E.
      destruct (N_moves t Ht a b Ha Hb) as [a' [b' [W C]]]; [intro C; apply (cold_isP t Ht) in C; congruence|].
      exists (negb Q, [a'; b']). split; [now apply lmv_wmv|]. unfold law. cbn [snd nth].
      apply negb_false_iff. now apply (cold_isP t Ht).
    - intros s H E. discriminate.
    - intros [Q p] [Q' p'] Mv E. assert (H := proj1 Mv). pose proof (lmv_here 2 rules F _ _ Mv) as H'.
      assert (EQ : Q' = negb Q) by now destruct Mv as [_ [X _]]. subst Q'.
      destruct (Two _ H) as [a [b [Ep [Ha Hb]]]]. destruct (Two _ H') as [a' [b' [Ep' [Ha' Hb']]]].
      cbn [snd] in Ep, Ep'. subst p p'. unfold law in *. cbn [snd nth] in *. apply negb_false_iff in E.
      apply lmv_wmv in Mv; trivial. apply negb_true_iff. destruct (cold t (a', b')) eqn:C; trivial. exfalso.
      apply (cold_isP t Ht) in E, C. exact (P_stuck t Ht a b a' b' E C Mv).
    - split; [reflexivity|]. now repeat constructor. }
  unfold law in K. cbn [snd nth] in K. destruct K as [K1 K2]. rewrite negb_true_iff in K1. rewrite negb_false_iff in K2. tauto.
Qed.
End B.

(** unfolds a list of rays into linear arithmetic *)
Ltac same_moves := intros x y x' y' Hx' Hy';
  cbn -[Z.mul Z.add Z.sub Z.opp wmv holds]; rewrite ?Forall_cons_iff, ?Forall_nil_iff;
  unfold holds, rel, wmv; cbn -[Z.mul Z.add Z.sub Z.opp]; lia.
