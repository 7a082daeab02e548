(** * Patch.v -- grids with any given border: a law that is constant along a direction.
    Proved: the Table Game's outcome is constant along its diagonals for ALL borders ([diag_constant]); for any
    local rule, equality on all border patches of the rule's reach proves it everywhere ([patch_law]).
    Source: the kernel equation (von Neumann, Morgenstern 1944), checked on all 2^c patches.
    An instance file holds: V (moves), h (reach), t (how far from the border), u, v (the direction). *)
Require Import Bool Arith List Lia.
From Whowins Require Import Game.
Import ListNotations.

(* ---------------- rules ---------------- *)
Section GridGame.
(** c j / r i = "the player TO MOVE at boundary cell (0,j) / (i,0) wins" (arbitrary input strings) *)
Variables (r c : nat -> bool).
Inductive gpos := Cell (i j : nat) | Dead.
Inductive gmv : gpos -> gpos -> Prop :=
| up    : forall i j, gmv (Cell (S i) (S j)) (Cell i (S j))
| left  : forall i j, gmv (Cell (S i) (S j)) (Cell (S i) j)
| top_w : forall j, c j = true -> gmv (Cell 0 j) Dead            (* to-move wins at once *)
| lft_w : forall i, r (S i) = true -> gmv (Cell (S i) 0) Dead.

Fixpoint A (i : nat) : nat -> bool :=
  match i with
  | 0 => c
  | S i' => fix row j := match j with 0 => r (S i') | S j' => negb (A i' (S j') && row j') end
  end.
Lemma A_SS : forall i j, A (S i) (S j) = negb (A i (S j) && A (S i) j).
Proof. reflexivity. Qed.

Definition lawg p := match p with Cell i j => A i j | Dead => false end.

Theorem grid_outcome : forall i j,
  (A i j = true <-> Win gmv (Cell i j)) /\ (A i j = false <-> Lose gmv (Cell i j)).
Proof.
  intros i j. change (A i j) with (lawg (Cell i j)). apply kernel_iff.
  - apply wf_measure with (f := fun p => match p with Cell i j => S (i + j) | Dead => 0 end).
    intros p q M. inversion M; lia.
  - split.
    + intros [[|i'] [|j']|] H; cbn [lawg] in H; try discriminate.
      * exists Dead; split; [constructor; exact H|reflexivity].
      * exists Dead; split; [constructor; exact H|reflexivity].
      * exists Dead; split; [constructor; exact H|reflexivity].
      * rewrite A_SS in H. destruct (A i' (S j')) eqn:E.
        -- exists (Cell (S i') j'). split; [constructor|]. simpl in H. now apply negb_true_iff.
        -- exists (Cell i' (S j')). split; [constructor|exact E].
    + intros p q H M. destruct M as [i' j'|i' j'|j' E|i' E]; cbn [lawg] in *;
        try (rewrite A_SS in H; apply negb_false_iff, andb_prop in H; tauto);
        simpl in H; congruence.
Qed.

(* ---------------- the law ---------------- *)
Theorem diag_step : forall i j, 2 <= i -> 2 <= j -> A (S i) (S j) = A i j.
Proof.
  intros [|[|i]] [|[|j]] Hi Hj; try lia.
  set (I := S (S i)). set (J := S (S j)).
  assert (IJ : A I J = negb (A (S i) J && A I (S j))) by reflexivity.
  rewrite (A_SS I J). change (A I (S J)) with (negb (negb (A i (S J) && A (S i) J) && A I J)).
  change (A (S I) J) with (negb (A I J && negb (A I (S j) && A (S I) j))).
  rewrite IJ. generalize (A i (S J)) (A (S i) J) (A I (S j)) (A (S I) j).
  intros [] [] [] []; reflexivity.
Qed.

(** MAIN THEOREM: cell (i,j) equals its projection along the diagonal to min = 2. *)
Theorem diag_constant : forall i j, let d := Nat.min i j - 2 in A i j = A (i - d) (j - d).
Proof.
  intros i j d. assert (H : forall k i j, 2 <= i -> 2 <= j -> A (k + i) (k + j) = A i j).
  { induction k; intros; simpl plus; trivial. rewrite diag_step by lia. auto. }
  destruct (Nat.le_gt_cases 2 (Nat.min i j)).
  - rewrite <- (H d (i - d) (j - d)) by lia. f_equal; lia.
  - now replace (i - d) with i by lia; replace (j - d) with j by lia.
Qed.
End GridGame.

(** tightness: constancy fails from min = 1 *)
Example tight : exists r c, A r c 2 2 <> A r c 1 1.
Proof. exists (fun _ => false), (fun _ => false). vm_compute. discriminate. Qed.

(* ------------------------------------------------------------------ *)
(** ** Part 2: generic local-patch laws for 2-D vector games.
    V = move vectors (dx,dy) in [0..h]^2; interior recurrence
       a i j = exists (dx,dy) in V, a (i-dx) (j-dy) = false      for i,j >= h.
    Claim  a (i+u) (j+v) = a i j for all i,j >= t.
    Certificate: (V, h, t, u, v).  Check: 2^(#boundary cells) evaluations. *)
Section LocalLaw.
Variables (V : list (nat * nat)) (h : nat).

Definition rec_ok (a : nat -> nat -> bool) := forall i j, h <= i -> h <= j ->
  a i j = existsb (fun d => negb (a (i - fst d) (j - snd d))) V.

Definition V_ok := forallb (fun d => (fst d <=? h) && (snd d <=? h) && (0 <? fst d + snd d)) V.

Fixpoint ev (fuel : nat) (e : nat -> nat -> bool) (x y : nat) : bool :=
  match fuel with 0 => e x y | S f =>
    if (x <? h) || (y <? h) then e x y
    else existsb (fun d => negb (ev f e (x - fst d) (y - snd d))) V end.

Lemma existsb_ext : forall (T : Type) (f g : T -> bool) l,
  (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof.
  intros T f g l H. induction l; simpl; trivial.
  rewrite H by (now left). f_equal. apply IHl. intros; apply H; now right.
Qed.

Lemma ev_correct : forall a i j, V_ok = true -> rec_ok a ->
  forall fuel x y, x + y < fuel -> ev fuel (fun p q => a (i + p) (j + q)) x y = a (i + x) (j + y).
Proof.
  intros a i j OK R. unfold V_ok in OK. rewrite forallb_forall in OK.
  induction fuel as [|f IH]; intros x y L; [lia|]. simpl.
  destruct (Nat.ltb_spec x h), (Nat.ltb_spec y h); simpl; trivial.
  rewrite (R (i + x) (j + y)) by lia. apply existsb_ext. intros [dx dy] I.
  specialize (OK _ I). cbn [fst snd] in *.
  apply andb_prop in OK. destruct OK as [OK P]. apply andb_prop in OK. destruct OK as [P1 P2].
  apply Nat.leb_le in P1, P2. apply Nat.ltb_lt in P.
  rewrite IH by lia. do 2 f_equal; lia.
Qed.

(** boundary cells of the patch [0..mx] x [0..my] *)
Definition bcells (mx my : nat) : list (nat * nat) :=
  filter (fun q => (fst q <? h) || (snd q <? h)) (list_prod (seq 0 (S mx)) (seq 0 (S my))).

Fixpoint lookup (k : nat * nat) (l : list (nat * nat)) (bs : list bool) : bool :=
  match l, bs with
  | q :: l', b :: bs' => if (fst q =? fst k) && (snd q =? snd k) then b else lookup k l' bs'
  | _, _ => false end.
Fixpoint all_bits (n : nat) : list (list bool) :=
  match n with 0 => [[]] | S n => let r := all_bits n in map (cons true) r ++ map (cons false) r end.

Lemma all_bits_in : forall bs, In bs (all_bits (length bs)).
Proof.
  induction bs as [|b bs IH]; simpl; [now left|]. apply in_or_app.
  destruct b; [left|right]; now apply in_map.
Qed.
Lemma lookup_map : forall (e : nat -> nat -> bool) l x y, In (x, y) l ->
  lookup (x, y) l (map (fun q => e (fst q) (snd q)) l) = e x y.
Proof.
  intros e l x y. induction l as [|[p q] l IH]; simpl; [tauto|]. intro H.
  destruct (Nat.eqb_spec p x), (Nat.eqb_spec q y); simpl; subst; trivial; apply IH;
    destruct H as [H|H]; trivial; congruence.
Qed.

Lemma ev_env : forall e e' mx my,
  (forall x y, x <= mx -> y <= my -> (x < h \/ y < h) -> e x y = e' x y) ->
  forall fuel x y, x + y < fuel -> V_ok = true -> x <= mx -> y <= my -> ev fuel e x y = ev fuel e' x y.
Proof.
  intros e e' mx my H. induction fuel as [|f IH]; intros x y L OK X Y; [lia|]. simpl.
  destruct (Nat.ltb_spec x h), (Nat.ltb_spec y h); simpl; try (apply H; trivial; lia).
  unfold V_ok in OK. pose proof OK as OK'. rewrite forallb_forall in OK.
  apply existsb_ext. intros [dx dy] I. specialize (OK _ I). cbn [fst snd] in *.
  apply andb_prop in OK. destruct OK as [OK P]. apply andb_prop in OK. destruct OK as [P1 P2].
  apply Nat.leb_le in P1, P2. apply Nat.ltb_lt in P.
  rewrite IH; trivial; lia.
Qed.

Definition patch_check (t u v : nat) : bool :=
  let mx := t + u in let my := t + v in let l := bcells mx my in
  V_ok && forallb (fun bs =>
     let e := fun x y => lookup (x, y) l bs in
     eqb (ev (S (mx + my)) e mx my) (ev (S (mx + my)) e t t)) (all_bits (length l)).

Theorem patch_law : forall t u v, patch_check t u v = true ->
  forall a, rec_ok a -> forall i j, a (i + (t + u)) (j + (t + v)) = a (i + t) (j + t).
Proof.
  intros t u v C a R i j. unfold patch_check in C. apply andb_prop in C. destruct C as [OK C].
  rewrite forallb_forall in C.
  set (l := bcells (t + u) (t + v)) in *.
  set (e := fun p q => a (i + p) (j + q)).
  set (bs := map (fun q => e (fst q) (snd q)) l).
  specialize (C bs). rewrite <- (map_length (fun q => e (fst q) (snd q)) l) in C.
  specialize (C (all_bits_in bs)). apply eqb_prop in C.
  set (e' := fun x y => lookup (x, y) l bs) in *.
  assert (EE : forall x y, x <= t + u -> y <= t + v -> x < h \/ y < h -> e x y = e' x y).
  { intros x y X Y B. unfold e', bs. rewrite lookup_map; trivial.
    unfold l, bcells. apply filter_In. split.
    - apply in_prod; apply in_seq; lia.
    - simpl. apply orb_true_iff. destruct B; [left|right]; now apply Nat.ltb_lt. }
  rewrite <- !(ev_env e e' (t + u) (t + v) EE) in C by (trivial; lia).
  unfold e in C. rewrite !(ev_correct a i j OK R) in C by lia. exact C.
Qed.
End LocalLaw.

(** Instance: the Table Game by pure computation (2^7 patches). *)
Lemma A_rec : forall r c, rec_ok [(1,0);(0,1)] 1 (A r c).
Proof.
  intros r c [|i] [|j] Hi Hj; try lia. rewrite A_SS. simpl.
  rewrite !Nat.sub_0_r, orb_false_r. apply negb_andb.
Qed.
Theorem table_game_cert : patch_check [(1,0);(0,1)] 1 2 1 1 = true.
Proof. vm_compute. reflexivity. Qed.
Theorem table_game_diag : forall r c i j, A r c (i + 3) (j + 3) = A r c (i + 2) (j + 2).
Proof. intros. exact (patch_law _ _ 2 1 1 table_game_cert _ (A_rec r c) i j). Qed.
