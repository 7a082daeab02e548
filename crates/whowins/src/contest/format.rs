//! What a contest format says: the shape of the input, what each field is, which question is asked
//! of which game, and how the answer is written. [`Format::parse`] reads it from a short text;
//! `docs/contest.md` is its reference.

use whowins_rules::Diagnostics;

use super::parse;
use super::template::Template;

/// A contest problem: its input, its output, its limits, and what is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The problem's name.
    pub title: String,
    /// The contest it was set in; empty where the text does not say.
    pub from: String,
    /// What the text's doc comment says.
    pub about: String,
    /// The game: the name of a shipped one, or a file of rules.
    pub game: String,
    /// The levels of the input from the outside to the inside: the whole input, its tests, their
    /// queries. A case of the last level is one question.
    pub levels: Vec<Level>,
    /// The fields, in the order of the input.
    pub fields: Vec<Field>,
    /// What may not exceed a limit when it is added up over all cases.
    pub sums: Vec<Sum>,
    /// Values of the game's parameters, each as a text of the fields' values.
    pub sets: Vec<(String, Template)>,
    /// The position asked about; `None`: the rules' own start.
    pub position: Option<Template>,
    /// A line of the output.
    pub output: Output,
    /// What is asked, and how its answer is written.
    pub question: Question,
    /// What a program may take for one run.
    pub allowed: Allowed,
}

/// One level of the input: lines of fields, then the cases of the next level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What one case is called: `test`, `query`; `input` for the whole.
    pub name: String,
    /// How many cases there are.
    pub times: Times,
    /// The lines that a case begins with, as indices of fields.
    pub lines: Vec<Vec<usize>>,
}

/// How many cases of a level there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// One: the whole input.
    Once,
    /// As many as this field of a level above says.
    Counted(usize),
    /// At least one, to the end of the input.
    ToTheEnd,
}

/// A field of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it is, for messages: `the number of queries`.
    pub what: String,
    /// The level it stands in.
    pub level: usize,
    /// Its place among the fields of that level.
    pub place: usize,
    /// Whether it has a line of its own.
    pub alone: bool,
    /// What it may be.
    pub kind: Kind,
}

/// What a field may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A natural number. Without an upper bound it may be of any length, up to [`MOST_DIGITS`]
    /// digits.
    Number(Bound, Option<Bound>),
    /// A text of these symbols, so long.
    Text(Vec<u8>, Bound, Option<Bound>),
    /// Rows of these symbols, a line each: how many, how long; some symbols stand in them exactly
    /// once.
    Rows {
        /// How many.
        count: Bound,
        /// The symbols.
        symbols: Vec<u8>,
        /// How long each is.
        length: Bound,
        /// The symbols that stand in one place.
        once: Vec<u8>,
        /// Where the problem promises that the cells hang together, the symbols of those that do
        /// not count. A promise: inputs are not refused for it.
        except: Option<Vec<u8>>,
    },
    /// Numbers with blanks between: how many (to the line's end where that is not said, and then
    /// the line may be blank), from, to.
    Numbers(Option<Bound>, Bound, Bound),
    /// A position, to the line's end, in the game's own notation.
    Position,
}

/// The most digits of a number without an upper bound: reading a decimal number takes more than
/// linear time.
pub const MOST_DIGITS: usize = 1_000_000;

/// A number that may depend on fields that stand before: `N - 1`, `length(row)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What is added.
    pub constant: i64,
    /// The fields, each added (`true`) or taken away.
    pub terms: Vec<(bool, Term)>,
}

/// What a bound reads of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Its value, a number.
    Value(usize),
    /// How long it is.
    Length(usize),
}

/// A sum over all cases, with its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// What is added up.
    pub of: Term,
    /// The most that it may come to.
    pub most: u64,
}

/// A line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What stands before the answer, and where the line's number belongs.
    pub before: Vec<OutputPiece>,
    /// What stands after it.
    pub after: Vec<OutputPiece>,
    /// Whether a line has the answers of all questions of one case of the level above, one after
    /// the other.
    pub joined: bool,
}

/// A piece of a line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputPiece {
    /// This text.
    Text(String),
    /// The line's number, from 1.
    Number,
}

/// What is asked, and how the answer is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins: the word where the player to move does, where the opponent does, where nobody can
    /// force it.
    Winner(String, String, Option<String>),
    /// A move that keeps what can be had, as the position after it; the word where there is none.
    Move(String),
    /// How many moves win.
    WinningMoves,
    /// How many moves best play lasts.
    Length,
    /// The Grundy value.
    Grundy,
    /// By how much the player to move ends above the opponent.
    Score,
}

impl Question {
    /// Why answers cannot be told apart: words for who wins that are empty, or the same twice;
    /// `None` where they can.
    ///
    /// ```
    /// use whowins::contest::Question;
    ///
    /// let winner =
    ///     |first: &str, second: &str| Question::Winner(first.into(), second.into(), None);
    /// assert_eq!(winner("Alice", "Bob").fault(), None);
    /// assert_eq!(
    ///     winner("yes", "yes").fault().as_deref(),
    ///     Some("`yes` stands for two answers")
    /// );
    /// ```
    pub fn fault(&self) -> Option<String> {
        let Self::Winner(first, second, draw) = self else {
            return None;
        };
        let words: Vec<&String> = [first, second].into_iter().chain(draw).collect();
        if words.iter().any(|word| word.is_empty()) {
            return Some("a word for who wins is empty".into());
        }
        let again = |at: usize| words[..at].contains(&words[at]);
        let twice = (1..words.len()).find(|at| again(*at))?;
        Some(format!("`{}` stands for two answers", words[twice]))
    }
}

/// What a program may take for one run, over all cases of an input; `None`: nothing is said, and
/// whoever runs it chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Milliseconds of the clock.
    pub time: Option<u64>,
    /// Bytes; a `MB` of the text is 2^20 of them.
    pub memory: Option<u64>,
}

impl Format {
    /// Reads a format from its text; `origin` names the text in faults. Linear in its length.
    ///
    /// ```
    /// use whowins::contest::Format;
    ///
    /// let format = Format::parse("stones.contest", "\
    /// contest \"Stones\"
    /// game nim
    /// input
    ///     T
    ///     test: T times
    ///         a b c
    /// T: number 1..100
    /// a: number 0..1000
    /// b: number 0..1000
    /// c: number 0..1000
    /// position {a},{b},{c}
    /// answer winner: first First, second Second
    /// ")?;
    /// let input = format.read(b"1\n3 4 5\n")?;
    /// assert_eq!(format.position_text(&[&input, &input.inner[0]]).as_deref(), Some("3,4,5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All faults, each with its place and its mend.
    pub fn parse(origin: &str, text: &str) -> Result<Self, Diagnostics> {
        parse::parse(origin, text)
    }

    /// The format of `whowins judge --format lines`: a position of the game a line, an answer a
    /// line.
    ///
    /// ```
    /// use whowins::contest::{Format, Question};
    ///
    /// let format = Format::of_lines("nim", Question::Grundy);
    /// let input = format.read(b"3,4,5\n1,1,0\n")?;
    /// assert_eq!(input.inner.len(), 2);
    /// # Ok::<(), whowins::contest::ContestError>(())
    /// ```
    pub fn of_lines(game: &str, question: Question) -> Self {
        Self {
            title: game.to_string(),
            from: String::new(),
            about: String::new(),
            game: game.to_string(),
            levels: vec![
                Level {
                    name: "input".into(),
                    times: Times::Once,
                    lines: Vec::new(),
                },
                Level {
                    name: "line".into(),
                    times: Times::ToTheEnd,
                    lines: vec![vec![0]],
                },
            ],
            fields: vec![Field {
                name: "position".into(),
                what: "the position".into(),
                level: 1,
                place: 0,
                alone: true,
                kind: Kind::Position,
            }],
            sums: Vec::new(),
            sets: Vec::new(),
            position: Some(Template::of_field(0)),
            output: Output::answer_alone(),
            question,
            allowed: Allowed::default(),
        }
    }

    /// Whether some level goes to the end of the input: then a blank line may be meant, and none is
    /// passed over.
    pub(super) fn to_the_end(&self) -> bool {
        self.levels
            .iter()
            .any(|level| level.times == Times::ToTheEnd)
    }

    /// The field that counts the cases of the level after this one, levels counted from 0; `None`
    /// where there is no such level, or its cases are not counted by a field.
    ///
    /// ```
    /// let tabgame = whowins::contest::of_name("tabgame").expect("it is shipped")?;
    /// let counter = tabgame.counter(1).expect("queries are counted");
    /// assert_eq!(tabgame.fields[counter].name, "Q");
    /// assert_eq!(tabgame.counter(2), None);
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    pub fn counter(&self, level: usize) -> Option<usize> {
        match self.levels.get(level + 1)?.times {
            Times::Counted(field) => Some(field),
            Times::Once | Times::ToTheEnd => None,
        }
    }

    /// The fields of a level, in the order of its lines, as indices of [`Format::fields`].
    ///
    /// ```
    /// let gam = whowins::contest::of_name("gam").expect("it is shipped")?;
    /// let names: Vec<&str> = gam
    ///     .fields_of(1)
    ///     .map(|field| gam.fields[field].name.as_str())
    ///     .collect();
    /// assert_eq!(names, ["n", "map"]);
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where the format has no such level.
    pub fn fields_of(&self, level: usize) -> impl Iterator<Item = usize> {
        self.levels[level].lines.iter().flatten().copied()
    }
}

impl Output {
    /// The answer, and nothing else on the line: what a format without an `output` sentence has.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// assert_eq!(cowcheck.output, whowins::contest::Output::answer_alone());
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    pub fn answer_alone() -> Self {
        Self {
            before: Vec::new(),
            after: Vec::new(),
            joined: false,
        }
    }
}

impl Bound {
    /// A number that depends on nothing.
    ///
    /// ```
    /// let three = whowins::contest::Bound::of(3);
    /// assert_eq!((three.constant, three.terms.len()), (3, 0));
    /// ```
    pub fn of(constant: i64) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    /// Its value, where `look` says what fields are. Numbers are cut off at the ends of a word.
    ///
    /// ```
    /// use whowins::contest::{Bound, Term};
    ///
    /// // `M - 1`, of the first field.
    /// let below = Bound { constant: -1, terms: vec![(true, Term::Value(0))] };
    /// assert_eq!(below.value(&|_| 8), 7);
    /// assert_eq!(Bound::of(3).value(&|_| 8), 3);
    /// ```
    pub fn value(&self, look: &dyn Fn(Term) -> i64) -> i64 {
        self.terms
            .iter()
            .fold(self.constant, |sum, (adds, term)| match adds {
                true => sum.saturating_add(look(*term)),
                false => sum.saturating_sub(look(*term)),
            })
    }

    /// The same as a bound of natural numbers.
    pub(super) fn natural(&self, look: &dyn Fn(Term) -> i64) -> u64 {
        u64::try_from(self.value(look)).unwrap_or(0)
    }
}

impl Term {
    /// The field that it reads, as an index of [`Format::fields`].
    pub fn field(self) -> usize {
        match self {
            Self::Value(field) | Self::Length(field) => field,
        }
    }
}

impl Question {
    /// What is asked, in words, for messages.
    ///
    /// ```
    /// assert_eq!(whowins::contest::Question::Grundy.told(), "the Grundy value");
    /// ```
    pub fn told(&self) -> &'static str {
        match self {
            Self::Winner(..) => "who wins",
            Self::Move(_) => "a best move",
            Self::WinningMoves => "how many moves win",
            Self::Length => "how many moves best play lasts",
            Self::Grundy => "the Grundy value",
            Self::Score => "by how much the player to move ends above the opponent",
        }
    }
}
