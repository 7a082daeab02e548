(** * Finite.v -- finite games (possibly with cycles): explicit successor lists, partial labelled table.
    Entry for position k: (value, rank).  A WIN entry needs one successor with a LOSE entry of smaller
    rank; a LOSE entry needs ALL successors to have WIN entries of smaller rank.
    Only positions reachable under the winning strategy need entries (strategy certificate);
    ranks make it sound for loopy games, unlabelled = no claim (e.g. draws).
    Main theorem: [finite_law].  Source: retrograde analysis (Zermelo 1913); ranks as in [ranked_law].
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
Definition mkmap {A} (l : list (positive * A)) : PM.t A := fold_left (fun m e => PM.add (fst e) (snd e) m) l (PM.empty A).
