//! What the laboratory answers: requests in, answers out, without sockets, so that a server and a
//! browser's worker say the same.
//!
//! A [`Desk`] keeps games, tables, laws and tiles. [`Desk::answer`] is for homes with threads,
//! which say by [`Lanes`] where the work is done; [`Desk::answer_now`] for those that do it in
//! place. `docs/lab-api.md` tells what can be asked.
//!
//! ```
//! use whowins_desk::{Bounds, Desk, InPlace, Lane, Request};
//!
//! let desk = Desk::new(None, InPlace::new(Bounds::default(), &Lane::ALL));
//! let rules = r#"{"rules": "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n"}"#;
//! let game = Request { path: "game".into(), body: Some(rules.into()), ..Request::default() };
//! let answer = desk.answer_now(game).expect("the rules are right");
//! assert!(String::from_utf8_lossy(&answer.body).contains(r#""name":"Nim""#));
//! let refused = desk.answer_now(Request { path: "sum".into(), ..Request::default() });
//! assert_eq!(refused.map(|_| ()).map_err(|refusal| refusal.status()), Err(404));
//! ```
#![forbid(unsafe_code)]

mod api;
mod cache;
mod diagnostics;
mod games;
#[doc(hidden)]
pub mod inside;
mod lanes;
mod laws;
pub mod limits;
mod mathml;
mod referees;
mod refusal;
mod request;
mod shapes;
mod tiles;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use bytes::Bytes;
use cache::Cache;
use futures_util::FutureExt;
use games::Games;
use tiles::near::Near;
use whowins_engine::Limits;

pub use api::{Form, QUESTIONS, Question, USUAL};
pub use lanes::{Bounds, InPlace, Job, Lane, Lanes, Later};
pub use refusal::Refusal;
pub use request::{Answer, Keep, Request};

/// The game that the page opens with.
#[derive(Clone, Debug)]
pub struct First {
    /// Its name: that of a shipped game, or of a file.
    pub name: String,
    /// The rules' text.
    pub rules: String,
    /// Values of parameters, as texts.
    pub set: Vec<(String, String)>,
}

/// What all requests share.
pub struct Desk {
    first: Option<First>,
    games: Games,
    lanes: Box<dyn Lanes>,
    /// Finished tiles and pictures, by what was asked.
    kept: Cache<String, Bytes>,
    /// Tables near 0, by game and what they show.
    tables: Cache<String, Arc<Near>>,
    /// Referees, by game and lane.
    referees: Cache<String, referees::Place>,
    /// How many have waited for one.
    waits: AtomicUsize,
}

impl Desk {
    /// A desk of which nothing has been asked yet.
    pub fn new(first: Option<First>, lanes: impl Lanes) -> Arc<Self> {
        Arc::new(Self {
            first,
            games: Games::default(),
            lanes: Box::new(lanes),
            kept: Cache::new(limits::KEPT_BYTES),
            tables: Cache::new(limits::TABLE_BYTES),
            referees: Cache::new(limits::REFEREES),
            waits: AtomicUsize::new(0),
        })
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// Why there is no answer; 404 where nothing of this name can be asked, 405 where it is asked
    /// with a body and has none, or the other way round.
    pub async fn answer(self: &Arc<Self>, request: Request) -> Result<Answer, Refusal> {
        let named = |question: &&Question| question.path == request.path;
        let Some(question) = QUESTIONS.iter().find(named) else {
            return Err(Refusal::unknown());
        };
        match (question.form == Form::Body) == request.body.is_some() {
            true => (question.answer)(Arc::clone(self), request).await,
            false => Err(Refusal::form()),
        }
    }

    /// The same where all is done in place.
    ///
    /// # Errors
    ///
    /// As [`Desk::answer`]; 500 where the desk's lanes are threads, and the work is not done at
    /// once.
    pub fn answer_now(self: &Arc<Self>, request: Request) -> Result<Answer, Refusal> {
        let answer = self.answer(request).now_or_never();
        answer.unwrap_or_else(|| Err(Refusal::internal()))
    }

    /// A law of a registered game from elsewhere, as its certificate: verified here, it answers as
    /// one that was found here.
    ///
    /// # Errors
    ///
    /// 410 where the game is not known; where the certificate is none, is of other rules, or is not
    /// accepted within a light job's limits.
    pub async fn adopt(self: &Arc<Self>, game: &str, certificate: String) -> Result<(), Refusal> {
        laws::adopt(self, &self.games.get(game)?, certificate).await
    }

    /// The same where all is done in place.
    ///
    /// # Errors
    ///
    /// As [`Desk::adopt`], and [`Desk::answer_now`].
    pub fn adopt_now(self: &Arc<Self>, game: &str, certificate: String) -> Result<(), Refusal> {
        let adopted = self.adopt(game, certificate).now_or_never();
        adopted.unwrap_or_else(|| Err(Refusal::internal()))
    }

    /// What a job of a lane gives.
    ///
    /// # Errors
    ///
    /// As [`Lanes::run`]; and what the job itself refuses.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        job: impl FnOnce(&Limits) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        lanes::run(&*self.lanes, lane, job).await
    }

    async fn within<T>(&self, time: Duration, work: impl Future<Output = T>) -> Option<T> {
        lanes::within(&*self.lanes, time, work).await
    }
}
