(** * Heap.v -- one heap of which numbers are taken: finite and ultimately periodic sets, partizan or impartial, normal or
    misère play: eventually periodic outcomes.
    Proved: if outcomes simulated by the rules up to heap j + L repeat with period p from i on, where p and the sets' modulus
    divide L and j is past i, the sets' reach and (for endless sets) L, they are the outcome of EVERY heap ([heap_law]).
    Misère play is normal play of a game with one more position, to which who cannot move moves, and from which nobody can
    ([play]); [play_normal] says that in normal play it changes nothing.
    Source: pigeonhole on the window of outcomes (Golomb 1966; Fraenkel, Kotzig 1987, partizan).
    An instance file holds: reach, modulus, the sets, i, p, L, j, and the losses of either player as binary digits. *)
Require Import Bool Arith NArith List Lia.
From Whowins Require Import Game.
Import ListNotations.
Open Scope N_scope.

(* ------------------------------------------------------------------ *)
(** ** Normal and misère play *)
Section Play.
Variable pos : Type.
Variable mv : pos -> pos -> Prop.

(** [None] is the extra position: who cannot move in misère play moves there, and the opponent is stuck. *)
Definition play (misere : bool) (P Q : option pos) : Prop :=
  match P, Q with
  | Some p, Some q => mv p q
  | Some p, None => misere = true /\ forall q, ~ mv p q
  | None, _ => False
  end.

Lemma play_wf : forall b, well_founded (fun q p => mv p q) ->
  well_founded (fun Q P => play b P Q).
Proof.
  intros b wf. assert (N0 : Acc (fun Q P => play b P Q) None) by (constructor; intros [q|] []).
  intros [p|]; trivial. induction p as [p IH] using (well_founded_ind wf).
  constructor. intros [q|] M; [now apply IH|trivial].
Qed.

Theorem play_normal : forall p,
  (Win (play false) (Some p) <-> Win mv p) /\ (Lose (play false) (Some p) <-> Lose mv p).
Proof.
  assert (F : forall p, Win mv p -> Win (play false) (Some p)).
  { apply (Win_mind _ mv (fun p _ => Win (play false) (Some p)) (fun p _ => Lose (play false) (Some p))).
    - intros p q M _ IH. exact (win_by _ _ (Some p) (Some q) M IH).
    - intros p _ IH. apply lose_all. intros [q|] M; [now apply IH|]. destruct M; discriminate. }
  assert (G : forall p, Lose mv p -> Lose (play false) (Some p)).
  { intros p [p' H]. apply lose_all. intros [q|] M; [apply F, H, M|]. destruct M; discriminate. }
  pose (TW := fun P (_ : Win (play false) P) => match P with Some p => Win mv p | None => True end).
  pose (TL := fun P (_ : Lose (play false) P) => match P with Some p => Lose mv p | None => True end).
  assert (F' : forall P W, TW P W).
  { apply (Win_mind _ _ TW TL); unfold TW, TL.
    - intros [p|] [q|] M _ IH; trivial; [exact (win_by _ _ p q M IH)|destruct M; discriminate].
    - intros [p|] _ IH; trivial. apply lose_all. intros q M. exact (IH (Some q) M). }
  assert (G' : forall P, Lose (play false) P -> match P with Some p => Lose mv p | None => True end).
  { intros P [[p|] H]; trivial. apply lose_all. intros q M. exact (F' (Some q) (H (Some q) M)). }
  intro p. split; split; auto; intro H; [exact (F' _ H)|exact (G' _ H)].
Qed.

Theorem misere_stuck : forall p, (forall q, ~ mv p q) -> Win (play true) (Some p).
Proof.
  intros p H. apply (win_by _ _ (Some p) None); [now split|]. apply lose_all. intros [q|] [].
Qed.

Theorem play_kernel : forall b (law : pos -> bool), well_founded (fun q p => mv p q) ->
  (forall p, law p = true <->
     (exists q, mv p q /\ law q = false) \/ (b = true /\ forall q, ~ mv p q)) ->
  forall p, (law p = true <-> Win (play b) (Some p)) /\ (law p = false <-> Lose (play b) (Some p)).
Proof.
  intros b law wf K p.
  apply (kernel_iff _ _ (fun P => match P with Some q => law q | None => false end)
           (play_wf b wf)) with (p := Some p). split.
  - intros [q|] E; [|discriminate]. apply K in E. destruct E as [[r [M R]]|[B R]].
    + now exists (Some r).
    + exists None. now repeat split.
  - intros [q|] [r|] E M; try now destruct M.
    + destruct (law r) eqn:R; trivial. exfalso.
      assert (law q = true) by (apply K; left; now exists r). congruence.
    + exfalso. assert (law q = true) by (apply K; now right). congruence.
Qed.
End Play.
Arguments play {pos}.

(** Canonical representative of n for preperiod i and period p. *)
Definition canon (i p n : N) : N := if n <? i then n else i + (n - i) mod p.
Fixpoint ranges (k : nat) (n : N) : list N :=
  match k with O => [] | S k => n :: ranges k (N.succ n) end.
Lemma ranges_in : forall k n x, In x (ranges k n) <-> n <= x < n + N.of_nat k.
Proof.
  induction k; intros n x; simpl; [lia|]. rewrite IHk. split; [intros [H|H]; lia|].
  intro. destruct (N.eq_dec n x); [now left|right; lia].
Qed.

(* ------------------------------------------------------------------ *)
(** ** Rules (the trusted specification) *)
(** A set: the numbers up to the reach, and the remainders of those above it. Position: (true, n) = the first-named player. *)
Definition set := (list N * list N)%type.
Definition mem (t m : N) (s : set) (x : N) : bool :=
  existsb (N.eqb x) (fst s) || ((t <? x) && existsb (N.eqb (x mod m)) (snd s)).
Definition of (A B : set) (pl : bool) := if pl then A else B.
Definition mv (t m : N) (A B : set) (P Q : bool * N) : Prop :=
  fst Q = negb (fst P) /\ exists s, 0 < s /\ mem t m (of A B (fst P)) s = true /\ snd P = snd Q + s.
Definition options (t m : N) (A B : set) (P : bool * N) : list (bool * N) :=
  map (fun s => (negb (fst P), snd P - s))
    (filter (mem t m (of A B (fst P))) (ranges (N.to_nat (snd P)) 1)).

Lemma options_mv : forall t m A B P Q, In Q (options t m A B P) <-> mv t m A B P Q.
Proof.
  intros t m A B [pl n] [pl' n']. unfold options, mv. simpl. rewrite in_map_iff. split.
  - intros [s [E I]]. apply filter_In in I. destruct I as [I M]. apply ranges_in in I.
    injection E as <- <-. split; trivial. exists s. repeat split; trivial; lia.
  - intros [-> [s [H [M E]]]]. exists s. split; [f_equal; lia|]. apply filter_In. split; trivial.
    apply ranges_in. lia.
Qed.

Lemma mv_wf : forall t m A B, well_founded (fun Q P => mv t m A B P Q).
Proof.
  intros. apply wf_measure with (f := fun P => N.to_nat (snd P)).
  intros [b n] [b' n'] [_ [s [H [_ E]]]]. simpl in *. lia.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Simulation on binary digits *)
(** digits x, x+1, ..., x+k-1 of the set, the first the lowest *)
Fixpoint mask (t m : N) (s : set) (k : nat) (x : N) : N :=
  match k with
  | O => 0
  | S k => let r := mask t m s k (N.succ x) in if mem t m s x then N.succ_double r else N.double r
  end.
(** a heap's outcome from the losses of the opponent below it and the heaps below it *)
Definition rule (misere : bool) (own below losses : N) : bool :=
  match N.land own below with
  | 0 => misere
  | _ => match N.land own losses with 0 => false | _ => true end
  end.
Definition push (win : bool) (h : N) := if win then N.double h else N.succ_double h.
Definition step (misere : bool) (ma mb : N) (st : N * N * N) : N * N * N :=
  let '(o, a, b) := st in
  (N.succ_double o, push (rule misere ma o b) a, push (rule misere mb o a) b).
Definition sim (misere : bool) (ma mb n : N) := N.iter n (step misere ma mb) (0, 0, 0).

Lemma testbit_double : forall h j,
  N.testbit (N.double h) j = (0 <? j) && N.testbit h (N.pred j).
Proof.
  intros h j. rewrite N.double_spec. destruct j as [|j] using N.peano_ind.
  - now rewrite N.testbit_even_0.
  - rewrite N.testbit_even_succ, N.pred_succ by lia. now destruct (N.ltb_spec 0 (N.succ j)); [|lia].
Qed.
Lemma testbit_succ_double : forall h j,
  N.testbit (N.succ_double h) j = (j =? 0) || N.testbit h (N.pred j).
Proof.
  intros h j. rewrite N.succ_double_spec. destruct j as [|j] using N.peano_ind.
  - now rewrite N.testbit_odd_0.
  - rewrite N.testbit_odd_succ, N.pred_succ by lia. now destruct (N.eqb_spec (N.succ j) 0); [lia|].
Qed.
Lemma land_zero : forall x y, N.land x y = 0 <-> forall j, N.testbit x j && N.testbit y j = false.
Proof.
  intros x y. split.
  - intros E j. now rewrite <- N.land_spec, E, N.bits_0.
  - intro H. apply N.bits_inj. intro j. now rewrite N.land_spec, H, N.bits_0.
Qed.
Lemma land_some : forall x y, N.land x y <> 0 <-> exists j, N.testbit x j = true /\ N.testbit y j = true.
Proof.
  intros x y. split.
  - intro H. exists (N.log2 (N.land x y)). pose proof (N.bit_log2 _ H) as B. rewrite N.land_spec in B.
    now apply andb_prop in B.
  - intros [j [X Y]] E. rewrite land_zero in E. specialize (E j). rewrite X, Y in E. discriminate.
Qed.
Lemma rule_spec : forall q own below losses, rule q own below losses = true <->
  (q = true /\ N.land own below = 0) \/ (N.land own below <> 0 /\ N.land own losses <> 0).
Proof.
  intros q own below losses. unfold rule.
  destruct (N.land own below) as [|x]; [|destruct (N.land own losses) as [|y]].
  - split; [intro H; left; now split|]. intros [[H _]|[H _]]; [exact H|now destruct H].
  - split; [discriminate|]. intros [[_ H]|[_ H]]; [discriminate H|now destruct H].
  - split; trivial. intros _. right. split; discriminate.
Qed.
Lemma mask_bit : forall t m s k x j,
  N.testbit (mask t m s k x) j = (j <? N.of_nat k) && mem t m s (x + j).
Proof.
  intros t m s. induction k; intros x j.
  - simpl mask. rewrite N.bits_0. destruct (N.ltb_spec j (N.of_nat 0)); [lia|reflexivity].
  - cbn [mask]. destruct (N.eq_dec j 0) as [->|J].
    + rewrite N.add_0_r. destruct (N.ltb_spec 0 (N.of_nat (S k))); [|lia].
      destruct (mem t m s x); [now rewrite testbit_succ_double|now rewrite testbit_double].
    + assert (E : N.testbit (mask t m s k (N.succ x)) (N.pred j) = (j <? N.of_nat (S k)) && mem t m s (x + j)).
      { rewrite IHk. replace (N.succ x + N.pred j) with (x + j) by lia.
        destruct (N.ltb_spec (N.pred j) (N.of_nat k)), (N.ltb_spec j (N.of_nat (S k))); trivial; lia. }
      destruct (mem t m s x); [rewrite testbit_succ_double|rewrite testbit_double]; rewrite E.
      * now destruct (N.eqb_spec j 0); [lia|].
      * now destruct (N.ltb_spec 0 j); [|lia].
Qed.

Section Sim.
Variables (misere : bool) (ma mb : N).
Definition below (n : N) := fst (fst (sim misere ma mb n)).
Definition losses (pl : bool) (n : N) :=
  if pl then snd (fst (sim misere ma mb n)) else snd (sim misere ma mb n).
Definition own (pl : bool) := if pl then ma else mb.
Definition val (pl : bool) (n : N) := rule misere (own pl) (below n) (losses (negb pl) n).

Lemma sim_succ : forall n, sim misere ma mb (N.succ n) = step misere ma mb (sim misere ma mb n).
Proof. intro. unfold sim. now rewrite N.iter_succ. Qed.
Lemma below_bit : forall n j, N.testbit (below n) j = (j <? n).
Proof.
  induction n as [|n IH] using N.peano_ind; intro j.
  - unfold below, sim. simpl. destruct (N.ltb_spec j 0); [lia|reflexivity].
  - assert (E : below (N.succ n) = N.succ_double (below n)).
    { unfold below. rewrite sim_succ. now destruct (sim misere ma mb n) as [[o a] b]. }
    rewrite E, testbit_succ_double, IH.
    destruct (N.eqb_spec j 0), (N.ltb_spec (N.pred j) n), (N.ltb_spec j (N.succ n)); trivial; lia.
Qed.
Lemma losses_bit : forall pl n j,
  N.testbit (losses pl n) j = (j <? n) && negb (val pl (n - N.succ j)).
Proof.
  intros pl. induction n as [|n IH] using N.peano_ind; intro j.
  - assert (E : losses pl 0 = 0) by now destruct pl. rewrite E, N.bits_0.
    destruct (N.ltb_spec j 0); [lia|reflexivity].
  - assert (E : losses pl (N.succ n) = push (val pl n) (losses pl n)).
    { unfold losses, val, below, own. rewrite sim_succ. unfold losses.
      destruct (sim misere ma mb n) as [[o a] b]. now destruct pl. }
    rewrite E. destruct (N.eq_dec j 0) as [->|J].
    + replace (N.succ n - N.succ 0) with n by lia. destruct (N.ltb_spec 0 (N.succ n)); [|lia].
      unfold push. destruct (val pl n); [now rewrite testbit_double|now rewrite testbit_succ_double].
    + assert (R : N.testbit (losses pl n) (N.pred j) = (j <? N.succ n) && negb (val pl (N.succ n - N.succ j))).
      { rewrite IH. replace (n - N.succ (N.pred j)) with (N.succ n - N.succ j) by lia.
        destruct (N.ltb_spec (N.pred j) n), (N.ltb_spec j (N.succ n)); trivial; lia. }
      unfold push. destruct (val pl n); [rewrite testbit_double|rewrite testbit_succ_double]; rewrite R.
      * now destruct (N.ltb_spec 0 j); [|lia].
      * now destruct (N.eqb_spec j 0); [lia|].
Qed.
End Sim.

(* ------------------------------------------------------------------ *)
(** ** What the rules say of a heap, given the heaps below *)
Section Law.
Variables (t m : N) (A B : set) (misere : bool).
Definition takes (pl : bool) (s : N) := mem t m (of A B pl) s.
Definition wins (f : bool -> N -> bool) (pl : bool) (n : N) : Prop :=
  (exists s, 0 < s /\ s <= n /\ takes pl s = true /\ f (negb pl) (n - s) = false) \/
  (misere = true /\ forall s, 0 < s -> s <= n -> takes pl s = false).

Theorem wins_outcome : forall f, (forall pl n, f pl n = true <-> wins f pl n) -> forall pl n,
  (f pl n = true <-> Win (play (mv t m A B) misere) (Some (pl, n))) /\
  (f pl n = false <-> Lose (play (mv t m A B) misere) (Some (pl, n))).
Proof.
  intros f K pl n.
  apply (play_kernel _ _ misere (fun P => f (fst P) (snd P)) (mv_wf t m A B)) with (p := (pl, n)).
  clear pl n. intros [pl n]. simpl. rewrite K. unfold wins. split; intros [H|[E H]].
  - destruct H as [s [H1 [H2 [H3 H4]]]]. left. exists (negb pl, n - s). split; trivial.
    split; trivial. exists s. simpl. repeat split; trivial. lia.
  - right. split; trivial. intros [pl' n'] [_ [s [H1 [H2 H3]]]]. simpl in *.
    assert (takes pl s = false) by (apply H; lia). unfold takes in *. congruence.
  - destruct H as [[pl' n'] [[E [s [H1 [H2 H3]]]] V]]. simpl in *. left. exists s.
    subst. replace (n' + s - s) with n' by lia. repeat split; trivial; lia.
  - right. split; trivial. intros s H1 H2. destruct (takes pl s) eqn:T; trivial. exfalso.
    apply (H (negb pl, n - s)). split; trivial. exists s. simpl. repeat split; trivial. lia.
Qed.

Definition small (s : set) := forallb (fun x => (0 <? x) && (x <=? t)) (fst s).
Definition endless := match snd A, snd B with [], [] => false | _, _ => true end.

Section Repeat.
Variables (f : bool -> N -> bool) (i p L j : N).
Hypothesis HA : small A = true.
Hypothesis HB : small B = true.
Hypothesis Hm : 0 < m.
Hypothesis Hp : 0 < p.
Hypothesis HL : 0 < L.
Hypothesis Lp : L mod p = 0.
Hypothesis Lm : L mod m = 0.
Hypothesis Hj : i + t <= j.
Hypothesis Hw : endless = true -> i + t + L <= j.
Hypothesis Per : forall pl n, i <= n -> f pl (n + p) = f pl n.
Hypothesis Moves : misere = true -> forall pl,
  (exists s, 0 < s /\ s <= j /\ takes pl s = true) \/ (forall s, takes pl s = false).
Hypothesis Base : forall pl n, n < j + L -> (f pl n = true <-> wins f pl n).

Lemma per_L : forall pl n, i <= n -> f pl (n + L) = f pl n.
Proof.
  intros pl n H. pose proof (N.div_mod L p ltac:(lia)) as D. rewrite Lp in D.
  assert (G : forall k, f pl (n + p * k) = f pl n).
  { induction k as [|k IH] using N.peano_ind; [now rewrite N.mul_0_r, N.add_0_r|].
    replace (n + p * N.succ k) with (n + p * k + p) by lia. rewrite Per by lia. exact IH. }
  rewrite <- (G (L / p)). f_equal. lia.
Qed.
Lemma takes_far : forall pl s, t < s -> takes pl (s + L) = takes pl s.
Proof.
  clear - HA HB Hm Lm.
  intros pl s H. unfold takes, mem.
  assert (F : forall x, t < x -> existsb (N.eqb x) (fst (of A B pl)) = false).
  { intros x Hx. apply not_true_is_false. intro E. apply existsb_exists in E.
    destruct E as [y [I Y]]. apply N.eqb_eq in Y. subst y.
    assert (S : small (of A B pl) = true) by now destruct pl.
    unfold small in S. rewrite forallb_forall in S. specialize (S x I).
    apply andb_prop in S. destruct S as [_ S]. apply N.leb_le in S. lia. }
  rewrite !F by lia.
  assert (E : (s + L) mod m = s mod m).
  { rewrite (N.div_mod L m) by lia. rewrite Lm, N.add_0_r, N.mul_comm. apply N.mod_add. lia. }
  rewrite E. destruct (N.ltb_spec t (s + L)), (N.ltb_spec t s); trivial; lia.
Qed.
Lemma takes_finite : forall pl s, endless = false -> takes pl s = true -> s <= t.
Proof.
  intros pl s E H. unfold takes, mem in H. apply orb_prop in H. destruct H as [H|H].
  - apply existsb_exists in H. destruct H as [y [I Y]]. apply N.eqb_eq in Y. subst y.
    assert (S : small (of A B pl) = true) by now destruct pl.
    unfold small in S. rewrite forallb_forall in S. specialize (S s I).
    apply andb_prop in S. destruct S as [_ S]. now apply N.leb_le in S.
  - exfalso. unfold endless in E. apply andb_prop in H. destruct H as [_ H].
    destruct A as [na fa], B as [nb fb]. simpl in E. destruct fa, fb; try discriminate.
    now destruct pl.
Qed.

(** the rules say the same at n and at n + L *)
Lemma wins_shift : forall pl n, j <= n -> (wins f pl n <-> wins f pl (n + L)).
Proof.
  intros pl n Hn. unfold wins. split; intros [[s [H1 [H2 [H3 H4]]]]|[E H]].
  - left. destruct (N.le_gt_cases s t) as [S|S].
    + exists s. repeat split; trivial; try lia.
      replace (n + L - s) with (n - s + L) by lia. rewrite per_L; trivial. lia.
    + exists (s + L). rewrite takes_far by trivial. replace (n + L - (s + L)) with (n - s) by lia.
      repeat split; trivial; lia.
  - right. split; trivial. destruct (Moves E pl) as [[s [H1 [H2 H3]]]|H'].
    + rewrite H in H3 by lia. discriminate.
    + intros s _ _. apply H'.
  - left. destruct (N.le_gt_cases s t) as [S|S].
    { exists s. replace (n + L - s) with (n - s + L) in H4 by lia.
      rewrite per_L in H4 by lia. repeat split; trivial; lia. }
    assert (En : endless = true).
    { destruct (bool_dec endless true) as [En|En]; trivial. apply not_true_is_false in En.
      pose proof (takes_finite pl s En H3). lia. }
    pose proof (Hw En) as Far. destruct (N.le_gt_cases s (t + L)) as [S'|S'].
    + exists s. replace (n + L - s) with (n - s + L) in H4 by lia.
      rewrite per_L in H4 by lia. repeat split; trivial; lia.
    + exists (s - L). rewrite <- (takes_far pl (s - L)) by lia.
      replace (s - L + L) with s by lia. replace (n - (s - L)) with (n + L - s) by lia.
      repeat split; trivial; lia.
  - right. split; trivial. intros s H1 H2. apply H; lia.
Qed.

Theorem repeat_wins : forall pl n, f pl n = true <-> wins f pl n.
Proof.
  intros pl n. revert pl. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro pl.
  destruct (N.lt_ge_cases n (j + L)) as [H|H]; [now apply Base|].
  replace n with (n - L + L) by lia. rewrite <- wins_shift by lia.
  rewrite per_L by lia. apply IH. lia.
Qed.
End Repeat.

(* ------------------------------------------------------------------ *)
(** ** The certificate: i, p, L, j and the losses la, lb of heaps i+p-1, ..., 1, 0 as digits, the lowest first *)
Definition law (i p la lb : N) (pl : bool) (n : N) : bool :=
  negb (N.testbit (if pl then la else lb) (i + p - 1 - canon i p n)).
Definition agree (p k h : N) : bool :=
  N.land (N.lxor h (N.shiftr h p)) (N.ones k) =? 0.
Definition starts (j : N) (s : set) (own : N) : bool :=
  match s with
  | ([], []) => true
  | _ => negb misere || negb (N.land own (N.ones j) =? 0)
  end.
Definition check (i p L j la lb : N) : bool :=
  small A && small B && (0 <? m) && (0 <? p) && (0 <? L) && (L mod p =? 0) && (L mod m =? 0) &&
  (i + t + (if endless then L else 0) <=? j) &&
  let k := N.to_nat (if endless then j + L else t) in
  let ma := mask t m A k 1 in
  let mb := mask t m B k 1 in
  starts j A ma && starts j B mb &&
  let s1 := sim misere ma mb (i + p) in
  (snd (fst s1) =? la) && (snd s1 =? lb) &&
  let s2 := N.iter (j + L - (i + p)) (step misere ma mb) s1 in
  agree p (j + L - (i + p)) (snd (fst s2)) && agree p (j + L - (i + p)) (snd s2).

Theorem heap_law : forall i p L j la lb, check i p L j la lb = true -> forall pl n,
  (law i p la lb pl n = true <-> Win (play (mv t m A B) misere) (Some (pl, n))) /\
  (law i p la lb pl n = false <-> Lose (play (mv t m A B) misere) (Some (pl, n))).
Proof.
  intros i p L j la lb C. unfold check in C.
  set (k := N.to_nat (if endless then j + L else t)) in C.
  set (ma := mask t m A k 1) in C. set (mb := mask t m B k 1) in C. cbv zeta in C.
  repeat match type of C with (_ && _ = true) =>
    let D := fresh "D" in apply andb_prop in C; destruct C as [C D] end.
  repeat match goal with H : _ && _ = true |- _ =>
    let D := fresh "D" in apply andb_prop in H; destruct H as [H D] end.
  repeat match goal with
    | H : (_ =? _) = true |- _ => apply N.eqb_eq in H
    | H : (_ <? _) = true |- _ => apply N.ltb_lt in H
    | H : (_ <=? _) = true |- _ => apply N.leb_le in H
    end.
  assert (HA : small A = true) by assumption. assert (HB : small B = true) by assumption.
  assert (Hm : 0 < m) by assumption. assert (Hp : 0 < p) by assumption. assert (HL : 0 < L) by assumption.
  assert (Lp : L mod p = 0) by assumption. assert (Lm : L mod m = 0) by assumption.
  assert (Hj : i + t + (if endless then L else 0) <= j) by assumption.
  assert (Hj0 : i + t <= j) by (destruct endless; lia).
  assert (Hw : endless = true -> i + t + L <= j) by (intro En; rewrite En in Hj; exact Hj).
  assert (SA : starts j A ma = true) by assumption. assert (SB : starts j B mb = true) by assumption.
  assert (pL : p <= L) by (pose proof (N.div_mod L p ltac:(lia)); destruct (N.eq_dec (L / p) 0); nia).
  assert (ij : i <= j) by (destruct endless; lia).
  set (v := val misere ma mb).
  (* members and digits *)
  assert (MB : forall pl s, 0 < s -> s < j + L + 1 -> N.testbit (own ma mb pl) (s - 1) = takes pl s).
  { intros pl s S1 S2.
    assert (E : N.testbit (own ma mb pl) (s - 1) = (s - 1 <? N.of_nat k) && takes pl s).
    { destruct pl; unfold own, ma, mb, takes; rewrite mask_bit;
        replace (1 + (s - 1)) with s by lia; reflexivity. }
    rewrite E. destruct (N.ltb_spec (s - 1) (N.of_nat k)) as [G|G]; trivial.
    destruct (takes pl s) eqn:T; trivial. exfalso.
    unfold k in G. rewrite N2Nat.id in G. destruct endless eqn:En; [lia|].
    pose proof (takes_finite HA HB pl s En T). lia. }
  (* simulated outcomes follow the rules *)
  assert (VW : forall pl n, n < j + L -> (v pl n = true <-> wins v pl n)).
  { intros pl n Hn. unfold v at 1, val. rewrite rule_spec. unfold wins.
    assert (ST : N.land (own ma mb pl) (below misere ma mb n) = 0 <->
                 (forall s, 0 < s -> s <= n -> takes pl s = false)).
    { rewrite land_zero. split.
      - intros H s S1 S2. specialize (H (s - 1)). rewrite below_bit, MB in H by lia.
        destruct (N.ltb_spec (s - 1) n); [|lia]. now rewrite andb_true_r in H.
      - intros H b. rewrite below_bit. destruct (N.ltb_spec b n); [|apply andb_false_r].
        rewrite andb_true_r. replace b with (N.succ b - 1) by lia. rewrite MB by lia. apply H; lia. }
    assert (LO : N.land (own ma mb pl) (losses misere ma mb (negb pl) n) <> 0 <->
                 (exists s, 0 < s /\ s <= n /\ takes pl s = true /\ v (negb pl) (n - s) = false)).
    { rewrite land_some. split.
      - intros [b [B1 B2]]. rewrite losses_bit in B2. apply andb_prop in B2. destruct B2 as [B2 B3].
        apply N.ltb_lt in B2. exists (N.succ b). rewrite <- MB by lia. replace (N.succ b - 1) with b by lia.
        apply negb_true_iff in B3. repeat split; trivial; lia.
      - intros [s [S1 [S2 [S3 S4]]]]. exists (s - 1). rewrite MB, losses_bit by lia. split; trivial.
        replace (N.succ (s - 1)) with s by lia. unfold v in S4. rewrite S4.
        now destruct (N.ltb_spec (s - 1) n); [|lia]. }
    rewrite ST, LO. split.
    - intros [[Q H]|[_ H]]; [now right|now left].
    - intros [H|H]; [|now left]. right. split; trivial. intro Z.
      destruct H as [s [S1 [S2 [S3 _]]]]. rewrite Z in S3 by lia. discriminate. }
  (* the repeat *)
  assert (SP : forall a b, sim misere ma mb (a + b) = N.iter a (step misere ma mb) (sim misere ma mb b)).
  { intros a b. unfold sim. rewrite !N2Nat.inj_iter, N2Nat.inj_add.
    induction (N.to_nat a) as [|c IH]; simpl; congruence. }
  assert (AG : forall pl, agree p (j + L - (i + p)) (losses misere ma mb pl (j + L)) = true).
  { intro pl. unfold losses.
    assert (E : sim misere ma mb (j + L) = N.iter (j + L - (i + p)) (step misere ma mb) (sim misere ma mb (i + p)))
      by (rewrite <- SP; f_equal; lia).
    rewrite E. destruct pl; assumption. }
  assert (VP : forall pl n, i <= n -> n + p < j + L -> v pl (n + p) = v pl n).
  { intros pl n H1 H2. specialize (AG pl). unfold agree in AG. apply N.eqb_eq in AG.
    rewrite land_zero in AG. specialize (AG (j + L - N.succ (n + p))).
    rewrite N.ones_spec_low, andb_true_r, N.lxor_spec, N.shiftr_spec', !losses_bit in AG by lia.
    replace (j + L - N.succ (j + L - N.succ (n + p))) with (n + p) in AG by lia.
    replace (j + L - N.succ (j + L - N.succ (n + p) + p)) with n in AG by lia.
    destruct (N.ltb_spec (j + L - N.succ (n + p)) (j + L)); [|lia].
    destruct (N.ltb_spec (j + L - N.succ (n + p) + p) (j + L)); [|lia].
    fold v in AG. destruct (v pl (n + p)), (v pl n); trivial; discriminate. }
  assert (CL : forall n, canon i p n < i + p).
  { intro n. unfold canon. destruct (N.ltb_spec n i); [lia|]. pose proof (N.mod_lt (n - i) p). lia. }
  assert (FV : forall pl n, law i p la lb pl n = v pl (canon i p n)).
  { intros pl n. unfold law. specialize (CL n).
    assert (E : (if pl then la else lb) = losses misere ma mb pl (i + p)).
    { unfold losses. destruct pl; congruence. }
    rewrite E, losses_bit. destruct (N.ltb_spec (i + p - 1 - canon i p n) (i + p)); [|lia].
    replace (i + p - N.succ (i + p - 1 - canon i p n)) with (canon i p n) by lia.
    now rewrite andb_true_l, negb_involutive. }
  assert (VC : forall n pl, n < j + L -> v pl (canon i p n) = v pl n).
  { intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intros pl Hn.
    destruct (N.lt_ge_cases n (i + p)) as [H|H].
    - f_equal. unfold canon. destruct (N.ltb_spec n i); trivial. rewrite N.mod_small; lia.
    - replace (canon i p n) with (canon i p (n - p)).
      + rewrite IH by lia. replace n with (n - p + p) at 2 by lia. symmetry. apply VP; lia.
      + unfold canon. destruct (N.ltb_spec n i), (N.ltb_spec (n - p) i); try lia.
        replace (n - i) with (n - p - i + 1 * p) by lia. rewrite N.mod_add by lia. reflexivity. }
  apply wins_outcome. apply repeat_wins with (i := i) (p := p) (L := L) (j := j); trivial.
  - intros pl n H. rewrite !FV. f_equal. unfold canon.
    destruct (N.ltb_spec n i), (N.ltb_spec (n + p) i); try lia.
    replace (n + p - i) with (n - i + 1 * p) by lia. rewrite N.mod_add by lia. reflexivity.
  - intros Q pl.
    assert (S : starts j (of A B pl) (own ma mb pl) = true) by now destruct pl.
    destruct (of A B pl) as [near far] eqn:O. unfold starts in S. rewrite Q in S.
    assert (Z : near = [] /\ far = [] \/ N.land (own ma mb pl) (N.ones j) <> 0).
    { destruct near as [|x near], far as [|y far]; auto; right; apply N.eqb_neq, negb_true_iff, S. }
    destruct Z as [[-> ->]|Z].
    + right. intro s. unfold takes, mem. rewrite O. simpl. apply andb_false_r.
    + left. apply land_some in Z. destruct Z as [b [B1 B2]].
      destruct (N.lt_ge_cases b j) as [H|H]; [|rewrite N.ones_spec_high in B2 by lia; discriminate].
      exists (N.succ b). rewrite <- MB by lia. replace (N.succ b - 1) with b by lia.
      repeat split; trivial; lia.
  - intros pl n H. rewrite FV, VC by trivial. rewrite VW by trivial. unfold wins.
    assert (X : forall s, s <= n -> law i p la lb (negb pl) (n - s) = v (negb pl) (n - s)).
    { intros s Hs. rewrite FV. apply VC. lia. }
    split; (intros [[s [S1 [S2 [S3 S4]]]]|Y]; [left|now right]); exists s;
      repeat split; trivial; [rewrite X|rewrite <- X]; trivial.
Qed.
End Law.

(** In normal play, in the words of Game.v alone. *)
Theorem heap_law_normal : forall t m A B i p L j la lb, check t m A B false i p L j la lb = true ->
  forall pl n,
  (law i p la lb pl n = true <-> Win (mv t m A B) (pl, n)) /\
  (law i p la lb pl n = false <-> Lose (mv t m A B) (pl, n)).
Proof.
  intros t m A B i p L j la lb C pl n. destruct (heap_law t m A B false i p L j la lb C pl n) as [W V].
  destruct (play_normal _ (mv t m A B) (pl, n)) as [PW PV]. tauto.
Qed.

(** Many certificates of finite sets at once: sets, i, p, and the losses; reach and settled heap are the least possible. *)
Definition finite_check (c : list N * list N * (N * N) * (N * N)) : bool :=
  let '(a, b, (i, p), (la, lb)) := c in
  let t := fold_right N.max 0 (a ++ b) in
  check t 1 (a, []) (b, []) false i p p (i + t) la lb.
Theorem finite_laws : forall all, forallb finite_check all = true ->
  forall a b i p la lb, In (a, b, (i, p), (la, lb)) all -> forall pl n,
  let t := fold_right N.max 0 (a ++ b) in
  (law i p la lb pl n = true <-> Win (mv t 1 (a, []) (b, [])) (pl, n)) /\
  (law i p la lb pl n = false <-> Lose (mv t 1 (a, []) (b, [])) (pl, n)).
Proof.
  intros all F a b i p la lb I pl n t. rewrite forallb_forall in F. specialize (F _ I).
  exact (heap_law_normal _ _ _ _ _ _ _ _ _ _ F pl n).
Qed.
