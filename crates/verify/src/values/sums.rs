//! Sums of many forms of a sheet: what they are worth, and who wins them.

use dashu_int::{IBig, UBig};
use whowins_values::{Arena, Cut, Dyadic, Outcome, Thermographs, Value as Form};

use super::laid_out;

/// Left's options of each form and Right's.
type Forms = [[Vec<u32>; 2]];

/// How often which form stands in a sum.
pub(super) struct Counted {
    forms: Vec<(u32, IBig)>,
}

impl Counted {
    /// A sum of so many of each of these forms.
    pub fn of(all: impl IntoIterator<Item = (u32, UBig)>) -> Self {
        let all = all.into_iter().filter(|(_, times)| !times.is_zero());
        let mut forms: Vec<(u32, IBig)> =
            all.map(|(form, times)| (form, IBig::from(times))).collect();
        forms.sort_unstable();
        Self { forms }
    }

    /// The value of the sum; `None` where a form is not on the sheet.
    pub fn total(&self, sheet: &Forms, arena: &mut Arena) -> Result<Option<Form>, Cut> {
        let forms = laid_out(sheet, arena)?;
        let mut sum = Form::ZERO;
        for (form, times) in &self.forms {
            let Some(form) = forms.get(*form as usize) else {
                return Ok(None);
            };
            let several = arena.scale_by(*form, times)?;
            sum = arena.add(sum, several)?;
        }
        Ok(Some(sum))
    }

    /// Who wins: by the mean, where it is further from 0 than any temperature, else by the sum's
    /// value.
    pub fn outcome(&self, sheet: &Forms, arena: &mut Arena) -> Option<Outcome> {
        if let Some(outcome) = self.by_mean(sheet, arena).ok()? {
            return Some(outcome);
        }
        let sum = self.total(sheet, arena).ok()??;
        arena.outcome(sum).ok()
    }

    /// The stops of a sum are no further from its mean than the largest temperature of a summand
    /// (Conway 1976).
    fn by_mean(&self, sheet: &Forms, arena: &mut Arena) -> Result<Option<Outcome>, Cut> {
        let forms = laid_out(sheet, arena)?;
        let mut walls = Thermographs::new();
        let mut mean = Dyadic::default();
        let mut heat = Dyadic::default();
        for (form, times) in &self.forms {
            let Some(form) = forms.get(*form as usize) else {
                return Ok(None);
            };
            let of = walls.of(arena, *form)?;
            let (own, temperature) = (of.mean.clone(), of.temperature.clone());
            mean = &mean + &Dyadic::new(own.numerator() * times, own.exponent());
            heat = heat.max(temperature);
        }
        Ok(match (mean > heat, mean < -&heat) {
            (true, _) => Some(Outcome::Left),
            (_, true) => Some(Outcome::Right),
            _ => None,
        })
    }
}
