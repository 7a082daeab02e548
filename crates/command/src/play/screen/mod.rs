//! The match on the full screen.
//!
//! The referee thinks on a separate thread ([`worker`]), so keys are answered at once. The screen
//! shows a [`view::View`], a copy of the match. [`App`] has the state of the screen alone: the
//! chosen move, the typed line, the last message.

pub(crate) mod app;
mod board;
pub(crate) mod draw;
mod goban;
mod view;
pub(crate) mod worker;

use std::io::Write;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use whowins_engine::Limits;
use whowins_guard::Bounds;

use self::app::{App, Asked};
use self::worker::{News, Order, Worker};
use super::session::Session;
use crate::failure::Failure;

/// The interval between two checks for news from the worker.
const BLINK: Duration = Duration::from_millis(30);

/// The pause between two moves of a computer that plays against itself.
const PACE: Duration = Duration::from_millis(500);

/// Applies the limits to the process. The flag is set by a signal to end.
pub fn hold(limits: &Limits) -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&ended);
    let _ = ctrlc::set_handler(move || {
        if end.swap(true, Ordering::Relaxed) {
            whowins_guard::end_now(130);
        }
    });
    whowins_guard::watch(Bounds {
        memory: Some(limits.budget.memory),
        stop: Some(Arc::clone(&ended)),
        ..Bounds::default()
    });
    ended
}

/// Plays the match until the user leaves it or a signal ends it.
pub fn run(session: Session, limits: &Limits, ended: &AtomicBool) -> Result<(), Failure> {
    // Ctrl-C arrives as a key. Other signals and panics on any thread must restore the terminal.
    whowins_guard::at_the_end(restore);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        restore();
        before(panic);
    }));
    let mut terminal = ratatui::try_init()?;
    let left = play(&mut terminal, session, &limits.budget.flag(), ended);
    restore();
    let app = left?;
    if let Some(verdict) = app.verdict() {
        writeln!(std::io::stdout(), "{verdict}")?;
    }
    Ok(())
}

/// Restores the terminal.
fn restore() {
    ratatui::restore();
    let _ = execute!(std::io::stdout(), Show);
}

fn play(
    terminal: &mut DefaultTerminal,
    session: Session,
    stop: &Arc<AtomicBool>,
    ended: &AtomicBool,
) -> Result<App, Failure> {
    let mut app = App::default();
    let worker = Worker::start(session, Arc::clone(stop))?;
    let mut busy = worker.order(Order::Look);
    let mut since = Instant::now();
    let mut stale = true;
    loop {
        if ended.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
            return Err(Failure::Budget("stopped before the match was over".into()));
        }
        while let Some(news) = worker.news()? {
            busy = false;
            match news {
                News::View(view) => app.take(*view),
                News::Message(message) => app.say(message),
            }
            stale = true;
        }
        let waits = app.waits_for_computer();
        if waits && !busy && (!app.is_watched() || since.elapsed() >= PACE) {
            busy = worker.order(Order::Computer);
            since = Instant::now();
        }
        stale |= app.is_busy(busy, since.elapsed());
        if stale {
            terminal.draw(|frame| draw::draw(&app, frame))?;
            stale = false;
        }
        if !event::poll(BLINK)? {
            continue;
        }
        stale = true;
        let Event::Key(key) = event::read()? else {
            continue;
        };
        match app.key(key) {
            Asked::Nothing => {}
            Asked::Leave => {
                stop.store(true, Ordering::Relaxed);
                return Ok(app);
            }
            Asked::Stop => stop.store(true, Ordering::Relaxed),
            Asked::Order(order) if !busy => {
                busy = worker.order(order);
                since = Instant::now();
            }
            Asked::Order(_) => {}
        }
    }
}
