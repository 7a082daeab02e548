(** * Value.v -- what can stand for what in every sum: values of short games, straight from who wins.
    Positions are lists of atoms side by side; a move replaces one atom by what it leaves. Left's and Right's options of an atom are lists of lists; each is lighter.
    Proved: [le X Y] (no left option of X is at least Y, no right option of Y at most X, by induction) says that Y is at least as good as X for Left
    ([le_wins]), is a preorder ([le_refl], [le_le_trans]), and holds beside any other atoms ([le_app]), whatever their order ([le_perm]). So equal positions can stand for each other in every
    sum ([equal_stands]). Nothing is built: no group of games, no canonical form.
    Source: J. H. Conway, On Numbers and Games (1976).
    An instance gives the atoms, their options and their weights. *)
Require Import List Arith Lia Bool PeanoNat Permutation Wf_nat.
Import ListNotations.

Section Short.
Variable P : Type.
Variables lo ro : P -> list P.
Variable rank : P -> nat.
Hypothesis lo_falls : forall n x, In x (lo n) -> rank x < rank n.
Hypothesis ro_falls : forall n x, In x (ro n) -> rank x < rank n.

(** Left, to move, wins; Left wins with Right to move. Normal play. *)
Inductive first : P -> Prop :=
| first_by : forall X Y, In Y (lo X) -> second Y -> first X
with second : P -> Prop :=
| second_all : forall X, (forall Y, In Y (ro X) -> first Y) -> second X.

(** X <= Y, and «X is less than Y or confused with it». *)
Inductive le : P -> P -> Prop :=
| le_all : forall n m, (forall x, In x (lo n) -> lf x m) -> (forall y, In y (ro m) -> lf n y) -> le n m
with lf : P -> P -> Prop :=
| lf_left : forall n m y, In y (lo m) -> le n y -> lf n m
| lf_right : forall n m x, In x (ro n) -> le x m -> lf n m.

Theorem le_wins : forall k n m, rank n + rank m <= k -> le n m -> (first n -> first m) /\ (second n -> second m).
Proof.
  induction k as [k IH] using (well_founded_induction lt_wf); intros n m B L.
  inversion L as [n' m' HL HR]; subst. split.
  - intro F. inversion F as [A x I S]; subst. pose proof (lo_falls _ _ I) as Rx.
    specialize (HL x I). inversion HL as [a b y Iy Ly|a b z Iz Lz]; subst.
    + pose proof (lo_falls _ _ Iy). apply (first_by _ y); [assumption|].
      refine (proj2 (IH (rank x + rank y) _ x y (Nat.le_refl _) Ly) S). lia.
    + pose proof (ro_falls _ _ Iz). inversion S as [A SA]; subst.
      refine (proj1 (IH (rank z + rank m) _ z m (Nat.le_refl _) Lz) (SA z Iz)). lia.
  - intro S. inversion S as [A SA]; subst. constructor. intros y I. pose proof (ro_falls _ _ I) as Ry.
    specialize (HR y I). inversion HR as [a b z Iz Lz|a b z Iz Lz]; subst.
    + pose proof (lo_falls _ _ Iz). apply (first_by _ z); [assumption|].
      refine (proj2 (IH (rank n + rank z) _ n z (Nat.le_refl _) Lz) S). lia.
    + pose proof (ro_falls _ _ Iz). refine (proj1 (IH (rank z + rank y) _ z y (Nat.le_refl _) Lz) (SA z Iz)). lia.
Qed.

Lemma le_refl' : forall k n, rank n <= k -> le n n.
Proof.
  induction k as [k IH] using (well_founded_induction lt_wf); intros n B. constructor; intros x I.
  - apply (lf_left _ _ x I). pose proof (lo_falls _ _ I). apply (IH (rank x)); lia.
  - apply (lf_right _ _ x I). pose proof (ro_falls _ _ I). apply (IH (rank x)); lia.
Qed.
Lemma le_refl : forall n, le n n. Proof. intro n. now apply (le_refl' (rank n)). Qed.

Lemma trans : forall k a b c, rank a + rank b + rank c <= k ->
  (le a b -> le b c -> le a c) /\ (lf a b -> le b c -> lf a c) /\ (le a b -> lf b c -> lf a c).
Proof.
  induction k as [k IH] using (well_founded_induction lt_wf); intros a b c B. split; [|split].
  - intros AB BC. inversion AB as [? ? AL AR]; subst. inversion BC as [? ? BL BR]; subst. constructor.
    + intros x I. pose proof (lo_falls _ _ I). refine (proj1 (proj2 (IH (rank x + rank b + rank c) _ x b c _)) (AL x I) BC); lia.
    + intros y I. pose proof (ro_falls _ _ I). refine (proj2 (proj2 (IH (rank a + rank b + rank y) _ a b y _)) AB (BR y I)); lia.
  - intros AB BC. inversion AB as [? ? y Iy Ly|? ? x Ix Lx]; subst.
    + inversion BC as [? ? BL BR]; subst. specialize (BL y Iy). pose proof (lo_falls _ _ Iy).
      refine (proj2 (proj2 (IH (rank a + rank y + rank c) _ a y c _)) Ly BL); lia.
    + apply (lf_right _ _ x Ix). pose proof (ro_falls _ _ Ix). refine (proj1 (IH (rank x + rank b + rank c) _ x b c _) Lx BC); lia.
  - intros AB BC. inversion BC as [? ? y Iy Ly|? ? x Ix Lx]; subst.
    + apply (lf_left _ _ y Iy). pose proof (lo_falls _ _ Iy). refine (proj1 (IH (rank a + rank b + rank y) _ a b y _) AB Ly); lia.
    + inversion AB as [? ? AL AR]; subst. specialize (AR x Ix). pose proof (ro_falls _ _ Ix).
      refine (proj1 (proj2 (IH (rank a + rank x + rank c) _ a x c _)) AR Lx); lia.
Qed.
Lemma le_lf_trans : forall a b c, le a b -> lf b c -> lf a c. Proof. intros a b c. apply (proj2 (proj2 (trans _ a b c (Nat.le_refl _)))). Qed.
Lemma lf_le_trans : forall a b c, lf a b -> le b c -> lf a c. Proof. intros a b c. apply (proj1 (proj2 (trans _ a b c (Nat.le_refl _)))). Qed.
Lemma le_le_trans : forall a b c, le a b -> le b c -> le a c. Proof. intros a b c. apply (proj1 (trans _ a b c (Nat.le_refl _))). Qed.
End Short.

(* ---------------- positions side by side ---------------- *)
Section Sums.
Variable A : Type.
Variables oL oR : A -> list (list A).
Variable weight : A -> nat.
Definition total (X : list A) : nat := fold_right (fun a s => weight a + s) 0 X.
Hypothesis oL_falls : forall a p, In p (oL a) -> total p < weight a.
Hypothesis oR_falls : forall a p, In p (oR a) -> total p < weight a.

Lemma total_app : forall X Y, total (X ++ Y) = total X + total Y.
Proof. induction X; intros; simpl; trivial. rewrite IHX. lia. Qed.

(** a move in one of the atoms *)
Fixpoint moves (o : A -> list (list A)) (X : list A) : list (list A) :=
  match X with [] => [] | a :: X => map (fun p => p ++ X) (o a) ++ map (cons a) (moves o X) end.
Lemma in_moves : forall o X Y, In Y (moves o X) <-> exists X1 a X2 p, X = X1 ++ a :: X2 /\ In p (o a) /\ Y = X1 ++ p ++ X2.
Proof.
  intros o X. induction X as [|b X IH]; intro Y; simpl.
  - split; [tauto|]. intros [X1 [a [X2 [p [E _]]]]]. now destruct X1.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[p [<- I]]|[Z [<- I]]]; [now exists [], b, X, p|].
      apply IH in I. destruct I as [X1 [a [X2 [p [-> [I ->]]]]]]. now exists (b :: X1), a, X2, p.
    + intros [[|c X1] [a [X2 [p [E [I ->]]]]]]; simpl in E; injection E as -> ->.
      * left. now exists p.
      * right. exists (X1 ++ p ++ X2). split; trivial. apply IH. now exists X1, a, X2, p.
Qed.
Lemma in_moves_app : forall o X C Y, In Y (moves o (X ++ C)) <->
  (exists X', In X' (moves o X) /\ Y = X' ++ C) \/ (exists C', In C' (moves o C) /\ Y = X ++ C').
Proof.
  intros o X. induction X as [|b X IH]; intros C Y; simpl.
  - split; [intro I; right; now exists Y|]. intros [[X' [[] _]]|[C' [I ->]]]. exact I.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[p [<- I]]|[Z [<- I]]].
      * left. exists (p ++ X). split; [|now rewrite app_assoc]. apply in_or_app. left. apply in_map_iff. now exists p.
      * apply IH in I. destruct I as [[X' [I ->]]|[C' [I ->]]]; [left|right].
        -- exists (b :: X'). split; trivial. apply in_or_app. right. now apply in_map.
        -- now exists C'.
    + intros [[X' [I ->]]|[C' [I ->]]].
      * apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [p [<- I]]; [left|right].
        -- exists p. now rewrite app_assoc.
        -- exists (p ++ C). split; trivial. apply IH. left. now exists p.
      * right. exists (X ++ C'). split; trivial. apply IH. right. now exists C'.
Qed.
Lemma moves_fall : forall o, (forall a p, In p (o a) -> total p < weight a) -> forall X Y, In Y (moves o X) -> total Y < total X.
Proof.
  intros o H X Y I. apply in_moves in I. destruct I as [X1 [a [X2 [p [-> [I ->]]]]]]. specialize (H _ _ I).
  rewrite !total_app. simpl. lia.
Qed.

Definition lo := moves oL. Definition ro := moves oR.
Lemma lo_falls : forall X Y, In Y (lo X) -> total Y < total X. Proof using oL_falls. exact (moves_fall oL oL_falls). Qed.
Lemma ro_falls : forall X Y, In Y (ro X) -> total Y < total X. Proof using oR_falls. exact (moves_fall oR oR_falls). Qed.
Notation le := (le (list A) lo ro). Notation lf := (lf (list A) lo ro).

(** what is no better alone is no better beside others *)
Lemma app' : forall k X Y C, total X + total Y + total C <= k -> (le X Y -> le (X ++ C) (Y ++ C)) /\ (lf X Y -> lf (X ++ C) (Y ++ C)).
Proof using oL_falls oR_falls.
  induction k as [k IH] using (well_founded_induction lt_wf); intros X Y C B. split.
  - intro L. inversion L as [? ? HL HR]; subst. constructor; intros Z I; apply in_moves_app in I; destruct I as [[Z' [I ->]]|[C' [I ->]]].
    + pose proof (lo_falls _ _ I). refine (proj2 (IH (total Z' + total Y + total C) _ Z' Y C _) (HL _ I)); lia.
    + pose proof (lo_falls _ _ I). apply (lf_left _ _ _ _ _ (Y ++ C')); [apply in_moves_app; right; now exists C'|].
      refine (proj1 (IH (total X + total Y + total C') _ X Y C' _) L); lia.
    + pose proof (ro_falls _ _ I). refine (proj2 (IH (total X + total Z' + total C) _ X Z' C _) (HR _ I)); lia.
    + pose proof (ro_falls _ _ I). apply (lf_right _ _ _ _ _ (X ++ C')); [apply in_moves_app; right; now exists C'|].
      refine (proj1 (IH (total X + total Y + total C') _ X Y C' _) L); lia.
  - intro L. inversion L as [? ? y I Ly|? ? x I Lx]; subst.
    + pose proof (lo_falls _ _ I). apply (lf_left _ _ _ _ _ (y ++ C)); [apply in_moves_app; left; now exists y|].
      refine (proj1 (IH (total X + total y + total C) _ X y C _) Ly); lia.
    + pose proof (ro_falls _ _ I). apply (lf_right _ _ _ _ _ (x ++ C)); [apply in_moves_app; left; now exists x|].
      refine (proj1 (IH (total x + total Y + total C) _ x Y C _) Lx); lia.
Qed.
Theorem le_app : forall X Y C, le X Y -> le (X ++ C) (Y ++ C).
Proof using oL_falls oR_falls. intros X Y C. exact (proj1 (app' _ X Y C (Nat.le_refl _))). Qed.

Lemma perm_moves : forall o X Y Z, Permutation X Y -> In Z (moves o X) -> exists Z', In Z' (moves o Y) /\ Permutation Z Z'.
Proof.
  intros o X Y Z E I. apply in_moves in I. destruct I as [X1 [a [X2 [p [-> [I ->]]]]]].
  assert (Ia : In a Y) by (apply (Permutation_in a E), in_elt).
  apply in_split in Ia. destruct Ia as [Y1 [Y2 ->]]. apply Permutation_app_inv in E.
  exists (Y1 ++ p ++ Y2). split; [apply in_moves; now exists Y1, a, Y2, p|].
  rewrite (Permutation_app_swap_app X1 p X2), (Permutation_app_swap_app Y1 p Y2). now apply Permutation_app_head.
Qed.
Lemma perm' : forall k X Y, total X <= k -> Permutation X Y -> le X Y.
Proof using oL_falls oR_falls.
  induction k as [k IH] using (well_founded_induction lt_wf); intros X Y B E. constructor; intros Z I.
  - destruct (perm_moves _ _ _ _ E I) as [Z' [I' E']]. apply (lf_left _ _ _ _ _ Z' I'). pose proof (lo_falls _ _ I). apply (IH (total Z)); trivial; lia.
  - destruct (perm_moves _ _ _ _ (Permutation_sym E) I) as [Z' [I' E']]. apply (lf_right _ _ _ _ _ Z' I').
    pose proof (ro_falls _ _ I'). apply (IH (total Z')); [lia|lia|now apply Permutation_sym].
Qed.
Theorem le_perm : forall X Y, Permutation X Y -> le X Y.
Proof using oL_falls oR_falls. intros X Y. now apply (perm' (total X)). Qed.

Definition equal X Y := le X Y /\ le Y X.
Lemma equal_refl : forall X, equal X X.
Proof using oL_falls oR_falls. intro X. split; apply (le_refl _ _ _ _ lo_falls ro_falls). Qed.
Lemma equal_sym : forall X Y, equal X Y -> equal Y X. Proof. now intros X Y []. Qed.
Lemma equal_trans : forall X Y Z, equal X Y -> equal Y Z -> equal X Z.
Proof using oL_falls oR_falls. intros X Y Z [a b] [c d]. split; eapply (le_le_trans _ _ _ _ lo_falls ro_falls); eassumption. Qed.
Lemma equal_perm : forall X Y, Permutation X Y -> equal X Y.
Proof using oL_falls oR_falls. intros X Y E. split; apply le_perm; trivial. now apply Permutation_sym. Qed.
Lemma equal_tail : forall X Y C, equal X Y -> equal (X ++ C) (Y ++ C).
Proof using oL_falls oR_falls. intros X Y C []. split; now apply le_app. Qed.
Lemma equal_head : forall X Y C, equal X Y -> equal (C ++ X) (C ++ Y).
Proof using oL_falls oR_falls.
  intros X Y C E. apply (equal_trans _ (X ++ C)); [apply equal_perm, Permutation_app_comm|].
  apply (equal_trans _ (Y ++ C)); [now apply equal_tail|apply equal_perm, Permutation_app_comm].
Qed.
Lemma equal_app : forall X X' Y Y', equal X X' -> equal Y Y' -> equal (X ++ Y) (X' ++ Y').
Proof using oL_falls oR_falls. intros. apply (equal_trans _ (X' ++ Y)); [now apply equal_tail|now apply equal_head]. Qed.

(** MAIN THEOREM: one can stand for the other in every sum *)
Theorem equal_stands : forall X Y, equal X Y -> forall C,
  (first _ lo ro (X ++ C) <-> first _ lo ro (Y ++ C)) /\ (second _ lo ro (X ++ C) <-> second _ lo ro (Y ++ C)).
Proof using oL_falls oR_falls.
  intros X Y E C. destruct (equal_tail X Y C E) as [P Q].
  pose proof (le_wins _ _ _ _ lo_falls ro_falls _ _ _ (Nat.le_refl _) P).
  pose proof (le_wins _ _ _ _ lo_falls ro_falls _ _ _ (Nat.le_refl _) Q). tauto.
Qed.
End Sums.
