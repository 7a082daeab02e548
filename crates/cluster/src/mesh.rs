//! Sockets to all other processes, greeted before any work: the dataflow gets them ready made,
//! since its own set-up waits for ever and trusts anyone.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::greeting::{Greeting, PATIENCE};
use crate::hello::{Hello, Kind};
use crate::hosts::is_open_to_the_world;
use crate::wire::Wire;
use crate::{ClusterError, Hosts};

/// Between two looks for a caller.
const BLINK: Duration = Duration::from_millis(5);
/// Between two calls of one that did not answer.
const AGAIN: Duration = Duration::from_millis(50);

/// All sockets of a process.
pub struct Meeting {
    /// To each process, in order; `None` for itself.
    pub wires: Vec<Option<Wire>>,
    /// For the pulse: with process 0, or of that with each other.
    pub pulses: Vec<(usize, TcpStream)>,
}

/// Meets all other processes.
struct Host<'a> {
    hosts: &'a Hosts,
    hello: Hello,
    me: usize,
    until: Instant,
    wait: Duration,
    /// Told of callers that are refused, and of open ports.
    warn: &'a (dyn Fn(String) + Sync),
    /// Whether the other side of the meeting failed.
    over: AtomicBool,
}

/// Meets all other processes within `wait`: calls those before it, listens for those after it.
///
/// # Errors
///
/// [`ClusterError::Input`] for a port that is taken, a host that is unknown, a peer of another
/// cluster; [`ClusterError::Lost`] where somebody did not come.
pub fn mesh(
    hosts: &Hosts,
    hello: Hello,
    wait: Duration,
    sent: &Arc<AtomicU64>,
    warn: &(dyn Fn(String) + Sync),
) -> Result<Meeting, ClusterError> {
    let me = hello.from as usize;
    let now = Instant::now();
    let host = Host {
        hosts,
        hello,
        me,
        until: now.checked_add(wait).unwrap_or(now),
        wait,
        warn,
        over: AtomicBool::new(false),
    };
    let listener = host.listen()?;
    let (awaited, called) = std::thread::scope(|scope| {
        let awaiting = scope.spawn(|| {
            let awaited = host.await_all(&listener);
            if awaited.is_err() {
                host.over.store(true, Relaxed);
            }
            awaited
        });
        let called = host.call_all();
        if called.is_err() {
            host.over.store(true, Relaxed);
        }
        let awaited = awaiting.join().unwrap_or_else(|_| Err(host.broken_off()));
        (awaited, called)
    });
    // Who failed first says why; the other was only broken off.
    let (mut sockets, mut pulses) = match (awaited, called) {
        (Ok(awaited), Ok(called)) => {
            let (mut sockets, mut pulses) = awaited;
            for (number, socket) in called.0.into_iter().enumerate() {
                sockets[number] = Some(socket);
            }
            pulses.extend(called.1);
            (sockets, pulses)
        }
        (Err(ClusterError::Lost(why)), Err(error)) if why.is_empty() => return Err(error),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let wires = sockets
        .drain(..)
        .map(|socket| socket.map(|socket| Wire::new(socket, Arc::clone(sent))))
        .collect();
    pulses.sort_by_key(|pulse| pulse.0);
    Ok(Meeting { wires, pulses })
}

type Sockets = (Vec<Option<TcpStream>>, Vec<(usize, TcpStream)>);
type Called = (Vec<TcpStream>, Vec<(usize, TcpStream)>);

impl Host<'_> {
    fn count(&self) -> usize {
        self.hosts.all.len()
    }

    fn broken_off(&self) -> ClusterError {
        ClusterError::Lost(String::new())
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let host = &self.hosts.all[self.me];
        let at = host.listen.as_ref().unwrap_or(&host.call);
        let address = self.hosts.resolve(host, at)?;
        let (name, line) = (&self.hosts.name, host.line);
        let listener = TcpListener::bind(address).map_err(|error| {
            let fix = match error.kind() {
                ErrorKind::AddrInUse => "end the program that has the port, or write another port",
                ErrorKind::AddrNotAvailable => {
                    "write an address of this machine behind `listen`, or give the right --process"
                }
                _ => "write an address and a port that may be used",
            };
            ClusterError::Input(format!(
                "{name}, line {line}: process {} cannot listen at {at}: {error}; {fix}",
                self.me
            ))
        })?;
        if is_open_to_the_world(&address) {
            (self.warn)(format!(
                "process {} listens at {address}, which may be reached from anywhere, and nothing is encrypted; use a private net, or a firewall",
                self.me
            ));
        }
        let ready = listener.set_nonblocking(true);
        ready.map_err(|error| ClusterError::Lost(error.to_string()))?;
        Ok(listener)
    }

    /// Listens until all that are to call have called.
    fn await_all(&self, listener: &TcpListener) -> Result<Sockets, ClusterError> {
        let mut letters: Vec<Option<TcpStream>> = (0..self.count()).map(|_| None).collect();
        let mut pulses = Vec::new();
        let mut refused = 0;
        let greeting = Greeting::new(self.hello);
        loop {
            let missing: Vec<usize> = (self.me + 1..self.count())
                .filter(|number| letters[*number].is_none())
                .collect();
            if missing.is_empty() && (self.me > 0 || pulses.len() + 1 == self.count()) {
                return Ok((letters, pulses));
            }
            if self.over.load(Relaxed) {
                return Err(self.broken_off());
            }
            let called = match greeting.has_capacity() {
                true => listener.accept(),
                false => Err(ErrorKind::WouldBlock.into()),
            };
            let waits = match called {
                Ok((socket, at)) => {
                    greeting.greet(socket, at);
                    false
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => true,
                Err(error) => return Err(ClusterError::Lost(format!("listening failed: {error}"))),
            };
            match greeting.next() {
                Some((at, heard)) => {
                    let admitted = heard.and_then(|(socket, heard)| {
                        self.admit(socket, &heard, &mut letters, &mut pulses)
                    });
                    if let Err(why) = admitted {
                        refused += 1;
                        (self.warn)(format!("a caller from {at} was refused: {why}"));
                    }
                }
                None if waits && Instant::now() > self.until => {
                    return Err(self.missing(&missing, refused));
                }
                None if waits => sleep(BLINK),
                None => {}
            }
        }
    }

    fn missing(&self, missing: &[usize], refused: usize) -> ClusterError {
        let names: Vec<String> = missing
            .iter()
            .map(|number| format!("{number} ({})", self.hosts.all[*number].call))
            .collect();
        let wait = self.wait.as_secs();
        let also = match refused {
            0 => String::new(),
            _ => format!(", and {refused} callers were refused"),
        };
        ClusterError::Lost(format!(
            "process {} did not come within {wait} s{also}; start it, and all others again, or wait longer with --wait",
            names.join(", ")
        ))
    }

    /// Lets in a caller that said who it is.
    fn admit(
        &self,
        socket: TcpStream,
        heard: &Hello,
        letters: &mut [Option<TcpStream>],
        pulses: &mut Vec<(usize, TcpStream)>,
    ) -> Result<(), String> {
        if let Some(why) = self.hello.differs(heard) {
            return Err(why);
        }
        let from = usize::try_from(heard.from).unwrap_or(usize::MAX);
        let known = pulses.iter().any(|pulse| pulse.0 == from);
        match (heard.kind, letters.get_mut(from)) {
            (Kind::Letters, Some(place)) if from > self.me && place.is_none() => {
                *place = Some(socket);
            }
            (Kind::Pulse, Some(_)) if self.me == 0 && from > 0 && !known => {
                pulses.push((from, socket));
            }
            _ => {
                return Err(format!(
                    "it says that it is process {from}, and that one is already connected; give each process a different number"
                ));
            }
        }
        Ok(())
    }

    /// Calls those before it, and process 0 once more for the pulse.
    fn call_all(&self) -> Result<Called, ClusterError> {
        let called = (0..self.me).map(|number| self.call(number, Kind::Letters));
        let called = called.collect::<Result<_, _>>()?;
        let mut pulses = Vec::new();
        if self.me > 0 {
            pulses.push((0, self.call(0, Kind::Pulse)?));
        }
        Ok((called, pulses))
    }

    fn call(&self, number: usize, kind: Kind) -> Result<TcpStream, ClusterError> {
        let host = &self.hosts.all[number];
        loop {
            // Resolved each time: where pods come again, names stand for other addresses.
            let address = self.hosts.resolve(host, &host.call);
            let tried = match &address {
                Ok(address) => self.try_once(*address, kind),
                Err(error) => Err(io::Error::other(error.to_string())),
            };
            let (name, line) = (&self.hosts.name, host.line);
            match tried {
                Ok((socket, heard)) => {
                    return match self.hello.differs(&heard) {
                        None if heard.from == number as u64 => Ok(socket),
                        None => Err(ClusterError::Input(format!(
                            "{name}, line {line}: {} is process {}, and not {number}; give all the same host file",
                            host.call, heard.from
                        ))),
                        Some(why) => Err(ClusterError::Input(format!(
                            "{name}, line {line}: process {number} at {} is of another cluster: {why}",
                            host.call
                        ))),
                    };
                }
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    return Err(ClusterError::Input(format!(
                        "{name}, line {line}: who answers at {} is refused: {error}; write another port, or end that program",
                        host.call
                    )));
                }
                Err(_) if self.over.load(Relaxed) => return Err(self.broken_off()),
                Err(_) if Instant::now() > self.until && address.is_err() => {
                    return Err(address.err().unwrap_or_else(|| self.broken_off()));
                }
                Err(error) if Instant::now() > self.until => {
                    return Err(ClusterError::Lost(format!(
                        "process {number} at {} did not answer within {} s: {error}; start it, and all others again, or wait longer with --wait",
                        host.call,
                        self.wait.as_secs()
                    )));
                }
                Err(_) => sleep(AGAIN),
            }
        }
    }

    fn try_once(&self, address: SocketAddr, kind: Kind) -> io::Result<(TcpStream, Hello)> {
        let mut socket = TcpStream::connect_timeout(&address, PATIENCE)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let hello = Hello { kind, ..self.hello };
        hello.say(&mut socket)?;
        let heard = Hello::hear(&mut socket)?;
        socket.set_read_timeout(None)?;
        Ok((socket, heard))
    }
}
