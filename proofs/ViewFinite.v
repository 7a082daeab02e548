(** * ViewFinite.v -- strategies for finitely many positions of a core term; play may go round for ever.
    The positions' moves are those that the term itself has: nothing is listed but who wins, with a rank.
    Proved: where [strategy_check] accepts, whom an entry
    names can force a win there and the other player cannot;
    where it names nobody, neither can, and where the rules say nothing of play without end,
    each can force a draw at least ([strategy_law]).
    Only positions that the winner's strategy comes to need entries. Source: retrograde analysis (Zermelo 1913); ranks as in [Game.ranked_law].
    An instance gives a term, and entries: a position, who wins (None: nobody), and a rank, which falls with each move of the winner and of
    the loser; and the positions of the theorem ([stated_law]; with positions as digits of one number [written_law]). *)
Require Import ZArith NArith List Bool Lia FMapPositive.
From Whowins Require Explore.
From Whowins Require Import Core ViewOutcome.
Import ListNotations.
Open Scope Z_scope.

(** A state written as a number: so many digits for each part, the first digit last; where a part may have any length, it stands before.
    Digits are counted from [low]. *)
Fixpoint digits_of (base low : Z) (k : nat) (n : Z) : list Z * Z := match k with
  | O => ([], n) | S k => let (l, m) := digits_of base low k (n / base) in (n mod base + low :: l, m) end.
Fixpoint unpack (base low : Z) (shape : list (option nat)) (n : Z) : state := match shape with
  | [] => []
  | Some k :: shape => let (l, m) := digits_of base low k n in l :: unpack base low shape m
  | None :: shape => let (l, m) := digits_of base low (Z.to_nat (n mod base)) (n / base) in l :: unpack base low shape m end.
Definition same_label (a b : option bool) : bool := match a, b with Some x, Some y => eqb x y | None, None => true | _, _ => false end.
Definition verdict (v : Z) : option bool := if 1 <=? v then Some true else if v <? 0 then Some false else None.
Definition key (s : state) : positive := fold_left (fun p l => Explore.pushL l p) s xH.
Definition state_eqb (s t : state) : bool := same_state s t.

(** As the library's, but they stop at the first element that decides, also where arguments are computed first. *)
Fixpoint all_of {A} (f : A -> bool) (l : list A) : bool := match l with [] => true | x :: l => if f x then all_of f l else false end.
Fixpoint some_of {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: l => if f x then true else some_of f l end.
Lemma all_of_ok : forall A (f : A -> bool) l, all_of f l = forallb f l.
Proof. intros A f l. induction l as [|x l IH]; cbn; [reflexivity|]. now destruct (f x). Qed.
Lemma some_of_ok : forall A (f : A -> bool) l, some_of f l = existsb f l.
Proof. intros A f l. induction l as [|x l IH]; cbn; [reflexivity|]. now destruct (f x). Qed.

(** A list as a table: of two with one key the later counts. *)
Definition mkmap {A} (l : list (positive * A)) : PositiveMap.t A :=
  fold_left (fun m e => PositiveMap.add (fst e) (snd e) m) l (PositiveMap.empty A).
Lemma mkmap_in : forall (A : Type) (l : list (positive * A)) p a, PositiveMap.find p (mkmap l) = Some a -> In (p, a) l.
Proof.
  intros A l p a. unfold mkmap.
  assert (G : forall l m, PositiveMap.find p (fold_left (fun m e => PositiveMap.add (fst e) (snd e) m) l m) = Some a -> In (p, a) l \/ PositiveMap.find p m = Some a).
  { clear l. induction l as [|[q b] l IH]; intros m F; [now right|]. cbn [fold_left fst snd] in F. destruct (IH _ F) as [I|E]; [left; now right|].
    destruct (Pos.eq_dec p q) as [->|N].
    - rewrite PositiveMap.gss in E. injection E as ->. left. now left.
    - rewrite PositiveMap.gso in E by trivial. now right. }
  intro F. destruct (G l _ F) as [|E]; trivial. rewrite PositiveMap.gempty in E. discriminate.
Qed.

Section Strategy.
Variable g : game.
(** Whether play is over, and the moves, found together. *)
Definition outlook (s : state) : option Z * list state := match ended g s with
  | Some v => (Some v, [])
  | None => let ts := first_tier (consts g) (parts g) (tiers g) s in (match ts with [] => Some (stuck_pays g s) | _ => None end, ts) end.
Lemma outlook_ok : forall s, outlook s = (over g s, moves g s).
Proof using. intro s. unfold outlook, over, moves. destruct (ended g s); [reflexivity|]. cbn zeta. now destruct (first_tier _ _ _ s). Qed.
Variable entries : list (state * (option bool * N)).
Definition table : PositiveMap.t (state * (option bool * N)) := mkmap (map (fun e => (key (fst e), e)) entries).
Section Table.
Variable tab : PositiveMap.t (state * (option bool * N)).
Definition look_up (s : state) : option (option bool * N) := match PositiveMap.find (key s) tab with
  | Some (t, e) => if state_eqb t s then Some e else None | None => None end.
(** The state has this label, and a rank below r where one is asked for. *)
Definition labelled (l : option bool) (r : option N) (t : state) : bool := match look_up t with
  | Some (l', r') => same_label l l' && match r with Some r => (r' <? r)%N | None => true end
  | None => match over g t with Some v => same_label l (verdict v) | None => false end end.
Definition listed (l : option bool) (r : option N) (t : state) : bool := match look_up t with Some _ => labelled l r t | None => false end.
Definition entry_ok (e : state * (option bool * N)) : bool := let s := fst e in let l := fst (snd e) in let r := snd (snd e) in
  let o := outlook s in match fst o with
  | Some v => same_label l (verdict v)
  | None => let ts := snd o in let p := turn s =? 0 in
    if (turn s =? 0) || (turn s =? 1) then match l with
    | Some Q => if eqb Q p then if some_of (listed l (Some r)) ts then true else some_of (labelled l (Some r)) ts else all_of (labelled l
    (Some r)) ts
    | None => let low := match endless g with None => Some r | Some _ => None end in
        if if some_of (listed None low) ts then true else some_of (labelled None low) ts then
          all_of (fun t => if labelled None low t then true else labelled (Some (negb p)) None t) ts else false end
    else false end.
End Table.
Definition strategy_check : bool := Nat.eqb (blocks g) 0 && let tab := table in all_of (entry_ok tab) entries.
(** The same without its order of work. *)
Definition entry_said (e : state * (option bool * N)) : bool := let s := fst e in let l := fst (snd e) in let r := snd (snd e) in
  match over g s with
  | Some v => same_label l (verdict v)
  | None => let ts := moves g s in let p := turn s =? 0 in
    ((turn s =? 0) || (turn s =? 1)) && match l with
    | Some Q => if eqb Q p then existsb (labelled table l (Some r)) ts else forallb (labelled table l (Some r)) ts
    | None => let low := match endless g with None => Some r | Some _ => None end in
        existsb (labelled table None low) ts && forallb (fun t => labelled table None low t || labelled table (Some (negb p)) None t) ts
        end end.
Lemma listed_first : forall tab l r ts, (if some_of (listed tab l r) ts then true else some_of (labelled tab l r) ts) = existsb (labelled
  tab l r) ts.
Proof using.
  intros tab l r ts. rewrite !some_of_ok. destruct (existsb (listed tab l r) ts) eqn:E; [|reflexivity]. symmetry. apply existsb_exists in E.
  destruct E as [t [I E]]. apply existsb_exists. exists t. split; trivial. unfold listed in E. now destruct (look_up tab t).
Qed.
Lemma said_ok : forall e, entry_ok table e = entry_said e.
Proof using.
  intro e. unfold entry_ok, entry_said. cbn zeta. rewrite outlook_ok. cbn [fst snd]. destruct (over g (fst e)); [reflexivity|].
  destruct ((turn (fst e) =? 0) || (turn (fst e) =? 1)); [|reflexivity]. cbn [andb]. destruct (fst (snd e)) as [Q|].
  - rewrite listed_first, all_of_ok. reflexivity.
  - rewrite listed_first, all_of_ok. destruct (existsb _ _); reflexivity.
Qed.
Hypothesis Ck : strategy_check = true.

Lemma state_eqb_ok : forall s t, state_eqb s t = true -> s = t.
Proof using.
  assert (G : forall A (eq : A -> A -> bool), (forall a b, eq a b = true -> a = b) -> forall x y, same eq x y = true -> x = y).
  { intros A eq H. induction x as [|a x IH]; intros [|b y] E; try discriminate; trivial. cbn in E. apply andb_prop in E.
    destruct E as [E1 E2]. f_equal; auto. }
  intros s t. apply G. intros a b. apply G. intros x y E. now apply Z.eqb_eq.
Qed.
Lemma same_label_ok : forall a b, same_label a b = true -> a = b.
Proof using. intros [x|] [y|] E; try discriminate; trivial. f_equal. now apply eqb_prop. Qed.
Lemma look_up_in : forall s e, look_up table s = Some e -> In (s, e) entries.
Proof using.
  intros s e H. unfold look_up in H. destruct (PositiveMap.find (key s) table) as [[t e']|] eqn:F; [|discriminate].
  destruct (state_eqb t s) eqn:E; [|discriminate]. injection H as <-. apply state_eqb_ok in E. subst t. unfold table in F.
  apply mkmap_in in F.
  apply in_map_iff in F. destruct F as [x [E I]]. injection E as _ ->. exact I.
Qed.
Lemma free : blocks g = O.
Proof using Ck. pose proof Ck as X. unfold strategy_check in X. apply andb_prop in X. now apply Nat.eqb_eq. Qed.
Lemma each : forall e, In e entries -> entry_said e = true.
Proof using Ck.
  pose proof Ck as X. unfold strategy_check in X. apply andb_prop in X. destruct X as [_ X]. cbn zeta in X.
  rewrite all_of_ok, forallb_forall in X.
  intros e I. rewrite <- said_ok. now apply X.
Qed.
(** What has this label, by an entry or by its end. *)
Definition has (l : option bool) (s : state) : Prop := (exists r, In (s, (l, r)) entries) \/ exists v, over g s = Some v /\ verdict v = l.
Lemma labelled_has : forall l r t, labelled table l r t = true ->
  (exists r', In (t, (l, r')) entries /\ match r with Some r => (r' < r)%N | None => True end) \/ exists v, over g t = Some v /\
  verdict v = l.
Proof using.
  intros l r t H. unfold labelled in H. destruct (look_up table t) as [[l' r']|] eqn:E.
  - apply andb_prop in H. destruct H as [H1 H2]. apply same_label_ok in H1. subst l'. left. exists r'. split; [now apply look_up_in|].
    destruct r; [now apply N.ltb_lt|trivial].
  - right. destruct (over g t) as [v|]; [|discriminate]. exists v. split; trivial. symmetry. now apply same_label_ok.
Qed.
Lemma verdict_good : forall Q v, verdict v = Some Q <-> good_for Q v = true.
Proof using.
  intros Q v. unfold verdict, good_for. destruct (Z.leb_spec 1 v), (Z.ltb_spec v 0), Q; split; intro E; try discriminate; trivial; lia.
Qed.
Lemma over_moves : forall s, over g s = None -> moves g s <> [].
Proof using. intros s O E. unfold over in O. destruct (ended g s); [discriminate|]. now rewrite E in O. Qed.
Lemma mover_is : forall s Q, (turn s =? 0) || (turn s =? 1) = true -> (eqb Q (turn s =? 0) = true <-> turn s = number_of Q).
Proof using.
  intros s Q H. apply orb_prop in H. rewrite eqb_true_iff.
  destruct H as [H|H]; apply Z.eqb_eq in H; rewrite H; cbn; destruct Q; cbn; split; intro; try discriminate; trivial.
Qed.
Lemma step : forall Q (good : Z -> bool) s, over g s = None -> (turn s =? 0) || (turn s =? 1) = true ->
  (if eqb Q (turn s =? 0) then exists t, In t (moves g s) /\ Force g (number_of Q) good t else forall t, In t (moves g s) ->
  Force g (number_of Q) good t) ->
  Force g (number_of Q) good s.
Proof using Ck.
  intros Q good s O T H. pose proof free as Fr. assert (Bl : forall B, blocked g B -> B = []).
  { intros B X. unfold blocked in X. rewrite Fr in X. destruct B; [trivial|cbn in X; lia]. }
  assert (All : forall t, In t (left_over g s []) <-> In t (moves g s)) by (intro t; rewrite left_over_in; tauto).
  destruct (eqb Q (turn s =? 0)) eqn:E.
  - destruct H as [t [I F]]. apply f_mine with (pick := fun _ => t); trivial; [now apply mover_is| |].
    + intros B X L. apply Bl in X. subst B. apply All in I. rewrite L in I. destruct I.
    + intros B X _. apply Bl in X. subst B. now apply All.
  - apply f_theirs with (B := []); trivial.
    + intro X. apply (mover_is s Q T) in X. congruence.
    + unfold blocked. cbn. lia.
    + intro L. exfalso. pose proof (over_moves s O) as N. destruct (moves g s) as [|t l] eqn:M; [congruence|].
      assert (I : In t (left_over g s [])) by (apply All; now left). rewrite L in I. destruct I.
    + intros t I. apply H. now apply All.
Qed.
Lemma won : forall Q s, has (Some Q) s -> wins g Q s.
Proof using Ck.
  intros Q. assert (G : forall n s r, In (s, (Some Q, r)) entries -> (N.to_nat r < n)%nat -> wins g Q s).
  { induction n as [|n IH]; intros s r I L; [lia|]. apply wins_force. pose proof (each _ I) as E. unfold entry_said in E.
    cbn [fst snd] in E.
    destruct (over g s) as [v|] eqn:O; [apply f_over with v; trivial; apply verdict_good; symmetry; now apply same_label_ok|].
    cbn zeta in E. apply andb_prop in E. destruct E as [T E]. apply step; trivial.
    assert (Child : forall t, labelled table (Some Q) (Some r) t = true -> Force g (number_of Q) (good_for Q) t).
    { intros t H. apply labelled_has in H. destruct H as [[r' [I' Lt]]|[v [Ov Ve]]].
      - apply wins_force. apply (IH t r' I'). lia.
      - apply f_over with v; trivial. now apply verdict_good. }
    destruct (eqb Q (turn s =? 0)).
    - apply existsb_exists in E. destruct E as [t [It E]]. exists t. auto.
    - rewrite forallb_forall in E. auto. }
  intros s [[r I]|[v [O Ve]]]; [exact (G (S (N.to_nat r)) s r I ltac:(lia))|].
  apply wins_force. apply f_over with v; trivial. now apply verdict_good.
Qed.
Lemma not_won : forall Q s, wins g Q s -> forall l, has l s -> l <> Some Q -> False.
Proof using Ck.
  intros Q s W. apply wins_force in W. pose proof free as Fr.
  assert (All : forall u t, In t (left_over g u []) <-> In t (moves g u)) by (intros u t; rewrite left_over_in; tauto).
  assert (Nil : forall B, blocked g B -> B = []) by (intros B X; unfold blocked in X; rewrite Fr in X; destruct B; [trivial|cbn in X; lia]).
  induction W as [s v O Gd|s pick O T St Pi F IH|s B O T Bl St F IH]; intros l H N.
  - destruct H as [[r I]|[v' [O' Ve]]].
    + pose proof (each _ I) as E. unfold entry_said in E. cbn [fst snd] in E. rewrite O in E. apply same_label_ok in E.
      apply verdict_good in Gd. congruence.
    + rewrite O in O'. injection O' as <-. apply verdict_good in Gd. congruence.
  - destruct H as [[r I]|[v' [O' Ve]]]; [|congruence].
    pose proof (each _ I) as E. unfold entry_said in E. cbn [fst snd] in E. rewrite O in E. cbn zeta in E. apply andb_prop in E.
    destruct E as [Tn E].
    assert (B0 : blocked g []) by (unfold blocked; cbn; lia).
    assert (Ne : left_over g s [] <> []).
    { pose proof (over_moves s O) as Nm. intro X. destruct (moves g s) as [|t ts] eqn:M; [congruence|].
      assert (J : In t (left_over g s [])) by (apply All; rewrite M; now left). rewrite X in J. destruct J. }
    pose proof (Pi [] B0 Ne) as P0. apply All in P0. assert (Mine : eqb Q (turn s =? 0) = true) by now apply mover_is.
    specialize (IH [] B0 Ne). destruct l as [Q'|].
    + assert (eqb Q' (turn s =? 0) = false) as X by (apply eqb_prop in Mine; rewrite <- Mine; destruct Q, Q'; trivial; congruence).
      rewrite X in E. rewrite forallb_forall in E. specialize (E _ P0). apply labelled_has in E. apply (IH (Some Q')); trivial.
      destruct E as [[r' [I' _]]|E]; [left; eauto|now right].
    + apply andb_prop in E. destruct E as [_ E]. rewrite forallb_forall in E. specialize (E _ P0). apply orb_prop in E.
      destruct E as [E|E]; apply labelled_has in E.
      * apply (IH None); [|discriminate]. destruct E as [[r' [I' _]]|E]; [left; eauto|now right].
      * apply (IH (Some (negb (turn s =? 0)))); [destruct E as [[r' [I' _]]|E]; [left; eauto|now right]|].
        apply eqb_prop in Mine. rewrite <- Mine. destruct Q; discriminate.
  - apply Nil in Bl. subst B. destruct H as [[r I]|[v' [O' Ve]]]; [|congruence].
    pose proof (each _ I) as E. unfold entry_said in E. cbn [fst snd] in E. rewrite O in E. cbn zeta in E. apply andb_prop in E.
    destruct E as [Tn E].
    assert (Theirs : eqb Q (turn s =? 0) = false) by (apply not_true_is_false; intro X; apply T; now apply mover_is).
    destruct l as [Q'|].
    + assert (X : eqb Q' (turn s =? 0) = true) by (destruct Q, Q', (turn s =? 0); cbn in *; congruence).
      rewrite X in E. apply existsb_exists in E. destruct E as [t [It E]]. apply labelled_has in E.
      apply (IH t (proj2 (All s t) It) (Some Q')); trivial.
      destruct E as [[r' [I' _]]|E]; [left; eauto|now right].
    + apply andb_prop in E. destruct E as [E _]. apply existsb_exists in E. destruct E as [t [It E]]. apply labelled_has in E.
      apply (IH t (proj2 (All s t) It) None); [|discriminate]. destruct E as [[r' [I' _]]|E]; [left; eauto|now right].
Qed.
(** Who can force no loss, where play ends. *)
Definition no_loss (Q : bool) (v : Z) : bool := negb (good_for (negb Q) v).
Lemma drawn : endless g = None -> forall Q s r, In (s, (None, r)) entries -> Force g (number_of Q) (no_loss Q) s.
Proof using Ck.
  intros En Q. assert (G : forall n s r, In (s, (None, r)) entries -> (N.to_nat r < n)%nat -> Force g (number_of Q) (no_loss Q) s).
  { induction n as [|n IH]; intros s r I L; [lia|]. pose proof (each _ I) as E. unfold entry_said in E. cbn [fst snd] in E.
    assert (Vn : forall v, verdict v = None -> no_loss Q v = true).
    { intros v E0. unfold no_loss. apply negb_true_iff, not_true_is_false. intro X. apply verdict_good in X. congruence. }
    destruct (over g s) as [v|] eqn:O; [apply f_over with v; trivial; apply Vn; symmetry; now apply same_label_ok|].
    cbn zeta in E. rewrite En in E. apply andb_prop in E. destruct E as [T E]. apply andb_prop in E. destruct E as [E1 E2].
    apply step; trivial.
    assert (Child : forall t, labelled table None (Some r) t = true -> Force g (number_of Q) (no_loss Q) t).
    { intros t H. apply labelled_has in H. destruct H as [[r' [I' Lt]]|[v [Ov Ve]]]; [apply (IH t r' I'); lia|].
      apply f_over with v; auto. }
    destruct (eqb Q (turn s =? 0)) eqn:M.
    - apply existsb_exists in E1. destruct E1 as [t [It E1]]. exists t. auto.
    - rewrite forallb_forall in E2. intros t It. specialize (E2 t It). apply orb_prop in E2. destruct E2 as [E2|E2]; [auto|].
      apply labelled_has in E2. assert (Eq : negb (turn s =? 0) = Q) by (destruct Q, (turn s =? 0); cbn in *; congruence). rewrite Eq in E2.
      assert (Wt : wins g Q t) by (apply won; destruct E2 as [[r' [I' _]]|E2]; [left; eauto|now right]). apply wins_force in Wt.
      revert Wt. apply force_more. intros v Gd. unfold no_loss, good_for in *. destruct Q; cbn in *; apply negb_true_iff;
        [apply Z.leb_le in Gd; apply Z.ltb_ge; lia|apply Z.ltb_lt in Gd; apply Z.leb_gt; lia]. }
  intros s r I. apply (G (S (N.to_nat r)) s r I). lia.
Qed.
Definition says (l : option bool) (s : state) : Prop := match l with
  | Some Q => wins g Q s /\ ~ wins g (negb Q) s
  | None => ~ wins g true s /\ ~ wins g false s /\ (endless g = None -> Gets g 0 s /\ Holds g 1 s) end.
(** THE LAW: every entry is what it says. *)
Theorem strategy_law : forall s l r, In (s, (l, r)) entries -> says l s.
Proof using Ck.
  intros s l r I. assert (H : has l s) by (left; eauto). destruct l as [Q|]; cbn [says].
  - split; [now apply won|]. intro W. apply (not_won _ _ W _ H). destruct Q; discriminate.
  - split; [intro W; apply (not_won _ _ W _ H); discriminate|]. split; [intro W; apply (not_won _ _ W _ H); discriminate|].
    intro En. split.
    + pose proof (drawn En true s r I) as F. revert F. apply force_more. intros v X. unfold no_loss, good_for in X. cbn in X.
      apply negb_true_iff in X. apply Z.ltb_ge in X. apply Z.leb_le. lia.
    + pose proof (drawn En false s r I) as F. revert F. apply force_more. intros v X. unfold no_loss, good_for in X. cbn in X.
      apply negb_true_iff in X. apply Z.leb_gt in X. apply Z.ltb_lt. lia.
Qed.
End Strategy.

(** Entries, and positions that are claimed to be among them. *)
Definition stated_check (g : game) (es : list (state * (option bool * N))) (claims : list (state * option bool)) : bool :=
  strategy_check g es && forallb (fun c => existsb (fun e => state_eqb (fst e) (fst c) && same_label (fst (snd e)) (snd c)) es) claims.
Theorem stated_law : forall g es claims, stated_check g es claims = true -> forall s w, In (s, w) claims -> says g w s.
Proof.
  intros g es claims Ck s w I. unfold stated_check in Ck. apply andb_prop in Ck. destruct Ck as [Ck Cl].
  rewrite forallb_forall in Cl. specialize (Cl _ I). apply existsb_exists in Cl. destruct Cl as [[s' [w' r]] [J E]]. cbn [fst snd] in E.
  apply andb_prop in E. destruct E as [E1 E2]. apply state_eqb_ok in E1. apply same_label_ok in E2. subst.
  exact (strategy_law g _ Ck s w r J).
Qed.
(** The same with entries written as numbers: a position, who wins there, a rank. *)
Definition unpacked (base low : Z) (shape : list (option nat)) (l : list (Z * option bool * Z)) : list (state * (option bool * N)) :=
  map (fun e => (unpack base low shape (fst (fst e)), (snd (fst e), Z.to_N (snd e)))) l.
Definition written_check (g : game) (base low : Z) (shape : list (option nat)) (l : list (Z * option bool * Z))
  (claims : list (state * option bool)) : bool := stated_check g (unpacked base low shape l) claims.
Theorem written_law : forall g base low shape l claims, written_check g base low shape l claims = true -> forall s w, In (s, w) claims ->
  says g w s.
Proof. intros g base low shape l claims. apply stated_law. Qed.
