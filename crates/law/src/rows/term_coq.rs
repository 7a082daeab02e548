//! The rules of a row or board as `proofs/ViewBoard.v` states them, to be compared with the core
//! term.

use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::derive::{BoardFall, BoardOrder, board_fall};
use whowins_analysis::{Game, Player, Stuck};

use super::board_coq::{counts, list, number, pair};
use crate::coq::TERM;

/// The rules and the lemma by themselves.
///
/// # Errors
///
/// As [`rules`].
pub(crate) fn alone(game: &Game, board: &Board) -> Result<String, String> {
    Ok(format!(
        "From Coq Require Import List Bool ZArith.\nFrom Whowins Require Import Core Boards ViewOutcome ViewBoard.\nImport ListNotations.\n\
         Open Scope Z_scope.\n{}",
        rules(game, board)?
    ))
}

/// The definition `rules`, the lemma `the_term` that they are those of the core term, and the
/// comment on how to read them.
///
/// # Errors
///
/// Where the theory says nothing of them.
pub(crate) fn rules(game: &Game, board: &Board) -> Result<String, String> {
    if game.ending.stuck == Stuck::Draws || !game.ending.goals.is_empty() {
        return Err(
            "the Coq theory of rows and boards speaks of normal and misère play, without goals"
                .into(),
        );
    }
    let symbols: Vec<String> = (0..)
        .zip(&board.alphabet)
        .map(|(at, symbol): (usize, _)| format!("{at} = {symbol}"))
        .collect();
    let rewrites = list(&board.moves, |rewrite| {
        let by = match Player::BOTH.map(|player| rewrite.by.allows(player)) {
            [true, true] => "None",
            [first, _] => {
                if first {
                    "Some true"
                } else {
                    "Some false"
                }
            }
        };
        format!("\n  ({by}, {})", stencils(rewrite.stencils.iter()))
    });
    let follow = stencils(board.at_once.iter().flat_map(|rule| &rule.stencils));
    let fall = follow_ups_fall(board)?;
    Ok(format!(
        "(* symbols: {symbols}; Cell rows-down columns-right wanted written; of whom a move is: None of both, Some true of the first-named *)\n\
         Definition rules : board_rules := {{|\n row := {row};\n symbols := {count}%nat;\n rewrites := {rewrites};\n\
         \x20follow := {follow};\n misere := {misere} |}}.\n\
         (* The core term is that of these rules; the numbers show why forced follow-ups end within its rounds. *)\n\
         Lemma the_term : view_board rules {counts} {leads} {digits} {TERM} = true.\nProof. vm_compute. reflexivity. Qed.\n",
        symbols = crate::coq::comment(&symbols.join(", ")),
        row = board.row,
        count = board.alphabet.len(),
        misere = game.ending.stuck == Stuck::Wins,
        counts = counts(&fall, 0)?,
        leads = fall.order.first_cell_leads,
        digits = format_args!("{}%nat", list(&fall.order.digit, u8::to_string)),
    ))
}

/// Weights that fall with each forced follow-up; where each of these lowers a sum, there is no
/// order of cells below them.
fn follow_ups_fall(board: &Board) -> Result<BoardFall, String> {
    let none = BoardFall {
        counts: Vec::new(),
        order: BoardOrder {
            first_cell_leads: true,
            digit: Vec::new(),
        },
    };

    if board.at_once.is_empty() {
        return Ok(none);
    }
    let alone = Board {
        moves: Vec::new(),
        ..board.clone()
    };
    let fall = board_fall(&alone).ok_or("it is not known that forced follow-ups end")?;
    let mut stencils = board.at_once.iter().flat_map(|rule| &rule.stencils);
    Ok(match stencils.all(|stencil| fall.lowers_a_sum(stencil)) {
        true => BoardFall {
            order: none.order,
            ..fall
        },
        false => fall,
    })
}

/// Stencils, their cells in the reverse order, as ViewBoard.v wants them.
pub(super) fn stencils<'a>(all: impl Iterator<Item = &'a Stencil>) -> String {
    let symbol =
        |symbol: Option<u8>| symbol.map_or("None".into(), |symbol| format!("(Some {symbol}%nat)"));
    list(all, |stencil| {
        let cells = list(stencil.cells.iter().rev(), |cell| {
            let (down, right) = (number(cell.down), number(cell.right));
            format!(
                "Cell {down} {right} {} {}",
                symbol(cell.before),
                symbol(cell.after)
            )
        });
        let outside = list(&stencil.outside, |at| pair(*at));
        format!("\n    Stencil {cells} {outside}%Z")
    })
}
