(** * ViewTidy.v -- terms are compared, and a term may be written shorter: crates/core/src/tidy.rs, for what views meet.
    Proved: a tidied expression has the same value, a tidied command the same moves in the same order, at every state ([tidy_value],
    [tidy_run]); so
    two commands whose tidied terms are equal do the same ([alike_run]).
    And some facts about lists that the views of boards and heaps share.
    Source: constant folding.
    An instance (a view) gives the command of a term, and the one that it is to mean. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core.
Import ListNotations.
Open Scope Z_scope.

(** Syntax is decidable. *)
Definition arr_dec : forall a b : arr, {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.
Definition op_dec : forall a b : op, {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition expr_dec : forall a b : expr, {a = b} + {a <> b}.
Proof. decide equality; try apply Z.eq_dec; try apply Nat.eq_dec; try apply arr_dec; apply op_dec. Defined.
Definition cmd_dec : forall a b : cmd, {a = b} + {a <> b}.
Proof. decide equality; try apply expr_dec; try apply Nat.eq_dec; apply list_eq_dec, expr_dec. Defined.

(* ------------------------------------------------------------------ *)
(** ** Expressions *)
Definition is (n : Z) (e : expr) : bool := match e with Num z => z =? n | _ => false end.
(** The value is 0 or 1. *)
Fixpoint flag (e : expr) : bool := match e with
  | Num z => (z =? 0) || (z =? 1) | Bin (Eq | Lt | Le) _ _ => true | Ite _ a b => flag a && flag b | _ => false end.
Definition shifted (x : expr) (k : Z) : expr :=
  if k =? 0 then x else if k <? 0 then Bin Sub x (Num (- k)) else Bin Add x (Num k).
Definition plus_num (x : expr) (k : Z) : expr := match x with
  | Num a => Num (a + k) | Bin Add y (Num b) => shifted y (b + k) | Bin Sub y (Num b) => shifted y (k - b) | _ => shifted x k end.
Definition operation (o : op) (x y : expr) : expr := match o with
  | Add => match y with Num k => plus_num x k | _ => match x with Num k => plus_num y k | _ => Bin Add x y end end
  | Sub => match y with Num k => plus_num x (- k) | _ => Bin Sub x y end
  | Mul => match x, y with
      | Num a, Num b => Num (a * b)
      | _, _ => if is 1 y then x else if is 1 x then y else if is 0 x || is 0 y then Num 0 else Bin Mul x y end
  | Div => match x, y with Num a, Num b => Num (opz Div a b) | _, _ => if is 1 y then x else Bin Div x y end
  | Mod | Eq | Lt | Le => match x, y with Num a, Num b => Num (opz o a b) | _, _ => Bin o x y end
  | _ => Bin o x y
  end.
Fixpoint choice (c yes no : expr) : expr := match c with
  | Num z => if z =? 0 then no else yes
  | _ => match c with
    | Ite c' nay aye => if is 0 nay && is 1 aye then choice c' no yes
        else if is 1 yes && is 0 no && flag c then c else if expr_dec yes no then yes else Ite c yes no
    | _ => if is 1 yes && is 0 no && flag c then c else if expr_dec yes no then yes else Ite c yes no end end.
Fixpoint tidy_e (e : expr) : expr := match e with
  | Num _ | Var _ | Len _ => e
  | Get a i d => Get a (tidy_e i) d
  | Bin o a b => operation o (tidy_e a) (tidy_e b)
  | Ite c a b => choice (tidy_e c) (tidy_e a) (tidy_e b)
  | Fold lo hi init body => Fold (tidy_e lo) (tidy_e hi) (tidy_e init) (tidy_e body)
  end.

Section Value.
Variable cs : list (list Z).
Lemma is_ev : forall n e env s, is n e = true -> ev cs env s e = n.
Proof. intros n [z| | | | | | ] env s H; try discriminate. cbn in *. now apply Z.eqb_eq. Qed.
Lemma flag_ev : forall e env s, flag e = true -> ev cs env s e = 0 \/ ev cs env s e = 1.
Proof.
  induction e as [z|v|a i IHi d|a|o x IHx y IHy|c IHc a IHa b IHb|lo IHl hi IHh init IHn body IHb]; intros env s H; cbn [flag] in H;
  try discriminate.
  - apply orb_prop in H. rewrite !Z.eqb_eq in H. exact H.
  - destruct o; try discriminate; cbn [ev opz];
      [destruct (_ =? _)|destruct (_ <? _)|destruct (_ <=? _)]; cbn; auto.
  - apply andb_prop in H. destruct H as [H1 H2]. cbn [ev]. destruct (_ =? 0); auto.
Qed.
Lemma shifted_ev : forall x k env s, ev cs env s (shifted x k) = ev cs env s x + k.
Proof.
  intros. unfold shifted. destruct (Z.eqb_spec k 0); [lia|]. destruct (Z.ltb_spec k 0); cbn [ev opz]; lia.
Qed.
Lemma plus_num_ev : forall x k env s, ev cs env s (plus_num x k) = ev cs env s x + k.
Proof.
  intros x k env s. destruct x as [| | | |o x y| |]; try apply shifted_ev; [reflexivity|].
  destruct o; try apply shifted_ev; destruct y; try apply shifted_ev; cbn [plus_num ev opz]; rewrite shifted_ev; lia.
Qed.
Lemma operation_ev : forall o x y env s, ev cs env s (operation o x y) = opz o (ev cs env s x) (ev cs env s y).
Proof.
  intros o x y env s. destruct o; try reflexivity; cbn [operation].
  - assert (G : ev cs env s (match x with Num k => plus_num y k | _ => Bin Add x y end) = opz Add (ev cs env s x) (ev cs env s y)).
    { destruct x; try reflexivity. rewrite plus_num_ev. cbn [ev opz]. lia. }
    destruct y; try exact G. rewrite plus_num_ev. reflexivity.
  - destruct y; try reflexivity. rewrite plus_num_ev. cbn [ev opz]. lia.
  - assert (G : ev cs env s (if is 1 y then x else if is 1 x then y else if is 0 x || is 0 y then Num 0 else Bin Mul x y)
                = opz Mul (ev cs env s x) (ev cs env s y)).
    { cbn [opz]. destruct (is 1 y) eqn:A; [rewrite (is_ev 1 y) by trivial; lia|].
      destruct (is 1 x) eqn:B; [rewrite (is_ev 1 x) by trivial; lia|].
      destruct (is 0 x) eqn:D; [rewrite (is_ev 0 x) by trivial; reflexivity|].
      destruct (is 0 y) eqn:E; [rewrite (is_ev 0 y) by trivial; cbn; lia|]. reflexivity. }
    destruct x; try exact G. destruct y; try exact G. reflexivity.
  - assert (G : ev cs env s (if is 1 y then x else Bin Div x y) = opz Div (ev cs env s x) (ev cs env s y)).
    { destruct (is 1 y) eqn:A; [|reflexivity]. rewrite (is_ev 1 y) by trivial. cbn [opz Z.leb Z.compare]. now rewrite Z.div_1_r. }
    destruct x; try exact G. destruct y; try exact G. reflexivity.
  - destruct x, y; reflexivity.
  - destruct x, y; reflexivity.
  - destruct x, y; reflexivity.
  - destruct x, y; reflexivity.
Qed.
Lemma choice_ev : forall c yes no env s, ev cs env s (choice c yes no) = if ev cs env s c =? 0 then ev cs env s no else ev cs env s yes.
Proof.
  induction c as [z|v|a i IHi d|a|o x IHx y IHy|c IHc a IHa b IHb|lo IHl hi IHh init IHn body IHb]; intros yes no env s;
    try (match goal with |- ev _ _ _ (choice ?c _ _) = _ => set (e := c) end;
      change (ev cs env s (if is 1 yes && is 0 no && flag e then e else if expr_dec yes no then yes else Ite e yes no)
              = if ev cs env s e =? 0 then ev cs env s no else ev cs env s yes);
      destruct (is 1 yes && is 0 no && flag e) eqn:F;
        [apply andb_prop in F; destruct F as [F F3]; apply andb_prop in F; destruct F as [F1 F2];
         rewrite (is_ev 1 yes), (is_ev 0 no) by trivial; destruct (flag_ev e env s F3) as [->| ->]; reflexivity|];
      destruct (expr_dec yes no) as [->|]; [now destruct (_ =? 0)|reflexivity]).
  - cbn [choice ev]. now destruct (z =? 0).
  - cbn [choice]. destruct (is 0 a && is 1 b) eqn:N.
    + apply andb_prop in N. destruct N as [N1 N2]. rewrite IHc. cbn [ev]. rewrite (is_ev 0 a), (is_ev 1 b) by trivial.
      now destruct (ev cs env s c =? 0).
    + destruct (is 1 yes && is 0 no && flag (Ite c a b)) eqn:F.
      * apply andb_prop in F; destruct F as [F F3]; apply andb_prop in F; destruct F as [F1 F2].
        rewrite (is_ev 1 yes), (is_ev 0 no) by trivial. destruct (flag_ev _ env s F3) as [->| ->]; reflexivity.
      * destruct (expr_dec yes no) as [->|]; [now destruct (_ =? 0)|reflexivity].
Qed.
Lemma fold_same : forall A B (f h : A -> B -> A) l, (forall a b, f a b = h a b) -> forall a, fold_left f l a = fold_left h l a.
Proof. intros A B f h l E. induction l as [|b l IH]; intro a; [reflexivity|]. cbn [fold_left]. now rewrite E, IH. Qed.
Theorem tidy_value : forall e env s, ev cs env s (tidy_e e) = ev cs env s e.
Proof.
  induction e as [z|v|a i IHi d|a|o x IHx y IHy|c IHc a IHa b IHb|lo IHl hi IHh init IHn body IHb]; intros env s; cbn [tidy_e]; trivial.
  - cbn [ev]. now rewrite IHi.
  - rewrite operation_ev, IHx, IHy. reflexivity.
  - rewrite choice_ev, IHc, IHa, IHb. reflexivity.
  - cbn [ev]. rewrite IHl, IHh, IHn. apply fold_same. intros. apply IHb.
Qed.
End Value.

(* ------------------------------------------------------------------ *)
(** ** Commands *)
Definition never : cmd := Guard (Num 0).
Definition is_never (c : cmd) : bool := match c with Guard (Num z) => z =? 0 | _ => false end.
Fixpoint seqs (c : cmd) : list cmd := match c with Skip => [] | Seq a b => seqs a ++ seqs b | _ => [c] end.
Fixpoint alts (c : cmd) : list cmd := match c with Alt a b => alts a ++ alts b | _ => if is_never c then [] else [c] end.
Definition closed (lo hi : expr) : bool := match lo, hi with Num a, Num b => b <=? a | _, _ => false end.
Fixpoint tidy_c (c : cmd) : cmd := match c with
  | Skip => Skip
  | Guard e => match tidy_e e with Num z => if z =? 0 then never else Skip | e => Guard e end
  | Seq a b => let l := seqs (tidy_c a) ++ seqs (tidy_c b) in if existsb is_never l then never else seq_of l
  | Alt a b => alt_of (alts (tidy_c a) ++ alts (tidy_c b))
  | When e a b => match tidy_e e with
      | Num z => if z =? 0 then tidy_c b else tidy_c a
      | e => if cmd_dec (tidy_c a) (tidy_c b) then tidy_c a else When e (tidy_c a) (tidy_c b) end
  | Choose lo hi c => let c := tidy_c c in let lo := tidy_e lo in let hi := tidy_e hi in
      if is_never c || closed lo hi then never else Choose lo hi c
  | Loop lo hi c => match tidy_c c with
      | Skip => Skip | c => if closed (tidy_e lo) (tidy_e hi) then Skip else Loop (tidy_e lo) (tidy_e hi) c end
  | Repeat fuel c => Repeat (tidy_e fuel) (tidy_c c)
  | Set_ p i e => Set_ p (tidy_e i) (tidy_e e)
  | Splice p i n xs => Splice p (tidy_e i) (tidy_e n) (map tidy_e xs)
  end.

Section Moves.
Variables (cs : list (list Z)) (bs : list bounds).
Notation go := (run cs bs).
Lemma flat_one : forall A (l : list A), flat_map (fun x => [x]) l = l.
Proof. intros A l. induction l as [|a l IH]; cbn; [reflexivity|now rewrite IH]. Qed.
Lemma flat_none : forall A B (l : list A), flat_map (fun _ => @nil B) l = [].
Proof. intros A B l. now induction l. Qed.
Lemma flat_same : forall A B (f h : A -> list B) l, (forall a, f a = h a) -> flat_map f l = flat_map h l.
Proof. intros A B f h l E. induction l as [|a l IH]; cbn; [reflexivity|now rewrite E, IH]. Qed.
Lemma flat_flat : forall A B C (f : A -> list B) (h : B -> list C) l, flat_map h (flat_map f l) = flat_map (fun a => flat_map h (f a)) l.
Proof. intros A B C f h l. induction l as [|a l IH]; cbn; [reflexivity|]. now rewrite flat_map_app, IH. Qed.
Lemma run_seq_of : forall c l env s, go (seq_of (c :: l)) env s = flat_map (go (seq_of l) env) (go c env s).
Proof. intros c [|d l] env s; [cbn [seq_of]; symmetry; apply flat_one|reflexivity]. Qed.
Lemma run_seq_app : forall a b env s, go (seq_of (a ++ b)) env s = flat_map (go (seq_of b) env) (go (seq_of a) env s).
Proof.
  induction a as [|c a IH]; intros b env s; cbn [app].
  - cbn [seq_of run flat_map]. now rewrite app_nil_r.
  - rewrite !run_seq_of, flat_flat. apply flat_same. intro. apply IH.
Qed.
Lemma run_seqs : forall c env s, go (seq_of (seqs c)) env s = go c env s.
Proof.
  induction c; intros env s; try reflexivity. cbn [seqs run]. rewrite run_seq_app, IHc1. apply flat_same. intro. apply IHc2.
Qed.
Lemma run_alt_of : forall c l env s, go (alt_of (c :: l)) env s = go c env s ++ go (alt_of l) env s.
Proof. intros c [|d l] env s; [cbn [alt_of run ev Z.eqb]; now rewrite app_nil_r|reflexivity]. Qed.
Lemma run_alt_app : forall a b env s, go (alt_of (a ++ b)) env s = go (alt_of a) env s ++ go (alt_of b) env s.
Proof.
  induction a as [|c a IH]; intros b env s; cbn [app]; [reflexivity|]. now rewrite !run_alt_of, IH, app_assoc.
Qed.
Lemma never_run : forall c env s, is_never c = true -> go c env s = [].
Proof. intros [|[z| | | | | |]| | | | | | | |] env s H; try discriminate. cbn in *. now rewrite H. Qed.
Lemma run_alts : forall c env s, go (alt_of (alts c)) env s = go c env s.
Proof.
  assert (G : forall c env s, go (alt_of (if is_never c then [] else [c])) env s = go c env s).
  { intros c env s. destruct (is_never c) eqn:N; [now rewrite (never_run c) by trivial|reflexivity]. }
  induction c; intros env s; try apply G. cbn [alts run]. now rewrite run_alt_app, IHc1, IHc2.
Qed.
Lemma run_with_never : forall l env s, existsb is_never l = true -> go (seq_of l) env s = [].
Proof.
  induction l as [|c l IH]; intros env s H; [discriminate|]. rewrite run_seq_of. cbn [existsb] in H. destruct (is_never c) eqn:N.
  - now rewrite never_run.
  - rewrite (flat_same _ _ _ (fun _ => [])) by (intro; now apply IH). apply flat_none.
Qed.
Lemma closed_range : forall lo hi env s, closed lo hi = true -> range (ev cs env s lo) (ev cs env s hi) = [].
Proof.
  intros lo hi env s H. destruct lo, hi; try discriminate. cbn in *. apply Z.leb_le in H. unfold range.
  now replace (Z.to_nat (z0 - z)) with O by lia.
Qed.
Theorem tidy_run : forall c env s, go (tidy_c c) env s = go c env s.
Proof.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c IH|fuel c IH|p i e|p i n xs]; intros env s; cbn [tidy_c].
  - reflexivity.
  - cbn [run]. rewrite <- (tidy_value cs e). destruct (tidy_e e); try reflexivity. cbn [ev]. destruct (z =? 0) eqn:E; [|reflexivity].
    cbn [run ev never]. reflexivity.
  - cbn zeta. assert (G : go (seq_of (seqs (tidy_c a) ++ seqs (tidy_c b))) env s = go (Seq a b) env s).
    { rewrite run_seq_app, run_seqs, IHa. cbn [run]. apply flat_same. intro. now rewrite run_seqs. }
    destruct (existsb _ _) eqn:E; [|exact G]. rewrite <- G, run_with_never by trivial. reflexivity.
  - rewrite run_alt_app, !run_alts, IHa, IHb. reflexivity.
  - cbn [run]. rewrite <- (tidy_value cs e). assert (G : go (if cmd_dec (tidy_c a) (tidy_c b) then tidy_c a else When (tidy_e e) (tidy_c
    a) (tidy_c b)) env s
      = if ev cs env s (tidy_e e) =? 0 then go b env s else go a env s).
    { destruct (cmd_dec _ _) as [E|]; [|cbn [run]; now rewrite IHa, IHb]. rewrite <- IHb, <- E, IHa. now destruct (_ =? 0). }
    destruct (tidy_e e); try exact G. cbn [ev]. destruct (z =? 0); auto.
  - cbn zeta. cbn [run]. assert (G : flat_map (fun v => go (tidy_c c) (env ++ [v]) s) (range (ev cs env s (tidy_e lo)) (ev cs env s
    (tidy_e hi)))
      = flat_map (fun v => go c (env ++ [v]) s) (range (ev cs env s lo) (ev cs env s hi))).
    { rewrite !tidy_value. apply flat_same. intro. apply IH. }
    destruct (is_never (tidy_c c)) eqn:N; cbn [orb].
    + rewrite <- G, (flat_same _ _ _ (fun _ => [])) by (intro; now apply never_run). now rewrite flat_none.
    + destruct (closed _ _) eqn:Cl; [|exact G]. now rewrite <- G, closed_range.
  - assert (G : go (Loop (tidy_e lo) (tidy_e hi) (tidy_c c)) env s = go (Loop lo hi c) env s).
    { cbn [run]. rewrite !tidy_value. apply fold_same. intros ss v. apply flat_same. intro. apply IH. }
    assert (H : go (if closed (tidy_e lo) (tidy_e hi) then Skip else Loop (tidy_e lo) (tidy_e hi) (tidy_c c)) env s = go (Loop lo hi c)
    env s).
    { destruct (closed _ _) eqn:Cl; [|exact G]. rewrite <- G. cbn [run]. now rewrite closed_range. }
    destruct (tidy_c c) eqn:E; try exact H. rewrite <- G. cbn [run]. generalize (range (ev cs env s (tidy_e lo)) (ev cs env s (tidy_e hi))).
    intro l. generalize [s]. induction l as [|v l IHl]; intro ss; cbn [fold_left]; [reflexivity|]. now rewrite flat_one, <- IHl.
  - cbn [run]. rewrite tidy_value. apply repeat_from_same. intro. apply IH.
  - cbn [run]. now rewrite !tidy_value.
  - cbn [run]. rewrite !tidy_value, map_map. f_equal. apply map_ext. intro. apply tidy_value.
Qed.
End Moves.

(** Two commands are one, written in two ways. *)
Definition alike (a b : cmd) : bool := if cmd_dec (tidy_c a) (tidy_c b) then true else false.
Theorem alike_run : forall a b, alike a b = true -> forall cs bs env s, run cs bs a env s = run cs bs b env s.
Proof.
  intros a b H cs bs env s. unfold alike in H. destruct (cmd_dec _ _) as [E|]; [|discriminate].
  now rewrite <- (tidy_run cs bs a), <- (tidy_run cs bs b), E.
Qed.
Definition alike_e (a b : expr) : bool := if expr_dec (tidy_e a) (tidy_e b) then true else false.
Theorem alike_value : forall a b, alike_e a b = true -> forall cs env s, ev cs env s a = ev cs env s b.
Proof.
  intros a b H cs env s. unfold alike_e in H. destruct (expr_dec _ _) as [E|]; [|discriminate].
  now rewrite <- (tidy_value cs a), <- (tidy_value cs b), E.
Qed.

(* ------------------------------------------------------------------ *)
(** ** What holds of lists *)
Lemma halves : forall A (l : list A) fuel, (2 <= length l)%nat -> (length l <= S fuel)%nat ->
  (length (firstn (Nat.div2 (length l)) l) <= fuel)%nat /\ (length (skipn (Nat.div2 (length l)) l) <= fuel)%nat /\
  (0 < length (firstn (Nat.div2 (length l)) l))%nat /\ (0 < length (skipn (Nat.div2 (length l)) l))%nat /\
  length (firstn (Nat.div2 (length l)) l) = Nat.div2 (length l).
Proof.
  intros A l fuel L F. rewrite firstn_length, skipn_length.
  assert (H := Nat.div2_odd (length l)). pose proof (Nat.lt_div2 (length l)). destruct (Nat.odd (length l)); cbn [Nat.b2n] in H; lia.
Qed.
Lemma seq_off : forall n a b, seq (a + b) n = map (Nat.add a) (seq b n).
Proof. induction n as [|n IH]; intros a b; cbn; [reflexivity|]. f_equal. rewrite <- IH. f_equal. lia. Qed.
Lemma find_map : forall A D (g : D -> bool) (h : A -> D) l, find g (map h l) = option_map h (find (fun x => g (h x)) l).
Proof. intros A D g h l. induction l as [|x l IH]; cbn; [reflexivity|]. now destruct (g (h x)). Qed.
Lemma fold_in : forall A D (f h : A -> D -> A) l, (forall a b, In b l -> f a b = h a b) -> forall a, fold_left f l a = fold_left h l a.
Proof.
  intros A D f h l. induction l as [|b l IH]; intros E a; [reflexivity|]. cbn [fold_left]. rewrite E by now left. apply IH.
  intros a' b' I. apply E. now right.
Qed.
Lemma nth_last : forall (env : list Z) v l, nth (length env) (env ++ v :: l) 0 = v.
Proof. intros. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. Qed.
Lemma nth_last1 : forall (env : list Z) v a, nth (S (length env)) (env ++ [v; a]) 0 = a.
Proof. intros. rewrite app_nth2 by lia. now replace (S (length env) - length env)%nat with 1%nat by lia. Qed.
Lemma forall_halves : forall A (f : A -> bool) n l, forallb f l = true -> forallb f (firstn n l) = true /\ forallb f (skipn n l) = true.
Proof. intros A f n l H. rewrite <- (firstn_skipn n l), forallb_app in H. now apply andb_prop in H. Qed.
