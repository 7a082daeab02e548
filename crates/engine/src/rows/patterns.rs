//! Moves on a board of known size, each with the follow-ups that it forces, as patterns of symbols.

use whowins_analysis::By;
use whowins_analysis::board::Placement;
use whowins_analysis::frame::BoardFrame;

use super::Refusal;

/// A move and all that it forces: which symbols some cells show before, and which they show after.
pub(super) struct Pattern {
    pub(super) by: By,
    pub(super) cells: Vec<Written>,
}

/// One cell of a [`Pattern`].
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) cell: usize,
    pub(super) before: u8,
    pub(super) after: u8,
}

/// More patterns than these are not laid out.
const MOST: usize = 1 << 16;
/// Partly known boards looked at, after which the follow-ups count as too many.
const STEPS: usize = 1 << 20;

/// The symbols that each cell can show on a board where no follow-up applies, as bits: those that
/// no follow-up of a single cell takes away.
pub(super) fn settled_symbols(at_once: &[Placement], cells: usize, symbols: usize) -> Vec<u64> {
    let mut allowed = vec![u64::MAX >> (64 - symbols); cells];
    for placement in at_once {
        if let [(cell, symbol)] = wanted(placement).collect::<Vec<_>>()[..] {
            allowed[cell] &= !(1 << symbol);
        }
    }
    allowed
}

/// The cells that a placement looks at, with the symbols it wants there.
pub(super) fn wanted(placement: &Placement) -> impl Iterator<Item = (usize, u8)> + '_ {
    let cells = placement.cells.iter();
    cells.filter_map(|(cell, before, _)| before.map(|symbol| (*cell, symbol)))
}

/// The patterns of all moves from boards where no follow-up applies.
///
/// A follow-up can apply after a move only where it looks at a cell that the move changed, so few
/// other cells matter; each that does is split into the symbols it can show.
///
/// # Errors
///
/// [`Refusal::FollowUps`] where that gives too many cases.
pub(super) fn patterns(frame: &BoardFrame, allowed: &[u64]) -> Result<Vec<Pattern>, Refusal> {
    let mut search = Search {
        at_once: &frame.at_once,
        allowed,
        steps: 0,
        found: Vec::new(),
    };
    for (by, _, placement) in &frame.moves {
        search.expand(*by, placement)?;
    }
    Ok(search.found)
}

struct Search<'a> {
    at_once: &'a [Placement],
    allowed: &'a [u64],
    steps: usize,
    found: Vec<Pattern>,
}

/// What a follow-up does on a partly known board.
enum Look {
    Misses,
    Fits,
    /// It depends on this cell.
    Asks(usize),
    /// It would have fitted before the move, where no follow-up fits.
    Never,
}

impl Search<'_> {
    fn symbols(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        let allowed = self.allowed[cell];
        (0..64).filter(move |symbol| allowed >> symbol & 1 == 1)
    }

    fn expand(&mut self, by: By, placement: &Placement) -> Result<(), Refusal> {
        let mut open = vec![Vec::new()];
        for (cell, before, after) in &placement.cells {
            let befores: Vec<u8> = match (before, after) {
                (Some(symbol), _) if self.allowed[*cell] >> symbol & 1 == 1 => vec![*symbol],
                (Some(_), _) => return Ok(()),
                (None, Some(_)) => self.symbols(*cell).collect(),
                (None, None) => continue,
            };
            let with = |partial: &Vec<Written>, before: u8| {
                let after = after.unwrap_or(before);
                let mut next = partial.clone();
                next.push(Written {
                    cell: *cell,
                    before,
                    after,
                });
                next
            };
            open = open
                .iter()
                .flat_map(|partial| befores.iter().map(|before| with(partial, *before)))
                .collect();
            if open.len() > MOST {
                return Err(Refusal::FollowUps);
            }
        }
        while let Some(partial) = open.pop() {
            self.settle(by, partial, &mut open)?;
        }
        Ok(())
    }

    /// Carries out the follow-ups on a partly known board; where they depend on an unknown cell,
    /// its cases go to `open`.
    fn settle(
        &mut self,
        by: By,
        mut partial: Vec<Written>,
        open: &mut Vec<Vec<Written>>,
    ) -> Result<(), Refusal> {
        'again: loop {
            self.steps += 1;
            if self.steps > STEPS || self.found.len() > MOST {
                return Err(Refusal::FollowUps);
            }
            for placement in self.at_once {
                let cell = match self.look(placement, &partial) {
                    Look::Misses => continue,
                    Look::Never => return Ok(()),
                    Look::Asks(cell) => Some(cell),
                    Look::Fits => unknown_but_written(placement, &partial),
                };
                if let Some(cell) = cell {
                    for before in self.symbols(cell) {
                        let mut next = partial.clone();
                        next.push(Written {
                            cell,
                            before,
                            after: before,
                        });
                        open.push(next);
                    }
                    return Ok(());
                }
                for (cell, _, after) in &placement.cells {
                    if let Some(symbol) = after {
                        let known = partial.iter_mut().find(|known| known.cell == *cell);
                        known.expect("it was requested").after = *symbol;
                    }
                }
                continue 'again;
            }
            break;
        }
        self.found.push(Pattern { by, cells: partial });
        Ok(())
    }

    fn look(&self, placement: &Placement, partial: &[Written]) -> Look {
        let mut unknown = None;
        let mut touched = false;
        for (cell, symbol) in wanted(placement) {
            match partial.iter().find(|known| known.cell == cell) {
                Some(known) if known.after != symbol => return Look::Misses,
                Some(known) => touched |= known.before != known.after,
                None if self.allowed[cell] >> symbol & 1 == 0 => return Look::Misses,
                None => unknown = unknown.or(Some(cell)),
            }
        }
        match (touched, unknown) {
            (true, None) => Look::Fits,
            (true, Some(cell)) => Look::Asks(cell),
            (false, None) => Look::Never,
            // Before the move it did not fit, and the move changed nothing that it looks at.
            (false, Some(_)) => Look::Misses,
        }
    }
}

/// A cell that the placement writes over whatever it shows, and that nothing is known of.
fn unknown_but_written(placement: &Placement, partial: &[Written]) -> Option<usize> {
    let mut written = placement
        .cells
        .iter()
        .filter(|(_, _, after)| after.is_some());
    let is_known = |cell: usize| partial.iter().any(|known| known.cell == cell);
    written
        .find(|(cell, _, _)| !is_known(*cell))
        .map(|(cell, _, _)| *cell)
}
