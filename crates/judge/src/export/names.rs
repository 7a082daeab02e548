//! Names for variables, functions and constants of an exported program.
//!
//! [`Names`] returns unique names. When the visible names are known, [`super::scope`] replaces each
//! of them by a readable one.

/// Reserved words of the supported languages, and names in the printed frame of a program.
const RESERVED: &[&str] = &[
    "abs",
    "ahead",
    "all",
    "and",
    "arguments",
    "as",
    "assert",
    "at",
    "auto",
    "bool",
    "boolean",
    "box",
    "break",
    "byte",
    "case",
    "catch",
    "cells",
    "char",
    "class",
    "const",
    "continue",
    "crate",
    "data",
    "def",
    "default",
    "del",
    "deque",
    "do",
    "double",
    "dyn",
    "elif",
    "else",
    "end",
    "enum",
    "except",
    "false",
    "filled",
    "final",
    "finally",
    "float",
    "fn",
    "for",
    "found",
    "fresh",
    "from",
    "gcd",
    "get",
    "global",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "index",
    "int",
    "is",
    "j0",
    "j1",
    "jn",
    "key",
    "known",
    "lambda",
    "left",
    "len",
    "let",
    "list",
    "long",
    "loop",
    "main",
    "map",
    "match",
    "max",
    "min",
    "mod",
    "more",
    "move",
    "mut",
    "native",
    "new",
    "next",
    "none",
    "nonlocal",
    "not",
    "null",
    "num",
    "number",
    "numbers",
    "or",
    "out",
    "pass",
    "plus",
    "prev",
    "print",
    "priv",
    "private",
    "pub",
    "public",
    "raise",
    "range",
    "ref",
    "register",
    "return",
    "right",
    "round",
    "self",
    "set",
    "short",
    "sorted",
    "state",
    "states",
    "static",
    "step",
    "str",
    "string",
    "struct",
    "super",
    "switch",
    "sys",
    "text",
    "this",
    "throw",
    "tie",
    "time",
    "trait",
    "true",
    "try",
    "turn",
    "type",
    "union",
    "unsafe",
    "use",
    "value",
    "var",
    "void",
    "volatile",
    "where",
    "while",
    "wins",
    "with",
    "word",
    "words",
    "y0",
    "y1",
    "yield",
    "yn",
    "zeros",
];

/// Separates the preferred name from its number. No identifier contains it.
const MARK: char = '\'';

/// A supply of names that all differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    given: usize,
}

impl Names {
    /// Returns a new name that should look like this one.
    pub(crate) fn give(&mut self, like: &str) -> String {
        self.given += 1;
        format!("{}{MARK}{}", stem(like), self.given)
    }
}

/// Returns the name of the variable that holds a parameter of the rules.
pub(crate) fn parameter(name: &str) -> String {
    format!("{}{MARK}parameter", stem(name))
}

/// Returns the part of a name before the mark.
fn stem(name: &str) -> &str {
    name.split(MARK).next().unwrap_or(name)
}

/// Returns the identifiers to try for a name, the preferred one first, without end.
///
/// A name that [`Names`] did not give is tried as it is.
pub(super) fn identifiers(name: &str) -> impl Iterator<Item = String> {
    let mut first: String = stem(name)
        .chars()
        .map(|c| match c.is_ascii_alphanumeric() {
            true => c.to_ascii_lowercase(),
            false => '_',
        })
        .collect();
    if !first.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        first = format!("v{first}");
    }
    let is_reserved = name.contains(MARK) && RESERVED.contains(&first.as_str());
    let between = match is_reserved || first.ends_with(|c: char| c.is_ascii_digit()) {
        true => "_",
        false => "",
    };
    let shown = move |number: usize| match number {
        1 if is_reserved => format!("{first}_"),
        1 => first.clone(),
        number => format!("{first}{between}{number}"),
    };
    (1..).map(shown)
}
