//! A message: letters for one worker, as runs of one block each. Its own container, so that it is
//! moved whole inside a process, copied once to the wire, and no serializer looks at each letter.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Letters for one worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// The worker.
    pub to: u32,
    /// Runs: a block, how many letters, the letters.
    pub words: Vec<u32>,
}

impl Letters {
    /// Calls `each` with the runs; `false` where they are cut off.
    pub fn runs<E>(&self, mut each: impl FnMut(u32, &[u32]) -> Result<(), E>) -> Result<bool, E> {
        let mut rest = &self.words[..];
        while let [block, count, more @ ..] = rest {
            let Some((run, after)) = more.split_at_checked(*count as usize) else {
                return Ok(false);
            };
            each(*block, run)?;
            rest = after;
        }
        Ok(rest.is_empty())
    }
}

impl Accountable for Letters {
    fn record_count(&self) -> i64 {
        1
    }
}

/// Bytes before the words: the worker, and how many words.
const HEAD: usize = 8;

impl ContainerBytes for Letters {
    fn from_bytes(bytes: Bytes) -> Self {
        let mut words = bytes
            .as_chunks()
            .0
            .iter()
            .map(|four| u32::from_le_bytes(*four));
        let to = words.next().unwrap_or(0);
        let count = words.next().unwrap_or(0) as usize;
        Self {
            to,
            words: words.take(count).collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        (HEAD + 4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, out: &mut W) {
        // The buffer was asked for by its length: it takes all.
        let mut put = |bytes: &[u8]| {
            let _ = out.write_all(bytes);
        };
        put(&self.to.to_le_bytes());
        put(&(self.words.len() as u32).to_le_bytes());
        let mut part = [0_u8; 4096];
        for some in self.words.chunks(part.len() / 4) {
            for (place, word) in part.as_chunks_mut().0.iter_mut().zip(some) {
                *place = word.to_le_bytes();
            }
            put(&part[..4 * some.len()]);
        }
        if self.words.len() % 2 == 1 {
            put(&[0; 4]);
        }
    }
}

/// Sends each message to the worker that it names.
pub struct ByName;

impl Distributor<Letters> for ByName {
    fn partition<T: Clone, P: Push<Message<T, Letters>>>(
        &mut self,
        letters: &mut Letters,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = letters.to as usize;
        if let Some(pusher) = pushers.get_mut(to) {
            Message::push_at(letters, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Letters>>>(&mut self, _: &T, _: &mut [P]) {}
}
