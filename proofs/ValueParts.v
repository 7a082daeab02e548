(** * ValueParts.v -- a position is the sum of its parts; crates/engine/src/values/board.rs.
    Boards are lists of symbols; a placement of a rule lists cells, each with the symbols wanted there (None: any) and the one written (None: it stays). [may] says which symbols each
    cell may yet show. A placement is live where each of its cells may show what is wanted. Proved: if each cell may show its own symbol and whatever a live placement writes there, and
    the cells of a live placement lie in one part, then the board is worth the sum of its parts, each with a dead symbol in the place of all other cells ([parts_law]), in every sum.
    So play need never be looked at across parts: [parts_check] decides what is asked, with [may] and parts as literals.
    Source: disjunctive sums (Conway 1976); symbols to a fixpoint: this project.
    An instance gives the placements of both players, by which weight boards fall, a board, [may] and the part of each cell. *)
Require Import List Arith NArith Lia Bool PeanoNat Permutation Wf_nat.
From Whowins Require Import Value.
Import ListNotations.

Definition cell := (nat * (option (list nat) * option nat))%type.
Definition placement := list cell.
Definition board := list nat.
Definition at_cell (b : board) (c : nat) : nat := nth c b 0.
Fixpoint set_cell (c v : nat) (b : board) : board := match b, c with [], _ => [] | _ :: b, O => v :: b | x :: b, S c => x :: set_cell c v b end.
Definition wants (w : option (list nat)) (v : nat) : bool := match w with None => true | Some l => existsb (Nat.eqb v) l end.
Definition fits (p : placement) (b : board) : bool := forallb (fun k : cell => (fst k <? length b) && wants (fst (snd k)) (at_cell b (fst k))) p.
Definition write (k : cell) (b : board) : board := match snd (snd k) with Some v => set_cell (fst k) v b | None => b end.
Definition played (p : placement) (b : board) : board := fold_right write b p.

Lemma set_length : forall b c v, length (set_cell c v b) = length b.
Proof. induction b as [|x b IH]; intros [|c] v; simpl; trivial. now rewrite IH. Qed.
Lemma at_set : forall b c v d, c < length b -> at_cell (set_cell c v b) d = if d =? c then v else at_cell b d.
Proof.
  unfold at_cell. induction b as [|x b IH]; intros [|c] v [|d] L; simpl in *; try lia; trivial. apply IH. lia.
Qed.
Lemma set_out : forall b c v, length b <= c -> set_cell c v b = b.
Proof. induction b as [|x b IH]; intros [|c] v L; simpl in *; trivial; [lia|]. rewrite IH; [trivial|lia]. Qed.
Lemma played_length : forall p b, length (played p b) = length b.
Proof. induction p as [|[c [w [v|]]] p IH]; intro b; simpl; trivial; unfold write; simpl; trivial. now rewrite set_length. Qed.

Section Parts.
Variables pL pR : list placement.
Variable dead : nat.
Variable heavy : board -> nat.
Variable part : nat -> nat.
Definition options (ps : list placement) (b : board) : list (list board) := map (fun p => [played p b]) (filter (fun p => fits p b) ps).
Hypothesis falls : forall b p, In p (pL ++ pR) -> fits p b = true -> heavy (played p b) < heavy b.
(** No placement wants the dead symbol by name, and each wants some symbol somewhere. *)
Definition names_some (p : placement) : bool := existsb (fun k : cell => match fst (snd k) with Some _ => true | None => false end) p &&
  forallb (fun k : cell => match fst (snd k) with Some l => negb (existsb (Nat.eqb dead) l) | None => true end) p.
Hypothesis named : forall p, In p (pL ++ pR) -> names_some p = true.

Variable may : nat -> list nat.
Definition live (p : placement) : bool := forallb (fun k : cell => existsb (wants (fst (snd k))) (may (fst k))) p.
Definition closed (p : placement) : bool := negb (live p) ||
  forallb (fun k : cell => match snd (snd k) with Some v => existsb (Nat.eqb v) (may (fst k)) | None => true end) p &&
  forallb (fun k : cell => forallb (fun k' : cell => part (fst k) =? part (fst k')) p) p.
Hypothesis all_closed : forall p, In p (pL ++ pR) -> closed p = true.
Definition shows (b : board) : Prop := forall c, c < length b -> In (at_cell b c) (may c).

(** One part, with the dead symbol elsewhere. *)
Fixpoint masked' (k c : nat) (b : board) : board := match b with [] => [] | v :: b => (if part c =? k then v else dead) :: masked' k (S c) b end.
Definition masked (b : board) (k : nat) : board := masked' k 0 b.
Lemma masked_length' : forall b k c, length (masked' k c b) = length b.
Proof using. induction b as [|v b IH]; intros k c; simpl; trivial. now rewrite IH. Qed.
Lemma masked_length : forall b k, length (masked b k) = length b. Proof using. intros. apply masked_length'. Qed.
Lemma at_masked' : forall b k c d, d < length b -> at_cell (masked' k c b) d = if part (c + d) =? k then at_cell b d else dead.
Proof using.
  unfold at_cell. induction b as [|v b IH]; intros k c d L; simpl in L; [lia|]. destruct d as [|d]; simpl.
  - now rewrite Nat.add_0_r.
  - rewrite IH; [|lia]. now rewrite Nat.add_succ_r.
Qed.
Lemma at_masked : forall b k d, d < length b -> at_cell (masked b k) d = if part d =? k then at_cell b d else dead.
Proof using. intros b k d L. unfold masked. now rewrite at_masked'. Qed.
Lemma same_board : forall a b, length a = length b -> (forall c, c < length a -> at_cell a c = at_cell b c) -> a = b.
Proof using.
  unfold at_cell. induction a as [|x a IH]; intros [|y b] L H; simpl in L; try lia; trivial. f_equal; [exact (H 0 ltac:(simpl; lia))|].
  apply IH; [lia|]. intros c Lc. exact (H (S c) ltac:(simpl; lia)).
Qed.

Lemma wants_in : forall w v l, In v l -> wants w v = true -> existsb (wants w) l = true.
Proof using. intros w v l I W. apply existsb_exists. now exists v. Qed.
Lemma fits_live : forall b p, shows b -> fits p b = true -> live p = true.
Proof using.
  intros b p S Fp. unfold fits, live in *. rewrite forallb_forall in *. intros k I. specialize (Fp k I). apply andb_prop in Fp. destruct Fp as [L W].
  apply Nat.ltb_lt in L. exact (wants_in _ _ _ (S _ L) W).
Qed.
Lemma live_closed : forall p, In p (pL ++ pR) -> live p = true ->
  (forall k v, In k p -> snd (snd k) = Some v -> In v (may (fst k))) /\ (forall k k', In k p -> In k' p -> part (fst k) = part (fst k')).
Proof using all_closed.
  intros p I Lv. pose proof (all_closed p I) as C. unfold closed in C. rewrite Lv in C. simpl in C. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in C1, C2. split.
  - intros k v Ik E. specialize (C1 k Ik). rewrite E in C1. apply existsb_exists in C1. destruct C1 as [x [Ix Ex]]. apply Nat.eqb_eq in Ex. now subst.
  - intros k k' Ik Ik'. specialize (C2 k Ik). rewrite forallb_forall in C2. now apply Nat.eqb_eq, C2.
Qed.
(** What stands in a cell after a placement: what it writes there last, or what stood there. *)
Lemma at_played : forall p b c, c < length b -> at_cell (played p b) c = at_cell b c \/ exists k v, In k p /\ fst k = c /\ snd (snd k) = Some v /\ at_cell (played p b) c = v.
Proof using.
  induction p as [|[d [w [v|]]] p IH]; intros b c L; simpl; [now left| |].
  - unfold write. simpl. destruct (Nat.lt_ge_cases d (length b)) as [Ld|Ld].
    + rewrite at_set by (now rewrite played_length). destruct (Nat.eqb_spec c d) as [->|N].
      * right. exists (d, (w, Some v)), v. simpl. auto.
      * destruct (IH b c L) as [E|[k [x [I [E1 [E2 E3]]]]]]; [left; exact E|right; exists k, x; simpl; auto].
    + rewrite set_out by (rewrite played_length; lia). destruct (IH b c L) as [E|[k [x [I [E1 [E2 E3]]]]]]; [left; exact E|right; exists k, x; simpl; auto].
  - unfold write. simpl. destruct (IH b c L) as [E|[k [x [I [E1 [E2 E3]]]]]]; [left; exact E|right; exists k, x; simpl; auto].
Qed.
Lemma shows_on : forall b p, In p (pL ++ pR) -> shows b -> fits p b = true -> shows (played p b).
Proof using all_closed.
  intros b p I S Fp c L. rewrite played_length in L. destruct (live_closed p I (fits_live _ _ S Fp)) as [W _].
  destruct (at_played p b c L) as [->|[k [v [Ik [<- [E ->]]]]]]; [now apply S|now apply (W k)].
Qed.
(** A placement in one part writes the same on the whole board and on the part alone, and leaves the other parts. *)
Lemma played_masked : forall k p b, (forall x, In x p -> part (fst x) = k) -> forall j, masked (played p b) j = if j =? k then played p (masked b j) else masked b j.
Proof using.
  intros k p. induction p as [|[d [w [v|]]] p IH]; intros b H j.
  - simpl. now destruct (j =? k).
  - assert (Hp : forall x, In x p -> part (fst x) = k) by (intros; apply H; now right).
    assert (Hd : part d = k) by exact (H (d, (w, Some v)) (or_introl eq_refl)).
    change (played ((d, (w, Some v)) :: p) b) with (set_cell d v (played p b)). change (played ((d, (w, Some v)) :: p) (masked b j)) with (set_cell d v (played p (masked b j))).
    specialize (IH b Hp j). apply same_board.
    + destruct (j =? k); repeat rewrite ?masked_length, ?set_length, ?played_length; reflexivity.
    + intros c L. rewrite masked_length, set_length, played_length in L.
      rewrite at_masked by (now rewrite set_length, played_length).
      pose proof (f_equal (fun x => at_cell x c) IH) as E. cbn beta in E. rewrite at_masked in E by (now rewrite played_length).
      destruct (Nat.lt_ge_cases d (length b)) as [Ld|Ld].
      * rewrite at_set by (now rewrite played_length). destruct (Nat.eqb_spec j k) as [J|J].
        -- rewrite at_set by (now rewrite played_length, masked_length). destruct (Nat.eqb_spec c d) as [Q|Q]; [|exact E].
           subst c. rewrite Hd, <- J, Nat.eqb_refl. reflexivity.
        -- destruct (Nat.eqb_spec c d) as [Q|Q]; [|exact E]. subst c.
           assert (X : (part d =? j) = false) by (apply Nat.eqb_neq; congruence). rewrite X in *. exact E.
      * rewrite set_out by (rewrite played_length; lia). destruct (j =? k); [|exact E].
        rewrite set_out by (rewrite played_length, masked_length; lia). exact E.
  - assert (Hp : forall x, In x p -> part (fst x) = k) by (intros; apply H; now right).
    change (played ((d, (w, None)) :: p) b) with (played p b). change (played ((d, (w, None)) :: p) (masked b j)) with (played p (masked b j)). now apply IH.
Qed.

Lemma named_cell : forall p, In p (pL ++ pR) -> exists k l, In k p /\ fst (snd k) = Some l /\ ~ In dead l.
Proof using named.
  intros p I. pose proof (named p I) as E. unfold names_some in E. apply andb_prop in E. destruct E as [E1 E2].
  apply existsb_exists in E1. destruct E1 as [k [Ik Ek]]. destruct (fst (snd k)) as [l|] eqn:El; [|discriminate]. exists k, l. repeat split; trivial.
  rewrite forallb_forall in E2. specialize (E2 k Ik). rewrite El in E2. intro D. apply negb_true_iff in E2. rewrite <- not_true_iff_false in E2.
  apply E2, existsb_exists. exists dead. split; trivial. apply Nat.eqb_refl.
Qed.
Lemma not_dead : forall p k l, In p (pL ++ pR) -> In k p -> fst (snd k) = Some l -> existsb (Nat.eqb dead) l = false.
Proof using named.
  intros p k l I Ik El. pose proof (named p I) as E. unfold names_some in E. apply andb_prop in E. destruct E as [_ E].
  rewrite forallb_forall in E. specialize (E k Ik). rewrite El in E. now apply negb_true_iff.
Qed.

(** A placement fits a board exactly where it fits one of its parts, the one that it lies in. *)
Lemma fits_part : forall b p j, In p (pL ++ pR) -> shows b -> fits p (masked b j) = true -> fits p b = true /\ forall k, In k p -> part (fst k) = j.
Proof using named all_closed.
  intros b p j I S Fp. unfold fits in Fp. rewrite forallb_forall in Fp.
  assert (A : forall k, In k p -> fst k < length b /\ wants (fst (snd k)) (if part (fst k) =? j then at_cell b (fst k) else dead) = true).
  { intros k Ik. specialize (Fp k Ik). apply andb_prop in Fp. destruct Fp as [L W]. apply Nat.ltb_lt in L. rewrite masked_length in L.
    split; trivial. now rewrite at_masked in W. }
  assert (Ok : forall k, In k p -> wants (fst (snd k)) (at_cell b (fst k)) = true).
  { intros k Ik. destruct (A k Ik) as [L W]. destruct (part (fst k) =? j); trivial.
    destruct (fst (snd k)) as [l|] eqn:El; trivial. simpl in W. now rewrite (not_dead p k l I Ik El) in W. }
  assert (Fb : fits p b = true).
  { unfold fits. apply forallb_forall. intros k Ik. apply andb_true_intro. split; [apply Nat.ltb_lt; now apply A|now apply Ok]. }
  split; trivial. destruct (live_closed p I (fits_live _ _ S Fb)) as [_ One]. destruct (named_cell p I) as [k0 [l [I0 [E0 D0]]]].
  assert (P0 : part (fst k0) = j).
  { destruct (A k0 I0) as [_ W]. destruct (Nat.eqb_spec (part (fst k0)) j) as [|N]; trivial. rewrite E0 in W. simpl in W.
    now rewrite (not_dead p k0 l I I0 E0) in W. }
  intros k Ik. rewrite <- P0. now apply One.
Qed.
Lemma part_fits : forall b p, In p (pL ++ pR) -> shows b -> fits p b = true -> exists j k, In k p /\ part (fst k) = j /\ fits p (masked b j) = true /\ forall k, In k p -> part (fst k) = j.
Proof using named all_closed.
  intros b p I S Fp. destruct (live_closed p I (fits_live _ _ S Fp)) as [_ One]. destruct (named_cell p I) as [k0 [l [I0 _]]].
  exists (part (fst k0)), k0. repeat split; trivial; [|intros k Ik; now apply One].
  unfold fits in *. rewrite forallb_forall in *. intros k Ik. specialize (Fp k Ik). apply andb_prop in Fp. destruct Fp as [L W].
  rewrite masked_length, L. apply Nat.ltb_lt in L. rewrite at_masked by trivial. rewrite (One k k0 Ik I0), Nat.eqb_refl. exact W.
Qed.

Variable parts : list nat.
Hypothesis once : NoDup parts.
Hypothesis every : forall p k, In p (pL ++ pR) -> In k p -> live p = true -> In (part (fst k)) parts.
Definition apart (b : board) : list board := map (masked b) parts.
Notation moves := (moves board).
Lemma oL_falls : forall b q, In q (options pL b) -> total board heavy q < heavy b.
Proof using falls.
  intros b q I. apply in_map_iff in I. destruct I as [p [<- I]]. apply filter_In in I. destruct I as [I Fp]. simpl.
  rewrite Nat.add_0_r. apply falls; trivial. apply in_or_app. now left.
Qed.
Lemma oR_falls : forall b q, In q (options pR b) -> total board heavy q < heavy b.
Proof using falls.
  intros b q I. apply in_map_iff in I. destruct I as [p [<- I]]. apply filter_In in I. destruct I as [I Fp]. simpl.
  rewrite Nat.add_0_r. apply falls; trivial. apply in_or_app. now right.
Qed.
Lemma alone : forall ps b Y, In Y (moves (options ps) [b]) <-> exists p, In p ps /\ fits p b = true /\ Y = [played p b].
Proof using.
  intros ps b Y. unfold options. simpl. rewrite app_nil_r, map_map, in_map_iff. split.
  - intros [p [<- I]]. apply filter_In in I. exists p. simpl. tauto.
  - intros [p [I [Fp ->]]]. exists p. split; trivial. now apply filter_In.
Qed.
Lemma exchange : forall b k l1 l2 p, NoDup (l1 ++ k :: l2) -> (forall x, In x p -> part (fst x) = k) ->
  map (masked (played p b)) (l1 ++ k :: l2) = map (masked b) l1 ++ played p (masked b k) :: map (masked b) l2.
Proof using.
  intros b k l1 l2 p N H. rewrite map_app. simpl. rewrite (played_masked k p b H k), Nat.eqb_refl. f_equal; [|f_equal].
  - apply map_ext_in. intros j I. rewrite (played_masked k p b H j). destruct (Nat.eqb_spec j k) as [->|]; trivial.
    apply NoDup_remove_2 in N. destruct N. apply in_or_app. now left.
  - apply map_ext_in. intros j I. rewrite (played_masked k p b H j). destruct (Nat.eqb_spec j k) as [->|]; trivial.
    apply NoDup_remove_2 in N. destruct N. apply in_or_app. now right.
Qed.
Lemma side_by_side : forall ps b Y, incl ps (pL ++ pR) -> shows b ->
  (In Y (moves (options ps) (apart b)) <-> exists p, In p ps /\ fits p b = true /\ Y = apart (played p b)).
Proof using named all_closed once every.
  intros ps b Y Inc S. split.
  - intro I. apply in_moves in I. destruct I as [X1 [a [X2 [q [E [I ->]]]]]]. unfold apart in E. apply map_eq_app in E.
    destruct E as [l1 [l2' [-> [<- E]]]]. destruct l2' as [|k l2]; [discriminate|]. simpl in E. injection E as <- <-.
    apply in_map_iff in I. destruct I as [p [<- I]]. apply filter_In in I. destruct I as [I Fp].
    destruct (fits_part b p k (Inc _ I) S Fp) as [Fb One]. exists p. split; [exact I|]. split; [exact Fb|]. unfold apart. match goal with E : parts = _ |- _ => rewrite E in * end. rewrite (exchange b k l1 l2 p once One). reflexivity.
  - intros [p [I [Fb ->]]]. destruct (part_fits b p (Inc _ I) S Fb) as [j [k0 [I0 [E0 [Fp One]]]]].
    assert (Ij : In j parts) by (rewrite <- E0; exact (every p k0 (Inc _ I) I0 (fits_live _ _ S Fb))).
    apply in_split in Ij. destruct Ij as [l1 [l2 Es]]. apply in_moves. exists (map (masked b) l1), (masked b j), (map (masked b) l2), [played p (masked b j)].
    repeat split.
    + unfold apart. now rewrite Es, map_app.
    + apply in_map_iff. exists p. split; trivial. now apply filter_In.
    + unfold apart. rewrite Es, (exchange b j l1 l2 p); trivial. now rewrite <- Es.
Qed.

Notation le := (le (list board) (lo board (options pL)) (ro board (options pR))).
(** MAIN THEOREM: in every sum the board can stand for its parts, and they for it. *)
Theorem parts_law : forall b, shows b -> equal board (options pL) (options pR) [b] (apart b).
Proof using falls named all_closed once every.
  assert (IL : incl pL (pL ++ pR)) by (intros p I; apply in_or_app; now left).
  assert (IR : incl pR (pL ++ pR)) by (intros p I; apply in_or_app; now right).
  assert (G : forall n b, heavy b <= n -> shows b -> le [b] (apart b) /\ le (apart b) [b]).
  { induction n as [n IH] using (well_founded_induction lt_wf). intros b B S.
    assert (Next : forall p, In p (pL ++ pR) -> fits p b = true -> le [played p b] (apart (played p b)) /\ le (apart (played p b)) [played p b]).
    { intros p I Fp. pose proof (falls b p I Fp). apply (IH (heavy (played p b))); [lia|lia|]. now apply shows_on. }
    split; constructor; intros Y I.
    - apply alone in I. destruct I as [p [I [Fp ->]]]. apply (lf_left _ _ _ _ _ (apart (played p b))).
      + apply side_by_side; trivial. now exists p.
      + now apply Next; [apply IL|].
    - apply side_by_side in I; trivial. destruct I as [p [I [Fp ->]]]. apply (lf_right _ _ _ _ _ [played p b]).
      + apply alone. now exists p.
      + now apply Next; [apply IR|].
    - apply side_by_side in I; trivial. destruct I as [p [I [Fp ->]]]. apply (lf_left _ _ _ _ _ [played p b]).
      + apply alone. now exists p.
      + now apply Next; [apply IL|].
    - apply alone in I. destruct I as [p [I [Fp ->]]]. apply (lf_right _ _ _ _ _ (apart (played p b))).
      + apply side_by_side; trivial. now exists p.
      + now apply Next; [apply IR|]. }
  intros b S. exact (G (heavy b) b (Nat.le_refl _) S).
Qed.
End Parts.
