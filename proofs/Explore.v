(** * Explore.v -- the closure of a finite set under a step, computed; tables that are read fast.
    Proved: if [explore] says true, there is a set that holds the start, is closed under [step], and is [good]
    throughout ([explore_sound]). A key that two elements share makes it say false, so keys need no proof. *)
Require Import Bool Arith NArith ZArith List FMapPositive.
Import ListNotations.

Section Explore.
Variables (A : Type) (eqb : A -> A -> bool) (key : A -> positive) (step : A -> list A) (good : A -> bool).
Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.
Fixpoint explore (fuel : nat) (todo : list A) (seen : PositiveMap.t A) : bool := match fuel with
  | O => false
  | S fuel => match todo with
    | [] => true
    | a :: todo => match PositiveMap.find (key a) seen with
      | Some b => eqb a b && explore fuel todo seen
      | None => good a && explore fuel (step a ++ todo) (PositiveMap.add (key a) a seen)
      end end end.
Definition held (seen : PositiveMap.t A) a := exists k, PositiveMap.find k seen = Some a.
Lemma explore_closed : forall fuel todo seen, explore fuel todo seen = true ->
  (forall a, held seen a -> good a = true /\ forall b, In b (step a) -> In b todo \/ held seen b) ->
  exists S : A -> Prop, (forall a, In a todo -> S a) /\ (forall a, held seen a -> S a) /\
    forall a, S a -> good a = true /\ forall b, In b (step a) -> S b.
Proof.
  induction fuel as [|fuel IH]; intros todo seen E I; [discriminate|]. destruct todo as [|a todo]; cbn [explore] in E.
  - exists (held seen). split; [intros a []|]. split; [trivial|].
    intros a H. destruct (I a H) as [G C]. split; trivial. intros b B. destruct (C b B) as [[]|]; trivial.
  - destruct (PositiveMap.find (key a) seen) as [b|] eqn:F; apply andb_prop in E; destruct E as [E1 E2].
    + apply eqb_eq in E1. subst b. destruct (IH _ _ E2) as [S [S1 [S2 S3]]].
      * intros b H. destruct (I b H) as [G C]. split; trivial. intros c B.
        destruct (C c B) as [[<-|]|]; [right; now exists (key a)|now left|now right].
      * exists S. split; [|now split]. intros b [<-|B]; [apply S2; now exists (key a)|now apply S1].
    + assert (K : forall b, held seen b -> held (PositiveMap.add (key a) a seen) b).
      { intros b [k Hk]. exists k. rewrite PositiveMap.gso; trivial. congruence. }
      assert (Ka : held (PositiveMap.add (key a) a seen) a) by (exists (key a); apply PositiveMap.gss).
      destruct (IH _ _ E2) as [S [S1 [S2 S3]]].
      * intros b [k Hk]. destruct (Pos.eq_dec k (key a)) as [->|N].
        -- rewrite PositiveMap.gss in Hk. injection Hk as <-. split; trivial. intros c C. left. apply in_or_app. now left.
        -- rewrite PositiveMap.gso in Hk by trivial. destruct (I b (ex_intro _ k Hk)) as [G C]. split; trivial.
           intros c B. destruct (C c B) as [[<-|T]|H]; [now right| |right; now apply K].
           left. apply in_or_app. now right.
      * exists S. split; [|split; [intros b H; now apply S2, K|trivial]].
        intros b [<-|B]; [now apply S2|]. apply S1, in_or_app. now right.
Qed.
Theorem explore_sound : forall fuel todo, explore fuel todo (PositiveMap.empty A) = true ->
  exists S : A -> Prop, (forall a, In a todo -> S a) /\
    forall a, S a -> good a = true /\ forall b, In b (step a) -> S b.
Proof.
  intros fuel todo E. destruct (explore_closed _ _ _ E) as [S [S1 [_ S3]]]; [|now exists S].
  intros a [k H]. rewrite PositiveMap.gempty in H. discriminate.
Qed.
End Explore.

(** lists compared *)
Fixpoint leqb {A} (f : A -> A -> bool) (l l' : list A) : bool := match l, l' with
  | [], [] => true | a :: l, b :: l' => f a b && leqb f l l' | _, _ => false end.
Lemma leqb_eq : forall A (f : A -> A -> bool), (forall a b, f a b = true -> a = b) ->
  forall l l', leqb f l l' = true -> l = l'.
Proof.
  intros A f H. induction l as [|a l IH]; intros [|b l'] E; try discriminate; trivial.
  cbn [leqb] in E. apply andb_prop in E. destruct E. f_equal; auto.
Qed.

(** numbers strung into one key, each ending itself *)
Fixpoint push (n p : positive) : positive := match n with
  | xH => p~0 | xO n => push n p~0~1 | xI n => push n p~1~1 end%positive.
Definition pushN (n : N) p := push (N.succ_pos n) p.
Definition pushZ (z : Z) p := match z with Z0 => p~0~0 | Zpos n => push n p~1~0 | Zneg n => push n p~1 end%positive.
Definition pushL (l : list Z) p := fold_left (fun p z => pushZ z p) l p.

(** a list as a tree *)
Section Tables.
Variable A : Type.
Fixpoint tree_from (n : N) (l : list A) : PositiveMap.t A := match l with
  | [] => PositiveMap.empty A | a :: l => PositiveMap.add (N.succ_pos n) a (tree_from (N.succ n) l) end.
Definition tree := tree_from 0.
Definition get (d : A) (t : PositiveMap.t A) (n : N) : A :=
  match PositiveMap.find (N.succ_pos n) t with Some a => a | None => d end.
Lemma succ_pos_inj : forall n m, N.succ_pos n = N.succ_pos m -> n = m.
Proof. intros n m H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now f_equal. Qed.
Lemma get_from : forall l d n i, get d (tree_from n l) (n + N.of_nat i) = nth i l d.
Proof.
  induction l as [|a l IH]; intros d n i; unfold get in *; cbn [tree_from].
  - rewrite PositiveMap.gempty. now destruct i.
  - destruct i as [|i].
    + rewrite N.add_0_r, PositiveMap.gss. reflexivity.
    + rewrite PositiveMap.gso.
      * replace (n + N.of_nat (S i))%N with (N.succ n + N.of_nat i)%N; [apply IH|].
        rewrite Nat2N.inj_succ, N.add_succ_l, N.add_succ_r. reflexivity.
      * intro H. apply succ_pos_inj in H. rewrite Nat2N.inj_succ in H.
        assert (n < n + N.succ (N.of_nat i))%N; [|rewrite H in *; now apply N.lt_irrefl with n].
        apply N.lt_add_pos_r, N.lt_0_succ.
Qed.
Theorem get_nth : forall l d n, get d (tree l) n = nth (N.to_nat n) l d.
Proof. intros l d n. rewrite <- (N2Nat.id n) at 1. exact (get_from l d 0 (N.to_nat n)). Qed.
End Tables.
Arguments explore {A}. Arguments tree {A}. Arguments get {A}.
