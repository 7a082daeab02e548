//! Rings of symbols: the moves of a term of no family, where each lays a pattern on neighbouring
//! cells of a ring, anywhere.

use std::collections::BTreeSet;

use whowins_core::{Array, Command, Expr, Op};

use super::cells::{CELLS, row, shown, symbol};
use super::{guards, steps};
use crate::derive::WordRule;
use crate::game::{By, Game, Player, Stuck};

/// A ring of cells of any number. A move lays a pattern on as many cells as it has, one after the
/// other, wherever they show it, and writes others in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// How many symbols there are: cells show 0, 1, ....
    pub symbols: u8,
    /// The moves in the term's order: who may use one, and the patterns that it lays.
    pub moves: Vec<(By, Vec<Laid>)>,
    /// What becomes of a player who cannot move.
    pub stuck: Stuck,
}

/// A pattern laid on a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Whether the term lays it back, against the order of the cells.
    pub back: bool,
    /// The pattern with what is written, read onwards.
    pub rule: WordRule,
}

impl Ring {
    /// A player's patterns, each once.
    pub fn rules(&self, player: Player) -> BTreeSet<WordRule> {
        let own = self.moves.iter().filter(|(by, _)| by.allows(player));
        own.flat_map(|(_, laid)| laid)
            .map(|one| one.rule.clone())
            .collect()
    }
}

impl Game {
    /// The game as a ring of symbols, where its term is of no family and says just this: there are
    /// no ends but that a player cannot move. `O(the term)`.
    pub fn ring(&self) -> Option<Ring> {
        let (term, last, stuck) = row(self)?;
        let mut moves = Vec::new();
        for turn in term.turns()? {
            let [laid] = turn.steps else {
                return None;
            };
            let laid = match laid {
                Command::Alt(all) => all.as_slice(),
                one => std::slice::from_ref(one),
            };
            let laid = laid.iter().map(|one| laid_anywhere(one, last));
            moves.push((turn.by, laid.collect::<Option<Vec<Laid>>>()?));
        }
        Some(Ring {
            symbols: last.checked_add(1)?,
            moves,
            stuck,
        })
    }
}

/// The index of the cell so many steps from variable 0.
fn cell(step: usize, back: bool) -> Expr {
    let length = Expr::Len(Array::Part(CELLS));
    match step {
        0 => Expr::Var(0),
        _ => {
            let op = if back { Op::Sub } else { Op::Add };
            Expr::bin(
                Op::Mod,
                Expr::bin(op, Expr::Var(0), Expr::num(step)),
                length,
            )
        }
    }
}

/// A pattern laid on the ring at any place where it is shown, onwards or back: the one command that
/// says so.
fn written(before: &[u8], after: &[u8], back: bool) -> Command {
    let array = Array::Part(CELLS);
    let length = || Expr::Len(array);
    let room = Expr::bin(Op::Le, Expr::num(before.len()), length());
    let shown = before.iter().enumerate().map(|(step, symbol)| {
        let shown = Expr::get_or(array, cell(step, back), -1);
        Expr::bin(Op::Eq, shown, Expr::num(*symbol))
    });
    let guards = std::iter::once(room).chain(shown).map(Command::Guard);
    let set = after
        .iter()
        .enumerate()
        .map(|(step, symbol)| Command::Set(CELLS, cell(step, back), Expr::num(*symbol)));
    Command::choose(
        Expr::num(0),
        length(),
        Command::Seq(guards.chain(set).collect()),
    )
}

/// The rule that a command says, of symbols up to `last`: what is read off it counts only where
/// [`written`] gives the same command again.
fn laid_anywhere(command: &Command, last: u8) -> Option<Laid> {
    let Command::Choose(_, _, body) = command else {
        return None;
    };
    let (asked, set) = guards(steps(body));
    let before = shown(asked.get(1..)?, last)?;
    let after = set.iter().map(|step| match step {
        Command::Set(_, _, value) => symbol(value, last),
        _ => None,
    });
    let after: Vec<u8> = after.collect::<Option<_>>()?;
    let back = [false, true];
    let back = back
        .into_iter()
        .find(|back| written(&before, &after, *back) == *command)?;
    let onwards = |mut word: Vec<u8>| {
        if back {
            word.reverse();
        }
        word
    };
    (before.len() == after.len() && !before.is_empty()).then(|| Laid {
        back,
        rule: (onwards(before), onwards(after)),
    })
}
