(** * ViewWays.v -- what a core term can come to on linear forms: ways, each with unknowns, constraints, and something that was worked out.
    Values of the unknowns are lists, 0 beyond their end; a way that goes on from another has more unknowns and more constraints.
    Proved: ways one after the other ([spec_seq], [spec_then]), in cases that exclude each other and leave nothing out ([spec_cases]), and with a
    quotient as a new unknown ([spec_quotient]) say what they are to say, for every value of the unknowns.
    Source: symbolic execution (King 1976).
    An instance gives nothing: the ways are made from a term, in ViewPaths.v. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core.
From Whowins Require Export ViewForms.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Values of the unknowns: a list, 0 beyond its end *)
Definition agree (n : nat) (r r' : list Z) : Prop := forall i, (i < n)%nat -> nth i r 0 = nth i r' 0.
Lemma agree_refl : forall n r, agree n r r.
Proof. now intros n r i. Qed.
Lemma agree_trans : forall n m r s t, (n <= m)%nat -> agree n r s -> agree m s t -> agree n r t.
Proof. intros n m r s t L A B i H. rewrite A by trivial. apply B. lia. Qed.
Lemma lv_agree : forall n r r' l, fits n l = true -> agree n r r' -> lv r l = lv r' l.
Proof.
  intros n r r' [c l] F A. unfold fits in F. apply Nat.leb_le in F. cbn [snd] in F. unfold lv. cbn [fst snd]. f_equal.
  revert n r r' F A. induction l as [|x l IH]; intros n r r' F A; [now destruct r, r'|]. cbn [length] in F.
  assert (H : agree (n - 1) (tl r) (tl r')).
  { intros i Hi. specialize (A (S i) ltac:(lia)). now destruct r, r'; cbn [nth tl] in *; [|destruct i..|]. }
  specialize (IH (n - 1)%nat (tl r) (tl r') ltac:(lia) H). specialize (A 0%nat ltac:(lia)).
  assert (D : forall r, dot (x :: l) r = x * nth 0 r 0 + dot l (tl r)) by (intros [|y s]; [destruct l|]; cbn [dot nth tl]; lia).
  rewrite !D, IH, A. reflexivity.
Qed.
(** The first n values, and one more. *)
Definition one_more (n : nat) (r : list Z) (v : Z) : list Z := map (fun i => nth i r 0) (seq 0 n) ++ [v].
Lemma one_more_agree : forall n r v, agree n r (one_more n r v).
Proof.
  intros n r v i H. unfold one_more. assert (L : length (map (fun i => nth i r 0) (seq 0 n)) = n) by now rewrite map_length, seq_length.
  rewrite app_nth1 by (rewrite L; exact H). rewrite (nth_indep (map (fun i => nth i r 0) (seq 0 n)) 0 ((fun i => nth i r 0) 0%nat)) by (rewrite L; exact H).
  rewrite (map_nth (fun i => nth i r 0)), seq_nth by exact H. reflexivity.
Qed.
Lemma one_more_last : forall n r v, nth n (one_more n r v) 0 = v.
Proof.
  intros n r v. unfold one_more. assert (L : length (map (fun i => nth i r 0) (seq 0 n)) = n) by now rewrite map_length, seq_length.
  rewrite app_nth2 by (rewrite L; apply le_n). now rewrite L, Nat.sub_diag.
Qed.
Lemma nth_nat : forall r i, nat_all r -> 0 <= nth i r 0.
Proof. intros r i N. destruct (nth_in_or_default i r 0) as [I| ->]; [|lia]. unfold nat_all in N. rewrite Forall_forall in N. now apply N. Qed.
Lemma one_more_nat : forall n r v, nat_all r -> 0 <= v -> nat_all (one_more n r v).
Proof.
  intros n r v N V. unfold one_more, nat_all. apply Forall_app. split; [|now repeat constructor].
  apply Forall_map, Forall_forall. intros i _. now apply nth_nat.
Qed.

(** What fits n unknowns. *)
Lemma addv_length : forall a b, length (addv a b) = Nat.max (length a) (length b).
Proof. induction a as [|x a IH]; intros [|y b]; cbn [addv length]; trivial. now rewrite IH. Qed.
Lemma fits_const : forall n z, fits n (lconst z) = true.
Proof. intros. reflexivity. Qed.
Lemma fits_var : forall n i, (i < n)%nat -> fits n (lvar i) = true.
Proof. intros n i H. unfold fits, lvar. cbn [snd]. rewrite app_length, repeat_length. cbn [length]. apply Nat.leb_le. lia. Qed.
Lemma fits_add : forall n a b, fits n a = true -> fits n b = true -> fits n (ladd a b) = true.
Proof. intros n a b A B. unfold fits, ladd in *. cbn [snd]. rewrite addv_length. apply Nat.leb_le in A, B. apply Nat.leb_le. lia. Qed.
Lemma fits_scale : forall n k a, fits n a = true -> fits n (lscale k a) = true.
Proof. intros n k a A. unfold fits, lscale in *. cbn [snd]. now rewrite map_length. Qed.
Lemma fits_sub : forall n a b, fits n a = true -> fits n b = true -> fits n (lsub a b) = true.
Proof. intros. unfold lsub. apply fits_add; trivial. now apply fits_scale. Qed.
Lemma fits_div : forall n c a, fits n a = true -> fits n (ldiv c a) = true.
Proof. intros n c a A. unfold fits, ldiv in *. cbn [snd]. now rewrite map_length. Qed.
Lemma fits_more : forall n m l, (n <= m)%nat -> fits n l = true -> fits m l = true.
Proof. intros n m l L F. unfold fits in *. apply Nat.leb_le in F. apply Nat.leb_le. lia. Qed.
#[export] Hint Resolve fits_const fits_add fits_scale fits_sub fits_div : fits.
Lemma cfits_more : forall n m c, (n <= m)%nat -> cfits n c = true -> cfits m c = true.
Proof. intros n m [l|l] L F; now apply fits_more with n. Qed.
Lemma holds_agree : forall n r r' c, cfits n c = true -> agree n r r' -> holds r c -> holds r' c.
Proof. intros n r r' [l|l] F A H; cbn [holds cfits] in *; now rewrite <- (lv_agree n r r' l F A). Qed.

(* ------------------------------------------------------------------ *)
(** ** Ways, and what they say *)
Record way := Way { unknowns : nat; known : list con }.
Definition fine (p : way) : Prop := Forall (fun c => cfits (unknowns p) c = true) (known p).
Definition meets (r : list Z) (p : way) : Prop := nat_all r /\ Forall (holds r) (known p).

(** The ways L go on from p; what is worked out on them has the values that [den] says. *)
Record spec {A B} (fit : nat -> A -> Prop) (value : list Z -> A -> B) (p : way) (L : list (way * A)) (den : list Z -> B -> Prop) : Prop := {
  s_grow : forall q a, In (q, a) L -> (unknowns p <= unknowns q)%nat /\ fine q /\ fit (unknowns q) a;
  s_sound : forall q a r, In (q, a) L -> meets r q -> meets r p /\ den r (value r a);
  s_full : forall r b, meets r p -> den r b -> exists q a r', In (q, a) L /\ agree (unknowns p) r r' /\ meets r' q /\ value r' a = b }.

Section Spec.
Context {A B : Type} (fit : nat -> A -> Prop) (value : list Z -> A -> B).
Lemma spec_iff : forall p L den den', spec fit value p L den ->
  (forall r b, meets r p -> (den r b <-> den' r b)) -> spec fit value p L den'.
Proof.
  intros p L den den' [G S F] E. constructor; trivial.
  - intros q a r I M. destruct (S q a r I M) as [Mp Dn]. split; trivial. now apply E.
  - intros r b M Dn. apply F; trivial. now apply E.
Qed.
Lemma spec_one : forall p a den, fine p -> fit (unknowns p) a -> (forall r b, meets r p -> (den r b <-> b = value r a)) ->
  spec fit value p [(p, a)] den.
Proof.
  intros p a den W F E. constructor.
  - intros q a' [I|[]]. injection I as <- <-. auto.
  - intros q a' r [I|[]] M. injection I as <- <-. split; trivial. now apply E.
  - intros r b M Dn. exists p, a, r. apply E in Dn; trivial. split; [now left|].
    split; [apply agree_refl|]. split; [exact M|congruence].
Qed.
Lemma spec_none : forall p (den : list Z -> B -> Prop), (forall r b, meets r p -> ~ den r b) -> spec fit value p [] den.
Proof. intros p den E. constructor; [intros q a []|intros q a r []|intros r b M Dn; destruct (E r b M Dn)]. Qed.
Lemma spec_app : forall p L M den den', spec fit value p L den -> spec fit value p M den' ->
  spec fit value p (L ++ M) (fun r b => den r b \/ den' r b).
Proof.
  intros p L M den den' [G S F] [G' S' F']. constructor.
  - intros q a I. apply in_app_or in I. destruct I; auto.
  - intros q a r I Me. apply in_app_or in I. destruct I as [I|I]; [destruct (S q a r I Me)|destruct (S' q a r I Me)]; auto.
  - intros r b Me [Dn|Dn]; [destruct (F r b Me Dn) as [q [a [r' [I X]]]]|destruct (F' r b Me Dn) as [q [a [r' [I X]]]]];
      exists q, a, r'; split; trivial; apply in_or_app; auto.
Qed.
End Spec.
Section Seq.
Context {A B C D : Type} (fit : nat -> A -> Prop) (value : list Z -> A -> B) (fit' : nat -> C -> Prop) (value' : list Z -> C -> D).
(** Each way goes on. *)
Lemma spec_seq : forall p L M k den (den2 : B -> list Z -> D -> Prop), spec fit value p L den ->
  bind (fun qa => k (fst qa) (snd qa)) L = Some M ->
  (forall r r' b c, agree (unknowns p) r r' -> den2 b r c -> den2 b r' c) ->
  (forall q a N, In (q, a) L -> (unknowns p <= unknowns q)%nat -> fine q -> fit (unknowns q) a -> k q a = Some N ->
    spec fit' value' q N (fun r => den2 (value r a) r)) ->
  spec fit' value' p M (fun r c => exists b, den r b /\ den2 b r c).
Proof.
  intros p L M k den den2 [G S F] Bd Inv K. apply bind_in in Bd. destruct Bd as [B1 B2]. constructor.
  - intros q' c I. apply B2 in I. destruct I as [[q a] [N [Iq [E I]]]]. cbn [fst snd] in E. destruct (G q a Iq) as [G1 [G2 G3]].
    destruct (K q a N Iq G1 G2 G3 E) as [G' _ _]. destruct (G' q' c I) as [H1 [H2 H3]]. repeat split; trivial. lia.
  - intros q' c r I Me. apply B2 in I. destruct I as [[q a] [N [Iq [E I]]]]. cbn [fst snd] in E. destruct (G q a Iq) as [G1 [G2 G3]].
    destruct (K q a N Iq G1 G2 G3 E) as [_ S' _]. destruct (S' q' c r I Me) as [Mq Dn]. destruct (S q a r Iq Mq) as [Mp Dn'].
    split; trivial. eauto.
  - intros r c Me [b [Db Dc]]. destruct (F r b Me Db) as [q [a [r1 [Iq [Ag [Mq <-]]]]]]. destruct (G q a Iq) as [G1 [G2 G3]].
    destruct (B1 (q, a) Iq) as [N E]. cbn [fst snd] in E. destruct (K q a N Iq G1 G2 G3 E) as [_ _ F'].
    destruct (F' r1 c Mq (Inv r r1 _ c Ag Dc)) as [q' [c' [r2 [I' [Ag' [Mq' <-]]]]]].
    exists q', c', r2. split; [apply B2; exists (q, a), N; auto|]. split; [|auto]. now apply agree_trans with (unknowns q) r1.
Qed.
(** The same where one value is worked out. *)
Lemma spec_then : forall p L M k f (den2 : B -> list Z -> D -> Prop), spec fit value p L (fun r b => b = f r) ->
  bind (fun qa => k (fst qa) (snd qa)) L = Some M ->
  (forall r r' b c, agree (unknowns p) r r' -> den2 b r c -> den2 b r' c) ->
  (forall q a N, In (q, a) L -> (unknowns p <= unknowns q)%nat -> fine q -> fit (unknowns q) a -> k q a = Some N ->
    spec fit' value' q N (fun r => den2 (value r a) r)) ->
  spec fit' value' p M (fun r => den2 (f r) r).
Proof.
  intros p L M k f den2 S Bd Inv K. eapply spec_iff; [exact (spec_seq p L M k _ den2 S Bd Inv K)|].
  intros r c _. split; [intros [b [-> H]]; exact H|intro H; eauto].
Qed.
End Seq.

(* ------------------------------------------------------------------ *)
(** ** Cases *)
(** Whether a form is not negative, where that follows from one constraint. *)
Definition follows (k : list con) (l : lin) : bool :=
  sure l || existsb (fun c => match c with Ge f => sure (lsub l f) | Zero f => sure (lsub l f) || sure (ladd l f) end) k.
Definition negative (l : lin) : lin := lsub (lconst (-1)) l.
Lemma follows_ok : forall r k l, nat_all r -> Forall (holds r) k -> follows k l = true -> 0 <= lv r l.
Proof.
  intros r k l N H F. unfold follows in F. apply orb_prop in F. destruct F as [F|F]; [now apply sure_ok|].
  apply existsb_exists in F. destruct F as [c [I F]]. rewrite Forall_forall in H. specialize (H c I). destruct c as [f|f]; cbn [holds] in H.
  - apply (sure_ok r) in F; trivial. forms. lia.
  - apply orb_prop in F. destruct F as [F|F]; apply (sure_ok r) in F; trivial; forms; lia.
Qed.
(** The way on which a constraint holds, if any. *)
Definition case {A} (p : way) (c : con) (a : A) : list (way * A) :=
  match c with
  | Ge l => if follows (known p) (negative l) then [] else if follows (known p) l then [(p, a)] else [(Way (unknowns p) (c :: known p), a)]
  | Zero l => if follows (known p) (negative l) || follows (known p) (lsub l (lconst 1)) then []
      else match is_const l with Some _ => [(p, a)] | None => [(Way (unknowns p) (c :: known p), a)] end
  end.
Lemma case_in : forall A p c (a : A) q a', In (q, a') (case p c a) -> fine p -> cfits (unknowns p) c = true ->
  a' = a /\ unknowns q = unknowns p /\ fine q /\ forall r, meets r q -> meets r p /\ holds r c.
Proof.
  intros A p c a q a' I W Fc.
  assert (Add : In (q, a') [(Way (unknowns p) (c :: known p), a)] ->
    a' = a /\ unknowns q = unknowns p /\ fine q /\ forall r, meets r q -> meets r p /\ holds r c).
  { intros [E|[]]. injection E as <- <-. repeat split; trivial; [now constructor|apply H|..]; destruct H as [_ H]; now inversion H. }
  destruct c as [l|l]; cbn [case] in I.
  - destruct (follows _ (negative l)); [destruct I|]. destruct (follows (known p) l) eqn:E; [|now apply Add].
    destruct I as [I|[]]. injection I as <- <-. repeat split; trivial; try apply H. destruct H as [N H]. now apply follows_ok with (known p).
  - destruct (_ || _) eqn:E; [destruct I|]. destruct (is_const l) as [z|] eqn:Z; [|now apply Add].
    destruct I as [I|[]]. injection I as <- <-. repeat split; trivial; try apply H.
    cbn [holds]. rewrite (is_const_ok l z r Z). apply orb_false_iff in E. destruct E as [E1 E2]. unfold follows in E1, E2.
    apply orb_false_iff in E1, E2. destruct E1 as [E1 _], E2 as [E2 _]. unfold is_const in Z. destruct (forallb _ (snd l)) eqn:Q; [|discriminate].
    injection Z as <-.
    assert (Q' : forall k x, forallb (Z.leb 0) (addv (map (Z.mul k) (snd l)) (map (Z.mul x) [])) = true).
    { intros k x. cbn [map]. clear -Q. destruct l as [z l]. cbn [snd] in *.
      assert (Y : forall l, addv l [] = l) by (intros []; reflexivity). rewrite Y.
      induction l as [|y l IH]; trivial. cbn [forallb map] in *. apply andb_prop in Q. destruct Q as [Q1 Q2]. apply Z.eqb_eq in Q1. subst y.
      rewrite Z.mul_0_r, IH by trivial. reflexivity. }
    unfold sure in E1, E2. unfold negative, lsub, ladd, lscale, lconst in E1, E2. cbn [fst snd] in E1, E2.
    assert (Y1 : forallb (Z.leb 0) (addv [] (map (Z.mul (-1)) (snd l))) = true).
    { specialize (Q' (-1) 0). cbn [map] in Q'. assert (Y : forall l, addv l [] = l) by (intros []; reflexivity). now rewrite Y in Q'. }
    rewrite Y1, andb_true_r in E1. apply Z.leb_gt in E1.
    assert (Y2 : forallb (Z.leb 0) (addv (snd l) (map (Z.mul (-1)) [])) = true).
    { specialize (Q' 1 (-1)). rewrite map_ext with (g := fun x => x) in Q' by (intro; lia). now rewrite map_id in Q'. }
    rewrite Y2, andb_true_r in E2. apply Z.leb_gt in E2. lia.
Qed.
Lemma case_full : forall A p c (a : A) r, meets r p -> holds r c -> exists q, In (q, a) (case p c a) /\ meets r q.
Proof.
  intros A p c a r M H. pose proof M as [N K].
  assert (Add : exists q, In (q, a) [(Way (unknowns p) (c :: known p), a)] /\ meets r q).
  { eexists. split; [now left|]. split; trivial. now constructor. }
  destruct c as [l|l]; cbn [case holds] in *.
  - destruct (follows _ (negative l)) eqn:E; [apply (follows_ok r) in E; trivial; unfold negative in E; forms; lia|].
    destruct (follows (known p) l); trivial. exists p. split; [now left|trivial].
  - destruct (_ || _) eqn:E.
    { apply orb_prop in E. destruct E as [E|E]; apply (follows_ok r) in E; trivial; unfold negative in E; forms; lia. }
    destruct (is_const l); trivial. exists p. split; [now left|trivial].
Qed.
Definition cases {A} (p : way) (l : list (con * A)) : list (way * A) := flat_map (fun ca => case p (fst ca) (snd ca)) l.
Lemma spec_cases : forall A B (fit : nat -> A -> Prop) (value : list Z -> A -> B) p l (den : list Z -> B -> Prop), fine p ->
  (forall c a, In (c, a) l -> cfits (unknowns p) c = true /\ fit (unknowns p) a) ->
  (forall r c a, In (c, a) l -> meets r p -> holds r c -> den r (value r a)) ->
  (forall r b, meets r p -> den r b -> exists c a, In (c, a) l /\ holds r c /\ value r a = b) ->
  spec fit value p (cases p l) den.
Proof.
  intros A B fit value p l den W Fi So Fu. unfold cases. constructor.
  - intros q a I. apply in_flat_map in I. destruct I as [[c a0] [Il I]]. destruct (Fi c a0 Il) as [F1 F2].
    destruct (case_in _ _ _ _ _ _ I W F1) as [-> [-> [H _]]]. auto.
  - intros q a r I M. apply in_flat_map in I. destruct I as [[c a0] [Il I]]. destruct (Fi c a0 Il) as [F1 F2].
    destruct (case_in _ _ _ _ _ _ I W F1) as [-> [_ [_ H]]]. destruct (H r M) as [Mp Hc]. split; trivial. now apply (So r c a0).
  - intros r b M Dn. destruct (Fu r b M Dn) as [c [a [I [H V]]]]. destruct (case_full _ p c a r M H) as [q [Iq Mq]].
    exists q, a, r. split; [apply in_flat_map; exists (c, a); auto|]. split; [apply agree_refl|auto].
Qed.
(** Whether a form is 0, is not negative. *)
Definition is_zero {A} (l : lin) (yes no : A) : list (con * A) := [(Zero l, yes); (Ge (lsub l (lconst 1)), no); (Ge (negative l), no)].
Definition split {A} (l : lin) (yes no : A) : list (con * A) := [(Ge l, yes); (Ge (negative l), no)].
Definition any {A} (n : nat) (a : A) : Prop := True.
Definition itself {A} (r : list Z) (a : A) : A := a.
Definition lfit (n : nat) (l : lin) : Prop := fits n l = true.
Lemma spec_zero : forall A B (fit : nat -> A -> Prop) (value : list Z -> A -> B) p l (yes no : A), fine p -> lfit (unknowns p) l ->
  fit (unknowns p) yes -> fit (unknowns p) no ->
  spec fit value p (cases p (is_zero l yes no)) (fun r b => b = if lv r l =? 0 then value r yes else value r no).
Proof.
  intros A B fit value p l yes no W F Fy Fn. unfold is_zero. apply spec_cases; trivial.
  - intros c a [I|[I|[I|[]]]]; injection I as <- <-; cbn [cfits]; unfold negative; auto with fits.
  - intros r c a [I|[I|[I|[]]]] M H; injection I as <- <-; cbn [holds] in H; unfold negative in H; forms; destruct (Z.eqb_spec (lv r l) 0); trivial; lia.
  - intros r b M ->. destruct (Z.eqb_spec (lv r l) 0).
    + exists (Zero l), yes. cbn [In holds]. auto.
    + destruct (Z.lt_ge_cases (lv r l) 0); [exists (Ge (negative l)), no|exists (Ge (lsub l (lconst 1))), no]; cbn [In holds]; unfold negative; forms;
        (split; [auto|split; [lia|trivial]]).
Qed.
Lemma spec_split : forall A B (fit : nat -> A -> Prop) (value : list Z -> A -> B) p l (yes no : A), fine p -> lfit (unknowns p) l ->
  fit (unknowns p) yes -> fit (unknowns p) no ->
  spec fit value p (cases p (split l yes no)) (fun r b => b = if 0 <=? lv r l then value r yes else value r no).
Proof.
  intros A B fit value p l yes no W F Fy Fn. unfold split. apply spec_cases; trivial.
  - intros c a [I|[I|[]]]; injection I as <- <-; cbn [cfits]; unfold negative; auto with fits.
  - intros r c a [I|[I|[]]] M H; injection I as <- <-; cbn [holds] in H; unfold negative in H; forms; destruct (Z.leb_spec 0 (lv r l)); trivial; lia.
  - intros r b M ->. destruct (Z.leb_spec 0 (lv r l)).
    + exists (Ge l), yes. cbn [In holds]. auto.
    + exists (Ge (negative l)), no. cbn [In holds]. unfold negative. forms. split; [auto|split; [lia|trivial]].
Qed.
(** The place in an array that a form is. *)
Definition places {A} (l : lin) (n : nat) (at_ : nat -> A) (outside : A) : list (con * A) :=
  match is_const l with
  | Some z => [(Zero (lconst 0), if (0 <=? z) && (z <? Z.of_nat n) then at_ (Z.to_nat z) else outside)]
  | None => (Ge (negative l), outside) :: (Ge (lsub l (lconst (Z.of_nat n))), outside) ::
            map (fun i => (Zero (lsub l (lconst (Z.of_nat i))), at_ i)) (seq 0 n)
  end.
Lemma spec_places : forall A B (fit : nat -> A -> Prop) (value : list Z -> A -> B) p l n (at_ : nat -> A) outside, fine p -> lfit (unknowns p) l ->
  (forall i, (i < n)%nat -> fit (unknowns p) (at_ i)) -> fit (unknowns p) outside ->
  spec fit value p (cases p (places l n at_ outside))
    (fun r b => b = if (0 <=? lv r l) && (lv r l <? Z.of_nat n) then value r (at_ (Z.to_nat (lv r l))) else value r outside).
Proof.
  intros A B fit value p l n at_ outside W F Fa Fo. unfold places. destruct (is_const l) as [z|] eqn:E.
  - apply spec_cases; trivial.
    + intros c a [I|[]]. injection I as <- <-. split; [reflexivity|]. destruct (_ && _) eqn:Q; trivial. apply andb_prop in Q. apply Fa. lia.
    + intros r c a [I|[]] M H. injection I as <- <-. rewrite (is_const_ok l z r E). now destruct (_ && _).
    + intros r b M ->. rewrite (is_const_ok l z r E). eexists _, _. split; [now left|]. cbn [holds]. rewrite lv_const. split; trivial. now destruct (_ && _).
  - apply spec_cases; trivial.
    + intros c a [I|[I|I]]; [injection I as <- <-; unfold negative; cbn [cfits]; auto with fits..|]. apply in_map_iff in I.
      destruct I as [i [I Hi]]. injection I as <- <-. apply in_seq in Hi. cbn [cfits]. split; [auto with fits|]. apply Fa. lia.
    + intros r c a [I|[I|I]] M H; [injection I as <- <-; cbn [holds] in H; unfold negative in H; forms..|].
      * destruct (Z.leb_spec 0 (lv r l)); [lia|reflexivity].
      * destruct (Z.ltb_spec (lv r l) (Z.of_nat n)); [lia|now rewrite andb_false_r].
      * apply in_map_iff in I. destruct I as [i [I Hi]]. injection I as <- <-. apply in_seq in Hi. cbn [holds] in H. forms.
        assert (L : lv r l = Z.of_nat i) by lia. rewrite L, Nat2Z.id. destruct (Z.leb_spec 0 (Z.of_nat i)), (Z.ltb_spec (Z.of_nat i) (Z.of_nat n)); trivial; lia.
    + intros r b M ->. destruct (Z.leb_spec 0 (lv r l)); [destruct (Z.ltb_spec (lv r l) (Z.of_nat n))|]; cbn [andb].
      * exists (Zero (lsub l (lconst (Z.of_nat (Z.to_nat (lv r l)))))), (at_ (Z.to_nat (lv r l))). split; [|split; trivial; cbn [holds]; forms; lia].
        right. right. apply in_map_iff. exists (Z.to_nat (lv r l)). split; trivial. apply in_seq. lia.
      * eexists _, _. split; [right; now left|]. cbn [holds]. forms. split; [lia|trivial].
      * eexists _, _. split; [now left|]. cbn [holds]. unfold negative. forms. split; [lia|trivial].
Qed.

(* ------------------------------------------------------------------ *)
(** ** Quotients *)
Definition lmod (c : Z) (l : lin) : lin := (fst l mod c, map (fun x => x mod c) (snd l)).
Lemma lmod_ok : forall r c l, 0 < c -> nat_all r -> lv r l = c * lv r (ldiv c l) + lv r (lmod c l) /\ 0 <= lv r (lmod c l).
Proof.
  intros r c [z l] C N. unfold lv, ldiv, lmod. cbn [fst snd]. pose proof (Z.div_mod z c ltac:(lia)). pose proof (Z.mod_pos_bound z c C).
  enough (dot l r = c * dot (map (fun x => x / c) l) r + dot (map (fun x => x mod c) l) r /\ 0 <= dot (map (fun x => x mod c) l) r) by lia.
  clear z H H0. revert r N. induction l as [|x l IH]; intros [|y r] N; cbn [dot map]; try lia. inversion N as [|? ? Ny Nr]; subst.
  destruct (IH r Nr) as [I1 I2]. pose proof (Z.div_mod x c ltac:(lia)) as D. pose proof (Z.mod_pos_bound x c C). rewrite D at 1. nia.
Qed.
(** Quotient and remainder by c > 0. *)
Definition quotient (c : Z) (l : lin) (p : way) : way * (lin * lin) :=
  if divides c l then (p, (ldiv c l, lconst (fst l mod c)))
  else let u := lvar (unknowns p) in let rest := lsub (lmod c l) (lscale c u) in
       (Way (S (unknowns p)) (Ge rest :: Ge (lsub (lconst (c - 1)) rest) :: known p), (ladd (ldiv c l) u, rest)).
Lemma spec_quotient : forall (first : bool) c l p, 0 < c -> fine p -> lfit (unknowns p) l ->
  spec lfit lv p [let qa := quotient c l p in (fst qa, if first then fst (snd qa) else snd (snd qa))]
    (fun r b => b = if first then lv r l / c else lv r l mod c).
Proof.
  intros first c l p C W F. unfold lfit in F. unfold quotient. destruct (divides c l) eqn:Dv; cbn [fst snd].
  - apply spec_one; trivial; [destruct first; unfold lfit; auto with fits|]. intros r b M. destruct (ldiv_ok r c l C Dv) as [-> ->].
    destruct first; now rewrite ?lv_const.
  - set (n := unknowns p) in *. set (u := lvar n). set (rest := lsub (lmod c l) (lscale c u)).
    assert (Fm : fits (S n) (lmod c l) = true).
    { apply fits_more with n; [lia|]. unfold fits, lmod in *. cbn [snd]. now rewrite map_length. }
    assert (Fu : fits (S n) u = true) by (apply fits_var; lia).
    assert (Fr : fits (S n) rest = true) by (unfold rest; auto with fits).
    assert (V : forall r, 0 <= lv r rest -> 0 <= c - 1 - lv r rest -> nat_all r ->
      lv r l / c = lv r (ladd (ldiv c l) u) /\ lv r l mod c = lv r rest).
    { intros r H1 H2 N. destruct (lmod_ok r c l C N) as [E _]. unfold rest in *. forms.
      assert (X : lv r l = c * (lv r (ldiv c l) + lv r u) + (lv r (lmod c l) - c * lv r u)) by lia.
      assert (B : 0 <= lv r (lmod c l) - c * lv r u < c) by lia.
      split; symmetry; [eapply Z.div_unique|eapply Z.mod_unique]; try exact X; left; lia. }
    constructor.
    + intros q a [I|[]]. injection I as <- <-. cbn [unknowns]. split; [fold n; lia|]. split.
      * constructor; [exact Fr|]. constructor; [cbn [cfits unknowns]; auto with fits|].
        eapply Forall_impl; [|exact W]. cbn [unknowns]. intros c' Hc. now apply cfits_more with n; [lia|].
      * unfold lfit. destruct first; trivial. apply fits_add; trivial. apply fits_more with n; [lia|auto with fits].
    + intros q a r [I|[]] M. injection I as <- <-. destruct M as [N M]. inversion M as [|? ? M1 M']; subst. inversion M' as [|? ? M2 M3]; subst.
      cbn [holds] in M1, M2. split; [now split|]. forms. destruct (V r M1 M2 N) as [V1 V2]. now destruct first.
    + intros r b [N M] ->. destruct (lmod_ok r c l C N) as [E P]. set (v := lv r (lmod c l) / c).
      assert (V0 : 0 <= v) by (apply Z.div_pos; lia). set (r' := one_more n r v).
      assert (A : agree n r r') by apply one_more_agree.
      assert (Lu : lv r' u = v) by (unfold u; rewrite lv_var; apply one_more_last).
      assert (Lm : lv r' (lmod c l) = lv r (lmod c l)).
      { symmetry. apply lv_agree with n; trivial. unfold fits, lmod in *. cbn [snd]. now rewrite map_length. }
      assert (Ll : lv r' l = lv r l) by (symmetry; now apply lv_agree with n).
      pose proof (Z.mod_pos_bound (lv r (lmod c l)) c C) as Bd. rewrite Z.mod_eq in Bd by lia. fold v in Bd.
      assert (R1 : 0 <= lv r' rest) by (unfold rest; forms; rewrite Lm, Lu; lia).
      assert (R2 : 0 <= c - 1 - lv r' rest) by (unfold rest; forms; rewrite Lm, Lu; lia).
      assert (N' : nat_all r') by now apply one_more_nat.
      eexists _, _, r'. split; [now left|]. split; trivial. split.
      * split; trivial. cbn [known]. constructor; [exact R1|]. constructor; [cbn [holds]; forms; exact R2|].
        unfold fine in W. rewrite Forall_forall in *. intros c' I. apply holds_agree with n r; trivial; [now apply (W c')|now apply M].
      * destruct (V r' R1 R2 N') as [V1 V2]. rewrite Ll in V1, V2. destruct first; congruence.
Qed.
Definition divided (first : bool) (c : Z) (l : lin) (p : way) : list (way * lin) :=
  [let qa := quotient c l p in (fst qa, if first then fst (snd qa) else snd (snd qa))].

