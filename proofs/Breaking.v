(** * Breaking.v -- taking-and-breaking games whose moves leave up to seven heaps of any sizes (octal, hexadecimal, ...).
    (1) Sprague-Grundy, as in Octal.v. (2) Guy-Smith for h heaps: if g has period p from n0 on and the mex equation holds for
    n < h (n0 + p) + k, it holds for all n.
    Certificate = (digits, h, n0, p, table of n0 + p values).  No axioms.
    Main theorem: [breaking_law].  Source: Sprague 1935, Grundy 1939; Guy, Smith 1956.
    An instance file holds: the digits, h, n0 >= 1, p, the table of n0 + p values. *)
Require Import Bool Arith PArith NArith List Lia FMapPositive.
From Whowins Require Import Game.
From Whowins Require Import Octal.
Import ListNotations.
Open Scope N_scope.

(* ---------------- rules ---------------- *)
Definition total (l : list N) : N := fold_right N.add 0 l.
(** the ways to write m as k numbers, none of them 0 *)
Fixpoint comps (k : nat) (m : N) : list (list N) :=
  match k with
  | O => if m =? 0 then [[]] else []
  | S k => flat_map (fun a => map (cons a) (comps k (m - a))) (range (N.to_nat m) 1)
  end.
Lemma comps_spec : forall k m o, In o (comps k m) <->
  length o = k /\ (forall a, In a o -> 1 <= a) /\ total o = m.
Proof.
  induction k as [|k IH]; intros m o; cbn [comps].
  - destruct (N.eqb_spec m 0) as [->|Z]; simpl.
    + split.
      * intros [<-|[]]. repeat split; simpl; tauto.
      * intros [L _]. destruct o; [now left|discriminate].
    + split; [tauto|]. intros [L [_ T]]. destruct o; [simpl in T; congruence|discriminate].
  - rewrite in_flat_map. split.
    + intros [a [Ia H]]. apply in_map_iff in H. destruct H as [o' [<- H]]. apply IH in H.
      destruct H as [L [P T]]. apply in_range in Ia. simpl. repeat split.
      * now rewrite L.
      * intros b [<-|Hb]; [lia|now apply P].
      * fold (total o'). lia.
    + intros [L [P T]]. destruct o as [|a o]; [discriminate|]. simpl in T. fold (total o) in T.
      assert (A : 1 <= a) by (apply P; now left).
      exists a. split; [apply in_range; lia|]. apply in_map_iff. exists o. split; trivial. apply IH.
      simpl in L. repeat split; [lia| |lia]. intros b Hb. apply P. now right.
Qed.

(** options of a heap n for digit d_t: bit j = take t and leave j heaps, at least two if nothing is taken *)
Definition bopt1 (t d n : N) : list (list N) :=
  if t <=? n then
    flat_map (fun j => if N.testbit d (N.of_nat j) && ((0 <? t) || (2 <=? j)%nat) then comps j (n - t) else [])
      (seq 0 8)
  else [].
Fixpoint bopts_from (t : N) (ds : list N) (n : N) : list (list N) :=
  match ds with [] => [] | d :: ds => bopt1 t d n ++ bopts_from (N.succ t) ds n end.
Definition bopts (ds : list N) (n : N) := bopts_from 0 ds n.   (* ds = [d0; d1; ...; dk] *)

Definition legal (t d n : N) (o : list N) : Prop :=
  t <= n /\ (length o <= 7)%nat /\ N.testbit d (N.of_nat (length o)) = true /\ (0 < t \/ (2 <= length o)%nat) /\
  (forall a, In a o -> 1 <= a) /\ total o = n - t.
Lemma bopt1_spec : forall t d n o, In o (bopt1 t d n) <-> legal t d n o.
Proof.
  intros t d n o. unfold bopt1, legal. destruct (N.leb_spec t n) as [L|L]; [|simpl; intuition lia].
  rewrite in_flat_map. split.
  - intros [j [Ij H]]. apply in_seq in Ij.
    destruct (N.testbit d (N.of_nat j)) eqn:B; [|destruct H].
    destruct ((0 <? t) || (2 <=? j)%nat) eqn:C; [|destruct H]. cbn [andb] in H.
    apply comps_spec in H. destruct H as [<- [P T]]. apply orb_prop in C. repeat split; trivial; try lia.
    destruct C as [C|C]; [left; now apply N.ltb_lt|right; now apply Nat.leb_le].
  - intros [_ [S [B [C [P T]]]]]. exists (length o). split; [apply in_seq; lia|]. rewrite B.
    replace ((0 <? t) || (2 <=? length o)%nat) with true.
    + cbn [andb]. apply comps_spec. auto.
    + symmetry. apply orb_true_iff. destruct C as [C|C]; [left; now apply N.ltb_lt|right; now apply Nat.leb_le].
Qed.
Lemma bopts_from_spec : forall ds t0 n o, In o (bopts_from t0 ds n) <->
  exists j d, nth_error ds j = Some d /\ legal (t0 + N.of_nat j) d n o.
Proof.
  induction ds as [|d ds IH]; intros t0 n o; simpl.
  - split; [tauto|]. intros [j [d [H _]]]. destruct j; discriminate.
  - rewrite in_app_iff, IH, bopt1_spec. split.
    + intros [H|[j [d' [H1 H2]]]].
      * exists O, d. split; [reflexivity|]. now rewrite N.add_0_r.
      * exists (S j), d'. split; trivial. now replace (t0 + N.of_nat (S j)) with (N.succ t0 + N.of_nat j) by lia.
    + intros [[|j] [d' [H1 H2]]]; simpl in H1.
      * left. injection H1 as ->. now rewrite N.add_0_r in H2.
      * right. exists j, d'. split; trivial. now replace (N.succ t0 + N.of_nat j) with (t0 + N.of_nat (S j)) by lia.
Qed.
Lemma bopts_spec : forall ds n o, In o (bopts ds n) <->
  exists j d, nth_error ds j = Some d /\ legal (N.of_nat j) d n o.
Proof.
  intros ds n o. unfold bopts. rewrite bopts_from_spec. split; intros [j [d [H L]]]; exists j, d; split; trivial;
    now rewrite N.add_0_l in *.
Qed.
Lemma in_total : forall o a, In a o -> a <= total o.
Proof.
  induction o as [|b o IH]; intros a H; [destruct H|]. change (total (b :: o)) with (b + total o).
  destruct H as [->|H]; [lia|]. specialize (IH a H). lia.
Qed.
Lemma total_app : forall a b, total (a ++ b) = total a + total b.
Proof. induction a as [|x a IH]; intro b; simpl; trivial. fold (total (a ++ b)) (total a). rewrite IH. lia. Qed.
Lemma bopts_le : forall ds n o a, In o (bopts ds n) -> In a o -> a <= n.
Proof.
  intros ds n o a H Ha. apply bopts_spec in H. destruct H as [j [d [_ [_ [_ [_ [_ [_ T]]]]]]]].
  pose proof (in_total o a Ha). lia.
Qed.

(** moves of sums of heaps, from the options of one: [hmv] *)
Inductive hmv (opt : N -> list (list N)) : list N -> list N -> Prop :=
| hmove : forall l1 n l2 o, In o (opt n) -> hmv opt (l1 ++ n :: l2) (l1 ++ o ++ l2).
Definition bmv (ds : list N) := hmv (bopts ds).

(** every move lowers twice the tokens less the heaps *)
Fixpoint bmeas (l : list N) : nat :=
  match l with [] => O | h :: l => (pred (2 * N.to_nat h) + bmeas l)%nat end.
Lemma bmeas_app : forall a b, bmeas (a ++ b) = (bmeas a + bmeas b)%nat.
Proof. induction a; simpl; intros; trivial. rewrite IHa. lia. Qed.
Lemma bmeas_total : forall o, (forall a, In a o -> 1 <= a) ->
  (bmeas o + length o = 2 * N.to_nat (total o))%nat /\ (length o <= N.to_nat (total o))%nat.
Proof.
  induction o as [|a o IH]; intro P; [simpl; lia|]. cbn [bmeas length].
  assert (A : 1 <= a) by (apply P; now left).
  destruct IH as [E L]; [intros b Hb; apply P; now right|].
  change (total (a :: o)) with (a + total o). lia.
Qed.

Section Sums.
Variable opt : N -> list (list N).
Hypothesis Legal : forall n o, In o (opt n) -> exists t d, legal t d n o.
Lemma hmv_wf : well_founded (fun q p => hmv opt p q).
Proof using Legal.
  apply wf_measure with (f := bmeas). intros p q [l1 n l2 o H].
  apply Legal in H. destruct H as [t [d [L [_ [_ [C [P T]]]]]]].
  rewrite !bmeas_app. cbn [bmeas]. destruct (bmeas_total o P) as [E G]. lia.
Qed.

Definition hmexeq (g : N -> N) (n : N) : Prop :=
  (forall o, In o (opt n) -> xs g o <> g n) /\
  (forall v, v < g n -> exists o, In o (opt n) /\ xs g o = v).

Theorem hsprague_grundy : forall g, (forall n, hmexeq g n) -> forall l,
  (xs g l <> 0 <-> Win (hmv opt) l) /\ (xs g l = 0 <-> Lose (hmv opt) l).
Proof using Legal.
  intros g M l.
  pose proof (kernel_iff _ (hmv opt) (fun l => negb (xs g l =? 0)) hmv_wf) as K.
  destruct K with (p := l) as [K1 K2].
  - split.
    + intros p H. apply negb_true_iff, N.eqb_neq in H.
      destruct (lxor_lt_pick p g H) as [l1 [h [l2 [E L]]]].
      destruct (M h) as [_ M2]. destruct (M2 _ L) as [o [Io Eo]].
      exists (l1 ++ o ++ l2). split; [rewrite E; now constructor|].
      apply negb_false_iff, N.eqb_eq. rewrite !xs_app, Eo, E, xs_app. simpl.
      apply N.bits_inj. intro i. rewrite !N.lxor_spec, N.bits_0.
      destruct (N.testbit (xs g l1) i), (N.testbit (g h) i), (N.testbit (xs g l2) i); reflexivity.
    + intros p q H Mv. destruct Mv as [l1 n l2 o Io]. apply negb_false_iff, N.eqb_eq in H.
      apply negb_true_iff, N.eqb_neq. intro H'. destruct (M n) as [M1 _]. apply (M1 o Io).
      rewrite !xs_app in *. simpl in H. apply N.bits_inj. intro i.
      assert (B1 := f_equal (fun x => N.testbit x i) H). assert (B2 := f_equal (fun x => N.testbit x i) H').
      cbn beta in B1, B2. rewrite !N.lxor_spec, N.bits_0 in B1. rewrite !N.lxor_spec, N.bits_0 in B2.
      destruct (N.testbit (xs g l1) i), (N.testbit (g n) i), (N.testbit (xs g l2) i), (N.testbit (xs g o) i);
        simpl in B1, B2; congruence.
  - cbn beta in *. rewrite negb_true_iff, N.eqb_neq in K1. rewrite negb_false_iff, N.eqb_eq in K2. tauto.
Qed.
End Sums.
Definition bmexeq (ds : list N) := hmexeq (bopts ds).
Theorem bsprague_grundy : forall ds g, (forall n, bmexeq ds g n) -> forall l,
  (xs g l <> 0 <-> Win (bmv ds) l) /\ (xs g l = 0 <-> Lose (bmv ds) l).
Proof.
  intros ds g M l. apply hsprague_grundy; [|exact M].
  intros n o H. apply bopts_spec in H. destruct H as [j [d [_ L]]]. now exists (N.of_nat j), d.
Qed.

(* ---------------- Guy-Smith for h heaps ---------------- *)
Section GS.
Variables (ds : list N) (g : N -> N) (h n0 p : N).
Let k := N.of_nat (length ds).        (* >= index of the last digit *)
Hypothesis Hh : 0 < h.
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Hypothesis Parts : forall n o, In o (bopts ds n) -> N.of_nat (length o) <= h.
Hypothesis Per : forall n, n0 <= n -> g (n + p) = g n.
Hypothesis Base : forall n, n < h * (n0 + p) + k -> bmexeq ds g n.

(** of heaps that are b on average, one is at least b *)
Lemma large : forall b o, o <> [] -> N.of_nat (length o) * b <= total o ->
  exists l1 x l2, o = l1 ++ x :: l2 /\ b <= x.
Proof.
  intros b o. induction o as [|a o IH]; intros Z T; [congruence|].
  change (total (a :: o)) with (a + total o) in T. cbn [length] in T. rewrite Nat2N.inj_succ in T.
  destruct (N.le_gt_cases b a) as [L|L]; [exists [], a, o; now split|].
  destruct IH as [l1 [x [l2 [-> Hx]]]].
  - intros ->. change (total []) with 0 in T. change (N.of_nat (@length N [])) with 0 in T. lia.
  - nia.
  - exists (a :: l1), x, l2. now split.
Qed.

(** an option whose heaps have one of at least b, told by the number taken *)
Lemma option_large : forall n o b, h * b + k <= n -> 0 < b -> In o (bopts ds n) ->
  exists l1 x l2, o = l1 ++ x :: l2 /\ b <= x.
Proof.
  intros n o b Hn Hb H. pose proof (Parts n o H) as L. apply bopts_spec in H.
  destruct H as [j [d [Hj [_ [_ [_ [_ [_ T]]]]]]]].
  assert (J : N.of_nat j < k).
  { assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia. }
  apply large.
  - intros ->. simpl in T. nia.
  - rewrite T. nia.
Qed.
Lemma swap : forall n m l1 x y l2, 1 <= y -> m + x = n + y -> k <= n -> k <= m ->
  In (l1 ++ x :: l2) (bopts ds n) -> In (l1 ++ y :: l2) (bopts ds m).
Proof.
  intros n m l1 x y l2 Hy E Kn Km H. apply bopts_spec in H. apply bopts_spec.
  destruct H as [j [d [Hj [L [S [B [C [P T]]]]]]]].
  assert (J : N.of_nat j < k).
  { assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia. }
  assert (Len : length (l1 ++ y :: l2) = length (l1 ++ x :: l2)) by (rewrite !app_length; reflexivity).
  exists j, d. split; trivial. unfold legal. rewrite Len. repeat split; trivial; try lia.
  - intros a Ha. apply in_app_or in Ha. destruct Ha as [Ha|[<-|Ha]]; trivial; apply P, in_or_app; [now left|].
    right. now right.
  - rewrite total_app in *. simpl in *. fold (total l2) in *. lia.
Qed.
Lemma xs_swap : forall l1 x y l2, g x = g y -> xs g (l1 ++ x :: l2) = xs g (l1 ++ y :: l2).
Proof. intros l1 x y l2 E. rewrite !xs_app. simpl. now rewrite E. Qed.

Theorem bguy_smith : forall n, bmexeq ds g n.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (h * (n0 + p) + k)) as [L|L]; [now apply Base|].
  assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia.
  destruct (IH (n - p) ltac:(lia)) as [M1 M2].
  assert (E : g n = g (n - p)).
  { rewrite <- (Per (n - p)) by nia. f_equal. lia. }
  split.
  - intros o Io. destruct (option_large n o (n0 + p) ltac:(lia) ltac:(lia) Io) as [l1 [x [l2 [-> Hx]]]].
    assert (X : g x = g (x - p)). { rewrite <- (Per (x - p)) by lia. f_equal. lia. }
    rewrite (xs_swap l1 x (x - p) l2 X), E. apply M1.
    apply (swap n (n - p) l1 x (x - p) l2); trivial; lia.
  - intros v Hv. rewrite E in Hv. destruct (M2 v Hv) as [o [Io Eo]].
    destruct (option_large (n - p) o n0 ltac:(lia) H0 Io) as [l1 [x [l2 [-> Hx]]]].
    exists (l1 ++ (x + p) :: l2). split.
    + apply (swap (n - p) n l1 x (x + p) l2); trivial; lia.
    + rewrite <- Eo. apply xs_swap. now apply Per.
Qed.
End GS.

(* ---------------- the certificate checker ---------------- *)
Definition bmexb (ds : list N) (g : N -> N) (n : N) : bool :=
  let B := bits (map (xs g) (bopts ds n)) in let v := g n in
  N.land B (N.ones (N.succ v)) =? N.ones v.
Lemma bmexb_sound : forall ds g n, bmexb ds g n = true -> bmexeq ds g n.
Proof.
  intros ds g n H. apply N.eqb_eq in H. destruct (mex_of_bits _ _ H) as [No All]. split.
  - intros o Io E. apply No. rewrite <- E. now apply in_map.
  - intros v Hv. apply All, in_map_iff in Hv. destruct Hv as [o [E I]]. now exists o.
Qed.
Lemma bmexeq_ext : forall ds g f n, (forall x, x <= n -> g x = f x) -> bmexeq ds g n -> bmexeq ds f n.
Proof.
  intros ds g f n E [M1 M2].
  assert (X : forall o, In o (bopts ds n) -> xs g o = xs f o).
  { intros o Io. apply xs_ext. intros x Hx. apply E. now apply bopts_le with (ds := ds) (o := o). }
  split.
  - intros o Io. rewrite <- (X o Io), <- E by lia. now apply M1.
  - intros v Hv. rewrite <- E in Hv by lia. destruct (M2 v Hv) as [o [Io Eo]]. exists o. split; trivial.
    now rewrite <- (X o Io).
Qed.

(** no digit leaves more than h heaps *)
Definition leaves (ds : list N) (h : N) : bool :=
  forallb (fun d => forallb (fun j => negb (N.testbit d (N.of_nat j)) || (N.of_nat j <=? h)) (seq 0 8)) ds.
Lemma leaves_sound : forall ds h, leaves ds h = true ->
  forall n o, In o (bopts ds n) -> N.of_nat (length o) <= h.
Proof.
  intros ds h C n o H. apply bopts_spec in H. destruct H as [j [d [Hj [_ [S [B _]]]]]].
  unfold leaves in C. rewrite forallb_forall in C. apply nth_error_In in Hj. specialize (C d Hj).
  rewrite forallb_forall in C. specialize (C (length o)). rewrite in_seq in C. specialize (C ltac:(lia)).
  rewrite B in C. cbn [negb orb] in C. now apply N.leb_le.
Qed.

Definition bcheck (ds : list N) (h n0 p : N) (tab : list N) : bool :=
  let m := mk tab 1 (PositiveMap.empty N) in
  let K := h * (n0 + p) + N.of_nat (length ds) in
  let ext := mk (map (gf m n0 p) (range (N.to_nat K) 0)) 1 (PositiveMap.empty N) in
  (0 <? h) && (0 <? p) && (0 <? n0) && leaves ds h && forallb (bmexb ds (tabf ext)) (range (N.to_nat K) 0).

(** MAIN THEOREM *)
Theorem breaking_law : forall ds h n0 p tab, bcheck ds h n0 p tab = true ->
  let g := gf (mk tab 1 (PositiveMap.empty N)) n0 p in
  (forall n, bmexeq ds g n) /\
  forall l, (xs g l <> 0 <-> Win (bmv ds) l) /\ (xs g l = 0 <-> Lose (bmv ds) l).
Proof.
  intros ds h n0 p tab C g. unfold bcheck in C. fold g in C.
  apply andb_prop in C; destruct C as [C F]. apply andb_prop in C; destruct C as [C Lv].
  apply andb_prop in C; destruct C as [C Z]. apply andb_prop in C; destruct C as [Hh P].
  apply N.ltb_lt in Hh, P, Z. rewrite forallb_forall in F.
  assert (M : forall n, bmexeq ds g n).
  { apply bguy_smith with (h := h) (n0 := n0) (p := p); trivial.
    - now apply leaves_sound.
    - intros n Hn. unfold g, gf, canon. destruct (N.ltb_spec n n0), (N.ltb_spec (n + p) n0); try lia.
      do 2 f_equal. replace (n + p - n0) with (n - n0 + 1 * p) by lia. apply N.mod_add. lia.
    - intros n Hn. apply bmexeq_ext with (g := tabf (mk (map g (range (N.to_nat (h * (n0 + p) + N.of_nat (length ds))) 0)) 1 (PositiveMap.empty N))).
      + intros x Hx. apply ext_ok. lia.
      + apply bmexb_sound, F. apply in_range. lia. }
  split; trivial. now apply bsprague_grundy.
Qed.
