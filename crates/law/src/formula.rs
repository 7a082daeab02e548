//! Formulas of laws that need no search for one.

use whowins_verify::Law;

use crate::automatic::pair;
use crate::octal::recurrence;

/// Returns the formula of a closed form, or the recurrence of Grundy values. Other laws have their
/// formulas from [`crate::wording`] or from the search.
pub fn formula(law: &Law) -> Option<String> {
    let repeating = |preperiod: u64, period: u64, saltus: u64| {
        let [preperiod, period] = [preperiod, period].map(usize::try_from);
        Some(recurrence(preperiod.ok()?, period.ok()?, saltus))
    };
    match law {
        Law::Beatty(law) => Some(pair::formula(law.t)),
        Law::GuySmith(law) => repeating(law.preperiod, law.period, 0),
        Law::SparseSpace(law) => repeating(law.preperiod, law.period, 0),
        Law::Arithmetic(law) => repeating(law.preperiod, law.period, law.saltus),
        _ => None,
    }
}
