//! Which rule of the grammar reads a statement: its first words say, and the shape of positions.

use super::Checker;
use crate::diagnostic::{Diagnostic, Span};
use crate::source::Statement;
use crate::syntax::Rule;
use whowins_analysis::closest;

/// A statement with the rule it is read by.
pub(super) struct Sorted<'a> {
    pub(super) rule: Rule,
    pub(super) text: &'a str,
    pub(super) span: Span,
}

impl<'a> Checker<'a> {
    /// Finds the rule by which a statement is read, from its first words and the shape of positions.
    pub(super) fn sort(&mut self, statement: &Statement, family: Family) -> Option<Sorted<'a>> {
        let text = &self.source[statement.span.clone()];
        let sorted = |rule| {
            Some(Sorted {
                rule,
                text,
                span: statement.span.clone(),
            })
        };
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        let moves = match family {
            Family::Numbers => Rule::move_numbers,
            Family::Board => Rule::move_board,
            Family::Tokens => Rule::move_tokens,
            Family::Heaps => Rule::move_heaps,
        };
        if let Some((_, rest)) = after_player(text)
            && (rest.starts_with("move") || rest.starts_with("only") || rest.starts_with("if "))
        {
            return sorted(moves);
        }
        match first {
            "game" => sorted(Rule::game_line),
            "players" => sorted(Rule::players_line),
            "given" => sorted(Rule::given_line),
            "position" => sorted(Rule::position_line),
            "octal" => sorted(Rule::octal_line),
            "hexadecimal" => sorted(Rule::hexadecimal_line),
            "start" => sorted(match family {
                Family::Numbers | Family::Heaps => Rule::start_numbers,
                Family::Board => Rule::start_board,
                Family::Tokens => Rule::start_tokens,
            }),
            "move" | "only" => sorted(moves),
            "if" if family == Family::Tokens => sorted(moves),
            "normal" | "misère" | "misere" | "who" => sorted(Rule::stuck_line),
            "repetition" => sorted(Rule::repetition_line),
            "before" if second == "each" => sorted(Rule::blocking_line),
            "at" if second == "once" => sorted(Rule::once_line),
            "at" => sorted(Rule::at_line),
            "draw" | "the" => sorted(Rule::goal_line),
            _ if text.contains(" wins") || text.contains(" loses") => sorted(Rule::goal_line),
            _ if matches!(second, "win" | "lose") => {
                let at = statement.span.start + text.find(second).unwrap_or(0);
                self.fault(
                    Diagnostic::new(
                        at..at + second.len(),
                        format!("«{second}» cannot stand here"),
                    )
                    .help(format!("write «{first} {second}s», whatever the name")),
                );
                None
            }
            _ => {
                let word: String = first.chars().take(30).collect();
                let start = statement.span.start;
                let known = [
                    "game",
                    "players",
                    "given",
                    "position",
                    "octal",
                    "hexadecimal",
                    "start",
                    "move",
                    "normal",
                    "misère",
                    "who",
                    "repetition",
                    "before each move",
                    "at",
                    "draw",
                ];
                let help = closest(&word, known).map_or_else(
                    || {
                        format!(
                            "a statement starts with one of {}, or a player's name",
                            known.join(", ")
                        )
                    },
                    |near| format!("did you mean «{near}»?"),
                );
                self.fault(
                    Diagnostic::new(
                        start..start + word.len(),
                        format!("«{word}» cannot start a statement"),
                    )
                    .help(help),
                );
                None
            }
        }
    }
}

/// The shape of positions, as far as it decides how the other statements are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Numbers,
    Board,
    Tokens,
    Heaps,
}

pub(super) fn family(source: &str, statements: &[Statement]) -> Family {
    let position = statements
        .iter()
        .map(|statement| &source[statement.span.clone()])
        .find(|text| text.starts_with("position"));
    match position {
        Some(text) => {
            let words: Vec<&str> = text.split_whitespace().take(3).collect();
            if matches!(words.as_slice(), ["position", "row" | "board", "of", ..]) {
                Family::Board
            } else if matches!(words.as_slice(), ["position", "heaps"]) {
                Family::Heaps
            } else if text.contains(':') {
                Family::Tokens
            } else {
                Family::Numbers
            }
        }
        // Without a line on positions, moves that speak of heaps are read as such, so that this line alone is missed.
        None => {
            let speaks = |text: &&str| {
                let mut words = text.split_whitespace();
                words.next() == Some("move")
                    && words
                        .next()
                        .is_some_and(|word| ["take", "split"].contains(&word))
            };
            let mut texts = statements
                .iter()
                .map(|statement| &source[statement.span.clone()]);
            match texts.any(|text| speaks(&text)) {
                true => Family::Heaps,
                false => Family::Numbers,
            }
        }
    }
}

/// A statement that starts with a player's name and a colon, cut after the colon.
pub(super) fn after_player(text: &str) -> Option<(&str, &str)> {
    let colon = if let Some(rest) = text.strip_prefix('"') {
        let close = rest.find('"')? + 2;
        close + text[close..].find(':')?
    } else {
        text.find(':')?
    };
    let (name, rest) = (&text[..colon], &text[colon + 1..]);
    let plain =
        name.starts_with('"') || name.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
    plain.then(|| (name, rest.trim_start()))
}

pub(super) fn is_move(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::move_numbers | Rule::move_board | Rule::move_tokens | Rule::move_heaps
    )
}
