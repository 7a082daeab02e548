//! Rows packed into one number, so that rules are matched at all places at once, and rows fall into
//! pieces that no play joins.

use std::ops::Range;

use whowins_analysis::derive::{BoardOrder, WordRule, Words};

use super::wide::Wide;

/// A row: one symbol's code after the other, the cell that leads in the highest bits. So every move
/// makes the number smaller.
pub type Row = Wide;

/// How rows are packed, and the rules on packed rows.
pub struct Packing {
    /// Bits a cell.
    pub bits: u32,
    /// `codes[symbol]`.
    codes: Vec<u8>,
    /// Whether the first cell leads.
    mirrored: bool,
    /// For each player.
    pub rules: [Vec<Rule>; 2],
    /// Whether some rule is anchored at the end of the cell that follows last, and of the one that
    /// leads.
    anchored: [bool; 2],
    /// By length: the lowest bit of every cell.
    lows: Vec<Row>,
}

/// A rewriting rule on packed rows.
#[derive(Clone, PartialEq, Eq)]
pub struct Rule {
    /// The factor's codes, without ends, from the lowest cell on.
    before: Vec<u8>,
    after: Vec<u8>,
    change: Row,
    /// Whether it lies at the row's lowest cell, and at its highest.
    at: [bool; 2],
}

/// A part of a row that is played on its own: its cells, and whether it lies at the row's ends,
/// where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its cells, packed.
    pub row: Row,
    /// How many they are.
    pub cells: u32,
    /// Whether it lies at the end of its lowest cell, and of its highest.
    pub ends: [bool; 2],
}

/// The runs of cells that are seen, each joined to the next one.
fn runs(
    cells: usize,
    seen: impl Fn(usize) -> bool,
    joined: impl Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < cells {
        let first = at;
        at += 1;
        if seen(first) {
            while joined(at - 1) {
                at += 1;
            }
            runs.push(first..at);
        }
    }
    runs
}

/// Room for the marks of a row, kept from row to row.
#[derive(Default)]
pub struct Marks(Vec<Row>);

impl Packing {
    /// How rows of these words are packed, which play lowers in this order.
    pub fn new(words: &Words, order: &BoardOrder) -> Self {
        let bits = (usize::BITS - (words.symbols - 1).leading_zeros()).max(1);
        let mirrored = order.first_cell_leads;
        let mut packing = Self {
            bits,
            codes: order.digit.clone(),
            mirrored,
            rules: [Vec::new(), Vec::new()],
            anchored: [false; 2],
            lows: Vec::new(),
        };
        packing.lows = (0..=packing.longest())
            .map(|cells| {
                (0..cells).fold(Row::ZERO, |lows, cell| {
                    lows | Row::ONE << (cell as u32 * bits)
                })
            })
            .collect();
        packing.rules = [0, 1].map(|player: usize| {
            let rules = words.rules[player].iter();
            rules.map(|rule| packing.rule(words, rule)).collect()
        });
        for rule in packing.rules.iter().flatten() {
            packing.anchored[0] |= rule.at[0];
            packing.anchored[1] |= rule.at[1];
        }
        packing
    }

    /// Longer rows are not packed.
    pub fn longest(&self) -> usize {
        ((Row::BITS - 1) / self.bits) as usize
    }

    /// Whether both players have the same rules.
    pub fn is_impartial(&self) -> bool {
        self.rules[0] == self.rules[1]
    }

    fn codes<'a>(&'a self, cells: &'a [u8]) -> Vec<u8> {
        let code = |cell: &u8| self.codes[usize::from(*cell)];
        match self.mirrored {
            false => cells.iter().map(code).collect(),
            true => cells.iter().rev().map(code).collect(),
        }
    }

    fn number(&self, codes: &[u8]) -> Row {
        let add = |row, code: &u8| row << self.bits | Row::from(u64::from(*code));
        codes.iter().rev().fold(Row::ZERO, add)
    }

    /// A whole row of no more than [`Self::longest`] cells.
    pub fn pack(&self, cells: &[u8]) -> Piece {
        Piece {
            row: self.number(&self.codes(cells)),
            cells: cells.len() as u32,
            ends: [true; 2],
        }
    }

    fn rule(&self, words: &Words, (factor, replacement): &WordRule) -> Rule {
        let mut at = [
            factor.first() == Some(&words.left_end()),
            factor.last() == Some(&words.right_end()),
        ];
        let own = usize::from(at[0])..factor.len() - usize::from(at[1]);
        let before = self.codes(&factor[own.clone()]);
        let after = self.codes(&replacement[own]);
        if self.mirrored {
            at.reverse();
        }
        // A factor is at most 12 cells of at most 6 bits.
        Rule {
            change: self.number(&before) ^ self.number(&after),
            before,
            after,
            at,
        }
    }

    /// For each code: the lowest bits of the cells that show it.
    fn mark(&self, piece: &Piece, marks: &mut Marks) {
        let lows = self.lows[piece.cells as usize];
        marks.0.clear();
        for code in 0..self.codes.len() {
            let digit = |bit: u32| {
                let digit = piece.row >> bit;
                if code >> bit & 1 == 1 { digit } else { !digit }
            };
            marks
                .0
                .push((0..self.bits).fold(lows, |shows, bit| shows & digit(bit)));
        }
    }

    /// The lowest bits of the places where the rule fits.
    fn places(&self, rule: &Rule, cells: u32, ends: [bool; 2], marks: &Marks) -> Row {
        let width = rule.before.len() as u32;
        if width > cells || rule.at[0] && !ends[0] || rule.at[1] && !ends[1] {
            return Row::ZERO;
        }
        let mut places = !Row::ZERO;
        for (at, code) in (0..).zip(&rule.before) {
            places = places & marks.0[usize::from(*code)] >> (at * self.bits);
        }
        if rule.at[0] {
            places = places & Row::ONE;
        }
        if rule.at[1] {
            places = places & Row::ONE << ((cells - width) * self.bits);
        }
        places
    }

    /// Calls `to` with the rows that a player can move to, until it says so.
    pub fn options(
        &self,
        player: usize,
        piece: &Piece,
        marks: &mut Marks,
        mut to: impl FnMut(Row) -> bool,
    ) -> bool {
        self.mark(piece, marks);
        for rule in &self.rules[player] {
            let mut places = self.places(rule, piece.cells, piece.ends, marks);
            while let Some(place) = places.take_lowest() {
                if to(piece.row ^ rule.change << place) {
                    return true;
                }
            }
        }
        false
    }

    /// The parts that no play, whoever moves, ever joins by a rule that looks at both; cells at
    /// which no rule ever looks are left out. So play on the row is play on the sum of its pieces.
    ///
    /// What a cell may come to show is found out as if rules could be applied in any order and each
    /// kept what was there before.
    pub fn pieces(&self, piece: &Piece, marks: &mut Marks, pieces: &mut Vec<Piece>) {
        self.mark(piece, marks);
        let (mut seen, mut joined);
        loop {
            let mut changed = false;
            (seen, joined) = (Row::ZERO, Row::ZERO);
            let rules = self.rules.iter().take(2 - usize::from(self.is_impartial()));
            for rule in rules.flatten() {
                let places = self.places(rule, piece.cells, piece.ends, marks);
                if places.is_zero() {
                    continue;
                }
                for (at, code) in (0..).zip(&rule.after) {
                    let cells = places << (at * self.bits);
                    let shown = &mut marks.0[usize::from(*code)];
                    changed |= !(cells & !*shown).is_zero();
                    *shown |= cells;
                    seen |= cells;
                    if at + 1 < rule.after.len() as u32 {
                        joined |= cells;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let is = |mask: Row, cell: usize| mask.has(cell as u32 * self.bits);
        let cells = piece.cells as usize;
        for part in runs(cells, |cell| is(seen, cell), |cell| is(joined, cell)) {
            let lows = self.lows[part.len()];
            let whole = (0..self.bits).fold(Row::ZERO, |whole, bit| whole | lows << bit);
            pieces.push(Piece {
                row: piece.row >> (part.start as u32 * self.bits) & whole,
                cells: part.len() as u32,
                ends: self.ends(&part, cells, piece.ends),
            });
        }
    }

    /// The pieces of a whole row of any length; `None` where one is too long to be packed.
    pub fn pieces_of(&self, cells: &[u8]) -> Option<Vec<Piece>> {
        if cells.len() <= self.longest() {
            let mut pieces = Vec::new();
            self.pieces(&self.pack(cells), &mut Marks::default(), &mut pieces);
            return Some(pieces);
        }
        let codes = self.codes(cells);
        let cells = codes.len();
        // For each cell, a bit for each code that it may come to show.
        let mut shown: Vec<u64> = codes.iter().map(|code| 1 << code).collect();
        let (mut seen, mut joined) = (vec![false; cells], vec![false; cells]);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for rule in self.rules.iter().flatten() {
                let width = rule.before.len();
                for at in 0..=cells - width {
                    let anchored = rule.at[0] && at != 0 || rule.at[1] && at + width != cells;
                    let mut here = rule.before.iter().zip(&shown[at..]);
                    if anchored || here.any(|(code, shown)| shown >> code & 1 == 0) {
                        continue;
                    }
                    for (cell, code) in (at..).zip(&rule.after) {
                        changed |= shown[cell] >> code & 1 == 0;
                        shown[cell] |= 1 << code;
                        seen[cell] = true;
                        joined[cell] |= cell + 1 < at + width;
                    }
                }
            }
        }
        let piece = |part: Range<usize>| {
            (part.len() <= self.longest()).then(|| Piece {
                row: self.number(&codes[part.clone()]),
                cells: part.len() as u32,
                ends: self.ends(&part, cells, [true; 2]),
            })
        };
        runs(cells, |cell| seen[cell], |cell| joined[cell])
            .into_iter()
            .map(piece)
            .collect()
    }

    /// Whether a part of so many cells lies at their ends, where that matters.
    fn ends(&self, part: &Range<usize>, cells: usize, ends: [bool; 2]) -> [bool; 2] {
        [
            self.anchored[0] && ends[0] && part.start == 0,
            self.anchored[1] && ends[1] && part.end == cells,
        ]
    }
}
