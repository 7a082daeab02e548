(** * ViewForms.v -- linear forms over natural unknowns, conditions on them, and paths: what a core term over numbers runs on in ViewNumbers.v.
    Proved: the values of sums, products and quotients of forms; a form that is [sure] is never negative; conditions joined by «and» and «or».
    Source: linear arithmetic.
    An instance gives nothing: the forms are made from a term. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Linear forms: a constant, and the coefficients of the unknowns *)
Definition lin := (Z * list Z)%type.
Fixpoint dot (c r : list Z) : Z := match c, r with x :: c, y :: r => x * y + dot c r | _, _ => 0 end.
Definition lv (r : list Z) (l : lin) : Z := fst l + dot (snd l) r.
Fixpoint addv (a b : list Z) : list Z :=
  match a, b with [], b => b | a, [] => a | x :: a, y :: b => (x + y) :: addv a b end.
Definition lconst (z : Z) : lin := (z, []).
Definition lvar (i : nat) : lin := (0, repeat 0 i ++ [1]).
Definition ladd (a b : lin) : lin := (fst a + fst b, addv (snd a) (snd b)).
Definition lscale (k : Z) (a : lin) : lin := (k * fst a, map (Z.mul k) (snd a)).
Definition lsub (a b : lin) : lin := ladd a (lscale (-1) b).
Definition is_const (l : lin) : option Z := if forallb (Z.eqb 0) (snd l) then Some (fst l) else None.
Definition fits (n : nat) (l : lin) : bool := (length (snd l) <=? n)%nat.
(** Not negative, whatever the unknowns are. *)
Definition sure (l : lin) : bool := (0 <=? fst l) && forallb (Z.leb 0) (snd l).
Definition divides (c : Z) (l : lin) : bool := forallb (fun x => x mod c =? 0) (snd l).
Definition ldiv (c : Z) (l : lin) : lin := (fst l / c, map (fun x => x / c) (snd l)).
Definition nat_all (r : list Z) : Prop := Forall (Z.le 0) r.

Lemma lv_add : forall r a b, lv r (ladd a b) = lv r a + lv r b.
Proof.
  intros r [a0 a] [b0 b]. unfold lv, ladd. cbn [fst snd]. enough (dot (addv a b) r = dot a r + dot b r) by lia.
  revert b r. induction a as [|x a IH]; intros [|y b] [|z r]; cbn [addv dot]; try lia. rewrite IH. ring.
Qed.
Lemma lv_scale : forall r k a, lv r (lscale k a) = k * lv r a.
Proof.
  intros r k [a0 a]. unfold lv, lscale. cbn [fst snd]. enough (E : dot (map (Z.mul k) a) r = k * dot a r) by (rewrite E; ring).
  revert r. induction a as [|x a IH]; intros [|z r]; cbn [map dot]; try lia. rewrite IH. ring.
Qed.
Lemma lv_sub : forall r a b, lv r (lsub a b) = lv r a - lv r b.
Proof. intros. unfold lsub. rewrite lv_add, lv_scale. lia. Qed.
Lemma lv_const : forall r z, lv r (lconst z) = z.
Proof. intros. unfold lv. cbn. lia. Qed.
Lemma lv_var : forall r i, lv r (lvar i) = nth i r 0.
Proof.
  intros r i. unfold lv, lvar. cbn [fst snd]. revert r.
  induction i; intros [|y r]; cbn [repeat app dot nth]; try lia. specialize (IHi r). lia.
Qed.
Ltac forms := rewrite ?lv_sub, ?lv_scale, ?lv_add, ?lv_scale, ?lv_const in *.
Lemma is_const_ok : forall l z r, is_const l = Some z -> lv r l = z.
Proof.
  intros [c l] z r H. unfold is_const in H. cbn [fst snd] in H. destruct (forallb _ l) eqn:F; [|discriminate]. injection H as <-.
  unfold lv. cbn [fst snd]. enough (dot l r = 0) by lia. revert r.
  induction l as [|x l IH]; intros [|y r]; cbn [dot]; trivial. cbn [forallb] in F. apply andb_prop in F. destruct F as [F1 F2].
  apply Z.eqb_eq in F1. rewrite IH by trivial. lia.
Qed.
Lemma lv_fits : forall r k l, fits (length r) l = true -> lv (r ++ k) l = lv r l.
Proof.
  intros r k [c l] H. unfold fits in H. apply Nat.leb_le in H. cbn [snd] in H. unfold lv. cbn [fst snd]. f_equal.
  revert r H. induction l as [|x l IH]; intros [|y r] H; cbn [dot app length] in *; trivial; try lia.
  rewrite IH by lia. reflexivity.
Qed.
Lemma sure_ok : forall r l, nat_all r -> sure l = true -> 0 <= lv r l.
Proof.
  intros r [c l] N H. unfold sure in H. cbn [fst snd] in H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1.
  unfold lv. cbn [fst snd]. enough (0 <= dot l r) by lia. clear H1. revert r N.
  induction l as [|x l IH]; intros [|y r] N; cbn [dot]; try lia. inversion N as [|? ? Ny Nr]; subst. cbn [forallb] in H2.
  apply andb_prop in H2. destruct H2 as [Hx Hl]. apply Z.leb_le in Hx. specialize (IH Hl r Nr). nia.
Qed.
Lemma ldiv_ok : forall r c l, 0 < c -> divides c l = true -> lv r l / c = lv r (ldiv c l) /\ lv r l mod c = fst l mod c.
Proof.
  intros r c [z l] C D. unfold divides in D. cbn [snd] in D. unfold lv, ldiv. cbn [fst snd].
  assert (E : dot l r = dot (map (fun x => x / c) l) r * c).
  { revert r. induction l as [|x l IH]; intros [|y r]; cbn [dot map]; trivial. cbn [forallb] in D.
    apply andb_prop in D. destruct D as [D1 D2]. apply Z.eqb_eq in D1. rewrite (IH D2 r).
    pose proof (Z.div_mod x c ltac:(lia)) as X. rewrite X at 1. rewrite D1. ring. }
  rewrite E. split; [now rewrite Z.div_add by lia|now rewrite Z.mod_add by lia].
Qed.

(* ------------------------------------------------------------------ *)
(** ** Constraints, conditions and paths *)
Inductive con := Ge (l : lin) | Zero (l : lin).
Definition holds (r : list Z) (c : con) : Prop := match c with Ge l => 0 <= lv r l | Zero l => lv r l = 0 end.
Definition cfits (n : nat) (c : con) : bool := match c with Ge l => fits n l | Zero l => fits n l end.
Definition plain (c : con) : bool := match c with Ge l => sure l | Zero _ => false end.
Lemma plain_ok : forall r c, nat_all r -> plain c = true -> holds r c.
Proof. intros r [l|l] N H; [now apply sure_ok|discriminate]. Qed.

(** A condition: one of these lists holds. *)
Definition dnf := list (list con).
Definition sat (r : list Z) (d : dnf) : Prop := exists c, In c d /\ Forall (holds r) c.
Definition dand (x y : dnf) : dnf := flat_map (fun a => map (app a) y) x.
Lemma sat_and : forall r x y, sat r (dand x y) <-> sat r x /\ sat r y.
Proof.
  intros r x y. unfold sat, dand. split.
  - intros [c [I F]]. apply in_flat_map in I. destruct I as [a [Ia I]]. apply in_map_iff in I. destruct I as [b [<- Ib]].
    apply Forall_app in F. destruct F. split; [exists a|exists b]; auto.
  - intros [[a [Ia Fa]] [b [Ib Fb]]]. exists (a ++ b). split; [|apply Forall_app; auto].
    apply in_flat_map. exists a. split; trivial. apply in_map_iff. eauto.
Qed.
Lemma sat_or : forall r x y, sat r (x ++ y) <-> sat r x \/ sat r y.
Proof.
  intros r x y. unfold sat. split.
  - intros [c [I F]]. apply in_app_or in I. destruct I; [left|right]; eauto.
  - intros [[c [I F]]|[c [I F]]]; exists c; rewrite in_app_iff; auto.
Qed.
Lemma sat_one : forall r c, sat r [[c]] <-> holds r c.
Proof.
  intros r c. split.
  - intros [l [[<-|[]] F]]. now inversion F.
  - intro H. exists [c]. split; [now left|auto].
Qed.

Lemma sat_no : forall r, sat r [] <-> False.
Proof. intro r. split; [intros [c [[] _]]|intros []]. Qed.
Lemma sat_yes : forall r, sat r [[]] <-> True.
Proof. intro r. split; trivial. intros _. exists []. split; [now left|constructor]. Qed.

Record path := Path { nv : nat; cons : list con; fin : list lin }.
Definition add (p : path) (c : list con) := Path (nv p) (cons p ++ filter (fun c => negb (plain c)) c) (fin p).
Definition becomes (p : path) (f : list lin) := Path (nv p) (cons p) f.
Definition conc (r : list Z) (f : list lin) : state := map (fun l => [lv r l]) f.
Definition ok (r : list Z) (p : path) : Prop := length r = nv p /\ nat_all r /\ Forall (holds r) (cons p).
Lemma ok_add : forall r p c, ok r (add p c) <-> ok r p /\ Forall (holds r) c.
Proof.
  intros r p c. unfold ok, add. cbn [nv cons]. rewrite Forall_app.
  assert (E : nat_all r -> Forall (holds r) (filter (fun c => negb (plain c)) c) <-> Forall (holds r) c).
  { intro N. rewrite !Forall_forall. split; intros H x I.
    - destruct (plain x) eqn:P; [now apply plain_ok|]. apply H, filter_In. now rewrite P.
    - apply filter_In in I. now apply H. }
  split.
  - intros [L [N [A B]]]. apply E in B; tauto.
  - intros [[L [N A]] B]. apply E in B; tauto.
Qed.
Fixpoint bind {A B} (f : A -> option (list B)) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x with None => None | Some a => match bind f l with Some b => Some (a ++ b) | None => None end end
  end.
Lemma bind_in : forall A B (f : A -> option (list B)) l r, bind f l = Some r ->
  (forall x, In x l -> exists a, f x = Some a) /\ forall y, In y r <-> exists x a, In x l /\ f x = Some a /\ In y a.
Proof.
  induction l as [|x l IH]; cbn [bind]; intros r H.
  - injection H as <-. split; [intros ? []|]. intro y. split; [intros []|intros [x [a [[] _]]]].
  - destruct (f x) as [a|] eqn:F; [|discriminate]. destruct (bind f l) as [b|]; [|discriminate]. injection H as <-.
    destruct (IH b eq_refl) as [I1 I2]. split.
    + intros y [<-|I]; eauto.
    + intro y. rewrite in_app_iff, I2. split.
      * intros [I|[x' [a' [I [E J]]]]]; [exists x, a|exists x', a']; cbn [In]; auto.
      * intros [x' [a' [[<-|I] [E J]]]]; [left; congruence|right; eauto].
Qed.
