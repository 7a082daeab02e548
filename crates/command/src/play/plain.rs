//! The match line by line, without a full screen.

use std::io::{BufRead, IsTerminal, Write};

use whowins_engine::{EngineError, Limits};
use whowins_views::moved;
use whowins_views::play::Phase;

use super::picture::lines;
use super::session::{Session, verdict};
use crate::card::short;
use crate::failure::Failure;
use crate::watch::{Working, unless_interrupted};

/// The number of moves that are listed at first.
const SHOWN: usize = 24;

const HELP: &str = "\
Type a move: its number in the list, its words, or the position after it
(for a game of one number: to 3).
  moves    all moves       hint     the best move, and why
  show     the position    undo     take back your last move and the reply
  resign   give up         quit     leave";

/// Plays the match until it ends or the input ends.
pub fn run(session: &mut Session, limits: &Limits) -> Result<(), Failure> {
    let stdin = std::io::stdin();
    let prompts = stdin.is_terminal();
    let mut input = stdin.lock();
    let mut out = std::io::stdout().lock();
    write_heading(session, &mut out)?;
    let mut shown = false;

    loop {
        if let Some(verdict) = session.verdict() {
            write_position(session, &mut out)?;
            writeln!(out, "{verdict}")?;
            return Ok(out.flush()?);
        }
        if session.waits_for_computer() {
            if !shown && session.play().plies().is_empty() && session.play().blocked().is_empty() {
                write_position(session, &mut out)?;
            }

            let line = {
                let _working = Working::on(limits);
                session.computer()
            };
            // Ctrl-C while the computer thinks ends the match. Otherwise the computer would only
            // play worse.
            ended(limits)?;
            writeln!(out, "{}", line.map_err(Failure::Input)?.text)?;
            shown = false;
            continue;
        }

        if !shown {
            write_position(session, &mut out)?;
            let _working = Working::on(limits);
            session.turn();
            drop(_working);
            write_moves(session, SHOWN, &mut out)?;
            shown = true;
        }
        if prompts {
            write!(out, "> ")?;
        }
        out.flush()?;
        ended(limits)?;
        let mut line = Vec::new();
        if unless_interrupted(|| input.read_until(b'\n', &mut line))? == 0 {
            writeln!(out, "The input ended before the game did.")?;
            return Ok(out.flush()?);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" if !matches!(session.phase(), Phase::Block { .. }) => {}
            "quit" | "q" | "exit" => {
                writeln!(out, "You left the game.")?;
                return Ok(out.flush()?);
            }
            "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => write_moves(session, usize::MAX, &mut out)?,
            "show" => write_position(session, &mut out)?,
            "hint" => {
                let hint = {
                    let _working = Working::on(limits);
                    session.hint()
                };
                match hint {
                    Ok(hint) => writeln!(out, "hint: {hint}")?,
                    Err(why) => writeln!(out, "{why}")?,
                }
            }
            "undo" => match session.undo() {
                Ok(()) => shown = false,
                Err(why) => writeln!(out, "{why}")?,
            },
            "resign" => match session.resign() {
                Ok(()) => {}
                Err(why) => writeln!(out, "{why}")?,
            },
            text => match session.enter(text) {
                Ok(line) => {
                    writeln!(out, "{}", line.text)?;
                    shown = false;
                }
                Err(why) => writeln!(out, "{why}")?,
            },
        }
    }
}

/// Fails if the user wants to stop.
fn ended(limits: &Limits) -> Result<(), Failure> {
    match limits.budget.is_stopped() {
        true => Err(EngineError::Stopped.into()),
        false => Ok(()),
    }
}

fn write_heading(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    let game = session.game();
    let sides = whowins_analysis::Player::BOTH.map(|player| {
        let who = if session.is_person(player) {
            "you"
        } else {
            "the computer"
        };
        format!("{}: {who}", game.player(player))
    });
    writeln!(
        out,
        "{}. {}. Type `help` for a list of commands.",
        game.name,
        sides.join("; ")
    )?;
    Ok(())
}

fn write_position(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out)?;
    for line in lines(session.game(), session.play().position()) {
        writeln!(out, "  {line}")?;
    }
    let name = |player| session.game().player(player).to_string();
    match session.phase() {
        Phase::Move { by } => writeln!(out, "{} to move", name(by))?,
        Phase::Block { by, most } => writeln!(
            out,
            "{} to block up to {most} of these options of {}, separated by `;`, or none",
            name(by),
            name(by.other())
        )?,
        Phase::Over(_) => {}
    }
    Ok(())
}

fn write_moves(session: &mut Session, most: usize, out: &mut impl Write) -> Result<(), Failure> {
    let (more, verdicts) = (session.more(), session.verdicts());
    let game = session.game().clone();
    let choices = &session.turn().choices;

    for (at, choice) in choices.iter().take(most).enumerate() {
        let said = match verdicts {
            true => format!("  ({})", verdict(choice)),
            false => String::new(),
        };
        writeln!(
            out,
            "  {:>3}  {}{said}",
            at + 1,
            moved(&choice.text, &game.show(&choice.to), short)
        )?;
    }
    let hidden = choices.len().saturating_sub(most);
    match (hidden, more) {
        (0, None) => {}
        (0, Some(more)) => writeln!(
            out,
            "       and {more} that are not listed; type the position after the move"
        )?,
        (hidden, None) => writeln!(out, "       and {hidden} more; `moves` lists them")?,
        (hidden, Some(more)) => writeln!(
            out,
            "       and {hidden} more; `moves` lists them; and {more} that are not listed"
        )?,
    }
    Ok(())
}
