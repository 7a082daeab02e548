(** * TakeAway.v -- take at most what the last move allows: n tokens, of which 1 to m are taken; after k the most is f(k).
    The parts: 1, and after the largest part h the part h + s, s being the least with f(s) >= h. The least part of n is what is left of n when the largest parts that fit are taken
    away one after the other. Proved: where f never falls and f(k) >= k, the player to move loses exactly where n is 0 or m is less than the least part of n ([take_away_law]).
    The heart is [parts_hold]: with the least part of n it can be seen to that what is left has a larger least part than is allowed; with less it cannot.
    Source: A. J. Schwenk, Take-away games, 1970; f(k) = 2 k: Whinihan 1963.
    An instance gives a term, and f as c k + d. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope Z_scope.

Section Parts.
Variable f : Z -> Z.
Hypothesis Rises : forall x y, 1 <= x <= y -> f x <= f y.
Hypothesis Enough : forall x, 1 <= x -> x <= f x.

(** The least of the parts, the largest first, of which f is at least h: the last before f falls below. *)
Fixpoint reaches (h x : Z) (l : list Z) : Z :=
  match l with [] => x | y :: r => if h <=? f y then reaches h y r else x end.
Definition next (l : list Z) : Z := match l with [] => 1 | h :: r => h + reaches h h r end.
(** The least part of n, by parts the largest first. *)
Fixpoint least (l : list Z) (n : Z) : Z :=
  match l with [] => 0 | h :: r => if n <? h then least r n else if n =? h then n else least r (n - h) end.
Inductive made : list Z -> Prop :=
| one : made [1]
| more : forall l, made l -> made (next l :: l).

Lemma reaches_is : forall h l x, h <= f x -> (reaches h x l = x \/ In (reaches h x l) l) /\ h <= f (reaches h x l).
Proof.
  intros h. induction l as [|y r IH]; intros x Hx; cbn [reaches]; [auto|].
  destruct (Z.leb_spec h (f y)); [|auto]. destruct (IH y H) as [[E|E] F]; split; trivial; right; [now left|now right].
Qed.

(** What is known of the parts so far. *)
Definition good (l : list Z) : Prop :=
  (forall x, In x l -> 1 <= x <= hd 0 l) /\ l <> [] /\
  (forall x, In x l -> least l x = x) /\
  (* so far the least part of a number is a part, not more than the number *)
  (forall n, 0 < n < next l -> In (least l n) l /\ 1 <= least l n <= n) /\
  (* taken away, it leaves nothing, or a number with a larger least part than may be taken *)
  (forall n, 0 < n < next l -> least l n = n \/ f (least l n) < least l (n - least l n)) /\
  (* and less does not *)
  (forall n k, 0 < n < next l -> 0 < k < least l n -> least l (n - k) <= f k).

(** The parts fall along the list. *)
Fixpoint falls (l : list Z) : Prop :=
  match l with x :: (y :: _) as r => y < x /\ falls r | _ => True end.

Lemma reaches_below : forall h l x, falls (x :: l) -> (forall y, In y (x :: l) -> 1 <= y) ->
  forall y, In y l -> y < reaches h x l -> f y < h.
Proof using Rises.
  intros h. induction l as [|z r IH]; intros x F P y Iy L; [destruct Iy|]. cbn [reaches] in L. destruct F as [F1 F2].
  destruct (Z.leb_spec h (f z)).
  - destruct Iy as [->|Iy].
    + exfalso. assert (Le : forall l x, falls (x :: l) -> reaches h x l <= x).
      { clear. induction l as [|a l I]; intros x F; cbn [reaches]; [lia|]. destruct F as [F1 F2]. destruct (_ <=? _); [specialize (I a F2)|]; lia. }
      specialize (Le r y F2). lia.
    + apply (IH z F2 (fun w Iw => P w (or_intror Iw)) y Iy L).
  - assert (Small : forall w, In w (z :: r) -> w <= z).
    { clear -F2. revert z F2. induction r as [|a l I]; intros z F w [->|Iw]; try lia; [destruct Iw|]. destruct F as [F1 F2]. specialize (I a F2 w Iw). lia. }
    specialize (Small y Iy). pose proof (P y (or_intror Iy)). assert (f y <= f z) by (apply Rises; lia). lia.
Qed.

Theorem parts_hold : forall l, made l -> good l /\ falls l.
Proof using Rises Enough.
  induction 1 as [|l M [G F]].
  - split; [|exact I]. unfold good. cbn [hd next reaches].
    assert (U : forall n, 0 < n < 1 + 1 -> n = 1) by lia.
    split; [intros x [<-|[]]; lia|]. split; [discriminate|]. split; [intros x [<-|[]]; reflexivity|].
    split; [|split].
    + intros n B. apply U in B. subst n. change (least [1] 1) with 1. split; [now left|lia].
    + intros n B. apply U in B. subst n. left. reflexivity.
    + intros n k B Bk. apply U in B. subst n. change (least [1] 1) with 1 in Bk. lia.
  - destruct G as [Range [Some [Self [Is [Leaves Less]]]]].
    assert (exists h r, l = h :: r) as [h [r El]] by (clear -Some; destruct l; [congruence|eauto]). set (s := reaches h h r).
    assert (Hd : hd 0 l = h) by now rewrite El. rewrite Hd in Range.
    assert (Hin : In h l) by (rewrite El; now left). pose proof (proj1 (Range h Hin)) as H1.
    destruct (reaches_is h r h (Enough h H1)) as [Where Fs]. fold s in Where, Fs.
    assert (Sin : In s l) by (rewrite El; destruct Where as [E|W]; [left; congruence|now right]).
    assert (S1 : 1 <= s <= h) by (apply (Range s Sin)).
    pose proof F as F0. rewrite El in F0.
    assert (Below : forall y, In y l -> y < s -> f y < h).
    { intros y Iy L. rewrite El in Iy. destruct Iy as [<-|Iy]; [lia|]. apply (reaches_below h r h F0); trivial. intros z Iz. rewrite <- El in Iz. exact (proj1 (Range z Iz)). }
    set (t := h + s). assert (Nl : next l = t) by now rewrite El. rewrite Nl in *.
    assert (F' : falls (t :: l)) by (rewrite El; split; [unfold t; lia|exact F0]).
    assert (Tn : next (t :: l) = t + reaches t t l) by reflexivity.
    assert (T1 : 1 <= t) by (unfold t; lia).
    destruct (reaches_is t l t (Enough t T1)) as [Where' Fs']. set (s' := reaches t t l) in *.
    assert (Sin' : In s' (t :: l)) by (destruct Where' as [->|W]; [now left|now right]).
    assert (Range' : forall x, In x (t :: l) -> 1 <= x <= t).
    { intros x [<-|Ix]; [lia|]. specialize (Range x Ix). unfold t. lia. }
    assert (S1' : 1 <= s' <= t) by (apply (Range' s' Sin')).
    assert (Below' : forall y, In y (t :: l) -> y < s' -> f y < t).
    { intros y [<-|Iy] L; [lia|]. apply (reaches_below t l t F'); trivial. intros z Iz. exact (proj1 (Range' z Iz)). }
    (* the least part by the longer list *)
    assert (Old : forall n, n < t -> least (t :: l) n = least l n).
    { intros n L. cbn [least]. now replace (n <? t) with true by (symmetry; now apply Z.ltb_lt). }
    assert (At : least (t :: l) t = t).
    { cbn [least]. now rewrite Z.ltb_irrefl, Z.eqb_refl. }
    assert (New : forall n, t < n -> least (t :: l) n = least l (n - t)).
    { intros n L. cbn [least]. replace (n <? t) with false by (symmetry; apply Z.ltb_ge; lia).
      now replace (n =? t) with false by (symmetry; apply Z.eqb_neq; lia). }
    (* between h and t the older list looks past h *)
    assert (Mid : forall n, 0 < n < s -> least l (h + n) = least l n).
    { intros n B. rewrite El. cbn [least]. replace (h + n <? h) with false by (symmetry; apply Z.ltb_ge; lia).
      replace (h + n =? h) with false by (symmetry; apply Z.eqb_neq; lia). replace (h + n - h) with n by lia.
      now replace (n <? h) with true by (symmetry; apply Z.ltb_lt; lia). }
    (* t itself: nothing less than t does *)
    assert (Whole : forall k, 0 < k < t -> least l (t - k) <= f k).
    { intros k B. destruct (Z.lt_ge_cases k s) as [C|C].
      - replace (t - k) with (h + (s - k)) by (unfold t; lia). rewrite Mid by lia.
        apply (Less s k); [unfold t; lia|]. rewrite (Self s Sin). lia.
      - assert (f s <= f k) by (apply Rises; lia). destruct (Is (t - k)) as [_ L]; [unfold t in *; lia|]. unfold t in *. lia. }
    split; [|exact F']. unfold good. rewrite Tn. cbn [hd].
    (* above t *)
    assert (Low : forall n, t < n < t + s' -> 0 < n - t < t) by lia.
    split; [exact Range'|]. split; [discriminate|]. split; [|split; [|split]].
    + intros x [<-|Ix]; [exact At|]. rewrite Old; [now apply Self|]. specialize (Range x Ix). unfold t. lia.
    + intros n B. destruct (Z.lt_trichotomy n t) as [C|[->|C]].
      * rewrite Old by trivial. destruct (Is n) as [A A']; [lia|]. split; [now right|trivial].
      * rewrite At. split; [now left|lia].
      * rewrite New by trivial. destruct (Is (n - t)) as [A A']; [lia|]. split; [now right|lia].
    + intros n B. destruct (Z.lt_trichotomy n t) as [C|[->|C]].
      * rewrite (Old n) by trivial. destruct (Leaves n) as [A|A]; [lia|now left|right]. destruct (Is n) as [_ A']; [lia|].
        rewrite Old by lia. exact A.
      * left. exact At.
      * right. rewrite (New n) by trivial. set (m := n - t). assert (Bm : 0 < m < t) by (unfold m; lia).
        destruct (Is m Bm) as [A A']. destruct (Z.eq_dec (least l m) m) as [E|E].
        -- rewrite E. replace (n - m) with t by (unfold m; lia). rewrite At. apply Below'; [|unfold m; lia]. right. now rewrite <- E.
        -- destruct (Leaves m Bm) as [E'|E']; [contradiction|]. set (p := least l m) in *.
           rewrite New by (unfold m in *; lia). replace (n - p - t) with (m - p) by (unfold m; lia). exact E'.
    + intros n k B Bk. destruct (Z.lt_trichotomy n t) as [C|[->|C]].
      * rewrite (Old n) in Bk by trivial. rewrite Old by lia. apply Less; lia.
      * rewrite At in Bk. rewrite Old by lia. now apply Whole.
      * rewrite (New n) in Bk by trivial. set (m := n - t) in *. assert (Bm : 0 < m < t) by (unfold m; lia).
        destruct (Is m Bm) as [_ A']. rewrite New by (unfold m in *; lia). replace (n - k - t) with (m - k) by (unfold m; lia).
        apply Less; lia.
Qed.

(** The first parts, as many as are asked for and one more. *)
Fixpoint parts (i : nat) : list Z := match i with O => [1] | S i => next (parts i) :: parts i end.
Lemma parts_made : forall i, made (parts i).
Proof using. induction i; cbn [parts]; now constructor. Qed.
Lemma next_more : forall l, made l -> next l < next (next l :: l).
Proof using Rises Enough.
  intros l M. pose proof (parts_hold _ (more l M)) as [[Range [_ _]] _].
  pose proof (proj1 (Range (next l) (or_introl eq_refl))) as T.
  destruct (reaches_is (next l) l (next l) (Enough _ T)) as [W _]. cbn [next].
  assert (1 <= reaches (next l) (next l) l) by (destruct W as [->|W]; [lia|exact (proj1 (Range _ (or_intror W)))]). lia.
Qed.
Lemma next_large : forall i, Z.of_nat i + 2 <= next (parts i).
Proof using Rises Enough.
  induction i as [|i IH]; [cbn; lia|]. pose proof (next_more _ (parts_made i)). change (parts (S i)) with (next (parts i) :: parts i). lia.
Qed.
Definition least_part (n : Z) : Z := least (parts (Z.to_nat n)) n.
(** Further parts change nothing. *)
Lemma least_same : forall i j n, (i <= j)%nat -> n < next (parts i) -> least (parts j) n = least (parts i) n.
Proof using Rises Enough.
  intros i j n L. induction L as [|j L IH]; intro B; trivial. rewrite <- IH by trivial.
  assert (Up : next (parts i) <= next (parts j)).
  { clear -L Rises Enough. induction L as [|j L IH]; [lia|]. pose proof (next_more _ (parts_made j)). cbn [parts] in *. lia. }
  cbn [parts least]. now replace (n <? next (parts j)) with true by (symmetry; apply Z.ltb_lt; lia).
Qed.
Theorem least_part_is : forall n, 0 < n ->
  1 <= least_part n <= n /\ (least_part n = n \/ f (least_part n) < least_part (n - least_part n)) /\
  (forall k, 0 < k < least_part n -> least_part (n - k) <= f k).
Proof using Rises Enough.
  intros n Pos. set (i := Z.to_nat n). pose proof (next_large i) as Big. assert (Bn : 0 < n < next (parts i)) by (unfold i in *; lia).
  pose proof (parts_hold _ (parts_made i)) as [[_ [_ [_ [Is [Leaves Less]]]]] _].
  assert (Same : forall m, 0 <= m <= n -> least_part m = least (parts i) m).
  { intros m B. unfold least_part. symmetry. apply least_same; [unfold i; lia|]. pose proof (next_large (Z.to_nat m)). lia. }
  rewrite (Same n) by lia. destruct (Is n Bn) as [_ B]. split; [trivial|]. split.
  - destruct (Leaves n Bn) as [E|E]; [now left|right]. rewrite Same by lia. exact E.
  - intros k Bk. rewrite Same by lia. now apply Less.
Qed.

(** Lost are n tokens of which at most m may be taken. *)
Definition lost (x : Z * Z) : bool := (fst x =? 0) || (snd x <? least_part (fst x)).
Definition takes (x y : Z * Z) : Prop := exists k, 1 <= k <= snd x /\ k <= fst x /\ y = (fst x - k, f k).
Lemma lost_apart : forall x y, takes x y -> lost x = true -> lost y = false.
Proof using Rises Enough.
  intros [n m] y [k [Bk [Bn ->]]] L. unfold lost in *. cbn [fst snd] in *.
  apply orb_prop in L. destruct L as [L|L]; [apply Z.eqb_eq in L; lia|]. apply Z.ltb_lt in L.
  destruct (least_part_is n) as [B [_ Less]]; [lia|]. specialize (Less k ltac:(lia)).
  apply orb_false_intro; [apply Z.eqb_neq; lia|]. apply Z.ltb_ge. exact Less.
Qed.
Lemma lost_reach : forall x, 0 <= fst x -> lost x = false -> exists y, takes x y /\ lost y = true.
Proof using Rises Enough.
  intros [n m] Nn L. unfold lost in L. cbn [fst snd] in *. apply orb_false_elim in L. destruct L as [L0 L]. apply Z.eqb_neq in L0. apply Z.ltb_ge in L.
  destruct (least_part_is n) as [B [Leaves _]]; [lia|]. exists (n - least_part n, f (least_part n)). split.
  - exists (least_part n). cbn [fst snd]. repeat split; lia.
  - unfold lost. cbn [fst snd]. destruct Leaves as [E|E].
    + rewrite E. replace (n - n) with 0 by lia. reflexivity.
    + apply orb_true_intro. right. now apply Z.ltb_lt.
Qed.
End Parts.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
(** What is made of the number that is chosen: so many times it, and so much more. *)
Fixpoint linear (e : expr) : option (Z * Z) :=
  match e with
  | Num z => Some (0, z)
  | Var 0 => Some (1, 0)
  | Bin o a b => match linear a, linear b with
    | Some (p, q), Some (r, s) => match o with
      | Add => Some (p + r, q + s)
      | Sub => Some (p - r, q - s)
      | Mul => if p =? 0 then Some (q * r, q * s) else if r =? 0 then Some (p * s, q * s) else None
      | _ => None
      end
    | _, _ => None
    end
  | _ => None
  end.
Lemma linear_is : forall cs s k e p, linear e = Some p -> ev cs [k] s e = fst p * k + snd p.
Proof.
  intros cs s k. induction e as [z|i|a i IH d|a|o a IHa b IHb|a IHa b IHb c IHc|a IHa b IHb c IHc d IHd]; intros p H; cbn [linear] in H; try discriminate.
  - injection H as <-. cbn [ev fst snd]. lia.
  - destruct i; [|discriminate]. injection H as <-. cbn [ev nth fst snd]. lia.
  - destruct (linear a) as [[u v]|]; [|discriminate]. destruct (linear b) as [[w x]|]; [|discriminate].
    cbn [ev]. rewrite (IHa _ eq_refl), (IHb _ eq_refl). cbn [fst snd].
    destruct o; try discriminate; cbn [opz].
    + injection H as <-. cbn [fst snd]. lia.
    + injection H as <-. cbn [fst snd]. lia.
    + destruct (Z.eqb_spec u 0) as [->|]; [injection H as <-; cbn [fst snd]; ring|].
      destruct (Z.eqb_spec w 0) as [->|]; [|discriminate]. injection H as <-. cbn [fst snd]. ring.
Qed.

Definition number (part : nat) : expr := Get (P part) (Num 0) 0.
(** The command of a move: 1 <= k <= most; n falls by k, and the most becomes what e says. *)
Definition take (n m : nat) (e : expr) : cmd :=
  Seq (Choose (Num 1) (Bin Add (number m) (Num 1)) (Seq (Set_ n (Num 0) (Bin Sub (number n) (Var 0))) (Set_ m (Num 0) e)))
      (Set_ 0 (Num 0) (Bin Sub (Num 1) (number 0))).
(** What a move of this shape makes the most that may be taken. *)
Definition allowed_of (g : game) : expr :=
  match tiers g with [Seq (Choose _ _ (Seq _ (Set_ _ _ e))) _] => e | _ => Num 0 end.
Definition is_take_away (g : game) (e : expr) (c d : Z) : Prop :=
  Core.parts g = [(0, Some 1); (0, None); (0, None)] /\ tiers g = [take 1 2 e] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite (number 0) (Num 1) (Num (-1)) /\ linear e = Some (c, d) /\ (1 <=? c) && (1 <=? c + d) = true.

Section Term.
Variables (g : game) (e : expr) (c d : Z).
Hypothesis G : is_take_away g e c d.
Definition allowed (k : Z) : Z := c * k + d.
Definition here (P : bool) (x : Z * Z) : state := [[number_of P]; [fst x]; [snd x]].
Lemma allowed_rises : forall x y, 1 <= x <= y -> allowed x <= allowed y.
Proof using G. destruct G as [_ [_ [_ [_ [_ [_ H]]]]]]. apply andb_prop in H. destruct H as [H _]. apply Z.leb_le in H. unfold allowed. nia. Qed.
Lemma allowed_enough : forall x, 1 <= x -> x <= allowed x.
Proof using G.
  destruct G as [_ [_ [_ [_ [_ [_ H]]]]]]. apply andb_prop in H. destruct H as [H H']. apply Z.leb_le in H, H'. intros x Hx. unfold allowed. nia.
Qed.

Lemma moves_of : forall P x s, 0 <= fst x /\ 0 <= snd x ->
  (In s (moves g (here P x)) <-> exists y, takes allowed x y /\ s = here (negb P) y).
Proof using G.
  intros P [n m] s [Nn Nm]. cbn [fst snd] in *. pose proof allowed_enough as En. destruct G as [Pt [Ti [Ed [_ [_ [Li _]]]]]].
  unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X. clear X.
  unfold take. cbn [run]. rewrite in_flat_map. split.
  - intros [t [It Is]]. apply in_flat_map in It. destruct It as [k [Ik It]]. apply in_range in Ik. cbn [ev look here number nth opz fst snd elt] in Ik.
    apply in_flat_map in It. destruct It as [u [Iu It]]. cbn [app] in *.
    unfold number in *. cbn [ev look here nth fst snd opz] in Iu. unfold assign in Iu. cbn in Iu.
    destruct (inside (0, None) (n - k)) eqn:E1; cbn in Iu; [|destruct Iu]. destruct Iu as [<-|[]].
    rewrite (linear_is _ _ k e _ Li) in It. cbn [fst snd] in It. unfold assign in It. cbn in It.
    destruct (inside (0, None) (c * k + d)) eqn:E2; cbn in It; [|destruct It]. destruct It as [<-|[]].
    cbn in Is. unfold inside in E1. cbn in E1. rewrite andb_true_r in E1. apply Z.leb_le in E1.
    exists (n - k, allowed k). split; [exists k; cbn [fst snd]; repeat split; cbn in Ik; lia|].
    unfold here. cbn [fst snd]. destruct P; cbn in Is; destruct Is as [<-|[]]; reflexivity.
  - intros [y [[k [Bk [Bn ->]]] ->]]. cbn [fst snd] in *.
    exists [[number_of P]; [n - k]; [allowed k]]. split.
    + apply in_flat_map. exists k. split; [apply in_range; cbn; lia|]. apply in_flat_map. exists [[number_of P]; [n - k]; [m]]. split.
      * unfold number. cbn. unfold assign. cbn. unfold inside. cbn.
        replace (0 <=? n - k) with true by (symmetry; apply Z.leb_le; lia). cbn. now left.
      * cbn [app]. cbn [run]. rewrite (linear_is _ _ k e _ Li). cbn [fst snd ev]. unfold assign. cbn. unfold inside. cbn.
        replace (0 <=? c * k + d) with true by (symmetry; apply Z.leb_le; specialize (En k); unfold allowed in En; lia). cbn. now left.
    + unfold here. cbn [fst snd]. destruct P; cbn; now left.
Qed.

(** THE LAW: n tokens of which at most m may be taken are lost where n is 0 or m is less than the least part of n. *)
Theorem take_away_law : forall P n m, 0 <= n -> 0 <= m ->
  (lost allowed (n, m) = false <-> wins g P (here P (n, m))) /\ (lost allowed (n, m) = true <-> wins g (negb P) (here P (n, m))).
Proof using G.
  intros P n m Nn Nm. pose proof allowed_rises as Ri. pose proof allowed_enough as En.
  assert (H : forall x, 0 <= fst x /\ 0 <= snd x -> forall y, takes allowed x y -> (0 <= fst y /\ 0 <= snd y) /\ (Z.to_nat (fst y) < Z.to_nat (fst x))%nat).
  { intros x _ y [k [Bk [Bn ->]]]. cbn [fst snd]. specialize (En k). lia. }
  apply (impartial_law g) with (R := takes allowed) (I := fun x => 0 <= fst x /\ 0 <= snd x) (size := fun x => Z.to_nat (fst x)); trivial; cbn [fst snd]; auto.
  - exact (proj1 (proj2 (proj2 (proj2 G)))).
  - intro s. unfold ended. now rewrite (proj1 (proj2 (proj2 G))).
  - intros Q x s Ix. apply moves_of. exact Ix.
  - intros Q x Ix. unfold stuck_pays. rewrite (proj1 (proj2 (proj2 (proj2 (proj2 G))))). now destruct Q.
  - intros x y Ix M. exact (lost_apart allowed Ri En x y M).
  - intros x [Ix _]. exact (lost_reach allowed Ri En x Ix).
Qed.
End Term.
