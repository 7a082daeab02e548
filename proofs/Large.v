(** * Large.v -- what checks of certificates with many literals share: functions that are quick where tables are large.
    Nothing new is proved of games here. [product_check] (VectorEnd.v): the labels in a tree, the box walked without being laid out as a list.
    LargeTerm.v has the checks whole, from a core term on; proofs/extract turns them into a program, for certificates that are too large for
    Coq's own machine. *)
Require Import Bool Arith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game Explore Vector VectorEnd.
Import ListNotations.

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

Fixpoint place (per : list (N * N)) (v : list N) (a : N) : N := match per, v with
  | ip :: per, x :: v => place per v (a * (fst ip + snd ip) + x) | _, _ => a end.
Definition label_in (one two : PositiveMap.t bool) (P : bool) (v : list N) : bool :=
  get false (if P then one else two) (place per v 0).
Definition labels : bool -> list N -> bool := label_in (tree first) (tree second).
(** a value for each point of the box *)
Definition full (l : list bool) : bool :=
  fold_left (fun n _ => N.succ n) l 0 =? fold_right (fun ip n => (fst ip + snd ip) * n) 1 per.
Definition product_check : bool :=
  let one := tree first in let two := tree second in
  forallb (fun ip : N * N => 0 <? snd ip) per &&
  forallb (fun P => forallb (fun m => forallb (fun x => x <=? h) m && existsb (fun x => 0 <? x) m) (mvs P)) [true; false] &&
  forallb (fun g : cond * (bool -> cond) => narrow per h (fst g) && narrow per h (snd g true) && narrow per h (snd g false)) goals &&
  forallb (fun P => box_all (widen h per) (equal mvs goals stuck per (label_in one two) P)) [true; false] &&
  (full first && full second).
Hypothesis C : product_check = true.
Theorem product_accepts : end_check mvs goals stuck per h labels = true.
Proof.
  pose proof C as X. unfold product_check in X. cbn zeta in X.
  apply andb_prop in X. destruct X as [X _]. apply andb_prop in X. destruct X as [X B].
  unfold end_check. apply andb_true_intro. split; [exact X|]. apply forallb_forall. intros P I.
  rewrite forallb_forall in B. rewrite <- box_all_box. exact (B P I).
Qed.
End Product.
