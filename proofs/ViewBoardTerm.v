(** * ViewBoardTerm.v -- what rules of rows and boards mean as a core term: crates/rules/src/lower/board.rs, function by function.
    Stencils as in Boards.v; in a term their cells stand the other way round. The cells of a row are part 1; a board has its columns in part 1 and
    its cells, row by row, in part 2.
    Proved, for boards of every size: a stencil's command lays it wherever it fits ([laid_run]); the repetition of forced follow-ups carries out the first
    that fits at its first place, as often as there are rounds ([settled_run]).
    Source: as Boards.v.
    An instance (ViewBoard.v) gives the rules. *)
Require Import ZArith List Bool Lia.
From Whowins Require Boards.
From Whowins Require Import Core ViewTidy.
Import ListNotations.
Module B := Boards.
Open Scope Z_scope.

Definition add (x : expr) (k : Z) : expr := Bin Add x (Num k).
Definition both (a b : expr) : expr := Ite a b (Num 0).
Definition either (a b : expr) : expr := Ite a (Num 1) b.
(** Many put together by twos. *)
Fixpoint balanced (fuel : nat) (f : expr -> expr -> expr) (none : expr) (l : list expr) : expr := match fuel, l with
  | O, _ | _, [] => none | _, [e] => e
  | S fuel, _ => let h := Nat.div2 (length l) in f (balanced fuel f none (firstn h l)) (balanced fuel f none (skipn h l)) end.
Definition every (l : list expr) : expr := balanced (length l) both (Num 1) l.
Definition any (l : list expr) : expr := balanced (length l) either (Num 0) l.
Definition times (l : list expr) : expr := balanced (length l) (Bin Mul) (Num 0) l.
Definition lows (l : list Z) : Z := fold_right Z.min 0 l.
Definition highs (l : list Z) : Z := fold_right Z.max 0 l.

(* ------------------------------------------------------------------ *)
(** ** The term *)
Section Term.
Variable row : bool.
Definition cellp : nat := if row then 1 else 2.
Definition count : expr := Len (P cellp).
Definition columns : expr := if row then count else Get (P 1) (Num 0) 0.
Definition rows : expr := if row then Num 1 else Bin Div count (Get (P 1) (Num 0) 0).
Definition cell_at (a : expr * expr) (o : Z * Z) : expr :=
  if row then add (snd a) (snd o) else Bin Add (Bin Mul (add (fst a) (fst o)) columns) (add (snd a) (snd o)).
Definition beyond (place : expr) (k : Z) (e : expr) : list expr :=
  if k =? 0 then [] else [if k <? 0 then Bin Lt (add place k) (Num 0) else Bin Le e (add place k)].
Definition is_outside (a : expr * expr) (o : Z * Z) : expr := any (beyond (fst a) (fst o) rows ++ beyond (snd a) (snd o) columns).
Definition shows (a : expr * expr) (c : B.cell) : list expr := match B.before c with
  | Some b => [Bin Eq (Get (P cellp) (cell_at a (B.off c)) (-1)) (Num (Z.of_nat b))] | None => [] end.
Definition fits_e (s : B.stencil) (a : expr * expr) : list expr := map (is_outside a) (B.outside s) ++ flat_map (shows a) (rev (B.cells s)).
Definition puts (a : expr * expr) (c : B.cell) : list cmd := match B.after c with
  | Some x => [Set_ cellp (cell_at a (B.off c)) (Num (Z.of_nat x))] | None => [] end.
Definition writes (s : B.stencil) (a : expr * expr) : list cmd := flat_map (puts a) (rev (B.cells s)).
Definition downs (s : B.stencil) : list Z := map B.down (B.cells s).
Definition rights (s : B.stencil) : list Z := map B.right (B.cells s).
Definition laid (s : B.stencil) : cmd :=
  let a := if row then (Num 0, Var 0) else (Var 0, Var 1) in
  let along := Choose (Num (- lows (rights s))) (add columns (- highs (rights s))) (seq_of (map Guard (fits_e s a) ++ writes s a)) in
  if row then along else Choose (Num (- lows (downs s))) (add rows (- highs (downs s))) along.
Definition at_index (i : expr) : expr * expr := if row then (Num 0, i) else (Bin Div i columns, Bin Mod i columns).
Definition between (place : expr) (ds : list Z) (e : expr) : list expr :=
  (if lows ds =? 0 then [] else [Bin Le (Num (- lows ds)) place]) ++ [Bin Lt place (add e (- highs ds))].
Definition fits_at (s : B.stencil) (i : expr) : expr := let a := at_index i in
  every ((if row then [] else between (fst a) (downs s) rows) ++ between (snd a) (rights s) columns ++ fits_e s a).
Fixpoint first (fuel : nat) (l : list B.stencil) (k : Z) (bound : nat) : expr := match fuel, l with
  | O, _ | _, [] => Num (-1)
  | _, [s] => Fold (Num 0) count (Num (-1)) (Ite (Bin Le (Num 0) (Var (S bound))) (Var (S bound))
      (Ite (fits_at s (Var bound)) (Bin Add (Bin Mul (Num k) count) (Var bound)) (Num (-1))))
  | S fuel, _ => let h := Nat.div2 (length l) in
      Fold (Num 0) (Num 1) (first fuel (firstn h l) k bound)
        (Ite (Bin Le (Num 0) (Var (S bound))) (Var (S bound)) (first fuel (skipn h l) (k + Z.of_nat h) (S (S bound)))) end.
Fixpoint carried (fuel : nat) (l : list B.stencil) (k : Z) (told : nat) : cmd := match fuel, l with
  | O, _ | _, [] => Skip
  | _, [s] => let i := Bin Mod (Var told) count in Choose i (add i 1) (seq_of (writes s (at_index (Var (S told)))))
  | S fuel, _ => let h := Nat.div2 (length l) in
      When (Bin Lt (Var told) (Bin Mul (Num (k + Z.of_nat h)) count))
        (carried fuel (firstn h l) k told) (carried fuel (skipn h l) (k + Z.of_nat h) told) end.
Definition settled (l : list B.stencil) (rounds : expr) : cmd := match l with [] => Skip | _ =>
  let f := first (length l) l 0 0 in
  Repeat rounds (Choose f (add f 1) (Seq (Guard (Bin Le (Num 0) (Var 0))) (carried (length l) l 0 0))) end.
(** More follow-ups cannot come one after the other. *)
Definition rounds (symbols : Z) (counts : list (list nat)) (digits : list nat) : expr :=
  times (map (fun ds => add (Bin Mul (Num (Z.of_nat (list_max ds))) count) 1) counts ++
    match digits with [] => [] | _ => [Bin Shl (Num 1) (Bin Mul (Num (Z.log2_up symbols)) count)] end).
End Term.

(* ------------------------------------------------------------------ *)
(** ** Where a stencil can lie *)
Lemma span_ok : forall ds r E, (0 <= r < E /\ forall d, In d ds -> 0 <= r + d < E) <-> - lows ds <= r < E - highs ds.
Proof.
  intros ds r E. unfold lows, highs. induction ds as [|d ds IH]; cbn [fold_right].
  - split; [intros [H _]; lia|]. intro H. split; [lia|intros d []].
  - split.
    + intros [H A]. pose proof (A d (or_introl eq_refl)). assert (X := proj1 IH (conj H (fun e I => A e (or_intror I)))). lia.
    + intro H. destruct IH as [_ IH]. destruct IH as [IH1 IH2]; [lia|]. split; [trivial|]. intros e [<-|I]; [lia|auto].
Qed.

Section Meaning.
Variables (cs : list (list Z)) (bs : list bounds) (row : bool) (symbols : nat) (R C : Z).
Hypothesis HR : 0 < R.
Hypothesis HC : 0 < C.
Hypothesis Row : row = true -> R = 1.
Hypothesis Bounds : nth_error bs (cellp row) = Some (0, Some (Z.of_nat symbols - 1)).
Notation go := (run cs bs).
Definition st_of (T : Z) (st : B.state) : state :=
  if row then [[T]; map Z.of_nat st] else [[T]; [C]; map Z.of_nat st].
Definition true_e (env : list Z) (s : state) (e : expr) : bool := negb (ev cs env s e =? 0).
Lemma true_spec : forall env s e, true_e env s e = true <-> ev cs env s e <> 0.
Proof using. intros. unfold true_e. rewrite negb_true_iff, Z.eqb_neq. reflexivity. Qed.
Lemma balanced_and : forall env s fuel l, (length l <= fuel)%nat ->
  true_e env s (balanced fuel both (Num 1) l) = forallb (true_e env s) l.
Proof using.
  intros env s. induction fuel as [|fuel IH]; intros l L; destruct l as [|a [|b l]]; try reflexivity; [cbn in L; lia|cbn in L; lia| |].
  - cbn. now rewrite andb_true_r.
  - assert (Two : (2 <= length (a :: b :: l))%nat) by (cbn; lia). set (x := a :: b :: l) in *. destruct (halves _ x fuel Two L) as [A [D _]].
    assert (E : balanced (S fuel) both (Num 1) x = both (balanced fuel both (Num 1) (firstn (Nat.div2 (length x)) x))
      (balanced fuel both (Num 1) (skipn (Nat.div2 (length x)) x))) by reflexivity.
    rewrite E. pose proof (firstn_skipn (Nat.div2 (length x)) x) as Sx. set (u := firstn _ x) in *. set (v := skipn _ x) in *.
    rewrite <- Sx, forallb_app, <- (IH _ A), <- (IH _ D). generalize (balanced fuel both (Num 1) u) (balanced fuel both (Num 1) v).
    intros y z. unfold true_e, both. cbn [ev]. now destruct (ev cs env s y =? 0).
Qed.
Lemma every_true : forall env s l, true_e env s (every l) = forallb (true_e env s) l.
Proof using. intros. now apply balanced_and. Qed.
Lemma any_true : forall env s l, (length l <= 2)%nat -> true_e env s (any l) = existsb (true_e env s) l.
Proof using.
  intros env s [|a [|b [|]]] L; try reflexivity; [symmetry; apply orb_false_r| |cbn in L; lia].
  change (true_e env s (either a b) = true_e env s a || (true_e env s b || false)). rewrite orb_false_r.
  unfold true_e, either. cbn [ev]. now destruct (ev cs env s a =? 0).
Qed.

Lemma look_cells : forall T st, look cs (st_of T st) (P (cellp row)) = map Z.of_nat st.
Proof using. intros. unfold st_of, cellp. case row; reflexivity. Qed.
Lemma count_ev : forall env T st, B.sized R C st -> ev cs env (st_of T st) (count row) = R * C.
Proof using HR HC. intros env T st Z. unfold count. cbn [ev]. rewrite look_cells, map_length, Z. nia. Qed.
Lemma columns_ev : forall env T st, B.sized R C st -> ev cs env (st_of T st) (columns row) = C.
Proof using HR HC Row.
  intros env T st Z. unfold columns. case_eq row; intro E.
  - rewrite <- E. rewrite count_ev by trivial. rewrite Row by trivial. lia.
  - unfold st_of. rewrite E. reflexivity.
Qed.
Lemma rows_ev : forall env T st, B.sized R C st -> ev cs env (st_of T st) (rows row) = R.
Proof using HR HC Row.
  intros env T st Z. unfold rows. case_eq row; intro E; [cbn; symmetry; auto|].
  pose proof (count_ev env T st Z) as Cn. rewrite E in Cn. cbn [ev opz]. unfold count in Cn. cbn [ev] in Cn. unfold count. cbn [ev]. rewrite Cn.
  unfold st_of. rewrite E. cbn. destruct (Z.leb_spec C 0); [lia|]. apply Z.div_mul. lia.
Qed.

(** An expression for a place stands for it, whatever the cells show. *)
Definition stands (env : list Z) (a : expr * expr) (p : B.place) : Prop := forall T st, B.sized R C st ->
  ev cs env (st_of T st) (fst a) = fst p /\ ev cs env (st_of T st) (snd a) = snd p.
Definition flat (s : B.stencil) : bool := if row then forallb (fun c => B.down c =? 0) (B.cells s) else true.
Definition number (p : B.place) : Z := fst p * C + snd p.
Lemma cell_ev : forall env a p T st o, stands env a p -> B.sized R C st -> (row = true -> fst p = 0 /\ fst o = 0) ->
  ev cs env (st_of T st) (cell_at row a o) = number (B.plus p o).
Proof using HR HC Row.
  intros env a p T st o A Z F. destruct (A T st Z) as [A1 A2]. unfold cell_at, number, B.plus. cbn [fst snd].
  case_eq row; intro E.
  - cbn [ev add opz]. rewrite A2. destruct (F E) as [-> ->]. lia.
  - pose proof (columns_ev env T st Z) as Co. rewrite E in Co. cbn [ev add opz]. rewrite A1, A2, Co. reflexivity.
Qed.
Lemma number_on : forall p, B.on R C p = true -> 0 <= number p < R * C.
Proof using HR HC. intros p O. apply B.on_spec in O. unfold number. nia. Qed.
Lemma elt_see : forall st p, B.sized R C st -> B.on R C p = true -> elt (map Z.of_nat st) (number p) (-1) = Z.of_nat (B.see C st p).
Proof using HR HC.
  intros st p Z O. pose proof (number_on p O) as N. unfold elt. destruct (Z.ltb_spec (number p) 0); [lia|].
  unfold B.see. change (B.index C p) with (Z.to_nat (number p)).
  rewrite nth_indep with (d' := Z.of_nat 0); [apply map_nth|]. rewrite map_length, Z. apply Z2Nat.inj_lt; lia.
Qed.
Lemma outside_true : forall env a p T st o, stands env a p -> B.sized R C st -> B.on R C p = true ->
  true_e env (st_of T st) (is_outside row a o) = negb (B.on R C (B.plus p o)).
Proof using HR HC Row.
  intros env a p T st o A Z O. unfold is_outside. destruct (A T st Z) as [A1 A2].
  pose proof (rows_ev env T st Z) as Ro. pose proof (columns_ev env T st Z) as Co.
  rewrite any_true by (unfold beyond; destruct (fst o =? 0), (snd o =? 0); cbn; lia). rewrite existsb_app.
  assert (G : forall x e v k E, ev cs env (st_of T st) x = v -> ev cs env (st_of T st) e = E -> 0 <= v < E ->
    existsb (true_e env (st_of T st)) (beyond x k e) = negb ((0 <=? v + k) && (v + k <? E))).
  { intros x e v k E Hx He Hv. unfold beyond. destruct (Z.eqb_spec k 0) as [->|].
    - cbn. symmetry. apply negb_false_iff, andb_true_intro. rewrite Z.leb_le, Z.ltb_lt. lia.
    - cbn [existsb]. rewrite orb_false_r. unfold true_e. destruct (Z.ltb_spec k 0); cbn [ev add opz]; rewrite Hx, ?He.
      + destruct (Z.ltb_spec (v + k) 0), (Z.leb_spec 0 (v + k)), (Z.ltb_spec (v + k) E); try lia; reflexivity.
      + destruct (Z.leb_spec E (v + k)), (Z.leb_spec 0 (v + k)), (Z.ltb_spec (v + k) E); try lia; reflexivity. }
  apply B.on_spec in O. destruct O as [O1 O2].
  rewrite (G _ _ _ (fst o) R A1 Ro O1), (G _ _ _ (snd o) C A2 Co O2). unfold B.on, B.plus. cbn [fst snd].
  destruct (0 <=? fst p + fst o), (fst p + fst o <? R), (0 <=? snd p + snd o), (snd p + snd o <? C); reflexivity.
Qed.
Definition inner (s : B.stencil) (p : B.place) : Prop := forall c, In c (B.cells s) -> B.on R C (B.plus p (B.off c)) = true.
Lemma flat_down : forall s c, flat s = true -> In c (B.cells s) -> row = true -> fst (B.off c) = 0.
Proof using. intros s c F I E. unfold flat in F. rewrite E in F. rewrite forallb_forall in F. now apply Z.eqb_eq, F. Qed.
Lemma row_place : forall p, row = true -> B.on R C p = true -> fst p = 0.
Proof using Row. intros p E O. apply B.on_spec in O. rewrite (Row E) in O. lia. Qed.
Lemma fits_true : forall env a p T st s, stands env a p -> B.sized R C st -> B.on R C p = true -> inner s p -> flat s = true ->
  forallb (true_e env (st_of T st)) (fits_e row s a) = B.lies R C s p && B.fits C st s p.
Proof using HR HC Row.
  intros env a p T st s A Z O W F. unfold fits_e. rewrite forallb_app. apply eq_true_iff_eq. rewrite !andb_true_iff. unfold B.lies, B.fits.
  rewrite andb_true_iff, !forallb_forall, !B.forallb_forall. split.
  - intros [H1 H2]. split; [split|].
    + exact W.
    + intros o I. rewrite <- (outside_true env a p T st o A Z O). apply H1, in_map, I.
    + intros c I. destruct (B.before c) as [b|] eqn:E; trivial.
      assert (J : In (Bin Eq (Get (P (cellp row)) (cell_at row a (B.off c)) (-1)) (Num (Z.of_nat b))) (flat_map (shows row a) (rev (B.cells s)))).
      { apply in_flat_map. exists c. split; [now apply in_rev in I|]. unfold shows. rewrite E. now left. }
      apply H2, true_spec in J. cbn [ev opz] in J. rewrite look_cells in J.
      rewrite (cell_ev env a p T st _ A Z) in J by (intro Er; split; [now apply row_place|now apply (flat_down s)]).
      rewrite elt_see in J by (trivial; now apply W). destruct (Z.eqb_spec (Z.of_nat (B.see C st (B.plus p (B.off c)))) (Z.of_nat b)) as
      [Eb|]; [|now elim J].
      apply Nat.eqb_eq. lia.
  - intros [[_ H1] H2]. split.
    + intros e I. apply in_map_iff in I. destruct I as [o [<- I]]. rewrite (outside_true env a p T st o A Z O). auto.
    + intros e I. apply in_flat_map in I. destruct I as [c [I J]]. apply in_rev in I. unfold shows in J. specialize (H2 c I).
      destruct (B.before c) as [b|]; [|destruct J]. destruct J as [<-|[]]. apply true_spec. cbn [ev opz]. rewrite look_cells.
      rewrite (cell_ev env a p T st _ A Z) by (intro Er; split; [now apply row_place|now apply (flat_down s)]).
      rewrite elt_see by (trivial; now apply W). apply Nat.eqb_eq in H2. rewrite H2, Z.eqb_refl. discriminate.
Qed.

(** ** What is written *)
Definition small (s : B.stencil) : bool := forallb (fun c => match B.after c with Some x => Nat.ltb x symbols | None => true end) (B.cells s).
Lemma put_map : forall st i x, put i (Z.of_nat x) (map Z.of_nat st) = map Z.of_nat (B.put i x st).
Proof using. induction st as [|y st IH]; intros [|i] x; cbn; trivial. now rewrite IH. Qed.
Lemma set_run : forall T st p x, B.sized R C st -> B.on R C p = true -> (x < symbols)%nat ->
  assign bs (st_of T st) (cellp row) (number p) (Z.of_nat x) = [st_of T (B.put (B.index C p) x st)].
Proof using HR HC Bounds.
  intros T st p x Z O X. pose proof (number_on p O) as N. unfold assign. rewrite Bounds.
  assert (E : nth_error (st_of T st) (cellp row) = Some (map Z.of_nat st)) by (unfold st_of, cellp; case row; reflexivity).
  rewrite E, map_length, Z, Z2Nat.id by nia. unfold inside. cbn [fst snd].
  replace ((0 <=? number p) && (number p <? R * C)) with true by (symmetry; apply andb_true_intro; rewrite Z.leb_le, Z.ltb_lt; lia).
  replace ((0 <=? Z.of_nat x) && (Z.of_nat x <=? Z.of_nat symbols - 1)) with true by (symmetry; apply andb_true_intro; rewrite !Z.leb_le; lia).
  cbn [andb]. change (Z.to_nat (number p)) with (B.index C p). rewrite put_map. unfold st_of, cellp. case row; reflexivity.
Qed.
Lemma writes_run : forall env a p T s st, stands env a p -> B.sized R C st -> B.on R C p = true -> inner s p -> flat s = true -> small s = true ->
  go (seq_of (writes row s a)) env (st_of T st) = [st_of T (B.write C (B.cells s) p st)].
Proof using HR HC Row Bounds.
  intros env a p T s st A Z O W F M. unfold writes, small, inner in *.
  assert (Fl := fun c I E => flat_down s c F I E). clear F.
  induction (B.cells s) as [|c l IH]; [reflexivity|]. cbn [rev B.write]. cbn [forallb] in M. apply andb_prop in M. destruct M as [M1 M2].
  rewrite flat_map_app, run_seq_app, IH; try trivial; try (intros; apply W || apply Fl; trivial; now right).
  cbn [flat_map]. rewrite !app_nil_r. unfold puts. destruct (B.after c) as [x|] eqn:E; [|reflexivity]. cbn [seq_of run].
  assert (Z' := B.write_sized R C l p st Z).
  rewrite (cell_ev env a p T _ _ A Z') by (intro Er; split; [now apply row_place|apply Fl; trivial; now left]).
  cbn [ev]. apply Nat.ltb_lt in M1. now rewrite set_run by (trivial; apply W; now left).
Qed.
Lemma guards_run : forall gs c env s t, In t (go (seq_of (map Guard gs ++ c)) env s) <->
  forallb (true_e env s) gs = true /\ In t (go (seq_of c) env s).
Proof using.
  induction gs as [|e gs IH]; intros c env s t; cbn [map app forallb].
  - tauto.
  - rewrite run_seq_of. cbn [run]. unfold true_e at 1. destruct (ev cs env s e =? 0); cbn [flat_map negb andb].
    + split; [intros []|intros [[=] _]].
    + rewrite app_nil_r. apply IH.
Qed.
Lemma lies_inner : forall s p, B.lies R C s p = true -> inner s p.
Proof using. intros s p L. exact (B.lies_within R C s p L). Qed.

Theorem laid_run : forall s T st t, B.sized R C st -> flat s = true -> small s = true ->
  (In t (go (laid row s) [] (st_of T st)) <-> exists p, B.on R C p = true /\ B.lies R C s p = true /\ B.fits C st s p = true /\
    t = st_of T (B.write C (B.cells s) p st)).
Proof using HR HC Row Bounds.
  intros s T st t Z F M.
  assert (Core : forall env a p, stands env a p -> B.on R C p = true -> inner s p ->
    (In t (go (seq_of (map Guard (fits_e row s a) ++ writes row s a)) env (st_of T st)) <->
     B.lies R C s p = true /\ B.fits C st s p = true /\ t = st_of T (B.write C (B.cells s) p st))).
  { intros env a p A O W. rewrite guards_run, (fits_true env a p T st s A Z O W F), andb_true_iff, (writes_run env a p T s st A Z O W F M).
    cbn [In]. intuition. }
  assert (Sp : forall r c, (- lows (downs s) <= r < R - highs (downs s) /\ - lows (rights s) <= c < C - highs (rights s)) <->
    B.on R C (r, c) = true /\ inner s (r, c)).
  { intros r c. rewrite <- !span_ok, B.on_spec. unfold inner, B.plus, downs, rights. cbn [fst snd]. split.
    - intros [[A1 A2] [B1 B2]]. split; [tauto|]. intros d I. apply B.on_spec. cbn [B.off fst snd]. split; [apply A2|apply B2]; now apply in_map.
    - intros [[A1 B1] W]. split; (split; [trivial|]); intros x I; apply in_map_iff in I; destruct I as [d [<- I]]; specialize (W d I);
        apply B.on_spec in W; cbn [B.off fst snd] in W; tauto. }
  pose proof (columns_ev [] T st Z) as Co. pose proof (rows_ev [] T st Z) as Ro.
  unfold laid. case_eq row; intro E; rewrite E in Co, Ro, Core.
  - cbn zeta. cbn [run]. rewrite in_flat_map. cbn [ev add opz app]. rewrite Co.
    assert (Hr := Row E). split.
    + intros [c [I J]]. apply in_range in I. assert (P : - lows (downs s) <= 0 < R - highs (downs s)).
      { apply span_ok. split; [lia|]. intros d I'. apply in_map_iff in I'. destruct I' as [x [<- I']].
        pose proof (flat_down s x F I' E) as D. cbn in D. rewrite D. lia. }
      assert (Q : - lows (rights s) <= c < C - highs (rights s)) by lia. destruct (proj1 (Sp 0 c) (conj P Q)) as [O W]. exists (0, c).
      apply (Core [c] (Num 0, Var 0) (0, c)) in J; trivial; [tauto|].
      intros T' st' _. split; reflexivity.
    + intros [[r c] [O [L [Fi ->]]]]. pose proof (lies_inner s _ L) as W. destruct (proj2 (Sp r c) (conj O W)) as [_ Q]. exists c.
      split; [apply in_range; lia|].
      pose proof (row_place _ E O) as R0. cbn [fst] in R0. subst r. apply (Core [c] (Num 0, Var 0) (0, c)); trivial; [|tauto].
      intros T' st' _. split; reflexivity.
  - cbn zeta. cbn [run]. rewrite in_flat_map. cbn [ev add opz app].
    rewrite Ro. split.
    + intros [r [I J]]. apply in_range in I. apply in_flat_map in J. cbn [ev add opz app] in J. destruct J as [c [I' J]].
      pose proof (columns_ev [r] T st Z) as Co'. rewrite E in Co'. rewrite Co' in I'. apply in_range in I'.
      assert (Q1 : - lows (downs s) <= r < R - highs (downs s)) by lia. assert (Q2 : - lows (rights s) <= c < C - highs (rights s)) by lia.
      destruct (proj1 (Sp r c) (conj Q1 Q2)) as [O W]. exists (r, c). apply (Core [r; c] (Var 0, Var 1) (r, c)) in J; trivial; [tauto|].
      intros T' st' _. split; reflexivity.
    + intros [[r c] [O [L [Fi ->]]]]. pose proof (lies_inner s _ L) as W. destruct (proj2 (Sp r c) (conj O W)) as [Q1 Q2].
      exists r. split; [apply in_range; lia|]. apply in_flat_map. exists c. pose proof (columns_ev [r] T st Z) as Co'. rewrite E in Co'.
      cbn [ev add opz app]. rewrite Co'. split; [apply in_range; lia|]. apply (Core [r; c] (Var 0, Var 1) (r, c)); trivial; [|tauto].
      intros T' st' _. split; reflexivity.
Qed.

(* ------------------------------------------------------------------ *)
(** ** Forced follow-ups *)
Definition place_of (i : Z) : B.place := (i / C, i mod C).
Definition okp (s : B.stencil) (st : B.state) (p : B.place) : bool := B.lies R C s p && B.fits C st s p.
Lemma place_on : forall i, 0 <= i < R * C -> B.on R C (place_of i) = true.
Proof using HR HC.
  intros i H. apply B.on_spec. unfold place_of. cbn [fst snd]. pose proof (Z.mod_pos_bound i C HC). split; [|lia].
  split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.
Lemma place_number : forall p, B.on R C p = true -> place_of (number p) = p.
Proof using HC.
  intros [r c] O. apply B.on_spec in O. cbn [fst snd] in O. unfold place_of, number. cbn [fst snd].
  rewrite (Z.add_comm (r * C)). f_equal; [rewrite Z.div_add, Z.div_small by lia; lia|rewrite Z.mod_add, Z.mod_small by lia; reflexivity].
Qed.
Lemma number_place : forall i, number (place_of i) = i.
Proof using HC. intro i. unfold number, place_of. cbn [fst snd]. pose proof (Z.div_mod i C ltac:(lia)). lia. Qed.
Lemma index_stands : forall env i v, (forall T st, B.sized R C st -> ev cs env (st_of T st) i = v) -> 0 <= v < R * C ->
  stands env (at_index row i) (place_of v).
Proof using HR HC Row.
  intros env i v H V T st Z. specialize (H T st Z). pose proof (columns_ev env T st Z) as Co. unfold at_index, place_of.
  case_eq row; intro E; rewrite E in Co; cbn [fst snd ev opz].
  - rewrite H. rewrite (Row E) in V. rewrite Z.div_small, Z.mod_small by lia. split; reflexivity.
  - rewrite H, Co. destruct (Z.leb_spec C 0); [lia|]. split; reflexivity.
Qed.
Lemma between_true : forall env s e ds b v E, ev cs env s e = v -> ev cs env s b = E -> 0 <= v < E ->
  (forallb (true_e env s) (between e ds b) = true <-> - lows ds <= v < E - highs ds).
Proof using.
  intros env s e ds b v E He Hb Hv. unfold between. rewrite forallb_app, andb_true_iff. cbn [forallb].
  rewrite andb_true_r, (true_spec _ _ (Bin Lt _ _)). cbn [ev add opz]. rewrite He, Hb.
  assert (L : lows ds <= 0) by (unfold lows; clear; induction ds; cbn [fold_right]; lia).
  destruct (Z.eqb_spec (lows ds) 0) as [->|N].
  - cbn [forallb]. destruct (Z.ltb_spec v (E + - highs ds)); cbn [b2z]; split; intro H'; try tauto; try lia.
  - cbn [forallb]. rewrite andb_true_r, true_spec. cbn [ev opz]. rewrite He.
    destruct (Z.leb_spec (- lows ds) v), (Z.ltb_spec v (E + - highs ds)); cbn [b2z]; split; intro H'; try tauto; try lia; try (split; discriminate).
Qed.
Lemma fits_at_true : forall env i v T st s, (forall T st, B.sized R C st -> ev cs env (st_of T st) i = v) -> 0 <= v < R * C ->
  B.sized R C st -> flat s = true -> true_e env (st_of T st) (fits_at row s i) = okp s st (place_of v).
Proof using HR HC Row.
  intros env i v T st s H V Z F. pose proof (index_stands env i v H V) as A. pose proof (place_on v V) as O. set (p := place_of v) in *.
  pose proof (columns_ev env T st Z) as Co. pose proof (rows_ev env T st Z) as Ro. destruct (A T st Z) as [A1 A2].
  assert (On := O). apply B.on_spec in On. destruct On as [O1 O2]. unfold fits_at. cbn zeta. rewrite every_true, !forallb_app.
  apply eq_true_iff_eq. rewrite !andb_true_iff, (between_true _ _ _ _ _ _ _ A2 Co O2).
  assert (In1 : forallb (true_e env (st_of T st)) (if row then [] else between (fst (at_index row i)) (downs s) (rows row)) = true <->
    - lows (downs s) <= fst p < R - highs (downs s)).
  { case_eq row; intro E.
    - split; [|trivial]. intros _. apply span_ok. split; trivial. intros d I. apply in_map_iff in I. destruct I as [c [<- I]].
      pose proof (flat_down s c F I E) as D. cbn [B.off fst] in D. lia.
    - rewrite <- E. apply between_true; trivial. }
  rewrite In1. assert (Sp : (- lows (downs s) <= fst p < R - highs (downs s) /\ - lows (rights s) <= snd p < C - highs (rights s)) <-> inner s p).
  { rewrite <- !span_ok. unfold inner, downs, rights, B.plus. split.
    - intros [[_ B1] [_ B2]] d I. apply B.on_spec. cbn [B.off fst snd]. split; [apply B1|apply B2]; now apply in_map.
    - intro W. split; (split; [trivial|]); intros x I; apply in_map_iff in I; destruct I as [d [<- I]]; specialize (W d I);
        apply B.on_spec in W; cbn [B.off fst snd] in W; tauto. }
  split.
  - intros [X1 [X2 X3]]. rewrite (fits_true env _ p T st s A Z O) in X3; trivial. apply Sp. tauto.
  - intro X. assert (W : inner s p) by (apply lies_inner; unfold okp in X; apply andb_prop in X; tauto).
    rewrite (fits_true env _ p T st s A Z O W F). apply Sp in W. tauto.
Qed.

(** The first follow-up that fits, at its first place. *)
Fixpoint seek (l : list B.stencil) (k : Z) (st : B.state) : option (Z * B.place * B.stencil) := match l with
  | [] => None
  | s :: l => match find (okp s st) (B.squares R C) with Some p => Some (k, p, s) | None => seek l (k + 1) st end end.
Definition told (o : option (Z * B.place * B.stencil)) : Z := match o with None => -1 | Some (k, p, _) => k * (R * C) + number p end.
Lemma seek_app : forall a b k st, seek (a ++ b) k st = match seek a k st with Some x => Some x | None => seek b (k + Z.of_nat (length a)) st end.
Proof using.
  induction a as [|s a IH]; intros b k st; [cbn; f_equal; lia|]. cbn [app seek length]. destruct (find _ _); trivial. rewrite IH.
  destruct (seek a (k + 1) st); trivial. f_equal. lia.
Qed.
Lemma seek_found : forall l k st k' p s, seek l k st = Some (k', p, s) ->
  (exists j, k' = k + Z.of_nat j /\ nth_error l j = Some s) /\ B.on R C p = true /\ okp s st p = true.
Proof using.
  induction l as [|s l IH]; intros k st k' p s' H; [discriminate|]. cbn [seek] in H. destruct (find _ _) as [q|] eqn:Fi.
  - injection H as <- <- <-. apply find_some in Fi. destruct Fi as [I E]. apply B.in_squares in I.
    split; [|auto]. exists O. split; [cbn; lia|reflexivity].
  - apply IH in H. destruct H as [[j [-> N]] H]. split; [|trivial]. exists (S j). split; [lia|exact N].
Qed.
Lemma told_pos : forall l k st, 0 <= k -> match seek l k st with None => True | o => 0 <= told o end.
Proof using HR HC.
  intros l k st K. destruct (seek l k st) as [[[k' p] s]|] eqn:E; trivial. apply seek_found in E. destruct E as [[j [-> _]] [O _]].
  pose proof (number_on p O). unfold told. nia.
Qed.
Lemma squares_map : B.squares R C = map place_of (range 0 (R * C)).
Proof using HR HC.
  unfold B.squares, range. assert (G : forall k, flat_map (fun r => map (pair r) (B.range C)) (map Z.of_nat (seq 0 k)) =
    map place_of (map (fun i => 0 + Z.of_nat i) (seq 0 (k * Z.to_nat C)))).
  { induction k as [|k IH]; [reflexivity|]. rewrite seq_S, map_app, flat_map_app, IH. cbn [Nat.add map flat_map]. rewrite app_nil_r.
    replace (S k * Z.to_nat C)%nat with (k * Z.to_nat C + Z.to_nat C)%nat by lia. rewrite seq_app, !map_app. f_equal. cbn [Nat.add].
    replace (k * Z.to_nat C)%nat with (k * Z.to_nat C + 0)%nat at 1 by lia. rewrite seq_off, !map_map. unfold B.range. rewrite map_map.
    apply map_ext_in. intros j J. apply in_seq in J. unfold place_of.
    replace (0 + Z.of_nat (k * Z.to_nat C + j)) with (Z.of_nat j + Z.of_nat k * C) by nia.
    f_equal; [rewrite Z.div_add, Z.div_small by lia; lia|rewrite Z.mod_add, Z.mod_small by lia; reflexivity]. }
  unfold B.range at 2. rewrite G. do 3 f_equal. rewrite Z.sub_0_r, Z2Nat.inj_mul by lia. reflexivity.
Qed.
Lemma fold_find : forall (f : Z -> bool) k l, 0 <= k -> (forall v, In v l -> 0 <= v) -> forall acc, acc = -1 \/ 0 <= acc ->
  fold_left (fun acc v => if 0 <=? acc then acc else if f v then k * (R * C) + v else -1) l acc =
  if 0 <=? acc then acc else match find f l with Some v => k * (R * C) + v | None => -1 end.
Proof using HR HC.
  intros f k l K. induction l as [|v l IH]; intros N acc A; cbn [fold_left find].
  - destruct (Z.leb_spec 0 acc); lia.
  - rewrite IH; [|intros; apply N; now right|].
    + destruct (Z.leb_spec 0 acc) as [L|L]; [destruct (Z.leb_spec 0 acc); [reflexivity|lia]|].
      destruct (f v); [|reflexivity]. assert (0 <= v) by (apply N; now left).
      destruct (Z.leb_spec 0 (k * (R * C) + v)); [reflexivity|nia].
    + assert (0 <= v) by (apply N; now left). destruct (Z.leb_spec 0 acc); [now right|]. destruct (f v); [right; nia|now left].
Qed.
Lemma first_ev : forall fuel l k env T st, (length l <= fuel)%nat -> 0 <= k -> B.sized R C st -> forallb flat l = true ->
  ev cs env (st_of T st) (first row fuel l k (length env)) = told (seek l k st).
Proof using HR HC Row.
  induction fuel as [|fuel IH]; intros l k env T st L K Z F; [destruct l; [reflexivity|cbn in L; lia]|].
  destruct l as [|s [|s' l]]; [reflexivity| |].
  - cbn [first ev]. rewrite count_ev by trivial. cbn [seek]. cbn [forallb] in F. rewrite andb_true_r in F.
    rewrite fold_in with (h := fun acc v => if 0 <=? acc then acc else if okp s st (place_of v) then k * (R * C) + v else -1).
    + rewrite fold_find; [|trivial|intros v I; apply in_range in I; lia|now left]. cbn [Z.leb Z.compare].
      rewrite squares_map, find_map. destruct (find _ (range 0 (R * C))) as [v|]; [|reflexivity]. cbn [option_map told]. now rewrite number_place.
    + intros acc v I. apply in_range in I. cbn [ev opz]. rewrite nth_last, nth_last1, count_ev by trivial.
      pose proof (fits_at_true (env ++ [v; acc]) (Var (length env)) v T st s) as X. unfold true_e in X. cbn [ev] in X.
      specialize (X (fun _ _ _ => nth_last env v [acc]) I Z F). destruct (0 <=? acc); cbn [b2z Z.eqb]; [reflexivity|].
      rewrite <- X. now destruct (_ =? 0).
  - set (x := s :: s' :: l) in *. assert (Two : (2 <= length x)%nat) by (cbn [x length]; lia).
    destruct (halves _ x fuel Two L) as [A [D [_ [_ Ln]]]]. destruct (forall_halves _ flat (Nat.div2 (length x)) x F) as [F1 F2].
    assert (E : first row (S fuel) x k (length env) = Fold (Num 0) (Num 1) (first row fuel (firstn (Nat.div2 (length x)) x) k (length env))
      (Ite (Bin Le (Num 0) (Var (S (length env)))) (Var (S (length env)))
        (first row fuel (skipn (Nat.div2 (length x)) x) (k + Z.of_nat (Nat.div2 (length x))) (S (S (length env)))))) by reflexivity.
    rewrite E. clear E. cbn [ev]. change (range 0 1) with [0]. cbn [fold_left ev opz]. rewrite nth_last1, IH by trivial.
    assert (Sk : seek x k st = match seek (firstn (Nat.div2 (length x)) x) k st with
      Some o => Some o | None => seek (skipn (Nat.div2 (length x)) x) (k + Z.of_nat (Nat.div2 (length x))) st end).
    { rewrite <- (firstn_skipn (Nat.div2 (length x)) x) at 1. now rewrite seek_app, Ln. }
    rewrite Sk.
    pose proof (told_pos (firstn (Nat.div2 (length x)) x) k st K) as P0.
    destruct (seek (firstn (Nat.div2 (length x)) x) k st) as [o|].
    + destruct (Z.leb_spec 0 (told (Some o))); [reflexivity|lia].
    + cbn [told Z.leb Z.compare b2z Z.eqb]. specialize (IH (skipn (Nat.div2 (length x)) x) (k + Z.of_nat (Nat.div2 (length x))) (env ++
      [0; -1]) T st).
      rewrite app_length in IH. cbn [length] in IH. rewrite Nat.add_comm in IH. cbn [Nat.add] in IH. apply IH; trivial. lia.
Qed.
Lemma carried_run : forall fuel l k env T st j s p, (length l <= fuel)%nat -> 0 <= k -> B.sized R C st -> forallb flat l = true ->
  forallb small l = true -> nth_error l j = Some s -> B.on R C p = true -> okp s st p = true ->
  go (carried row fuel l k (length env)) (env ++ [(k + Z.of_nat j) * (R * C) + number p]) (st_of T st) = [st_of T (B.write C (B.cells s) p st)].
Proof using HR HC Row Bounds.
  induction fuel as [|fuel IH]; intros l k env T st j s p L K Z F M J O Ok; [destruct l; [destruct j; discriminate|cbn in L; lia]|].
  pose proof (number_on p O) as N. set (v := (k + Z.of_nat j) * (R * C) + number p).
  destruct l as [|s0 [|s' l]]; [destruct j; discriminate| |].
  - destruct j as [|[|]]; try discriminate. injection J as ->. cbn [forallb] in F, M. rewrite andb_true_r in F, M.
    cbn [carried run ev add opz]. rewrite count_ev by trivial. rewrite nth_last. destruct (Z.leb_spec (R * C) 0); [nia|].
    assert (E : v mod (R * C) = number p) by (unfold v; rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia; reflexivity). rewrite E.
    assert (Rg : range (number p) (number p + 1) = [number p]).
    { unfold range. replace (Z.to_nat (number p + 1 - number p)) with 1%nat by lia. cbn [seq map]. f_equal. lia. }
    rewrite Rg. cbn [flat_map]. rewrite app_nil_r. apply writes_run; trivial.
    + pose proof (index_stands ((env ++ [v]) ++ [number p]) (Var (S (length env))) (number p)) as X. rewrite (place_number p O) in X.
      apply X; trivial.
      intros T' st' _. cbn [ev]. replace (S (length env)) with (length (env ++ [v])) by (rewrite app_length; cbn; lia). apply nth_last.
    + apply lies_inner. unfold okp in Ok. apply andb_prop in Ok. tauto.
  - set (x := s0 :: s' :: l) in *. assert (Two : (2 <= length x)%nat) by (cbn [x length]; lia).
    destruct (halves _ x fuel Two L) as [A [D [_ [_ Ln]]]]. set (h := Nat.div2 (length x)) in *.
    destruct (forall_halves _ flat h x F) as [F1 F2]. destruct (forall_halves _ small h x M) as [M1 M2].
    assert (E : carried row (S fuel) x k (length env) = When (Bin Lt (Var (length env)) (Bin Mul (Num (k + Z.of_nat h)) (count row)))
      (carried row fuel (firstn h x) k (length env)) (carried row fuel (skipn h x) (k + Z.of_nat h) (length env))) by reflexivity.
    rewrite E. clear E. cbn [run ev opz]. rewrite nth_last, count_ev by trivial. rewrite <- (firstn_skipn h x) in J.
    destruct (Nat.lt_ge_cases j h) as [Jh|Jh].
    + rewrite nth_error_app1 in J by lia. destruct (Z.ltb_spec v ((k + Z.of_nat h) * (R * C))) as [V|V]; [|unfold v in V; nia].
      cbn [b2z Z.eqb]. unfold v. now apply IH.
    + rewrite nth_error_app2 in J by lia. rewrite Ln in J. destruct (Z.ltb_spec v ((k + Z.of_nat h) * (R * C))) as [V|V]; [unfold v in V; nia|].
      cbn [b2z Z.eqb]. unfold v. replace (k + Z.of_nat j) with (k + Z.of_nat h + Z.of_nat (j - h)) by lia. apply IH; trivial. lia.
Qed.
Definition step (l : list B.stencil) (st : B.state) : B.state := match seek l 0 st with None => st | Some (_, p, s) => B.write C (B.cells s) p st end.
Lemma step_sized : forall l st, B.sized R C st -> B.sized R C (step l st).
Proof using. intros l st Z. unfold step. destruct (seek l 0 st) as [[[k p] s]|]; trivial. now apply B.write_sized. Qed.
Lemma step_results : forall l st, step l st = match B.results R C l st with [] => st | x :: _ => x end.
Proof using.
  intros l st. unfold step. generalize 0 at 1. induction l as [|s l IH]; intro k; [reflexivity|]. cbn [seek]. unfold B.results in *. cbn [flat_map].
  assert (G : forall qs, match find (okp s st) qs with
    | Some p => exists r, map (fun p => B.write C (B.cells s) p st) (filter (fun p => B.lies R C s p &&
    B.fits C st s p) qs) = B.write C (B.cells s) p st :: r
    | None => map (fun p => B.write C (B.cells s) p st) (filter (fun p => B.lies R C s p && B.fits C st s p) qs) = [] end).
  { induction qs as [|q qs IHq]; [reflexivity|]. cbn [find filter]. unfold okp at 1. destruct (B.lies R C s q && B.fits C st s q); [|exact IHq].
    cbn [map]. eexists. reflexivity. }
  specialize (G (B.squares R C)). destruct (find _ _) as [p|]; [destruct G as [r ->]; reflexivity|]. rewrite G. cbn [app]. apply IH.
Qed.
Theorem settled_run : forall l rs T st, B.sized R C st -> forallb flat l = true -> forallb small l = true ->
  go (settled row l rs) [] (st_of T st) = match l with [] => [st_of T st] | _ =>
    [st_of T (Nat.iter (Z.to_nat (ev cs [] (st_of T st) rs)) (step l) st)] end.
Proof using HR HC Row Bounds.
  intros l rs T st Z F M. destruct l as [|s0 l]; [reflexivity|]. set (x := s0 :: l) in *.
  unfold settled. fold x. change (match x with [] => Skip | _ => ?c end) with c. cbn zeta.
  assert (Round : forall st, B.sized R C st -> go (Choose (first row (length x) x 0 0) (add (first row (length x) x 0 0) 1)
    (Seq (Guard (Bin Le (Num 0) (Var 0))) (carried row (length x) x 0 0))) [] (st_of T st) =
    match seek x 0 st with None => [] | Some _ => [st_of T (step x st)] end).
  { intros st' Z'. cbn [run ev add opz]. pose proof (first_ev (length x) x 0 [] T st' (le_n _) ltac:(lia) Z' F) as E.
    cbn [length] in E. rewrite E. set (t := told (seek x 0 st')).
    assert (Rg : range t (t + 1) = [t]).
    { unfold range. replace (Z.to_nat (t + 1 - t)) with 1%nat by lia. cbn [seq map]. f_equal. lia. }
    rewrite Rg. cbn [flat_map app nth]. rewrite app_nil_r. pose proof (told_pos x 0 st' ltac:(lia)) as Tp. unfold step, t in *.
    destruct (seek x 0 st') as [[[k p] s]|] eqn:S; [|reflexivity]. destruct (Z.leb_spec 0 (told (Some (k, p, s)))); [|lia].
    cbn [b2z Z.eqb flat_map]. rewrite app_nil_r.
    apply seek_found in S. destruct S as [[j [-> J]] [O Ok]]. exact (carried_run (length x) x 0 [] T st' j s p (le_n _) ltac:(lia) Z' F M J O Ok). }
  match goal with |- go (Repeat ?f ?c) ?e ?s = _ => change (go (Repeat f c) e s) with (repeat_from (go c e) (ev cs e s f) s) end.
  rewrite repeat_from_rec. generalize (Z.to_nat (ev cs [] (st_of T st) rs)). intro n. revert st Z.
  assert (Stay : forall n st, seek x 0 st = None -> Nat.iter n (step x) st = st).
  { intros m st' Q. induction m as [|m IH]; [reflexivity|]. change (Nat.iter (S m) (step x) st') with (step x (Nat.iter m (step x) st')).
    rewrite IH. unfold step. now rewrite Q. }
  assert (In1 : forall n st, Nat.iter (S n) (step x) st = Nat.iter n (step x) (step x st)).
  { intros m st'. induction m as [|m IH]; [reflexivity|].
    change (step x (Nat.iter (S m) (step x) st') = step x (Nat.iter m (step x) (step x st'))). now rewrite IH. }
  induction n as [|n IH]; intros st Z; [reflexivity|]. cbn [repeat_rec]. rewrite Round by trivial.
  destruct (seek x 0 st) as [o|] eqn:Q; [|now rewrite Stay]. cbn [flat_map]. rewrite app_nil_r, IH by now apply step_sized. now rewrite In1.
Qed.
End Meaning.
