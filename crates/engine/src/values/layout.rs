//! The rules laid on a board of one size, and which of its cells play can join.

use whowins_analysis::Player;
use whowins_analysis::board::{Board, Placement};

use super::words::{Cell, Words, Written};

/// The rules laid on a board of one size.
pub(super) struct Layout {
    pub laid: Vec<Laid>,
    cells: Vec<LaidCell>,
    /// All placements, by their numbers.
    pub all: Vec<u32>,
    /// The symbols that some placement wants somewhere, as bits.
    asked: u32,
    /// The same rules in words, on a small board.
    pub words: Option<Words>,
}

/// A placement: whose it is, and where its cells stand.
pub(super) struct Laid {
    pub players: [bool; 2],
    from: u32,
    to: u32,
}

/// A cell of a placement: the symbols wanted there, as bits, and the one written.
pub(super) struct LaidCell {
    pub at: u16,
    pub wanted: u32,
    pub written: u8,
}

/// No symbol is written.
pub(super) const KEPT: u8 = u8::MAX;

/// Boards of up to so many cells are looked at in words.
pub(super) const BITS: usize = 64;

/// Lists that are used again and again.
#[derive(Default)]
pub(super) struct Scratch {
    /// The symbols that each cell may show, as bits.
    may: Vec<u32>,
    /// Placements that may turn out live, those that are barred so far, and those that are live.
    waiting: Vec<u32>,
    barred: Vec<u32>,
    pub live: Vec<u32>,
    /// For each cell another one of its part, and in the end the one that stands for the part;
    /// `None` for dead cells.
    pub of: Vec<Option<u32>>,
    /// In words: of each symbol the cells that may show it, and of each rule the places in which it
    /// is live.
    may_words: Vec<u64>,
    live_words: Vec<u64>,
}

/// The symbols that some rule wants somewhere, as bits.
pub(super) fn asked(rules: &Board) -> u32 {
    let stencils = rules.moves.iter().flat_map(|rewrite| &rewrite.stencils);
    let cells = stencils.flat_map(|stencil| &stencil.cells);
    let wanted = cells.filter_map(|cell| cell.before);
    wanted.fold(0, |all, symbol| all | 1 << symbol)
}

/// Hands out all placements of the rules on a board of so many rows and columns, and whose they
/// are.
pub(super) fn each_placement(
    rules: &Board,
    (rows, columns): (usize, usize),
    mut each: impl FnMut([bool; 2], &Placement),
) {
    for rewrite in &rules.moves {
        let players = Player::BOTH.map(|player| rewrite.by.allows(player));
        let stencils = rewrite.stencils.iter();
        for placement in stencils.flat_map(|stencil| stencil.placements(rows, columns)) {
            each(players, &placement);
        }
    }
}

/// The rules in words on a board of so many rows and columns, 64 cells at most; `code` tells the
/// word of each symbol that a rule asks for.
pub(super) fn words(rules: &Board, size: (usize, usize), code: impl Fn(u8) -> Option<u8>) -> Words {
    let mut words = Words::default();
    each_placement(rules, size, |players, placement| {
        let first = placement.cells.first().map_or(0, |cell| cell.0);
        let cells = placement.cells.iter().map(|(at, before, after)| Cell {
            shift: (BITS + at - first) as u32 % BITS as u32,
            wanted: before.and_then(&code),
            written: match after.map(&code) {
                None => Written::Kept,
                Some(None) => Written::Mute,
                Some(Some(symbol)) => Written::Symbol(symbol),
            },
        });
        words.lay(first as u16, &cells.collect::<Vec<_>>(), players);
    });
    words
}

impl Layout {
    pub fn new(rules: &Board, rows: usize, columns: usize) -> Self {
        let asked = asked(rules);
        let code = |symbol: u8| (asked >> symbol & 1 == 1).then_some(symbol);
        let mut layout = Self {
            laid: Vec::new(),
            cells: Vec::new(),
            all: Vec::new(),
            asked,
            words: (rows * columns <= BITS).then(|| words(rules, (rows, columns), code)),
        };
        each_placement(rules, (rows, columns), |players, placement| {
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
        });
        layout.all = (0..layout.laid.len() as u32).collect();
        layout
    }

    pub fn of(&self, laid: &Laid) -> &[LaidCell] {
        &self.cells[laid.from as usize..laid.to as usize]
    }

    /// Finds the part of each cell; no placement is live but some of those `among` which it looks.
    pub fn join_parts(&self, board: &[u8], among: &[u32], scratch: &mut Scratch) {
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
                join(of, cells.iter().map(|cell| u32::from(cell.at)));
            }
            // There and back: what goes on from cell to cell goes on in one round.
            std::mem::swap(waiting, barred);
            waiting.reverse();
        }
        for at in 0..board.len() as u32 {
            of[at as usize] = root(of, at);
        }
    }

    /// The same on a small board, whose symbols are all below `symbols`.
    pub fn join_in_words(words: &Words, board: &[u8], symbols: usize, scratch: &mut Scratch) {
        let Scratch {
            of,
            may_words: may,
            live_words: live,
            ..
        } = scratch;
        may.clear();
        may.resize(symbols, 0);
        for (at, symbol) in board.iter().enumerate() {
            may[usize::from(*symbol)] |= 1 << at;
        }
        live.clear();
        live.resize(words.stencils().len(), 0);
        words.find_live(may, live);
        of.clear();
        of.resize(board.len(), None);
        let mut rest = words.covered(live);
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let mut part = words.part(first, rest, live);
            rest &= !part;
            let root = first.trailing_zeros();
            while part != 0 {
                of[part.trailing_zeros() as usize] = Some(root);
                part &= part - 1;
            }
        }
    }
}

/// The cell that stands for all that a cell is joined with.
pub(super) fn root(parts: &mut [Option<u32>], mut at: u32) -> Option<u32> {
    loop {
        let next = parts[at as usize]?;
        if next == at {
            return Some(at);
        }
        let after = parts[next as usize];
        parts[at as usize] = after;
        at = next;
    }
}

/// Joins cells with each other.
pub(super) fn join(parts: &mut [Option<u32>], cells: impl Iterator<Item = u32>) {
    let mut first: Option<u32> = None;
    for cell in cells {
        let root = root(parts, cell).unwrap_or(cell);
        parts[cell as usize].get_or_insert(root);
        match first {
            None => first = Some(root),
            Some(first) => parts[root as usize] = Some(first),
        }
    }
}
