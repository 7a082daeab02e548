//! Files sent from process to process, in pieces that say where they belong.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use timely::worker::Worker as Timely;

use crate::net::Net;

/// Bytes of a piece at most.
const PIECE: usize = 1 << 16;
/// Words before them: which file, where, how many bytes.
const HEAD: usize = 4;
/// Pieces that are sent in a step, and steps that may be under way.
const STEP: usize = 16;
const WINDOW: u64 = 2;

/// A file of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Its records.
    Work,
    /// The list of them.
    State,
    /// Its finished blocks.
    Shard,
}

const KINDS: [Kind; 3] = [Kind::Work, Kind::State, Kind::Shard];

/// Bytes of a file for another process.
pub struct Piece {
    pub to: usize,
    /// What it is, and of which worker.
    pub kind: Kind,
    pub worker: usize,
    /// Where its bytes begin.
    pub place: u64,
    pub bytes: Vec<u8>,
}

/// Some bytes of a file, in pieces.
pub fn some_of(
    path: &Path,
    place: u64,
    length: u64,
) -> impl Iterator<Item = io::Result<(u64, Vec<u8>)>> + use<> {
    let mut file = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::Start(place))?;
        Ok(file)
    });
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == length {
            return None;
        }
        let mut bytes = vec![0; PIECE.min((length - at) as usize)];
        let read = match &mut file {
            Ok(file) => file.read_exact(&mut bytes),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        };
        let from = place + at;
        // After a fault there is no more.
        at = if read.is_ok() {
            at + bytes.len() as u64
        } else {
            length
        };
        Some(read.map(|()| (from, bytes)))
    })
}

/// Sends pieces, and writes those that come, until all processes have all: each calls it at once.
/// `named` says where a file lies here. Files that come whole are written anew; of records `whole`
/// says whether they do. What was written is on the disk when this returns.
pub fn ship(
    net: &mut Net,
    timely: &mut Timely,
    pieces: impl Iterator<Item = io::Result<Piece>>,
    whole: bool,
    named: &dyn Fn(Kind, usize) -> PathBuf,
) -> io::Result<()> {
    let mut came = Came {
        files: Vec::new(),
        whole,
        named,
    };
    let mut fault = Ok(());
    let mut pieces = pieces.fuse();
    let mut over = false;
    while !over && fault.is_ok() {
        for _ in 0..STEP {
            match pieces.next() {
                Some(Ok(piece)) => net.send(piece.to, words_of(&piece)),
                Some(Err(error)) => fault = Err(error),
                None => over = true,
            }
        }
        net.advance(timely);
        came.drain(net, &mut fault);
        while net.is_behind(WINDOW) {
            net.wait(timely);
            came.drain(net, &mut fault);
        }
    }
    net.end_round();
    while net.is_under_way() {
        came.drain(net, &mut fault);
        net.wait(timely);
    }
    came.drain(net, &mut fault);
    fault?;
    came.files.iter().try_for_each(|(.., file)| file.sync_all())
}

/// What came.
struct Came<'a> {
    files: Vec<(Kind, usize, File)>,
    whole: bool,
    named: &'a dyn Fn(Kind, usize) -> PathBuf,
}

impl Came<'_> {
    fn drain(&mut self, net: &mut Net, fault: &mut io::Result<()>) {
        while let Some(letters) = net.receive() {
            if fault.is_ok() {
                *fault = self.put(&letters.words);
            }
        }
    }

    fn put(&mut self, words: &[u32]) -> io::Result<()> {
        let wrong = || {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "another process sent an invalid piece",
            )
        };
        let (head, rest) = words.split_first_chunk::<HEAD>().ok_or_else(wrong)?;
        let [file, low, high, length] = *head;
        let kind = *KINDS.get(file as usize % 4).ok_or_else(wrong)?;
        let worker = file as usize / 4;
        let place = u64::from(high) << 32 | u64::from(low);
        let mut bytes: Vec<u8> = rest.iter().flat_map(|word| word.to_le_bytes()).collect();
        if bytes.len() < length as usize {
            return Err(wrong());
        }
        bytes.truncate(length as usize);
        let known = |one: &&mut (Kind, usize, File)| (one.0, one.1) == (kind, worker);
        if self.files.iter_mut().find(known).is_none() {
            let path = (self.named)(kind, worker);
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(self.whole || kind != Kind::Work)
                .open(path)?;
            self.files.push((kind, worker, file));
        }
        if let Some((.., file)) = self.files.iter_mut().find(known) {
            file.seek(SeekFrom::Start(place))?;
            file.write_all(&bytes)?;
        }
        Ok(())
    }
}

fn words_of(piece: &Piece) -> Vec<u32> {
    let kind = KINDS
        .iter()
        .position(|kind| *kind == piece.kind)
        .unwrap_or(0);
    let mut words = Vec::with_capacity(HEAD + piece.bytes.len().div_ceil(4));
    words.extend([
        (4 * piece.worker + kind) as u32,
        piece.place as u32,
        (piece.place >> 32) as u32,
        piece.bytes.len() as u32,
    ]);
    words.extend(piece.bytes.chunks(4).map(|some| {
        let mut four = [0; 4];
        four[..some.len()].copy_from_slice(some);
        u32::from_le_bytes(four)
    }));
    words
}
