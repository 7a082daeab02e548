//! A person at the terminal: Ctrl-C stops cleanly, long work shows that it goes on.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use whowins_engine::Limits;
use whowins_guard::{Bounds, end_now, rest, watch, work};

/// Whether the program only waits for input, so that there is nothing to stop cleanly.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Waits for input; Ctrl-C ends the program at once meanwhile, and the time stands.
pub fn unless_interrupted<T>(wait: impl FnOnce() -> T) -> T {
    let _paused = whowins_guard::pause();
    WAITING.store(true, Ordering::Relaxed);
    let came = wait();
    WAITING.store(false, Ordering::Relaxed);
    came
}

/// Holds the process to the limits: the first Ctrl-C asks the engine to stop, the second ends the program at once; a limit or a
/// Ctrl-C that nobody answers ends it soon after (see [`whowins_guard::watch`]).
pub fn hold(limits: &Limits) {
    stop_at_interrupt(limits);
    watch(Bounds {
        memory: Some(limits.budget.memory),
        deadline: limits.budget.deadline,
        stop: Some(limits.budget.flag()),
        farewell: None,
    });
}

fn stop_at_interrupt(limits: &Limits) {
    let stop = limits.budget.flag();
    // Where no handler can be set, Ctrl-C ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        if WAITING.load(Ordering::Relaxed) || stop.swap(true, Ordering::Relaxed) {
            end_now(130);
        }
    });
}

/// The first Ctrl-C has something done that ends the program within some seconds, the second ends it at once.
pub fn at_interrupt(memory: u64, then: impl Fn() + Send + 'static) {
    let asked = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&asked);
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            end_now(130);
        }
        then();
    });
    watch(Bounds {
        memory: Some(memory),
        deadline: None,
        stop: Some(stop),
        farewell: Some(Duration::from_secs(4)),
    });
}

/// Work that the time limit bounds: shows on standard error, where it is a terminal, how far it has come. Gone when dropped: the
/// answer may take the time that it takes to be read.
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
    pub fn at(name: &str, units: &str, limits: &Limits) -> Self {
        work();
        let over = Arc::new(AtomicBool::new(false));
        if !std::io::stderr().is_terminal() || crate::habits::is_quiet() {
            let bar = ProgressBar::hidden();
            return Self { bar, over };
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{spinner}} {name}: {{human_pos}} of {{human_len}} {units}, {{elapsed}}, about {{eta}} left"
        )) {
            bar.set_style(style);
        }
        let (shown, ended, progress) =
            (bar.clone(), Arc::clone(&over), Arc::clone(&limits.progress));
        // Without the thread, no progress is shown.
        let _ = std::thread::Builder::new().spawn(move || {
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
        rest();
        self.over.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }
}
