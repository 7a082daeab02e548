//! The proved law of a game, looked for once for all who ask: a search goes on as long as somebody
//! waits for it, and holds no thread of those that wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared};
use web_time::Instant;
use whowins_engine::{EngineError, Limits};
use whowins_law::{LawSource, OfRules, Report, Says, find};
use whowins_verify::{Budget, Certificate};

use crate::Desk;
use crate::games::Registered;
use crate::lanes::{Lane, Later};
use crate::limits;
use crate::refusal::Refusal;

type Searching<T> = Later<'static, Result<T, Refusal>>;

/// A piece of work that several clients may wait for; it ends early once none does.
pub struct Once<T: Clone>(Mutex<Option<WeakShared<Searching<T>>>>);

impl<T: Clone> Default for Once<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone> Once<T> {
    /// The work under way, or begun now.
    fn join(&self, begin: impl FnOnce() -> Searching<T>) -> Shared<Searching<T>> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What has ended is not waited for, lest a failure be told for ever.
        let under_way = slot.as_ref().and_then(WeakShared::upgrade);
        if let Some(shared) = under_way.filter(|shared| shared.peek().is_none()) {
            return shared;
        }
        let shared = begin().shared();
        *slot = shared.downgrade();
        shared
    }
}

/// What a whole search came to.
pub struct Told {
    /// The report; its proof has gone to `source`.
    pub report: Report,
    /// The proved laws.
    pub source: Option<Arc<LawSource>>,
    /// How long it took.
    pub took: Duration,
}

/// Who wins, by a proved law; the source is empty where none was proved within the limits.
///
/// # Errors
///
/// Where the server has too much to do, or the search was stopped.
pub async fn of(desk: &Arc<Desk>, game: &Arc<Registered>) -> Result<Arc<LawSource>, Refusal> {
    if let Some(known) = game.law.get() {
        return Ok(Arc::clone(known));
    }
    let begin = || -> Searching<Arc<LawSource>> {
        let (desk, game) = (Arc::clone(desk), Arc::clone(game));
        Box::pin(async move {
            let searched = Arc::clone(&game);
            let search = desk.run(Lane::Search, move |limits| {
                let found = search(&searched, limits)?;
                Ok(Arc::clone(searched.law.get_or_init(|| found)))
            });
            search.await
        })
    };
    game.search.join(begin).await
}

/// The same where it is known or found soon: the first questions wait a little, those that come
/// later do not.
pub async fn soon(desk: &Arc<Desk>, game: &Arc<Registered>) -> Option<Arc<LawSource>> {
    if let Some(known) = game.law.get() {
        return Some(Arc::clone(known));
    }
    let waited = game.asked.get_or_init(Instant::now).elapsed();
    let most = match desk.lanes.is_free(Lane::Search) {
        true => limits::LAW_PATIENCE,
        false => limits::LAW_PATIENCE / 5,
    };
    let patience = most.saturating_sub(waited);
    if patience.is_zero() {
        return None;
    }
    let found = desk.within(patience, of(desk, game)).await;
    found.and_then(Result::ok)
}

/// All that laws say of a game, as `whowins law` tells it.
///
/// # Errors
///
/// As [`of`].
pub async fn told(desk: &Arc<Desk>, game: &Arc<Registered>) -> Result<Arc<Told>, Refusal> {
    if let Some(known) = game.told.get() {
        return Ok(Arc::clone(known));
    }
    let begin = || -> Searching<Arc<Told>> {
        let (desk, game) = (Arc::clone(desk), Arc::clone(game));
        Box::pin(async move {
            let searched = Arc::clone(&game);
            let search = desk.run(Lane::Search, move |limits| {
                let found = search_all(&searched, limits)?;
                if let Some(source) = &found.source {
                    let _ = searched.law.set(Arc::clone(source));
                }
                Ok(Arc::clone(searched.told.get_or_init(|| Arc::new(found))))
            });
            search.await
        })
    };
    game.whole_search.join(begin).await
}

/// A law from elsewhere, verified here; one that is known already stays.
///
/// # Errors
///
/// Where the certificate is none, is of other rules, or is not accepted within the limits.
pub async fn adopt(
    desk: &Arc<Desk>,
    game: &Arc<Registered>,
    certificate: String,
) -> Result<(), Refusal> {
    let game = Arc::clone(game);
    let verify = move |limits: &Limits| {
        if game.law.get().is_some_and(|law| law.known().is_some()) {
            return Ok(());
        }
        let certificate = Certificate::read_any(&certificate)?;
        certificate.bind(&game.rules, &game.values)?.game()?;
        let budget = Budget::default().within(&limits.budget).on(limits.threads);
        let proved = certificate.verify_with_rules(&budget)?;
        let law = LawSource::proved(proved, &game.rules, &lasting(limits));
        let _ = game.law.set(Arc::new(law));
        Ok(())
    };
    desk.run(Lane::Light, verify).await
}

/// Limits for what is asked of a law later on.
fn lasting(limits: &Limits) -> Limits {
    Limits::default()
        .with_memory(limits.budget.memory)
        .with_threads(1)
}

fn stopped(limits: &Limits) -> Result<(), Refusal> {
    match limits.budget.is_stopped() {
        true => Err(EngineError::Stopped.into()),
        false => Ok(()),
    }
}

fn search(game: &Registered, limits: &Limits) -> Result<Arc<LawSource>, Refusal> {
    let patient = limits.clone().with_time(limits::LAW);
    let source = whowins::law_source(&game.rules, &game.values, &patient);
    match source.law() {
        // With limits that have not run out.
        Some(law) => {
            let proved = LawSource::proved(law.clone(), &game.rules, &lasting(limits));
            Ok(Arc::new(proved))
        }
        None => stopped(limits).map(|()| Arc::new(source)),
    }
}

fn search_all(game: &Registered, limits: &Limits) -> Result<Told, Refusal> {
    let began = Instant::now();
    let mut report = find(&game.rules, &game.values, None, limits, &Says::ALL)?;
    if report.proved.is_none() {
        stopped(limits)?;
    }
    let source = report.proved.take();
    let source =
        source.map(|proved| Arc::new(LawSource::proved(proved, &game.rules, &lasting(limits))));
    Ok(Told {
        report,
        source,
        took: began.elapsed(),
    })
}
