//! Where the parts of a board lie.

use super::layout::{Layout, Scratch};
use super::normal::Piece;

/// Where a part lies: the rectangle around its cells, ends included.
#[derive(Clone, Copy)]
pub(super) struct Section {
    pub root: u32,
    pub rows: [u32; 2],
    pub columns: [u32; 2],
}

/// The parts of a board, in the order of their first cells.
#[derive(Default)]
pub(super) struct Sections {
    pub scratch: Scratch,
    /// Where the section of a part stands in the list, by the cell that stands for it.
    place: Vec<u32>,
    pub all: Vec<Section>,
}

impl Sections {
    /// Finds where the parts lie, of a board whose symbols are all below `symbols`.
    pub fn find(&mut self, layout: &Layout, among: &[u32], board: &Piece, symbols: usize) {
        let scratch = &mut self.scratch;
        match &layout.words {
            Some(words) => Layout::join_in_words(words, &board.cells, symbols, scratch),
            None => layout.join_parts(&board.cells, among, scratch),
        }
        self.gather(board.columns);
    }

    /// Lists the parts of a board of so many columns, once the part of each cell is found.
    pub fn gather(&mut self, wide: u32) {
        let Self {
            scratch,
            place,
            all,
        } = self;
        let of = &scratch.of;
        place.clear();
        place.resize(of.len(), u32::MAX);
        all.clear();
        let (mut row, mut column) = (0, 0);
        for root in of {
            if let Some(root) = *root {
                let known = &mut place[root as usize];
                match all.get_mut(*known as usize) {
                    Some(section) => {
                        section.rows[1] = row;
                        section.columns[0] = section.columns[0].min(column);
                        section.columns[1] = section.columns[1].max(column);
                    }
                    None => {
                        *known = all.len() as u32;
                        all.push(Section {
                            root,
                            rows: [row; 2],
                            columns: [column; 2],
                        });
                    }
                }
            }
            column += 1;
            if column == wide {
                (row, column) = (row + 1, 0);
            }
        }
    }
}

impl Section {
    /// The same part with so many cells more on all sides, as far as the board goes.
    pub fn grown(self, by: u32, board: &Piece) -> Self {
        let grown = |[first, last]: [u32; 2], length: u32| {
            [
                first.saturating_sub(by),
                last.saturating_add(by).min(length - 1),
            ]
        };
        Self {
            root: self.root,
            rows: grown(self.rows, board.rows),
            columns: grown(self.columns, board.columns),
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> (u32, u32) {
        let length = |[first, last]: [u32; 2]| last - first + 1;
        (length(self.rows), length(self.columns))
    }

    /// The rectangle's cells, with dead ones in the place of those of other parts.
    pub fn cells<'a>(
        &self,
        board: &'a Piece,
        of: &'a [Option<u32>],
        dead: u8,
    ) -> impl Iterator<Item = u8> + use<'a> {
        let (wide, root) = (board.columns as usize, self.root);
        let [first, last] = self.columns.map(|column| column as usize);
        (self.rows[0] as usize..=self.rows[1] as usize).flat_map(move |row| {
            let line = row * wide + first..=row * wide + last;
            let kept = board.cells[line.clone()].iter().zip(&of[line]);
            kept.map(move |(symbol, of)| match *of == Some(root) {
                true => *symbol,
                false => dead,
            })
        })
    }

    pub fn piece(&self, board: &Piece, of: &[Option<u32>], dead: u8) -> Piece {
        let (rows, columns) = self.size();
        Piece {
            rows,
            columns,
            cells: self.cells(board, of, dead).collect(),
        }
    }
}
