(** * GrundyRows.v -- Grundy values of games on two heaps, row by row: periodic in the column, but for the rise.
    One heap is the row, the other the column.  Moves are vectors and rays (Lattice.v), the same for both players; play is normal.
    None raises the row; within a row any number can be taken ([whole]), or only some finitely many; and each row is
    left by finitely many displacements ([leave]).
    Proved: a table for each of the rows 0, 1, ..., continued with period and saltus, that is the mex of its values at the
    options of the first columns ([row_check]) gives the Grundy value of EVERY position of these rows, and so its outcome
    ([rows_law]).  How far the mex is tried: up to a column j past all preperiods, at which (if any number can be taken) the values
    that have occurred are all those below a bound b and some above, b being above the row's first values and their shifts; and
    from there to j + L, where L is a multiple of the periods of this row and those it is left to.  Beyond, the option of a value
    below b is old, and to one above corresponds the option of a value less by the rise, L columns before.
    Source: Dress, Flammenkamp, Pink 1999 and Landman 2002 (that Wythoff's rows repeat so); Sprague 1935, Grundy 1939.
    An instance file holds: the rays, which heap is the row, and preperiod, period, saltus and values of each row. *)
Require Import Bool Arith ZArith NArith List Lia FMapPositive.
From Whowins Require Import Game Heap Octal HeapGrundy Digits Lattice.
Import ListNotations.
Open Scope N_scope.

(* ---------------- Grundy values of any relation ---------------- *)
Section Value.
Variables (pos : Type) (mv : pos -> pos -> Prop).
(** v is the least number that is the value of no option *)
Inductive Value : pos -> N -> Prop :=
| mex : forall p v, (forall q, mv p q -> exists u, u <> v /\ Value q u) ->
    (forall u, u < v -> exists q, mv p q /\ Value q u) -> Value p v.
End Value.
Arguments Value {pos}.

(* ---------------- one row ---------------- *)
Section Row.
(** [E n v]: a displacement leads from column n to a value v; r is what L columns add *)
Variables (whole : bool) (g : N -> N) (E : N -> N -> Prop) (L r i j b : N).
Definition seen (n v : N) : Prop := E n v \/ (whole = true /\ exists m, m < n /\ g m = v).
Definition mex_at (n : N) : Prop := (forall v, seen n v -> v <> g n) /\ (forall v, v < g n -> seen n v).

Hypothesis HL : 0 < L.
Hypothesis Hj : i <= j.
Hypothesis Per : forall n, i <= n -> g (n + L) = g n + r.
Hypothesis Shift : forall n v, j <= n -> (E (n + L) v <-> exists u, v = u + r /\ E n u).
Hypothesis Base : forall n, n < j + L -> mex_at n.
Hypothesis Level : whole = false -> r = 0.
Hypothesis Low : whole = true -> forall n, n < i + L -> g n < b.
Hypothesis Shifted : whole = true -> forall n, n < i -> g n + r < b.
Hypothesis Rise : whole = true -> r <= b.
Hypothesis Old : whole = true -> forall v, v < b -> exists m, m < j /\ g m = v.

Theorem row_mex : forall n, mex_at n.
Proof.
  intro n. induction n as [n IH] using (well_founded_ind N.lt_wf_0).
  destruct (N.lt_ge_cases n (j + L)) as [H|H]; [now apply Base|].
  destruct (IH (n - L) ltac:(lia)) as [M1 M2]. set (k := n - L) in *.
  assert (Ek : n = k + L) by lia. assert (Hk : j <= k) by lia. clearbody k. subst n.
  pose proof (Per k ltac:(lia)) as G.
  split.
  - intros v [S|[W [m [Hm S]]]] V.
    + apply Shift in S; trivial. destruct S as [u [-> S]]. apply (M1 u); [now left|lia].
    + assert (B : b <= g k).
      { destruct (N.le_gt_cases b (g k)) as [B|B]; trivial. destruct (Old W _ B) as [o [O1 O2]].
        exfalso. apply (M1 (g k)); trivial. right. split; trivial. exists o. split; [lia|trivial]. }
      destruct (N.lt_ge_cases m (i + L)) as [F|F]; [pose proof (Low W m F); lia|].
      apply (M1 (g k)); trivial. right. split; trivial. exists (m - L). split; [lia|].
      pose proof (Per (m - L) ltac:(lia)) as X. replace (m - L + L) with m in X by lia. lia.
  - intros v V. destruct (bool_dec whole true) as [W|W].
    + destruct (N.lt_ge_cases v b) as [F|F].
      { destruct (Old W v F) as [o [O1 O2]]. right. split; trivial. exists o. split; [lia|trivial]. }
      pose proof (Rise W). destruct (M2 (v - r) ltac:(lia)) as [S|[_ [m [Hm S]]]].
      * left. apply Shift; trivial. exists (v - r). split; [lia|trivial].
      * right. split; trivial. destruct (N.lt_ge_cases m i) as [F'|F']; [pose proof (Shifted W m F'); lia|].
        exists (m + L). rewrite Per by trivial. split; lia.
    + apply not_true_is_false in W. specialize (Level W).
      destruct (M2 v ltac:(lia)) as [S|[S _]]; [|congruence].
      left. apply Shift; trivial. exists v. split; [lia|trivial].
Qed.
End Row.

(* ---------------- the values that have occurred ---------------- *)
(** all below b, and above it those marked in u *)
Definition has (b u x : N) : bool := (x <? b) || N.testbit u (x - b).
Definition note (b e u : N) : N := if e <? b then u else N.setbit u (e - b).
Definition marks (b u : N) (es : list N) : N := fold_right (note b) u es.
Fixpoint strip_pos (b : N) (u : positive) : N * N := match u with
  | xI u => strip_pos (N.succ b) u | xO u => (b, Npos (xO u)) | xH => (N.succ b, 0) end.
Definition strip (b u : N) : N * N := match u with 0 => (b, 0) | Npos u => strip_pos b u end.

Lemma has_note : forall b u e x, has b (note b e u) x = true <-> x = e \/ has b u x = true.
Proof.
  intros b u e x. unfold has, note. destruct (N.ltb_spec e b) as [H|H]; destruct (N.ltb_spec x b) as [K|K]; simpl; try tauto.
  - split; [tauto|]. intros [->|T]; [lia|trivial].
  - rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. split; (intros [T|T]; [left; lia|now right]).
Qed.
Lemma has_marks : forall b u es x, has b (marks b u es) x = true <-> In x es \/ has b u x = true.
Proof.
  intros b u es x. induction es as [|e es IH]; cbn [marks fold_right In]; [tauto|].
  rewrite has_note. fold (marks b u es). rewrite IH. split; [intros [->|[T|T]]|intros [[->|T]|T]]; auto.
Qed.
Lemma has_strip_pos : forall u b x, has (fst (strip_pos b u)) (snd (strip_pos b u)) x = has b (Npos u) x.
Proof.
  induction u as [u IH|u IH|]; intros b x; cbn [strip_pos fst snd]; trivial.
  - rewrite IH. unfold has. destruct (N.ltb_spec x (N.succ b)), (N.ltb_spec x b); try lia; cbn [orb]; trivial.
    + replace (x - b) with 0 by lia. reflexivity.
    + replace (x - b) with (N.succ (x - N.succ b)) by lia. change (Npos (xI u)) with (2 * Npos u + 1).
      now rewrite N.testbit_odd_succ by lia.
  - unfold has. rewrite N.bits_0, orb_false_r. destruct (N.ltb_spec x (N.succ b)), (N.ltb_spec x b); try lia; cbn [orb]; trivial.
    + replace (x - b) with 0 by lia. reflexivity.
    + symmetry. apply N.bits_above_log2. change (N.log2 1) with 0. lia.
Qed.
Lemma has_strip : forall b u x, has (fst (strip b u)) (snd (strip b u)) x = has b u x.
Proof. intros b [|u] x; [reflexivity|]. apply has_strip_pos. Qed.

(** column after column: the mex of what has occurred and of the options elsewhere, [look n]; the end's b and u *)
Section Follow.
Variables (whole : bool) (g : N -> N) (look : N -> list N).
Definition fits (n b u : N) : bool := (b <=? g n) && mex_is (g n - b) (marks b u (look n)).
Fixpoint follow (k : nat) (n b u : N) : option (N * N) := match k with
  | O => Some (b, u)
  | S k => if fits n b u then
             if whole then let bu := strip b (N.setbit u (g n - b)) in follow k (N.succ n) (fst bu) (snd bu)
             else follow k (N.succ n) b u
           else None end.
Definition occurred (n b u : N) : Prop := forall x, has b u x = true <-> (whole = true /\ exists m, m < n /\ g m = x).
Let E (n v : N) : Prop := In v (look n).

Lemma fits_mex : forall n b u, occurred n b u -> fits n b u = true -> mex_at whole g E n.
Proof.
  intros n b u O F. unfold fits in F. apply andb_prop in F. destruct F as [F1 F2]. apply N.leb_le in F1.
  apply mex_is_spec in F2. destruct F2 as [No All].
  assert (S : forall x, seen whole g E n x <-> has b (marks b u (look n)) x = true).
  { intro x. rewrite has_marks. rewrite (O x). unfold seen, E. tauto. }
  split.
  - intros v Sv ->. apply S in Sv. unfold has in Sv. rewrite No, orb_false_r in Sv. apply N.ltb_lt in Sv. lia.
  - intros v V. apply S. unfold has. destruct (N.ltb_spec v b); trivial. cbn [orb]. apply All. lia.
Qed.
Lemma follow_mex : forall k n b u b' u', occurred n b u -> follow k n b u = Some (b', u') ->
  (forall m, n <= m -> m < n + N.of_nat k -> mex_at whole g E m) /\ occurred (n + N.of_nat k) b' u'.
Proof.
  induction k as [|k IH]; intros n b u b' u' O F; cbn [follow] in F.
  - injection F as <- <-. split; [lia|]. now replace (n + N.of_nat 0) with n by lia.
  - destruct (fits n b u) eqn:Fi; [|discriminate]. pose proof (fits_mex n b u O Fi) as M.
    assert (Bv : b <= g n) by (unfold fits in Fi; apply andb_prop in Fi; destruct Fi as [Fi _]; now apply N.leb_le).
    assert (X : exists b1 u1, follow k (N.succ n) b1 u1 = Some (b', u') /\ occurred (N.succ n) b1 u1).
    { destruct whole eqn:W.
      - eexists. eexists. split; [exact F|]. intro x. rewrite has_strip.
        assert (N1 : N.setbit u (g n - b) = note b (g n) u) by (unfold note; destruct (N.ltb_spec (g n) b); [lia|reflexivity]).
        rewrite N1, has_note, (O x), W. split.
        + intros [->|[_ [m [Hm <-]]]]; (split; [trivial|]); [exists n|exists m]; split; trivial; lia.
        + intros [_ [m [Hm <-]]]. destruct (N.eq_dec m n) as [->|D]; [now left|right]. split; trivial. exists m. split; [lia|trivial].
      - exists b, u. split; [exact F|]. intro x. rewrite (O x), W. split; intros [D _]; discriminate. }
    destruct X as [b1 [u1 [F1 O1]]]. destruct (IH _ _ _ _ _ O1 F1) as [M' O']. split.
    + intros m H1 H2. destruct (N.eq_dec m n) as [->|D]; [exact M|]. apply M'; lia.
    + now replace (n + N.of_nat (S k)) with (N.succ n + N.of_nat k) by lia.
Qed.
End Follow.

(* ---------------- rows ---------------- *)
Record row := Row { row_preperiod : N; row_period : N; row_saltus : N; row_values : list N }.
(** a row of the certificate with its table *)
Record laid_row := Laid { pre : N; per : N; sal : N; tab : PositiveMap.t N }.
Definition laid (l : row) : laid_row := Laid (row_preperiod l) (row_period l) (row_saltus l) (table (row_values l)).
(** unfolded: the extracted program has another [values] *)
Definition at_column (s : laid_row) (n : N) : N := Eval unfold values in values (pre s) (per s) (sal s) (tab s) n.
Definition blank : row := Row 0 1 0 [].
Definition nowhere : laid_row := laid blank.
Definition line (rows : list laid_row) (x : Z) : laid_row := nth (Z.to_nat x) rows nowhere.
(** what the law says of row x, column y *)
Definition value (rows : list row) (x y : Z) : N := at_column (line (map laid rows) x) (Z.to_N y).
Definition row_at (rows : list row) (x : Z) : row := nth (Z.to_nat x) rows blank.

(** so many columns, a multiple of the period, add r *)
Definition repeats (s : laid_row) (L r : N) : bool := (0 <? per s) && (L mod per s =? 0) && (sal s * (L / per s) =? r).
Lemma repeats_spec : forall s L r n, repeats s L r = true -> pre s <= n -> at_column s (n + L) = at_column s n + r.
Proof.
  intros s L r n R H. unfold repeats in R. apply andb_prop in R. destruct R as [R R3]. apply andb_prop in R. destruct R as [R1 R2].
  apply N.ltb_lt in R1. apply N.eqb_eq in R2, R3. rewrite <- R3. now apply (values_rise (pre s) (per s) (sal s) (tab s)).
Qed.

Section Displacements.
Variable rows : list laid_row.
(** displacements: the row reached, and the columns added *)
Definition stays (n : N) (d : Z * Z) : bool := (0 <=? Z.of_N n + snd d)%Z.
Definition target (n : N) (d : Z * Z) : N := at_column (line rows (fst d)) (Z.to_N (Z.of_N n + snd d)).
Definition look (D : list (Z * Z)) (n : N) : list N := map (target n) (filter (stays n) D).
(** from column j on no displacement leads off the board or before a preperiod *)
Definition settled (j L r : N) (d : Z * Z) : bool :=
  repeats (line rows (fst d)) L r && (Z.of_N (pre (line rows (fst d))) <=? Z.of_N j + snd d)%Z.
Definition row_check (x : Z) (D : list (Z * Z)) (whole : bool) (L j : N) : bool :=
  let s := line rows x in let r := if whole then L else 0 in
  (0 <? L) && (pre s <=? j) && repeats s L r && forallb (settled j L r) D &&
  match follow whole (at_column s) (look D) (N.to_nat j) 0 0 0 with
  | None => false
  | Some (b, u) =>
      (if whole then (r <=? b) && forallb (fun n => at_column s n <? b) (ranges (N.to_nat (pre s + L)) 0) &&
                     forallb (fun n => at_column s n + r <? b) (ranges (N.to_nat (pre s)) 0) else true) &&
      match follow whole (at_column s) (look D) (N.to_nat L) j b u with None => false | Some _ => true end
  end.

Lemma row_check_mex : forall x D whole L j, row_check x D whole L j = true ->
  forall n, mex_at whole (at_column (line rows x)) (fun n v => In v (look D n)) n.
Proof.
  intros x D whole L j C. unfold row_check in C. set (s := line rows x) in *. set (r := if whole then L else 0) in *. cbv zeta in C.
  apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
  apply andb_prop in C; destruct C as [C1 C2]. apply N.ltb_lt in C1. apply N.leb_le in C2. rewrite forallb_forall in C4.
  destruct (follow whole (at_column s) (look D) (N.to_nat j) 0 0 0) as [[b u]|] eqn:F1; [|discriminate].
  apply andb_prop in C5. destruct C5 as [C5 C6].
  destruct (follow whole (at_column s) (look D) (N.to_nat L) j b u) as [[b' u']|] eqn:F2; [|discriminate].
  assert (O0 : occurred whole (at_column s) 0 0 0).
  { intro y. unfold has. rewrite N.bits_0, orb_false_r, N.ltb_lt. split; [lia|]. intros [_ [m [H _]]]. lia. }
  destruct (follow_mex _ _ _ _ _ _ _ _ _ O0 F1) as [M1 O1].
  replace (0 + N.of_nat (N.to_nat j)) with j in * by lia.
  destruct (follow_mex _ _ _ _ _ _ _ _ _ O1 F2) as [M2 _].
  replace (j + N.of_nat (N.to_nat L)) with (j + L) in * by lia.
  assert (Wb : whole = true -> r <= b /\ (forall n, n < pre s + L -> at_column s n < b) /\ (forall n, n < pre s -> at_column s n + r < b)).
  { intro W. rewrite W in C5. apply andb_prop in C5. destruct C5 as [C5 B3]. apply andb_prop in C5. destruct C5 as [B1 B2].
    apply N.leb_le in B1. rewrite forallb_forall in B2, B3.
    repeat split; trivial; intros n H; apply N.ltb_lt; [apply B2|apply B3]; apply ranges_in; lia. }
  apply row_mex with (L := L) (r := r) (i := pre s) (j := j) (b := b); trivial.
  - intros n Hn. now apply repeats_spec.
  - intros n v Hn. unfold look. rewrite in_map_iff.
    assert (S : forall d, In d D -> stays n d = true /\ stays (n + L) d = true /\ target (n + L) d = target n d + r).
    { intros d I. specialize (C4 d I). unfold settled in C4. apply andb_prop in C4. destruct C4 as [R P]. apply Z.leb_le in P.
      unfold stays. split; [apply Z.leb_le; lia|]. split; [apply Z.leb_le; lia|]. unfold target.
      replace (Z.to_N (Z.of_N (n + L) + snd d)) with (Z.to_N (Z.of_N n + snd d) + L) by lia.
      apply repeats_spec; trivial. lia. }
    split.
    + intros [d [<- I]]. apply filter_In in I. destruct I as [I _]. destruct (S d I) as [S1 [_ S3]].
      exists (target n d). split; trivial. apply in_map_iff. exists d. split; trivial. now apply filter_In.
    + intros [w [-> I]]. apply in_map_iff in I. destruct I as [d [<- I]]. apply filter_In in I. destruct I as [I _].
      destruct (S d I) as [_ [S2 S3]]. exists d. split; trivial. now apply filter_In.
  - intros n Hn. destruct (N.lt_ge_cases n j) as [H|H]; [apply M1; lia|now apply M2].
  - intro W. unfold r. now rewrite W.
  - intro W. now destruct (Wb W) as [_ [B _]].
  - intro W. now destruct (Wb W) as [_ [_ B]].
  - intro W. now destruct (Wb W).
  - intros W v V. destruct (O1 v) as [O2 _]. apply O2. unfold has. apply orb_true_iff. left. now apply N.ltb_lt.
Qed.
End Displacements.

(* ---------------- moves ---------------- *)
Open Scope Z_scope.
Section Moves.
Variables (turned : bool) (rays : list ray).
(** row x, column y; turned: the row is the second heap *)
Definition place (x y : Z) : list Z := if turned then [y; x] else [x; y].
Definition down (l : list Z) : Z := nth (if turned then 1%nat else 0%nat) l 0.
Definition along (l : list Z) : Z := nth (if turned then 0%nat else 1%nat) l 0.
(** the moves, of either player *)
Definition mv (p q : list Z) : Prop := lmv 2 (fun _ => rays) (true, p) (false, q).
Lemma mv_any : forall P p q, lmv 2 (fun _ => rays) (P, p) (negb P, q) <-> mv p q.
Proof. intros P p q. unfold mv, lmv, here. cbn [fst snd negb]. tauto. Qed.

(** the last k that can lead from row x to a row that is there; for a ray without end that keeps the row none is listed *)
Definition last (x : Z) (r : ray) : Z :=
  if down (step r) <? 0 then let c := (x + down (base r)) / (- down (step r)) in match most r with Some m => Z.min m c | None => c end
  else match most r with Some m => m | None => least r - 1 end.
Definition left_by (x : Z) (r : ray) : list (Z * Z) := filter (fun d => 0 <=? fst d)
  (map (fun k => (x + (down (base r) + k * down (step r)), along (base r) + k * along (step r))) (upto (least r) (last x r))).
(** all displacements by which row x is left, or kept *)
Definition leave (x : Z) : list (Z * Z) := flat_map (left_by x) rays.
Definition finite (r : ray) : bool := match most r with Some _ => true | None => down (step r) <? 0 end.
(** within a row, any number from some one on *)
Definition unended (r : ray) : bool := match most r with Some _ => false | None =>
  (down (step r) =? 0) && (down (base r) =? 0) && (along (step r) =? -1) && (along (base r) <? least r) end.
(** and each smaller number by another move *)
Definition all_taken (x : Z) (D : list (Z * Z)) (r : ray) : bool := unended r &&
  forallb (fun t => existsb (fun d => (fst d =? x) && (snd d =? - t)) D) (upto 1 (least r - along (base r) - 1)).
Definition whole (x : Z) (D : list (Z * Z)) : bool := existsb (all_taken x D) rays.
Definition lowers (x : Z) (d : Z * Z) : bool := (fst d <? x) || ((fst d =? x) && (snd d <? 0)).
Definition moves_check (x : Z) (D : list (Z * Z)) : bool :=
  forallb (fun r => fine 2 r && (finite r || unended r)) rays && (whole x D || forallb finite rays) && forallb (lowers x) D.

Lemma two : forall l : list Z, (length l =? 2)%nat = true -> exists a b, l = [a; b].
Proof. intros [|a [|b [|c l]]] H; try discriminate. now exists a, b. Qed.
Lemma reach_place : forall r k x y, fine 2 r = true -> reach r k (place x y) =
  place (x + (down (base r) + k * down (step r))) (y + (along (base r) + k * along (step r))).
Proof.
  intros r k x y H. unfold fine in H. apply andb_prop in H. destruct H as [H _]. apply andb_prop in H. destruct H as [H1 H2].
  apply two in H1, H2. destruct H1 as [a [b H1]], H2 as [c [d H2]]. unfold reach, place, down, along. rewrite H1, H2.
  destruct turned; reflexivity.
Qed.
Lemma nonneg_place : forall x y, nonneg (place x y) <-> 0 <= x /\ 0 <= y.
Proof.
  intros x y. unfold nonneg, place. destruct turned; split.
  1,3: intro H; inversion H as [|? ? H1 H2]; inversion H2; subst; tauto.
  all: intros [H1 H2]; now repeat constructor.
Qed.
Lemma place_length : forall x y, length (place x y) = 2%nat.
Proof. intros. unfold place. now destruct turned. Qed.
Lemma in_left_by : forall x r d, In d (left_by x r) <-> 0 <= fst d /\ exists k, least r <= k <= last x r /\
  d = (x + (down (base r) + k * down (step r)), along (base r) + k * along (step r)).
Proof.
  intros x r d. unfold left_by. rewrite filter_In, Z.leb_le, in_map_iff. split.
  - intros [[k [E I]] H]. split; trivial. exists k. rewrite <- in_upto. now split.
  - intros [H [k [I E]]]. split; trivial. exists k. rewrite in_upto. now split.
Qed.
Lemma last_most : forall x r k, finite r = true -> k <= last x r -> match most r with Some m => k <= m | None => True end.
Proof. intros x r k H K. unfold last in K. destruct (most r) as [m|]; trivial. destruct (down (step r) <? 0); lia. Qed.
Lemma last_reached : forall x r k, finite r = true -> match most r with Some m => k <= m | None => True end ->
  0 <= x + (down (base r) + k * down (step r)) -> k <= last x r.
Proof.
  intros x r k H M R. unfold last, finite in *. destruct (Z.ltb_spec (down (step r)) 0) as [S|S].
  - assert (k <= (x + down (base r)) / (- down (step r))) by (apply Z.div_le_lower_bound; lia). destruct (most r); lia.
  - destruct (most r); [trivial|discriminate].
Qed.
Lemma unended_listed : forall x r d, unended r = true -> ~ In d (left_by x r).
Proof.
  intros x r d U I. apply in_left_by in I. destruct I as [_ [k [K _]]]. unfold unended, last in *.
  destruct (most r); [discriminate|]. destruct (Z.ltb_spec (down (step r)) 0); [|lia].
  apply andb_prop in U. destruct U as [U _]. apply andb_prop in U. destruct U as [U _]. apply andb_prop in U. destruct U as [U _].
  apply Z.eqb_eq in U. lia.
Qed.

(** the options of a position *)
Lemma mv_place : forall x y q, 0 <= x -> 0 <= y -> moves_check x (leave x) = true -> (mv (place x y) q <->
  exists x' y', q = place x' y' /\ 0 <= x' /\ 0 <= y' /\ (x' < x \/ x' = x /\ y' < y) /\
  ((whole x (leave x) = true /\ x' = x) \/ In (x', y' - y) (leave x))).
Proof.
  intros x y q Hx Hy C. unfold moves_check in C. apply andb_prop in C. destruct C as [C C3]. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in C1, C3.
  assert (Fi : forall r, In r rays -> fine 2 r = true) by (intros r I; specialize (C1 r I); apply andb_prop in C1; tauto).
  assert (Lo : forall x' dy, In (x', dy) (leave x) -> x' < x \/ x' = x /\ dy < 0).
  { intros x' dy I. specialize (C3 _ I). unfold lowers in C3. cbn [fst snd] in C3. lia. }
  assert (Back : forall x' y', 0 <= y' -> In (x', y' - y) (leave x) -> mv (place x y) (place x' y')).
  { intros x' y' N I. unfold leave in I. apply in_flat_map in I. destruct I as [r [Ir I]].
    assert (Fr : finite r = true).
    { specialize (C1 r Ir). apply andb_prop in C1. destruct C1 as [_ C1]. apply orb_prop in C1. destruct C1 as [C1|C1]; trivial.
      now apply unended_listed with (x := x) (d := (x', y' - y)) in C1. }
    apply in_left_by in I. destruct I as [N' [k [K E]]]. cbn [fst] in N'. injection E as E1 E2.
    unfold mv, lmv, here. cbn [fst snd]. rewrite place_length, !nonneg_place. repeat split; trivial.
    exists r. split; trivial. exists k. split; [tauto|]. split; [now apply last_most with x|].
    rewrite reach_place by auto. f_equal; lia. }
  split.
  - intros [_ [_ [N [r [Ir [k [K1 [K2 Q]]]]]]]]. cbn [fst snd] in *. rewrite reach_place in Q by auto. subst q.
    apply nonneg_place in N. destruct N as [N1 N2].
    destruct (finite r) eqn:Fr.
    + assert (I : In (x + (down (base r) + k * down (step r)), along (base r) + k * along (step r)) (leave x)).
      { unfold leave. apply in_flat_map. exists r. split; trivial. apply in_left_by. split; [trivial|]. exists k.
        split; trivial. split; trivial. now apply last_reached. }
      do 2 eexists. split; [reflexivity|]. split; trivial. split; trivial. split.
      * destruct (Lo _ _ I); [now left|right; lia].
      * right. match goal with |- In (_, ?t) _ => replace t with (along (base r) + k * along (step r)) by lia end. trivial.
    + assert (U : unended r = true).
      { specialize (C1 r Ir). apply andb_prop in C1. destruct C1 as [_ C1]. now rewrite Fr in C1. }
      assert (W : whole x (leave x) = true).
      { apply orb_prop in C2. destruct C2 as [C2|C2]; trivial. rewrite forallb_forall in C2. rewrite C2 in Fr by trivial. discriminate. }
      unfold unended in U. destruct (most r); [discriminate|].
      apply andb_prop in U. destruct U as [U U4]. apply andb_prop in U. destruct U as [U U3]. apply andb_prop in U. destruct U as [U1 U2].
      apply Z.eqb_eq in U1, U2, U3. apply Z.ltb_lt in U4. rewrite U1, U2, U3 in *.
      do 2 eexists. split; [reflexivity|]. split; trivial. split; trivial. split; [right; lia|left; split; [trivial|lia]].
  - intros [x' [y' [-> [N1 [N2 [Lx [[W ->]|I]]]]]]]; [|now apply Back].
    pose proof W as W'. unfold whole in W. apply existsb_exists in W. destruct W as [r [Ir A]]. unfold all_taken in A.
    apply andb_prop in A. destruct A as [U A]. rewrite forallb_forall in A.
    destruct (Z.lt_ge_cases (y - y') (least r - along (base r))) as [T|T].
    + specialize (A (y - y') ltac:(apply in_upto; lia)). apply existsb_exists in A. destruct A as [[a b] [I A]]. cbn [fst snd] in A.
      apply Back; trivial. replace (x, y' - y) with (a, b); trivial. f_equal; lia.
    + unfold unended in U. destruct (most r) eqn:Mo; [discriminate|].
      apply andb_prop in U. destruct U as [U U4]. apply andb_prop in U. destruct U as [U U3]. apply andb_prop in U. destruct U as [U1 U2].
      apply Z.eqb_eq in U1, U2, U3. apply Z.ltb_lt in U4.
      unfold mv, lmv, here. cbn [fst snd]. rewrite place_length, !nonneg_place. repeat split; trivial.
      exists r. split; trivial. exists (along (base r) + (y - y')). split; [lia|]. rewrite Mo. split; trivial.
      rewrite reach_place by auto. rewrite U1, U2, U3. f_equal; lia.
Qed.

(* ---------------- the certificate ---------------- *)
(** a multiple of the periods of row x and of those it is left to, and a column from which on all repeats *)
Definition cycle (rows : list laid_row) (x : Z) (D : list (Z * Z)) : N :=
  fold_right (fun d l => N.lcm (per (line rows (fst d))) l) (per (line rows x)) D.
Definition turn (rows : list laid_row) (x : Z) (D : list (Z * Z)) (L : N) : N :=
  let s := line rows x in
  let j := fold_right (fun d j => N.max (Z.to_N (Z.of_N (pre (line rows (fst d))) - snd d)) j) (pre s) D in
  if whole x D then N.max j (pre s + L + 2 * N.of_nat (length D) + 1) else j.
Definition row_ok (rows : list laid_row) (x : Z) : bool :=
  let D := leave x in let L := cycle rows x D in
  moves_check x D && row_check rows x D (whole x D) L (turn rows x D L).
(** a value for each column *)
Definition full (l : row) : bool := (N.of_nat (length (row_values l)) =? row_preperiod l + row_period l)%N.
Definition check (rows : list row) : bool :=
  let laid_rows := map laid rows in
  forallb full rows && forallb (row_ok laid_rows) (upto 0 (Z.of_nat (length rows) - 1)).

Section Law.
Variable rows : list row.
Hypothesis C : check rows = true.
Let number := Z.of_nat (length rows).
Let G := value rows.
Lemma rows_ok : forall x, 0 <= x < number -> row_ok (map laid rows) x = true.
Proof.
  intros x H. pose proof C as X. unfold check in X. apply andb_prop in X. destruct X as [_ X]. rewrite forallb_forall in X.
  apply X, in_upto. unfold number in *. lia.
Qed.

(** the law is a mex, and play stays in these rows *)
Lemma rows_mex : forall x y, 0 <= x < number -> 0 <= y ->
  (forall q, mv (place x y) q -> exists x' y', q = place x' y' /\ 0 <= x' /\ 0 <= y' /\ (x' < x \/ x' = x /\ y' < y) /\ G x' y' <> G x y) /\
  (forall v, (v < G x y)%N -> exists x' y', mv (place x y) (place x' y') /\ 0 <= x' /\ 0 <= y' /\ (x' < x \/ x' = x /\ y' < y) /\ G x' y' = v).
Proof.
  intros x y Hx Hy. pose proof (rows_ok x Hx) as K. unfold row_ok in K. cbv zeta in K. apply andb_prop in K. destruct K as [K1 K2].
  destruct (row_check_mex _ _ _ _ _ _ K2 (Z.to_N y)) as [M1 M2].
  set (at_y := seen (whole x (leave x)) (at_column (line (map laid rows) x))
    (fun (n : N) v => In v (look (map laid rows) (leave x) n)) (Z.to_N y)) in *.
  assert (S : forall v, at_y v <-> exists x' y', mv (place x y) (place x' y') /\ 0 <= x' /\ 0 <= y' /\ (x' < x \/ x' = x /\ y' < y) /\ G x' y' = v).
  { intro v. unfold at_y, seen. split.
    - intros [I|[W [m [Hm E]]]].
      + unfold look in I. apply in_map_iff in I. destruct I as [[x' dy] [E I]]. apply filter_In in I. destruct I as [I T].
        unfold stays in T. cbn [snd] in T. apply Z.leb_le in T. unfold target in E. cbn [fst snd] in E.
        replace (Z.of_N (Z.to_N y) + dy) with (y + dy) in * by lia.
        exists x', (y + dy). assert (Lo : x' < x \/ x' = x /\ y + dy < y).
        { unfold moves_check in K1. apply andb_prop in K1. destruct K1 as [_ K3]. rewrite forallb_forall in K3.
          specialize (K3 _ I). unfold lowers in K3. cbn [fst snd] in K3. lia. }
        assert (N' : 0 <= x').
        { unfold leave in I. apply in_flat_map in I. destruct I as [r [_ I]]. apply in_left_by in I. now destruct I. }
        split; [|now repeat split]. apply mv_place; trivial; [lia|]. exists x', (y + dy). repeat split; trivial.
        right. now replace (y + dy - y) with dy by lia.
      + exists x, (Z.of_N m). assert (Lm : x < x \/ x = x /\ Z.of_N m < y) by lia. split.
        * apply mv_place; trivial; [lia|]. exists x, (Z.of_N m). repeat split; trivial; try lia. now left.
        * repeat split; trivial; try lia. unfold G, value. now rewrite N2Z.id.
    - intros [x' [y' [Q [N1 [N2 [Lo E]]]]]]. apply mv_place in Q; [|lia|trivial|trivial].
      destruct Q as [a [b [P [_ [_ [_ O]]]]]].
      assert (X : x' = a /\ y' = b) by (unfold place in P; destruct turned; injection P; auto).
      destruct X as [<- <-]. destruct O as [[W ->]|I].
      + right. split; trivial. exists (Z.to_N y'). split; [lia|exact E].
      + left. unfold look. apply in_map_iff. exists (x', y' - y). unfold target, stays. rewrite filter_In. cbn [fst snd].
        replace (Z.of_N (Z.to_N y) + (y' - y)) with y' by lia. split; [exact E|]. split; [trivial|]. now apply Z.leb_le. }
  split.
  - intros q Q. pose proof Q as Q'. apply mv_place in Q'; [|lia|trivial|trivial]. destruct Q' as [x' [y' [-> [N1 [N2 [Lo _]]]]]].
    exists x', y'. do 4 (split; [trivial|]). apply M1. apply S. exists x', y'. do 4 (split; [trivial|]). reflexivity.
  - intros v V. apply S, M2. exact V.
Qed.
Lemma lex_ind : forall Q : Z -> Z -> Prop,
  (forall x y, 0 <= x < number -> 0 <= y -> (forall x' y', 0 <= x' -> 0 <= y' -> (x' < x \/ x' = x /\ y' < y) -> Q x' y') -> Q x y) ->
  forall x y, 0 <= x < number -> 0 <= y -> Q x y.
Proof.
  intros Q H x. induction x as [x IHx] using (well_founded_ind (Z.lt_wf 0)). intros y Hx.
  induction y as [y IHy] using (well_founded_ind (Z.lt_wf 0)). intro Hy. apply H; trivial.
  intros x' y' X Y [L|[-> L]]; [apply IHx|apply IHy]; lia.
Qed.

Lemma grundy_value : forall x y, 0 <= x < number -> 0 <= y -> Value mv (place x y) (G x y).
Proof.
  apply lex_ind. intros x y Hx Hy IH. destruct (rows_mex x y Hx Hy) as [M1 M2]. constructor.
  - intros q Q. destruct (M1 q Q) as [x' [y' [-> [X [Y [Lo E]]]]]]. exists (G x' y'). auto.
  - intros u U. destruct (M2 u U) as [x' [y' [Q [X [Y [Lo <-]]]]]]. exists (place x' y'). auto.
Qed.
Lemma grundy_unique : forall x y, 0 <= x < number -> 0 <= y -> forall v, Value mv (place x y) v -> v = G x y.
Proof.
  apply (lex_ind (fun x y => forall v, Value mv (place x y) v -> v = G x y)). intros x y Hx Hy IH v V.
  destruct (rows_mex x y Hx Hy) as [M1 M2]. inversion V as [p w V1 V2]; subst.
  destruct (N.lt_trichotomy v (G x y)) as [L|[L|L]]; trivial; exfalso.
  - destruct (M2 v L) as [x' [y' [Q [X [Y [Lo E]]]]]]. destruct (V1 _ Q) as [u [U Vu]]. apply U. rewrite <- E. now apply IH.
  - destruct (V2 _ L) as [q [Q Vq]]. destruct (M1 q Q) as [x' [y' [-> [X [Y [Lo E]]]]]]. apply E. symmetry. now apply IH.
Qed.
Lemma outcome : forall x y, 0 <= x < number -> 0 <= y -> forall P,
  if (G x y =? 0)%N then Lose (lmv 2 (fun _ => rays)) (P, place x y) else Win (lmv 2 (fun _ => rays)) (P, place x y).
Proof.
  apply (lex_ind (fun x y => forall P, if (G x y =? 0)%N then Lose (lmv 2 (fun _ => rays)) (P, place x y)
    else Win (lmv 2 (fun _ => rays)) (P, place x y))).
  intros x y Hx Hy IH P. destruct (rows_mex x y Hx Hy) as [M1 M2]. destruct (N.eqb_spec (G x y) 0) as [E|E].
  - apply lose_all. intros [P' q] Q. assert (EP : P' = negb P) by now destruct Q as [_ [Q _]]. subst P'.
    apply mv_any in Q. destruct (M1 q Q) as [x' [y' [-> [X [Y [Lo D]]]]]].
    specialize (IH x' y' X Y Lo (negb P)). destruct (N.eqb_spec (G x' y') 0); [congruence|trivial].
  - destruct (M2 0%N ltac:(lia)) as [x' [y' [Q [X [Y [Lo D]]]]]].
    apply win_by with (q := (negb P, place x' y')); [now apply mv_any|].
    specialize (IH x' y' X Y Lo (negb P)). now rewrite D in IH.
Qed.

(** MAIN THEOREM: Grundy value and outcome at every column of each row of the certificate *)
Theorem rows_law : forall x y, 0 <= x < number -> 0 <= y ->
  (forall v, Value mv (place x y) v <-> v = value rows x y) /\
  forall P, (value rows x y <> 0%N <-> Win (lmv 2 (fun _ => rays)) (P, place x y)) /\
            (value rows x y = 0%N <-> Lose (lmv 2 (fun _ => rays)) (P, place x y)).
Proof.
  intros x y Hx Hy. split.
  - intro v. split; [now apply grundy_unique|]. intros ->. now apply grundy_value.
  - intro P. pose proof (outcome x y Hx Hy P) as O. fold G. destruct (N.eqb_spec (G x y) 0) as [E|E].
    + split; split; trivial; intro X; [tauto|]. exfalso. eapply win_lose_excl; eauto.
    + split; split; trivial; intro X; [tauto|]. exfalso. eapply win_lose_excl; eauto.
Qed.
End Law.
End Moves.

(* ---------------- least periods and preperiods ---------------- *)
Open Scope N_scope.
Lemma repeated : forall (g : N -> N) i p s, (forall n, i <= n -> g (n + p) = g n + s) ->
  forall k n, i <= n -> g (n + k * p) = g n + k * s.
Proof.
  intros g i p s R k. induction k as [|k IH] using N.peano_ind; intros n H; [now rewrite !N.mul_0_l, !N.add_0_r|].
  replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite R, IH by lia. lia.
Qed.
Section Repeats.
Variables (g : N -> N) (i p s : N).
Hypothesis R : forall n, i <= n -> g (n + p) = g n + s.
Hypothesis Hp : 0 < p.
Hypothesis Start : 0 < i -> g (i - 1 + p) <> g (i - 1) + s.
(** in general the rises of two periods are as the periods; a shorter one must have that *)
Hypothesis Shorter : forall q, 0 < q -> q < p -> exists n, i <= n /\ p * g (n + q) <> p * g n + s * q.
Lemma least_repeat : forall i' p' s', 0 < p' -> (forall n, i' <= n -> g (n + p') = g n + s') -> i <= i' /\ p <= p'.
Proof using R Hp Start Shorter.
  intros i' p' s' Hp' R'. pose proof (repeated g i p s R) as I'. pose proof (repeated g i' p' s' R') as J.
  assert (As : p * s' = s * p').
  { pose proof (I' p' (i + i') ltac:(lia)) as A. pose proof (J p (i + i') ltac:(lia)) as B.
    replace (p' * p) with (p * p') in A by lia. lia. }
  split.
  - destruct (N.le_gt_cases i i') as [H|H]; trivial. exfalso. apply Start; [lia|].
    pose proof (J p (i - 1) ltac:(lia)) as B. pose proof (I' (p' - 1) (i - 1 + p) ltac:(lia)) as A.
    replace (i - 1 + p + (p' - 1) * p) with (i - 1 + p * p') in A by nia. nia.
  - destruct (N.le_gt_cases p p') as [H|H]; trivial. exfalso. destruct (Shorter p' Hp' H) as [n [Hn D]]. apply D.
    pose proof (I' i' n Hn) as A. pose proof (I' i' (n + p') ltac:(lia)) as B.
    pose proof (R' (n + i' * p) ltac:(nia)) as E. replace (n + i' * p + p') with (n + p' + i' * p) in E by lia.
    replace (g (n + p')) with (g n + s') by lia. nia.
Qed.
End Repeats.

(** one of k numbers from n on; no further than needed *)
Fixpoint one_of (f : N -> bool) (k : nat) (n : N) : bool := match k with
  | O => false | S k => if f n then true else one_of f k (N.succ n) end.
Lemma one_of_spec : forall f k n, one_of f k n = true -> exists m, n <= m /\ f m = true.
Proof.
  intros f. induction k as [|k IH]; intros n H; cbn [one_of] in H; [discriminate|].
  destruct (f n) eqn:E; [exists n; split; [lia|trivial]|]. destruct (IH _ H) as [m [M1 M2]]. exists m. split; [lia|trivial].
Qed.
Definition least_row (l : laid_row) : bool :=
  (0 <? per l) && ((pre l =? 0) || negb (at_column l (pre l - 1 + per l) =? at_column l (pre l - 1) + sal l)) &&
  forallb (fun q => one_of (fun n => negb (per l * at_column l (n + q) =? per l * at_column l n + sal l * q))
    (N.to_nat (per l)) (pre l)) (ranges (N.to_nat (per l - 1)) 1).
Definition least_check (rows : list row) : bool := forallb (fun l => least_row (laid l)) rows.

(** no values of the table repeat, with whatever rise, from an earlier column on or with a smaller period *)
Theorem rows_least : forall rows, least_check rows = true -> forall x i p s, (0 <= x < Z.of_nat (length rows))%Z -> 0 < p ->
  (forall n, i <= n -> value rows x (Z.of_N (n + p)) = value rows x (Z.of_N n) + s) ->
  row_preperiod (row_at rows x) <= i /\ row_period (row_at rows x) <= p.
Proof.
  intros rows Ch x i p s Hx Hp H. unfold least_check in Ch. rewrite forallb_forall in Ch.
  specialize (Ch (row_at rows x) ltac:(unfold row_at; apply nth_In; lia)).
  assert (V : forall n, value rows x (Z.of_N n) = at_column (laid (row_at rows x)) n).
  { intro n. unfold value, line, row_at, nowhere. now rewrite map_nth, N2Z.id. }
  set (l := laid (row_at rows x)) in *. change (row_preperiod (row_at rows x)) with (pre l). change (row_period (row_at rows x)) with (per l).
  unfold least_row in Ch. apply andb_prop in Ch. destruct Ch as [Ch C3]. apply andb_prop in Ch. destruct Ch as [C1 C2].
  apply N.ltb_lt in C1. rewrite forallb_forall in C3.
  apply least_repeat with (g := at_column l) (s := sal l) (s' := s); trivial.
  - intros n Hn. assert (S : at_column l (n + per l) = at_column l n + sal l * (per l / per l)).
    { apply (values_rise (pre l) (per l) (sal l) (tab l)); trivial. apply N.mod_same. lia. }
    rewrite S, N.div_same by lia. lia.
  - intros Z0 E. apply orb_prop in C2. destruct C2 as [C2|C2]; [apply N.eqb_eq in C2; lia|].
    apply negb_true_iff, N.eqb_neq in C2. now apply C2.
  - intros q Q1 Q2. specialize (C3 q ltac:(apply ranges_in; lia)). apply one_of_spec in C3. destruct C3 as [n [I D]].
    apply negb_true_iff, N.eqb_neq in D. exists n. split; trivial.
  - intros n Hn. rewrite <- !V. now apply H.
Qed.
