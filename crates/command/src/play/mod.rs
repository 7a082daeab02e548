//! `whowins play`.

mod entry;
mod picture;
mod plain;
pub(crate) mod screen;
pub(crate) mod session;

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use whowins_analysis::{Game, Player};
use whowins_engine::{Limits, fair_memory};
use whowins_views::play::Referee;
use whowins_views::player;

use crate::failure::Failure;
use crate::game::{GameArguments, bytes, seconds};
use crate::solve::asked;
use session::Session;

/// Play against the computer, which is perfect where the game is solved, and else says how far it sees.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    game: GameArguments,

    /// The position to start from; the rules' own start by default
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

    /// The same position, without --at
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,

    /// The player you are; «both» for two people, «none» to watch the computer play itself; who moves first by default
    #[arg(long = "as", value_name = "PLAYER")]
    person: Option<String>,

    /// The player who moves first; the one named first in the rules by default
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Line by line, as it is done anyway where input or output is no terminal
    #[arg(long)]
    plain: bool,

    /// Give no hints
    #[arg(long)]
    no_hints: bool,

    /// Show what each move brings
    #[arg(long)]
    verdicts: bool,

    /// Seconds that the computer may think about a move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    time: u64,

    /// Memory for tables, such as 500M or 8G; three quarters of what is free by default
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Threads that work at once; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Play {
    /// Plays a match.
    pub fn run(mut self) -> Result<(), Failure> {
        self.at = self.at.take().or_else(|| self.position.take());
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let mut limits = Limits::default().with_memory(self.memory.unwrap_or_else(fair_memory));
        if let Some(threads) = self.threads {
            limits.threads = usize::from(threads);
        }
        // What stops a move must not stop the search for the law, which is made once.
        let search = Limits {
            budget: limits.budget.clone().stopped_by(Arc::default()),
            ..limits.clone()
        };
        // From here on: even to see whether the game is over at the start may take all there is.
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let left = match terminal && !self.plain {
            true => Some(screen::hold(&limits)),
            false => {
                crate::watch::hold(&limits);
                None
            }
        };
        let time = Duration::from_secs(self.time);
        // The first move that needs it waits for it.
        let law = whowins::law_source(&rules, &values, &search).within(time / 2);
        let law = Arc::new(law);
        let referee = Referee::with_law(law, &rules, &values, &limits, time)?;
        let game = referee.game();
        let start = asked(game, self.at.as_deref())?;
        let first = named(game, "--first", self.first.as_deref(), Player::First)?;
        let people = people(game, self.person.as_deref(), first)?;
        let mut session = Session::new(
            referee,
            &start,
            first,
            people,
            !self.no_hints,
            self.verdicts,
        );
        match left {
            Some(left) => screen::run(session, &limits, &left),
            None => plain::run(&mut session, &limits),
        }
    }
}

/// The player that an option names.
fn named(game: &Game, option: &str, name: Option<&str>, or: Player) -> Result<Player, Failure> {
    let Some(name) = name else {
        return Ok(or);
    };
    player(game, name).map_err(|error| Failure::Input(format!("{option} {name}: {error}")))
}

/// For whom people play.
fn people(game: &Game, name: Option<&str>, first: Player) -> Result<[bool; 2], Failure> {
    let known = |word: &str| {
        Player::BOTH
            .iter()
            .any(|p| game.player(*p).eq_ignore_ascii_case(word))
    };
    match name {
        Some("both") if !known("both") => Ok([true; 2]),
        Some("none") if !known("none") => Ok([false; 2]),
        name => {
            let person = named(game, "--as", name, first).map_err(|failure| match failure {
                Failure::Input(message) => {
                    Failure::Input(format!("{message}, and there are «both» and «none»"))
                }
                other => other,
            })?;
            Ok(Player::BOTH.map(|player| player == person))
        }
    }
}
