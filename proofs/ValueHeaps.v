(** * ValueHeaps.v -- what every heap is worth, whatever code each player has: values that repeat up to a summand; crates/verify/src/values/heaps.rs.
    Atoms are forms and heaps; a heap's options are those of Breaking.v, by Left's code [dl] and by Right's [dr]. A certificate gives the values of the heaps below
    [K = h (n0 + p) + k], the summand S and a sheet of lines.
    Proved: if each of these heaps is worth the form that the table says, V(n + p) = V(n) + S in the table, and S's own options are dominated beside the last p of them, then
    a heap of n + p is worth what a heap of n and S are worth, for all n >= n0 ([heap_values_law]): each can stand for the other in every sum ([equal_stands]).
    From a size on the options of n + p are those of n with p more in one heap ([shrinks_heap], [stretches_heap]); the rest is ValueGrowth.v.
    The codes are stated: that they are those of a core term, and what this says of its heaps, is in ViewValues.v.
    Source: R. K. Guy, C. A. B. Smith 1956; A. S. Fraenkel, A. Kotzig 1987; J. H. Conway 1976.
    An instance gives the two codes, the sizes, the table, the summand and the lines. *)
Require Import List Arith NArith PArith FMapPositive Lia Bool PeanoNat Permutation Wf_nat.
From Whowins Require Import Game Octal Breaking Value ValueLines ValueGrowth.
Import ListNotations.
Open Scope N_scope.

Section Heaps.
Variables dl dr : list N.
Definition hs (o : list N) : list (N + N) := map inr o.
Definition hL (n : N) := map hs (bopts dl n).
Definition hR (n : N) := map hs (bopts dr n).
Definition hw (n : N) : nat := pred (2 * N.to_nat n).
Definition H (n : N) : list (N + N) := [inr n].
Definition every (n : N) : Prop := True.
Notation option_of := (either N (bopts dl) (bopts dr)).
Lemma heavy_heaps : forall o, heavy N hw o = bmeas o.
Proof. induction o as [|a o IH]; simpl; trivial. Qed.
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

Lemma heaps_fall : forall n o, option_of n o -> (heavy N hw o < hw n)%nat.
Proof. intros n o [I|I]; rewrite heavy_heaps; now apply opts_fall in I. Qed.
Lemma heaps_smaller : forall n o a, option_of n o -> In a o -> a < n.
Proof. intros n o a [I|I] Ia; exact (proj2 (opts_fall _ _ _ I) a Ia). Qed.
Lemma heaps_stay : forall n o a, every n -> option_of n o -> In a o -> every a.
Proof. now unfold every. Qed.
Lemma hL_falls : forall b p, In p (hL b) -> (Value.total (N + N) (weight N hw) p < hw b)%nat.
Proof. exact (bL_falls N (bopts dl) (bopts dr) hw heaps_fall). Qed.
Lemma hR_falls : forall b p, In p (hR b) -> (Value.total (N + N) (weight N hw) p < hw b)%nat.
Proof. exact (bR_falls N (bopts dl) (bopts dr) hw heaps_fall). Qed.

Variables (h n0 p K : N).
Hypothesis Hh : 0 < h.
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Notation shrinks := (shrinks N (fun n => n) every K (fun n => n + p) n0 p).
Notation stretches := (stretches N (fun n => n) every K (fun n => n + p) n0 p).
Lemma shrinks_heap : forall ds, leaves ds h = true -> h * (n0 + p) + N.of_nat (length ds) <= K -> shrinks (bopts ds).
Proof using Hh Hp H0.
  intros ds Lv Kd n o _ L I. assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia.
  destruct (option_large ds h n0 p Hh Hp H0 (leaves_sound _ _ Lv) (n + p) o (n0 + p) ltac:(lia) ltac:(lia) I) as [l1 [x [l2 [-> Hx]]]].
  assert (Lx : x < n + p) by (apply (proj2 (opts_fall _ _ _ I)), in_elt).
  exists l1, (x - p), l2. replace (x - p + p) with x by lia. split; [reflexivity|]. split; [lia|]. split; [exact Logic.I|].
  apply (swap ds h n0 p Hh Hp H0 (n + p) n l1 x (x - p) l2); trivial; lia.
Qed.
Lemma stretches_heap : forall ds, leaves ds h = true -> h * (n0 + p) + N.of_nat (length ds) <= K -> stretches (bopts ds).
Proof using Hh Hp H0.
  intros ds Lv Kd n o _ L I. assert (P1 : p <= h * p) by nia. assert (P2 : h * (n0 + p) = h * n0 + h * p) by lia.
  destruct (option_large ds h n0 p Hh Hp H0 (leaves_sound _ _ Lv) n o n0 ltac:(lia) ltac:(lia) I) as [l1 [x [l2 [-> Hx]]]].
  assert (Lx : x < n) by (apply (proj2 (opts_fall _ _ _ I)), in_elt).
  exists l1, x, l2. split; [reflexivity|]. split; [lia|]. split; [exact Logic.I|].
  apply (swap ds h n0 p Hh Hp H0 n (n + p) l1 x (x + p) l2); trivial; lia.
Qed.
End Heaps.

(* ---------------- the certificate checker ---------------- *)
Definition value_check (dl dr : list N) (h n0 p S : N) (values : list N) (s : sheet) : bool :=
  let ml := lefts s in let mr := rights s in let mo := gathered (size s) (order s) in let mp := gathered (size s) (plus s) in
  let mv := numbered 0 values (M.empty N) in
  let fl := options_in ml in let fr := options_in mr in let LE := look (size s) mo in let SUM := look (size s) mp in let V := at_key 0 mv in
  let K := h * (n0 + p) + N.max (N.of_nat (length dl)) (N.of_nat (length dr)) in
  (0 <? h) && (0 <? p) && (0 <? n0) && leaves dl h && leaves dr h && sheet_ok s fl fr LE SUM &&
  forallb (worth_ok N (bopts dl) (bopts dr) fl fr LE SUM V) (range (N.to_nat K) 0) &&
  forallb (fun n => negb (n + p <? K) || match sum SUM (V n) S with Some c => c =? V (n + p) | None => false end) (range (N.to_nat (K - n0)) n0) &&
  forallb (fun n => beats N (bopts dl) (bopts dr) fl fr LE SUM V S n) (range (N.to_nat p) (K - p)).

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
  assert (T : forall n, every n -> n < K -> worth_ok N (bopts dl) (bopts dr) (options_in (lefts s)) (options_in (rights s))
    (look (size s) (gathered (size s) (order s))) (look (size s) (gathered (size s) (plus s))) V n = true).
  { intros n _ L. apply Ch, in_range. lia. }
  pose proof (sheet_lines s _ _ _ Cs) as Ln. pose proof (sheet_sums s _ _ _ Cs) as Sm.
  split.
  - intros n L. apply (table_sound N (bopts dl) (bopts dr) hw (fun n => n) every (heaps_fall dl dr) (heaps_smaller dl dr) (heaps_stay dl dr)
      _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V K T n Logic.I). unfold K. nia.
  - intros n L. refine (growth_law N (bopts dl) (bopts dr) hw (fun n => n) every (heaps_fall dl dr) (heaps_smaller dl dr) (heaps_stay dl dr)
      _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V K T (fun n => n + p) n0 p S Cp _ (fun _ => eq_refl) (fun _ _ => Logic.I) _ _ _ _ _ _ _ n Logic.I L).
    + unfold K. nia.
    + intros b _ Lb. exists (b - p). split; [exact Logic.I|lia].
    + apply (shrinks_heap h n0 p K C Cp C0 dl Ll). unfold K. lia.
    + apply (shrinks_heap h n0 p K C Cp C0 dr Lr). unfold K. lia.
    + apply (stretches_heap h n0 p K C Cp C0 dl Ll). unfold K. lia.
    + apply (stretches_heap h n0 p K C Cp C0 dr Lr). unfold K. lia.
    + intros m _ Lm Lk. specialize (Cg m). rewrite in_range in Cg. specialize (Cg ltac:(lia)). apply orb_prop in Cg.
      destruct Cg as [G|G]; [apply negb_true_iff, N.ltb_ge in G; lia|]. destruct (sum _ (V m) S) as [c|]; [|discriminate]. apply N.eqb_eq in G. now subst.
    + intros m _ Lm Lk. apply Cb, in_range. lia.
Qed.
