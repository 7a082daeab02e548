//! Finds values that grow by the same amount with each period.

use whowins_analysis::heaps::Breaking;
use whowins_engine::EngineError;
use whowins_engine::octal::Values;
use whowins_verify::Law;
use whowins_verify::octal::Arithmetic;

use super::moves_of_any_sizes;
use super::witnesses::prove;
use crate::{Explanation, Finder, Finding, Says, Search};

/// So many heaps are looked at, until the values grow evenly.
const HEAPS: [usize; 2] = [128, 512];

/// Grundy values that grow evenly, proved by automata over binary digits.
pub(super) struct Growing;

impl Finder for Growing {
    fn kind(&self) -> &'static str {
        "arithmetic"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let breaking = match moves_of_any_sizes(search) {
            Ok(breaking) => breaking,
            Err(finding) => return finding,
        };
        match look(breaking, search) {
            Ok(Ok((heaps, law))) => {
                let formula =
                    super::recurrence(law.preperiod as usize, law.period as usize, law.saltus);
                let explanation = Explanation {
                    formula: Some(formula.clone()),
                    source: "values and sums: R. Sprague 1935, P. M. Grundy 1939; sets read by automata: J. R. Büchi 1960".into(),
                    found: format!(
                        "the values of {heaps} heaps were worked out; their differences repeat from the last one back"
                    ),
                };
                let with = |witnesses| {
                    Law::Arithmetic(Arithmetic {
                        witnesses,
                        ..law.clone()
                    })
                };
                let value = |heap: u64| u64::try_from(&law.grundy_value(&heap.into())?).ok();
                prove(breaking, search, (formula, heaps), explanation, with, value)
            }
            Ok(Err(heaps)) => Finding::Nothing(format!(
                "the values of the first {heaps} heaps do not grow by the same amount with each period"
            )),
            Err(error) => Finding::Stopped(error),
        }
    }
}

/// How many heaps were looked at, and the law as far as they tell it.
type Looked = Result<(usize, Arithmetic), usize>;

fn look(breaking: &Breaking, search: &Search<'_>) -> Result<Looked, EngineError> {
    let mut values = Values::new(breaking, search.limits.clone());
    for heaps in HEAPS {
        values.extend(heaps)?;
        let known: Vec<u32> = (0..heaps).filter_map(|heap| values.get(heap)).collect();
        if let Some((preperiod, period, saltus)) = growth(&known) {
            let table = &known[..preperiod + period];
            let law = Arithmetic {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus,
                values: table.iter().map(|value| u64::from(*value)).collect(),
                witnesses: Vec::new(),
            };
            return Ok(Ok((heaps, law)));
        }
    }
    Ok(Err(HEAPS[HEAPS.len() - 1]))
}

/// Preperiod, period and saltus: G(n + p) = G(n) + s, s at least 1, over three periods and half of
/// the values at least.
///
/// The differences of neighbours repeat; read from the last one back, the failure function of
/// Knuth, Morris and Pratt (1977) tells the least period of each stretch.
pub fn growth(values: &[u32]) -> Option<(usize, usize, u64)> {
    let differences: Vec<i64> = values
        .windows(2)
        .rev()
        .map(|pair| i64::from(pair[1]) - i64::from(pair[0]))
        .collect();
    let mut borders = vec![0_usize; differences.len() + 1];
    let mut border = 0;
    for at in 1..differences.len() {
        while border > 0 && differences[at] != differences[border] {
            border = borders[border];
        }
        border += usize::from(differences[at] == differences[border]);
        borders[at + 1] = border;
    }
    let stretch = (1..=differences.len()).rev().find(|stretch| {
        let period = stretch - borders[*stretch];
        *stretch >= 3 * period && *stretch >= differences.len() / 2
    })?;
    let period = stretch - borders[stretch];
    let preperiod = differences.len() - stretch;
    let saltus = values[preperiod + period].checked_sub(values[preperiod])?;
    (saltus > 0).then_some((preperiod, period, u64::from(saltus)))
}
