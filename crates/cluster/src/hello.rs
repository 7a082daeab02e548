//! What two processes say to each other before any work: whether they are of one cluster.

use std::io::{self, ErrorKind, Read, Write};

/// The first bytes on each socket.
const MAGIC: &[u8; 8] = b"WHOWINS\n";
/// The version of what is put away.
pub const VERSION: u64 = 2;
/// The version of all that is said between processes.
const PROTOCOL: u64 = 3;
const WORDS: usize = 7;

/// A socket for letters, or for the pulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// For letters.
    Letters,
    /// For the pulse.
    Pulse,
}

/// What one says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hello {
    /// How many processes there are.
    pub processes: u64,
    /// The fingerprint of the rules, the positions and their numbering, and of what is asked about
    /// them.
    pub table: u64,
    /// The epoch that is gone on from, and the checksum of its manifest; 0 where there is none.
    pub epoch: u64,
    /// Its checksum.
    pub manifest: u64,
    /// The process that says it.
    pub from: u64,
    /// What the socket is for.
    pub kind: Kind,
}

impl Hello {
    /// Says it.
    ///
    /// # Errors
    ///
    /// Where it cannot be sent.
    pub fn say(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        let words: [u64; WORDS] = [
            PROTOCOL,
            self.processes,
            self.table,
            self.epoch,
            self.manifest,
            self.from,
            u64::from(self.kind == Kind::Pulse),
        ];
        words
            .iter()
            .for_each(|word| bytes.extend(word.to_le_bytes()));
        to.write_all(&bytes)
    }

    /// Hears what the other says.
    ///
    /// # Errors
    ///
    /// `InvalidData` with the reason where it is no process of a cluster of this version.
    pub fn hear(from: &mut impl Read) -> io::Result<Self> {
        let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(wrong("it isn't a process of a cluster".into()));
        }
        let mut words = [0_u64; WORDS];
        for word in &mut words {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        let [version, processes, table, epoch, manifest, from, kind] = words;
        if version != PROTOCOL {
            return Err(wrong(format!(
                "it speaks version {version}, and this one version {PROTOCOL}; run the same whowins everywhere"
            )));
        }
        Ok(Self {
            processes,
            table,
            epoch,
            manifest,
            from,
            kind: match kind {
                0 => Kind::Letters,
                _ => Kind::Pulse,
            },
        })
    }

    /// What the other has otherwise, and the mend.
    pub fn differs(&self, other: &Self) -> Option<String> {
        if self.processes != other.processes {
            return Some(format!(
                "it counts {} processes, and this one {}; give all the same host file",
                other.processes, self.processes
            ));
        }
        if self.table != other.table {
            return Some(
                "it builds another table: the rules, the parameters, the position or the options differ; give all the same command"
                    .into(),
            );
        }
        if self.epoch != other.epoch || self.manifest != other.manifest {
            return Some(format!(
                "it resumes from epoch {}, and this one from {}; give all the same folder, and start all again",
                other.epoch, self.epoch
            ));
        }
        None
    }
}
