//! The board of a race: an undirected graph and two starts.

use std::error::Error;
use std::fmt;

/// A board for a race: cells `0..cells()`, undirected edges between neighbours, and the starts of
/// the two pieces.
///
/// Neighbour lists are held in one array (compressed rows): four bytes an edge end and four a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arena {
    offsets: Vec<u32>,
    neighbours: Vec<u32>,
    start: [u32; 2],
}

impl Arena {
    /// Builds an arena from the list of neighbours of each cell, in any order; a neighbour named
    /// twice counts once.
    ///
    /// Cost: O(V + E log E).
    ///
    /// # Errors
    ///
    /// [`ArenaError`] when a start or a neighbour is not a cell, when the starts are one cell, when
    /// a cell is its own neighbour (that would be a move that stays put), or when an edge runs one
    /// way only: the theory of [`super::solve`] needs that a step can be taken back.
    pub fn new(
        neighbours: &[Vec<u32>],
        start_first: u32,
        start_second: u32,
    ) -> Result<Self, ArenaError> {
        let cells = neighbours.len();
        let ends: usize = neighbours
            .iter()
            .map(Vec::len)
            .fold(0, usize::saturating_add);
        // The largest u32 is kept free: it marks "no cell" in the kernels.
        if cells >= u32::MAX as usize || ends >= u32::MAX as usize {
            return Err(ArenaError::TooLarge { cells, ends });
        }
        for start in [start_first, start_second] {
            if start as usize >= cells {
                return Err(ArenaError::StartOutside { start, cells });
            }
        }
        if start_first == start_second {
            return Err(ArenaError::SameStart { cell: start_first });
        }
        let mut offsets = Vec::with_capacity(cells + 1);
        let mut flat: Vec<u32> = Vec::with_capacity(ends);
        offsets.push(0);
        for (cell, list) in (0u32..).zip(neighbours) {
            let row = flat.len();
            for &neighbour in list {
                if neighbour as usize >= cells {
                    return Err(ArenaError::NeighbourOutside {
                        cell,
                        neighbour,
                        cells,
                    });
                }
                if neighbour == cell {
                    return Err(ArenaError::OwnNeighbour { cell });
                }
                flat.push(neighbour);
            }
            flat[row..].sort_unstable();
            let mut kept = row;
            for index in row..flat.len() {
                if index == row || flat[index] != flat[index - 1] {
                    flat[kept] = flat[index];
                    kept += 1;
                }
            }
            flat.truncate(kept);
            offsets.push(kept as u32);
        }
        let arena = Self {
            offsets,
            neighbours: flat,
            start: [start_first, start_second],
        };
        for cell in 0..cells as u32 {
            for &neighbour in arena.neighbours(cell) {
                if arena.neighbours(neighbour).binary_search(&cell).is_err() {
                    return Err(ArenaError::OneWay {
                        from: cell,
                        to: neighbour,
                    });
                }
            }
        }
        Ok(arena)
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The starts of the first and of the second player's piece.
    #[must_use]
    pub fn start(&self) -> [u32; 2] {
        self.start
    }

    /// The neighbours of `cell`, ascending, each once; none for a number that is not a cell.
    #[must_use]
    pub fn neighbours(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        match self.offsets.get(cell..cell.saturating_add(2)) {
            Some(&[from, to]) => &self.neighbours[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Distances (in moves) of all cells from `source`, breadth first; [`FAR`] where there is no
    /// path. O(V + E).
    #[doc(hidden)]
    pub fn distances(&self, source: u32) -> Vec<u32> {
        let mut distance = vec![FAR; self.cells()];
        let mut frontier = vec![source];
        let mut beyond = Vec::new();
        let mut steps = 0;
        distance[source as usize] = 0;
        while !frontier.is_empty() {
            steps += 1;
            for cell in frontier.drain(..) {
                for &neighbour in self.neighbours(cell) {
                    if distance[neighbour as usize] == FAR {
                        distance[neighbour as usize] = steps;
                        beyond.push(neighbour);
                    }
                }
            }
            std::mem::swap(&mut frontier, &mut beyond);
        }
        distance
    }
}

/// The distance of a cell that cannot be reached; no real distance is so large.
pub(super) const FAR: u32 = u32::MAX;

/// Why a board is not one for a race.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArenaError {
    /// More cells or edges than 32-bit numbers can name.
    TooLarge {
        /// Cells given.
        cells: usize,
        /// Neighbours listed, over all cells.
        ends: usize,
    },
    /// A start is not a cell.
    StartOutside {
        /// The start given.
        start: u32,
        /// The number of cells.
        cells: usize,
    },
    /// Both pieces start on one cell.
    SameStart {
        /// That cell.
        cell: u32,
    },
    /// A neighbour is not a cell.
    NeighbourOutside {
        /// The cell whose list names it.
        cell: u32,
        /// The neighbour named.
        neighbour: u32,
        /// The number of cells.
        cells: usize,
    },
    /// A cell is listed as its own neighbour.
    OwnNeighbour {
        /// That cell.
        cell: u32,
    },
    /// An edge is listed at one of its ends only.
    OneWay {
        /// The cell whose list names the edge.
        from: u32,
        /// The cell whose list does not.
        to: u32,
    },
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { cells, ends } => {
                write!(
                    f,
                    "a race has fewer than {} cells and neighbours in all; give a smaller board than {cells} cells with {ends} neighbours",
                    u32::MAX
                )
            }
            Self::StartOutside { start, cells } => {
                write!(
                    f,
                    "start {start} is not a cell; the cells are 0 to {}, start on one of them",
                    cells.saturating_sub(1)
                )
            }
            Self::SameStart { cell } => write!(
                f,
                "both pieces start on cell {cell}; give them different starts"
            ),
            Self::NeighbourOutside {
                cell,
                neighbour,
                cells,
            } => {
                write!(
                    f,
                    "cell {cell} names the neighbour {neighbour}, which is not a cell; the cells are 0 to {}",
                    cells.saturating_sub(1)
                )
            }
            Self::OwnNeighbour { cell } => write!(
                f,
                "cell {cell} is its own neighbour; take it out of its list"
            ),
            Self::OneWay { from, to } => {
                write!(
                    f,
                    "cell {from} has the neighbour {to}, but not the other way round; list {from} at {to} too"
                )
            }
        }
    }
}

impl Error for ArenaError {}
