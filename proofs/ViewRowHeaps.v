(** * ViewRowHeaps.v -- rows that fall apart into heaps, in the game of a core term.
    Each move looks at cells of one symbol alone: it takes so many of a run of them, with at least so many left before and behind, and writes other symbols there.
    Proved: where [view_row_heaps] accepts, who can force a win in the game of the row's term is who can in the game of the term of heaps that are as long as
    the row's runs ([row_heaps_term]); so whatever is a law of these heaps is one of the row.
    Source: octal games on strips (Guy, Smith 1956); simulation.
    An instance gives both terms, the rules of the row as in ViewBoard.v, the code of the heaps as in ViewHeaps.v, and what each rule takes. *)
Require Import ZArith NArith List Bool Lia Permutation.
From Whowins Require Game Boards Rewriting Breaking HeapDigits ViewHeaps ViewRowWindow.
From Whowins Require Import Core ViewOutcome ViewBoard ViewRow.
Import ListNotations.
Module W := Rewriting.
Open Scope nat_scope.

(** ** Two terms whose states can stand for each other *)
Section Alike.
Variables (g h : game) (R : state -> state -> Prop).
Hypothesis Free : blocks g = O.
Hypothesis Free' : blocks h = O.
Hypothesis Turn : forall s t, R s t -> turn s = turn t.
Hypothesis Over : forall s t, R s t -> over g s = over h t.
Hypothesis There : forall s t x, R s t -> In x (moves g s) -> exists y, In y (moves h t) /\ R x y.
Hypothesis Back : forall s t y, R s t -> In y (moves h t) -> exists x, In x (moves g s) /\ R x y.
Theorem force_alike : forall p good s, Force g p good s -> forall t, R s t -> Force h p good t.
Proof using All.
  assert (No : forall B, blocked g B -> B = []) by (intros B H; unfold blocked in H; rewrite Free in H; destruct B; [trivial|cbn in H; lia]).
  assert (No' : forall B, blocked h B -> B = []) by (intros B H; unfold blocked in H; rewrite Free' in H; destruct B; [trivial|cbn in H; lia]).
  assert (Some_ : forall f s, over f s = None -> left_over f s [] <> []).
  { intros f s O E. unfold over in O. destruct (ended f s); [discriminate|]. destruct (moves f s) as [|x l] eqn:M; [discriminate|].
    assert (I : In x (left_over f s [])) by (apply left_over_in; rewrite M; split; [now left|intros []]). rewrite E in I. destruct I. }
  assert (Nil : forall f, blocked f []) by (intro f; unfold blocked; cbn; lia).
  intros p good s F. induction F as [s v E V|s pick E T St Pi _ IH|s B E T Bl St _ IH]; intros t Rt; pose proof (Over s t Rt) as O; rewrite E in O; symmetry in O;
    pose proof (Turn s t Rt) as Tu.
  - now apply f_over with v.
  - pose proof (Pi [] (Nil g) (Some_ g s E)) as M. apply left_over_in in M. destruct (There s t _ Rt (proj1 M)) as [y [My Ry]].
    apply f_mine with (pick := fun _ => y); trivial; [congruence| | |].
    + intros B Bl E'. apply No' in Bl. subst B. now apply Some_ in E'.
    + intros B Bl _. apply No' in Bl. subst B. apply left_over_in. split; [trivial|intros []].
    + intros B Bl _. exact (IH [] (Nil g) (Some_ g s E) y Ry).
  - apply No in Bl. subst B. apply f_theirs with (B := []); trivial; [congruence|intro E'; now apply Some_ in E'|].
    intros y My. apply left_over_in in My. destruct (Back s t y Rt (proj1 My)) as [x [Mx Rx]]. apply (IH x); [|exact Rx].
    apply left_over_in. split; [trivial|intros []].
Qed.
End Alike.

(** ** Runs *)
Section Runs.
Variable live : nat.
Definition close (k : N) : list N := if (k =? 0)%N then [] else [k].
Fixpoint runs_from (k : N) (w : list nat) : list N := match w with
  | [] => close k
  | x :: w => if x =? live then runs_from (N.succ k) w else close k ++ runs_from 0 w end.
(** The lengths of the runs of live cells, in their order. *)
Definition runs (w : list nat) : list N := runs_from 0 w.
Lemma runs_live : forall m k w, runs_from k (repeat live m ++ w) = runs_from (k + N.of_nat m) w.
Proof using.
  induction m as [|m IH]; intros k w; cbn [repeat app runs_from]; [f_equal; lia|]. rewrite Nat.eqb_refl, IH. f_equal. lia.
Qed.
Lemma runs_dead : forall m k w, m <> [] -> ~ In live m -> runs_from k (m ++ w) = close k ++ runs_from 0 w.
Proof using.
  induction m as [|x m IH]; intros k w Ne No; [congruence|]. cbn [app runs_from]. destruct (Nat.eqb_spec x live) as [->|_]; [destruct No; now left|].
  f_equal. destruct m as [|y m]; [reflexivity|]. rewrite IH; [reflexivity|discriminate|]. intro I. apply No. now right.
Qed.
(** What stands before: whole runs, and how long the last one is so far. *)
Lemma runs_before : forall u k, exists l t, forall w, runs_from k (u ++ w) = l ++ runs_from t w.
Proof using.
  induction u as [|x u IH]; intro k; [now exists [], k|]. cbn [app runs_from]. destruct (x =? live); [apply IH|].
  destruct (IH 0%N) as [l [t H]]. exists (close k ++ l), t. intro w. now rewrite H, app_assoc.
Qed.
Lemma runs_behind : forall w, exists j l, forall k, runs_from k w = close (k + j) ++ l.
Proof using.
  induction w as [|x w [j [l H]]]; [exists 0%N, []; intro k; cbn [runs_from]; now rewrite N.add_0_r, app_nil_r|].
  cbn [runs_from]. destruct (x =? live); [exists (N.succ j), l; intro k; rewrite H; do 2 f_equal; lia|].
  exists 0%N, (runs_from 0 w). intro k. now rewrite N.add_0_r.
Qed.
Lemma close_some : forall k, (0 < k)%N -> close k = [k].
Proof using. intros k H. unfold close. destruct (N.eqb_spec k 0); [lia|reflexivity]. Qed.
(** Each run stands somewhere. *)
Lemma run_stands : forall w k l1 n l2, runs_from k w = l1 ++ n :: l2 -> exists u x, repeat live (N.to_nat k) ++ w = u ++ repeat live (N.to_nat n) ++ x /\
  (forall z, runs_from 0 (u ++ z) = l1 ++ runs_from 0 z) /\ (forall j, runs_from j x = close j ++ l2).
Proof using.
  induction w as [|x w IH]; intros k l1 n l2 E; cbn [runs_from] in E.
  - unfold close in E. destruct (N.eqb_spec k 0); [now destruct l1|]. destruct l1 as [|a [|]]; try discriminate. injection E as -> <-.
    exists [], []. repeat split. intro j. cbn [runs_from]. now rewrite app_nil_r.
  - destruct (Nat.eqb_spec x live) as [->|Nx].
    + destruct (IH _ _ _ _ E) as [u [z [E' H]]]. exists u, z. split; [|exact H]. rewrite <- E'. rewrite N2Nat.inj_succ. cbn [repeat app].
      clear. induction (N.to_nat k) as [|m IH]; [reflexivity|]. cbn [repeat app]. now rewrite IH.
    + assert (Mark : forall y, runs_from k (x :: y) = close k ++ runs_from 0 y) by (intro y; cbn [runs_from]; destruct (Nat.eqb_spec x live); [congruence|reflexivity]).
      assert (Pre : forall y, runs_from 0 (repeat live (N.to_nat k) ++ x :: y) = close k ++ runs_from 0 y).
      { intro y. rewrite runs_live, N2Nat.id. replace (0 + k)%N with k by lia. apply Mark. }
      assert (Here : close k = [n] /\ l1 = [] /\ l2 = runs_from 0 w \/ exists l, l1 = close k ++ l /\ runs_from 0 w = l ++ n :: l2).
      { unfold close in *. destruct (N.eqb_spec k 0); [right; now exists l1|]. destruct l1 as [|a l1]; cbn [app] in E; injection E as -> E.
        - left. auto.
        - right. exists l1. now split. }
      destruct Here as [[C [-> ->]]|[l [-> E']]].
      * assert (k = n) as <- by (unfold close in C; destruct (k =? 0)%N; congruence). exists [], (x :: w). repeat split.
        intro j. cbn [runs_from]. destruct (Nat.eqb_spec x live); [congruence|reflexivity].
      * destruct (IH _ _ _ _ E') as [u [z [E2 [H1 H2]]]]. cbn [N.to_nat repeat app] in E2. exists (repeat live (N.to_nat k) ++ x :: u), z.
        split; [rewrite E2, <- app_assoc; reflexivity|]. split; [|exact H2]. intro y. rewrite <- app_assoc. cbn [app]. now rewrite Pre, H1, app_assoc.
Qed.
End Runs.

(** ** The rules *)
(** So many cells of a run are left before, these symbols are written, so many are left behind. *)
Record taking := Taking { before : nat; written : list nat; behind : nat }.
Definition word_rule (live : nat) (r : taking) : W.rule :=
  (repeat live (before r + length (written r) + behind r), repeat live (before r) ++ written r ++ repeat live (behind r)).

Section Codes.
Variables (live : nat) (takings : bool -> list taking) (ds : bool -> list N) (b : bool -> N).
Definition digit (P : bool) (t : nat) : N := nth t (ds P) 0%N.
(** What a rule leaves is allowed by the code. *)
Definition allowed (P : bool) (r : taking) : bool := let t := length (written r) in let d := digit P t in
  (0 <? t) && forallb (fun x => negb (x =? live)) (written r) && N.testbit d 2 &&
  (negb ((before r =? 0) || (behind r =? 0)) || N.testbit d 1) && (negb ((before r =? 0) && (behind r =? 0)) || N.testbit d 0).
(** What the code allows, a rule leaves: no run, one of any length, two of any lengths. *)
Definition leaves (P : bool) (t : nat) (f : nat -> nat -> bool) : bool :=
  existsb (fun r => (length (written r) =? t) && f (before r) (behind r)) (takings P).
Definition reached (P : bool) (t : nat) : bool := let d := digit P t in
  (d <? 8)%N && (negb (N.testbit d 0) || leaves P t (fun x y => (x =? 0) && (y =? 0))) &&
  (negb (N.testbit d 1) || leaves P t (fun x y => (x =? 0) && (y <=? 1) || (x <=? 1) && (y =? 0))) &&
  (negb (N.testbit d 2) || leaves P t (fun x y => (x <=? 1) && (y <=? 1))).
Definition code_check (P : bool) : bool := (b P =? 0)%N && (digit P 0 =? 0)%N && forallb (allowed P) (takings P) && forallb (reached P) (seq 0 (length (ds P))).
Hypothesis Codes : forall P, code_check P = true.
Lemma code_facts : forall P, b P = 0%N /\ digit P 0 = 0%N /\ (forall r, In r (takings P) -> allowed P r = true) /\ (forall t, t < length (ds P) -> reached P t = true).
Proof using Codes.
  intro P. pose proof (Codes P) as C. unfold code_check in C. apply andb_prop in C. destruct C as [C R]. apply andb_prop in C. destruct C as [C A].
  apply andb_prop in C. destruct C as [B D]. apply N.eqb_eq in B, D. rewrite forallb_forall in A, R. repeat split; trivial. intros t I. apply R, in_seq. lia.
Qed.
(** What stays of a run of k cells. *)
Definition stays (P : bool) (k : N) (o : list N) : Prop := exists r x y, In r (takings P) /\ (N.of_nat (before r) <= x)%N /\ (N.of_nat (behind r) <= y)%N /\
  (x + N.of_nat (length (written r)) + y = k)%N /\ o = close x ++ close y.
Lemma three : forall d, (d < 8)%N -> forall j, (3 <= j)%N -> N.testbit d j = false.
Proof using.
  intros d L j J. destruct (N.eq_dec d 0) as [->|Nd]; [apply N.bits_0|]. apply N.bits_above_log2. change 8%N with (2 ^ 3)%N in L. apply N.log2_lt_pow2 in L; lia.
Qed.
Lemma stays_option : forall P k o, stays P k o <-> ViewHeaps.option_of (ds P) (b P) k o.
Proof using Codes.
  intros P k o. destruct (code_facts P) as [B0 [D0 [Al Re]]].
  assert (Dig : forall t, HeapDigits.dig (ds P) (b P) t = digit P (N.to_nat t)).
  { intro t. unfold HeapDigits.dig, digit. now rewrite B0. }
  unfold ViewHeaps.option_of, ViewHeaps.dig. split.
  - intros [r [x [y [I [Hx [Hy [E ->]]]]]]]. specialize (Al r I). unfold allowed in Al. cbn zeta in Al. set (t := length (written r)) in *.
    apply andb_prop in Al. destruct Al as [Al A0]. apply andb_prop in Al. destruct Al as [Al A1]. apply andb_prop in Al. destruct Al as [Al A2].
    apply andb_prop in Al. destruct Al as [T _]. apply Nat.ltb_lt in T. exists (N.of_nat t). rewrite Dig, Nat2N.id. unfold Breaking.legal, close.
    destruct (N.eqb_spec x 0) as [->|Zx], (N.eqb_spec y 0) as [->|Zy]; cbn [app length].
    + replace (before r) with 0 in A0 by lia. replace (behind r) with 0 in A0 by lia. cbn [Nat.eqb andb negb orb] in A0.
      repeat split; trivial; cbn; try lia.
    + replace (before r) with 0 in A1 by lia. cbn [Nat.eqb orb negb] in A1. repeat split; trivial; cbn; try lia.
    + replace (behind r) with 0 in A1 by lia. rewrite orb_true_r in A1. cbn [negb orb] in A1. repeat split; trivial; cbn; try lia.
    + repeat split; trivial; cbn; try lia.
  - intros [t L]. rewrite Dig in L. destruct L as [L1 [_ [Bi [Po [Pos To]]]]]. set (d := digit P (N.to_nat t)) in *.
    assert (Tl : N.to_nat t < length (ds P)).
    { destruct (Nat.lt_ge_cases (N.to_nat t) (length (ds P))) as [|G]; trivial. exfalso. unfold d, digit in Bi. rewrite nth_overflow, N.bits_0 in Bi by lia. discriminate. }
    assert (T0 : (0 < t)%N).
    { destruct (N.eq_dec t 0) as [->|]; [|lia]. exfalso. unfold d in Bi. change (N.to_nat 0) with 0 in Bi. rewrite D0, N.bits_0 in Bi. discriminate. }
    specialize (Re _ Tl). unfold reached in Re. cbn zeta in Re. fold d in Re. apply andb_prop in Re. destruct Re as [Re R2]. apply andb_prop in Re.
    destruct Re as [Re R1]. apply andb_prop in Re. destruct Re as [R8 R0]. apply N.ltb_lt in R8.
    assert (Ex : forall f, leaves P (N.to_nat t) f = true -> exists r, In r (takings P) /\ length (written r) = N.to_nat t /\ f (before r) (behind r) = true).
    { intros f H. apply existsb_exists in H. destruct H as [r [I H]]. apply andb_prop in H. destruct H as [H1 H2]. apply Nat.eqb_eq in H1. eauto. }
    destruct o as [|x [|y [|z o]]]; cbn [length] in *.
    + change (N.of_nat 0) with 0%N in Bi. rewrite Bi in R0. cbn [negb orb] in R0. destruct (Ex _ R0) as [r [I [Lr Fr]]].
      apply andb_prop in Fr. destruct Fr as [F1 F2]. apply Nat.eqb_eq in F1, F2. exists r, 0%N, 0%N. rewrite F1, F2, Lr. cbn in To. repeat split; trivial; lia.
    + change (N.of_nat 1) with 1%N in Bi. rewrite Bi in R1. cbn [negb orb] in R1. destruct (Ex _ R1) as [r [I [Lr Fr]]].
      assert (Px : (1 <= x)%N) by (apply Pos; now left). cbn in To. apply orb_prop in Fr. destruct Fr as [Fr|Fr]; apply andb_prop in Fr; destruct Fr as [F1 F2].
      * apply Nat.eqb_eq in F1. apply Nat.leb_le in F2. exists r, 0%N, x. rewrite F1, Lr. change (close 0) with (@nil N). rewrite close_some by lia. repeat split; trivial; lia.
      * apply Nat.leb_le in F1. apply Nat.eqb_eq in F2. exists r, x, 0%N. rewrite F2, Lr. change (close 0) with (@nil N). rewrite close_some by lia. repeat split; trivial; lia.
    + change (N.of_nat 2) with 2%N in Bi. rewrite Bi in R2. cbn [negb orb] in R2. destruct (Ex _ R2) as [r [I [Lr Fr]]].
      assert (Px : (1 <= x)%N) by (apply Pos; now left). assert (Py : (1 <= y)%N) by (apply Pos; right; now left). cbn in To.
      apply andb_prop in Fr. destruct Fr as [F1 F2]. apply Nat.leb_le in F1, F2. exists r, x, y. rewrite Lr, !close_some by lia. repeat split; trivial; lia.
    + rewrite three in Bi by (trivial; lia). discriminate.
Qed.

End Codes.

Section Rows.
Variables (v : board_rules) (live : nat) (takings : bool -> list taking) (ds : bool -> list N) (b : bool -> N).
Notation n := (symbols v).
Definition words_of : W.cert := rules_alone (S (S n)) (misere v) (fun P => map (word_rule live) (takings P)).
Definition view_row_heaps : bool :=
  if match follow v with [] => true | _ => false end && (live <? n) && code_check live takings ds b true && code_check live takings ds b false then view_row v words_of else false.
Hypothesis View : view_row_heaps = true.

Lemma view_facts : view_row v words_of = true /\ follow v = [] /\ live < n /\ forall P, code_check live takings ds b P = true.
Proof using View.
  pose proof View as H. unfold view_row_heaps in H. destruct (_ && code_check live takings ds b false) eqn:E in H; [|discriminate].
  apply andb_prop in E. destruct E as [E C2]. apply andb_prop in E. destruct E as [E C1]. apply andb_prop in E. destruct E as [F L]. apply Nat.ltb_lt in L.
  split; [trivial|]. split; [now destruct (follow v)|]. split; [trivial|]. intro P. now destruct P.
Qed.

(** ** Moves *)
Notation wmv P w q := (W.rmv (W.rules words_of) (P, w) q).
Lemma move_there : forall P w q, wmv P w q -> fst q = negb P /\ exists l1 k l2 o, runs live w = l1 ++ k :: l2 /\ stays takings P k o /\ runs live (snd q) = l1 ++ o ++ l2.
Proof using View.
  intros P w q M. destruct view_facts as [_ [_ [_ F]]]. destruct (code_facts live takings ds b F P) as [_ [_ [Al _]]]. remember (P, w) as p eqn:Ep. destruct M as [Q u z l r I]. injection Ep as -> <-.
  cbn [fst snd]. split; trivial. cbn [W.rules words_of rules_alone] in I. apply in_map_iff in I. destruct I as [a [E I]]. unfold word_rule in E. injection E as <- <-.
  specialize (Al a I). unfold allowed in Al. cbn zeta in Al. do 3 (apply andb_prop in Al; destruct Al as [Al _]). apply andb_prop in Al. destruct Al as [T No].
  apply Nat.ltb_lt in T. rewrite forallb_forall in No. assert (Dead : ~ In live (written a)) by (intro J; specialize (No live J); now rewrite Nat.eqb_refl in No).
  destruct (runs_before live u 0) as [l1 [t H1]]. destruct (runs_behind live z) as [j [l2 H2]].
  exists l1, (t + N.of_nat (before a + length (written a) + behind a) + j)%N, l2, (close (t + N.of_nat (before a)) ++ close (N.of_nat (behind a) + j)).
  unfold runs. rewrite !H1, runs_live, H2, close_some by lia. split; [reflexivity|]. split.
  - exists a, (t + N.of_nat (before a))%N, (N.of_nat (behind a) + j)%N. repeat split; trivial; lia.
  - rewrite <- app_assoc, runs_live, <- app_assoc, runs_dead; trivial; [|intro E; rewrite E in T; cbn in T; lia].
    rewrite runs_live, H2, <- !app_assoc. reflexivity.
Qed.
Lemma move_back : forall P w l1 k l2 o, runs live w = l1 ++ k :: l2 -> stays takings P k o -> exists q, wmv P w (negb P, q) /\ runs live q = l1 ++ o ++ l2.
Proof using View.
  intros P w l1 k l2 o E [a [x [y [I [Hx [Hy [Sum ->]]]]]]]. destruct view_facts as [_ [_ [_ F]]]. destruct (code_facts live takings ds b F P) as [_ [_ [Al _]]].
  specialize (Al a I). unfold allowed in Al. cbn zeta in Al. do 3 (apply andb_prop in Al; destruct Al as [Al _]). apply andb_prop in Al. destruct Al as [T No].
  apply Nat.ltb_lt in T. rewrite forallb_forall in No. assert (Dead : ~ In live (written a)) by (intro J; specialize (No live J); now rewrite Nat.eqb_refl in No).
  destruct (run_stands live w 0 l1 k l2 E) as [u [z [Ew [H1 H2]]]]. cbn [N.to_nat repeat app] in Ew.
  set (i := N.to_nat x - before a). set (j := N.to_nat y - behind a). set (m := before a + length (written a) + behind a).
  exists ((u ++ repeat live i) ++ (repeat live (before a) ++ written a ++ repeat live (behind a)) ++ repeat live j ++ z). split.
  - replace w with ((u ++ repeat live i) ++ repeat live m ++ repeat live j ++ z).
    + apply W.rw. cbn [W.rules words_of rules_alone]. apply in_map_iff. exists a. now split.
    + rewrite Ew, <- app_assoc. f_equal. rewrite !app_assoc, <- !repeat_app. f_equal. f_equal. unfold i, j, m. lia.
  - unfold runs. rewrite <- app_assoc, H1. f_equal. rewrite <- !app_assoc, !runs_live, runs_dead; trivial; [|intro Z; rewrite Z in T; cbn in T; lia].
    rewrite !runs_live, H2. rewrite !app_assoc. f_equal. f_equal; f_equal; unfold i, j; lia.
Qed.

(** ** The row's term and that of the heaps *)
Variable h : game.
Hypothesis Heaps : ViewHeaps.view_codes ds b (misere v) h = true.
Variables (g : game) (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
Variable C : Z.
Hypothesis HC : (0 < C)%Z.
Notation fine := (ViewRow.fine v C).
Definition means (s t : state) : Prop := exists P st l, fine st /\ Permutation (runs live st) l /\ s = ViewHeaps.heaps P l /\ t = row_of P st.
Lemma word_runs : forall st, runs live (word v st) = runs live st.
Proof using View.
  intro st. destruct view_facts as [_ [_ [L _]]]. unfold runs, word. cbn [runs_from]. destruct (Nat.eqb_spec n live) as [|_]; [lia|]. change (close 0) with (@nil N). cbn [app].
  generalize 0%N. induction st as [|x st IH]; intro k; cbn [app runs_from].
  - destruct (Nat.eqb_spec (S n) live) as [|_]; [lia|]. change (close 0) with (@nil N). apply app_nil_r.
  - destruct (x =? live); now rewrite IH.
Qed.
Definition moved (P : bool) (l q : list N) : Prop := exists l1 k l2 o, l = l1 ++ k :: l2 /\ ViewHeaps.option_of (ds P) (b P) k o /\ q = l1 ++ o ++ l2.
Notation Codes_ := (proj2 (proj2 (proj2 view_facts))).
Lemma row_there : forall P st s, fine st -> In s (moves g (row_of P st)) -> exists st', fine st' /\ s = row_of (negb P) st' /\ moved P (runs live st) (runs live st').
Proof using View Term HC.
  intros P st s Fn M. destruct view_facts as [Vr _]. apply (row_moves v words_of Vr C HC g counts leads digits Term P st s Fn) in M. destruct M as [q [M ->]].
  destruct (rmv_fine v words_of Vr C HC P st q Fn M) as [E [st' [F' E']]]. exists st'. split; trivial. split; [now rewrite E, E', cells_word|].
  destruct (move_there P _ q M) as [_ [l1 [k [l2 [o [H1 [H2 H3]]]]]]]. rewrite word_runs in H1. rewrite E', word_runs in H3.
  exists l1, k, l2, o. split; trivial. split; [now apply (stays_option live takings ds b Codes_)|exact H3].
Qed.
Lemma row_back : forall P st q, fine st -> moved P (runs live st) q -> exists st', fine st' /\ In (row_of (negb P) st') (moves g (row_of P st)) /\ runs live st' = q.
Proof using View Term HC.
  intros P st q Fn [l1 [k [l2 [o [E [O ->]]]]]]. destruct view_facts as [Vr _]. apply (stays_option live takings ds b Codes_) in O. rewrite <- word_runs in E.
  destruct (move_back P _ l1 k l2 o E O) as [w [M R]]. destruct (rmv_fine v words_of Vr C HC P st _ Fn M) as [_ [st' [F' E']]]. cbn [snd] in E'. subst w.
  exists st'. split; trivial. split; [|now rewrite <- word_runs]. apply (row_moves v words_of Vr C HC g counts leads digits Term P st _ Fn).
  exists (negb P, word v st'). cbn [fst snd]. now rewrite cells_word.
Qed.
Lemma means_there : forall s t x, means s t -> In x (moves h s) -> exists y, In y (moves g t) /\ means x y.
Proof using All.
  intros s t x [P [st [l [Fn [Pm [-> ->]]]]]] M. destruct (ViewHeaps.back ds b (misere v) h Heaps moved (fun _ _ _ => iff_refl _) P (runs live st) l x Pm M) as [q [r [Mq [-> Pq]]]].
  destruct (row_back P st q Fn Mq) as [st' [F' [M' Eq]]]. exists (row_of (negb P) st'). split; trivial. exists (negb P), st', r. rewrite Eq. auto.
Qed.
Lemma means_back : forall s t y, means s t -> In y (moves g t) -> exists x, In x (moves h s) /\ means x y.
Proof using All.
  intros s t y [P [st [l [Fn [Pm [-> ->]]]]]] M. destruct (row_there P st y Fn M) as [st' [F' [-> Mq]]].
  destruct (ViewHeaps.there ds b (misere v) h Heaps moved (fun _ _ _ => iff_refl _) P (runs live st) l _ Pm Mq) as [r [Mr Pr]].
  exists (ViewHeaps.heaps (negb P) r). split; trivial. exists (negb P), st', r. auto.
Qed.
Theorem means_wins : forall s t, means s t -> forall Q, wins h Q s <-> wins g Q t.
Proof using All.
  destruct (ViewHeaps.facts ds b (misere v) h Heaps) as [Bh _]. destruct (ViewBoard.facts v counts leads digits g Term) as [Bg [En [_ [_ [St _]]]]].
  assert (Turn : forall s t, means s t -> turn s = turn t) by (intros s t [P [st [l [_ [_ [-> ->]]]]]]; now destruct P).
  pose proof means_there as There. pose proof means_back as Back.
  assert (Over : forall s t, means s t -> over h s = over g t).
  { intros s t Rt. pose proof (There s t) as Th. pose proof (Back s t) as Ba. pose proof Rt as [P [st [l [Fn [Pm [-> ->]]]]]].
    rewrite (ViewHeaps.pays ds b (misere v) h Heaps). unfold over. rewrite En, St.
    destruct (moves h (ViewHeaps.heaps P l)) as [|x xs], (moves g (row_of P st)) as [|y ys]; trivial.
    - unfold stuck_of, row_of. cbn [ev look nth]. now destruct P, (misere v).
    - destruct (Ba y Rt (or_introl eq_refl)) as [x [[] _]].
    - destruct (Th x Rt (or_introl eq_refl)) as [y [[] _]]. }
  intros s t Rt Q. rewrite !wins_force. split; intro F.
  - exact (force_alike h g means Bh Bg Turn Over There Back _ _ s F t Rt).
  - apply (force_alike g h (fun t s => means s t) Bg Bh) with (s := t); trivial.
    + intros x y R. symmetry. now apply Turn.
    + intros x y R. symmetry. now apply Over.
    + intros x y z R M. exact (Back y x z R M).
    + intros x y z R M. exact (There y x z R M).
Qed.
End Rows.

Lemma row_fine : forall v live takings ds b, view_row_heaps v live takings ds b = true -> forall st, Forall (fun x => x < symbols v) st -> ViewRow.fine v (Z.of_nat (length st)) st.
Proof.
  intros v live takings ds b V st Y. destruct (view_facts v live takings ds b V) as [_ [F _]].
  split; [unfold ViewRowWindow.long; lia|]. split; [exact Y|]. rewrite F. intros s [].
Qed.
(** MAIN THEOREM: from rows of every length, with either player to move, who can force a win in the game of the row's term is who can in that of the heaps. *)
Theorem row_heaps_term : forall v live takings ds b, view_row_heaps v live takings ds b = true -> forall h, ViewHeaps.view_codes ds b (misere v) h = true ->
  forall g counts leads digits, view_board v counts leads digits g = true ->
  forall st, st <> [] -> Forall (fun x => x < symbols v) st -> forall P Q, wins h Q (ViewHeaps.heaps P (runs live st)) <-> wins g Q (row_of P st).
Proof.
  intros v live takings ds b V h Hh g counts leads digits Term st Ne Y P Q.
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  apply (means_wins v live takings ds b V h Hh g counts leads digits Term (Z.of_nat (length st)) HC).
  exists P, st, (runs live st). split; [now apply (row_fine v live takings ds b V)|auto].
Qed.
