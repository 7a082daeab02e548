//! The laboratory: a server on the loopback address, and the page it serves; the same server has
//! the book ([`Book`]).
//!
//! [`Server::bind`] takes a port, [`Server::run`] serves until [`Stop::stop`] is called.
//! `docs/lab-api.md` tells what can be asked.
//!
//! What is answered is the desk's (`whowins_desk`); here are the sockets, who may ask, and the
//! threads that solve: four lanes of them (`workers`), in which clients have fair shares, so that
//! what takes seconds never stands before what takes milliseconds; the threads that read sockets
//! never solve.
#![forbid(unsafe_code)]

mod api;
mod book;
mod etag;
mod export;
mod guard;
#[doc(hidden)]
pub mod inside;
mod limits;
mod opened;
mod page;
mod patient;
mod policy;
mod refusal;
mod routes;
mod server;
mod shares;
mod token;
mod workers;

use std::sync::Arc;
use std::time::Duration;

use whowins_desk::{Bounds, Desk};
use workers::Workers;

pub use book::{Book, BookError};
pub use export::{ExportError, Written, built, export};
pub use limits::most_memory;
pub use server::{Server, Stop};
pub use token::stored_token;
pub use whowins_desk::First;

/// What the server is to serve, and how much it may use up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port; the first free one from 7171 on by default.
    pub port: Option<u16>,
    /// The game that the page opens with: a name, its rules, and its parameters as they were given;
    /// a shipped game by default.
    pub first: Option<First>,
    /// How long one job may solve.
    pub time: Option<Duration>,
    /// Bytes of one job's tables.
    pub memory: Option<u64>,
    /// What whoever asks has to know: letters, digits, `-` and `_`; random by default.
    pub token: Option<String>,
}

/// What all requests share.
#[doc(hidden)]
pub struct App {
    /// Who answers.
    pub desk: Arc<Desk>,
}

impl App {
    /// Nothing asked yet; starts the threads of the jobs.
    ///
    /// # Errors
    ///
    /// Where the system gives no threads.
    pub fn new(options: Options) -> std::io::Result<Self> {
        let usual = Bounds::default();
        let bounds = Bounds {
            time: options.time.unwrap_or(usual.time),
            memory: options.memory.unwrap_or(usual.memory),
            ..usual
        };
        let desk = Desk::new(options.first, Workers::start(bounds)?);
        Ok(Self { desk })
    }
}
