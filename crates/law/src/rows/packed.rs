//! Rows packed into one number, so that rules are matched at all places at once, and rows fall into pieces that no play joins.

use whowins_rules::derive::{BoardOrder, WordRule, Words};

/// A row: one symbol's code after the other, the cell that leads in the highest bits. So every move makes the number smaller.
pub(super) type Row = u128;

/// How rows are packed, and the rules on packed rows.
pub(super) struct Packing {
    /// Bits a cell.
    pub bits: u32,
    /// `codes[symbol]`.
    codes: Vec<u8>,
    /// Whether the first cell leads.
    mirrored: bool,
    /// For each player.
    pub rules: [Vec<Rule>; 2],
    /// Whether some rule is anchored at the end of the cell that follows last, and of the one that leads.
    anchored: [bool; 2],
    /// By length: the lowest bit of every cell.
    lows: Vec<Row>,
}

/// A rewriting rule on packed rows.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// The factor's codes, without ends, from the lowest cell on.
    before: Vec<u8>,
    after: Vec<u8>,
    change: Row,
    /// Whether it lies at the row's lowest cell, and at its highest.
    at: [bool; 2],
}

/// A part of a row that is played on its own: its cells, and whether it lies at the row's ends, where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Piece {
    pub row: Row,
    pub cells: u32,
    pub ends: [bool; 2],
}

/// Room for the marks of a row, kept from row to row.
#[derive(Default)]
pub(super) struct Marks(Vec<Row>);

impl Packing {
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
            .map(|cells| (0..cells).fold(0, |lows, cell| lows | 1 << (cell as u32 * bits)))
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
        let add = |row, code: &u8| row << self.bits | Row::from(*code);
        codes.iter().rev().fold(0, add)
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
        for code in 0..self.codes.len() as Row {
            let other = piece.row ^ lows * code;
            let differs = (0..self.bits).fold(0, |all, bit| all | other >> bit);
            marks.0.push(!differs & lows);
        }
    }

    /// The lowest bits of the places where the rule fits.
    fn places(&self, rule: &Rule, cells: u32, ends: [bool; 2], marks: &Marks) -> Row {
        let width = rule.before.len() as u32;
        if width > cells || rule.at[0] && !ends[0] || rule.at[1] && !ends[1] {
            return 0;
        }
        let mut places = Row::MAX;
        for (at, code) in (0..).zip(&rule.before) {
            places &= marks.0[usize::from(*code)] >> (at * self.bits);
        }
        if rule.at[0] {
            places &= 1;
        }
        if rule.at[1] {
            places &= 1 << ((cells - width) * self.bits);
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
            while places != 0 {
                if to(piece.row ^ rule.change << places.trailing_zeros()) {
                    return true;
                }
                places &= places - 1;
            }
        }
        false
    }

    /// The parts that no play, whoever moves, ever joins by a rule that looks at both; cells at which no rule ever looks are left
    /// out. So play on the row is play on the sum of its pieces.
    ///
    /// What a cell may come to show is found out as if rules could be applied in any order and each kept what was there before.
    pub fn pieces(&self, piece: &Piece, marks: &mut Marks, pieces: &mut Vec<Piece>) {
        self.mark(piece, marks);
        let (mut seen, mut joined);
        loop {
            let mut changed = false;
            (seen, joined) = (0, 0);
            let rules = self.rules.iter().take(2 - usize::from(self.is_impartial()));
            for rule in rules.flatten() {
                let places = self.places(rule, piece.cells, piece.ends, marks);
                if places == 0 {
                    continue;
                }
                for (at, code) in (0..).zip(&rule.after) {
                    let cells = places << (at * self.bits);
                    let shown = &mut marks.0[usize::from(*code)];
                    changed |= cells & !*shown != 0;
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
        let mut at = 0;
        while at < piece.cells {
            let is = |mask: Row, cell: u32| mask >> (cell * self.bits) & 1 == 1;
            let first = at;
            at += 1;
            if !is(seen, first) {
                continue;
            }
            while is(joined, at - 1) {
                at += 1;
            }
            let cells = at - first;
            let whole = self.lows[cells as usize] * ((1 << self.bits) - 1);
            pieces.push(Piece {
                row: piece.row >> (first * self.bits) & whole,
                cells,
                ends: [
                    self.anchored[0] && piece.ends[0] && first == 0,
                    self.anchored[1] && piece.ends[1] && at == piece.cells,
                ],
            });
        }
    }
}
