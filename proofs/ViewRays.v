(** * ViewRays.v -- games on tuples of numbers whose moves are vectors and rays, read off the paths of a core term.
    A ray subtracts [base] + k [step], for any natural k; what comes of it must lie in the ranges of the parts.
    Proved: where [view_rays] finds rays, they are the moves of the term, for every state in range ([view_rays_sound]).
    It does not matter how the term says it: other bounds of a choice, guards in other places, sets written out, sums in another order.
    Paths that don't have this form are given other choices: equations are solved, and x := k becomes x - 1 - k ([rays_of]).
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

(** *** Change of choices *)
(** The old numbers. *)
Definition olds (bs : list bounds) : list lin := map lvar (seq 0 (length bs)).
(** Replaces each unknown of a form by a form. *)
Definition lput (s : list lin) (l : lin) : lin :=
  fold_right (fun c a => ladd (lscale (fst c) (snd c)) a) (lconst (fst l)) (combine (snd l) s).
Definition put_con (s : list lin) (c : con) : con := match c with Ge l => Ge (lput s l) | Zero l => Zero (lput s l) end.
(** True for all natural unknowns. *)
Definition idle (c : con) : bool := plain c || match c with Zero l => same_form l (lconst 0) | Ge _ => false end.
(** Replaces the choices of a path by the forms [us]. The new path has n unknowns. *)
Definition put_path (bs : list bounds) (n : nat) (us : list lin) (q : path) : path :=
  let s := olds bs ++ us in
  Path n (filter (fun c => negb (idle c)) (map Ge us ++ map (put_con s) (cons q))) (map (lput s) (fin q)).
(** f = 0 is one of the constraints, or always true. *)
Definition zeroed (l : list con) (f : lin) : bool :=
  existsb (fun c => match c with Zero a => same_form a f || same_form (lscale (-1) a) f | Ge _ => false end) (Zero (lconst 0) :: l).
(** Changes the choices of a path: [us] are the old choices in terms of the new ones, and [ks] the new choices in terms of the old ones.
    Both may contain old numbers. Returns None if it isn't an equivalence by these checks. *)
Definition change (bs : list bounds) (q : path) (c : list lin * list lin) : option path :=
  let (us, ks) := c in
  if Nat.eqb (nv q) (length bs + length us) && forallb (follows (cons q ++ in_ranges bs (olds bs))) (map Ge ks)
     && forallb (fun c => zeroed (cons q) (lsub (lput (olds bs ++ ks) (fst c)) (lvar (snd c)))) (combine us (seq (length bs) (length us)))
  then Some (put_path bs (length bs + length ks) us q) else None.

(** Finds a choice with the coefficient 1 or -1. Returns it with its coefficient. *)
Definition unit_of (d n : nat) (l : lin) : option (nat * Z) :=
  find (fun c => Z.abs (snd c) =? 1) (map (fun i => (i, nth i (snd l) 0)) (seq d (n - d))).
(** Solves l = 0 for the choice i, whose coefficient in l is s. *)
Definition solve (d n : nat) (l : lin) (c : nat * Z) : list lin * list lin :=
  let (i, s) := c in
  let others := map lvar (seq 0 i) ++ lconst 0 :: map lvar (seq i (n - S i)) in
  (skipn d (put i (lput others (lscale (- s) l)) others), map lvar (seq d (i - d) ++ seq (S i) (n - S i))).
(** The greatest z with a constraint l - z >= 0. *)
Definition least (cs : list con) (l : lin) : option Z :=
  fold_right (fun c m => match c with
    | Ge a => match is_const (lsub l a), m with Some x, Some y => Some (Z.max x y) | Some x, None => Some x | None, _ => m end
    | Zero _ => m end) None cs.
(** Replaces the choice i, whose coefficient in l is s, by l minus its least value. *)
Definition displace (d : nat) (q : path) (l : lin) (c : nat * Z) : list lin * list lin :=
  let (i, s) := c in
  let k := lsub l (lconst (match least (cons q) l with Some z => z | None => 0 end)) in
  let all := map lvar (seq 0 (nv q)) in
  (skipn d (put i (lscale s (ladd (lvar i) (lsub (lscale s (lvar i)) k))) all), skipn d (put i k all)).
(** The changes to try: solve an equation, make the change of a number independent of the old numbers, count a choice from its least value. *)
Definition changes (d : nat) (q : path) : list (list lin * list lin) :=
  let of l f := match unit_of d (nv q) l with Some c => [f l c] | None => [] end in
  flat_map (fun c => match c with Zero l => of l (solve d (nv q)) | Ge _ => [] end) (cons q) ++
  flat_map (fun c => let l := lsub (lvar (fst c)) (snd c) in
    if forallb (Z.eqb 0) (firstn d (snd l)) then [] else of l (displace d q) ++ of (lscale (-1) l) (displace d q)) (combine (seq 0 d) (tl (fin q))) ++
  flat_map (fun i => match least (cons q) (lvar i) with
    | Some z => if 0 <? z then [displace d q (lvar i) (i, 1)] else []
    | None => [] end) (seq d (nv q - d)).
Fixpoint first_some {A B} (f : A -> option B) (l : list A) : option B :=
  match l with [] => None | x :: l => match f x with Some y => Some y | None => first_some f l end end.
Fixpoint changed (fuel : nat) (bs : list bounds) (q : path) : path :=
  match fuel with
  | O => q
  | S fuel => match first_some (change bs q) (changes (length bs) q) with Some q' => changed fuel bs q' | None => q end
  end.
(** The greatest value of the only choice if the constraint bounds it by a number below 1024. *)
Definition most_of (d : nat) (c : con) : option Z :=
  match c with
  | Ge l => let a := - nth d (snd l) 0 in
      if (0 <? a) && same_form l (lsub (lconst (fst l)) (lscale a (lvar d))) && (fst l / a <? 1024) then Some (fst l / a) else None
  | Zero _ => None
  end.
(** Splits a path with one bounded choice into a path for each value. *)
Definition split (bs : list bounds) (q : path) : list path :=
  if Nat.eqb (nv q) (S (length bs)) then
    match first_some (most_of (length bs)) (cons q) with
    | Some m => map (fun v => put_path bs (length bs) [lconst v] q) (range 0 (m + 1))
    | None => [q] end
  else [q].
(** No state has this path, because two constraints contradict each other. *)
Definition never (bs : list bounds) (q : path) : bool :=
  let l := flat_map (fun c => match c with Ge l => [l] | Zero l => [l; lscale (-1) l] end) (cons q ++ in_ranges bs (olds bs)) in
  existsb (fun a => existsb (fun b => sure (lsub (lconst (-1)) (ladd a b))) (lconst 0 :: l)) l.
(** The rays of a path. If the path itself isn't a ray, its choices are changed first. *)
Definition rays_of (bs : list bounds) (T : Z) (q : path) : option (list ray) :=
  match of_path bs T q with
  | Some r => Some [r]
  | None => all_some (of_path bs T) (filter (fun q => negb (never bs q)) (split bs (changed (2 * nv q) bs q)))
  end.
Definition view_rays (few stride : Z) (g : game) (T : Z) : option (list ray) :=
  match view_numbers few stride g T with Some qs => bind (rays_of (tl (parts g)) T) qs | None => None end.

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
  forall t,
  (exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q)) <->
  exists k, 0 <= k /\ all_inside bs (moved k xs r) /\ t = nums (1 - T :: moved k xs r).
Proof.
  intros bs T q r H xs L N A. unfold of_path in H. cbn zeta in H. set (r0 := Ray _ _) in H. rewrite <- L in *.
  destruct (_ && _) eqn:C in H; [|discriminate]. injection H as <-.
  repeat (apply andb_prop in C; destruct C as [C ?C]). apply Nat.eqb_eq in C3, C4. rename C3 into LS, C4 into LB, C2 into Fn, C1 into Nd, C0 into Cs.
  intro t. rewrite forallb_forall in Nd, Cs.
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

Lemma of_path_length : forall bs T q r, of_path bs T q = Some r -> length (base r) = length bs /\ length (step r) = length bs.
Proof.
  intros bs T q r E. unfold of_path in E. cbn zeta in E. destruct (_ && _) eqn:C in E; [|discriminate]. injection E as <-.
  repeat (apply andb_prop in C; destruct C as [C ?C]). apply Nat.eqb_eq in C3, C4. auto.
Qed.
(** *** Changes of choices *)
Lemma lput_val : forall r s l, lv r (lput s l) = lv (map (lv r) s) l.
Proof.
  intros r s [z l]. unfold lput, lv at 2. cbn [fst snd]. revert s.
  induction l as [|x l IH]; intros [|y s]; cbn [combine fold_right map dot fst snd]; try (forms; lia).
  specialize (IH s). forms. lia.
Qed.
Lemma put_con_val : forall r s c, holds r (put_con s c) <-> holds (map (lv r) s) c.
Proof. intros r s [l|l]; cbn [put_con holds]; now rewrite lput_val. Qed.
Lemma idle_ok : forall r c, nat_all r -> idle c = true -> holds r c.
Proof.
  intros r c N H. apply orb_prop in H. destruct H as [H|H]; [now apply plain_ok|]. destruct c as [l|l]; [discriminate|].
  cbn [holds]. rewrite (same_form_ok r _ _ H). apply lv_const.
Qed.
Lemma idle_all : forall (r : list Z) l, nat_all r ->
  (Forall (holds r) (filter (fun c => negb (idle c)) l) <-> Forall (holds r) l).
Proof.
  intros r l N. rewrite !Forall_forall. split; intros H c I.
  - destruct (idle c) eqn:E; [now apply idle_ok|]. apply H, filter_In. now rewrite E.
  - apply filter_In in I. now apply H.
Qed.
Lemma zeroed_ok : forall r l f, Forall (holds r) l -> zeroed l f = true -> lv r f = 0.
Proof.
  intros r l f F H. apply existsb_exists in H. destruct H as [[a|a] [I E]]; [discriminate|].
  assert (A : lv r a = 0).
  { destruct I as [I|I]; [injection I as <-; apply lv_const|]. rewrite Forall_forall in F. exact (F _ I). }
  apply orb_prop in E. destruct E as [E|E]; rewrite <- (same_form_ok r _ _ E); forms; lia.
Qed.
Lemma first_some_ok : forall A B (f : A -> option B) l y, first_some f l = Some y -> exists x, In x l /\ f x = Some y.
Proof.
  induction l as [|x l IH]; intros y H; cbn [first_some] in H; [discriminate|]. destruct (f x) as [z|] eqn:E.
  - injection H as <-. exists x. split; [now left|trivial].
  - destruct (IH y H) as [w [I W]]. exists w. split; [now right|trivial].
Qed.

Section Changes.
Variables (bs : list bounds) (xs : list Z).
Hypotheses (L : length xs = length bs) (N : nat_all xs) (A : all_inside bs xs).
Definition reach (q : path) (t : state) : Prop := exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q).
Lemma olds_val : forall e us, map (lv (xs ++ e)) (olds bs ++ us) = xs ++ map (lv (xs ++ e)) us.
Proof using L. intros e us. rewrite map_app. unfold olds. rewrite <- L. now rewrite vars_val. Qed.
Lemma ranges_hold : forall e, Forall (holds (xs ++ e)) (in_ranges bs (olds bs)).
Proof using L A. intro e. apply in_ranges_ok. unfold olds. rewrite <- L. now rewrite vars_val. Qed.
Lemma put_path_ok : forall n us q e, length (xs ++ e) = n -> nat_all e -> nv q = (length xs + length us)%nat ->
  (ok (xs ++ e) (put_path bs n us q) <-> ok (xs ++ map (lv (xs ++ e)) us) q) /\
  conc (xs ++ e) (fin (put_path bs n us q)) = conc (xs ++ map (lv (xs ++ e)) us) (fin q).
Proof using L N.
  intros n us q e Le Ne Q. assert (Na : nat_all (xs ++ e)) by (apply Forall_app; auto). split.
  - unfold ok, put_path. cbn [nv cons]. rewrite (idle_all _ _ Na), Forall_app, !Forall_map. cbn [holds].
    assert (Cs : Forall (fun c => holds (xs ++ e) (put_con (olds bs ++ us) c)) (cons q) <-> Forall (holds (xs ++ map (lv (xs ++ e)) us)) (cons q)).
    { rewrite !Forall_forall. split; intros H c I; specialize (H c I); [rewrite put_con_val, olds_val in H|rewrite put_con_val, olds_val]; trivial. }
    assert (Ge_ : Forall (fun u => 0 <= lv (xs ++ e) u) us <-> Forall (Z.le 0) (map (lv (xs ++ e)) us)) by now rewrite Forall_map.
    rewrite Cs, Ge_, (app_length xs (map _ _)), map_length, Q. unfold nat_all in *. rewrite (Forall_app _ xs (map _ _)). tauto.
  - unfold conc, put_path. cbn [fin]. rewrite map_map. apply map_ext. intro l. now rewrite lput_val, olds_val.
Qed.
Lemma nth_rest : forall ks, map (fun i => nth i (xs ++ ks) 0) (seq (length xs) (length ks)) = ks.
Proof using.
  clear. intro ks. revert xs. induction ks as [|k ks IH]; intro xs; [reflexivity|]. cbn [length seq map]. f_equal.
  - now rewrite app_nth2, Nat.sub_diag by lia.
  - specialize (IH (xs ++ [k])). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. exact IH.
Qed.
Lemma change_ok : forall q c q', change bs q c = Some q' -> forall t, reach q t <-> reach q' t.
Proof using L N A.
  intros q [us ks] q' H t. unfold change in H. destruct (_ && _) eqn:C in H; [|discriminate]. injection H as <-.
  apply andb_prop in C. destruct C as [C Back]. apply andb_prop in C. destruct C as [Q New]. apply Nat.eqb_eq in Q.
  rewrite forallb_forall in New, Back. rewrite <- L in Q. split.
  - intros [us0 [[Lq [Nq F]] ->]]. set (e := map (lv (xs ++ us0)) ks).
    assert (Ne : nat_all e).
    { apply Forall_map, Forall_forall. intros k I. apply (follows_ok _ _ (Ge k) (New _ (in_map Ge _ _ I)) Nq).
      apply Forall_app. split; [trivial|apply ranges_hold]. }
    assert (E : map (lv (xs ++ e)) us = us0).
    { rewrite app_length in Lq. rewrite <- (nth_rest us0). replace (length us0) with (length us) by lia. rewrite L.
      clear - L F Back. subst e. rewrite <- olds_val by trivial. revert Back. generalize (length bs).
      induction us as [|u us IH]; intros a Back; [reflexivity|]. cbn [length seq map]. f_equal.
      - specialize (Back (u, a) (or_introl eq_refl)). apply (zeroed_ok _ _ _ F) in Back. cbn [fst snd] in Back.
        rewrite lv_sub, lv_var, lput_val in Back. lia.
      - apply IH. intros c I. apply Back. now right. }
    assert (Le : length (xs ++ e) = (length bs + length ks)%nat) by (unfold e; rewrite app_length, map_length; lia).
    exists e. destruct (put_path_ok _ us q e Le Ne Q) as [P1 P2]. rewrite P1, P2, E. repeat split; trivial.
  - intros [e [O ->]]. pose proof O as [Le [Ne _]]. apply Forall_app in Ne.
    change (length (xs ++ e) = (length bs + length ks)%nat) in Le.
    destruct (put_path_ok _ us q e Le (proj2 Ne) Q) as [P1 P2]. rewrite P2. apply P1 in O. eexists. eauto.
Qed.
Lemma changed_ok : forall fuel q t, reach q t <-> reach (changed fuel bs q) t.
Proof using L N A.
  induction fuel as [|fuel IH]; intros q t; cbn [changed]; [reflexivity|].
  destruct (first_some _ _) as [q'|] eqn:E; [|reflexivity]. apply first_some_ok in E. destruct E as [c [_ E]].
  rewrite (change_ok _ _ _ E). apply IH.
Qed.
Lemma split_ok : forall q t, reach q t <-> exists p, In p (split bs q) /\ reach p t.
Proof using L N A.
  intros q t. unfold split. assert (One : reach q t <-> exists p, In p [q] /\ reach p t).
  { split; [intro; exists q; cbn; auto|intros [p [[<-|[]] R]]; trivial]. }
  destruct (Nat.eqb_spec (nv q) (S (length bs))) as [Q|]; [|trivial]. destruct (first_some _ _) as [m|] eqn:E; [|trivial]. clear One.
  apply first_some_ok in E. destruct E as [[l|] [I E]]; [|discriminate]. cbn [most_of] in E. cbn zeta in E. set (a := - nth _ _ _) in E.
  destruct (_ && _) eqn:C in E; [|discriminate]. injection E as <-. apply andb_prop in C. destruct C as [C _].
  apply andb_prop in C. destruct C as [Pa Sf]. apply Z.ltb_lt in Pa. rewrite <- L in *.
  assert (P : forall v, 0 <= v -> (ok (xs ++ []) (put_path bs (length xs) [lconst v] q) <-> ok (xs ++ [v]) q) /\
    conc (xs ++ []) (fin (put_path bs (length xs) [lconst v] q)) = conc (xs ++ [v]) (fin q)).
  { intros v _. pose proof (put_path_ok (length xs) [lconst v] q [] ltac:(now rewrite app_nil_r) ltac:(constructor) ltac:(cbn; lia)) as P.
    cbn [map] in P. now rewrite lv_const in P. }
  split.
  - intros [ks [O ->]]. pose proof O as [Lq [Nq F]]. rewrite app_length, Q in Lq. destruct ks as [|v [|]]; cbn [length] in Lq; try lia.
    apply Forall_app in Nq. destruct Nq as [_ Nv]. inversion Nv as [|? ? V _]; subst.
    rewrite Forall_forall in F. specialize (F _ I). cbn [holds] in F. rewrite (same_form_ok _ _ _ Sf) in F. forms.
    rewrite lv_var, app_nth2, Nat.sub_diag in F by lia. cbn [nth] in F.
    exists (put_path bs (length xs) [lconst v] q). split.
    + apply in_map_iff. exists v. split; trivial. apply in_range. split; [lia|]. enough (v <= fst l / a) by lia. apply Z.div_le_lower_bound; lia.
    + exists []. destruct (P v V) as [P1 P2]. rewrite P1, P2. auto.
  - intros [p [Ip [ks [O ->]]]]. apply in_map_iff in Ip. destruct Ip as [v [<- V]]. apply in_range in V.
    pose proof O as [Lq _]. rewrite app_length in Lq. cbn [put_path nv] in Lq. destruct ks; cbn [length] in Lq; [|lia].
    destruct (P v ltac:(lia)) as [P1 P2]. rewrite P2. apply P1 in O. exists [v]. auto.
Qed.
Lemma never_ok : forall q t, never bs q = true -> ~ reach q t.
Proof using L A.
  intros q t H [ks [[_ [Nq F]] _]]. unfold never in H. set (l := flat_map _ _) in H.
  assert (G : forall a, In a (lconst 0 :: l) -> 0 <= lv (xs ++ ks) a).
  { intros a [<-|I]; [rewrite lv_const; lia|]. apply in_flat_map in I. destruct I as [c [I J]].
    assert (H' : holds (xs ++ ks) c).
    { apply in_app_or in I. destruct I as [I|I]; [|pose proof (ranges_hold ks) as F']; rewrite Forall_forall in *; auto. }
    destruct c as [x|x]; cbn [holds] in H'; destruct J as [<-|J]; try lia; [destruct J|destruct J as [<-|[]]; forms; lia]. }
  apply existsb_exists in H. destruct H as [a [Ia H]]. apply existsb_exists in H. destruct H as [b [Ib H]].
  apply (sure_ok (xs ++ ks)) in H; trivial. forms. pose proof (G a (or_intror Ia)). pose proof (G b Ib). lia.
Qed.
End Changes.

Lemma rays_of_ok : forall bs T q rs, rays_of bs T q = Some rs ->
  (forall r, In r rs -> length (base r) = length bs /\ length (step r) = length bs) /\
  forall xs, length xs = length bs -> nat_all xs -> all_inside bs xs -> forall t,
  (exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q)) <->
  exists r k, In r rs /\ 0 <= k /\ all_inside bs (moved k xs r) /\ t = nums (1 - T :: moved k xs r).
Proof.
  intros bs T q rs H. unfold rays_of in H. destruct (of_path bs T q) as [r|] eqn:E.
  - injection H as <-. split; [intros r' [<-|[]]; now apply (of_path_length _ _ _ _ E)|]. intros xs L N A t.
    rewrite (of_path_ok _ _ _ _ E xs L N A). split; [intros [k K]; exists r, k; cbn; auto|intros [r' [k [[<-|[]] K]]]; eauto].
  - apply all_some_in in H. destruct H as [H1 H2]. split.
    + intros r I. apply H1 in I. destruct I as [p [_ Ep]]. now apply (of_path_length _ _ _ _ Ep).
    + intros xs L N A t. fold (reach xs q t). rewrite (changed_ok bs xs L N A (2 * nv q)), (split_ok bs xs L N A). split.
      * intros [p [I R]]. assert (I' : In p (filter (fun q => negb (never bs q)) (split bs (changed (2 * nv q) bs q)))).
        { apply filter_In. split; trivial. destruct (never bs p) eqn:Nv; trivial. exfalso. exact (never_ok bs xs L A p t Nv R). }
        destruct (H2 p I') as [r Er]. apply (of_path_ok _ _ _ _ Er xs L N A) in R. destruct R as [k K]. exists r, k.
        split; [apply H1; eauto|trivial].
      * intros [r [k [I K]]]. apply H1 in I. destruct I as [p [I Er]]. exists p. apply filter_In in I. split; [tauto|].
        apply (of_path_ok _ _ _ _ Er xs L N A). eauto.
Qed.

(** THE VIEW: the moves of the term are those of the rays, for every state in range. *)
Theorem view_rays_sound : forall few stride g T rs, view_rays few stride g T = Some rs -> forall xs,
  S (length xs) = length (parts g) -> nat_all xs -> all_inside (tl (parts g)) xs -> ended g (nums (T :: xs)) = None -> forall t,
  In t (moves g (nums (T :: xs))) <->
  exists r k, In r rs /\ 0 <= k /\ all_inside (tl (parts g)) (moved k xs r) /\ t = nums (1 - T :: moved k xs r).
Proof.
  intros few stride g T rs V xs L N A E t. unfold view_rays in V.
  destruct (view_numbers few stride g T) as [qs|] eqn:Q; [|discriminate].
  apply bind_in in V. destruct V as [V1 V2].
  assert (Lb : length xs = length (tl (parts g))) by (destruct (parts g); cbn [tl length] in *; [discriminate|lia]).
  rewrite (view_numbers_sound _ _ _ _ _ Q xs L N E). split.
  - intros [q [ks [I J]]]. destruct (V1 q I) as [l El]. destruct (rays_of_ok _ _ _ _ El) as [_ X].
    assert (Y : exists ks, ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q)) by eauto. apply (X xs Lb N A) in Y. destruct Y as [r [k [Ir Y]]].
    exists r, k. split; [apply V2; eauto|trivial].
  - intros [r [k [I J]]]. apply V2 in I. destruct I as [q [l [I [El Ir]]]]. destruct (rays_of_ok _ _ _ _ El) as [_ X].
    destruct (proj2 (X xs Lb N A t) ltac:(eauto)) as [ks Y]. eauto.
Qed.
Lemma view_rays_length : forall few stride g T rs, view_rays few stride g T = Some rs ->
  forall r, In r rs -> S (length (base r)) = length (parts g) /\ S (length (step r)) = length (parts g).
Proof.
  intros few stride g T rs V r I. unfold view_rays in V.
  destruct (view_numbers few stride g T) as [qs|] eqn:Q; [|discriminate].
  apply bind_in in V. apply V in I. destruct I as [q [l [_ [E I]]]].
  destruct (rays_of_ok _ _ _ _ E) as [Len _]. destruct (Len r I) as [B S].
  unfold view_numbers in Q. destruct (tiers g) as [|? [|]]; try discriminate. destruct (parts g) as [|b bs]; [discriminate|].
  cbn [tl length] in *. lia.
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
