(** * Audit.v -- every main theorem, with what it rests on.
    Each line must print «Closed under the global context»: no axiom.  check.sh reads this file's output. *)
From Whowins Require Game Window Octal SparseSpace Vector Patch Wythoff Rewriting Finite EllysCheckers Automatic Base2 Zeckendorf.
From Whowins Require WindowExamples OctalSubtraction OctalKayles OctalDawsonsKayles RewritingCheckers Base2King ZeckendorfRay.
Print Assumptions Game.win_lose_excl.
Print Assumptions Game.kernel_outcome.
Print Assumptions Game.kernel_outcome_on.
Print Assumptions Game.parity_law_on.
Print Assumptions Game.ranked_law.
Print Assumptions Window.window_law.
Print Assumptions Window.window_formula_law.
Print Assumptions Octal.sprague_grundy.
Print Assumptions Octal.octal_law.
Print Assumptions SparseSpace.sparse_space.
Print Assumptions SparseSpace.sparse_space_law.
Print Assumptions SparseSpace.scheck_law.
Print Assumptions Vector.vector_law.
Print Assumptions Patch.grid_outcome.
Print Assumptions Patch.diag_constant.
Print Assumptions Patch.patch_law.
Print Assumptions Patch.table_game_diag.
Print Assumptions Wythoff.wythoff_law.
Print Assumptions Wythoff.cowcheck.
Print Assumptions Rewriting.rewriting_law.
Print Assumptions Rewriting.domain_closed.
Print Assumptions Rewriting.vacuous_rejected.
Print Assumptions Rewriting.unlabelled_rejected.
Print Assumptions Finite.finite_law.
Print Assumptions EllysCheckers.ellys_checkers_law.
Print Assumptions Automatic.automatic_law.
Print Assumptions Base2.base2_law_at.
Print Assumptions Zeckendorf.zeck_exists.
Print Assumptions Zeckendorf.zeck_unique.
Print Assumptions Zeckendorf.zeckendorf_law.
Print Assumptions Zeckendorf.zeckendorf_law_at.
Print Assumptions WindowExamples.example3_huge.
Print Assumptions OctalSubtraction.three_heaps.
Print Assumptions OctalKayles.law.
Print Assumptions OctalDawsonsKayles.law.
Print Assumptions RewritingCheckers.checkers_law.
Print Assumptions Base2King.law.
Print Assumptions ZeckendorfRay.law.
