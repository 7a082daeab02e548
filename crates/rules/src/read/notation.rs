//! Other notations, met by name.

use super::scan::{Read, Reader, fault};
use crate::diagnostic::Diagnostic;

impl Reader<'_> {
    /// A sign of another notation at this place, with what is written here instead.
    pub(super) fn other_notation(&self, at: usize, token: &str) -> Option<Box<Diagnostic>> {
        let here = at..at + token.len();
        let says = |ours: &str, help: String| {
            Some(fault(
                here.clone(),
                format!("«{token}» is written «{ours}» here"),
                help,
            ))
        };
        let write = |ours: &str| says(ours, format!("write «{ours}»"));
        match token {
            "==" => says("=", "one «=» compares".into()),
            "&&" | "&" | "∧" => write("and"),
            "||" | "|" | "∨" => write("or"),
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
        match token {
            ">" if before.ends_with('=') => Some("«at least» is written >=".into()),
            "<" if before.ends_with('=') => Some("«at most» is written <=".into()),
            "=" => Some("«=» compares two numbers; a move changes a number by «:=»".into()),
            "{" => Some("a set stands behind «in», or in sum(...), count(...), max(...)".into()),
            ".." => Some("a range is a set: it stands behind «in», or in sum(...)".into()),
            "for" => Some("choices stand once, behind all that is done: ... for k in 1..3, i in a if ...".into()),
            "then" => Some("steps are joined by «;»".into()),
            "and" if !next.is_empty() => Some(
                "choices, and what is done at once, are joined by commas; a condition stands behind «if»".into(),
            ),
            "is" if self.notes("a comparison (=, !=, <, <=, >, >=)") => Some("write «=»".into()),
            "where" | "when" | "provided" => Some("write «if»".into()),
            "unless" => Some("write «if not»".into()),
            "mod" => Some("the rest of a division is written %".into()),
            "div" => Some("a division is written /; it rounds down".into()),
            "times" => Some("write *".into()),
            "plus" => Some("write +".into()),
            "minus" => Some("write -".into()),
            "forall" | "exists" => Some("write: all(... for x in ...), any(... for x in ...)".into()),
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
                Err(fault(
                    here,
                    format!("«{token}» is no sign here"),
                    format!("write {target} {sign}= 1"),
                ))
            }
            "=" => Err(fault(
                here,
                "«=» compares, it changes nothing",
                format!("write {target} := ..."),
            )),
            "*" | "/" | "%" if self.char_at(here.end) == Some('=') => Err(fault(
                at..here.end + 1,
                format!("«{token}=» is no sign here"),
                format!("write {target} := {target} {token} ..."),
            )),
            _ => {
                self.note("«-=», «+=» or «:=»");
                Err(self.unexpected())
            }
        }
    }
}
