//! Standard output, through a pager if it is longer than the terminal.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use crate::habits;
use crate::help::hanging;

/// The pager if $PAGER isn't set.
const PAGER: &str = "less";
/// The options of `less` if $LESS isn't set: quit if all fits, show colours, leave the screen as it
/// is.
const LESS: &str = "FRX";

/// Returns the columns and rows of the terminal of standard output; `None` if it isn't a terminal.
pub fn terminal() -> Option<(usize, usize)> {
    /// The size of a terminal that doesn't report it.
    const USUAL: (usize, usize) = (80, 24);
    if !io::stdout().is_terminal() {
        return None;
    }
    Some(match ratatui::crossterm::terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => (usize::from(columns), usize::from(rows)),
        _ => USUAL,
    })
}

/// Returns standard output. On a terminal, output that is longer than the screen goes through
/// `$PAGER`. Otherwise nothing is changed or delayed.
///
/// Delayed output is written when the value is dropped or flushed.
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
    Out {
        to,
        columns: None,
        line: Vec::new(),
    }
}

/// Returns standard output for an answer. If it is prose, long lines break between words on a
/// terminal.
pub fn answer(is_prose: bool) -> Out {
    let mut out = out();
    out.columns = terminal().map(|(columns, _)| columns).filter(|_| is_prose);
    out
}

/// Breaks a line of text between words, so that each part fits into `columns`.
///
/// Further parts are indented to the text that follows the line's label, such as `law` in
/// `  law   P-positions: ...`. A word that is longer than the line isn't broken.
///
/// ```
/// use whowins_command::inside::broken;
///
/// let lines = ["  law   n mod 4 = 0", "        or n = 1"];
/// assert_eq!(broken("  law   n mod 4 = 0 or n = 1", 20), lines);
/// ```
pub fn broken(line: &str, columns: usize) -> Vec<String> {
    if line.chars().count() <= columns {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let margin = line.len() - text.len();
    // A label ends with two blanks.
    let label = text.find("  ").map_or(0, |end| {
        let rest = &text[end..];
        text[..end].chars().count() + rest.len() - rest.trim_start().len()
    });
    let indent = match margin + label < columns / 2 {
        true => margin + label,
        false => margin,
    };
    let head: String = line.chars().take(indent).collect();
    let rest: String = line.chars().skip(indent).collect();
    hanging(&head, &rest, columns)
}

/// Standard output, through a pager if it is long.
pub struct Out {
    to: To,
    /// The width at which lines break; `None` if they stay as they are.
    columns: Option<usize>,
    /// The bytes since the last end of a line, if lines break.
    line: Vec<u8>,
}

enum To {
    Plain,
    /// A terminal on which the output may still fit.
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
    /// Returns true if the text and the prompt need more rows than the terminal has.
    fn is_long(&self) -> bool {
        let text = String::from_utf8_lossy(&self.text);
        let rows = text
            .lines()
            .map(|line| line.chars().count().div_ceil(self.columns).max(1));
        rows.sum::<usize>() >= self.rows
    }

    /// Starts the pager; `None` if that fails.
    fn start(&self) -> Option<Child> {
        let (program, arguments) = self.pager.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none_or(|value: OsString| value.is_empty()) {
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

impl Out {
    /// Writes bytes as they are.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.to {
            To::Plain => io::stdout().lock().write_all(bytes)?,
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
        Ok(())
    }

    /// Writes the lines that are complete, broken at `columns`.
    fn put_lines(&mut self, columns: usize) -> io::Result<()> {
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let mut text = broken(&String::from_utf8_lossy(&line[..end]), columns).join("\n");
            text.push('\n');
            self.put(text.as_bytes())?;
        }
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.columns {
            Some(columns) => {
                self.line.extend_from_slice(bytes);
                self.put_lines(columns)?;
            }
            None => self.put(bytes)?,
        }
        Ok(bytes.len())
    }

    /// Ends the output. If there is a pager, waits until the user quits it.
    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.put(&rest)?;
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
