//! How a board falls apart.
//!
//! Each cell has the symbols that it may yet show: its own, and what a placement of a rule writes there whose every cell may come to match; to a fixpoint, with the
//! rules of both players. Such placements are *live*. Two cells are joined if a live placement covers both; the parts are what is joined.
//!
//! **Theorem.** A position is the sum of its parts. The symbols that cells show in any follower are among those found (by induction on the moves: a move is a live placement).
//! So a move of the position, or of any follower, is a live placement; all cells that it reads or writes lie in one part, and it leaves the others as they are. And a
//! placement that fits in a part alone fits in the board. So the moves of the board are those of its parts, and the same holds after each of them.
//!
//! Cells in no live placement are *dead*: nobody can ever move there. A part is cut out, with dead cells in the place of all others; where no rule asks for the
//! board's edge, its own rectangle is enough.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use whowins_analysis::Player;
use whowins_analysis::board::Board;
use whowins_values::{Arena, Value};

use super::normal::{Piece, Symmetries};
use super::{NoValue, Part, Refusal, deeper};

/// The values of a game's boards, by their parts.
pub struct Boards {
    rules: Board,
    symmetries: Symmetries,
    /// Whether a rule asks for the edge of the board.
    has_edges: bool,
    /// Bits of a symbol, dead cells' included.
    bits: u32,
    scratch: Scratch,
    layouts: FxHashMap<(u16, u16), Rc<Layout>>,
    known: FxHashMap<Key, u32>,
    bytes: u64,
    asked: u64,
}

/// A part in normal form, in few bytes where it is small.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Small(u128),
    Large(Box<Piece>),
}

/// Where a part lies: the rectangle around its cells, ends included.
struct Section {
    root: u16,
    rows: [u16; 2],
    columns: [u16; 2],
}

/// In the place of a value: it is being worked out.
const OPEN: u32 = u32::MAX;
/// Alphabets of more symbols are not cut into parts.
const SYMBOLS: usize = 31;
/// No symbol is written.
const KEPT: u8 = u8::MAX;

/// Lists that are used again and again.
#[derive(Default)]
struct Scratch {
    /// The symbols that each cell may show, as bits.
    may: Vec<u32>,
    is_live: Vec<bool>,
    /// For each cell another one of its part, and in the end the one that stands for the part; `None` for dead cells.
    of: Vec<Option<u16>>,
    /// Where the section of a part stands in the list, by the cell that stands for it.
    place: Vec<u16>,
}

/// The rules laid on a board of one size.
struct Layout {
    laid: Vec<Laid>,
    cells: Vec<LaidCell>,
}

/// A placement: whose it is, and where its cells stand.
struct Laid {
    players: [bool; 2],
    from: u32,
    to: u32,
}

/// A cell of a placement: the symbols wanted there, as bits, and the one written.
struct LaidCell {
    at: u16,
    wanted: u32,
    written: u8,
}

impl Layout {
    fn new(rules: &Board, rows: usize, columns: usize) -> Self {
        let mut layout = Self {
            laid: Vec::new(),
            cells: Vec::new(),
        };
        for rewrite in &rules.moves {
            let players = Player::BOTH.map(|player| rewrite.by.allows(player));
            for placement in rewrite
                .stencils
                .iter()
                .flat_map(|stencil| stencil.placements(rows, columns))
            {
                let from = layout.cells.len() as u32;
                let cells = placement.cells.iter().map(|(at, before, after)| LaidCell {
                    at: *at as u16,
                    wanted: before.map_or(u32::MAX, |symbol| 1 << symbol),
                    written: after.unwrap_or(KEPT),
                });
                layout.cells.extend(cells);
                layout.laid.push(Laid {
                    players,
                    from,
                    to: layout.cells.len() as u32,
                });
            }
        }
        layout
    }

    fn of(&self, laid: &Laid) -> &[LaidCell] {
        &self.cells[laid.from as usize..laid.to as usize]
    }

    /// Finds the part of each cell.
    fn join_parts(&self, board: &[u8], scratch: &mut Scratch) {
        let Scratch {
            may, is_live, of, ..
        } = scratch;
        may.clear();
        may.extend(board.iter().map(|symbol| 1u32 << symbol));
        is_live.clear();
        is_live.resize(self.laid.len(), false);
        of.clear();
        of.resize(board.len(), None);
        let mut changed = true;
        while changed {
            changed = false;
            for (laid, is_live) in self.laid.iter().zip(&mut *is_live) {
                let cells = self.of(laid);
                let is_barred = |cell: &LaidCell| may[usize::from(cell.at)] & cell.wanted == 0;
                if *is_live || cells.iter().any(is_barred) {
                    continue;
                }
                *is_live = true;
                for cell in cells.iter().filter(|cell| cell.written != KEPT) {
                    let at = usize::from(cell.at);
                    changed |= may[at] & 1 << cell.written == 0;
                    may[at] |= 1 << cell.written;
                }
                join(of, cells);
            }
        }
        for at in 0..board.len() as u16 {
            of[usize::from(at)] = root(of, at);
        }
    }
}

/// The cell that stands for all that a cell is joined with.
fn root(parts: &mut [Option<u16>], mut at: u16) -> Option<u16> {
    loop {
        let next = parts[usize::from(at)]?;
        if next == at {
            return Some(at);
        }
        let after = parts[usize::from(next)];
        parts[usize::from(at)] = after;
        at = next;
    }
}

fn join(parts: &mut [Option<u16>], cells: &[LaidCell]) {
    let mut first: Option<u16> = None;
    for cell in cells {
        let root = root(parts, cell.at).unwrap_or(cell.at);
        parts[usize::from(cell.at)].get_or_insert(root);
        match first {
            None => first = Some(root),
            Some(first) => parts[usize::from(root)] = Some(first),
        }
    }
}

impl Boards {
    /// `None` for boards that are looked at whole: those with forced follow-ups, and with large alphabets.
    pub fn new(rules: &Board) -> Option<Self> {
        if !rules.at_once.is_empty() || rules.alphabet.len() > SYMBOLS {
            return None;
        }
        let mut stencils = rules.moves.iter().flat_map(|rewrite| &rewrite.stencils);
        Some(Self {
            symmetries: Symmetries::of(rules),
            has_edges: stencils.any(|stencil| !stencil.outside.is_empty()),
            bits: u32::BITS - (rules.alphabet.len() as u32).leading_zeros(),
            scratch: Scratch::default(),
            rules: rules.clone(),
            layouts: FxHashMap::default(),
            known: FxHashMap::default(),
            bytes: 0,
            asked: 0,
        })
    }

    /// Parts asked for, and parts kept.
    pub fn counts(&self) -> (u64, usize) {
        (self.asked, self.known.len())
    }

    /// The value of a board.
    ///
    /// # Errors
    /// Where play can go round; where the budget is over or has no room.
    pub fn value(
        &mut self,
        arena: &mut Arena,
        (rows, columns): (usize, usize),
        state: &[i64],
    ) -> Result<Value, NoValue> {
        let board = self.board(rows, columns, state)?;
        self.sum(arena, &board)
    }

    /// The parts of a board, each with its value.
    ///
    /// # Errors
    /// As for [`Boards::value`].
    pub fn parts(
        &mut self,
        arena: &mut Arena,
        (rows, columns): (usize, usize),
        state: &[i64],
    ) -> Result<Vec<Part>, NoValue> {
        let board = self.board(rows, columns, state)?;
        let sections = self.sections(&board);
        let pieces = self.pieces(&board, &sections);
        let dead = self.rules.alphabet.len() as u8;
        let cut = |section: &Section| section.cut(&board, &self.scratch.of, dead);
        let shown: Vec<Piece> = sections.iter().map(cut).collect();
        let mut parts = Vec::new();
        for ((section, piece), shown) in sections.iter().zip(&pieces).zip(shown) {
            let value = self.part(arena, piece)?;
            let lines = shown.cells.chunks(usize::from(shown.columns)).map(|line| {
                let sign = |cell: &u8| {
                    let sign = self.rules.alphabet.get(usize::from(*cell));
                    sign.copied().unwrap_or(' ')
                };
                line.iter().map(sign).collect::<String>()
            });
            let lines: Vec<String> = lines.collect();
            let span = |name: &str, [first, last]: [u16; 2]| match first == last {
                true => format!("{name} {}", first + 1),
                false => format!("{name}s {} to {}", first + 1, last + 1),
            };
            let columns = |name| span(name, section.columns);
            let place = match self.rules.row {
                true => columns("cell"),
                false => format!("{}, {}", span("row", section.rows), columns("column")),
            };
            parts.push(Part {
                place,
                shown: lines.join("/"),
                value,
            });
        }
        Ok(parts)
    }

    fn board(&self, rows: usize, columns: usize, state: &[i64]) -> Result<Piece, NoValue> {
        let large = NoValue::Refused(Refusal::Large);
        match (u16::try_from(rows), u16::try_from(columns)) {
            (Ok(rows), Ok(columns)) if state.len() <= usize::from(u16::MAX) => Ok(Piece {
                rows,
                columns,
                cells: state.iter().map(|cell| *cell as u8).collect(),
            }),
            _ => Err(large),
        }
    }

    fn layout(&mut self, rows: u16, columns: u16) -> Rc<Layout> {
        let rules = &self.rules;
        let laid = self.layouts.entry((rows, columns)).or_insert_with(|| {
            Rc::new(Layout::new(rules, usize::from(rows), usize::from(columns)))
        });
        Rc::clone(laid)
    }

    /// Where the parts lie, in the order of their first cells; the part of each cell is left in the scratch.
    fn sections(&mut self, board: &Piece) -> Vec<Section> {
        let layout = self.layout(board.rows, board.columns);
        layout.join_parts(&board.cells, &mut self.scratch);
        let Scratch { of, place, .. } = &mut self.scratch;
        place.clear();
        place.resize(of.len(), u16::MAX);
        let mut sections: Vec<Section> = Vec::new();
        for (at, root) in of.iter().enumerate() {
            let Some(root) = *root else { continue };
            let row = (at / usize::from(board.columns)) as u16;
            let column = (at % usize::from(board.columns)) as u16;
            let known = &mut place[usize::from(root)];
            match sections.get_mut(usize::from(*known)) {
                Some(section) => {
                    section.rows[1] = row;
                    section.columns[0] = section.columns[0].min(column);
                    section.columns[1] = section.columns[1].max(column);
                }
                None => {
                    *known = sections.len() as u16;
                    sections.push(Section {
                        root,
                        rows: [row; 2],
                        columns: [column; 2],
                    });
                }
            }
        }
        sections
    }

    /// The parts as they are looked at: where a rule asks for the edge, each on the whole board.
    fn pieces(&self, board: &Piece, sections: &[Section]) -> Vec<Piece> {
        let dead = self.rules.alphabet.len() as u8;
        let whole = |section: &Section| Section {
            rows: [0, board.rows - 1],
            columns: [0, board.columns - 1],
            ..*section
        };
        let pieces = sections.iter().map(|section| match self.has_edges {
            false => section.cut(board, &self.scratch.of, dead),
            true => whole(section).cut(board, &self.scratch.of, dead),
        });
        pieces.collect()
    }

    fn sum(&mut self, arena: &mut Arena, board: &Piece) -> Result<Value, NoValue> {
        let sections = self.sections(board);
        let mut sum = Value::ZERO;
        for piece in self.pieces(board, &sections) {
            let value = self.part(arena, &piece)?;
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a part, by its normal form.
    fn part(&mut self, arena: &mut Arena, piece: &Piece) -> Result<Value, NoValue> {
        self.asked += 1;
        let packed = self.symmetries.packed(piece, self.bits);
        let (key, negates, normal) = match packed {
            Some((number, which)) => (Key::Small(number), self.symmetries.negates(which), None),
            None => {
                let (normal, negates) = self.symmetries.normal(piece);
                (Key::Large(Box::new(normal.clone())), negates, Some(normal))
            }
        };
        let value = match self.known.get(&key) {
            Some(&OPEN) => return Err(NoValue::Refused(Refusal::GoesRound)),
            Some(&id) => Value::from_id(id),
            None => {
                let normal = normal.unwrap_or_else(|| {
                    let which = packed.map_or(0, |(_, which)| which);
                    self.symmetries.by(which, piece).0
                });
                self.keep(arena, &key)?;
                let value = deeper(|| self.worked_out(arena, &normal));
                match value {
                    Ok(value) => self.known.insert(key, value.id()),
                    // Who asks again, with more to spend, finds nothing half done.
                    Err(_) => self.known.remove(&key),
                };
                value?
            }
        };
        Ok(if negates { arena.neg(value)? } else { value })
    }

    /// Marks a part as being worked out.
    fn keep(&mut self, arena: &Arena, key: &Key) -> Result<(), NoValue> {
        if let Key::Large(cut) = key {
            self.bytes += cut.cells.len() as u64 + 48;
        }
        if self.known.len() == self.known.capacity() {
            let entry = size_of::<(Key, u32)>() as u64 + 1;
            arena.ask(self.bytes + 3 * entry * self.known.capacity() as u64)?;
        }
        self.known.insert(key.clone(), OPEN);
        Ok(())
    }

    fn worked_out(&mut self, arena: &mut Arena, part: &Piece) -> Result<Value, NoValue> {
        let layout = self.layout(part.rows, part.columns);
        let mut sides = [Vec::new(), Vec::new()];
        let mut next = part.clone();
        arena.charge(layout.laid.len() as u64)?;
        for laid in &layout.laid {
            let cells = layout.of(laid);
            let fits = cells
                .iter()
                .all(|cell| 1 << part.cells[usize::from(cell.at)] & cell.wanted != 0);
            if !fits {
                continue;
            }
            next.cells.copy_from_slice(&part.cells);
            for cell in cells.iter().filter(|cell| cell.written != KEPT) {
                next.cells[usize::from(cell.at)] = cell.written;
            }
            let value = self.sum(arena, &next)?;
            for (side, may) in sides.iter_mut().zip(laid.players) {
                if may {
                    side.push(value);
                }
            }
        }
        Ok(arena.make(&sides[0], &sides[1])?)
    }
}

impl Section {
    /// The rectangle, with dead cells in the place of those of other parts.
    fn cut(&self, board: &Piece, of: &[Option<u16>], dead: u8) -> Piece {
        let wide = usize::from(board.columns);
        let [first, last] = self.columns.map(usize::from);
        let mut cells = Vec::new();
        for row in usize::from(self.rows[0])..=usize::from(self.rows[1]) {
            let line = row * wide + first..=row * wide + last;
            let kept = board.cells[line.clone()].iter().zip(&of[line]);
            cells.extend(kept.map(|(symbol, of)| match *of == Some(self.root) {
                true => *symbol,
                false => dead,
            }));
        }
        Piece {
            rows: self.rows[1] - self.rows[0] + 1,
            columns: self.columns[1] - self.columns[0] + 1,
            cells,
        }
    }
}
