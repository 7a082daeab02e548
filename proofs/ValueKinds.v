(** * ValueKinds.v -- what all positions of a game are, read off its moves: numbers, or dicots; crates/verify/src/values/kinds.rs.
    Numbers: if for each left option l and right option r of each position some right option of l is at most r, or some left option of r at least l, then each position is between its
    options ([numbers_by_pairs]): a number. The same where l and r have a common follower, r played in l and l played in r, or one of them leads to the other ([numbers_by_squares]).
    On rows, where a move puts one word in the place of another of the same length, moves apart always have a common follower; so the overlaps of two rules decide, finitely many
    ([numbers_law]). Dicots: if each word that Left may replace contains one that Right may, and the other way round, then where one player can move the other can ([dicots_law]).
    Source: Carvalho, Huggan, Nowakowski, Santos, A note on numbers (2021); Conway 1976.
    An instance gives the words of both players, and why play ends. *)
Require Import List Arith Lia Bool PeanoNat Wf_nat.
From Whowins Require Import Value.
Import ListNotations.

Section Pairs.
Variable P : Type.
Variables lo ro : P -> list P.
Variable rank : P -> nat.
Hypothesis lo_falls : forall n x, In x (lo n) -> rank x < rank n.
Hypothesis ro_falls : forall n x, In x (ro n) -> rank x < rank n.
Notation le := (le P lo ro). Notation lf := (lf P lo ro).
Definition between (n : P) : Prop := (forall l, In l (lo n) -> le l n) /\ (forall r, In r (ro n) -> le n r).

Lemma by_lf : (forall n l r, (forall x, rank x < rank n -> between x) -> In l (lo n) -> In r (ro n) -> lf l r) -> forall n, between n.
Proof using lo_falls ro_falls.
  intros H n. induction n as [n IH] using (well_founded_induction (well_founded_ltof _ rank)). unfold ltof in IH. split.
  - intros l I. constructor.
    + intros x Ix. apply (lf_left _ _ _ _ _ l I). apply (IH l); [now apply lo_falls|exact Ix].
    + intros r Ir. now apply (H n).
  - intros r I. constructor.
    + intros l Il. now apply (H n).
    + intros y Iy. apply (lf_right _ _ _ _ _ r I). apply (IH r); [now apply ro_falls|exact Iy].
Qed.

Theorem numbers_by_pairs : (forall n l r, In l (lo n) -> In r (ro n) -> (exists z, In z (ro l) /\ le z r) \/ (exists z, In z (lo r) /\ le l z)) ->
  forall n, between n.
Proof using lo_falls ro_falls.
  intros H. apply by_lf. intros n l r _ Il Ir. destruct (H n l r Il Ir) as [[z [I L]]|[z [I L]]]; [now apply (lf_right _ _ _ _ _ z)|now apply (lf_left _ _ _ _ _ z)].
Qed.

Definition square (l r : P) : Prop := In l (lo r) \/ In r (ro l) \/ exists z, In z (ro l) /\ In z (lo r).
Theorem numbers_by_squares : (forall n l r, In l (lo n) -> In r (ro n) -> square l r) -> forall n, between n.
Proof using lo_falls ro_falls.
  intros H. apply by_lf. intros n l r IH Il Ir. pose proof (lo_falls _ _ Il) as Fl. pose proof (ro_falls _ _ Ir) as Fr.
  destruct (H n l r Il Ir) as [I|[I|[z [I J]]]].
  - apply (lf_left _ _ _ _ _ l I). apply (le_refl _ _ _ _ lo_falls ro_falls).
  - apply (lf_right _ _ _ _ _ r I). apply (le_refl _ _ _ _ lo_falls ro_falls).
  - apply (lf_right _ _ _ _ _ z I). destruct (IH r Fr) as [B _]. exact (B z J).
Qed.
End Pairs.

(* ---------------- rows ---------------- *)
Definition rule := (list nat * list nat)%type.
Fixpoint strip (x b : list nat) : option (list nat) := match x, b with
  | [], _ => Some b | c :: x, d :: b => if c =? d then strip x b else None | _, [] => None end.
Lemma strip_some : forall x b v, strip x b = Some v <-> b = x ++ v.
Proof.
  induction x as [|c x IH]; intros b v; simpl; [split; congruence|]. destruct b as [|d b]; [split; discriminate|].
  destruct (Nat.eqb_spec c d) as [->|N]; [rewrite IH; split; congruence|split; congruence].
Qed.
Definition here (rs : list rule) (b : list nat) : list (list nat) :=
  flat_map (fun r => match strip (fst r) b with Some v => [snd r ++ v] | None => [] end) rs.
Fixpoint nexts (rs : list rule) (b : list nat) : list (list nat) :=
  here rs b ++ match b with [] => [] | c :: b => map (cons c) (nexts rs b) end.
Lemma in_here : forall rs b c, In c (here rs b) <-> exists x y v, In (x, y) rs /\ b = x ++ v /\ c = y ++ v.
Proof.
  intros rs b c. unfold here. rewrite in_flat_map. split.
  - intros [[x y] [I J]]. simpl in J. destruct (strip x b) as [v|] eqn:E; [|destruct J]. destruct J as [<-|[]]. apply strip_some in E. now exists x, y, v.
  - intros [x [y [v [I [-> ->]]]]]. exists (x, y). split; trivial. simpl. destruct (strip x (x ++ v)) as [w|] eqn:E.
    + apply strip_some, app_inv_head in E. subst. now left.
    + exfalso. pose proof (proj2 (strip_some x (x ++ v) v) eq_refl). congruence.
Qed.
Lemma in_nexts : forall rs b c, In c (nexts rs b) <-> exists u x y v, In (x, y) rs /\ b = u ++ x ++ v /\ c = u ++ y ++ v.
Proof.
  intros rs b. induction b as [|d b IH]; intro c; simpl; rewrite in_app_iff, in_here.
  - split.
    + intros [[x [y [v H]]]|[]]. now exists [], x, y, v.
    + intros [[|e u] [x [y [v [I [E ->]]]]]]; [left; now exists x, y, v|discriminate].
  - rewrite in_map_iff. split.
    + intros [[x [y [v H]]]|[w [<- I]]]; [now exists [], x, y, v|]. apply IH in I. destruct I as [u [x [y [v [I [-> ->]]]]]]. now exists (d :: u), x, y, v.
    + intros [[|e u] [x [y [v [I [E ->]]]]]]; [left; now exists x, y, v|]. simpl in E. injection E as -> ->. right. exists (u ++ y ++ v). split; trivial.
      apply IH. now exists u, x, y, v.
Qed.
Lemma around : forall rs u b c v, In c (nexts rs b) -> In (u ++ c ++ v) (nexts rs (u ++ b ++ v)).
Proof.
  intros rs u b c v I. apply in_nexts in I. destruct I as [p [x [y [q [I [-> ->]]]]]]. apply in_nexts. exists (u ++ p), x, y, (q ++ v).
  repeat split; trivial; now rewrite <- !app_assoc.
Qed.

Section Rows.
Variables ls rs : list rule.
Hypothesis same_length : forall x y, In (x, y) (ls ++ rs) -> length x = length y.
Definition eqb_row (a b : list nat) : bool := if list_eq_dec Nat.eq_dec a b then true else false.
Definition is_in (a : list nat) (l : list (list nat)) : bool := existsb (eqb_row a) l.
Lemma is_in_ok : forall a l, is_in a l = true -> In a l.
Proof using. intros a l E. apply existsb_exists in E. destruct E as [x [I E]]. unfold eqb_row in E. now destruct (list_eq_dec Nat.eq_dec a x) as [->|]. Qed.
Definition square_ok (l r : list nat) : bool := is_in l (nexts ls r) || is_in r (nexts rs l) || existsb (fun z => is_in z (nexts ls r)) (nexts rs l).
(** Two words that overlap so that the second begins at place k of the first: what both moves make of the cells that they cover. *)
Definition overlap_ok (left_first : bool) (one two : rule) (k : nat) : bool :=
  let l := firstn k (fst one) in let m := skipn k (fst one) in
  let judge a b := if left_first then square_ok a b else square_ok b a in
  match strip m (fst two) with
  | Some t => judge (snd one ++ t) (l ++ snd two)
  | None => match strip (fst two) m with Some t => judge (snd one) (l ++ snd two ++ t) | None => true end end.
Definition overlaps_ok (left_first : bool) (ones twos : list rule) : bool :=
  forallb (fun one => forallb (fun two => forallb (overlap_ok left_first one two) (seq 0 (length (fst one)))) twos) ones.
Definition numbers_check : bool := overlaps_ok true ls rs && overlaps_ok false rs ls &&
  forallb (fun r : rule => (length (fst r) =? length (snd r)) && (0 <? length (fst r))) (ls ++ rs).

Notation sq := (square (list nat) (nexts ls) (nexts rs)).
Lemma square_in : forall l r u v, square_ok l r = true -> sq (u ++ l ++ v) (u ++ r ++ v).
Proof using.
  intros l r u v E. unfold square_ok in E. apply orb_prop in E. destruct E as [E|E]; [apply orb_prop in E; destruct E as [E|E]|].
  - left. now apply around, is_in_ok.
  - right. left. now apply around, is_in_ok.
  - right. right. apply existsb_exists in E. destruct E as [z [I E]]. exists (u ++ z ++ v). split; apply around; trivial. now apply is_in_ok.
Qed.
Lemma later : forall (left_first : bool) ones twos u x1 y1 l x2 y2 v1 v2, overlaps_ok left_first ones twos = true ->
  In (x1, y1) ones -> In (x2, y2) twos -> x1 ++ v1 = l ++ x2 ++ v2 -> length x1 = length y1 ->
  (exists m, l = x1 ++ m /\ v1 = m ++ x2 ++ v2) \/
  (if left_first then sq (u ++ y1 ++ v1) (u ++ l ++ y2 ++ v2) else sq (u ++ l ++ y2 ++ v2) (u ++ y1 ++ v1)).
Proof using.
  intros lf ones twos u x1 y1 l x2 y2 v1 v2 C I1 I2 E Len. apply app_eq_app in E. destruct E as [m [[-> E]|[-> ->]]].
  - destruct (Nat.eq_dec (length m) 0) as [Z|Z].
    { left. exists []. destruct m; [|discriminate]. cbn [app] in E. rewrite !app_nil_r. split; [reflexivity|now symmetry]. }
    right. unfold overlaps_ok in C. rewrite forallb_forall in C. specialize (C _ I1). rewrite forallb_forall in C. specialize (C _ I2).
    rewrite forallb_forall in C. specialize (C (length l)). rewrite in_seq in C. simpl in C. rewrite app_length in C. specialize (C ltac:(lia)).
    unfold overlap_ok in C. cbn [fst snd] in C.
    rewrite firstn_app, firstn_all, Nat.sub_diag, firstn_O, app_nil_r, skipn_app, skipn_all, Nat.sub_diag in C. simpl in C.
    apply app_eq_app in E. destruct E as [t [[-> ->]|[-> ->]]].
    + replace (strip m (m ++ t)) with (Some t) in C by (symmetry; now apply strip_some). destruct lf.
      * pose proof (square_in _ _ u v2 C) as Q. rewrite <- !app_assoc in Q. exact Q.
      * pose proof (square_in _ _ u v2 C) as Q. rewrite <- !app_assoc in Q. exact Q.
    + destruct (strip (x2 ++ t) x2) as [t'|] eqn:E.
      * apply strip_some in E. rewrite <- app_assoc in E. assert (T : t ++ t' = []) by (apply (f_equal (@length nat)) in E; rewrite app_length in E; destruct (t ++ t'); trivial; simpl in E; lia).
        apply app_eq_nil in T. destruct T as [-> ->]. rewrite !app_nil_r in C. simpl. destruct lf; apply (square_in _ _ u v1) in C; rewrite <- !app_assoc in C; exact C.
      * replace (strip x2 (x2 ++ t)) with (Some t) in C by (symmetry; now apply strip_some).
        destruct lf; apply (square_in _ _ u v1) in C; rewrite <- !app_assoc in C; exact C.
  - left. exists m. split; trivial.
Qed.

Lemma squares : numbers_check = true -> forall n l r, In l (nexts ls n) -> In r (nexts rs n) -> sq l r.
Proof using.
  intros C n l r Il Ir. unfold numbers_check in C. apply andb_prop in C. destruct C as [C Cl]. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in Cl.
  assert (Len : forall x y, In (x, y) (ls ++ rs) -> length x = length y /\ 0 < length x).
  { intros x y I. specialize (Cl _ I). cbn [fst snd] in Cl. apply andb_prop in Cl. destruct Cl as [A B]. apply Nat.eqb_eq in A. apply Nat.ltb_lt in B. now split. }
  apply in_nexts in Il, Ir. destruct Il as [u1 [x1 [y1 [v1 [I1 [-> ->]]]]]]. destruct Ir as [u2 [x2 [y2 [v2 [I2 [E ->]]]]]].
  assert (J1 : In (x1, y1) (ls ++ rs)) by (apply in_or_app; now left). assert (J2 : In (x2, y2) (ls ++ rs)) by (apply in_or_app; now right).
  destruct (Len _ _ J1) as [L1 _]. destruct (Len _ _ J2) as [L2 _].
  apply app_eq_app in E. destruct E as [k [[-> E]|[-> E]]].
  - symmetry in E. rewrite <- !app_assoc.
    destruct (later false rs ls u2 x2 y2 k x1 y1 v2 v1 C2 I2 I1 (eq_sym E) L2) as [[m [-> ->]]|Q]; [|exact Q].
    right. right. exists (u2 ++ y2 ++ m ++ y1 ++ v1). split; apply in_nexts.
    + exists u2, x2, y2, (m ++ y1 ++ v1). repeat split; trivial; now rewrite <- !app_assoc.
    + exists (u2 ++ y2 ++ m), x1, y1, v1. repeat split; trivial; now rewrite <- !app_assoc.
  - rewrite <- !app_assoc.
    destruct (later true ls rs u1 x1 y1 k x2 y2 v1 v2 C1 I1 I2 E L1) as [[m [-> ->]]|Q]; [|exact Q].
    right. right. exists (u1 ++ y1 ++ m ++ y2 ++ v2). split; apply in_nexts.
    + exists (u1 ++ y1 ++ m), x2, y2, v2. repeat split; trivial; now rewrite <- !app_assoc.
    + exists u1, x1, y1, (m ++ y2 ++ v2). repeat split; trivial; now rewrite <- !app_assoc.
Qed.

(** MAIN THEOREM: if play ends and the overlaps are right, every row of every length is a number: it lies between its options. *)
Theorem numbers_law : forall rank : list nat -> nat,
  (forall n x, In x (nexts ls n) -> rank x < rank n) -> (forall n x, In x (nexts rs n) -> rank x < rank n) ->
  numbers_check = true -> forall n, between (list nat) (nexts ls) (nexts rs) n.
Proof using.
  intros rank Fl Fr C. apply (numbers_by_squares (list nat) (nexts ls) (nexts rs) rank Fl Fr). now apply squares.
Qed.

(** ** Dicots *)
Fixpoint contains (x w : list nat) : bool := match strip x w with Some _ => true | None => match w with [] => false | _ :: w => contains x w end end.
Lemma contains_ok : forall x w, contains x w = true -> exists u v, w = u ++ x ++ v.
Proof using.
  intros x w. induction w as [|c w IH]; simpl; intro E.
  - destruct (strip x []) as [v|] eqn:S; [|discriminate]. apply strip_some in S. now exists [], v.
  - destruct (strip x (c :: w)) as [v|] eqn:S; [apply strip_some in S; now exists [], v|].
    destruct (IH E) as [u [v ->]]. now exists (c :: u), v.
Qed.
Definition dicots_check : bool :=
  forallb (fun l : rule => existsb (fun r : rule => contains (fst r) (fst l)) rs) ls && forallb (fun r : rule => existsb (fun l : rule => contains (fst l) (fst r)) ls) rs.
Lemma covered : forall one two b, forallb (fun l : rule => existsb (fun r : rule => contains (fst r) (fst l)) two) one = true -> nexts two b = [] -> nexts one b = [].
Proof using.
  intros one two b C E. destruct (nexts one b) as [|c l] eqn:N; trivial. exfalso. assert (I : In c (nexts one b)) by (rewrite N; now left).
  apply in_nexts in I. destruct I as [u [x [y [v [I [-> _]]]]]]. rewrite forallb_forall in C. specialize (C _ I). apply existsb_exists in C.
  destruct C as [[x' y'] [I' C]]. cbn [fst] in C. apply contains_ok in C. destruct C as [p [q ->]].
  assert (J : In ((u ++ p) ++ y' ++ (q ++ v)) (nexts two (u ++ (p ++ x' ++ q) ++ v))).
  { apply in_nexts. exists (u ++ p), x', y', (q ++ v). repeat split; trivial. now rewrite <- !app_assoc. }
  rewrite E in J. destruct J.
Qed.
(** In each row of each length, either both players can move or neither can. *)
Theorem dicots_law : dicots_check = true -> forall b, nexts ls b = [] <-> nexts rs b = [].
Proof using. intros C b. apply andb_prop in C. destruct C as [C1 C2]. split; intro E; [now apply (covered rs ls)|now apply (covered ls rs)]. Qed.
End Rows.
