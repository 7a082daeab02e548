(** * Extracted.v -- the checks of Large.v, LargeOctal.v and ValueTable.v as OCaml.
    Trusted beside Coq's kernel: Coq's extraction, the OCaml compiler, driver.ml (it reads text into the lists below and prints
    the answer; it decides nothing), and these mappings, which rename data types to OCaml's own of the same shape:
    bool, option, list, pairs, unit, sum (ExtrOcamlBasic). Numbers stay Coq's own binary (N, Z, positive) and unary (nat)
    ones; so no machine integer is part of a check, and nothing can overflow. *)
From Coq Require Import Extraction ExtrOcamlBasic BinNums BinNat.
From Whowins Require Import Finite VectorEnd Lattice Automatic Large LargeOctal.
From Whowins Require GrundyRows Core ValueLines ValueTable.
Extraction Language OCaml.
Extraction "checks.ml" ranked_check product_check automatic_check grundy_rows_check space_check
  ValueTable.table_check ValueTable.whole_check Core.seq_of Core.alt_of N.add N.mul.
