//! The thread on which the referee thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use whowins_analysis::Position;
use whowins_engine::EngineError;

use super::view::View;
use crate::failure::Failure;
use crate::play::session::Session;

/// What the screen asks of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// How it stands.
    Look,
    /// Play the move to this position.
    Go(Position),
    /// Block these options.
    Block(Vec<Position>),
    /// Do what was typed.
    Enter(String),
    /// Say of each move what it brings, or no longer.
    Verdicts,
    /// Let the computer do what the match waits for.
    Computer,
    /// Say what is best, and why.
    Hint,
    /// Take back the last move.
    Undo,
    /// Give up.
    Resign,
}

/// What the match tells the screen.
pub enum News {
    /// How it stands.
    View(Box<View>),
    /// Something to read.
    Message(String),
}

/// The thread, as the screen sees it.
pub struct Worker {
    orders: Sender<Order>,
    news: Receiver<News>,
}

impl Worker {
    /// Starts it; `stop` ends its thinking, not the thread.
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

    /// Gives an order; true, as the worker is busy from now on.
    pub fn order(&self, order: Order) -> bool {
        // Where the thread is gone, the next look at its news says so.
        let _ = self.orders.send(order);
        true
    }

    /// What has come since the last look.
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

/// Carries out an order, and tells what came of it.
pub fn obey(session: &mut Session, log: &mut Vec<String>, order: Order) -> News {
    let told = match order {
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
    match told {
        Ok(told) => {
            log.extend(told.map(|told| told.text));
            News::View(Box::new(View::of(session, log)))
        }
        Err(why) => News::Message(why),
    }
}
