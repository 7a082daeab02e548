(** * ViewRow.v -- rows as words that are rewritten, forced follow-ups and ends worked in, as core terms;
    the outcomes of the term on rows of every length.
    A row is the word of its cells between the left end and the right end.
    Proved: where [view_row] accepts, the moves of the term from settled rows are
    the rewriting steps of Rewriting.v ([row_moves]), and all settled rows are words of its domain ([row_domain]);
    so an automaton that Rewriting.v accepts
    says who can force a win in the term, on every settled row ([row_term]).
    The check: each rule on words is a move and its follow-ups in a window ([yields]);
    and whatever stands about a cell, a stencil that fits there is one of
    the rules ([cover]), or the row is none that was settled.
    Source: as Rewriting.v.
    An instance gives a term, the rules as in ViewBoard.v, and what Rewriting.v asks for. *)
Require Import ZArith NArith List Bool Lia FMapPositive.
From Whowins Require Game Lattice Heap Boards Rewriting Explore ViewLattice.
From Whowins Require Import Core ViewTidy ViewOutcome ViewBoardTerm ViewBoard ViewRowWindow.
Import ListNotations.
Module B := Boards.
Module W := Rewriting.
Open Scope Z_scope.

Definition same_word (a b : list nat) : bool := if list_eq_dec Nat.eq_dec a b then true else false.
Definition fuel : nat := 100.

(** Rules on words by themselves, with all words as domain, and no automaton. *)
Definition rules_alone (letters : nat) (misere : bool) (rules : bool -> list W.rule) : W.cert := {| W.sig := letters; W.rules := rules; W.misere := misere;
  W.ddelta := []; W.dacc := fun _ => [true]; W.D := {| W.init := 0; W.delta := []; W.outp := [] |}; W.dprod := []; W.counts := []; W.base := 1; W.wgt := [];
  W.first_leads := true; W.rel := fun _ => []; W.mac := fun _ => []; W.mtr := fun _ => [] |}%nat.

Section Row.
Variables (v : board_rules) (c : W.cert).
Notation n := (symbols v).
Notation fs := (follow v).
Definition word (st : list nat) : list nat := n :: st ++ [S n].
Definition yields (s : B.stencil) (o : Z) (l r : list nat) : bool := match judge n l o s with
  | Some true => match calm n fuel fs l (wr (B.cells s) o l) with Some x => same_word x r | None => false end
  | _ => false end.
Definition rule_check (P : bool) : bool := forallb (fun lr : W.rule =>
  existsb (fun s => existsb (fun o => yields s o (fst lr) (snd lr)) (range 0 (width (fst lr)))) (B.moves (game_of v) P)) (W.rules c P).
(** The rules' left sides that are moves by a stencil, with where its origin stands in them. *)
Definition found (P : bool) (s : B.stencil) : list (list nat * Z) := flat_map (fun lr : W.rule =>
  map (pair (fst lr)) (filter (fun o => yields s o (fst lr) (snd lr)) (range 0 (width (fst lr))))) (W.rules c P).
Definition inside_of (l : list nat) (o : Z) (e : list nat * Z) : bool := let k := o - snd e in
  (0 <=? k) && (0 <? width (fst e)) && same_word (firstn (length (fst e)) (skipn (Z.to_nat k) l)) (fst e).
Definition possible (l : list nat) (o : Z) (e : list nat * Z) : bool :=
  forallb (fun i => let j := o - snd e + i in
    if (0 <=? j) && (j <? width l) then Nat.eqb (at_ l j) (at_ (fst e) i) else true) (range 0 (width (fst e))).
Definition leftwards (l : list nat) (o : Z) (e : list nat * Z) : bool := (o <? snd e) && possible l o e.
(** Whatever stands further on, no rule fits there; only that the row was none that was settled could be seen. *)
Definition hopeless (es : list (list nat * Z)) (l : list nat) (o : Z) : bool := match fs with [] => negb (existsb (possible l o) es) | _ => false end.
Fixpoint cover (f : nat) (es : list (list nat * Z)) (s : B.stencil) (l : list nat) (o : Z) : bool := match f with O => false | S f =>
  if match judge n l o s with Some false => true | _ => false end then true
  else if unsettled n fs l then true
  else if existsb (inside_of l o) es then true
  else if hopeless es l o then false
  else if existsb (leftwards l o) es
    then if Nat.eqb (hd O l) n then false else forallb (fun x => cover f es s (x :: l) (o + 1)) (n :: seq 0 n)
    else if Nat.eqb (last l O) (S n) then false else forallb (fun x => cover f es s (l ++ [x]) o) (S n :: seq 0 n) end.
Definition cover_check (P : bool) : bool := forallb (fun s => let es := found P s in
  forallb (fun x => cover fuel es s [x] 0) (seq 0 n)) (B.moves (game_of v) P).

(** All settled rows are in the domain. *)
Definition most : nat := fold_right (fun s k => let ds := map fst (demands s) in Nat.max (Z.to_nat (highs ds - lows ds + 1)) k) 2%nat fs.
Definition keep (w : list nat) : list nat := skipn (length w - most) w.
Definition item : Type := (nat * list nat)%type.
Definition same_item (a b : item) : bool := Nat.eqb (fst a) (fst b) && same_word (snd a) (snd b).
Definition item_key (a : item) : positive := Explore.pushL (map Z.of_nat (fst a :: snd a)) xH.
Definition item_step (a : item) : list item := if Nat.eqb (last (snd a) O) (S n) then [] else
  flat_map (fun x => let w := keep (snd a ++ [x]) in if unsettled n fs w then [] else [(W.ddl c (fst a) x, w)]) (S n :: seq 0 n).
Definition item_good (a : item) : bool := if Nat.eqb (last (snd a) O) (S n) then
  Nat.eqb (last (removelast (snd a)) O) n || (nth (fst a) (W.dacc c true) false && nth (fst a) (W.dacc c false) false) else true.
Definition domain_check : bool :=
  Explore.explore same_item item_key item_step item_good (2 ^ 17) [(W.ddl c 0 n, [n])] (PositiveMap.empty item).
Definition view_row : bool := row v && Nat.eqb (W.sig c) (S (S n)) && eqb (W.misere c) (misere v) &&
  forallb (flat true) (flat_map snd (rewrites v) ++ fs) && forallb (small n) (flat_map snd (rewrites v) ++ fs) &&
  rule_check true && rule_check false && cover_check true && cover_check false && domain_check.
Hypothesis V : view_row = true.

Lemma row_facts : row v = true /\ W.sig c = S (S n) /\ W.misere c = misere v /\
  (forallb (flat true) fs = true /\ forallb (small n) fs = true) /\
  (forall P s, In s (B.moves (game_of v) P) -> flat true s = true /\ small n s = true) /\
  (forall P, rule_check P = true /\ cover_check P = true) /\ domain_check = true.
Proof using V.
  pose proof V as H. unfold view_row in H. repeat (apply andb_prop in H; destruct H as [H ?H]). rewrite forallb_app in H5, H6.
  apply andb_prop in H5, H6. destruct H5 as [S1 S2], H6 as [F1 F2]. apply Nat.eqb_eq in H8. apply eqb_prop in H7.
  split; [trivial|]. split; [trivial|]. split; [trivial|]. split; [now split|]. split; [|split; [intros [|]; now split|trivial]].
  intros P s I. rewrite forallb_forall in S1, F1. assert (J : In s (flat_map snd (rewrites v))).
  { cbn [game_of B.moves] in I. apply in_flat_map in I. destruct I as [r [I J]]. apply in_flat_map. exists r. split; trivial.
    unfold stencils_of in J. destruct (fst r) as [Q|]; trivial. destruct (eqb P Q); [trivial|destruct J]. }
  split; [now apply F1|now apply S1].
Qed.

Variable C : Z.
Hypothesis HC : 0 < C.
Definition fine (st : list nat) : Prop := long C st /\ proper n st /\ settled_row n C fs st.
Lemma word_length : forall st, long C st -> length (word st) = Z.to_nat (C + 2).
Proof using HC. intros st L. unfold word. cbn [length]. rewrite app_length, L. cbn [length]. lia. Qed.
Lemma letter_word : forall st i, long C st -> -1 <= i <= C -> letter n C st i = nth (Z.to_nat (i + 1)) (word st) O.
Proof using HC.
  intros st i L H. unfold letter, word, at_. destruct (Z.ltb_spec i 0).
  - replace i with (-1) by lia. reflexivity.
  - replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. cbn [nth]. destruct (Z.ltb_spec i C).
    + rewrite app_nth1 by (rewrite L; lia). reflexivity.
    + rewrite app_nth2 by (rewrite L; lia). rewrite L. now replace (Z.to_nat i - Z.to_nat C)%nat with O by lia.
Qed.
Lemma factor_agrees : forall st u l w, long C st -> word st = u ++ l ++ w -> agrees n C st (width u - 1) l.
Proof using HC.
  intros st u l w L E i H. pose proof (word_length st L) as Len. rewrite E, !app_length in Len. unfold width in *.
  rewrite letter_word, E by (trivial; lia). unfold at_.
  rewrite app_nth2 by lia. rewrite app_nth1 by lia. f_equal. lia.
Qed.
Lemma agrees_factor : forall st a l, long C st -> agrees n C st a l -> -1 <= a -> a + width l <= C + 1 ->
  exists u w, word st = u ++ l ++ w /\ width u = a + 1.
Proof using HC.
  intros st a l L A Ha Hw. pose proof (word_length st L) as Len.
  exists (firstn (Z.to_nat (a + 1)) (word st)), (skipn (length l) (skipn (Z.to_nat (a + 1)) (word st))).
  unfold width in *. split; [|rewrite firstn_length, Len; lia].
  rewrite <- (firstn_skipn (Z.to_nat (a + 1)) (word st)) at 1. f_equal.
  rewrite <- (firstn_skipn (length l) (skipn (Z.to_nat (a + 1)) (word st))) at 1. f_equal.
  apply nth_ext with (d := O) (d' := O); [rewrite firstn_length, skipn_length, Len; lia|].
  intros k Hk. rewrite firstn_length, skipn_length, Len in Hk.
  pose proof (A (Z.of_nat k) ltac:(unfold width; lia)) as E. unfold at_ in E. rewrite Nat2Z.id in E.
  rewrite <- E, letter_word by (trivial; lia).
  rewrite <- (firstn_skipn (Z.to_nat (a + 1)) (word st)) at 2. rewrite app_nth2 by (rewrite firstn_length, Len; lia).
  rewrite firstn_length, Len. set (x := skipn (Z.to_nat (a + 1)) (word st)). rewrite <- (firstn_skipn (length l) x) at 2.
  rewrite app_nth1 by (rewrite firstn_length; unfold x; rewrite skipn_length, Len; lia). f_equal. lia.
Qed.
(** A rule on words is a move. *)
Lemma yields_ok : forall P s o l r st u w, In s (B.moves (game_of v) P) -> fine st -> word st = u ++ l ++ w -> l <> [] ->
  yields s o l r = true ->
  B.on 1 C (0, width u - 1 + o) = true /\ okp 1 C s st (0, width u - 1 + o) = true /\
  exists st', B.settles (game_of v) 1 C (B.write C (B.cells s) (0, width u - 1 + o) st) st' /\ fine st' /\ word st' = u ++ r ++ w.
Proof using HC V.
  intros P s o l r st u w Is [L [Y Sd]] E Ne H. destruct row_facts as [_ [_ [_ [[Ff Fm] [Fs _]]]]]. destruct (Fs P s Is) as [F M].
  unfold yields in H. destruct (judge n l o s) as [[|]|] eqn:J; try discriminate.
  destruct (calm n fuel fs l (wr (B.cells s) o l)) as [x|] eqn:Ca; [|discriminate]. unfold same_word in H.
  destruct (list_eq_dec _ _ _) as [->|]; [|discriminate].
  pose proof (factor_agrees st u l w L E) as A. set (a := width u - 1) in *.
  pose proof (judge_ok n C HC st a l o s true L Y Ne A J) as T. apply (fits_ok n C HC s st _ F L Y) in T. destruct T as [On1 Ok].
  split; trivial. split; trivial. unfold okp in Ok. apply andb_prop in Ok. destruct Ok as [Li Fi].
  assert (Fd : forall d, In d (B.cells s) -> B.down d = 0) by (intros d I; unfold flat in F; rewrite forallb_forall in F;
  now apply Z.eqb_eq, F).
  destruct (write_pic n C HC st a (B.cells s) o l st L (agrees_pic n C HC st a l A) Fd) as [R1 L1].
  { intros d I. split; [now apply (judge_inside n C HC l o s J)|]. pose proof (lies_inner 1 C s _ Li d I) as X. apply B.on_spec in X.
    unfold B.plus, B.off in X. cbn [fst snd] in X. lia. }
  pose proof (write_row_proper n C HC s st (0, a + o) M Y) as Y1.
  destruct (calm_ok n C HC fs Ff Fm st a l Ne A Sd (game_of v) eq_refl fuel _ r _ (wr_width C HC _ _ _) L1 Y1 R1 Ca) as [st' [Se [L' [Y'
  [S' [R' Wr]]]]]].
  exists st'. split; trivial. split; [now split|]. pose proof (word_length st L) as Len. pose proof (word_length st' L') as Len'.
  assert (Lr : length r = length l) by (unfold width in Wr; lia).
  assert (Lu : length (u ++ l ++ w) = Z.to_nat (C + 2)) by (rewrite <- E; exact Len). rewrite !app_length in Lu.
  apply nth_ext with (d := O) (d' := O); [rewrite Len', !app_length; lia|].
  intros k Hk. rewrite Len' in Hk. assert (Lk : letter n C st' (Z.of_nat k - 1) = nth k (word st') O) by (rewrite letter_word by (trivial;
  lia); f_equal; lia).
  assert (Lk0 : letter n C st (Z.of_nat k - 1) = nth k (word st) O) by (rewrite letter_word by (trivial; lia); f_equal; lia).
  rewrite <- Lk, (R' (Z.of_nat k - 1)). unfold pic, a, width, at_ in *. rewrite Lr.
  destruct (Z.leb_spec (Z.of_nat (length u) - 1) (Z.of_nat k - 1)) as [Q1|Q1]; cbn [andb].
  - destruct (Z.ltb_spec (Z.of_nat k - 1) (Z.of_nat (length u) - 1 + Z.of_nat (length l))) as [Q2|Q2].
    + rewrite app_nth2 by lia. rewrite app_nth1 by lia. f_equal. lia.
    + rewrite Lk0, E, !app_nth2 by lia. f_equal. lia.
  - rewrite Lk0, E, !app_nth1 by lia. reflexivity.
Qed.
Lemma agrees_unsettled : forall st a l, fine st -> l <> [] -> agrees n C st a l -> unsettled n fs l = false.
Proof using HC.
  intros st a l [L [Y Sd]] Ne A. apply not_true_iff_false. intro U. unfold unsettled in U. apply existsb_exists in U.
  destruct U as [s [I U]].
  apply existsb_exists in U. destruct U as [p [_ U]]. destruct (judge n l p s) as [[|]|] eqn:J; try discriminate.
  pose proof (judge_ok n C HC st a l p s true L Y Ne A J) as T. now rewrite (Sd s I) in T.
Qed.
(** A move is a rule on words. *)
Lemma cover_ok : forall es s st p, fine st -> fits n C st s p = true -> forall f l o, cover f es s l o = true -> l <> [] ->
  agrees n C st (p - o) l -> -1 <= p - o -> p - o + width l <= C + 1 ->
  exists e u w, In e es /\ word st = u ++ fst e ++ w /\ width u - 1 + snd e = p.
Proof using HC.
  intros es s st p Fn Fi. pose proof Fn as [L [Y Sd]]. induction f as [|f IH]; intros l o H Ne A H1 H2; [discriminate|]. cbn [cover] in H.
  assert (Wl : 1 <= width l) by (unfold width; destruct l; [congruence|cbn [length]; lia]).
  assert (J : match judge n l o s with Some false => true | _ => false end = false).
  { destruct (judge n l o s) as [[|]|] eqn:J; trivial. pose proof (judge_ok n C HC st (p - o) l o s false L Y Ne A J) as T.
    replace (p - o + o) with p in T by lia. congruence. }
  rewrite J, (agrees_unsettled st _ l Fn Ne A) in H. clear J. destruct (existsb (inside_of l o) es) eqn:In_.
  - apply existsb_exists in In_. destruct In_ as [e [I X]]. unfold inside_of in X. apply andb_prop in X. destruct X as [X1 X2].
    apply andb_prop in X1. destruct X1 as [X1 X3].
    apply Z.leb_le in X1. apply Z.ltb_lt in X3.
    unfold same_word in X2. destruct (list_eq_dec _ _ _) as [X|]; [|discriminate].
    destruct (agrees_factor st (p - o) l L A H1 H2) as [u [w [E Wu]]].
    set (k := Z.to_nat (o - snd e)) in *. exists e, (u ++ firstn k l), (skipn (length (fst e)) (skipn k l) ++ w). split; trivial.
    split.
    + rewrite E, <- app_assoc. f_equal. rewrite <- (firstn_skipn k l) at 1. rewrite <- app_assoc. f_equal.
      rewrite <- X at 1. now rewrite app_assoc, firstn_skipn.
    + unfold width in *. rewrite app_length, firstn_length. assert (k < length l)%nat; [|lia].
      destruct (Nat.lt_ge_cases k (length l)); trivial. rewrite skipn_all2, firstn_nil in X by lia. rewrite <- X in X3. cbn in X3. lia.
  - destruct (hopeless es l o); [discriminate|]. destruct (existsb (leftwards l o) es).
    + destruct (Nat.eqb_spec (hd O l) n) as [|Nh]; [discriminate|]. rewrite forallb_forall in H.
      assert (Hd : letter n C st (p - o) = hd O l).
      { pose proof (A 0 ltac:(lia)) as A0. rewrite Z.add_0_r in A0. rewrite A0. now destruct l. }
      assert (P0 : 0 <= p - o). { destruct (Z.le_gt_cases 0 (p - o)); trivial. exfalso. apply Nh. rewrite <- Hd. unfold letter.
      now destruct (Z.ltb_spec (p - o) 0); [|lia]. }
      set (x := letter n C st (p - o - 1)). apply (IH (x :: l) (o + 1)).
      * apply H. unfold x, letter. destruct (Z.ltb_spec (p - o - 1) 0); [now left|]. right. destruct (Z.ltb_spec (p - o - 1) C); [|lia].
        apply in_seq. pose proof (letter_in n C HC st (p - o - 1) L Y ltac:(lia)) as [Lt Le]. rewrite Le in Lt. lia.
      * discriminate.
      * intros i Hi. replace (p - (o + 1)) with (p - o - 1) by lia. unfold at_. destruct (Z.eq_dec i 0) as [->|Ni].
        { rewrite Z.add_0_r. reflexivity. }
        replace (Z.to_nat i) with (S (Z.to_nat (i - 1))) by lia. cbn [nth]. replace (p - o - 1 + i) with (p - o + (i - 1)) by lia. apply A.
        unfold width in *. cbn [length] in Hi. lia.
      * lia.
      * unfold width in *. cbn [length]. lia.
    + destruct (Nat.eqb_spec (last l O) (S n)) as [|Nl]; [discriminate|]. rewrite forallb_forall in H.
      assert (La : letter n C st (p - o + (width l - 1)) = last l O).
      { rewrite (A (width l - 1)) by lia. unfold at_, width. replace (Z.to_nat (Z.of_nat (length l) - 1)) with (length l - 1)%nat by lia.
        now apply nth_end. }
      assert (P0 : p - o + width l <= C).
      { destruct (Z.le_gt_cases (p - o + width l) C); trivial. exfalso. apply Nl. rewrite <- La. unfold letter.
        destruct (Z.ltb_spec (p - o + (width l - 1)) 0); [lia|]. now destruct (Z.ltb_spec (p - o + (width l - 1)) C); [lia|]. }
      set (x := letter n C st (p - o + width l)). apply (IH (l ++ [x]) o).
      * apply H. unfold x, letter. destruct (Z.ltb_spec (p - o + width l) 0); [lia|].
        destruct (Z.ltb_spec (p - o + width l) C); [|now left]. right.
        apply in_seq. pose proof (letter_in n C HC st (p - o + width l) L Y ltac:(lia)) as [Lt Le]. rewrite Le in Lt. lia.
      * now destruct l.
      * intros i Hi. unfold width in Hi. rewrite app_length in Hi. cbn [length] in Hi. unfold at_.
        destruct (Z.eq_dec i (width l)) as [->|Ni].
        { unfold width at 2. rewrite Nat2Z.id, app_nth2, Nat.sub_diag by lia. reflexivity. }
        unfold width in *. rewrite app_nth1 by lia. apply A. unfold width. lia.
      * trivial.
      * unfold width in *. rewrite app_length. cbn [length]. lia.
Qed.

(** ** The moves of the term *)
Variable g : game.
Definition cells (w : list nat) : list nat := removelast (tl w).
Definition row_of (P : bool) (st : list nat) : state := [[number_of P]; map Z.of_nat st].
Lemma cells_word : forall st, cells (word st) = st.
Proof using. intro st. unfold cells, word. cbn [tl]. apply removelast_last. Qed.
Lemma row_state : forall P st, state_of v C P st = row_of P st.
Proof using V. intros P st. destruct row_facts as [R _]. unfold state_of, st_of. now rewrite R. Qed.
Variables (counts : list (list nat)) (leads : bool) (digits : list nat).
Hypothesis Term : view_board v counts leads digits g = true.
Theorem row_moves : forall P st s, fine st ->
  (In s (moves g (row_of P st)) <-> exists q, W.rmv (W.rules c) (P, word st) q /\ s = row_of (fst q) (cells (snd q))).
Proof using HC V Term.
  intros P st s Fn. pose proof Fn as [L [Y Sd]]. destruct row_facts as [_ [_ [_ [_ [Fs [Ck _]]]]]]. destruct (Ck P) as [Rc Cc].
  assert (Sz : B.sized 1 C st) by (apply (long_sized C HC); exact L).
  rewrite <- row_state, (board_moves v counts leads digits g Term 1 C ltac:(lia) HC (fun _ => eq_refl) P st s Sz). split.
  - intros [[P' st'] [[_ [x [M [Se Ep]]]] ->]]. cbn [fst snd] in *. subst P'. apply B.in_results in M.
    destruct M as [sc [[r p] [I [On1 [Li [Fi ->]]]]]]. assert (r = 0) as -> by (apply B.on_spec in On1; cbn [fst snd] in On1; lia).
    assert (Ok : fits (symbols v) C st sc p = true).
    { apply (fits_ok (symbols v) C HC sc st p (proj1 (Fs P sc I)) L Y). split; trivial. unfold okp. now rewrite Li, Fi. }
    unfold cover_check in Cc. rewrite forallb_forall in Cc. specialize (Cc sc I). rewrite forallb_forall in Cc.
    assert (Hp : 0 <= p < C) by (apply B.on_spec in On1; cbn [fst snd] in On1; lia).
    pose proof (letter_in (symbols v) C HC st p L Y Hp) as [Lt Le].
    destruct (cover_ok (found P sc) sc st p Fn Ok fuel [letter (symbols v) C st p] 0) as [e [u [w [Ie [E Wu]]]]].
    + apply Cc. apply in_seq. lia.
    + discriminate.
    + intros i Hi. unfold width in Hi. cbn [length] in Hi. replace i with 0 by lia. rewrite Z.sub_0_r, Z.add_0_r. reflexivity.
    + lia.
    + unfold width. cbn [length]. lia.
    + unfold found in Ie. apply in_flat_map in Ie. destruct Ie as [[l r] [Ir Ie]]. apply in_map_iff in Ie. destruct Ie as [o [<- Io]].
      apply filter_In in Io. destruct Io as [Io Yo]. apply in_range in Io. cbn [fst snd] in *.
      assert (Ne : l <> []) by (intro; subst l; unfold width in Io; cbn in Io; lia).
      destruct (yields_ok P sc o l r st u w I Fn E Ne Yo) as [_ [_ [st2 [S2 [_ E2]]]]]. rewrite Wu in S2.
      destruct Se as [f1 Se], S2 as [f2 S2]. pose proof (B.settle_same _ _ _ _ _ _ _ _ Se S2) as <-.
      exists (negb P, word st'). cbn [fst snd]. rewrite cells_word, row_state. split; [|reflexivity]. rewrite E, E2. now apply W.rw.
  - intros [q [M ->]]. remember (P, word st) as pw eqn:Ep. destruct M as [P0 u w l r Ir]. injection Ep as -> E1. cbn [fst snd].
    unfold rule_check in Rc. rewrite forallb_forall in Rc. specialize (Rc (l, r) Ir). apply existsb_exists in Rc. destruct Rc as [sc [I X]].
    apply existsb_exists in X. destruct X as [o [Io Yo]]. apply in_range in Io. cbn [fst snd] in *.
    assert (Ne : l <> []) by (intro; subst l; unfold width in Io; cbn in Io; lia).
    destruct (yields_ok P sc o l r st u w I Fn (eq_sym E1) Ne Yo) as [On1 [Ok [st2 [S2 [_ E3]]]]].
    exists (negb P, st2). cbn [fst snd]. rewrite row_state, <- E3, cells_word. split; [|reflexivity]. split; [exact Sz|].
    exists (B.write C (B.cells sc) (0, width u - 1 + o) st). split; [|split; [exact S2|reflexivity]]. apply B.in_results.
    unfold okp in Ok. apply andb_prop in Ok. exists sc, (0, width u - 1 + o). tauto.
Qed.
Lemma rmv_fine : forall P st q, fine st -> W.rmv (W.rules c) (P, word st) q -> fst q = negb P /\ exists st', fine st' /\ snd q = word st'.
Proof using HC V.
  intros P st q Fn M. destruct row_facts as [_ [_ [_ [_ [_ [Ck _]]]]]]. destruct (Ck P) as [Rc _].
  remember (P, word st) as pw eqn:Ep. destruct M as [P0 u w l r Ir]. injection Ep as -> E1. cbn [fst snd]. split; trivial.
  unfold rule_check in Rc. rewrite forallb_forall in Rc. specialize (Rc (l, r) Ir). apply existsb_exists in Rc. destruct Rc as [sc [I X]].
  apply existsb_exists in X. destruct X as [o [Io Yo]]. apply in_range in Io. cbn [fst snd] in *.
  assert (Ne : l <> []) by (intro; subst l; unfold width in Io; cbn in Io; lia).
  destruct (yields_ok P sc o l r st u w I Fn (eq_sym E1) Ne Yo) as [_ [_ [st2 [_ [F2 E3]]]]]. exists st2. split; [trivial|now symmetry].
Qed.

(** ** Settled rows are words of the domain *)
Lemma keep_keep : forall a x, keep (keep a ++ [x]) = keep (a ++ [x]).
Proof using.
  intros a x. unfold keep. rewrite !app_length, skipn_length. cbn [length].
  assert (M : (1 <= most)%nat) by (unfold most; clear; induction fs; cbn [fold_right]; lia).
  destruct (Nat.le_gt_cases (length a) most) as [H|H].
  - replace (length a - most)%nat with O by lia. cbn [skipn]. now replace (length a - 0)%nat with (length a) by lia.
  - pose proof (firstn_skipn (length a - most) a) as E.
    assert (Lf : length (firstn (length a - most) a) = (length a - most)%nat) by (rewrite firstn_length; lia).
    remember (length a - most)%nat as k eqn:Ek. set (f := firstn k a) in *. set (b := skipn k a) in *. 
    replace (length a - k + 1 - most)%nat with 1%nat by lia. replace (length a + 1 - most)%nat with (length f + 1)%nat by lia.
    clearbody f b. clear Ek. subst a. rewrite <- app_assoc, (skipn_app _ f). rewrite (skipn_all2 f) by lia. cbn [app]. f_equal. lia.
Qed.
Lemma keep_split : forall a, exists b, a = b ++ keep a.
Proof using. intro a. unfold keep. exists (firstn (length a - most) a). symmetry. apply firstn_skipn. Qed.
Lemma keep_one : forall a x, exists b, keep (a ++ [x]) = b ++ [x].
Proof using.
  intros a x. unfold keep. assert (M : (1 <= most)%nat) by (unfold most; clear; induction fs; cbn [fold_right]; lia).
  rewrite skipn_app, app_length. cbn [length]. replace (length a + 1 - most - length a)%nat with O by lia. cbn [skipn]. eauto.
Qed.
Lemma keep_two : forall a x y, exists b, keep (a ++ [x; y]) = b ++ [x; y].
Proof using.
  intros a x y. unfold keep. assert (M : (2 <= most)%nat) by (unfold most; clear; induction fs; cbn [fold_right]; lia).
  rewrite skipn_app, app_length. cbn [length]. replace (length a + 2 - most - length a)%nat with O by lia. cbn [skipn]. eauto.
Qed.
Theorem row_domain : forall P st, fine st -> W.domain c P (word st) = true.
Proof using HC V.
  intros P st Fn. pose proof Fn as [L [Y Sd]]. destruct row_facts as [_ [_ [_ [_ [_ [_ Dc]]]]]]. unfold domain_check in Dc. revert Dc.
  generalize (2 ^ 17)%nat. intros k Dc.
  assert (Eq : forall a b : item, same_item a b = true -> a = b).
  { intros [q w] [q' w'] E. unfold same_item, same_word in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
    apply Nat.eqb_eq in E1.
    destruct (list_eq_dec _ _ _) as [->|]; [|discriminate]. now subst. }
  destruct (Explore.explore_sound item same_item item_key item_step item_good Eq _ _ Dc) as [Sx [S1 S2]].
  assert (Sm : forall x, In x st -> (x < symbols v)%nat) by (unfold proper in Y; rewrite Forall_forall in Y; exact Y).
  assert (Pre : forall a r, word st = a ++ r -> a <> [] -> Sx (W.drun c 0 a, keep a)).
  { intro a. induction a as [|x a IH] using rev_ind; intros r E Ne; [congruence|]. rewrite <- app_assoc in E. cbn [app] in E.
    destruct a as [|y a] using rev_ind.
    - cbn [app] in *. injection E as <- _. unfold keep. cbn [length].
      assert (M : (1 <= most)%nat) by (unfold most; clear; induction fs; cbn [fold_right]; lia).
      replace (1 - most)%nat with O by lia. apply S1. now left.
    - clear IHa. assert (Na : a ++ [y] <> []) by now destruct a. specialize (IH _ E Na). destruct (S2 _ IH) as [_ Cl].
      replace (W.drun c 0 ((a ++ [y]) ++ [x]), keep ((a ++ [y]) ++ [x])) with
        (W.ddl c (W.drun c 0 (a ++ [y])) x, keep (keep (a ++ [y]) ++ [x]))
        by (rewrite keep_keep; unfold W.drun; now rewrite (fold_left_app _ (a ++ [y]) [x])).
      apply Cl. unfold item_step. cbn [fst snd]. destruct (keep_one a y) as [b Kb].
      replace (last (keep (a ++ [y])) O) with y by (rewrite Kb; symmetry; apply last_last).
      assert (Hy : In y (symbols v :: st)).
      { assert (Rm : removelast (word st) = symbols v :: st) by (unfold word; rewrite app_comm_cons; apply removelast_last).
        rewrite <- Rm, E, removelast_app by discriminate. apply in_or_app. left. apply in_or_app. right. now left. }
      destruct (Nat.eqb_spec y (S (symbols v))) as [Ey|_]; [destruct Hy as [Hy|Hy]; [lia|specialize (Sm y Hy); lia]|].
      apply in_flat_map. exists x. split.
      + assert (Hx : In x (tl (word st))).
        { rewrite E. destruct a as [|z a]; cbn [app tl]; [now left|]. apply in_or_app. right. now left. }
        unfold word in Hx. cbn [tl] in Hx. apply in_app_or in Hx.
        destruct Hx as [Hx|[<-|[]]]; [right; apply in_seq; specialize (Sm x Hx); lia|now left].
      + rewrite keep_keep. destruct (keep_split ((a ++ [y]) ++ [x])) as [b' Kb'].
        rewrite (agrees_unsettled st (width b' - 1) (keep ((a ++ [y]) ++ [x]))).
        * now left.
        * exact Fn.
        * destruct (keep_one (a ++ [y]) x) as [b2 ->]. now destruct b2.
        * apply (factor_agrees st b' (keep ((a ++ [y]) ++ [x])) r L). rewrite app_assoc, <- Kb', <- app_assoc. exact E. }
  assert (Ns : st <> []) by (intro; subst st; unfold long in L; cbn in L; lia).
  assert (Nw : word st <> []) by discriminate.
  pose proof (Pre (word st) [] ltac:(now rewrite app_nil_r) Nw) as Last. destruct (S2 _ Last) as [Gd _]. unfold item_good in Gd.
  cbn [fst snd] in Gd.
  assert (Ew : word st = (symbols v :: removelast st) ++ [last st O; S (symbols v)]).
  { unfold word. rewrite (app_removelast_last O Ns) at 1. cbn [app]. now rewrite <- app_assoc. }
  destruct (keep_two (symbols v :: removelast st) (last st O) (S (symbols v))) as [b Kb]. rewrite <- Ew in Kb. rewrite Kb in Gd.
  change [last st O; S (symbols v)] with ([last st O] ++ [S (symbols v)]) in Gd.
  rewrite app_assoc, last_last, removelast_last, last_last, Nat.eqb_refl in Gd.
  assert (Hl : (last st O < symbols v)%nat).
  { apply Sm. rewrite (app_removelast_last O Ns) at 2. apply in_or_app. right. now left. }
  destruct (Nat.eqb_spec (last st O) (symbols v)); [lia|]. cbn [orb] in Gd. apply andb_prop in Gd. unfold W.domain. destruct P; tauto.
Qed.

(** Who wins by the rules on words can force a win in the term. *)
Lemma row_play : forall P st, fine st -> forall b : bool, (b = true -> Game.Win (Heap.play (W.rmv (W.rules c)) (misere v)) (Some (P, word st))) ->
  (b = false -> Game.Lose (Heap.play (W.rmv (W.rules c)) (misere v)) (Some (P, word st))) ->
  (b = true <-> wins g P (row_of P st)) /\ (b = false <-> wins g (negb P) (row_of P st)).
Proof using HC V Term.
  intros P st Fn b Wi Lo.
  destruct (ViewBoard.facts v counts leads digits g Term) as [Bl [En [_ [_ [St _]]]]].
  pose (I := fun p : bool * list nat => exists st, fine st /\ snd p = word st).
  pose proof (play_correct g Bl En (bool * list nat) (W.rmv (W.rules c)) fst (fun p => row_of (fst p) (cells (snd p))) I
    (misere v)) as K.
  specialize (K ltac:(intros [[|] w]; reflexivity)).
  assert (Mv : forall p s, I p -> (In s (moves g (row_of (fst p) (cells (snd p)))) <->
    exists q, W.rmv (W.rules c) p q /\ s = row_of (fst q) (cells (snd q)))).
  { intros [Q w] s [st1 [F1 E1]]. cbn [fst snd] in *. subst w. rewrite cells_word. now apply row_moves. }
  assert (Kp : forall p q, I p -> W.rmv (W.rules c) p q -> I q /\ fst q = negb (fst p)).
  { intros [Q w] q [st1 [F1 E1]] M. cbn [fst snd] in *. subst w. destruct (rmv_fine Q st1 q F1 M) as [E [st2 [F2 E2]]].
    split; [exists st2; now split|exact E]. }
  assert (Sk : forall p, I p -> stuck_pays g (row_of (fst p) (cells (snd p))) = if eqb (fst p) (misere v) then 1 else -1).
  { intros [Q w] _. rewrite St. unfold row_of, stuck_of. cbn [fst snd]. destruct Q, (misere v); reflexivity. }
  specialize (K Mv Kp Sk (P, word st) ltac:(exists st; now split) b Wi Lo). cbn [fst snd] in K. rewrite cells_word in K. exact K.
Qed.

(** What is so by Rewriting.v is so in the term. *)
Theorem row_term : W.check c = true -> forall P st, fine st ->
  (W.label c (P, word st) = Some true <-> wins g P (row_of P st)) /\
  (W.label c (P, word st) = Some false <-> wins g (negb P) (row_of P st)).
Proof using HC V Term.
  intros Ck P st Fn. pose proof Fn as [L [Y Sd]]. destruct row_facts as [_ [Sg [Mi _]]].
  assert (Okw : W.okw c (word st)).
  { unfold W.okw, word. rewrite Sg. constructor; [lia|]. apply Forall_app. split; [|constructor; [lia|constructor]].
    unfold proper in Y. apply Forall_impl with (2 := Y). intros; lia. }
  pose proof (row_play P st Fn) as Key.
  pose proof (W.labels_are_outcomes c Ck P (word st) Okw) as O1.
  pose proof (proj1 (W.domain_labelled c Ck P (word st) Okw) (row_domain P st Fn)) as Nn.
  unfold W.Wins, W.Loses in O1. rewrite Mi in O1. unfold W.word in *. revert O1 Nn.
  destruct (W.label c (P, word st)) as [[|]|]; intros O1 Nn; [| |now elim Nn].
  - destruct (Key true) as [K1 K2]; [|discriminate|split; split; intro X; try discriminate; try (now apply K1); try (now apply K2 in X);
    trivial].
    intros _. destruct (misere v); [now apply ViewLattice.misere_play|now apply Heap.play_normal].
  - destruct (Key false) as [K1 K2]; [discriminate| |split; split; intro X; try discriminate; try (now apply K1 in X);
    try (now apply K2); trivial].
    intros _. destruct (misere v); [now apply ViewLattice.misere_play|now apply Heap.play_normal].
Qed.
End Row.

(** THE LAW: on settled rows of every length, the label of the word says who can force a win in the term. *)
Theorem row_law : forall v c, view_row v c = true -> forall g counts leads digits, view_board v counts leads digits g = true ->
  W.check c = true ->
  forall P st, st <> [] -> Forall (fun x => x < symbols v)%nat st -> B.results 1 (Z.of_nat (length st)) (follow v) st = [] ->
  (W.label c (P, word v st) = Some true <-> wins g P (row_of P st)) /\
  (W.label c (P, word v st) = Some false <-> wins g (negb P) (row_of P st)).
Proof.
  intros v c V g counts leads digits Term Ck P st Ne Y Se.
  assert (HC : 0 < Z.of_nat (length st)) by (destruct st; [congruence|cbn [length]; lia]).
  assert (L : long (Z.of_nat (length st)) st) by (unfold long; lia).
  apply (row_term v c V (Z.of_nat (length st)) HC g counts leads digits Term Ck P st). split; trivial. split; trivial.
  apply settled_ok; trivial. destruct (row_facts v c V) as [_ [_ [_ [[F _] _]]]]. exact F.
Qed.
