(** * ViewRegular.v -- what rows of every length are worth by an automaton, in the game of a core term; as ValueRegular.v.
    A row is the word of its cells between two ends, as in ViewRow.v; forced follow-ups are part of the rules on words. Proved: of a settled row of whatever length of which the automaton says a
    form, in every sum that form can be put for the row, and who wins the form can force a win in the game of the term, and the other player cannot ([regular_values_term]).
    Source: as ValueRegular.v and ViewRow.v.
    An instance gives a term, the rules as in ViewBoard.v, the rules on words of both players, why play ends, and what ValueRegular.v asks for. *)
Require Import List Arith NArith ZArith Lia Bool PeanoNat.
From Whowins Require Game Heap Rewriting ViewRowWindow.
From Whowins Require Boards.
From Whowins Require Import Core Value ValueLines ValueKinds ValueTurns ValueRowParts ValueRegular ViewOutcome ViewBoard ViewRow ViewKinds.
Import ListNotations.
Open Scope nat_scope.

Section Rows.
Variables (v : board_rules) (lefts rights : list rule).
Notation n := (symbols v).
Notation rules := (lefts ++ rights).
Definition view_regular : bool := view_row v (rules_of v lefts rights) && negb (misere v).
Hypothesis View : view_regular = true.
Lemma view_facts : view_row v (rules_of v lefts rights) = true /\ misere v = false.
Proof using View. unfold view_regular in View. rewrite andb_true_iff in View. destruct View as [A M]. split; [exact A|now apply negb_true_iff]. Qed.

(** Why play ends. *)
Variables (base : nat) (ordered : list nat) (first_leads : bool) (weights : list (list nat)).
Hypothesis Ends : falls_check base ordered first_leads weights rules = true.
Definition heavy : list nat -> nat := rank base ordered first_leads weights.
Lemma falls : forall w c, In c (nexts rules w) -> heavy c < heavy w.
Proof using Ends.
  intros w c I. pose proof Ends as F. unfold falls_check in F. apply andb_prop in F. destruct F as [D F]. rewrite forallb_forall in F.
  apply in_nexts in I. destruct I as [u [x [y [z [I [-> ->]]]]]]. specialize (F _ I). apply andb_prop in F. destruct F as [L F]. cbn [fst snd] in L. apply Nat.eqb_eq in L.
  exact (rank_falls base ordered first_leads D weights (x, y) u z L F).
Qed.

Variable s : sheet.
Variable l : law.
Hypothesis Check : regular_check lefts rights s (S (S n)) l = true.
Notation atom := (ValueLines.atom (list nat)).
Notation OL := (oL (list nat) (options_in (ValueLines.lefts s)) (row_options lefts)).
Notation OR := (oR (list nat) (options_in (ValueLines.rights s)) (row_options rights)).
(** Left wins a sum of words and forms, to move; with Right to move. *)
Definition left_first : list atom -> Prop := Value.first (list atom) (Value.lo atom OL) (Value.ro atom OR).
Definition left_second : list atom -> Prop := Value.second (list atom) (Value.lo atom OL) (Value.ro atom OR).
Let LF := LF lefts rights heavy falls s.
Let RF := RF lefts rights heavy falls s.
Variables (g : game) (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
Notation mv := (Rewriting.rmv (Rewriting.rules (rules_of v lefts rights))).
Lemma moves_are_nexts : forall P w q, mv (P, w) q <-> exists y, In y (nexts (ViewKinds.words lefts rights P) w) /\ q = (negb P, y).
Proof using.
  intros P w q. split.
  - intro M. remember (P, w) as p eqn:E. destruct M as [Q u z x y I]. injection E as -> <-. exists (u ++ y ++ z). split; [|reflexivity]. apply in_nexts. exists u, x, y, z. split; [exact I|now split].
  - intros [y [I ->]]. apply in_nexts in I. destruct I as [u [x [r [z [I [-> ->]]]]]]. now apply Rewriting.rw.
Qed.
Section Length.
Variable C : Z.
Hypothesis HC : (0 < C)%Z.
Notation fine := (ViewRow.fine v C).
Definition framed (w : list nat) : Prop := exists st, fine st /\ w = word v st.
Definition alone (w : list nat) : list atom := [inr w].
Lemma moves_alone : forall (o : atom -> list (list atom)) P, (forall w, o (inr w) = row_options (ViewKinds.words lefts rights P) w) -> forall w Y,
  In Y (Value.moves atom o (alone w)) <-> exists y, mv (P, w) (negb P, y) /\ Y = alone y.
Proof using.
  intros o P Ho w Y. unfold alone. rewrite (in_one o _ Ho). split.
  - intros [c [I ->]]. exists c. split; [|reflexivity]. apply moves_are_nexts. now exists c.
  - intros [y [M ->]]. apply moves_are_nexts in M. destruct M as [c [I E]]. injection E as ->. now exists c.
Qed.
(** Who wins the word among sums, wins the row in the term. *)
Lemma row_correct : forall st, fine st ->
  (left_first [inr (word v st)] <-> wins g true (row_of true st)) /\ (~ left_first [inr (word v st)] <-> wins g false (row_of true st)) /\
  (left_second [inr (word v st)] <-> wins g true (row_of false st)) /\ (~ left_second [inr (word v st)] <-> wins g false (row_of false st)).
Proof using View Ends Term HC.
  intros st Fn. destruct view_facts as [Vr Mi].
  pose proof (told_by atom OL OR (ValueLines.weight (list nat) heavy) LF RF (list nat) mv alone framed) as T.
  specialize T with (wins := fun P Q => wins g Q (row_of P st)) (x := word v st). unfold alone in T. apply T.
  - intros P w q [s1 [F1 ->]] M. destruct (rmv_fine v _ Vr C HC P s1 q F1 M) as [E [s2 [F2 E2]]]. split; trivial. now exists s2.
  - intros w Y _. exact (moves_alone OL true (fun _ => eq_refl) w Y).
  - intros w Y _. exact (moves_alone OR false (fun _ => eq_refl) w Y).
  - now exists st.
  - intros P w Wi Lo. apply (row_play v _ Vr C HC g counts leads digits Term P st Fn w).
    + intro E. rewrite Mi. now apply Heap.play_normal, Wi.
    + intro E. rewrite Mi. now apply Heap.play_normal, Lo.
Qed.
End Length.

(** MAIN THEOREM: settled rows of every length of which the automaton says a form, in every sum and in the game of the term. *)
Theorem regular_values_term : forall st f, st <> [] -> Forall (fun x => x < n) st -> Boards.results 1 (Z.of_nat (length st)) (follow v) st = [] ->
  said l (word v st) = Some f ->
  sums_of lefts rights s [inr (word v st)] (F (list nat) f) /\
  (left_first (F (list nat) f) <-> wins g true (row_of true st)) /\ (~ left_first (F (list nat) f) <-> wins g false (row_of true st)) /\
  (left_second (F (list nat) f) <-> wins g true (row_of false st)) /\ (~ left_second (F (list nat) f) <-> wins g false (row_of false st)).
Proof using All.
  intros st f Ne Y Se Sf. destruct view_facts as [Vr _].
  assert (O : okw (S (S n)) (word v st)).
  { unfold okw, word. constructor; [lia|]. apply Forall_app. split; [|constructor; [lia|constructor]]. apply Forall_impl with (2 := Y). intros; lia. }
  pose proof (regular_values_law lefts rights heavy falls s (S (S n)) l Check (word v st) f O Sf) as E. split; [exact E|].
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  assert (Fn : ViewRow.fine v (Z.of_nat (length st)) st).
  { assert (L : ViewRowWindow.long (Z.of_nat (length st)) st) by (unfold ViewRowWindow.long; lia). split; [exact L|]. split; [exact Y|].
    apply ViewRowWindow.settled_ok; trivial. destruct (row_facts v _ Vr) as [_ [_ [_ [[Fl _] _]]]]. exact Fl. }
  pose proof (equal_stands _ _ _ _ LF RF _ _ E []) as [E1 E2]. rewrite !app_nil_r in E1, E2.
  pose proof (row_correct _ HC st Fn) as [A1 [A2 [A3 A4]]]. unfold left_first, left_second in *. tauto.
Qed.
End Rows.
