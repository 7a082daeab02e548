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

use crate::failure::Failure;
use crate::game::{GameArguments, bytes, player_of, seconds};
use crate::solve::asked;
use session::Session;

/// Play against the computer in the terminal.
///
/// If the game is solved, the computer plays perfectly. Otherwise it prints how many moves it
/// looks ahead.
#[derive(Args)]
pub struct Play {
    #[command(flatten, next_help_heading = "Match")]
    game: GameArguments,

    /// Start position, such as 4,7 or .o.o, or @FILE
    ///
    /// @FILE reads the position from a file, and @- from standard input.
    /// [default: the start of the rules, or else a small position]
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        help_heading = "Match"
    )]
    at: Option<String>,

    /// Start position (short for --at)
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,

    /// Your player: a name, both or none [default: the player to begin]
    ///
    /// `both` is for two people. `none` lets the computer play against itself.
    #[arg(long = "as", value_name = "PLAYER", help_heading = "Match")]
    person: Option<String>,

    /// Player to begin [default: the first player of the rules]
    #[arg(long, value_name = "PLAYER", help_heading = "Match")]
    first: Option<String>,

    /// Play line by line instead of on the full screen
    ///
    /// This is the default if input or output isn't a terminal.
    #[arg(long, help_heading = "Screen")]
    plain: bool,

    /// Give no hints
    #[arg(long, help_heading = "Screen")]
    no_hints: bool,

    /// Show the result of each move
    #[arg(long, help_heading = "Screen")]
    verdicts: bool,

    /// Seconds that the computer may think about a move
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "10",
        help_heading = "Limits"
    )]
    time: u64,

    /// Limit the memory for tables, such as 500M or 8G
    ///
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Limits"
    )]
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
        // Stopping a move must not stop the search for the law, which runs once.
        let search = Limits {
            budget: limits.budget.clone().stopped_by(Arc::default()),
            ..limits.clone()
        };
        // The limits apply from here on: even the check that the game is over may use all of them.
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let left = match terminal && !self.plain {
            true => Some(screen::hold(&limits)),
            false => {
                crate::watch::hold(&limits);
                None
            }
        };
        let time = Duration::from_secs(self.time);
        // The first move that needs the law waits for it.
        let law = whowins::law_source(&rules, &values, &search).within(time / 2);
        let law = Arc::new(law);
        let referee = Referee::with_law(law, &rules, &values, &limits, time)?;
        let game = referee.game();
        let start = asked(&rules, game, self.at.as_deref())?;
        let first = named(game, "--first", self.first.as_deref(), Player::First, "")?;
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

/// Returns the player that an option names.
fn named(
    game: &Game,
    option: &str,
    name: Option<&str>,
    or: Player,
    others: &str,
) -> Result<Player, Failure> {
    match name {
        Some(name) => player_of(game, option, name, others),
        None => Ok(or),
    }
}

/// Returns which players are people.
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
            let person = named(game, "--as", name, first, ", or write both or none")?;
            Ok(Player::BOTH.map(|player| player == person))
        }
    }
}
