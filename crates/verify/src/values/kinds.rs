//! What all positions of a row or board game are, read off its rules: numbers, or dicots.
//!
//! ```text
//!   numbers   for each move of Left's and each of Right's that can both be made and share a cell, leading to l and to r:
//!             Left has a move from r to l, or Right one from l to r, or both lead on to a common position
//!   dicots    where a rule of one player's fits, some rule of the other's fits, too
//! ```
//!
//! Moves that share no cell lead to a common position, each made after the other. So in each position no left option is as good as a right one, and all are numbers (Carvalho,
//! Huggan, Nowakowski and Santos 2021); only the finitely many ways in which two rules overlap are looked at, and of the cells around them nothing is known. In a dicot either both
//! players can move or neither can, so all values are infinitesimal.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use whowins_analysis::board::{Board, Stencil};
use whowins_analysis::{Game, Player, Position, Value};

use super::has_values;
use crate::rows::play_ends;
use crate::{Budget, Checked, Claim, Rejection, Subject};

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
/// Source: Carvalho, Huggan, Nowakowski, Santos, *A note on numbers* (2021); Conway 1976. The theorems for rows: `proofs/ValueKinds.v`, `numbers_law`, `dicots_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueKind {
    /// What they are.
    pub what: Kind,
}

/// A cell, rows down and columns right of some place.
type Place = (i64, i64);

/// What is known around a place: the symbols of cells that are on the board (`None`: some symbol), and places that are off it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Patch {
    cells: BTreeMap<Place, Option<u8>>,
    off: BTreeSet<Place>,
}

impl Patch {
    /// Adds what a stencil at some place asks for; `false` where both cannot be.
    fn add(&mut self, stencil: &Stencil, at: Place) -> bool {
        for cell in &stencil.cells {
            let known = self
                .cells
                .entry((at.0 + cell.down, at.1 + cell.right))
                .or_default();
            match (*known, cell.before) {
                (Some(one), Some(other)) if one != other => return false,
                (None, wanted) => *known = wanted,
                _ => {}
            }
        }
        let off = stencil.outside.iter();
        self.off
            .extend(off.map(|(down, right)| (at.0 + down, at.1 + right)));
        self.off.iter().all(|place| !self.cells.contains_key(place))
    }

    /// What a stencil at some place makes of it; `None` where it is not known to fit.
    fn after(&self, stencil: &Stencil, at: Place) -> Option<Self> {
        let mut next = self.clone();
        for cell in &stencil.cells {
            let known = next.cells.get_mut(&(at.0 + cell.down, at.1 + cell.right))?;
            if cell.before.is_some() && *known != cell.before {
                return None;
            }
            if cell.after.is_some() {
                *known = cell.after;
            }
        }
        let is_off = |(down, right): &Place| self.off.contains(&(at.0 + down, at.1 + right));
        stencil.outside.iter().all(is_off).then_some(next)
    }

    /// All that some stencils make of it, wherever they lie on cells that are known.
    fn followers(&self, stencils: &[&Stencil]) -> Vec<Self> {
        let mut all = Vec::new();
        for stencil in stencils {
            let Some(first) = stencil.cells.first() else {
                continue;
            };
            for (down, right) in self.cells.keys() {
                let at = (down - first.down, right - first.right);
                all.extend(self.after(stencil, at));
            }
        }
        all
    }
}

/// The stencils of a player's moves.
fn of(board: &Board, player: Player) -> Vec<&Stencil> {
    let own = board
        .moves
        .iter()
        .filter(|rewrite| rewrite.by.allows(player));
    own.flat_map(|rewrite| &rewrite.stencils).collect()
}

fn are_numbers(board: &Board, budget: &Budget) -> Result<u64, Rejection> {
    let [lefts, rights] = Player::BOTH.map(|player| of(board, player));
    let mut pairs = 0;
    for one in &lefts {
        for other in &rights {
            let places: BTreeSet<Place> = one
                .cells
                .iter()
                .flat_map(|a| {
                    let cells = other.cells.iter();
                    cells.map(|b| (a.down - b.down, a.right - b.right))
                })
                .collect();
            for at in places {
                let mut patch = Patch::default();
                if !patch.add(one, (0, 0)) || !patch.add(other, at) {
                    continue;
                }
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
        let others = of(board, player.other());
        for stencil in of(board, player) {
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
    fn check(&self, subject: &Subject, budget: &Budget) -> Result<Checked, Rejection> {
        let game = &subject.game;
        let board = game
            .board()
            .ok_or_else(|| Rejection::rules("the game is none of rows or boards"))?;
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
                "Every position of every size is a number: {left} wins a sum whose numbers come to more than 0, {right} one below 0, and at 0 who moved last."
            ),
            Kind::Dicots => "In every position of every size either both players can move or neither can: every value is infinitesimal, and where the atomic weights of a sum come to 2 or more, its owner wins, whoever begins.".into(),
        }
    }

    fn values(&self, _: &Game, _: &Position) -> Option<[Value; 2]> {
        None
    }
}
