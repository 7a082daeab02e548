(** * Zeckendorf.v -- automata laws over Zeckendorf (Fibonacci) digits: rays, vectors, wedges in two dimensions.
    A move takes (x, y) to (x', y'); with dx = x - x', dy = y - y' the rules are a list of shapes, a shape a list
    of linear constraints  u dx + v dy = c  or  u dx + v dy > c.  Queens: [dx > 0, dy = 0], [dx = 0, dy > 0],
    [dx = dy > 0]; t-Wythoff, finite vectors and rays of any primitive direction are written the same way.
    Proved: a law automaton that passes [zcheck] is the outcome of every (x, y), x, y >= 0 ([zeckendorf_law_at]);
    every natural number has a valid word of each sufficient length ([zeck_exists], the greedy word); valid words
    of length m are worth less than F(m+2) ([cval_bound]); a valid word is determined by its value and length
    ([zeck_unique]).
    Source: Zeckendorf 1972 (Lekkerkerker 1952) for the numeration; Frougny 1992 and Bruyere, Hansel 1997 for
    the automatic addition, here by tracking (A, B) -> (A + B + e, A + e) and cutting where no return is possible.
    An instance file holds: the shapes, then the literals [delta outp vst mac mtr] of Automatic.v; letter =
    2 * digit of x + digit of y, most significant first; validity state = last letter. *)
Require Import Bool Arith ZArith List Lia.
From Whowins Require Import Game Automatic.
Import ListNotations.
Open Scope Z_scope.

(* ---------------- numeration ---------------- *)
(** fb n = F(n+1): 1 1 2 3 5 8 ... ; gb n = F(n) *)
Fixpoint fb (n : nat) : Z := match n with
  | O => 1 | S m => match m with O => 1 | S k => fb m + fb k end end.
Definition gb (n : nat) : Z := match n with O => 0 | S k => fb k end.
Lemma fb_SS : forall n, fb (S (S n)) = fb (S n) + fb n.
Proof. reflexivity. Qed.
Lemma fb_S : forall n, fb (S n) = fb n + gb n.
Proof. intros [|n]; reflexivity. Qed.
Lemma fb_pos : forall n, 1 <= fb n /\ 1 <= fb (S n).
Proof. induction n as [|n [H1 H2]]; [simpl; lia|]. rewrite fb_SS. lia. Qed.
Lemma fb_grows : forall n, Z.of_nat n < fb (S n).
Proof. induction n as [|n IH]; [simpl; lia|]. rewrite fb_SS. pose proof (fb_pos n). lia. Qed.

(** value of a digit word, most significant digit first *)
Fixpoint cval (w : list bool) : Z := match w with
  | [] => 0 | b :: w => (if b then fb (S (length w)) else 0) + cval w end.
(** no two neighbouring ones; [p]: the digit before the word is a one *)
Fixpoint zok (p : bool) (w : list bool) : Prop := match w with
  | [] => True | b :: w => p && b = false /\ zok b w end.
Lemma cval_bound : forall w p, zok p w -> 0 <= cval w < (if p then fb (length w) else fb (S (length w))).
Proof.
  induction w as [|b w IH]; intros p O; [destruct p; simpl; lia|].
  destruct O as [B O]. specialize (IH _ O). cbn [cval length].
  pose proof (fb_pos (length w)) as P. rewrite fb_SS. destruct b, p; try discriminate; lia.
Qed.
Lemma zeck_exists : forall m (p : bool) x, 0 <= x < (if p then fb m else fb (S m)) ->
  exists w, zok p w /\ length w = m /\ cval w = x.
Proof.
  induction m as [|m IH]; intros p x Hx.
  - exists []. simpl in *. destruct p; repeat split; lia.
  - assert (E : if p then x < fb (S m) else x < fb (S m) + fb m) by (destruct p; [|rewrite fb_SS in Hx]; lia).
    destruct (Z.ltb_spec x (fb (S m))) as [L|G].
    + destruct (IH false x ltac:(lia)) as [w [O [Ln V]]].
      exists (false :: w). repeat split; simpl; trivial; [apply andb_false_r|lia].
    + destruct p; [lia|]. destruct (IH true (x - fb (S m)) ltac:(lia)) as [w [O [Ln V]]].
      exists (true :: w). repeat split; trivial; [simpl; lia|]. cbn [cval]. rewrite Ln. lia.
Qed.
Theorem zeck_unique : forall w w' p, zok p w -> zok p w' -> length w = length w' -> cval w = cval w' -> w = w'.
Proof.
  induction w as [|b w IH]; intros [|b' w'] p O O' L V; try discriminate; trivial.
  destruct O as [B O], O' as [B' O']. cbn [cval length] in *. injection L as L. rewrite L in V.
  pose proof (cval_bound _ _ O) as H. pose proof (cval_bound _ _ O') as H'. rewrite L in H.
  destruct b, b'; try lia; f_equal; apply (IH w' _ O O' L); lia.
Qed.

(** pairs: letter = 2 * digit of x + digit of y *)
Definition bx (a : nat) := Nat.testbit a 1.
Definition by_ (a : nat) := Nat.testbit a 0.
Definition valz (w : list nat) : Z * Z := (cval (map bx w), cval (map by_ w)).
Definition zstep (v x : nat) : option nat :=
  if (bx v && bx x) || (by_ v && by_ x) then None else Some x.
Notation zword := (okw 4 zstep).
Lemma zword_from : forall w v, fold_left (vnext 4 zstep) w (Some v) <> None <->
  Forall (fun x => x < 4)%nat w /\ zok (bx v) (map bx w) /\ zok (by_ v) (map by_ w).
Proof.
  assert (N : forall w, fold_left (vnext 4 zstep) w None = None) by (induction w; trivial).
  induction w as [|a w IH]; intro v; cbn [fold_left map zok].
  - split; [repeat split; constructor|discriminate].
  - cbn [vnext]. unfold zstep at 2. destruct (Nat.ltb_spec a 4) as [L|G].
    + destruct ((bx v && bx a) || (by_ v && by_ a)) eqn:E.
      * rewrite N. split; [congruence|]. intros [_ [[E1 _] [E2 _]]]. rewrite E1, E2 in E. discriminate.
      * apply orb_false_elim in E. rewrite IH. split; [intros [F H]|intros [F H]; inversion F; subst]; intuition.
    + rewrite N. split; [congruence|]. intros [F _]. inversion F; subst. lia.
Qed.
Lemma zword_iff : forall w, zword w <->
  Forall (fun x => x < 4)%nat w /\ zok false (map bx w) /\ zok false (map by_ w).
Proof. intro w. exact (zword_from w 0%nat). Qed.
Lemma zip_words : forall wx wy, length wx = length wy -> exists w, length w = length wx /\
  Forall (fun x => x < 4)%nat w /\ map bx w = wx /\ map by_ w = wy.
Proof.
  induction wx as [|b wx IH]; intros [|c wy] L; try discriminate.
  - exists []. repeat split. constructor.
  - destruct (IH wy ltac:(simpl in L; lia)) as [w [Lw [F [X Y]]]].
    exists (((if b then 2 else 0) + (if c then 1 else 0))%nat :: w). cbn [map length].
    rewrite X, Y, Lw. repeat split; [constructor; trivial; destruct b, c; lia| |]; f_equal; destruct b, c; reflexivity.
Qed.
Lemma zword_exists : forall m x y, 0 <= x < fb (S m) -> 0 <= y < fb (S m) ->
  exists w, zword w /\ length w = m /\ valz w = (x, y).
Proof.
  intros m x y Hx Hy. destruct (zeck_exists m false x Hx) as [wx [Ox [Lx Vx]]].
  destruct (zeck_exists m false y Hy) as [wy [Oy [Ly Vy]]].
  destruct (zip_words wx wy ltac:(congruence)) as [w [Lw [F [X Y]]]]. exists w. rewrite zword_iff. unfold valz.
  rewrite X, Y, Vx, Vy, Lw. auto.
Qed.
Lemma valz_bound : forall w, zword w -> 0 <= fst (valz w) < fb (S (length w)) /\ 0 <= snd (valz w) < fb (S (length w)).
Proof.
  intros w O. apply zword_iff in O. destruct O as [_ [X Y]]. apply cval_bound in X, Y.
  rewrite map_length in X, Y. split; assumption.
Qed.
Theorem zeck_covers : forall x y, 0 <= x -> 0 <= y -> exists w, zword w /\ valz w = (x, y).
Proof.
  intros x y Hx Hy. pose proof (fb_grows (Z.to_nat (x + y))) as G. rewrite Z2Nat.id in G by lia.
  destruct (zword_exists (Z.to_nat (x + y)) x y ltac:(lia) ltac:(lia)) as [w [O [_ V]]]. eauto.
Qed.

(* ---------------- rules (the trusted specification) ---------------- *)
(** u dx + v dy = c if [ceq], else u dx + v dy > c *)
Record con := Con { cu : Z; cv : Z; ceq : bool; cc : Z }.
Definition holds (k : con) (d : Z) : Prop := if ceq k then d = cc k else cc k < d.
Definition zmv (shapes : list (list con)) (p q : Z * Z) : Prop :=
  0 <= fst q /\ 0 <= snd q /\ exists ks, In ks shapes /\
  Forall (fun k => holds k (cu k * (fst p - fst q) + cv k * (snd p - snd q))) ks.

(* ---------------- one constraint, digit by digit ---------------- *)
Inductive cs := Tr (a b : Z) | Above.
Definition zb (b : bool) : Z := if b then 1 else 0.
Section K.
Variable k : con.
Definition cut := 2 * (Z.abs (cu k) + Z.abs (cv k)) + Z.abs (cc k) + 1.
Definition cut2 := cut + (Z.abs (cu k) + Z.abs (cv k)).
Definition ce (a b : nat) : Z := cu k * (zb (bx a) - zb (bx b)) + cv k * (zb (by_ a) - zb (by_ b)).
Definition cstep (s : cs) (e : Z) : option cs := match s with
  | Above => Some Above
  | Tr a b => let a' := a + b + e in let b' := a + e in
    if (cut <=? a') && (cut2 <=? a' + b') then (if ceq k then None else Some Above)
    else if (a' <=? - cut) && (a' + b' <=? - cut2) then None else Some (Tr a' b') end.
Definition cfinal (s : cs) : bool := match s with
  | Above => true | Tr a _ => if ceq k then a =? cc k else cc k <? a end.
Fixpoint crun (s : cs) (w w' : list nat) : option cs := match w, w' with
  | [], [] => Some s
  | x :: w, y :: w' => match cstep s (ce x y) with Some s' => crun s' w w' | None => None end
  | _, _ => None end.
(** the same, exactly and without cuts *)
Fixpoint lin (a b : Z) (w w' : list nat) : Z := match w, w' with
  | x :: w, y :: w' => lin (a + b + ce x y) (a + ce x y) w w' | _, _ => a end.
Lemma ce_abs : forall x y, Z.abs (ce x y) <= Z.abs (cu k) + Z.abs (cv k).
Proof. intros x y. unfold ce, zb. destruct (bx x), (bx y), (by_ x), (by_ y); lia. Qed.
Lemma lin_up : forall w w' a b, cut <= a -> cut2 <= a + b -> Z.abs (cc k) < lin a b w w'.
Proof.
  induction w as [|x w IH]; intros [|y w'] a b Ha Hb; simpl; try (unfold cut in *; lia).
  pose proof (ce_abs x y). apply IH; unfold cut2, cut in *; lia.
Qed.
Lemma lin_down : forall w w' a b, a <= - cut -> a + b <= - cut2 -> lin a b w w' < - Z.abs (cc k).
Proof.
  induction w as [|x w IH]; intros [|y w'] a b Ha Hb; simpl; try (unfold cut in *; lia).
  pose proof (ce_abs x y). apply IH; unfold cut2, cut in *; lia.
Qed.
Lemma crun_above : forall w w', length w = length w' -> crun Above w w' = Some Above.
Proof. induction w as [|x w IH]; intros [|y w'] L; try discriminate; trivial. simpl. apply IH. now injection L. Qed.
Lemma crun_lin : forall w w' a b, length w = length w' ->
  ((exists s, crun (Tr a b) w w' = Some s /\ cfinal s = true) <-> holds k (lin a b w w')).
Proof.
  induction w as [|x w IH]; intros [|y w'] a b L; try discriminate.
  - simpl. unfold holds. split.
    + intros [s [E F]]. injection E as <-. simpl in F. destruct (ceq k); [now apply Z.eqb_eq|now apply Z.ltb_lt].
    + intro H. exists (Tr a b). split; trivial. simpl. destruct (ceq k); [now apply Z.eqb_eq|now apply Z.ltb_lt].
  - injection L as L. cbn [crun lin cstep].
    set (a' := a + b + ce x y). set (b' := a + ce x y).
    destruct ((cut <=? a') && (cut2 <=? a' + b')) eqn:U.
    + apply andb_prop in U. destruct U as [U1 U2]. apply Z.leb_le in U1, U2.
      pose proof (lin_up w w' a' b' U1 U2) as Q. unfold holds. destruct (ceq k).
      * split; [intros [s [E _]]; discriminate|lia].
      * rewrite crun_above by assumption. split; [lia|]. intros _. exists Above. auto.
    + destruct ((a' <=? - cut) && (a' + b' <=? - cut2)) eqn:W; [|now apply IH].
      apply andb_prop in W. destruct W as [U1 U2]. apply Z.leb_le in U1, U2.
      pose proof (lin_down w w' a' b' U1 U2) as Q. unfold holds.
      split; [intros [s [E _]]; discriminate|destruct (ceq k); lia].
Qed.
Lemma lin_value : forall w w' a b, length w = length w' -> lin a b w w' = a * fb (length w) + b * gb (length w) +
  cu k * (cval (map bx w) - cval (map bx w')) + cv k * (cval (map by_ w) - cval (map by_ w')).
Proof.
  induction w as [|x w IH]; intros [|y w'] a b L; try discriminate; [simpl; lia|].
  injection L as L. cbn [lin map cval length]. rewrite IH by assumption. rewrite !map_length, <- L.
  assert (G : gb (S (length w)) = fb (length w)) by reflexivity. rewrite G, fb_S.
  unfold ce, zb. destruct (bx x), (bx y), (by_ x), (by_ y); ring.
Qed.
End K.

(* ---------------- a shape, the rules ---------------- *)
Fixpoint sstep (ks : list con) (l : list cs) (a b : nat) : option (list cs) := match ks, l with
  | [], [] => Some []
  | k :: ks, s :: l => match cstep k s (ce k a b), sstep ks l a b with
      Some s', Some l' => Some (s' :: l') | _, _ => None end
  | _, _ => None end.
Fixpoint sfinal (ks : list con) (l : list cs) : bool := match ks, l with
  | [], [] => true | k :: ks, s :: l => cfinal k s && sfinal ks l | _, _ => false end.
Fixpoint srun (ks : list con) (l : list cs) (w w' : list nat) : option (list cs) := match w, w' with
  | [], [] => Some l
  | x :: w, y :: w' => match sstep ks l x y with Some l' => srun ks l' w w' | None => None end
  | _, _ => None end.
Lemma srun_cons : forall w w' k ks s l, srun (k :: ks) (s :: l) w w' =
  match crun k s w w', srun ks l w w' with Some s', Some l' => Some (s' :: l') | _, _ => None end.
Proof.
  induction w as [|x w IH]; intros [|y w'] k ks s l; trivial. cbn [srun crun sstep].
  destruct (cstep k s (ce k x y)) as [s'|]; trivial. destruct (sstep ks l x y) as [l'|]; [apply IH|].
  now destruct (crun k s' w w').
Qed.
Lemma srun_nil : forall w w', length w = length w' -> srun [] [] w w' = Some [].
Proof. induction w as [|x w IH]; intros [|y w'] L; try discriminate; trivial. simpl. apply IH. now injection L. Qed.
Definition start (ks : list con) : list cs := map (fun _ => Tr 0 0) ks.
Lemma shape_run : forall w w' ks, length w = length w' ->
  ((exists l, srun ks (start ks) w w' = Some l /\ sfinal ks l = true) <->
   Forall (fun k => holds k (cu k * (fst (valz w) - fst (valz w')) + cv k * (snd (valz w) - snd (valz w')))) ks).
Proof.
  intros w w' ks L. induction ks as [|k ks IH].
  - split; [constructor|]. intros _. exists []. split; trivial. now apply srun_nil.
  - pose proof (crun_lin k w w' 0 0 L) as X. rewrite (lin_value k w w' 0 0 L) in X.
    rewrite !Z.mul_0_l, !Z.add_0_l in X. cbn [start map]. fold (start ks). rewrite srun_cons. split.
    + intros [l [E F]]. destruct (crun k (Tr 0 0) w w') as [s|] eqn:E1; [|discriminate].
      destruct (srun ks (start ks) w w') as [l'|] eqn:E2; [|discriminate]. injection E as <-.
      cbn [sfinal] in F. apply andb_prop in F. destruct F as [F1 F2]. constructor.
      * apply X. eauto.
      * apply IH. eauto.
    + intro A. inversion A as [|? ? A1 A2]; subst. apply X in A1. apply IH in A2.
      destruct A1 as [s [-> F1]]. destruct A2 as [l [-> F2]]. exists (s :: l). split; trivial. cbn [sfinal]. now rewrite F1, F2.
Qed.

Definition ZR := (nat * list cs)%type.
Definition cs_eqb (a b : cs) : bool := match a, b with
  | Above, Above => true | Tr a b, Tr a' b' => (a =? a') && (b =? b') | _, _ => false end.
Fixpoint csl_eqb (a b : list cs) : bool := match a, b with
  | [], [] => true | x :: a, y :: b => cs_eqb x y && csl_eqb a b | _, _ => false end.
Definition ZReqb (a b : ZR) : bool := (fst a =? fst b)%nat && csl_eqb (snd a) (snd b).
Lemma csl_eq : forall a b, csl_eqb a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; trivial. cbn [csl_eqb] in E.
  apply andb_prop in E. destruct E as [E1 E2]. f_equal; [|now apply IH].
  destruct x, y; simpl in E1; try discriminate; trivial. apply andb_prop in E1. destruct E1 as [E1 E3].
  apply Z.eqb_eq in E1, E3. congruence.
Qed.
Lemma ZReq : forall a b, ZReqb a b = true -> a = b.
Proof.
  intros [i l] [j l'] E. unfold ZReqb in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1. apply csl_eq in E2. congruence.
Qed.

Section Rules.
Variable shapes : list (list con).
Definition shape i := nth i shapes [].
Definition zinit : list ZR := map (fun i => (i, start (shape i))) (seq 0 (length shapes)).
Definition zrstep (r : ZR) (a b : nat) : option ZR :=
  match sstep (shape (fst r)) (snd r) a b with Some l => Some (fst r, l) | None => None end.
Definition zfinal (r : ZR) : bool := sfinal (shape (fst r)) (snd r).
(** every shape says, by constraints of its own, that dx >= 0, dy >= 0 and dx + dy > 0 *)
Definition at_least (m : Z) (k : con) : bool := if ceq k then m <=? cc k else m - 1 <=? cc k.
Definition dir (u v : Z) (k : con) : bool := (cu k =? u) && (cv k =? v).
Definition shape_ok (ks : list con) : bool :=
  existsb (fun k => dir 1 0 k && at_least 0 k) ks && existsb (fun k => dir 0 1 k && at_least 0 k) ks &&
  existsb (fun k => (dir 1 0 k || dir 0 1 k || dir 1 1 k) && at_least 1 k) ks.
Definition zcheck (delta : list (list nat)) (outp : list bool) (vst : list nat)
    (mac : list (nat * list (nat * ZR))) (mtr : list (list nat)) : bool :=
  forallb shape_ok shapes && check 4 zstep ZR ZReqb zinit zrstep zfinal delta outp vst mac mtr.

Hypothesis SO : forallb shape_ok shapes = true.
Lemma zmv_falls : forall p q, zmv shapes p q -> 0 <= fst q <= fst p /\ 0 <= snd q <= snd p /\ fst q + snd q < fst p + snd p.
Proof.
  intros [x y] [x' y'] [H1 [H2 [ks [I A]]]]. cbn [fst snd] in *. rewrite forallb_forall in SO. specialize (SO ks I).
  unfold shape_ok in SO. apply andb_prop in SO; destruct SO as [S3 S2]. apply andb_prop in S3; destruct S3 as [S1 S3].
  rewrite Forall_forall in A.
  assert (G : forall u v m k, In k ks -> dir u v k = true -> at_least m k = true -> m <= u * (x - x') + v * (y - y')).
  { intros u v m k Ik D L. specialize (A k Ik). unfold dir in D. apply andb_prop in D. destruct D as [D1 D2].
    apply Z.eqb_eq in D1, D2. rewrite D1, D2 in A. unfold at_least in L. unfold holds in A.
    destruct (ceq k); apply Z.leb_le in L; lia. }
  apply existsb_exists in S1; destruct S1 as [k1 [I1 E1]]. apply andb_prop in E1; destruct E1 as [D1 L1].
  apply existsb_exists in S3; destruct S3 as [k3 [I3 E3]]. apply andb_prop in E3; destruct E3 as [D3 L3].
  apply existsb_exists in S2; destruct S2 as [k2 [I2 E2]]. apply andb_prop in E2; destruct E2 as [D2 L2].
  pose proof (G _ _ _ _ I1 D1 L1) as G1. pose proof (G _ _ _ _ I3 D3 L3) as G3.
  apply orb_prop in D2. destruct D2 as [D2|D2]; [apply orb_prop in D2; destruct D2 as [D2|D2]|];
    pose proof (G _ _ _ _ I2 D2 L2) as G2; lia.
Qed.
Lemma zmv_wf : well_founded (fun q p => zmv shapes p q).
Proof.
  apply wf_measure with (f := fun p => Z.to_nat (fst p + snd p)). intros p q M. apply zmv_falls in M. lia.
Qed.
Lemma zrrun : forall w w' i l, rrun ZR zrstep (i, l) w w' =
  match srun (shape i) l w w' with Some l' => Some (i, l') | None => None end.
Proof.
  induction w as [|x w IH]; intros [|y w'] i l; trivial. cbn [rrun srun]. unfold zrstep at 1. cbn [fst snd].
  destruct (sstep (shape i) l x y); trivial.
Qed.
Lemma zRS : forall w w', zword w -> zword w' -> length w = length w' ->
  ((exists r0 r, In r0 zinit /\ rrun ZR zrstep r0 w w' = Some r /\ zfinal r = true) <-> zmv shapes (valz w) (valz w')).
Proof.
  intros w w' O O' L. split.
  - intros [r0 [r [I [Rn F]]]]. apply in_map_iff in I. destruct I as [i [<- I]]. apply in_seq in I.
    rewrite zrrun in Rn. destruct (srun (shape i) (start (shape i)) w w') as [l|] eqn:E; [|discriminate].
    injection Rn as <-. destruct (valz_bound w' O') as [B1 B2]. repeat split; try lia.
    exists (shape i). split; [apply nth_In; lia|]. apply shape_run; trivial. eauto.
  - intros [_ [_ [ks [I A]]]]. apply In_nth with (d := []) in I. destruct I as [i [Li Ei]].
    apply shape_run in A; trivial. destruct A as [l [E F]]. assert (Es : shape i = ks) by exact Ei. subst ks.
    exists (i, start (shape i)), (i, l). repeat split.
    + apply in_map_iff. exists i. split; trivial. apply in_seq. lia.
    + rewrite zrrun, Es, E. reflexivity.
    + unfold zfinal. cbn [fst snd]. now rewrite Es.
Qed.
Lemma zRC : forall w q, zword w -> zmv shapes (valz w) q -> exists w', zword w' /\ length w' = length w /\ valz w' = q.
Proof.
  intros w [x y] O M. apply zmv_falls in M. cbn [fst snd] in M. destruct (valz_bound w O) as [B1 B2].
  apply zword_exists; lia.
Qed.
End Rules.

(** MAIN THEOREM: the law's automaton, read on Zeckendorf digits, is the outcome ... *)
Theorem zeckendorf_law : forall shapes delta outp vst mac mtr, zcheck shapes delta outp vst mac mtr = true ->
  forall w, zword w -> if out outp (run delta 0 w) then Win (zmv shapes) (valz w) else Lose (zmv shapes) (valz w).
Proof.
  intros shapes delta outp vst mac mtr C. unfold zcheck in C. apply andb_prop in C. destruct C as [SO C].
  exact (automatic_law _ (zmv shapes) valz 4 zstep ZR ZReqb (zinit shapes) (zrstep shapes) (zfinal shapes)
    ZReq (zmv_wf shapes SO) (zRS shapes) (zRC shapes SO) delta outp vst mac mtr C).
Qed.
(** ... of every pair of naturals. *)
Theorem zeckendorf_law_at : forall shapes delta outp vst mac mtr, zcheck shapes delta outp vst mac mtr = true ->
  forall x y, 0 <= x -> 0 <= y -> exists w, zword w /\ valz w = (x, y) /\
  if out outp (run delta 0 w) then Win (zmv shapes) (x, y) else Lose (zmv shapes) (x, y).
Proof.
  intros shapes delta outp vst mac mtr C x y Hx Hy. destruct (zeck_covers x y Hx Hy) as [w [O V]].
  exists w. rewrite <- V. split; trivial. split; trivial. now apply zeckendorf_law with (vst := vst) (mac := mac) (mtr := mtr).
Qed.
