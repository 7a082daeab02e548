(** * ViewStrings.v -- rows that lose cells, in the game of a core term: a move replaces a word by a shorter one, anywhere.
    Proved: the moves of the term from rows of every length are the replacements of words ([strings_moves]); so where [parity_check] accepts, it does not matter how one plays, and
    whether the number of moves is odd says who can force a win, in normal and in misere play ([strings_parity]).
    Source: as ViewParity.v.
    An instance gives a term, the number of symbols, the words, and misere play. *)
Require Import ZArith List Bool Lia.
From Whowins Require Game Heap.
From Whowins Require Import Core Value ValueKinds ViewOutcome ViewList ViewCuts ViewParity.
Import ListNotations.
Open Scope nat_scope.

Definition cell (k : nat) : expr := match k with O => Var 0 | _ => Bin Add (Var 0) (Num (Z.of_nat k)) end.
Fixpoint shown (k : nat) (b : list nat) : list expr := match b with [] => [] | x :: b => Bin Eq (Get (P 1) (cell k) (-1)) (Num (Z.of_nat x)) :: shown (S k) b end.
Definition replace_c (r : rule) : cmd :=
  let k := length (fst r) in
  Choose (Num 0) (match k with 1 => Len (P 1) | _ => Bin Sub (Len (P 1)) (Num (Z.of_nat (k - 1))) end)
    (seq_of (map Guard (shown 0 (fst r)) ++ [Splice 1 (Var 0) (Num (Z.of_nat k)) (map (fun x => Num (Z.of_nat x)) (snd r))])).
Definition strings_game (symbols : nat) (misere : bool) (rs : list rule) : game :=
  Game [] [(0%Z, Some 1%Z); (0%Z, Some (Z.of_nat symbols - 1)%Z)] [Seq (alt_of (map replace_c rs)) pass_turn] []
    (if misere then Ite (Get (P 0) (Num 0) 0) (Num (-1)) (Num 1) else Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1))) 0 None.
Definition row_at (Q : bool) (w : list nat) : state := [[number_of Q]; map Z.of_nat w].
(** Each word is replaced by a shorter one, of symbols that there are. *)
Definition strings_ok (symbols : nat) (rs : list rule) : bool :=
  forallb (fun r : rule => (length (snd r) <? length (fst r)) && forallb (fun x => x <? symbols) (snd r)) rs.

Section Strings.
Variables (symbols : nat) (misere : bool) (rs : list rule).
Hypothesis Ok : strings_ok symbols rs = true.
Notation g := (strings_game symbols misere rs).
Notation bs := [(0%Z, Some 1%Z); (0%Z, Some (Z.of_nat symbols - 1)%Z)].
Notation go := (run [] bs).
Lemma ok_facts : forall a b, In (a, b) rs -> length b < length a /\ forallb (inside (0%Z, Some (Z.of_nat symbols - 1)%Z)) (map Z.of_nat b) = true.
Proof using Ok.
  intros a b I. pose proof Ok as H. unfold strings_ok in H. rewrite forallb_forall in H. specialize (H _ I). cbn [fst snd] in H. apply andb_prop in H. destruct H as [L S].
  split; [now apply Nat.ltb_lt|]. rewrite forallb_forall in *. intros z J. apply in_map_iff in J. destruct J as [x [<- J]]. specialize (S x J). apply Nat.ltb_lt in S.
  unfold inside. cbn [fst snd]. apply andb_true_intro. rewrite !Z.leb_le. lia.
Qed.
Lemma shown_ev : forall T w b k i, forallb (fun e => negb (ev [] [Z.of_nat i] [[T]; map Z.of_nat w] e =? 0)%Z) (shown k b) =
  match strip b (skipn (i + k) w) with Some _ => true | None => false end.
Proof using.
  intros T w. induction b as [|x b IH]; intros k i; [reflexivity|]. cbn [shown forallb]. rewrite IH.
  assert (C : ev [] [Z.of_nat i] [[T]; map Z.of_nat w] (cell k) = Z.of_nat (i + k)) by (destruct k; cbn [cell ev nth opz]; lia).
  cbn [ev]. rewrite C. cbn [look nth]. unfold elt. destruct (Z.ltb_spec (Z.of_nat (i + k)) 0) as [|_]; [lia|]. rewrite Nat2Z.id.
  replace (i + S k) with (S (i + k)) by lia. generalize (i + k) as j. clear. intro j. revert j. induction w as [|y w IH]; intro j.
  - rewrite !skipn_nil. cbn [strip map]. replace (nth j [] (-1)%Z) with (-1)%Z by now destruct j. cbn [opz]. destruct (Z.eqb_spec (-1) (Z.of_nat x)); [lia|reflexivity].
  - destruct j as [|j]; [|exact (IH j)]. cbn [map nth skipn strip opz]. destruct (Nat.eqb_spec x y) as [->|D]; [now rewrite Z.eqb_refl|].
    destruct (Z.eqb_spec (Z.of_nat y) (Z.of_nat x)); [lia|reflexivity].
Qed.
Lemma replace_run : forall T w a b t, In (a, b) rs ->
  (In t (go (replace_c (a, b)) [] [[T]; map Z.of_nat w]) <-> exists u v, w = u ++ a ++ v /\ t = [[T]; map Z.of_nat (u ++ b ++ v)]).
Proof using Ok.
  intros T w a b t I. destruct (ok_facts a b I) as [Le In_]. unfold replace_c. cbn [fst snd run]. rewrite in_flat_map.
  set (hi := match length a with 1 => Len (P 1) | _ => Bin Sub (Len (P 1)) (Num (Z.of_nat (length a - 1))) end).
  assert (Hi : ev [] [] [[T]; map Z.of_nat w] hi = (Z.of_nat (length w) - (Z.of_nat (length a) - 1))%Z).
  { unfold hi. destruct (length a) as [|[|k]] eqn:E; [lia| |]; cbn [ev look nth opz]; rewrite map_length; lia. }
  rewrite Hi. cbn [ev].
  assert (Body : forall i, go (seq_of (map Guard (shown 0 a) ++ [Splice 1 (Var 0) (Num (Z.of_nat (length a))) (map (fun x => Num (Z.of_nat x)) b)])) [Z.of_nat i] [[T]; map Z.of_nat w] =
    match strip a (skipn i w) with Some v => [[[T]; map Z.of_nat (firstn i w ++ b ++ v)]] | None => [] end).
  { intro i. rewrite guarded, shown_ev, Nat.add_0_r. destruct (strip a (skipn i w)) as [v|] eqn:E; [|reflexivity]. apply strip_some in E. cbn [run].
    assert (Mb : map (ev [] [Z.of_nat i] [[T]; map Z.of_nat w]) (map (fun x => Num (Z.of_nat x)) b) = map Z.of_nat b) by (rewrite map_map; reflexivity). rewrite Mb. cbn [ev nth]. unfold splice. cbn [nth_error]. rewrite In_, andb_true_r, map_length.
    assert (L : i + length a <= length w). { destruct (Nat.leb_spec (i + length a) (length w)); trivial. apply (f_equal (@length nat)) in E. rewrite skipn_length, app_length in E. lia. }
    replace ((0 <=? Z.of_nat i) && (0 <=? Z.of_nat (length a)) && (Z.of_nat i + Z.of_nat (length a) <=? Z.of_nat (length w)))%Z with true
      by (symmetry; rewrite !andb_true_iff, !Z.leb_le; lia).
    rewrite <- Nat2Z.inj_add, !Nat2Z.id. cbn [put]. rewrite firstn_map, skipn_map, !map_app.
    replace (skipn (i + length a) w) with v; [reflexivity|]. rewrite <- (firstn_skipn i w) at 1. rewrite skipn_app, firstn_length, E.
    replace (i + length a - Nat.min i (length w)) with (length a) by lia. rewrite (skipn_all2 (firstn i w)) by (rewrite firstn_length; lia).
    now rewrite skipn_app, skipn_all, Nat.sub_diag. }
  split.
  - intros [z [R J]]. apply in_range in R. replace z with (Z.of_nat (Z.to_nat z)) in J by lia. cbn [app] in J. rewrite Body in J.
    destruct (strip a (skipn (Z.to_nat z) w)) as [v|] eqn:E; [|destruct J]. apply strip_some in E. destruct J as [<-|[]]. exists (firstn (Z.to_nat z) w), v. split; [|reflexivity].
    now rewrite <- E, firstn_skipn.
  - intros [u [v [-> ->]]]. exists (Z.of_nat (length u)). split; [apply in_range; rewrite !app_length; lia|]. cbn [app]. rewrite Body, skipn_app, skipn_all, Nat.sub_diag. cbn [skipn app].
    replace (strip a (a ++ v)) with (Some v) by (symmetry; now apply strip_some). left. now rewrite firstn_app, firstn_all, Nat.sub_diag, firstn_O, app_nil_r.
Qed.
(** THE VIEW: the moves are the replacements, from rows of every length. *)
Theorem strings_moves : forall Q w t, In t (Core.moves g (row_at Q w)) <-> exists w', In w' (nexts rs w) /\ t = row_at (negb Q) w'.
Proof using Ok.
  intros Q w t. assert (M : Core.moves g (row_at Q w) = go (Seq (alt_of (map replace_c rs)) pass_turn) [] (row_at Q w)).
  { unfold Core.moves, ended, strings_game. cbn [ends first_end tiers consts parts first_tier]. now destruct (run _ _ (Seq _ _) _ _). }
  rewrite M. cbn [run]. rewrite in_flat_map.
  assert (Fl : forall l, go pass_turn [] [[number_of Q]; l] = [[[number_of (negb Q)]; l]]) by (intro; now destruct Q).
  split.
  - intros [s [I J]]. apply alternatives in I. destruct I as [c [I S]]. apply in_map_iff in I. destruct I as [[a b] [<- I]]. apply (replace_run _ _ a b) in S; trivial.
    destruct S as [u [v [-> ->]]]. rewrite Fl in J. destruct J as [<-|[]]. exists (u ++ b ++ v). split; [|reflexivity]. apply in_nexts. exists u, a, b, v. now repeat split.
  - intros [w' [I ->]]. apply in_nexts in I. destruct I as [u [a [b [v [I [-> ->]]]]]]. exists (row_at Q (u ++ b ++ v)). split; [|unfold row_at; rewrite Fl; now left].
    apply alternatives. exists (replace_c (a, b)). split; [now apply in_map|]. apply (replace_run _ _ a b); trivial. now exists u, v.
Qed.
Lemma shorter : forall w x, In x (nexts rs w) -> length x < length w.
Proof using Ok. intros w x I. apply in_nexts in I. destruct I as [u [a [b [v [I [-> ->]]]]]]. destruct (ok_facts a b I) as [L _]. rewrite !app_length. lia. Qed.
(** MAIN THEOREM: from rows of every length and whatever is played, whether the number of moves is odd says who can force a win. *)
Theorem strings_parity : overs rs = true -> forall Q w,
  (exists n z, plays rs n w z /\ nexts rs z = []) /\
  forall n z, plays rs n w z -> nexts rs z = [] ->
    (Nat.odd n = negb misere <-> wins g Q (row_at Q w)) /\ (Nat.odd n = misere <-> wins g (negb Q) (row_at Q w)).
Proof using Ok.
  intros Ov Q w. split; [exact (to_the_end rs _ shorter w)|]. intros n z Pl La.
  pose proof (outcome rs Ov _ shorter misere w Q n z Pl La) as [Wi Lo].
  assert (Fr : blocks g = O) by reflexivity. assert (En : forall s, ended g s = None) by reflexivity.
  pose proof (play_correct g Fr En (bool * list nat) (mv rs) fst (fun p => row_at (fst p) (snd p)) (fun _ => True) misere) as K.
  specialize (K ltac:(intros [R v]; reflexivity)).
  specialize (K ltac:(intros [R v] s _; cbn [fst snd]; rewrite strings_moves; split;
    [intros [v' [I ->]]; exists (negb R, v'); now repeat split|intros [[R' v'] [[E I] ->]]; cbn [fst snd] in *; subst R'; now exists v'])).
  specialize (K ltac:(intros [R v] [R' v'] _ [E I]; now split)).
  specialize (K ltac:(intros [R v] _; unfold stuck_pays, strings_game; now destruct R, misere)).
  specialize (K (Q, w) I (Bool.eqb (Nat.odd n) (negb misere))). cbn [fst snd] in K. destruct K as [K1 K2].
  - intro E. apply Wi. now apply eqb_prop.
  - intro E. apply Lo. apply eqb_false_iff in E. now destruct (Nat.odd n), misere.
  - rewrite <- K1, <- K2. destruct (Nat.odd n), misere; cbn; split; split; intro; congruence.
Qed.
End Strings.
