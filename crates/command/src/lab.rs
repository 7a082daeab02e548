//! `whowins lab`.

use std::env::VarError;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use whowins_lab::{ExportError, First, Options, Server, built, export, most_memory, stored_token};

use crate::config::folder;
use crate::failure::Failure;
use crate::game::{GameChoice, bytes, seconds};
use crate::habits::remark;

/// The environment variable with the token. Other users could read a command line.
const TOKEN: &str = "WHOWINS_TOKEN";

/// Serve the laboratory, a web page, from this machine.
///
/// The page shows games with their maps, moves and laws. The command prints the address to open,
/// and serves the page until you press Ctrl-C. It uses only the loopback address, and no network.
#[derive(Args)]
pub struct Lab {
    #[command(flatten, next_help_heading = "Game")]
    game: GameChoice,

    /// Port to use [default: the first free one from 7171]
    #[arg(long, value_name = "N", help_heading = "Server")]
    port: Option<u16>,

    /// Limit each request to this many seconds
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "20",
        help_heading = "Limits"
    )]
    time: u64,

    /// Limit the memory for the tables of a request, such as 500M or 2G
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = bytes,
        default_value = "256M",
        help_heading = "Limits"
    )]
    memory: u64,

    /// Write the page to a folder instead of serving it
    ///
    /// Any web server can serve the files. After the first visit the page needs no network.
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["port", "time", "memory"],
        help_heading = "Server"
    )]
    export: Option<PathBuf>,
}

impl Lab {
    /// Serves the page until Ctrl-C, or writes it to a folder.
    pub fn run(self) -> Result<(), Failure> {
        let first = match self.game.named() {
            None => None,
            Some(game) => {
                let rules = game.rules()?;
                let values = game.values(&rules)?;
                let name = Path::new(game.name()).file_stem();
                Some(First {
                    name: name
                        .map_or_else(|| game.name().into(), |name| name.to_string_lossy().into()),
                    rules: rules.source().into(),
                    set: (values.iter())
                        .map(|(name, value)| (name.clone(), value.to_string()))
                        .collect(),
                })
            }
        };
        if let Some(folder) = self.export {
            return write(&folder, first);
        }
        let token = match std::env::var(TOKEN) {
            Ok(given) => Some(given),
            Err(VarError::NotPresent) => user_token(),
            Err(error) => return Err(Failure::Input(format!("{TOKEN}: {error}"))),
        };
        let server = Server::bind(Options {
            port: self.port,
            first,
            time: Some(Duration::from_secs(self.time.max(1))),
            memory: Some(self.memory),
            token,
        })
        .map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => Failure::Input(format!("{TOKEN}: {error}")),
            _ => Failure::of_port(self.port, &error),
        })?;
        let stop = server.stopper();
        crate::watch::at_interrupt(most_memory(self.memory), move || stop.stop());
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", server.entrance())?;
        out.flush()?;
        drop(out);
        server.run().map_err(Failure::Output)
    }
}

/// Returns the stored token of the user, or `None` for a random one that is valid only for this
/// run.
fn user_token() -> Option<String> {
    let base = match cfg!(windows) {
        true => folder("LOCALAPPDATA"),
        false => folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state"))),
    };
    let path = base?.join("whowins").join("lab-token");
    match stored_token(&path) {
        Ok(token) => Some(token),
        Err(error) => {
            remark(format_args!(
                "warning: {}: {error}; the address of this laboratory is valid only until it ends",
                path.display()
            ));
            None
        }
    }
}

fn write(folder: &Path, first: Option<First>) -> Result<(), Failure> {
    let written = export(folder, built().as_deref(), first).map_err(|error| {
        let message = format!("--export: {error}");
        match error {
            ExportError::File(..) | ExportError::Page(_) => Failure::System(message),
            ExportError::NotBuilt | ExportError::Older | ExportError::NotEmpty(_) => {
                Failure::Input(message)
            }
        }
    })?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} files, {:.1} MB, in {}; serve them with any web server, such as `python3 -m \
         http.server` in that folder",
        written.files,
        written.bytes as f64 / 1e6,
        folder.display()
    )?;
    Ok(())
}
