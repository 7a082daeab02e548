(** * ViewBoard.v -- rows and boards rewritten by stencils, as core terms: their moves,
    and the outcomes of the term on boards of every size.
    The rules are stated as stencils, lowered again here, and compared with the term.
    Proved: where [view_board] accepts, the moves of the term are
    those of Boards.v on boards of every size ([board_moves]); so a functional that Boards.v accepts says who can force a win in the term
    ([board_term]).
    Source: as Boards.v.
    An instance gives a term; the rules: by whom, and the stencils in the directions in which they may be laid;
    and weights that fall with each
    forced follow-up, which bound their number. *)
Require Import ZArith List Bool Lia.
From Whowins Require Game Lattice Heap Boards ViewLattice.
From Whowins Require Import Core ViewTidy ViewOutcome ViewBoardTerm.
Import ListNotations.
Module B := Boards.
Open Scope Z_scope.

(** Cells of a stencil stand in the reverse of the term's order. *)
Record board_rules := BoardRules {
  row : bool;                                            (* one line of cells *)
  symbols : nat;
  rewrites : list (option bool * list B.stencil);        (* whose move (None: of both; true: of the first-named), and its stencils *)
  follow : list B.stencil;                               (* the forced follow-ups *)
  misere : bool }.                                       (* whether who cannot move wins *)
Definition stencils_of (P : bool) (r : option bool * list B.stencil) : list B.stencil :=
  match fst r with Some Q => if eqb P Q then snd r else [] | None => snd r end.
Definition game_of (v : board_rules) : B.game :=
  {| B.symbols := symbols v; B.moves := fun P => flat_map (stencils_of P) (rewrites v); B.at_once := follow v |}.

Definition pass : cmd := Set_ 0 (Num 0) (Bin Sub (Num 1) (Get (P 0) (Num 0) 0)).
Definition stuck_of (misere : bool) : expr := Ite (Get (P 0) (Num 0) 0) (Num (if misere then -1 else 1)) (Num (if misere then 1 else -1)).

Section View.
Variables (v : board_rules) (counts : list (list nat)) (leads : bool) (digits : list nat) (g : game).
(** Why follow-ups come to an end, as in Boards.v. *)
Definition falling : B.law :=
  {| B.modulus := 1; B.tails := (B.Tail 0 1, B.Tail 0 1, B.Tail 0 1, B.Tail 0 1); B.weights := []; B.wins := []; B.misere := false;
     B.one_row := false; B.counts := counts; B.first_leads := leads; B.digits := digits; B.blank := 0; B.by_rows := true;
     B.downwards := true; B.rightwards := true; B.splits := []; B.reach := 0 |}.
Definition turns : expr := rounds (row v) (Z.of_nat (symbols v)) counts digits.
Definition rewrite_c (r : option bool * list B.stencil) : cmd :=
  let c := seq_of [alt_of (map (laid (row v)) (snd r)); settled (row v) (follow v) turns] in
  match fst r with None => c | Some Q => seq_of [Guard (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q))); c] end.
Definition tier : cmd := seq_of [alt_of (map rewrite_c (rewrites v)); pass].
Definition all_stencils : list B.stencil := flat_map snd (rewrites v) ++ follow v.
Definition parts_are : bool := match parts g, row v with
  | [(0, Some 1); (0, Some h)], true | [(0, Some 1); _; (0, Some h)], false => h =? Z.of_nat (symbols v) - 1 | _, _ => false end.
Definition view_board : bool :=
  Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end && parts_are &&
  match tiers g with [c] => alike c tier | _ => false end && alike_e (stuck g) (stuck_of (misere v)) &&
  forallb (flat (row v)) all_stencils && forallb (small (symbols v)) all_stencils &&
  forallb (fun s => B.distinct (map B.off (B.cells s)) && B.lower falling counts s) (follow v) &&
  match digits with [] => true | _ => (Z.of_nat (S (list_max digits)) <=? 2 ^ Z.log2_up (Z.of_nat (symbols v))) end.
Hypothesis V : view_board = true.

Definition state_of (C : Z) (P : bool) (st : B.state) : state := st_of (row v) C (number_of P) st.

Lemma distinct_ok : forall ps, B.distinct ps = true -> NoDup ps.
Proof using.
  induction ps as [|p l IH]; intro D; cbn [B.distinct] in D; constructor; apply andb_prop in D; destruct D as [D D']; auto.
  intro I. apply negb_true_iff in D. apply not_true_iff_false in D. apply D. apply B.existsb_exists. exists p. unfold B.same.
  rewrite !Z.eqb_refl. auto.
Qed.
Lemma facts : blocks g = O /\ (forall s, ended g s = None) /\
  (nth_error (parts g) 0 = Some (0, Some 1) /\ nth_error (parts g) (cellp (row v)) = Some (0, Some (Z.of_nat (symbols v) - 1))) /\
  (forall s, moves g s = run (consts g) (parts g) tier [] s) /\
  (forall s, stuck_pays g s = ev (consts g) [] s (stuck_of (misere v))) /\
  (forall s, In s all_stencils -> flat (row v) s = true /\ small (symbols v) s = true) /\
  (forall s, In s (follow v) -> NoDup (map B.off (B.cells s)) /\ B.lower falling counts s = true) /\
  (digits <> [] -> Z.of_nat (S (list_max digits)) <= 2 ^ Z.log2_up (Z.of_nat (symbols v))).
Proof using V.
  pose proof V as H. unfold view_board in H. repeat (apply andb_prop in H; destruct H as [H ?H]).
  apply Nat.eqb_eq in H. rewrite forallb_forall in H1, H2, H3.
  assert (En : forall s, ended g s = None) by (intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]).
  split; [trivial|]. split; [trivial|]. split; [|split; [|split; [|split; [|split]]]].
  - clear - H6. unfold parts_are, cellp in *. destruct (parts g) as [|[[| |] [[|[| |]|]|]] l]; try discriminate.
    destruct (row v); destruct l as [|[[| |] [h|]] [|[[| |] [h'|]] [|]]]; try discriminate; apply Z.eqb_eq in H6; subst; split; reflexivity.
  - intro s. unfold moves. rewrite En. destruct (tiers g) as [|c [|]]; try discriminate. cbn [first_tier].
    rewrite (alike_run c tier) by trivial. now destruct (run _ _ _ _ _).
  - intro s. now apply alike_value.
  - intros s I. split; auto.
  - intros s I. specialize (H1 s I). apply andb_prop in H1. destruct H1 as [A D]. split; [now apply distinct_ok|trivial].
  - intro N. destruct digits; [congruence|]. now apply Z.leb_le.
Qed.

Section Size.
Variables R C : Z.
Hypothesis HR : 0 < R.
Hypothesis HC : 0 < C.
Hypothesis Row : row v = true -> R = 1.
Notation mv := (B.mv (game_of v) R C).

(** ** Follow-ups come to an end within the rounds of the term *)
Lemma settle_ends : forall n st, B.sized R C st -> (B.rank falling counts st <= n)%nat ->
  exists st', B.settle (game_of v) R C n st = Some st'.
Proof using V.
  destruct facts as [_ [_ [_ [_ [_ [_ [Fa _]]]]]]].
  induction n as [|n IH]; intros st Z L; cbn [B.settle game_of B.at_once]; destruct (B.results R C (follow v) st) as [|x l] eqn:Q;
    try (eexists; reflexivity);
    (assert (I : In x (B.results R C (follow v) st)) by (rewrite Q; now left);
     apply B.in_results in I; destruct I as [s [p [I [O [Li [Fi ->]]]]]]; destruct (Fa s I) as [N Lo];
     pose proof (B.falls_of falling counts R C st s p Lo N Z Li Fi)); [lia|].
  apply IH; [now apply B.write_sized|lia].
Qed.
Lemma settle_sized : forall n st st', B.sized R C st -> B.settle (game_of v) R C n st = Some st' -> B.sized R C st'.
Proof using.
  induction n as [|n IH]; intros st st' Z E; cbn [B.settle] in E; destruct (B.results R C (B.at_once (game_of v)) st) as [|x l] eqn:Q;
  try congruence.
  assert (I : In x (B.results R C (B.at_once (game_of v)) st)) by (rewrite Q; now left). apply B.in_results in I.
  destruct I as [s [p [_ [_ [_ [_ ->]]]]]]. apply (IH _ _ (B.write_sized R C _ p st Z) E).
Qed.
Lemma settle_iter : forall f st st', B.settle (game_of v) R C f st = Some st' -> forall n, (f <= n)%nat ->
  Nat.iter n (step R C (follow v)) st = st'.
Proof using.
  assert (Stay : forall n st, B.results R C (follow v) st = [] -> Nat.iter n (step R C (follow v)) st = st).
  { intros n st E. induction n as [|n IH]; [reflexivity|]. change (step R C (follow v) (Nat.iter n (step R C (follow v)) st) = st).
    rewrite IH, step_results, E. reflexivity. }
  assert (In1 : forall n st, Nat.iter (S n) (step R C (follow v)) st = Nat.iter n (step R C (follow v)) (step R C (follow v) st)).
  { intros n st. induction n as [|n IH]; [reflexivity|].
    change (step R C (follow v) (Nat.iter (S n) (step R C (follow v)) st) = step R C (follow v) (Nat.iter n (step R C (follow v)) (step R
    C (follow v) st))).
    now rewrite IH. }
  induction f as [|f IH]; intros st st' E n L; cbn [B.settle game_of B.at_once] in E;
  destruct (B.results R C (follow v) st) as [|x l] eqn:Q;
    try discriminate; try (injection E as <-; now apply Stay).
  destruct n as [|n]; [lia|]. rewrite In1, step_results, Q. apply (IH x); trivial. lia.
Qed.
Lemma times_ev : forall cs env s fuel l, l <> [] -> (length l <= fuel)%nat ->
  ev cs env s (balanced fuel (Bin Mul) (Num 0) l) = fold_right (fun e a => ev cs env s e * a) 1 l.
Proof using.
  intros cs env s. induction fuel as [|fuel IH]; intros l N L; destruct l as [|a [|b l]]; try congruence; try (cbn [length] in L; lia).
  - cbn [balanced fold_right]. lia.
  - set (x := a :: b :: l) in *. assert (Two : (2 <= length x)%nat) by (cbn [x length]; lia).
    destruct (halves _ x fuel Two L) as [A [D [A' [D' _]]]].
    assert (E : balanced (S fuel) (Bin Mul) (Num 0) x = Bin Mul (balanced fuel (Bin Mul) (Num 0) (firstn (Nat.div2 (length x)) x))
      (balanced fuel (Bin Mul) (Num 0) (skipn (Nat.div2 (length x)) x))) by reflexivity.
    rewrite E. cbn [ev opz]. rewrite !IH; trivial; try (intro Q; rewrite Q in *; cbn in *; lia).
    pose proof (firstn_skipn (Nat.div2 (length x)) x) as Sx. set (p := firstn _ x) in *. set (q := skipn _ x) in *. rewrite <- Sx.
    clear. induction p as [|e p IHp]; cbn [app fold_right]; [lia|]. rewrite <- IHp. lia.
Qed.
Lemma enough_rounds : forall T st, B.sized R C st ->
  Z.of_nat (B.span falling counts (Z.to_nat (R * C))) - 1 <= ev (consts g) [] (st_of (row v) C T st) turns.
Proof using HR HC V.
  intros T st Z. destruct facts as [_ [_ [_ [_ [_ [_ [_ Ba]]]]]]]. unfold turns, rounds, times.
  pose proof (count_ev (consts g) (row v) R C HR HC [] T st Z) as Cn. set (n := Z.to_nat (R * C)) in *.
  assert (Hn : R * C = Z.of_nat n) by (unfold n; nia). set (s := st_of _ _ _ _) in *.
  set (tl := match digits with [] => [] | _ => _ end). set (hd := map _ counts).
  assert (Tl : Z.of_nat (B.base falling ^ n) <= fold_right (fun e a => ev (consts g) [] s e * a) 1 tl).
  { unfold tl, B.base. cbn [B.digits falling]. destruct digits as [|d ds] eqn:Ed.
    - cbn [list_max fold_right]. rewrite Nat.pow_1_l. cbn. lia.
    - rewrite <- Ed in *. cbn [fold_right ev opz]. rewrite Cn, Z.mul_1_r, Hn. assert (N : digits <> []) by (rewrite Ed; discriminate).
      specialize (Ba N).
      rewrite Z.max_r by (pose proof (Z.log2_up_nonneg (Z.of_nat (symbols v))); nia).
      rewrite Z.shiftl_1_l, Z.pow_mul_r by (try apply Z.log2_up_nonneg; lia). rewrite Nat2Z.inj_pow. apply Z.pow_le_mono_l. lia. }
  assert (All : Z.of_nat (B.span falling counts n) <= fold_right (fun e a => ev (consts g) [] s e * a) 1 (hd ++ tl)).
  { unfold hd. revert Tl. clearbody tl. clear - Cn Hn HR HC. intro Tl. induction counts as [|ds l IH]; [exact Tl|].
    cbn [B.span map app fold_right]. cbn [ev add opz]. rewrite Cn, Nat2Z.inj_mul, Hn.
    replace (Z.of_nat (S (list_max ds * n))) with (Z.of_nat (list_max ds) * Z.of_nat n + 1) by lia. apply Z.mul_le_mono_nonneg_l; [nia|].
    exact IH. }
  destruct (hd ++ tl) as [|e l] eqn:El; [cbn [length balanced ev] in *; cbn [fold_right] in All; lia|].
  rewrite times_ev by (try discriminate; trivial). lia.
Qed.
Lemma follow_run : forall T st st', B.sized R C st -> B.settles (game_of v) R C st st' ->
  run (consts g) (parts g) (settled (row v) (follow v) turns) [] (st_of (row v) C T st) = [st_of (row v) C T st'].
Proof using All.
  intros T st st' Z [f S]. destruct facts as [_ [_ [[_ Bo] [_ [_ [Fl _]]]]]].
  assert (F1 : forallb (flat (row v)) (follow v) = true) by (apply forallb_forall; intros s I; apply Fl, in_or_app; now right).
  assert (F2 : forallb (small (symbols v)) (follow v) = true) by (apply forallb_forall; intros s I; apply Fl, in_or_app; now right).
  rewrite (settled_run (consts g) (parts g) (row v) (symbols v) R C HR HC Row Bo (follow v) turns T st Z F1 F2).
  destruct (settle_ends (B.rank falling counts st) st Z (le_n _)) as [u U].
  pose proof (B.settle_same (game_of v) R C _ _ _ _ _ S U) as <-.
  pose proof (enough_rounds T st Z) as En. pose proof (B.rank_span falling counts st) as Ra. rewrite Z in Ra.
  pose proof (settle_iter _ _ _ U (Z.to_nat (ev (consts g) [] (st_of (row v) C T st) turns)) ltac:(lia)) as It.
  destruct (follow v) as [|s0 l] eqn:Fo; [|now rewrite It]. destruct f; cbn [B.settle game_of B.at_once] in S; rewrite Fo in S;
    cbn in S; injection S as ->; reflexivity.
Qed.
Lemma pass_run : forall P st, run (consts g) (parts g) pass [] (st_of (row v) C (number_of P) st) = [st_of (row v) C (number_of (negb P))
  st].
Proof using V.
  intros P st. destruct facts as [_ [_ [[Bo _] _]]]. unfold pass. cbn [run ev look opz].
  unfold st_of. case (row v); unfold assign; rewrite Bo; destruct P; reflexivity.
Qed.

Theorem board_moves : forall P st s, B.sized R C st ->
  (In s (moves g (state_of C P st)) <-> exists q, mv (P, st) q /\ s = state_of C (fst q) (snd q)).
Proof using All.
  intros P st s Z. destruct facts as [_ [_ [[B0 Bo] [Mo [_ [Fl _]]]]]]. rewrite Mo. unfold tier, state_of.
  change (seq_of [alt_of (map rewrite_c (rewrites v)); pass]) with (Seq (alt_of (map rewrite_c (rewrites v))) pass). cbn [run].
  rewrite in_flat_map.
  assert (Alts : forall l env s t, In t (run (consts g) (parts g) (alt_of l) env s) <-> exists c, In c l /\
  In t (run (consts g) (parts g) c env s)).
  { intros l env s0 t. induction l as [|c l IH]; [split; [intros []|intros [c [[] _]]]|]. rewrite run_alt_of, in_app_iff, IH. split.
    - intros [M|[d [I M]]]; [exists c; split; [now left|trivial]|exists d; split; [now right|trivial]].
    - intros [d [[<-|I] M]]; [now left|right; eauto]. }
  assert (One : forall r, In r (rewrites v) -> forall t,
  In t (run (consts g) (parts g) (rewrite_c r) [] (st_of (row v) C (number_of P) st)) <->
    exists st1 st2, In st1 (B.results R C (stencils_of P r) st) /\ B.settles (game_of v) R C st1 st2 /\
    t = st_of (row v) C (number_of P) st2).
  { intros r Ir t.
    assert (Plain : In t (run (consts g) (parts g) (Seq (alt_of (map (laid (row v)) (snd r))) (settled (row v) (follow v) turns)) []
        (st_of (row v) C (number_of P) st)) <->
      exists st1 st2, In st1 (B.results R C (snd r) st) /\ B.settles (game_of v) R C st1 st2 /\ t = st_of (row v) C (number_of P) st2).
    { assert (Lay : forall x, In x (run (consts g) (parts g) (alt_of (map (laid (row v)) (snd r))) [] (st_of (row v) C (number_of P) st))
      <->
        exists st1, In st1 (B.results R C (snd r) st) /\ x = st_of (row v) C (number_of P) st1).
      { intro x. rewrite Alts. split.
        - intros [c [I M]]. apply in_map_iff in I. destruct I as [sc [<- I]].
          assert (J : In sc all_stencils) by (apply in_or_app; left; apply in_flat_map; eauto). destruct (Fl sc J) as [G1 G2].
          apply (laid_run (consts g) (parts g) (row v) (symbols v) R C HR HC Row Bo sc (number_of P) st x Z G1 G2) in M.
          destruct M as [p [O [L [Fi ->]]]]. eexists. split; [|reflexivity]. apply B.in_results. exists sc, p. auto.
        - intros [st1 [M ->]]. apply B.in_results in M. destruct M as [sc [p [I [O [L [Fi ->]]]]]]. exists (laid (row v) sc).
          split; [now apply in_map|].
          assert (J : In sc all_stencils) by (apply in_or_app; left; apply in_flat_map; eauto). destruct (Fl sc J) as [G1 G2].
          apply (laid_run (consts g) (parts g) (row v) (symbols v) R C HR HC Row Bo sc (number_of P) st _ Z G1 G2). exists p. auto. }
      assert (Sz : forall st1, In st1 (B.results R C (snd r) st) -> B.sized R C st1).
      { intros st1 I. apply B.in_results in I. destruct I as [sc [p [_ [_ [_ [_ ->]]]]]]. now apply B.write_sized. }
      cbn [run]. rewrite in_flat_map. split.
      - intros [x [M J]]. apply Lay in M. destruct M as [st1 [M ->]]. destruct (settle_ends _ st1 (Sz _ M) (le_n _)) as [st2 S].
        rewrite (follow_run _ st1 st2) in J; [|now apply Sz|eexists; exact S]. destruct J as [<-|[]]. exists st1, st2. split; [trivial|].
        split; [eexists; exact S|reflexivity].
      - intros [st1 [st2 [M [S ->]]]]. exists (st_of (row v) C (number_of P) st1). split; [apply Lay; eauto|].
        rewrite (follow_run _ st1 st2) by (trivial; now apply Sz). now left. }
    unfold rewrite_c, stencils_of. cbn zeta. destruct (fst r) as [Q|]; [|exact Plain].
    change (seq_of [?a; ?b]) with (Seq a b) in *. cbn [seq_of]. cbn [seq_of] in Plain.
    match goal with |- In t (run _ _ (Seq (Guard ?e) ?c) _ ?s) <-> _ => change (run (consts g) (parts g) (Seq (Guard e) c) [] s)
      with (flat_map (run (consts g) (parts g) c []) (if ev (consts g) [] s e =? 0 then [] else [s])) end.
    assert (Tu : ev (consts g) [] (st_of (row v) C (number_of P) st) (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q))) = b2z (eqb P
    Q)).
    { unfold st_of. destruct (row v), P, Q; reflexivity. }
    rewrite Tu. destruct (eqb P Q); cbn [b2z Z.eqb flat_map]; [rewrite app_nil_r; exact Plain|].
    split; [intros []|]. intros [st1 [st2 [I _]]]. destruct I. }
  split.
  - intros [x [M J]]. apply Alts in M. destruct M as [c [I M]]. apply in_map_iff in I. destruct I as [r [<- I]]. apply One in M; trivial.
    destruct M as [st1 [st2 [M [S ->]]]]. rewrite pass_run in J. destruct J as [<-|[]]. exists (negb P, st2). split; [|reflexivity].
    split; [exact Z|]. exists st1. split; [|auto]. cbn [fst snd game_of B.moves]. apply B.in_results in M. apply B.in_results.
    destruct M as [sc [p [J M]]]. exists sc, p. split; [|exact M]. apply in_flat_map. eauto.
  - intros [[P' st2] [[_ [st1 [M [S E]]]] ->]]. cbn [fst snd] in *. subst P'. cbn [game_of B.moves] in M. apply B.in_results in M.
    destruct M as [sc [p [J M]]]. apply in_flat_map in J. destruct J as [r [I J]].
    exists (st_of (row v) C (number_of P) st2). split; [|rewrite pass_run; now left]. apply Alts. exists (rewrite_c r).
    split; [now apply in_map|].
    apply One; trivial. exists st1, st2. split; [|auto]. apply B.in_results. eauto.
Qed.

(** What is so by Boards.v is so in the term. *)
Theorem board_correct : forall P st, B.sized R C st -> forall b : bool,
  (b = true -> (if misere v then Lattice.MWin mv (P, st) else Game.Win mv (P, st))) ->
  (b = false -> (if misere v then Lattice.MLose mv (P, st) else Game.Lose mv (P, st))) ->
  (b = true <-> wins g P (state_of C P st)) /\ (b = false <-> wins g (negb P) (state_of C P st)).
Proof using All.
  intros P st Z b W Lo. destruct facts as [Bl [En [_ [_ [St _]]]]].
  apply (play_correct g Bl En (bool * B.state) mv fst (fun p => state_of C (fst p) (snd p)) (fun p => B.sized R C (snd p)) (misere v))
  with (p := (P, st)).
  - intros [Q k]. unfold state_of, st_of. cbn [fst snd]. destruct (row v), Q; reflexivity.
  - intros [Q k] s I. now apply board_moves.
  - intros [Q k] q I [_ [x [M [[f S] E]]]]. split; [|exact E]. cbn [fst snd] in *. apply B.in_results in M.
    destruct M as [sc [p [_ [_ [_ [_ ->]]]]]]. exact (settle_sized f _ _ (B.write_sized R C _ p k I) S).
  - intros [Q k] _. rewrite St. unfold state_of, st_of, stuck_of. cbn [fst snd]. destruct (row v), Q, (misere v); reflexivity.
  - exact Z.
  - intro E. specialize (W E). destruct (misere v); [now apply ViewLattice.misere_play|now apply Heap.play_normal].
  - intro E. specialize (Lo E). destruct (misere v); [now apply ViewLattice.misere_play|now apply Heap.play_normal].
Qed.
End Size.

(** THE LAW: on boards of every size, the value of the sum says who can force a win in the term once the forced follow-ups are carried
    out. *)
Theorem board_term : forall w, B.check (game_of v) w = true -> B.misere w = misere v ->
  forall R C P st st', B.kind w R C -> B.sized R C st -> B.proper (game_of v) st -> B.settles (game_of v) R C st st' ->
  (row v = true -> R = 1) ->
  (B.winning w (B.total w R C 0 st) P = true <-> wins g P (state_of C P st')) /\
  (B.winning w (B.total w R C 0 st) P = false <-> wins g (negb P) (state_of C P st')).
Proof using V.
  intros w Ck Mi R C P st st' K Z Y S Ro.
  pose proof (B.board_functional_law (game_of v) w Ck R C P st st' K Z Y S) as [L1 L2]. destruct K as [HR [HC _]].
  assert (Z' : B.sized R C st') by (destruct S as [f S]; exact (settle_sized R C f st st' Z S)).
  unfold B.Wins, B.Loses in *. rewrite Mi in *.
  apply (board_correct R C HR HC Ro P st' Z'); [apply L1|apply L2].
Qed.
End View.
