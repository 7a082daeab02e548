(** * ViewRemainders.v -- who wins told by what a number leaves by one modulus, in the game of a core term whose moves may be anything.
    A position is one number, from 0 on, beside whose turn it is. The term is run on what is known of the number, as Remainders.v knows it: all its ways are told,
    perhaps more than there are, and some are certain ([run_ok], [run_certain]).
    Proved: where [remainders_check] accepts, the player whom the class of the number names can force a win, and the other cannot ([remainders_law]).
    Source: kernels (von Neumann, Morgenstern 1944), of classes; abstract interpretation (Cousot, Cousot 1977).
    An instance gives a term, the modulus, from where on it counts, and who wins in each class. *)
Require Import ZArith List Bool Lia.
From Whowins Require Import Core ViewOutcome Remainders.
Import ListNotations.
Open Scope Z_scope.

(* ------------------------------------------------------------------ *)
(** ** Commands *)
(** What is known after a way; nothing where the run does not see on. *)
Definition known := option (list (list num)).
(** Whether the way is there for certain, and what is known after it. *)
Definition way := (bool * known)%type.
Definition after (b : bool) (ws : list way) : list way := map (fun w : way => (b && fst w, snd w)) ws.

Section Run.
Variables (cs : list (list Z)) (bs : list bounds).
(** By this what is chosen is told apart, after so many first ones. *)
Variables (modulus : Z) (first : nat).
Definition few : Z := 256.
(** What may be chosen of [lo, hi), and whether it is there for certain. *)
Definition classes (from last next : option Z) : list (bool * num) :=
  map (fun r => (false, tidy (Known from last modulus r None next))) (Core.range 0 modulus).
Definition choices (lo hi : num) : list (bool * num) :=
  let last := sub_o (most hi) (Some 1) in let next := sub_o (past hi) (Some 1) in
  match exact lo with
  | None => classes (least lo) last next
  | Some a =>
      let all := match last with Some z => z - a <? few | None => false end in
      let count := match last with Some z => if all then Z.to_nat (z - a + 1) else first | None => first end in
      map (fun k => let v := a + Z.of_nat k in (match least hi with Some b => v <? b | None => false end, Known (Some v) (Some v) 0 v None next)) (seq 0 count) ++
      if all then [] else classes (Some (a + Z.of_nat count)) last next end.
Definition holds (b : bounds) (x : num) : bool := at_least (least x) (fst b) && match snd b with None => true | Some h => at_most (most x) h end.
Definition misses (b : bounds) (x : num) : bool := less (most x) (Some (fst b)) || less (snd b) (least x).
Definition set_ (st : list (list num)) (p : nat) (i x : num) : list way := match exact i with
  | None => [(false, None)]
  | Some k => match nth_error st p, nth_error bs p with
      | Some l, Some b => if (0 <=? k) && (k <? Z.of_nat (length l)) && negb (misses b x)
          then [(holds b x, Some (put p (put (Z.to_nat k) (narrow x (Some (fst b)) (snd b)) l) st))] else []
      | _, _ => [] end end.
Fixpoint arun (c : cmd) (env : list num) (k : known) : list way := match k with
  | None => [(false, None)]
  | Some st => match c with
      | Skip => [(true, k)]
      | Guard e => match truth (value cs env st e) with Some true => [(true, k)] | Some false => [] | None => [(false, k)] end
      | Seq a b => flat_map (fun w : way => after (fst w) (arun b env (snd w))) (arun a env k)
      | Alt a b => arun a env k ++ arun b env k
      | When e a b => match truth (value cs env st e) with
          | Some true => arun a env k | Some false => arun b env k | None => after false (arun a env k ++ arun b env k) end
      | Choose lo hi c => flat_map (fun x : bool * num => after (fst x) (arun c (env ++ [snd x]) k)) (choices (value cs env st lo) (value cs env st hi))
      | Set_ p i e => set_ st p (value cs env st i) (value cs env st e)
      | Loop _ _ _ | Repeat _ _ | Splice _ _ _ _ => [(false, None)] end end.

Hypothesis Modulus : 0 < modulus.
Variable n : Z.
Notation is := (is n).
Definition knows (k : known) (s : state) : Prop := match k with Some st => Forall2 (Forall2 is) st s | None => True end.
Lemma in_after : forall b ws w, In w (after b ws) <-> exists v, In v ws /\ w = (b && fst v, snd v).
Proof using. intros b ws w. unfold after. rewrite in_map_iff. split; intros [v H]; exists v; intuition congruence. Qed.
Lemma classes_ok : forall from last next v, above from v -> below last v -> below next (v - n) -> exists x, In x (classes from last next) /\ is (snd x) v.
Proof using Modulus.
  intros from last next v A B C. exists (false, tidy (Known from last modulus (v mod modulus) None next)). split.
  - unfold classes. apply in_map_iff. exists (v mod modulus). split; [reflexivity|]. apply in_range. pose proof (Z.mod_pos_bound v modulus Modulus). lia.
  - cbn [snd]. apply tidy_ok. repeat split; trivial. cbn. exists (v / modulus). rewrite Z.mod_eq by lia. lia.
Qed.
Lemma choices_ok : forall lo hi a b v, is lo a -> is hi b -> a <= v < b -> exists x, In x (choices lo hi) /\ is (snd x) v.
Proof using Modulus.
  intros lo hi a b v La Hb H. unfold choices. cbn zeta. pose proof La as [A [_ _]]. pose proof Hb as [_ [M [_ [_ P]]]].
  assert (Last : below (sub_o (most hi) (Some 1)) v) by (destruct (most hi); cbn in *; trivial; lia).
  assert (Next : below (sub_o (past hi) (Some 1)) (v - n)) by (destruct (past hi); cbn in *; trivial; lia).
  destruct (exact lo) as [c|] eqn:E.
  - rewrite <- (exact_is n lo c a E La). set (all := match sub_o (most hi) (Some 1) with Some z => z - a <? few | None => false end).
    set (count := match sub_o (most hi) (Some 1) with Some _ => _ | None => first end).
    destruct (Z.lt_ge_cases (v - a) (Z.of_nat count)) as [L|G].
    + exists (match least hi with Some z => v <? z | None => false end, Known (Some v) (Some v) 0 v None (sub_o (past hi) (Some 1))). split.
      * apply in_or_app. left. apply in_map_iff. exists (Z.to_nat (v - a)). replace (a + Z.of_nat (Z.to_nat (v - a))) with v by lia. split; [reflexivity|].
        apply in_seq. lia.
      * cbn [snd]. repeat split; trivial; cbn; try lia. rewrite Z.sub_diag. apply Z.divide_0_r.
    + destruct all eqn:Al.
      * exfalso. unfold count in G. unfold all in *. destruct (sub_o (most hi) (Some 1)) as [z|]; [|discriminate]. try rewrite Al in G. cbn in Last. lia.
      * destruct (classes_ok (Some (a + Z.of_nat count)) _ _ v ltac:(cbn; lia) Last Next) as [x [I X]]. exists x. split; trivial. apply in_or_app. now right.
  - apply classes_ok; trivial. destruct (least lo); cbn in *; trivial. lia.
Qed.
Lemma choices_certain : forall lo hi a b x, is lo a -> is hi b -> In x (choices lo hi) -> fst x = true -> exists v, a <= v < b /\ is (snd x) v.
Proof using.
  intros lo hi a b x La Hb I C. unfold choices in I. cbn zeta in I. pose proof Hb as [L [_ [_ [_ P]]]].
  assert (No : forall f l m, In x (classes f l m) -> False).
  { intros f l m J. unfold classes in J. apply in_map_iff in J. destruct J as [r [<- _]]. discriminate. }
  destruct (exact lo) as [c|] eqn:E; [|now apply No in I]. rewrite <- (exact_is n lo c a E La) in *. apply in_app_or in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [k [<- _]]. cbn [fst snd] in *. set (v := a + Z.of_nat k) in *. destruct (least hi) as [z|]; [|discriminate].
    apply Z.ltb_lt in C. cbn in L. exists v. split; [lia|]. repeat split; cbn; try lia; [rewrite Z.sub_diag; apply Z.divide_0_r|].
    destruct (past hi); cbn in *; trivial. lia.
  - destruct (match sub_o (most hi) (Some 1) with Some z => z - a <? few | None => false end); [destruct I|now apply No in I].
Qed.
Lemma put_is : forall A B (R : A -> B -> Prop) l k i x y, Forall2 R l k -> R x y -> Forall2 R (put i x l) (put i y k).
Proof using. intros A B R l k i x y F H. revert i. induction F; intros [|i]; cbn [put]; constructor; auto. Qed.
Lemma nth_both : forall A B (R : A -> B -> Prop) l k i x, Forall2 R l k -> nth_error l i = Some x -> exists y, nth_error k i = Some y /\ R x y.
Proof using. intros A B R l k i x F. revert i. induction F; intros [|i] E; cbn [nth_error] in *; try discriminate; [injection E as <-; eauto|auto]. Qed.
Lemma nth_back : forall A B (R : A -> B -> Prop) l k i y, Forall2 R l k -> nth_error k i = Some y -> exists x, nth_error l i = Some x /\ R x y.
Proof using. intros A B R l k i y F. revert i. induction F; intros [|i] E; cbn [nth_error] in *; try discriminate; [injection E as <-; eauto|auto]. Qed.
Lemma misses_ok : forall b x v, is x v -> misses b x = true -> inside b v = false.
Proof using.
  intros [l h] x v [A [B _]] M. unfold misses, inside in *. cbn [fst snd] in *. apply orb_prop in M. destruct M as [M|M].
  - apply andb_false_iff. left. apply Z.leb_gt. exact (less_ok (most x) (Some l) v l M B ltac:(cbn; lia)).
  - apply andb_false_iff. right. destruct h as [h|]; [|discriminate]. apply Z.leb_gt. exact (less_ok (Some h) (least x) h v M ltac:(cbn; lia) A).
Qed.
Lemma holds_ok : forall b x v, is x v -> holds b x = true -> inside b v = true.
Proof using.
  intros [l h] x v [A [B _]] M. unfold holds, inside in *. cbn [fst snd] in *. apply andb_prop in M. destruct M as [M1 M2]. apply andb_true_intro. split.
  - apply Z.leb_le. exact (at_least_ok _ _ v M1 A).
  - destruct h as [h|]; trivial. apply Z.leb_le. exact (at_most_ok _ _ v M2 B).
Qed.
Lemma inside_narrow : forall b x v, is x v -> inside b v = true -> is (narrow x (Some (fst b)) (snd b)) v.
Proof using.
  intros [l h] x v H I. unfold inside in I. cbn [fst snd] in *. apply andb_prop in I. destruct I as [I1 I2]. apply narrow_ok; trivial; [now apply Z.leb_le|].
  destruct h as [h|]; [now apply Z.leb_le|exact I].
Qed.
(** Each way of the term is told. *)
Theorem run_ok : forall c aenv env k s t, Forall2 is aenv env -> knows k s -> In t (run cs bs c env s) -> exists w, In w (arun c aenv k) /\ knows (snd w) t.
Proof using Modulus.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c _|fuel c _|p i e|p i m xs]; intros aenv env [st|] s t Fe K M;
    try (exists (false, None); split; [now left|exact I]); cbn [arun]; cbn [run] in M.
  - destruct M as [<-|[]]. exists (true, Some st). split; [now left|exact K].
  - pose proof (value_ok cs n e _ _ _ _ Fe K) as V. destruct (truth (value cs aenv st e)) as [[|]|] eqn:T.
    + rewrite (truth_ok n _ _ _ T V) in M. destruct M as [<-|[]]. exists (true, Some st). split; [now left|exact K].
    + rewrite (truth_ok n _ _ _ T V) in M. destruct M.
    + exists (false, Some st). split; [now left|]. destruct (_ =? 0); [destruct M|]. now destruct M as [<-|[]].
  - apply in_flat_map in M. destruct M as [u [M1 M2]]. destruct (IHa _ _ _ _ _ Fe K M1) as [w [I1 K1]]. destruct (IHb _ _ _ _ _ Fe K1 M2) as [x [I2 K2]].
    exists (fst w && fst x, snd x). split; [|exact K2]. apply in_flat_map. exists w. split; trivial. apply in_after. eauto.
  - apply in_app_or in M. destruct M as [M|M]; [destruct (IHa _ _ _ _ _ Fe K M) as [w [I1 K1]]|destruct (IHb _ _ _ _ _ Fe K M) as [w [I1 K1]]];
      exists w; (split; [apply in_or_app; auto|exact K1]).
  - pose proof (value_ok cs n e _ _ _ _ Fe K) as V. destruct (truth (value cs aenv st e)) as [[|]|] eqn:T.
    + rewrite (truth_ok n _ _ _ T V) in M. cbn [negb] in M. exact (IHa _ _ _ _ _ Fe K M).
    + rewrite (truth_ok n _ _ _ T V) in M. cbn [negb] in M. exact (IHb _ _ _ _ _ Fe K M).
    + assert (X : exists w, In w (arun a aenv (Some st) ++ arun b aenv (Some st)) /\ knows (snd w) t).
      { destruct (_ =? 0); [destruct (IHb _ _ _ _ _ Fe K M) as [w [I1 K1]]|destruct (IHa _ _ _ _ _ Fe K M) as [w [I1 K1]]]; exists w; (split; [apply in_or_app; auto|exact K1]). }
      destruct X as [w [I1 K1]]. exists (false, snd w). split; [|exact K1]. apply in_after. eauto.
  - apply in_flat_map in M. destruct M as [v [Iv M]]. apply in_range in Iv.
    destruct (choices_ok _ _ _ _ v (value_ok cs n lo _ _ _ _ Fe K) (value_ok cs n hi _ _ _ _ Fe K) Iv) as [x [Ix X]].
    destruct (IH (aenv ++ [snd x]) (env ++ [v]) (Some st) s t) as [w [I1 K1]]; trivial; [apply Forall2_app; trivial; constructor; [exact X|constructor]|].
    exists (fst x && fst w, snd w). split; [|exact K1]. apply in_flat_map. exists x. split; trivial. apply in_after. eauto.
  - pose proof (value_ok cs n i _ _ _ _ Fe K) as Vi. pose proof (value_ok cs n e _ _ _ _ Fe K) as Ve. unfold set_.
    destruct (exact (value cs aenv st i)) as [k|] eqn:E; [|exists (false, None); split; [now left|exact I]]. rewrite (exact_is n _ k _ E Vi) in M.
    unfold assign in M. destruct (nth_error s p) as [l'|] eqn:El; [|destruct M]. destruct (nth_back _ _ _ _ _ _ _ K El) as [l [El' Fl]]. rewrite El'.
    destruct (nth_error bs p) as [b|]; [|destruct M]. rewrite (alike_length n _ _ Fl). destruct ((0 <=? k) && (k <? Z.of_nat (length l'))); [|destruct M]. cbn [andb] in *.
    destruct (inside b (ev cs env s e)) eqn:In_; [|destruct M]. destruct M as [<-|[]].
    destruct (misses b (value cs aenv st e)) eqn:Ms; [rewrite (misses_ok _ _ _ Ve Ms) in In_; discriminate|]. cbn [negb]. eexists. split; [now left|].
    cbn [snd knows]. apply put_is; trivial. apply put_is; trivial. now apply inside_narrow.
Qed.
(** And a way that is certain is one of the term. *)
Theorem run_certain : forall c aenv env k s w, Forall2 is aenv env -> knows k s -> In w (arun c aenv k) -> fst w = true -> exists t, In t (run cs bs c env s) /\ knows (snd w) t.
Proof using.
  induction c as [|e|a IHa b IHb|a IHa b IHb|e a IHa b IHb|lo hi c IH|lo hi c _|fuel c _|p i e|p i m xs]; intros aenv env [st|] s w Fe K Iw C;
    try (cbn [arun] in Iw; destruct Iw as [<-|[]]; discriminate); cbn [arun] in Iw; cbn [run].
  - destruct Iw as [<-|[]]. exists s. split; [now left|exact K].
  - pose proof (value_ok cs n e _ _ _ _ Fe K) as V. destruct (truth (value cs aenv st e)) as [[|]|] eqn:T.
    + rewrite (truth_ok n _ _ _ T V). destruct Iw as [<-|[]]. exists s. split; [now left|exact K].
    + destruct Iw.
    + destruct Iw as [<-|[]]. discriminate.
  - apply in_flat_map in Iw. destruct Iw as [x [I1 I2]]. apply in_after in I2. destruct I2 as [y [I2 ->]]. cbn [fst snd] in *. apply andb_prop in C. destruct C as [C1 C2].
    destruct (IHa _ _ _ _ _ Fe K I1 C1) as [u [M1 K1]]. destruct (IHb _ _ _ _ _ Fe K1 I2 C2) as [t [M2 K2]]. exists t. split; [|exact K2]. apply in_flat_map. eauto.
  - apply in_app_or in Iw. destruct Iw as [I1|I1]; [destruct (IHa _ _ _ _ _ Fe K I1 C) as [t [M K1]]|destruct (IHb _ _ _ _ _ Fe K I1 C) as [t [M K1]]];
      exists t; (split; [apply in_or_app; auto|exact K1]).
  - pose proof (value_ok cs n e _ _ _ _ Fe K) as V. destruct (truth (value cs aenv st e)) as [[|]|] eqn:T.
    + rewrite (truth_ok n _ _ _ T V). cbn [negb]. exact (IHa _ _ _ _ _ Fe K Iw C).
    + rewrite (truth_ok n _ _ _ T V). cbn [negb]. exact (IHb _ _ _ _ _ Fe K Iw C).
    + apply in_after in Iw. destruct Iw as [v [_ ->]]. discriminate.
  - apply in_flat_map in Iw. destruct Iw as [x [Ix I2]]. apply in_after in I2. destruct I2 as [y [I2 ->]]. cbn [fst snd] in *. apply andb_prop in C. destruct C as [C1 C2].
    destruct (choices_certain _ _ _ _ x (value_ok cs n lo _ _ _ _ Fe K) (value_ok cs n hi _ _ _ _ Fe K) Ix C1) as [v [Hv X]].
    destruct (IH (aenv ++ [snd x]) (env ++ [v]) (Some st) s y) as [t [M K1]]; trivial; [apply Forall2_app; trivial; constructor; [exact X|constructor]|].
    exists t. split; [|exact K1]. apply in_flat_map. exists v. split; trivial. now apply in_range.
  - pose proof (value_ok cs n i _ _ _ _ Fe K) as Vi. pose proof (value_ok cs n e _ _ _ _ Fe K) as Ve. unfold set_ in Iw.
    destruct (exact (value cs aenv st i)) as [k|] eqn:E; [|destruct Iw as [<-|[]]; discriminate]. rewrite (exact_is n _ k _ E Vi).
    destruct (nth_error st p) as [l|] eqn:El; [|destruct Iw]. destruct (nth_both _ _ _ _ _ _ _ K El) as [l' [El' Fl]]. unfold assign. rewrite El'.
    destruct (nth_error bs p) as [b|]; [|destruct Iw]. rewrite (alike_length n _ _ Fl) in Iw. destruct ((0 <=? k) && (k <? Z.of_nat (length l'))); [|destruct Iw]. cbn [andb] in *.
    destruct (negb (misses b (value cs aenv st e))); [|destruct Iw]. destruct Iw as [<-|[]]. cbn [fst snd] in *. rewrite (holds_ok _ _ _ Ve C).
    eexists. split; [now left|]. cbn [knows]. apply put_is; trivial. apply put_is; trivial. apply inside_narrow; trivial. exact (holds_ok _ _ _ Ve C).
Qed.
End Run.

(* ------------------------------------------------------------------ *)
(** ** The law *)
(** Numbers from [from] on are told apart by what they leave by the modulus, smaller ones one by one. [says]: whether the first-named player wins, in each place, with
    himself to move and with the other. *)
Record law := Law { modulus : Z; from : Z; says : list (bool * bool) }.

Section Law.
Variables (g : game) (a : law).
Notation cs := (consts g).
Notation m := (modulus a).
Notation N := (from a).
Definition place (v : Z) : Z := if v <? N then v else N + (v - N) mod m.
Definition says_at (q : Z) (P : bool) : bool := let both := nth (Z.to_nat q) (says a) (false, false) in if P then fst both else snd both.
Definition first_wins (v : Z) (P : bool) : bool := says_at (place v) P.
(** What is known of a number in a place. *)
Definition class (q : Z) : num := if q <? N then exactly q else tidy (Known (Some N) None m q None None).
Definition start (q : Z) (P : bool) : list (list num) := let x := class q in
  [[exactly (number_of P)]; [Known (least x) (most x) (by_ x) (rest x) (Some 0) (Some 0)]].
Definition places : list Z := Core.range 0 (N + m).
(** A way hands the turn over, and lowers the number. *)
Definition hands_over (P : bool) (w : way) : bool := match snd w with
  | Some [[t]; [x]] => match exact t with Some z => z =? number_of (negb P) | None => false end && at_least (least x) 0 && at_most (past x) (-1)
  | _ => false end.
(** It leads to where this player is said to win. *)
Definition leads (P winner : bool) (w : way) : bool := match snd w with
  | Some [[_]; [x]] => forallb (fun q => apart x (class q) || eqb (says_at q (negb P)) winner) places | _ => false end.
(** Whom an expression pays. *)
Definition paid (x : num) : option bool := if at_least (least x) 1 then Some true else if at_most (most x) (-1) then Some false else None.
Definition pays (x : num) (winner : bool) : bool := match paid x with Some b => eqb b winner | None => false end.
(** Play is over for certain, or is not: nothing where that is not known. *)
Fixpoint over_at (es : list (expr * expr)) (st : list (list num)) : option (option num) := match es with
  | [] => Some None
  | (c, e) :: es => match truth (value cs [] st c) with Some true => Some (Some (value cs [] st e)) | Some false => over_at es st | None => None end end.
Definition cell_ok (tier : cmd) (q : Z) (P : bool) : bool := let st := start q P in let b := says_at q P in match over_at (ends g) st with
  | None => false
  | Some (Some x) => pays x b
  | Some None => let ws := arun cs (parts g) m (Z.to_nat (N + m)) tier [] (Some st) in let s := value cs [] st (stuck g) in
      forallb (hands_over P) ws && match paid s with None => false | Some _ => true end &&
      if eqb b P then existsb (fun w : way => fst w && leads P b w) ws || match ws with [] => pays s b | _ => false end
      else forallb (leads P b) ws && (pays s b || existsb (fun w : way => fst w) ws) end.
Definition remainders_check : bool := (0 <? m) && (0 <=? N) && Nat.eqb (blocks g) 0 &&
  match parts g with [(0, Some 1); (0, None)] => true | _ => false end &&
  match tiers g with [tier] => forallb (fun q => cell_ok tier q true && cell_ok tier q false) places | _ => false end.
Hypothesis Check : remainders_check = true.

Definition position (v : Z) (P : bool) : state := [[number_of P]; [v]].
Lemma check_facts : 0 < m /\ 0 <= N /\ blocks g = O /\ parts g = [(0, Some 1); (0, None)] /\
  exists tier, tiers g = [tier] /\ forall q P, 0 <= q < N + m -> cell_ok tier q P = true.
Proof using Check.
  pose proof Check as H. unfold remainders_check in H. apply andb_prop in H. destruct H as [H T]. apply andb_prop in H. destruct H as [H Pt].
  apply andb_prop in H. destruct H as [H B]. apply andb_prop in H. destruct H as [M F]. apply Z.ltb_lt in M. apply Z.leb_le in F. apply Nat.eqb_eq in B.
  split; [trivial|]. split; [trivial|]. split; [trivial|]. split.
  - destruct (parts g) as [|[[| |] [[|[| |]|]|]] [|[[| |] [|]] [|]]]; try discriminate. reflexivity.
  - destruct (tiers g) as [|tier [|]]; try discriminate. exists tier. split; trivial. intros q P Hq. rewrite forallb_forall in T.
    specialize (T q ltac:(apply in_range; lia)). apply andb_prop in T. destruct P; tauto.
Qed.
Lemma place_in : forall v, 0 <= v -> 0 <= place v < N + m.
Proof using Check.
  intros v H. destruct check_facts as [M [F _]]. unfold place. destruct (Z.ltb_spec v N); [lia|]. pose proof (Z.mod_pos_bound (v - N) m M). lia.
Qed.
Lemma class_ok : forall n v, 0 <= v -> is n (class (place v)) v.
Proof using Check.
  intros n v H. destruct check_facts as [M [F _]]. unfold class, place. destruct (Z.ltb_spec v N) as [L|L].
  - destruct (Z.ltb_spec v N); [apply is_exactly|lia].
  - pose proof (Z.mod_pos_bound (v - N) m M). destruct (Z.ltb_spec (N + (v - N) mod m) N); [lia|]. apply tidy_ok. repeat split; cbn; try lia.
    exists ((v - N) / m). rewrite Z.mod_eq by lia. lia.
Qed.
Lemma start_ok : forall v P, 0 <= v -> Forall2 (Forall2 (is v)) (start (place v) P) (position v P).
Proof using Check.
  intros v P H. unfold start, position. cbn zeta. constructor; [|constructor; [|constructor]].
  - constructor; [apply is_exactly|constructor].
  - constructor; [|constructor]. destruct (class_ok v v H) as [A [B [D _]]]. repeat split; trivial; cbn; lia.
Qed.
Lemma paid_ok : forall n x z b, paid x = Some b -> is n x z -> (b = true -> 1 <= z) /\ (b = false -> z <= -1).
Proof using.
  intros n x z b H [A [B _]]. unfold paid in H. destruct (at_least (least x) 1) eqn:L; [|destruct (at_most (most x) (-1)) eqn:M; [|discriminate]];
    injection H as <-; split; intro; try discriminate; [exact (at_least_ok _ _ z L A)|exact (at_most_ok _ _ z M B)].
Qed.
Lemma over_ok : forall n es st s r, over_at es st = Some r -> Forall2 (Forall2 (is n)) st s ->
  match r with None => first_end cs es s = None | Some x => exists z, first_end cs es s = Some z /\ is n x z end.
Proof using.
  intros n es st s r H K. induction es as [|[c e] es IH]; cbn [over_at first_end] in *; [injection H as <-; reflexivity|].
  pose proof (value_ok cs n c [] [] _ _ (Forall2_nil _) K) as V. destruct (truth (value cs [] st c)) as [[|]|] eqn:T; try discriminate.
  - injection H as <-. rewrite (truth_ok n _ _ _ T V). cbn [negb]. eexists. split; [reflexivity|]. apply value_ok; [constructor|trivial].
  - rewrite (truth_ok n _ _ _ T V). cbn [negb]. exact (IH H).
Qed.

(** *** The labels are right *)
Definition label (s : state) : bool := match s with [[t]; [v]] => first_wins v (t =? 0) | _ => false end.
Definition legal (s : state) : Prop := exists v P, 0 <= v /\ s = position v P.
Lemma label_position : forall v P, label (position v P) = first_wins v P.
Proof using. intros v [|]; reflexivity. Qed.
Lemma enough_one : forall good sg l, l <> [] -> enough g good sg l = existsb good l.
Proof using Check.
  intros good sg l Ne. destruct check_facts as [_ [_ [B _]]]. unfold enough. rewrite B. destruct (existsb good l) eqn:E.
  - apply existsb_exists in E. destruct E as [x [I X]]. destruct (filter good l) as [|y ys] eqn:F; [|reflexivity].
    assert (J : In x (filter good l)) by now apply filter_In. rewrite F in J. destruct J.
  - destruct (filter good l) as [|y ys] eqn:F.
    + cbn [length Nat.ltb Nat.leb orb]. destruct l as [|x l]; [congruence|]. cbn [existsb] in E. apply orb_false_iff in E. destruct E as [E _]. cbn [forallb]. now rewrite E.
    + assert (J : In y (filter good l)) by (rewrite F; now left). apply filter_In in J. assert (existsb good l = true) by (apply existsb_exists; exists y; tauto). congruence.
Qed.
Lemma after_way : forall n P w t, hands_over P w = true -> knows n (snd w) t -> exists v, t = position v (negb P) /\ 0 <= v /\ v < n.
Proof using.
  intros n P [b k] t H K. unfold hands_over in H. cbn [snd] in *. destruct k as [[|[|x [|]] [|[|y [|]] [|]]]|]; try discriminate. cbn [knows] in K.
  inversion K as [|? l ? k2 F1 F2]; subst. inversion F1 as [|? tt ? ? T1 T2]; subst. inversion T2; subst.
  inversion F2 as [|? l2 ? k3 G1 G2]; subst. inversion G2; subst. inversion G1 as [|? v ? ? V1 V2]; subst. inversion V2; subst.
  apply andb_prop in H. destruct H as [H Hp]. apply andb_prop in H. destruct H as [Ht Hl]. destruct (exact x) as [z|] eqn:E; [|discriminate]. apply Z.eqb_eq in Ht. subst z.
  rewrite (exact_is n x _ tt E T1). exists v. split; [reflexivity|]. destruct V1 as [A [_ [_ [_ Pa]]]]. split; [exact (at_least_ok _ _ v Hl A)|].
  pose proof (at_most_ok _ _ _ Hp Pa). lia.
Qed.
Lemma after_leads : forall n P b w v, leads P b w = true -> knows n (snd w) (position v (negb P)) -> 0 <= v -> first_wins v (negb P) = b.
Proof using Check.
  intros n P b [c k] v H K Hv. unfold leads in H. cbn [snd] in *. destruct k as [[|[|x [|]] [|[|y [|]] [|]]]|]; try discriminate. cbn [knows] in K.
  inversion K as [|? l ? k2 F1 F2]; subst. inversion F2 as [|? l2 ? k3 G1 G2]; subst. inversion G1 as [|? v' ? ? V1 V2]; subst.
  rewrite forallb_forall in H. pose proof (place_in v Hv) as Pl. specialize (H (place v) ltac:(apply in_range; lia)). apply orb_prop in H. destruct H as [H|H].
  - exfalso. exact (apart_ok n y _ v v H V1 (class_ok n v Hv) eq_refl).
  - now apply eqb_prop in H.
Qed.
Lemma moves_run : forall tier s, tiers g = [tier] -> ended g s = None -> moves g s = run cs (parts g) tier [] s.
Proof using. intros tier s T E. unfold moves. rewrite E, T. cbn [first_tier]. now destruct (run _ _ _ _ _). Qed.
Lemma moves_fall : forall v P t, 0 <= v -> In t (moves g (position v P)) -> exists w, t = position w (negb P) /\ 0 <= w < v.
Proof using Check.
  intros v P t Hv M. destruct check_facts as [Md [F [B [Pt [tier [T Ok]]]]]]. specialize (Ok (place v) P (place_in v Hv)). unfold cell_ok in Ok. cbn zeta in Ok.
  pose proof (over_ok v (ends g) (start (place v) P) (position v P)) as Ov. destruct (over_at (ends g) (start (place v) P)) as [r|]; [|discriminate].
  specialize (Ov r eq_refl (start_ok v P Hv)). destruct r as [x|].
  - destruct Ov as [z [E _]]. unfold moves, ended in M. rewrite E in M. destruct M.
  - rewrite (moves_run tier _ T Ov) in M. apply andb_prop in Ok. destruct Ok as [Ok _]. apply andb_prop in Ok. destruct Ok as [Ho _]. rewrite forallb_forall in Ho.
    destruct (run_ok cs (parts g) m (Z.to_nat (N + m)) Md v tier [] [] (Some (start (place v) P)) (position v P) t (Forall2_nil _) (start_ok v P Hv) M) as [w [I K]].
    destruct (after_way v P w t (Ho w I) K) as [u H]. exists u. intuition.
Qed.
Lemma local_right : forall v P c, 0 <= v -> c = 0 \/ c = 1 -> label (position v P) = local g c label (position v P).
Proof using Check.
  intros v P c Hv Hc. destruct check_facts as [Md [F [B [Pt [tier [T Ok]]]]]]. specialize (Ok (place v) P (place_in v Hv)). unfold cell_ok in Ok. cbn zeta in Ok.
  rewrite label_position. fold (first_wins v P) in Ok. set (b := first_wins v P) in *. set (s := position v P) in *.
  assert (Pay : forall x z, pays x b = true -> is v x z -> (c <=? z) = b).
  { intros x z H I. unfold pays in H. destruct (paid x) as [b'|] eqn:E; [|discriminate]. apply eqb_prop in H. subst b'. destruct (paid_ok v x z b E I) as [P1 P2].
    destruct b; [apply Z.leb_le; specialize (P1 eq_refl); lia|apply Z.leb_gt; specialize (P2 eq_refl); lia]. }
  pose proof (over_ok v (ends g) (start (place v) P) (position v P)) as Ov. destruct (over_at (ends g) (start (place v) P)) as [r|]; [|discriminate].
  specialize (Ov r eq_refl (start_ok v P Hv)). fold s in Ov. unfold local, over, ended. destruct r as [x|].
  - destruct Ov as [z [E I]]. rewrite E. symmetry. now apply (Pay x).
  - rewrite Ov. rewrite (moves_run tier s T Ov). set (ws := arun _ _ _ _ _ _ _) in *. apply andb_prop in Ok. destruct Ok as [Ok Lb]. apply andb_prop in Ok.
    destruct Ok as [Ho _]. rewrite forallb_forall in Ho.
    assert (There : forall t, In t (run cs (parts g) tier [] s) -> exists w, In w ws /\ knows v (snd w) t).
    { intros t M. exact (run_ok cs (parts g) m (Z.to_nat (N + m)) Md v tier [] [] (Some (start (place v) P)) s t (Forall2_nil _) (start_ok v P Hv) M). }
    assert (Sure : forall w, In w ws -> fst w = true -> exists t, In t (run cs (parts g) tier [] s) /\ knows v (snd w) t).
    { intros w I C. exact (run_certain cs (parts g) m (Z.to_nat (N + m)) v tier [] [] (Some (start (place v) P)) s w (Forall2_nil _) (start_ok v P Hv) I C). }
    assert (St : is v (value cs [] (start (place v) P) (stuck g)) (stuck_pays g s)) by (apply value_ok; [constructor|now apply start_ok]).
    assert (Opt : forall t, In t (options g s) <-> In t (run cs (parts g) tier [] s)).
    { intro t. unfold options. rewrite nodup_In. now rewrite (moves_run tier s T Ov). }
    assert (Label : forall w t, In w ws -> leads P b w = true -> knows v (snd w) t -> label t = b).
    { intros w t I L K. destruct (after_way v P w t (Ho w I) K) as [u [-> [Hu _]]]. rewrite label_position. exact (after_leads v P b w u L K Hu). }
    assert (Turn : (turn s =? 0) = P) by (unfold s, position; destruct P; reflexivity). rewrite Turn.
    destruct (run cs (parts g) tier [] s) as [|t0 ts] eqn:R.
    + symmetry. apply (Pay _ _) with (2 := St). destruct (eqb b P).
      * apply orb_prop in Lb. destruct Lb as [Lb|Lb].
        { apply existsb_exists in Lb. destruct Lb as [w [I H]]. apply andb_prop in H. destruct (Sure w I (proj1 H)) as [t [[] _]]. }
        { destruct ws; [exact Lb|discriminate]. }
      * apply andb_prop in Lb. destruct Lb as [_ Lb]. apply orb_prop in Lb. destruct Lb as [Lb|Lb]; [exact Lb|].
        apply existsb_exists in Lb. destruct Lb as [w [I H]]. destruct (Sure w I H) as [t [[] _]].
    + assert (Ne : options g s <> []) by (intro E; assert (I : In t0 (options g s)) by (apply Opt; now left); rewrite E in I; destruct I).
      assert (Case : if eqb b P then exists t, In t (options g s) /\ label t = b else forall t, In t (options g s) -> label t = b).
      { destruct (eqb b P) eqn:Eb.
        - apply orb_prop in Lb. destruct Lb as [Lb|Lb].
          + apply existsb_exists in Lb. destruct Lb as [w [I H]]. apply andb_prop in H. destruct (Sure w I (proj1 H)) as [t [M K]]. exists t. split; [now apply Opt|].
            exact (Label w t I (proj2 H) K).
          + destruct (There t0 (or_introl eq_refl)) as [w [I _]]. destruct ws; [destruct I|discriminate].
        - intros t M. apply Opt in M. destruct (There t M) as [w [I K]]. apply andb_prop in Lb. destruct Lb as [Lb _]. rewrite forallb_forall in Lb.
          exact (Label w t I (Lb w I) K). }
      destruct P; rewrite enough_one by trivial; destruct b; cbn [eqb] in Case; symmetry.
      * apply existsb_exists. exact Case.
      * apply not_true_iff_false. intro E. apply existsb_exists in E. destruct E as [t [I H]]. rewrite (Case t I) in H. discriminate.
      * apply negb_true_iff, not_true_iff_false. intro E. apply existsb_exists in E. destruct E as [t [I H]]. rewrite (Case t I) in H. discriminate.
      * apply negb_false_iff, existsb_exists. destruct Case as [t [I H]]. exists t. split; trivial. now rewrite H.
Qed.
End Law.

(** MAIN THEOREM: from every number, with either player to move, the player whom its class names can force a win in the game of the term, and the other cannot. *)
Theorem remainders_law : forall g a, remainders_check g a = true -> forall P v, 0 <= v ->
  (first_wins a v P = true <-> wins g true (position v P)) /\ (first_wins a v P = false <-> wins g false (position v P)).
Proof.
  intros g a C P v Hv.
  assert (T : forall s, legal s -> turn s = 0 \/ turn s = 1) by (intros s [w [Q [_ ->]]]; destruct Q; auto).
  assert (Mv : forall s t, legal s -> In t (moves g s) -> legal t /\ (Z.to_nat (elt (nth 1 t []) 0 0) < Z.to_nat (elt (nth 1 s []) 0 0))%nat).
  { intros s t [w [Q [Hw ->]]] M. destruct (moves_fall g a C w Q t Hw M) as [u [-> Hu]]. split; [exists u, (negb Q); split; [lia|reflexivity]|]. cbn. lia. }
  assert (K : forall c, c = 0 \/ c = 1 -> if first_wins a v P then Gets g c (position v P) else Holds g c (position v P)).
  { intros c Hc. rewrite <- (label_position a v P). apply (kernel g c legal (label a) (fun s => Z.to_nat (elt (nth 1 s []) 0 0))); trivial.
    - intros s [w [Q [Hw ->]]]. now apply (local_right g a C).
    - exists v, P. now split. }
  assert (X : wins g true (position v P) -> wins g false (position v P) -> False).
  { apply (wins_excl g legal T); [intros s t L M; exact (proj1 (Mv s t L M))|]. exists v, P. now split. }
  pose proof (K 0 (or_introl eq_refl)) as K0. pose proof (K 1 (or_intror eq_refl)) as K1. unfold wins in *.
  destruct (first_wins a v P); split; split; intro H; try discriminate; trivial; exfalso; auto.
Qed.
