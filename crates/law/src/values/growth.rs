//! Values that repeat up to a summand, seen in tables: of heaps, and of runs of every kind at once.

use whowins_values::{Arena, Cut, Dyadic, Side, Value, Width};

use super::sheet::Sheet;
use crate::Finding;

/// Summands that are no numbers are looked for with periods up to this one.
const SHORT: usize = 12;
/// So many values are told.
const TOLD: usize = 16;
/// And no longer ones than these.
const TEXT: Width = Width {
    plain: 24,
    named: 0,
};

/// A repeat: V(n + period) = V(n) + saltus for n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub preperiod: usize,
    pub period: usize,
    pub saltus: Value,
}

impl Found {
    /// The shortest period that a third of all tables shows, which are equally long; numbers as
    /// summands are tried before others.
    pub fn of(arena: &mut Arena, tables: &[&[Value]]) -> Result<Option<Self>, Cut> {
        let Some(length) = tables.first().map(|table| table.len()) else {
            return Ok(None);
        };
        for any in [false, true] {
            let longest = if any { SHORT } else { length / 3 };
            for period in 1..=longest.min(length - 1) {
                let last = length - 1;
                let (before, after) = (tables[0][last - period], tables[0][last]);
                let Some(saltus) = saltus(arena, before, after, any)? else {
                    continue;
                };
                let mut preperiod = 0;
                for table in tables {
                    preperiod = preperiod.max(begins(arena, table, period, saltus)?);
                }
                let run = (length - period).saturating_sub(preperiod);
                if run >= 2 * period && run >= length / 3 {
                    return Ok(Some(Self {
                        preperiod,
                        period,
                        saltus,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Whether all of a table repeats so.
    pub fn holds(&self, arena: &mut Arena, table: &[Value]) -> Result<bool, Cut> {
        Ok(begins(arena, table, self.period, self.saltus)? <= self.preperiod)
    }

    /// The law as a formula.
    pub fn formula(&self, arena: &mut Arena) -> String {
        let grows = match self.saltus {
            Value::ZERO => String::new(),
            saltus => match arena.as_number(saltus) {
                Some(number) if number < Dyadic::default() => format!(" - {}", -&number),
                Some(number) => format!(" + {number}"),
                None => format!(" + {}", arena.show(saltus).unwrap_or_else(|_| "S".into())),
            },
        };
        let from = match self.preperiod {
            0 => String::new(),
            from => format!(" for n ≥ {from}"),
        };
        format!("V(n + {}) = V(n){grows}{from}", self.period)
    }

    /// A pattern that is not proved.
    pub fn observed(&self, arena: &mut Arena, last: String) -> Finding {
        Finding::Observed {
            pattern: self.formula(arena),
            up_to: last,
        }
    }

    /// Writes down that moves in the summand are dominated beside a game of this value with these
    /// options; whether they are.
    pub fn no_use(
        &self,
        sheet: &mut Sheet<'_>,
        value: Value,
        sides: &[Vec<Value>; 2],
    ) -> Result<bool, Cut> {
        for side in Side::BOTH {
            'each: for option in sheet.arena.options(self.saltus, side)?.to_vec() {
                let other = sheet.sum(value, option)?;
                for own in &sides[side as usize] {
                    let grown = sheet.arena.add(*own, self.saltus)?;
                    let (a, b) = match side {
                        Side::Left => (other, grown),
                        Side::Right => (grown, other),
                    };
                    if sheet.arena.le(a, b)? {
                        sheet.sum(*own, self.saltus)?;
                        sheet.at_most(a, b)?;
                        continue 'each;
                    }
                }
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// From where on a table repeats so, to its end.
fn begins(arena: &mut Arena, table: &[Value], period: usize, saltus: Value) -> Result<usize, Cut> {
    let mut from = table.len() - period;
    while from > 0 && arena.add(table[from - 1], saltus)? == table[from - 1 + period] {
        from -= 1;
    }
    Ok(from)
}

/// What comes to a value to make it another: a number, or where `any` is asked for whatever it is.
fn saltus(arena: &mut Arena, before: Value, after: Value, any: bool) -> Result<Option<Value>, Cut> {
    if before == after {
        return Ok(Some(Value::ZERO));
    }
    if any {
        return arena.sub(after, before).map(Some);
    }
    let [left, right] = Side::BOTH.map(|side| &arena.stop(after, side) - &arena.stop(before, side));
    if left != right {
        return Ok(None);
    }
    let number = arena.number(&left)?;
    Ok((arena.add(before, number)? == after).then_some(number))
}

/// The first values of a table, told.
pub(super) fn told(arena: &mut Arena, values: &[Value]) -> Result<String, Cut> {
    let mut shown = Vec::new();
    for value in values.iter().take(TOLD) {
        shown.push(arena.show_within(*value, TEXT)?);
    }
    Ok(format!("{}, ...", shown.join(", ")))
}
