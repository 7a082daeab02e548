(** * ViewRing.v -- circles: rings of symbols whose moves take cells of one symbol alone, in the game of a core term.
    The index goes round: a move lays a pattern of k cells on as many neighbouring cells of a ring of n >= k, read onwards or back.
    Proved: where [view_ring] accepts, a ring with a cell of another symbol is what the heaps are that are as long as its runs ([parted_ring]); and who wins a
    ring without is told by the single runs that moves leave of it ([whole_ring_won], [whole_ring_lost]): circles reduce to rows.
    Source: octal games on strips (Guy, Smith 1956); simulation.
    An instance gives both terms, the ring's moves in the term's order, and the code of the heaps. *)
Require Import ZArith NArith List Bool Lia Permutation.
From Whowins Require ViewHeaps.
From Whowins Require Import Core ViewTidy ViewOutcome ViewBoardTerm ViewBoard ViewRowHeaps.
Import ListNotations.
Open Scope nat_scope.

(** ** Places of a ring *)
(** So many places on from a, or back, in a ring of n. *)
Definition idx (n : nat) (back : bool) (a j : nat) : nat :=
  if back then (if j <=? a then a - j else a + n - j) else (if a + j <? n then a + j else a + j - n).
Lemma idx_less : forall n back a j, a < n -> j < n -> idx n back a j < n.
Proof. intros n back a j A J. unfold idx. destruct back; [destruct (Nat.leb_spec j a)|destruct (Nat.ltb_spec (a + j) n)]; lia. Qed.
Lemma idx_one : forall n back a i j, a < n -> i < n -> j < n -> idx n back a i = idx n back a j -> i = j.
Proof.
  intros n back a i j A I J. unfold idx. destruct back;
    [destruct (Nat.leb_spec i a), (Nat.leb_spec j a)|destruct (Nat.ltb_spec (a + i) n), (Nat.ltb_spec (a + j) n)]; lia.
Qed.
(** Where a pattern of k cells that is laid from a on begins, and which of its cells is j of those that are laid. *)
Definition begin (n : nat) (back : bool) (a k : nat) : nat := if back then idx n true a (k - 1) else a.
Definition turned (back : bool) (k j : nat) : nat := if back then k - 1 - j else j.
Lemma begin_idx : forall n back a k j, a < n -> 0 < k <= n -> j < k -> idx n back a j = idx n false (begin n back a k) (turned back k j).
Proof.
  intros n back a k j A K J. unfold begin, turned, idx. destruct back; [|reflexivity].
  destruct (Nat.leb_spec j a), (Nat.leb_spec (k - 1) a).
  all: match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end; lia.
Qed.
Lemma begin_all : forall n back a k, a < n -> 0 < k <= n -> exists v, v < n /\ begin n back v k = a.
Proof.
  intros n back a k A K. destruct back; [|now exists a]. exists (idx n false a (k - 1)). split; [apply idx_less; lia|].
  unfold begin, idx. destruct (Nat.ltb_spec (a + (k - 1)) n).
  all: match goal with |- context [?x <=? ?y] => destruct (Nat.leb_spec x y) end; lia.
Qed.
Definition rot (a : nat) (l : list nat) : list nat := skipn a l ++ firstn a l.
Lemma rot_length : forall a l, length (rot a l) = length l.
Proof. intros a l. unfold rot. rewrite app_length, Nat.add_comm, <- app_length, firstn_skipn. reflexivity. Qed.
Lemma rot_nth : forall a l i, a < length l -> i < length l -> nth i (rot a l) 0 = nth (idx (length l) false a i) l 0.
Proof.
  intros a l i A I. unfold rot, idx. assert (F : length (firstn a l) = a) by (rewrite firstn_length; lia).
  assert (S : length (skipn a l) = length l - a) by apply skipn_length. set (n := length l) in *. rewrite <- (firstn_skipn a l) at 3.
  destruct (Nat.ltb_spec (a + i) n).
  - rewrite !app_nth1, app_nth2 by lia. f_equal. lia.
  - rewrite app_nth2, app_nth1 by lia. f_equal. lia.
Qed.
Lemma rot_same : forall a l m, a < length l -> length l = length m -> rot a l = rot a m -> l = m.
Proof.
  intros a l m A L E. rewrite <- (firstn_skipn a l), <- (firstn_skipn a m). unfold rot in E.
  assert (S : length (skipn a l) = length (skipn a m)) by (rewrite !skipn_length; lia).
  apply app_inj_2 in E || idtac.
  assert (H : skipn a l = skipn a m /\ firstn a l = firstn a m).
  { revert S E. generalize (skipn a l) (skipn a m) (firstn a l) (firstn a m). induction l0 as [|x u IH]; intros [|y w] p q S E; try discriminate; [now split|].
    cbn [app] in E. injection E as -> E. injection S as S. destruct (IH w p q S E) as [-> ->]. now split. }
  destruct H as [-> ->]. reflexivity.
Qed.

Lemma once_map : forall (f : nat -> nat) l, (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros f l One N. induction N as [|x l H N IH]; cbn [map]; constructor.
  - intro I. apply in_map_iff in I. destruct I as [y [E I]]. apply H. rewrite (One x y); trivial; [now left|now right|congruence].
  - apply IH. intros y z Y Z. apply One; now right.
Qed.

(** ** What is put *)
Definition puts (ps : list (nat * nat)) (l : list nat) : list nat := fold_left (fun l p => put (fst p) (snd p) l) ps l.
Lemma put_length : forall i (x : nat) l, length (put i x l) = length l.
Proof. intros i x l. revert i. induction l as [|y l IH]; intros [|i]; cbn; trivial. now rewrite IH. Qed.
Lemma put_here : forall i (x : nat) l, i < length l -> nth i (put i x l) 0 = x.
Proof. intros i x l. revert i. induction l as [|y l IH]; intros [|i] H; cbn in *; try lia; trivial. apply IH. lia. Qed.
Lemma put_there : forall i j (x : nat) l, i <> j -> nth j (put i x l) 0 = nth j l 0.
Proof. intros i j x l. revert i j. induction l as [|y l IH]; intros [|i] [|j] H; cbn; trivial; try congruence. apply IH. congruence. Qed.
Lemma puts_length : forall ps l, length (puts ps l) = length l.
Proof. induction ps as [|p ps IH]; intro l; cbn; trivial. unfold puts in IH. now rewrite IH, put_length. Qed.
Lemma puts_there : forall ps l j, ~ In j (map fst ps) -> nth j (puts ps l) 0 = nth j l 0.
Proof.
  induction ps as [|p ps IH]; intros l j N; [reflexivity|]. cbn [map] in N. change (puts (p :: ps) l) with (puts ps (put (fst p) (snd p) l)).
  rewrite IH by (intro I; apply N; now right). apply put_there. intro E. apply N. now left.
Qed.
Lemma puts_here : forall ps l i x, NoDup (map fst ps) -> In (i, x) ps -> i < length l -> nth i (puts ps l) 0 = x.
Proof.
  induction ps as [|p ps IH]; intros l i x N I H; [destruct I|]. change (puts (p :: ps) l) with (puts ps (put (fst p) (snd p) l)).
  cbn [map] in N. inversion N as [|? ? N1 N2]; subst. destruct I as [->|I].
  - cbn [fst snd] in *. rewrite puts_there by trivial. now apply put_here.
  - apply IH; trivial. now rewrite put_length.
Qed.

(** ** The term *)
Definition ring_of (P : bool) (st : list nat) : state := [[number_of P]; map Z.of_nat st].
Definition cell_e (back : bool) (j : nat) : expr := match j with
  | O => Var 0 | _ => Bin Mod (Bin (if back then Sub else Add) (Var 0) (Num (Z.of_nat j))) (Len (Core.P 1)) end.
Definition numbered (w : list nat) : list (nat * nat) := combine (seq 0 (length w)) w.
Definition shown (back : bool) (w : list nat) : list expr :=
  map (fun p => Bin Eq (Get (Core.P 1) (cell_e back (fst p)) (-1)) (Num (Z.of_nat (snd p)))) (numbered w).
Definition sets (back : bool) (w : list nat) : list cmd := map (fun p => Set_ 1 (cell_e back (fst p)) (Num (Z.of_nat (snd p)))) (numbered w).
(** A pattern laid anywhere, onwards or back, with what is written in its place. *)
Definition laid_c (back : bool) (before after : list nat) : cmd :=
  Choose (Num 0) (Len (Core.P 1)) (seq_of (map Guard (Bin Le (Num (Z.of_nat (length before))) (Len (Core.P 1)) :: shown back before) ++ sets back after)).
Definition facing (back : bool) (w : list nat) : list nat := if back then rev w else w.

Section Meaning.
Variables (cs : list (list Z)) (bs : list bounds) (symbols : nat).
Hypothesis Cells : nth_error bs 1 = Some (0%Z, Some (Z.of_nat symbols - 1)%Z).
Notation go := (run cs bs).
Lemma cell_ev : forall P st back a j, a < length st -> j < length st -> ev cs [Z.of_nat a] (ring_of P st) (cell_e back j) = Z.of_nat (idx (length st) back a j).
Proof using.
  intros P st back a j A J. destruct j as [|j].
  - cbn. unfold idx. destruct back; [now rewrite Nat.sub_0_r|]. rewrite Nat.add_0_r. destruct (Nat.ltb_spec a (length st)); [reflexivity|lia].
  - unfold cell_e. cbn [ev look ring_of nth]. rewrite map_length. set (n := length st) in *. set (i := S j) in *. cbn [nth]. unfold idx, opz.
    destruct (Z.leb_spec (Z.of_nat n) 0) as [|N]; [lia|]. destruct back.
    + destruct (Nat.leb_spec i a).
      * rewrite Z.mod_small by lia. lia.
      * symmetry. apply Z.mod_unique with (q := (-1)%Z); lia.
    + destruct (Nat.ltb_spec (a + i) n).
      * rewrite Z.mod_small by lia. lia.
      * symmetry. apply Z.mod_unique with (q := 1%Z); lia.
Qed.
Lemma sets_run : forall P back a ps st, a < length st -> Forall (fun p => fst p < length st /\ snd p < symbols) ps ->
  go (seq_of (map (fun p => Set_ 1 (cell_e back (fst p)) (Num (Z.of_nat (snd p)))) ps)) [Z.of_nat a] (ring_of P st) =
  [ring_of P (puts (map (fun p => (idx (length st) back a (fst p), snd p)) ps) st)].
Proof using Cells.
  intros P back a. induction ps as [|p ps IH]; intros st A F; [reflexivity|]. inversion F as [|? ? [F1 F2] F3]; subst. cbn [map]. rewrite run_seq_of. cbn [run].
  rewrite cell_ev by trivial. cbn [ev]. unfold assign. change (nth_error (ring_of P st) 1) with (Some (map Z.of_nat st)). rewrite Cells, map_length. unfold inside. cbn [fst snd].
  pose proof (idx_less (length st) back a (fst p) A F1) as L.
  replace ((0 <=? Z.of_nat (idx (length st) back a (fst p)))%Z && (Z.of_nat (idx (length st) back a (fst p)) <? Z.of_nat (length st))%Z) with true
    by (symmetry; apply andb_true_intro; rewrite Z.leb_le, Z.ltb_lt; lia).
  replace ((0 <=? Z.of_nat (snd p))%Z && (Z.of_nat (snd p) <=? Z.of_nat symbols - 1)%Z) with true by (symmetry; apply andb_true_intro; rewrite !Z.leb_le; lia).
  cbn [andb flat_map]. rewrite app_nil_r, Nat2Z.id.
  assert (E : put (idx (length st) back a (fst p)) (Z.of_nat (snd p)) (map Z.of_nat st) = map Z.of_nat (put (idx (length st) back a (fst p)) (snd p) st)).
  { generalize (idx (length st) back a (fst p)). clear. induction st as [|y st IH]; intros [|i]; cbn; trivial. now rewrite IH. }
  rewrite E. change (put 1 (map Z.of_nat (put (idx (length st) back a (fst p)) (snd p) st)) (ring_of P st)) with (ring_of P (put (idx (length st) back a (fst p)) (snd p) st)).
  rewrite IH; rewrite ?put_length; trivial.
Qed.
Lemma numbered_in : forall w j x, In (j, x) (numbered w) <-> j < length w /\ nth j w 0 = x.
Proof using.
  intros w j x. unfold numbered. split.
  - intro I. destruct (In_nth _ _ (0, 0) I) as [i [Hi E]]. rewrite combine_length, seq_length, Nat.min_id in Hi. rewrite combine_nth in E by apply seq_length.
    rewrite seq_nth in E by trivial. injection E as <- <-. cbn. now split.
  - intros [H <-]. replace (j, nth j w 0) with (nth j (combine (seq 0 (length w)) w) (0, 0)).
    + apply nth_In. rewrite combine_length, seq_length. lia.
    + rewrite combine_nth by apply seq_length. now rewrite seq_nth.
Qed.
Lemma facing_nth : forall back w j, j < length w -> nth (turned back (length w) j) (facing back w) 0 = nth j w 0.
Proof using.
  intros back w j H. unfold turned, facing. destruct back; [|reflexivity]. rewrite rev_nth by lia. f_equal. lia.
Qed.
Theorem laid_moves : forall P st back u w t, length u = length w -> 0 < length u -> Forall (fun x => x < symbols) w ->
  (In t (go (laid_c back u w) [] (ring_of P st)) <->
   exists a st' rest, t = ring_of P st' /\ a < length st /\ length st' = length st /\ rot a st = facing back u ++ rest /\ rot a st' = facing back w ++ rest).
Proof using Cells.
  intros P st back u w t L Lu Fw. unfold laid_c. cbn [run]. rewrite in_flat_map. cbn [ev look ring_of nth]. rewrite map_length.
  assert (Fl : forall x, length (facing back x) = length x) by (intro x; unfold facing; destruct back; [apply rev_length|reflexivity]).
  assert (Here : forall a, a < length st -> forall t', In t' (go (seq_of (map Guard (Bin Le (Num (Z.of_nat (length u))) (Len (Core.P 1)) :: shown back u) ++ sets back w))
      ([] ++ [Z.of_nat a]) (ring_of P st)) <-> length u <= length st /\ (forall j, j < length u -> nth (idx (length st) back a j) st 0 = nth j u 0) /\
      t' = ring_of P (puts (map (fun p => (idx (length st) back a (fst p), snd p)) (numbered w)) st)).
  { intros a A t'. cbn [app]. rewrite guards_run. cbn [forallb]. rewrite andb_true_iff, forallb_forall.
    assert (Room : true_e cs [Z.of_nat a] (ring_of P st) (Bin Le (Num (Z.of_nat (length u))) (Len (Core.P 1))) = true <-> length u <= length st).
    { rewrite true_spec. cbn [ev look ring_of nth opz]. rewrite map_length. unfold b2z. destruct (Z.leb_spec (Z.of_nat (length u)) (Z.of_nat (length st))); split; intro; try lia; discriminate. }
    rewrite Room. unfold sets.
    assert (Sets : length u <= length st -> go (seq_of (map (fun p => Set_ 1 (cell_e back (fst p)) (Num (Z.of_nat (snd p)))) (numbered w))) [Z.of_nat a] (ring_of P st) =
      [ring_of P (puts (map (fun p => (idx (length st) back a (fst p), snd p)) (numbered w)) st)]).
    { intro K. apply sets_run; trivial. apply Forall_forall. intros [j x] I. apply numbered_in in I. destruct I as [I <-]. cbn [fst snd]. split; [lia|].
      rewrite Forall_forall in Fw. apply Fw, nth_In. trivial. }
    assert (Shown : length u <= length st -> ((forall e, In e (shown back u) -> true_e cs [Z.of_nat a] (ring_of P st) e = true) <->
      (forall j, j < length u -> nth (idx (length st) back a j) st 0 = nth j u 0))).
    { intro K. assert (One : forall j, j < length u -> (true_e cs [Z.of_nat a] (ring_of P st) (Bin Eq (Get (Core.P 1) (cell_e back j) (-1)) (Num (Z.of_nat (nth j u 0)))) = true <->
        nth (idx (length st) back a j) st 0 = nth j u 0)).
      { intros j J. rewrite true_spec. cbn [ev opz]. rewrite cell_ev by lia. cbn [look ring_of nth]. unfold elt.
        pose proof (idx_less (length st) back a j A ltac:(lia)) as Lj. destruct (Z.ltb_spec (Z.of_nat (idx (length st) back a j)) 0) as [|_]; [lia|].
        rewrite Nat2Z.id. rewrite nth_indep with (d' := Z.of_nat 0) by (rewrite map_length; lia). rewrite map_nth. unfold b2z.
        destruct (Z.eqb_spec (Z.of_nat (nth (idx (length st) back a j) st 0)) (Z.of_nat (nth j u 0))); split; intro; try lia; congruence. }
      split.
      - intros H j J. apply One; trivial. apply H. unfold shown. apply in_map_iff. exists (j, nth j u 0). split; [reflexivity|]. apply numbered_in. now split.
      - intros H e I. unfold shown in I. apply in_map_iff in I. destruct I as [[j x] [<- I]]. apply numbered_in in I. destruct I as [I <-]. cbn [fst snd]. apply One; auto. }
    split.
    - intros [[K Sh] I]. split; trivial. split; [now apply Shown|]. rewrite Sets in I by trivial. destruct I as [<-|[]]. reflexivity.
    - intros [K [Sh ->]]. split; [split; trivial; now apply Shown|]. rewrite Sets by trivial. now left. }
  assert (After : forall a, a < length st -> length u <= length st ->
    let st' := puts (map (fun p => (idx (length st) back a (fst p), snd p)) (numbered w)) st in let s := begin (length st) back a (length u) in
    length st' = length st /\ rot s st' = facing back w ++ skipn (length u) (rot s st)).
  { intros a A K st' s. assert (Ls : length st' = length st) by apply puts_length. split; trivial.
    assert (S : s < length st) by (unfold s, begin; destruct back; [apply idx_less; lia|trivial]).
    apply nth_ext with (d := 0) (d' := 0); [rewrite rot_length, app_length, Fl, skipn_length, rot_length; lia|].
    rewrite rot_length, Ls. intros i I. rewrite rot_nth by (rewrite ?Ls; trivial). rewrite Ls.
    assert (Once : NoDup (map fst (map (fun p => (idx (length st) back a (fst p), snd p)) (numbered w)))).
    { rewrite map_map. cbn [fst]. unfold numbered. rewrite <- map_map with (f := fst) (g := idx (length st) back a).
      rewrite <- L. replace (map fst (combine (seq 0 (length u)) w)) with (seq 0 (length u)).
      - apply once_map; [|apply seq_NoDup]. intros x y X Y. apply in_seq in X, Y. apply idx_one; lia.
      - symmetry. rewrite L. clear. generalize 0. induction w as [|x w IH]; intro k; cbn; trivial. now rewrite IH. }
    destruct (Nat.lt_ge_cases i (length u)) as [J|J].
    - rewrite app_nth1 by (rewrite Fl; lia). set (j := turned back (length u) i).
      assert (Hj : j < length u) by (unfold j, turned; destruct back; lia).
      assert (Back : turned back (length u) j = i) by (unfold j, turned; destruct back; lia).
      assert (E : idx (length st) false s i = idx (length st) back a j) by (rewrite (begin_idx _ back a (length u) j) by lia; rewrite Back; reflexivity).
      rewrite E. rewrite <- Back, L. rewrite facing_nth by lia. apply puts_here with (x := nth j w 0); trivial; [|apply idx_less; lia].
      apply in_map_iff. exists (j, nth j w 0). split; [reflexivity|]. apply numbered_in. split; [lia|reflexivity].
    - rewrite app_nth2 by (rewrite Fl; lia). rewrite Fl, <- L. unfold st'. rewrite puts_there.
      + rewrite <- rot_nth by trivial. rewrite <- (firstn_skipn (length u) (rot s st)) at 1. rewrite app_nth2; rewrite firstn_length, rot_length; [|lia].
        f_equal. lia.
      + intro X. rewrite map_map in X. apply in_map_iff in X. destruct X as [[j x] [X Y]]. cbn [fst] in X. apply numbered_in in Y. destruct Y as [Y _].
        rewrite (begin_idx _ back a (length u) j) in X by lia. fold s in X. apply idx_one in X; try lia. 
        * unfold turned in X. destruct back; lia.
        * unfold turned. destruct back; lia. }
  assert (Before : forall a, a < length st -> length u <= length st -> let s := begin (length st) back a (length u) in
    (forall j, j < length u -> nth (idx (length st) back a j) st 0 = nth j u 0) <-> rot s st = facing back u ++ skipn (length u) (rot s st)).
  { intros a A K s. assert (S : s < length st) by (unfold s, begin; destruct back; [apply idx_less; lia|trivial]).
    assert (Is : forall j, j < length u -> nth (idx (length st) back a j) st 0 = nth (turned back (length u) j) (rot s st) 0).
    { intros j J. rewrite rot_nth; trivial; [|unfold turned; destruct back; lia]. rewrite (begin_idx _ back a (length u) j) by lia. reflexivity. }
    split.
    - intro H. rewrite <- (firstn_skipn (length u) (rot s st)) at 1. f_equal. assert (Lf : length (firstn (length u) (rot s st)) = length u) by (rewrite firstn_length, rot_length; lia).
      apply nth_ext with (d := 0) (d' := 0); [now rewrite Lf, Fl|]. rewrite Lf. intros i I. set (j := turned back (length u) i).
      assert (Hj : j < length u) by (unfold j, turned; destruct back; lia).
      assert (Back : turned back (length u) j = i) by (unfold j, turned; destruct back; lia).
      rewrite <- Back at 2. rewrite facing_nth by trivial. rewrite <- H, Is, Back by trivial.
      rewrite <- (firstn_skipn (length u) (rot s st)) at 2. now rewrite app_nth1 by lia.
    - intros E j J. rewrite Is by trivial. rewrite E, app_nth1 by (rewrite Fl; unfold turned; destruct back; lia). now apply facing_nth. }
  split.
  - intros [v [Iv It]]. apply in_range in Iv. set (a := Z.to_nat v). assert (Ea : v = Z.of_nat a) by lia. assert (A : a < length st) by lia. rewrite Ea in It.
    apply (Here a A) in It. destruct It as [K [Sh ->]]. destruct (After a A K) as [Ls R]. apply (Before a A K) in Sh.
    exists (begin (length st) back a (length u)), (puts (map (fun p => (idx (length st) back a (fst p), snd p)) (numbered w)) st), (skipn (length u) (rot (begin (length st) back a (length u)) st)).
    repeat split; trivial. unfold begin. destruct back; [apply idx_less; lia|trivial].
  - intros [s [st' [rest [-> [S [Ls [E E']]]]]]].
    assert (K : length u <= length st) by (pose proof (rot_length s st) as Q; rewrite E, app_length, Fl in Q; lia).
    destruct (begin_all (length st) back s (length u) S ltac:(lia)) as [a [A Ba]]. exists (Z.of_nat a). split; [apply in_range; lia|].
    assert (Rest : skipn (length u) (rot s st) = rest) by (rewrite E, <- (Fl u), skipn_app, skipn_all, Nat.sub_diag; reflexivity).
    apply (Here a A). split; trivial. split; [apply (Before a A K); rewrite Ba, Rest; exact E|]. f_equal.
    destruct (After a A K) as [Lp R]. rewrite Ba, Rest, <- E' in R. symmetry. apply rot_same with (a := s); rewrite ?Lp; trivial. congruence.
Qed.
End Meaning.

(** ** Runs of a ring *)
Lemma rot_split : forall u v : list nat, rot (length u) (u ++ v) = v ++ u.
Proof.
  intros u v. unfold rot. rewrite skipn_app, firstn_app, skipn_all, firstn_all, Nat.sub_diag. cbn [skipn firstn app]. now rewrite app_nil_r.
Qed.
Lemma rot_again : forall a st u v, a < length st -> rot a st = u ++ v -> v <> [] -> rot (idx (length st) false a (length u)) st = v ++ u.
Proof.
  intros a st u v A E Nv. assert (Ln : length u + length v = length st) by (rewrite <- app_length, <- E; apply rot_length).
  assert (Pv : 0 < length v) by (destruct v; [congruence|cbn; lia]). pose proof (idx_less (length st) false a (length u) A ltac:(lia)) as B.
  apply nth_ext with (d := 0) (d' := 0); [rewrite rot_length, app_length; lia|]. rewrite rot_length. intros i I. rewrite rot_nth by trivial.
  assert (Of : forall j, j < length st -> nth (idx (length st) false a j) st 0 = nth j (u ++ v) 0) by (intros j J; rewrite <- E; symmetry; now apply rot_nth).
  destruct (Nat.lt_ge_cases i (length v)) as [J|J].
  - rewrite app_nth1 by trivial. replace (nth i v 0) with (nth (length u + i) (u ++ v) 0) by (rewrite app_nth2 by lia; f_equal; lia).
    rewrite <- Of by lia. f_equal. unfold idx. destruct (Nat.ltb_spec (a + length u) (length st)), (Nat.ltb_spec (a + (length u + i)) (length st));
    match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end; lia.
  - rewrite app_nth2 by trivial. replace (nth (i - length v) u 0) with (nth (i - length v) (u ++ v) 0) by (rewrite app_nth1 by lia; reflexivity).
    rewrite <- Of by lia. f_equal. unfold idx. destruct (Nat.ltb_spec (a + length u) (length st)), (Nat.ltb_spec (a + (i - length v)) (length st));
    match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end; lia.
Qed.
Lemma rot_to : forall a w, a < length w -> exists st, length st = length w /\ rot a st = w.
Proof.
  intros a w A. set (u := firstn (length w - a) w). set (v := skipn (length w - a) w). assert (E : w = u ++ v) by (symmetry; apply firstn_skipn).
  assert (Lv : length v = a) by (unfold v; rewrite skipn_length; lia). exists (v ++ u). split; [rewrite E, !app_length; lia|]. rewrite <- Lv, rot_split. now symmetry.
Qed.
Lemma rot_head : forall a st x w, a < length st -> rot a st = x :: w -> nth a st 0 = x.
Proof.
  intros a st x w A E. pose proof (rot_nth a st 0 A ltac:(lia)) as H. rewrite E in H. cbn [nth] in H. rewrite H. f_equal. unfold idx. rewrite Nat.add_0_r.
  destruct (Nat.ltb_spec a (length st)); lia.
Qed.

Section Runs.
Variable live : nat.
Notation runs := (runs live).
Notation runs_from := (runs_from live).
Definition parted (st : list nat) : Prop := exists x, In x st /\ x <> live.
Fixpoint first_dead (st : list nat) : nat := match st with [] => 0 | x :: st => if x =? live then S (first_dead st) else 0 end.
(** The runs of a ring, from its first cell on that is not live. *)
Definition cyc (st : list nat) : list N := runs (rot (first_dead st) st).
Lemma split_dead : forall l, parted l -> exists i x r, l = repeat live i ++ x :: r /\ x <> live /\ i = first_dead l.
Proof using.
  induction l as [|y l IH]; intros [x [I D]]; [destruct I|]. cbn [first_dead]. destruct (Nat.eqb_spec y live) as [->|N].
  - destruct IH as [i [z [r [-> [Z E]]]]]; [exists x; split; trivial; destruct I; [congruence|trivial]|]. exists (S i), z, r. cbn [repeat app]. now rewrite <- E.
  - exists 0, y, l. auto.
Qed.
Lemma runs_cut : forall u y w k, y <> live -> runs_from k (u ++ y :: w) = runs_from k u ++ runs_from 0 w.
Proof using.
  induction u as [|x u IH]; intros y w k Y; cbn [app ViewRowHeaps.runs_from].
  - destruct (Nat.eqb_spec y live); [congruence|reflexivity].
  - destruct (x =? live); rewrite IH by trivial; trivial. now rewrite app_assoc.
Qed.
Lemma two_dead : forall a b st, a < b -> b < length st -> nth a st 0 <> live -> nth b st 0 <> live -> Permutation (runs (rot a st)) (runs (rot b st)).
Proof using.
  intros a b st A B Da Db. destruct (nth_split st 0 B) as [l [w [E L]]]. set (y := nth b st 0) in *.
  assert (A' : a < length l) by lia. rewrite E, app_nth1 in Da by trivial. destruct (nth_split l 0 A') as [u [v [E2 L2]]]. set (x := nth a l 0) in *.
  rewrite E, <- L, rot_split, E2, <- app_assoc, <- L2, rot_split. cbn [app]. unfold ViewRowHeaps.runs. rewrite <- app_assoc. cbn [app].
  change (x :: v ++ y :: w ++ u) with ([] ++ x :: (v ++ y :: w ++ u)). rewrite runs_cut by trivial.
  change (y :: w ++ u ++ x :: v) with ([] ++ y :: (w ++ u ++ x :: v)). rewrite (runs_cut []) by trivial.
  cbn [ViewRowHeaps.runs_from]. change (close 0) with (@nil N). cbn [app]. rewrite runs_cut by trivial. rewrite app_assoc, runs_cut by trivial. apply Permutation_app_comm.
Qed.
Lemma cyc_any : forall a st, a < length st -> nth a st 0 <> live -> Permutation (runs (rot a st)) (cyc st).
Proof using.
  intros a st A D. assert (Pa : parted st) by (exists (nth a st 0); split; [now apply nth_In|trivial]). destruct (split_dead st Pa) as [i [x [r [E [X I]]]]].
  unfold cyc. rewrite <- I. assert (Di : nth i st 0 = x) by (rewrite E, app_nth2; rewrite repeat_length; [now rewrite Nat.sub_diag|lia]).
  assert (Li : i < length st) by (rewrite E, app_length, repeat_length; cbn [length]; lia).
  destruct (Nat.lt_trichotomy a i) as [H|[->|H]]; [apply two_dead; congruence|apply Permutation_refl|apply Permutation_sym, two_dead; congruence].
Qed.
Lemma parted_rot : forall a st, parted (rot a st) <-> parted st.
Proof using.
  intros a st. unfold parted, rot. assert (I : forall x, In x (skipn a st ++ firstn a st) <-> In x st).
  { intro x. rewrite <- (firstn_skipn a st) at 3. rewrite !in_app_iff. tauto. }
  split; intros [x [J D]]; exists x; [rewrite <- I|rewrite I]; auto.
Qed.

Variables (takings : bool -> list taking) (ds : bool -> list N) (b : bool -> N).
Hypothesis Codes : forall P, code_check live takings ds b P = true.
Definition looks (r : taking) : nat := before r + length (written r) + behind r.
Definition ring_mv (P : bool) (st st' : list nat) : Prop := exists r a rest, In r (takings P) /\ a < length st /\ length st' = length st /\
  rot a st = fst (word_rule live r) ++ rest /\ rot a st' = snd (word_rule live r) ++ rest.
Lemma taking_ok : forall P r, In r (takings P) -> 0 < length (written r) /\ ~ In live (written r).
Proof using Codes.
  intros P r I. destruct (code_facts live takings ds b Codes P) as [_ [_ [Al _]]]. specialize (Al r I). unfold allowed in Al. cbn zeta in Al.
  do 3 (apply andb_prop in Al; destruct Al as [Al _]). apply andb_prop in Al. destruct Al as [T No]. apply Nat.ltb_lt in T. split; trivial.
  rewrite forallb_forall in No. intro J. specialize (No live J). now rewrite Nat.eqb_refl in No.
Qed.
Lemma written_parts : forall P r u v, In r (takings P) -> parted (u ++ (repeat live (before r) ++ written r ++ repeat live (behind r)) ++ v).
Proof using Codes.
  intros P r u v I. destruct (taking_ok P r I) as [T D]. destruct (written r) as [|x w] eqn:W; [cbn in T; lia|]. exists x. split.
  - rewrite !in_app_iff. right. left. right. left. now left.
  - intros ->. apply D. now left.
Qed.
Definition moved_ring (P : bool) (l q : list N) : Prop := exists l1 k l2 o, l = l1 ++ k :: l2 /\ stays takings P k o /\ q = l1 ++ o ++ l2.
Lemma ring_there : forall P st st', parted st -> ring_mv P st st' -> parted st' /\ exists l q, Permutation (cyc st) l /\ moved_ring P l q /\ Permutation (cyc st') q.
Proof using Codes.
  intros P st st' Pa [r [a [rest [I [A [Ls [E E']]]]]]]. destruct (taking_ok P r I) as [T Dead]. cbn [word_rule fst snd] in E, E'.
  assert (Pr : parted rest).
  { apply (parted_rot a) in Pa. rewrite E in Pa. destruct Pa as [x [J D]]. exists x. split; trivial. apply in_app_iff in J. destruct J as [J|J]; trivial.
    apply repeat_spec in J. congruence. }
  destruct (split_dead rest Pr) as [i [x [w [-> [D _]]]]]. clear Pr.
  set (u := repeat live (before r + length (written r) + behind r) ++ repeat live i). set (u' := (repeat live (before r) ++ written r ++ repeat live (behind r)) ++ repeat live i).
  assert (Lu : length u' = length u) by (unfold u, u'; rewrite !app_length, !repeat_length; lia).
  assert (R : rot (idx (length st) false a (length u)) st = (x :: w) ++ u) by (apply rot_again; trivial; [unfold u; rewrite <- app_assoc; exact E|discriminate]).
  assert (R' : rot (idx (length st) false a (length u)) st' = (x :: w) ++ u').
  { rewrite <- Lu, <- Ls. apply rot_again; [congruence|unfold u'; rewrite <- app_assoc; exact E'|discriminate]. }
  set (c := idx (length st) false a (length u)) in *.
  assert (Lc : c < length st).
  { apply idx_less; trivial. pose proof (rot_length c st) as Q. rewrite R, app_length in Q. cbn [length] in Q. lia. }
  split; [apply (parted_rot c); rewrite R'; exists x; split; [now left|trivial]|].
  destruct (runs_before live (x :: w) 0) as [l [t H]]. exists (l ++ [(t + N.of_nat (looks r + i))%N]), (l ++ close (t + N.of_nat (before r)) ++ close (N.of_nat (behind r + i))).
  split; [|split].
  - apply Permutation_sym. apply Permutation_trans with (l' := runs (rot c st)); [|apply cyc_any; trivial; cbn [app] in R; rewrite (rot_head c st x _ Lc R); trivial].
    rewrite R. unfold ViewRowHeaps.runs. rewrite H. unfold u. rewrite <- repeat_app, <- (app_nil_r (repeat live _)), runs_live. cbn [ViewRowHeaps.runs_from].
    rewrite close_some by lia. apply Permutation_refl.
  - exists l, (t + N.of_nat (looks r + i))%N, [], (close (t + N.of_nat (before r)) ++ close (N.of_nat (behind r + i))). split; [reflexivity|]. split; [|now rewrite app_nil_r].
    exists r, (t + N.of_nat (before r))%N, (N.of_nat (behind r + i)). unfold looks. repeat split; trivial; lia.
  - apply Permutation_sym. apply Permutation_trans with (l' := runs (rot c st')).
    2: { apply cyc_any; [congruence|]. cbn [app] in R'. rewrite (rot_head c st' x _ ltac:(congruence) R'). trivial. }
    rewrite R'. unfold ViewRowHeaps.runs. rewrite H. unfold u'. rewrite <- !app_assoc, runs_live, runs_dead by (trivial; intro W; rewrite W in T; cbn in T; lia).
    rewrite <- repeat_app, <- (app_nil_r (repeat live (behind r + i))), runs_live. cbn [ViewRowHeaps.runs_from]. apply Permutation_refl.
Qed.
Lemma ring_back : forall P st q, parted st -> moved_ring P (cyc st) q -> exists st', ring_mv P st st' /\ parted st' /\ Permutation (cyc st') q.
Proof using Codes.
  intros P st q Pa [l1 [k [l2 [o [E [[r [x [y [I [Hx [Hy [Sum ->]]]]]]] ->]]]]]]. destruct (taking_ok P r I) as [T Dead].
  destruct (split_dead st Pa) as [d [z [w0 [Es [Dz Hd]]]]]. assert (Ld : d < length st) by (rewrite Es, app_length, repeat_length; cbn [length]; lia).
  unfold cyc in E. rewrite <- Hd in E. assert (Rd : rot d st = z :: (w0 ++ repeat live d)).
  { rewrite Es. rewrite <- (repeat_length live d) at 1. rewrite rot_split. reflexivity. }
  unfold ViewRowHeaps.runs in E. destruct (run_stands live (rot d st) 0 l1 k l2 E) as [u [v [Ew [H1 H2]]]]. cbn [N.to_nat repeat app] in Ew.
  set (i := N.to_nat x - before r). set (j := N.to_nat y - behind r). set (m := before r + length (written r) + behind r).
  assert (Ew2 : rot d st = (u ++ repeat live i) ++ repeat live m ++ repeat live j ++ v).
  { rewrite Ew, <- app_assoc. f_equal. rewrite !app_assoc, <- !repeat_app. f_equal. f_equal. unfold i, j, m. lia. }
  set (w := repeat live (before r) ++ written r ++ repeat live (behind r)). assert (Lw : length w = m) by (unfold w, m; rewrite !app_length, !repeat_length; lia).
  set (goal := (u ++ repeat live i) ++ w ++ repeat live j ++ v).
  assert (Lg : length goal = length st) by (rewrite <- (rot_length d st), Ew2; unfold goal; rewrite !app_length, Lw, !repeat_length; lia).
  destruct (rot_to d goal ltac:(lia)) as [st' [Ls Rs]]. exists st'. split; [|split].
  - exists r, (idx (length st) false d (length (u ++ repeat live i))), ((repeat live j ++ v) ++ u ++ repeat live i). split; trivial.
    split; [apply idx_less; trivial; rewrite <- (rot_length d st), Ew2, (app_length _ (repeat live m ++ _)), (app_length (repeat live m)), repeat_length; unfold m; lia|].
    split; [congruence|]. cbn [word_rule fst snd]. fold m w. split.
    + rewrite app_assoc. apply rot_again; trivial. intro Q. apply (f_equal (@length nat)) in Q. rewrite app_length, repeat_length in Q. unfold m in Q. cbn in Q. lia.
    + rewrite app_assoc. replace (length st) with (length st') by congruence. apply rot_again; [lia|exact Rs|]. intro Q. apply (f_equal (@length nat)) in Q. rewrite app_length, Lw in Q.
      unfold m in Q. cbn in Q. lia.
  - apply (parted_rot d). rewrite Rs. unfold goal, w. now apply (written_parts P).
  - assert (Du : nth d st' 0 <> live).
    { destruct u as [|u0 u].
      - exfalso. rewrite Ew in Rd. cbn [app] in Rd. destruct (N.to_nat k) as [|n] eqn:K; [lia|]. cbn [repeat app] in Rd. injection Rd as Q _. congruence.
      - rewrite (rot_head d st' u0 ((u ++ repeat live i) ++ w ++ repeat live j ++ v)) by (try lia; exact Rs). rewrite Ew in Rd. cbn [app] in Rd. injection Rd as -> _. trivial. }
    apply Permutation_sym. apply Permutation_trans with (l' := runs (rot d st')); [|apply cyc_any; [lia|trivial]].
    rewrite Rs. unfold goal, w, ViewRowHeaps.runs. rewrite <- !app_assoc, H1, !runs_live, runs_dead by (trivial; intro W; rewrite W in T; cbn in T; lia).
    rewrite !runs_live, H2.
    replace (0 + N.of_nat i + N.of_nat (before r))%N with x by (unfold i; lia). replace (0 + N.of_nat (behind r) + N.of_nat j)%N with y by (unfold j; lia).
    rewrite !app_assoc. apply Permutation_refl.
Qed.
(** What is laid on a whole ring leaves one run. *)
Lemma whole_runs : forall P n r a st', In r (takings P) -> looks r <= n -> a < length st' -> length st' = n ->
  rot a st' = snd (word_rule live r) ++ repeat live (n - looks r) -> parted st' /\ Permutation (cyc st') (close (N.of_nat (n - length (written r)))).
Proof using Codes.
  intros P n r a st' I K A Ls E'. destruct (taking_ok P r I) as [T Dead]. cbn [word_rule snd] in E'.
  assert (R : rot (idx (length st') false a (length (repeat live (before r)))) st' = (written r ++ repeat live (behind r) ++ repeat live (n - looks r)) ++ repeat live (before r)).
  { apply rot_again; [lia|rewrite E'; rewrite <- !app_assoc; reflexivity|]. intro Q. apply (f_equal (@length nat)) in Q. rewrite app_length in Q. cbn in Q. lia. }
  set (c := idx (length st') false a (length (repeat live (before r)))) in *.
  assert (Lc : c < length st') by (apply idx_less; rewrite ?repeat_length; unfold looks in *; lia).
  destruct (written r) as [|x w] eqn:W; [cbn in T; lia|]. assert (Dx : x <> live) by (intros ->; apply Dead; now left).
  split; [apply (parted_rot c); rewrite R; exists x; split; [now left|trivial]|].
  apply Permutation_sym. apply Permutation_trans with (l' := runs (rot c st')); [|apply cyc_any; trivial; cbn [app] in R; rewrite (rot_head c st' x _ Lc R); trivial].
  rewrite R. unfold ViewRowHeaps.runs. rewrite <- !app_assoc, runs_dead by (try discriminate; trivial). change (close 0) with (@nil N). cbn [app].
  rewrite <- !repeat_app, <- (app_nil_r (repeat live _)), runs_live. cbn [ViewRowHeaps.runs_from].
  match goal with |- Permutation (close ?p) (close ?q) => replace p with q; [apply Permutation_refl|] end. unfold looks in *. rewrite W in *. cbn [length] in *. lia.
Qed.
Lemma whole_there : forall P n st', ring_mv P (repeat live n) st' -> exists r, In r (takings P) /\ looks r <= n /\ parted st' /\ Permutation (cyc st') (close (N.of_nat (n - length (written r)))).
Proof using Codes.
  intros P n st' [r [a [rest [I [A [Ls [E E']]]]]]]. cbn [word_rule fst] in E. rewrite repeat_length in A, Ls.
  assert (Ln : looks r + length rest = n) by (pose proof (rot_length a (repeat live n)) as Q; rewrite E, app_length, !repeat_length in Q; exact Q).
  assert (Er : rest = repeat live (n - looks r)).
  { assert (All : forall x, In x rest -> x = live).
    { intros x J. assert (K : In x (rot a (repeat live n))) by (rewrite E; apply in_or_app; now right). unfold rot in K. apply in_app_or in K.
      apply (repeat_spec n live x). destruct K as [K|K]; [rewrite <- (firstn_skipn a (repeat live n)); apply in_or_app; now right|rewrite <- (firstn_skipn a (repeat live n)); apply in_or_app; now left]. }
    replace (n - looks r) with (length rest) by lia. clear - All. induction rest as [|x l IH]; [reflexivity|]. cbn [length repeat]. f_equal; [apply All; now left|apply IH; intros y J; apply All; now right]. }
  subst rest. exists r. split; trivial. split; [lia|]. apply (whole_runs P n r a); trivial; lia.
Qed.
Lemma whole_back : forall P n r, In r (takings P) -> looks r <= n -> exists st', ring_mv P (repeat live n) st' /\ parted st' /\
  Permutation (cyc st') (close (N.of_nat (n - length (written r)))).
Proof using Codes.
  intros P n r I K. destruct (taking_ok P r I) as [T _]. set (st' := snd (word_rule live r) ++ repeat live (n - looks r)). exists st'.
  assert (Ls : length st' = n) by (unfold st', looks in *; cbn [word_rule snd]; rewrite !app_length, !repeat_length; lia).
  assert (R0 : forall l : list nat, rot 0 l = l) by (intro l; unfold rot; cbn [skipn firstn]; apply app_nil_r). split.
  - exists r, 0, (repeat live (n - looks r)). split; trivial. rewrite repeat_length, !R0. unfold looks in *. split; [lia|]. split; [trivial|]. split; [|reflexivity].
    cbn [word_rule fst]. rewrite <- repeat_app. f_equal. lia.
  - apply (whole_runs P n r 0 st'); [trivial|trivial|unfold looks in *; lia|trivial|apply R0].
Qed.
End Runs.

(** ** The term's moves *)
Record ring_rules := RingRules {
  ring_symbols : nat;
  ring_live : nat;                                       (* whose runs are heaps *)
  ring_turns : list (option bool * list (bool * taking)); (* whose move (None: of both; true: of the first-named), and what it takes, read back or onwards *)
  ring_misere : bool }.                                  (* whether who cannot move wins *)

Section View.
Variable v : ring_rules.
Notation live := (ring_live v).
Definition taking_c (p : bool * taking) : cmd :=
  laid_c (fst p) (facing (fst p) (fst (word_rule live (snd p)))) (facing (fst p) (snd (word_rule live (snd p)))).
Definition turn_c (r : option bool * list (bool * taking)) : cmd := let c := alt_of (map taking_c (snd r)) in
  match fst r with None => c | Some Q => seq_of [Guard (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q))); c] end.
Definition ring_tier : cmd := seq_of [alt_of (map turn_c (ring_turns v)); pass].
Definition is_of (P : bool) (r : option bool * list (bool * taking)) : bool := match fst r with Some Q => eqb P Q | None => true end.
Definition ring_takings (P : bool) : list taking := flat_map (fun r => if is_of P r then map snd (snd r) else []) (ring_turns v).
Variables (ds : bool -> list N) (b : bool -> N) (g : game).
Definition view_ring : bool :=
  Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end &&
  match parts g with [(0%Z, Some 1%Z); (0%Z, Some h)] => (h =? Z.of_nat (ring_symbols v) - 1)%Z | _ => false end &&
  match tiers g with [c] => alike c ring_tier | _ => false end && alike_e (stuck g) (stuck_of (ring_misere v)) &&
  (live <? ring_symbols v) && forallb (fun P => forallb (fun r => forallb (fun x => x <? ring_symbols v) (written r)) (ring_takings P)) [true; false] &&
  code_check live ring_takings ds b true && code_check live ring_takings ds b false.
Hypothesis V : view_ring = true.
Lemma ring_facts : blocks g = O /\ (forall s, ended g s = None) /\
  (nth_error (parts g) 0 = Some (0%Z, Some 1%Z) /\ nth_error (parts g) 1 = Some (0%Z, Some (Z.of_nat (ring_symbols v) - 1)%Z)) /\
  (forall s, moves g s = run (consts g) (parts g) ring_tier [] s) /\ (forall s, stuck_pays g s = ev (consts g) [] s (stuck_of (ring_misere v))) /\
  live < ring_symbols v /\ (forall P r, In r (ring_takings P) -> Forall (fun x => x < ring_symbols v) (written r)) /\
  forall P, code_check live ring_takings ds b P = true.
Proof using V.
  pose proof V as H. unfold view_ring in H. repeat (apply andb_prop in H; destruct H as [H ?H]). apply Nat.eqb_eq in H. apply Nat.ltb_lt in H3.
  assert (En : forall s, ended g s = None) by (intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]).
  split; [trivial|]. split; [trivial|]. split; [|split; [|split; [|split; [|split]]]].
  - clear - H6. destruct (parts g) as [|[[| |] [[|[| |]|]|]] l]; try discriminate. destruct l as [|[[| |] [h|]] [|]]; try discriminate.
    apply Z.eqb_eq in H6. subst. split; reflexivity.
  - intro s. unfold moves. rewrite En. destruct (tiers g) as [|c [|]]; try discriminate. cbn [first_tier]. rewrite (alike_run c ring_tier) by trivial. now destruct (run _ _ _ _ _).
  - intro s. now apply alike_value.
  - trivial.
  - intros P r I. rewrite forallb_forall in H2. specialize (H2 P ltac:(destruct P; cbn; auto)). rewrite forallb_forall in H2. specialize (H2 r I).
    rewrite forallb_forall in H2. apply Forall_forall. intros x J. now apply Nat.ltb_lt, H2.
  - intros [|]; trivial.
Qed.
Notation mv := (ring_mv live ring_takings).
Lemma facing_twice : forall back (w : list nat), facing back (facing back w) = w.
Proof using. intros [|] w; cbn; trivial. apply rev_involutive. Qed.
Lemma facing_length : forall back (w : list nat), length (facing back w) = length w.
Proof using. intros [|] w; cbn; trivial. apply rev_length. Qed.
Lemma taking_run : forall P Q p st t, In (snd p) (ring_takings Q) -> (In t (run (consts g) (parts g) (taking_c p) [] (ring_of P st)) <->
  exists st' a rest, t = ring_of P st' /\ a < length st /\ length st' = length st /\ rot a st = fst (word_rule live (snd p)) ++ rest /\ rot a st' = snd (word_rule live (snd p)) ++ rest).
Proof using V.
  intros P Q p st t I. destruct ring_facts as [_ [_ [[_ Bo] [_ [_ [Li [Wr Co]]]]]]]. destruct (taking_ok live ring_takings ds b Co Q _ I) as [T _]. unfold taking_c.
  rewrite (laid_moves (consts g) (parts g) (ring_symbols v) Bo P st (fst p)).
  - rewrite !facing_twice. split; [intros [a [st' [rest H]]]; exists st', a, rest; exact H|intros [st' [a [rest H]]]; exists a, st', rest; exact H].
  - rewrite !facing_length. cbn [word_rule fst snd]. rewrite !app_length, !repeat_length. lia.
  - rewrite facing_length. cbn [word_rule fst]. rewrite repeat_length. lia.
  - apply Forall_forall. intros x J. assert (K : In x (snd (word_rule live (snd p)))) by (unfold facing in J; destruct (fst p); [now apply in_rev|trivial]).
    cbn [word_rule snd] in K. rewrite !in_app_iff in K. specialize (Wr Q _ I). rewrite Forall_forall in Wr.
    destruct K as [K|[K|K]]; [apply repeat_spec in K; now subst|auto|apply repeat_spec in K; now subst].
Qed.
Lemma alts : forall l env s t, In t (run (consts g) (parts g) (alt_of l) env s) <-> exists c, In c l /\ In t (run (consts g) (parts g) c env s).
Proof using.
  intros l env s t. induction l as [|c l IH]; [split; [intros []|intros [c [[] _]]]|]. rewrite run_alt_of, in_app_iff, IH. split.
  - intros [M|[d [I M]]]; [exists c; split; [now left|trivial]|exists d; split; [now right|trivial]].
  - intros [d [[<-|I] M]]; [now left|right; eauto].
Qed.
Theorem ring_moves : forall P st s, In s (moves g (ring_of P st)) <-> exists st', s = ring_of (negb P) st' /\ mv P st st'.
Proof using V.
  intros P st s. destruct ring_facts as [_ [_ [[B0 _] [Mo _]]]]. rewrite Mo. unfold ring_tier.
  change (seq_of [alt_of (map turn_c (ring_turns v)); pass]) with (Seq (alt_of (map turn_c (ring_turns v))) pass). cbn [run]. rewrite in_flat_map.
  assert (Pass : forall st', run (consts g) (parts g) pass [] (ring_of P st') = [ring_of (negb P) st']).
  { intro st'. unfold pass. cbn [run ev look opz]. unfold assign. change (nth_error (ring_of P st') 0) with (Some [number_of P]). rewrite B0. destruct P; reflexivity. }
  assert (Turn : forall r t, In t (run (consts g) (parts g) (turn_c r) [] (ring_of P st)) <->
    is_of P r = true /\ exists p, In p (snd r) /\ In t (run (consts g) (parts g) (taking_c p) [] (ring_of P st))).
  { intros r t. assert (Plain : In t (run (consts g) (parts g) (alt_of (map taking_c (snd r))) [] (ring_of P st)) <->
      exists p, In p (snd r) /\ In t (run (consts g) (parts g) (taking_c p) [] (ring_of P st))).
    { rewrite alts. split; [intros [c [I M]]; apply in_map_iff in I; destruct I as [p [<- I]]; eauto|intros [p [I M]]; exists (taking_c p); split; [now apply in_map|trivial]]. }
    unfold turn_c, is_of. destruct (fst r) as [Q|]; [|rewrite Plain; split; [auto|intros [_ H]; exact H]].
    change (seq_of [Guard (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q))); alt_of (map taking_c (snd r))]) with
      (Seq (Guard (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q)))) (alt_of (map taking_c (snd r)))). cbn [run].
    destruct (eqb P Q) eqn:E.
    - apply eqb_prop in E. subst Q. assert (G : (ev (consts g) [] (ring_of P st) (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of P))) =? 0)%Z = false) by now destruct P.
      rewrite G. cbn [flat_map]. rewrite app_nil_r, Plain. split; [auto|intros [_ H]; exact H].
    - assert (G : (ev (consts g) [] (ring_of P st) (Bin Eq (Get (Core.P 0) (Num 0) 0) (Num (number_of Q))) =? 0)%Z = true) by (destruct P, Q; trivial; discriminate).
      rewrite G. cbn [flat_map]. split; [intros []|intros [[=] _]]. }
  split.
  - intros [t [It Is]]. apply alts in It. destruct It as [c [Ic It]]. apply in_map_iff in Ic. destruct Ic as [r [<- Ir]]. apply Turn in It. destruct It as [Of [p [Ip It]]].
    assert (I : In (snd p) (ring_takings P)) by (apply in_flat_map; exists r; split; trivial; rewrite Of; now apply in_map).
    apply (taking_run P P p st t I) in It. destruct It as [st' [a [rest [-> H]]]]. rewrite Pass in Is. destruct Is as [<-|[]]. exists st'. split; trivial. exists (snd p), a, rest. auto.
  - intros [st' [-> [x [a [rest [I H]]]]]]. exists (ring_of P st'). split; [|rewrite Pass; now left]. pose proof I as J. apply in_flat_map in J. destruct J as [r [Ir Ix]].
    destruct (is_of P r) eqn:Of; [|destruct Ix]. apply in_map_iff in Ix. destruct Ix as [p [<- Ip]].
    apply alts. exists (turn_c r). split; [now apply in_map|]. apply Turn. split; trivial. exists p. split; trivial. apply (taking_run P P p st _ I). exists st', a, rest. auto.
Qed.

(** ** The ring's term and that of the heaps *)
Variable h : game.
Hypothesis Heaps : ViewHeaps.view_codes ds b (ring_misere v) h = true.
Definition ring_means (s t : state) : Prop := exists P st l, parted live st /\ Permutation (cyc live st) l /\ s = ViewHeaps.heaps P l /\ t = ring_of P st.
Definition moved_heaps (P : bool) (l q : list N) : Prop := exists l1 k l2 o, l = l1 ++ k :: l2 /\ ViewHeaps.option_of (ds P) (b P) k o /\ q = l1 ++ o ++ l2.
Lemma moved_same : forall P l q, moved_ring ring_takings P l q <-> moved_heaps P l q.
Proof using V.
  intros P l q. destruct ring_facts as [_ [_ [_ [_ [_ [_ [_ Co]]]]]]]. unfold moved_ring, moved_heaps.
  split; intros [l1 [k [l2 [o [E [O Eq]]]]]]; exists l1, k, l2, o; repeat split; trivial; now apply (stays_option live ring_takings ds b Co).
Qed.
Lemma ring_pays : forall P st, over g (ring_of P st) = match moves g (ring_of P st) with [] => Some (if eqb P (ring_misere v) then 1 else -1)%Z | _ => None end.
Proof using V.
  intros P st. destruct ring_facts as [_ [En [_ [_ [St _]]]]]. unfold over. rewrite En, St. unfold stuck_of, ring_of. cbn [ev look nth]. generalize (ring_misere v). intros [|]; now destruct P.
Qed.
Theorem ring_means_wins : forall s t, ring_means s t -> forall Q, wins h Q s <-> wins g Q t.
Proof using All.
  destruct (ViewHeaps.facts ds b (ring_misere v) h Heaps) as [Bh _]. destruct ring_facts as [Bg [_ [_ [_ [_ [_ [_ Co]]]]]]].
  assert (Turn : forall s t, ring_means s t -> turn s = turn t) by (intros s t [P [st [l [_ [_ [-> ->]]]]]]; now destruct P).
  assert (There : forall s t x, ring_means s t -> In x (moves h s) -> exists y, In y (moves g t) /\ ring_means x y).
  { intros s t x [P [st [l [Pa [Pm [-> ->]]]]]] M.
    destruct (ViewHeaps.back ds b (ring_misere v) h Heaps moved_heaps (fun _ _ _ => iff_refl _) P (cyc live st) l x Pm M) as [q [r [Mq [-> Pq]]]].
    apply moved_same in Mq. destruct (ring_back live ring_takings ds b Co P st q Pa Mq) as [st' [M' [Pa' Eq]]]. exists (ring_of (negb P) st'). split; [apply ring_moves; eauto|].
    exists (negb P), st', r. repeat split; trivial. now apply Permutation_trans with (l' := q). }
  assert (Back : forall s t y, ring_means s t -> In y (moves g t) -> exists x, In x (moves h s) /\ ring_means x y).
  { intros s t y [P [st [l [Pa [Pm [-> ->]]]]]] M. apply ring_moves in M. destruct M as [st' [-> M]].
    destruct (ring_there live ring_takings ds b Co P st st' Pa M) as [Pa' [l' [q [E1 [Mq E2]]]]]. apply moved_same in Mq.
    destruct (ViewHeaps.there ds b (ring_misere v) h Heaps moved_heaps (fun _ _ _ => iff_refl _) P l' l q) as [r [Mr Pr]]; trivial;
      [apply Permutation_trans with (l' := cyc live st); [now apply Permutation_sym|trivial]|].
    exists (ViewHeaps.heaps (negb P) r). split; trivial. exists (negb P), st', r. repeat split; trivial. now apply Permutation_trans with (l' := q). }
  assert (Over : forall s t, ring_means s t -> over h s = over g t).
  { intros s t Rt. pose proof (There s t) as Th. pose proof (Back s t) as Ba. pose proof Rt as [P [st [l [_ [_ [-> ->]]]]]].
    rewrite (ViewHeaps.pays ds b (ring_misere v) h Heaps), ring_pays.
    destruct (moves h (ViewHeaps.heaps P l)) as [|x xs], (moves g (ring_of P st)) as [|y ys]; trivial.
    - destruct (Ba y Rt (or_introl eq_refl)) as [x [[] _]].
    - destruct (Th x Rt (or_introl eq_refl)) as [y [[] _]]. }
  intros s t Rt Q. rewrite !wins_force. split; intro F.
  - exact (force_alike h g ring_means Bh Bg Turn Over There Back _ _ s F t Rt).
  - apply (force_alike g h (fun t s => ring_means s t) Bg Bh) with (s := t); trivial.
    + intros x y R. symmetry. now apply Turn.
    + intros x y R. symmetry. now apply Over.
    + intros x y z R M. exact (Back y x z R M).
    + intros x y z R M. exact (There y x z R M).
Qed.
Lemma whole_left : forall P Q n s, In s (moves g (ring_of P (repeat live n))) -> exists r, In r (ring_takings P) /\ looks r <= n /\
  (wins h Q (ViewHeaps.heaps (negb P) (close (N.of_nat (n - length (written r))))) <-> wins g Q s).
Proof using All.
  intros P Q n s M. destruct ring_facts as [_ [_ [_ [_ [_ [_ [_ Co]]]]]]]. apply ring_moves in M. destruct M as [st' [-> M]].
  destruct (whole_there live ring_takings ds b Co P n st' M) as [r [I [K [Pa Pm]]]]. exists r. split; trivial. split; trivial.
  apply ring_means_wins. exists (negb P), st', (close (N.of_nat (n - length (written r)))). auto.
Qed.
Lemma whole_can : forall P Q n r, In r (ring_takings P) -> looks r <= n -> exists s, In s (moves g (ring_of P (repeat live n))) /\
  (wins h Q (ViewHeaps.heaps (negb P) (close (N.of_nat (n - length (written r))))) <-> wins g Q s).
Proof using All.
  intros P Q n r I K. destruct ring_facts as [_ [_ [_ [_ [_ [_ [_ Co]]]]]]]. destruct (whole_back live ring_takings ds b Co P n r I K) as [st' [M [Pa Pm]]].
  exists (ring_of (negb P) st'). split; [apply ring_moves; eauto|]. apply ring_means_wins. exists (negb P), st', (close (N.of_nat (n - length (written r)))). auto.
Qed.

(** ** One move on *)
Lemma no_blocks : forall B, blocked g B -> B = [].
Proof using V. intros B H. destruct ring_facts as [F _]. unfold blocked in H. rewrite F in H. destruct B; [trivial|cbn in H; lia]. Qed.
Lemma nothing_blocked : forall s t, In t (left_over g s []) <-> In t (moves g s).
Proof using. intros s t. rewrite left_over_in. split; [intros [H _]; exact H|intro H; split; [exact H|intros []]]. Qed.
Lemma wins_ring : forall P Q st, wins g Q (ring_of P st) <-> match moves g (ring_of P st) with
  | [] => good_for Q (if eqb P (ring_misere v) then 1 else -1)%Z = true
  | _ => if eqb P Q then exists t, In t (moves g (ring_of P st)) /\ wins g Q t else forall t, In t (moves g (ring_of P st)) -> wins g Q t end.
Proof using All.
  intros P Q st. pose proof (ring_pays P st) as Ov. set (s := ring_of P st) in *. assert (Tu : turn s = number_of P) by now destruct P.
  rewrite wins_force. destruct (moves g s) as [|m l] eqn:M.
  - split; [intro F; inversion F; congruence|intro G; now apply f_over with (v := (if eqb P (ring_misere v) then 1 else -1)%Z)].
  - assert (Nil : blocked g []) by (unfold blocked; cbn; lia).
    assert (Some_ : left_over g s [] <> []).
    { intro E. assert (J : In m (left_over g s [])) by (apply nothing_blocked; rewrite M; now left). rewrite E in J. destruct J. }
    destruct (eqb P Q) eqn:E.
    + apply eqb_prop in E. subst Q. split.
      * intro F. inversion F as [s' v' E' V'|s' pick E' T St Pi Fo|s' B E' T Bl St Fo]; subst s'; try congruence.
        exists (pick []). split; [rewrite <- M; apply nothing_blocked; auto|]. apply wins_force. auto.
      * intros [t [I W]]. rewrite wins_force in W. apply f_mine with (pick := fun _ => t); trivial.
        -- intros B Bl E. apply no_blocks in Bl. subst B. now apply Some_ in E.
        -- intros B Bl _. apply no_blocks in Bl. subst B. apply nothing_blocked. now rewrite M.
    + assert (Two : turn s <> number_of Q) by (clear - Tu E; rewrite Tu; destruct P, Q; cbn in E |- *; congruence). split.
      * intro F. inversion F as [s' v' E' V'|s' pick E' T St Pi Fo|s' B E' T Bl St Fo]; subst s'; try congruence.
        intros t I. apply no_blocks in Bl. subst B. apply wins_force, Fo, nothing_blocked. now rewrite M.
      * intro W. apply f_theirs with (B := []); trivial; [intro E'; now apply Some_ in E'|]. intros t I. apply wins_force, W. rewrite <- M. now apply nothing_blocked.
Qed.
End View.

(** From rings of every length with a cell of another symbol, with either player to move, who can force a win in the game of the ring's term is who can in that of the
    heaps that are as long as its runs. *)
Theorem parted_ring : forall v ds b g, view_ring v ds b g = true -> forall h, ViewHeaps.view_codes ds b (ring_misere v) h = true ->
  forall st, parted (ring_live v) st -> forall P Q, wins h Q (ViewHeaps.heaps P (cyc (ring_live v) st)) <-> wins g Q (ring_of P st).
Proof.
  intros v ds b g V h Hh st Pa P Q. apply (ring_means_wins v ds b g V h Hh). exists P, st, (cyc (ring_live v) st). auto.
Qed.
(** In a ring of n cells that are all live the player to move wins where a move that fits leaves a single run that the other loses, or where none fits and who cannot move wins. *)
Theorem whole_ring_won : forall v ds b g, view_ring v ds b g = true -> forall h, ViewHeaps.view_codes ds b (ring_misere v) h = true -> forall P n,
  wins g P (ring_of P (repeat (ring_live v) n)) <->
  (exists r, In r (ring_takings v P) /\ looks r <= n /\ wins h P (ViewHeaps.heaps (negb P) (close (N.of_nat (n - length (written r)))))) \/
  (ring_misere v = true /\ forall r, In r (ring_takings v P) -> n < looks r).
Proof.
  intros v ds b g V h Hh P n. rewrite (wins_ring v ds b g V h Hh P P). set (s := ring_of P (repeat (ring_live v) n)).
  assert (Left := fun t => whole_left v ds b g V h Hh P P n t). assert (Can := fun r => whole_can v ds b g V h Hh P P n r). fold s in Left, Can.
  destruct (moves g s) as [|m l] eqn:M.
  - split.
    + intro G. right. split; [destruct P, (ring_misere v); cbn in G; trivial; discriminate|]. intros r I. destruct (Nat.lt_ge_cases n (looks r)) as [|K]; trivial.
      destruct (Can r I K) as [t [[] _]].
    + intros [[r [I [K _]]]|[Mi _]]; [destruct (Can r I K) as [t [[] _]]|rewrite Mi; now destruct P].
  - rewrite eqb_reflx. split.
    + intros [t [I W]]. left. destruct (Left t I) as [r [Ir [K E]]]. exists r. repeat split; trivial. now apply E.
    + intros [[r [I [K W]]]|[_ No]].
      * destruct (Can r I K) as [t [It E]]. exists t. split; trivial. now apply E.
      * destruct (Left m (or_introl eq_refl)) as [r [Ir [K _]]]. specialize (No r Ir). lia.
Qed.
(** The other player wins it where each move that fits leaves a run that he wins, and, where none fits, who cannot move loses. *)
Theorem whole_ring_lost : forall v ds b g, view_ring v ds b g = true -> forall h, ViewHeaps.view_codes ds b (ring_misere v) h = true -> forall P n,
  wins g (negb P) (ring_of P (repeat (ring_live v) n)) <->
  (forall r, In r (ring_takings v P) -> looks r <= n -> wins h (negb P) (ViewHeaps.heaps (negb P) (close (N.of_nat (n - length (written r)))))) /\
  (ring_misere v = true -> exists r, In r (ring_takings v P) /\ looks r <= n).
Proof.
  intros v ds b g V h Hh P n. rewrite (wins_ring v ds b g V h Hh P (negb P)). set (s := ring_of P (repeat (ring_live v) n)).
  assert (Left := fun t => whole_left v ds b g V h Hh P (negb P) n t). assert (Can := fun r => whole_can v ds b g V h Hh P (negb P) n r). fold s in Left, Can.
  destruct (moves g s) as [|m l] eqn:M.
  - split.
    + intro G. split; [intros r I K; destruct (Can r I K) as [t [[] _]]|]. intro Mi. rewrite Mi in G. now destruct P.
    + intros [_ Ex]. destruct (ring_misere v); [destruct (Ex eq_refl) as [r [I K]]; destruct (Can r I K) as [t [[] _]]|now destruct P].
  - replace (eqb P (negb P)) with false by now destruct P. split.
    + intro W. split; [|intros _; destruct (Left m (or_introl eq_refl)) as [r [Ir [K _]]]; eauto]. intros r I K. destruct (Can r I K) as [t [It E]]. apply E. auto.
    + intros [W _] t It. destruct (Left t It) as [r [Ir [K E]]]. apply E. auto.
Qed.
(** MAIN THEOREM: all of it, for a law of the heaps that says who wins. *)
Theorem ring_law : forall v ds b g, view_ring v ds b g = true -> forall h, ViewHeaps.view_codes ds b (ring_misere v) h = true ->
  forall says : bool -> bool -> list N -> Prop, (forall Q P l, wins h Q (ViewHeaps.heaps P l) <-> says Q P l) ->
  (forall cells, parted (ring_live v) cells -> forall P Q, wins g Q (ring_of P cells) <-> says Q P (cyc (ring_live v) cells)) /\
  (forall n P, (wins g P (ring_of P (repeat (ring_live v) n)) <->
    (exists r, In r (ring_takings v P) /\ looks r <= n /\ says P (negb P) (close (N.of_nat (n - length (written r))))) \/
    (ring_misere v = true /\ forall r, In r (ring_takings v P) -> n < looks r)) /\
   (wins g (negb P) (ring_of P (repeat (ring_live v) n)) <->
    (forall r, In r (ring_takings v P) -> looks r <= n -> says (negb P) (negb P) (close (N.of_nat (n - length (written r))))) /\
    (ring_misere v = true -> exists r, In r (ring_takings v P) /\ looks r <= n))).
Proof.
  intros v ds b g V h Hh says Law. split; [|intros n P; split].
  - intros cells Pa P Q. rewrite <- Law. apply iff_sym. now apply (parted_ring v ds b g V h Hh).
  - rewrite (whole_ring_won v ds b g V h Hh P n). split; (intros [[r [I [K W]]]|No]; [left; exists r; repeat split; trivial; now apply Law|now right]).
  - rewrite (whole_ring_lost v ds b g V h Hh P n). split; (intros [W Ex]; split; trivial; intros r I K; apply Law; auto).
Qed.
