(** * Lattice.v -- games on tuples of naturals whose moves are vectors and rays; partizan; normal or misere play.
    A ray adds base + k step to the position, least <= k (<= most); the result must be a tuple of naturals again.
    A vector is the ray with step 0 and least = most = 0. The two players have a list of rays each.
    Proved: the move is a conjunction of linear constraints on the two positions ([cons_of_ray]); [options] lists
    exactly the moves ([options_spec]); a form with natural weights that falls with each ray ends all play
    ([play_ends]); a locally consistent labelling is the outcome, normal or misere ([lattice_outcome]).
    Misere play is defined as itself: who cannot move has won ([MWin], [MLose]).
    Source: kernels of terminating games (von Neumann, Morgenstern 1944). *)
Require Import Bool Arith ZArith List Lia.
From Whowins Require Import Game Digits.
Import ListNotations.
Open Scope Z_scope.

(* ---------------- misere play of any game ---------------- *)
Section Misere.
Variables (pos : Type) (mv : pos -> pos -> Prop).
Inductive MWin : pos -> Prop :=
| mwin_stuck : forall p, (forall q, ~ mv p q) -> MWin p
| mwin_by : forall p q, mv p q -> MLose q -> MWin p
with MLose : pos -> Prop :=
| mlose_all : forall p, (exists q, mv p q) -> (forall q, mv p q -> MWin q) -> MLose p.
Scheme MWin_mind := Induction for MWin Sort Prop
with MLose_mind := Induction for MLose Sort Prop.
Theorem mwin_mlose_excl : forall p, MWin p -> MLose p -> False.
Proof.
  apply (MWin_mind (fun p _ => MLose p -> False) (fun p _ => MWin p -> False)).
  - intros p N HL. inversion HL as [p' [q M] H E]; subst. exact (N q M).
  - intros p q M _ IH HL. inversion HL as [p' _ H E]; subst. exact (IH (H q M)).
  - intros p [q0 M0] H IH HW. inversion HW as [p' N E|p' q M HL E]; subst; [exact (N q0 M0)|exact (IH q M HL)].
Qed.
Theorem misere_kernel_on : forall (I : pos -> Prop) law, well_founded (fun q p => mv p q) ->
  (forall p q, I p -> mv p q -> I q) ->
  (forall p, I p -> law p = true -> (forall q, ~ mv p q) \/ exists q, mv p q /\ law q = false) ->
  (forall p, I p -> law p = false -> exists q, mv p q) ->
  (forall p q, I p -> law p = false -> mv p q -> law q = true) ->
  forall p, I p -> (law p = true <-> MWin p) /\ (law p = false <-> MLose p).
Proof.
  intros I law wf Cl K1 K2 K3.
  assert (H : forall p, I p -> if law p then MWin p else MLose p).
  { intro p. induction p as [p IH] using (well_founded_ind wf). intro Ip. destruct (law p) eqn:E.
    - destruct (K1 p Ip E) as [N|[q [M F]]]; [now apply mwin_stuck|].
      specialize (IH q M (Cl p q Ip M)). rewrite F in IH. exact (mwin_by p q M IH).
    - apply mlose_all; [now apply K2|]. intros q M. specialize (IH q M (Cl p q Ip M)).
      now rewrite (K3 p q Ip E M) in IH. }
  intros p Ip. specialize (H p Ip).
  destruct (law p) eqn:E; split; split; intro; try congruence; auto; exfalso; eapply mwin_mlose_excl; eauto.
Qed.
End Misere.
Arguments MWin {pos}. Arguments MLose {pos}.

(* ---------------- rays ---------------- *)
Record ray := Ray { base : list Z; step : list Z; least : Z; most : option Z }.
Definition reach (r : ray) (k : Z) (p : list Z) : list Z := vadd p (vadd (base r) (scale k (step r))).
Definition rmv (r : ray) (p q : list Z) : Prop :=
  exists k, least r <= k /\ match most r with Some m => k <= m | None => True end /\ q = reach r k p.

Section Rules.
Variable d : nat.                    (* number of coordinates *)
Variable moves : bool -> list ray.   (* true: the player named first *)
(** a state: whose turn it is, and a tuple of d naturals *)
Definition here (s : bool * list Z) : Prop := length (snd s) = d /\ nonneg (snd s).
Definition lmv (s s' : bool * list Z) : Prop := here s /\
  fst s' = negb (fst s) /\ nonneg (snd s') /\ exists r, In r (moves (fst s)) /\ rmv r (snd s) (snd s').
Definition fine (r : ray) : bool := (length (base r) =? d)%nat && (length (step r) =? d)%nat &&
  match most r with Some m => least r <=? m | None => true end.
Definition rules_fine : bool := forallb fine (moves true) && forallb fine (moves false).
Hypothesis F : rules_fine = true.
Lemma rules_are_fine : forall P r, In r (moves P) -> fine r = true.
Proof using F.
  intros P r I. unfold rules_fine in F. apply andb_prop in F. destruct F as [F1 F2].
  rewrite forallb_forall in F1, F2. destruct P; auto.
Qed.

(* ---------------- a ray as constraints ---------------- *)
Inductive kind := Eq | Gt | Mod (m : Z).
(** cp . p + cq . q  = cc, > cc, = cc modulo m *)
Record con := Con { cp : list Z; cq : list Z; ck : kind; cc : Z }.
Definition rel (k : kind) (c z : Z) : Prop := match k with Eq => z = c | Gt => c < z | Mod m => z mod m = c mod m end.
Definition holds (c : con) (p q : list Z) : Prop := rel (ck c) (cc c) (dot (cp c) p + dot (cq c) q).
Definition unit (i : nat) (c : Z) : list Z := map (fun j => if (j =? i)%nat then c else 0) (seq 0 d).
Definition on (u : list Z) (k : kind) (c : Z) : con := Con (scale (-1) u) u k c.
Definition at_ (l : list Z) i := nth i l 0.
Definition pivot (s : list Z) : option nat := find (fun i => negb (at_ s i =? 0)) (seq 0 d).
Definition cons_of (r : ray) : list con := match pivot (step r) with
  | None => map (fun i => on (unit i 1) Eq (at_ (base r) i)) (seq 0 d)
  | Some i => let si := at_ (step r) i in let g := Z.sgn si in let bi := at_ (base r) i in
    map (fun j => on (vadd (unit j si) (unit i (- at_ (step r) j))) Eq (si * at_ (base r) j - at_ (step r) j * bi))
        (filter (fun j => negb (j =? i)%nat) (seq 0 d)) ++
    (if Z.abs si =? 1 then [] else [on (unit i 1) (Mod (Z.abs si)) bi]) ++
    [on (unit i g) Gt (least r * Z.abs si + g * bi - 1)] ++
    match most r with Some m => [on (unit i (- g)) Gt (- (m * Z.abs si) - g * bi - 1)] | None => [] end
  end.
Lemma dot_unit_from : forall i c n p, dot (map (fun j => if (j =? i)%nat then c else 0) (seq n (length p))) p =
  if (n <=? i)%nat then c * nth (i - n) p 0 else 0.
Proof.
  intros i c n p. revert n. induction p as [|x p IH]; intro n; cbn [length seq map dot].
  - destruct (n <=? i)%nat; trivial. destruct (i - n)%nat; cbn; ring.
  - rewrite IH. destruct (Nat.eqb_spec n i) as [->|N].
    + rewrite Nat.leb_refl, Nat.sub_diag. destruct (Nat.leb_spec (S i) i); [lia|]. cbn. ring.
    + destruct (Nat.leb_spec (S n) i), (Nat.leb_spec n i); try lia.
      replace (i - n)%nat with (S (i - S n)) by lia. cbn. ring.
Qed.
Lemma dot_unit : forall i c p, length p = d -> dot (unit i c) p = c * at_ p i.
Proof. intros i c p L. unfold unit. rewrite <- L, dot_unit_from. cbn. now rewrite Nat.sub_0_r. Qed.
Lemma unit_length : forall i c, length (unit i c) = d.
Proof. intros. unfold unit. now rewrite map_length, seq_length. Qed.
Lemma dot_scale_l : forall c u p, dot (scale c u) p = c * dot u p.
Proof. intro c. induction u as [|x u IH]; intros [|y p]; unfold scale in *; cbn; try ring. rewrite IH. ring. Qed.
Lemma dot_vadd_l : forall u v p, length u = length v -> dot (vadd u v) p = dot u p + dot v p.
Proof.
  induction u as [|x u IH]; intros [|y v] [|z p] L; try discriminate; unfold vadd in *; cbn; try ring.
  injection L as L. rewrite IH by trivial. ring.
Qed.
Lemma holds_on : forall u k c p q, holds (on u k c) p q <-> rel k c (dot u q - dot u p).
Proof. intros. unfold holds, on. cbn [cp cq ck cc]. rewrite dot_scale_l. now replace (-1 * dot u p + dot u q) with (dot u q - dot u p) by ring. Qed.
Lemma at_vadd : forall i a b, length a = length b -> at_ (vadd a b) i = at_ a i + at_ b i.
Proof.
  unfold at_, vadd. induction i as [|i IH]; intros [|x a] [|y b] L; try discriminate; cbn; trivial. apply IH. now injection L.
Qed.
Lemma at_scale : forall i c a, at_ (scale c a) i = c * at_ a i.
Proof. unfold at_, scale. induction i as [|i IH]; intros c [|x a]; cbn; try ring. now rewrite IH. Qed.
Lemma reach_length : forall r k p, fine r = true -> length p = d -> length (reach r k p) = d.
Proof.
  intros r k p E L. unfold fine in E. apply andb_prop in E. destruct E as [E _]. apply andb_prop in E.
  destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2.
  assert (E3 : length (scale k (step r)) = d) by now rewrite scale_length.
  assert (E4 : length (vadd (base r) (scale k (step r))) = d) by (rewrite vadd_length; congruence).
  unfold reach. rewrite vadd_length; congruence.
Qed.
Lemma at_reach : forall r k p i, fine r = true -> length p = d ->
  at_ (reach r k p) i = at_ p i + (at_ (base r) i + k * at_ (step r) i).
Proof.
  intros r k p i E L. unfold fine in E. apply andb_prop in E. destruct E as [E _]. apply andb_prop in E.
  destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2.
  assert (E3 : length (scale k (step r)) = d) by now rewrite scale_length.
  assert (E4 : length (vadd (base r) (scale k (step r))) = d) by (rewrite vadd_length; congruence).
  unfold reach. rewrite !at_vadd, at_scale; congruence.
Qed.
Lemma is_reach : forall r k p q, fine r = true -> length p = d -> length q = d ->
  (forall i, (i < d)%nat -> at_ q i = at_ p i + (at_ (base r) i + k * at_ (step r) i)) -> q = reach r k p.
Proof.
  intros r k p q E L L' H. apply nth_ext with 0 0; [now rewrite reach_length|].
  intros i I. fold (at_ q i) (at_ (reach r k p) i). rewrite at_reach by trivial. apply H. congruence.
Qed.
Lemma pivot_some : forall s i, pivot s = Some i -> (i < d)%nat /\ at_ s i <> 0.
Proof.
  intros s i E. apply find_some in E. destruct E as [I E]. apply in_seq in I. apply negb_true_iff, Z.eqb_neq in E. lia.
Qed.
Lemma pivot_none : forall s i, pivot s = None -> (i < d)%nat -> at_ s i = 0.
Proof.
  intros s i E I. pose proof (find_none _ _ E i ltac:(apply in_seq; lia)) as H. now apply negb_false_iff, Z.eqb_eq in H.
Qed.
Theorem cons_of_ray : forall r p q, fine r = true -> length p = d -> length q = d ->
  (Forall (fun c => holds c p q) (cons_of r) <-> rmv r p q).
Proof.
  intros r p q E L L'. unfold rmv. destruct (pivot (step r)) as [i|] eqn:Pv.
  - destruct (pivot_some _ _ Pv) as [Id S0]. set (si := at_ (step r) i) in *.
    set (D := fun j => at_ q j - at_ p j). set (bi := at_ (base r) i).
    assert (Q : Forall (fun c => holds c p q) (cons_of r) <->
      (forall j, (j < d)%nat -> si * D j - at_ (step r) j * D i = si * at_ (base r) j - at_ (step r) j * bi) /\
      (D i mod Z.abs si = bi mod Z.abs si) /\ least r * Z.abs si <= Z.sgn si * (D i - bi) /\
      match most r with Some m => Z.sgn si * (D i - bi) <= m * Z.abs si | None => True end).
    { unfold cons_of. rewrite Pv. cbn zeta. fold si bi. rewrite !Forall_app.
      assert (A1 : Forall (fun c => holds c p q) (map (fun j => on (vadd (unit j si) (unit i (- at_ (step r) j))) Eq
          (si * at_ (base r) j - at_ (step r) j * bi)) (filter (fun j => negb (j =? i)%nat) (seq 0 d))) <->
        (forall j, (j < d)%nat -> si * D j - at_ (step r) j * D i = si * at_ (base r) j - at_ (step r) j * bi)).
      { rewrite Forall_map, Forall_forall. split.
        - intros H j Jd. destruct (Nat.eqb_spec j i) as [->|N]; [subst si bi; ring|].
          specialize (H j). rewrite filter_In, in_seq, holds_on in H.
          rewrite !dot_vadd_l, !dot_unit in H by (rewrite ?unit_length; trivial).
          unfold rel in H. rewrite <- H; [unfold D; ring|]. split; [lia|]. apply negb_true_iff. now apply Nat.eqb_neq.
        - intros H j J. apply filter_In in J. destruct J as [J _]. apply in_seq in J. specialize (H j ltac:(lia)).
          rewrite holds_on, !dot_vadd_l, !dot_unit by (rewrite ?unit_length; trivial). unfold rel, D in *. lia. }
      assert (A2 : Forall (fun c => holds c p q) (if Z.abs si =? 1 then [] else [on (unit i 1) (Mod (Z.abs si)) bi]) <->
        D i mod Z.abs si = bi mod Z.abs si).
      { assert (HD : dot (unit i 1) q - dot (unit i 1) p = D i) by (rewrite !dot_unit by trivial; unfold D; ring).
        destruct (Z.eqb_spec (Z.abs si) 1) as [->|].
        - rewrite !Z.mod_1_r. split; [trivial|constructor].
        - split.
          + intro H. inversion H as [|? ? H1 H2]; subst. apply holds_on in H1. now rewrite HD in H1.
          + intro H. constructor; [|constructor]. apply holds_on. now rewrite HD. }
      assert (A3 : forall g c, holds (on (unit i g) Gt c) p q <-> c < g * D i).
      { intros g c. rewrite holds_on, !dot_unit by trivial. unfold rel, D.
        now replace (g * at_ q i - g * at_ p i) with (g * (at_ q i - at_ p i)) by ring. }
      assert (A4 : forall g c, Forall (fun c => holds c p q) [on (unit i g) Gt c] <-> c < g * D i).
      { intros g c. rewrite <- A3. split; [intro H; now inversion H|intro H; now constructor]. }
      rewrite A1, A2, A4. destruct (most r) as [m|].
      - rewrite A4. split; intros [H1 [H2 [H3 H4]]]; repeat split; trivial; lia.
      - split; intros [H1 [H2 [H3 H4]]]; repeat split; trivial; try lia. }
    rewrite Q. clear Q. split.
    + intros [H1 [H2 [H3 H4]]]. assert (HA : 0 < Z.abs si) by lia.
      assert (Dv : (D i - bi) mod Z.abs si = 0).
      { rewrite Zminus_mod, H2, Z.sub_diag. apply Z.mod_0_l. lia. }
      apply Z.mod_divide in Dv; [|lia]. destruct Dv as [z Hz]. exists (Z.sgn si * z).
      assert (SS : Z.sgn si * Z.sgn si = 1) by lia. assert (SA : Z.abs si = si * Z.sgn si) by lia.
      assert (Hk : Z.sgn si * (D i - bi) = Z.sgn si * z * Z.abs si) by (rewrite Hz; ring).
      split; [|split].
      * apply Z.mul_le_mono_pos_r with (Z.abs si); trivial. lia.
      * destruct (most r); trivial. apply Z.mul_le_mono_pos_r with (Z.abs si); trivial. lia.
      * apply is_reach; trivial. intros j Jd. specialize (H1 j Jd).
        assert (Z1 : D i - bi = si * (Z.sgn si * z)) by (rewrite Hz, SA; ring).
        assert (Z2 : si * (D j - at_ (base r) j - Z.sgn si * z * at_ (step r) j) = 0).
        { transitivity (si * D j - at_ (step r) j * (si * (Z.sgn si * z)) - si * at_ (base r) j); [ring|].
          rewrite <- Z1. lia. }
        apply Z.mul_eq_0 in Z2. destruct Z2 as [Z2|Z2]; [lia|]. unfold D in Z2. lia.
    + intros [k [K1 [K2 ->]]]. assert (HD : forall j, D j = at_ (base r) j + k * at_ (step r) j).
      { intro j. unfold D. rewrite at_reach by trivial. ring. }
      rewrite !HD. fold si bi. assert (SA : Z.sgn si * si = Z.abs si) by lia. repeat split.
      * intros j Jd. rewrite HD. ring.
      * assert (E1 : k * si = (k * Z.sgn si) * Z.abs si).
        { rewrite <- SA. transitivity (k * si * (Z.sgn si * Z.sgn si)); [|ring].
          replace (Z.sgn si * Z.sgn si) with 1 by lia. ring. }
        rewrite E1, Z.mod_add by lia. reflexivity.
      * replace (Z.sgn si * (bi + k * si - bi)) with (k * (Z.sgn si * si)) by ring. rewrite SA. nia.
      * destruct (most r); trivial. replace (Z.sgn si * (bi + k * si - bi)) with (k * (Z.sgn si * si)) by ring. rewrite SA. nia.
  - unfold cons_of. rewrite Pv. split.
    + rewrite Forall_map, Forall_forall. intro H. exists (least r).
      assert (E' := E). unfold fine in E'. apply andb_prop in E'. destruct E' as [_ E'].
      split; [lia|]. split; [destruct (most r); [now apply Z.leb_le|trivial]|].
      apply is_reach; trivial. intros j Jd. specialize (H j ltac:(apply in_seq; lia)).
      rewrite holds_on, !dot_unit in H by trivial. unfold rel in H. rewrite (pivot_none _ _ Pv Jd). lia.
    + intros [k [_ [_ ->]]]. rewrite Forall_map, Forall_forall. intros j J. apply in_seq in J.
      rewrite holds_on, !dot_unit by (trivial; now apply reach_length). unfold rel. rewrite at_reach by trivial.
      rewrite (pivot_none (step r) j Pv) by lia. ring.
Qed.

(* ---------------- the moves, listed ---------------- *)
(** the largest k with which position p stays natural, by the coordinates that the step lowers *)
Definition lower (r : ray) (p : list Z) (i : nat) (o : option Z) : option Z :=
  if at_ (step r) i <? 0 then Some (match o with
    Some m => Z.min m ((at_ p i + at_ (base r) i) / (- at_ (step r) i))
  | None => (at_ p i + at_ (base r) i) / (- at_ (step r) i) end) else o.
Definition room (r : ray) (p : list Z) : option Z := fold_right (lower r p) (most r) (seq 0 d).
Definition upto (a b : Z) : list Z := map (fun i => a + Z.of_nat i) (seq 0 (Z.to_nat (b - a + 1))).
Definition natural (p : list Z) : bool := forallb (fun x => 0 <=? x) p.
Definition options_of (r : ray) (p : list Z) : list (list Z) :=
  filter natural (map (fun k => reach r k p) (upto (least r) (match room r p with Some m => m | None => least r end))).
Definition options (P : bool) (p : list Z) : list (list Z) := flat_map (fun r => options_of r p) (moves P).
Definition bounded_ray (r : ray) : bool := match most r with Some _ => true | None => existsb (fun i => at_ (step r) i <? 0) (seq 0 d) end.
Definition bounded : bool := forallb bounded_ray (moves true) && forallb bounded_ray (moves false).
Lemma natural_iff : forall p, natural p = true <-> nonneg p.
Proof. intro p. unfold natural, nonneg. rewrite forallb_forall, Forall_forall. split; intros H x I; specialize (H x I); lia. Qed.
Lemma in_upto : forall a b k, In k (upto a b) <-> a <= k <= b.
Proof.
  intros a b k. unfold upto. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. lia.
  - intro H. exists (Z.to_nat (k - a)). split; [lia|]. apply in_seq. lia.
Qed.
Lemma room_spec : forall r p k, bounded_ray r = true -> fine r = true -> length p = d -> nonneg (reach r k p) ->
  exists m, room r p = Some m /\ (match most r with Some m => k <= m | None => True end <-> k <= m).
Proof.
  intros r p k B E L N. assert (U : forall i, (i < d)%nat -> at_ (step r) i < 0 ->
    k <= (at_ p i + at_ (base r) i) / (- at_ (step r) i)).
  { intros i I S. apply Z.div_le_lower_bound; [lia|]. unfold nonneg in N. rewrite Forall_forall in N.
    specialize (N (at_ (reach r k p) i)). rewrite at_reach in N by trivial.
    enough (0 <= at_ p i + (at_ (base r) i + k * at_ (step r) i)) by lia. apply N. rewrite <- at_reach by trivial.
    apply nth_In. now rewrite reach_length. }
  unfold room, bounded_ray in *.
  assert (G : forall l, (forall i, In i l -> (i < d)%nat) ->
    match most r with Some _ => true | None => existsb (fun i => at_ (step r) i <? 0) l end = true ->
    exists m, fold_right (lower r p) (most r) l = Some m /\ (match most r with Some m => k <= m | None => True end <-> k <= m)).
  { induction l as [|i l IH]; intros I H.
    - cbn. destruct (most r) as [m|]; [|discriminate]. exists m. split; [trivial|tauto].
    - cbn [fold_right existsb] in *. specialize (U i (I i ltac:(now left))). unfold lower at 1.
      destruct (Z.ltb_spec (at_ (step r) i) 0) as [S|S]; cbn [orb] in H.
      + specialize (U S). set (b := (at_ p i + at_ (base r) i) / (- at_ (step r) i)) in *.
        destruct (existsb (fun i => at_ (step r) i <? 0) l || match most r with Some _ => true | None => false end) eqn:X.
        * destruct IH as [m [-> Q]]; [intros; apply I; now right|destruct (most r); trivial; now rewrite orb_false_r in X|].
          exists (Z.min m b). split; trivial. rewrite Q. lia.
        * apply orb_false_elim in X. destruct X as [X1 X2]. destruct (most r) as [m|]; [discriminate|].
          assert (Z : fold_right (lower r p) None l = None).
          { clear - X1. induction l as [|j l IHl]; trivial. cbn [existsb fold_right] in *. apply orb_false_elim in X1.
            destruct X1 as [X2 X]. unfold lower at 1. rewrite X2. now apply IHl. }
          rewrite Z. exists b. split; [trivial|tauto].
      + apply IH; [intros; apply I; now right|trivial]. }
  apply G; [|trivial]. intros i I. apply in_seq in I. lia.
Qed.
Theorem options_spec : bounded = true -> forall P p q, length p = d -> nonneg p ->
  (In q (options P p) <-> lmv (P, p) (negb P, q)).
Proof using F.
  intros B P p q L Np. unfold options, lmv, here. cbn [fst snd]. rewrite in_flat_map.
  assert (BP : forall r, In r (moves P) -> bounded_ray r = true).
  { unfold bounded in B. apply andb_prop in B. destruct B as [B1 B2]. rewrite forallb_forall in B1, B2. destruct P; auto. }
  split.
  - intros [r [I Q]]. apply filter_In in Q. destruct Q as [Q N]. apply natural_iff in N.
    apply in_map_iff in Q. destruct Q as [k [<- K]]. apply in_upto in K.
    destruct (room_spec r p k (BP r I) (rules_are_fine P r I) L N) as [m [Rm Hm]]. rewrite Rm in K.
    repeat split; trivial. exists r. split; trivial. exists k. repeat split; [lia|now apply Hm].
  - intros [_ [_ [N [r [I [k [K1 [K2 ->]]]]]]]]. exists r. split; trivial. apply filter_In.
    split; [|now apply natural_iff]. apply in_map_iff. exists k. split; trivial. apply in_upto.
    destruct (room_spec r p k (BP r I) (rules_are_fine P r I) L N) as [m [Rm Hm]]. rewrite Rm. split; [lia|now apply Hm].
Qed.
(** two lists of positions hold the same *)
Definition same_list (a b : list Z) : bool := (length a =? length b)%nat && forallb (fun xy => fst xy =? snd xy) (combine a b).
Definition same (a b : list (list Z)) : bool :=
  forallb (fun x => existsb (same_list x) b) a && forallb (fun x => existsb (same_list x) a) b.

(* ---------------- all play ends ---------------- *)
Variable weights : list Z.
Definition falls (r : ray) : bool :=
  (dot weights (base r) + least r * dot weights (step r) <? 0) &&
  match most r with Some m => dot weights (base r) + m * dot weights (step r) <? 0 | None => dot weights (step r) <=? 0 end.
Definition falling : bool := (length weights =? d)%nat && natural weights && forallb falls (moves true) && forallb falls (moves false).
Lemma dot_nonneg : forall u p, nonneg u -> nonneg p -> 0 <= dot u p.
Proof.
  induction u as [|c u IH]; intros [|x p] U N; cbn; try lia. inversion U; inversion N; subst.
  assert (0 <= dot u p) by now apply IH. nia.
Qed.
Lemma lmv_here : forall s s', lmv s s' -> here s'.
Proof using F.
  intros [P p] [P' q] [[L N] [_ [N' [r [I [k [_ [_ E]]]]]]]]. split; trivial. cbn [fst snd] in *. subst q.
  apply reach_length; trivial. now apply rules_are_fine with P.
Qed.
Theorem play_ends : falling = true -> well_founded (fun q p => lmv p q).
Proof using F.
  intro E. unfold falling in E. apply andb_prop in E. destruct E as [E E4]. apply andb_prop in E. destruct E as [E E3].
  apply andb_prop in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1. apply natural_iff in E2.
  apply wf_measure with (f := fun s => Z.to_nat (dot weights (snd s))).
  intros [P p] [P' q] M. pose proof (lmv_here _ _ M) as [L' N'].
  destruct M as [[L N] [_ [_ [r [I [k [K1 [K2 Eq_]]]]]]]]. cbn [fst snd] in *. subst q.
  assert (Fr : fine r = true) by now apply rules_are_fine with P.
  assert (Lr : falls r = true) by (rewrite forallb_forall in E3, E4; destruct P; auto).
  pose proof (dot_nonneg weights _ E2 N'). pose proof (dot_nonneg weights _ E2 N).
  enough (dot weights (reach r k p) < dot weights p) by lia.
  unfold fine in Fr. apply andb_prop in Fr. destruct Fr as [Fr _]. apply andb_prop in Fr. destruct Fr as [F1 F2].
  apply Nat.eqb_eq in F1, F2.
  assert (E3' : length (scale k (step r)) = d) by now rewrite scale_length.
  assert (E4' : length (vadd (base r) (scale k (step r))) = d) by (rewrite vadd_length; congruence).
  unfold reach. rewrite !dot_vadd, dot_scale by congruence.
  unfold falls in Lr. apply andb_prop in Lr. destruct Lr as [G1 G2]. apply Z.ltb_lt in G1.
  set (e := dot weights (step r)) in *. clearbody e.
  destruct (Z.le_ge_cases 0 e) as [S|S].
  - destruct (most r) as [m|]; [apply Z.ltb_lt in G2; pose proof (Z.mul_le_mono_nonneg_r k m e S K2); lia|].
    apply Z.leb_le in G2. assert (e = 0) by lia. subst e. lia.
  - pose proof (Z.mul_le_mono_nonpos_r (least r) k e S K1). lia.
Qed.

(* ---------------- outcomes ---------------- *)
Variable misere : bool.
(** the player to move wins, loses *)
Definition Wins (s : bool * list Z) : Prop := if misere then MWin lmv s else Win lmv s.
Definition Loses (s : bool * list Z) : Prop := if misere then MLose lmv s else Lose lmv s.
Theorem lattice_outcome : falling = true -> forall law : bool * list Z -> bool,
  (forall s, here s -> law s = true ->
     (misere = true /\ forall s', ~ lmv s s') \/ exists s', lmv s s' /\ law s' = false) ->
  (forall s, here s -> misere = true -> law s = false -> exists s', lmv s s') ->
  (forall s s', lmv s s' -> law s = false -> law s' = true) ->
  forall s, here s -> (law s = true <-> Wins s) /\ (law s = false <-> Loses s).
Proof using F.
  intros Fa law K1 K2 K3 s H. unfold Wins, Loses. pose proof (play_ends Fa) as W. destruct misere eqn:M.
  - apply misere_kernel_on with (I := here); trivial.
    + intros p q _ Mv. now apply lmv_here with p.
    + intros p Hp E. destruct (K1 p Hp E) as [[_ N]|X]; auto.
    + intros p Hp E. auto.
    + intros p q _ E Mv. now apply K3 with p.
  - apply kernel_outcome_on with (I := here); trivial.
    + intros p q _ Mv. now apply lmv_here with p.
    + intros p Hp E. destruct (K1 p Hp E) as [[X _]|X]; [discriminate|trivial].
    + intros p q _ E Mv. now apply K3 with p.
Qed.
End Rules.
