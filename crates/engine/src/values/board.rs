//! How a board falls apart.
//!
//! Each cell has the symbols that it may yet show: its own, and what a placement of a rule writes
//! there whose every cell may come to match; to a fixpoint, with the rules of both players. Such
//! placements are *live*. Two cells are joined if a live placement covers both; the parts are what
//! is joined.
//!
//! **Theorem.** A position is the sum of its parts. The symbols that cells show in any follower are
//! among those found (by induction on the moves: a move is a live placement). So a move of the
//! position, or of any follower, is a live placement; all cells that it reads or writes lie in one
//! part, and it leaves the others as they are. And a placement that fits in a part alone fits in
//! the board. So the moves of the board are those of its parts, and the same holds after each of
//! them.
//!
//! Cells in no live placement are *dead*: nobody can ever move there. A part is cut out, with dead
//! cells in the place of all others, in its own rectangle; where a rule asks for the board's edge,
//! in as many cells more on all sides as the rule's cells lie from the edge that it asks for, as
//! far as the board goes: then what lies off the piece, so near to the part, lies off the board.
//! What fits in a frame of 64 cells, and has up to four symbols that rules ask for, is worked out
//! in machine words (`values::small`); all else here, cell by cell.

mod whole;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whowins_analysis::board::{Board, StencilCell};
use whowins_values::{Arena, Value};

use super::layout::{KEPT, Layout, asked};
use super::normal::{Coding, Packed, Piece, Symmetries};
use super::section::{Section, Sections};
use super::small::{Small, frame, small};
use super::{NoValue, Refusal};
use crate::stack::deeper;
pub use whole::Written;

/// The values of a game's boards, by their parts.
pub struct Boards {
    rules: Board,
    symmetries: Symmetries,
    /// How far from their cells rules ask for the edge of the board; 0 where none does.
    edge: u32,
    /// How symbols are written in words.
    coding: Coding,
    sections: Sections,
    layouts: FxHashMap<(u32, u32), Arc<Layout>>,
    /// The values of parts in small frames, by their rows and columns.
    small: FxHashMap<(usize, usize), Box<dyn Small>>,
    /// The values of all other parts in normal form, by their ids: of those that fit in 128 bits,
    /// and of the rest.
    known: FxHashMap<Packed, u32>,
    large: FxHashMap<Piece, u32>,
    /// Bytes of the pieces in `large`.
    bytes: u64,
    asked: u64,
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

/// In the place of a value: it is being worked out.
const OPEN: u32 = u32::MAX;
/// Alphabets of more symbols are not cut into parts.
const SYMBOLS: usize = 31;
/// Parts of more cells are not looked at.
const PART: usize = u16::MAX as usize;

/// How far from the nearest of their cells rules ask for the edge of the board, in rows or columns;
/// 0 where none does.
fn edge(rules: &Board) -> u32 {
    let stencils = rules.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    let far = stencils.flat_map(|stencil| {
        stencil.outside.iter().map(|(down, right)| {
            let cells = stencil.cells.iter();
            let far = |cell: &StencilCell| (cell.down - down).abs().max((cell.right - right).abs());
            cells.map(far).min().unwrap_or(1)
        })
    });
    far.max()
        .map_or(0, |far| u32::try_from(far).unwrap_or(u32::MAX))
}

impl Boards {
    /// Whether boards are cut into parts: not those with forced follow-ups, nor with large
    /// alphabets.
    pub fn takes(rules: &Board) -> bool {
        rules.at_once.is_empty() && rules.alphabet.len() <= SYMBOLS
    }

    /// `None` for boards that are looked at whole.
    pub fn new(rules: &Board) -> Option<Self> {
        if !Self::takes(rules) {
            return None;
        }
        Some(Self {
            symmetries: Symmetries::of(rules),
            edge: edge(rules),
            coding: Coding::new(rules, asked(rules)),
            sections: Sections::default(),
            rules: rules.clone(),
            layouts: FxHashMap::default(),
            small: FxHashMap::default(),
            known: FxHashMap::default(),
            large: FxHashMap::default(),
            bytes: 0,
            asked: 0,
        })
    }

    /// Parts asked for, and parts kept.
    pub fn counts(&self) -> (u64, usize) {
        let here = (self.asked, self.known.len() + self.large.len());
        let small = self.small.values().map(|small| small.counts());
        small.fold(here, |all, one| (all.0 + one.0, all.1 + one.1))
    }

    /// Who looks at a board in machine words, if it is so small.
    fn small(&mut self, board: &Piece) -> Option<&mut dyn Small> {
        let (rules, coding) = (&self.rules, &self.coding);
        let (symmetries, has_edges) = (&self.symmetries, self.edge > 0);
        let size = (board.rows as usize, board.columns as usize);
        let frame = frame(rules, coding, has_edges, size)?;
        let new = || small(rules, coding, symmetries, has_edges, frame);
        Some(self.small.entry(frame).or_insert_with(new).as_mut())
    }

    /// The rules on a piece.
    fn layout(&mut self, piece: &Piece) -> Result<Arc<Layout>, NoValue> {
        if piece.cells.len() > PART {
            return Err(NoValue::Refused(Refusal::LargePart));
        }
        let (rules, size) = (&self.rules, (piece.rows, piece.columns));
        let laid = self
            .layouts
            .entry(size)
            .or_insert_with(|| Arc::new(Layout::new(rules, size.0 as usize, size.1 as usize)));
        Ok(Arc::clone(laid))
    }

    /// Where the parts lie.
    fn find_sections(&mut self, layout: &Layout, among: &[u32], board: &Piece) {
        let symbols = self.rules.alphabet.len() + 1;
        self.sections.find(layout, among, board, symbols);
    }

    /// A part as it is looked at: with what lies around it as far as rules may ask for the edge.
    fn cut(&self, board: &Piece, section: &Section) -> Piece {
        let section = section.grown(self.edge, board);
        let dead = self.rules.alphabet.len() as u8;
        section.piece(board, &self.sections.scratch.of, dead)
    }

    /// The parts that were found last, as they are looked at.
    fn cuts(&self, board: &Piece) -> Vec<Piece> {
        let sections = self.sections.all.iter();
        sections.map(|section| self.cut(board, section)).collect()
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
        let mut sum = Value::ZERO;
        for cut in self.cuts(board) {
            let value = self.part(arena, &cut)?;
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a part.
    fn part(&mut self, arena: &mut Arena, piece: &Piece) -> Result<Value, NoValue> {
        if let Some(small) = self.small(piece) {
            return small.value(arena, piece);
        }
        self.asked += 1;
        let (normal, negates) = self.normal(piece);
        let value = match self.known(&normal) {
            Some(OPEN) => return Err(NoValue::Refused(Refusal::GoesRound)),
            Some(id) => Value::from_id(id),
            None => {
                self.ask_for_another(arena, &normal)?;
                self.know(&normal, Some(OPEN));
                let piece = self.piece(&normal);
                let value = deeper(|| self.worked_out(arena, &piece));
                // Who asks again, with more to spend, finds nothing half done.
                self.know(&normal, value.as_ref().ok().map(|value| value.id()));
                value?
            }
        };
        self.with_sign(arena, value, negates)
    }

    /// A part's normal form, and whether the part is its negative.
    fn normal(&self, piece: &Piece) -> Signed {
        let size = (piece.rows, piece.columns);
        match Packed::fits(size, &self.coding) {
            true => {
                let (normal, which) = self.symmetries.packed(piece, &self.coding);
                (Normal::Small(normal), self.symmetries.negates(which))
            }
            false => {
                let (normal, negates) = self.symmetries.normal(piece);
                (Normal::Large(normal), negates)
            }
        }
    }

    fn known(&self, normal: &Normal) -> Option<u32> {
        match normal {
            Normal::Small(packed) => self.known.get(packed).copied(),
            Normal::Large(piece) => self.large.get(piece).copied(),
        }
    }

    /// Keeps what is known of a part, or forgets it.
    fn know(&mut self, normal: &Normal, id: Option<u32>) {
        match (normal, id) {
            (Normal::Small(packed), Some(id)) => self.known.insert(*packed, id),
            (Normal::Small(packed), None) => self.known.remove(packed),
            (Normal::Large(piece), Some(id)) => self.large.insert(piece.clone(), id),
            (Normal::Large(piece), None) => self.large.remove(piece),
        };
    }

    fn with_sign(&self, arena: &mut Arena, value: Value, negates: bool) -> Result<Value, NoValue> {
        Ok(if negates { arena.neg(value)? } else { value })
    }

    /// Asks for room for one part more.
    fn ask_for_another(&mut self, arena: &Arena, part: &Normal) -> Result<(), NoValue> {
        if let Normal::Large(piece) = part {
            self.bytes += piece.cells.len() as u64 + 48;
        }
        let growing = |len: usize, capacity: usize, entry: usize| match len == capacity {
            true => 3 * (entry as u64 + 1) * capacity as u64,
            false => 0,
        };
        let (known, large) = (&self.known, &self.large);
        let known = growing(known.len(), known.capacity(), size_of::<(Packed, u32)>());
        let large = growing(large.len(), large.capacity(), size_of::<(Piece, u32)>());
        let small: u64 = self.small.values().map(|small| small.bytes()).sum();
        let all = known + large + small + self.bytes;
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
        let layout = self.layout(part)?;
        arena.charge(layout.laid.len() as u64)?;
        // What is live after a move was live before it.
        let live = match &layout.words {
            Some(_) => layout.all.clone(),
            None => {
                let scratch = &mut self.sections.scratch;
                layout.join_parts(&part.cells, &layout.all, scratch);
                scratch.live.clone()
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

    fn normals_of(&mut self, layout: &Layout, among: &[u32], board: &Piece) -> Vec<Signed> {
        self.find_sections(layout, among, board);
        let cuts = self.cuts(board);
        cuts.iter().map(|cut| self.normal(cut)).collect()
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
        self.part(arena, &self.piece(part))
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
