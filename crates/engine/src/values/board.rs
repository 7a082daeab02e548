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

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whowins_analysis::Player;
use whowins_analysis::board::Board;
use whowins_values::{Arena, Value};

use super::normal::{Coding, Packed, Piece, Symmetries};
use super::words::{Cell, Room, Words};
use super::{NoValue, Part, Refusal};
use crate::stack::deeper;

/// The values of a game's boards, by their parts.
pub struct Boards {
    rules: Board,
    symmetries: Symmetries,
    /// Whether a rule asks for the edge of the board.
    has_edges: bool,
    /// How symbols are written in words.
    coding: Coding,
    scratch: Scratch,
    layouts: FxHashMap<(u16, u16), Arc<Layout>>,
    /// The values of parts in normal form, by their ids: of those that fit in 64 bits, in 128, and of all others.
    short: FxHashMap<u64, u32>,
    known: FxHashMap<Packed, u32>,
    large: FxHashMap<Piece, u32>,
    /// Of parts as they were cut out, with their values: one a slot, the last one. It grows with the parts that are not found there.
    latest: Vec<(Packed, u32)>,
    missed: usize,
    /// Bytes of the pieces in `large`.
    bytes: u64,
    asked: u64,
}

/// A part as it was cut out.
enum Cut {
    Small(Packed),
    Large(Piece),
}

/// A part in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Normal {
    /// It fits in a word.
    Small(Packed),
    /// It does not.
    Large(Piece),
}

/// A part as it was found: its normal form, and whether it is that one's negative.
pub type Signed = (Normal, bool);

/// What a move leads to: whose it is, and the parts that are left.
pub type Moved = ([bool; 2], Vec<Signed>);

/// What a move on a part leads to.
struct Next<'a> {
    layout: &'a Layout,
    /// The placements that may be live.
    live: &'a [u32],
    board: &'a Piece,
    /// Whose move it is.
    players: [bool; 2],
}

/// Where a part lies: the rectangle around its cells, ends included.
#[derive(Clone, Copy)]
struct Section {
    root: u16,
    rows: [u16; 2],
    columns: [u16; 2],
}

/// In the place of a value: it is being worked out.
const OPEN: u32 = u32::MAX;
/// Slots for the latest parts, at first and at most: half a megabyte, and eight.
const LATEST: (usize, usize) = (1 << 14, 1 << 18);
/// Alphabets of more symbols are not cut into parts.
const SYMBOLS: usize = 31;
/// No symbol is written.
const KEPT: u8 = u8::MAX;

/// Lists that are used again and again.
#[derive(Default)]
struct Scratch {
    /// The symbols that each cell may show, as bits.
    may: Vec<u32>,
    /// Placements that may turn out live, those that are barred so far, and those that are live.
    waiting: Vec<u32>,
    barred: Vec<u32>,
    live: Vec<u32>,
    /// For each cell another one of its part, and in the end the one that stands for the part; `None` for dead cells.
    of: Vec<Option<u16>>,
    /// Where the section of a part stands in the list, by the cell that stands for it.
    place: Vec<u16>,
    sections: Vec<Section>,
    room: Room,
}

/// The rules laid on a board of one size.
struct Layout {
    laid: Vec<Laid>,
    cells: Vec<LaidCell>,
    /// All placements, by their numbers.
    all: Vec<u32>,
    /// The symbols that some placement wants somewhere, as bits.
    asked: u32,
    /// The same rules in words, on a small board.
    words: Option<Words>,
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

/// The symbols that some rule wants somewhere, as bits.
fn asked(rules: &Board) -> u32 {
    let stencils = rules.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    let cells = stencils.flat_map(|stencil| &stencil.cells);
    let wanted = cells.filter_map(|cell| cell.before);
    wanted.fold(0, |all, symbol| all | 1 << symbol)
}

impl Layout {
    fn new(rules: &Board, rows: usize, columns: usize) -> Self {
        let mut layout = Self {
            laid: Vec::new(),
            cells: Vec::new(),
            all: Vec::new(),
            asked: asked(rules),
            words: Words::new(rows, columns),
        };
        for rewrite in &rules.moves {
            let players = Player::BOTH.map(|player| rewrite.by.allows(player));
            for placement in rewrite
                .stencils
                .iter()
                .flat_map(|stencil| stencil.placements(rows, columns))
            {
                if let Some(words) = &mut layout.words {
                    let first = placement.cells.first().map_or(0, |cell| cell.0 as u16);
                    let cells = placement.cells.iter().map(|(at, before, after)| Cell {
                        shift: *at as i32 - i32::from(first),
                        wanted: before.map_or(u32::MAX, |symbol| 1 << symbol),
                        written: *after,
                    });
                    words.lay(first, &cells.collect::<Vec<_>>());
                }
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
        layout.all = (0..layout.laid.len() as u32).collect();
        layout
    }

    fn of(&self, laid: &Laid) -> &[LaidCell] {
        &self.cells[laid.from as usize..laid.to as usize]
    }

    /// Finds the part of each cell; no placement is live but some of those `among` which it looks.
    fn join_parts(&self, board: &[u8], among: &[u32], scratch: &mut Scratch) {
        let Scratch {
            may,
            waiting,
            barred,
            live,
            of,
            ..
        } = scratch;
        may.clear();
        may.extend(board.iter().map(|symbol| 1u32 << symbol));
        of.clear();
        of.resize(board.len(), None);
        waiting.clear();
        waiting.extend_from_slice(among);
        live.clear();
        let mut changed = true;
        while changed {
            changed = false;
            for which in waiting.drain(..) {
                let cells = self.of(&self.laid[which as usize]);
                let is_barred = |cell: &LaidCell| may[usize::from(cell.at)] & cell.wanted == 0;
                if cells.iter().any(is_barred) {
                    barred.push(which);
                    continue;
                }
                live.push(which);
                for cell in cells.iter().filter(|cell| cell.written != KEPT) {
                    let (at, symbol) = (usize::from(cell.at), 1 << cell.written);
                    changed |= may[at] & symbol == 0 && self.asked & symbol != 0;
                    may[at] |= symbol;
                }
                join(of, cells);
            }
            // There and back: what goes on from cell to cell goes on in one round.
            std::mem::swap(waiting, barred);
            waiting.reverse();
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
    /// Whether boards are cut into parts: not those with forced follow-ups, nor with large alphabets.
    pub fn takes(rules: &Board) -> bool {
        rules.at_once.is_empty() && rules.alphabet.len() <= SYMBOLS
    }

    /// `None` for boards that are looked at whole.
    pub fn new(rules: &Board) -> Option<Self> {
        if !Self::takes(rules) {
            return None;
        }
        let mut stencils = rules.moves.iter().flat_map(|rewrite| &rewrite.stencils);
        Some(Self {
            symmetries: Symmetries::of(rules),
            short: FxHashMap::default(),
            has_edges: stencils.any(|stencil| !stencil.outside.is_empty()),
            coding: Coding::new(rules, asked(rules)),
            scratch: Scratch::default(),
            rules: rules.clone(),
            layouts: FxHashMap::default(),
            known: FxHashMap::default(),
            large: FxHashMap::default(),
            latest: Vec::new(),
            missed: 0,
            bytes: 0,
            asked: 0,
        })
    }

    /// Parts asked for, and parts kept.
    pub fn counts(&self) -> (u64, usize) {
        let kept = self.short.len() + self.known.len() + self.large.len();
        (self.asked, kept)
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
        let layout = self.layout(board.rows, board.columns);
        self.sum(arena, &layout, &layout.all, &board)
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
        let layout = self.layout(board.rows, board.columns);
        self.find_sections(&layout, &layout.all, &board);
        let dead = self.rules.alphabet.len() as u8;
        let found: Vec<(Section, Cut, Piece)> = self
            .scratch
            .sections
            .iter()
            .map(|section| {
                let shown = section.piece(&board, &self.scratch.of, dead);
                (*section, self.cut(&board, section), shown)
            })
            .collect();
        let mut parts = Vec::new();
        for (section, cut, shown) in found {
            let value = self.part(arena, cut)?;
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

    fn layout(&mut self, rows: u16, columns: u16) -> Arc<Layout> {
        let rules = &self.rules;
        let laid = self.layouts.entry((rows, columns)).or_insert_with(|| {
            Arc::new(Layout::new(rules, usize::from(rows), usize::from(columns)))
        });
        Arc::clone(laid)
    }

    /// Where the parts lie, in the order of their first cells; left in the scratch, with the part of each cell.
    fn find_sections(&mut self, layout: &Layout, among: &[u32], board: &Piece) {
        if let Some(words) = &layout.words {
            self.find_in_words(words, layout.asked, board);
            return;
        }
        layout.join_parts(&board.cells, among, &mut self.scratch);
        let Scratch {
            of,
            place,
            sections,
            ..
        } = &mut self.scratch;
        place.clear();
        place.resize(of.len(), u16::MAX);
        sections.clear();
        let (mut row, mut column) = (0, 0);
        for root in of.iter() {
            if let Some(root) = *root {
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
            column += 1;
            if column == board.columns {
                (row, column) = (row + 1, 0);
            }
        }
    }

    /// The same on a small board.
    fn find_in_words(&mut self, words: &Words, asked: u32, board: &Piece) {
        let Scratch {
            of, sections, room, ..
        } = &mut self.scratch;
        words.find_live(&board.cells, self.rules.alphabet.len() + 1, asked, room);
        of.clear();
        of.resize(board.cells.len(), None);
        sections.clear();
        let mut rest = words.covered(room);
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let mut part = words.part(first, room);
            rest &= !part;
            let root = first.trailing_zeros() as u16;
            let (rows, columns) = words.bounds(part);
            sections.push(Section {
                root,
                rows,
                columns,
            });
            while part != 0 {
                of[part.trailing_zeros() as usize] = Some(root);
                part &= part - 1;
            }
        }
    }

    /// A part as it is looked at: where a rule asks for the edge, on the whole board.
    fn cut(&self, board: &Piece, section: &Section) -> Cut {
        let section = match self.has_edges {
            false => *section,
            true => Section {
                rows: [0, board.rows - 1],
                columns: [0, board.columns - 1],
                ..*section
            },
        };
        let dead = self.rules.alphabet.len() as u8;
        let (of, coding) = (&self.scratch.of, &self.coding);
        match Packed::new(section.size(), section.cells(board, of, dead), coding) {
            Some(packed) => Cut::Small(packed),
            None => Cut::Large(section.piece(board, of, dead)),
        }
    }

    /// The sum of a board's parts, with the placements that may be live.
    fn sum(
        &mut self,
        arena: &mut Arena,
        layout: &Layout,
        among: &[u32],
        board: &Piece,
    ) -> Result<Value, NoValue> {
        self.find_sections(layout, among, board);
        let sections = self.scratch.sections.iter();
        let cuts: Vec<Cut> = sections.map(|section| self.cut(board, section)).collect();
        let mut sum = Value::ZERO;
        for cut in cuts {
            let value = self.part(arena, cut)?;
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a part, by its normal form.
    fn part(&mut self, arena: &mut Arena, cut: Cut) -> Result<Value, NoValue> {
        self.asked += 1;
        let packed = match cut {
            Cut::Large(piece) => return self.large_part(arena, &piece),
            Cut::Small(packed) => packed,
        };
        if let Some(latest) = self.latest.get(packed.slot(self.latest.len()))
            && latest.0 == packed
        {
            return Ok(Value::from_id(latest.1));
        }
        let piece = packed.piece(&self.coding);
        let (normal, which) = self.symmetries.packed(&piece, &self.coding);
        let value = match self.known(normal) {
            Some(OPEN) => return Err(NoValue::Refused(Refusal::GoesRound)),
            Some(id) => Value::from_id(id),
            None => {
                self.ask_for_another(arena)?;
                self.know(normal, Some(OPEN));
                let piece = normal.piece(&self.coding);
                let value = deeper(|| self.worked_out(arena, &piece));
                // Who asks again, with more to spend, finds nothing half done.
                self.know(normal, value.as_ref().ok().map(|value| value.id()));
                value?
            }
        };
        let value = self.with_sign(arena, value, self.symmetries.negates(which))?;
        self.keep_latest(arena, packed, value)?;
        Ok(value)
    }

    fn keep_latest(&mut self, arena: &Arena, packed: Packed, value: Value) -> Result<(), NoValue> {
        self.missed += 1;
        let slots = self.latest.len();
        let more = (2 * slots).max(LATEST.0);
        let room = || arena.ask((more * size_of::<(Packed, u32)>()) as u64);
        if slots == 0 {
            room()?;
        }
        let is_full = self.missed > 4 * slots && slots < LATEST.1;
        if slots == 0 || is_full && room().is_ok() {
            let old = std::mem::replace(&mut self.latest, vec![(Packed::NONE, 0); more]);
            for one in old.into_iter().filter(|one| one.0 != Packed::NONE) {
                self.latest[one.0.slot(more)] = one;
            }
            self.missed = 0;
        }
        let slot = packed.slot(self.latest.len());
        self.latest[slot] = (packed, value.id());
        Ok(())
    }

    fn known(&self, normal: Packed) -> Option<u32> {
        match normal.short() {
            Some(word) => self.short.get(&word).copied(),
            None => self.known.get(&normal).copied(),
        }
    }

    /// Keeps what is known of a part, or forgets it.
    fn know(&mut self, normal: Packed, id: Option<u32>) {
        match (normal.short(), id) {
            (Some(word), Some(id)) => self.short.insert(word, id),
            (Some(word), None) => self.short.remove(&word),
            (None, Some(id)) => self.known.insert(normal, id),
            (None, None) => self.known.remove(&normal),
        };
    }

    /// The same for a part that fits in no word.
    fn large_part(&mut self, arena: &mut Arena, piece: &Piece) -> Result<Value, NoValue> {
        let (normal, negates) = self.symmetries.normal(piece);
        let value = match self.large.get(&normal) {
            Some(&OPEN) => return Err(NoValue::Refused(Refusal::GoesRound)),
            Some(&id) => Value::from_id(id),
            None => {
                self.bytes += normal.cells.len() as u64 + 48;
                self.ask_for_another(arena)?;
                self.large.insert(normal.clone(), OPEN);
                let value = deeper(|| self.worked_out(arena, &normal));
                match value {
                    Ok(value) => self.large.insert(normal, value.id()),
                    Err(_) => self.large.remove(&normal),
                };
                value?
            }
        };
        self.with_sign(arena, value, negates)
    }

    fn with_sign(&self, arena: &mut Arena, value: Value, negates: bool) -> Result<Value, NoValue> {
        Ok(if negates { arena.neg(value)? } else { value })
    }

    /// Asks for room for one part more.
    fn ask_for_another(&self, arena: &Arena) -> Result<(), NoValue> {
        let growing = |len: usize, capacity: usize, entry: usize| match len == capacity {
            true => 3 * (entry as u64 + 1) * capacity as u64,
            false => 0,
        };
        let short = growing(
            self.short.len(),
            self.short.capacity(),
            size_of::<(u64, u32)>(),
        );
        let small = growing(
            self.known.len(),
            self.known.capacity(),
            size_of::<(Packed, u32)>(),
        );
        let large = growing(
            self.large.len(),
            self.large.capacity(),
            size_of::<(Piece, u32)>(),
        );
        let all = short + small + large + self.bytes;
        if all > 0 {
            arena.ask(all)?;
        }
        Ok(())
    }

    fn worked_out(&mut self, arena: &mut Arena, part: &Piece) -> Result<Value, NoValue> {
        let mut sides = [Vec::new(), Vec::new()];
        self.each_option(arena, part, |boards, arena, next| {
            let value = boards.sum(arena, next.layout, next.live, next.board)?;
            for (side, may) in sides.iter_mut().zip(next.players) {
                if may {
                    side.push(value);
                }
            }
            Ok(())
        })?;
        Ok(arena.make(&sides[0], &sides[1])?)
    }

    /// Hands out what the moves on a part lead to.
    #[inline]
    fn each_option(
        &mut self,
        arena: &mut Arena,
        part: &Piece,
        mut each: impl FnMut(&mut Self, &mut Arena, Next<'_>) -> Result<(), NoValue>,
    ) -> Result<(), NoValue> {
        let layout = self.layout(part.rows, part.columns);
        arena.charge(layout.laid.len() as u64)?;
        // What is live after a move was live before it.
        let live = match &layout.words {
            Some(_) => layout.all.clone(),
            None => {
                layout.join_parts(&part.cells, &layout.all, &mut self.scratch);
                self.scratch.live.clone()
            }
        };
        let mut board = part.clone();
        for laid in live.iter().map(|which| &layout.laid[*which as usize]) {
            let cells = layout.of(laid);
            let fits = cells
                .iter()
                .all(|cell| 1 << part.cells[usize::from(cell.at)] & cell.wanted != 0);
            if !fits {
                continue;
            }
            board.cells.copy_from_slice(&part.cells);
            for cell in cells.iter().filter(|cell| cell.written != KEPT) {
                board.cells[usize::from(cell.at)] = cell.written;
            }
            let next = Next {
                layout: &layout,
                live: &live,
                board: &board,
                players: laid.players,
            };
            each(self, arena, next)?;
        }
        Ok(())
    }

    /// The parts of a board, in normal form.
    ///
    /// # Errors
    /// Where a board has more cells than are taken.
    pub fn normals(
        &mut self,
        (rows, columns): (usize, usize),
        state: &[i64],
    ) -> Result<Vec<Signed>, NoValue> {
        let board = self.board(rows, columns, state)?;
        let layout = self.layout(board.rows, board.columns);
        Ok(self.normals_of(&layout, &layout.all, &board))
    }

    fn normals_of(&mut self, layout: &Layout, among: &[u32], board: &Piece) -> Vec<Signed> {
        self.find_sections(layout, among, board);
        let cuts = self
            .scratch
            .sections
            .iter()
            .map(|section| self.cut(board, section));
        let normal = |cut: Cut| match cut {
            Cut::Small(packed) => {
                let piece = packed.piece(&self.coding);
                let (normal, which) = self.symmetries.packed(&piece, &self.coding);
                (Normal::Small(normal), self.symmetries.negates(which))
            }
            Cut::Large(piece) => {
                let (normal, negates) = self.symmetries.normal(&piece);
                (Normal::Large(normal), negates)
            }
        };
        cuts.map(normal).collect()
    }

    /// What the moves on a part lead to, each as the parts that are left, and whose move it is.
    ///
    /// # Errors
    /// Where the budget is over.
    pub fn options(&mut self, arena: &mut Arena, part: &Normal) -> Result<Vec<Moved>, NoValue> {
        let mut all = Vec::new();
        self.each_option(arena, &self.piece(part), |boards, _, next| {
            let parts = boards.normals_of(next.layout, next.live, next.board);
            all.push((next.players, parts));
            Ok(())
        })?;
        Ok(all)
    }

    /// The value of a part.
    ///
    /// # Errors
    /// As for [`Boards::value`].
    pub fn form(&mut self, arena: &mut Arena, part: &Normal) -> Result<Value, NoValue> {
        self.part(
            arena,
            match part {
                Normal::Small(packed) => Cut::Small(*packed),
                Normal::Large(piece) => Cut::Large(piece.clone()),
            },
        )
    }

    /// A part's cells, dead ones left out, and whether the part is its own negative.
    pub fn measure(&self, part: &Normal) -> (usize, bool) {
        let piece = self.piece(part);
        let dead = self.rules.alphabet.len() as u8;
        let cells = piece.cells.iter().filter(|cell| **cell != dead).count();
        (cells, self.symmetries.is_own_negative(&piece))
    }

    fn piece(&self, part: &Normal) -> Piece {
        match part {
            Normal::Small(packed) => packed.piece(&self.coding),
            Normal::Large(piece) => piece.clone(),
        }
    }
}

impl Section {
    /// Rows and columns.
    fn size(&self) -> (u16, u16) {
        let length = |[first, last]: [u16; 2]| last - first + 1;
        (length(self.rows), length(self.columns))
    }

    /// The rectangle's cells, with dead ones in the place of those of other parts.
    fn cells<'a>(
        &self,
        board: &'a Piece,
        of: &'a [Option<u16>],
        dead: u8,
    ) -> impl Iterator<Item = u8> + use<'a> {
        let (wide, root) = (usize::from(board.columns), self.root);
        let [first, last] = self.columns.map(usize::from);
        (usize::from(self.rows[0])..=usize::from(self.rows[1])).flat_map(move |row| {
            let line = row * wide + first..=row * wide + last;
            let kept = board.cells[line.clone()].iter().zip(&of[line]);
            kept.map(move |(symbol, of)| match *of == Some(root) {
                true => *symbol,
                false => dead,
            })
        })
    }

    fn piece(&self, board: &Piece, of: &[Option<u16>], dead: u8) -> Piece {
        let (rows, columns) = self.size();
        Piece {
            rows,
            columns,
            cells: self.cells(board, of, dead).collect(),
        }
    }
}
