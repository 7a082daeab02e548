//! Finds the period of the values of heaps, up to a summand.

use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Game, Player};
use whowins_engine::EngineError;
use whowins_engine::values::{Heaps, NoValue, refusal};
use whowins_values::{Arena, Cut, Value};
use whowins_verify::Law;
use whowins_verify::values::HeapValues;

use super::growth::{Found, told};
use super::sheet::Sheet;
use crate::{Explanation, Finder, Finding, Says, Search};

/// So many heaps are looked at first, and so many at most before a repeat is seen.
const FIRST: usize = 32;
const LAST: usize = 256;
/// Heaps that are looked at to complete a repeat that was seen.
const FURTHEST: usize = 4096;
/// Arenas of more forms hold no values that repeat, as far as anybody has seen.
const FORMS: usize = 1 << 12;
/// Values of heaps that repeat up to a summand.
pub(super) struct Repeat;

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
        if let Some(found) = Found::of(arena, &[heaps.known()])? {
            let needed = needed(codes, found);
            if needed <= FURTHEST {
                if let Some(at) = extend(&mut heaps, arena, needed)? {
                    return Ok(found.observed(arena, last_of(at)));
                }
                if found.holds(arena, heaps.known())? {
                    return written(arena, &heaps, found, needed, game);
                }
            } else if length >= LAST {
                return Ok(found.observed(arena, last_of(length)));
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

/// The last of so many heaps.
fn last_of(heaps: usize) -> String {
    format!("heap {}", heaps - 1)
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

/// The law with its sheet.
fn written(
    arena: &mut Arena,
    heaps: &Heaps,
    found: Found,
    bound: usize,
    game: &Game,
) -> Result<Finding, NoValue> {
    let explanation = Explanation {
        formula: Some(found.formula(arena)),
        source: match found.saltus {
            Value::ZERO => "their repeat: R. K. Guy, C. A. B. Smith 1956, for values of any kind; values and sums: J. H. Conway 1976",
            _ => "values and sums: J. H. Conway 1976; growth by a summand: options that are dominated",
        }
        .into(),
        found: format!(
            "the values of {} heaps were worked out, {} being Left: {}",
            heaps.known().len(),
            game.players[0],
            told(arena, heaps.known())?
        ),
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
        if heap + found.period >= bound && !found.no_use(&mut sheet, known[heap], &sides)? {
            return Ok(found.observed(arena, last_of(bound)));
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
