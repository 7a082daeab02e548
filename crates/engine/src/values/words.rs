//! Boards of up to 64 cells in machine words: a bit a cell.
//!
//! A rule lies the same way in all its places. So which of its placements are live is asked of all
//! places at once, by shifted words ([`super::board`]), and a part grows from its first cell by all
//! live placements that touch it.

/// The rules laid on a board of one size.
#[derive(Default)]
pub(super) struct Words {
    stencils: Vec<Shifted>,
    cells: Vec<Cell>,
    /// Whether a move may bring up a symbol that a rule asks for.
    grows: bool,
}

/// A rule in all its places: those of its first cell, where its cells stand, and whose it is.
pub(super) struct Shifted {
    places: u64,
    from: u32,
    to: u32,
    pub players: [bool; 2],
}

/// A cell of a rule, so far behind the first one, around the word's end where it is before it.
/// Symbols are known by their words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub shift: u32,
    /// The symbol wanted there; `None` for any.
    pub wanted: Option<u8>,
    pub written: Written,
}

/// What a rule writes in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// Nothing: it stays as it is.
    Kept,
    /// A symbol that no rule asks for.
    Mute,
    /// A symbol.
    Symbol(u8),
}

/// The cells that show some symbol.
#[inline]
pub(super) fn all(symbols: &[u64]) -> u64 {
    let mut all = 0;
    for symbol in symbols {
        all |= symbol;
    }
    all
}

impl Words {
    /// Adds a rule in one place.
    pub fn lay(&mut self, first: u16, cells: &[Cell], players: [bool; 2]) {
        let place = 1 << first;
        let known = self.stencils.iter_mut().find(|one| {
            let own = &self.cells[one.from as usize..one.to as usize];
            own == cells && one.players == players
        });
        match known {
            Some(known) => known.places |= place,
            None => {
                let from = self.cells.len() as u32;
                self.cells.extend_from_slice(cells);
                let is_symbol = |cell: &Cell| matches!(cell.written, Written::Symbol(_));
                self.grows |= cells.iter().any(is_symbol);
                self.stencils.push(Shifted {
                    places: place,
                    from,
                    to: self.cells.len() as u32,
                    players,
                });
            }
        }
    }

    /// The rules.
    pub fn stencils(&self) -> &[Shifted] {
        &self.stencils
    }

    #[inline]
    fn of(&self, stencil: &Shifted) -> &[Cell] {
        &self.cells[stencil.from as usize..stencil.to as usize]
    }

    /// Where a rule's cells may match on a board that is given by the cells which may show each
    /// symbol.
    #[inline]
    pub fn fits(&self, stencil: &Shifted, may: &[u64]) -> u64 {
        let mut places = stencil.places;
        for cell in self.of(stencil) {
            let wanted = match cell.wanted {
                Some(symbol) => may[usize::from(symbol)],
                // Any symbol at all: there is no other cell.
                None => all(may),
            };
            places &= wanted.rotate_right(cell.shift);
        }
        places
    }

    /// Carries a move out in one place.
    #[inline]
    pub fn apply(&self, stencil: &Shifted, place: u64, board: &mut [u64]) {
        for cell in self.of(stencil) {
            if cell.written == Written::Kept {
                continue;
            }
            let at = place.rotate_left(cell.shift);
            for symbol in &mut *board {
                *symbol &= !at;
            }
            if let Written::Symbol(symbol) = cell.written {
                board[usize::from(symbol)] |= at;
            }
        }
    }

    /// Finds where each rule is live on a board, given by the cells that show each symbol; in the
    /// end it tells which cells may show it. There is a place for each rule.
    #[inline]
    pub fn find_live(&self, may: &mut [u64], live: &mut [u64]) {
        for (live, stencil) in live.iter_mut().zip(&self.stencils) {
            *live = if self.grows {
                0
            } else {
                self.fits(stencil, may)
            };
        }
        let mut changed = self.grows;
        while changed {
            changed = false;
            for (which, stencil) in self.stencils.iter().enumerate() {
                let places = self.fits(stencil, may);
                if places == live[which] {
                    continue;
                }
                live[which] = places;
                for cell in self.of(stencil) {
                    if let Written::Symbol(symbol) = cell.written {
                        let before = may[usize::from(symbol)];
                        let after = before | places.rotate_left(cell.shift);
                        changed |= after != before;
                        may[usize::from(symbol)] = after;
                    }
                }
            }
        }
    }

    /// All cells in live placements.
    #[inline]
    pub fn covered(&self, live: &[u64]) -> u64 {
        let mut all = 0;
        for (which, stencil) in self.stencils.iter().enumerate() {
            for cell in self.of(stencil) {
                all |= live[which].rotate_left(cell.shift);
            }
        }
        all
    }

    /// The part of a cell, of which it is known that it lies `within` some cells.
    #[inline]
    pub fn part(&self, cell: u64, within: u64, live: &[u64]) -> u64 {
        let mut part = cell;
        loop {
            let before = part;
            for (which, stencil) in self.stencils.iter().enumerate() {
                let cells = self.of(stencil);
                let mut touched = 0;
                for cell in cells {
                    touched |= part.rotate_right(cell.shift);
                }
                touched &= live[which];
                for cell in cells {
                    part |= touched.rotate_left(cell.shift);
                }
            }
            if part == before || part == within {
                return part;
            }
        }
    }
}
