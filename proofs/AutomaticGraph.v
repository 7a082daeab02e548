(** * AutomaticGraph.v -- taking-and-breaking games whose heaps an automaton reads side by side with their Grundy values, in binary digits.
    Moves take any number (a code that ends, or goes on with one digit for ever), and leave up to seven heaps of any sizes.
    Proved: if [gcheck] is true, the number that the automaton accepts with a heap is the heap's Grundy value, and decides every sum ([graph_law]).
    The check:
    - [total_check]: for each heap some number is accepted. The states that the digits of the heap can lead to are explored as sets.
    - [every_walk] (HeapDigits.v): no option of a heap has a value that is accepted with the heap.
    - [covers], [chain]: each number below an accepted one is the value of an option. An automaton reads heaps with numbers; it accepts these pairs at
      least. For each form of options (fixed heaps, perhaps two equal ones, up to three of any sizes) there is one more, which accepts what the one before
      accepts and the form does not serve: the digits of the heaps that stay are guessed. The last accepts nothing.
    That no heap has two values need not be checked: each accepted number would be the least that no option has.
    Source: Sprague 1935, Grundy 1939; Buechi 1960 and Bruyere, Hansel, Michaux, Villemaire 1994 for sets read by automata.
    An instance file holds: the digits, the digit beyond, the automaton, zeros before heaps, the forms with their automata. *)
Require Import Bool Arith PArith NArith ZArith List Lia FMapPositive Permutation.
From Whowins Require Import Game.
From Whowins Require Import Octal.
From Whowins Require Import Breaking.
From Whowins Require Import HeapDigits.
From Whowins Require Import Explore.
Import ListNotations.
Open Scope N_scope.

(** For each state the next one by digits 2 (that of the heap) + (that of the number), one more than its number, or 0 for none; whether it accepts. *)
Record graph := Graph { next : list (list N); ends : list bool }.
Definition digit (n v : bool) : nat := ((if n then 2 else 0) + (if v then 1 else 0))%nat.
Lemma dig2 : forall x d, N.div2 (2 * x + N.b2n d) = x /\ N.odd (2 * x + N.b2n d) = d.
Proof. intros [|x] [|]; split; reflexivity. Qed.
Lemma below_up : forall k e, below k (half e) -> below (S k) e.
Proof.
  intros k [x v] [A B]. unfold below, half in *. cbn [fst snd] in *. rewrite Nat2N.inj_succ, N.pow_succ_r'.
  rewrite (digits2 x), (digits2 v). destruct (N.odd x), (N.odd v); cbn [N.b2n]; lia.
Qed.
Lemma below_more : forall d k e, below k e -> below (d + k) e.
Proof.
  intros d k e [A B]. assert (P : 2 ^ N.of_nat k <= 2 ^ N.of_nat (d + k)) by (apply N.pow_le_mono_r; lia). split; lia.
Qed.

Lemma size_bound : forall n, n < 2 ^ N.of_nat (N.size_nat n).
Proof.
  intros [|p]; [reflexivity|]. replace (N.of_nat (N.size_nat (Npos p))) with (N.size (Npos p)); [apply N.size_gt|].
  cbn [N.size N.size_nat]. induction p as [p IH|p IH|]; trivial; cbn [Pos.size Pos.size_nat]; rewrite Nat2N.inj_succ, <- IH; reflexivity.
Qed.

Section Graph.
Variables (T : PositiveMap.t (list N)) (E : PositiveMap.t bool).
(** whether the heap is more than 0 as far as it is read; the automaton's state *)
Definition st := (bool * N)%type.
Definition goes (q : st) (n v : bool) : option st :=
  let to := nth (digit n v) (get [] T (snd q)) 0 in if to =? 0 then None else Some (fst q || n, N.pred to).
Definition final (q : st) : bool := get false E (snd q).
Definition origin : st := (false, 0).
Definition st_eqb (p q : st) : bool := eqb (fst p) (fst q) && (snd p =? snd q).
Definition st_leb (p q : st) : bool := (snd p <? snd q) || ((snd p =? snd q) && implb (fst p) (fst q)).
Definition st_key (k : positive) (q : st) : positive := pushN (2 * snd q + N.b2n (fst q)) k.
Lemma st_eq : forall p q, st_eqb p q = true -> p = q.
Proof. intros [a x] [c y] H. apply andb_prop in H. destruct H as [H1 H2]. apply eqb_prop in H1. apply N.eqb_eq in H2. cbn in *. congruence. Qed.
Definition zero_ok : bool := match goes origin false false with Some q => st_eqb q origin | None => false end.
Hypothesis Zero : zero_ok = true.
Lemma zero_goes : goes origin false false = Some origin.
Proof. pose proof Zero as H. unfold zero_ok in H. destruct (goes origin false false) as [q|]; [|discriminate]. apply st_eq in H. congruence. Qed.

(** The state after so many digits. *)
Fixpoint run (k : nat) (e : read) : option st := match k with
  | O => Some origin
  | S k => match run k (half e) with Some q => goes q (N.odd (fst e)) (N.odd (snd e)) | None => None end end.
Lemma run_more : forall k e, below k e -> run (S k) e = run k e.
Proof.
  induction k as [|k IH]; intros e B.
  - rewrite (below_none e B). cbn [run]. exact zero_goes.
  - change (run (S (S k)) e) with (match run (S k) (half e) with Some q => goes q (N.odd (fst e)) (N.odd (snd e)) | None => None end).
    rewrite (IH (half e)) by now apply below_half. reflexivity.
Qed.
Lemma run_stays : forall d k e, below k e -> run (d + k) e = run k e.
Proof. induction d as [|d IH]; intros k e B; trivial. cbn [Nat.add]. rewrite run_more by now apply below_more. now apply IH. Qed.
Definition width (e : read) : nat := N.to_nat (N.max (N.size (fst e)) (N.size (snd e))).
Lemma width_below : forall e, below (width e) e.
Proof.
  intros [x v]. unfold below, width. cbn [fst snd]. rewrite N2Nat.id. split.
  - apply N.lt_le_trans with (2 ^ N.size x); [apply N.size_gt|]. apply N.pow_le_mono_r; lia.
  - apply N.lt_le_trans with (2 ^ N.size v); [apply N.size_gt|]. apply N.pow_le_mono_r; lia.
Qed.
Definition runs (e : read) : option st := run (width e) e.
Lemma runs_run : forall k e, below k e -> run k e = runs e.
Proof.
  intros k e B. unfold runs. rewrite <- (run_stays (width e) k e B), Nat.add_comm. apply run_stays, width_below.
Qed.
Lemma runs_half : forall e, runs e = match runs (half e) with Some q => goes q (N.odd (fst e)) (N.odd (snd e)) | None => None end.
Proof.
  intro e. assert (B : below (S (width e)) e) by exact (below_more 1 _ _ (width_below e)). rewrite <- (runs_run _ _ B). cbn [run].
  now rewrite (runs_run (width e) (half e)) by now apply below_half.
Qed.
Definition inside (e : read) : Prop := runs e <> None.
Definition state (e : read) : st := match runs e with Some q => q | None => origin end.
Lemma inside_half : forall e, inside e -> inside (half e).
Proof. intros e I. unfold inside in *. rewrite runs_half in I. destruct (runs (half e)); congruence. Qed.
Lemma goes_half : forall e, inside e -> goes (state (half e)) (N.odd (fst e)) (N.odd (snd e)) = Some (state e).
Proof. intros e I. unfold inside, state in *. rewrite (runs_half e) in *. destruct (runs (half e)) as [q|]; [|congruence]. destruct (goes _ _ _); congruence. Qed.
Lemma run_flag : forall k e q, below k e -> run k e = Some q -> fst q = negb (fst e =? 0).
Proof.
  induction k as [|k IH]; intros e q B R.
  - rewrite (below_none e B). cbn [run] in R. injection R as <-. reflexivity.
  - cbn [run] in R. destruct (run k (half e)) as [p|] eqn:Rh; [|discriminate]. apply IH in Rh; [|now apply below_half].
    unfold goes in R. cbn zeta in R. destruct (nth _ _ _ =? 0); [discriminate|]. injection R as <-. cbn [fst half] in *. rewrite Rh. pose proof (digits2 (fst e)) as D.
    destruct (N.odd (fst e)); cbn [N.b2n] in D; rewrite ?orb_true_r, ?orb_false_r;
      destruct (N.eqb_spec (N.div2 (fst e)) 0), (N.eqb_spec (fst e) 0); cbn [negb]; trivial; lia.
Qed.
Definition accepted (n v : N) : Prop := inside (n, v) /\ final (state (n, v)) = true.
Lemma run_accepted : forall k n v q, below k (n, v) -> run k (n, v) = Some q -> final q = true -> accepted n v.
Proof. intros k n v q B R F. rewrite (runs_run _ _ B) in R. unfold accepted, inside, state. rewrite R. split; [discriminate|trivial]. Qed.

(* ---------------- the value of a heap ---------------- *)
(** The states that the heap's digits can lead to, each with a number that leads there. *)
Definition further (n : bool) (l : list (st * N)) : list (st * N) := flat_map (fun qv : st * N =>
  flat_map (fun d : bool => match goes (fst qv) n d with Some q => [(q, 2 * snd qv + N.b2n d)] | None => [] end) [false; true]) l.
Definition once (l : list (st * N)) : list (st * N) :=
  fold_right (fun (qv : st * N) l => if existsb (fun rv : st * N => st_eqb (fst qv) (fst rv)) l then l else qv :: l) [] l.
Fixpoint layer (k : nat) (n : N) : list (st * N) := match k with O => [(origin, 0)] | S k => once (further (N.odd n) (layer k (N.div2 n))) end.
Variable lead : nat.
(** The number that is accepted with a heap. *)
Definition value (n : N) : N := match find (fun qv : st * N => final (fst qv)) (layer (lead + N.size_nat n) n) with Some qv => snd qv | None => 0 end.
Lemma once_in : forall l x, In x (once l) -> In x l.
Proof.
  induction l as [|a l IH]; intros x I; trivial. cbn [once fold_right] in I. fold (once l) in I. destruct (existsb _ _); [right; auto|].
  destruct I as [<-|I]; [now left|right; auto].
Qed.
Lemma once_all : forall l q v, In (q, v) l -> exists u, In (q, u) (once l).
Proof.
  induction l as [|a l IH]; intros q v I; [destruct I|]. cbn [once fold_right]. fold (once l). destruct (existsb _ _) eqn:X.
  - destruct I as [->|I]; [|eauto]. apply existsb_exists in X. destruct X as [[r u] [I Eq]]. apply st_eq in Eq. cbn [fst] in Eq. subst r. eauto.
  - destruct I as [->|I]; [exists v; now left|]. destruct (IH q v I) as [u Iu]. exists u. now right.
Qed.
Lemma further_in : forall n l q v, In (q, v) (further n l) <-> exists p u d, In (p, u) l /\ goes p n d = Some q /\ v = 2 * u + N.b2n d.
Proof.
  intros n l q v. unfold further. rewrite in_flat_map. split.
  - intros [[p u] [I J]]. apply in_flat_map in J. destruct J as [d [_ J]]. cbn [fst snd] in J. destruct (goes p n d) as [r|] eqn:G; [|destruct J].
    destruct J as [J|[]]. injection J as <- <-. exists p, u, d. auto.
  - intros [p [u [d [I [G ->]]]]]. exists (p, u). split; trivial. apply in_flat_map. exists d. split; [destruct d; cbn; auto|]. cbn [fst snd].
    rewrite G. now left.
Qed.
Lemma layer_run : forall k n q v, In (q, v) (layer k n) -> v < 2 ^ N.of_nat k /\ run k (n, v) = Some q.
Proof.
  induction k as [|k IH]; intros n q v I.
  - destruct I as [I|[]]. injection I as <- <-. now split.
  - cbn [layer] in I. apply once_in, further_in in I. destruct I as [p [u [d [I [G ->]]]]]. destruct (IH _ _ _ I) as [L R].
    destruct (dig2 u d) as [D1 D2]. split.
    + rewrite Nat2N.inj_succ, N.pow_succ_r'. destruct d; cbn [N.b2n]; lia.
    + change (run (S k) (n, 2 * u + N.b2n d)) with (match run k (N.div2 n, N.div2 (2 * u + N.b2n d)) with
        | Some q => goes q (N.odd n) (N.odd (2 * u + N.b2n d)) | None => None end). now rewrite D1, D2, R.
Qed.

(** ... there is one for each heap *)
Definition sfurther (n : bool) (l : list st) : list st :=
  flat_map (fun q => flat_map (fun d : bool => match goes q n d with Some q => [q] | None => [] end) [false; true]) l.
Fixpoint put_once (a : st) (l : list st) : list st := match l with
  | [] => [a] | c :: r => if st_eqb a c then l else if st_leb a c then a :: l else c :: put_once a r end.
Definition snext (n : bool) (l : list st) : list st := fold_right put_once [] (sfurther n l).
Fixpoint slead (k : nat) : list st := match k with O => [origin] | S k => snext false (slead k) end.
Definition total_check (fuel : nat) : bool :=
  explore (leqb st_eqb) (fun l => fold_left st_key l 1%positive) (fun l => [snext false l; snext true l]) (existsb final) fuel [slead lead]
    (PositiveMap.empty (list st)).
Definition covered (sl : list st) (l : list (st * N)) : Prop := forall q, In q sl -> exists v, In (q, v) l.
Lemma put_once_in : forall a l x, In x (put_once a l) -> x = a \/ In x l.
Proof.
  intros a. induction l as [|c l IH]; intros x I; cbn [put_once] in I; [destruct I as [->|[]]; now left|].
  destruct (st_eqb a c); [now right|]. destruct (st_leb a c); [destruct I as [->|I]; auto|]. destruct I as [->|I]; [right; now left|].
  destruct (IH x I); [now left|right; now right].
Qed.
Lemma covered_next : forall n sl l, covered sl l -> covered (snext n sl) (once (further n l)).
Proof.
  intros n sl l C q I. assert (J : In q (sfurther n sl)).
  { unfold snext in I. revert I. generalize (sfurther n sl) as k. induction k as [|a k IH]; intro I; [destruct I|]. cbn [fold_right] in I.
    apply put_once_in in I. destruct I as [->|I]; [now left|right; auto]. }
  unfold sfurther in J. apply in_flat_map in J. destruct J as [p [Ip J]]. apply in_flat_map in J. destruct J as [d [_ J]].
  destruct (goes p n d) as [r|] eqn:G; [|destruct J]. destruct J as [->|[]]. destruct (C p Ip) as [u Iu].
  apply (once_all _ q (2 * u + N.b2n d)). apply further_in. exists p, u, d. auto.
Qed.
Lemma slead_covered : forall k, covered (slead k) (layer k 0).
Proof. induction k as [|k IH]; [intros q [<-|[]]; exists 0; now left|]. cbn [slead layer]. exact (covered_next false _ _ IH). Qed.
Lemma value_accepted : forall fuel, total_check fuel = true -> forall n, accepted n (value n).
Proof.
  intros fuel C n. assert (Eq : forall x y, leqb st_eqb x y = true -> x = y) by (intros x y; apply leqb_eq, st_eq).
  destruct (explore_sound _ _ _ _ _ Eq _ _ C) as [S [S0 S1]].
  assert (G : forall k m, m < 2 ^ N.of_nat k -> exists sl, S sl /\ covered sl (layer (lead + k) m)).
  { induction k as [|k IH]; intros m L.
    - change (2 ^ N.of_nat 0) with 1 in L. assert (m = 0) as -> by lia. rewrite Nat.add_0_r. exists (slead lead).
      split; [apply S0; now left|apply slead_covered].
    - destruct (IH (N.div2 m)) as [sl [Sl Cl]].
      { rewrite Nat2N.inj_succ, N.pow_succ_r' in L. pose proof (digits2 m) as D. destruct (N.odd m); cbn [N.b2n] in D; lia. }
      rewrite Nat.add_succ_r. cbn [layer]. exists (snext (N.odd m) sl). split; [|now apply covered_next].
      apply (S1 sl Sl). destruct (N.odd m); cbn; auto. }
  pose proof (size_bound n) as Ln.
  destruct (G (N.size_nat n) n Ln) as [sl [Sl Cl]]. destruct (S1 sl Sl) as [Gd _]. apply existsb_exists in Gd. destruct Gd as [q [Iq Fq]].
  destruct (Cl q Iq) as [v Iv]. unfold value. destruct (find _ _) as [[p u]|] eqn:F.
  - apply find_some in F. destruct F as [Iu Fp]. cbn [fst snd] in *. destruct (layer_run _ _ _ _ Iu) as [Lu Ru].
    apply (run_accepted (lead + N.size_nat n) n u p); trivial. split; cbn [fst snd]; trivial.
    apply (below_more lead (N.size_nat n) (n, 0)). split; trivial. cbn [snd]. pose proof (N.pow_nonzero 2 (N.of_nat (N.size_nat n)) ltac:(lia)). lia.
  - exfalso. pose proof (find_none _ _ F (q, v) Iv) as Q. cbn [fst] in Q. congruence.
Qed.

(* ---------------- options of one form ---------------- *)
(** What is taken, or more than that too; fixed heaps; two equal heaps; heaps of any sizes that share what is left. *)
Record form := Form { take : N; more : bool; fixed : list N; pair : bool; sharers : nat }.
Variables (ds : list N) (b : N).
Definition parts (f : form) : nat := (length (fixed f) + (if pair f then 2 else 0) + sharers f)%nat.
Definition form_legal (f : form) : bool :=
  let fits t := N.testbit (dig ds b t) (N.of_nat (parts f)) in
  forallb (fun a => 1 <=? a) (fixed f) && (parts f <=? 7)%nat && fits (take f) && ((0 <? take f) || (2 <=? parts f)%nat) &&
  (negb (more f) || (N.testbit b (N.of_nat (parts f)) && forallb (fun t => (t <? take f) || fits t) (range (length ds) 0))).

Section Form.
Variables (f : form) (c : N).
(** The states of the heaps that share; how much more the heap is than they; the nim-sum of the number and their values. *)
Definition el := (list st * Z * N)%type.
Definition exact : bool := negb (pair f || more f).
Definition least : Z := (Z.of_N (take f + total (fixed f)) + (if pair f then 2 else 0))%Z.
Definition full : Z := (least + Z.of_nat (sharers f))%Z.
(** Beyond [full] it stays larger than [least]: only the remainder by 2 counts. *)
Definition cap (m : Z) : option Z := if (m <=? full)%Z then Some m else if exact then None else Some (full + (m - full) mod 2)%Z.
(** What the nim-sum of the fixed heaps' values begins with. *)
Definition begins : list N := map (fun i => N.shiftr c (N.of_nat i)) (seq 0 (S (N.size_nat c))).
Definition fstep (n h : bool) (e : el) : list el := flat_map (fun r : list st * Z * bool =>
  let m := (2 * snd (fst e) + Z.b2z n - snd (fst r))%Z in let s := 2 * snd e + N.b2n (xorb h (snd r)) in
  if (0 <=? m)%Z then if existsb (N.eqb s) begins then match cap m with Some m => [(order st st_leb (fst (fst r)), m, s)] | None => [] end else []
  else []) (follow st goes (fst (fst e))).
Definition fgood (e : el) : bool := let m := snd (fst e) in
  (snd e =? c) && forallb (fun q => fst q && final q) (fst (fst e)) &&
  (if exact then (m =? least)%Z else (least <=? m)%Z && (more f || Z.even (m - least))).
Definition el_key (e : el) : positive := fold_left st_key (fst (fst e)) (pushN (snd e) (pushN (Z.to_N (snd (fst e))) 1%positive)).
Definition gather (l : list el) : list el :=
  map snd (PositiveMap.elements (fold_left (fun M e => PositiveMap.add (el_key e) e M) l (PositiveMap.empty el))).
Definition fset (n h : bool) (l : list el) : list el := gather (flat_map (fstep n h) l).
(** Zeros of the heap and the number first: the values of what stays may have more digits. *)
Fixpoint fclose (fuel : nat) (l : list el) : list el := match fuel with
  | O => l | S fuel => let r := gather (l ++ flat_map (fstep false false) l) in if (length r =? length l)%nat then l else fclose fuel r end.
Definition fstart (fuel : nat) : list el := fclose fuel [(repeat origin (sharers f), 0%Z, 0)].

Definition apart (m M : Z) : Prop := if exact then m = M else (m <= M)%Z /\ Z.even (M - m) = true.
(** There are heaps and values whose first digits lead there. *)
Definition real (k : nat) (e : read) (x : el) : Prop := exists ps, length ps = sharers f /\ map (run k) ps = map Some (fst (fst x)) /\
  Forall (below k) ps /\ snd x = N.lxor (snd e) (values ps) /\ apart (snd (fst x)) (Z.of_N (fst e) - Z.of_N (heaps ps)).
Lemma gather_in : forall l x, In x (gather l) -> In x l.
Proof.
  intros l x I. unfold gather in I. apply in_map_iff in I. destruct I as [[k y] [Ey I]]. cbn [snd] in Ey. subst y.
  apply SetoidList.In_InA with (eqA := @PositiveMap.eq_key_elt el) in I; [|split; [now split|intros ? ? []; now split|intros ? ? ? [] []; split; congruence]].
  apply PositiveMap.elements_2 in I. unfold PositiveMap.MapsTo in I.
  assert (G : forall l M, PositiveMap.find k (fold_left (fun M e => PositiveMap.add (el_key e) e M) l M) = Some x -> In x l \/ PositiveMap.find k M = Some x).
  { clear. induction l as [|a l IH]; intros M F; [now right|]. cbn [fold_left] in F. apply IH in F. destruct F as [F|F]; [left; now right|].
    destruct (Pos.eq_dec k (el_key a)) as [->|Ne].
    - rewrite PositiveMap.gss in F. injection F as ->. left. now left.
    - rewrite PositiveMap.gso in F by trivial. now right. }
  destruct (G l _ I) as [J|J]; trivial. rewrite PositiveMap.gempty in J. discriminate.
Qed.
Lemma follow_real : forall k qs r, In r (follow st goes qs) -> forall ps, map (run k) ps = map Some qs -> Forall (below k) ps ->
  exists rs, map half rs = ps /\ map (run (S k)) rs = map Some (fst (fst r)) /\ Forall (below (S k)) rs /\ odds rs = snd (fst r) /\ N.odd (values rs) = snd r.
Proof.
  intros k. induction qs as [|q qs IH]; intros r I ps R B.
  - destruct I as [<-|[]]. destruct ps; [|discriminate]. exists []. repeat split. constructor.
  - cbn [follow] in I. apply in_flat_map in I. destruct I as [[n v] [_ I]]. cbn [fst snd] in I. destruct (goes q n v) as [q'|] eqn:G; [|destruct I].
    apply in_map_iff in I. destruct I as [e [<- I]]. destruct ps as [|p ps]; [discriminate|]. cbn [map] in R. injection R as R0 R.
    inversion B as [|? ? B0 Bs]; subst. destruct (IH e I ps R Bs) as [rs [H1 [H2 [H3 [H4 H5]]]]].
    set (r := (2 * fst p + N.b2n n, 2 * snd p + N.b2n v)). destruct (dig2 (fst p) n) as [N1 N2]. destruct (dig2 (snd p) v) as [V1 V2].
    assert (Hr : half r = p) by (unfold half, r; cbn [fst snd]; rewrite N1, V1; now destruct p).
    exists (r :: rs). cbn [map fst snd]. split; [congruence|]. split; [|split; [|split]].
    + rewrite H2. f_equal. cbn [run]. rewrite Hr, R0. unfold r. cbn [fst snd]. now rewrite N2, V2.
    + constructor; trivial. apply below_up. now rewrite Hr.
    + unfold odds in *. cbn [fold_right]. rewrite H4. unfold r. cbn [fst]. rewrite N2. apply Z.add_comm.
    + cbn [values fold_right]. fold (values rs). rewrite odd_lxor, H5. unfold r. cbn [snd]. now rewrite V2.
Qed.
Lemma cap_apart : forall m M r, apart m M -> cap m = Some r -> apart r M.
Proof.
  intros m M r A Cp. unfold apart, cap in *. destruct (Z.leb_spec m full) as [L|L]; [injection Cp as <-; exact A|].
  destruct exact; [discriminate|]. injection Cp as <-. destruct A as [A1 A2]. pose proof (Z.div_mod (m - full) 2 ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (m - full) 2 ltac:(lia)) as P. set (q := ((m - full) / 2)%Z) in *. set (r := ((m - full) mod 2)%Z) in *. split; [lia|].
  replace (M - (full + r))%Z with (M - m + 2 * q)%Z by lia. rewrite Z.even_add, A2, Z.even_mul. reflexivity.
Qed.
Lemma fstep_real : forall k e x y, below (S k) e -> real k (half e) x -> In y (fstep (N.odd (fst e)) (N.odd (snd e)) x) -> real (S k) e y.
Proof.
  intros k e [[qs m] s] y B [ps [Lp [R [Bp [Sx Ax]]]]] I. cbn [fst snd] in *. unfold fstep in I. apply in_flat_map in I. destruct I as [r [Ir I]].
  cbn [fst snd] in *. cbn zeta in I. destruct (_ <=? _)%Z; [|destruct I]. destruct (existsb _ _); [|destruct I].
  destruct (cap _) as [m'|] eqn:Cp; [|destruct I]. destruct I as [<-|[]]. destruct (follow_real k qs r Ir ps R Bp) as [rs [H1 [H2 [H3 [H4 H5]]]]].
  assert (P : Permutation (map Some (order st st_leb (fst (fst r)))) (map (run (S k)) rs)).
  { rewrite H2. apply Permutation_map, Permutation_sym, order_perm. }
  apply Permutation_map_inv in P. destruct P as [us [Eu Pu]]. exists us. cbn [fst snd]. split; [|split; [|split; [|split]]].
  - rewrite <- (Permutation_length Pu), <- Lp, <- H1. now rewrite map_length.
  - congruence.
  - now apply (Permutation_Forall Pu).
  - rewrite <- (values_perm _ _ Pu). rewrite (digits2 (N.lxor (snd e) (values rs))), div2_lxor, odd_lxor, values_half, H1, H5, Sx. reflexivity.
  - rewrite <- (heaps_perm _ _ Pu). apply (cap_apart _ _ _) with (2 := Cp). pose proof (heaps_half rs) as Hh. rewrite H1, H4 in Hh.
    assert (De : Z.of_N (fst e) = (2 * Z.of_N (N.div2 (fst e)) + Z.b2z (N.odd (fst e)))%Z).
    { pose proof (digits2 (fst e)) as D. destruct (N.odd (fst e)); cbn [N.b2n Z.b2z] in *; lia. }
    unfold apart in *. cbn [half fst] in Ax. destruct exact; [lia|]. destruct Ax as [A1 A2]. split; [lia|].
    rewrite De, Hh. set (d := Z.of_N (N.div2 (fst e))) in *. set (o := Z.b2z (N.odd (fst e))) in *. set (w := Z.of_N (heaps ps)) in *.
    set (t := snd (fst r)) in *. replace (2 * d + o - (2 * w + t) - (2 * m + o - t))%Z with (2 * (d - w - m))%Z by lia. now rewrite Z.even_mul.
Qed.
Lemma fclose_real : forall fuel l, (forall x, In x l -> exists j, real j (0, 0) x) -> forall x, In x (fclose fuel l) -> exists j, real j (0, 0) x.
Proof.
  induction fuel as [|fuel IH]; intros l H x I; cbn [fclose] in I; [now apply H|]. cbn zeta in I. destruct (_ =? _)%nat; [now apply H|].
  apply (IH _) in I; trivial. intros y J. apply gather_in, in_app_or in J. destruct J as [J|J]; [now apply H|].
  apply in_flat_map in J. destruct J as [z [Iz J]]. destruct (H z Iz) as [j Rj]. exists (S j). apply (fstep_real j (0, 0) z y); trivial.
  split; cbn [fst snd]; apply N.neq_0_lt_0, N.pow_nonzero; lia.
Qed.
Lemma fstart_real : forall fuel x, In x (fstart fuel) -> exists j, real j (0, 0) x.
Proof.
  intros fuel x. apply fclose_real. intros y [<-|[]]. exists O, (repeat (0, 0) (sharers f)). cbn [fst snd]. split; [apply repeat_length|].
  assert (Z0 : values (repeat (0, 0) (sharers f)) = 0 /\ heaps (repeat (0, 0) (sharers f)) = 0).
  { induction (sharers f) as [|k [I1 I2]]; [now split|]. cbn [repeat]. split.
    - cbn [values fold_right snd]. fold (values (repeat (0, 0) k)). now rewrite I1.
    - unfold heaps, total in *. cbn [map fold_right fst]. now rewrite I2. }
  destruct Z0 as [Z1 Z2]. split; [|split; [|split]].
  - clear. induction (sharers f) as [|k IH]; trivial. cbn [repeat map]. now rewrite IH.
  - apply Forall_forall. intros p I. apply repeat_spec in I. subst p. now split.
  - now rewrite Z1.
  - rewrite Z2. unfold apart. destruct exact; [reflexivity|]. split; [cbn; lia|reflexivity].
Qed.
Lemma part_less : forall t d n o, legal t d n o -> forall a, In a o -> a < n.
Proof.
  intros t d n o [L [_ [_ [C [P To]]]]] a I. apply in_split in I. destruct I as [l1 [l2 ->]]. rewrite total_app in To. cbn [total fold_right] in To.
  fold (total l2) in To. rewrite app_length in C. cbn [length] in C.
  assert (Q : forall l, (forall x, In x l -> 1 <= x) -> N.of_nat (length l) <= total l).
  { intros l Pl. destruct (bmeas_total l Pl) as [_ Q]. lia. }
  pose proof (Q l1 ltac:(intros x Ix; apply P, in_or_app; now left)). pose proof (Q l2 ltac:(intros x Ix; apply P, in_or_app; right; now right)).
  destruct C as [C|C]; lia.
Qed.
(** Such heaps, with the right values where they are smaller, are an option. *)
Lemma served : forall g n h k x, form_legal f = true -> c = xs g (fixed f) -> below k (n, h) -> real k (n, h) x -> fgood x = true ->
  (forall r v, r < n -> accepted r v -> v = g r) -> exists o, In o (aopts ds b n) /\ xs g o = h.
Proof.
  intros g n h k [[qs m] s] F Cf Bn [ps [Lp [R [Bp [Sx Ax]]]]] G IH. cbn [fst snd] in *. unfold fgood in G. cbn [fst snd] in G.
  apply andb_prop in G. destruct G as [G G3]. apply andb_prop in G. destruct G as [G1 G2]. apply N.eqb_eq in G1. rewrite forallb_forall in G2.
  assert (Ac : forall p, In p ps -> 1 <= fst p /\ accepted (fst p) (snd p)).
  { intros p I. assert (J : In (run k p) (map Some qs)) by (rewrite <- R; now apply in_map). apply in_map_iff in J. destruct J as [q [Eq Iq]].
    specialize (G2 q Iq). apply andb_prop in G2. destruct G2 as [Q1 Q2]. rewrite Forall_forall in Bp. specialize (Bp p I). symmetry in Eq. split.
    - pose proof (run_flag k p q Bp Eq) as Fl. rewrite Q1 in Fl. destruct (N.eqb_spec (fst p) 0); [discriminate|lia].
    - destruct p as [r v]. now apply (run_accepted k r v q). }
  unfold form_legal in F. rewrite !andb_true_iff in F. destruct F as [[[[F1 F2] F3] F4] F5]. rewrite forallb_forall in F1. apply Nat.leb_le in F2.
  set (M := (Z.of_N n - Z.of_N (heaps ps))%Z) in *.
  assert (Am : (least <= M)%Z /\ (exact = true -> M = least) /\ (more f = false -> Z.even (M - least) = true)).
  { unfold apart in Ax. destruct exact eqn:Ex; [apply Z.eqb_eq in G3; split; [lia|split; [lia|intros _; replace (M - least)%Z with 0%Z by lia; reflexivity]]|].
    destruct Ax as [A1 A2]. apply andb_prop in G3. destruct G3 as [G3 G4]. apply Z.leb_le in G3. split; [lia|]. split; [discriminate|]. intro Em.
    rewrite Em in G4. cbn [orb] in G4. replace (M - least)%Z with (M - m + (m - least))%Z by lia. now rewrite Z.even_add, A2, G4. }
  destruct Am as [Am1 [Am2 Am3]].
  set (extra := Z.to_N (M - least)). set (k2 := if more f then 1 else 1 + N.div2 extra). set (t := if more f then take f + extra else take f).
  set (o := fixed f ++ (if pair f then [k2; k2] else []) ++ map fst ps).
  assert (Ev : more f = false -> extra = 2 * N.div2 extra).
  { intro Em. specialize (Am3 Em). pose proof (digits2 extra) as D. assert (N.odd extra = false); [|rewrite H in D; cbn [N.b2n] in D; lia].
    rewrite <- N.negb_even. apply negb_false_iff. unfold extra. destruct (M - least)%Z as [|p|p]; trivial; try lia. }
  assert (To : total o = n - t /\ t <= n /\ take f <= t).
  { unfold o. rewrite !total_app. fold (heaps ps). unfold t, k2. unfold least in *. unfold exact in Am2. unfold M in *.
    destruct (pair f) eqn:Ep, (more f) eqn:Em; cbn [orb negb] in *; cbn [total fold_right]; fold (total (fixed f)); unfold extra in *.
    - lia.
    - specialize (Ev eq_refl). lia.
    - lia.
    - specialize (Am2 eq_refl). lia. }
  destruct To as [To [Tn Tt]].
  assert (Lo : length o = parts f).
  { unfold o, parts. rewrite !app_length, map_length, Lp. destruct (pair f); cbn [length]; lia. }
  assert (Lg : legal t (dig ds b t) n o).
  { unfold legal. rewrite Lo. split; [lia|]. split; [lia|]. split; [|split; [|split; [|exact To]]].
    - destruct (more f) eqn:Em; [|exact F3]. cbn [negb orb] in F5. apply andb_prop in F5. destruct F5 as [F5 F6]. rewrite forallb_forall in F6.
      destruct (Nat.lt_ge_cases (N.to_nat t) (length ds)) as [I|I].
      + specialize (F6 t ltac:(apply in_range; lia)). apply orb_prop in F6. destruct F6 as [F6|F6]; trivial. apply N.ltb_lt in F6. lia.
      + unfold dig. now rewrite nth_overflow.
    - apply orb_prop in F4. destruct F4 as [F4|F4]; [left; apply N.ltb_lt in F4; lia|right; now apply Nat.leb_le].
    - intros a Ia. unfold o in Ia. apply in_app_or in Ia. destruct Ia as [Ia|Ia]; [now apply N.leb_le, F1|]. apply in_app_or in Ia. destruct Ia as [Ia|Ia].
      + assert (1 <= k2) by (unfold k2; destruct (more f); lia). destruct (pair f); [|destruct Ia]. destruct Ia as [<-|[<-|[]]]; trivial.
      + apply in_map_iff in Ia. destruct Ia as [p [<- Ip]]. now apply Ac. }
  exists o. split; [apply aopts_spec; now exists t|].
  assert (Vs : xs g (map fst ps) = values ps).
  { assert (Le : forall p, In p ps -> fst p < n).
    { intros p Ip. apply (part_less t (dig ds b t) n o Lg). unfold o. apply in_or_app. right. apply in_or_app. right. now apply in_map. }
    clear - Ac IH Le. induction ps as [|p ps IHp]; trivial. cbn [map values fold_right xs]. fold (xs g (map fst ps)) (values ps). rewrite IHp.
    - f_equal. symmetry. apply IH; [apply Le; now left|apply Ac; now left].
    - intros q Iq. apply Ac. now right.
    - intros q Iq. apply Le. now right. }
  unfold o. rewrite !xs_app, <- Cf, Vs, <- G1, Sx. replace (xs g (if pair f then [k2; k2] else [])) with 0.
  - rewrite N.lxor_0_l, N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
  - destruct (pair f); trivial. cbn [xs fold_right]. now rewrite N.lxor_0_r, N.lxor_nilpotent.
Qed.
End Form.

(* ---------------- each smaller number is an option's ---------------- *)
(** An automaton of heaps with numbers: state 1 is the first, from 0 nothing is accepted. *)
Record open := Open { o_next : list (list N); o_ends : list bool }.
Definition onext (U : PositiveMap.t (list N)) (o : N) (n h : bool) : N := if o =? 0 then 0 else nth (digit n h) (get [] U o) 0.
Definition oends (V : PositiveMap.t bool) (o : N) : bool := if o =? 0 then false else get false V o.
Fixpoint orun (U : PositiveMap.t (list N)) (k : nat) (e : read) : N := match k with
  | O => 1 | S k => onext U (orun U k (half e)) (N.odd (fst e)) (N.odd (snd e)) end.

Definition ended (A : open) (k : nat) (e : read) : bool := oends (tree (o_ends A)) (orun (tree (o_next A)) k e).
(** The first one accepts each heap with each number below an accepted one: the state, whether it is smaller by the digits read, the other state. *)
Notation pre := (st * bool * N)%type.
Definition pre_eqb (x y : pre) : bool := st_eqb (fst (fst x)) (fst (fst y)) && eqb (snd (fst x)) (snd (fst y)) && (snd x =? snd y).
Definition pre_key (x : pre) : positive := st_key (pushN (2 * snd x + N.b2n (snd (fst x))) 1%positive) (fst (fst x)).
Definition pre_step (U : PositiveMap.t (list N)) (x : pre) : list pre := flat_map (fun nv : bool * bool =>
  match goes (fst (fst x)) (fst nv) (snd nv) with
  | None => []
  | Some q => flat_map (fun h : bool => if negb (snd (fst x)) && h && negb (snd nv) then [] else
      [(q, snd (fst x) || (negb h && snd nv), onext U (snd x) (fst nv) h)]) [false; true]
  end) letters.
Definition pre_good (V : PositiveMap.t bool) (x : pre) : bool := negb (final (fst (fst x)) && snd (fst x)) || oends V (snd x).
Definition covers (A : open) (fuel : nat) : bool := let U := tree (o_next A) in let V := tree (o_ends A) in
  explore pre_eqb pre_key (pre_step U) (pre_good V) fuel [(origin, false, 1)] (PositiveMap.empty pre).
Lemma pre_eq : forall x y, pre_eqb x y = true -> x = y.
Proof.
  intros [[q d] o] [[q' d'] o'] H. unfold pre_eqb in H. cbn [fst snd] in H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H.
  destruct H as [H1 H2]. apply st_eq in H1. apply eqb_prop in H2. apply N.eqb_eq in H3. congruence.
Qed.
Lemma covers_ok : forall A fuel, covers A fuel = true -> forall k n v h, below k (n, v) -> accepted n v -> h < v ->
  ended A k (n, h) = true.
Proof.
  intros A fuel C k n v h B [In_ Fi] L. unfold ended. unfold covers in C. cbn zeta in C. set (U := tree (o_next A)) in *. set (V := tree (o_ends A)) in *.
  destruct (explore_sound _ _ _ _ _ pre_eq _ _ C) as [S [S0 S1]].
  assert (G : forall k n v h q, below k (n, v) -> run k (n, v) = Some q -> h <= v -> S (q, h <? v, orun U k (n, h))).
  { clear - S0 S1. induction k as [|k IH]; intros n v h q B R L.
    - pose proof (below_none _ B) as Z. injection Z as -> ->. assert (h = 0) as -> by lia. cbn [run] in R. injection R as <-. apply S0. now left.
    - cbn [run] in R. destruct (run k (half (n, v))) as [p|] eqn:Rh; [|discriminate]. cbn [fst snd] in R.
      pose proof (digits2 v) as Dv. pose proof (digits2 h) as Dh.
      assert (L2 : N.div2 h <= N.div2 v) by (destruct (N.odd v), (N.odd h); cbn [N.b2n] in *; lia).
      specialize (IH (N.div2 n) (N.div2 v) (N.div2 h) p (below_half k (n, v) B) Rh L2). apply (S1 _ IH). unfold pre_step. cbn [fst snd].
      apply in_flat_map. exists (N.odd n, N.odd v). split; [unfold letters; destruct (N.odd n), (N.odd v); cbn; auto|]. cbn [fst snd]. rewrite R.
      apply in_flat_map. exists (N.odd h). split; [destruct (N.odd h); cbn; auto|]. cbn [orun half fst snd].
      assert (Lt : (h <? v) = (N.div2 h <? N.div2 v) || (negb (N.odd h) && N.odd v)).
      { destruct (N.ltb_spec h v), (N.ltb_spec (N.div2 h) (N.div2 v)), (N.odd h), (N.odd v); cbn [N.b2n negb andb orb] in *; trivial; lia. }
      rewrite Lt. destruct (negb (N.div2 h <? N.div2 v) && N.odd h && negb (N.odd v)) eqn:X; [|now left].
      exfalso. destruct (N.ltb_spec (N.div2 h) (N.div2 v)), (N.odd h), (N.odd v); cbn [N.b2n negb andb] in *; try discriminate; lia. }
  unfold inside, state in *. destruct (runs (n, v)) as [q|] eqn:R; [|congruence]. rewrite <- (runs_run k _ B) in R.
  specialize (G k n v h q B R ltac:(lia)). destruct (S1 _ G) as [Gd _]. unfold pre_good in Gd. cbn [fst snd] in Gd. rewrite Fi in Gd.
  destruct (N.ltb_spec h v); [exact Gd|lia].
Qed.

(** What one automaton accepts, the form serves or the next one accepts. *)
Notation stage := (N * N * list el)%type.
Definition el_eqb (x y : el) : bool := leqb st_eqb (fst (fst x)) (fst (fst y)) && (snd (fst x) =? snd (fst y))%Z && (snd x =? snd y).
Definition stage_eqb (x y : stage) : bool := (fst (fst x) =? fst (fst y)) && (snd (fst x) =? snd (fst y)) && leqb el_eqb (snd x) (snd y).
Definition stage_key (x : stage) : positive :=
  fold_left (fun p e => fold_left st_key (fst (fst e)) (pushN (snd e) (pushN (Z.to_N (snd (fst e))) p))) (snd x) (pushN (fst (fst x)) (pushN (snd (fst x)) 1%positive)).
Definition one_step (f : form) (c : N) (U W : PositiveMap.t (list N)) (x : stage) : list stage := flat_map (fun nh : bool * bool =>
  let o := onext U (fst (fst x)) (fst nh) (snd nh) in
  if o =? 0 then [] else [(o, onext W (snd (fst x)) (fst nh) (snd nh), fset f c (fst nh) (snd nh) (snd x))]) letters.
Definition one_good (f : form) (c : N) (V X : PositiveMap.t bool) (x : stage) : bool :=
  if oends V (fst (fst x)) then if existsb (fgood f c) (snd x) then true else oends X (snd (fst x)) else true.
Definition one_check (f : form) (c : N) (A B : open) (fuel : nat) : bool :=
  let U := tree (o_next A) in let V := tree (o_ends A) in let W := tree (o_next B) in let X := tree (o_ends B) in
  explore stage_eqb stage_key (one_step f c U W) (one_good f c V X) fuel [(1, 1, fstart f c 1000)] (PositiveMap.empty stage).
Lemma el_eq : forall x y, el_eqb x y = true -> x = y.
Proof.
  intros [[q m] s] [[q' m'] s'] H. unfold el_eqb in H. cbn [fst snd] in H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H.
  destruct H as [H1 H2]. apply leqb_eq in H1; [|exact st_eq]. apply Z.eqb_eq in H2. apply N.eqb_eq in H3. congruence.
Qed.
Lemma stage_eq : forall x y, stage_eqb x y = true -> x = y.
Proof.
  intros [[q m] s] [[q' m'] s'] H. unfold stage_eqb in H. cbn [fst snd] in H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H.
  destruct H as [H1 H2]. apply leqb_eq in H3; [|exact el_eq]. apply N.eqb_eq in H1, H2. congruence.
Qed.
Lemma one_ok : forall f c A B fuel, one_check f c A B fuel = true -> forall k e, below k e -> ended A k e = true ->
  (exists x j, below j e /\ real f j e x /\ fgood f c x = true) \/ ended B k e = true.
Proof.
  intros f c A B fuel C k e Be En. unfold one_check in C. cbn zeta in C. unfold ended in *. set (U := tree (o_next A)) in *.
  set (V := tree (o_ends A)) in *. set (W := tree (o_next B)) in *. set (X := tree (o_ends B)) in *.
  destruct (explore_sound _ _ _ _ _ stage_eq _ _ C) as [S [S0 S1]].
  assert (G : forall k e, below k e -> orun U k e <> 0 -> exists l, S (orun U k e, orun W k e, l) /\ forall x, In x l -> exists j, below j e /\ real f j e x).
  { clear - S0 S1 Zero. induction k as [|k IH]; intros e Be Ne.
    - rewrite (below_none e Be). exists (fstart f c 1000). split; [apply S0; now left|]. intros x I. destruct (fstart_real f c 1000 x I) as [j Rj].
      exists j. split; trivial. split; cbn [fst snd]; apply N.neq_0_lt_0, N.pow_nonzero; lia.
    - cbn [orun] in Ne. assert (Nh : orun U k (half e) <> 0) by (intro Q; rewrite Q in Ne; now apply Ne).
      destruct (IH (half e) (below_half k e Be) Nh) as [l [Sl Rl]]. exists (fset f c (N.odd (fst e)) (N.odd (snd e)) l). split.
      + apply (S1 _ Sl). unfold one_step. apply in_flat_map. exists (N.odd (fst e), N.odd (snd e)). cbn [fst snd]. split.
        * unfold letters. destruct (N.odd (fst e)), (N.odd (snd e)); cbn; auto.
        * cbn [orun]. destruct (N.eqb_spec (onext U (orun U k (half e)) (N.odd (fst e)) (N.odd (snd e))) 0); [contradiction|]. now left.
      + intros x I. apply gather_in, in_flat_map in I. destruct I as [y [Iy I]]. destruct (Rl y Iy) as [j [Bj Rj]]. exists (Datatypes.S j).
        pose proof (below_up j e Bj) as Bj'. split; trivial. now apply (fstep_real f c j e y x). }
  assert (Ne : orun U k e <> 0) by (intro Q; rewrite Q in En; discriminate). destruct (G k e Be Ne) as [l [Sl Rl]].
  destruct (S1 _ Sl) as [Gd _]. unfold one_good in Gd. cbn [fst snd] in Gd. rewrite En in Gd. destruct (existsb (fgood f c) l) eqn:Ex; [left|now right].
  apply existsb_exists in Ex. destruct Ex as [x [I Gx]]. destruct (Rl x I) as [j [Bj Rj]]. eauto.
Qed.
(** One form after the other; what the last automaton accepts is nothing. *)
Fixpoint chain (A : open) (l : list (form * open)) (fuel : nat) : bool := match l with
  | [] => forallb negb (o_ends A)
  | (f, B) :: l => one_check f (xs value (fixed f)) A B fuel && chain B l fuel end.
Lemma chain_ok : forall fuel l A, chain A l fuel = true -> forall k e, below k e -> ended A k e = true ->
  exists f x j, In f (map fst l) /\ below j e /\ real f j e x /\ fgood f (xs value (fixed f)) x = true.
Proof.
  intro fuel. induction l as [|[f B] l IH]; intros A C k e Be En; cbn [chain] in C.
  - exfalso. unfold ended, oends in En. destruct (_ =? 0); [discriminate|]. rewrite get_nth in En. rewrite forallb_forall in C.
    destruct (nth_in_or_default (N.to_nat (orun (tree (o_next A)) k e)) (o_ends A) false) as [I|I]; [|congruence]. specialize (C _ I). rewrite En in C. discriminate.
  - apply andb_prop in C. destruct C as [C1 C2]. destruct (one_ok _ _ _ _ _ C1 k e Be En) as [[x [j [Bj [Rj Gx]]]]|En'].
    + exists f, x, j. cbn [map fst]. split; [now left|auto].
    + destruct (IH B C2 k e Be En') as [f' [x [j [I R]]]]. exists f', x, j. cbn [map]. split; [now right|exact R].
Qed.

Definition check (A : open) (l : list (form * open)) (fuel : nat) : bool :=
  zero_ok && total_check fuel && every_walk ds b st st_eqb st_leb st_key goes final fst origin fuel && forallb form_legal (map fst l) &&
  covers A fuel && chain A l fuel.
Theorem values_right : forall A l fuel, check A l fuel = true -> forall n, (forall v, accepted n v -> v = value n) /\ amexeq ds b value n.
Proof.
  intros A l fuel C. unfold check in C. repeat (apply andb_prop in C; destruct C as [C ?C]).
  pose proof (value_accepted fuel C4) as Va. rewrite forallb_forall in C2.
  assert (No : forall n v o, In o (aopts ds b n) -> accepted n v -> xs value o <> v).
  { intros n v o I [In_ Fi]. apply (none_equal ds b st st_eqb st_leb st_key st_eq goes final fst origin inside state inside_half goes_half) with
      (g := value) (fuel := fuel) (n := n); trivial; try (intro x; apply Va).
    intros x L. destruct (Va x) as [Ix _]. unfold inside, state in *. destruct (runs (x, value x)) as [q|] eqn:R; [|congruence].
      pose proof (run_flag _ _ q (width_below (x, value x)) R) as Fl. rewrite Fl. cbn [fst]. destruct (N.eqb_spec x 0); [lia|reflexivity]. }
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  assert (Some_ : forall v h, accepted n v -> h < v -> exists o, In o (aopts ds b n) /\ xs value o = h).
  { intros v h Ac L. set (k := width (n, v)). pose proof (width_below (n, v)) as B. fold k in B.
    assert (Bh : below k (n, h)) by (destruct B as [B1 B2]; split; cbn [fst snd] in *; lia).
    pose proof (covers_ok A fuel C1 k n v h B Ac L) as En. destruct (chain_ok fuel l A C0 k (n, h) Bh En) as [f [x [j [If [Bj [Rj Gx]]]]]].
    apply (served f (xs value (fixed f)) value n h j x); trivial; [now apply C2|]. intros r w Lr Aw. exact (proj1 (IH r Lr) w Aw). }
  assert (Own : forall v, accepted n v -> v = value n).
  { intros v Ac. destruct (N.lt_trichotomy v (value n)) as [L|[L|L]]; trivial; exfalso.
    - destruct (Some_ (value n) v (Va n) L) as [o [Io Eo]]. exact (No n v o Io Ac Eo).
    - destruct (Some_ v (value n) Ac L) as [o [Io Eo]]. exact (No n (value n) o Io (Va n) Eo). }
  split; [exact Own|]. split.
  - intros o I. exact (No n (value n) o I (Va n)).
  - intros h L. exact (Some_ (value n) h (Va n) L).
Qed.
End Graph.

(* ---------------- the certificate checker ---------------- *)
Definition grundy_of (a : graph) (lead : nat) : N -> N := let T := tree (next a) in let E := tree (ends a) in value T E lead.
Definition gcheck (ds : list N) (b : N) (a : graph) (lead : nat) (A : open) (l : list (form * open)) : bool :=
  let T := tree (next a) in let E := tree (ends a) in check T E lead ds b A l (N.to_nat 3000000).
(** MAIN THEOREM *)
Theorem graph_law : forall ds b a lead A l, gcheck ds b a lead A l = true -> let g := grundy_of a lead in
  (forall n, amexeq ds b g n) /\
  forall l, (xs g l <> 0 <-> Win (amv ds b) l) /\ (xs g l = 0 <-> Lose (amv ds b) l).
Proof.
  intros ds b a lead A l C g. unfold gcheck in C. cbn zeta in C.
  assert (Z0 : zero_ok (tree (next a)) = true).
  { unfold check in C. repeat (apply andb_prop in C; destruct C as [C _]). exact C. }
  assert (M : forall n, amexeq ds b g n) by (intro n; exact (proj2 (values_right _ _ Z0 _ _ _ _ _ _ C n))).
  split; trivial. intro q. apply hsprague_grundy; [|exact M].
  intros n o Io. apply aopts_spec in Io. destruct Io as [t L]. now exists t, (dig ds b t).
Qed.
