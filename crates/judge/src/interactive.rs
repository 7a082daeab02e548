//! Interactive programs: the program plays against a perfect opponent, one position per line.
//!
//! The program reads a position in which it is to move, and writes the position after its move. The
//! judge answers with the position after its own move, and so on. When the game is over, the judge
//! writes `end`. If the program has the turn again (after a pass or an extra move), the judge
//! repeats the position.
//!
//! Start reading at [`play`].

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::time::Instant;

use serde::Serialize;
use whowins::analysis::{Position, Value};
use whowins::contest::Case;
use whowins::engine::EngineError;
use whowins::{best_line, brings, legal_moves};

use crate::judge::{Wishes, work};
use crate::positions::Positions;
use crate::program::{Ended, Isolation, Program, RunBounds};
use crate::report::Verdict;
use crate::sizes::Flow;
use crate::truth::{Truth, Unanswered};

/// The result of an interactive test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The name of the game.
    pub game: String,
    /// `right` if the program won from every start position.
    pub verdict: Verdict,
    /// The number of start positions.
    pub starts: u64,
    /// All starts up to this size were played; `null` if the smallest size wasn't completed.
    pub up_to: Option<u64>,
    /// The order of the starts.
    pub order: String,
    /// The match that the program didn't win.
    pub lost: Option<Lost>,
    /// The isolation of the runs; `null` if none was started.
    pub isolation: Option<Isolation>,
}

/// A match that the program didn't win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The start, a won position.
    pub start: String,
    /// The positions after each move of both players.
    pub moves: Vec<String>,
    /// The position of the mistake.
    pub at: String,
    /// The program's output at that position.
    pub said: Option<String>,
    /// The reason why that is wrong: an illegal move, a move that gives up the win, or no move.
    pub why: String,
    /// A winning move, as the position after it.
    pub wins: Option<String>,
}

impl Played {
    /// Returns the report as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict {
            Verdict::Right => writeln!(f, "won from every position that was played")?,
            verdict => writeln!(f, "{verdict}")?,
        }
        if let Some(lost) = &self.lost {
            let said = match &lost.said {
                Some(said) => format!(" it says `{said}`:"),
                None => String::new(),
            };
            writeln!(
                f,
                "  from {}: at {}{said} {}",
                lost.start, lost.at, lost.why
            )?;
            if let Some(wins) = &lost.wins {
                writeln!(f, "  a move to {wins} wins there")?;
            }
            if !lost.moves.is_empty() {
                writeln!(f, "  the match so far: {}", lost.moves.join(" "))?;
            }
        }
        let reached = match self.up_to {
            Some(size) => format!("all up to size {size}"),
            None => "not all of the smallest".into(),
        };
        writeln!(
            f,
            "played from {} won position{}, {reached}; {}",
            self.starts,
            if self.starts == 1 { "" } else { "s" },
            self.order
        )?;
        match &self.isolation {
            Some(isolation) => write!(f, "{isolation}"),
            None => Ok(()),
        }
    }
}

/// Maximum number of moves in a match.
const MAX_MOVES: usize = 10_000;
/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Lets a program play from every won position, smallest first, against a perfect opponent.
///
/// # Errors
///
/// Returns an error if the game's positions have no order, or if the first ones can't be solved.
pub fn play(truth: &mut Truth, program: &Program, wishes: &Wishes) -> Result<Played, Unanswered> {
    let budget = truth.outer().clone();
    let bounds = RunBounds {
        budget: budget.by(Instant::now() + work(wishes.time)),
        ..RunBounds::OPEN
    };
    let limits = truth.limits().clone();
    let game = truth.game(&[])?.clone();
    let positions = Positions::new(&game, truth.player(), &limits).map_err(Unanswered::Input)?;
    let mut played = Played {
        game: game.name.clone(),
        verdict: Verdict::Right,
        starts: 0,
        up_to: None,
        order: positions.order().to_string(),
        lost: None,
        isolation: None,
    };
    let last = match (positions.largest(), wishes.up_to) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b).unwrap_or(u64::MAX),
    };
    let mut failed = None;
    for size in 0..=last {
        let done = positions.of_size(size, &mut |text| {
            if bounds.budget.over().is_some() || limits.budget.over().is_some() {
                return Flow::Break(());
            }
            match one(truth, program, text, &bounds, &mut played.isolation) {
                Ok(None) => Flow::Continue(()),
                // The match was cut short.
                Ok(Some((Verdict::Unknown, _))) => Flow::Break(()),
                Ok(Some((verdict, lost))) => {
                    played.starts += 1;
                    if verdict == Verdict::Right {
                        return Flow::Continue(());
                    }
                    (played.verdict, played.lost) = (verdict, lost);
                    Flow::Break(())
                }
                Err(why) => {
                    failed = Some(why);
                    Flow::Break(())
                }
            }
        });
        if done.is_break() {
            break;
        }
        played.up_to = Some(size);
    }
    match failed {
        Some(why) if played.starts == 0 => return Err(why),
        _ if played.starts == 0 => played.verdict = Verdict::Unknown,
        _ => {}
    }
    Ok(played)
}

/// Plays from one start. Returns `None` if the program can't win from there.
fn one(
    truth: &mut Truth,
    program: &Program,
    start: &str,
    bounds: &RunBounds,
    isolation: &mut Option<Isolation>,
) -> Result<Option<(Verdict, Option<Lost>)>, Unanswered> {
    let chain: &[&Case<'_>] = &[];
    let player = truth.player();
    let limits = truth.limits().clone();
    let engine = truth.engine(chain)?;
    let read = |text: &str, engine: &whowins::engine::Engine| engine.game().read(text).ok();
    let Some(mut at) = read(start, engine) else {
        return Ok(None);
    };
    if engine.value(&at, player)? != Value::Win {
        return Ok(None);
    }
    let mut held = program
        .start(bounds)
        .map_err(|error| Unanswered::Input(format!("no process can be started: {error}")))?;
    held.set_turn(false);
    let (Some(mut to), Some(from)) = (held.input.take(), held.output.take()) else {
        return Err(Unanswered::Input("the program has no input".into()));
    };
    let mut from = BufReader::new(from);
    let mut moves: Vec<String> = Vec::new();
    let mut fault: Option<(Option<String>, String)> = None;
    while moves.len() < MAX_MOVES {
        let shown = engine.game().show(&at);
        let legal = legal_moves(engine.game(), &at, player, &limits)?;
        if legal.is_empty() {
            break;
        }
        let mut line = Vec::new();
        held.set_turn(true);
        let asked = writeln!(to, "{shown}").and_then(|()| to.flush());
        let answered = asked.and_then(|()| {
            std::io::Read::take(&mut from, MAX_LINE_BYTES).read_until(b'\n', &mut line)
        });
        if !matches!(answered, Ok(1..)) {
            fault = Some((None, "it gives no move".into()));
            break;
        }
        held.set_turn(false);
        let said = String::from_utf8_lossy(&line).trim().to_string();
        let wanted = read(&said, engine).map(|position| engine.game().show(&position));
        let found = legal
            .into_iter()
            .find(|one| Some(engine.game().show(&one.to)) == wanted);
        let Some(chosen) = found else {
            fault = Some((Some(said), "that isn't a legal move".into()));
            break;
        };
        if brings(engine, &chosen, player)?.value != Value::Win {
            fault = Some((Some(said), "that gives the win away".into()));
            break;
        }
        moves.push(said);
        at = chosen.to.clone();
        if chosen.next != player {
            match reply(engine, &at, player)? {
                Some(after) => {
                    moves.push(engine.game().show(&after));
                    at = after;
                }
                None => break,
            }
        }
    }
    let Some((said, why)) = fault else {
        let _ = writeln!(to, "end");
        drop(to);
        held.stop(Ended::Well);
        let (watched, _) = held.end();
        *isolation = watched.isolation.or(*isolation);
        return Ok(Some((Verdict::Right, None)));
    };
    let wins = best_line(engine, &at, player, 1)?;
    let wins = wins.first().map(|one| engine.game().show(&one.to));
    let shown = engine.game().show(&at);
    drop(to);
    if said.is_some() {
        held.stop(Ended::Cut);
    }
    let (watched, error) = held.end();
    *isolation = watched.isolation.or(*isolation);
    let ended = watched.ended;
    let verdict = match (&said, &ended) {
        (Some(_), _) => Verdict::Wrong,
        (None, ended) => Verdict::of(ended),
    };
    let why = match (&said, error.lines().next_back()) {
        (None, Some(last)) => format!("{why}: {ended} (`{last}`)"),
        (None, None) => format!("{why}: {ended}"),
        (Some(_), _) => why,
    };
    Ok(Some((
        verdict,
        Some(Lost {
            start: start.to_string(),
            moves,
            at: shown,
            said,
            why,
            wins,
        }),
    )))
}

/// Returns the position after the judge's best move. Returns `None` if there is no move.
fn reply(
    engine: &mut whowins::engine::Engine,
    at: &Position,
    player: whowins::analysis::Player,
) -> Result<Option<Position>, EngineError> {
    let mut at = at.clone();
    let mut to_move = player.other();
    loop {
        let Some(best) = best_line(engine, &at, to_move, 1)?.into_iter().next() else {
            return Ok(None);
        };
        at = best.to;
        if best.next == player {
            return Ok(Some(at));
        }
        to_move = best.next;
    }
}
