(** * VectorEnd.v -- product-periodic laws of vector games with other endings: goals, and misère play.
    As Vector.v; besides, the game is over where a goal's condition holds (conditions: Boolean combinations of «coordinate k is
    below n»), and who cannot move loses or wins ([stuck]).
    Main theorem: [vector_end_law].  Source: as Vector.v, the kernel equation on a finite quotient of the lattice.
    An instance file holds: the moves, the goals, stuck, the (i_k, p_k), h (at least each move's entries, and h + i_k at least each
    number that coordinate k is compared with), the table. *)
Require Import Bool NArith List Lia.
From Whowins Require Import Game Vector.
Import ListNotations.
Open Scope N_scope.

Inductive cond := Always (b : bool) | Below (k : nat) (n : N) | And (a b : cond) | Or (a b : cond) | Not (a : cond).
Fixpoint holds (c : cond) (v : list N) : bool := match c with
  | Always b => b | Below k n => nth k v 0 <? n | And a b => holds a v && holds b v | Or a b => holds a v || holds b v
  | Not a => negb (holds a v) end.
(** the condition compares with no number past the widened preperiods *)
Fixpoint narrow (per : list (N * N)) (h : N) (c : cond) : bool := match c with
  | Always _ => true
  | Below k n => match nth_error per k with Some ip => n <=? fst ip + h | None => false end
  | And a b | Or a b => narrow per h a && narrow per h b
  | Not a => narrow per h a end.

Lemma nth_canon : forall per v k ip, length v = length per -> nth_error per k = Some ip ->
  nth k (canonv per v) 0 = canon ip (nth k v 0).
Proof.
  induction per as [|jq per IH]; intros [|x v] [|k] ip L E; simpl in *; try discriminate.
  - injection E as <-. reflexivity.
  - apply IH; trivial. congruence.
Qed.
Lemma holds_canon : forall per h v, (forall ip, In ip per -> 0 < snd ip) -> length v = length per ->
  forall c, narrow per h c = true -> holds c (canonv (widen h per) v) = holds c v.
Proof.
  intros per h v P L. induction c as [b|k n|a IHa b IHb|a IHa b IHb|a IHa]; simpl; intro W; trivial.
  - destruct (nth_error per k) as [[i p]|] eqn:E; [|discriminate]. cbn [fst] in W. apply N.leb_le in W.
    assert (Pp : 0 < p) by (apply (P (i, p)); eapply nth_error_In; eauto).
    rewrite (nth_canon (widen h per) v k (i + h, p)).
    + unfold canon. cbn [fst snd]. destruct (N.ltb_spec (nth k v 0) (i + h)) as [|G]; trivial.
      generalize ((nth k v 0 - (i + h)) mod p). intro r.
      destruct (N.ltb_spec (i + h + r) n), (N.ltb_spec (nth k v 0) n); trivial; lia.
    + unfold widen. now rewrite map_length.
    + unfold widen. rewrite nth_error_map, E. reflexivity.
  - apply andb_prop in W. destruct W. now rewrite IHa, IHb.
  - apply andb_prop in W. destruct W. now rewrite IHa, IHb.
  - now rewrite IHa.
Qed.

Section V.
Variables (mvs : bool -> list (list N)) (goals : list (cond * (bool -> cond))) (stuck : bool)
  (per : list (N * N)) (h : N) (T : bool -> list N -> bool).

(** Some b: the game is over, and the player to move has won (b) or lost *)
Definition over (P : bool) (v : list N) : option bool :=
  match find (fun g => holds (fst g) v) goals with Some g => Some (holds (snd g P) v) | None => None end.
(** what the player [P] can move to *)
Definition eopts (P : bool) (v : list N) : list (list N) := match over P v with
  | Some _ => [] | None => map (subv v) (filter (fun m => leqv m v) (mvs P)) end.
(** [End] is a dead end: to move there is to win *)
Inductive epos := At (P : bool) (v : list N) | End.
Inductive emv : epos -> epos -> Prop :=
| plays : forall P v w, In w (eopts P v) -> emv (At P v) (At (negb P) w)
| won : forall P v, over P v = Some true -> emv (At P v) End
| idle : forall P v, over P v = None -> eopts P v = [] -> stuck = true -> emv (At P v) End.

Definition elaw (P : bool) (v : list N) : bool := T P (canonv per v).
Definition able (P : bool) (v : list N) : bool := existsb (fun m => leqv m v) (mvs P).
Definition rhs (P : bool) (v : list N) : bool := match over P v with
  | Some b => b
  | None => if able P v then existsb (fun m => leqv m v && negb (elaw (negb P) (subv v m))) (mvs P) else stuck end.
Definition equal (P : bool) (v : list N) : bool := eqb (elaw P v) (rhs P v).
Definition end_check : bool :=
  forallb (fun ip : N * N => 0 <? snd ip) per &&
  forallb (fun P => forallb (fun m => forallb (fun x => x <=? h) m && existsb (fun x => 0 <? x) m) (mvs P)) [true; false] &&
  forallb (fun g : cond * (bool -> cond) => narrow per h (fst g) && narrow per h (snd g true) && narrow per h (snd g false)) goals &&
  forallb (fun P => forallb (equal P) (box (widen h per))) [true; false].
Hypothesis C : end_check = true.

Lemma both : forall P : bool, In P [true; false].
Proof. intros [|]; simpl; auto. Qed.
Lemma periods_pos : forall ip, In ip per -> 0 < snd ip.
Proof.
  intros ip I. pose proof C as X. unfold end_check in X. apply andb_prop in X. destruct X as [X _].
  apply andb_prop in X. destruct X as [X _]. apply andb_prop in X. destruct X as [X _].
  rewrite forallb_forall in X. apply N.ltb_lt, X, I.
Qed.
Lemma moves_small : forall P m, In m (mvs P) -> (forall x, In x m -> x <= h) /\ 0 < sumv m.
Proof.
  intros P m I. pose proof C as X. unfold end_check in X. apply andb_prop in X. destruct X as [X _].
  apply andb_prop in X. destruct X as [X _]. apply andb_prop in X. destruct X as [_ X].
  rewrite forallb_forall in X. specialize (X P (both P)). rewrite forallb_forall in X. specialize (X m I).
  apply andb_prop in X. destruct X as [A B]. split.
  - intros x Ix. rewrite forallb_forall in A. apply N.leb_le, A, Ix.
  - apply existsb_exists in B. destruct B as [x [Ix Px]]. apply N.ltb_lt in Px. pose proof (sum_pos m x Ix). lia.
Qed.
Lemma goals_narrow : forall g, In g goals -> narrow per h (fst g) = true /\ forall P, narrow per h (snd g P) = true.
Proof.
  intros g I. pose proof C as X. unfold end_check in X. apply andb_prop in X. destruct X as [X _].
  apply andb_prop in X. destruct X as [_ X]. rewrite forallb_forall in X. specialize (X g I).
  apply andb_prop in X. destruct X as [X B]. apply andb_prop in X. destruct X as [A D].
  split; trivial. now intros [|].
Qed.
Lemma on_box : forall P v, In v (box (widen h per)) -> elaw P v = rhs P v.
Proof.
  intros P v I. pose proof C as X. unfold end_check in X. apply andb_prop in X. destruct X as [_ X].
  rewrite forallb_forall in X. specialize (X P (both P)). rewrite forallb_forall in X. apply eqb_prop, X, I.
Qed.

Lemma existsb_alike : forall (A : Type) (f g : A -> bool) l, (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. intros A f g l H. induction l; simpl; trivial. rewrite H by (now left). f_equal. apply IHl. intros; apply H; now right. Qed.

Lemma over_canon : forall P v, length v = length per -> over P (canonv (widen h per) v) = over P v.
Proof.
  intros P v L. unfold over. assert (G : forall l, (forall g, In g l -> In g goals) ->
    match find (fun g => holds (fst g) (canonv (widen h per) v)) l with Some g => Some (holds (snd g P) (canonv (widen h per) v)) | None => None end =
    match find (fun g => holds (fst g) v) l with Some g => Some (holds (snd g P) v) | None => None end).
  { induction l as [|g l IH]; intro H; simpl; trivial. destruct (goals_narrow g (H g (or_introl eq_refl))) as [A B].
    rewrite (holds_canon per h v periods_pos L _ A). destruct (holds (fst g) v).
    - now rewrite (holds_canon per h v periods_pos L _ (B P)).
    - apply IH. intros; apply H; now right. }
  apply G. trivial.
Qed.
Lemma rhs_canon : forall P v, length v = length per -> rhs P (canonv (widen h per) v) = rhs P v.
Proof.
  intros P v L. unfold rhs. rewrite over_canon by trivial. destruct (over P v); trivial.
  assert (A : able P (canonv (widen h per) v) = able P v).
  { unfold able. apply existsb_alike. intros m I. destruct (moves_small P m I) as [S _]. now apply canonv_leq; [apply periods_pos| |]. }
  rewrite A. destruct (able P v); trivial. apply existsb_alike. intros m I. destruct (moves_small P m I) as [S _].
  unfold elaw. now rewrite canonv_leq, canonv_sub by (trivial; apply periods_pos).
Qed.
Lemma everywhere : forall P v, length v = length per -> elaw P v = rhs P v.
Proof.
  intros P v L. rewrite <- (rhs_canon P v L), <- on_box.
  - unfold elaw. now rewrite canonv_idem by (trivial; apply periods_pos).
  - apply box_in; [apply widen_pos, periods_pos|]. unfold widen. now rewrite map_length.
Qed.

Definition label (p : epos) : bool := match p with At P v => elaw P v | End => false end.
Definition sized (p : epos) : Prop := match p with At _ v => length v = length per | End => True end.

Lemma opts_in : forall P v w, In w (eopts P v) -> over P v = None /\ exists m, In m (mvs P) /\ leqv m v = true /\ w = subv v m.
Proof.
  intros P v w I. unfold eopts in I. destruct (over P v); [destruct I|]. split; trivial.
  apply in_map_iff in I. destruct I as [m [E J]]. apply filter_In in J. exists m. destruct J. auto.
Qed.
Lemma opts_able : forall P v, over P v = None -> eopts P v = [] <-> able P v = false.
Proof.
  intros P v O. unfold eopts, able. rewrite O. split; intro H.
  - destruct (existsb (fun m => leqv m v) (mvs P)) eqn:E; trivial. apply existsb_exists in E. destruct E as [m [I Q]].
    assert (J : In (subv v m) (map (subv v) (filter (fun m => leqv m v) (mvs P)))) by (apply in_map, filter_In; auto).
    rewrite H in J. destruct J.
  - destruct (filter (fun m => leqv m v) (mvs P)) as [|m l] eqn:E; trivial. exfalso.
    assert (J : In m (filter (fun m => leqv m v) (mvs P))) by (rewrite E; now left). apply filter_In in J. destruct J as [I Q].
    assert (X : existsb (fun m => leqv m v) (mvs P) = true) by (apply existsb_exists; eauto). congruence.
Qed.

(** MAIN THEOREM: every position of every size *)
Theorem vector_end_law : forall P v, length v = length per ->
  (elaw P v = true <-> Win emv (At P v)) /\ (elaw P v = false <-> Lose emv (At P v)).
Proof.
  intros P v L. change (elaw P v) with (label (At P v)). apply (kernel_outcome_on _ emv sized); trivial.
  - apply wf_measure with (f := fun p => match p with At _ v => S (N.to_nat (sumv v)) | End => O end).
    intros p q B. destruct B as [Q w u I|Q w O|Q w O E S]; try lia. destruct (opts_in Q w u I) as [_ [m [J [K ->]]]].
    destruct (moves_small Q m J) as [_ S]. pose proof (sum_dec m w K). lia.
  - intros p q Sp B. destruct B as [Q w u I|Q w O|Q w O E S]; simpl in *; trivial.
    destruct (opts_in Q w u I) as [_ [m [J [K ->]]]]. now rewrite sub_len.
  - intros [Q w|] Sp H; simpl in *; [|discriminate]. rewrite (everywhere Q w Sp) in H. unfold rhs in H.
    destruct (over Q w) as [b|] eqn:O; [subst b; exists End; split; [now constructor|reflexivity]|].
    destruct (able Q w) eqn:A.
    + apply existsb_exists in H. destruct H as [m [I H]]. apply andb_prop in H. destruct H as [K N].
      exists (At (negb Q) (subv w m)). split; [|now apply negb_true_iff]. constructor. unfold eopts. rewrite O.
      apply in_map, filter_In. auto.
    + exists End. split; [|reflexivity]. apply idle; trivial. now apply opts_able.
  - intros p q Sp H B. destruct B as [Q w u I|Q w O|Q w O E S]; simpl in *; rewrite (everywhere Q w Sp) in H; unfold rhs in H.
    + destruct (opts_in Q w u I) as [O [m [J [K ->]]]]. rewrite O in H. destruct (elaw (negb Q) (subv w m)) eqn:V; trivial. exfalso.
      assert (A : able Q w = true) by (apply existsb_exists; eauto). rewrite A in H.
      assert (X : existsb (fun m => leqv m w && negb (elaw (negb Q) (subv w m))) (mvs Q) = true); [|congruence].
      apply existsb_exists. exists m. now rewrite K, V.
    + rewrite O in H. discriminate.
    + rewrite O in H. apply opts_able in E; trivial. rewrite E in H. congruence.
Qed.
End V.

(** Instance: take 1 or 2 in misère play; the heaps 1, 4, 7, ... are lost. *)
Example misere_one_or_two : end_check (fun _ => [[1]; [2]]) [] true [(0, 3)] 2 (fun _ v => negb (nth 0 v 0 =? 1)) = true.
Proof. vm_compute. reflexivity. Qed.
