//! Patterns as operations on words: a mask, and a constant difference of numbers.
//!
//! A pattern's cells are split at the border between chunks. What it wants of the high cells,
//! above, is looked up for all its places at once, since one bit a high cell says where each digit
//! stands; so a chunk finds the operations that concern it without trying them. What it wants of
//! the low cells is a mask over the chunk's positions.

use std::collections::HashMap;
use std::ops::Range;

use whowins_analysis::Player;

use super::layout::Layout;
use super::mask::{Mask, or, or_four};
use super::patterns::Pattern;

/// Between every 64 rows of a tile stand this many unused ones, so that words of one chunk do not
/// share their sets of the cache.
pub(super) const GAP: usize = 1;

/// The row of a tile that holds a position.
pub(super) fn row(position: usize) -> usize {
    position + position / 64 * GAP
}

/// Digits wanted at places, in rising order.
type Look = Vec<(u8, u8)>;

/// What a pattern wants, and what it does to the numbers.
pub(super) struct Rule {
    /// Digits wanted at high places, counted from the first high place; in rising order.
    high: Look,
    /// Digits wanted at low places.
    low: Look,
    /// What the move adds to the numbers of superchunk, chunk and position.
    pub(super) by: [i64; 3],
    /// Whether no sum of weights changes, so that only the order says that it falls.
    pub(super) by_order: bool,
    players: [bool; 2],
}

impl Rule {
    pub(super) fn new(pattern: &Pattern, layout: &Layout, by_order: bool) -> Self {
        let looks = pattern.cells.iter().map(|one| (one.cell, one.before));
        let mut rule = Self::looking(looks, layout);
        for one in &pattern.cells {
            let (place, before) = layout.digit(one.cell, one.before);
            let (_, after) = layout.digit(one.cell, one.after);
            if let Some(place) = place {
                for (sum, unit) in rule.by.iter_mut().zip(layout.unit(place)) {
                    *sum += unit * (i64::from(after) - i64::from(before));
                }
            }
        }
        rule.by_order = by_order;
        rule.players = Player::BOTH.map(|player| pattern.by.allows(player));
        rule
    }

    /// A rule that looks at cells and does nothing.
    pub(super) fn looking(wanted: impl Iterator<Item = (usize, u8)>, layout: &Layout) -> Self {
        let (mut high, mut low) = (Vec::new(), Vec::new());
        for (cell, symbol) in wanted {
            let (place, digit) = layout.digit(cell, symbol);
            match place {
                Some(place) if place < layout.low => low.push((place as u8, digit)),
                Some(place) => high.push(((place - layout.low) as u8, digit)),
                None => {}
            }
        }
        high.sort_unstable();
        low.sort_unstable();
        Self {
            high,
            low,
            by: [0; 3],
            by_order: false,
            players: [true; 2],
        }
    }

    /// Whether the number of the board falls.
    pub(super) fn falls(&self) -> bool {
        let leading = self.by.iter().find(|by| **by != 0);
        leading.is_some_and(|by| *by < 0)
    }

    /// Whether it stays in its chunk.
    fn stays(&self) -> bool {
        self.by[0] == 0 && self.by[1] == 0
    }

    /// What it wants at some of the high places, counted from the first of them.
    pub(super) fn look(&self, places: Range<usize>) -> Look {
        let among = self
            .high
            .iter()
            .filter(|(place, _)| places.contains(&usize::from(*place)));
        among
            .map(|(place, digit)| (place - places.start as u8, *digit))
            .collect()
    }
}

/// No mask: all positions of the chunk, each from the same position.
const WHOLE: u32 = u32::MAX;

/// One pattern at one place of the high cells.
#[derive(Clone, Copy, Default)]
struct Operation {
    /// Added to the superchunk's number.
    superchunk: i64,
    /// Added to the first word of the chunk.
    word: i64,
    mask: u32,
}

/// Patterns that want the same digits at different places of the high cells.
struct Group {
    /// Place from the first one, and digit.
    look: Look,
    /// The first places at which one of them lies.
    valid: u64,
    /// By first place.
    operations: Vec<Operation>,
}

impl Group {
    fn places(&self, planes: &[u64]) -> u64 {
        self.look.iter().fold(self.valid, |places, (place, digit)| {
            places & planes[usize::from(*digit)] >> place
        })
    }
}

/// What the high cells have to show for some moves within a chunk.
pub(super) struct Condition(Look);

impl Condition {
    /// Whether a chunk of these planes shows it.
    pub(super) fn holds(&self, planes: &[u64]) -> bool {
        let mut all = self.0.iter();
        all.all(|(place, digit)| planes[usize::from(*digit)] >> place & 1 == 1)
    }
}

/// Masks by the places of the high cells at which they hold.
#[derive(Default)]
struct Groups {
    groups: Vec<Group>,
    masks: Vec<Mask>,
}

impl Groups {
    fn new<'a>(rules: impl Iterator<Item = &'a Rule>, layout: &Layout, low: &LowDigits) -> Self {
        let mut all = Self::default();
        let mut known: HashMap<(&Look, i64), u32> = HashMap::new();
        // Groups of one shape: a second pattern at a place that is taken goes to the next.
        let mut shapes: HashMap<Look, Vec<usize>> = HashMap::new();
        for rule in rules {
            let mask = if rule.low.is_empty() {
                WHOLE
            } else {
                *known.entry((&rule.low, rule.by[2])).or_insert_with(|| {
                    all.masks.push(Mask::new(low.mask(&rule.low), rule.by[2]));
                    all.masks.len() as u32 - 1
                })
            };
            let first = rule.high.first().map_or(0, |(place, _)| *place);
            let shape = rule
                .high
                .iter()
                .map(|(place, digit)| (place - first, *digit));
            let look: Look = shape.collect();
            let groups = shapes.entry(look.clone()).or_default();
            let free = |group: &&usize| all.groups[**group].valid >> first & 1 == 0;
            let group = groups.iter().find(free).copied().unwrap_or_else(|| {
                groups.push(all.groups.len());
                all.groups.push(Group {
                    look,
                    valid: 0,
                    operations: Vec::new(),
                });
                all.groups.len() - 1
            });
            let group = &mut all.groups[group];
            let at = usize::from(first);
            group.valid |= 1 << at;
            if group.operations.len() <= at {
                group.operations.resize(at + 1, Operation::default());
            }
            group.operations[at] = Operation {
                superchunk: rule.by[0],
                word: rule.by[1] * layout.words as i64,
                mask,
            };
        }
        all
    }

    /// Calls `then` with the operations that concern a chunk of these planes.
    #[inline]
    fn each(&self, planes: &[u64], mut then: impl FnMut(&Operation)) {
        for group in &self.groups {
            let mut places = group.places(planes);
            while places != 0 {
                then(&group.operations[places.trailing_zeros() as usize]);
                places &= places - 1;
            }
        }
    }
}

/// A superchunk, and those that it reads.
pub(super) struct Sources<'a> {
    /// The superchunk worked on, as far as it is done.
    pub(super) own: &'a [u64],
    /// All superchunks.
    pub(super) others: &'a [Vec<u64>],
    /// Its number.
    pub(super) superchunk: usize,
}

/// The moves between chunks.
#[derive(Default)]
pub(super) struct Reads(Groups);

impl Reads {
    /// Sets in `to`, a chunk's words, what a move to another chunk's P-positions decides; the chunk
    /// starts at word `first`.
    pub(super) fn gather(
        &self,
        to: &mut [u64],
        planes: &[u64],
        first: usize,
        sources: &Sources<'_>,
    ) {
        // Whole chunks are taken four at a time, so that what is gathered is read and written less
        // often.
        let mut whole: [&[u64]; 4] = [&[]; 4];
        let mut waiting = 0;
        self.0.each(planes, |operation| {
            let from = match operation.superchunk {
                0 => sources.own,
                by => &sources.others[sources.superchunk.wrapping_add_signed(by as isize)],
            };
            let start = first.wrapping_add_signed(operation.word as isize);
            let from = &from[start..start + to.len()];
            match operation.mask {
                WHOLE => {
                    whole[waiting] = from;
                    waiting += 1;
                    if waiting == 4 {
                        or_four(to, whole);
                        waiting = 0;
                    }
                }
                mask => self.0.masks[mask as usize].gather(to, from),
            }
        });
        match waiting {
            0 => {}
            1 => or(to, whole[0]),
            _ => {
                let first = whole[0];
                whole[waiting..].fill(first);
                or_four(to, whole);
            }
        }
    }
}

/// The positions at which at least one of some patterns fits.
#[derive(Default)]
pub(super) struct Cover(Groups);

impl Cover {
    pub(super) fn new<'a>(
        rules: impl Iterator<Item = &'a Rule>,
        layout: &Layout,
        low: &LowDigits,
    ) -> Self {
        Self(Groups::new(rules, layout, low))
    }

    /// Whether there is no pattern.
    pub(super) fn is_empty(&self) -> bool {
        self.0.groups.is_empty()
    }

    /// Sets the positions of a chunk in `to`.
    pub(super) fn set(&self, to: &mut [u64], planes: &[u64]) {
        self.0.each(planes, |operation| match operation.mask {
            WHOLE => to.fill(u64::MAX),
            mask => self.0.masks[mask as usize].set(to),
        });
    }
}

/// The digits of a chunk's positions at the low places.
pub(super) struct LowDigits {
    digits: Vec<Vec<u8>>,
    words: usize,
}

impl LowDigits {
    pub(super) fn new(layout: &Layout) -> Self {
        let digits = |position| layout.digits(position, 0, layout.low);
        Self {
            digits: (0..layout.positions).map(digits).collect(),
            words: layout.words,
        }
    }

    /// The digits of each position.
    pub(super) fn each(&self) -> impl Iterator<Item = &[u8]> {
        self.digits.iter().map(Vec::as_slice)
    }

    fn fit(&self, position: usize, wanted: &[(u8, u8)]) -> bool {
        let digits = &self.digits[position];
        wanted
            .iter()
            .all(|(place, digit)| digits[usize::from(*place)] == *digit)
    }

    /// The positions that show some digits, as bits.
    fn mask(&self, wanted: &[(u8, u8)]) -> Vec<u64> {
        self.words_of(|position| self.fit(position, wanted))
    }

    /// The positions chosen, as bits.
    pub(super) fn words_of(&self, chosen: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for position in (0..self.digits.len()).filter(|position| chosen(*position)) {
            words[position / 64] |= 1 << (position % 64);
        }
        words
    }
}

/// The moves within a chunk: for each position, the rows of the positions that it leads to.
#[derive(Default)]
pub(super) struct Within {
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// Moves that depend on the high cells: position by position, the row and the condition's
    /// number.
    conditional_starts: Vec<u32>,
    conditional: Vec<(u32, u32)>,
}

impl Within {
    fn new(rules: &[&Rule], conditions: &mut Vec<Condition>, low: &LowDigits) -> Self {
        let mut within = Self {
            starts: vec![0],
            conditional_starts: vec![0],
            ..Self::default()
        };
        let numbered: Vec<Option<u32>> = rules
            .iter()
            .map(|rule| {
                if rule.high.is_empty() {
                    return None;
                }
                let known = conditions.iter().position(|one| one.0 == rule.high);
                let number = known.unwrap_or_else(|| {
                    conditions.push(Condition(rule.high.clone()));
                    conditions.len() - 1
                });
                Some(number as u32)
            })
            .collect();
        for position in 0..low.digits.len() {
            for (rule, condition) in rules.iter().zip(&numbered) {
                if !low.fit(position, &rule.low) {
                    continue;
                }
                let to = row((position as i64 + rule.by[2]) as usize) as u32;
                match condition {
                    None => within.rows.push(to),
                    Some(condition) => within.conditional.push((to, *condition)),
                }
            }
            within.starts.push(within.rows.len() as u32);
            within
                .conditional_starts
                .push(within.conditional.len() as u32);
        }
        within
    }

    /// The rows that a position leads to, whatever the high cells show.
    #[inline]
    pub(super) fn rows(&self, position: usize) -> &[u32] {
        &self.rows[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// The rows that it leads to under a condition.
    #[inline]
    pub(super) fn conditional(&self, position: usize) -> &[(u32, u32)] {
        let [start, end] = [0, 1].map(|next| self.conditional_starts[position + next] as usize);
        &self.conditional[start..end]
    }

    /// Whether some move depends on the high cells.
    pub(super) fn has_conditional(&self) -> bool {
        !self.conditional.is_empty()
    }
}

/// All moves of a game at one size, for one player, or for both where they have the same.
pub(super) struct Moves {
    pub(super) reads: Reads,
    pub(super) within: Within,
    /// Where there is a move; left out where nobody asks.
    pub(super) movable: Option<Cover>,
}

impl Moves {
    pub(super) fn new(
        rules: &[Rule],
        player: usize,
        (layout, low): (&Layout, &LowDigits),
        conditions: &mut Vec<Condition>,
        asks_for_movable: bool,
    ) -> Self {
        let own = || rules.iter().filter(|rule| rule.players[player]);
        let within: Vec<&Rule> = own().filter(|rule| rule.stays()).collect();
        let between = own().filter(|rule| !rule.stays());
        Self {
            reads: Reads(Groups::new(between, layout, low)),
            within: Within::new(&within, conditions, low),
            movable: asks_for_movable.then(|| Cover::new(own(), layout, low)),
        }
    }
}
