(** * Octal.v -- taking-and-breaking (octal) games, any number of heaps.
    (1) Sprague-Grundy for heap games: any g satisfying the mex equation everywhere gives the
        outcome of every multi-heap position by XOR.
    (2) Guy-Smith: if g has period p from n0 on and the mex equation holds for
        n <= 2 n0 + 2 p + k, it holds for ALL n.
    Certificate = (digits, n0, p, table of n0+p values).  No axioms.
    Main theorem: [octal_law].  Source: Sprague 1935, Grundy 1939; Guy, Smith 1956 (periodicity theorem).
    An instance file holds: the digits, n0 >= 1, p, the table of n0 + p values. *)
Require Import Bool Arith PArith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game.
Import ListNotations.
Open Scope N_scope.
Arguments N.lxor : simpl never. Arguments N.lor : simpl never. Arguments N.land : simpl never.
Arguments N.shiftl : simpl never. Arguments N.testbit : simpl never. Arguments N.sub : simpl never.
Arguments N.add : simpl never. Arguments N.ltb : simpl never. Arguments N.eqb : simpl never.

(* ---------------- rules ---------------- *)
Fixpoint range (k : nat) (a : N) : list N :=
  match k with O => [] | S k => a :: range k (N.succ a) end.
(** options of a single heap n for digit d_t: bit0 = take the whole heap of size t,
    bit1 = take t leaving one non-empty heap, bit2 = take t leaving two non-empty heaps *)
Definition opt1 (t d n : N) : list (list N) :=
  (if N.testbit d 0 && (n =? t) && (0 <? t) then [[]] else []) ++
  (if N.testbit d 1 && (t <? n) && (0 <? t) then [[n - t]] else []) ++
  (if N.testbit d 2 && (t <? n) then map (fun a => [a; n - t - a]) (range (N.to_nat (n - t - 1)) 1) else []).
Fixpoint opts_from (t : N) (ds : list N) (n : N) : list (list N) :=
  match ds with [] => [] | d :: ds => opt1 t d n ++ opts_from (N.succ t) ds n end.
Definition opts (ds : list N) (n : N) := opts_from 0 ds n.   (* ds = [d0; d1; ...; dk] *)

Inductive omv (ds : list N) : list N -> list N -> Prop :=
| omove : forall l1 n l2 o, In o (opts ds n) -> omv ds (l1 ++ n :: l2) (l1 ++ o ++ l2).

(* ---------------- generic heap-game Sprague-Grundy ---------------- *)
Definition xs (g : N -> N) (l : list N) : N := fold_right (fun h a => N.lxor (g h) a) 0 l.
Lemma xs_app : forall g a b, xs g (a ++ b) = N.lxor (xs g a) (xs g b).
Proof.
  intros g a b. induction a as [|h a IH]; simpl; [now rewrite N.lxor_0_l|].
  now rewrite IH, N.lxor_assoc.
Qed.
Definition mexeq (ds : list N) (g : N -> N) (n : N) : Prop :=
  (forall o, In o (opts ds n) -> xs g o <> g n) /\
  (forall v, v < g n -> exists o, In o (opts ds n) /\ xs g o = v).

Lemma in_range : forall k a x, In x (range k a) <-> a <= x < a + N.of_nat k.
Proof.
  induction k; intros a x; simpl; [lia|]. rewrite IHk. split; [intros [H|H]; lia|].
  intro. destruct (N.eq_dec a x); [now left|right; lia].
Qed.
Lemma opts_from_spec : forall ds t0 n o, In o (opts_from t0 ds n) <->
  exists j d, nth_error ds j = Some d /\ In o (opt1 (t0 + N.of_nat j) d n).
Proof.
  induction ds as [|d ds IH]; intros t0 n o; simpl.
  - split; [tauto|]. intros [j [d [H _]]]. destruct j; discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [H|[j [d' [H1 H2]]]].
      * exists O, d. split; [reflexivity|]. now rewrite N.add_0_r.
      * exists (S j), d'. split; trivial. now replace (t0 + N.of_nat (S j)) with (N.succ t0 + N.of_nat j) by lia.
    + intros [[|j] [d' [H1 H2]]]; simpl in H1.
      * left. injection H1 as ->. now rewrite N.add_0_r in H2.
      * right. exists j, d'. split; trivial. now replace (N.succ t0 + N.of_nat j) with (t0 + N.of_nat (S j)) by lia.
Qed.
Lemma opt1_spec : forall t d n o, In o (opt1 t d n) <->
  (N.testbit d 0 = true /\ n = t /\ 0 < t /\ o = []) \/
  (N.testbit d 1 = true /\ t < n /\ 0 < t /\ o = [n - t]) \/
  (N.testbit d 2 = true /\ exists a b, 0 < a /\ 0 < b /\ a + b + t = n /\ o = [a; b]).
Proof.
  intros t d n o. unfold opt1. rewrite !in_app_iff.
  assert (E1 : In o (if N.testbit d 0 && (n =? t) && (0 <? t) then [[]] else []) <->
     (N.testbit d 0 = true /\ n = t /\ 0 < t /\ o = [])).
  { destruct (N.testbit d 0), (N.eqb_spec n t), (N.ltb_spec 0 t); simpl; intuition (try congruence; try lia). }
  assert (E2 : In o (if N.testbit d 1 && (t <? n) && (0 <? t) then [[n - t]] else []) <->
     (N.testbit d 1 = true /\ t < n /\ 0 < t /\ o = [n - t])).
  { destruct (N.testbit d 1), (N.ltb_spec t n), (N.ltb_spec 0 t); simpl; intuition (try congruence; try lia). }
  rewrite E1, E2. clear E1 E2. 
  assert (E3 : In o (if N.testbit d 2 && (t <? n) then map (fun a => [a; n - t - a]) (range (N.to_nat (n - t - 1)) 1) else []) <->
     (N.testbit d 2 = true /\ exists a b, 0 < a /\ 0 < b /\ a + b + t = n /\ o = [a; b])).
  { destruct (N.testbit d 2), (N.ltb_spec t n); simpl.
    - rewrite in_map_iff. split.
      + intros [a [<- Hr]]. apply in_range in Hr. split; trivial. exists a, (n - t - a). repeat split; lia.
      + intros [_ [a [b [H1 [H2 [H3 ->]]]]]]. exists a. split; [do 2 f_equal; lia|apply in_range; lia].
    - split; [tauto|]. intros [_ [a [b ?]]]. lia.
    - split; [tauto|]. intros [? _]. discriminate.
    - split; [tauto|]. intros [? _]. discriminate. }
  rewrite E3. tauto.
Qed.
Lemma opts_small : forall ds n o, In o (opts ds n) ->
  (length o <= 2)%nat /\ forall h, In h o -> h < n.
Proof.
  intros ds n o H. apply opts_from_spec in H. destruct H as [j [d [_ H]]].
  apply opt1_spec in H. destruct H as [[_ [H1 [H2 ->]]]|[[_ [H1 [H2 ->]]]|[_ [a [b [H1 [H2 [H3 ->]]]]]]]]; simpl;
    (split; [lia|]); intros h Hh; intuition lia.
Qed.

Fixpoint meas (l : list N) : nat := match l with [] => O | h :: l => (3 ^ N.to_nat h + meas l)%nat end.
Lemma meas_app : forall a b, meas (a ++ b) = (meas a + meas b)%nat.
Proof. induction a; simpl; intros; trivial. rewrite IHa. lia. Qed.
Lemma pow3_lt : forall a b, (a < b -> 3 ^ a * 3 <= 3 ^ b)%nat.
Proof.
  intros a b H. replace b with (S a + (b - S a))%nat by lia. rewrite Nat.pow_add_r. simpl.
  pose proof (Nat.pow_nonzero 3 (b - S a)). nia.
Qed.
Lemma omv_wf : forall ds, well_founded (fun q p => omv ds p q).
Proof.
  intro ds. apply wf_measure with (f := meas). intros p q [l1 n l2 o H].
  destruct (opts_small ds n o H) as [L S]. rewrite !meas_app. simpl.
  assert (K : (meas o < 3 ^ N.to_nat n)%nat).
  { assert (P : forall h, In h o -> (3 ^ N.to_nat h * 3 <= 3 ^ N.to_nat n)%nat).
    { intros h Hh. apply pow3_lt. specialize (S h Hh). lia. }
    pose proof (Nat.pow_nonzero 3 (N.to_nat n)).
    destruct o as [|a [|b [|? ?]]]; simpl in *; try lia;
      pose proof (P a); try pose proof (P b); intuition; simpl in *; try lia. }
  lia.
Qed.

Lemma lxor_lt_pick : forall l g, xs g l <> 0 ->
  exists l1 h l2, l = l1 ++ h :: l2 /\ N.lxor (g h) (xs g l) < g h.
Proof.
  intros l g Hx. set (x := xs g l) in *. set (b := N.log2 x).
  assert (Bx : N.testbit x b = true) by (apply N.bit_log2; exact Hx).
  assert (Q : exists l1 h l2, l = l1 ++ h :: l2 /\ N.testbit (g h) b = true).
  { clearbody b. unfold x in Bx. clear x Hx. induction l as [|h l IH]; simpl in Bx.
    - rewrite N.bits_0 in Bx. discriminate.
    - rewrite N.lxor_spec in Bx. destruct (N.testbit (g h) b) eqn:E.
      + exists [], h, l. split; trivial.
      + rewrite xorb_false_l in Bx. destruct (IH Bx) as [l1 [h' [l2 [-> E']]]].
        exists (h :: l1), h', l2. split; trivial. }
  destruct Q as [l1 [h [l2 [-> Hb]]]]. exists l1, h, l2. split; trivial.
  set (a := g h) in *.
  (* a xor x < a because bit b is cleared and higher bits are unchanged *)
  assert (Hi : N.shiftr (N.lxor a x) (N.succ b) = N.shiftr a (N.succ b)).
  { rewrite N.shiftr_lxor. replace (N.shiftr x (N.succ b)) with 0; [apply N.lxor_0_r|].
    symmetry. apply N.shiftr_eq_0. unfold b. lia. }
  pose proof (N.div_mod a (2 ^ N.succ b) ltac:(apply N.pow_nonzero; lia)) as D1.
  pose proof (N.div_mod (N.lxor a x) (2 ^ N.succ b) ltac:(apply N.pow_nonzero; lia)) as D2.
  rewrite <- !N.shiftr_div_pow2, Hi in *.
  assert (M1 : 2 ^ b <= a mod 2 ^ N.succ b).
  { destruct (N.le_gt_cases (2 ^ b) (a mod 2 ^ N.succ b)) as [L|G]; trivial. exfalso.
    assert (T : N.testbit (a mod 2 ^ N.succ b) b = true) by (rewrite N.mod_pow2_bits_low by lia; exact Hb).
    destruct (N.eq_dec (a mod 2 ^ N.succ b) 0) as [Z|NZ]; [rewrite Z, N.bits_0 in T; discriminate|].
    rewrite N.bits_above_log2 in T; [discriminate|]. apply N.log2_lt_pow2; [now apply N.neq_0_lt_0|exact G]. }
  assert (M2 : N.lxor a x mod 2 ^ N.succ b < 2 ^ b).
  { destruct (N.eq_dec (N.lxor a x mod 2 ^ N.succ b) 0) as [->|NZ].
    { apply N.neq_0_lt_0, N.pow_nonzero; discriminate. }
    apply N.log2_lt_pow2; [now apply N.neq_0_lt_0|].
    destruct (N.lt_ge_cases (N.log2 (N.lxor a x mod 2 ^ N.succ b)) b) as [L|G]; trivial. exfalso.
    pose proof (N.bit_log2 _ NZ) as T.
    destruct (N.le_gt_cases (N.succ b) (N.log2 (N.lxor a x mod 2 ^ N.succ b))) as [L2|G2].
    - rewrite N.mod_pow2_bits_high in T by exact L2. discriminate.
    - replace (N.log2 (N.lxor a x mod 2 ^ N.succ b)) with b in T by lia.
      rewrite N.mod_pow2_bits_low in T by lia. rewrite N.lxor_spec, Hb, Bx in T. discriminate. }
  lia.
Qed.

(** SPRAGUE-GRUNDY for heap games *)
Theorem sprague_grundy : forall ds g, (forall n, mexeq ds g n) -> forall l,
  (xs g l <> 0 <-> Win (omv ds) l) /\ (xs g l = 0 <-> Lose (omv ds) l).
Proof.
  intros ds g M l.
  pose proof (kernel_iff _ (omv ds) (fun l => negb (xs g l =? 0)) (omv_wf ds)) as K.
  destruct K with (p := l) as [K1 K2].
  - split.
    + intros p H. apply negb_true_iff, N.eqb_neq in H.
      destruct (lxor_lt_pick p g H) as [l1 [h [l2 [E L]]]].
      destruct (M h) as [_ M2]. destruct (M2 _ L) as [o [Io Eo]].
      exists (l1 ++ o ++ l2). split; [rewrite E; now constructor|].
      apply negb_false_iff, N.eqb_eq. rewrite !xs_app, Eo, E, xs_app. simpl.
      set (u := xs g l1). set (v := g h). set (w := xs g l2).
      apply N.bits_inj. intro i. rewrite !N.lxor_spec, N.bits_0.
      destruct (N.testbit u i), (N.testbit v i), (N.testbit w i); reflexivity.
    + intros p q H Mv. destruct Mv as [l1 n l2 o Io]. apply negb_false_iff, N.eqb_eq in H.
      apply negb_true_iff, N.eqb_neq. intro H'. destruct (M n) as [M1 _]. apply (M1 o Io).
      rewrite !xs_app in *. simpl in H.
      set (u := xs g l1) in *. set (v := g n) in *. set (w := xs g l2) in *. set (z := xs g o) in *.
      apply N.bits_inj. intro i.
      assert (B1 := f_equal (fun x => N.testbit x i) H). assert (B2 := f_equal (fun x => N.testbit x i) H').
      cbn beta in B1, B2. rewrite !N.lxor_spec, N.bits_0 in B1. rewrite !N.lxor_spec, N.bits_0 in B2.
      destruct (N.testbit u i), (N.testbit v i), (N.testbit w i), (N.testbit z i);
        simpl in B1, B2; congruence.
  - cbn beta in *. rewrite negb_true_iff, N.eqb_neq in K1. rewrite negb_false_iff, N.eqb_eq in K2. tauto.
Qed.

(* ---------------- Guy-Smith ---------------- *)
Section GS.
Variables (ds : list N) (g : N -> N) (n0 p : N).
Let k := N.of_nat (length ds).        (* >= index of the last digit *)
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Hypothesis Per : forall n, n0 <= n -> g (n + p) = g n.
Hypothesis Base : forall n, n < 2 * n0 + 2 * p + k -> mexeq ds g n.

(** the sets of option values at n and n+p coincide *)
Lemma shift_up : forall n o, 2 * n0 + p + k <= n -> In o (opts ds n) ->
  exists o', In o' (opts ds (n + p)) /\ xs g o' = xs g o.
Proof.
  intros n o Hn H. apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  assert (J : N.of_nat j < k).
  { assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia. }
  rewrite N.add_0_l in H. apply opt1_spec in H. destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
  - lia.
  - exists [n + p - N.of_nat j]. split.
    + apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; left. repeat split; trivial; lia.
    + simpl. rewrite !N.lxor_0_r. replace (n + p - N.of_nat j) with (n - N.of_nat j + p) by lia. apply Per. lia.
  - destruct (N.le_gt_cases a b) as [L|L].
    + exists [a; b + p]. split.
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists a, (b + p). repeat split; lia.
      * simpl. now rewrite Per by lia.
    + exists [a + p; b]. split.
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists (a + p), b. repeat split; lia.
      * simpl. now rewrite Per by lia.
Qed.
Lemma shift_down : forall n o, 2 * n0 + p + k <= n -> In o (opts ds (n + p)) ->
  exists o', In o' (opts ds n) /\ xs g o' = xs g o.
Proof.
  intros n o Hn H. apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  assert (J : N.of_nat j < k).
  { assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia. }
  rewrite N.add_0_l in H. apply opt1_spec in H. destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
  - lia.
  - exists [n - N.of_nat j]. split.
    + apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; left. repeat split; trivial; lia.
    + simpl. rewrite !N.lxor_0_r. replace (n + p - N.of_nat j) with (n - N.of_nat j + p) by lia. symmetry; apply Per. lia.
  - destruct (N.le_gt_cases a b) as [L|L].
    + exists [a; b - p]. split.
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists a, (b - p). repeat split; lia.
      * simpl. rewrite <- (Per (b - p)) by lia. now replace (b - p + p) with b by lia.
    + exists [a - p; b]. split.
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists (a - p), b. repeat split; lia.
      * simpl. rewrite <- (Per (a - p)) by lia. now replace (a - p + p) with a by lia.
Qed.

Theorem guy_smith : forall n, mexeq ds g n.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (2 * n0 + 2 * p + k)) as [L|L]; [now apply Base|].
  destruct (IH (n - p) ltac:(lia)) as [M1 M2].
  assert (E : g n = g (n - p)).
  { rewrite <- (Per (n - p)) by lia. f_equal. lia. }
  split.
  - intros o Io. replace n with (n - p + p) in Io by lia.
    destruct (shift_down (n - p) o ltac:(lia) Io) as [o' [I' E']]. rewrite <- E', E. now apply M1.
  - intros v Hv. rewrite E in Hv. destruct (M2 v Hv) as [o [Io Eo]].
    destruct (shift_up (n - p) o ltac:(lia) Io) as [o' [I' E']].
    replace (n - p + p) with n in I' by lia. exists o'. split; trivial. congruence.
Qed.
End GS.

(* ---------------- the certificate checker ---------------- *)
Definition canon (i p n : N) : N := if n <? i then n else i + (n - i) mod p.
Fixpoint mk (l : list N) (n : positive) (m : PositiveMap.t N) : PositiveMap.t N :=
  match l with [] => m | v :: l => mk l (Pos.succ n) (PositiveMap.add n v m) end.
Definition tabf (m : PositiveMap.t N) (n : N) : N :=
  match PositiveMap.find (N.succ_pos n) m with Some v => v | None => 0 end.
(** the Grundy function claimed by the certificate *)
Definition gf (m : PositiveMap.t N) (n0 p n : N) : N := tabf m (canon n0 p n).

Definition bits (l : list N) : N := fold_right (fun v a => N.lor (N.shiftl 1 v) a) 0 l.
Lemma bits_spec : forall l v, N.testbit (bits l) v = true <-> In v l.
Proof.
  induction l as [|x l IH]; intro v; simpl; [rewrite N.bits_0; intuition discriminate|].
  rewrite N.lor_spec, orb_true_iff, IH, N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_eq. tauto.
Qed.
(** bits up to [v] that are all set but the last: the numbers below [v] are in the list, [v] is not *)
Lemma mex_of_bits : forall l v, N.land (bits l) (N.ones (N.succ v)) = N.ones v -> ~ In v l /\ forall u, u < v -> In u l.
Proof.
  intros l v H.
  assert (T : forall u, u <= v -> N.testbit (bits l) u = (u <? v)).
  { intros u Hu. assert (E := f_equal (fun x => N.testbit x u) H). cbn beta in E.
    rewrite N.land_spec in E. rewrite (N.ones_spec_low (N.succ v)) in E by lia.
    rewrite andb_true_r in E. rewrite E. destruct (N.ltb_spec u v).
    - now apply N.ones_spec_low. - now apply N.ones_spec_high. }
  split.
  - intro I. apply bits_spec in I. rewrite T, N.ltb_irrefl in I by lia. discriminate.
  - intros u Hu. apply bits_spec. rewrite T by lia. now apply N.ltb_lt.
Qed.
Definition mexb (ds : list N) (g : N -> N) (n : N) : bool :=
  let B := bits (map (xs g) (opts ds n)) in let v := g n in
  N.land B (N.ones (N.succ v)) =? N.ones v.
Lemma mexb_sound : forall ds g n, mexb ds g n = true -> mexeq ds g n.
Proof.
  intros ds g n H. apply N.eqb_eq in H. destruct (mex_of_bits _ _ H) as [No All]. split.
  - intros o Io E. apply No. rewrite <- E. now apply in_map.
  - intros v Hv. apply All, in_map_iff in Hv. destruct Hv as [o [E I]]. now exists o.
Qed.

(** check: extended table (so that no modulo is computed in the inner loop) *)
Definition check (ds : list N) (n0 p : N) (tab : list N) : bool :=
  let m := mk tab 1 (PositiveMap.empty N) in
  let K := 2 * n0 + 2 * p + N.of_nat (length ds) in
  let ext := mk (map (gf m n0 p) (range (N.to_nat K) 0)) 1 (PositiveMap.empty N) in
  (0 <? p) && (0 <? n0) && forallb (mexb ds (tabf ext)) (range (N.to_nat K) 0).

Lemma mk_find : forall l k m j, PositiveMap.find j (mk l k m) =
  if (Pos.leb k j && Pos.ltb j (Pos.of_nat (Pos.to_nat k + length l)))%bool
  then nth_error l (Pos.to_nat j - Pos.to_nat k) else PositiveMap.find j m.
Proof.
  induction l as [|v l IH]; intros k m j; cbn [mk].
  - simpl length. rewrite Nat.add_0_r, Pos2Nat.id.
    destruct (Pos.leb_spec k j), (Pos.ltb_spec j k); simpl; trivial; lia.
  - rewrite IH. simpl length.
    destruct (Pos.leb_spec (Pos.succ k) j), (Pos.leb_spec k j); try lia; simpl andb.
    + replace (Pos.to_nat (Pos.succ k) + length l)%nat with (Pos.to_nat k + S (length l))%nat by lia.
      destruct (Pos.ltb_spec j (Pos.of_nat (Pos.to_nat k + S (length l)))).
      * replace (Pos.to_nat j - Pos.to_nat k)%nat with (S (Pos.to_nat j - Pos.to_nat (Pos.succ k))) by lia. reflexivity.
      * rewrite PositiveMap.gso by lia. reflexivity.
    + replace j with k by lia. rewrite PositiveMap.gss, Nat.sub_diag.
      destruct (Pos.ltb_spec k (Pos.of_nat (Pos.to_nat k + S (length l)))); [reflexivity|lia].
    + rewrite PositiveMap.gso by lia. reflexivity.
Qed.
Lemma range_nth : forall k a j, (j < k)%nat -> nth_error (range k a) j = Some (a + N.of_nat j).
Proof.
  induction k; intros a j H; [lia|]. destruct j; simpl; [f_equal; lia|]. rewrite IHk by lia. f_equal. lia.
Qed.
Lemma range_len : forall k a, length (range k a) = k.
Proof. induction k; intro; simpl; auto. Qed.
Lemma ext_ok : forall (h : N -> N) K n, n < K ->
  tabf (mk (map h (range (N.to_nat K) 0)) 1 (PositiveMap.empty N)) n = h n.
Proof.
  intros h K n H. unfold tabf. rewrite mk_find, map_length, range_len.
  destruct (Pos.leb_spec 1 (N.succ_pos n)); [|lia].
  destruct (Pos.ltb_spec (N.succ_pos n) (Pos.of_nat (Pos.to_nat 1 + N.to_nat K))); [|lia]. simpl andb. cbv iota.
  replace (Pos.to_nat (N.succ_pos n) - Pos.to_nat 1)%nat with (N.to_nat n) by lia.
  rewrite nth_error_map, range_nth by lia. simpl. f_equal. lia.
Qed.
Lemma xs_ext : forall g h l, (forall x, In x l -> g x = h x) -> xs g l = xs h l.
Proof. intros g h l. induction l; simpl; intro H; trivial. rewrite H, IHl; auto. Qed.
Lemma mexeq_ext : forall ds g h n, (forall x, x <= n -> g x = h x) -> mexeq ds g n -> mexeq ds h n.
Proof.
  intros ds g h n E [M1 M2].
  assert (X : forall o, In o (opts ds n) -> xs g o = xs h o).
  { intros o Io. apply xs_ext. intros x Hx. apply E. destruct (opts_small ds n o Io) as [_ S]. specialize (S x Hx). lia. }
  split.
  - intros o Io. rewrite <- (X o Io), <- E by lia. now apply M1.
  - intros v Hv. rewrite <- E in Hv by lia. destruct (M2 v Hv) as [o [Io Eo]]. exists o. split; trivial.
    now rewrite <- (X o Io).
Qed.

(** MAIN THEOREM *)
Theorem octal_law : forall ds n0 p tab, check ds n0 p tab = true ->
  let g := gf (mk tab 1 (PositiveMap.empty N)) n0 p in
  (forall n, mexeq ds g n) /\
  forall l, (xs g l <> 0 <-> Win (omv ds) l) /\ (xs g l = 0 <-> Lose (omv ds) l).
Proof.
  intros ds n0 p tab C g. unfold check in C. fold g in C.
  apply andb_prop in C; destruct C as [C F]. apply andb_prop in C; destruct C as [P Z].
  apply N.ltb_lt in P, Z. rewrite forallb_forall in F.
  assert (M : forall n, mexeq ds g n).
  { apply guy_smith with (n0 := n0) (p := p); trivial.
    - intros n Hn. unfold g, gf, canon. destruct (N.ltb_spec n n0), (N.ltb_spec (n + p) n0); try lia.
      do 2 f_equal. replace (n + p - n0) with (n - n0 + 1 * p) by lia. apply N.mod_add. lia.
    - intros n Hn. apply mexeq_ext with (g := tabf (mk (map g (range (N.to_nat (2 * n0 + 2 * p + N.of_nat (length ds))) 0)) 1 (PositiveMap.empty N))).
      + intros x Hx. apply ext_ok. lia.
      + apply mexb_sound, F. apply in_range. lia. }
  split; trivial. now apply sprague_grundy.
Qed.
