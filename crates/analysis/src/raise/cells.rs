//! What is read alike of all terms of no family whose position is one list of symbols.

use dashu_int::IBig;
use whowins_core::{Expr, Op};

use super::{Term, end, number};
use crate::game::{End, Game, Stuck};

/// The part of the cells.
pub(super) const CELLS: usize = 1;

/// A term whose position is one list of symbols from 0 on and that has no ends but that a player
/// cannot move: the last symbol, and what becomes of that player.
pub(super) fn row(game: &Game) -> Option<(Term<'_>, u8, Stuck)> {
    let program = game.program()?;
    let term = Term {
        game: &program.term,
        slots: 0,
        columns: None,
        size: None,
    };
    let [_, cells] = term.game.parts.as_slice() else {
        return None;
    };
    let last = u8::try_from(cells.most.as_ref()?).ok()?;
    let plain = cells.least == IBig::ZERO
        && term.game.ends.is_empty()
        && term.game.endless.is_none()
        && term.game.blocks == 0;
    let stuck = match end(&term.game.stuck)? {
        End::MoverWins => Stuck::Loses,
        End::MoverLoses => Stuck::Wins,
        End::Draw | End::Wins(_) => return None,
    };
    plain.then_some((term, last, stuck))
}

/// A symbol of those up to `last`.
pub(super) fn symbol(expr: &Expr, last: u8) -> Option<u8> {
    let symbol = u8::try_from(number(expr)?).ok()?;
    (symbol <= last).then_some(symbol)
}

/// The symbols that guards ask for, one after the other.
pub(super) fn shown(asked: &[&Expr], last: u8) -> Option<Vec<u8>> {
    let each = asked.iter().map(|guard| match guard {
        Expr::Bin(Op::Eq, _, shown) => symbol(shown, last),
        _ => None,
    });
    each.collect()
}
