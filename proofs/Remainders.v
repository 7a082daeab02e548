(** * Remainders.v -- the core calculus's expressions on what is known of the integers, in place of these.
    Known of an integer is between which numbers it lies, what it leaves when it is divided, and how far it is from a number of the position.
    Proved: each operation's rule ([bin_ok]), and that what is told of an expression is so whatever the integers are ([value_ok]).
    Source: abstract interpretation (Cousot, Cousot 1977); of remainders (Granger 1989).
    An instance (ViewRemainders.v) gives the constants, and what is known of the variables and of the state. *)
Require Import ZArith Znumtheory List Bool Lia.
From Whowins Require Import Core ViewTidy.
Import ListNotations.
Open Scope Z_scope.

(** From [least] to [most], [rest] by [by_] (of 0: the rest itself), and from [under] to [past] more than the number of the position. *)
Record num := Known { least : option Z; most : option Z; by_ : Z; rest : Z; under : option Z; past : option Z }.
Definition above (b : option Z) (v : Z) : Prop := match b with Some z => z <= v | None => True end.
Definition below (b : option Z) (v : Z) : Prop := match b with Some z => v <= z | None => True end.
Definition unknown : num := Known None None 1 0 None None.
Definition exactly (z : Z) : num := Known (Some z) (Some z) 0 z None None.
Definition within (a b : option Z) : num := Known a b 1 0 None None.
Definition exact (x : num) : option Z := if by_ x =? 0 then Some (rest x) else None.

(** Bounds. *)
Definition add_o (a b : option Z) : option Z := match a, b with Some x, Some y => Some (x + y) | _, _ => None end.
Definition sub_o (a b : option Z) : option Z := match a, b with Some x, Some y => Some (x - y) | _, _ => None end.
Definition larger (a b : option Z) : option Z := match a, b with Some x, Some y => Some (Z.max x y) | None, _ => b | _, None => a end.
Definition smaller (a b : option Z) : option Z := match a, b with Some x, Some y => Some (Z.min x y) | None, _ => b | _, None => a end.
Definition lower (a b : option Z) : option Z := match a, b with Some x, Some y => Some (Z.min x y) | _, _ => None end.
Definition higher (a b : option Z) : option Z := match a, b with Some x, Some y => Some (Z.max x y) | _, _ => None end.
Definition at_least (b : option Z) (z : Z) : bool := match b with Some x => z <=? x | None => false end.
Definition at_most (b : option Z) (z : Z) : bool := match b with Some x => x <=? z | None => false end.
Definition less (a b : option Z) : bool := match a, b with Some x, Some y => x <? y | _, _ => false end.
Definition no_more (a b : option Z) : bool := match a, b with Some x, Some y => x <=? y | _, _ => false end.

(** Bounds brought to numbers that leave the rest. *)
Definition tidy (x : num) : num := if by_ x <=? 0 then x else
  let a := option_map (fun l => l + (rest x - l) mod by_ x) (least x) in let b := option_map (fun h => h - (h - rest x) mod by_ x) (most x) in
  match a, b with
  | Some l, Some h => if l =? h then Known a b 0 l (under x) (past x) else Known a b (by_ x) (rest x) (under x) (past x)
  | _, _ => Known a b (by_ x) (rest x) (under x) (past x) end.
Definition narrow (x : num) (a b : option Z) : num := tidy (Known (larger (least x) a) (smaller (most x) b) (by_ x) (rest x) (under x) (past x)).
Definition join (x y : num) : num := Known (lower (least x) (least y)) (higher (most x) (most y)) (Z.gcd (Z.gcd (by_ x) (by_ y)) (rest x - rest y)) (rest x)
  (lower (under x) (under y)) (higher (past x) (past y)).
(** Never equal. *)
Definition apart (x y : num) : bool := let g := Z.gcd (by_ x) (by_ y) in
  (if g =? 0 then negb (rest x =? rest y) else negb ((rest x - rest y) mod g =? 0)) || less (most x) (least y) || less (most y) (least x).
Definition truth (x : num) : option bool :=
  if by_ x =? 0 then Some (negb (rest x =? 0)) else if apart x (exactly 0) then Some true else None.
(** Whatever is the one is the other. *)
Definition included (x y : num) : bool :=
  match least y with None => true | Some z => at_least (least x) z end && match most y with None => true | Some z => at_most (most x) z end &&
  (if by_ y =? 0 then (by_ x =? 0) && (rest x =? rest y) else (by_ x mod by_ y =? 0) && ((rest x - rest y) mod by_ y =? 0)) &&
  match under y with None => true | Some z => at_least (under x) z end && match past y with None => true | Some z => at_most (past x) z end.
Definition flag (b : option bool) : num := match b with Some b => exactly (b2z b) | None => within (Some 0) (Some 1) end.

(** How far what comes of the operation is from the number of the position. *)
Definition shifted (o : op) (x y : num) (a : num) : num :=
  let told l h := Known (least a) (most a) (by_ a) (rest a) l h in
  match o with
  | Add => told (larger (add_o (under x) (least y)) (add_o (least x) (under y))) (smaller (add_o (past x) (most y)) (add_o (most x) (past y)))
  | Sub => told (sub_o (under x) (most y)) (sub_o (past x) (least y))
  | Div => if at_least (least x) 1 && at_least (least y) 2 then told None (sub_o (past x) (Some 1)) else if at_least (least x) 0 then told None (past x) else a
  | Mod => if at_least (least x) 0 then told None (past x) else a
  | _ => a end.
Definition common (x y : num) : option Z := match exact x with
  | Some c => if (0 <? c) && negb (by_ y =? 0) && (by_ y mod c =? 0) then Some (Z.gcd c (rest y)) else None | None => None end.
Definition product (x y : num) : num := Known (if at_least (least x) 0 && at_least (least y) 0 then Some 0 else None) None
  (Z.gcd (by_ x * by_ y) (Z.gcd (by_ x * rest y) (rest x * by_ y))) (rest x * rest y) None None.
Definition quotient (x y : num) : num := match exact y with
  | Some d => if 0 <? d then let a := option_map (fun l => l / d) (least x) in let b := option_map (fun h => h / d) (most x) in
      if by_ x mod d =? 0 then Known a b (by_ x / d) (rest x / d) None None else within a b else exactly 0
  | None => if at_least (least x) 0 then within (Some 0) None else unknown end.
(** The power of 2 by which a shift multiplies or divides; none of very many digits. *)
Definition power (y : num) : option Z := match exact y with Some c => if (0 <=? c) && (c <=? 64) then Some (2 ^ c) else None | None => None end.
Definition plain (o : op) (x y : num) : num := match o with
  | Add => Known (add_o (least x) (least y)) (add_o (most x) (most y)) (Z.gcd (by_ x) (by_ y)) (rest x + rest y) None None
  | Sub => Known (larger (sub_o (least x) (most y)) (sub_o (under x) (past y))) (smaller (sub_o (most x) (least y)) (sub_o (past x) (under y)))
      (Z.gcd (by_ x) (by_ y)) (rest x - rest y) None None
  | Mul => product x y
  | Div => quotient x y
  | Shl => match power y with Some p => product x (exactly p) | None => unknown end
  | Shr => match power y with Some p => quotient x (exactly p) | None => unknown end
  | Mod => if at_least (least y) 1 then Known (Some 0) (sub_o (most y) (Some 1)) (Z.gcd (Z.gcd (by_ x) (by_ y)) (rest y)) (rest x) None None else unknown
  | Gcd => match common x y, common y x with
      | Some z, _ | _, Some z => exactly z
      | _, _ => Known (Some 0) None (Z.gcd (Z.gcd (by_ x) (rest x)) (Z.gcd (by_ y) (rest y))) 0 None None end
  | Min => if no_more (most x) (least y) then x else if no_more (most y) (least x) then y else narrow (join x y) None (smaller (most x) (most y))
  | Max => if no_more (most x) (least y) then y else if no_more (most y) (least x) then x else narrow (join x y) (larger (least x) (least y)) None
  | Eq => flag (if apart x y then Some false else None)
  | Lt => flag (if less (most x) (least y) then Some true else if no_more (most y) (least x) then Some false else None)
  | Le => flag (if no_more (most x) (least y) then Some true else if less (most y) (least x) then Some false else None)
  | _ => unknown end.
Definition bin (o : op) (x y : num) : num := shifted o x y (match exact x, exact y with
  | Some a, Some b => exactly (opz o a b) | _, _ => tidy (plain o x y) end).

Section Of.
Variable n : Z.
Definition is (x : num) (v : Z) : Prop := above (least x) v /\ below (most x) v /\ (by_ x | v - rest x) /\ above (under x) (v - n) /\ below (past x) (v - n).

Lemma is_unknown : forall v, is unknown v.
Proof using. intro v. unfold is, unknown. cbn. repeat split; trivial. apply Z.divide_1_l. Qed.
Lemma is_exactly : forall z, is (exactly z) z.
Proof using. intro z. unfold is, exactly. cbn. repeat split; try lia. rewrite Z.sub_diag. apply Z.divide_0_r. Qed.
Lemma is_within : forall a b v, above a v -> below b v -> is (within a b) v.
Proof using. intros a b v A B. unfold is, within. cbn. repeat split; trivial. apply Z.divide_1_l. Qed.
Lemma exact_is : forall x z v, exact x = Some z -> is x v -> v = z.
Proof using.
  intros x z v E [_ [_ [D _]]]. unfold exact in E. destruct (Z.eqb_spec (by_ x) 0) as [B|]; [|discriminate]. injection E as <-. rewrite B in D.
  apply Z.divide_0_l in D. lia.
Qed.
Lemma larger_ok : forall a b v, above a v -> above b v -> above (larger a b) v.
Proof using. intros [x|] [y|] v; cbn; lia. Qed.
Lemma smaller_ok : forall a b v, below a v -> below b v -> below (smaller a b) v.
Proof using. intros [x|] [y|] v; cbn; lia. Qed.
Lemma lower_ok : forall a b v, above a v \/ above b v -> above (lower a b) v.
Proof using. intros [x|] [y|] v; cbn; lia. Qed.
Lemma higher_ok : forall a b v, below a v \/ below b v -> below (higher a b) v.
Proof using. intros [x|] [y|] v; cbn; lia. Qed.
Lemma at_least_ok : forall b z v, at_least b z = true -> above b v -> z <= v.
Proof using. intros [x|] z v H A; cbn in *; [apply Z.leb_le in H; lia|discriminate]. Qed.
Lemma at_most_ok : forall b z v, at_most b z = true -> below b v -> v <= z.
Proof using. intros [x|] z v H A; cbn in *; [apply Z.leb_le in H; lia|discriminate]. Qed.
Lemma less_ok : forall a b v w, less a b = true -> below a v -> above b w -> v < w.
Proof using. intros [x|] [y|] v w H A B; cbn in *; try discriminate. apply Z.ltb_lt in H. lia. Qed.
Lemma no_more_ok : forall a b v w, no_more a b = true -> below a v -> above b w -> v <= w.
Proof using. intros [x|] [y|] v w H A B; cbn in *; try discriminate. apply Z.leb_le in H. lia. Qed.

Lemma tidy_ok : forall x v, is x v -> is (tidy x) v.
Proof using.
  intros x v H. pose proof H as [A [B [D [U P]]]]. unfold tidy. destruct (Z.leb_spec (by_ x) 0) as [|M]; [trivial|].
  assert (L : above (option_map (fun l => l + (rest x - l) mod by_ x) (least x)) v).
  { destruct (least x) as [l|]; cbn in *; trivial. destruct D as [k D]. replace (rest x - l) with (v - l + - k * by_ x) by lia. rewrite Z.mod_add by lia.
    pose proof (Z.mod_le (v - l) (by_ x) ltac:(lia) M). lia. }
  assert (R : below (option_map (fun h => h - (h - rest x) mod by_ x) (most x)) v).
  { destruct (most x) as [h|]; cbn in *; trivial. destruct D as [k D]. replace (h - rest x) with (h - v + k * by_ x) by lia. rewrite Z.mod_add by lia.
    pose proof (Z.mod_le (h - v) (by_ x) ltac:(lia) M). lia. }
  cbn zeta. destruct (option_map _ (least x)) as [l|] eqn:El, (option_map _ (most x)) as [h|] eqn:Eh; try (repeat split; trivial; fail).
  destruct (Z.eqb_spec l h) as [->|]; [|repeat split; trivial]. cbn in L, R. repeat split; trivial. cbn. replace (v - h) with 0 by lia. apply Z.divide_0_r.
Qed.
Lemma narrow_ok : forall x a b v, is x v -> above a v -> below b v -> is (narrow x a b) v.
Proof using.
  intros x a b v [A [B [D [U P]]]] Ha Hb. apply tidy_ok. repeat split; trivial; cbn; [now apply larger_ok|now apply smaller_ok].
Qed.
Lemma join_ok : forall x y v, is x v \/ is y v -> is (join x y) v.
Proof using.
  intros x y v H. unfold is in H. unfold join. repeat split; cbn [least most by_ rest under past].
  - apply lower_ok. tauto.
  - apply higher_ok. tauto.
  - set (g := Z.gcd (Z.gcd (by_ x) (by_ y)) (rest x - rest y)). assert (G1 : (g | by_ x)) by (unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_l|apply Z.gcd_divide_l]).
    assert (G2 : (g | by_ y)) by (unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_l|apply Z.gcd_divide_r]).
    assert (G3 : (g | rest x - rest y)) by apply Z.gcd_divide_r. destruct H as [[_ [_ [D _]]]|[_ [_ [D _]]]].
    + now apply Z.divide_trans with (by_ x).
    + replace (v - rest x) with (v - rest y - (rest x - rest y)) by lia. apply Z.divide_sub_r; trivial. now apply Z.divide_trans with (by_ y).
  - apply lower_ok. tauto.
  - apply higher_ok. tauto.
Qed.
Lemma apart_ok : forall x y v w, apart x y = true -> is x v -> is y w -> v <> w.
Proof using.
  intros x y v w H [A [B [D _]]] [A' [B' [D' _]]] <-. unfold apart in H. cbn zeta in H. apply orb_prop in H. destruct H as [H|H]; [apply orb_prop in H; destruct H as [H|H]|].
  - assert (G : (Z.gcd (by_ x) (by_ y) | rest x - rest y)).
    { replace (rest x - rest y) with (v - rest y - (v - rest x)) by lia. apply Z.divide_sub_r; eapply Z.divide_trans; [apply Z.gcd_divide_r|exact D'|apply Z.gcd_divide_l|exact D]. }
    destruct (Z.eqb_spec (Z.gcd (by_ x) (by_ y)) 0) as [E|E].
    + rewrite E in G. apply Z.divide_0_l in G. apply negb_true_iff, Z.eqb_neq in H. lia.
    + apply negb_true_iff, Z.eqb_neq in H. apply H. now apply Z.mod_divide.
  - pose proof (less_ok _ _ v v H B A'). lia.
  - pose proof (less_ok _ _ v v H B' A). lia.
Qed.
Lemma truth_ok : forall x b v, truth x = Some b -> is x v -> (v =? 0) = negb b.
Proof using.
  intros x b v H I. unfold truth in H. destruct (Z.eqb_spec (by_ x) 0) as [E|E].
  - injection H as <-. rewrite negb_involutive. assert (v = rest x) as ->; [|reflexivity]. apply (exact_is x); trivial. unfold exact. now rewrite E.
  - destruct (apart x (exactly 0)) eqn:A; [|discriminate]. injection H as <-. apply Z.eqb_neq. exact (apart_ok _ _ _ _ A I (is_exactly 0)).
Qed.
Lemma included_ok : forall x y v, included x y = true -> is x v -> is y v.
Proof using.
  intros x y v H [A [B [D [U P]]]]. unfold included in H. apply andb_prop in H. destruct H as [H H5]. apply andb_prop in H. destruct H as [H H4].
  apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. repeat split.
  - destruct (least y) as [z|]; cbn; trivial. now apply (at_least_ok (least x)).
  - destruct (most y) as [z|]; cbn; trivial. now apply (at_most_ok (most x)).
  - destruct (Z.eqb_spec (by_ y) 0) as [E|E]; apply andb_prop in H3; destruct H3 as [E1 E2]; apply Z.eqb_eq in E1, E2.
    + rewrite E. rewrite E1 in D. now rewrite <- E2.
    + apply Z.mod_divide in E1, E2; trivial. replace (v - rest y) with (v - rest x + (rest x - rest y)) by lia. apply Z.divide_add_r; trivial.
      now apply Z.divide_trans with (by_ x).
  - destruct (under y) as [z|]; cbn; trivial. now apply (at_least_ok (under x)).
  - destruct (past y) as [z|]; cbn; trivial. now apply (at_most_ok (past x)).
Qed.
Lemma flag_ok : forall t b, (forall c, t = Some c -> b = c) -> is (flag t) (b2z b).
Proof using. intros [c|] b H; [rewrite (H c eq_refl); apply is_exactly|]. apply is_within; destruct b; cbn; lia. Qed.
Lemma common_ok : forall x y c v w, common x y = Some c -> is x v -> is y w -> Z.gcd v w = c.
Proof using.
  intros x y c v w H I [_ [_ [D _]]]. unfold common in H. destruct (exact x) as [a|] eqn:E; [|discriminate]. rewrite (exact_is x a v E I).
  destruct (Z.ltb_spec 0 a) as [Pa|]; [|discriminate]. destruct (Z.eqb_spec (by_ y) 0); [discriminate|]. cbn [negb andb] in H.
  destruct (Z.eqb_spec (by_ y mod a) 0) as [M|]; [|discriminate]. injection H as <-. apply Z.mod_divide in M; [|lia].
  assert (Q : (a | w - rest y)) by now apply Z.divide_trans with (by_ y). destruct Q as [k Q]. replace w with (rest y + k * a) by lia.
  apply Z.gcd_add_mult_diag_r.
Qed.
Lemma add_above : forall a b v w, above a v -> above b w -> above (add_o a b) (v + w).
Proof using. intros [x|] [y|] v w; cbn; lia. Qed.
Lemma add_below : forall a b v w, below a v -> below b w -> below (add_o a b) (v + w).
Proof using. intros [x|] [y|] v w; cbn; lia. Qed.
Lemma sub_above : forall a b v w, above a v -> below b w -> above (sub_o a b) (v - w).
Proof using. intros [x|] [y|] v w; cbn; lia. Qed.
Lemma sub_below : forall a b v w, below a v -> above b w -> below (sub_o a b) (v - w).
Proof using. intros [x|] [y|] v w; cbn; lia. Qed.
Lemma bare : forall a b m r v, above a v -> below b v -> (m | v - r) -> is (Known a b m r None None) v.
Proof using. intros. repeat split; trivial. Qed.
Lemma product_ok : forall x y v w, is x v -> is y w -> is (product x y) (v * w).
Proof using.
  intros x y v w Ix Iy. pose proof Ix as [A [B [D [U P]]]]. pose proof Iy as [A' [B' [D' [U' P']]]]. unfold product.
  apply bare; [|exact I|].
    + destruct (at_least (least x) 0) eqn:X; [|exact I]. destruct (at_least (least y) 0) eqn:Y; [|exact I]. cbn.
      pose proof (at_least_ok _ _ v X A). pose proof (at_least_ok _ _ w Y A'). nia.
    + set (g := Z.gcd (by_ x * by_ y) _). assert (G1 : (g | by_ x * by_ y)) by apply Z.gcd_divide_l.
      assert (G2 : (g | by_ x * rest y)) by (unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_r|apply Z.gcd_divide_l]).
      assert (G3 : (g | rest x * by_ y)) by (unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_r|apply Z.gcd_divide_r]).
      destruct D as [k D], D' as [l D']. replace (v * w - rest x * rest y) with (k * l * (by_ x * by_ y) + k * (by_ x * rest y) + l * (rest x * by_ y)).
      * repeat apply Z.divide_add_r; now apply Z.divide_mul_r.
      * replace v with (k * by_ x + rest x) by lia. replace w with (l * by_ y + rest y) by lia. ring.
Qed.
Lemma quotient_ok : forall x y v w, is x v -> is y w -> is (quotient x y) (opz Div v w).
Proof using.
  intros x y v w Ix Iy. pose proof Ix as [A [B [D [U P]]]]. pose proof Iy as [A' [B' [D' [U' P']]]]. unfold quotient.
  cbn [opz]. destruct (exact y) as [d|] eqn:E.
    + rewrite (exact_is y d w E Iy). destruct (Z.ltb_spec 0 d) as [Pd|Nd]; [|destruct (Z.leb_spec d 0); [apply is_exactly|lia]].
      destruct (Z.leb_spec d 0); [lia|]. cbn zeta.
      assert (L : above (option_map (fun l => l / d) (least x)) (v / d)) by (destruct (least x); cbn in *; trivial; now apply Z.div_le_mono).
      assert (R : below (option_map (fun h => h / d) (most x)) (v / d)) by (destruct (most x); cbn in *; trivial; now apply Z.div_le_mono).
      destruct (Z.eqb_spec (by_ x mod d) 0) as [M|]; [|now apply is_within]. apply bare; trivial. apply Z.mod_divide in M; [|lia]. destruct M as [c M], D as [k D].
      rewrite M in *. rewrite Z.div_mul by lia. exists k. replace v with (rest x + k * c * d) by lia. rewrite Z.div_add by lia. lia.
    + destruct (at_least (least x) 0) eqn:X; [|apply is_unknown]. pose proof (at_least_ok _ _ v X A). apply is_within; [|exact I]. cbn.
      destruct (Z.leb_spec w 0); [lia|]. now apply Z.div_pos.
Qed.
Lemma power_ok : forall y p w, power y = Some p -> is y w -> exists c, 0 <= c /\ w = c /\ p = 2 ^ c.
Proof using.
  intros y p w H I. unfold power in H. destruct (exact y) as [c|] eqn:E; [|discriminate]. destruct (Z.leb_spec 0 c); [|discriminate]. cbn [andb] in H.
  destruct (c <=? 64); [|discriminate]. injection H as <-. exists c. repeat split; trivial. exact (exact_is y c w E I).
Qed.
Lemma plain_ok : forall o x y v w, is x v -> is y w -> is (plain o x y) (opz o v w).
Proof using.
  intros o x y v w Ix Iy. pose proof Ix as [A [B [D [U P]]]]. pose proof Iy as [A' [B' [D' [U' P']]]].
  assert (Gx : (Z.gcd (by_ x) (by_ y) | v - rest x)) by (eapply Z.divide_trans; [apply Z.gcd_divide_l|exact D]).
  assert (Gy : (Z.gcd (by_ x) (by_ y) | w - rest y)) by (eapply Z.divide_trans; [apply Z.gcd_divide_r|exact D']).
  destruct o; cbn [plain opz]; try apply is_unknown.
  - apply bare; [now apply add_above|now apply add_below|]. replace (v + w - (rest x + rest y)) with (v - rest x + (w - rest y)) by lia. now apply Z.divide_add_r.
  - apply bare; [apply larger_ok; [now apply sub_above|]|apply smaller_ok; [now apply sub_below|]|].
    + replace (v - w) with (v - n - (w - n)) by lia. now apply sub_above.
    + replace (v - w) with (v - n - (w - n)) by lia. now apply sub_below.
    + replace (v - w - (rest x - rest y)) with (v - rest x - (w - rest y)) by lia. now apply Z.divide_sub_r.
  - now apply product_ok.
  - now apply quotient_ok.
  - destruct (at_least (least y) 1) eqn:Y; [|apply is_unknown]. pose proof (at_least_ok _ _ w Y A'). destruct (Z.leb_spec w 0); [lia|].
    pose proof (Z.mod_pos_bound v w ltac:(lia)) as Bd. apply bare; [cbn; lia|destruct (most y); cbn in *; trivial; lia|].
    set (g := Z.gcd (Z.gcd (by_ x) (by_ y)) (rest y)). assert (G1 : (g | v - rest x)) by (unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_l|exact Gx]).
    assert (G2 : (g | w)).
    { replace w with (w - rest y + rest y) by lia. apply Z.divide_add_r; [unfold g; eapply Z.divide_trans; [apply Z.gcd_divide_l|exact Gy]|apply Z.gcd_divide_r]. }
    rewrite Z.mod_eq by lia. replace (v - w * (v / w) - rest x) with (v - rest x - w * (v / w)) by lia. apply Z.divide_sub_r; trivial. now apply Z.divide_mul_l.
  - destruct (no_more (most x) (least y)) eqn:L; [rewrite Z.min_l by exact (no_more_ok _ _ v w L B A'); exact Ix|].
    destruct (no_more (most y) (least x)) eqn:R; [rewrite Z.min_r by exact (no_more_ok _ _ w v R B' A); exact Iy|].
    apply narrow_ok; [apply join_ok; destruct (Z.min_spec v w) as [[_ ->]|[_ ->]]; auto|exact I|apply smaller_ok].
    + destruct (most x); cbn in *; trivial. lia.
    + destruct (most y); cbn in *; trivial. lia.
  - destruct (no_more (most x) (least y)) eqn:L; [rewrite Z.max_r by exact (no_more_ok _ _ v w L B A'); exact Iy|].
    destruct (no_more (most y) (least x)) eqn:R; [rewrite Z.max_l by exact (no_more_ok _ _ w v R B' A); exact Ix|].
    apply narrow_ok; [apply join_ok; destruct (Z.max_spec v w) as [[_ ->]|[_ ->]]; auto|apply larger_ok|exact I].
    + destruct (least x); cbn in *; trivial. lia.
    + destruct (least y); cbn in *; trivial. lia.
  - assert (Ex : forall z, Z.gcd v w = z -> is (exactly z) (Z.gcd v w)) by (intros z ->; apply is_exactly).
    destruct (common x y) as [z|] eqn:C; [apply Ex; exact (common_ok x y z v w C Ix Iy)|].
    destruct (common y x) as [z|] eqn:C'; [apply Ex; rewrite Z.gcd_comm; exact (common_ok y x z w v C' Iy Ix)|].
    apply bare; [apply Z.gcd_nonneg|exact I|]. rewrite Z.sub_0_r. set (p := Z.gcd (by_ x) (rest x)). set (q := Z.gcd (by_ y) (rest y)). apply Z.gcd_greatest.
    + apply Z.divide_trans with p; [apply Z.gcd_divide_l|]. replace v with (v - rest x + rest x) by lia.
      apply Z.divide_add_r; [apply Z.divide_trans with (by_ x); [apply Z.gcd_divide_l|exact D]|apply Z.gcd_divide_r].
    + apply Z.divide_trans with q; [apply Z.gcd_divide_r|]. replace w with (w - rest y + rest y) by lia.
      apply Z.divide_add_r; [apply Z.divide_trans with (by_ y); [apply Z.gcd_divide_l|exact D']|apply Z.gcd_divide_r].
  - destruct (power y) as [p|] eqn:E; [|apply is_unknown]. destruct (power_ok y p w E Iy) as [c [Hc [-> ->]]]. rewrite Z.max_r, Z.shiftl_mul_pow2 by lia.
    apply product_ok; [exact Ix|apply is_exactly].
  - destruct (power y) as [p|] eqn:E; [|apply is_unknown]. destruct (power_ok y p w E Iy) as [c [Hc [-> ->]]]. rewrite Z.max_r, Z.shiftr_div_pow2 by lia.
    pose proof (quotient_ok x (exactly (2 ^ c)) v (2 ^ c) Ix (is_exactly _)) as Q. cbn [opz] in Q. pose proof (Z.pow_pos_nonneg 2 c ltac:(lia) Hc).
    destruct (Z.leb_spec (2 ^ c) 0); [lia|exact Q].
  - apply flag_ok. intros c H. destruct (apart x y) eqn:Ap; [|discriminate]. injection H as <-. apply Z.eqb_neq. exact (apart_ok _ _ _ _ Ap Ix Iy).
  - apply flag_ok. intros c H. destruct (less (most x) (least y)) eqn:L; [|destruct (no_more (most y) (least x)) eqn:M; [|discriminate]]; injection H as <-.
    + apply Z.ltb_lt. exact (less_ok _ _ v w L B A').
    + apply Z.ltb_ge. exact (no_more_ok _ _ w v M B' A).
  - apply flag_ok. intros c H. destruct (no_more (most x) (least y)) eqn:L; [|destruct (less (most y) (least x)) eqn:M; [|discriminate]]; injection H as <-.
    + apply Z.leb_le. exact (no_more_ok _ _ v w L B A').
    + apply Z.leb_gt. exact (less_ok _ _ w v M B' A).
Qed.
Lemma shifted_ok : forall o x y a v w, is x v -> is y w -> is a (opz o v w) -> is (shifted o x y a) (opz o v w).
Proof using.
  intros o x y a v w [A [B [D [U P]]]] [A' [B' [D' [U' P']]]] H. pose proof H as [Ha [Hb [Hd _]]].
  assert (Told : forall l h, above l (opz o v w - n) -> below h (opz o v w - n) -> is (Known (least a) (most a) (by_ a) (rest a) l h) (opz o v w)) by (intros; repeat split; trivial).
  destruct o; cbn [shifted]; trivial; cbn [opz] in *.
  - apply Told; [apply larger_ok|apply smaller_ok].
    + replace (v + w - n) with (v - n + w) by lia. now apply add_above.
    + replace (v + w - n) with (v + (w - n)) by lia. now apply add_above.
    + replace (v + w - n) with (v - n + w) by lia. now apply add_below.
    + replace (v + w - n) with (v + (w - n)) by lia. now apply add_below.
  - apply Told; replace (v - w - n) with (v - n - w) by lia; [now apply sub_above|now apply sub_below].
  - assert (Le : 0 <= v -> (if w <=? 0 then 0 else v / w) <= v).
    { intro. destruct (Z.leb_spec w 0); [lia|]. apply Z.div_le_upper_bound; nia. }
    destruct (at_least (least x) 1 && at_least (least y) 2) eqn:E.
    + apply andb_prop in E. destruct E as [X Y]. pose proof (at_least_ok _ _ v X A). pose proof (at_least_ok _ _ w Y A'). apply Told; [exact I|].
      destruct (Z.leb_spec w 0); [lia|]. assert (v / w < v) by (apply Z.div_lt; lia). destruct (past x); cbn in *; trivial. lia.
    + destruct (at_least (least x) 0) eqn:X; [|trivial]. pose proof (at_least_ok _ _ v X A) as Pv. specialize (Le Pv). apply Told; [exact I|].
      destruct (past x); cbn in *; trivial. lia.
  - destruct (at_least (least x) 0) eqn:X; [|trivial]. pose proof (at_least_ok _ _ v X A) as Pv. apply Told; [exact I|].
    assert ((if w <=? 0 then 0 else v mod w) <= v) by (destruct (Z.leb_spec w 0); [lia|apply Z.mod_le; lia]). destruct (past x); cbn in *; trivial. lia.
Qed.
Theorem bin_ok : forall o x y v w, is x v -> is y w -> is (bin o x y) (opz o v w).
Proof using.
  intros o x y v w Ix Iy. apply shifted_ok; trivial. destruct (exact x) as [a|] eqn:E, (exact y) as [b|] eqn:E'; try (apply tidy_ok; now apply plain_ok).
  rewrite (exact_is x a v E Ix), (exact_is y b w E' Iy). apply is_exactly.
Qed.
End Of.

(* ------------------------------------------------------------------ *)
(** ** Expressions *)
(** An expression that means the same under more than k variables. *)
Fixpoint steady (k : nat) (e : expr) : bool := match e with
  | Num _ | Len _ => true | Var i => Nat.ltb i k | Get _ i _ => steady k i | Bin _ a b => steady k a && steady k b
  | Ite a b c => steady k a && steady k b && steady k c | Fold _ _ _ _ => false end.
(** Newton's steps to the square root of x, from above; the result so far is the variable behind the counter. *)
Definition newton_step (k : nat) (x : expr) : expr := Bin Min (Var (S k)) (Bin Div (Bin Add (Var (S k)) (Bin Div x (Var (S k)))) (Num 2)).
Definition newton (k : nat) (x body : expr) : bool := steady k x && alike_e body (newton_step k x).
Definition rooted (x : num) : num :=
  match least x with Some l => if 0 <=? l then Known (Some (Z.sqrt l)) (most x) 1 0 None (past x) else unknown | None => unknown end.
(** So many rounds at most are gone through one by one: where it is known how many there are, and where not. *)
Definition rounds : Z := 4096.
Definition first_rounds : Z := 16.
(** Rounds of which it is not known how many there are: what is known is widened until nothing new comes. *)
Fixpoint settled (k : nat) (step : num -> num) (acc : num) : num := let next := step acc in
  if included next acc then acc else match k with O => unknown | S k => settled k step (join acc next) end.
Definition folded (lo hi first : num) (step : num -> num -> num) : num := match exact lo with
  | None => unknown
  | Some a => match exact hi with
      | Some b => if b - a <=? rounds then fold_left (fun acc v => step (exactly v) acc) (range a b) first else unknown
      | None => let k := match least hi with Some b => Z.min first_rounds (Z.max 0 (b - a)) | None => 0 end in
          let acc := fold_left (fun acc v => step (exactly v) acc) (range a (a + k)) first in
          settled 64 (step (within (Some (a + k)) (sub_o (most hi) (Some 1)))) acc end end.

Section Values.
Variable cs : list (list Z).
Definition shown (st : list (list num)) (a : arr) : list num := match a with K k => map exactly (nth k cs []) | P k => nth k st [] end.
Fixpoint value (env : list num) (st : list (list num)) (e : expr) : num := match e with
  | Num z => exactly z
  | Var i => nth i env (exactly 0)
  | Get a i d => match exact (value env st i) with
      | Some k => if k <? 0 then exactly d else nth (Z.to_nat k) (shown st a) (exactly d)
      | None => fold_right join (exactly d) (shown st a) end
  | Len a => exactly (Z.of_nat (length (shown st a)))
  | Bin o a b => bin o (value env st a) (value env st b)
  | Ite c a b => match truth (value env st c) with
      | Some true => value env st a | Some false => value env st b | None => join (value env st a) (value env st b) end
  | Fold lo hi init body => let first := value env st init in
      if match exact first with None => newton (length env) init body | Some _ => false end then rooted first
      else folded (value env st lo) (value env st hi) first (fun v acc => value (env ++ [v; acc]) st body) end.

Variable n : Z.
Notation is := (is n).
Lemma range_split : forall a b k, 0 <= k <= Z.max 0 (b - a) -> range a b = range a (a + k) ++ range (a + k) b.
Proof using.
  assert (Shift : forall (f : nat -> Z) m p, map f (seq p m) = map (fun j => f (p + j)%nat) (seq 0 m)).
  { intros f m. induction m as [|m IH]; intro p; [reflexivity|]. cbn [seq map]. rewrite Nat.add_0_r. f_equal. rewrite IH, <- seq_shift, map_map.
    apply map_ext. intro j. f_equal. lia. }
  intros a b k H. unfold range. replace (Z.to_nat (b - a)) with (Z.to_nat (a + k - a) + Z.to_nat (b - (a + k)))%nat by lia.
  rewrite seq_app, map_app. f_equal. rewrite Shift. apply map_ext. intro j. lia.
Qed.
Lemma settled_ok : forall k step acc, let r := settled k step acc in (forall v, is acc v -> is r v) /\ (r = unknown \/ forall v, is (step r) v -> is r v).
Proof using.
  induction k as [|k IH]; intros step acc; cbn [settled]; cbn zeta; destruct (included (step acc) acc) eqn:E.
  - split; [trivial|right; intros v; now apply included_ok].
  - split; [intros; apply is_unknown|now left].
  - split; [trivial|right; intros v; now apply included_ok].
  - destruct (IH step (join acc (step acc))) as [H1 H2]. split; [|exact H2]. intros v H. apply H1, join_ok. now left.
Qed.
Lemma folded_ok : forall lo hi first step a b i (f : Z -> Z -> Z), is lo a -> is hi b -> is first i ->
  (forall x y v acc, is x v -> is y acc -> is (step x y) (f acc v)) -> is (folded lo hi first step) (fold_left f (range a b) i).
Proof using.
  intros lo hi first step a b i f La Hb Fi St. unfold folded. destruct (exact lo) as [a'|] eqn:E; [|apply is_unknown]. rewrite <- (exact_is n lo a' a E La).
  assert (One : forall l j acc, is acc j -> is (fold_left (fun acc v => step (exactly v) acc) l acc) (fold_left f l j)).
  { induction l as [|v l IH]; intros j acc H; cbn [fold_left]; [trivial|]. apply IH, St; [apply is_exactly|trivial]. }
  destruct (exact hi) as [b'|] eqn:E'.
  - rewrite <- (exact_is n hi b' b E' Hb). destruct (b - a <=? rounds); [now apply One|apply is_unknown].
  - cbn zeta. pose proof Hb as [Lb [Mb _]]. set (k := match least hi with Some _ => _ | None => 0 end).
    assert (Hk : 0 <= k <= Z.max 0 (b - a)).
    { unfold k, first_rounds. destruct (least hi) as [z|]; [|lia]. cbn in Lb. lia. }
    set (acc := fold_left _ _ first). rewrite (range_split a b k Hk), fold_left_app. assert (Ac : is acc (fold_left f (range a (a + k)) i)) by now apply One.
    revert Ac. generalize (fold_left f (range a (a + k)) i). generalize acc.
    assert (All : forall v, In v (range (a + k) b) -> is (within (Some (a + k)) (sub_o (most hi) (Some 1))) v).
    { intros v I. apply in_range in I. apply is_within; cbn; [lia|]. destruct (most hi) as [z|]; cbn in *; trivial. lia. }
    revert All. set (counter := within _ _). generalize (range (a + k) b). intros l All acc0 j Ac.
    destruct (settled_ok 64 (step counter) acc0) as [More Stays]. assert (Is : is (settled 64 (step counter) acc0) j) by now apply More. clear Ac. revert All j Is.
    induction l as [|v l IH]; intros All j Is; cbn [fold_left]; [trivial|]. apply IH; [intros w I; apply All; now right|].
    destruct Stays as [Top|Stays]; [rewrite Top; apply is_unknown|]. apply Stays, St; [apply All; now left|trivial].
Qed.
Lemma newton_ok : forall x l r, 0 <= x -> Z.sqrt x <= r ->
  Z.sqrt x <= fold_left (fun acc (_ : Z) => opz Min acc (opz Div (acc + opz Div x acc) 2)) l r <= r.
Proof using.
  intros x l. induction l as [|v l IH]; intros r Px H; cbn [fold_left]; [lia|]. set (s := opz Min r (opz Div (r + opz Div x r) 2)).
  assert (Sr : Z.sqrt x <= s <= r); [|specialize (IH s Px (proj1 Sr)); lia]. unfold s. cbn [opz]. cbn [Z.leb Z.compare].
  pose proof (Z.sqrt_nonneg x) as P0. pose proof (Z.sqrt_spec x Px) as [S1 _]. set (q := Z.sqrt x) in *.
  enough (q <= (r + (if r <=? 0 then 0 else x / r)) / 2) by lia. apply Z.div_le_lower_bound; [lia|].
  destruct (Z.leb_spec r 0); [lia|]. assert (2 * q - r <= x / r); [|lia]. apply Z.div_le_lower_bound; [lia|]. nia.
Qed.
Lemma steady_ok : forall e env more s, steady (length env) e = true -> ev cs (env ++ more) s e = ev cs env s e.
Proof using.
  induction e as [z|i|a i IH d|a|o a IHa b IHb|a IHa b IHb c IHc|]; intros env more s H; cbn [steady ev] in *; trivial; try discriminate.
  - apply app_nth1. now apply Nat.ltb_lt.
  - now rewrite IH.
  - apply andb_prop in H. now rewrite IHa, IHb by tauto.
  - apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. now rewrite IHa, IHb, IHc by tauto.
Qed.
Lemma nth_is : forall l k x d i, Forall2 is l k -> is x d -> is (nth i l x) (nth i k d).
Proof using. intros l k x d i F H. revert i. induction F; intros [|i]; cbn [nth]; auto. Qed.
Lemma any_is : forall l k d i, Forall2 is l k -> is (fold_right join (exactly d) l) (elt k i d).
Proof using.
  intros l k d i F. unfold elt. destruct (i <? 0); [|generalize (Z.to_nat i)].
  - induction F; cbn [fold_right]; [apply is_exactly|apply join_ok; auto].
  - induction F as [|x v l k H F IH]; intros j; cbn [fold_right]; [destruct j; apply is_exactly|]. apply join_ok. destruct j; cbn [nth]; auto.
Qed.
Lemma shown_is : forall st s a, Forall2 (Forall2 is) st s -> Forall2 is (shown st a) (look cs s a).
Proof using.
  intros st s [k|k] H; cbn [shown look].
  - induction (nth k cs []) as [|z l IH]; cbn [map]; constructor; [apply is_exactly|trivial].
  - revert k. induction H; intros [|k]; cbn [nth]; auto.
Qed.
Lemma alike_length : forall (l : list num) (k : list Z), Forall2 is l k -> length l = length k.
Proof using. intros l k F. induction F; cbn [length]; congruence. Qed.
Theorem value_ok : forall e aenv env st s, Forall2 is aenv env -> Forall2 (Forall2 is) st s -> is (value aenv st e) (ev cs env s e).
Proof using.
  induction e as [z|i|a i IH d|a|o a IHa b IHb|c IHc a IHa b IHb|lo IHlo hi IHhi init IHi body IHb]; intros aenv env st s Fe Fs; cbn [value ev].
  - apply is_exactly.
  - apply nth_is; [trivial|apply is_exactly].
  - destruct (exact (value aenv st i)) as [k|] eqn:E; [|now apply any_is, shown_is]. rewrite (exact_is n _ k _ E (IH _ _ _ _ Fe Fs)). unfold elt.
    destruct (k <? 0); [apply is_exactly|]. apply nth_is; [now apply shown_is|apply is_exactly].
  - rewrite <- (alike_length _ _ (shown_is st s a Fs)). apply is_exactly.
  - apply bin_ok; auto.
  - destruct (truth (value aenv st c)) as [[|]|] eqn:T.
    + rewrite (truth_ok n _ _ _ T (IHc _ _ _ _ Fe Fs)). cbn [negb]. auto.
    + rewrite (truth_ok n _ _ _ T (IHc _ _ _ _ Fe Fs)). cbn [negb]. auto.
    + apply join_ok. destruct (_ =? 0); [right|left]; auto.
  - cbn zeta. specialize (IHi _ _ _ _ Fe Fs). destruct (match exact (value aenv st init) with None => newton (length aenv) init body | Some _ => false end) eqn:Nw.
    + destruct (exact (value aenv st init)); [discriminate|]. unfold newton in Nw. apply andb_prop in Nw. destruct Nw as [S1 S2].
      assert (Len : length aenv = length env) by exact (alike_length _ _ Fe). rewrite Len in *. set (x := ev cs env s init) in *.
      assert (Eq : forall l r, fold_left (fun acc v => ev cs (env ++ [v; acc]) s body) l r = fold_left (fun acc (_ : Z) => opz Min acc (opz Div (acc + opz Div x acc) 2)) l r).
      { induction l as [|v l IH]; intro r; cbn [fold_left]; [reflexivity|]. rewrite IH. f_equal. rewrite (alike_value _ _ S2). unfold newton_step. cbn [ev].
        rewrite (steady_ok init env [v; r] s S1). rewrite app_nth2 by lia. replace (S (length env) - length env)%nat with 1%nat by lia. reflexivity. }
      rewrite Eq. unfold rooted. pose proof IHi as [A [B [_ [_ P]]]]. destruct (least (value aenv st init)) as [z|]; [|apply is_unknown].
      destruct (Z.leb_spec 0 z); [|apply is_unknown]. cbn in A. assert (Px : 0 <= x) by (unfold x in *; lia).
      pose proof (newton_ok x (range (ev cs env s lo) (ev cs env s hi)) x Px (Z.sqrt_le_lin x Px)) as [R1 R2]. set (r := fold_left _ _ x) in *.
      pose proof (Z.sqrt_le_mono z x A). repeat split; cbn [least most by_ rest under past]; cbn; try lia.
      * destruct (most _); cbn in *; trivial. lia.
      * apply Z.divide_1_l.
      * destruct (past _); cbn in *; trivial. lia.
    + apply folded_ok; auto. intros x y v acc Ix Iy. apply IHb; trivial. apply Forall2_app; trivial. constructor; [exact Ix|]. constructor; [exact Iy|constructor].
Qed.
End Values.
