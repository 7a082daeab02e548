//! Answers from a table.
//!
//! Start reading at [`Table::open`].

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::general::{Entry, Region};
use whowins_engine::{Answer, Ask, EngineError, Limits, best};
use whowins_rules::Rules;

use crate::blocks::Blocks;
use crate::part::{FOOTER, footer};
use crate::{Heading, TableError, Zeros, set};

/// An open table.
pub struct Table {
    path: PathBuf,
    heading: Heading,
    region: Region,
    frame: Frame,
    blocks: Blocks,
    bytes: u64,
}

/// The result for a position with one player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The value for the player to move, and the length of optimal play if the table has it.
    Decided(Value, Option<u64>),
    /// The position is unreachable from the table's position with this player to move.
    Unreached,
    /// Play may be infinite, and the rules don't define its result.
    Endless,
}

impl Table {
    /// Opens a table, which is a file or a folder of shards. Reads the heading and the index, and
    /// numbers the region.
    ///
    /// Complexity: `O(blocks)`.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Input`] with the problem if the file isn't a complete table of this
    /// version.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let faulty = |why: &dyn std::fmt::Display| TableError::input(path, why);
        let file = File::open(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                faulty(&"there is no such file; `whowins build` makes one")
            }
            _ => TableError::cannot_read(path, &error),
        })?;
        let io = |error: std::io::Error| TableError::cannot_read(path, &error);
        if file.metadata().map_err(io)?.is_dir() {
            return Self::open_set(path);
        }
        let length = file.metadata().map_err(io)?.len();
        let mut input = BufReader::new(file);
        let (heading, seed, start) = Heading::read(&mut input).map_err(|why| faulty(&why))?;
        let region = heading.region().map_err(|error| faulty(&error))?;
        let layout = heading.layout(seed);
        let cut = || faulty(&"the file is cut off, or something follows its end; build it again");
        let index_bytes = layout.blocks().checked_mul(4);
        let index_start = index_bytes
            .and_then(|bytes| length.checked_sub(FOOTER)?.checked_sub(bytes))
            .filter(|at| *at >= start)
            .ok_or_else(cut)?;
        let mut index = vec![0; index_bytes.unwrap_or(0) as usize];
        let mut end = vec![0; FOOTER as usize];
        input.seek(SeekFrom::Start(index_start)).map_err(io)?;
        input.read_exact(&mut index).map_err(io)?;
        input.read_exact(&mut end).map_err(io)?;
        if end != footer(seed, index_start, &index) {
            return Err(match end.ends_with(crate::part::END) {
                true => faulty(
                    &"the index does not have its checksum, \
                     so the file was damaged; build it again",
                ),
                false => cut(),
            });
        }
        let blocks = Blocks::new(input.into_inner(), layout, start);
        for word in index.chunks_exact(4) {
            blocks.add(u64::from(u32::from_le_bytes([
                word[0], word[1], word[2], word[3],
            ])));
        }
        if blocks.end() != index_start {
            return Err(cut());
        }
        Ok(Self {
            path: path.to_path_buf(),
            frame: region.frame(),
            heading,
            region,
            blocks,
            bytes: length,
        })
    }

    /// Opens a folder of shards.
    fn open_set(path: &Path) -> Result<Self, TableError> {
        let (heading, blocks, bytes) = set::open(path)?;
        let region = heading.region();
        let region = region.map_err(|error| TableError::input(path, error))?;
        Ok(Self {
            path: path.to_path_buf(),
            frame: region.frame(),
            heading,
            region,
            blocks,
            bytes,
        })
    }

    /// Returns the heading.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        self.region.game()
    }

    /// Parses the rules of the heading.
    ///
    /// # Errors
    ///
    /// Never fails for an open table.
    pub fn rules(&self) -> Result<Rules, TableError> {
        self.heading.game().map(|(rules, ..)| rules)
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the results for a position: with the first, and with the second player to move.
    ///
    /// Reads one block, unless it is cached.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is outside the table, or if a block is damaged.
    pub fn values(&self, position: &Position) -> Result<[Known; 2], TableError> {
        let (_, index) = self.find(position)?;
        Ok([self.known(index, 0)?, self.known(index, 1)?])
    }

    /// Returns the result for one player to move, with a best move. Reads the blocks of all
    /// options.
    ///
    /// # Errors
    ///
    /// See [`Table::values`]. Also returns an error, with the reason, for a position without a
    /// result.
    pub fn answer(&self, position: &Position, player: Player) -> Result<Answer, TableError> {
        let (state, index) = self.find(position)?;
        let (value, remoteness) = match self.known(index, player.index())? {
            Known::Decided(value, remoteness) => (value, remoteness),
            Known::Unreached => return Err(self.unreached(position, player)),
            Known::Endless => return Err(TableError::Engine(self.endless(position))),
        };
        let mut fault = std::cell::OnceCell::new();
        let lookup = |next: &[i64]| {
            let index = self.region.rank(next)?;
            match self.known(index, player.other().index()) {
                Ok(Known::Decided(value, remoteness)) => Some((value, remoteness)),
                Ok(_) => None,
                Err(error) => {
                    let _ = fault.set(error);
                    None
                }
            }
        };
        let ask = Ask::new(self.game(), &self.frame, &state, self.region.size(), player);
        let best = best(&ask, value, &lookup);
        match fault.take() {
            Some(error) => Err(error),
            None => Ok(Answer {
                value,
                remoteness,
                best,
                to_losses: Vec::new(),
                difference: None,
            }),
        }
    }

    /// Returns the error for an unreachable position.
    pub fn unreached(&self, position: &Position, player: Player) -> TableError {
        TableError::Input(format!(
            "play from {} does not reach {} with {} to move, and the table has only reachable positions; build it without --only",
            self.heading.at,
            self.game().show(position),
            self.game().player(player)
        ))
    }

    /// Returns the error for a position whose result the rules leave open.
    pub fn endless(&self, position: &Position) -> EngineError {
        EngineError::Endless {
            position: self.game().show(position),
        }
    }

    /// Reads every block and checks its checksum.
    ///
    /// # Errors
    ///
    /// Returns the first damaged block.
    pub fn check(&self, limits: &Limits) -> Result<(), TableError> {
        limits.progress.start(self.heading.states);
        for block in 0..self.blocks.count() {
            limits.check()?;
            let loaded = self.blocks.load(block);
            loaded.map_err(|why| TableError::input(&self.path, why))?;
            limits.progress.add(self.heading.block);
        }
        Ok(())
    }

    fn find(&self, position: &Position) -> Result<(Vec<i64>, u64), TableError> {
        self.region.find(position).ok_or_else(|| {
            TableError::Input(format!(
                "{} is not in this table, which was built around {}; build a larger one",
                self.game().show(position),
                self.heading.at
            ))
        })
    }

    fn known(&self, index: u64, player: usize) -> Result<Known, TableError> {
        let entry = self.blocks.entry(index, player);
        let entry = entry.map_err(|why| TableError::input(&self.path, why))?;
        Ok(self.meaning(entry))
    }

    fn meaning(&self, entry: Entry) -> Known {
        match entry.value() {
            Some(Value::Draw) => Known::Decided(Value::Draw, None),
            Some(value) => Known::Decided(
                value,
                self.heading.remoteness.then(|| u64::from(entry.count())),
            ),
            None if self.heading.zeros == Zeros::Endless => Known::Endless,
            None => Known::Unreached,
        }
    }
}
