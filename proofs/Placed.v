(** * Placed.v -- a game's moves put into a larger state, where each of its parts is a part of its own or a stretch of a longer one: crates/analysis/src/program/placed.rs.
    Proved: what the placed command does to the larger state is what the game's own does to its own state, in the same order ([placed_run]).
    Source: substitution.
    An instance (a view) gives the places and the larger state of each state of the game. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewTidy.
Import ListNotations.
Open Scope Z_scope.

(** Where a part stands: it is a part, or a stretch of one, that begins at a place and is so long; the part and the place in it that hold how long, where that may change. *)
Inductive place := Whole (q : nat) | Stretch (q : nat) (begin long : expr) (held : option (nat * expr)).

Section Command.
Variables (pl : nat -> place) (cm : nat -> nat) (around : nat).
Definition within (i long : expr) : expr := Ite (Bin Le (Num 0) i) (Bin Lt i long) (Num 0).
Definition element (q : nat) (begin long : expr) (d : Z) (i : expr) : expr := Ite (within i long) (Get (P q) (Bin Add begin i) d) (Num d).
(** An expression with so many variables of its own around. *)
Fixpoint placed_e (e : expr) (own : nat) : expr := match e with
  | Num z => Num z
  | Var i => Var (i + around)
  | Get (K n) i d => Get (K (cm n)) (placed_e i own) d
  | Get (P p) i d => match pl p with
    | Whole q => Get (P q) (placed_e i own) d
    | Stretch q begin long _ => match placed_e i own with
      | Num z => element q begin long d (Num z)
      | Var j => element q begin long d (Var j)
      | i => Fold (Num 0) (Num 1) i (element q begin long d (Var (own + around + 1))) end end
  | Len (K n) => Len (K (cm n))
  | Len (P p) => match pl p with Whole q => Len (P q) | Stretch _ _ long _ => long end
  | Bin o a b => Bin o (placed_e a own) (placed_e b own)
  | Ite c a b => Ite (placed_e c own) (placed_e a own) (placed_e b own)
  | Fold lo hi init body => Fold (placed_e lo own) (placed_e hi own) (placed_e init own) (placed_e body (own + 2))
  end.
(** One more variable is bound, after so many. *)
Fixpoint raised (from : nat) (e : expr) : expr := match e with
  | Num z => Num z
  | Var i => Var (if i <? from then i else S i)
  | Get a i d => Get a (raised from i) d
  | Len a => Len a
  | Bin o a b => Bin o (raised from a) (raised from b)
  | Ite c a b => Ite (raised from c) (raised from a) (raised from b)
  | Fold lo hi init body => Fold (raised from lo) (raised from hi) (raised from init) (raised from body)
  end%nat.
Definition fits_e (i n long : expr) : expr := Ite (Ite (Bin Le (Num 0) i) (Bin Le (Num 0) n) (Num 0)) (Bin Le (Bin Add i n) long) (Num 0).
Fixpoint placed_c (c : cmd) (own : nat) : cmd := match c with
  | Skip => Skip
  | Guard e => Guard (placed_e e own)
  | Seq a b => Seq (placed_c a own) (placed_c b own)
  | Alt a b => Alt (placed_c a own) (placed_c b own)
  | When e a b => When (placed_e e own) (placed_c a own) (placed_c b own)
  | Choose lo hi c => Choose (placed_e lo own) (placed_e hi own) (placed_c c (own + 1))
  | Loop lo hi c => Loop (placed_e lo own) (placed_e hi own) (placed_c c (own + 1))
  | Repeat fuel c => Repeat (placed_e fuel own) (placed_c c own)
  | Set_ p i e => match pl p with
    | Whole q => Set_ q (placed_e i own) (placed_e e own)
    | Stretch q begin long _ => Seq (Guard (within (placed_e i own) long)) (Set_ q (Bin Add begin (placed_e i own)) (placed_e e own)) end
  | Splice p i n xs => let i := placed_e i own in let n := placed_e n own in let xs := map (fun x => placed_e x own) xs in match pl p with
    | Whole q => Splice q i n xs
    | Stretch q begin long held => let left := Bin Add (Bin Sub long n) (Num (Z.of_nat (length xs))) in
      let under := raised (own + around) in let put := Splice q (Bin Add begin (under i)) (under n) (map under xs) in
      Seq (Guard (fits_e i n long)) (Choose left (Bin Add left (Num 1)) match held with
        | Some (m, at_) => Seq put (Set_ m at_ (Var (own + around)))
        | None => Seq (Guard (Bin Eq (Var (own + around)) long)) put end) end
  end.
(** Nothing is put into or taken out of a stretch whose length is not held anywhere. *)
Fixpoint lasting (c : cmd) : bool := match c with
  | Skip | Guard _ | Set_ _ _ _ => true
  | Seq a b | Alt a b | When _ a b => lasting a && lasting b
  | Choose _ _ c | Loop _ _ c | Repeat _ c => lasting c
  | Splice p _ _ _ => match pl p with Stretch _ _ _ None => false | _ => true end
  end.
End Command.

(** ** Its meaning *)
Lemma put_length : forall A n (v : A) l, length (put n v l) = length l.
Proof. induction n as [|n IH]; intros v [|x l]; cbn; trivial. now rewrite IH. Qed.
Section Meaning.
Variables (pl : nat -> place) (cm : nat -> nat) (penv : list Z).
Variables (cs csG : list (list Z)) (bs bsG : list bounds) (emb : state -> state) (ok : state -> Prop).
Notation around := (length penv).
Notation there := (fun env s => ev csG (penv ++ env) s).
Hypothesis Consts : forall n, nth (cm n) csG [] = nth n cs [].
(** What is asked of the place of a part. *)
Definition whole (p q : nat) : Prop := nth_error bsG q = nth_error bs p /\
  forall s, ok s -> nth_error (emb s) q = nth_error s p /\ forall v, (p < length s)%nat -> ok (put p v s) /\ put q v (emb s) = emb (put p v s).
Definition stretch (p q : nat) (begin long : expr) (held : option (nat * expr)) : Prop := exists a b, nth_error bsG q = nth_error bs p /\
  forall s, ok s -> exists x, nth_error s p = Some x /\ nth_error (emb s) q = Some (a ++ x ++ b) /\
    (forall env, there env (emb s) begin = Z.of_nat (length a) /\ there env (emb s) long = Z.of_nat (length x)) /\
    (forall v, length v = length x -> ok (put p v s) /\ put q (a ++ v ++ b) (emb s) = emb (put p v s)) /\
    match held with None => True | Some (m, at_) => nth_error bsG m = Some (0, None) /\ forall v, ok (put p v s) /\
      exists l i, nth_error (put q (a ++ v ++ b) (emb s)) m = Some l /\ (i < length l)%nat /\ (forall env, there env (put q (a ++ v ++ b) (emb s)) at_ = Z.of_nat i) /\
        put m (put i (Z.of_nat (length v)) l) (put q (a ++ v ++ b) (emb s)) = emb (put p v s) end.
Hypothesis Places : forall p, match pl p with Whole q => whole p q | Stretch q begin long held => stretch p q begin long held end.

Lemma nth_of_error : forall (l : list (list Z)) n x, nth_error l n = Some x -> nth n l [] = x.
Proof using. intros l n x E. now apply nth_error_nth. Qed.
Lemma nth_same : forall (k l : list (list Z)) n m, nth_error k n = nth_error l m -> nth n k [] = nth m l [].
Proof using.
  intros k l n m E. destruct (nth_error l m) as [x|] eqn:F; [rewrite (nth_of_error _ _ _ E); symmetry; now apply nth_of_error|].
  apply nth_error_None in E, F. now rewrite !nth_overflow.
Qed.
Lemma in_stretch : forall (a x b : list Z) z d, (if ((if (0 <=? z) then b2z (z <? Z.of_nat (length x)) else 0) =? 0) then d else elt (a ++ x ++ b) (Z.of_nat (length a) + z) d) = elt x z d.
Proof using.
  intros a x b z d. unfold elt. destruct (Z.leb_spec 0 z), (Z.ltb_spec z (Z.of_nat (length x))), (Z.ltb_spec z 0); try lia; cbn [b2z Z.eqb]; trivial.
  - destruct (Z.ltb_spec (Z.of_nat (length a) + z) 0); [lia|]. replace (Z.to_nat (Z.of_nat (length a) + z)) with (length a + Z.to_nat z)%nat by lia.
    rewrite app_nth2_plus. apply app_nth1. lia.
  - symmetry. apply nth_overflow. lia.
Qed.
Lemma element_ev : forall p q begin long held, stretch p q begin long held -> forall s, ok s -> forall env i d,
  there env (emb s) (element q begin long d i) = elt (nth p s []) (there env (emb s) i) d.
Proof using.
  intros p q begin long held [a [b [_ St]]] s O env i d. destruct (St s O) as [x [Ex [Eq [Va _]]]]. destruct (Va env) as [Vb Vl].
  rewrite (nth_of_error _ _ _ Ex). unfold element, within. cbn [ev opz look]. rewrite Vb, Vl, (nth_of_error _ _ _ Eq), <- (in_stretch a x b).
  destruct (0 <=? _); cbn [b2z Z.eqb]; reflexivity.
Qed.
Lemma placed_ev : forall e env s, ok s -> there env (emb s) (placed_e pl cm around e (length env)) = ev cs env s e.
Proof using Consts Places.
  induction e as [z|v|[n|p] i IH d|[n|p]|o x IHx y IHy|c IHc x IHx y IHy|lo IHl hi IHh init IHn body IHb]; intros env s O; cbn [placed_e].
  - reflexivity.
  - cbn [ev]. rewrite (app_nth2 penv) by lia. f_equal. lia.
  - cbn [ev look]. now rewrite IH, Consts.
  - pose proof (Places p) as Pp. destruct (pl p) as [q|q begin long held].
    + destruct Pp as [_ Pp]. destruct (Pp s O) as [E _]. cbn [ev look]. now rewrite IH, (nth_same _ _ _ _ E).
    + assert (El : forall j, there env (emb s) j = ev cs env s i -> there env (emb s) (element q begin long d j) = ev cs env s (Get (P p) i d)).
      { intros j E. rewrite (element_ev p q begin long held Pp s O), E. reflexivity. }
      pose proof (IH env s O) as Ei.
      assert (Fo : there env (emb s) (Fold (Num 0) (Num 1) (placed_e pl cm around i (length env)) (element q begin long d (Var (length env + around + 1)))) = ev cs env s (Get (P p) i d)).
      { cbn [ev]. change (range 0 1) with [0]. cbn [fold_left]. rewrite <- app_assoc.
        rewrite (element_ev p q begin long held Pp s O), Ei. cbn [ev look]. f_equal.
        rewrite app_assoc, (app_nth2 (penv ++ env)) by (rewrite app_length; lia).
        rewrite app_length. now replace (length env + around + 1 - (around + length env))%nat with 1%nat by lia. }
      destruct (placed_e pl cm around i (length env)); try exact Fo; now apply El.
  - cbn [ev look]. now rewrite Consts.
  - pose proof (Places p) as Pp. destruct (pl p) as [q|q begin long held].
    + destruct Pp as [_ Pp]. destruct (Pp s O) as [E _]. cbn [ev look]. now rewrite (nth_same _ _ _ _ E).
    + destruct Pp as [a [b [_ St]]]. destruct (St s O) as [x [Ex [_ [Va _]]]]. destruct (Va env) as [_ Vl]. cbn [ev look]. now rewrite (nth_of_error _ _ _ Ex).
  - cbn [ev]. now rewrite IHx, IHy.
  - cbn [ev]. now rewrite IHc, IHx, IHy.
  - cbn [ev]. rewrite IHl, IHh, IHn by trivial. apply fold_same. intros acc v. rewrite <- app_assoc.
    replace (length env + 2)%nat with (length (env ++ [v; acc])) by (rewrite app_length; reflexivity). now apply IHb.
Qed.
Lemma placed_map : forall xs env s, ok s -> map (ev csG (penv ++ env) (emb s)) (map (fun x => placed_e pl cm around x (length env)) xs) = map (ev cs env s) xs.
Proof using Consts Places. intros xs env s O. rewrite map_map. apply map_ext. intro x. now apply placed_ev. Qed.

(** Nothing is done. *)
Ltac none := split; [reflexivity|constructor].
Definition does (c' : cmd) (env' : list Z) (s : state) (l : list state) : Prop := run csG bsG c' env' (emb s) = map emb l /\ Forall ok l.
Lemma all_of : forall (f : state -> list state) (h : state -> list state) l, Forall ok l -> (forall s, ok s -> h (emb s) = map emb (f s) /\ Forall ok (f s)) ->
  flat_map h (map emb l) = map emb (flat_map f l) /\ Forall ok (flat_map f l).
Proof using.
  intros f h l F H. induction F as [|s l O F [IH1 IH2]]; [none|]. destruct (H s O) as [E K]. cbn [map flat_map]. rewrite map_app, E, IH1.
  split; [reflexivity|]. now apply Forall_app.
Qed.
Lemma set_stretch : forall (a x b : list Z) z w bd (s : state) q, nth_error s q = Some (a ++ x ++ b) -> nth_error bsG q = Some bd -> 0 <= z < Z.of_nat (length x) ->
  assign bsG s q (Z.of_nat (length a) + z) w = if inside bd w then [put q (a ++ put (Z.to_nat z) w x ++ b) s] else [].
Proof using.
  intros a x b z w bd s q E B H. unfold assign. rewrite E, B.
  replace (0 <=? Z.of_nat (length a) + z) with true by (symmetry; apply Z.leb_le; lia).
  replace (Z.of_nat (length a) + z <? Z.of_nat (length (a ++ x ++ b))) with true by (symmetry; apply Z.ltb_lt; rewrite !app_length; lia). cbn [andb].
  destruct (inside bd w); trivial. do 2 f_equal. replace (Z.to_nat (Z.of_nat (length a) + z)) with (length a + Z.to_nat z)%nat by lia.
  assert (L : (Z.to_nat z < length x)%nat) by lia. generalize dependent (Z.to_nat z). clear. intros k L.
  induction a as [|y a IH]; cbn [app length Nat.add put]; [|now rewrite IH]. revert k L. induction x as [|y x IH]; intros k L; [cbn in L; lia|].
  destruct k as [|k]; [reflexivity|]. cbn [app put length] in *. now rewrite IH by lia.
Qed.
Lemma splice_stretch : forall (a x b : list Z) i n xs bd (s : state) q, nth_error s q = Some (a ++ x ++ b) -> nth_error bsG q = Some bd ->
  0 <= i -> 0 <= n -> i + n <= Z.of_nat (length x) ->
  splice bsG s q (Z.of_nat (length a) + i) n xs = if forallb (inside bd) xs then [put q (a ++ (firstn (Z.to_nat i) x ++ xs ++ skipn (Z.to_nat (i + n)) x) ++ b) s] else [].
Proof using.
  intros a x b i n xs bd s q E B Hi Hn Hl. unfold splice. rewrite E, B.
  replace (0 <=? Z.of_nat (length a) + i) with true by (symmetry; apply Z.leb_le; lia).
  replace (0 <=? n) with true by (symmetry; apply Z.leb_le; lia).
  replace (Z.of_nat (length a) + i + n <=? Z.of_nat (length (a ++ x ++ b))) with true by (symmetry; apply Z.leb_le; rewrite !app_length; lia). cbn [andb].
  destruct (forallb _ xs); trivial. do 2 f_equal.
  replace (Z.to_nat (Z.of_nat (length a) + i)) with (length a + Z.to_nat i)%nat by lia.
  replace (Z.to_nat (Z.of_nat (length a) + i + n)) with (length a + Z.to_nat (i + n))%nat by lia.
  rewrite firstn_app_2, skipn_app, (skipn_all2 a) by lia. replace (length a + Z.to_nat (i + n) - length a)%nat with (Z.to_nat (i + n)) by lia. cbn [app].
  rewrite firstn_app, skipn_app. replace (Z.to_nat i - length x)%nat with O by lia. replace (Z.to_nat (i + n) - length x)%nat with O by lia.
  cbn [firstn skipn]. now rewrite app_nil_r, <- !app_assoc.
Qed.
Lemma raised_ev : forall e env z after s, ev csG (env ++ z :: after) s (raised (length env) e) = ev csG (env ++ after) s e.
Proof using.
  induction e as [w|v|a i IH d|a|o x IHx y IHy|c IHc x IHx y IHy|lo IHl hi IHh init IHn body IHb]; intros env z after s; cbn [raised ev].
  - reflexivity.
  - destruct (Nat.ltb_spec v (length env)); [now rewrite !app_nth1 by lia|]. rewrite !app_nth2 by lia. now replace (S v - length env)%nat with (S (v - length env)) by lia.
  - now rewrite IH.
  - reflexivity.
  - now rewrite IHx, IHy.
  - now rewrite IHc, IHx, IHy.
  - rewrite IHl, IHh, IHn. apply fold_same. intros acc v. rewrite <- !app_assoc. apply IHb.
Qed.
Lemma one_range : forall z, range z (z + 1) = [z].
Proof using. intro z. unfold range. replace (Z.to_nat (z + 1 - z)) with 1%nat by lia. cbn. now rewrite Z.add_0_r. Qed.
Lemma fits_ev : forall env s i n long, (ev csG env s (fits_e i n long) =? 0) =
  negb ((0 <=? ev csG env s i) && (0 <=? ev csG env s n) && (ev csG env s i + ev csG env s n <=? ev csG env s long)).
Proof using. intros. unfold fits_e. cbn [ev opz]. destruct (0 <=? _), (0 <=? _), (_ <=? _); reflexivity. Qed.

Theorem placed_run : forall c, lasting pl c = true -> forall env s, ok s ->
  does (placed_c pl cm around c (length env)) (penv ++ env) s (run cs bs c env s).
Proof using Consts Places.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c IH|fuel c IH|p i e|p i n xs]; intros La env s O; cbn [placed_c lasting] in *; unfold does.
  - cbn [run map]. auto.
  - cbn [run]. rewrite placed_ev by trivial. destruct (_ =? 0); cbn [map]; auto.
  - apply andb_prop in La. destruct La as [La Lb]. cbn [run]. destruct (IHa La env s O) as [E F]. rewrite E. apply all_of; trivial. intros t Ot. exact (IHb Lb env t Ot).
  - apply andb_prop in La. destruct La as [La Lb]. cbn [run]. destruct (IHa La env s O) as [E F], (IHb Lb env s O) as [E' F']. rewrite E, E', map_app. split; [trivial|now apply Forall_app].
  - apply andb_prop in La. destruct La as [La Lb]. cbn [run]. rewrite placed_ev by trivial. destruct (_ =? 0); [exact (IHb Lb env s O)|exact (IHa La env s O)].
  - cbn [run]. rewrite !placed_ev by trivial. induction (range (ev cs env s lo) (ev cs env s hi)) as [|v l [I1 I2]]; [none|]. cbn [flat_map].
    rewrite map_app, <- I1. replace (length env + 1)%nat with (length (env ++ [v])) by (rewrite app_length; reflexivity). rewrite <- app_assoc.
    destruct (IH La (env ++ [v]) s O) as [E F]. rewrite E. split; [|now apply Forall_app]. reflexivity.
  - cbn [run]. rewrite !placed_ev by trivial. change [emb s] with (map emb [s]). assert (F0 : Forall ok [s]) by auto. revert F0. generalize [s].
    induction (range (ev cs env s lo) (ev cs env s hi)) as [|v l IHl]; intros ss F; [split; [reflexivity|exact F]|]. cbn [fold_left].
    destruct (all_of (run cs bs c (env ++ [v])) (run csG bsG (placed_c pl cm around c (length env + 1)) ((penv ++ env) ++ [v])) ss F) as [E F'].
    { intros t Ot. rewrite <- app_assoc. replace (length env + 1)%nat with (length (env ++ [v])) by (rewrite app_length; reflexivity). exact (IH La (env ++ [v]) t Ot). }
    rewrite E. now apply IHl.
  - cbn [run]. rewrite !placed_ev, !repeat_from_rec by trivial. generalize (Z.to_nat (ev cs env s fuel)). intro n. revert s O.
    induction n as [|n IHn]; intros s O; cbn [repeat_rec]; [cbn [map]; auto|].
    destruct (IH La env s O) as [E F]. rewrite E. destruct (run cs bs c env s) as [|t l]; [cbn [map]; auto|]. cbn [map].
    exact (all_of _ _ (t :: l) F IHn).
  - pose proof (Places p) as Pp. destruct (pl p) as [q|q begin long held].
    + destruct Pp as [Bq Pp]. destruct (Pp s O) as [E Pu]. cbn [run]. rewrite !placed_ev by trivial. unfold assign. rewrite E, Bq.
      destruct (nth_error s p) as [l|] eqn:Ep; [|none]. destruct (nth_error bs p) as [bd|]; [|none]. destruct (_ && _); [|none].
      assert (Lp : (p < length s)%nat) by (apply nth_error_Some; congruence). destruct (Pu (put (Z.to_nat (ev cs env s i)) (ev cs env s e) l) Lp) as [Ok Em].
      cbn [map]. rewrite Em. auto.
    + destruct Pp as [a [b [Bq St]]]. destruct (St s O) as [x [Ex [Eq [Va [Pu _]]]]]. destruct (Va env) as [Vb Vl].
      change (run csG bsG (Seq ?c ?d) ?en ?st) with (flat_map (run csG bsG d en) (run csG bsG c en st)).
      change (run csG bsG (Guard ?c) ?en ?st) with (if ev csG en st c =? 0 then [] else [st]). unfold within. cbn [ev opz]. rewrite Vl, !placed_ev by trivial.
      set (z := ev cs env s i). set (w := ev cs env s e).
      assert (R : run cs bs (Set_ p i e) env s = match nth_error bsG q with
        | Some bd => if (0 <=? z) && (z <? Z.of_nat (length x)) && inside bd w then [put p (put (Z.to_nat z) w x) s] else [] | None => [] end)
        by (cbn [run]; unfold assign; rewrite Ex, <- Bq; reflexivity).
      rewrite R. clear R. cbn [run].
      destruct (Z.leb_spec 0 z) as [H0|H0], (Z.ltb_spec z (Z.of_nat (length x))) as [H1|H1]; cbn [b2z Z.eqb andb flat_map]; try (destruct (nth_error bsG q); none).
      rewrite app_nil_r. cbn [ev opz]. rewrite Vb, !placed_ev by trivial. fold z w. destruct (nth_error bsG q) as [bd|] eqn:Bd.
      * rewrite (set_stretch a x b z w bd) by (trivial; lia). destruct (inside bd w); [|none].
        destruct (Pu (put (Z.to_nat z) w x) (put_length _ _ _ _)) as [Ok Em]. cbn [map]. rewrite Em. auto.
      * unfold assign. rewrite Eq, Bd. none.
  - pose proof (Places p) as Pp. destruct (pl p) as [q|q begin long held].
    + destruct Pp as [Bq Pp]. destruct (Pp s O) as [E Pu]. cbn zeta. cbn [run]. rewrite !placed_ev, placed_map by trivial. unfold splice. rewrite E, Bq.
      destruct (nth_error s p) as [l|] eqn:Ep; [|none]. destruct (nth_error bs p) as [bd|]; [|none]. destruct (_ && _); [|none].
      assert (Lp : (p < length s)%nat) by (apply nth_error_Some; congruence). cbn [map]. match goal with |- context [put p ?v s] => destruct (Pu v Lp) as [Ok Em] end.
      rewrite Em. auto.
    + destruct held as [[m at_]|]; [|discriminate]. destruct Pp as [a [b [Bq St]]]. destruct (St s O) as [x [Ex [Eq [Va [_ [Bm He]]]]]]. cbn zeta.
      change (run csG bsG (Seq ?c ?d) ?en ?st) with (flat_map (run csG bsG d en) (run csG bsG c en st)).
      change (run csG bsG (Guard ?c) ?en ?st) with (if ev csG en st c =? 0 then [] else [st]). rewrite fits_ev, !placed_ev by trivial. rewrite (proj2 (Va env)).
      set (k := ev cs env s i). set (j := ev cs env s n). set (ws := map (ev cs env s) xs).
      assert (R : run cs bs (Splice p i n xs) env s = match nth_error bsG q with
        | Some bd => if (0 <=? k) && (0 <=? j) && (k + j <=? Z.of_nat (length x)) && forallb (inside bd) ws
          then [put p (firstn (Z.to_nat k) x ++ ws ++ skipn (Z.to_nat (k + j)) x) s] else [] | None => [] end)
        by (cbn [run]; unfold splice; rewrite Ex, <- Bq; reflexivity).
      rewrite R. clear R. cbn [run].
      destruct (Z.leb_spec 0 k) as [H0|H0], (Z.leb_spec 0 j) as [H1|H1], (Z.leb_spec (k + j) (Z.of_nat (length x))) as [H2|H2]; cbn [negb andb flat_map];
        try (destruct (nth_error bsG q); none).
      rewrite app_nil_r.
      set (left := Bin Add (Bin Sub long _) _). set (len := Z.of_nat (length x) - j + Z.of_nat (length xs)).
      assert (Le : ev csG (penv ++ env) (emb s) left = len).
      { unfold left. cbn [ev opz]. rewrite (proj2 (Va env)), placed_ev by trivial. now rewrite map_length. }
      change (ev csG (penv ++ env) (emb s) (Bin Add left (Num 1))) with (ev csG (penv ++ env) (emb s) left + 1). rewrite Le, one_range. cbn [flat_map]. rewrite app_nil_r.
      assert (Up : forall y, ev csG ((penv ++ env) ++ [len]) (emb s) (raised (length env + around) (placed_e pl cm around y (length env))) = ev cs env s y).
      { intro y. replace (length env + around)%nat with (length (penv ++ env)) by (rewrite app_length; lia). rewrite raised_ev, app_nil_r. now apply placed_ev. }
      assert (Ups : map (ev csG ((penv ++ env) ++ [len]) (emb s)) (map (raised (length env + around)) (map (fun y => placed_e pl cm around y (length env)) xs)) = ws).
      { unfold ws. rewrite !map_map. apply map_ext. exact Up. }
      cbn [ev opz]. rewrite Up, Ups, Up, <- (app_assoc penv), (proj1 (Va (env ++ [len]))). fold k j. destruct (nth_error bsG q) as [bd|] eqn:Bd.
      * rewrite (splice_stretch a x b k j ws bd) by trivial. destruct (forallb (inside bd) ws); [|none]. cbn [flat_map map]. rewrite app_nil_r.
        set (v := firstn (Z.to_nat k) x ++ ws ++ skipn (Z.to_nat (k + j)) x). destruct (He v) as [Ok [l [i' [El [Li [At Em]]]]]].
        assert (Lv : Z.of_nat (length v) = len).
        { unfold v, len. rewrite !app_length, firstn_length, skipn_length. unfold ws. rewrite map_length. lia. }
        split; [|auto]. cbn [ev]. rewrite At. replace (nth _ (penv ++ env ++ [len]) 0) with len.
        { unfold assign. rewrite El, Bm, Nat2Z.id. replace (0 <=? Z.of_nat i') with true by (symmetry; apply Z.leb_le; lia).
          replace (Z.of_nat i' <? Z.of_nat (length l)) with true by (symmetry; apply Z.ltb_lt; lia).
          replace (inside (0, None) len) with true by (symmetry; unfold inside; cbn [fst snd]; rewrite andb_true_r; apply Z.leb_le; lia).
          cbn [andb]. rewrite <- Lv. now rewrite Em. }
        rewrite app_assoc, (app_nth2 (penv ++ env)) by (rewrite app_length; lia). rewrite app_length. now replace (length env + around - (around + length env))%nat with 0%nat by lia.
      * unfold splice. rewrite Eq, Bd. none.
Qed.
End Meaning.
