//! `whowins lab`.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use whowins_lab::{First, Options, Server, most_memory};

use crate::failure::Failure;
use crate::game::{GameChoice, bytes, seconds};

/// The laboratory page, on the loopback address.
#[derive(Args)]
pub struct Lab {
    #[command(flatten)]
    game: GameChoice,

    /// The port; the first free one from 7171 on by default
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Seconds that one request may solve
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "20")]
    time: u64,

    /// Memory for the tables of one request, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "256M")]
    memory: u64,
}

impl Lab {
    /// Serves the page until Ctrl-C.
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
        let server = Server::bind(Options {
            port: self.port,
            first,
            time: Some(Duration::from_secs(self.time.max(1))),
            memory: Some(self.memory),
        })
        .map_err(|error| {
            Failure::Input(match self.port {
                Some(port) => format!("--port {port}: {error}; name another one, or none"),
                None => format!("no port of the loopback address can be had: {error}"),
            })
        })?;
        let stop = server.stopper();
        crate::watch::at_interrupt(most_memory(self.memory), move || stop.stop());
        let mut out = std::io::stdout().lock();
        writeln!(out, "http://{}/", server.address())?;
        out.flush()?;
        drop(out);
        server.run().map_err(Failure::Output)
    }
}
