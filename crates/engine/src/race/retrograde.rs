//! Retrograde analysis of all positions, for the arenas where shortest paths do not tell who wins.

use std::ops::ControlFlow;

use whowins_core::Budget;

use super::Refused;
use super::arena::{Arena, FAR};

/// What the analysis says of the start position.
pub struct Analysis {
    /// The first player's winning first moves.
    pub winning: Vec<u32>,
    /// Whether the second player wins, whatever the first does; with no winning move and not this,
    /// the game is drawn.
    pub second_wins: bool,
    /// Bytes of all tables, at most.
    pub bytes: usize,
}

const OPEN: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;

/// Labels each pair of cells of the component of the starts, with either player to move, as won or
/// lost for the player to move; what stays open is drawn by repetition. The starts must be two or
/// more steps apart.
///
/// O(V E) time up to a factor of the largest degree, and five bytes a position, 2 V² positions.
///
/// # Errors
///
/// The number of bytes needed, when it is more than the budget's or positions outgrow 32-bit
/// numbers; a budget whose time is over.
pub fn analyse(arena: &Arena, budget: &Budget) -> Result<Analysis, Refused> {
    let distance = arena.distances(arena.start()[0]);
    let cells: Vec<u32> = (0u32..)
        .zip(&distance)
        .filter(|&(_, &far)| far != FAR)
        .map(|(cell, _)| cell)
        .collect();
    let positions = 2 * cells.len() as u128 * cells.len() as u128;
    let bytes = 5 * positions;
    if bytes > u128::from(budget.memory) || positions > u128::from(u32::MAX) {
        return Err(Refused::Bytes(bytes));
    }
    let mut local = vec![0; arena.cells()];
    for (index, &cell) in cells.iter().enumerate() {
        local[cell as usize] = index;
    }
    let near: Vec<Vec<usize>> = cells
        .iter()
        .map(|&cell| {
            arena
                .neighbours(cell)
                .iter()
                .map(|&other| local[other as usize])
                .collect()
        })
        .collect();
    let start = arena.start().map(|cell| local[cell as usize]);
    let mut board = Board {
        near,
        start,
        labels: vec![OPEN; positions as usize],
    };
    if board.label(budget).is_break() {
        return Err(Refused::Over);
    }
    let after = |&step: &usize| {
        board.labels[board.index(Position {
            mover: 1,
            own: start[1],
            other: step,
        })]
    };
    let second_wins = board.near[start[0]].iter().all(|step| after(step) == WIN);
    let winning = board.near[start[0]]
        .iter()
        .filter(|step| after(step) == LOSS)
        .map(|&step| cells[step])
        .collect();
    Ok(Analysis {
        winning,
        second_wins,
        bytes: bytes as usize,
    })
}

/// A position: the player to move, that player's piece and the other's, never on one cell.
#[derive(Clone, Copy)]
struct Position {
    mover: usize,
    own: usize,
    other: usize,
}

struct Board {
    near: Vec<Vec<usize>>,
    start: [usize; 2],
    labels: Vec<u8>,
}

impl Board {
    fn index(&self, at: Position) -> usize {
        (at.mover * self.near.len() + at.own) * self.near.len() + at.other
    }

    fn position(&self, index: usize) -> Position {
        let (rest, other) = (index / self.near.len(), index % self.near.len());
        Position {
            mover: rest / self.near.len(),
            own: rest % self.near.len(),
            other,
        }
    }

    /// Whether the mover's piece can reach its goal in this turn, jumping or not.
    fn wins_at_once(&self, at: Position) -> bool {
        let goal = self.start[1 - at.mover];
        let near = &self.near[at.own];
        near.contains(&goal) || near.contains(&at.other) && self.near[at.other].contains(&goal)
    }

    /// The cells where the mover's piece can end its turn, some of them twice, when it cannot win
    /// at once.
    fn landings(&self, at: Position) -> impl Iterator<Item = usize> + '_ {
        let near = &self.near[at.own];
        let jump: &[usize] = if near.contains(&at.other) {
            &self.near[at.other]
        } else {
            &[]
        };
        near.iter()
            .filter(move |&&cell| cell != at.other)
            .chain(jump)
            .copied()
    }

    fn label(&mut self, budget: &Budget) -> ControlFlow<()> {
        let mut settled: Vec<u32> = Vec::with_capacity(self.labels.len());
        let mut sources = Vec::new();
        for index in 0..self.labels.len() {
            let at = self.position(index);
            budget.charge(1 + self.near[at.own].len() as u64)?;
            if at.own != at.other && self.wins_at_once(at) {
                self.labels[index] = WIN;
                settled.push(index as u32);
            }
        }
        while let Some(index) = settled.pop() {
            let at = self.position(index as usize);
            // Edges run both ways, so the cells the last mover can have come from are those it
            // could now go to.
            let back = Position {
                mover: 1 - at.mover,
                own: at.other,
                other: at.own,
            };
            sources.clear();
            sources.extend(self.landings(back));
            // Each of them may look at all of its own landings.
            budget.charge(1 + (sources.len() * sources.len()) as u64)?;
            for &own in &sources {
                let before = Position { own, ..back };
                let place = self.index(before);
                if self.labels[place] != OPEN {
                    continue;
                }
                self.labels[place] = if self.labels[index as usize] == LOSS {
                    WIN
                } else if self.loses(before) {
                    LOSS
                } else {
                    continue;
                };
                settled.push(place as u32);
            }
        }
        ControlFlow::Continue(())
    }

    fn loses(&self, at: Position) -> bool {
        self.landings(at).all(|own| {
            self.labels[self.index(Position {
                mover: 1 - at.mover,
                own: at.other,
                other: own,
            })] == WIN
        })
    }
}
