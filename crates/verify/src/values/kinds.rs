//! What all positions of a row or board game are, read off its rules: numbers, or dicots.
//!
//! ```text
//!   numbers   for each move of Left's and each of Right's that can both be made and share a cell, leading to l and to r:
//!             Left has a move from r to l, or Right one from l to r, or both lead on to a common position
//!   dicots    where a rule of one player's fits, some rule of the other's fits, too
//! ```
//!
//! Moves that share no cell lead to a common position, each made after the other. So in each
//! position no left option is as good as a right one, and all are numbers (Carvalho, Huggan,
//! Nowakowski and Santos 2021); only the finitely many ways in which two rules overlap are looked
//! at, and of the cells around them nothing is known. In a dicot either both players can move or
//! neither can, so all values are infinitesimal.

use serde::{Deserialize, Serialize};
use whowins_analysis::board::Board;
use whowins_analysis::{Game, Player, Position, Value};

use super::has_values;
use crate::rows::{Patch, play_ends, stencils_of};
use crate::{Budget, Checked, Claim, Rejection};

/// What all positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Numbers.
    Numbers,
    /// Either both players can move or neither can.
    Dicots,
}

/// What all positions of all sizes are.
///
/// Source: Carvalho, Huggan, Nowakowski, Santos, *A note on numbers* (2021); Conway 1976. The
/// theorems for rows: `proofs/ValueKinds.v`, `numbers_law`, `dicots_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueKind {
    /// What they are.
    pub what: Kind,
}

fn are_numbers(board: &Board, budget: &Budget) -> Result<u64, Rejection> {
    let [lefts, rights] = Player::BOTH.map(|player| stencils_of(board, player));
    let mut pairs = 0;
    for one in &lefts {
        for other in &rights {
            for (at, patch) in Patch::overlaps(one, other) {
                pairs += 1;
                budget.spend((patch.cells.len() * (lefts.len() + rights.len())) as u64)?;
                let both = (patch.after(one, (0, 0)), patch.after(other, at));
                let (Some(left), Some(right)) = both else {
                    return Err(Rejection::false_claim(
                        "two moves of both players do not fit where they were laid",
                    ));
                };
                let by_left = right.followers(&lefts);
                let by_right = left.followers(&rights);
                let meets = by_left.contains(&left)
                    || by_right.contains(&right)
                    || by_left.iter().any(|next| by_right.contains(next));
                if !meets {
                    return Err(Rejection::false_claim(format!(
                        "where two moves of both players overlap, {} rows down and {} columns right, neither takes the other back",
                        at.0, at.1
                    )));
                }
            }
        }
    }
    Ok(pairs)
}

fn are_dicots(board: &Board, budget: &Budget) -> Result<u64, Rejection> {
    let mut rules = 0;
    for player in Player::BOTH {
        let others = stencils_of(board, player.other());
        for stencil in stencils_of(board, player) {
            budget.spend((stencil.cells.len() * others.len()) as u64)?;
            let mut patch = Patch::default();
            rules += 1;
            if patch.add(stencil, (0, 0)) && patch.followers(&others).is_empty() {
                return Err(Rejection::false_claim(format!(
                    "a move of one player, number {rules}, may fit where the other has none"
                )));
            }
        }
    }
    Ok(rules)
}

impl Claim for ValueKind {
    fn kind(&self) -> &'static str {
        "value-kind"
    }

    /// Steps: the ways in which two rules overlap.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let board = game
            .board()
            .ok_or_else(|| Rejection::rules("the positions aren't rows or boards"))?;
        has_values(game)?;
        if !board.at_once.is_empty() {
            return Err(Rejection::rules(
                "this law knows no moves that are made at once",
            ));
        }
        let ends = play_ends(board)?;
        Ok(vec![
            ends,
            match self.what {
                Kind::Numbers => format!(
                    "in {} ways two moves of both players share cells: each time one leads to where the other did, or both on to a common position",
                    are_numbers(board, budget)?
                ),
                Kind::Dicots => format!(
                    "where one of the {} moves of a player fits, some move of the other fits among its cells",
                    are_dicots(board, budget)?
                ),
            },
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let [left, right] = &game.players;
        match self.what {
            Kind::Numbers => format!(
                "Every position of every size is a number: {left} wins a sum whose total is above 0, {right} one below 0; at 0 the previous player wins."
            ),
            Kind::Dicots => "In every position either both players can move or neither can, so every value is infinitesimal. A player ahead by 2 or more in atomic weight wins the sum, moving first or second.".into(),
        }
    }

    fn values(&self, _: &Game, _: &Position) -> Option<[Value; 2]> {
        None
    }
}
