//! Instances of the Coq theory of values for rows whose moves are replacements of words: what all
//! rows are, and what they are worth by their parts.

use std::fmt::Write as _;

use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::derive::board_fall;
use whowins_analysis::{Game, Player};
use whowins_verify::values::{Kind, RowParts, ValueKind};

use super::coq::{ENTRIES, list, sheet};
use crate::coq::TERM;

/// Words that a rule is written out as, where it takes any symbol somewhere.
const WORDS: usize = 4_096;

/// The row of the rules, and as literals the words that each player may replace.
///
/// # Errors
///
/// Where the positions are no rows, the rules speak of ends of the row, or a rule stands for too
/// many words.
pub(crate) fn words(game: &Game) -> Result<(&Board, String), String> {
    let board = game.board().filter(|board| board.row);
    let board =
        board.ok_or("proofs/ViewKinds.v is written for rows; boards are left to the verifier")?;
    let mut stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    if stencils.any(|stencil| !stencil.outside.is_empty()) {
        return Err("proofs/ViewKinds.v knows no ends of the row in the rules".into());
    }
    let mut words = Vec::new();
    for player in Player::BOTH {
        let own = board.moves.iter().filter(|one| one.by.allows(player));
        let mut all = Vec::new();
        for stencil in own.flat_map(|one| &one.stencils) {
            all.extend(written_out(stencil, board.alphabet.len())?);
        }
        words.push(list(all.into_iter().map(|(before, after)| {
            let [before, after] = [before, after].map(|word| list(word.iter().map(u8::to_string)));
            format!("({before}, {after})")
        })));
    }
    let [lefts, rights] = [&words[0], &words[1]];
    Ok((
        board,
        format!(
            "(* Words that a player may replace, each with what stands there then. *)\n\
             Definition lefts : list ValueKinds.rule := {lefts}.\nDefinition rights : list ValueKinds.rule := {rights}.\n"
        ),
    ))
}

/// The body of the module for what all rows are: an instance of `proofs/ViewKinds.v`.
pub(crate) fn value_kind(game: &Game, law: &ValueKind) -> Result<String, String> {
    let (board, words) = words(game)?;
    let rows = "cells <> [] -> Forall (fun x => x < symbols rules) cells";
    let (said, check, statement, proof) = match law.what {
        Kind::Numbers => (
            "Every row of every length lies between its options: it is a number.",
            format!("{}Theorem certificate : numbers_check lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n", play_ends(board)?),
            "forall cells, between (list nat) (nexts lefts) (nexts rights) cells".to_owned(),
            "exact (numbers_end _ _ _ _ lefts rights play_ends certificate).",
        ),
        Kind::Dicots => (
            "From each row of each length, either both players have a move of the term or neither has.",
            "Theorem certificate : dicots_check lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n".to_owned(),
            format!("forall cells, {rows} ->\n    (Core.moves {TERM} (row_of true cells) = [] <-> Core.moves {TERM} (row_of false cells) = [])"),
            "intros cells some proper. exact (dicots_term rules lefts rights the_words _ _ _ _ the_term certificate cells some proper).",
        ),
    };
    Ok(format!(
        "From Coq Require Import List ZArith Bool.\nFrom Whowins Require Import Value ValueKinds Core Boards ViewOutcome ViewBoard ViewRow ViewKinds.\nImport ListNotations.\nOpen Scope nat_scope.\n{rules}\
         {words}\
         Lemma the_words : view_kinds rules lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n\
         {check}\
         (* The moves of the term from rows of every length are these replacements. {said} *)\n\
         Theorem law :\n  \
           (forall P cells s, {rows} ->\n    \
             (In s (Core.moves {TERM} (row_of P cells)) <-> exists next, In next (nexts (ViewKinds.words lefts rights P) cells) /\\ s = row_of (negb P) next)) /\\\n  \
           {statement}.\n\
         Proof.\n  \
           split; [intros P cells s some proper; exact (kinds_moves rules lefts rights the_words _ _ _ _ the_term P cells s some proper)|].\n  \
           {proof}\nQed.\n",
        rules = crate::rows::term_coq::rules(game, board)?,
    ))
}

/// Coq works out what words are worth as numbers up to this.
const WORTH: u64 = 10_000;

/// The lemma that play ends with the words of both players.
pub(crate) fn play_ends(board: &Board) -> Result<String, String> {
    let stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    let width = |stencil: &Stencil| {
        let columns = || stencil.cells.iter().map(|cell| cell.right);
        let both = columns().min().zip(columns().max());
        both.map_or(0, |(first, last)| last.abs_diff(first) as usize + 1)
    };
    play_ends_within(board, stencils.map(width).max().unwrap_or(0))
}

/// The same where no word has more letters than `widest`, ends of the row among them.
pub(crate) fn play_ends_within(board: &Board, widest: usize) -> Result<String, String> {
    let fall = board_fall(board).ok_or("it is not known that play ends")?;
    let digits = &fall.order.digit;
    let base = digits.iter().max().map_or(1, |digit| u64::from(*digit) + 1);
    let worth = u32::try_from(widest)
        .ok()
        .and_then(|widest| base.checked_pow(widest));
    if worth.is_none_or(|worth| worth > WORTH) {
        return Err("the rules are too wide for Coq's unary numbers".into());
    }
    Ok(format!(
        "(* Sums of weights of symbols fall, the first that changes; where none does, words fall as numbers with these digits, the {} cell leading. *)\n\
         Lemma play_ends : falls_check {base} {} {} {} (lefts ++ rights) = true. Proof. vm_compute. reflexivity. Qed.\n",
        if fall.order.first_cell_leads {
            "first"
        } else {
            "last"
        },
        list(digits.iter().map(u8::to_string)),
        fall.order.first_cell_leads,
        crate::rows::board_coq::counts(&fall, 0)?,
    ))
}

/// A word, and what stands there then.
type Replaced = (Vec<u8>, Vec<u8>);

/// The words that a stencil of a row replaces, with what stands there then.
fn written_out(stencil: &Stencil, symbols: usize) -> Result<Vec<Replaced>, String> {
    let columns = stencil.cells.iter().map(|cell| cell.right);
    let (first, last) = (columns.clone().min(), columns.max());
    let (first, last) = first.zip(last).ok_or("a rule looks at no cell")?;
    let mut all = vec![(Vec::new(), Vec::new())];
    for column in first..=last {
        let cell = stencil.cells.iter().find(|cell| cell.right == column);
        let wanted = cell.and_then(|cell| cell.before);
        let after = cell.and_then(|cell| cell.after);
        let may = (0..symbols as u8).filter(|symbol| wanted.is_none_or(|wanted| wanted == *symbol));
        let may: Vec<u8> = may.collect();
        if all.len() * may.len() > WORDS {
            return Err(format!("a rule expands to more than {WORDS} words"));
        }
        all = all
            .iter()
            .flat_map(|(before, then)| {
                may.iter().map(|symbol| {
                    let longer = |word: &[u8], symbol| [word, &[symbol]].concat();
                    (
                        longer(before, *symbol),
                        longer(then, after.unwrap_or(*symbol)),
                    )
                })
            })
            .collect();
    }
    Ok(all)
}

/// The body of the module for rows by their parts: an instance of `proofs/ViewRowParts.v`, with as
/// many tables as Coq takes.
pub(crate) fn row_parts(game: &Game, law: &RowParts) -> Result<String, String> {
    let (board, words) = words(game)?;
    let mut rows = 0;
    let tables = law.lengths.iter().take_while(|table| {
        rows += table.len();
        rows <= ENTRIES
    });
    let tables: Vec<String> = tables
        .map(|table| list(table.iter().map(u32::to_string)))
        .collect();
    let longest = tables.len();
    if longest == 0 {
        return Err(format!(
            "files for Coq hold up to {ENTRIES} rows, and there are more of one cell"
        ));
    }
    let certified = match law.lengths.len() - longest {
        0 => String::new(),
        _ => format!(
            "; the certificate has them up to {} cells, which is more than {ENTRIES} rows",
            law.lengths.len()
        ),
    };
    let mut text = String::from(
        "From Coq Require Import NArith ZArith List Bool.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard ViewRow Value ValueLines ValueKinds ViewKinds ValueRowParts ViewRowParts.\n\
         Import ListNotations.\nOpen Scope N_scope.\n",
    );
    sheet(&mut text, &law.lines)?;
    let _ = write!(
        text,
        "(* The forms of rows of 1 to {longest} cells, by their symbols, the last cell changing fastest{certified}. *)\n\
         Definition tables : list (list N) := {tables}.\n\
         Open Scope nat_scope.\n{rules}{words}\
         Lemma the_words : view_row_parts rules lefts rights = true. Proof. vm_compute. reflexivity. Qed.\n\
         {ends}\
         Theorem certificate : tables_check lefts rights the_sheet (symbols rules) tables = true. Proof. vm_compute. reflexivity. Qed.\n\
         (* Rows of every length none of whose parts has more than {longest} cells: in every sum the row can replace the forms of its parts. With either player to move, the first-named\n   \
         one can force a win in the game of the term where Left wins the sum of these forms, and the other one where not. *)\n\
         Theorem law : forall cells, cells <> [] -> Forall (fun x => x < symbols rules) cells -> short lefts rights tables cells = true ->\n  \
           let forms := worths lefts rights (symbols rules) tables cells in\n  \
           sums_of lefts rights the_sheet [inr cells] forms /\\\n  \
           (left_first lefts rights the_sheet forms <-> wins {TERM} true (row_of true cells)) /\\\n  \
           (~ left_first lefts rights the_sheet forms <-> wins {TERM} false (row_of true cells)) /\\\n  \
           (left_second lefts rights the_sheet forms <-> wins {TERM} true (row_of false cells)) /\\\n  \
           (~ left_second lefts rights the_sheet forms <-> wins {TERM} false (row_of false cells)).\n\
         Proof.\n  exact (row_parts_term rules lefts rights the_words _ _ _ _ play_ends the_sheet {TERM} _ _ _ the_term tables certificate).\nQed.\n",
        tables = list(tables),
        rules = crate::rows::term_coq::rules(game, board)?,
        ends = play_ends(board)?,
    );
    Ok(text)
}
