(** * ViewCuts.v -- rows of which a move cuts off one end, in the game of a core term; as ValueCuts.v.
    Each move of the term is one player's: it picks a place, asks for nothing but what the cell there shows, and erases it with all behind it, or with all before it ([tail]). Proved: the
    moves from rows of every length are these ([moves_are]); sums of rows are ordered by the numbers whose signs their cells are; and from every row, with either player
    to move, who wins by its number can force a win in the game of the term, and the other player cannot ([cut_rows_term]).
    Source: as ValueCuts.v; ViewList.v for expressions that read one element.
    An instance gives a term, the signs of its symbols, and the end that stands on the ground. *)
Require Import ZArith List Bool Lia.
From Whowins Require Game Heap.
From Whowins Require Import Core Value ValueTurns ValueCuts ViewOutcome ViewList.
Import ListNotations.
Open Scope Z_scope.

(** How a term takes the cell at variable 0 away with all beyond it. *)
Inductive way := Erased | Counted | Chosen | Before | BeforeChosen.
Definition is_before (W : way) : bool := match W with Before | BeforeChosen => true | _ => false end.
Definition tail (W : way) : cmd :=
  let at_ := Var 0 in let more := Bin Add (Var 1) (Num 1) in
  match W with
  | Erased => Splice 1 at_ (Bin Add (Bin Sub (Bin Sub (Len (P 1)) (Num 1)) at_) (Num 1)) []
  | Counted => Splice 1 at_ (Bin Sub (Len (P 1)) at_) []
  | Chosen => Choose (Num 0) (Bin Add (Bin Max (Bin Sub (Bin Sub (Len (P 1)) at_) (Num 1)) (Num 0)) (Num 1))
      (Seq (Guard (Bin Le (Bin Sub (Len (P 1)) at_) more)) (Splice 1 at_ more []))
  | Before => Splice 1 (Num 0) (Bin Add at_ (Num 1)) []
  | BeforeChosen => Choose (Num 0) (Bin Add (Bin Max at_ (Num 0)) (Num 1))
      (Seq (Guard (Bin Le (Bin Add at_ (Num 1)) more)) (Splice 1 (Bin Add (Bin Sub at_ more) (Num 1)) more []))
  end.
Record cut := Cut { by_turn : Z; guards : list expr; its_way : way }.
Definition cut_command (c : cut) : cmd :=
  Seq (Guard (Bin Eq (Get (P 0) (Num 0) 0) (Num (by_turn c)))) (Choose (Num 0) (Len (P 1)) (seq_of (map Guard (guards c) ++ [tail (its_way c)]))).
Definition cut_game (cs : list (list Z)) (most : Z) (cuts : list cut) : game :=
  Game cs [(0, Some 1); (0, Some most)] [Seq (alt_of (map cut_command cuts)) pass_turn] [] (Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1))) 0 None.

(** Reads the cuts off a term; that they are the term's is for the instance to show. *)
Fixpoint guards_of (c : cmd) : list expr * cmd := match c with Seq (Guard e) c => let (l, r) := guards_of c in (e :: l, r) | c => ([], c) end.
Definition way_of (c : cmd) : way :=
  match c with
  | Splice _ (Var _) (Bin Add _ _) _ => Erased
  | Splice _ (Var _) _ _ => Counted
  | Splice _ _ _ _ => Before
  | Choose _ _ (Seq _ (Splice _ (Var _) _ _)) => Chosen
  | _ => BeforeChosen
  end.
Fixpoint cuts_in (c : cmd) : list cut :=
  match c with
  | Alt a b => cuts_in a ++ cuts_in b
  | Seq (Guard (Bin Eq _ (Num T))) (Choose _ _ body) => let (l, r) := guards_of body in [Cut T l (way_of r)]
  | _ => []
  end.
Definition cuts_of (g : game) : list cut := match tiers g with [Seq c _] => cuts_in c | _ => [] end.

(** ** What a command does that asks first, or has alternatives *)
Section Runs.
Variables (cs : list (list Z)) (bs : list bounds).
Notation go := (run cs bs).
Lemma guarded : forall es c env s, go (seq_of (map Guard es ++ [c])) env s = if forallb (fun e => negb (ev cs env s e =? 0)) es then go c env s else [].
Proof using.
  induction es as [|e es IH]; intros c env s; [reflexivity|]. cbn [map app forallb].
  assert (E : seq_of (Guard e :: map Guard es ++ [c]) = Seq (Guard e) (seq_of (map Guard es ++ [c]))) by (destruct (map Guard es); reflexivity).
  rewrite E. cbn [run]. destruct (ev cs env s e =? 0); cbn [negb andb flat_map]; [reflexivity|]. rewrite app_nil_r. apply IH.
Qed.
Lemma alternatives : forall l env s t, In t (go (alt_of l) env s) <-> exists c, In c l /\ In t (go c env s).
Proof using.
  induction l as [|c l IH]; intros env s t.
  - cbn. split; [intros []|intros [c [[] _]]].
  - destruct l as [|d l].
    + cbn [alt_of]. split; [intro I; exists c; split; [now left|trivial]|]. intros [d [[<-|[]] I]]. exact I.
    + change (go (alt_of (c :: d :: l)) env s) with (go c env s ++ go (alt_of (d :: l)) env s). rewrite in_app_iff, IH. split.
      * intros [I|[e [J I]]]; [exists c; split; [now left|trivial]|exists e; split; [now right|trivial]].
      * intros [e [[<-|J] I]]; [now left|right; now exists e].
Qed.
End Runs.

(** Whether a player may pick a cell that shows x: one that is alone in its row. *)
Definition may (cs : list (list Z)) (cuts : list cut) (T x : Z) : bool :=
  existsb (fun c => (by_turn c =? T) && forallb (fun e => negb (ev cs [0] [[T]; [x]] e =? 0)) (guards c)) cuts.
Section View.
Variables (signs : list Z) (from_last : bool).
Definition sign (x : Z) : Z := nth (Z.to_nat x) signs 0.
Definition check (cs : list (list Z)) (cuts : list cut) : bool :=
  forallb (fun c => eqb (is_before (its_way c)) from_last && forallb local_e (guards c)) cuts &&
  forallb (fun x => ((sign x =? 1) || (sign x =? -1) || (sign x =? 0)) && eqb (may cs cuts 0 x) (sign x =? 1) && eqb (may cs cuts 1 x) (sign x =? -1))
    (range 0 (Z.of_nat (length signs))).
Definition view_cuts (g : game) (cuts : list cut) : Prop :=
  g = cut_game (consts g) (Z.of_nat (length signs) - 1) cuts /\ check (consts g) cuts = true.
(** A row's cells as signs, from the ground on. *)
Definition oriented (w : list Z) : list Z := map sign (if from_last then rev w else w).
Definition is_row (w : list Z) : Prop := Forall (fun x => 0 <= x < Z.of_nat (length signs)) w.
Definition proper (X : list (list Z)) : Prop := Forall is_row X.
Definition short (k : nat) (X : list (list Z)) : Prop := Forall (fun w : list Z => (length w <= k)%nat) X.
Definition total (k : nat) (X : list (list Z)) : Z := ValueCuts.total k (map oriented X).

Section Term.
Variables (g : game) (cuts : list cut).
Hypothesis View : view_cuts g cuts.
Notation cs := (consts g).
Notation bs := [(0, Some 1); (0, Some (Z.of_nat (length signs) - 1))].
Notation go := (run cs bs).

Lemma splice_is : forall T l i n, 0 <= i -> 0 <= n -> i + n <= Z.of_nat (length l) ->
  splice bs [[T]; l] 1 i n [] = [[[T]; firstn (Z.to_nat i) l ++ skipn (Z.to_nat (i + n)) l]].
Proof using.
  intros T l i n A B C. unfold splice. cbn [nth_error forallb]. replace ((0 <=? i) && (0 <=? n) && (i + n <=? Z.of_nat (length l)) && true) with true.
  - reflexivity.
  - symmetry. rewrite !andb_true_iff. repeat split; apply Z.leb_le; lia.
Qed.
Lemma firstn_here : forall (a r : list Z), firstn (Z.to_nat (Z.of_nat (length a))) (a ++ r) = a.
Proof using. intros. rewrite Nat2Z.id, firstn_app, Nat.sub_diag, firstn_all, firstn_O. apply app_nil_r. Qed.
Lemma skipn_here : forall (a r : list Z) n, n = length a -> skipn n (a ++ r) = r.
Proof using. intros a r n ->. rewrite skipn_app, Nat.sub_diag, skipn_all. reflexivity. Qed.
Lemma behind : forall T a x b n, n = Z.of_nat (length (a ++ x :: b)) - Z.of_nat (length a) -> splice bs [[T]; a ++ x :: b] 1 (Z.of_nat (length a)) n [] = [[[T]; a]].
Proof using.
  intros T a x b n ->. assert (Ll : Z.of_nat (length (a ++ x :: b)) = Z.of_nat (length a) + 1 + Z.of_nat (length b)) by (rewrite app_length; cbn [length]; lia).
  rewrite splice_is by lia. rewrite firstn_here, skipn_all2 by lia. now rewrite app_nil_r.
Qed.
Lemma ahead : forall T a x b j n, j = 0 -> n = Z.of_nat (length a) + 1 -> splice bs [[T]; a ++ x :: b] 1 j n [] = [[[T]; b]].
Proof using.
  intros T a x b j n -> ->. assert (Ll : Z.of_nat (length (a ++ x :: b)) = Z.of_nat (length a) + 1 + Z.of_nat (length b)) by (rewrite app_length; cbn [length]; lia).
  rewrite splice_is by lia. cbn [Z.to_nat firstn app].
  replace (a ++ x :: b) with ((a ++ [x]) ++ b) by (rewrite <- app_assoc; reflexivity). rewrite skipn_here; [reflexivity|]. rewrite app_length. cbn [length]. lia.
Qed.
Lemma tail_run : forall W T a x b t,
  In t (go (tail W) [Z.of_nat (length a)] [[T]; a ++ x :: b]) <-> t = [[T]; if is_before W then b else a].
Proof using.
  intros W T a x b t. assert (Ll : Z.of_nat (length (a ++ x :: b)) = Z.of_nat (length a) + 1 + Z.of_nat (length b)) by (rewrite app_length; cbn [length]; lia).
  assert (One : forall s : state, In t [s] <-> t = s) by (intro s; split; [intros [<-|[]]; reflexivity|intros ->; now left]).
  destruct W; cbn [tail run is_before].
  - cbn [ev map opz look nth]. rewrite behind by lia. apply One.
  - cbn [ev map opz look nth]. rewrite behind by lia. apply One.
  - rewrite in_flat_map. split.
    + intros [v [R J]]. apply in_range in R. cbn [ev map opz look nth app flat_map] in *.
      destruct (Z.leb_spec (Z.of_nat (length (a ++ x :: b)) - Z.of_nat (length a)) (v + 1)) as [H|H]; [|destruct J].
      cbn [b2z Z.eqb flat_map app] in J. rewrite app_nil_r in J. cbn [ev map opz nth] in J. rewrite behind in J by lia. now apply One.
    + intros ->. exists (Z.of_nat (length b)). split; [apply in_range; cbn [ev opz look nth]; lia|]. cbn [ev map opz look nth app flat_map].
      destruct (Z.leb_spec (Z.of_nat (length (a ++ x :: b)) - Z.of_nat (length a)) (Z.of_nat (length b) + 1)) as [H|H]; [|lia].
      cbn [b2z Z.eqb flat_map app]. rewrite app_nil_r. cbn [ev map opz nth]. rewrite behind by lia. now left.
  - cbn [ev map opz look nth]. rewrite ahead by lia. apply One.
  - rewrite in_flat_map. split.
    + intros [v [R J]]. apply in_range in R. cbn [ev map opz look nth app flat_map] in *. destruct (Z.leb_spec (Z.of_nat (length a) + 1) (v + 1)) as [H|H]; [|destruct J].
      cbn [b2z Z.eqb flat_map app] in J. rewrite app_nil_r in J. cbn [ev map opz nth] in J. rewrite ahead in J by lia. now apply One.
    + intros ->. exists (Z.of_nat (length a)). split; [apply in_range; cbn [ev opz look nth]; lia|]. cbn [ev map opz look nth app flat_map].
      destruct (Z.leb_spec (Z.of_nat (length a) + 1) (Z.of_nat (length a) + 1)) as [H|H]; [|lia].
      cbn [b2z Z.eqb flat_map app]. rewrite app_nil_r. cbn [ev map opz nth]. rewrite ahead by lia. now left.
Qed.
Lemma check_facts : (forall c, In c cuts -> is_before (its_way c) = from_last /\ forallb local_e (guards c) = true) /\
  (forall x, 0 <= x < Z.of_nat (length signs) -> (sign x = 1 \/ sign x = -1 \/ sign x = 0) /\ (may cs cuts 0 x = true <-> sign x = 1) /\ (may cs cuts 1 x = true <-> sign x = -1)).
Proof using View.
  destruct View as [_ C]. unfold check in C. apply andb_prop in C. destruct C as [C D]. rewrite forallb_forall in C, D. split.
  - intros c I. specialize (C c I). apply andb_prop in C. destruct C as [C L]. split; [now apply eqb_prop|exact L].
  - intros x I. specialize (D x ltac:(now apply in_range)). rewrite !andb_true_iff, !orb_true_iff, !Z.eqb_eq, !eqb_true_iff in D. destruct D as [[S A] B].
    split; [tauto|]. rewrite A, B, !Z.eqb_eq. tauto.
Qed.

(** THE VIEW: a move picks a cell that the player may pick, and takes it away with all beyond it; rows of every length. *)
Theorem moves_are : forall T w t, T = 0 \/ T = 1 ->
  In t (Core.moves g [[T]; w]) <-> exists a x b, w = a ++ x :: b /\ may cs cuts T x = true /\ t = [[1 - T]; if from_last then b else a].
Proof using View.
  intros T w t HT. destruct View as [E _]. assert (M : Core.moves g [[T]; w] = go (Seq (alt_of (map cut_command cuts)) pass_turn) [] [[T]; w]).
  { rewrite E at 1. unfold Core.moves, ended, cut_game. cbn [ends first_end tiers consts parts first_tier]. now destruct (run _ _ (Seq _ _) _ _). }
  rewrite M. cbn [run]. rewrite in_flat_map. destruct check_facts as [Ways _].
  assert (Fl : forall l, go pass_turn [] [[T]; l] = [[[1 - T]; l]]) by (intro; destruct HT as [-> | ->]; reflexivity).
  assert (One : forall c, In c cuts -> forall s, In s (go (cut_command c) [] [[T]; w]) <->
    by_turn c = T /\ exists a x b, w = a ++ x :: b /\ forallb (fun e => negb (ev cs [0] [[T]; [x]] e =? 0)) (guards c) = true /\ s = [[T]; if from_last then b else a]).
  { intros c I s. destruct (Ways c I) as [Wy Lo]. unfold cut_command. cbn [run].
    assert (G : ev cs [] [[T]; w] (Bin Eq (Get (P 0) (Num 0) 0) (Num (by_turn c))) = b2z (T =? by_turn c)) by reflexivity. rewrite G. clear G.
    destruct (Z.eqb_spec T (by_turn c)) as [ET|ET]; cbn [b2z Z.eqb flat_map]; [|split; [intros []|intros [Q _]; congruence]].
    rewrite app_nil_r, in_flat_map. cbn [ev look nth].
    assert (Local : forall a x b, forallb (fun e => negb (ev cs [Z.of_nat (length a)] [[T]; a ++ x :: b] e =? 0)) (guards c) = forallb (fun e => negb (ev cs [0] [[T]; [x]] e =? 0)) (guards c)).
    { intros a x b. rewrite forallb_forall in Lo. revert Lo. generalize (guards c). intro es. induction es as [|e es IH]; intro Lo; [reflexivity|]. cbn [forallb].
      rewrite (ev_local cs T x a b e [] (Lo e (or_introl eq_refl))). f_equal. apply IH. intros y J. apply Lo. now right. }
    split.
    - intros [j [R J]]. apply in_range in R. split; [congruence|]. destruct (nth_error w (Z.to_nat j)) as [x|] eqn:N; [|apply nth_error_None in N; lia].
      apply nth_error_split in N. destruct N as [a [b [-> La]]]. assert (j = Z.of_nat (length a)) as -> by lia. cbn [app] in J. rewrite guarded, Local in J.
      match type of J with context [if ?c then _ else _] => destruct c eqn:F end; [|destruct J]. apply tail_run in J. rewrite Wy in J. now exists a, x, b.
    - intros [_ [a [x [b [-> [F ->]]]]]]. exists (Z.of_nat (length a)). split; [apply in_range; rewrite app_length; cbn [length]; lia|]. cbn [app].
      rewrite guarded, Local, F. apply tail_run. now rewrite Wy. }
  split.
  - intros [s [I J]]. apply alternatives in I. destruct I as [c' [I S]]. apply in_map_iff in I. destruct I as [c [<- I]]. apply One in S; trivial.
    destruct S as [ET [a [x [b [-> [F ->]]]]]]. rewrite Fl in J. destruct J as [<-|[]]. exists a, x, b. split; trivial. split; trivial.
    unfold may. apply existsb_exists. exists c. split; trivial. rewrite F, andb_true_r. now apply Z.eqb_eq.
  - intros [a [x [b [-> [F ->]]]]]. unfold may in F. apply existsb_exists in F. destruct F as [c [I F]]. apply andb_prop in F. destruct F as [ET F]. apply Z.eqb_eq in ET.
    exists [[T]; if from_last then b else a]. split; [|rewrite Fl; now left]. apply alternatives. exists (cut_command c). split; [now apply in_map|].
    apply One; trivial. split; trivial. now exists a, x, b.
Qed.

(* ---------------- the game on rows ---------------- *)
Definition row_of (P : bool) (w : list Z) : state := [[number_of P]; w].
Definition mv (p q : bool * list Z) : Prop := fst q = negb (fst p) /\ exists a x b, snd p = a ++ x :: b /\ sign x = (if fst p then 1 else -1) /\ snd q = if from_last then b else a.
Lemma row_moves : forall p s, is_row (snd p) -> In s (Core.moves g (row_of (fst p) (snd p))) <-> exists q, mv p q /\ s = row_of (fst q) (snd q).
Proof using View.
  intros [P w] s R. cbn [fst snd] in *. unfold row_of at 1. rewrite moves_are by (destruct P; auto). destruct check_facts as [_ Fs].
  assert (May : forall a x b, w = a ++ x :: b -> (may cs cuts (number_of P) x = true <-> sign x = if P then 1 else -1)).
  { intros a x b ->. apply Forall_app in R. destruct R as [_ R]. inversion R as [|? ? Hx _]; subst. destruct (Fs x Hx) as [_ [A B]]. now destruct P. }
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P. rewrite Flip. split.
  - intros [a [x [b [E [M ->]]]]]. exists (negb P, if from_last then b else a). split; [|reflexivity]. split; [reflexivity|]. exists a, x, b. cbn [fst snd]. split; trivial. split; trivial. now apply (May a x b).
  - intros [[Q u] [[EQ [a [x [b [E [S Eu]]]]]] ->]]. cbn [fst snd] in *. subst Q u. exists a, x, b. split; trivial. split; trivial. now apply (May a x b).
Qed.
Lemma keeps_row : forall p q, is_row (snd p) -> mv p q -> is_row (snd q) /\ fst q = negb (fst p).
Proof using.
  intros [P w] [Q u] R [E [a [x [b [Ew [_ Eu]]]]]]. cbn [fst snd] in *. subst. split; trivial. apply Forall_app in R. destruct R as [A B]. inversion B; subst. now destruct from_last.
Qed.
Lemma row_play : forall p, is_row (snd p) -> forall b : bool, (b = true -> Game.Win mv p) -> (b = false -> Game.Lose mv p) ->
  (b = true <-> wins g (fst p) (row_of (fst p) (snd p))) /\ (b = false <-> wins g (negb (fst p)) (row_of (fst p) (snd p))).
Proof using View.
  intros p R b HW HL. destruct View as [E _].
  assert (Fr : blocks g = O) by (rewrite E; reflexivity). assert (En : forall s, ended g s = None) by (intro s; rewrite E; reflexivity).
  apply (play_correct g Fr En (bool * list Z) mv fst (fun p => row_of (fst p) (snd p)) (fun p => is_row (snd p)) false).
  - intros [P w]. reflexivity.
  - intros q s Iq. now apply row_moves.
  - intros q r Iq M. now apply keeps_row.
  - intros [P w] _. unfold stuck_pays. rewrite E. now destruct P.
  - exact R.
  - intro Eb. apply Heap.play_normal. now apply HW.
  - intro Eb. apply Heap.play_normal. now apply HL.
Qed.

(** Cuts of the row are cuts of its signs. *)
Lemma cut_oriented : forall s w p, In p (ValueCuts.cuts s (oriented w)) <-> exists a x b, w = a ++ x :: b /\ sign x = s /\ p = oriented (if from_last then b else a).
Proof using.
  intros s w p. rewrite in_cuts. unfold oriented. set (v := if from_last then rev w else w).
  assert (Same : (exists q, map sign v = p ++ s :: q) <-> exists a x b, v = a ++ x :: b /\ sign x = s /\ p = map sign a).
  { split.
    - intros [q E]. apply map_eq_app in E. destruct E as [a [v' [E [<- E']]]]. apply map_eq_cons in E'. destruct E' as [x [b [-> [<- <-]]]]. now exists a, x, b.
    - intros [a [x [b [-> [<- ->]]]]]. exists (map sign b). now rewrite map_app. }
  rewrite Same. unfold v. destruct from_last.
  - split.
    + intros [a [x [b [E [S ->]]]]]. exists (rev b), x, (rev a). split; [|split; [trivial|now rewrite rev_involutive]].
      rewrite <- (rev_involutive w), E, rev_app_distr. cbn [rev]. now rewrite <- app_assoc.
    + intros [a [x [b [-> [S ->]]]]]. exists (rev b), x, (rev a). split; [|now split]. rewrite rev_app_distr. cbn [rev]. now rewrite <- app_assoc.
  - split; intros [a [x [b [E [S F]]]]]; exists a, x, b; now repeat split.
Qed.
Lemma signs_oriented : forall w, is_row w -> ValueCuts.signs (oriented w).
Proof using View.
  intros w R. destruct check_facts as [_ Fs]. unfold oriented, ValueCuts.signs. apply Forall_map.
  assert (R' : is_row (if from_last then rev w else w)) by (destruct from_last; [now apply Forall_rev|exact R]).
  apply Forall_impl with (2 := R'). intros x Hx. now destruct (Fs x Hx).
Qed.
Lemma oriented_length : forall w, length (oriented w) = length w.
Proof using. intro w. unfold oriented. rewrite map_length. destruct from_last; [apply rev_length|reflexivity]. Qed.
Lemma good_rows : forall k X, proper X -> short k X -> good k (map oriented X).
Proof using View.
  intros k X R L. unfold good. apply Forall_map. unfold proper, short in *. rewrite Forall_forall in *. intros w I. split; [now apply signs_oriented, R|]. rewrite oriented_length. now apply L.
Qed.
End Term.

(** Sums of rows alone: one is at most another in every sum. *)
Definition nothing (b : Empty_set) : list (list Empty_set) := [].
Notation atom := (ValueCuts.atom Empty_set).
Definition lefts : atom -> list (list atom) := ValueCuts.options Empty_set 1 nothing.
Definition rights : atom -> list (list atom) := ValueCuts.options Empty_set (-1) nothing.
Definition shown (X : list (list Z)) : list atom := ValueCuts.rows Empty_set (map oriented X).
Definition at_most (X Y : list (list Z)) : Prop := Value.le (list atom) (Value.lo atom lefts) (Value.ro atom rights) (shown X) (shown Y).

(** MAIN THEOREM: sums of rows of every length are ordered by their numbers, and who wins a row by its number can force a win in the game of the term. *)
Theorem cut_rows_term : forall g cuts, view_cuts g cuts ->
  (forall k X Y, short k X -> short k Y -> proper X -> proper Y -> (at_most X Y <-> total k X <= total k Y)) /\
  (forall w, proper [w] -> let v := worth (length w) (oriented w) in
    (0 < v <-> wins g true (row_of true w)) /\ (v <= 0 <-> wins g false (row_of true w)) /\
    (0 <= v <-> wins g true (row_of false w)) /\ (v < 0 <-> wins g false (row_of false w))).
Proof using.
  intros g cuts View. set (heavy := fun _ : Empty_set => 0%nat).
  assert (NL : forall b p, In p (nothing b) -> (Value.total Empty_set heavy p < heavy b)%nat) by (intros []).
  split.
  - intros k X Y SX SY PX PY. unfold at_most, shown, total. apply (cuts_law k Empty_set nothing nothing heavy NL NL); now apply (good_rows g cuts View).
  - intros w R. inversion R as [|? ? Rw _]; subst. cbn zeta. set (k := length w). set (v := worth k (oriented w)).
    assert (G : good k [oriented w]) by (apply (good_rows g cuts View k [w]); [exact R|constructor; [unfold k; lia|constructor]]).
    assert (T : ValueCuts.total k [oriented w] = v) by (cbn [ValueCuts.total fold_right]; unfold v; lia).
    pose proof (cuts_first k Empty_set nothing nothing [oriented w] G) as C1. pose proof (cuts_second k Empty_set nothing nothing [oriented w] G) as C2. rewrite T in C1, C2.
    pose proof (told_by atom lefts rights (ValueCuts.weight Empty_set heavy) (options_fall Empty_set heavy 1 nothing NL) (options_fall Empty_set heavy (-1) nothing NL)
      (list Z) mv (fun w => shown [w]) is_row) as D.
    assert (Moves : forall (s : Z) (P : bool) (u : list Z) (Z0 : list atom), s = (if P then 1 else -1) -> In Z0 (Value.moves atom (ValueCuts.options Empty_set s nothing) (shown [u])) <->
      exists y, mv (P, u) (negb P, y) /\ Z0 = shown [y]).
    { intros s P u Z0 Es. rewrite (moves_rows Empty_set s nothing [oriented u] Z0). split.
      - intros [X1 [w' [X2 [p [E [I ->]]]]]]. destruct X1 as [|? [|]]; [|discriminate|discriminate]. cbn [app] in E. injection E as E1 E2. subst w' X2. apply cut_oriented in I.
        destruct I as [a [x [b [-> [S ->]]]]]. exists (if from_last then b else a). split; [|reflexivity]. split; [reflexivity|]. exists a, x, b. cbn [fst snd]. rewrite S. now repeat split.
      - intros [y [[_ [a [x [b [E [S Ey]]]]]] ->]]. cbn [fst snd] in *. subst u y. exists [], (oriented (a ++ x :: b)), [], (oriented (if from_last then b else a)). split; [reflexivity|].
        split; [|reflexivity]. apply cut_oriented. exists a, x, b. rewrite S, Es. now repeat split. }
    specialize (D ltac:(intros P x q Fx M; destruct (keeps_row (P, x) q Fx M); now split)
      ltac:(intros x Y _; exact (Moves 1 true x Y eq_refl)) ltac:(intros x Y _; exact (Moves (-1) false x Y eq_refl))
      (fun P Q => wins g Q (row_of P w)) w Rw
      ltac:(intros P b Wi Lo; exact (row_play g cuts View (P, w) Rw b Wi Lo))).
    destruct D as [D1 [D2 [D3 D4]]]. change (Value.first (list atom) (Value.lo atom lefts) (Value.ro atom rights) (shown [w]) <-> 0 < v) in C1.
    change (Value.second (list atom) (Value.lo atom lefts) (Value.ro atom rights) (shown [w]) <-> 0 <= v) in C2.
    rewrite <- D1, <- D2, <- D3, <- D4, C1, C2. repeat split; lia.
Qed.
End View.
