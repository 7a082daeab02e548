//! The values that questions set: who answers with them, an engine of their game or what is known
//! of small positions.

use std::sync::Arc;

use whowins::analysis::Value;
use whowins::contest::{Case, Question};
use whowins::rules::Parameters;

use super::{Asking, Truth, Unanswered};
use crate::small::{Setting, Small, ranges};

impl Truth {
    /// Who answers with the values that a question sets.
    pub(super) fn asking(&mut self, chain: &[&Case<'_>]) -> Result<&mut Asking, Unanswered> {
        let texts = self.texts(chain);
        self.asking_with(texts)
    }

    /// How the values that a question sets are written, in the format's order.
    fn texts(&self, chain: &[&Case<'_>]) -> Vec<String> {
        let texts = self.format.set_texts(chain);
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// The values of all parameters, of which questions set those that are written like this.
    fn values_of(&self, texts: &[String]) -> Result<Parameters, Unanswered> {
        let mut values = self.given.clone();
        let setting = Setting::new(&self.rules, &self.given, &self.format);
        for (at, ((name, _), text)) in setting.sets.iter().zip(texts).enumerate() {
            values.insert(name.clone(), setting.value(at, text)?);
        }
        Ok(values)
    }

    /// Who answers with values that are written like this.
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

    /// Takes the values of a question, whose small positions may be known without an engine of
    /// theirs.
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
                    // Nobody is to be asked who has other values.
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

    /// Who wins a small position with the values of the last question, where no engine is needed.
    pub(super) fn quick(&mut self, state: &[i64]) -> Option<Value> {
        let budget = &self.limits.budget;
        self.small.value(self.last?, state, self.player, budget)
    }
}
