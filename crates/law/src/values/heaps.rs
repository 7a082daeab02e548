//! Finds the period of the values of heaps, up to a summand.

use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Game, Player, Stuck};
use whowins_engine::EngineError;
use whowins_engine::values::{Heaps, NoValue, refusal};
use whowins_values::{Arena, Cut, Side, Value, Width};
use whowins_verify::Law;
use whowins_verify::values::HeapValues;

use super::sheet::Sheet;
use crate::{Explanation, Finder, Finding, Says, Search};

/// So many heaps are looked at first, and so many at most before a repeat is seen.
const FIRST: usize = 32;
const LAST: usize = 256;
/// Heaps that are looked at to complete a repeat that was seen.
const FURTHEST: usize = 4096;
/// Arenas of more forms hold no values that repeat, as far as anybody has seen.
const FORMS: usize = 1 << 12;
/// Summands that are no numbers are looked for with periods up to this one.
const SHORT: usize = 12;
/// So many values are told.
const TOLD: usize = 16;
/// And no longer ones than these.
const TEXT: Width = Width {
    plain: 24,
    named: 0,
};

/// Values of heaps that repeat up to a summand.
pub(super) struct Repeat;

/// A repeat: V(n + period) = V(n) + saltus for n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    preperiod: usize,
    period: usize,
    saltus: Value,
}

impl Finder for Repeat {
    fn kind(&self) -> &'static str {
        "heap-values"
    }

    fn says(&self) -> Says {
        Says::Value
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(codes) = search.game.codes() else {
            return Finding::Foreign("the game is none of heaps that fall apart".into());
        };
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        if codes.iter().any(|code| code.most_taken().is_none()) {
            return Finding::Foreign("any number can be taken".into());
        }
        let mut arena = Arena::new(search.limits.budget.clone());
        match look(codes, &mut arena, search.game) {
            Ok(finding) => finding,
            Err(NoValue::Cut(Cut::Over(over))) => Finding::Stopped(over.into()),
            Err(NoValue::Cut(Cut::Memory)) => Finding::Stopped(EngineError::Memory {
                wanted: None,
                allowed: search.limits.budget.memory,
            }),
            Err(why) => Finding::Nothing(format!(
                "the certificate, or a form in it, would be too large: {why}"
            )),
        }
    }
}

fn look(codes: &[Breaking; 2], arena: &mut Arena, game: &Game) -> Result<Finding, NoValue> {
    let mut heaps = Heaps::new(codes);
    let mut length = FIRST;
    loop {
        if let Some(at) = extend(&mut heaps, arena, length)? {
            return Ok(Finding::Nothing(format!(
                "the values of the first {at} heaps take more than {FORMS} forms"
            )));
        }
        if let Some(found) = repeat(arena, heaps.known())? {
            let needed = needed(codes, found);
            if needed <= FURTHEST {
                if let Some(at) = extend(&mut heaps, arena, needed)? {
                    return Ok(observed(arena, found, at));
                }
                if holds(arena, heaps.known(), found)? {
                    return written(arena, &heaps, found, needed, game);
                }
            } else if length >= LAST {
                return Ok(observed(arena, found, length));
            }
        }
        if length >= LAST {
            return Ok(Finding::Nothing(format!(
                "the values of the first {length} heaps do not repeat, nor grow by one summand"
            )));
        }
        length *= 2;
    }
}

/// A pattern that is not proved.
fn observed(arena: &mut Arena, found: Found, heaps: usize) -> Finding {
    Finding::Observed {
        pattern: formula(arena, found),
        up_to: format!("heap {}", heaps - 1),
    }
}

/// Works the values of so many heaps out; where they take too many forms, tells how many there are.
fn extend(heaps: &mut Heaps, arena: &mut Arena, length: usize) -> Result<Option<usize>, NoValue> {
    for heap in heaps.known().len()..length {
        heaps.value(arena, heap)?;
        if arena.forms() > FORMS {
            return Ok(Some(heap + 1));
        }
    }
    Ok(None)
}

/// So many heaps does the theorem ask for.
fn needed(codes: &[Breaking; 2], found: Found) -> usize {
    let of = |code: &Breaking| {
        let most = code.most_parts().max(2);
        let shifts = match code.unequal().is_empty() {
            true => found.period,
            false => most * found.period,
        };
        most * (found.preperiod.max(1) + shifts) + code.most_taken().unwrap_or(0)
    };
    // One more than the verifier asks for: the theory in Coq counts digits, not the most that is taken.
    codes.iter().map(of).max().unwrap_or(0) + 1
}

/// The shortest period that a third of the heaps shows; numbers as summands are tried before others.
fn repeat(arena: &mut Arena, values: &[Value]) -> Result<Option<Found>, Cut> {
    for any in [false, true] {
        let longest = if any { SHORT } else { values.len() / 3 };
        for period in 1..=longest {
            let last = values.len() - 1;
            let (before, after) = (values[last - period], values[last]);
            let Some(saltus) = saltus(arena, before, after, any)? else {
                continue;
            };
            let mut preperiod = last - period;
            while preperiod > 0
                && arena.add(values[preperiod - 1], saltus)? == values[preperiod - 1 + period]
            {
                preperiod -= 1;
            }
            let run = last + 1 - period - preperiod;
            if run >= 2 * period && run >= values.len() / 3 {
                return Ok(Some(Found {
                    preperiod,
                    period,
                    saltus,
                }));
            }
        }
    }
    Ok(None)
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

/// Whether all heaps that are known repeat so.
fn holds(arena: &mut Arena, values: &[Value], found: Found) -> Result<bool, Cut> {
    for heap in found.preperiod..values.len() - found.period {
        if arena.add(values[heap], found.saltus)? != values[heap + found.period] {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The law with its sheet.
fn written(
    arena: &mut Arena,
    heaps: &Heaps,
    found: Found,
    bound: usize,
    game: &Game,
) -> Result<Finding, NoValue> {
    let explanation = Explanation {
        formula: Some(formula(arena, found)),
        source: match found.saltus {
            Value::ZERO => "their repeat: R. K. Guy, C. A. B. Smith 1956, for values of any kind; values and sums: J. H. Conway 1976",
            _ => "values and sums: J. H. Conway 1976; growth by a summand: options that are dominated",
        }
        .into(),
        found: told(arena, heaps.known(), game)?,
    };
    let known = &heaps.known()[..bound];
    let mut sheet = Sheet::new(arena);
    for heap in 0..bound {
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let code = &heaps.codes()[player.index()];
            let mut cut = None;
            code.options(heap as u64, |parts| {
                let mut sum = Ok(Value::ZERO);
                for part in parts {
                    sum = sum.and_then(|sum| sheet.sum(sum, known[*part as usize]));
                }
                match sum {
                    Ok(sum) => sides[player.index()].push(sum),
                    Err(why) => cut = Some(why),
                }
            });
            if let Some(why) = cut {
                return Err(why.into());
            }
        }
        for side in &mut sides {
            side.sort_unstable();
            side.dedup();
        }
        sheet.is(&sides, known[heap])?;
        if heap >= found.preperiod && heap + found.period < bound {
            sheet.sum(known[heap], found.saltus)?;
        }
        if heap + found.period >= bound && !no_use(&mut sheet, known[heap], &sides, found.saltus)? {
            return Ok(observed(arena, found, bound));
        }
    }
    let values = known
        .iter()
        .map(|value| sheet.form(*value))
        .collect::<Result<_, _>>()?;
    let saltus = sheet.form(found.saltus)?;
    let law = HeapValues {
        preperiod: found.preperiod as u64,
        period: found.period as u64,
        saltus,
        values,
        lines: sheet.finish()?,
    };
    Ok(Finding::Law(
        Box::new(Law::HeapValues(Box::new(law))),
        explanation,
    ))
}

/// Writes down that moves in the summand are dominated beside a heap; whether they are.
fn no_use(
    sheet: &mut Sheet<'_>,
    value: Value,
    sides: &[Vec<Value>; 2],
    saltus: Value,
) -> Result<bool, Cut> {
    for side in Side::BOTH {
        'each: for option in sheet.arena.options(saltus, side)?.to_vec() {
            let other = sheet.sum(value, option)?;
            for own in &sides[side as usize] {
                let grown = sheet.arena.add(*own, saltus)?;
                let (a, b) = match side {
                    Side::Left => (other, grown),
                    Side::Right => (grown, other),
                };
                if sheet.arena.le(a, b)? {
                    sheet.sum(*own, saltus)?;
                    sheet.at_most(a, b)?;
                    continue 'each;
                }
            }
            return Ok(false);
        }
    }
    Ok(true)
}

/// The law as a formula.
fn formula(arena: &mut Arena, found: Found) -> String {
    let grows = match found.saltus {
        Value::ZERO => String::new(),
        saltus => match arena.as_number(saltus) {
            Some(number) if number < whowins_values::Dyadic::default() => {
                format!(" - {}", -&number)
            }
            Some(number) => format!(" + {number}"),
            None => format!(" + {}", arena.show(saltus).unwrap_or_else(|_| "S".into())),
        },
    };
    let from = match found.preperiod {
        0 => String::new(),
        from => format!(" for n >= {from}"),
    };
    format!("V(n + {}) = V(n){grows}{from}", found.period)
}

/// The first values, told.
fn told(arena: &mut Arena, values: &[Value], game: &Game) -> Result<String, Cut> {
    let mut shown = Vec::new();
    for value in values.iter().take(TOLD) {
        shown.push(arena.show_within(*value, TEXT)?);
    }
    let [left, _] = &game.players;
    debug_assert!(game.ending.stuck == Stuck::Loses, "refused before");
    Ok(format!(
        "the values of {} heaps were worked out, {left} being Left: {}, ...",
        values.len(),
        shown.join(", ")
    ))
}
