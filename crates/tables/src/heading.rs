//! The heading of a table: the text of the rules, the region, and the layout of cells.

use std::collections::BTreeMap;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Player, Position};
use whowins_engine::general::{Numbering, Region, Want};
use whowins_rules::{Parameters, Rules};

use crate::TableError;
use crate::code::Layout;

/// The first bytes of every table.
const MAGIC: &[u8; 16] = b"whowins table 1\n";
/// Maximum length of a heading in bytes.
const MAX_BYTES: u32 = 64 << 20;
/// Maximum number of positions per block.
const MAX_BLOCK: u64 = 1 << 20;

/// The heading of a table. It has everything needed to read the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The text of the rules.
    pub rules: String,
    /// The parameter values by name, in command-line notation.
    pub parameters: BTreeMap<String, String>,
    /// The position that determines the region.
    pub at: String,
    /// True if cells have the remoteness in addition to the outcome.
    pub remoteness: bool,
    /// The players who may start at `at`, if the table is restricted to positions reachable from
    /// there.
    pub only: Option<Vec<String>>,
    /// The meaning of a cell without a result.
    pub zeros: Zeros,
    /// Number of positions.
    pub states: u64,
    /// Cells per position: 1 if both players have the same moves, else 2.
    pub players: usize,
    /// Number of positions per block.
    pub block: u64,
    /// The compression level of zstd.
    pub level: i32,
    /// The minimum digit of each slot.
    low: Vec<i64>,
    /// The maximum digit of each slot.
    high: Vec<i64>,
    /// The slots from the most to the least significant.
    order: Vec<usize>,
    /// The digit of each symbol, for boards.
    symbols: Vec<u8>,
}

/// The meaning of a cell without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zeros {
    /// There are no such cells.
    Never,
    /// The position is unreachable.
    Unreached,
    /// Play may be infinite, and the rules don't define its result.
    Endless,
}

impl Heading {
    /// Creates the heading for a table of this region.
    pub(crate) fn new(
        rules: &Rules,
        values: &Parameters,
        region: &Region,
        at: &Position,
        want: Want,
        only: Option<&[Player]>,
        level: i32,
    ) -> Self {
        let game = region.game();
        let remoteness = want == Want::Remoteness;
        let Numbering {
            low,
            high,
            order,
            symbols,
        } = region.numbering();
        let zeros = match only {
            Some(_) => Zeros::Unreached,
            None if region.falls() || game.ending.repetition_draws => Zeros::Never,
            None => Zeros::Endless,
        };
        Self {
            game: game.name.clone(),
            rules: rules.source().to_string(),
            parameters: values
                .iter()
                .map(|(name, value)| (name.clone(), value.to_string()))
                .collect(),
            at: game.show(at),
            remoteness,
            only: only.map(|movers| movers.iter().map(|p| game.player(*p).to_string()).collect()),
            zeros,
            states: region.states(),
            players: region.players(),
            block: Layout::block(remoteness),
            level,
            low,
            high,
            order,
            symbols,
        }
    }

    /// Returns the heading as bytes of the file.
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let json = serde_json::to_vec(self)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((json.len() as u32).to_le_bytes());
        let seed = seed(&json);
        bytes.extend(seed.to_le_bytes());
        bytes.extend(json);
        Ok(bytes)
    }

    /// Reads a heading. Returns it with its checksum and its size in bytes, or the reason why it is
    /// invalid.
    pub(crate) fn read(input: &mut impl Read) -> Result<(Self, u32, u64), String> {
        let cut = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => "the file ends in its heading; build it again".into(),
            _ => format!("the file cannot be read: {error}"),
        };
        let mut head = [0; 24];
        let mut got = 0;
        while got < head.len() {
            match input.read(&mut head[got..]) {
                Ok(0) => break,
                Ok(more) => got += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(cut(error)),
            }
        }
        if got < MAGIC.len() || !head.starts_with(MAGIC) {
            return Err(format!(
                "this isn't a table of this version, which starts with `{}`",
                String::from_utf8_lossy(MAGIC).trim_end()
            ));
        }
        if got < head.len() {
            return Err(cut(io::ErrorKind::UnexpectedEof.into()));
        }
        let word =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (length, sum) = (word(16), word(20));
        if length > MAX_BYTES {
            return Err("the heading does not have its checksum, so the file was damaged".into());
        }
        let mut json = vec![0; length as usize];
        input.read_exact(&mut json).map_err(cut)?;
        if seed(&json) != sum {
            return Err("the heading does not have its checksum, so the file was damaged".into());
        }
        let heading: Self = serde_json::from_slice(&json)
            .map_err(|error| format!("the heading is not one of this version: {error}"))?;
        Ok((heading, sum, 24 + u64::from(length)))
    }

    /// Returns the layout of cells.
    pub(crate) fn layout(&self, seed: u32) -> Layout {
        Layout {
            states: self.states,
            block: self.block,
            players: self.players,
            remoteness: self.remoteness,
            seed,
        }
    }

    /// Returns the game of the heading.
    pub(crate) fn game(&self) -> Result<(Rules, Parameters, Game), TableError> {
        let rules = Rules::parse(&self.game, &self.rules).map_err(TableError::Rules)?;
        let mut values = Parameters::new();
        for (name, text) in &self.parameters {
            let known = rules.parameters().iter().find(|known| known.name == *name);
            let value = known.and_then(|known| known.kind.read(text).ok());
            let value = value.ok_or_else(|| {
                TableError::Input(format!("its rules have no parameter {name} = {text}"))
            })?;
            values.insert(name.clone(), value);
        }
        let game = rules.game(&values).map_err(TableError::Rules)?;
        Ok((rules, values, game))
    }

    /// Returns the region, with the numbering of the table.
    pub(crate) fn region(&self) -> Result<Region, TableError> {
        let (_, _, game) = self.game()?;
        let at = game
            .read(&self.at)
            .map_err(|error| TableError::Input(error.to_string()))?;
        let region = Region::around(game, &at)?;
        let numbering = Numbering {
            low: self.low.clone(),
            high: self.high.clone(),
            order: self.order.clone(),
            symbols: self.symbols.clone(),
        };
        let fits = region.numbering() == numbering
            && region.states() == self.states
            && region.players() == self.players
            && (1..=MAX_BLOCK).contains(&self.block);
        match fits {
            true => Ok(region),
            false => Err(TableError::Input(
                "another version of whowins numbered its positions otherwise; build it again"
                    .into(),
            )),
        }
    }
}

fn seed(json: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(MAGIC);
    sum.update(&(json.len() as u32).to_le_bytes());
    sum.update(json);
    sum.finalize()
}
