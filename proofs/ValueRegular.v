(** * ValueRegular.v -- what rows are worth, read off by an automaton whose states have forms; crates/verify/src/values/regular.rs.
    Rows are words, moves put a word in the place of another. All pairs of states before and after a move are explored ([pairs_check]); all moves of a player at once are followed by sets of
    what they have become so far, of which each stands for those that contain it ([sets_check]). Proved: where the automaton says a form of a word, it says one of each word that play leads to,
    and in every sum the word can stand for its form ([regular_values_law]); where [whole_check] holds, it says one of every word between two ends ([all_said]).
    Source: J. H. Conway, On Numbers and Games (1976); sets of moves as in Rewriting.v.
    An instance gives the words of both players, why play ends, the automaton, the sets with their transitions, and the sheet. *)
Require Import List Arith NArith ZArith Lia Bool PeanoNat Wf_nat FMapPositive.
From Whowins Require Import Value ValueLines ValueKinds ValueRowParts.
From Whowins Require Explore.
Import ListNotations.
Open Scope nat_scope.

(** A move that is done, with the state of the word that it leads to; or so many letters of a rule's left side that were read, with the state of what was written. *)
Inductive item := Done (q : nat) | Within (ri j q : nat).
Record law := {
  delta : list (list nat);                   (* delta[state][letter], from state 0 on *)
  says : list (option N);                    (* the form of a word after which the automaton is in this state *)
  sets : bool -> list (nat * list item);     (* for each player: a state, and what moves have become *)
  leads : bool -> list (list nat) }.         (* leads[set][letter]: a set that the set after one more letter contains *)

(** Looks at states or pairs of them, at most. *)
Definition rounds : nat := 2 ^ 19.
Opaque rounds.

Section Regular.
Variables lefts rights : list rule.
Notation rules := (lefts ++ rights).
Definition words (P : bool) : list rule := if P then lefts else rights.
Variable letters : nat.
Variable l : law.
Definition states : nat := length (delta l).
Definition dl (s x : nat) : nat := nth x (nth s (delta l) []) 0.
Definition run (s : nat) (w : list nat) : nat := fold_left dl w s.
Definition says_at (s : nat) : option N := nth s (says l) None.
Definition said (w : list nat) : option N := says_at (run 0 w).
Definition okw (w : list nat) : Prop := Forall (fun x => x < letters) w.
Definition table_check : bool := (0 <? states) && forallb (forallb (fun s => s <? states)) (delta l).
Definition rules_check : bool := forallb (fun r : rule => (length (fst r) =? length (snd r)) && (0 <? length (fst r)) && forallb (fun x => x <? letters) (snd r)) rules.

(** ** Comparisons, as a sheet has them *)
Variables fl fr : N -> list N.
Variable AT : N -> N -> option bool.
Definition not_as_good (P : bool) (f g : N) : bool := if P then is_false (AT f g) else is_false (AT g f).
Definition as_good (P : bool) (y g : N) : bool := if P then is_true (AT y g) else is_true (AT g y).
Definition wanted (P : bool) (f : N) : list N := if P then fl f else fr f.

(** ** Pairs of states before and after a move *)
Definition pair := (nat * nat)%type.
Definition same_pair (a b : pair) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition pair_key (a : pair) : positive := Explore.pushL [Z.of_nat (fst a); Z.of_nat (snd a)] xH.
Definition pair_step (a : pair) : list pair := map (fun x => (dl (fst a) x, dl (snd a) x)) (seq 0 letters).
Definition pair_good (P : bool) (a : pair) : bool := match says_at (fst a) with None => true
  | Some f => match says_at (snd a) with None => false | Some g => not_as_good P f g end end.
Definition pair_starts (P : bool) : list pair := flat_map (fun s => map (fun r : rule => (run s (fst r), run s (snd r))) (words P)) (seq 0 states).
Definition pairs_check (P : bool) : bool := Explore.explore same_pair pair_key pair_step (pair_good P) rounds (pair_starts P) (PositiveMap.empty pair).

(** ** Sets of moves *)
Definition same_item (a b : item) : bool := match a, b with
  | Done q, Done q' => q =? q' | Within a b c, Within a' b' c' => (a =? a') && (b =? b') && (c =? c') | _, _ => false end.
Definition has (a : item) (t : list item) : bool := existsb (same_item a) t.
Definition lhs (P : bool) (ri : nat) : list nat := fst (nth ri (words P) ([], [])).
Definition rhs (P : bool) (ri : nat) : list nat := snd (nth ri (words P) ([], [])).
Definition advance (P : bool) (ri j q x : nat) : list item := match nth_error (lhs P ri) j with
  | Some y => if x =? y then let q' := dl q (nth j (rhs P ri) 0) in if S j =? length (lhs P ri) then [Done q'] else [Within ri (S j) q'] else []
  | None => [] end.
Definition after (P : bool) (s x : nat) (t : list item) : list item :=
  flat_map (fun ri => advance P ri 0 s x) (seq 0 (length (words P))) ++
  flat_map (fun it => match it with Done q => [Done (dl q x)] | Within ri j q => advance P ri j q x end) t.
Definition set_at (P : bool) (i : nat) : nat * list item := nth i (sets l P) (0, []).
Definition borne_out (P : bool) (f : N) (t : list item) : bool := forallb (fun y => existsb (fun it => match it with
  | Done q => match says_at q with Some g => as_good P y g | None => false end | _ => false end) t) (wanted P f).
Definition set_ok (P : bool) (i : nat) : bool := let '(s, t) := set_at P i in
  forallb (fun x => let k := nth x (nth i (leads l P) []) 0 in let '(s', t') := set_at P k in
    (k <? length (sets l P)) && (s' =? dl s x) && (let u := after P s x t in forallb (fun a => has a u) t')) (seq 0 letters) &&
  match says_at s with Some f => borne_out P f t | None => true end.
Definition sets_check (P : bool) : bool := (fst (set_at P 0) =? 0) && (match snd (set_at P 0) with [] => true | _ => false end) && (0 <? length (sets l P)) &&
  forallb (set_ok P) (seq 0 (length (sets l P))).
Definition moves_check : bool := table_check && rules_check && pairs_check true && pairs_check false && sets_check true && sets_check false.

Hypothesis Check : moves_check = true.
Lemma check_facts : table_check = true /\ rules_check = true /\ (forall P, pairs_check P = true) /\ (forall P, sets_check P = true).
Proof using Check.
  pose proof Check as H. unfold moves_check in H. rewrite !andb_true_iff in H. destruct H as [[[[[T R] P1] P2] S1] S2]. split; [exact T|]. split; [exact R|]. split; intros [|]; [exact P1|exact P2|exact S1|exact S2].
Qed.
Lemma rule_facts : forall P x y, In (x, y) (words P) -> length x = length y /\ x <> [] /\ okw y.
Proof using Check.
  intros P x y I. destruct check_facts as [_ [R _]]. unfold rules_check in R. rewrite forallb_forall in R.
  assert (J : In (x, y) rules) by (apply in_or_app; destruct P; auto). specialize (R _ J). cbn [fst snd] in R.
  apply andb_prop in R. destruct R as [R R3]. apply andb_prop in R. destruct R as [R1 R2]. apply Nat.eqb_eq in R1. apply Nat.ltb_lt in R2. rewrite forallb_forall in R3.
  split; [trivial|]. split; [intros ->; cbn in R2; lia|]. apply Forall_forall. intros a A. now apply Nat.ltb_lt, R3.
Qed.
Lemma run_app : forall s a b, run s (a ++ b) = run (run s a) b.
Proof using. intros. unfold run. apply fold_left_app. Qed.
Lemma run_less : forall w s, s < states -> run s w < states.
Proof using Check.
  destruct check_facts as [T _]. unfold table_check in T. apply andb_prop in T. destruct T as [Z T]. apply Nat.ltb_lt in Z. rewrite forallb_forall in T.
  assert (One : forall s x, dl s x < states).
  { intros s x. unfold dl. destruct (nth_in_or_default s (delta l) []) as [I|E]; [|rewrite E; destruct x; exact Z].
    destruct (nth_in_or_default x (nth s (delta l) []) 0) as [J|E]; [|rewrite E; exact Z]. specialize (T _ I). rewrite forallb_forall in T. now apply Nat.ltb_lt, T. }
  induction w as [|x w IH]; intros s H; [exact H|]. cbn [run fold_left]. apply IH, One.
Qed.
Lemma okw_next : forall P w c, okw w -> In c (nexts (words P) w) -> okw c.
Proof using Check.
  intros P w c O I. apply in_nexts in I. destruct I as [u [x [y [v [I [-> ->]]]]]]. destruct (rule_facts P x y I) as [_ [_ Y]].
  unfold okw in *. rewrite !Forall_app in *. tauto.
Qed.

(** The pairs of all words and moves are explored. *)
Lemma move_good : forall P w c, okw w -> In c (nexts (words P) w) -> pair_good P (run 0 w, run 0 c) = true.
Proof using Check.
  intros P w c O I. apply in_nexts in I. destruct I as [u [x [y [v [I [-> ->]]]]]]. destruct check_facts as [T [_ [Q _]]]. specialize (Q P).
  assert (Eq : forall a b, same_pair a b = true -> a = b).
  { intros [a b] [a' b'] E. unfold same_pair in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2. congruence. }
  destruct (Explore.explore_sound pair same_pair pair_key pair_step (pair_good P) Eq _ _ Q) as [S [S1 S2]].
  assert (Z : 0 < states) by (unfold table_check in T; apply andb_prop in T; destruct T as [Z _]; now apply Nat.ltb_lt).
  assert (St : S (run 0 (u ++ x), run 0 (u ++ y))).
  { apply S1. apply in_flat_map. exists (run 0 u). split; [apply in_seq; split; [lia|apply run_less; exact Z]|]. apply in_map_iff. exists (x, y). cbn [fst snd]. now rewrite !run_app. }
  rewrite !app_assoc. unfold okw in O. rewrite !Forall_app in O. destruct O as [_ [_ Ov]].
  revert St. generalize (u ++ x) (u ++ y). induction v as [|a v IH]; intros m n St; [rewrite !app_nil_r; now apply S2|].
  inversion Ov as [|? ? A Ov']; subst. change (a :: v) with ([a] ++ v). rewrite !app_assoc. apply IH; trivial.
  destruct (S2 _ St) as [_ C]. apply C. unfold pair_step. apply in_map_iff. exists a. cbn [fst snd]. rewrite !run_app. split; [reflexivity|apply in_seq; lia].
Qed.

(** What stands in a set is so of the word. *)
Definition real (P : bool) (w : list nat) (it : item) : Prop := match it with
  | Done q => exists c, In c (nexts (words P) w) /\ q = run 0 c
  | Within ri j q => exists u, ri < length (words P) /\ j < length (lhs P ri) /\ w = u ++ firstn j (lhs P ri) /\ q = run 0 (u ++ firstn j (rhs P ri)) end.
Lemma firstn_one : forall (x : list nat) j y, nth_error x j = Some y -> firstn (S j) x = firstn j x ++ [y].
Proof using. induction x; intros [|j] y E; simpl in *; try discriminate; [congruence|]. now rewrite (IHx j y E). Qed.
Lemma has_in : forall a t, has a t = true -> In a t.
Proof using.
  intros a t H. apply existsb_exists in H. destruct H as [b [I E]]. replace a with b; trivial. destruct a, b; cbn in E; try discriminate.
  - apply Nat.eqb_eq in E. congruence.
  - apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2, E3. congruence.
Qed.
Lemma rule_in : forall P ri, ri < length (words P) -> In (lhs P ri, rhs P ri) (words P).
Proof using. intros P ri L. unfold lhs, rhs. rewrite <- surjective_pairing. now apply nth_In. Qed.
Lemma advance_real : forall P w u ri j x it, ri < length (words P) -> w = u ++ firstn j (lhs P ri) ->
  In it (advance P ri j (run 0 (u ++ firstn j (rhs P ri))) x) -> real P (w ++ [x]) it.
Proof using Check.
  intros P w u ri j x it Lr E I. unfold advance in I. destruct (nth_error (lhs P ri) j) as [y|] eqn:N; [|destruct I].
  destruct (Nat.eqb_spec x y) as [->|]; [|destruct I]. destruct (rule_facts P _ _ (rule_in P ri Lr)) as [Len _].
  assert (J : j < length (lhs P ri)) by (apply nth_error_Some; congruence).
  assert (N' : nth_error (rhs P ri) j = Some (nth j (rhs P ri) 0)) by (apply nth_error_nth'; lia).
  pose proof (firstn_one _ _ _ N) as Fl. pose proof (firstn_one _ _ _ N') as Fr.
  assert (W : w ++ [y] = u ++ firstn (S j) (lhs P ri)) by (rewrite Fl, E, app_assoc; reflexivity).
  assert (Q : dl (run 0 (u ++ firstn j (rhs P ri))) (nth j (rhs P ri) 0) = run 0 (u ++ firstn (S j) (rhs P ri))) by (rewrite Fr, app_assoc, (run_app 0 (u ++ firstn j (rhs P ri))); reflexivity).
  cbn zeta in I. rewrite Q in I. destruct (Nat.eqb_spec (S j) (length (lhs P ri))) as [L|L]; cbn [In] in I; destruct I as [<-|[]]; cbn [real].
  - exists (u ++ rhs P ri). split; [|now rewrite firstn_all2 by lia]. rewrite W, firstn_all2 by lia. apply in_nexts. exists u, (lhs P ri), (rhs P ri), [].
    rewrite !app_nil_r. split; [now apply rule_in|now split].
  - exists u. repeat split; trivial. lia.
Qed.
Lemma after_real : forall P w x t it, (forall i, In i t -> real P w i) -> In it (after P (run 0 w) x t) -> real P (w ++ [x]) it.
Proof using Check.
  intros P w x t it H I. unfold after in I. apply in_app_or in I. destruct I as [I|I]; apply in_flat_map in I.
  - destruct I as [ri [Hr I]]. apply in_seq in Hr. apply (advance_real P w w ri 0 x it); [lia|cbn [firstn]; now rewrite app_nil_r|]. cbn [firstn]. rewrite app_nil_r. exact I.
  - destruct I as [[q|ri j q] [Ht I]]; specialize (H _ Ht); cbn [real] in H.
    + destruct H as [c [M ->]]. destruct I as [<-|[]]. exists (c ++ [x]). split; [|now rewrite run_app]. exact (around (words P) [] w c [x] M).
    + destruct H as [u [Lr [Lj [E ->]]]]. exact (advance_real P w u ri j x it Lr E I).
Qed.
Lemma set_of : forall P w, okw w -> exists i, i < length (sets l P) /\ fst (set_at P i) = run 0 w /\ forall it, In it (snd (set_at P i)) -> real P w it.
Proof using Check.
  intros P w. destruct check_facts as [_ [_ [_ K]]]. specialize (K P). unfold sets_check in K. apply andb_prop in K. destruct K as [K K4]. apply andb_prop in K. destruct K as [K K3].
  apply andb_prop in K. destruct K as [K1 K2]. apply Nat.eqb_eq in K1. apply Nat.ltb_lt in K3. rewrite forallb_forall in K4. induction w as [|x w IH] using rev_ind.
  - intros _. exists 0. split; [trivial|]. split; [exact K1|]. intros it I. destruct (snd (set_at P 0)); [destruct I|discriminate].
  - intro O. unfold okw in O. apply Forall_app in O. destruct O as [Ow Ox]. inversion Ox as [|? ? Hx _]; subst. destruct (IH Ow) as [i [Li [Ei Ri]]].
    specialize (K4 i ltac:(apply in_seq; lia)). unfold set_ok in K4. destruct (set_at P i) as [s t] eqn:Em. cbn [fst snd] in *.
    apply andb_prop in K4. destruct K4 as [K4 _]. rewrite forallb_forall in K4. specialize (K4 x ltac:(apply in_seq; lia)). cbn zeta in K4.
    set (k := nth x (nth i (leads l P) []) 0) in *. destruct (set_at P k) as [s' t'] eqn:Et.
    apply andb_prop in K4. destruct K4 as [K4 K6]. apply andb_prop in K4. destruct K4 as [K4 K5]. apply Nat.ltb_lt in K4. apply Nat.eqb_eq in K5. rewrite forallb_forall in K6.
    exists k. rewrite Et. cbn [fst snd]. split; [trivial|]. split; [rewrite K5, Ei, run_app; reflexivity|].
    intros it I. apply (after_real P w x t); trivial. rewrite <- Ei. now apply has_in, K6.
Qed.
(** Each option of the form has a move that is as good. *)
Lemma answered : forall P w f y, okw w -> said w = Some f -> In y (wanted P f) -> exists c g, In c (nexts (words P) w) /\ said c = Some g /\ as_good P y g = true.
Proof using Check.
  intros P w f y O E I. destruct (set_of P w O) as [i [Li [Ei Ri]]]. destruct check_facts as [_ [_ [_ K]]]. specialize (K P). unfold sets_check in K.
  apply andb_prop in K. destruct K as [_ K]. rewrite forallb_forall in K. specialize (K i ltac:(apply in_seq; lia)). unfold set_ok in K.
  destruct (set_at P i) as [s t] eqn:Em. cbn [fst snd] in *. apply andb_prop in K. destruct K as [_ K]. unfold said in E. rewrite <- Ei in E. rewrite E in K.
  unfold borne_out in K. rewrite forallb_forall in K. specialize (K y I). apply existsb_exists in K. destruct K as [[q|? ? ?] [J G]]; [|discriminate].
  destruct (Ri _ J) as [c [M ->]]. exists c. unfold said. destruct (says_at (run 0 c)) as [g|]; [|discriminate]. now exists g.
Qed.

(** ** Every word is spoken of, between two ends *)
Variable ends : nat * nat.
Variable symbols : nat.
Definition whole_good (q : nat) : bool := match says_at (dl q (snd ends)) with Some _ => true | None => false end.
Definition whole_step (q : nat) : list nat := map (dl q) (seq 0 symbols).
Definition whole_check : bool := Explore.explore Nat.eqb (fun q => Explore.pushL [Z.of_nat q] xH) whole_step whole_good rounds (whole_step (dl 0 (fst ends))) (PositiveMap.empty nat).
Theorem all_said : whole_check = true -> forall w, w <> [] -> Forall (fun x => x < symbols) w -> said (fst ends :: w ++ [snd ends]) <> None.
Proof using.
  intros C w Ne O. destruct (Explore.explore_sound nat Nat.eqb _ whole_step whole_good (fun a b E => proj1 (Nat.eqb_eq a b) E) _ _ C) as [S [S1 S2]].
  assert (G : S (run (dl 0 (fst ends)) w)).
  { induction w as [|x w IH] using rev_ind; [congruence|]. apply Forall_app in O. destruct O as [Ow Ox]. inversion Ox as [|? ? Hx _]; subst. rewrite run_app. cbn [run fold_left].
    assert (J : In x (seq 0 symbols)) by (apply in_seq; lia). destruct w as [|y w].
    - apply S1. unfold whole_step. apply in_map_iff. now exists x.
    - destruct (S2 _ (IH ltac:(discriminate) Ow)) as [_ K]. apply K. unfold whole_step. apply in_map_iff. now exists x. }
  destruct (S2 _ G) as [H _]. unfold whole_good in H. unfold said. cbn [run fold_left]. fold (run (dl 0 (fst ends)) (w ++ [snd ends])). rewrite run_app. cbn [run fold_left].
  destruct (says_at _); [discriminate|discriminate].
Qed.
End Regular.

(** ** In every sum *)
Section Worth.
Variables lefts rights : list rule.
Notation rules := (lefts ++ rights).
Variable heavy : list nat -> nat.
Hypothesis falls : forall w c, In c (nexts rules w) -> heavy c < heavy w.
Variable s : sheet.
Variable letters : nat.
Variable l : law.
Definition regular_check : bool := let ml := ValueLines.lefts s in let mr := ValueLines.rights s in let mo := gathered (size s) (order s) in
  let LE := look (T := bool) (size s) mo in
  forallb (fun e => line_ok (options_in ml) (options_in mr) LE (fst (fst e)) (snd (fst e)) (snd e)) (order s) &&
  moves_check lefts rights letters l (options_in ml) (options_in mr) (at_most LE).
Hypothesis Check : regular_check = true.
Notation fl := (options_in (ValueLines.lefts s)).
Notation fr := (options_in (ValueLines.rights s)).
Notation LE := (look (T := bool) (size s) (gathered (size s) (order s))).
Notation atom := (ValueLines.atom (list nat)).
Notation OL := (oL (list nat) fl (row_options lefts)).
Notation OR := (oR (list nat) fr (row_options rights)).
Notation le := (Value.le (list atom) (Value.lo atom OL) (Value.ro atom OR)).
Notation lf := (Value.lf (list atom) (Value.lo atom OL) (Value.ro atom OR)).
(** MAIN THEOREM: of what the automaton says a form, that form can be put for it in every sum, and it for the form. *)
Theorem regular_values_law : forall w f, okw letters w -> said l w = Some f -> sums_of lefts rights s [inr w] (F (list nat) f).
Proof using falls Check.
  pose proof Check as C. unfold regular_check in C. cbn zeta in C. apply andb_prop in C. destruct C as [C1 C2]. rewrite forallb_forall in C1.
  assert (Lines : forall a b v, LE a b = Some v -> line_ok fl fr LE a b v = true) by (intros a b v Q; apply look_in in Q; exact (C1 _ Q)).
  pose proof (lefts_fall lefts rights heavy falls) as Lf. pose proof (rights_fall lefts rights heavy falls) as Rf.
  pose proof (order_sound (list nat) fl fr (options_in_fall _) (options_in_fall _) (row_options lefts) (row_options rights) heavy Lf Rf LE Lines) as Order.
  pose proof (le_lf (list nat) fl fr (options_in_fall _) (options_in_fall _) (row_options lefts) (row_options rights) heavy Lf Rf) as LeLf.
  pose proof (lf_le (list nat) fl fr (options_in_fall _) (options_in_fall _) (row_options lefts) (row_options rights) heavy Lf Rf) as LfLe.
  pose proof (le_trans (list nat) fl fr (options_in_fall _) (options_in_fall _) (row_options lefts) (row_options rights) heavy Lf Rf) as LeLe.
  intro w. induction w as [w IH] using (well_founded_induction (well_founded_ltof _ heavy)). unfold ltof in IH. intros f O E.
  assert (Next : forall P c, In c (nexts (words lefts rights P) w) -> exists g, said l c = Some g /\ sums_of lefts rights s [inr c] (F (list nat) g) /\ not_as_good (at_most LE) P f g = true).
  { intros P c I. pose proof (move_good lefts rights letters l fl fr (at_most LE) C2 P w c O I) as G. unfold pair_good in G. cbn [fst snd] in G.
    unfold said in E. rewrite E in G. change (says_at l (run l 0 c)) with (said l c) in G. destruct (said l c) as [g|] eqn:Ec; [|discriminate]. exists g.
    split; [reflexivity|]. split; [|exact G]. apply IH; [|exact (okw_next lefts rights letters l fl fr (at_most LE) C2 P w c O I)|exact Ec].
    apply falls. destruct P; [exact (nexts_left lefts rights w c I)|exact (nexts_right lefts rights w c I)]. }
  assert (Answer : forall P y, In y (wanted fl fr P f) -> exists c g, In c (nexts (words lefts rights P) w) /\ sums_of lefts rights s [inr c] (F (list nat) g) /\ as_good (at_most LE) P y g = true).
  { intros P y I. destruct (answered lefts rights letters l fl fr (at_most LE) C2 P w f y O E I) as [c [g [J [Eg A]]]]. exists c, g. split; [trivial|]. split; [|trivial].
    destruct (Next P c J) as [h [Eh [Q _]]]. rewrite Eg in Eh. injection Eh as ->. exact Q. }
  split; constructor; intros Z I.
  - apply (in_one OL lefts (fun _ => eq_refl)) in I. destruct I as [c [I ->]]. destruct (Next true c I) as [g [_ [[Q _] N]]].
    apply (LeLf _ (F (list nat) g)); [exact Q|]. now apply Order.
  - apply ro_form in I. destruct I as [y [I ->]]. destruct (Answer false y I) as [c [g [J [[Q _] A]]]].
    apply (lf_right _ _ _ _ _ [inr c]); [apply (in_one OR rights (fun _ => eq_refl)); now exists c|]. apply (LeLe _ (F (list nat) g)); [exact Q|]. now apply Order.
  - apply lo_form in I. destruct I as [y [I ->]]. destruct (Answer true y I) as [c [g [J [[_ Q] A]]]].
    apply (lf_left _ _ _ _ _ [inr c]); [apply (in_one OL lefts (fun _ => eq_refl)); now exists c|]. apply (LeLe _ (F (list nat) g)); [|exact Q]. now apply Order.
  - apply (in_one OR rights (fun _ => eq_refl)) in I. destruct I as [c [I ->]]. destruct (Next false c I) as [g [_ [[_ Q] N]]].
    apply (LfLe _ (F (list nat) g)); [|exact Q]. now apply Order.
Qed.
End Worth.
