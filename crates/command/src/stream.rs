//! Positions from standard input, answered in a stream.

use std::io::{self, Read, Write};

use serde_json::json;
use whowins_engine::{EngineError, Limits};

use crate::failure::Failure;
use crate::watch;

/// Bytes read or written at once.
const BLOCK: usize = 1 << 16;
/// The longest line of positions: a board of a million cells, or numbers of a million digits.
const LONGEST: usize = 16 << 20;

/// Answers the lines of a stream.
pub trait Answers {
    /// Appends the answer of a line, with its line end, if it is known at once. Returns false
    /// otherwise.
    fn at_once(&mut self, _text: &[u8], _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Appends the answer of any line.
    ///
    /// # Errors
    ///
    /// Fails if the line is invalid or a limit is reached.
    fn answer(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Failure>;

    /// Announces the lines that follow one that isn't known at once. Called once for all lines of
    /// one read.
    fn expect(&mut self, _lines: &[u8]) {}

    /// Returns true if answers are JSON objects.
    fn json(&self) -> bool;
}

/// Answers positions from standard input, one per line. A line without an answer is reported in its
/// place, and the stream continues. Only the time limit, an interrupt and an output error end the
/// stream.
///
/// # Errors
///
/// Returns the failure of the first line without an answer. Earlier answers have been printed.
pub fn stream(answers: &mut impl Answers, limits: &Limits) -> Result<(), Failure> {
    let mut stream = Stream {
        answers,
        out: Vec::with_capacity(2 * BLOCK),
        line: Vec::new(),
        number: 0,
        failed: None,
        failures: 0,
    };
    let ended = stream.all(limits);
    let written = stream.write();
    ended?;
    written?;
    stream.verdict()
}

struct Stream<'a, A> {
    answers: &'a mut A,
    out: Vec<u8>,
    /// The answer in progress.
    line: Vec<u8>,
    number: usize,
    /// The most serious failure so far that didn't end the stream.
    failed: Option<Failure>,
    failures: usize,
}

impl<A: Answers> Stream<'_, A> {
    fn all(&mut self, limits: &Limits) -> Result<(), Failure> {
        let mut input = io::stdin().lock();
        let mut buffer = vec![0; BLOCK];
        // The input is buffer[..end]; no line ends before `searched`.
        let (mut end, mut searched) = (0, 0);
        let mut too_long = false;
        loop {
            let mut from = 0;
            let mut expected = false;
            while let Some(length) = memchr::memchr(b'\n', &buffer[searched.max(from)..end]) {
                let to = searched.max(from) + length;
                if std::mem::take(&mut too_long) {
                    self.number += 1;
                    let message =
                        format!("it is longer than {LONGEST} bytes; write one position a line");
                    self.fault("", Failure::Input(message))?;
                } else {
                    let later = (!expected).then_some(&buffer[to..end]);
                    expected |= !self.one(&buffer[from..to], later)?;
                }
                from = to + 1;
            }
            buffer.copy_within(from..end, 0);
            end -= from;
            searched = end;
            // The program that writes the positions may wait for the answers so far.
            self.write()?;
            limits.check()?;
            if end > LONGEST || too_long {
                too_long = true;
                (end, searched) = (0, 0);
            }
            if end == buffer.len() {
                buffer.resize(2 * end, 0);
            }
            let read = watch::unless_interrupted(|| input.read(&mut buffer[end..]));
            match read {
                Ok(0) => break,
                Ok(read) => end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(Failure::Input(format!(
                        "line {} of standard input: it cannot be read: {error}",
                        self.number + 1
                    )));
                }
            }
        }
        match end {
            0 => Ok(()),
            _ => self.one(&buffer[..end], None).map(|_| ()),
        }
    }

    /// Answers one line. Returns true if it was known at once. Otherwise `later` are the lines to
    /// announce.
    fn one(&mut self, line: &[u8], later: Option<&[u8]>) -> Result<bool, Failure> {
        self.number += 1;
        let line = match self.number {
            1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line),
            _ => line,
        };
        let text = line.trim_ascii();
        if text.is_empty() {
            return Ok(true);
        }
        if self.out.len() >= BLOCK {
            self.write()?;
        }
        if self.answers.at_once(text, &mut self.out) {
            return Ok(true);
        }
        if let Some(later) = later {
            self.answers.expect(later);
        }
        let text = match std::str::from_utf8(text) {
            Ok(text) => text.trim(),
            Err(error) => {
                let message = format!(
                    "byte {} is not UTF-8 text; write one position a line",
                    error.valid_up_to() + 1
                );
                let failure = Failure::Input(message);
                self.fault(&String::from_utf8_lossy(text), failure)?;
                return Ok(false);
            }
        };
        let mut answer = std::mem::take(&mut self.line);
        answer.clear();
        let done = self.answers.answer(text, &mut answer);
        if done.is_ok() {
            self.out.extend_from_slice(&answer);
        }
        self.line = answer;
        match done {
            Ok(()) => Ok(false),
            Err(failure) => self.fault(text, failure).map(|()| false),
        }
    }

    /// Reports a failure in the place of its line, or returns it if it ends the stream.
    fn fault(&mut self, text: &str, failure: Failure) -> Result<(), Failure> {
        let place = format!("line {} of standard input", self.number);
        let failure = match failure {
            Failure::Input(message) => {
                self.row(text, &message)?;
                Failure::Input(format!("{place}: {message}"))
            }
            Failure::Engine(_, error) => {
                if matches!(error, EngineError::Time | EngineError::Stopped) {
                    return Err(Failure::Engine(Some(place), error));
                }
                self.row(text, &error.to_string())?;
                Failure::Engine(Some(place), error)
            }
            other => return Err(other),
        };
        self.failures += 1;
        // An invalid input is reported before a limit.
        let graver = |failed: &Failure| failed.code() != 2 && failure.code() == 2;
        if self.failed.as_ref().is_none_or(graver) {
            self.failed = Some(failure);
        }
        Ok(())
    }

    /// Appends the row of a line without an answer.
    fn row(&mut self, text: &str, message: &str) -> Result<(), Failure> {
        match self.answers.json() {
            true => {
                let object = json!({"line": self.number, "position": text, "error": message});
                writeln!(self.out, "{object}")?;
            }
            false => {
                let message: Vec<&str> = message.lines().map(str::trim).collect();
                writeln!(self.out, "{text}\terror\t{}", message.join(" "))?;
            }
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if !self.out.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(&self.out)?;
            out.flush()?;
            self.out.clear();
        }
        Ok(())
    }

    /// Returns the result of the stream.
    fn verdict(self) -> Result<(), Failure> {
        let more = match self.failures {
            0 | 1 => String::new(),
            2 => " (1 more line has no answer)".to_string(),
            all => format!(" ({} more lines have no answer)", all - 1),
        };
        match self.failed {
            None => Ok(()),
            Some(Failure::Input(message)) => Err(Failure::Input(match message.split_once("; ") {
                Some((found, fix)) => format!("{found}{more}; {fix}"),
                None => message + &more,
            })),
            Some(Failure::Engine(place, error)) => {
                Err(Failure::Engine(place.map(|place| place + &more), error))
            }
            Some(other) => Err(other),
        }
    }
}
