//! Engines with laws. Most programs use [`solver`].
//!
//! The engine chooses the method, in the same order for each query: a known answer, a small table,
//! a law, then a larger table or a longer search. Without a law, an [`Engine`] answers positions
//! within reach of its kernels and tables. With a law, it also answers positions of any size, in
//! time that grows with the number of digits.

use std::sync::Arc;

use whowins_analysis::Game;
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{Diagnostics, Parameters, Rules};

use crate::shipped;

/// Returns the law of rules with these values: the shipped law, or else one to search for.
///
/// The law is loaded or searched for when a query first needs it. A shipped law is used only after
/// the verifier accepts it in the same run.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("nim-list").expect("it is shipped")?;
/// let law = whowins::law_source(&rules, &Parameters::new(), &Limits::default());
/// assert!(!law.is_settled());
/// assert!(law.law().is_some());
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
pub fn law_source(rules: &Rules, values: &Parameters, limits: &Limits) -> LawSource {
    let source = LawSource::search(rules, values, limits);
    match shipped::certificate(rules) {
        Some(certificate) => source.with_certificate(certificate),
        None => source,
    }
}

/// Creates an engine that solves small positions by the rules and larger ones by a proved law.
///
/// The search for a law starts with the first large position. Creating the engine is cheap. All
/// later work, including this search, is charged to `limits`.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::rules::{Parameters, Rules};
///
/// let rules = Rules::parse(
///     "take",
///     "game \"Take\"\nposition n\nmove n -= k for k in 1..3",
/// )?;
/// let mut engine = whowins::solver(&rules, &Parameters::new(), &Limits::default())?;
/// let lost = engine.game().read("12")?;
/// assert_eq!(engine.solve(&lost)?.outcome().letter(), "P");
/// // A position beyond any table starts the search for a law, which is proved and then used.
/// let far = engine
///     .game()
///     .read("1000000000000000000000000000000000000000000")?;
/// let solved = engine.solve(&far)?;
/// assert_eq!(
///     (solved.outcome().letter(), solved.strategy),
///     ("P", "proved law")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the values don't match the rules.
pub fn solver(rules: &Rules, values: &Parameters, limits: &Limits) -> Result<Engine, Diagnostics> {
    // The law is created from these rules and values, so no check is needed that they match.
    let law = Arc::new(law_source(rules, values, limits));
    Ok(solver_of(law, rules.game(values)?, limits))
}

/// Creates an engine with a law that is already known, or that several engines share.
///
/// A law of other rules or values is ignored.
///
/// ```
/// use std::sync::Arc;
/// use whowins::engine::Limits;
/// use whowins::law::LawSource;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("nim").expect("it is shipped")?;
/// let (values, limits) = (Parameters::new(), Limits::default());
/// let law = Arc::new(LawSource::search(&rules, &values, &limits));
/// // Two engines, on two threads if one likes; the law is looked for once.
/// for _ in 0..2 {
///     let mut engine = whowins::solver_with(Arc::clone(&law), &rules, &values, &limits)?;
///     let position = engine
///         .game()
///         .read("30000000000000000000,50000000000000000000,70000000000000000000")?;
///     assert_eq!(engine.solve(&position)?.strategy, "proved law");
/// }
/// assert!(law.law().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`solver`].
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

/// Creates an engine from a game and its law, without a check that they belong together.
///
/// Use it if a certificate already provided the game ([`whowins_law::Bound::game`]). Otherwise
/// prefer [`solver_with`], which makes the check.
///
/// ```
/// use std::sync::Arc;
/// use whowins::engine::Limits;
/// use whowins::law::LawSource;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("kayles").expect("it is shipped")?;
/// let (values, limits) = (Parameters::new(), Limits::default());
/// let law = Arc::new(LawSource::search(&rules, &values, &limits));
/// let mut engine = whowins::solver_of(law, rules.game(&values)?, &limits);
/// let position = engine.game().read("1000000000000000000000")?;
/// assert_eq!(engine.solve(&position)?.outcome().letter(), "N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solver_of(law: Arc<LawSource>, game: Game, limits: &Limits) -> Engine {
    let strategy = LawStrategy::new(law, &game).under(&limits.budget);
    let mut engine = Engine::new(game, limits.clone());
    engine.add(Box::new(strategy));
    engine
}
