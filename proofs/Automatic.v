(** * Automatic.v -- automatic laws: an automaton that reads the digits of a position decides its winner.
    Games of Lattice.v (vectors and rays, any dimension, partizan, normal or misere) over the digits of Digits.v
    (base k, Zeckendorf's and more of Ostrowski's). The label of a state is (the player named first wins on the move, the second does).
    Proved: if [check c] is true, the automaton's label on the digits of ANY tuple of naturals, with any number of
    leading zeros, is the outcome ([automatic_law], [automatic_law_words]).
    The check, by closures that Coq computes itself:
    - [rel_ok]: the certificate's table for a ray accepts just what its linear constraints accept, digit by digit;
    - [lost_ok]: no move joins two losing positions: all pairs (state after w, state after w', table) are explored;
    - [stuck_ok] (misere): a position called stuck has no move;
    - [labels_fit]: words that are no tuple's have no label ([only_words]);
    - [sets_ok], [won_ok]: a winning position has a move to a losing one. The certificate's sets hold, for each word
      w, some (state after w', table) that moves of w can be in: lower bounds of a subset construction.
    Everything but [rules], [system], [next], [wins] is untrusted help.
    Source: kernels of terminating games (von Neumann, Morgenstern 1944); automatic relations by subset
    construction (Buechi 1960; Bruyere, Hansel, Michaux, Villemaire 1994). *)
Require Import Bool Arith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game Digits Explore Lattice Tracker Readers.
Import ListNotations.
Open Scope Z_scope.

Record cert := Cert {
  digits : system;
  dim : nat;                                (* number of coordinates *)
  rules : bool -> list ray;                 (* of the player named first (true), second *)
  who_is_stuck_wins : bool;                 (* misere play *)
  next : list (list N);                     (* the law: next[state][letter]; starts in state 0 *)
  wins : list (option (bool * bool));       (* the law: does the player to move win, first, second? *)
  weights : list Z;                         (* a form that falls with each move *)
  tables : list (list N * bool);            (* the rays': next by pair of letters, accepting; state 0 is dead *)
  starts : bool -> list N;                  (* where each ray's table starts *)
  stuck : list (list N * (bool * bool));    (* reads a position: next, who is stuck (misere) *)
  (* only moves to lost positions? the ray's start; (state, last letter of w', table)s, next *)
  witnesses : bool -> list (bool * N * list (list (N * N * N) * list N));
  lead : nat                                (* zeros before the words of [witnesses] *)
}.

Section Cert.
Variable c : cert.
Notation s := (digits c).
(** the law *)
Definition read (q : N) (x : letter) : N := nth (code s x) (nth (N.to_nat q) (next c) []) 0%N.
Definition label (q : N) (P : bool) : option bool :=
  match nth (N.to_nat q) (wins c) None with Some (a, b) => Some (if P then a else b) | None => None end.
(** who wins at p with P to move: Some true, the player to move *)
Definition law (P : bool) (p : list Z) : option bool := label (fold_left read (wd s (len p) p) 0%N) P.

(** the same with trees, and the untrusted help *)
Definition readT T (q : N) (x : letter) : N := nth (code s x) (get [] T q) 0%N.
Definition labelT T (q : N) (P : bool) : option bool :=
  match get None T q with Some (a, b) => Some (if P then a else b) | None => None end.
Definition rstepT (T : PositiveMap.t (list N * bool)) (r : N) (x y : letter) : N :=
  nth (code s x * Nat.pow (radix s) (dim c) + code s y) (fst (get ([], false) T r)) 0%N.
Definition raccT (T : PositiveMap.t (list N * bool)) (r : N) : bool := snd (get ([], false) T r).
Definition sstepT (T : PositiveMap.t (list N * (bool * bool))) (q : N) (x : letter) : N :=
  nth (code s x) (fst (get ([], (false, false)) T q)) 0%N.
Definition stuckT (T : PositiveMap.t (list N * (bool * bool))) (q : N) (P : bool) : bool :=
  let ab := snd (get ([], (false, false)) T q) in if P then fst ab else snd ab.
Definition witness_of (al : list letter) (w : bool * N * list (list (N * N * N) * list N)) : witness :=
  let '(st, start, l) := w in
  let T := tree (map (fun e : list (N * N * N) * list N =>
    (map (fun t : N * N * N => let '(a, v, r) := t in (a, nth (N.to_nat v) al [], r)) (fst e), snd e)) l) in
  Witness st start (fun i => fst (get ([], []) T i)) (fun i x => nth (code s x) (snd (get ([], []) T i)) 0%N).
(** every state has a row of all letters and a label or none, and leads to states *)
Definition shaped : bool :=
  let n := N.of_nat (length (next c)) in let k := length (tuples s (dim c)) in
  (length (wins c) =? length (next c))%nat &&
  forallb (fun row => (length row =? k)%nat && forallb (fun q => N.ltb q n) row) (next c).
(** exactly the words of tuples have a label: the state, and the last letter of a word so far valid *)
Definition track : Type := (N * option (list Z))%type.
Definition track_eqb (a b : track) : bool := N.eqb (fst a) (fst b) && match snd a, snd b with
  | Some v, Some w => leqb Z.eqb v w | None, None => true | _, _ => false end.
Definition track_key (a : track) : positive := pushN (fst a) (match snd a with Some v => pushL v 3 | None => 2 end)%positive.
Definition goes T (a : track) (x : list Z) : track := (readT T (fst a) x,
  match snd a with Some v => if vok s v x then Some x else None | None => None end).
Definition fits (L : PositiveMap.t (option (bool * bool))) (a : track) : bool := match get None L (fst a), snd a with
  | Some _, Some _ | None, None => true | _, _ => false end.
Definition labels_fit (fuel : nat) : bool :=
  let D := tree (next c) in let L := tree (wins c) in let al := tuples s (dim c) in
  explore track_eqb track_key (fun a => map (goes D a) al) (fits L) fuel
    [(0%N, Some (zero (dim c)))] (PositiveMap.empty track).
Definition check : bool :=
  shaped && labels_fit (N.to_nat 300000) && (sys_ok s && rules_fine (dim c) (rules c) && falling (dim c) (rules c) (weights c) &&
  (let al := tuples s (dim c) in let D := tree (next c) in let L := tree (wins c) in
   let R := tree (tables c) in let K := tree (stuck c) in
   let W1 := map (witness_of al) (witnesses c true) in let W2 := map (witness_of al) (witnesses c false) in
   readers_ok s (dim c) al (rules c) (who_is_stuck_wins c) (readT D) (labelT L) (rstepT R) (raccT R) (starts c)
     (sstepT K) (stuckT K) (N.to_nat 3000000) (fun P : bool => if P then W1 else W2) (lead c))).
Lemma track_eq : forall a b, track_eqb a b = true -> a = b.
Proof.
  intros [q v] [q' v'] E. unfold track_eqb in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2].
  apply N.eqb_eq in E1. subst q'. f_equal. destruct v, v'; try discriminate; trivial. f_equal. now apply zl_eq.
Qed.
Lemma fit_words : forall fuel, labels_fit fuel = true -> forall P w, Forall (fun x => In x (tuples s (dim c))) w ->
  (label (fold_left (read) w 0%N) P = None <-> vword s (zero (dim c)) w = false).
Proof.
  intros fuel E P. unfold labels_fit in E. cbn zeta in E. destruct (explore_sound _ _ _ _ _ track_eq _ _ E) as [S [S0 S1]].
  assert (G : forall w q v, Forall (fun x => In x (tuples s (dim c))) w -> S (q, v) ->
    (label (fold_left (read) w q) P = None <-> match v with Some v => vword s v w | None => false end = false)).
  { induction w as [|x w IH]; intros q v F I; destruct (S1 _ I) as [G St].
    - cbn [fold_left]. unfold fits in G. cbn [fst snd] in G. rewrite get_nth in G. unfold label.
      destruct (nth (N.to_nat q) (wins c) None) as [[a b]|], v as [v|]; try discriminate; cbn [vword]; split; congruence.
    - inversion F as [|x' w' Ix Fw]; subst. specialize (St (goes (tree (next c)) (q, v) x) (in_map _ _ _ Ix)).
      unfold goes in St. cbn [fst snd] in St. unfold readT in St. rewrite get_nth in St. specialize (IH _ _ Fw St).
      cbn [fold_left]. unfold read at 2. rewrite IH. destruct v as [v|]; [|tauto]. cbn [vword].
      destruct (vok s v x); cbn [andb]; tauto. }
  intros w F. apply (G w 0%N (Some (zero (dim c))) F). apply S0. now left.
Qed.
Hypothesis C : check = true.

Lemma label_tree : forall q P, labelT (tree (wins c)) q P = label q P.
Proof. intros. unfold labelT, label. now rewrite get_nth. Qed.
Lemma run_tree : forall w q, run (readT (tree (next c))) w q = fold_left read w q.
Proof.
  induction w as [|x w IH]; intro q; trivial. unfold run in *. cbn [fold_left]. rewrite IH. unfold readT at 1. now rewrite get_nth.
Qed.
(** MAIN THEOREM: every tuple of naturals has a label, and the label is the outcome. *)
Theorem automatic_law : forall P p, length p = dim c -> nonneg p -> exists b, law P p = Some b /\
  (b = true <-> Wins (dim c) (rules c) (who_is_stuck_wins c) (P, p)) /\
  (b = false <-> Loses (dim c) (rules c) (who_is_stuck_wins c) (P, p)).
Proof using C.
  intros P p L N. pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [_ X]. apply andb_prop in X; destruct X as [X X4].
  apply andb_prop in X; destruct X as [X X3]. apply andb_prop in X; destruct X as [X1 X2]. cbn zeta in X4.
  destruct (readers_law _ X1 _ _ eq_refl _ X2 _ X3 _ _ _ _ _ _ _ _ _ _ _ X4 P p L N) as [b [E H]].
  exists b. split; trivial. unfold law. unfold answer, drun in E. now rewrite run_tree, label_tree in E.
Qed.
(** ... read off any valid word, whatever zeros it begins with *)
Theorem automatic_law_words : forall P w, vword s (zero (dim c)) w = true ->
  label (fold_left read w 0%N) P = law P (wval s (dim c) w).
Proof using C.
  intros P w W. pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [_ X]. apply andb_prop in X; destruct X as [X X4].
  apply andb_prop in X; destruct X as [X X3]. apply andb_prop in X; destruct X as [X1 X2]. cbn zeta in X4.
  pose proof (answer_word _ X1 _ _ _ _ _ _ _ _ _ _ _ _ _ _ X4 P w W) as E.
  unfold law. unfold answer, drun in E. now rewrite !run_tree, !label_tree in E.
Qed.
(** exactly the words of tuples have a label *)
Theorem only_words : forall P w, Forall (fun x => In x (tuples s (dim c))) w ->
  (label (fold_left read w 0%N) P = None <-> vword s (zero (dim c)) w = false).
Proof using C.
  pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [X _]. apply andb_prop in X; destruct X as [_ X].
  exact (fit_words _ X).
Qed.
(** every tuple of naturals has a valid word *)
Theorem words_cover : forall p, length p = dim c -> nonneg p ->
  vword s (zero (dim c)) (wd s (len p) p) = true /\ wval s (dim c) (wd s (len p) p) = p.
Proof using C.
  intros p L N. pose proof C as X. unfold check in X. apply andb_prop in X; destruct X as [_ X]. do 3 (apply andb_prop in X; destruct X as [X _]).
  destruct (word_of s X (dim c) (len p) p L (fits_len s X p N)) as [H1 [H2 _]]. now split.
Qed.
End Cert.
