//! Reads an atlas chunk by chunk.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::{LONGEST, Layout, compressed, crc32, title};
use crate::{AtlasError, Kind};

/// A chunk whose lines are all there.
pub(crate) struct Chunk {
    /// Its number, from 0 on.
    pub number: u64,
    /// The line of its first row.
    pub line: u64,
    /// Its rows.
    pub text: String,
    /// Whether it has the checksum that the file says.
    pub sound: bool,
}

/// What comes next in a file.
pub(crate) enum Next {
    Chunk(Chunk),
    /// All chunks are read, and nothing follows.
    Finished,
    /// The file ends in this line, before its last chunk; `clean` where it ends after a chunk.
    Cut {
        line: u64,
        clean: bool,
    },
}

/// A file that is being read.
pub(crate) struct Reader {
    name: String,
    input: BufReader<Frames>,
    /// The next line's number.
    line: u64,
    /// Where the next line starts in the text, before compression.
    offset: u64,
    /// Where the last chunk ended, or the heading.
    whole: u64,
    next: u64,
}

impl Reader {
    /// Opens the file.
    pub(crate) fn open(path: &Path) -> Result<Self, AtlasError> {
        let file = File::open(path).map_err(|error| AtlasError::cannot_read(path, &error))?;
        Ok(Self::of(path, file))
    }

    pub(super) fn of(path: &Path, file: File) -> Self {
        Self {
            name: path.display().to_string(),
            input: BufReader::new(Frames::new(file, compressed(path))),
            line: 1,
            offset: 0,
            whole: 0,
            next: 0,
        }
    }

    /// Reads the three lines of the heading; the text, which may be cut short, and whether it is.
    pub(crate) fn heading(&mut self) -> Result<(String, bool), AtlasError> {
        let mut text = String::new();
        for _ in 0..3 {
            if !self.line_into(&mut text)? {
                return Ok((text, true));
            }
        }
        self.whole = self.offset;
        Ok((text, false))
    }

    /// The kind of survey that the heading names.
    pub(crate) fn kind(&self, heading: &str) -> Result<Kind, AtlasError> {
        let first = heading.lines().next().unwrap_or_default();
        let words = first.strip_prefix(&title("atlas")).ok_or_else(|| {
            AtlasError::Input(format!(
                "{}: line 1: this isn't an atlas of this version; its first line would start with `{}`",
                self.name,
                title("atlas").trim_end()
            ))
        })?;
        words
            .parse()
            .map_err(|why| AtlasError::Input(format!("{}: line 1: {why}", self.name)))
    }

    /// The next chunk.
    ///
    /// # Errors
    ///
    /// Where lines are too many or too few, or a chunk's last line is not as it must be: the line.
    pub(crate) fn next(&mut self, layout: &Layout) -> Result<Next, AtlasError> {
        let mut text = String::new();
        let line = self.line;
        if self.next == layout.chunks() {
            return match self.line_into(&mut text)? || !text.is_empty() {
                true => Err(self.fault(line, "something follows the last chunk; remove it")),
                false => Ok(Next::Finished),
            };
        }
        for _ in 0..layout.rows_of(self.next) {
            let start = text.len();
            let whole = self.line_into(&mut text)?;
            if text[start..].starts_with('#') {
                return Err(self.fault(
                    self.line - u64::from(whole),
                    "a row is expected here; rows are missing, or a line was changed",
                ));
            }
            if !whole {
                let clean = text.is_empty() && !self.input.get_ref().cut;
                return Ok(Next::Cut {
                    line: self.line,
                    clean,
                });
            }
        }
        let mut ending = String::new();
        let at = self.line;
        if !self.line_into(&mut ending)? {
            return Ok(Next::Cut {
                line: at,
                clean: false,
            });
        }
        let number = self.next;
        let start = format!("# chunk {} of {}: crc32 ", number + 1, layout.chunks());
        let line_of_sum = ending.strip_suffix('\n').unwrap_or(&ending);
        let sum = line_of_sum.strip_prefix(&start);
        let Some(sum) = sum.filter(|sum| sum.len() == 8) else {
            return Err(self.fault(
                at,
                &format!("the line is expected here that ends chunk {}, `{start}...`; rows were added, or a line was changed", number + 1),
            ));
        };
        // As it is written, letter by letter: what is read in another way is no longer the same
        // file.
        let sound = sum == format!("{:08x}", crc32(layout.seed, text.as_bytes()));
        self.next += 1;
        self.whole = self.offset;
        Ok(Next::Chunk(Chunk {
            number,
            line,
            text,
            sound,
        }))
    }

    /// What is wrong in a line.
    pub(crate) fn fault(&self, line: u64, why: &str) -> AtlasError {
        AtlasError::False(format!("{}: line {line}: {why}", self.name))
    }

    /// How many bytes of the file hold the heading and the whole chunks that were read; `None`
    /// where the file was compressed in other frames than these.
    pub(super) fn whole_bytes(&self) -> Option<u64> {
        self.input.get_ref().bytes_of(self.whole)
    }

    /// Reads a line with its end; false where the file ends before that.
    fn line_into(&mut self, text: &mut String) -> Result<bool, AtlasError> {
        let mut line = Vec::new();
        let read = (&mut self.input)
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .map_err(|error| {
                self.fault(self.line, &format!("the file cannot be read on: {error}"))
            })?;
        if read as u64 == LONGEST {
            return Err(self.fault(self.line, "the line is too long for a row"));
        }
        self.offset += read as u64;
        let whole = line.last() == Some(&b'\n');
        match std::str::from_utf8(&line) {
            Ok(line) => text.push_str(line),
            Err(_) if !whole => return Ok(false),
            Err(_) => return Err(self.fault(self.line, "this is not UTF-8 text")),
        }
        self.line += u64::from(whole);
        Ok(whole)
    }
}

/// The text of a file: as it is, or decompressed frame after frame.
struct Frames {
    state: State,
    /// Bytes of text so far.
    decoded: u64,
    /// Where frames end: in the text, in the file.
    ends: Vec<(u64, u64)>,
    /// Whether the file ended inside a frame.
    cut: bool,
}

type Decoder = zstd::stream::read::Decoder<'static, Counted>;

enum State {
    Plain(File),
    Frame(Box<Decoder>),
    Between(Counted),
    Over,
}

impl Frames {
    fn new(file: File, compressed: bool) -> Self {
        let state = match compressed {
            false => State::Plain(file),
            true => State::Between(Counted {
                input: BufReader::new(file),
                taken: 0,
            }),
        };
        Self {
            state,
            decoded: 0,
            ends: vec![(0, 0)],
            cut: false,
        }
    }

    fn bytes_of(&self, text: u64) -> Option<u64> {
        if matches!(self.state, State::Plain(_)) {
            return Some(text);
        }
        let at = self
            .ends
            .binary_search_by_key(&text, |(decoded, _)| *decoded);
        at.ok().map(|at| self.ends[at].1)
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, State::Over) {
                State::Plain(mut file) => {
                    let read = file.read(buffer);
                    self.state = State::Plain(file);
                    return read;
                }
                State::Over => return Ok(0),
                State::Between(mut input) => {
                    if input.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = zstd::stream::read::Decoder::with_buffer(input)?;
                    self.state = State::Frame(Box::new(decoder.single_frame()));
                }
                State::Frame(mut decoder) => match decoder.read(buffer) {
                    Ok(0) if !buffer.is_empty() => {
                        let input = decoder.finish();
                        self.ends.push((self.decoded, input.taken));
                        self.state = State::Between(input);
                    }
                    Ok(read) => {
                        self.decoded += read as u64;
                        self.state = State::Frame(decoder);
                        return Ok(read);
                    }
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                        self.cut = true;
                        return Ok(0);
                    }
                    Err(error) => return Err(error),
                },
            }
        }
    }
}

/// A file, with the number of bytes taken from it.
struct Counted {
    input: BufReader<File>,
    taken: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.taken += read as u64;
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.input.consume(bytes);
        self.taken += bytes as u64;
    }
}
