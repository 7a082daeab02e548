//! Detects play that never ends.

use whowins_engine::terms::Reached;

/// Positions from which play may never end.
pub(super) struct Rounds {
    /// The positions that can't reach an ending.
    pub never_over: Vec<usize>,
    /// A position that play can return to. The mark is part of it.
    pub back: Option<usize>,
}

impl Rounds {
    /// Analyzes the graph of positions. Complexity: linear in the number of moves.
    pub(super) fn of(reached: &Reached) -> Self {
        let count = reached.states.len();
        let mut origins: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (from, options) in reached.options.iter().enumerate() {
            for to in options {
                origins[*to as usize].push(from as u32);
            }
        }
        let is_over = |number: &usize| reached.options[*number].is_empty();
        let mut ends = vec![false; count];
        let mut open: Vec<usize> = (0..count).filter(is_over).collect();
        open.iter().for_each(|number| ends[*number] = true);
        while let Some(number) = open.pop() {
            for from in &origins[number] {
                let from = *from as usize;
                if !std::mem::replace(&mut ends[from], true) {
                    open.push(from);
                }
            }
        }
        Self {
            never_over: (0..count).filter(|number| !ends[*number]).collect(),
            back: back(reached, &origins),
        }
    }

    pub(super) const fn is_any(&self) -> bool {
        self.back.is_some()
    }
}

/// Finds a position on a cycle. Removing positions without moves repeatedly leaves the positions
/// with infinite play.
fn back(reached: &Reached, origins: &[Vec<u32>]) -> Option<usize> {
    let mut left: Vec<usize> = reached.options.iter().map(Vec::len).collect();
    let mut open: Vec<usize> = (0..left.len())
        .filter(|number| left[*number] == 0)
        .collect();
    while let Some(number) = open.pop() {
        for from in &origins[number] {
            let from = *from as usize;
            left[from] -= 1;
            if left[from] == 0 {
                open.push(from);
            }
        }
    }
    let mut at = left.iter().position(|left| *left > 0)?;
    let mut seen = vec![false; left.len()];
    while !std::mem::replace(&mut seen[at], true) {
        let mut options = reached.options[at].iter().map(|option| *option as usize);
        at = options.find(|option| left[*option] > 0)?;
    }
    Some(at)
}
