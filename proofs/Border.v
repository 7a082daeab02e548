(** * Border.v -- vector games with ANY outcomes along the border: a law that is constant along a direction.
    Where every coordinate is at least [inner], a player subtracts one of his vectors; everywhere else the outcome is given, in any
    way ([border]).  If the outcomes at [from] and at [from + dir] agree for every pattern of the border cells that they depend
    on, then those at v and v + dir agree for every v >= from, every border.
    Any dimension; partizan ([reply] = negb) and impartial ([reply] = id).  Main theorem: [border_law].
    Source: kernels (von Neumann, Morgenstern 1944) on all 2^c patterns of a patch, as [Patch.patch_law].
    An instance file holds: the vectors, inner, from, dir, the free cells, a fuel. *)
Require Import Bool NArith List Lia.
From Whowins Require Import Game Vector Patch.
Import ListNotations.
Open Scope N_scope.

Fixpoint addv (a b : list N) := match a, b with x :: a, y :: b => (x + y) :: addv a b | _, _ => [] end.

Lemma addv_len : forall a b, length a = length b -> length (addv a b) = length a.
Proof. induction a; intros [|y b] H; simpl in *; try discriminate; trivial. f_equal. apply IHa. congruence. Qed.
Lemma leqv_len : forall a b, leqv a b = true -> length a = length b.
Proof. induction a; intros [|y b] H; simpl in *; try discriminate; trivial. apply andb_prop in H. f_equal. now apply IHa. Qed.
Lemma leqv_trans : forall a b c, leqv a b = true -> leqv b c = true -> leqv a c = true.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c] H K; simpl in *; try discriminate; trivial.
  apply andb_prop in H, K. destruct H as [H1 H2], K as [K1 K2]. apply N.leb_le in H1, K1.
  rewrite (IH b c) by trivial. rewrite andb_true_r. apply N.leb_le. lia.
Qed.
Lemma leqv_add : forall a b e, leqv a b = true -> length e = length a -> leqv a (addv b e) = true.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z e] H L; simpl in *; try discriminate; trivial.
  apply andb_prop in H. destruct H as [H1 H2]. apply N.leb_le in H1. rewrite IH by (trivial; congruence).
  rewrite andb_true_r. apply N.leb_le. lia.
Qed.
Lemma sub_add : forall m v e, leqv m v = true -> length e = length v -> subv (addv v e) m = addv (subv v m) e.
Proof.
  induction m as [|x m IH]; intros [|y v] [|z e] H L; simpl in *; try discriminate; trivial.
  apply andb_prop in H. destruct H as [H1 H2]. apply N.leb_le in H1. f_equal; [lia|]. apply IH; trivial; congruence.
Qed.
Lemma add_sub : forall a v, leqv a v = true -> addv a (subv v a) = v.
Proof.
  induction a as [|x a IH]; intros [|y v] H; simpl in *; try discriminate; trivial.
  apply andb_prop in H. destruct H as [H1 H2]. apply N.leb_le in H1. f_equal; [lia|]. now apply IH.
Qed.
Lemma add_swap : forall a d e, length a = length d -> length a = length e -> addv (addv a d) e = addv (addv a e) d.
Proof.
  induction a as [|x a IH]; intros [|y d] [|z e] H K; simpl in *; try discriminate; trivial.
  f_equal; [lia|]. apply IH; congruence.
Qed.

Definition cell_dec : forall a b : bool * list N, {a = b} + {a <> b}.
Proof. decide equality; [apply (list_eq_dec N.eq_dec)|apply bool_dec]. Defined.
Fixpoint value_of (k : bool * list N) (l : list (bool * list N)) (bs : list bool) : bool :=
  match l, bs with q :: l, b :: bs => if cell_dec q k then b else value_of k l bs | _, _ => false end.
Definition is_cell (k : bool * list N) (l : list (bool * list N)) := existsb (fun q => if cell_dec q k then true else false) l.
Lemma value_map : forall (e : bool * list N -> bool) l k, is_cell k l = true -> value_of k l (map e l) = e k.
Proof.
  intros e l k. unfold is_cell. induction l as [|q l IH]; simpl; [discriminate|]. intro H.
  destruct (cell_dec q k) as [->|_]; trivial. apply IH. exact H.
Qed.

Section B.
Variables (reply : bool -> bool) (mvs : bool -> list (list N)) (inner : list N).
Inductive bpos := Cell (P : bool) (v : list N) | Dead.
(** what the player [P] can move to, where all is inside *)
Definition bopts (P : bool) (v : list N) : list (list N) := map (subv v) (mvs P).
(** [border P v] = the player [P], to move at the border cell [v], wins *)
Inductive bmv (border : bool -> list N -> bool) : bpos -> bpos -> Prop :=
| inside : forall P v w, leqv inner v = true -> In w (bopts P v) -> bmv border (Cell P v) (Cell (reply P) w)
| outside : forall P v, leqv inner v = false -> border P v = true -> bmv border (Cell P v) Dead.

Fixpoint ev (fuel : nat) (env : bool -> list N -> bool) (P : bool) (v : list N) : bool := match fuel with
  | O => env P v
  | S f => if leqv inner v then existsb (fun w => negb (ev f env (reply P) w)) (bopts P v) else env P v end.
Fixpoint covered (free : list (bool * list N)) (fuel : nat) (P : bool) (v : list N) : bool := match fuel with
  | O => false
  | S f => if leqv inner v then forallb (covered free f (reply P)) (bopts P v) else is_cell (P, v) free end.

Definition moves_ok : bool := forallb (fun P => forallb (fun m => leqv m inner && existsb (fun x => 0 <? x) m) (mvs P)) [true; false].
Definition rule_ok (a : bool -> list N -> bool) := forall P v, leqv inner v = true ->
  a P v = existsb (fun w => negb (a (reply P) w)) (bopts P v).
Hypothesis M : moves_ok = true.

Lemma move_ok : forall P m, In m (mvs P) -> leqv m inner = true /\ 0 < sumv m.
Proof.
  intros P m I. pose proof M as X. unfold moves_ok in X. rewrite forallb_forall in X.
  assert (J : In P [true; false]) by (destruct P; simpl; auto).
  specialize (X P J). rewrite forallb_forall in X. specialize (X m I). apply andb_prop in X. destruct X as [A B].
  split; trivial. apply existsb_exists in B. destruct B as [x [Ix Px]]. apply N.ltb_lt in Px.
  pose proof (sum_pos m x Ix). lia.
Qed.
Lemma existsb_same : forall (T : Type) (f g : T -> bool) l, (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. intros T f g l H. induction l; simpl; trivial. rewrite H by (now left). f_equal. apply IHl. intros; apply H; now right. Qed.

Lemma ev_env : forall free e e', (forall P v, is_cell (P, v) free = true -> e P v = e' P v) ->
  forall fuel P v, covered free fuel P v = true -> ev fuel e P v = ev fuel e' P v.
Proof.
  intros free e e' H. induction fuel as [|f IH]; intros P v C; simpl in *; [discriminate|].
  destruct (leqv inner v); [|now apply H]. rewrite forallb_forall in C.
  apply existsb_same. intros w I. now rewrite IH by (apply C, I).
Qed.
Lemma opts_add : forall P v e, leqv inner v = true -> length e = length v ->
  bopts P (addv v e) = map (fun w => addv w e) (bopts P v).
Proof.
  intros P v e L E. unfold bopts. rewrite map_map. apply map_ext_in. intros m I.
  destruct (move_ok P m I) as [K _]. apply sub_add; trivial. now apply leqv_trans with inner.
Qed.
Lemma ev_correct : forall a e free, rule_ok a -> forall fuel P v, length e = length v -> length v = length inner ->
  covered free fuel P v = true -> ev fuel (fun P q => a P (addv q e)) P v = a P (addv v e).
Proof.
  intros a e free R. induction fuel as [|f IH]; intros P v E L C; simpl in *; [discriminate|].
  destruct (leqv inner v) eqn:I; trivial. rewrite forallb_forall in C.
  rewrite (R P (addv v e)) by (apply leqv_add; trivial; congruence).
  rewrite opts_add by trivial.
  assert (G : forall l, (forall w, In w l -> In w (bopts P v)) ->
    existsb (fun w => negb (ev f (fun P q => a P (addv q e)) (reply P) w)) l =
    existsb (fun w => negb (a (reply P) w)) (map (fun w => addv w e) l)).
  { induction l as [|w l IHl]; intro S; simpl; trivial. rewrite IHl by (intros; apply S; now right). f_equal. f_equal.
    assert (W : In w (bopts P v)) by (apply S; now left).
    assert (Lw : length w = length v).
    { unfold bopts in W. apply in_map_iff in W. destruct W as [m [<- J]]. destruct (move_ok P m J) as [K _].
      apply sub_len. now apply leqv_trans with inner. }
    apply IH; try congruence. apply C, W. }
  apply G. trivial.
Qed.

Variables (from dir : list N) (free : bool -> list (bool * list N)) (fuel : nat) (players : list bool).
Definition same (P : bool) : bool :=
  covered (free P) fuel P (addv from dir) && covered (free P) fuel P from &&
  forallb (fun bs => let e := fun Q q => value_of (Q, q) (free P) bs in
    eqb (ev fuel e P (addv from dir)) (ev fuel e P from)) (all_bits (length (free P))).
Definition border_check : bool :=
  (N.of_nat (length from) =? N.of_nat (length inner)) && (N.of_nat (length dir) =? N.of_nat (length inner)) && forallb same players.
Hypothesis C : border_check = true.

Theorem patch_same : forall a, rule_ok a -> forall P v, In P players -> leqv from v = true -> a P (addv v dir) = a P v.
Proof.
  intros a R P v IP L. pose proof C as X. unfold border_check in X. apply andb_prop in X. destruct X as [X S].
  apply andb_prop in X. destruct X as [L1 L2]. apply N.eqb_eq in L1, L2.
  rewrite forallb_forall in S. specialize (S P IP). unfold same in S.
  apply andb_prop in S. destruct S as [S T]. apply andb_prop in S. destruct S as [C1 C2].
  pose proof (leqv_len _ _ L) as Lv.
  set (e := subv v from).
  assert (Le : length e = length from) by (unfold e; rewrite (sub_len from v L); congruence).
  assert (Ev : addv from e = v) by (now apply add_sub).
  set (bs := map (fun c : bool * list N => a (fst c) (addv (snd c) e)) (free P)).
  rewrite forallb_forall in T. specialize (T bs).
  assert (IB : In bs (all_bits (length (free P)))).
  { unfold bs. rewrite <- (map_length (fun c : bool * list N => a (fst c) (addv (snd c) e)) (free P)). apply all_bits_in. }
  specialize (T IB). apply eqb_prop in T.
  assert (EE : forall Q q, is_cell (Q, q) (free P) = true ->
     (fun Q q => value_of (Q, q) (free P) bs) Q q = (fun Q q => a Q (addv q e)) Q q).
  { intros Q q I. unfold bs. now rewrite value_map. }
  rewrite (ev_env (free P) _ _ EE fuel P _ C1), (ev_env (free P) _ _ EE fuel P _ C2) in T.
  assert (Ld : length (addv from dir) = length from) by (apply addv_len; lia).
  rewrite (ev_correct a e (free P) R) in T by (trivial; lia).
  rewrite (ev_correct a e (free P) R) in T by (trivial; lia).
  rewrite add_swap in T by lia. now rewrite Ev in T.
Qed.

(** ** the outcomes of every border *)
Definition lab (border : bool -> list N -> bool) (P : bool) (v : list N) : bool := ev (S (N.to_nat (sumv v))) border P v.

Lemma opts_less : forall P v w, leqv inner v = true -> In w (bopts P v) -> (N.to_nat (sumv w) < N.to_nat (sumv v))%nat /\ length w = length v.
Proof.
  intros P v w L I. unfold bopts in I. apply in_map_iff in I. destruct I as [m [<- J]].
  destruct (move_ok P m J) as [K S]. assert (Q : leqv m v = true) by (now apply leqv_trans with inner).
  pose proof (sum_dec m v Q). split; [lia|]. now apply sub_len.
Qed.
Lemma ev_fuel : forall border f g P v, (N.to_nat (sumv v) < f)%nat -> (N.to_nat (sumv v) < g)%nat -> ev f border P v = ev g border P v.
Proof.
  intros border. induction f as [|f IH]; intros [|g] P v F G; try lia. simpl.
  destruct (leqv inner v) eqn:L; trivial. apply existsb_same. intros w I. destruct (opts_less P v w L I) as [S _].
  rewrite (IH g) by lia. reflexivity.
Qed.
Lemma lab_rule : forall border, rule_ok (lab border).
Proof.
  intros border P v L. unfold lab at 1. cbn [ev]. rewrite L. apply existsb_same. intros w I.
  destruct (opts_less P v w L I) as [K _]. unfold lab. rewrite (ev_fuel border _ (S (N.to_nat (sumv w)))) by lia. reflexivity.
Qed.
Definition lawb border p := match p with Cell P v => lab border P v | Dead => false end.

Theorem border_outcome : forall border P v,
  (lab border P v = true <-> Win (bmv border) (Cell P v)) /\ (lab border P v = false <-> Lose (bmv border) (Cell P v)).
Proof.
  intros border P v. change (lab border P v) with (lawb border (Cell P v)). apply kernel_iff.
  - apply wf_measure with (f := fun p => match p with Cell _ v => S (N.to_nat (sumv v)) | Dead => O end).
    intros p q B. destruct B as [Q w u L I|Q w L E]; [|lia]. destruct (opts_less Q w u L I). lia.
  - split.
    + intros [Q w|] H; cbn [lawb] in H; [|discriminate]. destruct (leqv inner w) eqn:L.
      * rewrite (lab_rule border Q w L) in H. apply existsb_exists in H. destruct H as [u [I N]].
        exists (Cell (reply Q) u). split; [now constructor|]. now apply negb_true_iff.
      * unfold lab in H. cbn [ev] in H. rewrite L in H. exists Dead. split; [now constructor|reflexivity].
    + intros p q H B. destruct B as [Q w u L I|Q w L E]; cbn [lawb] in *.
      * destruct (lab border (reply Q) u) eqn:V; trivial. exfalso. rewrite (lab_rule border Q w L) in H.
        assert (X : existsb (fun w => negb (lab border (reply Q) w)) (bopts Q w) = true); [|congruence].
        apply existsb_exists. exists u. now rewrite V.
      * unfold lab in H. cbn [ev] in H. rewrite L in H. congruence.
Qed.

(** MAIN THEOREM: every border, every point from [from] on *)
Theorem border_law : forall border P v, In P players -> leqv from v = true ->
  (Win (bmv border) (Cell P (addv v dir)) <-> Win (bmv border) (Cell P v)) /\
  (Lose (bmv border) (Cell P (addv v dir)) <-> Lose (bmv border) (Cell P v)).
Proof.
  intros border P v I L. pose proof (patch_same (lab border) (lab_rule border) P v I L) as E.
  destruct (border_outcome border P v) as [W1 L1]. destruct (border_outcome border P (addv v dir)) as [W2 L2].
  rewrite <- W1, <- W2, <- L1, <- L2, E. tauto.
Qed.
End B.

(** Instance: the Table Game. *)
Example table_game : border_check (fun P => P) (fun _ => [[1; 0]; [0; 1]]) [1; 1] [2; 2] [1; 1]
  (fun _ => [(true, [0; 1]); (true, [0; 2]); (true, [0; 3]); (true, [1; 0]); (true, [2; 0]); (true, [3; 0])]) 8 [true] = true.
Proof. vm_compute. reflexivity. Qed.
Example not_from_one : border_check (fun P => P) (fun _ => [[1; 0]; [0; 1]]) [1; 1] [1; 1] [1; 1]
  (fun _ => [(true, [0; 1]); (true, [0; 2]); (true, [1; 0]); (true, [2; 0])]) 8 [true] = false.
Proof. vm_compute. reflexivity. Qed.
