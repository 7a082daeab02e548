(** * ViewParity.v -- rows on which it does not matter how one plays: all plays from a row have an even number of moves, or all an odd one.
    Proved: where play ends, both players replace the same words, and wherever two of these overlap plays from what they leave meet after numbers of moves that are both even or both odd
    ([parity_check]), any two plays from a row, played to their ends, have numbers of moves that are both even or both odd ([parity_law]); and in the game of a core term whose moves these are, whether
    that number is odd says who can force a win, in normal and in misere play ([parity_term]).
    Source: local confluence (Newman 1942), with the lengths of paths counted modulo 2.
    An instance gives a term, the rules as in ViewBoard.v, the words of both players, and why play ends. *)
Require Import ZArith List Bool Lia Wf_nat.
From Whowins Require Game Heap Rewriting ViewRowWindow.
From Whowins Require Import Value ValueKinds Core ViewOutcome ViewBoard ViewRow ViewKinds.
Import ListNotations.
Open Scope nat_scope.

Section Parity.
Variable rs : list rule.
(** [plays n w z]: after n replacements the row w is the row z. *)
Fixpoint plays (n : nat) (w z : list nat) : Prop := match n with O => w = z | S n => exists x, In x (nexts rs w) /\ plays n x z end.
(** Both rows come to one, after numbers of replacements that are both even or both odd. *)
Definition meet (w x : list nat) : Prop := exists i j z, plays i w z /\ plays j x z /\ Nat.odd i = Nat.odd j.
Lemma plays_app : forall n m w y z, plays n w y -> plays m y z -> plays (n + m) w z.
Proof using. induction n as [|n IH]; intros m w y z A B; [now cbn in A; subst|]. destruct A as [x [I A]]. exists x. split; trivial. exact (IH m x y z A B). Qed.
Lemma plays_around : forall n u w z v, plays n w z -> plays n (u ++ w ++ v) (u ++ z ++ v).
Proof using.
  induction n as [|n IH]; intros u w z v A; [now cbn in A; subst|]. destruct A as [x [I A]]. exists (u ++ x ++ v). split; [now apply around|now apply IH].
Qed.
Lemma meet_around : forall u w x v, meet w x -> meet (u ++ w ++ v) (u ++ x ++ v).
Proof using. intros u w x v [i [j [z [A [B O]]]]]. exists i, j, (u ++ z ++ v). repeat split; trivial; now apply plays_around. Qed.
Lemma meet_sym : forall w x, meet w x -> meet x w.
Proof using. intros w x [i [j [z [A [B O]]]]]. exists j, i, z. repeat split; trivial. now symmetry. Qed.

(** ** Plays on the cells that two words cover *)
Fixpoint dedupe (l : list (list nat)) : list (list nat) := match l with [] => [] | x :: l => if is_in x l then dedupe l else x :: dedupe l end.
Fixpoint layers (f : nat) (ws : list (list nat)) : list (list (list nat)) := match f with O => [ws] | S f => ws :: layers f (dedupe (flat_map (nexts rs) ws)) end.
Fixpoint sides (odd : bool) (ls : list (list (list nat))) : list (list nat) := match ls with [] => [] | l :: ls => (if odd then [] else l) ++ sides (negb odd) ls end.
Definition most : nat := 12.
Definition meets (w x : list nat) : bool := let a := layers most [w] in let b := layers most [x] in
  existsb (fun z => is_in z (sides false b)) (sides false a) || existsb (fun z => is_in z (sides true b)) (sides true a).
Lemma dedupe_in : forall l x, In x (dedupe l) -> In x l.
Proof using. induction l as [|y l IH]; intros x I; [trivial|]. cbn [dedupe] in I. destruct (is_in y l); [right; now apply IH|]. destruct I as [->|I]; [now left|right; now apply IH]. Qed.
Lemma sides_plays : forall w f ws n odd z, (forall x, In x ws -> plays n w x) -> In z (sides odd (layers f ws)) -> exists m, plays m w z /\ Nat.odd m = xorb odd (Nat.odd n).
Proof using.
  intro w. induction f as [|f IH]; intros ws n odd z A I; cbn [layers sides] in I; apply in_app_or in I; destruct I as [I|I].
  - destruct odd; [destruct I|]. exists n. split; [now apply A|now destruct (Nat.odd n)].
  - destruct I.
  - destruct odd; [destruct I|]. exists n. split; [now apply A|now destruct (Nat.odd n)].
  - apply IH with (n := n + 1) in I.
    + destruct I as [m [P O]]. exists m. split; trivial. rewrite O, Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd. now destruct odd, (Nat.odd n).
    + intros x J. apply dedupe_in, in_flat_map in J. destruct J as [y [J N]]. apply plays_app with (y := y); [now apply A|]. exists x. now split.
Qed.
Lemma meets_ok : forall w x, meets w x = true -> meet w x.
Proof using.
  intros w x E. unfold meets in E. cbn zeta in E. assert (S : forall w odd z, In z (sides odd (layers most [w])) -> exists m, plays m w z /\ Nat.odd m = odd).
  { intros y odd z I. apply sides_plays with (w := y) (n := 0) in I; [now rewrite xorb_false_r in I|]. intros v [->|[]]. reflexivity. }
  apply orb_prop in E. destruct E as [E|E]; apply existsb_exists in E; destruct E as [z [I J]]; apply is_in_ok in J; apply S in I, J;
    destruct I as [i [A O]], J as [j [B Q]]; exists i, j, z; repeat split; trivial; congruence.
Qed.

(** Two words of which the second begins at place k of the first: what both replacements make of the cells that they cover. *)
Definition over (one two : rule) (k : nat) : bool :=
  let l := firstn k (fst one) in let m := skipn k (fst one) in
  match strip m (fst two) with
  | Some t => meets (snd one ++ t) (l ++ snd two)
  | None => match strip (fst two) m with Some t => meets (snd one) (l ++ snd two ++ t) | None => true end end.
Definition overs : bool := forallb (fun one => forallb (fun two => forallb (over one two) (seq 0 (length (fst one)))) rs) rs.
Hypothesis Overs : overs = true.
Lemma later : forall u x1 y1 l x2 y2 v1 v2, In (x1, y1) rs -> In (x2, y2) rs -> x1 ++ v1 = l ++ x2 ++ v2 -> meet (u ++ y1 ++ v1) (u ++ l ++ y2 ++ v2).
Proof using Overs.
  intros u x1 y1 l x2 y2 v1 v2 I1 I2 E.
  assert (Apart : forall m, l = x1 ++ m -> v1 = m ++ x2 ++ v2 -> meet (u ++ y1 ++ v1) (u ++ l ++ y2 ++ v2)).
  { intros m -> ->. exists 1, 1, (u ++ y1 ++ m ++ y2 ++ v2). repeat split; eexists; (split; [|reflexivity]); apply in_nexts.
    - exists (u ++ y1 ++ m), x2, y2, v2. repeat split; trivial; now rewrite <- !app_assoc.
    - exists u, x1, y1, (m ++ y2 ++ v2). repeat split; trivial; now rewrite <- !app_assoc. }
  apply app_eq_app in E. destruct E as [m [[-> E]|[-> ->]]]; [|now apply (Apart m)].
  destruct (Nat.eq_dec (length m) 0) as [Z|Z].
  { destruct m; [|discriminate]. apply (Apart []); [now rewrite !app_nil_r|]. cbn [app] in *. now symmetry. }
  pose proof Overs as C. unfold overs in C. rewrite forallb_forall in C. specialize (C _ I1). rewrite forallb_forall in C. specialize (C _ I2).
  rewrite forallb_forall in C. specialize (C (length l)). rewrite in_seq in C. cbn [fst] in C. rewrite app_length in C. specialize (C ltac:(lia)).
  unfold over in C. cbn [fst snd] in C. rewrite firstn_app, firstn_all, Nat.sub_diag, firstn_O, app_nil_r, skipn_app, skipn_all, Nat.sub_diag in C. cbn [skipn app] in C.
  apply app_eq_app in E. destruct E as [t [[-> ->]|[-> ->]]].
  - replace (strip m (m ++ t)) with (Some t) in C by (symmetry; now apply strip_some).
    pose proof (meet_around u _ _ v2 (meets_ok _ _ C)) as Q. rewrite <- !app_assoc in Q. exact Q.
  - destruct (strip (x2 ++ t) x2) as [t'|] eqn:E.
    + apply strip_some in E. rewrite <- app_assoc in E. assert (T : t ++ t' = []) by (apply (f_equal (@length nat)) in E; rewrite app_length in E; destruct (t ++ t'); trivial; cbn in E; lia).
      apply app_eq_nil in T. destruct T as [-> ->]. rewrite !app_nil_r in C. pose proof (meet_around u _ _ v1 (meets_ok _ _ C)) as Q. rewrite <- !app_assoc in Q. exact Q.
    + replace (strip x2 (x2 ++ t)) with (Some t) in C by (symmetry; now apply strip_some).
      pose proof (meet_around u _ _ v1 (meets_ok _ _ C)) as Q. rewrite <- !app_assoc in Q. exact Q.
Qed.
Lemma local : forall w x y, In x (nexts rs w) -> In y (nexts rs w) -> meet x y.
Proof using Overs.
  intros w x y Ix Iy. apply in_nexts in Ix, Iy. destruct Ix as [u1 [x1 [y1 [v1 [I1 [-> ->]]]]]], Iy as [u2 [x2 [y2 [v2 [I2 [E ->]]]]]].
  apply app_eq_app in E. destruct E as [k [[-> E]|[-> E]]]; rewrite <- !app_assoc.
  - apply meet_sym. now apply later with (x1 := x2) (x2 := x1).
  - now apply later with (x1 := x1) (x2 := x2).
Qed.

(** ** Where play ends *)
Variable rank : list nat -> nat.
Hypothesis Falls : forall w x, In x (nexts rs w) -> rank x < rank w.
Definition last (z : list nat) : Prop := nexts rs z = [].
Lemma to_the_end : forall w, exists n z, plays n w z /\ last z.
Proof using Falls.
  intro w. induction w as [w IH] using (induction_ltof1 _ rank). destruct (nexts rs w) as [|x l] eqn:E; [exists 0, w; now split|].
  assert (I : In x (nexts rs w)) by (rewrite E; now left). destruct (IH x (Falls w x I)) as [n [z [P L]]]. exists (S n), z. split; trivial. exists x. now split.
Qed.
(** MAIN THEOREM: of any two plays from a row, played to their ends, both have an even number of moves, or both an odd one. *)
Theorem parity_law : forall w n z m y, plays n w z -> last z -> plays m w y -> last y -> Nat.odd n = Nat.odd m.
Proof using Falls Overs.
  intro w. induction w as [w IH] using (induction_ltof1 _ rank). unfold ltof in IH. intros n z m y Pn Lz Pm Ly.
  destruct n as [|n], m as [|m]; trivial.
  - cbn in Pn. subst z. destruct Pm as [x [I _]]. unfold last in Lz. rewrite Lz in I. destruct I.
  - cbn in Pm. subst y. destruct Pn as [x [I _]]. unfold last in Ly. rewrite Ly in I. destruct I.
  - destruct Pn as [a [Ia Pn]], Pm as [b [Ib Pm]]. destruct (local w a b Ia Ib) as [i [j [c [Pa [Pb O]]]]]. destruct (to_the_end c) as [k [d [Pc Ld]]].
    pose proof (IH a (Falls w a Ia) n z (i + k) d Pn Lz (plays_app _ _ _ _ _ Pa Pc) Ld) as A.
    pose proof (IH b (Falls w b Ib) m y (j + k) d Pm Ly (plays_app _ _ _ _ _ Pb Pc) Ld) as B.
    rewrite Nat.odd_add in A, B. rewrite !Nat.odd_succ, <- !Nat.negb_odd. rewrite A, B, O. reflexivity.
Qed.

(** ** Who wins, where both players replace the same words *)
Variable misere : bool.
Definition mv (p q : bool * list nat) : Prop := fst q = negb (fst p) /\ In (snd q) (nexts rs (snd p)).
Lemma outcome : forall w P n z, plays n w z -> last z ->
  (Nat.odd n = negb misere -> Game.Win (Heap.play mv misere) (Some (P, w))) /\ (Nat.odd n = misere -> Game.Lose (Heap.play mv misere) (Some (P, w))).
Proof using Falls Overs.
  intro w. induction w as [w IH] using (induction_ltof1 _ rank). unfold ltof in IH. intros P n z Pn Lz. destruct n as [|n].
  - cbn in Pn. subst z. assert (No : forall q, ~ mv (P, w) q) by (intros q [_ I]; cbn [snd] in I; unfold last in Lz; rewrite Lz in I; destruct I). cbn [Nat.odd]. split; intro E.
    + destruct misere; [|discriminate]. apply Game.win_by with (q := None); [now split|]. apply Game.lose_all. intros q [].
    + destruct misere; [discriminate|]. apply Game.lose_all. intros [q|] M; [now elim (No q)|]. now destruct M.
  - pose proof Pn as [x [I Px]]. rewrite Nat.odd_succ, <- Nat.negb_odd. split; intro E.
    + apply Game.win_by with (q := Some (negb P, x)); [now split|]. apply (IH x (Falls w x I) (negb P) n z Px Lz). now destruct (Nat.odd n), misere.
    + apply Game.lose_all. intros [[Q y]|] M.
      * destruct M as [EQ J]. cbn [fst snd] in *. subst Q. destruct (to_the_end y) as [k [d [Pk Ld]]]. apply (IH y (Falls w y J) (negb P) k d Pk Ld).
        pose proof (parity_law w (S k) d (S n) z (ex_intro _ y (conj J Pk)) Ld Pn Lz) as U. rewrite !Nat.odd_succ, <- !Nat.negb_odd in U. now destruct (Nat.odd n), (Nat.odd k), misere.
      * destruct M as [_ No]. elim (No (negb P, x)). now split.
Qed.
End Parity.

(** Both players replace the same words, and the overlaps are right. *)
Definition rule_dec : forall a b : rule, {a = b} + {a <> b}.
Proof. intros a b. decide equality; apply (list_eq_dec Nat.eq_dec). Defined.
Definition same_rules (a b : list rule) : bool := if list_eq_dec rule_dec a b then true else false.
Definition parity_check (lefts rights : list rule) : bool := same_rules lefts rights && overs lefts.
(** MAIN THEOREM: in the game of the term, from rows of every length and whatever is played, whether the number of moves is odd says who can force a win. *)
Theorem parity_term : forall v lefts rights, view_kinds v lefts rights = true ->
  forall base digits first_leads falling, falls_check base digits first_leads falling (lefts ++ rights) = true -> parity_check lefts rights = true ->
  forall g counts leads ds, view_board v counts leads ds g = true ->
  forall P cells, cells <> [] -> Forall (fun x => x < symbols v) cells ->
  (exists n z, plays lefts n cells z /\ nexts lefts z = []) /\
  forall n z, plays lefts n cells z -> nexts lefts z = [] ->
    (Nat.odd n = negb (misere v) <-> wins g P (row_of P cells)) /\ (Nat.odd n = misere v <-> wins g (negb P) (row_of P cells)).
Proof.
  intros v lefts rights View base digits first_leads falling F Ck g counts leads ds Term P cells Ne Y.
  unfold parity_check in Ck. apply andb_prop in Ck. destruct Ck as [Same Ov]. unfold same_rules in Same. destruct (list_eq_dec _ lefts rights) as [<-|]; [|discriminate].
  unfold falls_check in F. apply andb_prop in F. destruct F as [D F]. rewrite forallb_forall in F.
  assert (Fall : forall w x, In x (nexts lefts w) -> rank base digits first_leads falling x < rank base digits first_leads falling w).
  { intros w x I. apply in_nexts in I. destruct I as [u [a [b [z [I [-> ->]]]]]]. specialize (F (a, b) ltac:(apply in_or_app; now left)). apply andb_prop in F. destruct F as [F1 F2].
    apply Nat.eqb_eq in F1. exact (rank_falls base digits first_leads D falling (a, b) u z F1 F2). }
  split; [exact (to_the_end lefts _ Fall cells)|]. intros n z Pl La.
  destruct (view_facts v lefts lefts View) as [Vr [Fo _]].
  assert (HC : (0 < Z.of_nat (length cells))%Z) by (destruct cells; [congruence|cbn [length]; lia]).
  assert (Fn : fine v (Z.of_nat (length cells)) cells) by (split; [unfold ViewRowWindow.long; lia|]; split; [exact Y|]; rewrite Fo; intros r []).
  pose proof (outcome lefts Ov _ Fall (misere v) cells P n z Pl La) as [Wi Lo].
  assert (Word : forall Q st q, Rewriting.rmv (Rewriting.rules (rules_of v lefts lefts)) (Q, word v st) q <-> exists st', In st' (nexts lefts st) /\ q = (negb Q, word v st')).
  { intros Q st q. rewrite (word_nexts v lefts lefts View Q st q). now destruct Q. }
  assert (To : forall st Q, (Game.Win (Heap.play (mv lefts) (misere v)) (Some (Q, st)) -> Game.Win (Heap.play (Rewriting.rmv (Rewriting.rules (rules_of v lefts lefts))) (misere v)) (Some (Q, word v st))) /\
    (Game.Lose (Heap.play (mv lefts) (misere v)) (Some (Q, st)) -> Game.Lose (Heap.play (Rewriting.rmv (Rewriting.rules (rules_of v lefts lefts))) (misere v)) (Some (Q, word v st)))).
  { intro st. induction st as [st IH] using (induction_ltof1 _ (rank base digits first_leads falling)). unfold ltof in IH. intro Q.
    assert (None_ : Game.Lose (Heap.play (Rewriting.rmv (Rewriting.rules (rules_of v lefts lefts))) (misere v)) None) by (apply Game.lose_all; intros q []).
    split; intro H; inversion H; subst.
    - match goal with M : Heap.play _ _ _ ?q |- _ => destruct q as [[R y]|] end.
      + match goal with M : Heap.play _ _ _ _ |- _ => destruct M as [ER J] end. cbn [fst snd] in *. subst R. apply Game.win_by with (q := Some (negb Q, word v y)).
        * apply Word. exists y. now split.
        * now apply (IH y (Fall st y J)).
      + match goal with M : Heap.play _ _ _ _ |- _ => destruct M as [Mi No] end. apply Game.win_by with (q := None); trivial. split; trivial.
        intros q M. apply Word in M. destruct M as [y [J _]]. apply (No (negb Q, y)). now split.
    - match goal with A : forall q, Heap.play _ _ _ q -> _ |- _ => rename A into All end. apply Game.lose_all. intros [q|] M.
      + apply Word in M. destruct M as [y [J ->]]. apply (IH y (Fall st y J)). apply All. now split.
      + destruct M as [Mi No]. exfalso. specialize (All None). assert (N : Game.Win (Heap.play (mv lefts) (misere v)) None).
        { apply All. split; trivial. intros [R y] [ER J]. cbn [fst snd] in *. apply (No (negb Q, word v y)). apply Word. exists y. now split. }
        inversion N; subst. match goal with M : Heap.play _ _ None _ |- _ => destruct M end. }
  pose proof (row_play v (rules_of v lefts lefts) Vr _ HC g counts leads ds Term P cells Fn (Bool.eqb (Nat.odd n) (negb (misere v)))) as Key.
  destruct Key as [K1 K2].
  - intro E. apply To, Wi. now apply eqb_prop.
  - intro E. apply To, Lo. apply eqb_false_iff in E. now destruct (Nat.odd n), (misere v).
  - rewrite <- K1, <- K2. destruct (Nat.odd n), (misere v); cbn; split; split; intro; congruence.
Qed.
