//! A lost process ends all others: with one sentence each, and exit code 3.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

use crate::wire::DAMAGED;

/// What is added to each sentence.
pub const AGAIN: &str =
    "run the same command to resume from the last complete epoch, with any number of processes";

/// Only the first who speaks is heard.
static SAID: AtomicBool = AtomicBool::new(false);

/// Says the sentence, and ends the process; whoever comes later waits for that.
pub fn end_with(sentence: &str) -> ! {
    if SAID.swap(true, SeqCst) {
        loop {
            sleep(Duration::from_secs(1));
        }
    }
    let message = format!("{sentence}; {AGAIN}");
    let _ = writeln!(std::io::stderr(), "{}", whowins_guard::Report(&message));
    whowins_guard::end_now(3)
}

/// Has a panic of the threads that carry letters end the process: the dataflow has no other way to
/// say that a peer is gone. It names its threads after the peer that they serve. Other panics are
/// said as ever, and end the process as well.
pub fn end_in_order(me: usize) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied());
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        let peer = name
            .strip_prefix("timely:recv-")
            .or(name.strip_prefix("timely:send-"));
        let error = text.filter(|text| text.starts_with("timely communication error:"));
        if let (Some(peer), Some(error)) = (peer, error) {
            let why = match error.ends_with(DAMAGED) {
                true => format!("a message from process {peer} is refused: {DAMAGED}"),
                false => format!("process {peer} was lost"),
            };
            end_with(&format!("process {me}: {why}"));
        }
        if SAID.load(SeqCst) {
            // What falls after the first: the process is on its way out.
            loop {
                sleep(Duration::from_secs(1));
            }
        }
        before(info);
        end_with(&format!("process {me} failed"));
    }));
}
