//! Finds where the rows of Grundy values of two heaps begin to repeat, but for their rise.
//!
//! Row after row: once the lower rows repeat, say every P columns, the state of a row is what its
//! last columns' values are relative to the column. At columns P apart the rules see the same of
//! the other rows; so where two of these states are equal the row repeats.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use whowins_analysis::derive::{Within, row_moves};
use whowins_engine::{EngineError, GrundyRows as Kernel, Limits};
use whowins_verify::Law;
use whowins_verify::lattice::{GrundyRow, GrundyRows};

use crate::heap::prime_factors;
use crate::{Explanation, Finder, Finding, Says, Search};

/// The last row that is looked at where the search names none.
const LAST: usize = 8;
/// Rows are not followed beyond this column.
const FURTHEST: usize = 1 << 24;
/// All tables together are no longer.
const TABLES: usize = 1 << 24;

/// The finder of laws of kind `grundy-rows`.
pub(super) struct RowsRepeat;

impl Finder for RowsRepeat {
    fn kind(&self) -> &'static str {
        "grundy-rows"
    }

    fn says(&self) -> Says {
        Says::GrundyRows
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("the game has open parameters".into());
        }
        let wanted = search.rows.and_then(|rows| rows.fixed);
        let along = |fixed| match wanted {
            Some(other) if other != fixed => Err("rows of the other number are wanted".to_owned()),
            _ => row_moves(search.game, fixed),
        };
        let (fixed, moves) = match (along(0), along(1)) {
            (Ok(moves), _) => (0, moves),
            (Err(_), Ok(moves)) => (1, moves),
            (Err(why), Err(_)) => return Finding::Foreign(why),
        };
        let last = search.rows.map_or(LAST, |rows| rows.last as usize);
        let theorem = moves.within == Within::All;
        let mut walk = Walk::new(Kernel::new(moves, search.limits));
        let mut end = None;
        for _ in 0..=last {
            match walk.row(search.limits) {
                Ok(None) => {}
                Ok(Some(short)) => {
                    end = Some(short);
                    break;
                }
                // What was found until then is a law of its own.
                Err(_) if !walk.rows.is_empty() => {
                    end = Some("the search met its limits".into());
                    break;
                }
                Err(error) => return Finding::Stopped(error),
            }
        }
        let found = walk.rows.len();
        let note = match end {
            Some(why) if found == 0 => return Finding::Nothing(why),
            Some(why) => format!("; row {found} is open: {why}"),
            None => String::new(),
        };
        let explanation = Explanation {
            formula: None,
            source: match theorem {
                true => "values: R. Sprague 1935, P. M. Grundy 1939; that rows repeat but for their rise: A. Dress, A. Flammenkamp and N. Pink 1999, H. Landman 2002 (Wythoff's game)".into(),
                false => "values: R. Sprague 1935, P. M. Grundy 1939; S. W. Golomb 1966 (one heap)".into(),
            },
            found: format!(
                "row after row, from the equality of two states of its rules; {} columns at most were worked out{note}",
                walk.looked
            ),
        };
        let law = GrundyRows {
            fixed,
            rows: walk.rows,
        };
        Finding::Law(Box::new(Law::GrundyRows(law)), explanation)
    }
}

/// Rows whose repeat is known.
struct Walk {
    kernel: Kernel,
    rows: Vec<GrundyRow>,
    tables: usize,
    looked: usize,
}

impl Walk {
    fn new(kernel: Kernel) -> Self {
        Self {
            kernel,
            rows: Vec::new(),
            tables: 0,
            looked: 0,
        }
    }

    /// Finds the repeat of the next row; says why where there is none within reach.
    fn row(&mut self, limits: &Limits) -> Result<Option<String>, EngineError> {
        let row = self.rows.len();
        let leaving = self.kernel.moves().leaving(row as u64);
        let slope = self.kernel.moves().within.slope();
        let window = match &self.kernel.moves().within {
            Within::All => 2 * leaving.len(),
            Within::Finite(numbers) => numbers.last().copied().unwrap_or(0) as usize,
        };
        // From which column on the rules see the same every `step` columns.
        let (mut settled, mut step) = (0usize, 1usize);
        for &(down, up) in &leaving {
            let below = &self.rows[row - down as usize];
            let shifted = (i128::from(below.preperiod) - i128::from(up)).max(-i128::from(up));
            settled = settled.max(usize::try_from(shifted).unwrap_or(0));
            step = multiple(step, below.period as usize).unwrap_or(usize::MAX);
        }
        let hasher = RandomState::new();
        let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut at = settled;
        loop {
            let end = at.saturating_add(window);
            if end > FURTHEST {
                return Ok(Some(format!(
                    "it does not repeat within {FURTHEST} columns; the rows below repeat every {step} columns together"
                )));
            }
            limits.check()?;
            // What is remembered of each column, and the tables that are done.
            limits.room(64 * seen.len() as u64 + 8 * self.tables as u64)?;
            self.kernel.extend(row, end)?;
            let values = self.kernel.row(row);
            self.looked = self.looked.max(values.len());
            let state = |at: usize| {
                let relative = move |i: usize| i64::from(values[i]) - (slope as usize * i) as i64;
                (at..at + window).map(relative)
            };
            let hash = hasher.hash_one(state(at).collect::<Vec<i64>>());
            let before = seen.entry(hash).or_default();
            if let Some(first) = before.iter().find(|first| state(**first).eq(state(at))) {
                let (first, period) = (*first, at - first);
                return self.keep(row, first, period, slope);
            }
            before.push(at);
            at = at.saturating_add(step);
        }
    }

    /// Takes down a row that repeats from `first` on with a period, the least of each.
    fn keep(
        &mut self,
        row: usize,
        first: usize,
        period: usize,
        slope: u64,
    ) -> Result<Option<String>, EngineError> {
        self.kernel.extend(row, first + 2 * period)?;
        let values = self.kernel.row(row);
        let same = |at: usize, period: usize| {
            values[at + period] == values[at] + (slope as u32) * period as u32
        };
        let mut least = period;
        for prime in prime_factors(period) {
            while least.is_multiple_of(prime)
                && (first..first + period).all(|at| same(at, least / prime))
            {
                least /= prime;
            }
        }
        let preperiod = (0..first)
            .rev()
            .find(|at| !same(*at, least))
            .map_or(0, |at| at + 1);
        self.tables += preperiod + least;
        if self.tables > TABLES {
            return Ok(Some("the tables would be too long".into()));
        }
        let table = &values[..preperiod + least];
        self.rows.push(GrundyRow {
            preperiod: preperiod as u64,
            period: least as u64,
            saltus: slope * least as u64,
            values: table.iter().map(|value| u64::from(*value)).collect(),
        });
        Ok(None)
    }
}

/// Returns the least common multiple of two numbers above 0.
pub(crate) fn multiple(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
