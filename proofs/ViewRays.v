(** * ViewRays.v -- games on tuples of numbers whose moves are vectors and rays, read off the paths of a core term.
    A ray subtracts [base] + k [step], for any natural k; what comes of it must lie in the ranges of the parts.
    Proved: where [view_rays] finds rays, they are the moves of the term, for every state in range ([view_rays_sound]).
    It does not matter how the term says it: other bounds of a choice, guards in other places, sets written out, sums in another order.
    Source: as ViewNumbers.v.
    An instance gives a term, and how choices are split. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewNumbers.
Import ListNotations.
Open Scope Z_scope.

Record ray := Ray { base : list Z; step : list Z }.
Definition moved (k : Z) (xs : list Z) (r : ray) : list Z :=
  map (fun c => fst c - fst (snd c) - k * snd (snd c)) (combine xs (combine (base r) (step r))).
(** Every number in the range of its part. *)
Definition all_inside (bs : list bounds) (xs : list Z) : Prop := Forall (fun c => inside (fst c) (snd c) = true) (combine bs xs).

(* ------------------------------------------------------------------ *)
(** ** The recogniser *)
Definition same_form (a b : lin) : bool := match is_const (lsub a b) with Some z => z =? 0 | None => false end.
Definition same_con (a b : con) : bool :=
  match a, b with Ge a, Ge b => same_form a b | Zero a, Zero b => same_form a b | _, _ => false end.
(** Follows from one of l, where all unknowns are natural. *)
Definition follows (l : list con) (c : con) : bool :=
  plain c || existsb (fun a => same_con a c || match a, c with Ge x, Ge y => sure (lsub y x) | _, _ => false end) l.
Fixpoint same_all (a b : list lin) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => same_form x y && same_all a b | _, _ => false end.
(** The numbers lie in their ranges. *)
Definition in_ranges (bs : list bounds) (ls : list lin) : list con :=
  flat_map (fun c => Ge (lsub (snd c) (lconst (fst (fst c)))) ::
                     match snd (fst c) with Some h => [Ge (lsub (lconst h) (snd c))] | None => [] end) (combine bs ls).
Definition after (d : nat) (r : ray) : list lin :=
  map (fun c => lsub (lsub (lvar (fst c)) (lconst (fst (snd c)))) (lscale (snd (snd c)) (lvar d)))
      (combine (seq 0 d) (combine (base r) (step r))).
Definition of_path (bs : list bounds) (T : Z) (q : path) : option ray :=
  let d := length bs in
  let many := Nat.eqb (nv q) (S d) in
  let r := Ray (map (fun l : lin => - fst l) (tl (fin q))) (map (fun l : lin => - nth d (snd l) 0) (tl (fin q))) in
  let need := in_ranges bs (after d r) in
  let facts := in_ranges bs (map lvar (seq 0 d)) in
  if (many || Nat.eqb (nv q) d && forallb (Z.eqb 0) (step r)) && Nat.eqb (length (base r)) d && Nat.eqb (length (step r)) d
     && same_all (fin q) (lconst (1 - T) :: after d r)
     && forallb (follows (cons q ++ facts)) need && forallb (follows (need ++ facts)) (cons q)
  then Some r else None.
Fixpoint all_some {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x with None => None | Some y => match all_some f l with Some r => Some (y :: r) | None => None end end
  end.
Definition view_rays (few stride : Z) (g : game) (T : Z) : option (list ray) :=
  match view_numbers few stride g T with Some qs => all_some (of_path (tl (parts g)) T) qs | None => None end.

(* ------------------------------------------------------------------ *)
(** ** Soundness *)
Lemma same_form_ok : forall r a b, same_form a b = true -> lv r a = lv r b.
Proof.
  intros r a b H. unfold same_form in H. destruct (is_const (lsub a b)) as [z|] eqn:E; [|discriminate].
  apply (is_const_ok _ _ r) in E. apply Z.eqb_eq in H. forms. lia.
Qed.
Lemma same_con_ok : forall r a b, same_con a b = true -> holds r a -> holds r b.
Proof. intros r [a|a] [b|b] H; try discriminate; cbn [same_con holds] in *; now rewrite (same_form_ok r a b H). Qed.
Lemma follows_ok : forall r l c, follows l c = true -> nat_all r -> Forall (holds r) l -> holds r c.
Proof.
  intros r l c H N F. apply orb_prop in H. destruct H as [H|H]; [now apply plain_ok|].
  apply existsb_exists in H. destruct H as [a [I E]]. rewrite Forall_forall in F. specialize (F a I).
  apply orb_prop in E. destruct E as [E|E]; [now apply (same_con_ok r a c E)|].
  destruct a as [x|], c as [y|]; try discriminate. apply (sure_ok r) in E; trivial. cbn [holds] in *. forms. lia.
Qed.
Lemma same_all_ok : forall r a b, same_all a b = true -> map (lv r) a = map (lv r) b.
Proof.
  intros r. induction a as [|x a IH]; intros [|y b] H; try discriminate; trivial. cbn [same_all] in H.
  apply andb_prop in H. destruct H as [H1 H2]. cbn [map]. rewrite (same_form_ok r x y H1), (IH b H2). reflexivity.
Qed.
Lemma in_ranges_ok : forall r bs ls, Forall (holds r) (in_ranges bs ls) <-> all_inside bs (map (lv r) ls).
Proof.
  intros r. unfold all_inside, in_ranges. induction bs as [|[lo hi] bs IH]; intros [|l ls];
    cbn [combine map flat_map]; try (split; intro; now constructor).
  rewrite Forall_app, IH. cbn [fst snd].
  assert (E : Forall (holds r) (Ge (lsub l (lconst lo)) :: match hi with Some h => [Ge (lsub (lconst h) l)] | None => [] end) <->
    inside (lo, hi) (lv r l) = true).
  { unfold inside. cbn [fst snd]. rewrite andb_true_iff, Z.leb_le. split.
    - intro Q. inversion Q as [|? ? Q1 Q2]; subst. cbn [holds] in Q1. forms. split; [lia|].
      destruct hi; trivial. inversion Q2 as [|? ? Q3 _]; subst. cbn [holds] in Q3. forms. apply Z.leb_le. lia.
    - intros [Q1 Q2]. constructor; [cbn [holds]; forms; lia|].
      destruct hi; repeat constructor. apply Z.leb_le in Q2. cbn [holds]. forms. lia. }
  rewrite E. split; [intros [A B]; now constructor|intro Q; inversion Q; subst; auto].
Qed.

Section One.
Variables (xs : list Z) (e : list Z).
Let d := length xs.
Lemma vars_val : map (lv (xs ++ e)) (map lvar (seq 0 d)) = xs.
Proof.
  rewrite map_map, map_ext with (g := fun i => nth i (xs ++ e) 0) by (intro; apply lv_var). unfold d. clear d.
  enough (G : forall pre, map (fun i => nth i (pre ++ xs ++ e) 0) (seq (length pre) (length xs)) = xs) by exact (G []).
  induction xs as [|x l IH]; intro pre; [reflexivity|]. cbn [length seq map]. f_equal.
  - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (pre ++ [x])). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. exact IH.
Qed.
Lemma after_val : forall r, map (lv (xs ++ e)) (after d r) = moved (nth d (xs ++ e) 0) xs r.
Proof.
  intro r. unfold after, moved. rewrite map_map.
  rewrite map_ext with (g := fun c : nat * (Z * Z) => nth (fst c) (xs ++ e) 0 - fst (snd c) - nth d (xs ++ e) 0 * snd (snd c))
    by (intro; forms; rewrite !lv_var; ring).
  generalize (nth d (xs ++ e) 0). intro k. generalize (combine (base r) (step r)). unfold d. clear d.
  enough (G : forall pre l, map (fun c : nat * (Z * Z) => nth (fst c) (pre ++ xs ++ e) 0 - fst (snd c) - k * snd (snd c))
       (combine (seq (length pre) (length xs)) l) = map (fun c => fst c - fst (snd c) - k * snd (snd c)) (combine xs l)) by exact (G []).
  induction xs as [|x ys IH]; intros pre [|y l]; try reflexivity.
  cbn [length seq combine map fst snd]. f_equal.
  - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (pre ++ [x]) l). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. exact IH.
Qed.
End One.

Lemma moved_still : forall k k' xs r, forallb (Z.eqb 0) (step r) = true -> moved k xs r = moved k' xs r.
Proof.
  intros k k' xs r H. unfold moved. apply map_ext_in. intros [x [b s]] I. cbn [fst snd].
  apply in_combine_r, in_combine_r in I. rewrite forallb_forall in H. specialize (H s I). apply Z.eqb_eq in H. subst s. ring.
Qed.
Lemma moved_length : forall k xs r, length (base r) = length xs -> length (step r) = length xs -> length (moved k xs r) = length xs.
Proof. intros k xs r B S. unfold moved. rewrite map_length, !combine_length. lia. Qed.

Lemma of_path_ok : forall bs T q r, of_path bs T q = Some r -> forall xs, length xs = length bs -> nat_all xs -> all_inside bs xs ->
  length (base r) = length bs /\ length (step r) = length bs /\ forall t,
  (exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q)) <->
  exists k, 0 <= k /\ all_inside bs (moved k xs r) /\ t = nums (1 - T :: moved k xs r).
Proof.
  intros bs T q r H xs L N A. unfold of_path in H. cbn zeta in H. set (r0 := Ray _ _) in H. rewrite <- L in *.
  destruct (_ && _) eqn:C in H; [|discriminate]. injection H as <-.
  repeat (apply andb_prop in C; destruct C as [C ?C]). apply Nat.eqb_eq in C3, C4. rename C3 into LS, C4 into LB, C2 into Fn, C1 into Nd, C0 into Cs.
  split; [trivial|]. split; [trivial|]. intro t. rewrite forallb_forall in Nd, Cs.
  assert (Main : forall ks, ok (xs ++ ks) q <->
    length (xs ++ ks) = nv q /\ nat_all ks /\ all_inside bs (moved (nth (length xs) (xs ++ ks) 0) xs r0)).
  { intro ks. assert (Fa : Forall (holds (xs ++ ks)) (in_ranges bs (map lvar (seq 0 (length xs))))).
    { apply in_ranges_ok. now rewrite vars_val. }
    rewrite <- after_val, <- in_ranges_ok. unfold ok, nat_all. rewrite Forall_app. split.
    - intros [L' [[_ N'] F]]. repeat split; trivial. apply Forall_forall. intros c I.
      apply (follows_ok _ _ _ (Nd c I)); apply Forall_app; auto.
    - intros [L' [N' F]]. repeat split; trivial. apply Forall_forall. intros c I.
      apply (follows_ok _ _ _ (Cs c I)); apply Forall_app; auto. }
  assert (Fin : forall ks, conc (xs ++ ks) (fin q) = nums (1 - T :: moved (nth (length xs) (xs ++ ks) 0) xs r0)).
  { intro ks. unfold conc, nums. rewrite <- (map_map (lv (xs ++ ks)) (fun x => [x])). f_equal.
    rewrite (same_all_ok _ _ _ Fn). cbn [map]. rewrite lv_const, after_val. reflexivity. }
  apply orb_prop in C. destruct C as [M|M].
  - apply Nat.eqb_eq in M. split.
    + intros [ks [O ->]]. apply Main in O. destruct O as [L' [N' I']]. rewrite app_length, M in L'.
      destruct ks as [|k [|]]; cbn [length] in L'; try lia. rewrite Fin. rewrite app_nth2, Nat.sub_diag in * by lia. cbn [nth] in *.
      exists k. inversion N'; auto.
    + intros [k [K [I' ->]]]. exists [k]. rewrite Main, Fin, app_nth2, Nat.sub_diag, app_length by lia. cbn [nth length].
      repeat split; trivial; [lia|repeat constructor; trivial].
  - apply andb_prop in M. destruct M as [M Z0]. apply Nat.eqb_eq in M. split.
    + intros [ks [O ->]]. apply Main in O. destruct O as [L' [N' I']]. rewrite app_length, M in L'.
      destruct ks; cbn [length] in L'; try lia. rewrite Fin. exists (nth (length xs) (xs ++ []) 0). repeat split; trivial.
      rewrite app_nil_r, nth_overflow by lia. lia.
    + intros [k [K [I' ->]]]. exists []. rewrite Main, Fin, app_nil_r. rewrite (moved_still _ k xs r0 Z0).
      repeat split; trivial; [lia|constructor].
Qed.

Lemma all_some_in : forall A B (f : A -> option B) l r, all_some f l = Some r ->
  (forall y, In y r <-> exists x, In x l /\ f x = Some y) /\ (forall x, In x l -> exists y, f x = Some y).
Proof.
  induction l as [|x l IH]; intros r H; cbn [all_some] in H.
  - injection H as <-. split; [intro; split; [intros []|intros [? [[] _]]]|intros ? []].
  - destruct (f x) as [y|] eqn:E; [|discriminate]. destruct (all_some f l) as [r'|]; [|discriminate]. injection H as <-.
    destruct (IH r' eq_refl) as [I1 I2]. split.
    + intro z. cbn [In]. rewrite I1. split.
      * intros [<-|[x' [I J]]]; eauto.
      * intros [x' [[<-|I] J]]; [left; congruence|right; eauto].
    + intros x' [<-|I]; eauto.
Qed.

(** THE VIEW: the moves of the term are those of the rays, for every state in range. *)
Theorem view_rays_sound : forall few stride g T rs, view_rays few stride g T = Some rs -> forall xs,
  S (length xs) = length (parts g) -> nat_all xs -> all_inside (tl (parts g)) xs -> ended g (nums (T :: xs)) = None -> forall t,
  In t (moves g (nums (T :: xs))) <->
  exists r k, In r rs /\ 0 <= k /\ all_inside (tl (parts g)) (moved k xs r) /\ t = nums (1 - T :: moved k xs r).
Proof.
  intros few stride g T rs V xs L N A E t. unfold view_rays in V.
  destruct (view_numbers few stride g T) as [qs|] eqn:Q; [|discriminate].
  apply all_some_in in V. destruct V as [V1 V2].
  assert (Lb : length xs = length (tl (parts g))) by (destruct (parts g); cbn [tl length] in *; [discriminate|lia]).
  rewrite (view_numbers_sound _ _ _ _ _ Q xs L N E). split.
  - intros [q [ks [I J]]]. destruct (V2 q I) as [r Er]. destruct (of_path_ok _ _ _ _ Er xs Lb N A) as [_ [_ X]].
    assert (Y : exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q)) by eauto. apply X in Y. destruct Y as [k Y].
    exists r, k. split; [apply V1; eauto|trivial].
  - intros [r [k [I J]]]. apply V1 in I. destruct I as [q [I Er]]. destruct (of_path_ok _ _ _ _ Er xs Lb N A) as [_ [_ X]].
    assert (Y : exists k, 0 <= k /\ all_inside (tl (parts g)) (moved k xs r) /\ t = nums (1 - T :: moved k xs r)) by eauto.
    apply X in Y. destruct Y as [ks Y]. eauto.
Qed.
Lemma view_rays_length : forall few stride g T rs, view_rays few stride g T = Some rs ->
  forall r, In r rs -> S (length (base r)) = length (parts g) /\ S (length (step r)) = length (parts g).
Proof.
  intros few stride g T rs V r I. unfold view_rays in V.
  destruct (view_numbers few stride g T) as [qs|] eqn:Q; [|discriminate].
  apply all_some_in in V. apply V in I. destruct I as [q [_ E]].
  assert (P : exists b bs, parts g = b :: bs).
  { unfold view_numbers in Q. destruct (tiers g) as [|? [|]]; try discriminate. destruct (parts g) as [|b bs]; [discriminate|eauto]. }
  destruct P as [b [bs P]]. rewrite P in *. cbn [tl length] in *. unfold of_path in E. cbn zeta in E.
  destruct (_ && _) eqn:C in E; [|discriminate]. injection E as <-. cbn [base step] in *.
  repeat (apply andb_prop in C; destruct C as [C ?C]). apply Nat.eqb_eq in C3, C4. cbn [base step] in *. lia.
Qed.

(** What a state pays where nobody can move, where it is a number that does not depend on the state. *)
Definition view_stuck (g : game) (T : Z) : option Z :=
  konst (sexpr (consts g) [] (fin (origin T (pred (length (parts g))))) (stuck g)).
Theorem view_stuck_sound : forall g T v, view_stuck g T = Some v -> forall xs,
  S (length xs) = length (parts g) -> nat_all xs -> stuck_pays g (nums (T :: xs)) = v.
Proof.
  intros g T v V xs L N. unfold view_stuck in V. rewrite <- L in V. cbn [pred] in V.
  unfold stuck_pays. rewrite <- conc_origin.
  apply (konst_ok xs) with (v := ev (consts g) [] (conc xs (fin (origin T (length xs)))) (stuck g)) in V; trivial.
  intros l E. change (@nil Z) with (map (lv xs) []). now apply sexpr_ok.
Qed.
Definition pays (g : game) (T v : Z) : bool := match view_stuck g T with Some u => u =? v | None => false end.
Lemma pays_ok : forall g T v, pays g T v = true -> forall xs,
  S (length xs) = length (parts g) -> nat_all xs -> stuck_pays g (nums (T :: xs)) = v.
Proof.
  intros g T v H xs L N. unfold pays in H. destruct (view_stuck g T) as [u|] eqn:E; [|discriminate]. apply Z.eqb_eq in H. subst u.
  now apply view_stuck_sound.
Qed.
