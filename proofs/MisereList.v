(** * MisereList.v -- misère play of any number of heaps of which the members of one set can be taken.
    Call a list small where no heap is worth more than 1. Proved: the player to move loses exactly where a small list has the nim-sum 1, or another one the nim-sum 0
    ([apart], [reach]); and so in the game of a core term ([misere_list_law]). What is needed of the set is Ferguson's: a heap worth 0 from which something can be taken
    can be made one worth 1 ([to_one]), since n is worth 1 exactly where n less the least number of the set is worth 0 ([pairs]).
    Source: C. L. Bouton 1901 (Nim); T. S. Ferguson, On sums of graph games with last player losing, 1974.
    An instance gives a term, with what ViewHeap.v and HeapGrundy.v ask for. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Game Heap Octal HeapGrundy.
From Whowins Require Import Core ViewOutcome ViewHeap ViewList.
Import ListNotations.
Open Scope N_scope.

Section Misere.
Variables (t m : N) (A : Heap.set) (g : N -> N).
Hypothesis M : forall n, HeapGrundy.mexof t m A g n.
Let taken (s : N) := Heap.mem t m A s = true.

Lemma least_taken : forall b s, 0 < s -> s <= b -> taken s -> exists s1, 0 < s1 /\ s1 <= s /\ taken s1 /\ forall x, 0 < x -> x < s1 -> ~ taken x.
Proof using.
  intros b. induction b as [|b IH] using N.peano_ind; intros s S0 Sb T; [lia|].
  destruct (N.le_gt_cases s b) as [L|L]; [now apply IH|]. assert (s = N.succ b) by lia. subst s.
  assert (D : (exists x, 0 < x /\ x <= b /\ taken x) \/ forall x, 0 < x -> x <= b -> ~ taken x).
  { clear -b. induction b as [|b [[x [X0 [X1 X2]]]|No]] using N.peano_ind.
    - right. intros. lia.
    - left. exists x. repeat split; trivial. lia.
    - destruct (bool_dec (Heap.mem t m A (N.succ b)) true) as [E|E].
      + left. exists (N.succ b). repeat split; trivial; lia.
      + right. intros x X0 X1 X2. destruct (N.le_gt_cases x b) as [C|C]; [exact (No x X0 C X2)|]. assert (x = N.succ b) by lia. subst x. exact (E X2). }
  destruct D as [[x [X0 [X1 X2]]]|No].
  - destruct (IH x X0 X1 X2) as [s1 [A1 [A2 [A3 A4]]]]. exists s1. repeat split; trivial. lia.
  - exists (N.succ b). repeat split; trivial; try lia. intros x X0 X1. apply No; lia.
Qed.

Section Least.
Variable s1 : N.
Hypothesis P1 : 0 < s1.
Hypothesis T1 : taken s1.
Hypothesis L1 : forall x, 0 < x -> x < s1 -> ~ taken x.
Lemma not_less : forall s, 0 < s -> taken s -> s1 <= s.
Proof using L1. intros s S0 T. destruct (N.le_gt_cases s1 s) as [|C]; trivial. now destruct (L1 s S0 C). Qed.
Theorem pairs : forall n, s1 <= n -> (g (n - s1) = 0 <-> g n = 1).
Proof using M P1 T1 L1.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0). intro Ln.
  destruct (M n) as [M1 M2]. destruct (M (n - s1)) as [M3 M4]. split; intro E.
  - pose proof (M1 s1 P1 Ln T1) as Ne. destruct (N.lt_ge_cases 1 (g n)) as [C|C]; [exfalso|lia].
    destruct (M2 1 C) as [s [S0 [Sn [Ts Es]]]].
    destruct (M (n - s)) as [_ M5]. destruct (M5 0) as [r [R0 [Rn [Tr _]]]]; [lia|]. pose proof (not_less r R0 Tr).
    assert (Z : g (n - s - s1) = 0) by (apply (IH (n - s)); trivial; lia).
    apply (M3 s S0); [lia|exact Ts|]. replace (n - s1 - s) with (n - s - s1) by lia. congruence.
  - destruct (N.eq_dec (g (n - s1)) 0) as [|C]; trivial. exfalso. destruct (M4 0) as [s [S0 [Sn [Ts Es]]]]; [lia|].
    apply (M1 s S0); [lia|exact Ts|]. rewrite E. apply (IH (n - s)); try lia. replace (n - s - s1) with (n - s1 - s) by lia. exact Es.
Qed.
End Least.

Theorem to_one : forall n s, g n = 0 -> 0 < s -> s <= n -> taken s -> exists r, 0 < r /\ r <= n /\ taken r /\ g (n - r) = 1.
Proof using M.
  intros n s E S0 Sn Ts. destruct (least_taken s s S0 (N.le_refl s) Ts) as [s1 [P1 [Ls [T1 L1]]]].
  destruct (M n) as [M1 _]. pose proof (M1 s1 P1 ltac:(lia) T1) as Ne.
  destruct (M (n - s1)) as [_ M4]. destruct (M4 0) as [r [R0 [Rn [Tr Er]]]]; [lia|].
  exists r. repeat split; trivial; [lia|]. apply (pairs s1 P1 T1 L1); [lia|]. replace (n - r - s1) with (n - s1 - r) by lia. exact Er.
Qed.

Notation xs := (Octal.xs g).
Definition small (l : list N) : bool := forallb (fun n => g n <=? 1) l.
Definition lost (l : list N) : bool := if small l then xs l =? 1 else xs l =? 0.
Definition rest (a b : list N) : N := N.lxor (xs a) (xs b).
Lemma xs_mid : forall a n b, xs (a ++ n :: b) = N.lxor (g n) (rest a b).
Proof using.
  intros a n b. unfold rest. rewrite Octal.xs_app. cbn [Octal.xs fold_right]. change (fold_right (fun h a => N.lxor (g h) a) 0 b) with (xs b).
  apply N.bits_inj. intro i. rewrite !N.lxor_spec. destruct (N.testbit (xs a) i), (N.testbit (g n) i), (N.testbit (xs b) i); reflexivity.
Qed.
Lemma small_mid : forall a n b, small (a ++ n :: b) = (g n <=? 1) && (small a && small b).
Proof using. intros a n b. unfold small. rewrite forallb_app. cbn [forallb]. destruct (g n <=? 1), (forallb _ a), (forallb _ b); reflexivity. Qed.
Lemma bits : forall a, a <= 1 -> a = 0 \/ a = 1.
Proof using. lia. Qed.
Lemma xs_small : forall l, small l = true -> xs l <= 1.
Proof using.
  induction l as [|n l IH]; intro S; [cbn; lia|]. cbn [small forallb] in S. apply andb_prop in S. destruct S as [S1 S2]. apply N.leb_le in S1.
  specialize (IH S2). cbn [Octal.xs fold_right]. change (fold_right (fun h a => N.lxor (g h) a) 0 l) with (xs l).
  destruct (bits _ S1) as [-> | ->], (bits _ IH) as [-> | ->]; vm_compute; discriminate.
Qed.
Lemma rest_small : forall a b, small a && small b = true -> rest a b <= 1.
Proof using.
  intros a b S. apply andb_prop in S. destruct S as [S1 S2]. apply xs_small in S1, S2. unfold rest.
  destruct (bits _ S1) as [-> | ->], (bits _ S2) as [-> | ->]; vm_compute; discriminate.
Qed.
Lemma cancels : forall a b, N.lxor a b = 0 -> a = b.
Proof using. exact N.lxor_eq. Qed.
Lemma lxor_inj : forall a b c, N.lxor a c = N.lxor b c -> a = b.
Proof using.
  intros a b c E. apply N.bits_inj. intro i. apply (f_equal (fun x => N.testbit x i)) in E. rewrite !N.lxor_spec in E.
  destruct (N.testbit a i), (N.testbit b i), (N.testbit c i); trivial; discriminate.
Qed.

(** No move leads from a loss to a loss. *)
Lemma apart : forall a n b s, 0 < s -> s <= n -> taken s -> lost (a ++ n :: b) = true -> lost (a ++ (n - s) :: b) = false.
Proof using M.
  intros a n b s S0 Sn Ts L. destruct (M n) as [M1 _]. pose proof (M1 s S0 Sn Ts) as Ne.
  unfold lost in *. rewrite !small_mid, !xs_mid in *. set (r := rest a b) in *.
  destruct (small a && small b) eqn:Sr.
  - pose proof (rest_small _ _ Sr) as R1. fold r in R1. rewrite !andb_true_r in *.
    destruct (N.leb_spec (g n) 1) as [G|G]; destruct (N.leb_spec (g (n - s)) 1) as [G'|G'];
      try apply N.eqb_eq in L; apply N.eqb_neq; intro E.
    + apply Ne, (lxor_inj _ _ r). congruence.
    + apply cancels in E. lia.
    + apply cancels in L. lia.
    + apply Ne, (lxor_inj _ _ r). congruence.
  - rewrite !andb_false_r in *. apply N.eqb_eq in L. apply N.eqb_neq. intro E. apply Ne, (lxor_inj _ _ r). congruence.
Qed.

(** From a win a move leads to a loss, or there is none. *)
Lemma reach : forall l, lost l = false ->
  (exists a n b s, l = a ++ n :: b /\ 0 < s /\ s <= n /\ taken s /\ lost (a ++ (n - s) :: b) = true) \/
  (forall a n b s, l = a ++ n :: b -> 0 < s -> s <= n -> ~ taken s).
Proof using M.
  intros l L. unfold lost in L. destruct (small l) eqn:S.
  - assert (X : xs l = 0) by (pose proof (xs_small l S); apply N.eqb_neq in L; lia).
    destruct (existsb (fun n => g n =? 1) l) eqn:E.
    + left. apply existsb_exists in E. destruct E as [n [I E]]. apply N.eqb_eq in E. apply in_split in I. destruct I as [a [b ->]].
      destruct (M n) as [_ M2]. destruct (M2 0) as [s [S0 [Sn [Ts Es]]]]; [lia|].
      exists a, n, b, s. repeat split; trivial. unfold lost. rewrite small_mid, xs_mid in *. rewrite Es. apply andb_prop in S. destruct S as [_ S]. rewrite S. cbn [N.leb N.compare andb].
      rewrite E in X. apply cancels in X. rewrite <- X. reflexivity.
    + assert (Zero : forall n, In n l -> g n = 0).
      { intros n I. assert (small l = true) by exact S. unfold small in S. rewrite forallb_forall in S. specialize (S n I). apply N.leb_le in S.
        destruct (bits _ S) as [|G]; trivial. exfalso. assert (existsb (fun n => g n =? 1) l = true); [|congruence].
        apply existsb_exists. exists n. split; trivial. now apply N.eqb_eq. }
      assert (D : (exists a n b s, l = a ++ n :: b /\ 0 < s /\ s <= n /\ taken s) \/ (forall a n b s, l = a ++ n :: b -> 0 < s -> s <= n -> ~ taken s)).
      { clear -l. induction l as [|x l [[a [n [b [s [-> H]]]]]|No]].
        - right. intros [|]; discriminate.
        - left. exists (x :: a), n, b, s. split; trivial.
        - assert (D : (exists s, 0 < s /\ s <= x /\ taken s) \/ forall s, 0 < s -> s <= x -> ~ taken s).
          { clear. induction x as [|b [[x [X0 [X1 X2]]]|No]] using N.peano_ind.
            - right. intros. lia.
            - left. exists x. repeat split; trivial. lia.
            - destruct (bool_dec (Heap.mem t m A (N.succ b)) true) as [E|E].
              + left. exists (N.succ b). repeat split; trivial; lia.
              + right. intros x X0 X1 X2. destruct (N.le_gt_cases x b) as [C|C]; [exact (No x X0 C X2)|]. assert (x = N.succ b) by lia. subst x. exact (E X2). }
          destruct D as [[s H]|No']; [left; exists [], x, l, s; split; trivial|right].
          intros [|y a] n b s E S0 Sn; cbn [app] in E; injection E as <- E; [now apply No'|now apply (No a n b s)]. }
      destruct D as [[a [n [b [s [-> [S0 [Sn Ts]]]]]]]|No]; [left|now right].
      assert (Gn : g n = 0) by (apply Zero; rewrite in_app_iff; right; now left).
      destruct (to_one n s Gn S0 Sn Ts) as [r [R0 [Rn [Tr Er]]]]. exists a, n, b, r. repeat split; trivial.
      unfold lost. rewrite small_mid, xs_mid in *. rewrite Er. apply andb_prop in S. destruct S as [_ S]. rewrite S. cbn [N.leb N.compare andb].
      rewrite Gn in X. apply cancels in X. rewrite <- X. reflexivity.
  - left. apply N.eqb_neq in L. destruct (Octal.lxor_lt_pick l g L) as [a [n [b [E Lt]]]]. subst l.
    destruct (M n) as [_ M2]. rewrite small_mid, xs_mid in *. set (r := rest a b) in *.
    assert (W : N.lxor (g n) (N.lxor (g n) r) = r) by now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
    assert (Lt' : r < g n) by (rewrite W in Lt; exact Lt).
    destruct (small a && small b) eqn:Sr.
    + pose proof (rest_small _ _ Sr) as R1. fold r in R1. rewrite andb_true_r in S. apply N.leb_gt in S.
      destruct (M2 (N.lxor 1 r)) as [s [S0 [Sn [Ts Es]]]]; [destruct (bits _ R1) as [-> | ->]; [change (N.lxor 1 0) with 1|change (N.lxor 1 1) with 0]; lia|].
      exists a, n, b, s. repeat split; trivial. unfold lost. rewrite small_mid, xs_mid, Sr, Es. fold r.
      destruct (bits _ R1) as [-> | ->]; reflexivity.
    + destruct (M2 r Lt') as [s [S0 [Sn [Ts Es]]]]. exists a, n, b, s. repeat split; trivial.
      unfold lost. rewrite small_mid, xs_mid, Sr, andb_false_r, Es. fold r. rewrite N.lxor_nilpotent. reflexivity.
Qed.
End Misere.

(** Who cannot move wins. *)
Definition stuck_wins : expr := Ite (Get (Core.P 0) (Num 0) 0) (Num (-1)) (Num 1).

Section Law.
Variables (few stride R L : N) (g : game) (t m : N) (A : Heap.set).
Hypothesis V : view_heap few stride R L g t m A A true = true.
Hypothesis S : view_list g = true.
Hypothesis St : stuck g = Ite (Get (P 0) (Num 0) 0) (Num (-1)) (Num 1).

(** THE LAW: for lists of every length, who wins by the nim-sum and by whether the list is small can force a win in the term, and the other player cannot. *)
Theorem misere_list_law : forall value, (forall n, HeapGrundy.mexof t m A value n) -> forall P l,
  (lost value l = false <-> wins g P (heaps P l)) /\ (lost value l = true <-> wins g (negb P) (heaps P l)).
Proof using V S St.
  intros value M P l. destruct (facts _ _ _ _ _ _ _ _ _ _ V) as [Bl [En _]].
  pose (mv := lmv t m A).
  assert (Wf : well_founded (fun q p : option (bool * list N) => Heap.play mv true p q)).
  { apply (Game.wf_measure _ (Heap.play mv true) (fun p => match p with Some p => Datatypes.S (N.to_nat (fold_right N.add 0%N (snd p))) | None => O end)).
    intros [[Q k]|] [[Q' k']|] H; cbn [Heap.play] in H; try contradiction; [|lia].
    destruct H as [_ H]. cbn [snd] in *. destruct H as [l1 n l2 s H1 H2 _]. clear -H1 H2. induction l1; cbn [app fold_right]; lia. }
  pose (lab := fun p : option (bool * list N) => match p with Some p => negb (lost value (snd p)) | None => false end).
  assert (K : Game.kernel (Heap.play mv true) lab).
  { split.
    - intros [[Q k]|] H; cbn [lab snd] in H; [|discriminate]. apply negb_true_iff in H.
      destruct (reach t m A value M k H) as [[a [n [b [s [-> [S0 [Sn [Ts Lo]]]]]]]]|No].
      + exists (Some (negb Q, a ++ (n - s)%N :: b)). cbn [lab snd Heap.play]. rewrite Lo. split; trivial. split; trivial. cbn [snd]. now constructor.
      + exists None. split; trivial. cbn [Heap.play]. split; trivial. intros [Q' k'] [_ H']. cbn [snd] in *.
        inversion H' as [l1 n l2 s S0 Sn Ts E1 E2]; subst. exact (No l1 n l2 s eq_refl S0 Sn Ts).
    - intros [[Q k]|] q H H'; cbn [lab snd] in H; [|destruct q; destruct H']. apply negb_false_iff in H.
      destruct q as [[Q' k']|]; cbn [lab snd].
      + destruct H' as [_ H']. cbn [snd] in H'. destruct H' as [l1 n l2 s S0 Sn Ts]. apply negb_true_iff. now apply (apart t m A value M).
      + exfalso. destruct H' as [_ No].
        assert (W : exists n, In n k /\ value n <> 0%N).
        { unfold lost in H. destruct (small value k) eqn:Sm.
          - apply N.eqb_eq in H. clear -H. induction k as [|n k IH]; [discriminate|]. destruct (N.eq_dec (value n) 0) as [E|E]; [|exists n; split; [now left|trivial]].
            cbn [Octal.xs fold_right] in H. rewrite E, N.lxor_0_l in H. destruct (IH H) as [x [I X]]. exists x. split; [now right|trivial].
          - clear -Sm. induction k as [|n k IH]; [discriminate|]. cbn [small forallb] in Sm. destruct (N.leb_spec (value n) 1) as [C|C].
            + cbn [andb] in Sm. destruct (IH Sm) as [x [I X]]. exists x. split; [now right|trivial].
            + exists n. split; [now left|lia]. }
        destruct W as [n [I X]]. apply in_split in I. destruct I as [a [b ->]].
        destruct (M n) as [_ M2]. destruct (M2 0%N) as [s [S0 [Sn [Ts _]]]]; [lia|].
        apply (No (negb Q, a ++ (n - s)%N :: b)). split; trivial. cbn [snd]. now constructor. }
  destruct (Game.kernel_iff _ _ lab Wf K (Some (P, l))) as [KW KL]. cbn [lab snd] in KW, KL.
  pose proof (play_correct g Bl En (bool * list N) mv fst (fun p => heaps (fst p) (snd p)) (fun _ => True) true) as C.
  specialize (C ltac:(intros [Q k]; reflexivity) ltac:(intros p s _; exact (moves_of few stride R L g t m A true V S p s)) ltac:(intros [Q k] q _ [E _]; split; trivial)
    ltac:(intros [Q k] _; unfold stuck_pays; rewrite St; now destruct Q) (P, l) I (negb (lost value l))).
  cbn [fst snd] in C. rewrite negb_true_iff, negb_false_iff in C. apply C.
  - intro H. apply KW. now apply negb_true_iff.
  - intro H. apply KL. now apply negb_false_iff.
Qed.
End Law.
