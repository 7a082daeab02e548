//! A socket that counts what is sent over it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use timely::communication::allocator::zero_copy::stream::Stream;

/// A socket.
#[derive(Debug)]
pub struct Wire {
    socket: TcpStream,
    sent: Arc<AtomicU64>,
}

impl Wire {
    /// A socket whose bytes are counted here.
    pub fn new(socket: TcpStream, sent: Arc<AtomicU64>) -> Self {
        Self { socket, sent }
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.socket.read(bytes)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.socket.write(bytes)?;
        self.sent.fetch_add(written as u64, Relaxed);
        Ok(written)
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
