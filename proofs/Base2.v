(** * Base2.v -- automata laws over binary digits, two coordinates, any finite list of move vectors.
    Proved: a passing certificate is the outcome of every (x, y), x, y >= 0 ([base2_law], [base2_law_at]).
    Covers row-, column-, diagonal- and sector-periodic (semilinear) laws.
    Source: Buechi 1960, Bruyere, Hansel, Michaux, Villemaire 1994 (base-k automata = first order with V_k).
    An instance file holds: the move vectors, then the literals [delta outp mac mtr] of Automatic.v ([vst] is
    empty: every binary word is valid); letter = 2 * bit of x + bit of y, most significant first. *)
Require Import Bool Arith NArith ZArith List Lia.
From Whowins Require Import Game Automatic.
Import ListNotations.

(* ------------------------------------------------------------------ *)
(** ** Base 2, two coordinates, moves = finite list of vectors *)
Open Scope Z_scope.
Section B2.
(** every word of letters 0..3 is valid *)
Definition vany (v x : nat) : option nat := Some 0%nat.
Definition bits (w : list nat) : Prop := okw 4 vany w.
Lemma bits_snoc : forall w a, (a < 4)%nat -> bits w -> bits (w ++ [a]).
Proof.
  intros w a La B. unfold bits, okw, vrun in *. rewrite fold_left_app. simpl.
  destruct (fold_left (vnext 4 vany) w (Some 0%nat)); [|congruence]. simpl.
  destruct (Nat.ltb_spec a 4); [discriminate|lia].
Qed.
Variable M : list (Z * Z).
Definition vmv2 (p q : Z * Z) : Prop :=
  0 <= fst q /\ 0 <= snd q /\ exists m, In m M /\ fst p = fst q + fst m /\ snd p = snd q + snd m.
Definition dx (a : nat) : Z := if Nat.testbit a 1 then 1 else 0.   (* letter = 2*bit_x + bit_y *)
Definition dy (a : nat) : Z := if Nat.testbit a 0 then 1 else 0.
Definition val2 (w : list nat) : Z * Z := fold_left (fun p a => (2 * fst p + dx a, 2 * snd p + dy a)) w (0, 0).
Definition R2 := (nat * (Z * Z))%type.
Definition R2eqb (a b : R2) := (fst a =? fst b)%nat && (fst (snd a) =? fst (snd b)) && (snd (snd a) =? snd (snd b)).
Definition vec i := nth i M (0, 0).
Definition r2init : list R2 := map (fun i => (i, (0, 0))) (seq 0 (length M)).
Definition r2step (r : R2) (a b : nat) : option R2 :=
  let '(i, (u, v)) := r in let u' := 2 * u + dx a - dx b in let v' := 2 * v + dy a - dy b in
  if (0 <=? u') && (u' <=? fst (vec i)) && (0 <=? v') && (v' <=? snd (vec i)) then Some (i, (u', v')) else None.
Definition r2final (r : R2) := let '(i, (u, v)) := r in (u =? fst (vec i)) && (v =? snd (vec i)).
Definition M_ok := forallb (fun m => (0 <=? fst m) && (0 <=? snd m) && (0 <? fst m + snd m)) M.
Hypothesis MO : M_ok = true.

Lemma vec_ok : forall m, In m M -> 0 <= fst m /\ 0 <= snd m /\ 0 < fst m + snd m.
Proof.
  intros m I. unfold M_ok in MO. rewrite forallb_forall in MO. specialize (MO m I).
  apply andb_prop in MO; destruct MO as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
  apply Z.leb_le in H1, H2. apply Z.ltb_lt in H3. auto.
Qed.
Lemma vec_nn : forall i, 0 <= fst (vec i) /\ 0 <= snd (vec i).
Proof.
  intro i. unfold vec. destruct (Nat.lt_ge_cases i (length M)).
  - destruct (vec_ok (nth i M (0, 0))); [now apply nth_In|]. lia.
  - rewrite nth_overflow by assumption. simpl. lia.
Qed.
Lemma dbit : forall a, 0 <= dx a <= 1 /\ 0 <= dy a <= 1.
Proof. intro a. unfold dx, dy. destruct (Nat.testbit a 1), (Nat.testbit a 0); lia. Qed.
Lemma val2_snoc : forall w a, val2 (w ++ [a]) = (2 * fst (val2 w) + dx a, 2 * snd (val2 w) + dy a).
Proof. intros. unfold val2. now rewrite fold_left_app. Qed.
Lemma val2_nn : forall w, 0 <= fst (val2 w) < 2 ^ Z.of_nat (length w) /\ 0 <= snd (val2 w) < 2 ^ Z.of_nat (length w).
Proof.
  intro w. pattern w. apply rev_ind; clear w; [simpl; lia|]. intros a w [H1 H2]. rewrite val2_snoc, app_length. cbn [fst snd length].
  replace (Z.of_nat (length w + 1)) with (Z.succ (Z.of_nat (length w))) by lia. rewrite Z.pow_succ_r by lia.
  pose proof (dbit a). lia.
Qed.
Lemma track : forall i w w', length w = length w' -> forall u v,
  0 <= u <= fst (vec i) -> 0 <= v <= snd (vec i) ->
  (rrun R2 r2step (i, (0, 0)) w w' = Some (i, (u, v)) <->
   fst (val2 w) = fst (val2 w') + u /\ snd (val2 w) = snd (val2 w') + v).
Proof.
  intros i w. pattern w. apply rev_ind; clear w.
  - intros [|] L u v Hu Hv; [|discriminate]. simpl. split; [intro E; injection E; lia|intros [? ?]; do 2 f_equal; f_equal; lia].
  - intros a w IH w2 L u v Hu Hv.
    destruct (exists_last (l := w2)) as [w' [b ->]]; [intros ->; rewrite app_length in L; simpl in L; lia|].
    rewrite !app_length in L. simpl in L. assert (L' : length w = length w') by lia.
    rewrite rrun_snoc by exact L'. rewrite !val2_snoc. cbn [fst snd].
    pose proof (dbit a) as Da. pose proof (dbit b) as Db. pose proof (vec_nn i) as V. split.
    + destruct (rrun R2 r2step (i, (0, 0)) w w') as [[i' [u0 v0]]|] eqn:Rn; [|discriminate].
      unfold r2step. intro E.
      destruct ((0 <=? 2 * u0 + dx a - dx b) && (2 * u0 + dx a - dx b <=? fst (vec i')) && (0 <=? 2 * v0 + dy a - dy b) && (2 * v0 + dy a - dy b <=? snd (vec i'))); [|discriminate].
      assert (Ei : i' = i) by congruence. assert (Eu : 2 * u0 + dx a - dx b = u) by congruence.
      assert (Ev : 2 * v0 + dy a - dy b = v) by congruence. subst i'. clear E.
      assert (B : 0 <= u0 <= fst (vec i) /\ 0 <= v0 <= snd (vec i)) by lia.
      apply IH in Rn; trivial; lia.
    + intros [E1 E2].
      set (u0 := fst (val2 w) - fst (val2 w')) in *. set (v0 := snd (val2 w) - snd (val2 w')) in *.
      assert (B : 0 <= u0 <= fst (vec i) /\ 0 <= v0 <= snd (vec i)) by lia.
      assert (Rn : rrun R2 r2step (i, (0, 0)) w w' = Some (i, (u0, v0))) by (apply IH; trivial; try tauto; lia).
      rewrite Rn. unfold r2step. replace (2 * u0 + dx a - dx b) with u by lia. replace (2 * v0 + dy a - dy b) with v by lia.
      destruct (Z.leb_spec 0 u), (Z.leb_spec u (fst (vec i))), (Z.leb_spec 0 v), (Z.leb_spec v (snd (vec i))); try lia; reflexivity.
Qed.
Lemma r2step_index : forall r a b r', r2step r a b = Some r' -> fst r' = fst r.
Proof.
  intros [i [u v]] a b r'. unfold r2step. destruct (_ && _); [|discriminate]. intro E. inversion E. reflexivity.
Qed.
Lemma rrun_index : forall w w' r r', rrun R2 r2step r w w' = Some r' -> fst r' = fst r.
Proof.
  induction w as [|a w IH]; intros [|b w'] r r' E; cbn [rrun] in E; try discriminate.
  - congruence.
  - destruct (r2step r a b) as [r1|] eqn:S; [|discriminate]. apply IH in E. rewrite E. now apply r2step_index in S.
Qed.
Lemma RS2 : forall w w', bits w -> bits w' -> length w = length w' ->
  ((exists r0 r, In r0 r2init /\ rrun R2 r2step r0 w w' = Some r /\ r2final r = true) <-> vmv2 (val2 w) (val2 w')).
Proof.
  intros w w' _ _ L. split.
  - intros [r0 [[i' [u v]] [I [Rn F]]]]. unfold r2init in I. apply in_map_iff in I. destruct I as [i [<- I]].
    pose proof (rrun_index _ _ _ _ Rn) as Ei. simpl in Ei. subst i'. apply in_seq in I.
    unfold r2final in F. apply andb_prop in F. destruct F as [F1 F2]. apply Z.eqb_eq in F1, F2. subst u v.
    apply track in Rn; trivial; [|pose proof (vec_nn i); lia..].
    split; [apply val2_nn|]. split; [apply val2_nn|]. exists (vec i). split; [|exact Rn]. apply nth_In. lia.
  - intros [_ [_ [m [I [E1 E2]]]]]. apply In_nth with (d := (0, 0)) in I. destruct I as [i [Li Ei]].
    assert (Em : vec i = m) by exact Ei. pose proof (vec_nn i) as V.
    exists (i, (0, 0)), (i, vec i). split; [|split].
    + unfold r2init. apply in_map_iff. exists i. split; trivial. apply in_seq. lia.
    + rewrite (surjective_pairing (vec i)). apply track; trivial; [lia|lia|]. rewrite Em. split; trivial.
    + unfold r2final. rewrite (surjective_pairing (vec i)) at 1. rewrite !Z.eqb_refl. reflexivity.
Qed.
Lemma word_exists : forall k x y, 0 <= x < 2 ^ Z.of_nat k -> 0 <= y < 2 ^ Z.of_nat k ->
  exists w, bits w /\ length w = k /\ val2 w = (x, y).
Proof.
  induction k as [|k IH]; intros x y Hx Hy.
  - exists []. simpl in *. repeat split; [discriminate|]. unfold val2. simpl. f_equal; lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hx, Hy by lia.
    pose proof (Z.div_mod x 2 ltac:(lia)). pose proof (Z.mod_pos_bound x 2 ltac:(lia)).
    pose proof (Z.div_mod y 2 ltac:(lia)). pose proof (Z.mod_pos_bound y 2 ltac:(lia)).
    destruct (IH (x / 2) (y / 2)) as [w [O [L V]]]; try lia.
    set (a := (2 * Z.to_nat (x mod 2) + Z.to_nat (y mod 2))%nat).
    exists (w ++ [a]). split; [|split].
    + apply bits_snoc; trivial. unfold a. lia.
    + rewrite app_length. simpl. lia.
    + rewrite val2_snoc, V. cbn [fst snd].
      assert (A : dx a = x mod 2 /\ dy a = y mod 2).
      { unfold a. assert (x mod 2 = 0 \/ x mod 2 = 1) as [-> | ->] by lia; assert (y mod 2 = 0 \/ y mod 2 = 1) as [-> | ->] by lia; split; reflexivity. }
      destruct A as [-> ->]. f_equal; lia.
Qed.
Lemma RC2 : forall w q, bits w -> vmv2 (val2 w) q -> exists w', bits w' /\ length w' = length w /\ val2 w' = q.
Proof.
  intros w [x y] _ [H1 [H2 [m [I [E1 E2]]]]]. cbn [fst snd] in *. pose proof (val2_nn w) as [V1 V2]. pose proof (vec_ok m I).
  apply word_exists; lia.
Qed.
Lemma wf2 : well_founded (fun q p => vmv2 p q).
Proof.
  apply wf_measure with (f := fun p => Z.to_nat (fst p + snd p)).
  intros p q [H1 [H2 [m [I [E1 E2]]]]]. pose proof (vec_ok m I). lia.
Qed.
Lemma R2eq : forall a b, R2eqb a b = true -> a = b.
Proof.
  intros [i [u v]] [j [u' v']] E. unfold R2eqb in E. cbn [fst snd] in E. apply andb_prop in E; destruct E as [E E3].
  apply andb_prop in E; destruct E as [E1 E2]. apply Nat.eqb_eq in E1. apply Z.eqb_eq in E2, E3. congruence.
Qed.
(** MAIN THEOREM for 2-D vector games: the DFA, read on the binary digits of (x,y), is the outcome. *)
Theorem base2_law : forall delta outp mac mtr,
  check 4 vany R2 R2eqb r2init r2step r2final delta outp [] mac mtr = true ->
  forall w, bits w ->
  if out outp (run delta 0 w) then Win vmv2 (val2 w) else Lose vmv2 (val2 w).
Proof.
  intros delta outp mac mtr C.
  exact (automatic_law _ vmv2 val2 4 vany R2 R2eqb r2init r2step r2final R2eq wf2 RS2 RC2 delta outp [] mac mtr C).
Qed.
Theorem covers_everything : forall x y, 0 <= x -> 0 <= y -> exists w, bits w /\ val2 w = (x, y).
Proof.
  intros x y Hx Hy. destruct (word_exists (Z.to_nat (x + y)) x y) as [w [O [_ V]]].
  - rewrite Z2Nat.id by lia. pose proof (Z.pow_gt_lin_r 2 (x + y)). lia.
  - rewrite Z2Nat.id by lia. pose proof (Z.pow_gt_lin_r 2 (x + y)). lia.
  - exists w. auto.
Qed.
(** ... and on every pair of naturals. *)
Theorem base2_law_at : forall delta outp mac mtr,
  check 4 vany R2 R2eqb r2init r2step r2final delta outp [] mac mtr = true ->
  forall x y, 0 <= x -> 0 <= y -> exists w, bits w /\ val2 w = (x, y) /\
  if out outp (run delta 0 w) then Win vmv2 (x, y) else Lose vmv2 (x, y).
Proof.
  intros delta outp mac mtr C x y Hx Hy. destruct (covers_everything x y Hx Hy) as [w [O V]].
  exists w. rewrite <- V. split; trivial. split; trivial. now apply base2_law with (mac := mac) (mtr := mtr).
Qed.
End B2.
