(** * ViewBorder.v -- laws for every border, as laws of a core term: whatever stands in the tables that its ends read.
    The players subtract vectors; away from the border all of them can be subtracted and play is not over. Where play is over, and what is
    paid there, may hang on tables.
    [every_border] is the term with any contents of the tables that its moves do not read, and without upper bounds of the numbers,
    which no move raises.
    Proved: where [view_border] accepts, outcomes in the term are the labels of Border.v,
    the border being what play comes to there ([border_labels],
    [border_alike]); so a direction along which Border.v finds them constant is one of the term ([border_term]).
    Source: as Border.v, BorderDraws.v.
    An instance gives a term, the vectors, where no end applies, and what Border.v asks for. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Vector VectorEnd.
From Whowins Require Import Border.
From Whowins Require Import Core ViewNumbers ViewRays ViewOutcome ViewVectors ViewTidy.
Import ListNotations.
Open Scope Z_scope.

(** Tables whose numbers are in [keep] stay as they are. *)
Definition every_border (g : game) (keep : list nat) (tables : list (list Z)) : game :=
  {| consts := map (fun i => if existsb (Nat.eqb i) keep then nth i (consts g) [] else nth i tables []) (seq 0 (length (consts g)));
     parts := hd (0, Some 1) (parts g) :: map (fun b => (fst b, None)) (tl (parts g)); tiers := tiers g; ends := ends g;
     stuck := stuck g; blocks := blocks g; endless := endless g |}.

(** What an end pays: the numbers that can come of it; and whether it is the same for both players to move. *)
Fixpoint leaves (ok : Z -> bool) (e : expr) : bool := match e with Num z => ok z | Ite _ a b => leaves ok a && leaves ok b | _ => false end.
Fixpoint no_turn (e : expr) : bool := match e with
  | Num _ | Var _ => true
  | Get (Core.P O) _ _ | Len (Core.P O) => false
  | Get _ i _ => no_turn i | Len _ => true
  | Bin _ a b => no_turn a && no_turn b | Ite c a b => no_turn c && no_turn a && no_turn b | Fold _ _ _ _ => false end.
Definition is_turn (e : expr) : bool := if expr_dec e (Get (Core.P 0) (Num 0) 0) then true else false.
Fixpoint alike_for_both (e : expr) : bool := match e with
  | Ite c a b => (is_turn c && match a, b with Num x, Num y => x =? - y | _, _ => false end) || (no_turn c && alike_for_both a &&
  alike_for_both b)
  | _ => false end.
Lemma leaves_ok : forall ok e, leaves ok e = true -> forall cs env s, ok (ev cs env s e) = true.
Proof.
  intros ok e. induction e; intro H; intros cs env s; try discriminate; [exact H|]. cbn [leaves] in H. apply andb_prop in H.
  destruct H as [H1 H2].
  cbn [ev]. destruct (_ =? 0); auto.
Qed.
Lemma no_turn_ok : forall e, no_turn e = true -> forall cs env t t' s, ev cs env (t :: s) e = ev cs env (t' :: s) e.
Proof.
  induction e as [z|i|a i IH d|a|o x IHx y IHy|c IHc x IHx y IHy|]; intros H cs env t t' s; cbn [no_turn] in H; try discriminate; trivial.
  - destruct a as [k|[|k]]; try discriminate; cbn [ev look nth]; now rewrite (IH H cs env t t' s).
  - destruct a as [k|[|k]]; try discriminate; reflexivity.
  - apply andb_prop in H. destruct H as [H1 H2]. cbn [ev]. now rewrite (IHx H1 cs env t t' s), (IHy H2 cs env t t' s).
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. cbn [ev].
    now rewrite (IHc H1 cs env t t' s), (IHx H2 cs env t t' s), (IHy H3 cs env t t' s).
Qed.
Lemma alike_ok : forall e, alike_for_both e = true -> forall cs env s, ev cs env ([1] :: s) e = - ev cs env ([0] :: s) e.
Proof.
  induction e as [| | | | |c IHc x IHx y IHy|]; intros H cs env s; try discriminate. cbn [alike_for_both] in H. apply orb_prop in H.
  destruct H as [H|H].
  - apply andb_prop in H. destruct H as [H1 H2]. unfold is_turn in H1. destruct (expr_dec c _) as [->|]; [|discriminate].
    destruct x; try discriminate. destruct y; try discriminate. apply Z.eqb_eq in H2. cbn. lia.
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. cbn [ev].
    rewrite (no_turn_ok c H1 cs env [1] [0] s). destruct (_ =? 0); auto.
Qed.

(** Whether tables are read that may hold anything. *)
Fixpoint reads (keep : list nat) (e : expr) : bool := let open a := match a with K i => negb (existsb (Nat.eqb i) keep) | _ => false end in
  match e with
  | Num _ | Var _ => false
  | Get a i _ => open a || reads keep i | Len a => open a
  | Bin _ a b => reads keep a || reads keep b | Ite c a b => reads keep c || reads keep a || reads keep b | Fold _ _ _ _ => true end.
(** Where a constraint may hold: all that it says of one number by itself. *)
Fixpoint each_number (k : nat) (z : Z) (l : list Z) : cond := match l with
  | [] => VectorEnd.Always true
  | a :: l => VectorEnd.And (if a =? 0 then VectorEnd.Always true else at_least z (Some (k, a))) (each_number (S k) z l) end.
Definition may_lin (l : lin) : cond := if forallb (fun a => a <=? 0) (snd l) then each_number 0 (fst l) (snd l) else
  match single 0 (snd l) with Some x => at_least (fst l) x | None => VectorEnd.Always true end.
Definition may_con (c : con) : cond := match c with
  | Ge l => may_lin l | Zero l => VectorEnd.And (may_lin l) (may_lin (- fst l, map Z.opp (snd l))) end.
Definition may_all (l : list con) : cond := fold_right (fun c e => VectorEnd.And (may_con c) e) (VectorEnd.Always true) l.
Definition may_dnf (d : dnf) : cond := fold_right (fun l e => VectorEnd.Or (may_all l) e) (VectorEnd.Always false) d.
Section May.
Variable v : list N.
Notation xs := (map Z.of_N v).
Notation says c := (VectorEnd.holds c v = true).
Lemma dot_low : forall l r, nat_all r -> forallb (fun a => a <=? 0) l = true -> dot l r <= 0.
Proof using.
  induction l as [|a l IH]; intros [|x r] N H; try (cbn; lia). cbn [dot forallb] in *. apply andb_prop in H. destruct H as [H1 H2].
  inversion N as [|? ? N1 N2]; subst. specialize (IH r N2 H2). apply Z.leb_le in H1. nia.
Qed.
Lemma nat_skipn : forall k r, nat_all r -> nat_all (skipn k r).
Proof using. induction k; intros [|x r] N; trivial. cbn [skipn]. inversion N; subst. auto. Qed.
Lemma dot_skipn : forall a l k r, dot (a :: l) (skipn k r) = a * nth k r 0 + dot l (skipn (S k) r).
Proof using.
  intros a l k r. assert (Z0 : dot l [] = 0) by now destruct l. revert k. induction r as [|z r IHr]; intros [|k].
  - cbn [skipn nth dot]. lia.
  - cbn [skipn nth dot]. lia.
  - reflexivity.
  - exact (IHr k).
Qed.
Lemma each_number_ok : forall l k z, forallb (fun a => a <=? 0) l = true -> 0 <= z + dot l (skipn k xs) -> says (each_number k z l).
Proof using.
  induction l as [|a l IH]; intros k z H D; [reflexivity|]. cbn [forallb each_number VectorEnd.holds] in *. apply andb_prop in H.
  destruct H as [H1 H2]. apply Z.leb_le in H1. rewrite dot_skipn in D.
  pose proof (dot_low l (skipn (S k) xs) (nat_skipn (S k) xs (nat_map v)) H2) as Lo.
  assert (N0 : 0 <= nth k xs 0) by (rewrite nth_of_N; lia). apply andb_true_intro. split.
  - destruct (Z.eqb_spec a 0) as [->|Na]; [reflexivity|]. apply (at_least_ok v z (Some (k, a)) Na). lia.
  - apply IH; trivial. nia.
Qed.
Lemma may_lin_ok : forall l, 0 <= lv xs l -> says (may_lin l).
Proof using.
  intros l H. unfold may_lin. unfold lv in H. destruct (forallb _ _) eqn:E; [now apply each_number_ok|].
  destruct (single 0 (snd l)) as [x|] eqn:S; [|reflexivity]. destruct (single_ok xs _ 0 x S) as [E1 E2]. cbn [skipn] in E1.
  apply at_least_ok; [destruct x as [[? ?]|]; trivial|]. rewrite E1 in H. destruct x as [[? ?]|]; lia.
Qed.
Lemma opp_ok : forall l : lin, lv xs (- fst l, map Z.opp (snd l)) = - lv xs l.
Proof using.
  intros [z l]. unfold lv. cbn [fst snd]. assert (G : forall l r, dot (map Z.opp l) r = - dot l r).
  { clear. induction l as [|a l IH]; intros [|x r]; try reflexivity. cbn [map dot]. rewrite IH. lia. }
  rewrite G. lia.
Qed.
Lemma may_con_ok : forall c, holds xs c -> says (may_con c).
Proof using.
  intros [l|l] H; cbn [holds may_con VectorEnd.holds] in *; [now apply may_lin_ok|].
  rewrite (may_lin_ok l), (may_lin_ok (- fst l, map Z.opp (snd l))); rewrite ?opp_ok; trivial; lia.
Qed.
Lemma may_dnf_ok : forall d, sat xs d -> says (may_dnf d).
Proof using.
  intros d [l [I F]]. induction d as [|l' d IH]; [destruct I|]. cbn [may_dnf fold_right VectorEnd.holds]. apply orb_true_iff.
  destruct I as [->|I]; [left|right; now apply IH]. clear IH. induction F as [|c l H F IH]; [reflexivity|].
  cbn [may_all fold_right VectorEnd.holds]. fold (may_all l). now rewrite (may_con_ok c H), IH.
Qed.
End May.

Section View.
Variables (g : game) (keep : list nat) (mvs : bool -> list (list N)) (inner : list N) (single : bool).
Notation d := (length inner).
(** Where an end may apply, with P to move, whatever stands in the tables. *)
Definition closed_cond (P pos : bool) (e : expr) : option dnf := if reads keep e then None else scond (consts g) [] (start g P) pos e.
Fixpoint may (P pos : bool) (e : expr) : cond := match closed_cond P pos e with
  | Some d => may_dnf d
  | None => match e with
    | Ite c a b => VectorEnd.Or (VectorEnd.And (may P true c) (may P pos a)) (VectorEnd.And (may P false c) (may P pos b))
    | _ => VectorEnd.Always true end end.
Definition mem (m : list N) (l : list (list N)) : bool := existsb (fun x => if list_eq_dec N.eq_dec x m then true else false) l.
Definition same_moves (a b : list (list N)) : bool := forallb (fun m => mem m b) a && forallb (fun m => mem m a) b.
Definition moves_are (P : bool) : bool := match vectors_of g P with Some l => same_moves l (mvs P) | None => false end.
Fixpoint some_cond (l : list cond) : cond := match l with [] => VectorEnd.Always false | c :: l => VectorEnd.Or c (some_cond l) end.
Fixpoint inner_cond (k : nat) (l : list N) : cond := match l with
  | [] => VectorEnd.Always true | n :: l => VectorEnd.And (VectorEnd.Not (VectorEnd.Below k n)) (inner_cond (S k) l) end.
Definition widest : N := fold_right N.max 0%N inner.
Definition flat_per : list (N * N) := map (fun _ => (0%N, 1%N)) inner.
Definition ends_are : bool := let over := some_cond (flat_map (fun e => [may true true (fst e); may false true (fst e)]) (ends g)) in
  let within := inner_cond 0 inner in
  VectorEnd.narrow flat_per widest over && VectorEnd.narrow flat_per widest within &&
  forallb (fun v => negb (VectorEnd.holds over v && VectorEnd.holds within v)) (Vector.box (Vector.widen widest flat_per)).
Definition one_or_minus (z : Z) : bool := (z =? 1) || (z =? -1).
Definition view_border : bool :=
  Nat.eqb (blocks g) 0 && Nat.eqb (length (parts g)) (S d) &&
  forallb (fun b => match b with (0, None) => true | _ => false end) (tl (parts g)) &&
  Border.moves_ok mvs inner && moves_are true && moves_are false && ends_are &&
  match mvs true, mvs false with _ :: _, _ :: _ => true | _, _ => false end &&
  (if single then same_moves (mvs true) (mvs false) &&
     forallb (fun e => leaves one_or_minus e && alike_for_both e) (stuck g :: map snd (ends g)) &&
     forallb (fun e => no_turn (fst e)) (ends g) else true).
Hypothesis V : view_border = true.

Lemma facts : blocks g = O /\ length (parts g) = S d /\ (forall b, In b (tl (parts g)) ->
  b = (0, None)) /\ Border.moves_ok mvs inner = true /\
  (forall P, moves_are P = true) /\ ends_are = true /\ (forall P, mvs P <> []) /\
  (single = true -> same_moves (mvs true) (mvs false) = true /\
    (forall e, In e (stuck g :: map snd (ends g)) -> leaves one_or_minus e = true /\ alike_for_both e = true) /\
    forall e, In e (ends g) -> no_turn (fst e) = true).
Proof using V.
  pose proof V as H. unfold view_border in H. repeat (apply andb_prop in H; destruct H as [H ?H]). apply Nat.eqb_eq in H.
  apply Nat.eqb_eq in H7.
  split; [trivial|]. split; [trivial|]. split; [|split; [trivial|split; [now intros [|]|split; [trivial|split]]]].
  - intros b I. rewrite forallb_forall in H6. specialize (H6 b I). destruct b as [[| |] [|]]; try discriminate. reflexivity.
  - intros [|] E; destruct (mvs true), (mvs false); try discriminate.
  - intro S. rewrite S in H0. apply andb_prop in H0. destruct H0 as [H0 H9]. apply andb_prop in H0. destruct H0 as [H0 H8]. split; trivial.
    rewrite forallb_forall in H8, H9. split; trivial. intros e I. specialize (H8 e I). now apply andb_prop in H8.
Qed.
Lemma mem_ok : forall m l, mem m l = true <-> In m l.
Proof using.
  intros m l. unfold mem. rewrite existsb_exists. split.
  - intros [x [I E]]. destruct (list_eq_dec _ x m) as [->|]; [trivial|discriminate].
  - intro I. exists m. split; trivial. destruct (list_eq_dec _ m m); congruence.
Qed.
Lemma same_moves_ok : forall a b, same_moves a b = true -> forall m, In m a <-> In m b.
Proof using.
  intros a b H m. unfold same_moves in H. apply andb_prop in H. destruct H as [H1 H2]. rewrite forallb_forall in H1, H2.
  split; intro I; apply mem_ok; auto.
Qed.
Lemma sized_here : forall v, length v = d -> sized g v.
Proof using V. intros v L. destruct facts as [_ [Lp _]]. unfold sized. now rewrite Lp, L. Qed.

(** ** Where play is over *)
Lemma inner_holds : forall l k (u v : list N), length v = length l -> (forall i, nth (k + i) u 0%N = nth i v 0%N) ->
  VectorEnd.holds (inner_cond k l) u = Vector.leqv l v.
Proof using.
  induction l as [|n l IH]; intros k u [|x v] L H; try discriminate; [reflexivity|]. cbn [inner_cond VectorEnd.holds Vector.leqv].
  rewrite (IH (S k) u v) by (try (cbn [length] in L; lia); intro i; specialize (H (S i)); rewrite Nat.add_succ_r in H; exact H).
  f_equal. specialize (H O). rewrite Nat.add_0_r in H. cbn [nth] in H. rewrite H. destruct (N.ltb_spec x n), (N.leb_spec n x); trivial; lia.
Qed.
Lemma some_holds : forall l v, VectorEnd.holds (some_cond l) v = existsb (fun c => VectorEnd.holds c v) l.
Proof using. intros l v. induction l as [|c l IH]; [reflexivity|]. cbn. now rewrite IH. Qed.
Lemma first_end_none : forall cs s es, (forall e, In e es -> ev cs [] s (fst e) = 0) -> first_end cs es s = None.
Proof using.
  intros cs s es. induction es as [|[w z] es IH]; intro H; [reflexivity|]. cbn [first_end].
  pose proof (H (w, z) (or_introl eq_refl)) as E. cbn [fst] in E. rewrite E. cbn [Z.eqb].
  apply IH. intros; apply H; now right.
Qed.
Lemma may_ok : forall P v, length v = d -> forall (e : expr) (pos : bool),
  (if pos then ev (consts g) [] (vector P v) e <> 0 else ev (consts g) [] (vector P v) e = 0) ->
  VectorEnd.holds (may P pos e) v = true.
Proof using V.
  intros P v L. assert (Q : forall (e : expr) (pos : bool) d0, scond (consts g) [] (start g P) pos e = Some d0 ->
    (if pos then ev (consts g) [] (vector P v) e <> 0 else ev (consts g) [] (vector P v) e = 0) -> VectorEnd.holds (may_dnf d0) v = true).
  { intros e pos d0 E H. apply may_dnf_ok. apply (scond_ok (consts g) (map Z.of_N v) (nat_map v) e [] (start g P) pos d0 E).
    rewrite (conc_start g P v (sized_here v L)). exact H. }
  induction e as [z|i|a i IH d0|a|o a IHa b IHb|c IHc a IHa b IHb|lo IHlo hi IHhi init IHi body IHb]; intros pos H; unfold may; fold may;
    match goal with |- context [closed_cond P pos ?f] => destruct (closed_cond P pos f) as [x|] eqn:E end;
    try (unfold closed_cond in E; destruct (reads keep _) in E; [discriminate|]; exact (Q _ pos x E H)); try reflexivity.
  cbn [VectorEnd.holds]. cbn [ev] in H. apply orb_true_iff.
  destruct (Z.eqb_spec (ev (consts g) [] (vector P v) c) 0) as [Z0|Z0]; [right|left]; apply andb_true_intro.
  - split; [now apply (IHc false)|now apply IHb].
  - split; [now apply (IHc true)|now apply IHa].
Qed.
Lemma open_here : forall P v, length v = d -> Vector.leqv inner v = true -> ended g (vector P v) = None.
Proof using V.
  intros P v L In_. destruct facts as [_ [_ [_ [_ [_ [En _]]]]]]. unfold ends_are in En.
  cbv zeta in En. apply andb_prop in En. destruct En as [En B]. apply andb_prop in En. destruct En as [N1 N2]. rewrite forallb_forall in B.
  assert (Lp : length v = length flat_per) by (unfold flat_per; now rewrite map_length).
  assert (Pos : forall ip, In ip flat_per -> (0 < snd ip)%N) by (intros ip I; unfold flat_per in I; apply in_map_iff in I;
  destruct I as [x [<- _]]; cbn; lia).
  specialize (B (Vector.canonv (Vector.widen widest flat_per) v)).
  rewrite (VectorEnd.holds_canon flat_per widest v Pos Lp _ N1), (VectorEnd.holds_canon flat_per widest v Pos Lp _ N2) in B.
  assert (In1 : In (Vector.canonv (Vector.widen widest flat_per) v) (Vector.box (Vector.widen widest flat_per))).
  { apply Vector.box_in; [now apply Vector.widen_pos|]. unfold Vector.widen. now rewrite map_length. }
  specialize (B In1). rewrite (inner_holds inner 0 v v L (fun i => eq_refl)), some_holds, In_, andb_true_r in B. apply negb_true_iff in B.
  unfold ended. apply first_end_none. intros e I.
  destruct (Z.eq_dec (ev (consts g) [] (vector P v) (fst e)) 0) as [|Ne]; trivial.
  exfalso. apply not_true_iff_false in B. apply B. apply existsb_exists. exists (may P true (fst e)). split; [|now apply (may_ok P v L (fst e) true)].
  apply in_flat_map. exists e. split; trivial. destruct P; cbn; auto.
Qed.
Definition legal (P : bool) (v : list N) : list (list N) := map (Vector.subv v) (filter (fun m => Vector.leqv m v) (mvs P)).
Lemma moves_here : forall P v s, length v = d -> ended g (vector P v) = None ->
  (In s (moves g (vector P v)) <-> exists w, In w (legal P v) /\ s = vector (negb P) w).
Proof using V.
  intros P v s L En. destruct facts as [_ [Lp [Pt [_ [Ma _]]]]]. specialize (Ma P). unfold moves_are, vectors_of in Ma.
  destruct (view_rays 0 1 g (number_of P)) as [rs|] eqn:Vr; [|discriminate].
  destruct (all_some vector_of rs) as [l|] eqn:Al; [|discriminate].
  apply all_some_in in Al. destruct Al as [A1 A2]. pose proof (same_moves_ok _ _ Ma) as Sm.
  assert (L' : S (length (map Z.of_N v)) = length (parts g)) by now rewrite map_length, Lp, L.
  assert (Lb : length (tl (parts g)) = length v) by (destruct (parts g); cbn [tl length] in *; lia).
  assert (Ra : all_inside (tl (parts g)) (map Z.of_N v)).
  { unfold all_inside. clear - Pt Lb. revert v Lb Pt. induction (tl (parts g)) as [|b bs IH]; intros [|x v] Lb Pt; try discriminate; cbn;
    constructor.
    - rewrite (Pt b (or_introl eq_refl)). unfold inside. cbn. rewrite andb_true_r. apply Z.leb_le. lia.
    - apply IH; [cbn in Lb; lia|]. intros; apply Pt; now right. }
  assert (Fz : forallb from_zero (tl (parts g)) = true) by (apply forallb_forall; intros b I; rewrite (Pt b I); reflexivity).
  unfold vector at 1. rewrite (view_rays_sound _ _ _ _ _ Vr _ L' (nat_map v) Ra En).
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P. rewrite Flip.
  assert (Sub : forall r k, In r rs -> forall m, vector_of r = Some m ->
    (all_inside (tl (parts g)) (moved k (map Z.of_N v) r) <-> Vector.leqv m v = true) /\
    (Vector.leqv m v = true -> moved k (map Z.of_N v) r = map Z.of_N (Vector.subv v m))).
  { intros r k I m E. destruct (view_rays_length _ _ _ _ _ Vr r I) as [B S]. unfold vector_of in E.
    destruct (_ && _) eqn:Q in E; [|discriminate]. injection E as <-. apply andb_prop in Q. destruct Q as [Q1 Q2]. destruct r as [b z].
    cbn [base step] in *.
    apply subtract; trivial; lia. }
  split.
  - intros [r [k [I [K [A ->]]]]]. destruct (A2 r I) as [m Em]. destruct (Sub r k I m Em) as [S1 S2]. apply S1 in A.
    exists (Vector.subv v m). rewrite (S2 A).
    split; [|reflexivity]. unfold legal. apply in_map, filter_In. split; trivial. apply Sm, A1. eauto.
  - intros [w [I ->]]. unfold legal in I. apply in_map_iff in I. destruct I as [m [<- I]]. apply filter_In in I. destruct I as [I A].
    apply Sm, A1 in I. destruct I as [r [I Em]].
    destruct (Sub r 0 I m Em) as [S1 S2]. exists r, 0. rewrite (S2 A). split; trivial. split; [lia|]. split; [|reflexivity].
    rewrite <- (S2 A). now apply S1.
Qed.
Lemma legal_less : forall P v w, length v = d -> In w (legal P v) ->
  (N.to_nat (Vector.sumv w) < N.to_nat (Vector.sumv v))%nat /\ length w = d.
Proof using V.
  intros P v w L I. destruct facts as [_ [_ [_ [Mo _]]]]. unfold legal in I. apply in_map_iff in I. destruct I as [m [<- I]].
  apply filter_In in I. destruct I as [I A].
  destruct (Border.move_ok mvs inner Mo P m I) as [_ S]. pose proof (Vector.sum_dec m v A). split; [lia|]. rewrite Vector.sub_len; trivial.
Qed.
Lemma legal_inner : forall P v, Vector.leqv inner v = true -> legal P v = bopts mvs P v.
Proof using V.
  intros P v In_. destruct facts as [_ [_ [_ [Mo _]]]]. unfold legal, bopts. f_equal.
  assert (G : forall l, (forall m, In m l -> In m (mvs P)) -> filter (fun m => Vector.leqv m v) l = l).
  { induction l as [|m l IH]; intro H; [reflexivity|]. cbn [filter].
    destruct (Border.move_ok mvs inner Mo P m (H m (or_introl eq_refl))) as [K _].
    rewrite (leqv_trans _ _ _ K In_). f_equal. apply IH. intros; apply H; now right. }
  now apply G.
Qed.

(** ** Who can force a win *)
Lemma force_over : forall X s z, over g s = Some z -> (wins g X s <-> good_for X z = true).
Proof using V.
  intros X s z O. rewrite wins_force. split.
  - intro F. destruct F as [s v E V'|s pick E T St Pi F|s B E T Bl St F]; congruence.
  - intro G. now apply f_over with z.
Qed.
Lemma force_step : forall X P s, over g s = None -> turn s = number_of P -> moves g s <> [] ->
  (wins g X s <-> if eqb P X then exists t, In t (moves g s) /\ wins g X t else forall t, In t (moves g s) -> wins g X t).
Proof using V.
  intros X P s O T Ne. destruct facts as [Fr _]. rewrite wins_force.
  assert (Bl : forall B, blocked g B -> B = []) by (intros B H; unfold blocked in H; rewrite Fr in H; destruct B; [trivial|cbn in H; lia]).
  assert (B0 : blocked g []) by (unfold blocked; cbn; lia).
  assert (All : forall t, In t (left_over g s []) <-> In t (moves g s)) by (intro t; rewrite left_over_in; tauto).
  assert (Nl : left_over g s [] <> []).
  { destruct (moves g s) as [|t ts] eqn:M; [congruence|]. intro E. assert (I : In t (left_over g s [])) by (apply All; now left).
    rewrite E in I. destruct I. }
  assert (Tn : turn s = number_of X <-> eqb P X = true) by (rewrite T; destruct P, X; cbn; split; intro; trivial; discriminate).
  split.
  - intro F. destruct F as [s v E V'|s pick E T' St Pi F|s B E T' Bb St F]; [congruence| |].
    + apply Tn in T'. rewrite T'. exists (pick []). split; [apply All; now apply Pi|]. apply wins_force. now apply F.
    + apply Bl in Bb. subst B. assert (E' : eqb P X = false) by (apply not_true_is_false; intro H; apply T'; now apply Tn). rewrite E'.
      intros t I. apply wins_force, F. now apply All.
  - intro H. destruct (eqb P X) eqn:E.
    + destruct H as [t [I W]]. apply f_mine with (pick := fun _ => t); trivial; [now apply Tn| | |].
      * intros B Bb L. apply Bl in Bb. subst B. congruence.
      * intros B Bb _. apply Bl in Bb. subst B. now apply All.
      * intros B _ _. now apply wins_force.
    + apply f_theirs with (B := []); trivial.
      * intro Q. apply Tn in Q. congruence.
      * intro L. congruence.
      * intros t I. apply wins_force, H. now apply All.
Qed.
Lemma vector_turn : forall P v, turn (vector P v) = number_of P.
Proof using. intros [|] v; reflexivity. Qed.
(** What play comes to for X. *)
Fixpoint solve (k : nat) (X P : bool) (v : list N) : bool := match k with O => false | S k =>
  match ended g (vector P v) with
  | Some z => good_for X z
  | None => match legal P v with
    | [] => good_for X (stuck_pays g (vector P v))
    | ws => if eqb P X then existsb (solve k X (negb P)) ws else forallb (solve k X (negb P)) ws end end end.
Lemma solve_ok : forall k X P v, length v = d -> (N.to_nat (Vector.sumv v) < k)%nat -> (wins g X (vector P v) <-> solve k X P v = true).
Proof using V.
  induction k as [|k IH]; intros X P v L Lt; [lia|]. cbn [solve]. destruct (ended g (vector P v)) as [z|] eqn:En.
  - apply force_over. unfold over. now rewrite En.
  - pose proof (fun s => moves_here P v s L En) as Mh. destruct (legal P v) as [|w0 ws] eqn:Lg.
    + assert (Nm : moves g (vector P v) = []).
      { destruct (moves g (vector P v)) as [|t ts]; trivial. exfalso. destruct (proj1 (Mh t) (or_introl eq_refl)) as [w [[] _]]. }
      apply force_over. unfold over. now rewrite En, Nm.
    + rewrite <- Lg in *. assert (I0 : In w0 (legal P v)) by (rewrite Lg; now left).
      assert (Ne : moves g (vector P v) <> []).
      { intro E. assert (I : In (vector (negb P) w0) (moves g (vector P v))) by (apply Mh; eauto). rewrite E in I. destruct I. }
      assert (O : over g (vector P v) = None) by (unfold over; rewrite En; destruct (moves g (vector P v)); [congruence|reflexivity]).
      rewrite (force_step X P _ O (vector_turn P v) Ne).
      assert (Sub : forall w, In w (legal P v) -> (wins g X (vector (negb P) w) <-> solve k X (negb P) w = true)).
      { intros w I. destruct (legal_less P v w L I). apply IH; trivial. lia. }
      destruct (eqb P X).
      * rewrite existsb_exists. split.
        { intros [t [I W]]. apply Mh in I. destruct I as [w [I ->]]. exists w. split; trivial. now apply Sub. }
        { intros [w [I W]]. exists (vector (negb P) w). split; [apply Mh; eauto|now apply Sub]. }
      * rewrite forallb_forall. split.
        { intros H w I. apply (Sub w I), H, Mh. eauto. }
        { intros H t I. apply Mh in I. destruct I as [w [I ->]]. now apply Sub, H. }
Qed.
Definition value (X P : bool) (v : list N) : bool := solve (S (N.to_nat (Vector.sumv v))) X P v.
Lemma step_here : forall X P v, length v = d -> Vector.leqv inner v = true -> (wins g X (vector P v) <->
  if eqb P X then exists w, In w (bopts mvs P v) /\ wins g X (vector (negb P) w) else forall w, In w (bopts mvs P v) ->
  wins g X (vector (negb P) w)).
Proof using V.
  intros X P v L In_. pose proof (open_here P v L In_) as En. destruct facts as [_ [_ [_ [_ [_ [_ [Nm _]]]]]]].
  pose proof (fun s => moves_here P v s L En) as Mh. rewrite (legal_inner P v In_) in Mh.
  assert (Ne : moves g (vector P v) <> []).
  { intro E. specialize (Nm P). destruct (mvs P) as [|m ms] eqn:Em; [congruence|].
    assert (I : In (vector (negb P) (Vector.subv v m)) (moves g (vector P v))).
    { apply Mh. exists (Vector.subv v m). split; trivial. unfold bopts. rewrite Em. now left. }
    rewrite E in I. destruct I. }
  assert (O : over g (vector P v) = None) by (unfold over; rewrite En; destruct (moves g (vector P v)); [congruence|reflexivity]).
  rewrite (force_step X P _ O (vector_turn P v) Ne). destruct (eqb P X).
  - split.
    + intros [t [I W]]. apply Mh in I. destruct I as [w [I ->]]. eauto.
    + intros [w [I W]]. exists (vector (negb P) w). split; trivial. apply Mh. eauto.
  - split.
    + intros H w I. apply H, Mh. eauto.
    + intros H t I. apply Mh in I. destruct I as [w [I ->]]. auto.
Qed.
(** The border as Border.v has it, where what nobody wins counts as lost by X. *)
Definition border_for (X P : bool) (v : list N) : bool := if eqb P X then value X P v else negb (value X P v).
Theorem border_labels : forall X P v, length v = d -> (wins g X (vector P v) <-> lab negb mvs inner (border_for X) P v = eqb P X).
Proof using V.
  intros X P v. destruct facts as [_ [_ [_ [Mo _]]]]. remember (N.to_nat (Vector.sumv v)) as k eqn:Ek. revert P v Ek.
  induction k as [k IH] using (well_founded_ind Wf_nat.lt_wf). intros P v -> L. destruct (Vector.leqv inner v) eqn:In_.
  - rewrite (step_here X P v L In_), (lab_rule negb mvs inner Mo (border_for X) P v In_).
    assert (Sub : forall w, In w (bopts mvs P v) -> (wins g X (vector (negb P) w) <-> lab negb mvs inner (border_for X) (negb P) w = negb
    (eqb P X))).
    { intros w I. destruct (opts_less mvs inner Mo P v w In_ I) as [Lt Lw]. rewrite (IH _ Lt (negb P) w eq_refl) by congruence.
      now destruct P, X. }
    destruct (eqb P X); cbn [negb] in Sub.
    + rewrite existsb_exists. split; intros [w [I W]]; exists w; (split; [trivial|]); [apply negb_true_iff; now apply Sub|apply Sub;
      trivial; now apply negb_true_iff].
    + split.
      * intro H. apply not_true_is_false. intro E. apply existsb_exists in E. destruct E as [w [I E]]. apply negb_true_iff in E.
        specialize (H w I). apply (Sub w I) in H. congruence.
      * intros E w I. apply (Sub w I). destruct (lab negb mvs inner (border_for X) (negb P) w) eqn:Lw; trivial. exfalso.
        assert (Y : existsb (fun w => negb (lab negb mvs inner (border_for X) (negb P) w)) (bopts mvs P v) = true); [|congruence].
        apply existsb_exists. exists w. now rewrite Lw.
  - rewrite (solve_ok (S (N.to_nat (Vector.sumv v))) X P v L) by lia. fold (value X P v). unfold lab. cbn [Border.ev]. rewrite In_.
    unfold border_for.
    destruct (eqb P X); [tauto|]. symmetry. apply negb_false_iff.
Qed.
(** Where both players are alike, one border does for both. *)
Lemma ends_alike : single = true -> forall v, match ended g (vector true v), ended g (vector false v) with
  | Some z, Some z' => one_or_minus z = true /\ z' = - z | None, None => True | _, _ => False end.
Proof using V.
  intros Si v. destruct facts as [_ [_ [_ [_ [_ [_ [_ Al]]]]]]]. destruct (Al Si) as [_ [Pay Same]]. unfold ended.
  assert (G : forall es, (forall e, In e es -> In e (ends g)) ->
  match first_end (consts g) es (vector true v), first_end (consts g) es (vector false v) with
    | Some z, Some z' => one_or_minus z = true /\ z' = - z | None, None => True | _, _ => False end).
  { induction es as [|[w q] es IH]; intro Sub; [exact I|]. cbn [first_end].
    pose proof (no_turn_ok w (Same (w, q) (Sub _ (or_introl eq_refl))) (consts g) [] [0] [1] (tl (vector true v))) as K.
    change ([0] :: tl (vector true v)) with (vector true v) in K. change ([1] :: tl (vector true v)) with (vector false v) in K. rewrite <- K.
    destruct (Z.eqb_spec (ev (consts g) [] (vector true v) w) 0) as [Z1|Z1].
    - apply IH. intros; apply Sub; now right.
    - destruct (Pay q) as [P1 P2]; [right; apply in_map_iff; exists (w, q); split; [reflexivity|apply Sub; now left]|].
      split; [now apply leaves_ok|]. exact (alike_ok q P2 (consts g) [] (tl (vector true v))). }
  now apply G.
Qed.
Lemma solve_alike : single = true -> forall k X P v, length v = d -> (N.to_nat (Vector.sumv v) < k)%nat ->
  solve k X P v = if eqb P X then solve k true true v else negb (solve k true true v).
Proof using V.
  intro Si. destruct facts as [_ [_ [_ [_ [_ [_ [_ Al]]]]]]]. destruct (Al Si) as [Sm [Pay _]]. pose proof (same_moves_ok _ _ Sm) as Same.
  assert (Good : forall z, one_or_minus z = true -> forall X P : bool,
  good_for X (if P then z else - z) = if eqb P X then good_for true z else negb (good_for true z)).
  { intros z H X P. unfold one_or_minus in H. apply orb_prop in H. destruct H as [H|H]; apply Z.eqb_eq in H; subst z; now destruct X, P. }
  induction k as [|k IH]; intros X P v L Lt; [lia|]. cbn [solve]. pose proof (ends_alike Si v) as En.
  destruct (ended g (vector true v)) as [z|] eqn:E1, (ended g (vector false v)) as [z'|] eqn:E2; try destruct En.
  - replace (ended g (vector P v)) with (Some (if P then z else - z)) by (destruct P; congruence). now apply Good.
  - replace (ended g (vector P v)) with (@None Z) by (destruct P; congruence).
    assert (Opt : forall w, In w (legal P v) <-> In w (legal true v)).
    { intro w. destruct P; [tauto|]. unfold legal. rewrite !in_map_iff.
      split; intros [m [E J]]; exists m; (split; [trivial|]); apply filter_In in J; apply filter_In;
        (split; [|tauto]); now apply Same. }
    assert (Sub : forall w, In w (legal true v) -> solve k X (negb P) w = if eqb P X then negb (solve k true true w) else solve k true
    true w).
    { intros w J. destruct (legal_less true v w L J). rewrite (IH X (negb P) w) by lia. now destruct P, X. }
    assert (Sub1 : forall w, In w (legal true v) -> solve k true (negb true) w = negb (solve k true true w)).
    { intros w J. destruct (legal_less true v w L J). rewrite (IH true (negb true) w) by lia. reflexivity. }
    destruct (legal true v) as [|w0 ws] eqn:Lg.
    + destruct (legal P v) as [|w1 ws1]; [|destruct (proj1 (Opt w1) (or_introl eq_refl))].
      destruct (Pay (stuck g) (or_introl eq_refl)) as [P1 P2]. pose proof (leaves_ok _ _ P1 (consts g) [] (vector true v)) as H1.
      pose proof (alike_ok _ P2 (consts g) [] (tl (vector true v))) as H2. unfold stuck_pays.
      replace (ev (consts g) [] (vector P v) (stuck g)) with (if P then ev (consts g) [] (vector true v) (stuck g) else - ev (consts g) []
      (vector true v) (stuck g))
        by (destruct P; [reflexivity|symmetry; exact H2]). now apply Good.
    + destruct (legal P v) as [|w1 ws1] eqn:Lg1; [destruct (proj2 (Opt w0) (or_introl eq_refl))|].
      change (eqb true true) with true. cbv iota. rewrite <- Lg in *. rewrite <- Lg1 in *.
      assert (T : existsb (solve k true (negb true)) (legal true v) = existsb (fun w => negb (solve k true true w)) (legal true v)) by now
      apply existsb_same.
      rewrite T. destruct (eqb P X).
      * apply eq_true_iff_eq. rewrite !existsb_exists. split; intros [w [J W]]; exists w.
        { apply Opt in J. split; trivial. now rewrite <- Sub. }
        { split; [now apply Opt|]. now rewrite Sub. }
      * apply eq_true_iff_eq. rewrite forallb_forall, negb_true_iff. split.
        { intro H. apply not_true_is_false. intro E. apply existsb_exists in E. destruct E as [w [J W]]. apply negb_true_iff in W.
          specialize (H w (proj2 (Opt w) J)). rewrite Sub in H by trivial. congruence. }
        { intros E w J. apply Opt in J. rewrite Sub by trivial. destruct (solve k true true w) eqn:Q; trivial. exfalso.
          assert (Y : existsb (fun w => negb (solve k true true w)) (legal true v) = true); [|congruence].
          apply existsb_exists. exists w. now rewrite Q. }
Qed.
Theorem border_alike : single = true -> forall X P v, length v = d ->
  (wins g X (vector P v) <-> lab (fun Q => Q) mvs inner (fun _ => value true true) true v = eqb P X).
Proof using V.
  intros Si X P v. destruct facts as [_ [_ [_ [Mo [_ [_ [_ Al]]]]]]]. destruct (Al Si) as [Sm _]. pose proof (same_moves_ok _ _ Sm) as Same.
  remember (N.to_nat (Vector.sumv v)) as k eqn:Ek. revert P v Ek.
  induction k as [k IH] using (well_founded_ind Wf_nat.lt_wf). intros P v -> L. destruct (Vector.leqv inner v) eqn:In_.
  - rewrite (step_here X P v L In_), (lab_rule (fun Q => Q) mvs inner Mo _ true v In_).
    assert (Opt : forall w, In w (bopts mvs P v) <-> In w (bopts mvs true v)).
    { intro w. destruct P; [tauto|]. unfold bopts. rewrite !in_map_iff.
      split; intros [m [E I]]; exists m; (split; [trivial|]); now apply Same. }
    set (b := fun _ : bool => value true true) in *.
    assert (Sub : forall w, In w (bopts mvs true v) -> (wins g X (vector (negb P) w) <-> lab (fun Q => Q) mvs inner b true w = negb (eqb P
    X))).
    { intros w I. destruct (opts_less mvs inner Mo true v w In_ I) as [Lt Lw]. rewrite (IH _ Lt (negb P) w eq_refl) by congruence.
      now destruct P, X. }
    destruct (eqb P X); cbn [negb] in Sub.
    + rewrite existsb_exists. split; intros [w [I W]]; exists w.
      * apply Opt in I. split; trivial. apply negb_true_iff. now apply Sub.
      * split; [now apply Opt|]. apply Sub; trivial. now apply negb_true_iff.
    + split.
      * intro H. apply not_true_is_false. intro E. apply existsb_exists in E. destruct E as [w [I E]]. apply negb_true_iff in E.
        specialize (H w (proj2 (Opt w) I)). apply (Sub w I) in H. congruence.
      * intros E w I. apply Opt in I. apply (Sub w I). destruct (lab (fun Q => Q) mvs inner b true w) eqn:Lw; trivial. exfalso.
        assert (Y : existsb (fun w => negb (lab (fun Q => Q) mvs inner b true w)) (bopts mvs true v) = true); [|congruence].
        apply existsb_exists. exists w. now rewrite Lw.
  - rewrite (solve_ok (S (N.to_nat (Vector.sumv v))) X P v L) by lia. rewrite (solve_alike Si) by (trivial; lia). fold (value true true v).
    unfold lab. cbn [Border.ev]. rewrite In_. destruct (eqb P X); [tauto|]. apply negb_true_iff.
Qed.
(** THE LAW: along the direction, who can force a win in the term does not change. *)
Theorem border_term : forall from dir free fuel players,
  border_check (if single then fun Q => Q else negb) mvs inner from dir free fuel players = true ->
  (if single then In true players else forall P, In P players) -> forall X P v, Vector.leqv from v = true ->
  (wins g X (vector P (Border.addv v dir)) <-> wins g X (vector P v)).
Proof using V.
  intros from dir free fuel players Ck Pl X P v Lv. destruct facts as [_ [_ [_ [Mo _]]]].
  assert (Len : length from = d /\ length dir = d).
  { unfold border_check in Ck. apply andb_prop in Ck. destruct Ck as [Ck _]. apply andb_prop in Ck. destruct Ck as [C1 C2].
    apply N.eqb_eq in C1, C2. lia. }
  assert (L : length v = d) by (rewrite <- (leqv_len _ _ Lv); apply Len).
  assert (L' : length (Border.addv v dir) = d) by (rewrite Border.addv_len; [trivial|]; destruct Len; congruence).
  destruct (bool_dec single true) as [Si|Si].
  - rewrite (border_alike Si X P _ L'), (border_alike Si X P _ L). rewrite Si in Ck, Pl.
    rewrite (patch_same (fun Q => Q) mvs inner Mo from dir free fuel players Ck _ (lab_rule (fun Q => Q) mvs inner Mo _) true v Pl Lv).
    reflexivity.
  - apply not_true_is_false in Si. rewrite Si in Ck, Pl. rewrite (border_labels X P _ L'), (border_labels X P _ L).
    rewrite (patch_same negb mvs inner Mo from dir free fuel players Ck _ (lab_rule negb mvs inner Mo _) P v (Pl P) Lv). reflexivity.
Qed.
End View.
