//! Engine and laws together: the one way to an engine that most programs need.
//!
//! Which method answers is the engine's choice, the same for every question: what is known, a small
//! table, a law, more of either. Without a law an [`Engine`] answers what its kernels and tables
//! reach; with one it also answers positions of any size, in time that grows with the digits of the
//! numbers.

use std::sync::Arc;

use whowins_analysis::Game;
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{Diagnostics, Parameters, Rules};

use crate::shipped;

/// The law of rules with these values: the one that is shipped with them, else one that is searched
/// for; in either case when a question first needs it. A shipped law is believed once it is
/// verified, in the same run.
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

/// An engine that answers small positions from the rules and larger ones from a proved law, where
/// there is one, which it looks for when the first large position is asked.
///
/// To make it costs next to nothing; what a question costs is charged to the limits, which hold for
/// everything that the engine does, the search for the law included.
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
/// // What is beyond a table is answered by the law, which is found and proved when it is asked for.
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
/// When the values do not suit the rules.
pub fn solver(rules: &Rules, values: &Parameters, limits: &Limits) -> Result<Engine, Diagnostics> {
    // A law that is looked for with these rules and values suits them: nothing has to be held
    // against anything.
    let law = Arc::new(law_source(rules, values, limits));
    Ok(solver_of(law, rules.game(values)?, limits))
}

/// The same with a law from elsewhere: one that is known, or that several engines share. A law of
/// other rules or values is not asked.
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

/// An engine of a game that a certificate was bound to ([`whowins_verify::Bound::game`]), which
/// answers from it too.
///
/// It is for whoever has the game already; that it is the law's own game is the caller's word, so
/// [`solver_with`] is the safer way.
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
