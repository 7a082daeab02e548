(** * ValueLines.v -- values of short games on a sheet of lines: forms, comparisons, sums, each checked by others; crates/verify/src/values/lines.rs.
    Atoms are forms ([inl]) and what is to be valued ([inr]). [LE] and [SUM] are what the lines say; [line_ok] and [sum_ok] what is asked of each of them.
    Proved: lines that are all right are true ([order_sound], [sum_sound]); a position whose options have the values of two lists is worth a form where the lines show
    it ([is_sound]). No search: each check looks at the options of one line.
    Source: J. H. Conway, On Numbers and Games (1976); second player's strategy in a difference.
    An instance gives the options of forms, the lines, and the other atoms. *)
Require Import List Arith NArith Lia Bool PeanoNat Permutation Wf_nat FMapPositive.
From Whowins Require Import Value.
Import ListNotations.
Open Scope N_scope.

Definition is_true (b : option bool) := match b with Some b => b | None => false end.
Definition is_false (b : option bool) := match b with Some b => negb b | None => false end.

Section Lines.
Variable B : Type.
Variables fl fr : N -> list N.
Hypothesis fl_falls : forall a x, In x (fl a) -> x < a.
Hypothesis fr_falls : forall a x, In x (fr a) -> x < a.
Variables bL bR : B -> list (list (N + B)).
Variable bw : B -> nat.
Definition atom := (N + B)%type.
Definition weight (a : atom) : nat := match a with inl f => N.to_nat f | inr b => bw b end.
Hypothesis bL_falls : forall b p, In p (bL b) -> (total atom weight p < bw b)%nat.
Hypothesis bR_falls : forall b p, In p (bR b) -> (total atom weight p < bw b)%nat.
Definition F (f : N) : list atom := [inl f].
Definition oL (a : atom) : list (list atom) := match a with inl f => map F (fl f) | inr b => bL b end.
Definition oR (a : atom) : list (list atom) := match a with inl f => map F (fr f) | inr b => bR b end.
Lemma oL_falls : forall a p, In p (oL a) -> (total atom weight p < weight a)%nat.
Proof using fl_falls bL_falls.
  intros [f|b] p I; [|now apply bL_falls]. apply in_map_iff in I. destruct I as [x [<- I]]. specialize (fl_falls _ _ I). simpl. lia.
Qed.
Lemma oR_falls : forall a p, In p (oR a) -> (total atom weight p < weight a)%nat.
Proof using fr_falls bR_falls.
  intros [f|b] p I; [|now apply bR_falls]. apply in_map_iff in I. destruct I as [x [<- I]]. specialize (fr_falls _ _ I). simpl. lia.
Qed.
Notation lo := (lo atom oL). Notation ro := (ro atom oR).
Notation le := (le (list atom) lo ro). Notation lf := (lf (list atom) lo ro).
Notation equal := (equal atom oL oR).
Definition Lfalls := lo_falls atom oL weight oL_falls.
Definition Rfalls := ro_falls atom oR weight oR_falls.
Definition le_trans := le_le_trans (list atom) lo ro _ Lfalls Rfalls.
Definition le_lf := le_lf_trans (list atom) lo ro _ Lfalls Rfalls.
Definition lf_le := lf_le_trans (list atom) lo ro _ Lfalls Rfalls.
Definition le_same := le_refl (list atom) lo ro _ Lfalls Rfalls.

Lemma lo_form : forall a X, In X (lo (F a)) <-> exists x, In x (fl a) /\ X = F x.
Proof.
  intros a X. unfold Value.lo, F. simpl. rewrite app_nil_r, map_map, in_map_iff. split; intros [x [E I]]; exists x; now split.
Qed.
Lemma ro_form : forall a X, In X (ro (F a)) <-> exists x, In x (fr a) /\ X = F x.
Proof.
  intros a X. unfold Value.ro, F. simpl. rewrite app_nil_r, map_map, in_map_iff. split; intros [x [E I]]; exists x; now split.
Qed.

(** ** Comparisons *)
Variable LE : N -> N -> option bool.
Definition at_most (a b : N) : option bool := if a =? b then Some true else LE a b.
Definition line_ok (a b : N) (v : bool) : bool :=
  if v then forallb (fun x => is_false (at_most b x)) (fl a) && forallb (fun y => is_false (at_most y a)) (fr b)
  else existsb (fun x => is_true (at_most b x)) (fl a) || existsb (fun y => is_true (at_most y a)) (fr b).
Hypothesis lines : forall a b v, LE a b = Some v -> line_ok a b v = true.

Lemma order' : forall k a b, (N.to_nat a + N.to_nat b <= k)%nat ->
  (at_most a b = Some true -> le (F a) (F b)) /\ (at_most a b = Some false -> lf (F b) (F a)).
Proof using fl_falls fr_falls bL_falls bR_falls lines.
  induction k as [k IH] using (well_founded_induction lt_wf); intros a b K. unfold at_most.
  destruct (N.eqb_spec a b) as [->|D]; [split; [intros _; apply le_same|discriminate]|].
  assert (yes : forall x y, (N.to_nat x + N.to_nat y < N.to_nat a + N.to_nat b)%nat -> is_true (at_most x y) = true -> le (F x) (F y)).
  { intros x y L T. apply (IH (N.to_nat x + N.to_nat y)%nat); [lia|lia|]. destruct (at_most x y) as [[]|]; now simpl in T. }
  assert (no : forall x y, (N.to_nat x + N.to_nat y < N.to_nat a + N.to_nat b)%nat -> is_false (at_most x y) = true -> lf (F y) (F x)).
  { intros x y L T. apply (IH (N.to_nat x + N.to_nat y)%nat); [lia|lia|]. destruct (at_most x y) as [[]|]; now simpl in T. }
  split; intro E; apply lines in E; simpl in E.
  - apply andb_prop in E. destruct E as [E1 E2]. rewrite forallb_forall in E1, E2. constructor; intros X I.
    + apply lo_form in I. destruct I as [x [I ->]]. specialize (fl_falls _ _ I). apply no; [lia|now apply E1].
    + apply ro_form in I. destruct I as [x [I ->]]. specialize (fr_falls _ _ I). apply no; [lia|now apply E2].
  - apply orb_prop in E. destruct E as [E|E]; apply existsb_exists in E; destruct E as [x [I T]].
    + specialize (fl_falls _ _ I). apply (lf_left _ _ _ _ _ (F x)); [apply lo_form; now exists x|apply yes; [lia|exact T]].
    + specialize (fr_falls _ _ I). apply (lf_right _ _ _ _ _ (F x)); [apply ro_form; now exists x|apply yes; [lia|exact T]].
Qed.
Theorem order_sound : forall a b, (is_true (at_most a b) = true -> le (F a) (F b)) /\ (is_false (at_most a b) = true -> lf (F b) (F a)).
Proof using fl_falls fr_falls bL_falls bR_falls lines.
  intros a b. destruct (order' _ a b (Nat.le_refl _)) as [P Q]. split; intro T; [apply P|apply Q]; destruct (at_most a b) as [[]|]; now simpl in T.
Qed.

(** ** What a position with these options is worth *)
Fixpoint below (fuel : nat) (ls rs : list N) (w : N) : bool := match fuel with O => false | S k =>
  forallb (fun x => is_false (at_most w x)) ls &&
  forallb (fun y => existsb (fun r => is_true (at_most r y)) rs || existsb (below k ls rs) (fl y)) (fr w) end.
Fixpoint above (fuel : nat) (ls rs : list N) (w : N) : bool := match fuel with O => false | S k =>
  forallb (fun y => is_false (at_most y w)) rs &&
  forallb (fun x => existsb (fun l => is_true (at_most x l)) ls || existsb (above k ls rs) (fr x)) (fl w) end.
Definition fuel : nat := 60.
Definition is (ls rs : list N) (v : N) : bool := below fuel ls rs v && above fuel ls rs v.

(** the options of a player, as positions, have the values of a list *)
Definition reps (all : list (list atom)) (s : list N) : Prop :=
  (forall Y, In Y all -> exists x, In x s /\ equal Y (F x)) /\ (forall x, In x s -> exists Y, In Y all /\ equal Y (F x)).

Section Worth.
Variables (X : list atom) (ls rs : list N).
Hypothesis HL : reps (lo X) ls.
Hypothesis HR : reps (ro X) rs.
Lemma below_sound : forall k w, below k ls rs w = true -> le X (F w).
Proof using fl_falls fr_falls bL_falls bR_falls lines HL HR.
  induction k as [|k IH]; intros w C; [discriminate|]. simpl in C. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in C1, C2. constructor; intros Z I.
  - destruct (proj1 HL _ I) as [x [Ix [E _]]]. apply (le_lf _ (F x)); [exact E|]. now apply order_sound, C1.
  - apply ro_form in I. destruct I as [y [I ->]]. specialize (C2 _ I). apply orb_prop in C2.
    destruct C2 as [C|C]; apply existsb_exists in C; destruct C as [z [Iz C]].
    + destruct (proj2 HR _ Iz) as [Y [IY [E _]]]. apply (lf_right _ _ _ _ _ Y IY). apply (le_trans _ (F z)); [exact E|]. now apply order_sound.
    + apply (lf_left _ _ _ _ _ (F z)); [apply lo_form; now exists z|now apply IH].
Qed.
Lemma above_sound : forall k w, above k ls rs w = true -> le (F w) X.
Proof using fl_falls fr_falls bL_falls bR_falls lines HL HR.
  induction k as [|k IH]; intros w C; [discriminate|]. simpl in C. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in C1, C2. constructor; intros Z I.
  - apply lo_form in I. destruct I as [y [I ->]]. specialize (C2 _ I). apply orb_prop in C2.
    destruct C2 as [C|C]; apply existsb_exists in C; destruct C as [z [Iz C]].
    + destruct (proj2 HL _ Iz) as [Y [IY [_ E]]]. apply (lf_left _ _ _ _ _ Y IY). apply (le_trans _ (F z)); [|exact E]. now apply order_sound.
    + apply (lf_right _ _ _ _ _ (F z)); [apply ro_form; now exists z|now apply IH].
  - destruct (proj1 HR _ I) as [x [Ix [_ E]]]. apply (lf_le _ (F x)); [|exact E]. now apply order_sound, C1.
Qed.
Theorem is_sound : forall v, is ls rs v = true -> equal X (F v).
Proof using fl_falls fr_falls bL_falls bR_falls lines HL HR.
  intros v C. apply andb_prop in C. destruct C. split; [now apply (below_sound fuel)|now apply (above_sound fuel)].
Qed.
End Worth.

(** ** Sums *)
Variable SUM : N -> N -> option N.
Definition sum (a b : N) : option N := if a =? 0 then Some b else if b =? 0 then Some a else SUM (N.min a b) (N.max a b).
Fixpoint all_some {T} (l : list (option T)) : option (list T) := match l with
  | [] => Some []
  | None :: _ => None
  | Some x :: l => match all_some l with Some l => Some (x :: l) | None => None end end.
Lemma all_some_map : forall {S T} (f : S -> option T) l r, all_some (map f l) = Some r ->
  (forall s, In s l -> exists t, In t r /\ f s = Some t) /\ (forall t, In t r -> exists s, In s l /\ f s = Some t).
Proof.
  intros S T f l. induction l as [|s l IH]; intros r E; simpl in E.
  - injection E as <-. split; intros ? [].
  - destruct (f s) as [t|] eqn:Ft; [|discriminate]. destruct (all_some (map f l)) as [q|]; [|discriminate]. injection E as <-.
    destruct (IH q eq_refl) as [P Q]. split.
    + intros x [<-|I]; [exists t; split; [now left|trivial]|]. destruct (P x I) as [y [Iy Ey]]. exists y. split; [now right|trivial].
    + intros x [<-|I]; [exists s; split; [now left|trivial]|]. destruct (Q x I) as [y [Iy Ey]]. exists y. split; [now right|trivial].
Qed.
Definition sum_options (f : N -> list N) (a b : N) : option (list N) :=
  match all_some (map (fun x => sum x b) (f a)), all_some (map (fun y => sum a y) (f b)) with Some l, Some r => Some (l ++ r) | _, _ => None end.
Definition sum_ok (a b c : N) : bool :=
  match sum_options fl a b, sum_options fr a b with Some ls, Some rs => is ls rs c | _, _ => false end.
Hypothesis sums : forall a b c, SUM a b = Some c -> sum_ok a b c = true.

Lemma zero_none : fl 0 = [] /\ fr 0 = [].
Proof using fl_falls fr_falls.
  split; [destruct (fl 0) as [|x l] eqn:E|destruct (fr 0) as [|x l] eqn:E]; trivial; exfalso.
  - assert (I : In x (fl 0)) by (rewrite E; now left). specialize (fl_falls _ _ I). lia.
  - assert (I : In x (fr 0)) by (rewrite E; now left). specialize (fr_falls _ _ I). lia.
Qed.
Lemma zero_empty : equal (F 0) [].
Proof using fl_falls fr_falls.
  destruct zero_none as [Zl Zr].
  split; constructor; intros X I; try (destruct I; fail); [apply lo_form in I; rewrite Zl in I|apply ro_form in I; rewrite Zr in I]; destruct I as [x [[] _]].
Qed.
Lemma sum' : forall k a b c, (N.to_nat a + N.to_nat b <= k)%nat -> sum a b = Some c -> equal (F a ++ F b) (F c).
Proof using fl_falls fr_falls bL_falls bR_falls lines sums.
  induction k as [k IH] using (well_founded_induction lt_wf); intros a b c K E. unfold sum in E.
  destruct (N.eqb_spec a 0) as [->|Za]; [injection E as <-; exact (equal_tail _ _ _ _ oL_falls oR_falls _ _ (F b) zero_empty)|].
  destruct (N.eqb_spec b 0) as [->|Zb].
  { injection E as <-. pose proof (equal_head _ _ _ _ oL_falls oR_falls _ _ (F a) zero_empty) as Q. now rewrite app_nil_r in Q. }
  assert (G : forall x y z, (N.to_nat x + N.to_nat y <= k)%nat -> SUM x y = Some z -> equal (F x ++ F y) (F z)).
  { clear a b c K E Za Zb. intros a b c K E. apply sums in E. unfold sum_ok, sum_options in E.
    destruct (all_some (map (fun x => sum x b) (fl a))) as [l1|] eqn:E1; [|discriminate].
    destruct (all_some (map (fun y => sum a y) (fl b))) as [l2|] eqn:E2; [|discriminate].
    destruct (all_some (map (fun x => sum x b) (fr a))) as [r1|] eqn:E3; [|discriminate].
    destruct (all_some (map (fun y => sum a y) (fr b))) as [r2|] eqn:E4; [|discriminate].
    apply all_some_map in E1, E2, E3, E4.
    apply (is_sound (F a ++ F b) (l1 ++ l2) (r1 ++ r2)); [split|split|exact E].
    - intros Y I. apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]]; apply lo_form in I; destruct I as [x [I ->]]; specialize (fl_falls _ _ I).
      + destruct (proj1 E1 x I) as [t [It Et]]. exists t. split; [apply in_or_app; now left|]. apply (IH (N.to_nat x + N.to_nat b)%nat); trivial; lia.
      + destruct (proj1 E2 x I) as [t [It Et]]. exists t. split; [apply in_or_app; now right|]. apply (IH (N.to_nat a + N.to_nat x)%nat); trivial; lia.
    - intros t I. apply in_app_or in I. destruct I as [I|I].
      + destruct (proj2 E1 t I) as [x [Ix Ex]]. specialize (fl_falls _ _ Ix). exists (F x ++ F b). split.
        * apply in_moves_app. left. exists (F x). split; trivial. apply lo_form. now exists x.
        * apply (IH (N.to_nat x + N.to_nat b)%nat); trivial; lia.
      + destruct (proj2 E2 t I) as [x [Ix Ex]]. specialize (fl_falls _ _ Ix). exists (F a ++ F x). split.
        * apply in_moves_app. right. exists (F x). split; trivial. apply lo_form. now exists x.
        * apply (IH (N.to_nat a + N.to_nat x)%nat); trivial; lia.
    - intros Y I. apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]]; apply ro_form in I; destruct I as [x [I ->]]; specialize (fr_falls _ _ I).
      + destruct (proj1 E3 x I) as [t [It Et]]. exists t. split; [apply in_or_app; now left|]. apply (IH (N.to_nat x + N.to_nat b)%nat); trivial; lia.
      + destruct (proj1 E4 x I) as [t [It Et]]. exists t. split; [apply in_or_app; now right|]. apply (IH (N.to_nat a + N.to_nat x)%nat); trivial; lia.
    - intros t I. apply in_app_or in I. destruct I as [I|I].
      + destruct (proj2 E3 t I) as [x [Ix Ex]]. specialize (fr_falls _ _ Ix). exists (F x ++ F b). split.
        * apply in_moves_app. left. exists (F x). split; trivial. apply ro_form. now exists x.
        * apply (IH (N.to_nat x + N.to_nat b)%nat); trivial; lia.
      + destruct (proj2 E4 t I) as [x [Ix Ex]]. specialize (fr_falls _ _ Ix). exists (F a ++ F x). split.
        * apply in_moves_app. right. exists (F x). split; trivial. apply ro_form. now exists x.
        * apply (IH (N.to_nat a + N.to_nat x)%nat); trivial; lia. }
  destruct (N.le_ge_cases a b) as [L|L].
  - rewrite N.min_l, N.max_r in E by trivial. now apply G.
  - rewrite N.min_r, N.max_l in E by trivial. apply (equal_trans _ _ _ _ oL_falls oR_falls _ (F b ++ F a)); [|apply G; trivial; lia].
    apply (equal_perm _ _ _ _ oL_falls oR_falls), Permutation_app_comm.
Qed.
Theorem sum_sound : forall a b c, sum a b = Some c -> equal (F a ++ F b) (F c).
Proof using fl_falls fr_falls bL_falls bR_falls lines sums. intros a b c. apply (sum' _ a b c (Nat.le_refl _)). Qed.
End Lines.

(* ---------------- sheets as literals ---------------- *)
Module M := PositiveMap.
Definition at_key {T} (d : T) (m : M.t T) (k : N) : T := match M.find (N.succ_pos k) m with Some x => x | None => d end.
Definition put {T} (m : M.t T) (k : N) (x : T) : M.t T := M.add (N.succ_pos k) x m.
Fixpoint numbered {T} (n : N) (l : list T) (m : M.t T) : M.t T := match l with [] => m | x :: l => numbered (N.succ n) l (put m n x) end.

(** a form has options below it alone, whatever the literal says *)
Definition options_in (m : M.t (list N)) (a : N) : list N := filter (fun x => x <? a) (at_key [] m a).
Lemma options_in_fall : forall m a x, In x (options_in m a) -> x < a.
Proof. intros m a x I. apply filter_In in I. now apply N.ltb_lt. Qed.

(** lines by a key of their two forms; what stands there says of which forms it speaks *)
Section Keyed.
Context {T : Type}.
Variable size : N.
Definition entry := (N * N * T)%type.
Definition key (a b : N) : N := a * size + b.
Definition gathered (l : list entry) : M.t entry := fold_left (fun (m : M.t entry) (e : entry) => put m (key (fst (fst e)) (snd (fst e))) e) l (M.empty entry).
Definition look (m : M.t entry) (a b : N) : option T := match M.find (N.succ_pos (key a b)) m with
  | Some (x, y, v) => if (x =? a) && (y =? b) then Some v else None | None => None end.
Lemma gathered_in : forall l m0 k e, M.find k (fold_left (fun (m : M.t entry) (e : entry) => put m (key (fst (fst e)) (snd (fst e))) e) l m0) = Some e ->
  In e l \/ M.find k m0 = Some e.
Proof.
  induction l as [|x l IH]; intros m0 k e E; simpl in E; [now right|]. apply IH in E. destruct E as [E|E]; [left; now right|].
  unfold put in E. destruct (Pos.eq_dec k (N.succ_pos (key (fst (fst x)) (snd (fst x))))) as [->|Z].
  - rewrite M.gss in E. injection E as <-. left. now left.
  - rewrite M.gso in E by trivial. now right.
Qed.
Lemma look_in : forall l a b v, look (gathered l) a b = Some v -> In (a, b, v) l.
Proof.
  intros l a b v E. unfold look in E. destruct (M.find _ (gathered l)) as [[[x y] w]|] eqn:G; [|discriminate].
  destruct ((x =? a) && (y =? b)) eqn:C; [|discriminate]. injection E as ->. apply andb_prop in C. destruct C as [C1 C2].
  apply N.eqb_eq in C1, C2. subst. apply gathered_in in G. destruct G as [G|G]; trivial. now rewrite M.gempty in G.
Qed.
End Keyed.

(** The sheet: forms with their options; comparisons; sums. *)
Record sheet := { forms : list (list N * list N); order : list (N * N * bool); plus : list (N * N * N) }.
Section Checker.
Variable s : sheet.
Definition size := N.of_nat (length (forms s)).
Definition lefts := numbered 0 (map fst (forms s)) (M.empty _).
Definition rights := numbered 0 (map snd (forms s)) (M.empty _).
Definition sheet_ok (fl fr : N -> list N) (LE : N -> N -> option bool) (SUM : N -> N -> option N) : bool :=
  forallb (fun e => line_ok fl fr LE (fst (fst e)) (snd (fst e)) (snd e)) (order s) &&
  forallb (fun e => sum_ok fl fr LE SUM (fst (fst e)) (snd (fst e)) (snd e)) (plus s).
Lemma sheet_lines : forall fl fr SUM, sheet_ok fl fr (look size (gathered size (order s))) SUM = true ->
  forall a b v, look size (gathered size (order s)) a b = Some v -> line_ok fl fr (look size (gathered size (order s))) a b v = true.
Proof.
  intros fl fr SUM C a b v E. apply andb_prop in C. destruct C as [C _]. rewrite forallb_forall in C.
  exact (C _ (look_in _ _ _ _ _ E)).
Qed.
Lemma sheet_sums : forall fl fr LE, sheet_ok fl fr LE (look size (gathered size (plus s))) = true ->
  forall a b c, look size (gathered size (plus s)) a b = Some c -> sum_ok fl fr LE (look size (gathered size (plus s))) a b c = true.
Proof.
  intros fl fr LE C a b v E. apply andb_prop in C. destruct C as [_ C]. rewrite forallb_forall in C.
  exact (C _ (look_in _ _ _ _ _ E)).
Qed.
End Checker.
