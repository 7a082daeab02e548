//! Where the parts of a board lie.

use super::layout::{Layout, Scratch};
use super::normal::Piece;

/// Where a part lies: the rectangle around its cells, ends included.
#[derive(Clone, Copy)]
pub(super) struct Section {
    root: u16,
    pub rows: [u16; 2],
    pub columns: [u16; 2],
}

/// The parts of a board, in the order of their first cells.
#[derive(Default)]
pub(super) struct Sections {
    pub scratch: Scratch,
    /// Where the section of a part stands in the list, by the cell that stands for it.
    place: Vec<u16>,
    pub all: Vec<Section>,
}

impl Sections {
    /// Finds where the parts lie, of a board whose symbols are all below `symbols`.
    pub fn find(&mut self, layout: &Layout, among: &[u32], board: &Piece, symbols: usize) {
        let Self {
            scratch,
            place,
            all,
        } = self;
        match &layout.words {
            Some(words) => Layout::join_in_words(words, &board.cells, symbols, scratch),
            None => layout.join_parts(&board.cells, among, scratch),
        }
        let of = &scratch.of;
        place.clear();
        place.resize(of.len(), u16::MAX);
        all.clear();
        let (mut row, mut column) = (0, 0);
        for root in of {
            if let Some(root) = *root {
                let known = &mut place[usize::from(root)];
                match all.get_mut(usize::from(*known)) {
                    Some(section) => {
                        section.rows[1] = row;
                        section.columns[0] = section.columns[0].min(column);
                        section.columns[1] = section.columns[1].max(column);
                    }
                    None => {
                        *known = all.len() as u16;
                        all.push(Section {
                            root,
                            rows: [row; 2],
                            columns: [column; 2],
                        });
                    }
                }
            }
            column += 1;
            if column == board.columns {
                (row, column) = (row + 1, 0);
            }
        }
    }
}

impl Section {
    /// The same part, looked at on all of a board.
    pub fn on_all_of(self, board: &Piece) -> Self {
        Self {
            rows: [0, board.rows - 1],
            columns: [0, board.columns - 1],
            ..self
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> (u16, u16) {
        let length = |[first, last]: [u16; 2]| last - first + 1;
        (length(self.rows), length(self.columns))
    }

    /// The rectangle's cells, with dead ones in the place of those of other parts.
    pub fn cells<'a>(
        &self,
        board: &'a Piece,
        of: &'a [Option<u16>],
        dead: u8,
    ) -> impl Iterator<Item = u8> + use<'a> {
        let (wide, root) = (usize::from(board.columns), self.root);
        let [first, last] = self.columns.map(usize::from);
        (usize::from(self.rows[0])..=usize::from(self.rows[1])).flat_map(move |row| {
            let line = row * wide + first..=row * wide + last;
            let kept = board.cells[line.clone()].iter().zip(&of[line]);
            kept.map(move |(symbol, of)| match *of == Some(root) {
                true => *symbol,
                false => dead,
            })
        })
    }

    pub fn piece(&self, board: &Piece, of: &[Option<u16>], dead: u8) -> Piece {
        let (rows, columns) = self.size();
        Piece {
            rows,
            columns,
            cells: self.cells(board, of, dead).collect(),
        }
    }
}
