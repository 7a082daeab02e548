//! The proved law of a game, looked for once: by one client, while the others wait without holding a thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use whowins_engine::{EngineError, Limits};
use whowins_law::{LawSource, Says, find};

use crate::App;
use crate::games::Registered;
use crate::limits;
use crate::refusal::Refusal;
use crate::workers::Lane;

/// The law of who wins; `None` where none was proved within the limits.
///
/// # Errors
///
/// Where the server has too much to do, or the search was stopped.
pub async fn of(app: &App, game: &Arc<Registered>) -> Result<Option<Arc<LawSource>>, Refusal> {
    if let Some(known) = game.law.get() {
        return Ok(known.clone());
    }
    let _turn = tokio::time::timeout(limits::WAIT, game.search.lock())
        .await
        .map_err(|_| Refusal::full())?;
    if let Some(known) = game.law.get() {
        return Ok(known.clone());
    }
    let searched = Arc::clone(game);
    app.workers
        .run(Lane::Heavy, move |limits| search(&searched, limits))
        .await
}

fn search(game: &Registered, limits: &Limits) -> Result<Option<Arc<LawSource>>, Refusal> {
    let wanted = [Says::Outcome, Says::ClosedForm];
    let patient = limits.clone().with_time(limits::LAW);
    let report = find(&game.rules, &game.values, None, &patient, &wanted)?;
    if report.proved.is_none() && limits.stop.load(Ordering::Relaxed) {
        return Err(EngineError::Stopped.into());
    }
    let plain = Limits {
        memory: limits.memory,
        threads: 1,
        ..Limits::default()
    };
    let source =
        (report.proved).map(|proved| Arc::new(LawSource::proved(proved, &game.rules, &plain)));
    Ok(game.law.get_or_init(|| source).clone())
}
