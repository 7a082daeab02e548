(** * Game.v -- the one semantic foundation every law certificate refers to.
    A game is ANY transition relation [mv p q] ("the player to move can turn p
    into q"; whose turn it is is part of the position, so partizan games are
    included).  Normal play: the player who cannot move loses.
    [Win]/[Lose] are the *inductive* (least) predicates: a finite strategy tree.
    Proved: win and loss exclude each other ([win_lose_excl]); a locally consistent labelling of a terminating game
    is the outcome ([kernel_outcome], [kernel_outcome_on], [kernel_iff]); parity laws ([parity_law]); ranked laws, for
    games with cycles too ([ranked_law]).
    Source: kernels (von Neumann, Morgenstern 1944); determinacy of finite play (Zermelo 1913).
    An instance gives a move relation, a labelling, and a measure or ranks. *)
Require Import Bool Arith Lia Wf_nat.

Section Game.
Variable pos : Type.
Variable mv : pos -> pos -> Prop.

Inductive Win : pos -> Prop :=
| win_by : forall p q, mv p q -> Lose q -> Win p
with Lose : pos -> Prop :=
| lose_all : forall p, (forall q, mv p q -> Win q) -> Lose p.

Scheme Win_mind := Induction for Win Sort Prop
with Lose_mind := Induction for Lose Sort Prop.

(** Nobody can be both winning and losing (the spec is consistent). *)
Theorem win_lose_excl : forall p, Win p -> Lose p -> False.
Proof.
  apply (Win_mind (fun p _ => Lose p -> False) (fun p _ => Win p -> False)).
  - intros p q M _ IH HL. inversion HL as [p' H E]; subst. exact (IH (H q M)).
  - intros p H IH HW. inversion HW as [p' q M HL E]; subst. exact (IH q M HL).
Qed.

(** A *law* is a Boolean labelling; it is a kernel if it is locally consistent. *)
Definition kernel (law : pos -> bool) : Prop :=
  (forall p, law p = true -> exists q, mv p q /\ law q = false) /\
  (forall p q, law p = false -> mv p q -> law q = true).

(** MASTER THEOREM: on a terminating game, a locally consistent law IS the outcome. *)
Theorem kernel_outcome :
  forall law, well_founded (fun q p => mv p q) -> kernel law ->
  forall p, if law p then Win p else Lose p.
Proof.
  intros law wf [K1 K2] p.
  induction p as [p IH] using (well_founded_ind wf).
  destruct (law p) eqn:E.
  - destruct (K1 p E) as [q [M F]]. specialize (IH q M). rewrite F in IH.
    exact (win_by p q M IH).
  - apply lose_all. intros q M. specialize (IH q M).
    rewrite (K2 p q E M) in IH. exact IH.
Qed.

(** Relative version: only positions satisfying a move-closed invariant matter. *)
Theorem kernel_outcome_on :
  forall (I : pos -> Prop) law, well_founded (fun q p => mv p q) ->
  (forall p q, I p -> mv p q -> I q) ->
  (forall p, I p -> law p = true -> exists q, mv p q /\ law q = false) ->
  (forall p q, I p -> law p = false -> mv p q -> law q = true) ->
  forall p, I p -> (law p = true <-> Win p) /\ (law p = false <-> Lose p).
Proof.
  intros I law wf Hcl K1 K2.
  assert (H : forall p, I p -> if law p then Win p else Lose p).
  { intro p. induction p as [p IH] using (well_founded_ind wf). intro Ip.
    destruct (law p) eqn:E.
    - destruct (K1 p Ip E) as [q [M F]]. specialize (IH q M (Hcl p q Ip M)).
      rewrite F in IH. exact (win_by p q M IH).
    - apply lose_all. intros q M. specialize (IH q M (Hcl p q Ip M)).
      rewrite (K2 p q Ip E M) in IH. exact IH. }
  intros p Ip. specialize (H p Ip).
  destruct (law p) eqn:E; split; split; intro; try congruence; auto;
    exfalso; eapply win_lose_excl; eauto.
Qed.

Corollary kernel_iff :
  forall law, well_founded (fun q p => mv p q) -> kernel law ->
  forall p, (law p = true <-> Win p) /\ (law p = false <-> Lose p).
Proof.
  intros law wf K p. pose proof (kernel_outcome law wf K p) as H.
  destruct (law p) eqn:E; split; split; intro; try congruence; auto;
    exfalso; eapply win_lose_excl; eauto.
Qed.

(** Termination by a natural measure. *)
Lemma wf_measure : forall f : pos -> nat,
  (forall p q, mv p q -> f q < f p) -> well_founded (fun q p => mv p q).
Proof.
  intros f H. apply (well_founded_lt_compat pos f). intros q p M. exact (H p q M).
Qed.

(** Termination by a measure that never rises, where what leaves it as it is ends for another reason. *)
Lemma wf_lex : forall (f : pos -> nat) (rest : pos -> pos -> Prop), well_founded (fun q p => rest p q) ->
  (forall p q, mv p q -> f q < f p \/ f q <= f p /\ rest p q) -> well_founded (fun q p => mv p q).
Proof.
  intros f rest W H. assert (A : forall n p, f p <= n -> Acc (fun q p => mv p q) p).
  { induction n as [n IH] using lt_wf_ind. intro p. induction p as [p IHp] using (well_founded_ind W). intro L.
    constructor. intros q M. destruct (H p q M) as [D|[D Q]]; [apply (IH (f q)); lia|apply IHp; trivial; lia]. }
  intro p. now apply (A (f p)).
Qed.

(** PARITY LAW: if every move flips [inv] and every dead end has inv=false,
    then inv is the outcome.  (EllysCheckers and all "move order does not matter" games) *)
Theorem parity_law : forall inv : pos -> bool,
  well_founded (fun q p => mv p q) ->
  (forall p q, mv p q -> inv q = negb (inv p)) ->
  (forall p, inv p = true -> exists q, mv p q) ->
  forall p, (inv p = true <-> Win p) /\ (inv p = false <-> Lose p).
Proof.
  intros inv wf Hflip Hterm. apply kernel_iff; trivial. split.
  - intros p E. destruct (Hterm p E) as [q M]. exists q. split; trivial.
    rewrite (Hflip p q M), E. reflexivity.
  - intros p q E M. rewrite (Hflip p q M), E. reflexivity.
Qed.

Theorem parity_law_on : forall (I : pos -> Prop) (inv : pos -> bool),
  well_founded (fun q p => mv p q) ->
  (forall p q, I p -> mv p q -> I q) ->
  (forall p q, I p -> mv p q -> inv q = negb (inv p)) ->
  (forall p, I p -> inv p = true -> exists q, mv p q) ->
  forall p, I p -> (inv p = true <-> Win p) /\ (inv p = false <-> Lose p).
Proof.
  intros I inv wf Hcl Hflip Hterm. apply kernel_outcome_on; trivial.
  - intros p Ip E. destruct (Hterm p Ip E) as [q M]. exists q. split; trivial.
    rewrite (Hflip p q Ip M), E. reflexivity.
  - intros p q Ip E M. rewrite (Hflip p q Ip M), E. reflexivity.
Qed.

(** RANKED LAW (also for games with cycles): every position labelled WIN has a
    move to a LOSE-labelled one of smaller rank, every LOSE-labelled position has
    only moves to WIN-labelled positions of smaller rank.  Positions labelled
    None (draw / don't care) carry no obligation. *)
Theorem ranked_law : forall (lab : pos -> option bool) (rank : pos -> nat),
  (forall p, lab p = Some true ->
     exists q, mv p q /\ lab q = Some false /\ rank q < rank p) ->
  (forall p q, lab p = Some false -> mv p q -> lab q = Some true /\ rank q < rank p) ->
  forall p, match lab p with Some true => Win p | Some false => Lose p | None => True end.
Proof.
  intros lab rank H1 H2 p. remember (rank p) as n eqn:En. revert p En.
  induction n as [n IH] using lt_wf_ind. intros p En.
  destruct (lab p) as [[|]|] eqn:E; trivial.
  - destruct (H1 p E) as [q [M [L R]]]. specialize (IH (rank q)).
    rewrite <- En in R. specialize (IH R q eq_refl). rewrite L in IH.
    exact (win_by p q M IH).
  - apply lose_all. intros q M. destruct (H2 p q E M) as [L R].
    rewrite <- En in R. specialize (IH (rank q) R q eq_refl). rewrite L in IH. exact IH.
Qed.

End Game.
Arguments Win {pos}. Arguments Lose {pos}. Arguments kernel {pos}.
