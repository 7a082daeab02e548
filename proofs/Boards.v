(** * Boards.v -- laws of rows and boards of every size by a functional that every move shifts; partizan allowed,
    normal and misere play.
    Position = (player, cells row by row) on a board of [R] rows and [C] columns.  A move lays a stencil anywhere it fits and
    rewrites its cells; then the first forced follow-up that fits somewhere is carried out at its first place, again and
    again, until none fits ([mv]; the same as docs/rules.md says).
    The law: the sum of weights of the cells, by symbol and by distances from the four edges, modulo some number.
    Proved: if [check] holds, the law is the outcome on boards of every size ([board_functional_law]), where the follow-ups leave the
    sum as it is and the last cell in some reading order that is not blank has a move wherever it stands.
    Source: kernels of terminating games (von Neumann, Morgenstern 1944).
    An instance file holds: the trusted part (rules) and the certificate (weights, ...). *)
Require Import Bool List ZArith Lia.
From Whowins Require Import Game.
From Whowins Require Lattice.                (* misere play: MWin, MLose *)
Import ListNotations.
Open Scope Z_scope.

(** As the library's, but they stop at the first element that decides, also where arguments are computed first. *)
Fixpoint forallb {A} (f : A -> bool) (l : list A) : bool := match l with [] => true | x :: l => if f x then forallb f l else false end.
Fixpoint existsb {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: l => if f x then true else existsb f l end.
Lemma forallb_forall : forall A (f : A -> bool) l, forallb f l = true <-> forall x, In x l -> f x = true.
Proof. intros. rewrite <- List.forallb_forall. replace (List.forallb f l) with (forallb f l); [tauto|]. induction l as [|x l IH]; simpl; trivial. now rewrite IH. Qed.
Lemma existsb_exists : forall A (f : A -> bool) l, existsb f l = true <-> exists x, In x l /\ f x = true.
Proof. intros. rewrite <- List.existsb_exists. replace (List.existsb f l) with (existsb f l); [tauto|]. induction l as [|x l IH]; simpl; trivial. now rewrite IH. Qed.

(* ---------------- the rules of a game (trusted) ---------------- *)
(** one cell of a pattern: rows down and columns right of the pattern's origin, the symbol wanted there ([None]: any), the symbol
    written there ([None]: it stays) *)
Record cell := Cell { down : Z; right : Z; before : option nat; after : option nat }.
(** the cells, and places that must lie off the board *)
Record stencil := Stencil { cells : list cell; outside : list (Z * Z) }.
Record game := { symbols : nat; moves : bool -> list stencil; at_once : list stencil }.

Definition place := (Z * Z)%type.                         (* row and column, counted from 0 *)
Definition plus (p q : place) : place := (fst p + fst q, snd p + snd q).
Definition off (c : cell) : place := (down c, right c).
Definition state := list nat.
Fixpoint put (i x : nat) (st : state) : state := match st, i with
  | [], _ => [] | _ :: l, O => x :: l | y :: l, S i => y :: put i x l end.
Definition range (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Section Board.
Variable g : game.
Variables R C : Z.
Definition on (p : place) : bool := (0 <=? fst p) && (fst p <? R) && (0 <=? snd p) && (snd p <? C).
Definition index (p : place) : nat := Z.to_nat (fst p * C + snd p).
Definition see (st : state) (p : place) : nat := nth (index p) st 0%nat.
Definition squares : list place := flat_map (fun r => map (pair r) (range C)) (range R).
Definition lies (s : stencil) (p : place) : bool :=
  forallb (fun c => on (plus p (off c))) (cells s) && forallb (fun a => negb (on (plus p a))) (outside s).
Definition fits (st : state) (s : stencil) (p : place) : bool :=
  forallb (fun c => match before c with None => true | Some b => Nat.eqb (see st (plus p (off c))) b end) (cells s).
Fixpoint write (cs : list cell) (p : place) (st : state) : state := match cs with
  | [] => st
  | c :: cs => match after c with
      | Some x => put (index (plus p (off c))) x (write cs p st) | None => write cs p st end end.
(** what the stencils can turn a board into, stencil by stencil and place by place *)
Definition results (ss : list stencil) (st : state) : list state :=
  flat_map (fun s => map (fun p => write (cells s) p st) (filter (fun p => lies s p && fits st s p) squares)) ss.
(** forced follow-ups, until none applies *)
Fixpoint settle (fuel : nat) (st : state) : option state := match results (at_once g) st with
  | [] => Some st
  | st' :: _ => match fuel with O => None | S fuel => settle fuel st' end end.
Definition settles (st st' : state) : Prop := exists fuel, settle fuel st = Some st'.
Definition sized (st : state) : Prop := length st = Z.to_nat (R * C).
Definition mv (p q : bool * state) : Prop := sized (snd p) /\
  exists st, In st (results (moves g (fst p)) (snd p)) /\ settles st (snd q) /\ fst q = negb (fst p).

(** The options of a position, executable. *)
Definition options (fuel : nat) (P : bool) (st : state) : list (option state) :=
  map (settle fuel) (results (moves g P) st).

Lemma settle_more : forall f k st a, settle f st = Some a -> settle (f + k) st = Some a.
Proof.
  induction f as [|f IH]; intros k st a H; [destruct k; simpl in *; destruct (results (at_once g) st); congruence|].
  simpl in *. destruct (results (at_once g) st); auto.
Qed.
Lemma settle_same : forall f h st a b, settle f st = Some a -> settle h st = Some b -> a = b.
Proof.
  intros f h st a b F H. apply settle_more with (k := h) in F. apply settle_more with (k := f) in H.
  rewrite Nat.add_comm in H. congruence.
Qed.
Theorem options_moves : forall fuel P st, sized st -> ~ In None (options fuel P st) ->
  forall st', In (Some st') (options fuel P st) <-> mv (P, st) (negb P, st').
Proof.
  intros fuel P st Z N st'. unfold options in *. rewrite in_map_iff. split.
  - intros [x [E I]]. split; trivial. exists x. repeat split; trivial. now exists fuel.
  - intros [_ [x [I [[h E] _]]]]. exists x. split; trivial.
    destruct (settle fuel x) as [y|] eqn:F; [now rewrite (settle_same _ _ _ _ _ F E)|].
    destruct N. rewrite <- F. now apply in_map.
Qed.

(* ---------------- cells and their indices ---------------- *)
Lemma on_spec : forall p, on p = true <-> 0 <= fst p < R /\ 0 <= snd p < C.
Proof. intro p. unfold on. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia. Qed.
Lemma in_range : forall n k, In k (range n) <-> 0 <= k < n.
Proof.
  intros n k. unfold range. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. lia.
  - intro H. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia.
Qed.
Lemma in_squares : forall p, In p squares <-> on p = true.
Proof.
  intros [r c]. rewrite on_spec. unfold squares. rewrite in_flat_map. cbn [fst snd]. split.
  - intros [r' [I J]]. apply in_map_iff in J. destruct J as [c' [E J]]. rewrite in_range in I, J. injection E as -> ->. lia.
  - intros [A B]. exists r. rewrite in_range. split; trivial. apply in_map, in_range, B.
Qed.
Lemma in_results : forall ss st st', In st' (results ss st) <-> exists s p,
  In s ss /\ on p = true /\ lies s p = true /\ fits st s p = true /\ st' = write (cells s) p st.
Proof.
  intros ss st st'. unfold results. rewrite in_flat_map. split.
  - intros [s [I J]]. apply in_map_iff in J. destruct J as [p [<- J]]. apply filter_In in J. destruct J as [J E].
    apply andb_prop in E. apply in_squares in J. exists s, p. tauto.
  - intros [s [p [I [O [L [F ->]]]]]]. exists s. split; trivial. apply in_map_iff. exists p. split; trivial.
    apply filter_In. rewrite in_squares, L, F. auto.
Qed.
Lemma index_lt : forall p, on p = true -> (index p < Z.to_nat (R * C))%nat.
Proof. intros p O. apply on_spec in O. unfold index. apply Z2Nat.inj_lt; nia. Qed.
Lemma index_le : forall p q, on p = true -> on q = true ->
  fst p < fst q \/ fst p = fst q /\ snd p < snd q -> (index p < index q)%nat.
Proof. intros p q O O' H. apply on_spec in O, O'. unfold index. apply Z2Nat.inj_lt; nia. Qed.
Lemma index_inj : forall p q, on p = true -> on q = true -> index p = index q -> p = q.
Proof.
  intros [r c] [r' c'] O O' E. pose proof (index_le _ _ O O') as A. pose proof (index_le _ _ O' O) as B. cbn [fst snd] in *.
  assert (r = r' /\ c = c') as [-> ->]; trivial. lia.
Qed.
Lemma put_length : forall st i x, length (put i x st) = length st.
Proof. induction st; intros [|i] x; simpl; auto. Qed.
Lemma nth_put : forall st i j x, (j < length st)%nat ->
  nth i (put j x st) 0%nat = if Nat.eqb i j then x else nth i st 0%nat.
Proof. induction st as [|y st IH]; intros [|i] [|j] x L; simpl in *; trivial; try lia. apply IH. lia. Qed.
Lemma write_length : forall cs p st, length (write cs p st) = length st.
Proof. induction cs as [|c cs IH]; intros p st; simpl; trivial. destruct (after c); rewrite ?put_length; auto. Qed.
Lemma write_sized : forall cs p st, sized st -> sized (write cs p st).
Proof. unfold sized. intros. now rewrite write_length. Qed.
Definition within (cs : list cell) (p : place) := forall c, In c cs -> on (plus p (off c)) = true.
Lemma write_either : forall cs p st i, sized st -> within cs p ->
  nth i (write cs p st) 0%nat = nth i st 0%nat \/
  exists c x, In c cs /\ after c = Some x /\ index (plus p (off c)) = i /\ nth i (write cs p st) 0%nat = x.
Proof.
  induction cs as [|c cs IH]; intros p st i Z W; [now left|]. simpl.
  assert (W' : within cs p) by (intros d I; apply W; now right).
  destruct (IH p st i Z W') as [E|[d [x [I [A [J E]]]]]]; destruct (after c) as [y|] eqn:F.
  - rewrite nth_put by (rewrite write_length, Z; apply index_lt, W; now left).
    destruct (Nat.eqb_spec i (index (plus p (off c)))) as [->|]; auto. right. exists c, y. simpl. auto.
  - auto.
  - rewrite nth_put by (rewrite write_length, Z; apply index_lt, W; now left). right.
    destruct (Nat.eqb_spec i (index (plus p (off c)))) as [->|]; [exists c, y|exists d, x]; simpl; auto.
  - right. exists d, x. simpl. auto.
Qed.
Lemma plus_inj : forall p a b, plus p a = plus p b -> a = b.
Proof. intros [r c] [a a'] [b b'] E. unfold plus in E. cbn [fst snd] in E. injection E as E E'. f_equal; lia. Qed.
Lemma write_other : forall cs p st q, sized st -> within cs p -> on (plus p q) = true -> ~ In q (map off cs) ->
  see (write cs p st) (plus p q) = see st (plus p q).
Proof.
  intros cs p st q Z W O N. unfold see. destruct (write_either cs p st (index (plus p q)) Z W) as [E|[c [x [I [A [J _]]]]]]; trivial.
  destruct N. apply index_inj in J; auto. apply plus_inj in J. subst q. now apply in_map.
Qed.
Lemma write_in : forall cs p st c x, sized st -> within cs p -> NoDup (map off cs) -> In c cs -> after c = Some x ->
  see (write cs p st) (plus p (off c)) = x.
Proof.
  induction cs as [|d cs IH]; intros p st c x Z W N I A; [destruct I|].
  assert (W' : within cs p) by (intros e J; apply W; now right). inversion N as [|? ? N1 N2]; subst. unfold see. simpl.
  assert (L : (index (plus p (off d)) < length (write cs p st))%nat)
    by (rewrite write_length, Z; apply index_lt, W; now left).
  destruct I as [->|I].
  - rewrite A, nth_put, Nat.eqb_refl by trivial. trivial.
  - destruct (after d) as [y|]; [|now apply IH]. rewrite nth_put by trivial.
    destruct (Nat.eqb_spec (index (plus p (off c))) (index (plus p (off d)))) as [E|]; [|now apply IH].
    apply index_inj in E; try (apply W; simpl; auto). apply plus_inj in E. destruct N1. rewrite <- E. now apply in_map.
Qed.
End Board.

(* ---------------- the certificate ---------------- *)
(** distances from an edge below [from] are told apart one by one, from there on modulo [period] *)
Record tail := Tail { from : Z; period : Z }.
Record law := {
  modulus : Z;
  tails : tail * tail * tail * tail;         (* up, down, left, right *)
  weights : list (list Z);                   (* weights[symbol][class], see [klass] *)
  wins : list (bool * bool);                 (* wins[value] for the first-named (true) and the second-named player to move *)
  misere : bool;                             (* trusted: whether who cannot move wins *)
  one_row : bool;                            (* whether the law is of rows only *)
  counts : list (list nat);                  (* why play ends: sums of weights of symbols fall, the first that changes; *)
  first_leads : bool; digits : list nat;     (* and where none does, the board falls as a number with these digits *)
  blank : nat; by_rows : bool; downwards : bool; rightwards : bool;     (* the reading order of the last cell *)
  splits : list place;                       (* cells about the last one, to be looked at symbol by symbol *)
  reach : Z }.                               (* how far about a place is looked *)

Inductive seen := Far | Off | On (k : nat).
Definition view := list seen.
Definition quad := (view * view * view * view)%type.

Section Law.
Variable g : game.
Variable w : law.
Definition class (t : tail) (n : Z) : nat := Z.to_nat (if n <? from t then n else from t + (n - from t) mod period t).
Definition classes (t : tail) : nat := Z.to_nat (from t + period t).
(** what lies at most [reach] beyond a cell at distance [n] from an edge (towards it: negative) *)
Definition spy (t : tail) (n d : Z) : seen := if n + d <? 0 then Off else On (class t (n + d)).
Definition around1 (t : tail) (n : Z) : view := map (fun i => spy t n (i - reach w)) (range (2 * reach w + 1)).
Definition look (v : view) (d : Z) : seen := if d + reach w <? 0 then Far else nth (Z.to_nat (d + reach w)) v Far.
Definition up := fst (fst (fst (tails w))). Definition dn := snd (fst (fst (tails w))).
Definition lf := snd (fst (tails w)). Definition rt := snd (tails w).
Definition klass (a b c d : nat) : nat := (((a * classes dn + b) * classes lf + c) * classes rt + d)%nat.
Definition spot (q : quad) (p : place) : seen := match q with (u, d, l, r) =>
  match look u (fst p), look d (- fst p), look l (snd p), look r (- snd p) with
  | Off, _, _, _ | _, Off, _, _ | _, _, Off, _ | _, _, _, Off => Off
  | On a, On b, On c, On e => On (klass a b c e)
  | _, _, _, _ => Far end end.
Definition weight (x k : nat) : Z := nth k (nth x (weights w) []) 0.
Definition winning (v : Z) (P : bool) : bool :=
  let both := nth (Z.to_nat (v mod modulus w)) (wins w) (false, false) in if P then fst both else snd both.
(** the sum of the weights of all cells *)
Definition kat (R C : Z) (p : place) : nat :=
  klass (class up (fst p)) (class dn (R - 1 - fst p)) (class lf (snd p)) (class rt (C - 1 - snd p)).
Definition cell_weight (R C : Z) (i x : nat) : Z := weight x (kat R C (Z.of_nat i / C, Z.of_nat i mod C)).
Fixpoint total (R C : Z) (i : nat) (st : state) : Z := match st with
  | [] => 0 | x :: l => cell_weight R C i x + total R C (S i) l end.

(* a stencil about a place: whether it lies there, by how much it can shift the sum *)
Definition is_on (s : seen) := match s with On _ => true | _ => false end.
Definition is_off (s : seen) := match s with Off => true | _ => false end.
Definition absent (q : quad) (o : place) (s : stencil) : bool :=
  if existsb (fun c => is_off (spot q (plus o (off c)))) (cells s) then true
  else existsb (fun a => is_on (spot q (plus o a))) (outside s).
Definition present (q : quad) (o : place) (s : stencil) : bool :=
  if forallb (fun c => is_on (spot q (plus o (off c)))) (cells s)
  then forallb (fun a => is_off (spot q (plus o a))) (outside s) else false.
Definition alphabet := seq 0 (symbols g).
Fixpoint shifts (q : quad) (o : place) (cs : list cell) : list Z := match cs with
  | [] => [0]
  | c :: cs => match after c with
      | None => shifts q o cs
      | Some x => match spot q (plus o (off c)) with
          | On k => flat_map (fun b => map (Z.add (weight x k - weight b k)) (shifts q o cs))
                      (match before c with Some b => [b] | None => alphabet end)
          | _ => [] end end end.
Definition always (good : Z -> bool) (q : quad) (s : stencil) : bool :=
  if absent q (0, 0) s then true else if present q (0, 0) s then forallb good (shifts q (0, 0) (cells s)) else false.

(* all places of all boards *)
Definition views (t : tail) : list view := map (around1 t) (range (from t + reach w + period t)).
Definition views1 (t : tail) : list view := if one_row w then [around1 t 0] else views t.
Definition everywhere (f : quad -> bool) : bool :=
  forallb (fun u => forallb (fun d => forallb (fun l => forallb (fun r => f (u, d, l, r))
    (views rt)) (views lf)) (views1 dn)) (views1 up).
Definition values := range (modulus w).
Definition both (f : bool -> bool) : bool := f true && f false.

(* 1. the certificate is well formed *)
Definition same (p q : place) := (fst p =? fst q) && (snd p =? snd q).
Fixpoint distinct (ps : list place) : bool := match ps with [] => true | p :: l => negb (existsb (same p) l) && distinct l end.
Definition stencils := moves g true ++ moves g false ++ at_once g.
Definition form_check : bool :=
  (0 <? modulus w) && (0 <=? reach w) && forallb (fun t => (0 <=? from t) && (0 <? period t)) [up; dn; lf; rt] &&
  forallb (fun s => distinct (map off (cells s)) &&
    forallb (fun c => match after c with Some x => Nat.ltb x (symbols g) | None => true end) (cells s)) stencils.
(* 2. play ends *)
Definition digit (x : nat) : nat := nth x (digits w) 0%nat.
Definition earlier (p q : place) : bool := (fst p <? fst q) || (fst p =? fst q) && (snd p <? snd q).
Definition beyond (l c : cell) : bool := if first_leads w then earlier (off l) (off c) else earlier (off c) (off l).
Definition still (c : cell) : bool := match after c, before c with
  | None, _ => true | Some x, Some b => Nat.eqb x b | Some _, None => false end.
Definition falls (l : cell) : bool := match before l, after l with Some b, Some x => Nat.ltb (digit x) (digit b) | _, _ => false end.
Definition worth (ds : list nat) (o : option nat) : nat := match o with Some x => nth x ds 0%nat | None => 0%nat end.
Fixpoint lost (ds : list nat) (cs : list cell) : nat := match cs with
  | [] => 0 | c :: cs => match after c with Some _ => worth ds (before c) | None => 0 end + lost ds cs end%nat.
Fixpoint gained (ds : list nat) (cs : list cell) : nat := match cs with
  | [] => 0 | c :: cs => worth ds (after c) + gained ds cs end%nat.
Fixpoint lower (all : list (list nat)) (s : stencil) : bool := match all with
  | [] => existsb (fun l => falls l && forallb (fun c => same (off c) (off l) || still c || beyond l c) (cells s)) (cells s)
  | ds :: all => Nat.ltb (gained ds (cells s)) (lost ds (cells s)) ||
      Nat.leb (gained ds (cells s)) (lost ds (cells s)) && lower all s end.
Definition ends_check : bool := forallb (lower (counts w)) stencils.
(* 3. follow-ups leave the sum as it is *)
Definition follow_check : bool :=
  everywhere (fun q => forallb (always (fun d => d mod modulus w =? 0) q) (at_once g)).
(* 4. from a losing value each move leads to a winning one *)
Definition lose_check : bool := both (fun P => let losing := filter (fun v => negb (winning v P)) values in
  everywhere (fun q => forallb (always (fun d => forallb (fun v => winning (v + d) (negb P)) losing) q) (moves g P))).
(* 5. the last cell that is not blank has a move to a losing value; in misere play it has a move from a losing value too, and
   blank boards have none *)
Definition later (p : place) : bool :=
  let r := if downwards w then fst p else - fst p in let c := if rightwards w then snd p else - snd p in
  if by_rows w then (0 <? r) || (r =? 0) && (0 <? c) else (0 <? c) || (c =? 0) && (0 <? r).
Definition shown (known : list (place * nat)) (p : place) : option nat :=
  match find (fun e => same (fst e) p) known with
  | Some (_, x) => Some x | None => if later p then Some (blank w) else None end.
Definition certain (q : quad) (known : list (place * nat)) (o : place) (s : stencil) : bool :=
  if is_on (spot q o) then if present q o s then
    forallb (fun c => match before c with
      | None => true
      | Some b => match shown known (plus o (off c)) with Some x => Nat.eqb x b | None => false end end) (cells s)
  else false else false.
Definition origins (s : stencil) : list place := map (fun c => (- down c, - right c)) (cells s).
Definition due (q : quad) (known : list (place * nat)) : bool :=
  existsb (fun s => existsb (fun o => certain q known o s) (origins s)) (at_once g).
Definition moved (q : quad) (good : Z -> bool) (P : bool) (known : list (place * nat)) : bool :=
  existsb (fun s => existsb (fun o => if certain q known o s
    then forallb good (shifts q o (cells s)) else false) (origins s)) (moves g P).
Fixpoint sure (q : quad) (good : Z -> bool) (P : bool) (known : list (place * nat)) (open : list place) : bool :=
  if due q known then true else if moved q good P known then true else match open with
  | [] => false
  | p :: open => if is_on (spot q p) then forallb (fun x => sure q good P ((p, x) :: known) open) alphabet
                 else sure q good P known open end.
Definition aim (v : Z) (P : bool) (d : Z) : bool := if winning v P then negb (winning (v + d) (negb P)) else true.
Definition not_blank (c : cell) : bool := match before c with Some b => negb (Nat.eqb b (blank w)) | None => false end.
Definition win_check : bool :=
  forallb (fun k => k =? 0) (nth (blank w) (weights w) []) && eqb (winning 0 true) (misere w) && eqb (winning 0 false) (misere w) &&
  (negb (misere w) || both (fun P => forallb (fun s => existsb not_blank (cells s)) (moves g P))) &&
  both (fun P => let aims := filter (fun v => misere w || winning v P) values in
    everywhere (fun q => forallb (fun x => Nat.eqb x (blank w) ||
      forallb (fun v => sure q (aim v P) P [((0, 0), x)] (splits w)) aims) alphabet)).
Definition check : bool :=
  if form_check then if ends_check then if follow_check then if lose_check then win_check else false else false else false else false.

(* ---------------- proofs ---------------- *)
Hypothesis H : check = true.
Lemma parts : form_check = true /\ ends_check = true /\ follow_check = true /\ lose_check = true /\ win_check = true.
Proof. pose proof H as X. unfold check in X. destruct form_check, ends_check, follow_check, lose_check; try discriminate. auto. Qed.
Lemma form : 0 < modulus w /\ 0 <= reach w /\ (forall t, In t [up; dn; lf; rt] -> 0 <= from t /\ 0 < period t) /\
  forall s, In s stencils -> NoDup (map off (cells s)) /\
    forall c x, In c (cells s) -> after c = Some x -> (x < symbols g)%nat.
Proof.
  destruct parts as [F _]. unfold form_check in F. rewrite !andb_true_iff in F. destruct F as [[[F1 F2] F3] F4].
  apply Z.ltb_lt in F1. apply Z.leb_le in F2. rewrite forallb_forall in F3, F4. repeat split; trivial.
  - intros. apply F3 in H0. lia.
  - intros. apply F3 in H0. lia.
  - apply F4 in H0. apply andb_prop in H0. destruct H0 as [D _].
    induction (map off (cells s)) as [|p l IH]; simpl in D; constructor; apply andb_prop in D; destruct D as [D D']; auto.
    intro I. destruct (existsb (same p) l) eqn:E; [discriminate|]. apply Bool.not_true_iff_false in E. apply E.
    apply existsb_exists. exists p. unfold same. rewrite !Z.eqb_refl. auto.
  - intros c x I A. apply F4 in H0. apply andb_prop in H0. destruct H0 as [_ D]. rewrite forallb_forall in D.
    specialize (D c I). rewrite A in D. now apply Nat.ltb_lt.
Qed.
Lemma tails_ok : (0 <= from up /\ 0 < period up) /\ (0 <= from dn /\ 0 < period dn) /\
  (0 <= from lf /\ 0 < period lf) /\ (0 <= from rt /\ 0 < period rt).
Proof. destruct form as [_ [_ [T _]]]. repeat split; apply T; simpl; tauto. Qed.

(** distances from the margin on stand for one another *)
Definition fold_to (t : tail) (n : Z) : Z :=
  let m := from t + reach w in if n <? m then n else m + (n - m) mod period t.
Lemma around1_fold : forall t n, 0 <= from t -> 0 < period t -> 0 <= n -> around1 t (fold_to t n) = around1 t n.
Proof.
  intros t n F Q N. unfold around1. apply map_ext_in. intros i I. apply in_range in I. unfold fold_to.
  destruct form as [_ [Rp _]]. destruct (Z.ltb_spec n (from t + reach w)) as [|L]; trivial.
  set (m := from t + reach w) in *. assert (B := Z.mod_pos_bound (n - m) (period t) Q). unfold spy.
  destruct (Z.ltb_spec (m + (n - m) mod period t + (i - reach w)) 0); [lia|].
  destruct (Z.ltb_spec (n + (i - reach w)) 0); [lia|]. f_equal. unfold class. f_equal.
  destruct (Z.ltb_spec (m + (n - m) mod period t + (i - reach w)) (from t)); [lia|].
  destruct (Z.ltb_spec (n + (i - reach w)) (from t)); [lia|]. f_equal.
  replace (m + (n - m) mod period t + (i - reach w) - from t) with ((n - m) mod period t + (m + i - reach w - from t)) by lia.
  rewrite Zplus_mod_idemp_l. f_equal. lia.
Qed.
Lemma views_all : forall t n, 0 <= from t -> 0 < period t -> 0 <= n -> In (around1 t n) (views t).
Proof.
  intros t n F Q N. rewrite <- around1_fold by trivial. unfold views. apply in_map, in_range. unfold fold_to.
  destruct form as [_ [Rp _]]. destruct (Z.ltb_spec n (from t + reach w)); [lia|].
  pose proof (Z.mod_pos_bound (n - (from t + reach w)) (period t) Q). lia.
Qed.
(** the boards that the law is about *)
Definition kind (R C : Z) : Prop := 0 < R /\ 0 < C /\ (one_row w = true -> R = 1).
Definition around (R C : Z) (p : place) : quad :=
  (around1 up (fst p), around1 dn (R - 1 - fst p), around1 lf (snd p), around1 rt (C - 1 - snd p)).
Lemma everywhere_all : forall f R C p, everywhere f = true -> kind R C -> on R C p = true -> f (around R C p) = true.
Proof.
  intros f R C p E K O. apply on_spec in O. destruct tails_ok as [U [D [L T]]]. unfold around.
  assert (V : forall t n, 0 <= from t -> 0 < period t -> 0 <= n < R -> In (around1 t n) (views1 t)).
  { intros t n F Q N. unfold views1. destruct (one_row w) eqn:G; [|apply views_all; lia].
    destruct K as [_ [_ K]]. rewrite (K G) in N. replace n with 0 by lia. now left. }
  unfold everywhere in E. rewrite forallb_forall in E. specialize (E (around1 up (fst p)) ltac:(apply V; lia)).
  rewrite forallb_forall in E. specialize (E (around1 dn (R - 1 - fst p)) ltac:(apply V; lia)).
  rewrite forallb_forall in E. specialize (E (around1 lf (snd p)) ltac:(apply views_all; lia)).
  rewrite forallb_forall in E. exact (E (around1 rt (C - 1 - snd p)) ltac:(apply views_all; lia)).
Qed.
Lemma look_spy : forall t n d, look (around1 t n) d = Far \/ look (around1 t n) d = spy t n d.
Proof.
  intros t n d. unfold look. destruct (Z.ltb_spec (d + reach w) 0); auto.
  destruct (Z.ltb_spec (d + reach w) (2 * reach w + 1)) as [L|L].
  - right. unfold around1, range. rewrite map_map.
    rewrite nth_indep with (d' := spy t n (Z.of_nat 0 - reach w)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth with (f := fun x => spy t n (Z.of_nat x - reach w)) (d := O), seq_nth by lia. f_equal. lia.
  - left. apply nth_overflow. unfold around1, range. rewrite !map_length, seq_length. lia.
Qed.
Lemma spot_on : forall R C p o k, spot (around R C p) o = On k -> on R C (plus p o) = true /\ k = kat R C (plus p o).
Proof.
  intros R C p o k. unfold spot, around, kat. rewrite on_spec. unfold plus. cbn [fst snd].
  destruct (look_spy up (fst p) (fst o)) as [->| ->]; destruct (look_spy dn (R - 1 - fst p) (- fst o)) as [->| ->];
    destruct (look_spy lf (snd p) (snd o)) as [->| ->]; destruct (look_spy rt (C - 1 - snd p) (- snd o)) as [->| ->];
    unfold spy; repeat match goal with |- context [?a <? 0] => destruct (Z.ltb_spec a 0) end; try discriminate.
  intro E. injection E as <-. split; [lia|].
  replace (R - 1 - (fst p + fst o)) with (R - 1 - fst p + - fst o) by lia.
  now replace (C - 1 - (snd p + snd o)) with (C - 1 - snd p + - snd o) by lia.
Qed.
Lemma spot_off : forall R C p o, spot (around R C p) o = Off -> on R C (plus p o) = false.
Proof.
  intros R C p o E. apply Bool.not_true_iff_false. intro O. apply on_spec in O. unfold plus in O. cbn [fst snd] in O.
  revert E. unfold spot, around.
  destruct (look_spy up (fst p) (fst o)) as [->| ->]; destruct (look_spy dn (R - 1 - fst p) (- fst o)) as [->| ->];
    destruct (look_spy lf (snd p) (snd o)) as [->| ->]; destruct (look_spy rt (C - 1 - snd p) (- snd o)) as [->| ->];
    unfold spy; repeat match goal with |- context [?a <? 0] => destruct (Z.ltb_spec a 0) end; try discriminate; lia.
Qed.
Lemma is_on_spec : forall s, is_on s = true -> exists k, s = On k.
Proof. intros [| |k] E; try discriminate. now exists k. Qed.
Lemma plus_assoc : forall a b c, plus a (plus b c) = plus (plus a b) c.
Proof. intros. unfold plus. cbn [fst snd]. f_equal; lia. Qed.
Lemma plus_0 : forall p, plus p (0, 0) = p.
Proof. intros [r c]. unfold plus. cbn [fst snd]. f_equal; lia. Qed.
Lemma absent_no : forall R C p o s, absent (around R C p) o s = true -> lies R C s (plus p o) = false.
Proof.
  intros R C p o s A. unfold absent in A. apply Bool.not_true_iff_false. intro L. unfold lies in L. apply andb_prop in L.
  destruct L as [L1 L2]. rewrite forallb_forall in L1, L2.
  destruct (existsb (fun c => is_off (spot (around R C p) (plus o (off c)))) (cells s)) eqn:E.
  - apply existsb_exists in E. destruct E as [c [I E]]. destruct (spot (around R C p) (plus o (off c))) eqn:F; try discriminate.
    apply spot_off in F. rewrite plus_assoc in F. specialize (L1 c I). congruence.
  - apply existsb_exists in A. destruct A as [a [I A]]. apply is_on_spec in A. destruct A as [k A]. apply spot_on in A.
    rewrite plus_assoc in A. specialize (L2 a I). destruct A as [A _]. rewrite A in L2. discriminate.
Qed.
Lemma present_yes : forall R C p o s, present (around R C p) o s = true -> lies R C s (plus p o) = true /\
  forall c, In c (cells s) -> exists k, spot (around R C p) (plus o (off c)) = On k.
Proof.
  intros R C p o s P. unfold present in P.
  destruct (forallb (fun c => is_on (spot (around R C p) (plus o (off c)))) (cells s)) eqn:E; [|discriminate].
  rewrite forallb_forall in E, P. split; [|intros c I; now apply is_on_spec, E].
  unfold lies. apply andb_true_intro. split; apply forallb_forall.
  - intros c I. destruct (is_on_spec _ (E c I)) as [k F]. apply spot_on in F. rewrite plus_assoc in F. tauto.
  - intros a I. specialize (P a I). destruct (spot (around R C p) (plus o a)) eqn:F; try discriminate.
    apply spot_off in F. rewrite plus_assoc in F. now rewrite F.
Qed.

(* the sum after a rewriting *)
Lemma total_put : forall R C st i j x, (j < length st)%nat ->
  total R C i (put j x st) = total R C i st - cell_weight R C (i + j) (nth j st 0%nat) + cell_weight R C (i + j) x.
Proof.
  intros R C. induction st as [|y st IH]; intros i [|j] x L; simpl in *; try lia.
  - rewrite Nat.add_0_r. lia.
  - rewrite IH by lia. replace (i + S j)%nat with (S i + j)%nat by lia. simpl. lia.
Qed.
Lemma index_weight : forall R C p x, on R C p = true -> cell_weight R C (index C p) x = weight x (kat R C p).
Proof.
  intros R C [r c] x O. apply on_spec in O. cbn [fst snd] in O. unfold cell_weight, index. cbn [fst snd].
  rewrite Z2Nat.id by nia. rewrite Z.div_add_l, Z.div_small, Z.add_0_r by lia.
  rewrite Z.add_comm, Z_mod_plus_full, Z.mod_small by lia. trivial.
Qed.
Definition proper (st : state) : Prop := Forall (fun x => (x < symbols g)%nat) st.
Lemma proper_see : forall R C st p, proper st -> sized R C st -> on R C p = true -> (see C st p < symbols g)%nat.
Proof.
  intros R C st p Y Z O. unfold proper in Y. rewrite Forall_forall in Y. apply Y, nth_In. rewrite Z. now apply index_lt.
Qed.
Lemma shift_in : forall R C p o st cs, sized R C st -> proper st -> NoDup (map off cs) -> within R C cs (plus p o) ->
  (forall c, In c cs -> exists k, spot (around R C p) (plus o (off c)) = On k) ->
  (forall c b, In c cs -> before c = Some b -> see C st (plus (plus p o) (off c)) = b) ->
  exists d, In d (shifts (around R C p) o cs) /\ total R C 0 (write C cs (plus p o) st) = total R C 0 st + d.
Proof.
  intros R C p o st. induction cs as [|c cs IH]; intros Z Y N W S F; cbn [shifts write]; [exists 0; split; [now left|lia]|].
  inversion N as [|? ? N1 N2]; subst.
  assert (W' : within R C cs (plus p o)) by (intros e J; apply W; now right).
  destruct IH as [d [I E]]; trivial; [intros e J; apply S; now right|intros e b J; apply F; now right|].
  destruct (after c) as [x|] eqn:A; [|now exists d].
  destruct (S c (or_introl eq_refl)) as [k K]. rewrite K. apply spot_on in K. rewrite plus_assoc in K. destruct K as [O ->].
  exists (weight x (kat R C (plus (plus p o) (off c))) -
          weight (see C st (plus (plus p o) (off c))) (kat R C (plus (plus p o) (off c))) + d). split.
  - apply in_flat_map. exists (see C st (plus (plus p o) (off c))). split; [|now apply in_map].
    destruct (before c) as [b|] eqn:B; [left; symmetry; apply F; simpl; auto|].
    apply in_seq. pose proof (proper_see R C st _ Y Z O). lia.
  - rewrite total_put by (rewrite write_length, Z; now apply index_lt). rewrite E. cbn [Nat.add].
    rewrite !(index_weight R C _ _ O).
    replace (nth (index C (plus (plus p o) (off c))) (write C cs (plus p o) st) 0%nat)
      with (see C st (plus (plus p o) (off c))); [lia|].
    symmetry. apply (write_other R); trivial.
Qed.
Lemma fits_see : forall C st s p c b, fits C st s p = true -> In c (cells s) -> before c = Some b -> see C st (plus p (off c)) = b.
Proof.
  intros C st s p c b F I B. unfold fits in F. rewrite forallb_forall in F. specialize (F c I). rewrite B in F. now apply Nat.eqb_eq.
Qed.
Lemma lies_within : forall R C s p, lies R C s p = true -> within R C (cells s) p.
Proof. intros R C s p L c I. unfold lies in L. apply andb_prop in L. destruct L as [L _]. rewrite forallb_forall in L. auto. Qed.
Lemma always_all : forall good R C p s st, always good (around R C p) s = true -> In s stencils ->
  sized R C st -> proper st -> lies R C s p = true -> fits C st s p = true ->
  exists d, good d = true /\ total R C 0 (write C (cells s) p st) = total R C 0 st + d.
Proof.
  intros good R C p s st A I Z Y L F. unfold always in A. destruct (absent (around R C p) (0, 0) s) eqn:B.
  - apply absent_no in B. rewrite plus_0 in B. congruence.
  - destruct (present (around R C p) (0, 0) s) eqn:Q; [|discriminate]. apply present_yes in Q. destruct Q as [_ Q].
    destruct form as [_ [_ [_ Fm]]]. destruct (Fm s I) as [N _].
    destruct (shift_in R C p (0, 0) st (cells s) Z Y N) as [d [J E]]; trivial; rewrite ?plus_0 in *.
    + now apply lies_within.
    + intros c b X B'. eapply fits_see; eauto.
    + exists d. rewrite forallb_forall in A. auto.
Qed.
Lemma write_proper : forall R C st s p, In s stencils -> sized R C st -> proper st -> lies R C s p = true ->
  proper (write C (cells s) p st).
Proof.
  intros R C st s p I Z Y L. unfold proper in *. rewrite Forall_forall in *. intros x J. apply In_nth with (d := O) in J.
  destruct J as [i [B E]]. rewrite write_length in B. destruct form as [_ [_ [_ Fm]]]. destruct (Fm s I) as [_ A].
  destruct (write_either R C (cells s) p st i Z (lies_within _ _ _ _ L)) as [G|[c [y [K [G [_ G']]]]]].
  - rewrite <- E, G. apply Y, nth_In, B.
  - rewrite <- E, G'. eauto.
Qed.

(* ---------------- play ends ---------------- *)
Definition base : nat := S (list_max (digits w)).
Lemma digit_base : forall x, (digit x < base)%nat.
Proof.
  intro x. unfold digit, base. destruct (Nat.ltb_spec x (length (digits w))) as [L|L]; [|rewrite nth_overflow by lia; lia].
  pose proof (proj1 (list_max_le (digits w) (list_max (digits w))) (le_n _)) as F. rewrite Forall_forall in F.
  specialize (F _ (nth_In _ O L)). lia.
Qed.
Local Opaque base digit.
Fixpoint number (st : state) : nat := match st with [] => 0 | x :: l =>
  if first_leads w then digit x * base ^ length l + number l else digit x + base * number l end.
Lemma number_lt : forall a b i, length a = length b -> (i < length a)%nat -> (digit (nth i a 0) < digit (nth i b 0))%nat ->
  (forall j, (if first_leads w then (j < i)%nat else (i < j)%nat) -> nth j a O = nth j b O) -> (number a < number b)%nat.
Proof.
  assert (B : first_leads w = true -> forall a, (number a < base ^ length a)%nat).
  { intro FL. induction a as [|x a IH]; simpl; [lia|]. rewrite FL. pose proof (digit_base x). nia. }
  destruct (first_leads w) eqn:FL; induction a as [|x a IH]; intros [|y b] [|i] L I D E; simpl in *; try lia; rewrite FL.
  - injection L as L. specialize (B eq_refl a). rewrite L in *. nia.
  - injection L as L. rewrite L. rewrite (E O) by lia.
    apply Nat.add_lt_mono_l. apply (IH b i); try lia; trivial. intros j J. apply (E (S j)). lia.
  - assert (a = b) as ->; [|lia]. injection L as L. apply nth_ext with (d := O) (d' := O); trivial.
    intros j _. apply (E (S j)). lia.
  - injection L as L. specialize (IH b i L ltac:(lia) D ltac:(intros j J; apply (E (S j)); lia)).
    pose proof (digit_base x). nia.
Qed.
Lemma still_write : forall R C st s p j, sized R C st -> lies R C s p = true -> fits C st s p = true ->
  (forall c, In c (cells s) -> index C (plus p (off c)) = j -> still c = true) ->
  nth j (write C (cells s) p st) O = nth j st O.
Proof.
  intros R C st s p j Z L F S. destruct (write_either R C (cells s) p st j Z (lies_within _ _ _ _ L)) as [|[c [x [I [A [J E]]]]]]; trivial.
  specialize (S c I J). unfold still in S. rewrite A in S. destruct (before c) as [b|] eqn:B; [|discriminate].
  apply Nat.eqb_eq in S. subst b. rewrite E. rewrite <- J. symmetry. exact (fits_see C st s p c x F I B).
Qed.
Lemma order_down : forall R C st s p, lower [] s = true -> NoDup (map off (cells s)) -> sized R C st -> lies R C s p = true ->
  fits C st s p = true -> (number (write C (cells s) p st) < number st)%nat.
Proof.
  intros R C st s p T N Z L F. simpl in T.
  apply existsb_exists in T. destruct T as [l [J T]]. apply andb_prop in T. destruct T as [T1 T2].
  rewrite forallb_forall in T2. unfold falls in T1. destruct (before l) as [b|] eqn:B; [|discriminate].
  destruct (after l) as [x|] eqn:A; [|discriminate]. apply Nat.ltb_lt in T1. pose proof (lies_within _ _ _ _ L) as W.
  apply number_lt with (i := index C (plus p (off l))); rewrite ?write_length; trivial.
  - rewrite Z. apply index_lt, W, J.
  - pose proof (write_in R C (cells s) p st l x Z W N J A) as E. unfold see in E. rewrite E.
    pose proof (fits_see C st s p l b F J B) as E'. unfold see in E'. now rewrite E'.
  - intros j Q. apply (still_write R); trivial. intros c I' E. specialize (T2 c I'). rewrite !orb_true_iff in T2.
    destruct T2 as [[T2|T2]|T2]; trivial; exfalso.
    + unfold same in T2. apply andb_prop in T2. destruct T2 as [T2 T3]. apply Z.eqb_eq in T2, T3.
      replace (off c) with (off l) in E by (unfold off in *; cbn [fst snd] in *; congruence). destruct (first_leads w); lia.
    + unfold beyond, earlier in T2.
      pose proof (index_le R C _ _ (W l J) (W c I')) as X. pose proof (index_le R C _ _ (W c I') (W l J)) as X'.
      unfold plus in *. cbn [fst snd off] in *. destruct (first_leads w);
        apply orb_prop in T2; rewrite andb_true_iff, !Z.ltb_lt, Z.eqb_eq in T2; lia.
Qed.
(** the sums, and the number below them, as one number for boards of a size *)
Definition tally (ds : list nat) (st : state) : nat := list_sum (map (fun x => nth x ds 0%nat) st).
Fixpoint span (all : list (list nat)) (n : nat) : nat := match all with
  | [] => (base ^ n)%nat | ds :: all => (S (list_max ds * n) * span all n)%nat end.
Fixpoint rank (all : list (list nat)) (st : state) : nat := match all with
  | [] => number st | ds :: all => (tally ds st * span all (length st) + rank all st)%nat end.
Lemma number_span : forall a, (number a < base ^ length a)%nat.
Proof.
  induction a as [|x a IH]; simpl; [lia|]. pose proof (digit_base x). destruct (first_leads w); nia.
Qed.
Lemma tally_span : forall ds st, (tally ds st <= list_max ds * length st)%nat.
Proof.
  intros ds st. unfold tally. induction st as [|x st IH]; simpl; [lia|].
  assert (nth x ds 0%nat <= list_max ds)%nat; [|lia].
  destruct (Nat.ltb_spec x (length ds)) as [L|L]; [|rewrite nth_overflow by lia; lia].
  pose proof (proj1 (list_max_le ds (list_max ds)) (le_n _)) as F. rewrite Forall_forall in F. apply F, nth_In, L.
Qed.
Lemma rank_span : forall all st, (rank all st < span all (length st))%nat.
Proof.
  induction all as [|ds all IH]; intro st; cbn [rank span]; [apply number_span|].
  specialize (IH st). pose proof (tally_span ds st). nia.
Qed.
Lemma tally_put : forall ds st j x, (j < length st)%nat ->
  (tally ds (put j x st) + nth (nth j st 0) ds 0 = tally ds st + nth x ds 0)%nat.
Proof.
  intros ds. unfold tally. induction st as [|y st IH]; intros [|j] x L; simpl in *; try lia.
  specialize (IH j x ltac:(lia)). lia.
Qed.
Lemma tally_write : forall ds R C st p cs, sized R C st -> NoDup (map off cs) -> within R C cs p ->
  (forall c b, In c cs -> before c = Some b -> see C st (plus p (off c)) = b) ->
  (tally ds (write C cs p st) + lost ds cs <= tally ds st + gained ds cs)%nat.
Proof.
  intros ds R C st p. induction cs as [|c cs IH]; intros Z N W F; cbn [write lost gained]; [lia|].
  inversion N as [|? ? N1 N2]; subst.
  assert (W' : within R C cs p) by (intros e J; apply W; now right).
  specialize (IH Z N2 W' (fun e b J => F e b (or_intror J))). cbn [lost gained].
  destruct (after c) as [x|] eqn:A; cbn [worth]; [|exact IH].
  assert (O : on R C (plus p (off c)) = true) by (apply W; now left).
  pose proof (tally_put ds (write C cs p st) (index C (plus p (off c))) x
    ltac:(rewrite write_length, Z; now apply index_lt)) as T.
  replace (nth (index C (plus p (off c))) (write C cs p st) 0%nat) with (see C st (plus p (off c))) in T
    by (symmetry; apply (write_other R); trivial).
  assert (worth ds (before c) <= nth (see C st (plus p (off c))) ds 0%nat)%nat; [|lia].
  destruct (before c) as [b|] eqn:B; cbn [worth]; [|lia]. rewrite (F c b (or_introl eq_refl) B). lia.
Qed.
Lemma falls_of : forall all R C st s p, lower all s = true -> NoDup (map off (cells s)) -> sized R C st -> lies R C s p = true ->
  fits C st s p = true -> (rank all (write C (cells s) p st) < rank all st)%nat.
Proof.
  intros all R C st s p T N Z L F. revert T.
  induction all as [|ds all IH]; intro T; [now apply (order_down R)|]. cbn [rank lower] in *.
  pose proof (tally_write ds R C st p (cells s) Z N (lies_within _ _ _ _ L) (fun c b J B => fits_see C st s p c b F J B)) as W.
  pose proof (rank_span all (write C (cells s) p st)) as B. rewrite write_length in *.
  apply orb_prop in T. destruct T as [T|T]; [apply Nat.ltb_lt in T; nia|].
  apply andb_prop in T. destruct T as [T T']. apply Nat.leb_le in T. specialize (IH T'). nia.
Qed.
Lemma falls_down : forall R C st s p, In s stencils -> sized R C st -> lies R C s p = true -> fits C st s p = true ->
  (rank (counts w) (write C (cells s) p st) < rank (counts w) st)%nat.
Proof.
  intros R C st s p I Z L F. destruct parts as [_ [T _]]. unfold ends_check in T. rewrite forallb_forall in T.
  destruct form as [_ [_ [_ Fm]]]. destruct (Fm s I) as [N _]. apply (falls_of _ R); auto.
Qed.
Lemma result_of : forall R C ss st st', incl ss stencils -> sized R C st -> In st' (results R C ss st) ->
  sized R C st' /\ (rank (counts w) st' < rank (counts w) st)%nat /\ (proper st -> proper st').
Proof.
  intros R C ss st st' I Z J. apply in_results in J. destruct J as [s [p [K [O [L [F ->]]]]]]. apply I in K.
  split; [now apply write_sized|]. split; [now apply (falls_down R)|]. intro Y. now apply (write_proper R).
Qed.
Lemma move_stencils : forall P, incl (moves g P) stencils.
Proof. intros [|] s I; unfold stencils; rewrite !in_app_iff; tauto. Qed.
Lemma follow_stencils : incl (at_once g) stencils.
Proof. intros s I. unfold stencils. rewrite !in_app_iff. tauto. Qed.
Lemma settle_of : forall R C f st st', sized R C st -> settle g R C f st = Some st' ->
  sized R C st' /\ (rank (counts w) st' <= rank (counts w) st)%nat /\ (proper st -> proper st') /\ results R C (at_once g) st' = [].
Proof.
  intros R C. induction f as [|f IH]; intros st st' Z E; simpl in E; destruct (results R C (at_once g) st) as [|x l] eqn:Q.
  - injection E as <-. auto.
  - discriminate.
  - injection E as <-. auto.
  - destruct (result_of R C _ st x follow_stencils Z) as [Zx [Nx Yx]]; [rewrite Q; now left|].
    destruct (IH x st' Zx E) as [A [B [D G]]]. repeat split; auto; lia.
Qed.
Theorem settles_total : forall R C st, sized R C st -> exists st', settles g R C st st'.
Proof.
  intros R C st. remember (rank (counts w) st) as n eqn:E. revert st E. induction n as [n IH] using lt_wf_ind. intros st -> Z.
  destruct (results R C (at_once g) st) as [|x l] eqn:Q.
  - exists st, 0%nat. simpl. now rewrite Q.
  - destruct (result_of R C _ st x follow_stencils Z) as [Zx [Nx _]]; [rewrite Q; now left|].
    destruct (IH _ Nx x eq_refl Zx) as [st' [f F]]. exists st', (S f). simpl. now rewrite Q.
Qed.
Lemma play_ends : forall R C, well_founded (fun q p => mv g R C p q).
Proof.
  intros R C. apply wf_measure with (f := fun p => rank (counts w) (snd p)). intros p q [Z [st [I [[f S] _]]]].
  destruct (result_of R C _ _ _ (move_stencils _) Z I) as [Zx [Nx _]]. destruct (settle_of R C f st _ Zx S) as [_ [L _]]. lia.
Qed.

(* ---------------- the labels ---------------- *)
Lemma winning_mod : forall v P, winning (v mod modulus w) P = winning v P.
Proof. intros. unfold winning. now rewrite Zmod_mod. Qed.
Lemma winning_plus : forall v d P, winning (v mod modulus w + d) P = winning (v + d) P.
Proof. intros. unfold winning. now rewrite Zplus_mod_idemp_l. Qed.
Lemma value_in : forall v, In (v mod modulus w) values.
Proof. intro v. apply in_range, Z.mod_pos_bound, form. Qed.
Lemma settle_total : forall R C f st st', kind R C -> sized R C st -> proper st -> settle g R C f st = Some st' ->
  (total R C 0 st') mod modulus w = (total R C 0 st) mod modulus w.
Proof.
  intros R C f st st' K. revert st st'. induction f as [|f IH]; intros st st' Z Y E; simpl in E;
    destruct (results R C (at_once g) st) as [|x l] eqn:Q; try discriminate; try congruence.
  assert (I : In x (results R C (at_once g) st)) by (rewrite Q; now left).
  destruct (result_of R C _ st x follow_stencils Z I) as [Zx [_ Yx]].
  rewrite (IH x st' Zx (Yx Y) E). apply in_results in I. destruct I as [s [p [I [O [L [F ->]]]]]].
  destruct parts as [_ [_ [Fc _]]]. unfold follow_check in Fc. apply everywhere_all with (R := R) (C := C) (p := p) in Fc; trivial.
  rewrite forallb_forall in Fc. destruct (always_all _ R C p s st (Fc s I) (follow_stencils s I) Z Y L F) as [d [D ->]].
  apply Z.eqb_eq in D. now rewrite Z.add_mod, D, Z.add_0_r, Zmod_mod by (pose proof form; lia).
Qed.
Definition label (R C : Z) (p : bool * state) : bool := winning (total R C 0 (snd p)) (fst p).
Definition settled (R C : Z) (st : state) : Prop := results R C (at_once g) st = [].
Definition Inv (R C : Z) (p : bool * state) : Prop := sized R C (snd p) /\ proper (snd p) /\ settled R C (snd p).
Lemma inv_closed : forall R C p q, Inv R C p -> mv g R C p q -> Inv R C q.
Proof.
  intros R C p q [_ [Y _]] [Z [st [I [[f S] _]]]]. destruct (result_of R C _ _ _ (move_stencils _) Z I) as [Zx [_ Yx]].
  destruct (settle_of R C f st _ Zx S) as [A [_ [B D]]]. repeat split; auto.
Qed.
Lemma loses : forall R C p q, kind R C -> Inv R C p -> label R C p = false -> mv g R C p q -> label R C q = true.
Proof.
  intros R C [P st] [P' st'] K [_ [Y _]] Lb [Z [x [I [[f S] E]]]]. unfold label in *. cbn [fst snd] in *. subst P'.
  destruct (result_of R C _ _ _ (move_stencils _) Z I) as [Zx [_ Yx]].
  rewrite <- winning_mod, (settle_total R C f x st' K Zx (Yx Y) S), winning_mod.
  apply in_results in I. destruct I as [s [p [I [O [L [F ->]]]]]].
  destruct parts as [_ [_ [_ [Lc _]]]]. unfold lose_check, both in Lc.
  assert (Lp : everywhere (fun q => forallb (always (fun d => forallb (fun v => winning (v + d) (negb P))
    (filter (fun v => negb (winning v P)) values)) q) (moves g P)) = true) by (apply andb_prop in Lc; destruct P; tauto).
  apply everywhere_all with (R := R) (C := C) (p := p) in Lp; trivial. rewrite forallb_forall in Lp.
  destruct (always_all _ R C p s st (Lp s I) (move_stencils P s I) Z Y L F) as [d [D ->]]. rewrite forallb_forall in D.
  rewrite <- winning_plus. apply D. apply filter_In. split; [apply value_in|]. now rewrite winning_mod, Lb.
Qed.

(* ---------------- the last cell that is not blank ---------------- *)
Definition key (R C : Z) (p : place) : Z :=
  let r := if downwards w then fst p else - fst p in let c := if rightwards w then snd p else - snd p in
  if by_rows w then r * (R + C) + c else c * (R + C) + r.
Lemma later_key : forall R C p o, on R C p = true -> on R C (plus p o) = true -> later o = true ->
  key R C p < key R C (plus p o).
Proof.
  intros R C [r c] [dr dc] O O' L. apply on_spec in O, O'. unfold plus, later, key in *. cbn [fst snd] in *.
  destruct (by_rows w), (downwards w), (rightwards w); apply orb_prop in L; rewrite andb_true_iff, !Z.ltb_lt, Z.eqb_eq in L; nia.
Qed.
Lemma greatest : forall (l : list place) (f : place -> Z), l = [] \/ exists p, In p l /\ forall q, In q l -> f q <= f p.
Proof.
  intros l f. induction l as [|x l IH]; auto. right. destruct IH as [->|[p [I M]]].
  - exists x. split; [now left|]. intros q [<-|[]]. lia.
  - destruct (Z.le_gt_cases (f x) (f p)).
    + exists p. split; [now right|]. intros q [<-|J]; auto.
    + exists x. split; [now left|]. intros q [<-|J]; [lia|]. specialize (M q J). lia.
Qed.
Definition blanks (R C : Z) (st : state) (p : place) : Prop := forall o, on R C (plus p o) = true -> later o = true ->
  see C st (plus p o) = blank w.
Lemma last_cell : forall R C st, (forall p, on R C p = true -> see C st p = blank w) \/
  exists p, on R C p = true /\ see C st p <> blank w /\ blanks R C st p.
Proof.
  intros R C st. destruct (greatest (filter (fun p => negb (Nat.eqb (see C st p) (blank w))) (squares R C)) (key R C)) as [E|[p [I M]]].
  - left. intros p O. destruct (Nat.eqb_spec (see C st p) (blank w)) as [|N]; trivial. exfalso.
    apply in_squares in O. assert (J : In p []); [|destruct J]. rewrite <- E. apply filter_In. split; trivial.
    destruct (Nat.eqb_spec (see C st p) (blank w)); [contradiction|reflexivity].
  - right. apply filter_In in I. destruct I as [I N]. apply in_squares in I. exists p. repeat split; trivial.
    + destruct (Nat.eqb_spec (see C st p) (blank w)); [discriminate|trivial].
    + intros o O L. destruct (Nat.eqb_spec (see C st (plus p o)) (blank w)) as [|B]; trivial. exfalso.
      pose proof (later_key R C p o I O L). specialize (M (plus p o)). rewrite filter_In, in_squares in M.
      destruct (Nat.eqb_spec (see C st (plus p o)) (blank w)); [congruence|]. specialize (M (conj O eq_refl)). lia.
Qed.
Lemma total_blank : forall R C st i, forallb (fun k => k =? 0) (nth (blank w) (weights w) []) = true ->
  (forall x, In x st -> x = blank w) -> total R C i st = 0.
Proof.
  intros R C st i Wb. revert i. induction st as [|x st IH]; intros i B; simpl; trivial.
  rewrite IH by (intros; apply B; now right). rewrite (B x) by now left. rewrite Z.add_0_r. unfold cell_weight, weight.
  set (k := kat _ _ _). destruct (nth_in_or_default k (nth (blank w) (weights w) []) 0) as [I|]; trivial.
  rewrite forallb_forall in Wb. now apply Z.eqb_eq, Wb.
Qed.
Lemma index_onto : forall R C i, (i < Z.to_nat (R * C))%nat -> 0 < C ->
  exists p, on R C p = true /\ index C p = i.
Proof.
  intros R C i L P. exists (Z.of_nat i / C, Z.of_nat i mod C). rewrite on_spec. unfold index. cbn [fst snd].
  pose proof (Z.mod_pos_bound (Z.of_nat i) C P). pose proof (Z.div_mod (Z.of_nat i) C ltac:(lia)).
  split; [split; [|lia]; split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; nia]|].
  replace (Z.of_nat i / C * C + Z.of_nat i mod C) with (Z.of_nat i) by lia. lia.
Qed.
Section Found.
Variables (R C : Z) (st : state) (p : place) (P : bool).
Hypothesis (Z : sized R C st) (Y : proper st) (T : settled R C st) (O : on R C p = true) (B : blanks R C st p).
Definition truth (known : list (place * nat)) : Prop := forall o x, In (o, x) known -> see C st (plus p o) = x.
Lemma shown_true : forall known o x, truth known -> on R C (plus p o) = true -> shown known o = Some x -> see C st (plus p o) = x.
Proof.
  intros known o x Tr Oo S. unfold shown in S. destruct (find (fun e => same (fst e) o) known) as [[o' y]|] eqn:E.
  - apply find_some in E. cbn [fst] in E. destruct E as [I E]. unfold same in E. apply andb_prop in E.
    rewrite !Z.eqb_eq in E. replace o with o' by (destruct o, o'; cbn [fst snd] in E; f_equal; tauto).
    injection S as <-. auto.
  - destruct (later o) eqn:L; [|discriminate]. injection S as <-. auto.
Qed.
Lemma certain_true : forall known o s, truth known -> certain (around R C p) known o s = true ->
  on R C (plus p o) = true /\ lies R C s (plus p o) = true /\ fits C st s (plus p o) = true /\
  forall c, In c (cells s) -> exists k, spot (around R C p) (plus o (off c)) = On k.
Proof.
  intros known o s Tr E. unfold certain in E. destruct (is_on (spot (around R C p) o)) eqn:A; [|discriminate].
  destruct (present (around R C p) o s) eqn:Q; [|discriminate]. apply present_yes in Q. destruct Q as [L Q].
  apply is_on_spec in A. destruct A as [k A]. apply spot_on in A. repeat split; try tauto.
  unfold fits. apply forallb_forall. intros c I. rewrite forallb_forall in E. specialize (E c I).
  destruct (before c) as [b|]; trivial. destruct (shown known (plus o (off c))) as [x|] eqn:S; [|discriminate].
  rewrite <- plus_assoc. rewrite (shown_true known _ x); trivial. rewrite plus_assoc. now apply lies_within in L; apply L.
Qed.
Lemma due_false : forall known, truth known -> due (around R C p) known = false.
Proof.
  intros known Tr. apply Bool.not_true_iff_false. intro D. unfold due in D. apply existsb_exists in D.
  destruct D as [s [I D]]. apply existsb_exists in D. destruct D as [o [_ D]]. apply certain_true in D; trivial.
  unfold settled in T. assert (J : In (write C (cells s) (plus p o) st) []); [|destruct J]. rewrite <- T.
  apply in_results. exists s, (plus p o). tauto.
Qed.
Lemma sure_true : forall good open known, truth known -> sure (around R C p) good P known open = true ->
  exists s o d, In s (moves g P) /\ on R C (plus p o) = true /\ lies R C s (plus p o) = true /\
    fits C st s (plus p o) = true /\ good d = true /\
    total R C 0 (write C (cells s) (plus p o) st) = total R C 0 st + d.
Proof.
  intros good. assert (Direct : forall known, truth known -> moved (around R C p) good P known = true ->
    exists s o d, In s (moves g P) /\ on R C (plus p o) = true /\ lies R C s (plus p o) = true /\
    fits C st s (plus p o) = true /\ good d = true /\
    total R C 0 (write C (cells s) (plus p o) st) = total R C 0 st + d).
  { intros known Tr M. unfold moved in M. apply existsb_exists in M. destruct M as [s [I M]]. apply existsb_exists in M.
    destruct M as [o [_ M]]. destruct (certain (around R C p) known o s) eqn:E; [|discriminate].
    apply certain_true in E; trivial. destruct E as [Oo [L [F K]]]. destruct form as [_ [_ [_ Fm]]].
    destruct (Fm s (move_stencils P s I)) as [N _].
    destruct (shift_in R C p o st (cells s) Z Y N (lies_within _ _ _ _ L) K) as [d [J G]].
    { intros c b X X'. exact (fits_see C st s _ c b F X X'). }
    exists s, o, d. rewrite forallb_forall in M. specialize (M d J). auto 8. }
  induction open as [|a open IH]; intros known Tr S; cbn [sure] in S; rewrite due_false in S by trivial;
    destruct (moved (around R C p) good P known) eqn:M; try discriminate; try (now apply (Direct known)).
  destruct (is_on (spot (around R C p) a)) eqn:A; [|now apply (IH known)].
  apply is_on_spec in A. destruct A as [k A]. apply spot_on in A. destruct A as [A _]. rewrite forallb_forall in S.
  apply (IH ((a, see C st (plus p a)) :: known)).
  - intros o x [E|I]; [congruence|auto].
  - apply S, in_seq. pose proof (proper_see R C st _ Y Z A). lia.
Qed.
End Found.
(** a board with a cell that is not blank has a move; one to a losing value, where its own is winning *)
Lemma aims_move : forall R C P st p, kind R C -> Inv R C (P, st) -> on R C p = true -> see C st p <> blank w ->
  blanks R C st p -> misere w || label R C (P, st) = true ->
  exists q, mv g R C (P, st) q /\ (label R C (P, st) = true -> label R C q = false).
Proof.
  intros R C P st p K [Z [Y T]] O N B Lb. unfold label in *. cbn [fst snd] in *.
  destruct parts as [_ [_ [_ [_ Wc]]]]. unfold win_check in Wc. apply andb_prop in Wc. destruct Wc as [_ Wc]. unfold both in Wc.
  assert (Wp : everywhere (fun q => forallb (fun x => Nat.eqb x (blank w) ||
    forallb (fun v => sure q (aim v P) P [((0, 0), x)] (splits w)) (filter (fun v => misere w || winning v P) values)) alphabet) = true)
    by (apply andb_prop in Wc; destruct P; tauto).
  apply everywhere_all with (R := R) (C := C) (p := p) in Wp; trivial. rewrite forallb_forall in Wp.
  specialize (Wp (see C st p)). rewrite orb_true_iff, forallb_forall in Wp.
  destruct Wp as [E|Wp]; [apply in_seq; pose proof (proper_see R C st p Y Z O); lia|apply Nat.eqb_eq in E; congruence|].
  specialize (Wp (total R C 0 st mod modulus w)).
  assert (Tr : truth C st p [((0, 0), see C st p)])
    by (intros o x [E|[]]; injection E as <- <-; now rewrite plus_0).
  assert (V : In (total R C 0 st mod modulus w) (filter (fun v => misere w || winning v P) values))
    by (apply filter_In; split; [apply value_in|now rewrite winning_mod]).
  destruct (sure_true R C st p P Z Y T B _ _ _ Tr (Wp V)) as [s [o [d [I [Oo [L [F [Wd E]]]]]]]].
  assert (J : In (write C (cells s) (plus p o) st) (results R C (moves g P) st)) by (apply in_results; exists s, (plus p o); auto).
  destruct (result_of R C _ _ _ (move_stencils P) Z J) as [Zx [_ Yx]].
  destruct (settles_total R C _ Zx) as [st' [f S]]. exists (negb P, st'). split.
  - split; trivial. exists (write C (cells s) (plus p o) st). repeat split; trivial. now exists f.
  - cbn [fst snd]. intro Win. unfold aim in Wd. rewrite winning_mod, Win in Wd. apply negb_true_iff in Wd.
    rewrite <- winning_mod, (settle_total R C f _ st' K Zx (Yx Y) S), winning_mod, E, <- winning_plus. trivial.
Qed.
Lemma blank_board : forall R C P st, kind R C -> sized R C st -> (forall p, on R C p = true -> see C st p = blank w) ->
  label R C (P, st) = misere w /\ (misere w = true -> forall q, ~ mv g R C (P, st) q).
Proof.
  intros R C P st K Z A. destruct parts as [_ [_ [_ [_ Wc]]]]. unfold win_check in Wc. rewrite !andb_true_iff in Wc.
  destruct Wc as [[[[Wb N1] N2] St] _]. apply eqb_prop in N1, N2. split.
  - unfold label. cbn [fst snd]. rewrite total_blank; trivial; [now destruct P|].
    intros x I. apply In_nth with (d := O) in I. destruct I as [i [L <-]]. unfold sized in Z.
    rewrite Z in L. destruct K as [_ [X _]]. destruct (index_onto R C i L X) as [p [Q <-]]. now apply A.
  - intros Mi q [_ [x [I _]]]. cbn [fst snd] in I. rewrite Mi in St. cbn [negb orb] in St. unfold both in St.
    apply in_results in I. destruct I as [s [p [I [O [L [F _]]]]]].
    assert (Sp : forallb (fun s => existsb not_blank (cells s)) (moves g P) = true) by (apply andb_prop in St; destruct P; tauto).
    rewrite forallb_forall in Sp. specialize (Sp s I). apply existsb_exists in Sp. destruct Sp as [c [J Sp]].
    unfold not_blank in Sp. destruct (before c) as [b|] eqn:Bc; [|discriminate].
    pose proof (fits_see C st s p c b F J Bc) as E. rewrite A in E by (now apply (lies_within _ _ _ _ L)).
    subst b. now rewrite Nat.eqb_refl in Sp.
Qed.
Lemma wins_move : forall R C p, kind R C -> Inv R C p -> label R C p = true ->
  (misere w = true /\ forall q, ~ mv g R C p q) \/ exists q, mv g R C p q /\ label R C q = false.
Proof.
  intros R C [P st] K I Lb. destruct (last_cell R C st) as [A|[p [O [N B]]]].
  - destruct (blank_board R C P st K (proj1 I) A) as [E M]. left. rewrite E in Lb. auto.
  - right. destruct (aims_move R C P st p K I O N B) as [q [M E]]; [now rewrite Lb, orb_true_r|]. exists q. auto.
Qed.
Lemma losses_move : forall R C p, kind R C -> Inv R C p -> misere w = true -> label R C p = false -> exists q, mv g R C p q.
Proof.
  intros R C [P st] K I Mi Lb. destruct (last_cell R C st) as [A|[p [O [N B]]]].
  - destruct (blank_board R C P st K (proj1 I) A) as [E _]. congruence.
  - destruct (aims_move R C P st p K I O N B) as [q [M _]]; [now rewrite Mi|]. now exists q.
Qed.
(** the outcome: who cannot move loses, or in misere play wins *)
Definition Wins (R C : Z) (p : bool * state) : Prop := if misere w then Lattice.MWin (mv g R C) p else Win (mv g R C) p.
Definition Loses (R C : Z) (p : bool * state) : Prop := if misere w then Lattice.MLose (mv g R C) p else Lose (mv g R C) p.
(** MAIN THEOREM: on boards of every size, whatever they show, the value of the sum says who wins once the forced follow-ups
    are carried out; and they always come to an end ([settles_total]). *)
Theorem board_functional_law : forall R C P st st', kind R C -> sized R C st -> proper st -> settles g R C st st' ->
  (winning (total R C 0 st) P = true <-> Wins R C (P, st')) /\
  (winning (total R C 0 st) P = false <-> Loses R C (P, st')).
Proof.
  intros R C P st st' K Z Y [f S]. rewrite <- winning_mod, <- (settle_total R C f st st' K Z Y S), winning_mod.
  destruct (settle_of R C f st st' Z S) as [A [_ [B D]]].
  assert (I : Inv R C (P, st')) by (repeat split; auto). unfold Wins, Loses. destruct (misere w) eqn:Mi.
  - apply (Lattice.misere_kernel_on _ (mv g R C) (Inv R C) (label R C) (play_ends R C)) with (p := (P, st')); trivial.
    + apply inv_closed.
    + intros p Ip E. destruct (wins_move R C p K Ip E) as [[_ N]|Q]; auto.
    + intros p Ip E. now apply losses_move.
    + intros. eapply loses; eauto.
  - apply (kernel_outcome_on _ (mv g R C) (Inv R C) (label R C) (play_ends R C)) with (p := (P, st')); trivial.
    + apply inv_closed.
    + intros p Ip E. destruct (wins_move R C p K Ip E) as [[N _]|Q]; [congruence|trivial].
    + intros. eapply loses; eauto.
Qed.
End Law.
