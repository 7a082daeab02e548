//! Tokens on cells: every placement, two tokens on one cell included.

use whowins_analysis::{Budget, End, Frame, Game, Player, Value};

use super::routes::{Route, Screen, routes};
use super::space::{Block, Flow, Radix, Space};

/// All placements of a game's tokens.
pub struct TokenSpace {
    frame: Frame,
    radix: Radix,
    impartial: bool,
    /// Where the game is over; most placements fail this quick look.
    over: Screen,
    /// The routes of each player, forwards and backwards.
    forward: [Vec<Route>; 2],
    backward: [Vec<Route>; 2],
}

impl TokenSpace {
    /// The placements; `None` where they are too many to number, or the ways through the moves too
    /// many to lay out.
    pub fn new(game: &Game) -> Option<Self> {
        let frame = Frame::new(game, 1, 1);
        let tokens = frame.tokens()?;
        let (cells, count) = (tokens.cells, tokens.tokens);
        let high = i64::try_from(cells).ok()? - 1;
        let radix = Radix::new(vec![0; count], vec![high; count], (0..count).collect())?;
        let goals = game.ending.goals.iter().map(|goal| &goal.when);
        let over = Screen::new(goals, count, cells);
        let [forward, backward] = routes(tokens, &radix.weight)?;
        Some(Self {
            frame,
            radix,
            impartial: game.is_impartial(),
            over,
            forward,
            backward,
        })
    }

    /// The same under a budget.
    pub fn under(mut self, budget: Budget) -> Self {
        self.frame = self.frame.under(budget);
        self
    }
}

impl Space for TokenSpace {
    fn states(&self) -> u64 {
        self.radix.len
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.radix.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        self.radix.rank(state)
    }

    #[inline]
    fn end(&self, state: &[i64]) -> Option<End> {
        if self.over.any(state) {
            self.frame.end(state)
        } else {
            None
        }
    }

    fn stuck(&self) -> Value {
        self.frame.stuck()
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn falls(&self) -> bool {
        false
    }

    #[inline]
    fn options(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        self.forward[player.index()]
            .iter()
            .try_for_each(|route| route.walk(state, index as i64, self.frame.budget(), emit))
    }

    #[inline]
    fn count(&self, player: Player, state: &[i64], _index: u64) -> u32 {
        self.forward[player.index()]
            .iter()
            .map(|route| route.count(state, self.frame.budget()))
            .sum()
    }

    /// Row by row: what does not depend on the row's token is counted once a row.
    fn walk_counting(
        &self,
        block: &Block,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        let Some(last) = self.radix.order.last().copied() else {
            return Flow::Continue(());
        };
        let (low, high) = (block.low[last], block.high[last]);
        let mut first_of_rows = block.clone();
        first_of_rows.high[last] = low;
        let mut counts = vec![[0; 2]; (high - low + 1) as usize];
        let mut row = Vec::new();
        self.radix.walk(&first_of_rows, &mut |index, state| {
            row.clear();
            row.extend_from_slice(state);
            counts.fill([0; 2]);
            for player in 0..players {
                for route in &self.forward[player] {
                    let own = counts.iter_mut().map(|counts| &mut counts[player]);
                    route.count_row(&mut row, last, low, self.frame.budget(), own);
                }
            }
            for (at, counts) in counts.iter().enumerate() {
                row[last] = low + at as i64;
                visit(index + at as u64, self.end(&row), *counts)?;
            }
            Flow::Continue(())
        })
    }

    fn inverts(&self) -> bool {
        true
    }

    #[inline]
    fn origins(
        &self,
        player: Player,
        index: u64,
        state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        self.radix.unrank(index, state);
        let mut emit = |origin| {
            emit(origin);
            Flow::Continue(())
        };
        for route in &self.backward[player.index()] {
            let _ = route.walk(state, index as i64, self.frame.budget(), &mut emit);
        }
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        self.radix.walk(block, visit)
    }

    fn radix(&self) -> Option<&Radix> {
        Some(&self.radix)
    }

    fn whole(&self) -> Block {
        self.radix.whole()
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        self.radix.slabs(16 * threads)
    }
}
