(** * ViewKinds.v -- what all rows are, in the game of a core term: numbers, or dicots; as ValueKinds.v.
    Proved: where [view_kinds] accepts, the moves of the term from rows of every length are the replacements of words that the law speaks of ([kinds_moves]); so where each word that Left may
    replace has one in it that Right may, and the other way round, either both players have a move of the term or neither has ([dicots_term]).
    Source: as ValueKinds.v and ViewRow.v.
    An instance gives a term, the rules as in ViewBoard.v, the words of both players, and for numbers why play ends. *)
Require Import ZArith List Bool Lia.
From Whowins Require Rewriting ViewRowWindow.
From Whowins Require Import Value ValueKinds Core ViewOutcome ViewBoard ViewRow.
Import ListNotations.
Open Scope nat_scope.

(** ** Why play ends: sums of weights of symbols fall, the first that changes; where none does, words fall as numbers *)
Section Falls.
Variables (base : nat) (digits : list nat) (first_leads : bool).
Definition number (w : list nat) : nat := fold_left (fun a x => a * base + nth x digits 0) w 0.
Definition turned (w : list nat) : list nat := if first_leads then w else rev w.
Definition tally (ds : list nat) (w : list nat) : nat := list_sum (map (fun x => nth x ds 0) w).
Fixpoint lower (cs : list (list nat)) (r : rule) : bool := match cs with
  | [] => number (turned (snd r)) <? number (turned (fst r))
  | ds :: cs => (tally ds (snd r) <? tally ds (fst r)) || (tally ds (snd r) <=? tally ds (fst r)) && lower cs r end.
Fixpoint bound (cs : list (list nat)) (l : nat) : nat := match cs with [] => base ^ l | ds :: cs => list_max ds * l * S (bound cs l) + bound cs l end.
Fixpoint rank (cs : list (list nat)) (w : list nat) : nat := match cs with
  | [] => number (turned w) | ds :: cs => tally ds w * S (bound cs (length w)) + rank cs w end.
Definition digits_ok : bool := (0 <? base) && forallb (fun d => d <? base) digits.
Hypothesis Digits : digits_ok = true.
Lemma number_app : forall a b, number (a ++ b) = number a * base ^ length b + number b.
Proof using.
  assert (G : forall b z, fold_left (fun a x => a * base + nth x digits 0) b z = z * base ^ length b + number b).
  { induction b as [|x b IH]; intro z; [cbn; lia|]. unfold number. cbn [fold_left length Nat.pow]. rewrite !IH. nia. }
  intros a b. unfold number at 1. rewrite fold_left_app. apply G.
Qed.
Lemma number_less : forall w, number w < base ^ length w.
Proof using Digits.
  unfold digits_ok in Digits. apply andb_prop in Digits. destruct Digits as [B D]. apply Nat.ltb_lt in B. rewrite forallb_forall in D.
  assert (One : forall x, nth x digits 0 < base).
  { intro x. destruct (nth_in_or_default x digits 0) as [I| ->]; [now apply Nat.ltb_lt, D|lia]. }
  induction w as [|x w IH] using rev_ind; [cbn; lia|]. rewrite number_app, app_length. cbn [length]. replace (length w + 1) with (S (length w)) by lia.
  cbn [Nat.pow]. unfold number at 2. cbn [fold_left]. specialize (One x). nia.
Qed.
Lemma tally_app : forall ds a b, tally ds (a ++ b) = tally ds a + tally ds b.
Proof using. intros. unfold tally. now rewrite map_app, list_sum_app. Qed.
Lemma tally_less : forall ds w, tally ds w <= list_max ds * length w.
Proof using.
  intros ds w. induction w as [|x w IH]; [cbn; lia|]. change (tally ds (x :: w)) with (nth x ds 0 + tally ds w). cbn [length].
  assert (nth x ds 0 <= list_max ds); [|nia]. destruct (nth_in_or_default x ds 0) as [I| ->]; [|lia].
  pose proof (proj1 (list_max_le ds (list_max ds)) (Nat.le_refl _)) as M. rewrite Forall_forall in M. now apply M.
Qed.
Lemma rank_bound : forall cs w, rank cs w <= bound cs (length w).
Proof using Digits.
  induction cs as [|ds cs IH]; intro w; cbn [rank bound].
  - pose proof (number_less (turned w)) as L. unfold turned in *. destruct first_leads; rewrite ?rev_length in L; lia.
  - specialize (IH w). pose proof (tally_less ds w). nia.
Qed.
Lemma rank_falls : forall cs r u w, length (fst r) = length (snd r) -> lower cs r = true -> rank cs (u ++ snd r ++ w) < rank cs (u ++ fst r ++ w).
Proof using Digits.
  intros cs [x y] u w Len L. cbn [fst snd] in *. assert (Le : length (u ++ y ++ w) = length (u ++ x ++ w)) by (rewrite !app_length; lia).
  induction cs as [|ds cs IH]; cbn [lower rank fst snd] in *.
  - apply Nat.ltb_lt in L. unfold turned in *. destruct first_leads.
    + rewrite !number_app, !app_length, <- Len. enough (number y * base ^ length w < number x * base ^ length w) by nia.
      assert (0 < base ^ length w) by (pose proof (number_less w); lia). nia.
    + rewrite !rev_app_distr, !number_app, !rev_length, <- Len. enough (number (rev y) * base ^ length u < number (rev x) * base ^ length u) by nia.
      assert (0 < base ^ length u) by (pose proof (number_less u); lia). nia.
  - rewrite Le, !tally_app. pose proof (rank_bound cs (u ++ y ++ w)) as B. rewrite Le in B. apply orb_prop in L. destruct L as [L|L].
    + apply Nat.ltb_lt in L. nia.
    + apply andb_prop in L. destruct L as [L1 L2]. apply Nat.leb_le in L1. specialize (IH L2). nia.
Qed.
End Falls.
(** Play ends with these words. *)
Definition falls_check (base : nat) (digits : list nat) (first_leads : bool) (counts : list (list nat)) (rs : list rule) : bool :=
  digits_ok base digits && forallb (fun r : rule => (length (fst r) =? length (snd r)) && lower base digits first_leads counts r) rs.
(** MAIN THEOREM of numbers: where play ends and the overlaps are right, every row of every length lies between its options. *)
Theorem numbers_end : forall base digits first_leads counts lefts rights, falls_check base digits first_leads counts (lefts ++ rights) = true ->
  numbers_check lefts rights = true -> forall w, between (list nat) (nexts lefts) (nexts rights) w.
Proof.
  intros base digits first_leads counts lefts rights F C. unfold falls_check in F. apply andb_prop in F. destruct F as [D F]. rewrite forallb_forall in F.
  assert (Fall : forall rs, incl rs (lefts ++ rights) -> forall w x, In x (nexts rs w) -> rank base digits first_leads counts x < rank base digits first_leads counts w).
  { intros rs Sub w x I. apply in_nexts in I. destruct I as [u [a [b [z [I [-> ->]]]]]]. specialize (F _ (Sub _ I)). apply andb_prop in F. destruct F as [F1 F2].
    apply Nat.eqb_eq in F1. exact (rank_falls base digits first_leads D counts (a, b) u z F1 F2). }
  apply (numbers_law lefts rights) with (rank := rank base digits first_leads counts); trivial; apply Fall; intros r I; apply in_or_app; auto.
Qed.

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
