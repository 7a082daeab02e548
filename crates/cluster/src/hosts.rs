//! The host file: a line a process, in the order of their numbers.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::Path;

use crate::ClusterError;

/// Where a process is called, and where it listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The address that others call, `HOST:PORT`.
    pub call: String,
    /// The address that it listens at, where that is another one.
    pub listen: Option<String>,
    /// Its line in the file, from 1 on.
    pub line: usize,
}

/// All processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// In the order of their numbers.
    pub all: Vec<Host>,
    /// The file's name, for messages.
    pub name: String,
}

impl Hosts {
    /// Reads a host file: on each line `HOST:PORT`, or `HOST:PORT listen ADDRESS:PORT`; blank lines
    /// and what follows `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`ClusterError::Input`] with the line and the mend.
    pub fn read(path: &Path) -> Result<Self, ClusterError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            ClusterError::Input(format!(
                "{name}: the host file cannot be read: {error}; name one that can"
            ))
        })?;
        Self::parse(&name, &text)
    }

    /// The same from its text.
    ///
    /// # Errors
    ///
    /// As [`Hosts::read`].
    pub fn parse(name: &str, text: &str) -> Result<Self, ClusterError> {
        let mut all: Vec<Host> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let number = at + 1;
            let fault =
                |what: String| ClusterError::Input(format!("{name}, line {number}: {what}"));
            let words: Vec<&str> = line
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            let (call, listen) = match words[..] {
                [] => continue,
                [call] => (call, None),
                [call, "listen", listen] => (call, Some(listen)),
                _ => {
                    return Err(fault(format!(
                        "`{}` isn't a host; write HOST:PORT, or HOST:PORT listen ADDRESS:PORT",
                        words.join(" ")
                    )));
                }
            };
            for address in [Some(call), listen].into_iter().flatten() {
                if !has_port(address) {
                    return Err(fault(format!(
                        "`{address}` is not HOST:PORT with a port from 1 to 65535; write for example node1:7000"
                    )));
                }
            }
            if let Some(other) = all.iter().find(|other| other.call == call) {
                return Err(fault(format!(
                    "`{call}` is already in line {}; give each process a different port",
                    other.line
                )));
            }
            all.push(Host {
                call: call.into(),
                listen: listen.map(str::to_owned),
                line: number,
            });
        }
        if all.is_empty() {
            return Err(ClusterError::Input(format!(
                "{name}: the host file names no host; write a line HOST:PORT for each process"
            )));
        }
        let name = name.into();
        Ok(Self { all, name })
    }

    /// The address that a host name and port stand for.
    pub(crate) fn resolve(&self, host: &Host, address: &str) -> Result<SocketAddr, ClusterError> {
        let found = address.to_socket_addrs().map(|mut all| all.next());
        match found {
            Ok(Some(found)) => Ok(found),
            Ok(None) => Err(self.unknown(host, address, "it has no address")),
            Err(error) => Err(self.unknown(host, address, &error.to_string())),
        }
    }

    fn unknown(&self, host: &Host, address: &str, why: &str) -> ClusterError {
        ClusterError::Input(format!(
            "{}, line {}: `{address}` cannot be found: {why}; write a name that this machine knows, or an address in numbers",
            self.name, host.line
        ))
    }
}

fn has_port(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
    })
}

/// Whether a listener at this address can be reached from outside a private net.
pub fn is_open_to_the_world(address: &SocketAddr) -> bool {
    match address.ip() {
        IpAddr::V4(ip) => !(ip.is_loopback() || ip.is_private() || ip.is_link_local()),
        IpAddr::V6(ip) => {
            let first = ip.segments()[0];
            !(ip.is_loopback() || first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80)
        }
    }
}
