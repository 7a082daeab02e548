(** * Core.v -- one calculus for every game: what crates/core says, construct by construct.
    A state is a list of arrays of integers; a number is an array of length 1; part 0 is whose turn it is (0 or 1).
    A game is a nondeterministic program: [moves] lists what it can do in one turn, [over] says what a finished game pays to player 0.
    Everything is total and computes.
    [Gets c] and [Holds c] are finite strategy trees: player 0 gets at least c, player 1 holds him below c, where the opponent may block some
    options before each move.  Proved: they exclude each other ([exclusive]); a locally right labelling of a game that ends is the outcome
    ([kernel]); a set that player 0 need not leave is held by nobody ([safe_is_not_held]), which is what play without end is judged by.
    Source: kernels (von Neumann, Morgenstern 1944); determinacy of finite play (Zermelo 1913).
    An instance gives a term, a labelling, an invariant and a rank. *)
Require Import ZArith List Bool Lia Wf_nat.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Syntax *)
Inductive arr := K (n : nat) | P (n : nat).          (* a constant array, a part of the state *)
Inductive op := Add | Sub | Mul | Div | Mod | Min | Max | Gcd | Xor | And | Or | Shl | Shr | Eq | Lt | Le.
Inductive expr :=
| Num (z : Z)
| Var (i : nat)                                      (* bound variable, by level: 0 is the outermost *)
| Get (a : arr) (i : expr) (d : Z)                   (* element i, or d outside the array *)
| Len (a : arr)
| Bin (o : op) (a b : expr)
| Ite (c a b : expr)                                 (* 0 is false, all else is true *)
| Fold (lo hi init body : expr).                     (* acc := init; for v in lo..hi-1: acc := body[v, acc] *)
Inductive cmd :=
| Skip
| Guard (e : expr)
| Seq (a b : cmd)
| Alt (a b : cmd)
| When (e : expr) (a b : cmd)
| Choose (lo hi : expr) (c : cmd)                    (* the player to move picks v in lo..hi-1 *)
| Loop (lo hi : expr) (c : cmd)                      (* c for every v in lo..hi-1, in order *)
| Repeat (fuel : expr) (c : cmd)                     (* c again from every state that it produces, until it produces none; at most fuel times *)
| Set_ (p : nat) (i e : expr)                        (* no move if i is outside or e out of the part's range *)
| Splice (p : nat) (i n : expr) (xs : list expr).    (* erase n elements from i on, put xs there *)
Definition bounds := (Z * option Z)%type.            (* least value, largest if any *)
Record game := Game {
  consts : list (list Z);
  parts : list bounds;
  tiers : list cmd;                                  (* the first tier that gives a move counts *)
  ends : list (expr * expr);                         (* condition, what player 0 gets; the first that holds counts *)
  stuck : expr;                                      (* what player 0 gets where nobody can move *)
  blocks : nat;                                      (* so many options the opponent may block before each move *)
  endless : option Z }.                              (* what player 0 gets by play without end; None: the rules leave it open *)

(** The printer writes lists. *)
Fixpoint seq_of (l : list cmd) : cmd := match l with [] => Skip | [c] => c | c :: l => Seq c (seq_of l) end.
Fixpoint alt_of (l : list cmd) : cmd := match l with [] => Guard (Num 0) | [c] => c | c :: l => Alt c (alt_of l) end.

(* ------------------------------------------------------------------ *)
(** ** Meaning *)
Definition state := list (list Z).
Definition b2z (b : bool) : Z := if b then 1 else 0.
Definition opz (o : op) (x y : Z) : Z :=
  match o with
  | Add => x + y | Sub => x - y | Mul => x * y
  | Div => if y <=? 0 then 0 else x / y
  | Mod => if y <=? 0 then 0 else x mod y
  | Min => Z.min x y | Max => Z.max x y | Gcd => Z.gcd x y
  | Xor => Z.lxor x y | And => Z.land x y | Or => Z.lor x y
  | Shl => Z.shiftl x (Z.max 0 y) | Shr => Z.shiftr x (Z.max 0 y)
  | Eq => b2z (x =? y) | Lt => b2z (x <? y) | Le => b2z (x <=? y)
  end.
Definition elt (l : list Z) (i d : Z) : Z := if i <? 0 then d else nth (Z.to_nat i) l d.
Definition range (lo hi : Z) : list Z := map (fun k => lo + Z.of_nat k) (seq 0 (Z.to_nat (hi - lo))).
Lemma in_range : forall v lo hi, In v (range lo hi) <-> lo <= v < hi.
Proof.
  intros v lo hi. unfold range. rewrite in_map_iff. split.
  - intros [k [E M]]. apply in_seq in M. lia.
  - intro H. exists (Z.to_nat (v - lo)). split; [lia|]. apply in_seq. lia.
Qed.
Definition inside (b : bounds) (v : Z) : bool :=
  (fst b <=? v) && match snd b with Some h => v <=? h | None => true end.
Fixpoint put {A} (n : nat) (v : A) (l : list A) : list A :=
  match l, n with [], _ => [] | _ :: r, O => v :: r | x :: r, S n => x :: put n v r end.

(** [Repeat]: a state from which the body produces nothing is a result. The flag marks the results. *)
Section Repeat.
Variable body : state -> list state.
Definition repeat_step (x : bool * state) : list (bool * state) :=
  if fst x then [x] else match body (snd x) with [] => [(true, snd x)] | l => map (pair false) l end.
(** At most p steps. Steps after the last result cost nothing. *)
Fixpoint repeat_steps (p : positive) (l : list (bool * state)) : list (bool * state) :=
  if forallb fst l then l else
  match p with
  | xH => flat_map repeat_step l
  | xO p => repeat_steps p (repeat_steps p l)
  | xI p => repeat_steps p (repeat_steps p (flat_map repeat_step l))
  end.
Definition repeat_from (fuel : Z) (s : state) : list state :=
  match fuel with Zpos p => map snd (repeat_steps p [(false, s)]) | _ => [s] end.

(** The same by recursion, for proofs. *)
Fixpoint repeat_rec (n : nat) (s : state) : list state :=
  match n with O => [s] | S n => match body s with [] => [s] | l => flat_map (repeat_rec n) l end end.
Fixpoint repeat_times (n : nat) (l : list (bool * state)) : list (bool * state) :=
  match n with O => l | S n => repeat_times n (flat_map repeat_step l) end.
Lemma repeat_times_add : forall a b l, repeat_times (a + b) l = repeat_times b (repeat_times a l).
Proof. induction a as [|a IH]; intros b l; [reflexivity|]. apply IH. Qed.
Lemma repeat_times_done : forall n l, forallb fst l = true -> repeat_times n l = l.
Proof.
  intros n l D. assert (E : flat_map repeat_step l = l).
  { induction l as [|[f s] l IH]; [reflexivity|]. cbn [forallb fst] in D. apply andb_prop in D. destruct D as [-> D]. cbn. now rewrite IH. }
  induction n as [|n IH]; [reflexivity|]. cbn [repeat_times]. now rewrite E.
Qed.
Lemma repeat_steps_times : forall p l, repeat_steps p l = repeat_times (Pos.to_nat p) l.
Proof.
  induction p as [p IH|p IH|]; intro l; cbn [repeat_steps]; destruct (forallb fst l) eqn:D; try (now rewrite repeat_times_done);
    try reflexivity; rewrite !IH, <- repeat_times_add; [rewrite Pos2Nat.inj_xI|rewrite Pos2Nat.inj_xO]; cbn [Nat.mul repeat_times];
    now rewrite Nat.add_0_r.
Qed.
Lemma repeat_times_rec : forall n l,
  map snd (repeat_times n l) = flat_map (fun x : bool * state => if fst x then [snd x] else repeat_rec n (snd x)) l.
Proof.
  induction n as [|n IH]; intro l; cbn [repeat_times].
  - induction l as [|[[|] s] l IHl]; cbn in *; congruence.
  - rewrite IH. induction l as [|[f s] l IHl]; [reflexivity|]. cbn [flat_map]. rewrite flat_map_app, IHl. f_equal.
    unfold repeat_step. cbn [fst snd]. destruct f; [reflexivity|]. cbn [repeat_rec]. destruct (body s) as [|t k]; [reflexivity|].
    generalize (t :: k) as m. induction m as [|u m IHm]; [reflexivity|]. cbn [map flat_map fst snd]. now rewrite IHm.
Qed.
Theorem repeat_from_rec : forall fuel s, repeat_from fuel s = repeat_rec (Z.to_nat fuel) s.
Proof.
  intros [|p|p] s; try reflexivity. unfold repeat_from. rewrite repeat_steps_times, repeat_times_rec. cbn. apply app_nil_r.
Qed.
(** What the body keeps, [Repeat] keeps. *)
Lemma repeat_keeps : forall I : state -> Prop, (forall s t, I s -> In t (body s) -> I t) ->
  forall fuel s t, I s -> In t (repeat_from fuel s) -> I t.
Proof.
  intros I K fuel s t Is M. rewrite repeat_from_rec in M. revert s Is M.
  induction (Z.to_nat fuel) as [|n IH]; intros s Is M; cbn [repeat_rec] in M; [now destruct M as [<-|[]]|].
  pose proof (K s) as Ks. destruct (body s) as [|u l]; [now destruct M as [<-|[]]|].
  apply in_flat_map in M. destruct M as [v [Iv M]]. apply (IH v); auto.
Qed.
End Repeat.
Lemma repeat_from_same : forall b b', (forall s, b s = b' s) -> forall fuel s, repeat_from b fuel s = repeat_from b' fuel s.
Proof.
  intros b b' E fuel s. rewrite !repeat_from_rec. revert s. induction (Z.to_nat fuel) as [|n IH]; intro s; [reflexivity|].
  cbn [repeat_rec]. rewrite E. destruct (b' s) as [|t l]; [reflexivity|]. generalize (t :: l) as k.
  induction k as [|u k IHk]; [reflexivity|]. cbn [flat_map]. now rewrite IH, IHk.
Qed.

Section Run.
Variable cs : list (list Z).
Variable bs : list bounds.
Definition look (s : state) (a : arr) : list Z := match a with K n => nth n cs [] | P n => nth n s [] end.
Fixpoint ev (env : list Z) (s : state) (e : expr) : Z :=
  match e with
  | Num z => z
  | Var i => nth i env 0
  | Get a i d => elt (look s a) (ev env s i) d
  | Len a => Z.of_nat (length (look s a))
  | Bin o a b => opz o (ev env s a) (ev env s b)
  | Ite c a b => if ev env s c =? 0 then ev env s b else ev env s a
  | Fold lo hi init body =>
      fold_left (fun acc v => ev (env ++ [v; acc]) s body) (range (ev env s lo) (ev env s hi)) (ev env s init)
  end.
Definition assign (s : state) (p : nat) (i v : Z) : list state :=
  match nth_error s p, nth_error bs p with
  | Some l, Some b =>
      if (0 <=? i) && (i <? Z.of_nat (length l)) && inside b v then [put p (put (Z.to_nat i) v l) s] else []
  | _, _ => []
  end.
Definition splice (s : state) (p : nat) (i n : Z) (xs : list Z) : list state :=
  match nth_error s p, nth_error bs p with
  | Some l, Some b =>
      if (0 <=? i) && (0 <=? n) && (i + n <=? Z.of_nat (length l)) && forallb (inside b) xs
      then [put p (firstn (Z.to_nat i) l ++ xs ++ skipn (Z.to_nat (i + n)) l) s] else []
  | _, _ => []
  end.
Fixpoint run (c : cmd) (env : list Z) (s : state) : list state :=
  match c with
  | Skip => [s]
  | Guard e => if ev env s e =? 0 then [] else [s]
  | Seq a b => flat_map (run b env) (run a env s)
  | Alt a b => run a env s ++ run b env s
  | When e a b => if ev env s e =? 0 then run b env s else run a env s
  | Choose lo hi c => flat_map (fun v => run c (env ++ [v]) s) (range (ev env s lo) (ev env s hi))
  | Loop lo hi c =>
      fold_left (fun ss v => flat_map (run c (env ++ [v])) ss) (range (ev env s lo) (ev env s hi)) [s]
  | Repeat fuel c => repeat_from (run c env) (ev env s fuel) s
  | Set_ p i e => assign s p (ev env s i) (ev env s e)
  | Splice p i n xs => splice s p (ev env s i) (ev env s n) (map (ev env s) xs)
  end.
Fixpoint first_tier (ts : list cmd) (s : state) : list state :=
  match ts with [] => [] | c :: ts => match run c [] s with [] => first_tier ts s | l => l end end.
Fixpoint first_end (es : list (expr * expr)) (s : state) : option Z :=
  match es with [] => None | (c, v) :: es => if ev [] s c =? 0 then first_end es s else Some (ev [] s v) end.
End Run.

Definition ended (g : game) (s : state) : option Z := first_end (consts g) (ends g) s.
Definition moves (g : game) (s : state) : list state :=
  match ended g s with Some _ => [] | None => first_tier (consts g) (parts g) (tiers g) s end.
Definition stuck_pays (g : game) (s : state) : Z := ev (consts g) [] s (stuck g).
Definition over (g : game) (s : state) : option Z :=
  match ended g s with
  | Some v => Some v
  | None => match moves g s with [] => Some (stuck_pays g s) | _ => None end
  end.
Definition turn (s : state) : Z := elt (nth 0 s []) 0 0.

Definition state_dec : forall s t : state, {s = t} + {s <> t} := list_eq_dec (list_eq_dec Z.eq_dec).
(** The options: moves as states, each once. *)
Definition options (g : game) (s : state) : list state := nodup state_dec (moves g s).

(* ------------------------------------------------------------------ *)
(** ** Outcome: what a player can force, as a finite strategy tree *)
Section Outcome.
Variable g : game.

(** What the opponent may block; where nothing is left, the player to move is stuck. *)
Definition blocked (B : list state) : Prop := (length B <= blocks g)%nat.
Definition left_over (s : state) (B : list state) : list state :=
  filter (fun t => if in_dec state_dec t B then false else true) (options g s).

(** Player p forces a payoff that [good] accepts. *)
Inductive Force (p : Z) (good : Z -> bool) : state -> Prop :=
| f_over : forall s v, over g s = Some v -> good v = true -> Force p good s
| f_mine : forall s (pick : list state -> state), over g s = None -> turn s = p ->
    (forall B, blocked B -> left_over s B = [] -> good (stuck_pays g s) = true) ->
    (forall B, blocked B -> left_over s B <> [] -> In (pick B) (left_over s B)) ->
    (forall B, blocked B -> left_over s B <> [] -> Force p good (pick B)) -> Force p good s
| f_theirs : forall s B, over g s = None -> turn s <> p -> blocked B ->
    (left_over s B = [] -> good (stuck_pays g s) = true) ->
    (forall t, In t (left_over s B) -> Force p good t) -> Force p good s.

(** Player 0 gets c or more; player 1 holds him below c. *)
Definition Gets (c : Z) := Force 0 (fun v => c <=? v).
Definition Holds (c : Z) := Force 1 (fun v => v <? c).

(** What player 0 gets where play need not end: what it pays then decides who has to force anything. *)
Definition AtLeast (c : Z) (s : state) : Prop :=
  match endless g with
  | Some e => if c <=? e then ~ Holds c s else Gets c s
  | None => Gets c s
  end.

Lemma left_over_in : forall s B t, In t (left_over s B) <-> In t (moves g s) /\ ~ In t B.
Proof.
  intros s B t. unfold left_over, options. rewrite filter_In, nodup_In.
  destruct (in_dec state_dec t B); intuition congruence.
Qed.

Theorem exclusive : forall c (I : state -> Prop),
  (forall s, I s -> turn s = 0 \/ turn s = 1) -> (forall s t, I s -> In t (moves g s) -> I t) ->
  forall s, I s -> Gets c s -> Holds c s -> False.
Proof.
  intros c I T C s Is G. revert Is.
  induction G as [s v E V | s pick E T0 St Pi _ IH | s B E T0 Bl St _ IH]; intros Is H;
    inversion H as [s' v' E' V' | s' pick' E' T1 St' Pi' F' | s' B' E' T1 Bl' St' F']; subst; try congruence.
  - rewrite E in E'. injection E' as <-. apply Z.leb_le in V. apply Z.ltb_lt in V'. lia.
  - destruct (left_over s B') as [|u l] eqn:L.
    + specialize (St B' Bl' L). specialize (St' eq_refl). apply Z.leb_le in St. apply Z.ltb_lt in St'. lia.
    + assert (N : left_over s B' <> []) by congruence.
      pose proof (Pi B' Bl' N) as M. rewrite <- L in F'. apply (IH B' Bl' N).
      * apply left_over_in in M. exact (C s _ Is (proj1 M)).
      * exact (F' _ M).
  - destruct (left_over s B) as [|u l] eqn:L.
    + specialize (St eq_refl). specialize (St' B Bl L). apply Z.leb_le in St. apply Z.ltb_lt in St'. lia.
    + assert (N : left_over s B <> []) by congruence.
      pose proof (Pi' B Bl N) as M. rewrite <- L in IH. apply (IH _ M).
      * apply left_over_in in M. exact (C s _ Is (proj1 M)).
      * exact (F' B Bl N).
  - destruct (T s Is); lia.
Qed.

(** A labelling is locally right at s: so many options that are good for the player to move that they cannot all be blocked; or no more options
    than can be blocked, all of them good, so that blocking them all is all that is left, and being stuck is good too. *)
Definition enough (good : state -> bool) (stuck_is_good : bool) (l : list state) : bool :=
  Nat.ltb (blocks g) (length (filter good l)) || (forallb good l && stuck_is_good).
Definition local (c : Z) (L : state -> bool) (s : state) : bool :=
  match over g s with
  | Some v => c <=? v
  | None =>
      if turn s =? 0 then enough L (c <=? stuck_pays g s) (options g s)
      else negb (enough (fun t => negb (L t)) (stuck_pays g s <? c) (options g s))
  end.

(** The two sides of a count: who has enough good options finds one whatever is blocked... *)
Definition find_good (good : state -> bool) (s : state) (B : list state) : state :=
  match filter good (left_over s B) with t :: _ => t | [] => hd s (left_over s B) end.

Lemma filter_nodup : forall (f : state -> bool) l, NoDup l -> NoDup (filter f l).
Proof. intros f l N. induction N; simpl; [constructor|]. destruct (f x); trivial. constructor; trivial. now rewrite filter_In. Qed.

Lemma enough_finds : forall good stuck_is_good s B, blocked B ->
  enough good stuck_is_good (options g s) = true ->
  (left_over s B = [] -> stuck_is_good = true) /\
  (left_over s B <> [] -> In (find_good good s B) (left_over s B) /\ good (find_good good s B) = true).
Proof.
  intros good sg s B Bl E. unfold enough in E. apply orb_true_iff in E.
  assert (Some_good : (blocks g < length (filter good (options g s)))%nat ->
                      exists t, In t (left_over s B) /\ good t = true).
  { intro More. destruct (filter good (left_over s B)) as [|t l] eqn:F.
    - exfalso. assert (incl (filter good (options g s)) B).
      { intros t M. apply filter_In in M. destruct M as [M Gt]. destruct (in_dec state_dec t B) as [|NB]; trivial. exfalso.
        assert (In t (filter good (left_over s B))).
        { apply filter_In. split; trivial. unfold left_over. apply filter_In. split; trivial. now destruct (in_dec state_dec t B). }
        rewrite F in H. destruct H. }
      assert (N : NoDup (filter good (options g s))) by (apply filter_nodup, NoDup_nodup).
      pose proof (NoDup_incl_length N H). unfold blocked in Bl. lia.
    - exists t. assert (In t (filter good (left_over s B))) by (rewrite F; now left). now apply filter_In in H. }
  assert (Found : (exists t, In t (left_over s B) /\ good t = true) ->
                  In (find_good good s B) (left_over s B) /\ good (find_good good s B) = true).
  { intros [t [M Gt]]. unfold find_good. destruct (filter good (left_over s B)) as [|u l] eqn:F.
    - assert (In t (filter good (left_over s B))) by now apply filter_In. rewrite F in H. destruct H.
    - assert (In u (filter good (left_over s B))) by (rewrite F; now left). now apply filter_In in H. }
  split.
  - intro Empty. destruct E as [More | All].
    + apply Nat.ltb_lt in More. destruct (Some_good More) as [t [M _]]. rewrite Empty in M. destruct M.
    + now apply andb_true_iff in All.
  - intro Rest. apply Found. destruct E as [More | All].
    + apply Nat.ltb_lt in More. exact (Some_good More).
    + apply andb_true_iff in All. destruct All as [All _]. rewrite forallb_forall in All.
      destruct (left_over s B) as [|t l] eqn:Lo; [congruence|]. exists t. split; [now left|]. apply All.
      assert (In t (left_over s B)) by (rewrite Lo; now left). unfold left_over in H. now apply filter_In in H.
Qed.

(** ... and who has not, has them all blocked. *)
Lemma not_enough_blocks : forall good stuck_is_good s,
  enough good stuck_is_good (options g s) = false ->
  exists B, blocked B /\ (left_over s B = [] -> stuck_is_good = false) /\
            (forall t, In t (left_over s B) -> good t = false).
Proof.
  intros good sg s E. unfold enough in E. apply orb_false_iff in E. destruct E as [Few All].
  apply Nat.ltb_ge in Few. exists (filter good (options g s)).
  assert (Bad : forall t, In t (left_over s (filter good (options g s))) -> good t = false).
  { intros t M. unfold left_over in M. apply filter_In in M. destruct M as [M N].
    destruct (in_dec state_dec t (filter good (options g s))) as [|NB]; [discriminate|].
    destruct (good t) eqn:Gt; trivial. exfalso. apply NB. now apply filter_In. }
  repeat split; trivial. intro Empty. destruct sg; trivial. rewrite andb_true_r in All.
  enough (forallb good (options g s) = true) by congruence. apply forallb_forall. intros t M.
  destruct (good t) eqn:Gt; trivial. exfalso.
  assert (In t (left_over s (filter good (options g s)))).
  { unfold left_over. apply filter_In. split; trivial.
    destruct (in_dec state_dec t (filter good (options g s))) as [X|]; trivial. apply filter_In in X. destruct X. congruence. }
  rewrite Empty in H. destruct H.
Qed.

(** THE THEOREM: a game that ends, an invariant, a labelling that is right everywhere: then it is the outcome. *)
Theorem kernel_ordered : forall (c : Z) (I : state -> Prop) (L : state -> bool) (below : state -> state -> Prop), well_founded below ->
  (forall s, I s -> turn s = 0 \/ turn s = 1) ->
  (forall s t, I s -> In t (moves g s) -> I t /\ below t s) ->
  (forall s, I s -> L s = local c L s) ->
  forall s, I s -> if L s then Gets c s else Holds c s.
Proof.
  intros c I L below Wf HT HI HL s. induction s as [s IH] using (well_founded_ind Wf). intro Is.
  assert (IH' : forall B t, In t (left_over s B) -> if L t then Gets c t else Holds c t).
  { intros B t M. apply left_over_in in M. destruct (HI s t Is (proj1 M)) as [It R]. now apply IH. }
  pose proof (HL s Is) as E. unfold local in E. destruct (over g s) as [v|] eqn:O.
  - rewrite E. destruct (c <=? v) eqn:V.
    + now apply f_over with v.
    + apply f_over with v; trivial. apply Z.ltb_lt. apply Z.leb_gt in V. lia.
  - destruct (turn s =? 0) eqn:T.
    + apply Z.eqb_eq in T. destruct (L s) eqn:Ls; symmetry in E.
      * apply f_mine with (pick := find_good L s); trivial; intros B Bl N;
          destruct (enough_finds _ _ s B Bl E) as [Em Fi]; [now apply Em | now apply Fi |].
        destruct (Fi N) as [M Gt]. specialize (IH' B _ M). now rewrite Gt in IH'.
      * destruct (not_enough_blocks _ _ s E) as [B [Bl [Em Bad]]].
        apply f_theirs with (B := B); trivial; [lia| |].
        { intro N. specialize (Em N). apply Z.ltb_lt. apply Z.leb_gt in Em. lia. }
        { intros t M. specialize (IH' B t M). now rewrite (Bad t M) in IH'. }
    + apply Z.eqb_neq in T. destruct (HT s Is) as [?|T1]; [lia|].
      destruct (L s) eqn:Ls; symmetry in E; [apply negb_true_iff in E | apply negb_false_iff in E].
      * destruct (not_enough_blocks _ _ s E) as [B [Bl [Em Bad]]].
        apply f_theirs with (B := B); trivial.
        { intro N. specialize (Em N). apply Z.leb_le. apply Z.ltb_ge in Em. lia. }
        { intros t M. specialize (IH' B t M). specialize (Bad t M). apply negb_false_iff in Bad. now rewrite Bad in IH'. }
      * apply f_mine with (pick := find_good (fun t => negb (L t)) s); trivial; intros B Bl N;
          destruct (enough_finds _ _ s B Bl E) as [Em Fi]; [now apply Em | now apply Fi |].
        destruct (Fi N) as [M Gt]. specialize (IH' B _ M). apply negb_true_iff in Gt. now rewrite Gt in IH'.
Qed.

(** The same with a rank. *)
Theorem kernel : forall (c : Z) (I : state -> Prop) (L : state -> bool) (rank : state -> nat),
  (forall s, I s -> turn s = 0 \/ turn s = 1) ->
  (forall s t, I s -> In t (moves g s) -> I t /\ (rank t < rank s)%nat) ->
  (forall s, I s -> L s = local c L s) ->
  forall s, I s -> if L s then Gets c s else Holds c s.
Proof. intros c I L rank. exact (kernel_ordered c I L (fun t s => (rank t < rank s)%nat) (well_founded_ltof _ rank)). Qed.

(** Play without end: a set in which player 0 can stay, or ends well, is held by nobody. *)
Definition safe (c : Z) (L : state -> bool) (s : state) : Prop := L s = true -> local c L s = true.
Theorem safe_is_not_held : forall (c : Z) (I : state -> Prop) (L : state -> bool),
  (forall s, I s -> turn s = 0 \/ turn s = 1) ->
  (forall s t, I s -> In t (moves g s) -> I t) ->
  (forall s, I s -> safe c L s) ->
  forall s, I s -> L s = true -> ~ Holds c s.
Proof.
  intros c I L HT HI HS s Is Ls H. revert Is Ls.
  induction H as [s v E V | s pick E T St Pi _ IH | s B E T Bl St _ IH]; intros Is Ls;
    pose proof (HS s Is Ls) as X; unfold local in X; rewrite E in X.
  - apply Z.leb_le in X. apply Z.ltb_lt in V. lia.
  - rewrite T in X. simpl in X. apply negb_true_iff in X.
    destruct (not_enough_blocks _ _ s X) as [B [Bl [Em Bad]]].
    destruct (left_over s B) as [|u l] eqn:Lo.
    + specialize (Em eq_refl). specialize (St B Bl Lo). congruence.
    + assert (N : left_over s B <> []) by congruence. pose proof (Pi B Bl N) as M.
      apply (IH B Bl N).
      * apply left_over_in in M. exact (HI s _ Is (proj1 M)).
      * rewrite Lo in M. specialize (Bad _ M). now apply negb_false_iff in Bad.
  - destruct (HT s Is) as [T0|T1]; [|congruence]. rewrite T0 in X. simpl in X.
    destruct (enough_finds _ _ s B Bl X) as [Em Fi].
    destruct (left_over s B) as [|u l] eqn:Lo.
    + specialize (Em eq_refl). specialize (St eq_refl). apply Z.leb_le in Em. apply Z.ltb_lt in St. lia.
    + assert (N : u :: l <> []) by congruence. destruct (Fi N) as [M Gt].
      apply (IH _ M); trivial. rewrite <- Lo in M. apply left_over_in in M. exact (HI s _ Is (proj1 M)).
Qed.
End Outcome.

(* ------------------------------------------------------------------ *)
(** ** The comparison with the interpreter in Rust: a state, its moves in order, and what it pays if play is over there. *)
Fixpoint same {A} (eq : A -> A -> bool) (x y : list A) : bool :=
  match x, y with [], [] => true | a :: x, b :: y => eq a b && same eq x y | _, _ => false end.
Definition same_state : state -> state -> bool := same (same Z.eqb).
Definition same_option (x y : option Z) : bool :=
  match x, y with Some a, Some b => a =? b | None, None => true | _, _ => false end.
Definition agrees (g : game) (c : state * list state * option Z) : bool :=
  let '(s, ms, o) := c in same same_state (moves g s) ms && same_option (over g s) o.
