//! Axes and their ticks.

/// The labels along one side of a map: cell `i` has the label `first + i * step`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The name of the axis.
    pub name: String,
    /// The label of cell 0.
    pub first: u64,
    /// The difference between labels of adjacent cells.
    pub step: u64,
}

impl Axis {
    /// Creates an axis that counts from 0.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            first: 0,
            step: 1,
        }
    }

    /// Returns the label of a cell.
    pub fn label(&self, cell: usize) -> u64 {
        (cell as u64)
            .saturating_mul(self.step)
            .saturating_add(self.first)
    }

    /// Returns the cells with a tick, among `length` cells, about `most` at most. Labels are round
    /// if the step is 1; otherwise ticks are evenly spaced.
    pub fn ticks(&self, length: usize, most: usize) -> Vec<usize> {
        let gap = round_up(length.div_ceil(most.max(1)).max(1));
        let skip = match self.step {
            1 => (gap - (self.first % gap as u64) as usize) % gap,
            _ => 0,
        };
        (skip..length).step_by(gap).collect()
    }
}

/// Returns the least of 1, 2, 5, 10, 20, 50, ... that is at least `least`.
fn round_up(least: usize) -> usize {
    let mut unit = 1usize;
    loop {
        for factor in [1, 2, 5] {
            let gap = unit.saturating_mul(factor);
            if gap >= least {
                return gap;
            }
        }
        unit = unit.saturating_mul(10);
    }
}
