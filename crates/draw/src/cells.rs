//! The cells of a map.

/// A cell that stands for no position.
pub const BLANK: u16 = u16::MAX;

/// The largest number that a cell can hold.
pub const LARGEST: u16 = BLANK - 1;

/// A rectangle of numbers, two bytes each, row after row; row 0 is the first one of the vertical
/// axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    width: usize,
    height: usize,
    values: Vec<u16>,
}

impl Cells {
    /// Blank cells.
    pub fn blank(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            values: vec![BLANK; width * height],
        }
    }

    /// Cells a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number in a cell; [`BLANK`] outside of the rectangle.
    pub fn get(&self, column: usize, row: usize) -> u16 {
        match column < self.width {
            true => *self.values.get(row * self.width + column).unwrap_or(&BLANK),
            false => BLANK,
        }
    }

    /// Writes a number into a cell; nothing happens outside of the rectangle.
    pub fn set(&mut self, column: usize, row: usize, value: u16) {
        if column < self.width
            && let Some(cell) = self.values.get_mut(row * self.width + column)
        {
            *cell = value;
        }
    }

    /// The rows, each as its cells.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u16]> {
        self.values.chunks_exact(self.width.max(1))
    }

    /// The numbers that are not blank.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        self.values.iter().copied().filter(|cell| *cell != BLANK)
    }
}
