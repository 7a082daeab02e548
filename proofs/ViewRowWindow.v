(** * ViewRowWindow.v -- what part of a row says of the stencils that fit it, and of its forced follow-ups.
    A row is read as letters at all places: before it stands the left end, behind it the right end.
    A window is some letters of it, one after the
    other. Proved: what [judge] says of a stencil at a window is so on every row with this window ([judge_ok]);
    where a row was settled and its cells
    in a window have changed, [calm] carries out the forced follow-ups in the window, as the row itself does ([calm_ok]).
    Source: as Boards.v.
    An instance (ViewRow.v) gives the rules. *)
Require Import ZArith List Bool Lia.
From Whowins Require Boards.
From Whowins Require Import Core ViewTidy ViewBoardTerm.
Import ListNotations.
Module B := Boards.
Open Scope Z_scope.

(** What must stand at a place: a symbol, or an end. *)
Inductive want := Symbol (b : option nat) | End.
Definition demands (s : B.stencil) : list (Z * want) := (0, Symbol None) :: map (fun c => (B.right c, Symbol (B.before c))) (B.cells s) ++
  flat_map (fun o => if fst o =? 0 then [(snd o, End)] else []) (B.outside s).
Definition places (s : B.stencil) (width : Z) : list Z :=
  let ds := map fst (demands s) in range (- highs ds) (width - lows ds).
Definition width (l : list nat) : Z := Z.of_nat (length l).
Definition at_ (l : list nat) (i : Z) : nat := nth (Z.to_nat i) l O.
Inductive next := Calm | Fire (s : B.stencil) (p : Z) | Unknown.

Section Window.
Variable n : nat.                                        (* symbols; n is the left end, S n the right end *)
Definition sat (w : want) (x : nat) : bool := match w with
  | Symbol None => Nat.ltb x n | Symbol (Some b) => Nat.ltb x n && Nat.eqb x b | End => Nat.leb n x end.
Definition know (l : list nat) (i : Z) : option nat :=
  if i <? 0 then if Nat.eqb (hd O l) n then Some n else None
  else if i <? width l then Some (at_ l i)
  else if Nat.eqb (last l O) (S n) then Some (S n) else None.
Definition refuted (l : list nat) (p : Z) (d : Z * want) : bool :=
  match know l (p + fst d) with Some x => negb (sat (snd d) x) | None => false end.
Definition granted (l : list nat) (p : Z) (d : Z * want) : bool :=
  match know l (p + fst d) with Some x => sat (snd d) x | None => false end.
Definition judge (l : list nat) (p : Z) (s : B.stencil) : option bool :=
  if existsb (refuted l p) (demands s) then Some false else if forallb (granted l p) (demands s) then Some true else None.
Fixpoint wr (cs : list B.cell) (o : Z) (l : list nat) : list nat := match cs with [] => l
  | c :: cs => match B.after c with Some x => B.put (Z.to_nat (o + B.right c)) x (wr cs o l) | None => wr cs o l end end.
(** A stencil at a place looks at a letter that has changed. *)
Definition touched (l0 l : list nat) (p : Z) (s : B.stencil) : bool := existsb (fun d => let i := p + fst d in
  (0 <=? i) && (i <? width l) && negb (Nat.eqb (at_ l0 i) (at_ l i))) (demands s).
Fixpoint scan (l0 l : list nat) (s : B.stencil) (ps : list Z) : next := match ps with
  | [] => Calm
  | p :: ps => if touched l0 l p s then match judge l p s with Some true => Fire s p | Some false => scan l0 l s ps | None => Unknown end
      else scan l0 l s ps end.
Fixpoint due (l0 l : list nat) (fs : list B.stencil) : next := match fs with
  | [] => Calm
  | s :: fs => match scan l0 l s (places s (width l)) with Calm => due l0 l fs | r => r end end.
Fixpoint calm (fuel : nat) (fs : list B.stencil) (l0 l : list nat) : option (list nat) := match fuel with O => None | S fuel =>
  match due l0 l fs with Calm => Some l | Fire s p => calm fuel fs l0 (wr (B.cells s) p l) | Unknown => None end end.
(** A window in which a follow-up fits is none of a settled row. *)
Definition unsettled (fs : list B.stencil) (l : list nat) : bool :=
  existsb (fun s => existsb (fun p => match judge l p s with Some true => true | _ => false end) (places s (width l))) fs.

Variable C : Z.
Hypothesis HC : 0 < C.
Definition letter (st : B.state) (i : Z) : nat := if i <? 0 then n else if i <? C then at_ st i else S n.
Definition proper (st : B.state) : Prop := Forall (fun x => (x < n)%nat) st.
Definition long (st : B.state) : Prop := length st = Z.to_nat C.
Definition agrees (st : B.state) (a : Z) (l : list nat) : Prop := forall i, 0 <= i < width l -> letter st (a + i) = at_ l i.
Definition pic (st : B.state) (a : Z) (l : list nat) (i : Z) : nat := if (a <=? i) &&
  (i <? a + width l) then at_ l (i - a) else letter st i.
Definition fits (st : B.state) (s : B.stencil) (p : Z) : bool := forallb (fun d => sat (snd d) (letter st (p + fst d))) (demands s).

Lemma long_sized : forall st, long st <-> B.sized 1 C st.
Proof using HC. intro st. unfold long, B.sized. now rewrite Z.mul_1_l. Qed.
Lemma letter_in : forall st i, long st -> proper st -> 0 <= i < C -> (letter st i < n)%nat /\ letter st i = at_ st i.
Proof using HC.
  intros st i L Y H. unfold letter. destruct (Z.ltb_spec i 0); [lia|]. destruct (Z.ltb_spec i C); [|lia]. split; trivial.
  unfold proper in Y. rewrite Forall_forall in Y. apply Y, nth_In. rewrite L. apply Z2Nat.inj_lt; lia.
Qed.
Lemma letter_symbol : forall st i, long st -> proper st -> ((letter st i < n)%nat <-> 0 <= i < C).
Proof using HC.
  intros st i L Y. split; [|intro H; now apply letter_in].
  unfold letter. destruct (Z.ltb_spec i 0); [lia|]. destruct (Z.ltb_spec i C); lia.
Qed.
(** A stencil of one line, on the row, by letters. *)
Lemma fits_ok : forall s st p, flat true s = true -> long st -> proper st ->
  fits st s p = true <-> B.on 1 C (0, p) = true /\ okp 1 C s st (0, p) = true.
Proof using HC.
  intros s st p F L Y. unfold fits, demands. cbn [forallb]. rewrite forallb_app, !andb_true_iff, !forallb_forall. unfold okp.
  rewrite andb_true_iff. unfold B.lies, B.fits. rewrite andb_true_iff, !B.forallb_forall, B.on_spec. cbn [fst snd sat].
  rewrite Z.add_0_r, Nat.ltb_lt, (letter_symbol st p L Y). unfold flat in F. rewrite forallb_forall in F.
  assert (On : forall q, B.on 1 C (0, q) = true <-> 0 <= q < C) by (intro q; rewrite B.on_spec; cbn [fst snd]; lia).
  split.
  - intros [H0 [H1 H2]]. split; [lia|]. split; [split|].
    + intros c I. unfold B.plus, B.off. cbn [fst snd]. pose proof (F c I) as D. apply Z.eqb_eq in D. rewrite D. apply On.
      specialize (H1 (B.right c, Symbol (B.before c)) ltac:(apply in_map_iff; eauto)). cbn [fst snd sat] in H1.
      apply (letter_symbol st _ L Y). destruct (B.before c); [apply andb_prop in H1; destruct H1 as [H1 _]|]; now apply Nat.ltb_lt.
    + intros o I. destruct (B.on 1 C (B.plus (0, p) o)) eqn:E; trivial. exfalso. apply B.on_spec in E. unfold B.plus in E.
      cbn [fst snd] in E.
      assert (E0 : fst o = 0) by lia. specialize (H2 (snd o, End)). rewrite in_flat_map in H2.
      assert (X : sat End (letter st (p + snd o)) = true) by (apply H2; exists o; split; trivial; rewrite E0; now left).
      cbn [sat] in X. apply Nat.leb_le in X. pose proof (proj2 (letter_symbol st (p + snd o) L Y)). lia.
    + intros c I. destruct (B.before c) as [b|] eqn:Bc; trivial.
      specialize (H1 (B.right c, Symbol (B.before c)) ltac:(apply in_map_iff; eauto)).
      rewrite Bc in H1. cbn [fst snd sat] in H1. apply andb_prop in H1. destruct H1 as [A D]. apply Nat.ltb_lt in A.
      apply (letter_symbol st _ L Y) in A. pose proof (F c I) as Dn. apply Z.eqb_eq in Dn.
      destruct (letter_in st _ L Y A) as [_ Le]. rewrite Le in D. unfold B.see, B.index, B.plus, B.off. cbn [fst snd]. rewrite Dn. exact D.
  - intros [H0 [[H1 H2] H3]]. split; [lia|]. split.
    + intros d I. apply in_map_iff in I. destruct I as [c [<- I]]. cbn [fst snd]. specialize (H1 c I). specialize (H3 c I).
      pose proof (F c I) as D. apply Z.eqb_eq in D. unfold B.plus, B.off in H1. cbn [fst snd] in H1. rewrite D in H1. apply On in H1.
      destruct (letter_in st _ L Y H1) as [Lt Le]. destruct (B.before c) as [b|]; cbn [sat]; [|now apply Nat.ltb_lt].
      apply andb_true_intro. split; [now apply Nat.ltb_lt|]. rewrite Le. unfold B.see, B.index, B.plus, B.off in H3. cbn [fst snd] in H3.
      now rewrite D in H3.
    + intros d I. apply in_flat_map in I. destruct I as [o [I J]]. destruct (Z.eqb_spec (fst o) 0) as [E|]; [|destruct J].
      destruct J as [<-|[]].
      cbn [fst snd sat]. apply Nat.leb_le. specialize (H2 o I). apply negb_true_iff in H2. apply not_true_iff_false in H2.
      destruct (Nat.le_gt_cases n (letter st (p + snd o))) as [|G]; trivial. exfalso. apply H2. unfold B.plus. cbn [fst snd]. rewrite E.
      apply On.
      now apply (letter_symbol st _ L Y).
Qed.

Lemma nth_end : forall l : list nat, l <> [] -> nth (length l - 1) l O = last l O.
Proof using.
  intros l _. induction l as [|x [|y l] IH]; trivial. change (last (x :: y :: l) O) with (last (y :: l) O). rewrite <- IH. cbn [length].
  replace (S (S (length l)) - 1)%nat with (S (length l)) by lia. now replace (S (length l) - 1)%nat with (length l) by lia.
Qed.
Lemma know_ok : forall st a l i x, long st -> proper st -> l <> [] -> agrees st a l -> know l i = Some x -> letter st (a + i) = x.
Proof using HC.
  intros st a l i x L Y Ne A K. unfold know in K. assert (W : 0 < width l) by (unfold width; destruct l; [congruence|cbn [length]; lia]).
  destruct (Z.ltb_spec i 0) as [Hi|Hi].
  - destruct (Nat.eqb_spec (hd O l) n) as [E|]; [|discriminate]. injection K as <-. pose proof (A 0 ltac:(lia)) as A0.
    rewrite Z.add_0_r in A0.
    unfold at_ in A0. change (Z.to_nat 0) with O in A0. assert (H0 : nth 0 l O = hd O l) by now destruct l. rewrite H0, E in A0.
    unfold letter in *. destruct (Z.ltb_spec a 0); [destruct (Z.ltb_spec (a + i) 0); [reflexivity|lia]|].
    destruct (Z.ltb_spec a C) as [Ha|]; [|lia]. pose proof (letter_in st a L Y ltac:(lia)) as [Lt _]. unfold letter in Lt.
    destruct (Z.ltb_spec a 0); [lia|]. destruct (Z.ltb_spec a C); lia.
  - destruct (Z.ltb_spec i (width l)) as [Hw|Hw]; [injection K as <-; apply A; lia|].
    destruct (Nat.eqb_spec (last l O) (S n)) as [E|]; [|discriminate]. injection K as <-. pose proof (A (width l - 1) ltac:(lia)) as A0.
    assert (H0 : at_ l (width l - 1) = last l O).
    { unfold at_, width. replace (Z.to_nat (Z.of_nat (length l) - 1)) with (length l - 1)%nat by lia. now apply nth_end. }
    rewrite H0, E in A0. assert (C <= a + (width l - 1)).
    { destruct (Z.le_gt_cases C (a + (width l - 1))); trivial. exfalso. unfold letter in A0.
      destruct (Z.ltb_spec (a + (width l - 1)) 0); [lia|].
      pose proof (letter_in st (a + (width l - 1)) L Y ltac:(lia)) as [Lt _]. unfold letter in Lt.
      destruct (Z.ltb_spec (a + (width l - 1)) 0); [lia|]. destruct (Z.ltb_spec (a + (width l - 1)) C); lia. }
    unfold letter. destruct (Z.ltb_spec (a + i) 0); [lia|]. destruct (Z.ltb_spec (a + i) C); [lia|reflexivity].
Qed.
Theorem judge_ok : forall st a l p s b, long st -> proper st -> l <> [] -> agrees st a l -> judge l p s = Some b -> fits st s (a + p) = b.
Proof using HC.
  intros st a l p s b L Y Ne A J. unfold judge in J. unfold fits.
  destruct (existsb (refuted l p) (demands s)) eqn:E.
  - injection J as <-. apply existsb_exists in E. destruct E as [d [I E]]. unfold refuted in E.
    destruct (know l (p + fst d)) as [x|] eqn:K; [|discriminate]. apply not_true_iff_false. intro F. rewrite forallb_forall in F.
    specialize (F d I).
    rewrite <- Z.add_assoc, (know_ok st a l _ x L Y Ne A K) in F. rewrite F in E. discriminate.
  - destruct (forallb (granted l p) (demands s)) eqn:G; [|discriminate]. injection J as <-. apply forallb_forall. intros d I.
    rewrite forallb_forall in G. specialize (G d I). unfold granted in G. destruct (know l (p + fst d)) as [x|] eqn:K; [|discriminate].
    now rewrite <- Z.add_assoc, (know_ok st a l _ x L Y Ne A K).
Qed.
Lemma judge_inside : forall l p s, judge l p s = Some true -> forall c, In c (B.cells s) -> 0 <= p + B.right c < width l.
Proof using HC.
  intros l p s J c I. unfold judge in J. destruct (existsb _ _); [discriminate|]. destruct (forallb _ _) eqn:G; [|discriminate].
  rewrite forallb_forall in G. assert (D : In (B.right c, Symbol (B.before c)) (demands s)).
  { right. apply in_or_app. left. apply in_map_iff. eauto. }
  specialize (G _ D). unfold granted, know in G. cbn [fst snd] in G.
  assert (N : forall x, (n <= x)%nat -> sat (Symbol (B.before c)) x = false).
  { intros x Hx. destruct (B.before c); cbn [sat]; destruct (Nat.ltb_spec x n); try lia; reflexivity. }
  destruct (Z.ltb_spec (p + B.right c) 0); [destruct (Nat.eqb_spec (hd O l) n); [rewrite N in G by lia|]; discriminate|].
  destruct (Z.ltb_spec (p + B.right c) (width l)); [lia|]. destruct (Nat.eqb_spec (last l O) (S n)); [rewrite N in G by lia|]; discriminate.
Qed.

(** ** What is written *)
Lemma at_put : forall l i j x, (j < length l)%nat -> nth i (B.put j x l) O = if Nat.eqb i j then x else nth i l O.
Proof using HC. intros. now apply B.nth_put. Qed.
Lemma wr_width : forall cs o l, width (wr cs o l) = width l.
Proof using HC. intros cs o l. unfold width. f_equal. induction cs as [|c cs IH]; cbn [wr]; trivial.
  destruct (B.after c); rewrite ?B.put_length; trivial. Qed.
Definition rewrites_to (st : B.state) (a : Z) (l : list nat) (st' : B.state) : Prop := forall i, letter st' i = pic st a l i.
Lemma agrees_pic : forall st a l, agrees st a l -> rewrites_to st a l st.
Proof using HC.
  intros st a l A i. unfold pic. destruct (Z.leb_spec a i), (Z.ltb_spec i (a + width l)); trivial. cbn [andb].
  replace i with (a + (i - a)) at 1 by lia. apply A. lia.
Qed.
Lemma write_pic : forall st0 a cs o l st, long st -> rewrites_to st0 a l st -> (forall c, In c cs -> B.down c = 0) ->
  (forall c, In c cs -> 0 <= o + B.right c < width l /\ 0 <= a + o + B.right c < C) ->
  rewrites_to st0 a (wr cs o l) (B.write C cs (0, a + o) st) /\ long (B.write C cs (0, a + o) st).
Proof using HC.
  intros st0 a cs o l st L W Fl In_. induction cs as [|c cs IH]; [split; trivial|].
  destruct IH as [IH1 IH2]; [intros; apply Fl; now right|intros; apply In_; now right|]. cbn [wr B.write].
  destruct (B.after c) as [x|] eqn:E; [|now split]. destruct (In_ c (or_introl eq_refl)) as [I1 I2].
  set (st1 := B.write C cs (0, a + o) st) in *. assert (L1 : length st1 = Z.to_nat C) by exact IH2.
  split; [|unfold long; now rewrite B.put_length].
  assert (Ix : B.index C (B.plus (0, a + o) (B.off c)) = Z.to_nat (a + o + B.right c)).
  { unfold B.index, B.plus, B.off. cbn [fst snd]. rewrite (Fl c (or_introl eq_refl)). f_equal. }
  rewrite Ix. intro i. specialize (IH1 i). unfold letter, pic, at_ in *. unfold width at 1. rewrite B.put_length.
  fold (width (wr cs o l)). rewrite wr_width in *. rewrite !at_put by (unfold width in *; pose proof (wr_width cs o l) as X;
  unfold width in X; lia).
  destruct (Z.ltb_spec i 0).
  - destruct (Z.leb_spec a i), (Z.ltb_spec i (a + width l)); cbn [andb] in *; trivial.
    destruct (Nat.eqb_spec (Z.to_nat (i - a)) (Z.to_nat (o + B.right c))); [lia|trivial].
  - destruct (Z.ltb_spec i C).
    + destruct (Nat.eqb_spec (Z.to_nat i) (Z.to_nat (a + o + B.right c))) as [Ei|Ei].
      * destruct (Z.leb_spec a i); [|lia]. destruct (Z.ltb_spec i (a + width l)); [|lia]. cbn [andb].
        destruct (Nat.eqb_spec (Z.to_nat (i - a)) (Z.to_nat (o + B.right c))); [reflexivity|lia].
      * rewrite IH1. destruct (Z.leb_spec a i), (Z.ltb_spec i (a + width l)); cbn [andb]; trivial.
        destruct (Nat.eqb_spec (Z.to_nat (i - a)) (Z.to_nat (o + B.right c))); [lia|trivial].
    + destruct (Z.leb_spec a i), (Z.ltb_spec i (a + width l)); cbn [andb] in *; trivial.
      destruct (Nat.eqb_spec (Z.to_nat (i - a)) (Z.to_nat (o + B.right c))); [lia|trivial].
Qed.

(** ** Follow-ups in a window *)
Section Follow.
Variable fs : list B.stencil.
Hypothesis Flat : forallb (flat true) fs = true.
Hypothesis Small : forallb (small n) fs = true.
Definition settled_row (st : B.state) : Prop := forall s, In s fs -> forall p, fits st s p = false.
Lemma settled_ok : forall st, long st -> proper st -> (settled_row st <-> B.results 1 C fs st = []).
Proof using HC Flat.
  intros st L Y. rewrite forallb_forall in Flat. split.
  - intro S. destruct (B.results 1 C fs st) as [|x r] eqn:E; trivial. exfalso.
    assert (I : In x (B.results 1 C fs st)) by (rewrite E; now left). apply B.in_results in I.
    destruct I as [s [[r' p] [I [O [Li [Fi _]]]]]].
    assert (r' = 0) as -> by (apply B.on_spec in O; cbn [fst snd] in O; lia).
    specialize (S s I p). rewrite (proj2 (fits_ok s st p (Flat s I) L Y)) in S; [discriminate|]. unfold okp. now rewrite Li, Fi.
  - intros E s I p. apply not_true_iff_false. intro F. apply (fits_ok s st p (Flat s I) L Y) in F. destruct F as [O F]. unfold okp in F.
    apply andb_prop in F.
    assert (J : In (B.write C (B.cells s) (0, p) st) (B.results 1 C fs st)) by (apply B.in_results; exists s, (0, p); tauto).
    rewrite E in J. destruct J.
Qed.
Variables (st0 : B.state) (a : Z) (l0 : list nat).
Hypothesis L0 : long st0.
Hypothesis Y0 : proper st0.
Hypothesis N0 : l0 <> [].
Hypothesis A0 : agrees st0 a l0.
Hypothesis S0 : settled_row st0.

Lemma pic_agrees : forall l st, width l = width l0 -> rewrites_to st0 a l st -> agrees st a l.
Proof using HC.
  intros l st W R i H. rewrite (R (a + i)). unfold pic. destruct (Z.leb_spec a (a + i)), (Z.ltb_spec (a + i) (a + width l)); try lia.
  cbn [andb]. f_equal. lia.
Qed.
Lemma untouched : forall l st p s, width l = width l0 -> rewrites_to st0 a l st -> In s fs -> touched l0 l p s = false ->
  fits st s (a + p) = false.
Proof using HC A0 S0.
  intros l st p s W R I T. rewrite <- (S0 s I (a + p)). unfold fits. unfold touched in T.
  assert (E : forall d, In d (demands s) -> letter st (a + p + fst d) = letter st0 (a + p + fst d)).
  { intros d J. rewrite (R (a + p + fst d)). unfold pic.
    destruct (Z.leb_spec a (a + p + fst d)), (Z.ltb_spec (a + p + fst d) (a + width l)); trivial. cbn [andb].
    assert (X : (0 <=? p + fst d) && (p + fst d <? width l) && negb (Nat.eqb (at_ l0 (p + fst d)) (at_ l (p + fst d))) = false).
    { apply not_true_iff_false. intro X. apply not_true_iff_false in T. apply T, existsb_exists. exists d. split; trivial. }
    destruct (Z.leb_spec 0 (p + fst d)); [|lia]. destruct (Z.ltb_spec (p + fst d) (width l)); [|lia]. cbn [andb] in X.
    apply negb_false_iff, Nat.eqb_eq in X.
    replace (a + p + fst d - a) with (p + fst d) by lia. rewrite <- X, <- A0 by lia. f_equal. lia. }
  clear T. induction (demands s) as [|d ds IH]; [reflexivity|]. cbn [forallb]. rewrite E by now left. f_equal. apply IH.
  intros; apply E; now right.
Qed.
Lemma touched_place : forall l p s, touched l0 l p s = true -> In p (places s (width l)).
Proof using HC.
  intros l p s T. unfold touched in T. apply existsb_exists in T. destruct T as [d [I T]]. apply andb_prop in T. destruct T as [T _].
  apply andb_prop in T.
  destruct T as [T1 T2]. apply Z.leb_le in T1. apply Z.ltb_lt in T2. unfold places. apply in_range.
  assert (X : In (fst d) (map fst (demands s))) by now apply in_map. revert X. generalize (map fst (demands s)). intros ds X.
  assert (lows ds <= fst d <= highs ds); [|lia]. unfold lows, highs. clear T1 T2. induction ds as [|e ds IH]; [destruct X|].
  cbn [fold_right].
  destruct X as [->|X]; [lia|]. specialize (IH X). lia.
Qed.
Lemma scan_ok : forall l st s, width l = width l0 -> long st -> proper st -> rewrites_to st0 a l st -> In s fs ->
  forall lo hi, match scan l0 l s (range lo hi) with
  | Calm => forall p, lo <= p < hi -> fits st s (a + p) = false
  | Fire s' p => s' = s /\ lo <= p < hi /\ judge l p s = Some true /\ forall q, lo <= q < p -> fits st s (a + q) = false
  | Unknown => True end.
Proof using HC N0 A0 S0.
  intros l st s W L Y R I lo hi. assert (Ne : l <> []) by (intro; subst l; unfold width in W; destruct l0; [congruence|cbn in W; lia]).
  assert (A : agrees st a l) by now apply pic_agrees.
  assert (G : forall k b, hi - b <= Z.of_nat k -> match scan l0 l s (range b hi) with
    | Calm => forall p, b <= p < hi -> fits st s (a + p) = false
    | Fire s' p => s' = s /\ b <= p < hi /\ judge l p s = Some true /\ forall q, b <= q < p -> fits st s (a + q) = false
    | Unknown => True end).
  { induction k as [|k IH]; intros b H.
    - unfold range. replace (Z.to_nat (hi - b)) with O by lia. cbn. intros p Hp. lia.
    - destruct (Z.le_gt_cases hi b) as [Hb|Hb]; [unfold range; replace (Z.to_nat (hi - b)) with O by lia; cbn; intros p Hp; lia|].
      assert (Rb : range b hi = b :: range (b + 1) hi).
      { unfold range. replace (Z.to_nat (hi - b)) with (S (Z.to_nat (hi - (b + 1)))) by lia. cbn [seq map]. f_equal; [lia|].
        rewrite <- seq_shift, map_map. apply map_ext. intro. lia. }
      rewrite Rb. cbn [scan]. specialize (IH (b + 1) ltac:(lia)).
      assert (Next : fits st s (a + b) = false -> match scan l0 l s (range (b + 1) hi) with
        | Calm => forall p, b <= p < hi -> fits st s (a + p) = false
        | Fire s' p => s' = s /\ b <= p < hi /\ judge l p s = Some true /\ forall q, b <= q < p -> fits st s (a + q) = false
        | Unknown => True end).
      { intro F. destruct (scan l0 l s (range (b + 1) hi)) as [|s' p|]; trivial.
        - intros p Hp. destruct (Z.eq_dec p b) as [->|]; trivial. apply IH. lia.
        - destruct IH as [-> [H1 [H2 H3]]]. repeat split; trivial; try lia. intros q Hq. destruct (Z.eq_dec q b) as [->|]; trivial.
          apply H3. lia. }
      destruct (touched l0 l b s) eqn:T; [|apply Next; now apply (untouched l st b s W R I T)].
      destruct (judge l b s) as [[|]|] eqn:J; trivial; [repeat split; trivial; lia|].
      apply Next. exact (judge_ok st a l b s false L Y Ne A J). }
  apply (G (Z.to_nat (hi - lo))). lia.
Qed.
Lemma find_first : forall (f : Z -> bool) m i, 0 <= i < m -> f i = true -> (forall j, 0 <= j < i -> f j = false) ->
  find f (range 0 m) = Some i.
Proof using HC.
  intros f m i H T F. unfold range. replace (Z.to_nat (m - 0)) with (Z.to_nat i + S (Z.to_nat (m - i - 1)))%nat by lia.
  rewrite seq_app, map_app. cbn [seq map]. assert (G : forall l r, (forall x, In x l -> f x = false) -> find f (l ++ r) = find f r).
  { induction l as [|x l IH]; intros r E; [reflexivity|]. cbn [app find]. rewrite (E x (or_introl eq_refl)). apply IH.
    intros; apply E; now right. }
  rewrite G; [cbn [find]; replace (0 + Z.of_nat (0 + Z.to_nat i)) with i by lia; now rewrite T|].
  intros x I. apply in_map_iff in I. destruct I as [k [<- I]]. apply in_seq in I. apply F. lia.
Qed.
Lemma row_places : B.squares 1 C = map (fun i => (0, i)) (range 0 C).
Proof using HC.
  rewrite (squares_map 1 C) by lia. rewrite Z.mul_1_l. apply map_ext_in. intros i I. apply in_range in I. unfold place_of.
  now rewrite Z.div_small, Z.mod_small by lia.
Qed.
Lemma due_ok : forall l st gs, width l = width l0 -> long st -> proper st -> rewrites_to st0 a l st -> incl gs fs ->
  match due l0 l gs with
  | Calm => forall s, In s gs -> forall p, fits st s p = false
  | Fire s p => In s gs /\ judge l p s = Some true /\ forall k, exists k', seek 1 C gs k st = Some (k', (0, a + p), s)
  | Unknown => True end.
Proof using HC N0 A0 S0 Flat.
  intros l st gs W L Y R. assert (Ne : l <> []) by (intro; subst l; unfold width in W; destruct l0; [congruence|cbn in W; lia]).
  assert (A : agrees st a l) by now apply pic_agrees. pose proof Flat as Fl. rewrite forallb_forall in Fl.
  induction gs as [|s gs IH]; intro Sub; [intros s []|]. cbn [due].
  assert (Is : In s fs) by (apply Sub; now left). specialize (IH (fun x I => Sub x (or_intror I))).
  pose proof (scan_ok l st s W L Y R Is) as Sc. specialize (Sc (- highs (map fst (demands s))) (width l - lows (map fst (demands s)))).
  fold (places s (width l)) in Sc.
  assert (Off : forall p, ~ In p (places s (width l)) -> fits st s (a + p) = false).
  { intros p Np. apply (untouched l st p s W R Is). apply not_true_iff_false. intro T. apply Np. now apply touched_place. }
  assert (Seek : (forall p, fits st s p = false) -> find (okp 1 C s st) (B.squares 1 C) = None).
  { intro F. destruct (find _ _) as [[r q]|] eqn:E; trivial. exfalso. apply find_some in E. destruct E as [I E]. apply B.in_squares in I.
    assert (r = 0) as -> by (apply B.on_spec in I; cbn [fst snd] in I; lia).
    pose proof (proj2 (fits_ok s st q (Fl s Is) L Y) (conj I E)) as X. now rewrite F in X. }
  destruct (scan l0 l s (places s (width l))) as [|s' p|]; trivial.
  - assert (No : forall p, fits st s p = false).
    { intro p. replace p with (a + (p - a)) by lia. destruct (in_dec Z.eq_dec (p - a) (places s (width l))) as [I|I]; [|now apply Off].
      apply Sc. now apply in_range in I. }
    destruct (due l0 l gs) as [|s' q|]; trivial.
    + intros s' [<-|I]; [trivial|now apply IH].
    + destruct IH as [I1 [J1 K1]]. split; [now right|]. split; trivial. intro k. destruct (K1 (k + 1)) as [k' E]. exists k'. cbn [seek].
      now rewrite Seek.
  - destruct Sc as [-> [Hp [J F]]]. split; [now left|]. split; trivial. intro k. exists k. cbn [seek].
    pose proof (judge_ok st a l p s true L Y Ne A J) as T. pose proof (proj1 (fits_ok s st (a + p) (Fl s Is) L Y) T) as [O Ok].
    assert (E : find (okp 1 C s st) (B.squares 1 C) = Some (0, a + p)).
    { rewrite row_places, find_map. rewrite (find_first _ C (a + p)); [reflexivity| |exact Ok|].
      - apply B.on_spec in O. cbn [fst snd] in O. lia.
      - intros j Hj. apply not_true_iff_false. intro X. assert (Oj : B.on 1 C (0, j) = true) by (apply B.on_spec in O;
        cbn [fst snd] in O; apply B.on_spec; cbn [fst snd]; lia).
        pose proof (proj2 (fits_ok s st j (Fl s Is) L Y) (conj Oj X)) as Fj. replace j with (a + (j - a)) in Fj by lia.
        destruct (in_dec Z.eq_dec (j - a) (places s (width l))) as [I|I]; [|now rewrite Off in Fj].
        apply in_range in I. rewrite F in Fj by lia. discriminate. }
    now rewrite E.
Qed.
Lemma write_row_proper : forall s st p, small n s = true -> proper st -> proper (B.write C (B.cells s) p st).
Proof using HC.
  intros s st p M Y. unfold small in M. induction (B.cells s) as [|c cs IH]; [exact Y|]. cbn [forallb] in M. apply andb_prop in M.
  destruct M as [M1 M2].
  cbn [B.write]. specialize (IH M2). destruct (B.after c) as [x|]; trivial. apply Nat.ltb_lt in M1.
  revert IH. generalize (B.write C cs p st) (B.index C (B.plus p (B.off c))). intros u j. revert j. unfold proper.
  induction u as [|y u IHu]; intros [|j] H; cbn [B.put]; trivial; inversion H; subst; constructor; auto.
Qed.
(** The window follows its follow-ups as the row does. *)
Theorem calm_ok : forall (v : B.game), B.at_once v = fs -> forall fuel l r st, width l = width l0 -> long st -> proper st ->
  rewrites_to st0 a l st -> calm fuel fs l0 l = Some r ->
  exists st', B.settles v 1 C st st' /\ long st' /\ proper st' /\ settled_row st' /\ rewrites_to st0 a r st' /\ width r = width l0.
Proof using HC N0 A0 S0 Flat Small.
  intros v Av. pose proof Small as Sm. pose proof Flat as Fl. rewrite forallb_forall in Sm, Fl.
  induction fuel as [|fuel IH]; intros l r st W L Y R E; [discriminate|]. cbn [calm] in E.
  pose proof (due_ok l st fs W L Y R (incl_refl _)) as D.
  assert (Ne : l <> []) by (intro; subst l; unfold width in W; destruct l0; [congruence|cbn in W; lia]).
  destruct (due l0 l fs) as [|s p|]; [|destruct D as [I [J K]]|discriminate].
  - injection E as <-. exists st. assert (Se : settled_row st) by exact D. repeat split; trivial. exists O. cbn [B.settle]. rewrite Av.
    apply (settled_ok st L Y) in Se. now rewrite Se.
  - assert (A : agrees st a l) by now apply pic_agrees. pose proof (judge_ok st a l p s true L Y Ne A J) as T.
    pose proof (proj1 (fits_ok s st (a + p) (Fl s I) L Y) T) as [O Ok]. unfold okp in Ok. apply andb_prop in Ok. destruct Ok as [Li Fi].
    assert (Fd : forall c, In c (B.cells s) -> B.down c = 0).
    { intros c Ic. pose proof (Fl s I) as F. unfold flat in F. rewrite forallb_forall in F. now apply Z.eqb_eq, F. }
    destruct (write_pic st0 a (B.cells s) p l st L R Fd) as [R' L'].
    { intros c Ic. split; [now apply (judge_inside l p s J)|]. pose proof (lies_inner 1 C s _ Li c Ic) as X. apply B.on_spec in X.
      unfold B.plus, B.off in X. cbn [fst snd] in X. lia. }
    pose proof (write_row_proper s st (0, a + p) (Sm s I) Y) as Y'.
    destruct (IH (wr (B.cells s) p l) r _ ltac:(now rewrite wr_width) L' Y' R' E) as [st' [[f Sf] H]]. exists st'. split; [|exact H].
    exists (S f). cbn [B.settle]. rewrite Av. destruct (K 0) as [k' Sk]. pose proof (step_results 1 C fs st) as Sr. unfold step in Sr.
    rewrite Sk in Sr.
    destruct (B.results 1 C fs st) as [|x q] eqn:Q; [|now rewrite <- Sr].
    exfalso. assert (X : In (B.write C (B.cells s) (0, a + p) st) (B.results 1 C fs st)) by (apply B.in_results; exists s, (0, a + p);
    auto).
    rewrite Q in X. destruct X.
Qed.
End Follow.
End Window.
