(** * Readers.v -- the check of an automatic law, for any functions that read digits.
    Proved: readers that pass [readers_ok] label every tuple of naturals with its outcome ([readers_law]).
    See Automatic.v for what is checked and why; here nothing is assumed of the functions. *)
Require Import Bool Arith NArith ZArith List Lia FMapPositive.
From Whowins Require Import Game Digits Explore Lattice Tracker.
Import ListNotations.
Open Scope Z_scope.

(* ---------------- elements of the closures ---------------- *)
Definition el : Type := (list N * (letter * letter) * option (list cs))%type.
Definition oeqb (a b : option (list cs)) : bool := match a, b with
  | None, None => true | Some a, Some b => leqb cs_eqb a b | _, _ => false end.
Definition el_eqb (a b : el) : bool := let '(n, (v, v'), o) := a in let '(n2, (v2, v2'), o2) := b in
  leqb N.eqb n n2 && leqb Z.eqb v v2 && leqb Z.eqb v' v2' && oeqb o o2.
Lemma zl_eq : forall a b, leqb Z.eqb a b = true -> a = b.
Proof. apply leqb_eq. intros a b E. now apply Z.eqb_eq. Qed.
Lemma el_eq : forall a b, el_eqb a b = true -> a = b.
Proof.
  intros [[n [v v']] o] [[n2 [v2 v2']] o2] E. unfold el_eqb in E. apply andb_prop in E. destruct E as [E E4].
  apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2].
  apply zl_eq in E2, E3. apply leqb_eq in E1; [|intros; now apply N.eqb_eq].
  assert (o = o2); [|congruence]. destruct o as [o|], o2 as [o2|]; try discriminate; trivial. f_equal.
  apply leqb_eq in E4; trivial. intros [a b|] [a' b'|] E; try discriminate; trivial. simpl in E.
  apply andb_prop in E. destruct E as [X Y]. apply Z.eqb_eq in X, Y. congruence.
Qed.
Definition el_key (e : el) : positive := let '(n, (v, v'), o) := e in
  let p := pushL v' (pushL v (fold_left (fun p n => pushN n p) n xH)) in
  match o with None => p | Some l => fold_left (fun p t => match t with
    Sat => p~1 | Tr a b => pushZ a (pushZ b p~0) end)%positive l p end.

(* ---------------- the readers ---------------- *)
Section Readers.
Variable s : system.
Hypothesis OK : sys_ok s = true.
Variable d : nat.
Variable al : list letter.
Hypothesis AL : al = tuples s d.
Variable moves : bool -> list ray.
Hypothesis FINE : rules_fine d moves = true.
Variable weights : list Z.
Hypothesis FALL : falling d moves weights = true.
Variable misere : bool.
(** the law: transitions and labels; the tables of the rays, state 0 is dead; who is stuck *)
Variables (dn : N -> letter -> N) (lab : N -> bool -> option bool).
Variables (rn : N -> letter -> letter -> N) (rf : N -> bool) (starts : bool -> list N).
Variables (sn : N -> letter -> N) (sf : N -> bool -> bool).
Variable fuel : nat.
Notation zero := (zero d).
Definition after (v : letter) : list letter := filter (vok s v) al.
Lemma in_after : forall v x, length v = d -> vok s v x = true -> In x (after v).
Proof using OK AL. intros v x L V. apply filter_In. split; trivial. rewrite AL, <- L. now apply in_tuples. Qed.
Definition rgo (r : N) x y : N := if N.eqb r 0 then 0%N else rn r x y.
Definition racc (r : N) : bool := negb (N.eqb r 0) && rf r.
Definition run {A B} (f : A -> B -> A) (w : list B) (a : A) : A := fold_left f w a.
Definition drun q w := run dn w q.
Definition srun t w := run sn w t.
Fixpoint rrun (r : N) (w w' : list letter) : N := match w, w' with
  | x :: w, y :: w' => rrun (rgo r x y) w w' | _, _ => r end.
Lemma rrun_0 : forall w w', rrun 0 w w' = 0%N.
Proof. induction w as [|x w IH]; intros [|y w']; trivial. simpl. apply IH. Qed.
Definition clo (step : el -> list el) (good : el -> bool) (e : el) : bool :=
  explore el_eqb el_key step good fuel [e] (PositiveMap.empty el).
Lemma clo_sound : forall step good e, clo step good e = true ->
  exists S : el -> Prop, S e /\ forall a, S a -> good a = true /\ forall b, In b (step a) -> S b.
Proof.
  intros step good e E. destruct (explore_sound _ _ _ _ _ el_eq _ _ E) as [S [S1 S2]]. exists S. split; trivial.
  apply S1. now left.
Qed.

(* a ray and its table *)
Definition step1 (ks : ctl) (e : el) : list el := let '(n, (v, v'), o) := e in let r := hd 0%N n in
  if match o with None => N.eqb r 0 | Some _ => false end then [] else
  flat_map (fun x => map (fun y => ([rgo r x y], (x, y), ostep s ks o x y)) (after v')) (after v).
Definition good1 (ks : ctl) (e : el) : bool := let '(n, _, o) := e in Bool.eqb (ofinal ks o) (racc (hd 0%N n)).
Definition rel_ok1 (r : ray) (start : N) : bool := let ks := ctl_of s (cons_of d r) in
  clo (step1 ks) (good1 ks) ([start], (zero, zero), ostart ks).
Lemma rel_sound : forall r start, rel_ok1 r start = true -> fine d r = true ->
  forall w w', vword s zero w = true -> vword s zero w' = true -> length w = length w' ->
  (racc (rrun start w w') = true <-> rmv r (wval s d w) (wval s d w')).
Proof using OK AL.
  intros r start E Fr w w' W W' L. unfold rel_ok1 in E. destruct (clo_sound _ _ _ E) as [S [S0 S1]].
  set (ks := ctl_of s (cons_of d r)) in *.
  assert (G : forall w w' v v' o q, length v = d -> length v' = d -> vword s v w = true -> vword s v' w' = true ->
    length w = length w' -> S ([q], (v, v'), o) -> ofinal ks (orun s ks o w w') = racc (rrun q w w')).
  { clear w w' W W' L. induction w as [|x w IH]; intros [|y w'] v v' o q L L' W W' Lw He; try discriminate.
    - destruct (S1 _ He) as [Gd _]. apply eqb_prop in Gd. exact Gd.
    - cbn [vword] in W, W'. apply andb_prop in W, W'. destruct W as [V W], W' as [V' W']. injection Lw as Lw.
      cbn [orun rrun]. destruct (S1 _ He) as [_ St]. unfold step1 in St. cbn [hd] in St.
      destruct (match o with None => N.eqb q 0 | Some _ => false end) eqn:Dd.
      + destruct o as [o|]; [discriminate|]. apply N.eqb_eq in Dd. subst q. unfold rgo. cbn [N.eqb ostep].
        rewrite orun_none, rrun_0. reflexivity.
      + apply IH with x y; trivial.
        * rewrite (vok_length s v x V). trivial.
        * rewrite (vok_length s v' y V'). trivial.
        * apply St. apply in_flat_map. exists x. split; [now apply in_after|].
          apply in_map_iff. exists y. split; trivial. now apply in_after. }
  rewrite <- (G w w' zero zero (ostart ks) start) by (trivial; apply zero_length).
  unfold ks. rewrite (orun_spec s OK _ w w' d W W' L). destruct (wval_nonneg s OK d w W) as [L1 _].
  destruct (wval_nonneg s OK d w' W') as [L2 _]. now apply cons_of_ray.
Qed.

(* pairs of words that a table joins: f and f' read w and w' *)
Section Pairs.
Variables (f g : N -> letter -> N) (bad : N -> N -> bool).
Definition step2 (e : el) : list el := match e with
  | ([q; q'; r], (v, v'), _) => flat_map (fun x => let qx := f q x in
      flat_map (fun y => let r' := rgo r x y in if N.eqb r' 0 then [] else [([qx; g q' y; r'], (x, y), None)]) (after v')) (after v)
  | _ => [] end.
Definition good2 (e : el) : bool := match e with ([q; q'; r], _, _) => negb (racc r && bad q q') | _ => true end.
Definition pairs_ok (start : N) : bool := clo step2 good2 ([0%N; 0%N; start], (zero, zero), None).
Lemma pairs_sound : forall start, pairs_ok start = true ->
  forall w w', vword s zero w = true -> vword s zero w' = true -> length w = length w' ->
  racc (rrun start w w') = true -> bad (run f w 0%N) (run g w' 0%N) = false.
Proof using OK AL.
  intros start E w w' W W' L. destruct (clo_sound _ _ _ E) as [S [S0 S1]].
  assert (G : forall w w' v v' q q' r, length v = d -> length v' = d -> vword s v w = true -> vword s v' w' = true ->
    length w = length w' -> S ([q; q'; r], (v, v'), None) -> racc (rrun r w w') = true -> bad (run f w q) (run g w' q') = false).
  { clear w w' W W' L. induction w as [|x w IH]; intros [|y w'] v v' q q' r L L' W W' Lw He A; try discriminate.
    - destruct (S1 _ He) as [Gd _]. unfold good2 in Gd. cbn [rrun] in A. rewrite A in Gd. now apply negb_true_iff in Gd.
    - cbn [vword] in W, W'. apply andb_prop in W, W'. destruct W as [V W], W' as [V' W']. injection Lw as Lw.
      cbn [rrun run fold_left] in *. destruct (S1 _ He) as [_ St]. apply IH with x y (rgo r x y); trivial.
      + rewrite (vok_length s v x V). trivial.
      + rewrite (vok_length s v' y V'). trivial.
      + apply St. unfold step2. apply in_flat_map. exists x. split; [now apply in_after|].
        apply in_flat_map. exists y. split; [now apply in_after|]. cbn zeta.
        destruct (N.eqb_spec (rgo r x y) 0) as [Z0|]; [rewrite Z0, rrun_0 in A; discriminate|now left]. }
  apply G with zero zero; trivial; apply zero_length.
Qed.
End Pairs.
Definition nil_read (q : N) (_ : letter) : N := 0%N.
(** lost to lost *)
Definition bad_lost P q q' := match lab q P with
  | Some false => match lab q' (negb P) with Some true => false | _ => true end | _ => false end.
Definition bad_stuck P (t _ : N) := sf t P.

(* ---------------- sets of moves in progress ---------------- *)
Definition prog : Type := (N * letter * N)%type.
Definition prog_eqb (a b : prog) : bool := let '(q, v, r) := a in let '(q', v', r') := b in
  N.eqb q q' && leqb Z.eqb v v' && N.eqb r r'.
(** [strong]: only moves to lost positions count *)
Record witness := Witness { strong : bool; wstart : N; sets : N -> list prog; to : N -> letter -> N }.
Section W.
Variables (P : bool) (x : witness).
Definition an (a : N) (y : letter) : N := if strong x then dn a y else 0%N.
Definition succs (T : list prog) (l : letter) : list prog :=
  flat_map (fun t => let '(a, v, r) := t in flat_map (fun y => let r' := rgo r l y in
    if N.eqb r' 0 then [] else [(an a y, y, r')]) (after v)) T.
Definition sub (a b : list prog) : bool := forallb (fun t => existsb (prog_eqb t) b) a.
Fixpoint zeros (n : nat) (T : list prog) := match n with O => T | S n => zeros n (succs T zero) end.
Definition step5 (e : el) : list el := match e with ([i], _, _) => map (fun l => ([to x i l], ([], []), None)) al | _ => [] end.
Definition good5 (e : el) : bool := match e with
  | ([i], _, _) => forallb (fun l => let T := sets x (to x i l) in match T with [] => true | _ => sub T (succs (sets x i) l) end) al
  | _ => true end.
Variable lead : nat.
Definition sets_ok : bool := existsb (N.eqb (wstart x)) (starts P) &&
  sub (sets x 0%N) (zeros lead [(0%N, zero, wstart x)]) && clo step5 good5 ([0%N], ([], []), None).
Definition shows (i : N) : bool := existsb (fun t => let '(a, _, r) := t in
  racc r && (if strong x then match lab a (negb P) with Some false => true | _ => false end else true)) (sets x i).
(** the certificate's progress is real: some w' is there *)
Definition real (w : list letter) (t : prog) : Prop := let '(a, v, r) := t in exists w',
  vword s zero w' = true /\ length w' = length w /\ last w' zero = v /\ run an w' 0%N = a /\ rrun (wstart x) w w' = r.
Lemma vword_snoc : forall w v y, vword s v (w ++ [y]) = vword s v w && vok s (last w v) y.
Proof.
  induction w as [|a w IH]; intros v y.
  - simpl. now rewrite andb_true_r.
  - cbn [app vword]. rewrite IH, andb_assoc. do 2 f_equal. destruct w as [|b w]; trivial.
    cbn [last]. clear. revert b. induction w as [|c w IH]; intro b; trivial. exact (IH c).
Qed.
Lemma rrun_snoc : forall w w' r a y, length w = length w' -> rrun r (w ++ [a]) (w' ++ [y]) = rgo (rrun r w w') a y.
Proof. induction w as [|b w IH]; intros [|c w'] r a y L; try discriminate; trivial. simpl. apply IH. now injection L. Qed.
Lemma prog_eq : forall a b, prog_eqb a b = true -> a = b.
Proof.
  intros [[q v] r] [[q' v'] r'] E. unfold prog_eqb in E. apply andb_prop in E. destruct E as [E E3].
  apply andb_prop in E. destruct E as [E1 E2]. apply N.eqb_eq in E1, E3. apply zl_eq in E2. congruence.
Qed.
Lemma sub_in : forall a b t, sub a b = true -> In t a -> In t b.
Proof.
  intros a b t H I. unfold sub in H. rewrite forallb_forall in H. specialize (H t I). apply existsb_exists in H.
  destruct H as [u [U E]]. apply prog_eq in E. congruence.
Qed.
Lemma succs_real : forall w T l, (forall t, In t T -> real w t) -> forall t, In t (succs T l) -> real (w ++ [l]) t.
Proof.
  intros w T l H t I. apply in_flat_map in I. destruct I as [[[a v] r] [I J]].
  apply in_flat_map in J. destruct J as [y [Y J]]. cbn zeta in J.
  destruct (N.eqb (rgo r l y) 0); [destruct J|]. destruct J as [<-|[]].
  destruct (H _ I) as [w' [W' [L [E1 [E2 E3]]]]]. exists (w' ++ [y]). apply filter_In in Y. destruct Y as [_ Y].
  rewrite vword_snoc, W', E1, Y, !app_length, L, rrun_snoc, E3 by congruence. repeat split.
  - apply last_last.
  - unfold run in *. now rewrite fold_left_app, E2.
Qed.
Hypothesis SO : sets_ok = true.
Lemma start_in : In (wstart x) (starts P).
Proof using SO.
  unfold sets_ok in SO. apply andb_prop in SO. destruct SO as [H _]. apply andb_prop in H. destruct H as [H _].
  apply existsb_exists in H. destruct H as [q [I E]]. apply N.eqb_eq in E. congruence.
Qed.
Lemma zeros_real : forall n w T, (forall t, In t T -> real w t) -> forall t, In t (zeros n T) -> real (w ++ repeat zero n) t.
Proof.
  induction n as [|n IH]; intros w T H t I; cbn [zeros repeat] in *; [rewrite app_nil_r; auto|].
  replace (w ++ zero :: repeat zero n) with ((w ++ [zero]) ++ repeat zero n) by now rewrite <- app_assoc.
  apply IH with (succs T zero); trivial. now apply succs_real.
Qed.
Theorem sets_real : forall w v, length v = d -> vword s v w = true ->
  forall t, In t (sets x (run (to x) w 0%N)) -> real (repeat zero lead ++ w) t.
Proof using OK AL SO.
  assert (Q := SO). unfold sets_ok in Q. apply andb_prop in Q. destruct Q as [Q C5]. apply andb_prop in Q. destruct Q as [_ Q].
  destruct (clo_sound _ _ _ C5) as [S [S0 S1]].
  assert (G : forall w pre v i, length v = d -> vword s v w = true -> S ([i], ([], []), None) ->
    (forall t, In t (sets x i) -> real pre t) -> forall t, In t (sets x (run (to x) w i)) -> real (pre ++ w) t).
  { induction w as [|l w IH]; intros pre v i L W He H t I; [rewrite app_nil_r; now apply H|].
    cbn [vword] in W. apply andb_prop in W. destruct W as [V W].
    replace (pre ++ l :: w) with ((pre ++ [l]) ++ w) by now rewrite <- app_assoc.
    assert (Al : In l al) by (rewrite AL, <- L; now apply in_tuples).
    destruct (S1 _ He) as [Gd St]. apply IH with l (to x i l); trivial.
    - rewrite (vok_length s v l V). trivial.
    - apply St. apply in_map_iff. now exists l.
    - intros u U. unfold good5 in Gd. rewrite forallb_forall in Gd. specialize (Gd l Al). cbn zeta in Gd.
      apply succs_real with (sets x i); trivial. destruct (sets x (to x i l)) as [|z Z] eqn:E; [destruct U|].
      rewrite <- E in *. now apply sub_in with (sets x (to x i l)). }
  intros w v L W. apply G with v; trivial. intros t I. apply (sub_in _ _ _ Q) in I.
  apply (zeros_real lead [] [(0%N, zero, wstart x)]); trivial.
  intros u [<-|[]]. exists []. repeat split.
Qed.
End W.

(* ---------------- every winning position can win ---------------- *)
Variables (wits : bool -> list witness) (lead : nat).
Fixpoint advance (l : list witness) (n : list N) (x : letter) : list N := match l, n with
  | w :: l, i :: n => to w i x :: advance l n x | _, _ => [] end.
Fixpoint any (f : witness -> N -> bool) (l : list witness) (n : list N) : bool := match l, n with
  | w :: l, i :: n => f w i || any f l n | _, _ => false end.
Definition step4 P (e : el) : list el := match e with
  | (q :: t :: n, (v, _), _) => map (fun x => (dn q x :: sn t x :: advance (wits P) n x, (x, []), None)) (after v)
  | _ => [] end.
Definition good4 P (e : el) : bool := match e with
  | (q :: t :: n, _, _) => match lab q P with
    | Some true => any (fun w i => strong w && shows P w i) (wits P) n || (misere && sf t P)
    | Some false => if misere then any (shows P) (wits P) n else true
    | None => false end
  | _ => false end.
Definition won_ok P : bool := clo (step4 P) (good4 P) (0%N :: 0%N :: map (fun _ => 0%N) (wits P), (zero, []), None).
Definition player_ok P : bool :=
  (length (starts P) =? length (moves P))%nat &&
  forallb (fun rs => rel_ok1 (fst rs) (snd rs)) (combine (moves P) (starts P)) &&
  forallb (pairs_ok dn dn (bad_lost P)) (starts P) &&
  (if misere then forallb (pairs_ok sn nil_read (bad_stuck P)) (starts P) else true) &&
  forallb (fun x => sets_ok P x lead) (wits P) && won_ok P.
Definition readers_ok : bool := N.eqb (dn 0 zero) 0 && N.eqb (sn 0 zero) 0 && player_ok true && player_ok false.
Hypothesis RO : readers_ok = true.
Lemma player : forall P, player_ok P = true.
Proof using RO.
  intro P. unfold readers_ok in RO. apply andb_prop in RO. destruct RO as [H H2]. apply andb_prop in H.
  destruct H as [_ H1]. now destruct P.
Qed.
Lemma loops : dn 0 zero = 0%N /\ sn 0 zero = 0%N.
Proof using RO.
  unfold readers_ok in RO. apply andb_prop in RO. destruct RO as [H _]. apply andb_prop in H. destruct H as [H _].
  apply andb_prop in H. destruct H as [H1 H2]. now apply N.eqb_eq in H1, H2.
Qed.
Lemma run_zeros : forall (f : N -> letter -> N) n w, f 0%N zero = 0%N -> run f (repeat zero n ++ w) 0%N = run f w 0%N.
Proof. intros f n w E. induction n as [|n IH]; trivial. cbn. unfold run in *. cbn. now rewrite E. Qed.
Lemma starts_moves : forall P q, In q (starts P) -> exists r, In r (moves P) /\ rel_ok1 r q = true.
Proof using RO.
  intros P q I. pose proof (player P) as K. unfold player_ok in K. do 4 (apply andb_prop in K; destruct K as [K _]).
  apply andb_prop in K. destruct K as [K1 K2]. apply Nat.eqb_eq in K1.
  apply In_nth with (d := 0%N) in I. destruct I as [i [Li <-]].
  rewrite forallb_forall in K2. specialize (K2 (nth i (combine (moves P) (starts P)) (Ray [] [] 0 None, 0%N))).
  rewrite combine_nth in K2 by congruence. exists (nth i (moves P) (Ray [] [] 0 None)).
  split; [apply nth_In; congruence|]. apply K2. rewrite <- combine_nth by congruence. apply nth_In.
  rewrite combine_length. lia.
Qed.
Lemma moves_starts : forall P r, In r (moves P) -> exists q, In q (starts P) /\ rel_ok1 r q = true.
Proof using RO.
  intros P r I. pose proof (player P) as K. unfold player_ok in K. do 4 (apply andb_prop in K; destruct K as [K _]).
  apply andb_prop in K. destruct K as [K1 K2]. apply Nat.eqb_eq in K1.
  apply In_nth with (d := Ray [] [] 0 None) in I. destruct I as [i [Li <-]].
  rewrite forallb_forall in K2. specialize (K2 (nth i (combine (moves P) (starts P)) (Ray [] [] 0 None, 0%N))).
  rewrite combine_nth in K2 by congruence. exists (nth i (starts P) 0%N).
  split; [apply nth_In; congruence|]. apply K2. rewrite <- combine_nth by congruence. apply nth_In.
  rewrite combine_length. lia.
Qed.

(* ---------------- positions ---------------- *)
(** the label of a position: of its digits, with as many zeros before them as one likes *)
Definition answer (P : bool) (p : list Z) : option bool := lab (drun 0%N (wd s (len p) p)) P.
Definition stuck_claim (P : bool) (p : list Z) : bool := sf (srun 0%N (wd s (len p) p)) P.
Lemma word_of : forall m p, length p = d -> fits s m p ->
  vword s zero (wd s m p) = true /\ wval s d (wd s m p) = p /\ length (wd s m p) = m.
Proof using OK.
  intros m p L Ft. destruct (wd_spec s OK m zero p) as [W V]; [now apply under_zero|]. rewrite zero_length in V.
  repeat split; trivial. apply wd_length.
Qed.
Lemma run_len : forall (f : N -> letter -> N), f 0%N zero = 0%N -> forall m p, length p = d -> fits s m p ->
  run f (wd s m p) 0%N = run f (wd s (len p) p) 0%N.
Proof using OK.
  intros f E m p L Ft. pose proof (fits_len s OK p (fits_nonneg s m p Ft)) as Fl.
  rewrite <- (run_zeros f (len p) (wd s m p) E), <- (run_zeros f m (wd s (len p) p) E), <- L, <- !wd_pad by trivial.
  now rewrite Nat.add_comm.
Qed.
Lemma word_unique : forall w, vword s zero w = true -> wd s (length w) (wval s d w) = w.
Proof using OK. intros w W. pose proof (proj2 (wd_wval s OK w zero W)) as H. now rewrite zero_length in H. Qed.
Lemma answer_word : forall P w, vword s zero w = true -> lab (drun 0%N w) P = answer P (wval s d w).
Proof using OK RO.
  intros P w W. destruct (wval_nonneg s OK d w W) as [L Ft]. unfold answer, drun.
  rewrite <- (run_len dn (proj1 loops) (length w)) by trivial. now rewrite word_unique.
Qed.
(** two positions have words of one length *)
Lemma both : forall p q, nonneg p -> nonneg q -> length p = d -> length q = d -> exists m, fits s m p /\ fits s m q.
Proof using OK.
  intros p q Np Nq _ _. exists (len p + len q)%nat.
  split; [apply fits_mono with (len p)|apply fits_mono with (len q)]; trivial; try lia; now apply fits_len.
Qed.
Lemma joined : forall P p q, lmv d moves (P, p) (negb P, q) -> exists m r,
  fits s m p /\ fits s m q /\ length p = d /\ length q = d /\ In r (starts P) /\ racc (rrun r (wd s m p) (wd s m q)) = true.
Proof using OK AL FINE RO.
  intros P p q M. pose proof (lmv_here d moves FINE _ _ M) as [Lq Nq]. destruct M as [[Lp Np] [_ [_ [r [I R]]]]].
  cbn [fst snd] in *. destruct (both p q Np Nq Lp Lq) as [m [Fp Fq]].
  destruct (moves_starts P r I) as [st [Is Ro]]. exists m, st. repeat split; trivial.
  destruct (word_of m p Lp Fp) as [Wp [Vp Ep]]. destruct (word_of m q Lq Fq) as [Wq [Vq Eq_]].
  apply (rel_sound r st Ro (rules_are_fine d moves FINE P r I) _ _ Wp Wq); [congruence|]. now rewrite Vp, Vq.
Qed.
Lemma lost_moves : forall P p q, lmv d moves (P, p) (negb P, q) -> answer P p = Some false -> answer (negb P) q = Some true.
Proof using OK AL FINE RO.
  intros P p q M A. destruct (joined P p q M) as [m [r [Fp [Fq [Lp [Lq [I R]]]]]]].
  destruct (word_of m p Lp Fp) as [Wp [Vp Ep]]. destruct (word_of m q Lq Fq) as [Wq [Vq Eq_]].
  pose proof (player P) as K. unfold player_ok in K. do 3 (apply andb_prop in K; destruct K as [K _]).
  apply andb_prop in K. destruct K as [_ K]. rewrite forallb_forall in K. specialize (K r I).
  pose proof (pairs_sound _ _ _ r K _ _ Wp Wq ltac:(congruence) R) as B.
  fold (drun 0%N (wd s m p)) (drun 0%N (wd s m q)) in B. unfold bad_lost in B.
  rewrite (answer_word P _ Wp), (answer_word (negb P) _ Wq), Vp, Vq, A in B.
  destruct (answer (negb P) q) as [[|]|]; congruence.
Qed.
Lemma stuck_right : forall P p q, misere = true -> stuck_claim P p = true -> ~ lmv d moves (P, p) (negb P, q).
Proof using OK AL FINE RO.
  intros P p q Mi A M. destruct (joined P p q M) as [m [r [Fp [Fq [Lp [Lq [I R]]]]]]].
  destruct (word_of m p Lp Fp) as [Wp [Vp Ep]]. destruct (word_of m q Lq Fq) as [Wq [Vq Eq_]].
  pose proof (player P) as K. unfold player_ok in K. do 2 (apply andb_prop in K; destruct K as [K _]).
  apply andb_prop in K. destruct K as [_ K]. rewrite Mi, forallb_forall in K. specialize (K r I).
  pose proof (pairs_sound _ _ _ r K _ _ Wp Wq ltac:(congruence) R) as B. unfold bad_stuck in B.
  rewrite (run_len sn (proj2 loops) m p Lp Fp) in B. unfold stuck_claim, srun in A. congruence.
Qed.
Lemma any_run : forall f l n w, any f l (fold_left (advance l) w n) = true -> exists x i, In x l /\
  f x i = true /\ exists j, nth_error l j = Some x /\ nth_error (fold_left (advance l) w n) j = Some i.
Proof.
  intros f l n w. set (k := fold_left (advance l) w n). clearbody k. revert k.
  induction l as [|x l IH]; intros [|i k] H; try discriminate. cbn [any] in H. apply orb_prop in H. destruct H as [H|H].
  - exists x, i. split; [now left|]. split; trivial. now exists 0%nat.
  - destruct (IH k H) as [y [a [I [E [j J]]]]]. exists y, a. split; [now right|]. split; trivial. now exists (S j).
Qed.
Lemma advance_nth : forall w l n j x i0, nth_error l j = Some x -> nth_error n j = Some i0 ->
  nth_error (fold_left (advance l) w n) j = Some (run (to x) w i0).
Proof.
  assert (One : forall l n j x i0 a, nth_error l j = Some x -> nth_error n j = Some i0 ->
    nth_error (advance l n a) j = Some (to x i0 a)).
  { induction l as [|y l IH]; intros [|i n] [|j] x i0 a H H'; try discriminate; cbn in *; [congruence|now apply IH]. }
  induction w as [|a w IH]; intros l n j x i0 H H'; trivial. cbn. apply IH; trivial. now apply One.
Qed.
Lemma won : forall P p, length p = d -> nonneg p ->
  match answer P p with
  | Some true => (exists q, lmv d moves (P, p) (negb P, q) /\ answer (negb P) q = Some false) \/ (misere = true /\ stuck_claim P p = true)
  | Some false => misere = true -> exists q, lmv d moves (P, p) (negb P, q)
  | None => False end.
Proof using OK AL FINE RO.
  intros P p L Np. pose proof (fits_len s OK p Np) as Ft. destruct (word_of _ p L Ft) as [W [V E]].
  unfold answer at 1. set (w := wd s (len p) p) in *.
  pose proof (player P) as K. unfold player_ok in K. apply andb_prop in K. destruct K as [K WO].
  apply andb_prop in K. destruct K as [_ SO]. rewrite forallb_forall in SO.
  destruct (clo_sound _ _ _ WO) as [S [S0 S1]].
  assert (G : forall w v q t n, length v = d -> vword s v w = true -> S (q :: t :: n, (v, []), None) ->
    exists u, S (run dn w q :: run sn w t :: fold_left (advance (wits P)) w n, (u, []), None)).
  { clear - OK AL S1. induction w as [|a w IH]; intros v q t n Lv W He; [now exists v|]. cbn [vword] in W. apply andb_prop in W.
    destruct W as [Va W]. cbn. apply IH with a; trivial; [now rewrite (vok_length s v a Va)|].
    destruct (S1 _ He) as [_ St]. apply St. apply in_map_iff. exists a. split; trivial. now apply in_after. }
  destruct (G w zero _ _ _ (zero_length d) W S0) as [u Su]. destruct (S1 _ Su) as [Gd _]. clear G.
  unfold good4 in Gd. fold (drun 0%N w) (srun 0%N w) in Gd.
  (* a witness that shows a move is right *)
  assert (Sh : forall f, any f (wits P) (fold_left (advance (wits P)) w (map (fun _ => 0%N) (wits P))) = true ->
    (forall x i, f x i = true -> shows P x i = true) -> exists x q, In x (wits P) /\
    (exists i, f x i = true) /\ lmv d moves (P, p) (negb P, q) /\ (strong x = true -> answer (negb P) q = Some false)).
  { intros f H Hf. apply any_run in H. destruct H as [x [i [I [Fi [j [J1 J2]]]]]].
    rewrite (advance_nth w (wits P) _ j x 0%N J1) in J2.
    2:{ rewrite nth_error_map, J1. reflexivity. }
    injection J2 as J2. pose proof (Hf _ _ Fi) as Sx. unfold shows in Sx. rewrite existsb_exists in Sx.
    destruct Sx as [[[a v'] r] [It A]]. apply andb_prop in A. destruct A as [A1 A2]. rewrite <- J2 in It.
    destruct (sets_real P x lead (SO x I) w zero (zero_length d) W _ It) as [w' [W' [Lw [_ [Ea Er]]]]].
    destruct (starts_moves P _ (start_in P x lead (SO x I))) as [ry [Ir Ro]].
    set (full := repeat zero lead ++ w) in *.
    assert (Ef : full = wd s (lead + len p) p) by (unfold full, w; rewrite <- L; symmetry; now apply wd_pad).
    assert (Ff : fits s (lead + len p) p) by (apply fits_mono with (len p); trivial; lia).
    destruct (word_of _ p L Ff) as [Wf [Vf _]]. rewrite <- Ef in Wf, Vf.
    exists x, (wval s d w'). destruct (wval_nonneg s OK d w' W') as [Lq Fq].
    split; [trivial|]. split; [now exists i|]. split.
    - split; [now split|]. split; [reflexivity|]. split; [exact (fits_nonneg s _ _ Fq)|]. cbn [fst snd]. exists ry. split; trivial.
      rewrite <- Vf. apply (rel_sound ry _ Ro (rules_are_fine d moves FINE P ry Ir) full w' Wf W' (eq_sym Lw)). now rewrite Er.
    - intro St. rewrite St in A2. rewrite <- (answer_word (negb P) w' W'). unfold drun, an in *. rewrite St in Ea.
      change (run dn w' 0%N = a) in Ea. rewrite Ea. destruct (lab a (negb P)) as [[|]|]; congruence. }
  destruct (lab (drun 0%N w) P) as [[|]|]; [| |discriminate].
  - apply orb_prop in Gd. destruct Gd as [Gd|Gd].
    + left. destruct (Sh _ Gd) as [x [q [_ [[i Fi] [M A]]]]]; [intros x i H; now apply andb_prop in H|].
      exists q. split; trivial. apply A. now apply andb_prop in Fi.
    + right. apply andb_prop in Gd. exact Gd.
  - intro Mi. rewrite Mi in Gd. destruct (Sh _ Gd) as [x [q [_ [_ [M _]]]]]; [trivial|]. now exists q.
Qed.
Theorem readers_law : forall P p, length p = d -> nonneg p -> exists b, answer P p = Some b /\
  (b = true <-> Wins d moves misere (P, p)) /\ (b = false <-> Loses d moves misere (P, p)).
Proof using OK AL FINE FALL RO.
  intros P p L Np. set (law := fun s : bool * list Z => match answer (fst s) (snd s) with Some b => b | None => false end).
  assert (A : forall P p, length p = d -> nonneg p -> answer P p = Some (law (P, p))).
  { intros Q q Lq Nq. pose proof (won Q q Lq Nq) as H. unfold law. cbn [fst snd]. now destruct (answer Q q). }
  exists (law (P, p)). split; [now apply A|].
  apply (lattice_outcome d moves FINE weights misere FALL law); [| | |now split].
  - intros [Q q] [Lq Nq] E. cbn [fst snd] in *. pose proof (won Q q Lq Nq) as H. rewrite (A Q q Lq Nq), E in H.
    destruct H as [[q' [M B]]|[Mi St]].
    + right. exists (negb Q, q'). split; trivial. unfold law. cbn [fst snd]. now rewrite B.
    + left. split; trivial. intros [Q' q'] M. assert (Eq_ : Q' = negb Q) by now destruct M as [_ [M _]]. subst Q'.
      exact (stuck_right Q q q' Mi St M).
  - intros [Q q] [Lq Nq] Mi E. cbn [fst snd] in *. pose proof (won Q q Lq Nq) as H. rewrite (A Q q Lq Nq), E in H.
    destruct (H Mi) as [q' M]. now exists (negb Q, q').
  - intros [Q q] [Q' q'] M E. assert (Eq_ : Q' = negb Q) by now destruct M as [_ [M _]]. subst Q'.
    assert (H : here d (Q, q)) by now destruct M. destruct H as [Lq Nq]. cbn [fst snd] in *.
    unfold law in *. cbn [fst snd] in *. pose proof (A Q q Lq Nq) as B. unfold law in B. cbn [fst snd] in B. rewrite E in B.
    now rewrite (lost_moves Q q q' M B).
Qed.
End Readers.
