(** * ViewKinds.v -- what all rows are, in the game of a core term: numbers, or dicots; as ValueKinds.v.
    Proved: where [view_kinds] accepts, the moves of the term from rows of every length are the replacements of words that the law speaks of ([kinds_moves]); so where each word that Left may
    replace has one in it that Right may, and the other way round, either both players have a move of the term or neither has ([dicots_term]).
    Source: as ValueKinds.v and ViewRow.v.
    An instance gives a term, the rules as in ViewBoard.v, and the words of both players. *)
Require Import ZArith List Bool Lia.
From Whowins Require Rewriting ViewRowWindow.
From Whowins Require Import Value ValueKinds Core ViewOutcome ViewBoard ViewRow.
Import ListNotations.
Open Scope nat_scope.

Section Kinds.
Variables (v : board_rules) (lefts rights : list rule).
Notation n := (symbols v).
Definition words (P : bool) : list rule := if P then lefts else rights.
Definition rules_of : Rewriting.cert := rules_alone (S (S n)) (misere v) words.
(** No word is empty, or has an end of the row in it. *)
Definition plain_word (r : rule) : bool := negb (length (fst r) =? 0) && forallb (fun x => x <? n) (fst r).
Definition view_kinds : bool := if forallb plain_word (lefts ++ rights) && match follow v with [] => true | _ => false end then view_row v rules_of else false.
Hypothesis View : view_kinds = true.
Lemma view_facts : view_row v rules_of = true /\ follow v = [] /\ forall P x y, In (x, y) (words P) -> x <> [] /\ forall a, In a x -> a < n.
Proof using View.
  pose proof View as H. unfold view_kinds in H. destruct (_ && _) eqn:E in H; [|discriminate]. apply andb_prop in E. destruct E as [E F].
  split; [trivial|]. split; [now destruct (follow v)|]. intros P x y I. rewrite forallb_forall in E.
  assert (J : In (x, y) (lefts ++ rights)) by (apply in_or_app; destruct P; auto). specialize (E _ J). unfold plain_word in E. cbn [fst] in E.
  apply andb_prop in E. destruct E as [L A]. split; [intros ->; discriminate|]. intros a Ia. rewrite forallb_forall in A. now apply Nat.ltb_lt, A.
Qed.
(** The ends stay where they are. *)
Lemma word_nexts : forall P st q, Rewriting.rmv (Rewriting.rules rules_of) (P, word v st) q <-> exists st', In st' (nexts (words P) st) /\ q = (negb P, word v st').
Proof using View.
  intros P st q. destruct view_facts as [_ [_ Pl]]. split.
  - intro M. remember (P, word v st) as p eqn:Ep. destruct M as [Q u w x y I]. injection Ep as -> E. cbn [Rewriting.rules rules_of rules_alone] in I.
    destruct (Pl P x y I) as [Ne Sm]. unfold word in E. destruct u as [|a u].
    + destruct x as [|b x]; [congruence|]. cbn [app] in E. injection E as Eb _. specialize (Sm b (or_introl eq_refl)). lia.
    + cbn [app] in E. injection E as Ea E. subst a. destruct w as [|c w _] using rev_ind.
      * exfalso. rewrite app_nil_r in E. destruct x as [|c x _] using rev_ind; [congruence|]. rewrite app_assoc in E. apply app_inj_tail in E. destruct E as [_ Ec]. subst c.
        specialize (Sm (S n) ltac:(apply in_or_app; right; now left)). lia.
      * rewrite !app_assoc in E. apply app_inj_tail in E. destruct E as [E Ec]. subst c. exists (u ++ y ++ w). split.
        { apply in_nexts. exists u, x, y, w. split; [trivial|]. split; [now rewrite <- E, app_assoc|reflexivity]. }
        { unfold word. cbn [app]. now rewrite <- !app_assoc. }
  - intros [st' [I ->]]. apply in_nexts in I. destruct I as [u [x [y [w [I [-> ->]]]]]].
    replace (word v (u ++ x ++ w)) with ((n :: u) ++ x ++ (w ++ [S n])) by (unfold word; cbn [app]; now rewrite <- !app_assoc).
    replace (word v (u ++ y ++ w)) with ((n :: u) ++ y ++ (w ++ [S n])) by (unfold word; cbn [app]; now rewrite <- !app_assoc). now apply Rewriting.rw.
Qed.
Variables (g : game) (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
(** The moves of the term from a row are the replacements. *)
Theorem kinds_moves : forall P st s, st <> [] -> Forall (fun x => x < n) st ->
  (In s (moves g (row_of P st)) <-> exists st', In st' (nexts (words P) st) /\ s = row_of (negb P) st').
Proof using View Term.
  intros P st s Ne Y. destruct view_facts as [Vr [F _]].
  assert (HC : (0 < Z.of_nat (length st))%Z) by (destruct st; [congruence|cbn [length]; lia]).
  assert (Fn : fine v (Z.of_nat (length st)) st).
  { split; [unfold ViewRowWindow.long; lia|]. split; [exact Y|]. rewrite F. intros r []. }
  rewrite (row_moves v rules_of Vr _ HC g counts leads digits Term P st s Fn). split.
  - intros [q [M ->]]. apply word_nexts in M. destruct M as [st' [I ->]]. exists st'. cbn [fst snd]. now rewrite cells_word.
  - intros [st' [I ->]]. exists (negb P, word v st'). cbn [fst snd]. rewrite cells_word. split; [|reflexivity]. apply word_nexts. eauto.
Qed.
(** MAIN THEOREM of dicots: from each row of each length, either both players have a move of the term or neither has. *)
Theorem dicots_term : dicots_check lefts rights = true -> forall st, st <> [] -> Forall (fun x => x < n) st ->
  (moves g (row_of true st) = [] <-> moves g (row_of false st) = []).
Proof using View Term.
  intros C st Ne Y. assert (No : forall P, moves g (row_of P st) = [] <-> nexts (words P) st = []).
  { intro P. split; intro E.
    - destruct (nexts (words P) st) as [|x l] eqn:N; trivial. assert (I : In (row_of (negb P) x) (moves g (row_of P st))).
      { apply kinds_moves; trivial. exists x. rewrite N. split; [now left|reflexivity]. }
      rewrite E in I. destruct I.
    - destruct (moves g (row_of P st)) as [|x l] eqn:M; trivial. assert (I : In x (moves g (row_of P st))) by (rewrite M; now left).
      apply kinds_moves in I; trivial. destruct I as [y [I _]]. rewrite E in I. destruct I. }
  rewrite !No. exact (dicots_law lefts rights C st).
Qed.
End Kinds.
