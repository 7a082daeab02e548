//! Grundy values of a taking-and-breaking game that repeat, by the theorem of Guy and Smith.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::code::moves;
use super::options::Options;
use super::{repeat, repeat_bound, sum};
use crate::claim::by_grundy;
use crate::repeat::Repeat;
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 24;

/// Grundy values of a taking-and-breaking game that repeat: of an octal game, or one whose moves
/// leave more heaps, or unequal ones.
///
/// Source: R. K. Guy, C. A. B. Smith 1956, *The G-values of various games*; R. Sprague 1935, P. M.
/// Grundy 1939 for sums. The theorem: `proofs/Octal.v`, `octal_law`, and for up to seven heaps of
/// any sizes `proofs/Breaking.v`, `breaking_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuySmith {
    /// The values repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The values of the heaps 0, 1, ..., `preperiod + period - 1`.
    pub values: Vec<u16>,
}

impl GuySmith {
    fn repeat(&self) -> Repeat<'_, u16> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: 0,
            table: &self.values,
        }
    }

    /// The Grundy value of a heap; `None` if the law's fields do not hold together.
    pub fn grundy_value(&self, heap: &UBig) -> Option<u64> {
        u64::try_from(&self.repeat().value(heap)?).ok()
    }
}

impl Claim for GuySmith {
    fn kind(&self) -> &'static str {
        "guy-smith"
    }

    /// Let g be the table, continued with period p from heap i on, i at least 1, k the largest
    /// number that can be taken, and h, at least 2, the most heaps that stay. A heap n >= h(i + p) +
    /// k has the options of n - p: the largest of the heaps that stay has at least i + p, and p
    /// less of it is a heap of the same value; in the other direction it has at least i. So it is
    /// enough that g(n) is the mex over the options of n for each n < h(i + p) + k.
    ///
    /// Where heaps must be unequal, let n >= h(i + hp) + k. Then the largest heap y has at least i +
    /// hp. Of y, y - p, y - 2p, ... one, x, is the last that stays too; as no more than h stay, x >=
    /// i + p, so that x can be put down to x - p, which is none of the others. In the other
    /// direction the largest heap grows, and stays the largest.
    ///
    /// Steps: the number of options of these heaps, or of the values of sums of fewer heaps.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let breaking = moves(game)?;
        let repeated = self.repeat();
        let (preperiod, period) = repeated.sizes(LONGEST)?;
        let bound = repeat_bound(breaking, preperiod, period)?;
        let mut values = self.values.clone();
        for heap in values.len()..bound {
            values.push(values[heap - period]);
        }
        // XOR of two values stays below the next power of two.
        let room = values.iter().fold(0, |all, value| all | value);
        let mut reached = vec![usize::MAX; (usize::from(room) + 1).next_power_of_two()];
        let mut options = Options::new(breaking);
        for heap in 0..bound {
            options.reach(&values, heap, &mut reached, budget)?;
            let mex = reached.iter().position(|mark| *mark != heap);
            let mex = mex.unwrap_or(reached.len());
            if mex != usize::from(values[heap]) {
                return Err(Rejection::false_claim(format!(
                    "the value of a heap of {heap} is {mex}, and the law says {}",
                    values[heap]
                )));
            }
        }
        repeated.is_least("values", budget)?;
        Ok(vec![
            format!(
                "the value of each heap below {bound} is the mex of its options' values, and for larger ones that repeats (Guy and Smith 1956)"
            ),
            format!("preperiod {preperiod} and period {period} are the least"),
        ])
    }

    fn statement(&self, _game: &Game) -> String {
        repeat(self.preperiod, self.period)
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, _game: &Game, position: &Position) -> Option<UBig> {
        sum(position, |heap| self.grundy_value(heap).map(UBig::from))
    }
}
