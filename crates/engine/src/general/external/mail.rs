//! News on its way to other blocks' cells.
//!
//! Letters wait in boxes, one a block and side. When they take up too much memory, the fullest
//! boxes go into the depot, sorted and as differences.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use whowins_analysis::Value;

use super::super::depot::{Depot, Slot};
use super::super::table::Entry;
use super::letters;
use crate::limits::EngineError;

/// A cell of a block, shifted left twice, and what one of its options was found to be, as
/// [`Entry::code`].
pub type Letter = u32;

/// The letter that tells a cell of a block about one of its options.
pub fn letter(cell: usize, known: Value) -> Letter {
    (cell as u32) << 2 | u32::from(Entry::decided(known, 0).code())
}

/// The cell of a letter, and what it says; `None` for no letter.
pub fn opened(letter: Letter) -> Option<(usize, Value)> {
    let known = Entry::of_code((letter & 3) as u8, 0).value()?;
    Some(((letter >> 2) as usize, known))
}

/// Letters in the depot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Where they lie.
    pub slot: Slot,
    /// How many there are.
    pub letters: u32,
}

/// Letters for one block.
#[derive(Default)]
pub struct Letters {
    at_hand: Vec<Letter>,
    away: Vec<Packet>,
}

#[derive(Default)]
struct Box {
    letters: Mutex<Letters>,
    /// How many there are, and how many of them in memory.
    all: AtomicU64,
    at_hand: AtomicU32,
}

/// All boxes.
pub struct Post<'a> {
    depot: &'a dyn Depot,
    /// Letters that are worked off, and those for the next level.
    sides: [Vec<Box>; 2],
    /// Which side is worked off.
    now: usize,
    at_hand: AtomicUsize,
    /// Letters that may be in memory.
    most: usize,
}

/// Letters of a packet at most, so that reading one takes little memory.
const PACKET: usize = 1 << 18;

impl<'a> Post<'a> {
    /// Empty boxes for so many blocks, with so many letters in memory.
    pub fn new(depot: &'a dyn Depot, blocks: usize, most: usize) -> Self {
        Self {
            depot,
            sides: [0, 1].map(|_| (0..blocks).map(|_| Box::default()).collect()),
            now: 0,
            at_hand: AtomicUsize::new(0),
            most,
        }
    }

    /// Bytes of the letters in memory.
    pub fn bytes(&self) -> u64 {
        self.at_hand.load(Relaxed) as u64 * size_of::<Letter>() as u64
    }

    /// How many letters wait to be worked off by a block.
    pub fn waiting(&self, block: usize) -> u64 {
        self.sides[self.now][block].all.load(Relaxed)
    }

    /// What was kept for the next level is worked off from now on.
    pub fn turn(&mut self) {
        self.now = 1 - self.now;
    }

    /// A bag for letters that are to be worked off `later`, with the next level, or at once.
    pub fn sack(&self, most: usize, later: bool) -> Sack<'_, 'a> {
        Sack {
            post: self,
            side: self.side(later),
            most,
            letters: Vec::new(),
            failed: None,
        }
    }

    /// How many letters a block has that are worked off `later` or now.
    pub fn held(&self, later: bool, block: usize) -> u64 {
        self.sides[self.side(later)][block].all.load(Relaxed)
    }

    fn side(&self, later: bool) -> usize {
        if later { 1 - self.now } else { self.now }
    }

    /// Takes some of a block's letters out, to be worked off elsewhere: those in memory, or else a
    /// packet.
    pub fn take_some(&self, later: bool, block: usize) -> Letters {
        let mailbox = &self.sides[self.side(later)][block];
        let mut letters = lock(&mailbox.letters);
        let mut some = Letters::default();
        if letters.at_hand.is_empty() {
            some.away.extend(letters.away.pop());
        } else {
            some.at_hand = std::mem::take(&mut letters.at_hand);
        }
        let packed = some.away.iter().map(|packet| u64::from(packet.letters));
        let taken = some.at_hand.len() as u64 + packed.sum::<u64>();
        mailbox.all.fetch_sub(taken, Relaxed);
        mailbox
            .at_hand
            .fetch_sub(some.at_hand.len() as u32, Relaxed);
        self.at_hand.fetch_sub(some.at_hand.len(), Relaxed);
        some
    }

    /// Letters that came from elsewhere.
    pub fn receive(&self, later: bool, block: usize, some: &[Letter]) -> Result<(), EngineError> {
        self.add(self.side(later), block, some);
        self.relieve()
    }

    /// Takes a block's letters out.
    pub fn take(&self, block: usize) -> Letters {
        let mailbox = &self.sides[self.now][block];
        let mut letters = lock(&mailbox.letters);
        mailbox.all.store(0, Relaxed);
        mailbox.at_hand.store(0, Relaxed);
        self.at_hand.fetch_sub(letters.at_hand.len(), Relaxed);
        std::mem::take(&mut *letters)
    }

    /// Reads letters that were taken out, and throws them away.
    pub fn each(&self, letters: Letters, read: &mut impl FnMut(Letter)) -> Result<(), EngineError> {
        letters.at_hand.into_iter().for_each(&mut *read);
        for packet in letters.away {
            let bytes = self.depot.get(packet.slot)?;
            letters::decode(&mut &bytes[..], packet.letters, read).ok_or_else(strange)?;
            self.depot.release(packet.slot);
        }
        Ok(())
    }

    fn add(&self, side: usize, block: usize, some: &[Letter]) {
        let mailbox = &self.sides[side][block];
        let mut letters = lock(&mailbox.letters);
        letters.at_hand.extend_from_slice(some);
        mailbox.all.fetch_add(some.len() as u64, Relaxed);
        mailbox.at_hand.fetch_add(some.len() as u32, Relaxed);
        self.at_hand.fetch_add(some.len(), Relaxed);
    }

    /// Puts the fullest boxes away, if there are too many letters in memory.
    fn relieve(&self) -> Result<(), EngineError> {
        if self.at_hand.load(Relaxed) <= self.most {
            return Ok(());
        }
        let mut full: Vec<(u32, &Box)> = self
            .sides
            .iter()
            .flatten()
            .map(|mailbox| (mailbox.at_hand.load(Relaxed), mailbox))
            .filter(|(letters, _)| *letters > 0)
            .collect();
        full.sort_unstable_by_key(|(letters, _)| std::cmp::Reverse(*letters));
        for (_, mailbox) in full {
            if self.at_hand.load(Relaxed) <= self.most / 2 {
                break;
            }
            let mut letters = lock(&mailbox.letters);
            let mut some = std::mem::take(&mut letters.at_hand);
            mailbox.at_hand.store(0, Relaxed);
            self.at_hand.fetch_sub(some.len(), Relaxed);
            some.sort_unstable();
            for some in some.chunks(PACKET) {
                let mut bytes = Vec::new();
                letters::encode(some, &mut bytes);
                let slot = self.depot.put(&bytes)?;
                let letters_of = some.len() as u32;
                letters.away.push(Packet {
                    slot,
                    letters: letters_of,
                });
            }
        }
        Ok(())
    }

    /// Puts a copy of the letters in memory away, many boxes to a record.
    pub fn copy_at_hand(&self) -> Result<Vec<Slot>, EngineError> {
        let mut slots = Vec::new();
        let mut bytes = Vec::new();
        for (side, boxes) in self.sides.iter().enumerate() {
            for (number, mailbox) in boxes.iter().enumerate() {
                let mut letters = lock(&mailbox.letters);
                letters.at_hand.sort_unstable();
                for some in letters.at_hand.chunks(PACKET) {
                    bytes.push(u8::from(side != self.now));
                    bytes.extend((number as u32).to_le_bytes());
                    bytes.extend((some.len() as u32).to_le_bytes());
                    letters::encode(some, &mut bytes);
                    if bytes.len() >= 4 * PACKET {
                        slots.push(self.depot.put(&bytes)?);
                        bytes.clear();
                    }
                }
            }
        }
        if !bytes.is_empty() {
            slots.push(self.depot.put(&bytes)?);
        }
        Ok(slots)
    }

    /// Takes up a record of letters that were in memory.
    pub fn take_up(&self, slot: Slot) -> Result<(), EngineError> {
        self.take_up_from(&self.depot.get(slot)?, &|_| true)
    }

    /// The same from its bytes, for some blocks alone.
    pub fn take_up_from(
        &self,
        bytes: &[u8],
        wanted: &dyn Fn(usize) -> bool,
    ) -> Result<(), EngineError> {
        let mut rest = bytes;
        while let Some(([side, a, b, c, d, e, f, g, h], after)) = rest.split_first_chunk() {
            rest = after;
            let side = if *side == 0 { self.now } else { 1 - self.now };
            let block = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
            let letters = u32::from_le_bytes([*e, *f, *g, *h]);
            let mut some = Vec::new();
            letters::decode(&mut rest, letters, &mut |letter| some.push(letter))
                .filter(|_| block < self.sides[0].len())
                .ok_or_else(strange)?;
            if wanted(block) {
                self.add(side, block, &some);
            }
        }
        if !rest.is_empty() {
            return Err(strange());
        }
        self.relieve()
    }

    /// The packets of a block, which are worked off `later` or now.
    pub fn packets(&self, later: bool, block: usize) -> Vec<Packet> {
        let side = self.side(later);
        lock(&self.sides[side][block].letters).away.clone()
    }

    /// Takes up the packets of a block.
    pub fn put_back(&self, later: bool, block: usize, packets: Vec<Packet>) {
        let side = self.side(later);
        let mailbox = &self.sides[side][block];
        let letters: u64 = packets.iter().map(|packet| u64::from(packet.letters)).sum();
        mailbox.all.fetch_add(letters, Relaxed);
        lock(&mailbox.letters).away.extend(packets);
    }
}

fn lock(letters: &Mutex<Letters>) -> std::sync::MutexGuard<'_, Letters> {
    letters.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A record with the right checksum that makes no sense.
fn strange() -> EngineError {
    EngineError::Storage(
        "the checkpoint belongs to another game; remove the checkpoint files next to the table \
         and build it again"
            .into(),
    )
}

/// A task's outgoing letters, handed over in heaps, so that boxes are seldom locked.
pub struct Sack<'p, 'a> {
    post: &'p Post<'a>,
    side: usize,
    most: usize,
    /// Block and letter.
    letters: Vec<(u32, Letter)>,
    failed: Option<EngineError>,
}

impl Sack<'_, '_> {
    /// One more letter.
    #[inline]
    pub fn push(&mut self, block: usize, letter: Letter) {
        self.letters.push((block as u32, letter));
        if self.letters.len() >= self.most {
            self.hand_over();
        }
    }

    /// Hands the rest over; fails if anything failed before.
    pub fn finish(mut self) -> Result<(), EngineError> {
        self.hand_over();
        self.failed.map_or(Ok(()), Err)
    }

    #[cold]
    fn hand_over(&mut self) {
        // Sorted by counting (Knuth 1973, section 5.2): each box is locked once.
        let mut ends = vec![0; self.post.sides[0].len() + 1];
        for (block, _) in &self.letters {
            ends[*block as usize + 1] += 1;
        }
        for block in 1..ends.len() {
            ends[block] += ends[block - 1];
        }
        let starts = ends.clone();
        let mut sorted = vec![0; self.letters.len()];
        for (block, letter) in self.letters.drain(..) {
            let at = &mut ends[block as usize];
            sorted[*at] = letter;
            *at += 1;
        }
        for (block, pair) in starts.windows(2).enumerate() {
            if pair[0] < pair[1] {
                self.post.add(self.side, block, &sorted[pair[0]..pair[1]]);
            }
        }
        if let Err(error) = self.post.relieve() {
            self.failed.get_or_insert(error);
        }
    }
}
