//! Parts of small boards, in machine words throughout.
//!
//! A part is the cells that show each symbol that a rule asks for, a word a symbol, on a frame of
//! up to 64 cells: cells that show another one are in no part ([`super::board`]). A move is carried
//! out by a few operations on words, what it leaves falls apart in words, and each part is brought
//! into its normal form in words. All parts that the moves from a part lead to are looked up at
//! once, so that one look into memory does not wait for the other.

use whowins_analysis::board::Board;
use whowins_values::{Arena, Value};

use super::layout::{BITS, words};
use super::normal::{Coding, Piece, Symmetries, Turn};
use super::slots::{Recent, Slots};
use super::words::{Words, all};
use super::{NoValue, Refusal};
use crate::stack::deeper;

/// The values of the parts of boards that fit in one frame.
pub(super) trait Small: Send + Sync {
    /// The sum of a board's parts.
    fn value(&mut self, arena: &mut Arena, board: &Piece) -> Result<Value, NoValue>;

    /// Parts asked for, and parts kept.
    fn counts(&self) -> (u64, usize);

    /// Bytes that it has taken.
    fn bytes(&self) -> u64;
}

/// Boards whose rules ask for more symbols are looked at cell by cell.
const MOST: usize = 4;
/// The side of the frame of boards that fit in it.
const SIDE: usize = 8;

/// The frame of boards of so many rows and columns; `None` where they are looked at cell by cell.
/// Without rules that ask for the edge, many sizes share one.
pub(super) fn frame(
    rules: &Board,
    coding: &Coding,
    has_edges: bool,
    (rows, columns): (usize, usize),
) -> Option<(usize, usize)> {
    if coding.told() > MOST || rows * columns > BITS {
        return None;
    }
    Some(match () {
        () if has_edges => (rows, columns),
        () if rules.row => (1, BITS),
        () if rows.max(columns) <= SIDE => (SIDE, SIDE),
        () => (rows, columns),
    })
}

/// None known yet, in a frame that [`frame`] told.
pub(super) fn small(
    rules: &Board,
    coding: &Coding,
    symmetries: &Symmetries,
    has_edges: bool,
    frame: (usize, usize),
) -> Box<dyn Small> {
    match coding.told() {
        0 | 1 => Box::new(Parts::<1>::new(rules, coding, symmetries, has_edges, frame)),
        2 => Box::new(Parts::<2>::new(rules, coding, symmetries, has_edges, frame)),
        3 => Box::new(Parts::<3>::new(rules, coding, symmetries, has_edges, frame)),
        _ => Box::new(Parts::<4>::new(rules, coding, symmetries, has_edges, frame)),
    }
}

/// In the place of a value: it is being worked out.
const OPEN: u32 = u32::MAX;

/// Cells that show each symbol.
type Planes<const K: usize> = [u64; K];

/// A symmetry of the rules: how the frame is turned, the symbol that each one becomes, and whether
/// the players change places.
struct Change<const K: usize> {
    turn: usize,
    symbols: [u8; K],
    negates: bool,
}

/// A part that a move leads to: as it lies, its normal form, whether it is that one's negative, and
/// what is known of it.
struct Met<const K: usize> {
    own: Planes<K>,
    normal: Planes<K>,
    negates: bool,
    id: u32,
}

/// A move: whose it is, and where the parts end that it leads to.
struct Step {
    players: [bool; 2],
    end: u32,
}

struct Parts<const K: usize> {
    words: Words,
    coding: Coding,
    rows: usize,
    columns: usize,
    /// Whether a part stays where it is: a rule asks for the edge.
    stays: bool,
    /// Those that keep the players in their places come first, so that what is its own negative is
    /// found to be so by none.
    changes: Vec<Change<K>>,
    known: Slots<K>,
    recent: Recent<K>,
    asked: u64,
    /// Lists that are used again and again, the first two from where the moves of the part at hand
    /// begin.
    met: Vec<Met<K>>,
    steps: Vec<Step>,
    live: Vec<u64>,
}

impl<const K: usize> Parts<K> {
    fn new(
        rules: &Board,
        coding: &Coding,
        symmetries: &Symmetries,
        has_edges: bool,
        (rows, columns): (usize, usize),
    ) -> Self {
        let changes = symmetries.all().filter(|(turn, ..)| {
            // A frame stays what it is.
            !turn.transposed || rows == columns
        });
        let number = |turn: Turn| Turn::ALL.iter().position(|one| *one == turn);
        let changes = changes.map(|(turn, symbols, negates)| Change {
            turn: number(turn).unwrap_or(0),
            symbols: std::array::from_fn(|code| {
                let symbol = coding.symbol(code as u8);
                coding
                    .code(symbols[usize::from(symbol)])
                    .unwrap_or(code as u8)
            }),
            negates,
        });
        let mut changes: Vec<_> = changes.collect();
        changes.sort_by_key(|change| change.negates);
        let words = words(rules, (rows, columns), |symbol| coding.code(symbol));
        Self {
            live: vec![0; words.stencils().len()],
            words,
            coding: coding.clone(),
            rows,
            columns,
            stays: has_edges,
            changes,
            known: Slots::new(),
            recent: Recent::new(),
            asked: 0,
            met: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// A part in all turns that a symmetry takes, moved to the first row and the first column,
    /// unless it stays. Turns have their places in [`Turn::ALL`].
    #[inline]
    fn turns(&self, part: &Planes<K>) -> [Planes<K>; 8] {
        let mut turns = [[0; K]; 8];
        if (self.rows, self.columns) == (SIDE, SIDE) {
            let ends = match self.stays {
                true => [[0, 7]; 2],
                false => ends(all(part)),
            };
            // How far from the first row and column, as it lies and mirrored.
            let [[top, bottom], [left, right]] = ends;
            let (rows, columns) = ([top, 7 - bottom], [left, 7 - right]);
            for (symbol, word) in part.iter().enumerate() {
                for (at, word) in [(0, *word), (4, transposed(*word))] {
                    let back = word.reverse_bits();
                    turns[at][symbol] = word;
                    turns[at + 1][symbol] = back.swap_bytes();
                    turns[at + 2][symbol] = word.swap_bytes();
                    turns[at + 3][symbol] = back;
                }
            }
            // What is mirrored before it is transposed is mirrored the other way after it.
            turns.swap(5, 6);
            for (at, turned) in turns.iter_mut().enumerate() {
                let (row, column) = (rows[at >> 1 & 1], columns[at & 1]);
                let by = if at < 4 {
                    8 * row + column
                } else {
                    8 * column + row
                };
                for word in turned {
                    *word >>= by;
                }
            }
            return turns;
        }
        for change in &self.changes {
            let turned = &mut turns[change.turn];
            for (symbol, word) in part.iter().enumerate() {
                turned[symbol] = self.turned(*word, Turn::ALL[change.turn]);
            }
            if !self.stays {
                let by = self.corner(all(turned));
                for word in turned {
                    *word >>= by;
                }
            }
        }
        turns
    }

    /// A word's cells, turned.
    #[inline]
    fn turned(&self, word: u64, turn: Turn) -> u64 {
        if self.rows == 1 {
            return match turn.columns {
                true => word.reverse_bits() >> (BITS - self.columns),
                false => word,
            };
        }
        let (_, wide, start, [down, right]) = turn.walk(self.rows, self.columns);
        let mut turned = 0;
        for at in 0..self.rows * self.columns {
            let (row, column) = ((at / wide) as isize, (at % wide) as isize);
            turned |= (word >> (start + row * down + column * right) & 1) << at;
        }
        turned
    }

    /// How far a part is moved so that it touches the first row and the first column.
    #[inline]
    fn corner(&self, part: u64) -> u32 {
        if (self.rows, self.columns) == (SIDE, SIDE) {
            let [[top, _], [left, _]] = ends(part);
            return 8 * top + left;
        }
        let first = part.trailing_zeros();
        if self.rows == 1 {
            return first;
        }
        let line = u64::MAX >> (BITS - self.columns);
        let mut across = 0;
        for row in 0..self.rows {
            across |= part >> (row * self.columns) & line;
        }
        first - first % self.columns as u32 + across.trailing_zeros()
    }

    /// A part's normal form, and whether the part is its negative.
    #[inline]
    fn normal(&self, part: &Planes<K>) -> (Planes<K>, bool) {
        let turns = self.turns(part);
        let mut least = ([u64::MAX; K], false);
        for change in &self.changes {
            let mut changed = [0; K];
            for symbol in 0..K {
                changed[usize::from(change.symbols[symbol])] = turns[change.turn][symbol];
            }
            if is_less(&changed, &least.0) {
                least = (changed, change.negates);
            }
        }
        least
    }

    /// Adds the parts of a board to those that are met.
    #[inline]
    fn split(&mut self, board: &Planes<K>) {
        let mut may = *board;
        self.words.find_live(&mut may, &mut self.live);
        let mut rest = self.words.covered(&self.live);
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let part = self.words.part(first, rest, &self.live);
            rest &= !part;
            let mut own = *board;
            for word in &mut own {
                *word &= part;
            }
            if !self.stays {
                let by = self.corner(part);
                for word in &mut own {
                    *word >>= by;
                }
            }
            let met = match self.recent.get(&own) {
                Some((id, negates)) => Met {
                    own,
                    normal: own,
                    negates,
                    id,
                },
                None => {
                    let (normal, negates) = self.normal(&own);
                    Met {
                        own,
                        normal,
                        negates,
                        id: Slots::<K>::NOTHING,
                    }
                }
            };
            self.met.push(met);
        }
    }

    /// Adds the parts that the moves on a part lead to.
    fn each_move(&mut self, part: &Planes<K>) {
        for which in 0..self.words.stencils().len() {
            let stencil = &self.words.stencils()[which];
            let players = stencil.players;
            let mut places = self.words.fits(stencil, part);
            while places != 0 {
                let place = places & places.wrapping_neg();
                places &= !place;
                let mut next = *part;
                let stencil = &self.words.stencils()[which];
                self.words.apply(stencil, place, &mut next);
                self.split(&next);
                self.steps.push(Step {
                    players,
                    end: self.met.len() as u32,
                });
            }
        }
    }

    /// Finds the values of the parts that were met from one on.
    fn look_up(&mut self, arena: &mut Arena, from: usize) -> Result<(), NoValue> {
        self.asked += (self.met.len() - from) as u64;
        for met in &mut self.met[from..] {
            if met.id == Slots::<K>::NOTHING {
                met.id = self.known.get(&met.normal);
                if met.id < Slots::<K>::NOTHING {
                    self.recent.put(&met.own, met.id, met.negates);
                }
            }
        }
        for at in from..self.met.len() {
            if self.met[at].id == Slots::<K>::NOTHING {
                let normal = self.met[at].normal;
                self.met[at].id = deeper(|| self.part(arena, &normal))?;
            }
            if self.met[at].id == OPEN {
                return Err(NoValue::Refused(Refusal::GoesRound));
            }
        }
        Ok(())
    }

    /// The sum of parts that were met.
    fn sum(&self, arena: &mut Arena, parts: std::ops::Range<usize>) -> Result<Value, NoValue> {
        let mut sum = Value::ZERO;
        for met in &self.met[parts] {
            let value = Value::from_id(met.id);
            let value = if met.negates {
                arena.neg(value)?
            } else {
                value
            };
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// What is known of a part in normal form, once it is worked out.
    fn part(&mut self, arena: &mut Arena, part: &Planes<K>) -> Result<u32, NoValue> {
        let known = self.known.get(part);
        if known != Slots::<K>::NOTHING {
            return Ok(known);
        }
        if let Some(bytes) = self.known.wanted() {
            arena.ask(self.known.bytes() + bytes)?;
            self.known.grow();
        }
        self.known.put(part, OPEN);
        let (met, steps) = (self.met.len(), self.steps.len());
        let value = self.worked_out(arena, part, met, steps);
        self.met.truncate(met);
        self.steps.truncate(steps);
        // Who asks again, with more to spend, finds nothing half done.
        let id = value.as_ref().map_or(Slots::<K>::NOTHING, |id| *id);
        self.known.put(part, id);
        value
    }

    fn worked_out(
        &mut self,
        arena: &mut Arena,
        part: &Planes<K>,
        met: usize,
        steps: usize,
    ) -> Result<u32, NoValue> {
        self.each_move(part);
        arena.charge((self.steps.len() - steps) as u64 + 1)?;
        self.look_up(arena, met)?;
        let mut sides = [Vec::new(), Vec::new()];
        let mut from = met;
        for step in &self.steps[steps..] {
            let value = self.sum(arena, from..step.end as usize)?;
            from = step.end as usize;
            for (side, may) in sides.iter_mut().zip(step.players) {
                if may {
                    side.push(value);
                }
            }
        }
        Ok(arena.make(&sides[0], &sides[1])?.id())
    }
}

impl<const K: usize> Small for Parts<K> {
    fn value(&mut self, arena: &mut Arena, board: &Piece) -> Result<Value, NoValue> {
        let mut planes = [0; K];
        let wide = board.columns as usize;
        for (at, symbol) in board.cells.iter().enumerate() {
            if let Some(code) = self.coding.code(*symbol) {
                planes[usize::from(code)] |= 1 << (at / wide * self.columns + at % wide);
            }
        }
        let met = self.met.len();
        self.split(&planes);
        let value = self
            .look_up(arena, met)
            .and_then(|()| self.sum(arena, met..self.met.len()));
        self.met.truncate(met);
        value
    }

    fn counts(&self) -> (u64, usize) {
        (self.asked, self.known.len())
    }

    fn bytes(&self) -> u64 {
        self.known.bytes()
    }
}

/// Whether the first word that differs is the smaller one.
#[inline]
fn is_less<const K: usize>(x: &Planes<K>, y: &Planes<K>) -> bool {
    for symbol in 0..K {
        if x[symbol] != y[symbol] {
            return x[symbol] < y[symbol];
        }
    }
    false
}

/// The first and last row and column of cells in eight rows of eight bits.
#[inline]
fn ends(cells: u64) -> [[u32; 2]; 2] {
    let half = cells | cells >> 32;
    let quarter = half | half >> 16;
    let across = (quarter | quarter >> 8) & 0xFF;
    let last = |word: u64| 63 - word.leading_zeros();
    [
        [cells.trailing_zeros() / 8, last(cells) / 8],
        [across.trailing_zeros(), last(across)],
    ]
}

/// Eight rows of eight bits, with rows and columns exchanged (H. S. Warren, *Hacker's Delight*,
/// 7-3).
#[inline]
fn transposed(mut word: u64) -> u64 {
    for (by, mask) in [
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ] {
        let differ = (word ^ word >> by) & mask;
        word ^= differ ^ differ << by;
    }
    word
}
