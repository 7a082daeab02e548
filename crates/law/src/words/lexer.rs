//! A statement as words, numbers and signs.

use super::fault::Fault;

/// Longer statements are not read.
const LONGEST: usize = 20_000;

/// What stands in a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(String),
    Sign(&'static str),
    End,
}

impl Token {
    /// As a message has it.
    pub fn told(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end".into(),
        }
    }
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub token: Token,
    pub from: usize,
    pub to: usize,
}

/// Signs, longer ones first, with the one that they mean.
const SIGNS: [(&str, &str); 50] = [
    ("<=>", "iff"),
    ("<->", "iff"),
    ("=>", "implies"),
    ("->", "implies"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("<>", "!="),
    ("==", "="),
    ("&&", "and"),
    ("||", "or"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("⇔", "iff"),
    ("⇒", "implies"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("∀", "for all"),
    ("∃", "exists"),
    ("≡", "≡"),
    ("≢", "≢"),
    ("∈", "∈"),
    ("∉", "∉"),
    ("⊕", "xor"),
    ("^", "xor"),
    ("φ", "phi"),
    ("⌊", "⌊"),
    ("⌋", "⌋"),
    ("(", "("),
    (")", ")"),
    ("|", "|"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("×", "*"),
    ("/", "/"),
    ("%", "mod"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("!", "not"),
];

/// Words that are signs.
const WORDS: [&str; 9] = [
    "iff", "implies", "and", "or", "not", "xor", "mod", "exists", "phi",
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens, the end last.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Fault> {
    let fault = |from: usize, to: usize, message: &str, help: &str| Fault {
        text: text.chars().take(200).collect(),
        from,
        to,
        message: message.into(),
        help: help.into(),
    };
    if text.len() > LONGEST {
        let message = "the statement is longer than is read";
        return Err(fault(0, 1, message, "say it in several shorter ones"));
    }
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let from = at;
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let sign = SIGNS.iter().find(|sign| rest.starts_with(sign.0));
        let token = match sign {
            Some((written, means)) => {
                at += written.len();
                Token::Sign(means)
            }
            None if c.is_ascii_digit() => {
                let end = rest.find(|c: char| !c.is_ascii_digit());
                at += end.unwrap_or(rest.len());
                Token::Number(text[from..at].into())
            }
            None if is_word(c) => {
                let end = rest.find(|c| !is_word(c));
                at += end.unwrap_or(rest.len());
                // An element of an array is one name.
                let element = text[at..].strip_prefix('[').and_then(|rest| {
                    let (inside, _) = rest.split_once(']')?;
                    let number = inside.trim();
                    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                    digits.then(|| (inside.len() + 2, number))
                });
                let name = &text[from..at];
                match (element, WORDS.iter().find(|word| **word == name)) {
                    (Some((length, number)), _) => {
                        at += length;
                        Token::Word(format!("{name}[{number}]"))
                    }
                    (None, Some(word)) => Token::Sign(word),
                    (None, None) => Token::Word(name.into()),
                }
            }
            None => {
                let message = format!("`{c}` isn't a sign of the language of statements");
                let help = "write numbers, names, + - * / mod ^, comparisons, and, or, not, iff, for all, exists";
                return Err(fault(from, from + c.len_utf8(), &message, help));
            }
        };
        all.push(Placed {
            token,
            from,
            to: at,
        });
    }
    all.push(Placed {
        token: Token::End,
        from: text.len(),
        to: text.len(),
    });
    Ok(all)
}
