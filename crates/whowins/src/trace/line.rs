//! Line-by-line output.

use std::fmt;
use std::io::{self, Write};

/// Passes each line to the writer in one call, so that an unbuffered writer is called once per
/// line.
pub(super) struct Lines<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            buffer: Vec::new(),
        }
    }

    pub(super) fn put(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.write_fmt(line)?;
        self.buffer.push(b'\n');
        self.out.write_all(&self.buffer)
    }
}
