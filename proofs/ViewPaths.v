(** * ViewPaths.v -- symbolic execution of core terms on linear forms, every construct that splits the way in finitely many cases.
    A term runs on linear forms in place of integers, from a state whose elements are forms in natural unknowns. What comes of it is a finite list of
    ways: how many unknowns there are, linear constraints on them, and what was worked out (a form, a state, what is paid). A condition splits the
    way; a quotient q of x by c is a new unknown with c q <= x < c (q + 1); folds, loops and choices with a fixed number of rounds are unrolled, other
    choices are new unknowns; an element of a part that is to be told apart is split by its value.
    Proved: what a term can do in a turn is what its ways say, for every value of the unknowns ([scmd_ok]); so with what finished games pay
    ([sends_ok], [sstuck_ok]).
    A [Repeat] is followed if no unknown decides whether its body produces anything.
    Refused: products and quotients of two forms that are not fixed, bits, folds over a range that is not fixed, arrays that change their length.
    Source: symbolic execution (King 1976); crates/analysis/src/paths is the same in Rust.
    An instance gives a term, and a state of forms. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core.
From Whowins Require Export ViewWays.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Execution *)
Definition obind {A B} (x : option (list A)) (f : A -> option (list B)) : option (list B) := match x with Some l => bind f l | None => None end.
(** How often a fold, a loop or a choice goes round, where that is fixed and not too much. *)
Definition rounds (lo hi : lin) : option nat :=
  match is_const (lsub hi lo) with Some n => if n <=? 256 then Some (Z.to_nat n) else None | None => None end.
Definition later (lo : lin) (k : nat) : lin := ladd lo (lconst (Z.of_nat k)).
Fixpoint repeated {A} (f : lin -> way -> A -> option (list (way * A))) (lo : lin) (ks : list nat) (L : list (way * A)) : option (list (way * A)) :=
  match ks with
  | [] => Some L
  | k :: ks => match bind (fun qa => f (later lo k) (fst qa) (snd qa)) L with Some M => repeated f lo ks M | None => None end
  end.
Definition forms := list (list lin).
Definition values (r : list Z) (st : forms) : state := map (map (lv r)) st.
Definition sfit (n : nat) (st : forms) : Prop := Forall (Forall (lfit n)) st.
Definition flags : lin * lin := (lconst 1, lconst 0).

Definition sop (o : op) (x y : lin) (q : way) : option (list (way * lin)) :=
  match o with
  | Add => Some [(q, ladd x y)]
  | Sub => Some [(q, lsub x y)]
  | Eq => Some (cases q (is_zero (lsub x y) (lconst 1) (lconst 0)))
  | Le => Some (cases q (split (lsub y x) (lconst 1) (lconst 0)))
  | Lt => Some (cases q (split (lsub (lsub y x) (lconst 1)) (lconst 1) (lconst 0)))
  | Min => Some (cases q (split (lsub y x) x y))
  | Max => Some (cases q (split (lsub y x) y x))
  | Mul => match is_const x with
      | Some k => Some [(q, lscale k y)]
      | None => match is_const y with Some k => Some [(q, lscale k x)] | None => None end
      end
  | Div => match is_const y with Some c => Some (if c <=? 0 then [(q, lconst 0)] else divided true c x q) | None => None end
  | Mod => match is_const y with Some c => Some (if c <=? 0 then [(q, lconst 0)] else divided false c x q) | None => None end
  | Shl => match is_const y with Some b => if b <=? 256 then Some [(q, lscale (2 ^ Z.max 0 b) x)] else None | None => None end
  | Shr => match is_const y with Some b => if b <=? 256 then Some (divided true (2 ^ Z.max 0 b) x q) else None | None => None end
  | _ => match is_const x, is_const y with Some x, Some y => Some [(q, lconst (opz o x y))] | _, _ => None end
  end.

Definition way_dec : forall p q : way, {p = q} + {p <> q}.
Proof. repeat decide equality. Defined.
(** [Repeat], if the unknowns do not decide whether the body produces anything. *)
Fixpoint srepeat (body : forms -> way -> option (list (way * forms))) (n : nat) (fuel : Z) (st : forms) (p : way) : option (list (way * forms)) :=
  if fuel <=? 0 then Some [(p, st)] else
  match n with
  | O => None
  | S n => match body st p with
    | None => None
    | Some [] => Some [(p, st)]
    | Some L => if forallb (fun qa : way * forms => if way_dec p (fst qa) then true else false) L
        then bind (fun qa => srepeat body n (fuel - 1) (snd qa) (fst qa)) L else None
    end
  end.

Section Exec.
Variable cs : list (list Z).
Variable bs : list bounds.
Variable apart : list bool.        (* parts whose elements are told apart *)
Definition slook (st : forms) (a : arr) : list lin := match a with K n => map lconst (nth n cs []) | P n => nth n st [] end.

Fixpoint sexpr (e : expr) (env : list lin) (st : forms) (p : way) : option (list (way * lin)) :=
  match e with
  | Num z => Some [(p, lconst z)]
  | Var i => Some [(p, nth i env (lconst 0))]
  | Len a => Some [(p, lconst (Z.of_nat (length (slook st a))))]
  | Get a i d => let l := slook st a in obind (sexpr i env st p) (fun qa =>
      Some (cases (fst qa) (places (snd qa) (length l) (fun k => nth k l (lconst d)) (lconst d))))
  | Bin o a b => obind (sexpr a env st p) (fun qa => obind (sexpr b env st (fst qa)) (fun qb => sop o (snd qa) (snd qb) (fst qb)))
  | Ite c a b => obind (sexpr c env st p) (fun qa => bind (fun qt : way * bool => (if snd qt then sexpr a else sexpr b) env st (fst qt))
      (cases (fst qa) (is_zero (snd qa) false true)))
  | Fold lo hi init body => obind (sexpr lo env st p) (fun ql => obind (sexpr hi env st (fst ql)) (fun qh =>
      match rounds (snd ql) (snd qh), sexpr init env st (fst qh) with
      | Some n, Some L => repeated (fun v q acc => sexpr body (env ++ [v; acc]) st q) (snd ql) (seq 0 n) L
      | _, _ => None
      end))
  end.
(** What is written: in the range of its part, and a constant where it is to be told apart. *)
Definition written (i : nat) (b : bounds) (v : lin) (q : way) : list (way * lin) :=
  match nth i apart false, is_const v, snd b with
  | true, None, Some h => cases q (map (fun z => (Zero (lsub v (lconst z)), lconst z)) (range (fst b) (h + 1)))
  | _, _, h => flat_map (fun qv => match h with Some h => case (fst qv) (Ge (lsub (lconst h) v)) v | None => [(fst qv, v)] end)
      (case q (Ge (lsub v (lconst (fst b)))) v)
  end.
Fixpoint scmd (c : cmd) (env : list lin) (st : forms) (p : way) : option (list (way * forms)) :=
  match c with
  | Skip => Some [(p, st)]
  | Guard e => obind (sexpr e env st p) (fun qa => bind (fun qt : way * bool => Some (if snd qt then [(fst qt, st)] else []))
      (cases (fst qa) (is_zero (snd qa) false true)))
  | Seq a b => obind (scmd a env st p) (fun qa => scmd b env (snd qa) (fst qa))
  | Alt a b => match scmd a env st p, scmd b env st p with Some x, Some y => Some (x ++ y) | _, _ => None end
  | When e a b => obind (sexpr e env st p) (fun qa => bind (fun qt : way * bool => (if snd qt then scmd a else scmd b) env st (fst qt))
      (cases (fst qa) (is_zero (snd qa) false true)))
  | Choose lo hi c => obind (sexpr lo env st p) (fun ql => obind (sexpr hi env st (fst ql)) (fun qh =>
      match rounds (snd ql) (snd qh) with
      | Some n => bind (fun k => scmd c (env ++ [later (snd ql) k]) st (fst qh)) (seq 0 n)
      | None => let n := unknowns (fst qh) in let v := ladd (snd ql) (lvar n) in
          bind (fun qt : way * unit => scmd c (env ++ [v]) st (fst qt))
            (case (Way (S n) (known (fst qh))) (Ge (lsub (lsub (snd qh) v) (lconst 1))) tt)
      end))
  | Loop lo hi c => obind (sexpr lo env st p) (fun ql => obind (sexpr hi env st (fst ql)) (fun qh =>
      match rounds (snd ql) (snd qh) with
      | Some n => repeated (fun v q s => scmd c (env ++ [v]) s q) (snd ql) (seq 0 n) [(fst qh, st)]
      | None => None
      end))
  | Repeat fuel c => obind (sexpr fuel env st p) (fun qf => match is_const (snd qf) with
      | Some f => srepeat (fun st q => scmd c env st q) 256 f st (fst qf)
      | None => None
      end)
  | Set_ i ix e => match nth_error st i, nth_error bs i with
      | Some l, Some b => obind (sexpr ix env st p) (fun qi => obind (sexpr e env st (fst qi)) (fun qe =>
          bind (fun qk : way * option nat => match snd qk with
            | Some k => bind (fun qv => Some [(fst qv, put i (put k (snd qv) l) st)]) (written i b (snd qe) (fst qk))
            | None => Some []
            end) (cases (fst qe) (places (snd qi) (length l) Some None))))
      | _, _ => Some []
      end
  | Splice _ _ _ _ => None
  end.
(** The sign of what is paid. *)
Definition signs (l : lin) : list (con * Z) := [(Ge (lsub l (lconst 1)), 1); (Zero l, 0); (Ge (negative l), -1)].
Fixpoint sends (es : list (expr * expr)) (st : forms) (p : way) : option (list (way * option Z)) :=
  match es with
  | [] => Some [(p, None)]
  | (c, v) :: es => obind (sexpr c [] st p) (fun qa => bind (fun qt : way * bool =>
      if snd qt then obind (sexpr v [] st (fst qt)) (fun qv => bind (fun qs : way * Z => Some [(fst qs, Some (snd qs))]) (cases (fst qv) (signs (snd qv))))
      else sends es st (fst qt)) (cases (fst qa) (is_zero (snd qa) false true)))
  end.
Definition sstuck (e : expr) (st : forms) (p : way) : option (list (way * Z)) :=
  obind (sexpr e [] st p) (fun qv => Some (cases (fst qv) (signs (snd qv)))).

(* ------------------------------------------------------------------ *)
(** ** Soundness *)
Definition efit (n : nat) (env : list lin) : Prop := Forall (lfit n) env.
Lemma efit_more : forall n m env, (n <= m)%nat -> efit n env -> efit m env.
Proof using. intros n m env L F. eapply Forall_impl; [|exact F]. intros l. now apply fits_more. Qed.
Lemma sfit_more : forall n m st, (n <= m)%nat -> sfit n st -> sfit m st.
Proof using. intros n m st L F. eapply Forall_impl; [|exact F]. intros l. now apply efit_more. Qed.
Lemma env_agree : forall n r r' env, efit n env -> agree n r r' -> map (lv r) env = map (lv r') env.
Proof using. intros n r r' env F A. apply map_ext_in. intros l I. unfold efit in F. rewrite Forall_forall in F. apply lv_agree with n; trivial. now apply F. Qed.
Lemma values_agree : forall n r r' st, sfit n st -> agree n r r' -> values r st = values r' st.
Proof using. intros n r r' st F A. apply map_ext_in. intros l I. unfold sfit in F. rewrite Forall_forall in F. apply env_agree with n; trivial. now apply F. Qed.
Lemma slook_ok : forall r st a, map (lv r) (slook st a) = look cs (values r st) a.
Proof using.
  intros r st [n|n]; cbn [slook look].
  - rewrite map_map. rewrite map_ext with (g := fun x => x) by (intro; apply lv_const). apply map_id.
  - unfold values. exact (eq_sym (map_nth (map (lv r)) st [] n)).
Qed.
Lemma slook_fit : forall n st a, sfit n st -> efit n (slook st a).
Proof using.
  intros n st [k|k] F; cbn [slook].
  - apply Forall_map, Forall_forall. intros z _. reflexivity.
  - unfold sfit in F. destruct (nth_in_or_default k st []) as [I|E]; [rewrite Forall_forall in F; now apply F|rewrite E; constructor].
Qed.
Lemma nth_fit : forall n env k d, efit n env -> lfit n (nth k env (lconst d)).
Proof using.
  intros n env k d F. unfold efit in F. destruct (nth_in_or_default k env (lconst d)) as [I|E]; [rewrite Forall_forall in F; now apply F|rewrite E; reflexivity].
Qed.
Lemma efit_snoc : forall n env v, efit n env -> lfit n v -> efit n (env ++ [v]).
Proof using. intros. apply Forall_app. split; trivial. now repeat constructor. Qed.
Lemma env_snoc : forall r env v, map (lv r) (env ++ [v]) = map (lv r) env ++ [lv r v].
Proof using. intros. now rewrite map_app. Qed.
Lemma later_ok : forall r lo k, lv r (later lo k) = lv r lo + Z.of_nat k.
Proof using. intros. unfold later. now forms. Qed.
Lemma rounds_ok : forall r lo hi n, rounds lo hi = Some n -> range (lv r lo) (lv r hi) = map (fun k => lv r lo + Z.of_nat k) (seq 0 n).
Proof using.
  intros r lo hi n H. unfold rounds in H. destruct (is_const _) as [z|] eqn:E; [|discriminate]. apply (is_const_ok _ _ r) in E. forms.
  destruct (z <=? 256); [|discriminate]. injection H as <-. unfold range. now rewrite E.
Qed.
Lemma sop_ok : forall o x y q L, fine q -> lfit (unknowns q) x -> lfit (unknowns q) y -> sop o x y q = Some L ->
  spec lfit lv q L (fun r b => b = opz o (lv r x) (lv r y)).
Proof using.
  intros o x y q L W Fx Fy H. unfold lfit in *.
  assert (One : forall l, lfit (unknowns q) l -> (forall r, lv r l = opz o (lv r x) (lv r y)) -> spec lfit lv q [(q, l)] (fun r b => b = opz o (lv r x) (lv r y))).
  { intros l Fl E. apply spec_one; trivial. intros r b _. rewrite E. tauto. }
  assert (Both : match is_const x, is_const y with Some x, Some y => Some [(q, lconst (opz o x y))] | _, _ => None end = Some L ->
    spec lfit lv q L (fun r b => b = opz o (lv r x) (lv r y))).
  { destruct (is_const x) as [a|] eqn:A; [|discriminate]. destruct (is_const y) as [b|] eqn:B; [|discriminate]. intro Q. injection Q as <-.
    apply One; [reflexivity|]. intro r. now rewrite (is_const_ok x a r A), (is_const_ok y b r B), lv_const. }
  destruct o; auto; cbn [sop] in H; cbn [opz] in *.
  - injection H as <-. apply One; [unfold lfit; auto with fits|]. intro r. now forms.
  - injection H as <-. apply One; [unfold lfit; auto with fits|]. intro r. now forms.
  - destruct (is_const x) as [a|] eqn:A; [|destruct (is_const y) as [b|] eqn:B; [|discriminate]]; injection H as <-.
    + apply One; [unfold lfit; auto with fits|]. intro r. forms. now rewrite (is_const_ok x a r A).
    + apply One; [unfold lfit; auto with fits|]. intro r. forms. rewrite (is_const_ok y b r B). ring.
  - destruct (is_const y) as [c|] eqn:B; [|discriminate]. injection H as <-. destruct (Z.leb_spec c 0).
    + apply One; [reflexivity|]. intro r. rewrite (is_const_ok y c r B), lv_const. now destruct (Z.leb_spec c 0); [|lia].
    + eapply spec_iff; [apply (spec_quotient true); trivial|]. intros r b _. cbn beta. rewrite (is_const_ok y c r B).
      destruct (Z.leb_spec c 0); [lia|tauto].
  - destruct (is_const y) as [c|] eqn:B; [|discriminate]. injection H as <-. destruct (Z.leb_spec c 0).
    + apply One; [reflexivity|]. intro r. rewrite (is_const_ok y c r B), lv_const. now destruct (Z.leb_spec c 0); [|lia].
    + eapply spec_iff; [apply (spec_quotient false); trivial|]. intros r b _. cbn beta. rewrite (is_const_ok y c r B).
      destruct (Z.leb_spec c 0); [lia|tauto].
  - injection H as <-. eapply spec_iff; [apply spec_split; unfold lfit; auto with fits|]. intros r b _. cbn beta. forms.
    destruct (Z.leb_spec 0 (lv r y - lv r x)); [rewrite Z.min_l by lia|rewrite Z.min_r by lia]; tauto.
  - injection H as <-. eapply spec_iff; [apply spec_split; unfold lfit; auto with fits|]. intros r b _. cbn beta. forms.
    destruct (Z.leb_spec 0 (lv r y - lv r x)); [rewrite Z.max_r by lia|rewrite Z.max_l by lia]; tauto.
  - destruct (is_const y) as [c|] eqn:B; [|discriminate]. destruct (c <=? 256); [|discriminate]. injection H as <-.
    apply One; [unfold lfit; auto with fits|]. intro r. forms. rewrite (is_const_ok y c r B), Z.shiftl_mul_pow2 by lia. ring.
  - destruct (is_const y) as [c|] eqn:B; [|discriminate]. destruct (c <=? 256); [|discriminate]. injection H as <-.
    eapply spec_iff; [apply (spec_quotient true); trivial; apply Z.pow_pos_nonneg; lia|]. intros r b _. cbn beta.
    rewrite (is_const_ok y c r B), Z.shiftr_div_pow2 by lia. tauto.
  - injection H as <-. eapply spec_iff; [apply spec_zero; unfold lfit; auto with fits|]. intros r b _. cbn beta. forms. unfold b2z.
    destruct (Z.eqb_spec (lv r x - lv r y) 0), (Z.eqb_spec (lv r x) (lv r y)); try lia; tauto.
  - injection H as <-. eapply spec_iff; [apply spec_split; unfold lfit; auto with fits|]. intros r b _. cbn beta. forms. unfold b2z.
    destruct (Z.leb_spec 0 (lv r y - lv r x - 1)), (Z.ltb_spec (lv r x) (lv r y)); try lia; tauto.
  - injection H as <-. eapply spec_iff; [apply spec_split; unfold lfit; auto with fits|]. intros r b _. cbn beta. forms. unfold b2z.
    destruct (Z.leb_spec 0 (lv r y - lv r x)), (Z.leb_spec (lv r x) (lv r y)); try lia; tauto.
Qed.

(** Rounds, one after the other. *)
Fixpoint chain {B} (g : Z -> B -> B -> Prop) (lo : Z) (ks : list nat) (b c : B) : Prop :=
  match ks with [] => b = c | k :: ks => exists b', g (lo + Z.of_nat k) b b' /\ chain g lo ks b' c end.
Lemma spec_repeated : forall A B (fit : nat -> A -> Prop) (value : list Z -> A -> B) p f lo (g : list Z -> Z -> B -> B -> Prop) ks L M den,
  lfit (unknowns p) lo -> (forall n m a, (n <= m)%nat -> fit n a -> fit m a) ->
  (forall r r' v b c, agree (unknowns p) r r' -> g r v b c -> g r' v b c) ->
  (forall k q a N, (unknowns p <= unknowns q)%nat -> fine q -> fit (unknowns q) a -> f (later lo k) q a = Some N ->
    spec fit value q N (fun r => g r (lv r lo + Z.of_nat k) (value r a))) ->
  spec fit value p L den -> repeated f lo ks L = Some M ->
  spec fit value p M (fun r c => exists b, den r b /\ chain (g r) (lv r lo) ks b c).
Proof using.
  intros A B fit value p f lo g ks L M den Fl Mo Inv Step. revert L M den.
  induction ks as [|k ks IH]; intros L M den S H; cbn [repeated] in H.
  - injection H as <-. eapply spec_iff; [exact S|]. intros r b _. cbn [chain]. split; [eauto|intros [b' [H <-]]; exact H].
  - destruct (bind _ L) as [M1|] eqn:E; [|discriminate].
    assert (S1 : spec fit value p M1 (fun r c => exists b, den r b /\ g r (lv r lo + Z.of_nat k) b c)).
    { apply (spec_seq fit value fit value p L M1 (f (later lo k)) den (fun b r c => g r (lv r lo + Z.of_nat k) b c) S E).
      - intros r r' b c Ag. rewrite <- (lv_agree _ r r' lo Fl Ag). now apply Inv.
      - intros q a N _ Gr Wq Fa Ef. now apply Step. }
    eapply spec_iff; [exact (IH M1 M _ S1 H)|]. intros r c _. cbn [chain]. split.
    + intros [b' [[b [Db G]] Ch]]. exists b. split; trivial. now exists b'.
    + intros [b [Db [b' [G Ch]]]]. exists b'. split; trivial. now exists b.
Qed.

Lemma sexpr_ok : forall e env st p L, fine p -> efit (unknowns p) env -> sfit (unknowns p) st -> sexpr e env st p = Some L ->
  spec lfit lv p L (fun r b => b = ev cs (map (lv r) env) (values r st) e).
Proof using.
  assert (Inv : forall e n r r' env st, efit n env -> sfit n st -> agree n r r' ->
    ev cs (map (lv r) env) (values r st) e = ev cs (map (lv r') env) (values r' st) e).
  { intros e n r r' env st F1 F2 A. now rewrite (env_agree n r r' env F1 A), (values_agree n r r' st F2 A). }
  induction e as [z|i|a i IH d|a|o a IHa b IHb|c IHc a IHa b IHb|lo IHl hi IHh init IHi body IHb]; intros env st p L W Fe Fs H; cbn [sexpr ev] in *.
  - injection H as <-. apply spec_one; trivial; [reflexivity|]. intros r b _. now rewrite lv_const.
  - injection H as <-. apply spec_one; trivial; [now apply nth_fit|]. intros r b _.
    replace (nth i (map (lv r) env) 0) with (lv r (nth i env (lconst 0))); [tauto|].
    now rewrite <- (map_nth (lv r)), lv_const.
  - destruct (sexpr i env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv lfit lv p L1 L
      (fun q l => Some (cases q (places l (length (slook st a)) (fun k => nth k (slook st a) (lconst d)) (lconst d)))) _
      (fun x r c => c = elt (look cs (values r st) a) x d) (IH _ _ _ _ W Fe Fs E) H).
    + intros r r' x c Ag ->. now rewrite (values_agree _ r r' st Fs Ag).
    + intros q l N _ Gr Wq Fl Q. injection Q as <-. pose proof (slook_fit _ _ a (sfit_more _ _ _ Gr Fs)) as Fa.
      eapply spec_iff; [apply spec_places; trivial; [intros; now apply nth_fit|reflexivity]|].
      intros r b _. cbn beta. rewrite <- slook_ok. unfold elt. rewrite lv_const.
      assert (V : forall k, lv r (nth k (slook st a) (lconst d)) = nth k (map (lv r) (slook st a)) d).
      { intro k. now rewrite <- (map_nth (lv r)), lv_const. }
      rewrite V. destruct (Z.leb_spec 0 (lv r l)), (Z.ltb_spec (lv r l) 0); try lia; cbn [andb]; [|tauto].
      destruct (Z.ltb_spec (lv r l) (Z.of_nat (length (slook st a)))); [tauto|].
      rewrite nth_overflow by (rewrite map_length; lia). tauto.
  - injection H as <-. apply spec_one; trivial; [reflexivity|]. intros r b _. rewrite lv_const, <- slook_ok, map_length. tauto.
  - destruct (sexpr a env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv lfit lv p L1 L (fun q x => obind (sexpr b env st q) (fun qb => sop o x (snd qb) (fst qb))) _
      (fun x r c => c = opz o x (ev cs (map (lv r) env) (values r st) b)) (IHa _ _ _ _ W Fe Fs E) H).
    + intros r r' x c Ag ->. now rewrite (Inv b _ r r' env st Fe Fs Ag).
    + intros q x N _ Gr Wq Fx Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      destruct (sexpr b env st q) as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q.
      apply (spec_then lfit lv lfit lv q L2 N (fun q' y => sop o x y q') _ (fun y r c => c = opz o (lv r x) y) (IHb _ _ _ _ Wq Fe' Fs' E2) Q).
      * intros r r' y c Ag ->. now rewrite (lv_agree _ r r' x Fx Ag).
      * intros q' y N' _ Gr' Wq' Fy Q'. apply sop_ok; trivial. now apply fits_more with (unknowns q).
  - destruct (sexpr c env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv lfit lv p L1 L (fun q x => bind (fun qt : way * bool => (if snd qt then sexpr a else sexpr b) env st (fst qt))
        (cases q (is_zero x false true))) _
      (fun x r c => c = if x =? 0 then ev cs (map (lv r) env) (values r st) b else ev cs (map (lv r) env) (values r st) a) (IHc _ _ _ _ W Fe Fs E) H).
    + intros r r' x c' Ag ->. now rewrite (Inv a _ r r' env st Fe Fs Ag), (Inv b _ r r' env st Fe Fs Ag).
    + intros q x N _ Gr Wq Fx Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      pose proof (spec_zero bool bool any itself q x false true Wq Fx I I) as Z.
      eapply spec_iff; [apply (spec_then any itself lfit lv q _ N (fun q' (t : bool) => (if t then sexpr a else sexpr b) env st q') _
        (fun (t : bool) r c => c = if t then ev cs (map (lv r) env) (values r st) a else ev cs (map (lv r) env) (values r st) b) Z Q)|].
      * intros r r' t c' Ag ->. now rewrite (Inv a _ r r' env st Fe' Fs' Ag), (Inv b _ r r' env st Fe' Fs' Ag).
      * intros q' t N' _ Gr' Wq' _ Q'. pose proof (efit_more _ _ _ Gr' Fe') as Fe2. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2.
        destruct t; [now apply IHa|now apply IHb].
      * intros r v _. cbn beta. unfold itself. destruct (lv r x =? 0); tauto.
  - destruct (sexpr lo env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    set (body_ev := fun r v acc => ev cs (map (lv r) env ++ [v; acc]) (values r st) body).
    apply (spec_then lfit lv lfit lv p L1 L (fun q l => obind (sexpr hi env st q) (fun qh =>
      match rounds l (snd qh), sexpr init env st (fst qh) with
      | Some n, Some L => repeated (fun v q acc => sexpr body (env ++ [v; acc]) st q) l (seq 0 n) L
      | _, _ => None end)) _
      (fun x r c => c = fold_left (fun acc v => body_ev r v acc) (range x (ev cs (map (lv r) env) (values r st) hi)) (ev cs (map (lv r) env) (values r st) init))
      (IHl _ _ _ _ W Fe Fs E) H).
    + intros r r' x c Ag ->. unfold body_ev. now rewrite (env_agree _ r r' env Fe Ag), (values_agree _ r r' st Fs Ag).
    + intros q l N _ Gr Wq Fl Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      destruct (sexpr hi env st q) as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q.
      apply (spec_then lfit lv lfit lv q L2 N (fun q' h => match rounds l h, sexpr init env st q' with
        | Some n, Some L => repeated (fun v q acc => sexpr body (env ++ [v; acc]) st q) l (seq 0 n) L
        | _, _ => None end) _
        (fun y r c => c = fold_left (fun acc v => body_ev r v acc) (range (lv r l) y) (ev cs (map (lv r) env) (values r st) init))
        (IHh _ _ _ _ Wq Fe' Fs' E2) Q).
      * intros r r' y c Ag ->. unfold body_ev. now rewrite (env_agree _ r r' env Fe' Ag), (values_agree _ r r' st Fs' Ag), (lv_agree _ r r' l Fl Ag).
      * intros q' h N' _ Gr' Wq' Fh Q'. destruct (rounds l h) as [n|] eqn:R; [|discriminate].
        destruct (sexpr init env st q') as [L3|] eqn:E3; [|discriminate].
        pose proof (efit_more _ _ _ Gr' Fe') as Fe2. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2. pose proof (fits_more _ _ _ Gr' Fl) as Fl2.
        eapply spec_iff; [apply (spec_repeated lin Z lfit lv q' (fun v q acc => sexpr body (env ++ [v; acc]) st q) l
          (fun r v acc c => c = body_ev r v acc) (seq 0 n) L3 N' _ Fl2 fits_more) with (3 := IHi _ _ _ _ Wq' Fe2 Fs2 E3) (4 := Q')|].
        -- intros r r' v b c Ag ->. unfold body_ev. now rewrite (env_agree _ r r' env Fe2 Ag), (values_agree _ r r' st Fs2 Ag).
        -- intros k q2 a N2 Gr2 Wq2 Fa Eb. pose proof (fits_more _ _ _ Gr2 Fl2) as Fl3.
           eapply spec_iff; [apply (IHb (env ++ [later l k; a]) st q2 N2); trivial|].
           ++ apply Forall_app. split; [now apply efit_more with (unknowns q')|]. constructor; [unfold lfit, later; auto with fits|now repeat constructor].
           ++ now apply sfit_more with (unknowns q').
           ++ intros r b _. cbn beta. unfold body_ev. rewrite map_app. cbn [map]. rewrite later_ok. tauto.
        -- intros r b _. cbn beta. rewrite (rounds_ok r l h n R).
           generalize (seq 0 n) as ks. generalize (ev cs (map (lv r) env) (values r st) init) as x. intros x ks. revert x.
           assert (X : forall ks x, chain (fun v acc c => c = body_ev r v acc) (lv r l) ks x b <->
             b = fold_left (fun acc v => body_ev r v acc) (map (fun k => lv r l + Z.of_nat k) ks) x).
           { clear ks. induction ks as [|k ks IH]; intro x; cbn [chain map fold_left]; [split; congruence|]. rewrite <- IH. split.
             - intros [b' [-> Ch]]. exact Ch.
             - intro Ch. eauto. }
           intro x. rewrite <- X. split; [intros [y [-> Ch]]; exact Ch|intro Ch; eauto].
Qed.

Lemma written_ok : forall i b v q, fine q -> lfit (unknowns q) v ->
  spec lfit lv q (written i b v q) (fun r x => inside b (lv r v) = true /\ x = lv r v).
Proof using.
  intros i [lo hi] v q W F. unfold lfit in F. unfold written, inside. cbn [fst snd].
  assert (Plain : spec lfit lv q (flat_map (fun qv => match hi with Some h => case (fst qv) (Ge (lsub (lconst h) v)) v | None => [(fst qv, v)] end)
      (case q (Ge (lsub v (lconst lo))) v))
    (fun r x => (lo <=? lv r v) && match hi with Some h => lv r v <=? h | None => true end = true /\ x = lv r v)).
  { assert (F1 : cfits (unknowns q) (Ge (lsub v (lconst lo))) = true) by (cbn [cfits]; auto with fits). constructor.
    - intros q2 a I. apply in_flat_map in I. destruct I as [[q1 a1] [I1 I2]]. destruct (case_in _ _ _ _ _ _ I1 W F1) as [-> [U1 [W1 _]]].
      cbn [fst] in I2. destruct hi as [h|].
      + destruct (case_in _ _ _ _ _ _ I2 W1) as [-> [U2 [W2 _]]]; [cbn [cfits]; rewrite U1; auto with fits|]. unfold lfit. rewrite U2, U1. auto.
      + destruct I2 as [I2|[]]. injection I2 as <- <-. unfold lfit. rewrite U1. auto.
    - intros q2 a r I M. apply in_flat_map in I. destruct I as [[q1 a1] [I1 I2]]. destruct (case_in _ _ _ _ _ _ I1 W F1) as [-> [U1 [W1 H1]]].
      cbn [fst] in I2. destruct hi as [h|].
      + destruct (case_in _ _ _ _ _ _ I2 W1) as [-> [U2 [W2 H2]]]; [cbn [cfits]; rewrite U1; auto with fits|].
        destruct (H2 r M) as [M1 G2]. destruct (H1 r M1) as [M0 G1]. cbn [holds] in G1, G2. forms. split; trivial. split; trivial.
        apply andb_true_intro. split; apply Z.leb_le; lia.
      + destruct I2 as [I2|[]]. injection I2 as <- <-. destruct (H1 r M) as [M0 G1]. cbn [holds] in G1. forms. split; trivial. split; trivial.
        rewrite andb_true_r. apply Z.leb_le. lia.
    - intros r x M [H ->]. apply andb_prop in H. destruct H as [Hl Hh]. apply Z.leb_le in Hl.
      destruct (case_full lin q (Ge (lsub v (lconst lo))) v r M) as [q1 [I1 M1]]; [cbn [holds]; forms; lia|]. destruct hi as [h|].
      + apply Z.leb_le in Hh. destruct (case_full lin q1 (Ge (lsub (lconst h) v)) v r M1) as [q2 [I2 M2]]; [cbn [holds]; forms; lia|].
        exists q2, v, r. split; [apply in_flat_map; exists (q1, v); auto|]. split; [apply agree_refl|auto].
      + exists q1, v, r. split; [apply in_flat_map; exists (q1, v); split; [trivial|now left]|]. split; [apply agree_refl|auto]. }
  destruct (nth i apart false); [|exact Plain]. destruct (is_const v); [exact Plain|]. destruct hi as [h|]; [|exact Plain]. clear Plain.
  apply spec_cases; trivial.
  - intros c a I. apply in_map_iff in I. destruct I as [z [I _]]. injection I as <- <-. cbn [cfits]. split; [auto with fits|reflexivity].
  - intros r c a I M H. apply in_map_iff in I. destruct I as [z [I R]]. injection I as <- <-. apply in_range in R. cbn [holds] in H. forms.
    split; [|lia]. apply andb_true_intro. split; apply Z.leb_le; lia.
  - intros r x M [H ->]. apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1, H2.
    exists (Zero (lsub v (lconst (lv r v)))), (lconst (lv r v)). split; [|split; [cbn [holds]; forms; lia|apply lv_const]].
    apply in_map_iff. exists (lv r v). split; trivial. apply in_range. lia.
Qed.
Lemma put_map : forall A B (f : A -> B) n v l, map f (put n v l) = put n (f v) (map f l).
Proof using. intros A B f n v l. revert n. induction l; destruct n; cbn; congruence. Qed.
Lemma put_all : forall A (Q : A -> Prop) n v l, Forall Q l -> Q v -> Forall Q (put n v l).
Proof using. intros A Q n v l F Qv. revert n. induction F; intros [|n]; cbn [put]; constructor; auto. Qed.
Lemma nth_error_fit : forall n st i l, sfit n st -> nth_error st i = Some l -> efit n l.
Proof using. intros n st i l F E. unfold sfit in F. rewrite Forall_forall in F. exact (F l (nth_error_In _ _ E)). Qed.

Lemma run_inv : forall c n r r' env st t, efit n env -> sfit n st -> agree n r r' ->
  In t (run cs bs c (map (lv r) env) (values r st)) -> In t (run cs bs c (map (lv r') env) (values r' st)).
Proof using. intros c n r r' env st t F1 F2 A. now rewrite (env_agree n r r' env F1 A), (values_agree n r r' st F2 A). Qed.
Lemma ev_inv : forall e n r r' env st, efit n env -> sfit n st -> agree n r r' ->
  ev cs (map (lv r) env) (values r st) e = ev cs (map (lv r') env) (values r' st) e.
Proof using. intros e n r r' env st F1 F2 A. now rewrite (env_agree n r r' env F1 A), (values_agree n r r' st F2 A). Qed.

Lemma srepeat_ok : forall c env, (forall st p L, fine p -> efit (unknowns p) env -> sfit (unknowns p) st -> scmd c env st p = Some L ->
    spec sfit values p L (fun r t => In t (run cs bs c (map (lv r) env) (values r st)))) ->
  forall n fuel st p L, fine p -> efit (unknowns p) env -> sfit (unknowns p) st -> srepeat (fun st q => scmd c env st q) n fuel st p = Some L ->
  spec sfit values p L (fun r t => In t (repeat_from (run cs bs c (map (lv r) env)) fuel (values r st))).
Proof using.
  intros c env Body n. set (body := fun r => run cs bs c (map (lv r) env)).
  assert (Stop : forall st p, fine p -> sfit (unknowns p) st ->
    spec sfit values p [(p, st)] (fun r t => In t [values r st])).
  { intros st p W Fs. apply spec_one; trivial. intros r t _. cbn [In]. split; [intros [E|[]]; congruence|now left]. }
  induction n as [|n IH]; intros fuel st p L W Fe Fs H; cbn [srepeat] in H; destruct (Z.leb_spec fuel 0) as [F|F]; try discriminate.
  1, 2: injection H as <-; eapply spec_iff; [now apply Stop|]; intros r t _; rewrite repeat_from_rec; now replace (Z.to_nat fuel) with O by lia.
  destruct (scmd c env st p) as [B|] eqn:E; [|discriminate]. pose proof (Body st p B W Fe Fs E) as Sp.
  assert (Fuel : Z.to_nat fuel = S (Z.to_nat (fuel - 1))) by lia.
  destruct B as [|x B].
  - injection H as <-. eapply spec_iff; [now apply Stop|]. intros r t M. rewrite repeat_from_rec, Fuel. cbn [repeat_rec]. fold (body r).
    destruct (body r (values r st)) as [|u l] eqn:Bo; [reflexivity|].
    destruct (s_full _ _ _ _ _ Sp r u M) as [q [a [r' [[] _]]]]. fold (body r). rewrite Bo. now left.
  - destruct (forallb _ (x :: B)) eqn:All; [|discriminate]. rewrite forallb_forall in All.
    eapply spec_iff; [apply (spec_seq sfit values sfit values p (x :: B) L (fun q a => srepeat (fun st q => scmd c env st q) n (fuel - 1) a q) _
      (fun u r t => In t (repeat_from (body r) (fuel - 1) u)) Sp H)|].
    + intros r r' u t Ag. unfold body. now rewrite (env_agree _ r r' env Fe Ag).
    + intros q a N _ Gr Wq Fa Q. apply (IH (fuel - 1) a q N); trivial. now apply efit_more with (unknowns p).
    + intros r t M. cbn beta. rewrite repeat_from_rec, Fuel. cbn [repeat_rec]. fold (body r).
      assert (Ix : In (values r (snd x)) (body r (values r st))).
      { destruct x as [q a]. pose proof (All (q, a) (or_introl eq_refl)) as Q. cbn [fst] in Q. destruct (way_dec p q) as [<-|]; [|discriminate].
        exact (proj2 (s_sound _ _ _ _ _ Sp p a r (or_introl eq_refl) M)). }
      destruct (body r (values r st)) as [|u l]; [destruct Ix|]. rewrite in_flat_map.
      split; intros [v [I J]]; exists v; split; trivial; [now rewrite repeat_from_rec in J|now rewrite repeat_from_rec].
Qed.

Theorem scmd_ok : forall c env st p L, fine p -> efit (unknowns p) env -> sfit (unknowns p) st -> scmd c env st p = Some L ->
  spec sfit values p L (fun r t => In t (run cs bs c (map (lv r) env) (values r st))).
Proof using.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c IH|fuel c IH|i ix e|sq si sn sx]; intros env st p L W Fe Fs H;
    cbn [scmd run] in *; try discriminate.
  - injection H as <-. apply spec_one; trivial. intros r b _. cbn [In]. split; [intros [E|[]]; congruence|now left].
  - destruct (sexpr e env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv sfit values p L1 L (fun q x => bind (fun qt : way * bool => Some (if snd qt then [(fst qt, st)] else []))
        (cases q (is_zero x false true))) _
      (fun x r c => In c (if x =? 0 then [] else [values r st])) (sexpr_ok _ _ _ _ _ W Fe Fs E) H).
    + intros r r' x c Ag. now rewrite (values_agree _ r r' st Fs Ag).
    + intros q x N _ Gr Wq Fx Q. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      eapply spec_iff; [apply (spec_then any itself sfit values q _ N (fun q' (t : bool) => Some (if t then [(q', st)] else [])) _
        (fun (t : bool) r c => In c (if t then [values r st] else [])) (spec_zero bool bool any itself q x false true Wq Fx I I) Q)|].
      * intros r r' t c' Ag. now rewrite (values_agree _ r r' st Fs' Ag).
      * intros q' t N' _ Gr' Wq' _ Q'. injection Q' as <-. unfold itself. destruct t.
        -- apply spec_one; trivial; [now apply sfit_more with (unknowns q)|]. intros r b _. cbn [In]. split; [intros [E'|[]]; congruence|now left].
        -- apply spec_none. now intros r b _ [].
      * intros r v _. cbn beta. unfold itself. destruct (lv r x =? 0); tauto.
  - destruct (scmd a env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    eapply spec_iff; [apply (spec_seq sfit values sfit values p L1 L (fun q s => scmd b env s q) _
      (fun s r t => In t (run cs bs b (map (lv r) env) s)) (IHa _ _ _ _ W Fe Fs E) H)|].
    + intros r r' s t Ag. now rewrite (env_agree _ r r' env Fe Ag).
    + intros q s N _ Gr Wq Fs' Q. apply IHb; trivial. now apply efit_more with (unknowns p).
    + intros r t _. cbn beta. rewrite in_flat_map. tauto.
  - destruct (scmd a env st p) as [x|] eqn:A; [|discriminate]. destruct (scmd b env st p) as [y|] eqn:B; [|discriminate]. injection H as <-.
    eapply spec_iff; [apply spec_app; [apply (IHa _ _ _ _ W Fe Fs A)|apply (IHb _ _ _ _ W Fe Fs B)]|].
    intros r t _. cbn beta. rewrite in_app_iff. tauto.
  - destruct (sexpr e env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv sfit values p L1 L (fun q x => bind (fun qt : way * bool => (if snd qt then scmd a else scmd b) env st (fst qt))
        (cases q (is_zero x false true))) _
      (fun x r t => In t (if x =? 0 then run cs bs b (map (lv r) env) (values r st) else run cs bs a (map (lv r) env) (values r st)))
      (sexpr_ok _ _ _ _ _ W Fe Fs E) H).
    + intros r r' x t Ag. destruct (x =? 0); now apply run_inv with (unknowns p).
    + intros q x N _ Gr Wq Fx Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      eapply spec_iff; [apply (spec_then any itself sfit values q _ N (fun q' (t : bool) => (if t then scmd a else scmd b) env st q') _
        (fun (t : bool) r s => In s (if t then run cs bs a (map (lv r) env) (values r st) else run cs bs b (map (lv r) env) (values r st)))
        (spec_zero bool bool any itself q x false true Wq Fx I I) Q)|].
      * intros r r' t s Ag. destruct t; now apply run_inv with (unknowns q).
      * intros q' t N' _ Gr' Wq' _ Q'. pose proof (efit_more _ _ _ Gr' Fe') as Fe2. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2.
        unfold itself. destruct t; [now apply IHa|now apply IHb].
      * intros r s _. cbn beta. unfold itself. destruct (lv r x =? 0); tauto.
  - destruct (sexpr lo env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    set (body := fun r v => run cs bs c (map (lv r) env ++ [v]) (values r st)).
    eapply spec_iff; [apply (spec_then lfit lv sfit values p L1 L (fun q l => obind (sexpr hi env st q) (fun qh =>
      match rounds l (snd qh) with
      | Some n => bind (fun k => scmd c (env ++ [later l k]) st (fst qh)) (seq 0 n)
      | None => let n := unknowns (fst qh) in let v := ladd l (lvar n) in
          bind (fun qt : way * unit => scmd c (env ++ [v]) st (fst qt)) (case (Way (S n) (known (fst qh))) (Ge (lsub (lsub (snd qh) v) (lconst 1))) tt)
      end)) _
      (fun x r t => exists v, x <= v < ev cs (map (lv r) env) (values r st) hi /\ In t (body r v)) (sexpr_ok _ _ _ _ _ W Fe Fs E) H)|].
    + intros r r' x t Ag. unfold body. now rewrite (env_agree _ r r' env Fe Ag), (values_agree _ r r' st Fs Ag).
    + intros q l N _ Gr Wq Fl Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      destruct (sexpr hi env st q) as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q.
      apply (spec_then lfit lv sfit values q L2 N (fun q' h => match rounds l h with
          | Some n => bind (fun k => scmd c (env ++ [later l k]) st q') (seq 0 n)
          | None => let n := unknowns q' in let v := ladd l (lvar n) in
              bind (fun qt : way * unit => scmd c (env ++ [v]) st (fst qt)) (case (Way (S n) (known q')) (Ge (lsub (lsub h v) (lconst 1))) tt)
          end) _
        (fun y r t => exists v, lv r l <= v < y /\ In t (body r v)) (sexpr_ok _ _ _ _ _ Wq Fe' Fs' E2) Q).
      * intros r r' y t Ag. unfold body. now rewrite (env_agree _ r r' env Fe' Ag), (values_agree _ r r' st Fs' Ag), (lv_agree _ r r' l Fl Ag).
      * intros q' h N' _ Gr' Wq' Fh Q'. pose proof (efit_more _ _ _ Gr' Fe') as Fe2. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2.
        pose proof (fits_more _ _ _ Gr' Fl) as Fl2. destruct (rounds l h) as [n|] eqn:R.
        -- apply bind_in in Q'. destruct Q' as [B1 B2].
           assert (K : forall k, In k (seq 0 n) -> exists M, scmd c (env ++ [later l k]) st q' = Some M /\
             spec sfit values q' M (fun r t => In t (body r (lv r l + Z.of_nat k)))).
           { intros k I. destruct (B1 k I) as [M Em]. exists M. split; trivial. eapply spec_iff; [apply (IH _ _ _ _ Wq') with (3 := Em); trivial|].
             - apply efit_snoc; trivial. unfold lfit, later; auto with fits.
             - intros r t _. cbn beta. unfold body. rewrite env_snoc, later_ok. tauto. }
           constructor.
           ++ intros q2 a I. apply B2 in I. destruct I as [k [M [Ik [Em I]]]]. destruct (K k Ik) as [M' [Em' Sp]]. rewrite Em in Em'. injection Em' as <-.
              exact (s_grow _ _ _ _ _ Sp q2 a I).
           ++ intros q2 a r I Me. apply B2 in I. destruct I as [k [M [Ik [Em I]]]]. destruct (K k Ik) as [M' [Em' Sp]]. rewrite Em in Em'. injection Em' as <-.
              destruct (s_sound _ _ _ _ _ Sp q2 a r I Me) as [Mq In_]. split; trivial. exists (lv r l + Z.of_nat k). split; trivial.
              apply in_range. rewrite (rounds_ok r l h n R). apply in_map_iff. eauto.
           ++ intros r t Me [v [Rv In_]]. apply in_range in Rv. rewrite (rounds_ok r l h n R) in Rv. apply in_map_iff in Rv. destruct Rv as [k [<- Ik]].
              destruct (K k Ik) as [M [Em Sp]]. destruct (s_full _ _ _ _ _ Sp r t Me In_) as [q2 [a [r' [I X]]]].
              exists q2, a, r'. split; trivial. apply B2. eauto.
        -- cbn zeta in Q'. set (n := unknowns q') in *. set (v := ladd l (lvar n)) in *.
           assert (Fv : lfit (S n) v).
           { unfold lfit, v. apply fits_add; [apply fits_more with n; [lia|trivial]|apply fits_var; lia]. }
           set (q1 := Way (S n) (known q')) in *.
           assert (W1 : fine q1).
           { unfold fine in *. eapply Forall_impl; [|exact Wq']. intros c' Hc. cbn [q1 unknowns]. now apply cfits_more with n; [lia|]. }
           assert (Fc : cfits (unknowns q1) (Ge (lsub (lsub h v) (lconst 1))) = true).
           { cbn [cfits q1 unknowns]. assert (fits (S n) h = true) by (apply fits_more with n; [lia|trivial]). auto with fits. }
           apply bind_in in Q'. destruct Q' as [B1 B2].
           assert (K : forall q2, In (q2, tt) (case q1 (Ge (lsub (lsub h v) (lconst 1))) tt) -> exists M, scmd c (env ++ [v]) st q2 = Some M /\
             unknowns q2 = S n /\ (forall r, meets r q2 -> meets r q1 /\ lv r v < lv r h) /\
             spec sfit values q2 M (fun r t => In t (body r (lv r v)))).
           { intros q2 I. destruct (B1 _ I) as [M Em]. cbn [fst] in Em. destruct (case_in _ _ _ _ _ _ I W1 Fc) as [_ [U [W2 Hm]]]. exists M.
             split; trivial. split; trivial. split.
             - intros r Me. destruct (Hm r Me) as [Me1 Hc]. cbn [holds] in Hc. forms. split; [trivial|lia].
             - eapply spec_iff; [apply (IH _ _ _ _ W2) with (3 := Em); rewrite U; cbn [q1 unknowns]|].
               + apply efit_snoc; trivial. apply efit_more with n; [lia|trivial].
               + apply sfit_more with n; [lia|trivial].
               + intros r t _. cbn beta. unfold body. now rewrite env_snoc. }
           constructor.
           ++ intros q3 a I. apply B2 in I. destruct I as [[q2 []] [M [Ik [Em I]]]]. cbn [fst] in Em. destruct (K q2 Ik) as [M' [Em' [U [_ Sp]]]].
              rewrite Em in Em'. injection Em' as <-. destruct (s_grow _ _ _ _ _ Sp q3 a I) as [G1 G2]. split; trivial. rewrite U in G1. fold n. lia.
           ++ intros q3 a r I Me. apply B2 in I. destruct I as [[q2 []] [M [Ik [Em I]]]]. cbn [fst] in Em. destruct (K q2 Ik) as [M' [Em' [U [Hm Sp]]]].
              rewrite Em in Em'. injection Em' as <-. destruct (s_sound _ _ _ _ _ Sp q3 a r I Me) as [Mq In_]. destruct (Hm r Mq) as [Mq1 Lt].
              split; [exact Mq1|]. exists (lv r v). split; trivial. split; trivial. unfold v. rewrite lv_add, lv_var.
              pose proof (nth_nat r n (proj1 Mq1)). lia.
           ++ intros r t Me [x [Rx In_]]. set (r1 := one_more n r (x - lv r l)).
              assert (Ag : agree n r r1) by apply one_more_agree.
              assert (Lv : lv r1 v = x).
              { unfold v. rewrite lv_add, lv_var. unfold r1 at 2. rewrite one_more_last, <- (lv_agree n r r1 l Fl2 Ag). lia. }
              assert (Me1 : meets r1 q1).
              { destruct Me as [Nr Kr]. split; [apply one_more_nat; trivial; lia|]. cbn [q1 known]. unfold fine in Wq'.
                rewrite Forall_forall in *. intros c' I. apply holds_agree with n r; [now apply Wq'|trivial|now apply Kr]. }
              destruct (case_full unit q1 (Ge (lsub (lsub h v) (lconst 1))) tt r1 Me1) as [q2 [I2 Me2]].
              { cbn [holds]. forms. rewrite Lv, <- (lv_agree n r r1 h Fh Ag). lia. }
              destruct (K q2 I2) as [M [Em [U [_ Sp]]]].
              destruct (s_full _ _ _ _ _ Sp r1 t Me2) as [q3 [a [r3 [I3 [Ag3 [Me3 Ev]]]]]].
              { rewrite Lv. unfold body in *. now rewrite <- (env_agree n r r1 env Fe2 Ag), <- (values_agree n r r1 st Fs2 Ag). }
              exists q3, a, r3. split; [apply B2; exists (q2, tt), M; auto|]. split; [|auto].
              apply agree_trans with (S n) r1; [lia|trivial|]. now rewrite <- U.
    + intros r t _. cbn beta. rewrite in_flat_map. unfold body.
      split; intros [v [R In_]]; exists v; split; trivial; [now apply in_range|now apply in_range in R].
  - destruct (sexpr lo env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    set (body := fun r v s => run cs bs c (map (lv r) env ++ [v]) s).
    apply (spec_then lfit lv sfit values p L1 L (fun q l => obind (sexpr hi env st q) (fun qh =>
      match rounds l (snd qh) with
      | Some n => repeated (fun v q s => scmd c (env ++ [v]) s q) l (seq 0 n) [(fst qh, st)]
      | None => None
      end)) _
      (fun x r t => In t (fold_left (fun ss v => flat_map (body r v) ss) (range x (ev cs (map (lv r) env) (values r st) hi)) [values r st]))
      (sexpr_ok _ _ _ _ _ W Fe Fs E) H).
    + intros r r' x t Ag. unfold body. now rewrite (env_agree _ r r' env Fe Ag), (values_agree _ r r' st Fs Ag).
    + intros q l N _ Gr Wq Fl Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      destruct (sexpr hi env st q) as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q.
      apply (spec_then lfit lv sfit values q L2 N (fun q' h => match rounds l h with
        | Some n => repeated (fun v q s => scmd c (env ++ [v]) s q) l (seq 0 n) [(q', st)]
        | None => None end) _
        (fun y r t => In t (fold_left (fun ss v => flat_map (body r v) ss) (range (lv r l) y) [values r st])) (sexpr_ok _ _ _ _ _ Wq Fe' Fs' E2) Q).
      * intros r r' y t Ag. unfold body. now rewrite (env_agree _ r r' env Fe' Ag), (values_agree _ r r' st Fs' Ag), (lv_agree _ r r' l Fl Ag).
      * intros q' h N' _ Gr' Wq' Fh Q'. destruct (rounds l h) as [n|] eqn:R; [|discriminate].
        pose proof (efit_more _ _ _ Gr' Fe') as Fe2. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2. pose proof (fits_more _ _ _ Gr' Fl) as Fl2.
        assert (One : spec sfit values q' [(q', st)] (fun r s => s = values r st)) by (apply spec_one; trivial; tauto).
        eapply spec_iff; [apply (spec_repeated forms state sfit values q' (fun v q s => scmd c (env ++ [v]) s q) l
          (fun r v s t => In t (body r v s)) (seq 0 n) [(q', st)] N' _ Fl2 sfit_more) with (3 := One) (4 := Q')|].
        -- intros r r' v s t Ag. unfold body. now rewrite (env_agree _ r r' env Fe2 Ag).
        -- intros k q2 s N2 Gr2 Wq2 Fa Eb. pose proof (fits_more _ _ _ Gr2 Fl2) as Fl3.
           eapply spec_iff; [apply (IH (env ++ [later l k]) s q2 N2); trivial|].
           ++ apply efit_snoc; [now apply efit_more with (unknowns q')|unfold lfit, later; auto with fits].
           ++ intros r b _. cbn beta. unfold body. rewrite env_snoc, later_ok. tauto.
        -- intros r t _. cbn beta. rewrite (rounds_ok r l h n R).
           assert (X : forall ks ss, (exists s, In s ss /\ chain (fun v s t => In t (body r v s)) (lv r l) ks s t) <->
             In t (fold_left (fun ss v => flat_map (body r v) ss) (map (fun k => lv r l + Z.of_nat k) ks) ss)).
           { induction ks as [|k ks IHk]; intro ss; cbn [chain map fold_left].
             - split; [intros [s [I <-]]; exact I|intro I; eauto].
             - rewrite <- IHk. split.
               + intros [s [I [s' [I' Ch]]]]. exists s'. split; trivial. apply in_flat_map. eauto.
               + intros [s' [I' Ch]]. apply in_flat_map in I'. destruct I' as [s [I I']]. exists s. split; trivial. eauto. }
           rewrite <- X. split; [intros [s [-> Ch]]; exists (values r st); split; [now left|trivial]|intros [s [[<-|[]] Ch]]; eauto].
  - destruct (sexpr fuel env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    apply (spec_then lfit lv sfit values p L1 L (fun q x => match is_const x with
        | Some f => srepeat (fun st q => scmd c env st q) 256 f st q | None => None end) _
      (fun x r t => In t (repeat_from (run cs bs c (map (lv r) env)) x (values r st))) (sexpr_ok _ _ _ _ _ W Fe Fs E) H).
    + intros r r' x t Ag. now rewrite (env_agree _ r r' env Fe Ag), (values_agree _ r r' st Fs Ag).
    + intros q x N _ Gr Wq Fx Q. destruct (is_const x) as [f|] eqn:Cf; [|discriminate].
      eapply spec_iff; [apply (srepeat_ok c env) with (n := 256%nat) (fuel := f) (st := st); trivial|].
      * intros st' p' L' W' Fe' Fs' E'. now apply IH.
      * now apply efit_more with (unknowns p).
      * now apply sfit_more with (unknowns p).
      * intros r t _. now rewrite (is_const_ok x f r Cf).
  - unfold assign. destruct (nth_error st i) as [l|] eqn:El.
    2: { injection H as <-. apply spec_none. intros r t _. replace (nth_error (values r st) i) with (@None (list Z)); [now intros []|].
         unfold values. now rewrite nth_error_map, El. }
    assert (Ev : forall r, nth_error (values r st) i = Some (map (lv r) l)) by (intro r; unfold values; now rewrite nth_error_map, El).
    destruct (nth_error bs i) as [b|] eqn:Eb.
    2: { injection H as <-. apply spec_none. intros r t _. rewrite Ev. now intros []. }
    destruct (sexpr ix env st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    eapply spec_iff; [apply (spec_then lfit lv sfit values p L1 L (fun q x => obind (sexpr e env st q) (fun qe =>
          bind (fun qk : way * option nat => match snd qk with
            | Some k => bind (fun qv => Some [(fst qv, put i (put k (snd qv) l) st)]) (written i b (snd qe) (fst qk))
            | None => Some []
            end) (cases (fst qe) (places x (length l) Some None)))) _
      (fun x r t => (0 <= x < Z.of_nat (length l)) /\ inside b (ev cs (map (lv r) env) (values r st) e) = true /\
        t = put i (put (Z.to_nat x) (ev cs (map (lv r) env) (values r st) e) (map (lv r) l)) (values r st)) (sexpr_ok _ _ _ _ _ W Fe Fs E) H)|].
    + pose proof (nth_error_fit _ _ _ _ Fs El) as Fl. intros r r' x t Ag. now rewrite (env_agree _ r r' env Fe Ag), (values_agree _ r r' st Fs Ag), (env_agree _ r r' l Fl Ag).
    + intros q x N _ Gr Wq Fx Q. pose proof (efit_more _ _ _ Gr Fe) as Fe'. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      destruct (sexpr e env st q) as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q.
      apply (spec_then lfit lv sfit values q L2 N (fun q' v => bind (fun qk : way * option nat => match snd qk with
            | Some k => bind (fun qv => Some [(fst qv, put i (put k (snd qv) l) st)]) (written i b v (fst qk))
            | None => Some []
            end) (cases q' (places x (length l) Some None))) _
        (fun v r t => (0 <= lv r x < Z.of_nat (length l)) /\ inside b v = true /\
           t = put i (put (Z.to_nat (lv r x)) v (map (lv r) l)) (values r st)) (sexpr_ok _ _ _ _ _ Wq Fe' Fs' E2) Q).
      * pose proof (nth_error_fit _ _ _ _ Fs' El) as Fl. intros r r' v t Ag.
        now rewrite (values_agree _ r r' st Fs' Ag), (env_agree _ r r' l Fl Ag), (lv_agree _ r r' x Fx Ag).
      * intros q' v N' _ Gr' Wq' Fv Q'. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2. pose proof (fits_more _ _ _ Gr' Fx) as Fx2.
        eapply spec_iff; [apply (spec_then any itself sfit values q' _ N' (fun q2 (k : option nat) => match k with
            | Some k => bind (fun qv => Some [(fst qv, put i (put k (snd qv) l) st)]) (written i b v q2)
            | None => Some []
            end) _
          (fun (k : option nat) r t => exists k', k = Some k' /\ inside b (lv r v) = true /\ t = put i (put k' (lv r v) (map (lv r) l)) (values r st))
          (spec_places (option nat) (option nat) any itself q' x (length l) Some None Wq' Fx2 (fun _ _ => I) I) Q')|].
        -- pose proof (nth_error_fit _ _ _ _ Fs2 El) as Fl. intros r r' k t Ag [k' [Ek [In_ Et]]]. exists k'.
           now rewrite <- (values_agree _ r r' st Fs2 Ag), <- (env_agree _ r r' l Fl Ag), <- (lv_agree _ r r' v Fv Ag).
        -- intros q2 k N2 _ Gr2 Wq2 _ Q2. pose proof (fits_more _ _ _ Gr2 Fv) as Fv2. pose proof (sfit_more _ _ _ Gr2 Fs2) as Fs3.
           pose proof (nth_error_fit _ _ _ _ Fs3 El) as Fl. unfold itself. destruct k as [k|].
           ++ eapply spec_iff; [apply (spec_seq lfit lv sfit values q2 _ N2 (fun q3 w => Some [(q3, put i (put k w l) st)]) _
                (fun w r t => t = put i (put k w (map (lv r) l)) (values r st)) (written_ok i b v q2 Wq2 Fv2) Q2)|].
              ** intros r r' w t Ag. now rewrite (values_agree _ r r' st Fs3 Ag), (env_agree _ r r' l Fl Ag).
              ** intros q3 w N3 _ Gr3 Wq3 Fw Q3. injection Q3 as <-. apply spec_one; trivial.
                 --- unfold sfit. apply put_all; [now apply sfit_more with (unknowns q2)|]. apply put_all; trivial. now apply efit_more with (unknowns q2).
                 --- intros r t _. unfold values. rewrite !put_map. tauto.
              ** intros r t _. cbn beta. split.
                 --- intros [w [[In_ ->] ->]]. exists k. auto.
                 --- intros [k' [Ek [In_ ->]]]. injection Ek as <-. exists (lv r v). auto.
           ++ injection Q2 as <-. apply spec_none. intros r t _ [k' [Ek _]]. discriminate.
        -- intros r t _. cbn beta. unfold itself. split.
           ++ intros [k' [Ek [In_ ->]]]. destruct (_ && _) eqn:B; [|discriminate]. injection Ek as <-. apply andb_prop in B. split; [lia|auto].
           ++ intros [R [In_ ->]]. exists (Z.to_nat (lv r x)). split; [|auto]. destruct (Z.leb_spec 0 (lv r x)), (Z.ltb_spec (lv r x) (Z.of_nat (length l))); trivial; lia.
    + intros r t _. cbn beta. rewrite Ev, map_length. set (x := ev cs (map (lv r) env) (values r st) ix). set (y := ev cs (map (lv r) env) (values r st) e).
      destruct (Z.leb_spec 0 x), (Z.ltb_spec x (Z.of_nat (length l))), (inside b y); cbn [andb In]; intuition (try congruence; try lia).
Qed.

(** What is paid. *)
Lemma spec_signs : forall q l, fine q -> lfit (unknowns q) l -> spec any itself q (cases q (signs l)) (fun r b => b = Z.sgn (lv r l)).
Proof using.
  intros q l W F. unfold lfit in F. unfold signs. apply spec_cases; trivial.
  - intros c a [I|[I|[I|[]]]]; injection I as <- <-; cbn [cfits]; unfold negative; split; auto with fits; exact I.
  - intros r c a [I|[I|[I|[]]]] M H; injection I as <- <-; cbn [holds] in H; unfold negative in H; forms; unfold itself; lia.
  - intros r b M ->. unfold itself. destruct (Z.lt_trichotomy (lv r l) 0) as [H|[H|H]].
    + exists (Ge (negative l)), (-1). cbn [In holds]. unfold negative. forms. split; [auto|lia].
    + exists (Zero l), 0. cbn [In holds]. split; [auto|lia].
    + exists (Ge (lsub l (lconst 1))), 1. cbn [In holds]. forms. split; [auto|lia].
Qed.
Theorem sstuck_ok : forall e st p L, fine p -> sfit (unknowns p) st -> sstuck e st p = Some L ->
  spec any itself p L (fun r b => b = Z.sgn (ev cs [] (values r st) e)).
Proof using.
  intros e st p L W Fs H. unfold sstuck in H. destruct (sexpr e [] st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
  apply (spec_then lfit lv any itself p L1 L (fun q l => Some (cases q (signs l))) _ (fun x r b => b = Z.sgn x)
    (sexpr_ok _ _ _ _ _ W (Forall_nil _) Fs E) H); [trivial|].
  intros q l N _ Gr Wq Fl Q. injection Q as <-. now apply spec_signs.
Qed.
Theorem sends_ok : forall es st p L, fine p -> sfit (unknowns p) st -> sends es st p = Some L ->
  spec any itself p L (fun r b => b = option_map Z.sgn (first_end cs es (values r st))).
Proof using.
  induction es as [|[c v] es IH]; intros st p L W Fs H; cbn [sends first_end] in *.
  - injection H as <-. apply spec_one; trivial; [exact I|]. intros r b _. cbn [option_map]. unfold itself. tauto.
  - destruct (sexpr c [] st p) as [L1|] eqn:E; [|discriminate]. cbn [obind] in H.
    set (rest := fun r => option_map Z.sgn (first_end cs es (values r st))). set (pay := fun r => Some (Z.sgn (ev cs [] (values r st) v))).
    eapply spec_iff; [apply (spec_then lfit lv any itself p L1 L (fun q x => bind (fun qt : way * bool =>
      if snd qt then obind (sexpr v [] st (fst qt)) (fun qv => bind (fun qs : way * Z => Some [(fst qs, Some (snd qs))]) (cases (fst qv) (signs (snd qv))))
      else sends es st (fst qt)) (cases q (is_zero x false true))) _ (fun x r b => b = if x =? 0 then rest r else pay r)
      (sexpr_ok _ _ _ _ _ W (Forall_nil _) Fs E) H)|].
    + intros r r' x b Ag ->. unfold rest, pay. now rewrite (values_agree _ r r' st Fs Ag).
    + intros q x N _ Gr Wq Fx Q. pose proof (sfit_more _ _ _ Gr Fs) as Fs'.
      eapply spec_iff; [apply (spec_then any itself any itself q _ N (fun q' (t : bool) =>
          if t then obind (sexpr v [] st q') (fun qv => bind (fun qs : way * Z => Some [(fst qs, Some (snd qs))]) (cases (fst qv) (signs (snd qv))))
          else sends es st q') _ (fun (t : bool) r b => b = if t then pay r else rest r)
        (spec_zero bool bool any itself q x false true Wq Fx I I) Q)|].
      * intros r r' t b Ag ->. unfold rest, pay. now rewrite (values_agree _ r r' st Fs' Ag).
      * intros q' t N' _ Gr' Wq' _ Q'. pose proof (sfit_more _ _ _ Gr' Fs') as Fs2. unfold itself. destruct t; [|now apply IH].
        destruct (sexpr v [] st q') as [L2|] eqn:E2; [|discriminate]. cbn [obind] in Q'.
        apply (spec_then lfit lv any itself q' L2 N' (fun q2 l => bind (fun qs : way * Z => Some [(fst qs, Some (snd qs))]) (cases q2 (signs l))) _
          (fun y r b => b = Some (Z.sgn y)) (sexpr_ok _ _ _ _ _ Wq' (Forall_nil _) Fs2 E2) Q'); [trivial|].
        intros q2 l N2 _ Gr2 Wq2 Fl Q2.
        apply (spec_then any itself any itself q2 _ N2 (fun q3 (s : Z) => Some [(q3, Some s)]) _ (fun s r b => b = Some s) (spec_signs q2 l Wq2 Fl) Q2); [trivial|].
        intros q3 s N3 _ Gr3 Wq3 _ Q3. injection Q3 as <-. apply spec_one; trivial; [exact I|]. intros r b _. unfold itself. tauto.
      * intros r b _. cbn beta. unfold itself. destruct (lv r x =? 0); tauto.
    + intros r b _. cbn beta. unfold rest, pay. change (map (lv r) []) with (@nil Z). destruct (ev cs [] (values r st) c =? 0); cbn [option_map]; tauto.
Qed.
End Exec.
