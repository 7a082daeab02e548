(** * Rewriting.v -- regular laws of strip / string-rewriting games of every length (partizan allowed).
    Position = (player, word).  Move of player P: u ++ l ++ v  ->  u ++ r ++ v  for (l,r) in rules P, |l| = |r|.
    Normal or misere play.  Proved: if [check] holds, EVERY word of the game's domain has a label, and the label is the outcome
    ([rewriting_law]); the domain is closed under moves ([domain_closed]); a certificate that labels nothing is
    rejected ([vacuous_rejected]).
    Source: kernels of terminating games (von Neumann, Morgenstern 1944); regular model checking with automata
    products (Bouajjani, Jonsson, Nilsson, Touili 2000).
    An instance file holds: the trusted part (alphabet size, rules of both players, the domain's automaton
    [ddelta], [dacc], start 0, for each player to move) and the certificate: the law's automaton, weights, closed
    pairs, macro states and their transitions, and the product pairs (domain state, law state). *)
Require Import Bool Arith List Lia.
From Whowins Require Import Game.
From Whowins Require Lattice.                (* misere play: MWin, MLose *)
Import ListNotations.

Definition word := list nat.
Definition rule := (word * word)%type.

Inductive rmv (rules : bool -> list rule) : bool * word -> bool * word -> Prop :=
| rw : forall P u v l r, In (l, r) (rules P) ->
       rmv rules (P, u ++ l ++ v) (negb P, u ++ r ++ v).

Record dfa := { init : nat; delta : list (list nat);              (* delta[state][letter] *)
                outp : list (option bool * option bool) }.        (* (player true, player false) *)
Definition dl (D : dfa) (s x : nat) : nat := nth x (nth s (delta D) []) 0.
Definition run (D : dfa) (s : nat) (w : word) : nat := fold_left (dl D) w s.
Definition out (D : dfa) (P : bool) (s : nat) : option bool :=
  let o := nth s (outp D) (None, None) in if P then fst o else snd o.

Inductive item := Done (q : nat) | Prog (ri j q : nat).   (* for a fixed player *)
Record cert := {
  sig : nat;                                 (* trusted: alphabet 0..sig-1 *)
  rules : bool -> list rule;                 (* trusted: the rules of the game *)
  misere : bool;                             (* trusted: whether who cannot move wins *)
  ddelta : list (list nat);                  (* trusted: automaton of the domain, start 0 *)
  dacc : bool -> list bool;                  (* trusted: its accepting states, for each player to move *)
  D : dfa;                                   (* the law *)
  dprod : list (nat * nat);                  (* reached pairs (domain state, law state) *)
  counts : list (list nat);                  (* termination: sums of weights of letters fall, the first that changes; *)
  base : nat; wgt : list nat;                (* and where none does, words fall as numbers with these digits, *)
  first_leads : bool;                        (* the first or the last letter leading *)
  rel : bool -> list (nat * nat);            (* closed relation after one rewriting by player P *)
  mac : bool -> list (nat * list item);      (* macro states of the "has a move to a lost word" automaton *)
  mtr : bool -> list (list nat) }.           (* its transitions *)

Definition pair_eqb (a b : nat * nat) := (fst a =? fst b) && (snd a =? snd b).
Definition memp (a : nat * nat) l := existsb (pair_eqb a) l.
Definition item_eqb (a b : item) := match a, b with
  | Done q, Done q' => q =? q' | Prog a b c, Prog a' b' c' => (a =? a') && (b =? b') && (c =? c') | _, _ => false end.
Definition memi a l := existsb (item_eqb a) l.
Lemma memp_in : forall a l, memp a l = true -> In a l.
Proof.
  intros a l H. apply existsb_exists in H. destruct H as [[x y] [I E]]. destruct a as [x' y'].
  unfold pair_eqb in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1, E2. congruence.
Qed.
Lemma memi_in : forall a l, memi a l = true -> In a l.
Proof.
  intros a l H. apply existsb_exists in H. destruct H as [b [I E]].
  replace a with b; trivial. destruct a, b; simpl in E; try discriminate.
  - apply Nat.eqb_eq in E. congruence.
  - apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2].
    apply Nat.eqb_eq in E1, E2, E3. congruence.
Qed.

Section C.
Variable c : cert.
Notation D := (D c). Notation sig := (sig c).
Definition n := length (delta D).
Definition letters := seq 0 sig.
Definition states := seq 0 n.
Definition okw (w : word) := Forall (fun x => x < sig) w.

(** the positions the game is about *)
Definition ddl (s x : nat) : nat := nth x (nth s (ddelta c) []) 0.
Definition drun (s : nat) (w : word) : nat := fold_left ddl w s.
Definition domain (P : bool) (w : word) : bool := nth (drun 0 w) (dacc c P) false.
(* 4. every word of the domain has a label, and no other word has one *)
Definition labelled (P : bool) (s : nat) : bool := match out D P s with Some _ => true | None => false end.
Definition dom_check : bool :=
  memp (0, init D) (dprod c) &&
  forallb (fun ab => forallb (fun x => memp (ddl (fst ab) x, dl D (snd ab) x) (dprod c)) letters &&
    eqb (nth (fst ab) (dacc c true) false) (labelled true (snd ab)) &&
    eqb (nth (fst ab) (dacc c false) false) (labelled false (snd ab))) (dprod c).
(* 0. well-formedness *)
Definition wf_check : bool :=
  (init D <? n) && (1 <=? base c) &&
  forallb (fun s => forallb (fun x => dl D s x <? n) letters) states &&
  forallb (fun P => forallb (fun lr : rule => (length (fst lr) =? length (snd lr)) && (0 <? length (fst lr)) &&
     forallb (fun x => x <? sig) (snd lr)) (rules c P)) [true; false].
(* 1. termination *)
Definition vw (x : nat) := nth x (wgt c) 0.
Definition value (w : word) := fold_left (fun a x => a * base c + vw x) w 0.
Definition turn (w : word) : word := if first_leads c then w else rev w.
Definition tally (ds : list nat) (w : word) : nat := list_sum (map (fun x => nth x ds 0) w).
Fixpoint lower (cs : list (list nat)) (l r : word) : bool := match cs with
  | [] => value (turn r) <? value (turn l)
  | ds :: cs => (tally ds r <? tally ds l) || (tally ds r <=? tally ds l) && lower cs l r end.
Definition term_check : bool :=
  forallb (fun P => forallb (fun lr : rule => lower (counts c) (fst lr) (snd lr)) (rules c P)) [true; false].
(* 2. every move from a P-lost word leads to an opponent-won word; domain is closed *)
Definition pair_ok (P : bool) (ab : nat * nat) : bool :=
  match out D P (fst ab), out D (negb P) (snd ab) with
  | Some false, Some true => true | Some false, _ => false
  | Some true, None => false | Some true, _ => true | None, _ => true end.
Definition rel_check (P : bool) : bool :=
  forallb (fun s => forallb (fun lr : rule => memp (run D s (fst lr), run D s (snd lr)) (rel c P)) (rules c P)) states &&
  forallb (fun ab => forallb (fun x => memp (dl D (fst ab) x, dl D (snd ab) x) (rel c P)) letters && pair_ok P ab) (rel c P).
(* 3. every P-won word has a move to an opponent-lost word; in misere play it may have none at all, and every P-lost word has one *)
Definition lhs P ri := fst (nth ri (rules c P) ([], [])).
Definition rhs P ri := snd (nth ri (rules c P) ([], [])).
Definition advance P ri j q x : list item :=      (* j letters of lhs matched, read x *)
  match nth_error (lhs P ri) j with
  | Some y => if x =? y then
      let q' := dl D q (nth j (rhs P ri) 0) in
      if S j =? length (lhs P ri) then [Done q'] else [Prog ri (S j) q'] else []
  | None => [] end.
Definition istep P (s : nat) (x : nat) (T : list item) : list item :=
  flat_map (fun ri => advance P ri 0 s x) (seq 0 (length (rules c P))) ++
  flat_map (fun it => match it with Done q => [Done (dl D q x)] | Prog ri j q => advance P ri j q x end) T.
Definition is_done (it : item) : bool := match it with Done _ => true | _ => false end.
Definition mac_at P i := nth i (mac c P) (0, []).
Definition mac_check (P : bool) : bool :=
  let M := mac c P in
  (fst (mac_at P 0) =? init D) && (match snd (mac_at P 0) with [] => true | _ => false end) && (0 <? length M) &&
  forallb (fun i =>
    let '(s, T) := mac_at P i in
    forallb (fun x => let t := nth x (nth i (mtr c P) []) 0 in let '(s', T') := mac_at P t in
       (t <? length M) && (s' =? dl D s x) && (let I := istep P s x T in forallb (fun a => memi a I) T' && (negb (misere c) || forallb (fun a => memi a T') I))) letters &&
    match out D P s with
    | Some true => existsb (fun it => match it with
         | Done q => match out D (negb P) q with Some false => true | _ => false end | _ => false end) T
         || misere c && negb (existsb is_done T)
    | Some false => negb (misere c) || existsb is_done T
    | None => true end) (seq 0 (length M)).
Definition check : bool :=
  wf_check && term_check && rel_check true && rel_check false && mac_check true && mac_check false && dom_check.

Hypothesis H : check = true.
Lemma parts : wf_check = true /\ term_check = true /\ (forall P, rel_check P = true) /\ (forall P, mac_check P = true).
Proof.
  pose proof H as X. unfold check in X. apply andb_prop in X; destruct X as [X _].
  apply andb_prop in X; destruct X as [X M2]. apply andb_prop in X; destruct X as [X M1].
  apply andb_prop in X; destruct X as [X R2]. apply andb_prop in X; destruct X as [X R1].
  apply andb_prop in X; destruct X as [W T].
  repeat split; trivial; intros [|]; trivial.
Qed.
Definition label (pw : bool * word) : option bool := out D (fst pw) (run D (init D) (snd pw)).

Lemma run_app : forall s a b, run D s (a ++ b) = run D (run D s a) b.
Proof. intros. unfold run. apply fold_left_app. Qed.

Lemma wf_parts : init D < n /\ 1 <= base c /\ (forall s x, s < n -> x < sig -> dl D s x < n) /\
  (forall P l r, In (l, r) (rules c P) -> length l = length r /\ 0 < length l /\ okw r).
Proof.
  destruct parts as [W _]. unfold wf_check in W.
  apply andb_prop in W; destruct W as [W W4]. apply andb_prop in W; destruct W as [W W3].
  apply andb_prop in W; destruct W as [W1 W2]. apply Nat.ltb_lt in W1. apply Nat.leb_le in W2.
  repeat split; trivial.
  - intros s x Hs Hx. rewrite forallb_forall in W3. specialize (W3 s).
    rewrite forallb_forall in W3. apply Nat.ltb_lt, W3; apply in_seq; lia.
  - rewrite forallb_forall in W4. specialize (W4 P). assert (IP : In P [true; false]) by (destruct P; simpl; auto).
    specialize (W4 IP). rewrite forallb_forall in W4. specialize (W4 _ H0). cbn [fst snd] in W4.
    apply andb_prop in W4; destruct W4 as [W4 _]. apply andb_prop in W4; destruct W4 as [W4 _]. now apply Nat.eqb_eq.
  - rewrite forallb_forall in W4. specialize (W4 P). assert (IP : In P [true; false]) by (destruct P; simpl; auto).
    specialize (W4 IP). rewrite forallb_forall in W4. specialize (W4 _ H0). cbn [fst snd] in W4.
    apply andb_prop in W4; destruct W4 as [W4 _]. apply andb_prop in W4; destruct W4 as [_ W4]. now apply Nat.ltb_lt.
  - rewrite forallb_forall in W4. specialize (W4 P). assert (IP : In P [true; false]) by (destruct P; simpl; auto).
    specialize (W4 IP). rewrite forallb_forall in W4. specialize (W4 _ H0). cbn [fst snd] in W4.
    apply andb_prop in W4; destruct W4 as [_ W4]. rewrite forallb_forall in W4. apply Forall_forall.
    intros x Hx. apply Nat.ltb_lt. auto.
Qed.
Lemma run_lt : forall w s, okw w -> s < n -> run D s w < n.
Proof.
  induction w as [|x w IH]; intros s O Hs; simpl; trivial. inversion O; subst.
  apply IH; trivial. now apply wf_parts.
Qed.

Lemma value_acc : forall w a, fold_left (fun a x => a * base c + vw x) w a = a * base c ^ length w + value w.
Proof.
  unfold value. induction w as [|x w IH]; intro a; simpl; [lia|]. rewrite IH, (IH (vw x)). lia.
Qed.
Lemma value_app : forall u v, value (u ++ v) = value u * base c ^ length v + value v.
Proof. intros. unfold value at 1. rewrite fold_left_app. apply value_acc. Qed.

Lemma tally_app : forall ds u v, tally ds (u ++ v) = tally ds u + tally ds v.
Proof. intros. unfold tally. now rewrite map_app, list_sum_app. Qed.
Definition falls (cs : list (list nat)) (p q : bool * word) : Prop := exists u v l r,
  snd p = u ++ l ++ v /\ snd q = u ++ r ++ v /\ length l = length r /\ lower cs l r = true.
Lemma falls_wf : forall cs, well_founded (fun q p => falls cs p q).
Proof.
  destruct wf_parts as [_ [B _]]. induction cs as [|ds cs IH].
  - apply wf_measure with (f := fun pw => value (turn (snd pw))).
    intros p q [u [v [l [r [-> [-> [L T]]]]]]]. simpl in T. apply Nat.ltb_lt in T.
    unfold turn in *. destruct (first_leads c).
    + rewrite !value_app, !app_length, L. pose proof (Nat.pow_nonzero (base c) (length v)).
      assert (0 < base c ^ length v) by lia. nia.
    + rewrite !rev_app_distr, !value_app, !rev_length, L. pose proof (Nat.pow_nonzero (base c) (length u)).
      assert (0 < base c ^ length u) by lia. nia.
  - apply wf_lex with (f := fun pw => tally ds (snd pw)) (rest := falls cs); trivial.
    intros p q [u [v [l [r [E [E' [L T]]]]]]]. simpl in T. rewrite E, E', !tally_app.
    apply orb_prop in T. destruct T as [T|T]; [apply Nat.ltb_lt in T; lia|]. apply andb_prop in T. destruct T as [T T'].
    apply Nat.leb_le in T. right. split; [lia|]. exists u, v, l, r. auto.
Qed.
Lemma rmv_wf : well_founded (fun q p => rmv (rules c) p q).
Proof.
  destruct parts as [_ [T _]]. destruct wf_parts as [_ [_ [_ R]]].
  apply wf_lex with (f := fun _ => 0) (rest := falls (counts c)); [apply falls_wf|].
  intros p q M. right. split; trivial. destruct M as [P u v l r I]. exists u, v, l, r. destruct (R P l r I) as [L _].
  unfold term_check in T. rewrite forallb_forall in T. specialize (T P).
  assert (IP : In P [true; false]) by (destruct P; simpl; auto). specialize (T IP).
  rewrite forallb_forall in T. specialize (T _ I). auto.
Qed.

(* condition 2 lifted to all words *)
Lemma rel_closed : forall P v a b, okw v -> In (a, b) (rel c P) -> In (run D a v, run D b v) (rel c P).
Proof.
  intros P v. destruct parts as [_ [_ [R _]]]. specialize (R P). unfold rel_check in R.
  apply andb_prop in R. destruct R as [_ R]. rewrite forallb_forall in R.
  induction v as [|x v IH]; intros a b O I; simpl; trivial. inversion O; subst.
  apply IH; trivial. specialize (R _ I). apply andb_prop in R. destruct R as [R _].
  rewrite forallb_forall in R. apply memp_in, R. apply in_seq. lia.
Qed.
Lemma move_pair : forall P u v l r, okw (u ++ l ++ v) -> In (l, r) (rules c P) ->
  pair_ok P (run D (init D) (u ++ l ++ v), run D (init D) (u ++ r ++ v)) = true.
Proof.
  intros P u v l r O I. pose proof parts as [_ [_ [R _]]]. specialize (R P). unfold rel_check in R.
  apply andb_prop in R. destruct R as [R1 R2]. rewrite forallb_forall in R1, R2.
  unfold okw in O. rewrite !Forall_app in O. destruct O as [Ou [Ol Ov]].
  assert (S0 : run D (init D) u < n) by (apply run_lt; trivial; apply wf_parts).
  specialize (R1 (run D (init D) u)). rewrite forallb_forall in R1.
  specialize (R1 ltac:(apply in_seq; lia) _ I). cbn [fst snd] in R1. apply memp_in in R1.
  rewrite !run_app. apply (rel_closed P v) in R1; trivial. specialize (R2 _ R1).
  apply andb_prop in R2. tauto.
Qed.

(* condition 3 lifted to all words *)
Definition real P (w : word) (it : item) : Prop := match it with
  | Done q => exists w', rmv (rules c) (P, w) (negb P, w') /\ q = run D (init D) w'
  | Prog ri j q => exists u, ri < length (rules c P) /\ j < length (lhs P ri) /\
       w = u ++ firstn j (lhs P ri) /\ q = run D (init D) (u ++ firstn j (rhs P ri)) end.

Lemma firstn_S : forall (l : word) j y, nth_error l j = Some y -> firstn (S j) l = firstn j l ++ [y].
Proof. induction l; intros [|j] y E; simpl in *; try discriminate; [congruence|]. now rewrite (IHl j y E). Qed.

Lemma lr_in : forall P ri, ri < length (rules c P) -> In (lhs P ri, rhs P ri) (rules c P).
Proof. intros P ri L. unfold lhs, rhs. rewrite <- surjective_pairing. now apply nth_In. Qed.

Lemma advance_real : forall P w u ri j x it, ri < length (rules c P) ->
  w = u ++ firstn j (lhs P ri) ->
  In it (advance P ri j (run D (init D) (u ++ firstn j (rhs P ri))) x) -> real P (w ++ [x]) it.
Proof.
  intros P w u ri j x it Lr E I. unfold advance in I.
  destruct (nth_error (lhs P ri) j) as [y|] eqn:N; [|destruct I].
  destruct (Nat.eqb_spec x y) as [->|]; [|destruct I].
  destruct wf_parts as [_ [_ [_ R]]]. destruct (R P _ _ (lr_in P ri Lr)) as [Len [_ _]].
  assert (J : j < length (lhs P ri)) by (apply nth_error_Some; congruence).
  assert (N' : nth_error (rhs P ri) j = Some (nth j (rhs P ri) 0)) by (apply nth_error_nth'; lia).
  pose proof (firstn_S _ _ _ N) as F. pose proof (firstn_S _ _ _ N') as F'.
  assert (W : w ++ [y] = u ++ firstn (S j) (lhs P ri)) by (rewrite F, E, app_assoc; reflexivity).
  assert (Q : dl D (run D (init D) (u ++ firstn j (rhs P ri))) (nth j (rhs P ri) 0)
            = run D (init D) (u ++ firstn (S j) (rhs P ri))).
  { rewrite F', app_assoc, (run_app _ (u ++ firstn j (rhs P ri))). reflexivity. }
  rewrite Q in I. destruct (Nat.eqb_spec (S j) (length (lhs P ri))) as [L|L];
    cbn [In] in I; destruct I as [<-|[]]; cbn [real].
  - exists (u ++ rhs P ri). rewrite firstn_all2 by lia. split; trivial. rewrite W, firstn_all2 by lia.
    pose proof (rw (rules c) P u [] _ _ (lr_in P ri Lr)) as M. now rewrite !app_nil_r in M.
  - exists u. repeat split; trivial. lia.
Qed.
Lemma rmv_snoc : forall P w w' x, rmv (rules c) (P, w) (negb P, w') -> rmv (rules c) (P, w ++ [x]) (negb P, w' ++ [x]).
Proof.
  intros P w w' x M. inversion M as [P0 u v l r I E1 E2]; subst.
  rewrite <- !app_assoc. now apply rw.
Qed.
Lemma istep_real : forall P w x T it, (forall i, In i T -> real P w i) ->
  In it (istep P (run D (init D) w) x T) -> real P (w ++ [x]) it.
Proof.
  intros P w x T it HT I. unfold istep in I. apply in_app_or in I. destruct I as [I|I];
    apply in_flat_map in I.
  - destruct I as [ri [Hr I]]. apply in_seq in Hr.
    apply (advance_real P w w ri 0 x it); [lia|now rewrite app_nil_r|]. simpl. rewrite app_nil_r. exact I.
  - destruct I as [[q|ri j q] [Ht I]]; specialize (HT _ Ht); simpl in HT.
    + destruct HT as [w' [M ->]]. simpl in I. destruct I as [<-|[]]. exists (w' ++ [x]).
      split; [now apply rmv_snoc|]. now rewrite run_app.
    + destruct HT as [u [Lr [Lj [E ->]]]]. exact (advance_real P w u ri j x it Lr E I).
Qed.

(** no move and no beginning of one is left out *)
Definition complete P (w : word) (T : list item) : Prop :=
  (forall u l r v, In (l, r) (rules c P) -> w = u ++ l ++ v -> exists q, In (Done q) T) /\
  (forall ri u j, ri < length (rules c P) -> 0 < j < length (lhs P ri) -> w = u ++ firstn j (lhs P ri) ->
     exists q, In (Prog ri j q) T).
Lemma begun : forall P w T s x ri u k, complete P w T -> ri < length (rules c P) -> nth_error (lhs P ri) k = Some x ->
  w = u ++ firstn k (lhs P ri) ->
  exists q, In (if S k =? length (lhs P ri) then Done q else Prog ri (S k) q) (istep P s x T).
Proof.
  intros P w T s x ri u k [_ Pr] L N E.
  assert (A : forall q, exists q', In (if S k =? length (lhs P ri) then Done q' else Prog ri (S k) q') (advance P ri k q x)).
  { intro q. unfold advance. rewrite N, Nat.eqb_refl. eexists. destruct (S k =? length (lhs P ri)); now left. }
  assert (K : k < length (lhs P ri)) by (apply nth_error_Some; congruence).
  unfold istep. destruct k as [|k].
  - destruct (A s) as [q I]. exists q. apply in_or_app. left. apply in_flat_map. exists ri. split; trivial. apply in_seq. lia.
  - destruct (Pr ri u (S k) L) as [q J]; [lia|trivial|]. destruct (A q) as [q' I]. exists q'. apply in_or_app. right.
    apply in_flat_map. now exists (Prog ri (S k) q).
Qed.
Lemma istep_complete : forall P w T s x T', complete P w T -> (forall a, In a (istep P s x T) -> In a T') ->
  complete P (w ++ [x]) T'.
Proof.
  intros P w T s x T' K Sub. split.
  - intros u l r v I E. destruct wf_parts as [_ [_ [_ R]]]. destruct (R P l r I) as [_ [L _]].
    destruct v as [|y v _] using rev_ind.
    + rewrite app_nil_r in E. destruct (In_nth _ _ ([], []) I) as [ri [B G]].
      assert (Gl : lhs P ri = l) by exact (f_equal fst G). destruct (length l) as [|k] eqn:Len; [lia|].
      destruct (nth_error l k) as [y|] eqn:N; [|apply nth_error_None in N; lia].
      assert (F : l = firstn k l ++ [y]) by (rewrite <- (firstn_S _ _ _ N), firstn_all2 by lia; trivial).
      rewrite F, app_assoc in E. apply app_inj_tail in E. destruct E as [E <-].
      destruct (begun P w T s x ri u k K B) as [q J]; [now rewrite Gl|now rewrite Gl|].
      rewrite Gl, Len, Nat.eqb_refl in J. exists q. auto.
    + rewrite !app_assoc in E. apply app_inj_tail in E. destruct E as [E _]. rewrite <- app_assoc in E.
      destruct K as [K _]. destruct (K u l r v I E) as [q J]. exists (dl D q x). apply Sub. unfold istep. apply in_or_app. right.
      apply in_flat_map. exists (Done q). split; trivial. now left.
  - intros ri u [|k] B J E; [lia|]. destruct (nth_error (lhs P ri) k) as [y|] eqn:N; [|apply nth_error_None in N; lia].
    rewrite (firstn_S _ _ _ N), app_assoc in E. apply app_inj_tail in E. destruct E as [E <-].
    destruct (begun P w T s x ri u k K B N E) as [q I]. destruct (Nat.eqb_spec (S k) (length (lhs P ri))); [lia|].
    exists q. auto.
Qed.
Lemma mac_run : forall P w, okw w -> exists i, i < length (mac c P) /\
  fst (mac_at P i) = run D (init D) w /\ (forall it, In it (snd (mac_at P i)) -> real P w it) /\
  (misere c = true -> complete P w (snd (mac_at P i))).
Proof.
  intros P w. pose proof parts as [_ [_ [_ K]]]. specialize (K P). unfold mac_check in K.
  apply andb_prop in K; destruct K as [K K4]. apply andb_prop in K; destruct K as [K K3].
  apply andb_prop in K; destruct K as [K1 K2]. apply Nat.eqb_eq in K1. apply Nat.ltb_lt in K3.
  rewrite forallb_forall in K4. pattern w. apply rev_ind; clear w.
  - intros _. exists 0. repeat split; trivial.
    + intros it I. destruct (snd (mac_at P 0)); [destruct I|discriminate].
    + intros u l r v I E. destruct wf_parts as [_ [_ [_ R]]]. destruct (R P l r I) as [_ [L _]].
      apply (f_equal (@length nat)) in E. rewrite !app_length in E. simpl in E. lia.
    + intros ri u j B J E. apply (f_equal (@length nat)) in E. rewrite app_length, firstn_length in E. simpl in E. lia.
  - intros x w IH O. unfold okw in O. apply Forall_app in O. destruct O as [Ow Ox]. inversion Ox; subst.
    destruct (IH Ow) as [i [Li [Ei [Ri Ci]]]]. specialize (K4 i ltac:(apply in_seq; lia)).
    destruct (mac_at P i) as [s T] eqn:Em. cbn [fst snd] in *.
    apply andb_prop in K4. destruct K4 as [K4 _]. rewrite forallb_forall in K4.
    specialize (K4 x ltac:(apply in_seq; lia)).
    destruct (mac_at P (nth x (nth i (mtr c P) []) 0)) as [s' T'] eqn:Et.
    apply andb_prop in K4; destruct K4 as [K4 K6]. apply andb_prop in K4; destruct K4 as [K4 K5].
    apply Nat.ltb_lt in K4. apply Nat.eqb_eq in K5. apply andb_prop in K6; destruct K6 as [K6 K7].
    rewrite forallb_forall in K6.
    exists (nth x (nth i (mtr c P) []) 0). rewrite Et. cbn [fst snd]. split; [trivial|split; [|split]].
    + rewrite K5, Ei, run_app. reflexivity.
    + intros it I. apply (istep_real P w x T); trivial. rewrite <- Ei. now apply memi_in, K6.
    + intro Mi. rewrite Mi in K7. cbn [negb orb] in K7. rewrite forallb_forall in K7.
      apply (istep_complete P w T s x); [now apply Ci|]. intros a I. now apply memi_in, K7.
Qed.

(* condition 4 lifted to all words *)
Lemma dom_run : forall w a b, okw w -> In (a, b) (dprod c) -> In (drun a w, run D b w) (dprod c).
Proof.
  pose proof H as X. unfold check in X. apply andb_prop in X; destruct X as [_ X]. unfold dom_check in X.
  apply andb_prop in X; destruct X as [_ X]. rewrite forallb_forall in X.
  induction w as [|x w IH]; intros a b O I; simpl; trivial. inversion O; subst. apply IH; trivial.
  specialize (X _ I). apply andb_prop in X; destruct X as [X _]. apply andb_prop in X; destruct X as [X _].
  rewrite forallb_forall in X. apply memp_in, X. apply in_seq. lia.
Qed.
(** the labelled words are exactly the words of the domain *)
Theorem domain_labelled : forall P w, okw w -> (domain P w = true <-> label (P, w) <> None).
Proof.
  intros P w O. pose proof H as X. unfold check in X. apply andb_prop in X; destruct X as [_ X]. unfold dom_check in X.
  apply andb_prop in X; destruct X as [X0 X]. rewrite forallb_forall in X. apply memp_in in X0.
  specialize (X _ (dom_run w _ _ O X0)). cbn [fst snd] in X.
  apply andb_prop in X; destruct X as [X X2]. apply andb_prop in X; destruct X as [_ X1]. apply eqb_prop in X1, X2.
  assert (E : domain P w = labelled P (run D (init D) w)) by (destruct P; assumption).
  rewrite E. unfold labelled, label. cbn [fst snd]. destruct (out D P (run D (init D) w)); split; congruence.
Qed.

(** the outcome: who cannot move loses, or in misere play wins *)
Definition Wins (pw : bool * word) : Prop := if misere c then Lattice.MWin (rmv (rules c)) pw else Win (rmv (rules c)) pw.
Definition Loses (pw : bool * word) : Prop := if misere c then Lattice.MLose (rmv (rules c)) pw else Lose (rmv (rules c)) pw.
Definition Inv (pw : bool * word) : Prop := okw (snd pw) /\ label pw <> None.
Definition wins (pw : bool * word) : bool := match label pw with Some b => b | None => false end.
Lemma inv_moves : forall p q, Inv p -> rmv (rules c) p q -> Inv q /\ (wins p = false -> wins q = true).
Proof.
  intros p q [O L] M. destruct M as [P u v l r I]. pose proof (move_pair P u v l r O I) as Q.
  unfold Inv, wins, label, pair_ok in *. cbn [fst snd] in *.
  assert (O' : okw (u ++ r ++ v)).
  { unfold okw in *. rewrite !Forall_app in *. destruct wf_parts as [_ [_ [_ R]]]. destruct (R P l r I) as [_ [_ R3]]. tauto. }
  destruct (out D P (run D (init D) (u ++ l ++ v))) as [[|]|]; [| |congruence];
    destruct (out D (negb P) (run D (init D) (u ++ r ++ v))) as [[|]|]; repeat split; congruence.
Qed.
Lemma done_moves : forall P w (good : nat -> bool) T, (forall it, In it T -> real P w it) ->
  existsb (fun it => match it with Done q => good q | _ => false end) T = true ->
  exists w', rmv (rules c) (P, w) (negb P, w') /\ good (run D (init D) w') = true.
Proof.
  intros P w good T Re E. apply existsb_exists in E. destruct E as [[q|? ? ?] [I Q]]; [|discriminate].
  destruct (Re _ I) as [w' [M ->]]. eauto.
Qed.
Lemma inv_kernel : forall p, Inv p ->
  (wins p = true -> (misere c = true /\ forall q, ~ rmv (rules c) p q) \/ exists q, rmv (rules c) p q /\ wins q = false) /\
  (wins p = false -> misere c = true -> exists q, rmv (rules c) p q).
Proof.
  intros [P w] [O L]. cbn [snd] in O. destruct (mac_run P w O) as [i [Li [Ei [Ri Ci]]]].
  pose proof parts as [_ [_ [_ MK]]]. specialize (MK P). unfold mac_check in MK.
  apply andb_prop in MK; destruct MK as [_ MK]. rewrite forallb_forall in MK.
  specialize (MK i ltac:(apply in_seq; lia)). destruct (mac_at P i) as [s T] eqn:Em. cbn [fst snd] in *.
  apply andb_prop in MK; destruct MK as [_ MK]. unfold wins, label in *. cbn [fst snd] in *. rewrite <- Ei in *.
  split; intro E; destruct (out D P s) as [[|]|]; try discriminate; try congruence.
  - apply orb_prop in MK. destruct MK as [MK|MK].
    + right. apply (done_moves P w (fun q => match out D (negb P) q with Some false => true | _ => false end) T Ri) in MK.
      destruct MK as [w' [M Q]]. exists (negb P, w'). split; trivial. cbn [fst snd].
      destruct (out D (negb P) (run D (init D) w')) as [[|]|]; congruence.
    + left. apply andb_prop in MK. destruct MK as [Mi N]. split; trivial. intros q M.
      inversion M as [P0 u v l r I E1 E2]; subst. destruct (Ci Mi) as [K _]. destruct (K u l r v I eq_refl) as [x J].
      apply Bool.negb_true_iff in N. rewrite <- Bool.not_true_iff_false in N. apply N.
      apply existsb_exists. now exists (Done x).
  - intro Mi. rewrite Mi in MK. cbn [negb orb] in MK. apply existsb_exists in MK. destruct MK as [[x|? ? ?] [I Q]]; [|discriminate].
    destruct (Ri _ I) as [w' [M _]]. eauto.
Qed.
Theorem labels_are_outcomes : forall P w, okw w ->
  match label (P, w) with Some true => Wins (P, w) | Some false => Loses (P, w) | None => True end.
Proof.
  intros P w O. destruct (label (P, w)) as [b|] eqn:E; trivial.
  assert (I : Inv (P, w)) by (split; trivial; congruence).
  assert (Cl : forall p q, Inv p -> rmv (rules c) p q -> Inv q) by (intros p q Ip M; now apply (inv_moves p q)).
  assert (K3 : forall p q, Inv p -> wins p = false -> rmv (rules c) p q -> wins q = true)
    by (intros p q Ip F M; now apply (inv_moves p q)).
  unfold Wins, Loses. destruct (misere c) eqn:Mi.
  - destruct (Lattice.misere_kernel_on _ (rmv (rules c)) Inv wins rmv_wf Cl) with (p := (P, w)) as [K1 K2]; trivial.
    + intros p Ip T. destruct (inv_kernel p Ip) as [K _]. destruct (K T) as [[_ N]|Q]; auto.
    + intros p Ip F. now apply (inv_kernel p Ip).
    + unfold wins in K1, K2. rewrite E in K1, K2. destruct b; tauto.
  - destruct (kernel_outcome_on _ (rmv (rules c)) Inv wins rmv_wf Cl) with (p := (P, w)) as [K1 K2]; trivial.
    + intros p Ip T. destruct (inv_kernel p Ip) as [K _]. destruct (K T) as [[N _]|Q]; [congruence|trivial].
    + unfold wins in K1, K2. rewrite E in K1, K2. destruct b; tauto.
Qed.
(** MAIN THEOREM: every word of the domain, of every length, has a label, and the label is the outcome. *)
Theorem rewriting_law : forall P w, okw w -> domain P w = true ->
  (label (P, w) = Some true /\ Wins (P, w)) \/ (label (P, w) = Some false /\ Loses (P, w)).
Proof.
  intros P w O E. apply domain_labelled in E; trivial. pose proof (labels_are_outcomes P w O) as K.
  destruct (label (P, w)) as [[|]|]; [now left|now right|congruence].
Qed.
(** play never leaves the domain *)
Theorem domain_closed : forall P w P' w', okw w -> domain P w = true -> rmv (rules c) (P, w) (P', w') ->
  okw w' /\ domain P' w' = true.
Proof.
  intros P w P' w' O E M. apply domain_labelled in E; trivial.
  inversion M as [P0 u v l r I E1 E2]; subst. assert (O' : okw (u ++ r ++ v)).
  { unfold okw in *. rewrite !Forall_app in *. destruct wf_parts as [_ [_ [_ R]]]. destruct (R P l r I) as [_ [_ R3]]. tauto. }
  split; trivial. apply domain_labelled; trivial. pose proof (move_pair P u v l r O I) as Q.
  unfold label, pair_ok in *. cbn [fst snd] in *.
  destruct (out D P (run D (init D) (u ++ l ++ v))) as [[|]|]; [| |congruence];
    destruct (out D (negb P) (run D (init D) (u ++ r ++ v))) as [[|]|]; congruence.
Qed.
End C.

(** A certificate that labels nothing passes every other test, and fails the domain's. *)
Definition vacuous : cert := {| sig := 2; rules := fun _ => [([1; 0], [0; 1])]; misere := false;
  ddelta := [[0; 0]]; dacc := fun _ => [true];                    (* domain: all words of 0 and 1 *)
  D := {| init := 0; delta := [[0; 0]]; outp := [(None, None)] |}; dprod := [(0, 0)];
  counts := []; base := 2; wgt := [0; 1]; first_leads := true; rel := fun _ => [(0, 0)]; mac := fun _ => [(0, [])]; mtr := fun _ => [[0; 0]] |}.
Example vacuous_passed_before : wf_check vacuous && term_check vacuous && rel_check vacuous true &&
  rel_check vacuous false && mac_check vacuous true && mac_check vacuous false = true.
Proof. vm_compute. reflexivity. Qed.
Example vacuous_rejected : check vacuous = false.
Proof. vm_compute. reflexivity. Qed.
(** ... and no choice of product pairs helps: a word of the domain without a label refutes every certificate. *)
Theorem unlabelled_rejected : forall c P w, okw c w -> domain c P w = true -> label c (P, w) = None -> check c = false.
Proof.
  intros c P w O E L. destruct (check c) eqn:K; trivial. exfalso.
  exact (proj1 (domain_labelled c K P w O) E L).
Qed.
