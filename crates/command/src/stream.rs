//! Positions from standard input, answered in a stream.

use std::io::{BufRead, BufReader, BufWriter, Write};

use crate::failure::Failure;
use crate::watch;

/// Answers positions from standard input, a line each; answers already given stay given when a line is at fault.
pub fn stream(
    mut one: impl FnMut(&str, &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut line = String::new();
    let mut answer = Vec::new();
    for number in 1usize.. {
        line.clear();
        let place = || format!("line {number} of standard input");
        let read = if input.buffer().contains(&b'\n') {
            read_line(&mut input, &mut line)
        } else {
            // Whoever writes the positions may wait for the answers so far.
            watch::unless_interrupted(|| out.flush().map(|()| read_line(&mut input, &mut line)))?
        };
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(reason) => {
                out.flush()?;
                return Err(Failure::Input(format!("{}: {reason}", place())));
            }
        }
        let text = match number {
            1 => line.trim_start_matches('\u{feff}').trim(),
            _ => line.trim(),
        };
        if text.is_empty() {
            continue;
        }
        answer.clear();
        if let Err(failure) = one(text, &mut answer) {
            out.flush()?;
            return Err(match failure {
                Failure::Input(message) => Failure::Input(format!("{}: {message}", place())),
                Failure::Engine(_, error) => Failure::Engine(Some(place()), error),
                other => other,
            });
        }
        out.write_all(&answer)?;
    }
    out.flush()?;
    Ok(())
}

/// The longest line of positions that is read: a board of a million cells, or numbers of a million digits.
const LONGEST: u64 = 16 << 20;

/// Reads a line, bounded; gives its length.
fn read_line(input: &mut impl BufRead, line: &mut String) -> Result<usize, String> {
    let mut bytes = std::mem::take(line).into_bytes();
    let read = std::io::Read::take(&mut *input, LONGEST)
        .read_until(b'\n', &mut bytes)
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if read as u64 == LONGEST {
        return Err(format!(
            "it is longer than {LONGEST} bytes; write one position a line"
        ));
    }
    *line = String::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {} is not UTF-8 text; write one position a line",
            error.utf8_error().valid_up_to() + 1
        )
    })?;
    Ok(read)
}
