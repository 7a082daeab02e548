(** * Digits.v -- digits of tuples of naturals: base k (any k >= 2) and Ostrowski's systems of [0; c + 1, c, c, ...] (any c >= 1),
    place values 1, c + 1, c (c + 1) + 1, ..., in any dimension. For c = 1 that is Zeckendorf's.
    A letter is the list of the coordinates' digits, a word is read most significant letter first.
    Proved: every tuple below the bound of a length has a valid word of that length ([wd_spec]), only that one
    ([wd_wval]); a leading zero changes nothing ([wd_pad]); there is always a length that suffices ([fits_len]);
    a linear form of two tuples is computed digit by digit ([lin_value]), and may be cut where it is certain to stay
    above or below a constant ([lin_up], [lin_down]).
    Source: Ostrowski 1922, Zeckendorf 1972 (Lekkerkerker 1952) for the numeration; Frougny 1992 and Bruyere, Hansel
    1997 for automatic addition, here by tracking (a, b) -> (c a + b + e, a + e), in base k a -> k a + e. *)
Require Import Bool Arith ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Inductive system := Base (k : Z) | Ostrowski (c : Z).
Definition Zeckendorf := Ostrowski 1.
Definition sys_ok s := match s with Base k => 2 <=? k | Ostrowski c => 1 <=? c end.

(** qa c n: 1, c, c c + 1, ..., each c times the one before plus the one before that; qb c n is the one before; for c = 1
    Fibonacci's *)
Fixpoint qs (c : Z) (n : nat) : Z * Z := match n with O => (1, 0) | S n => let '(a, b) := qs c n in (c * a + b, a) end.
Definition qa c n := fst (qs c n).
Definition qb c n := snd (qs c n).
(** place values, and the one before *)
Definition pa c n := qa c n + qb c n.
Definition pb c n := qa c n + (1 - c) * qb c n.
Lemma pa_q : forall c n, pa c n = qa c n + qb c n.
Proof. reflexivity. Qed.
Lemma qa_S : forall c n, qa c (S n) = c * qa c n + qb c n.
Proof. intros. unfold qa, qb. cbn [qs]. now destruct (qs c n). Qed.
Lemma qb_S : forall c n, qb c (S n) = qa c n.
Proof. intros. unfold qa, qb. cbn [qs]. now destruct (qs c n). Qed.
Lemma pa_S : forall c n, pa c (S n) = c * pa c n + pb c n.
Proof. intros. unfold pa, pb. rewrite qa_S, qb_S. ring. Qed.
Lemma pb_S : forall c n, pb c (S n) = pa c n.
Proof. intros. unfold pa, pb. rewrite qa_S, qb_S. ring. Qed.
Lemma p_0 : forall c, pa c 0 = 1 /\ pb c 0 = 1 /\ qa c 0 = 1 /\ qb c 0 = 0.
Proof. intro c. unfold pa, pb, qa, qb. cbn [qs fst snd]. lia. Qed.
Lemma p_pos : forall c n, 1 <= c -> 1 <= pb c n /\ pb c n <= pa c n.
Proof. intros c n H. induction n as [|n [H1 H2]]; [pose proof (p_0 c); lia|]. rewrite pa_S, pb_S. nia. Qed.
Global Opaque qa qb pa pb.

(** what a digit is worth that n digits follow *)
Definition pl s n := match s with Base k => k ^ Z.of_nat n | Ostrowski c => pa c n end.
(** may digit d follow digit p? *)
Definition dok s (p d : Z) : bool := match s with
  | Base k => (0 <=? d) && (d <? k) | Ostrowski c => (d =? 0) || (negb (p =? c) && (1 <=? d) && (d <=? c)) end.
(** words of length n after digit p are worth less than this *)
Definition top s (p : Z) n := match s with
  | Base k => k ^ Z.of_nat n | Ostrowski c => if p =? c then pb c n else pa c n end.

Lemma kge : forall k, sys_ok (Base k) = true -> 2 <= k.
Proof. intros k E. now apply Z.leb_le. Qed.
Lemma cge : forall c, sys_ok (Ostrowski c) = true -> 1 <= c.
Proof. intros c E. now apply Z.leb_le. Qed.
Section S.
Variable s : system.
Hypothesis OK : sys_ok s = true.
Lemma pl_pos : forall n, 1 <= pl s n.
Proof using OK.
  intro n. unfold pl. destruct s as [k|c] eqn:E.
  - pose proof (kge k OK). pose proof (Z.pow_pos_nonneg k (Z.of_nat n)). lia.
  - pose proof (p_pos c n (cge c OK)). lia.
Qed.
Lemma top_0 : forall p, top s p 0 = 1.
Proof. intro p. unfold top. destruct s as [k|c]; [reflexivity|]. pose proof (p_0 c). destruct (p =? c); lia. Qed.
Lemma top_zero : forall n, top s 0 n = pl s n.
Proof using OK.
  intro n. unfold top, pl. destruct s as [k|c]; trivial. pose proof (cge c OK). destruct (Z.eqb_spec 0 c); lia.
Qed.
Lemma top_le : forall p n, top s p n <= pl s n.
Proof using OK.
  intros p n. unfold top, pl. destruct s as [k|c]; [lia|]. pose proof (p_pos c n (cge c OK)). destruct (p =? c); lia.
Qed.
Lemma dok_nonneg : forall p d, dok s p d = true -> 0 <= d.
Proof. intros p d H. unfold dok in H. destruct s; lia. Qed.
Lemma split_digit : forall p x n, 0 <= x < top s p (S n) ->
  dok s p (x / pl s n) = true /\ 0 <= x mod pl s n < top s (x / pl s n) n.
Proof using OK.
  intros p x n Hx. pose proof (pl_pos n) as P.
  pose proof (Z.div_mod x (pl s n) ltac:(lia)) as DM. pose proof (Z.mod_pos_bound x (pl s n) ltac:(lia)) as MB.
  assert (D0 : 0 <= x / pl s n) by (apply Z.div_pos; lia).
  unfold pl, dok, top in *. destruct s as [k|c] eqn:E.
  - pose proof (kge k OK). rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hx by lia.
    assert (x / k ^ Z.of_nat n < k) by (apply Z.div_lt_upper_bound; nia).
    split; lia.
  - pose proof (cge c OK) as C. pose proof (p_pos c n C) as [F1 F2]. rewrite pa_S, pb_S in Hx.
    set (W := pa c n) in *. set (V := pb c n) in *. clearbody W V. set (q := x / W) in *. set (r := x mod W) in *. clearbody q r.
    destruct (Z.eqb_spec p c) as [Ep|Ep].
    + assert (q = 0) by nia. subst q. replace (0 =? c) with false by (symmetry; apply Z.eqb_neq; lia). split; [reflexivity|lia].
    + assert (q <= c) by nia. destruct (Z.eqb_spec q c) as [Eq|Eq]; cbn [negb andb]; split; [lia|nia|lia|lia].
Qed.
Lemma join_digit : forall p d r n, dok s p d = true -> 0 <= r < top s d n ->
  0 <= d * pl s n + r < top s p (S n) /\ (d * pl s n + r) / pl s n = d /\ (d * pl s n + r) mod pl s n = r.
Proof using OK.
  intros p d r n Hd Hr. pose proof (pl_pos n) as P. pose proof (top_le d n) as T. pose proof (dok_nonneg p d Hd) as D0.
  split; [|split].
  - unfold pl, dok, top in *. destruct s as [k|c] eqn:E.
    + pose proof (kge k OK). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
    + pose proof (cge c OK) as C. pose proof (p_pos c n C) as [F1 F2]. rewrite pa_S, pb_S.
      destruct (Z.eqb_spec d c) as [->|Ed], (Z.eqb_spec p c) as [Ep|Ep]; cbn [negb andb orb] in Hd.
      * lia.
      * nia.
      * assert (d = 0) by lia. subst d. lia.
      * assert (0 <= d <= c - 1) by lia. nia.
  - rewrite Z.add_comm, Z.div_add, (Z.div_small r) by lia. lia.
  - rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia. lia.
Qed.
Lemma small_digit : forall x n, 0 <= x < pl s n -> x / pl s n = 0 /\ x mod pl s n = x.
Proof. intros x n H. split; [now apply Z.div_small|now apply Z.mod_small]. Qed.
Lemma pl_le : forall n, pl s n <= pl s (S n).
Proof using OK.
  intro n. pose proof (pl_pos n) as P. unfold pl in *. destruct s as [k|c] eqn:E.
  2: { pose proof (cge c OK) as C. pose proof (p_pos c n C). rewrite pa_S. nia. }
  pose proof (kge k OK).
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.
Lemma pl_mono : forall n m, (n <= m)%nat -> pl s n <= pl s m.
Proof using OK. intros n m H. induction H; [lia|]. pose proof (pl_le m). lia. Qed.
Lemma pl_double : forall n, 2 ^ Z.of_nat n <= pl s (2 * n).
Proof using OK.
  induction n as [|n IH].
  - pose proof (pl_pos (2 * 0)). change (2 ^ Z.of_nat 0) with 1. lia.
  - replace (2 * S n)%nat with (S (S (2 * n))) by lia. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    pose proof (pl_le (2 * n)) as L. pose proof (pl_pos (2 * n)) as P1.
    enough (2 * pl s (2 * n) <= pl s (S (S (2 * n)))) by lia.
    unfold pl in *. destruct s as [k|c] eqn:E.
    + pose proof (kge k OK). rewrite !(Nat2Z.inj_succ (S (2 * n))), !(Nat2Z.inj_succ (2 * n)), !Z.pow_succ_r by lia.
      set (K := k ^ Z.of_nat (2 * n)) in *. clearbody K. assert (2 * K <= k * K) by nia. nia.
    + pose proof (cge c OK) as C. rewrite (pa_S c (S (2 * n))), pb_S. nia.
Qed.

(* ---------------- tuples ---------------- *)
Notation letter := (list Z).
Definition vadd (a b : list Z) : list Z := map (fun ab => fst ab + snd ab) (combine a b).
Definition scale (c : Z) (a : list Z) : list Z := map (Z.mul c) a.
Fixpoint dot (a b : list Z) : Z := match a, b with x :: a, y :: b => x * y + dot a b | _, _ => 0 end.
Definition zero (d : nat) : letter := repeat 0 d.
Definition nonneg (p : list Z) := Forall (fun x => 0 <= x) p.

Fixpoint vok (v x : letter) : bool := match v, x with
  | [], [] => true | p :: v, d :: x => dok s p d && vok v x | _, _ => false end.
(** valid words, after the letter v *)
Fixpoint vword (v : letter) (w : list letter) : bool := match w with
  | [] => true | x :: w => vok v x && vword x w end.
Fixpoint wval (d : nat) (w : list letter) : list Z := match w with
  | [] => zero d | x :: w => vadd (scale (pl s (length w)) x) (wval d w) end.
(** the word of length m *)
Fixpoint wd (m : nat) (p : list Z) : list letter := match m with
  | O => [] | S n => map (fun x => x / pl s n) p :: wd n (map (fun x => x mod pl s n) p) end.
Definition under m (v p : list Z) := Forall2 (fun a x => 0 <= x < top s a m) v p.
Definition fits m (p : list Z) := Forall (fun x => 0 <= x < pl s m) p.

Lemma Forall2_len : forall (A B : Type) (R : A -> B -> Prop) l l', Forall2 R l l' -> length l = length l'.
Proof. intros A B R l l' H. induction H; simpl; congruence. Qed.
Lemma vok_length : forall v x, vok v x = true -> length x = length v.
Proof. induction v as [|a v IH]; intros [|b x] H; try discriminate; trivial. simpl in *. f_equal. apply IH. now apply andb_prop in H. Qed.
Lemma wd_length : forall m p, length (wd m p) = m.
Proof. induction m; intro p; simpl; congruence. Qed.
Lemma under_zero : forall m d p, length p = d -> (under m (zero d) p <-> fits m p).
Proof.
  intros m d p <-. unfold under, fits, zero. induction p as [|x p IH]; simpl.
  - split; constructor.
  - split; intro H; inversion H; subst; constructor; rewrite ?top_zero in *; trivial; now apply IH.
Qed.
Theorem wd_spec : forall m v p, under m v p -> vword v (wd m p) = true /\ wval (length v) (wd m p) = p.
Proof using OK.
  induction m as [|n IH]; intros v p U.
  - split; trivial. simpl. induction U as [|a x v p H U IHU]; trivial. rewrite top_0 in H. unfold zero in *. simpl. rewrite IHU. f_equal. lia.
  - cbn [wd vword wval]. rewrite wd_length.
    assert (V : vok v (map (fun x => x / pl s n) p) = true /\
      under n (map (fun x => x / pl s n) p) (map (fun x => x mod pl s n) p)).
    { induction U as [|a x v p H U IHU]; [split; [trivial|constructor]|]. destruct IHU as [V1 V2].
      destruct (split_digit a x n H) as [D R]. simpl. rewrite D, V1. split; trivial. constructor; trivial. }
    destruct V as [V U']. destruct (IH _ _ U') as [I1 I2]. rewrite V, I1. split; trivial.
    rewrite map_length, <- (Forall2_len _ _ _ _ _ U) in I2. rewrite I2.
    clear - OK. induction p as [|x p IHp]; trivial. unfold vadd, scale in *. simpl. f_equal; trivial.
    pose proof (pl_pos n). pose proof (Z.div_mod x (pl s n)). lia.
Qed.
Theorem wd_wval : forall w v, vword v w = true ->
  under (length w) v (wval (length v) w) /\ wd (length w) (wval (length v) w) = w.
Proof using OK.
  induction w as [|x w IH]; intros v H.
  - split; trivial. clear H. simpl. unfold under, zero. induction v; simpl; constructor; trivial. rewrite top_0. lia.
  - cbn [vword] in H. apply andb_prop in H. destruct H as [V W]. destruct (IH x W) as [U E].
    cbn [wval length wd]. pose proof (vok_length v x V) as L. rewrite <- L.
    set (r := wval (length x) w) in *. clearbody r.
    assert (Q : under (S (length w)) v (vadd (scale (pl s (length w)) x) r) /\
      map (fun z => z / pl s (length w)) (vadd (scale (pl s (length w)) x) r) = x /\
      map (fun z => z mod pl s (length w)) (vadd (scale (pl s (length w)) x) r) = r).
    { clear - OK V U. revert v V. unfold vadd, scale. induction U as [|d z x r H U IHU]; intros [|a v] V; try discriminate.
      - repeat split; constructor.
      - cbn [vok] in V. apply andb_prop in V. destruct V as [V1 V2]. destruct (IHU v V2) as [Q1 [Q2 Q3]].
        destruct (join_digit a d z (length w) V1 H) as [J1 [J2 J3]]. simpl.
        rewrite Q2, Q3, (Z.mul_comm (pl s (length w)) d), J2, J3. repeat split; trivial. constructor; trivial. }
    destruct Q as [Q1 [Q2 Q3]]. rewrite Q2, Q3, E. split; trivial.
Qed.
Lemma fits_mono : forall n m p, (n <= m)%nat -> fits n p -> fits m p.
Proof using OK. intros n m p L F. pose proof (pl_mono n m L). unfold fits in *. eapply Forall_impl; [|exact F]. simpl. lia. Qed.
Lemma fits_nonneg : forall m p, fits m p -> nonneg p.
Proof. intros m p F. unfold fits, nonneg in *. eapply Forall_impl; [|exact F]. simpl. lia. Qed.
Theorem wd_pad : forall j m p, fits m p -> wd (j + m) p = repeat (zero (length p)) j ++ wd m p.
Proof using OK.
  induction j as [|j IH]; intros m p F; trivial. cbn [Nat.add wd repeat app].
  assert (F' : fits (j + m) p) by (apply fits_mono with m; trivial; lia).
  assert (E : map (fun x => x / pl s (j + m)) p = zero (length p) /\ map (fun x => x mod pl s (j + m)) p = p).
  { clear - F'. unfold zero. induction F' as [|x p H F IH]; [split; trivial|]. destruct IH as [I1 I2].
    destruct (small_digit x _ H) as [D1 D2]. simpl. rewrite D1, D2, I1, I2. split; trivial. }
  destruct E as [-> ->]. f_equal. now apply IH.
Qed.
(** a length that suffices, about 2 log2 of the largest coordinate *)
Definition len (p : list Z) : nat := Z.to_nat (2 * (Z.log2 (fold_right Z.max 0 p) + 1)).
Theorem fits_len : forall p, nonneg p -> fits (len p) p.
Proof using OK.
  intros p N. unfold fits, len. set (M := fold_right Z.max 0 p).
  assert (M0 : 0 <= M) by (unfold M; clear; induction p; simpl; lia).
  assert (B : M < pl s (Z.to_nat (2 * (Z.log2 M + 1)))).
  { pose proof (Z.log2_nonneg M) as L0. pose proof (pl_double (Z.to_nat (Z.log2 M + 1))) as D.
    replace (2 * Z.to_nat (Z.log2 M + 1))%nat with (Z.to_nat (2 * (Z.log2 M + 1))) in D by lia.
    rewrite Z2Nat.id in D by lia.
    destruct (Z.eq_dec M 0) as [E|E]; [rewrite E in *; pose proof (pl_pos (Z.to_nat (2 * (Z.log2 0 + 1)))); lia|].
    pose proof (Z.log2_spec M ltac:(lia)) as L. replace (Z.succ (Z.log2 M)) with (Z.log2 M + 1) in L by lia. lia. }
  set (l := Z.to_nat (2 * (Z.log2 M + 1))) in *. clearbody l.
  assert (A : Forall (fun x => x <= M) p).
  { clear. subst M. induction p as [|x p IH]; constructor; simpl; [lia|]. eapply Forall_impl; [|exact IH]. simpl. lia. }
  clearbody M. unfold nonneg in N. rewrite Forall_forall in *. intros x I. specialize (N x I). specialize (A x I). lia.
Qed.
Lemma wval_nonneg : forall d w, vword (zero d) w = true -> length (wval d w) = d /\ fits (length w) (wval d w).
Proof using OK.
  intros d w H. destruct (wd_wval w _ H) as [U _]. unfold zero in U at 2. rewrite repeat_length in U.
  pose proof (Forall2_len _ _ _ _ _ U) as L. unfold zero in L. rewrite repeat_length in L. split; [congruence|].
  apply under_zero with d; [congruence|]. exact U.
Qed.

(* ---------------- a linear form of two tuples, digit by digit ---------------- *)
Definition tr (a b e : Z) : Z * Z := match s with
  | Base k => (k * a + e, 0) | Ostrowski c => (c * a + b + e, a + e) end.
Section L.
Variables u u' : list Z.
Definition ev (x y : letter) : Z := dot u x + dot u' y.
Fixpoint lin (a b : Z) (w w' : list letter) : Z := match w, w' with
  | x :: w, y :: w' => lin (fst (tr a b (ev x y))) (snd (tr a b (ev x y))) w w' | _, _ => a end.
Definition worth (a b : Z) (n : nat) : Z := match s with Base k => a * k ^ Z.of_nat n | Ostrowski c => a * qa c n + b * qb c n end.
Lemma worth_tr : forall a b e n, worth (fst (tr a b e)) (snd (tr a b e)) n = worth a b (S n) + e * pl s n.
Proof.
  intros a b e n. unfold worth, tr, pl. destruct s as [k|c]; cbn [fst snd].
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
  - rewrite qa_S, qb_S, pa_q. ring.
Qed.
End L.
Lemma dot_vadd : forall u a b, length a = length b -> dot u (vadd a b) = dot u a + dot u b.
Proof.
  induction u as [|c u IH]; intros [|x a] [|y b] L; try discriminate; trivial. unfold vadd in *. simpl.
  injection L as L. rewrite IH by trivial. ring.
Qed.
Lemma dot_scale : forall u c a, dot u (scale c a) = c * dot u a.
Proof. induction u as [|d u IH]; intros c [|x a]; simpl; try ring. unfold scale in *. rewrite IH. ring. Qed.
Lemma dot_zero : forall u d, dot u (zero d) = 0.
Proof. induction u as [|c u IH]; intros [|d]; trivial. unfold zero in *. simpl. rewrite IH. ring. Qed.
Lemma vadd_length : forall a b, length a = length b -> length (vadd a b) = length a.
Proof. intros a b L. unfold vadd. rewrite map_length, combine_length. lia. Qed.
Lemma scale_length : forall c a, length (scale c a) = length a.
Proof. intros. apply map_length. Qed.
Lemma zero_length : forall d, length (zero d) = d.
Proof. intro. apply repeat_length. Qed.
Lemma wval_length : forall d w, Forall (fun x => length x = d) w -> length (wval d w) = d.
Proof.
  intros d w F. induction F as [|x w E F IH]; simpl; [apply zero_length|].
  rewrite vadd_length, scale_length; trivial. now rewrite scale_length, IH.
Qed.
Lemma vword_letters : forall w v, vword v w = true -> Forall (fun x => length x = length v) w.
Proof.
  induction w as [|x w IH]; intros v H; constructor; cbn [vword] in H; apply andb_prop in H; destruct H as [V W].
  - now apply vok_length.
  - rewrite <- (vok_length v x V). now apply IH.
Qed.
Theorem lin_value : forall d u u' w w' a b, length w = length w' ->
  Forall (fun x => length x = d) w -> Forall (fun x => length x = d) w' ->
  lin u u' a b w w' = worth a b (length w) + dot u (wval d w) + dot u' (wval d w').
Proof using OK.
  intros d u u'. induction w as [|x w IH]; intros [|y w'] a b L F F'; try discriminate.
  - cbn [lin wval length]. rewrite !dot_zero. unfold worth. destruct s as [k|c]; cbn [Z.of_nat]; [rewrite Z.pow_0_r; ring|].
    destruct (p_0 c) as [_ [_ [-> ->]]]. ring.
  - injection L as L. inversion F; subst. inversion F'; subst. cbn [lin wval length].
    rewrite IH, worth_tr by trivial. rewrite !dot_vadd, !dot_scale, <- L.
    + unfold ev. ring.
    + rewrite scale_length, wval_length by trivial. congruence.
    + rewrite scale_length, wval_length by trivial. congruence.
Qed.
(** every value of the form lies within +- c * bound *)
Definition dmax := match s with Base k => k - 1 | Ostrowski c => c end.
Definition pos (u : list Z) := fold_right (fun c n => Z.max c 0 + n) 0 u.
Definition neg (u : list Z) := fold_right (fun c n => Z.max (- c) 0 + n) 0 u.
Definition size u u' := dmax * Z.max (pos u + pos u') (neg u + neg u').
Lemma dot_bound : forall u x v, vok v x = true -> - (dmax * neg u) <= dot u x <= dmax * pos u.
Proof using OK.
  assert (D : 1 <= dmax).
  { unfold dmax. destruct s as [k|c] eqn:E; [pose proof (kge k OK)|pose proof (cge c OK)]; lia. }
  assert (N : forall u, 0 <= pos u /\ 0 <= neg u) by (induction u; simpl; lia).
  induction u as [|c u IH]; intros [|x X] v V; unfold pos, neg in *; cbn [dot fold_right].
  - lia.
  - lia.
  - specialize (N u). nia.
  - specialize (N u). destruct v as [|p v]; [discriminate|]. cbn [vok] in V. apply andb_prop in V. destruct V as [V1 V2].
    specialize (IH X v V2). assert (0 <= x <= dmax) by (unfold dok, dmax in *; destruct s; lia). nia.
Qed.
Lemma ev_bound : forall u u' x y v v', vok v x = true -> vok v' y = true -> Z.abs (ev u u' x y) <= size u u'.
Proof using OK.
  intros u u' x y v v' V V'. unfold ev, size. pose proof (dot_bound u x v V). pose proof (dot_bound u' y v' V').
  assert (D : 0 <= dmax) by (unfold dmax; destruct s as [k|c] eqn:E; [pose proof (kge k OK)|pose proof (cge c OK)]; lia). nia.
Qed.
(** from here on the form stays above z (z >= 0, size S) *)
Definition above (S z a b : Z) : bool := match s with
  | Base _ => S + z + 1 <=? a | Ostrowski _ => (2 * S + z + 1 <=? a) && (3 * S + z + 1 <=? a + b) end.
Lemma above_now : forall S z a b, 0 <= S -> above S z a b = true -> z < a.
Proof. intros S z a b HS A. unfold above in A. destruct s; lia. Qed.
Lemma above_tr : forall S z a b e, 0 <= z -> Z.abs e <= S -> above S z a b = true ->
  above S z (fst (tr a b e)) (snd (tr a b e)) = true.
Proof using OK.
  intros S z a b e Hz He A. unfold above, tr in *. destruct s as [k|c] eqn:E; cbn [fst snd].
  - pose proof (kge k OK). apply Z.leb_le in A. apply Z.leb_le. nia.
  - pose proof (cge c OK). apply andb_prop in A. destruct A as [A1 A2]. apply Z.leb_le in A1, A2.
    assert (a <= c * a) by nia. apply andb_true_intro. split; apply Z.leb_le; lia.
Qed.
Lemma tr_opp : forall a b e, tr (- a) (- b) (- e) = (- fst (tr a b e), - snd (tr a b e)).
Proof. intros. unfold tr. destruct s; cbn [fst snd]; f_equal; ring. Qed.
Theorem lin_up : forall u u' z w w' v v' a b, 0 <= z -> vword v w = true -> vword v' w' = true ->
  above (size u u') z a b = true -> z < lin u u' a b w w'.
Proof using OK.
  intros u u' z. induction w as [|x w IH]; intros w' v v' a b Hz W W' A.
  - simpl. eapply above_now; [|exact A]. pose proof (ev_bound u u' [] [] [] [] eq_refl eq_refl). lia.
  - destruct w' as [|y w']; [eapply above_now; [|exact A]; pose proof (ev_bound u u' [] [] [] [] eq_refl eq_refl); lia|].
    cbn [vword] in W, W'. apply andb_prop in W, W'. destruct W as [V W], W' as [V' W']. cbn [lin].
    apply IH with x y; trivial. apply above_tr; trivial. now apply ev_bound with v v'.
Qed.
Theorem lin_down : forall u u' z w w' v v' a b, 0 <= z -> vword v w = true -> vword v' w' = true ->
  above (size u u') z (- a) (- b) = true -> lin u u' a b w w' < - z.
Proof using OK.
  intros u u' z. induction w as [|x w IH]; intros w' v v' a b Hz W W' A.
  - simpl. enough (z < - a) by lia. eapply above_now; [|exact A]. pose proof (ev_bound u u' [] [] [] [] eq_refl eq_refl). lia.
  - destruct w' as [|y w'].
    { simpl. enough (z < - a) by lia. eapply above_now; [|exact A]. pose proof (ev_bound u u' [] [] [] [] eq_refl eq_refl). lia. }
    cbn [vword] in W, W'. apply andb_prop in W, W'. destruct W as [V W], W' as [V' W']. cbn [lin].
    apply IH with x y; trivial. pose proof (ev_bound u u' x y v v' V V') as B.
    pose proof (above_tr (size u u') z (- a) (- b) (- ev u u' x y) Hz ltac:(lia) A) as Q.
    rewrite tr_opp in Q. exact Q.
Qed.
End S.
