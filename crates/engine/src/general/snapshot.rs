//! How far a retrograde analysis has come, put away between two levels and taken up again.

use std::io::{self, Read};

use super::retrograde::Frontier;
use super::shelf::Shelf;
use super::table::{Cell, Cells, from_bytes, to_bytes};
use crate::limits::EngineError;

/// What a retrograde analysis knows beside its cells.
#[derive(Default)]
pub struct Front {
    /// Whether the decisive ends were spread, so that the draws are at work.
    pub draws_at_work: bool,
    /// Levels done of what is at work.
    pub level: u32,
    /// What the last level decided.
    pub latest: Frontier,
    /// The drawn ends, while they are not at work.
    pub draws: Frontier,
}

/// Cells that are turned to bytes at once.
const CHUNK: usize = 1 << 14;

impl Front {
    /// Puts all away, if it is time.
    pub fn save<C: Cell>(&self, cells: &Cells<C>, shelf: &dyn Shelf) -> Result<(), EngineError> {
        if !shelf.is_due() {
            return Ok(());
        }
        shelf.save(&|out| {
            out.write_all(&[C::BYTES as u8, u8::from(self.draws_at_work)])?;
            out.write_all(&self.level.to_le_bytes())?;
            for list in self.latest.iter().chain(&self.draws) {
                out.write_all(&(list.len() as u64).to_le_bytes())?;
                for some in list.chunks(CHUNK) {
                    let bytes: Vec<u8> =
                        some.iter().flat_map(|index| index.to_le_bytes()).collect();
                    out.write_all(&bytes)?;
                }
            }
            for player in 0..cells.players() {
                for some in cells.of(player).chunks(CHUNK) {
                    let mut bytes = Vec::new();
                    to_bytes(some, &mut bytes);
                    out.write_all(&bytes)?;
                }
            }
            Ok(())
        })
    }

    /// Takes up what was put away from cells of this width; `None` where there is nothing whole.
    /// `Err` where wider cells are wanted.
    pub fn load<C: Cell>(cells: &Cells<C>, shelf: &dyn Shelf) -> Result<Option<Self>, Wider> {
        let Some(mut input) = shelf.saved() else {
            return Ok(None);
        };
        let mut width = [0];
        match input.read_exact(&mut width) {
            Ok(()) if u64::from(width[0]) > C::BYTES => Err(Wider),
            Ok(()) if u64::from(width[0]) == C::BYTES => Ok(read(cells, &mut *input).ok()),
            _ => Ok(None),
        }
    }
}

/// The work was put away from wider cells.
pub struct Wider;

fn read<C: Cell>(cells: &Cells<C>, input: &mut dyn Read) -> io::Result<Front> {
    let states = cells.of(0).len() as u64;
    let mut head = [0; 5];
    input.read_exact(&mut head)?;
    let mut list = || -> io::Result<Vec<u64>> {
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        // No index is on a list twice.
        if length > states {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut list = Vec::new();
        for _ in 0..length {
            let mut index = [0; 8];
            input.read_exact(&mut index)?;
            let index = u64::from_le_bytes(index);
            if index >= states {
                return Err(io::ErrorKind::InvalidData.into());
            }
            list.push(index);
        }
        Ok(list)
    };
    let latest = [list()?, list()?];
    let draws = [list()?, list()?];
    let width = C::BYTES as usize;
    let mut bytes = vec![0; CHUNK * width];
    for player in 0..cells.players() {
        for some in cells.of(player).chunks(CHUNK) {
            let bytes = &mut bytes[..some.len() * width];
            input.read_exact(bytes)?;
            from_bytes(some, bytes, width);
        }
    }
    // The end must be read too, since the checksum comes with it.
    match input.read(&mut [0])? {
        0 => Ok(Front {
            draws_at_work: head[0] != 0,
            level: u32::from_le_bytes([head[1], head[2], head[3], head[4]]),
            latest,
            draws,
        }),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}
