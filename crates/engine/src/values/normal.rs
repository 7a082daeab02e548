//! Normal forms of parts of a board: one for all that the rules' own symmetries carry into each
//! other, or into each other's negatives.

use std::collections::BTreeSet;

use whowins_analysis::Player;
use whowins_analysis::board::{Board, Stencil};

/// A part cut out: a rectangle of symbols, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    pub rows: u32,
    pub columns: u32,
    pub cells: Vec<u8>,
}

/// How symbols are written in words: those that no rule asks for are told from dead cells by
/// nobody, and are written like these, unless a rule has a cell that any symbol suits.
#[derive(Clone, Debug)]
pub struct Coding {
    bits: u32,
    /// The code of each symbol, dead cells' included, and the symbol of each code.
    codes: Vec<u8>,
    symbols: Vec<u8>,
}

impl Coding {
    /// For the rules of a board, `asked` being the symbols that they ask for, as bits.
    pub fn new(board: &Board, asked: u32) -> Self {
        let dead = board.alphabet.len() as u8;
        let mut stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
        let all = stencils.any(|stencil| stencil.cells.iter().any(|cell| cell.before.is_none()));
        let is_told = |symbol: &u8| all || asked >> symbol & 1 == 1;
        let mut symbols: Vec<u8> = (0..dead).filter(is_told).collect();
        let code = |symbol: u8| symbols.iter().position(|one| *one == symbol);
        let codes = (0..=dead).map(|symbol| code(symbol).unwrap_or(symbols.len()) as u8);
        let codes = codes.collect();
        symbols.push(dead);
        Self {
            bits: u32::BITS - (symbols.len() as u32 - 1).leading_zeros(),
            codes,
            symbols,
        }
    }

    /// How many symbols are told from each other and from dead cells.
    pub fn told(&self) -> usize {
        self.symbols.len() - 1
    }

    /// The code of a symbol that is told from dead cells.
    pub fn code(&self, symbol: u8) -> Option<u8> {
        let code = self.codes[usize::from(symbol)];
        (usize::from(code) < self.told()).then_some(code)
    }

    /// The symbol of a code.
    pub fn symbol(&self, code: u8) -> u8 {
        self.symbols[usize::from(code)]
    }

    /// The word of cells, the first one the highest. They come a machine word at a time.
    fn word(&self) -> Word<'_> {
        Word {
            coding: self,
            all: 0,
            part: 0,
            long: 0,
        }
    }
}

/// A word being written.
struct Word<'a> {
    coding: &'a Coding,
    all: u128,
    part: u64,
    /// Bits of the part.
    long: u32,
}

impl Word<'_> {
    #[inline]
    fn push(&mut self, symbol: u8) {
        let code = self.coding.codes[usize::from(symbol)];
        self.part = self.part << self.coding.bits | u64::from(code);
        self.long += self.coding.bits;
        if self.long + self.coding.bits > u64::BITS {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.all = self.all << self.long | u128::from(self.part);
        (self.part, self.long) = (0, 0);
    }

    /// The piece of so many rows and columns with these cells.
    fn packed(mut self, (rows, columns): (u32, u32)) -> Packed {
        self.flush();
        Packed(self.all << 16 | u128::from(rows << 8 | columns))
    }
}

/// A piece in one word: its cells, the first one the highest, so many bits each, then rows and
/// columns, eight bits each. The order is some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed(u128);

impl Packed {
    /// Whether pieces of so many rows and columns fit.
    pub fn fits((rows, columns): (u32, u32), coding: &Coding) -> bool {
        let room = rows
            .saturating_mul(columns)
            .saturating_mul(coding.bits)
            .saturating_add(16);
        room <= u128::BITS && rows <= 255 && columns <= 255
    }

    fn size(self) -> (u32, u32) {
        let size = self.0 as u32 & 0xFFFF;
        (size >> 8, size & 255)
    }

    /// The piece, where it was packed so.
    pub fn piece(self, coding: &Coding) -> Piece {
        let (rows, columns) = self.size();
        let mut word = self.0 >> 16;
        let mut cells = vec![0; (rows * columns) as usize];
        for cell in cells.iter_mut().rev() {
            let code = word as u8 & ((1 << coding.bits) - 1);
            *cell = coding.symbols[usize::from(code)];
            word >>= coding.bits;
        }
        Piece {
            rows,
            columns,
            cells,
        }
    }
}

/// A way to turn a board over: mirrored, transposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// Left and right change places.
    pub columns: bool,
    /// Top and bottom do.
    pub rows: bool,
    /// Then rows become columns.
    pub transposed: bool,
}

/// A change of board and symbols under which the rules stay as they are, or become those with the
/// players exchanged.
#[derive(Clone, Debug)]
struct Symmetry {
    turn: Turn,
    /// The new symbol of each, dead cells' included.
    symbols: Vec<u8>,
    /// Whether the players change places: then it carries a part into one of the negative value.
    negates: bool,
}

/// The symmetries of a board's rules.
#[derive(Clone, Debug)]
pub struct Symmetries {
    all: Vec<Symmetry>,
}

/// Alphabets of up to so many symbols are tried with all permutations.
const PERMUTED: usize = 5;
/// More symmetries than these cost more than they bring.
const MOST: usize = 16;

/// A stencil, wherever it lies: its cells with what they want and write, and what must lie off the
/// board.
type Shape = (
    Vec<(i64, i64, Option<u8>, Option<u8>)>,
    BTreeSet<(i64, i64)>,
);

impl Turn {
    /// All of them: bit by bit, columns, rows, transposed.
    pub const ALL: [Self; 8] = {
        let mut all = [Self {
            columns: false,
            rows: false,
            transposed: false,
        }; 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Self {
                columns: at & 1 == 1,
                rows: at & 2 == 2,
                transposed: at & 4 == 4,
            };
            at += 1;
        }
        all
    };

    /// A step down and to the right, turned.
    fn step(self, down: i64, right: i64) -> (i64, i64) {
        let down = if self.rows { -down } else { down };
        let right = if self.columns { -right } else { right };
        match self.transposed {
            true => (right, down),
            false => (down, right),
        }
    }

    /// How the cells of a rectangle are walked in the order of the turned one's: its size, the
    /// first cell, the steps to the next row and the next column.
    pub fn walk(self, rows: usize, columns: usize) -> (usize, usize, isize, [isize; 2]) {
        let mut start = 0;
        let mut steps = [columns as isize, 1];
        if self.rows {
            start += (rows - 1) * columns;
            steps[0] = -steps[0];
        }
        if self.columns {
            start += columns - 1;
            steps[1] = -1;
        }
        match self.transposed {
            false => (rows, columns, start as isize, steps),
            true => (columns, rows, start as isize, [steps[1], steps[0]]),
        }
    }
}

impl Symmetry {
    /// Hands out the cells of a piece, turned, with their new symbols; tells rows and columns.
    #[inline]
    fn walk(&self, piece: &Piece, mut each: impl FnMut(u8)) -> (u32, u32) {
        let size = [piece.rows, piece.columns].map(|side| side as usize);
        let (rows, columns, start, [down, right]) = self.turn.walk(size[0], size[1]);
        let mut line = start;
        for _ in 0..rows {
            let mut at = line;
            for _ in 0..columns {
                each(self.symbols[usize::from(piece.cells[at as usize])]);
                at += right;
            }
            line += down;
        }
        (rows as u32, columns as u32)
    }

    fn turned(&self, piece: &Piece) -> Piece {
        let mut cells = Vec::with_capacity(piece.cells.len());
        let (rows, columns) = self.walk(piece, |cell| cells.push(cell));
        Piece {
            rows,
            columns,
            cells,
        }
    }

    fn packed(&self, piece: &Piece, coding: &Coding) -> Packed {
        let mut word = coding.word();
        let size = self.walk(piece, |cell| word.push(cell));
        word.packed(size)
    }
}

/// A stencil turned, with its symbols changed, moved to the corner.
fn shape(stencil: &Stencil, turn: Turn, symbols: &[u8]) -> Shape {
    let changed = |symbol: Option<u8>| symbol.map(|symbol| symbols[usize::from(symbol)]);
    let mut cells: Vec<_> = stencil
        .cells
        .iter()
        .map(|cell| {
            let (down, right) = turn.step(cell.down, cell.right);
            (down, right, changed(cell.before), changed(cell.after))
        })
        .collect();
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let side = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    for cell in &mut cells {
        (cell.0, cell.1) = (cell.0 - top, cell.1 - side);
    }
    cells.sort_unstable();
    let outside = stencil.outside.iter().map(|&(down, right)| {
        let (down, right) = turn.step(down, right);
        (down - top, right - side)
    });
    (cells, outside.collect())
}

/// What a player may do, turned.
fn shapes(board: &Board, player: Player, turn: Turn, symbols: &[u8]) -> BTreeSet<Shape> {
    let moves = board
        .moves
        .iter()
        .filter(|rewrite| rewrite.by.allows(player));
    moves
        .flat_map(|rewrite| &rewrite.stencils)
        .map(|stencil| shape(stencil, turn, symbols))
        .collect()
}

/// All orders of so many symbols, or for many symbols those that exchange two at most.
fn orders(symbols: usize) -> Vec<Vec<u8>> {
    let plain: Vec<u8> = (0..symbols as u8).collect();
    if symbols > PERMUTED {
        let mut all = vec![plain.clone()];
        for one in 0..symbols {
            for other in one + 1..symbols {
                let mut order = plain.clone();
                order.swap(one, other);
                all.push(order);
            }
        }
        return all;
    }
    let mut all = vec![Vec::new()];
    for _ in 0..symbols {
        all = all
            .into_iter()
            .flat_map(|order: Vec<u8>| {
                let free = plain.iter().filter(|symbol| !order.contains(symbol));
                let longer = free.map(|symbol| [&order[..], &[*symbol]].concat());
                longer.collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

impl Symmetries {
    /// Those of the rules, found by trying all turns with all orders of the symbols.
    pub fn of(board: &Board) -> Self {
        let plain: Vec<u8> = (0..board.alphabet.len() as u8).collect();
        let still = Turn::ALL[0];
        let own = Player::BOTH.map(|player| shapes(board, player, still, &plain));
        let mut all: Vec<Symmetry> = Vec::new();
        for turn in Turn::ALL {
            // A row stays a row.
            if board.row && (turn.rows || turn.transposed) {
                continue;
            }
            for order in orders(board.alphabet.len()) {
                let [left, right] = Player::BOTH.map(|player| shapes(board, player, turn, &order));
                let negates = match (
                    left == own[0] && right == own[1],
                    left == own[1] && right == own[0],
                ) {
                    (true, _) => false,
                    (_, true) => true,
                    _ => continue,
                };
                let mut symbols = order;
                symbols.push(board.alphabet.len() as u8);
                if all.len() < MOST {
                    all.push(Symmetry {
                        turn,
                        symbols,
                        negates,
                    });
                }
            }
        }
        Self { all }
    }

    /// How each turns a board, the new symbol of each, and whether the players change places.
    pub(super) fn all(&self) -> impl Iterator<Item = (Turn, &[u8], bool)> {
        let each = self.all.iter();
        each.map(|one| (one.turn, &one.symbols[..], one.negates))
    }

    /// The normal form of a part, and whether the part is its negative.
    pub fn normal(&self, piece: &Piece) -> (Piece, bool) {
        let turned = self.all.iter().map(|one| (one.turned(piece), one.negates));
        turned.min().unwrap_or_else(|| (piece.clone(), false))
    }

    /// The same of a piece that fits in a word: the least word, and which symmetry made it.
    pub fn packed(&self, piece: &Piece, coding: &Coding) -> (Packed, usize) {
        let words = self.all.iter().map(|one| one.packed(piece, coding));
        let least = words.zip(0..).min();
        // The rules as they are stand among the symmetries.
        least.unwrap_or((Packed(0), 0))
    }

    /// Whether one of the symmetries negates.
    pub fn negates(&self, which: usize) -> bool {
        self.all[which].negates
    }

    /// Whether one of those that negate carries the piece into itself: then it is its own negative.
    pub fn is_own_negative(&self, piece: &Piece) -> bool {
        let mut negating = self.all.iter().filter(|one| one.negates);
        negating.any(|one| one.turned(piece) == *piece)
    }
}
