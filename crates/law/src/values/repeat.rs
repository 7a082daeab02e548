//! The search for values that repeat up to a summand, of whatever comes in kinds and lengths: what
//! has parts that are all shorter.

use std::ops::ControlFlow;

use whowins_analysis::{Budget, Game, Player};
use whowins_engine::EngineError;
use whowins_values::{Arena, Cut, Value};
use whowins_verify::Law;
use whowins_verify::values::Lines;

use super::growth::{Found, told};
use super::sheet::Sheet;
use crate::{Explanation, Finding};

/// Arenas of more forms hold no values that repeat, as far as anybody has seen.
const FORMS: usize = 1 << 12;

/// What is called with the parts, by kind and length, that an option leaves, until it breaks off.
pub(super) type Visit<'a> = dyn FnMut(&[(usize, usize)]) -> ControlFlow<()> + 'a;

/// What comes in kinds and lengths: each option of one leaves parts that are shorter, and is worth
/// their sum.
pub(super) trait Growing {
    /// So many lengths are looked at first.
    const FIRST: usize;
    /// So many at most before a repeat is seen.
    const LAST: usize = 256;
    /// So many at most to complete one that was seen.
    const FURTHEST: usize;
    /// The theorem speaks of repeats that begin no sooner.
    const BEGINS: usize;

    /// How many kinds there are.
    fn kinds(&self) -> usize;

    /// Calls `visit` for each option of a player, until it breaks off or the budget is over.
    fn options(
        &self,
        player: Player,
        kind: usize,
        length: usize,
        budget: &Budget,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()>;

    /// So many lengths does the theorem ask for, of a repeat.
    fn needed(&self, found: &Found) -> usize;

    /// Those of fewer lengths than this, in words.
    fn below(&self, length: usize) -> String;

    /// The last of these, in words.
    fn last(&self, length: usize) -> String;

    /// Whose theorem it is.
    fn source(&self, found: &Found) -> &'static str;

    /// The law.
    fn law(&self, repeat: Repeating) -> Law;
}

/// A repeat with all that a certificate says of it: V(n + period) = V(n) + saltus for n >=
/// preperiod, the forms by kind and length.
pub(super) struct Repeating {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u32,
    pub values: Vec<Vec<u32>>,
    pub lines: Lines,
}

/// Looks for a repeat.
pub(super) fn find<G: Growing>(grows: G, budget: &Budget, game: &Game) -> Finding {
    let mut tables = Tables {
        values: vec![Vec::new(); grows.kinds()],
        grows,
    };
    match tables.find(&mut Arena::new(budget.clone()), game) {
        Ok(finding) => finding,
        Err(Cut::Over(over)) => Finding::Stopped(over.into()),
        Err(Cut::Memory) => Finding::Stopped(EngineError::Memory {
            wanted: None,
            allowed: budget.memory,
        }),
        Err(Cut::Size) => {
            Finding::Nothing("the certificate, or a form in it, would be too large".into())
        }
    }
}

/// What is known: the values of each kind, shortest first.
struct Tables<G> {
    grows: G,
    values: Vec<Vec<Value>>,
}

impl<G: Growing> Tables<G> {
    fn find(&mut self, arena: &mut Arena, game: &Game) -> Result<Finding, Cut> {
        let mut length = G::FIRST;
        loop {
            if let Some(at) = self.extend(arena, length)? {
                return Ok(Finding::Nothing(format!(
                    "the values of {} take more than {FORMS} forms",
                    self.grows.below(at)
                )));
            }
            let tables: Vec<&[Value]> = self.values.iter().map(Vec::as_slice).collect();
            if let Some(mut found) = Found::of(arena, &tables)? {
                found.preperiod = found.preperiod.max(G::BEGINS);
                let needed = self.grows.needed(&found);
                if needed <= G::FURTHEST {
                    if let Some(at) = self.extend(arena, needed)? {
                        return Ok(found.observed(arena, self.grows.last(at)));
                    }
                    if self.repeats(arena, &found)? {
                        return self.written(arena, found, needed, game);
                    }
                } else if length >= G::LAST {
                    return Ok(found.observed(arena, self.grows.last(length)));
                }
            }
            if length >= G::LAST {
                return Ok(Finding::Nothing(format!(
                    "the values of {} do not repeat, nor grow by one summand",
                    self.grows.below(length)
                )));
            }
            length *= 2;
        }
    }

    /// Works out the values of all that is shorter than this; where they take too many forms, tells
    /// up to where they are known.
    fn extend(&mut self, arena: &mut Arena, length: usize) -> Result<Option<usize>, Cut> {
        let budget = arena.budget().clone();
        for at in self.values[0].len()..length {
            for kind in 0..self.values.len() {
                let sides = self.sides(kind, at, &budget, &mut |a, b| arena.add(a, b))?;
                let value = arena.make(&sides[0], &sides[1])?;
                self.values[kind].push(value);
            }
            if arena.forms() > FORMS {
                return Ok(Some(at + 1));
            }
        }
        Ok(None)
    }

    fn repeats(&self, arena: &mut Arena, found: &Found) -> Result<bool, Cut> {
        for table in &self.values {
            if !found.holds(arena, table)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The values of the options, each once, Left's and Right's.
    fn sides(
        &self,
        kind: usize,
        length: usize,
        budget: &Budget,
        add: &mut impl FnMut(Value, Value) -> Result<Value, Cut>,
    ) -> Result<[Vec<Value>; 2], Cut> {
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let side = &mut sides[player.index()];
            let mut cut = None;
            let done = self
                .grows
                .options(player, kind, length, budget, &mut |parts| {
                    let sum = parts.iter().try_fold(Value::ZERO, |sum, (kind, length)| {
                        add(sum, self.values[*kind][*length])
                    });
                    match sum {
                        Ok(sum) => {
                            side.push(sum);
                            ControlFlow::Continue(())
                        }
                        Err(why) => {
                            cut = Some(why);
                            ControlFlow::Break(())
                        }
                    }
                });
            match (cut, budget.over()) {
                (Some(why), _) => return Err(why),
                (None, Some(over)) if done.is_break() => return Err(Cut::Over(over)),
                _ => {}
            }
            side.sort_unstable();
            side.dedup();
        }
        Ok(sides)
    }

    /// The law with its sheet.
    fn written(
        &self,
        arena: &mut Arena,
        found: Found,
        bound: usize,
        game: &Game,
    ) -> Result<Finding, Cut> {
        let kinds = match self.values.len() {
            1 => String::new(),
            kinds => format!(" of {kinds} kinds,"),
        };
        let explanation = Explanation {
            formula: Some(found.formula(arena)),
            source: self.grows.source(&found).into(),
            found: format!(
                "the values of {} were worked out,{kinds} {} being Left: {}",
                self.grows.below(bound),
                game.players[0],
                told(arena, &self.values[0])?
            ),
        };
        let budget = arena.budget().clone();
        let mut sheet = Sheet::new(arena);
        for (kind, table) in self.values.iter().enumerate() {
            for (at, value) in table.iter().copied().enumerate().take(bound) {
                let sides = self.sides(kind, at, &budget, &mut |a, b| sheet.sum(a, b))?;
                sheet.is(&sides, value)?;
                if at >= found.preperiod && at + found.period < bound {
                    sheet.sum(value, found.saltus)?;
                }
                if at + found.period >= bound && !found.no_use(&mut sheet, value, &sides)? {
                    return Ok(found.observed(sheet.arena, self.grows.last(bound)));
                }
            }
        }
        let values = self.values.iter().map(|table| {
            let forms = table[..bound].iter().map(|value| sheet.form(*value));
            forms.collect::<Result<Vec<u32>, Cut>>()
        });
        let values = values.collect::<Result<_, _>>()?;
        let saltus = sheet.form(found.saltus)?;
        let law = self.grows.law(Repeating {
            preperiod: found.preperiod as u64,
            period: found.period as u64,
            saltus,
            values,
            lines: sheet.finish()?,
        });
        Ok(Finding::Law(Box::new(law), explanation))
    }
}
