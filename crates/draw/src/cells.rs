//! The cells of a map.

/// The number of a cell that isn't a position.
pub const BLANK: u16 = u16::MAX;

/// The maximum number of a cell.
pub const LARGEST: u16 = BLANK - 1;

/// A rectangle of numbers of two bytes each, row by row. Row 0 is the first of the vertical axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    width: usize,
    height: usize,
    values: Vec<u16>,
}

impl Cells {
    /// Creates a rectangle of blank cells.
    pub fn blank(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            values: vec![BLANK; width * height],
        }
    }

    /// Returns the number of cells per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of a cell. Returns [`BLANK`] outside the rectangle.
    pub fn get(&self, column: usize, row: usize) -> u16 {
        match column < self.width {
            true => *self.values.get(row * self.width + column).unwrap_or(&BLANK),
            false => BLANK,
        }
    }

    /// Sets the number of a cell. Does nothing outside the rectangle.
    pub fn set(&mut self, column: usize, row: usize, value: u16) {
        if column < self.width
            && let Some(cell) = self.values.get_mut(row * self.width + column)
        {
            *cell = value;
        }
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u16]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// Returns the numbers of all cells that aren't blank.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        self.values.iter().copied().filter(|cell| *cell != BLANK)
    }
}
