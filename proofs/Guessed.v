(** * Guessed.v -- linear constraints on the digits of a tuple and of guessed numbers, for all tuples at once.
    A system says of a tuple x of d naturals that there are naturals g, so many, with which some linear constraints hold; and of some of the
    numbers of x and g, its target, in which state an automaton is when it has read their digits.
    The subset construction reads x and keeps, for each system, all that the guesses can have come to: their last digits, the state of the target,
    the trackers of the constraints. It is exact, and computed by Coq; where the guesses have more digits than x, zeros come first.
    Proved: what is [good] of the state of x and of the states that each system's target can have, everywhere in the closure, is so for
    each tuple of naturals ([systems_ok]); constraints that nothing meets ([nothing_ok]).
    Source: automatic relations by subset construction (Buechi 1960; Bruyere, Hansel, Michaux, Villemaire 1994).
    An instance gives a numeration system, an automaton, systems, and what is good. *)
Require Import Bool Arith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Digits Explore Lattice Tracker.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Some coordinates of a tuple *)
Definition pick (sel : list nat) (v : list Z) : list Z := map (fun i => nth i v 0) sel.
Lemma pick_map : forall f sel v, f 0 = 0 -> pick sel (map f v) = map f (pick sel v).
Proof. intros f sel v F. unfold pick. rewrite map_map. apply map_ext. intro i. rewrite <- F at 1. apply map_nth. Qed.

Fixpoint leqb {A} (f : A -> A -> bool) (l l' : list A) : bool := match l, l' with
  | [], [] => true | a :: l, b :: l' => f a b && leqb f l l' | _, _ => false end.
Lemma leqb_eq : forall A (f : A -> A -> bool), (forall a b, f a b = true -> a = b) -> forall l l', leqb f l l' = true -> l = l'.
Proof.
  intros A f H. induction l as [|a l IH]; intros [|b l'] E; try discriminate; trivial.
  cbn [leqb] in E. apply andb_prop in E. destruct E. f_equal; auto.
Qed.

(** The last digits of the guesses, the state of the target, the trackers. *)
Definition el : Type := (list Z * N * list cs)%type.
Definition cs_eqb (a b : cs) : bool := match a, b with
  | Sat, Sat => true | Tr a b, Tr a' b' => (a =? a') && (b =? b') | _, _ => false end.
Lemma cs_eq : forall a b, cs_eqb a b = true -> a = b.
Proof.
  intros [a b|] [a' b'|] E; try discriminate; trivial. apply andb_prop in E. destruct E as [X Y]. apply Z.eqb_eq in X, Y. congruence.
Qed.
Definition el_eqb (a b : el) : bool := let '(v, q, t) := a in let '(v', q', t') := b in
  leqb Z.eqb v v' && N.eqb q q' && leqb cs_eqb t t'.
Lemma el_eq : forall a b, el_eqb a b = true -> a = b.
Proof.
  intros [[v q] t] [[v' q'] t'] E. unfold el_eqb in E. apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2].
  apply leqb_eq in E1; [|intros; now apply Z.eqb_eq]. apply N.eqb_eq in E2. apply leqb_eq in E3; [|exact cs_eq]. congruence.
Qed.
Definition el_key (e : el) (p : positive) : positive := let '(v, q, t) := e in
  fold_left (fun p t => match t with Sat => p~1 | Tr a b => pushZ a (pushZ b p~0) end)%positive t (pushN q (pushL v p)).
(** The same elements, each once, in an order of their own; nothing where two share a key. *)
Fixpoint gather (l : list el) (m : PositiveMap.t el) : option (PositiveMap.t el) := match l with
  | [] => Some m
  | a :: l => let k := el_key a 1 in match PositiveMap.find k m with
      | Some b => if el_eqb a b then gather l m else None
      | None => gather l (PositiveMap.add k a m) end end.
Definition norm (l : list el) : option (list el) :=
  match gather l (PositiveMap.empty el) with Some m => Some (map snd (PositiveMap.elements m)) | None => None end.
Lemma gather_in : forall l m m', gather l m = Some m' ->
  forall a, (exists k, PositiveMap.find k m' = Some a) <-> In a l \/ exists k, PositiveMap.find k m = Some a.
Proof.
  induction l as [|b l IH]; intros m m' H a; cbn [gather] in H.
  - injection H as <-. cbn [In]. tauto.
  - destruct (PositiveMap.find (el_key b 1) m) as [c|] eqn:F.
    + destruct (el_eqb b c) eqn:E; [|discriminate]. apply el_eq in E. subst c. rewrite (IH _ _ H). cbn [In].
      split; [tauto|]. intros [[<-|I]|X]; eauto.
    + rewrite (IH _ _ H). cbn [In]. split.
      * intros [I|[k K]]; [tauto|]. destruct (Pos.eq_dec k (el_key b 1)) as [->|N].
        -- rewrite PositiveMap.gss in K. injection K as <-. tauto.
        -- rewrite PositiveMap.gso in K by trivial. eauto.
      * intros [[<-|I]|[k K]]; [right; exists (el_key b 1); apply PositiveMap.gss|tauto|].
        right. exists k. rewrite PositiveMap.gso; trivial. congruence.
Qed.
Lemma norm_in : forall l l', norm l = Some l' -> forall a, In a l' <-> In a l.
Proof.
  intros l l' H a. unfold norm in H. destruct (gather l _) as [m|] eqn:G; [|discriminate]. injection H as <-.
  pose proof (gather_in _ _ _ G a) as X. rewrite in_map_iff. split.
  - intros [[k b] [E I]]. cbn [snd] in E. subst b. apply PositiveMap.elements_complete in I.
    destruct (proj1 X (ex_intro _ k I)) as [Y|[k' Y]]; trivial. rewrite PositiveMap.gempty in Y. discriminate.
  - intro I. destruct (proj2 X (or_introl I)) as [k K]. exists (k, a). split; trivial. now apply PositiveMap.elements_correct.
Qed.

(** So many guesses, constraints on the tuple with the guesses after it, and what is read of these. *)
Record sys := Sys { guesses : nat; bound : list con; target : option (list nat) }.

Lemma firstn_whole : forall d (x g : list Z), length x = d -> firstn d (x ++ g) = x.
Proof. intros d x g <-. rewrite firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r. Qed.
Lemma skipn_whole : forall d (x g : list Z), length x = d -> skipn d (x ++ g) = g.
Proof. intros d x g <-. now rewrite skipn_app, Nat.sub_diag, skipn_all. Qed.
Section Systems.
Variable s : system.
Hypothesis OK : sys_ok s = true.
Variable d : nat.
Variable read : N -> letter -> N.
Hypothesis READ : read 0%N (zero d) = 0%N.
Definition runs (q : N) (w : list letter) : N := fold_left read w q.
(** The state after the digits of a tuple. *)
Definition state_of (x : list Z) : N := runs 0%N (wd s (len x) x).

Lemma wd_more : forall n m x, length x = d -> fits s n x -> (n <= m)%nat -> runs 0%N (wd s m x) = runs 0%N (wd s n x).
Proof.
  intros n m x L F Le. replace m with ((m - n) + n)%nat by lia. rewrite wd_pad by trivial. unfold runs. rewrite fold_left_app. f_equal.
  rewrite L. induction (m - n)%nat as [|j IH]; trivial. cbn [repeat fold_left]. now rewrite READ.
Qed.
Lemma state_of_word : forall n x, length x = d -> nonneg x -> fits s n x -> runs 0%N (wd s n x) = state_of x.
Proof.
  intros n x L N F. unfold state_of. rewrite <- (wd_more n (Nat.max n (len x)) x) by (trivial; lia).
  apply wd_more; trivial; [now apply fits_len|lia].
Qed.
Lemma wd_pick : forall sel n x, map (pick sel) (wd s n x) = wd s n (pick sel x).
Proof.
  intros sel n. induction n as [|n IH]; intro x; trivial. cbn [wd map].
  now rewrite IH, !pick_map.
Qed.
Lemma wd_firstn : forall n x, map (firstn d) (wd s n x) = wd s n (firstn d x).
Proof. induction n as [|n IH]; intro x; trivial. cbn [wd map]. now rewrite IH, !firstn_map. Qed.
Lemma wd_skipn : forall n x, map (skipn d) (wd s n x) = wd s n (skipn d x).
Proof. induction n as [|n IH]; intro x; trivial. cbn [wd map]. now rewrite IH, !skipn_map. Qed.
Lemma wd_valid : forall n x, fits s n x -> vword s (zero (length x)) (wd s n x) = true /\ wval s (length x) (wd s n x) = x.
Proof.
  intros n x F. destruct (wd_spec s OK n (zero (length x)) x) as [H1 H2]; [now apply under_zero|]. rewrite zero_length in H2. now split.
Qed.

(* ---------------- one system ---------------- *)
(** What a last digit forbids: nothing in base k. *)
Definition keep (v : letter) : letter := match s with Base _ => map (fun _ => 0) v | Ostrowski _ => v end.
Lemma keep_vok : forall v x, vok s (keep v) x = vok s v x.
Proof.
  intros v x. unfold keep. clear OK. destruct s as [k|c]; trivial. revert x. induction v as [|a v IH]; intros [|b x]; trivial. cbn [map vok]. now rewrite IH.
Qed.
Lemma keep_vword : forall w v, vword s (keep v) w = vword s v w.
Proof. intros [|x w] v; trivial. cbn [vword]. now rewrite keep_vok. Qed.
Section One.
Variable y : sys.
Notation D := (d + guesses y)%nat.
Definition trackers : ctl := ctl_of s (bound y).
Variable ks : ctl.
Hypothesis KS : ks = trackers.
Definition reads (q : N) (l : letter) : N := match target y with Some sel => read q (pick sel l) | None => q end.
Definition goes (e : el) (x g : letter) : option el := let '(v, q, t) := e in
  if vok s v g then match sstep s ks t (x ++ g) (x ++ g) with Some t' => Some (keep g, reads q (x ++ g), t') | None => None end else None.
Definition ends (e : el) : bool := sfinal ks (snd e).
Definition first_el : el := (keep (zero (guesses y)), 0%N, map (fun _ => Tr 0 0) ks).
Variable gs : list letter.
Hypothesis GS : gs = tuples s (guesses y).
Definition next_els (x : letter) (T : list el) : list el :=
  flat_map (fun e => flat_map (fun g => match goes e x g with Some e' => [e'] | None => [] end) gs) T.
(** zeros first *)
Fixpoint zeros_first (fuel : nat) (T : list el) : option (list el) := match fuel with
  | O => None
  | S fuel => match norm (T ++ next_els (zero d) T) with
      | Some T' => if leqb el_eqb T' T then Some T else zeros_first fuel T'
      | None => None end end.

Fixpoint goes_on (e : el) (w : list letter) : option el := match w with
  | [] => Some e
  | l :: w => match goes e (firstn d l) (skipn d l) with Some e' => goes_on e' w | None => None end end.
Lemma goes_on_app : forall w w' e, goes_on e (w ++ w') = match goes_on e w with Some e' => goes_on e' w' | None => None end.
Proof. induction w as [|l w IH]; intros w' e; trivial. cbn [app goes_on]. now destruct (goes e _ _). Qed.
Definition wide (w : list letter) : Prop := Forall (fun l => length l = D) w.
Lemma goes_guess : forall v q t x g e', length v = guesses y -> goes (keep v, q, t) x g = Some e' -> In g gs.
Proof.
  intros v q t x g e' L H. unfold goes in H. rewrite keep_vok in H. destruct (vok s v g) eqn:V; [|discriminate]. rewrite GS, <- L. now apply in_tuples.
Qed.
Definition kept (e : el) : Prop := exists v q t, e = (keep v, q, t) /\ length v = guesses y.
Lemma first_kept : kept first_el.
Proof. exists (zero (guesses y)), 0%N, (map (fun _ => Tr 0 0) ks). split; trivial. apply zero_length. Qed.
Lemma goes_kept : forall e x g e', kept e -> goes e x g = Some e' -> kept e' /\ In g gs /\ length g = guesses y.
Proof.
  intros e x g e' [v [q [t [-> L]]]] H. pose proof (goes_guess _ _ _ _ _ _ L H) as I. unfold goes in H. rewrite keep_vok in H.
  destruct (vok s v g) eqn:V; [|discriminate]. apply vok_length in V. destruct (sstep _ _ _ _ _) as [t'|]; [|discriminate]. injection H as <-.
  split; [|split; congruence]. exists g, (reads q (x ++ g)), t'. split; trivial. congruence.
Qed.
Lemma next_els_in : forall x T e', length x = d -> (forall e, In e T -> kept e) ->
  (In e' (next_els x T) <-> exists e l, In e T /\ length l = D /\ firstn d l = x /\ goes e (firstn d l) (skipn d l) = Some e').
Proof.
  intros x T e' L K. unfold next_els. rewrite in_flat_map. split.
  - intros [e [I J]]. apply in_flat_map in J. destruct J as [g [G J]]. destruct (goes e x g) as [e2|] eqn:E; [|destruct J]. destruct J as [<-|[]].
    destruct (goes_kept _ _ _ _ (K e I) E) as [_ [_ Lg]]. exists e, (x ++ g). split; trivial. split; [rewrite app_length; lia|].
    now rewrite firstn_whole, skipn_whole by trivial.
  - intros [e [l [I [Ll [F E]]]]]. rewrite F in E. destruct (goes_kept _ _ _ _ (K e I) E) as [_ [G _]]. exists e. split; trivial.
    apply in_flat_map. exists (skipn d l). split; trivial. rewrite E. now left.
Qed.
Lemma next_els_kept : forall x T e', length x = d -> (forall e, In e T -> kept e) -> In e' (next_els x T) -> kept e'.
Proof.
  intros x T e' L K I. apply next_els_in in I; trivial. destruct I as [e [l [I [_ [_ E]]]]]. now destruct (goes_kept _ _ _ _ (K e I) E).
Qed.
(** All that the first element can have come to after zeros. *)
Definition begun (e : el) : Prop := exists j w, wide w /\ map (firstn d) w = repeat (zero d) j /\ goes_on first_el w = Some e.
Lemma zeros_first_ok : forall fuel T T', zeros_first fuel T = Some T' -> (forall e, In e T -> begun e /\ kept e) -> In first_el T ->
  (forall e, In e T' -> kept e) /\ forall e, In e T' <-> begun e.
Proof.
  assert (Snoc : forall a n, repeat (a : letter) n ++ [a] = repeat a (S n)) by (intros a n; induction n as [|n IHn]; [reflexivity|cbn [repeat app]; f_equal; exact IHn]).
  induction fuel as [|fuel IH]; intros T T' H B F; cbn [zeros_first] in H; [discriminate|].
  destruct (norm _) as [T1|] eqn:N; [|discriminate]. pose proof (norm_in _ _ N) as NI.
  assert (K : forall e, In e T -> kept e) by (intros e I; now apply B).
  destruct (leqb el_eqb T1 T) eqn:E.
  - injection H as <-. apply (leqb_eq _ _ el_eq) in E. subst T1. split; trivial.
    assert (Closed : forall w e e', wide w -> (exists j, map (firstn d) w = repeat (zero d) j) -> In e T -> goes_on e w = Some e' -> In e' T).
    { induction w as [|l w IHw]; intros e e' W [j Z] I G; cbn [goes_on] in G; [congruence|]. inversion W as [|? ? Wl Ww]; subst.
      destruct j as [|j]; [discriminate|]. cbn [map repeat] in Z. injection Z as Z1 Z2. destruct (goes e _ _) as [e2|] eqn:E2; [|discriminate].
      apply IHw with e2; trivial; [now exists j|]. apply NI, in_or_app. right. apply next_els_in; trivial; [apply zero_length|]. exists e, l. auto. }
    intro e. split; [apply B|]. intros [j [w [W [Z G]]]]. apply Closed with w first_el; trivial. now exists j.
  - apply (IH T1 T' H); [|apply NI, in_or_app; now left]. intros e I. apply NI, in_app_or in I. destruct I as [I|I]; [now apply B|].
    split; [|apply next_els_kept in I; trivial; apply zero_length]. apply next_els_in in I; trivial; [|apply zero_length].
    destruct I as [e0 [l [I [Ll [Fl G]]]]]. destruct (B e0 I) as [[j [w [W [Z G0]]]] _]. exists (S j), (w ++ [l]). split; [|split].
    + apply Forall_app. split; trivial. now repeat constructor.
    + rewrite map_app, Z, <- Snoc. cbn [map]. now rewrite Fl.
    + rewrite goes_on_app, G0. cbn [goes_on]. now rewrite G.
Qed.

(** The end of a word with guesses. *)
Lemma goes_on_spec : forall w v q t q', length v = guesses y -> wide w ->
  ((exists e, goes_on (keep v, q, t) w = Some e /\ ends e = true /\ snd (fst e) = q') <->
   vword s v (map (skipn d) w) = true /\ ofinal ks (orun s ks (Some t) w w) = true /\ q' = fold_left reads w q).
Proof.
  induction w as [|l w IH]; intros v q t q' L W.
  - cbn [goes_on map vword orun fold_left ofinal]. split.
    + intros [e [E [F Q]]]. injection E as <-. cbn [ends snd fst] in *. auto.
    + intros [_ [F ->]]. eexists. split; [reflexivity|]. cbn [ends snd fst]. auto.
  - inversion W as [|? ? Wl Ww]; subst. cbn [goes_on map vword orun fold_left ostep]. unfold goes. rewrite keep_vok.
    rewrite firstn_skipn. destruct (vok s v (skipn d l)) eqn:V; cbn [andb].
    + destruct (sstep s ks t l l) as [t'|]; [apply IH; trivial|].
      * rewrite skipn_length. lia.
      * rewrite orun_none. cbn [ofinal]. split; [intros [e [E _]]; discriminate|intros [_ [E _]]; discriminate].
    + split; [intros [e [E _]]; discriminate|intros [E _]; discriminate].
Qed.
Definition answers (z : list Z) : N := match target y with Some sel => state_of (pick sel z) | None => 0%N end.
Hypothesis SEL : match target y with Some sel => length sel = d | None => True end.
Lemma vword_split : forall w v u, wide w -> length v = d ->
  vword s (v ++ u) w = vword s v (map (firstn d) w) && vword s u (map (skipn d) w).
Proof.
  assert (V : forall v u l, vok s (v ++ u) l = vok s v (firstn (length v) l) && vok s u (skipn (length v) l)).
  { induction v as [|a v IH]; intros u l; [cbn; now destruct l|]. destruct l as [|b l]; trivial. cbn [app vok length firstn skipn]. now rewrite IH, andb_assoc. }
  induction w as [|l w IH]; intros v u W L; trivial. inversion W as [|? ? Wl Ww]; subst. cbn [map vword]. rewrite V.
  replace (vword s l w) with (vword s (firstn (length v) l ++ skipn (length v) l) w) by now rewrite firstn_skipn.
  rewrite IH; trivial; [|rewrite firstn_length; lia].
  rewrite L. destruct (vok s v _), (vok s u _); cbn [andb]; trivial; now rewrite ?andb_false_r.
Qed.
Lemma fold_reads : forall w q, fold_left reads w q = match target y with Some sel => runs q (map (pick sel) w) | None => q end.
Proof.
  unfold reads, runs. destruct (target y) as [sel|]; induction w as [|l w IH]; intro q; trivial; cbn [fold_left map]; apply IH.
Qed.
Lemma pick_nonneg : forall sel z, nonneg z -> nonneg (pick sel z).
Proof.
  intros sel z N. unfold nonneg, pick in *. apply Forall_map, Forall_forall. intros i _.
  destruct (nth_in_or_default i z 0) as [I| ->]; [|lia]. rewrite Forall_forall in N. now apply N.
Qed.
Lemma pick_fits : forall sel n z, fits s n z -> fits s n (pick sel z).
Proof.
  intros sel n z N. unfold fits, pick in *. apply Forall_map, Forall_forall. intros i _.
  pose proof (pl_pos s OK n). destruct (nth_in_or_default i z 0) as [I| ->]; [|lia]. rewrite Forall_forall in N. now apply N.
Qed.
Lemma zeros_valid : forall j w, vword s (zero d) (repeat (zero d) j ++ w) = vword s (zero d) w.
Proof.
  assert (V : vok s (zero d) (zero d) = true).
  { unfold zero. clear READ SEL. induction d as [|n IH]; trivial. cbn [repeat vok]. rewrite IH, andb_true_r. unfold dok, sys_ok in *. destruct s; lia. }
  induction j as [|j IH]; intro w; trivial. cbn [repeat app vword]. rewrite V. apply IH.
Qed.
(** THE MEANING: what the elements after a tuple's word say. *)
Theorem elements_ok : forall n x q', length x = d -> fits s n x ->
  ((exists e0 e w, begun e0 /\ wide w /\ map (firstn d) w = wd s n x /\ goes_on e0 w = Some e /\ ends e = true /\ snd (fst e) = q') <->
   exists g, length g = guesses y /\ nonneg g /\ Forall (fun c => holds c (x ++ g) (x ++ g)) (bound y) /\ q' = answers (x ++ g)).
Proof.
  intros n x q' L F.
  assert (Meaning : forall w m z, wide w -> w = wd s m z -> length z = D -> nonneg z -> fits s m z ->
    ((exists e, goes_on first_el w = Some e /\ ends e = true /\ snd (fst e) = q') <->
     Forall (fun c => holds c z z) (bound y) /\ q' = answers z)).
  { intros w m z W E Lz Nz Fz. unfold first_el. rewrite (goes_on_spec w (zero (guesses y)) 0%N _ q' (zero_length _) W).
    destruct (wd_valid m z Fz) as [V Wv]. rewrite Lz, <- E in V, Wv.
    assert (Vs : vword s (zero d) (map (firstn d) w) = true /\ vword s (zero (guesses y)) (map (skipn d) w) = true).
    { apply andb_prop. rewrite <- vword_split; trivial; [|apply zero_length]. unfold zero in *. now rewrite <- repeat_app. }
    rewrite KS. unfold trackers. pose proof (orun_spec s OK (bound y) w w D V V eq_refl) as O. rewrite Wv in O. unfold ostart in O.
    rewrite O. assert (Q : fold_left reads w 0%N = answers z).
    { rewrite fold_reads. unfold answers. destruct (target y) as [sel|]; trivial. rewrite E, wd_pick. apply state_of_word.
      - unfold pick. now rewrite map_length.
      - now apply pick_nonneg.
      - now apply pick_fits. }
    rewrite Q. tauto. }
  split.
  - intros [e0 [e [w [[j [w0 [W0 [Z G0]]]] [W [Fw [G [En Q]]]]]]]]. set (w1 := w0 ++ w).
    assert (W1 : wide w1) by (apply Forall_app; now split).
    assert (Fw1 : map (firstn d) w1 = repeat (zero d) j ++ wd s n x) by (unfold w1; now rewrite map_app, Z, Fw).
    assert (G1 : goes_on first_el w1 = Some e) by (unfold w1; now rewrite goes_on_app, G0).
    destruct (wd_valid n x F) as [Vx Wx]. rewrite L in Vx, Wx.
    assert (V2 : vword s (zero (guesses y)) (map (skipn d) w1) = true).
    { apply (goes_on_spec w1 (zero (guesses y)) 0%N (map (fun _ => Tr 0 0) ks) q' (zero_length _) W1). exists e. auto. }
    assert (V : vword s (zero D) w1 = true).
    { unfold zero. rewrite repeat_app. change (vword s (zero d ++ zero (guesses y)) w1 = true). rewrite vword_split; trivial; [|apply zero_length].
      now rewrite V2, Fw1, zeros_valid, Vx. }
    destruct (wd_wval s OK w1 (zero D) V) as [_ E]. rewrite zero_length in E. set (z := wval s D w1) in *.
    destruct (wval_nonneg s OK D w1 V) as [Lz Fz]. fold z in Lz, Fz. pose proof (fits_nonneg s _ z Fz) as Nz.
    set (m := length w1) in *.
    assert (Ex : firstn d z = x).
    { assert (Lw : m = (j + n)%nat) by (unfold m; rewrite <- (map_length (firstn d)), Fw1, app_length, repeat_length, wd_length; reflexivity).
      assert (E1 : wd s m (firstn d z) = wd s m x) by (rewrite <- wd_firstn, E, Fw1, Lw, wd_pad, L by trivial; reflexivity).
      assert (Ff : fits s m (firstn d z)).
      { pose proof Fz as Q'. rewrite <- (firstn_skipn d z) in Q'. unfold fits in Q'. apply Forall_app in Q'. exact (proj1 Q'). }
      assert (Fx : fits s m x) by (apply (fits_mono s OK) with n; [lia|trivial]).
      destruct (wd_valid m _ Ff) as [_ V1]. destruct (wd_valid m x Fx) as [_ V3].
      rewrite <- V1, <- V3, E1. f_equal. rewrite firstn_length. lia. }
    destruct (proj1 (Meaning w1 m z W1 (eq_sym E) Lz Nz Fz)) as [M1 M2]; [exists e; auto|].
    exists (skipn d z). assert (Ez : x ++ skipn d z = z) by (rewrite <- Ex; apply firstn_skipn). rewrite Ez.
    split; [rewrite skipn_length; lia|]. split; [|split; trivial].
    unfold nonneg in *. rewrite <- (firstn_skipn d z) in Nz. apply Forall_app in Nz. exact (proj2 Nz).
  - intros [g [Lg [Ng [H Q]]]]. set (z := x ++ g) in *.
    assert (Nx : nonneg x) by now apply fits_nonneg with s n.
    assert (Lz : length z = D) by (unfold z; rewrite app_length; lia).
    assert (Nz : nonneg z) by (apply Forall_app; now split).
    set (m := Nat.max n (len z)). assert (Fz : fits s m z) by (apply (fits_mono s OK) with (len z); [lia|now apply fits_len]).
    set (w := wd s m z). assert (W : wide w).
    { destruct (wd_valid m z Fz) as [V _]. apply vword_letters in V. rewrite zero_length in V. unfold wide, w. now rewrite <- Lz. }
    destruct (proj2 (Meaning w m z W eq_refl Lz Nz Fz)) as [e [G [En Qe]]]; [now split|].
    assert (Fw : map (firstn d) w = repeat (zero d) (m - n) ++ wd s n x).
    { unfold w. rewrite wd_firstn. unfold z. rewrite firstn_whole by trivial.
      replace m with ((m - n) + n)%nat at 1 by lia. now rewrite wd_pad, L. }
    rewrite <- (firstn_skipn (m - n) w) in G, W. rewrite goes_on_app in G. apply Forall_app in W. destruct W as [W0 W2].
    destruct (goes_on first_el (firstn (m - n) w)) as [e0|] eqn:G0; [|discriminate].
    exists e0, e, (skipn (m - n) w). split; [|split; [exact W2|split; [|now split]]].
    + exists (m - n)%nat, (firstn (m - n) w). split; [exact W0|]. split; trivial.
      rewrite <- firstn_map, Fw, firstn_app, repeat_length, Nat.sub_diag, firstn_all2 by (rewrite repeat_length; lia). cbn [firstn]. apply app_nil_r.
    + rewrite <- skipn_map, Fw, skipn_app, repeat_length, Nat.sub_diag, skipn_all2 by (rewrite repeat_length; lia). reflexivity.
Qed.
End One.

(* ---------------- all systems together ---------------- *)
Record ready := Ready { its : sys; its_ks : ctl; its_gs : list letter }.
Definition prepare (y : sys) : ready := Ready y (trackers y) (tuples s (guesses y)).
(** The last letter read, the automaton's state, and for each system its elements. *)
Definition stage := option (letter * N * list (list el)).
Definition stage_eqb (a b : stage) : bool := match a, b with
  | None, None => true
  | Some (v, q, ss), Some (v', q', ss') => leqb Z.eqb v v' && N.eqb q q' && leqb (leqb el_eqb) ss ss'
  | _, _ => false end.
Definition stage_key (a : stage) : positive := match a with
  | None => 1%positive
  | Some (v, q, ss) => fold_left (fun p T => fold_left (fun p e => el_key e p) T p~0~1)%positive ss (pushN q (pushL v 1)) end.
Lemma stage_eq : forall a b, stage_eqb a b = true -> a = b.
Proof.
  intros [[[v q] ss]|] [[[v' q'] ss']|] E; try discriminate; trivial. unfold stage_eqb in E. apply andb_prop in E. destruct E as [E E3].
  apply andb_prop in E. destruct E as [E1 E2]. apply leqb_eq in E1; [|intros; now apply Z.eqb_eq]. apply N.eqb_eq in E2.
  apply leqb_eq in E3; [congruence|]. intros a b. apply leqb_eq. exact el_eq.
Qed.
Section Together.
Variables (systems : list sys) (al : list letter) (good : N -> list (list N) -> bool).
Hypothesis AL : al = tuples s d.
Definition sel_fine (y : sys) : bool := match target y with Some sel => (length sel =? d)%nat | None => true end.
Definition next_set (y : ready) (x : letter) (T : list el) : option (list el) := norm (next_els (its y) (its_ks y) (its_gs y) x T).
Fixpoint next_sets (ys : list ready) (x : letter) (ss : list (list el)) : option (list (list el)) := match ys, ss with
  | y :: ys, T :: ss => match next_set y x T, next_sets ys x ss with Some T', Some r => Some (T' :: r) | _, _ => None end
  | _, _ => Some [] end.
Definition one (ys : list ready) (q : N) (ss : list (list el)) (x : letter) : stage :=
  match next_sets ys x ss with Some ss' => Some (keep x, read q x, ss') | None => None end.
Definition steps (ys : list ready) (a : stage) : list stage := match a with
  | Some (v, q, ss) => map (one ys q ss) (filter (vok s v) al) | None => [] end.
Definition accepted (y : ready) (T : list el) : list N := map (fun e => snd (fst e)) (filter (ends (its_ks y)) T).
Fixpoint all_accepted (ys : list ready) (ss : list (list el)) : list (list N) := match ys, ss with
  | y :: ys, T :: ss => accepted y T :: all_accepted ys ss | _, _ => [] end.
Definition good_stage (ys : list ready) (a : stage) : bool := match a with
  | Some (_, q, ss) => good q (all_accepted ys ss) | None => false end.
Fixpoint beginnings (fuel : nat) (ys : list ready) : option (list (list el)) := match ys with
  | [] => Some []
  | y :: ys => match zeros_first (its y) (its_ks y) (its_gs y) fuel [first_el (its y) (its_ks y)], beginnings fuel ys with
      | Some T, Some r => Some (T :: r) | _, _ => None end end.
Definition systems_good (fuel : nat) : bool := forallb sel_fine systems &&
  let ys := map prepare systems in match beginnings fuel ys with
  | Some ss => explore stage_eqb stage_key (steps ys) (good_stage ys) fuel [Some (keep (zero d), 0%N, ss)] (PositiveMap.empty stage)
  | None => false end.

Lemma next_sets_nth : forall ys x ss ss' i y, next_sets ys x ss = Some ss' -> length ss = length ys -> nth_error ys i = Some y ->
  length ss' = length ys /\ next_set y x (nth i ss []) = Some (nth i ss' []).
Proof.
  induction ys as [|y0 ys IH]; intros x [|T ss] ss' i y H L E; try discriminate; [destruct i; discriminate|].
  cbn [next_sets] in H. destruct (next_set y0 x T) as [T'|] eqn:N; [|discriminate]. destruct (next_sets ys x ss) as [r|] eqn:R; [|discriminate].
  injection H as <-. injection L as L. destruct i as [|i]; cbn [nth_error nth length] in *.
  - injection E as <-. split; trivial. destruct ys as [|y1 ys]; [destruct ss; [injection R as <-|]; trivial; discriminate|].
    destruct (IH x ss r 0%nat y1 R L eq_refl) as [-> _]. reflexivity.
  - destruct (IH x ss r i y R L E) as [-> H]. now split.
Qed.
Lemma next_sets_length : forall ys x ss ss', next_sets ys x ss = Some ss' -> length ss = length ys -> length ss' = length ys.
Proof.
  induction ys as [|y0 ys IH]; intros x [|T ss] ss' H L; try discriminate; cbn [next_sets] in H; [now injection H as <-|].
  destruct (next_set y0 x T) as [T'|]; [|discriminate]. destruct (next_sets ys x ss) as [r|] eqn:R; [|discriminate]. injection H as <-. injection L as L.
  cbn [length]. f_equal. now apply IH with x ss.
Qed.
Lemma beginnings_nth : forall fuel ys ss, beginnings fuel ys = Some ss -> length ss = length ys /\
  forall i y, nth_error ys i = Some y -> zeros_first (its y) (its_ks y) (its_gs y) fuel [first_el (its y) (its_ks y)] = Some (nth i ss []).
Proof.
  intro fuel. induction ys as [|y0 ys IH]; intros ss H; cbn [beginnings] in H.
  - injection H as <-. split; trivial. intros [|i] y E; discriminate.
  - destruct (zeros_first _ _ _ _ _) as [T|] eqn:Z; [|discriminate]. destruct (beginnings fuel ys) as [r|]; [|discriminate]. injection H as <-.
    destruct (IH r eq_refl) as [L I]. split; [cbn [length]; congruence|]. intros [|i] y E; cbn [nth_error nth] in *; [injection E as <-; trivial|now apply I].
Qed.
Lemma all_accepted_nth : forall ys ss i y, length ss = length ys -> nth_error ys i = Some y ->
  nth i (all_accepted ys ss) [] = accepted y (nth i ss []).
Proof.
  induction ys as [|y0 ys IH]; intros [|T ss] [|i] y L E; try discriminate; cbn [all_accepted nth nth_error] in *; [now injection E as <-|].
  apply IH; trivial. now injection L.
Qed.
(** MAIN THEOREM: for each tuple, what is good of its state and of the states of the targets is so. *)
Theorem systems_ok : forall fuel, systems_good fuel = true -> forall x, length x = d -> nonneg x ->
  exists accs, good (state_of x) accs = true /\ forall i y, nth_error systems i = Some y -> forall q', In q' (nth i accs []) <->
    exists g, length g = guesses y /\ nonneg g /\ Forall (fun c => holds c (x ++ g) (x ++ g)) (bound y) /\ q' = answers y (x ++ g).
Proof.
  intros fuel H x Lx Nx. unfold systems_good in H. apply andb_prop in H. destruct H as [Sel H]. cbn zeta in H.
  set (ys := map prepare systems) in *. destruct (beginnings fuel ys) as [ss0|] eqn:B; [|discriminate].
  destruct (explore_sound _ _ _ _ _ stage_eq _ _ H) as [S [S0 S1]]. destruct (beginnings_nth _ _ _ B) as [L0 B0].
  assert (Ys : forall i y, nth_error systems i = Some y -> nth_error ys i = Some (prepare y)) by (intros i y E; unfold ys; now rewrite nth_error_map, E).
  assert (G : forall w v q ss, S (Some (keep v, q, ss)) -> length ss = length ys -> length v = d -> vword s v w = true ->
    exists v' ss', S (Some (v', runs q w, ss')) /\ length ss' = length ys /\ forall i y, nth_error systems i = Some y ->
      (forall e, In e (nth i ss []) -> kept y e) ->
      forall e', In e' (nth i ss' []) <-> exists e wz, In e (nth i ss []) /\ wide y wz /\ map (firstn d) wz = w /\ goes_on y (trackers y) e wz = Some e').
  { induction w as [|l w IH]; intros v q ss I L Lv V.
    - exists (keep v), ss. split; trivial. split; trivial. intros i y E K e'. split.
      + intro J. exists e', []. repeat split; trivial. constructor.
      + intros [e [wz [J [_ [M Gn]]]]]. destruct wz; [|discriminate]. cbn [goes_on] in Gn. congruence.
    - cbn [vword] in V. apply andb_prop in V. destruct V as [V1 V2]. pose proof (vok_length s v l V1) as Ll.
      destruct (S1 _ I) as [_ St]. specialize (St (one ys q ss l)). cbn [steps] in St.
      assert (J : S (one ys q ss l)).
      { apply St, in_map, filter_In. split; [rewrite AL, <- Lv; now apply in_tuples|now rewrite keep_vok]. }
      unfold one in J. destruct (next_sets ys l ss) as [ss1|] eqn:Nx1.
      2: { destruct (S1 _ J) as [Bad _]. discriminate. }
      destruct (IH l (read q l) ss1 J (next_sets_length _ _ _ _ Nx1 L) ltac:(congruence) V2) as [v' [ss' [I' [L' H']]]].
      exists v', ss'. split; trivial. split; trivial. intros i y E K e'.
      destruct (next_sets_nth _ _ _ _ _ _ Nx1 L (Ys i y E)) as [_ Ns]. unfold next_set in Ns. cbn [prepare its its_ks its_gs] in Ns.
      pose proof (norm_in _ _ Ns) as NI.
      assert (K1 : forall e, In e (nth i ss1 []) -> kept y e).
      { intros e Ie. apply NI in Ie. eapply next_els_kept; try exact Ie; trivial. congruence. }
      rewrite (H' i y E K1 e'). split.
      + intros [e1 [wz [I1 [W [F Gn]]]]]. apply NI in I1. apply next_els_in in I1; trivial; [|congruence].
        destruct I1 as [e [z [Ie [Lz [Fz Gz]]]]]. exists e, (z :: wz). split; trivial. split; [now constructor|]. cbn [map goes_on]. now rewrite Gz, Fz, F.
      + intros [e [wz [Ie [W [F Gn]]]]]. destruct wz as [|z wz]; [discriminate|]. cbn [map goes_on] in *. injection F as Fz F.
        destruct (goes y (trackers y) e (firstn d z) (skipn d z)) as [e1|] eqn:Gz; [|discriminate]. inversion W as [|? ? Wz Ww]; subst.
        exists e1, wz. split; [|now split]. apply NI. apply next_els_in; trivial; [congruence|]. exists e, z. auto. }
  pose proof (fits_len s OK x Nx) as Fx. destruct (wd_valid (len x) x Fx) as [Vx _]. rewrite Lx in Vx.
  destruct (G (wd s (len x) x) (zero d) 0%N ss0) as [v' [ss' [I' [L' H']]]]; trivial; [apply S0; now left|apply zero_length|].
  exists (all_accepted ys ss'). destruct (S1 _ I') as [Gd _]. split; [exact Gd|]. intros i y E q'.
  rewrite (all_accepted_nth ys ss' i (prepare y) L' (Ys i y E)). unfold accepted. cbn [prepare its_ks]. rewrite in_map_iff.
  destruct (zeros_first_ok y (trackers y) (tuples s (guesses y)) eq_refl _ _ _ (B0 i _ (Ys i y E))) as [K0 Bg]; [|now left|].
  { intros e [<-|[]]. cbn [prepare its its_ks]. split; [|apply first_kept]. exists 0%nat, []. repeat split; constructor. }
  assert (SelE : match target y with Some sel => length sel = d | None => True end).
  { rewrite forallb_forall in Sel. specialize (Sel y (nth_error_In _ _ E)). unfold sel_fine in Sel. destruct (target y); trivial. now apply Nat.eqb_eq. }
  rewrite <- (elements_ok y (trackers y) eq_refl (tuples s (guesses y)) eq_refl SelE (len x) x q' Lx Fx). split.
  - intros [e [Q J]]. apply filter_In in J. destruct J as [J En]. apply (H' i y E K0) in J. destruct J as [e0 [wz [J0 [W [F Gn]]]]].
    exists e0, e, wz. split; [now apply Bg|auto].
  - intros [e0 [e [wz [J0 [W [F [Gn [En Q]]]]]]]]. exists e. split; trivial. apply filter_In. split; trivial.
    apply (H' i y E K0). exists e0, wz. split; [now apply Bg|auto].
Qed.
End Together.
End Systems.

(** Constraints on a tuple of n naturals that nothing meets. *)
Definition nothing (s : system) (n : nat) (cs : list con) (fuel : nat) : bool :=
  systems_good s n (fun _ _ => 0%N) [Sys 0 cs None] (tuples s n) (fun _ accs => match accs with [[]] => true | _ => false end) fuel.
Theorem nothing_ok : forall s n cs fuel, sys_ok s = true -> nothing s n cs fuel = true ->
  forall z, length z = n -> nonneg z -> ~ Forall (fun c => holds c z z) cs.
Proof.
  intros s n cs fuel OK H z L N F. destruct (systems_ok s OK n _ eq_refl _ _ _ eq_refl fuel H z L N) as [accs [G A]].
  specialize (A 0%nat _ eq_refl). destruct accs as [|[|q l] [|]]; try discriminate. cbn [nth] in A.
  apply (proj2 (A 0%N)). exists []. rewrite app_nil_r. cbn [guesses bound]. repeat split; trivial. constructor.
Qed.
