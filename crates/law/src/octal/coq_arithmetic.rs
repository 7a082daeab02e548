//! Instances of `proofs/Arithmetic.v`: values that grow evenly.
//!
//! Coq tries each heap and smaller number up to a bound; the strip of heaps just below it tells the
//! larger ones. Where the strip lies is looked for here as Coq will look at it, and is help: Coq
//! says whether it will do.

use std::fmt::Write as _;

use whowins_analysis::Game;
use whowins_verify::octal::{Arithmetic, Witness};

use super::coq::{Theory, conclusion, list, preamble_from};

/// The number of pairs that Coq tries, each of a heap and a smaller number.
const MOST_PAIRS: u64 = 1 << 18;
/// More places make the digits' walk too long for Coq.
const MOST_PLACES: u64 = 1 << 6;

const ARITHMETIC: Theory = Theory {
    files: "Game Octal Breaking HeapDigits Arithmetic",
    rules: "digits beyond",
    equation: "amexeq",
    carried: "arithmetic_term digits beyond _ the_term",
};

/// The body of the module for a law of this kind.
pub(crate) fn arithmetic(game: &Game, law: &Arithmetic) -> Result<String, String> {
    let Some(breaking) = game.heaps() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    if law.values.len() as u64 > MOST_PLACES {
        return Err(format!(
            "preperiod and period together are more than the {MOST_PLACES} whose digits Coq reads side by side"
        ));
    }
    let values = Values::of(law)?;
    let forms: Vec<Form> = law
        .witnesses
        .iter()
        .filter(|witness| witness.shared == 0)
        .map(|witness| Form::of(witness, &values))
        .collect();
    let strip = Strip::find(&values, &forms).map_err(|why| match forms.len() == law.witnesses.len() {
        true => why,
        false => format!("proofs/Arithmetic.v has no forms of options in which heaps of any sizes share what is left; without them {why}"),
    })?;
    let written: Vec<String> = forms.iter().map(Form::write).collect();
    let Values {
        preperiod,
        period,
        saltus,
        table,
    } = &values;
    let Strip {
        digits,
        periods,
        heaps,
        numbers,
    } = strip;
    let mut text = preamble_from(breaking, &ARITHMETIC);
    let _ = write!(
        text,
        "Definition table : list N := {}.\n\
         (* What is taken, and whether more may be; fixed heaps; whether two equal heaps stay, and one of what is left. *)\n\
         Definition forms : list form :=\n  [{}].\n\
         Definition grundy (n : N) : N := ar {preperiod} {period} {saltus} (mk table 1 (PositiveMap.empty N)) n.\n\
         Theorem certificate : acheck digits beyond {preperiod} {period} {saltus} table forms {digits} {periods} {heaps} {numbers} = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n\
         {}",
        list(table),
        written.join(";\n   "),
        conclusion(
            &ARITHMETIC,
            "arithmetic_law _ _ _ _ _ _ _ _ _ _ _ certificate"
        ),
    );
    Ok(text)
}

/// The values as the theory has them: heap 0 by itself.
struct Values {
    preperiod: u64,
    period: u64,
    saltus: u64,
    table: Vec<u64>,
}

impl Values {
    fn of(law: &Arithmetic) -> Result<Self, String> {
        let mut table = law.values.clone();
        if law.preperiod == 0 {
            let first = table.first().ok_or("the law has no values")?;
            table.push(first + law.saltus);
        }
        Ok(Self {
            preperiod: law.preperiod.max(1),
            period: law.period,
            saltus: law.saltus,
            table,
        })
    }

    /// Of the heaps below a bound.
    fn below(&self, bound: u64) -> Vec<u64> {
        let mut values = self.table.clone();

        for heap in values.len()..bound as usize {
            values.push(values[heap - self.period as usize] + self.saltus);
        }
        values.truncate(bound as usize);
        values
    }
}

/// Options of one form, as the theory has them; no pair where more may be taken.
struct Form {
    take: u64,
    more: bool,
    fixed: Vec<u64>,
    pair: bool,
    rest: bool,
    /// The nim-sum of the fixed heaps' values.
    others: u64,
}

impl Form {
    fn of(witness: &Witness, values: &Values) -> Self {
        let mut fixed = witness.fixed.clone();
        // Where more may be taken too, two equal heaps may as well be heaps of 1.
        let ones = witness.or_more && witness.pair;
        if ones {
            fixed.extend([1, 1]);
        }
        let largest = fixed.iter().max().map_or(0, |heap| heap + 1);
        let known = values.below(largest.max(1));
        let others = fixed
            .iter()
            .fold(0, |sum, heap| sum ^ known[*heap as usize]);
        Self {
            take: witness.take,
            more: witness.or_more,
            fixed,
            pair: witness.pair && !ones,
            rest: witness.rest,
            others,
        }
    }

    fn write(&self) -> String {
        let Self {
            take,
            more,
            pair,
            rest,
            ..
        } = self;
        format!("Form {take} {more} {} {pair} {rest}", list(&self.fixed))
    }

    fn elastic(&self) -> bool {
        self.pair || self.more
    }

    /// What is taken and stays elsewhere, at least.
    fn least(&self) -> u64 {
        self.take + self.fixed.iter().sum::<u64>()
    }

    /// Whether an option of this form that leaves `rest` (0 for none) serves the heap.
    fn reaches(&self, heap: u64, rest: u64) -> bool {
        match heap.checked_sub(self.least() + rest) {
            None => false,
            Some(left) if self.pair => left >= 2 && left.is_multiple_of(2),
            Some(left) => self.more || left == 0,
        }
    }
}

/// Where the pairs of a heap and a number lie that tell all others.
struct Strip {
    /// Fixed heaps have values below 2 to this.
    digits: u32,
    /// The number of periods that options move along with.
    periods: u64,
    /// The strip begins with this heap.
    heaps: u64,
    /// Numbers below this one are reached by options that serve larger heaps too.
    numbers: u64,
}

impl Strip {
    /// The first of some places where it will do.
    fn find(values: &Values, forms: &[Form]) -> Result<Self, String> {
        let others = forms.iter().map(|form| form.others).max().unwrap_or(0);
        let digits = u64::BITS - others.leading_zeros();
        let periods = (1..=2_u64 << digits).find(|periods| {
            (periods * values.saltus).is_multiple_of(1 << digits)
                && (periods * values.period).is_multiple_of(2)
        });
        let periods = periods.ok_or("the fixed heaps' values are too large")?;
        let rise = periods * values.saltus;
        let most = values.table.iter().max().copied().unwrap_or(0);
        let mut why = String::new();

        for from in [0, most / 2, most, 2 * most, 4 * most] {
            let strip = Self {
                digits,
                periods,
                heaps: 0,
                numbers: rise + from,
            };

            match strip.placed(values, forms) {
                Ok(strip) => return Ok(strip),
                Err(refused) => why = refused,
            }
        }
        Err(why)
    }

    /// Places it as low as it will do.
    fn placed(self, values: &Values, forms: &[Form]) -> Result<Self, String> {
        let width = self.periods * values.period;
        let (rise, mut pairs, mut heap) = (self.periods * values.saltus, 0, 0);
        // Heaps in a row that will do as the strip's.
        let mut fit = 0;
        let mut known = Known::default();
        while fit < width {
            let value = known.add(values, heap);
            pairs += value;
            if pairs > MOST_PAIRS {
                return Err(format!(
                    "Coq would try more than {MOST_PAIRS} pairs of a heap and a smaller number"
                ));
            }
            let mut fits = heap >= values.preperiod && value >= self.numbers;
            for number in 0..value {
                let steady = number + rise >= self.numbers;
                let least = values.preperiod;
                let serves = |elastic: bool, least: u64| {
                    forms
                        .iter()
                        .any(|form| known.serve(form, heap, number, elastic, least))
                };
                if fits {
                    fits = serves(number < self.numbers, if steady { least } else { 0 });
                }
                if !fits && !serves(false, 0) {
                    return Err(format!(
                        "a heap of {heap} has no option of value {number} among the forms"
                    ));
                }
            }
            fit = if fits { fit + 1 } else { 0 };
            heap += 1;
        }
        Ok(Self {
            heaps: heap - width,
            ..self
        })
    }
}

/// The values of the heaps so far, and the heaps of each value.
#[derive(Default)]
struct Known {
    values: Vec<u64>,
    heaps: Vec<Vec<u64>>,
}

impl Known {
    fn add(&mut self, values: &Values, heap: u64) -> u64 {
        let at = heap as usize;
        let value = match values.table.get(at) {
            Some(value) => *value,
            None => self.values[at - values.period as usize] + values.saltus,
        };
        self.values.push(value);
        let most = self.heaps.len().max(value as usize + 1);
        self.heaps.resize(most, Vec::new());
        self.heaps[value as usize].push(heap);
        value
    }

    /// Whether an option of this form, with a last heap of at least `least` if that is not 0,
    /// serves the heap and the number, and larger heaps too where they are `elastic`.
    fn serve(&self, form: &Form, heap: u64, number: u64, elastic: bool, least: u64) -> bool {
        if elastic && !form.elastic() {
            return false;
        }
        let wanted = number ^ form.others;
        if !form.rest {
            return least == 0 && wanted == 0 && form.reaches(heap, 0);
        }
        if !form.elastic() {
            return heap.checked_sub(form.least()).is_some_and(|rest| {
                rest > 0 && rest >= least && self.values[rest as usize] == wanted
            });
        }
        let rests = self.heaps.get(wanted as usize);
        let mut rests = rests.into_iter().flatten();
        rests.any(|rest| *rest > 0 && *rest >= least && form.reaches(heap, *rest))
    }
}
