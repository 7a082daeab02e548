//! Games in which players fill cells ([`Filling`]): which cells an answer hangs on.
//!
//! **A claim.** An answer for a player W comes with a set of cells: W gets as much, with the same player to move, from every state in which W's cells are W's, those of the set are empty or W's, and all others are
//! anybody's or empty. So where the opponent is to move and fails by filling a cell, he fails by every other cell that is not in the set of that answer: he might as well have gone there, and the cell
//! that he went to first be left empty. Only the cells that are in all sets so far are tried on.
//!
//! **Sets.** Where W comes to the goal: no cell, where the opponent's goal is out of reach even with all that is empty his own; else all that is empty. Where W moves: the cell, and the set of what comes
//! after. Where the opponent moves, the sets of all cells that were tried. The claim holds by induction: who has a stone already where W's way puts it plays anywhere, and more is no harm ([`Filling`]); where nothing is left to
//! play, W's goal on the way is reached, and the opponent's is not.
//!
//! **Order.** Cells are tried in the order in which they decide boards that are filled by chance (Peres, Schramm, Sheffield and Wilson 2007 play random-turn Hex so). What is left of a board by the few cells that matter is often won by pairs.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::program::Filling;
use whowins_core::{Budget, Game, State};

use super::{small, table};
use crate::compiled::{Flat, Memory, Turn, Wide, Word};
use crate::mixing::Mixing;
use crate::terms::Broken;
use crate::terms::moves::{Cells, Foreseen, Make, Moves, OfStates, OneWord, Seen, left};

/// With fewer options they are tried as they come.
const LEAST: usize = 5;

/// Boards filled by chance to see which cells matter.
const SAMPLES: u32 = 64;

/// Pairs that are looked for.
const MOST: usize = 5;

/// Moves of a game of filling.
pub(super) struct Filled<W> {
    moves: OneWord<W>,
    /// Code for the ends of each player alone.
    goals: [(Flat<W>, Memory<W>); 2],
    cells: Vec<Place<W>>,
    /// The cell that a change of the word fills.
    filled: HashMap<W, u128, BuildHasherDefault<Mixing>>,
    is_even: bool,
    /// Whether each player's goal hangs on nobody's turn.
    blind: [bool; 2],
    /// What player 0 gets where each player's goal ends play.
    pays: [i32; 2],
    budget: Budget,
}

/// A cell in a word.
struct Place<W> {
    bits: W,
    empty: W,
    marks: [W; 2],
}

/// Makes something of the moves of a game of filling; `None` where it is none, or its states are no words.
pub(super) fn filled<F: Make>(
    game: &Game,
    start: &State,
    budget: &Budget,
    make: &F,
) -> Option<F::Made> {
    let filling = Filling::of(game, start)?;
    if let Some(moves) = Filled::<u64>::new(game, &filling, start, budget) {
        return Some(make.make(moves));
    }
    if let Some(moves) = Filled::<u128>::new(game, &filling, start, budget) {
        return Some(make.make(moves));
    }
    Some(make.make(Filled::<Wide>::new(game, &filling, start, budget)?))
}

/// The bits that are others.
fn changed<W: Word>(from: W, to: W) -> W {
    from.or(to).minus(from.and(to))
}

impl<W: Word> Filled<W> {
    fn new(game: &Game, filling: &Filling, start: &State, budget: &Budget) -> Option<Self> {
        let code = Flat::<W>::new(game, start, None)?;
        let place = |code: &Flat<W>, at: usize, contents: &[IBig]| {
            let elements = filling.cells[at].elements.iter().zip(contents);
            elements
                .into_iter()
                .try_fold((W::ZERO, W::ZERO), |(bits, all), ((part, at), value)| {
                    let (own, value) = code.element(*part, *at, value)?;
                    Some((bits.or(own), all.or(value)))
                })
        };
        let pays = [small(&filling.pays[0]).ok()?, small(&filling.pays[1]).ok()?];
        let mut cells = Vec::new();
        let mut filled = HashMap::default();
        for (at, cell) in filling.cells.iter().enumerate() {
            let (bits, empty) = place(&code, at, &cell.empty)?;
            let mut marks = [W::ZERO; 2];
            for (player, mark) in marks.iter_mut().enumerate() {
                *mark = place(&code, at, &cell.marks[player])?.1;
                // The turn passes as well.
                let change = changed(changed(empty, *mark), W::of(1, 0));
                filled.insert(change, 1 << at);
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
        Some(Self {
            goals: goals.try_into().ok()?,
            cells,
            filled,
            is_even: filling.is_even,
            pays,
            blind: filling
                .goals
                .each_ref()
                .map(|goal| goal.ends.iter().all(|end| !end.when.reads_part(0))),
            budget: budget.clone(),
            moves: code
                .begins_with_turn()
                .then(|| OneWord::new(code, false, budget.clone()))?,
        })
    }

    /// Whether a player has come to his goal.
    fn holds(&mut self, player: usize, word: W) -> Result<bool, Broken> {
        let (code, memory) = &mut self.goals[player];
        let over = code.turn(memory, word, &self.budget, &mut |_, _| {
            ControlFlow::Break(())
        });
        Ok(matches!(over.map_err(left)?, Turn::Over(1)))
    }

    /// The same, for each player to move.
    fn reached(&mut self, player: usize, word: W) -> Result<[bool; 2], Broken> {
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

    /// A pairing strategy (Hales and Jewett 1963): pairs of empty cells of which a player needs one each, and one cell more where he is to move; the cells of all, where there are such.
    ///
    /// Cells are tried in the order of how little they matter.
    fn paired(
        &mut self,
        word: W,
        player: usize,
        order: &[usize],
        moves: bool,
    ) -> Result<Option<u128>, Broken> {
        let mut wanted: Vec<usize> = order.to_vec();
        let with = |this: &Self, cells: &mut dyn Iterator<Item = usize>| {
            cells.fold(word, |word, at| this.marked(word, at, player))
        };
        if !self.holds(player, with(self, &mut wanted.iter().copied()))? {
            return Ok(None);
        }
        // As few cells as do.
        for at in order {
            let others = wanted.iter().copied().filter(|one| one != at);
            let others: Vec<usize> = others.collect();
            if self.holds(player, with(self, &mut others.iter().copied()))? {
                wanted = others;
            }
        }
        if wanted.len() > MOST + usize::from(moves) {
            return Ok(None);
        }
        // For each another that does as well.
        let (mut pairs, mut alone) = (Vec::new(), None);
        let mut free: Vec<usize> = order
            .iter()
            .rev()
            .copied()
            .filter(|at| !wanted.contains(at))
            .collect();
        for at in &wanted {
            let others = with(self, &mut wanted.iter().copied().filter(|one| one != at));
            let mut found = None;
            for (place, other) in free.iter().enumerate() {
                let other = self.marked(others, *other, player);
                if self.holds(player, other)? {
                    found = Some(place);
                    break;
                }
            }
            match found {
                Some(place) => pairs.push([*at, free.remove(place)]),
                None if moves && alone.is_none() => alone = Some(*at),
                None => return Ok(None),
            }
        }
        if pairs.len() > MOST {
            return Ok(None);
        }
        // Whichever of each pair he gets, he is there, and the opponent is not with all else.
        for choice in 0..1 << pairs.len() {
            let own = pairs
                .iter()
                .enumerate()
                .map(|(at, pair)| pair[choice >> at & 1]);
            let own = with(self, &mut own.chain(alone));
            if !self.reached(player, own)?.into_iter().all(|there| there) {
                return Ok(None);
            }
            let (_, full) = self.with_all(own, 1 - player);
            if self.reached(1 - player, full)?.contains(&true) {
                return Ok(None);
            }
        }
        let all = pairs.iter().flatten().chain(&alone);
        Ok(Some(all.fold(0, |all, at| all | 1 << at)))
    }

    /// The word with an empty cell filled by a player.
    fn marked(&self, word: W, at: usize, player: usize) -> W {
        let cell = &self.cells[at];
        word.minus(cell.empty).plus(cell.marks[player])
    }

    /// The cells that are empty, and the word with all of them filled by a player.
    fn with_all(&self, word: W, player: usize) -> (u128, W) {
        let (mut empty, mut full) = (0, word);
        for (at, cell) in self.cells.iter().enumerate() {
            if word.and(cell.bits) == cell.empty {
                empty |= 1 << at;
                full = self.marked(full, at, player);
            }
        }
        (empty, full)
    }
}

impl<W: Word> Moves for Filled<W> {
    type Key = W;
    type Cells = u128;

    const QUICK: bool = true;

    fn look(&mut self, key: &W, most: usize, options: &mut Vec<(W, i64)>) -> Result<Seen, Broken> {
        self.moves.look(key, most, options)
    }

    fn bytes(_: &W) -> usize {
        0
    }

    fn step(from: &W, to: &W) -> u64 {
        W::step(*from, *to)
    }

    fn weigh(
        &mut self,
        key: &W,
        options: &[(W, i64)],
        weights: &mut Vec<i32>,
    ) -> Result<(), Broken> {
        if options.len() < LEAST {
            return Ok(());
        }
        let mut counts = [0; u128::BITS as usize];
        for sample in 0..SAMPLES {
            let chance = [0, 1].map(|half| u128::from(table::hash(&(*key, sample, half))));
            let chance = chance[0] << 64 | chance[1];
            let mut word = *key;
            for (at, cell) in self.cells.iter().enumerate() {
                if key.and(cell.bits) == cell.empty {
                    let player = (chance >> at & 1) as usize;
                    word = self.marked(word, at, player);
                }
            }
            let paid = i32::from(self.holds(0, word)?) - i32::from(self.holds(1, word)?);
            for (at, count) in counts.iter_mut().enumerate().take(self.cells.len()) {
                *count += match chance >> at & 1 {
                    0 => paid,
                    _ => -paid,
                };
            }
        }
        weights.extend(options.iter().map(|(option, _)| {
            let cell = self.cell(key, option).trailing_zeros() as usize;
            counts.get(cell).copied().unwrap_or(0)
        }));
        Ok(())
    }

    fn foreseen(
        &mut self,
        key: &W,
        options: &[(W, i64)],
        weights: &[i32],
    ) -> Result<Option<Foreseen<u128>>, Broken> {
        if weights.is_empty() {
            return Ok(None);
        }
        let mover = usize::from(self.goals[0].0.turn_of(*key));
        let mut order: Vec<(i32, usize)> = Vec::new();
        for ((option, _), weight) in options.iter().zip(weights) {
            let cell = self.cell(key, option);
            if cell.count_ones() != 1 {
                return Ok(None);
            }
            order.push((*weight, cell.trailing_zeros() as usize));
        }
        order.sort_unstable();
        let order: Vec<usize> = order.into_iter().map(|(_, cell)| cell).collect();
        for player in [mover, 1 - mover] {
            if let Some(needs) = self.paired(*key, player, &order, player == mover)? {
                return Ok(Some(Foreseen {
                    is_least: player == 0,
                    pays: self.pays[player],
                    needs,
                }));
            }
        }
        Ok(None)
    }

    fn cell(&self, from: &W, to: &W) -> u128 {
        self.filled
            .get(&changed(*from, *to))
            .copied()
            .unwrap_or(<u128 as Cells>::ALL)
    }

    fn needs(&mut self, key: &W) -> Result<[u128; 2], Broken> {
        let mut needs = [<u128 as Cells>::ALL; 2];
        let reached = [self.reached(0, *key)?, self.reached(1, *key)?];
        let anybody = reached.iter().flatten().any(|reached| *reached);
        for (player, needs) in needs.iter_mut().enumerate() {
            let opponent = 1 - player;
            // Nobody can move: that is for who wants no goal of the opponent's.
            let is_stuck = !anybody && self.is_even;
            let is_there = reached[player].iter().all(|reached| *reached) || is_stuck;
            if is_there && !reached[opponent].iter().any(|reached| *reached) {
                let (empty, full) = self.with_all(*key, opponent);
                let threat = self.reached(opponent, full)?;
                *needs = if threat.contains(&true) { empty } else { 0 };
            }
        }
        Ok(needs)
    }
}

impl<W: Word> OfStates for Filled<W> {
    fn key(&mut self, state: &State) -> Result<W, Broken> {
        self.moves.key(state)
    }

    fn state(&mut self, key: &W) -> State {
        self.moves.state(key)
    }
}
