(** * Extracted.v -- the checks of ViewFinite.v, FirstOrder.v, LargeTerm.v and ValueTable.v as OCaml.
    Trusted beside Coq's kernel: Coq's extraction, the OCaml compiler, driver.ml (it reads text into the terms and lists below and prints
    the answer; it decides nothing), and these mappings, which rename data types to OCaml's own of the same shape:
    bool, option, list, pairs, unit, sum (ExtrOcamlBasic). Numbers stay Coq's own binary (N, Z, positive) and unary (nat)
    ones; so no machine integer is part of a check, and nothing can overflow. *)
From Coq Require Import Extraction ExtrOcamlBasic BinNums BinNat.
From Whowins Require Core Lattice Digits GrundyRows FirstOrder ViewFinite LargeOctal LargeTerm ValueLines ValueTable.
Extraction Language OCaml.

(** What is made of the text, by names of its own: extraction would tell names apart that several files have. *)
Definition make_const := Core.K.          Definition make_part := Core.P.
Definition make_num := Core.Num.          Definition make_var := Core.Var.         Definition make_get := Core.Get.
Definition make_len := Core.Len.          Definition make_bin := Core.Bin.         Definition make_ite := Core.Ite.
Definition make_fold := Core.Fold.        Definition make_guard := Core.Guard.     Definition make_when := Core.When.
Definition make_choose := Core.Choose.    Definition make_loop := Core.Loop.       Definition make_repeat := Core.Repeat.
Definition make_set := Core.Set_.
Definition make_splice := Core.Splice.    Definition make_game := Core.Game.
Definition make_seq := Core.seq_of.       Definition make_alt := Core.alt_of.
Definition op_add := Core.Add.  Definition op_sub := Core.Sub.  Definition op_mul := Core.Mul.  Definition op_div := Core.Div.
Definition op_mod := Core.Mod.  Definition op_min := Core.Min.  Definition op_max := Core.Max.  Definition op_gcd := Core.Gcd.
Definition op_xor := Core.Xor.  Definition op_and := Core.And.  Definition op_or := Core.Or.    Definition op_shl := Core.Shl.
Definition op_shr := Core.Shr.  Definition op_eq := Core.Eq.    Definition op_lt := Core.Lt.    Definition op_le := Core.Le.
Definition make_ray := Lattice.Ray.       Definition make_row := GrundyRows.Row.
Definition in_base := Digits.Base.        Definition in_ostrowski := Digits.Ostrowski.
Definition make_law := FirstOrder.Law.   Definition make_space := LargeOctal.Space.
Definition law_check := FirstOrder.check.
Definition make_sheet := ValueLines.Build_sheet.
Extraction "checks.ml"
  make_const make_part make_num make_var make_get make_len make_bin make_ite make_fold make_guard make_when make_choose make_loop make_repeat make_set
  make_splice make_game make_seq make_alt op_add op_sub op_mul op_div op_mod op_min op_max op_gcd op_xor op_and op_or op_shl op_shr op_eq
  op_lt op_le make_ray make_row in_base in_ostrowski make_law make_space make_sheet
  ViewFinite.stated_check LargeTerm.product_large_check law_check LargeTerm.rows_large_check
  LargeTerm.space_large_check ValueTable.table_check ValueTable.whole_check N.add N.mul.
