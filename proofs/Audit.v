(** * Audit.v -- every main theorem, with what it rests on.
    Each line must print «Closed under the global context»: no axiom.  check.sh reads this file's output. *)
From Whowins Require Game.
From Whowins Require Window.
From Whowins Require Heap.
From Whowins Require Octal.
From Whowins Require Breaking.
From Whowins Require Arithmetic.
From Whowins Require HeapGrundy.
From Whowins Require SparseSpace.
From Whowins Require Vector.
From Whowins Require VectorEnd.
From Whowins Require Directional.
From Whowins Require Patch.
From Whowins Require Border.
From Whowins Require BorderDraws.
From Whowins Require Wythoff.
From Whowins Require Finite.
From Whowins Require EllysCheckers.
From Whowins Require Digits.
From Whowins Require Lattice.
From Whowins Require GrundyRows.
From Whowins Require MisereQuotient.
From Whowins Require Rewriting.
From Whowins Require Boards.
From Whowins Require Automatic.
From Whowins Require Large.
From Whowins Require LargeOctal.
From Whowins Require Beatty.
From Whowins Require WindowExamples.
From Whowins Require OctalSubtraction.
From Whowins Require OctalKayles.
From Whowins Require OctalDawsonsKayles.
From Whowins Require ArithmeticKenyon.
From Whowins Require ArithmeticLasker.
From Whowins Require RewritingCheckers.
From Whowins Require AutomaticKing.
From Whowins Require GrundyRowsWythoff.
Print Assumptions Game.win_lose_excl.
Print Assumptions Game.kernel_outcome.
Print Assumptions Game.kernel_outcome_on.
Print Assumptions Game.parity_law_on.
Print Assumptions Game.ranked_law.
Print Assumptions Window.window_law.
Print Assumptions Window.window_formula_law.
Print Assumptions Heap.play_normal.
Print Assumptions Heap.misere_stuck.
Print Assumptions Heap.options_mv.
Print Assumptions Heap.heap_law.
Print Assumptions Heap.heap_law_normal.
Print Assumptions Heap.finite_laws.
Print Assumptions Octal.sprague_grundy.
Print Assumptions Octal.octal_law.
Print Assumptions Breaking.bsprague_grundy.
Print Assumptions Breaking.hsprague_grundy.
Print Assumptions Breaking.breaking_law.
Print Assumptions Arithmetic.aopts_spec.
Print Assumptions Arithmetic.ar_shift.
Print Assumptions Arithmetic.arithmetic_law.
Print Assumptions HeapGrundy.sums.
Print Assumptions HeapGrundy.grundy_law.
Print Assumptions SparseSpace.sparse_space.
Print Assumptions SparseSpace.sparse_space_law.
Print Assumptions SparseSpace.table_law.
Print Assumptions SparseSpace.scheck_law.
Print Assumptions Vector.vector_law.
Print Assumptions VectorEnd.vector_end_law.
Print Assumptions Directional.equation_law.
Print Assumptions Directional.directional_law.
Print Assumptions Patch.grid_outcome.
Print Assumptions Patch.diag_constant.
Print Assumptions Patch.patch_law.
Print Assumptions Patch.table_game_diag.
Print Assumptions Border.border_outcome.
Print Assumptions Border.border_law.
Print Assumptions BorderDraws.draw_outcome.
Print Assumptions BorderDraws.draw_law.
Print Assumptions Wythoff.wythoff_law.
Print Assumptions Wythoff.cowcheck.
Print Assumptions Finite.finite_law.
Print Assumptions Finite.drawn_law.
Print Assumptions EllysCheckers.ellys_checkers_law.
Print Assumptions Digits.wd_spec.
Print Assumptions Digits.wd_wval.
Print Assumptions Lattice.options_spec.
Print Assumptions Lattice.mwin_mlose_excl.
Print Assumptions GrundyRows.row_mex.
Print Assumptions GrundyRows.rows_law.
Print Assumptions GrundyRows.rows_least.
Print Assumptions MisereQuotient.quotient_law.
Print Assumptions MisereQuotient.misere_quotient_law.
Print Assumptions Rewriting.rewriting_law.
Print Assumptions Rewriting.domain_closed.
Print Assumptions Rewriting.vacuous_rejected.
Print Assumptions Rewriting.unlabelled_rejected.
Print Assumptions Boards.options_moves.
Print Assumptions Boards.settles_total.
Print Assumptions Boards.board_functional_law.
Print Assumptions Automatic.automatic_law.
Print Assumptions Automatic.automatic_law_words.
Print Assumptions Automatic.words_cover.
Print Assumptions Large.ranked_claims.
Print Assumptions Large.draws_end.
Print Assumptions Large.product_outcomes.
Print Assumptions Large.product_cases.
Print Assumptions Large.automatic_outcomes.
Print Assumptions Large.grundy_rows_values.
Print Assumptions Large.grundy_rows_least.
Print Assumptions LargeOctal.space_outcomes.
Print Assumptions LargeOctal.space_least.
Print Assumptions Automatic.only_words.
Print Assumptions Beatty.beatty_law.
Print Assumptions WindowExamples.example3_huge.
Print Assumptions OctalSubtraction.three_heaps.
Print Assumptions OctalKayles.law.
Print Assumptions OctalDawsonsKayles.law.
Print Assumptions ArithmeticKenyon.law.
Print Assumptions ArithmeticLasker.law.
Print Assumptions RewritingCheckers.checkers_law.
Print Assumptions AutomaticKing.law.
Print Assumptions GrundyRowsWythoff.law.
Print Assumptions GrundyRowsWythoff.least.
