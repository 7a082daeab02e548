//! Engine and laws together.

use std::sync::Arc;

use whowins_analysis::Game;
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{Diagnostics, Parameters, Rules};

/// An engine that answers small positions from the rules and larger ones from a proved law, where there is one, which it looks for
/// when the first large position is asked.
///
/// # Errors
///
/// When the values do not suit the rules.
pub fn solver(rules: &Rules, values: &Parameters, limits: &Limits) -> Result<Engine, Diagnostics> {
    // A law that is looked for with these rules and values suits them: nothing has to be held against anything.
    let law = Arc::new(LawSource::search(rules, values, limits));
    Ok(solver_of(law, rules.game(values)?, limits))
}

/// The same with a law from elsewhere: one that is known, or that several engines share. A law of other rules or values is not asked.
///
/// # Errors
///
/// As [`solver`].
pub fn solver_with(
    law: Arc<LawSource>,
    rules: &Rules,
    values: &Parameters,
    limits: &Limits,
) -> Result<Engine, Diagnostics> {
    let game = rules.game(values)?;
    Ok(match law.suits(rules, values) {
        true => solver_of(law, game, limits),
        false => Engine::new(game, limits.clone()),
    })
}

/// An engine of a game that a certificate was bound to ([`whowins_verify::Bound::game`]), which answers from it too.
pub fn solver_of(law: Arc<LawSource>, game: Game, limits: &Limits) -> Engine {
    let strategy = LawStrategy::new(law, &game).under(&limits.budget);
    let mut engine = Engine::new(game, limits.clone());
    engine.add(Box::new(strategy));
    engine
}
