(** * ValueCuts.v -- rows of which a move cuts off one end are numbers, whose signs their cells are; crates/verify/src/values/cuts.rs.
    A row is a word of signs 1, -1 and 0, read from the ground on. Left's move picks a 1, Right's a -1; what is left is the prefix before it. Beside any other games.
    [worth k w] is the number of w by Berlekamp's rule, times 2^k: each sign counts 1 until the first change, and from there on half of the one before.
    Proved: a sum of rows is at most another if and only if its numbers come to no more ([cuts_law]), beside whatever else; and who wins a sum of rows is told by the sign
    of what its numbers come to ([cuts_first], [cuts_second]).
    Source: E. R. Berlekamp, The Hackenbush number system (1974); J. H. Conway, On Numbers and Games (1976).
    An instance gives the rows, and what stands beside them. *)
Require Import List Arith Lia Bool PeanoNat Wf_nat ZArith.
From Whowins Require Import Value.
Import ListNotations.
Open Scope Z_scope.

(* ---------------- one row ---------------- *)
Fixpoint cuts (s : Z) (w : list Z) : list (list Z) :=
  match w with [] => [] | x :: w => (if x =? s then [[]] else []) ++ map (cons x) (cuts s w) end.
Lemma in_cuts : forall s w p, In p (cuts s w) <-> exists q, w = p ++ s :: q.
Proof.
  intros s w. induction w as [|x w IH]; intro p; simpl.
  - split; [intros []|]. intros [q E]. now destruct p.
  - rewrite in_app_iff, in_map_iff. split.
    + intros [I|[p' [<- I]]].
      * destruct (Z.eqb_spec x s) as [->|]; [|destruct I]. destruct I as [<-|[]]. now exists w.
      * apply IH in I. destruct I as [q ->]. now exists q.
    + intros [q E]. destruct p as [|y p]; simpl in E; injection E as -> E.
      * left. rewrite Z.eqb_refl. now left.
      * right. exists p. split; trivial. apply IH. now exists q.
Qed.
Lemma cuts_snoc : forall s w x p, In p (cuts s (w ++ [x])) <-> In p (cuts s w) \/ (x = s /\ p = w).
Proof.
  intros s w x p. rewrite !in_cuts. split.
  - intros [q E]. destruct q as [|y q] using rev_ind.
    + apply app_inj_tail in E. destruct E. right. now split.
    + clear IHq. left. exists q. change (s :: q ++ [y]) with ((s :: q) ++ [y]) in E. rewrite app_assoc in E. now apply app_inj_tail in E.
  - intros [[q ->]|[-> ->]]; [exists (q ++ [x]); now rewrite <- app_assoc|now exists []].
Qed.
Lemma cuts_shorter : forall s w p, In p (cuts s w) -> (length p < length w)%nat.
Proof. intros s w p I. apply in_cuts in I. destruct I as [q ->]. rewrite app_length. simpl. lia. Qed.

(** First sign (0 before there is one), whether it has changed, the number so far and the exponent of what the last sign counted. *)
Record reading := Reading { first_sign : Z; changed : bool; number : Z; exponent : Z }.
Section Scaled.
Variable k : nat.
Notation K := (Z.of_nat k).
Definition sign_on (r : reading) (x : Z) : reading :=
  if x =? 0 then r
  else if first_sign r =? 0 then Reading x false (x * 2 ^ K) K
  else if negb (changed r) && (x =? first_sign r) then Reading (first_sign r) false (number r + x * 2 ^ K) K
  else Reading (first_sign r) true (number r + x * 2 ^ (exponent r - 1)) (exponent r - 1).
Definition read (w : list Z) : reading := fold_left sign_on w (Reading 0 false 0 K).
Definition worth (w : list Z) : Z := number (read w).
Lemma read_snoc : forall w x, read (w ++ [x]) = sign_on (read w) x.
Proof using. intros. unfold read. now rewrite fold_left_app. Qed.

Definition signs (w : list Z) : Prop := Forall (fun x => x = 1 \/ x = -1 \/ x = 0) w.
Definition step (w : list Z) : Z := 2 ^ exponent (read w).
(** What is known of a row: its last step divides its number, no cut gains and each costs as much at least; after a change both players have one that costs just as much, and before it one of them has. *)
Record known (w : list Z) : Prop := {
  e_range : K - Z.of_nat (length w) <= exponent (read w) <= K;
  divides : (step w | worth w);
  lefts_cost : forall p, In p (cuts 1 w) -> worth p <= worth w - step w;
  rights_cost : forall p, In p (cuts (-1) w) -> worth w + step w <= worth p;
  is_sign : first_sign (read w) = 0 \/ first_sign (read w) = 1 \/ first_sign (read w) = -1;
  both : changed (read w) = true -> first_sign (read w) <> 0 /\
    (exists p, In p (cuts 1 w) /\ worth p = worth w - step w) /\ (exists p, In p (cuts (-1) w) /\ worth p = worth w + step w);
  whole : changed (read w) = false -> exponent (read w) = K;
  none : changed (read w) = false -> first_sign (read w) = 0 -> worth w = 0;
  no_left : changed (read w) = false -> first_sign (read w) <> 1 -> forall p, ~ In p (cuts 1 w);
  no_right : changed (read w) = false -> first_sign (read w) <> -1 -> forall p, ~ In p (cuts (-1) w);
  by_left : changed (read w) = false -> first_sign (read w) = 1 -> 0 < worth w /\ exists p, In p (cuts 1 w) /\ worth p = worth w - step w;
  by_right : changed (read w) = false -> first_sign (read w) = -1 -> worth w < 0 /\ exists p, In p (cuts (-1) w) /\ worth p = worth w + step w }.

Lemma pow_half : forall e, 1 <= e -> 2 ^ e = 2 * 2 ^ (e - 1).
Proof using. intros e H. replace e with (Z.succ (e - 1)) at 1 by lia. apply Z.pow_succ_r. lia. Qed.
Lemma row_known : forall w, signs w -> (length w <= k)%nat -> known w.
Proof using.
  induction w as [|x w IH] using rev_ind; intros S L.
  - split; unfold worth, step, read; cbn; try lia; try (now intros); try (intros; discriminate); auto. exists 0. lia.
  - apply Forall_app in S. destruct S as [S Sx]. inversion Sx as [|? ? Hx _]; subst. rewrite app_length in L. cbn [length] in L.
    specialize (IH S ltac:(lia)). destruct IH as [ER DV LC RC IS BO WH NO NL NR BL BR].
    assert (P0 : 0 < 2 ^ K) by (apply Z.pow_pos_nonneg; lia).
    assert (Back : forall s p, In p (cuts s (w ++ [x])) -> In p (cuts s w) \/ (x = s /\ p = w)) by (intros s p; apply cuts_snoc).
    assert (Old : forall s p, In p (cuts s w) -> In p (cuts s (w ++ [x]))) by (intros s p I; apply cuts_snoc; now left).
    assert (New : In w (cuts x (w ++ [x]))) by (apply cuts_snoc; now right).
    assert (Len : Z.of_nat (length (w ++ [x])) = Z.of_nat (length w) + 1) by (rewrite app_length; cbn [length]; lia).
    unfold step in *. pose proof (read_snoc w x) as RS. unfold sign_on in RS.
    destruct (Z.eqb_spec x 0) as [X0|X0].
    { (* no sign *)
      assert (W : worth (w ++ [x]) = worth w) by (unfold worth; now rewrite RS).
      assert (C : forall s, s <> 0 -> forall p, In p (cuts s (w ++ [x])) -> In p (cuts s w)) by (intros s Hs p I; destruct (Back s p I) as [|[E _]]; [trivial|lia]).
      split; unfold step; rewrite ?RS, ?W, ?Len; try assumption; try lia.
      - intros p I. apply LC. now apply C in I.
      - intros p I. apply RC. now apply C in I.
      - intro H. destruct (BO H) as [A [[p [I E]] [q [J F]]]]. split; [trivial|]. split; [exists p|exists q]; auto.
      - intros H F p I. apply (NL H F p). now apply C in I.
      - intros H F p I. apply (NR H F p). now apply C in I.
      - intros H F. destruct (BL H F) as [A [p [I E]]]. split; trivial. exists p. auto.
      - intros H F. destruct (BR H F) as [A [p [I E]]]. split; trivial. exists p. auto. }
    destruct (Z.eqb_spec (first_sign (read w)) 0) as [F0|F0].
    { (* the first sign *)
      assert (Ch : changed (read w) = false) by (destruct (changed (read w)) eqn:E; [|trivial]; now destruct (BO eq_refl)).
      pose proof (NO Ch F0) as W0. assert (W : worth (w ++ [x]) = x * 2 ^ K) by (unfold worth; now rewrite RS).
      assert (C : forall s p, s = 1 \/ s = -1 -> In p (cuts s (w ++ [x])) -> x = s /\ p = w).
      { intros s p Hs I. destruct (Back s p I) as [J|J]; [|trivial]. exfalso. destruct Hs as [-> | ->]; [apply (NL Ch ltac:(lia) p J)|apply (NR Ch ltac:(lia) p J)]. }
      split; unfold step; rewrite ?RS, ?W, ?Len; cbn [first_sign changed exponent number]; try lia; try (intros; discriminate).
      - now exists x.
      - intros p I. apply C in I; [|now left]. destruct I as [-> ->]. lia.
      - intros p I. apply C in I; [|now right]. destruct I as [-> ->]. lia.
      - intros _ F p I. apply C in I; [|now left]. now destruct I.
      - intros _ F p I. apply C in I; [|now right]. now destruct I.
      - intros _ ->. split; [lia|]. exists w. split; [exact New|lia].
      - intros _ ->. split; [lia|]. exists w. split; [exact New|lia]. }
    destruct (negb (changed (read w)) && (x =? first_sign (read w))) eqn:E.
    { (* the first sign again *)
      apply andb_prop in E. destruct E as [Ch Ex]. apply negb_true_iff in Ch. apply Z.eqb_eq in Ex.
      assert (W : worth (w ++ [x]) = worth w + x * 2 ^ K) by (unfold worth; now rewrite RS).
      rewrite (WH Ch) in *.
      split; unfold step; rewrite ?RS, ?W, ?Len; cbn [first_sign changed exponent number]; try lia; try (intros; discriminate).
      - apply Z.divide_add_r; [trivial|now exists x].
      - intros p I. destruct (Back 1 p I) as [J|[-> ->]]; [|lia]. specialize (LC p J).
        destruct (Z.eq_dec x 1) as [->|N]; [lia|]. exfalso. apply (NL Ch ltac:(lia) p J).
      - intros p I. destruct (Back (-1) p I) as [J|[-> ->]]; [|lia]. specialize (RC p J).
        destruct (Z.eq_dec x (-1)) as [->|N]; [lia|]. exfalso. apply (NR Ch ltac:(lia) p J).
      - intros _ F p I. destruct (Back 1 p I) as [J|[-> _]]; [apply (NL Ch F p J)|lia].
      - intros _ F p I. destruct (Back (-1) p I) as [J|[-> _]]; [apply (NR Ch F p J)|lia].
      - intros _ F. rewrite F in Ex. subst x. destruct (BL Ch F) as [A _]. split; [lia|]. exists w. split; [exact New|lia].
      - intros _ F. rewrite F in Ex. subst x. destruct (BR Ch F) as [A _]. split; [lia|]. exists w. split; [exact New|lia]. }
    (* half of the step before *)
    set (e := exponent (read w)) in *. assert (He : 1 <= e) by lia. pose proof (pow_half e He) as H2.
    assert (P1 : 0 < 2 ^ (e - 1)) by (apply Z.pow_pos_nonneg; lia).
    assert (W : worth (w ++ [x]) = worth w + x * 2 ^ (e - 1)) by (unfold worth; now rewrite RS).
    (* the options that cost just a step, before the sign *)
    assert (Near : (x = 1 -> exists p, In p (cuts (-1) w) /\ worth p = worth w + 2 ^ e) /\ (x = -1 -> exists p, In p (cuts 1 w) /\ worth p = worth w - 2 ^ e)).
    { destruct (changed (read w)) eqn:Ch.
      - destruct (BO eq_refl) as [_ [A B]]. now split.
      - cbn [negb andb] in E. apply Z.eqb_neq in E. split; intros ->.
        + destruct IS as [?|[?|F]]; [lia|lia|]. now destruct (BR eq_refl F).
        + destruct IS as [?|[F|?]]; [lia| |lia]. now destruct (BL eq_refl F). }
    split; unfold step; rewrite ?RS, ?W, ?Len; cbn [first_sign changed exponent number]; fold e; try lia; try (intros; discriminate).
    + apply Z.divide_add_r; [|now exists x]. destruct DV as [z Hz]. exists (2 * z). lia.
    + intros p I. destruct (Back 1 p I) as [J|[-> ->]]; [specialize (LC p J); lia|lia].
    + intros p I. destruct (Back (-1) p I) as [J|[-> ->]]; [specialize (RC p J); lia|lia].
    + intros _. split; [exact F0|]. destruct Near as [N1 N2]. destruct Hx as [-> | [-> | ?]]; [| |lia].
      * split; [exists w; split; [exact New|lia]|]. destruct (N1 eq_refl) as [p [I Ep]]. exists p. split; [auto|lia].
      * split; [|exists w; split; [exact New|lia]]. destruct (N2 eq_refl) as [p [I Ep]]. exists p. split; [auto|lia].
Qed.
Lemma cut_signs : forall s w p, signs w -> In p (cuts s w) -> signs p.
Proof using. intros s w p S I. apply in_cuts in I. destruct I as [q ->]. now apply Forall_app in S. Qed.

(* ---------------- sums of rows ---------------- *)
Definition total (X : list (list Z)) : Z := fold_right (fun w t => worth w + t) 0 X.
Lemma total_app : forall X Y, total (X ++ Y) = total X + total Y.
Proof using. induction X as [|w X IH]; intro Y; simpl; [lia|]. rewrite IH. lia. Qed.
Lemma total_one : forall X w Y, total (X ++ w :: Y) = total X + worth w + total Y.
Proof using. intros. rewrite total_app. simpl. lia. Qed.
Definition good (X : list (list Z)) : Prop := Forall (fun w => signs w /\ (length w <= k)%nat) X.
Lemma good_known : forall X w, good X -> In w X -> known w.
Proof using. intros X w G I. unfold good in G. rewrite Forall_forall in G. destruct (G w I). now apply row_known. Qed.
Lemma step_positive : forall X w, good X -> In w X -> 0 < step w.
Proof using.
  intros X w G I. pose proof (e_range w (good_known X w G I)). unfold good in G. rewrite Forall_forall in G. destruct (G w I). apply Z.pow_pos_nonneg; lia.
Qed.
Lemma good_cut : forall s X w Y p, good (X ++ w :: Y) -> In p (cuts s w) -> good (X ++ p :: Y).
Proof using.
  intros s X w Y p G I. apply Forall_app in G. destruct G as [G1 G2]. inversion G2 as [|? ? [S L] G3]; subst. apply Forall_app. split; trivial.
  constructor; trivial. split; [now apply (cut_signs s w)|]. pose proof (cuts_shorter _ _ _ I). lia.
Qed.
Lemma least : forall (l : list (list Z)), l <> [] -> exists w, In w l /\ forall u, In u l -> exponent (read w) <= exponent (read u).
Proof using.
  induction l as [|w l IH]; [congruence|]. intros _. destruct l as [|u l].
  - exists w. split; [now left|]. intros v [<-|[]]. lia.
  - destruct IH as [v [I H]]; [discriminate|]. destruct (Z_le_gt_dec (exponent (read w)) (exponent (read v))).
    + exists w. split; [now left|]. intros y [<-|J]; [lia|]. specialize (H y J). lia.
    + exists v. split; [now right|]. intros y [<-|J]; [lia|]. now apply H.
Qed.
Lemma all_divide : forall e X, good X -> 0 <= e -> (forall w, In w X -> e <= exponent (read w)) -> (2 ^ e | total X).
Proof using.
  intros e X G He. induction X as [|w X IH]; intro H; cbn [total fold_right]; [now exists 0|]. inversion G; subst.
  apply Z.divide_add_r; [|apply IH; trivial; intros u I; apply H; now right].
  pose proof (good_known (w :: X) w G (or_introl eq_refl)) as Kn. apply (Z.divide_trans _ (step w)); [|exact (divides w Kn)].
  specialize (H w (or_introl eq_refl)). unfold step. exists (2 ^ (exponent (read w) - e)). rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.
Lemma apart : forall d X Y, 0 < d -> (d | X) -> (d | Y) -> X < Y -> X + d <= Y.
Proof using. intros d X Y P [x ->] [y ->] H. assert (x < y) by nia. nia. Qed.

(** Where one sum comes to less, Right can afford a move in it or Left one in the other. *)
Theorem affords : forall X Y, good X -> good Y -> total X < total Y ->
  (exists X1 w X2 p, X = X1 ++ w :: X2 /\ In p (cuts (-1) w) /\ total (X1 ++ p :: X2) <= total Y) \/
  (exists Y1 w Y2 p, Y = Y1 ++ w :: Y2 /\ In p (cuts 1 w) /\ total X <= total (Y1 ++ p :: Y2)).
Proof using.
  intros X Y GX GY H. assert (G : good (X ++ Y)) by (apply Forall_app; now split).
  assert (Move : forall w, In w (X ++ Y) -> total X + step w <= total Y ->
    (In w X -> exists p, In p (cuts (-1) w) /\ worth p = worth w + step w) -> (In w Y -> exists p, In p (cuts 1 w) /\ worth p = worth w - step w) ->
    (exists X1 w X2 p, X = X1 ++ w :: X2 /\ In p (cuts (-1) w) /\ total (X1 ++ p :: X2) <= total Y) \/
    (exists Y1 w Y2 p, Y = Y1 ++ w :: Y2 /\ In p (cuts 1 w) /\ total X <= total (Y1 ++ p :: Y2))).
  { intros w I D R L. apply in_app_or in I. destruct I as [I|I].
    - left. destruct (R I) as [p [J E]]. apply in_split in I. destruct I as [X1 [X2 ->]]. exists X1, w, X2, p. split; trivial. split; trivial.
      rewrite total_one in *. lia.
    - right. destruct (L I) as [p [J E]]. apply in_split in I. destruct I as [Y1 [Y2 ->]]. exists Y1, w, Y2, p. split; trivial. split; trivial.
      rewrite total_one in *. lia. }
  set (l := filter (fun w => changed (read w)) (X ++ Y)). destruct l as [|w0 l'] eqn:El.
  - assert (Un : forall w, In w (X ++ Y) -> changed (read w) = false).
    { intros w I. destruct (changed (read w)) eqn:C; trivial. assert (J : In w l) by (apply filter_In; now split). rewrite El in J. destruct J. }
    assert (Ex : forall w, In w (X ++ Y) -> exponent (read w) = K) by (intros w I; apply (whole w (good_known _ _ G I)); now apply Un).
    assert (D : total X + 2 ^ K <= total Y).
    { apply apart; trivial; [apply Z.pow_pos_nonneg; lia| |]; apply all_divide; trivial; try lia; intros w I; rewrite Ex; try lia; apply in_or_app; auto. }
    destruct (existsb (fun w => first_sign (read w) =? -1) X) eqn:EX.
    { apply existsb_exists in EX. destruct EX as [w [I F]]. apply Z.eqb_eq in F. assert (J : In w (X ++ Y)) by (apply in_or_app; now left).
      left. destruct (by_right w (good_known _ _ G J) (Un w J) F) as [_ [p [Ip E]]]. apply in_split in I. destruct I as [X1 [X2 ->]]. exists X1, w, X2, p.
      split; trivial. split; trivial. unfold step in E. rewrite (Ex w J) in E. rewrite total_one in *. lia. }
    destruct (existsb (fun w => first_sign (read w) =? 1) Y) eqn:EY.
    { apply existsb_exists in EY. destruct EY as [w [I F]]. apply Z.eqb_eq in F. assert (J : In w (X ++ Y)) by (apply in_or_app; now right).
      right. destruct (by_left w (good_known _ _ G J) (Un w J) F) as [_ [p [Ip E]]]. apply in_split in I. destruct I as [Y1 [Y2 ->]]. exists Y1, w, Y2, p.
      split; trivial. split; trivial. unfold step in E. rewrite (Ex w J) in E. rewrite total_one in *. lia. }
    exfalso. assert (TX : 0 <= total X).
    { assert (A : forall w, In w X -> 0 <= worth w).
      { intros w I. assert (J : In w (X ++ Y)) by (apply in_or_app; now left). pose proof (good_known _ _ G J) as Kn. destruct (is_sign w Kn) as [F|[F|F]].
        - rewrite (none w Kn (Un w J) F). lia.
        - destruct (by_left w Kn (Un w J) F). lia.
        - assert (existsb (fun w => first_sign (read w) =? -1) X = true) by (apply existsb_exists; exists w; split; trivial; now apply Z.eqb_eq). congruence. }
      clear -A. induction X as [|w X IH]; cbn [total fold_right]; [lia|]. pose proof (A w (or_introl eq_refl)). specialize (IH ltac:(intros u I; apply A; now right)). unfold total in IH. lia. }
    assert (TY : total Y <= 0).
    { assert (A : forall w, In w Y -> worth w <= 0).
      { intros w I. assert (J : In w (X ++ Y)) by (apply in_or_app; now right). pose proof (good_known _ _ G J) as Kn. destruct (is_sign w Kn) as [F|[F|F]].
        - rewrite (none w Kn (Un w J) F). lia.
        - assert (existsb (fun w => first_sign (read w) =? 1) Y = true) by (apply existsb_exists; exists w; split; trivial; now apply Z.eqb_eq). congruence.
        - destruct (by_right w Kn (Un w J) F). lia. }
      clear -A. induction Y as [|w Y IH]; cbn [total fold_right]; [lia|]. pose proof (A w (or_introl eq_refl)). specialize (IH ltac:(intros u I; apply A; now right)). unfold total in IH. lia. }
    lia.
  - destruct (least l) as [w [I Min]]; [rewrite El; discriminate|]. apply filter_In in I. destruct I as [I C].
    assert (Mw : forall u, In u (X ++ Y) -> exponent (read w) <= exponent (read u)).
    { intros u J. destruct (changed (read u)) eqn:Cu; [apply Min, filter_In; now split|]. pose proof (good_known _ _ G J) as Ku. rewrite (whole u Ku Cu).
      exact (proj2 (e_range w (good_known _ _ G I))). }
    pose proof (good_known _ _ G I) as Kn. destruct (both w Kn C) as [_ [L R]].
    assert (E0 : 0 <= exponent (read w)).
    { pose proof (e_range w Kn) as ER. unfold good in G. rewrite Forall_forall in G. destruct (G w I) as [_ Lw]. lia. }
    apply (Move w I); auto. apply apart; trivial; [apply Z.pow_pos_nonneg; lia| |]; apply all_divide; trivial; intros u J; apply Mw, in_or_app; auto.
Qed.

(* ---------------- beside other games ---------------- *)
Variable B : Type.
Variables bL bR : B -> list (list B).
Variable heavy : B -> nat.
Hypothesis bL_falls : forall b p, In p (bL b) -> (Value.total B heavy p < heavy b)%nat.
Hypothesis bR_falls : forall b p, In p (bR b) -> (Value.total B heavy p < heavy b)%nat.
Definition atom := (B + list Z)%type.
Definition options (s : Z) (o : B -> list (list B)) (a : atom) : list (list atom) :=
  match a with inl b => map (map inl) (o b) | inr w => map (fun p => [inr p]) (cuts s w) end.
Definition weight (a : atom) : nat := match a with inl b => heavy b | inr w => length w end.
Lemma options_fall : forall s o, (forall b p, In p (o b) -> (Value.total B heavy p < heavy b)%nat) ->
  forall a p, In p (options s o a) -> (Value.total atom weight p < weight a)%nat.
Proof using.
  intros s o H [b|w] p I; cbn [options weight] in *; apply in_map_iff in I; destruct I as [q [<- I]].
  - specialize (H b q I). replace (Value.total atom weight (map inl q)) with (Value.total B heavy q); trivial. clear. induction q as [|x q IH]; simpl; [trivial|]. now rewrite IH.
  - pose proof (cuts_shorter _ _ _ I). cbn. lia.
Qed.
Notation OL := (options 1 bL). Notation OR := (options (-1) bR).
Notation lo := (Value.lo atom OL). Notation ro := (Value.ro atom OR).
Notation le := (Value.le (list atom) lo ro). Notation lf := (Value.lf (list atom) lo ro).
Definition rows (X : list (list Z)) : list atom := map inr X.
Lemma moves_rows : forall s o X Z, In Z (Value.moves atom (options s o) (rows X)) <-> exists X1 w X2 p, X = X1 ++ w :: X2 /\ In p (cuts s w) /\ Z = rows (X1 ++ p :: X2).
Proof using.
  intros s o X Z. rewrite in_moves. unfold rows. split.
  - intros [A1 [a [A2 [p [E [I ->]]]]]]. apply map_eq_app in E. destruct E as [X1 [X' [-> [<- E]]]]. apply map_eq_cons in E. destruct E as [w [X2 [-> [<- <-]]]].
    cbn [options] in I. apply in_map_iff in I. destruct I as [q [<- I]]. exists X1, w, X2, q. rewrite map_app. now repeat split.
  - intros [X1 [w [X2 [p [-> [I ->]]]]]]. exists (map inr X1), (inr w), (map inr X2), [inr p]. rewrite !map_app. repeat split. cbn [options]. apply in_map_iff. now exists p.
Qed.
Definition long (X : list (list Z)) : nat := fold_right (fun w t => (length w + t)%nat) 0%nat X.
Lemma long_one : forall X w Y, long (X ++ w :: Y) = (long X + length w + long Y)%nat.
Proof using.
  induction X as [|u X IH]; intros w Y; [reflexivity|]. change (length u + long (X ++ w :: Y) = length u + long X + length w + long Y)%nat. rewrite IH. lia.
Qed.

Lemma ordered : forall n X Y, (long X + long Y <= n)%nat -> good X -> good Y ->
  (total X <= total Y -> le (rows X) (rows Y)) /\ (total X < total Y -> lf (rows X) (rows Y)).
Proof using.
  induction n as [n IH] using (well_founded_induction lt_wf). intros X Y M GX GY. split; intro H.
  - constructor; intros Z I; apply moves_rows in I; destruct I as [X1 [w [X2 [p [-> [I ->]]]]]]; pose proof (cuts_shorter _ _ _ I) as Sh; rewrite long_one in M.
    + refine (proj2 (IH (long (X1 ++ p :: X2) + long Y)%nat _ (X1 ++ p :: X2) Y _ _ GY) _); try (rewrite long_one; lia); [now apply (good_cut 1 X1 w)|].
      pose proof (good_known _ w GX ltac:(apply in_elt)) as Kn. pose proof (lefts_cost w Kn p I) as C. pose proof (step_positive _ w GX ltac:(apply in_elt)).
      rewrite total_one in *. lia.
    + refine (proj2 (IH (long X + long (X1 ++ p :: X2))%nat _ X (X1 ++ p :: X2) _ GX _) _); try (rewrite long_one; lia); [now apply (good_cut (-1) X1 w)|].
      pose proof (good_known _ w GY ltac:(apply in_elt)) as Kn. pose proof (rights_cost w Kn p I) as C. pose proof (step_positive _ w GY ltac:(apply in_elt)).
      rewrite total_one in *. lia.
  - destruct (affords X Y GX GY H) as [[X1 [w [X2 [p [-> [I T]]]]]]|[Y1 [w [Y2 [p [-> [I T]]]]]]]; pose proof (cuts_shorter _ _ _ I) as Sh; rewrite long_one in M.
    + apply (lf_right _ _ _ _ _ (rows (X1 ++ p :: X2))); [apply moves_rows; now exists X1, w, X2, p|].
      refine (proj1 (IH (long (X1 ++ p :: X2) + long Y)%nat _ (X1 ++ p :: X2) Y _ _ GY) T); try (rewrite long_one; lia). now apply (good_cut (-1) X1 w).
    + apply (lf_left _ _ _ _ _ (rows (Y1 ++ p :: Y2))); [apply moves_rows; now exists Y1, w, Y2, p|].
      refine (proj1 (IH (long X + long (Y1 ++ p :: Y2))%nat _ X (Y1 ++ p :: Y2) _ GX _) T); try (rewrite long_one; lia). now apply (good_cut 1 Y1 w).
Qed.
Lemma not_both : forall n X Y, (Value.total atom weight X + Value.total atom weight Y <= n)%nat -> le X Y -> lf Y X -> False.
Proof using bL_falls bR_falls.
  induction n as [n IH] using (well_founded_induction lt_wf). intros X Y M L F. inversion L as [? ? LL LR]; subst.
  pose proof (lo_falls atom OL weight (options_fall 1 bL bL_falls)) as Fl. pose proof (ro_falls atom OR weight (options_fall (-1) bR bR_falls)) as Fr.
  inversion F as [? ? y I E|? ? x I E]; subst.
  - pose proof (Fl _ _ I). refine (IH (Value.total atom weight Y + Value.total atom weight y)%nat _ Y y (Nat.le_refl _) E (LL y I)). lia.
  - pose proof (Fr _ _ I). refine (IH (Value.total atom weight x + Value.total atom weight X)%nat _ x X (Nat.le_refl _) E (LR x I)). lia.
Qed.
(** MAIN THEOREM: sums of rows are ordered by what their numbers come to, beside whatever else is played. *)
Theorem cuts_law : forall X Y, good X -> good Y -> (le (rows X) (rows Y) <-> total X <= total Y).
Proof using bL_falls bR_falls.
  intros X Y GX GY. split; [|apply (ordered _ X Y (Nat.le_refl _) GX GY)]. intro L. destruct (Z_le_gt_dec (total X) (total Y)) as [|G]; trivial. exfalso.
  apply (not_both _ _ _ (Nat.le_refl _) L). apply (ordered _ Y X (Nat.le_refl _) GY GX). lia.
Qed.
Corollary cuts_stand : forall X Y, good X -> good Y -> total X = total Y -> equal atom OL OR (rows X) (rows Y).
Proof using bL_falls bR_falls. intros X Y GX GY E. split; apply cuts_law; trivial; lia. Qed.

(** Who wins a sum of rows. *)
Notation first := (Value.first (list atom) lo ro). Notation second := (Value.second (list atom) lo ro).
Lemma wins_by : forall n X, (long X <= n)%nat -> good X ->
  (0 < total X -> first (rows X)) /\ (0 <= total X -> second (rows X)) /\ (total X <= 0 -> ~ first (rows X)) /\ (total X < 0 -> ~ second (rows X)).
Proof using.
  induction n as [n IH] using (well_founded_induction lt_wf). intros X M G.
  assert (Less : forall s X1 w X2 p, X = X1 ++ w :: X2 -> In p (cuts s w) -> (long (X1 ++ p :: X2) < n)%nat /\ good (X1 ++ p :: X2)).
  { intros s X1 w X2 p -> I. pose proof (cuts_shorter _ _ _ I). rewrite long_one in *. split; [lia|now apply (good_cut s X1 w)]. }
  assert (Step : forall w, In w X -> 0 < step w) by (intros w I; exact (step_positive X w G I)).
  split; [|split; [|split]]; intro H.
  - destruct (affords [] X ltac:(constructor) G H) as [[X1 [w [X2 [p [E _]]]]]|[X1 [w [X2 [p [E [I T]]]]]]]; [now destruct X1|].
    destruct (Less 1 X1 w X2 p E I) as [L G']. apply (first_by _ _ _ _ (rows (X1 ++ p :: X2))); [apply moves_rows; now exists X1, w, X2, p|].
    apply (IH _ L _ (Nat.le_refl _) G'). exact T.
  - constructor. intros Z I. apply moves_rows in I. destruct I as [X1 [w [X2 [p [E [I ->]]]]]]. destruct (Less (-1) X1 w X2 p E I) as [L G'].
    apply (IH _ L _ (Nat.le_refl _) G'). subst X. pose proof (in_elt w X1 X2) as J. pose proof (rights_cost w (good_known _ _ G J) p I). specialize (Step w J). rewrite total_one in *. lia.
  - intro F. inversion F as [X' Y I S]; subst. apply moves_rows in I. destruct I as [X1 [w [X2 [p [E [I ->]]]]]]. destruct (Less 1 X1 w X2 p E I) as [L G'].
    revert S. apply (IH _ L _ (Nat.le_refl _) G'). subst X. pose proof (in_elt w X1 X2) as J. pose proof (lefts_cost w (good_known _ _ G J) p I). specialize (Step w J). rewrite total_one in *. lia.
  - intro S. inversion S as [X' All]; subst.
    destruct (affords X [] G ltac:(constructor) H) as [[X1 [w [X2 [p [E [I T]]]]]]|[X1 [w [X2 [p [E _]]]]]]; [|now destruct X1].
    destruct (Less (-1) X1 w X2 p E I) as [L G']. assert (F : first (rows (X1 ++ p :: X2))) by (apply All, moves_rows; now exists X1, w, X2, p).
    revert F. apply (IH _ L _ (Nat.le_refl _) G'). exact T.
Qed.
Theorem cuts_first : forall X, good X -> (first (rows X) <-> 0 < total X).
Proof using. intros X G. destruct (wins_by _ X (Nat.le_refl _) G) as [A [_ [C _]]]. split; [|exact A]. intro F. destruct (Z_lt_le_dec 0 (total X)); trivial. now elim (C ltac:(trivial)). Qed.
Theorem cuts_second : forall X, good X -> (second (rows X) <-> 0 <= total X).
Proof using. intros X G. destruct (wins_by _ X (Nat.le_refl _) G) as [_ [A [_ C]]]. split; [|exact A]. intro F. destruct (Z_le_gt_dec 0 (total X)); trivial. exfalso. revert F. apply C. lia. Qed.
End Scaled.
