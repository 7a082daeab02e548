(** * Moore.v -- any number of heaps, of which from one to k are lowered in a move, each by any number.
    Proved: the player to move loses exactly where for each binary digit the heaps that have it are a multiple of k + 1, for lists of every length ([moore_law]), in the game of a core
    term. From a loss: the highest digit that changes is lost by from one to k heaps ([highest]). From a win: digit by digit from the highest, where the heaps lowered so far may get any
    digit, and no more are lowered than are wanted ([mended]).
    Source: E. H. Moore, A generalization of the game called Nim, 1910.
    An instance gives a term, and k. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope Z_scope.

(** How many have the digit. *)
Fixpoint have (d : Z) (l : list Z) : Z := match l with [] => 0 | x :: l => Z.b2z (Z.testbit x d) + have d l end.
(** How many of the second list are less. *)
Fixpoint less (l m : list Z) : Z := match l, m with x :: l, y :: m => (if y <? x then 1 else 0) + less l m | _, _ => 0 end.
Definition below (n : Z) (l : list Z) : Prop := Forall (fun x => 0 <= x < 2 ^ n) l.
Definition under (x y : Z) : Prop := 0 <= y <= x.
Definition low (n : Z) (l : list Z) : list Z := map (fun x => x mod 2 ^ n) l.

Lemma top_digit : forall n x, 0 <= n -> 0 <= x < 2 ^ (n + 1) -> Z.testbit x n = (2 ^ n <=? x) /\ x = Z.b2z (Z.testbit x n) * 2 ^ n + x mod 2 ^ n.
Proof.
  intros n x Hn B. assert (P : 2 ^ (n + 1) = 2 * 2 ^ n) by (rewrite Z.pow_add_r by lia; lia). assert (P0 : 0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.div_mod x (2 ^ n) ltac:(lia)) as D. pose proof (Z.mod_pos_bound x (2 ^ n) P0) as M.
  pose proof (Z.testbit_spec' x n Hn) as T. assert (Q : 0 <= x / 2 ^ n < 2) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  rewrite Z.mod_small in T by exact Q. rewrite T. split; [|lia].
  destruct (Z.testbit x n); cbn [Z.b2z] in T; symmetry; [apply Z.leb_le|apply Z.leb_gt]; nia.
Qed.
Lemma low_digit : forall n d x, 0 <= d < n -> Z.testbit (x mod 2 ^ n) d = Z.testbit x d.
Proof. intros n d x H. apply Z.mod_pow2_bits_low. lia. Qed.
Lemma have_low : forall n d l, 0 <= d < n -> have d (low n l) = have d l.
Proof. intros n d l H. induction l as [|x l IH]; [reflexivity|]. cbn [low map have]. fold (low n l). now rewrite IH, low_digit. Qed.
Lemma low_below : forall n l, 0 <= n -> below n (low n l).
Proof. intros n l Hn. unfold below, low. apply Forall_map. apply Forall_forall. intros x _. apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia. Qed.
Lemma have_above : forall n d l, 0 <= n <= d -> below n l -> have d l = 0.
Proof.
  intros n d l H B. induction B as [|x l Bx B IH]; [reflexivity|]. cbn [have]. rewrite IH.
  replace (Z.testbit x d) with false; [reflexivity|]. symmetry. destruct (Z.eq_dec x 0) as [->|Nz]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|]. apply Z.log2_lt_pow2; [lia|]. apply Z.lt_le_trans with (2 ^ n); [lia|]. apply Z.pow_le_mono_r; lia.
Qed.

(** From a loss: some digit is lost by from one to all of the heaps that change, and gained by none. *)
Lemma highest : forall n l m, below (Z.of_nat n) l -> Forall2 under l m -> 1 <= less l m ->
  exists d, 0 <= d < Z.of_nat n /\ 1 <= have d l - have d m <= less l m.
Proof.
  induction n as [|n IH]; intros l m B F Ch.
  - exfalso. revert m F Ch. induction B as [|x l Bx B IHl]; intros m F Ch; inversion F; subst; cbn [less] in Ch; [lia|].
    cbn in Bx. unfold under in *. destruct (Z.ltb_spec y x); [lia|]. apply (IHl l'); trivial.
  - replace (Z.of_nat (S n)) with (Z.of_nat n + 1) in * by lia. set (N := Z.of_nat n) in *. assert (HN : 0 <= N) by lia.
    assert (T : 0 <= have N l - have N m <= less l m /\ (have N l = have N m -> Forall2 under (low N l) (low N m) /\ less (low N l) (low N m) = less l m)).
    { clear Ch IH. revert m F. induction B as [|x l Bx B IHl]; intros m F; inversion F as [|x' y l' m' U F']; subst.
      - split; [cbn; lia|]. intros _. split; [constructor|reflexivity].
      - specialize (IHl m' F'). destruct IHl as [I1 I2]. unfold under in U. destruct (top_digit N x HN Bx) as [Tx Ex].
        destruct (top_digit N y HN ltac:(lia)) as [Ty Ey]. cbn [have less low map]. fold (low N l) (low N m').
        pose proof (Z.mod_pos_bound x (2 ^ N) ltac:(apply Z.pow_pos_nonneg; lia)). pose proof (Z.mod_pos_bound y (2 ^ N) ltac:(apply Z.pow_pos_nonneg; lia)).
        destruct (Z.testbit x N), (Z.testbit y N); cbn [Z.b2z] in *; symmetry in Tx, Ty;
          try apply Z.leb_le in Tx; try apply Z.leb_le in Ty; try apply Z.leb_gt in Tx; try apply Z.leb_gt in Ty.
        + split; [destruct (y <? x); lia|]. intro E. destruct I2 as [J1 J2]; [lia|]. split; [constructor; trivial; unfold under; lia|]. rewrite J2.
          destruct (Z.ltb_spec (y mod 2 ^ N) (x mod 2 ^ N)), (Z.ltb_spec y x); lia.
        + split; [destruct (Z.ltb_spec y x); lia|]. intro E. exfalso. lia.
        + lia.
        + split; [destruct (y <? x); lia|]. intro E. destruct I2 as [J1 J2]; [lia|]. split; [constructor; trivial; unfold under; lia|]. rewrite J2.
          destruct (Z.ltb_spec (y mod 2 ^ N) (x mod 2 ^ N)), (Z.ltb_spec y x); lia. }
    destruct T as [T1 T2]. destruct (Z.eq_dec (have N l) (have N m)) as [E|E]; [|exists N; lia].
    destruct (T2 E) as [F' Le]. destruct (IH (low N l) (low N m)) as [d [Bd H]]; [now apply low_below|trivial|lia|].
    exists d. rewrite !have_low in H by lia. rewrite Le in H. lia.
Qed.

(* ------------------------------------------------------------------ *)
(** ** From a win *)
(** A heap, and whether it has been lowered: then it may become anything. *)
Notation heap := (Z * bool)%type.
Definition may (n : Z) (h : heap) (y : Z) : Prop := 0 <= y < 2 ^ n /\ (snd h = false -> y <= fst h).
Definition changed (h : heap) (y : Z) : bool := snd h || (y <? fst h).
Fixpoint changes (l : list heap) (m : list Z) : Z := match l, m with h :: l, y :: m => Z.b2z (changed h y) + changes l m | _, _ => 0 end.
Fixpoint free (l : list heap) : Z := match l with [] => 0 | h :: l => Z.b2z (snd h) + free l end.
Fixpoint tops (n : Z) (l : list heap) : Z := match l with [] => 0 | h :: l => Z.b2z (negb (snd h) && Z.testbit (fst h) n) + tops n l end.
Definition all_below (n : Z) (l : list heap) : Prop := Forall (fun h => 0 <= fst h < 2 ^ n) l.
Definition lower_part (n : Z) (l : list heap) : list heap := map (fun h => (fst h mod 2 ^ n, snd h)) l.

Lemma free_least : forall l, 0 <= free l.
Proof. induction l as [|[x f] l IH]; cbn [free snd]; [lia|]. destruct f; cbn [Z.b2z]; lia. Qed.
Lemma tops_least : forall n l, 0 <= tops n l.
Proof. induction l as [|[x f] l IH]; cbn [tops]; [lia|]. destruct (negb (snd (x, f)) && Z.testbit (fst (x, f)) n); cbn [Z.b2z]; lia. Qed.

(** So many more may be lowered, of those that have the digit. *)
Definition freed (n : Z) (h g : heap) : Prop := fst g = fst h /\ (snd h = true -> snd g = true) /\ (snd h = false -> snd g = true -> Z.testbit (fst h) n = true).
Lemma free_some : forall n l r, 0 <= r <= tops n l -> exists l2, Forall2 (freed n) l l2 /\ free l2 = free l + r /\ tops n l2 = tops n l - r.
Proof.
  intros n. induction l as [|[x f] l IH]; intros r B; cbn [tops free fst snd] in *.
  - exists []. repeat split; [constructor|cbn; lia|cbn; lia].
  - pose proof (tops_least n l). destruct f; cbn [negb andb Z.b2z] in *.
    + destruct (IH r) as [l2 [F [E1 E2]]]; [lia|]. exists ((x, true) :: l2). cbn [free tops fst snd negb andb Z.b2z]. repeat split; try lia.
      constructor; trivial. unfold freed. cbn [fst snd]. repeat split; intros; congruence.
    + destruct (Z.testbit x n) eqn:T; cbn [Z.b2z] in *.
      * destruct (Z.eq_dec r 0) as [->|Nz].
        -- destruct (IH 0) as [l2 [F [E1 E2]]]; [lia|]. exists ((x, false) :: l2). cbn [free tops fst snd negb andb Z.b2z]. rewrite T. cbn [Z.b2z].
           repeat split; try lia. constructor; trivial. unfold freed. cbn [fst snd]. repeat split; intros; congruence.
        -- destruct (IH (r - 1)) as [l2 [F [E1 E2]]]; [lia|]. exists ((x, true) :: l2). cbn [free tops fst snd negb andb Z.b2z].
           repeat split; try lia. constructor; trivial. unfold freed. cbn [fst snd]. repeat split; intros; congruence.
      * destruct (IH r) as [l2 [F [E1 E2]]]; [lia|]. exists ((x, false) :: l2). cbn [free tops fst snd negb andb Z.b2z]. rewrite T. cbn [Z.b2z].
        repeat split; try lia. constructor; trivial. unfold freed. cbn [fst snd]. repeat split; intros; congruence.
Qed.
(** The digits: those of heaps that may not change stay, and of the others so many get a 1. *)
Definition given (n : Z) (h : heap) (b : bool) : Prop := snd h = false -> b = Z.testbit (fst h) n.
Fixpoint ones (l : list bool) : Z := match l with [] => 0 | b :: l => Z.b2z b + ones l end.
Lemma give : forall n l g, 0 <= g <= free l -> exists bs, Forall2 (given n) l bs /\ ones bs = tops n l + g /\ (g = 0 -> Forall2 (fun h b => snd h = true -> b = false) l bs).
Proof.
  intros n. induction l as [|[x f] l IH]; intros g B; cbn [tops free fst snd] in *.
  - exists []. split; [constructor|]. split; [cbn; lia|]. intros _. constructor.
  - pose proof (free_least l). destruct f; cbn [negb andb Z.b2z] in *.
    + destruct (Z.eq_dec g 0) as [->|Nz].
      * destruct (IH 0) as [bs [F [E Z0]]]; [lia|]. exists (false :: bs). cbn [ones Z.b2z]. split; [|split; [lia|]].
        -- constructor; trivial. unfold given. cbn. discriminate.
        -- intros _. constructor; auto.
      * destruct (IH (g - 1)) as [bs [F [E Z0]]]; [lia|]. exists (true :: bs). cbn [ones Z.b2z]. split; [|split; lia].
        constructor; trivial. unfold given. cbn. discriminate.
    + destruct (IH g) as [bs [F [E Z0]]]; [lia|]. exists (Z.testbit x n :: bs). cbn [ones]. split; [|split; [lia|]].
      * constructor; trivial. unfold given. cbn. auto.
      * intro G. constructor; [cbn; discriminate|auto].
Qed.

Section Mend.
Variable k : Z.
Hypothesis K : 0 <= k.
Notation q := (k + 1).

(** Put together: digits above, and the lower parts. *)
Fixpoint joined (n : Z) (bs : list bool) (m : list Z) : list Z :=
  match bs, m with b :: bs, y :: m => (Z.b2z b * 2 ^ n + y) :: joined n bs m | _, _ => [] end.
Lemma join_ok : forall n l l2 bs m, 0 <= n -> all_below (n + 1) l -> Forall2 (freed n) l l2 -> Forall2 (given n) l2 bs ->
  (l = l2 \/ Forall2 (fun h b => snd h = true -> b = false) l2 bs) -> Forall2 (may n) (lower_part n l2) m ->
  Forall2 (may (n + 1)) l (joined n bs m) /\ changes l (joined n bs m) <= changes (lower_part n l2) m /\
  have n (joined n bs m) = ones bs /\ (forall d, 0 <= d < n -> have d (joined n bs m) = have d m).
Proof using.
  intros n l l2 bs m Hn B. revert l2 bs m. assert (P0 : 0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia).
  assert (P1 : 2 ^ (n + 1) = 2 * 2 ^ n) by (rewrite Z.pow_add_r by lia; lia).
  induction B as [|[x f] l Bx B IH]; intros l2 bs m Fr Gi Or Ma.
  - inversion Fr; subst. inversion Gi; subst. cbn [lower_part map] in Ma. inversion Ma; subst. split; [constructor|]. split; [cbn; lia|]. split; [reflexivity|]. intros d Bd. reflexivity.
  - inversion Fr as [|h g l' l2' R Fr']; subst. inversion Gi as [|h' b l'' bs' Gb Gi']; subst. cbn [lower_part map] in Ma. inversion Ma as [|h'' y l''' m' My Ma']; subst.
    destruct g as [x2 f2]. unfold freed in R. cbn [fst snd] in *. destruct R as [-> [R1 R2]].
    assert (Or' : l = l2' \/ Forall2 (fun h b => snd h = true -> b = false) l2' bs') by (destruct Or as [E|E]; [left; congruence|right; now inversion E]).
    destruct (IH l2' bs' m' Fr' Gi' Or' Ma') as [I1 [I2 [I3 I4]]]. fold (lower_part n l2') in *.
    unfold given in Gb. unfold may in My. cbn [fst snd] in *. destruct My as [My1 My2]. destruct (top_digit n x Hn Bx) as [Tx Ex].
    pose proof (Z.mod_pos_bound x (2 ^ n) P0) as Mx.
    (* the number that comes of it *)
    remember (Z.b2z b * 2 ^ n + y) as z eqn:Ez. assert (Bz : 0 <= z < 2 ^ (n + 1)) by (rewrite Ez; destruct b; cbn [Z.b2z]; lia).
    assert (Tz : Z.testbit z n = b).
    { destruct (top_digit n z Hn Bz) as [Tz _]. rewrite Tz. destruct b; cbn [Z.b2z] in Ez; [apply Z.leb_le|apply Z.leb_gt]; lia. }
    assert (Lz : z mod 2 ^ n = y) by (rewrite Ez, Z.add_comm, Z_mod_plus_full; apply Z.mod_small; lia).
    assert (Keep : f = false -> z <= x /\ (f2 = true -> z < x) /\ (f2 = false -> (z < x <-> y < x mod 2 ^ n))).
    { intro Ef. destruct f2.
      - specialize (R2 Ef eq_refl). assert (Eb : b = false).
        { destruct Or as [E|E]; [injection E as E1 E2; congruence|inversion E; subst; auto]. }
        rewrite Eb in Ez. rewrite R2 in Tx. cbn [Z.b2z] in Ez. symmetry in Tx. apply Z.leb_le in Tx. split; [lia|]. split; [lia|discriminate].
      - specialize (Gb eq_refl). specialize (My2 eq_refl). rewrite Gb in Ez. split; [lia|]. split; [discriminate|lia]. }
    cbn [joined]. rewrite <- Ez. split; [|split; [|split]].
    + constructor; trivial. unfold may. cbn [fst snd]. split; [exact Bz|]. intro Ef. now apply Keep.
    + change (changes (lower_part n ((x, f2) :: l2')) (y :: m')) with (Z.b2z (changed (x mod 2 ^ n, f2) y) + changes (lower_part n l2') m').
      cbn [changes]. enough (Z.b2z (changed (x, f) z) <= Z.b2z (changed (x mod 2 ^ n, f2) y)) by lia.
      unfold changed. cbn [fst snd]. destruct f; [rewrite R1 by trivial; cbn; lia|]. destruct (Keep eq_refl) as [_ [_ K2]]. cbn [orb].
      destruct f2; cbn [orb]; [destruct (z <? x); cbn; lia|]. specialize (K2 eq_refl). destruct (Z.ltb_spec z x), (Z.ltb_spec y (x mod 2 ^ n)); cbn; lia.
    + cbn [have ones]. rewrite Tz. lia.
    + intros d Bd. cbn [have]. rewrite (I4 d Bd). f_equal. f_equal. rewrite <- Lz at 1. rewrite low_digit by lia. reflexivity.
Qed.

Theorem mended : forall n l, all_below (Z.of_nat n) l -> free l <= k ->
  exists m, Forall2 (may (Z.of_nat n)) l m /\ changes l m <= k /\ forall d, 0 <= d < Z.of_nat n -> have d m mod q = 0.
Proof using K.
  induction n as [|n IH]; intros l B Fr.
  - exists (map (fun _ => 0) l). split; [|split].
    + clear Fr. induction B as [|h l Bh B IHl]; cbn [map]; constructor; trivial. unfold may. cbn in *. lia.
    + clear -Fr B. enough (changes l (map (fun _ => 0) l) = free l) by lia. clear Fr. induction B as [|[x f] l Bh B IHl]; [reflexivity|]. cbn [map changes free].
      rewrite IHl. f_equal. unfold changed. cbn [fst snd] in *. cbn in Bh. replace (0 <? x) with false by (symmetry; apply Z.ltb_ge; lia). now rewrite orb_false_r.
    + intros d Bd. cbn in Bd. lia.
  - replace (Z.of_nat (S n)) with (Z.of_nat n + 1) in * by lia. set (N := Z.of_nat n) in *. assert (HN : 0 <= N) by lia.
    pose proof (Z.mod_pos_bound (tops N l) q ltac:(lia)) as Rb. pose proof (Z.div_mod (tops N l) q ltac:(lia)) as D. set (r := tops N l mod q) in *.
    pose proof (free_least l) as F0. pose proof (tops_least N l) as T0.
    assert (Low : forall l2, Forall2 (freed N) l l2 -> free l2 <= k ->
      exists m, Forall2 (may N) (lower_part N l2) m /\ changes (lower_part N l2) m <= k /\ forall d, 0 <= d < N -> have d m mod q = 0).
    { intros l2 _ F2. apply IH.
      - unfold all_below, lower_part. apply Forall_map, Forall_forall. intros h _. cbn [fst]. apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia.
      - enough (free (lower_part N l2) = free l2) by lia. clear. induction l2 as [|h l2 I]; [reflexivity|]. cbn [lower_part map free snd]. fold (lower_part N l2). now rewrite I. }
    assert (Fin : forall l2 g, Forall2 (freed N) l l2 -> free l2 <= k -> 0 <= g <= free l2 -> (l = l2 \/ g = 0) -> (tops N l2 + g) mod q = 0 ->
      exists m, Forall2 (may (N + 1)) l m /\ changes l m <= k /\ forall d, 0 <= d < N + 1 -> have d m mod q = 0).
    { intros l2 g F2 Fk G Or Zero. destruct (give N l2 g G) as [bs [Gi [On Z0]]]. destruct (Low l2 F2 Fk) as [m [Ma [Ch Hd]]].
      destruct (join_ok N l l2 bs m HN B F2 Gi ltac:(destruct Or; auto) Ma) as [J1 [J2 [J3 J4]]].
      exists (joined N bs m). split; [exact J1|]. split; [lia|]. intros d Bd. destruct (Z.eq_dec d N) as [->|Nd]; [rewrite J3, On; exact Zero|].
      rewrite J4 by lia. apply Hd. lia. }
    assert (Same : Forall2 (freed N) l l) by (clear; induction l; constructor; trivial; unfold freed; repeat split; intros; congruence).
    destruct (Z.eq_dec r 0) as [R0|R0]; [|destruct (Z.le_gt_cases q (r + free l)) as [C|C]].
    + apply (Fin l 0 Same); try lia. rewrite Z.add_0_r. exact R0.
    + apply (Fin l (q - r) Same); try lia; [now left|]. replace (tops N l + (q - r)) with ((tops N l / q + 1) * q) by lia. apply Z.mod_mul; lia.
    + destruct (free_some N l r) as [l2 [F2 [E1 E2]]]; [pose proof (Z.mod_le (tops N l) q ltac:(lia) ltac:(lia)) as Ml; fold r in Ml; lia|]. apply (Fin l2 0 F2); try lia. rewrite E2. replace (tops N l - r + 0) with (tops N l / q * q) by lia. apply Z.mod_mul; lia.
Qed.
End Mend.

(* ------------------------------------------------------------------ *)
(** ** The law of lists *)
Section Law.
Variable k : Z.
Hypothesis K : 0 <= k.
Definition natural (l : list Z) : Prop := Forall (Z.le 0) l.
Fixpoint width (l : list Z) : Z := match l with [] => 0 | x :: l => Z.max (Z.log2 x + 1) (width l) end.
Definition lost (l : list Z) : bool := forallb (fun d => have d l mod (k + 1) =? 0) (range 0 (width l)).
Definition lowered (l m : list Z) : Prop := Forall2 under l m /\ 1 <= less l m <= k.

Lemma width_least : forall l, 0 <= width l.
Proof using. induction l as [|x l IH]; cbn [width]; lia. Qed.
Lemma width_below : forall l, natural l -> below (width l) l.
Proof using.
  assert (Up : forall l a b, a <= b -> below a l -> below b l).
  { intros l a b H B. unfold below in *. rewrite Forall_forall in *. intros x I. specialize (B x I). assert (2 ^ a <= 2 ^ b) by (apply Z.pow_le_mono_r; lia). lia. }
  intros l N. induction N as [|x l X N IH]; [constructor|]. cbn [width]. constructor.
  - assert (x < 2 ^ (Z.log2 x + 1)).
    { destruct (Z.eq_dec x 0) as [->|Nz]; [cbn; lia|]. replace (Z.log2 x + 1) with (Z.succ (Z.log2 x)) by lia. apply Z.log2_spec. lia. }
    assert (2 ^ (Z.log2 x + 1) <= 2 ^ Z.max (Z.log2 x + 1) (width l)) by (apply Z.pow_le_mono_r; lia). lia.
  - apply (Up l (width l)); [lia|exact IH].
Qed.
Lemma lost_is : forall l, natural l -> (lost l = true <-> forall d, 0 <= d -> have d l mod (k + 1) = 0).
Proof using K.
  intros l N. unfold lost. rewrite forallb_forall. split.
  - intros H d Hd. destruct (Z.lt_ge_cases d (width l)) as [C|C].
    + apply Z.eqb_eq, H, in_range. lia.
    + rewrite (have_above (width l) d l); [apply Z.mod_0_l; lia|pose proof (width_least l); lia|now apply width_below].
  - intros H d I. apply in_range in I. apply Z.eqb_eq, H. lia.
Qed.
Lemma under_natural : forall l m, Forall2 under l m -> natural m.
Proof using. intros l m F. induction F as [|x y l m U F IH]; constructor; trivial. unfold under in U. lia. Qed.
Lemma apart : forall l m, natural l -> lowered l m -> lost l = true -> lost m = false.
Proof using K.
  intros l m N [F L] Lo. rewrite (lost_is l N) in Lo. destruct (lost m) eqn:Lm; trivial. exfalso.
  rewrite (lost_is m (under_natural l m F)) in Lm. pose proof (width_below l N) as B. pose proof (width_least l).
  destruct (highest (Z.to_nat (width l)) l m) as [d [Bd H']]; trivial; [rewrite Z2Nat.id by lia; exact B|lia|].
  specialize (Lo d ltac:(lia)). specialize (Lm d ltac:(lia)). apply Z.mod_divide in Lo, Lm; try lia.
  pose proof (Z.divide_sub_r _ _ _ Lo Lm) as D. apply Z.divide_pos_le in D; lia.
Qed.
Lemma same_of_none : forall l m, Forall2 under l m -> less l m <= 0 -> m = l.
Proof using.
  intros l m F. assert (P : forall l m, 0 <= less l m) by (clear; induction l as [|x l IH]; intros [|y m]; cbn [less]; try lia; specialize (IH m); destruct (y <? x); lia).
  induction F as [|x y l m U F IH]; intro L; trivial. cbn [less] in L. pose proof (P l m). unfold under in U. destruct (Z.ltb_spec y x); [lia|]. f_equal; [lia|apply IH; lia].
Qed.
Lemma reach : forall l, natural l -> lost l = false -> exists m, lowered l m /\ lost m = true.
Proof using K.
  intros l N L. pose proof (width_below l N) as B. pose proof (width_least l) as W. set (n := width l) in *.
  assert (B0 : all_below (Z.of_nat (Z.to_nat n)) (map (fun x => (x, false)) l)).
  { rewrite Z2Nat.id by lia. unfold all_below. apply Forall_map. exact B. }
  assert (F0 : free (map (fun x => (x, false)) l) = 0) by (clear; induction l as [|x l IH]; [reflexivity|]; cbn [map free snd Z.b2z]; lia).
  destruct (mended k K (Z.to_nat n) _ B0 ltac:(lia)) as [m [F [C H]]]. rewrite Z2Nat.id in * by lia. clear B0 F0.
  assert (T : Forall2 under l m /\ below n m /\ changes (map (fun x => (x, false)) l) m = less l m).
  { clearbody n. clear -F. revert m F. induction l as [|x l IH]; intros m F; inversion F as [|h y l' m' M F']; subst; [repeat split; constructor|].
    destruct (IH m' F') as [I1 [I2 I3]]. unfold may in M. cbn [fst snd] in M. destruct M as [M1 M2]. specialize (M2 eq_refl).
    split; [constructor; trivial; unfold under; lia|]. split; [constructor; trivial|]. cbn [map changes less]. rewrite I3. unfold changed. cbn [fst snd orb]. now destruct (y <? x). }
  destruct T as [T1 [T2 T3]]. exists m. rewrite T3 in C. assert (Lm : lost m = true).
  { apply (lost_is m (under_natural l m T1)). intros d Hd. destruct (Z.lt_ge_cases d n) as [D|D]; [now apply H|].
    rewrite (have_above n d m); [apply Z.mod_0_l; lia|lia|exact T2]. }
  split; [|exact Lm]. split; [exact T1|]. destruct (Z.le_gt_cases (less l m) 0) as [Z0|]; [|lia]. rewrite (same_of_none l m T1 Z0) in Lm. congruence.
Qed.
End Law.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Definition turn_of : expr := Get (P 0) (Num 0) 0.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) turn_of).
Definition chosen : expr := Bin Mod (Bin Shr (Var 0) (Var 1)) (Num 2).
Definition how_many : expr := Fold (Num 0) (Len (P 1)) (Num 0) (Ite chosen (Bin Add (Var 2) (Num 1)) (Var 2)).
Definition one : expr := Get (P 1) (Var 1) 0.
Definition lower : cmd := Choose (Num 1) (Bin Add one (Num 1)) (Set_ 1 (Var 1) (Bin Sub one (Var 2))).
Definition several (k : Z) : cmd :=
  Choose (Num 0) (Bin Shl (Num 1) (Len (P 1)))
    (Seq (Guard (Ite (Bin Le (Num 1) how_many) (Bin Le how_many (Num k)) (Num 0)))
         (Loop (Num 0) (Len (P 1)) (When chosen lower Skip))).
Definition is_moore (g : game) (k : Z) : Prop :=
  parts g = [(0, Some 1); (0, None)] /\ tiers g = [Seq (several k) pass] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite turn_of (Num 1) (Num (-1)) /\ (0 <=? k) = true.

(** Sums over places. *)
Definition sum_of (f : nat -> Z) (n : nat) : Z := fold_right Z.add 0 (map f (seq 0 n)).
Lemma sum_last : forall f n, sum_of f (S n) = sum_of f n + f n.
Proof.
  intros f n. unfold sum_of. rewrite seq_S, map_app, fold_right_app. cbn [map fold_right]. rewrite Nat.add_0_l.
  generalize (map f (seq 0 n)). intro l. induction l as [|x l IH]; cbn [fold_right]; lia.
Qed.
Lemma sum_first : forall f n, sum_of f (S n) = f O + sum_of (fun i => f (S i)) n.
Proof. intros f n. unfold sum_of. cbn [seq map fold_right]. rewrite <- seq_shift, map_map. reflexivity. Qed.
Lemma sum_same : forall f h n, (forall i, (i < n)%nat -> f i = h i) -> sum_of f n = sum_of h n.
Proof. intros f h n. induction n as [|n IH]; intro H; [reflexivity|]. rewrite !sum_last, IH, (H n) by (try lia; intros; apply H; lia). reflexivity. Qed.
Lemma less_sum : forall l m, length l = length m -> less l m = sum_of (fun i => Z.b2z (nth i m 0 <? nth i l 0)) (length l).
Proof.
  induction l as [|x l IH]; intros [|y m] E; try discriminate; [reflexivity|]. cbn [length less]. rewrite sum_first. cbn [nth]. rewrite <- IH by (cbn in E; lia).
  now destruct (y <? x).
Qed.
(** A number with these digits. *)
Lemma with_digits : forall (f : nat -> bool) n, exists s, 0 <= s < 2 ^ Z.of_nat n /\ forall i, (i < n)%nat -> Z.testbit s (Z.of_nat i) = f i.
Proof.
  intros f. induction n as [|n [s [B H]]]; [exists 0; split; [cbn; lia|intros; lia]|].
  assert (P1 : 2 ^ Z.of_nat (S n) = 2 * 2 ^ Z.of_nat n) by (rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia).
  exists (s + Z.b2z (f n) * 2 ^ Z.of_nat n). assert (Bs : 0 <= s + Z.b2z (f n) * 2 ^ Z.of_nat n < 2 ^ Z.of_nat (S n)) by (destruct (f n); cbn [Z.b2z]; lia).
  split; [exact Bs|]. intros i L. destruct (Nat.eq_dec i n) as [->|N].
  - destruct (top_digit (Z.of_nat n) (s + Z.b2z (f n) * 2 ^ Z.of_nat n)) as [T _]; [lia|replace (Z.of_nat n + 1) with (Z.of_nat (S n)) by lia; exact Bs|].
    rewrite T. destruct (f n); cbn [Z.b2z]; [apply Z.leb_le|apply Z.leb_gt]; lia.
  - rewrite <- (H i) by lia. rewrite <- (low_digit (Z.of_nat n)) by lia. f_equal. rewrite Z_mod_plus_full. apply Z.mod_small. lia.
Qed.

Section Term.
Variables (g : game) (k : Z).
Hypothesis G : is_moore g k.
Definition here (P : bool) (l : list Z) : state := [[number_of P]; l].
Notation go := (run (consts g) [(0, Some 1); (0, None)]).

Lemma chosen_is : forall st s i r, 0 <= i -> ev (consts g) (s :: i :: r) st chosen = Z.b2z (Z.testbit s i).
Proof using.
  intros st s i r Hi. unfold chosen. cbn [ev nth opz]. replace (2 <=? 0) with false by reflexivity. replace (Z.max 0 i) with i by lia.
  rewrite Z.shiftr_div_pow2 by lia. symmetry. apply Z.testbit_spec'. exact Hi.
Qed.
Lemma range_last : forall n, range 0 (Z.of_nat (S n)) = range 0 (Z.of_nat n) ++ [Z.of_nat n].
Proof using.
  intro n. unfold range. replace (Z.to_nat (Z.of_nat (S n) - 0)) with (S n) by lia. replace (Z.to_nat (Z.of_nat n - 0)) with n by lia.
  rewrite seq_S, map_app. reflexivity.
Qed.
Lemma how_many_is : forall P l s, ev (consts g) [s] (here P l) how_many = sum_of (fun i => Z.b2z (Z.testbit s (Z.of_nat i))) (length l).
Proof using.
  intros P l s. unfold how_many. cbn [ev look here nth]. set (f := fun acc v : Z => _). generalize (length l). intro n.
  induction n as [|n IH]; [reflexivity|]. rewrite range_last, fold_left_app, IH, sum_last. cbn [fold_left]. unfold f. cbn [app].
  cbn [ev]. rewrite chosen_is by lia. cbn [nth opz]. destruct (Z.testbit s (Z.of_nat n)); cbn [Z.b2z Z.eqb]; lia.
Qed.

Lemma put_nth : forall i j v (m : list Z), (j < length m)%nat -> nth i (put j v m) 0 = if Nat.eqb i j then v else nth i m 0.
Proof using.
  intros i j v m. revert i j. induction m as [|x m IH]; intros i j L; [cbn in L; lia|]. destruct j as [|j], i as [|i]; cbn [put nth Nat.eqb]; trivial.
  apply IH. cbn in L. lia.
Qed.
Lemma put_length : forall j v (m : list Z), length (put j v m) = length m.
Proof using. intros j v m. revert j. induction m as [|x m IH]; intros [|j]; cbn [put length]; trivial. now rewrite IH. Qed.
(** After so many rounds. *)
Definition rel (s : Z) (j : nat) (l m : list Z) : Prop := length m = length l /\
  forall i, (i < length l)%nat -> if Nat.ltb i j && Z.testbit s (Z.of_nat i) then 0 <= nth i m 0 < nth i l 0 else nth i m 0 = nth i l 0.
Lemma rounds : forall P l s j t, (j <= length l)%nat ->
  (In t (fold_left (fun ss v => flat_map (go (When chosen lower Skip) ([s] ++ [v])) ss) (range 0 (Z.of_nat j)) [here P l]) <->
   exists m, t = here P m /\ rel s j l m).
Proof using.
  intros P l s j. induction j as [|j IH]; intros t L.
  - cbn [range]. change (range 0 (Z.of_nat 0)) with (@nil Z). cbn [fold_left]. split.
    + intros [<-|[]]. exists l. split; trivial. split; trivial. intros i _. reflexivity.
    + intros [m [-> [Lm H]]]. left. unfold here. f_equal. f_equal. apply (nth_ext _ _ 0 0); [lia|]. intros i Bi. specialize (H i Bi). cbn in H. lia.
  - rewrite range_last, fold_left_app. cbn [fold_left]. rewrite in_flat_map. split.
    + intros [u [Iu It]]. apply IH in Iu; [|lia]. destruct Iu as [m [-> [Lm H]]]. cbn [app run] in It. rewrite chosen_is in It by lia.
      destruct (Z.testbit s (Z.of_nat j)) eqn:T; cbn [Z.b2z Z.eqb] in It.
      * unfold lower in It. cbn [run] in It. apply in_flat_map in It. destruct It as [x [Ix It]]. apply in_range in Ix.
        unfold one, here in Ix, It. cbn [app ev nth look opz] in Ix, It. unfold elt in Ix, It.
        destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|]. rewrite Nat2Z.id in Ix, It. unfold assign in It. cbn [nth_error] in It.
        replace ((0 <=? Z.of_nat j) && (Z.of_nat j <? Z.of_nat (length m))) with true in It
          by (symmetry; apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
        cbn [andb] in It. unfold inside in It. cbn [fst snd] in It. rewrite andb_true_r in It. destruct (Z.leb_spec 0 (nth j m 0 - x)) as [C|C]; [|destruct It].
        destruct It as [<-|[]]. rewrite Nat2Z.id. exists (put j (nth j m 0 - x) m). split; [reflexivity|]. split; [now rewrite put_length|].
        intros i Bi. rewrite put_nth by lia. specialize (H i Bi). destruct (Nat.eqb_spec i j) as [->|Ne].
        -- rewrite T. replace (Nat.ltb j (S j)) with true by (symmetry; apply Nat.ltb_lt; lia). rewrite Nat.ltb_irrefl in H. cbn [andb] in *. lia.
        -- replace (Nat.ltb i (S j)) with (Nat.ltb i j) by (apply eq_true_iff_eq; rewrite !Nat.ltb_lt; lia). exact H.
      * destruct It as [<-|[]]. exists m. split; trivial. split; trivial. intros i Bi. specialize (H i Bi). destruct (Nat.eq_dec i j) as [->|Ne].
        -- rewrite T, andb_false_r. rewrite T, andb_false_r in H. exact H.
        -- replace (Nat.ltb i (S j)) with (Nat.ltb i j) by (apply eq_true_iff_eq; rewrite !Nat.ltb_lt; lia). exact H.
    + intros [m [-> [Lm H]]]. set (m0 := put j (nth j l 0) m).
      assert (R0 : rel s j l m0).
      { split; [unfold m0; now rewrite put_length|]. intros i Bi. unfold m0. rewrite put_nth by lia. specialize (H i Bi). destruct (Nat.eqb_spec i j) as [->|Ne].
        - now rewrite Nat.ltb_irrefl.
        - replace (Nat.ltb i (S j)) with (Nat.ltb i j) in H by (apply eq_true_iff_eq; rewrite !Nat.ltb_lt; lia). exact H. }
      exists (here P m0). split; [apply IH; [lia|eauto]|]. cbn [app run]. rewrite chosen_is by lia.
      assert (Back : put j (nth j m 0) m0 = m).
      { apply (nth_ext _ _ 0 0); [unfold m0; now rewrite !put_length|]. intros i Bi. unfold m0 in *. rewrite !put_length in Bi. rewrite put_nth by (rewrite put_length; lia).
        destruct (Nat.eqb_spec i j) as [->|Ne]; trivial. rewrite put_nth by lia. now replace (Nat.eqb i j) with false by (symmetry; now apply Nat.eqb_neq). }
      assert (At : nth j m0 0 = nth j l 0) by (unfold m0; rewrite put_nth by lia; now rewrite Nat.eqb_refl).
      pose proof (H j ltac:(lia)) as Hj. replace (Nat.ltb j (S j)) with true in Hj by (symmetry; apply Nat.ltb_lt; lia). cbn [andb] in Hj.
      assert (Ln : length m0 = length l) by (unfold m0; now rewrite put_length).
      destruct (Z.testbit s (Z.of_nat j)) eqn:T; cbn [Z.b2z Z.eqb].
      * unfold lower. cbn [run]. apply in_flat_map. exists (nth j m0 0 - nth j m 0). unfold one, here. cbn [app ev nth look opz]. unfold elt.
        destruct (Z.ltb_spec (Z.of_nat j) 0); [lia|]. rewrite Nat2Z.id. split; [apply in_range; lia|]. unfold assign. cbn [nth_error].
        replace ((0 <=? Z.of_nat j) && (Z.of_nat j <? Z.of_nat (length m0))) with true
          by (symmetry; apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt]; lia).
        cbn [andb]. unfold inside. cbn [fst snd]. rewrite andb_true_r. replace (nth j m0 0 - (nth j m0 0 - nth j m 0)) with (nth j m 0) by lia.
        replace (0 <=? nth j m 0) with true by (symmetry; apply Z.leb_le; lia). rewrite Nat2Z.id. cbn [put]. rewrite Back. now left.
      * left. unfold here. f_equal. f_equal. rewrite <- Back at 1. rewrite Hj, <- At. symmetry. apply (nth_ext _ _ 0 0); [now rewrite put_length|].
        intros i Bi. rewrite put_length in Bi. rewrite put_nth by lia. now destruct (Nat.eqb_spec i j) as [->|].
Qed.

Lemma several_is : forall P l t, natural l -> (In t (go (several k) [] (here P l)) <-> exists m, lowered k l m /\ t = here P m).
Proof using.
  intros P l t N. unfold several. cbn [run]. rewrite in_flat_map. split.
  - intros [s [Is It]]. apply in_flat_map in It. destruct It as [u [Iu It]]. cbn [app] in *. cbn [ev] in Iu. rewrite !how_many_is in Iu.
    cbn [opz] in Iu. set (c := sum_of _ _) in Iu. unfold b2z in Iu. destruct (Z.leb_spec 1 c) as [C1|C1]; cbn [Z.eqb] in Iu; [|destruct Iu].
    destruct (Z.leb_spec c k) as [C2|C2]; cbn [Z.eqb] in Iu; [|destruct Iu]. destruct Iu as [<-|[]].
    cbn [ev look here nth] in It. apply (rounds P l s (length l) t (Nat.le_refl _)) in It. destruct It as [m [-> [Lm H]]].
    exists m. split; [|reflexivity].
    assert (Hi : forall i, (i < length l)%nat -> if Z.testbit s (Z.of_nat i) then 0 <= nth i m 0 < nth i l 0 else nth i m 0 = nth i l 0).
    { intros i Bi. specialize (H i Bi). replace (Nat.ltb i (length l)) with true in H by (symmetry; now apply Nat.ltb_lt). exact H. }
    split.
    + clear -N Lm Hi. revert m Lm Hi. assert (Gen : forall l, natural l -> forall m b, length m = length l ->
        (forall i, (i < length l)%nat -> if (b i : bool) then 0 <= nth i m 0 < nth i l 0 else nth i m 0 = nth i l 0) -> Forall2 under l m).
      { clear. intros l N. induction N as [|x l X N IH]; intros [|y m] b Lm H; try discriminate; constructor.
        - specialize (H O ltac:(cbn; lia)). cbn [nth] in H. unfold under. destruct (b O); lia.
        - apply (IH m (fun i => b (S i))); [cbn in Lm; lia|]. intros i Bi. apply (H (S i)). cbn. lia. }
      intros m Lm Hi. exact (Gen l N m (fun i => Z.testbit s (Z.of_nat i)) Lm Hi).
    + rewrite less_sum by lia. rewrite (sum_same _ (fun i => Z.b2z (Z.testbit s (Z.of_nat i)))); [fold c; lia|].
      intros i Bi. specialize (Hi i Bi). f_equal. destruct (Z.testbit s (Z.of_nat i)); [apply Z.ltb_lt|apply Z.ltb_ge]; lia.
  - intros [m [[F [C1 C2]] ->]]. assert (Lm : length l = length m) by (clear -F; induction F; cbn [length]; congruence).
    destruct (with_digits (fun i => nth i m 0 <? nth i l 0) (length l)) as [s [Bs Hs]].
    assert (Hu : forall i, (i < length l)%nat -> under (nth i l 0) (nth i m 0)).
    { clear -F. induction F as [|x y l m U F IH]; intros [|i] Bi; cbn in Bi; try lia; cbn [nth]; trivial. apply IH. lia. }
    exists s. split.
    + apply in_range. cbn [ev look here nth opz]. rewrite Z.shiftl_mul_pow2 by lia. replace (Z.max 0 (Z.of_nat (length l))) with (Z.of_nat (length l)) by lia. lia.
    + apply in_flat_map. exists (here P l). cbn [app ev]. rewrite !how_many_is. cbn [opz].
      replace (sum_of (fun i => Z.b2z (Z.testbit s (Z.of_nat i))) (length l)) with (less l m)
        by (rewrite less_sum by lia; apply sum_same; intros i Bi; now rewrite Hs).
      split.
      * unfold b2z. replace (1 <=? less l m) with true by (symmetry; apply Z.leb_le; lia). replace (less l m <=? k) with true by (symmetry; apply Z.leb_le; lia). now left.
      * cbn [ev look here nth]. apply (rounds P l s (length l) (here P m) (Nat.le_refl _)). exists m. split; trivial. split; [lia|].
        intros i Bi. replace (Nat.ltb i (length l)) with true by (symmetry; now apply Nat.ltb_lt). cbn [andb]. rewrite (Hs i Bi). specialize (Hu i Bi). unfold under in Hu.
        destruct (Z.ltb_spec (nth i m 0) (nth i l 0)); lia.
Qed.
Lemma moves_of : forall P l s, natural l -> (In s (moves g (here P l)) <-> exists m, lowered k l m /\ s = here (negb P) m).
Proof using G.
  intros P l s N. destruct G as [Pt [Ti [Ed _]]].
  assert (Turned : forall m, In s (go pass [] (here P m)) <-> s = here (negb P) m).
  { intro m. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. }
  unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
  change (go (Seq (several k) pass) [] (here P l)) with (flat_map (go pass []) (go (several k) [] (here P l))). rewrite in_flat_map. split.
  - intros [u [Iu Is]]. apply (several_is P l u N) in Iu. destruct Iu as [m [Lo ->]]. apply Turned in Is. eauto.
  - intros [m [Lo ->]]. exists (here P m). split; [apply several_is; eauto|now apply Turned].
Qed.

(** THE LAW, for lists of every length. *)
Theorem moore_law : forall P l, natural l ->
  (lost k l = false <-> wins g P (here P l)) /\ (lost k l = true <-> wins g (negb P) (here P l)).
Proof using G.
  intros P l N. destruct G as [_ [_ [Ed [Bl [St Kk]]]]]. apply Z.leb_le in Kk.
  apply (impartial_law g) with (R := lowered k) (I := natural) (size := fun l => Z.to_nat (fold_right Z.add 0 l)); trivial.
  - intro s. unfold ended. now rewrite Ed.
  - intros Q m s Nm. now apply moves_of.
  - intros x y Nx [F L]. split; [exact (under_natural x y F)|].
    assert (T : 0 <= fold_right Z.add 0 y /\ fold_right Z.add 0 y + less x y <= fold_right Z.add 0 x).
    { clear -F. induction F as [|a b x y U F IH]; cbn [fold_right less]; [lia|]. unfold under in U. destruct (Z.ltb_spec b a); lia. }
    lia.
  - intros Q m _. unfold stuck_pays. rewrite St. now destruct Q.
  - intros x y Nx Lo. now apply apart.
  - intros x Nx L. now apply reach.
Qed.
End Term.
