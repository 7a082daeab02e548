//! Interaction with the terminal: Ctrl-C ends cleanly, and long work shows its progress.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use whowins_engine::Limits;
use whowins_guard::{Bounds, end_now, rest, watch, work};

/// True while the program waits for input, so that there is nothing to stop cleanly.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Waits for input. Meanwhile Ctrl-C ends the program at once, and the time limit is paused.
pub fn unless_interrupted<T>(wait: impl FnOnce() -> T) -> T {
    let _paused = whowins_guard::pause();
    WAITING.store(true, Ordering::Relaxed);
    let came = wait();
    WAITING.store(false, Ordering::Relaxed);
    came
}

/// Applies the limits to the process. The first Ctrl-C asks the engine to stop, the second ends the
/// program at once. A limit or a Ctrl-C that isn't answered ends it soon after (see
/// [`whowins_guard::watch`]).
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
    // If no handler can be set, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        if WAITING.load(Ordering::Relaxed) || stop.swap(true, Ordering::Relaxed) {
            end_now(130);
        }
    });
}

/// At the first Ctrl-C, calls a function that ends the program within seconds. The second ends it
/// at once.
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

/// Work that the time limit includes. Its progress is shown on standard error if that is a
/// terminal. Dropping it ends the display; printing the answer has no time limit.
pub struct Working {
    bar: ProgressBar,
    over: Arc<AtomicBool>,
}

/// The interval between two updates of the display.
const BLINK: Duration = Duration::from_millis(200);
/// Work that ends within this time displays nothing.
const DELAY: Duration = Duration::from_secs(1);

impl Working {
    /// Starts the display of the engine's progress: the time, and the share of the work that is
    /// done if the engine reports it.
    pub fn on(limits: &Limits) -> Self {
        Self::at("solving", "states", limits)
    }

    /// The same for work with another name and other units.
    pub fn at(name: &str, units: &str, limits: &Limits) -> Self {
        work();
        let over = Arc::new(AtomicBool::new(false));
        if !std::io::stderr().is_terminal() || crate::habits::is_quiet() {
            let bar = ProgressBar::hidden();
            return Self { bar, over };
        }
        let style = |rest: &str| {
            let template = format!("{{spinner}} {name}: {rest}");
            ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
        };
        let timed = style("{elapsed}");
        let measured = style(&format!(
            "{{human_pos}} of {{human_len}} {units}, {{elapsed}}, about {{eta}} left"
        ));
        let bar = ProgressBar::hidden();
        let (shown, ended, progress) =
            (bar.clone(), Arc::clone(&over), Arc::clone(&limits.progress));
        let began = Instant::now();
        // Without the thread, no progress is displayed.
        let _ = std::thread::Builder::new().spawn(move || {
            let mut is_shown = false;
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(BLINK);
                if began.elapsed() < DELAY || ended.load(Ordering::Relaxed) {
                    continue;
                }
                if !is_shown {
                    is_shown = true;
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.set_style(timed.clone());
                }
                let (done, total) = progress.so_far();
                if total > 0 {
                    shown.set_style(measured.clone());
                    shown.set_length(total);
                    shown.set_position(done);
                }
                shown.tick();
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
