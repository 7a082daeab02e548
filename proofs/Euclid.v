(** * Euclid.v -- take any multiple of the smaller of two numbers from the larger.
    Proved: the player to move loses exactly where one of the numbers is 0, or they are different and each is less than the golden ratio times the other,
    x x < x y + y y and y y < x y + x x ([euclid_law]); and where multiples of one number alone are taken from the other, where that is 0 or the larger ([one_law]).
    Source: A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm, 1969. The ray x, x - y, x - 2 y, ... meets [r, r + y) in one point: division with remainder.
    An instance gives a term. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewOutcome Known.
Import ListNotations.
Open Scope Z_scope.

(** No natural numbers above 0 are in the golden ratio. *)
Lemma golden : forall n y r, (Z.to_nat y < n)%nat -> 1 <= r -> 0 <= y -> y * y <> y * r + r * r.
Proof.
  induction n as [|n IH]; intros y r Hn Hr Hy E; [lia|].
  destruct (Z.le_gt_cases y r) as [L|L]; [nia|]. apply (IH r (y - r)); try lia; nia.
Qed.

Definition near (x y : Z) : bool := (x * x <? x * y + y * y) && (y * y <? x * y + x * x).
Definition lost (p : Z * Z) : bool := (fst p =? 0) || (snd p =? 0) || (negb (fst p =? snd p) && near (fst p) (snd p)).
Lemma lost_swap : forall x y, lost (x, y) = lost (y, x).
Proof.
  intros x y. unfold lost, near. cbn [fst snd]. rewrite (Z.eqb_sym x y), (Z.mul_comm x y), (orb_comm (x =? 0)).
  f_equal. f_equal. apply andb_comm.
Qed.
(** A multiple of y from x. *)
Lemma from_lost : forall x y k, 1 <= y -> 1 <= k -> k * y <= x -> lost (x, y) = true -> lost (x - k * y, y) = false.
Proof.
  intros x y k Hy Hk Hx L. unfold lost, near in *. cbn [fst snd] in *.
  assert (y <= x) by nia. replace (x =? 0) with false in L by (symmetry; apply Z.eqb_neq; lia). replace (y =? 0) with false in * by (symmetry; apply Z.eqb_neq; lia).
  cbn [orb] in L. apply andb_prop in L. destruct L as [Ne L]. apply andb_prop in L. destruct L as [L _]. apply negb_true_iff, Z.eqb_neq in Ne. apply Z.ltb_lt in L.
  assert (x < 2 * y) by nia. assert (k = 1) by nia. subst k.
  replace (x - 1 * y =? 0) with false by (symmetry; apply Z.eqb_neq; lia). cbn [orb].
  assert (Big : (x - 1 * y) * y + (x - 1 * y) * (x - 1 * y) <= y * y) by nia.
  replace (y * y <? (x - 1 * y) * y + (x - 1 * y) * (x - 1 * y)) with false by (symmetry; now apply Z.ltb_ge). now rewrite !andb_false_r.
Qed.
Lemma to_lost : forall x y, 1 <= y -> y <= x -> lost (x, y) = false -> exists k, 1 <= k /\ k * y <= x /\ lost (x - k * y, y) = true.
Proof.
  intros x y Hy Hx L. pose proof (Z.div_mod x y ltac:(lia)) as D. pose proof (Z.mod_pos_bound x y ltac:(lia)) as B.
  set (q := x / y) in *. set (r := x mod y) in *. assert (1 <= q) by nia.
  destruct (Z.eq_dec r 0) as [R|R].
  - exists q. repeat split; [lia|nia|]. replace (x - q * y) with 0 by nia. reflexivity.
  - destruct (Z.lt_ge_cases (y * y) (r * y + r * r)) as [C|C].
    + exists q. repeat split; [lia|nia|]. replace (x - q * y) with r by nia. unfold lost, near. cbn [fst snd].
      apply orb_true_intro. right. apply andb_true_intro. split; [apply negb_true_iff, Z.eqb_neq; lia|].
      apply andb_true_intro. split; apply Z.ltb_lt; nia.
    + assert (N : y * y <> y * r + r * r) by (apply (golden (S (Z.to_nat y))); lia).
      assert (Q : 2 <= q).
      { destruct (Z.eq_dec q 1) as [->|]; [|lia]. exfalso. unfold lost, near in L. cbn [fst snd] in L.
        apply orb_false_elim in L. destruct L as [_ L]. replace (x =? y) with false in L by (symmetry; apply Z.eqb_neq; lia). cbn [negb andb] in L.
        apply andb_false_elim in L. destruct L as [L|L]; apply Z.ltb_ge in L; nia. }
      exists (q - 1). repeat split; [lia|nia|]. replace (x - (q - 1) * y) with (y + r) by nia. unfold lost, near. cbn [fst snd].
      apply orb_true_intro. right. apply andb_true_intro. split; [apply negb_true_iff, Z.eqb_neq; lia|].
      apply andb_true_intro. split; apply Z.ltb_lt; nia.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Of a core term *)
Definition number (part : nat) : expr := Get (P part) (Num 0) 0.
(** k times the number b from the number a. *)
Definition take (a b : nat) : cmd :=
  Choose (Num 1) (Bin Add (Bin Div (number a) (Bin Sub (Num 0) (Bin Sub (Num 0) (number b)))) (Num 1))
    (Seq (Guard (Bin Le (Num 1) (number b))) (Set_ a (Num 0) (Bin Sub (number a) (Bin Mul (Var 0) (number b))))).
Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) (number 0)).
Definition moves_of (g : game) : cmd := match tiers g with [Seq c _] => c | _ => Skip end.
Definition of_moves (g : game) (c : cmd) : Prop :=
  parts g = [(0, Some 1); (0, None); (0, None)] /\ tiers g = [Seq c pass] /\ ends g = [] /\ blocks g = O /\
  stuck g = Ite (number 0) (Num 1) (Num (-1)).

Section Term.
Variables (g : game) (c : cmd).
Hypothesis G : of_moves g c.
Definition here (P : bool) (p : Z * Z) : state := [[number_of P]; [fst p]; [snd p]].
Definition first (p q : Z * Z) : Prop := exists k, 1 <= k /\ 1 <= snd p /\ k * snd p <= fst p /\ q = (fst p - k * snd p, snd p).
Definition second (p q : Z * Z) : Prop := exists k, 1 <= k /\ 1 <= fst p /\ k * fst p <= snd p /\ q = (fst p, snd p - k * fst p).
Definition natural (p : Z * Z) : Prop := 0 <= fst p /\ 0 <= snd p.
Notation go := (run (consts g) [(0, Some 1); (0, None); (0, None)]).

Lemma bound : forall x y k, 0 <= x -> 1 <= y -> (1 <= k < x / y + 1 <-> 1 <= k /\ k * y <= x).
Proof using.
  intros x y k Hx Hy. pose proof (Z.div_mod x y ltac:(lia)). pose proof (Z.mod_pos_bound x y ltac:(lia)).
  split; intros; split; nia.
Qed.
Lemma first_moves : forall P p s, natural p -> (In s (go (take 1 2) [] (here P p)) <-> exists q, first p q /\ s = here P q).
Proof using.
  intros P [x y] s [Hx Hy]. cbn [fst snd] in *. unfold take. cbn [run]. rewrite in_flat_map. split.
  - intros [k [Ik Is]]. apply in_range in Ik. apply in_flat_map in Is. destruct Is as [t [It Is]]. cbn [app] in *.
    unfold number in *. cbn in It. destruct (Z.leb_spec 1 y) as [Y|Y]; cbn in It; [|destruct It]. destruct It as [<-|[]].
    cbn [ev look here nth fst snd opz elt] in Ik. unfold elt in Ik. cbn in Ik.
    rewrite Z.opp_involutive in Ik. replace (y <=? 0) with false in Ik by (symmetry; apply Z.leb_gt; lia). apply (bound x y k Hx Y) in Ik.
    cbn in Is. unfold assign in Is. cbn in Is. destruct (inside (0, None) (x - k * y)); cbn in Is; [|destruct Is]. destruct Is as [<-|[]].
    exists (x - k * y, y). split; [exists k; cbn [fst snd]; repeat split; lia|reflexivity].
  - intros [q [[k [K [Y [Kx ->]]]] ->]]. cbn [fst snd] in *. exists k. split.
    + apply in_range. unfold number. cbn. unfold elt. cbn. rewrite Z.opp_involutive. replace (y <=? 0) with false by (symmetry; apply Z.leb_gt; lia). apply (bound x y k Hx Y). now split.
    + apply in_flat_map. exists (here P (x, y)). cbn [app]. unfold number. split.
      * cbn. replace (1 <=? y) with true by (symmetry; apply Z.leb_le; lia). cbn. now left.
      * cbn. unfold assign. cbn. unfold inside. cbn. replace (0 <=? x - k * y) with true by (symmetry; apply Z.leb_le; lia). cbn. now left.
Qed.
Lemma second_moves : forall P p s, natural p -> (In s (go (take 2 1) [] (here P p)) <-> exists q, second p q /\ s = here P q).
Proof using.
  intros P [x y] s [Hx Hy]. cbn [fst snd] in *. unfold take. cbn [run]. rewrite in_flat_map. split.
  - intros [k [Ik Is]]. apply in_range in Ik. apply in_flat_map in Is. destruct Is as [t [It Is]]. cbn [app] in *.
    unfold number in *. cbn in It. destruct (Z.leb_spec 1 x) as [Y|Y]; cbn in It; [|destruct It]. destruct It as [<-|[]].
    cbn [ev look here nth fst snd opz elt] in Ik. unfold elt in Ik. cbn in Ik.
    rewrite Z.opp_involutive in Ik. replace (x <=? 0) with false in Ik by (symmetry; apply Z.leb_gt; lia). apply (bound y x k Hy Y) in Ik.
    cbn in Is. unfold assign in Is. cbn in Is. destruct (inside (0, None) (y - k * x)); cbn in Is; [|destruct Is]. destruct Is as [<-|[]].
    exists (x, y - k * x). split; [exists k; cbn [fst snd]; repeat split; lia|reflexivity].
  - intros [q [[k [K [Y [Kx ->]]]] ->]]. cbn [fst snd] in *. exists k. split.
    + apply in_range. unfold number. cbn. unfold elt. cbn. rewrite Z.opp_involutive. replace (x <=? 0) with false by (symmetry; apply Z.leb_gt; lia). apply (bound y x k Hy Y). now split.
    + apply in_flat_map. exists (here P (x, y)). cbn [app]. unfold number. split.
      * cbn. replace (1 <=? x) with true by (symmetry; apply Z.leb_le; lia). cbn. now left.
      * cbn. unfold assign. cbn. unfold inside. cbn. replace (0 <=? y - k * x) with true by (symmetry; apply Z.leb_le; lia). cbn. now left.
Qed.

(** What the moves of the command are is what those of the term are, with the turn passed. *)
Lemma passed : forall P p s, (In s (moves g (here P p)) <-> exists t, In t (go c [] (here P p)) /\ In s (go pass [] t)).
Proof using G.
  intros P p s. destruct G as [Pt [Ti [Ed _]]]. unfold moves, ended. rewrite Ed, Ti, Pt. cbn [first_end first_tier].
  assert (X : forall l : list state, In s (match l with [] => [] | s' :: l' => s' :: l' end) <-> In s l) by (intros []; reflexivity). rewrite X.
  cbn [run]. rewrite in_flat_map. reflexivity.
Qed.
Lemma turned : forall P q s, In s (go pass [] (here P q)) <-> s = here (negb P) q.
Proof using. intros P q s. destruct P; cbn; split; [intros [<-|[]]|intros ->|intros [<-|[]]|intros ->]; auto. Qed.

Section Law.
Variables (R : Z * Z -> Z * Z -> Prop) (lost : Z * Z -> bool).
Hypothesis Moves : forall P p s, natural p -> (In s (go c [] (here P p)) <-> exists q, R p q /\ s = here P q).
Hypothesis Either : forall p q, R p q -> first p q \/ second p q.
Hypothesis Apart : forall p q, natural p -> R p q -> lost p = true -> lost q = false.
Hypothesis Reach : forall p, natural p -> lost p = false -> exists q, R p q /\ lost q = true.
Lemma law : forall P p, natural p -> (lost p = false <-> wins g P (here P p)) /\ (lost p = true <-> wins g (negb P) (here P p)).
Proof using All.
  intros P p Np. apply (impartial_law g) with (R := R) (I := natural) (size := fun p => Z.to_nat (fst p + snd p)); trivial.
  - exact (proj1 (proj2 (proj2 (proj2 G)))).
  - intro s. unfold ended. now rewrite (proj1 (proj2 (proj2 G))).
  - intros Q q s Nq. rewrite passed. split.
    + intros [t [It Is]]. apply Moves in It; trivial. destruct It as [y [M ->]]. apply turned in Is. eauto.
    + intros [y [M ->]]. exists (here Q y). split; [apply Moves; eauto|now apply turned].
  - intros x y [Hx Hy] M. unfold natural. destruct (Either x y M) as [[k [K [Y [L ->]]]]|[k [K [Y [L ->]]]]]; cbn [fst snd]; nia.
  - intros Q q _. unfold stuck_pays. rewrite (proj2 (proj2 (proj2 (proj2 G)))). now destruct Q.
Qed.
End Law.

(** THE LAWS: of both numbers, in either order of the moves; of one number alone. *)
Theorem euclid_law : c = Alt (take 1 2) (take 2 1) \/ c = Alt (take 2 1) (take 1 2) -> forall P p, natural p ->
  (lost p = false <-> wins g P (here P p)) /\ (lost p = true <-> wins g (negb P) (here P p)).
Proof using G.
  intro C. apply law with (R := fun p q => first p q \/ second p q); trivial.
  - intros P p s Np. pose proof (first_moves P p s Np) as F. pose proof (second_moves P p s Np) as S.
    assert (In s (go c [] (here P p)) <-> In s (go (take 1 2) [] (here P p)) \/ In s (go (take 2 1) [] (here P p))) as ->.
    { destruct C as [-> | ->]; cbn [run]; rewrite in_app_iff; tauto. }
    rewrite F, S. split.
    + intros [[q [M E]]|[q [M E]]]; exists q; auto.
    + intros [q [[M|M] E]]; [left|right]; exists q; auto.
  - intros [x y] q [Hx Hy] [[k [K [Y [L ->]]]]|[k [K [Y [L ->]]]]] Lo; cbn [fst snd] in *.
    + now apply from_lost.
    + rewrite lost_swap in *. now apply from_lost.
  - intros [x y] [Hx Hy] Lo. cbn [fst snd] in *.
    assert (Pos : 1 <= x /\ 1 <= y).
    { unfold lost in Lo. cbn [fst snd] in Lo. apply orb_false_elim in Lo. destruct Lo as [Lo _]. apply orb_false_elim in Lo.
      destruct Lo as [X Y]. apply Z.eqb_neq in X, Y. lia. }
    destruct (Z.le_gt_cases y x) as [C'|C'].
    + destruct (to_lost x y) as [k [K [Kx T]]]; try lia; trivial. exists (x - k * y, y). split; [|trivial]. left. exists k. cbn [fst snd]. repeat split; lia.
    + rewrite lost_swap in Lo. destruct (to_lost y x) as [k [K [Kx T]]]; try lia; trivial. exists (x, y - k * x). split; [|now rewrite lost_swap].
      right. exists k. cbn [fst snd]. repeat split; lia.
Qed.

Definition short (p : Z * Z) : bool := (snd p =? 0) || (fst p <? snd p).
Lemma short_first : forall p, natural p -> (forall q, first p q -> short p = true -> short q = false) /\
  (short p = false -> exists q, first p q /\ short q = true).
Proof using.
  intros [x y] [Hx Hy]. unfold short, first. cbn [fst snd] in *. split.
  - intros q [k [K [Y [L ->]]]] S. exfalso. apply orb_prop in S. destruct S as [S|S]; [apply Z.eqb_eq in S; lia|apply Z.ltb_lt in S; nia].
  - intro S. apply orb_false_elim in S. destruct S as [S S']. apply Z.eqb_neq in S. apply Z.ltb_ge in S'.
    pose proof (Z.div_mod x y ltac:(lia)). pose proof (Z.mod_pos_bound x y ltac:(lia)).
    exists (x - x / y * y, y). cbn [fst snd]. split.
    + exists (x / y). repeat split; nia.
    + apply orb_true_intro. right. apply Z.ltb_lt. nia.
Qed.
Theorem first_law : c = take 1 2 -> forall P p, natural p ->
  (short p = false <-> wins g P (here P p)) /\ (short p = true <-> wins g (negb P) (here P p)).
Proof using G.
  intro C. apply law with (R := first); trivial.
  - rewrite C. exact first_moves.
  - auto.
  - intros p q Np M. now apply (short_first p Np).
  - intros p Np. apply (short_first p Np).
Qed.
Definition swap (p : Z * Z) : Z * Z := (snd p, fst p).
Theorem second_law : c = take 2 1 -> forall P p, natural p ->
  (short (swap p) = false <-> wins g P (here P p)) /\ (short (swap p) = true <-> wins g (negb P) (here P p)).
Proof using G.
  intro C. apply law with (R := second) (lost := fun p => short (swap p)); trivial.
  - rewrite C. exact second_moves.
  - auto.
  - intros [x y] q Np [k [K [Y [L ->]]]]. unfold swap. cbn [fst snd] in *.
    apply (short_first (y, x)); [unfold natural in *; cbn [fst snd] in *; tauto|]. exists k. cbn [fst snd]. auto.
  - intros [x y] [Hx Hy] S. unfold swap in *. cbn [fst snd] in *.
    destruct (proj2 (short_first (y, x) (conj Hy Hx)) S) as [q [[k [K [Y [L ->]]]] T]]. cbn [fst snd] in *.
    exists (x, y - k * x). split; [exists k; cbn [fst snd]; auto|exact T].
Qed.
End Term.
