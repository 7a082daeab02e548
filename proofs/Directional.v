(** * Directional.v -- laws of vector games on two numbers that are the same along a direction, for the game's own border.
    Moves, goals and misère play as in VectorEnd.v.  The law: f(p + d) = f(p) for p >= t; in the strip x < tx + dx each column
    repeats from some y on, in the strip y < ty + dy each row repeats from some x on.  A point's label is looked up after going
    back along d into a strip, and then along the strip by its period.
    Main theorem: [directional_law].  Source: the kernel equation on finitely many points of two wider strips; each further point has
    the goals, the legal moves and the options' labels of one nearer.
    An instance file holds: the moves, the goals, stuck, the numbers of the law, the strips' tables (a number a column or row, a
    binary digit a point), and how far the check goes. *)
Require Import Bool NArith List Lia.
From Whowins Require Import Game Vector VectorEnd.
Import ListNotations.
Open Scope N_scope.

(** ** A labelling that satisfies the equation everywhere is the outcome *)
Section Equation.
Variables (mvs : bool -> list (list N)) (goals : list (cond * (bool -> cond))) (stuck : bool) (lab : bool -> list N -> bool).
Definition value (P : bool) (v : list N) : bool := match over goals P v with
  | Some b => b
  | None => if able mvs P v then existsb (fun m => leqv m v && negb (lab (negb P) (subv v m))) (mvs P) else stuck end.
Variable sized : list N -> Prop.
Hypothesis sized_sub : forall P m v, In m (mvs P) -> sized v -> leqv m v = true -> sized (subv v m).
Hypothesis falls : forall P m, In m (mvs P) -> 0 < sumv m.
Hypothesis everywhere : forall P v, sized v -> lab P v = value P v.

Definition elabel (p : epos) : bool := match p with At P v => lab P v | End => false end.
Theorem equation_law : forall P v, sized v ->
  (lab P v = true <-> Win (emv mvs goals stuck) (At P v)) /\ (lab P v = false <-> Lose (emv mvs goals stuck) (At P v)).
Proof.
  intros P v L. change (lab P v) with (elabel (At P v)).
  apply (kernel_outcome_on _ (emv mvs goals stuck) (fun p => match p with At _ v => sized v | End => True end)); trivial.
  - apply wf_measure with (f := fun p => match p with At _ v => S (N.to_nat (sumv v)) | End => O end).
    intros p q B. destruct B as [Q w u I|Q w O|Q w O E S]; try lia.
    destruct (opts_in mvs goals Q w u I) as [_ [m [J [K ->]]]]. pose proof (falls Q m J). pose proof (sum_dec m w K). lia.
  - intros p q Sp B. destruct B as [Q w u I|Q w O|Q w O E S]; simpl in *; trivial.
    destruct (opts_in mvs goals Q w u I) as [_ [m [J [K ->]]]]. eapply sized_sub; eauto.
  - intros [Q w|] Sp H; simpl in *; [|discriminate]. rewrite (everywhere Q w Sp) in H. unfold value in H.
    destruct (over goals Q w) as [b|] eqn:O; [subst b; exists End; split; [now constructor|reflexivity]|].
    destruct (able mvs Q w) eqn:A.
    + apply existsb_exists in H. destruct H as [m [I H]]. apply andb_prop in H. destruct H as [K N].
      exists (At (negb Q) (subv w m)). split; [|now apply negb_true_iff]. constructor. unfold eopts. rewrite O.
      apply in_map, filter_In. auto.
    + exists End. split; [|reflexivity]. apply idle; trivial. now apply opts_able.
  - intros p q Sp H B. destruct B as [Q w u I|Q w O|Q w O E S]; simpl in *; rewrite (everywhere Q w Sp) in H; unfold value in H.
    + destruct (opts_in mvs goals Q w u I) as [O [m [J [K ->]]]]. rewrite O in H.
      destruct (lab (negb Q) (subv w m)) eqn:V; trivial. exfalso.
      assert (A : able mvs Q w = true) by (apply existsb_exists; eauto). rewrite A in H.
      assert (X : existsb (fun m => leqv m w && negb (lab (negb Q) (subv w m))) (mvs Q) = true); [|congruence].
      apply existsb_exists. exists m. now rewrite K, V.
    + rewrite O in H. discriminate.
    + rewrite O in H. apply opts_able in E; trivial. rewrite E in H. congruence.
Qed.
End Equation.

(** ** Two points with the same goals, legal moves and labels of options *)
Fixpoint bounded (a b : N) (c : cond) : bool := match c with
  | Always _ => true | Below k n => match k with O => n <=? a | S O => n <=? b | _ => true end
  | And c d | Or c d => bounded a b c && bounded a b d | Not c => bounded a b c end.
Lemma holds_alike : forall a b x y x' y', (x = x' \/ a <= x /\ a <= x') -> (y = y' \/ b <= y /\ b <= y') ->
  forall c, bounded a b c = true -> holds c [x; y] = holds c [x'; y'].
Proof.
  intros a b x y x' y' X Y. induction c as [t|k n|c IHc d IHd|c IHc d IHd|c IHc]; simpl; intro W; trivial.
  - destruct k as [|[|k]]; trivial; apply N.leb_le in W.
    + destruct X as [->|[X X']]; trivial. destruct (N.ltb_spec x n), (N.ltb_spec x' n); trivial; lia.
    + destruct Y as [->|[Y Y']]; trivial. destruct (N.ltb_spec y n), (N.ltb_spec y' n); trivial; lia.
  - apply andb_prop in W. destruct W. now rewrite IHc, IHd.
  - apply andb_prop in W. destruct W. now rewrite IHc, IHd.
  - now rewrite IHc.
Qed.

Definition back (i p n : N) : N := if n <? i then n else i + (n - i) mod p.
Lemma back_more : forall i p n, 0 < p -> i <= n -> back i p (n + p) = back i p n.
Proof.
  intros i p n Hp L. unfold back. destruct (N.ltb_spec (n + p) i) as [|_]; [lia|]. destruct (N.ltb_spec n i) as [|_]; [lia|].
  replace (n + p - i) with (n - i + 1 * p) by lia. now rewrite N.mod_add by lia.
Qed.

Section D.
Variables (mvs : bool -> list (list N)) (goals : list (cond * (bool -> cond))) (stuck : bool).
(** direction, start, and for each strip preperiod and period: [ix, px] of the rows, [iy, py] of the columns *)
Variables (dx dy tx ty ix px iy py : N).
(** the tables: columns x = 0, 1, ... < tx + dx, rows y = 0, 1, ... < ty + dy *)
Variables (columns rows : bool -> list N).
(** past the goals' numbers; the moves' reach; steps of d that bring a point of a wider strip down; periods of wider strips *)
Variables (gx gy rx ry kx ky qx qy : N).

Definition steps (x y : N) : N :=
  if (tx <=? x) && (ty <=? y) then
    if dx =? 0 then (y - ty) / dy else if dy =? 0 then (x - tx) / dx else N.min ((x - tx) / dx) ((y - ty) / dy)
  else 0.
Definition look (P : bool) (x y : N) : bool :=
  if x <? tx + dx then N.testbit (nth (N.to_nat x) (columns P) 0) (back iy py y)
  else N.testbit (nth (N.to_nat y) (rows P) 0) (back ix px x).
Definition dlab (P : bool) (x y : N) : bool := look P (x - steps x y * dx) (y - steps x y * dy).
Definition lab (P : bool) (v : list N) : bool := match v with [x; y] => dlab P x y | _ => false end.

(** from here on inwards a point is like the one a step back *)
Definition wx := N.max (tx + rx) gx + dx.
Definition wy := N.max (ty + ry) gy + dy.
Definition sx := N.max gx (rx + (N.max (tx + dx) ix + ky * dx)).
Definition sy := N.max gy (ry + (N.max (ty + dy) iy + kx * dy)).

Definition equal (P : bool) (v : list N) : bool := eqb (lab P v) (value mvs goals stuck lab P v).
Definition area (a b : N) : list (list N) := flat_map (fun x => map (fun y => [x; y]) (ranges (N.to_nat b) 0)) (ranges (N.to_nat a) 0).
Definition move_fine (m : list N) : bool := match m with [a; b] => (a <=? rx) && (b <=? ry) && (0 <? a + b) | _ => false end.
Definition numbers_fine : bool :=
  (0 <? dx + dy) && (0 <? px) && (0 <? py) && (0 <? qx) && (0 <? qy) &&
  (qx mod px =? 0) && (qy mod py =? 0) &&
  (if dx =? 0 then qy mod dy =? 0 else wx <=? tx + dx * (kx + 1)) &&
  (if dy =? 0 then qx mod dx =? 0 else wy <=? ty + dy * (ky + 1)).
Definition directional_check : bool :=
  numbers_fine &&
  forallb (fun P => forallb move_fine (mvs P)) [true; false] &&
  forallb (fun g : cond * (bool -> cond) => bounded gx gy (fst g) && bounded gx gy (snd g true) && bounded gx gy (snd g false)) goals &&
  forallb (fun P => forallb (equal P) (area wx (sy + qy)) && forallb (equal P) (area (sx + qx) wy)) [true; false].
Hypothesis C : directional_check = true.

Lemma fine : 0 < dx + dy /\ 0 < px /\ 0 < py /\ 0 < qx /\ 0 < qy /\ qx mod px = 0 /\ qy mod py = 0 /\
  (dx = 0 -> qy mod dy = 0) /\ (dx <> 0 -> wx <= tx + dx * (kx + 1)) /\
  (dy = 0 -> qx mod dx = 0) /\ (dy <> 0 -> wy <= ty + dy * (ky + 1)).
Proof.
  pose proof C as X. unfold directional_check, numbers_fine in X. rewrite !andb_true_iff in X.
  destruct X as [[[[[[[[[[[A B] D] E] F] G] H] I] J] _] _] _].
  apply N.ltb_lt in A, B, D, E, F. apply N.eqb_eq in G, H.
  assert (I' : (dx = 0 -> qy mod dy = 0) /\ (dx <> 0 -> wx <= tx + dx * (kx + 1))).
  { destruct (N.eqb_spec dx 0); [apply N.eqb_eq in I|apply N.leb_le in I]; split; intro; trivial; contradiction. }
  assert (J' : (dy = 0 -> qx mod dx = 0) /\ (dy <> 0 -> wy <= ty + dy * (ky + 1))).
  { destruct (N.eqb_spec dy 0); [apply N.eqb_eq in J|apply N.leb_le in J]; split; intro; trivial; contradiction. }
  destruct I', J'. repeat split; trivial.
Qed.
Lemma moves_fine : forall P m, In m (mvs P) -> exists a b, m = [a; b] /\ a <= rx /\ b <= ry /\ 0 < a + b.
Proof.
  intros P m I. pose proof C as X. unfold directional_check in X. rewrite !andb_true_iff in X. destruct X as [[[_ X] _] _].
  rewrite forallb_forall in X. specialize (X P (both P)). rewrite forallb_forall in X. specialize (X m I).
  destruct m as [|a [|b [|]]]; simpl in X; try discriminate. rewrite !andb_true_iff in X. destruct X as [[A B] D].
  apply N.leb_le in A, B. apply N.ltb_lt in D. exists a, b. auto.
Qed.
Lemma goals_fine : forall g, In g goals -> bounded gx gy (fst g) = true /\ forall P, bounded gx gy (snd g P) = true.
Proof.
  intros g I. pose proof C as X. unfold directional_check in X. rewrite !andb_true_iff in X. destruct X as [[_ X] _].
  rewrite forallb_forall in X. specialize (X g I). rewrite !andb_true_iff in X. destruct X as [[A B] D]. split; trivial. now intros [|].
Qed.
Lemma in_area : forall a b x y, x < a -> y < b -> In [x; y] (area a b).
Proof.
  intros a b x y X Y. unfold area. apply in_flat_map. exists x. split; [apply in_ranges; lia|].
  apply in_map_iff. exists y. split; trivial. apply in_ranges. lia.
Qed.
Lemma on_area : forall P x y, (x < wx /\ y < sy + qy) \/ (x < sx + qx /\ y < wy) ->
  lab P [x; y] = value mvs goals stuck lab P [x; y].
Proof.
  intros P x y H. pose proof C as X. unfold directional_check in X. apply andb_prop in X. destruct X as [_ X].
  rewrite forallb_forall in X. specialize (X P (both P)). apply andb_prop in X. destruct X as [A B].
  rewrite forallb_forall in A, B. apply eqb_prop. destruct H as [[? ?]|[? ?]]; [apply A|apply B]; now apply in_area.
Qed.

(** ** The three equations of the labels *)
Lemma div_more : forall a b, b <> 0 -> (a + b) / b = a / b + 1.
Proof. intros a b H. replace (a + b) with (a + 1 * b) by lia. now rewrite N.div_add. Qed.
Lemma along : forall P x y, tx <= x -> ty <= y -> dlab P (x + dx) (y + dy) = dlab P x y.
Proof.
  intros P x y X Y. destruct fine as [D _]. assert (E : steps (x + dx) (y + dy) = steps x y + 1).
  { unfold steps. rewrite !(proj2 (N.leb_le _ _)) by lia. cbn [andb].
    replace (x + dx - tx) with (x - tx + dx) by lia. replace (y + dy - ty) with (y - ty + dy) by lia.
    destruct (N.eqb_spec dx 0), (N.eqb_spec dy 0); rewrite ?div_more by lia; lia. }
  unfold dlab. rewrite E. f_equal; nia.
Qed.
Lemma still_column : forall x y, x < tx + dx -> dx <> 0 \/ x < tx -> steps x y = 0.
Proof.
  intros x y X H. unfold steps. destruct (N.leb_spec tx x), (N.leb_spec ty y); cbn [andb]; trivial.
  destruct (N.eqb_spec dx 0); [lia|]. assert (Z : (x - tx) / dx = 0) by (apply N.div_small; lia). rewrite Z.
  destruct (N.eqb_spec dy 0); trivial. apply N.min_0_l.
Qed.
Lemma still_row : forall x y, y < ty + dy -> dy <> 0 \/ y < ty -> steps x y = 0.
Proof.
  intros x y X H. unfold steps. destruct (N.leb_spec tx x), (N.leb_spec ty y); cbn [andb]; trivial.
  assert (dy <> 0) by lia. assert (Z : (y - ty) / dy = 0) by (apply N.div_small; lia). rewrite Z.
  destruct (N.eqb_spec dx 0); trivial. destruct (N.eqb_spec dy 0); [lia|]. apply N.min_0_r.
Qed.
Lemma column : forall P x y, x < tx + dx -> iy <= y -> dlab P x (y + py) = dlab P x y.
Proof.
  intros P x y X Y. destruct fine as [_ [_ [Pp _]]]. unfold dlab. rewrite !still_column by lia. unfold look.
  replace (x - 0 * dx) with x by lia. rewrite (proj2 (N.ltb_lt _ _) X). rewrite !N.mul_0_l, !N.sub_0_r. now rewrite back_more.
Qed.
Lemma row : forall P x y, y < ty + dy -> tx + dx <= x -> ix <= x -> dlab P (x + px) y = dlab P x y.
Proof.
  intros P x y Y W X. destruct fine as [_ [Pp _]]. unfold dlab. rewrite !still_row by lia. unfold look.
  rewrite !N.mul_0_l, !N.sub_0_r. rewrite !(proj2 (N.ltb_ge _ _)) by lia. now rewrite back_more.
Qed.
(** the same, so many times *)
Lemma often : forall (f : N -> bool) i p q, 0 < p -> q mod p = 0 -> (forall n, i <= n -> f (n + p) = f n) ->
  forall n, i <= n -> f (n + q) = f n.
Proof.
  intros f i p q Hp Q H n L. rewrite (N.div_mod q p), Q, N.add_0_r by lia. generalize (q / p). clear Q.
  intro k. induction k as [|k IH] using N.peano_ind; [now rewrite N.mul_0_r, N.add_0_r|].
  rewrite N.mul_succ_r, N.add_assoc, H by lia. exact IH.
Qed.

(** ** The wider strips repeat *)
Lemma wide_column : forall P k x y, (dx = 0 \/ x < tx + dx * (k + 1)) -> N.max (ty + dy) iy + k * dy <= y ->
  dlab P x (y + qy) = dlab P x y.
Proof.
  intros P k. destruct fine as [D [_ [Hp [_ [_ [_ [Q [Z _]]]]]]]]. induction k as [|k IH] using N.peano_ind; intros x y X Y.
  - destruct (N.ltb_spec x (tx + dx)) as [L|L].
    + apply (often (dlab P x) iy py qy); trivial; [|lia]. intros; now apply column.
    + destruct X as [Zx|X]; [|lia]. apply (often (dlab P x) ty dy qy); [lia|auto| |lia].
      intros n Ln. pose proof (along P x n ltac:(lia) Ln) as E. now rewrite Zx, N.add_0_r in E.
  - destruct (N.ltb_spec x (tx + dx)) as [L|L].
    + apply (often (dlab P x) iy py qy); trivial; [|lia]. intros; now apply column.
    + destruct (N.eq_dec dx 0) as [Zx|Nx].
      * apply (often (dlab P x) ty dy qy); [lia|auto| |lia].
        intros n Ln. pose proof (along P x n ltac:(lia) Ln) as E. now rewrite Zx, N.add_0_r in E.
      * destruct X as [|X]; [lia|]. pose proof (along P (x - dx) (y - dy) ltac:(lia) ltac:(lia)) as E.
        pose proof (along P (x - dx) (y - dy + qy) ltac:(lia) ltac:(lia)) as E'.
        replace (x - dx + dx) with x in * by lia. replace (y - dy + dy) with y in E by lia.
        replace (y - dy + qy + dy) with (y + qy) in E' by lia. rewrite E, E'. apply IH; nia.
Qed.
Lemma wide_row : forall P k x y, (dy = 0 \/ y < ty + dy * (k + 1)) -> N.max (tx + dx) ix + k * dx <= x ->
  dlab P (x + qx) y = dlab P x y.
Proof.
  intros P k. destruct fine as [D [Hp [_ [_ [_ [Q [_ [_ [_ [Z _]]]]]]]]]]. induction k as [|k IH] using N.peano_ind; intros x y Y X.
  - destruct (N.ltb_spec y (ty + dy)) as [L|L].
    + apply (often (fun x => dlab P x y) (N.max (tx + dx) ix) px qx); trivial; [|lia]. intros; apply row; lia.
    + destruct Y as [Zy|Y]; [|lia]. apply (often (fun x => dlab P x y) tx dx qx); [lia|auto| |lia].
      intros n Ln. pose proof (along P n y Ln ltac:(lia)) as E. now rewrite Zy, N.add_0_r in E.
  - destruct (N.ltb_spec y (ty + dy)) as [L|L].
    + apply (often (fun x => dlab P x y) (N.max (tx + dx) ix) px qx); trivial; [|lia]. intros; apply row; lia.
    + destruct (N.eq_dec dy 0) as [Zy|Ny].
      * apply (often (fun x => dlab P x y) tx dx qx); [lia|auto| |lia].
        intros n Ln. pose proof (along P n y Ln ltac:(lia)) as E. now rewrite Zy, N.add_0_r in E.
      * destruct Y as [|Y]; [lia|]. pose proof (along P (x - dx) (y - dy) ltac:(lia) ltac:(lia)) as E.
        pose proof (along P (x - dx + qx) (y - dy) ltac:(lia) ltac:(lia)) as E'.
        replace (y - dy + dy) with y in * by lia. replace (x - dx + dx) with x in E by lia.
        replace (x - dx + qx + dx) with (x + qx) in E' by lia. rewrite E, E'. apply IH; nia.
Qed.

(** ** Each further point is like one nearer *)
Lemma alike : forall P x y x' y',
  (x = x' \/ gx <= x /\ gx <= x') -> (y = y' \/ gy <= y /\ gy <= y') ->
  (x = x' \/ rx <= x /\ rx <= x') -> (y = y' \/ ry <= y /\ ry <= y') ->
  (forall Q a b, a <= rx -> b <= ry -> a <= x -> b <= y -> dlab Q (x - a) (y - b) = dlab Q (x' - a) (y' - b)) ->
  value mvs goals stuck lab P [x; y] = value mvs goals stuck lab P [x'; y'].
Proof.
  intros P x y x' y' GX GY RX RY L. unfold value.
  assert (O : over goals P [x; y] = over goals P [x'; y']).
  { unfold over. assert (G : forall l, (forall g, In g l -> In g goals) ->
      match find (fun g => holds (fst g) [x; y]) l with Some g => Some (holds (snd g P) [x; y]) | None => None end =
      match find (fun g => holds (fst g) [x'; y']) l with Some g => Some (holds (snd g P) [x'; y']) | None => None end).
    { induction l as [|g l IH]; intro H; simpl; trivial. destruct (goals_fine g (H g (or_introl eq_refl))) as [A B].
      rewrite (holds_alike gx gy x y x' y' GX GY _ A). destruct (holds (fst g) [x'; y']).
      - now rewrite (holds_alike gx gy x y x' y' GX GY _ (B P)).
      - apply IH. intros; apply H; now right. }
    apply G. trivial. }
  rewrite O. destruct (over goals P [x'; y']); trivial.
  assert (K : forall m, In m (mvs P) -> leqv m [x; y] = leqv m [x'; y']).
  { intros m I. destruct (moves_fine P m I) as [a [b [-> [A [B _]]]]]. simpl.
    destruct (N.leb_spec a x), (N.leb_spec a x'), (N.leb_spec b y), (N.leb_spec b y'); trivial; lia. }
  assert (A : able mvs P [x; y] = able mvs P [x'; y']) by (unfold able; now apply existsb_alike).
  rewrite A. destruct (able mvs P [x'; y']); trivial. apply existsb_alike. intros m I. rewrite <- (K m I).
  destruct (leqv m [x; y]) eqn:E; trivial. destruct (moves_fine P m I) as [a [b [-> [Ra [Rb _]]]]]. simpl in E |- *.
  rewrite !andb_true_iff, !N.leb_le in E. destruct E as [E [F _]]. now rewrite (L (negb P) a b).
Qed.

Definition holds_at (x y : N) : Prop := forall P, dlab P x y = value mvs goals stuck lab P [x; y].
Lemma everywhere2 : forall n x y, x + y <= n -> holds_at x y.
Proof.
  destruct fine as [D [Px [Py [Qx [Qy [_ [_ [_ [Kx [_ Ky]]]]]]]]]].
  induction n as [|n IH] using N.peano_ind; intros x y S P.
  { change (dlab P x y) with (lab P [x; y]). assert (x = 0) by lia. assert (y = 0) by lia. subst.
    destruct (N.eq_dec wx 0) as [W|W]; [|apply on_area; left; lia].
    destruct (N.eq_dec wy 0) as [W'|W']; [unfold wx, wy in *; lia|apply on_area; right; lia]. }
  destruct (N.ltb_spec x wx) as [X|X].
  - destruct (N.ltb_spec y (sy + qy)) as [Y|Y]; [apply on_area; now left|].
    assert (R : forall Q b a, b <= ry -> dlab Q (x - a) (y - b) = dlab Q (x - a) (y - qy - b)).
    { intros Q b a B. replace (y - b) with (y - qy - b + qy) by (unfold sy in Y; lia). apply wide_column with (k := kx).
      - destruct (N.eq_dec dx 0) as [|Nx]; [now left|right]. specialize (Kx Nx). lia.
      - unfold sy in Y. lia. }
    pose proof (R P 0 0 ltac:(lia)) as E. rewrite !N.sub_0_r in E. rewrite E, (IH x (y - qy) ltac:(lia)). symmetry.
    apply alike; unfold sy in Y; try (now left); try (right; lia). intros Q a b A B _ _. now apply R.
  - destruct (N.ltb_spec y wy) as [Y|Y].
    + destruct (N.ltb_spec x (sx + qx)) as [Z|Z]; [apply on_area; now right|].
      assert (R : forall Q a b, a <= rx -> dlab Q (x - a) (y - b) = dlab Q (x - qx - a) (y - b)).
      { intros Q a b A. replace (x - a) with (x - qx - a + qx) by (unfold sx in Z; lia). apply wide_row with (k := ky).
        - destruct (N.eq_dec dy 0) as [|Ny]; [now left|right]. specialize (Ky Ny). lia.
        - unfold sx in Z. lia. }
      pose proof (R P 0 0 ltac:(lia)) as E. rewrite !N.sub_0_r in E. rewrite E, (IH (x - qx) y ltac:(lia)). symmetry.
      apply alike; unfold sx in Z; try (now left); try (right; lia). intros Q a b A B _ _. now apply R.
    + unfold wx, wy in *.
      assert (R : forall Q a b, a <= rx -> b <= ry -> dlab Q (x - a) (y - b) = dlab Q (x - dx - a) (y - dy - b)).
      { intros Q a b A B. rewrite <- (along Q (x - dx - a) (y - dy - b)) by lia. f_equal; lia. }
      pose proof (R P 0 0 ltac:(lia) ltac:(lia)) as E. rewrite !N.sub_0_r in E.
      rewrite E, (IH (x - dx) (y - dy) ltac:(lia)). symmetry.
      apply alike; try (right; lia). intros Q a b A B _ _. now apply R.
Qed.

(** MAIN THEOREM: every position of every size, and the law along the direction *)
Theorem directional_law : forall P x y,
  (dlab P x y = true <-> Win (emv mvs goals stuck) (At P [x; y])) /\ (dlab P x y = false <-> Lose (emv mvs goals stuck) (At P [x; y])) /\
  (tx <= x -> ty <= y -> dlab P (x + dx) (y + dy) = dlab P x y).
Proof.
  intros P x y.
  assert (H : (lab P [x; y] = true <-> Win (emv mvs goals stuck) (At P [x; y])) /\
              (lab P [x; y] = false <-> Lose (emv mvs goals stuck) (At P [x; y]))).
  { apply (equation_law mvs goals stuck lab (fun v => length v = 2%nat)); trivial.
    - intros Q m v I L K. destruct (moves_fine Q m I) as [a [b [-> _]]]. destruct v as [|? [|? [|]]]; simpl in L |- *; congruence.
    - intros Q m I. destruct (moves_fine Q m I) as [a [b [-> [_ [_ S]]]]]. simpl. lia.
    - intros Q [|a [|b [|]]] L; simpl in L; try discriminate. apply (everywhere2 (a + b)). lia. }
  destruct H as [A B]. split; [exact A|]. split; [exact B|apply along].
Qed.
End D.
