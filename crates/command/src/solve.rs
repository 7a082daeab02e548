//! `whowins solve`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use whowins_engine::{Engine, Outcome, Solved};
use whowins_law::LawSource;
use whowins_rules::{Game, Player, Position};
use whowins_views::{Card, winner};

use crate::card::write_card;
use crate::certificate;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, to_move};
use crate::stream::stream;
use crate::watch::Working;

/// Who wins from a position.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    game: GameArguments,

    /// The position, such as 4,7 or .o.o; «-» reads positions from standard input, one a line, and answers in a stream
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

    /// The same position, without --at
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,

    /// The player to move; the one named first by default
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<String>,

    /// A certificate of the game's law to answer from, verified first; else a law is looked for where one is needed
    #[arg(long, value_name = "CERTIFICATE")]
    law: Option<PathBuf>,

    /// Print one JSON object a position
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Solve {
    /// Answers the position, or the stream of positions.
    pub fn run(mut self) -> Result<(), Failure> {
        self.at = self.at.take().or_else(|| self.position.take());
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let mut engine = match &self.law {
            Some(path) => {
                // Who asks about a position says of which game: a value is not taken from the certificate silently.
                rules.game(&values)?;
                let (proved, bound) = certificate::accepted(path, &rules, &values, &limits)?;
                let game = bound
                    .game()
                    .map_err(|refusal| Failure::Input(format!("{}: {refusal}", path.display())))?;
                let law = Arc::new(LawSource::proved(proved, &rules, &limits));
                whowins::solver_of(law, game.clone(), &limits)
            }
            None => whowins::solver(&rules, &values, &limits)?,
        };
        let player = to_move(engine.game(), self.to_move.as_deref())?;
        if self.at.as_deref() == Some("-") {
            return stream(|text, out| self.answer(&mut engine, text, player, out));
        }
        let position = asked(engine.game(), self.at.as_deref())?;
        let solved = {
            let _working = Working::on(&limits);
            engine.solve(&position)?
        };
        let mut out = std::io::stdout().lock();
        with_card(&engine, &position, player, &solved, |card| {
            match self.json {
                true => Ok(writeln!(out, "{}", card.json())?),
                false => write_card(card, &mut out),
            }
        })
    }

    fn answer(
        &self,
        engine: &mut Engine,
        text: &str,
        player: Player,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let position = engine
            .game()
            .read(text)
            .map_err(|error| Failure::Input(error.to_string()))?;
        if self.json {
            let solved = engine.solve(&position)?;
            return with_card(engine, &position, player, &solved, |card| {
                Ok(writeln!(out, "{}", card.json())?)
            });
        }
        let values = engine.values(&position)?;
        let winner = winner(engine.game(), player, values[player.index()]).unwrap_or("draw");
        let outcome = Outcome::of(values[0], values[1]).letter();
        writeln!(out, "{text}\t{outcome}\t{winner}")?;
        Ok(())
    }
}

/// Shipped games of a fixed size, with the shipped game that has no such bound.
const GENERAL: [(&str, &str, &str); 1] = [("Nim", "nim-heaps", "any number of heaps")];

/// The position asked: the one given, else the rules' start.
pub fn asked(game: &Game, at: Option<&str>) -> Result<Position, Failure> {
    match at {
        Some(text) => game.read(text).map_err(|error| {
            let general = GENERAL.iter().find(|(name, ..)| *name == game.name);
            let general = general.map_or_else(String::new, |(_, general, what)| {
                format!("; {general} is the same game with {what}")
            });
            Failure::Input(format!("--at: {error}{general}"))
        }),
        None => game.start.clone().ok_or_else(|| {
            let how = match game.read("") {
                Err(error) => format!(": {}", error.help),
                Ok(_) => String::new(),
            };
            Failure::Input(format!(
                "the rules name no start; say where with --at POSITION{how}"
            ))
        }),
    }
}

/// Hands on the card of an answer.
fn with_card(
    engine: &Engine,
    position: &Position,
    player: Player,
    solved: &Solved,
    then: impl FnOnce(&Card<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let why = engine.why(solved.strategy).unwrap_or_default();
    then(&Card {
        game: engine.game(),
        position,
        player,
        answer: &solved.to_move[player.index()],
        values: [0, 1].map(|player: usize| Some(solved.to_move[player].value)),
        strategy: solved.strategy,
        why: &why,
        law: (solved.strategy == whowins_law::STRATEGY).then_some(&why),
    })
}
