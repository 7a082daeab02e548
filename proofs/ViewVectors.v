(** * ViewVectors.v -- vector games with endings, read off a core term; product and directional laws of the term.
    Proved: where [view_vectors] finds vectors and goals, the moves and ends of the term are those of VectorEnd.v, for every position in range; so what
    VectorEnd.v and Directional.v accept for them says who can force a win in the term ([product_term], [directional_term]).
    Source: as VectorEnd.v, Directional.v and ViewNumbers.v.
    An instance gives a term, and what those files ask for beside moves and goals. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Game Vector VectorEnd Directional.
From Whowins Require Import Core ViewNumbers ViewRays ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

Notation cond := VectorEnd.cond.
Definition vector (P : bool) (v : list N) : state := nums (number_of P :: map Z.of_N v).
Definition in_range (g : game) (v : list N) : Prop := all_inside (tl (parts g)) (map Z.of_N v).

(* ------------------------------------------------------------------ *)
(** ** Conditions *)
(** The only unknown with a coefficient, if there is at most one. *)
Fixpoint single (k : nat) (l : list Z) : option (option (nat * Z)) :=
  match l with
  | [] => Some None
  | a :: l => match single (S k) l with
      | Some None => Some (if a =? 0 then None else Some (k, a))
      | Some (Some x) => if a =? 0 then Some (Some x) else None
      | None => None end
  end.
(** z + a x >= 0, of coordinate k *)
Definition at_least (z : Z) (x : option (nat * Z)) : cond :=
  match x with
  | None => VectorEnd.Always (0 <=? z)
  | Some (k, a) => if 0 <? a then VectorEnd.Not (VectorEnd.Below k (Z.to_N (- (z / a)))) else VectorEnd.Below k (Z.to_N (z / (- a) + 1))
  end.
Definition con_cond (c : con) : option cond :=
  match c with
  | Ge l => match single 0 (snd l) with Some x => Some (at_least (fst l) x) | None => None end
  | Zero l => match single 0 (snd l) with
      | Some x => Some (VectorEnd.And (at_least (fst l) x) (at_least (- fst l) (match x with Some (k, a) => Some (k, - a) | None => None end)))
      | None => None end
  end.
Fixpoint all_cond (l : list con) : option cond :=
  match l with
  | [] => Some (VectorEnd.Always true)
  | c :: l => match con_cond c, all_cond l with Some a, Some b => Some (VectorEnd.And a b) | _, _ => None end
  end.
Fixpoint dnf_cond (d : dnf) : option cond :=
  match d with
  | [] => Some (VectorEnd.Always false)
  | l :: d => match all_cond l, dnf_cond d with Some a, Some b => Some (VectorEnd.Or a b) | _, _ => None end
  end.

Section At.
Variable v : list N.
Notation xs := (map Z.of_N v).
Notation says c := (VectorEnd.holds c v).
Lemma nat_map : nat_all xs.
Proof using. apply Forall_map, Forall_forall. intros x _. lia. Qed.
Lemma single_ok : forall r l k x, single k l = Some x ->
  dot l (skipn k r) = match x with Some (j, a) => a * nth j r 0 | None => 0 end /\
  match x with Some (j, a) => a <> 0 | None => True end.
Proof using.
  intro r. induction l as [|a l IH]; intros k x H; cbn [single] in H.
  - injection H as <-. split; trivial.
  - destruct (single (S k) l) as [y|] eqn:E; [|discriminate]. destruct (IH (S k) y E) as [E1 E2].
    assert (D : dot (a :: l) (skipn k r) = a * nth k r 0 + dot l (skipn (S k) r)).
    { clear. assert (Z0 : dot l [] = 0) by now destruct l. revert k. induction r as [|z r IHr]; intros [|k].
      - cbn [skipn nth dot]. lia.
      - cbn [skipn nth dot]. lia.
      - reflexivity.
      - exact (IHr k). }
    rewrite D, E1. destruct y as [[j b]|]; destruct (Z.eqb_spec a 0) as [->|N0]; try discriminate; injection H as <-; split; trivial; lia.
Qed.
Lemma nth_of_N : forall k, nth k xs 0 = Z.of_N (nth k v 0%N).
Proof using. intro k. change 0 with (Z.of_N 0). apply map_nth. Qed.
Lemma at_least_ok : forall z x, match x with Some (_, a) => a <> 0 | None => True end ->
  says (at_least z x) = true <-> 0 <= z + match x with Some (j, a) => a * nth j xs 0 | None => 0 end.
Proof using.
  intros z [[j a]|] A; cbn [at_least].
  - rewrite nth_of_N. set (y := nth j v 0%N). destruct (Z.ltb_spec 0 a) as [Pa|Na]; cbn [VectorEnd.holds]; fold y.
    + rewrite negb_true_iff, N.ltb_ge. pose proof (Z.div_mod z a ltac:(lia)) as D. pose proof (Z.mod_pos_bound z a Pa) as M.
      set (q := z / a) in *. split; intro H; nia.
    + rewrite N.ltb_lt. assert (Pa : 0 < - a) by lia. pose proof (Z.div_mod z (- a) ltac:(lia)) as D. pose proof (Z.mod_pos_bound z (- a) Pa) as M.
      set (q := z / (- a)) in *. split; intro H; nia.
  - cbn [VectorEnd.holds]. rewrite Z.leb_le. lia.
Qed.
Lemma con_cond_ok : forall c e, con_cond c = Some e -> says e = true <-> holds xs c.
Proof using.
  assert (D : forall l x, single 0 (snd l) = Some x -> lv xs l = fst l + match x with Some (j, a) => a * nth j xs 0 | None => 0 end /\
    match x with Some (_, a) => a <> 0 | None => True end).
  { intros l x E. destruct (single_ok xs _ 0 x E) as [E1 E2]. cbn [skipn] in E1. unfold lv. rewrite E1. split; trivial. }
  intros [l|l] e H; cbn [con_cond] in H; destruct (single 0 (snd l)) as [x|] eqn:E; try discriminate; injection H as <-;
    destruct (D l x E) as [D1 D2]; cbn [holds VectorEnd.holds]; rewrite D1.
  - now apply at_least_ok.
  - rewrite andb_true_iff, at_least_ok by trivial. rewrite at_least_ok by (destruct x as [[? ?]|]; trivial; lia).
    destruct x as [[j a]|]; lia.
Qed.
Lemma all_cond_ok : forall l e, all_cond l = Some e -> says e = true <-> Forall (holds xs) l.
Proof using.
  induction l as [|c l IH]; intros e H; cbn [all_cond] in H.
  - injection H as <-. split; intro; [constructor|trivial].
  - destruct (con_cond c) as [a|] eqn:A; [|discriminate]. destruct (all_cond l) as [b|]; [|discriminate]. injection H as <-.
    cbn [VectorEnd.holds]. rewrite andb_true_iff, (con_cond_ok c a A), (IH b eq_refl), Forall_cons_iff. reflexivity.
Qed.
Lemma dnf_cond_ok : forall d e, dnf_cond d = Some e -> says e = true <-> sat xs d.
Proof using.
  induction d as [|l d IH]; intros e H; cbn [dnf_cond] in H.
  - injection H as <-. rewrite sat_no. split; [discriminate|intros []].
  - destruct (all_cond l) as [a|] eqn:A; [|discriminate]. destruct (dnf_cond d) as [b|]; [|discriminate]. injection H as <-.
    cbn [VectorEnd.holds]. rewrite orb_true_iff, (all_cond_ok l a A), (IH b eq_refl). unfold sat. split.
    + intros [F|[c [I F]]]; [exists l; split; [now left|trivial]|exists c; split; [now right|trivial]].
    + intros [c [[E|I] F]]; [subst c; now left|right; eauto].
Qed.
End At.

(* ------------------------------------------------------------------ *)
(** ** The recogniser *)
Section View.
Variable g : game.
Definition start (P : bool) : list lin := fin (origin (number_of P) (pred (length (parts g)))).
(** A condition of the term, for P to move. *)
Definition cond_of (P : bool) (e : expr) : option cond :=
  match scond (consts g) [] (start P) true e with Some d => dnf_cond d | None => None end.
(** Where P, to move, has won by a payoff, and else has lost. *)
Fixpoint won_by (P : bool) (e : expr) : option cond :=
  match konst (sexpr (consts g) [] (start P) e) with
  | Some z => if (z =? 1) || (z =? -1) then Some (VectorEnd.Always (good_for P z)) else None
  | None => match e with
    | Ite c a b => match cond_of P c, won_by P a, won_by P b with
        | Some c, Some a, Some b => Some (VectorEnd.Or (VectorEnd.And c a) (VectorEnd.And (VectorEnd.Not c) b)) | _, _, _ => None end
    | _ => None end
  end.
Definition cond_dec : forall a b : cond, {a = b} + {a <> b}.
Proof. decide equality; first [apply bool_dec|apply Nat.eq_dec|apply N.eq_dec]. Defined.
Definition goal_of (e : expr * expr) : option (cond * (bool -> cond)) :=
  match cond_of true (fst e), cond_of false (fst e), won_by true (snd e), won_by false (snd e) with
  | Some c, Some c', Some a, Some b => if cond_dec c c' then Some (c, fun P : bool => if P then a else b) else None
  | _, _, _, _ => None
  end.
Definition vector_of (r : ray) : option (list N) :=
  if forallb (Z.eqb 0) (step r) && forallb (Z.leb 0) (base r) then Some (map Z.to_N (base r)) else None.
Definition vectors_of (P : bool) : option (list (list N)) :=
  match view_rays 0 1 g (number_of P) with Some rs => all_some vector_of rs | None => None end.
Definition from_zero (b : bounds) : bool := fst b =? 0.
Definition view_vectors : option ((bool -> list (list N)) * list (cond * (bool -> cond)) * bool) :=
  match vectors_of true, vectors_of false, all_some goal_of (ends g) with
  | Some a, Some b, Some goals =>
      let stuck := pays g 0 1 in
      if Nat.eqb (blocks g) 0 && forallb from_zero (tl (parts g)) &&
         (if stuck then pays g 1 (-1) else pays g 0 (-1) && pays g 1 1)
      then Some (fun P : bool => if P then a else b, goals, stuck) else None
  | _, _, _ => None
  end.

(* ------------------------------------------------------------------ *)
(** ** Soundness *)
Variables (mvs : bool -> list (list N)) (goals : list (cond * (bool -> cond))) (stuck : bool).
Hypothesis V : view_vectors = Some (mvs, goals, stuck).
Definition sized (v : list N) : Prop := S (length v) = length (parts g).

Lemma conc_start : forall P v, sized v -> conc (map Z.of_N v) (start P) = vector P v.
Proof using. intros P v L. unfold start. rewrite <- L. cbn [pred]. rewrite <- (map_length Z.of_N v). apply conc_origin. Qed.
Lemma cond_of_ok : forall P e c v, cond_of P e = Some c -> sized v ->
  (VectorEnd.holds c v = true <-> ev (consts g) [] (vector P v) e <> 0).
Proof using.
  intros P e c v H L. unfold cond_of in H. destruct (scond _ _ _ _ _) as [d|] eqn:E; [|discriminate].
  rewrite (dnf_cond_ok v d c H), <- (scond_ok (consts g) (map Z.of_N v) (nat_map v) e [] (start P) true d E), (conc_start P v L). reflexivity.
Qed.
Lemma won_by_ok : forall P v, sized v -> forall e c, won_by P e = Some c ->
  good_for P (ev (consts g) [] (vector P v) e) = VectorEnd.holds c v /\
  good_for (negb P) (ev (consts g) [] (vector P v) e) = negb (VectorEnd.holds c v).
Proof using.
  intros P v L. assert (K : forall e z c, konst (sexpr (consts g) [] (start P) e) = Some z ->
    (if (z =? 1) || (z =? -1) then Some (VectorEnd.Always (good_for P z)) else None) = Some c ->
    good_for P (ev (consts g) [] (vector P v) e) = VectorEnd.holds c v /\
    good_for (negb P) (ev (consts g) [] (vector P v) e) = negb (VectorEnd.holds c v)).
  { intros e z c E H. rewrite <- (conc_start P v L).
    apply (konst_ok (map Z.of_N v)) with (v := ev (consts g) [] (conc (map Z.of_N v) (start P)) e) in E.
    - rewrite E. destruct (Z.eqb_spec z 1) as [->|]; [injection H as <-; now destruct P|].
      destruct (Z.eqb_spec z (-1)) as [->|]; [injection H as <-; now destruct P|discriminate].
    - intros l El. change (@nil Z) with (map (lv (map Z.of_N v)) []). apply sexpr_ok; [apply nat_map|trivial]. }
  induction e as [z|i|a i IH d|a|o a IHa b IHb|c0 IHc a IHa b IHb|]; intros c H; unfold won_by in H; fold won_by in H;
    destruct (konst _) as [k|] eqn:E; try (eapply K; eassumption); try discriminate.
  destruct (cond_of P c0) as [c1|] eqn:C; [|discriminate]. destruct (won_by P a) as [a1|]; [|discriminate].
  destruct (won_by P b) as [b1|]; [|discriminate]. injection H as <-. specialize (IHa a1 eq_refl). specialize (IHb b1 eq_refl).
  pose proof (cond_of_ok P c0 c1 v C L) as Q. cbn [ev VectorEnd.holds].
  destruct (Z.eqb_spec (ev (consts g) [] (vector P v) c0) 0) as [Z0|Z0]; destruct (VectorEnd.holds c1 v); cbn [andb orb negb].
  - exfalso. apply Q in Z0; trivial.
  - exact IHb.
  - rewrite orb_false_r. exact IHa.
  - exfalso. assert (false = true) by now apply Q. discriminate.
Qed.

Lemma parts_of : blocks g = O /\ forallb from_zero (tl (parts g)) = true /\ all_some goal_of (ends g) = Some goals /\
  (forall P, vectors_of P = Some (mvs P)) /\
  forall P v, sized v -> stuck_pays g (vector P v) = if eqb P stuck then 1 else -1.
Proof using V.
  pose proof V as H. unfold view_vectors in H. destruct (vectors_of true) as [a|] eqn:A; [|discriminate].
  destruct (vectors_of false) as [b|] eqn:B; [|discriminate]. destruct (all_some goal_of (ends g)) as [gs|]; [|discriminate]. cbv zeta in H.
  destruct (_ && _) eqn:C; [|discriminate]. injection H as <- <- St. apply andb_prop in C. destruct C as [C C3].
  apply andb_prop in C. destruct C as [C1 C2]. apply Nat.eqb_eq in C1.
  split; [trivial|]. split; [trivial|]. split; [trivial|]. split; [now intros [|]|].
  intros P v L. unfold vector. assert (L' : S (length (map Z.of_N v)) = length (parts g)) by now rewrite map_length.
  pose proof (nat_map v) as N. rewrite <- St. destruct (pays g 0 1) eqn:E.
  - destruct P; cbn [number_of eqb]; [exact (pays_ok g 0 1 E _ L' N)|exact (pays_ok g 1 (-1) C3 _ L' N)].
  - apply andb_prop in C3. destruct C3 as [C3 C4].
    destruct P; cbn [number_of eqb]; [exact (pays_ok g 0 (-1) C3 _ L' N)|exact (pays_ok g 1 1 C4 _ L' N)].
Qed.

(** Ends of the term and of VectorEnd.v. *)
Lemma ends_ok : forall P v, sized v -> match ended g (vector P v), VectorEnd.over goals P v with
  | Some z, Some b => good_for P z = b /\ good_for (negb P) z = negb b | None, None => True | _, _ => False end.
Proof using V.
  intros P v L. destruct parts_of as [_ [_ [G _]]]. unfold ended, VectorEnd.over. revert goals G V. intros gs G _. revert gs G.
  induction (ends g) as [|[w z] es IH]; intros gs G; cbn [all_some] in G.
  - injection G as <-. exact I.
  - destruct (goal_of (w, z)) as [goal|] eqn:E; [|discriminate]. destruct (all_some goal_of es) as [rest|]; [|discriminate]. injection G as <-.
    unfold goal_of in E. cbn [fst snd] in E. destruct (cond_of true w) as [c|] eqn:C1; [|discriminate].
    destruct (cond_of false w) as [c'|] eqn:C2; [|discriminate]. destruct (won_by true z) as [a|] eqn:W1; [|discriminate].
    destruct (won_by false z) as [b|] eqn:W2; [|discriminate]. destruct (cond_dec c c') as [<-|]; [|discriminate]. injection E as <-.
    cbn [first_end find fst]. assert (Q : VectorEnd.holds c v = true <-> ev (consts g) [] (vector P v) w <> 0)
      by (destruct P; [exact (cond_of_ok true w c v C1 L)|exact (cond_of_ok false w c v C2 L)]).
    destruct (Z.eqb_spec (ev (consts g) [] (vector P v) w) 0) as [Z0|Z0]; destruct (VectorEnd.holds c v).
    + exfalso. apply Q in Z0; trivial.
    + apply IH. reflexivity.
    + cbn [snd]. destruct P; [exact (won_by_ok true v L z a W1)|exact (won_by_ok false v L z b W2)].
    + exfalso. assert (false = true) by now apply Q. discriminate.
Qed.

(** Subtraction of vectors of naturals. *)
Lemma subtract : forall bs v b s k, forallb from_zero bs = true -> length b = length v -> length s = length v ->
  forallb (Z.eqb 0) s = true -> forallb (Z.leb 0) b = true -> all_inside bs (map Z.of_N v) -> length bs = length v ->
  let m := map Z.to_N b in let ys := moved k (map Z.of_N v) (Ray b s) in
  (all_inside bs ys <-> Vector.leqv m v = true) /\
  (Vector.leqv m v = true -> ys = map Z.of_N (Vector.subv v m)).
Proof using.
  unfold all_inside, moved. cbn [base step]. induction bs as [|[lo hi] bs IH]; intros [|x v] [|y b] [|z s] k Fz L1 L2 Sz Bz A L3; try discriminate.
  - cbn. split; [split; constructor|trivial].
  - cbn [forallb length combine map] in *. apply andb_prop in Fz, Sz, Bz. destruct Fz as [Z0 Fz], Sz as [S0 Sz], Bz as [B0 Bz].
    unfold from_zero in Z0. cbn [fst] in Z0. apply Z.eqb_eq in Z0, S0. apply Z.leb_le in B0. subst lo z.
    inversion A as [|? ? A1 A2]; subst. destruct (IH v b s k Fz ltac:(lia) ltac:(lia) Sz Bz A2 ltac:(lia)) as [I1 I2].
    cbn [map combine Vector.leqv Vector.subv fst snd]. rewrite Forall_cons_iff, I1, andb_true_iff. cbn [fst snd].
    unfold inside in *. cbn [fst snd] in *. apply andb_prop in A1. destruct A1 as [_ A1].
    assert (Q : (0 <=? Z.of_N x - y - k * 0) && match hi with Some h => Z.of_N x - y - k * 0 <=? h | None => true end = true <-> (Z.to_N y <=? x)%N = true).
    { rewrite andb_true_iff, Z.leb_le, N.leb_le. split; [lia|]. intro H. split; [lia|]. destruct hi; trivial. apply Z.leb_le in A1. apply Z.leb_le. lia. }
    rewrite Q. split; [reflexivity|]. intros [H1 H2]. apply N.leb_le in H1. f_equal; [lia|]. now apply I2.
Qed.
Lemma moves_ok : forall P v s, sized v -> in_range g v -> ended g (vector P v) = None ->
  (In s (moves g (vector P v)) <-> exists w, In w (VectorEnd.eopts mvs goals P v) /\ s = vector (negb P) w).
Proof using V.
  intros P v s L R En. destruct parts_of as [_ [Fz [_ [Vec _]]]]. specialize (Vec P). unfold vectors_of in Vec.
  destruct (view_rays 0 1 g (number_of P)) as [rs|] eqn:Vr; [|discriminate]. apply all_some_in in Vec. destruct Vec as [Vec _].
  assert (L' : S (length (map Z.of_N v)) = length (parts g)) by now rewrite map_length.
  assert (Lb : length (tl (parts g)) = length v) by (unfold sized in L; destruct (parts g); cbn [tl length] in *; [discriminate|lia]).
  unfold vector at 1. rewrite (view_rays_sound _ _ _ _ _ Vr _ L' (nat_map v) R En).
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P. rewrite Flip.
  unfold VectorEnd.eopts. pose proof (ends_ok P v L) as Ek. rewrite En in Ek. destruct (VectorEnd.over goals P v); [destruct Ek|]. clear Ek.
  assert (Sub : forall r k, In r rs -> forall m, vector_of r = Some m ->
    (all_inside (tl (parts g)) (moved k (map Z.of_N v) r) <-> Vector.leqv m v = true) /\
    (Vector.leqv m v = true -> moved k (map Z.of_N v) r = map Z.of_N (Vector.subv v m))).
  { intros r k I m E. destruct (view_rays_length _ _ _ _ _ Vr r I) as [B S]. unfold sized in L. unfold vector_of in E.
    destruct (_ && _) eqn:Q in E; [|discriminate]. injection E as <-. apply andb_prop in Q. destruct Q as [Q1 Q2]. destruct r as [b z]. cbn [base step] in *.
    apply subtract; trivial; lia. }
  split.
  - intros [r [k [I [K [A ->]]]]]. unfold view_rays in Vr.
    assert (Em : exists m, vector_of r = Some m).
    { destruct parts_of as [_ [_ [_ [Ve _]]]]. specialize (Ve P). unfold vectors_of in Ve. fold (view_rays 0 1 g (number_of P)) in Vr. rewrite Vr in Ve.
      apply all_some_in in Ve. destruct Ve as [_ Ve]. exact (Ve r I). }
    destruct Em as [m Em]. destruct (Sub r k I m Em) as [S1 S2]. apply S1 in A. exists (Vector.subv v m). rewrite (S2 A). split; [|reflexivity].
    apply in_map, filter_In. split; trivial. apply Vec. eauto.
  - intros [w [I ->]]. apply in_map_iff in I. destruct I as [m [<- I]]. apply filter_In in I. destruct I as [I A].
    apply Vec in I. destruct I as [r [I Em]]. destruct (Sub r 0 I m Em) as [S1 S2]. exists r, 0. rewrite (S2 A).
    split; trivial. split; [lia|]. split; [|reflexivity]. rewrite <- (S2 A). now apply S1.
Qed.

Definition stands (p : VectorEnd.epos) (s : state) : Prop :=
  match p with VectorEnd.At Q v => sized v /\ in_range g v /\ s = vector Q v | VectorEnd.End => False end.
Definition mover (p : VectorEnd.epos) : bool := match p with VectorEnd.At Q _ => Q | VectorEnd.End => true end.
Lemma option_stays : forall P v w, sized v -> in_range g v -> In w (VectorEnd.eopts mvs goals P v) -> sized w /\ in_range g w.
Proof using V.
  intros P v w L R I. pose proof (ends_ok P v L) as Ek. assert (O : VectorEnd.over goals P v = None).
  { unfold VectorEnd.eopts in I. destruct (VectorEnd.over goals P v); [destruct I|trivial]. }
  rewrite O in Ek. destruct (ended g (vector P v)) as [z|] eqn:En; [destruct Ek|].
  assert (M : In (vector (negb P) w) (moves g (vector P v))) by (apply moves_ok; eauto).
  unfold vector at 2 in M. destruct parts_of as [_ [_ [_ [Vec _]]]]. specialize (Vec P). unfold vectors_of in Vec.
  destruct (view_rays 0 1 g (number_of P)) as [rs|] eqn:Vr; [|discriminate].
  assert (L' : S (length (map Z.of_N v)) = length (parts g)) by now rewrite map_length.
  apply (view_rays_sound _ _ _ _ _ Vr _ L' (nat_map v) R En) in M. destruct M as [r [k [J [_ [A E]]]]].
  destruct (view_rays_length _ _ _ _ _ Vr r J) as [B S]. unfold vector, nums in E. cbn [map] in E. injection E as _ E.
  assert (E' : map Z.of_N w = moved k (map Z.of_N v) r).
  { revert E. generalize (moved k (map Z.of_N v) r). clear. intro l. revert l.
    induction w as [|x w IH]; intros [|y l] E; cbn [map] in *; try discriminate; trivial. injection E as Ex E. f_equal; [lia|auto]. }
  split; [|unfold in_range; now rewrite E'].
  assert (Lw : length w = length v).
  { rewrite <- (map_length Z.of_N w), E', moved_length, map_length; rewrite ?map_length; unfold sized in L; lia. }
  unfold sized in *. lia.
Qed.
Theorem vectors_correct : forall P v, sized v -> in_range g v -> forall b : bool,
  ((b = true <-> Game.Win (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v)) /\
   (b = false <-> Game.Lose (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v))) ->
  (b = true <-> wins g P (vector P v)) /\ (b = false <-> wins g (negb P) (vector P v)).
Proof using V.
  destruct parts_of as [Bl [_ [_ [_ St]]]].
  assert (Turn : forall p s, stands p s -> turn s = number_of (mover p)).
  { intros [P v|] s S; [|destruct S]. destruct S as [_ [_ ->]]. now destruct P. }
  assert (Swap : forall p q s u, stands p s -> VectorEnd.emv mvs goals stuck p q -> stands q u -> mover q = negb (mover p)).
  { intros p q s u S M S'. destruct M; try destruct S'. reflexivity. }
  assert (Over : forall P v, sized v -> over g (vector P v) = match ended g (vector P v) with
    | Some z => Some z | None => match moves g (vector P v) with [] => Some (if eqb P stuck then 1 else -1) | _ => None end end).
  { intros P v L. unfold over. now rewrite (St P v L). }
  assert (There : forall p q s, stands p s -> VectorEnd.emv mvs goals stuck p q -> match over g s with
    | Some z => good_for (mover p) z = true | None => exists u, In u (moves g s) /\ stands q u end).
  { intros p q s S M. destruct M as [P v w I|P v O|P v O E Sk]; destruct S as [L [R ->]]; pose proof (ends_ok P v L) as Ek; rewrite (Over P v L).
    - assert (O : VectorEnd.over goals P v = None) by (unfold VectorEnd.eopts in I; destruct (VectorEnd.over goals P v); [destruct I|trivial]).
      rewrite O in Ek. destruct (ended g (vector P v)) as [z|] eqn:En; [destruct Ek|].
      assert (J : In (vector (negb P) w) (moves g (vector P v))) by (apply moves_ok; eauto).
      destruct (moves g (vector P v)) as [|u l]; [destruct J|]. exists (vector (negb P) w). split; trivial.
      destruct (option_stays P v w L R I). cbn [stands]. auto.
    - rewrite O in Ek. destruct (ended g (vector P v)) as [z|]; [|destruct Ek]. cbn [mover]. exact (proj1 Ek).
    - rewrite O in Ek. destruct (ended g (vector P v)) as [z|] eqn:En; [destruct Ek|].
      destruct (moves g (vector P v)) as [|u l] eqn:Mv.
      + rewrite Sk. now destruct P.
      + exfalso. assert (J : In u (moves g (vector P v))) by (rewrite Mv; now left). apply moves_ok in J; trivial.
        destruct J as [w [J _]]. rewrite E in J. destruct J. }
  assert (Back : forall p s, stands p s -> match over g s with
    | Some z => good_for (negb (mover p)) z = true \/ exists q, VectorEnd.emv mvs goals stuck p q /\ forall r, ~ VectorEnd.emv mvs goals stuck q r
    | None => forall u, In u (moves g s) -> exists q, VectorEnd.emv mvs goals stuck p q /\ stands q u end).
  { assert (Dead : forall r, ~ VectorEnd.emv mvs goals stuck VectorEnd.End r) by (intros r M; inversion M).
    intros [P v|] s S; [|destruct S]. destruct S as [L [R ->]]. pose proof (ends_ok P v L) as Ek. rewrite (Over P v L). cbn [mover].
    destruct (ended g (vector P v)) as [z|] eqn:En; destruct (VectorEnd.over goals P v) as [b|] eqn:O; try destruct Ek.
    - destruct b; [right; exists VectorEnd.End; split; [now constructor|exact Dead]|left; assumption].
    - destruct (moves g (vector P v)) as [|u l] eqn:Mv.
      + assert (E : VectorEnd.eopts mvs goals P v = []).
        { destruct (VectorEnd.eopts mvs goals P v) as [|w l'] eqn:E; trivial. exfalso.
          assert (J : In (vector (negb P) w) (moves g (vector P v))) by (apply moves_ok; trivial; exists w; rewrite E; split; [now left|trivial]).
          rewrite Mv in J. destruct J. }
        destruct (bool_dec stuck true) as [Sk|Sk]; [right; exists VectorEnd.End; split; [now apply VectorEnd.idle|exact Dead]|].
        left. apply not_true_is_false in Sk. rewrite Sk. now destruct P.
      + rewrite <- Mv. intros w J. apply moves_ok in J; trivial. destruct J as [w' [J ->]].
        exists (VectorEnd.At (negb P) w'). split; [now constructor|]. destruct (option_stays P v w' L R J). cbn [stands]. auto. }
  intros P v L R b [W Lo].
  assert (FW : Game.Win (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v) -> wins g P (vector P v)).
  { intro X. exact (win_forces g Bl _ _ mover stands Turn Swap There Back _ _ X (conj L (conj R eq_refl))). }
  assert (FL : Game.Lose (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v) -> wins g (negb P) (vector P v)).
  { intro X. exact (lose_forces g Bl _ _ mover stands Turn Swap There Back _ _ X (conj L (conj R eq_refl))). }
  assert (X : wins g P (vector P v) -> wins g (negb P) (vector P v) -> False).
  { pose (J := fun s : state => exists P v, sized v /\ in_range g v /\ s = vector P v).
    assert (HT : forall s, J s -> turn s = 0 \/ turn s = 1) by (intros s [Q [u [_ [_ ->]]]]; destruct Q; auto).
    assert (HI : forall s u, J s -> In u (moves g s) -> J u).
    { intros s u [Q [w [Lw [Rw ->]]]] M. assert (En : ended g (vector Q w) = None).
      { unfold moves in M. destruct (ended g (vector Q w)); [destruct M|trivial]. }
      apply moves_ok in M; trivial. destruct M as [w' [M ->]]. destruct (option_stays Q w w' Lw Rw M). exists (negb Q), w'. auto. }
    assert (Js : J (vector P v)) by (exists P, v; auto).
    destruct P; intros X Y; [exact (wins_excl g J HT HI _ Js X Y)|exact (wins_excl g J HT HI _ Js Y X)]. }
  destruct b; split; split; intro Q; try discriminate; auto.
  - apply FW, W; trivial.
  - exfalso. apply X; trivial. apply FW, W; trivial.
  - exfalso. apply X; trivial. apply FL, Lo; trivial.
  - apply FL, Lo; trivial.
Qed.
End View.

(** A check of moves, goals and what being stuck is, on what the term says; of so many numbers. *)
Definition view_check (g : game) (d : nat) (check : (bool -> list (list N)) -> list (cond * (bool -> cond)) -> bool -> bool) : bool :=
  match view_vectors g with Some (mvs, goals, stuck) => Nat.eqb (length (parts g)) (S d) && check mvs goals stuck | None => false end.
Lemma view_check_ok : forall g d check, view_check g d check = true ->
  exists mvs goals stuck, check mvs goals stuck = true /\ forall P v, length v = d -> in_range g v -> forall b : bool,
  ((b = true <-> Game.Win (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v)) /\
   (b = false <-> Game.Lose (VectorEnd.emv mvs goals stuck) (VectorEnd.At P v))) ->
  (b = true <-> wins g P (vector P v)) /\ (b = false <-> wins g (negb P) (vector P v)).
Proof.
  intros g d check C. unfold view_check in C. destruct (view_vectors g) as [[[mvs goals] stuck]|] eqn:V; [|discriminate].
  apply andb_prop in C. destruct C as [C1 C2]. apply Nat.eqb_eq in C1. exists mvs, goals, stuck. split; trivial.
  intros P v L R. apply (vectors_correct g mvs goals stuck V P v); trivial. unfold sized. lia.
Qed.

(** A product law: a table that VectorEnd.v accepts. *)
Theorem product_term : forall g per h T,
  view_check g (length per) (fun mvs goals stuck => VectorEnd.end_check mvs goals stuck per h T) = true ->
  forall P v, length v = length per -> in_range g v ->
  (VectorEnd.elaw per T P v = true <-> wins g P (vector P v)) /\ (VectorEnd.elaw per T P v = false <-> wins g (negb P) (vector P v)).
Proof.
  intros g per h T C P v L R. destruct (view_check_ok _ _ _ C) as [mvs [goals [stuck [E Q]]]]. apply (Q P v L R).
  exact (VectorEnd.vector_end_law mvs goals stuck per h T E P v L).
Qed.
(** A directional law: strips that Directional.v accepts. *)
Theorem directional_term : forall g dx dy tx ty ix px iy py columns rows gx gy rx ry kx ky qx qy,
  view_check g 2 (fun mvs goals stuck =>
    Directional.directional_check mvs goals stuck dx dy tx ty ix px iy py columns rows gx gy rx ry kx ky qx qy) = true ->
  let f := Directional.dlab dx dy tx ty ix px iy py columns rows in
  forall P x y, in_range g [x; y] ->
  (f P x y = true <-> wins g P (vector P [x; y])) /\ (f P x y = false <-> wins g (negb P) (vector P [x; y])) /\
  ((tx <= x)%N -> (ty <= y)%N -> f P (x + dx)%N (y + dy)%N = f P x y).
Proof.
  intros g dx dy tx ty ix px iy py columns rows gx gy rx ry kx ky qx qy C f P x y R.
  destruct (view_check_ok _ _ _ C) as [mvs [goals [stuck [E Q]]]].
  destruct (Directional.directional_law mvs goals stuck dx dy tx ty ix px iy py columns rows gx gy rx ry kx ky qx qy E P x y) as [W [L A]].
  destruct (Q P [x; y] eq_refl R _ (conj W L)) as [W' L']. split; [exact W'|]. split; [exact L'|exact A].
Qed.
