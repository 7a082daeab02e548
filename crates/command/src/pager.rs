//! Standard output of a person: what is longer than the terminal goes through a pager.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use crate::habits;

/// Without $PAGER.
const PAGER: &str = "less";
/// What `less` is told where the person tells it nothing: to end where all fits, to show colours, to leave the screen as it is.
const LESS: &str = "FRX";

/// Columns and rows of the terminal that standard output goes to; `None` where it goes to none.
pub fn terminal() -> Option<(usize, usize)> {
    /// A terminal that does not tell has so many.
    const USUAL: (usize, usize) = (80, 24);
    if !io::stdout().is_terminal() {
        return None;
    }
    Some(match ratatui::crossterm::terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (usize::from(columns), usize::from(rows)),
        _ => USUAL,
    })
}

/// Standard output. On a terminal, what is longer than it goes through `$PAGER`; elsewhere nothing is changed or held back.
///
/// What is held back is written when this is dropped or flushed.
pub fn out() -> Out {
    let command = std::env::var("PAGER").unwrap_or_else(|_| PAGER.into());
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    let to = match (terminal(), words.is_empty() || words == ["cat"]) {
        (Some((columns, rows)), false) if habits::is_paged() => To::Held(Held {
            text: Vec::new(),
            columns,
            rows,
            pager: words,
        }),
        _ => To::Plain,
    };
    Out { to }
}

/// Standard output, through a pager where it is long.
pub struct Out {
    to: To,
}

enum To {
    Plain,
    /// A terminal that may yet hold all of it.
    Held(Held),
    Paged(Child),
}

struct Held {
    text: Vec<u8>,
    columns: usize,
    rows: usize,
    pager: Vec<String>,
}

impl Held {
    /// Whether the text takes more rows than the terminal has, the prompt's among them.
    fn is_long(&self) -> bool {
        let text = String::from_utf8_lossy(&self.text);
        let rows = text
            .lines()
            .map(|line| line.chars().count().div_ceil(self.columns).max(1));
        rows.sum::<usize>() >= self.rows
    }

    /// The pager with the text in it; `None` where it cannot be started.
    fn start(&self) -> Option<Child> {
        let (program, arguments) = self.pager.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none_or(|told: OsString| told.is_empty()) {
            command.env("LESS", LESS);
        }
        command.spawn().ok()
    }
}

impl Out {
    fn into(child: &mut Child, bytes: &[u8]) -> io::Result<()> {
        match &mut child.stdin {
            Some(stdin) => stdin.write_all(bytes),
            None => Ok(()),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Plain => return io::stdout().lock().write(bytes),
            To::Paged(child) => Self::into(child, bytes)?,
            To::Held(held) => {
                held.text.extend_from_slice(bytes);
                if held.is_long() {
                    let text = std::mem::take(&mut held.text);
                    match held.start() {
                        Some(mut child) => {
                            let written = Self::into(&mut child, &text);
                            self.to = To::Paged(child);
                            written?;
                        }
                        None => {
                            self.to = To::Plain;
                            io::stdout().lock().write_all(&text)?;
                        }
                    }
                }
            }
        }
        Ok(bytes.len())
    }

    /// Ends what is written: a pager is waited for, until the person leaves it.
    fn flush(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.to, To::Plain) {
            To::Plain => {}
            To::Held(held) => io::stdout().lock().write_all(&held.text)?,
            To::Paged(mut child) => {
                drop(child.stdin.take());
                let _paused = whowins_guard::pause();
                child.wait()?;
            }
        }
        io::stdout().lock().flush()
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}
