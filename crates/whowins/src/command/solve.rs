//! `whowins solve`.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use whowins_engine::{Answer, Best, Engine, Outcome, Solved};
use whowins_law::LawSource;
use whowins_rules::{Game, Player, Position, Value};

use super::certificate;
use super::failure::Failure;
use super::game::{GameArguments, LimitArguments, to_move};
use super::watch::{self, Working};

/// Who wins from a position.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    game: GameArguments,

    /// The position, such as 4,7 or .o.o; «-» reads positions from standard input, one a line, and answers in a stream
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

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

/// What `--json` prints; the fields' meanings are in `docs/json.md`.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    position: &'a str,
    to_move: &'a str,
    winner: Option<&'a str>,
    value: &'a str,
    outcome: &'a str,
    remoteness: Option<u64>,
    r#move: Option<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_losses: Option<Vec<Move<'a>>>,
    strategy: &'a str,
    law: Option<&'a str>,
}

#[derive(Serialize)]
struct Move<'a> {
    text: &'a str,
    to: String,
}

impl<'a> Move<'a> {
    fn told(game: &Game, best: &'a Best) -> Self {
        Self {
            text: &best.text,
            to: game.show(&best.to),
        }
    }
}

impl Solve {
    /// Answers the position, or the stream of positions.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let law = match &self.law {
            Some(path) => {
                let proved = certificate::accepted(path, &rules, &values, &limits)?;
                LawSource::proved(proved, &rules, &limits)
            }
            None => LawSource::search(&rules, &values, &limits),
        };
        let mut engine = whowins::solver_with(Arc::new(law), &rules, &values, &limits)?;
        let player = to_move(engine.game(), self.to_move.as_deref())?;
        if self.at.as_deref() == Some("-") {
            return self.stream(&mut engine, player);
        }
        let position = asked(engine.game(), self.at.as_deref())?;
        let solved = {
            let _working = Working::on(&limits);
            engine.solve(&position)?
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            write_json(&mut out, &engine, &position, player, &solved)?;
        } else {
            write_card(&mut out, &engine, &position, player, &solved)?;
        }
        Ok(())
    }

    /// Answers positions from standard input, a line each; answers already given stay given when a line is at fault.
    fn stream(&self, engine: &mut Engine, player: Player) -> Result<(), Failure> {
        let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
        let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        let mut line = String::new();
        let mut answer = Vec::new();
        for number in 1usize.. {
            line.clear();
            let place = || format!("line {number} of standard input");
            let read = if input.buffer().contains(&b'\n') {
                read_line(&mut input, &mut line)
            } else {
                // Whoever writes the positions may wait for the answers so far.
                watch::unless_interrupted(|| {
                    out.flush().map(|()| read_line(&mut input, &mut line))
                })?
            };
            match read {
                Ok(0) => break,
                Ok(_) => {}
                Err(reason) => {
                    out.flush()?;
                    return Err(Failure::Input(format!("{}: {reason}", place())));
                }
            }
            let text = match number {
                1 => line.trim_start_matches('\u{feff}').trim(),
                _ => line.trim(),
            };
            if text.is_empty() {
                continue;
            }
            answer.clear();
            if let Err(failure) = self.answer(engine, text, player, &mut answer) {
                out.flush()?;
                return Err(match failure {
                    Failure::Input(message) => Failure::Input(format!("{}: {message}", place())),
                    Failure::Engine(_, error) => Failure::Engine(Some(place()), error),
                    other => other,
                });
            }
            out.write_all(&answer)?;
        }
        out.flush()?;
        Ok(())
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
            return write_json(out, engine, &position, player, &solved);
        }
        let values = engine.values(&position)?;
        let winner = winner(engine.game(), player, values[player.index()]).unwrap_or("draw");
        let outcome = Outcome::of(values[0], values[1]).letter();
        writeln!(out, "{text}\t{outcome}\t{winner}")?;
        Ok(())
    }
}

/// The longest line of positions that is read: a board of a million cells, or numbers of a million digits.
const LONGEST: u64 = 16 << 20;

/// Reads a line, bounded; gives its length.
fn read_line(input: &mut impl BufRead, line: &mut String) -> Result<usize, String> {
    let mut bytes = std::mem::take(line).into_bytes();
    let read = std::io::Read::take(&mut *input, LONGEST)
        .read_until(b'\n', &mut bytes)
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if read as u64 == LONGEST {
        return Err(format!(
            "it is longer than {LONGEST} bytes; write one position a line"
        ));
    }
    *line = String::from_utf8(bytes).map_err(|error| {
        format!(
            "byte {} is not UTF-8 text; write one position a line",
            error.utf8_error().valid_up_to() + 1
        )
    })?;
    Ok(read)
}

/// The position asked: the one given, else the rules' start.
pub fn asked(game: &Game, at: Option<&str>) -> Result<Position, Failure> {
    match at {
        Some(text) => game
            .read(text)
            .map_err(|error| Failure::Input(format!("--at: {error}"))),
        None => game.start.clone().ok_or_else(|| {
            Failure::Input("the rules name no start; say where with --at POSITION".into())
        }),
    }
}

fn winner(game: &Game, to_move: Player, value: Value) -> Option<&str> {
    match value {
        Value::Win => Some(game.player(to_move)),
        Value::Loss => Some(game.player(to_move.other())),
        Value::Draw => None,
    }
}

/// A value for the player to move, in a word.
fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        Value::Draw => "draw",
    }
}

fn write_json(
    out: &mut impl Write,
    engine: &Engine,
    position: &Position,
    player: Player,
    solved: &Solved,
) -> Result<(), Failure> {
    let game = engine.game();
    let answer = &solved.to_move[player.index()];
    let text = game.show(position);
    let by_law = solved.strategy == whowins_law::STRATEGY;
    let law = by_law.then(|| engine.why(solved.strategy)).flatten();
    let blocks = game.ending.blocked > 0;
    let told = |best| Move::told(game, best);
    let report = Report {
        game: &game.name,
        position: &text,
        to_move: game.player(player),
        winner: winner(game, player, answer.value),
        value: word(answer.value),
        outcome: solved.outcome().letter(),
        remoteness: answer.remoteness,
        r#move: answer.best.as_ref().map(told),
        to_losses: blocks.then(|| answer.to_losses.iter().map(told).collect()),
        strategy: solved.strategy,
        law: law.as_deref(),
    };
    let json = serde_json::to_string(&report).map_err(|error| Failure::Output(error.into()))?;
    writeln!(out, "{json}")?;
    Ok(())
}

/// The answer as a person reads it.
fn write_card(
    out: &mut impl Write,
    engine: &Engine,
    position: &Position,
    player: Player,
    solved: &Solved,
) -> Result<(), Failure> {
    let game = engine.game();
    let answer = &solved.to_move[player.index()];
    let result = match winner(game, player, answer.value) {
        Some(winner) => format!("{winner} wins"),
        None => "A draw".into(),
    };
    let [first, second] = &game.players;
    let meaning = match solved.outcome() {
        Outcome::N => "whoever is to move wins".into(),
        Outcome::P => "whoever is to move loses".into(),
        Outcome::L => format!("{first} wins, whoever is to move"),
        Outcome::R => format!("{second} wins, whoever is to move"),
        Outcome::D => format!(
            "{first} to move: {}; {second} to move: {}",
            word(solved.to_move[0].value),
            word(solved.to_move[1].value)
        ),
    };
    writeln!(out, "{result}.")?;
    writeln!(out)?;
    writeln!(out, "  game       {}", game.name)?;
    writeln!(
        out,
        "  position   {}, {} to move",
        short(&game.show(position)),
        game.player(player)
    )?;
    writeln!(out, "  outcome    {}: {meaning}", solved.outcome().letter())?;
    if let Some(remoteness) = answer.remoteness {
        let moves = if remoteness == 1 { "move" } else { "moves" };
        writeln!(out, "  best play  {remoteness} {moves}")?;
    }
    if let Some(best) = &answer.best {
        let kind = match (answer.value, answer.remoteness) {
            (Value::Win, _) => "a winning move",
            (Value::Draw, _) => "holds the draw",
            (Value::Loss, Some(_)) => "the longest defence",
            (Value::Loss, None) => "any move loses",
        };
        writeln!(
            out,
            "  move       {} -> {} ({kind})",
            short(&best.text),
            short(&game.show(&best.to))
        )?;
    }
    if game.ending.blocked > 0 {
        let (head, text) = under_blocks(game, answer);
        writeln!(out, "  {head:9}  {text}")?;
    }
    let why = engine.why(solved.strategy).unwrap_or_default();
    writeln!(out, "  found by   {}: {why}", solved.strategy)?;
    Ok(())
}

/// What can be said of moves where the opponent may block some: the line's first word, and the line.
fn under_blocks(game: &Game, answer: &Answer) -> (&'static str, String) {
    let most = game.ending.blocked as usize;
    let options = if most == 1 { "option" } else { "options" };
    let moves: Vec<String> = answer
        .to_losses
        .iter()
        .map(|best| format!("{} -> {}", best.text, game.show(&best.to)))
        .collect();
    let moves = short(&moves.join("; "));
    match answer.value {
        Value::Win if answer.to_losses.len() > most => (
            "moves",
            format!("{moves} (each wins, and no more than {most} {options} can be blocked)"),
        ),
        Value::Loss if !answer.to_losses.is_empty() => (
            "blocks",
            format!("{moves} (the opponent blocks this; any other move loses)"),
        ),
        Value::Loss => ("move", "none wins, whatever is blocked".into()),
        _ => (
            "move",
            format!("hangs on what the opponent blocks, up to {most} {options}"),
        ),
    }
}

/// A long position or number cut to its ends.
fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_string();
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(count - LONGEST / 4).collect();
    format!("{head}...{tail}")
}
