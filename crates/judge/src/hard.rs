//! Generators of hard queries: maximum values, neighbours of lost positions, and numbers where
//! floating-point formulas round incorrectly. Also random queries.

use std::borrow::Cow;

use whowins::contest::{Case, Kind, Value};

use crate::questions::{Questions, whole};
use crate::sizes::Range;

/// Limits for formats without bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Maximum number.
    pub number: u64,
    /// Maximum length of a text, a list or a board.
    pub length: u64,
}

impl Default for Reach {
    fn default() -> Self {
        Self {
            number: 1_000_000_000,
            length: 40,
        }
    }
}

/// A deterministic pseudorandom generator (SplitMix64; G. L. Steele, D. Lea and C. H. Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `least` to `most`.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        match most.saturating_sub(least).checked_add(1) {
            Some(many) => least + self.next() % many,
            None => self.next(),
        }
    }
}

/// The distribution of random values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// Uniform within the bounds.
    Uniform,
    /// Bounds, powers and Fibonacci numbers; all magnitudes are equally likely.
    Hard,
    /// The maximum.
    Largest,
}

/// Returns the numbers at which formulas often fail, and their neighbours: powers of 2 and of 10,
/// Fibonacci numbers.
pub(crate) fn notable(most: u64) -> Vec<u64> {
    let mut all = vec![0, 1, 2, 3];
    let mut push = |number: u64| {
        for near in [number.saturating_sub(1), number, number.saturating_add(1)] {
            if near <= most {
                all.push(near);
            }
        }
    };
    let (mut a, mut b) = (1u64, 2u64);
    while a <= most {
        push(a);
        (a, b) = (b, a.saturating_add(b));
        if a == u64::MAX {
            break;
        }
    }
    for base in [2u64, 10] {
        let mut power = 1u64;
        while let Some(next) = power.checked_mul(base).filter(|next| *next <= most) {
            power = next;
            push(power);
        }
    }
    all.retain(|number| *number <= most);
    all.sort_unstable();
    all.dedup();
    all
}

impl Questions<'_> {
    /// Returns an input with `many` random queries in one case of the second to last level. Returns
    /// `None` if the bounds allow none.
    pub(crate) fn draw(
        &self,
        draw: Draw,
        many: u64,
        reach: Reach,
        random: &mut Random,
    ) -> Option<Case<'static>> {
        let last = self.format.levels.len() - 1;
        let mut path: Vec<Case<'static>> = Vec::new();
        let mut within = Vec::new();
        for level in 0..=last {
            path.push(Case::default());
            if level == last && last > 0 {
                for _ in 0..many.min(self.room(last - 1)) {
                    self.one(level, draw, reach, random, &mut path)?;
                    within.push(std::mem::take(&mut path[level]));
                }
                path.pop();
            } else {
                self.one(level, draw, reach, random, &mut path)?;
            }
        }
        Some(whole(&path, within))
    }

    /// Returns an input with one query about this position, and all other values at their maximum.
    /// Returns `None` if the bounds don't allow it.
    pub(crate) fn asking(
        &self,
        position: &str,
        reach: Reach,
        random: &mut Random,
    ) -> Option<Case<'static>> {
        (0..8).find_map(|_| {
            let input = self.draw(Draw::Largest, 1, reach, random)?;
            self.placing(input, position)
        })
    }

    /// Changes an input with one query so that it is about this position. Returns `None` if the
    /// bounds don't allow it.
    pub(crate) fn placing(
        &self,
        mut input: Case<'static>,
        position: &str,
    ) -> Option<Case<'static>> {
        let values = self.format.position.as_ref()?.unfill(position)?;
        let fits = values.iter().all(|(field, text)| {
            let value = match (&self.format.fields[*field].kind, text.parse::<u64>()) {
                (Kind::Number(..), Ok(number)) => Value::Number(number),
                _ => Value::Text(text.as_bytes().to_vec().into()),
            };
            self.set(&mut input, *field, value)
        });
        (fits && self.is_legal(&input)).then_some(input)
    }

    /// Generates the fields of a level.
    fn one(
        &self,
        level: usize,
        draw: Draw,
        reach: Reach,
        random: &mut Random,
        path: &mut [Case<'static>],
    ) -> Option<()> {
        for field in self.format.fields_of(level) {
            let value = match self.is_counter(field) {
                true => Value::Number(0),
                false => self.value(&self.range(field, path), draw, reach, random)?,
            };
            path[level].values.push(value);
        }
        Some(())
    }

    fn value(
        &self,
        range: &Range,
        draw: Draw,
        reach: Reach,
        random: &mut Random,
    ) -> Option<Value<'static>> {
        Some(match range {
            Range::Number(least, most) => {
                let most = most.unwrap_or(reach.number.max(*least));
                (*least <= most).then_some(())?;
                Value::Number(number(*least, most, draw, random))
            }
            Range::Text(symbols, least, most) => {
                let most = most.unwrap_or(reach.length.max(*least)).min(1 << 20);
                (*least <= most).then_some(())?;
                let length = number(*least, most, draw, random);
                Value::Text(Cow::Owned(text(symbols, length, draw, random)))
            }
            Range::Rows(grid) => {
                let once = &grid.once;
                let symbols = grid.symbols.iter().copied();
                let plain: Vec<u8> = symbols.filter(|symbol| !once.contains(symbol)).collect();
                let cells = grid.count.checked_mul(grid.length);
                let cells = cells.filter(|cells| *cells <= 1 << 22)?;
                (cells >= once.len() as u64 && !plain.is_empty()).then_some(())?;
                let mut all = text(&plain, cells, Draw::Hard, random);
                let mut taken = Vec::new();
                for symbol in once {
                    let mut at = random.between(0, cells - 1) as usize;
                    while taken.contains(&at) {
                        at = (at + 1) % all.len();
                    }
                    taken.push(at);
                    all[at] = *symbol;
                }
                if !grid.is_whole(&all) {
                    // Open cells until all open cells are connected, at the latest when all are
                    // open.
                    let open = plain.iter().find(|symbol| {
                        let except = grid.except.as_ref();
                        except.is_none_or(|except| !except.contains(symbol))
                    })?;
                    for cell in &mut all {
                        if !once.contains(cell) && random.between(0, 2) > 0 {
                            *cell = *open;
                        }
                    }
                    if !grid.is_whole(&all) {
                        for cell in all.iter_mut().filter(|cell| !once.contains(cell)) {
                            *cell = *open;
                        }
                    }
                }
                let rows = all.chunks(grid.length as usize);
                Value::Rows(rows.map(|row| Cow::Owned(row.to_vec())).collect())
            }
            Range::Numbers(count, least, most) => {
                let room = (most + 1).saturating_sub(*least).min(reach.length);
                let many = count.unwrap_or_else(|| random.between(0, room.min(8)));
                let mut all: Vec<u64> = (0..many)
                    .map(|_| number(*least, *most, draw, random))
                    .collect();
                if count.is_none() {
                    all.sort_unstable();
                    all.dedup();
                }
                Value::Numbers(all)
            }
            Range::Position => {
                let text = self.positions.as_ref()?.drawn(draw, reach, random)?;
                Value::Text(Cow::Owned(text.into_bytes()))
            }
        })
    }
}

/// Returns a random number within bounds.
pub(crate) fn number(least: u64, most: u64, draw: Draw, random: &mut Random) -> u64 {
    match draw {
        Draw::Uniform => random.between(least, most),
        Draw::Largest => most - random.between(0, 3).min(most - least),
        Draw::Hard => match random.between(0, 3) {
            0 => {
                let notable = notable(most);
                let at = random.between(0, notable.len() as u64 - 1) as usize;
                notable[at].max(least)
            }
            1 => {
                let end = random.between(0, 1);
                let near = random.between(0, 2).min(most - least);
                if end == 0 { least + near } else { most - near }
            }
            2 => random.between(least, most),
            _ => {
                // All bit lengths are equally likely.
                let bits = 64 - (most - least).leading_zeros();
                let bits = random.between(0, u64::from(bits));
                let wide = 1u64.checked_shl(bits as u32).unwrap_or(u64::MAX);
                least + random.between(0, (most - least).min(wide))
            }
        },
    }
}

/// Returns a random text of these symbols. Symbols have different frequencies.
pub(crate) fn text(symbols: &[u8], length: u64, draw: Draw, random: &mut Random) -> Vec<u8> {
    let favourite = match draw {
        Draw::Uniform => None,
        Draw::Hard | Draw::Largest => Some(random.between(0, symbols.len() as u64 - 1)),
    };
    let share = random.between(0, 8);
    (0..length)
        .map(|_| {
            let at = match favourite {
                Some(favourite) if random.between(0, 8) < share => favourite,
                _ => random.between(0, symbols.len() as u64 - 1),
            };
            symbols[at as usize]
        })
        .collect()
}
