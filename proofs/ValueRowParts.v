(** * ValueRowParts.v -- rows of every length that fall into parts, each worth a form of a table; crates/verify/src/values/rows.rs.
    Moves put a word in the place of another of the same length. [spread] finds which symbols each cell may yet show: its own, and what a word writes there all of whose cells may come to
    match. A row is cut wherever no word that may come to match lies on both sides ([parts]). Proved: the rounds of [spread] come to an end ([mays_right]); a row is worth the two sides of a
    cut, in every sum ([cut_once]); so a row is worth the sum of its parts ([parts_equal]), and where no part is longer than the tables, the sum of their forms ([row_parts_law]).
    Source: disjunctive sums (Conway 1976); symbols to a fixpoint: this project.
    An instance gives the words of both players, why play ends, the tables by length, and the sheet. *)
Require Import List Arith NArith Lia Bool PeanoNat Wf_nat FMapPositive.
From Whowins Require Import Value ValueLines ValueKinds.
Import ListNotations.
Open Scope nat_scope.

(** ** Symbols that a cell may yet show *)
Definition may := list (list nat).
Definition shown_by (a : nat) (s : list nat) : bool := existsb (Nat.eqb a) s.
(** Whether the first cells may show the word. *)
Fixpoint live (x : list nat) (m : may) : bool := match x, m with
  | [], _ => true | a :: x, s :: m => shown_by a s && live x m | _ :: _, [] => false end.
Definition shows (w : list nat) (m : may) : Prop := Forall2 (fun a s => In a s) w m.
Lemma shown_in : forall a s, shown_by a s = true <-> In a s.
Proof.
  intros a s. unfold shown_by. rewrite existsb_exists. split.
  - intros [x [I E]]. apply Nat.eqb_eq in E. now subst.
  - intro I. exists a. split; trivial. apply Nat.eqb_refl.
Qed.
Lemma live_shows : forall x m, live x m = true <-> exists m1 m2, m = m1 ++ m2 /\ shows x m1.
Proof.
  induction x as [|a x IH]; intros m; cbn [live].
  - split; [intros _; exists [], m; split; [reflexivity|constructor]|trivial].
  - destruct m as [|s m].
    + split; [discriminate|]. intros [m1 [m2 [E S]]]. inversion S as [|? ? ? ? I S']; subst. discriminate.
    + rewrite andb_true_iff, shown_in, IH. split.
      * intros [I [m1 [m2 [-> S]]]]. exists (s :: m1), m2. split; trivial. now constructor.
      * intros [m1 [m2 [E S]]]. inversion S as [|? ? ? ? I S']; subst. injection E as <- ->. split; trivial. now exists l', m2.
Qed.
Lemma shows_length : forall w m, shows w m -> length w = length m. Proof. intros w m S. induction S; cbn [length]; congruence. Qed.
Lemma shows_app : forall a b m n, shows a m -> shows b n -> shows (a ++ b) (m ++ n). Proof. intros. now apply Forall2_app. Qed.
Lemma shows_split : forall a b m, shows (a ++ b) m -> exists m1 m2, m = m1 ++ m2 /\ shows a m1 /\ shows b m2.
Proof. intros a b m S. apply Forall2_app_inv_l in S. destruct S as [m1 [m2 [A [B ->]]]]. now exists m1, m2. Qed.
Lemma app_same : forall T (a b c d : list T), length a = length c -> a ++ b = c ++ d -> a = c /\ b = d.
Proof.
  intros T. induction a as [|x a IH]; intros b [|y c] d L E; cbn in *; try discriminate; [now split|]. injection E as -> E.
  destruct (IH b c d ltac:(lia) E) as [-> ->]. now split.
Qed.

Section Cut.
Variable rs : list rule.
Definition add (a : nat) (s : list nat) : list nat := if shown_by a s then s else a :: s.
Fixpoint add_word (y : list nat) (m : may) : may := match y, m with a :: y, s :: m => add a s :: add_word y m | _, _ => m end.
Definition spread_here (qs : list rule) (m : may) : may := fold_left (fun m (r : rule) => if live (fst r) m then add_word (snd r) m else m) qs m.
Fixpoint spread_back (qs : list rule) (m : may) : may := match m with [] => [] | s :: m => spread_here qs (s :: spread_back qs m) end.
Definition turned (r : rule) : rule := (rev (fst r), rev (snd r)).
Fixpoint spread (fuel : nat) (m : may) : may := match fuel with O => m | S k =>
  let next := rev (spread_back (map turned rs) (rev (spread_back rs m))) in
  if list_eq_dec (list_eq_dec Nat.eq_dec) next m then m else spread k next end.
(** Each round but the last shows a symbol more somewhere. *)
Definition mays (w : list nat) : may := spread (S (length w * list_sum (map (fun r : rule => length (snd r)) rs))) (map (fun a => [a]) w).

(** What may come to match writes what may be shown. *)
Fixpoint closed (m : may) : bool := forallb (fun r : rule => negb (live (fst r) m) || live (snd r) m) rs && match m with [] => true | _ :: m => closed m end.
Hypothesis same_length : forall x y, In (x, y) rs -> length x = length y.
Hypothesis some : forall x y, In (x, y) rs -> x <> [].
Lemma closed_tail : forall m1 m2, closed (m1 ++ m2) = true -> closed m2 = true.
Proof using. induction m1 as [|s m1 IH]; intros m2 C; trivial. cbn [app closed] in C. apply andb_prop in C. now apply IH. Qed.
Lemma closed_at : forall m1 m2 m3 x y, closed (m1 ++ m2 ++ m3) = true -> In (x, y) rs -> shows x m2 -> shows y m2.
Proof using same_length.
  intros m1 m2 m3 x y C I S. apply closed_tail in C.
  assert (H : negb (live x (m2 ++ m3)) || live y (m2 ++ m3) = true).
  { destruct (m2 ++ m3); cbn [closed] in C; apply andb_prop in C; destruct C as [C _]; rewrite forallb_forall in C; exact (C _ I). }
  assert (Lx : live x (m2 ++ m3) = true) by (apply live_shows; now exists m2, m3). rewrite Lx in H. cbn [negb orb] in H.
  apply live_shows in H. destruct H as [n1 [n2 [E S']]]. apply app_same in E; [destruct E as [<- _]; exact S'|].
  rewrite <- (shows_length _ _ S), <- (shows_length _ _ S'). now apply same_length.
Qed.
Lemma shows_on : forall m w c, closed m = true -> shows w m -> In c (nexts rs w) -> shows c m.
Proof using same_length.
  intros m w c C S I. apply in_nexts in I. destruct I as [u [x [y [v [I [-> ->]]]]]]. apply shows_split in S. destruct S as [m1 [m' [-> [S1 S']]]].
  apply shows_split in S'. destruct S' as [m2 [m3 [-> [S2 S3]]]]. apply shows_app; trivial. apply shows_app; trivial. exact (closed_at m1 m2 m3 x y C I S2).
Qed.

(** ** Rounds to the end *)
(** Cells only gain symbols. *)
Definition grows (m m' : may) : Prop := Forall2 (fun s s' => exists t, s' = t ++ s) m m'.
Definition many (m : may) : nat := list_sum (map (@length nat) m).
Lemma grows_refl : forall m, grows m m.
Proof using. induction m as [|s m IH]; constructor; [now exists []|trivial]. Qed.
Lemma grows_trans : forall a b c, grows a b -> grows b c -> grows a c.
Proof using.
  intros a b c G. revert c. induction G as [|s s' m m' [t ->] G IH]; intros c H; inversion H as [|? s'' ? m'' [t' ->] H']; subst; constructor; [exists (t' ++ t); now rewrite app_assoc|now apply IH].
Qed.
Lemma grows_many : forall a b, grows a b -> many a <= many b /\ (many b <= many a -> a = b).
Proof using.
  intros a b G. induction G as [|s s' m m' [t ->] G [L E]]; [split; trivial|]. unfold many in *. cbn [map list_sum fold_right]. fold (list_sum (map (@length nat) m)) (list_sum (map (@length nat) m')).
  rewrite app_length. split; [lia|]. intro K. assert (length t = 0) by lia. destruct t; [|discriminate]. cbn [app]. f_equal. apply E. lia.
Qed.
Lemma grows_add : forall y m, grows m (add_word y m).
Proof using.
  induction y as [|a y IH]; intros [|s m]; cbn [add_word]; try apply grows_refl. constructor; [|apply IH]. unfold add. destruct (shown_by a s); [now exists []|now exists [a]].
Qed.
Lemma grows_here : forall qs m, grows m (spread_here qs m).
Proof using.
  unfold spread_here. induction qs as [|r qs IH]; intro m; cbn [fold_left]; [apply grows_refl|]. eapply grows_trans; [|apply IH].
  destruct (live (fst r) m); [apply grows_add|apply grows_refl].
Qed.
Lemma grows_back : forall qs m, grows m (spread_back qs m).
Proof using.
  intros qs. induction m as [|s m IH]; cbn [spread_back]; [constructor|]. eapply grows_trans; [|apply grows_here]. constructor; [now exists []|exact IH].
Qed.
Lemma grows_rev : forall a b, grows a b -> grows (rev a) (rev b).
Proof using.
  intros a b G. induction G as [|s s' m m' H G IH]; cbn [rev]; [constructor|]. apply Forall2_app; [exact IH|]. constructor; [exact H|constructor].
Qed.
Lemma add_same : forall y m, length y <= length m -> add_word y m = m -> live y m = true.
Proof using.
  induction y as [|a y IH]; intros [|s m] L E; cbn [length add_word live] in *; trivial; try lia. injection E as E1 E2. rewrite IH by (trivial; lia).
  rewrite andb_true_r. unfold add in E1. destruct (shown_by a s); trivial. exfalso. apply (f_equal (@length nat)) in E1. cbn [length] in E1. lia.
Qed.
Lemma here_same : forall qs m, spread_here qs m = m -> forall r, In r qs -> length (snd r) = length (fst r) -> live (fst r) m = true -> live (snd r) m = true.
Proof using.
  induction qs as [|q qs IH]; intros m E r I Len L; [destruct I|]. unfold spread_here in E. cbn [fold_left] in E. fold (spread_here qs (if live (fst q) m then add_word (snd q) m else m)) in E.
  set (m1 := if live (fst q) m then add_word (snd q) m else m) in *.
  assert (G1 : grows m m1) by (unfold m1; destruct (live (fst q) m); [apply grows_add|apply grows_refl]).
  pose proof (grows_here qs m1) as G2. rewrite E in G2.
  assert (E1 : m = m1) by (apply (grows_many _ _ G1); now apply grows_many).
  destruct I as [->|I].
  - unfold m1 in E1. rewrite L in E1. apply add_same; [|now symmetry]. rewrite Len. apply live_shows in L. destruct L as [a [b [-> S]]].
    apply shows_length in S. rewrite app_length. lia.
  - rewrite <- E1 in E. now apply (IH m E r).
Qed.
Lemma back_same : forall m, spread_back rs m = m -> closed m = true.
Proof using same_length.
  assert (One : forall m, spread_here rs m = m -> forallb (fun r : rule => negb (live (fst r) m) || live (snd r) m) rs = true).
  { intros m E. apply forallb_forall. intros [x y] I. destruct (live (fst (x, y)) m) eqn:L; trivial. cbn [negb orb].
    apply (here_same rs m E (x, y) I); trivial. symmetry. now apply same_length. }
  induction m as [|s m IH]; intro E; cbn [closed]; apply andb_true_intro; split; trivial.
  - apply forallb_forall. intros [x y] I. cbn [fst snd]. pose proof (same_length x y I) as L. destruct x; [destruct y; [reflexivity|discriminate]|reflexivity].
  - apply One. cbn [spread_back] in E. assert (Q : m = spread_back rs m); [|now rewrite <- Q in E].
    pose proof (grows_here rs (s :: spread_back rs m)) as G. rewrite E in G. pose proof (grows_back rs m) as G'.
    apply (grows_many _ _ G'). apply grows_many in G. destruct G as [G _]. unfold many in *. cbn [map list_sum fold_right] in G. unfold list_sum. lia.
  - apply IH. cbn [spread_back] in E. pose proof (grows_here rs (s :: spread_back rs m)) as G. rewrite E in G. pose proof (grows_back rs m) as G'.
    symmetry. apply (grows_many _ _ G'). apply grows_many in G. destruct G as [G _]. unfold many in *. cbn [map list_sum fold_right] in G. unfold list_sum. lia.
Qed.
(** Cells have symbols of a list, each once. *)
Definition letters : list nat := flat_map (fun r : rule => snd r) rs.
Definition within (m : may) : Prop := Forall (fun s => NoDup s /\ exists a, incl s (a :: letters)) m.
Lemma within_add : forall y m, incl y letters -> within m -> within (add_word y m).
Proof using.
  induction y as [|b y IH]; intros [|s m] I W; cbn [add_word]; trivial. inversion W as [|? ? [N [a A]] W']; subst. constructor.
  - unfold add. destruct (shown_by b s) eqn:E; [split; trivial; now exists a|]. split.
    + constructor; trivial. intro J. apply shown_in in J. congruence.
    + exists a. intros c [<-|J]; [right; apply I; now left|now apply A].
  - apply IH; trivial. intros c J. apply I. now right.
Qed.
Lemma within_here : forall qs m, (forall r, In r qs -> incl (snd r) letters) -> within m -> within (spread_here qs m).
Proof using.
  unfold spread_here. induction qs as [|r qs IH]; intros m Q W; cbn [fold_left]; trivial. apply IH; [intros q I; apply Q; now right|].
  destruct (live (fst r) m); trivial. apply within_add; trivial. apply Q. now left.
Qed.
Lemma within_back : forall qs m, (forall r, In r qs -> incl (snd r) letters) -> within m -> within (spread_back qs m).
Proof using.
  intros qs m Q. induction m as [|s m IH]; intro W; cbn [spread_back]; trivial. inversion W as [|? ? A W']; subst. apply within_here; trivial. constructor; trivial. now apply IH.
Qed.
Lemma within_many : forall m, within m -> many m <= length m * S (length letters).
Proof using.
  intros m W. induction W as [|s m [N [a A]] W IH]; [reflexivity|]. unfold many in *. cbn [map length]. change (list_sum (length s :: map (@length nat) m)) with (length s + list_sum (map (@length nat) m)).
  pose proof (NoDup_incl_length N A) as L. cbn [length] in L. lia.
Qed.
Lemma spread_done : forall fuel m, within m -> length m * S (length letters) < fuel + many m -> closed (spread fuel m) = true /\ grows m (spread fuel m).
Proof using same_length.
  induction fuel as [|k IH]; intros m W L; [pose proof (within_many m W); lia|]. cbn [spread]. cbn zeta.
  set (b := spread_back rs m). set (next := rev (spread_back (map turned rs) (rev b))).
  assert (G1 : grows m b) by apply grows_back.
  assert (G2 : grows b next) by (rewrite <- (rev_involutive b) at 1; apply grows_rev, grows_back).
  destruct (list_eq_dec (list_eq_dec Nat.eq_dec) next m) as [E|E].
  - split; [|apply grows_refl]. apply back_same. symmetry. apply (grows_many _ _ G1). rewrite E in G2. now apply grows_many.
  - pose proof (grows_trans _ _ _ G1 G2) as G. pose proof (grows_many _ _ G) as [Le Eq]. assert (Lt : many m < many next).
    { destruct (Nat.le_gt_cases (many next) (many m)) as [H|H]; trivial. elim E. symmetry. now apply Eq. }
    assert (Len : forall a c, grows a c -> length a = length c) by (intros a c H; induction H; cbn [length]; congruence).
    assert (Wn : within next).
    { unfold next, within. apply Forall_rev. apply within_back.
      - intros r I. apply in_map_iff in I. destruct I as [q [<- I]]. cbn [turned snd]. intros c J. apply in_rev in J. apply in_flat_map. now exists q.
      - apply Forall_rev. apply within_back; trivial. intros r I c J. apply in_flat_map. now exists r. }
    destruct (IH next Wn) as [C H]; [rewrite <- (Len _ _ G); lia|]. split; trivial. exact (grows_trans _ _ _ G H).
Qed.
(** Rounds end with what may be shown, whatever is played. *)
Theorem mays_right : forall w, closed (mays w) = true /\ shows w (mays w).
Proof using same_length.
  intro w. set (own := map (fun a => [a]) w).
  assert (Ll : length letters = list_sum (map (fun r : rule => length (snd r)) rs)) by (unfold letters; clear; induction rs as [|r l IH]; [reflexivity|]; cbn [flat_map map]; rewrite app_length, IH; reflexivity).
  assert (Lo : length own = length w) by apply map_length.
  assert (Mo : many own = length w) by (unfold own, many; clear; induction w as [|a w IH]; [reflexivity|]; cbn [map length]; change (1 + list_sum (map (@length nat) (map (fun a => [a]) w)) = S (length w)); now rewrite IH).
  assert (Wo : within own).
  { apply Forall_map, Forall_forall. intros a _. split; [constructor; [intros []|constructor]|]. exists a. intros c [<-|[]]. now left. }
  destruct (spread_done (S (length w * list_sum (map (fun r : rule => length (snd r)) rs))) own Wo) as [C G]; [rewrite Lo, Mo, Ll; lia|].
  change (closed (mays w) = true) in C. change (grows own (mays w)) in G.
  split; [exact C|].
  revert G. generalize (mays w). unfold own. clear. induction w as [|a w IH]; intros m G; inversion G as [|? s ? m' [t ->] G']; subst; constructor; [apply in_or_app; right; now left|now apply IH].
Qed.

(** ** Where a row can be cut *)
Definition clean (m n : may) : Prop := forall x y p q q' t, In (x, y) rs -> m = p ++ q -> n = q' ++ t -> q <> [] -> q' <> [] -> ~ shows x (q ++ q').
Lemma side_by_side : forall m n u v c, clean m n -> shows u m -> shows v n -> In c (nexts rs (u ++ v)) ->
  (exists u', In u' (nexts rs u) /\ c = u' ++ v) \/ (exists v', In v' (nexts rs v) /\ c = u ++ v').
Proof using some.
  intros m n u v c Cl Su Sv I. apply in_nexts in I. destruct I as [a [x [y [b [I [E ->]]]]]].
  apply app_eq_app in E. destruct E as [k [[-> E]|[-> ->]]].
  - apply app_eq_app in E. destruct E as [l [[-> E]|[-> E]]].
    + destruct k as [|z k].
      { cbn [app] in *. subst v. right. exists (y ++ b). rewrite app_nil_r. split; trivial. apply in_nexts. exists [], l, y, b. now cbn. }
      destruct l as [|z' l].
      { cbn [app] in *. subst b. left. exists (a ++ y). rewrite <- app_assoc. split; trivial. apply in_nexts. rewrite app_nil_r in I. exists a, (z :: k), y, []. now rewrite !app_nil_r. }
      exfalso. subst v. apply shows_split in Su, Sv. destruct Su as [p [q [-> [_ Sq]]]]. destruct Sv as [q' [t [-> [Sq' _]]]].
      apply (Cl _ y p q q' t I); trivial; [intros ->; inversion Sq|intros ->; inversion Sq'|now apply shows_app].
    + left. subst b. exists (a ++ y ++ l). split; [apply in_nexts; now exists a, x, y, l|now rewrite <- !app_assoc].
  - right. exists (k ++ y ++ b). split; [apply in_nexts; now exists k, x, y, b|now rewrite <- !app_assoc].
Qed.

(** How many cells the longest word covers that may come to match here. *)
Definition longest (m : may) : nat := fold_right (fun (r : rule) k => if live (fst r) m then Nat.max (length (fst r)) k else k) 0 rs.
Definition attach (a : nat) (l : list (list nat)) : list (list nat) := match l with [] => [[a]] | p :: l => (a :: p) :: l end.
(** The row's parts, the first so many cells of it being covered already. *)
Fixpoint cut (k : nat) (m : may) (w : list nat) : list (list nat) := match w, m with
  | a :: w, _ :: n => match Nat.max k (longest m) - 1 with O => [a] :: cut 0 n w | k => attach a (cut k n w) end
  | _, _ => [] end.
Definition parts (w : list nat) : list (list nat) := cut 0 (mays w) w.

Lemma longest_most : forall m x y, In (x, y) rs -> live x m = true -> length x <= longest m.
Proof using.
  clear same_length some. intros m x y I L. unfold longest. induction rs as [|r l IH]; [destruct I|]. cbn [fold_right]. destruct I as [->|I].
  - cbn [fst]. rewrite L. lia.
  - specialize (IH I). destruct (live (fst r) m); lia.
Qed.
Lemma longest_fits : forall m, longest m <= length m.
Proof using.
  clear same_length some. intro m. unfold longest. induction rs as [|r l IH]; cbn [fold_right]; [lia|]. destruct (live (fst r) m) eqn:L; trivial.
  apply live_shows in L. destruct L as [m1 [m2 [-> S]]]. apply shows_length in S. rewrite app_length in *. lia.
Qed.
Lemma cut_first : forall w m k, w <> [] -> length w = length m -> k <= length w ->
  exists p rest mp mr, w = p ++ rest /\ m = mp ++ mr /\ length p = length mp /\ p <> [] /\ k <= length p /\ cut k m w = p :: cut 0 mr rest /\ clean mp mr.
Proof using.
  assert (Step : forall s n mp mr, n = mp ++ mr -> longest (s :: n) <= S (length mp) -> clean mp mr \/ mp = [] -> clean (s :: mp) mr).
  { intros s n mp mr -> Lo Cl x y p q q' t I E -> Nq Nq' S. destruct p as [|z p].
    - cbn [app] in E. subst q. assert (L : live x (s :: mp ++ q' ++ t) = true).
      { apply live_shows. exists ((s :: mp) ++ q'), t. split; [cbn [app]; now rewrite app_assoc|exact S]. }
      apply (longest_most _ x y I) in L. apply shows_length in S. rewrite app_length in S. cbn [length] in S. destruct q'; [congruence|]. cbn [length] in S. lia.
    - cbn [app] in E. injection E as -> E. destruct Cl as [Cl| ->]; [exact (Cl x y p q q' t I E eq_refl Nq Nq' S)|]. destruct p, q; try discriminate. congruence. }
  induction w as [|a w IH]; intros m k Ne Len K; [congruence|]. destruct m as [|s n]; [discriminate|]. cbn [length] in Len, K.
  pose proof (longest_fits (s :: n)) as Fit. cbn [length] in Fit. cbn [cut]. destruct (Nat.max k (longest (s :: n)) - 1) as [|k'] eqn:E.
  - exists [a], w, [s], n. repeat split; try discriminate; cbn [length]; try lia. apply (Step s n [] n); trivial; [cbn [length]; lia|now right].
  - assert (Nw : w <> []) by (intros ->; cbn [length] in *; lia).
    destruct (IH n (S k') Nw ltac:(lia) ltac:(lia)) as [p [rest [mp [mr [Ew [En [Lp [Np [Kp [Ec Cl]]]]]]]]]].
    exists (a :: p), rest, (s :: mp), mr. rewrite Ec. cbn [attach app length]. repeat split; try congruence; try lia.
    apply (Step s n mp mr); trivial; [lia|now left].
Qed.
Lemma parts_whole : forall w, concat (parts w) = w.
Proof using same_length.
  intro w. unfold parts. pose proof (shows_length _ _ (proj2 (mays_right w))) as L. revert L. generalize (mays w). intros m L. revert m L.
  induction w as [w IH] using (well_founded_induction (well_founded_ltof _ (@length nat))). unfold ltof in IH. intros m L.
  destruct w as [|a w]; [now destruct m|].
  destruct (cut_first (a :: w) m 0 ltac:(discriminate) L ltac:(lia)) as [p [rest [mp [mr [Ew [Em [Lp [Np [_ [Ec _]]]]]]]]]].
  rewrite Ec, Ew. cbn [concat]. f_equal. apply IH.
  - rewrite Ew, app_length. destruct p; [congruence|cbn [length]; lia].
  - apply (f_equal (@length nat)) in Ew. apply (f_equal (@length _)) in Em. rewrite !app_length in *. lia.
Qed.
Lemma parts_some : forall w p, In p (parts w) -> p <> [].
Proof using.
  assert (G : forall w m k p, In p (cut k m w) -> p <> []).
  { induction w as [|a w IH]; intros [|s m] k p I; try destruct I. cbn [cut] in I. destruct (Nat.max k (longest (s :: m)) - 1) as [|k'].
    - destruct I as [<-|I]; [discriminate|exact (IH m 0 p I)].
    - unfold attach in I. destruct (cut (S k') m w) as [|q l] eqn:E; destruct I as [<-|I]; try discriminate; [destruct I|].
      apply (IH m (S k')). rewrite E. now right. }
  intros w p I. exact (G _ _ _ _ I).
Qed.
End Cut.

(** ** A row is worth the sum of its parts *)
Section Worth.
Variables lefts rights : list rule.
Notation rules := (lefts ++ rights).
Hypothesis same_length : forall x y, In (x, y) rules -> length x = length y.
Hypothesis some : forall x y, In (x, y) rules -> x <> [].
Variable heavy : list nat -> nat.
Hypothesis falls : forall w c, In c (nexts rules w) -> heavy c < heavy w.
Variable s : sheet.
Notation fl := (options_in (ValueLines.lefts s)).
Notation fr := (options_in (ValueLines.rights s)).
Definition row_options (qs : list rule) (w : list nat) : list (list (N + list nat)) := map (fun c => [inr c]) (nexts qs w).
Notation atom := (ValueLines.atom (list nat)).
Notation OL := (oL (list nat) fl (row_options lefts)).
Notation OR := (oR (list nat) fr (row_options rights)).
Notation weight := (ValueLines.weight (list nat) heavy).
Lemma nexts_left : forall w c, In c (nexts lefts w) -> In c (nexts rules w).
Proof using. intros w c I. apply in_nexts in I. destruct I as [u [x [y [v [I E]]]]]. apply in_nexts. exists u, x, y, v. split; trivial. apply in_or_app. now left. Qed.
Lemma nexts_right : forall w c, In c (nexts rights w) -> In c (nexts rules w).
Proof using. intros w c I. apply in_nexts in I. destruct I as [u [x [y [v [I E]]]]]. apply in_nexts. exists u, x, y, v. split; trivial. apply in_or_app. now right. Qed.
Lemma lefts_fall : forall b p, In p (row_options lefts b) -> total atom weight p < heavy b.
Proof using falls. intros b p I. apply in_map_iff in I. destruct I as [c [<- I]]. apply nexts_left, falls in I. simpl. lia. Qed.
Lemma rights_fall : forall b p, In p (row_options rights b) -> total atom weight p < heavy b.
Proof using falls. intros b p I. apply in_map_iff in I. destruct I as [c [<- I]]. apply nexts_right, falls in I. simpl. lia. Qed.
Definition LF := oL_falls (list nat) fl (options_in_fall _) (row_options lefts) heavy lefts_fall.
Definition RF := oR_falls (list nat) fr (options_in_fall _) (row_options rights) heavy rights_fall.
Definition sums_of : list atom -> list atom -> Prop := Value.equal atom OL OR.
Notation le := (Value.le (list atom) (Value.lo atom OL) (Value.ro atom OR)).

(** The moves of one row, and of two rows beside each other. *)
Lemma in_one : forall (o : atom -> list (list atom)) qs, (forall w, o (inr w) = row_options qs w) -> forall w Y,
  In Y (Value.moves atom o [inr w]) <-> exists c, In c (nexts qs w) /\ Y = [inr c].
Proof using.
  intros o qs Ho w Y. cbn [Value.moves map]. rewrite app_nil_r, Ho. unfold row_options. rewrite map_map, in_map_iff. cbn [app].
  split; intros [c [A B]]; exists c; now split.
Qed.
Lemma in_two : forall (o : atom -> list (list atom)) qs, (forall w, o (inr w) = row_options qs w) -> forall u v Y,
  In Y (Value.moves atom o [inr u; inr v]) <-> (exists c, In c (nexts qs u) /\ Y = [inr c; inr v]) \/ (exists c, In c (nexts qs v) /\ Y = [inr u; inr c]).
Proof using.
  intros o qs Ho u v Y. change [inr u; inr v] with ([@inr N (list nat) u] ++ [inr v]). rewrite in_moves_app. split.
  - intros [[X [I ->]]|[X [I ->]]]; apply (in_one o qs Ho) in I; destruct I as [c [I ->]]; [left|right]; exists c; now split.
  - intros [[c [I ->]]|[c [I ->]]]; [left|right]; (exists [inr c]; split; [|reflexivity]); apply (in_one o qs Ho); now exists c.
Qed.
Theorem cut_once : forall m n u v, closed rules (m ++ n) = true -> clean rules m n -> shows u m -> shows v n -> sums_of [inr (u ++ v)] [inr u; inr v].
Proof using same_length some falls.
  intros m n u v C Cl.
  assert (Cm : forall u c, shows u m -> In c (nexts rules u) -> shows c m).
  { intros w c S I. apply in_nexts in I. destruct I as [a [x [y [b [I [-> ->]]]]]]. apply shows_split in S. destruct S as [m1 [m' [-> [S1 S']]]].
    apply shows_split in S'. destruct S' as [m2 [m3 [-> [S2 S3]]]]. apply shows_app; trivial. apply shows_app; trivial.
    rewrite <- !app_assoc in C. exact (closed_at rules same_length m1 m2 (m3 ++ n) x y C I S2). }
  assert (Cn : forall v c, shows v n -> In c (nexts rules v) -> shows c n).
  { intros w c S I. apply (shows_on rules same_length n w c); trivial. exact (closed_tail rules m n C). }
  assert (G : forall k u v, heavy (u ++ v) <= k -> shows u m -> shows v n -> le [inr (u ++ v)] [inr u; inr v] /\ le [inr u; inr v] [inr (u ++ v)]).
  { clear u v. induction k as [k IH] using (well_founded_induction lt_wf). intros u v B Su Sv.
    assert (First : forall c, In c (nexts rules u) -> le [inr (c ++ v)] [inr c; inr v] /\ le [inr c; inr v] [inr (c ++ v)]).
    { intros c I. pose proof (falls _ _ (around rules [] u c v I)) as W. cbn [app] in W. apply (IH (heavy (c ++ v))); [lia|lia|now apply (Cm u)|trivial]. }
    assert (Second : forall c, In c (nexts rules v) -> le [inr (u ++ c)] [inr u; inr c] /\ le [inr u; inr c] [inr (u ++ c)]).
    { intros c I. pose proof (around rules u v c [] I) as W. rewrite !app_nil_r in W. apply falls in W. apply (IH (heavy (u ++ c))); [lia|lia|trivial|now apply (Cn v)]. }
    assert (Both : forall qs, incl qs rules -> forall c, In c (nexts qs (u ++ v)) <-> (exists u', In u' (nexts qs u) /\ c = u' ++ v) \/ (exists v', In v' (nexts qs v) /\ c = u ++ v')).
    { intros qs Sub c. split.
      - apply (side_by_side qs) with (m := m) (n := n); trivial; [intros x y I; apply (some x y), Sub, I|].
        intros x y p q q' t I. now apply (Cl x y p q q' t), Sub.
      - intros [[u' [I ->]]|[v' [I ->]]]; [exact (around qs [] u u' v I)|]. pose proof (around qs u v v' [] I) as W. now rewrite !app_nil_r in W. }
    assert (SL : incl lefts rules) by (intros r I; apply in_or_app; now left). assert (SR : incl rights rules) by (intros r I; apply in_or_app; now right).
    split; constructor; intros Y I.
    - apply (in_one OL lefts (fun _ => eq_refl)) in I. destruct I as [c [I ->]]. apply (Both lefts SL) in I. destruct I as [[u' [I ->]]|[v' [I ->]]].
      + apply (lf_left _ _ _ _ _ [inr u'; inr v]); [apply (in_two OL lefts (fun _ => eq_refl)); left; now exists u'|now apply First, nexts_left].
      + apply (lf_left _ _ _ _ _ [inr u; inr v']); [apply (in_two OL lefts (fun _ => eq_refl)); right; now exists v'|now apply Second, nexts_left].
    - apply (in_two OR rights (fun _ => eq_refl)) in I. destruct I as [[c [I ->]]|[c [I ->]]].
      + apply (lf_right _ _ _ _ _ [inr (c ++ v)]); [apply (in_one OR rights (fun _ => eq_refl)); exists (c ++ v); split; trivial; apply (Both rights SR); left; now exists c|now apply First, nexts_right].
      + apply (lf_right _ _ _ _ _ [inr (u ++ c)]); [apply (in_one OR rights (fun _ => eq_refl)); exists (u ++ c); split; trivial; apply (Both rights SR); right; now exists c|now apply Second, nexts_right].
    - apply (in_two OL lefts (fun _ => eq_refl)) in I. destruct I as [[c [I ->]]|[c [I ->]]].
      + apply (lf_left _ _ _ _ _ [inr (c ++ v)]); [apply (in_one OL lefts (fun _ => eq_refl)); exists (c ++ v); split; trivial; apply (Both lefts SL); left; now exists c|now apply First, nexts_left].
      + apply (lf_left _ _ _ _ _ [inr (u ++ c)]); [apply (in_one OL lefts (fun _ => eq_refl)); exists (u ++ c); split; trivial; apply (Both lefts SL); right; now exists c|now apply Second, nexts_left].
    - apply (in_one OR rights (fun _ => eq_refl)) in I. destruct I as [c [I ->]]. apply (Both rights SR) in I. destruct I as [[u' [I ->]]|[v' [I ->]]].
      + apply (lf_right _ _ _ _ _ [inr u'; inr v]); [apply (in_two OR rights (fun _ => eq_refl)); left; now exists u'|now apply First, nexts_right].
      + apply (lf_right _ _ _ _ _ [inr u; inr v']); [apply (in_two OR rights (fun _ => eq_refl)); right; now exists v'|now apply Second, nexts_right]. }
  intros Su Sv. exact (G (heavy (u ++ v)) u v (Nat.le_refl _) Su Sv).
Qed.
Lemma cut_equal : forall k w m, length w <= k -> w <> [] -> closed rules m = true -> shows w m -> sums_of [inr w] (map inr (cut rules 0 m w)).
Proof using same_length some falls.
  induction k as [|k IH]; intros w m B Ne C S; [destruct w; [congruence|cbn [length] in B; lia]|].
  destruct (cut_first rules w m 0 Ne (shows_length _ _ S) ltac:(lia)) as [p [rest [mp [mr [-> [-> [Lp [Np [_ [-> Cl]]]]]]]]]].
  apply shows_split in S. destruct S as [m1 [m2 [E [S1 S2]]]]. pose proof (shows_length _ _ S1) as L1. apply app_same in E; [|lia]. destruct E as [-> ->].
  cbn [map]. destruct rest as [|a rest].
  - rewrite app_nil_r. inversion S2; subst. apply (equal_refl _ _ _ _ LF RF).
  - set (r := a :: rest) in *. apply (equal_trans _ _ _ _ LF RF _ ([inr p] ++ [inr r])); [exact (cut_once m1 m2 p r C Cl S1 S2)|].
    change (inr p :: map inr (cut rules 0 m2 r)) with ([@inr N (list nat) p] ++ map inr (cut rules 0 m2 r)). apply (equal_head _ _ _ _ LF RF).
    apply IH; trivial; [|discriminate|exact (closed_tail rules m1 m2 C)]. rewrite app_length in B. destruct p; [congruence|cbn [length] in B; lia].
Qed.
Theorem parts_equal : forall w, w <> [] -> sums_of [inr w] (map inr (parts rules w)).
Proof using same_length some falls.
  intros w Ne. destruct (mays_right rules same_length w) as [C S]. exact (cut_equal (length w) w _ (Nat.le_refl _) Ne C S).
Qed.

(** ** Tables: what each row of 1 cell, 2 cells, ... is worth, rows by their symbols, the last cell changing fastest *)
Variable base : nat.
Variable tables : list (list N).
Open Scope N_scope.
(** The number of a row, behind a leading 1. *)
Definition code (w : list nat) : N := fold_left (fun n a => n * N.of_nat base + N.of_nat a) w 1.
Fixpoint filled (start : N) (l : list (list N)) (m : M.t N) : M.t N := match l with [] => m | t :: l => filled (start * N.of_nat base) l (numbered start t m) end.
Definition the_forms : M.t N := filled (N.of_nat base) tables (M.empty N).
Definition form_in (m : M.t N) (w : list nat) : N := at_key 0 m (code w).
Definition form (w : list nat) : N := form_in the_forms w.
Fixpoint all_words (l : nat) : list (list nat) := match l with O => [[]] | S l => flat_map (fun w => map (fun a => a :: w) (seq 0 base)) (all_words l) end.
Definition proper (w : list nat) : Prop := Forall (fun a => (a < base)%nat) w.
Lemma all_in : forall w, proper w -> In w (all_words (length w)).
Proof using.
  induction w as [|a w IH]; intro Pw; [now left|]. inversion Pw as [|? ? A W]; subst. cbn [length all_words]. apply in_flat_map.
  exists w. split; [now apply IH|]. apply in_map_iff. exists a. split; trivial. apply in_seq. lia.
Qed.
Definition row_ok (V : list nat -> N) (LE : N -> N -> option bool) (LO RO : N -> list N) (w : list nat) : bool :=
  is LO RO LE (nodup N.eq_dec (map V (nexts lefts w))) (nodup N.eq_dec (map V (nexts rights w))) (V w).
Definition tables_check : bool :=
  let m := the_forms in let ml := ValueLines.lefts s in let mr := ValueLines.rights s in let mo := gathered (size s) (order s) in
  let LE := look (T := bool) (size s) mo in
  forallb (fun r : rule => forallb (fun a => (a <? base)%nat) (snd r)) rules &&
  forallb (fun e => line_ok (options_in ml) (options_in mr) LE (fst (fst e)) (snd (fst e)) (snd e)) (order s) &&
  forallb (fun l => forallb (row_ok (form_in m) LE (options_in ml) (options_in mr)) (all_words l)) (seq 1 (length tables)).

Lemma form_right : tables_check = true -> forall w, proper w -> (0 < length w <= length tables)%nat -> sums_of [inr w] (F (list nat) (form w)).
Proof using same_length falls.
  intro C. unfold tables_check in C. cbn zeta in C. apply andb_prop in C. destruct C as [C C3]. apply andb_prop in C. destruct C as [C1 C2].
  rewrite forallb_forall in C1, C2, C3.
  intro w. induction w as [w IH] using (well_founded_induction (well_founded_ltof _ heavy)). unfold ltof in IH. intros Pw Lw.
  assert (Next : forall c, In c (nexts rules w) -> sums_of [inr c] (F (list nat) (form c))).
  { intros c I. pose proof (falls _ _ I) as W. apply in_nexts in I. destruct I as [u [x [y [v [I [E ->]]]]]]. apply IH; trivial.
    - subst w. unfold proper in *. apply Forall_app in Pw. destruct Pw as [Pu Pw]. apply Forall_app in Pw. destruct Pw as [_ Pv].
      apply Forall_app. split; trivial. apply Forall_app. split; trivial. apply Forall_forall. intros a Ia. specialize (C1 _ I). cbn [snd] in C1.
      rewrite forallb_forall in C1. now apply Nat.ltb_lt, C1.
    - pose proof (same_length _ _ I) as Q. subst w. rewrite !app_length in *. lia. }
  assert (Ok : row_ok form (look (size s) (gathered (size s) (order s))) fl fr w = true).
  { specialize (C3 (length w)). rewrite in_seq in C3. specialize (C3 ltac:(lia)). rewrite forallb_forall in C3. exact (C3 w (all_in w Pw)). }
  assert (R : forall (o : atom -> list (list atom)) qs, (forall w, o (inr w) = row_options qs w) -> (forall c, In c (nexts qs w) -> In c (nexts rules w)) ->
    reps (list nat) fl fr (row_options lefts) (row_options rights) (Value.moves atom o [inr w]) (nodup N.eq_dec (map form (nexts qs w)))).
  { intros o qs Ho Sub. split.
    - intros Y I. apply (in_one o qs Ho) in I. destruct I as [c [I ->]]. exists (form c). split; [apply nodup_In; now apply in_map|now apply Next, Sub].
    - intros x I. apply nodup_In, in_map_iff in I. destruct I as [c [<- I]]. exists [inr c]. split; [apply (in_one o qs Ho); now exists c|now apply Next, Sub]. }
  apply (is_sound (list nat) fl fr (options_in_fall _) (options_in_fall _) (row_options lefts) (row_options rights) heavy lefts_fall rights_fall
    (look (size s) (gathered (size s) (order s)))) with (ls := nodup N.eq_dec (map form (nexts lefts w))) (rs := nodup N.eq_dec (map form (nexts rights w))).
  - intros a b v Q. apply look_in in Q. exact (C2 _ Q).
  - exact (R OL lefts (fun _ => eq_refl) (nexts_left w)).
  - exact (R OR rights (fun _ => eq_refl) (nexts_right w)).
  - exact Ok.
Qed.

(** What a row is worth: a form for each of its parts. *)
Definition worths (w : list nat) : list atom := map (fun p => inl (form p)) (parts rules w).
(** No part is longer than the tables. *)
Definition short (w : list nat) : bool := forallb (fun p => (length p <=? length tables)%nat) (parts rules w).
(** MAIN THEOREM: in every sum a row of any length that falls into parts of few cells can stand for the sum of their forms, and that for the row. *)
Theorem row_parts_law : tables_check = true -> forall w, w <> [] -> proper w -> short w = true -> sums_of [inr w] (worths w).
Proof using same_length some falls.
  intros C w Ne Pw Sh. apply (equal_trans _ _ _ _ LF RF _ (map inr (parts rules w))); [now apply parts_equal|]. unfold worths.
  assert (Pc : proper (concat (parts rules w))) by (rewrite parts_whole; [exact Pw|exact same_length]). unfold short in Sh. rewrite forallb_forall in Sh.
  pose proof (parts_some rules w) as So.
  revert Pc Sh So. clear Pw Ne. induction (parts rules w) as [|p l IH]; intros Pc Sh So; [apply (equal_refl _ _ _ _ LF RF)|].
  cbn [concat] in Pc. apply Forall_app in Pc. destruct Pc as [Pp Pl].
  change (sums_of ([@inr N (list nat) p] ++ map inr l) (F (list nat) (form p) ++ map (fun p => inl (form p)) l)).
  apply (equal_app _ _ _ _ LF RF); [|apply IH; trivial; intros q I; [apply Sh|apply So]; now right].
  apply form_right; trivial. specialize (Sh p (or_introl eq_refl)). apply Nat.leb_le in Sh. specialize (So p (or_introl eq_refl)). destruct p; [congruence|cbn [length] in *; lia].
Qed.
End Worth.
