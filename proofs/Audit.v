(** * Audit.v -- every main theorem, with what it rests on.
    They stand in one tuple, so that Coq walks through what they share once. It must print «Closed under the global context»: no axiom.
    check.sh reads this file's output. *)
From Whowins Require Core.
From Whowins Require Game.
From Whowins Require Window.
From Whowins Require Heap.
From Whowins Require ViewPaths.
From Whowins Require ViewNumbers.
From Whowins Require ViewRays.
From Whowins Require ViewOutcome.
From Whowins Require Known.
From Whowins Require TakeAway.
From Whowins Require Euclid.
From Whowins Require Greedy.
From Whowins Require Moore.
From Whowins Require ViewHeap.
From Whowins Require Octal.
From Whowins Require Staircase.
From Whowins Require Turtles.
From Whowins Require Nimble.
From Whowins Require Breaking.
From Whowins Require Value.
From Whowins Require ValueLines.
From Whowins Require ValueGrowth.
From Whowins Require ValueHeaps.
From Whowins Require ValueRuns.
From Whowins Require ValueTurns.
From Whowins Require ValueTable.
From Whowins Require ValueParts.
From Whowins Require ValueRowParts.
From Whowins Require ValueRegular.
From Whowins Require ValueCuts.
From Whowins Require ValueKinds.
From Whowins Require HeapDigits.
From Whowins Require Arithmetic.
From Whowins Require AutomaticGraph.
From Whowins Require HeapGrundy.
From Whowins Require ViewList.
From Whowins Require MisereList.
From Whowins Require SparseSpace.
From Whowins Require Vector.
From Whowins Require VectorEnd.
From Whowins Require Directional.
From Whowins Require Patch.
From Whowins Require Border.
From Whowins Require Wythoff.
From Whowins Require EllysCheckers.
From Whowins Require Digits.
From Whowins Require Lattice.
From Whowins Require GrundyRows.
From Whowins Require MisereQuotient.
From Whowins Require Rewriting.
From Whowins Require Boards.
From Whowins Require Guessed.
From Whowins Require FirstOrder.
From Whowins Require Large.
From Whowins Require LargeOctal.
From Whowins Require Beatty.
From Whowins Require ViewLattice.
From Whowins Require ViewLatticeLaws.
From Whowins Require ViewVectors.
From Whowins Require ViewTidy.
From Whowins Require ViewBoardTerm.
From Whowins Require ViewBoard.
From Whowins Require ViewRowWindow.
From Whowins Require ViewRow.
From Whowins Require ViewHeaps.
From Whowins Require ViewValues.
From Whowins Require ViewRuns.
From Whowins Require ViewRowHeaps.
From Whowins Require ViewRing.
From Whowins Require Worth.
From Whowins Require Placed.
From Whowins Require ViewSum.
From Whowins Require ViewSumAny.
From Whowins Require ViewWorth.
From Whowins Require ViewKinds.
From Whowins Require ViewParity.
From Whowins Require ViewRowParts.
From Whowins Require ViewRegular.
From Whowins Require ViewCuts.
From Whowins Require ViewStrings.
From Whowins Require Remainders.
From Whowins Require ViewRemainders.
From Whowins Require ViewFinite.
From Whowins Require LargeTerm.
From Whowins Require ViewBorder.
From Whowins Require WindowExamples.
From Whowins Require OctalSubtraction.
From Whowins Require OctalKayles.
From Whowins Require OctalDawsonsKayles.
From Whowins Require ArithmeticKenyon.
From Whowins Require ArithmeticLasker.
From Whowins Require RewritingCheckers.
From Whowins Require GrundyRowsWythoff.

Definition audited := (
  @Core.exclusive,
  @Core.kernel_ordered,
  @Core.kernel,
  @Core.safe_is_not_held,
  @Game.win_lose_excl,
  @Game.kernel_outcome,
  @Game.kernel_outcome_on,
  @Game.parity_law_on,
  @Game.ranked_law,
  @Window.window_law,
  @Window.window_formula_law,
  @Heap.play_normal,
  @Heap.misere_stuck,
  @Heap.options_mv,
  @Heap.heap_law,
  @Heap.heap_law_normal,
  @Heap.finite_laws,
  @ViewPaths.scmd_ok,
  @ViewPaths.sends_ok,
  @ViewPaths.sstuck_ok,
  @ViewNumbers.view_numbers_sound,
  @ViewRays.view_rays_sound,
  @ViewRays.view_stuck_sound,
  @ViewOutcome.wins_excl,
  @ViewOutcome.win_forces,
  @ViewOutcome.lose_forces,
  @ViewOutcome.play_correct,
  @ViewHeap.heap_moves,
  @ViewHeap.outcome_correct,
  @ViewHeap.heap_view_law,
  @Octal.sprague_grundy,
  @Octal.octal_law,
  @Breaking.bsprague_grundy,
  @Breaking.hsprague_grundy,
  @Breaking.breaking_law,
  @Value.le_wins,
  @Value.equal_stands,
  @ValueLines.order_sound,
  @ValueLines.is_sound,
  @ValueLines.sum_sound,
  @ValueGrowth.growth_law,
  @ValueHeaps.heap_values_law,
  @ValueRuns.word_moves,
  @ValueRuns.runs_law,
  @ValueTurns.decided,
  @ValueTable.table_law,
  @ValueTable.table_whole,
  @ValueParts.parts_law,
  @ValueRowParts.mays_right,
  @ValueRowParts.cut_once,
  @ValueRowParts.parts_equal,
  @ValueRowParts.row_parts_law,
  @ValueRegular.regular_values_law,
  @ValueRegular.all_said,
  @ValueCuts.affords,
  @ValueCuts.cuts_law,
  @ValueCuts.cuts_stand,
  @ValueCuts.cuts_first,
  @ValueCuts.cuts_second,
  @ValueKinds.numbers_by_pairs,
  @ValueKinds.numbers_law,
  @ValueKinds.dicots_law,
  @HeapDigits.aopts_spec,
  @Arithmetic.ar_shift,
  @HeapDigits.none_equal,
  @Arithmetic.arithmetic_law,
  @AutomaticGraph.graph_law,
  @HeapGrundy.sums,
  @HeapGrundy.grundy_law,
  @ViewList.list_moves,
  @ViewList.list_law,
  @SparseSpace.sparse_space,
  @SparseSpace.sparse_space_law,
  @SparseSpace.table_law,
  @SparseSpace.scheck_law,
  @Vector.vector_law,
  @VectorEnd.vector_end_law,
  @Directional.equation_law,
  @Directional.directional_law,
  @Patch.grid_outcome,
  @Patch.diag_constant,
  @Patch.patch_law,
  @Patch.table_game_diag,
  @Border.border_outcome,
  @Border.border_law,
  @Wythoff.wythoff_law,
  @Wythoff.cowcheck,
  @EllysCheckers.ellys_checkers_law,
  @Digits.wd_spec,
  @Digits.wd_wval,
  @Lattice.options_spec,
  @Lattice.mwin_mlose_excl,
  @GrundyRows.row_mex,
  @GrundyRows.rows_law,
  @GrundyRows.rows_least,
  @MisereQuotient.quotient_law,
  @MisereQuotient.misere_quotient_law,
  @Rewriting.rewriting_law,
  @Rewriting.domain_closed,
  @Rewriting.vacuous_rejected,
  @Rewriting.unlabelled_rejected,
  @Boards.options_moves,
  @Boards.settles_total,
  @Boards.board_functional_law,
  @Guessed.systems_ok,
  @Guessed.nothing_ok,
  @FirstOrder.first_order_law,
  @Large.product_accepts,
  @LargeOctal.space_outcomes,
  @LargeOctal.space_least,
  @Beatty.beatty_law,
  @ViewLattice.lattice_moves,
  @ViewLattice.lattice_correct,
  @ViewLatticeLaws.beatty_term,
  @ViewLatticeLaws.rows_term,
  @ViewVectors.vectors_correct,
  @ViewVectors.product_term,
  @ViewVectors.directional_term,
  @ViewTidy.alike_run,
  @ViewTidy.alike_value,
  @ViewBoardTerm.laid_run,
  @ViewBoardTerm.settled_run,
  @ViewBoard.board_moves,
  @ViewBoard.board_correct,
  @ViewBoard.board_term,
  @ViewRowWindow.judge_ok,
  @ViewRowWindow.calm_ok,
  @ViewRow.row_moves,
  @ViewRow.row_domain,
  @ViewRow.row_law,
  @ViewHeaps.heaps_moves,
  @ViewHeaps.heaps_correct,
  @ViewValues.sums_correct,
  @ViewValues.heap_values_term,
  @ViewRuns.row_runs_term,
  @ViewRowHeaps.row_heaps_term,
  @ViewRing.ring_law,
  @Worth.worth_wins,
  @Worth.sum_worth,
  @Placed.placed_run,
  @ViewSum.sum_moves,
  @ViewSum.sum_law,
  @ViewSumAny.any_moves,
  @ViewSumAny.any_law,
  @ViewSumAny.any_law_of,
  @ViewWorth.heap_worth,
  @ViewWorth.list_worth,
  @ViewWorth.arithmetic_worth,
  @ViewWorth.breaking_worth,
  @ViewWorth.octal_worth,
  @ViewWorth.row_heaps_worth,
  @ViewKinds.numbers_end,
  @ViewKinds.kinds_moves,
  @ViewKinds.dicots_term,
  @ViewParity.parity_law,
  @ViewParity.parity_term,
  @ViewRowParts.row_parts_term,
  @ViewRegular.regular_values_term,
  @ViewCuts.moves_are,
  @ViewCuts.cut_rows_term,
  @ViewStrings.strings_moves,
  @ViewStrings.strings_parity,
  @Remainders.bin_ok,
  @Remainders.value_ok,
  @ViewRemainders.run_ok,
  @ViewRemainders.run_certain,
  @ViewRemainders.remainders_law,
  @ViewHeaps.octal_term,
  @ViewHeaps.breaking_term,
  @ViewHeaps.arithmetic_term,
  @ViewHeaps.misere_term,
  @Known.impartial_law,
  @TakeAway.parts_hold,
  @TakeAway.take_away_law,
  @Euclid.euclid_law,
  @Euclid.first_law,
  @Euclid.second_law,
  @Greedy.greedy_law,
  @Moore.highest,
  @Moore.mended,
  @Moore.moore_law,
  @Staircase.staircase_law,
  @Turtles.turtles_law,
  @Nimble.nimble_law,
  @MisereList.pairs,
  @MisereList.misere_list_law,
  @ViewFinite.strategy_law,
  @ViewFinite.stated_law,
  @ViewFinite.written_law,
  @LargeTerm.product_large,
  @LargeTerm.rows_large,
  @LargeTerm.rows_large_least,
  @LargeTerm.space_large,
  @ViewBorder.border_labels,
  @ViewBorder.border_alike,
  @ViewBorder.border_term,
  @WindowExamples.example3_huge,
  @OctalSubtraction.three_heaps,
  @OctalKayles.law,
  @OctalDawsonsKayles.law,
  @ArithmeticKenyon.law,
  @ArithmeticLasker.law,
  @RewritingCheckers.checkers_law,
  @GrundyRowsWythoff.law,
  @GrundyRowsWythoff.least
).
Print Assumptions audited.
