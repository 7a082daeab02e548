//! The laboratory: a server on the loopback address, and the page it serves.
//!
//! [`Server::bind`] takes a port, [`Server::run`] serves until [`Stop::stop`] is called. `docs/lab-api.md` tells what can be asked.
//!
//! What solves runs on threads of its own in three lanes (`workers`), so that what takes seconds never stands before what takes
//! milliseconds; the threads that read sockets never solve. All limits stand in `limits`.
#![forbid(unsafe_code)]

mod api;
mod cache;
mod diagnostics;
mod etag;
mod games;
mod guard;
#[doc(hidden)]
pub mod inside;
mod laws;
mod limits;
mod mathml;
mod page;
mod patient;
mod referees;
mod refusal;
mod routes;
mod server;
mod shapes;
mod tiles;
mod workers;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::body::Bytes;
use cache::Cache;
use games::Games;
use tiles::near::Near;
use workers::Workers;

pub use limits::most_memory;
pub use server::{Server, Stop};

/// What the server is to serve, and how much it may use up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port; the first free one from 7171 on by default.
    pub port: Option<u16>,
    /// The game that the page opens with: a name, its rules, and its parameters as they were given; a shipped game by default.
    pub first: Option<First>,
    /// How long one job may solve.
    pub time: Option<Duration>,
    /// Bytes of one job's tables.
    pub memory: Option<u64>,
}

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
#[doc(hidden)]
pub struct App {
    port: u16,
    first: Option<First>,
    games: Games,
    /// Who does the jobs.
    pub workers: Workers,
    /// Finished tiles and pictures, by what was asked.
    kept: Cache<String, Bytes>,
    /// Tables near 0, by game and what they show.
    tables: Cache<String, Arc<Near>>,
    /// Referees, by game and lane.
    referees: Cache<String, referees::Place>,
    /// How many have waited for one.
    waits: AtomicUsize,
}

impl App {
    /// Nothing asked yet; starts the threads of the jobs.
    ///
    /// # Errors
    ///
    /// Where the system gives no threads.
    pub fn new(options: Options, port: u16) -> std::io::Result<Self> {
        let time = options.time.unwrap_or(limits::HEAVY_TIME);
        let memory = options.memory.unwrap_or(limits::MEMORY);
        Ok(Self {
            port,
            first: options.first,
            games: Games::default(),
            workers: Workers::start(time, memory)?,
            kept: Cache::new(limits::KEPT_BYTES),
            tables: Cache::new(limits::TABLE_BYTES),
            referees: Cache::new(limits::REFEREES),
            waits: AtomicUsize::new(0),
        })
    }
}
