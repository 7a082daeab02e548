(** * ValueRuns.v -- what rows are worth that are runs of one symbol, the blank, between others that stay where they are; crates/verify/src/values/runs.rs.
    A run is its left end, its right end and its number of blanks. A change writes over some blanks beside each other, where one end or the other may have to stand right beside them.
    Rows are words between two ends; the rules on words are those of the changes ([word_rule]).
    Proved: a move in a word is an option of one of its runs, which leaves runs in its place, and the other way round ([word_moves]); from a length on, options of a run longer by a period are
    those of the run with one part longer by the period ([shrinks_runs], [stretches_runs]), whence, by ValueGrowth.v, V(e, n + p, f) = V(e, n, f) + S for all n >= n0 ([runs_law]).
    That the rules are those of a core term, and who can force a win in it from rows of every length: ViewRuns.v.
    Source: R. K. Guy, C. A. B. Smith 1956; J. H. Conway 1976. Runs of several kinds: this project.
    An instance gives the blank, the changes of both players, the ends, the sizes, the tables, the summand and the lines. *)
Require Import List Arith NArith PArith FMapPositive Lia Bool PeanoNat Permutation Wf_nat.
From Whowins Require Import Value ValueLines ValueGrowth.
Import ListNotations.
Open Scope nat_scope.

Definition run : Type := (nat * nat * nat)%type.
Record change := Change { before : option nat; written : list nat; behind : option nat }.
Definition optional (o : option nat) : list nat := match o with Some x => [x] | None => [] end.

Section Runs.
Variable blank : nat.
Definition mark (x : nat) : bool := negb (x =? blank).
Lemma mark_spec : forall x, mark x = true <-> x <> blank.
Proof using. intro x. unfold mark. rewrite negb_true_iff. apply Nat.eqb_neq. Qed.
(** The runs of a word behind an end and some blanks. *)
Fixpoint cut (e n : nat) (w : list nat) : list run := match w with
  | [] => [] | x :: w => if x =? blank then cut e (S n) w else (e, x, n) :: cut x 0 w end.
Definition runs_of (w : list nat) : list run := match w with [] => [] | e :: w => cut e 0 w end.
Definition word_rule (c : change) : list nat * list nat :=
  (optional (before c) ++ repeat blank (length (written c)) ++ optional (behind c), optional (before c) ++ written c ++ optional (behind c)).
Variable changes : bool -> list change.
(** An end that is asked for must be this one, and right there. *)
Definition stands (o : option nat) (e gap : nat) : bool := match o with None => true | Some x => (x =? e) && (gap =? 0) end.
Definition left_by (e f n : nat) (c : change) (i : nat) : list (list run) :=
  let j := n - length (written c) - i in
  if (i + length (written c) <=? n) && stands (before c) e i && stands (behind c) f j then [cut e i (written c ++ repeat blank j ++ [f])] else [].
Definition options (P : bool) (b : run) : list (list run) := let '(e, f, n) := b in
  flat_map (fun c => flat_map (left_by e f n c) (seq 0 (S n))) (changes P).
Lemma in_options : forall P e f n o, In o (options P (e, f, n)) <-> exists c i j, In c (changes P) /\ n = i + length (written c) + j /\
  stands (before c) e i = true /\ stands (behind c) f j = true /\ o = cut e i (written c ++ repeat blank j ++ [f]).
Proof using.
  intros P e f n o. unfold options. rewrite in_flat_map. split.
  - intros [c [Ic I]]. apply in_flat_map in I. destruct I as [i [_ I]]. unfold left_by in I.
    destruct (i + length (written c) <=? n) eqn:L; cbn [andb] in I; [|destruct I]. apply Nat.leb_le in L.
    destruct (stands (before c) e i) eqn:A; cbn [andb] in I; [|destruct I]. destruct (stands (behind c) f _) eqn:Z; [|destruct I].
    destruct I as [<-|[]]. exists c, i, (n - length (written c) - i). repeat split; trivial. lia.
  - intros [c [i [j [Ic [E [A [Z ->]]]]]]]. exists c. split; trivial. apply in_flat_map. exists i. split; [apply in_seq; lia|].
    unfold left_by. replace (n - length (written c) - i) with j by lia. rewrite A, Z.
    replace (i + length (written c) <=? n) with true by (symmetry; apply Nat.leb_le; lia). now left.
Qed.

(** ** Cutting *)
Lemma cut_blanks : forall j e i t, cut e i (repeat blank j ++ t) = cut e (i + j) t.
Proof using.
  induction j as [|j IH]; intros e i t; cbn [repeat app]; [now rewrite Nat.add_0_r|]. cbn [cut]. rewrite Nat.eqb_refl, IH. f_equal. lia.
Qed.
Lemma cut_mark : forall e i x t, x <> blank -> cut e i (x :: t) = (e, x, i) :: cut x 0 t.
Proof using. intros e i x t H. cbn [cut]. now rewrite (proj2 (Nat.eqb_neq x blank) H). Qed.
Lemma cut_at : forall t e k x s, x <> blank -> cut e k (t ++ x :: s) = cut e k (t ++ [x]) ++ cut x 0 s.
Proof using.
  induction t as [|y t IH]; intros e k x s H; cbn [app].
  - rewrite !cut_mark by trivial. reflexivity.
  - cbn [cut]. destruct (y =? blank); rewrite IH by trivial; reflexivity.
Qed.
Lemma runs_at : forall t x s, x <> blank -> runs_of (t ++ x :: s) = runs_of (t ++ [x]) ++ runs_of (x :: s).
Proof using. intros [|e t] x s H; cbn [app runs_of]; [reflexivity|]. now apply cut_at. Qed.
Lemma runs_between : forall A e y f Z, e <> blank -> f <> blank ->
  runs_of (A ++ e :: y ++ f :: Z) = runs_of (A ++ [e]) ++ cut e 0 (y ++ [f]) ++ runs_of (f :: Z).
Proof using. intros A e y f Z He Hf. rewrite runs_at by trivial. f_equal. cbn [runs_of]. now apply cut_at. Qed.
Definition holes (t : list nat) : nat := length (filter (Nat.eqb blank) t).
Definition bw (b : run) : nat := snd b.
Lemma holes_app : forall a b, holes (a ++ b) = holes a + holes b.
Proof using. intros a b. unfold holes. now rewrite filter_app, app_length. Qed.
Lemma holes_repeat : forall j, holes (repeat blank j) = j.
Proof using. induction j as [|j IH]; trivial. unfold holes in *. cbn [repeat filter]. rewrite Nat.eqb_refl. cbn [length]. now rewrite IH. Qed.
Lemma holes_less : forall t, existsb mark t = true -> holes t < length t.
Proof using.
  intros t H. apply existsb_exists in H. destruct H as [x [I M]]. apply in_split in I. destruct I as [a [b ->]].
  assert (G : forall l, holes l <= length l) by (induction l as [|y l IH]; unfold holes in *; cbn [filter length]; [lia|destruct (blank =? y); cbn [length]; lia]).
  rewrite holes_app, app_length. cbn [length].
  apply mark_spec in M. unfold holes at 2. cbn [filter]. rewrite (proj2 (Nat.eqb_neq blank x)) by congruence. fold (holes b). specialize (G a) as Ga. specialize (G b). lia.
Qed.
Lemma heavy_cut : forall t e i f, heavy run bw (cut e i (t ++ [f])) <= i + holes t.
Proof using.
  induction t as [|x t IH]; intros e i f; cbn [app].
  - cbn [cut]. destruct (f =? blank); cbn; lia.
  - cbn [cut]. unfold holes. cbn [filter]. rewrite (Nat.eqb_sym blank x). destruct (x =? blank).
    + specialize (IH e (S i) f). cbn [length]. unfold holes in IH. lia.
    + cbn [heavy fold_right]. fold (heavy run bw (cut x 0 (t ++ [f]))). specialize (IH x 0 f). unfold bw at 1. cbn. unfold holes in IH. lia.
Qed.
Lemma in_heavy : forall o b, In b o -> bw b <= heavy run bw o.
Proof using. induction o as [|a o IH]; intros b []; cbn; [subst; lia|]. specialize (IH b H). unfold heavy in IH. lia. Qed.
(** A first run that is longer. *)
Lemma cut_first : forall t e, existsb mark t = true -> exists a x rest, forall i, cut e i t = (e, x, i + a) :: rest.
Proof using.
  induction t as [|y t IH]; intros e H; [discriminate|]. cbn [existsb] in H. destruct (Nat.eqb_spec y blank) as [->|N].
  - unfold mark at 1 in H. rewrite Nat.eqb_refl in H. destruct (IH e H) as [a [x [rest E]]]. exists (S a), x, rest. intro i.
    cbn [cut]. rewrite Nat.eqb_refl, E. do 2 f_equal. lia.
  - exists 0, y, (cut y 0 t). intro i. rewrite cut_mark by trivial. now rewrite Nat.add_0_r.
Qed.
(** A last run that is longer. *)
Lemma cut_last : forall t e i f, f <> blank -> exists rest y a, forall j, cut e i (t ++ repeat blank j ++ [f]) = rest ++ [(y, f, a + j)].
Proof using.
  induction t as [|x t IH]; intros e i f H.
  - exists [], e, i. intro j. cbn [app]. rewrite cut_blanks, cut_mark by trivial. reflexivity.
  - destruct (x =? blank) eqn:E.
    + destruct (IH e (S i) f H) as [rest [y [a Q]]]. exists rest, y, a. intro j. cbn [app cut]. now rewrite E.
    + destruct (IH x 0 f H) as [rest [y [a Q]]]. exists ((e, x, i) :: rest), y, a. intro j. cbn [app cut]. now rewrite E, Q.
Qed.

(** ** Which changes are asked for *)
Variables ls rs : list nat.
Definition among (l : list nat) (x : nat) : bool := existsb (Nat.eqb x) l.
Lemma among_in : forall l x, among l x = true -> In x l.
Proof using. intros l x H. apply existsb_exists in H. destruct H as [y [I E]]. apply Nat.eqb_eq in E. now subst. Qed.
Definition change_ok (c : change) : bool :=
  match before c with Some x => mark x | None => true end && match behind c with Some x => mark x | None => true end &&
  existsb mark (written c) && forallb (fun x => (x =? blank) || among ls x && among rs x) (written c).
Definition ends_ok : bool := forallb mark ls && forallb mark rs.
Hypothesis Ends : ends_ok = true.
Hypothesis Changes : forall P c, In c (changes P) -> change_ok c = true.
Definition good (b : run) : Prop := In (fst (fst b)) ls /\ In (snd (fst b)) rs.
Lemma marks : forall x, In x ls \/ In x rs -> x <> blank.
Proof using Ends.
  pose proof Ends as E. unfold ends_ok in E. apply andb_prop in E. destruct E as [E1 E2]. rewrite forallb_forall in E1, E2.
  intros x [I|I]; apply mark_spec; auto.
Qed.
Lemma facts : forall P c, In c (changes P) -> (forall x, before c = Some x -> x <> blank) /\ (forall x, behind c = Some x -> x <> blank) /\
  existsb mark (written c) = true /\ forall x, In x (written c) -> x = blank \/ In x ls /\ In x rs.
Proof using Changes.
  intros P c I. pose proof (Changes P c I) as E. unfold change_ok in E. repeat (apply andb_prop in E; destruct E as [E ?E]).
  split; [intros x Ex; rewrite Ex in E; now apply mark_spec|]. split; [intros x Ex; rewrite Ex in E2; now apply mark_spec|]. split; trivial.
  rewrite forallb_forall in E0. intros x Ix. specialize (E0 x Ix). apply orb_prop in E0. destruct E0 as [E0|E0]; [left; now apply Nat.eqb_eq|right].
  apply andb_prop in E0. split; now apply among_in.
Qed.
Lemma cut_ends : forall t e i, In e ls -> (forall x, In x t -> x = blank \/ In x ls /\ In x rs) -> forall f, In f rs -> forall b, In b (cut e i (t ++ [f])) -> good b.
Proof using Ends.
  induction t as [|x t IH]; intros e i He Ht f Hf b I; cbn [app] in I.
  - rewrite cut_mark in I by (apply marks; now right). destruct I as [<-|[]]. now split.
  - cbn [cut] in I. destruct (Nat.eqb_spec x blank) as [->|N].
    + apply (IH e (S i) He) with (f := f); trivial. intros; apply Ht; now right.
    + destruct (Ht x (or_introl eq_refl)) as [Ex|[Xl Xr]]; [congruence|]. destruct I as [<-|I]; [now split|].
      apply (IH x 0 Xl) with (f := f); trivial. intros; apply Ht; now right.
Qed.
Lemma blanks_in : forall j x, In x (repeat blank j) -> x = blank. Proof using. intros j x I. now apply repeat_spec in I. Qed.
Definition sz (b : run) : N := N.of_nat (bw b).
Notation option_of := (either run (options true) (options false)).
Lemma option_player : forall b o, option_of b o -> exists P, In o (options P b).
Proof using. intros b o [I|I]; eauto. Qed.
Lemma option_light : forall P b o, In o (options P b) -> heavy run bw o < bw b.
Proof using Changes.
  intros P [[e f] n] o I. apply in_options in I. destruct I as [c [i [j [Ic [E [_ [_ ->]]]]]]]. destruct (facts P c Ic) as [_ [_ [M _]]].
  pose proof (heavy_cut (written c ++ repeat blank j) e i f) as H. rewrite <- app_assoc, holes_app, holes_repeat in H. apply holes_less in M. unfold bw at 2. cbn [snd]. lia.
Qed.
Lemma options_fall : forall b o, option_of b o -> heavy run bw o < bw b.
Proof using Changes. intros b o I. destruct (option_player b o I) as [P J]. exact (option_light P b o J). Qed.
Lemma options_smaller : forall b o x, option_of b o -> In x o -> (sz x < sz b)%N.
Proof using Changes. intros b o x I Ix. pose proof (options_fall b o I) as L. pose proof (in_heavy o x Ix). unfold sz. lia. Qed.
Lemma option_good : forall P b o a, good b -> In o (options P b) -> In a o -> good a.
Proof using Ends Changes.
  intros P [[e f] n] o a [He Hf] I Ia. cbn in He, Hf. apply in_options in I. destruct I as [c [i [j [Ic [E [_ [_ ->]]]]]]]. destruct (facts P c Ic) as [_ [_ [_ Wr]]].
  rewrite app_assoc in Ia. apply (cut_ends _ e i He) with (f := f) in Ia; trivial. intros x Ix. apply in_app_or in Ix. destruct Ix as [Ix|Ix]; [now apply Wr|left; now apply blanks_in in Ix].
Qed.
Lemma options_good : forall b o x, good b -> option_of b o -> In x o -> good x.
Proof using Ends Changes. intros b o x G I Ix. destruct (option_player b o I) as [P J]. exact (option_good P b o x G J Ix). Qed.

(** ** Words between two ends *)
Definition word_move (P : bool) (w w' : list nat) : Prop := exists c u v, In c (changes P) /\
  w = u ++ fst (word_rule c) ++ v /\ w' = u ++ snd (word_rule c) ++ v.
Lemma blank_behind : forall k t, blank :: repeat blank k ++ t = repeat blank k ++ blank :: t.
Proof using. induction k as [|k IH]; intro t; trivial. cbn [repeat app]. f_equal. apply IH. Qed.
Lemma last_mark : forall u x, x <> blank -> exists A e i, x :: u = A ++ e :: repeat blank i /\ e <> blank.
Proof using.
  induction u as [|y u IH] using rev_ind; intros x N; [exists [], x, 0; now split|].
  destruct (Nat.eq_dec y blank) as [->|Ny]; [|exists (x :: u), y, 0; now split].
  destruct (IH x N) as [A [e [i [E Ne]]]]. exists A, e, (S i). split; trivial. rewrite app_comm_cons, E, <- app_assoc. f_equal. cbn [app]. f_equal.
  rewrite <- (app_nil_r (repeat blank (S i))). cbn [repeat app]. now rewrite blank_behind.
Qed.
Lemma first_mark : forall v f, f <> blank -> exists j x Z, v ++ [f] = repeat blank j ++ x :: Z /\ x <> blank.
Proof using.
  induction v as [|y v IH]; intros f N; [exists 0, f, []; now split|].
  destruct (Nat.eq_dec y blank) as [->|Ny]; [|exists 0, y, (v ++ [f]); now split].
  destruct (IH f N) as [j [x [Z [E Nx]]]]. exists (S j), x, Z. split; trivial. cbn [app repeat]. now rewrite E.
Qed.
Lemma runs_split : forall t e k, e <> blank -> forall R1 R2 e' f' n, cut e k t = R1 ++ (e', f', n) :: R2 ->
  exists A Z, e :: repeat blank k ++ t = A ++ e' :: repeat blank n ++ f' :: Z /\ runs_of (A ++ [e']) = R1 /\ runs_of (f' :: Z) = R2 /\ e' <> blank /\ f' <> blank.
Proof using.
  induction t as [|x t IH]; intros e k N R1 R2 e' f' n E; [destruct R1; discriminate|]. cbn [cut] in E. destruct (Nat.eqb_spec x blank) as [->|Nx].
  - destruct (IH e (S k) N R1 R2 e' f' n E) as [A [Z [Q R]]]. exists A, Z. split; trivial. rewrite <- Q. cbn [repeat app]. now rewrite blank_behind.
  - destruct R1 as [|r R1].
    + cbn [app] in E. injection E as <- <- <- <-. exists [], t. cbn [app]. repeat split; trivial.
    + cbn [app] in E. injection E as <- E. destruct (IH x 0 Nx R1 R2 e' f' n E) as [A [Z [Q [Q1 R]]]]. cbn [repeat app] in Q.
      exists (e :: repeat blank k ++ A), Z. split; [rewrite Q, <- app_comm_cons, <- app_assoc; reflexivity|]. split; [|exact R].
      assert (Hd : exists q, A ++ [e'] = x :: q).
      { destruct A as [|a A]; cbn [app] in Q; injection Q as <- Q; eexists; reflexivity. }
      destruct Hd as [q Hq]. rewrite Hq in Q1. rewrite <- app_comm_cons, <- app_assoc, Hq. cbn [runs_of]. rewrite cut_blanks, cut_mark by trivial.
      cbn [runs_of] in Q1. now rewrite Q1.
Qed.
Lemma written_some : forall P c, In c (changes P) -> exists k, length (written c) = S k.
Proof using Changes.
  intros P c I. destruct (facts P c I) as [_ [_ [M _]]]. destruct (written c) as [|x l]; [discriminate|]. now exists (length l).
Qed.
Lemma middle : forall A e i y j f Z, A ++ (e :: repeat blank i) ++ y ++ repeat blank j ++ f :: Z = A ++ e :: (repeat blank i ++ y ++ repeat blank j) ++ f :: Z.
Proof using. intros. cbn [app]. now rewrite <- !app_assoc. Qed.
Lemma runs_middle : forall A e i y j f Z, e <> blank -> f <> blank ->
  runs_of (A ++ (e :: repeat blank i) ++ y ++ repeat blank j ++ f :: Z) = runs_of (A ++ [e]) ++ cut e i (y ++ repeat blank j ++ [f]) ++ runs_of (f :: Z).
Proof using. intros. rewrite middle, runs_between by trivial. f_equal. f_equal. rewrite <- !app_assoc. now rewrite cut_blanks. Qed.
Lemma cut_whole : forall e i m j f, f <> blank -> cut e i (repeat blank m ++ repeat blank j ++ [f]) = [(e, f, i + m + j)].
Proof using. intros. now rewrite !cut_blanks, cut_mark. Qed.
(** Where a rule's word stands between two ends, some end stands before it and some behind, with blanks between. *)
Lemma surrounded : forall P c u v e t f, In c (changes P) -> e <> blank -> f <> blank -> e :: t ++ [f] = u ++ fst (word_rule c) ++ v ->
  exists A e' i j f' Z, u ++ optional (before c) = A ++ e' :: repeat blank i /\ optional (behind c) ++ v = repeat blank j ++ f' :: Z /\
  e' <> blank /\ f' <> blank /\ stands (before c) e' i = true /\ stands (behind c) f' j = true.
Proof using Changes.
  intros P c u v e t f Ic Ne Nf E. destruct (facts P c Ic) as [Fb [Fe _]]. destruct (written_some P c Ic) as [k Ek]. unfold word_rule in E. cbn [fst] in E. rewrite Ek in E.
  assert (L : exists A e' i, u ++ optional (before c) = A ++ e' :: repeat blank i /\ e' <> blank /\ stands (before c) e' i = true).
  { destruct (before c) as [x|] eqn:B; cbn [optional app] in *.
    - exists u, x, 0. repeat split; [now apply Fb|]. cbn. now rewrite Nat.eqb_refl.
    - destruct u as [|y u]; cbn [app repeat] in E; injection E as E1 E2; [congruence|]. subst y. destruct (last_mark u e Ne) as [A [e' [i [Q N']]]].
      exists A, e', i. rewrite app_nil_r. repeat split; trivial. }
  assert (R : exists j f' Z, optional (behind c) ++ v = repeat blank j ++ f' :: Z /\ f' <> blank /\ stands (behind c) f' j = true).
  { destruct (behind c) as [x|] eqn:B; cbn [optional app] in *.
    - exists 0, x, v. repeat split; [now apply Fe|]. cbn. now rewrite Nat.eqb_refl.
    - rewrite app_nil_r in E. destruct v as [|y v] using rev_ind.
      + exfalso. rewrite app_nil_r in E. rewrite app_comm_cons in E. replace (repeat blank (S k)) with (repeat blank k ++ [blank]) in E by (rewrite <- (app_nil_r (repeat blank (S k))); cbn [repeat app]; now rewrite blank_behind).
        rewrite !app_assoc in E. apply app_inj_tail in E. destruct E as [_ E]. congruence.
      + clear IHv. rewrite app_comm_cons, !app_assoc in E. apply app_inj_tail in E. destruct E as [_ <-]. destruct (first_mark v f Nf) as [j [x [Z [Q N']]]].
        exists j, x, Z. repeat split; trivial. }
  destruct L as [A [e' [i [L1 [L2 L3]]]]], R as [j [f' [Z [R1 [R2 R3]]]]]. exists A, e', i, j, f', Z. repeat split; trivial.
Qed.
Lemma rule_around : forall u x y v, u ++ (optional x ++ y ++ optional v) = (u ++ optional x) ++ y ++ optional v.
Proof using. intros. now rewrite <- !app_assoc. Qed.
Theorem word_moves : forall P e t f, e <> blank -> f <> blank -> let w := e :: t ++ [f] in
  (forall w', word_move P w w' -> exists R1 b R2 o, runs_of w = R1 ++ b :: R2 /\ In o (options P b) /\ runs_of w' = R1 ++ o ++ R2) /\
  (forall R1 b R2 o, runs_of w = R1 ++ b :: R2 -> In o (options P b) -> exists w', word_move P w w' /\ runs_of w' = R1 ++ o ++ R2).
Proof using Changes.
  intros P e t f Ne Nf w. split.
  - intros w' [c [u [v [Ic [E E']]]]]. destruct (surrounded P c u v e t f Ic Ne Nf E) as [A [e' [i [j [f' [Z [Q1 [Q2 [N1 [N2 [S1 S2]]]]]]]]]]].
    assert (W : forall y, u ++ (optional (before c) ++ y ++ optional (behind c)) ++ v = A ++ (e' :: repeat blank i) ++ y ++ repeat blank j ++ f' :: Z).
    { intro y. rewrite <- Q2. rewrite (app_assoc A), <- Q1. now rewrite <- !app_assoc. }
    exists (runs_of (A ++ [e'])), (e', f', i + length (written c) + j), (runs_of (f' :: Z)), (cut e' i (written c ++ repeat blank j ++ [f'])).
    unfold word_rule in E, E'. cbn [fst snd] in E, E'. rewrite W in E, E'. split.
    + rewrite E, runs_middle, cut_whole by trivial. reflexivity.
    + split; [|rewrite E'; now apply runs_middle]. apply in_options. exists c, i, j. repeat split; trivial.
  - intros R1 [[e' f'] n] R2 o E Io. unfold w in E. cbn [runs_of] in E. destruct (runs_split _ e 0 Ne _ _ _ _ _ E) as [A [Z [Q [Q1 [Q2 [N1 N2]]]]]]. cbn [repeat app] in Q.
    apply in_options in Io. destruct Io as [c [i [j [Ic [En [S1 [S2 ->]]]]]]].
    pose (u := match before c with Some _ => A | None => A ++ e' :: repeat blank i end). pose (v := match behind c with Some _ => Z | None => repeat blank j ++ f' :: Z end).
    assert (W : forall y, u ++ (optional (before c) ++ y ++ optional (behind c)) ++ v = A ++ (e' :: repeat blank i) ++ y ++ repeat blank j ++ f' :: Z).
    { intro y. unfold u, v. destruct (before c) as [x|]; destruct (behind c) as [z|]; cbn [stands] in S1, S2;
        try (apply andb_prop in S1; destruct S1 as [S1 S1']; apply Nat.eqb_eq in S1, S1'; subst x i);
        try (apply andb_prop in S2; destruct S2 as [S2 S2']; apply Nat.eqb_eq in S2, S2'; subst z j); cbn [optional repeat app]; rewrite ?app_nil_r, <- ?app_assoc; cbn [app]; rewrite <- ?app_assoc; reflexivity. }
    exists (A ++ (e' :: repeat blank i) ++ written c ++ repeat blank j ++ f' :: Z). split.
    + exists c, u, v. split; trivial. unfold word_rule. cbn [fst snd]. rewrite !W. split; [|reflexivity]. unfold w. rewrite Q, En, !repeat_app. cbn [app]. now rewrite <- !app_assoc.
    + rewrite runs_middle by trivial. now rewrite Q1, Q2.
Qed.

(** ** Longer runs *)
Variables n0 p most : nat.
Hypothesis H0 : 0 < n0.
Hypothesis Hp : 0 < p.
Hypothesis Most : forall P c, In c (changes P) -> length (written c) <= most.
Definition grow (b : run) : run := (fst b, snd b + p).
Definition K : N := N.of_nat (2 * (n0 + p) + most).
Notation shrinks := (shrinks run sz good K grow (N.of_nat n0) (N.of_nat p)).
Notation stretches := (stretches run sz good K grow (N.of_nat n0) (N.of_nat p)).
Lemma far : forall o e gap, stands o e gap = true -> 0 < gap -> forall gap', stands o e gap' = true.
Proof using.
  clear. intros [x|] e gap S L gap'; trivial. cbn in *. apply andb_prop in S. destruct S as [_ S]. apply Nat.eqb_eq in S. lia.
Qed.
Lemma shrinks_runs : forall P, shrinks (options P).
Proof using All.
  intros P [[e f] n] o G L I. unfold K, sz, bw in L. cbn [snd] in L. unfold grow in I. cbn [fst snd] in I. pose proof I as I0.
  apply in_options in I. destruct I as [c [i [j [Ic [E [A [Z ->]]]]]]]. specialize (Most P c Ic). destruct (facts P c Ic) as [_ [_ [M _]]].
  assert (Nf : f <> blank) by (apply marks; right; exact (proj2 G)).
  destruct (Nat.le_gt_cases (n0 + p) i) as [Hi|Hi].
  - destruct (cut_first (written c ++ repeat blank j ++ [f]) e) as [a [x [rest Q]]]; [rewrite existsb_app, M; reflexivity|].
    assert (In' : In ((e, x, i - p + a) :: rest) (options P (e, f, n))).
    { apply in_options. exists c, (i - p), j. repeat split; trivial; [lia|apply (far _ _ i A); lia|now rewrite Q]. }
    exists [], (e, x, i - p + a), rest. cbn [app]. split; [rewrite Q; unfold grow; cbn [fst snd]; now replace (i - p + a + p) with (i + a) by lia|].
    split; [unfold sz, bw; cbn [snd]; lia|]. split; [|exact In']. apply (option_good P _ _ _ G In'). now left.
  - assert (Hj : n0 + p <= j) by lia. destruct (cut_last (written c) e i f Nf) as [rest [y [a Q]]].
    assert (In' : In (rest ++ [(y, f, a + (j - p))]) (options P (e, f, n))).
    { apply in_options. exists c, i, (j - p). repeat split; trivial; [lia|apply (far _ _ j Z); lia|now rewrite Q]. }
    exists rest, (y, f, a + (j - p)), []. split; [rewrite Q; unfold grow; cbn [fst snd]; now replace (a + (j - p) + p) with (a + j) by lia|].
    split; [unfold sz, bw; cbn [snd]; lia|]. split; [|exact In']. apply (option_good P _ _ _ G In'). apply in_elt.
Qed.
Lemma stretches_runs : forall P, stretches (options P).
Proof using All.
  intros P [[e f] n] o G L I. unfold K, sz, bw in L. cbn [snd] in L. unfold grow at 2. cbn [fst snd]. pose proof I as I0.
  apply in_options in I. destruct I as [c [i [j [Ic [E [A [Z ->]]]]]]]. specialize (Most P c Ic). destruct (facts P c Ic) as [_ [_ [M _]]].
  assert (Nf : f <> blank) by (apply marks; right; exact (proj2 G)).
  destruct (Nat.le_gt_cases n0 i) as [Hi|Hi].
  - destruct (cut_first (written c ++ repeat blank j ++ [f]) e) as [a [x [rest Q]]]; [rewrite existsb_app, M; reflexivity|]. rewrite Q in I0.
    exists [], (e, x, i + a), rest. cbn [app]. split; [now rewrite Q|]. split; [unfold sz, bw; cbn [snd]; lia|].
    split; [apply (option_good P _ _ _ G I0); now left|]. apply in_options. exists c, (i + p), j.
    repeat split; trivial; [lia|apply (far _ _ i A); lia|]. rewrite Q. unfold grow. cbn [fst snd]. now replace (i + a + p) with (i + p + a) by lia.
  - assert (Hj : n0 <= j) by lia. destruct (cut_last (written c) e i f Nf) as [rest [y [a Q]]]. rewrite Q in I0.
    exists rest, (y, f, a + j), []. split; [now rewrite Q|]. split; [unfold sz, bw; cbn [snd]; lia|].
    split; [apply (option_good P _ _ _ G I0); apply in_elt|]. apply in_options. exists c, i, (j + p).
    repeat split; trivial; [lia|apply (far _ _ j Z); lia|]. rewrite Q. unfold grow. cbn [fst snd]. now replace (a + j + p) with (a + (j + p)) by lia.
Qed.
End Runs.

(* ---------------- the certificate checker ---------------- *)
(** The law: the blank, both players' changes, the ends on either side, the most blanks that a change writes over, preperiod, period, summand; for each two ends the forms of runs
    of 0, 1, 2, ... blanks; the sheet. *)
Record law := { empty : nat; lefts_may : list change; rights_may : list change; left_ends : list nat; right_ends : list nat;
  widest : nat; preperiod : nat; period : nat; saltus : N; tables : list (nat * nat * list N); lines_of : sheet }.
Section Law.
Variable a : law.
Definition the_changes (P : bool) : list change := if P then lefts_may a else rights_may a.
Definition ends_key (e f : nat) : N := (N.of_nat e * 4096 + N.of_nat f)%N.
Definition the_tables : M.t (M.t N) := fold_left (fun m (k : nat * nat * list N) => put m (ends_key (fst (fst k)) (snd (fst k))) (numbered 0 (snd k) (M.empty N)))
  (tables a) (M.empty (M.t N)).
Definition form_of (m : M.t (M.t N)) (b : run) : N := at_key 0%N (at_key (M.empty N) m (ends_key (fst (fst b)) (snd (fst b)))) (N.of_nat (snd b)).
Definition bound : nat := 2 * (preperiod a + period a) + widest a.
Definition all_runs (from many : nat) : list run := flat_map (fun e => flat_map (fun f => map (pair (e, f)) (seq from many)) (right_ends a)) (left_ends a).
Lemma in_all_runs : forall from many b, In b (all_runs from many) <-> good (left_ends a) (right_ends a) b /\ from <= snd b < from + many.
Proof using.
  intros from many [[e f] n]. unfold all_runs, good. cbn [fst snd]. rewrite in_flat_map. split.
  - intros [x [Ix I]]. apply in_flat_map in I. destruct I as [y [Iy I]]. apply in_map_iff in I. destruct I as [k [E I]]. injection E as <- <- <-. apply in_seq in I. tauto.
  - intros [[Ie If_] L]. exists e. split; trivial. apply in_flat_map. exists f. split; trivial. apply in_map_iff. exists n. split; trivial. now apply in_seq.
Qed.
Definition runs_check : bool :=
  let s := lines_of a in let ml := lefts s in let mr := rights s in let mo := gathered (size s) (order s) in let mp := gathered (size s) (plus s) in
  let fl := options_in ml in let fr := options_in mr in let LE := look (size s) mo in let SUM := look (size s) mp in
  let m := the_tables in let V := form_of m in
  let opL := options (empty a) the_changes true in let opR := options (empty a) the_changes false in
  (0 <? preperiod a) && (0 <? period a) && ends_ok (empty a) (left_ends a) (right_ends a) &&
  forallb (change_ok (empty a) (left_ends a) (right_ends a)) (lefts_may a ++ rights_may a) &&
  forallb (fun c => length (written c) <=? widest a) (lefts_may a ++ rights_may a) && sheet_ok s fl fr LE SUM &&
  forallb (worth_ok run opL opR fl fr LE SUM V) (all_runs 0 bound) &&
  forallb (fun b => match sum SUM (V b) (saltus a) with Some c => N.eqb c (V (grow (period a) b)) | None => false end)
    (all_runs (preperiod a) (bound - period a - preperiod a)) &&
  forallb (beats run opL opR fl fr LE SUM V (saltus a)) (all_runs (bound - period a) (period a)).

(** What a run and a form are, with the options of the changes and of the sheet. *)
Definition opsL := bL run (options (empty a) the_changes true).
Definition opsR := bR run (options (empty a) the_changes false).
Definition sums_of := equal (N + run) (oL run (options_in (lefts (lines_of a))) opsL) (oR run (options_in (rights (lines_of a))) opsR).
Hypothesis C : runs_check = true.
Lemma parts_of_check : 0 < preperiod a /\ 0 < period a /\ ends_ok (empty a) (left_ends a) (right_ends a) = true /\
  (forall P c, In c (the_changes P) -> change_ok (empty a) (left_ends a) (right_ends a) c = true) /\
  (forall P c, In c (the_changes P) -> length (written c) <= widest a).
Proof using C.
  pose proof C as X. unfold runs_check in X. cbn zeta in X. do 4 (apply andb_prop in X; destruct X as [X _]).
  repeat (apply andb_prop in X; destruct X as [X ?X]). apply Nat.ltb_lt in X, X3. rewrite forallb_forall in X0, X1.
  assert (J : forall P c, In c (the_changes P) -> In c (lefts_may a ++ rights_may a)) by (intros [|] c I; apply in_or_app; [now left|now right]).
  repeat split; trivial; intros P c I; [apply X1|apply Nat.leb_le, X0]; exact (J P c I).
Qed.
(** MAIN THEOREM *)
Theorem runs_law : (forall b, good (left_ends a) (right_ends a) b -> snd b < bound -> sums_of [inr b] (F run (form_of the_tables b))) /\
  forall b, good (left_ends a) (right_ends a) b -> preperiod a <= snd b -> forall k, sums_of [inr (fst b, snd b + k * period a)] (inr b :: repeat (inl (saltus a)) k).
Proof using C.
  destruct parts_of_check as [H0 [Hp [En [Ch Mo]]]]. pose proof C as X. unfold runs_check in X. cbn zeta in X.
  apply andb_prop in X. destruct X as [X Cb]. apply andb_prop in X. destruct X as [X Cg]. apply andb_prop in X. destruct X as [X Ct].
  apply andb_prop in X. destruct X as [_ Cs]. rewrite forallb_forall in Cb, Cg, Ct.
  pose proof (sheet_lines _ _ _ _ Cs) as Ln. pose proof (sheet_sums _ _ _ _ Cs) as Sm.
  set (opL := options (empty a) the_changes true) in *. set (opR := options (empty a) the_changes false) in *.
  set (gd := good (left_ends a) (right_ends a)) in *. set (V := form_of the_tables) in *.
  assert (T : forall b, gd b -> (sz b < N.of_nat bound)%N -> worth_ok run opL opR (options_in (lefts (lines_of a))) (options_in (rights (lines_of a)))
    (look (size (lines_of a)) (gathered (size (lines_of a)) (order (lines_of a)))) (look (size (lines_of a)) (gathered (size (lines_of a)) (plus (lines_of a)))) V b = true).
  { intros b G L. apply Ct, in_all_runs. split; trivial. unfold sz, bw in L. lia. }
  pose proof (options_fall (empty a) the_changes (left_ends a) (right_ends a) Ch) as Hf.
  pose proof (options_smaller (empty a) the_changes (left_ends a) (right_ends a) Ch) as Hs.
  pose proof (options_good (empty a) the_changes (left_ends a) (right_ends a) En Ch) as Hg.
  split.
  - intros b G L. apply (table_sound run opL opR bw sz gd Hf Hs Hg _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V (N.of_nat bound) T b G). unfold sz, bw. lia.
  - intros b G L k. assert (E : (fst b, snd b + k * period a) = grown_by run (grow (period a)) k b).
    { clear. induction k as [|k IH]; [rewrite Nat.add_0_r; now destruct b|]. cbn [grown_by]. rewrite <- IH. unfold grow. cbn [fst snd]. f_equal. lia. }
    rewrite E.
    refine (growth_times run opL opR bw sz gd Hf Hs Hg _ _ (options_in_fall _) (options_in_fall _) _ Ln _ Sm V (N.of_nat bound) T (grow (period a))
      (N.of_nat (preperiod a)) (N.of_nat (period a)) (saltus a) _ _ _ _ _ _ _ _ _ _ _ b G _ k).
    + lia.
    + unfold bound. lia.
    + intro x. unfold sz, grow, bw. cbn [snd]. lia.
    + intros x Gx. exact Gx.
    + intros [[e f] n] Gx Lx. unfold sz, bw in Lx. cbn [snd] in Lx. exists (e, f, n - period a). split; [exact Gx|]. unfold grow. cbn [fst snd]. f_equal. lia.
    + exact (shrinks_runs (empty a) the_changes _ _ En Ch _ _ _ H0 Hp Mo true).
    + exact (shrinks_runs (empty a) the_changes _ _ En Ch _ _ _ H0 Hp Mo false).
    + exact (stretches_runs (empty a) the_changes _ _ En Ch _ _ _ H0 Hp Mo true).
    + exact (stretches_runs (empty a) the_changes _ _ En Ch _ _ _ H0 Hp Mo false).
    + intros x Gx Lx Lx'. unfold sz, bw in Lx, Lx'. specialize (Cg x). rewrite in_all_runs in Cg. specialize (Cg ltac:(split; [exact Gx|lia])).
      destruct (sum _ (V x) (saltus a)) as [c|]; [|discriminate]. apply N.eqb_eq in Cg. now subst.
    + intros x Gx Lx Lx'. unfold sz, bw in Lx, Lx'. apply Cb, in_all_runs. split; [exact Gx|]. unfold bound in *. lia.
    + unfold sz, bw. lia.
Qed.
End Law.
