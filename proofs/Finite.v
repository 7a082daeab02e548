(** * Finite.v -- finite games (possibly with cycles): explicit successor lists, partial labelled table.
    Entry for position k: (value, rank).  A WIN entry needs one successor with a LOSE entry of smaller
    rank; a LOSE entry needs ALL successors to have WIN entries of smaller rank.
    Only positions reachable under the winning strategy need entries (strategy certificate);
    ranks make it sound for loopy games, unlabelled = no claim.
    A DRAW entry needs one successor with a DRAW entry and none but WIN and DRAW entries: nobody can force a win there.
    Main theorems: [finite_law], [drawn_law].  Source: retrograde analysis (Zermelo 1913); ranks as in [ranked_law].
    An instance file holds: the successor lists and the (position, value, rank) list. *)
Require Import Bool NArith List Lia FMapPositive.
From Whowins Require Import Game.
Import ListNotations.
Open Scope N_scope.
Module PM := PositiveMap.
Section F.
Variable succs : positive -> list positive.             (* the rules *)
Definition fmv (p q : positive) : Prop := In q (succs p).
Variable tab : PM.t (bool * N).
Definition ok1 (p : positive) (e : bool * N) : bool :=
  let good q := match PM.find q tab with
     | Some (v, r) => xorb v (fst e) && (r <? snd e) | None => false end in
  if fst e then existsb good (succs p) else forallb good (succs p).
Definition check : bool := forallb (fun pe => ok1 (fst pe) (snd pe)) (PM.elements tab).
Theorem finite_law : check = true -> forall p v r, PM.find p tab = Some (v, r) ->
  if v then Win fmv p else Lose fmv p.
Proof.
  intros C. unfold check in C. rewrite forallb_forall in C.
  pose proof (ranked_law positive fmv (fun p => option_map fst (PM.find p tab))
    (fun p => match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)) as K.
  assert (E : forall p e, PM.find p tab = Some e -> ok1 p e = true).
  { intros p e F. exact (C (p, e) (PM.elements_correct tab p F)). }
  intros p v r F.
  assert (H1 : forall p, option_map fst (PM.find p tab) = Some true -> exists q, fmv p q /\
     option_map fst (PM.find q tab) = Some false /\
     (match PM.find q tab with Some (_, r) => N.to_nat r | None => O end <
      match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)%nat).
  { intros p0 L. destruct (PM.find p0 tab) as [[v0 r0]|] eqn:F0; [|discriminate]. simpl in L. injection L as ->.
    pose proof (E _ _ F0) as O. unfold ok1 in O. cbn [fst snd] in O. apply existsb_exists in O. destruct O as [q [I G]].
    exists q. split; trivial. destruct (PM.find q tab) as [[v1 r1]|]; [|discriminate].
    apply andb_prop in G. destruct G as [G1 G2]. apply N.ltb_lt in G2. destruct v1; [discriminate|]. split; [reflexivity|lia]. }
  assert (H2 : forall p q, option_map fst (PM.find p tab) = Some false -> fmv p q ->
     option_map fst (PM.find q tab) = Some true /\
     (match PM.find q tab with Some (_, r) => N.to_nat r | None => O end <
      match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)%nat).
  { intros p0 q L I. destruct (PM.find p0 tab) as [[v0 r0]|] eqn:F0; [|discriminate]. simpl in L. injection L as ->.
    pose proof (E _ _ F0) as O. unfold ok1 in O. cbn [fst snd] in O. rewrite forallb_forall in O. specialize (O q I).
    destruct (PM.find q tab) as [[v1 r1]|]; [|discriminate].
    apply andb_prop in O. destruct O as [G1 G2]. apply N.ltb_lt in G2. destruct v1; [|discriminate]. split; [reflexivity|lia]. }
  specialize (K H1 H2 p). cbn beta in K. rewrite F in K. simpl in K. exact K.
Qed.
End F.

(** ** with draws: label Some true = win, Some false = loss, None = draw *)
Section Drawn.
Variable succs : positive -> list positive.
Variable tab : PM.t (option bool * N).
Definition entry (p : positive) (e : option bool * N) : bool :=
  let at_ q := PM.find q tab in
  match fst e with
  | Some true => existsb (fun q => match at_ q with Some (Some false, r) => r <? snd e | _ => false end) (succs p)
  | Some false => forallb (fun q => match at_ q with Some (Some true, r) => r <? snd e | _ => false end) (succs p)
  | None => existsb (fun q => match at_ q with Some (None, _) => true | _ => false end) (succs p) &&
            forallb (fun q => match at_ q with Some (None, _) | Some (Some true, _) => true | _ => false end) (succs p)
  end.
Definition drawn_check : bool := forallb (fun pe => entry (fst pe) (snd pe)) (PM.elements tab).
Hypothesis C : drawn_check = true.
Lemma entries : forall p e, PM.find p tab = Some e -> entry p e = true.
Proof. intros p e F. pose proof C as X. unfold drawn_check in X. rewrite forallb_forall in X. exact (X (p, e) (PM.elements_correct tab p F)). Qed.

Lemma decided : forall p b r, PM.find p tab = Some (Some b, r) -> if b then Win (fmv succs) p else Lose (fmv succs) p.
Proof.
  pose proof (ranked_law positive (fmv succs) (fun p => match PM.find p tab with Some (l, _) => l | None => None end)
    (fun p => match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)) as K.
  assert (H1 : forall p, match PM.find p tab with Some (l, _) => l | None => None end = Some true ->
     exists q, fmv succs p q /\ match PM.find q tab with Some (l, _) => l | None => None end = Some false /\
     (match PM.find q tab with Some (_, r) => N.to_nat r | None => O end < match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)%nat).
  { intros p L. destruct (PM.find p tab) as [[l r]|] eqn:F; [|discriminate]. subst l.
    pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. apply existsb_exists in O. destruct O as [q [I G]].
    exists q. split; trivial. destruct (PM.find q tab) as [[[[|]|] r1]|]; try discriminate. apply N.ltb_lt in G. split; [reflexivity|lia]. }
  assert (H2 : forall p q, match PM.find p tab with Some (l, _) => l | None => None end = Some false -> fmv succs p q ->
     match PM.find q tab with Some (l, _) => l | None => None end = Some true /\
     (match PM.find q tab with Some (_, r) => N.to_nat r | None => O end < match PM.find p tab with Some (_, r) => N.to_nat r | None => O end)%nat).
  { intros p q L I. destruct (PM.find p tab) as [[l r]|] eqn:F; [|discriminate]. subst l.
    pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. rewrite forallb_forall in O. specialize (O q I).
    destruct (PM.find q tab) as [[[[|]|] r1]|]; try discriminate. apply N.ltb_lt in O. split; [reflexivity|lia]. }
  intros p b r F. specialize (K H1 H2 p). cbn beta in K. rewrite F in K. exact K.
Qed.

Lemma undecided : (forall p, Win (fmv succs) p -> forall r, PM.find p tab <> Some (None, r)) /\
  (forall p, Lose (fmv succs) p -> forall r, PM.find p tab <> Some (None, r)).
Proof.
  split.
  - apply (Win_mind _ (fmv succs) (fun p _ => forall r, PM.find p tab <> Some (None, r)) (fun p _ => forall r, PM.find p tab <> Some (None, r))).
    + intros p q I L IH r F. pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. apply andb_prop in O. destruct O as [_ O].
      rewrite forallb_forall in O. specialize (O q I). destruct (PM.find q tab) as [[[[|]|] r1]|] eqn:G; try discriminate.
      * exact (win_lose_excl _ _ q (decided _ _ _ G) L).
      * exact (IH r1 eq_refl).
    + intros p _ IH r F. pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. apply andb_prop in O. destruct O as [O _].
      apply existsb_exists in O. destruct O as [q [I G]]. specialize (IH q I). destruct (PM.find q tab) as [[[[|]|] r1]|]; try discriminate.
      exact (IH r1 eq_refl).
  - apply (Lose_mind _ (fmv succs) (fun p _ => forall r, PM.find p tab <> Some (None, r)) (fun p _ => forall r, PM.find p tab <> Some (None, r))).
    + intros p q I L IH r F. pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. apply andb_prop in O. destruct O as [_ O].
      rewrite forallb_forall in O. specialize (O q I). destruct (PM.find q tab) as [[[[|]|] r1]|] eqn:G; try discriminate.
      * exact (win_lose_excl _ _ q (decided _ _ _ G) L).
      * exact (IH r1 eq_refl).
    + intros p _ IH r F. pose proof (entries _ _ F) as O. unfold entry in O. cbn [fst snd] in O. apply andb_prop in O. destruct O as [O _].
      apply existsb_exists in O. destruct O as [q [I G]]. specialize (IH q I). destruct (PM.find q tab) as [[[[|]|] r1]|]; try discriminate.
      exact (IH r1 eq_refl).
Qed.

(** every entry of the table is what it says; at a draw nobody can force a win *)
Definition says (l : option bool) (p : positive) : Prop := match l with
  | Some true => Win (fmv succs) p | Some false => Lose (fmv succs) p
  | None => ~ Win (fmv succs) p /\ ~ Lose (fmv succs) p end.
Theorem drawn_law : forall p l r, PM.find p tab = Some (l, r) -> says l p.
Proof.
  intros p [b|] r F; simpl; [exact (decided p b r F)|]. destruct undecided as [W L].
  split; intro H; [exact (W p H r F)|exact (L p H r F)].
Qed.
End Drawn.
Definition mkmap {A} (l : list (positive * A)) : PM.t A := fold_left (fun m e => PM.add (fst e) (snd e) m) l (PM.empty A).
