//! The moves of a board as patterns on one board of bits a symbol.
//!
//! A rule laid at different places wants the same symbols at the same distances. So all places
//! where it fits are found at once: the boards of the wanted symbols, shifted by these distances,
//! are laid over each other. A move changes the index by a number that depends on the place by a
//! power of the number of symbols only, and so does a move undone.

use std::collections::HashMap;

use whowins_analysis::board::Placement;
use whowins_analysis::{By, Player};

use super::space::Flow;

/// The moves of each player, forwards and backwards. Bit p of a board is the cell that counts
/// `symbols^p` in the index.
pub struct Patterns {
    cells: u32,
    symbols: usize,
    /// `symbols^p`.
    weight: Vec<i64>,
    /// Cells that are looked up at once, how many fillings they have, and the boards of each
    /// filling.
    chunk: u32,
    fillings: u64,
    boards: Vec<u64>,
    forward: [Vec<Pattern>; 2],
    backward: [Vec<Pattern>; 2],
}

/// One rule, at all places where it can lie.
struct Pattern {
    /// The digits that it wants, with their distances from the place.
    wants: Vec<(usize, u32)>,
    /// The places.
    places: u64,
    /// What it adds to the index at place 0; `None` where that depends on what was there.
    adds: Option<i64>,
    /// The number of the move at each place.
    moves: Vec<u32>,
}

/// Fillings of a chunk, at most, if there is more than one cell in it.
const FILLINGS: u64 = 1 << 10;

/// Boards that are kept without an allocation.
const FEW: usize = 8;

/// A move laid out: digits wanted and written at places, lowest place first.
pub type Laid = Vec<(u32, Option<u8>, Option<u8>)>;

impl Patterns {
    /// The moves of a board of so many cells, of which `place` tells the bits and `digit` the
    /// digits of symbols; `None` beyond 63 cells.
    pub fn new<'a>(
        cells: usize,
        moves: impl Iterator<Item = (By, &'a Placement)> + Clone,
        place: &[u32],
        digit: &[u8],
    ) -> Option<Self> {
        let symbols = digit.len();
        if cells > 63 {
            return None;
        }
        let base = symbols as u64;
        let mut chunk = 1;
        while base > 1 && base.checked_pow(chunk + 1)? <= FILLINGS && (chunk as usize) < cells {
            chunk += 1;
        }
        let fillings = base.checked_pow(chunk)?;
        let mut boards = vec![0; (fillings * base) as usize];
        for filling in 0..fillings {
            let mut rest = filling;
            for cell in 0..chunk {
                boards[(filling * base + rest % base) as usize] |= 1 << cell;
                rest /= base;
            }
        }
        let weight = (0..cells as u32).map(|cell| (base as i64).checked_pow(cell));
        let mut all = Self {
            cells: cells as u32,
            symbols,
            weight: weight.collect::<Option<_>>()?,
            chunk,
            fillings,
            boards,
            forward: Default::default(),
            backward: Default::default(),
        };
        for player in Player::BOTH {
            let laid: Vec<Laid> = moves
                .clone()
                .map(|(by, placement)| match by.allows(player) {
                    true => laid(placement, place, digit),
                    false => Vec::new(),
                })
                .collect();
            all.forward[player.index()] = all.patterns(&laid, false);
            all.backward[player.index()] = all.patterns(&laid, true);
        }
        Some(all)
    }

    /// The moves, or the moves undone, put together by what they want and do.
    fn patterns(&self, moves: &[Laid], back: bool) -> Vec<Pattern> {
        let mut found: Vec<Pattern> = Vec::new();
        let mut known: HashMap<Laid, Vec<usize>> = HashMap::new();
        for (number, laid) in moves.iter().enumerate() {
            let Some((base, ..)) = laid.first().copied() else {
                continue;
            };
            let shape: Laid = laid
                .iter()
                .map(|(place, before, after)| (place - base, *before, *after))
                .collect();
            let same = known.entry(shape.clone()).or_default();
            // Two moves of a player that are alike at one place count as two.
            let free = same
                .iter()
                .copied()
                .find(|at| found[*at].places >> base & 1 == 0);
            let at = free.unwrap_or_else(|| {
                same.push(found.len());
                found.push(self.pattern(&shape, back));
                found.len() - 1
            });
            found[at].places |= 1 << base;
            found[at].moves[base as usize] = number as u32;
        }
        found
    }

    /// A pattern that lies nowhere yet.
    fn pattern(&self, shape: &Laid, back: bool) -> Pattern {
        let wants = |(place, before, after): &(u32, Option<u8>, Option<u8>)| {
            let digit = if back { after.or(*before) } else { *before };
            digit.map(|digit| (usize::from(digit), *place))
        };
        let adds = |(place, before, after): &(u32, Option<u8>, Option<u8>)| match (before, after) {
            (_, None) => Some(0),
            (None, Some(_)) => None,
            (Some(before), Some(after)) => {
                let more = i64::from(*after) - i64::from(*before);
                Some(more * self.weight[*place as usize] * if back { -1 } else { 1 })
            }
        };
        Pattern {
            wants: shape.iter().filter_map(wants).collect(),
            places: 0,
            adds: shape.iter().map(adds).sum(),
            moves: vec![0; self.cells as usize],
        }
    }

    /// Calls `then` with the boards of an index: those of digit 0 first.
    #[inline]
    fn with_boards<T>(&self, index: u64, then: impl FnOnce(&[u64]) -> T) -> T {
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let boards = match few.get_mut(..self.symbols) {
            Some(boards) => boards,
            None => {
                many.resize(self.symbols, 0);
                &mut many[..]
            }
        };
        let (mut rest, mut shift) = (index, 0);
        while shift < self.cells {
            // Processors divide short numbers several times faster.
            let (left, filling) = match u32::try_from(rest) {
                Ok(rest) => {
                    let fillings = self.fillings as u32;
                    (u64::from(rest / fillings), u64::from(rest % fillings))
                }
                Err(_) => (rest / self.fillings, rest % self.fillings),
            };
            let row = filling as usize * self.symbols;
            for (board, bits) in boards.iter_mut().zip(&self.boards[row..row + self.symbols]) {
                *board |= bits << shift;
            }
            rest = left;
            shift += self.chunk;
        }
        then(boards)
    }

    /// How many moves fit.
    pub fn count(&self, player: Player, index: u64) -> u32 {
        self.with_boards(index, |boards| {
            self.forward[player.index()]
                .iter()
                .map(|pattern| pattern.fits(boards).count_ones())
                .sum()
        })
    }

    /// The moves that fit: their numbers, and what they add to the index, where that does not
    /// depend on what was there.
    #[inline]
    pub fn moves(
        &self,
        player: Player,
        index: u64,
        each: &mut impl FnMut(u32, Option<i64>) -> Flow,
    ) -> Flow {
        self.with_boards(index, |boards| {
            self.forward[player.index()]
                .iter()
                .try_for_each(|pattern| pattern.each(boards, &self.weight, each))
        })
    }

    /// The indices from which a move of the player leads here; where every move knows what it
    /// replaces.
    #[inline]
    pub fn origins(&self, player: Player, index: u64, emit: &mut impl FnMut(u64)) {
        self.undone(player, index, &mut |_, adds| {
            if let Some(adds) = adds {
                emit((index as i64 + adds) as u64);
            }
        });
    }

    /// The moves of the player that lead here, by their numbers, with what taking them back adds to
    /// the index.
    #[inline]
    pub fn undone(&self, player: Player, index: u64, each: &mut impl FnMut(u32, Option<i64>)) {
        self.with_boards(index, |boards| {
            for pattern in &self.backward[player.index()] {
                let _ = pattern.each(boards, &self.weight, &mut |number, adds| {
                    each(number, adds);
                    Flow::Continue(())
                });
            }
        });
    }
}

/// A move by bits and digits, lowest place first; without cells that it neither looks at nor
/// changes.
pub fn laid(placement: &Placement, place: &[u32], digit: &[u8]) -> Laid {
    let digit = |symbol: &Option<u8>| symbol.map(|symbol| digit[usize::from(symbol)]);
    let mut laid: Laid = placement
        .cells
        .iter()
        .map(|(cell, before, after)| (place[*cell], digit(before), digit(after)))
        .collect();
    laid.sort_unstable();
    // A move that looks at nothing and changes nothing has one place all the same.
    if laid
        .iter()
        .any(|(_, before, after)| before.or(*after).is_some())
    {
        laid.retain(|(_, before, after)| before.or(*after).is_some());
    }
    laid
}

impl Pattern {
    /// The places where it fits.
    #[inline]
    fn fits(&self, boards: &[u64]) -> u64 {
        self.wants
            .iter()
            .fold(self.places, |fits, (digit, distance)| {
                fits & boards[*digit] >> distance
            })
    }

    #[inline]
    fn each(
        &self,
        boards: &[u64],
        weight: &[i64],
        each: &mut impl FnMut(u32, Option<i64>) -> Flow,
    ) -> Flow {
        let mut fits = self.fits(boards);
        while fits != 0 {
            let place = fits.trailing_zeros() as usize;
            fits &= fits - 1;
            each(
                self.moves[place],
                self.adds.map(|adds| adds * weight[place]),
            )?;
        }
        Flow::Continue(())
    }
}
