(** * LargeOctal.v -- the check of a sparse-space law as one fast function, for certificates too large for Coq's own machine.
    The same theorem as SparseSpace.v ([scheck_law]), by sets of values in trees instead of numbers read as bits: beyond the
    rare heaps, and at each common one before, only takes, splits with a rare part and, until each rare value is found,
    listed splits and then all small parts are looked at; at a rare heap all options are.
    Proved: [space_outcomes]; that no smaller period and no smaller preperiod will do, [space_least]. *)
Require Import Bool Arith PArith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game Octal SparseSpace Explore Large.
From Whowins Require Vector.
Import ListNotations.
Open Scope N_scope.

(* ---------------- sets of values ---------------- *)
Definition vset : Type := PositiveMap.t unit.
Definition none : vset := PositiveMap.empty unit.
Definition mem (v : N) (m : vset) : bool := match PositiveMap.find (N.succ_pos v) m with Some _ => true | None => false end.
Definition put (v : N) (m : vset) : vset := PositiveMap.add (N.succ_pos v) tt m.
Definition drop (v : N) (m : vset) : vset := PositiveMap.remove (N.succ_pos v) m.
Lemma succ_pos_inj : forall u v, N.succ_pos u = N.succ_pos v -> u = v.
Proof. intros u v H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now f_equal. Qed.
Lemma mem_none : forall v, mem v none = false.
Proof. intro v. unfold mem, none. now rewrite PositiveMap.gempty. Qed.
Lemma mem_put : forall u v m, mem u (put v m) = (u =? v) || mem u m.
Proof.
  intros u v m. unfold mem, put. destruct (N.eqb_spec u v) as [->|D]; [now rewrite PositiveMap.gss|].
  rewrite PositiveMap.gso; trivial. intro E. now apply D, succ_pos_inj.
Qed.
Lemma mem_drop : forall u v m, u <> v -> mem u (drop v m) = mem u m.
Proof. intros u v m D. unfold mem, drop. rewrite PositiveMap.gro; trivial. intro E. now apply D, succ_pos_inj. Qed.
Lemma nothing_in : forall m u, PositiveMap.is_empty m = true -> mem u m = false.
Proof.
  intros m u E. unfold mem. destruct (PositiveMap.find (N.succ_pos u) m) as [x|] eqn:F; trivial.
  exfalso. exact (PositiveMap.is_empty_2 E F).
Qed.

Section Heap.
Variables (ds : list N) (g : N -> N) (mask : N) (pos : bool) (t : N).

(* ---------------- the values of the options with a part among some ---------------- *)
Definition fair (parts : list (N * N)) : Prop := forall a w, In (a, w) parts -> 0 < a /\ w = g a.
Fixpoint splits (r : N) (parts : list (N * N)) (m : vset) : vset := match parts with
  | [] => m
  | (a, w) :: parts => splits r parts (if a <? r then put (N.lxor w (g (r - a))) m else m) end.
Fixpoint walk (j : N) (l : list N) (n : N) (parts : list (N * N)) (m : vset) : vset := match l with
  | [] => m
  | d :: l =>
    let m := if N.testbit d 0 && (n =? j) && (0 <? j) then put 0 m else m in
    let m := if N.testbit d 1 && (j <? n) && (0 <? j) then put (g (n - j)) m else m in
    walk (N.succ j) l n parts (if N.testbit d 2 && (j <? n) then splits (n - j) parts m else m) end.
Lemma fair_tail : forall e parts, fair (e :: parts) -> fair parts.
Proof. intros e parts F a w I. apply F. now right. Qed.
Lemma splits_spec : forall parts r m v, fair parts -> mem v (splits r parts m) = true <->
  mem v m = true \/ exists a, In a (map fst parts) /\ 0 < a /\ a < r /\ v = N.lxor (g a) (g (r - a)).
Proof.
  induction parts as [|[a w] parts IH]; intros r m v F; cbn [splits map fst].
  - split; [now left|]. intros [H|[a [[] _]]]; trivial.
  - rewrite IH by exact (fair_tail _ _ F). destruct (F a w (or_introl eq_refl)) as [A ->].
    destruct (N.ltb_spec a r) as [L|L].
    + rewrite mem_put, orb_true_iff, N.eqb_eq. split.
      * intros [[->|H]|[b [B H]]]; [right; exists a; repeat split; trivial; now left|now left|].
        right. exists b. split; [now right|exact H].
      * intros [H|[b [[<-|B] [B1 [B2 E]]]]]; [left; now right|left; now left|].
        right. exists b. now repeat split.
    + split.
      * intros [H|[b [B H]]]; [now left|]. right. exists b. split; [now right|exact H].
      * intros [H|[b [[<-|B] [B1 [B2 E]]]]]; [now left|lia|]. right. exists b. now repeat split.
Qed.
Lemma loc1_values : forall parts j d n v, In v (map (xs g) (loc1 parts j d n)) <->
  (N.testbit d 0 && (n =? j) && (0 <? j) = true /\ v = 0) \/
  (N.testbit d 1 && (j <? n) && (0 <? j) = true /\ v = g (n - j)) \/
  (N.testbit d 2 && (j <? n) = true /\ exists a, In a parts /\ 0 < a /\ a < n - j /\ v = N.lxor (g a) (g (n - j - a))).
Proof.
  intros parts j d n v. unfold loc1. rewrite !map_app, !in_app_iff.
  destruct (N.testbit d 0 && (n =? j) && (0 <? j)), (N.testbit d 1 && (j <? n) && (0 <? j)), (N.testbit d 2 && (j <? n));
    cbn [map In xs fold_right]; rewrite ?N.lxor_0_r, ?map_map, ?in_map_iff.
  all: assert (Q : (exists x, xs g [x; n - j - x] = v /\ In x (filter (fun a => (0 <? a) && (a <? n - j)) parts)) <->
    (exists a, In a parts /\ 0 < a /\ a < n - j /\ v = N.lxor (g a) (g (n - j - a))));
    [split; [intros [x [E I]]; apply filter_In in I; destruct I as [I B]; apply andb_prop in B; destruct B as [B1 B2];
       apply N.ltb_lt in B1, B2; exists x; cbn [xs fold_right] in E; rewrite N.lxor_0_r in E; now repeat split
     |intros [x [I [B1 [B2 E]]]]; exists x; split; [cbn [xs fold_right]; now rewrite N.lxor_0_r|];
       apply filter_In; split; trivial; apply andb_true_intro; split; now apply N.ltb_lt]|].
  all: try rewrite Q; clear Q; intuition (try discriminate; try congruence; auto).
Qed.
Lemma walk_spec : forall l j n parts m v, fair parts -> mem v (walk j l n parts m) = true <->
  mem v m = true \/ In v (map (xs g) (loc_from (map fst parts) j l n)).
Proof.
  induction l as [|d l IH]; intros j n parts m v F; cbn [walk loc_from].
  - cbn [map In]. tauto.
  - rewrite IH by trivial. rewrite map_app, in_app_iff, loc1_values.
    destruct (N.testbit d 2 && (j <? n)); [rewrite splits_spec by trivial|];
      destruct (N.testbit d 1 && (j <? n) && (0 <? j)); rewrite ?mem_put, ?orb_true_iff, ?N.eqb_eq;
      destruct (N.testbit d 0 && (n =? j) && (0 <? j)); rewrite ?mem_put, ?orb_true_iff, ?N.eqb_eq;
      intuition (try discriminate; auto).
Qed.
Definition seen_by (parts : list (N * N)) (n : N) : vset := walk 0 ds n parts none.
Lemma seen_spec : forall parts n v, fair parts ->
  mem v (seen_by parts n) = true <-> In v (map (xs g) (loc ds (map fst parts) n)).
Proof. intros parts n v F. unfold seen_by. rewrite walk_spec by trivial. rewrite mem_none. unfold loc. intuition discriminate. Qed.

(* ---------------- what is left to be found, taken out as it is found ---------------- *)
Definition take (n j a w : N) (need : vset) : vset := if a + j <? n then drop (N.lxor w (g (n - j - a))) need else need.
Fixpoint by_part (n a w j : N) (l : list N) (need : vset) : vset := match l with
  | [] => need
  | d :: l => by_part n a w (N.succ j) l (if N.testbit d 2 then take n j a w need else need) end.
Fixpoint by_parts (n : N) (parts : list (N * N)) (need : vset) : vset := match parts with
  | [] => need
  | (a, w) :: parts => if PositiveMap.is_empty need then need else by_parts n parts (by_part n a w 0 ds need) end.
(** a probe: what is taken, the part, its value *)
Fixpoint by_probes (n : N) (probes : list (N * N * N)) (need : vset) : vset := match probes with
  | [] => need
  | (j, a, w) :: probes => if PositiveMap.is_empty need then need else by_probes n probes (take n j a w need) end.
Definition splits_at (j : N) : bool := N.testbit (nth (N.to_nat j) ds 0) 2.
Definition probe_fair (probes : list (N * N * N)) : Prop :=
  forall j a w, In (j, a, w) probes -> 0 < a /\ w = g a /\ splits_at j = true.
Lemma take_spec : forall n j a w need u, mem u need = true ->
  mem u (take n j a w need) = true \/ (a + j < n /\ u = N.lxor w (g (n - j - a))).
Proof.
  intros n j a w need u M. unfold take. destruct (N.ltb_spec (a + j) n) as [L|L]; [|now left].
  destruct (N.eq_dec u (N.lxor w (g (n - j - a)))) as [->|D]; [now right|]. left. now rewrite mem_drop.
Qed.
Lemma loc_split : forall parts n i d a, nth_error ds i = Some d -> N.testbit d 2 = true -> In a parts -> 0 < a ->
  a + N.of_nat i < n -> In (N.lxor (g a) (g (n - N.of_nat i - a))) (map (xs g) (loc ds parts n)).
Proof.
  intros parts n i d a E T I A L. apply in_map_iff. exists [a; n - N.of_nat i - a]. split.
  - cbn [xs fold_right]. now rewrite N.lxor_0_r.
  - apply loc_from_spec. exists i, d. split; trivial. rewrite N.add_0_l. unfold loc1. rewrite !in_app_iff. right; right.
    rewrite T. destruct (N.ltb_spec (N.of_nat i) n); [|lia]. cbn [andb]. apply in_map_iff. exists a. split; trivial.
    apply filter_In. split; trivial. apply andb_true_intro. split; apply N.ltb_lt; lia.
Qed.
Lemma by_part_spec : forall n a l i need u, mem u need = true -> 0 < a -> mem u (by_part n a (g a) (N.of_nat i) l need) = true \/
  exists k d, nth_error l k = Some d /\ N.testbit d 2 = true /\ a + N.of_nat (i + k) < n /\
    u = N.lxor (g a) (g (n - N.of_nat (i + k) - a)).
Proof.
  intros n a. induction l as [|d l IH]; intros i need u M A; cbn [by_part]; [now left|].
  assert (S : N.succ (N.of_nat i) = N.of_nat (S i)) by lia. rewrite S.
  assert (Q : forall need, mem u need = true -> mem u (by_part n a (g a) (N.of_nat (Datatypes.S i)) l need) = true \/
    exists k d', nth_error (d :: l) k = Some d' /\ N.testbit d' 2 = true /\ a + N.of_nat (i + k) < n /\
    u = N.lxor (g a) (g (n - N.of_nat (i + k) - a))).
  { intros need' M'. destruct (IH (Datatypes.S i) need' u M' A) as [H|[k [d' [E [T [L V]]]]]]; [now left|]. right.
    exists (Datatypes.S k), d'. replace (i + Datatypes.S k)%nat with (Datatypes.S i + k)%nat by lia. now repeat split. }
  destruct (N.testbit d 2) eqn:T; [|now apply Q].
  destruct (take_spec n (N.of_nat i) a (g a) need u M) as [H|[L E]]; [now apply Q|].
  right. exists O, d. rewrite Nat.add_0_r. now repeat split.
Qed.
Lemma by_parts_spec : forall n parts need u, fair parts -> mem u need = true ->
  mem u (by_parts n parts need) = true \/ In u (map (xs g) (loc ds (map fst parts) n)).
Proof.
  intros n parts. assert (G : forall l need u, (forall e, In e l -> In e parts) -> fair parts -> mem u need = true ->
    mem u (by_parts n l need) = true \/ In u (map (xs g) (loc ds (map fst parts) n))).
  { induction l as [|[a w] l IH]; intros need u Sub F M; cbn [by_parts]; [now left|].
    destruct (PositiveMap.is_empty need); [now left|].
    assert (I : In (a, w) parts) by (apply Sub; now left). destruct (F a w I) as [A ->].
    destruct (by_part_spec n a ds 0 need u M A) as [H|[k [d [E [T [L V]]]]]].
    - apply IH; trivial. intros e Ie. apply Sub. now right.
    - right. rewrite V, Nat.add_0_l. apply loc_split with d; trivial.
      apply in_map_iff. now exists (a, g a). }
  intros need u F M. now apply G.
Qed.
Lemma by_probes_spec : forall n probes need u, probe_fair probes -> mem u need = true ->
  mem u (by_probes n probes need) = true \/ In u (map (xs g) (loc ds (map (fun e => snd (fst e)) probes) n)).
Proof.
  intros n probes. set (parts := map (fun e : N * N * N => snd (fst e)) probes).
  assert (G : forall l need u, (forall e, In e l -> In e probes) -> probe_fair probes -> mem u need = true ->
    mem u (by_probes n l need) = true \/ In u (map (xs g) (loc ds parts n))).
  { induction l as [|[[j a] w] l IH]; intros need u Sub F M; cbn [by_probes]; [now left|].
    destruct (PositiveMap.is_empty need); [now left|].
    assert (I : In (j, a, w) probes) by (apply Sub; now left). destruct (F j a w I) as [A [-> T]].
    destruct (take_spec n j a (g a) need u M) as [H|[L E]].
    - apply IH; trivial. intros e Ie. apply Sub. now right.
    - right. rewrite E. unfold splits_at in T. destruct (nth_error ds (N.to_nat j)) as [d|] eqn:D.
      + rewrite (nth_error_nth ds _ 0 D) in T. rewrite <- (N2Nat.id j). apply loc_split with d; trivial; [|lia].
        apply in_map_iff. now exists (j, a, g a).
      + apply nth_error_None in D. rewrite nth_overflow in T by trivial. discriminate. }
  intros need u F M. now apply G.
Qed.

(* ---------------- one heap ---------------- *)
(** the rare values among u, u + 1, ... that are not seen; nothing where a common one is not *)
Fixpoint unseen (k : nat) (u n : N) (seen need : vset) : option vset := match k with
  | O => Some need
  | S k => if mem u seen then unseen k (N.succ u) n seen need
    else if class mask pos t n u then None else unseen k (N.succ u) n seen (put u need) end.
Definition step (rares low : list (N * N)) (probes : list (N * N * N)) (n : N) : bool :=
  let v := g n in let seen := seen_by rares n in
  class mask pos t n v && negb (mem v seen) &&
  match unseen (N.to_nat v) 0 n seen none with
  | None => false | Some need => PositiveMap.is_empty (by_parts n low (by_probes n probes need)) end.
Definition whole (low : list (N * N)) (n : N) : bool :=
  let v := g n in let seen := seen_by low n in
  negb (mem v seen) && range_all (N.to_nat v) 0 (fun u => mem u seen).
Lemma unseen_spec : forall k u n seen need need', unseen k u n seen need = Some need' ->
  (forall x, mem x need = true -> mem x need' = true) /\
  forall x, u <= x -> x < u + N.of_nat k -> mem x seen = true \/ (class mask pos t n x = false /\ mem x need' = true).
Proof.
  induction k as [|k IH]; intros u n seen need need' E; cbn [unseen] in E.
  - injection E as <-. split; trivial. intros x H1 H2. lia.
  - destruct (mem u seen) eqn:M.
    + destruct (IH _ _ _ _ _ E) as [H1 H2]. split; trivial. intros x X1 X2. destruct (N.eq_dec x u) as [->|D]; [now left|].
      apply H2; lia.
    + destruct (class mask pos t n u) eqn:Cl; [discriminate|]. destruct (IH _ _ _ _ _ E) as [H1 H2]. split.
      * intros x X. apply H1. now rewrite mem_put, X, orb_true_r.
      * intros x X1 X2. destruct (N.eq_dec x u) as [->|D]; [|apply H2; lia].
        right. split; trivial. apply H1. now rewrite mem_put, N.eqb_refl.
Qed.
Lemma reached_in : forall parts n v, N.testbit (reached ds g parts n) v = true <-> In v (map (xs g) (loc ds parts n)).
Proof. intros. apply bits_spec. Qed.
Theorem step_is_stepb : forall A rares low probes n, fair rares -> fair low -> probe_fair probes ->
  map fst low = range (N.to_nat A) 1 -> step rares low probes n = true ->
  stepb ds g mask pos t A (map fst rares) (map (fun e => snd (fst e)) probes) n = true.
Proof.
  intros A rares low probes n Fr Fl Fp Al E. unfold step in E.
  apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2]. apply negb_true_iff in E2.
  destruct (unseen (N.to_nat (g n)) 0 n (seen_by rares n) none) as [need|] eqn:U; [|discriminate].
  destruct (unseen_spec _ _ _ _ _ _ U) as [_ H]. unfold stepb.
  set (ra := reached ds g (map fst rares) n). set (mo := reached ds g (map (fun e : N * N * N => snd (fst e)) probes) n).
  assert (Ra : forall u, mem u (seen_by rares n) = N.testbit ra u).
  { intro u. apply eq_true_iff_eq. unfold ra. now rewrite reached_in, seen_spec. }
  assert (Q : forall u, u < g n -> N.testbit ra u = true \/ (class mask pos t n u = false /\
    (N.testbit mo u = true \/ N.testbit (reached ds g (range (N.to_nat A) 1) n) u = true))).
  { intros u Hu. destruct (H u ltac:(lia) ltac:(lia)) as [S|[S1 S2]]; [left; now rewrite <- Ra|].
    right. split; trivial. destruct (by_probes_spec n probes need u Fp S2) as [P|P]; [|left; now apply reached_in].
    destruct (by_parts_spec n low _ u Fl P) as [P'|P']; [|right; apply reached_in; now rewrite <- Al].
    rewrite (nothing_in _ u E3) in P'. discriminate. }
  rewrite E1, <- Ra, E2. cbn [negb andb].
  assert (M1 : missing mask pos t true n (g n) ra = []).
  { destruct (missing mask pos t true n (g n) ra) as [|u l] eqn:Mi; trivial. exfalso.
    assert (I : In u (missing mask pos t true n (g n) ra)) by (rewrite Mi; now left).
    apply filter_In in I. destruct I as [I B]. apply in_range in I. apply andb_prop in B. destruct B as [B1 B2].
    apply eqb_prop in B1. apply negb_true_iff in B2. destruct (Q u ltac:(lia)) as [X|[X _]]; congruence. }
  rewrite M1. cbn [andb].
  destruct (missing mask pos t false n (g n) ra) as [|x need'] eqn:Mi; trivial.
  destruct (filter (fun u => negb (N.testbit mo u)) (x :: need')) as [|y rest] eqn:Fi; trivial.
  apply forallb_forall. intros u I. rewrite <- Fi in I. apply filter_In in I. destruct I as [I B].
  rewrite <- Mi in I. apply filter_In in I. destruct I as [I B']. apply in_range in I. apply andb_prop in B'. destruct B' as [B1 B2].
  apply negb_true_iff in B, B2. destruct (Q u ltac:(lia)) as [X|[_ [X|X]]]; congruence.
Qed.
Theorem whole_sound : forall low n, fair low -> (forall a, 0 < a -> a < n -> In a (map fst low)) -> whole low n = true -> mexeq ds g n.
Proof.
  intros low n F All E. unfold whole in E. apply andb_prop in E. destruct E as [E1 E2]. apply negb_true_iff in E1.
  rewrite range_all_ranges, forallb_forall in E2. split.
  - intros o I X. assert (S : match o with [a; b] => In a (map fst low) \/ In b (map fst low) | _ => True end).
    { pose proof I as J. apply opts_from_spec in J. destruct J as [j [d [_ J]]]. apply opt1_spec in J.
      destruct J as [[_ [_ [_ ->]]]|[[_ [_ [_ ->]]]|[_ [a [b [Ha [Hb [Hs ->]]]]]]]]; trivial. left. apply All; lia. }
    destruct (opts_loc ds (map fst low) g n o I S) as [o' [I' E']].
    assert (mem (g n) (seen_by low n) = true); [|congruence].
    apply seen_spec; trivial. apply in_map_iff. exists o'. split; trivial. congruence.
  - intros u Hu. specialize (E2 u). rewrite seen_spec in E2 by trivial.
    destruct (proj1 (in_map_iff _ _ _) (E2 ltac:(apply Vector.in_ranges; lia))) as [o [X I]]. exists o. split; trivial.
    now apply loc_opts in I.
Qed.
End Heap.

Lemma loc_zero : forall ds parts n, loc ds (0 :: parts) n = loc ds parts n.
Proof.
  intros ds parts n. enough (G : forall j, loc_from (0 :: parts) j ds n = loc_from parts j ds n) by apply G.
  induction ds as [|d ds IH]; intro j; cbn [loc_from]; trivial. rewrite IH. reflexivity.
Qed.
Lemma stepb_zero : forall ds g mask pos t A rares probes n,
  stepb ds g mask pos t A (0 :: rares) probes n = stepb ds g mask pos t A rares probes n.
Proof. intros. unfold stepb, reached. now rewrite loc_zero. Qed.

(* ---------------- the certificate ---------------- *)
Record space := Space {
  octal : list N;                      (* the rules: digits, that before the point first *)
  mask_of : N; by_position : bool;       (* rare and common values *)
  parity : N;                          (* of the digits that leave two heaps, where the heap's counts *)
  largest : N;                         (* no value is larger *)
  rare : list (N * N);                 (* all heaps of rare value but 0, rising, with their values *)
  reach_of : N; probes : list (N * N);    (* small parts; splits tried first: number taken, part *)
  preperiod : N; period : N;
  differs : list (N * N);              (* prime factors of the period, and where the values are not those a p-th of it on *)
  checkpoints : list (N * list N);     (* heaps, and the values before them *)
  values : list N                      (* of the heaps below preperiod + period *)
}.
Section Check.
Variable c : space.
Definition last_rare : N := last (map fst (rare c)) 0.
Definition worked : N := preperiod c + period c + N.max last_rare (reach_of c) + N.of_nat (length (octal c)).
Definition grundy : N -> N := gf (mk (values c) 1 (PositiveMap.empty N)) (preperiod c) (period c).

Section Values.
Variable g : N -> N.
Definition with_values (parts : list N) : list (N * N) := map (fun a => (a, g a)) parts.
Definition is_rare (a : N) : bool := negb (class (mask_of c) (by_position c) (parity c) a (g a)).
Definition pair_eqb (a b : N * N) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition heaps_right : bool :=
  let rares := with_values (filter is_rare (range (N.to_nat last_rare) 1)) in
  let low := with_values (range (N.to_nat (reach_of c)) 1) in
  let all := with_values (range (N.to_nat (N.max last_rare (reach_of c))) 1) in
  let pr := map (fun e => (fst e, snd e, g (snd e))) (probes c) in
  leqb pair_eqb rares (rare c) &&
  range_all (N.to_nat worked) 0 (fun n => (g n <=? largest c) &&
    if n <=? last_rare then
      step (octal c) g (mask_of c) (by_position c) (parity c) rares all pr n || whole (octal c) g all n
    else step (octal c) g (mask_of c) (by_position c) (parity c) rares low pr n).
Definition differ (e : N * N) : bool :=
  (1 <? fst e) && (period c mod fst e =? 0) && (preperiod c <=? snd e) && (snd e + period c / fst e <? worked) &&
  negb (g (snd e) =? g (snd e + period c / fst e)).
Definition least_right : bool :=
  ((preperiod c =? 0) || negb (g (preperiod c - 1) =? g (preperiod c - 1 + period c))) &&
  forallb differ (differs c) &&
  range_all (N.to_nat (period c - 1)) 2 (fun d =>
    negb (period c mod d =? 0) || existsb (fun e => d mod fst e =? 0) (differs c)).
Fixpoint window_is (n : N) (l : list N) : bool := match l with [] => true | v :: l => (g n =? v) && window_is (N.succ n) l end.
Fixpoint checkpoints_right (before : N) (l : list (N * list N)) : bool := match l with
  | [] => true
  | (h, vs) :: l => (before <? h) && (h <? worked) && (N.of_nat (length vs) =? worked - (preperiod c + period c)) &&
    window_is (h - N.of_nat (length vs)) vs && checkpoints_right h l end.
End Values.
Definition space_check : bool :=
  (0 <? period c) && negb (by_position c && N.odd (period c)) && (0 <? N.of_nat (length (octal c))) &&
  forallb (fun j => negb (by_position c && N.testbit (nth j (octal c) 0) 2 && N.odd (N.of_nat j + parity c))) (seq 0 (length (octal c))) &&
  forallb (fun e => splits_at (octal c) (fst e) && (0 <? snd e) && (snd e <=? reach_of c)) (probes c) &&
  (let m := mk (values c) 1 (PositiveMap.empty N) in
   let e := mk (map (gf m (preperiod c) (period c)) (range (N.to_nat worked) 0)) 1 (PositiveMap.empty N) in
   let g := tabf e in
   heaps_right g && least_right g && checkpoints_right g (worked - (preperiod c + period c)) (checkpoints c)).

Hypothesis C : space_check = true.
Let e : N -> N := tabf (mk (map grundy (range (N.to_nat worked) 0)) 1 (PositiveMap.empty N)).
Lemma parts_right : 0 < period c /\ (by_position c = true -> N.odd (period c) = false) /\ octal c <> [] /\
  parity_ok (octal c) (by_position c) (parity c) /\
  (forall j a, In (j, a) (probes c) -> splits_at (octal c) j = true /\ 0 < a /\ a <= reach_of c) /\
  heaps_right e = true /\ least_right e = true.
Proof.
  pose proof C as X. unfold space_check in X. cbn zeta in X. fold grundy in X. fold e in X.
  apply andb_prop in X; destruct X as [X X7]. apply andb_prop in X7; destruct X7 as [X7 _]. apply andb_prop in X7; destruct X7 as [X6 X7].
  apply andb_prop in X; destruct X as [X X5].
  apply andb_prop in X; destruct X as [X X4]. apply andb_prop in X; destruct X as [X X3].
  apply andb_prop in X; destruct X as [X1 X2]. apply N.ltb_lt in X1, X3. apply negb_true_iff in X2.
  rewrite forallb_forall in X4, X5. repeat split; trivial.
  - intro B. rewrite B in X2. exact X2.
  - intro E. rewrite E in X3. simpl in X3. lia.
  - intros B j d Hj Hd. assert (J : (j < length (octal c))%nat) by (apply nth_error_Some; congruence).
    specialize (X4 j ltac:(apply in_seq; lia)). rewrite (nth_error_nth (octal c) j 0 Hj), Hd, B in X4. now apply negb_true_iff in X4.
  - specialize (X5 _ H). cbn [fst snd] in X5. apply andb_prop in X5. destruct X5 as [X5 _]. now apply andb_prop in X5.
  - specialize (X5 _ H). cbn [fst snd] in X5. apply andb_prop in X5. destruct X5 as [X5 _]. apply andb_prop in X5. now apply N.ltb_lt.
  - specialize (X5 _ H). cbn [fst snd] in X5. apply andb_prop in X5. now apply N.leb_le.
Qed.
Lemma values_fair : forall l, (forall a, In a l -> 0 < a) -> fair e (with_values e l).
Proof. intros l P a w I. apply in_map_iff in I. destruct I as [b [E I]]. injection E as <- <-. split; trivial. now apply P. Qed.
Lemma with_values_fst : forall g l, map fst (with_values g l) = l.
Proof. intros g l. unfold with_values. rewrite map_map. apply map_id. Qed.
(** the Grundy value of every heap, and the outcome of every sum of heaps *)
Theorem space_outcomes : (forall n, mexeq (octal c) grundy n) /\
  forall l, (xs grundy l <> 0 <-> Win (omv (octal c)) l) /\ (xs grundy l = 0 <-> Lose (omv (octal c)) l).
Proof using C.
  destruct parts_right as [Hp [Even [Hds [Par [Pro [Heaps _]]]]]].
  unfold heaps_right in Heaps. cbn zeta in Heaps. apply andb_prop in Heaps. destruct Heaps as [_ Heaps].
  rewrite range_all_ranges, forallb_forall in Heaps.
  set (R := last_rare) in *. set (ra := filter (is_rare e) (range (N.to_nat R) 1)) in *.
  set (all := range (N.to_nat (N.max R (reach_of c))) 1) in *. set (low := range (N.to_nat (reach_of c)) 1) in *.
  set (pr := map (fun x : N * N => (fst x, snd x, e (snd x))) (probes c)) in *.
  assert (Fr : fair e (with_values e ra)).
  { apply values_fair. intros a I. apply filter_In in I. destruct I as [I _]. apply in_range in I. lia. }
  assert (Fa : fair e (with_values e all)) by (apply values_fair; intros a I; apply in_range in I; lia).
  assert (Fl : fair e (with_values e low)) by (apply values_fair; intros a I; apply in_range in I; lia).
  assert (Fp : probe_fair (octal c) e pr).
  { intros j a w I. apply in_map_iff in I. destruct I as [[j' a'] [E I]]. cbn [fst snd] in E. injection E as <- <- <-.
    destruct (Pro _ _ I) as [P1 [P2 _]]. now repeat split. }
  assert (Rar : forall a, a <= R -> class (mask_of c) (by_position c) (parity c) a (e a) = false -> In a (0 :: ra)).
  { intros a L H. destruct (N.eq_dec a 0) as [->|D]; [now left|]. right. apply filter_In. split; [apply in_range; lia|].
    unfold is_rare. now rewrite H. }
  assert (Sma : forall a, In a (0 :: ra) -> a <= R).
  { intros a [<-|I]; [lia|]. apply filter_In in I. destruct I as [I _]. apply in_range in I. lia. }
  assert (Pl : forall a, In a (map (fun x : N * N * N => snd (fst x)) pr) -> a <= reach_of c).
  { intros a I. unfold pr in I. rewrite map_map in I. apply in_map_iff in I. destruct I as [[j b] [<- I]]. now destruct (Pro _ _ I) as [_ [_ P]]. }
  assert (S : forall n, n < worked -> mexeq (octal c) e n /\ (R < n ->
    covered (octal c) e (class (mask_of c) (by_position c) (parity c)) R (reach_of c) n /\
    class (mask_of c) (by_position c) (parity c) n (e n) = true));
    [|exact (table_law _ _ _ _ _ _ _ _ _ Hp Hds Par Even S)].
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro Hn.
  specialize (Heaps n ltac:(apply Vector.in_ranges; lia)). cbn beta in Heaps. apply andb_prop in Heaps. destruct Heaps as [_ Heaps].
  destruct (N.leb_spec n R) as [L|L].
  - split; [|lia]. apply orb_prop in Heaps. destruct Heaps as [H|H].
    + apply (step_is_stepb _ _ _ _ _ (N.max R (reach_of c))) in H; trivial; [|apply with_values_fst].
      rewrite with_values_fst, <- stepb_zero in H.
      destruct (stepb_sound (octal c) e (mask_of c) (by_position c) (parity c) R (N.max R (reach_of c)) _ _ Rar Sma
        ltac:(intros a I; specialize (Pl a I); lia) Par n ltac:(intros; lia) H) as [S _]. exact S.
    + apply whole_sound with (low := with_values e all); trivial. intros a A1 A2. rewrite with_values_fst. apply in_range. lia.
  - apply (step_is_stepb _ _ _ _ _ (reach_of c)) in Heaps; trivial; [|apply with_values_fst].
    rewrite with_values_fst, <- stepb_zero in Heaps.
    destruct (stepb_sound (octal c) e (mask_of c) (by_position c) (parity c) R (reach_of c) _ _ Rar Sma Pl Par n) as [S1 [S2 S3]]; trivial.
    + intros a H1 H2. destruct (IH a H2 ltac:(lia)) as [_ Q]. now apply Q.
    + split; trivial. now split.
Qed.

Lemma grundy_period : forall n, preperiod c <= n -> grundy (n + period c) = grundy n.
Proof using C.
  intros n Hn. destruct parts_right as [Hp _]. unfold grundy, gf, canon.
  destruct (N.ltb_spec n (preperiod c)), (N.ltb_spec (n + period c) (preperiod c)); try lia.
  do 2 f_equal. replace (n + period c - preperiod c) with (n - preperiod c + 1 * period c) by lia. apply N.mod_add. lia.
Qed.
Lemma shifts : forall q, (forall n, preperiod c <= n -> grundy (n + q) = grundy n) ->
  forall k n, preperiod c <= n -> grundy (n + k * q) = grundy n.
Proof.
  intros q H k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - now rewrite N.mul_0_l, N.add_0_r.
  - rewrite N.mul_succ_l, N.add_assoc, H by lia. now apply IH.
Qed.
(** no smaller preperiod, no smaller period *)
Theorem space_least :
  (0 < preperiod c -> grundy (preperiod c - 1) <> grundy (preperiod c - 1 + period c)) /\
  forall q, 0 < q -> (forall n, preperiod c <= n -> grundy (n + q) = grundy n) -> period c <= q.
Proof using C.
  destruct parts_right as [Hp [_ [Hds [_ [_ [_ L]]]]]]. unfold least_right in L.
  apply andb_prop in L. destruct L as [L L3]. apply andb_prop in L. destruct L as [L1 L2].
  rewrite forallb_forall in L2. rewrite range_all_ranges, forallb_forall in L3.
  assert (Len : 0 < N.of_nat (length (octal c))) by (destruct (octal c); [congruence|simpl length; lia]).
  assert (X : forall n, n < worked -> e n = grundy n) by (intros n Hn; unfold e; now apply ext_ok).
  split.
  - intro P. rewrite !X in L1 by (unfold worked; lia). apply orb_prop in L1. destruct L1 as [L1|L1]; [apply N.eqb_eq in L1; lia|].
    now apply negb_true_iff, N.eqb_neq in L1.
  - intros q Q H. destruct (N.le_gt_cases (period c) q) as [G|G]; trivial. exfalso.
    set (p := period c) in *. set (d := N.gcd q p).
    assert (D0 : 0 < d) by (apply N.neq_0_lt_0; intro Z; apply N.gcd_eq_0_l in Z; lia).
    destruct (N.gcd_divide_l q p) as [u Hu], (N.gcd_divide_r q p) as [v Hv]. fold d in Hu, Hv.
    assert (Per : forall n, preperiod c <= n -> grundy (n + d) = grundy n).
    { intros n Hn. destruct (N.gcd_bezout q p) as [[a [b B]]|[a [b B]]]; fold d in B.
      - rewrite <- (shifts p grundy_period b (n + d)) by lia. replace (n + d + b * p) with (n + a * q) by lia. now apply shifts.
      - rewrite <- (shifts q H b (n + d)) by lia. replace (n + d + b * q) with (n + a * p) by lia.
        apply shifts; trivial. exact grundy_period. }
    assert (Vr : 2 <= v /\ v <= p).
    { clearbody d. assert (U : u <> 0) by (intros ->; lia). assert (D : 1 * d <= u * d) by (apply N.mul_le_mono_r; lia).
      assert (V : v <> 0 /\ v <> 1) by (split; intros ->; lia). split; [lia|].
      rewrite Hv, <- (N.mul_1_r v) at 1. apply N.mul_le_mono_l. lia. }
    specialize (L3 v ltac:(apply Vector.in_ranges; lia)). cbn beta in L3.
    assert (Vp : p mod v = 0) by (rewrite Hv, N.mul_comm; apply N.mod_mul; lia).
    rewrite Vp, N.eqb_refl in L3. cbn [negb orb] in L3. apply existsb_exists in L3. destruct L3 as [[f h] [I F]].
    apply N.eqb_eq in F. cbn [fst] in F. specialize (L2 _ I). unfold differ in L2. cbn [fst snd] in L2. fold p in L2.
    apply andb_prop in L2; destruct L2 as [L2 D5]. apply andb_prop in L2; destruct L2 as [L2 D4].
    apply andb_prop in L2; destruct L2 as [L2 D3]. apply andb_prop in L2; destruct L2 as [D1 _].
    apply N.ltb_lt in D1, D4. apply N.leb_le in D3. apply negb_true_iff, N.eqb_neq in D5. apply D5.
    apply N.mod_divide in F; [|lia]. destruct F as [w Hw].
    assert (Pf : p / f = w * d). { rewrite Hv, Hw. replace (w * f * d) with (w * d * f) by ring. apply N.div_mul. lia. }
    rewrite !X by lia. rewrite Pf. symmetry. now apply shifts.
Qed.
End Check.
