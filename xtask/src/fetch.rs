//! Installs what the steps need, one thing after another, on a thread beside them: the first steps
//! need little, and compile meanwhile.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::need::Need;
use crate::step::Step;

/// What became of the needs so far.
#[derive(Default)]
struct Seen {
    /// By the need's name.
    ended: Vec<(&'static str, Result<(), String>)>,
    /// Whether nothing more is to be installed.
    over: bool,
}

/// The needs of a run, at work; dropped, it begins no further installation.
pub struct Fetch {
    seen: Arc<(Mutex<Seen>, Condvar)>,
}

impl Fetch {
    /// Begins with the needs of these steps, in their order.
    pub fn start(steps: &[Step]) -> Self {
        let mut needs: Vec<Need> = Vec::new();
        for need in steps.iter().flat_map(|step| step.needs) {
            if !needs.iter().any(|other| other.name == need.name) {
                needs.push(*need);
            }
        }
        let seen = Arc::new((Mutex::new(Seen::default()), Condvar::new()));
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            for need in needs {
                if locked(&shared.0).over {
                    break;
                }
                let outcome = need.ensure().map_err(|failure| match failure {
                    Failure::Usage(why) | Failure::Failed(why) => why,
                    Failure::Told => format!("{} is missing", need.name),
                });
                locked(&shared.0).ended.push((need.name, outcome));
                shared.1.notify_all();
            }
        });
        Self { seen }
    }

    /// Who waits for a step's needs, on any thread.
    pub fn of(&self, step: &Step) -> Awaited {
        Awaited {
            seen: Arc::clone(&self.seen),
            needs: step.needs,
        }
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        locked(&self.seen.0).over = true;
    }
}

/// The needs of one step.
pub struct Awaited {
    seen: Arc<(Mutex<Seen>, Condvar)>,
    needs: &'static [Need],
}

impl Awaited {
    /// Waits until they are there; the error says why one is not.
    pub fn wait(&self) -> Result<(), String> {
        for need in self.needs {
            let ended = |seen: &Seen| {
                let mut all = seen.ended.iter();
                all.find_map(|(name, outcome)| (*name == need.name).then(|| outcome.clone()))
            };
            let mut seen = locked(&self.seen.0);
            let outcome = loop {
                match ended(&seen) {
                    Some(outcome) => break outcome,
                    None if seen.over => break Err(format!("{} was not looked for", need.name)),
                    None => {
                        let woken = self.seen.1.wait(seen);
                        seen = woken.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            outcome?;
        }
        Ok(())
    }
}

fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
