(** * Wythoff.v -- Wythoff's game and all its t-generalisations (Holladay/Fraenkel), no reals,
    no axioms.  P-positions = { (A n, A n + t n) }, A n = floor(n alpha_t),
    alpha_t = (2 - t + sqrt(t^2+4))/2, computed as ((2-t) n + isqrt((t^2+4) n^2)) / 2.
    t = 1 is Wythoff: A n = floor(n phi), B n = floor(n phi^2).
    Main theorem: [wythoff_law].  Source: Wythoff 1907 (t = 1); Holladay 1968, Fraenkel 1982 (all t >= 1).
    An instance file holds: only t. *)
Require Import Bool ZArith Lia.
From Whowins Require Import Game.
Open Scope Z_scope.

Section T.
Variable t : Z.
Hypothesis Ht : 1 <= t.

(* ---------------- rules ---------------- *)
Definition wmv (P Q : Z * Z) : Prop :=
  let (x, y) := P in let (x', y') := Q in
  0 <= x' /\ 0 <= y' /\
  ((x' < x /\ y' = y) \/ (x' = x /\ y' < y) \/
   (x' < x /\ y' < y /\ Z.abs ((x - x') - (y - y')) < t)).

(* ---------------- closed form ---------------- *)
Definition A (n : Z) : Z := ((2 - t) * n + Z.sqrt ((t * t + 4) * (n * n))) / 2.
Definition B (n : Z) : Z := A n + t * n.

(** f x n < 0  <->  x < n alpha   (x,n >= 0) *)
Definition f (x n : Z) : Z := x * x + (t - 2) * x * n - t * n * n.

Lemma f4 : forall x n, 4 * f x n = (2 * x + (t - 2) * n) * (2 * x + (t - 2) * n) - (t * t + 4) * (n * n).
Proof. intros; unfold f; ring. Qed.

(** t^2+4 is not a square times a square: infinite descent *)
Lemma irr : forall D r, 0 < r -> r * r < D -> D < (r + 1) * (r + 1) ->
  forall k : nat, forall n y, 0 < n -> n < Z.of_nat k -> 0 <= y -> y * y = D * (n * n) -> False.
Proof.
  intros D r Hr H1 H2. induction k as [|k IH]; intros n y Hn Hk Hy E; [lia|].
  assert (L1 : r * n < y) by nia. assert (L2 : y < (r + 1) * n) by nia.
  apply (IH (y - r * n) (D * n - r * y)); try nia.
Qed.
Lemma f_irr : forall x n, 0 <= x -> 0 < n -> f x n <> 0.
Proof.
  intros x n Hx Hn E. pose proof (f4 x n) as F. rewrite E in F.
  set (y := Z.abs (2 * x + (t - 2) * n)).
  assert (Ey : y * y = (t * t + 4) * (n * n)) by (unfold y; nia).
  destruct (Z.eq_dec t 1) as [T|T].
  - apply (irr (t * t + 4) 2) with (k := S (Z.to_nat n)) (n := n) (y := y); try (subst t; lia);
      unfold y; lia.
  - apply (irr (t * t + 4) t) with (k := S (Z.to_nat n)) (n := n) (y := y); try nia; unfold y; lia.
Qed.

(** characterisation of A *)
Lemma A_spec : forall n, 0 <= n -> 0 <= A n /\ f (A n) n <= 0 /\ 0 < f (A n + 1) n.
Proof.
  intros n Hn. unfold A. set (D := (t * t + 4) * (n * n)).
  pose proof (Z.sqrt_spec D ltac:(unfold D; nia)) as [S1 S2].
  pose proof (Z.sqrt_nonneg D) as S0. set (s := Z.sqrt D) in *.
  pose proof (Z.div_mod ((2 - t) * n + s) 2 ltac:(lia)) as DM.
  pose proof (Z.mod_pos_bound ((2 - t) * n + s) 2 ltac:(lia)) as MB.
  set (x := ((2 - t) * n + s) / 2) in *.
  assert (Y : s - 1 <= 2 * x + (t - 2) * n <= s) by lia.
  assert (Sn : t * n <= s) by nia.
  pose proof (f4 x n) as F0. pose proof (f4 (x + 1) n) as F1. fold D in F0, F1.
  set (y := 2 * x + (t - 2) * n) in *.
  replace (2 * (x + 1) + (t - 2) * n) with (y + 2) in F1 by (unfold y; ring).
  assert (X : 0 <= x) by lia.
  repeat split; trivial.
  - destruct (Z.eq_dec s 0) as [Z0|Z1].
    + assert (n = 0) by nia. subst n. assert (y = 0) by (unfold y in *; lia). nia.
    + nia.
  - nia.
Qed.

Lemma f_mono_x : forall x x' n, 0 <= n -> 0 <= x <= x' -> f x' n <= 0 -> f x n <= 0.
Proof.
  intros x x' n Hn Hx H. destruct (Z.eq_dec x' 0) as [E|E]; [replace x with x' by lia; trivial|].
  assert (I : x' * f x n = x * f x' n - (x' - x) * (x * x' + t * n * n)) by (unfold f; ring).
  assert (0 <= (x' - x) * (x * x' + t * n * n)) by (apply Z.mul_nonneg_nonneg; nia). nia.
Qed.
Lemma f_mono_n : forall x n n', 0 < n -> n < n' -> f x n <= 0 -> f x n' < 0.
Proof.
  intros x n n' Hn H F.
  assert (I : n * f x n' = n' * f x n - (n' - n) * (x * x) - t * n * n' * (n' - n)) by (unfold f; ring).
  assert (0 < t * n * n' * (n' - n)) by (repeat apply Z.mul_pos_pos; lia).
  assert (0 <= (n' - n) * (x * x)) by nia. nia.
Qed.
Lemma A_unique : forall x n, 0 <= n -> 0 <= x -> f x n <= 0 -> 0 < f (x + 1) n -> A n = x.
Proof.
  intros x n Hn Hx F1 F2. destruct (A_spec n Hn) as [A0 [A1 A2]].
  destruct (Z.lt_trichotomy (A n) x) as [L|[E|L]]; trivial; exfalso.
  - pose proof (f_mono_x (A n + 1) x n Hn ltac:(lia) F1). lia.
  - pose proof (f_mono_x (x + 1) (A n) n Hn ltac:(lia) A1). lia.
Qed.

(** duality: x < j beta  <->  (x-j) alpha < x *)
Lemma dual : forall x j, f (x - t * j) j = - f x (x - j).
Proof. intros; unfold f; ring. Qed.

(** alpha <= 1 + 1/t *)
Lemma slope : forall x n, 0 <= x -> 0 <= n -> f x n <= 0 -> t * x <= (t + 1) * n.
Proof.
  intros x n Hx Hn F. destruct (Z.le_gt_cases (t * x) ((t + 1) * n)) as [L|G]; trivial. exfalso.
  set (u := t * x - (t + 1) * n). assert (0 < u) by (unfold u; lia).
  assert (I : t * t * f x n = u * u + (t * t + t + 2 - t + 0) * n * u + n * n * (1) ) .
  { unfold f, u. ring. }
  nia.
Qed.

Lemma A0 : A 0 = 0.
Proof. apply A_unique; unfold f; lia. Qed.
Lemma A_incr1 : forall n, 0 <= n -> A n < A (n + 1).
Proof.
  intros n Hn. destruct (A_spec n Hn) as [X0 [X1 X2]].
  destruct (A_spec (n + 1) ltac:(lia)) as [Y0 [Y1 Y2]].
  pose proof (slope _ _ X0 Hn X1) as S.
  assert (F : f (A n + 1) (n + 1) <= 0).
  { assert (I : f (A n + 1) (n + 1) = f (A n) n + t * A n - (t + 2) * n - 1) by (unfold f; ring). lia. }
  destruct (Z.lt_ge_cases (A n) (A (n + 1))); trivial.
  pose proof (f_mono_x (A (n + 1) + 1) (A n + 1) (n + 1) ltac:(lia) ltac:(lia) F). lia.
Qed.
Lemma A_incr : forall n m, 0 <= n < m -> A n < A m.
Proof.
  intros n m [Hn H]. replace m with (n + 1 + (m - n - 1)) by lia.
  assert (K : 0 <= m - n - 1) by lia. revert K. generalize (m - n - 1).
  intros k K. pattern k. apply natlike_ind; trivial.
  - rewrite Z.add_0_r. now apply A_incr1.
  - intros z Hz IH. pose proof (A_incr1 (n + 1 + z) ltac:(lia)).
    replace (n + 1 + Z.succ z) with (n + 1 + z + 1) by lia. lia.
Qed.
Lemma A_inj : forall n m, 0 <= n -> 0 <= m -> A n = A m -> n = m.
Proof.
  intros n m Hn Hm E. destruct (Z.lt_trichotomy n m) as [L|[L|L]]; trivial;
  [pose proof (A_incr n m)|pose proof (A_incr m n)]; lia.
Qed.

(** Beatty: A and B are disjoint ... *)
Theorem disjoint : forall i j, 0 <= i -> 0 <= j -> A i = B j -> i = 0 /\ j = 0.
Proof.
  intros i j Hi Hj E. unfold B in E. remember (A i) as x eqn:Ex.
  destruct (A_spec i Hi) as [I0 [I1 I2]]. destruct (A_spec j Hj) as [J0 [J1 J2]].
  rewrite <- Ex in I0, I1, I2. assert (EJ : A j = x - t * j) by lia. rewrite EJ in J0, J1, J2.
  replace (x - t * j + 1) with (x + 1 - t * j) in J2 by ring.
  rewrite dual in J1, J2. 
  destruct (Z.eq_dec j 0) as [->|Nj].
  - assert (x = 0) by (rewrite A0 in EJ; lia).
    split; trivial. destruct (Z.eq_dec i 0); trivial. pose proof (A_incr 0 i). rewrite A0 in *. lia.
  - exfalso. destruct (Z.eq_dec i 0) as [->|Ni].
    { rewrite A0 in Ex. pose proof (A_incr 0 j). rewrite A0 in *. nia. }
    assert (x <> 0) by nia.
    (* (x-j) alpha <= x <= i alpha  and  i alpha < x+1 < (x+1-j) alpha *)
    assert (G1 : x - j < i).
    { destruct (Z.lt_ge_cases (x - j) i) as [L|L]; trivial. exfalso.
      destruct (Z.eq_dec (x - j) i) as [Q|Q].
      - rewrite Q in J1. apply (f_irr x i); lia.
      - pose proof (f_mono_n x i (x - j) ltac:(lia) ltac:(lia) I1). lia. }
    destruct (Z.le_gt_cases (x + 1 - j) i) as [L|L]; [|lia].
    destruct (Z.eq_dec (x + 1 - j) i) as [Q|Q]; [rewrite Q in J2; lia|].
    pose proof (f_mono_n (x + 1) (x + 1 - j) i ltac:(nia) ltac:(lia) ltac:(lia)). lia.
Qed.

(** ... and cover everything. *)
Lemma least : forall x, 0 < x -> forall m, 0 <= m -> f x m < 0 ->
  exists k, 0 < k <= m /\ 0 <= f x (k - 1) /\ f x k < 0.
Proof.
  intros x Hx m Hm. pattern m. apply natlike_ind; trivial.
  - intro H. unfold f in H. nia.
  - intros z Hz IH H. destruct (Z.lt_ge_cases (f x z) 0) as [L|L].
    + destruct (IH L) as [k [K1 K2]]. exists k. split; trivial. lia.
    + exists (Z.succ z). replace (Z.succ z - 1) with z by lia. repeat split; trivial; lia.
Qed.
Theorem cover : forall x, 0 <= x -> exists k, 0 <= k /\ (A k = x \/ (0 < k /\ B k = x)).
Proof.
  intros x Hx. destruct (Z.eq_dec x 0) as [->|Nx]; [exists 0; rewrite A0; lia|].
  assert (Fx : f x x < 0).
  { unfold f. assert (x * x > 0) by nia.
    replace (x * x + (t - 2) * x * x - t * x * x) with (- (x * x)) by ring. lia. }
  destruct (least x ltac:(lia) x Hx Fx) as [k [K1 [K2 K3]]].
  destruct (Z.lt_ge_cases 0 (f (x + 1) k)) as [G|G].
  - exists k. split; [lia|]. left. apply A_unique; lia.
  - set (j := x - (k - 1)).
    pose proof (slope (x + 1) k ltac:(lia) ltac:(lia) G) as S.
    assert (Hj : 0 < j) by (unfold j; lia).
    assert (Htj : t * j <= x) by (unfold j; lia).
    exists j. split; [lia|]. right. split; trivial.
    unfold B. rewrite (A_unique (x - t * j) j); try lia.
    + rewrite dual. unfold j. replace (x - (x - (k - 1))) with (k - 1) by ring. lia.
    + replace (x - t * j + 1) with (x + 1 - t * j) by ring. rewrite dual.
      unfold j. replace (x + 1 - (x - (k - 1))) with k by ring.
      pose proof (f_irr (x + 1) k ltac:(lia) ltac:(lia)). lia.
Qed.

(* ---------------- the law ---------------- *)
(** decision procedure for a single position: O(1) big-integer operations *)
Definition cold (P : Z * Z) : bool :=
  let a := Z.min (fst P) (snd P) in let d := Z.abs (snd P - fst P) in
  (d mod t =? 0) && (A (d / t) =? a).
Definition isP (x y : Z) := exists n, 0 <= n /\ ((x = A n /\ y = B n) \/ (y = A n /\ x = B n)).

Lemma cold_isP : forall x y, cold (x, y) = true <-> isP x y.
Proof.
  intros x y. unfold cold. cbn [fst snd]. split.
  - intro H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2.
    exists (Z.abs (y - x) / t). split; [apply Z.div_pos; lia|].
    unfold B. rewrite H2. pose proof (Z.div_mod (Z.abs (y - x)) t ltac:(lia)). lia.
  - intros [n [Hn H]].
    assert (E : Z.abs (y - x) = n * t) by (unfold B in H; nia).
    rewrite E, Z.mod_mul, Z.div_mul by lia. apply andb_true_intro. split; apply Z.eqb_eq; trivial.
    unfold B in H. nia.
Qed.

Lemma P_stuck : forall x y x' y', isP x y -> isP x' y' -> ~ wmv (x, y) (x', y').
Proof.
  intros x y x' y' [n [Hn H]] [m [Hm H']] [X [Y M]].
  assert (Iab : forall i j, 0 <= i -> 0 <= j -> A i = B j -> i = 0 /\ j = 0) by exact disjoint.
  assert (Bi : forall i j, 0 <= i -> 0 <= j -> B i = B j -> i = j).
  { intros i j Hi Hj E. unfold B in E. destruct (Z.lt_trichotomy i j) as [L|[L|L]]; trivial;
    [pose proof (A_incr i j)|pose proof (A_incr j i)]; nia. }
  assert (B0 : B 0 = 0) by (unfold B; rewrite A0; ring).
  destruct M as [[M1 M2]|[[M1 M2]|[M1 [M2 M3]]]].
  - (* same row *)
    destruct H as [[H1 H2]|[H1 H2]], H' as [[H1' H2']|[H1' H2']].
    + assert (n = m) by (apply Bi; lia). subst. lia.
    + destruct (Iab m n); try lia. subst. rewrite ?A0, ?B0 in *. lia.
    + destruct (Iab n m); try lia. subst. rewrite ?A0, ?B0 in *. lia.
    + assert (n = m) by (apply A_inj; lia). subst. lia.
  - destruct H as [[H1 H2]|[H1 H2]], H' as [[H1' H2']|[H1' H2']].
    + assert (n = m) by (apply A_inj; lia). subst. lia.
    + destruct (Iab n m); try lia. subst. rewrite ?A0, ?B0 in *. lia.
    + destruct (Iab m n); try lia. subst. rewrite ?A0, ?B0 in *. lia.
    + assert (n = m) by (apply Bi; lia). subst. lia.
  - (* diagonal *)
    unfold B in *.
    assert (T : t * Z.abs (n - m) < t \/ t * (n + m) < t) by (destruct H as [[]|[]], H' as [[]|[]]; subst; [left|right|right|left]; nia).
    destruct T as [T|T].
    + assert (n = m) by nia. subst. destruct H as [[]|[]], H' as [[]|[]]; subst; nia.
    + assert (n = 0 /\ m = 0) as [-> ->] by nia. rewrite A0 in *. lia.
Qed.

Lemma wmv_sym : forall x y x' y', wmv (x, y) (x', y') -> wmv (y, x) (y', x').
Proof.
  unfold wmv. intros x y x' y' [H1 [H2 H3]]. repeat split; trivial.
  destruct H3 as [[]|[[]|[? []]]]; [right; left; lia|left; lia|right; right; repeat split; lia].
Qed.

Lemma N_moves_le : forall x y, 0 <= x <= y -> ~ isP x y -> exists x' y', wmv (x, y) (x', y') /\ isP x' y'.
Proof.
  intros x y [Hx Hxy] NP. destruct (cover x Hx) as [k [Hk [E|[Pk E]]]].
  - destruct (Z.lt_trichotomy y (B k)) as [L|[L|L]].
    + (* diagonal move *)
      set (d := y - x). set (m := d / t).
      pose proof (Z.div_mod d t ltac:(lia)) as DM. pose proof (Z.mod_pos_bound d t ltac:(lia)) as MB.
      fold m in DM.
      assert (Hm : 0 <= m) by (apply Z.div_pos; unfold d; lia).
      assert (Hmk : m < k) by (unfold B in L; unfold d in *; nia).
      pose proof (A_incr m k ltac:(lia)) as I. destruct (A_spec m Hm) as [M0 _].
      exists (A m), (B m). split.
      * unfold wmv, B. unfold d in *. repeat split; try (right; right; repeat split); nia.
      * exists m. split; trivial. left; split; reflexivity.
    + exfalso. apply NP. exists k. split; trivial. left. split; lia.
    + exists x, (B k). destruct (A_spec k Hk) as [M0 _]. split.
      * unfold wmv. unfold B in *. repeat split; nia.
      * exists k. split; trivial. left; split; lia.
  - (* x = B k : drop y to A k *)
    destruct (A_spec k Hk) as [M0 _]. exists x, (A k). split.
    + unfold wmv, B in *. repeat split; nia.
    + exists k. split; trivial. right; split; lia.
Qed.
Lemma isP_sym : forall x y, isP x y -> isP y x.
Proof. intros x y [n [Hn H]]. exists n. split; trivial. tauto. Qed.
Lemma N_moves : forall x y, 0 <= x -> 0 <= y -> ~ isP x y -> exists x' y', wmv (x, y) (x', y') /\ isP x' y'.
Proof.
  intros x y Hx Hy NP. destruct (Z.le_ge_cases x y) as [L|L]; [now apply N_moves_le|].
  destruct (N_moves_le y x ltac:(lia)) as [x' [y' [M P]]]; [intro; now apply NP, isP_sym|].
  exists y', x'. split; [now apply wmv_sym|now apply isP_sym].
Qed.

(** MAIN THEOREM *)
Theorem wythoff_law : forall x y, 0 <= x -> 0 <= y ->
  (cold (x, y) = true <-> Lose wmv (x, y)) /\ (cold (x, y) = false <-> Win wmv (x, y)).
Proof.
  intros x y Hx Hy.
  pose proof (kernel_outcome_on _ wmv (fun P => 0 <= fst P /\ 0 <= snd P) (fun P => negb (cold P))) as K.
  destruct K with (p := (x, y)) as [K1 K2].
  - apply wf_measure with (f := fun P => Z.to_nat (fst P + snd P)).
    intros [a b] [a' b'] [H1 [H2 H3]]. simpl. lia.
  - intros [a b] [a' b'] _ [H1 [H2 H3]]. simpl. lia.
  - intros [a b] [Ha Hb] N. cbn [fst snd] in *. apply negb_true_iff in N.
    destruct (N_moves a b Ha Hb) as [a' [b' [M P]]].
    { intro P. apply cold_isP in P. congruence. }
    exists (a', b'). split; trivial. apply negb_false_iff. now apply cold_isP.
  - intros [a b] [a' b'] _ N M. apply negb_false_iff in N. apply negb_true_iff.
    destruct (cold (a', b')) eqn:C; trivial. exfalso.
    apply cold_isP in N, C. exact (P_stuck a b a' b' N C M).
  - simpl. lia.
  - cbn beta in *. rewrite negb_true_iff in K1. rewrite negb_false_iff in K2. tauto.
Qed.
End T.

(** seed 000 (cowcheck): the classical closed form floor(k phi), floor(k phi^2) *)
Definition phiA k := (k + Z.sqrt (5 * (k * k))) / 2.
Lemma phiA_eq : forall k, phiA k = A 1 k.
Proof. intro. unfold phiA, A. f_equal. rewrite Z.mul_1_l. reflexivity. Qed.
Theorem cowcheck : forall x y, 0 <= x <= y ->
  (Lose (wmv 1) (x, y) <-> x = phiA (y - x)).
Proof.
  intros x y H. destruct (wythoff_law 1 ltac:(lia) x y ltac:(lia) ltac:(lia)) as [W _].
  rewrite <- W. unfold cold. cbn [fst snd]. rewrite Z.mod_1_r, Z.div_1_r, phiA_eq.
  replace (Z.abs (y - x)) with (y - x) by lia. replace (Z.min x y) with x by lia.
  cbn [Z.eqb andb]. rewrite Z.eqb_eq. split; intro; congruence.
Qed.
(** an astronomically large instance, k = 10^60 *)
Example huge : let k := 10^60 in Lose (wmv 1) (phiA k, phiA k + k).
Proof.
  intro k. apply (wythoff_law 1 ltac:(lia)); [vm_compute; discriminate..|].
  vm_compute. reflexivity.
Qed.
