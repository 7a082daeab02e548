//! Names that are words in no language.

/// Words that some language, or what a program is begun with, has for itself.
const TAKEN: &[&str] = &[
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
    "print",
    "priv",
    "prev",
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
    "j0",
    "j1",
    "jn",
    "zeros",
];

/// Names given so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    given: Vec<String>,
}

impl Names {
    /// A name like this one that nothing else has.
    pub(crate) fn give(&mut self, like: &str) -> String {
        let mut name: String = like
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() {
                    c.to_ascii_lowercase()
                } else {
                    '_'
                }
            })
            .collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name = format!("v{name}");
        }
        while TAKEN.contains(&name.as_str()) || self.given.contains(&name) {
            match name.chars().last() {
                Some(last @ '2'..='8') if self.given.contains(&name) => {
                    name.pop();
                    name.push((last as u8 + 1) as char);
                }
                _ if self.given.contains(&name) => name.push('2'),
                _ => name.push('_'),
            }
        }
        self.given.push(name.clone());
        name
    }
}

impl Names {
    /// A name that may be given again.
    pub(crate) fn take_back(&mut self, name: &str) {
        self.given.retain(|one| one != name);
    }
}
