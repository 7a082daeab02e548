//! Rows and boards as numbers with one digit a cell.

use std::cell::RefCell;
use std::sync::OnceLock;

use whowins_analysis::board::{Board, Placement};
use whowins_analysis::derive::{BoardOrder, board_order};
use whowins_analysis::{Budget, End, Frame, Game, Player, Value};

use super::contents::Contents;
use super::halves::Halves;
use super::patterns::{Laid, Patterns, laid};
use super::space::{Block, Flow, Found, Radix, Space, count_each};

/// All fillings of a board. Digits stand for symbols in an order in which rules fall, where there
/// is one.
pub struct BoardSpace {
    frame: Frame,
    radix: Radix,
    order: BoardOrder,
    falls: bool,
    impartial: bool,
    /// Symbol of each digit.
    symbol: Vec<i64>,
    /// Cells whose digit no move raises, in the order of significance.
    never_raised: Vec<usize>,
    /// The bit of each cell on the patterns' boards, and its place in the numbering.
    place: Vec<u32>,
    patterns: Patterns,
    /// Made when moves are first to be counted or undone; `None` where that serves not.
    halves: OnceLock<Option<Box<Halves>>>,
}

thread_local! {
    static CELLS: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

impl BoardSpace {
    /// The fillings of a board of this size; `None` where they are too many to number, or the cells
    /// more than 63.
    pub fn new(game: &Game, board: &Board, rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        let symbols = board.alphabet.len();
        let found = board_order(board);
        let falls = found.is_some();
        let order = found.unwrap_or_else(|| BoardOrder {
            first_cell_leads: true,
            digit: (0..symbols as u8).collect(),
        });
        let mut significance: Vec<usize> = (0..cells).collect();
        if !order.first_cell_leads {
            significance.reverse();
        }
        // The numbering first: on a board too large for it, no rule is laid out in vain.
        let radix = Radix::new(
            vec![0; cells],
            vec![symbols as i64 - 1; cells],
            significance,
        )?;
        let mut symbol = vec![0; symbols];
        for (index, digit) in order.digit.iter().enumerate() {
            symbol[usize::from(*digit)] = index as i64;
        }
        let frame = Frame::new(game, rows, columns);
        let mut never_raised = radix.order.clone();
        if let Some(laid) = frame.board() {
            let digit = |symbol: u8| order.digit[usize::from(symbol)];
            let moves = laid.moves.iter().map(|(_, _, placement)| placement);
            let mut raised = vec![false; cells];
            for (cell, before, after) in moves.chain(&laid.at_once).flat_map(|p| &p.cells) {
                raised[*cell] |= match (before, after) {
                    (_, None) => false,
                    (Some(before), Some(after)) => digit(*after) > digit(*before),
                    (None, Some(after)) => digit(*after) > 0,
                };
            }
            never_raised.retain(|cell| !raised[*cell]);
        }
        let mut place = vec![0; cells];
        for (bit, cell) in radix.order.iter().rev().enumerate() {
            place[*cell] = bit as u32;
        }
        let moves = frame.board().into_iter().flat_map(|board| &board.moves);
        let moves = moves.map(|(by, _, placement)| (*by, placement));
        let patterns = Patterns::new(cells, moves, &place, &order.digit)?;
        Some(Self {
            patterns,
            place,
            halves: OnceLock::new(),
            frame,
            radix,
            order,
            falls,
            impartial: game.is_impartial(),
            symbol,
            never_raised,
        })
    }

    /// The same under a budget.
    pub fn under(mut self, budget: Budget) -> Self {
        self.frame = self.frame.under(budget);
        self
    }

    /// The digit of each symbol.
    pub fn digits(&self) -> &[u8] {
        &self.order.digit
    }

    /// The digit of a symbol.
    pub fn digit(&self, symbol: i64) -> i64 {
        i64::from(self.order.digit[symbol as usize])
    }

    /// Calls `then` with the symbols of a state of digits.
    fn with_symbols<T>(&self, digits: &[i64], then: impl FnOnce(&mut Vec<i64>) -> T) -> T {
        CELLS.with_borrow_mut(|cells| {
            cells.clear();
            cells.extend(digits.iter().map(|digit| self.symbol[*digit as usize]));
            then(cells)
        })
    }

    fn rank_symbols(&self, symbols: &[i64]) -> u64 {
        symbols
            .iter()
            .zip(&self.radix.weight)
            .map(|(symbol, weight)| self.digit(*symbol) as u64 * weight)
            .sum()
    }

    /// The place of each cell in the numbering, the least significant one 0.
    pub fn places(&self) -> &[u32] {
        &self.place
    }

    /// The moves of each player by places and digits.
    pub fn laid(&self) -> [Vec<Laid>; 2] {
        Player::BOTH.map(|player| {
            let moves = self
                .frame
                .board()
                .into_iter()
                .flat_map(|board| &board.moves);
            let own = moves.filter(|(by, ..)| by.allows(player));
            own.map(|(_, _, placement)| laid(placement, &self.place, &self.order.digit))
                .collect()
        })
    }

    /// The board in halves, where every move knows what it replaces and tables of halves are not
    /// too large.
    fn halves(&self) -> Option<&Halves> {
        let make = || {
            let any = Contents::any(self.symbol.len());
            self.inverts()
                .then(|| Halves::new(self.place.len(), &any, &self.laid()))?
                .map(Box::new)
        };
        self.halves.get_or_init(make).as_deref()
    }

    /// Whether the game may be over at some board without being stuck.
    pub fn has_goals(&self) -> bool {
        self.frame.has_goals()
    }

    /// What a placement does to the index of a board that it fits.
    fn shift(&self, placement: &Placement, cells: &[i64]) -> i64 {
        placement
            .cells
            .iter()
            .filter_map(|(cell, _, after)| after.map(|after| (cell, after)))
            .map(|(cell, after)| {
                (self.digit(i64::from(after)) - self.digit(cells[*cell]))
                    * self.radix.weight[*cell] as i64
            })
            .sum()
    }
}

/// States of this space are digits; [`Space::rank`] and the table's readers speak symbols.
impl Space for BoardSpace {
    fn states(&self) -> u64 {
        self.radix.len
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.radix.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        Some(self.rank_symbols(state))
    }

    fn end(&self, state: &[i64]) -> Option<End> {
        if self.frame.has_goals() {
            self.with_symbols(state, |cells| self.frame.end(cells))
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
        self.falls
    }

    fn options(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let Some(board) = self.frame.board() else {
            return Flow::Continue(());
        };
        if board.at_once.is_empty() {
            return self.patterns.moves(player, index, &mut |number, adds| {
                let adds = adds.unwrap_or_else(|| {
                    let (_, _, placement) = &board.moves[number as usize];
                    self.with_symbols(state, |cells| self.shift(placement, cells))
                });
                emit((index as i64 + adds) as u64)
            });
        }
        self.with_symbols(state, |cells| {
            let before = cells.clone();
            self.patterns.moves(player, index, &mut |number, _| {
                let (_, _, placement) = &board.moves[number as usize];
                placement.apply(cells);
                board.settle(cells)?;
                let to = self.rank_symbols(cells);
                cells.copy_from_slice(&before);
                emit(to)
            })
        })
    }

    fn count(&self, player: Player, _state: &[i64], index: u64) -> u32 {
        self.patterns.count(player, index)
    }

    fn walk_counting(
        &self,
        block: &Block,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        let ends = (self.radix.rank(&block.low), self.radix.rank(&block.high));
        match (self.halves(), ends) {
            (Some(halves), (Some(first), Some(last)))
                if !self.frame.has_goals() && last - first + 1 == self.radix.size(block) =>
            {
                halves.count_all(first, last, players, visit)
            }
            _ => count_each(self, block, players, visit),
        }
    }

    fn inverts(&self) -> bool {
        self.frame.board().is_some_and(|board| {
            board.at_once.is_empty()
                && board.moves.iter().all(|(_, _, placement)| {
                    placement
                        .cells
                        .iter()
                        .all(|(_, before, after)| before.is_some() || after.is_none())
                })
        })
    }

    #[inline]
    fn origins(
        &self,
        player: Player,
        index: u64,
        _state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        match self.halves() {
            Some(halves) => halves.origins(player, index, emit),
            None => self.patterns.origins(player, index, emit),
        }
    }

    #[inline]
    fn gather(
        &self,
        player: Player,
        index: u64,
        tag: u64,
        _state: &mut Vec<i64>,
        found: &mut Found,
    ) {
        match self.halves() {
            Some(halves) => halves.gather(player, index, tag, found),
            None => self
                .patterns
                .origins(player, index, &mut |origin| found.push(origin, tag)),
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

    fn waves(&self, within: &Block, threads: usize) -> Vec<Vec<Block>> {
        self.radix.tiles(within, &self.never_raised, threads)
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        self.radix.slabs(16 * threads)
    }
}
