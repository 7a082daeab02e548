//! How often each symbol occurs on a board, and what moves can make of that.
//!
//! A move changes a board's *content*, the number of cells with each symbol, by a fixed amount. So
//! from one board play comes to few contents: to one where stones only walk, to those below where
//! they are captured. Only fillings with such contents need a number.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::board::Board;

/// A set of contents of a board, coded as mixed-radix numbers.
pub struct Contents {
    /// What one more of a digit adds to a code; 0 for all digits where contents are not told apart.
    stride: Vec<u64>,
    /// One more than the most cells that have the digit.
    radix: Vec<u64>,
    /// The codes.
    allowed: BTreeSet<u64>,
}

/// How many words of a length there are with each content.
pub type Level = BTreeMap<u64, u64>;

/// What a rule wants of a board's content and does to it, by symbols.
#[derive(PartialEq, Eq)]
struct Change {
    wants: Vec<usize>,
    writes: Vec<usize>,
}

/// What all rules of a board do to contents.
pub struct Changes {
    symbols: usize,
    changes: Vec<Change>,
}

/// More contents are not followed.
const CONTENTS: usize = 1 << 12;

impl Changes {
    /// Of a board without follow-ups, every move on which knows what it replaces; `None` for
    /// others.
    pub fn of(board: &Board) -> Option<Self> {
        let symbols = board.alphabet.len();
        let mut changes: Vec<Change> = Vec::new();
        if !board.at_once.is_empty() {
            return None;
        }
        for stencil in board.moves.iter().flat_map(|rule| &rule.stencils) {
            let (mut wants, mut writes) = (vec![0; symbols], vec![0; symbols]);
            for cell in &stencil.cells {
                match (cell.before, cell.after) {
                    (None, Some(_)) => return None,
                    (None, None) => {}
                    (Some(before), after) => {
                        wants[usize::from(before)] += 1;
                        writes[usize::from(after.unwrap_or(before))] += 1;
                    }
                }
            }
            let change = Change { wants, writes };
            if change.wants != change.writes && !changes.contains(&change) {
                changes.push(change);
            }
        }
        Some(Self { symbols, changes })
    }

    /// Whether every move keeps how often each symbol occurs.
    pub fn none(&self) -> bool {
        self.changes.is_empty()
    }

    /// The contents that moves can make of a board's, counted by symbols; `None` where there are
    /// too many.
    pub fn follow(&self, symbols: &[i64]) -> Option<Vec<Vec<usize>>> {
        let mut first = vec![0; self.symbols];
        for symbol in symbols {
            first[*symbol as usize] += 1;
        }
        let mut known = BTreeSet::from([first.clone()]);
        let mut open = vec![first];
        while let Some(content) = open.pop() {
            for Change { wants, writes } in &self.changes {
                if content.iter().zip(wants).any(|(has, wants)| has < wants) {
                    continue;
                }
                let changed = content.iter().zip(wants).zip(writes);
                let next: Vec<usize> = changed
                    .map(|((has, less), more)| has - less + more)
                    .collect();
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
            if known.len() > CONTENTS {
                return None;
            }
        }
        Some(known.into_iter().collect())
    }
}

/// How many boards have one of these contents; `None` for 2^63 or more.
pub fn boards(contents: &[Vec<usize>]) -> Option<u64> {
    let mut all = 0u64;
    for content in contents {
        let (mut ways, mut placed) = (1u128, 0u128);
        for count in content {
            for more in 1..=*count as u128 {
                placed += 1;
                // Exact: this is a multinomial number each time.
                ways = ways * placed / more;
                if ways >= 1 << 63 {
                    return None;
                }
            }
        }
        all = all.checked_add(ways as u64).filter(|all| *all < 1 << 63)?;
    }
    Some(all)
}

impl Contents {
    /// All contents, not told apart.
    pub fn any(digits: usize) -> Self {
        Self {
            stride: vec![0; digits],
            radix: vec![1; digits],
            allowed: BTreeSet::from([0]),
        }
    }

    /// These contents, counted by symbols of which `digit` tells the digits; `None` where they have
    /// no codes.
    pub fn only(contents: &[Vec<usize>], digit: &[u8]) -> Option<Self> {
        let mut radix = vec![1; digit.len()];
        for (symbol, count) in contents
            .iter()
            .flat_map(|content| content.iter().enumerate())
        {
            let radix = &mut radix[usize::from(digit[symbol])];
            *radix = (*radix).max(*count as u64 + 1);
        }
        let (mut stride, mut codes) = (Vec::new(), 1u64);
        for radix in &radix {
            stride.push(codes);
            codes = codes.checked_mul(*radix)?;
        }
        let code = |content: &Vec<usize>| -> u64 {
            let counts = content.iter().enumerate();
            counts
                .map(|(symbol, count)| *count as u64 * stride[usize::from(digit[symbol])])
                .sum()
        };
        Some(Self {
            allowed: contents.iter().map(code).collect(),
            stride,
            radix,
        })
    }

    /// Whether contents are not told apart.
    pub fn is_any(&self) -> bool {
        self.stride.iter().all(|stride| *stride == 0)
    }

    /// How many digits there are.
    pub fn digits(&self) -> usize {
        self.stride.len()
    }

    /// Whether boards with this content are numbered.
    pub fn allows(&self, code: u64) -> bool {
        self.allowed.contains(&code)
    }

    /// The code with one more of a digit, where the codes reach.
    pub fn more(&self, code: u64, digit: usize) -> Option<u64> {
        let stride = self.stride[digit];
        let fits = stride == 0 || code / stride % self.radix[digit] + 1 < self.radix[digit];
        fits.then_some(code + stride)
    }

    /// The code with one less of a digit.
    fn less(&self, code: u64, digit: usize) -> Option<u64> {
        let stride = self.stride[digit];
        let fits = stride == 0 || !(code / stride).is_multiple_of(self.radix[digit]);
        fits.then(|| code - stride)
    }

    /// For each length up to `cells`, the contents of words that some board of so many cells begins
    /// with, and how many words have each; `None` where they are 2^64 or more.
    pub fn levels(&self, cells: usize) -> Option<Vec<Level>> {
        let mut levels = vec![Level::new(); cells + 1];
        levels[cells] = self.allowed.iter().map(|code| (*code, 0)).collect();
        for length in (0..cells).rev() {
            let longer = levels[length + 1].keys();
            let shorter =
                longer.flat_map(|code| (0..self.digits()).map(|digit| self.less(*code, digit)));
            levels[length] = shorter.flatten().map(|code| (code, 0)).collect();
        }
        levels[0].values_mut().for_each(|ways| *ways = 1);
        for length in 1..=cells {
            let (shorter, longer) = levels.split_at_mut(length);
            for (code, ways) in &mut longer[0] {
                for digit in 0..self.digits() {
                    let less = self.less(*code, digit);
                    let more = less.and_then(|less| shorter[length - 1].get(&less));
                    *ways = ways.checked_add(*more.unwrap_or(&0))?;
                }
            }
        }
        Some(levels)
    }
}
