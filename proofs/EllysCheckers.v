(** * Checkers.v -- Elly's Checkers (TopCoder SRM 534), ALL board lengths.
    Main theorem: [ellys_checkers_law], by a parity law.  Source: TopCoder SRM 534; no certificate needed. *)
Require Import Bool Arith List Lia.
From Whowins Require Import Game.
Import ListNotations.

(* ---------------- rules (trusted specification) ---------------- *)
Definition board := list bool.              (* cell 0 .. N-1, left to right *)
Definition occ (b : board) i := nth i b false.
Fixpoint upd (i : nat) (v : bool) (b : board) : board :=
  match b, i with
  | [], _ => [] | _ :: l, 0 => v :: l | x :: l, S i => x :: upd i v l end.
(** a checker arriving on the rightmost cell disappears *)
Definition arrive (j : nat) (b : board) : board := upd j (negb (S j =? length b)) b.

Inductive cmv (b : board) : board -> Prop :=
| step : forall i, occ b i = true -> i + 1 < length b -> occ b (i + 1) = false ->
         cmv b (arrive (i + 1) (upd i false b))
| jump : forall i, occ b i = true -> occ b (i + 1) = true -> occ b (i + 2) = true ->
         i + 3 < length b -> occ b (i + 3) = false ->
         cmv b (arrive (i + 3) (upd i false b)).

(** "a checker on the rightmost cell at the beginning disappears instantly" *)
Definition start (b : board) : board := upd (length b - 1) false b.

(* ---------------- the law ---------------- *)
(** sum over checkers of the distance to the rightmost cell *)
Fixpoint wt (b : board) : nat :=
  match b with [] => 0 | x :: l => (if x then length l else 0) + wt l end.
Definition law (b : board) : bool := Nat.odd (wt b).

(* ---------------- proof ---------------- *)
Lemma upd_len : forall b i v, length (upd i v b) = length b.
Proof. induction b; destruct i; simpl; intros; auto. Qed.

Lemma wt_clear : forall b i, occ b i = true -> wt (upd i false b) + (length b - 1 - i) = wt b.
Proof.
  unfold occ. induction b as [|x l IH]; intros [|i] H; simpl in *; try discriminate.
  - subst x. lia.
  - specialize (IH i H). rewrite upd_len. lia.
Qed.
Lemma wt_set : forall b i, occ b i = false -> i < length b ->
  wt (upd i true b) = wt b + (length b - 1 - i).
Proof.
  unfold occ. induction b as [|x l IH]; intros [|i] H L; simpl in *; try lia.
  - subst x. lia.
  - rewrite upd_len, (IH i H) by lia. lia.
Qed.
Lemma upd_same : forall b i, occ b i = false -> upd i false b = b.
Proof.
  unfold occ. induction b as [|x l IH]; intros [|i] H; simpl in *; subst; auto.
  now rewrite IH.
Qed.
Lemma wt_arrive : forall b j, occ b j = false -> j < length b ->
  wt (arrive j b) = wt b + (length b - 1 - j).
Proof.
  intros b j H L. unfold arrive. destruct (Nat.eqb_spec (S j) (length b)); simpl.
  - rewrite upd_same by assumption. lia.
  - apply wt_set; assumption.
Qed.
Lemma occ_upd_other : forall b i j v, i <> j -> occ (upd i v b) j = occ b j.
Proof.
  unfold occ. induction b as [|x l IH]; intros [|i] [|j] v H; simpl; auto; try lia.
Qed.
Lemma occ_len : forall b i, occ b i = true -> i < length b.
Proof.
  intros b i H. destruct (Nat.lt_ge_cases i (length b)); trivial.
  unfold occ in H. rewrite nth_overflow in H by assumption. discriminate.
Qed.

Lemma cmv_wt : forall b b', cmv b b' -> wt b = wt b' + 1 \/ wt b = wt b' + 3.
Proof.
  intros b b' [i H1 H2 H3 | i H1 H2 H3 H4 H5].
  - left. rewrite wt_arrive; rewrite ?upd_len, ?occ_upd_other by lia; trivial.
    pose proof (wt_clear b i H1). lia.
  - right. rewrite wt_arrive; rewrite ?upd_len, ?occ_upd_other by lia; trivial.
    pose proof (wt_clear b i H1). lia.
Qed.

(** board in play = last cell empty *)
Definition clean (b : board) := occ b (length b - 1) = false.

Lemma clean_move : forall b b', clean b -> cmv b b' -> clean b'.
Proof.
  assert (G : forall b i j, clean b -> j < length b -> clean (arrive j (upd i false b))).
  { unfold clean. intros b i j C L. unfold arrive. rewrite !upd_len.
    assert (C' : occ (upd i false b) (length b - 1) = false).
    { destruct (Nat.eq_dec i (length b - 1)) as [->|N].
      - destruct (occ (upd (length b - 1) false b) (length b - 1)) eqn:E; trivial.
        pose proof (upd_same b _ C) as U. rewrite U in E. congruence.
      - rewrite occ_upd_other by assumption. exact C. }
    destruct (Nat.eqb_spec (S j) (length b)) as [E|N]; simpl.
    - replace j with (length b - 1) by lia. rewrite upd_same; assumption.
    - rewrite occ_upd_other by lia. exact C'. }
  intros b b' C [i ? ? ?| i ? ? ? ? ?]; apply G; trivial.
Qed.

Lemma can_step : forall b, clean b -> 0 < wt b ->
  exists i, occ b i = true /\ i + 1 < length b /\ occ b (i + 1) = false.
Proof.
  unfold clean, occ. induction b as [|x l IH]; intros C W; simpl in W; [lia|].
  destruct (Nat.eq_dec (wt l) 0) as [Z|P].
  - destruct x; [|lia]. exists 0. destruct l as [|y l]; simpl in *; [lia|].
    repeat split; try lia. destruct y; trivial. destruct l; simpl in *; [discriminate|lia].
  - destruct IH as [i [H1 [H2 H3]]].
    + destruct l as [|y l]; simpl in *; trivial. rewrite ?Nat.sub_0_r in *. exact C.
    + lia.
    + exists (S i). simpl. repeat split; trivial. lia.
Qed.

Lemma start_clean : forall b, clean (start b).
Proof.
  unfold clean, start, occ. intro b. rewrite upd_len.
  induction b as [|x [|y l] IH]; simpl in *; trivial.
  rewrite ?Nat.sub_0_r in *. exact IH.
Qed.
Lemma start_wt : forall b, wt (start b) = wt b.
Proof.
  unfold start. induction b as [|x [|y l] IH]; simpl in *; trivial; try now destruct x.
  rewrite Nat.sub_0_r in IH. simpl in IH. rewrite upd_len.
  destruct l; simpl in *; lia.
Qed.

(** MAIN THEOREM: for every board of every length. *)
Theorem ellys_checkers_law : forall b,
  (law b = true  <-> Win  cmv (start b)) /\
  (law b = false <-> Lose cmv (start b)).
Proof.
  intro b. unfold law. rewrite <- (start_wt b).
  apply (parity_law_on _ cmv clean (fun b => Nat.odd (wt b))).
  - apply wf_measure with (f := wt). intros p q M. destruct (cmv_wt p q M); lia.
  - exact clean_move.
  - intros p q _ M. destruct (cmv_wt p q M) as [-> | ->];
      rewrite Nat.odd_add; simpl; now destruct (Nat.odd (wt q)).
  - intros p C O. destruct (can_step p C) as [i [H1 [H2 H3]]].
    { destruct (wt p); [discriminate O | lia]. }
    eexists. exact (step p i H1 H2 H3).
  - apply start_clean.
Qed.

(** seed examples *)
Definition o := true. Definition e := false.
Example ex0 : Win cmv (start [e;o;e;e;e]).            Proof. now apply ellys_checkers_law. Qed.
Example ex1 : Win cmv (start [e;e;o;e;e;o]).          Proof. now apply ellys_checkers_law. Qed.
Example ex2 : Lose cmv (start [e;o;e;e;e;o;o;o;e;e;o;o;e;e]). Proof. now apply ellys_checkers_law. Qed.
