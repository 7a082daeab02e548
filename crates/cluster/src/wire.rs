//! A socket that counts what is sent over it, in frames with a checksum each.
//!
//! The dataflow decodes what it reads without looking whether it makes sense, and panics on a
//! damaged header; so no damaged byte may reach it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of a frame's head: the length of the frame, the CRC-32 of its bytes, and that of these two
/// numbers. A wrong length would have the reader wait for bytes that never come.
const HEAD: usize = 12;
/// The most bytes of a frame.
const MAX_FRAME: usize = 1 << 20;
/// The words of an error that a damaged frame gives.
pub const DAMAGED: &str = "bytes were damaged on the way";

/// A socket.
#[derive(Debug)]
pub struct Wire {
    socket: TcpStream,
    sent: Arc<AtomicU64>,
    /// The last frame that was read, and how much of it was handed out.
    read: Vec<u8>,
    taken: usize,
    /// The frame that is written.
    written: Vec<u8>,
}

impl Wire {
    /// A socket whose bytes are counted here, those of the frames' heads excepted.
    pub fn new(socket: TcpStream, sent: Arc<AtomicU64>) -> Self {
        Self {
            socket,
            sent,
            read: Vec::new(),
            taken: 0,
            written: Vec::new(),
        }
    }

    /// Reads the next frame; `false` at the end of the stream.
    fn next_frame(&mut self) -> io::Result<bool> {
        let mut head = [0; HEAD];
        // Between two frames the stream may end.
        let first = loop {
            match self.socket.read(&mut head) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                first => break first?,
            }
        };
        if first == 0 {
            return Ok(false);
        }
        self.socket.read_exact(&mut head[first..])?;
        let word = |at: usize| {
            let bytes = head[at..at + 4].try_into().unwrap_or_default();
            u32::from_le_bytes(bytes)
        };
        let (length, sum) = (word(0), word(4));
        let damaged = || io::Error::new(ErrorKind::InvalidData, DAMAGED);
        if crc32fast::hash(&head[..8]) != word(8) {
            return Err(damaged());
        }
        let length = usize::try_from(length).map_err(|_| damaged())?;
        if length == 0 || length > MAX_FRAME {
            return Err(damaged());
        }
        self.read.resize(length, 0);
        self.taken = 0;
        self.socket.read_exact(&mut self.read)?;
        match crc32fast::hash(&self.read) == sum {
            true => Ok(true),
            false => Err(damaged()),
        }
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() || self.taken == self.read.len() && !self.next_frame()? {
            return Ok(0);
        }
        let count = bytes.len().min(self.read.len() - self.taken);
        bytes[..count].copy_from_slice(&self.read[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(MAX_FRAME)];
        if bytes.is_empty() {
            return Ok(0);
        }
        self.written.clear();
        self.written.extend((bytes.len() as u32).to_le_bytes());
        self.written.extend(crc32fast::hash(bytes).to_le_bytes());
        let sum = crc32fast::hash(&self.written);
        self.written.extend(sum.to_le_bytes());
        self.written.extend(bytes);
        self.socket.write_all(&self.written)?;
        self.sent.fetch_add(bytes.len() as u64, Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        Ok(Self::new(socket, Arc::clone(&self.sent)))
    }

    fn set_nonblocking(&self, on: bool) -> io::Result<()> {
        self.socket.set_nonblocking(on)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.socket.shutdown(how)
    }
}
