(** * ViewSum.v -- sums of games, read off a core term: crates/analysis/src/program/sum.rs.
    The file gives the terms of the games; the term of their sum is made of these once more, and compared.
    Proved: where [view_sum] accepts, a move of the term is a move of one of the games, in its part of the state ([sum_moves]); so who can force a win is told by the nim-sum of what the components
    are worth ([sum_law]).
    Source: Sprague 1935, Grundy 1939.
    An instance gives the terms, and of each game what its positions are worth. *)
Require Import ZArith NArith List Bool Lia.
From Whowins Require ViewHeaps.
From Whowins Require Import Core ViewTidy ViewOutcome Worth Placed.
Import ListNotations.
Open Scope Z_scope.

(** ** A game whose moves end with the change of turn *)
Definition pass : cmd := ViewHeaps.pass.
Definition before_pass (c : cmd) : option cmd := match rev (seqs c) with p :: r => if cmd_dec p pass then Some (seq_of (rev r)) else None | [] => None end.
Definition body (g : game) : option cmd := match tiers g with [c] => before_pass c | _ => None end.
Definition body_of (g : game) : cmd := match body g with Some b => b | None => never end.
(** No ends, no blocked options, and parts of which the first says whose turn it is. *)
Definition plain (g : game) : bool := Nat.eqb (blocks g) 0 && match ends g with [] => true | _ => false end && match parts g with (0, Some 1) :: _ => true | _ => false end.
Definition summand (g : game) : bool := plain g && match body g with Some _ => true | None => false end.
Definition size (g : game) : nat := length (tl (parts g)).
Lemma before_pass_run : forall c b, before_pass c = Some b -> forall cs bs env s, run cs bs c env s = flat_map (run cs bs pass env) (run cs bs b env s).
Proof.
  intros c b H cs bs env s. unfold before_pass in H. rewrite <- (run_seqs cs bs c). destruct (rev (seqs c)) as [|p r] eqn:E; [discriminate|].
  destruct (cmd_dec p pass) as [->|]; [|discriminate]. injection H as <-. apply (f_equal (@rev cmd)) in E. rewrite rev_involutive in E. rewrite E. cbn [rev].
  now rewrite run_seq_app.
Qed.
Lemma plain_facts : forall g, plain g = true -> blocks g = O /\ (forall s, ended g s = None) /\ parts g = (0, Some 1) :: tl (parts g).
Proof.
  intros g H. unfold plain in H. apply andb_prop in H. destruct H as [H P]. apply andb_prop in H. destruct H as [B E]. apply Nat.eqb_eq in B.
  split; [trivial|]. split; [intro s; unfold ended; destruct (ends g); [reflexivity|discriminate]|].
  destruct (parts g) as [|[[| |] [[|[| |]|]|]] l]; try discriminate. reflexivity.
Qed.
Lemma one_tier : forall g c s, (forall s, ended g s = None) -> tiers g = [c] -> moves g s = run (consts g) (parts g) c [] s.
Proof. intros g c s E T. unfold moves. rewrite E, T. cbn [first_tier]. now destruct (run _ _ _ _ _). Qed.
Lemma summand_moves : forall g, summand g = true -> forall s, moves g s = flat_map (run (consts g) (parts g) pass []) (run (consts g) (parts g) (body_of g) [] s).
Proof.
  intros g H s. unfold summand in H. apply andb_prop in H. destruct H as [Pl B]. destruct (plain_facts g Pl) as [_ [En _]]. unfold body_of. destruct (body g) as [b|] eqn:E; [|discriminate].
  unfold body in E. destruct (tiers g) as [|c [|]] eqn:T; try discriminate. rewrite (one_tier g c s En T). now apply before_pass_run.
Qed.
Lemma pass_run : forall cs bs P x, run cs ((0, Some 1) :: bs) pass [] (at_turn P x) = [at_turn (negb P) x].
Proof. intros cs bs P x. now destruct P. Qed.

(** ** The constants *)
Definition const_in (g G : game) (n : nat) : nat := ViewHeaps.index_of (nth n (consts g) []) (consts G).
Definition consts_in (g G : game) : bool := forallb (fun c => existsb (ViewHeaps.same_list c) (consts G)) (consts g).
Lemma const_same : forall g G, consts_in g G = true -> forall n, nth (const_in g G n) (consts G) [] = nth n (consts g) [].
Proof.
  intros g G H n. unfold const_in. assert (F : forall l cs, nth (ViewHeaps.index_of l cs) cs [] = l \/ existsb (ViewHeaps.same_list l) cs = false /\ nth (ViewHeaps.index_of l cs) cs [] = []).
  { intros l cs. induction cs as [|c cs IH]; [right; now split|]. cbn [ViewHeaps.index_of existsb]. assert (Sy : ViewHeaps.same_list l c = ViewHeaps.same_list c l).
    { unfold ViewHeaps.same_list. destruct (list_eq_dec _ l c), (list_eq_dec _ c l); congruence. }
    rewrite Sy. destruct (ViewHeaps.same_list c l) eqn:E; cbn [nth orb]; [left|exact IH]. unfold ViewHeaps.same_list in E. now destruct (list_eq_dec _ c l). }
  destruct (F (nth n (consts g) []) (consts G)) as [E|[No E]]; [trivial|]. rewrite E. destruct (Nat.lt_ge_cases n (length (consts g))) as [L|L]; [|now rewrite nth_overflow].
  unfold consts_in in H. rewrite forallb_forall in H. rewrite H in No by (now apply nth_In). discriminate.
Qed.

(** ** One of each game *)
Definition place_in (g G : game) (off p : nat) : place := if (p =? 0)%nat then Whole 0 else if (p <? length (parts g))%nat then Whole (off + p) else Whole (length (parts G)).
Definition put_in (G : game) (off : nat) (g : game) : cmd := placed_c (place_in g G off) (const_in g G) 0 (body_of g) 0.
Fixpoint put_all (G : game) (off : nat) (gs : list game) : list cmd := match gs with [] => [] | g :: gs => put_in G off g :: put_all G (off + size g) gs end.
Definition bounds_dec : forall a b : bounds, {a = b} + {a <> b}.
Proof. decide equality; [decide equality|]; apply Z.eq_dec. Defined.
Definition view_sum (gs : list game) (G : game) : bool :=
  plain G && alike_e (stuck G) (ViewHeaps.stuck_of false) && forallb (fun g => summand g && consts_in g G) gs &&
  (if list_eq_dec bounds_dec (tl (parts G)) (flat_map (fun g => tl (parts g)) gs) then true else false) &&
  match tiers G with [c] => alike c (Seq (alt_of (put_all G 0 gs)) pass) | _ => false end.

(** The components of a position, one of each game. *)
Definition fits (gs : list game) (l : list component) : Prop := Forall2 (fun g c => fst c = g /\ length (snd c) = size g) gs l.
Definition join (l : list component) : position := flat_map snd l.
Lemma join_app : forall a b, join (a ++ b) = join a ++ join b.
Proof. intros a b. apply flat_map_app. Qed.

Lemma lasting_whole : forall pl, (forall p, match pl p with Whole _ => True | _ => False end) -> forall c, lasting pl c = true.
Proof.
  intros pl H. induction c; cbn [lasting]; trivial; try (now rewrite IHc1, IHc2). specialize (H p). now destruct (pl p).
Qed.
Lemma put_middle : forall A (a x b : list A) k v, (k < length x)%nat -> put (length a + k) v (a ++ x ++ b) = a ++ put k v x ++ b.
Proof.
  intros A a x b k v L. induction a as [|y a IH]; cbn [app length Nat.add put]; [|now rewrite IH].
  revert k L. induction x as [|y x IH]; intros k L; [cbn in L; lia|]. destruct k as [|k]; [reflexivity|]. cbn [app put length] in *. now rewrite IH by lia.
Qed.
Section Whole.
Variables (g G : game) (pre post : list (list Z)) (preB postB : list bounds).
Hypothesis Cs : consts_in g G = true.
Hypothesis PlG : plain G = true.
Hypothesis Sg : summand g = true.
Hypothesis Parts : tl (parts G) = preB ++ tl (parts g) ++ postB.
Hypothesis LPre : length pre = length preB.
Hypothesis LPost : length post = length postB.
Definition emb (s : state) : state := hd [] s :: pre ++ tl s ++ post.
Definition ok (s : state) : Prop := length s = length (parts g).
Lemma places_whole : forall p, match place_in g G (length pre) p with
  | Whole q => whole (parts g) (parts G) emb ok p q | Stretch q b n h => stretch [] (consts G) (parts g) (parts G) emb ok p q b n h end.
Proof using Cs PlG Sg Parts LPre LPost.
  intro p. pose proof Sg as S'. unfold summand in S'. apply andb_prop in S'. destruct S' as [Pg _]. destruct (plain_facts g Pg) as [_ [_ Eg]]. destruct (plain_facts G PlG) as [_ [_ EG]].
  assert (Lg : length (parts g) = S (size g)) by (rewrite Eg; reflexivity).
  unfold place_in. destruct (Nat.eqb_spec p 0) as [->|Np]; [|destruct (Nat.ltb_spec p (length (parts g))) as [L|L]]; unfold whole.
  - split; [now rewrite Eg, EG|]. intros s O. unfold ok in O. destruct s as [|t r]; [cbn in O; lia|]. split; [reflexivity|]. intros v _. split; [|reflexivity]. unfold ok in *. now rewrite put_length.
  - destruct p as [|k]; [congruence|]. replace (length pre + S k)%nat with (S (length pre + k)) by lia. split.
    + rewrite Eg, EG, Parts, LPre. cbn [nth_error]. rewrite nth_error_app2 by lia. replace (length preB + k - length preB)%nat with k by lia. apply nth_error_app1. fold (size g). lia.
    + intros s O. unfold ok in O. destruct s as [|t r]; [cbn in O; lia|]. cbn [length] in O. unfold emb. cbn [hd tl nth_error]. split.
      * rewrite nth_error_app2 by lia. replace (length pre + k - length pre)%nat with k by lia. apply nth_error_app1. lia.
      * intros v _. split; [unfold ok; cbn [put length]; rewrite put_length; lia|]. cbn [put hd tl]. f_equal. apply put_middle. lia.
  - assert (LG : length (parts G) = S (length pre + size g + length post)) by (rewrite EG, Parts; cbn [length]; rewrite !app_length; fold (size g); lia). split.
    + rewrite (proj2 (nth_error_None (parts G) _)) by lia. symmetry. now apply nth_error_None.
    + intros s O. unfold ok in O. destruct s as [|t r]; [cbn in O; lia|]. cbn [length] in O. split.
      * rewrite (proj2 (nth_error_None (emb _) _)) by (unfold emb; cbn [hd tl length]; rewrite !app_length; lia). symmetry. apply nth_error_None. cbn [length]. lia.
      * intros v Lp. cbn [length] in Lp. lia.
Qed.
Lemma put_in_run : forall P x, length x = size g ->
  flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) (put_in G (length pre) g) [] (emb (at_turn P x))) = map emb (moves g (at_turn P x)).
Proof using Cs PlG Sg Parts LPre LPost.
  intros P x L. rewrite (summand_moves g Sg). pose proof Sg as S'. unfold summand in S'. apply andb_prop in S'. destruct S' as [Pg _]. destruct (plain_facts g Pg) as [_ [_ Eg]].
  assert (O : ok (at_turn P x)) by (unfold ok; rewrite Eg; cbn [at_turn length]; now f_equal).
  destruct (placed_run (place_in g G (length pre)) (const_in g G) [] (consts g) (consts G) (parts g) (parts G) emb ok (const_same g G Cs) places_whole (Seq (body_of g) pass)) with (env := @nil Z) (s := at_turn P x) as [E _]; trivial.
  - apply lasting_whole. intro p. unfold place_in. destruct (p =? 0)%nat; trivial. now destruct (p <? length (parts g))%nat.
Qed.
End Whole.

Lemma fits_length : forall gs l, fits gs l -> length (join l) = length (flat_map (fun g => tl (parts g)) gs).
Proof. intros gs l F. induction F as [|g c gs l [_ L] F IH]; [reflexivity|]. unfold join in *. cbn [flat_map]. rewrite !app_length, IH, L. reflexivity. Qed.
Lemma fits_cons : forall g gs l, fits (g :: gs) l -> exists x l', l = (g, x) :: l' /\ length x = size g /\ fits gs l'.
Proof. intros g gs l F. inversion F as [|? c ? l' [E L] F' E1 E2]. destruct c as [h z]. cbn [fst snd] in *. rewrite E. now exists z, l'. Qed.
Lemma put_all_run : forall G, plain G = true -> forall P gs pre preB l, forallb (fun g => summand g && consts_in g G) gs = true -> fits gs l -> length pre = length preB ->
  tl (parts G) = preB ++ flat_map (fun g => tl (parts g)) gs -> forall t,
  In t (flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) (alt_of (put_all G (length pre) gs)) [] (at_turn P (pre ++ join l)))) <->
  exists l1 g x l2 s, l = l1 ++ (g, x) :: l2 /\ In s (moves g (at_turn P x)) /\ t = hd [] s :: pre ++ join (l1 ++ (g, tl s) :: l2).
Proof.
  intros G PlG P. induction gs as [|g gs IH]; intros pre preB l Ok F Lp Pt t.
  - inversion F; subst. cbn [put_all alt_of run ev flat_map]. split; [intros []|]. intros [l1 [g [x [l2 [s [E _]]]]]]. now destruct l1.
  - apply fits_cons in F. destruct F as [x [l' [-> [Lx F']]]]. cbn [forallb] in Ok. apply andb_prop in Ok. destruct Ok as [Og Ok]. apply andb_prop in Og. destruct Og as [Sg Cg].
    cbn [put_all flat_map] in *. rewrite run_alt_of, flat_map_app, in_app_iff. change (join ((g, x) :: l')) with (x ++ join l').
    pose proof (put_in_run g G pre (join l') preB (flat_map (fun g => tl (parts g)) gs) Cg PlG Sg Pt Lp (fits_length gs l' F') P x Lx) as R.
    change (emb pre (join l') (at_turn P x)) with (at_turn P (pre ++ x ++ join l')) in R. rewrite R. clear R.
    assert (Lp' : length (pre ++ x) = length (preB ++ tl (parts g))) by (rewrite !app_length; unfold size in Lx; lia).
    pose proof (IH (pre ++ x) (preB ++ tl (parts g)) l' Ok F' Lp' ltac:(now rewrite Pt, app_assoc) t) as I. rewrite <- app_assoc, app_length, Lx in I. rewrite I. clear I.
    split.
    + intros [M|[l1 [h [y [l2 [s [-> [M ->]]]]]]]].
      * apply in_map_iff in M. destruct M as [s [<- M]]. exists [], g, x, l', s. auto.
      * exists ((g, x) :: l1), h, y, l2, s. split; [reflexivity|]. split; trivial. cbn [app]. change (join ((g, x) :: ?k)) with (x ++ join k). now rewrite <- app_assoc.
    + intros [l1 [h [y [l2 [s [E [M ->]]]]]]]. destruct l1 as [|c l1]; cbn [app] in E.
      * injection E as <- <- <-. left. apply in_map_iff. exists s. now split.
      * injection E as <- ->. right. exists l1, h, y, l2, s. split; [reflexivity|]. split; trivial. cbn [app]. change (join ((g, x) :: ?k)) with (x ++ join k). now rewrite <- app_assoc.
Qed.

Section Law.
Variables (gs : list game) (G : game).
Hypothesis V : view_sum gs G = true.
Lemma sum_facts : plain G = true /\ (forall s, stuck_pays G s = ev (consts G) [] s (ViewHeaps.stuck_of false)) /\ forallb (fun g => summand g && consts_in g G) gs = true /\
  tl (parts G) = flat_map (fun g => tl (parts g)) gs /\ forall s, moves G s = flat_map (run (consts G) (parts G) pass []) (run (consts G) (parts G) (alt_of (put_all G 0 gs)) [] s).
Proof using V.
  pose proof V as H. unfold view_sum in H. do 4 (apply andb_prop in H; let K := fresh in destruct H as [H K]). destruct (plain_facts G H) as [_ [En _]].
  split; trivial. split; [intro s; unfold stuck_pays; now apply alike_value|]. split; trivial. destruct (list_eq_dec _ _ _) as [E|]; [|discriminate]. split; trivial.
  intro s. destruct (tiers G) as [|c [|]] eqn:T; try discriminate. rewrite (one_tier G c s En T). now rewrite (alike_run c (Seq (alt_of (put_all G 0 gs)) pass)).
Qed.
(** THE VIEW: a move of the sum is a move of one of its games. *)
Theorem sum_moves : forall P l t, fits gs l -> (In t (moves G (at_turn P (join l))) <->
  exists l1 g x l2 s, l = l1 ++ (g, x) :: l2 /\ In s (moves g (at_turn P x)) /\ t = hd [] s :: join (l1 ++ (g, tl s) :: l2)).
Proof using V.
  intros P l t F. destruct sum_facts as [Pl [_ [Ok [Pt Mo]]]]. rewrite Mo. exact (put_all_run G Pl P gs [] [] l Ok F eq_refl Pt t).
Qed.
Lemma sum_keeps : forall P l1 g x l2 y, fits gs (l1 ++ (g, x) :: l2) -> In (at_turn (negb P) y) (moves g (at_turn P x)) -> fits gs (l1 ++ (g, y) :: l2).
Proof using V.
  intros P l1 g x l2 y F M. apply Forall2_app_inv_r in F. destruct F as [g1 [g2 [F1 [F2 E]]]]. inversion F2 as [|h ? g3 ? [Eh Lx] F3 E1 E2]. cbn [fst snd] in *. subst h g2.
  rewrite E. apply Forall2_app; trivial. constructor; trivial. cbn [fst snd]. split; trivial.
  destruct sum_facts as [Pl [_ [Ok _]]]. rewrite E, forallb_app in Ok. apply andb_prop in Ok. destruct Ok as [_ Ok]. cbn [forallb] in Ok. apply andb_prop in Ok. destruct Ok as [Og _].
  apply andb_prop in Og. destruct Og as [Sg _]. rewrite (summand_moves g Sg) in M. apply in_flat_map in M. destruct M as [s [I J]].
  assert (Run : forall cs bs c env s t, In t (run cs bs c env s) -> length t = length s).
  { clear. intros cs bs. induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c IH|fuel c IH|p i e|p i n xs]; intros env s t I; cbn [run] in I.
    - destruct I as [<-|[]]. reflexivity.
    - destruct (_ =? 0); [destruct I|]. destruct I as [<-|[]]. reflexivity.
    - apply in_flat_map in I. destruct I as [u [I J]]. rewrite (IHb _ _ _ J). exact (IHa _ _ _ I).
    - apply in_app_or in I. destruct I; eauto.
    - destruct (_ =? 0); eauto.
    - apply in_flat_map in I. destruct I as [v [_ I]]. eauto.
    - assert (G : forall l ss, In t (fold_left (fun ss v => flat_map (run cs bs c (env ++ [v])) ss) l ss) -> exists u, In u ss /\ length t = length u).
      { intro l. induction l as [|v l IHl]; intros ss J; [eauto|]. cbn [fold_left] in J. destruct (IHl _ J) as [u [K E]]. apply in_flat_map in K. destruct K as [w [K L]].
        exists w. split; trivial. rewrite E. eauto. }
      destruct (G _ _ I) as [u [[<-|[]] E]]. exact E.
    - refine (repeat_keeps _ (fun u => length u = length s) _ _ s t eq_refl I). intros u v E J. rewrite <- E. exact (IH _ _ _ J).
    - unfold assign in I. destruct (nth_error s p); [|destruct I]. destruct (nth_error bs p); [|destruct I]. destruct (_ && _); [|destruct I]. destruct I as [<-|[]]. apply put_length.
    - unfold splice in I. destruct (nth_error s p); [|destruct I]. destruct (nth_error bs p); [|destruct I]. destruct (_ && _); [|destruct I]. destruct I as [<-|[]]. apply put_length. }
  apply Run in I, J. rewrite I in J. cbn [at_turn length] in J. lia.
Qed.
(** THE LAW: the sum is worth the nim-sum of its components, and who wins by that can force a win in the game of the term. *)
Theorem sum_law : forall l vs, fits gs l -> worths l vs -> worth G (join l) (nim_sum vs) /\
  forall P, (nim_sum vs <> 0%N <-> wins G P (at_turn P (join l))) /\ (nim_sum vs = 0%N <-> wins G (negb P) (at_turn P (join l))).
Proof using V.
  intros l vs F W. pose proof (sum_worth G (fits gs) join sum_moves sum_keeps l vs F W) as Wo. split; trivial.
  destruct sum_facts as [Pl [St _]]. destruct (plain_facts G Pl) as [Bl [En _]]. apply (worth_wins G Bl En); trivial.
  intros P x. rewrite St. now destruct P.
Qed.
End Law.
