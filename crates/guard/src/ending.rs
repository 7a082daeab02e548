//! The one way out: what was half written goes, one sentence is said, the process ends.

use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Report, system, writer};

/// Whether the process is on its way out: the allocator lets everything through then.
static ENDING: AtomicBool = AtomicBool::new(false);
/// What is done last, such as to leave the terminal as it was.
static LAST: OnceLock<fn()> = OnceLock::new();
/// What is added to the sentence, such as where the finished part of the work lies.
static NOTE: OnceLock<String> = OnceLock::new();

/// Has this done before the process ends, once; only the first is kept.
pub fn at_the_end(last: fn()) {
    let _ = LAST.set(last);
}

/// Adds this to the sentence with which the process ends; only the first is kept.
pub fn note(text: String) {
    let _ = NOTE.set(text);
}

/// Ends the process without a word, with this exit code: files that were being written are removed.
pub fn end_now(code: u8) -> ! {
    end(code, None)
}

/// What is said of a stop that was asked for, in the words of work that stops by itself.
pub(crate) fn stopped() -> &'static str {
    match NOTE.get() {
        Some(_) => "stopped",
        None => "stopped before the answer was found",
    }
}

/// Whether the process is on its way out.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Ends the process because a limit was met. It allocates nothing that it needs.
pub(crate) fn end_by_limit(why: fmt::Arguments<'_>) -> ! {
    end(3, Some(why))
}

fn end(code: u8, why: Option<fmt::Arguments<'_>>) -> ! {
    if ENDING.swap(true, Ordering::SeqCst) {
        // Another thread is at it already.
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    writer::remove_unfinished();
    if let Some(last) = LAST.get() {
        let _ = catch_unwind(AssertUnwindSafe(last));
    }
    if let Some(why) = why {
        let mut message = Sentence::default();
        let _ = write!(message, "{why}");
        if let Some(note) = NOTE.get() {
            let _ = write!(message, "; {note}");
        }
        let mut sentence = Sentence::default();
        // A spinner may stand in this line.
        let start = if system::is_terminal() {
            "\r\x1b[K"
        } else {
            ""
        };
        let _ = write!(sentence, "{start}{}", Report(message.text()));
        sentence.length = sentence.length.min(sentence.bytes.len() - 1);
        let _ = sentence.write_char('\n');
        system::say(sentence.said());
    }
    system::exit(code)
}

/// Text in a fixed place; what does not fit is cut off.
pub struct Sentence {
    bytes: [u8; 1024],
    length: usize,
}

impl Default for Sentence {
    fn default() -> Self {
        Self {
            bytes: [0; 1024],
            length: 0,
        }
    }
}

impl Sentence {
    /// What was written, as far as there was room.
    pub fn said(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Sentence {
    /// Returns what was written as text, without a character that was cut.
    fn text(&self) -> &str {
        match std::str::from_utf8(self.said()) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&self.said()[..error.valid_up_to()]).unwrap_or(""),
        }
    }
}

impl fmt::Write for Sentence {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.length..];
        let fits = text.len().min(room.len());
        room[..fits].copy_from_slice(&text.as_bytes()[..fits]);
        self.length += fits;
        Ok(())
    }
}

/// A number of bytes as a person says it.
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut unit, mut whole, mut tenth) = (0, self.0, 0);
        while whole >= 1024 && unit + 1 < units.len() {
            tenth = whole % 1024 * 10 / 1024;
            whole /= 1024;
            unit += 1;
        }
        match unit {
            0 => write!(f, "{whole} {}", units[0]),
            unit => write!(f, "{whole}.{tenth} {}", units[unit]),
        }
    }
}
