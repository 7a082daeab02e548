(** * Guessed.v -- linear constraints on the digits of a tuple and of guessed numbers, for all tuples at once.
    A system says of a tuple x of d naturals that there are naturals g, so many, with which some linear constraints hold; and of some of the
    numbers of x and g, its target, in which state an automaton is when it has read their digits.
    What the guesses can have come to is an element: their last digits, the state of the target, the trackers of the constraints. Elements that
    nothing tells apart are one class (Moore's partition, found and then checked); the subset construction reads x and keeps, for each system, the
    classes that there can be. It is exact, and computed by Coq; where the guesses have more digits than x, zeros come first.
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

(** The last digits of the guesses, the state of the target, the trackers. *)
Definition el : Type := (list Z * N * list cs)%type.
Definition el_eqb (a b : el) : bool := let '(v, q, t) := a in let '(v', q', t') := b in
  leqb Z.eqb v v' && N.eqb q q' && leqb cs_eqb t t'.
Lemma el_eq : forall a b, el_eqb a b = true -> a = b.
Proof.
  intros [[v q] t] [[v' q'] t'] E. unfold el_eqb in E. apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2].
  apply leqb_eq in E1; [|intros; now apply Z.eqb_eq]. apply N.eqb_eq in E2. apply leqb_eq in E3; [|exact cs_eq]. congruence.
Qed.
(** Numbers as one key: each ends in 0, and nothing else does. *)
Definition pushS (z : Z) (p : positive) : positive := pushN (match z with Z0 => 0 | Zpos n => Npos n~0 | Zneg n => Npos (Pos.pred_double n) end) p.
Definition el_key (e : el) (p : positive) : positive := let '(v, q, t) := e in
  fold_left (fun p t => match t with Sat => pushN 0 p | Tr a b => pushN (match a with Z0 => 1 | Zpos n => Npos n~1 | Zneg n => Npos n~0 end) (pushS b p) end)
    t (pushN q (fold_left (fun p z => pushS z p) v p~0)%positive).
(** The same numbers, each once, in order. *)
Definition norm (l : list N) : list N := map snd (PositiveMap.elements (fold_left (fun m a => PositiveMap.add (N.succ_pos a) a m) l (PositiveMap.empty N))).
Lemma norm_in : forall l a, In a (norm l) <-> In a l.
Proof.
  intros l a. unfold norm.
  assert (G : forall l m, (forall k b, PositiveMap.find k m = Some b -> k = N.succ_pos b) ->
    ((exists k, PositiveMap.find k (fold_left (fun m a => PositiveMap.add (N.succ_pos a) a m) l m) = Some a) <->
    In a l \/ exists k, PositiveMap.find k m = Some a)).
  { clear l. induction l as [|b l IH]; intros m K; cbn [fold_left In]; [tauto|]. rewrite IH.
    - split.
      + intros [I|[k F]]; [tauto|]. destruct (Pos.eq_dec k (N.succ_pos b)) as [->|Ne].
        * rewrite PositiveMap.gss in F. injection F as <-. tauto.
        * rewrite PositiveMap.gso in F by trivial. eauto.
      + intros [[<-|I]|[k F]]; [right; exists (N.succ_pos b); apply PositiveMap.gss|tauto|]. right. exists (N.succ_pos a).
        destruct (N.eq_dec a b) as [->|Ne]; [apply PositiveMap.gss|]. rewrite PositiveMap.gso; [now rewrite <- (K _ _ F)|].
        intro E. apply succ_pos_inj in E. congruence.
    - intros k e F. destruct (Pos.eq_dec k (N.succ_pos b)) as [->|Ne].
      + rewrite PositiveMap.gss in F. now injection F as <-.
      + rewrite PositiveMap.gso in F by trivial. now apply K. }
  assert (None_ : forall k b, PositiveMap.find k (PositiveMap.empty N) = Some b -> k = N.succ_pos b).
  { intros k b Q. rewrite PositiveMap.gempty in Q. discriminate. }
  specialize (G l (PositiveMap.empty N) None_). rewrite in_map_iff. split.
  - intros [[k b] [E I]]. cbn [snd] in E. subst b. apply PositiveMap.elements_complete in I.
    destruct (proj1 G (ex_intro _ k I)) as [J|[k' F]]; [exact J|]. rewrite PositiveMap.gempty in F. discriminate.
  - intro I. destruct (proj2 G (or_introl I)) as [k F]. exists (k, a). split; trivial. now apply PositiveMap.elements_correct.
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

Lemma zero_vok : vok s (zero d) (zero d) = true.
Proof.
  unfold zero. clear READ. induction d as [|n IH]; trivial. cbn [repeat vok]. rewrite IH, andb_true_r. unfold dok, sys_ok in *. destruct s; lia.
Qed.
Lemma tuples_length : forall n x, In x (tuples s n) -> length x = n.
Proof.
  induction n as [|n IH]; intros x I; cbn [tuples] in I; [destruct I as [<-|[]]; trivial|]. apply in_flat_map in I. destruct I as [a [_ I]].
  apply in_map_iff in I. destruct I as [r [<- I]]. cbn [length]. f_equal. now apply IH.
Qed.
Lemma word_letters : forall w v, vword s v w = true -> Forall (fun l => In l (tuples s (length v))) w.
Proof.
  induction w as [|x w IH]; intros v H; constructor; cbn [vword] in H; apply andb_prop in H; destruct H as [V W]; [now apply in_tuples|].
  rewrite <- (vok_length s v x V). now apply IH.
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
Variables gs al : list letter.
Hypothesis GS : gs = tuples s (guesses y).
Hypothesis AL : al = tuples s d.
Fixpoint goes_on (e : el) (w : list letter) : option el := match w with
  | [] => Some e
  | l :: w => match goes e (firstn d l) (skipn d l) with Some e' => goes_on e' w | None => None end end.
Definition wide (w : list letter) : Prop := Forall (fun l => length l = D /\ In (firstn d l) al /\ In (skipn d l) gs) w.

(** Classes of elements: a table, and where it accepts a word the state of the target. Class 0 accepts nothing. *)
Variables (class_next : N -> letter -> N) (class_end : N -> option N) (class_first : N).
Definition cstep (a : N) (l : letter) : N := if N.eqb a 0 then 0%N else class_next a l.
Definition cend (a : N) : option N := if N.eqb a 0 then None else class_end a.
Definition crun (a : N) (w : list letter) : N := fold_left cstep w a.
Lemma crun_0 : forall w, crun 0 w = 0%N.
Proof. induction w as [|l w IH]; trivial. Qed.
Definition pair := option (el * N).
Definition pair_eqb (a b : pair) : bool := match a, b with
  | None, None => true | Some (e, n), Some (e', n') => el_eqb e e' && N.eqb n n' | _, _ => false end.
Definition pair_key (a : pair) : positive := match a with None => 1%positive | Some (e, n) => el_key e (pushN n 1) end.
Definition pair_step (a : pair) : list pair := match a with
  | None => []
  | Some (e, n) => flat_map (fun x => flat_map (fun g => let n' := cstep n (x ++ g) in match goes e x g with
      | Some e' => [Some (e', n')] | None => if N.eqb n' 0 then [] else [None] end) gs) al end.
Definition pair_good (a : pair) : bool := match a with
  | None => false
  | Some (e, n) => match cend n with Some q => ends e && N.eqb q (snd (fst e)) | None => negb (ends e) end end.
Definition same_runs (fuel : nat) : bool := explore pair_eqb pair_key pair_step pair_good fuel [Some (first_el, class_first)] (PositiveMap.empty pair).
Lemma pair_eq : forall a b, pair_eqb a b = true -> a = b.
Proof.
  intros [[e n]|] [[e' n']|] H; try discriminate; trivial. cbn [pair_eqb] in H. apply andb_prop in H. destruct H as [H1 H2].
  apply el_eq in H1. apply N.eqb_eq in H2. congruence.
Qed.
Lemma same_runs_ok : forall fuel, same_runs fuel = true -> forall w q', wide w ->
  ((exists e, goes_on first_el w = Some e /\ ends e = true /\ snd (fst e) = q') <-> cend (crun class_first w) = Some q').
Proof.
  intros fuel H. destruct (explore_sound _ _ _ _ _ pair_eq _ _ H) as [S [S0 S1]].
  assert (G : forall w e n q', S (Some (e, n)) -> wide w ->
    ((exists e', goes_on e w = Some e' /\ ends e' = true /\ snd (fst e') = q') <-> cend (crun n w) = Some q')).
  { induction w as [|l w IH]; intros e n q' I W; destruct (S1 _ I) as [Gd St].
    - cbn [goes_on crun fold_left]. cbn [pair_good] in Gd. destruct (cend n) as [q|].
      + apply andb_prop in Gd. destruct Gd as [G1 G2]. apply N.eqb_eq in G2. split.
        * intros [e' [E [_ Q]]]. injection E as <-. congruence.
        * intro E. injection E as <-. exists e. auto.
      + apply negb_true_iff in Gd. split; [intros [e' [E [F _]]]; injection E as <-; congruence|discriminate].
    - inversion W as [|? ? [Ll [Lx Lg]] Ww]; subst. cbn [goes_on crun fold_left]. fold (crun (cstep n l) w).
      assert (J : forall a, In a (let n' := cstep n (firstn d l ++ skipn d l) in match goes e (firstn d l) (skipn d l) with
        | Some e' => [Some (e', n')] | None => if N.eqb n' 0 then [] else [None] end) -> S a).
      { intros a Ia. apply St. cbn [pair_step]. apply in_flat_map. exists (firstn d l). split; trivial. apply in_flat_map. exists (skipn d l). now split. }
      cbn zeta in J. rewrite firstn_skipn in J. destruct (goes e (firstn d l) (skipn d l)) as [e'|].
      + apply IH; trivial. apply J. now left.
      + destruct (N.eqb_spec (cstep n l) 0) as [E|E].
        * rewrite E, crun_0. cbn [cend N.eqb]. split; [intros [e' [X _]]; discriminate|discriminate].
        * destruct (S1 None (J None (or_introl eq_refl))) as [Bad _]. discriminate. }
  intros w q' W. apply G; trivial. apply S0. now left.
Qed.

(* the classes that there can be *)
Definition next_set (x : letter) (T : list N) : list N :=
  norm (flat_map (fun a => flat_map (fun g => let a' := cstep a (x ++ g) in if N.eqb a' 0 then [] else [a']) gs) T).
Lemma next_set_in : forall x T a', length x = d -> In x al ->
  (In a' (next_set x T) <-> exists a l, In a T /\ wide [l] /\ firstn d l = x /\ cstep a l = a' /\ a' <> 0%N).
Proof.
  intros x T a' L Ix. unfold next_set. rewrite norm_in, in_flat_map. split.
  - intros [a [I J]]. apply in_flat_map in J. destruct J as [g [G J]]. cbn zeta in J. destruct (N.eqb_spec (cstep a (x ++ g)) 0); [destruct J|]. destruct J as [<-|[]].
    exists a, (x ++ g). rewrite firstn_whole by trivial. split; trivial. split; [|auto]. constructor; [|constructor].
    rewrite firstn_whole, skipn_whole by trivial. split; [|now split]. rewrite app_length. rewrite GS in G. apply tuples_length in G. lia.
  - intros [a [l [I [W [F [E Ne]]]]]]. inversion W as [|? ? [Ll [_ Lg]] _]; subst. exists a. split; trivial. apply in_flat_map. exists (skipn d l). split; trivial.
    rewrite firstn_skipn. cbn zeta. destruct (N.eqb_spec (cstep a l) 0); [contradiction|now left].
Qed.
(** zeros first *)
Fixpoint zeros_first (fuel : nat) (T : list N) : option (list N) := match fuel with
  | O => None
  | S fuel => let T' := norm (T ++ next_set (zero d) T) in if leqb N.eqb T' T then Some T else zeros_first fuel T' end.
Definition begin_set (fuel : nat) : option (list N) := zeros_first fuel (if N.eqb class_first 0 then [] else [class_first]).
Definition begun (a : N) : Prop := a <> 0%N /\ exists j w, wide w /\ map (firstn d) w = repeat (zero d) j /\ crun class_first w = a.
Lemma crun_app : forall w w' a, crun a (w ++ w') = crun (crun a w) w'.
Proof. intros. apply fold_left_app. Qed.
Lemma crun_alive : forall w a, crun a w <> 0%N -> a <> 0%N.
Proof. intros w a H E. subst a. now rewrite crun_0 in H. Qed.
Lemma zero_in : In (zero d) al.
Proof. rewrite AL. pose proof (in_tuples s OK _ _ zero_vok) as I. now rewrite zero_length in I. Qed.
Lemma zeros_first_ok : forall fuel T T', zeros_first fuel T = Some T' -> (forall a, In a T -> begun a) -> (class_first <> 0%N -> In class_first T) ->
  forall a, In a T' <-> begun a.
Proof.
  assert (Snoc : forall a n, repeat (a : letter) n ++ [a] = repeat a (S n)) by (intros a n; induction n as [|n IHn]; [reflexivity|cbn [repeat app]; f_equal; exact IHn]).
  induction fuel as [|fuel IH]; intros T T' H B F; cbn [zeros_first] in H; [discriminate|]. cbn zeta in H.
  destruct (leqb N.eqb _ T) eqn:E.
  - injection H as <-. apply leqb_eq in E; [|intros; now apply N.eqb_eq].
    assert (Closed : forall w a, wide w -> (exists j, map (firstn d) w = repeat (zero d) j) -> In a T -> crun a w <> 0%N -> In (crun a w) T).
    { induction w as [|l w IHw]; intros a W [j Z] I Ne; trivial. inversion W as [|? ? Wl Ww]; subst.
      destruct j as [|j]; [discriminate|]. cbn [map repeat] in Z. injection Z as Z1 Z2. cbn [crun fold_left] in *.
      apply IHw; trivial; [now exists j|]. rewrite <- E. apply norm_in, in_or_app. right.
      apply next_set_in; [apply zero_length|apply zero_in|]. exists a, l. split; trivial. split; [now repeat constructor|]. split; trivial. split; trivial.
      now apply crun_alive with w. }
    intro a. split; [apply B|]. intros [Ne [j [w [W [Z <-]]]]]. apply Closed; trivial; [now exists j|]. apply F. now apply crun_alive with w.
  - apply (IH _ T' H).
    + intros a I. apply norm_in, in_app_or in I. destruct I as [I|I]; [now apply B|]. apply next_set_in in I; [|apply zero_length|apply zero_in].
      destruct I as [a0 [l [I [Wl [Fl [G Ne]]]]]]. destruct (B a0 I) as [_ [j [w [W [Z G0]]]]]. split; trivial. exists (S j), (w ++ [l]). split; [|split].
      * apply Forall_app. now split.
      * rewrite map_app, Z, <- Snoc. cbn [map]. now rewrite Fl.
      * rewrite crun_app, G0. exact G.
    + intro Ne. apply norm_in, in_or_app. left. now apply F.
Qed.
Lemma begin_set_ok : forall fuel T, begin_set fuel = Some T -> forall a, In a T <-> begun a.
Proof.
  intros fuel T H. apply (zeros_first_ok fuel _ T H).
  - intros a I. destruct (N.eqb_spec class_first 0); [destruct I|]. destruct I as [<-|[]]. split; trivial. exists 0%nat, []. split; [constructor|now split].
  - intro Ne. destruct (N.eqb_spec class_first 0); [contradiction|now left].
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
  - inversion W as [|? ? [Wl _] Ww]; subst. cbn [goes_on map vword orun fold_left ostep]. unfold goes. rewrite keep_vok.
    rewrite firstn_skipn. destruct (vok s v (skipn d l)) eqn:V; cbn [andb].
    + destruct (sstep s ks t l l) as [t'|]; [apply IH; trivial|].
      * rewrite skipn_length. lia.
      * rewrite orun_none. cbn [ofinal]. split; [intros [e [E _]]; discriminate|intros [_ [E _]]; discriminate].
    + split; [intros [e [E _]]; discriminate|intros [E _]; discriminate].
Qed.
Definition answers (z : list Z) : N := match target y with Some sel => state_of (pick sel z) | None => 0%N end.
Hypothesis SEL : match target y with Some sel => length sel = d | None => True end.
Lemma vword_split0 : forall w v u, Forall (fun l => length l = D) w -> length v = d ->
  vword s (v ++ u) w = vword s v (map (firstn d) w) && vword s u (map (skipn d) w).
Proof.
  assert (V : forall v u l, vok s (v ++ u) l = vok s v (firstn (length v) l) && vok s u (skipn (length v) l)).
  { induction v as [|a v IH]; intros u l; [cbn; now destruct l|]. destruct l as [|b l]; trivial. cbn [app vok length firstn skipn]. now rewrite IH, andb_assoc. }
  induction w as [|l w IH]; intros v u W L; trivial. apply Forall_cons_iff in W. destruct W as [Wl Ww]. cbn [map vword]. rewrite V.
  replace (vword s l w) with (vword s (firstn (length v) l ++ skipn (length v) l) w) by now rewrite firstn_skipn.
  rewrite IH; trivial; [|rewrite firstn_length; lia].
  rewrite L. destruct (vok s v _), (vok s u _); cbn [andb]; trivial; now rewrite ?andb_false_r.
Qed.
Lemma vword_split : forall w v u, wide w -> length v = d ->
  vword s (v ++ u) w = vword s v (map (firstn d) w) && vword s u (map (skipn d) w).
Proof. intros w v u W. apply vword_split0. eapply Forall_impl; [|exact W]. now intros l [Ll _]. Qed.
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
  induction j as [|j IH]; intro w; trivial. cbn [repeat app vword]. rewrite zero_vok. apply IH.
Qed.
(** THE MEANING: what the classes after a tuple's word say. *)
Variable checked : nat.
Hypothesis SAME : same_runs checked = true.
Theorem classes_ok : forall n x q', length x = d -> fits s n x ->
  ((exists a0 w, begun a0 /\ wide w /\ map (firstn d) w = wd s n x /\ cend (crun a0 w) = Some q') <->
   exists g, length g = guesses y /\ nonneg g /\ Forall (fun c => holds c (x ++ g) (x ++ g)) (bound y) /\ q' = answers (x ++ g)).
Proof.
  intros n x q' L F.
  assert (Meaning : forall w m z, wide w -> w = wd s m z -> length z = D -> nonneg z -> fits s m z ->
    (cend (crun class_first w) = Some q' <-> Forall (fun c => holds c z z) (bound y) /\ q' = answers z)).
  { intros w m z W E Lz Nz Fz. rewrite <- (same_runs_ok checked SAME w q' W). unfold first_el. rewrite (goes_on_spec w (zero (guesses y)) 0%N _ q' (zero_length _) W).
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
  - intros [a0 [w [[_ [j [w0 [W0 [Z G0]]]]] [W [Fw G]]]]]. set (w1 := w0 ++ w).
    assert (W1 : wide w1) by (apply Forall_app; now split).
    assert (Fw1 : map (firstn d) w1 = repeat (zero d) j ++ wd s n x) by (unfold w1; now rewrite map_app, Z, Fw).
    assert (G1 : cend (crun class_first w1) = Some q') by (unfold w1; now rewrite crun_app, G0).
    destruct (proj2 (same_runs_ok checked SAME w1 q' W1) G1) as [e [Ge [En Q]]].
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
    destruct (proj1 (Meaning w1 m z W1 (eq_sym E) Lz Nz Fz) G1) as [M1 M2].
    exists (skipn d z). assert (Ez : x ++ skipn d z = z) by (rewrite <- Ex; apply firstn_skipn). rewrite Ez.
    split; [rewrite skipn_length; lia|]. split; [|split; trivial].
    unfold nonneg in *. rewrite <- (firstn_skipn d z) in Nz. apply Forall_app in Nz. exact (proj2 Nz).
  - intros [g [Lg [Ng [H Q]]]]. set (z := x ++ g) in *.
    assert (Nx : nonneg x) by now apply fits_nonneg with s n.
    assert (Lz : length z = D) by (unfold z; rewrite app_length; lia).
    assert (Nz : nonneg z) by (apply Forall_app; now split).
    set (m := Nat.max n (len z)). assert (Fz : fits s m z) by (apply (fits_mono s OK) with (len z); [lia|now apply fits_len]).
    set (w := wd s m z).
    assert (W : wide w).
    { destruct (wd_valid m z Fz) as [V _]. rewrite Lz in V. assert (Wl : Forall (fun l => length l = D) w).
      { pose proof (vword_letters s w _ V) as X. now rewrite zero_length in X. }
      unfold zero in V. rewrite repeat_app in V. change (vword s (zero d ++ zero (guesses y)) w = true) in V.
      rewrite vword_split0 in V; trivial; [|apply zero_length]. apply andb_prop in V. destruct V as [V1 V2].
      apply word_letters in V1, V2. rewrite zero_length in V1, V2. rewrite Forall_map in V1, V2. rewrite <- AL in V1. rewrite <- GS in V2.
      unfold wide. rewrite Forall_forall in *. intros l I. auto. }
    assert (G := proj2 (Meaning w m z W eq_refl Lz Nz Fz) (conj H Q)).
    assert (Fw : map (firstn d) w = repeat (zero d) (m - n) ++ wd s n x).
    { unfold w. rewrite wd_firstn. unfold z. rewrite firstn_whole by trivial.
      replace m with ((m - n) + n)%nat at 1 by lia. now rewrite wd_pad, L. }
    rewrite <- (firstn_skipn (m - n) w) in G, W. rewrite crun_app in G. apply Forall_app in W. destruct W as [W0 W2].
    exists (crun class_first (firstn (m - n) w)), (skipn (m - n) w). split; [|split; [exact W2|split; [|exact G]]].
    + split.
      { intro E. rewrite E, crun_0 in G. discriminate. }
      exists (m - n)%nat, (firstn (m - n) w). split; [exact W0|]. split; trivial.
      rewrite <- firstn_map, Fw, firstn_app, repeat_length, Nat.sub_diag, firstn_all2 by (rewrite repeat_length; lia). cbn [firstn]. apply app_nil_r.
    + rewrite <- skipn_map, Fw, skipn_app, repeat_length, Nat.sub_diag, skipn_all2 by (rewrite repeat_length; lia). reflexivity.
Qed.
End One.

(* ---------------- a table of classes: guessed here, checked there ---------------- *)
(** Elements with the elements that letters lead to; letters that lead nowhere are left out. *)
Fixpoint reach (next : el -> list (N * el)) (fuel : nat) (todo : list el) (seen : PositiveMap.t N) (n : N) (all : list (el * list (N * el))) :
  PositiveMap.t N * list (el * list (N * el)) := match fuel, todo with
  | S fuel, e :: todo => let k := el_key e 1 in match PositiveMap.find k seen with
      | Some _ => reach next fuel todo seen n all
      | None => let es := next e in
          reach next fuel (fold_right (fun ce todo => snd ce :: todo) todo es) (PositiveMap.add k n seen) (N.succ n) ((e, es) :: all)
      end
  | _, _ => (seen, rev all) end.
(** Keys as numbers, in the order in which they come. *)
Fixpoint number (l : list positive) (m : PositiveMap.t N) (n : N) : list N * N := match l with
  | [] => ([], n)
  | k :: l => match PositiveMap.find k m with
      | Some i => let r := number l m n in (i :: fst r, snd r)
      | None => let r := number l (PositiveMap.add k n m) (N.succ n) in (n :: fst r, snd r) end end.
(** Class 0 is that of nothing: what leads there leads nowhere. *)
Definition live (C : PositiveMap.t N) (row : list (N * N)) : list (N * N) :=
  flat_map (fun ct : N * N => match get 0%N C (snd ct) with 0%N => [] | t => [(fst ct, t)] end) row.
Fixpoint refine (fuel : nat) (rows : list (list (N * N))) (classes : list N) (count : N) : list N := match fuel with
  | O => classes
  | S fuel => let C := tree classes in
      let keys := map (fun cr : N * list (N * N) => fold_left (fun p ct => pushN (snd ct) (pushN (fst ct) p)) (live C (snd cr)) (pushN (fst cr) 1)) (combine classes rows) in
      let r := number keys (PositiveMap.empty N) 0 in
      if N.eqb (snd r) count then classes else refine fuel rows (fst r) (snd r) end.
Definition zcode (l : letter) : N := fold_left (fun a z => (a * Z.to_N (dmax s + 1) + Z.to_N z)%N) l 0%N.
Record table := Table { t_next : PositiveMap.t (PositiveMap.t N); t_end : PositiveMap.t (option N); t_first : N }.
Definition table_of (y : sys) (ks : ctl) (gs al : list letter) (fuel : nat) : table :=
  let letters := flat_map (fun x => map (fun g => (zcode (x ++ g), (x, g))) gs) al in
  let nexts := fun e => flat_map (fun cxg => match goes y ks e (fst (snd cxg)) (snd (snd cxg)) with Some e' => [(fst cxg, e')] | None => [] end) letters in
  let '(seen, all) := reach nexts fuel [first_el y ks] (PositiveMap.empty N) 1 [] in
  let id := fun e : el => match PositiveMap.find (el_key e 1) seen with Some n => n | None => 0%N end in
  (* row 0 is nothing *)
  let rows := [] :: map (fun es => map (fun ce => (fst ce, id (snd ce))) (snd es)) all in
  let outs := None :: map (fun es => if ends ks (fst es) then Some (snd (fst (fst es))) else None) all in
  let first_classes := number (map (fun o => match o with Some q => pushN q 3 | None => 2%positive end) outs) (PositiveMap.empty N) 0 in
  let classes := refine fuel rows (fst first_classes) (snd first_classes) in
  let C := tree classes in
  let row := fun r => fold_left (fun m ct => PositiveMap.add (N.succ_pos (fst ct)) (snd ct) m) (live C r) (PositiveMap.empty N) in
  let add := fun m (cr : N * list (N * N)) => match PositiveMap.find (N.succ_pos (fst cr)) m with
    | Some _ => m | None => PositiveMap.add (N.succ_pos (fst cr)) (row (snd cr)) m end in
  Table (fold_left add (combine classes rows) (PositiveMap.empty _))
    (fold_left (fun m co => PositiveMap.add (N.succ_pos (fst co)) (snd co) m) (combine classes outs) (PositiveMap.empty _)) (get 0%N C 1).
Definition table_next (t : table) (a : N) (l : letter) : N := get 0%N (get (PositiveMap.empty N) (t_next t) a) (zcode l).
Definition table_end (t : table) (a : N) : option N := get None (t_end t) a.

(* ---------------- all systems together ---------------- *)
Record ready := Ready { its : sys; its_ks : ctl; its_gs : list letter; its_table : table }.
(** The last letter read, the automaton's state, and for each system its classes. *)
Definition stage : Type := letter * N * list (list N).
Definition stage_eqb (a b : stage) : bool := let '(v, q, ss) := a in let '(v', q', ss') := b in
  leqb Z.eqb v v' && N.eqb q q' && leqb (leqb N.eqb) ss ss'.
Definition stage_key (a : stage) : positive := let '(v, q, ss) := a in
  fold_left (fun p T => fold_left (fun p e => pushN e p) T p~0~1)%positive ss (pushN q (pushL v 1)).
Lemma stage_eq : forall a b, stage_eqb a b = true -> a = b.
Proof.
  intros [[v q] ss] [[v' q'] ss'] E. unfold stage_eqb in E. apply andb_prop in E. destruct E as [E E3].
  apply andb_prop in E. destruct E as [E1 E2]. apply leqb_eq in E1; [|intros; now apply Z.eqb_eq]. apply N.eqb_eq in E2.
  apply leqb_eq in E3; [congruence|]. intros a b. apply leqb_eq. intros; now apply N.eqb_eq.
Qed.
Section Together.
Variables (systems : list sys) (al : list letter) (good : N -> list (list N) -> bool).
Hypothesis AL : al = tuples s d.
Variable fuel : nat.
Definition prepare (y : sys) : ready := let ks := trackers y in let gs := tuples s (guesses y) in Ready y ks gs (table_of y ks gs al fuel).
Definition sel_fine (y : sys) : bool := match target y with Some sel => (length sel =? d)%nat | None => true end.
Definition table_fine (y : ready) : bool :=
  same_runs (its y) (its_ks y) (its_gs y) al (table_next (its_table y)) (table_end (its_table y)) (t_first (its_table y)) fuel.
Definition step_set (y : ready) (x : letter) (T : list N) : list N := next_set (its_gs y) (table_next (its_table y)) x T.
Fixpoint next_sets (ys : list ready) (x : letter) (ss : list (list N)) : list (list N) := match ys, ss with
  | y :: ys, T :: ss => step_set y x T :: next_sets ys x ss | _, _ => [] end.
Definition steps (ys : list ready) (a : stage) : list stage := let '(v, q, ss) := a in
  map (fun x => (keep x, read q x, next_sets ys x ss)) (filter (vok s v) al).
Definition accepted (y : ready) (T : list N) : list N :=
  flat_map (fun a => match cend (table_end (its_table y)) a with Some q => [q] | None => [] end) T.
Fixpoint all_accepted (ys : list ready) (ss : list (list N)) : list (list N) := match ys, ss with
  | y :: ys, T :: ss => accepted y T :: all_accepted ys ss | _, _ => [] end.
Definition good_stage (ys : list ready) (a : stage) : bool := let '(_, q, ss) := a in good q (all_accepted ys ss).
Fixpoint beginnings (ys : list ready) : option (list (list N)) := match ys with
  | [] => Some []
  | y :: ys => match begin_set (its_gs y) (table_next (its_table y)) (t_first (its_table y)) fuel, beginnings ys with
      | Some T, Some r => Some (T :: r) | _, _ => None end end.
Definition systems_good : bool := let ys := map prepare systems in
  if forallb sel_fine systems && forallb table_fine ys then match beginnings ys with
  | Some ss => explore stage_eqb stage_key (steps ys) (good_stage ys) fuel [(keep (zero d), 0%N, ss)] (PositiveMap.empty stage)
  | None => false end else false.

Lemma next_sets_nth : forall ys x ss i y, length ss = length ys -> nth_error ys i = Some y -> nth i (next_sets ys x ss) [] = step_set y x (nth i ss []).
Proof.
  induction ys as [|y0 ys IH]; intros x [|T ss] [|i] y L E; try discriminate; cbn [next_sets nth nth_error] in *; [now injection E as <-|].
  apply IH; trivial. now injection L.
Qed.
Lemma next_sets_length : forall ys x ss, length ss = length ys -> length (next_sets ys x ss) = length ys.
Proof. induction ys as [|y0 ys IH]; intros x [|T ss] L; try discriminate; trivial. cbn [next_sets length]. f_equal. apply IH. now injection L. Qed.
Lemma beginnings_nth : forall ys ss, beginnings ys = Some ss -> length ss = length ys /\
  forall i y, nth_error ys i = Some y -> begin_set (its_gs y) (table_next (its_table y)) (t_first (its_table y)) fuel = Some (nth i ss []).
Proof.
  induction ys as [|y0 ys IH]; intros ss H; cbn [beginnings] in H.
  - injection H as <-. split; trivial. intros [|i] y E; discriminate.
  - destruct (begin_set _ _ _ _) as [T|] eqn:Z; [|discriminate]. destruct (beginnings ys) as [r|]; [|discriminate]. injection H as <-.
    destruct (IH r eq_refl) as [L I]. split; [cbn [length]; congruence|]. intros [|i] y E; cbn [nth_error nth] in *; [injection E as <-; trivial|now apply I].
Qed.
Lemma all_accepted_nth : forall ys ss i y, length ss = length ys -> nth_error ys i = Some y ->
  nth i (all_accepted ys ss) [] = accepted y (nth i ss []).
Proof.
  induction ys as [|y0 ys IH]; intros [|T ss] [|i] y L E; try discriminate; cbn [all_accepted nth nth_error] in *; [now injection E as <-|].
  apply IH; trivial. now injection L.
Qed.
(** MAIN THEOREM: for each tuple, what is good of its state and of the states of the targets is so. *)
Theorem systems_ok : systems_good = true -> forall x, length x = d -> nonneg x ->
  exists accs, good (state_of x) accs = true /\ forall i y, nth_error systems i = Some y -> forall q', In q' (nth i accs []) <->
    exists g, length g = guesses y /\ nonneg g /\ Forall (fun c => holds c (x ++ g) (x ++ g)) (bound y) /\ q' = answers y (x ++ g).
Proof.
  intros H x Lx Nx. unfold systems_good in H. cbn zeta in H. set (ys := map prepare systems) in *.
  destruct (forallb sel_fine systems && forallb table_fine ys) eqn:Fine; [|discriminate]. apply andb_prop in Fine. destruct Fine as [Sel Tab].
  destruct (beginnings ys) as [ss0|] eqn:B; [|discriminate].
  destruct (explore_sound _ _ _ _ _ stage_eq _ _ H) as [S [S0 S1]]. destruct (beginnings_nth _ _ B) as [L0 B0].
  assert (Ys : forall i y, nth_error systems i = Some y -> nth_error ys i = Some (prepare y)) by (intros i y E; unfold ys; now rewrite nth_error_map, E).
  assert (G : forall w v q ss, S (keep v, q, ss) -> length ss = length ys -> length v = d -> vword s v w = true ->
    exists v' ss', S (v', runs q w, ss') /\ length ss' = length ys /\ forall i y, nth_error systems i = Some y ->
      let Y := prepare y in let run := crun (table_next (its_table Y)) in
      (forall a, In a (nth i ss []) -> a <> 0%N) ->
      forall a', In a' (nth i ss' []) <-> a' <> 0%N /\ exists a wz, In a (nth i ss []) /\ wide y (its_gs Y) al wz /\ map (firstn d) wz = w /\ run a wz = a').
  { induction w as [|l w IH]; intros v q ss I L Lv V.
    - exists (keep v), ss. split; trivial. split; trivial. intros i y E. cbn zeta. intros Al a'. split.
      + intro J. split; [now apply Al|]. exists a', []. split; trivial. split; [constructor|now split].
      + intros [_ [a [wz [J [_ [M Gn]]]]]]. destruct wz; [|discriminate]. cbn in Gn. congruence.
    - cbn [vword] in V. apply andb_prop in V. destruct V as [V1 V2]. pose proof (vok_length s v l V1) as Ll.
      assert (Il : In l al) by (rewrite AL, <- Lv; now apply in_tuples).
      destruct (S1 _ I) as [_ St]. assert (J : S (keep l, read q l, next_sets ys l ss)).
      { apply St. cbn [steps]. apply in_map_iff. exists l. split; trivial. apply filter_In. split; trivial. now rewrite keep_vok. }
      destruct (IH l (read q l) _ J (next_sets_length _ _ _ L) ltac:(congruence) V2) as [v' [ss' [I' [L' H']]]].
      exists v', ss'. split; trivial. split; trivial. intros i y E. cbn zeta. intros Al a'. specialize (H' i y E). cbn zeta in H'.
      rewrite (next_sets_nth ys l ss i (prepare y) L (Ys i y E)) in H'. unfold step_set in H'.
      assert (Gs : its_gs (prepare y) = tuples s (guesses y)) by reflexivity.
      assert (NI := fun a => next_set_in y (its_gs (prepare y)) al Gs (table_next (its_table (prepare y))) l (nth i ss []) a ltac:(congruence) Il).
      rewrite H'.
      2: { intros a Ia. apply NI in Ia. destruct Ia as [_ [_ [_ [_ [_ [_ Ne]]]]]]. exact Ne. }
      split.
      + intros [Ne [a1 [wz [I1 [W [F Gn]]]]]]. split; trivial. apply NI in I1. destruct I1 as [a [z [Ia [Wz [Fz [Gz _]]]]]].
        exists a, (z :: wz). split; trivial. split; [constructor; [now inversion Wz|trivial]|]. cbn [map]. split; [now rewrite Fz, F|].
        unfold crun in *. cbn [fold_left]. rewrite Gz. exact Gn.
      + intros [Ne [a [wz [Ia [W [F Gn]]]]]]. split; trivial. destruct wz as [|z wz]; [discriminate|]. cbn [map] in F. injection F as Fz F.
        inversion W as [|? ? Wz Ww]; subst a'. cbn [crun fold_left] in Ne. cbn [crun fold_left].
        exists (cstep (table_next (its_table (prepare y))) a z), wz. split; [|now repeat split]. apply NI. exists a, z. split; trivial. split; [now constructor|].
        split; trivial. split; trivial. exact (crun_alive _ wz _ Ne). }
  pose proof (fits_len s OK x Nx) as Fx. destruct (wd_valid (len x) x Fx) as [Vx _]. rewrite Lx in Vx.
  destruct (G (wd s (len x) x) (zero d) 0%N ss0) as [v' [ss' [I' [L' H']]]]; trivial; [apply S0; now left|apply zero_length|].
  exists (all_accepted ys ss'). destruct (S1 _ I') as [Gd _]. split; [exact Gd|]. intros i y E q'.
  rewrite (all_accepted_nth ys ss' i (prepare y) L' (Ys i y E)). unfold accepted. rewrite in_flat_map.
  assert (SelE : match target y with Some sel => length sel = d | None => True end).
  { rewrite forallb_forall in Sel. specialize (Sel y (nth_error_In _ _ E)). unfold sel_fine in Sel. destruct (target y); trivial. now apply Nat.eqb_eq. }
  rewrite forallb_forall in Tab. specialize (Tab (prepare y) (nth_error_In _ _ (Ys i y E))). unfold table_fine in Tab.
  set (Y := prepare y) in *. change (its Y) with y in Tab.
  pose proof (begin_set_ok y (its_gs Y) al eq_refl AL (table_next (its_table Y)) (t_first (its_table Y)) fuel _ (B0 i _ (Ys i y E))) as Bg.
  rewrite <- (classes_ok y (its_ks Y) eq_refl (its_gs Y) al eq_refl AL _ _ _ SelE fuel Tab (len x) x q' Lx Fx).
  specialize (H' i y E). cbn zeta in H'. fold Y in H'. assert (Al : forall a, In a (nth i ss0 []) -> a <> 0%N) by (intros a Ia; apply Bg in Ia; exact (proj1 Ia)).
  specialize (H' Al). split.
  - intros [a [J Q]]. apply H' in J. destruct J as [Ne [a0 [wz [J0 [W [F Gn]]]]]]. exists a0, wz. split; [now apply Bg|]. split; trivial. split; trivial.
    rewrite Gn. destruct (cend _ a) as [q|]; [|destruct Q]. destruct Q as [<-|[]]. reflexivity.
  - intros [a0 [wz [J0 [W [F Q]]]]]. exists (crun (table_next (its_table Y)) a0 wz). split.
    + apply H'. split; [|exists a0, wz; split; [now apply Bg|auto]]. intro Z. rewrite Z in Q. discriminate.
    + rewrite Q. now left.
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
