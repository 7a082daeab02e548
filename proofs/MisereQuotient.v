(** * MisereQuotient.v -- misere play of octal games, any number of heaps, by a finite commutative monoid.
    Each heap n has an element phi n; a sum of heaps is lost for the player to move iff the product of its
    heaps' elements is among the lost ones.  A heap n is stuck beside an element c if none of its options o
    has lost (c * o).  Checked:
    (1) heaps without options have the element 0 (the identity), which is not lost;
    (2) where c * n is lost, n is stuck beside c;
    (3) a set G of pairs (q, c) is closed: it has (n, c) where n has options, c * n is not lost and n is stuck
        beside c; with (q, c * n) it has (q * n, c) where n is stuck beside q * c; and it has no pair (q, 0).
    (3) says that a sum with a move which is not lost has a move to a loss: put the heaps of a sum without one
    to the next, one with options first; the heaps so far are stuck beside the others each time.
    Heaps repeat as in the theorem of Guy and Smith.  No axioms.
    Main theorem: [misere_quotient_law].  Sources: Plambeck 2005; Plambeck, Siegel 2008; Guy, Smith 1956.
    An instance file holds: the digits, the order, the products, the lost elements, n0 >= 1, p, the elements of
    n0 + p heaps, and G. *)
Require Import Bool Arith PArith NArith List Lia FMapPositive.
From Whowins Require Import Game.
From Whowins Require Import Octal.
From Whowins Require Lattice.
Import ListNotations.
Open Scope N_scope.

Section Quotient.
Variable ds : list N.                 (* digits *)
Variable K : N.                       (* elements are the numbers below K; 0 is the identity *)
Variable mul : N -> N -> N.
Variable lost : N -> bool.
Variable phi : N -> N.                (* the element of a heap *)
Variable G : N -> N -> bool.

Definition val (l : list N) : N := fold_right (fun h a => mul (phi h) a) 0 l.
Definition stuck (n c : N) : Prop := forall o, In o (opts ds n) -> lost (mul c (val o)) = false.

Hypothesis K0 : 0 < K.
Hypothesis phi_lt : forall n, phi n < K.
Hypothesis mul_lt : forall a b, a < K -> b < K -> mul a b < K.
Hypothesis mul_1 : forall a, a < K -> mul 0 a = a.
Hypothesis mul_comm : forall a b, a < K -> b < K -> mul a b = mul b a.
Hypothesis mul_assoc : forall a b c, a < K -> b < K -> c < K -> mul a (mul b c) = mul (mul a b) c.

Lemma val_lt : forall l, val l < K.
Proof. induction l; simpl; auto. Qed.
Lemma val_app : forall a b, val (a ++ b) = mul (val a) (val b).
Proof.
  induction a as [|h a IH]; intro b; simpl; [symmetry; apply mul_1, val_lt|].
  rewrite IH. apply mul_assoc; auto using val_lt.
Qed.
(** what stands before and after a heap is its context *)
Lemma val_mid : forall l1 x l2, val (l1 ++ x ++ l2) = mul (val (l1 ++ l2)) (val x).
Proof.
  intros. rewrite !val_app. rewrite (mul_comm (val x)), mul_assoc by auto using val_lt. reflexivity.
Qed.
Lemma val_one : forall n, val [n] = phi n.
Proof. intro n. simpl. rewrite mul_comm, mul_1; auto. Qed.

Hypothesis no_options : forall n, opts ds n = [] -> phi n = 0.
Hypothesis end_won : lost 0 = false.
Hypothesis losses : forall n c, c < K -> lost (mul c (phi n)) = true -> stuck n c.
Hypothesis first : forall n c, c < K -> opts ds n <> [] -> lost (mul c (phi n)) = false -> stuck n c -> G (phi n) c = true.
Hypothesis further : forall n q c, q < K -> c < K -> G q (mul c (phi n)) = true -> stuck n (mul q c) -> G (mul q (phi n)) c = true.
Hypothesis never : forall q, q < K -> G q 0 = false.

(** no option of the heap in the middle is lost *)
Lemma stuck_mid : forall l1 n l2, (forall q, omv ds (l1 ++ n :: l2) q -> lost (val q) = false) -> stuck n (val (l1 ++ l2)).
Proof. intros l1 n l2 H o Io. rewrite <- val_mid. apply H. now constructor. Qed.

Lemma follow : forall l2 l1, l1 <> [] -> (forall q, omv ds (l1 ++ l2) q -> lost (val q) = false) ->
  G (val l1) (val l2) = true -> G (val (l1 ++ l2)) 0 = true.
Proof.
  induction l2 as [|n l2 IH]; intros l1 N H Gh; [now rewrite app_nil_r|].
  replace (l1 ++ n :: l2) with ((l1 ++ [n]) ++ l2) by now rewrite <- app_assoc.
  apply IH.
  - destruct l1; discriminate.
  - now rewrite <- app_assoc.
  - rewrite val_app, val_one. apply further; auto using val_lt.
    + simpl in Gh. now rewrite mul_comm by auto using val_lt.
    + rewrite <- val_app. now apply stuck_mid.
Qed.

Lemma all_ended : forall l, (forall q, ~ omv ds l q) -> val l = 0.
Proof.
  induction l as [|n l IH]; intro H; simpl; trivial.
  destruct (opts ds n) as [|o os] eqn:E.
  - rewrite (no_options n E), mul_1 by apply val_lt. apply IH. intros q M. inversion M as [l1 m l2 o Io A B]; subst.
    apply (H (n :: l1 ++ o ++ l2)). now apply (omove ds (n :: l1) m l2 o).
  - exfalso. apply (H ([] ++ o ++ l)). apply (omove ds [] n l o). rewrite E. now left.
Qed.

(** a list with a move is some list, a heap that has options, and some list *)
Lemma has_first : forall l, (exists n, In n l /\ opts ds n <> []) \/ (forall q, ~ omv ds l q).
Proof.
  intro l. induction l as [|n l [[m [I E]]|IH]].
  - right. intros q M. inversion M as [l1 m l2 o Io A B]. destruct l1; discriminate.
  - left. exists m. split; [now right|trivial].
  - destruct (opts ds n) as [|o os] eqn:E.
    + right. intros q M. inversion M as [l1 m l2 o Io A B]. destruct l1 as [|x l1]; injection A as A1 A2; subst.
      * rewrite E in Io. destruct Io.
      * apply (IH (l1 ++ o ++ l2)). now constructor.
    + left. exists n. split; [now left|]. rewrite E. discriminate.
Qed.

(** moving a heap to the front changes neither the product nor what the options' products can be *)
Lemma to_front : forall l1 n l2 q, omv ds (n :: l1 ++ l2) q ->
  exists q', omv ds (l1 ++ n :: l2) q' /\ val q' = val q.
Proof.
  intros l1 n l2 q M. inversion M as [a m b o Io A B]; subst. destruct a as [|x a]; injection A as -> A.
  - exists (l1 ++ o ++ l2). split; [now constructor|]. subst b. rewrite val_mid.
    change ([] ++ o ++ l1 ++ l2) with (o ++ (l1 ++ l2)). rewrite (val_app o). apply mul_comm; apply val_lt.
  - apply app_eq_app in A. destruct A as [r [[A1 A2]|[A1 A2]]].
    + (* the heap played in stands in l2 *)
      subst a. subst l2. exists (l1 ++ n :: r ++ o ++ b). split.
      * replace (l1 ++ n :: r ++ m :: b) with ((l1 ++ n :: r) ++ m :: b) by now rewrite <- app_assoc.
        replace (l1 ++ n :: r ++ o ++ b) with ((l1 ++ n :: r) ++ o ++ b) by now rewrite <- app_assoc. now constructor.
      * replace (l1 ++ n :: r ++ o ++ b) with (l1 ++ [n] ++ (r ++ o ++ b)) by reflexivity. rewrite val_mid, val_one. simpl.
        rewrite <- app_assoc. apply mul_comm; auto using val_lt.
    + (* in l1, or at the seam *)
      destruct r as [|y r]; simpl in A2.
      * rewrite app_nil_r in A1. subst l1. subst l2. exists (a ++ n :: o ++ b). split.
        { replace (a ++ n :: m :: b) with ((a ++ [n]) ++ m :: b) by now rewrite <- app_assoc.
          replace (a ++ n :: o ++ b) with ((a ++ [n]) ++ o ++ b) by now rewrite <- app_assoc. now constructor. }
        { replace (a ++ n :: o ++ b) with (a ++ [n] ++ (o ++ b)) by reflexivity. rewrite val_mid, val_one. simpl.
          apply mul_comm; auto using val_lt. }
      * injection A2 as -> ->. subst l1. exists (a ++ o ++ r ++ n :: l2). split.
        { rewrite <- app_assoc. simpl. now constructor. }
        { replace (a ++ o ++ r ++ n :: l2) with ((a ++ o ++ r) ++ [n] ++ l2) by now rewrite <- !app_assoc.
          rewrite val_mid, val_one. simpl. rewrite <- !app_assoc. apply mul_comm; auto using val_lt. }
Qed.

Theorem quotient_law : forall l,
  (lost (val l) = false <-> Lattice.MWin (omv ds) l) /\ (lost (val l) = true <-> Lattice.MLose (omv ds) l).
Proof.
  intro l0. pose proof (Lattice.misere_kernel_on _ (omv ds) (fun _ => True) (fun l => negb (lost (val l))) (omv_wf ds)) as T.
  cbn beta in T. destruct T with (p := l0) as [T1 T2]; auto; clear T.
  - intros l _ W. apply negb_true_iff in W. destruct (has_first l) as [[n [I E]]|S]; [right|now left].
    apply in_split in I. destruct I as [l1 [l2 ->]].
    (* either some option is lost, or the pairs would lead to (q, 0) *)
    assert (Dec : forall l, (exists q, omv ds l q /\ lost (val q) = true) \/ (forall q, omv ds l q -> lost (val q) = false)).
    { assert (Os : forall (a b : list N) (os : list (list N)), (exists o, In o os /\ lost (val (a ++ o ++ b)) = true) \/
        (forall o, In o os -> lost (val (a ++ o ++ b)) = false)).
      { intros a b os. induction os as [|o os [[o' [I' L]]|IH]].
        - right. intros o [].
        - left. exists o'. split; [now right|trivial].
        - destruct (lost (val (a ++ o ++ b))) eqn:E'.
          + left. exists o. split; [now left|trivial].
          + right. intros o' [<-|I']; auto. }
      assert (P : forall b a, (exists q, omv ds (a ++ b) q /\ lost (val q) = true) \/
        (forall b1 m b2 o, b = b1 ++ m :: b2 -> In o (opts ds m) -> lost (val ((a ++ b1) ++ o ++ b2)) = false)).
      { induction b as [|m b IH]; intro a.
        - right. intros b1 m b2 o A. destruct b1; discriminate.
        - destruct (Os a b (opts ds m)) as [[o [Io L]]|Z].
          + left. exists (a ++ o ++ b). split; [now constructor|trivial].
          + destruct (IH (a ++ [m])) as [Y|Y].
            * rewrite <- app_assoc in Y. now left.
            * right. intros [|x b1] m' b2 o A Io; injection A as -> A.
              { subst b2. rewrite app_nil_r. auto. }
              { replace (a ++ x :: b1) with ((a ++ [x]) ++ b1) by now rewrite <- app_assoc. now apply (Y b1 m' b2 o). } }
      intro l. destruct (P l []) as [Y|Y]; [now left|right]. intros q M. inversion M as [a m b o Io A B]; subst.
      now apply (Y a m b o). }
    destruct (Dec (l1 ++ n :: l2)) as [[q [M L]]|Z].
    { exists q. split; trivial. now rewrite L. }
    exfalso.
    assert (Z' : forall q, omv ds (n :: l1 ++ l2) q -> lost (val q) = false).
    { intros q M. apply to_front in M. destruct M as [q' [M' <-]]. auto. }
    assert (V : val (l1 ++ n :: l2) = mul (val (l1 ++ l2)) (phi n)).
    { replace (l1 ++ n :: l2) with (l1 ++ [n] ++ l2) by reflexivity. now rewrite val_mid, val_one. }
    assert (S : stuck n (val (l1 ++ l2))) by now apply stuck_mid.
    assert (G1 : G (val [n]) (val (l1 ++ l2)) = true).
    { rewrite val_one. apply first; auto using val_lt. now rewrite <- V. }
    pose proof (follow (l1 ++ l2) [n] ltac:(discriminate) Z' G1) as G2.
    rewrite never in G2 by apply val_lt. discriminate.
  - intros l _ L. apply negb_false_iff in L. destruct (has_first l) as [[n [I E]]|S].
    + apply in_split in I. destruct I as [l1 [l2 ->]]. destruct (opts ds n) as [|o os] eqn:F; [congruence|].
      exists (l1 ++ o ++ l2). constructor. rewrite F. now left.
    + rewrite (all_ended l S), end_won in L. discriminate.
  - intros p q _ L M. apply negb_false_iff in L. apply negb_true_iff. inversion M as [l1 n l2 o Io A B]; subst.
    rewrite val_mid. apply (losses n); auto using val_lt.
    rewrite <- val_one, <- val_mid. exact L.
  - rewrite negb_true_iff in T1. rewrite negb_false_iff in T2. tauto.
Qed.
End Quotient.

(* ---------------- heaps repeat ---------------- *)
Section Repeat.
Variables (ds : list N) (mul : N -> N -> N) (phi : N -> N) (n0 p : N).
Let k := N.of_nat (length ds).
Hypothesis Hp : 0 < p.
Hypothesis H0 : 0 < n0.
Hypothesis Per : forall n, n0 <= n -> phi (n + p) = phi n.

(** n and m have one element, and options of the same elements *)
Definition alike (n m : N) : Prop := phi n = phi m /\
  (forall o, In o (opts ds n) -> exists o', In o' (opts ds m) /\ val mul phi o' = val mul phi o) /\
  (forall o, In o (opts ds m) -> exists o', In o' (opts ds n) /\ val mul phi o' = val mul phi o).

Lemma shift : forall n m o, 2 * n0 + p + k <= n -> 2 * n0 + p + k <= m -> n = m + p \/ m = n + p ->
  In o (opts ds n) -> exists o', In o' (opts ds m) /\ val mul phi o' = val mul phi o.
Proof.
  intros n m o Hn Hm E H.
  assert (P2 : forall a, n0 <= a -> n0 + n <= a + m -> phi (a + m - n) = phi a).
  { intros a A B. destruct E as [E | E]; subst.
    - replace (a + m - (m + p)) with (a - p) by lia. rewrite <- (Per (a - p)) by lia. f_equal. lia.
    - replace (a + (n + p) - n) with (a + p) by lia. now apply Per. }
  apply opts_from_spec in H. destruct H as [j [d [Hj H]]].
  assert (J : N.of_nat j < k).
  { assert (j < length ds)%nat by (apply nth_error_Some; congruence). unfold k. lia. }
  rewrite N.add_0_l in H. apply opt1_spec in H.
  assert (Put : forall o', In o' (opt1 (N.of_nat j) d m) -> In o' (opts ds m)).
  { intros o' I. apply opts_from_spec. exists j, d. split; trivial. }
  destruct H as [[_ [H1 [H2 ->]]]|[[T [H1 [H2 ->]]]|[T [a [b [H1 [H2 [H3 ->]]]]]]]].
  - lia.
  - exists [n - N.of_nat j + m - n]. split.
    + apply Put, opt1_spec. right; left. repeat split; trivial; [lia|]. f_equal. lia.
    + simpl. now rewrite P2 by lia.
  - destruct (N.le_gt_cases a b) as [L|L].
    + exists [a; b + m - n]. split.
      * apply Put, opt1_spec. right; right. split; trivial. exists a, (b + m - n). repeat split; lia.
      * simpl. now rewrite P2 by lia.
    + exists [a + m - n; b]. split.
      * apply Put, opt1_spec. right; right. split; trivial. exists (a + m - n), b. repeat split; lia.
      * simpl. now rewrite P2 by lia.
Qed.

Lemma one_below : forall n, exists m, m < 2 * n0 + 2 * p + k /\ alike n m.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (2 * n0 + 2 * p + k)) as [L|L].
  - exists n. split; trivial. split; [trivial|split]; intros o I; exists o; auto.
  - destruct (IH (n - p) ltac:(lia)) as [m [Hm [E [F B]]]]. exists m. split; trivial. split; [|split].
    + rewrite <- E, <- (Per (n - p)) by lia. f_equal. lia.
    + intros o I. destruct (shift n (n - p) o ltac:(lia) ltac:(lia) ltac:(lia) I) as [o1 [I1 E1]].
      destruct (F o1 I1) as [o2 [I2 E2]]. exists o2. split; trivial. congruence.
    + intros o I. destruct (B o I) as [o1 [I1 E1]].
      destruct (shift (n - p) n o1 ltac:(lia) ltac:(lia) ltac:(lia) I1) as [o2 [I2 E2]].
      exists o2. split; trivial. congruence.
Qed.
End Repeat.

(* ---------------- the certificate checker ---------------- *)
Section Check.
Variables (ds : list N) (K : N) (muls losts : list N) (n0 p : N) (phis pairs : list N).
Definition table (l : list N) := mk l 1 (PositiveMap.empty N).
Section Tables.
Variables M L F P : PositiveMap.t N.   (* products, lost elements, elements of heaps, pairs *)
Definition times (a b : N) : N := tabf M (a * K + b).
Definition islost (a : N) : bool := tabf L a =? 1.
Definition element (n : N) : N := gf F n0 p n.
Definition pair (q c : N) : bool := tabf P (q * K + c) =? 1.
Definition every (h : N -> bool) : bool := forallb h (range (N.to_nat K) 0).
Definition distinct (l : list N) : list N :=
  fold_right (fun v vs => if existsb (N.eqb v) vs then vs else v :: vs) [] l.
Definition stuckb (vs : list N) (c : N) : bool := forallb (fun v => negb (islost (times c v))) vs.

Definition heap_ok (n : N) : bool :=
  let f := element n in
  let vs := distinct (map (val times element) (opts ds n)) in
  let sm := mk (map (fun c => if stuckb vs c then 1 else 0) (range (N.to_nat K) 0)) 1 (PositiveMap.empty N) in
  let st := fun c => tabf sm c =? 1 in
  (f <? K) &&
  every (fun c => if islost (times c f) then st c else true) &&
  match vs with
  | [] => f =? 0
  | _ => every (fun c => if islost (times c f) then true else if st c then pair f c else true)
  end &&
  every (fun c => let d := times c f in every (fun q =>
    if pair q d then (if st (times q c) then pair (times q f) c else true) else true)).

Definition monoid_ok : bool :=
  every (fun a => (times 0 a =? a) && every (fun b =>
    (times a b <? K) && (times a b =? times b a) && every (fun c => times a (times b c) =? times (times a b) c))).
End Tables.

Definition mcheck : bool :=
  let M := table muls in let L := table losts in let F := table phis in let P := table pairs in
  (0 <? K) && (0 <? n0) && (0 <? p) && monoid_ok M && negb (islost L 0) &&
  every (fun q => negb (pair P q 0)) &&
  forallb (heap_ok M L F P) (range (N.to_nat (2 * n0 + 2 * p + N.of_nat (length ds))) 0).

Lemma every_spec : forall h, every h = true -> forall a, a < K -> h a = true.
Proof. intros h H a A. unfold every in H. rewrite forallb_forall in H. apply H, in_range. lia. Qed.

Definition product := times (table muls).
Definition lost_element := islost (table losts).
Definition heap_element := element (table phis).

Lemma distinct_spec : forall l v, In v (distinct l) <-> In v l.
Proof.
  induction l as [|x l IH]; intro v; [tauto|]. simpl. fold (distinct l).
  destruct (existsb (N.eqb x) (distinct l)) eqn:E; simpl; rewrite IH; [|tauto].
  apply existsb_exists in E. destruct E as [y [I E]]. apply N.eqb_eq in E. subst y. apply IH in I.
  split; [tauto|]. intros [<-|J]; trivial.
Qed.
Lemma distinct_nil : forall l, distinct l = [] -> l = [].
Proof.
  intros [|x l] E; trivial. assert (I : In x (distinct (x :: l))) by (apply distinct_spec; now left).
  rewrite E in I. destruct I.
Qed.

Lemma stuckb_spec : forall n c, stuckb (table muls) (table losts) (distinct (map (val product heap_element) (opts ds n))) c = true <->
  stuck ds product lost_element heap_element n c.
Proof.
  intros n c. unfold stuckb, stuck. rewrite forallb_forall. split.
  - intros H o I. apply negb_true_iff. apply (H (val product heap_element o)). apply distinct_spec. now apply in_map.
  - intros H v I. apply distinct_spec, in_map_iff in I. destruct I as [o [<- I]]. apply negb_true_iff. now apply H.
Qed.

Lemma stuck_alike : forall n m c, alike ds product heap_element n m ->
  stuck ds product lost_element heap_element n c -> stuck ds product lost_element heap_element m c.
Proof. intros n m c [_ [_ B]] S o I. destruct (B o I) as [o' [I' <-]]. now apply S. Qed.

Lemma alike_sym : forall n m, alike ds product heap_element n m -> alike ds product heap_element m n.
Proof. intros n m [E [F B]]. split; [now symmetry|split; trivial]. Qed.

(** MAIN THEOREM *)
Theorem misere_quotient_law : mcheck = true -> forall l,
  (lost_element (val product heap_element l) = false <-> Lattice.MWin (omv ds) l) /\
  (lost_element (val product heap_element l) = true <-> Lattice.MLose (omv ds) l).
Proof.
  intro C. unfold mcheck in C. cbv zeta in C. apply andb_prop in C; destruct C as [C CH].
  apply andb_prop in C; destruct C as [C CP]. apply andb_prop in C; destruct C as [C CE].
  apply andb_prop in C; destruct C as [C CM]. apply andb_prop in C; destruct C as [C C3].
  apply andb_prop in C; destruct C as [C1 C2]. apply N.ltb_lt in C1, C2, C3. apply negb_true_iff in CE.
  assert (Mon : forall a, a < K -> product 0 a = a /\ forall b, b < K -> product a b < K /\ product a b = product b a /\
     forall c, c < K -> product a (product b c) = product (product a b) c).
  { intros a A. pose proof (every_spec _ CM a A) as H. cbn beta in H. apply andb_prop in H; destruct H as [H1 H].
    apply N.eqb_eq in H1. split; trivial. intros b B. pose proof (every_spec _ H b B) as H'. cbn beta in H'.
    apply andb_prop in H'; destruct H' as [H' H4]. apply andb_prop in H'; destruct H' as [H2 H3].
    apply N.ltb_lt in H2. apply N.eqb_eq in H3. repeat split; trivial. intros c D.
    pose proof (every_spec _ H4 c D) as H5. now apply N.eqb_eq in H5. }
  assert (Per : forall n, n0 <= n -> heap_element (n + p) = heap_element n).
  { intros n Hn. unfold heap_element, element, gf, canon. destruct (N.ltb_spec n n0), (N.ltb_spec (n + p) n0); try lia.
    do 2 f_equal. replace (n + p - n0) with (n - n0 + 1 * p) by lia. apply N.mod_add. lia. }
  pose proof (one_below ds product heap_element n0 p C3 C2 Per) as Below.
  assert (Fine : forall m, m < 2 * n0 + 2 * p + N.of_nat (length ds) ->
    heap_ok (table muls) (table losts) (table phis) (table pairs) m = true).
  { intros m Hm. rewrite forallb_forall in CH. apply CH, in_range. lia. }
  assert (One : forall m, m < 2 * n0 + 2 * p + N.of_nat (length ds) -> heap_element m < K /\
    (forall c, c < K -> lost_element (product c (heap_element m)) = true -> stuck ds product lost_element heap_element m c) /\
    (opts ds m = [] -> heap_element m = 0) /\
    (forall c, c < K -> opts ds m <> [] -> lost_element (product c (heap_element m)) = false ->
       stuck ds product lost_element heap_element m c -> pair (table pairs) (heap_element m) c = true) /\
    (forall q c, q < K -> c < K -> product q c < K -> pair (table pairs) q (product c (heap_element m)) = true ->
       stuck ds product lost_element heap_element m (product q c) -> pair (table pairs) (product q (heap_element m)) c = true)).
  { intros m Hm. pose proof (Fine m Hm) as H. unfold heap_ok in H. cbv zeta in H.
    change (element (table phis)) with heap_element in H. change (times (table muls)) with product in H.
    change (islost (table losts)) with lost_element in H.
    set (vs := distinct (map (val product heap_element) (opts ds m))) in *.
    assert (St : forall c, c < K ->
      (tabf (mk (map (fun c => if stuckb (table muls) (table losts) vs c then 1 else 0) (range (N.to_nat K) 0)) 1 (PositiveMap.empty N)) c =? 1) = true
      <-> stuck ds product lost_element heap_element m c).
    { intros c D. rewrite ext_ok by trivial. rewrite <- stuckb_spec. fold vs.
      destruct (stuckb (table muls) (table losts) vs c); split; intro X; try reflexivity; try discriminate; trivial. }
    apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
    apply andb_prop in H; destruct H as [H1 H2]. apply N.ltb_lt in H1. repeat split; trivial.
    - intros c D Lo. apply St; trivial. pose proof (every_spec _ H2 c D) as X. cbn beta in X. now rewrite Lo in X.
    - intro E. unfold vs in H3. rewrite E in H3. simpl in H3. now apply N.eqb_eq in H3.
    - intros c D E Lo S. destruct vs as [|v vs'] eqn:Ev.
      + unfold vs in Ev. apply distinct_nil, map_eq_nil in Ev. congruence.
      + pose proof (every_spec _ H3 c D) as X. cbn beta in X. rewrite Lo in X.
        apply St in S; trivial. now rewrite S in X.
    - intros q c Q D Qc Pr S. pose proof (every_spec _ H4 c D) as X. cbv beta zeta in X.
      pose proof (every_spec _ X q Q) as Y. cbn beta in Y. rewrite Pr in Y. apply St in S; trivial. now rewrite S in Y. }
  apply (quotient_law ds K product lost_element heap_element (pair (table pairs))); trivial.
  - intro n. destruct (Below n) as [m [Hm [E _]]]. rewrite E. now apply One.
  - intros a b A B. now apply Mon.
  - intros a A. now apply Mon.
  - intros a b A B. now apply Mon.
  - intros a b c A B D. now apply Mon.
  - intros n E. destruct (Below n) as [m [Hm A]]. destruct A as [Ee [Fw Bw]]. rewrite Ee. apply One; trivial.
    destruct (opts ds m) as [|o os] eqn:Em; trivial. destruct (Bw o) as [o' [I' _]]; [now left|]. rewrite E in I'. destruct I'.
  - intros n c D Lo. destruct (Below n) as [m [Hm A]]. apply (stuck_alike m n); [now apply alike_sym|].
    destruct A as [Ee _]. rewrite Ee in Lo. now apply One.
  - intros n c D E Lo S. destruct (Below n) as [m [Hm A]]. apply (stuck_alike n m) in S; trivial.
    destruct A as [Ee [Fw _]]. rewrite Ee in *. apply One; trivial.
    intro Em. destruct (opts ds n) as [|o os] eqn:En; [congruence|]. destruct (Fw o) as [o' [I' _]]; [now left|].
    rewrite Em in I'. destruct I'.
  - intros n q c Q D Pr S. destruct (Below n) as [m [Hm A]]. apply (stuck_alike n m) in S; trivial.
    destruct A as [Ee _]. rewrite Ee in *. apply One; trivial. now apply Mon.
  - intros q Q. pose proof (every_spec _ CP q Q) as X. now apply negb_true_iff in X.
Qed.
End Check.
