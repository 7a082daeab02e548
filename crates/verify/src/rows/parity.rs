//! Rows and boards on which it does not matter how one plays: all plays from a position have an
//! even number of moves, or all an odd one.
//!
//! ```text
//!   play ends; both players have the same moves
//!   where two moves can both be made and share a cell, plays from what either leaves lead to a common position, and both have an even number of moves, or both an odd one
//!   ──────────────────────────────────────────────────────────────────────────────────────────────────
//!   from each position all plays have an even number of moves (value 0), or all an odd one (value *)
//! ```
//!
//! So of rows that lose cells, too, where each move replaces a word by a shorter one.
//!
//! Moves that share no cell lead to a common position, each made after the other. So by induction
//! along play any two plays from a position are like two that go on to a common one (Newman 1942,
//! with lengths counted); only the finitely many ways in which two moves overlap are looked at, and
//! of the cells around them nothing is known. From a position without moves the play has no move; a
//! move changes whether the number is odd. So the player to move wins in normal play where it is
//! odd, and under misère play where it is even.

use std::collections::BTreeSet;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::board::Stencil;
use whowins_analysis::derive::WordRule;
use whowins_analysis::{Game, Player, Position, Strings, Stuck, Value};

use super::functional::plain_board;
use super::patch::{Patch, stencils_of};
use super::play_ends;
use super::settle::carry_out;
use crate::{Budget, Checked, Claim, Rejection};

/// More positions than these are not looked at where two moves overlap.
const FOLLOWED: usize = 1 << 12;
/// Steps of a look at the rules alone.
const FEW: u64 = 1 << 16;
/// Longer plays are not played out to count their moves.
const MOVES: usize = 1 << 24;

/// That all plays from a position have an even number of moves, or all an odd one.
///
/// Source: M. H. A. Newman 1942 (local confluence, with the lengths of the paths counted modulo 2).
/// The theorem for rows: `proofs/ViewParity.v`, `parity_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parity {}

/// Positions after plays that begin here, each with whether the play had an odd number of moves;
/// those met already are not gone on from. A position has so many cells at most.
fn followed<T: Clone + Ord>(
    from: T,
    nexts: &dyn Fn(&T) -> Vec<T>,
    cells: usize,
    budget: &Budget,
) -> Result<BTreeSet<(T, bool)>, Rejection> {
    let mut seen = BTreeSet::from([(from.clone(), false)]);
    let mut work = vec![(from, false)];
    while let Some((position, is_odd)) = work.pop() {
        let nexts = nexts(&position);
        budget.spend((cells * nexts.len()) as u64 + 1)?;
        for next in nexts {
            let next = (next, !is_odd);
            if seen.len() < FOLLOWED && !seen.contains(&next) {
                seen.insert(next.clone());
                work.push(next);
            }
        }
    }
    Ok(seen)
}

/// Whether plays from two positions meet after numbers of moves that are both even or both odd.
fn meet<T: Clone + Ord>(
    [first, second]: [T; 2],
    nexts: &dyn Fn(&T) -> Vec<T>,
    cells: usize,
    budget: &Budget,
) -> Result<(), Rejection> {
    if first == second {
        return Ok(());
    }
    let after_first = followed(first, nexts, cells, budget)?;
    let after_second = followed(second, nexts, cells, budget)?;
    match after_first.is_disjoint(&after_second) {
        false => Ok(()),
        true => Err(Rejection::false_claim(
            "where two moves overlap, no plays from what they leave are seen to meet after numbers of moves that are both even or both odd",
        )),
    }
}

/// In how many ways two moves on a board overlap, where plays meet after each.
fn stencils_meet(stencils: &[&Stencil], budget: &Budget) -> Result<u64, Rejection> {
    let mut ways = 0;
    for (number, one) in stencils.iter().enumerate() {
        for other in &stencils[number..] {
            for (at, patch) in Patch::overlaps(one, other) {
                let both = (patch.after(one, (0, 0)), patch.after(other, at));
                let (Some(first), Some(second)) = both else {
                    return Err(Rejection::false_claim(
                        "two moves do not fit where they were laid",
                    ));
                };
                ways += 1;
                let nexts = |patch: &Patch| patch.followers(stencils);
                meet([first, second], &nexts, patch.cells.len(), budget)?;
            }
        }
    }
    Ok(ways)
}

/// The same of words that are replaced.
fn words_meet(strings: &Strings, budget: &Budget) -> Result<u64, Rejection> {
    let mut ways = 0;
    for (one, by_one) in &strings.rules {
        for (other, by_other) in &strings.rules {
            for at in 0..one.len() {
                // The second word begins at this place of the first, and reaches as far, or
                // further.
                let (covered, beyond) = match other.len() > one.len() - at {
                    true => (&one[at..], &other[one.len() - at..]),
                    false => (&one[at..at + other.len()], &[][..]),
                };
                if !other.starts_with(covered) {
                    continue;
                }
                ways += 1;
                let behind = one.get(at + other.len()..).unwrap_or_default();
                let left = [
                    [by_one.as_slice(), beyond].concat(),
                    [&one[..at], by_other, behind].concat(),
                ];
                let nexts = |word: &Vec<u8>| strings.nexts(word);
                meet(left, &nexts, one.len() + other.len(), budget)?;
            }
        }
    }
    Ok(ways)
}

/// How many moves a play on a row that loses cells has; `None` where they are more than `most`.
///
/// Cells are read one after the other; what is put in place of a word is read again, and no word
/// before it begins anew: `O(cells + moves)` words are looked at.
fn played(strings: &Strings, row: &[u8], most: usize) -> Option<usize> {
    let mut moves = 0;
    let (mut read, mut unread) = (Vec::new(), row.to_vec());
    unread.reverse();
    while let Some(cell) = unread.pop() {
        read.push(cell);
        let ends_here = |rule: &&WordRule| read.ends_with(&rule.0);
        if let Some((before, after)) = strings.rules.iter().find(ends_here) {
            moves += 1;
            if moves > most {
                return None;
            }
            read.truncate(read.len() - before.len());
            unread.extend(after.iter().rev());
        }
    }
    Some(moves)
}

/// Whether who cannot move wins.
fn is_misere(game: &Game) -> bool {
    let strings = game.strings();
    strings.map_or(game.ending.stuck, |strings| strings.stuck) == Stuck::Wins
}

/// What is checked of a game.
fn checked(game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
    let told = |ways: u64| {
        format!(
            "in {ways} ways two moves share cells: each time plays from what they leave meet, after numbers of moves that are both even or both odd"
        )
    };
    if let Some(strings) = game.strings() {
        let ends = "play ends: each move leaves a shorter row".into();
        return Ok(vec![ends, told(words_meet(&strings, budget)?)]);
    }
    let board = plain_board(game)?;
    if !board.at_once.is_empty() || game.ending.blocked > 0 {
        return Err(Rejection::rules(
            "this law knows no moves that are made at once, and no blocked options",
        ));
    }
    if !game.is_impartial() {
        return Err(Rejection::rules("the players have different moves"));
    }
    let ends = play_ends(board)?;
    let ways = stencils_meet(&stencils_of(board, Player::First), budget)?;
    Ok(vec![ends, told(ways)])
}

impl Parity {
    /// Whether the check accepts the law of a game, within some thousand steps: it asks for no more
    /// than the rules.
    pub fn is_law_of(game: &Game) -> bool {
        checked(game, &Budget::of(FEW)).is_ok()
    }

    /// What the number of moves of a play must be for the player to move to win: `odd`, or under
    /// misère play `even`.
    pub fn winning(game: &Game) -> &'static str {
        if is_misere(game) { "even" } else { "odd" }
    }

    /// Whether plays from a position have an odd number of moves: that of one play; `None` where it
    /// is no position of such a game, or the play is too long.
    ///
    /// `O(cells + moves · log cells)`.
    pub fn is_odd(&self, game: &Game, position: &Position) -> Option<bool> {
        let cells = position.cells()?;
        if let Some(strings) = game.strings() {
            let fits = cells.iter().all(|cell| *cell < strings.symbols);
            let moves = fits.then(|| played(&strings, &cells, MOVES))??;
            return Some(moves % 2 == 1);
        }
        let board = game.board()?;
        let (rows, columns) = game.size_of(position);
        let symbols = board.alphabet.len();
        let fits = cells.len() == rows.checked_mul(columns)?
            && cells.iter().all(|cell| usize::from(*cell) < symbols);
        if cells.is_empty() || !fits {
            return None;
        }
        let (_, moves) = carry_out(&board.moves, (rows, columns), &cells, MOVES)?;
        Some(moves % 2 == 1)
    }
}

impl Claim for Parity {
    fn kind(&self) -> &'static str {
        "parity"
    }

    /// Steps: the positions after moves that overlap.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        checked(game, budget)
    }

    fn statement(&self, game: &Game) -> String {
        let what = match game.board().is_some_and(|board| !board.row) {
            true => "board of any size",
            false => "row of any length",
        };
        let number = Self::winning(game);
        format!(
            "It does not matter how one plays: from a {what} all plays have an even number of moves, or all have an odd one. The player to move wins exactly when the number is {number}; one play tells it."
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let wins = self.is_odd(game, position)? != is_misere(game);
        Some([if wins { Value::Win } else { Value::Loss }; 2])
    }

    fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let is_odd = (!is_misere(game)).then(|| self.is_odd(game, position))??;
        Some(UBig::from(u8::from(is_odd)))
    }
}
