(** * ViewRowParts.v -- rows of every length that fall into parts, in the game of a core term; as ValueRowParts.v.
    Proved: from rows of every length whose parts are no longer than the tables, who wins the sum of the forms of the row's parts can force a win in the game of the term, and the other
    player cannot; and in every sum the row can stand for these forms ([row_parts_term]). The term's moves are replacements of words by ViewKinds.v.
    Source: as ValueRowParts.v and ViewRow.v.
    An instance gives a term, the rules as in ViewBoard.v, the words of both players, why play ends, and what ValueRowParts.v asks for. *)
Require Import List Arith NArith ZArith Lia Bool PeanoNat.
From Whowins Require Game Heap Rewriting ViewRowWindow.
From Whowins Require Import Core Value ValueLines ValueKinds ValueTurns ValueRowParts ViewOutcome ViewBoard ViewRow ViewKinds.
Import ListNotations.
Open Scope nat_scope.

Section Rows.
Variables (v : board_rules) (lefts rights : list rule).
Notation n := (symbols v).
Notation rules := (lefts ++ rights).
Definition view_row_parts : bool := view_kinds v lefts rights && negb (misere v).
Hypothesis View : view_row_parts = true.
Lemma view_kind : view_kinds v lefts rights = true /\ misere v = false.
Proof using View. unfold view_row_parts in View. apply andb_prop in View. destruct View as [A M]. split; trivial. now apply negb_true_iff. Qed.

(** Why play ends. *)
Variables (base : nat) (ordered : list nat) (first_leads : bool) (weights : list (list nat)).
Hypothesis Ends : falls_check base ordered first_leads weights rules = true.
Definition heavy : list nat -> nat := rank base ordered first_leads weights.
Lemma same_length : forall x y, In (x, y) rules -> length x = length y.
Proof using Ends.
  intros x y I. unfold falls_check in Ends. apply andb_prop in Ends. destruct Ends as [_ F]. rewrite forallb_forall in F. specialize (F _ I).
  apply andb_prop in F. now apply Nat.eqb_eq.
Qed.
Lemma falls : forall w c, In c (nexts rules w) -> heavy c < heavy w.
Proof using Ends.
  intros w c I. pose proof Ends as F. unfold falls_check in F. apply andb_prop in F. destruct F as [D F]. rewrite forallb_forall in F.
  apply in_nexts in I. destruct I as [u [x [y [z [I [-> ->]]]]]]. specialize (F _ I). apply andb_prop in F. destruct F as [_ F].
  exact (rank_falls base ordered first_leads D weights (x, y) u z (same_length x y I) F).
Qed.
Lemma some : forall x y, In (x, y) rules -> x <> [].
Proof using View.
  intros x y I. destruct view_kind as [K _]. destruct (view_facts v lefts rights K) as [_ [_ F]]. apply in_app_or in I.
  destruct I as [I|I]; [exact (proj1 (F true x y I))|exact (proj1 (F false x y I))].
Qed.

Variable s : sheet.
Notation atom := (ValueLines.atom (list nat)).
Notation OL := (oL (list nat) (options_in (ValueLines.lefts s)) (row_options lefts)).
Notation OR := (oR (list nat) (options_in (ValueLines.rights s)) (row_options rights)).
(** Left wins a sum of rows and forms, to move; with Right to move. *)
Definition left_first : list atom -> Prop := Value.first (list atom) (Value.lo atom OL) (Value.ro atom OR).
Definition left_second : list atom -> Prop := Value.second (list atom) (Value.lo atom OL) (Value.ro atom OR).
Let LF := LF lefts rights heavy falls s.
Let RF := RF lefts rights heavy falls s.
Variables (g : game) (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
Section Length.
Variable C : Z.
Hypothesis HC : (0 < C)%Z.
Notation fine := (ViewRow.fine v C).
Notation mv := (Rewriting.rmv (Rewriting.rules (rules_of v lefts rights))).
Definition framed (w : list nat) : Prop := exists st, fine st /\ w = word v st.
Definition row_alone (w : list nat) : list atom := [inr (cells w)].
Lemma moves_alone : forall (o : atom -> list (list atom)) P, (forall w, o (inr w) = row_options (words lefts rights P) w) -> forall w Y, framed w ->
  (In Y (Value.moves atom o (row_alone w)) <-> exists y, mv (P, w) (negb P, y) /\ Y = row_alone y).
Proof using View.
  intros o P Ho w Y [st [Fn ->]]. destruct view_kind as [K _]. unfold row_alone. rewrite cells_word, (in_one o _ Ho). split.
  - intros [c [I ->]]. exists (word v c). rewrite cells_word. split; trivial. apply (word_nexts v lefts rights K). now exists c.
  - intros [y [M ->]]. apply (word_nexts v lefts rights K) in M. destruct M as [c [I E]]. injection E as ->. exists c. now rewrite cells_word.
Qed.
(** Who wins the row among sums, wins it in the term. *)
Lemma row_correct : forall st, fine st ->
  (left_first [inr st] <-> wins g true (row_of true st)) /\ (~ left_first [inr st] <-> wins g false (row_of true st)) /\
  (left_second [inr st] <-> wins g true (row_of false st)) /\ (~ left_second [inr st] <-> wins g false (row_of false st)).
Proof using View Ends Term HC.
  intros st Fn. destruct view_kind as [K Mi]. destruct (view_facts v lefts rights K) as [Vr _].
  pose proof (told_by atom OL OR (ValueLines.weight (list nat) heavy) LF RF (list nat) mv row_alone framed) as T.
  specialize T with (wins := fun P Q => wins g Q (row_of P st)) (x := word v st). unfold row_alone in T. rewrite cells_word in T. apply T.
  - intros P w q [s1 [F1 ->]] M. destruct (rmv_fine v _ Vr C HC P s1 q F1 M) as [E [s2 [F2 E2]]]. split; trivial. now exists s2.
  - intros w Y Fw. exact (moves_alone OL true (fun _ => eq_refl) w Y Fw).
  - intros w Y Fw. exact (moves_alone OR false (fun _ => eq_refl) w Y Fw).
  - now exists st.
  - intros P w Wi Lo. apply (row_play v _ Vr C HC g counts leads digits Term P st Fn w).
    + intro E. rewrite Mi. now apply Heap.play_normal, Wi.
    + intro E. rewrite Mi. now apply Heap.play_normal, Lo.
Qed.
End Length.

(** MAIN THEOREM: rows of every length that fall into parts no longer than the tables, in every sum and in the game of the term. *)
Variable tables : list (list N).
Hypothesis Check : tables_check lefts rights s n tables = true.
Theorem row_parts_term : forall st, st <> [] -> Forall (fun x => x < n) st -> short lefts rights tables st = true ->
  let forms := worths lefts rights n tables st in
  sums_of lefts rights s [inr st] forms /\
  (left_first forms <-> wins g true (row_of true st)) /\ (~ left_first forms <-> wins g false (row_of true st)) /\
  (left_second forms <-> wins g true (row_of false st)) /\ (~ left_second forms <-> wins g false (row_of false st)).
Proof using All.
  intros st Ne Y Sh forms. pose proof (row_parts_law lefts rights same_length some heavy falls s n tables Check st Ne Y Sh) as E. split; [exact E|].
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  assert (Fn : ViewRow.fine v (Z.of_nat (length st)) st).
  { destruct view_kind as [K _]. destruct (view_facts v lefts rights K) as [_ [F _]].
    split; [unfold ViewRowWindow.long; lia|]. split; [exact Y|]. rewrite F. intros r []. }
  pose proof (equal_stands _ _ _ _ LF RF _ _ E []) as [E1 E2]. rewrite !app_nil_r in E1, E2.
  pose proof (row_correct _ HC st Fn) as [A1 [A2 [A3 A4]]]. unfold left_first, left_second in *. fold forms in E1, E2. tauto.
Qed.
End Rows.
