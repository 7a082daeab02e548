//! What every heap of a taking-and-breaking game is worth, whatever code each player has: values
//! that repeat up to a summand.
//!
//! ```text
//!   V(n) = {values of Left's options | values of Right's}      for n < b
//!   V(n + p) = V(n) + S                                        for n0 <= n and n + p < b
//!   each option of S is of no use: some left option x of the heap n has x + S >= V(n) + s
//!     for each left option s of S, and likewise for Right      for b - p <= n < b
//!   ────────────────────────────────────────────────────────────────────────────────────────────
//!   V(n + p) = V(n) + S                                        for all n >= n0
//! ```
//!
//! where b is h(n0 + p) + k, with n0 at least 1: k is the most that can be taken, h, at least 2,
//! the most heaps that stay. For from there on the options of the heap n + p are those of n with p
//! more in one heap, so they are worth S more (Guy and Smith's argument, which asks only that a sum
//! is worth the sum of its parts). So V(n + p) = {L + S | R + S}, where V(n) = {L | R}. In V(n) + S
//! there are also the options V(n) + s with s an option of S, and the last line says that they are
//! dominated. It stays so: both sides of it grow by S. With S = 0 there is nothing to show, and the
//! values repeat; with S a number the values are arithmetic periodic.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Game, Position, Value};
use whowins_values::{Arena, Budget as Room, Value as Form};

use super::lines::{Lines, Sheet};
use super::sums::Counted;
use super::{ROOM, brings, has_values, laid_out};
use crate::octal::repeat_bound;
use crate::rejection::size;
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 16;

/// What every heap is worth.
///
/// Source: R. K. Guy, C. A. B. Smith 1956 for values that repeat, from Grundy values to any; A. S.
/// Fraenkel, A. Kotzig 1987 for partizan octal games; the summand: dominated options (Conway 1976).
/// The theorem: `proofs/ValueHeaps.v`, `heap_values_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapValues {
    /// From this heap on.
    pub preperiod: u64,
    /// A heap of so many more is worth `saltus` more.
    pub period: u64,
    /// The form by which values grow with each period; 0 where they repeat.
    pub saltus: u32,
    /// The forms that the heaps 0, 1, 2, ... are worth.
    pub values: Vec<u32>,
    /// The sheet with the forms.
    pub lines: Lines,
}

impl Claim for HeapValues {
    fn kind(&self) -> &'static str {
        "heap-values"
    }

    /// The value of each heap is shown by the lines on the sheet. Steps: the lines, and the options
    /// of the heaps.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let codes = codes(game)?;
        let (preperiod, period) = (self.preperiod, self.period);
        let length = preperiod.checked_add(period);
        if period == 0 || length.is_none_or(|length| length > LONGEST) {
            return Err(Rejection::malformed(format!(
                "the period is 0, or preperiod and period are more than {LONGEST}"
            )));
        }
        let (preperiod, period) = (size(preperiod)?, size(period)?);
        let mut bound = 0;
        for code in codes {
            bound = bound.max(repeat_bound(code, preperiod, period)?);
        }
        if self.values.len() < bound {
            return Err(Rejection::malformed(format!(
                "the table has the values of {} heaps, and the theorem asks for {bound}",
                self.values.len()
            )));
        }
        // What the table says of more heaps is checked like the rest, and the theorem holds from
        // any larger bound on.
        let bound = self.values.len();
        if bound > 1 << 20 {
            return Err(Rejection::malformed(
                "the table has more than a million heaps",
            ));
        }
        let sheet = self.lines.check(budget)?;
        let forms = self.values.iter().chain([&self.saltus]);
        if let Some(form) = forms.into_iter().find(|form| !sheet.has(**form)) {
            return Err(Rejection::malformed(format!("there is no form {form}")));
        }
        for heap in preperiod..bound - period {
            if sheet.sum(self.values[heap], self.saltus) != Some(self.values[heap + period]) {
                return Err(Rejection::false_claim(format!(
                    "no line says that a heap of {} is worth what a heap of {heap} is worth, and the summand",
                    heap + period
                )));
            }
        }
        for heap in 0..bound {
            let [left, right] = [
                self.options(&sheet, &codes[0], heap, budget)?,
                self.options(&sheet, &codes[1], heap, budget)?,
            ];
            if !sheet.is(&left, &right, self.values[heap], budget)? {
                return Err(Rejection::false_claim(format!(
                    "no lines show that a heap of {heap} is worth form {}",
                    self.values[heap]
                )));
            }
            if heap + period >= bound {
                self.has_no_use(&sheet, heap, [&left, &right])?;
            }
        }
        let [forms, order, sums] = sheet.counts();
        let mut checked = vec![
            format!("{forms} forms, {order} comparisons and {sums} sums, each by those before it"),
            format!(
                "each heap below {bound} is worth the form of its options' values, and for larger ones that repeats (Guy and Smith 1956)"
            ),
        ];
        if self.saltus != 0 {
            checked.push(format!("the summand's own options are dominated at each of the last {period} heaps, and so at all larger ones"));
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let mut show = |form: u32| -> Option<String> {
            let forms = laid_out(&self.lines.forms, &mut arena).ok()?;
            arena.show(*forms.get(form as usize)?).ok()
        };
        let from = match self.preperiod {
            0 => "for every n".to_string(),
            from => format!("for n ≥ {from}"),
        };
        let (grows, means) = match self.saltus {
            0 => (String::new(), "repeat"),
            form => (
                show(form).map_or_else(|| " + S".into(), |form| format!(" + ({form})")),
                "grow by the same amount with each period",
            ),
        };
        let [left, _] = &game.players;
        format!(
            "V(n + {}) = V(n){grows} {from}: the values of heaps {means}, where V(n) is what a heap of n is worth in every sum, {left} being Left.",
            self.period
        )
    }

    fn values(&self, _: &Game, position: &Position) -> Option<[Value; 2]> {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let counted = self.counted(position)?;
        counted.outcome(&self.lines.forms, &mut arena).map(brings)
    }

    fn worth(&self, _: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let counted = self.counted(position)?;
        counted.total(&self.lines.forms, arena).ok()?
    }
}

impl HeapValues {
    /// The values of a heap's options for the player with this code, each once.
    fn options(
        &self,
        sheet: &Sheet<'_>,
        code: &Breaking,
        heap: usize,
        budget: &Budget,
    ) -> Result<Vec<u32>, Rejection> {
        let mut all = Vec::new();
        let mut fault = None;
        let done = code.options_within(heap as u64, &budget.work, |parts| {
            let spent = budget.spend(1 + parts.len() as u64);
            let sum = parts.iter().try_fold(0, |sum, part| {
                // A part is smaller than the heap.
                sheet.sum(sum, *self.values.get(size(*part).ok()?)?)
            });
            match (spent, sum) {
                (Ok(()), Some(sum)) => all.push(sum),
                (Err(rejection), _) => fault = Some(rejection),
                (_, None) => {
                    fault = Some(Rejection::false_claim(format!(
                        "the value of an option of a heap of {heap} is not on the sheet"
                    )));
                }
            }
            match fault {
                None => std::ops::ControlFlow::Continue(()),
                Some(_) => std::ops::ControlFlow::Break(()),
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if done.is_break() {
            return Err(Rejection::budget(
                "the time ran out before the check was done; allow more with --time",
            ));
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// That moves in the summand are dominated beside a heap with these options.
    fn has_no_use(
        &self,
        sheet: &Sheet<'_>,
        heap: usize,
        [left, right]: [&[u32]; 2],
    ) -> Result<(), Rejection> {
        match sheet.has_no_use(self.saltus, self.values[heap], [left, right]) {
            true => Ok(()),
            false => Err(Rejection::false_claim(format!(
                "no lines show that moves in the summand are dominated next to a heap of {heap}"
            ))),
        }
    }

    /// The heap of the table that a heap is worth as much as, and how often the summand comes to
    /// it.
    pub fn reduced(&self, heap: &UBig) -> Option<(u32, UBig)> {
        let within = |heap: &UBig| {
            usize::try_from(heap)
                .ok()
                .and_then(|heap| self.values.get(heap))
        };
        if let Some(form) = within(heap) {
            return Some((*form, UBig::ZERO));
        }
        let past = heap.clone() - UBig::from(self.preperiod);
        let period = UBig::from(self.period);
        let first = UBig::from(self.preperiod) + &past % &period;
        Some((*within(&first)?, past / period))
    }

    fn counted(&self, position: &Position) -> Option<Counted> {
        let heaps = position.naturals()?;
        let mut forms: FxHashMap<u32, UBig> = FxHashMap::default();
        for heap in &heaps {
            let (form, times) = self.reduced(heap)?;
            *forms.entry(form).or_default() += UBig::ONE;
            *forms.entry(self.saltus).or_default() += times;
        }
        Some(Counted::of(forms))
    }
}

/// What each player may do to a heap.
fn codes(game: &Game) -> Result<&[Breaking; 2], Rejection> {
    let codes = game.codes().ok_or_else(|| {
        Rejection::rules("the positions aren't heaps that are taken from or split")
    })?;
    has_values(game)?;
    let long = |code: &Breaking| code.any().digits.len().max(code.unequal().digits.len()) > 1 << 13;
    match codes.iter().any(long) {
        true => Err(Rejection::rules("the code has too many digits")),
        false => Ok(codes),
    }
}
