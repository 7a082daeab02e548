//! Instances of the Coq theory of values: heaps, tables of one size, runs of rows.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Frame, Game, Player};
use whowins_core::coq::Coq;
use whowins_verify::values::{HeapValues, Lines, RowRuns, Runs, ValueTable};

use crate::coq::TERM;

/// More lines would be megabytes for Coq.
const LINES: usize = 100_000;

/// The body of the module for a law of this kind: an instance of `proofs/ViewValues.v`.
pub(crate) fn heap_values(game: &Game, law: &HeapValues) -> Result<String, String> {
    let Some(codes) = game.codes() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    let mut digits = Vec::new();
    for code in codes {
        let ends = code.digits().filter(|_| code.most_parts() <= 2);
        let ends = ends.ok_or("proofs/ValueHeaps.v is written for moves that leave two heaps at most, whatever their sizes")?;
        digits.push(list(ends.iter().map(|digit| digit.to_string())));
    }
    let most = codes
        .iter()
        .map(Breaking::most_parts)
        .max()
        .unwrap_or(0)
        .max(2);
    let preperiod = law.preperiod.max(1);
    let mut text = format!(
        "From Coq Require Import NArith List.\nFrom Whowins Require Import Octal Breaking Value ValueLines ValueHeaps ViewOutcome ViewHeaps ViewValues.\n\
         Import ListNotations.\nOpen Scope N_scope.\n\
         (* The moves of each player on a heap: bit j of a digit says that this number is taken and j heaps stay. The first digit is that of 0. *)\n\
         Definition left_code : list N := {}.\nDefinition right_code : list N := {}.\n\
         (* The moves of the core term are those of these codes, from every sum of heaps. *)\n\
         Lemma the_term : view_values left_code right_code {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* The forms that the heaps 0, 1, 2, ... are worth. *)\n\
         Definition values : list N := {}.\n",
        digits[0],
        digits[1],
        list(law.values.iter().map(u32::to_string)),
    );
    sheet(&mut text, &law.lines)?;
    let (period, saltus) = (law.period, law.saltus);
    let sizes = format!("{most} {preperiod} {period} {saltus} values");
    let check = format!("left_code right_code {sizes} the_sheet");
    let sheet = "left_code right_code the_sheet";
    let worths = format!("(worths {preperiod} {period} {saltus} values heaps)");
    let _ = write!(
        text,
        "Theorem certificate : value_check {check} = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* In every sum a heap of {period} more can replace the heap and the summand. From all heaps, with either player to move, the first-named one\n   \
         can force a win in the game of the term where Left wins the sum of the heaps' forms, and the other one where not. *)\n\
         Theorem law : (forall n, {preperiod} <= n -> sums_of {sheet} (H (n + {period})) (H n ++ F N {saltus})) /\\\n  \
           forall heaps : list N,\n  \
           (left_first {sheet} {worths} <-> wins {TERM} true (ViewHeaps.heaps true heaps)) /\\\n  \
           (~ left_first {sheet} {worths} <-> wins {TERM} false (ViewHeaps.heaps true heaps)) /\\\n  \
           (left_second {sheet} {worths} <-> wins {TERM} true (ViewHeaps.heaps false heaps)) /\\\n  \
           (~ left_second {sheet} {worths} <-> wins {TERM} false (ViewHeaps.heaps false heaps)).\n\
         Proof.\n  split; [exact (proj2 (heap_values_law {check} certificate))|].\n  \
           exact (heap_values_term {sheet} {TERM} the_term {sizes} certificate).\nQed.\n"
    );
    Ok(text)
}

/// The sheet as a literal.
pub(crate) fn sheet(text: &mut String, lines: &Lines) -> Result<(), String> {
    let many = lines.forms.len() + lines.at_most.len() + lines.not_at_most.len() + lines.sums.len();
    if many > LINES {
        return Err(format!(
            "the sheet has {many} lines; files for Coq hold up to {LINES}"
        ));
    }
    let forms = lines.forms.iter().map(|sides| {
        let [left, right] = [0, 1].map(|side: usize| list(sides[side].iter().map(u32::to_string)));
        format!("({left}, {right})")
    });
    let order = |lines: &[[u32; 2]], holds: bool| -> Vec<String> {
        lines
            .iter()
            .map(|[a, b]| format!("({a}, {b}, {holds})"))
            .collect()
    };
    let mut compared = order(&lines.at_most, true);
    compared.extend(order(&lines.not_at_most, false));
    // The theory looks for the smaller form first.
    let plus = lines
        .sums
        .iter()
        .map(|[a, b, c]| format!("({}, {}, {c})", a.min(b), a.max(b)));
    let _ = write!(
        text,
        "(* Forms by Left's options and Right's; a <= b or not; a + b = c. *)\n\
         Definition the_sheet : sheet := {{|\n  forms := {};\n  order := {};\n  plus := {} |}}.\n",
        list(forms),
        list(compared),
        list(plus),
    );
    Ok(())
}

pub(crate) fn list(all: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", all.into_iter().collect::<Vec<_>>().join("; "))
}

/// Entries of a table for Coq; more are for the extracted checker.
pub(super) const ENTRIES: usize = 10_000;

/// A table in such an order that each move leads to an entry before.
struct Laid {
    /// Arrays before the board in a state of the core term, behind whose turn it is.
    before: Vec<Vec<IBig>>,
    base: usize,
    cells: usize,
    /// The number of a board, and its form.
    entries: Vec<(usize, u32)>,
}

fn laid(game: &Game, law: &ValueTable) -> Result<Laid, String> {
    let board = game.board().ok_or("the positions aren't rows or boards")?;
    let (rows, columns) = (law.rows as usize, law.columns as usize);
    let (base, cells) = (board.alphabet.len(), rows * columns);
    let frame = Frame::new(game, rows, columns);
    let place = |state: &[i64]| {
        state
            .iter()
            .fold(0, |place, cell| place * base + *cell as usize)
    };
    let followers = |at: usize| {
        let mut rest = at;
        let mut state = vec![0; cells];
        for cell in state.iter_mut().rev() {
            *cell = (rest % base) as i64;
            rest /= base;
        }
        let mut all = Vec::new();
        for player in Player::BOTH {
            let _ = frame.options(player, &state, &mut |play| {
                all.push(place(play.to));
                ControlFlow::Continue(())
            });
        }
        all
    };
    let mut is_done = vec![false; law.values.len()];
    let mut entries = Vec::with_capacity(law.values.len());
    for start in 0..law.values.len() {
        let mut open = vec![(start, None)];
        while let Some((at, next)) = open.pop() {
            if is_done[at] {
                continue;
            }
            let mut next: Vec<usize> = next.unwrap_or_else(|| followers(at));
            while next.last().is_some_and(|to| is_done[*to]) {
                next.pop();
            }
            match next.pop() {
                // Play ends, so nobody comes back to what is open.
                Some(to) => {
                    open.push((at, Some(next)));
                    open.push((to, None));
                }
                None => {
                    is_done[at] = true;
                    entries.push((at, law.values[at]));
                }
            }
        }
    }
    let mut state = game
        .position_of(&vec![0u8; cells], rows, columns)
        .core_state(Player::First);
    if state.pop().is_none_or(|last| last.len() != cells) {
        return Err("the board is not the last array of the core term".into());
    }
    Ok(Laid {
        before: state.split_off(1),
        base,
        cells,
        entries,
    })
}

/// The body of the module for a table: an instance of `proofs/ValueTable.v`, on the core term.
pub(crate) fn value_table(game: &Game, law: &ValueTable) -> Result<String, String> {
    let laid = laid(game, law)?;
    if laid.entries.len() > ENTRIES {
        return Err(format!(
            "the table has {} positions; files for Coq hold up to {ENTRIES}, and the checker for large certificates takes more",
            laid.entries.len()
        ));
    }
    let before = Coq(&laid.before);
    let entries = laid.entries.iter();
    let (base, cells) = (laid.base, laid.cells);
    let mut text = format!(
        "From Coq Require Import NArith ZArith List.\nFrom Whowins Require Import Value ValueLines ValueTable.\nImport ListNotations.\nOpen Scope N_scope.\n\
         (* Arrays before the board in a state, behind whose turn it is. *)\n\
         Definition before : list (list Z) := {before}%Z.\n\
         (* Boards of {cells} cells, each by its number in base {base}, the first cell leading, with the form that it is worth; a move leads to an earlier one. *)\n\
         Definition entries : list (N * N) := {}.\n",
        list(entries.map(|(board, form)| format!("({board}, {form})")))
    );
    sheet(&mut text, &law.lines)?;
    let _ = write!(
        text,
        "Theorem certificate : table_check {TERM} before [] {base} {cells} entries the_sheet = true. Proof. vm_compute. reflexivity. Qed.\n\
         Theorem whole : whole_check {base} {cells} entries = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* The moves of the term are those of the table, and in every sum each position can replace its form; and each board of the size is one of these. *)\n\
         Theorem law : (forall i, i < many entries ->\n\
         \x20   (forall t, t = 0%Z \\/ t = 1%Z -> Core.moves {TERM} (position before [] t (shown {base} {cells} entries i)) =\n\
         \x20     map (fun j => position before [] (other t) (shown {base} {cells} entries j)) (leads {TERM} before [] {base} {cells} entries t i)) /\\\n\
         \x20   sums_of {TERM} before [] {base} {cells} entries the_sheet (at_place i) (F N (worth entries i))) /\\\n\
         \x20 (forall n, n < {base} ^ N.of_nat {cells} -> exists i, i < many entries /\\ shown {base} {cells} entries i = digits {base} {cells} n []).\n\
         Proof. split; [exact (table_law {TERM} before [] {base} {cells} entries the_sheet certificate)|exact (table_whole {base} {cells} entries whole)]. Qed.\n"
    );
    Ok(text)
}

/// The same for the checker that is extracted from the proved one.
pub(crate) fn value_table_data(game: &Game, law: &ValueTable) -> Result<String, String> {
    let laid = laid(game, law)?;
    let mut text = String::from("(value-table\n");
    let _ = writeln!(
        text,
        " (before{})\n (base {})\n (cells {})",
        laid.before
            .iter()
            .map(|array| format!(" ({})", numbers(array)))
            .collect::<String>(),
        laid.base,
        laid.cells
    );
    text.push_str(" (entries");
    for (board, form) in &laid.entries {
        let _ = write!(text, " ({board} {form})");
    }
    text.push_str(")\n (forms");
    for sides in &law.lines.forms {
        let [left, right] = sides.each_ref().map(|side| {
            let all: Vec<String> = side.iter().map(u32::to_string).collect();
            format!("({})", all.join(" "))
        });
        let _ = write!(text, " ({left} {right})");
    }
    text.push_str(")\n (order");
    for (lines, holds) in [(&law.lines.at_most, true), (&law.lines.not_at_most, false)] {
        for [a, b] in lines {
            let _ = write!(text, " ({a} {b} {holds})");
        }
    }
    text.push_str("))\n");
    Ok(text)
}

fn numbers(all: &[IBig]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(" ")
}

/// The body of the module for a law of a row's runs: an instance of `proofs/ViewRuns.v`.
pub(crate) fn row_runs(game: &Game, law: &RowRuns) -> Result<String, String> {
    let runs = Runs::of(game).map_err(|rejection| rejection.message)?;
    let board = game.board().ok_or("the positions aren't rows")?;
    // Letters of words: the symbols, the row's left end, and its right end.
    let symbols = board.alphabet.len();
    let letter = |end: usize, own: usize| runs.symbol(end).map_or(own, usize::from);
    let ends = |own: usize| list((0..runs.ends()).map(|end| letter(end, own).to_string()));
    let tables = law.values.iter().enumerate().map(|(kind, forms)| {
        let (left, right) = (kind / runs.ends(), kind % runs.ends());
        let forms = list(forms.iter().map(u32::to_string));
        format!(
            "\n  ({}, {}, {forms}%N)",
            letter(left, symbols),
            letter(right, symbols + 1)
        )
    });
    let mut text = String::from(
        "From Coq Require Import NArith ZArith List Bool.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard ViewRow Value ValueLines ValueGrowth ValueRuns ViewRuns.\n\
         Import ListNotations.\nOpen Scope N_scope.\n",
    );
    sheet(&mut text, &law.lines)?;
    let _ = write!(
        text,
        "Open Scope nat_scope.\n{rules}\
         (* Runs of {blank} between two ends, {symbols} being the row's left end and {right} its right one. Changes of both players: the end that must stand right before, what is written over\n   \
         as many blanks, the end that must stand right behind. Tables: the forms of runs of 0, 1, 2, ... blanks for each two ends. *)\n\
         Definition the_law : ValueRuns.law := {{|\n  empty := {blank};\n  lefts_may := {lefts};\n  rights_may := {rights};\n  left_ends := {left_ends};\n  right_ends := {right_ends};\n  \
           widest := {widest};\n  preperiod := {preperiod};\n  period := {period};\n  saltus := {saltus}%N;\n  tables := {tables};\n  lines_of := the_sheet |}}.\n\
         (* The term's moves are these changes. *)\n\
         Lemma the_words : view_runs rules the_law = true. Proof. vm_compute. reflexivity. Qed.\n\
         Theorem certificate : runs_check the_law = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* In every sum a run longer by {period} can replace the run and the summand. From rows of every length, with either player to move, the first-named one can force a win in the\n   \
         game of the term where Left wins the sum of the forms of the row's runs, and the other one where not. *)\n\
         Theorem law :\n  \
           (forall b, good (left_ends the_law) (right_ends the_law) b -> {preperiod} <= snd b -> forall k,\n    \
             sums_of the_law [inr (fst b, snd b + k * {period})] (inr b :: repeat (inl {saltus}%N) k)) /\\\n  \
           forall cells, cells <> [] -> Forall (fun x => x < symbols rules) cells -> let forms := worths the_law (word rules cells) in\n  \
           (left_first the_law forms <-> wins {TERM} true (row_of true cells)) /\\\n  \
           (~ left_first the_law forms <-> wins {TERM} false (row_of true cells)) /\\\n  \
           (left_second the_law forms <-> wins {TERM} true (row_of false cells)) /\\\n  \
           (~ left_second the_law forms <-> wins {TERM} false (row_of false cells)).\n\
         Proof.\n  split; [exact (proj2 (runs_law the_law certificate))|].\n  \
           exact (row_runs_term rules the_law the_words certificate {TERM} _ _ _ the_term).\nQed.\n",
        rules = crate::rows::term_coq::rules(game, board)?,
        blank = runs.blank(),
        right = symbols + 1,
        lefts = changes(&runs, Player::First, symbols),
        rights = changes(&runs, Player::Second, symbols),
        left_ends = ends(symbols),
        right_ends = ends(symbols + 1),
        widest = runs.widest(),
        preperiod = law.preperiod,
        period = law.period,
        saltus = law.saltus,
        tables = list(tables),
    );
    Ok(text)
}

/// A player's changes of runs, in a game with this many symbols.
fn changes(runs: &Runs, player: Player, symbols: usize) -> String {
    let letter = |end: usize, own: usize| runs.symbol(end).map_or(own, usize::from);
    let some = |end: Option<usize>, own: usize| match end {
        Some(end) => format!("(Some {})", letter(end, own)),
        None => "None".into(),
    };
    let blank = usize::from(runs.blank());
    list(runs.changes(player).iter().map(|change| {
        let written = change.written.iter();
        let written = written.map(|end| end.map_or(blank, |end| letter(end, blank)));
        format!(
            "Change {} {} {}",
            some(change.before, symbols),
            list(written.map(|letter| letter.to_string())),
            some(change.after, symbols + 1)
        )
    }))
}
