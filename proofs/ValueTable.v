(** * ValueTable.v -- what every position of one size is worth: rows and boards of a core term; crates/verify/src/values/table.rs.
    Positions are numbered so that a move leads to a smaller number; their moves are those that the term itself has ([Core.moves]), and nothing is listed but forms.
    Proved: where [table_check] accepts, each listed position can stand for its form in every sum, and its form for it, and the moves of the term at each position are
    those of its place in the table ([table_law]); and every board of the size is listed ([table_whole]).
    Source: J. H. Conway, On Numbers and Games (1976).
    An instance gives the term, the arrays around the board, base and length of boards as numbers, the entries (a board, its form), and the sheet. *)
Require Import List Arith NArith ZArith Lia Bool PeanoNat FMapPositive.
From Whowins Require Core.
From Whowins Require Import Value ValueLines.
Import ListNotations.
Open Scope N_scope.

Section Table.
Variable g : Core.game.
Variables before behind : list (list Z).
Variable base : N.
Variable cells : nat.
Variable entries : list (N * N).
Variable s : sheet.

Definition position (t : Z) (b : list Z) : Core.state := [t] :: before ++ b :: behind.
Definition other (t : Z) : Z := (1 - t)%Z.
(** The board after a move: all else must be as it was, and the opponent to move. *)
Definition board_of (t : Z) (q : Core.state) : option (list Z) := match nth_error q (S (length before)) with
  | Some b => if Core.state_dec q (position t b) then Some b else None | None => None end.
Fixpoint digits (k : nat) (n : N) (behind : list Z) : list Z := match k with
  | O => behind | S k => digits k (n / base) (Z.of_N (n mod base) :: behind) end.
Definition code (b : list Z) : N := fold_left (fun n c => n * base + Z.to_N c) b 0.

Section Maps.
Variables (codes forms_of : M.t N) (index : M.t N).
Variables fl fr : N -> list N.
Variable LE : N -> N -> option bool.
Definition board (i : N) : list Z := digits cells (at_key 0 codes i) [].
Definition V (i : N) : N := at_key 0 forms_of i.
(** Cells that are digits, as many as the board has, are told by their number alone: nothing is divided for a move. *)
Definition are_digits (b : list Z) : bool := Nat.eqb (length b) cells && forallb (fun d => (0 <=? d)%Z && (Z.to_N d <? base)) b.
Definition place (b : list Z) : option N := let c := code b in match M.find (N.succ_pos c) index with
  | Some j => if (c =? at_key 0 codes j) && are_digits b then Some j else None | None => None end.
Lemma digits_code : forall b tail, forallb (fun d => (0 <=? d)%Z && (Z.to_N d <? base)) b = true -> digits (length b) (code b) tail = b ++ tail.
Proof using.
  intro b. induction b as [|d b IH] using rev_ind; intros tail C; trivial. rewrite forallb_app in C. simpl in C. rewrite andb_true_r in C.
  apply andb_prop in C. destruct C as [C D]. apply andb_prop in D. destruct D as [D1 D2]. apply Z.leb_le in D1. apply N.ltb_lt in D2.
  unfold code. rewrite app_length, fold_left_app, Nat.add_comm. simpl. fold (code b).
  replace ((code b * base + Z.to_N d) / base) with (code b) by (rewrite N.div_add_l, N.div_small; lia).
  replace ((code b * base + Z.to_N d) mod base) with (Z.to_N d) by (rewrite N.add_comm, N.mod_add, N.mod_small; lia).
  rewrite IH, <- app_assoc by exact C. simpl. now rewrite Z2N.id.
Qed.
Lemma place_board : forall b j, place b = Some j -> b = board j.
Proof using.
  intros b j. unfold place. destruct (M.find (N.succ_pos (code b)) index) as [k|]; [|discriminate].
  destruct (N.eqb_spec (code b) (at_key 0 codes k)) as [E|]; [|discriminate]. simpl. unfold are_digits.
  destruct (Nat.eqb_spec (length b) cells) as [L|]; [|discriminate]. destruct (forallb _ b) eqn:D; [|discriminate]. intros [= <-].
  unfold board. rewrite <- E, <- L, digits_code, app_nil_r by exact D. reflexivity.
Qed.
Definition followers (t : Z) (i : N) : list (option N) :=
  map (fun q => match board_of (other t) q with Some b => place b | None => None end) (Core.moves g (position t (board i))).
(** A move leads to a smaller number, whatever the literal says. *)
Definition step (t : Z) (i : N) : list N := flat_map (fun o => match o with Some j => if j <? i then [j] else [] | None => [] end) (followers t i).
Definition all_listed (t : Z) (i : N) : bool := forallb (fun o => match o with Some j => j <? i | None => false end) (followers t i).
Definition entry_ok (i : N) : bool :=
  all_listed 0 i && all_listed 1 i && is fl fr LE (map V (step 0 i)) (map V (step 1 i)) (V i).

Lemma step_falls : forall t i j, In j (step t i) -> j < i.
Proof using.
  intros t i j I. unfold step in I. apply in_flat_map in I. destruct I as [[k|] [_ I]]; [|destruct I].
  destruct (k <? i) eqn:E; [|destruct I]. destruct I as [<-|[]]. now apply N.ltb_lt.
Qed.
Definition tL (i : N) : list (list (N + N)) := map (fun j => [inr j]) (step 0 i).
Definition tR (i : N) : list (list (N + N)) := map (fun j => [inr j]) (step 1 i).
Definition at_place (i : N) : list (N + N) := [inr i].
Lemma tL_falls : forall b p, In p (tL b) -> (total (N + N) (weight N N.to_nat) p < N.to_nat b)%nat.
Proof using. intros b p I. apply in_map_iff in I. destruct I as [j [<- I]]. apply step_falls in I. simpl. lia. Qed.
Lemma tR_falls : forall b p, In p (tR b) -> (total (N + N) (weight N N.to_nat) p < N.to_nat b)%nat.
Proof using. intros b p I. apply in_map_iff in I. destruct I as [j [<- I]]. apply step_falls in I. simpl. lia. Qed.

Lemma moves_are : forall t i, all_listed t i = true ->
  Core.moves g (position t (board i)) = map (fun j => position (other t) (board j)) (step t i).
Proof using.
  intros t i C. unfold all_listed, step, followers in *. induction (Core.moves g (position t (board i))) as [|q l IH]; trivial. simpl in *.
  apply andb_prop in C. destruct C as [C1 C2].
  unfold board_of in C1 |- *. destruct (nth_error q (S (length before))) as [b|] eqn:E; [|discriminate].
  destruct (Core.state_dec q (position (other t) b)) as [Q|]; [|discriminate].
  destruct (place b) as [j|] eqn:Bj; [|discriminate]. apply place_board in Bj. rewrite C1. cbn [app map]. f_equal; [congruence|].
  apply IH. exact C2.
Qed.

Hypothesis fl_falls : forall a x, In x (fl a) -> x < a.
Hypothesis fr_falls : forall a x, In x (fr a) -> x < a.
Hypothesis lines : forall a b v, LE a b = Some v -> line_ok fl fr LE a b v = true.
Notation equal := (equal (N + N) (oL N fl tL) (oR N fr tR)).
Lemma entry_sound : forall n, (forall i, i < n -> entry_ok i = true) -> forall i, i < n -> equal (at_place i) (F N (V i)).
Proof using fl_falls fr_falls lines.
  intros n C i. induction i as [i IH] using (well_founded_ind N.lt_wf_0). intro L. pose proof (C i L) as E. unfold entry_ok in E.
  apply andb_prop in E. destruct E as [_ E].
  assert (R : forall (o : list (list (N + N))) t, o = map (fun j => [inr j]) (step t i) -> reps N fl fr tL tR o (map V (step t i))).
  { intros o t ->. split.
    - intros Y I. apply in_map_iff in I. destruct I as [j [<- I]]. exists (V j). split; [now apply in_map|].
      pose proof (step_falls _ _ _ I). apply IH; lia.
    - intros x I. apply in_map_iff in I. destruct I as [j [<- I]]. exists [inr j]. split; [apply in_map_iff; now exists j|].
      pose proof (step_falls _ _ _ I). apply IH; lia. }
  assert (Z0 : forall o, map (fun p : list (N + N) => p ++ []) o = o) by (intro o; rewrite <- (map_id o) at 2; apply map_ext; intro; apply app_nil_r).
  apply (is_sound N fl fr fl_falls fr_falls tL tR N.to_nat tL_falls tR_falls LE lines (at_place i) (map V (step 0 i)) (map V (step 1 i))).
  - apply R. unfold lo, at_place. simpl. now rewrite app_nil_r, Z0.
  - apply R. unfold ro, at_place. simpl. now rewrite app_nil_r, Z0.
  - exact E.
Qed.
End Maps.

Definition the_codes := numbered 0 (map fst entries) (M.empty N).
Definition the_forms := numbered 0 (map snd entries) (M.empty N).
Fixpoint places (n : N) (l : list N) (m : M.t N) : M.t N := match l with [] => m | c :: l => places (N.succ n) l (put m c n) end.
Definition the_index := places 0 (map fst entries) (M.empty N).
Definition many : N := N.of_nat (length entries).
Fixpoint below (k : nat) (n : N) : list N := match k with O => [] | S k => n :: below k (N.succ n) end.
Lemma in_below : forall k n x, In x (below k n) <-> n <= x < n + N.of_nat k.
Proof. induction k as [|k IH]; intros n x; simpl; [lia|]. rewrite IH. lia. Qed.
Definition the_left := options_in (lefts s).
Definition the_right := options_in (rights s).
Definition the_order := look (T := bool) (size s) (gathered (size s) (order s)).

(** Every board of the size: its number is below base ^ cells. *)
Definition table_check : bool :=
  let codes := the_codes in let forms_of := the_forms in let index := the_index in
  let ml := lefts s in let mr := rights s in let mo := gathered (size s) (order s) in
  let LE := look (T := bool) (size s) mo in
  forallb (fun e => line_ok (options_in ml) (options_in mr) LE (fst (fst e)) (snd (fst e)) (snd e)) (order s) &&
  forallb (entry_ok codes forms_of index (options_in ml) (options_in mr) LE) (below (length entries) 0).
Definition whole_check : bool :=
  let codes := the_codes in let index := the_index in let m := many in
  forallb (fun n => match place codes index (digits cells n []) with Some j => j <? m | None => false end) (below (N.to_nat (base ^ N.of_nat cells)) 0).

Definition worth (i : N) : N := V the_forms i.
Definition shown (i : N) : list Z := board the_codes i.
Definition leads (t : Z) (i : N) : list N := step the_codes the_index t i.
Definition sums_of := equal (N + N) (oL N the_left (tL the_codes the_index)) (oR N the_right (tR the_codes the_index)).

(** MAIN THEOREM *)
Theorem table_law : table_check = true -> forall i, i < many ->
  (forall t, t = 0%Z \/ t = 1%Z -> Core.moves g (position t (shown i)) = map (fun j => position (other t) (shown j)) (leads t i)) /\
  sums_of (at_place i) (F N (worth i)).
Proof.
  intros C i L. unfold table_check in C. cbn zeta in C. apply andb_prop in C. destruct C as [C1 C2]. rewrite forallb_forall in C1, C2.
  assert (E : forall j, j < many -> entry_ok the_codes the_forms the_index the_left the_right the_order j = true).
  { intros j J. apply C2, in_below. unfold many in J. lia. }
  split.
  - intros t T. pose proof (E i L) as Ei. unfold entry_ok in Ei. apply andb_prop in Ei. destruct Ei as [Ei _]. apply andb_prop in Ei.
    destruct Ei as [E0 E1]. destruct T; subst t; apply moves_are; assumption.
  - apply (entry_sound the_codes the_forms the_index the_left the_right the_order (options_in_fall _) (options_in_fall _)) with (n := many); trivial.
    intros a b v Q. apply look_in in Q. exact (C1 _ Q).
Qed.
Theorem table_whole : whole_check = true -> forall n, n < base ^ N.of_nat cells -> exists i, i < many /\ shown i = digits cells n [].
Proof.
  intros C n L. unfold whole_check in C. cbn zeta in C. rewrite forallb_forall in C. specialize (C n). rewrite in_below in C.
  specialize (C ltac:(lia)). destruct (place the_codes the_index (digits cells n [])) as [j|] eqn:Q; [|discriminate].
  apply place_board in Q. exists j. split; [now apply N.ltb_lt|now symmetry].
Qed.
End Table.
