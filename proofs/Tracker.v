(** * Tracker.v -- the constraints of a ray, followed digit by digit.
    Proved: the tracker accepts the words of p and q just when the constraints hold ([orun_spec]); all letters are
    listed ([in_tuples]).
    Source: Frougny 1992; Bruyere, Hansel 1997 (automatic addition); the cut is in Digits.v. *)
Require Import Bool Arith NArith ZArith List Lia.
From Whowins Require Import Digits Lattice.
Import ListNotations.
Open Scope Z_scope.
Notation letter := (list Z).

(* ---------------- constraints, digit by digit ---------------- *)
Inductive cs := Tr (a b : Z) | Sat.
Definition cs_eqb (a b : cs) : bool := match a, b with
  | Sat, Sat => true | Tr a b, Tr a' b' => (a =? a') && (b =? b') | _, _ => false end.
Lemma cs_eq : forall a b, cs_eqb a b = true -> a = b.
Proof.
  intros [a b|] [a' b'|] E; try discriminate; trivial. apply andb_prop in E. destruct E as [X Y]. apply Z.eqb_eq in X, Y. congruence.
Qed.
Definition relb (k : kind) (c z : Z) : bool := match k with Eq => z =? c | Gt => c <? z | Mod m => z mod m =? c mod m end.
Lemma relb_iff : forall k c z, relb k c z = true <-> rel k c z.
Proof. intros [| |m] c z; simpl; [apply Z.eqb_eq|apply Z.ltb_lt|apply Z.eqb_eq]. Qed.

Section Digit.
Variable s : system.
Hypothesis OK : sys_ok s = true.
Section Con.
Variable c : con.
Definition csize := size s (cp c) (cq c).
Variable S : Z.
Definition cstep (t : cs) (x y : letter) : option cs := match t with
  | Sat => Some Sat
  | Tr a b => let '(a', b') := tr s a b (ev (cp c) (cq c) x y) in match ck c with
    | Mod m => Some (Tr (a' mod m) (b' mod m))
    | Eq => if above s S (Z.abs (cc c)) a' b' || above s S (Z.abs (cc c)) (- a') (- b') then None else Some (Tr a' b')
    | Gt => if above s S (Z.abs (cc c)) a' b' then Some Sat
            else if above s S (Z.abs (cc c)) (- a') (- b') then None else Some (Tr a' b') end end.
Definition cfinal (t : cs) : bool := match t with Sat => true | Tr a _ => relb (ck c) (cc c) a end.
Fixpoint crun (t : cs) (w w' : list letter) : option cs := match w, w' with
  | x :: w, y :: w' => match cstep t x y with Some t' => crun t' w w' | None => None end
  | _, _ => Some t end.
Lemma crun_sat : forall w w', crun Sat w w' = Some Sat.
Proof. induction w as [|x w IH]; intros [|y w']; trivial. simpl. apply IH. Qed.
Lemma tr_mod : forall m a b a0 b0 e, a mod m = a0 mod m -> b mod m = b0 mod m ->
  fst (tr s a b e) mod m = fst (tr s a0 b0 e) mod m /\ snd (tr s a b e) mod m = snd (tr s a0 b0 e) mod m.
Proof.
  intros m a b a0 b0 e Ha Hb. unfold tr. destruct s as [k|k]; cbn [fst snd]; split; trivial.
  - rewrite Zplus_mod, Zmult_mod, Ha, <- Zmult_mod, <- Zplus_mod. reflexivity.
  - rewrite Zplus_mod, (Zplus_mod (k * a) b), (Zmult_mod k a), Ha, Hb, <- (Zmult_mod k a0), <- (Zplus_mod (k * a0) b0), <- Zplus_mod.
    reflexivity.
  - rewrite Zplus_mod, Ha, <- Zplus_mod. reflexivity.
Qed.
Lemma lin_mod : forall u u' m w w' a b a0 b0, a mod m = a0 mod m -> b mod m = b0 mod m ->
  lin s u u' a b w w' mod m = lin s u u' a0 b0 w w' mod m.
Proof.
  intros u u' m. induction w as [|x w IH]; intros [|y w'] a b a0 b0 Ha Hb; trivial. cbn [lin].
  destruct (tr_mod m a b a0 b0 (ev u u' x y) Ha Hb). now apply IH.
Qed.
Hypothesis HS : S = csize.
Lemma crun_lin : forall w w' v v' a b, vword s v w = true -> vword s v' w' = true ->
  ((exists t, crun (Tr a b) w w' = Some t /\ cfinal t = true) <-> rel (ck c) (cc c) (lin s (cp c) (cq c) a b w w')).
Proof using OK HS.
  induction w as [|x w IH]; intros w' v v' a b W W'.
  { simpl. rewrite <- relb_iff. split; [intros [t [E R]]; injection E as <-; exact R|intro R; now exists (Tr a b)]. }
  destruct w' as [|y w'].
  { simpl. rewrite <- relb_iff. split; [intros [t [E R]]; injection E as <-; exact R|intro R; now exists (Tr a b)]. }
  assert (W0 := W). assert (W0' := W'). cbn [vword] in W, W'. apply andb_prop in W, W'.
  destruct W as [V W], W' as [V' W']. cbn [crun lin cstep].
  destruct (tr s a b (ev (cp c) (cq c) x y)) as [a' b'] eqn:T. cbn [fst snd].
  pose proof (lin_up s OK (cp c) (cq c) (Z.abs (cc c)) w w' x y a' b' ltac:(lia) W W') as U.
  pose proof (lin_down s OK (cp c) (cq c) (Z.abs (cc c)) w w' x y a' b' ltac:(lia) W W') as D.
  fold csize in U, D. rewrite <- HS in U, D. specialize (IH w' x y a' b' W W') as IH1.
  destruct (ck c) as [| |m] eqn:K.
  - destruct (above s S (Z.abs (cc c)) a' b'); cbn [orb].
    { specialize (U eq_refl). split; [intros [t [E _]]; discriminate|]. unfold rel. lia. }
    destruct (above s S (Z.abs (cc c)) (- a') (- b')); [|exact IH1].
    specialize (D eq_refl). split; [intros [t [E _]]; discriminate|]. unfold rel. lia.
  - destruct (above s S (Z.abs (cc c)) a' b').
    { specialize (U eq_refl). rewrite crun_sat. split; [intros _; unfold rel; lia|]. intros _. exists Sat. now split. }
    destruct (above s S (Z.abs (cc c)) (- a') (- b')); [|exact IH1].
    specialize (D eq_refl). split; [intros [t [E _]]; discriminate|]. unfold rel. lia.
  - rewrite (IH w' x y _ _ W W'). unfold rel. rewrite (lin_mod _ _ m w w' (a' mod m) (b' mod m) a' b'); [tauto|apply Zmod_mod..].
Qed.
End Con.

(** a ray's constraints together; with each, its size *)
Definition ctl := list (con * Z).
Definition ctl_of (l : list con) : ctl := map (fun c => (c, csize c)) l.
Fixpoint sstep (ks : ctl) (l : list cs) (x y : letter) : option (list cs) := match ks, l with
  | [], [] => Some []
  | k :: ks, t :: l => match cstep (fst k) (snd k) t x y with
      | Some t' => match sstep ks l x y with Some l' => Some (t' :: l') | None => None end
      | None => None end
  | _, _ => None end.
Fixpoint sfinal (ks : ctl) (l : list cs) : bool := match ks, l with
  | [], [] => true | k :: ks, t :: l => cfinal (fst k) t && sfinal ks l | _, _ => false end.
Definition ostep ks (o : option (list cs)) x y := match o with Some l => sstep ks l x y | None => None end.
Definition ofinal ks (o : option (list cs)) := match o with Some l => sfinal ks l | None => false end.
Fixpoint orun ks o (w w' : list letter) : option (list cs) := match w, w' with
  | x :: w, y :: w' => orun ks (ostep ks o x y) w w' | _, _ => o end.
Definition ostart (ks : ctl) : option (list cs) := Some (map (fun _ => Tr 0 0) ks).
Lemma orun_none : forall ks w w', orun ks None w w' = None.
Proof. induction w as [|x w IH]; intros [|y w']; trivial. simpl. apply IH. Qed.
Lemma orun_cons : forall w w' k ks t l, orun (k :: ks) (Some (t :: l)) w w' =
  match crun (fst k) (snd k) t w w', orun ks (Some l) w w' with Some t', Some l' => Some (t' :: l') | _, _ => None end.
Proof.
  induction w as [|x w IH]; intros [|y w'] k ks t l; trivial. cbn [orun crun ostep sstep].
  destruct (cstep (fst k) (snd k) t x y) as [t'|]; [|apply orun_none].
  destruct (sstep ks l x y) as [l'|]; [apply IH|]. rewrite !orun_none. now destruct (crun (fst k) (snd k) t' w w').
Qed.
Lemma orun_nil : forall w w', orun [] (Some []) w w' = Some [].
Proof. induction w as [|x w IH]; intros [|y w']; trivial. simpl. apply IH. Qed.
Lemma orun_lin : forall l w w' v v', vword s v w = true -> vword s v' w' = true ->
  (ofinal (ctl_of l) (orun (ctl_of l) (ostart (ctl_of l)) w w') = true <->
   Forall (fun c => rel (ck c) (cc c) (lin s (cp c) (cq c) 0 0 w w')) l).
Proof using OK.
  intros l w w' v v' W W'. induction l as [|c l IH].
  - unfold ctl_of, ostart. cbn [map]. rewrite orun_nil. split; [constructor|trivial].
  - pose proof (crun_lin c (csize c) eq_refl w w' v v' 0 0 W W') as X.
    unfold ctl_of, ostart in *. cbn [map]. rewrite orun_cons. cbn [fst snd]. rewrite Forall_cons_iff, <- X, <- IH.
    destruct (crun c (csize c) (Tr 0 0) w w') as [t|].
    + destruct (orun (map (fun c => (c, csize c)) l) (Some (map (fun _ => Tr 0 0) (map (fun c => (c, csize c)) l))) w w') as [r|];
        cbn [ofinal sfinal fst].
      * rewrite andb_true_iff. split; [intros [H1 H2]|intros [[t' [E H1]] H2]]; split; trivial; [now exists t|].
        now injection E as <-.
      * split; [discriminate|tauto].
    + split; [discriminate|]. intros [[t' [E _]] _]. discriminate.
Qed.
Lemma worth_0 : forall n, worth s 0 0 n = 0.
Proof. intro n. unfold worth. destruct s; ring. Qed.
Theorem orun_spec : forall l w w' d, vword s (zero d) w = true -> vword s (zero d) w' = true -> length w = length w' ->
  (ofinal (ctl_of l) (orun (ctl_of l) (ostart (ctl_of l)) w w') = true <->
   Forall (fun c => holds c (wval s d w) (wval s d w')) l).
Proof using OK.
  intros l w w' d W W' L. rewrite (orun_lin l w w' _ _ W W').
  assert (E : forall c, lin s (cp c) (cq c) 0 0 w w' = dot (cp c) (wval s d w) + dot (cq c) (wval s d w')).
  { intro c. rewrite (lin_value s OK d _ _ w w' 0 0 L), worth_0; [ring| |].
    - pose proof (vword_letters s w _ W) as Q. now rewrite zero_length in Q.
    - pose proof (vword_letters s w' _ W') as Q. now rewrite zero_length in Q. }
  unfold holds. split; intro H; (eapply Forall_impl; [|exact H]); intros c Hc; simpl in *; [now rewrite <- E|now rewrite E].
Qed.

(* ---------------- letters ---------------- *)
Definition radix := Z.to_nat (dmax s + 1).
Fixpoint tuples (n : nat) : list letter := match n with
  | O => [[]] | S n => flat_map (fun x => map (cons (Z.of_nat x)) (tuples n)) (seq 0 radix) end.
Lemma in_tuples : forall v x, vok s v x = true -> In x (tuples (length v)).
Proof using OK.
  induction v as [|p v IH]; intros [|a x] V; try discriminate; [now left|]. cbn [vok] in V. apply andb_prop in V.
  destruct V as [V1 V2]. cbn [length tuples]. apply in_flat_map. exists (Z.to_nat a).
  assert (A : 0 <= a <= dmax s) by (clear IH; unfold sys_ok, dok, dmax in *; destruct s; lia).
  split; [apply in_seq; unfold radix; lia|]. rewrite Z2Nat.id by lia. apply in_map. now apply IH.
Qed.
Definition code (x : letter) : nat := fold_left (fun a z => (a * radix + Z.to_nat z)%nat) x 0%nat.
End Digit.
