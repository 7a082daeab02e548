(** * ViewHeap.v -- one heap of which numbers are taken, read off a core term; the outcomes of the term, for every heap.
    Proved: where [view_heap] finds that a term takes the numbers of two sets, its moves are those of Heap.v ([heap_moves]); so a periodic law that
    Heap.v accepts for these sets says who can force a win in the term ([heap_view_law]), and heap_moves what Grundy values speak of.
    Source: as Heap.v and ViewNumbers.v.
    An instance gives a term, the sets as in Heap.v, how choices are split, and a heap R and a number L: no ray begins past R, and L is a multiple
    of all remainders' moduli. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require Game Heap.
From Whowins Require Import Core ViewNumbers ViewRays ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

(** The state in which P (true: the first-named player) is to move, and the heap is n. *)
Definition heap (P : bool) (n : N) : state := [[number_of P]; [Z.of_N n]].
(** What a law says of the term: whom it names can force a win, and the other cannot. *)
Definition correct (g : game) (law : bool -> N -> bool) : Prop := forall P n,
  (law P n = true <-> wins g P (heap P n)) /\ (law P n = false <-> wins g (negb P) (heap P n)).

(** Some k leads to s being taken. No remainder is worked out where none is asked for. *)
Definition covers (s : Z) (r : ray) : bool :=
  match base r, step r with
  | [b], [z] => if s =? b then true else if (if 0 <? z then b <? s else false) then (s - b) mod z =? 0 else false
  | _, _ => false
  end.
Lemma covers_said : forall s r, covers s r = match base r, step r with
  | [b], [z] => (s =? b) || ((0 <? z) && (b <? s) && ((s - b) mod z =? 0)) | _, _ => false end.
Proof. reflexivity. Qed.
Definition fine (R L : N) (r : ray) : bool :=
  match base r, step r with
  | [b], [z] => (0 <? b) && (b <=? Z.of_N R) && ((z =? 0) || ((0 <? z) && (Z.of_N L mod z =? 0)))
  | _, _ => false
  end.

Section View.
Variables (few stride R L : N) (g : game) (t m : N) (A B : Heap.set) (misere : bool).
Definition takes_are (T : Z) (S : Heap.set) : bool :=
  match view_rays (Z.of_N few) (Z.of_N stride) g T with
  | Some rs => forallb (fine R L) rs && forallb (fun x => (x <=? t)%N) (fst S) &&
      forallb (fun s => eqb (Heap.mem t m S s) (existsb (covers (Z.of_N s)) rs)) (Heap.ranges (N.to_nat (R + L)) 1)
  | None => false
  end.
Definition view_heap : bool :=
  Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end &&
  match parts g with [_; (0, None)] => true | _ => false end &&
  pays g 0 (if misere then 1 else -1) && pays g 1 (if misere then -1 else 1) &&
  (0 <? m)%N && (0 <? L)%N && (L mod m =? 0)%N && (t <=? R)%N && takes_are 0 A && takes_are 1 B.
Hypothesis V : view_heap = true.

Lemma facts : blocks g = O /\ (forall s, ended g s = None) /\ (exists b, parts g = [b; (0, None)]) /\
  (forall P n, stuck_pays g (heap P n) = if eqb P misere then 1 else -1) /\
  (0 < m /\ 0 < L /\ L mod m = 0 /\ t <= R)%N /\ forall P, takes_are (number_of P) (Heap.of A B P) = true.
Proof using V.
  pose proof V as H. unfold view_heap in H. repeat (apply andb_prop in H; destruct H as [H ?H]).
  apply Nat.eqb_eq in H. apply N.ltb_lt in H4, H5. apply N.eqb_eq in H3. apply N.leb_le in H2.
  split; [trivial|]. split; [intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]|].
  assert (Pt : exists b, parts g = [b; (0, None)]).
  { destruct (parts g) as [|b [|[[| |] [|]] [|]]]; try discriminate. eauto. }
  split; trivial. split.
  - intros P n. unfold pays in *. destruct Pt as [b Pt].
    assert (X : S (length [Z.of_N n]) = length (parts g)) by now rewrite Pt.
    assert (Y : nat_all [Z.of_N n]) by (repeat constructor; lia).
    destruct (view_stuck g 0) as [u|] eqn:E0; [|discriminate]. destruct (view_stuck g 1) as [v|] eqn:E1; [|discriminate].
    apply Z.eqb_eq in H6, H7. subst u v.
    destruct P; [apply (view_stuck_sound g 0 _ E0) in Y|apply (view_stuck_sound g 1 _ E1) in Y]; trivial;
      unfold heap, nums in *; cbn [map number_of] in *; rewrite Y; now destruct misere.
  - split; [auto|]. intros [|]; trivial.
Qed.

Lemma covers_shift : forall r s, fine R L r = true -> (R < s)%N -> covers (Z.of_N (s + L)) r = covers (Z.of_N s) r.
Proof using.
  intros r s F H. unfold fine in F. rewrite !covers_said. destruct (base r) as [|b [|]]; trivial. destruct (step r) as [|z [|]]; trivial.
  apply andb_prop in F. destruct F as [F F3]. apply andb_prop in F. destruct F as [F1 F2]. apply Z.ltb_lt in F1. apply Z.leb_le in F2.
  destruct (Z.eqb_spec (Z.of_N (s + L)) b), (Z.eqb_spec (Z.of_N s) b); try lia. cbn [orb].
  destruct (Z.ltb_spec b (Z.of_N (s + L))), (Z.ltb_spec b (Z.of_N s)); try lia.
  destruct (Z.ltb_spec 0 z) as [Pz|]; trivial. cbn [andb].
  apply orb_prop in F3. destruct F3 as [F3|F3]; [apply Z.eqb_eq in F3; lia|]. apply andb_prop in F3. destruct F3 as [_ F3]. apply Z.eqb_eq in F3.
  f_equal. replace (Z.of_N (s + L) - b) with (Z.of_N s - b + Z.of_N L) by lia.
  rewrite Z.add_mod, F3, Z.add_0_r, Z.mod_mod by lia. reflexivity.
Qed.
Lemma mem_shift : forall S s, forallb (fun x => (x <=? t)%N) (fst S) = true -> (0 < m)%N -> (L mod m = 0)%N -> (t < s)%N ->
  Heap.mem t m S (s + L) = Heap.mem t m S s.
Proof using.
  intros S s F M D H. unfold Heap.mem.
  assert (E : forall x, (t < x)%N -> existsb (N.eqb x) (fst S) = false).
  { intros x Hx. apply not_true_is_false. intro E. apply existsb_exists in E. destruct E as [y [I Y]]. apply N.eqb_eq in Y. subst y.
    rewrite forallb_forall in F. specialize (F x I). apply N.leb_le in F. lia. }
  rewrite !E by lia. cbn [orb].
  assert (Em : ((s + L) mod m = s mod m)%N) by (rewrite N.add_mod, D, N.add_0_r, N.mod_mod by lia; reflexivity).
  rewrite Em. destruct (N.ltb_spec t (s + L)), (N.ltb_spec t s); trivial; lia.
Qed.
Lemma takes : forall P, exists rs, view_rays (Z.of_N few) (Z.of_N stride) g (number_of P) = Some rs /\ (forall r, In r rs -> fine R L r = true) /\
  forall s, (0 < s)%N -> Heap.mem t m (Heap.of A B P) s = existsb (covers (Z.of_N s)) rs.
Proof using V.
  intro P. destruct facts as [_ [_ [_ [_ [[M [Lp [D TR]]] Tk]]]]]. specialize (Tk P). unfold takes_are in Tk.
  destruct (view_rays (Z.of_N few) (Z.of_N stride) g (number_of P)) as [rs|]; [|discriminate]. exists rs. split; trivial.
  apply andb_prop in Tk. destruct Tk as [Tk E]. apply andb_prop in Tk. destruct Tk as [Fr Sm].
  rewrite forallb_forall in Fr, E. split; trivial.
  intro s. induction s as [s IH] using (well_founded_ind N.lt_wf_0). intro Ps.
  destruct (N.le_gt_cases s (R + L)) as [C|C].
  - apply eqb_prop, E. apply Heap.ranges_in. lia.
  - replace s with (s - L + L)%N by lia. rewrite mem_shift by (trivial; lia). rewrite IH by lia.
    clear - Fr C Lp. induction rs as [|r rs IH]; trivial. cbn [existsb].
    rewrite covers_shift by (try lia; apply Fr; now left). rewrite IH by (intros; apply Fr; now right). reflexivity.
Qed.

(** The moves of the term are those of Heap.v. *)
Theorem heap_moves : forall P n s, In s (moves g (heap P n)) <-> exists q, Heap.mv t m A B (P, n) q /\ s = heap (fst q) (snd q).
Proof using V.
  intros P n s. destruct facts as [_ [En [[b Pt] _]]]. destruct (takes P) as [rs [Vr [Fr Mem]]].
  change (heap P n) with (nums (number_of P :: [Z.of_N n])).
  rewrite (view_rays_sound _ _ _ _ _ Vr [Z.of_N n]); try (apply En); rewrite ?Pt; cbn [tl length]; trivial;
    [|repeat constructor; lia|repeat constructor; unfold inside; cbn [fst snd]; rewrite andb_true_r; apply Z.leb_le; lia].
  assert (Flip : 1 - number_of P = number_of (negb P)) by now destruct P.
  rewrite Flip. unfold Heap.mv. cbn [fst snd]. split.
  - intros [r [k [I [K [In_ ->]]]]]. specialize (Fr r I). unfold fine in Fr. unfold moved in *.
    destruct (base r) as [|b0 [|]] eqn:Eb; try discriminate. destruct (step r) as [|z [|]] eqn:Ez; try discriminate.
    cbn [combine map fst snd] in *. unfold all_inside in In_. inversion In_ as [|? ? In1 _]; subst. cbn [combine fst snd] in In1.
    unfold inside in In1. cbn [fst snd] in In1. rewrite andb_true_r in In1. apply Z.leb_le in In1.
    apply andb_prop in Fr. destruct Fr as [Fr F3]. apply andb_prop in Fr. destruct Fr as [F1 _]. apply Z.ltb_lt in F1.
    assert (Z0 : 0 <= z) by (apply orb_prop in F3; destruct F3 as [F3|F3]; [apply Z.eqb_eq in F3; lia|apply andb_prop in F3; destruct F3 as [F3 _]; apply Z.ltb_lt in F3; lia]).
    assert (Kz : 0 <= k * z) by nia. set (a := Z.to_N (b0 + k * z)).
    exists (negb P, (n - a)%N). cbn [fst snd]. split.
    + split; trivial. exists a. split; [lia|]. split; [|lia]. rewrite Mem by lia. apply existsb_exists. exists r. split; trivial.
      rewrite covers_said, Eb, Ez. unfold a. rewrite Z2N.id by lia.
      destruct (Z.eqb_spec (b0 + k * z) b0) as [|Ne]; trivial. cbn [orb].
      assert (0 < z /\ 0 < k) by nia. destruct (Z.ltb_spec 0 z); [|lia]. destruct (Z.ltb_spec b0 (b0 + k * z)); [|nia]. cbn [andb].
      replace (b0 + k * z - b0) with (k * z) by ring. rewrite Z.mod_mul by lia. reflexivity.
    + unfold heap, nums. cbn [map]. do 3 f_equal. lia.
  - intros [[P' n'] [[Eq [a [A1 [A2 A3]]]] ->]]. cbn [fst snd] in *. subst P'. rewrite Mem in A2 by trivial.
    apply existsb_exists in A2. destruct A2 as [r [I C]]. pose proof (Fr r I) as Fr'. unfold fine in Fr'. rewrite covers_said in C.
    destruct (base r) as [|b0 [|]] eqn:Eb; try discriminate. destruct (step r) as [|z [|]] eqn:Ez; try discriminate.
    assert (K : exists k, 0 <= k /\ Z.of_N a = b0 + k * z).
    { apply orb_prop in C. destruct C as [C|C]; [apply Z.eqb_eq in C; exists 0; lia|].
      apply andb_prop in C. destruct C as [C C3]. apply andb_prop in C. destruct C as [C1 C2].
      apply Z.ltb_lt in C1, C2. apply Z.eqb_eq in C3. pose proof (Z.div_mod (Z.of_N a - b0) z ltac:(lia)) as Dm. rewrite C3 in Dm.
      exists ((Z.of_N a - b0) / z). split; [apply Z.div_pos; lia|lia]. }
    destruct K as [k [K Ea]]. exists r, k.
    assert (Mv : moved k [Z.of_N n] r = [Z.of_N n']).
    { unfold moved. rewrite Eb, Ez. cbn [combine map fst snd]. f_equal. lia. }
    rewrite Mv. repeat split; trivial. repeat constructor. unfold inside. cbn [fst snd]. rewrite andb_true_r. apply Z.leb_le. lia.
Qed.

(** THE LAW: what is so by Heap.v is so in the term, for every heap. *)
Theorem outcome_correct : forall law : bool -> N -> bool,
  (forall P n, (law P n = true <-> Game.Win (Heap.play (Heap.mv t m A B) misere) (Some (P, n))) /\
               (law P n = false <-> Game.Lose (Heap.play (Heap.mv t m A B) misere) (Some (P, n)))) -> correct g law.
Proof using V.
  intros law H P n. destruct facts as [Bl [En [_ [St _]]]].
  apply (play_correct g Bl En (bool * N) (Heap.mv t m A B) fst (fun p => heap (fst p) (snd p)) (fun _ => True) misere)
    with (p := (P, n)); trivial.
  - intros [Q k] s _. exact (heap_moves Q k s).
  - intros [Q k] q _ [E _]. split; trivial.
  - exact (proj1 (proj1 (H P n))).
  - exact (proj1 (proj2 (H P n))).
Qed.
End View.

Theorem heap_view_law : forall few stride R L g t m A B misere, view_heap few stride R L g t m A B misere = true ->
  forall i p K j la lb, Heap.check t m A B misere i p K j la lb = true -> correct g (Heap.law i p la lb).
Proof.
  intros few stride R L g t m A B misere V i p K j la lb C.
  exact (outcome_correct few stride R L g t m A B misere V _ (Heap.heap_law t m A B misere i p K j la lb C)).
Qed.
