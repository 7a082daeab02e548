(** * Arithmetic.v -- taking-and-breaking games whose Grundy values grow evenly: g(n + p) = g(n) + s from some heap on.
    Moves take any number (a code that ends, or goes on with one digit for ever), and leave up to seven heaps of any sizes.
    Proved: if [acheck] is true, the table continued with p and s is the Grundy function, and decides every sum ([arithmetic_law]).
    The check:
    - [walk_ok]: no option of a heap has the heap's own value. The binary digits of the heap, of the heaps that stay and of their
      values are read side by side. Of a pair (x, v) that is read only the place of x in the table counts, and p v - s x: for v = g x
      that is the table's, and where it leaves the bounds [lim] of its place no digit brings it back. The combinations are explored.
    - [forms_ok]: each smaller number is the value of an option. It is one of some forms: fixed heaps, perhaps two equal ones
      of any size, perhaps one more of what is left. Up to a bound each heap and number is tried. Beyond, an option whose last heap
      is in the growing part moves along with mu periods; one with two equal heaps, or that may take more, serves the same number
      in larger heaps: so a strip of pairs tells all.
    Source: Sprague 1935, Grundy 1939; Buechi 1960 for sets read by automata.
    An instance file holds: the digits, the digit beyond, n0 >= 1, p, s, the table of n0 + p values, the forms and three bounds. *)
Require Import Bool Arith PArith NArith ZArith List Lia FMapPositive Permutation.
From Whowins Require Import Game.
From Whowins Require Import Octal.
From Whowins Require Import Breaking.
From Whowins Require Import HeapDigits.
From Whowins Require Import Explore.
Import ListNotations.
Open Scope N_scope.

(* ---------------- the function ---------------- *)
Section Law.
Variables (ds : list N) (b n0 p s : N) (m : PositiveMap.t N).
Definition ar (n : N) : N := gf m n0 p n + s * ((n - n0) / p).
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Notation place := (canon n0 p).

Lemma place_shift : forall x k, n0 <= x -> place (x + k * p) = place x.
Proof using Hp H0.
  intros x k L. unfold canon. destruct (N.ltb_spec x n0), (N.ltb_spec (x + k * p) n0); try lia.
  f_equal. replace (x + k * p - n0) with (x - n0 + k * p) by lia. apply N.mod_add. lia.
Qed.
Lemma ar_shift : forall x k, n0 <= x -> ar (x + k * p) = ar x + k * s.
Proof using Hp H0.
  intros x k L. unfold ar, gf. rewrite place_shift by trivial.
  replace (x + k * p - n0) with (x - n0 + k * p) by lia. rewrite N.div_add by lia. lia.
Qed.
(** a heap is its place, and so many periods more *)
Lemma place_spec : forall x, exists k, x = place x + k * p /\ place x < n0 + p /\ (k = 0 \/ n0 <= place x) /\ k = (x - n0) / p.
Proof using Hp H0.
  intro x. unfold canon. destruct (N.ltb_spec x n0) as [L|L].
  - exists 0. replace (x - n0) with 0 by lia. rewrite N.div_0_l by lia. repeat split; lia.
  - exists ((x - n0) / p). pose proof (N.div_mod (x - n0) p ltac:(lia)). pose proof (N.mod_lt (x - n0) p ltac:(lia)).
    repeat split; try lia. right. apply N.le_add_r.
Qed.
Lemma place_digit : forall x c, place (2 * place x + c) = place (2 * x + c).
Proof using Hp H0.
  intros x c. destruct (place_spec x) as [k [E [_ [Z _]]]]. destruct Z as [Z|Z].
  { rewrite Z, N.mul_0_l, N.add_0_r in E. now rewrite <- E. }
  replace (2 * x + c) with (2 * place x + c + (2 * k) * p) by (rewrite E at 2; ring).
  symmetry. apply place_shift. lia.
Qed.
Lemma place_zero : forall x, place x = 0 -> x = 0.
Proof using Hp H0. intros x E. unfold canon in E. destruct (N.ltb_spec x n0); [trivial|]. apply N.eq_add_0 in E. lia. Qed.

(* ---------------- no option of the heap's own value ---------------- *)
Section Walk.
Notation st := (N * Z)%type.
Variable lim : N -> Z * Z.
(** what is right at a place *)
Definition due (x : N) : Z := (Z.of_N p * Z.of_N (tabf m x) - Z.of_N s * Z.of_N x)%Z.
Definition lim_fits (x : N) : bool :=
  (fst (lim x) <=? due x)%Z && (due x <=? snd (lim x))%Z &&
  forallb (fun c => let y := lim (place (2 * x + c)) in let fall := (Z.of_N s * Z.of_N c)%Z in
    (2 * (fst (lim x) - 1) + Z.of_N p - fall <? fst y)%Z && (snd y <? 2 * (snd (lim x) + 1) - fall)%Z) [0; 1].
Hypothesis Lim : forall x, x < n0 + p -> lim_fits x = true.

Definition goes (q : st) (n v : bool) : option st :=
  let x := place (2 * fst q + N.b2n n) in
  let d := (2 * snd q + (if v then Z.of_N p else 0) - (if n then Z.of_N s else 0))%Z in
  let l := lim x in if (fst l <=? d)%Z && (d <=? snd l)%Z then Some (x, d) else None.
Definition accepts (q : st) : bool := Z.eqb (snd q) (due (fst q)).

Definition state (e : read) : st := (place (fst e), (Z.of_N p * Z.of_N (snd e) - Z.of_N s * Z.of_N (fst e))%Z).
Definition inside (e : read) : Prop :=
  (fst (lim (place (fst e))) <= snd (state e) <= snd (lim (place (fst e))))%Z.
Lemma state_half : forall e, snd (state e) = (2 * snd (state (half e)) + (if N.odd (snd e) then Z.of_N p else 0)
    - (if N.odd (fst e) then Z.of_N s else 0))%Z /\ place (fst e) = place (2 * fst (state (half e)) + N.b2n (N.odd (fst e))).
Proof using Hp H0.
  intros [x v]. unfold state, half. cbn [fst snd]. split; [|now rewrite place_digit, <- digits2].
  rewrite (digits2 x) at 1. rewrite (digits2 v) at 1. destruct (N.odd x), (N.odd v); cbn [N.b2n]; lia.
Qed.
Lemma inside_half : forall e, inside e -> inside (half e).
Proof using Hp H0 Lim.
  intros e I. destruct (state_half e) as [D P]. unfold inside in *. rewrite P in I. rewrite D in I. clear D P.
  change (place (fst (half e))) with (fst (state (half e))).
  assert (L : fst (state (half e)) < n0 + p).
  { unfold state. cbn [fst]. now destruct (place_spec (fst (half e))) as [k [_ [L _]]]. }
  pose proof (Lim _ L) as F. unfold lim_fits in F. apply andb_prop in F. destruct F as [_ F].
  set (x := fst (state (half e))) in *. set (d := snd (state (half e))) in *. clearbody x d.
  cbn [forallb] in F. rewrite !andb_true_iff, !Z.ltb_lt in F.
  destruct F as [[F1 F2] [[F3 F4] _]]. destruct (N.odd (fst e)), (N.odd (snd e)); cbn [N.b2n] in I; lia.
Qed.
Lemma goes_half : forall e, inside e -> goes (state (half e)) (N.odd (fst e)) (N.odd (snd e)) = Some (state e).
Proof using Hp H0.
  intros e I. destruct (state_half e) as [D P]. unfold goes. rewrite <- P, <- D. unfold inside in I.
  destruct (Z.leb_spec (fst (lim (place (fst e)))) (snd (state e))); [|lia].
  destruct (Z.leb_spec (snd (state e)) (snd (lim (place (fst e))))); [|lia]. reflexivity.
Qed.
Lemma state_value : forall n, snd (state (n, ar n)) = due (place n).
Proof using Hp H0.
  intro n. unfold state, due, ar, gf. cbn [fst snd]. destruct (place_spec n) as [k [E [_ [_ Ek]]]]. rewrite <- Ek.
  set (x := place n) in *. clearbody x. subst n. lia.
Qed.
Lemma inside_value : forall n, inside (n, ar n).
Proof using Hp H0 Lim.
  intro n. unfold inside. rewrite state_value. cbn [fst].
  destruct (place_spec n) as [k [_ [L _]]]. specialize (Lim _ L). unfold lim_fits in Lim.
  rewrite !andb_true_iff in Lim. lia.
Qed.

Definition st_leb (a c : st) : bool := (fst a <? fst c) || ((fst a =? fst c) && (snd a <=? snd c)%Z).
Definition st_eqb (a c : st) : bool := (fst a =? fst c) && Z.eqb (snd a) (snd c).
Definition st_key (k : positive) (q : st) := pushN (fst q) (pushN (turn (snd q)) k).
Lemma st_eq : forall a c, st_eqb a c = true -> a = c.
Proof.
  intros [x d] [y e] E. unfold st_eqb in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
  apply N.eqb_eq in E1. apply Z.eqb_eq in E2. now subst.
Qed.
Definition read_all (ds : list N) (b : N) (fuel : nat) : bool :=
  every_walk ds b st st_eqb st_leb st_key goes accepts (fun q => negb (fst q =? 0)) (state (0, 0)) fuel.
Theorem own_value : forall es c fuel, read_all es c fuel = true -> forall n o, In o (aopts es c n) -> xs ar o <> ar n.
Proof using Hp H0 Lim.
  intros es c fuel W n o I. assert (Ac : forall x, accepts (state (x, ar x)) = true).
  { intro x. unfold accepts. rewrite state_value. cbn [state fst]. apply Z.eqb_refl. }
  apply (none_equal es c st st_eqb st_leb st_key st_eq goes accepts (fun q => negb (fst q =? 0)) (state (0, 0)) inside state
    inside_half goes_half eq_refl ar inside_value Ac) with (fuel := fuel) (n := n); trivial; [|apply inside_value].
  intros x L. cbn [state fst]. destruct (N.eqb_spec (place x) 0) as [Z|Z]; trivial. apply place_zero in Z. lia.
Qed.
End Walk.

(* ---------------- each smaller number is an option's ---------------- *)
(** options of one form: what is taken, or more than that too; fixed heaps; two equal heaps; one of what is left *)
Record form := Form { take : N; more : bool; fixed : list N; pair : bool; rest : bool }.
Definition parts (f : form) : nat := (length (fixed f) + (if pair f then 2 else 0) + (if rest f then 1 else 0))%nat.
Definition form_legal (f : form) : bool :=
  let fits t := N.testbit (dig ds b t) (N.of_nat (parts f)) in
  forallb (fun a => 1 <=? a) (fixed f) && (parts f <=? 7)%nat && fits (take f) && ((0 <? take f) || (2 <=? parts f)%nat) &&
  (negb (more f) || (negb (pair f) && N.testbit b (N.of_nat (parts f)) && forallb (fun t => (t <? take f) || fits t) (range (length ds) 0))).
(** the option of n that leaves r, and the number h that is its value; c is the fixed heaps' *)
Definition serves (g : N -> N) (f : form) (c r n h : N) : bool :=
  let u := take f + total (fixed f) + r in
  (u <=? n) && (if rest f then 1 <=? r else r =? 0) && (N.lxor c (g r) =? h) &&
  (if pair f then (u + 2 <=? n) && N.even (n - u) else more f || (n =? u)).
Definition beside (g : N -> N) (f : form) : N := xs g (fixed f).
Definition elastic (f : form) : bool := pair f || more f.
Definition steady (beta : N) (f : form) (c r : N) : bool := rest f && (n0 <=? r) && (c <? 2 ^ beta).

Lemma ar_zero : ar 0 = tabf m 0.
Proof using Hp H0.
  unfold ar, gf, canon. destruct (N.ltb_spec 0 n0); [|lia]. rewrite N.sub_0_l, N.div_0_l by lia. lia.
Qed.
Lemma serves_option : forall f r n h, tabf m 0 = 0 -> form_legal f = true -> serves ar f (beside ar f) r n h = true ->
  exists o, In o (aopts ds b n) /\ xs ar o = h.
Proof using Hp H0.
  intros f r n h G0 F Sv. unfold form_legal in F. rewrite !andb_true_iff in F. destruct F as [[[[F1 F2] F3] F4] F5].
  rewrite forallb_forall in F1. apply Nat.leb_le in F2.
  unfold serves in Sv. rewrite !andb_true_iff in Sv. destruct Sv as [[[S1 S2] S3] S4].
  apply N.leb_le in S1. apply N.eqb_eq in S3. set (u := take f + total (fixed f) + r) in *.
  set (k := if pair f then N.div2 (n - u) else 0).
  set (o := fixed f ++ (if pair f then [k; k] else []) ++ (if rest f then [r] else [])).
  set (t := if pair f then take f else take f + (n - u)).
  assert (Hk : pair f = true -> 1 <= k /\ n = u + 2 * k).
  { intro E. unfold k. rewrite E in *. apply andb_prop in S4. destruct S4 as [A B]. apply N.leb_le in A.
    pose proof (digits2 (n - u)) as D. rewrite <- N.negb_even, B in D. cbn [negb N.b2n] in D. lia. }
  exists o. split.
  - apply aopts_spec. exists t.
    assert (Lo : length o = parts f).
    { unfold o, parts. rewrite !app_length. destruct (pair f), (rest f); cbn [length]; lia. }
    assert (Tt : take f <= t) by (unfold t; destruct (pair f); lia).
    assert (To : total o = n - t /\ t <= n).
    { unfold o. rewrite !total_app. unfold t. unfold u in *. destruct (pair f) eqn:Ep.
      - destruct (Hk eq_refl) as [_ En]. destruct (rest f); unfold total; cbn [fold_right]; fold (total (fixed f));
          [lia|apply N.eqb_eq in S2; lia].
      - destruct (rest f); unfold total; cbn [fold_right]; fold (total (fixed f)); [lia|apply N.eqb_eq in S2; lia]. }
    unfold legal. rewrite Lo. repeat split; try apply To; trivial.
    + unfold t. destruct (pair f) eqn:Ep; trivial. apply orb_prop in S4. destruct S4 as [Em|En].
      * rewrite Em in F5. cbn [negb orb andb] in F5. apply andb_prop in F5. destruct F5 as [B A]. rewrite forallb_forall in A.
        destruct (Nat.lt_ge_cases (N.to_nat (take f + (n - u))) (length ds)) as [I|I].
        -- specialize (A (take f + (n - u)) ltac:(apply in_range; lia)). apply orb_prop in A.
           destruct A as [A|A]; trivial. apply N.ltb_lt in A. lia.
        -- unfold dig. now rewrite nth_overflow.
      * apply N.eqb_eq in En. now replace (take f + (n - u)) with (take f) by lia.
    + apply orb_prop in F4. destruct F4 as [F4|F4]; [left; apply N.ltb_lt in F4; lia|right; now apply Nat.leb_le].
    + intros a Ia. unfold o in Ia. apply in_app_or in Ia. destruct Ia as [Ia|Ia]; [now apply N.leb_le, F1|].
      apply in_app_or in Ia. destruct (pair f), (rest f); simpl in Ia; try apply N.leb_le in S2;
        try (destruct (Hk eq_refl)); intuition lia.
  - unfold o. rewrite !xs_app. fold (beside ar f). rewrite <- S3.
    assert (P0 : xs ar (if pair f then [k; k] else []) = 0).
    { destruct (pair f); trivial. cbn [xs fold_right]. now rewrite N.lxor_0_r, N.lxor_nilpotent. }
    rewrite P0, N.lxor_0_l. f_equal. destruct (rest f); cbn [xs fold_right].
    + apply N.lxor_0_r.
    + apply N.eqb_eq in S2. subst r. now rewrite ar_zero, G0.
Qed.

(** low digits and high ones do not meet *)
Lemma low_high : forall k l x, l < 2 ^ k -> N.lxor l (2 ^ k * x) = l + 2 ^ k * x.
Proof.
  intros k l x L. symmetry. apply N.add_nocarry_lxor, N.bits_inj. intro i. rewrite N.land_spec, N.bits_0.
  rewrite (N.mul_comm (2 ^ k)), <- N.shiftl_mul_pow2. destruct (N.lt_ge_cases i k) as [I|I].
  - rewrite N.shiftl_spec_low by trivial. apply andb_false_r.
  - replace (N.testbit l i) with false; trivial. symmetry. destruct (N.eq_dec l 0) as [->|Z]; [apply N.bits_0|].
    apply N.bits_above_log2. apply N.lt_le_trans with k; trivial. apply N.log2_lt_pow2; lia.
Qed.
Lemma lxor_low : forall k a c, a < 2 ^ k -> c < 2 ^ k -> N.lxor a c < 2 ^ k.
Proof.
  intros k a c A C. destruct (N.eq_dec (N.lxor a c) 0) as [->|Z]; [lia|]. apply N.log2_lt_pow2; [lia|].
  apply N.le_lt_trans with (N.max (N.log2 a) (N.log2 c)); [apply N.log2_lxor|].
  assert (K : 0 < k).
  { destruct (N.eq_dec k 0) as [->|K]; [|lia]. exfalso. apply Z. change (2 ^ 0) with 1 in *.
    replace a with 0 by lia. now replace c with 0 by lia. }
  apply N.max_lub_lt.
  - destruct (N.eq_dec a 0) as [->|Y]; [exact K|]. apply N.log2_lt_pow2; lia.
  - destruct (N.eq_dec c 0) as [->|Y]; [exact K|]. apply N.log2_lt_pow2; lia.
Qed.
Lemma lxor_shift : forall k c x y, c < 2 ^ k -> N.lxor c (x + 2 ^ k * y) = N.lxor c x + 2 ^ k * y.
Proof.
  intros k c x y C. assert (K : 2 ^ k <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod x (2 ^ k) K) as D. pose proof (N.mod_lt x (2 ^ k) K) as L.
  set (l := x mod 2 ^ k) in *. set (q := x / 2 ^ k) in *. clearbody l q. subst x.
  pose proof (lxor_low k c l C L) as CL.
  replace (2 ^ k * q + l + 2 ^ k * y) with (l + 2 ^ k * (q + y)) by ring.
  replace (2 ^ k * q + l) with (l + 2 ^ k * q) by ring.
  rewrite <- !(low_high k l) by trivial. rewrite <- !N.lxor_assoc, !(low_high k (N.lxor c l)) by trivial. ring.
Qed.

Section Strip.
Variables (forms : list form) (beta mu lo h0 : N).
Let P := mu * p.
Let R := mu * s.
Hypothesis Mu : 0 < mu.
Hypothesis Even : N.even P = true.
Hypothesis Fits : R mod 2 ^ beta = 0.
Hypothesis Lo : n0 <= lo.
Hypothesis Zero : tabf m 0 = 0.
Hypothesis H0R : R <= h0.
Hypothesis Legal : forall f, In f forms -> form_legal f = true.
(** an option that the strip can be told from *)
Definition found (n h : N) : Prop := exists f r, In f forms /\ serves ar f (beside ar f) r n h = true /\
  (lo <= n -> h < h0 -> elastic f = true) /\ (lo <= n -> h0 <= h + R -> steady beta f (beside ar f) r = true).
Hypothesis Base : forall n h, n < lo + P -> h < ar n -> found n h.
Hypothesis High : forall n, lo <= n -> n < lo + P -> h0 <= ar n.

Lemma elastic_up : forall f r n h, elastic f = true -> serves ar f (beside ar f) r n h = true ->
  serves ar f (beside ar f) r (n + P) h = true.
Proof using All.
  intros f r n h E Sv. unfold serves in *. unfold elastic in E. rewrite !andb_true_iff in *. destruct Sv as [[[S1 S2] S3] S4].
  set (u := take f + total (fixed f) + r) in *. apply N.leb_le in S1. repeat split; trivial; [apply N.leb_le; lia|].
  destruct (pair f).
  - apply andb_prop in S4. destruct S4 as [A B]. apply N.leb_le in A. apply andb_true_iff. split; [apply N.leb_le; lia|].
    replace (n + P - u) with (n - u + P) by lia. now rewrite N.even_add, B, Even.
  - cbn [orb] in E. now rewrite E.
Qed.
Lemma steady_up : forall f r n h, steady beta f (beside ar f) r = true -> serves ar f (beside ar f) r n h = true ->
  steady beta f (beside ar f) (r + P) = true /\ serves ar f (beside ar f) (r + P) (n + P) (h + R) = true.
Proof using All.
  intros f r n h E Sv. unfold steady in *. unfold serves in *. rewrite !andb_true_iff in *.
  destruct Sv as [[[S1 S2] S3] S4]. destruct E as [[E1 E2] E3]. apply N.leb_le in E2, S1. apply N.ltb_lt in E3. rewrite E1 in *.
  apply N.eqb_eq in S3. apply N.leb_le in S2.
  replace (take f + total (fixed f) + (r + P)) with (take f + total (fixed f) + r + P) by lia.
  set (u := take f + total (fixed f) + r) in *.
  repeat split; trivial; try (apply N.leb_le; lia); try (apply N.ltb_lt; trivial).
  - apply N.eqb_eq. unfold P. rewrite ar_shift by trivial. fold R.
    assert (K : 2 ^ beta <> 0) by (apply N.pow_nonzero; lia).
    pose proof (N.div_mod R (2 ^ beta) K) as D. rewrite Fits, N.add_0_r in D. rewrite D.
    rewrite lxor_shift by trivial. now rewrite S3.
  - destruct (pair f).
    + apply andb_prop in S4. destruct S4 as [A B]. apply N.leb_le in A. apply andb_true_iff. split; [apply N.leb_le; lia|].
      now replace (n + P - (u + P)) with (n - u) by lia.
    + apply orb_prop in S4. destruct S4 as [S4|S4]; apply orb_true_iff; [now left|right]. apply N.eqb_eq in S4. apply N.eqb_eq. lia.
Qed.
Lemma period_pos : 0 < P.
Proof using All. unfold P. apply N.mul_pos_pos; trivial. Qed.
Lemma high : forall n, lo <= n -> h0 <= ar n.
Proof using All.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro L. pose proof period_pos as PP.
  destruct (N.lt_ge_cases n (lo + P)) as [B|B]; [now apply High|]. specialize (IH (n - P) ltac:(lia) ltac:(lia)).
  replace n with (n - P + P) by lia. unfold P at 2. rewrite ar_shift by lia. lia.
Qed.
Theorem strip : forall n h, h < ar n -> found n h.
Proof using All.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros h V. pose proof period_pos as PP.
  destruct (N.lt_ge_cases n (lo + P)) as [B|B]; [now apply Base|].
  assert (A : ar n = ar (n - P) + R).
  { replace n with (n - P + P) at 1 by lia. unfold P at 2. rewrite ar_shift by lia. reflexivity. }
  pose proof (high (n - P) ltac:(lia)) as Hi. destruct (N.lt_ge_cases h h0) as [G|G].
  - destruct (IH (n - P) ltac:(lia) h ltac:(lia)) as [f [r [If [Sv [El St]]]]].
    exists f, r. split; trivial. specialize (El ltac:(lia) G). split; [|split; [now intros|intros _ K; apply St; lia]].
    replace n with (n - P + P) by lia. now apply elastic_up.
  - destruct (IH (n - P) ltac:(lia) (h - R) ltac:(lia)) as [f [r [If [Sv [_ St]]]]].
    destruct (steady_up f r _ _ (St ltac:(lia) ltac:(lia)) Sv) as [St' Sv'].
    replace (n - P + P) with n in Sv' by lia. replace (h - R + R) with h in Sv' by lia.
    exists f, (r + P). split; trivial. split; trivial. split; [lia|now intros].
Qed.
Theorem attained : forall n h, h < ar n -> exists o, In o (aopts ds b n) /\ xs ar o = h.
Proof using All.
  intros n h V. destruct (strip n h V) as [f [r [If [Sv _]]]].
  apply serves_option with (f := f) (r := r); trivial. now apply Legal.
Qed.
End Strip.
End Law.

(* ---------------- the certificate checker ---------------- *)
(** bounds for the places, from what is due there outward until no digit leads back in: help, which [lim_fits] judges *)
Definition bounds (l : list (Z * Z)) : N -> Z * Z := let T := tree l in fun x => get (0, 0)%Z T x.
Definition widen (n0 p s : N) (lim : N -> Z * Z) (x : N) : Z * Z :=
  fold_left (fun l c => let y := lim (canon n0 p (2 * x + c)) in let fall := (Z.of_N s * Z.of_N c)%Z in
    (Z.min (fst l) ((fst y - 1 - Z.of_N p + fall) / 2 + 1), Z.max (snd l) ((snd y + fall) / 2))%Z) [0; 1] (lim x).
Fixpoint settle (n0 p s : N) (fuel : nat) (l : list (Z * Z)) : list (Z * Z) := match fuel with
  | O => l
  | S fuel => settle n0 p s fuel (let lim := bounds l in map (widen n0 p s lim) (range (length l) 0)) end.

Definition walk_ok (fuel : nat) (ds : list N) (b n0 p s : N) (m : PositiveMap.t N) : bool :=
  let places := range (N.to_nat (n0 + p)) 0 in
  let lim := bounds (settle n0 p s 64 (map (fun x => (due p s m x, due p s m x)) places)) in
  forallb (lim_fits n0 p s m lim) places &&
  read_all n0 p s m lim ds b fuel.

(** [existsb] that stops where it can: the virtual machine works out both sides of [||] *)
Fixpoint some {A : Type} (f : A -> bool) (l : list A) : bool := match l with
  | [] => false | a :: l => if f a then true else some f l end.
Lemma some_exists : forall A (f : A -> bool) l, some f l = true -> exists a, In a l /\ f a = true.
Proof.
  intros A f l. induction l as [|a l IH]; intro E; [discriminate|]. cbn [some] in E. destruct (f a) eqn:F.
  - exists a. split; trivial. now left.
  - destruct (IH E) as [c [I C]]. exists c. split; trivial. now right.
Qed.
(** the heaps of each value *)
Definition inverse (g : N -> N) (n : nat) : PositiveMap.t (list N) :=
  fold_left (fun I x => let k := N.succ_pos (g x) in
    PositiveMap.add k (x :: match PositiveMap.find k I with Some l => l | None => [] end) I) (range n 0) (PositiveMap.empty (list N)).
Definition candidates (I : PositiveMap.t (list N)) (f : form) (c n h : N) : list N :=
  if rest f then
    if elastic f then match PositiveMap.find (N.succ_pos (N.lxor c h)) I with Some l => l | None => [] end
    else [n - (take f + total (fixed f))]
  else [0].
Definition forms_ok (ds : list N) (b n0 p s : N) (m : PositiveMap.t N) (forms : list form) (beta mu lo h0 : N) : bool :=
  let g := ar n0 p s m in
  let K := N.to_nat (lo + mu * p) in let all := range K 0 in
  let gq := tabf (mk (map g all) 1 (PositiveMap.empty N)) in
  let I := inverse gq K in let fs := map (fun f => (f, beside g f)) forms in
  (0 <? mu) && N.even (mu * p) && (mu * s mod 2 ^ beta =? 0) && (n0 <=? lo) && (tabf m 0 =? 0) && (mu * s <=? h0) &&
  forallb (form_legal ds b) forms &&
  forallb (fun n => forallb (fun h => some (fun fc : form * N => let (f, c) := fc in
      if negb ((lo <=? n) && (h <? h0)) || elastic f then
        some (fun r => serves gq f c r n h && (negb ((lo <=? n) && (h0 <=? h + mu * s)) || steady n0 beta f c r)) (candidates I f c n h)
      else false) fs)
    (range (N.to_nat (gq n)) 0)) all &&
  forallb (fun n => h0 <=? gq n) (range (N.to_nat (mu * p)) lo).

Definition acheck (ds : list N) (b n0 p s : N) (tab : list N) (forms : list form) (beta mu lo h0 : N) : bool :=
  let m := mk tab 1 (PositiveMap.empty N) in
  (0 <? p) && (0 <? n0) && walk_ok (N.to_nat 3000000) ds b n0 p s m && forms_ok ds b n0 p s m forms beta mu lo h0.

Lemma serves_ext : forall g k f c r n h, (forall x, x <= n -> g x = k x) -> serves g f c r n h = true -> serves k f c r n h = true.
Proof.
  intros g k f c r n h E Sv. unfold serves in *. destruct (N.leb_spec (take f + total (fixed f) + r) n) as [L|L]; [|discriminate].
  rewrite <- E by lia. exact Sv.
Qed.
Lemma walk_sound : forall fuel ds b n0 p s m, 0 < p -> 0 < n0 -> walk_ok fuel ds b n0 p s m = true ->
  forall n o, In o (aopts ds b n) -> xs (ar n0 p s m) o <> ar n0 p s m n.
Proof.
  intros fuel ds b n0 p s m Hp H0 C n o Io. unfold walk_ok in C. cbn zeta in C. apply andb_prop in C. destruct C as [C W].
  set (lim := bounds _) in *. clearbody lim. rewrite forallb_forall in C.
  apply own_value with (lim := lim) (es := ds) (c := b) (fuel := fuel); trivial. intros x Hx. apply C, in_range. lia.
Qed.
Lemma forms_sound : forall ds b n0 p s m forms beta mu lo h0, 0 < p -> 0 < n0 ->
  forms_ok ds b n0 p s m forms beta mu lo h0 = true ->
  forall n h, h < ar n0 p s m n -> exists o, In o (aopts ds b n) /\ xs (ar n0 p s m) o = h.
Proof.
  intros ds b n0 p s m forms beta mu lo h0 Hp H0 C. unfold forms_ok in C. cbn zeta in C. rewrite !andb_true_iff in C.
  destruct C as [[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9].
  apply N.ltb_lt in C1. apply N.eqb_eq in C3, C5. apply N.leb_le in C4, C6. rewrite forallb_forall in C7, C8, C9.
  set (g := ar n0 p s m) in *. set (B := lo + mu * p) in *.
  assert (E : forall x, x < B -> tabf (mk (map g (range (N.to_nat B) 0)) 1 (PositiveMap.empty N)) x = g x)
    by (intros x Hx; now apply ext_ok).
  set (gq := tabf (mk (map g (range (N.to_nat B) 0)) 1 (PositiveMap.empty N))) in *. clearbody gq.
  apply attained with (forms := forms) (beta := beta) (mu := mu) (lo := lo) (h0 := h0); trivial.
  - intros n h Hn V. fold g in V. specialize (C8 n ltac:(apply in_range; lia)). rewrite forallb_forall in C8.
    specialize (C8 h ltac:(apply in_range; rewrite E by trivial; lia)). apply some_exists in C8.
    destruct C8 as [[f c] [If X]]. apply in_map_iff in If. destruct If as [f' [Ef If]]. injection Ef as -> <-.
    destruct (negb ((lo <=? n) && (h <? h0)) || elastic f) eqn:X1; [|discriminate]. rename X into X2. apply some_exists in X2. destruct X2 as [r [_ X2]].
    apply andb_prop in X2. destruct X2 as [X2 X3]. exists f, r. split; trivial. split; [|split].
    + apply serves_ext with (g := gq); trivial. intros x Hx. apply E. lia.
    + intros Ln Lh. apply N.leb_le in Ln. apply N.ltb_lt in Lh. now rewrite Ln, Lh in X1.
    + intros Ln Lh. apply N.leb_le in Ln, Lh. now rewrite Ln, Lh in X3.
  - intros n Ln Hn. specialize (C9 n ltac:(apply in_range; lia)). apply N.leb_le in C9. rewrite E in C9 by trivial. exact C9.
Qed.

(** MAIN THEOREM *)
Theorem arithmetic_law : forall ds b n0 p s tab forms beta mu lo h0, acheck ds b n0 p s tab forms beta mu lo h0 = true ->
  let g := ar n0 p s (mk tab 1 (PositiveMap.empty N)) in
  (forall n, amexeq ds b g n) /\
  forall l, (xs g l <> 0 <-> Win (amv ds b) l) /\ (xs g l = 0 <-> Lose (amv ds b) l).
Proof.
  intros ds b n0 p s tab forms beta mu lo h0 C g. unfold acheck in C. cbn zeta in C. rewrite !andb_true_iff in C.
  destruct C as [[[C1 C2] C3] C4]. apply N.ltb_lt in C1, C2.
  assert (M : forall n, amexeq ds b g n).
  { intro n. split; [exact (walk_sound _ ds b n0 p s _ C1 C2 C3 n)|]. intros v V.
    now apply (forms_sound ds b n0 p s (mk tab 1 (PositiveMap.empty N)) forms beta mu lo h0). }
  split; trivial. intro l. apply hsprague_grundy; [|exact M].
  intros n o Io. apply aopts_spec in Io. destruct Io as [t L]. now exists t, (dig ds b t).
Qed.
