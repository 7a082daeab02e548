//! Greets callers, each on a thread of its own, so that one that says nothing holds up no other.

use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::hello::Hello;

/// Time in which a caller must say who it is.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// Callers that are greeted at once; more wait until one of them has spoken or its time is over.
const MAX_CALLERS: usize = 64;

/// What came of greeting a caller: its socket and what it said, or why it is refused.
type Greeted = (SocketAddr, Result<(TcpStream, Hello), String>);

/// The callers that are being greeted.
pub struct Greeting {
    hello: Hello,
    /// Each thread that greets holds a copy.
    callers: Arc<()>,
    done: Sender<Greeted>,
    heard: Receiver<Greeted>,
}

impl Greeting {
    /// No caller yet; each will hear this.
    pub fn new(hello: Hello) -> Self {
        let (done, heard) = channel();
        Self {
            hello,
            callers: Arc::new(()),
            done,
            heard,
        }
    }

    /// Whether one more caller can be greeted now.
    pub fn has_capacity(&self) -> bool {
        Arc::strong_count(&self.callers) <= MAX_CALLERS
    }

    /// Greets a caller; [`Greeting::next`] gives what came of it.
    pub fn greet(&self, socket: TcpStream, at: SocketAddr) {
        let (hello, done, caller) = (self.hello, self.done.clone(), Arc::clone(&self.callers));
        let greet = move || {
            // Nobody hears of a caller that comes too late.
            let _ = done.send((at, meet(socket, &hello)));
            drop(caller);
        };
        if let Err(error) = std::thread::Builder::new().spawn(greet) {
            let _ = self.done.send((at, Err(error.to_string())));
        }
    }

    /// The next caller that was greeted, if any was since the last call.
    pub fn next(&self) -> Option<Greeted> {
        self.heard.try_recv().ok()
    }
}

/// Hears who calls, and says who is here.
fn meet(mut socket: TcpStream, hello: &Hello) -> Result<(TcpStream, Hello), String> {
    let mut meet = || -> io::Result<Hello> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        let heard = Hello::hear(&mut InTime {
            socket: &mut socket,
            until: Instant::now() + PATIENCE,
        })?;
        socket.set_write_timeout(Some(PATIENCE))?;
        hello.say(&mut socket)?;
        socket.set_write_timeout(None)?;
        socket.set_read_timeout(None)?;
        Ok(heard)
    };
    match meet() {
        Ok(heard) => Ok((socket, heard)),
        Err(error) => Err(match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => "it did not say who it is".into(),
            _ => error.to_string(),
        }),
    }
}

/// Reads until a moment: a caller that sends a byte now and then has no more time than one that
/// sends nothing.
struct InTime<'a> {
    socket: &'a mut TcpStream,
    until: Instant,
}

impl Read for InTime<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.socket.set_read_timeout(Some(left))?;
        self.socket.read(bytes)
    }
}
