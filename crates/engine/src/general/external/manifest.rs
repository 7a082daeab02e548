//! What is put away beside blocks and letters: how far the work has come, and where all of it lies.

use std::io::{self, Read};

use super::super::depot::Slot;
use super::blocks::{Layout, Stored};
use super::mail::Packet;

/// The first byte; what a retrograde analysis in memory puts away begins with the width of its
/// cells, which is not 0.
const TAG: u8 = 0;
const VERSION: u8 = 1;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves are counted, from this block on.
    Counting(usize),
    /// Decisive ends are spread.
    Decisive,
    /// Drawn ends are looked up, from this block on.
    Seeding(usize),
    /// Draws are spread.
    Draws,
    /// All is decided that can be.
    Whole,
}

/// All that is needed to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// How the states are cut into blocks.
    pub layout: Layout,
    /// Whether remoteness is wanted too.
    pub remoteness: bool,
    /// What is being done.
    pub stage: Stage,
    /// The remoteness that is being worked off.
    pub level: u32,
    /// Cells decided by news, for the progress.
    pub decided: u64,
    /// Where each block is, and whether it has drawn ends.
    pub blocks: Vec<(Option<Stored>, bool)>,
    /// Each block's letters that are worked off, and those for later.
    pub packets: [Vec<Vec<Packet>>; 2],
    /// Records of the letters that were in memory.
    pub at_hand: Vec<Slot>,
}

impl Manifest {
    /// Nothing done yet.
    pub fn new(layout: Layout, remoteness: bool) -> Self {
        Self {
            layout,
            remoteness,
            stage: Stage::Counting(0),
            level: 0,
            decided: 0,
            blocks: vec![(None, false); layout.blocks()],
            packets: [0, 1].map(|_| vec![Vec::new(); layout.blocks()]),
            at_hand: Vec::new(),
        }
    }

    /// All records that are named.
    pub fn slots(&self) -> Vec<Slot> {
        let blocks = self.blocks.iter().filter_map(|(stored, _)| *stored);
        let packets = self.packets.iter().flatten().flatten();
        blocks
            .map(|stored| stored.slot)
            .chain(packets.map(|packet| packet.slot))
            .chain(self.at_hand.iter().copied())
            .collect()
    }

    /// As bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let (stage, next) = match self.stage {
            Stage::Counting(next) => (0, next),
            Stage::Decisive => (1, 0),
            Stage::Seeding(next) => (2, next),
            Stage::Draws => (3, 0),
            Stage::Whole => (4, 0),
        };
        let mut bytes = vec![
            TAG,
            VERSION,
            self.layout.players as u8,
            u8::from(self.remoteness),
            stage,
        ];
        for number in [
            self.layout.states,
            self.layout.size,
            next as u64,
            u64::from(self.level),
            self.decided,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for (stored, draws) in &self.blocks {
            bytes.push(u8::from(*draws));
            bytes.push(stored.map_or(0, |stored| stored.width));
            stored
                .iter()
                .for_each(|stored| put(stored.slot, &mut bytes));
        }
        for packets in self.packets.iter().flatten() {
            bytes.extend((packets.len() as u64).to_le_bytes());
            for packet in packets {
                bytes.extend(packet.letters.to_le_bytes());
                put(packet.slot, &mut bytes);
            }
        }
        bytes.extend((self.at_hand.len() as u64).to_le_bytes());
        self.at_hand.iter().for_each(|slot| put(*slot, &mut bytes));
        bytes
    }

    /// What was put away of a table with so many states and cells for so many players; `None` where
    /// it is something else.
    pub fn read(
        mut input: impl Read,
        states: u64,
        players: usize,
        remoteness: bool,
    ) -> Option<Self> {
        let mut head = [0; 2];
        input.read_exact(&mut head).ok()?;
        if head != [TAG, VERSION] {
            return None;
        }
        let mut bytes = Vec::new();
        // The end is read too, since the checksum comes with it.
        input.read_to_end(&mut bytes).ok()?;
        let mut from = From(&bytes);
        let found = from.manifest().ok()?;
        let fits = from.0.is_empty()
            && found.layout.states == states
            && found.layout.players == players
            && found.remoteness == remoteness;
        fits.then_some(found)
    }
}

fn put(slot: Slot, bytes: &mut Vec<u8>) {
    bytes.extend(slot.place.to_le_bytes());
    for number in [slot.length, slot.bytes, slot.sum] {
        bytes.extend(number.to_le_bytes());
    }
}

/// Bytes that are read from the front.
struct From<'b>(&'b [u8]);

impl From<'_> {
    fn some<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let (some, rest) = self
            .0
            .split_first_chunk()
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        self.0 = rest;
        Ok(*some)
    }

    fn long(&mut self) -> io::Result<u64> {
        self.some().map(u64::from_le_bytes)
    }

    fn short(&mut self) -> io::Result<u32> {
        self.some().map(u32::from_le_bytes)
    }

    fn slot(&mut self) -> io::Result<Slot> {
        Ok(Slot {
            place: self.long()?,
            length: self.short()?,
            bytes: self.short()?,
            sum: self.short()?,
        })
    }

    fn manifest(&mut self) -> io::Result<Manifest> {
        let wrong = || io::Error::from(io::ErrorKind::InvalidData);
        let [players, remoteness, stage] = self.some()?;
        let layout = Layout {
            states: self.long()?,
            size: self.long()?,
            players: usize::from(players),
        };
        let next = self.long()? as usize;
        let level = u32::try_from(self.long()?).map_err(|_| wrong())?;
        let decided = self.long()?;
        // Each block has two bytes at least.
        if layout.size == 0 || layout.states.div_ceil(layout.size) > self.0.len() as u64 / 2 {
            return Err(wrong());
        }
        let count = layout.blocks();
        let stage = match stage {
            0 if next <= count => Stage::Counting(next),
            1 => Stage::Decisive,
            2 if next <= count => Stage::Seeding(next),
            3 => Stage::Draws,
            4 => Stage::Whole,
            _ => return Err(wrong()),
        };
        let mut blocks = Vec::new();
        for block in 0..count {
            let [draws, width] = self.some()?;
            let stored = match width {
                0 => None,
                _ => Some(Stored {
                    slot: self.slot()?,
                    width,
                }),
            };
            let range = layout.range(block);
            let cells = (range.end - range.start).saturating_mul(u64::from(players));
            let whole = stored.is_none_or(|stored| {
                matches!(width, 1 | 2 | 4)
                    && cells.checked_mul(width.into()) == Some(stored.slot.bytes.into())
            });
            if !whole {
                return Err(wrong());
            }
            blocks.push((stored, draws != 0));
        }
        let mut packets = [Vec::new(), Vec::new()];
        for side in &mut packets {
            for _ in 0..count {
                let number = self.long()?;
                let list = (0..number).map(|_| {
                    Ok(Packet {
                        letters: self.short()?,
                        slot: self.slot()?,
                    })
                });
                side.push(list.collect::<io::Result<_>>()?);
            }
        }
        let number = self.long()?;
        let at_hand = (0..number)
            .map(|_| self.slot())
            .collect::<io::Result<_>>()?;
        Ok(Manifest {
            layout,
            remoteness: remoteness != 0,
            stage,
            level,
            decided,
            blocks,
            packets,
            at_hand,
        })
    }
}
