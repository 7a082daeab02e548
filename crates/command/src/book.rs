//! `whowins book`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use whowins_lab::{Book, BookError, Server};

use crate::failure::Failure;

/// The folders of a built book, relative to the program's folder: in a package, in an archive, and
/// in a clone after `cargo xtask book`.
const PLACES: [&str; 3] = ["../share/doc/whowins/book", "book", "../book"];

/// Memory for connections, in bytes, in addition to the book itself.
const READERS: u64 = 64 << 20;

/// Serve the documentation as a web site from this machine.
///
/// The book has a tutorial, the reference of the rules, and a chapter for each kind of law. The
/// command prints the address to open, and serves the pages until you press Ctrl-C. It uses only
/// the loopback address, and no network.
#[derive(Args)]
pub struct ReadBook {
    /// Port to use [default: the first free one from 7171]
    #[arg(long, value_name = "N", help_heading = "Server")]
    port: Option<u16>,

    /// Folder of the built book [default: the one of this installation]
    #[arg(long, value_name = "FOLDER", help_heading = "Server")]
    folder: Option<PathBuf>,
}

impl ReadBook {
    /// Serves the book until Ctrl-C is pressed.
    pub fn run(self) -> Result<(), Failure> {
        let folder = match self.folder {
            Some(folder) => folder,
            None => beside().ok_or_else(|| Failure::Input(absent()))?,
        };
        let book = Book::read(&folder).map_err(|error| match error {
            BookError::File(path, error) => Failure::of_file(&path, "read", &error),
            other => Failure::Input(format!(
                "--folder: {other}; name the folder that `cargo xtask book` writes, target/book"
            )),
        })?;
        let memory = book.bytes() + READERS;
        let server =
            Server::book(book, self.port).map_err(|error| Failure::of_port(self.port, &error))?;
        let stop = server.stopper();
        crate::watch::at_interrupt(memory, move || stop.stop());
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", server.entrance())?;
        out.flush()?;
        drop(out);
        server.run().map_err(Failure::Output)
    }
}

/// Returns the folder of the book that is installed with the program.
fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let program = program.canonicalize().unwrap_or(program);
    let folder = program.parent()?;
    let mut places = PLACES.iter().map(|place| folder.join(place));
    places.find(|place| Book::is_in(place))
}

fn absent() -> String {
    let places = PLACES.map(|place| format!("DIR/{place}")).join(", ");
    format!(
        "this program has no book in {places}, where DIR is its folder; build one with \
         `cargo xtask book` in a clone, and open it with --folder FOLDER"
    )
}
