//! Boards cut in two halves, with a table for each.
//!
//! A state is a word of the high half and one of the low half. States are numbered by the high word
//! first, in the order of a dictionary; then by the content of the low word, where contents are
//! told apart; then by the low word. A move within a half leads from a word to a word of a list
//! that is made once. A move across both halves fits where a bit for it is set for both words. So
//! neither counting moves nor walking them looks at a cell.

use std::ops::Range;

use whowins_analysis::{End, Player};

use super::contents::{Contents, Level};
use super::patterns::Laid;
use super::space::{Flow, Found};
use super::words::{Both, Half, Words, parted};

/// The numbering, and the moves of both players.
pub struct Halves {
    high: Words,
    low: Words,
    /// What the moves do to the high words, and to the low ones.
    high_moves: Both<i64>,
    low_moves: Both<i32>,
    /// The first state of each high word, and behind the last how many states there are.
    start: Vec<u64>,
    /// The high word of each so many states' first.
    guide: Vec<u32>,
    shift: u32,
    /// Low contents.
    classes: usize,
    /// For each high and low content, how many states of a high word come before; [`NEVER`] where
    /// no board has both.
    base: Vec<u32>,
    /// For each high content, the low contents beside it: states before, first low word and how
    /// many there are, in this order.
    runs: Vec<Vec<Run>>,
    /// The number of each low word in its content.
    rank: Vec<u32>,
    /// Whether each high word has low words of one content, and all moves stay in theirs.
    plain: bool,
}

/// The low words of one content, beside a high word.
#[derive(Clone, Copy)]
struct Run {
    before: u32,
    first: u32,
    len: u32,
}

/// Consecutive states with one high word and consecutive low words.
pub struct Span {
    /// The first state.
    pub index: u64,
    pub high: usize,
    pub low: Range<usize>,
}

const NEVER: u32 = u32::MAX;

/// Words of both halves for which tables are always made.
const WORDS: u64 = 1 << 20;

/// With more words than that, one word for so many states.
const STATES_A_WORD: u64 = 32;

/// How many cells belong to the low half: as makes the fewest words.
fn cut(levels: &[Level]) -> Option<usize> {
    let cells = levels.len() - 1;
    let count = |level: &Level| {
        level
            .values()
            .try_fold(0u64, |sum, ways| sum.checked_add(*ways))
    };
    let words = |low: &usize| count(&levels[*low])?.checked_add(count(&levels[cells - low])?);
    let states = count(&levels[cells])?;
    let best = (0..=cells)
        .filter_map(|low| Some((words(&low)?, low)))
        .min()?;
    (best.0 <= WORDS.max(states / STATES_A_WORD) && best.0 < 1 << 31).then_some(best.1)
}

impl Halves {
    /// The boards of so many cells with these contents; `None` where the words of its halves are
    /// too many. Every move must know what it replaces.
    pub fn new(cells: usize, contents: &Contents, moves: &[Vec<Laid>; 2]) -> Option<Self> {
        let levels = contents.levels(cells)?;
        let low_cells = cut(&levels)?;
        let base = contents.digits() as u64;
        let (low_level, high_level) = (&levels[low_cells], &levels[cells - low_cells]);
        let high = Words::new(contents, &levels[..=cells - low_cells]);
        let low = Words::new(contents, &levels[..=low_cells]).by_class();
        let first_of: Vec<u32> = low_level
            .values()
            .scan(0, |sum, ways| {
                let first = *sum;
                *sum += *ways as u32;
                Some(first)
            })
            .collect();
        let rank: Vec<u32> = (0..low.len() as u32)
            .map(|word| word - first_of[low.class[word as usize] as usize])
            .collect();
        let classes = low_level.len();
        let mut offsets = vec![NEVER; classes * high_level.len()];
        let mut runs = Vec::new();
        for (kind, high_code) in high_level.keys().enumerate() {
            let (mut before, mut found) = (0, Vec::new());
            for (class, (low_code, ways)) in low_level.iter().enumerate() {
                if contents.allows(high_code + low_code) {
                    offsets[kind * classes + class] = before;
                    let (first, len) = (first_of[class], *ways as u32);
                    found.push(Run { before, first, len });
                    before += len;
                }
            }
            runs.push(found);
        }
        let mut start = vec![0u64];
        for kind in &high.class {
            let last = runs[*kind as usize].last();
            let states = last.map_or(0, |run| u64::from(run.before) + u64::from(run.len));
            start.push(start[start.len() - 1] + states);
        }
        let parts = [0, 1].map(|player: usize| parted(&moves[player], low_cells as u32));
        let half = |player: Player, back, high: bool| {
            let [within_low, within_high, across] = &parts[player.index()];
            let within = if high { within_high } else { within_low };
            Half {
                within: within.clone(),
                across: across.clone(),
                first: if high { low_cells as u32 } else { 0 },
                back,
            }
        };
        // A rule that has no place on this board can have let contents in that no move here leads
        // to.
        let alone = runs.iter().all(|runs| runs.len() == 1);
        let plain = contents.is_any() || alone && moves.iter().flatten().all(keeps);
        let high_moves = Both::new(|player, back| {
            let step = |from, to| Some(start[to] as i64 - start[from] as i64);
            let seat = |to| Some(if plain { start[to] as i64 } else { to as i64 });
            half(player, back, true).moves(&high, base, step, seat)
        })?;
        let low_moves = Both::new(|player, back| {
            let step = |from, to| i32::try_from(i64::from(rank[to]) - i64::from(rank[from])).ok();
            let seat = |to| i32::try_from(if plain { rank[to] as usize } else { to }).ok();
            half(player, back, false).moves(&low, base, step, seat)
        })?;
        let (guide, shift) = guide(&start);
        Some(Self {
            high,
            low,
            high_moves,
            low_moves,
            start,
            guide,
            shift,
            classes,
            base: offsets,
            runs,
            rank,
            plain,
        })
    }

    /// How many states.
    pub fn states(&self) -> u64 {
        self.start[self.high.len()]
    }

    /// The high word and the low word of a state.
    #[inline(always)]
    pub fn split(&self, index: u64) -> (usize, usize) {
        let mut high = self.guide[(index >> self.shift) as usize] as usize;
        while self.start[high + 1] <= index {
            high += 1;
        }
        let rest = (index - self.start[high]) as u32;
        let runs = &self.runs[self.high.class[high] as usize];
        let run = match &runs[..] {
            [run] => run,
            runs => &runs[runs.partition_point(|run| run.before <= rest) - 1],
        };
        (high, (run.first + rest - run.before) as usize)
    }

    /// The state of a high word and a low one; `None` where no board has both.
    #[inline]
    fn state(&self, high: usize, low: usize) -> Option<u64> {
        let before = self.high.class[high] as usize * self.classes + self.low.class[low] as usize;
        let before = self.base[before];
        (before != NEVER).then(|| self.start[high] + u64::from(before + self.rank[low]))
    }

    /// The state with these digits, the least significant cell first.
    pub fn rank(&self, digits: &[u8], base: u64) -> Option<u64> {
        let code = |digits: &[u8]| {
            digits
                .iter()
                .rev()
                .fold(0, |code, digit| code * base + u64::from(*digit))
        };
        let (low, high) = digits.split_at_checked(self.low.cells())?;
        if high.len() != self.high.cells() {
            return None;
        }
        self.state(self.high.find(code(high))?, self.low.find(code(low))?)
    }

    /// The digits of a state, the least significant cell first.
    pub fn digits(&self, high: usize, low: usize) -> impl Iterator<Item = u8> {
        self.low.of(low).iter().chain(self.high.of(high)).copied()
    }

    /// How many moves the player has.
    #[inline]
    pub fn count(&self, player: Player, high: usize, low: usize) -> u32 {
        let (highs, lows) = (
            self.high_moves.of(player, false),
            self.low_moves.of(player, false),
        );
        highs.within(high) + lows.within(low) + across(highs.fits(high), lows.fits(low))
    }

    /// Calls `each` with the states that the player's moves lead to; with `back`, with those from
    /// which they lead here.
    #[inline]
    pub fn neighbours(
        &self,
        player: Player,
        back: bool,
        index: u64,
        each: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let (high, low) = self.split(index);
        let shift = |step: i64| (index as i64 + step) as u64;
        let (steps, count) = self.high_moves.of(player, back).near(high);
        for step in &steps[..count] {
            each(shift(*step))?;
        }
        let (steps, count) = self.low_moves.of(player, back).near(low);
        for step in &steps[..count] {
            each(shift(i64::from(*step)))?;
        }
        self.others(player, back, high, low, each)
    }

    /// The neighbours by moves that change the content of a half.
    #[inline]
    fn others(
        &self,
        player: Player,
        back: bool,
        high: usize,
        low: usize,
        each: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let (highs, lows) = (
            self.high_moves.of(player, back),
            self.low_moves.of(player, back),
        );
        let mut go = |state: Option<u64>| state.map_or(Flow::Continue(()), &mut *each);
        if !self.plain {
            for to in highs.far(high) {
                go(self.state(*to as usize, low))?;
            }
            for to in lows.far(low) {
                go(self.state(high, *to as usize))?;
            }
        }
        let parts = highs.fits(high).iter().zip(lows.fits(low));
        for ((in_high, first_high), (in_low, first_low)) in parts {
            let mut fits = in_high & in_low;
            while fits != 0 {
                let before = (fits & fits.wrapping_neg()) - 1;
                fits &= fits - 1;
                let high = *highs.seat(*first_high, (in_high & before).count_ones());
                let low = *lows.seat(*first_low, (in_low & before).count_ones());
                go(match self.plain {
                    true => Some((high + i64::from(low)) as u64),
                    false => self.state(high as usize, low as usize),
                })?;
            }
        }
        Flow::Continue(())
    }

    /// Calls `emit` with the states from which a move of the player leads here.
    #[inline]
    pub fn origins(&self, player: Player, index: u64, emit: &mut impl FnMut(u64)) {
        let _ = self.neighbours(player, true, index, &mut |origin| {
            emit(origin);
            Flow::Continue(())
        });
    }

    /// Adds the states from which a move of the player leads here, with a tag.
    #[inline]
    pub fn gather(&self, player: Player, index: u64, tag: u64, found: &mut Found) {
        let (high, low) = self.split(index);
        let (steps, count) = self.high_moves.of(player, true).near(high);
        found.extend(index, tag, steps, count);
        let (steps, count) = self.low_moves.of(player, true).near(low);
        found.extend(index, tag, steps, count);
        let _ = self.others(player, true, high, low, &mut |origin| {
            found.push(origin, tag);
            Flow::Continue(())
        });
    }

    /// Calls `visit` for the states from the first to the last, with how many moves the first so
    /// many players have.
    pub fn count_all(
        &self,
        first: u64,
        last: u64,
        players: usize,
        visit: &mut impl FnMut(u64, Option<End>, [u32; 2]) -> Flow,
    ) -> Flow {
        self.spans(first, last, &mut |span| {
            for (index, low) in (span.index..).zip(span.low) {
                let mut counts = [0; 2];
                for player in &Player::BOTH[..players] {
                    counts[player.index()] = self.count(*player, span.high, low);
                }
                visit(index, None, counts)?;
            }
            Flow::Continue(())
        })
    }

    /// Calls `visit` for the states from the first to the last, in stretches.
    pub fn spans(&self, first: u64, last: u64, visit: &mut impl FnMut(Span) -> Flow) -> Flow {
        let (mut high, _) = self.split(first);
        while high < self.high.len() && self.start[high] <= last {
            for run in &self.runs[self.high.class[high] as usize] {
                let index = self.start[high] + u64::from(run.before);
                let end = index + u64::from(run.len);
                let (from, to) = (index.max(first), end.min(last + 1));
                if from < to {
                    let low = |state| run.first as usize + (state - index) as usize;
                    visit(Span {
                        index: from,
                        high,
                        low: low(from)..low(to),
                    })?;
                }
            }
            high += 1;
        }
        Flow::Continue(())
    }
}

/// How many moves across both halves fit both.
#[inline]
fn across(high: &[(u64, u32)], low: &[(u64, u32)]) -> u32 {
    let both = high.iter().zip(low).map(|(high, low)| high.0 & low.0);
    both.map(u64::count_ones).sum()
}

/// Whether a move keeps how often each digit occurs.
fn keeps(laid: &Laid) -> bool {
    let changes = laid
        .iter()
        .filter_map(|(_, before, after)| Some(((*before)?, (*after)?)));
    let (mut before, mut after): (Vec<u8>, Vec<u8>) = changes.unzip();
    before.sort_unstable();
    after.sort_unstable();
    before == after
}

/// The high word of the first of each `2^shift` states, some stretches a word; and the shift.
fn guide(start: &[u64]) -> (Vec<u32>, u32) {
    let (words, states) = (start.len() - 1, start[start.len() - 1]);
    let shift = (states / (4 * words.max(1)) as u64).max(1).ilog2();
    let mut guide = Vec::new();
    let mut word = 0;
    for stretch in 0..=states >> shift {
        while word + 1 < words && start[word + 1] <= stretch << shift {
            word += 1;
        }
        guide.push(word as u32);
    }
    (guide, shift)
}
