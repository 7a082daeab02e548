//! Laws of octal games for the checker that is extracted from the proved one.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_verify::octal::SparseSpace;

use super::coq::{code, parity, table};
use crate::coq::bracketed;
use crate::heap::prime_factors;

/// More values than this are too many for the checker's memory: some 150 bytes each.
const LONGEST: u64 = 1 << 25;
/// The law for `LargeTerm.space_large_check`; the fields are those of `LargeOctal.space`.
pub(crate) fn sparse_space(game: &Game, law: &SparseSpace) -> Result<String, String> {
    let octal = &code(game)?;
    let heaps = law.preperiod.saturating_add(law.period);
    if heaps > LONGEST || law.reach > LONGEST {
        return Err(format!(
            "preperiod and period together are {heaps}, and the checker for large certificates takes {LONGEST}"
        ));
    }
    let primes = prime_factors(law.period as usize);
    if primes.len() != law.differs.len() {
        return Err("not every prime factor of the period has a heap that differs".into());
    }
    let mut text = String::from("(sparse-space\n");
    let _ = writeln!(
        text,
        "(code {})\n(mask {})\n(by_position {})\n(parity {})\n(largest {})",
        row(&octal.digits),
        law.mask,
        law.by_position,
        parity(octal),
        law.largest
    );
    let _ = writeln!(
        text,
        "(rare {})\n(reach {})\n(probes {})",
        pairs(law.rare.iter()),
        law.reach,
        pairs(law.probes.iter())
    );
    let differs = primes.iter().zip(&law.differs);
    let differs = differs.map(|(prime, heap)| (*prime, *heap));
    let differs: Vec<(usize, u64)> = differs.collect();
    let _ = writeln!(
        text,
        "(preperiod {})\n(period {})\n(differs {})",
        law.preperiod,
        law.period,
        pairs(differs.iter())
    );
    text += "# heaps, and the values before them\n(checkpoints";
    for checkpoint in &law.checkpoints {
        let _ = write!(
            text,
            "\n({} {})",
            checkpoint.heap,
            bracketed(&checkpoint.values)
        );
    }
    text += ")\n# the values of the heaps below preperiod + period: help for the check\n(values";
    for values in table(octal, heaps as usize)?.chunks(64) {
        let _ = write!(text, "\n{}", row(values));
    }
    text += "))\n";
    Ok(text)
}

fn row<T: std::fmt::Display>(all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(T::to_string).collect();
    all.join(" ")
}

fn pairs<'a, A, B>(all: impl Iterator<Item = &'a (A, B)>) -> String
where
    A: std::fmt::Display + 'a,
    B: std::fmt::Display + 'a,
{
    let all: Vec<String> = all.map(|(a, b)| format!("({a} {b})")).collect();
    all.join(" ")
}
