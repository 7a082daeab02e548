(** * HeapDigits.v -- heaps that fall apart by any code, and an automaton that reads heaps with their values side by side in binary digits.
    Moves take any number (a code that ends, or goes on with one digit for ever), and leave up to seven heaps of any sizes.
    Proved: no option of a heap has a value that the automaton reads with the heap, where the exploration says so ([no_equal]). The digits of the heap, of
    the heaps that stay and of their values are read side by side; the combinations of states are explored, with by how much the heap is more than what stays.
    Arithmetic.v has an automaton that knows the heap's place in a table, AutomaticGraph.v any automaton.
    Source: Sprague 1935, Grundy 1939; Buechi 1960 for sets read by automata. *)
Require Import Bool Arith PArith NArith ZArith List Lia FMapPositive Permutation.
From Whowins Require Import Game.
From Whowins Require Import Octal.
From Whowins Require Import Breaking.
From Whowins Require Import Explore.
Import ListNotations.
Open Scope N_scope.

(* ---------------- rules ---------------- *)
(** the digits for all that can be taken from n: b is the one for all numbers beyond the code's *)
Definition upto (ds : list N) (b n : N) : list N := ds ++ repeat b (S (N.to_nat n) - length ds).
Definition aopts (ds : list N) (b n : N) := bopts (upto ds b n) n.
Definition amv ds b := hmv (aopts ds b).
Definition amexeq ds b := hmexeq (aopts ds b).
Definition dig (ds : list N) (b t : N) : N := nth (N.to_nat t) ds b.
Lemma upto_nth : forall ds b n t, t <= n -> nth_error (upto ds b n) (N.to_nat t) = Some (dig ds b t).
Proof.
  intros ds b n t L. unfold upto, dig. destruct (Nat.lt_ge_cases (N.to_nat t) (length ds)) as [I|I].
  - rewrite nth_error_app1 by trivial. now apply nth_error_nth'.
  - rewrite nth_error_app2, (nth_overflow ds) by trivial.
    rewrite (nth_error_nth' _ b) by (rewrite repeat_length; lia). f_equal. apply nth_repeat.
Qed.
Lemma aopts_spec : forall ds b n o, In o (aopts ds b n) <-> exists t, legal t (dig ds b t) n o.
Proof.
  intros ds b n o. unfold aopts. rewrite bopts_spec. split.
  - intros [j [d [E L]]]. assert (J : N.of_nat j <= n) by apply L.
    exists (N.of_nat j). pose proof (upto_nth ds b n (N.of_nat j) J) as U. rewrite Nat2N.id in U.
    assert (d = dig ds b (N.of_nat j)) by congruence. now subst d.
  - intros [t L]. exists (N.to_nat t), (dig ds b t). rewrite N2Nat.id. split; trivial. apply upto_nth, L.
Qed.

(* ---------------- a heap and a value, as far as they are read ---------------- *)
Notation read := (N * N)%type.
Definition half (e : read) : read := (N.div2 (fst e), N.div2 (snd e)).
Lemma digits2 : forall x, x = 2 * N.div2 x + N.b2n (N.odd x).
Proof. intro x. apply N.div2_odd. Qed.
Definition below (k : nat) (e : read) : Prop := fst e < 2 ^ N.of_nat k /\ snd e < 2 ^ N.of_nat k.
Lemma below_half : forall k e, below (Datatypes.S k) e -> below k (half e).
Proof.
  intros k [x v] [A B]. unfold below, half in *. cbn [fst snd] in *. rewrite Nat2N.inj_succ, N.pow_succ_r' in *.
  rewrite (digits2 x) in A. rewrite (digits2 v) in B. lia.
Qed.
Lemma below_none : forall e, below 0 e -> e = (0, 0).
Proof. intros [x v] [A B]. cbn [fst snd] in *. change (2 ^ N.of_nat 0) with 1 in *. f_equal; lia. Qed.

Definition heaps (ps : list read) : N := total (map fst ps).
Definition values (ps : list read) : N := fold_right (fun e => N.lxor (snd e)) 0 ps.
Definition odds (ps : list read) : Z := fold_right (fun e => Z.add (Z.b2z (N.odd (fst e)))) 0%Z ps.
Lemma heaps_half : forall ps, Z.of_N (heaps ps) = (2 * Z.of_N (heaps (map half ps)) + odds ps)%Z.
Proof.
  induction ps as [|[x v] ps IH]; trivial. unfold heaps, total, odds in *. cbn [map fold_right half fst] in *.
  rewrite !N2Z.inj_add, IH. rewrite (digits2 x) at 1. destruct (N.odd x); cbn [N.b2n Z.b2z]; lia.
Qed.
Lemma odds_len : forall ps, (0 <= odds ps <= Z.of_nat (length ps))%Z.
Proof.
  induction ps as [|[x v] ps IH]; [cbn; lia|]. unfold odds in *. cbn [fold_right length fst]. destruct (N.odd x); cbn [Z.b2z]; lia.
Qed.
Lemma div2_lxor : forall a c, N.div2 (N.lxor a c) = N.lxor (N.div2 a) (N.div2 c).
Proof. intros a c. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.
Lemma odd_lxor : forall a c, N.odd (N.lxor a c) = xorb (N.odd a) (N.odd c).
Proof. intros a c. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.
Lemma values_half : forall ps, N.div2 (values ps) = values (map half ps).
Proof. induction ps as [|[x v] ps IH]; trivial. cbn [values fold_right map half snd]. fold (values ps). now rewrite div2_lxor, IH. Qed.
Lemma heaps_perm : forall ps qs, Permutation ps qs -> heaps ps = heaps qs.
Proof. intros ps qs P. induction P; trivial; unfold heaps, total in *; cbn [map fold_right] in *; lia. Qed.
Lemma values_perm : forall ps qs, Permutation ps qs -> values ps = values qs.
Proof.
  intros ps qs P. induction P; trivial; cbn [values fold_right].
  - now fold (values l) (values l'); rewrite IHP.
  - rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
  - congruence.
Qed.
Lemma bounded : forall l : list N, exists k, Forall (fun x => x < 2 ^ N.of_nat k) l.
Proof.
  induction l as [|x l [k IH]]; [now exists O|]. exists (N.to_nat (N.size x) + k)%nat. constructor.
  - apply N.lt_le_trans with (2 ^ N.size x); [apply N.size_gt|]. apply N.pow_le_mono_r; lia.
  - eapply Forall_impl; [|exact IH]. intros y Y. cbn beta in *. apply N.lt_le_trans with (1 := Y). apply N.pow_le_mono_r; lia.
Qed.

(* ---------------- states side by side ---------------- *)
Section Walk.
Variables (ds : list N) (b : N).
Variables (st : Type) (st_eqb st_leb : st -> st -> bool) (st_key : positive -> st -> positive).
Hypothesis st_eq : forall a c, st_eqb a c = true -> a = c.
(** The automaton reads a digit of the heap and one of the value; whether a state accepts, and whether the heap is more than 0. *)
Variables (goes : st -> bool -> bool -> option st) (accepts more_than_0 : st -> bool) (origin : st).

(** the heap, the heaps that stay, and by how much it is more: at most [full], which stands for all that is more *)
Notation wst := (st * list st * Z)%type.
Variables (full : Z) (endless : bool) (j : nat).
Definition letters := [(false, false); (false, true); (true, false); (true, true)].
Fixpoint follow (qs : list st) : list (list st * Z * bool) := match qs with
  | [] => [([], 0%Z, false)]
  | q :: qs => let r := follow qs in
    flat_map (fun nv : bool * bool => match goes q (fst nv) (snd nv) with
      | None => []
      | Some q' => map (fun e : list st * Z * bool =>
          (q' :: fst (fst e), (snd (fst e) + Z.b2z (fst nv))%Z, xorb (snd nv) (snd e))) r end) letters end.
Fixpoint put (a : st) (l : list st) : list st := match l with
  | [] => [a] | c :: l => if st_leb a c then a :: c :: l else c :: put a l end.
Definition order (l : list st) : list st := fold_right put [] l.
Definition wstep (a : wst) : list wst :=
  let r := follow (snd (fst a)) in
  flat_map (fun nv : bool * bool => match goes (fst (fst a)) (fst nv) (snd nv) with
    | None => []
    | Some q' => flat_map (fun e : list st * Z * bool =>
        let c := (2 * snd a + Z.b2z (fst nv) - snd (fst e))%Z in
        if eqb (snd nv) (snd e) && (0 <=? c)%Z && (endless || (c <? full)%Z)
        then [(q', order (fst (fst e)), Z.min c full)] else []) r end) letters.
Definition wgood (a : wst) : bool :=
  negb (accepts (fst (fst a)) && forallb (fun q => accepts q && more_than_0 q) (snd (fst a)) &&
        N.testbit (dig ds b (Z.to_N (snd a))) (N.of_nat j) && ((0 <? snd a)%Z || (2 <=? j)%nat)).
Definition weqb (a c : wst) : bool := st_eqb (fst (fst a)) (fst (fst c)) && leqb st_eqb (snd (fst a)) (snd (fst c)) && Z.eqb (snd a) (snd c).
(** integers as naturals, so that numbers strung together are told apart *)
Definition turn (z : Z) : N := match z with Z0 => 0 | Zpos n => Npos n~0 | Zneg n => Npos (Pos.pred_double n) end.
Definition wkey (a : wst) : positive := fold_left st_key (snd (fst a)) (st_key (pushN (turn (snd a)) 1%positive) (fst (fst a))).
Definition wstart : wst := (origin, repeat origin j, 0%Z).
Definition walk (fuel : nat) : bool := explore weqb wkey wstep wgood fuel [wstart] (PositiveMap.empty wst).

Lemma weq : forall a c, weqb a c = true -> a = c.
Proof using st_eq.
  intros [[q l] c] [[q' l'] c'] E. unfold weqb in E. cbn [fst snd] in E. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3].
  apply st_eq in E1. apply Z.eqb_eq in E3. apply leqb_eq in E2; trivial. congruence.
Qed.
Lemma put_perm : forall a l, Permutation (a :: l) (put a l).
Proof.
  intros a l. induction l as [|c l IH]; cbn [put]; trivial. destruct (st_leb a c); trivial.
  eapply perm_trans; [apply perm_swap|]. now apply perm_skip.
Qed.
Lemma order_perm : forall l, Permutation l (order l).
Proof.
  induction l as [|a l IH]; trivial. cbn [order fold_right]. eapply perm_trans; [|apply put_perm]. now apply perm_skip.
Qed.

(** What the states stand for. *)
Variables (inside : read -> Prop) (state : read -> st).
Hypothesis inside_half : forall e, inside e -> inside (half e).
Hypothesis goes_half : forall e, inside e -> goes (state (half e)) (N.odd (fst e)) (N.odd (snd e)) = Some (state e).
Hypothesis begins : state (0, 0) = origin.
Lemma follow_half : forall ps, Forall inside ps ->
  In (map state ps, odds ps, N.odd (values ps)) (follow (map state (map half ps))).
Proof using goes_half.
  induction ps as [|e ps IH]; intro I; [now left|]. inversion I as [|e' ps' Ie Ips]; subst. specialize (IH Ips).
  cbn [map follow]. apply in_flat_map. exists (N.odd (fst e), N.odd (snd e)). split.
  - unfold letters. destruct (N.odd (fst e)), (N.odd (snd e)); simpl; tauto.
  - cbn [fst snd]. rewrite (goes_half e Ie). apply in_map_iff. exists (map state ps, odds ps, N.odd (values ps)). split; trivial.
    cbn [fst snd odds values fold_right]. fold (odds ps) (values ps). rewrite odd_lxor. do 2 f_equal. lia.
Qed.

Hypothesis Full : (0 < full)%Z.
Hypothesis Most : (Z.of_nat j <= full)%Z.
Variable S : wst -> Prop.
Hypothesis Start : S wstart.
Hypothesis Closed : forall a, S a -> forall c, In c (wstep a) -> S c.
Lemma walked : forall k e ps, length ps = j -> below k e -> Forall (below k) ps -> inside e -> Forall inside ps ->
  snd e = values ps -> heaps ps <= fst e -> (endless = true \/ (Z.of_N (fst e) - Z.of_N (heaps ps) < full)%Z) ->
  exists qs, Permutation ps qs /\ S (state e, map state qs, Z.min (Z.of_N (fst e) - Z.of_N (heaps ps)) full).
Proof using Closed Full Most Start inside_half goes_half begins accepts more_than_0.
  induction k as [|k IH]; intros e ps J Be Bps Ie Ips V T En.
  - rewrite (below_none e Be) in *. cbn [fst snd] in *. exists ps. split; [apply Permutation_refl|]. unfold wstart in Start.
    replace (map state ps) with (repeat origin j).
    + rewrite begins. replace (heaps ps) with 0 by lia. now rewrite Z.min_l by lia.
    + rewrite <- J. clear -Bps begins. induction Bps as [|d ps B _ IH]; trivial. cbn [length repeat map].
      rewrite (below_none d B), begins. now f_equal.
  - pose proof (heaps_half ps) as Hh. pose proof (odds_len ps) as Ho. rewrite J in Ho.
    pose proof (digits2 (fst e)) as De.
    assert (Dz : Z.of_N (fst e) = (2 * Z.of_N (N.div2 (fst e)) + Z.b2z (N.odd (fst e)))%Z).
    { rewrite De at 1. destruct (N.odd (fst e)); cbn [N.b2n Z.b2z]; lia. }
    assert (Z01 : (0 <= Z.b2z (N.odd (fst e)) <= 1)%Z) by (destruct (N.odd (fst e)); cbn; lia).
    destruct (IH (half e) (map half ps)) as [hs [P1 I1]].
    + now rewrite map_length.
    + now apply below_half.
    + apply Forall_map. eapply Forall_impl; [|exact Bps]. intros d. apply below_half.
    + now apply inside_half.
    + apply Forall_map. eapply Forall_impl; [|exact Ips]. intros d. apply inside_half.
    + cbn [half snd]. now rewrite V, values_half.
    + cbn [half fst]. lia.
    + cbn [half fst]. destruct En as [En|En]; [now left|right]. lia.
    + apply Permutation_sym, Permutation_map_inv in P1. destruct P1 as [ps1 [-> P1]].
      pose proof (follow_half ps1 (Permutation_Forall P1 Ips)) as F.
      assert (P2 : Permutation (order (map state ps1)) (map state ps1)) by (apply Permutation_sym, order_perm).
      apply Permutation_map_inv in P2. destruct P2 as [ps2 [E2 P2]].
      exists ps2. split; [now apply perm_trans with ps1|]. rewrite <- E2.
      apply (Closed _ I1). unfold wstep. cbn [fst snd]. apply in_flat_map. exists (N.odd (fst e), N.odd (snd e)). split.
      { unfold letters. destruct (N.odd (fst e)), (N.odd (snd e)); simpl; tauto. }
      cbn [fst snd]. rewrite (goes_half e Ie). apply in_flat_map. exists (map state ps1, odds ps1, N.odd (values ps1)).
      split; trivial. cbn [fst snd]. rewrite V, (values_perm ps ps1 P1), eqb_reflx.
      pose proof (heaps_half ps1) as Hh1. pose proof (odds_len ps1) as Ho1.
      rewrite <- (Permutation_length P1), J in Ho1. rewrite <- (heaps_perm ps ps1 P1) in Hh1.
      rewrite (heaps_perm (map half ps) (map half ps1)) in * by now apply Permutation_map.
      cbn [half fst] in *. set (t := odds ps1) in *. set (C := (Z.of_N (N.div2 (fst e)) - Z.of_N (heaps (map half ps1)))%Z) in *.
      set (X := (Z.of_N (fst e) - Z.of_N (heaps ps))%Z) in *.
      assert (EX : X = (2 * C + Z.b2z (N.odd (fst e)) - t)%Z) by (unfold X, C; lia).
      assert (X0 : (0 <= X)%Z) by (unfold X; lia). clearbody t C X.
      replace ((0 <=? 2 * Z.min C full + Z.b2z (N.odd (fst e)) - t)%Z) with true by (symmetry; apply Z.leb_le; lia).
      replace (endless || (2 * Z.min C full + Z.b2z (N.odd (fst e)) - t <? full)%Z) with true.
      2: { symmetry. apply orb_true_iff. destruct En as [En|En]; [now left|right]. apply Z.ltb_lt. lia. }
      left. f_equal. lia.
Qed.
Hypothesis Good : forall a, S a -> wgood a = true.
Hypothesis Ends : (Z.of_nat (length ds) <= full)%Z.
Hypothesis Endless : endless = false -> b = 0.
(** the digit is the same at what [full] cuts off *)
Lemma dig_full : forall t, dig ds b (Z.to_N (Z.min (Z.of_N t) full)) = dig ds b t.
Proof using Ends.
  clear -Ends. intro t. unfold dig. destruct (Z.le_gt_cases (Z.of_N t) full) as [L|L].
  - rewrite Z.min_l by trivial. now rewrite N2Z.id.
  - rewrite Z.min_r by lia. rewrite !nth_overflow by lia. reflexivity.
Qed.
(** A value that is read with each heap. *)
Variable g : N -> N.
Hypothesis Inside : forall n, inside (n, g n).
Hypothesis Accepts : forall n, accepts (state (n, g n)) = true.
Hypothesis Some_ : forall n, 1 <= n -> more_than_0 (state (n, g n)) = true.
Theorem no_equal : forall t n v o, legal t (dig ds b t) n o -> length o = j -> inside (n, v) -> accepts (state (n, v)) = true -> xs g o <> v.
Proof using All.
  intros t n v o [L [_ [B [C [P T]]]]] J In_ Ac V.
  set (ps := map (fun a => (a, g a)) o).
  assert (Hps : heaps ps = n - t).
  { rewrite <- T. unfold heaps, ps. rewrite map_map. cbn [fst]. now rewrite map_id. }
  assert (Vps : values ps = xs g o).
  { unfold ps. clear. induction o as [|a o IH]; trivial. cbn [map values fold_right xs snd]. fold (values (map (fun a => (a, g a)) o)).
    now rewrite IH. }
  destruct (bounded (n :: v :: o ++ map g o)) as [k K].
  inversion K as [|y l K1 K']; subst y l. inversion K' as [|y l K2 K3]; subst y l. apply Forall_app in K3. destruct K3 as [K3 K4].
  destruct (walked k (n, v) ps) as [qs [P1 I1]].
  - unfold ps. now rewrite map_length.
  - now split.
  - unfold ps. apply Forall_map, Forall_forall. intros a Ia. rewrite Forall_map in K4. rewrite Forall_forall in K3, K4.
    split; cbn [fst snd]; [now apply K3|now apply K4].
  - trivial.
  - unfold ps. apply Forall_map, Forall_forall. intros a _. apply Inside.
  - cbn [snd]. now rewrite Vps.
  - cbn [fst]. lia.
  - cbn [fst]. rewrite Hps. destruct endless; [now left|right].
    assert (D : (N.to_nat t < length ds)%nat).
    { destruct (Nat.lt_ge_cases (N.to_nat t) (length ds)) as [D|D]; trivial. unfold dig in B. rewrite nth_overflow in B by trivial.
      rewrite (Endless eq_refl), N.bits_0 in B. discriminate. }
    lia.
  - specialize (Good _ I1). unfold wgood in Good. cbn [fst snd] in Good.
    replace (Z.of_N n - Z.of_N (heaps ps))%Z with (Z.of_N t) in Good by (rewrite Hps; lia).
    rewrite dig_full, <- J, B, Ac in Good.
    replace (forallb (fun q => accepts q && more_than_0 q) (map state qs)) with true in Good.
    2: { symmetry. apply forallb_forall. intros q Iq. apply in_map_iff in Iq. destruct Iq as [e [<- Ie]].
         apply Permutation_sym in P1. apply (Permutation_in _ P1) in Ie. apply in_map_iff in Ie. destruct Ie as [a [<- Ia]].
         rewrite Accepts, Some_ by now apply P. reflexivity. }
    cbn [andb] in Good. apply negb_true_iff, orb_false_iff in Good. destruct Good as [G1 G2].
    apply Z.ltb_ge in G1. rewrite J in *. apply Nat.leb_gt in G2. lia.
Qed.
End Walk.

(** All numbers of heaps that a move can leave. *)
Section Every.
Variables (ds : list N) (b : N) (st : Type) (st_eqb st_leb : st -> st -> bool) (st_key : positive -> st -> positive).
Hypothesis st_eq : forall a c, st_eqb a c = true -> a = c.
Variables (goes : st -> bool -> bool -> option st) (accepts more_than_0 : st -> bool) (origin : st).
Definition walk_full (j : nat) : Z := Z.max (Z.max 1 (Z.of_nat j)) (Z.of_nat (length ds)).
Definition every_walk (fuel : nat) : bool := forallb (fun j =>
  if forallb (fun d => negb (N.testbit d (N.of_nat j))) (b :: ds) then true
  else walk ds b st st_eqb st_leb st_key goes accepts more_than_0 origin (walk_full j) (negb (b =? 0)) j fuel) (seq 0 8).
Variables (inside : read -> Prop) (state : read -> st).
Hypothesis inside_half : forall e, inside e -> inside (half e).
Hypothesis goes_half : forall e, inside e -> goes (state (half e)) (N.odd (fst e)) (N.odd (snd e)) = Some (state e).
Hypothesis begins : state (0, 0) = origin.
Variable g : N -> N.
Hypothesis Inside : forall n, inside (n, g n).
Hypothesis Accepts : forall n, accepts (state (n, g n)) = true.
Hypothesis Some_ : forall n, 1 <= n -> more_than_0 (state (n, g n)) = true.
(** MAIN THEOREM: no option of a heap has a value that is read with the heap. *)
Theorem none_equal : forall fuel, every_walk fuel = true ->
  forall n v o, In o (aopts ds b n) -> inside (n, v) -> accepts (state (n, v)) = true -> xs g o <> v.
Proof using All.
  intros fuel W n v o Io In_ Ac. unfold every_walk in W. rewrite forallb_forall in W.
  apply aopts_spec in Io. destruct Io as [t L]. assert (J : (length o <= 7)%nat) by apply L.
  specialize (W (length o) ltac:(apply in_seq; lia)).
  destruct (forallb (fun d => negb (N.testbit d (N.of_nat (length o)))) (b :: ds)) eqn:X.
  { exfalso. clear W. rewrite forallb_forall in X. assert (B : N.testbit (dig ds b t) (N.of_nat (length o)) = true) by apply L.
    specialize (X (dig ds b t)). rewrite B in X. cbn [negb] in X. enough (false = true) by discriminate. apply X.
    unfold dig. destruct (nth_in_or_default (N.to_nat t) ds b) as [I|E]; [now right|now left]. }
  destruct (explore_sound _ _ _ _ _ (weq _ _ st_eq) _ _ W) as [S [S0 S1]].
  apply no_equal with (ds := ds) (b := b) (st := st) (st_eqb := st_eqb) (st_leb := st_leb) (goes := goes) (accepts := accepts) (more_than_0 := more_than_0)
    (origin := origin) (full := walk_full (length o)) (endless := negb (b =? 0)) (j := length o) (inside := inside) (state := state)
    (S := S) (t := t) (n := n); trivial; try (unfold walk_full; lia).
  - apply S0. now left.
  - intros a Sa. now apply S1.
  - intros a Sa. now apply S1.
  - intro E. destruct (N.eqb_spec b 0); [trivial|discriminate].
Qed.
End Every.
