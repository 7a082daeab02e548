(** * ViewNumbers.v -- symbolic execution of core terms whose parts are numbers.
    A term runs on linear forms instead of integers, for one player to move. What comes of it is a finite list of paths: each has unknowns (the
    numbers of the state, then what is chosen), linear constraints on them, and the linear forms that the numbers become. All unknowns are natural.
    Proved: what the term can do in a turn is what the paths say, for every state ([scmd_sound], [view_numbers_sound]).
    Where a condition speaks of chosen numbers alone, it is to be decided, not carried along. So a choice without a constant bound is split: its
    first [few] values one by one, the others by their remainder by [stride].
    Source: symbolic execution (King 1976).
    An instance gives a term, [few] and [stride]. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core.
From Whowins Require Export ViewForms.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Execution *)
(** The truth of a comparison, where it is the same for all unknowns. *)
Definition compared (o : op) (a b : lin) : option bool :=
  match o with
  | Lt => if sure (lsub (lsub b a) (lconst 1)) then Some true else if sure (lsub a b) then Some false else None
  | Le => if sure (lsub b a) then Some true else if sure (lsub (lsub a b) (lconst 1)) then Some false else None
  | Eq => match is_const (lsub a b) with
      | Some z => Some (z =? 0)
      | None => if sure (lsub (lsub a b) (lconst 1)) || sure (lsub (lsub b a) (lconst 1)) then Some false else None
      end
  | _ => None
  end.
Definition sbin (o : op) (a b : lin) : option lin :=
  match o with
  | Add => Some (ladd a b)
  | Sub => Some (lsub a b)
  | Mul => match is_const a with
      | Some x => Some (lscale x b)
      | None => match is_const b with Some y => Some (lscale y a) | None => None end
      end
  | Div => match is_const b with
      | Some c => if c <=? 0 then Some (lconst 0) else if divides c a then Some (ldiv c a) else None
      | None => None end
  | Mod => match is_const b with
      | Some c => if c <=? 0 then Some (lconst 0) else if divides c a then Some (lconst (fst a mod c)) else None
      | None => None end
  | Min => if sure (lsub b a) then Some a else if sure (lsub a b) then Some b else None
  | Max => if sure (lsub b a) then Some b else if sure (lsub a b) then Some a else None
  | Eq | Lt | Le => match compared o a b with Some x => Some (lconst (b2z x)) | None => None end
  | _ => match is_const a, is_const b with Some x, Some y => Some (lconst (opz o x y)) | _, _ => None end
  end.
Definition konst (a : option lin) : option Z := match a with Some a => is_const a | None => None end.

Lemma compared_ok : forall r o a b x, nat_all r -> compared o a b = Some x -> opz o (lv r a) (lv r b) = b2z x.
Proof.
  intros r o a b x N H. unfold compared in H. destruct o; try discriminate; cbn [opz].
  - destruct (is_const (lsub a b)) as [z|] eqn:E.
    + apply (is_const_ok _ _ r) in E. forms. injection H as <-. f_equal.
      destruct (Z.eqb_spec (lv r a) (lv r b)), (Z.eqb_spec z 0); trivial; lia.
    + destruct (_ || _) eqn:S; [|discriminate]. injection H as <-. apply orb_prop in S.
      destruct S as [S|S]; apply (sure_ok r) in S; trivial; forms; destruct (Z.eqb_spec (lv r a) (lv r b)); trivial; lia.
  - destruct (sure _) eqn:S; [|destruct (sure (lsub a b)) eqn:S'; [|discriminate]]; injection H as <-;
      [apply (sure_ok r) in S|apply (sure_ok r) in S']; trivial; forms; destruct (Z.ltb_spec (lv r a) (lv r b)); trivial; lia.
  - destruct (sure (lsub b a)) eqn:S; [|destruct (sure (lsub (lsub a b) _)) eqn:S'; [|discriminate]]; injection H as <-;
      [apply (sure_ok r) in S|apply (sure_ok r) in S']; trivial; forms; destruct (Z.leb_spec (lv r a) (lv r b)); trivial; lia.
Qed.
Lemma sbin_ok : forall r o a b l, nat_all r -> sbin o a b = Some l -> opz o (lv r a) (lv r b) = lv r l.
Proof.
  intros r o a b l N H.
  assert (C : match compared o a b with Some x => Some (lconst (b2z x)) | None => None end = Some l ->
    opz o (lv r a) (lv r b) = lv r l).
  { destruct (compared o a b) as [x|] eqn:E; [|discriminate]. intro Q. injection Q as <-. rewrite lv_const. now apply compared_ok. }
  assert (B : match is_const a, is_const b with Some x, Some y => Some (lconst (opz o x y)) | _, _ => None end = Some l ->
    opz o (lv r a) (lv r b) = lv r l).
  { destruct (is_const a) as [x|] eqn:A; [|discriminate]. destruct (is_const b) as [y|] eqn:B; [|discriminate]. intro Q. injection Q as <-.
    now rewrite (is_const_ok a x r A), (is_const_ok b y r B), lv_const. }
  destruct o; auto; cbn [sbin] in H; cbn [opz].
  - injection H as <-. now rewrite lv_add.
  - injection H as <-. now rewrite lv_sub.
  - destruct (is_const a) as [x|] eqn:A.
    + injection H as <-. now rewrite lv_scale, (is_const_ok a x r A).
    + destruct (is_const b) as [y|] eqn:B'; [|discriminate]. injection H as <-. rewrite lv_scale, (is_const_ok b y r B'). lia.
  - destruct (is_const b) as [c|] eqn:B'; [|discriminate]. rewrite (is_const_ok b c r B'). destruct (Z.leb_spec c 0).
    + injection H as <-. now rewrite lv_const.
    + destruct (divides c a) eqn:D; [|discriminate]. injection H as <-. now apply ldiv_ok.
  - destruct (is_const b) as [c|] eqn:B'; [|discriminate]. rewrite (is_const_ok b c r B'). destruct (Z.leb_spec c 0).
    + injection H as <-. now rewrite lv_const.
    + destruct (divides c a) eqn:D; [|discriminate]. injection H as <-. rewrite lv_const. now apply ldiv_ok.
  - destruct (sure (lsub b a)) eqn:S; [|destruct (sure (lsub a b)) eqn:S'; [|discriminate]]; injection H as <-;
      [apply (sure_ok r) in S|apply (sure_ok r) in S']; trivial; forms; lia.
  - destruct (sure (lsub b a)) eqn:S; [|destruct (sure (lsub a b)) eqn:S'; [|discriminate]]; injection H as <-;
      [apply (sure_ok r) in S|apply (sure_ok r) in S']; trivial; forms; lia.
Qed.

Section Exec.
Variable cs : list (list Z).
Variable bs : list bounds.
Variables few stride : Z.

Fixpoint sexpr (env st : list lin) (e : expr) : option lin :=
  match e with
  | Num z => Some (lconst z)
  | Var i => nth_error env i
  | Get (P p) i d => match konst (sexpr env st i) with Some 0 => nth_error st p | _ => None end
  | Get (K c) i d => match sexpr env st i with
      | Some l => match is_const l with
          | Some i => Some (lconst (elt (nth c cs []) i d))
          | None => if sure (lsub l (lconst (Z.of_nat (length (nth c cs []))))) then Some (lconst d) else None
          end
      | None => None end
  | Len (K c) => Some (lconst (Z.of_nat (length (nth c cs []))))
  | Len (P p) => match nth_error st p with Some _ => Some (lconst 1) | None => None end
  | Bin o a b => match sexpr env st a with
      | Some a => match sexpr env st b with Some b => sbin o a b | None => None end
      | None => None end
  | Ite c a b => match konst (sexpr env st c) with Some z => if z =? 0 then sexpr env st b else sexpr env st a | None => None end
  | Fold _ _ _ _ => None
  end.
(** A comparison that holds ([pos]) or does not, as constraints. *)
Definition constrain (o : op) (pos : bool) (a b : lin) : option dnf :=
  match o with
  | Le => Some [[Ge (if pos then lsub b a else lsub (lsub a b) (lconst 1))]]
  | Lt => Some [[Ge (if pos then lsub (lsub b a) (lconst 1) else lsub a b)]]
  | Eq => Some (if pos then [[Zero (lsub a b)]] else [[Ge (lsub (lsub a b) (lconst 1))]; [Ge (lsub (lsub b a) (lconst 1))]])
  | _ => None
  end.
Fixpoint scond (env st : list lin) (pos : bool) (e : expr) : option dnf :=
  match konst (sexpr env st e) with
  | Some z => Some (if Bool.eqb (z =? 0) pos then [] else [[]])
  | None => match e with
    | Bin o a b => match sexpr env st a, sexpr env st b with Some a, Some b => constrain o pos a b | _, _ => None end
    | Ite c a b => match scond env st true c, scond env st false c, scond env st pos a, scond env st pos b with
        | Some t, Some f, Some x, Some y => Some (dand t x ++ dand f y) | _, _, _, _ => None end
    | _ => None
    end
  end.
(** k < e, as constraints: the bound of a choice. *)
Fixpoint below (env st : list lin) (e : expr) (k : lin) : option (list con) :=
  match sexpr env st e with
  | Some h => Some [Ge (lsub (lsub h k) (lconst 1))]
  | None => match e with
    | Bin Min a b => match below env st a k, below env st b k with Some x, Some y => Some (x ++ y) | _, _ => None end
    | Bin Add a b => match sexpr env st b with Some l => below env st a (lsub k l) | None => None end
    | Bin Sub a b => match sexpr env st b with Some l => below env st a (ladd k l) | None => None end
    | Bin Div a b => match konst (sexpr env st b) with
        | Some c => if 0 <? c then below env st a (lsub (lscale c (ladd k (lconst 1))) (lconst 1)) else None
        | None => None end
    | _ => None
    end
  end.
(** What a choice from [l] on can be. *)
Definition alternatives (p : path) (l : lin) : list (path * lin) :=
  map (fun j => (p, ladd l (lconst j))) (range 0 few) ++
  map (fun j => (Path (S (nv p)) (cons p) (fin p), ladd l (ladd (lconst (few + j)) (lscale stride (lvar (nv p)))))) (range 0 stride).
Definition settled (env : list lin) (p : path) : bool :=
  forallb (fits (nv p)) env && forallb (fits (nv p)) (fin p) && forallb (cfits (nv p)) (cons p).
Fixpoint scmd (c : cmd) (env : list lin) (p : path) : option (list path) :=
  match c with
  | Skip => Some [p]
  | Guard e => match scond env (fin p) true e with Some d => Some (map (add p) d) | None => None end
  | Seq a b => if forallb (fits (nv p)) env then
      match scmd a env p with Some ps => bind (fun q => scmd b env q) ps | None => None end else None
  | Alt a b => match scmd a env p, scmd b env p with Some x, Some y => Some (x ++ y) | _, _ => None end
  | When e a b => match scond env (fin p) true e, scond env (fin p) false e with
      | Some t, Some f => match bind (fun d => scmd a env (add p d)) t, bind (fun d => scmd b env (add p d)) f with
          | Some x, Some y => Some (x ++ y) | _, _ => None end
      | _, _ => None end
  | Choose lo hi c =>
      match sexpr env (fin p) lo with
      | None => None
      | Some l => match is_const l, konst (sexpr env (fin p) hi) with
          | Some x, Some y => bind (fun v => scmd c (env ++ [lconst v]) p) (range x y)
          | _, _ => if settled env p && fits (nv p) l then
              bind (fun pk => match below env (fin p) hi (snd pk) with
                              | Some b => scmd c (env ++ [snd pk]) (add (fst pk) b) | None => None end) (alternatives p l)
              else None
          end
      end
  | Set_ q i e =>
      match konst (sexpr env (fin p) i), sexpr env (fin p) e, nth_error bs q, nth_error (fin p) q with
      | Some 0, Some l, Some (lo, hi), Some _ =>
          Some [becomes (add p (Ge (lsub l (lconst lo)) :: match hi with Some h => [Ge (lsub (lconst h) l)] | None => [] end)) (put q l (fin p))]
      | _, _, _, _ => None
      end
  | Loop _ _ _ | Repeat _ _ | Splice _ _ _ _ => None
  end.

(* ------------------------------------------------------------------ *)
(** ** Soundness: expressions *)
Section At.
Variable r : list Z.
Hypothesis N : nat_all r.
Notation val := (map (lv r)).
Lemma nth_val : forall env i l, nth_error env i = Some l -> nth i (val env) 0 = lv r l.
Proof using.
  intros env i l H. rewrite nth_indep with (d' := lv r (lconst 0)) by (rewrite map_length; apply nth_error_Some; congruence).
  rewrite map_nth. f_equal. now apply nth_error_nth.
Qed.
Lemma look_val : forall st p l, nth_error st p = Some l -> nth p (conc r st) [] = [lv r l].
Proof using.
  intros st p l H. unfold conc.
  rewrite nth_indep with (d' := (fun l => [lv r l]) (lconst 0)) by (rewrite map_length; apply nth_error_Some; congruence).
  rewrite (map_nth (fun l => [lv r l])). do 2 f_equal. now apply nth_error_nth.
Qed.
Lemma konst_ok : forall (o : option lin) v z, (forall l, o = Some l -> v = lv r l) -> konst o = Some z -> v = z.
Proof using. intros [l|] v z H E; [|discriminate]. rewrite (H l eq_refl). now apply is_const_ok. Qed.
Lemma sexpr_ok : forall e env st l, sexpr env st e = Some l -> ev cs (val env) (conc r st) e = lv r l.
Proof using N.
  induction e as [z|i|a i IH d|a|o a IHa b IHb|c IHc a IHa b IHb|]; intros env st l H; cbn [sexpr] in H.
  - injection H as <-. now rewrite lv_const.
  - now apply nth_val.
  - cbn [ev]. destruct a as [c|p]; cbn [look].
    + destruct (sexpr env st i) as [j|] eqn:E; [|discriminate]. rewrite (IH env st j E).
      destruct (is_const j) as [z|] eqn:Z; [rewrite (is_const_ok _ _ r Z); injection H as <-; now rewrite lv_const|].
      destruct (sure _) eqn:S; [|discriminate]. injection H as <-. apply (sure_ok r) in S; trivial. forms.
      unfold elt. destruct (Z.ltb_spec (lv r j) 0); trivial. apply nth_overflow. lia.
    + destruct (konst _) as [z|] eqn:E; [|discriminate].
      apply konst_ok with (v := ev cs (val env) (conc r st) i) in E; auto. rewrite E.
      destruct z; try discriminate. now rewrite (look_val st p l H).
  - cbn [ev]. destruct a as [c|p]; cbn [look].
    + injection H as <-. now rewrite lv_const.
    + destruct (nth_error st p) as [x|] eqn:E; [|discriminate]. injection H as <-. rewrite (look_val st p x E), lv_const. reflexivity.
  - cbn [ev]. destruct (sexpr env st a) as [x|] eqn:A; [|discriminate]. destruct (sexpr env st b) as [y|] eqn:B; [|discriminate].
    rewrite (IHa _ _ _ A), (IHb _ _ _ B). now apply sbin_ok.
  - cbn [ev]. destruct (konst _) as [z|] eqn:E; [|discriminate].
    apply konst_ok with (v := ev cs (val env) (conc r st) c) in E; auto. rewrite E. destruct (z =? 0); auto.
  - discriminate.
Qed.
Definition truth (pos : bool) (z : Z) : Prop := if pos then z <> 0 else z = 0.
Lemma constrain_ok : forall o pos a b d, constrain o pos a b = Some d -> truth pos (opz o (lv r a) (lv r b)) <-> sat r d.
Proof using.
  intros o pos a b d H. destruct o; try discriminate; cbn [constrain] in H; injection H as <-; cbn [opz]; unfold truth, b2z.
  - destruct pos.
    + rewrite sat_one. cbn [holds]. forms. destruct (Z.eqb_spec (lv r a) (lv r b)); lia.
    + change ([[Ge (lsub (lsub a b) (lconst 1))]; [Ge (lsub (lsub b a) (lconst 1))]])
        with ([[Ge (lsub (lsub a b) (lconst 1))]] ++ [[Ge (lsub (lsub b a) (lconst 1))]]).
      rewrite sat_or, !sat_one. cbn [holds]. forms. destruct (Z.eqb_spec (lv r a) (lv r b)); lia.
  - rewrite sat_one. destruct pos; cbn [holds]; forms; destruct (Z.ltb_spec (lv r a) (lv r b)); lia.
  - rewrite sat_one. destruct pos; cbn [holds]; forms; destruct (Z.leb_spec (lv r a) (lv r b)); lia.
Qed.
Lemma scond_ok : forall e env st pos d, scond env st pos e = Some d ->
  truth pos (ev cs (val env) (conc r st) e) <-> sat r d.
Proof using N.
  assert (Q : forall e env st pos z d, konst (sexpr env st e) = Some z ->
    Some (if Bool.eqb (z =? 0) pos then [] else [[]]) = Some d -> truth pos (ev cs (val env) (conc r st) e) <-> sat r d).
  { intros e env st pos z d E H. apply konst_ok with (v := ev cs (val env) (conc r st) e) in E; [|intros; now apply sexpr_ok].
    rewrite E. injection H as <-. unfold truth. destruct (Z.eqb_spec z 0), pos; cbn [Bool.eqb]; rewrite ?sat_no, ?sat_yes; intuition lia. }
  induction e as [z|i|a i IH d0|a|o a IHa b IHb|c IHc a IHa b IHb|]; intros env st pos d H; unfold scond in H; fold scond in H;
    destruct (konst _) as [k|] eqn:E; try (eapply Q; eassumption); try discriminate.
  - destruct (sexpr env st a) as [x|] eqn:A; [|discriminate]. destruct (sexpr env st b) as [y|] eqn:B; [|discriminate].
    cbn [ev]. rewrite (sexpr_ok _ _ _ _ A), (sexpr_ok _ _ _ _ B). now apply constrain_ok.
  - destruct (scond env st true c) as [t|] eqn:T; [|discriminate]. destruct (scond env st false c) as [f|] eqn:Fl; [|discriminate].
    destruct (scond env st pos a) as [x|] eqn:A; [|discriminate]. destruct (scond env st pos b) as [y|] eqn:B; [|discriminate].
    injection H as <-. rewrite sat_or, !sat_and, <- (IHc _ _ _ _ T), <- (IHc _ _ _ _ Fl), <- (IHa _ _ _ _ A), <- (IHb _ _ _ _ B).
    cbn [ev]. unfold truth at 2 4. destruct (Z.eqb_spec (ev cs (val env) (conc r st) c) 0); intuition lia.
Qed.
Lemma below_ok : forall e env st k b, below env st e k = Some b -> lv r k < ev cs (val env) (conc r st) e <-> Forall (holds r) b.
Proof using N.
  assert (O : forall c, Forall (holds r) [c] <-> holds r c) by (intro; split; [now inversion 1|auto]).
  induction e as [z|i|a i IH d0|a|o a IHa b IHb|c IHc a IHa b IHb|]; intros env st k l H; unfold below in H; fold below in H;
    destruct (sexpr env st _) as [h|] eqn:E;
    try (injection H as <-; rewrite O, (sexpr_ok _ _ _ _ E); cbn [holds]; forms; lia); try discriminate.
  cbn [ev]. destruct o; try discriminate; cbn [opz].
  - destruct (sexpr env st b) as [y|] eqn:B; [|discriminate]. rewrite (sexpr_ok _ _ _ _ B), <- (IHa _ _ _ _ H). forms. lia.
  - destruct (sexpr env st b) as [y|] eqn:B; [|discriminate]. rewrite (sexpr_ok _ _ _ _ B), <- (IHa _ _ _ _ H). forms. lia.
  - destruct (konst _) as [c|] eqn:C; [|discriminate].
    apply konst_ok with (v := ev cs (val env) (conc r st) b) in C; [|intros; now apply sexpr_ok]. rewrite C.
    destruct (Z.ltb_spec 0 c) as [P|]; [|discriminate]. destruct (Z.leb_spec c 0); [lia|]. rewrite <- (IHa _ _ _ _ H). forms.
    set (a' := ev cs (val env) (conc r st) a). split; intro Q.
    + assert (c * (lv r k + 1) <= c * (a' / c)) by (apply Z.mul_le_mono_nonneg_l; lia). pose proof (Z.mul_div_le a' c P). lia.
    + enough (lv r k + 1 <= a' / c) by lia. apply Z.div_le_lower_bound; lia.
  - destruct (below env st a k) as [x|] eqn:A; [|discriminate]. destruct (below env st b k) as [y|] eqn:B; [|discriminate].
    injection H as <-. rewrite Forall_app, <- (IHa _ _ _ _ A), <- (IHb _ _ _ _ B). lia.
Qed.
End At.

(* ------------------------------------------------------------------ *)
(** ** Soundness: commands *)
Lemma fits_env : forall r k env, forallb (fits (length r)) env = true -> map (lv (r ++ k)) env = map (lv r) env.
Proof using. intros r k env H. rewrite forallb_forall in H. apply map_ext_in. intros l I. now apply lv_fits, H. Qed.
Lemma fits_conc : forall r k st, forallb (fits (length r)) st = true -> conc (r ++ k) st = conc r st.
Proof using. intros r k env H. rewrite forallb_forall in H. apply map_ext_in. intros l I. now rewrite lv_fits by now apply H. Qed.
Lemma fits_holds : forall r k c, cfits (length r) c = true -> holds (r ++ k) c <-> holds r c.
Proof using. intros r k [l|l] H; cbn [holds]; rewrite lv_fits by exact H; reflexivity. Qed.

(** The values of a path are, at its beginning, values of the path that it goes on from. *)
Definition goes_on (p q : path) : Prop := forall r, ok r q -> (nv p <= length r)%nat /\ ok (firstn (nv p) r) p.
Lemma goes_on_self : forall p, goes_on p p.
Proof using. intros p r O. pose proof (proj1 O). rewrite firstn_all2 by lia. split; [lia|trivial]. Qed.
Lemma goes_on_add : forall p c, goes_on p (add p c).
Proof using. intros p c r O. apply ok_add in O. now apply goes_on_self. Qed.
Lemma goes_on_trans : forall p q u, goes_on p q -> goes_on q u -> goes_on p u.
Proof using.
  intros p q u A B r O. destruct (B r O) as [L1 O1]. destruct (A _ O1) as [L2 O2]. rewrite firstn_length in L2.
  rewrite firstn_firstn in O2. replace (Nat.min (nv p) (nv q)) with (nv p) in O2 by lia. split; [lia|trivial].
Qed.
Lemma goes_on_set : forall p f, goes_on p (becomes p f).
Proof using. intros p f r O. exact (goes_on_self p r O). Qed.

Section Alternatives.
Hypothesis Few : 0 <= few.
Hypothesis Stride : 0 < stride.
Lemma alternatives_fin : forall p l p' k, In (p', k) (alternatives p l) -> fin p' = fin p.
Proof using.
  intros p l p' k I. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [j [E _]]; now injection E as <- <-.
Qed.
Lemma alternatives_on : forall p l p' k, forallb (cfits (nv p)) (cons p) = true -> In (p', k) (alternatives p l) -> goes_on p p'.
Proof using.
  intros p l p' k F I. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [j [E _]]; injection E as <- <-.
  - apply goes_on_self.
  - intros r [L [N O]]. cbn [nv cons] in *. split; [lia|]. split; [rewrite firstn_length; lia|].
    assert (X : r = firstn (nv p) r ++ skipn (nv p) r) by (symmetry; apply firstn_skipn).
    split; [unfold nat_all in *; rewrite X in N; now apply Forall_app in N|].
    rewrite Forall_forall in *. intros x Ix. specialize (O x Ix). rewrite X in O. apply fits_holds in O; trivial.
    rewrite firstn_length. replace (Nat.min (nv p) (length r)) with (nv p) by lia. rewrite forallb_forall in F. auto.
Qed.
Lemma alternatives_ok : forall p l r, ok r p -> forallb (cfits (nv p)) (cons p) = true -> fits (nv p) l = true -> forall v,
  lv r l <= v <-> exists p' k ks, In (p', k) (alternatives p l) /\ ok (r ++ ks) p' /\ lv (r ++ ks) k = v.
Proof using Few Stride.
  intros p l r [L [N O]] F Fl v. rewrite <- L in Fl. split.
  - intro H. destruct (Z.lt_ge_cases (v - lv r l) few) as [C|C].
    + exists p, (ladd l (lconst (v - lv r l))), []. rewrite app_nil_r. split; [|split; [now split|forms; lia]].
      apply in_or_app. left. apply in_map_iff. exists (v - lv r l). split; trivial. apply in_range. lia.
    + set (w := v - lv r l - few) in *. pose proof (Z.div_mod w stride ltac:(lia)) as D. pose proof (Z.mod_pos_bound w stride Stride) as Mb.
      pose proof (Z.div_pos w stride ltac:(lia) Stride) as Dp.
      exists (Path (S (nv p)) (cons p) (fin p)), (ladd l (ladd (lconst (few + w mod stride)) (lscale stride (lvar (nv p))))), [w / stride].
      split; [apply in_or_app; right; apply in_map_iff; exists (w mod stride); split; trivial; now apply in_range|]. split.
      * split; [cbn [nv]; rewrite app_length; cbn; lia|]. split; [apply Forall_app; split; trivial; repeat constructor; trivial|].
        cbn [cons]. rewrite Forall_forall in *. intros x Ix. apply fits_holds; auto. rewrite forallb_forall in F. rewrite L. auto.
      * forms. rewrite lv_var, lv_fits by trivial. rewrite <- L, app_nth2, Nat.sub_diag by lia. cbn [nth]. lia.
  - intros [p' [k [ks [I [[L' [N' _]] E]]]]]. apply in_app_or in I.
    destruct I as [I|I]; apply in_map_iff in I; destruct I as [j [Q J]]; injection Q as <- <-; apply in_range in J; forms;
      rewrite lv_fits in E by trivial; [lia|].
    cbn [nv] in L'. rewrite lv_var in E. assert (0 <= nth (nv p) (r ++ ks) 0).
    { unfold nat_all in N'. rewrite Forall_forall in N'. apply N'. apply nth_In. lia. }
    nia.
Qed.

Lemma scmd_on : forall c env p ps, scmd c env p = Some ps -> forall q, In q ps -> goes_on p q.
Proof using.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|ll lh lc LIH|rf rc RIH|q' i e|sq si sn sx]; intros env p ps H q I;
    cbn [scmd] in H; try discriminate.
  - injection H as <-. destruct I as [<-|[]]. apply goes_on_self.
  - destruct (scond _ _ _ _) as [l|]; [|discriminate]. injection H as <-. apply in_map_iff in I. destruct I as [d [<- _]]. apply goes_on_add.
  - destruct (forallb _ env); [|discriminate]. destruct (scmd a env p) as [qs|] eqn:A; [|discriminate].
    apply bind_in in H. destruct H as [_ H]. apply H in I. destruct I as [q1 [l [I1 [E I2]]]].
    apply goes_on_trans with q1; eauto.
  - destruct (scmd a env p) as [x|] eqn:A; [|discriminate]. destruct (scmd b env p) as [y|] eqn:B'; [|discriminate]. injection H as <-.
    apply in_app_or in I. destruct I; eauto.
  - destruct (scond env (fin p) true e) as [t|]; [|discriminate]. destruct (scond env (fin p) false e) as [f|]; [|discriminate].
    destruct (bind _ t) as [x|] eqn:X; [|discriminate]. destruct (bind _ f) as [y|] eqn:Y; [|discriminate]. injection H as <-.
    apply bind_in in X, Y. destruct X as [_ X], Y as [_ Y].
    apply in_app_or in I. destruct I as [I|I]; [apply X in I|apply Y in I]; destruct I as [d [a' [_ [E I]]]];
      (apply goes_on_trans with (add p d); [apply goes_on_add|eauto]).
  - destruct (sexpr env (fin p) lo) as [l|]; [|discriminate].
    assert (V : (if settled env p && fits (nv p) l then
              bind (fun pk => match below env (fin p) hi (snd pk) with
                              | Some b => scmd c (env ++ [snd pk]) (add (fst pk) b) | None => None end) (alternatives p l)
              else None) = Some ps -> goes_on p q).
    { clear H. intro H. destruct (_ && _) eqn:F; [|discriminate]. unfold settled in F. repeat (apply andb_prop in F; destruct F as [F ?F]).
      apply bind_in in H. destruct H as [_ H]. apply H in I. destruct I as [[p' k] [x [I1 [E I2]]]]. cbn [fst snd] in E.
      destruct (below _ _ _ _) as [b|]; [|discriminate].
      apply goes_on_trans with p'; [now apply alternatives_on with l k|].
      apply goes_on_trans with (add p' b); [apply goes_on_add|eauto]. }
    destruct (is_const l) as [x|]; auto. destruct (konst _) as [y|]; auto.
    apply bind_in in H. destruct H as [_ H]. apply H in I. destruct I as [v [a [I1 [E I2]]]]. eauto.
  - destruct (konst _) as [[| |]|]; try discriminate. destruct (sexpr _ _ e) as [l|]; [|discriminate].
    destruct (nth_error bs q') as [[blo bhi]|]; [|discriminate]. destruct (nth_error (fin p) q'); [|discriminate].
    injection H as <-. destruct I as [<-|[]].
    apply goes_on_trans with (add p (Ge (lsub l (lconst blo)) :: match bhi with Some h => [Ge (lsub (lconst h) l)] | None => [] end));
      [apply goes_on_add|apply goes_on_set].
Qed.

Lemma put_map : forall A B (f : A -> B) n v l, map f (put n v l) = put n (f v) (map f l).
Proof using. intros A B f n v l. revert n. induction l; destruct n; cbn; congruence. Qed.
(** The values of a longer path, cut where the shorter one ends. *)
Lemma cut : forall p q r ks, ok r p -> ok (r ++ ks) q -> goes_on p q -> forall p', goes_on p p' -> goes_on p' q ->
  exists k1 k2, ks = k1 ++ k2 /\ ok (r ++ k1) p'.
Proof using.
  intros p q r ks O Oq _ p' A B. destruct (B _ Oq) as [L1 O1]. destruct (A _ O1) as [L2 _]. rewrite firstn_length in L2.
  rewrite app_length in L1, L2. destruct O as [L _].
  exists (firstn (nv p' - length r) ks), (skipn (nv p' - length r) ks). split; [symmetry; apply firstn_skipn|].
  rewrite firstn_app, (firstn_all2 r) in O1 by lia. exact O1.
Qed.
Lemma only_path : forall (r : list Z) (q : path) (t : state), length r = nv q ->
  ((exists q' ks, In q' [q] /\ ok (r ++ ks) q' /\ t = conc (r ++ ks) (fin q')) <-> ok r q /\ t = conc r (fin q)).
Proof using.
  intros r q t L. split.
  - intros [q' [ks [[<-|[]] [O E]]]]. pose proof (proj1 O) as L1. rewrite app_length in L1. destruct ks; [|cbn in L1; lia].
    rewrite app_nil_r in *. auto.
  - intros [F E]. exists q, []. rewrite app_nil_r. cbn. auto.
Qed.

(** What a command can do, and what its paths say. *)
Definition says (p : path) (r : list Z) (ps : list path) (t : state) : Prop :=
  exists q ks, In q ps /\ ok (r ++ ks) q /\ t = conc (r ++ ks) (fin q).
Lemma says_app : forall p r x y t, says p r (x ++ y) t <-> says p r x t \/ says p r y t.
Proof using.
  intros p r x y t. unfold says. split.
  - intros [q [k [I J]]]. apply in_app_or in I. destruct I; [left|right]; eauto.
  - intros [[q [k [I J]]]|[q [k [I J]]]]; exists q, k; rewrite in_app_iff; tauto.
Qed.

Theorem scmd_sound : forall c env p ps, scmd c env p = Some ps -> forall r, ok r p -> forall t,
  In t (run cs bs c (map (lv r) env) (conc r (fin p))) <-> says p r ps t.
Proof using Few Stride.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|ll lh lc LIH|rf rc RIH|q' i e|sq si sn sx]; intros env p ps H r O t;
    cbn [scmd] in H; try discriminate; pose proof O as [L [N F]].
  - injection H as <-. unfold says. rewrite only_path by trivial. cbn. intuition.
  - destruct (scond _ _ _ _) as [d|] eqn:E; [|discriminate]. injection H as <-.
    pose proof (scond_ok r N _ _ _ _ _ E) as C. cbn [run]. unfold truth in C. unfold says. split.
    + intro M. destruct (Z.eqb_spec (ev cs (map (lv r) env) (conc r (fin p)) e) 0) as [|Nz]; [destruct M|]. destruct M as [<-|[]].
      apply C in Nz. destruct Nz as [c [I Fc]]. exists (add p c), []. rewrite app_nil_r. split; [now apply in_map|].
      split; [now apply ok_add|reflexivity].
    + intros [q [ks [I [Oq ->]]]]. apply in_map_iff in I. destruct I as [c [<- I]]. apply ok_add in Oq. destruct Oq as [Op Fc].
      pose proof (proj1 Op) as L'. rewrite app_length in L'. destruct ks; [|cbn in L'; lia]. rewrite app_nil_r in *.
      assert (Nz : ev cs (map (lv r) env) (conc r (fin p)) e <> 0) by (apply C; now exists c).
      apply Z.eqb_neq in Nz. rewrite Nz. now left.
  - destruct (forallb _ env) eqn:FE; [|discriminate]. destruct (scmd a env p) as [qs|] eqn:A; [|discriminate].
    pose proof H as H0. apply bind_in in H. destruct H as [H1 H2]. cbn [run]. rewrite in_flat_map. rewrite <- L in FE. split.
    + intros [s [M Ns]]. apply (IHa _ _ _ A r O) in M. destruct M as [q1 [k1 [I1 [O1 ->]]]].
      destruct (H1 q1 I1) as [l E]. rewrite <- (fits_env r k1 env FE) in Ns. apply (IHb _ _ _ E _ O1) in Ns.
      destruct Ns as [q [k2 [I2 [O2 ->]]]]. exists q, (k1 ++ k2). rewrite app_assoc. split; [apply H2; eauto|auto].
    + intros [q [ks [I [Oq ->]]]]. apply H2 in I. destruct I as [q1 [l [I1 [E I2]]]].
      pose proof (scmd_on _ _ _ _ A q1 I1) as G1. pose proof (scmd_on _ _ _ _ E q I2) as G2.
      destruct (cut p q r ks O Oq (goes_on_trans _ _ _ G1 G2) q1 G1 G2) as [k1 [k2 [-> O1]]].
      exists (conc (r ++ k1) (fin q1)). split; [apply (IHa _ _ _ A r O); exists q1, k1; auto|].
      rewrite <- (fits_env r k1 env FE). apply (IHb _ _ _ E _ O1). exists q, k2. rewrite <- app_assoc. auto.
  - destruct (scmd a env p) as [x|] eqn:A; [|discriminate]. destruct (scmd b env p) as [y|] eqn:B; [|discriminate]. injection H as <-.
    cbn [run]. rewrite in_app_iff, (IHa _ _ _ A r O), (IHb _ _ _ B r O). symmetry. apply says_app.
  - destruct (scond env (fin p) true e) as [tt|] eqn:ET; [|discriminate]. destruct (scond env (fin p) false e) as [ff|] eqn:EF; [|discriminate].
    destruct (bind _ tt) as [x|] eqn:X; [|discriminate]. destruct (bind _ ff) as [y|] eqn:Y; [|discriminate]. injection H as <-.
    pose proof (scond_ok r N _ _ _ _ _ ET) as CT. pose proof (scond_ok r N _ _ _ _ _ EF) as CF. cbn [truth] in CT, CF.
    assert (Bw : forall (d : dnf) (z : list path) (k : cmd),
      (forall env p ps, scmd k env p = Some ps -> forall r, ok r p -> forall t,
        In t (run cs bs k (map (lv r) env) (conc r (fin p))) <-> says p r ps t) ->
      bind (fun c => scmd k env (add p c)) d = Some z ->
      says p r z t <-> sat r d /\ In t (run cs bs k (map (lv r) env) (conc r (fin p)))).
    { intros d z k IHk Bd. apply bind_in in Bd. destruct Bd as [B1 B2]. split.
      - intros [q [ks [I [Oq ->]]]]. apply B2 in I. destruct I as [c [w [Ic [E Iq]]]].
        pose proof (scmd_on _ _ _ _ E q Iq) as G.
        destruct (cut p q r ks O Oq (goes_on_trans _ _ _ (goes_on_add p c) G) _ (goes_on_add p c) G) as [k1 [k2 [-> O1]]].
        pose proof (proj1 O1) as L1. cbn [add nv] in L1. rewrite app_length in L1. destruct k1; [|cbn in L1; lia].
        rewrite app_nil_r in O1. cbn [app] in *. split; [exists c; split; trivial; now apply ok_add in O1|].
        apply (IHk _ _ _ E r O1). exists q, k2. auto.
      - intros [[c [Ic Fc]] M]. destruct (B1 c Ic) as [w E]. assert (O1 : ok r (add p c)) by now apply ok_add.
        apply (IHk _ _ _ E r O1) in M. destruct M as [q [ks [Iq J]]]. exists q, ks. split; trivial. apply B2. eauto. }
    rewrite says_app, (Bw _ _ _ IHa X), (Bw _ _ _ IHb Y). cbn [run].
    destruct (Z.eqb_spec (ev cs (map (lv r) env) (conc r (fin p)) e) 0); tauto.
  - destruct (sexpr env (fin p) lo) as [l|] eqn:EL; [|discriminate].
    cbn [run]. rewrite (sexpr_ok r N _ _ _ _ EL), in_flat_map.
    assert (V : (if settled env p && fits (nv p) l then
              bind (fun pk => match below env (fin p) hi (snd pk) with
                              | Some b => scmd c (env ++ [snd pk]) (add (fst pk) b) | None => None end) (alternatives p l)
              else None) = Some ps ->
      (exists v, In v (range (lv r l) (ev cs (map (lv r) env) (conc r (fin p)) hi)) /\
                 In t (run cs bs c (map (lv r) env ++ [v]) (conc r (fin p)))) <-> says p r ps t).
    { clear H. intro H. destruct (_ && _) eqn:Fg; [|discriminate]. unfold settled in Fg. repeat (apply andb_prop in Fg; destruct Fg as [Fg ?Fg]).
      apply bind_in in H. destruct H as [H1 H2].
      pose proof (alternatives_ok p l r O ltac:(assumption) ltac:(assumption)) as Al.
      assert (Fe : forallb (fits (length r)) env = true) by (rewrite L; assumption).
      assert (Ff : forallb (fits (length r)) (fin p) = true) by (rewrite L; assumption).
      split.
      - intros [v [R M]]. apply in_range in R. destruct R as [R1 R2]. apply Al in R1. destruct R1 as [p' [k [ks [I [O' E]]]]].
        destruct (H1 _ I) as [w W]. cbn [fst snd] in W. destruct (below env (fin p) hi k) as [b|] eqn:Bl; [|discriminate].
        rewrite <- (fits_env r ks env Fe), <- (fits_conc r ks (fin p) Ff) in R2, M. rewrite <- E in R2, M.
        apply (below_ok (r ++ ks) (proj1 (proj2 O')) _ _ _ _ _ Bl) in R2.
        assert (O1 : ok (r ++ ks) (add p' b)) by now apply ok_add.
        pose proof (IH _ _ _ W _ O1 t) as S. cbn [add fin] in S. rewrite (alternatives_fin _ _ _ _ I), map_app in S. cbn [map] in S.
        apply S in M. destruct M as [q [k2 [I2 [O2 ->]]]]. exists q, (ks ++ k2). rewrite app_assoc. split; [|auto].
        apply H2. exists (p', k), w. cbn [fst snd]. rewrite Bl. auto.
      - intros [q [ks [I [Oq ->]]]]. apply H2 in I. destruct I as [[p' k] [w [I1 [W I2]]]]. cbn [fst snd] in W.
        destruct (below env (fin p) hi k) as [b|] eqn:Bl; [|discriminate].
        assert (G1 : goes_on p (add p' b)) by (apply goes_on_trans with p'; [eapply alternatives_on; eauto|apply goes_on_add]).
        pose proof (scmd_on _ _ _ _ W q I2) as G2.
        destruct (cut p q r ks O Oq (goes_on_trans _ _ _ G1 G2) _ G1 G2) as [k1 [k2 [-> O1]]].
        pose proof O1 as O1'. apply ok_add in O1. destruct O1 as [O1 Fb].
        exists (lv (r ++ k1) k). split.
        + apply in_range. split; [apply Al; exists p', k, k1; auto|].
          rewrite <- (fits_env r k1 env Fe), <- (fits_conc r k1 (fin p) Ff).
          now apply (below_ok (r ++ k1) (proj1 (proj2 O1)) _ _ _ _ _ Bl).
        + rewrite <- (fits_env r k1 env Fe), <- (fits_conc r k1 (fin p) Ff).
          pose proof (IH _ _ _ W _ O1' (conc (r ++ k1 ++ k2) (fin q))) as S. cbn [add fin] in S.
          rewrite (alternatives_fin _ _ _ _ I1), map_app in S. cbn [map] in S. apply S.
          exists q, k2. rewrite <- app_assoc. auto. }
    destruct (is_const l) as [x|] eqn:CL; auto. destruct (konst _) as [y|] eqn:CH; auto. clear V.
    apply (konst_ok r) with (v := ev cs (map (lv r) env) (conc r (fin p)) hi) in CH; [|intros; now apply sexpr_ok].
    rewrite (is_const_ok _ _ r CL), CH. apply bind_in in H. destruct H as [H1 H2].
    assert (W : forall v, map (lv r) (env ++ [lconst v]) = map (lv r) env ++ [v]) by (intro v; rewrite map_app; cbn [map]; now rewrite lv_const).
    split.
    + intros [v [R M]]. destruct (H1 v R) as [a E]. rewrite <- W in M. apply (IH _ _ _ E _ O) in M.
      destruct M as [q [k [I J]]]. exists q, k. split; [apply H2; eauto|trivial].
    + intros [q [k [I J]]]. apply H2 in I. destruct I as [v [a [R [E I]]]]. exists v. split; trivial.
      rewrite <- W. apply (IH _ _ _ E _ O). exists q, k. auto.
  - destruct (konst _) as [[| |]|] eqn:EI; try discriminate. destruct (sexpr _ _ e) as [l|] eqn:E; [|discriminate].
    destruct (nth_error bs q') as [[blo bhi]|] eqn:EB; [|discriminate]. destruct (nth_error (fin p) q') as [old|] eqn:EF; [|discriminate].
    set (extra := Ge _ :: _) in H. injection H as <-. unfold says. rewrite only_path by trivial. cbn [becomes fin run].
    apply (konst_ok r) with (v := ev cs (map (lv r) env) (conc r (fin p)) i) in EI; [|intros; now apply sexpr_ok].
    rewrite EI, (sexpr_ok r N _ _ _ _ E). unfold assign. rewrite EB.
    assert (Nt : nth_error (conc r (fin p)) q' = Some [lv r old]) by (unfold conc; now rewrite nth_error_map, EF).
    rewrite Nt. cbn [length put Z.to_nat]. unfold inside, conc. cbn [fst snd]. rewrite put_map.
    replace ((0 <=? 0) && (0 <? Z.of_nat 1)) with true by reflexivity. cbn [andb].
    assert (Q : ok r (becomes (add p extra) (put q' l (fin p))) <->
      (blo <=? lv r l) && match bhi with Some h => lv r l <=? h | None => true end = true).
    { change (ok r (add p extra) <-> (blo <=? lv r l) && match bhi with Some h => lv r l <=? h | None => true end = true).
      rewrite ok_add, andb_true_iff, Z.leb_le. unfold extra. split.
      - intros [_ Q]. inversion Q as [|? ? Q1 Q2]; subst. cbn [holds] in Q1. forms. split; [lia|].
        destruct bhi; trivial. inversion Q2 as [|? ? Q3 _]; subst. cbn [holds] in Q3. forms. apply Z.leb_le. lia.
      - intros [Q1 Q2]. split; trivial. constructor; [cbn [holds]; forms; lia|].
        destruct bhi; repeat constructor. apply Z.leb_le in Q2. cbn [holds]. forms. lia. }
    rewrite Q. destruct (_ && _); cbn [In]; intuition congruence.
Qed.
End Alternatives.
End Exec.

(* ------------------------------------------------------------------ *)
(** ** The view: a game whose parts are the turn and numbers, for one player to move *)
Definition nums (xs : list Z) : state := map (fun x => [x]) xs.
Definition origin (T : Z) (d : nat) : path := Path d [] (lconst T :: map lvar (seq 0 d)).
Definition view_numbers (few stride : Z) (g : game) (T : Z) : option (list path) :=
  match tiers g, parts g with
  | [c], _ :: ps => if (0 <=? few) && (0 <? stride) then scmd (consts g) (parts g) few stride c [] (origin T (length ps)) else None
  | _, _ => None
  end.
Lemma conc_origin : forall T xs, conc xs (fin (origin T (length xs))) = nums (T :: xs).
Proof.
  intros T xs. unfold conc, nums. cbn [origin fin map]. rewrite lv_const. f_equal. rewrite map_map.
  rewrite map_ext with (g := fun i => [nth i xs 0]) by (intro; now rewrite lv_var).
  rewrite <- (map_map (fun i => nth i xs 0) (fun x => [x])). f_equal.
  enough (G : forall pre, map (fun i => nth i (pre ++ xs) 0) (seq (length pre) (length xs)) = xs) by exact (G []).
  induction xs as [|x xs IH]; intro pre; [reflexivity|]. cbn [length seq map]. f_equal.
  - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (pre ++ [x])). rewrite app_length, Nat.add_1_r in IH. rewrite <- app_assoc in IH. exact IH.
Qed.
Theorem view_numbers_sound : forall few stride g T ps, view_numbers few stride g T = Some ps ->
  forall xs, S (length xs) = length (parts g) -> nat_all xs -> ended g (nums (T :: xs)) = None -> forall t,
  In t (moves g (nums (T :: xs))) <-> exists q ks, In q ps /\ ok (xs ++ ks) q /\ t = conc (xs ++ ks) (fin q).
Proof.
  intros few stride g T ps V xs L N E t. unfold view_numbers in V. unfold moves. rewrite E.
  destruct (tiers g) as [|c [|]]; try discriminate. destruct (parts g) as [|b0 bs] eqn:B; [discriminate|].
  destruct (_ && _) eqn:FS; [|discriminate]. apply andb_prop in FS. destruct FS as [FS1 FS2]. apply Z.leb_le in FS1. apply Z.ltb_lt in FS2.
  cbn [length] in L. injection L as L. cbn [first_tier].
  assert (X : forall x : list state, In t (match x with [] => [] | s' :: l' => s' :: l' end) <-> In t x) by (intros []; reflexivity).
  rewrite X, <- conc_origin. rewrite L.
  assert (O : ok xs (origin T (length bs))) by (split; [exact L|split; [exact N|constructor]]).
  exact (scmd_sound (consts g) (b0 :: bs) few stride FS1 FS2 c [] _ ps V xs O t).
Qed.
