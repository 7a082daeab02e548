//! A byte a second between process 0 and each other one: a process that is stopped, or a cable that
//! is cut, says nothing, and closes no socket.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// Between two beats.
const BEAT: Duration = Duration::from_secs(1);

/// The pulse of a process; it stops when this is dropped.
pub struct Pulse {
    over: Arc<AtomicBool>,
}

impl Pulse {
    /// Begins to beat and to listen; calls `lost` with the number of a process that was silent for
    /// so long. A socket that is closed is noticed by who carries the letters.
    pub fn start(
        pulses: Vec<(usize, TcpStream)>,
        silence: Duration,
        lost: impl Fn(usize) + Clone + Send + 'static,
    ) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        for (number, mut socket) in pulses {
            if let Ok(mut out) = socket.try_clone() {
                let over = Arc::clone(&over);
                let beat = BEAT.min(silence / 3);
                spawn(move || {
                    while !over.load(Relaxed) && out.write_all(&[1]).is_ok() {
                        sleep(beat);
                    }
                });
            }
            let (over, lost) = (Arc::clone(&over), lost.clone());
            spawn(move || {
                let _ = socket.set_read_timeout(Some(silence));
                let mut bytes = [0; 64];
                loop {
                    match socket.read(&mut bytes) {
                        Ok(0) => return,
                        Ok(_) => {}
                        Err(_) if over.load(Relaxed) => return,
                        Err(error) => match error.kind() {
                            ErrorKind::Interrupted => {}
                            ErrorKind::WouldBlock | ErrorKind::TimedOut => return lost(number),
                            _ => return,
                        },
                    }
                }
            });
        }
        Self { over }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
    }
}
