(** * FirstOrder.v -- laws of games whose moves are linear: for each memory, an automaton reads who wins off the digits of the numbers.
    A position is a memory (whose turn it is, and all numbers of small ranges) and tracks, natural numbers of any size, from which the elements of
    the state are linear forms. ViewPaths.v runs the core term for each memory; a way that it can take is a system of constraints on the tracks and on
    guessed numbers (what is chosen, quotients, the tracks after the move), and Guessed.v tells for all positions which of them can be taken, and in
    which states the automaton is after the tracks that they lead to. The label of a position must be what is paid at an end, else the best of what
    the first tier with a move leads to, else what is paid where nobody can move. Play ends since weighted sums fall, one after the other.
    Proved: where [check] says so, player 0 gets in the game of the term what the label says, from every position ([first_order_law]).
    Source: kernels of terminating games (von Neumann, Morgenstern 1944); first-order formulas by automata (Buechi 1960; Bruyere, Hansel, Michaux,
    Villemaire 1994); lexicographic ranks (Alias, Darte, Feautrier, Gonnord 2010).
    An instance gives a term, and a law. *)
Require Import ZArith NArith List Bool Arith Lia FMapPositive.
From Whowins Require Digits Lattice Tracker Explore Guessed.
From Whowins Require Import Core ViewPaths.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Linear forms of linear forms *)
Fixpoint comp (c : list Z) (subs : list lin) : lin := match c, subs with x :: c, y :: subs => ladd (lscale x y) (comp c subs) | _, _ => lconst 0 end.
Definition compose (subs : list lin) (l : lin) : lin := ladd (lconst (fst l)) (comp (snd l) subs).
Lemma compose_ok : forall r subs l, lv r (compose subs l) = lv (map (lv r) subs) l.
Proof.
  intros r subs [c l]. unfold compose. rewrite lv_add, lv_const. unfold lv at 2. cbn [fst snd]. f_equal. revert subs.
  induction l as [|x l IH]; intros [|y subs]; cbn [comp map dot]; rewrite ?lv_const; trivial. rewrite lv_add, lv_scale, IH. reflexivity.
Qed.
Definition ccompose (subs : list lin) (c : con) : con := match c with Ge l => Ge (compose subs l) | Zero l => Zero (compose subs l) end.
Lemma ccompose_ok : forall r subs c, holds r (ccompose subs c) <-> holds (map (lv r) subs) c.
Proof. intros r subs [l|l]; cbn [ccompose holds]; now rewrite compose_ok. Qed.
Definition same_lin (a b : lin) : bool := match is_const (lsub a b) with Some z => z =? 0 | None => false end.
Lemma same_lin_ok : forall r a b, same_lin a b = true -> lv r a = lv r b.
Proof.
  intros r a b H. unfold same_lin in H. destruct (is_const _) as [z|] eqn:E; [|discriminate]. apply (is_const_ok _ _ r) in E. apply Z.eqb_eq in H. forms. lia.
Qed.
Lemma leqb_lins : forall r a b, Guessed.leqb same_lin a b = true -> map (lv r) a = map (lv r) b.
Proof.
  intro r. induction a as [|x a IH]; intros [|y b] H; try discriminate; trivial. cbn [Guessed.leqb map] in *. apply andb_prop in H. destruct H as [H1 H2].
  f_equal; [now apply same_lin_ok|auto].
Qed.
Lemma leqb_forms : forall r a b, Guessed.leqb (Guessed.leqb same_lin) a b = true -> values r a = values r b.
Proof.
  intro r. induction a as [|x a IH]; intros [|y b] H; try discriminate; trivial. unfold values in *. cbn [Guessed.leqb map] in *.
  apply andb_prop in H. destruct H as [H1 H2]. f_equal; [now apply leqb_lins|auto].
Qed.
(** The first n values. *)
Definition upto (n : nat) (r : list Z) : list Z := map (fun i => nth i r 0) (seq 0 n).
Lemma upto_length : forall n r, length (upto n r) = n.
Proof. intros. unfold upto. now rewrite map_length, seq_length. Qed.
Lemma upto_agree : forall n r, agree n r (upto n r).
Proof.
  intros n r i H. unfold upto. rewrite (nth_indep (map _ _) 0 ((fun i => nth i r 0) 0%nat)) by (rewrite map_length, seq_length; exact H).
  rewrite (map_nth (fun i => nth i r 0)), seq_nth by exact H. reflexivity.
Qed.
Lemma upto_nat : forall n r, nat_all r -> nat_all (upto n r).
Proof. intros n r N. unfold upto, nat_all. apply Forall_map, Forall_forall. intros i _. now apply nth_nat. Qed.
Lemma agree_sym : forall n r r', agree n r r' -> agree n r' r.
Proof. intros n r r' A i H. symmetry. now apply A. Qed.
Lemma agree_same : forall n x y, length x = n -> length y = n -> agree n x y -> x = y.
Proof. intros n x y L L' A. apply nth_ext with 0 0; [congruence|]. intros i H. apply A. lia. Qed.
Lemma agree_app : forall x g, agree (length x) x (x ++ g).
Proof. intros x g i H. now rewrite app_nth1. Qed.
Lemma holds_both : forall n r r' c, cfits n c = true -> agree n r r' -> (holds r c <-> holds r' c).
Proof. intros n r r' c F A. split; apply holds_agree with n; trivial. now apply agree_sym. Qed.

(** Constraints as Lattice.v has them. *)
Definition tr (c : con) : Lattice.con := match c with
  | Ge l => Lattice.Con (snd l) [] Lattice.Gt (- fst l - 1) | Zero l => Lattice.Con (snd l) [] Lattice.Eq (- fst l) end.
Lemma tr_ok : forall z c, Lattice.holds (tr c) z z <-> holds z c.
Proof.
  intros z [[k l]|[k l]]; unfold Lattice.holds, tr, holds, lv; cbn [Lattice.cp Lattice.cq Lattice.ck Lattice.cc Lattice.rel fst snd];
    change (Digits.dot [] z) with 0; change (Digits.dot l z) with (dot l z); lia.
Qed.
Definition idle (c : con) : bool := match c with Ge l => sure l | Zero l => same_lin l (lconst 0) end.
Definition system_of (k : list con) : list Lattice.con := map tr (filter (fun c => negb (idle c)) k).
Lemma system_of_ok : forall z k, nat_all z -> (Forall (fun c => Lattice.holds c z z) (system_of k) <-> Forall (holds z) k).
Proof.
  intros z k N. unfold system_of. rewrite Forall_map, !Forall_forall. split; intros H c I.
  - destruct (idle c) eqn:E; [|apply tr_ok, H, filter_In; now rewrite E]. destruct c as [l|l]; cbn [idle holds] in *; [now apply sure_ok|].
    rewrite (same_lin_ok z _ _ E). apply lv_const.
  - apply tr_ok, H. now apply filter_In in I.
Qed.

(* ------------------------------------------------------------------ *)
(** ** An order in which play goes down *)
Fixpoint lower {A} (ms : list (A -> nat)) (t s : A) : Prop := match ms with [] => False | f :: ms => (f t < f s)%nat \/ (f t = f s /\ lower ms t s) end.
Lemma lower_wf : forall A (ms : list (A -> nat)), well_founded (lower ms).
Proof.
  induction ms as [|f ms IH]; [intro s; constructor; intros t []|].
  assert (H : forall n s, f s = n -> Acc (lower (f :: ms)) s).
  { induction n as [n IHn] using lt_wf_ind. intro s. induction s as [s IHs] using (well_founded_ind IH). intro E. constructor. intros t [L|[Q L]].
    - apply (IHn (f t)); [lia|trivial].
    - apply IHs; [trivial|lia]. }
  intro s. now apply (H (f s)).
Qed.

(* ------------------------------------------------------------------ *)
(** ** A law, and how the states are laid out *)
Record law := Law {
  digits : Digits.system;
  shape : list (list (option lin));         (* for each part its elements: None for memory, else a form in the tracks *)
  back : list lin;                          (* each track, as a form in the elements that are no memory *)
  falls : list (list Z);                    (* weights of all elements: one of these sums falls with each move, and none before it rises *)
  next : list (list N);                     (* next state by letter, a tuple of digits; starts in state 0 *)
  says : list (list Z) }.                   (* for each state and memory the sign of what player 0 gets *)

Fixpoint fill_row (row : list (option lin)) (m : list Z) : list lin * list Z := match row with
  | [] => ([], m)
  | None :: row => let lm := fill_row row (tl m) in (lconst (hd 0 m) :: fst lm, snd lm)
  | Some f :: row => let lm := fill_row row m in (f :: fst lm, snd lm) end.
Fixpoint fill (sh : list (list (option lin))) (m : list Z) : forms := match sh with
  | [] => [] | row :: sh => let lm := fill_row row m in fst lm :: fill sh (snd lm) end.
(** Memory, and all else. *)
Fixpoint apart_of {A} (sl : list (option lin)) (l : list A) : list A * list A := match sl, l with
  | None :: sl, a :: l => let mf := apart_of sl l in (a :: fst mf, snd mf)
  | Some _ :: sl, a :: l => let mf := apart_of sl l in (fst mf, a :: snd mf)
  | _, _ => ([], []) end.
Lemma apart_of_map : forall A B (f : A -> B) sl l, apart_of sl (map f l) = (map f (fst (apart_of sl l)), map f (snd (apart_of sl l))).
Proof. intros A B f. induction sl as [|[o|] sl IH]; intros [|a l]; trivial; cbn [apart_of map]; rewrite IH; reflexivity. Qed.
Fixpoint place (m : list Z) (l : list (list Z)) : option nat := match l with
  | [] => None | a :: l => if Guessed.leqb Z.eqb m a then Some 0%nat else match place m l with Some i => Some (S i) | None => None end end.
Lemma place_ok : forall m l i, place m l = Some i -> nth_error l i = Some m.
Proof.
  induction l as [|a l IH]; intros i H; cbn [place] in H; [discriminate|]. destruct (Guessed.leqb Z.eqb m a) eqn:E.
  - injection H as <-. apply Guessed.leqb_eq in E; [now subst|intros; now apply Z.eqb_eq].
  - destruct (place m l) as [j|]; [|discriminate]. injection H as <-. now apply IH.
Qed.
Fixpoint all_some {A B} (f : A -> option B) (l : list A) : option (list B) := match l with
  | [] => Some [] | a :: l => match f a, all_some f l with Some b, Some r => Some (b :: r) | _, _ => None end end.
Lemma all_some_in : forall A B (f : A -> option B) l r, all_some f l = Some r ->
  (forall a, In a l -> exists b, f a = Some b /\ In b r) /\ forall b, In b r -> exists a, In a l /\ f a = Some b.
Proof.
  induction l as [|a l IH]; intros r H; cbn [all_some] in H; [injection H as <-; split; intros ? []|].
  destruct (f a) as [b|] eqn:E; [|discriminate]. destruct (all_some f l) as [r'|]; [|discriminate]. injection H as <-. destruct (IH r' eq_refl) as [I1 I2]. split.
  - intros x [<-|I]; [exists b; split; [trivial|now left]|]. destruct (I1 x I) as [y [Ey Iy]]. exists y. split; [trivial|now right].
  - intros y [<-|I]; [exists a; split; [now left|trivial]|]. destruct (I2 y I) as [x [Ix Ex]]. exists x. split; [now right|trivial].
Qed.

Section Law.
Variable g : game.
Variable c : law.
Definition d : nat := length (back c).
Definition slots : list (option lin) := concat (shape c).
Definition state_at (m x : list Z) : state := values x (fill (shape c) m).
(** The values of the memory, the first of its numbers the most significant. *)
Definition memory_row (rb : list (option lin) * bounds) : list (list Z) :=
  flat_map (fun o => match o, snd (snd rb) with None, Some h => [range (fst (snd rb)) (h + 1)] | None, None => [[]] | Some _, _ => [] end) (fst rb).
Definition memories : list (list Z) :=
  fold_right (fun vs rest => flat_map (fun v => map (fun m => v :: m) rest) vs) [[]] (flat_map memory_row (combine (shape c) (parts g))).
(** All elements are in the ranges of their parts. *)
Definition legal (s : state) : bool := forallb (fun lb => forallb (inside (snd lb)) (fst lb)) (combine s (parts g)).
Definition dom_row (rb : list (option lin) * bounds) : list con :=
  flat_map (fun o => match o with
    | Some l => Ge (lsub l (lconst (fst (snd rb)))) :: match snd (snd rb) with Some h => [Ge (lsub (lconst h) l)] | None => [] end
    | None => [] end) (fst rb).
Definition dom : list con := filter (fun k => negb (plain k)) (flat_map dom_row (combine (shape c) (parts g))).

(** What the law says. *)
Definition code (x : list Z) : N := fold_left (fun a z => (a * Z.to_N (Digits.dmax (digits c) + 1) + Z.to_N z)%N) x 0%N.
Definition read (q : N) (x : list Z) : N := nth (N.to_nat (code x)) (nth (N.to_nat q) (next c) []) 0%N.
Definition label (q : N) (i : nat) : Z := nth i (nth (N.to_nat q) (says c) []) 2.
Definition says_at (m x : list Z) : Z := match place m memories with Some i => label (Guessed.state_of (digits c) read x) i | None => 2 end.

(* ---------------- what holds on all ways ---------------- *)
Variable fuel : nat.
Definition shown (n : nat) (k : list con) (l : lin) : bool :=
  if follows k l then true else Guessed.nothing (digits c) n (system_of (k ++ [Ge (negative l)])) fuel.
Hypothesis OK : Digits.sys_ok (digits c) = true.
Lemma shown_ok : forall n k l r, Forall (fun x => cfits n x = true) k -> fits n l = true -> nat_all r -> Forall (holds r) k ->
  shown n k l = true -> 0 <= lv r l.
Proof.
  intros n k l r Fk Fl N H S. unfold shown in S. destruct (follows k l) eqn:E; [now apply follows_ok with k|].
  destruct (Z.lt_ge_cases (lv r l) 0) as [Neg|]; [exfalso|trivial]. pose proof (upto_agree n r) as A.
  apply (Guessed.nothing_ok _ _ _ _ OK S (upto n r) (upto_length n r) (upto_nat n r N)). apply system_of_ok; [now apply upto_nat|].
  apply Forall_app. split; [|constructor; [|constructor]].
  - rewrite Forall_forall in *. intros x I. apply (holds_agree n r); auto.
  - cbn [holds]. unfold negative. forms. rewrite <- (lv_agree n r (upto n r) l Fl A). lia.
Qed.

(* ---------------- a way as a system ---------------- *)
Definition sat (y : Guessed.sys) (x h : list Z) : Prop :=
  length h = Guessed.guesses y /\ Digits.nonneg h /\ Forall (fun k => Lattice.holds k (x ++ h) (x ++ h)) (Guessed.bound y).
Definition plain_system (q : way) : Guessed.sys := Guessed.Sys (unknowns q - d) (system_of (known q)) None.
Lemma nat_app : forall x h, nat_all x -> Digits.nonneg h -> nat_all (x ++ h).
Proof. intros x h N H. apply Forall_app. split; trivial. Qed.
Lemma plain_system_ok : forall q x, fine q -> (d <= unknowns q)%nat -> length x = d -> nat_all x ->
  ((exists r, agree d x r /\ meets r q) <-> exists h, sat (plain_system q) x h).
Proof.
  intros q x W Le L N. unfold fine in W. split.
  - intros [r [A [Nr K]]]. set (z := upto (unknowns q) r). pose proof (upto_agree (unknowns q) r) as Az. fold z in Az.
    assert (Lz : length z = unknowns q) by apply upto_length. assert (Nz : nat_all z) by now apply upto_nat.
    assert (Ex : firstn d z = x).
    { apply agree_same with d; trivial; [rewrite firstn_length; lia|]. intros i Hi. rewrite (A i Hi), (Az i ltac:(lia)).
      rewrite <- (firstn_skipn d z) at 2. rewrite app_nth1; trivial. rewrite firstn_length. lia. }
    exists (skipn d z). unfold sat, plain_system. cbn [Guessed.guesses Guessed.bound]. rewrite <- Ex, firstn_skipn.
    split; [rewrite skipn_length; lia|]. split.
    + rewrite <- (firstn_skipn d z) in Nz. apply Forall_app in Nz. apply Nz.
    + apply system_of_ok; trivial. rewrite Forall_forall in *. intros k I. apply holds_agree with (unknowns q) r; auto.
  - intros [h [Lh [Nh K]]]. cbn [plain_system Guessed.guesses Guessed.bound] in *. exists (x ++ h). rewrite <- L at 1. split; [apply agree_app|].
    assert (Nz : nat_all (x ++ h)) by now apply nat_app. split; trivial. now apply system_of_ok in K.
Qed.

(** A plan: the unknowns as forms in the tracks of the system, the tracks of the system as forms in the unknowns, and which of them are the tracks
    after the move. It is guessed, and checked. *)
Definition units (l : lin) : list nat := filter (fun i => Z.abs (nth i (snd l) 0) =? 1) (seq 0 (length (snd l))).
Definition variable_of (l : lin) : option nat := match units l with
  | [i] => if same_lin l (lvar i) then Some i else None | _ => None end.
(** Variable k solved from l = variable j. *)
Definition solve (l : lin) (k j : nat) : lin := let a := nth k (snd l) 0 in
  (* a k + rest = j *) lscale a (lsub (lvar j) (lsub l (lscale a (lvar k)))).
Definition put_in (k : nat) (by_ : lin) (l : lin) : lin := let a := nth k (snd l) 0 in ladd (lsub l (lscale a (lvar k))) (lscale a by_).
Fixpoint planned (n : nat) (kept : list nat) (j : nat) (Y R : list lin) (gone : list nat) (sel : list nat) : list lin * list nat * list nat := match Y with
  | [] => (R, gone, sel)
  | y :: Y => match variable_of y with
      | Some i => planned n kept (S j) Y R gone (sel ++ [i])
      | None =>
          let l := compose R y in
          match filter (fun k => (d <=? k)%nat && (k <? n)%nat && negb (existsb (Nat.eqb k) kept)) (units l) with
          | k :: _ => let by_ := solve l k (n + j) in planned n kept (S j) Y (map (put_in k by_) R) (k :: gone) (sel ++ [(n + j)%nat])
          | [] => planned n kept (S j) Y R gone (sel ++ [(n + j)%nat])
          end
      end end.
Fixpoint where_is (l : list nat) (i : nat) : nat := match l with [] => 0%nat | a :: l => if Nat.eqb a i then 0%nat else S (where_is l i) end.
Definition plan (n : nat) (Y : list lin) : list lin * list lin * list nat :=
  let kept := flat_map (fun y => match variable_of y with Some i => [i] | None => [] end) Y in
  let '(R, gone, sel) := planned n kept 0 Y (map lvar (seq 0 n)) [] [] in
  let used := filter (fun i => negb (existsb (Nat.eqb i) gone)) (seq 0 n) ++ filter (fun i => (n <=? i)%nat) sel in
  let new_ := map (fun i => lvar (where_is used i)) (seq 0 (n + length Y)) in
  (map (compose new_) R, map (fun i => if (i <? n)%nat then lvar i else nth (i - n) Y (lconst 0)) used, map (where_is used) sel).

Fixpoint consts_of (l : list lin) : option (list Z) := match l with
  | [] => Some [] | a :: l => match is_const a, consts_of l with Some z, Some r => Some (z :: r) | _, _ => None end end.
Definition weigh (w : list Z) (l : list lin) : lin := comp w l.
Definition measure (w : list Z) (s : state) : Z := dot w (concat s).
(** What a weighted sum is at least, it seems. *)
Definition lowest (w : list Z) : Z :=
  dot w (flat_map (fun rb : list (option lin) * bounds => map (fun _ => fst (snd rb)) (fst rb)) (combine (shape c) (parts g))) +
  dot (map (fun x => Z.min 0 x) w) (flat_map (fun rb : list (option lin) * bounds =>
    map (fun _ => match snd (snd rb) with Some h => h - fst (snd rb) | None => 0 end) (fst rb)) (combine (shape c) (parts g))).
Definition height (w : list Z) (s : state) : nat := Z.to_nat (measure w s - lowest w).
Definition heights : list (state -> nat) := map height (falls c).
Fixpoint descends (n : nat) (k : list con) (before after : list lin) (ws : list (list Z)) : bool := match ws with
  | [] => false
  | w :: ws => let b := weigh w before in let f := lsub b (weigh w after) in
      if fits n f && fits n b && shown n k (lsub f (lconst 1)) then shown n k (lsub b (lconst (lowest w + 1)))
      else if fits n f && shown n k f then descends n k before after ws else false end.
Lemma weigh_ok : forall r w st, lv r (weigh w (concat st)) = measure w (values r st).
Proof.
  intros r w st. unfold weigh, measure, values. rewrite <- concat_map. generalize (concat st) as l.
  induction w as [|x w IH]; intros [|y l]; cbn [comp map dot]; rewrite ?lv_const; trivial. now rewrite lv_add, lv_scale, IH.
Qed.
Lemma descends_ok : forall n k before after r, Forall (fun x => cfits n x = true) k -> nat_all r -> Forall (holds r) k ->
  forall ws, descends n k (concat before) (concat after) ws = true -> lower (map height ws) (values r after) (values r before).
Proof.
  intros n k before after r Fk N H. induction ws as [|w ws IH]; intro D; cbn [descends] in D; [discriminate|]. cbn [map lower].
  set (b := weigh w (concat before)) in *. set (f := lsub b (weigh w (concat after))) in *.
  assert (Vb : lv r b = measure w (values r before)) by apply weigh_ok.
  assert (Vf : lv r f = measure w (values r before) - measure w (values r after)) by (unfold f; rewrite lv_sub, Vb, weigh_ok; reflexivity).
  destruct (fits n f && fits n b && shown n k (lsub f (lconst 1))) eqn:E.
  - apply andb_prop in E. destruct E as [E S1]. apply andb_prop in E. destruct E as [Ff Fb].
    apply (shown_ok n k _ r) in S1; auto with fits. apply (shown_ok n k _ r) in D; auto with fits. forms. left. unfold height. lia.
  - destruct (fits n f && shown n k f) eqn:E2; [|discriminate]. apply andb_prop in E2. destruct E2 as [Ff S1].
    apply (shown_ok n k _ r) in S1; trivial. unfold height at 1 2 3 4.
    destruct (Nat.eq_dec (Z.to_nat (measure w (values r after) - lowest w)) (Z.to_nat (measure w (values r before) - lowest w))); [right|left; lia].
    split; trivial. now apply IH.
Qed.

Definition linked (R Y : list lin) (sel : list nat) : list con := map (fun yk => Zero (lsub (compose R (fst yk)) (lvar (snd yk)))) (combine Y sel).
Definition option_system (from : list Z) (q : way) (st : forms) : option (Guessed.sys * nat) :=
  let mf := apart_of slots (concat st) in
  match consts_of (fst mf) with None => None | Some m' =>
  match place m' memories with None => None | Some i =>
    let n := unknowns q in let Y := map (compose (snd mf)) (back c) in let '(R, Zs, sel) := plan n Y in
    if Guessed.leqb (Guessed.leqb same_lin) (map (map (compose Y)) (fill (shape c) m')) st &&
       (length R =? n)%nat && (d <=? length Zs)%nat && (d <=? n)%nat && (length sel =? d)%nat && forallb (fits n) Y &&
       Guessed.leqb same_lin (map (compose Zs) R) (map lvar (seq 0 n)) &&
       Guessed.leqb same_lin (firstn d R) (map lvar (seq 0 d)) && Guessed.leqb same_lin (firstn d Zs) (map lvar (seq 0 d)) &&
       Guessed.leqb same_lin Y (map (fun k => nth k Zs (lconst 0)) sel) && forallb (fun k => (k <? length Zs)%nat) sel &&
       forallb (fun l => fits n l && shown n (known q) l) Zs && forallb (fun l => shown n (known q) l) Y &&
       forallb (fun k => match ccompose Y k with Ge l => fits n l && shown n (known q) l | Zero _ => false end) dom &&
       descends n (known q) (concat (fill (shape c) from)) (concat st) (falls c)
    then Some (Guessed.Sys (length Zs - d) (system_of (map (ccompose R) (known q) ++ map Ge R ++ linked R Y sel)) (Some sel), i)
    else None
  end end.
(** What the positions of the law are. *)
Definition position (s : state) : Prop := exists m x, In m memories /\ length x = d /\ nat_all x /\ Forall (holds x) dom /\ s = state_at m x.
Lemma nth_map_lv : forall r l k, nth k (map (lv r) l) 0 = lv r (nth k l (lconst 0)).
Proof. intros. now rewrite <- (map_nth (lv r)), lv_const. Qed.
Lemma values_compose : forall r Y f, values r (map (map (compose Y)) f) = values (map (lv r) Y) f.
Proof.
  intros r Y f. unfold values. rewrite map_map. apply map_ext. intro l. rewrite map_map. apply map_ext. intro a. apply compose_ok.
Qed.
Lemma vars_upto : forall r n, map (lv r) (map lvar (seq 0 n)) = upto n r.
Proof. intros. unfold upto. rewrite map_map. apply map_ext. intro. apply lv_var. Qed.
Lemma firstn_upto : forall n r l, map (lv r) (firstn n l) = upto n r -> agree n r (map (lv r) l).
Proof.
  intros n r l E i Hi. rewrite (upto_agree n r i Hi), <- E, <- firstn_map. rewrite <- (firstn_skipn n (map (lv r) l)) at 2.
  assert (Ll : (length (firstn n (map (lv r) l)) = n)%nat) by (rewrite firstn_map, E; apply upto_length).
  rewrite app_nth1; trivial. lia.
Qed.
Theorem option_ok : forall from q st y i x, option_system from q st = Some (y, i) -> fine q -> length x = d -> nat_all x ->
  exists m' sel, nth_error memories i = Some m' /\ Guessed.target y = Some sel /\ length sel = d /\
  (forall r, agree d x r -> meets r q -> exists h, sat y x h /\ values r st = state_at m' (Guessed.pick sel (x ++ h))) /\
  (forall h, sat y x h -> exists r, agree d x r /\ meets r q /\ values r st = state_at m' (Guessed.pick sel (x ++ h)) /\
    nat_all (Guessed.pick sel (x ++ h)) /\ Forall (holds (Guessed.pick sel (x ++ h))) dom /\ lower heights (values r st) (values r (fill (shape c) from))).
Proof.
  intros from q st y i x H W Lx Nx. unfold option_system in H. cbn zeta in H.
  destruct (consts_of _) as [m'|]; [|discriminate]. destruct (place m' memories) as [i'|] eqn:Pl; [|discriminate].
  set (n := unknowns q) in *. set (Y := map _ (back c)) in *. destruct (plan n Y) as [[R Zs] sel].
  destruct (_ && _) eqn:E; [|discriminate]. injection H as <- <-. repeat (apply andb_prop in E; destruct E as [E ?E]).
  apply Nat.eqb_eq in E13, E10. apply Nat.leb_le in E12, E11. rewrite forallb_forall in E9, E4, E3, E2, E1.
  exists m', sel. split; [now apply place_ok|]. split; trivial. split; trivial.
  assert (St : forall r, values r st = state_at m' (map (lv r) Y)).
  { intro r. rewrite <- (leqb_forms r _ _ E). apply values_compose. }
  assert (LY : length Y = d) by (unfold Y; now rewrite map_length). cbn [Guessed.guesses Guessed.bound].
  set (K := map (ccompose R) (known q) ++ map Ge R ++ linked R Y sel). unfold fine in W. fold n in W.
  assert (Link : forall z, Forall (holds z) (linked R Y sel) -> map (lv (map (lv z) R)) Y = Guessed.pick sel z).
  { intro z. unfold linked, Guessed.pick. assert (Le : length Y = length sel) by congruence. revert Le. generalize sel. clear.
    induction Y as [|a Y IH]; intros [|k sel] L F; try discriminate; trivial. cbn [combine map] in *. inversion F as [|? ? F1 F2]; subst.
    cbn [fst snd holds] in F1. rewrite lv_sub, compose_ok, lv_var in F1. f_equal; [lia|]. apply IH; trivial. now injection L. }
  assert (Good : forall r, agree d x r -> meets r q -> exists h, sat (Guessed.Sys (length Zs - d) (system_of K) (Some sel)) x h /\
      map (lv r) Y = Guessed.pick sel (x ++ h)).
  { intros r A [Nr Kr]. set (z := map (lv r) Zs). assert (Lz : length z = length Zs) by apply map_length.
    assert (Az : agree d r z) by (apply firstn_upto; rewrite (leqb_lins r _ _ E6); apply vars_upto).
    assert (Nz : nat_all z).
    { apply Forall_map, Forall_forall. intros l I. specialize (E3 l I). apply andb_prop in E3. destruct E3 as [F1 F2]. now apply (shown_ok n (known q) l r). }
    assert (Ex : firstn d z = x).
    { apply agree_same with d; trivial; [rewrite firstn_length; lia|]. intros j Hj. rewrite (A j Hj), (Az j Hj).
      rewrite <- (firstn_skipn d z) at 2. rewrite app_nth1; trivial. rewrite firstn_length. lia. }
    assert (Rz : map (lv z) R = upto n r).
    { rewrite <- vars_upto, <- (leqb_lins r _ _ E8), map_map. apply map_ext. intro a. symmetry. apply compose_ok. }
    assert (Yz : map (lv r) Y = Guessed.pick sel z).
    { rewrite (leqb_lins r _ _ E5), map_map. unfold Guessed.pick. apply map_ext. intro k. symmetry. apply nth_map_lv. }
    exists (skipn d z). rewrite <- Ex. unfold sat. cbn [Guessed.guesses Guessed.bound]. rewrite firstn_skipn.
    split; [|trivial]. split; [rewrite skipn_length; lia|]. split.
    - rewrite <- (firstn_skipn d z) in Nz. apply Forall_app in Nz. apply Nz.
    - apply system_of_ok; trivial. unfold K. rewrite !Forall_app. split; [|split].
      + apply Forall_map. rewrite Forall_forall in *. intros k I. apply ccompose_ok. rewrite Rz. apply holds_agree with n r; auto. apply upto_agree.
      + apply Forall_map, Forall_forall. intros l I. cbn [holds]. pose proof (upto_nat n r Nr) as Nu. unfold nat_all in Nu. rewrite Forall_forall in Nu.
        apply Nu. rewrite <- Rz. now apply in_map.
      + unfold linked. apply Forall_map, Forall_forall. intros [a k] I. cbn [fst snd holds]. rewrite lv_sub, compose_ok, Rz, lv_var.
        assert (Fa : fits n a = true) by (apply E9; now apply in_combine_l in I).
        rewrite <- (lv_agree n r (upto n r) a Fa (upto_agree n r)).
        assert (Q : lv r a = nth k z 0); [|lia]. clear - I Yz. unfold Guessed.pick in Yz. revert sel Yz I.
        induction Y as [|b Y IH]; intros [|k' sel] Yz I; try discriminate; [destruct I..|]. cbn [map combine] in *. injection Yz as Y1 Y2.
        destruct I as [I|I]; [injection I as <- <-; trivial|now apply IH with sel]. }
  split.
  - intros r A M. destruct (Good r A M) as [h [S Eh]]. exists h. split; trivial. now rewrite St, Eh.
  - intros h [Lh [Nh Sh]]. cbn [Guessed.guesses Guessed.bound] in *. set (z := x ++ h) in *.
    assert (Nz : nat_all z) by now apply nat_app. apply system_of_ok in Sh; trivial. unfold K in Sh. rewrite !Forall_app in Sh. destruct Sh as [S1 [S2 S3]].
    set (r := map (lv z) R). assert (Nr : nat_all r) by (apply Forall_map; rewrite Forall_map in S2; exact S2).
    assert (Az : agree d z r) by (apply firstn_upto; rewrite (leqb_lins z _ _ E7); apply vars_upto).
    assert (A : agree d x r).
    { apply agree_trans with d z; trivial. rewrite <- Lx at 1. apply agree_app. }
    assert (M : meets r q).
    { split; trivial. rewrite Forall_map in S1. rewrite Forall_forall in *. intros k I. now apply ccompose_ok, S1. }
    assert (Eh : map (lv r) Y = Guessed.pick sel z) by now apply Link.
    exists r. split; trivial. split; trivial. split; [now rewrite St, Eh|]. rewrite <- Eh. destruct M as [_ Kr]. split; [|split].
    + apply Forall_map, Forall_forall. intros l I. apply (shown_ok n (known q)); auto.
    + apply Forall_forall. intros k I. specialize (E1 k I). pose proof (ccompose_ok r Y k) as Ck.
      destruct (ccompose Y k) as [l|l]; [|discriminate]. apply andb_prop in E1. destruct E1 as [F1 F2]. apply Ck. cbn [holds]. now apply (shown_ok n (known q)).
    + unfold heights. now apply descends_ok with n (known q).
Qed.
End Law.
