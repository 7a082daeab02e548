(** * Window.v -- subtraction games on one heap, partizan or impartial: eventually periodic outcome.
    Proved: if the window of the last m >= max S outcomes of both players repeats at i and i + p, the outcome is
    periodic for ALL n ([window_law]); a formula that agrees on one preperiod and period is the outcome
    ([window_formula_law]).
    Source: pigeonhole on the window of outcomes (Golomb 1966 for subtraction games; Fraenkel, Kotzig 1987, partizan).
    An instance file holds: S_A, S_B, m, i, p (and, if wanted, the formulas). *)
Require Import Bool Arith NArith List Lia.
From Whowins Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* ------------------------------------------------------------------ *)
(** ** Rules (the trusted specification) *)
(** Position: (true,n) = Alice (Left) to move, (false,n) = Bob (Right) to move. *)
Definition mv (SA SB : list N) (P Q : bool * N) : Prop :=
  fst Q = negb (fst P) /\
  exists s, In s (if fst P then SA else SB) /\ 0 < s /\ snd P = snd Q + s.

(* ------------------------------------------------------------------ *)
(** ** Generic lemma: a deterministic orbit that repeats, repeats forever. *)
Lemma iter_add : forall (A : Type) (f : A -> A) x n m,
  N.iter (n + m) f x = N.iter n f (N.iter m f x).
Proof.
  intros A f x n m. rewrite !N2Nat.inj_iter, N2Nat.inj_add.
  induction (N.to_nat n) as [|k IH]; simpl; [reflexivity | now rewrite IH].
Qed.

Lemma orbit_periodic : forall (A : Type) (f : A -> A) x i p,
  N.iter (i + p) f x = N.iter i f x ->
  forall k r, N.iter (i + r + k * p) f x = N.iter (i + r) f x.
Proof.
  intros A f x i p H k r. induction k as [|k IH] using N.peano_ind.
  - now replace (i + r + 0 * p) with (i + r) by lia.
  - replace (i + r + N.succ k * p) with (r + k * p + (i + p)) by lia.
    rewrite iter_add, H, <- iter_add.
    replace (r + k * p + i) with (i + r + k * p) by lia. exact IH.
Qed.

(** Canonical representative of n for preperiod i and period p. *)
Definition canon (i p n : N) : N := if n <? i then n else i + (n - i) mod p.

Lemma orbit_canon : forall (A : Type) (f : A -> A) x i p,
  0 < p -> N.iter (i + p) f x = N.iter i f x ->
  forall n, N.iter n f x = N.iter (canon i p n) f x.
Proof.
  intros A f x i p Hp H n. unfold canon. destruct (N.ltb_spec n i); [reflexivity|].
  rewrite <- (orbit_periodic A f x i p H ((n - i) / p) ((n - i) mod p)).
  f_equal. pose proof (N.div_mod (n - i) p). lia.
Qed.

(* ------------------------------------------------------------------ *)
(** ** The outcome stream as a finite-state orbit.
    Window = outcomes at n-1, n-2, ..., n-m (most recent first); missing = true
    ("the opponent wins there", i.e. the move is useless/illegal). *)
Section G.
Variables (SA SB : list N) (m : nat).

Definition look (w : list bool) (s : N) : bool := nth (pred (N.to_nat s)) w true.
Definition out (S : list N) (w : list bool) : bool := existsb (fun s => negb (look w s)) S.
Definition step (st : list bool * list bool) : list bool * list bool :=
  let (a, b) := st in (firstn m (out SA b :: a), firstn m (out SB a :: b)).
Definition st (n : N) := N.iter n step ([], []).
(** outcome of (player, n) *)
Definition val (pl : bool) (n : N) : bool :=
  if pl then out SA (snd (st n)) else out SB (fst (st n)).

Definition okS (S : list N) := forallb (fun s => (0 <? s) && (s <=? N.of_nat m)) S.

Lemma st_succ : forall n, st (N.succ n) = step (st n).
Proof. intro. unfold st. now rewrite N.iter_succ. Qed.

Definition wnd (pl : bool) (n : N) := if pl then fst (st n) else snd (st n).

Lemma wnd_succ : forall pl n,
  wnd pl (N.succ n) = firstn m (val pl n :: wnd pl n).
Proof.
  intros pl n. unfold wnd, val. rewrite st_succ. destruct (st n) as [a b].
  destruct pl; reflexivity.
Qed.

Lemma nth_firstn_lt : forall (A : Type) (l : list A) d k j,
  (j < k)%nat -> nth j (firstn k l) d = nth j l d.
Proof.
  intros A l d k. revert l. induction k; intros l j Hj; [lia|].
  destruct l; simpl; [now destruct j|]. destruct j; [reflexivity|]. apply IHk; lia.
Qed.

Lemma wnd_nth : forall pl n j, (j < m)%nat ->
  nth j (wnd pl n) true =
  if N.of_nat j <? n then val pl (n - N.succ (N.of_nat j)) else true.
Proof.
  intros pl n. induction n as [|n IH] using N.peano_ind; intros j Hj.
  - unfold wnd, st; simpl. destruct pl; destruct j; reflexivity.
  - rewrite wnd_succ, nth_firstn_lt by assumption. destruct j as [|j].
    + simpl nth. destruct (N.ltb_spec (N.of_nat 0) (N.succ n)); [|lia].
      f_equal. lia.
    + cbn [nth]. rewrite IH by lia.
      destruct (N.ltb_spec (N.of_nat j) n), (N.ltb_spec (N.of_nat (Datatypes.S j)) (N.succ n));
        try lia; try reflexivity. f_equal. lia.
Qed.

Lemma look_wnd : forall pl n s, 0 < s -> s <= N.of_nat m ->
  look (wnd pl n) s = if s <=? n then val pl (n - s) else true.
Proof.
  intros pl n s H1 H2. unfold look. rewrite wnd_nth by lia.
  destruct (N.ltb_spec (N.of_nat (Init.Nat.pred (N.to_nat s))) n), (N.leb_spec s n);
    try lia; try reflexivity. f_equal. lia.
Qed.

Hypothesis HA : okS SA = true.
Hypothesis HB : okS SB = true.

Lemma val_spec : forall pl n,
  val pl n = true <->
  exists s, In s (if pl then SA else SB) /\ 0 < s /\ s <= n /\ val (negb pl) (n - s) = false.
Proof.
  intros pl n. unfold okS in *. rewrite forallb_forall in HA, HB.
  assert (E : val pl n = out (if pl then SA else SB) (wnd (negb pl) n)) by now destruct pl.
  rewrite E. unfold out. rewrite existsb_exists.
  assert (HS : forall s, In s (if pl then SA else SB) -> 0 < s /\ s <= N.of_nat m).
  { intros s Hs. assert (B : (0 <? s) && (s <=? N.of_nat m) = true)
      by (destruct pl; auto). apply andb_prop in B. destruct B as [B1 B2].
    apply N.ltb_lt in B1. apply N.leb_le in B2. now split. }
  split; intros [s Hs]; exists s.
  - destruct Hs as [I L]. destruct (HS s I). rewrite look_wnd in L by assumption.
    destruct (N.leb_spec s n); [|discriminate]. apply negb_true_iff in L. auto.
  - destruct Hs as [I [P [L V]]]. destruct (HS s I). split; trivial.
    rewrite look_wnd by assumption. destruct (N.leb_spec s n); [|lia]. now rewrite V.
Qed.

Lemma mv_wf : well_founded (fun Q P => mv SA SB P Q).
Proof.
  apply wf_measure with (f := fun P => N.to_nat (snd P)).
  intros [b n] [b' n'] [_ [s [_ [H1 H2]]]]. simpl in *. lia.
Qed.

Theorem val_outcome : forall P,
  (val (fst P) (snd P) = true <-> Win (mv SA SB) P) /\
  (val (fst P) (snd P) = false <-> Lose (mv SA SB) P).
Proof.
  apply (kernel_iff _ _ (fun P => val (fst P) (snd P))); [apply mv_wf|]. split.
  - intros [pl n] E. simpl in E. apply val_spec in E. destruct E as [s [I [H1 [H2 V]]]].
    exists (negb pl, n - s). simpl. split; [|exact V].
    split; [reflexivity|]. exists s. simpl. repeat split; trivial. lia.
  - intros [pl n] [pl' n'] E [Hp [s [I [H1 H2]]]]. simpl in *. subst pl' n.
    destruct (val (negb pl) n') eqn:V; trivial. exfalso.
    assert (val pl (n' + s) = true).
    { apply val_spec. exists s. repeat split; trivial; try lia.
      now replace (n' + s - s) with n' by lia. }
    congruence.
Qed.

(* ------------------------------------------------------------------ *)
(** ** The certificate: (m, i, p).  Nothing else. *)
Definition eqbl (a b : list bool) := if list_eq_dec bool_dec a b then true else false.
Definition check (i p : N) : bool :=
  okS SA && okS SB && (0 <? p) &&
  (let s1 := N.iter i step ([], []) in
   let s2 := N.iter p step s1 in
   eqbl (fst s1) (fst s2) && eqbl (snd s1) (snd s2)).
End G.

Lemma eqbl_true : forall a b, eqbl a b = true -> a = b.
Proof. intros a b. unfold eqbl. destruct list_eq_dec; auto; discriminate. Qed.

Lemma check_sound : forall SA SB m i p, check SA SB m i p = true ->
  okS m SA = true /\ okS m SB = true /\ 0 < p /\ st SA SB m (i + p) = st SA SB m i.
Proof.
  intros SA SB m i p H. unfold check in H.
  apply andb_prop in H; destruct H as [H E]. apply andb_prop in H; destruct H as [H P].
  apply andb_prop in H; destruct H as [HA HB]. apply N.ltb_lt in P.
  apply andb_prop in E; destruct E as [E1 E2]. apply eqbl_true in E1, E2.
  repeat split; trivial. unfold st. rewrite N.add_comm, iter_add.
  symmetry. apply injective_projections; assumption.
Qed.

(** ** MAIN THEOREM *)
Theorem window_law :
  forall SA SB m i p, check SA SB m i p = true ->
  forall pl n,
    (val SA SB m pl (canon i p n) = true  <-> Win  (mv SA SB) (pl, n)) /\
    (val SA SB m pl (canon i p n) = false <-> Lose (mv SA SB) (pl, n)).
Proof.
  intros SA SB m i p C pl n. destruct (check_sound _ _ _ _ _ C) as [HA [HB [Hp E]]].
  pose proof (orbit_canon _ (step SA SB m) ([], []) i p Hp E n) as O.
  assert (V : val SA SB m pl (canon i p n) = val SA SB m pl n).
  { unfold val, st. now rewrite O. }
  rewrite V. exact (val_outcome SA SB m HA HB (pl, n)).
Qed.

(** Closed-form version: any period-p formula agreeing on one preperiod+period. *)
Fixpoint ranges (k : nat) (n : N) : list N :=
  match k with O => [] | Datatypes.S k => n :: ranges k (N.succ n) end.
Lemma ranges_in : forall k n x, n <= x < n + N.of_nat k -> In x (ranges k n).
Proof.
  induction k; intros n x H; [lia|]. simpl. destruct (N.eq_dec n x); [now left|].
  right. apply IHk. lia.
Qed.

(** outcome table in one pass, O((i+p) (|SA|+|SB|) m) *)
Fixpoint table (SA SB : list N) (m : nat) (k : nat) (s : list bool * list bool) : list (bool * bool) :=
  match k with O => [] | Datatypes.S k =>
    (out SA (snd s), out SB (fst s)) :: table SA SB m k (step SA SB m s) end.
Lemma table_nth : forall SA SB m k n0 j, (j < k)%nat ->
  nth j (table SA SB m k (st SA SB m n0)) (false,false)
  = (val SA SB m true (n0 + N.of_nat j), val SA SB m false (n0 + N.of_nat j)).
Proof.
  intros SA SB m. induction k; intros n0 j H; [lia|]. destruct j as [|j].
  - simpl. unfold val. now rewrite N.add_0_r.
  - cbn [table nth]. rewrite <- st_succ, IHk by lia.
    now replace (N.succ n0 + N.of_nat j) with (n0 + N.of_nat (Datatypes.S j)) by lia.
Qed.

Definition formula_ok (SA SB : list N) (m : nat) (i p : N) (fA fB : N -> bool) : bool :=
  let k := N.to_nat (i + p) in
  forallb (fun x => match x with (n, (a, b)) => eqb a (fA n) && eqb b (fB n) end)
    (combine (ranges k 0) (table SA SB m k ([], []))).

Lemma ranges_nth : forall k n j, (j < k)%nat -> nth j (ranges k n) 0 = n + N.of_nat j.
Proof.
  induction k; intros n j H; [lia|]. destruct j as [|j]; simpl nth; [lia|].
  rewrite IHk by lia. lia.
Qed.
Lemma ranges_len : forall k n, length (ranges k n) = k.
Proof. induction k; intro; simpl; auto. Qed.
Lemma table_len : forall SA SB m k s, length (table SA SB m k s) = k.
Proof. induction k; intro; simpl; auto. Qed.

Theorem window_formula_law :
  forall SA SB m i p fA fB,
  check SA SB m i p = true ->
  formula_ok SA SB m i p fA fB = true ->
  (forall n, i <= n -> fA (n + p) = fA n /\ fB (n + p) = fB n) ->
  forall n,
   (fA n = true  <-> Win  (mv SA SB) (true, n)) /\
   (fA n = false <-> Lose (mv SA SB) (true, n)) /\
   (fB n = true  <-> Win  (mv SA SB) (false, n)) /\
   (fB n = false <-> Lose (mv SA SB) (false, n)).
Proof.
  intros SA SB m i p fA fB C F Per n.
  destruct (check_sound _ _ _ _ _ C) as [_ [_ [Hp _]]].
  assert (Fk : forall k r, fA (i + r + k * p) = fA (i + r) /\ fB (i + r + k * p) = fB (i + r)).
  { intros k r. induction k as [|k [IA IB]] using N.peano_ind.
    - now replace (i + r + 0 * p) with (i + r) by lia.
    - replace (i + r + N.succ k * p) with (i + r + k * p + p) by lia.
      destruct (Per (i + r + k * p)) as [PA PB]; [lia|]. now rewrite PA, PB. }
  assert (Fc : fA n = fA (canon i p n) /\ fB n = fB (canon i p n)).
  { unfold canon. destruct (N.ltb_spec n i); [now split|].
    pose proof (N.div_mod (n - i) p).
    destruct (Fk ((n - i) / p) ((n - i) mod p)) as [A B].
    rewrite <- A, <- B. split; f_equal; lia. }
  assert (L : canon i p n < i + p).
  { unfold canon. destruct (N.ltb_spec n i); [lia|].
    pose proof (N.mod_lt (n - i) p). lia. }
  assert (V : val SA SB m true (canon i p n) = fA n /\ val SA SB m false (canon i p n) = fB n).
  { destruct Fc as [-> ->]. remember (canon i p n) as c eqn:Ec. clear Ec.
    unfold formula_ok in F. rewrite forallb_forall in F.
    set (k := N.to_nat (i + p)) in *.
    assert (Hj : (N.to_nat c < k)%nat) by (unfold k; lia).
    specialize (F (c, (val SA SB m true c, val SA SB m false c))).
    assert (I : In (c, (val SA SB m true c, val SA SB m false c))
                  (combine (ranges k 0) (table SA SB m k ([], [])))).
    { replace (c, (val SA SB m true c, val SA SB m false c)) with
        (nth (N.to_nat c) (combine (ranges k 0) (table SA SB m k ([], []))) (0, (false, false))).
      - apply nth_In. rewrite combine_length, ranges_len, table_len. lia.
      - rewrite combine_nth by now rewrite ranges_len, table_len.
        rewrite ranges_nth by assumption. f_equal; [lia|].
        change ([], []) with (st SA SB m 0). rewrite table_nth by assumption.
        now replace (0 + N.of_nat (N.to_nat c)) with c by lia. }
    specialize (F I). simpl in F. apply andb_prop in F. destruct F as [F1 F2].
    apply eqb_prop in F1, F2. now split. }
  destruct V as [VA VB].
  pose proof (window_law SA SB m i p C true n) as [W1 W2].
  pose proof (window_law SA SB m i p C false n) as [W3 W4].
  rewrite VA in W1, W2. rewrite VB in W3, W4. tauto.
Qed.
