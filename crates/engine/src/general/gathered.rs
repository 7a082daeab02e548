//! The boards with the contents that play from one position can come to, numbered without gaps.
//!
//! Where stones only walk, these are the arrangements of the position's symbols; where they are
//! captured, also those of fewer stones; and so on for stones that turn into others. The numbering
//! is that of [`Halves`]. Where every move keeps the content, it follows the order of the
//! mixed-radix numbers, so that moves that lower those lower these.

use whowins_analysis::board::Board;
use whowins_analysis::{End, Game, Player, Value};

use super::board::BoardSpace;
use super::contents::Contents;
use super::halves::Halves;
use super::space::{Block, Flow, Found, Space, cut, run};

/// The boards with some contents.
pub struct GatheredSpace {
    board: Box<BoardSpace>,
    halves: Box<Halves>,
    /// The cell at each place of the numbering, the least significant first.
    cell: Vec<usize>,
}

impl GatheredSpace {
    /// The boards with these contents, to which no move adds another; `None` where the numbering
    /// does not serve.
    pub fn new(
        game: &Game,
        board: &Board,
        rows: usize,
        columns: usize,
        contents: &[Vec<usize>],
    ) -> Option<Self> {
        let board = BoardSpace::new(game, board, rows, columns)?;
        let contents = Contents::only(contents, board.digits())?;
        let mut cell = vec![0; board.places().len()];
        for (at, place) in board.places().iter().enumerate() {
            cell[*place as usize] = at;
        }
        Some(Self {
            halves: Box::new(Halves::new(cell.len(), &contents, &board.laid())?),
            board: Box::new(board),
            cell,
        })
    }

    /// Lays the digits of a state out by cells.
    fn show(&self, high: usize, low: usize, state: &mut [i64]) {
        for (digit, cell) in self.halves.digits(high, low).zip(&self.cell) {
            state[*cell] = i64::from(digit);
        }
    }
}

/// As in [`BoardSpace`], states are digits, and [`Space::rank`] speaks symbols.
impl Space for GatheredSpace {
    fn states(&self) -> u64 {
        self.halves.states()
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        let (high, low) = self.halves.split(index);
        state.resize(self.cell.len(), 0);
        self.show(high, low, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        let symbols = self.board.digits();
        let digits: Option<Vec<u8>> = self
            .cell
            .iter()
            .map(|cell| symbols.get(*state.get(*cell)? as usize).copied())
            .collect();
        self.halves.rank(&digits?, symbols.len() as u64)
    }

    fn end(&self, state: &[i64]) -> Option<End> {
        self.board.end(state)
    }

    fn stuck(&self) -> Value {
        self.board.stuck()
    }

    fn impartial(&self) -> bool {
        self.board.impartial()
    }

    fn falls(&self) -> bool {
        self.board.falls()
    }

    fn options(
        &self,
        player: Player,
        _state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        self.halves.neighbours(player, false, index, emit)
    }

    fn count(&self, player: Player, _state: &[i64], index: u64) -> u32 {
        let (high, low) = self.halves.split(index);
        self.halves.count(player, high, low)
    }

    fn walk_counting(
        &self,
        block: &Block,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        let (first, last) = (block.low[0] as u64, block.high[0] as u64);
        if !self.board.has_goals() {
            return self.halves.count_all(first, last, players, visit);
        }
        let mut state = vec![0; self.cell.len()];
        self.halves.spans(first, last, &mut |span| {
            for (index, low) in (span.index..).zip(span.low) {
                self.show(span.high, low, &mut state);
                let end = self.end(&state);
                let mut counts = [0; 2];
                for player in &Player::BOTH[..players] {
                    if end.is_none() {
                        counts[player.index()] = self.halves.count(*player, span.high, low);
                    }
                }
                visit(index, end, counts)?;
            }
            Flow::Continue(())
        })
    }

    fn inverts(&self) -> bool {
        self.board.inverts()
    }

    #[inline]
    fn origins(
        &self,
        player: Player,
        index: u64,
        _state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        self.halves.origins(player, index, emit);
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
        self.halves.gather(player, index, tag, found);
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        let mut state = vec![0; self.cell.len()];
        let (first, last) = (block.low[0] as u64, block.high[0] as u64);
        self.halves.spans(first, last, &mut |span| {
            for (index, low) in (span.index..).zip(span.low) {
                self.show(span.high, low, &mut state);
                visit(index, &state)?;
            }
            Flow::Continue(())
        })
    }

    fn whole(&self) -> Block {
        run(self.states())
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        cut(&self.whole(), 0, 16 * threads.max(1) as i64)
    }
}
