//! Games in which players fill cells ([`Filling`]), as the search by claims (`claims.rs`) takes
//! them: states as words, who has secured what, and which cells matter.
//!
//! **Secured.** A player has *secured* what is asked for by some cells where that holds with all
//! others the opponent's: his goal, where he must come to it, and the opponent's out of reach. More
//! cells are no harm ([`Filling`]), so whatever the others come to hold, it holds. The opponent's
//! goal has to be out of reach with the player's cells still empty, as they were on the way: a goal
//! may be one that the player's cells undo ("he has none of these"), and who comes to it ends play.
//!
//! **Pairs.** A way to secure something whatever the opponent does is pairs of empty cells of which
//! any choice of one each secures it (Hales and Jewett 1963).
//!
//! **What matters.** Cells are tried in the order in which they decide boards that are filled by
//! chance (Peres, Schramm, Sheffield and Wilson 2007 play random-turn Hex so). The boards are
//! looked at many at once (`lanes.rs`) where the conditions allow it.

use std::collections::HashMap;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::program::Filling;
use whowins_core::{Budget, Game, State};

use super::claims::Claim;
use super::lanes::{Lane, Lanes};
use super::{small, table};
use crate::compiled::{Flat, Memory, Turn, Word};
use crate::terms::Broken;
use crate::terms::moves::{Moves, OneWord, left};

/// Boards filled by chance, in groups of 256, where the whole board is empty; fewer by the square
/// of the cells that are left.
const GROUPS: usize = 4;

/// And so many where each is looked at by itself.
const SAMPLES: u32 = 64;

/// Pairs that are looked for.
const MOST: usize = 5;

/// A game of filling from a state on.
pub(super) struct Filled<W> {
    pub moves: OneWord<W>,
    /// Code for the ends of each player alone, and the same for many boards.
    goals: [(Flat<W>, Memory<W>); 2],
    lanes: Option<[Lanes; 2]>,
    cells: Vec<Place<W>>,
    /// Whether each player's goal hangs on nobody's turn.
    blind: [bool; 2],
    /// What player 0 gets where each player's goal ends play, and where nobody can move, if that
    /// hangs on nothing.
    pub pays: [i32; 2],
    pub stuck: Option<i32>,
    /// Looks at states and boards, one by one.
    pub moved: u64,
    pub budget: Budget,
}

/// A cell in a word.
struct Place<W> {
    bits: W,
    empty: W,
    marks: [W; 2],
}

/// What is asked of a game: who has to come to a goal for it. Who has not is content with an end
/// where nobody can move.
pub(super) type Wanted = [bool; 2];

/// The cells that each player has, and the word.
#[derive(Clone, Copy)]
pub(super) struct Board<W> {
    pub word: W,
    pub own: [u128; 2],
    pub empty: u128,
}

/// The cells of a set, from the lowest on.
pub(super) fn each(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set > 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

impl<W: Word> Filled<W> {
    /// With the game's code, as it is played from this state; `None` where words do not mean the
    /// same to the code of the goals.
    pub(super) fn new(
        game: &Game,
        code: Flat<W>,
        filling: &Filling,
        start: &State,
        budget: &Budget,
    ) -> Option<Self> {
        let place = |code: &Flat<W>, at: usize, contents: &[IBig]| {
            let elements = filling.cells[at].elements.iter().zip(contents);
            elements
                .into_iter()
                .try_fold((W::ZERO, W::ZERO), |(bits, all), ((part, at), value)| {
                    let (own, value) = code.element(*part, *at, value)?;
                    Some((bits.or(own), all.or(value)))
                })
        };
        let mut cells = Vec::new();
        for (at, cell) in filling.cells.iter().enumerate() {
            let (bits, empty) = place(&code, at, &cell.empty)?;
            let [first, second] = [0, 1].map(|player| place(&code, at, &cell.marks[player]));
            let marks = [first?.1, second?.1];
            if marks[0] == marks[1] {
                return None;
            }
            cells.push(Place { bits, empty, marks });
        }
        let mut goals = Vec::new();
        for goal in &filling.goals {
            let goal = Flat::<W>::new(goal, start, None)?;
            // Words must mean the same to it.
            let same = (0..cells.len()).all(|at| {
                let cell = &filling.cells[at];
                let contents = cell.marks.iter().chain([&cell.empty]);
                contents
                    .into_iter()
                    .all(|contents| place(&goal, at, contents) == place(&code, at, contents))
            });
            if !same || !goal.begins_with_turn() || goal.word(start) != code.word(start) {
                return None;
            }
            goals.push((goal.clone(), goal.memory()));
        }
        let stuck = match filling.is_even {
            true => Some(small(&game.value(&game.stuck, start, budget).ok()?).ok()?),
            false => None,
        };
        Some(Self {
            goals: goals.try_into().ok()?,
            lanes: lanes(filling, start),
            cells,
            pays: [small(&filling.pays[0]).ok()?, small(&filling.pays[1]).ok()?],
            stuck,
            blind: filling
                .goals
                .each_ref()
                .map(|goal| goal.ends.iter().all(|end| !end.when.reads_part(0))),
            moved: 0,
            budget: budget.clone(),
            moves: code
                .begins_with_turn()
                .then(|| OneWord::new(code, false, budget.clone()))?,
        })
    }

    /// The board of a word, and the word with nothing in its cells and nobody's turn: what never
    /// changes.
    pub(super) fn board(&self, word: W) -> (Board<W>, W) {
        let (mut board, mut rest) = (
            Board {
                word,
                own: [0; 2],
                empty: 0,
            },
            word.and(W::of(1, 0).not()),
        );
        for (at, cell) in self.cells.iter().enumerate() {
            let bits = word.and(cell.bits);
            let mark = cell.marks.iter().position(|mark| *mark == bits);
            match mark {
                _ if bits == cell.empty => board.empty |= 1 << at,
                Some(player) => board.own[player] |= 1 << at,
                // It holds something else for good.
                None => continue,
            }
            rest = rest.minus(bits).plus(cell.empty);
        }
        (board, rest)
    }

    /// Whose turn it is.
    pub(super) fn turn_of(&self, word: W) -> usize {
        usize::from(self.goals[0].0.turn_of(word))
    }

    /// The board once a player has filled a cell, and it is the other's turn.
    pub(super) fn filled(&self, board: &Board<W>, at: usize, player: usize) -> Board<W> {
        let cell = &self.cells[at];
        let word = board.word.minus(cell.empty).plus(cell.marks[player]);
        let second = W::of(1, 0);
        let mut own = board.own;
        own[player] |= 1 << at;
        Board {
            word: match player {
                0 => word.or(second),
                _ => word.and(second.not()),
            },
            own,
            empty: board.empty & !(1 << at),
        }
    }

    /// What a state pays where play is over.
    pub(super) fn over(&mut self, word: W) -> Result<Option<IBig>, Broken> {
        self.moved += 1;
        let mut options = Vec::new();
        Ok(self.moves.look(&word, 0, &mut options)?.pays)
    }

    /// The word with these cells a player's, and all others that can be filled the opponent's.
    fn full(&self, board: &Board<W>, player: usize, own: u128) -> W {
        let all = board.own[0] | board.own[1] | board.empty;
        let now = [board.own[0], board.own[1]];
        each(all).fold(board.word, |word, at| {
            let cell = &self.cells[at];
            let bit = 1 << at;
            let old = match now.iter().position(|own| own & bit > 0) {
                Some(player) => cell.marks[player],
                None => cell.empty,
            };
            let new = cell.marks[if own & bit > 0 { player } else { 1 - player }];
            word.minus(old).plus(new)
        })
    }

    /// Whether a player has come to his goal.
    fn holds(&mut self, player: usize, word: W) -> Result<bool, Broken> {
        self.moved += 1;
        let (code, memory) = &mut self.goals[player];
        let over = code.turn(memory, word, &self.budget, &mut |_, _| {
            ControlFlow::Break(())
        });
        Ok(matches!(over.map_err(left)?, Turn::Over(1)))
    }

    /// The same, for each player to move.
    pub(super) fn reached(&mut self, player: usize, word: W) -> Result<[bool; 2], Broken> {
        if self.blind[player] {
            return Ok([self.holds(player, word)?; 2]);
        }
        let second = W::of(1, 0);
        let first = word.and(second.not());
        Ok([
            self.holds(player, first)?,
            self.holds(player, first.or(second))?,
        ])
    }

    /// Whether a player has secured what is asked for by these cells alone.
    pub(super) fn secures(
        &mut self,
        board: &Board<W>,
        player: usize,
        own: u128,
        wanted: Wanted,
    ) -> Result<bool, Broken> {
        let full = self.full(board, player, own);
        if wanted[player] && self.reached(player, full)?.contains(&false) {
            return Ok(false);
        }
        let bare = self.emptied(full, player, own);
        Ok(!self.reached(1 - player, bare)?.contains(&true))
    }

    /// Whether a player has come to his goal, and the opponent cannot have before, with no more
    /// cells than he has.
    pub(super) fn is_there(&mut self, board: &Board<W>, player: usize) -> Result<bool, Broken> {
        if self.reached(player, board.word)?.contains(&false) {
            return Ok(false);
        }
        let bare = self.emptied(board.word, player, board.own[player]);
        Ok(!self.reached(1 - player, bare)?.contains(&true))
    }

    /// The word with cells of a player's empty.
    fn emptied(&self, word: W, player: usize, own: u128) -> W {
        each(own).fold(word, |word, at| {
            let cell = &self.cells[at];
            word.minus(cell.marks[player]).plus(cell.empty)
        })
    }

    /// As few of a player's cells as secure it with these others, which do so with all of them;
    /// cells are left out in this order.
    pub(super) fn fewest(
        &mut self,
        board: &Board<W>,
        player: usize,
        (mut own, others): (u128, u128),
        wanted: Wanted,
        order: impl Iterator<Item = usize>,
    ) -> Result<u128, Broken> {
        for at in order {
            let fewer = own & !(1 << at);
            if fewer != own && self.secures(board, player, fewer | others, wanted)? {
                own = fewer;
            }
        }
        Ok(own)
    }

    /// Pairs of empty cells of which a player needs one each, and one cell more where he is to
    /// move.
    ///
    /// Cells are given in the order of how much they matter.
    pub(super) fn paired(
        &mut self,
        board: &Board<W>,
        player: usize,
        order: &[usize],
        wanted: Wanted,
    ) -> Result<Option<Claim>, Broken> {
        let moves = self.turn_of(board.word) == player;
        let own = board.own[player];
        if !self.secures(board, player, own | board.empty, wanted)? {
            return Ok(None);
        }
        let rest = order.iter().rev().copied();
        let needed = self.fewest(board, player, (board.empty, own), wanted, rest)?;
        if needed.count_ones() as usize > MOST + usize::from(moves) {
            return Ok(None);
        }
        // For each another that does as well.
        let (mut pairs, mut alone) = (Vec::new(), None);
        let mut free = board.empty & !needed;
        for at in each(needed) {
            let others = own | needed & !(1 << at);
            let mut found = None;
            for other in order.iter().copied().filter(|other| free >> other & 1 > 0) {
                if self.secures(board, player, others | 1 << other, wanted)? {
                    found = Some(other);
                    break;
                }
            }
            match found {
                Some(other) => {
                    pairs.push([at, other]);
                    free &= !(1 << other);
                }
                None if moves && alone.is_none() => alone = Some(at),
                None => return Ok(None),
            }
        }
        if pairs.len() > MOST {
            return Ok(None);
        }
        // Whichever of each pair he gets, he has it; and by these cells.
        let alone = alone.map_or(0, |at| 1 << at);
        let mut stones = 0;
        for choice in 0..1 << pairs.len() {
            let chosen = pairs.iter().enumerate();
            let chosen = chosen.map(|(at, pair)| 1 << pair[choice >> at & 1]);
            let chosen = chosen.fold(alone, |all, one: u128| all | one);
            if !self.secures(board, player, stones | chosen, wanted)? {
                if !self.secures(board, player, own | chosen, wanted)? {
                    return Ok(None);
                }
                let more = (own & !stones, stones | chosen);
                stones |= self.fewest(board, player, more, wanted, each(own))?;
            }
        }
        let cells = pairs.iter().flatten().fold(alone, |all, at| all | 1 << at);
        Ok(Some(Claim { stones, cells }))
    }

    /// The empty cells, those first that matter most.
    pub(super) fn order(&mut self, board: &Board<W>) -> Result<Vec<usize>, Broken> {
        let mut counts = [0; u128::BITS as usize];
        let left = board.empty.count_ones() as usize;
        let all = (board.own[0] | board.own[1] | board.empty).count_ones() as usize;
        let groups = (GROUPS * left * left).div_ceil((all * all).max(1));
        let is_many = match self.lanes.take() {
            None => false,
            Some(lanes) => {
                let whole = (0..groups).all(|group| self.many(&lanes, board, group, &mut counts));
                self.lanes = whole.then_some(lanes);
                whole
            }
        };
        if !is_many {
            for sample in 0..SAMPLES {
                let chance = [0, 1].map(|half| table::hash(&(board.word, sample, half)));
                let chance = u128::from(chance[0]) << 64 | u128::from(chance[1]);
                let own = board.own[0] | board.empty & chance;
                let word = self.full(board, 0, own);
                let paid = i32::from(self.holds(0, word)?) - i32::from(self.holds(1, word)?);
                for at in each(board.empty) {
                    counts[at] += if own >> at & 1 > 0 { paid } else { -paid };
                }
            }
        }
        let mut order: Vec<usize> = each(board.empty).collect();
        order.sort_by_key(|at| -counts[*at]);
        Ok(order)
    }

    /// Counts how 256 boards are decided by each of their empty cells; not where their conditions
    /// are not taken.
    fn many(&self, lanes: &[Lanes; 2], board: &Board<W>, group: usize, counts: &mut [i32]) -> bool {
        let seed = table::hash(&(board.word, group));
        let own: Vec<Lane> = (0..self.cells.len())
            .map(|at| match () {
                () if board.own[0] >> at & 1 > 0 => [u64::MAX; 4],
                () if board.own[1] >> at & 1 > 0 => [0; 4],
                () => std::array::from_fn(|word| table::hash(&(seed, at, word))),
            })
            .collect();
        let turn = self.turn_of(board.word);
        let holds = [0, 1].map(|player| lanes[player].holds(turn, &own));
        let [Some(first), Some(second)] = holds else {
            return false;
        };
        for at in each(board.empty) {
            for word in 0..first.len() {
                let own = own[at][word];
                let count = |agree: u64| 2 * agree.count_ones() as i32 - u64::BITS as i32;
                counts[at] += count(!(own ^ first[word])) - count(!(own ^ second[word]));
            }
        }
        true
    }
}

/// The goals on many boards at once; `None` where a cell holds numbers that these do not take.
fn lanes(filling: &Filling, start: &State) -> Option<[Lanes; 2]> {
    let mut cells = HashMap::new();
    for (at, cell) in filling.cells.iter().enumerate() {
        for (index, element) in cell.elements.iter().enumerate() {
            let mark = |player: usize| u64::try_from(&cell.marks[player][index]).ok();
            cells.insert(*element, (at, [mark(0)?, mark(1)?]));
        }
    }
    let goal = |player: usize| Lanes::new(&filling.goals[player], start, cells.clone());
    Some([goal(0), goal(1)])
}
