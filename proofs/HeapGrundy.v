(** * HeapGrundy.v -- Grundy values of heaps of which the members of one ultimately periodic set can be taken, and their sums.
    Proved: a function that rises by s every p heaps from i on, and is the mex of its values at the options of every heap below
    j + L, is so at EVERY heap ([grundy_mex]), where p and the set's modulus divide L, j is past i, the reach and (for endless
    sets) L, and, if s > 0, from j on every value below a bound h has occurred beyond the reach, h being above the first values
    and their shifts; and a sum of heaps is lost for the player to move if and only if the values cancel ([grundy_law]).
    Source: Sprague 1935, Grundy 1939; pigeonhole on the window of values (Golomb 1966).
    An instance file holds: reach, modulus, the set, i, p, s, L, j, h and the table of i + p values. *)
Require Import Bool Arith NArith List Lia FMapPositive.
From Whowins Require Import Game Heap Octal.
Import ListNotations.
Open Scope N_scope.

Section Values.
Variables (t m : N) (A : set).
Let taken (s : N) := Heap.mem t m A s = true.

(** One heap of a sum is lowered; the empty heap may stay. *)
Inductive smv : list N -> list N -> Prop :=
| smove : forall l1 n l2 s, 0 < s -> s <= n -> Heap.mem t m A s = true ->
    smv (l1 ++ n :: l2) (l1 ++ (n - s) :: l2).

Definition mexof (g : N -> N) (n : N) : Prop :=
  (forall s, 0 < s -> s <= n -> taken s -> g (n - s) <> g n) /\
  (forall v, v < g n -> exists s, 0 < s /\ s <= n /\ taken s /\ g (n - s) = v).

Lemma smv_wf : well_founded (fun q p => smv p q).
Proof.
  apply wf_measure with (f := fun l => N.to_nat (fold_right N.add 0 l)).
  intros p q [l1 n l2 s H1 H2 _]. induction l1; cbn [app fold_right]; lia.
Qed.

Theorem sums : forall g, (forall n, mexof g n) -> forall l,
  (xs g l <> 0 <-> Win smv l) /\ (xs g l = 0 <-> Lose smv l).
Proof.
  intros g M l.
  pose proof (kernel_iff _ smv (fun l => negb (xs g l =? 0)) smv_wf) as K.
  destruct K with (p := l) as [K1 K2].
  - split.
    + intros p H. apply negb_true_iff, N.eqb_neq in H.
      destruct (lxor_lt_pick p g H) as [l1 [h [l2 [E L]]]].
      destruct (M h) as [_ M2]. destruct (M2 _ L) as [s [S1 [S2 [S3 S4]]]].
      exists (l1 ++ (h - s) :: l2). split; [rewrite E; now constructor|].
      apply negb_false_iff, N.eqb_eq. rewrite xs_app. cbn [xs fold_right].
      change (fold_right (fun h a => N.lxor (g h) a) 0 l2) with (xs g l2). rewrite S4, E, xs_app. cbn [xs fold_right].
      change (fold_right (fun h a => N.lxor (g h) a) 0 l2) with (xs g l2).
      set (u := xs g l1). set (v := g h). set (w := xs g l2).
      apply N.bits_inj. intro i. rewrite !N.lxor_spec, N.bits_0.
      destruct (N.testbit u i), (N.testbit v i), (N.testbit w i); reflexivity.
    + intros p q H Mv. destruct Mv as [l1 n l2 s S1 S2 S3]. apply negb_false_iff, N.eqb_eq in H.
      apply negb_true_iff, N.eqb_neq. intro H'. destruct (M n) as [M1 _]. apply (M1 s S1 S2 S3).
      rewrite !xs_app in *. cbn [xs fold_right] in *.
      change (fold_right (fun h a => N.lxor (g h) a) 0 l2) with (xs g l2) in *.
      set (u := xs g l1) in *. set (v := g n) in *. set (w := xs g l2) in *. set (z := g (n - s)) in *.
      apply N.bits_inj. intro i.
      assert (B1 := f_equal (fun x => N.testbit x i) H). assert (B2 := f_equal (fun x => N.testbit x i) H').
      cbn beta in B1, B2. rewrite !N.lxor_spec, N.bits_0 in B1. rewrite !N.lxor_spec, N.bits_0 in B2.
      destruct (N.testbit u i), (N.testbit v i), (N.testbit w i), (N.testbit z i);
        simpl in B1, B2; congruence.
  - cbn beta in *. rewrite negb_true_iff, N.eqb_neq in K1. rewrite negb_false_iff, N.eqb_eq in K2. tauto.
Qed.

Definition unending := match snd A with [] => false | _ => true end.

Section Repeat.
Variables (g : N -> N) (i p r L j h : N).   (* r: what L heaps add *)
Hypothesis HA : Heap.small t A = true.
Hypothesis Hm : 0 < m.
Hypothesis HL : 0 < L.
Hypothesis Lm : L mod m = 0.
Hypothesis Hj : i + t <= j.
Hypothesis Per : forall n, i <= n -> g (n + L) = g n + r.
Hypothesis Base : forall n, n < j + L -> mexof g n.

Lemma far_shift : forall s, t < s -> (taken (s + L) <-> taken s).
Proof.
  intros s H. unfold taken.
  assert (E : Heap.mem t m A (s + L) = Heap.mem t m A s); [|now rewrite E].
  exact (takes_far t m A A L HA HA Hm Lm true s H).
Qed.
Lemma finite_near : forall s, unending = false -> taken s -> s <= t.
Proof.
  intros s E H. apply (takes_finite t m A A HA HA true s); [|exact H].
  unfold endless, unending in *. now destruct (snd A).
Qed.

(** without rise *)
Lemma level : r = 0 -> (unending = true -> i + t + L <= j) -> forall n, mexof g n.
Proof.
  intros R Far.
  assert (Sh : forall n v, j <= n ->
    ((exists s, 0 < s /\ s <= n /\ taken s /\ g (n - s) = v) <->
     (exists s, 0 < s /\ s <= n + L /\ taken s /\ g (n + L - s) = v))).
  { intros n v Hn. split; intros [s [S1 [S2 [S3 S4]]]].
    - destruct (N.le_gt_cases s t) as [S|S].
      + exists s. repeat split; trivial; try lia.
        replace (n + L - s) with (n - s + L) by lia. rewrite Per by lia. lia.
      + exists (s + L). rewrite far_shift by trivial.
        replace (n + L - (s + L)) with (n - s) by lia. repeat split; trivial; lia.
    - destruct (N.le_gt_cases s t) as [S|S].
      { exists s. replace (n + L - s) with (n - s + L) in S4 by lia. rewrite Per in S4 by lia.
        repeat split; trivial; lia. }
      assert (En : unending = true).
      { destruct (bool_dec unending true) as [En|En]; trivial. apply not_true_is_false in En.
        pose proof (finite_near s En S3). lia. }
      pose proof (Far En). destruct (N.le_gt_cases s (t + L)) as [S'|S'].
      + exists s. replace (n + L - s) with (n - s + L) in S4 by lia. rewrite Per in S4 by lia.
        repeat split; trivial; lia.
      + exists (s - L). replace (n - (s - L)) with (n + L - s) by lia.
        assert (taken (s - L)) by (apply far_shift; [lia|now replace (s - L + L) with s by lia]).
        repeat split; trivial; lia. }
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (j + L)) as [H|H]; [now apply Base|].
  destruct (IH (n - L) ltac:(lia)) as [M1 M2].
  assert (E : g n = g (n - L)) by (replace n with (n - L + L) at 1 by lia; rewrite Per by lia; lia).
  split.
  - intros s S1 S2 S3 S4. destruct (Sh (n - L) (g n) ltac:(lia)) as [_ B].
    destruct B as [u [U1 [U2 [U3 U4]]]].
    + exists s. replace (n - L + L) with n by lia. now repeat split.
    + apply (M1 u U1 U2 U3). congruence.
  - intros v V. rewrite E in V. destruct (Sh (n - L) v ltac:(lia)) as [B _].
    destruct B as [u U]; [now apply M2|]. exists u. now replace (n - L + L) with n in U by lia.
Qed.

(** with rise: low values are old, high ones correspond *)
Hypothesis Low : forall n, n < i + L -> g n < h.
Hypothesis Shifted : forall n, n < i -> g n + r < h.
Hypothesis Rh : r <= h.
Hypothesis Old : forall n v, j <= n -> n < j + L -> v < h ->
  exists s, t < s /\ s <= n /\ taken s /\ g (n - s) = v.

Lemma old : forall n v, j <= n -> v < h -> exists s, t < s /\ s <= n /\ taken s /\ g (n - s) = v.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros v H V.
  destruct (N.lt_ge_cases n (j + L)) as [G|G]; [now apply Old|].
  destruct (IH (n - L) ltac:(lia) v ltac:(lia) V) as [s [S1 [S2 [S3 S4]]]].
  exists (s + L). rewrite far_shift by trivial. replace (n - (s + L)) with (n - L - s) by lia.
  repeat split; trivial; lia.
Qed.

Lemma rising : forall n, mexof g n.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (j + L)) as [H|H]; [now apply Base|].
  destruct (IH (n - L) ltac:(lia)) as [M1 M2].
  assert (E : g n = g (n - L) + r) by (replace n with (n - L + L) at 1 by lia; apply Per; lia).
  assert (Hh : h <= g (n - L)).
  { destruct (N.le_gt_cases h (g (n - L))) as [G|G]; trivial. exfalso.
    destruct (old (n - L) _ ltac:(lia) G) as [s [S1 [S2 [S3 S4]]]].
    apply (M1 s ltac:(lia) S2 S3 S4). }
  split.
  - intros s S1 S2 S3 S4. destruct (N.lt_ge_cases (n - s) (i + L)) as [G|G].
    + pose proof (Low _ G). lia.
    + assert (X : g (n - s) = g (n - L - s) + r).
      { replace (n - s) with (n - L - s + L) by lia. apply Per. lia. }
      apply (M1 s S1 ltac:(lia) S3). lia.
  - intros v V. destruct (N.lt_ge_cases v h) as [G|G].
    + destruct (old n v ltac:(lia) G) as [s [S1 [S2 [S3 S4]]]].
      exists s. repeat split; trivial. lia.
    + destruct (M2 (v - r) ltac:(lia)) as [s [S1 [S2 [S3 S4]]]].
      destruct (N.lt_ge_cases (n - L - s) i) as [F|F].
      * pose proof (Shifted _ F). lia.
      * exists s. repeat split; trivial; try lia.
        replace (n - s) with (n - L - s + L) by lia. rewrite Per by lia. lia.
Qed.
End Repeat.

(* ------------------------------------------------------------------ *)
(** ** The certificate *)
(** values at the numbers marked, as digits; the list of values has the newest first *)
Fixpoint reached (ds : list bool) (vs : list N) : N :=
  match ds, vs with
  | d :: ds, v :: vs => if d then N.setbit (reached ds vs) v else reached ds vs
  | _, _ => 0
  end.
Lemma reached_spec : forall ds vs v, N.testbit (reached ds vs) v = true <->
  exists k, nth_error ds k = Some true /\ nth_error vs k = Some v.
Proof.
  induction ds as [|d ds IH]; intros vs v.
  - cbn [reached]. rewrite N.bits_0. split; [discriminate|]. intros [[|k] [H _]]; discriminate.
  - destruct vs as [|x vs].
    + cbn [reached]. rewrite N.bits_0. split; [discriminate|]. intros [[|k] [_ H]]; discriminate.
    + cbn [reached]. destruct d.
      * rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq, IH. split.
        -- intros [->|[k [H1 H2]]]; [now exists O|now exists (S k)].
        -- intros [[|k] [H1 H2]]; [left; now injection H2|right; now exists k].
      * rewrite IH. split.
        -- intros [k [H1 H2]]; now exists (S k).
        -- intros [[|k] [H1 H2]]; [discriminate|now exists k].
Qed.
(** the values of heaps n - 1, ..., 1, 0 *)
Fixpoint newest (g : N -> N) (n : nat) : list N :=
  match n with O => [] | S n => g (N.of_nat n) :: newest g n end.
Lemma newest_nth : forall g n k v, nth_error (newest g n) k = Some v <->
  (k < n)%nat /\ v = g (N.of_nat (n - S k)).
Proof.
  intros g. induction n; intros k v.
  - destruct k; simpl; split; try discriminate; lia.
  - destruct k as [|k]; cbn [newest nth_error].
    + replace (S n - 1)%nat with n by lia. split; [intros [= <-]; split; trivial; lia|now intros [_ ->]].
    + rewrite IHn. replace (S n - S (S k))%nat with (n - S k)%nat by lia. split; intros [H ->]; split; trivial; lia.
Qed.
Definition digits (far : bool) (k : nat) : list bool :=
  map (fun s => Heap.mem t m A s && (negb far || (t <? s))) (Heap.ranges k 1).
Lemma ranges_nth : forall k a x s, nth_error (Heap.ranges k a) x = Some s <-> (x < k)%nat /\ s = a + N.of_nat x.
Proof.
  induction k; intros a x s.
  - destruct x; simpl; split; try discriminate; lia.
  - destruct x as [|x]; cbn [Heap.ranges nth_error].
    + split; [intros [= <-]; split; lia|]. intros [_ ->]. f_equal. lia.
    + rewrite IHk. split; intros [H ->]; split; lia.
Qed.
Lemma reached_values : forall g far k n v, (forall s, s <= n -> taken s -> (N.to_nat s <= k)%nat) ->
  (N.testbit (reached (digits far k) (newest g (N.to_nat n))) v = true <->
   exists s, (if far then t < s else True) /\ 0 < s /\ s <= n /\ taken s /\ g (n - s) = v).
Proof.
  intros g far k n v K. rewrite reached_spec. unfold digits. split.
  - intros [x [H1 H2]]. apply newest_nth in H2. destruct H2 as [H2 ->].
    rewrite nth_error_map in H1. destruct (nth_error (Heap.ranges k 1) x) as [s|] eqn:R; [|discriminate].
    apply ranges_nth in R. destruct R as [R ->]. cbn [option_map] in H1. injection H1 as H1.
    apply andb_prop in H1. destruct H1 as [H1 H3]. exists (1 + N.of_nat x).
    repeat split; trivial; try lia.
    + destruct far; trivial. simpl in H3. now apply N.ltb_lt in H3.
    + f_equal. lia.
  - intros [s [F [S1 [S2 [S3 <-]]]]]. exists (N.to_nat s - 1)%nat. split.
    + rewrite nth_error_map.
      assert (R : nth_error (Heap.ranges k 1) (N.to_nat s - 1) = Some s).
      { apply ranges_nth. specialize (K s S2 S3). lia. }
      rewrite R. cbn [option_map]. f_equal. unfold taken in S3. rewrite S3. cbn [andb].
      destruct far; trivial. cbn [negb orb]. now apply N.ltb_lt.
    + apply newest_nth. split; [lia|]. f_equal. lia.
Qed.

(** all below v and not v *)
Definition mex_is (v b : N) : bool := N.land b (N.ones (N.succ v)) =? N.ones v.
Lemma mex_is_spec : forall v b, mex_is v b = true ->
  N.testbit b v = false /\ forall u, u < v -> N.testbit b u = true.
Proof.
  intros v b H. unfold mex_is in H. apply N.eqb_eq in H.
  assert (T : forall u, u <= v -> N.testbit b u = (u <? v)).
  { intros u Hu. assert (E := f_equal (fun x => N.testbit x u) H). cbn beta in E.
    rewrite N.land_spec in E. rewrite (N.ones_spec_low (N.succ v)) in E by lia.
    rewrite andb_true_r in E. rewrite E. destruct (N.ltb_spec u v).
    - now apply N.ones_spec_low. - now apply N.ones_spec_high. }
  split; [rewrite T by lia; apply N.ltb_irrefl|]. intros u Hu. rewrite T by lia. now apply N.ltb_lt.
Qed.
Fixpoint follow (g : N -> N) (ds : list bool) (k : nat) (n : N) (vs : list N) : bool :=
  match k with
  | O => true
  | S k => let v := g n in mex_is v (reached ds vs) && follow g ds k (N.succ n) (v :: vs)
  end.
Lemma follow_spec : forall g ds k n, follow g ds k n (newest g (N.to_nat n)) = true ->
  forall x, n <= x -> x < n + N.of_nat k -> mex_is (g x) (reached ds (newest g (N.to_nat x))) = true.
Proof.
  intros g ds. induction k; intros n H x X1 X2; [lia|]. cbn [follow] in H. apply andb_prop in H.
  destruct H as [H1 H2]. destruct (N.eq_dec x n) as [->|D]; [exact H1|].
  apply (IHk (N.succ n)); try lia. rewrite N2Nat.inj_succ. cbn [newest]. now rewrite N2Nat.id.
Qed.
Definition covers (g : N -> N) (ds : list bool) (h n : N) : bool :=
  N.land (reached ds (newest g (N.to_nat n))) (N.ones h) =? N.ones h.

(** the table, continued *)
Definition values (i p s : N) (tab : PositiveMap.t N) (n : N) : N :=
  tabf tab (Heap.canon i p n) + (if n <? i then 0 else s * ((n - i) / p)).
Lemma values_rise : forall i p s tab L n, 0 < p -> L mod p = 0 -> i <= n ->
  values i p s tab (n + L) = values i p s tab n + s * (L / p).
Proof.
  intros i p s tab L n Hp Lp Hn. unfold values, Heap.canon.
  destruct (N.ltb_spec n i), (N.ltb_spec (n + L) i); try lia.
  assert (EL : n + L - i = n - i + L / p * p) by (pose proof (N.div_mod L p ltac:(lia)); lia).
  rewrite EL, N.mod_add, N.div_add by lia. lia.
Qed.
Definition table (l : list N) := mk l 1 (PositiveMap.empty N).

Definition check (i p s L j h : N) (l : list N) : bool :=
  let g := values i p s (table l) in
  let r := s * (L / p) in
  Heap.small t A && (0 <? m) && (0 <? p) && (0 <? L) && (L mod p =? 0) && (L mod m =? 0) && (i + t <=? j) &&
  follow g (digits false (N.to_nat (if unending then j + L else t))) (N.to_nat (j + L)) 0 [] &&
  (if s =? 0 then negb unending || (i + t + L <=? j)
   else (r <=? h) &&
        forallb (fun n => g n <? h) (Heap.ranges (N.to_nat (i + L)) 0) &&
        forallb (fun n => g n + r <? h) (Heap.ranges (N.to_nat i) 0) &&
        forallb (covers g (digits true (N.to_nat (j + L))) h) (Heap.ranges (N.to_nat L) j)).

Theorem grundy_mex : forall i p s L j h l, check i p s L j h l = true ->
  forall n, mexof (values i p s (table l)) n.
Proof.
  intros i p s L j h l C. unfold check in C. set (g := values i p s (table l)) in *. cbv zeta in C.
  apply andb_prop in C. destruct C as [C Last].
  apply andb_prop in C. destruct C as [C Fol].
  repeat (apply andb_prop in C; let D := fresh "D" in destruct C as [C D]).
  repeat match goal with
    | H : (_ =? _) = true |- _ => apply N.eqb_eq in H
    | H : (_ <? _) = true |- _ => apply N.ltb_lt in H
    | H : (_ <=? _) = true |- _ => apply N.leb_le in H
    end.
  assert (Lp : L mod p = 0) by assumption. assert (Lm : L mod m = 0) by assumption.
  assert (Hp : 0 < p) by assumption.
  assert (Per : forall n, i <= n -> g (n + L) = g n + s * (L / p)) by (intros n Hn; now apply values_rise).
  assert (Base : forall n, n < j + L -> mexof g n).
  { intros n Hn.
    pose proof (follow_spec g _ _ 0 Fol n ltac:(lia) ltac:(lia)) as F.
    apply mex_is_spec in F. destruct F as [F1 F2].
    assert (K : forall x, x <= n -> taken x ->
        (N.to_nat x <= N.to_nat (if unending then j + L else t))%nat).
    { intros x X1 X2. destruct (bool_dec unending true) as [En|En].
      - rewrite En. lia.
      - apply not_true_is_false in En. rewrite En. pose proof (finite_near C x En X2). lia. }
    split.
    - intros x X1 X2 X3 X4. rewrite <- not_true_iff_false in F1. apply F1.
      apply reached_values; trivial. now exists x.
    - intros v V. specialize (F2 v V). apply reached_values in F2; trivial.
      destruct F2 as [x [_ X]]. now exists x. }
  destruct (N.eqb_spec s 0) as [->|Hs].
  - apply level with (i := i) (r := 0) (L := L) (j := j); trivial.
    intro En. rewrite En in Last. cbn [negb orb] in Last. now apply N.leb_le in Last.
  - repeat (apply andb_prop in Last; let D := fresh "Q" in destruct Last as [Last D]).
    rewrite forallb_forall in Q, Q0, Q1. apply N.leb_le in Last.
    apply rising with (i := i) (r := s * (L / p)) (L := L) (j := j) (h := h); trivial.
    + intros n Hn. apply N.ltb_lt, Q1. apply Heap.ranges_in. lia.
    + intros n Hn. apply N.ltb_lt, Q0. apply Heap.ranges_in. lia.
    + intros n v H1 H2 H3. specialize (Q n). unfold covers in Q. rewrite N.eqb_eq in Q.
      assert (E := f_equal (fun x => N.testbit x v) (Q ltac:(apply Heap.ranges_in; lia))). cbn beta in E.
      rewrite N.land_spec, N.ones_spec_low, andb_true_r in E by lia.
      apply reached_values in E.
      * destruct E as [x [X1 [X2 [X3 [X4 X5]]]]]. now exists x.
      * intros x X1 _. lia.
Qed.

Theorem grundy_law : forall i p s L j h l, check i p s L j h l = true ->
  let g := values i p s (table l) in
  (forall n, mexof g n) /\
  forall heaps, (xs g heaps <> 0 <-> Win smv heaps) /\ (xs g heaps = 0 <-> Lose smv heaps).
Proof.
  intros i p s L j h l C g. assert (M : forall n, mexof g n) by exact (grundy_mex i p s L j h l C).
  split; trivial. now apply sums.
Qed.
End Values.
