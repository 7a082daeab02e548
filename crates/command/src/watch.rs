//! A person at the terminal: Ctrl-C stops cleanly, long work shows that it goes on.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use whowins_engine::Limits;

/// Whether the program only waits for input, so that there is nothing to stop cleanly.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Waits for input; Ctrl-C ends the program at once meanwhile.
pub fn unless_interrupted<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let came = wait();
    WAITING.store(false, Ordering::Relaxed);
    came
}

/// The first Ctrl-C asks the engine to stop, the second ends the program at once.
pub fn stop_at_interrupt(limits: &Limits) {
    let stop = Arc::clone(&limits.stop);
    // Where no handler can be set, Ctrl-C ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        if WAITING.load(Ordering::Relaxed) || stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// The first Ctrl-C has something done, the second ends the program at once.
pub fn at_interrupt(then: impl Fn() + Send + 'static) {
    let again = AtomicBool::new(false);
    let _ = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        then();
    });
}

/// Shows on standard error, where it is a terminal, how far the work has come; gone when dropped.
pub struct Working {
    bar: ProgressBar,
    over: Arc<AtomicBool>,
}

/// Between two looks at the engine's count.
const BLINK: Duration = Duration::from_millis(200);

impl Working {
    /// Starts to show the engine's progress; work that is done at once shows nothing.
    pub fn on(limits: &Limits) -> Self {
        Self::at("solving", "states", limits)
    }

    /// The same for work of another name, counted in other units.
    pub fn at(work: &str, units: &str, limits: &Limits) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        if !std::io::stderr().is_terminal() {
            let bar = ProgressBar::hidden();
            return Self { bar, over };
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{spinner}} {work}: {{human_pos}} of {{human_len}} {units}, {{elapsed}}, some {{eta}} left"
        )) {
            bar.set_style(style);
        }
        let (shown, ended, progress) =
            (bar.clone(), Arc::clone(&over), Arc::clone(&limits.progress));
        std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(BLINK);
                let (done, total) = progress.so_far();
                if total > 0 && !ended.load(Ordering::Relaxed) {
                    shown.set_length(total);
                    shown.set_position(done);
                }
            }
        });
        Self { bar, over }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }
}
