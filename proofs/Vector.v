(** * Vector.v -- d-dimensional (partizan) vector subtraction games with a product-periodic law.
    Position (P, v), v : list N.  Move: subtract componentwise a vector of [mvs P].
    Certificate: per-coordinate (preperiod i_k, period p_k) and two Boolean tables.
    Check: the kernel equation on the finite box prod_k [0, i_k + h_k + p_k).
    Main theorem: [vector_law].  Source: kernels (von Neumann, Morgenstern 1944) on a finite quotient of the lattice.
    An instance file holds: the moves of each player, the (i_k, p_k), h, the two tables. *)
Require Import Bool NArith List Lia.
From Whowins Require Import Game.
Import ListNotations.
Open Scope N_scope.

Fixpoint leqv (a b : list N) := match a, b with
  | [], [] => true | x :: a, y :: b => (x <=? y) && leqv a b | _, _ => false end.
Fixpoint subv (a b : list N) := match a, b with x :: a, y :: b => (x - y) :: subv a b | _, _ => [] end.

Definition vmv (mvs : bool -> list (list N)) (p q : bool * list N) : Prop :=
  fst q = negb (fst p) /\ exists m, In m (mvs (fst p)) /\ leqv m (snd p) = true /\ snd q = subv (snd p) m.

Definition canon (ip : N * N) (n : N) : N :=
  if n <? fst ip then n else fst ip + (n - fst ip) mod snd ip.
Fixpoint canonv (per : list (N * N)) (v : list N) := match per, v with
  | ip :: per, x :: v => canon ip x :: canonv per v | _, _ => [] end.
Definition widen (h : N) (per : list (N * N)) := map (fun ip : N * N => (fst ip + h, snd ip)) per.

Section V.
Variables (mvs : bool -> list (list N)) (per : list (N * N)) (h : N) (T : bool -> list N -> bool).
(** the law: T looked up at canonical coordinates *)
Definition law (p : bool * list N) : bool := T (fst p) (canonv per (snd p)).
Definition eqn (P : bool) (v : list N) : bool :=
  eqb (law (P, v)) (existsb (fun m => leqv m v && negb (law (negb P, subv v m))) (mvs P)).

Fixpoint ranges (k : nat) (a : N) : list N := match k with O => [] | S k => a :: ranges k (N.succ a) end.
Fixpoint box (per : list (N * N)) : list (list N) := match per with
  | [] => [[]] | (i, p) :: per => let r := box per in
      flat_map (fun x => map (cons x) r) (ranges (N.to_nat (i + p)) 0) end.
Definition check : bool :=
  forallb (fun ip : N * N => 0 <? snd ip) per &&
  forallb (fun P => forallb (fun m => (N.of_nat (length m) =? N.of_nat (length per)) && forallb (fun x => x <=? h) m
                                      && existsb (fun x => 0 <? x) m) (mvs P)) [true; false] &&
  forallb (fun P => forallb (eqn P) (box (widen h per))) [true; false].
Hypothesis C : check = true.

Lemma parts : (forall ip, In ip per -> 0 < snd ip) /\
  (forall P m, In m (mvs P) -> length m = length per /\ (forall x, In x m -> x <= h) /\ exists x, In x m /\ 0 < x) /\
  (forall P v, In v (box (widen h per)) -> eqn P v = true).
Proof.
  pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [X B].
  apply andb_prop in X; destruct X as [X M]. rewrite forallb_forall in X, M, B.
  assert (IP : forall P, In P [true; false]) by (intros [|]; simpl; auto). repeat split.
  - intros ip I. apply N.ltb_lt, X, I.
  - specialize (M P (IP P)). rewrite forallb_forall in M. specialize (M _ H).
    apply andb_prop in M; destruct M as [M _]. apply andb_prop in M; destruct M as [M _]. apply N.eqb_eq in M. lia.
  - intros x Hx. specialize (M P (IP P)). rewrite forallb_forall in M. specialize (M _ H).
    apply andb_prop in M; destruct M as [M _]. apply andb_prop in M; destruct M as [_ M].
    rewrite forallb_forall in M. apply N.leb_le, M, Hx.
  - specialize (M P (IP P)). rewrite forallb_forall in M. specialize (M _ H).
    apply andb_prop in M; destruct M as [_ M]. apply existsb_exists in M. destruct M as [x [I L]].
    exists x. split; trivial. now apply N.ltb_lt.
  - intros P v I. specialize (B P (IP P)). rewrite forallb_forall in B. auto.
Qed.

Lemma in_ranges : forall k a x, a <= x < a + N.of_nat k -> In x (ranges k a).
Proof. induction k; intros a x H; [lia|]. simpl. destruct (N.eq_dec a x); [now left|right; apply IHk; lia]. Qed.
Lemma canon_lt : forall i p n, 0 < p -> canon (i, p) n < i + p.
Proof.
  clear C. intros i p n Hp. unfold canon; cbn [fst snd]. destruct (N.ltb_spec n i) as [L|L]; [lia|].
  pose proof (N.mod_lt (n - i) p ltac:(lia)). lia.
Qed.
Lemma box_in : forall pr v, (forall ip, In ip pr -> 0 < snd ip) -> length v = length pr -> In (canonv pr v) (box pr).
Proof.
  induction pr as [|[i p] pr IH]; intros [|x v] P L; simpl in L; try discriminate; [now left|].
  cbn [canonv box]. apply in_flat_map. exists (canon (i, p) x). split.
  - apply in_ranges. pose proof (canon_lt i p x (P (i, p) (or_introl eq_refl))). lia.
  - apply in_map, IH; [intros; apply P; now right|congruence].
Qed.
(** widened canonical form is invisible to every move of size <= h *)
Lemma canon_widen_le : forall i p x m, 0 < p -> m <= h -> (m <=? canon (i + h, p) x) = (m <=? x).
Proof.
  intros. unfold canon; cbn [fst snd]. destruct (N.ltb_spec x (i + h)); trivial.
  generalize ((x - (i + h)) mod p). intro r.
  destruct (N.leb_spec m x), (N.leb_spec m (i + h + r)); trivial; lia.
Qed.
Lemma canon_widen_sub : forall i p x m, 0 < p -> m <= h -> canon (i, p) (canon (i + h, p) x - m) = canon (i, p) (x - m).
Proof.
  intros i p x m Hp Hm. unfold canon at 2; cbn [fst snd]. destruct (N.ltb_spec x (i + h)); trivial.
  unfold canon; cbn [fst snd]. pose proof (N.mod_lt (x - (i + h)) p ltac:(lia)).
  set (r := (x - (i + h)) mod p) in *. assert (Er : r = (x - (i + h)) mod p) by reflexivity. clearbody r.
  destruct (N.ltb_spec (i + h + r - m) i); [lia|]. destruct (N.ltb_spec (x - m) i); [lia|].
  f_equal. replace (i + h + r - m - i) with ((h - m) + r) by lia. rewrite Er.
  rewrite N.add_mod_idemp_r by lia. f_equal. lia.
Qed.
Lemma widen_pos : (forall ip, In ip per -> 0 < snd ip) -> forall ip, In ip (widen h per) -> 0 < snd ip.
Proof. intros P ip I. unfold widen in I. apply in_map_iff in I. destruct I as [q [<- I]]. simpl. auto. Qed.
Lemma canonv_leq : forall pr v m, (forall ip, In ip pr -> 0 < snd ip) -> length v = length pr ->
  (forall x, In x m -> x <= h) -> leqv m (canonv (widen h pr) v) = leqv m v.
Proof.
  induction pr as [|[i p] pr IH]; intros [|x v] [|y m] P L H; simpl in *; try discriminate; trivial.
  rewrite canon_widen_le, IH; auto. apply (P (i, p)). now left.
Qed.
Lemma canonv_sub : forall pr v m, (forall ip, In ip pr -> 0 < snd ip) -> length v = length pr ->
  (forall x, In x m -> x <= h) -> canonv pr (subv (canonv (widen h pr) v) m) = canonv pr (subv v m).
Proof.
  induction pr as [|[i p] pr IH]; intros [|x v] [|y m] P L H; simpl in L; try discriminate; trivial.
  cbn [widen map canonv subv fst snd]. fold (widen h pr). f_equal.
  - apply canon_widen_sub; [apply (P (i, p)); now left|apply H; now left].
  - apply IH; auto; intros; [apply P|apply H]; now right.
Qed.
Lemma canonv_idem : forall pr v, (forall ip, In ip pr -> 0 < snd ip) -> length v = length pr ->
  canonv pr (canonv (widen h pr) v) = canonv pr v.
Proof.
  induction pr as [|[i p] pr IH]; intros [|x v] P L; simpl in L; try discriminate; trivial.
  cbn [widen map canonv fst snd]. fold (widen h pr). f_equal.
  - pose proof (canon_widen_sub i p x 0 (P (i, p) (or_introl eq_refl)) (N.le_0_l h)) as E. now rewrite !N.sub_0_r in E.
  - apply IH; auto. intros; apply P; now right.
Qed.

Lemma eqn_all : forall P v, length v = length per -> eqn P v = true.
Proof.
  intros P v L. destruct parts as [Pp [M B]].
  assert (E := B P (canonv (widen h per) v)). 
  assert (I : In (canonv (widen h per) v) (box (widen h per))).
  { apply box_in; [now apply widen_pos|]. unfold widen. now rewrite map_length. }
  specialize (E I). unfold eqn, law in *. cbn [fst snd] in *. rewrite canonv_idem in E by trivial.
  rewrite <- E. f_equal.
  assert (X : forall l, (forall m, In m l -> forall x, In x m -> x <= h) ->
    existsb (fun m => leqv m v && negb (T (negb P) (canonv per (subv v m)))) l =
    existsb (fun m => leqv m (canonv (widen h per) v) && negb (T (negb P) (canonv per (subv (canonv (widen h per) v) m)))) l).
  { induction l as [|m l IH]; intro Hl; simpl; trivial. rewrite IH by (intros; eapply Hl; [right|]; eauto).
    rewrite canonv_leq, canonv_sub; trivial; intros; apply (Hl m); trivial; now left. }
  apply X. intros m Im. now apply M in Im.
Qed.

Definition sumv (v : list N) := fold_right N.add 0 v.
Lemma sum_dec : forall m v, leqv m v = true -> sumv (subv v m) + sumv m = sumv v.
Proof.
  induction m as [|y m IH]; intros [|x v] L; simpl in *; try discriminate; trivial.
  apply andb_prop in L. destruct L as [L1 L2]. apply N.leb_le in L1. specialize (IH v L2). lia.
Qed.
Lemma sum_pos : forall m x, In x m -> x <= sumv m.
Proof. induction m; simpl; intros x H; [tauto|]. destruct H as [->|H]; [lia|]. specialize (IHm x H). lia. Qed.
Lemma sub_len : forall m v, leqv m v = true -> length (subv v m) = length v.
Proof. induction m as [|y m IH]; intros [|x v] L; simpl in *; try discriminate; trivial. apply andb_prop in L. f_equal. now apply IH. Qed.

Lemma vmv_wf : well_founded (fun q p => vmv mvs p q).
Proof.
  apply wf_measure with (f := fun p => N.to_nat (sumv (snd p))).
  intros p q [_ [m [I [L E]]]]. rewrite E. destruct parts as [_ [M _]]. destruct (M _ m I) as [_ [_ [x [Ix Px]]]].
  pose proof (sum_dec _ _ L). pose proof (sum_pos m x Ix). lia.
Qed.

(** MAIN THEOREM: every position of every size *)
Theorem vector_law : forall P v, length v = length per ->
  (law (P, v) = true <-> Win (vmv mvs) (P, v)) /\ (law (P, v) = false <-> Lose (vmv mvs) (P, v)).
Proof.
  intros P v L. apply (kernel_outcome_on _ (vmv mvs) (fun p => length (snd p) = length per)); trivial.
  - apply vmv_wf.
  - intros p q Lp [_ [m [I [Q E]]]]. rewrite E. now rewrite sub_len.
  - intros [P0 w] Lw T0. cbn [fst snd] in *. pose proof (eqn_all P0 w Lw) as E. unfold eqn in E. apply eqb_prop in E.
    rewrite T0 in E. symmetry in E. apply existsb_exists in E. destruct E as [m [I E]]. apply andb_prop in E. destruct E as [E1 E2].
    exists (negb P0, subv w m). split; [split; [reflexivity|exists m; auto]|]. now apply negb_true_iff.
  - intros [P0 w] [P1 w'] Lw F [Hp [m [I [Q E]]]]. cbn [fst snd] in *. subst P1 w'.
    destruct (law (negb P0, subv w m)) eqn:V; trivial. exfalso.
    pose proof (eqn_all P0 w Lw) as E. unfold eqn in E. apply eqb_prop in E. rewrite F in E.
    assert (X : existsb (fun m => leqv m w && negb (law (negb P0, subv w m))) (mvs P0) = true); [|congruence].
    apply existsb_exists. exists m. split; trivial. now rewrite Q, V.
Qed.
End V.

(** table as nested lists -> function (generator emits rows) *)
Definition tab2 (l : list (list bool)) (v : list N) : bool := match v with
  | [x; y] => nth (N.to_nat y) (nth (N.to_nat x) l []) false | _ => false end.

