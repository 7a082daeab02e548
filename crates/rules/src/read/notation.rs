//! Other notations, met by name.

use super::scan::{Read, Reader, error};
use crate::diagnostic::Diagnostic;

/// Whether a text ends with the first number of a list in brackets behind "in": `in (1`.
fn is_listed(before: &str) -> bool {
    let listed = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let behind = listed.trim_end().strip_suffix('(');
    listed.len() < before.len() && behind.is_some_and(|behind| behind.trim_end().ends_with(" in"))
}

/// Whether a text ends with names in order behind "for": `for i < j`.
fn is_in_order(before: &str) -> bool {
    let chosen = before.rsplit_once(" for ").map(|(_, chosen)| chosen);
    chosen.is_some_and(|chosen| chosen.contains('<') && !chosen.contains([',', '=']))
}

/// What a word of another language is called here, where nothing is called so.
pub(crate) fn other_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "range" | "seq" => "a range is written 1..3",
        "sqrt" | "isqrt" => "the square root, rounded down, is root(n)",
        "len" | "size" => "how many an array has is length(ARRAY)",
        "floor" | "int" => "a division is written /, and rounds down",
        "pow" => {
            "a power is written as a product: n * n; \
             for powers of two: for k >= 1 if xor(k, k - 1) = 2 * k - 1"
        }
        "divisors" | "factors" => "choose among them: for d in 1..n if d divides n",
        "mod" => "the rest of a division is written %",
        "true" => "write the condition alone; one that is always true is 0 = 0",
        "false" => "write the condition alone; one that is never true is 0 = 1",
        _ => return None,
    })
}

/// What is said here in place of the first words of a statement in plain words.
pub(super) fn other_statement(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split_whitespace().take(8).collect();
    let has = |word: &str| words.contains(&word);
    match words.as_slice() {
        ["#" | "--" | ";" | "/*", ..] => Some("a comment begins with //"),
        [first, ..] if first.starts_with('#') => Some("a comment begins with //"),
        ["wins" | "loses", ..] => Some(
            "name the player: the player who moved wins when CONDITION, or: a player wins when CONDITION",
        ),
        ["last", ..] if has("wins") => Some("write: normal play"),
        ["last", ..] if has("loses") => Some("write: misère play"),
        ["loser" | "winner" | "end" | "goal" | "win" | "lose", ..] => Some(
            "an ending is written: at CONDITION: the player who moved wins; or: PLAYER wins when CONDITION",
        ),
        ["each" | "on" | "players" | "turn", ..] if has("turn") => {
            Some("a move is written: move x -= k for k in 1..3")
        }
        ["initial" | "begin" | "init", ..] => Some("where play starts is written: start 3,5"),
        ["var" | "state" | "board" | "row" | "heap" | "heaps", ..] => Some(
            "write the parts of a position like this: position x, y; position heap: numbers; position board of . x o",
        ),
        _ => None,
    }
}

impl Reader<'_> {
    /// A sign of another notation at this place, with what is written here instead.
    pub(super) fn other_notation(&self, at: usize, token: &str) -> Option<Box<Diagnostic>> {
        let here = at..at + token.len();
        let says = |ours: &str, help: String| {
            Some(error(
                here.clone(),
                format!("`{token}` is written `{ours}` here"),
                help,
            ))
        };
        let write = |ours: &str| says(ours, format!("write `{ours}`"));
        match token {
            "==" => says("=", "one `=` compares".into()),
            "&&" | "&" | "∧" => write("and"),
            "|" => says(
                "or",
                "write `or`; that k goes into n is written `k divides n`".into(),
            ),
            "||" | "∨" => write("or"),
            "!" | "¬" => write("not"),
            "≤" => write("<="),
            "≥" => write(">="),
            "≠" | "<>" => write("!="),
            "×" | "·" => write("*"),
            "÷" => write("/"),
            "∈" => write("in"),
            "→" => write("->"),
            "**" => write("*"),
            _ => None,
        }
    }

    /// What could be meant at a place where a token cannot stand.
    pub(super) fn mend(&self, at: usize, token: &str) -> Option<String> {
        let before = self.text(self.start..at).trim_end();
        let (_, next) = self.token(at + token.len());
        let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        match token {
            "^" if before.ends_with('2') => {
                Some("for powers of two: for k >= 1 if xor(k, k - 1) = 2 * k - 1".into())
            }
            "^" => Some("a power is written as a product: n * n".into()),
            "." if before.ends_with("..") => Some("a range is written 1..3".into()),
            "," if number(next) && is_listed(before) => {
                Some("a set is written in braces: in {1, 2, 3}".into())
            }
            "to" | "until" if number(next) => Some("a range is written 1..3".into()),
            ":" if before.starts_with("if ") => {
                Some("the condition goes after the steps: move ... if CONDITION".into())
            }
            "is" if matches!(next, "even" | "odd") => {
                let rest = if next == "even" { 0 } else { 1 };
                Some(format!("write `% 2 = {rest}`"))
            }
            ">" if before.ends_with('=') => Some("`at least` is written >=".into()),
            "<" if before.ends_with('=') => Some("`at most` is written <=".into()),
            "=" if before.starts_with("position ") => {
                Some("write the start on a separate line: start 3, 5".into())
            }
            "in" if is_in_order(before) => {
                Some("one after the other: for i in 1..3, j in i + 1..3".into())
            }
            "=" => Some("`=` compares two numbers; a move changes a number by `:=`".into()),
            "{" => Some("a set goes after `in`, or in sum(...), count(...), max(...)".into()),
            ".." => Some("a range is a set: it goes after `in`, or in sum(...)".into()),
            "for" => Some(
                "write the choices once, after the steps: ... for k in 1..3, i in a if ...".into(),
            ),
            "then" => Some("steps are joined by `;`".into()),
            "and" if !next.is_empty() => Some(
                "join choices, and steps done at once, by commas; a condition goes after `if`"
                    .into(),
            ),
            "is" if self.notes("a comparison (=, !=, <, <=, >, >=)") => Some("write `=`".into()),
            "where" | "when" | "provided" => Some("write `if`".into()),
            "unless" => Some("write `if not`".into()),
            "mod" => Some("the rest of a division is written %".into()),
            "div" => Some("a division is written /; it rounds down".into()),
            "times" => Some("write *".into()),
            "plus" => Some("write +".into()),
            "minus" => Some("write -".into()),
            "forall" | "exists" => {
                Some("write: all(... for x in ...), any(... for x in ...)".into())
            }
            _ => None,
        }
    }

    /// `x++`, `x = 1`, where a number is changed.
    pub(super) fn no_change(&mut self, target: &str) -> Read<()> {
        let (at, token) = self.token(self.at);
        let here = at..at + token.len();
        match token {
            "++" | "--" => {
                let sign = &token[..1];
                Err(error(
                    here,
                    format!("unexpected `{token}`"),
                    format!("write {target} {sign}= 1"),
                ))
            }
            "=" => Err(error(
                here,
                "`=` compares, it changes nothing",
                format!("write {target} := ..."),
            )),
            "*" | "/" | "%" if self.char_at(here.end) == Some('=') => Err(error(
                at..here.end + 1,
                format!("unexpected `{token}=`"),
                format!("write {target} := {target} {token} ..."),
            )),
            _ => {
                self.note("`-=`, `+=` or `:=`");
                Err(self.unexpected())
            }
        }
    }
}
