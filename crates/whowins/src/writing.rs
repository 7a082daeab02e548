//! Help for who writes rules, as the language server and the laboratory's page show it: what stands
//! at a place of a text, and what can stand there. The explanations of the language's words are
//! those of `docs/rules.md` and `docs/rules/`.
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

/// A text of rules, with or without faults, and the names that it declares.
#[derive(Clone, Debug)]
pub struct Text {
    /// As it is written. Places in it are bytes, counted from 0, as everywhere in this module.
    pub source: String,
    /// What it declares.
    pub names: Vec<Name>,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What it means, in Markdown.
    pub says: String,
    /// The bytes of the word that it is said of.
    pub span: Span,
}

/// Something that can be written at a place, as [`Text::offers`] has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: Offered,
    /// The whole form of a statement, or what a name stands for.
    pub written: Option<String>,
    /// What it means, in Markdown.
    pub says: Option<String>,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// The beginning of a statement.
    Statement,
    /// A name of the text.
    Name(Naming),
    /// A word of the language.
    Word,
}

/// What a name stands for, in words.
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

/// Whether a letter can stand in a word.
fn inside(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

impl Text {
    /// Reads the names of a text; linear in it but for its names, each of which is looked up. The
    /// text may have faults: names of the lines that can be read are known.
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

    /// The name that stands at a byte, or ends there, with the place of this use. All its uses
    /// stand in [`Name::uses`]: that is how a name is changed everywhere.
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

    /// The word at a byte, and where it stands: letters, digits and `_` to both sides of it; `None`
    /// between two signs, or where the byte is within a character.
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

    /// The line from its beginning to a byte, which is what has been typed of it; empty where the
    /// byte is none of the text.
    ///
    /// ```
    /// assert_eq!(whowins::writing::Text::of("position n\nmove n").line_before(15), "move");
    /// ```
    pub fn line_before(&self, byte: usize) -> &str {
        let before = self.source.get(..byte).unwrap_or_default();
        &before[before.rfind('\n').map_or(0, |at| at + 1)..]
    }

    /// The meaning of what stands at a byte: a name of the text first, then a word of the language;
    /// `None` where nothing is known of what stands there. It goes through the reference once, some
    /// 45 kilobytes.
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

    /// What can stand at a byte: at the beginning of a line statements, elsewhere names that can be
    /// used there and words of the language. Whoever shows them keeps those that begin as what is
    /// typed does. Linear in the names of the text; a few hundred offers at most.
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
