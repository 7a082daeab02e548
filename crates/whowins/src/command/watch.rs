//! A person at the terminal: Ctrl-C stops cleanly, long work shows that it goes on.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use whowins_engine::Limits;

/// The first Ctrl-C asks the engine to stop, the second ends the program at once.
pub fn stop_at_interrupt(limits: &Limits) {
    let stop = Arc::clone(&limits.stop);
    // Where no handler can be set, Ctrl-C ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Shows on standard error, where it is a terminal, that work goes on; gone when dropped.
pub struct Working(ProgressBar);

impl Working {
    /// Starts to show `what`; work that is done at once shows nothing.
    pub fn on(what: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
