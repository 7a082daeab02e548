//! Laws of octal games for the checker that is extracted from the proved one.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use whowins_analysis::Game;
use whowins_analysis::heaps::Breaking;
use whowins_verify::octal::SparseSpace;

use super::coq::{code, parity, table};
use crate::coq::bracketed;
use crate::heap::prime_factors;

/// More values than this are too many for the checker's memory: some 150 bytes each.
const LONGEST: u64 = 1 << 25;
/// Options are compared with this program's up to this heap, and about the last number of the code.
const COMPARED: u64 = 12;
/// So many options are compared in all.
const OPTIONS: usize = 60_000;

/// The law for `LargeOctal.space_check`; the fields are those of `LargeOctal.space`.
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
    text += ")\n# heaps with their options\n(cases";
    let moves = Breaking::from(octal);
    for (heap, options) in cases(&moves)? {
        let options = options.iter().map(bracketed);
        let _ = write!(text, "\n({heap} {})", bracketed(options));
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

/// A heap with its options.
type Case = (u64, Vec<Vec<u64>>);

/// Heaps with their options: small ones, and those on which the last number of the code is just possible, and just not, with as many
/// heaps as may stay.
///
/// # Errors
///
/// Where they have too many options.
fn cases(breaking: &Breaking) -> Result<Vec<Case>, String> {
    let last = breaking.any().digits.len() as u64;
    let past = last + breaking.most_parts() as u64;
    let heaps = (0..=COMPARED).chain(last.saturating_sub(1).max(COMPARED + 1)..=past);
    let (mut all, mut count) = (Vec::new(), 0);
    for heap in heaps {
        let mut options = Vec::new();
        let flow = breaking.options_until(heap, |parts| {
            options.push(parts.to_vec());
            count += 1;
            match count > OPTIONS {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if flow.is_break() {
            return Err(format!(
                "more than {OPTIONS} options would have to be compared with those of the rules"
            ));
        }
        all.push((heap, options));
    }
    Ok(all)
}
