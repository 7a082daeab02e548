(** * ValueGrowth.v -- values that grow by the same summand when a position grows by a period, for positions of any kind that fall apart.
    Atoms are forms and positions of some kind [B], each of a size; [grow] makes a position larger by the period. From a size on each option of the larger position is one of the position
    itself in which one part grew, and the other way round. A certificate gives the values of all positions smaller than [K], the summand S and a sheet of lines.
    Proved: if each of these is worth the form that the table says, V (grow b) = V b + S in the table, and S's own options are dominated beside the last ones, then
    [grow b] is worth what b and S are worth, for all b of size n0 and more ([growth_law]): each can stand for the other in every sum ([equal_stands]).
    S = 0 is the theorem of Guy and Smith for values of any kind; S a number is growth by equal steps. Nothing is asked of S: it may be hot.
    Source: R. K. Guy, C. A. B. Smith 1956; A. S. Fraenkel, A. Kotzig 1987; J. H. Conway 1976.
    An instance gives the positions with their options, and shows how options grow: heaps in ValueHeaps.v, runs of a row in ValueRuns.v. *)
Require Import List Arith NArith PArith FMapPositive Lia Bool PeanoNat Permutation Wf_nat.
From Whowins Require Import Value ValueLines.
Import ListNotations.
Open Scope N_scope.

Section Growth.
Variable B : Type.
Variables opL opR : B -> list (list B).
Variable bw : B -> nat.
Variable sz : B -> N.
Variable good : B -> Prop.
Definition either (b : B) (o : list B) : Prop := In o (opL b) \/ In o (opR b).
Definition heavy (o : list B) : nat := fold_right (fun a s => bw a + s)%nat O o.
Hypothesis falls : forall b o, either b o -> (heavy o < bw b)%nat.
Hypothesis smaller : forall b o a, either b o -> In a o -> sz a < sz b.
Hypothesis stays : forall b o a, good b -> either b o -> In a o -> good a.
Variables fl fr : N -> list N.
Hypothesis fl_falls : forall a x, In x (fl a) -> x < a.
Hypothesis fr_falls : forall a x, In x (fr a) -> x < a.
Definition atoms (o : list B) : list (N + B) := map inr o.
Definition bL (b : B) := map atoms (opL b).
Definition bR (b : B) := map atoms (opR b).
Lemma weight_atoms : forall o, Value.total (N + B) (weight B bw) (atoms o) = heavy o.
Proof using. induction o as [|a o IH]; simpl; trivial. now rewrite <- IH. Qed.
Lemma bL_falls : forall b p, In p (bL b) -> (Value.total (N + B) (weight B bw) p < bw b)%nat.
Proof using falls. intros b p I. apply in_map_iff in I. destruct I as [o [<- I]]. rewrite weight_atoms. apply falls. now left. Qed.
Lemma bR_falls : forall b p, In p (bR b) -> (Value.total (N + B) (weight B bw) p < bw b)%nat.
Proof using falls. intros b p I. apply in_map_iff in I. destruct I as [o [<- I]]. rewrite weight_atoms. apply falls. now right. Qed.
Notation OL := (oL B fl bL). Notation OR := (oR B fr bR).
Notation F := (F B). Notation lo := (lo (N + B) OL). Notation ro := (ro (N + B) OR).
Notation le := (le (list (N + B)) lo ro). Notation equal := (equal (N + B) OL OR).
Definition one (b : B) : list (N + B) := [inr b].
Let AL := oL_falls B fl fl_falls bL bw bL_falls.
Let AR := oR_falls B fr fr_falls bR bw bR_falls.
Let letrans := le_trans B fl fr fl_falls fr_falls bL bR bw bL_falls bR_falls.
Let eqtrans := equal_trans (N + B) OL OR _ AL AR.
Let eqperm := equal_perm (N + B) OL OR _ AL AR.
Let eqapp := equal_app (N + B) OL OR _ AL AR.
Let eqhead := equal_head (N + B) OL OR _ AL AR.
Let eqtail := equal_tail (N + B) OL OR _ AL AR.
Let eqrefl := equal_refl (N + B) OL OR _ AL AR.
Lemma lo_one : forall b Y, In Y (lo (one b)) <-> exists o, In o (opL b) /\ Y = atoms o.
Proof using.
  intros b Y. unfold Value.lo, one. simpl. unfold bL. rewrite app_nil_r, map_map, in_map_iff.
  split; intros [o [E I]]; exists o; rewrite app_nil_r in *; now split.
Qed.
Lemma ro_one : forall b Y, In Y (ro (one b)) <-> exists o, In o (opR b) /\ Y = atoms o.
Proof using.
  intros b Y. unfold Value.ro, one. simpl. unfold bR. rewrite app_nil_r, map_map, in_map_iff.
  split; intros [o [E I]]; exists o; rewrite app_nil_r in *; now split.
Qed.

Variable LE : N -> N -> option bool.
Hypothesis lines : forall a b v, LE a b = Some v -> line_ok fl fr LE a b v = true.
Variable SUM : N -> N -> option N.
Hypothesis sums : forall a b c, SUM a b = Some c -> sum_ok fl fr LE SUM a b c = true.
Notation sum := (sum SUM). Notation at_most := (at_most LE).
Let ssum := sum_sound B fl fr fl_falls fr_falls bL bR bw bL_falls bR_falls LE lines SUM sums.
Let osound := order_sound B fl fr fl_falls fr_falls bL bR bw bL_falls bR_falls LE lines.

(** ** The positions of the table *)
Variable V : B -> N.
Definition worth (b : B) : Prop := equal (one b) (F (V b)).
Definition optv (o : list B) : option N := fold_right (fun a s => match s with Some s => sum (V a) s | None => None end) (Some 0) o.
Lemma optv_sound : forall o, (forall a, In a o -> worth a) -> forall v, optv o = Some v -> equal (atoms o) (F v).
Proof using falls fl_falls fr_falls lines sums.
  induction o as [|a o IH]; intros W v E; simpl in E.
  - injection E as <-. apply equal_sym, zero_empty; assumption.
  - destruct (optv o) as [s|] eqn:Es; [|discriminate].
    apply (eqtrans _ (F (V a) ++ F s)); [|now apply ssum].
    change (atoms (a :: o)) with (one a ++ atoms o). apply eqapp; [apply W; now left|]. apply IH; trivial. intros b Ib. apply W. now right.
Qed.
Definition worth_ok (b : B) : bool := match all_some (map optv (opL b)), all_some (map optv (opR b)) with
  | Some ls, Some rs => is fl fr LE ls rs (V b) | _, _ => false end.
Variable K : N.
Hypothesis table : forall b, good b -> sz b < K -> worth_ok b = true.
Lemma table_sound : forall b, good b -> sz b < K -> worth b.
Proof using falls smaller stays fl_falls fr_falls lines sums table.
  assert (G : forall n b, sz b = n -> good b -> sz b < K -> worth b).
  { intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros b En Gb L. pose proof (table b Gb L) as T. unfold worth_ok in T.
    destruct (all_some (map optv (opL b))) as [ls|] eqn:E1; [|discriminate].
    destruct (all_some (map optv (opR b))) as [rs|] eqn:E2; [|discriminate].
    apply all_some_map in E1, E2.
    assert (W : forall o, either b o -> forall v, optv o = Some v -> equal (atoms o) (F v)).
    { intros o I. apply optv_sound. intros a Ia. pose proof (smaller b o a I Ia). apply (IH (sz a)); trivial; try lia. exact (stays b o a Gb I Ia). }
    apply (is_sound B fl fr fl_falls fr_falls bL bR bw bL_falls bR_falls LE lines (one b) ls rs); [split|split|exact T].
    - intros Y I. apply lo_one in I. destruct I as [o [I ->]]. destruct (proj1 E1 o I) as [x [Ix Ex]]. exists x. split; trivial. apply W; [now left|trivial].
    - intros x I. destruct (proj2 E1 x I) as [o [Io Eo]]. exists (atoms o). split; [apply lo_one; now exists o|apply W; [now left|trivial]].
    - intros Y I. apply ro_one in I. destruct I as [o [I ->]]. destruct (proj1 E2 o I) as [x [Ix Ex]]. exists x. split; trivial. apply W; [now right|trivial].
    - intros x I. destruct (proj2 E2 x I) as [o [Io Eo]]. exists (atoms o). split; [apply ro_one; now exists o|apply W; [now right|trivial]]. }
  intro b. now apply (G (sz b)).
Qed.

(** ** The growth *)
Variable grow : B -> B.
Variables (n0 p S : N).
Hypothesis Hp : 0 < p.
Hypothesis Kn : n0 + p <= K.
Hypothesis grown : forall b, sz (grow b) = sz b + p.
Hypothesis grown_good : forall b, good b -> good (grow b).
Hypothesis from : forall b, good b -> n0 + p <= sz b -> exists a, good a /\ b = grow a.
(** An option of the larger position with one part less by a period is an option of the smaller one, and the other way round. *)
Definition shrinks (op : B -> list (list B)) : Prop := forall b o, good b -> K <= sz b + p -> In o (op (grow b)) ->
  exists l1 x l2, o = l1 ++ grow x :: l2 /\ n0 <= sz x /\ good x /\ In (l1 ++ x :: l2) (op b).
Definition stretches (op : B -> list (list B)) : Prop := forall b o, good b -> K <= sz b + p -> In o (op b) ->
  exists l1 x l2, o = l1 ++ x :: l2 /\ n0 <= sz x /\ good x /\ In (l1 ++ grow x :: l2) (op (grow b)).
Hypothesis shrinksL : shrinks opL. Hypothesis shrinksR : shrinks opR.
Hypothesis stretchesL : stretches opL. Hypothesis stretchesR : stretches opR.
Hypothesis grows : forall b, good b -> n0 <= sz b -> sz b + p < K -> sum (V b) S = Some (V (grow b)).
Definition beats (b : B) : bool :=
  forallb (fun s => existsb (fun o => match optv o with Some x => match sum x S, sum (V b) s with
    Some a, Some c => is_true (at_most c a) | _, _ => false end | None => false end) (opL b)) (fl S) &&
  forallb (fun s => existsb (fun o => match optv o with Some x => match sum x S, sum (V b) s with
    Some a, Some c => is_true (at_most a c) | _, _ => false end | None => false end) (opR b)) (fr S).
Hypothesis beaten : forall b, good b -> sz b < K -> K <= sz b + p -> beats b = true.

Definition Q (b : B) : Prop := equal (one (grow b)) (one b ++ F S).
Definition D (b : B) : Prop :=
  (forall s, In s (fl S) -> exists o, In o (opL b) /\ le (one b ++ F s) (atoms o ++ F S)) /\
  (forall s, In s (fr S) -> exists o, In o (opR b) /\ le (atoms o ++ F S) (one b ++ F s)).

Lemma D_table : forall b, good b -> sz b < K -> K <= sz b + p -> D b.
Proof using All.
  intros b Gb L L'. pose proof (beaten b Gb L L') as E. unfold beats in E. apply andb_prop in E. destruct E as [E1 E2].
  rewrite forallb_forall in E1, E2. pose proof (table_sound b Gb L) as Wn.
  assert (W : forall o, either b o -> forall v, optv o = Some v -> equal (atoms o) (F v)).
  { intros o I. apply optv_sound. intros a Ia. pose proof (smaller b o a I Ia). apply table_sound; [exact (stays b o a Gb I Ia)|lia]. }
  split; intros s Is; [specialize (E1 s Is); rename E1 into E|specialize (E2 s Is); rename E2 into E];
    apply existsb_exists in E; destruct E as [o [Io E]]; exists o; (split; [trivial|]);
    destruct (optv o) as [x|] eqn:Ex; try discriminate; destruct (sum x S) as [a|] eqn:Ea; try discriminate;
    destruct (sum (V b) s) as [c|] eqn:Eb; try discriminate; apply osound in E; apply ssum in Ea, Eb.
  - pose proof (eqtrans _ _ _ (eqtail _ _ (F S) (W o (or_introl Io) x Ex)) Ea) as [_ P]. pose proof (eqtrans _ _ _ (eqtail _ _ (F s) Wn) Eb) as [P' _].
    exact (letrans _ _ _ P' (letrans _ _ _ E P)).
  - pose proof (eqtrans _ _ _ (eqtail _ _ (F S) (W o (or_intror Io) x Ex)) Ea) as [P _]. pose proof (eqtrans _ _ _ (eqtail _ _ (F s) Wn) Eb) as [_ P'].
    exact (letrans _ _ _ P (letrans _ _ _ E P')).
Qed.

(** one part larger by a period: S more *)
Lemma put_up : forall l1 x l2, Q x -> equal (atoms (l1 ++ grow x :: l2)) (atoms (l1 ++ x :: l2) ++ F S).
Proof using All.
  intros l1 x l2 Qx. unfold atoms. rewrite !map_app. cbn [map]. change (inr (grow x) :: map inr l2) with (one (grow x) ++ atoms l2).
  change (inr x :: map inr l2) with (one x ++ atoms l2).
  apply (eqtrans _ (atoms l1 ++ (one x ++ F S) ++ atoms l2)); [apply eqhead, eqtail; exact Qx|].
  apply eqperm. rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_head, Permutation_app_comm.
Qed.
Lemma down : forall op, shrinks op -> (forall b o, In o (op b) -> either b o) -> forall b, good b -> K <= sz b + p ->
  (forall x, good x -> sz x < sz b -> n0 <= sz x -> Q x) ->
  forall o, In o (op (grow b)) -> exists o', In o' (op b) /\ equal (atoms o) (atoms o' ++ F S).
Proof using All.
  intros op Sh Ei b Gb L IH o I. destruct (Sh b o Gb L I) as [l1 [x [l2 [-> [Hx [Gx I']]]]]].
  exists (l1 ++ x :: l2). split; trivial. apply put_up, IH; trivial. apply (smaller b (l1 ++ x :: l2)); [now apply Ei|apply in_elt].
Qed.
Lemma up : forall op, stretches op -> (forall b o, In o (op b) -> either b o) -> forall b, good b -> K <= sz b + p ->
  (forall x, good x -> sz x < sz b -> n0 <= sz x -> Q x) ->
  forall o, In o (op b) -> exists o', In o' (op (grow b)) /\ equal (atoms o') (atoms o ++ F S).
Proof using All.
  intros op Sh Ei b Gb L IH o I. destruct (Sh b o Gb L I) as [l1 [x [l2 [-> [Hx [Gx I']]]]]].
  exists (l1 ++ grow x :: l2). split; trivial. apply put_up, IH; trivial. apply (smaller b (l1 ++ x :: l2)); [now apply Ei|apply in_elt].
Qed.

Lemma both : forall n b, sz b = n -> good b -> (n0 <= sz b -> Q b) /\ (K <= sz b + p -> D b).
Proof using All.
  assert (eL : forall b o, In o (opL b) -> either b o) by (intros; now left).
  assert (eR : forall b o, In o (opR b) -> either b o) by (intros; now right).
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros b En Gb.
  assert (IQ : forall x, good x -> sz x < sz b -> n0 <= sz x -> Q x) by (intros x Gx L; apply (IH (sz x)); trivial; lia).
  assert (DN : K <= sz b + p -> D b).
  { intro L. destruct (N.lt_ge_cases (sz b) K) as [Ln|Ln]; [now apply D_table|].
    destruct (from b Gb) as [a [Ga ->]]; [lia|]. rewrite (grown a) in *.
    assert (Da : D a) by (apply (IH (sz a)); trivial; lia).
    assert (Qa : Q a) by (apply IQ; trivial; lia).
    assert (UP : forall op, stretches op -> (forall b o, In o (op b) -> either b o) ->
      forall o, In o (op a) -> exists o', In o' (op (grow a)) /\ equal (atoms o') (atoms o ++ F S)).
    { intros op St Ei. apply (up op St Ei a Ga); [lia|]. intros x Gx Lx. apply IQ; trivial; lia. }
    assert (CS : forall X s, equal ((X ++ F S) ++ F s) ((X ++ F s) ++ F S)).
    { intros X s. apply eqperm. rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_comm. }
    destruct Da as [Dl Dr]. split; intros s Is; [destruct (Dl s Is) as [o [I E]]; destruct (UP opL stretchesL eL o I) as [o' [I' E']]|
      destruct (Dr s Is) as [o [I E]]; destruct (UP opR stretchesR eR o I) as [o' [I' E']]]; exists o'; (split; [trivial|]).
    - apply (letrans _ ((one a ++ F s) ++ F S)).
      + exact (proj1 (eqtrans _ _ _ (eqtail _ _ (F s) Qa) (CS _ s))).
      + apply (letrans _ ((atoms o ++ F S) ++ F S)); [exact (le_app _ _ _ _ AL AR _ _ (F S) E)|exact (proj2 (eqtail _ _ (F S) E'))].
    - apply (letrans _ ((one a ++ F s) ++ F S)).
      + apply (letrans _ ((atoms o ++ F S) ++ F S)); [exact (proj1 (eqtail _ _ (F S) E'))|exact (le_app _ _ _ _ AL AR _ _ (F S) E)].
      + exact (proj2 (eqtrans _ _ _ (eqtail _ _ (F s) Qa) (CS _ s))). }
  split; [|exact DN]. intro L0. unfold Q. destruct (N.lt_ge_cases (sz b + p) K) as [L|L].
  - apply (eqtrans _ (F (V (grow b)))); [apply table_sound; [now apply grown_good|rewrite grown; lia]|].
    apply equal_sym, (eqtrans _ (F (V b) ++ F S)); [apply eqtail, table_sound; trivial; lia|]. now apply ssum, grows.
  - destruct (DN L) as [Dl Dr]. split; constructor; intros X I.
    + apply lo_one in I. destruct I as [o [I ->]]. destruct (down opL shrinksL eL b Gb L IQ o I) as [o' [I' [E _]]].
      apply (lf_left _ _ _ _ _ (atoms o' ++ F S)); [|exact E]. apply in_moves_app. left. exists (atoms o'). split; trivial. apply lo_one. now exists o'.
    + apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]].
      * apply ro_one in I. destruct I as [o [I ->]]. destruct (up opR stretchesR eR b Gb L IQ o I) as [o' [I' [E _]]].
        apply (lf_right _ _ _ _ _ (atoms o')); [apply ro_one; now exists o'|exact E].
      * apply ro_form in I. destruct I as [s [I ->]]. destruct (Dr s I) as [o [Io Eo]]. destruct (up opR stretchesR eR b Gb L IQ o Io) as [o' [I' [E _]]].
        apply (lf_right _ _ _ _ _ (atoms o')); [apply ro_one; now exists o'|exact (letrans _ _ _ E Eo)].
    + apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]].
      * apply lo_one in I. destruct I as [o [I ->]]. destruct (up opL stretchesL eL b Gb L IQ o I) as [o' [I' [_ E]]].
        apply (lf_left _ _ _ _ _ (atoms o')); [apply lo_one; now exists o'|exact E].
      * apply lo_form in I. destruct I as [s [I ->]]. destruct (Dl s I) as [o [Io Eo]]. destruct (up opL stretchesL eL b Gb L IQ o Io) as [o' [I' [_ E]]].
        apply (lf_left _ _ _ _ _ (atoms o')); [apply lo_one; now exists o'|exact (letrans _ _ _ Eo E)].
    + apply ro_one in I. destruct I as [o [I ->]]. destruct (down opR shrinksR eR b Gb L IQ o I) as [o' [I' [_ E]]].
      apply (lf_right _ _ _ _ _ (atoms o' ++ F S)); [|exact E]. apply in_moves_app. left. exists (atoms o'). split; trivial. apply ro_one. now exists o'.
Qed.
(** MAIN THEOREM *)
Theorem growth_law : forall b, good b -> n0 <= sz b -> equal (one (grow b)) (one b ++ F S).
Proof using All. intros b Gb L. exact (proj1 (both (sz b) b eq_refl Gb) L). Qed.
(** Several periods: the summand so many times. *)
Fixpoint grown_by (k : nat) (b : B) : B := match k with O => b | Datatypes.S k => grow (grown_by k b) end.
Theorem growth_times : forall b, good b -> n0 <= sz b -> forall k, equal (one (grown_by k b)) (one b ++ repeat (inl S) k).
Proof using All.
  intros b Gb L. assert (G : forall k, good (grown_by k b) /\ n0 <= sz (grown_by k b)).
  { induction k as [|k [Gk Lk]]; [now split|]. cbn [grown_by]. split; [now apply grown_good|rewrite grown; lia]. }
  induction k as [|k IH]; [rewrite app_nil_r; apply eqrefl|]. cbn [grown_by]. destruct (G k) as [Gk Lk].
  apply (eqtrans _ (one (grown_by k b) ++ F S)); [now apply growth_law|].
  apply (eqtrans _ ((one b ++ repeat (inl S) k) ++ F S)); [now apply eqtail|].
  apply eqperm. rewrite <- app_assoc. apply Permutation_app_head. cbn [repeat]. apply Permutation_sym, Permutation_cons_append.
Qed.
End Growth.
