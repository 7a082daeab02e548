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
Lemma leqb_lins : forall r a b, Explore.leqb same_lin a b = true -> map (lv r) a = map (lv r) b.
Proof.
  intro r. induction a as [|x a IH]; intros [|y b] H; try discriminate; trivial. cbn [Explore.leqb map] in *. apply andb_prop in H. destruct H as [H1 H2].
  f_equal; [now apply same_lin_ok|auto].
Qed.
Lemma leqb_forms : forall r a b, Explore.leqb (Explore.leqb same_lin) a b = true -> values r a = values r b.
Proof.
  intro r. induction a as [|x a IH]; intros [|y b] H; try discriminate; trivial. unfold values in *. cbn [Explore.leqb map] in *.
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
  | [] => None | a :: l => if Explore.leqb Z.eqb m a then Some 0%nat else match place m l with Some i => Some (S i) | None => None end end.
Lemma place_ok : forall m l i, place m l = Some i -> nth_error l i = Some m.
Proof.
  induction l as [|a l IH]; intros i H; cbn [place] in H; [discriminate|]. destruct (Explore.leqb Z.eqb m a) eqn:E.
  - injection H as <-. apply Explore.leqb_eq in E; [now subst|intros; now apply Z.eqb_eq].
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
(** A state of the game: as many parts, and all elements in the ranges of their parts. *)
Definition legal (s : state) : bool := (length s =? length (parts g))%nat && forallb (fun lb => forallb (inside (snd lb)) (fst lb)) (combine s (parts g)).
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
    if Explore.leqb (Explore.leqb same_lin) (map (map (compose Y)) (fill (shape c) m')) st &&
       (length R =? n)%nat && (d <=? length Zs)%nat && (d <=? n)%nat && (length sel =? d)%nat && forallb (fits n) Y &&
       Explore.leqb same_lin (map (compose Zs) R) (map lvar (seq 0 n)) &&
       Explore.leqb same_lin (firstn d R) (map lvar (seq 0 d)) && Explore.leqb same_lin (firstn d Zs) (map lvar (seq 0 d)) &&
       Explore.leqb same_lin Y (map (fun k => nth k Zs (lconst 0)) sel) && forallb (fun k => (k <? length Zs)%nat) sel &&
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
  exists m' sel, place m' memories = Some i /\ Guessed.target y = Some sel /\ length sel = d /\
  (forall r, agree d x r -> meets r q -> exists h, sat y x h /\ values r st = state_at m' (Guessed.pick sel (x ++ h))) /\
  (forall h, sat y x h -> exists r, agree d x r /\ meets r q /\ values r st = state_at m' (Guessed.pick sel (x ++ h)) /\
    nat_all (Guessed.pick sel (x ++ h)) /\ Forall (holds (Guessed.pick sel (x ++ h))) dom /\ lower heights (values r st) (values r (fill (shape c) from))).
Proof.
  intros from q st y i x H W Lx Nx. unfold option_system in H. cbn zeta in H.
  destruct (consts_of _) as [m'|]; [|discriminate]. destruct (place m' memories) as [i'|] eqn:Pl; [|discriminate].
  set (n := unknowns q) in *. set (Y := map _ (back c)) in *. destruct (plan n Y) as [[R Zs] sel].
  destruct (_ && _) eqn:E; [|discriminate]. injection H as <- <-. repeat (apply andb_prop in E; destruct E as [E ?E]).
  apply Nat.eqb_eq in E13, E10. apply Nat.leb_le in E12, E11. rewrite forallb_forall in E9, E4, E3, E2, E1.
  exists m', sel. split; trivial. split; trivial. split; trivial.
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

(* ---------------- a memory: its ends, what is paid where nobody can move, its tiers ---------------- *)
Record ways_of {A} := Ways { m_ends : list (A * option Z); m_stuck : list (A * Z); m_tiers : list (list (A * nat)) }.
Arguments ways_of : clear implicits.
Arguments Ways {A}.
Definition told_apart : list bool := map (existsb (fun o : option lin => match o with None => true | Some _ => false end)) (shape c).
Definition start : way := Way d dom.
Definition plain_of {A} (qa : way * A) : Guessed.sys * A := (plain_system (fst qa), snd qa).
Definition tier_of (m : list Z) (k : cmd) : option (list (Guessed.sys * nat)) :=
  match scmd (consts g) (parts g) told_apart k [] (fill (shape c) m) start with
  | Some L => all_some (fun qs => option_system m (fst qs) (snd qs)) L
  | None => None end.
Definition memory_ways (m : list Z) : option (ways_of Guessed.sys) :=
  let st := fill (shape c) m in
  match sends (consts g) (Core.ends g) st start, sstuck (consts g) (stuck g) st start, all_some (tier_of m) (tiers g) with
  | Some es, Some ss, Some ts => Some (Ways (map plain_of es) (map plain_of ss) ts)
  | _, _, _ => None end.
Definition fits_tracks : bool := forallb (forallb (fun o => match o with Some l => fits d l | None => true end)) (shape c).
Hypothesis FT : fits_tracks = true.

Lemma fill_fits : forall m, sfit d (fill (shape c) m).
Proof.
  pose proof FT as F. unfold fits_tracks in F. revert F. generalize (shape c) as sh.
  assert (Row : forall row m, forallb (fun o => match o with Some l => fits d l | None => true end) row = true -> Forall (lfit d) (fst (fill_row row m))).
  { induction row as [|[l|] row IH]; intros m F; cbn [fill_row fst]; constructor; cbn [forallb] in F; apply andb_prop in F; destruct F as [F1 F2]; auto. }
  induction sh as [|row sh IH]; intros F m; cbn [fill]; constructor; cbn [forallb] in F; apply andb_prop in F; destruct F as [F1 F2].
  - now apply Row.
  - now apply IH.
Qed.
Definition dom_fits : bool := forallb (cfits d) dom.
Hypothesis DF : dom_fits = true.
Lemma start_fine : fine start.
Proof. unfold fine, start. cbn [known unknowns]. apply Forall_forall. pose proof DF as F. unfold dom_fits in F. now rewrite forallb_forall in F. Qed.
Lemma start_meets : forall x, nat_all x -> Forall (holds x) dom -> meets x start.
Proof. intros x N H. now split. Qed.
(** What is worked out from the beginning, at the tracks x. *)
Lemma from_start : forall A B fit (value : list Z -> A -> B) L den x, spec fit value start L den -> nat_all x -> Forall (holds x) dom ->
  (forall r b, agree d x r -> (den r b <-> den x b)) ->
  forall b, den x b <-> exists q a r, In (q, a) L /\ agree d x r /\ meets r q /\ value r a = b.
Proof.
  intros A B fit value L den x [G S F] N H Inv b. split.
  - intro Db. destruct (F x b (start_meets x N H) Db) as [q [a [r [I [Ag [M V]]]]]]. exists q, a, r. auto.
  - intros [q [a [r [I [Ag [M <-]]]]]]. destruct (S q a r I M) as [_ Db]. now apply (Inv r).
Qed.
Lemma state_agree : forall m x r, agree d x r -> values r (fill (shape c) m) = state_at m x.
Proof. intros m x r A. symmetry. apply values_agree with d; trivial. apply fill_fits. Qed.
Section At.
Variables (m x : list Z) (w : ways_of Guessed.sys).
Hypothesis MW : memory_ways m = Some w.
Hypothesis LX : length x = d.
Hypothesis NX : nat_all x.
Hypothesis DX : Forall (holds x) dom.
Notation here := (state_at m x).
Lemma plain_ways : forall A (L : list (way * A)) den, spec any itself start L (fun r (b : A) => den r b) -> (forall r b, agree d x r -> (den r b <-> den x b)) ->
  forall b, den x b <-> exists y, In (y, b) (map plain_of L) /\ exists h, sat y x h.
Proof.
  intros A L den S Inv b. rewrite (from_start _ _ _ _ _ _ _ S NX DX Inv b). split.
  - intros [q [a [r [I [Ag [M <-]]]]]]. destruct (s_grow _ _ _ _ _ S q a I) as [G1 [G2 _]]. exists (plain_system q). split.
    + apply in_map_iff. exists (q, a). now split.
    + apply (plain_system_ok q x); trivial. now exists r.
  - intros [y [I [h Sh]]]. apply in_map_iff in I. destruct I as [[q a] [E I]]. unfold plain_of in E. cbn [fst snd] in E. injection E as <- <-.
    destruct (s_grow _ _ _ _ _ S q a I) as [G1 [G2 _]]. destruct (proj2 (plain_system_ok q x G2 G1 LX NX) (ex_intro _ h Sh)) as [r [Ag M]].
    exists q, a, r. auto.
Qed.
Lemma ends_ways : forall b, b = option_map Z.sgn (ended g here) <-> exists y, In (y, b) (m_ends w) /\ exists h, sat y x h.
Proof.
  pose proof MW as H. unfold memory_ways in H. cbn zeta in H. destruct (sends _ _ _ _) as [es|] eqn:E; [|discriminate].
  destruct (sstuck _ _ _ _) as [ss|]; [|discriminate]. destruct (all_some _ _) as [ts|]; [|discriminate]. injection H as <-. cbn [m_ends].
  apply (plain_ways _ es (fun r b => b = option_map Z.sgn (first_end (consts g) (Core.ends g) (values r (fill (shape c) m))))).
  - apply sends_ok; trivial; [apply start_fine|apply fill_fits].
  - intros r b Ag. now rewrite (state_agree m x r Ag).
Qed.
Lemma stuck_ways : forall b, b = Z.sgn (stuck_pays g here) <-> exists y, In (y, b) (m_stuck w) /\ exists h, sat y x h.
Proof.
  pose proof MW as H. unfold memory_ways in H. cbn zeta in H. destruct (sends _ _ _ _) as [es|]; [|discriminate].
  destruct (sstuck _ _ _ _) as [ss|] eqn:E; [|discriminate]. destruct (all_some _ _) as [ts|]; [|discriminate]. injection H as <-. cbn [m_stuck].
  apply (plain_ways _ ss (fun r b => b = Z.sgn (Core.ev (consts g) [] (values r (fill (shape c) m)) (stuck g)))).
  - apply sstuck_ok; trivial; [apply start_fine|apply fill_fits].
  - intros r b Ag. now rewrite (state_agree m x r Ag).
Qed.
(** Where an option of a tier leads. *)
Definition leads (T : list (Guessed.sys * nat)) (t : state) (y : Guessed.sys) (i : nat) (h : list Z) : Prop :=
  In (y, i) T /\ sat y x h /\ exists m' sel, place m' memories = Some i /\ Guessed.target y = Some sel /\ length sel = d /\
    t = state_at m' (Guessed.pick sel (x ++ h)) /\ nat_all (Guessed.pick sel (x ++ h)) /\ Forall (holds (Guessed.pick sel (x ++ h))) dom /\ lower heights t here.
Lemma tier_ways : forall k T, tier_of m k = Some T ->
  (forall t, In t (Core.run (consts g) (parts g) k [] here) <-> exists y i h, leads T t y i h) /\
  (forall y i h, In (y, i) T -> sat y x h -> exists t, leads T t y i h).
Proof.
  intros k T H. unfold tier_of in H. destruct (scmd _ _ _ _ _ _ _) as [L|] eqn:E; [|discriminate].
  pose proof (scmd_ok _ _ _ _ _ _ _ _ start_fine (Forall_nil _) (fill_fits m) E) as S. destruct (all_some_in _ _ _ _ _ H) as [A1 A2]. clear H.
  assert (F := from_start _ _ _ _ _ _ x S NX DX). cbn beta in F.
  assert (Inv : forall r b, agree d x r -> In b (Core.run (consts g) (parts g) k (map (lv r) []) (values r (fill (shape c) m))) <->
    In b (Core.run (consts g) (parts g) k (map (lv x) []) (values x (fill (shape c) m)))).
  { intros r b Ag. now rewrite (state_agree m x r Ag). }
  specialize (F Inv). change (map (lv x) []) with (@nil Z) in F. fold (state_at m x) in F.
  assert (Ok : forall y i h, In (y, i) T -> sat y x h -> exists q st r, In (q, st) L /\ agree d x r /\ meets r q /\ leads T (values r st) y i h).
  { intros y i h I Sh. destruct (A2 _ I) as [[q st] [Il O]]. cbn [fst snd] in O. destruct (s_grow _ _ _ _ _ S q st Il) as [_ [Wq _]].
    destruct (option_ok _ _ _ _ _ x O Wq LX NX) as [m' [sel [Pl [Ta [Ls [_ Back]]]]]].
    destruct (Back h Sh) as [r [Ag [Me [V [N' [D' Lo]]]]]]. exists q, st, r. split; trivial. split; trivial. split; trivial.
    split; trivial. split; trivial. exists m', sel. rewrite (state_agree m x r Ag) in Lo. auto 10. }
  split.
  - intro t. rewrite F. split.
    + intros [q [st [r [Il [Ag [Me <-]]]]]]. destruct (A1 _ Il) as [[y i] [O I]]. cbn [fst snd] in O.
      destruct (s_grow _ _ _ _ _ S q st Il) as [_ [Wq _]]. destruct (option_ok _ _ _ _ _ x O Wq LX NX) as [m' [sel [Pl [Ta [Ls [There Back]]]]]].
      destruct (There r Ag Me) as [h [Sh Eh]]. destruct (Back h Sh) as [r2 [Ag2 [Me2 [V2 [N' [D' Lo]]]]]].
      exists y, i, h. split; trivial. split; trivial. exists m', sel. rewrite V2, (state_agree m x r2 Ag2), <- Eh in Lo. auto 10.
    + intros [y [i [h [I [Sh [m' [sel [Pl [Ta [Ls [-> _]]]]]]]]]]]. destruct (Ok y i h I Sh) as [q [st [r [Il [Ag [Me [_ [_ [m2 [sel2 [Pl2 [Ta2 [_ [E2 _]]]]]]]]]]]]]].
      exists q, st, r. split; trivial. split; trivial. split; trivial. rewrite E2. apply place_ok in Pl, Pl2. congruence.
  - intros y i h I Sh. destruct (Ok y i h I Sh) as [q [st [r [_ [_ [_ Le]]]]]]. eauto.
Qed.
End At.

(* ---------------- the check ---------------- *)
Definition kind_eqb (a b : Lattice.kind) : bool := match a, b with
  | Lattice.Eq, Lattice.Eq | Lattice.Gt, Lattice.Gt => true | Lattice.Mod m, Lattice.Mod n => m =? n | _, _ => false end.
Definition rule_eqb (a b : Lattice.con) : bool :=
  Explore.leqb Z.eqb (Lattice.cp a) (Lattice.cp b) && Explore.leqb Z.eqb (Lattice.cq a) (Lattice.cq b) &&
  kind_eqb (Lattice.ck a) (Lattice.ck b) && (Lattice.cc a =? Lattice.cc b).
Definition target_eqb (a b : option (list nat)) : bool := match a, b with
  | None, None => true | Some a, Some b => Explore.leqb Nat.eqb a b | _, _ => false end.
Definition sys_eqb (a b : Guessed.sys) : bool := (Guessed.guesses a =? Guessed.guesses b)%nat &&
  Explore.leqb rule_eqb (Guessed.bound a) (Guessed.bound b) && target_eqb (Guessed.target a) (Guessed.target b).
Lemma sys_eq : forall a b, sys_eqb a b = true -> a = b.
Proof.
  intros [n k t] [n' k' t'] H. unfold sys_eqb in H. cbn [Guessed.guesses Guessed.bound Guessed.target] in H. apply andb_prop in H. destruct H as [H H3].
  apply andb_prop in H. destruct H as [H1 H2]. apply Nat.eqb_eq in H1. subst n'.
  apply Explore.leqb_eq in H2; [subst k'|].
  - destruct t as [t|], t' as [t'|]; try discriminate; trivial. cbn [target_eqb] in H3. apply Explore.leqb_eq in H3; [congruence|].
    intros a b E. now apply Nat.eqb_eq.
  - intros [p q o z] [p' q' o' z'] E. unfold rule_eqb in E. cbn [Lattice.cp Lattice.cq Lattice.ck Lattice.cc] in E.
    repeat (apply andb_prop in E; destruct E as [E ?E]). apply Explore.leqb_eq in E, E2; try (intros; now apply Z.eqb_eq). apply Z.eqb_eq in E0. subst.
    f_equal. destruct o, o'; try discriminate; trivial. cbn [kind_eqb] in E1. apply Z.eqb_eq in E1. now subst.
Qed.
Fixpoint found (y : Guessed.sys) (ys : list Guessed.sys) : option nat := match ys with
  | [] => None | a :: ys => if sys_eqb y a then Some 0%nat else match found y ys with Some i => Some (S i) | None => None end end.
Lemma found_ok : forall y ys i, found y ys = Some i -> nth_error ys i = Some y.
Proof.
  induction ys as [|a ys IH]; intros i H; cbn [found] in H; [discriminate|]. destruct (sys_eqb y a) eqn:E.
  - injection H as <-. apply sys_eq in E. now subst.
  - destruct (found y ys) as [j|]; [|discriminate]. injection H as <-. now apply IH.
Qed.
Definition indexed {A} (ys : list Guessed.sys) (l : list (Guessed.sys * A)) : option (list (nat * A)) :=
  all_some (fun ya => match found (fst ya) ys with Some i => Some (i, snd ya) | None => None end) l.
Lemma indexed_ok : forall A ys (l : list (Guessed.sys * A)) r, indexed ys l = Some r ->
  (forall y a, In (y, a) l -> exists i, nth_error ys i = Some y /\ In (i, a) r) /\
  (forall i a, In (i, a) r -> exists y, nth_error ys i = Some y /\ In (y, a) l).
Proof.
  intros A ys l r H. destruct (all_some_in _ _ _ _ _ H) as [H1 H2]. split.
  - intros y a I. destruct (H1 _ I) as [[i b] [E J]]. cbn [fst snd] in E. destruct (found y ys) as [j|] eqn:F; [|discriminate].
    injection E as <- <-. exists j. split; [now apply found_ok|trivial].
  - intros i a I. destruct (H2 _ I) as [[y b] [J E]]. cbn [fst snd] in E. destruct (found y ys) as [j|] eqn:F; [|discriminate].
    injection E as <- <-. exists y. split; [now apply found_ok|trivial].
Qed.
Definition numbered (ys : list Guessed.sys) (w : ways_of Guessed.sys) : option (ways_of nat) :=
  match indexed ys (m_ends w), indexed ys (m_stuck w), all_some (indexed ys) (m_tiers w) with
  | Some e, Some s, Some t => Some (Ways e s t) | _, _, _ => None end.
Definition with_one (ys : list Guessed.sys) (y : Guessed.sys) : list Guessed.sys := match found y ys with Some _ => ys | None => ys ++ [y] end.
Definition ways_systems (w : ways_of Guessed.sys) : list Guessed.sys := map fst (m_ends w) ++ map fst (m_stuck w) ++ map fst (concat (m_tiers w)).
Definition domain_system : Guessed.sys := Guessed.Sys 0 (system_of dom) None.

Section Right.
Variable lab : N -> nat -> Z.
Definition first_of {A} (l : list (nat * A)) (accs : list (list N)) : option A :=
  match find (fun ia => match nth (fst ia) accs [] with [] => false | _ => true end) l with Some ia => Some (snd ia) | None => None end.
Definition values_of (T : list (nat * nat)) (accs : list (list N)) : list Z :=
  flat_map (fun im => map (fun q => lab q (snd im)) (nth (fst im) accs [])) T.
Fixpoint first_values (ts : list (list (nat * nat))) (accs : list (list N)) : list Z := match ts with
  | [] => [] | T :: ts => match values_of T accs with [] => first_values ts accs | l => l end end.
Definition best (first : bool) (v : Z) (l : list Z) : bool := existsb (Z.eqb v) l && forallb (fun a => if first then a <=? v else v <=? a) l.
Definition right_of (first : bool) (i : nat) (w : ways_of nat) (q : N) (accs : list (list N)) : bool := let v := lab q i in
  existsb (Z.eqb v) [-1; 0; 1] && match first_of (m_ends w) accs with
  | None => false
  | Some (Some p) => v =? p
  | Some None => match first_values (m_tiers w) accs with
      | [] => match first_of (m_stuck w) accs with Some p => v =? p | None => false end
      | l => best first v l
      end
  end.
End Right.
(** Whose turn it is. *)
Definition turn_of (m : list Z) : option Z := match fill (shape c) m with (t :: _) :: _ => is_const t | _ => None end.
(** Each memory is read back, and so are the tracks. *)
Definition read_back (m : list Z) : bool := let mf := apart_of slots (concat (fill (shape c) m)) in
  Explore.leqb same_lin (fst mf) (map lconst m) && Explore.leqb same_lin (map (compose (snd mf)) (back c)) (map lvar (seq 0 d)) &&
  match turn_of m with Some t => (t =? 0) || (t =? 1) | None => false end.
Definition readT (T : PositiveMap.t (PositiveMap.t N)) (q : N) (x : list Z) : N := Explore.get 0%N (Explore.get (PositiveMap.empty N) T q) (code x).
Definition labelT (T : PositiveMap.t (list Z)) (q : N) (i : nat) : Z := nth i (Explore.get [] T q) 2.
(** A memory's number, whether player 0 is to move, and its ways. *)
Definition memory_of (ys : list Guessed.sys) (mw : list Z * ways_of Guessed.sys) : option (nat * bool * ways_of nat) :=
  match place (fst mw) memories, turn_of (fst mw), numbered ys (snd mw) with
  | Some i, Some t, Some w => Some (i, t =? 0, w) | _, _, _ => None end.
Definition good_in (lab : N -> nat -> Z) (unlabelled : N -> bool) (ms : list (nat * bool * ways_of nat)) (q : N) (accs : list (list N)) : bool :=
  match nth 0 accs [] with
  | [] => unlabelled q
  | _ => forallb (fun m => let '(i, first, w) := m in right_of lab first i w q accs) ms end.
Definition no_label (T : PositiveMap.t (list Z)) (q : N) : bool := match Explore.get [] T q with [] => true | _ => false end.
Definition reads_all : bool :=
  match all_some (fun m => match memory_ways m with Some w => Some (m, w) | None => None end) memories with
  | None => false
  | Some mws =>
      let ys := fold_left with_one (flat_map (fun mw => ways_systems (snd mw)) mws) [domain_system] in
      match all_some (memory_of ys) mws with
      | None => false
      | Some ms => let T := Explore.tree (map Explore.tree (next c)) in let L := Explore.tree (says c) in
          Guessed.systems_good (digits c) d (readT T) ys (Tracker.tuples (digits c) d) (good_in (labelT L) (no_label L) ms) fuel
      end
  end.
Definition laid_out : bool := (blocks g =? 0)%nat && forallb read_back memories && fits_tracks && dom_fits &&
  N.eqb (read 0 (Digits.zero d)) 0.
Hypothesis LO : laid_out = true.
Hypothesis RA : reads_all = true.

(* ---------------- what it says of a position ---------------- *)
Definition says_of (s : state) : Z := let mf := apart_of slots (concat s) in says_at (fst mf) (map (lv (snd mf)) (back c)).
Lemma laid : blocks g = 0%nat /\ (forall m, In m memories -> read_back m = true) /\ read 0 (Digits.zero d) = 0%N.
Proof.
  pose proof LO as H. unfold laid_out in H. repeat (apply andb_prop in H; destruct H as [H ?H]).
  apply Nat.eqb_eq in H. rewrite forallb_forall in H3. apply N.eqb_eq in H0. auto.
Qed.
Lemma says_of_at : forall m x, In m memories -> length x = d -> says_of (state_at m x) = says_at m x.
Proof.
  intros m x I L. destruct laid as [_ [Rb _]]. specialize (Rb m I). unfold read_back in Rb. cbn zeta in Rb.
  apply andb_prop in Rb. destruct Rb as [Rb _]. apply andb_prop in Rb. destruct Rb as [R1 R2].
  unfold says_of, state_at, values. rewrite <- concat_map, apart_of_map. cbn [fst snd]. f_equal.
  - rewrite (leqb_lins x _ _ R1), map_map. rewrite map_ext with (g := fun z => z) by (intro; apply lv_const). apply map_id.
  - rewrite (map_ext _ (fun b => lv x (compose (snd (apart_of slots (concat (fill (shape c) m)))) b))) by (intro; symmetry; apply compose_ok).
    rewrite <- (map_map _ (lv x)), (leqb_lins x _ _ R2), vars_upto. apply agree_same with d; trivial; [apply upto_length|]. apply agree_sym, upto_agree.
Qed.
Lemma turn_at : forall m x t, turn_of m = Some t -> turn (state_at m x) = t.
Proof.
  intros m x t H. unfold turn_of in H. unfold turn, state_at, values. destruct (fill (shape c) m) as [|[|a row] rest]; try discriminate.
  cbn [map nth]. unfold elt. cbn [nth Z.ltb Z.compare Z.to_nat]. now apply is_const_ok.
Qed.
Lemma turn_two : forall m, In m memories -> exists t, turn_of m = Some t /\ (t = 0 \/ t = 1).
Proof.
  intros m I. destruct laid as [_ [Rb _]]. specialize (Rb m I). unfold read_back in Rb. cbn zeta in Rb. apply andb_prop in Rb. destruct Rb as [_ R].
  destruct (turn_of m) as [t|]; [|discriminate]. exists t. split; trivial. apply orb_prop in R. destruct R as [R|R]; apply Z.eqb_eq in R; auto.
Qed.
Lemma read_tree : forall q l, readT (Explore.tree (map Explore.tree (next c))) q l = read q l.
Proof.
  intros q l. unfold readT, read. rewrite Explore.get_nth. change (PositiveMap.empty N) with (Explore.tree (@nil N)). rewrite map_nth. apply Explore.get_nth.
Qed.
Lemma runs_tree : forall w q, Guessed.runs (readT (Explore.tree (map Explore.tree (next c)))) q w = Guessed.runs read q w.
Proof.
  unfold Guessed.runs. induction w as [|l w IH]; intro q; trivial. cbn [fold_left]. now rewrite IH, read_tree.
Qed.
Lemma label_tree : forall q i, labelT (Explore.tree (says c)) q i = label q i.
Proof. intros. unfold labelT, label. now rewrite Explore.get_nth. Qed.
Lemma with_one_first : forall l ys y0, nth_error ys 0 = Some y0 -> nth_error (fold_left with_one l ys) 0 = Some y0.
Proof.
  induction l as [|y l IH]; intros ys y0 H; trivial. cbn [fold_left]. apply IH. unfold with_one. destruct (found y ys); trivial. destruct ys; [discriminate|exact H].
Qed.

Lemma first_of_in : forall A (l : list (nat * A)) accs a, first_of l accs = Some a -> exists i q, In (i, a) l /\ In q (nth i accs []).
Proof.
  intros A l accs a H. unfold first_of in H. destruct (find _ l) as [[i b]|] eqn:F; [|discriminate]. injection H as <-. apply find_some in F.
  cbn [fst snd] in F. destruct F as [I N]. exists i. destruct (nth i accs []) as [|q r]; [discriminate|]. exists q. split; [trivial|now left].
Qed.

(** The best of what a position can lead to, or what is paid there. *)
Lemma says_right : forall m x, In m memories -> length x = d -> nat_all x -> Forall (holds x) dom ->
  let s := state_at m x in let v := says_at m x in In v [-1; 0; 1] /\
  match ended g s with
  | Some p => v = Z.sgn p
  | None => match first_tier (consts g) (parts g) (tiers g) s with
      | [] => v = Z.sgn (stuck_pays g s)
      | l => (exists t, In t l /\ says_of t = v) /\ forall t, In t l -> if turn s =? 0 then says_of t <= v else v <= says_of t
      end
  end.
Proof.
  intros m x I L N D. cbn zeta. pose proof RA as R. unfold reads_all in R.
  destruct (all_some _ memories) as [mws|] eqn:Am; [|discriminate]. cbn zeta in R. set (ys := fold_left with_one _ [domain_system]) in *.
  destruct (all_some (memory_of ys) mws) as [ms|] eqn:Ao; [|discriminate]. destruct laid as [_ [_ Zr]].
  set (rT := readT (Explore.tree (map Explore.tree (next c)))) in *.
  assert (Z0 : rT 0%N (Digits.zero d) = 0%N) by (unfold rT; now rewrite read_tree).
  destruct (Guessed.systems_ok (digits c) OK d rT Z0 ys _ _ eq_refl fuel R x L N) as [accs [G A]].
  assert (St : forall z, Guessed.state_of (digits c) rT z = Guessed.state_of (digits c) read z) by (intro z; apply runs_tree).
  rewrite St in G. set (q := Guessed.state_of (digits c) read x) in *. unfold good_in in G.
  assert (A' : forall i y, nth_error ys i = Some y -> forall q', In q' (nth i accs []) <-> exists h, sat y x h /\ q' = Guessed.answers (digits c) rT y (x ++ h)).
  { intros i y E q'. rewrite (A i y E q'). unfold sat. split; [intros [h [H1 [H2 [H3 H4]]]]|intros [h [[H1 [H2 H3]] H4]]]; exists h; auto. }
  assert (Dom : In 0%N (nth 0 accs [])).
  { apply (A' 0%nat domain_system); [now apply with_one_first|]. exists []. rewrite app_nil_r. split; [|reflexivity]. split; [reflexivity|]. split; [constructor|].
    rewrite app_nil_r. cbn [domain_system Guessed.bound]. now apply system_of_ok. }
  destruct (nth 0 accs []) as [|q0 qs]; [destruct Dom|]. clear Dom.
  destruct (all_some_in _ _ _ _ _ Am) as [Am1 _]. destruct (Am1 m I) as [[m0 w] [Em Iw]]. destruct (memory_ways m) as [w0|] eqn:MW; [|discriminate].
  injection Em as <- <-. destruct (all_some_in _ _ _ _ _ Ao) as [Ao1 _]. destruct (Ao1 _ Iw) as [[[i first] wn] [Eo Io]].
  unfold memory_of in Eo. cbn [fst snd] in Eo. destruct (place m memories) as [i0|] eqn:Pl; [|discriminate]. destruct (turn_of m) as [t0|] eqn:Tu; [|discriminate].
  destruct (numbered ys w0) as [wn0|] eqn:Nu; [|discriminate]. injection Eo as <- <- <-. rewrite forallb_forall in G. specialize (G _ Io). cbn beta iota in G.
  unfold numbered in Nu. destruct (indexed ys (m_ends w0)) as [es|] eqn:Ie; [|discriminate]. destruct (indexed ys (m_stuck w0)) as [ss|] eqn:Is; [|discriminate].
  destruct (all_some (indexed ys) (m_tiers w0)) as [ts|] eqn:It; [|discriminate]. injection Nu as <-. unfold right_of in G. cbn [m_ends m_stuck m_tiers] in G.
  assert (V : says_at m x = label q i0) by (unfold says_at; rewrite Pl; reflexivity). rewrite label_tree, <- V in G. set (v := says_at m x) in *.
  apply andb_prop in G. destruct G as [Gv G]. split.
  { apply existsb_exists in Gv. destruct Gv as [u [Iu Eu]]. apply Z.eqb_eq in Eu. congruence. }
  rewrite (turn_at m x t0 Tu).
  assert (Plain : forall B (l : list (Guessed.sys * B)) r b, indexed ys l = Some r -> first_of r accs = Some b -> exists y, In (y, b) l /\ exists h, sat y x h).
  { intros B l r b Ix Fo. destruct (first_of_in _ _ _ _ Fo) as [j [q' [Ij Iq]]]. destruct (indexed_ok _ _ _ _ Ix) as [_ X]. destruct (X j b Ij) as [y [Ny Iy]].
    apply (A' j y Ny) in Iq. destruct Iq as [h [Sh _]]. eauto. }
  destruct (first_of es accs) as [e|] eqn:Fe; [|discriminate].
  destruct (Plain _ _ _ _ Ie Fe) as [y [Iy Hy]]. assert (Ee := proj2 (ends_ways m x w0 MW L N D e) (ex_intro _ y (conj Iy Hy))).
  destruct (ended g (state_at m x)) as [p|]; cbn [option_map] in Ee; subst e; [now apply Z.eqb_eq in G|].
  assert (Vals : forall k T T', tier_of m k = Some T -> indexed ys T = Some T' ->
    forall u, In u (values_of (labelT (Explore.tree (says c))) T' accs) <-> exists t, In t (Core.run (consts g) (parts g) k [] (state_at m x)) /\ u = says_of t).
  { intros k T T' Ek Ex u. destruct (tier_ways m x L N D k T Ek) as [W1 W2]. destruct (indexed_ok _ _ _ _ Ex) as [X1 X2].
    assert (Lab : forall t y i h, leads m x T t y i h -> says_of t = label (Guessed.answers (digits c) rT y (x ++ h)) i).
    { intros t y' i h [_ [_ [m' [sel [Pl' [Ta [Ls [-> _]]]]]]]]. rewrite says_of_at.
      - unfold says_at. rewrite Pl'. unfold Guessed.answers. now rewrite Ta, St.
      - apply place_ok in Pl'. now apply nth_error_In in Pl'.
      - unfold Guessed.pick. now rewrite map_length. }
    unfold values_of. rewrite in_flat_map. split.
    - intros [[j i] [Ij Iu]]. cbn [fst snd] in Iu. apply in_map_iff in Iu. destruct Iu as [q' [Eu Iq]]. destruct (X2 j i Ij) as [y' [Ny Iy']].
      apply (A' j y' Ny) in Iq. destruct Iq as [h [Sh Eq]]. destruct (W2 y' i h Iy' Sh) as [t Le]. exists t. split; [apply W1; eauto|].
      rewrite (Lab t y' i h Le), <- Eu, Eq. apply label_tree.
    - intros [t [Ir ->]]. apply W1 in Ir. destruct Ir as [y' [i [h Le]]]. destruct (X1 y' i (proj1 Le)) as [j [Ny Ij]]. exists (j, i). split; trivial. cbn [fst snd].
      apply in_map_iff. exists (Guessed.answers (digits c) rT y' (x ++ h)). split; [rewrite label_tree; symmetry; now apply Lab|].
      apply (A' j y' Ny). exists h. split; trivial. apply Le. }
  assert (Firsts : forall ks Ts Ts', all_some (tier_of m) ks = Some Ts -> all_some (indexed ys) Ts = Some Ts' ->
    forall u, In u (first_values (labelT (Explore.tree (says c))) Ts' accs) <-> exists t, In t (first_tier (consts g) (parts g) ks (state_at m x)) /\ u = says_of t).
  { induction ks as [|k ks IH]; intros Ts Ts' E1 E2 u; cbn [all_some] in E1.
    - injection E1 as <-. injection E2 as <-. cbn [first_values first_tier]. split; [intros []|intros [t [[] _]]].
    - destruct (tier_of m k) as [T|] eqn:Ek; [|discriminate]. destruct (all_some (tier_of m) ks) as [Ts0|]; [|discriminate]. injection E1 as <-.
      cbn [all_some] in E2. destruct (indexed ys T) as [T'|] eqn:Ex; [|discriminate]. destruct (all_some (indexed ys) Ts0) as [Ts0'|] eqn:E3; [|discriminate].
      injection E2 as <-. cbn [first_values first_tier]. pose proof (Vals k T T' Ek Ex) as Vk.
      destruct (Core.run (consts g) (parts g) k [] (state_at m x)) as [|t0' l0] eqn:Er.
      + destruct (values_of _ T' accs) as [|u0 r0]; [now apply (IH Ts0)|]. destruct (proj1 (Vk u0) (or_introl eq_refl)) as [t [[] _]].
      + rewrite <- Er in *. pose proof (proj2 (Vk (says_of t0'))) as In0. destruct (values_of _ T' accs) as [|u0 r0] eqn:Ev.
        * destruct In0. exists t0'. rewrite Er. split; [now left|trivial].
        * rewrite Er in *. apply Vk. }
  assert (MT : all_some (tier_of m) (tiers g) = Some (m_tiers w0)).
  { unfold memory_ways in MW. cbn zeta in MW. destruct (sends _ _ _ _); [|discriminate]. destruct (sstuck _ _ _ _); [|discriminate].
    destruct (all_some (tier_of m) (tiers g)); [|discriminate]. now injection MW as <-. }
  pose proof (Firsts _ _ _ MT It) as Fv. clear Vals Firsts.
  destruct (first_values _ ts accs) as [|u0 us] eqn:Ef.
  - destruct (first_tier (consts g) (parts g) (tiers g) (state_at m x)) as [|t l].
    + destruct (first_of ss accs) as [p|] eqn:Fs; [|discriminate]. apply Z.eqb_eq in G. destruct (Plain _ _ _ _ Is Fs) as [y' [Iy' Hy']].
      rewrite G. exact (proj2 (stuck_ways m x w0 MW L N D p) (ex_intro _ y' (conj Iy' Hy'))).
    + destruct (proj2 (Fv (says_of t))). exists t. split; [now left|trivial].
  - unfold best in G. apply andb_prop in G. destruct G as [G1 G2]. apply existsb_exists in G1. destruct G1 as [u [Iu Eu]]. apply Z.eqb_eq in Eu. subst u.
    rewrite forallb_forall in G2. destruct (first_tier (consts g) (parts g) (tiers g) (state_at m x)) as [|t l] eqn:Et.
    { destruct (proj1 (Fv u0) (or_introl eq_refl)) as [t [[] _]]. }
    split.
    + apply Fv in Iu. destruct Iu as [t' [It' Ev]]. exists t'. auto.
    + intros t' It'. specialize (G2 (says_of t')). destruct (t0 =? 0); apply Z.leb_le, G2, Fv; eauto.
Qed.
(** Where a move leads. *)
Lemma moves_stay : forall s t, position s -> In t (moves g s) -> position t /\ lower heights t s.
Proof.
  intros s t [m [x [I [L [N [D ->]]]]]] Mv. unfold moves in Mv. destruct (ended g (state_at m x)); [destruct Mv|].
  assert (W : exists w, memory_ways m = Some w).
  { pose proof RA as R. unfold reads_all in R. destruct (all_some _ memories) as [mws|] eqn:Am; [|discriminate]. destruct (all_some_in _ _ _ _ _ Am) as [Am1 _].
    destruct (Am1 m I) as [b [E _]]. destruct (memory_ways m); [eauto|discriminate]. }
  destruct W as [w MW]. unfold memory_ways in MW. cbn zeta in MW. destruct (sends _ _ _ _); [|discriminate]. destruct (sstuck _ _ _ _); [|discriminate].
  destruct (all_some (tier_of m) (tiers g)) as [ts|] eqn:E; [|discriminate]. clear MW. destruct (all_some_in _ _ _ _ _ E) as [A1 _]. clear E.
  assert (K : exists k, In k (tiers g) /\ In t (Core.run (consts g) (parts g) k [] (state_at m x))).
  { clear A1. induction (tiers g) as [|k ks IH]; [destruct Mv|]. cbn [first_tier] in Mv. destruct (Core.run (consts g) (parts g) k [] (state_at m x)) as [|u us] eqn:Er.
    - destruct (IH Mv) as [k' [Ik X]]. exists k'. split; [now right|trivial].
    - exists k. split; [now left|]. now rewrite Er. }
  destruct K as [k [Ik Ir]]. destruct (A1 k Ik) as [T [Ek _]]. apply (proj1 (tier_ways m x L N D k T Ek)) in Ir.
  destruct Ir as [y [i [h [_ [_ [m' [sel [Pl [_ [Ls [-> [N' [D' Lo]]]]]]]]]]]]]. split; trivial. exists m', (Guessed.pick sel (x ++ h)).
  split; [apply place_ok in Pl; now apply nth_error_In in Pl|]. split; [unfold Guessed.pick; now rewrite map_length|auto].
Qed.
Lemma enough_some : forall good sg l, l <> [] -> enough g good sg l = existsb good l.
Proof.
  intros good sg l Ne. unfold enough. rewrite (proj1 laid). destruct (existsb good l) eqn:E.
  - apply existsb_exists in E. destruct E as [t [I G]]. assert (In t (filter good l)) by now apply filter_In.
    destruct (filter good l); [destruct H|reflexivity].
  - assert (F : filter good l = []).
    { destruct (filter good l) as [|t r] eqn:F; trivial. assert (X : In t (filter good l)) by (rewrite F; now left). apply filter_In in X.
      assert (existsb good l = true) by (apply existsb_exists; eauto). congruence. }
    rewrite F. cbn [length Nat.ltb Nat.leb orb]. destruct l as [|t l]; [congruence|]. cbn [existsb forallb] in *. apply orb_false_iff in E. now rewrite (proj1 E).
Qed.
Lemma says_local : forall th, th = 0 \/ th = 1 -> forall s, position s -> (th <=? says_of s) = local g th (fun t => th <=? says_of t) s.
Proof.
  intros th Th s Ps. pose proof Ps as [m [x [I [L [N [D ->]]]]]]. pose proof (says_right m x I L N D) as [_ R]. cbn zeta in R. rewrite says_of_at by trivial.
  set (v := says_at m x) in *. set (s := state_at m x) in *.
  assert (Sgn : forall p, (th <=? Z.sgn p) = (th <=? p)) by (intro p; apply eq_true_iff_eq; rewrite !Z.leb_le; lia).
  assert (Mv : forall l, first_tier (consts g) (parts g) (tiers g) s = l -> ended g s = None -> moves g s = l) by (intros k Ek E; unfold moves; rewrite E; exact Ek).
  unfold local, over. destruct (ended g s) as [p|] eqn:E; [now rewrite R, Sgn|].
  destruct (first_tier (consts g) (parts g) (tiers g) s) as [|t0 l] eqn:Ft; rewrite (Mv _ eq_refl eq_refl); [now rewrite R, Sgn|].
  destruct R as [[t [It Et]] All].
  assert (Op : forall u, In u (options g s) <-> In u (t0 :: l)) by (intro u; unfold options; rewrite nodup_In, (Mv _ eq_refl eq_refl); reflexivity).
  assert (Ne : options g s <> []) by (intro Q; specialize (Op t0); rewrite Q in Op; destruct (proj2 Op (or_introl eq_refl))).
  rewrite !enough_some by trivial. destruct (turn s =? 0).
  - destruct (th <=? v) eqn:Tv; symmetry.
    + apply existsb_exists. exists t. split; [now apply Op|now rewrite Et].
    + destruct (existsb _ _) eqn:Ex; trivial. apply existsb_exists in Ex. destruct Ex as [u [Iu Hu]]. apply Op in Iu. specialize (All u Iu). lia.
  - destruct (th <=? v) eqn:Tv; symmetry.
    + apply negb_true_iff. destruct (existsb _ _) eqn:Ex; trivial. apply existsb_exists in Ex. destruct Ex as [u [Iu Hu]]. apply Op in Iu. specialize (All u Iu). lia.
    + apply negb_false_iff, existsb_exists. exists t. split; [now apply Op|]. rewrite Et, Tv. reflexivity.
Qed.
Lemma legal_dom : forall m x, nat_all x -> legal (state_at m x) = true -> Forall (holds x) dom.
Proof.
  intros m x N H. unfold dom. apply Forall_forall. intros k I. apply filter_In in I. destruct I as [I _]. revert k I. rewrite <- Forall_forall.
  unfold legal, state_at, values in H. apply andb_prop in H. destruct H as [_ H]. revert m H. generalize (parts g) as bs. generalize (shape c) as sh.
  induction sh as [|row sh IH]; intros [|[lo hi] bs] m H; cbn [combine flat_map fill map]; try constructor. cbn [fill map combine forallb fst snd] in H.
  apply andb_prop in H. destruct H as [H1 H2]. apply Forall_app. split; [|now apply IH with (m := snd (fill_row row m))]. clear H2 IH.
  unfold dom_row. cbn [fst snd]. revert m H1. induction row as [|[l|] row IH]; intros m H1; cbn [flat_map]; [constructor|..];
    cbn [fill_row fst map forallb] in H1; apply andb_prop in H1; destruct H1 as [H1 H2]; [|now apply IH with (m := tl m)].
  apply Forall_app. split; [|now apply IH with (m := m)]. unfold inside in H1. cbn [fst snd] in H1. apply andb_prop in H1. destruct H1 as [Ha Hb]. apply Z.leb_le in Ha.
  constructor; [cbn [holds]; forms; lia|]. destruct hi as [h|]; [|constructor]. apply Z.leb_le in Hb. constructor; [cbn [holds]; forms; lia|constructor].
Qed.
Theorem outcome : forall m x, In m memories -> length x = d -> nat_all x -> legal (state_at m x) = true ->
  (says_at m x = 1 /\ Gets g 1 (state_at m x)) \/
  (says_at m x = 0 /\ Gets g 0 (state_at m x) /\ Holds g 1 (state_at m x)) \/
  (says_at m x = -1 /\ Holds g 0 (state_at m x)).
Proof.
  intros m x I L N Le. assert (D := legal_dom m x N Le). assert (P : position (state_at m x)) by (exists m, x; auto).
  assert (T : forall s, position s -> turn s = 0 \/ turn s = 1).
  { intros s [m' [x' [I' [_ [_ [_ ->]]]]]]. destruct (turn_two m' I') as [t [E H]]. now rewrite (turn_at m' x' t E). }
  assert (K : forall th, th = 0 \/ th = 1 -> if th <=? says_of (state_at m x) then Gets g th (state_at m x) else Holds g th (state_at m x)).
  { intros th Th. exact (kernel_ordered g th position (fun s => th <=? says_of s) (lower heights) (lower_wf _ _) T moves_stay (says_local th Th) _ P). }
  pose proof (K 0 (or_introl eq_refl)) as K0. pose proof (K 1 (or_intror eq_refl)) as K1. rewrite says_of_at in K0, K1 by trivial.
  destruct (says_right m x I L N D) as [[V|[V|[V|[]]]] _]; rewrite <- V in *; cbn in K0, K1; auto.
Qed.
End Law.

Definition check (g : game) (c : law) (fuel : nat) : bool :=
  if Digits.sys_ok (digits c) then if laid_out g c then reads_all g c fuel else false else false.
(** THE LAW: what it says of every legal position, read off the digits of the tracks, is what player 0 gets there: 1 or more, 0, less. *)
Theorem first_order_law : forall g c fuel, check g c fuel = true ->
  forall m x, In m (memories g c) -> length x = length (back c) -> Forall (Z.le 0) x -> legal g (state_at c m x) = true ->
  (says_at g c m x = 1 /\ Gets g 1 (state_at c m x)) \/
  (says_at g c m x = 0 /\ Gets g 0 (state_at c m x) /\ Holds g 1 (state_at c m x)) \/
  (says_at g c m x = -1 /\ Holds g 0 (state_at c m x)).
Proof.
  intros g c fuel H. unfold check in H. destruct (Digits.sys_ok (digits c)) eqn:OK; [|discriminate]. destruct (laid_out g c) eqn:LO; [|discriminate].
  pose proof LO as X. unfold laid_out in X. repeat (apply andb_prop in X; destruct X as [X ?X]).
  now apply (outcome g c fuel OK).
Qed.
