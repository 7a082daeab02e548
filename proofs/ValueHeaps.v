(** * ValueHeaps.v -- what every heap is worth, whatever code each player has: values that repeat up to a summand; crates/verify/src/values/heaps.rs.
    Atoms are forms and heaps; a heap's options are those of Breaking.v, by Left's code [dl] and by Right's [dr]. A certificate gives the values of the heaps below
    [K = h (n0 + p) + k], the summand S and a sheet of lines.
    Proved: if each of these heaps is worth the form that the table says, V(n + p) = V(n) + S in the table, and S's own options are dominated beside the last p of them, then
    a heap of n + p is worth what a heap of n and S are worth, for all n >= n0 ([heap_values_law]): each can stand for the other in every sum ([equal_stands]).
    S = 0 is the theorem of Guy and Smith for values of any kind; S a number is growth by equal steps. Nothing is asked of S: it may be hot.
    The codes are stated: that they are those of a core term, and what this says of its heaps, is in ViewValues.v.
    Source: R. K. Guy, C. A. B. Smith 1956; A. S. Fraenkel, A. Kotzig 1987; J. H. Conway 1976.
    An instance gives the two codes, the sizes, the table, the summand and the lines. *)
Require Import List Arith NArith PArith FMapPositive Lia Bool PeanoNat Permutation Wf_nat.
From Whowins Require Import Game Octal Breaking Value ValueLines.
Import ListNotations.
Open Scope N_scope.

Section Heaps.
Variables dl dr : list N.
Variables fl fr : N -> list N.
Hypothesis fl_falls : forall a x, In x (fl a) -> x < a.
Hypothesis fr_falls : forall a x, In x (fr a) -> x < a.
Definition hs (o : list N) : list (N + N) := map inr o.
Definition hL (n : N) := map hs (bopts dl n).
Definition hR (n : N) := map hs (bopts dr n).
Definition hw (n : N) : nat := pred (2 * N.to_nat n).
Lemma weight_hs : forall o, Value.total (N + N) (weight N hw) (hs o) = bmeas o.
Proof. induction o as [|a o IH]; simpl; trivial. now rewrite <- IH. Qed.
Lemma opts_fall : forall ds n o, In o (bopts ds n) -> (bmeas o < hw n)%nat /\ forall a, In a o -> a < n.
Proof.
  intros ds n o I. apply bopts_spec in I. destruct I as [j [d [_ [L [_ [_ [C [P T]]]]]]]].
  destruct (bmeas_total o P) as [E G]. unfold hw. split; [lia|].
  intros a Ia. apply in_split in Ia. destruct Ia as [o1 [o2 ->]]. rewrite Breaking.total_app in T. cbn in T.
  rewrite app_length in C. simpl in C.
  fold (Breaking.total o2) in T. destruct C as [C|C]; [lia|].
  assert (1 <= Breaking.total o1 + Breaking.total o2); [|lia].
  assert (Q : forall l, (forall b, In b l -> 1 <= b) -> l <> [] -> 1 <= Breaking.total l).
  { intros [|b l] Hl Z; [congruence|]. specialize (Hl b (or_introl eq_refl)). cbn. fold (Breaking.total l). lia. }
  destruct o1 as [|b o1].
  - destruct o2 as [|b o2]; [simpl in C; lia|]. specialize (Q (b :: o2)). 
    assert (1 <= Breaking.total (b :: o2)) by (apply Q; [intros x Ix; apply P; right; exact Ix|congruence]). lia.
  - assert (1 <= Breaking.total (b :: o1)) by (apply Q; [intros x Ix; apply P, in_or_app; now left|congruence]). lia.
Qed.
Lemma hL_falls : forall b p, In p (hL b) -> (Value.total (N + N) (weight N hw) p < hw b)%nat.
Proof. intros b p I. apply in_map_iff in I. destruct I as [o [<- I]]. rewrite weight_hs. now apply opts_fall in I. Qed.
Lemma hR_falls : forall b p, In p (hR b) -> (Value.total (N + N) (weight N hw) p < hw b)%nat.
Proof. intros b p I. apply in_map_iff in I. destruct I as [o [<- I]]. rewrite weight_hs. now apply opts_fall in I. Qed.
Notation OL := (oL N fl hL). Notation OR := (oR N fr hR).
Notation F := (F N). Notation lo := (lo (N + N) OL). Notation ro := (ro (N + N) OR).
Notation le := (le (list (N + N)) lo ro). Notation equal := (equal (N + N) OL OR).
Definition H (n : N) : list (N + N) := [inr n].
Let AL := oL_falls N fl fl_falls hL hw hL_falls.
Let AR := oR_falls N fr fr_falls hR hw hR_falls.
Let letrans := le_trans N fl fr fl_falls fr_falls hL hR hw hL_falls hR_falls.
Let eqtrans := equal_trans (N + N) OL OR _ AL AR.
Let eqperm := equal_perm (N + N) OL OR _ AL AR.
Let eqapp := equal_app (N + N) OL OR _ AL AR.
Let eqhead := equal_head (N + N) OL OR _ AL AR.
Let eqtail := equal_tail (N + N) OL OR _ AL AR.
Let eqrefl := equal_refl (N + N) OL OR _ AL AR.
Lemma lo_heap : forall n Y, In Y (lo (H n)) <-> exists o, In o (bopts dl n) /\ Y = hs o.
Proof.
  intros n Y. unfold Value.lo, H. simpl. unfold hL. rewrite app_nil_r, map_map, in_map_iff.
  split.
  - intros [o [E I]]. exists o. rewrite app_nil_r in E. now split.
  - intros [o [I E]]. exists o. rewrite app_nil_r. now split.
Qed.
Lemma ro_heap : forall n Y, In Y (ro (H n)) <-> exists o, In o (bopts dr n) /\ Y = hs o.
Proof.
  intros n Y. unfold Value.ro, H. simpl. unfold hR. rewrite app_nil_r, map_map, in_map_iff.
  split.
  - intros [o [E I]]. exists o. rewrite app_nil_r in E. now split.
  - intros [o [I E]]. exists o. rewrite app_nil_r. now split.
Qed.

Variable LE : N -> N -> option bool.
Hypothesis lines : forall a b v, LE a b = Some v -> line_ok fl fr LE a b v = true.
Variable SUM : N -> N -> option N.
Hypothesis sums : forall a b c, SUM a b = Some c -> sum_ok fl fr LE SUM a b c = true.
Notation sum := (sum SUM). Notation at_most := (at_most LE).
Let ssum := sum_sound N fl fr fl_falls fr_falls hL hR hw hL_falls hR_falls LE lines SUM sums.
Let osound := order_sound N fl fr fl_falls fr_falls hL hR hw hL_falls hR_falls LE lines.

(** ** The heaps of the table *)
Variable V : N -> N.
Definition worth (n : N) : Prop := equal (H n) (F (V n)).
Definition optv (o : list N) : option N := fold_right (fun a s => match s with Some s => sum (V a) s | None => None end) (Some 0) o.
Lemma optv_sound : forall o, (forall a, In a o -> worth a) -> forall v, optv o = Some v -> equal (hs o) (F v).
Proof using fl_falls fr_falls lines sums.
  induction o as [|a o IH]; intros W v E; simpl in E.
  - injection E as <-. apply equal_sym, zero_empty; assumption.
  - destruct (optv o) as [s|] eqn:Es; [|discriminate].
    apply (eqtrans _ (F (V a) ++ F s)); [|now apply ssum].
    change (hs (a :: o)) with (H a ++ hs o). apply eqapp; [apply W; now left|]. apply IH; trivial. intros b Ib. apply W. now right.
Qed.
Definition heap_ok (n : N) : bool := match all_some (map optv (bopts dl n)), all_some (map optv (bopts dr n)) with
  | Some ls, Some rs => is fl fr LE ls rs (V n) | _, _ => false end.
Variable K : N.
Hypothesis table : forall n, n < K -> heap_ok n = true.
Lemma table_sound : forall n, n < K -> worth n.
Proof using fl_falls fr_falls lines sums table.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro L. specialize (table n L). unfold heap_ok in table.
  destruct (all_some (map optv (bopts dl n))) as [ls|] eqn:E1; [|discriminate].
  destruct (all_some (map optv (bopts dr n))) as [rs|] eqn:E2; [|discriminate].
  apply all_some_map in E1, E2.
  assert (W : forall ds o, In o (bopts ds n) -> forall v, optv o = Some v -> equal (hs o) (F v)).
  { intros ds o I. apply optv_sound. intros a Ia. pose proof (proj2 (opts_fall _ _ _ I) a Ia). apply IH; lia. }
  apply (is_sound N fl fr fl_falls fr_falls hL hR hw hL_falls hR_falls LE lines (H n) ls rs); [split|split|exact table].
  - intros Y I. apply lo_heap in I. destruct I as [o [I ->]]. destruct (proj1 E1 o I) as [x [Ix Ex]]. exists x. split; trivial. now apply (W dl).
  - intros x I. destruct (proj2 E1 x I) as [o [Io Eo]]. exists (hs o). split; [apply lo_heap; now exists o|now apply (W dl)].
  - intros Y I. apply ro_heap in I. destruct I as [o [I ->]]. destruct (proj1 E2 o I) as [x [Ix Ex]]. exists x. split; trivial. now apply (W dr).
  - intros x I. destruct (proj2 E2 x I) as [o [Io Eo]]. exists (hs o). split; [apply ro_heap; now exists o|now apply (W dr)].
Qed.

(** ** The repeat *)
Variables (h n0 p S : N).
Hypothesis Hh : 0 < h.
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Hypothesis Ll : leaves dl h = true.
Hypothesis Lr : leaves dr h = true.
Hypothesis Kl : h * (n0 + p) + N.of_nat (length dl) <= K.
Hypothesis Kr : h * (n0 + p) + N.of_nat (length dr) <= K.
Hypothesis grows : forall n, n0 <= n -> n + p < K -> sum (V n) S = Some (V (n + p)).
Definition beats (n : N) : bool :=
  forallb (fun s => existsb (fun o => match optv o with Some x => match sum x S, sum (V n) s with
    Some a, Some b => is_true (at_most b a) | _, _ => false end | None => false end) (bopts dl n)) (fl S) &&
  forallb (fun s => existsb (fun o => match optv o with Some x => match sum x S, sum (V n) s with
    Some a, Some b => is_true (at_most a b) | _, _ => false end | None => false end) (bopts dr n)) (fr S).
Hypothesis beaten : forall n, n < K -> K <= n + p -> beats n = true.

Definition Q (n : N) : Prop := equal (H (n + p)) (H n ++ F S).
Definition D (n : N) : Prop :=
  (forall s, In s (fl S) -> exists o, In o (bopts dl n) /\ le (H n ++ F s) (hs o ++ F S)) /\
  (forall s, In s (fr S) -> exists o, In o (bopts dr n) /\ le (hs o ++ F S) (H n ++ F s)).

Lemma D_table : forall n, n < K -> K <= n + p -> D n.
Proof.
  intros n L L'. pose proof (beaten n L L') as E. unfold beats in E. apply andb_prop in E. destruct E as [E1 E2].
  rewrite forallb_forall in E1, E2. pose proof (table_sound n L) as Wn.
  assert (W : forall ds o, In o (bopts ds n) -> forall v, optv o = Some v -> equal (hs o) (F v)).
  { intros ds o I. apply optv_sound. intros a Ia. pose proof (proj2 (opts_fall _ _ _ I) a Ia). apply table_sound; lia. }
  split; intros s Is; [specialize (E1 s Is); rename E1 into E|specialize (E2 s Is); rename E2 into E];
    apply existsb_exists in E; destruct E as [o [Io E]]; exists o; (split; [trivial|]);
    destruct (optv o) as [x|] eqn:Ex; try discriminate; destruct (sum x S) as [a|] eqn:Ea; try discriminate;
    destruct (sum (V n) s) as [b|] eqn:Eb; try discriminate; apply osound in E; apply ssum in Ea, Eb.
  - pose proof (eqtrans _ _ _ (eqtail _ _ (F S) (W dl o Io x Ex)) Ea) as [_ P]. pose proof (eqtrans _ _ _ (eqtail _ _ (F s) Wn) Eb) as [P' _].
    exact (letrans _ _ _ P' (letrans _ _ _ E P)).
  - pose proof (eqtrans _ _ _ (eqtail _ _ (F S) (W dr o Io x Ex)) Ea) as [P _]. pose proof (eqtrans _ _ _ (eqtail _ _ (F s) Wn) Eb) as [_ P'].
    exact (letrans _ _ _ P (letrans _ _ _ E P')).
Qed.

(** one heap put up by a period: S more *)
Lemma put_up : forall l1 x l2, Q x -> equal (hs (l1 ++ (x + p) :: l2)) (hs (l1 ++ x :: l2) ++ F S).
Proof.
  intros l1 x l2 Qx. unfold hs. rewrite !map_app. cbn [map]. change (inr (x + p) :: map inr l2) with (H (x + p) ++ hs l2).
  change (inr x :: map inr l2) with (H x ++ hs l2).
  apply (eqtrans _ (hs l1 ++ (H x ++ F S) ++ hs l2)); [apply eqhead, eqtail; exact Qx|].
  apply eqperm. rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_head, Permutation_app_comm.
Qed.
Lemma down : forall ds, leaves ds h = true -> h * (n0 + p) + N.of_nat (length ds) <= K -> forall n, K <= n + p -> (forall x, x < n -> n0 <= x -> Q x) ->
  forall o, In o (bopts ds (n + p)) -> exists o', In o' (bopts ds n) /\ equal (hs o) (hs o' ++ F S).
Proof.
  intros ds Lv Kd n L IH o I. assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia.
  destruct (option_large ds h n0 p Hh Hp H0 (leaves_sound _ _ Lv) (n + p) o (n0 + p) ltac:(lia) ltac:(lia) I) as [l1 [x [l2 [-> Hx]]]].
  assert (Lx : x < n + p) by (apply (proj2 (opts_fall _ _ _ I)), in_elt).
  exists (l1 ++ (x - p) :: l2). split.
  - apply (swap ds h n0 p Hh Hp H0 (n + p) n l1 x (x - p) l2); trivial; lia.
  - replace x with ((x - p) + p) at 1 by lia. apply put_up, IH; lia.
Qed.
Lemma up : forall ds, leaves ds h = true -> h * (n0 + p) + N.of_nat (length ds) <= K -> forall n, K <= n + p -> (forall x, x < n -> n0 <= x -> Q x) ->
  forall o, In o (bopts ds n) -> exists o', In o' (bopts ds (n + p)) /\ equal (hs o') (hs o ++ F S).
Proof.
  intros ds Lv Kd n L IH o I. assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia.
  destruct (option_large ds h n0 p Hh Hp H0 (leaves_sound _ _ Lv) n o n0 ltac:(lia) ltac:(lia) I) as [l1 [x [l2 [-> Hx]]]].
  assert (Lx : x < n) by (apply (proj2 (opts_fall _ _ _ I)), in_elt).
  exists (l1 ++ (x + p) :: l2). split.
  - apply (swap ds h n0 p Hh Hp H0 n (n + p) l1 x (x + p) l2); trivial; lia.
  - now apply put_up, IH.
Qed.

Lemma both : forall n, (n0 <= n -> Q n) /\ (K <= n + p -> D n).
Proof using fl_falls fr_falls lines sums table Hh Hp H0 Ll Lr Kl Kr grows beaten.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia. assert (P3 : n0 <= h * n0) by nia.
  assert (IQ : forall x, x < n -> n0 <= x -> Q x) by (intros x L; now apply IH).
  assert (DN : K <= n + p -> D n).
  { intro L. destruct (N.lt_ge_cases n K) as [Ln|Ln]; [now apply D_table|].
    assert (Dm : D (n - p)) by (apply IH; lia).
    assert (Qm : equal (H n) (H (n - p) ++ F S)).
    { assert (q : Q (n - p)) by (apply IQ; lia). unfold Q in q. now replace (n - p + p) with n in q by lia. }
    assert (UP : forall ds, leaves ds h = true -> h * (n0 + p) + N.of_nat (length ds) <= K ->
      forall o, In o (bopts ds (n - p)) -> exists o', In o' (bopts ds n) /\ equal (hs o') (hs o ++ F S)).
    { intros ds Lv Kd o I. destruct (up ds Lv Kd (n - p) ltac:(lia) ltac:(intros; apply IQ; lia) o I) as [o' [I' E]].
      exists o'. split; trivial. now replace (n - p + p) with n in I' by lia. }
    assert (CS : forall X s, equal ((X ++ F S) ++ F s) ((X ++ F s) ++ F S)).
    { intros X s. apply eqperm. rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_comm. }
    destruct Dm as [Dl Dr]. split; intros s Is; [destruct (Dl s Is) as [o [I E]]; destruct (UP dl Ll Kl o I) as [o' [I' E']]|
      destruct (Dr s Is) as [o [I E]]; destruct (UP dr Lr Kr o I) as [o' [I' E']]]; exists o'; (split; [trivial|]).
    - apply (letrans _ ((H (n - p) ++ F s) ++ F S)).
      + exact (proj1 (eqtrans _ _ _ (eqtail _ _ (F s) Qm) (CS _ s))).
      + apply (letrans _ ((hs o ++ F S) ++ F S)); [exact (le_app _ _ _ _ AL AR _ _ (F S) E)|exact (proj2 (eqtail _ _ (F S) E'))].
    - apply (letrans _ ((H (n - p) ++ F s) ++ F S)).
      + apply (letrans _ ((hs o ++ F S) ++ F S)); [exact (proj1 (eqtail _ _ (F S) E'))|exact (le_app _ _ _ _ AL AR _ _ (F S) E)].
      + exact (proj2 (eqtrans _ _ _ (eqtail _ _ (F s) Qm) (CS _ s))). }
  split; [|exact DN]. intro L0. unfold Q. destruct (N.lt_ge_cases (n + p) K) as [L|L].
  - apply (eqtrans _ (F (V (n + p)))); [now apply table_sound|]. apply equal_sym, (eqtrans _ (F (V n) ++ F S)); [apply eqtail, table_sound; lia|].
    now apply ssum, grows.
  - destruct (DN L) as [Dl Dr]. split; constructor; intros X I.
    + apply lo_heap in I. destruct I as [o [I ->]]. destruct (down dl Ll Kl n L IQ o I) as [o' [I' [E _]]].
      apply (lf_left _ _ _ _ _ (hs o' ++ F S)); [|exact E]. apply in_moves_app. left. exists (hs o'). split; trivial. apply lo_heap. now exists o'.
    + apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]].
      * apply ro_heap in I. destruct I as [o [I ->]]. destruct (up dr Lr Kr n L IQ o I) as [o' [I' [E _]]].
        apply (lf_right _ _ _ _ _ (hs o')); [apply ro_heap; now exists o'|exact E].
      * apply ro_form in I. destruct I as [s [I ->]]. destruct (Dr s I) as [o [Io Eo]]. destruct (up dr Lr Kr n L IQ o Io) as [o' [I' [E _]]].
        apply (lf_right _ _ _ _ _ (hs o')); [apply ro_heap; now exists o'|exact (letrans _ _ _ E Eo)].
    + apply in_moves_app in I. destruct I as [[X' [I ->]]|[X' [I ->]]].
      * apply lo_heap in I. destruct I as [o [I ->]]. destruct (up dl Ll Kl n L IQ o I) as [o' [I' [_ E]]].
        apply (lf_left _ _ _ _ _ (hs o')); [apply lo_heap; now exists o'|exact E].
      * apply lo_form in I. destruct I as [s [I ->]]. destruct (Dl s I) as [o [Io Eo]]. destruct (up dl Ll Kl n L IQ o Io) as [o' [I' [_ E]]].
        apply (lf_left _ _ _ _ _ (hs o')); [apply lo_heap; now exists o'|exact (letrans _ _ _ Eo E)].
    + apply ro_heap in I. destruct I as [o [I ->]]. destruct (down dr Lr Kr n L IQ o I) as [o' [I' [_ E]]].
      apply (lf_right _ _ _ _ _ (hs o' ++ F S)); [|exact E]. apply in_moves_app. left. exists (hs o'). split; trivial. apply ro_heap. now exists o'.
Qed.
End Heaps.

(* ---------------- the certificate checker ---------------- *)
Definition value_check (dl dr : list N) (h n0 p S : N) (values : list N) (s : sheet) : bool :=
  let ml := lefts s in let mr := rights s in let mo := gathered (size s) (order s) in let mp := gathered (size s) (plus s) in
  let mv := numbered 0 values (M.empty N) in
  let fl := options_in ml in let fr := options_in mr in let LE := look (size s) mo in let SUM := look (size s) mp in let V := at_key 0 mv in
  let K := h * (n0 + p) + N.max (N.of_nat (length dl)) (N.of_nat (length dr)) in
  (0 <? h) && (0 <? p) && (0 <? n0) && leaves dl h && leaves dr h && sheet_ok s fl fr LE SUM &&
  forallb (heap_ok dl dr fl fr LE SUM V) (range (N.to_nat K) 0) &&
  forallb (fun n => negb (n + p <? K) || match sum SUM (V n) S with Some c => c =? V (n + p) | None => false end) (range (N.to_nat (K - n0)) n0) &&
  forallb (fun n => beats dl dr fl fr LE SUM V S n) (range (N.to_nat p) (K - p)).

(** What a heap and a form are, with the options of the codes and of the sheet. *)
Definition sums_of (dl dr : list N) (s : sheet) := equal (N + N) (oL N (options_in (lefts s)) (hL dl)) (oR N (options_in (rights s)) (hR dr)).

(** MAIN THEOREM *)
Theorem heap_values_law : forall dl dr h n0 p S values s, value_check dl dr h n0 p S values s = true ->
  let V := at_key 0 (numbered 0 values (M.empty N)) in
  (forall n, n < h * (n0 + p) -> sums_of dl dr s (H n) (F N (V n))) /\
  (forall n, n0 <= n -> sums_of dl dr s (H (n + p)) (H n ++ F N S)).
Proof.
  intros dl dr h n0 p S values s C V. unfold value_check in C. fold V in C.
  set (K := h * (n0 + p) + N.max (N.of_nat (length dl)) (N.of_nat (length dr))) in *.
  repeat (apply andb_prop in C; destruct C as [C ?C]).
  rename C0 into Cb. rename C1 into Cg. rename C2 into Ch. rename C3 into Cs. rename C4 into Lr. rename C5 into Ll. rename C6 into C0. rename C7 into Cp.
  apply N.ltb_lt in C, Cp, C0. rewrite forallb_forall in Cb, Cg, Ch.
  assert (T : forall n, n < K -> heap_ok dl dr (options_in (lefts s)) (options_in (rights s)) (look (size s) (gathered (size s) (order s)))
    (look (size s) (gathered (size s) (plus s))) V n = true).
  { intros n L. apply Ch, in_range. lia. }
  pose proof (sheet_lines s _ _ _ Cs) as Ln. pose proof (sheet_sums s _ _ _ Cs) as Sm.
  split.
  - intros n L. apply (table_sound dl dr _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V K T). unfold K. lia.
  - intros n L. refine (proj1 (both dl dr _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V K T h n0 p S C Cp C0 Ll Lr _ _ _ _ n) L).
    + unfold K. lia.
    + unfold K. lia.
    + intros m Lm Lk. specialize (Cg m). rewrite in_range in Cg. specialize (Cg ltac:(lia)). apply orb_prop in Cg.
      destruct Cg as [G|G]; [apply negb_true_iff, N.ltb_ge in G; lia|]. destruct (sum _ (V m) S) as [c|]; [|discriminate]. apply N.eqb_eq in G. now subst.
    + intros m Lm Lk. apply Cb, in_range. lia.
Qed.
