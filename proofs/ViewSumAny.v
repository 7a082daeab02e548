(** * ViewSumAny.v -- any number of components of one game, read off a core term: crates/analysis/src/program/sum.rs.
    Each part of the game is a column of the state, with the elements of all components one after the other, and another with how many each has, where that is not fixed.
    Proved: where [view_any] accepts, a move of the term is a move of the game in one of the components ([any_moves]); so who can force a win is told by the nim-sum of what these are worth ([any_law]).
    Source: Sprague 1935, Grundy 1939.
    An instance gives the game's term, which of its parts have a fixed length, and what its positions are worth. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require ViewHeaps.
From Whowins Require Import Core ViewTidy ViewOutcome Worth Placed ViewSum.
Import ListNotations.
Open Scope Z_scope.

(** ** Columns *)
(** How long each part is, where that is fixed. *)
Definition shape := list (option nat).
Definition elements (k : nat) (l : list position) : list Z := flat_map (fun x => nth k x []) l.
Definition lengths (k : nat) (l : list position) : list Z := map (fun x => Z.of_nat (length (nth k x []))) l.
Definition block (k : nat) (f : option nat) (l : list position) : position := match f with Some _ => [elements k l] | None => [elements k l; lengths k l] end.
Fixpoint columns (fx : shape) (o : nat) (l : list position) : position := match fx with [] => [] | f :: fx => block o f l ++ columns fx (S o) l end.
Definition width (f : option nat) : nat := match f with Some _ => 1 | None => 2 end.
Definition widths (fx : shape) : nat := fold_right (fun f n => width f + n)%nat O fx.
Definition held (fx : shape) : nat := length (filter (fun f => match f with None => true | Some _ => false end) fx).
(** The bounds of the columns. *)
Fixpoint column_bounds (fx : shape) (bs : list bounds) : list bounds := match fx, bs with
  | f :: fx, b :: bs => (match f with Some _ => [b] | None => [b; (0, None)] end) ++ column_bounds fx bs | _, _ => [] end.
(** How many elements stand before a component, in each part whose length is not fixed. *)
Fixpoint begins (fx : shape) (o : nat) (l : list position) : list Z := match fx with
  | [] => [] | Some _ :: fx => begins fx (S o) l | None :: fx => Z.of_nat (length (elements o l)) :: begins fx (S o) l end.

Lemma elements_app : forall k a b, elements k (a ++ b) = elements k a ++ elements k b.
Proof. intros. apply flat_map_app. Qed.
Lemma lengths_app : forall k a b, lengths k (a ++ b) = lengths k a ++ lengths k b.
Proof. intros. apply map_app. Qed.
Lemma columns_split : forall f1 f f2 o l, columns (f1 ++ f :: f2) o l = columns f1 o l ++ block (o + length f1) f l ++ columns f2 (S (o + length f1)) l.
Proof.
  induction f1 as [|h f1 IH]; intros f f2 o l; cbn [app columns length]; [now rewrite Nat.add_0_r|]. rewrite IH, <- app_assoc. now replace (S o + length f1)%nat with (o + S (length f1))%nat by lia.
Qed.
Lemma columns_length : forall fx o l, length (columns fx o l) = widths fx.
Proof. induction fx as [|f fx IH]; intros o l; [reflexivity|]. cbn [columns widths fold_right]. rewrite app_length, IH. now destruct f. Qed.
Lemma bounds_split : forall f1 f f2 b1 b b2, length b1 = length f1 -> column_bounds (f1 ++ f :: f2) (b1 ++ b :: b2) =
  column_bounds f1 b1 ++ (match f with Some _ => [b] | None => [b; (0, None)] end) ++ column_bounds f2 b2.
Proof.
  induction f1 as [|h f1 IH]; intros f f2 b1 b b2 L; destruct b1 as [|c b1]; try discriminate; [reflexivity|]. cbn [app column_bounds]. injection L as L. now rewrite IH, app_assoc.
Qed.
Lemma bounds_length : forall fx bs, length bs = length fx -> length (column_bounds fx bs) = widths fx.
Proof. induction fx as [|f fx IH]; intros [|b bs] L; try discriminate; [reflexivity|]. injection L as L. cbn [column_bounds widths fold_right]. rewrite app_length, IH by trivial. now destruct f. Qed.
Lemma begins_split : forall f1 f f2 o l, begins (f1 ++ f :: f2) o l = begins f1 o l ++ begins (f :: f2) (o + length f1) l.
Proof.
  induction f1 as [|h f1 IH]; intros f f2 o l; cbn [app length]; [now rewrite Nat.add_0_r|]. replace (o + S (length f1))%nat with (S o + length f1)%nat by lia.
  destruct h; cbn [begins]; rewrite (IH f f2 (S o) l); reflexivity.
Qed.
Lemma begins_length : forall fx o l, length (begins fx o l) = held fx.
Proof. induction fx as [|[f|] fx IH]; intros o l; unfold held in *; cbn [begins filter length]; auto. Qed.
Lemma columns_other : forall fx o k l1 x l2 v, (k < o \/ o + length fx <= k)%nat -> columns fx o (l1 ++ put k v x :: l2) = columns fx o (l1 ++ x :: l2).
Proof.
  assert (P : forall (x : position) k j v, j <> k -> nth j (put k v x) [] = nth j x []).
  { induction x as [|y x IH]; intros k j v Ne; [now destruct k|]. destruct k as [|k], j as [|j]; cbn [put nth]; try reflexivity; try congruence. apply IH. lia. }
  induction fx as [|f fx IH]; intros o k l1 x l2 v H; [reflexivity|]. cbn [columns length] in *. rewrite IH by lia. f_equal.
  assert (E : elements o (l1 ++ put k v x :: l2) = elements o (l1 ++ x :: l2)) by (rewrite !elements_app; unfold elements at 2 4; cbn [flat_map]; rewrite P by lia; reflexivity).
  assert (F : lengths o (l1 ++ put k v x :: l2) = lengths o (l1 ++ x :: l2)) by (rewrite !lengths_app; unfold lengths at 2 4; cbn [map]; rewrite P by lia; reflexivity).
  unfold block. now rewrite E, F.
Qed.
Lemma after_first : forall A (x : A) l n, nth_error (x :: l) (S n) = nth_error l n.
Proof. reflexivity. Qed.
Lemma put_at : forall A (a : list A) y b v, put (length a) v (a ++ y :: b) = a ++ v :: b.
Proof. induction a as [|z a IH]; intros y b v; cbn; [reflexivity|now rewrite IH]. Qed.
Lemma nth_put : forall A (x : list A) k v d, (k < length x)%nat -> nth k (put k v x) d = v.
Proof. induction x as [|y x IH]; intros k v d L; [cbn in L; lia|]. destruct k; [reflexivity|]. cbn [put nth length] in *. apply IH. lia. Qed.

(** ** The term *)
Definition spot (fx : shape) (k : nat) : place := let q := S (widths (firstn k fx)) in match nth_error fx k with
  | Some (Some n) => Stretch q (Bin Mul (Num (Z.of_nat n)) (Var 0)) (Num (Z.of_nat n)) None
  | Some None => Stretch q (Var (S (held (firstn k fx)))) (Get (P (S q)) (Var 0) 0) (Some (S q, Var 0))
  | None => Whole (S (widths fx)) end.
Definition place_among (fx : shape) (p : nat) : place := match p with O => Whole 0 | S k => spot fx k end.
(** How many there are. *)
Definition count_of (fx : shape) : expr := match fx with Some n :: _ => Bin Div (Len (P 1)) (Num (Z.of_nat n)) | _ => Len (P 2) end.
Fixpoint places_of (fx : shape) (q j : nat) : list expr := match fx with
  | [] => []
  | Some _ :: fx => places_of fx (S q) j
  | None :: fx => Fold (Num 0) (Var 0) (Num 0) (Bin Add (Var (2 + j)) (Get (P (S q)) (Var (1 + j)) 0)) :: places_of fx (S (S q)) (S j) end.
Fixpoint nest (es : list expr) (c : cmd) : cmd := match es with [] => c | e :: es => Choose e (Bin Add e (Num 1)) (nest es c) end.
Definition among (fx : shape) (g G : game) : cmd :=
  Choose (Num 0) (count_of fx) (nest (places_of fx 1 0) (placed_c (place_among fx) (const_in g G) (S (held fx)) (body_of g) 0)).
Definition view_any (fx : shape) (g G : game) : bool :=
  plain G && alike_e (stuck G) (ViewHeaps.stuck_of false) && (summand g && consts_in g G) &&
  (if list_eq_dec bounds_dec (tl (parts G)) (column_bounds fx (tl (parts g))) then true else false) && Nat.eqb (length fx) (size g) &&
  match fx with Some n :: _ => negb (Nat.eqb n 0) | None :: _ => true | [] => false end && lasting (place_among fx) (body_of g) &&
  match tiers G with [c] => alike c (Seq (among fx g G) pass) | _ => false end.

Definition shaped (fx : shape) (x : position) : Prop := length x = length fx /\ forall k n, nth_error fx k = Some (Some n) -> length (nth k x []) = n.

Section Law.
Variables (fx : shape) (g G : game).
Hypothesis V : view_any fx g G = true.
Lemma any_facts : plain G = true /\ (forall s, stuck_pays G s = ev (consts G) [] s (ViewHeaps.stuck_of false)) /\ summand g = true /\ consts_in g G = true /\
  tl (parts G) = column_bounds fx (tl (parts g)) /\ length fx = size g /\ match fx with Some n :: _ => n <> O | None :: _ => True | [] => False end /\
  lasting (place_among fx) (body_of g) = true /\ forall s, moves G s = flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) (among fx g G) [] s).
Proof using V.
  pose proof V as H. unfold view_any in H. do 7 (apply andb_prop in H; let K := fresh in destruct H as [H K]). destruct (plain_facts G H) as [_ [En _]].
  split; trivial. split; [intro s; unfold stuck_pays; now apply alike_value|]. apply andb_prop in H5. destruct H5 as [Sg Cg]. split; trivial. split; trivial.
  destruct (list_eq_dec _ _ _) as [E|]; [|discriminate]. split; trivial. split; [now apply Nat.eqb_eq|]. split.
  - destruct fx as [|[n|] ?]; trivial; [discriminate|]. apply negb_true_iff in H2. now apply Nat.eqb_neq.
  - split; trivial. intro s. destruct (tiers G) as [|c [|]] eqn:T; try discriminate. rewrite (one_tier G c s En T). now rewrite (alike_run c (Seq (among fx g G) pass)).
Qed.

(** *** One of the components *)
Section One.
Variables (l1 l2 : list position).
Definition emb_any (s : state) : state := hd [] s :: columns fx 0 (l1 ++ tl s :: l2).
Definition ok_any (s : state) : Prop := exists t x, s = t :: x /\ shaped fx x.
Definition penv : list Z := Z.of_nat (length l1) :: begins fx 0 l1.
Hypothesis Shaped : Forall (shaped fx) l1.
Lemma fixed_before : forall k n, nth_error fx k = Some (Some n) -> Z.of_nat (length (elements k l1)) = Z.of_nat n * Z.of_nat (length l1).
Proof using Shaped.
  intros k n E. revert Shaped. generalize l1. intros l F. induction F as [|x l [_ S] _ IH]; [cbn; lia|]. unfold elements in *. cbn [flat_map length]. rewrite app_length, Nat2Z.inj_add, IH, (S k n E), Nat2Z.inj_succ. ring.
Qed.
Lemma shaped_put : forall x k v, shaped fx x -> (nth_error fx k = Some None \/ length v = length (nth k x [])) -> shaped fx (put k v x).
Proof using.
  intros x k v [L S] H. split; [now rewrite put_length|]. intros j n E. destruct (Nat.eq_dec j k) as [->|Ne].
  - assert (Lk : (k < length x)%nat) by (rewrite L; apply nth_error_Some; congruence). rewrite nth_put by trivial. destruct H as [H|H]; [congruence|]. rewrite H. now apply S.
  - rewrite <- (S j n E). f_equal. clear - Ne. revert k j Ne. induction x as [|y x IH]; intros k j Ne; [now destruct k|]. destruct k as [|k], j as [|j]; cbn [put nth]; trivial; try congruence. apply IH. lia.
Qed.
Lemma place_right : forall p, match place_among fx p with
  | Whole q => whole (parts g) (parts G) emb_any ok_any p q | Stretch q b n h => stretch penv (consts G) (parts g) (parts G) emb_any ok_any p q b n h end.
Proof using V Shaped.
  destruct any_facts as [PlG [_ [Sg [_ [Pt [Lf _]]]]]]. pose proof Sg as S'. unfold summand in S'. apply andb_prop in S'. destruct S' as [Pg _].
  destruct (plain_facts g Pg) as [_ [_ Eg]]. destruct (plain_facts G PlG) as [_ [_ EG]].
  intros [|k]; cbn [place_among]; unfold whole.
  { split; [now rewrite Eg, EG|]. intros s [t [x [-> Sx]]]. split; [reflexivity|]. intros v _. split; [now exists v, x|reflexivity]. }
  unfold spot. destruct (nth_error fx k) as [f|] eqn:E.
  2:{ apply nth_error_None in E. unfold whole. split.
      - rewrite EG, Pt, Eg. cbn [nth_error]. rewrite (proj2 (nth_error_None _ (widths fx))) by (rewrite bounds_length by (symmetry; exact Lf); lia). symmetry. apply nth_error_None. fold (size g). lia.
      - intros s [t [x [-> [Lx _]]]]. unfold emb_any. cbn [hd tl nth_error length]. split.
        + rewrite (proj2 (nth_error_None _ (widths fx))) by (rewrite columns_length; lia). symmetry. apply nth_error_None. lia.
        + intros v L. lia. }
  pose proof (nth_error_split fx k E) as [f1 [f2 [Ef Lf1]]].
  assert (Fi : firstn k fx = f1) by (rewrite Ef, <- Lf1, firstn_app, Nat.sub_diag, firstn_all; cbn [firstn]; apply app_nil_r). rewrite Fi.
  assert (Lk : (k < size g)%nat) by (rewrite <- Lf; apply nth_error_Some; congruence).
  assert (Bk : exists b1 b b2, tl (parts g) = b1 ++ b :: b2 /\ length b1 = length f1).
  { destruct (nth_error (tl (parts g)) k) as [b|] eqn:Eb; [|apply nth_error_None in Eb; fold (size g) in Eb; lia]. destruct (nth_error_split _ _ Eb) as [b1 [b2 [E1 E2]]]. exists b1, b, b2. split; trivial. lia. }
  destruct Bk as [b1 [b [b2 [Eb Lb]]]].
  assert (Bounds : nth_error (parts G) (S (widths f1)) = nth_error (parts g) (S k) /\ (f = None -> nth_error (parts G) (S (S (widths f1))) = Some (0, None))).
  { rewrite EG, Pt, Eb, Ef, bounds_split by trivial. rewrite Eg, Eb. cbn [tl]. rewrite !after_first, (nth_error_app2 b1) by lia. replace (k - length b1)%nat with O by lia.
    pose proof (bounds_length f1 b1 Lb) as W. split.
    - rewrite (nth_error_app2 (column_bounds f1 b1)) by lia. rewrite W, Nat.sub_diag. now destruct f.
    - intros ->. rewrite nth_error_app2 by lia. rewrite W. now replace (S (widths f1) - widths f1)%nat with 1%nat by lia. }
  (* the state: what stands before the block of this part, the block, and what stands behind it *)
  assert (Block : forall x, columns fx 0 (l1 ++ x :: l2) = columns f1 0 (l1 ++ x :: l2) ++ block k f (l1 ++ x :: l2) ++ columns f2 (S k) (l1 ++ x :: l2)).
  { intro x. rewrite Ef, columns_split, Lf1. reflexivity. }
  assert (El : forall x, elements k (l1 ++ x :: l2) = elements k l1 ++ nth k x [] ++ elements k l2) by (intro x; now rewrite elements_app).
  assert (Le : forall x, lengths k (l1 ++ x :: l2) = lengths k l1 ++ Z.of_nat (length (nth k x [])) :: lengths k l2) by (intro x; now rewrite lengths_app).
  assert (Other : forall x v, columns f1 0 (l1 ++ put k v x :: l2) = columns f1 0 (l1 ++ x :: l2) /\ columns f2 (S k) (l1 ++ put k v x :: l2) = columns f2 (S k) (l1 ++ x :: l2)).
  { intros x v. split; apply columns_other; lia. }
  assert (W : forall x, length (columns f1 0 (l1 ++ x :: l2)) = widths f1) by (intro x; apply columns_length).
  assert (Here : forall t x, shaped fx x -> nth_error (emb_any (t :: x)) (S (widths f1)) = Some (elements k l1 ++ nth k x [] ++ elements k l2)).
  { intros t x Sx. unfold emb_any. cbn [hd tl nth_error]. rewrite Block, nth_error_app2 by (rewrite W; lia). rewrite W, Nat.sub_diag. unfold block. rewrite El. now destruct f. }
  assert (Part : forall t x, shaped fx x -> nth_error (t :: x) (S k) = Some (nth k x [])).
  { intros t x [Lx _]. cbn [nth_error]. apply nth_error_nth'. lia. }
  destruct f as [n|]; exists (elements k l1), (elements k l2); (split; [exact (proj1 Bounds)|]); intros s [t [x [-> Sx]]]; exists (nth k x []); (split; [now apply Part|]); (split; [now apply Here|]); pose proof Sx as [Lx Fx].
  - split; [|split; [|exact I]].
    + intro env. cbn [ev app penv nth]. rewrite (fixed_before k n E), (Fx k n E). now split.
    + intros v Lv. cbn [put]. split; [exists t, (put k v x); split; [reflexivity|]; apply shaped_put; auto|].
      unfold emb_any. cbn [hd tl put]. f_equal. destruct (Other x v) as [O1 O2]. rewrite !Block, O1, O2. unfold block. cbn [app].
      rewrite El, (El (put k v x)), nth_put by lia. pose proof (W x) as Wx. revert Wx. generalize (columns f1 0 (l1 ++ x :: l2)) (columns f2 (S k) (l1 ++ x :: l2)). intros before after <-.
      apply put_at.
  - assert (Held : forall y, shaped fx y -> nth_error (emb_any (t :: y)) (S (S (widths f1))) = Some (lengths k l1 ++ Z.of_nat (length (nth k y [])) :: lengths k l2)).
    { intros y Sy. unfold emb_any. cbn [hd tl]. rewrite after_first, Block, nth_error_app2 by (rewrite W; lia). rewrite W. replace (S (widths f1) - widths f1)%nat with 1%nat by lia. unfold block. cbn [app nth_error]. now rewrite Le. }
    assert (LL : length (lengths k l1) = length l1) by apply map_length.
    assert (Whole_ : forall v, put (S (S (widths f1))) (lengths k l1 ++ Z.of_nat (length v) :: lengths k l2) (put (S (widths f1)) (elements k l1 ++ v ++ elements k l2) (emb_any (t :: x))) = emb_any (put (S k) v (t :: x))).
    { intro v. unfold emb_any. cbn [hd tl put]. f_equal. destruct (Other x v) as [O1 O2]. rewrite !Block, O1, O2. unfold block. cbn [app].
      rewrite El, (El (put k v x)), (Le x), (Le (put k v x)), nth_put by lia. pose proof (W x) as Wx. revert Wx. generalize (columns f1 0 (l1 ++ x :: l2)) (columns f2 (S k) (l1 ++ x :: l2)). intros before after <-.
      rewrite put_at. clear. induction before as [|y before IH]; [reflexivity|]. cbn [app length put] in *. now rewrite IH. }
    split; [|split].
    + intro env. cbn [ev look]. split.
      * cbn [app penv nth]. rewrite Ef, begins_split, <- app_assoc. rewrite <- (begins_length f1 0 l1), app_nth2, Nat.sub_diag by lia. cbn [begins app nth]. now rewrite Lf1.
      * rewrite (nth_error_nth _ _ [] (Held x Sx)). cbn [app penv nth]. unfold elt. destruct (Z.ltb_spec (Z.of_nat (length l1)) 0); [lia|]. rewrite Nat2Z.id, <- LL, app_nth2, Nat.sub_diag by lia. reflexivity.
    + intros v Lv. split; [cbn [put]; exists t, (put k v x); split; [reflexivity|]; apply shaped_put; auto|].
      rewrite <- Whole_. assert (Hl : nth_error (put (S (widths f1)) (elements k l1 ++ v ++ elements k l2) (emb_any (t :: x))) (S (S (widths f1))) = Some (lengths k l1 ++ Z.of_nat (length v) :: lengths k l2)).
      { rewrite Lv, <- (Held x Sx). clear. generalize (emb_any (t :: x)) (elements k l1 ++ v ++ elements k l2). generalize (S (widths f1)). intro m. induction m as [|m IH]; intros [|y s] w; trivial. cbn [put nth_error] in *. apply IH. }
      revert Hl. generalize (put (S (widths f1)) (elements k l1 ++ v ++ elements k l2) (emb_any (t :: x))). generalize (lengths k l1 ++ Z.of_nat (length v) :: lengths k l2). generalize (S (S (widths f1))). clear.
      intros m w. induction m as [|m IH]; intros [|y s] H; try discriminate; cbn [nth_error put] in *; [congruence|]. f_equal. now apply IH.
    + split; [now apply Bounds|]. intro v. split; [cbn [put]; exists t, (put k v x); split; [reflexivity|]; apply shaped_put; auto|].
      exists (lengths k l1 ++ Z.of_nat (length (nth k x [])) :: lengths k l2), (length l1). split; [|split; [rewrite app_length; cbn [length]; lia|split; [reflexivity|]]].
      * rewrite <- (Held x Sx). clear. generalize (emb_any (t :: x)) (elements k l1 ++ v ++ elements k l2). generalize (S (widths f1)). intro m. induction m as [|m IH]; intros [|y s] w; trivial. cbn [put nth_error] in *. apply IH.
      * rewrite <- LL at 1. rewrite put_at. apply Whole_.
Qed.
Lemma one_moves : forall P x, shaped fx x -> let placed := placed_c (place_among fx) (const_in g G) (S (held fx)) (body_of g) 0 in
  flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) placed penv (emb_any (at_turn P x))) = map emb_any (moves g (at_turn P x)) /\ Forall ok_any (moves g (at_turn P x)).
Proof using V Shaped.
  intros P x Sx placed. destruct any_facts as [_ [_ [Sg [Cg [_ [_ [_ [La _]]]]]]]]. rewrite (summand_moves g Sg).
  assert (O : ok_any (at_turn P x)) by (exists [number_of P], x; now split).
  assert (La' : lasting (place_among fx) (Seq (body_of g) pass) = true) by (cbn [lasting]; now rewrite La).
  destruct (placed_run (place_among fx) (const_in g G) penv (consts g) (consts G) (parts g) (parts G) emb_any ok_any (const_same g G Cg) place_right (Seq (body_of g) pass) La' [] (at_turn P x) O) as [E F].
  split; [|exact F]. rewrite app_nil_r in E. unfold placed. replace (S (held fx)) with (length penv) by (cbn [length penv]; now rewrite begins_length). exact E.
Qed.
(** Where the component's elements begin is bound before its moves. *)
Lemma sum_lengths : forall k (l r : list position), fold_left (fun acc v => acc + elt (lengths k (l ++ r)) v 0) (range 0 (Z.of_nat (length l))) 0 = Z.of_nat (length (elements k l)).
Proof using.
  intro k. induction l as [|x l IH] using rev_ind; intro r; [reflexivity|]. rewrite app_length. cbn [length].
  assert (R : range 0 (Z.of_nat (length l + 1)) = range 0 (Z.of_nat (length l)) ++ [Z.of_nat (length l)]).
  { unfold range. rewrite !Z.sub_0_r, !Nat2Z.id, Nat.add_1_r, seq_S, map_app. reflexivity. }
  rewrite R, fold_left_app, <- app_assoc, IH. cbn [fold_left]. rewrite elements_app, app_length, lengths_app.
  unfold elt. destruct (Z.ltb_spec (Z.of_nat (length l)) 0); [lia|]. rewrite Nat2Z.id, app_nth2 by (unfold lengths; rewrite map_length; lia).
  replace (length l - length (lengths k l))%nat with 0%nat by (unfold lengths; rewrite map_length; lia). unfold elements. cbn [lengths app map nth flat_map]. rewrite app_nil_r. lia.
Qed.
Lemma nest_run : forall x c f2 f1, fx = f1 ++ f2 -> forall t,
  run (consts G) (parts G) (nest (places_of f2 (S (widths f1)) (held f1)) c) (Z.of_nat (length l1) :: begins f1 0 l1) (t :: columns fx 0 (l1 ++ x :: l2)) =
  run (consts G) (parts G) c penv (t :: columns fx 0 (l1 ++ x :: l2)).
Proof using.
  intros x c. induction f2 as [|f f2 IH]; intros f1 E t; [rewrite app_nil_r in E; subst f1; reflexivity|].
  assert (E' : fx = (f1 ++ [f]) ++ f2) by now rewrite <- app_assoc. specialize (IH (f1 ++ [f]) E' t).
  assert (Wi : widths (f1 ++ [f]) = (widths f1 + width f)%nat) by (clear; unfold widths; induction f1 as [|h f1 IH]; cbn [app fold_right]; lia).
  assert (He : held (f1 ++ [f]) = (held f1 + match f with None => 1 | Some _ => 0 end)%nat) by (clear; unfold held; rewrite filter_app, app_length; now destruct f).
  rewrite Wi, He, begins_split in IH. destruct f as [n|]; cbn [width begins] in IH; cbn [places_of nest].
  - rewrite app_nil_r, Nat.add_0_r in IH. now replace (S (S (widths f1))) with (S (widths f1 + 1))%nat by lia.
  - change (run ?q ?w (Choose ?a ?b ?d) ?en ?st) with (flat_map (fun v => run q w d (en ++ [v]) st) (range (ev q en st a) (ev q en st b))). set (env := Z.of_nat (length l1) :: begins f1 0 l1). set (s := t :: columns fx 0 (l1 ++ x :: l2)).
    set (e := Fold _ _ _ _).
    assert (Ee : ev (consts G) env s e = Z.of_nat (length (elements (length f1) l1))).
    { unfold e. cbn [ev]. change (nth 0 env 0) with (Z.of_nat (length l1)). rewrite <- (sum_lengths (length f1) l1 (x :: l2)). apply fold_same. intros acc v. cbn [opz]. unfold look.
      assert (Le : length env = S (held f1)) by (unfold env; cbn [length]; now rewrite begins_length).
      rewrite (app_nth2 env), (app_nth2 env) by lia. rewrite Le. replace (2 + held f1 - S (held f1))%nat with 1%nat by lia. replace (1 + held f1 - S (held f1))%nat with 0%nat by lia. cbn [nth]. f_equal.
      f_equal. unfold s. rewrite E, columns_split. cbn [block]. change (nth (S ?n) (t :: ?r) ?d) with (nth n r d). rewrite app_nth2 by (rewrite columns_length; lia).
      rewrite columns_length. replace (S (widths f1) - widths f1)%nat with 1%nat by lia. reflexivity. }
    change (ev (consts G) env s (Bin Add e (Num 1))) with (ev (consts G) env s e + 1). rewrite Ee, one_range. cbn [flat_map]. rewrite app_nil_r. cbn [Nat.add] in IH.
    unfold env. cbn [app]. replace (S (S (S (widths f1)))) with (S (widths f1 + 2)) by lia. replace (S (held f1)) with (held f1 + 1)%nat by lia. exact IH.
Qed.
End One.

(** ** The whole *)
Definition fits_any (l : list component) : Prop := Forall (fun c => fst c = g /\ shaped fx (snd c)) l.
Definition join_any (l : list component) : position := columns fx 0 (map snd l).
Lemma count_ev : forall t l, Forall (shaped fx) l -> ev (consts G) [] (t :: columns fx 0 l) (count_of fx) = Z.of_nat (length l).
Proof using V.
  intros t l F. destruct any_facts as [_ [_ [_ [_ [_ [_ [Nz _]]]]]]]. unfold count_of. destruct fx as [|[n|] fx'] eqn:Ef; [destruct Nz| |].
  - cbn [ev look opz columns block app nth]. destruct (Z.leb_spec (Z.of_nat n) 0) as [L|L]; [lia|].
    assert (E : Z.of_nat (length (elements 0 l)) = Z.of_nat (length l) * Z.of_nat n).
    { clear - F. induction F as [|x l [_ S] _ IH]; [reflexivity|]. unfold elements in *. cbn [flat_map length]. rewrite app_length, Nat2Z.inj_add, IH, (S O n eq_refl), Nat2Z.inj_succ. ring. }
    rewrite E. apply Z.div_mul. lia.
  - cbn [ev look columns block app nth]. unfold lengths. now rewrite map_length.
Qed.
Lemma fits_split : forall l1 c l2, fits_any (l1 ++ c :: l2) -> Forall (shaped fx) (map snd l1) /\ fst c = g /\ shaped fx (snd c).
Proof using.
  intros l1 c l2 F. apply Forall_app in F. destruct F as [F1 F2]. apply Forall_inv in F2. split; [|exact F2]. apply Forall_map. revert F1. apply Forall_impl. intros d H. exact (proj2 H).
Qed.
(** THE VIEW: a move of the term is a move of the game in one of the components. *)
Theorem any_moves : forall P l t, fits_any l -> (In t (moves G (at_turn P (join_any l))) <->
  exists l1 h x l2 s, l = l1 ++ (h, x) :: l2 /\ In s (moves h (at_turn P x)) /\ t = hd [] s :: join_any (l1 ++ (h, tl s) :: l2)).
Proof using V.
  intros P l t F. destruct any_facts as [_ [_ [_ [_ [_ [_ [_ [_ Mo]]]]]]]]. rewrite Mo. unfold among.
  assert (Sh : Forall (shaped fx) (map snd l)) by (apply Forall_map; revert F; apply Forall_impl; intros c H; exact (proj2 H)).
  set (placed := placed_c _ _ _ _ _).
  change (run ?q ?w (Choose ?a ?b ?d) [] ?st) with (flat_map (fun v => run q w d [v] st) (range (ev q [] st a) (ev q [] st b))).
  change (ev (consts G) [] (at_turn P (join_any l)) (Num 0)) with 0. unfold at_turn at 2, join_any at 2. rewrite count_ev by exact Sh. rewrite flat_flat, in_flat_map. rewrite map_length.
  assert (At : forall l1 h x l2, l = l1 ++ (h, x) :: l2 -> flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) (nest (places_of fx 1 0) placed) [Z.of_nat (length l1)] (at_turn P (join_any l))) =
    map (emb_any (map snd l1) (map snd l2)) (moves g (at_turn P x)) /\ h = g).
  { intros k1 h x k2 ->. destruct (fits_split k1 (h, x) k2 F) as [F1 [Eh Sx]]. cbn [fst snd] in *. split; [|exact Eh]. unfold join_any. rewrite map_app. cbn [map snd].
    pose proof (nest_run (map snd k1) (map snd k2) x placed fx [] eq_refl [number_of P]) as N. rewrite map_length in N. cbn [widths held filter length fold_right begins] in N.
    unfold at_turn at 1. rewrite N. exact (proj1 (one_moves (map snd k1) (map snd k2) F1 P x Sx)). }
  split.
  - intros [v [Iv M]]. apply in_range in Iv. destruct (nth_error l (Z.to_nat v)) as [[h x]|] eqn:E; [|apply nth_error_None in E; unfold component in *; lia].
    destruct (nth_error_split _ _ E) as [k1 [k2 [El Lk]]]. destruct (At k1 h x k2 El) as [A Eh]. replace v with (Z.of_nat (length k1)) in M by (unfold component in *; lia).
    assert (M' : In t (map (emb_any (map snd k1) (map snd k2)) (moves g (at_turn P x)))) by (rewrite <- A; exact M). clear M. rename M' into M.
    apply in_map_iff in M. destruct M as [s [<- M]]. exists k1, h, x, k2, s. split; [exact El|]. split; [now rewrite Eh|]. unfold emb_any, join_any. rewrite map_app. reflexivity.
  - intros [k1 [h [x [k2 [s [El [M ->]]]]]]]. destruct (At k1 h x k2 El) as [A Eh]. exists (Z.of_nat (length k1)). split.
    + apply in_range. rewrite El, app_length. cbn [length]. lia.
    + assert (M' : In (hd [] s :: join_any (k1 ++ (h, tl s) :: k2)) (map (emb_any (map snd k1) (map snd k2)) (moves g (at_turn P x)))).
      { apply in_map_iff. exists s. split; [unfold emb_any, join_any; rewrite map_app; reflexivity|now rewrite <- Eh]. }
      rewrite <- A in M'. exact M'.
Qed.
Lemma any_keeps : forall P l1 h x l2 y, fits_any (l1 ++ (h, x) :: l2) -> In (at_turn (negb P) y) (moves h (at_turn P x)) -> fits_any (l1 ++ (h, y) :: l2).
Proof using V.
  intros P l1 h x l2 y F M. destruct (fits_split l1 (h, x) l2 F) as [F1 [Eh Sx]]. cbn [fst snd] in *. subst h.
  destruct (one_moves (map snd l1) (map snd l2) F1 P x Sx) as [_ O]. rewrite Forall_forall in O. destruct (O _ M) as [t [z [E Sz]]]. injection E as _ ->.
  apply Forall_app in F. destruct F as [F2 F3]. apply Forall_app. split; trivial. constructor; [now split|]. exact (Forall_inv_tail F3).
Qed.
(** THE LAW: any number of components are worth the nim-sum of what they are, and who wins by that can force a win in the game of the term. *)
Theorem any_law : forall l vs, fits_any l -> worths l vs -> worth G (join_any l) (nim_sum vs) /\
  forall P, (nim_sum vs <> 0%N <-> wins G P (at_turn P (join_any l))) /\ (nim_sum vs = 0%N <-> wins G (negb P) (at_turn P (join_any l))).
Proof using V.
  intros l vs F W. pose proof (sum_worth G fits_any join_any any_moves any_keeps l vs F W) as Wo. split; trivial.
  destruct any_facts as [Pl [St _]]. destruct (plain_facts G Pl) as [Bl [En _]]. apply (worth_wins G Bl En); trivial.
  intros P x. rewrite St. now destruct P.
Qed.
End Law.

(** The same, where positions are told by something else. *)
Theorem any_law_of : forall fx g G, view_any fx g G = true -> forall (X : Type) (here : X -> position) (value : X -> N), forall l : list X,
  Forall (fun x => worth g (here x) (value x) /\ shaped fx (here x)) l -> let v := nim_sum (map value l) in forall P,
  (v <> 0%N <-> wins G P (at_turn P (columns fx 0 (map here l)))) /\ (v = 0%N <-> wins G (negb P) (at_turn P (columns fx 0 (map here l)))).
Proof.
  intros fx g G V X here value l H v P. pose proof (any_law fx g G V (map (fun x => (g, here x)) l) (map value l)) as L.
  unfold join_any in L. rewrite map_map in L. cbn [snd] in L. apply L; clear L.
  - apply Forall_map. revert H. apply Forall_impl. intros x [_ S]. now split.
  - induction H as [|x l [W _] _ IH]; [apply worths_nil|]. now apply worths_cons.
Qed.
