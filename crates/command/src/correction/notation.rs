//! Corrected formulas: other notations of laws, questions and conditions.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex_lite::Regex;

/// At most this many texts are parsed for one error.
const MAX_PARSES: usize = 2000;
/// At most this many rewrites are applied to one text.
const MAX_DEPTH: usize = 4;
/// Longer texts get no corrections.
const MAX_LENGTH: usize = 400;

/// Functions of other languages, and the equivalent operators.
const FUNCTIONS: &[(&str, &str)] = &[
    ("xor", "^"),
    ("nimsum", "^"),
    ("nim_sum", "^"),
    ("nim-sum", "^"),
    ("bitxor", "^"),
    ("mod", "mod"),
    ("rem", "mod"),
    ("fmod", "mod"),
    ("add", "+"),
    ("sum", "+"),
    ("plus", "+"),
    ("sub", "-"),
    ("minus", "-"),
    ("mul", "*"),
    ("prod", "*"),
    ("div", "/"),
    ("eq", "="),
    ("equal", "="),
    ("ne", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
    ("and", "and"),
    ("all", "and"),
    ("or", "or"),
    ("any", "or"),
    ("implies", "implies"),
    ("iff", "iff"),
];

/// Texts of other languages and of textbooks, as regular expressions, and their replacements.
const REWRITES: &[(&str, &str)] = &[
    (r"\\oplus\b|⊻|\bbitxor\b|\bXOR\b", " ^ "),
    (r"\\(equiv|cong)\b|≡", "="),
    (r"\\(leq?|leqslant)\b|=<", "<="),
    (r"\\(geq?|geqslant)\b", ">="),
    (r"\\neq?\b|/=|<>|~=|=/=|=!=", "!="),
    (r"\\(land|wedge)\b|&&|&|∧|\bAND\b", " and "),
    (r"\\(lor|vee)\b|\|\||\||∨|\bOR\b", " or "),
    (r"\\(lnot|neg)\b|~|!|¬|\bNOT\b", " not "),
    (
        r"\\(iff|Leftrightarrow)\b|<=>|<->|<-->|≡|⟺|⟷|↔|\bif and only if\b|\bexactly (if|when)\b",
        " iff ",
    ),
    (r"\\(implies|Rightarrow|to)\b|==>|-->|⟹|→|⊃", " implies "),
    (r"\\(bmod|mod)\b|%|\bmodulo\b|\brem\b", " mod "),
    (r"\\(cdot|times)\b|·|×", " * "),
    (r"−|–|—", "-"),
    (r"\bfloor\(([^()]*/[^()]*)\)|⌊([^⌊⌋]*/[^⌊⌋]*)⌋", "($1$2)"),
    (r"//", "/"),
    (r"\b(\d+)([a-z])\b", "$1 * $2"),
    (r"\b(\w+) (?:is )?odd\b", "$1 mod 2 = 1"),
    (r"\b(\w+) (?:is )?even\b", "$1 mod 2 = 0"),
    (r"===?", "="),
    (r"\*\*\s*2\b|\^\s*2\b|²", "* "),
    (
        r"(\w+)\s*(=|≡)\s*(\w+)\s*\(?\s*mod\s*(\d+)\s*\)?",
        "$1 mod $4 = $3",
    ),
    (
        r"(\w+)\s*(?:divides|∣|\|)\s*(\w+(?:\s*[-+*]\s*\w+)+)",
        "($2) mod $1 = 0",
    ),
    (r"(\w+)\s*(?:divides|∣|\|)\s*(\w+)", "$2 mod $1 = 0"),
    (
        r"(\w+) is (?:divisible by|a multiple of) (\w+)",
        "$1 mod $2 = 0",
    ),
    (r"(\w+) is even", "$1 mod 2 = 0"),
    (r"(\w+) is odd", "$1 mod 2 = 1"),
    (
        r"(?i)^\s*(?:p-?positions?|cold|losing|loses|lose|lost|loss)\s*(:|=|iff|if|when)\s*",
        "P iff ",
    ),
    (
        r"(?i)^\s*(?:n-?positions?|hot|winning|wins|win|won)\s*(:|=|iff|if|when)\s*",
        "N iff ",
    ),
    (r"(?i)^\s*(P|N)\s*(?:==?|if|when)\s*", "$1 iff "),
    (
        r"(?i)^\s*(P|N)\s*\([\w, ]*\)\s*(?:==?|iff|if|when)\s*",
        "$1 iff ",
    ),
    (r#"\boutcome\s*==?\s*"?P"?"#, "loses"),
    (r#"\boutcome\s*==?\s*"?N"?"#, "wins"),
    (r"\bis_p\b", "loses"),
    (r"\bis_n\b", "wins"),
    (r"\b(for all|exists) (\w+)\s*,\s*([A-Za-z(])", "$1 $2: $3"),
    (r"\bP\b|\b[Pp]-positions?\b", "loses"),
    (r"\bN\b|\b[Nn]-positions?\b", "wins"),
    (r"(?i)\b(losing|lost|cold|lose|loss)\b", "loses"),
    (r"(?i)\b(winning|won|hot|win)\b(?: position)?", "wins"),
    (r"(?i)\b(drawn|tied|tie)\b", "draws"),
    (r"(?i)\b(nimbers?|nim-?values?|sg|g-?values?)\b", "grundy"),
    (r"(?i)\b(depth|distance|dtm)\b", "remoteness"),
    (r"(?i)\b(exist|there is|there exists|some)\b", "exists"),
    (r"(?i)\b(forall|every|each)\b", "for all"),
    (r"[\[{]", "("),
    (r"[\]}]", ")"),
    (r"\$", ""),
    (r"[.;]\s*$", ""),
];

/// Returns the first text that is valid, in breadth-first order over the rewrites.
pub fn corrected(text: &str, is_valid: impl Fn(&str) -> bool) -> Option<String> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let mut seen = vec![text.to_owned()];
    let mut open = VecDeque::from([(text.to_owned(), 0)]);
    while let Some((text, depth)) = open.pop_front() {
        for candidate in candidates(&text) {
            if seen.contains(&candidate) {
                continue;
            }
            if is_valid(&candidate) {
                return Some(candidate);
            }
            if seen.len() > MAX_PARSES {
                return None;
            }
            seen.push(candidate.clone());
            if depth + 1 < MAX_DEPTH {
                open.push_back((candidate, depth + 1));
            }
        }
    }
    None
}

/// Returns the texts after one rewrite.
fn candidates(text: &str) -> Vec<String> {
    static RULES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let all = REWRITES
            .iter()
            .filter_map(|(from, to)| Some((Regex::new(from).ok()?, *to)));
        all.collect()
    });
    let calls = FUNCTIONS
        .iter()
        .filter_map(|(name, operator)| without_call(text, name, operator));
    let rewritten = RULES
        .iter()
        .filter(|(from, _)| from.is_match(text))
        .map(|(from, to)| {
            let text = from.replace_all(text, *to);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        });
    calls.chain(rewritten).collect()
}

/// Returns the text with the innermost call of a function written with an operator.
fn without_call(text: &str, name: &str, operator: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (from, length) = lower.rmatch_indices(name).find_map(|(from, _)| {
        let before = text[..from].chars().next_back();
        let is_start = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let blanks = text[from + name.len()..].find('(')?;
        let is_call = text[from + name.len()..][..blanks].trim().is_empty();
        (is_start && is_call).then_some((from, name.len() + blanks))
    })?;
    let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
    for (at, c) in text[from + length..].char_indices() {
        match c {
            '(' if depth == 0 => depth = 1,
            ')' if depth == 1 => {
                parts.push(part.trim().to_owned());
                let joined = parts.join(&format!(" {operator} "));
                let after = &text[from + length + at + 1..];
                // Parentheses stay where another operator is next to the call.
                let is_alone = text[..from].trim().is_empty()
                    && after.trim_start().starts_with(['=', '<', '>', '!']);
                return Some(match is_alone || after.trim().is_empty() && from == 0 {
                    true => format!("{joined}{after}"),
                    false => format!("{}({joined}){after}", &text[..from]),
                });
            }
            ',' if depth == 1 => parts.push(std::mem::take(&mut part).trim().to_owned()),
            c => {
                depth += match c {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                part.push(c);
            }
        }
    }
    None
}
