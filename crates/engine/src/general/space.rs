//! A game's states, numbered.

use std::ops::ControlFlow;

use whowins_analysis::{End, LARGEST, Player, Value};

use super::lines::Chain;

/// Breaks off or goes on.
pub type Flow = ControlFlow<()>;

/// A run of states that is walked in index order; [`Space::waves`] says which runs are independent.
#[derive(Clone, Debug)]
pub struct Block {
    /// Least value of each slot.
    pub low: Vec<i64>,
    /// Largest value of each slot.
    pub high: Vec<i64>,
}

/// The states of a finite game, numbered from 0 without gaps, with their moves as indices.
///
/// The moves handed out forwards and backwards are the same, counted with multiplicity.
pub trait Space: Sync {
    /// How many states.
    fn states(&self) -> u64;

    /// The state of an index.
    fn unrank(&self, index: u64, state: &mut Vec<i64>);

    /// The index of a state; `None` for states outside.
    fn rank(&self, state: &[i64]) -> Option<u64>;

    /// The result, where the game is over.
    fn end(&self, state: &[i64], index: u64) -> Option<End>;

    /// What having no move brings.
    fn stuck(&self) -> Value;

    /// Whether both players have the same moves and ends, so that one table serves both.
    fn impartial(&self) -> bool;

    /// Whether every move leads to a smaller index.
    fn falls(&self) -> bool;

    /// The indices that `player` can move to from a state that is no end.
    fn options(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow;

    /// The chains among the moves, where the space falls.
    fn chains(&self) -> &[Chain] {
        &[]
    }

    /// Whether all moves are along [`Space::chains`], and no two lead from one state to the same.
    fn chains_alone(&self) -> bool {
        false
    }

    /// The numbering, where it is one of mixed radix.
    fn radix(&self) -> Option<&Radix> {
        None
    }

    /// By how much a move lowers the index at most; of a chain, of which up to `most` lines are
    /// kept, the nearest option counts. Only for spaces that fall.
    fn reach(&self, _most: u64) -> u64 {
        self.states()
    }

    /// As [`Space::options`], without the moves along [`Space::chains`].
    fn options_off_chains(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        self.options(player, state, index, emit)
    }

    /// How many moves `player` has from a state that is no end.
    fn count(&self, player: Player, state: &[i64], index: u64) -> u32 {
        let mut count = 0;
        let _ = self.options(player, state, index, &mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether [`Space::origins`] works.
    fn inverts(&self) -> bool;

    /// The indices from which `player` can move to this one; ends may be among them. `state` is
    /// room to work in.
    fn origins(&self, player: Player, index: u64, state: &mut Vec<i64>, emit: &mut impl FnMut(u64));

    /// Adds what [`Space::origins`] calls to `found`, each with this tag.
    #[inline]
    fn gather(
        &self,
        player: Player,
        index: u64,
        tag: u64,
        state: &mut Vec<i64>,
        found: &mut Found,
    ) {
        self.origins(player, index, state, &mut |origin| found.push(origin, tag));
    }

    /// Calls `visit` for the states of a block in rising index order, until it breaks off.
    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow;

    /// As [`Space::walk`], with the end of each state, or where there is none how many moves the
    /// first so many players have.
    fn walk_counting(
        &self,
        block: &Block,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        count_each(self, block, players, visit)
    }

    /// All states.
    fn whole(&self) -> Block;

    /// Blocks that cover the block `within`, to which all moves from it lead, but for those that
    /// leave it; every move leads into the same block, or into a block of an earlier wave. Only for
    /// spaces that fall.
    fn waves(&self, within: &Block, _threads: usize) -> Vec<Vec<Block>> {
        vec![vec![within.clone()]]
    }

    /// Independent blocks that cover the space, for work that looks at single states.
    fn blocks(&self, threads: usize) -> Vec<Block>;
}

/// [`Space::walk_counting`] state by state, for spaces that have nothing faster.
pub fn count_each<S: Space + ?Sized>(
    space: &S,
    block: &Block,
    players: usize,
    visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
) -> Flow {
    space.walk(block, &mut |index, state| {
        let end = space.end(state, index);
        let mut counts = [0; 2];
        if end.is_none() {
            for player in &Player::BOTH[..players] {
                counts[player.index()] = space.count(*player, state, index);
            }
        }
        visit(index, end, counts)
    })
}

/// States of which something is known, in a list that is used again and again.
pub struct Found {
    /// States and tags; what lies beyond `len` is room.
    items: Vec<u64>,
    len: usize,
}

/// Bits of a tag.
const TAG: u32 = 2;

impl Found {
    /// A list with room for so many states.
    pub fn new(room: usize) -> Self {
        Self {
            items: vec![0; room],
            len: 0,
        }
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a state.
    #[inline]
    pub fn push(&mut self, index: u64, tag: u64) {
        if self.len == self.items.len() {
            self.items.resize(2 * self.len + 1, 0);
        }
        self.items[self.len] = index << TAG | tag;
        self.len += 1;
    }

    /// Adds the states so many steps from `index`. `padded` begins with the steps and, but near the
    /// end of a table, has four more: mostly these are few, and then no branch depends on how many.
    #[inline]
    pub fn extend<T: Copy + Into<i64>>(
        &mut self,
        index: u64,
        tag: u64,
        padded: &[T],
        steps: usize,
    ) {
        let to = |step: T| ((index as i64 + step.into()) as u64) << TAG | tag;
        let room = self
            .items
            .get_mut(self.len..)
            .and_then(|room| room.first_chunk_mut::<FEW>());
        match (room, padded.first_chunk::<FEW>()) {
            (Some(room), Some(first)) if steps <= FEW => {
                for (room, step) in room.iter_mut().zip(first) {
                    *room = to(*step);
                }
                self.len += steps;
            }
            _ => {
                for step in &padded[..steps] {
                    self.push((index as i64 + (*step).into()) as u64, tag);
                }
            }
        }
    }

    /// Leaves the states out for which `keep` is false; without a branch that depends on it.
    #[inline]
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) {
        let mut kept = 0;
        for at in 0..self.len {
            let item = self.items[at];
            self.items[kept] = item;
            kept += usize::from(keep(item >> TAG));
        }
        self.len = kept;
    }

    /// The states with their tags.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let mask = (1 << TAG) - 1;
        self.items[..self.len]
            .iter()
            .map(move |item| (item >> TAG, item & mask))
    }
}

/// Steps that are added without asking how many there are.
const FEW: usize = 4;

/// Mixed-radix numbers: the slots of a state, most significant first in `order`.
#[derive(Clone, Debug)]
pub struct Radix {
    /// Least value of each slot.
    pub low: Vec<i64>,
    /// Largest value of each slot.
    pub high: Vec<i64>,
    /// Slots from the most to the least significant.
    pub order: Vec<usize>,
    /// What one more in a slot adds to the index.
    pub weight: Vec<u64>,
    /// How many states.
    pub len: u64,
}

impl Radix {
    /// The numbering of the box from `low` to `high`; `None` where the box has 2^63 states or more,
    /// or reaches past the numbers of states in machine words.
    pub fn new(low: Vec<i64>, high: Vec<i64>, order: Vec<usize>) -> Option<Self> {
        if high.iter().any(|high| *high > LARGEST) {
            return None;
        }
        let mut weight = vec![0; low.len()];
        let mut len: u64 = 1;
        for slot in order.iter().rev() {
            weight[*slot] = len;
            let values =
                u64::try_from(high[*slot].checked_sub(low[*slot])?.checked_add(1)?).ok()?;
            len = len.checked_mul(values).filter(|len| *len < 1 << 63)?;
        }
        Some(Self {
            low,
            high,
            order,
            weight,
            len,
        })
    }

    /// The index of a state in the box.
    pub fn rank(&self, state: &[i64]) -> Option<u64> {
        let mut index = 0;
        for (slot, value) in state.iter().enumerate() {
            if *value < self.low[slot] || *value > self.high[slot] {
                return None;
            }
            index += (value - self.low[slot]) as u64 * self.weight[slot];
        }
        Some(index)
    }

    /// The state of an index.
    #[inline]
    pub fn unrank(&self, mut index: u64, state: &mut Vec<i64>) {
        state.resize(self.low.len(), 0);
        let Some((last, rest)) = self.order.split_last() else {
            return;
        };
        for slot in rest {
            let weight = self.weight[*slot];
            // Processors divide short numbers several times faster.
            let (digit, left) = match (u32::try_from(index), u32::try_from(weight)) {
                (Ok(index), Ok(weight)) => (u64::from(index / weight), u64::from(index % weight)),
                _ => (index / weight, index % weight),
            };
            state[*slot] = self.low[*slot] + digit as i64;
            index = left;
        }
        state[*last] = self.low[*last] + index as i64;
    }

    /// The whole box as a block.
    pub fn whole(&self) -> Block {
        Block {
            low: self.low.clone(),
            high: self.high.clone(),
        }
    }

    /// Walks a block in rising index order, with the state kept up by carrying.
    pub fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        let mut state = block.low.clone();
        let mut index = match self.rank(&state) {
            Some(index) => index,
            None => return Flow::Continue(()),
        };
        let Some((last, rest)) = self.order.split_last() else {
            return visit(index, &state);
        };
        loop {
            for value in block.low[*last]..=block.high[*last] {
                state[*last] = value;
                visit(index, &state)?;
                index += self.weight[*last];
            }
            index -= (block.high[*last] - block.low[*last] + 1) as u64 * self.weight[*last];
            state[*last] = block.low[*last];
            let Some(carry) = rest
                .iter()
                .rposition(|slot| state[*slot] < block.high[*slot])
            else {
                return Flow::Continue(());
            };
            state[rest[carry]] += 1;
            index += self.weight[rest[carry]];
            for slot in &rest[carry + 1..] {
                index -= (state[*slot] - block.low[*slot]) as u64 * self.weight[*slot];
                state[*slot] = block.low[*slot];
            }
        }
    }

    /// The run of states from the index `first` on that is both a box and, with at most `most`
    /// states (one row at least), an interval of indices; `first` must be where an earlier tier
    /// ended.
    pub fn tier(&self, first: u64, most: u64) -> Block {
        let mut low = Vec::new();
        self.unrank(first, &mut low);
        let mut block = Block {
            high: low.clone(),
            low,
        };
        let mut order = self.order.iter().rev().peekable();
        while let Some(slot) = order.next() {
            let (least, last) = (self.low[*slot], self.high[*slot]);
            let room = (most / self.weight[*slot]).clamp(1, 1 << 62) as i64;
            let from = block.low[*slot];
            block.high[*slot] = last.min(from.saturating_add(room - 1));
            let full = from == least && block.high[*slot] == last;
            let more = order.peek().is_some_and(|next| self.weight[**next] <= most);
            if !full || !more {
                break;
            }
        }
        block
    }

    /// How many states a block has.
    pub fn size(&self, block: &Block) -> u64 {
        let sides = block.low.iter().zip(&block.high);
        sides.map(|(low, high)| (high - low + 1) as u64).product()
    }

    /// The block cut along slots that no move raises, most significant first, into tiles for so
    /// many threads; tiles of one wave have equal sums of their places, so that no move leads from
    /// one to another.
    pub fn tiles(&self, within: &Block, never_raised: &[usize], threads: usize) -> Vec<Vec<Block>> {
        let wanted = 4 * threads as i64;
        if threads < 2 || self.size(within) < 1 << 12 {
            return vec![vec![within.clone()]];
        }
        let mut tiles = vec![(0, within.clone())];
        let mut most = 0;
        let mut cuts = 0;
        for slot in never_raised {
            if within.high[*slot] == within.low[*slot] {
                continue;
            }
            let mut parts = 0;
            tiles = tiles
                .iter()
                .flat_map(|(sum, tile)| {
                    let cut = cut(tile, *slot, wanted);
                    parts = cut.len();
                    cut.into_iter()
                        .enumerate()
                        .map(move |(at, tile)| (sum + at, tile))
                })
                .collect();
            most += parts - 1;
            cuts += 1;
            if cuts >= 2 && tiles.len() as i64 >= wanted * wanted {
                break;
            }
        }
        let mut waves = vec![Vec::new(); most + 1];
        for (sum, tile) in tiles {
            waves[sum].push(tile);
        }
        waves
    }

    /// The box cut into about `parts` slabs along its most significant slots.
    pub fn slabs(&self, parts: usize) -> Vec<Block> {
        let mut blocks = vec![self.whole()];
        for slot in &self.order {
            if blocks.len() >= parts {
                break;
            }
            let wanted = parts.div_ceil(blocks.len()) as i64;
            blocks = blocks
                .iter()
                .flat_map(|block| cut(block, *slot, wanted))
                .collect();
        }
        blocks
    }
}

/// A block cut along one slot into at most `parts` blocks of nearly equal width.
pub fn cut(block: &Block, slot: usize, parts: i64) -> Vec<Block> {
    let (low, high) = (block.low[slot], block.high[slot]);
    let values = high - low + 1;
    let width = (values + parts - 1) / parts.max(1);
    (0..parts)
        .map(|part| low + part * width)
        .filter(|start| *start <= high)
        .map(|start| {
            let mut part = block.clone();
            part.low[slot] = start;
            part.high[slot] = high.min(start + width - 1);
            part
        })
        .collect()
}
