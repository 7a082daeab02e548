//! Boards of up to 64 cells in machine words: a bit a cell.
//!
//! A rule lies the same way in all its places. So which of its placements are live is asked of all places at once, by shifted words ([`super::board`]), and a part grows from its
//! first cell by all live placements that touch it.

/// The rules laid on a board of one size.
pub(super) struct Words {
    stencils: Vec<Shifted>,
    cells: Vec<Cell>,
    columns: u32,
}

/// A rule in all its places: those of its first cell, and where its cells stand.
struct Shifted {
    places: u64,
    from: u32,
    to: u32,
}

/// A cell of a rule: so far behind the first one, with the symbols wanted there, as bits, and the one written, if there is one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub shift: i32,
    pub wanted: u32,
    pub written: Option<u8>,
}

/// Words that are used again and again.
#[derive(Default)]
pub(super) struct Room {
    /// Of each symbol the cells that may show it.
    may: Vec<u64>,
    /// Of each rule the places in which it is live.
    live: Vec<u64>,
}

/// The bits so much higher.
#[inline]
fn shifted(word: u64, by: i32) -> u64 {
    match by >= 0 {
        true => word << by,
        false => word >> -by,
    }
}

impl Words {
    /// None laid yet, on a board of so many rows and columns; `None` where that has too many cells.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        (rows * columns <= 64).then(|| Self {
            stencils: Vec::new(),
            cells: Vec::new(),
            columns: columns as u32,
        })
    }

    /// Adds a rule in one place.
    pub fn lay(&mut self, first: u16, cells: &[Cell]) {
        let place = 1 << first;
        let known = self.stencils.iter_mut().find(|one| {
            let own = &self.cells[one.from as usize..one.to as usize];
            own == cells
        });
        match known {
            Some(known) => known.places |= place,
            None => {
                let from = self.cells.len() as u32;
                self.cells.extend_from_slice(cells);
                self.stencils.push(Shifted {
                    places: place,
                    from,
                    to: self.cells.len() as u32,
                });
            }
        }
    }

    #[inline]
    fn of(&self, stencil: &Shifted) -> &[Cell] {
        &self.cells[stencil.from as usize..stencil.to as usize]
    }

    /// Finds where each rule is live on a board, whose symbols are all below `symbols`; those not `asked` for need not be followed.
    pub fn find_live(&self, board: &[u8], symbols: usize, asked: u32, room: &mut Room) {
        let Room { may, live } = room;
        may.clear();
        may.resize(symbols, 0);
        for (at, symbol) in board.iter().enumerate() {
            may[usize::from(*symbol)] |= 1 << at;
        }
        live.clear();
        live.resize(self.stencils.len(), 0);
        let mut changed = true;
        while changed {
            changed = false;
            for (stencil, live) in self.stencils.iter().zip(&mut *live) {
                let cells = self.of(stencil);
                let mut places = stencil.places;
                for cell in cells.iter().filter(|cell| cell.wanted != u32::MAX) {
                    let (mut wanted, mut fits) = (cell.wanted, 0);
                    while wanted != 0 {
                        fits |= may[wanted.trailing_zeros() as usize];
                        wanted &= wanted - 1;
                    }
                    places &= shifted(fits, -cell.shift);
                }
                if places == *live {
                    continue;
                }
                *live = places;
                for cell in cells {
                    if let Some(symbol) = cell.written
                        && asked >> symbol & 1 == 1
                    {
                        let before = may[usize::from(symbol)];
                        let after = before | shifted(places, cell.shift);
                        changed |= after != before;
                        may[usize::from(symbol)] = after;
                    }
                }
            }
        }
    }

    /// All cells in live placements.
    pub fn covered(&self, room: &Room) -> u64 {
        let each = self.stencils.iter().zip(&room.live);
        each.fold(0, |all, (stencil, live)| {
            let cells = self.of(stencil).iter();
            cells.fold(all, |all, cell| all | shifted(*live, cell.shift))
        })
    }

    /// The part of a cell.
    pub fn part(&self, cell: u64, room: &Room) -> u64 {
        let mut part = cell;
        loop {
            let before = part;
            for (stencil, live) in self.stencils.iter().zip(&room.live) {
                let cells = self.of(stencil);
                let touched = cells.iter();
                let touched = touched.fold(0, |all, cell| all | shifted(part, -cell.shift)) & live;
                part = cells
                    .iter()
                    .fold(part, |all, cell| all | shifted(touched, cell.shift));
            }
            if part == before {
                return part;
            }
        }
    }

    /// The rows and columns, first and last, that cells lie in.
    pub fn bounds(&self, cells: u64) -> ([u16; 2], [u16; 2]) {
        let wide = self.columns;
        let last = 63 - cells.leading_zeros();
        let rows = [cells.trailing_zeros() / wide, last / wide];
        let line = u64::MAX >> (64 - wide);
        let across = (rows[0]..=rows[1]).fold(0, |all, row| all | cells >> (row * wide) & line);
        let columns = [across.trailing_zeros(), 63 - across.leading_zeros()];
        (rows.map(|one| one as u16), columns.map(|one| one as u16))
    }
}
