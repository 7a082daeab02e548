(** * SparseSpace.v -- octal games whose values lie in a sparse space: a finite state.
    A class [cls n v] (common or rare) of the values v at a heap n is given with which a split's value is common exactly
    if one part's value is common and the other's rare. If beyond R every value is common, and beyond n0 + W every rare
    value below a heap's value is the value of a take or of a split with a part of at most max R A, then the values
    before n0 + p + W being right and periodic from n0 on, they are right for ever: W = max R A + (number of digits).
    So the check needs n0 + p + W heaps, and of each only the options with a small or rare part.
    Main theorems: [sparse_space], [sparse_space_law].
    Source: Berlekamp, Conway, Guy 1982 (sparse spaces); the finite state is stated here.  No axioms. *)
Require Import Bool Arith PArith NArith List Lia FMapPositive.
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

(* ---------------- the certificate checker ---------------- *)
(** options of a heap n that are no split, or a split with the first part among [parts] *)
Definition loc1 (parts : list N) (t d n : N) : list (list N) :=
  (if N.testbit d 0 && (n =? t) && (0 <? t) then [[]] else []) ++
  (if N.testbit d 1 && (t <? n) && (0 <? t) then [[n - t]] else []) ++
  (if N.testbit d 2 && (t <? n)
   then map (fun a => [a; n - t - a]) (filter (fun a => (0 <? a) && (a <? n - t)) parts) else []).
Fixpoint loc_from (parts : list N) (t : N) (ds : list N) (n : N) : list (list N) :=
  match ds with [] => [] | d :: ds => loc1 parts t d n ++ loc_from parts (N.succ t) ds n end.
Definition loc (ds parts : list N) (n : N) := loc_from parts 0 ds n.

Lemma loc_from_spec : forall parts ds t0 n o, In o (loc_from parts t0 ds n) <->
  exists j d, nth_error ds j = Some d /\ In o (loc1 parts (t0 + N.of_nat j) d n).
Proof.
  intros parts ds. induction ds as [|d ds IH]; intros t0 n o; simpl.
  - split; [tauto|]. intros [j [d [H _]]]. destruct j; discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [H|[j [d' [H1 H2]]]].
      * exists O, d. split; [reflexivity|]. now rewrite N.add_0_r.
      * exists (S j), d'. split; trivial. now replace (t0 + N.of_nat (S j)) with (N.succ t0 + N.of_nat j) by lia.
    + intros [[|j] [d' [H1 H2]]]; simpl in H1.
      * left. injection H1 as ->. now rewrite N.add_0_r in H2.
      * right. exists j, d'. split; trivial. now replace (N.succ t0 + N.of_nat j) with (t0 + N.of_nat (S j)) by lia.
Qed.
Lemma loc1_opt1 : forall parts t d n o, In o (loc1 parts t d n) ->
  In o (opt1 t d n) /\ match o with [a; b] => In a parts | _ => True end.
Proof.
  intros parts t d n o H. unfold loc1 in H. rewrite !in_app_iff in H. destruct H as [H|[H|H]].
  - destruct (N.testbit d 0 && (n =? t) && (0 <? t)) eqn:E; [|destruct H]. destruct H as [<-|[]]. split; trivial.
    unfold opt1. rewrite E. now left.
  - destruct (N.testbit d 1 && (t <? n) && (0 <? t)) eqn:E; [|destruct H]. destruct H as [<-|[]]. split; trivial.
    unfold opt1. rewrite E, !in_app_iff. right; left. now left.
  - destruct (N.testbit d 2 && (t <? n)) eqn:E; [|destruct H]. apply in_map_iff in H. destruct H as [a [<- H]].
    apply filter_In in H. destruct H as [Ha H]. apply andb_prop in H, E. destruct H as [H1 H2], E as [E1 E2].
    apply N.ltb_lt in H1, H2, E2. split; trivial. apply opt1_spec. right; right. split; trivial.
    exists a, (n - t - a). repeat split; lia.
Qed.
Lemma loc_opts : forall ds parts n o, In o (loc ds parts n) ->
  In o (opts ds n) /\ match o with [a; b] => In a parts | _ => True end.
Proof.
  intros ds parts n o H. apply loc_from_spec in H. destruct H as [j [d [Hj H]]].
  apply loc1_opt1 in H. destruct H as [H Hp]. split; trivial. apply opts_from_spec. now exists j, d.
Qed.
(** every option that is no split, or has a part among [parts], is one of these, up to the order of its parts *)
Lemma opts_loc : forall ds parts g n o, In o (opts ds n) ->
  match o with [a; b] => In a parts \/ In b parts | _ => True end ->
  exists o', In o' (loc ds parts n) /\ xs g o' = xs g o.
Proof.
  intros ds parts g n o H Hs. apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  assert (Q : exists o', In o' (loc1 parts (0 + N.of_nat j) d n) /\ xs g o' = xs g o).
  { rewrite N.add_0_l in *. apply opt1_spec in H. unfold loc1.
    destruct H as [[T [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
    - exists []. split; trivial. rewrite T. destruct (N.eqb_spec n (N.of_nat j)); [|lia].
      destruct (N.ltb_spec 0 (N.of_nat j)); [|lia]. now left.
    - exists [n - N.of_nat j]. split; trivial. rewrite T. destruct (N.ltb_spec (N.of_nat j) n); [|lia].
      destruct (N.ltb_spec 0 (N.of_nat j)); [|lia]. rewrite !in_app_iff. right; left. now left.
    - assert (P : forall x y, 0 < x -> 0 < y -> x + y + N.of_nat j = n -> In x parts ->
        In [x; y] (if N.testbit d 2 && (N.of_nat j <? n)
          then map (fun a => [a; n - N.of_nat j - a])
            (filter (fun a => (0 <? a) && (a <? n - N.of_nat j)) parts) else [])).
      { intros x y X Y S I. rewrite T. destruct (N.ltb_spec (N.of_nat j) n); [|lia]. cbn [andb].
        apply in_map_iff. exists x. split; [do 2 f_equal; lia|]. apply filter_In. split; trivial.
        apply andb_true_intro. split; apply N.ltb_lt; lia. }
      destruct Hs as [Hs|Hs].
      + exists [a; b]. split; trivial. rewrite !in_app_iff. right; right. now apply P.
      + exists [b; a]. split; [rewrite !in_app_iff; right; right; apply P; trivial; lia|].
        simpl. rewrite !N.lxor_0_r. apply N.lxor_comm. }
  destruct Q as [o' [I E]]. exists o'. split; trivial. apply loc_from_spec. now exists j, d.
Qed.

Section Check.
Variables (ds : list N) (g : N -> N) (mask : N) (pos : bool) (t R A : N) (rares probes : list N).
Definition reached (parts : list N) (n : N) : N := bits (map (xs g) (loc ds parts n)).
Definition has (parts : list N) (n v : N) : bool := N.testbit (reached parts n) v.
(** the values below v whose class at n is b and that are not in [seen] *)
Definition missing (b : bool) (n v seen : N) : list N :=
  filter (fun u => eqb (class mask pos t n u) b && negb (N.testbit seen u)) (range (N.to_nat v) 0).
(** heap n > R: its value is common; no take and no rare part gives it; these give each smaller common value; these, the
    probes and then all parts up to A give each smaller rare value *)
Definition stepb (n : N) : bool :=
  let v := g n in let seen := reached rares n in
  class mask pos t n v && negb (N.testbit seen v) &&
  match missing true n v seen with [] => true | _ => false end &&
  match missing false n v seen with [] => true | need =>
    let more := reached probes n in
    match filter (fun u => negb (N.testbit more u)) need with [] => true | rest =>
      let all := reached (range (N.to_nat A) 1) n in forallb (N.testbit all) rest end end.

Hypothesis Rares : forall a, a <= R -> class mask pos t a (g a) = false -> In a rares.
Hypothesis Small : forall a, In a rares -> a <= R.
Hypothesis Probes : forall a, In a probes -> a <= A.
Hypothesis Par : parity_ok ds pos t.

Lemma reached_spec : forall parts n v, N.testbit (reached parts n) v = true ->
  exists o, In o (opts ds n) /\ match o with [a; b] => In a parts | _ => True end /\ xs g o = v.
Proof.
  intros parts n v H. apply bits_spec, in_map_iff in H. destruct H as [o [E I]]. apply loc_opts in I.
  exists o. tauto.
Qed.
Lemma missing_nil : forall b n v seen, missing b n v seen = [] ->
  forall u, u < v -> class mask pos t n u = b -> N.testbit seen u = true.
Proof.
  intros b n v seen H u Hu Hb. destruct (N.testbit seen u) eqn:E; trivial.
  assert (I : In u (missing b n v seen)); [|rewrite H in I; destruct I].
  apply filter_In. split; [apply in_range; lia|]. now rewrite Hb, eqb_reflx, E.
Qed.

Lemma stepb_sound : forall n, (forall a, R < a -> a < n -> class mask pos t a (g a) = true) ->
  stepb n = true -> mexeq ds g n /\ covered ds g (class mask pos t) R A n /\ class mask pos t n (g n) = true.
Proof.
  intros n Com H. unfold stepb in H.
  apply andb_prop in H. destruct H as [H H4]. apply andb_prop in H. destruct H as [H H3].
  apply andb_prop in H. destruct H as [H1 H2]. apply negb_true_iff in H2.
  destruct (missing true n (g n) (reached rares n)) eqn:E3; [|discriminate]. clear H3.
  assert (Cov : covered ds g (class mask pos t) R A n).
  { intros u Hu Hc.
    assert (Q : exists parts, N.testbit (reached parts n) u = true /\ forall a, In a parts -> a <= N.max R A).
    { destruct (N.testbit (reached rares n) u) eqn:S1.
      { exists rares. split; trivial. intros a Ha. apply Small in Ha. lia. }
      destruct (N.testbit (reached probes n) u) eqn:S2.
      { exists probes. split; trivial. intros a Ha. apply Probes in Ha. lia. }
      assert (I : In u (missing false n (g n) (reached rares n))).
      { apply filter_In. split; [apply in_range; lia|]. now rewrite Hc, S1. }
      destruct (missing false n (g n) (reached rares n)) as [|x need]; [destruct I|].
      assert (J : In u (filter (fun u => negb (N.testbit (reached probes n) u)) (x :: need)))
        by (apply filter_In; now rewrite S2).
      destruct (filter (fun u => negb (N.testbit (reached probes n) u)) (x :: need)) as [|y rest]; [destruct J|].
      rewrite forallb_forall in H4. exists (range (N.to_nat A) 1). split; [now apply H4|].
      intros a Ha. apply in_range in Ha. lia. }
    destruct Q as [parts [S P]]. apply reached_spec in S. destruct S as [o [Io [Po Eo]]].
    exists o. repeat split; trivial. destruct o as [|a [|b [|? ?]]]; simpl; trivial. left. now apply P. }
  split; [|split; trivial]. split.
  - intros o Io Eo.
    assert (S : match o with [a; b] => In a rares \/ In b rares | _ => True end).
    { pose proof Io as I. apply opts_from_spec in I. destruct I as [j [d [Hj I]]]. rewrite N.add_0_l in I. apply opt1_spec in I.
      destruct I as [[_ [_ [_ ->]]]|[[_ [_ [_ ->]]]|[T [a [b [Ha [Hb [E ->]]]]]]]]; trivial.
      simpl in Eo. rewrite N.lxor_0_r in Eo. rewrite <- Eo, <- E, (class_lin ds g mask pos t Par j d) in H1 by assumption.
      destruct (class mask pos t a (g a)) eqn:Ca.
      - destruct (class mask pos t b (g b)) eqn:Cb; [discriminate|]. right. apply Rares; trivial.
        destruct (N.le_gt_cases b R) as [L|L]; trivial. rewrite Com in Cb by lia. discriminate.
      - left. apply Rares; trivial.
        destruct (N.le_gt_cases a R) as [L|L]; trivial. rewrite Com in Ca by lia. discriminate. }
    destruct (opts_loc ds rares g n o Io S) as [o' [I' E']].
    assert (N.testbit (reached rares n) (g n) = true); [|congruence].
    apply bits_spec. rewrite <- Eo, <- E'. now apply in_map.
  - intros u Hu. destruct (class mask pos t n u) eqn:Cu.
    + pose proof (missing_nil true n (g n) _ E3 u Hu Cu) as S. apply reached_spec in S. destruct S as [o [Io [_ Eo]]]. now exists o.
    + destruct (Cov u Hu Cu) as [o [Io [_ Eo]]]. now exists o.
Qed.
End Check.

(** heaps up to R by all their options, those beyond by [stepb] *)
Definition scheck (ds : list N) (mask : N) (pos : bool) (t R A n0 p : N) (probes tab : list N) : bool :=
  let m := mk tab 1 (PositiveMap.empty N) in
  let K := n0 + p + N.max R A + N.of_nat (length ds) in
  let ext := mk (map (gf m n0 p) (range (N.to_nat K) 0)) 1 (PositiveMap.empty N) in
  let g := tabf ext in
  let rares := filter (fun a => negb (class mask pos t a (g a))) (range (N.to_nat (R + 1)) 0) in
  (0 <? p) && negb (pos && N.odd p) && (0 <? N.of_nat (length ds)) &&
  forallb (fun j => negb (pos && N.testbit (nth j ds 0) 2 && N.odd (N.of_nat j + t))) (seq 0 (length ds)) &&
  forallb (fun a => a <=? A) probes &&
  forallb (fun n => if n <=? R then mexb ds g n else stepb ds g mask pos t A rares probes n) (range (N.to_nat K) 0).

(** a table whose values below K are right, and those beyond R common and covered, is right for ever *)
Theorem table_law : forall ds mask pos t R A n0 p tab,
  let g := gf (mk tab 1 (PositiveMap.empty N)) n0 p in
  let K := n0 + p + N.max R A + N.of_nat (length ds) in
  let e := tabf (mk (map g (range (N.to_nat K) 0)) 1 (PositiveMap.empty N)) in
  0 < p -> ds <> [] -> parity_ok ds pos t -> (pos = true -> N.odd p = false) ->
  (forall n, n < K -> mexeq ds e n /\ (R < n -> covered ds e (class mask pos t) R A n /\ class mask pos t n (e n) = true)) ->
  (forall n, mexeq ds g n) /\
  forall l, (xs g l <> 0 <-> Win (omv ds) l) /\ (xs g l = 0 <-> Lose (omv ds) l).
Proof.
  intros ds mask pos t R A n0 p tab g K e Hp Hds Hpar Even S.
  assert (Len : 0 < N.of_nat (length ds)) by (destruct ds; [congruence|simpl length; lia]).
  assert (X : forall n, n < K -> e n = g n) by (intros n Hn; unfold e; now apply ext_ok).
  assert (M : forall n, n < K -> mexeq ds g n).
  { intros n Hn. apply mexeq_ext with (g := e); [intros x Hx; apply X; lia|]. now apply S. }
  apply sparse_space_law with (mask := mask) (pos := pos) (t := t) (n0 := n0) (p := p) (R := R) (A := A); trivial.
  - intros n Hn. unfold g, gf, canon. destruct (N.ltb_spec n n0), (N.ltb_spec (n + p) n0); try lia.
    do 2 f_equal. replace (n + p - n0) with (n - n0 + 1 * p) by lia. apply N.mod_add. lia.
  - intros n H1 H2. rewrite <- X by (unfold K; lia). apply S; unfold K; lia.
  - intros n Hn. apply M. unfold K. lia.
  - intros n H1 H2 v Hv Hc. destruct (S n) as [_ Q]; [unfold K; lia|]. destruct Q as [Q _]; [lia|].
    rewrite <- X in Hv by (unfold K; lia). destruct (Q v Hv Hc) as [o [Io [So Eo]]]. exists o. repeat split; trivial.
    rewrite <- Eo. apply xs_ext. intros x Hx. symmetry. apply X. destruct (opts_small ds n o Io) as [_ Hs].
    specialize (Hs x Hx). unfold K. lia.
Qed.
Theorem scheck_law : forall ds mask pos t R A n0 p probes tab, scheck ds mask pos t R A n0 p probes tab = true ->
  let g := gf (mk tab 1 (PositiveMap.empty N)) n0 p in
  (forall n, mexeq ds g n) /\
  forall l, (xs g l <> 0 <-> Win (omv ds) l) /\ (xs g l = 0 <-> Lose (omv ds) l).
Proof.
  intros ds mask pos t R A n0 p probes tab C g. unfold scheck in C. fold g in C.
  set (K := n0 + p + N.max R A + N.of_nat (length ds)) in *.
  set (e := tabf (mk (map g (range (N.to_nat K) 0)) 1 (PositiveMap.empty N))) in *.
  set (rares := filter (fun a => negb (class mask pos t a (e a))) (range (N.to_nat (R + 1)) 0)) in *.
  apply andb_prop in C; destruct C as [C Heaps]. apply andb_prop in C; destruct C as [C Pr].
  apply andb_prop in C; destruct C as [C Par]. apply andb_prop in C; destruct C as [C Len].
  apply andb_prop in C; destruct C as [Hp Even]. apply N.ltb_lt in Hp, Len.
  rewrite forallb_forall in Heaps, Pr, Par. apply negb_true_iff in Even.
  assert (Rk : R < K) by (unfold K; lia).
  assert (Hpar : parity_ok ds pos t).
  { intros -> j d Hj Hd. assert (J : (j < length ds)%nat) by (apply nth_error_Some; congruence).
    specialize (Par j ltac:(apply in_seq; lia)). rewrite (nth_error_nth ds j 0 Hj), Hd in Par.
    now apply negb_true_iff in Par. }
  assert (Rar : forall a, a <= R -> class mask pos t a (e a) = false -> In a rares).
  { intros a Ha Hc. apply filter_In. split; [apply in_range; lia|]. now rewrite Hc. }
  assert (Sma : forall a, In a rares -> a <= R).
  { intros a Ha. apply filter_In in Ha. destruct Ha as [Ha _]. apply in_range in Ha. lia. }
  assert (Pro : forall a, In a probes -> a <= A) by (intros a Ha; now apply N.leb_le, Pr).
  assert (S : forall n, n < K -> mexeq ds e n /\
    (R < n -> covered ds e (class mask pos t) R A n /\ class mask pos t n (e n) = true)).
  { intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro Hn.
    specialize (Heaps n ltac:(apply in_range; lia)). cbn beta in Heaps.
    destruct (N.leb_spec n R) as [L|L].
    - split; [now apply mexb_sound|lia].
    - destruct (stepb_sound ds e mask pos t R A rares probes Rar Sma Pro Hpar n) as [S1 [S2 S3]]; trivial.
      + intros a H1 H2. destruct (IH a H2 ltac:(lia)) as [_ Q]. now apply Q.
      + split; trivial. now split. }
  apply table_law with (mask := mask) (pos := pos) (t := t) (R := R) (A := A); trivial.
  - intros ->. simpl in Len. lia.
  - intros ->. exact Even.
Qed.
