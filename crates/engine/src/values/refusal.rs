//! Why positions have no values.

use std::fmt;

use whowins_analysis::{Game, Stuck};
use whowins_core::{Expr, Game as Term};
use whowins_values::Cut;

/// What in the rules forbids values: they belong to normal play, which ends, and in which a move is
/// a player's and nothing else counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Who cannot move wins.
    Misere,
    /// Who cannot move draws, or who is stuck is paid otherwise.
    Stuck,
    /// An ending of its own.
    Goal,
    /// Points.
    Score,
    /// What becomes of play without end.
    Repetition,
    /// Options that the opponent may block.
    Blocked,
    /// A player moves again.
    MovesAgain,
    /// Play can come back to a position.
    GoesRound,
    /// Numbers past the machine's words.
    Large,
    /// A part of more cells than are looked at.
    LargePart,
}

impl Refusal {
    /// Words of the rules' sentence that brings it about, one of which stands there; none where it
    /// is no one sentence's doing.
    pub fn sentence(self) -> &'static [&'static str] {
        match self {
            Self::Misere => &["misère play", "misere play", "who cannot move wins"],
            Self::Stuck => &["who cannot move draws", "who cannot move"],
            Self::Goal => &[
                "at ",
                " wins when",
                "wins by",
                " wins if",
                "loses when",
                "the game ends",
                "draw when",
            ],
            Self::Score => &["highest score", "lowest score", "score"],
            Self::Repetition => &["repetition", "wins by repetition"],
            Self::Blocked => &["the opponent blocks"],
            Self::MovesAgain => &["play again"],
            Self::GoesRound | Self::Large | Self::LargePart => &[],
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Misere => "values belong to normal play, and here who cannot move wins",
            Self::Stuck => "values belong to normal play, and here who cannot move does not lose",
            Self::Goal => "values belong to games that end when a player cannot move, and here there is another ending",
            Self::Score => "values belong to games without points",
            Self::Repetition => "values exist only for games that end",
            Self::Blocked => "values belong to games whose options are free, and here the opponent blocks some",
            Self::MovesAgain => "values belong to games in which the players take turns, and here a player moves again",
            Self::GoesRound => "values belong to games that end, and from here play can come back to a position",
            Self::Large => "numbers of the position are past 2^62",
            Self::LargePart => "a part of the position has more than 65,535 cells, which play may join",
        })
    }
}

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The rules, or the position, have none.
    Refused(Refusal),
    /// The arena gives no answer.
    Cut(Cut),
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Cut(cut) => cut.fmt(f),
        }
    }
}

impl std::error::Error for NoValue {}

/// What in the rules forbids values; `None` where only play itself can.
pub fn refusal(game: &Game) -> Option<Refusal> {
    let ending = &game.ending;
    match ending.stuck {
        Stuck::Loses => {}
        Stuck::Wins => return Some(Refusal::Misere),
        Stuck::Draws => return Some(Refusal::Stuck),
    }
    if ending.blocked > 0 {
        return Some(Refusal::Blocked);
    }
    if ending.repetition_draws || game.wins_by_repetition().is_some() {
        return Some(Refusal::Repetition);
    }
    if let Some(program) = game.program() {
        if program.is_scored() {
            return Some(Refusal::Score);
        }
        if !program.term.ends.is_empty() {
            return Some(Refusal::Goal);
        }
        return of_stuck(&program.term);
    }
    (!ending.goals.is_empty()).then_some(Refusal::Goal)
}

/// Whether who cannot move loses: (if turn 1 -1).
fn of_stuck(term: &Term) -> Option<Refusal> {
    let Expr::Ite(condition, first, second) = &term.stuck else {
        return Some(Refusal::Stuck);
    };
    let [first, second] = [first, second].map(|pays| match &**pays {
        Expr::Num(number) => i64::try_from(number).unwrap_or(0),
        _ => 0,
    });
    match (**condition == Expr::part(0), first, second) {
        (true, 1, -1) => None,
        (true, -1, 1) => Some(Refusal::Misere),
        _ => Some(Refusal::Stuck),
    }
}
