(** * ViewHeaps.v -- heaps that are taken from and fall apart, any number of them, as core terms: crates/rules/src/lower/heaps.rs.
    The heaps are one array; a move puts heaps in the place of one, in rising order.
    The code is stated, lowered again here, and compared with the term.
    Proved: where [view_heaps] accepts, the moves of the term are those of the code ([heaps_moves]);
    so what a theory says of all orders of the heaps is
    so in the term, under normal and misere play ([heaps_correct]): [octal_term], [breaking_term], [arithmetic_term], [misere_term].
    Source: as Octal.v, Breaking.v.
    An instance gives a term and the code: a digit for each number taken, and one for all larger numbers. *)
Require Import ZArith NArith List Bool Lia Permutation.
From Whowins Require Game Lattice Heap Octal Breaking HeapDigits ViewLattice.
From Whowins Require Import Core ViewTidy ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** The term *)
Definition heap_e : expr := Get (P 1) (Var 0) 0.
(** So many heaps more, each as large as the one before or larger, from [rest] in all. *)
Fixpoint split (count : nat) (rest least : expr) (parts : list expr) (bound : nat) : cmd := match count with
  | O => Splice 1 (Var 0) (Num 1) parts
  | S k => match k with
    | O => seq_of [Guard (Bin Le least rest); Splice 1 (Var 0) (Num 1) (parts ++ [rest])]
    | S _ => Choose least (Bin Add (Bin Div rest (Num (Z.of_nat count))) (Num 1))
        (split k (Bin Sub rest (Var bound)) (Var bound) (parts ++ [Var bound]) (S bound)) end end.
Definition taking (count : nat) (taken : expr) : cmd := let rest := Bin Sub heap_e taken in match count with
  | O => seq_of [Guard (Bin Eq rest (Num 0)); Splice 1 (Var 0) (Num 1) []]
  | _ => split count rest (Num 1) [] 2 end.
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)).
Definition stuck_of (misere : bool) : expr := Ite (Get (P 0) (Num 0) 0) (Num (if misere then -1 else 1)) (Num (if misere then 1 else -1)).
Definition same_list (a b : list Z) : bool := if list_eq_dec Z.eq_dec a b then true else false.
Fixpoint index_of (l : list Z) (cs : list (list Z)) : nat :=
  match cs with [] => O | c :: cs => if same_list c l then O else S (index_of l cs) end.

(** *** One code *)
Section Code.
Variables (ds : list N) (b : N) (g : game).
Definition dig (t : N) : N := HeapDigits.dig ds b t.
Definition takes (count : nat) : list Z := map Z.of_nat (filter (fun t => N.testbit (nth t ds 0%N) (N.of_nat count)) (seq 0 (length ds))).
Definition ways (count : nat) : list cmd :=
  (match takes count with [] => [] | ts => let i := index_of ts (consts g) in
     [Choose (Num 0) (Len (K i)) (taking count (Get (K i) (Var 1) 0))] end) ++
  (if N.testbit b (N.of_nat count) then [Choose (Num (Z.of_nat (length ds))) (Bin Add heap_e (Num 1)) (taking count (Var 1))] else []).
Definition counts : list nat := seq 0 8.
(** A heap, and what may be done to it. *)
Definition places : cmd := Choose (Num 0) (Len (P 1)) (alt_of (flat_map ways counts)).
Definition code_ok : bool := forallb (fun k => same_list (nth (index_of (takes k) (consts g)) (consts g) []) (takes k)) counts &&
  (0 <? Z.of_nat (length ds)) && (N.land (nth 0 ds 0) 3 =? 0)%N.
Hypothesis V : code_ok = true.

(* ------------------------------------------------------------------ *)
(** ** Its meaning *)
Lemma code_facts : (forall k, In k counts -> nth (index_of (takes k) (consts g)) (consts g) [] = takes k) /\
  (0 < length ds)%nat /\ forall k, (k < 2)%nat -> N.testbit (dig 0) (N.of_nat k) = false.
Proof using V.
  pose proof V as H. unfold code_ok in H. apply andb_prop in H. destruct H as [H H0]. apply andb_prop in H. destruct H as [H H1]. apply Z.ltb_lt in H1.
  split; [|split].
  - intros k I. rewrite forallb_forall in H. specialize (H k I). unfold same_list in H. destruct (list_eq_dec _ _ _) as [E|]; [exact E|discriminate].
  - lia.
  - intros k Hk. apply N.eqb_eq in H0. unfold dig, HeapDigits.dig. change (N.to_nat 0) with O. rewrite (nth_indep ds b 0%N) by lia.
    assert (X : N.testbit (N.land (nth 0 ds 0%N) 3) (N.of_nat k) = false) by (rewrite H0; apply N.bits_0).
    rewrite N.land_spec in X. destruct k as [|[|]]; [| |lia]; change (N.testbit 3 (N.of_nat _)) with true in X;
    now rewrite andb_true_r in X.
Qed.

Fixpoint rising (m : Z) (o : list Z) : Prop := match o with [] => True | x :: o => m <= x /\ rising x o end.
Fixpoint sum (o : list Z) : Z := match o with [] => 0 | x :: o => x + sum o end.
Lemma rising_all : forall o m, rising m o -> forall x, In x o -> m <= x.
Proof using. induction o as [|y o IH]; intros m H x I; [destruct I|]. destruct H as [H1 H2]. destruct I as [<-|I]; [trivial|].
  specialize (IH y H2 x I). lia. Qed.
Lemma rising_sum : forall o m, rising m o -> m * Z.of_nat (length o) <= sum o \/ m < 0.
Proof using.
  intros o m H. destruct (Z.lt_ge_cases m 0); [now right|]. left. pose proof (rising_all o m H) as A. clear H.
  induction o as [|x o IH]; cbn [sum length]; [lia|]. assert (m <= x) by (apply A; now left).
  specialize (IH (fun y I => A y (or_intror I))). nia.
Qed.

Section One.
Variables (T h : Z) (a c : list Z).
Notation cs := (consts g).
Notation go := (run cs [(0, Some 1); (1, None)]).
Notation i := (Z.of_nat (length a)).
Notation here := ([[T]; a ++ h :: c]).
Lemma heap_ev : forall x, ev cs (i :: x) here heap_e = h.
Proof using.
  intro x. unfold heap_e. cbn [ev look nth]. unfold elt. destruct (Z.ltb_spec i 0); [lia|].
  rewrite Nat2Z.id, app_nth2, Nat.sub_diag by lia. reflexivity.
Qed.
Lemma splice_run : forall env xs, go (Splice 1 (Var 0) (Num 1) xs) (i :: env) here =
  let ys := map (ev cs (i :: env) here) xs in if forallb (fun y => 1 <=? y) ys then [[[T]; a ++ ys ++ c]] else [].
Proof using.
  intros env xs. cbn [run ev nth]. cbn zeta. set (ys := map _ xs). unfold splice. cbn [nth_error].
  replace ((0 <=? i) && (0 <=? 1) && (i + 1 <=? Z.of_nat (length (a ++ h :: c)))) with true
    by (symmetry; rewrite !andb_true_iff, !Z.leb_le, app_length; cbn [length]; lia).
  replace (forallb (inside (1, None)) ys) with (forallb (fun y => 1 <=? y) ys)
    by (clearbody ys; induction ys as [|y ys IH]; cbn; [reflexivity|]; unfold inside; cbn; now rewrite andb_true_r, IH).
  cbn [andb]. destruct (forallb _ ys); [|reflexivity]. cbn [put]. do 2 f_equal. f_equal.
  rewrite Nat2Z.id, firstn_app, Nat.sub_diag, firstn_all. cbn [firstn].
  rewrite app_nil_r. f_equal. f_equal. replace (Z.to_nat (i + 1)) with (length a + 1)%nat by lia.
  rewrite skipn_app, skipn_all2 by lia. replace (length a + 1 - length a)%nat with 1%nat by lia. reflexivity.
Qed.
Lemma in_one : forall (x t : state) (B : bool), In t (if B then [x] else []) <-> B = true /\ t = x.
Proof using. intros x t [|]; cbn; intuition congruence. Qed.
Lemma split_run : forall count env rest least ps bound m lo vals,
  (forall x, ev cs (i :: env ++ x) here rest = m) -> (forall x, ev cs (i :: env ++ x) here least = lo) ->
  (forall x, map (ev cs (i :: env ++ x) here) ps = vals) -> 1 <= lo -> (forall y, In y vals -> 1 <= y) -> (0 < count)%nat ->
  bound = S (length env) ->
  forall t, In t (go (split count rest least ps bound) (i :: env) here) <->
    exists o, length o = count /\ rising lo o /\ sum o = m /\ t = [[T]; a ++ (vals ++ o) ++ c].
Proof using.
  induction count as [|k IH]; intros env rest least ps bound m lo vals Hr Hl Hp Lo Va Pc Hb t; [lia|]. cbn [split]. destruct k as [|k].
  - cbn [seq_of]. change (go (Seq ?x ?y) ?e ?s) with (flat_map (go y e) (go x e s)). pose proof (Hr []) as R0. pose proof (Hl []) as L0.
    pose proof (Hp []) as P0.
    rewrite app_nil_r in *. change (go (Guard ?e) ?n ?s) with (if ev cs n s e =? 0 then [] else [s]).
    change (ev cs ?n ?s (Bin Le ?x ?y)) with (b2z (ev cs n s x <=? ev cs n s y)). rewrite R0, L0.
    destruct (Z.leb_spec lo m) as [H|H]; cbn [b2z Z.eqb flat_map].
    + rewrite app_nil_r, splice_run. cbn zeta. rewrite map_app, P0. cbn [map]. rewrite R0, in_one. split.
      * intros [_ ->]. exists [m]. cbn [length rising sum]. repeat split; trivial; lia.
      * intros [o [Le [Ri [Su ->]]]]. destruct o as [|x [|]]; try discriminate. cbn [rising sum] in *. assert (x = m) as -> by lia.
        split; [|reflexivity].
        apply forallb_forall. intros y I. apply in_app_or in I. apply Z.leb_le. destruct I as [I|[<-|[]]]; [now apply Va|lia].
    + split; [intros []|]. intros [o [Le [Ri [Su _]]]]. destruct o as [|x [|]]; try discriminate. cbn [rising sum] in *. lia.
  - cbn [run]. rewrite in_flat_map. pose proof (Hr []) as R0. pose proof (Hl []) as L0. rewrite app_nil_r in *. cbn [ev opz].
    rewrite R0, L0.
    destruct (Z.leb_spec (Z.of_nat (S (S k))) 0); [lia|].
    assert (Step : forall v, lo <= v -> (In t (go (split (S k) (Bin Sub rest (Var bound)) (Var bound) (ps ++ [Var bound]) (S bound)) ((i
    :: env) ++ [v]) here) <->
      exists o, length o = S k /\ rising v o /\ sum o = m - v /\ t = [[T]; a ++ ((vals ++ [v]) ++ o) ++ c])).
    { intros v Hv. change ((i :: env) ++ [v]) with (i :: (env ++ [v])). assert (Nv : forall x, nth bound (i :: (env ++ [v]) ++ x) 0 = v).
      { intro x. subst bound. cbn [nth]. rewrite <- app_assoc. cbn [app]. apply nth_last. }
      apply IH; try lia.
      - intro x. cbn [ev opz]. rewrite Nv. pose proof (Hr ([v] ++ x)) as X. rewrite app_assoc in X. rewrite X. reflexivity.
      - intro x. cbn [ev]. apply Nv.
      - intro x. rewrite map_app. pose proof (Hp ([v] ++ x)) as X. rewrite app_assoc in X. rewrite X. cbn [map ev]. now rewrite Nv.
      - intros y I. apply in_app_or in I. destruct I as [I|[<-|[]]]; [now apply Va|lia].
      - subst bound. rewrite app_length. cbn [length]. lia. }
    split.
    + intros [v [I J]]. apply in_range in I. apply Step in J; [|lia]. destruct J as [o [Le [Ri [Su ->]]]]. exists (v :: o).
      cbn [length rising sum].
      rewrite <- (app_assoc vals). repeat split; trivial; lia.
    + intros [o [Le [Ri [Su ->]]]]. destruct o as [|v o]; [discriminate|]. cbn [length rising sum] in *. destruct Ri as [R1 R2].
      exists v. split.
      * apply in_range. split; trivial. pose proof (rising_sum o v R2) as Q. injection Le as Le. rewrite Le in Q.
        assert (v <= m / Z.of_nat (S (S k))); [|lia]. destruct Q as [Q|Q]; [|lia]. apply Z.div_le_lower_bound; [lia|].
        rewrite !Nat2Z.inj_succ in *. nia.
      * apply Step; trivial. exists o. split; [lia|]. split; [trivial|]. split; [lia|]. rewrite <- !app_assoc. reflexivity.
Qed.
Lemma taking_run : forall count v tk taken, (forall x, ev cs (i :: v :: x) here taken = tk) -> forall t,
  In t (go (taking count taken) [i; v] here) <-> exists o, length o = count /\ rising 1 o /\ sum o = h - tk /\ t = [[T]; a ++ o ++ c].
Proof using.
  intros count v tk taken Ht t. unfold taking. cbn zeta. destruct count as [|k].
  - cbn [seq_of]. change (go (Seq ?x ?y) ?e ?s) with (flat_map (go y e) (go x e s)).
    change (go (Guard ?e) ?n ?s) with (if ev cs n s e =? 0 then [] else [s]).
    change (ev cs ?n ?s (Bin Eq (Bin Sub ?x ?y) (Num 0))) with (b2z (ev cs n s x - ev cs n s y =? 0)).
    rewrite heap_ev, (Ht []). destruct (Z.eqb_spec (h - tk) 0) as [E|E]; cbn [b2z Z.eqb flat_map].
    + rewrite app_nil_r, splice_run. cbn. split.
      * intros [<-|[]]. exists []. repeat split; trivial. cbn. lia.
      * intros [o [Le [_ [_ ->]]]]. destruct o; [now left|discriminate].
    + split; [intros []|]. intros [o [Le [_ [Su _]]]]. destruct o; [cbn in Su; lia|discriminate].
  - rewrite (split_run (S k) [v] (Bin Sub heap_e taken) (Num 1) [] 2 (h - tk) 1 []); try lia; try reflexivity.
    + intro x. cbn [ev opz app]. pose proof (heap_ev (v :: x)) as X. cbn [ev] in X. unfold heap_e in *. cbn [ev] in *. rewrite X, (Ht x).
      reflexivity.
    + intros y [].
Qed.
End One.

Definition nat_heaps (o : list N) : list Z := map Z.of_N o.
Lemma to_naturals : forall o, (forall x, In x o -> 1 <= x) -> exists p, o = nat_heaps p.
Proof using.
  intros o H. exists (map Z.to_N o). unfold nat_heaps. rewrite map_map. rewrite <- (map_id o) at 1. apply map_ext_in. intros x I.
  specialize (H x I). lia.
Qed.
Lemma sum_total : forall o, sum (nat_heaps o) = Z.of_N (Breaking.total o).
Proof using. induction o as [|x o IH]; [reflexivity|]. cbn [nat_heaps map sum].
  change (Breaking.total (x :: o)) with (x + Breaking.total o)%N. fold (nat_heaps o). lia. Qed.
(** What the code allows of one heap, its parts in rising order. *)
Definition option_of (n : N) (o : list N) : Prop := exists t, Breaking.legal t (dig t) n o.
Definition sorted (o : list N) : Prop := rising 1 (nat_heaps o).
Definition heaps (P : bool) (l : list N) : state := [[number_of P]; nat_heaps l].

Lemma way_run : forall T h a c t, In t (run (consts g) [(0, Some 1);
  (1, None)] (alt_of (flat_map ways counts)) [Z.of_nat (length a)] [[T]; a ++ Z.of_N h :: c]) <->
  exists o, option_of h o /\ sorted o /\ t = [[T]; a ++ nat_heaps o ++ c].
Proof using V.
  intros T h a c t. destruct code_facts as [Ix [Ld D0]].
  assert (Alts : forall l env s t, In t (run (consts g) [(0, Some 1); (1, None)] (alt_of l) env s) <->
    exists c, In c l /\ In t (run (consts g) [(0, Some 1); (1, None)] c env s)).
  { intros l env s0 t0. induction l as [|d l IH]; [split; [intros []|intros [d [[] _]]]|]. rewrite run_alt_of, in_app_iff, IH. split.
    - intros [M|[e [I M]]]; [exists d; split; [now left|trivial]|exists e; split; [now right|trivial]].
    - intros [e [[<-|I] M]]; [now left|right; eauto]. }
  assert (Bits : forall t k, In (Z.of_N t) (takes k) <-> (N.to_nat t < length ds)%nat /\ N.testbit (dig t) (N.of_nat k) = true).
  { intros n k. unfold takes. rewrite in_map_iff. split.
    - intros [x [E I]]. apply filter_In in I. destruct I as [I B]. apply in_seq in I. assert (x = N.to_nat n) as -> by lia. split; [lia|].
      unfold dig, HeapDigits.dig. now rewrite (nth_indep ds b 0%N) by lia.
    - intros [L B]. exists (N.to_nat n). split; [lia|]. apply filter_In. split; [apply in_seq; lia|]. unfold dig, HeapDigits.dig in B.
      now rewrite (nth_indep ds b 0%N) in B by lia. }
  assert (Take : forall t k o, length o = k -> sorted o -> sum (nat_heaps o) = Z.of_N h - Z.of_N t -> In k counts ->
  N.testbit (dig t) (N.of_nat k) = true -> option_of h o).
  { intros n k o Le So Su Ik B. exists n. rewrite sum_total in Su. unfold Breaking.legal. rewrite Le. apply in_seq in Ik.
    assert (Pos : forall x, In x o -> (1 <= x)%N).
    { intros x I. pose proof (rising_all _ _ So (Z.of_N x) ltac:(now apply in_map)). lia. }
    repeat split; trivial; try lia. destruct (N.eq_dec n 0) as [->|]; [|lia]. right. destruct (Nat.lt_ge_cases k 2) as [X|X]; [|trivial].
    rewrite (D0 k X) in B. discriminate. }
  assert (To : forall k tk o, length o = k -> rising 1 o -> sum o = Z.of_N h - tk ->
  exists p, o = nat_heaps p /\ length p = k /\ sorted p /\ sum (nat_heaps p) = Z.of_N h - tk).
  { intros k tk o Le Ri Su. destruct (to_naturals o) as [p ->]; [intros x I; exact (rising_all o 1 Ri x I)|]. exists p.
    unfold nat_heaps in Le. rewrite map_length in Le. auto. }
  rewrite Alts. split.
  - intros [w [I M]]. apply in_flat_map in I. destruct I as [k [Ik I]]. unfold ways in I. apply in_app_or in I. destruct I as [I|I].
    + destruct (takes k) as [|x ts] eqn:Et; [destruct I|]. rewrite <- Et in *. cbn zeta in I. destruct I as [<-|[]]. cbn [run] in M.
      apply in_flat_map in M.
      destruct M as [v [Iv M]]. apply in_range in Iv. cbn [ev look] in Iv. rewrite (Ix k Ik) in Iv. cbn [app] in M.
      apply (taking_run T (Z.of_N h) a c k v (nth (Z.to_nat v) (takes k) 0)) in M.
      * destruct M as [o [Le [Ri [Su ->]]]]. destruct (To _ _ _ Le Ri Su) as [p [-> [Lp [Sp Up]]]]. exists p. split; [|auto].
        assert (It : In (nth (Z.to_nat v) (takes k) 0) (takes k)) by (apply nth_In; lia). set (tk := nth _ _ _) in *.
        assert (Tn : tk = Z.of_N (Z.to_N tk)) by (unfold takes in It; apply in_map_iff in It; destruct It as [y [<- _]]; lia).
        rewrite Tn in It, Up. apply Bits in It. exact (Take _ k p Lp Sp Up Ik (proj2 It)).
      * intro y. cbn [ev look nth]. rewrite (Ix k Ik). unfold elt. now destruct (Z.ltb_spec v 0); [lia|].
    + destruct (N.testbit b (N.of_nat k)) eqn:Bb; [|destruct I]. destruct I as [<-|[]]. cbn [run] in M. apply in_flat_map in M.
      destruct M as [v [Iv M]]. apply in_range in Iv. change (ev _ ?n ?s (Bin Add heap_e (Num 1))) with (ev (consts g) n s heap_e + 1) in
      Iv.
      rewrite heap_ev in Iv. cbn [ev] in Iv. cbn [app] in M. apply (taking_run T (Z.of_N h) a c k v v) in M; [|intro y; reflexivity].
      destruct M as [o [Le [Ri [Su ->]]]]. destruct (To _ _ _ Le Ri Su) as [p [-> [Lp [Sp Up]]]]. exists p. split; [|auto].
      apply (Take (Z.to_N v) k p Lp Sp); trivial; [lia|]. unfold dig, HeapDigits.dig. rewrite nth_overflow by lia. exact Bb.
  - intros [o [[n Lg] [So ->]]]. destruct Lg as [L1 [L2 [L3 [L4 [L5 L6]]]]]. set (k := length o) in *.
    assert (Ik : In k counts) by (apply in_seq; lia).
    assert (Su : sum (nat_heaps o) = Z.of_N h - Z.of_N n) by (rewrite sum_total; lia).
    assert (Lo : length (nat_heaps o) = k) by (unfold nat_heaps; now rewrite map_length).
    destruct (Nat.lt_ge_cases (N.to_nat n) (length ds)) as [X|X].
    + pose proof (proj2 (Bits n k) (conj X L3)) as It. destruct (takes k) as [|x ts] eqn:Et; [destruct It|]. rewrite <- Et in *.
      exists (Choose (Num 0) (Len (K (index_of (takes k) (consts g)))) (taking k (Get (K (index_of (takes k) (consts g))) (Var 1) 0))).
      split.
      * apply in_flat_map. exists k. split; trivial. unfold ways. rewrite Et. apply in_or_app. left. now left.
      * cbn [run]. apply in_flat_map. destruct (In_nth _ _ 0 It) as [v [Lv Ev]]. exists (Z.of_nat v). split.
        { apply in_range. cbn [ev look]. rewrite (Ix k Ik). lia. }
        cbn [app]. apply (taking_run T (Z.of_N h) a c k (Z.of_nat v) (Z.of_N n)); [|exists (nat_heaps o); auto].
        intro y. cbn [ev look nth]. rewrite (Ix k Ik). unfold elt. destruct (Z.ltb_spec (Z.of_nat v) 0); [lia|]. now rewrite Nat2Z.id.
    + exists (Choose (Num (Z.of_nat (length ds))) (Bin Add heap_e (Num 1)) (taking k (Var 1))). split.
      * apply in_flat_map. exists k. split; trivial. unfold ways. apply in_or_app. right. unfold dig, HeapDigits.dig in L3.
        rewrite nth_overflow in L3 by trivial.
        rewrite L3. now left.
      * cbn [run]. apply in_flat_map. exists (Z.of_N n). split.
        { apply in_range. change (ev _ ?n ?s (Bin Add heap_e (Num 1))) with (ev (consts g) n s heap_e + 1). rewrite heap_ev. cbn [ev].
          lia. }
        cbn [app]. apply (taking_run T (Z.of_N h) a c k (Z.of_N n) (Z.of_N n)); [intro y; reflexivity|]. exists (nat_heaps o). auto.
Qed.
Lemma places_run : forall T l s, In s (run (consts g) [(0, Some 1); (1, None)] places [] [[T]; nat_heaps l]) <->
  exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of n o /\ sorted o /\ s = [[T]; nat_heaps (l1 ++ o ++ l2)].
Proof using V.
  intros T l s. unfold places. cbn [run]. rewrite in_flat_map. split.
  - intros [v [I M]]. apply in_range in I. cbn [ev look nth] in I. cbn [app] in M.
    assert (exists l1 n l2, l = l1 ++ n :: l2 /\ v = Z.of_nat (length (nat_heaps l1))) as [l1 [n [l2 [-> ->]]]].
    { unfold nat_heaps in I. rewrite map_length in I. destruct (nth_error l (Z.to_nat v)) as [n|] eqn:E; [|apply nth_error_None in E; lia].
      apply nth_error_split in E. destruct E as [l1 [l2 [-> L]]]. exists l1, n, l2. split; trivial. unfold nat_heaps. rewrite map_length.
      lia. }
    unfold nat_heaps in M. rewrite map_app in M. cbn [map] in M. apply way_run in M. destruct M as [o [Op [So ->]]].
    exists l1, n, l2, o. split; trivial. split; trivial. split; trivial. unfold nat_heaps. now rewrite !map_app.
  - intros [l1 [n [l2 [o [-> [Op [So ->]]]]]]]. exists (Z.of_nat (length (nat_heaps l1))). split.
    + apply in_range. cbn [ev look nth]. unfold nat_heaps. rewrite !map_length, app_length. cbn [length]. lia.
    + cbn [app]. unfold nat_heaps. rewrite !map_app. cbn [map]. apply way_run. exists o. split; trivial. split; trivial.
Qed.

(* ------------------------------------------------------------------ *)
(** ** From all orders of the heaps to the term's *)
Lemma insert_rising : forall o m x, m <= Z.of_N x -> rising m (nat_heaps o) -> exists q, Permutation (x :: o) q /\ rising m (nat_heaps q).
Proof using.
  induction o as [|y o IH]; intros m x Hx H.
  - exists [x]. split; [apply Permutation_refl|]. cbn. split; [trivial|constructor].
  - destruct H as [H1 H2]. fold (nat_heaps o) in *. destruct (Z.le_gt_cases (Z.of_N x) (Z.of_N y)) as [L|L].
    + exists (x :: y :: o). split; [apply Permutation_refl|]. cbn. repeat split; trivial.
    + destruct (IH (Z.of_N y) x ltac:(lia) H2) as [q [Pq Rq]]. exists (y :: q). split; [|cbn; split; trivial].
      rewrite perm_swap. now apply perm_skip.
Qed.
Lemma sort_option : forall n o, option_of n o -> exists q, Permutation o q /\ option_of n q /\ sorted q.
Proof using.
  intros n o [t L]. pose proof L as [_ [_ [_ [_ [Pos _]]]]].
  assert (S : exists q, Permutation o q /\ sorted q).
  { clear L. induction o as [|x o IH]; [exists []; split; [constructor|constructor]|].
    destruct IH as [q [Pq Sq]]; [intros a I; apply Pos; now right|].
    destruct (insert_rising q 1 x) as [r [Pr Rr]]; [pose proof (Pos x (or_introl eq_refl)); lia|exact Sq|].
    exists r. split; [|exact Rr]. rewrite <- Pr. now apply perm_skip. }
  destruct S as [q [Pq Sq]]. exists q. split; trivial. split; trivial. exists t. destruct L as [L1 [L2 [L3 [L4 [L5 L6]]]]].
  assert (Le : length q = length o) by (symmetry; now apply Permutation_length).
  assert (To : Breaking.total q = Breaking.total o).
  { clear - Pq. unfold Breaking.total. induction Pq; cbn; lia. }
  unfold Breaking.legal. rewrite Le, To. repeat split; trivial. intros a I. apply L5. now apply (Permutation_in _ (Permutation_sym Pq)).
Qed.

End Code.

(* ------------------------------------------------------------------ *)
(** ** A code for each player, or one for both *)
Section Codes.
Variables (ds : bool -> list N) (b : bool -> N) (misere : bool) (g : game).
Definition shared : bool := (if list_eq_dec N.eq_dec (ds true) (ds false) then true else false) && (b true =? b false)%N.
Definition own (Q : bool) : cmd := seq_of [Guard (Bin Eq (Get (P 0) (Num 0) 0) (Num (number_of Q))); places (ds Q) (b Q) g].
Definition tier : cmd := seq_of [if shared then places (ds true) (b true) g else alt_of [own true; own false]; pass].
Definition view_codes : bool :=
  Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end &&
  match parts g with [(0, Some 1); (1, None)] => true | _ => false end &&
  match tiers g with [c] => alike c tier | _ => false end && alike_e (stuck g) (stuck_of misere) &&
  code_ok (ds true) g && code_ok (ds false) g.
Hypothesis V : view_codes = true.
Lemma facts : blocks g = O /\ (forall s, ended g s = None) /\ parts g = [(0, Some 1); (1, None)] /\
  (forall s, moves g s = run (consts g) (parts g) tier [] s) /\ (forall s, stuck_pays g s = ev (consts g) [] s (stuck_of misere)) /\
  (forall Q, code_ok (ds Q) g = true).
Proof using V.
  pose proof V as H. unfold view_codes in H. repeat (apply andb_prop in H; destruct H as [H ?H]). apply Nat.eqb_eq in H.
  assert (En : forall s, ended g s = None) by (intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]).
  split; [trivial|]. split; [trivial|]. split; [|split; [|split]].
  - destruct (parts g) as [|[[| |] [[|[| |]|]|]] [|[[|[| |]|] [|]] [|]]]; try discriminate. reflexivity.
  - intro s. unfold moves. rewrite En. destruct (tiers g) as [|c [|]]; try discriminate. cbn [first_tier].
    rewrite (alike_run c tier) by trivial. now destruct (run _ _ _ _ _).
  - intro s. now apply alike_value.
  - now intros [|].
Qed.
Lemma shared_codes : shared = true -> forall Q, ds Q = ds true /\ b Q = b true.
Proof using.
  intros H [|]; [now split|]. unfold shared in H. apply andb_prop in H. destruct H as [H1 H2]. apply N.eqb_eq in H2.
  destruct (list_eq_dec _ _ _) as [E|]; [|discriminate]. split; congruence.
Qed.
Theorem heaps_moves : forall P l s, In s (moves g (heaps P l)) <->
  exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of (ds P) (b P) n o /\ sorted o /\ s = heaps (negb P) (l1 ++ o ++ l2).
Proof using V.
  intros P l s. destruct facts as [_ [_ [Pt [Mo [_ Ok]]]]]. rewrite Mo, Pt. unfold tier. cbn [seq_of].
  change (run ?q ?w (Seq ?x ?y) ?e ?z) with (flat_map (run q w y e) (run q w x e z)). rewrite in_flat_map.
  assert (Pass : forall r, run (consts g) [(0, Some 1); (1, None)] pass [] [[number_of P]; r] = [[[number_of (negb P)]; r]]) by (intro r;
  now destruct P).
  assert (Ch : forall x, In x (run (consts g) [(0, Some 1); (1, None)] (if shared then places (ds true) (b true) g else alt_of [own true; own false]) [] (heaps P l)) <->
    In x (run (consts g) [(0, Some 1); (1, None)] (places (ds P) (b P) g) [] [[number_of P]; nat_heaps l])).
  { intro x. destruct shared eqn:Sh; [destruct (shared_codes Sh P) as [-> ->]; reflexivity|]. cbn [alt_of].
    change (run ?q ?w (Alt ?x ?y) ?e ?z) with (run q w x e z ++ run q w y e z). rewrite in_app_iff.
    assert (Own : forall Q, run (consts g) [(0, Some 1); (1, None)] (own Q) [] (heaps P l) =
      if eqb P Q then run (consts g) [(0, Some 1); (1, None)] (places (ds Q) (b Q) g) [] (heaps P l) else []).
    { intro Q. unfold own. cbn [seq_of]. change (run ?q ?w (Seq ?x ?y) ?e ?z) with (flat_map (run q w y e) (run q w x e z)).
      destruct P, Q; cbn [run ev look nth heaps number_of eqb]; unfold elt; cbn; now rewrite ?app_nil_r. }
    rewrite !Own. destruct P; cbn [eqb In]; unfold heaps; tauto. }
  split.
  - intros [x [M J]]. apply Ch, (places_run _ _ _ (Ok P)) in M. destruct M as [l1 [n [l2 [o [-> [Op [So ->]]]]]]]. rewrite Pass in J.
    destruct J as [<-|[]]. exists l1, n, l2, o. auto.
  - intros [l1 [n [l2 [o [-> [Op [So ->]]]]]]]. exists [[number_of P]; nat_heaps (l1 ++ o ++ l2)]. split; [|rewrite Pass; now left].
    apply Ch, (places_run _ _ _ (Ok P)). exists l1, n, l2, o. auto.
Qed.

Section Outcome.
Variable mv : bool -> list N -> list N -> Prop.
Hypothesis Mv : forall P l q, mv P l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of (ds P) (b P) n o /\ q = l1 ++ o ++ l2.
Definition by_turns (p q : bool * list N) : Prop := fst q = negb (fst p) /\ mv (fst p) (snd p) (snd q).
Definition stands (p : option (bool * list N)) (s : state) : Prop := match p with
  | Some (Q, l) => exists k, Permutation l k /\ s = heaps Q k | None => False end.
Definition mover (p : option (bool * list N)) : bool := match p with Some p => fst p | None => true end.
Lemma there : forall P l k q, Permutation l k -> mv P l q -> exists r, In (heaps (negb P) r) (moves g (heaps P k)) /\ Permutation q r.
Proof using V Mv.
  intros P l k q Pm M. apply Mv in M. destruct M as [l1 [n [l2 [o [-> [Op ->]]]]]].
  assert (In n k) by (apply (Permutation_in _ Pm), in_or_app; right; now left). apply in_split in H. destruct H as [k1 [k2 ->]].
  apply Permutation_app_inv in Pm. destruct (sort_option _ _ n o Op) as [r [Pr [Or Sr]]]. exists (k1 ++ r ++ k2). split.
  - apply heaps_moves. exists k1, n, k2, r. auto.
  - rewrite !(app_assoc l1), (Permutation_app_comm l1 o), <- app_assoc, Pm, (app_assoc k1), (Permutation_app_comm k1 r), <- app_assoc.
    now apply Permutation_app.
Qed.
Lemma back : forall P l k s, Permutation l k -> In s (moves g (heaps P k)) -> exists q r, mv P l q /\ s = heaps (negb P) r /\ Permutation q r.
Proof using V Mv.
  intros P l k s Pm M. apply heaps_moves in M. destruct M as [k1 [n [k2 [o [-> [Op [_ ->]]]]]]].
  assert (In n l) by (apply (Permutation_in _ (Permutation_sym Pm)), in_or_app; right; now left). apply in_split in H.
  destruct H as [l1 [l2 ->]].
  apply Permutation_app_inv in Pm. exists (l1 ++ o ++ l2), (k1 ++ o ++ k2). split; [apply Mv; exists l1, n, l2, o; auto|].
  split; [reflexivity|].
  rewrite !(app_assoc l1), (Permutation_app_comm l1 o), <- app_assoc, Pm, (app_assoc k1), (Permutation_app_comm k1 o), <- app_assoc.
  now apply Permutation_app.
Qed.
Lemma pays : forall P l, over g (heaps P l) = match moves g (heaps P l) with [] => Some (if eqb P misere then 1 else -1) | _ => None end.
Proof using V.
  intros P l. destruct facts as [_ [En [_ [_ [St _]]]]]. unfold over. rewrite En, St. unfold stuck_of, heaps. cbn [ev look nth].
  now destruct P, misere.
Qed.
(** What the theory says of the heaps in all orders is so in the term. *)
Theorem heaps_correct : forall P l (w : bool),
  (w = true -> if misere then Lattice.MWin by_turns (P, l) else Game.Win by_turns (P, l)) -> (w = false ->
  if misere then Lattice.MLose by_turns (P, l) else Game.Lose by_turns (P, l)) ->
  (w = true <-> wins g P (heaps P l)) /\ (w = false <-> wins g (negb P) (heaps P l)).
Proof using V Mv.
  intros P l w Hw Hl. destruct facts as [Bl _].
  assert (T : forall p s, stands p s -> turn s = number_of (mover p)).
  { intros [[Q k]|] s S; [|destruct S]. destruct S as [r [_ ->]]. now destruct Q. }
  assert (Sw : forall p q s u, stands p s -> Heap.play by_turns misere p q -> stands q u -> mover q = negb (mover p)).
  { intros [[Q k]|] [[Q' k']|] s u S M S'; try contradiction. exact (proj1 M). }
  assert (Th : forall p q s, stands p s -> Heap.play by_turns misere p q -> match over g s with
    | Some v => good_for (mover p) v = true | None => exists u, In u (moves g s) /\ stands q u end).
  { intros [[Q k]|] q s S M; [|destruct S]. destruct S as [r [Pm ->]]. rewrite pays. destruct q as [[Q' q]|]; cbn [Heap.play] in M.
    - destruct M as [E M]. cbn [fst snd] in *. subst Q'. destruct (there Q k r q Pm M) as [r' [I Pq]].
      destruct (moves g (heaps Q r)) as [|u us]; [destruct I|]. exists (heaps (negb Q) r'). split; trivial. now exists r'.
    - destruct M as [Mi No]. destruct (moves g (heaps Q r)) as [|u us] eqn:E.
      + rewrite Mi. cbn [mover fst]. now destruct Q.
      + exfalso. assert (I : In u (moves g (heaps Q r))) by (rewrite E; now left). destruct (back Q k r u Pm I) as [q [r' [M _]]].
        apply (No (negb Q, q)). now split. }
  assert (Bk : forall p s, stands p s -> match over g s with
    | Some v => good_for (negb (mover p)) v = true \/ exists q, Heap.play by_turns misere p q /\ forall r, ~ Heap.play by_turns misere q r
    | None => forall u, In u (moves g s) -> exists q, Heap.play by_turns misere p q /\ stands q u end).
  { intros [[Q k]|] s S; [|destruct S]. destruct S as [r [Pm ->]]. rewrite pays. cbn [mover fst].
    destruct (moves g (heaps Q r)) as [|u us] eqn:E.
    - destruct (bool_dec misere true) as [Mi|Mi].
      + right. exists None. split; [|intros [x|] []]. split; trivial. intros [Q' q] [_ M]. cbn [fst snd] in M.
        destruct (there Q k r q Pm M) as [r' [I _]]. rewrite E in I. destruct I.
      + left. apply not_true_is_false in Mi. rewrite Mi. now destruct Q.
    - rewrite <- E. intros x I. destruct (back Q k r x Pm I) as [q [r' [M [-> Pq]]]]. exists (Some (negb Q, q)). split; [now split|].
      now exists r'. }
  assert (Sd : stands (Some (P, l)) (heaps P l)) by (exists l; split; [apply Permutation_refl|reflexivity]).
  assert (FW : w = true -> wins g P (heaps P l)).
  { intro E. apply (win_forces g Bl _ (Heap.play by_turns misere) mover stands T Sw Th Bk (Some (P, l))); trivial. specialize (Hw E).
    destruct misere; [now apply ViewLattice.misere_play|now apply Heap.play_normal]. }
  assert (FL : w = false -> wins g (negb P) (heaps P l)).
  { intro E. apply (lose_forces g Bl _ (Heap.play by_turns misere) mover stands T Sw Th Bk (Some (P, l))); trivial. specialize (Hl E).
    destruct misere; [now apply ViewLattice.misere_play|now apply Heap.play_normal]. }
  assert (X : wins g P (heaps P l) -> wins g (negb P) (heaps P l) -> False).
  { pose (J := fun s : state => exists Q k, s = heaps Q k).
    assert (HT : forall s, J s -> turn s = 0 \/ turn s = 1) by (intros s [Q [k ->]]; destruct Q; [left|right]; reflexivity).
    assert (HI : forall s u, J s -> In u (moves g s) -> J u).
    { intros s u [Q [k ->]] M. apply heaps_moves in M. destruct M as [l1 [n [l2 [o [_ [_ [_ ->]]]]]]].
      now exists (negb Q), (l1 ++ o ++ l2). }
    assert (Js : J (heaps P l)) by (exists P, l; reflexivity).
    destruct P; intros A B; [exact (wins_excl g J HT HI _ Js A B)|exact (wins_excl g J HT HI _ Js B A)]. }
  destruct w; split; split; intro Q; try discriminate; auto; exfalso; auto.
Qed.
End Outcome.
End Codes.

(* ------------------------------------------------------------------ *)
(** ** One code for both *)
Definition view_heaps (ds : list N) (b : N) (misere : bool) (g : game) : bool := view_codes (fun _ => ds) (fun _ => b) misere g.
Section Both.
Variables (ds : list N) (b : N) (misere : bool) (g : game).
Hypothesis V : view_heaps ds b misere g = true.
Variable mv : list N -> list N -> Prop.
Hypothesis Mv : forall l q, mv l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of ds b n o /\ q = l1 ++ o ++ l2.
Lemma lift : forall l, (Game.Win mv l -> forall P, Game.Win (by_turns (fun _ => mv)) (P, l)) /\ (Game.Lose mv l -> forall P, Game.Lose (by_turns (fun _ => mv)) (P, l)).
Proof using.
  assert (W : forall l, Game.Win mv l -> forall P, Game.Win (by_turns (fun _ => mv)) (P, l)).
  { apply (Game.Win_mind _ mv (fun l _ => forall P, Game.Win (by_turns (fun _ => mv)) (P, l)) (fun l _ => forall P, Game.Lose (by_turns (fun _ => mv)) (P, l))).
    - intros p q M _ IH P. apply (Game.win_by _ (by_turns (fun _ => mv)) (P, p) (negb P, q)); [now split|apply IH].
    - intros p _ IH P. apply Game.lose_all. intros [Q q] [E M]. cbn [fst snd] in *. subst Q. now apply IH. }
  intro l. split; [apply W|]. intros [p H] P. apply Game.lose_all. intros [Q q] [E M]. cbn [fst snd] in *. subst Q. now apply W, H.
Qed.
Lemma lift_misere : forall l, (Lattice.MWin mv l -> forall P, Lattice.MWin (by_turns (fun _ => mv)) (P, l)) /\ (Lattice.MLose mv l ->
  forall P, Lattice.MLose (by_turns (fun _ => mv)) (P, l)).
Proof using.
  assert (W : forall l, Lattice.MWin mv l -> forall P, Lattice.MWin (by_turns (fun _ => mv)) (P, l)).
  { apply (Lattice.MWin_mind _ mv (fun l _ => forall P, Lattice.MWin (by_turns (fun _ => mv)) (P, l)) (fun l _ => forall P, Lattice.MLose (by_turns (fun _ => mv)) (P, l))).
    - intros p No P. apply Lattice.mwin_stuck. intros [Q q] [_ M]. exact (No q M).
    - intros p q M _ IH P. apply (Lattice.mwin_by _ (by_turns (fun _ => mv)) (P, p) (negb P, q)); [now split|apply IH].
    - intros p [q0 M0] _ IH P. apply Lattice.mlose_all; [exists (negb P, q0); now split|]. intros [Q q] [E M]. cbn [fst snd] in *.
      subst Q. now apply IH. }
  intro l. split; [apply W|]. intros [p [q0 M0] H] P. apply Lattice.mlose_all; [exists (negb P, q0); now split|].
  intros [Q q] [E M]. cbn [fst snd] in *. subst Q. now apply W, H.
Qed.
Theorem both_correct : forall P l (w : bool),
  (w = true -> if misere then Lattice.MWin mv l else Game.Win mv l) -> (w = false ->
  if misere then Lattice.MLose mv l else Game.Lose mv l) ->
  (w = true <-> wins g P (heaps P l)) /\ (w = false <-> wins g (negb P) (heaps P l)).
Proof using V Mv.
  intros P l w Hw Hl. apply (heaps_correct (fun _ => ds) (fun _ => b) misere g V (fun _ => mv) (fun _ => Mv) P l w).
  - intro E. specialize (Hw E). destruct misere; [now apply lift_misere|now apply lift].
  - intro E. specialize (Hl E). destruct misere; [now apply lift_misere|now apply lift].
Qed.
End Both.

(* ------------------------------------------------------------------ *)
(** ** The theories of proofs/ *)
Definition correct (g : game) (value : list N -> N) : Prop := forall P l,
  (value l <> 0%N <-> wins g P (heaps P l)) /\ (value l = 0%N <-> wins g (negb P) (heaps P l)).
Lemma values_correct : forall ds b g, view_heaps ds b false g = true -> forall mv : list N -> list N -> Prop,
  (forall l q, mv l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of ds b n o /\ q = l1 ++ o ++ l2) ->
  forall value : list N -> N, (forall l, (value l <> 0%N <-> Game.Win mv l) /\ (value l = 0%N <-> Game.Lose mv l)) -> correct g value.
Proof.
  intros ds b g V mv Mv value H P l. destruct (H l) as [W L].
  pose proof (both_correct ds b false g V mv Mv P l (negb (value l =? 0)%N)) as K.
  rewrite negb_true_iff, negb_false_iff, N.eqb_neq, N.eqb_eq in K. tauto.
Qed.
Lemma hmv_moves : forall ds b opt, (forall n o, In o (opt n) <-> option_of ds b n o) -> forall l q,
  Breaking.hmv opt l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of ds b n o /\ q = l1 ++ o ++ l2.
Proof.
  intros ds b opt H l q. split.
  - intros [l1 n l2 o I]. exists l1, n, l2, o. split; trivial. split; [now apply H|reflexivity].
  - intros [l1 [n [l2 [o [-> [I ->]]]]]]. constructor. now apply H.
Qed.
Theorem arithmetic_term : forall ds b g, view_heaps ds b false g = true -> forall value : N -> N,
  (forall l, (Octal.xs value l <> 0%N <-> Game.Win (HeapDigits.amv ds b) l) /\
  (Octal.xs value l = 0%N <-> Game.Lose (HeapDigits.amv ds b) l)) ->
  correct g (Octal.xs value).
Proof.
  intros ds b g V value H. apply (values_correct ds b g V (HeapDigits.amv ds b)); [|exact H].
  apply hmv_moves. intros n o. apply HeapDigits.aopts_spec.
Qed.
(** A code that ends. *)
Lemma finite_code : forall ds n o, (exists j d, nth_error ds j = Some d /\ Breaking.legal (N.of_nat j) d n o) <-> option_of ds 0 n o.
Proof.
  intros ds n o. unfold option_of, dig, HeapDigits.dig. split.
  - intros [j [d [E L]]]. exists (N.of_nat j). rewrite Nat2N.id. now rewrite (nth_error_nth _ _ _ E).
  - intros [t L]. exists (N.to_nat t), (nth (N.to_nat t) ds 0%N). rewrite N2Nat.id. split; trivial.
    apply nth_error_nth'. destruct (Nat.lt_ge_cases (N.to_nat t) (length ds)) as [|X]; trivial. exfalso.
    destruct L as [_ [_ [B _]]]. rewrite nth_overflow, N.bits_0 in B by trivial. discriminate.
Qed.
Theorem breaking_term : forall ds g, view_heaps ds 0 false g = true -> forall value : N -> N,
  (forall l, (Octal.xs value l <> 0%N <-> Game.Win (Breaking.bmv ds) l) /\ (Octal.xs value l = 0%N <-> Game.Lose (Breaking.bmv ds) l)) ->
  correct g (Octal.xs value).
Proof.
  intros ds g V value H. apply (values_correct ds 0 g V (Breaking.bmv ds)); [|exact H].
  apply hmv_moves. intros n o. rewrite Breaking.bopts_spec. apply finite_code.
Qed.
(** A code that leaves two heaps at most. *)
Definition octal_code (ds : list N) : bool := forallb (fun d => (d <? 8)%N) ds.
Lemma octal_options : forall ds g m, view_heaps ds 0 m g = true -> octal_code ds = true -> forall n o, In o (Octal.opts ds n) <-> option_of ds 0 n o.
Proof.
  intros ds g m V Oc. destruct (facts _ _ _ _ V) as [_ [_ [_ [_ [_ Ok]]]]]. destruct (code_facts ds 0 g (Ok true)) as [_ [Ld D0]].
  intros n o. rewrite <- finite_code. unfold Octal.opts. rewrite Octal.opts_from_spec.
  assert (Z0 : forall j d, nth_error ds j = Some d -> N.of_nat j = 0%N -> N.testbit d 0 = false /\ N.testbit d 1 = false).
  { intros j d E J. assert (j = O) as -> by lia. assert (d = dig ds 0 0) as ->.
    { unfold dig, HeapDigits.dig. change (N.to_nat 0) with O. symmetry. now apply nth_error_nth. }
    split; [exact (D0 0%nat ltac:(lia))|exact (D0 1%nat ltac:(lia))]. }
  split; intros [j [d [E L]]]; exists j, d; (split; [trivial|]).
  - rewrite N.add_0_l in L. apply Octal.opt1_spec in L. unfold Breaking.legal.
    destruct L as [[B [-> [Pt ->]]]|[[B [Lt [Pt ->]]]|[B [x [y [Px [Py [Su ->]]]]]]]].
    + cbn. repeat split; trivial; try lia.
    + cbn. repeat split; trivial; try lia.
    + cbn. repeat split; trivial; try lia.
  - rewrite N.add_0_l. apply Octal.opt1_spec. destruct L as [L1 [L2 [B [Q [Pos To]]]]].
    assert (Small : (length o <= 2)%nat).
    { destruct (Nat.le_gt_cases (length o) 2) as [|X]; trivial. exfalso. unfold octal_code in Oc. rewrite forallb_forall in Oc.
      specialize (Oc d (nth_error_In _ _ E)). apply N.ltb_lt in Oc. destruct (N.eq_dec d 0) as [->|Nd]; [now rewrite N.bits_0 in B|].
      rewrite N.bits_above_log2 in B; [discriminate|]. change 8%N with (2 ^ 3)%N in Oc. apply N.log2_lt_pow2 in Oc; [|lia]. lia. }
    destruct o as [|x [|y [|]]]; cbn [length] in *; [left|right; left|right; right|lia].
    + cbn in To. split; [exact B|]. destruct (N.eq_dec (N.of_nat j) 0) as [J|J]; [destruct (Z0 j d E J) as [X _];
      change (N.of_nat 0) with 0%N in B; congruence|].
      repeat split; trivial; lia.
    + cbn in To. assert (1 <= x)%N by (apply Pos; now left). split; [exact B|].
      destruct (N.eq_dec (N.of_nat j) 0) as [J|J]; [destruct (Z0 j d E J) as [_ X]; change (N.of_nat 1) with 1%N in B; congruence|].
      repeat split; try lia. f_equal. lia.
    + cbn in To. assert (1 <= x)%N by (apply Pos; now left). assert (1 <= y)%N by (apply Pos; right; now left). split; [exact B|].
      exists x, y. repeat split; lia.
Qed.
Lemma octal_moves : forall ds g m, view_heaps ds 0 m g = true -> octal_code ds = true -> forall l q,
  Octal.omv ds l q <-> exists l1 n l2 o, l = l1 ++ n :: l2 /\ option_of ds 0 n o /\ q = l1 ++ o ++ l2.
Proof.
  intros ds g m V Oc l q. pose proof (octal_options ds g m V Oc) as H. split.
  - intros [l1 n l2 o I]. exists l1, n, l2, o. split; trivial. split; [now apply H|reflexivity].
  - intros [l1 [n [l2 [o [-> [I ->]]]]]]. constructor. now apply H.
Qed.
Theorem octal_term : forall ds g, view_heaps ds 0 false g = true -> octal_code ds = true -> forall value : N -> N,
  (forall l, (Octal.xs value l <> 0%N <-> Game.Win (Octal.omv ds) l) /\ (Octal.xs value l = 0%N <-> Game.Lose (Octal.omv ds) l)) ->
  correct g (Octal.xs value).
Proof. intros ds g V Oc value H. exact (values_correct ds 0 g V (Octal.omv ds) (octal_moves ds g false V Oc) _ H). Qed.
Theorem misere_term : forall ds g, view_heaps ds 0 true g = true -> octal_code ds = true -> forall lost : list N -> bool,
  (forall l, (lost l = false <-> Lattice.MWin (Octal.omv ds) l) /\ (lost l = true <-> Lattice.MLose (Octal.omv ds) l)) ->
  forall P l, (lost l = false <-> wins g P (heaps P l)) /\ (lost l = true <-> wins g (negb P) (heaps P l)).
Proof.
  intros ds g V Oc lost H P l. destruct (H l) as [W L].
  pose proof (both_correct ds 0 true g V (Octal.omv ds) (octal_moves ds g true V Oc) P l (negb (lost l))) as K.
  rewrite negb_true_iff, negb_false_iff in K. tauto.
Qed.
