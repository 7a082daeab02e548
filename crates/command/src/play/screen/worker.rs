//! The thread on which the referee thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use whowins_analysis::Position;
use whowins_engine::EngineError;

use super::view::View;
use crate::failure::Failure;
use crate::play::session::Session;

/// An order of the screen for the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Send the current state.
    Look,
    /// Play the move to this position.
    Go(Position),
    /// Block these options.
    Block(Vec<Position>),
    /// Enter a typed line.
    Enter(String),
    /// Show the result of each move, or stop showing it.
    Verdicts,
    /// Let the computer take its turn.
    Computer,
    /// Give a hint.
    Hint,
    /// Take back the last move.
    Undo,
    /// Give up.
    Resign,
}

/// News of the match for the screen.
pub enum News {
    /// The current state.
    View(Box<View>),
    /// A message.
    Message(String),
}

/// A handle of the thread.
pub struct Worker {
    orders: Sender<Order>,
    news: Receiver<News>,
}

impl Worker {
    /// Starts the thread. `stop` ends its thinking, but not the thread.
    ///
    /// # Errors
    ///
    /// [`EngineError::Threads`] if the system starts no thread.
    pub fn start(mut session: Session, stop: Arc<AtomicBool>) -> Result<Self, Failure> {
        let (orders, inbox) = channel();
        let (outbox, news) = channel();
        let started = std::thread::Builder::new().spawn(move || {
            let mut log = Vec::new();
            while let Ok(order) = inbox.recv() {
                stop.store(false, Ordering::Relaxed);
                if outbox.send(obey(&mut session, &mut log, order)).is_err() {
                    return;
                }
            }
        });
        started.map_err(|_| EngineError::Threads)?;
        Ok(Self { orders, news })
    }

    /// Sends an order. Returns true: the worker is busy from now on.
    pub fn order(&self, order: Order) -> bool {
        // If the thread has ended, the next check for news reports it.
        let _ = self.orders.send(order);
        true
    }

    /// Returns the news since the last check.
    pub fn news(&self) -> Result<Option<News>, Failure> {
        match self.news.try_recv() {
            Ok(news) => Ok(Some(news)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Failure::False(
                "the match stopped because of an internal error; please report it".into(),
            )),
        }
    }
}

/// Executes an order and returns the result.
pub fn obey(session: &mut Session, log: &mut Vec<String>, order: Order) -> News {
    let result = match order {
        Order::Look => Ok(None),
        Order::Verdicts => {
            session.set_verdicts(!session.verdicts());
            Ok(None)
        }
        Order::Go(to) => session.go(&to).map(Some),
        Order::Block(positions) => session.block(positions).map(Some),
        Order::Enter(text) => session.enter(&text).map(Some),
        Order::Computer => session.computer().map(Some),
        Order::Hint => return News::Message(session.hint().unwrap_or_else(|why| why)),
        Order::Undo => session.undo().map(|()| {
            log.clear();
            None
        }),
        Order::Resign => session.resign().map(|()| None),
    };
    match result {
        Ok(line) => {
            log.extend(line.map(|line| line.text));
            News::View(Box::new(View::of(session, log)))
        }
        Err(why) => News::Message(why),
    }
}
