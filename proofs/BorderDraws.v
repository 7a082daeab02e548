(** * BorderDraws.v -- the games of Border.v where a border cell may be a draw: a law that is constant along a direction.
    A drawn border cell leads to itself for ever, so that there nobody wins ([Win] and [Lose] are the least ones).
    Proved: the mover forces a win here exactly where he wins the game in which draws are his losses, and is forced to lose
    exactly where he loses the game in which draws are his wins ([draw_outcome]); so the check of Border.v, which holds for
    every border without draws, gives the law for every border with them ([draw_border_law]).
    Source: kernels (von Neumann, Morgenstern 1944); a draw is what is won in neither game. *)
Require Import Bool Arith NArith List Lia.
From Whowins Require Import Game Vector Border.
Import ListNotations.
Open Scope N_scope.

Section D.
Variables (mvs : bool -> list (list N)) (inner : list N).
(** [border P v]: the player [P], to move at the border cell [v], wins, loses, or draws *)
Variable border : bool -> list N -> option bool.
Inductive dmv : bpos -> bpos -> Prop :=
| d_inside : forall P v w, leqv inner v = true -> In w (bopts mvs P v) -> dmv (Cell P v) (Cell (negb P) w)
| d_won : forall P v, leqv inner v = false -> border P v = Some true -> dmv (Cell P v) Dead
| d_drawn : forall P v, leqv inner v = false -> border P v = None -> dmv (Cell P v) (Cell P v).
(** the border where a draw counts as a win of the opponent of [X] *)
Definition strict (X P : bool) (v : list N) : bool := match border P v with Some b => b | None => negb (eqb P X) end.
Hypothesis M : moves_ok mvs inner = true.
Notation value := (fun X => lab negb mvs inner (strict X)).

Lemma never : forall P v, leqv inner v = false -> border P v = None -> ~ Win dmv (Cell P v) /\ ~ Lose dmv (Cell P v).
Proof.
  intros P v L B. assert (N : ~ Lose dmv (Cell P v)).
  { intro H. pose proof H as K. inversion K as [p A E]; subst.
    exact (win_lose_excl _ dmv _ (A _ (d_drawn P v L B)) H). }
  split; trivial. intro H. inversion H as [p q D K E]; subst. inversion D; subst; congruence.
Qed.
Theorem draw_outcome : forall P v,
  (Win dmv (Cell P v) <-> value P P v = true) /\ (Lose dmv (Cell P v) <-> value (negb P) P v = false).
Proof using M.
  intros P v. remember (N.to_nat (sumv v)) as n eqn:En. revert P v En.
  induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intros P v En.
  destruct (leqv inner v) eqn:L.
  - assert (O : forall w, In w (bopts mvs P v) ->
      (Win dmv (Cell (negb P) w) <-> value (negb P) (negb P) w = true) /\ (Lose dmv (Cell (negb P) w) <-> value P (negb P) w = false)).
    { intros w I. destruct (opts_less mvs inner M P v w L I) as [S _].
      destruct (IH _ ltac:(subst n; exact S) (negb P) w eq_refl) as [H1 H2]. rewrite negb_involutive in H2. now split. }
    split.
    + rewrite (lab_rule negb mvs inner M (strict P) P v L), existsb_exists. split.
      * intro H. inversion H as [p q D K E]; subst. inversion D as [P' v' w L' I|P' v' L' B|P' v' L' B]; subst; try congruence.
        exists w. split; trivial. apply negb_true_iff. now apply O.
      * intros [w [I H]]. apply negb_true_iff in H. apply win_by with (Cell (negb P) w); [now constructor|now apply O].
    + rewrite (lab_rule negb mvs inner M (strict (negb P)) P v L). split.
      * intro H. inversion H as [p A E]; subst. apply not_true_is_false. intro X. apply existsb_exists in X. destruct X as [w [I X]].
        apply negb_true_iff in X. assert (W : value (negb P) (negb P) w = true); [|cbn beta in W; congruence].
        apply O; trivial. apply A. now constructor.
      * intro H. apply lose_all. intros q D. inversion D as [P' v' w L' I|P' v' L' B|P' v' L' B]; subst; try congruence.
        apply O; trivial. destruct (lab negb mvs inner (strict (negb P)) (negb P) w) eqn:V; trivial. exfalso.
        assert (X : existsb (fun w => negb (lab negb mvs inner (strict (negb P)) (negb P) w)) (bopts mvs P v) = true); [|congruence].
        apply existsb_exists. exists w. now rewrite V.
  - assert (V : forall X, value X P v = strict X P v) by (intro X; unfold lab; cbn [ev]; now rewrite L).
    rewrite !V. unfold strict. destruct (border P v) as [[|]|] eqn:B.
    + split; split; intro H; trivial; try discriminate.
      * apply win_by with Dead; [now constructor|]. apply lose_all. intros q D. inversion D.
      * exfalso. inversion H as [p A E]; subst. pose proof (A Dead (d_won P v L B)) as W.
        inversion W as [p q D K E]; subst. inversion D.
    + split; split; intro H; trivial; try discriminate.
      * exfalso. inversion H as [p q D K E]; subst. inversion D; subst; congruence.
      * apply lose_all. intros q D. inversion D; subst; congruence.
    + destruct (never P v L B) as [N1 N2]. destruct P; cbn [negb eqb]; split; split; intro H; try discriminate; tauto.
Qed.

Variables (from dir : list N) (free : bool -> list (bool * list N)) (fuel : nat) (players : list bool).
Hypothesis C : border_check negb mvs inner from dir free fuel players = true.
(** every border, draws included; every point from [from] on *)
Theorem draw_law : forall P v, In P players -> leqv from v = true ->
  (Win dmv (Cell P (addv v dir)) <-> Win dmv (Cell P v)) /\ (Lose dmv (Cell P (addv v dir)) <-> Lose dmv (Cell P v)).
Proof using M C.
  intros P v I L. destruct (draw_outcome P v) as [W1 L1], (draw_outcome P (addv v dir)) as [W2 L2].
  rewrite W1, W2, L1, L2.
  assert (S : forall X, lab negb mvs inner (strict X) P (addv v dir) = lab negb mvs inner (strict X) P v).
  { intro X. exact (patch_same negb mvs inner M from dir free fuel players C _ (lab_rule negb mvs inner M (strict X)) P v I L). }
  rewrite !S. tauto.
Qed.
End D.
