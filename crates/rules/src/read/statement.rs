//! Which statement it is, by its first words, and the line of a move.

use super::notation::other_statement;
use super::scan::{Read, Reader, error, is_name};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::tree::Move;

/// Words that begin statements.
const BEGINNINGS: [&str; 21] = [
    "game",
    "players",
    "given",
    "position",
    "octal",
    "hexadecimal",
    "start",
    "let",
    "move",
    "choose",
    "else",
    "at",
    "normal",
    "misère",
    "who",
    "repetition",
    "highest",
    "lowest",
    "before each move",
    "example",
    "draw",
];

/// Statements by their first words.
pub(super) enum Kind {
    Start,
    Let,
    Move,
    AtOnce,
    AtEnd,
    At,
    Goal,
    Stuck,
    Repetition,
    Score,
    Blocking,
    Example,
    Unknown,
}

pub(super) fn kind(reader: &Reader<'_>) -> Kind {
    let (first, second, third) = (reader.next(), reader.second(), reader.third());
    let is_name = is_name(first) || first.starts_with('"');
    if is_name && second == ":" {
        return Kind::Move;
    }
    // "repetition loses" speaks of play without end, unless somebody is called so.
    if first == "repetition" && !reader.names.is_player(first) {
        return Kind::Repetition;
    }
    let is_verb = matches!(second, "wins" | "loses");
    let plural = matches!(second, "win" | "lose");
    if is_name && (is_verb || (plural && (reader.names.is_player(first) || third == "when"))) {
        return Kind::Goal;
    }
    match first {
        "start" => Kind::Start,
        "let" => Kind::Let,
        "move" | "choose" | "else" | "only" | "if" => Kind::Move,
        "may" | "for" | "must" => Kind::Move,
        "at" if second == "once" => Kind::AtOnce,
        "at" if second == "the" && third == "end" => Kind::AtEnd,
        "at" => Kind::At,
        "the" | "a" | "draw" => Kind::Goal,
        "normal" | "misère" | "misere" | "who" => Kind::Stuck,
        "repetition" => Kind::Repetition,
        "highest" | "lowest" => Kind::Score,
        "before" if second == "each" => Kind::Blocking,
        "example" => Kind::Example,
        _ => Kind::Unknown,
    }
}

pub(super) fn unknown(reader: &Reader<'_>) -> Box<Diagnostic> {
    let (at, token) = reader.token(reader.at);
    let word: String = token.chars().take(30).collect();
    let second = reader.second();
    let changes = matches!(second, "-=" | "+=" | ":=" | "[" | "to");
    let other = other_statement(reader.text(at..reader.end));
    let help = match whowins_analysis::closest(&word, BEGINNINGS) {
        _ if !changes && other.is_some() => other.unwrap_or_default().to_string(),
        _ if changes => format!("a move begins with `move`: move {word} ..."),
        Some(near) => did_you_mean(near),
        None => format!(
            "a statement starts with one of {}, or a player's name",
            BEGINNINGS.join(", ")
        ),
    };
    let message = format!("`{word}` cannot start a statement");
    error(at..at + token.len(), message, help)
}

impl Reader<'_> {
    /// Reads a move: `[else] [PLAYER:] move STEP; ...` or
    /// `[else] [PLAYER:] choose CHOICE, ...; STEP; ...`. A move of tokens is `STEP; ...`.
    pub(super) fn move_line(&mut self, first: bool) -> Read<Move> {
        self.form = "move x -= k for k >= 1; move PATTERN -> PATTERN; move TOKEN to a neighbour; choose x in SET; STEP; ...";
        let else_place = self.token(self.at);
        let is_else = self.take("else");
        if is_else && first {
            let help = "the moves that are tried first stand above";
            let span = else_place.0..else_place.0 + else_place.1.len();
            return Err(error(span, "else of what?", help));
        }
        let is_name = is_name(self.next()) || self.sees_char('"');
        let player = match is_name && self.second() == ":" {
            true if self.sees("move") && !self.names.is_player("move") => {
                self.take_token();
                let help = "drop the `:`: move ...";
                return Err(error(self.take_token(), "`move` has no `:` after it", help));
            }
            true => {
                let player = self.player()?;
                self.take_token();
                Some(player)
            }
            false => None,
        };
        if !matches!(self.next(), "move" | "choose" | "only" | "if") {
            let changes = ["-=", "+=", ":=", "[", "to"].contains(&self.second());
            if matches!(self.next(), "may" | "for" | "must") || changes {
                return Err(self.no_move());
            }
            self.note("`move`");
            self.note("`choose`");
            return Err(self.unexpected());
        }
        let steps = self.steps()?;
        self.finish()?;
        Ok(Move {
            is_else,
            player,
            steps,
            span: self.since(self.start),
        })
    }

    fn no_move(&self) -> Box<Diagnostic> {
        let (at, word) = self.token(self.at);
        let help = format!("begin with `move`: move {word} ...");
        let message = "a move begins with `move` or `choose`";
        error(at..at + word.len(), message, help)
    }
}
