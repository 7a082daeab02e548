//! Editor support for rules: the meaning of a word, and the words that can be inserted.
//!
//! The language server and the laboratory use it. Explanations come from the reference,
//! `docs/rules.md` and `docs/rules/`.
//!
//! ```
//! use whowins::writing::Text;
//!
//! let text = Text::of("game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmo");
//! let meaning = text.meaning(17).expect("a word stands there");
//! assert!(meaning.says.contains("position"));
//! let name = text.meaning(30).expect("a name");
//! assert!(name.says.starts_with("`x`: a part of the position"));
//! assert!(text.offers(52).iter().any(|offer| offer.text == "move"));
//! ```

mod reference;

use whowins_rules::{Name, Naming, Span, names};

use reference::{forms, meaning, words};

/// A text of rules, valid or not, with the names that it declares.
#[derive(Clone, Debug)]
pub struct Text {
    /// The source text. All offsets in this module are bytes, from 0.
    pub source: String,
    /// The declared names.
    pub names: Vec<Name>,
}

/// The meaning of a word in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The explanation, in Markdown.
    pub says: String,
    /// The byte range of the word.
    pub span: Span,
}

/// A completion returned by [`Text::offers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The text to insert.
    pub text: String,
    /// The kind of completion.
    pub kind: Offered,
    /// The complete form of a statement, or the meaning of a name.
    pub written: Option<String>,
    /// The explanation, in Markdown.
    pub says: Option<String>,
}

/// Kinds of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// The beginning of a statement.
    Statement,
    /// A declared name.
    Name(Naming),
    /// A word of the language.
    Word,
}

/// Describes a kind of name.
///
/// ```
/// use whowins::rules::Naming;
///
/// assert_eq!(whowins::writing::said(Naming::Part), "a part of the position");
/// ```
pub fn said(naming: Naming) -> &'static str {
    match naming {
        Naming::Player => "a player",
        Naming::Parameter => "a parameter: it is given with the game",
        Naming::Part => "a part of the position",
        Naming::Word => "a word that a part can be",
        Naming::Definition => "a definition",
        Naming::Argument => "an argument of the definition",
        Naming::Choice => "chosen, gone through or remembered in this statement",
        Naming::Game => "a game of the sum",
    }
}

/// Returns true if a character can be part of a word.
fn inside(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl Text {
    /// Parses the names of a text. If some lines have errors, the names of the other lines are
    /// still found.
    ///
    /// Complexity: linear in the text, plus a lookup for each name.
    ///
    /// ```
    /// use whowins::writing::Text;
    ///
    /// let text = Text::of(
    ///     "game \"Take\"\ngiven most: number = 3\nposition n\nmove n -= k for k in 1..most\n\
    ///      who cannot",
    /// );
    /// let names: Vec<&str> = text.names.iter().map(|name| name.text.as_str()).collect();
    /// assert!(["most", "n", "k"].iter().all(|name| names.contains(name)));
    /// ```
    pub fn of(source: impl Into<String>) -> Self {
        let source = source.into();
        Self {
            names: names(&source),
            source,
        }
    }

    /// Returns the name at a byte offset, or ending there, and the span of this use.
    ///
    /// [`Name::uses`] lists all uses, so that an editor can rename them.
    ///
    /// ```
    /// use whowins::writing::Text;
    ///
    /// let text = Text::of("game \"Take\"\nposition n\nmove n -= 2\n");
    /// let (name, here) = text.name_at(28).expect("the n of the move");
    /// assert_eq!((name.text.as_str(), here.clone(), name.uses.len()), ("n", 28..29, 2));
    /// assert!(text.name_at(0).is_none());
    /// ```
    pub fn name_at(&self, byte: usize) -> Option<(&Name, &Span)> {
        let touches = |span: &&Span| span.start <= byte && byte <= span.end;
        self.names
            .iter()
            .find_map(|name| Some((name, name.uses.iter().find(touches)?)))
    }

    /// Returns the word at a byte offset and its span: the letters, digits and `_` on both sides.
    ///
    /// Returns `None` if there is no word, or if the offset is inside a character.
    ///
    /// ```
    /// use whowins::writing::Text;
    ///
    /// let text = Text::of("position heap");
    /// assert_eq!(text.word_at(3), Some(("position", 0..8)));
    /// assert_eq!(text.word_at(1000), None);
    /// ```
    pub fn word_at(&self, byte: usize) -> Option<(&str, Span)> {
        let before = self.source.get(..byte)?;
        let start = before.trim_end_matches(inside).len();
        let rest = &self.source[start..];
        let end = start + rest.find(|c| !inside(c)).unwrap_or(rest.len());
        (start < end).then(|| (&self.source[start..end], start..end))
    }

    /// Returns the beginning of the line, up to a byte offset. Empty if the offset is not in the
    /// text.
    ///
    /// ```
    /// assert_eq!(whowins::writing::Text::of("position n\nmove n").line_before(15), "move");
    /// ```
    pub fn line_before(&self, byte: usize) -> &str {
        let before = self.source.get(..byte).unwrap_or_default();
        &before[before.rfind('\n').map_or(0, |at| at + 1)..]
    }

    /// Returns the meaning of the word at a byte offset: of a declared name first, else of a word
    /// of the language.
    ///
    /// Returns `None` if the word is unknown. Scans the reference once, about 45 kilobytes.
    ///
    /// ```
    /// use whowins::writing::Text;
    ///
    /// let meaning = Text::of("position n").meaning(0).expect("a word of the language");
    /// assert_eq!(meaning.span, 0..8);
    /// assert!(Text::of("position n ?").meaning(11).is_none());
    /// ```
    pub fn meaning(&self, byte: usize) -> Option<Meaning> {
        let (says, span) = match self.name_at(byte) {
            Some((name, span)) => (self.name_in_words(name), span.clone()),
            None => {
                let (word, span) = self.word_at(byte)?;
                (meaning(word)?, span)
            }
        };
        Some(Meaning { says, span })
    }

    fn name_in_words(&self, name: &Name) -> String {
        let start = name.declared.start - self.line_before(name.declared.start).len();
        let line = self.source[start..].lines().next().unwrap_or_default();
        let (text, is) = (&name.text, said(name.naming));
        format!("`{text}`: {is}\n\n```\n{}\n```", line.trim())
    }

    /// Returns the completions at a byte offset.
    ///
    /// These are statements at the beginning of a line, and visible names and words of the language
    /// elsewhere. The caller filters them by the prefix that the user typed. Complexity: linear in
    /// the number of names. There are at most a few hundred completions.
    ///
    /// ```
    /// use whowins::writing::{Offered, Text};
    ///
    /// let text = Text::of("game \"Take\"\nposition heap\nmove h");
    /// let offers = text.offers(text.source.len());
    /// let heap = offers.iter().find(|offer| offer.text == "heap").expect("it is declared above");
    /// assert!(matches!(heap.kind, Offered::Name(_)));
    /// assert_eq!(heap.written.as_deref(), Some("a part of the position"));
    /// ```
    pub fn offers(&self, byte: usize) -> Vec<Offer> {
        match self.line_before(byte).chars().all(inside) {
            true => statements(),
            false => self.pieces(byte),
        }
    }

    fn pieces(&self, byte: usize) -> Vec<Offer> {
        let mut all: Vec<Offer> = Vec::new();
        for name in &self.names {
            let is_seen = name.scope.start <= byte && byte <= name.scope.end;
            if is_seen && all.iter().all(|one| one.text != name.text) {
                all.push(Offer {
                    text: name.text.clone(),
                    kind: Offered::Name(name.naming),
                    written: Some(said(name.naming).into()),
                    says: None,
                });
            }
        }
        all.extend(words().iter().map(|(word, says)| Offer {
            text: (*word).into(),
            kind: Offered::Word,
            written: None,
            says: says.clone(),
        }));
        all
    }
}

fn statements() -> Vec<Offer> {
    let mut all: Vec<Offer> = Vec::new();
    for form in forms().iter().filter(|form| form.is_statement) {
        for text in form.beginnings() {
            if all.iter().all(|one| one.text != text) {
                all.push(Offer {
                    text,
                    kind: Offered::Statement,
                    written: Some(form.written.replace('`', "")),
                    says: Some(form.means.clone()),
                });
            }
        }
    }
    all
}
