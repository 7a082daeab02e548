(** * ViewLattice.v -- games on tuples of naturals whose moves are vectors and rays, read off a core term; their outcomes in the term.
    Proved: where [view_lattice] finds that a term has the rays of a list as in Lattice.v, its moves are those of Lattice.v ([lattice_moves]), and
    who wins there can force it in the term ([lattice_correct]); so the laws of Beatty.v and GrundyRows.v speak of the term.
    Source: as Lattice.v and ViewNumbers.v.
    An instance gives a term, and the rays. *)
Require Import ZArith List Bool Lia.
From Whowins Require Game Digits Heap Lattice.
From Whowins Require Import Core ViewNumbers ViewRays ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

(** The state in which P (true: the first-named player) is to move, at the tuple xs. *)
Definition tuple (P : bool) (xs : list Z) : state := nums (number_of P :: xs).

(** A ray without a last k, from k = 0 on; a vector has step 0. *)
Definition way := (list Z * list Z)%type.
Definition goes (w : way) (k : Z) (p : list Z) : list Z := Digits.vadd p (Digits.vadd (fst w) (Digits.scale k (snd w))).
Definition still (s : list Z) : list Z := map (fun _ => 0) s.
Definition ways (r : Lattice.ray) : list way :=
  let from k := Digits.vadd (Lattice.base r) (Digits.scale k (Lattice.step r)) in
  match Lattice.most r with
  | Some m => map (fun k => (from k, still (Lattice.step r))) (range (Lattice.least r) (m + 1))
  | None => [(from (Lattice.least r), Lattice.step r)]
  end.
Definition way_of (r : ray) : way := (map Z.opp (base r), map Z.opp (step r)).
Definition way_dec : forall a b : way, {a = b} + {a <> b}.
Proof. decide equality; apply (list_eq_dec Z.eq_dec). Defined.
Definition among (l : list way) (w : way) : bool := if in_dec way_dec w l then true else false.
Definition same_ways (a b : list way) : bool := forallb (among b) a && forallb (among a) b.

Lemma same_ways_ok : forall a b, same_ways a b = true -> forall w, In w a <-> In w b.
Proof.
  intros a b H w. apply andb_prop in H. destruct H as [H1 H2]. rewrite forallb_forall in H1, H2. unfold among in *.
  split; intro I; [specialize (H1 w I)|specialize (H2 w I)]; now destruct (in_dec way_dec w _).
Qed.
Lemma moved_goes : forall k xs r, length (base r) = length xs -> length (step r) = length xs -> moved k xs r = goes (way_of r) k xs.
Proof.
  intros k xs [b s]. unfold moved, goes, way_of, Digits.vadd, Digits.scale. cbn [base step fst snd]. revert b s.
  induction xs as [|x xs IH]; intros [|y b] [|z s] L L'; try discriminate; trivial. cbn [combine map fst snd length] in *.
  rewrite IH by congruence. f_equal. ring.
Qed.
Lemma goes_later : forall j k b s p, length b = length s ->
  goes (Digits.vadd b (Digits.scale j s), s) k p = goes (b, s) (j + k) p.
Proof.
  intros j k b s p L. unfold goes. cbn [fst snd]. f_equal. unfold Digits.vadd, Digits.scale. revert s L.
  induction b as [|y b IH]; intros [|z s] L; try discriminate; trivial. cbn [combine map fst snd length] in *.
  rewrite IH by congruence. f_equal. ring.
Qed.
Lemma goes_still : forall k b s p, length b = length s -> goes (b, still s) k p = Digits.vadd p b.
Proof.
  intros k b s p L. unfold goes. cbn [fst snd]. f_equal. unfold Digits.vadd, Digits.scale, still. revert s L.
  induction b as [|y b IH]; intros [|z s] L; try discriminate; trivial. cbn [combine map fst snd length] in *.
  rewrite IH by congruence. f_equal. ring.
Qed.
Lemma vadd_length : forall a b, length a = length b -> length (Digits.vadd a b) = length a.
Proof. intros a b L. unfold Digits.vadd. rewrite map_length, combine_length. lia. Qed.
Lemma ways_ok : forall d r p q, Lattice.fine d r = true ->
  (Lattice.rmv r p q <-> exists w k, In w (ways r) /\ 0 <= k /\ q = goes w k p).
Proof.
  intros d [b s l m] p q F. unfold Lattice.fine in F. cbn [Lattice.base Lattice.step Lattice.least Lattice.most] in F.
  apply andb_prop in F. destruct F as [F _]. apply andb_prop in F. destruct F as [F1 F2]. apply Nat.eqb_eq in F1, F2.
  assert (L : length b = length s) by congruence.
  assert (L' : forall k, length (Digits.vadd b (Digits.scale k s)) = length s).
  { intro k. unfold Digits.scale. rewrite vadd_length; rewrite ?map_length; trivial. }
  assert (R : forall k, Lattice.reach (Lattice.Ray b s l m) k p = goes (b, s) k p) by reflexivity.
  unfold Lattice.rmv, ways. cbn [Lattice.base Lattice.step Lattice.least Lattice.most]. split.
  - intros [k [K1 [K2 ->]]]. rewrite R. destruct m as [m|].
    + exists (Digits.vadd b (Digits.scale k s), still s), 0. split; [|split; [lia|now rewrite goes_still]].
      apply in_map_iff. exists k. split; trivial. apply in_range. lia.
    + exists (Digits.vadd b (Digits.scale l s), s), (k - l). split; [now left|]. split; [lia|].
      rewrite goes_later by trivial. f_equal. lia.
  - intros [w [k [I [K ->]]]]. destruct m as [m|].
    + apply in_map_iff in I. destruct I as [j [<- J]]. apply in_range in J. exists j. rewrite R.
      split; [lia|]. split; [lia|now rewrite goes_still].
    + destruct I as [<-|[]]. exists (l + k). rewrite R, goes_later by trivial. split; [lia|auto].
Qed.

Section View.
Variables (d : nat) (rules : bool -> list Lattice.ray) (misere : bool) (g : game).
Definition rays_are (P : bool) : bool := match view_rays 0 1 g (number_of P) with
  | Some rs => same_ways (map way_of rs) (flat_map ways (rules P)) | None => false end.
Definition view_lattice : bool :=
  Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end &&
  Nat.eqb (length (parts g)) (S d) && forallb (fun b => match b with (0, None) => true | _ => false end) (tl (parts g)) &&
  pays g 0 (if misere then 1 else -1) && pays g 1 (if misere then -1 else 1) &&
  Lattice.rules_fine d rules && rays_are true && rays_are false.
Hypothesis V : view_lattice = true.

Lemma facts : blocks g = O /\ (forall s, ended g s = None) /\ S d = length (parts g) /\
  (forall b, In b (tl (parts g)) -> b = (0, None)) /\
  (forall P xs, length xs = d -> nat_all xs -> stuck_pays g (tuple P xs) = if eqb P misere then 1 else -1) /\
  Lattice.rules_fine d rules = true /\ forall P, rays_are P = true.
Proof using V.
  pose proof V as H. unfold view_lattice in H. repeat (apply andb_prop in H; destruct H as [H ?H]).
  apply Nat.eqb_eq in H. apply Nat.eqb_eq in H6.
  split; [trivial|]. split; [intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]|]. split; [congruence|].
  split; [intros b I; rewrite forallb_forall in H5; specialize (H5 b I); destruct b as [[| |] [|]]; try discriminate; trivial|].
  split; [|split; [trivial|intros [|]; trivial]].
  intros P xs L N. unfold tuple. assert (L' : S (length xs) = length (parts g)) by congruence.
  destruct P; cbn [number_of]; [rewrite (pays_ok g 0 _ H4 xs L' N)|rewrite (pays_ok g 1 _ H3 xs L' N)]; now destruct misere.
Qed.
Lemma nat_inside : forall bs xs, (forall b, In b bs -> b = (0, None)) -> length bs = length xs -> (all_inside bs xs <-> nat_all xs).
Proof using.
  unfold all_inside, nat_all. induction bs as [|b bs IH]; intros [|x xs] H L; try discriminate; cbn [combine]; [split; constructor|].
  cbn [length] in L. rewrite !Forall_cons_iff, (IH xs (fun c I => H c (or_intror I)) ltac:(congruence)). cbn [fst snd].
  rewrite (H b (or_introl eq_refl)). unfold inside. cbn [fst snd]. rewrite andb_true_r, Z.leb_le. reflexivity.
Qed.

(** The moves of the term are those of Lattice.v. *)
Theorem lattice_moves : forall p s, Lattice.here d p ->
  (In s (moves g (tuple (fst p) (snd p))) <-> exists q, Lattice.lmv d rules p q /\ s = tuple (fst q) (snd q)).
Proof using V.
  intros [P p] s [L N]. cbn [fst snd] in *. destruct facts as [_ [En [Lp [Pt [_ [Fr Ra]]]]]].
  specialize (Ra P). unfold rays_are in Ra. destruct (view_rays 0 1 g (number_of P)) as [rs|] eqn:Vr; [|discriminate].
  pose proof (same_ways_ok _ _ Ra) as Same. assert (L' : S (length p) = length (parts g)) by congruence.
  assert (Lb : length (tl (parts g)) = length p) by (destruct (parts g); cbn [tl length] in *; [discriminate|lia]).
  assert (Len : forall r, In r rs -> length (base r) = length p /\ length (step r) = length p).
  { intros r I. destruct (view_rays_length _ _ _ _ _ Vr r I). split; lia. }
  unfold tuple at 1. rewrite (view_rays_sound _ _ _ _ _ Vr p L' N) by (trivial; now apply nat_inside).
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P. rewrite Flip.
  unfold Lattice.lmv. split.
  - intros [r [k [I [K [In_ ->]]]]]. destruct (Len r I) as [B S].
    exists (negb P, moved k p r). cbn [fst snd]. split; [|reflexivity].
    apply nat_inside in In_; trivial; [|rewrite moved_length; trivial].
    split; [split; trivial|]. split; trivial. split; trivial.
    assert (W : In (way_of r) (flat_map ways (rules P))) by (apply Same, in_map; trivial).
    apply in_flat_map in W. destruct W as [r' [I' W]]. exists r'. split; trivial.
    apply (ways_ok d); [eapply Lattice.rules_are_fine; eauto|]. exists (way_of r), k. rewrite <- moved_goes by trivial. auto.
  - intros [[P' q] [[_ [E [Nq [r' [I' M]]]]] ->]]. cbn [fst snd] in *. subst P'.
    apply (ways_ok d) in M; [|eapply Lattice.rules_are_fine; eauto]. destruct M as [w [k [W [K ->]]]].
    assert (X : In w (map way_of rs)) by (apply Same, in_flat_map; eauto). apply in_map_iff in X. destruct X as [r [<- I]].
    destruct (Len r I) as [B S]. exists r, k. rewrite <- moved_goes in * by trivial. split; trivial. split; trivial.
    split; [|reflexivity]. apply nat_inside; trivial. rewrite moved_length; trivial.
Qed.

(** Misère play as Lattice.v has it, and as Heap.v has it. *)
Lemma misere_play : forall (pos : Type) (mv : pos -> pos -> Prop) p,
  (Lattice.MWin mv p -> Game.Win (Heap.play mv true) (Some p)) /\ (Lattice.MLose mv p -> Game.Lose (Heap.play mv true) (Some p)).
Proof using.
  intros pos mv. assert (W : forall p, Lattice.MWin mv p -> Game.Win (Heap.play mv true) (Some p)).
  { apply (Lattice.MWin_mind pos mv (fun p _ => Game.Win (Heap.play mv true) (Some p)) (fun p _ => Game.Lose (Heap.play mv true) (Some p))).
    - intros p Stuck. now apply Heap.misere_stuck.
    - intros p q M _ IH. exact (Game.win_by _ _ (Some p) (Some q) M IH).
    - intros p [q0 M0] _ IH. apply Game.lose_all. intros [q|] M; [exact (IH q M)|]. destruct M as [_ No]. exfalso. exact (No q0 M0). }
  intro p. split; [apply W|]. intros [p' [q0 M0] H]. apply Game.lose_all. intros [q|] M; [exact (W q (H q M))|].
  destruct M as [_ No]. exfalso. exact (No q0 M0).
Qed.
(** THE LAW: what is so by Lattice.v is so in the term, for every tuple of naturals. *)
Theorem lattice_correct : forall P xs, length xs = d -> Digits.nonneg xs -> forall b : bool,
  ((b = true <-> Lattice.Wins d rules misere (P, xs)) /\ (b = false <-> Lattice.Loses d rules misere (P, xs))) ->
  (b = true <-> wins g P (tuple P xs)) /\ (b = false <-> wins g (negb P) (tuple P xs)).
Proof using V.
  intros P xs L N b [W Lo]. destruct facts as [Bl [En [Lp [_ [St [Fr _]]]]]].
  apply (play_correct g Bl En (bool * list Z) (Lattice.lmv d rules) fst (fun p => tuple (fst p) (snd p)) (Lattice.here d) misere)
    with (p := (P, xs)).
  - intros [Q k]. now destruct Q.
  - intros p s H. now apply lattice_moves.
  - intros p q H M. split; [now apply (Lattice.lmv_here d rules Fr p q)|]. now destruct M as [_ [E _]].
  - intros [Q k] [H1 H2]. now apply St.
  - now split.
  - intro E. apply W in E. unfold Lattice.Wins in E. destruct misere; [now apply misere_play|now apply Heap.play_normal].
  - intro E. apply Lo in E. unfold Lattice.Loses in E. destruct misere; [now apply misere_play|now apply Heap.play_normal].
Qed.
End View.
