(** * Large.v -- checks for certificates with many literals, whole: rules, certificate and claims in, true or false out.
    Nothing new is proved of games here; each check is one function from lists, whose theorem is that of the kind of law:
    - [ranked_check] (Finite.v): a strategy with ranks; the table is walked as the list it was given as, not as a tree's elements;
    - [product_check] (VectorEnd.v): the labels in a tree, the box walked without being laid out as a list;
    - [automatic_check] (Automatic.v);
    - [grundy_rows_check] (GrundyRows.v).
    The latter three compare the theory's moves at small positions with those that the program listed ([cases]).
    proofs/extract turns these functions into a program, for certificates that are too large for Coq's own machine. *)
Require Import Bool Arith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game Finite Explore Digits Lattice Tracker Readers Automatic Vector VectorEnd.
From Whowins Require GrundyRows.
Import ListNotations.

(* ---------------- ranked ---------------- *)
Section Ranked.
Open Scope N_scope.
Variable moves : list (positive * list positive).                (* the rules: each node's options *)
Variable entries : list (positive * (option bool * N)).          (* node, (win, loss or draw, rank) *)
Variable claims : list (positive * option bool).
(** [Some d]: play without end is no draw by the rules; then play among the draws must end, but for the drawn end [d] *)
Variable last : option positive.

Definition listed_in (g : PM.t (list positive)) (p : positive) : list positive := match PM.find p g with Some l => l | None => [] end.
Definition listed : positive -> list positive := listed_in (mkmap moves).
Definition sinks (t : PM.t (option bool * N)) (d q : positive) (r : N) : bool := match PM.find q t with
  | Some (None, r') => Pos.eqb q d || (r' <? r) | _ => true end.
Definition calm (succs : positive -> list positive) (t : PM.t (option bool * N)) (pe : positive * (option bool * N)) : bool :=
  match last, fst (snd pe) with
  | Some d, None => Pos.eqb (fst pe) d || forallb (fun q => sinks t d q (snd (snd pe))) (succs (fst pe))
  | _, _ => true end.
Definition says_so (t : PM.t (option bool * N)) (c : positive * option bool) : bool := match PM.find (fst c) t, snd c with
  | Some (Some a, _), Some b => Bool.eqb a b | Some (None, _), None => true | _, _ => false end.
Definition ranked_check : bool :=
  let g := mkmap moves in let t := mkmap entries in
  forallb (fun pe => entry (listed_in g) t (fst pe) (snd pe) && calm (listed_in g) t pe) entries && forallb (says_so t) claims.

Lemma mkmap_in : forall (A : Type) (l : list (positive * A)) p a, PM.find p (mkmap l) = Some a -> In (p, a) l.
Proof.
  intros A l p a. unfold mkmap.
  assert (G : forall l m, PM.find p (fold_left (fun m e => PM.add (fst e) (snd e) m) l m) = Some a -> In (p, a) l \/ PM.find p m = Some a).
  { clear l. induction l as [|[q b] l IH]; intros m F; [now right|]. cbn [fold_left fst snd] in F. destruct (IH _ F) as [I|E]; [left; now right|].
    destruct (Pos.eq_dec p q) as [->|N].
    - rewrite PM.gss in E. injection E as ->. left. now left.
    - rewrite PM.gso in E by trivial. now right. }
  intro F. destruct (G l _ F) as [|E]; trivial. rewrite PM.gempty in E. discriminate.
Qed.
Hypothesis C : ranked_check = true.
Lemma each : forall p e, PM.find p (mkmap entries) = Some e ->
  entry listed (mkmap entries) p e = true /\ calm listed (mkmap entries) (p, e) = true.
Proof.
  intros p e F. pose proof C as X. unfold ranked_check in X. cbn zeta in X. apply andb_prop in X. destruct X as [X _].
  rewrite forallb_forall in X. specialize (X _ (mkmap_in _ _ _ _ F)). now apply andb_prop in X.
Qed.
Lemma whole : drawn_check listed (mkmap entries) = true.
Proof.
  unfold drawn_check. apply forallb_forall. intros [p e] I. apply PM.elements_complete in I. now apply each.
Qed.
(** every claim is the outcome *)
Theorem ranked_claims : forall p l, In (p, l) claims -> says listed l p.
Proof.
  intros p l I. pose proof C as X. unfold ranked_check in X. cbn zeta in X. apply andb_prop in X. destruct X as [_ X].
  rewrite forallb_forall in X. specialize (X _ I). unfold says_so in X. cbn [fst snd] in X.
  destruct (PM.find p (mkmap entries)) as [[[a|] r]|] eqn:F; destruct l as [b|]; try discriminate.
  - apply eqb_prop in X. subst b. exact (drawn_law _ _ whole _ _ _ F).
  - exact (drawn_law _ _ whole _ _ _ F).
Qed.
(** and where play without end is no draw by the rules, play among the draws ends *)
Definition drawn (p : positive) : Prop := exists r, PM.find p (mkmap entries) = Some (None, r).
Theorem draws_end : forall d, last = Some d ->
  well_founded (fun q p => In q (listed p) /\ drawn p /\ drawn q /\ p <> d /\ q <> d).
Proof.
  intros d D. set (rank := fun p => match PM.find p (mkmap entries) with Some (_, r) => N.to_nat r | None => O end).
  apply wf_measure with (f := rank). intros p q [I [[r F] [[r' F'] [Np Nq]]]].
  destruct (each _ _ F) as [_ K]. unfold calm in K. rewrite D in K. cbn [fst snd] in K.
  apply orb_prop in K. destruct K as [K|K]; [now apply Pos.eqb_eq in K|]. rewrite forallb_forall in K. specialize (K q I).
  unfold sinks in K. rewrite F' in K. apply orb_prop in K. destruct K as [K|K]; [now apply Pos.eqb_eq in K|].
  apply N.ltb_lt in K. unfold rank. rewrite F, F'. lia.
Qed.
End Ranked.

(* ---------------- product ---------------- *)
Section Product.
Open Scope N_scope.
Fixpoint range_all (k : nat) (a : N) (f : N -> bool) : bool := match k with
  | O => true | S k => f a && range_all k (N.succ a) f end.
Fixpoint box_all (per : list (N * N)) (f : list N -> bool) : bool := match per with
  | [] => f [] | (i, p) :: per => range_all (N.to_nat (i + p)) 0 (fun x => box_all per (fun v => f (x :: v))) end.
Lemma range_all_ranges : forall k a f, range_all k a f = forallb f (ranges k a).
Proof. induction k; intros a f; simpl; trivial. now rewrite IHk. Qed.
Lemma forallb_flat : forall (A B : Type) (g : A -> list B) (f : B -> bool) l,
  forallb f (flat_map g l) = forallb (fun a => forallb f (g a)) l.
Proof. intros A B g f. induction l; simpl; trivial. now rewrite forallb_app, IHl. Qed.
Lemma forallb_cons : forall x (f : list N -> bool) l, forallb f (map (cons x) l) = forallb (fun v => f (x :: v)) l.
Proof. intros x f. induction l; simpl; trivial. now rewrite IHl. Qed.
Lemma box_all_box : forall per f, box_all per f = forallb f (box per).
Proof.
  induction per as [|[i p] per IH]; intro f; cbn [box_all box]; [simpl; now rewrite andb_true_r|].
  rewrite range_all_ranges, forallb_flat. induction (ranges (N.to_nat (i + p)) 0) as [|x l IHl]; simpl; trivial.
  now rewrite IHl, IH, forallb_cons.
Qed.

Variables (mvs : bool -> list (list N)) (goals : list (cond * (bool -> cond))) (stuck : bool).   (* the rules *)
Variables (per : list (N * N)) (h : N).
(** who wins: a value a point of the box, the last coordinate fastest; of the player named first (true), second *)
Variables (first second : list bool).
(** positions with their options, as the program lists them *)
Variable cases : list (bool * list N * list (list N)).

Fixpoint place (per : list (N * N)) (v : list N) (a : N) : N := match per, v with
  | ip :: per, x :: v => place per v (a * (fst ip + snd ip) + x) | _, _ => a end.
Definition label_in (one two : PositiveMap.t bool) (P : bool) (v : list N) : bool :=
  get false (if P then one else two) (place per v 0).
Definition labels : bool -> list N -> bool := label_in (tree first) (tree second).
(** a value for each point of the box *)
Definition full (l : list bool) : bool :=
  fold_left (fun n _ => N.succ n) l 0 =? fold_right (fun ip n => (fst ip + snd ip) * n) 1 per.
Definition cases_agree : bool :=
  forallb (fun c => leqb (leqb N.eqb) (eopts mvs goals (fst (fst c)) (snd (fst c))) (snd c)) cases.
Definition product_check : bool :=
  let one := tree first in let two := tree second in
  forallb (fun ip : N * N => 0 <? snd ip) per &&
  forallb (fun P => forallb (fun m => forallb (fun x => x <=? h) m && existsb (fun x => 0 <? x) m) (mvs P)) [true; false] &&
  forallb (fun g : cond * (bool -> cond) => narrow per h (fst g) && narrow per h (snd g true) && narrow per h (snd g false)) goals &&
  forallb (fun P => box_all (widen h per) (equal mvs goals stuck per (label_in one two) P)) [true; false] &&
  (full first && full second && cases_agree).
Hypothesis C : product_check = true.
(** every position of every size: the label of its place is its outcome *)
Theorem product_outcomes : forall P v, length v = length per ->
  (elaw per labels P v = true <-> Win (emv mvs goals stuck) (At P v)) /\
  (elaw per labels P v = false <-> Lose (emv mvs goals stuck) (At P v)).
Proof.
  apply vector_end_law with (h := h). pose proof C as X. unfold product_check in X. cbn zeta in X.
  apply andb_prop in X. destruct X as [X _]. apply andb_prop in X. destruct X as [X B].
  unfold end_check. apply andb_true_intro. split; [exact X|]. apply forallb_forall. intros P I.
  rewrite forallb_forall in B. rewrite <- box_all_box. exact (B P I).
Qed.
(** the options of the cases are those of the move relation *)
Theorem product_cases : forall P v l, In (P, v, l) cases -> eopts mvs goals P v = l.
Proof.
  intros P v l I. pose proof C as X. unfold product_check in X. cbn zeta in X. apply andb_prop in X. destruct X as [_ X].
  apply andb_prop in X. destruct X as [_ X]. unfold cases_agree in X. rewrite forallb_forall in X. specialize (X _ I). cbn [fst snd] in X.
  apply leqb_eq in X; trivial. apply leqb_eq. intros a b E. now apply N.eqb_eq.
Qed.
End Product.

(* ---------------- automatic ---------------- *)
Section Automatic.
Variable c : cert.
Variable cases : list (bool * list Z * list (list Z)).
Definition automatic_check : bool := bounded (dim c) (rules c) &&
  forallb (fun e => same (options (dim c) (rules c) (fst (fst e)) (snd (fst e))) (snd e)) cases &&
  Automatic.check c.
Theorem automatic_outcomes : automatic_check = true -> forall P p, length p = dim c -> nonneg p -> exists b, Automatic.law c P p = Some b /\
  (b = true <-> Wins (dim c) (rules c) (who_is_stuck_wins c) (P, p)) /\
  (b = false <-> Loses (dim c) (rules c) (who_is_stuck_wins c) (P, p)).
Proof.
  intros C P p L N. unfold automatic_check in C. apply andb_prop in C. destruct C as [_ C]. exact (automatic_law c C P p L N).
Qed.
End Automatic.

(* ---------------- rows of Grundy values ---------------- *)
Section GrundyRows.
Variables (turned : bool) (rays : list ray) (rows : list GrundyRows.row).
Variable cases : list (list Z * list (list Z)).
Definition grundy_rows_check : bool := bounded 2 (fun _ => rays) &&
  forallb (fun e => same (options 2 (fun _ => rays) true (fst e)) (snd e)) cases &&
  (GrundyRows.check turned rays rows && GrundyRows.least_check rows).
Hypothesis C : grundy_rows_check = true.
Lemma both_checks : GrundyRows.check turned rays rows = true /\ GrundyRows.least_check rows = true.
Proof. pose proof C as X. unfold grundy_rows_check in X. apply andb_prop in X. destruct X as [_ X]. now apply andb_prop in X. Qed.
Theorem grundy_rows_values : forall x y, (0 <= x < Z.of_nat (length rows))%Z -> (0 <= y)%Z ->
  let p := GrundyRows.place turned x y in let g := GrundyRows.value rows x y in
  (forall v, GrundyRows.Value (GrundyRows.mv rays) p v <-> v = g) /\
  forall P, (g <> 0%N <-> Win (lmv 2 (fun _ => rays)) (P, p)) /\ (g = 0%N <-> Lose (lmv 2 (fun _ => rays)) (P, p)).
Proof. exact (GrundyRows.rows_law turned rays rows (proj1 both_checks)). Qed.
Theorem grundy_rows_least : forall x i p s, (0 <= x < Z.of_nat (length rows))%Z -> (0 < p)%N ->
  (forall y, (i <= y)%N -> GrundyRows.value rows x (Z.of_N (y + p)) = (GrundyRows.value rows x (Z.of_N y) + s)%N) ->
  (GrundyRows.row_preperiod (GrundyRows.row_at rows x) <= i /\ GrundyRows.row_period (GrundyRows.row_at rows x) <= p)%N.
Proof. exact (GrundyRows.rows_least rows (proj2 both_checks)). Qed.
End GrundyRows.
