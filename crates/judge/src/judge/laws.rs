//! Queries where the law changes its answers: lost pairs and ends of periods.

use std::time::Duration;

use dashu_int::UBig;
use whowins::analysis::{Game, Position};
use whowins::contest::Case;
use whowins::verify::Law;

use super::{Judge, Stage};
use crate::hard::{Random, Reach, notable};

/// Maximum number of such positions for one law.
const MAX_POSITIONS: usize = 4096;

impl Judge<'_> {
    /// Sends queries at which the law of the game changes its answers, smallest first.
    pub(super) fn at_law(&mut self, reach: Reach, seed: u64, patience: Duration) {
        if !self.questions.format.sets.is_empty() {
            return;
        }
        self.stage = Stage::Hard;
        let source = self.truth.law(patience);
        let Some(law) = source.law() else {
            return;
        };
        let Ok(game) = self.truth.rules().game(self.truth.given()) else {
            return;
        };
        let mut random = Random(seed);
        for law in &law.certificate().laws {
            // The other fields are generated once, if they fit the positions.
            let mut all: Vec<Case<'static>> = Vec::new();
            let own = |(at, _): &(usize, Position)| {
                let turn = *at as u64;
                self.shard.is_none_or(|shard| shard.has(turn))
            };
            let points = points(law, &game, reach).into_iter().take(MAX_POSITIONS);
            for (_, position) in points.enumerate().filter(own) {
                let text = game.show(&position);
                let as_before = all
                    .last()
                    .and_then(|last| self.questions.placing(last.clone(), &text));
                let asking = || self.questions.asking(&text, reach, &mut random);
                all.extend(as_before.or_else(asking));
            }
            if self.add_joined(all).is_break() || self.over {
                return;
            }
        }
        self.flush();
        self.wait_for_runs();
    }
}

/// Returns the positions at which the answers of a law change, and their neighbours.
fn points(law: &Law, game: &Game, reach: Reach) -> Vec<Position> {
    match law {
        Law::Beatty(law) => {
            let mut all = Vec::new();
            for k in notable(reach.number) {
                let pair = law.pair(&UBig::from(k));
                let [x, y] = pair;
                all.push(Position::tuple([x.clone(), y.clone()]));
                all.push(Position::tuple([y.clone(), x.clone()]));
                all.push(Position::tuple([x.clone() + UBig::ONE, y.clone()]));
                all.push(Position::tuple([x, y + UBig::ONE]));
            }
            all
        }
        Law::Periodic(law) => ends(&[(law.preperiod, law.period)]),
        Law::Grundy(law) if game.numbers().is_some() => ends(&[(law.preperiod, law.period)]),
        Law::Product(law) => {
            let each = law.preperiods.iter().zip(&law.periods);
            ends(&each.map(|(pre, per)| (*pre, *per)).collect::<Vec<_>>())
        }
        _ => Vec::new(),
    }
}

/// Returns all combinations of numbers near the ends of the first periods.
fn ends(each: &[(u64, u64)]) -> Vec<Position> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for (preperiod, period) in each {
        let mut numbers: Vec<u64> = (0..4)
            .filter_map(|time| preperiod.checked_add(period.checked_mul(time)?))
            .flat_map(|end| [end.saturating_sub(1), end, end.saturating_add(1)])
            .collect();
        numbers.dedup();
        let longer = |list: Vec<u64>| {
            numbers
                .iter()
                .map(move |number| [list.as_slice(), &[*number]].concat())
                .collect::<Vec<_>>()
        };
        all = all
            .into_iter()
            .flat_map(longer)
            .take(MAX_POSITIONS)
            .collect();
    }
    all.sort_by_key(|list| list.iter().fold(0u64, |sum, one| sum.saturating_add(*one)));
    all.into_iter().map(Position::tuple).collect()
}
