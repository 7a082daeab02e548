//! Referees: who knows a game's positions. A few are kept with their tables, and each answers one
//! client at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::lock::{Mutex, OwnedMutexGuard};
use web_time::Instant;
use whowins_analysis::{Game, Player, Position};
use whowins_engine::{Engine, Limits};
use whowins_law::LawSource;
use whowins_views::play::Referee;

use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::laws;
use crate::limits;
use crate::refusal::Refusal;

/// A place for a referee; empty until one is needed.
pub type Place = Arc<Mutex<Option<Kept>>>;

/// A referee, and what stops it.
pub struct Kept {
    referee: Referee,
    stop: Arc<AtomicBool>,
    /// Whether it knows the law, or knows that there is none.
    informed: bool,
}

/// A question about one position, for one player.
pub struct Question {
    /// The game.
    pub game: Arc<Registered>,
    /// The position.
    pub position: Position,
    /// Who is to move.
    pub player: Player,
}

/// Has a referee answer.
///
/// # Errors
///
/// Where the server has too much to do, or the time runs out.
pub async fn ask<T: Send + 'static>(
    desk: &Arc<Desk>,
    question: Question,
    answer: impl FnOnce(&mut Referee, &Question) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (game, lane) = (&question.game, lane(desk, &question).await?);
    let law = law(desk, game, lane).await?;
    let turn = turn(desk, game, lane).await?;
    let job = move |limits: &Limits| {
        let mut kept = turn;
        answered(&mut kept, law, &question, lane, limits, answer)
    };
    desk.run(lane, job).await
}

/// A place of the game's, once it is free: light questions have one for each light thread.
async fn turn(
    desk: &Desk,
    game: &Registered,
    lane: Lane,
) -> Result<OwnedMutexGuard<Option<Kept>>, Refusal> {
    let places = match lane {
        Lane::Light => desk.lanes.width(lane).max(1),
        _ => 1,
    };
    let place = |at: usize| {
        let key = format!("{}|{lane:?}|{at}", game.id);
        desk.referees.get(&key).unwrap_or_else(|| {
            let place = Place::default();
            desk.referees.put(key, Arc::clone(&place), 1);
            place
        })
    };
    for at in 0..places {
        if let Some(free) = place(at).try_lock_owned() {
            return Ok(free);
        }
    }
    // Whose turn it is does not matter, only that those who wait are spread.
    let at = desk.waits.fetch_add(1, Ordering::Relaxed) % places;
    let free = desk.within(limits::WAIT, place(at).lock_owned());
    free.await.ok_or_else(Refusal::full)
}

/// The law, which gives the reasons; where it takes long to find, positions that tables reach are
/// answered without.
async fn law(
    desk: &Arc<Desk>,
    game: &Arc<Registered>,
    lane: Lane,
) -> Result<Option<Arc<LawSource>>, Refusal> {
    if let Some(known) = game.law.get() {
        return Ok(Some(Arc::clone(known)));
    }
    if lane == Lane::Search {
        return laws::of(desk, game).await.map(Some);
    }
    Ok(laws::soon(desk, game).await)
}

fn answered<T>(
    kept: &mut OwnedMutexGuard<Option<Kept>>,
    law: Option<Arc<LawSource>>,
    question: &Question,
    lane: Lane,
    limits: &Limits,
    answer: impl FnOnce(&mut Referee, &Question) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    // Taken out meanwhile: one that panics, or is broken off as its client leaves, is not asked
    // again.
    let known = kept.take().filter(|kept| kept.informed || law.is_none());
    let mut own = match known {
        Some(own) => own,
        None => made(law, &question.game, lane, limits)?,
    };
    own.stop.store(false, Ordering::Relaxed);
    let stop = Arc::clone(&own.stop);
    let answer = watched(&stop, limits, || answer(&mut own.referee, question));
    if !limits.budget.is_stopped() {
        **kept = Some(own);
    }
    answer
}

/// Does the work; the job's limits are handed on to the referee's own flag, which is for its whole
/// life. Where there are no threads nobody could stop it meanwhile, and a question's patience ends
/// it.
fn watched<T>(stop: &AtomicBool, limits: &Limits, work: impl FnOnce() -> T) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = || {
            while !over.load(Ordering::Relaxed) {
                if limits.check().is_err() {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(BLINK);
            }
        };
        // Without the thread, a question's patience ends it.
        let watch = std::thread::Builder::new().spawn_scoped(scope, watch);
        let ended = Ended(&over, watch.ok().map(|watch| watch.thread().clone()));
        let done = work();
        drop(ended);
        done
    })
}

/// Between two looks at a job's limits.
const BLINK: Duration = Duration::from_millis(10);

/// Ends the watch, also where the answer panics.
struct Ended<'a>(&'a AtomicBool, Option<std::thread::Thread>);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        if let Some(watch) = &self.1 {
            watch.unpark();
        }
    }
}

fn made(
    law: Option<Arc<LawSource>>,
    game: &Registered,
    lane: Lane,
    limits: &Limits,
) -> Result<Kept, Refusal> {
    let own = Limits::default()
        .with_memory(limits.budget.memory)
        .with_threads(limits.threads);
    let stop = own.budget.flag();
    let informed = law.is_some();
    let law = law.unwrap_or_else(|| {
        // Its search, should it come to one, ends as soon as it looks at the clock.
        let none = own.clone().with_time(Duration::ZERO);
        Arc::new(LawSource::search(&game.rules, &game.values, &none))
    });
    let patience = match lane {
        Lane::Light => limits::LIGHT_TIME / 3,
        _ => {
            limits.budget.deadline.map_or(limits::HEAVY_TIME, |end| {
                end.saturating_duration_since(Instant::now())
            }) / 3
        }
    };
    Ok(Kept {
        referee: Referee::with_law(law, &game.rules, &game.values, &own, patience)?,
        stop,
        informed,
    })
}

/// The steps that the cheapest strategy but a law takes for a position.
pub fn price(game: &Game, position: &Position) -> u64 {
    let engine = Engine::new(game.clone(), Limits::default());
    let costs = engine.bids(position).into_iter().filter_map(|bid| bid.cost);
    costs.min().unwrap_or(u64::MAX)
}

/// Whether the position is answered at once, from a small table or by a law that is known; from a
/// large table; or only by a law.
async fn lane(desk: &Desk, question: &Question) -> Result<Lane, Refusal> {
    let (game, position) = (Arc::clone(&question.game), question.position.clone());
    let weigh = move |_: &Limits| {
        let cost = price(&game.game, &position);
        let short = game.game.show(&position).len() <= limits::SHORT;
        let by_law = |law: &Arc<LawSource>| {
            let values = law.known().map(|law| law.values(&game.game, &position));
            values.flatten().is_some()
        };
        let known = || short && game.law.get().is_some_and(by_law);
        Ok(if cost <= limits::CHEAP || known() {
            Lane::Light
        } else if cost <= limits::DEAR {
            Lane::Heavy
        } else {
            Lane::Search
        })
    };
    desk.run(Lane::Light, weigh).await
}
