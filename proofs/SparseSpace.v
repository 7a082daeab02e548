(** * SparseSpace.v -- octal games whose values lie in a sparse space: a finite state.
    A class [cls n v] (common or rare) of the values v at a heap n is given with which a split's value is common exactly
    if one part's value is common and the other's rare. If beyond R every value is common, and beyond n0 + W every rare
    value below a heap's value is the value of a take or of a split with a part of at most max R A, then the values
    before n0 + p + W being right and periodic from n0 on, they are right for ever: W = max R A + (number of digits).
    So the check needs n0 + p + W heaps, and of each only the options with a small or rare part.
    Main theorems: [sparse_space], [sparse_space_law].
    Source: Berlekamp, Conway, Guy 1982 (sparse spaces); the finite state is stated here.  No axioms. *)
Require Import Bool Arith PArith NArith List Lia.
From Whowins Require Import Game Octal.
Import ListNotations.
Open Scope N_scope.

Section Sparse.
Variables (ds : list N) (g : N -> N) (cls : N -> N -> bool) (n0 p R A : N).
Let k := N.of_nat (length ds).        (* the last digit's index + 1 *)
Let M := N.max R A.
Let W := M + k.
Hypothesis Hp : 0 < p.
Hypothesis Hds : ds <> [].
Hypothesis Per : forall n, n0 <= n -> g (n + p) = g n.
Hypothesis Lin : forall j d a b, nth_error ds j = Some d -> N.testbit d 2 = true ->
  cls (a + b + N.of_nat j) (N.lxor (g a) (g b)) = xorb (cls a (g a)) (cls b (g b)).
Hypothesis ClsPer : forall n v, cls (n + p) v = cls n v.
Hypothesis Common : forall n, R < n -> n < n0 + p + W -> cls n (g n) = true.
Hypothesis Base : forall n, n < n0 + p + W -> mexeq ds g n.
(** a small part, or no split *)
Definition near (o : list N) : Prop := match o with [a; b] => a <= M \/ b <= M | _ => True end.
Definition covered (n : N) : Prop := forall v, v < g n -> cls n v = false ->
  exists o, In o (opts ds n) /\ near o /\ xs g o = v.
Hypothesis Near : forall n, n0 + W <= n -> n < n0 + p + W -> covered n.

Lemma k_pos : 0 < k.
Proof. unfold k. destruct ds; [congruence|simpl length; lia]. Qed.
Lemma common_all : forall n, R < n -> cls n (g n) = true.
Proof.
  intro n. pose proof k_pos as Kp. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro H.
  destruct (N.lt_ge_cases n (n0 + p + W)) as [L|L]; [now apply Common|].
  replace n with (n - p + p) by lia. rewrite ClsPer, Per by lia. apply IH; unfold W, M in *; lia.
Qed.
Lemma rare_low : forall n, cls n (g n) = false -> n <= R.
Proof.
  intros n H. destruct (N.le_gt_cases n R) as [L|L]; trivial. rewrite common_all in H by exact L. discriminate.
Qed.

Lemma in_digits : forall j d, nth_error ds j = Some d -> N.of_nat j < k.
Proof.
  intros j d H. assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia.
Qed.

(** an option of n with a small part has a counterpart at n + p, and the other way round *)
Lemma up : forall n o, n0 + W <= n -> In o (opts ds n) -> near o ->
  exists o', In o' (opts ds (n + p)) /\ near o' /\ xs g o' = xs g o.
Proof.
  intros n o Hn H Hs. apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  pose proof (in_digits j d Hj) as J. unfold W in Hn. rewrite N.add_0_l in H. apply opt1_spec in H.
  destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
  - lia.
  - exists [n + p - N.of_nat j]. split; [|split; [exact I|]].
    + apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; left. repeat split; trivial; lia.
    + simpl. rewrite !N.lxor_0_r. replace (n + p - N.of_nat j) with (n - N.of_nat j + p) by lia. apply Per. lia.
  - destruct Hs as [Hs|Hs].
    + exists [a; b + p]. split; [|split; [now left|]].
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists a, (b + p). repeat split; lia.
      * simpl. now rewrite Per by lia.
    + exists [a + p; b]. split; [|split; [now right|]].
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists (a + p), b. repeat split; lia.
      * simpl. now rewrite Per by lia.
Qed.
Lemma down : forall n o, n0 + W <= n -> In o (opts ds (n + p)) -> near o ->
  exists o', In o' (opts ds n) /\ near o' /\ xs g o' = xs g o.
Proof.
  intros n o Hn H Hs. apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  pose proof (in_digits j d Hj) as J. unfold W in Hn. rewrite N.add_0_l in H. apply opt1_spec in H.
  destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
  - lia.
  - exists [n - N.of_nat j]. split; [|split; [exact I|]].
    + apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; left. repeat split; trivial; lia.
    + simpl. rewrite !N.lxor_0_r. replace (n + p - N.of_nat j) with (n - N.of_nat j + p) by lia. symmetry; apply Per. lia.
  - destruct Hs as [Hs|Hs].
    + exists [a; b - p]. split; [|split; [now left|]].
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists a, (b - p). repeat split; lia.
      * simpl. rewrite <- (Per (b - p)) by lia. now replace (b - p + p) with b by lia.
    + exists [a - p; b]. split; [|split; [now right|]].
      * apply opts_from_spec. exists j, d. split; trivial. rewrite N.add_0_l. apply opt1_spec. right; right. split; trivial.
        exists (a - p), b. repeat split; lia.
      * simpl. rewrite <- (Per (a - p)) by lia. now replace (a - p + p) with a by lia.
Qed.

(** an option of common value is a take or has a rare, hence small, part *)
Lemma common_near : forall n o, In o (opts ds n) -> cls n (xs g o) = true -> near o.
Proof.
  intros n o H C. apply opts_from_spec in H. destruct H as [j [d [Hj H]]]. rewrite N.add_0_l in H. apply opt1_spec in H.
  destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]]; try exact I.
  simpl in C. rewrite N.lxor_0_r, <- H3, (Lin j d) in C by assumption. unfold near, M.
  destruct (cls a (g a)) eqn:Ea.
  - destruct (cls b (g b)) eqn:Eb; [discriminate|]. apply rare_low in Eb. lia.
  - apply rare_low in Ea. lia.
Qed.

Lemma forever : forall n, mexeq ds g n /\ (n0 + W <= n -> covered n).
Proof.
  intro n. pose proof k_pos as Kp. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (n0 + p + W)) as [L|L]; [split; auto|].
  destruct (IH (n - p) ltac:(lia)) as [[M1 M2] C]. specialize (C ltac:(lia)).
  assert (E : g n = g (n - p)).
  { rewrite <- (Per (n - p)) by (unfold W in L; lia). f_equal. lia. }
  assert (K : forall v, cls n v = cls (n - p) v).
  { intro v. rewrite <- (ClsPer (n - p)). f_equal. lia. }
  assert (Cov : covered n).
  { intros v Hv Hr. rewrite E in Hv. rewrite K in Hr. destruct (C v Hv Hr) as [o [Io [So Eo]]].
    destruct (up (n - p) o ltac:(lia) Io So) as [o' [I' [S' E']]].
    replace (n - p + p) with n in I' by lia. exists o'. repeat split; trivial. congruence. }
  split; [split|intros _; exact Cov].
  - intros o Io Eo.
    assert (So : near o).
    { apply common_near with (n := n); trivial. rewrite Eo. apply common_all. unfold W, M in L. lia. }
    replace n with (n - p + p) in Io by lia.
    destruct (down (n - p) o ltac:(lia) Io So) as [o' [I' [S' E']]]. apply (M1 o' I'). congruence.
  - intros v Hv. destruct (cls n v) eqn:Ev.
    + rewrite E in Hv. destruct (M2 v Hv) as [o [Io Eo]].
      assert (So : near o) by (apply common_near with (n := n - p); trivial; now rewrite Eo, <- K).
      destruct (up (n - p) o ltac:(lia) Io So) as [o' [I' [S' E']]].
      replace (n - p + p) with n in I' by lia. exists o'. split; trivial. congruence.
    + destruct (Cov v Hv Ev) as [o [Io [So Eo]]]. now exists o.
Qed.

Theorem sparse_space : forall n, mexeq ds g n.
Proof. intro n. apply forever. Qed.
End Sparse.

(* ---------------- the class of a mask, with or without the heap's parity ---------------- *)
Fixpoint podd (x : positive) : bool := match x with xH => true | xO x => podd x | xI x => negb (podd x) end.
(** whether the number of ones is odd *)
Definition odd_weight (x : N) : bool := match x with N0 => false | Npos x => podd x end.
Lemma odd_weight_double : forall x, odd_weight (Pos.Ndouble x) = odd_weight x.
Proof. destruct x; reflexivity. Qed.
Lemma odd_weight_succ_double : forall x, odd_weight (Pos.Nsucc_double x) = negb (odd_weight x).
Proof. destruct x; reflexivity. Qed.
Lemma odd_weight_lxor : forall a b, odd_weight (N.lxor a b) = xorb (odd_weight a) (odd_weight b).
Proof.
  intros x y. destruct x as [|a].
  - rewrite N.lxor_0_l. now destruct (odd_weight y).
  - destruct y as [|b]; [rewrite N.lxor_0_r; now destruct (odd_weight (Npos a))|].
    change (N.lxor (Npos a) (Npos b)) with (Pos.lxor a b). cbn [odd_weight].
    revert b. induction a as [a IH|a IH|]; intros [b|b|]; cbn [Pos.lxor podd];
      rewrite ?odd_weight_double, ?odd_weight_succ_double, ?IH; cbn [odd_weight podd];
      repeat match goal with |- context [podd ?x] => destruct (podd x) end; reflexivity.
Qed.
Lemma land_lxor : forall a b c, N.land (N.lxor a b) c = N.lxor (N.land a c) (N.land b c).
Proof.
  intros. apply N.bits_inj. intro i. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  destruct (N.testbit a i), (N.testbit b i), (N.testbit c i); reflexivity.
Qed.
(** common: odd under the mask; with [pos], n + t is counted in *)
Definition class (mask : N) (pos : bool) (t n v : N) : bool :=
  xorb (odd_weight (N.land v mask)) (pos && N.odd (n + t)).
Definition parity_ok (ds : list N) (pos : bool) (t : N) : Prop := pos = true ->
  forall j d, nth_error ds j = Some d -> N.testbit d 2 = true -> N.odd (N.of_nat j + t) = false.
Lemma class_lin : forall ds g mask pos t, parity_ok ds pos t ->
  forall j d a b, nth_error ds j = Some d -> N.testbit d 2 = true ->
  class mask pos t (a + b + N.of_nat j) (N.lxor (g a) (g b)) =
  xorb (class mask pos t a (g a)) (class mask pos t b (g b)).
Proof.
  intros ds g mask pos t H j d a b Hj Hd. unfold class. rewrite land_lxor, odd_weight_lxor.
  destruct pos; cbn [andb].
  - specialize (H eq_refl j d Hj Hd). rewrite !N.odd_add in *.
    destruct (odd_weight (N.land (g a) mask)), (odd_weight (N.land (g b) mask)), (N.odd a), (N.odd b), (N.odd t),
      (N.odd (N.of_nat j)); simpl in *; congruence.
  - now rewrite !xorb_false_r.
Qed.
Lemma class_per : forall mask pos t p, (pos = true -> N.odd p = false) ->
  forall n v, class mask pos t (n + p) v = class mask pos t n v.
Proof.
  intros mask pos t p H n v. unfold class. destruct pos; trivial. specialize (H eq_refl).
  rewrite !N.odd_add, H. now rewrite xorb_false_r.
Qed.

(** MAIN THEOREM, as the certificate «sparse-space» states it: the winner of every sum of heaps *)
Theorem sparse_space_law : forall ds g mask pos t n0 p R A,
  let W := N.max R A + N.of_nat (length ds) in
  0 < p -> ds <> [] -> parity_ok ds pos t -> (pos = true -> N.odd p = false) ->
  (forall n, n0 <= n -> g (n + p) = g n) ->
  (forall n, R < n -> n < n0 + p + W -> class mask pos t n (g n) = true) ->
  (forall n, n < n0 + p + W -> mexeq ds g n) ->
  (forall n, n0 + W <= n -> n < n0 + p + W -> covered ds g (class mask pos t) R A n) ->
  (forall n, mexeq ds g n) /\
  forall l, (xs g l <> 0 <-> Win (omv ds) l) /\ (xs g l = 0 <-> Lose (omv ds) l).
Proof.
  intros ds g mask pos t n0 p R A W Hp Hds Par Even Per Com Base Near.
  assert (E : forall n, mexeq ds g n).
  { apply sparse_space with (cls := class mask pos t) (n0 := n0) (p := p) (R := R) (A := A); trivial.
    - now apply class_lin.
    - now apply class_per. }
  split; trivial. now apply sprague_grundy.
Qed.
