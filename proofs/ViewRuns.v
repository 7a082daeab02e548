(** * ViewRuns.v -- what rows are worth by their runs, in the game of a core term; as ValueRuns.v.
    Proved: from rows of every length, who wins the sum of the forms that a certificate gives its runs can force a win in the game of the term, and the other player cannot ([row_runs_term]).
    The term's moves are rules on words by ViewRow.v, and these are those of the changes.
    Source: as ValueRuns.v and ViewRow.v.
    An instance gives a term, the rules as in ViewBoard.v, and what ValueRuns.v asks for. *)
Require Import List Arith NArith ZArith Lia Bool PeanoNat FMapPositive.
From Whowins Require Game Boards Rewriting.
From Whowins Require Import Core Value ValueLines ValueGrowth ValueRuns ValueTurns ViewOutcome ViewBoard ViewRow.
From Whowins Require ViewRowWindow.
Import ListNotations.
Open Scope nat_scope.
Module W := Rewriting.

(** The rules on words alone. *)
Definition words_of (letters : nat) (a : law) : W.cert := rules_alone letters false (fun P => map (word_rule (empty a)) (the_changes a P)).

Section Rows.
Variables (v : board_rules) (a : law).
Notation n := (symbols v).
Notation c := (words_of (S (S n)) a).
(** Every symbol but the blank may stand at either end of a run, and the row's ends at theirs. *)
Definition ends_there : bool := among (left_ends a) n && among (right_ends a) (S n) &&
  forallb (fun x => (x =? empty a) || among (left_ends a) x && among (right_ends a) x) (seq 0 n).
Definition view_runs : bool := view_row v c && ends_there && match follow v with [] => true | _ => false end && negb (misere v).
Hypothesis View : view_runs = true.
Hypothesis Check : runs_check a = true.
Lemma view_facts : view_row v c = true /\ In n (left_ends a) /\ In (S n) (right_ends a) /\
  (forall x, x < n -> x = empty a \/ In x (left_ends a) /\ In x (right_ends a)) /\ follow v = [] /\ misere v = false.
Proof using View.
  pose proof View as H. unfold view_runs, ends_there in H. apply andb_prop in H. destruct H as [H M]. apply andb_prop in H. destruct H as [H F]. apply andb_prop in H.
  destruct H as [H E]. apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2]. rewrite forallb_forall in E3.
  repeat split; trivial; [now apply among_in|now apply among_in| |now destruct (follow v)|now apply negb_true_iff].
  intros x L. specialize (E3 x). rewrite in_seq in E3. specialize (E3 ltac:(lia)). apply orb_prop in E3. destruct E3 as [E3|E3]; [left; now apply Nat.eqb_eq|right].
  apply andb_prop in E3. split; now apply among_in.
Qed.
Variable C : Z.
Hypothesis HC : (0 < C)%Z.
Variable g : game.
Variables (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
Notation atom := (ValueLines.atom run).
Notation OL := (oL run (options_in (lefts (lines_of a))) (opsL a)).
Notation OR := (oR run (options_in (rights (lines_of a))) (opsR a)).
(** Left wins a sum of runs and forms, to move; with Right to move. *)
Definition left_first : list atom -> Prop := Value.first (list atom) (Value.lo atom OL) (Value.ro atom OR).
Definition left_second : list atom -> Prop := Value.second (list atom) (Value.lo atom OL) (Value.ro atom OR).
Let Ch := proj1 (proj2 (proj2 (proj2 (parts_of_check a Check)))).
Let Fl := options_fall (empty a) (the_changes a) (left_ends a) (right_ends a) Ch.
Let LF := oL_falls run (options_in (lefts (lines_of a))) (options_in_fall _) (opsL a) bw (bL_falls run _ _ bw Fl).
Let RF := oR_falls run (options_in (rights (lines_of a))) (options_in_fall _) (opsR a) bw (bR_falls run _ _ bw Fl).
Notation weight := (ValueLines.weight run bw).
Notation fine := (ViewRow.fine v C).
Definition sum_of (w : list nat) : list atom := map inr (runs_of (empty a) w).
Definition framed (w : list nat) : Prop := exists st, fine st /\ w = word v st.
Lemma rmv_words : forall P w q, W.rmv (W.rules c) (P, w) q <-> fst q = negb P /\ word_move (empty a) (the_changes a) P w (snd q).
Proof using.
  intros P w [Q w']. split.
  - intro M. remember (P, w) as x eqn:E. destruct M as [P0 u t l r I]. injection E as -> <-. cbn [fst snd]. split; trivial.
    cbn [W.rules words_of rules_alone] in I. apply in_map_iff in I. destruct I as [k [Ek Ik]]. exists k, u, t. rewrite Ek. now split.
  - intros [E [k [u [t [Ik [E1 E2]]]]]]. cbn [fst snd] in *. subst. apply W.rw. cbn [W.rules words_of rules_alone]. rewrite <- surjective_pairing. now apply in_map.
Qed.
Lemma moves_sum : forall (o : atom -> list (list atom)) P, (forall b, o (inr b) = map (map inr) (options (empty a) (the_changes a) P b)) -> forall w Y, framed w ->
  (In Y (Value.moves atom o (sum_of w)) <-> exists y, W.rmv (W.rules c) (P, w) (negb P, y) /\ Y = sum_of y).
Proof using View Check.
  intros o P Ho w Y [st [Fn ->]]. destruct view_facts as [_ [Il [Ir [_ _]]]]. pose proof (parts_of_check a Check) as PC. destruct PC as [_ [_ [En [Chg _]]]].
  assert (N1 : n <> empty a) by (apply (marks (empty a) (left_ends a) (right_ends a) En); now left).
  assert (N2 : S n <> empty a) by (apply (marks (empty a) (left_ends a) (right_ends a) En); now right).
  destruct (word_moves (empty a) (the_changes a) (left_ends a) (right_ends a) Chg P n st (S n) N1 N2) as [There Back]. rewrite in_moves. split.
  - intros [X1 [x [X2 [p [E [I ->]]]]]]. unfold sum_of in E. apply map_eq_app in E. destruct E as [R1 [R [E0 [<- E]]]].
    destruct R as [|b R2]; [discriminate|]. cbn [map] in E. injection E as <- <-. rewrite Ho in I. apply in_map_iff in I. destruct I as [q [<- I]].
    destruct (Back R1 b R2 q E0 I) as [y [M Ey]]. exists y. split; [now apply rmv_words|]. unfold sum_of. now rewrite Ey, !map_app.
  - intros [y [M ->]]. apply rmv_words in M. destruct M as [_ M]. cbn [snd] in M. destruct (There y M) as [R1 [b [R2 [q [E [I Ey]]]]]].
    exists (map inr R1), (inr b), (map inr R2), (map inr q). unfold sum_of, word. rewrite E, Ey, !map_app. split; trivial. split; trivial. rewrite Ho. now apply in_map.
Qed.
(** Who wins the sum, wins in the term. *)
Theorem runs_correct : forall st, fine st ->
  (left_first (sum_of (word v st)) <-> wins g true (row_of true st)) /\ (~ left_first (sum_of (word v st)) <-> wins g false (row_of true st)) /\
  (left_second (sum_of (word v st)) <-> wins g true (row_of false st)) /\ (~ left_second (sum_of (word v st)) <-> wins g false (row_of false st)).
Proof using All.
  intros st Fn. destruct view_facts as [Vr [_ [_ [_ [_ Mi]]]]].
  apply (told_by atom OL OR weight LF RF (list nat) (W.rmv (W.rules c)) sum_of framed) with (wins := fun P Q => wins g Q (row_of P st)).
  - intros P w q [s1 [F1 ->]] M. destruct (rmv_fine v c Vr C HC P s1 q F1 M) as [E [s2 [F2 E2]]]. split; trivial. now exists s2.
  - intros w Y Fw. exact (moves_sum OL true (fun _ => eq_refl) w Y Fw).
  - intros w Y Fw. exact (moves_sum OR false (fun _ => eq_refl) w Y Fw).
  - now exists st.
  - intros P w Wi Lo. apply (row_play v c Vr C HC g counts leads digits Term P st Fn w).
    + intro E. rewrite Mi. now apply Heap.play_normal, Wi.
    + intro E. rewrite Mi. now apply Heap.play_normal, Lo.
Qed.

(** ** The forms of a certificate *)
Definition least (k : nat) : nat := if k <? preperiod a then k else preperiod a + (k - preperiod a) mod period a.
(** What a run is worth: a form of the tables, and the summand for each period. *)
Definition worth (b : run) : list atom := inl (form_of (the_tables a) (fst b, least (snd b))) :: repeat (inl (saltus a)) ((snd b - preperiod a) / period a).
Definition worths (w : list nat) : list atom := concat (map worth (runs_of (empty a) w)).
Lemma worth_right : forall b, good (left_ends a) (right_ends a) b -> sums_of a [inr b] (worth b).
Proof using Check.
  intros [ef k] G. pose proof (runs_law a Check) as [Table Grows]. pose proof (parts_of_check a Check) as PC. destruct PC as [H0 [Hp _]]. unfold worth, least. cbn [fst snd].
  destruct (Nat.ltb_spec k (preperiod a)) as [L|L].
  - replace (k - preperiod a) with 0 by lia. rewrite Nat.div_0_l by lia. apply Table; [exact G|]. unfold bound. cbn [snd]. lia.
  - pose proof (Nat.div_mod (k - preperiod a) (period a) ltac:(lia)) as D. pose proof (Nat.mod_upper_bound (k - preperiod a) (period a) ltac:(lia)) as M.
    set (q := (k - preperiod a) / period a) in *. set (r := (k - preperiod a) mod period a) in *.
    pose proof (Grows (ef, preperiod a + r) G ltac:(cbn [snd]; lia) q) as E. cbn [fst snd] in E. replace (preperiod a + r + q * period a) with k in E by nia.
    unfold sums_of in *. apply (equal_trans _ _ _ _ LF RF _ _ _ E).
    change (inr (ef, preperiod a + r) :: repeat (inl (saltus a)) q) with ([inr (ef, preperiod a + r)] ++ repeat (@inl N run (saltus a)) q).
    change (inl (form_of (the_tables a) (ef, preperiod a + r)) :: repeat (inl (saltus a)) q) with (F run (form_of (the_tables a) (ef, preperiod a + r)) ++ repeat (@inl N run (saltus a)) q).
    apply (equal_tail _ _ _ _ LF RF), Table; [exact G|]. unfold bound. cbn [snd]. lia.
Qed.
Lemma runs_good : forall st, fine st -> forall b, In b (runs_of (empty a) (word v st)) -> good (left_ends a) (right_ends a) b.
Proof using View Check.
  intros st [_ [Y _]] b I. destruct view_facts as [_ [Il [Ir [All_ _]]]]. pose proof (parts_of_check a Check) as PC. destruct PC as [_ [_ [En _]]]. unfold word in I. cbn [runs_of] in I.
  apply (cut_ends (empty a) (left_ends a) (right_ends a) En st n 0 Il) with (f := S n); trivial.
  intros x Ix. apply All_. unfold ViewRowWindow.proper in Y. rewrite Forall_forall in Y. now apply Y.
Qed.
Lemma worths_right : forall st, fine st -> sums_of a (sum_of (word v st)) (worths (word v st)).
Proof using View Check.
  intros st Fn. pose proof (runs_good st Fn) as G. unfold sum_of, worths. induction (runs_of (empty a) (word v st)) as [|b l IH]; [apply (equal_refl _ _ _ _ LF RF)|].
  change (map inr (b :: l)) with ([@inr N run b] ++ map inr l). cbn [map concat]. apply (equal_app _ _ _ _ LF RF).
  - apply worth_right, G. now left.
  - apply IH. intros x I. apply G. now right.
Qed.
Theorem forms_correct : forall st, fine st ->
  (left_first (worths (word v st)) <-> wins g true (row_of true st)) /\ (~ left_first (worths (word v st)) <-> wins g false (row_of true st)) /\
  (left_second (worths (word v st)) <-> wins g true (row_of false st)) /\ (~ left_second (worths (word v st)) <-> wins g false (row_of false st)).
Proof using All.
  intros st Fn. pose proof (equal_stands _ _ _ _ LF RF _ _ (worths_right st Fn) []) as [E1 E2]. rewrite !app_nil_r in E1, E2.
  pose proof (runs_correct st Fn) as [A1 [A2 [A3 A4]]]. unfold left_first, left_second in *. tauto.
Qed.
End Rows.

(** MAIN THEOREM: from rows of every length, who wins the sum of their runs' forms can force a win in the game of the term, and the other player cannot. *)
Theorem row_runs_term : forall v a, view_runs v a = true -> forall (C : runs_check a = true) g counts leads digits, view_board v counts leads digits g = true ->
  forall st, st <> [] -> Forall (fun x => x < symbols v) st ->
  (left_first a (worths a (word v st)) <-> wins g true (row_of true st)) /\ (~ left_first a (worths a (word v st)) <-> wins g false (row_of true st)) /\
  (left_second a (worths a (word v st)) <-> wins g true (row_of false st)) /\ (~ left_second a (worths a (word v st)) <-> wins g false (row_of false st)).
Proof.
  intros v a V Ck g counts leads digits Term st Ne Y.
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  apply (forms_correct v a V Ck (Z.of_nat (length st)) HC g counts leads digits Term st). destruct (view_facts v a V) as [_ [_ [_ [_ [F _]]]]].
  split; [unfold ViewRowWindow.long; lia|]. split; [exact Y|]. rewrite F. intros s [].
Qed.
