//! Parameters that queries set, and their solver: an engine of the game, or cached results for
//! small positions.

use std::sync::Arc;

use whowins::analysis::Value;
use whowins::contest::{Case, Question};
use whowins::rules::Parameters;

use super::{Asking, Truth, Unanswered};
use crate::small::{Setting, Small, ranges};

impl Truth {
    /// Returns the solver for the parameters of a query.
    pub(super) fn asking(&mut self, chain: &[&Case<'_>]) -> Result<&mut Asking, Unanswered> {
        let texts = self.texts(chain);
        self.asking_with(texts)
    }

    /// Returns the texts of a query's parameters, in the order of the format.
    fn texts(&self, chain: &[&Case<'_>]) -> Vec<String> {
        let texts = self.format.set_texts(chain);
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns the values of all parameters; queries set those with these texts.
    fn values_of(&self, texts: &[String]) -> Result<Parameters, Unanswered> {
        let mut values = self.given.clone();
        let setting = Setting::new(&self.rules, &self.given, &self.format);
        for (at, ((name, _), text)) in setting.sets.iter().zip(texts).enumerate() {
            values.insert(name.clone(), setting.value(at, text)?);
        }
        Ok(values)
    }

    /// Returns the solver for parameters with these texts.
    pub(super) fn asking_with(&mut self, texts: Vec<String>) -> Result<&mut Asking, Unanswered> {
        let kept = (self.asked.as_ref()).is_some_and(|(known, _)| *known == texts);
        if !kept {
            self.asked = None;
            let values = self.values_of(&texts)?;
            let law = Arc::clone(&self.law);
            let engine = match law.suits(&self.rules, &values) {
                true => whowins::solver_with(law, &self.rules, &values, &self.limits),
                false => whowins::solver(&self.rules, &values, &self.limits),
            };
            let engine = engine.map_err(|faults| Unanswered::Input(faults.to_string()))?;
            let asking = Asking {
                ranges: ranges(engine.game()),
                engine,
                grundy: None,
            };
            self.asked = Some((texts, asking));
        }
        match &mut self.asked {
            Some((_, asking)) => Ok(asking),
            None => Err(Unanswered::Input("the question sets no game".into())),
        }
    }

    /// Loads the parameters of a query. Small positions may be solved without an engine.
    pub(super) fn take(&mut self, chain: &[&Case<'_>]) -> Result<(), Unanswered> {
        self.last = None;
        if matches!(self.format.question, Question::Winner(..)) {
            self.format.put_sets(chain, &mut self.key);
            if Small::takes(&self.key) {
                let setting = Setting::new(&self.rules, &self.given, &self.format);
                let (key, come_back) = (self.key.as_str(), self.come_back);
                let again = come_back.then(|| self.small.again(key)).flatten();
                let place = match again {
                    Some(place) => Ok(Some(place)),
                    None => self.small.new_values(&setting, key, come_back),
                };
                if place.is_err() {
                    // The engine for other values must not answer.
                    self.asked = None;
                }
                self.last = place?;
                if self.last.is_some() {
                    return Ok(());
                }
            }
        }
        self.asking(chain)?;
        Ok(())
    }

    /// Returns the value of a small position with the last query's parameters, if no engine is
    /// needed.
    pub(super) fn quick(&mut self, state: &[i64]) -> Option<Value> {
        let budget = &self.limits.budget;
        self.small.value(self.last?, state, self.player, budget)
    }
}
