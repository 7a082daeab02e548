(** * Automatic.v -- automatic laws: a finite automaton that reads the digits of a position decides its winner.
    Proved: for ANY numeration system whose valid digit words are those of a finite automaton [vstep] and ANY
    synchronised move relation, an automaton that passes [check] is the outcome on every position that has a
    valid word ([automatic_law]).  Instances: Base2.v, Zeckendorf.v.
    Source: kernels of terminating games (von Neumann, Morgenstern 1944); automatic relations by subset
    construction (Buechi 1960; Bruyere, Hansel, Michaux, Villemaire 1994).
    An instance file holds: the numeration's and relation's parameters, then [delta] (transitions of the law's
    automaton, start 0), [outp] (true = the player to move wins), [vst] (validity state of each state), [mac]
    (macro states: state of the law after reading w, and every (law state, relation state) reached by the words
    that may still be an option of w), [mtr] (their transitions), and [vm_compute. reflexivity.] for [check]. *)
Require Import Bool Arith NArith ZArith List Lia.
From Whowins Require Import Game.
Import ListNotations.

Section Gen.
Variables (pos : Type) (mv : pos -> pos -> Prop) (val : list nat -> pos) (sig : nat).
(** validity of a digit word: start state 0; [vstep v x = None]: digit x may not follow here *)
Variable vstep : nat -> nat -> option nat.
Variables (R : Type) (Reqb : R -> R -> bool) (rinit : list R)
          (rstep : R -> nat -> nat -> option R) (rfinal : R -> bool).
Definition vnext (o : option nat) (x : nat) : option nat :=
  match o with Some v => if x <? sig then vstep v x else None | None => None end.
Definition vrun (w : list nat) : option nat := fold_left vnext w (Some 0).
Definition okw (w : list nat) : Prop := vrun w <> None.
Fixpoint rrun (r : R) (w w' : list nat) : option R := match w, w' with
  | [], [] => Some r
  | x :: w, y :: w' => match rstep r x y with Some r' => rrun r' w w' | None => None end
  | _, _ => None end.
Hypothesis Req : forall a b, Reqb a b = true -> a = b.
Hypothesis wf : well_founded (fun q p => mv p q).
Hypothesis RS : forall w w', okw w -> okw w' -> length w = length w' ->
  ((exists r0 r, In r0 rinit /\ rrun r0 w w' = Some r /\ rfinal r = true) <-> mv (val w) (val w')).
Hypothesis RC : forall w q, okw w -> mv (val w) q -> exists w', okw w' /\ length w' = length w /\ val w' = q.

(** certificate *)
Variables (delta : list (list nat)) (outp : list bool) (vst : list nat)
          (mac : list (nat * list (nat * R))) (mtr : list (list nat)).
Definition dl s x := nth x (nth s delta []) 0.
Definition run s w := fold_left dl w s.
Definition out s := nth s outp false.
Definition vs s := nth s vst 0.
Definition letters := seq 0 sig.
(** the digits that may be read in state s *)
Definition may s := filter (fun x => match vstep (vs s) x with Some _ => true | None => false end) letters.
Definition peqb (a b : nat * R) := (fst a =? fst b) && Reqb (snd a) (snd b).
Definition subset (a b : list (nat * R)) := forallb (fun x => existsb (peqb x) b) a.
Definition mstep (T : list (nat * R)) (x : nat) : list (nat * R) :=
  flat_map (fun qr => flat_map (fun y => match rstep (snd qr) x y with
     Some r => [(dl (fst qr) y, r)] | None => [] end) (may (fst qr))) T.
Definition mat i := nth i mac (0, []).
Definition check : bool :=
  (vs 0 =? 0) &&
  forallb (fun s => forallb (fun x => match vstep (vs s) x with
     Some v => (dl s x <? length delta) && (vs (dl s x) =? v) | None => true end) letters) (seq 0 (length delta)) &&
  (0 <? length delta) && (fst (mat 0) =? 0) && (0 <? length mac) &&
  (let T0 := map (fun r => (0, r)) rinit in subset T0 (snd (mat 0)) && subset (snd (mat 0)) T0) &&
  forallb (fun i => let '(s, T) := mat i in
    forallb (fun x => let t := nth x (nth i mtr []) 0 in let '(s', T') := mat t in
      let T2 := mstep T x in (t <? length mac) && (s' =? dl s x) && subset T2 T' && subset T' T2) (may s) &&
    let fin := filter (fun qr => rfinal (snd qr)) T in
    if out s then existsb (fun qr => negb (out (fst qr))) fin else forallb (fun qr => out (fst qr)) fin)
   (seq 0 (length mac)).
Hypothesis C : check = true.

Lemma check_parts : vs 0 = 0 /\
  (forall s x v, s < length delta -> x < sig -> vstep (vs s) x = Some v -> dl s x < length delta /\ vs (dl s x) = v) /\
  0 < length delta /\ fst (mat 0) = 0 /\ 0 < length mac /\
  (let T0 := map (fun r => (0, r)) rinit in subset T0 (snd (mat 0)) = true /\ subset (snd (mat 0)) T0 = true).
Proof.
  pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [X _].
  apply andb_prop in X; destruct X as [X K6]. apply andb_prop in X; destruct X as [X K5].
  apply andb_prop in X; destruct X as [X K4]. apply andb_prop in X; destruct X as [X K3].
  apply andb_prop in X; destruct X as [K1 K2]. apply andb_prop in K6.
  apply Nat.eqb_eq in K1, K4. apply Nat.ltb_lt in K3, K5. repeat split; trivial; try tauto.
  - rewrite forallb_forall in K2. specialize (K2 s ltac:(apply in_seq; lia)). rewrite forallb_forall in K2.
    specialize (K2 x ltac:(apply in_seq; lia)). rewrite H1 in K2. apply andb_prop in K2. destruct K2 as [K2 _]. now apply Nat.ltb_lt.
  - rewrite forallb_forall in K2. specialize (K2 s ltac:(apply in_seq; lia)). rewrite forallb_forall in K2.
    specialize (K2 x ltac:(apply in_seq; lia)). rewrite H1 in K2. apply andb_prop in K2. destruct K2 as [_ K2]. now apply Nat.eqb_eq.
Qed.
Lemma vrun_snoc : forall w x, vrun (w ++ [x]) = vnext (vrun w) x.
Proof. intros. unfold vrun. now rewrite fold_left_app. Qed.
Lemma run_snoc : forall w x, run 0 (w ++ [x]) = dl (run 0 w) x.
Proof. intros. unfold run. now rewrite fold_left_app. Qed.
(** the law's automaton knows the validity state of what it has read *)
Lemma run_valid : forall w, okw w -> run 0 w < length delta /\ vrun w = Some (vs (run 0 w)).
Proof.
  destruct check_parts as [V0 [VS [D0 _]]].
  intro w. pattern w. apply rev_ind; clear w; [intros _; split; trivial; simpl; now rewrite V0|].
  intros x w IH O. unfold okw in *. rewrite vrun_snoc in *. rewrite run_snoc. destruct (vrun w) as [v|] eqn:E; [|now destruct O].
  destruct IH as [L IH]; [discriminate|]. injection IH as ->. unfold vnext in *. destruct (Nat.ltb_spec x sig) as [Lx|]; [|congruence].
  destruct (vstep (vs (run 0 w)) x) as [v'|] eqn:E'; [|congruence]. destruct (VS _ _ _ L Lx E') as [A B]. rewrite B. auto.
Qed.
Lemma okw_snoc : forall w x, okw (w ++ [x]) <-> okw w /\ In x (may (run 0 w)).
Proof.
  intros w x. split.
  - intro O. assert (Ow : okw w).
    { unfold okw in *. rewrite vrun_snoc in O. destruct (vrun w); [discriminate|now destruct O]. }
    split; trivial. destruct (run_valid w Ow) as [_ V]. unfold okw in O. rewrite vrun_snoc, V in O. unfold vnext in O.
    destruct (Nat.ltb_spec x sig); [|congruence]. apply filter_In. split; [apply in_seq; lia|].
    destruct (vstep (vs (run 0 w)) x); congruence.
  - intros [O I]. destruct (run_valid w O) as [_ V]. apply filter_In in I. destruct I as [I J]. apply in_seq in I.
    unfold okw. rewrite vrun_snoc, V. unfold vnext. destruct (Nat.ltb_spec x sig); [|lia].
    destruct (vstep (vs (run 0 w)) x); congruence.
Qed.

Lemma subset_in : forall a b x, subset a b = true -> In x a -> In x b.
Proof.
  intros a b x S I. unfold subset in S. rewrite forallb_forall in S. specialize (S x I).
  apply existsb_exists in S. destruct S as [y [I' E]]. unfold peqb in E. apply andb_prop in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1. apply Req in E2. replace x with y; trivial. apply injective_projections; congruence.
Qed.
Lemma rrun_snoc : forall w w' r x y, length w = length w' ->
  rrun r (w ++ [x]) (w' ++ [y]) = match rrun r w w' with Some r' => rstep r' x y | None => None end.
Proof.
  induction w as [|a w IH]; intros [|b w'] r x y L; simpl in *; try discriminate.
  - destruct (rstep r x y); reflexivity.
  - destruct (rstep r a b); trivial. apply IH. congruence.
Qed.
(** exact meaning of the macro state reached by w *)
Definition exact (w : list nat) (T : list (nat * R)) := forall q r,
  In (q, r) T <-> exists w' r0, okw w' /\ length w' = length w /\ In r0 rinit /\ rrun r0 w w' = Some r /\ run 0 w' = q.
Lemma mstep_exact : forall w T x, exact w T -> exact (w ++ [x]) (mstep T x).
Proof.
  intros w T x E q r. unfold mstep. rewrite in_flat_map. split.
  - intros [[q1 r1] [I1 I2]]. apply in_flat_map in I2. destruct I2 as [y [Iy I2]]. cbn [fst snd] in I2, Iy.
    destruct (rstep r1 x y) as [r2|] eqn:S; [|destruct I2]. destruct I2 as [I2|[]]. injection I2 as <- <-.
    apply E in I1. destruct I1 as [w' [r0 [O [L [I0 [Rn Q]]]]]].
    exists (w' ++ [y]), r0. repeat split; trivial.
    + apply okw_snoc. split; trivial. now rewrite Q.
    + rewrite !app_length. simpl. lia.
    + rewrite rrun_snoc by congruence. now rewrite Rn.
    + rewrite run_snoc. now rewrite Q.
  - intros [w2 [r0 [O [L [I0 [Rn Q]]]]]].
    destruct (exists_last (l := w2)) as [w' [y ->]]; [intros ->; rewrite app_length in L; simpl in L; lia|].
    rewrite !app_length in L. simpl in L. apply okw_snoc in O. destruct O as [O Oy].
    rewrite rrun_snoc in Rn by lia. destruct (rrun r0 w w') as [r1|] eqn:R1; [|discriminate].
    exists (run 0 w', r1). split.
    + apply E. exists w', r0. repeat split; trivial. lia.
    + apply in_flat_map. exists y. split; [exact Oy|]. cbn [fst snd]. rewrite Rn. left.
      now rewrite <- run_snoc, Q.
Qed.
Lemma exact_ext : forall w T T', (forall z, In z T <-> In z T') -> exact w T -> exact w T'.
Proof. intros w T T' H E q r. rewrite <- H. apply E. Qed.

Lemma reach : forall w, okw w -> exists i, i < length mac /\ fst (mat i) = run 0 w /\ exact w (snd (mat i)).
Proof.
  destruct check_parts as [_ [_ [_ [K1 [K2 [K3 K4]]]]]].
  pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [_ K]. rewrite forallb_forall in K.
  intro w. pattern w. apply rev_ind; clear w.
  - intros _. exists 0. repeat split; trivial.
    + intro I. apply (subset_in _ _ _ K4) in I. apply in_map_iff in I. destruct I as [r0 [E I]]. injection E as <- <-.
      exists [], r0. repeat split; trivial. discriminate.
    + intros [w' [r0 [O [L [I [E Q]]]]]]. destruct w'; [|discriminate]. simpl in E, Q. injection E as <-. subst q.
      apply (subset_in _ _ _ K3). now apply in_map.
  - intros x w IH O. apply okw_snoc in O. destruct O as [Ow Ox].
    destruct (IH Ow) as [i [Li [Ei Xi]]]. specialize (K i ltac:(apply in_seq; lia)).
    destruct (mat i) as [s T] eqn:Em. cbn [fst snd] in *. apply andb_prop in K; destruct K as [K _].
    rewrite forallb_forall in K. rewrite <- Ei in Ox. specialize (K x Ox).
    destruct (mat (nth x (nth i mtr []) 0)) as [s' T'] eqn:Et.
    apply andb_prop in K; destruct K as [K S2]. apply andb_prop in K; destruct K as [K S1].
    apply andb_prop in K; destruct K as [Kt Ks]. apply Nat.ltb_lt in Kt. apply Nat.eqb_eq in Ks.
    exists (nth x (nth i mtr []) 0). rewrite Et. cbn [fst snd]. repeat split; trivial.
    + rewrite Ks, Ei. now rewrite run_snoc.
    + apply (exact_ext _ (mstep T x)); [|now apply mstep_exact].
      intro z. split; apply subset_in; trivial.
    + apply (exact_ext _ (mstep T x)); [|now apply mstep_exact].
      intro z. split; apply subset_in; trivial.
Qed.

Theorem automatic_law : forall w, okw w ->
  if out (run 0 w) then Win mv (val w) else Lose mv (val w).
Proof.
  assert (G : forall p w, okw w -> val w = p -> if out (run 0 w) then Win mv (val w) else Lose mv (val w)).
  { intro p. induction p as [p IH] using (well_founded_ind wf). intros w O E.
    destruct (reach w O) as [i [Li [Ei Xi]]].
    pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [_ K]. rewrite forallb_forall in K.
    specialize (K i ltac:(apply in_seq; lia)). destruct (mat i) as [s T] eqn:Em. cbn [fst snd] in *.
    apply andb_prop in K; destruct K as [_ K]. rewrite <- Ei. destruct (out s) eqn:Os.
    - apply existsb_exists in K. destruct K as [[q r] [I N]]. apply filter_In in I. destruct I as [I F].
      cbn [fst snd] in *. apply Xi in I. destruct I as [w' [r0 [O' [L [I0 [Rn Q]]]]]]. apply negb_true_iff in N.
      assert (M : mv (val w) (val w')) by (apply RS; trivial; [congruence|exists r0, r; auto]).
      apply (win_by _ _ _ _ M). specialize (IH (val w') ltac:(rewrite <- E; exact M) w' O' eq_refl).
      rewrite Q, N in IH. exact IH.
    - rewrite forallb_forall in K. apply lose_all. intros q M.
      destruct (RC w q O M) as [w' [O' [L Q]]]. subst q.
      specialize (IH (val w') ltac:(rewrite <- E; exact M) w' O' eq_refl).
      apply RS in M; trivial; [|congruence]. destruct M as [r0 [r [I0 [Rn F]]]].
      specialize (K (run 0 w', r)). cbn [fst snd] in K. rewrite K in IH; trivial.
      apply filter_In. split; trivial. apply Xi. exists w', r0. repeat split; trivial. }
  intros w O. exact (G (val w) w O eq_refl).
Qed.
End Gen.

