//! Formulas of laws as MathML: the closed forms that laws are told with are lines of text; here
//! they are set.

/// A `<math>` element of a formula: mathematics as such, words as words.
pub fn math(formula: &str) -> String {
    let tokens = tokens(formula);
    let mut out =
        String::from("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mrow>");
    Setter {
        tokens: &tokens,
        at: 0,
    }
    .row(&mut out, &[]);
    out.push_str("</mrow></math>");
    out
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// Digits.
    Number(String),
    /// A variable, a function or a constant: a single letter.
    Letter(char),
    /// A word, or several with blanks between.
    Words(String),
    /// An operator, a bracket, a comma.
    Sign(String),
    /// What stands raised after the token before: `²`.
    Power(char),
}

use Token::{Letter, Number, Power, Sign, Words};

/// Names that are functions of mathematics, not words.
const NAMED: [&str; 4] = ["mod", "min", "max", "mex"];

fn in_word(letter: char) -> bool {
    (letter.is_alphanumeric() || letter == '_' || letter == '\'') && !matches!(letter, '²' | '³')
}

fn is_greek(letter: char) -> bool {
    ('α'..='ω').contains(&letter)
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut at = 0;
    let run = |from: usize, is: &dyn Fn(char) -> bool| {
        letters[from..]
            .iter()
            .take_while(|letter| is(**letter))
            .count()
    };
    while at < letters.len() {
        let letter = letters[at];
        if letter.is_ascii_digit() {
            let length = run(at, &|c| c.is_ascii_digit());
            found.push(Number(letters[at..at + length].iter().collect()));
            at += length;
        } else if letter.is_alphabetic() || letter == '_' {
            let mut length = run(at, &in_word);
            // "P-positions" is one word: a minus has blanks around it.
            while letters.get(at + length) == Some(&'-') && run(at + length + 1, &in_word) > 1 {
                length += 1 + run(at + length + 1, &in_word);
            }
            let word: String = letters[at..at + length].iter().collect();
            at += length;
            match &word {
                // A product such as "kφ".
                product if product.chars().any(is_greek) => {
                    found.extend(product.chars().map(Letter));
                }
                one if one.chars().count() == 1 => found.push(Letter(letter)),
                named if NAMED.contains(&named.as_str()) => found.push(Sign(word)),
                _ => match found.last_mut() {
                    Some(Words(before)) => {
                        before.push(' ');
                        before.push_str(&word);
                    }
                    _ => found.push(Words(word)),
                },
            }
        } else if let ('²' | '³', Some(_)) = (letter, found.last()) {
            found.push(Power(if letter == '²' { '2' } else { '3' }));
            at += 1;
        } else if letter.is_whitespace() {
            at += 1;
        } else {
            let dots = run(at, &|c| c == '.');
            let two: String = letters[at..].iter().take(2).collect();
            let (sign, length) = match two.as_str() {
                _ if dots >= 3 => ("…".to_string(), 3),
                ">=" => ("≥".to_string(), 2),
                "<=" => ("≤".to_string(), 2),
                _ if letter == '-' => ("−".to_string(), 1),
                _ if letter == '*' => ("·".to_string(), 1),
                _ => (letter.to_string(), 1),
            };
            found.push(Sign(sign));
            at += length;
        }
    }
    found
}

struct Setter<'a> {
    tokens: &'a [Token],
    at: usize,
}

/// Brackets that belong together.
const BRACKETS: [(&str, &str); 4] = [("(", ")"), ("[", "]"), ("⌊", "⌋"), ("{", "}")];

fn closing(open: &str) -> Option<&'static str> {
    let pair = BRACKETS.iter().find(|(left, _)| *left == open)?;
    Some(pair.1)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

impl Setter<'_> {
    /// Sets tokens up to one of the signs that end the row; that one is left.
    fn row(&mut self, out: &mut String, ends: &[&str]) {
        while let Some(token) = self.tokens.get(self.at) {
            if let Sign(sign) = token
                && ends.contains(&sign.as_str())
            {
                return;
            }
            let one = self.raised(ends);
            // A fraction: what stands on both sides of the stroke is one thing each.
            match self.tokens.get(self.at) {
                Some(Sign(stroke)) if stroke == "/" && self.at + 1 < self.tokens.len() => {
                    self.at += 1;
                    let below = self.raised(ends);
                    out.push_str(&format!("<mfrac>{}{}</mfrac>", bare(&one), bare(&below)));
                }
                _ => out.push_str(&one),
            }
        }
    }

    /// One thing with its power.
    fn raised(&mut self, ends: &[&str]) -> String {
        let thing = self.thing(ends);
        match self.tokens.get(self.at) {
            Some(Power(power)) => {
                self.at += 1;
                format!("<msup>{thing}<mn>{power}</mn></msup>")
            }
            _ => thing,
        }
    }

    /// One number, letter, sign, or all between two brackets.
    fn thing(&mut self, ends: &[&str]) -> String {
        let Some(token) = self.tokens.get(self.at) else {
            return "<mrow></mrow>".into();
        };
        self.at += 1;
        match token {
            Number(digits) => format!("<mn>{digits}</mn>"),
            Letter(letter) => format!("<mi>{letter}</mi>"),
            Power(power) => format!("<mn>{power}</mn>"),
            Words(words) => {
                let words = escaped(words);
                format!("<mtext>\u{a0}{words}\u{a0}</mtext>")
            }
            Sign(sign) if sign == "√" => {
                let under = match self.tokens.get(self.at) {
                    Some(_) => self.thing(ends),
                    None => "<mrow></mrow>".into(),
                };
                format!("<msqrt>{}</msqrt>", bare(&under))
            }
            Sign(sign) => match closing(sign) {
                Some(close) => {
                    let mut inner = String::new();
                    let mut stops: Vec<&str> = ends.to_vec();
                    stops.push(close);
                    self.row(&mut inner, &stops);
                    let closed =
                        matches!(self.tokens.get(self.at), Some(Sign(found)) if found == close);
                    self.at += usize::from(closed);
                    let end = if closed {
                        format!("<mo>{close}</mo>")
                    } else {
                        String::new()
                    };
                    format!("<mrow><mo>{sign}</mo>{inner}{end}</mrow>")
                }
                None if NAMED.contains(&sign.as_str()) && sign != "mod" => {
                    format!("<mi>{sign}</mi><mo>&#x2061;</mo>")
                }
                None => format!("<mo>{}</mo>", escaped(sign)),
            },
        }
    }
}

/// What stands over or under a stroke, or a root, needs no parentheses.
fn bare(thing: &str) -> String {
    let inner = thing
        .strip_prefix("<mrow><mo>(</mo>")
        .and_then(|rest| rest.strip_suffix("<mo>)</mo></mrow>"));
    match inner {
        Some(inner) => format!("<mrow>{inner}</mrow>"),
        None => thing.to_string(),
    }
}
