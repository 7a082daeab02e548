//! The data type of contest formats: the shape of the input, its fields, the question and the
//! output.
//!
//! Start reading at [`Format::parse`], which reads a format from a short text. `docs/contest.md` is
//! the reference.

use whowins_rules::Diagnostics;

use super::parse;
use super::template::Template;

/// A contest problem: input, output, limits and the question about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// Title of the problem.
    pub title: String,
    /// The contest that used the problem. Empty if the text doesn't name one.
    pub from: String,
    /// The doc comment of the text.
    pub about: String,
    /// The game: the name of a shipped game or a file of rules.
    pub game: String,
    /// Nested levels of the input, outermost first: the complete input, tests, queries. Each case
    /// of the innermost level is one query.
    pub levels: Vec<Level>,
    /// The fields in the order of the input.
    pub fields: Vec<Field>,
    /// Limits for sums over all cases.
    pub sums: Vec<Sum>,
    /// Parameters of the game. Each value is a template of field values.
    pub sets: Vec<(String, Template)>,
    /// The position to solve. `None` means the start position of the rules.
    pub position: Option<Template>,
    /// A line of the output.
    pub output: Output,
    /// The question and the wording of its answer.
    pub question: Question,
    /// Limits of time and memory for one run of a solution.
    pub allowed: Allowed,
}

/// One level of the input: lines of fields, followed by the cases of the next level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Name of one case, such as `test` or `query`. The outermost level is called `input`.
    pub name: String,
    /// The number of cases.
    pub times: Times,
    /// The fields of each line at the beginning of a case, as indices of [`Format::fields`].
    pub lines: Vec<Vec<usize>>,
}

/// The number of cases of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// One case: the complete input.
    Once,
    /// The value of this field of an outer level.
    Counted(usize),
    /// At least one case, up to the end of the input.
    ToTheEnd,
}

/// A field of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the field.
    pub name: String,
    /// Description for messages, such as `the number of queries`.
    pub what: String,
    /// Index of the level that contains the field.
    pub level: usize,
    /// Index among the fields of that level.
    pub place: usize,
    /// True if the field fills a line.
    pub alone: bool,
    /// The allowed values.
    pub kind: Kind,
}

/// The allowed values of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A natural number with a minimum and a maximum. Without a maximum it can have up to
    /// [`MOST_DIGITS`] digits.
    Number(Bound, Option<Bound>),
    /// A text of these symbols, with a minimum and a maximum length.
    Text(Vec<u8>, Bound, Option<Bound>),
    /// Rows of symbols, one per line. Some symbols must occur exactly once.
    Rows {
        /// The number of rows.
        count: Bound,
        /// The allowed symbols.
        symbols: Vec<u8>,
        /// The length of each row.
        length: Bound,
        /// The symbols that occur exactly once.
        once: Vec<u8>,
        /// Symbols of cells that may be disconnected, if the problem promises that all other cells
        /// are connected.
        ///
        /// Only generated inputs respect the promise. Other inputs aren't checked.
        except: Option<Vec<u8>>,
    },
    /// Numbers separated by blanks: count, minimum and maximum.
    ///
    /// Without a count the numbers extend to the end of the line, which may be blank.
    Numbers(Option<Bound>, Bound, Bound),
    /// A position in the notation of the game, up to the end of the line.
    Position,
}

/// Maximum number of digits of a number without an upper bound. Parsing a decimal number takes more
/// than linear time.
pub const MOST_DIGITS: usize = 1_000_000;

/// A number that can depend on earlier fields, such as `N - 1` or `length(row)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The constant summand.
    pub constant: i64,
    /// The fields, each added (`true`) or subtracted (`false`).
    pub terms: Vec<(bool, Term)>,
}

/// The property of a field that a bound reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The value of a numeric field.
    Value(usize),
    /// The length of a field.
    Length(usize),
}

/// A sum over all cases, with its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The summand.
    pub of: Term,
    /// The maximum of the sum.
    pub most: u64,
}

/// A line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The text before the answer.
    pub before: Vec<OutputPiece>,
    /// The text after the answer.
    pub after: Vec<OutputPiece>,
    /// True if a line contains the answers of all queries of one case, without separators.
    pub joined: bool,
}

/// A piece of the text around an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputPiece {
    /// Literal text.
    Text(String),
    /// The number of the line, from 1.
    Number,
}

/// A question and the wording of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The winner, as a word: if the player to move wins, if the opponent wins, and for a draw.
    Winner(String, String, Option<String>),
    /// An optimal move, as the position after it. The word is printed if there is no move.
    Move(String),
    /// The number of winning moves.
    WinningMoves,
    /// The number of moves of optimal play.
    Length,
    /// The Grundy value.
    Grundy,
    /// The final score of the player to move minus that of the opponent.
    Score,
}

impl Question {
    /// Describes why two answers look alike: words for the winner that are empty or equal.
    ///
    /// Returns `None` if all answers are distinct.
    ///
    /// ```
    /// use whowins::contest::Question;
    ///
    /// let winner =
    ///     |first: &str, second: &str| Question::Winner(first.into(), second.into(), None);
    /// assert_eq!(winner("Alice", "Bob").fault(), None);
    /// assert_eq!(
    ///     winner("yes", "yes").fault().as_deref(),
    ///     Some("`yes` means two answers")
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
        Some(format!("`{}` means two answers", words[twice]))
    }
}

/// Limits of one run of a solution, over all cases of an input. `None` leaves the limit to the
/// caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Wall-clock time in milliseconds.
    pub time: Option<u64>,
    /// Memory in bytes. One `MB` in the text is 2^20 bytes.
    pub memory: Option<u64>,
}

impl Format {
    /// Parses a format. `origin` is the name of the text in error messages.
    ///
    /// Complexity: linear in the length of the text.
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
    /// Returns all errors of the text, each with its place and a fix.
    pub fn parse(origin: &str, text: &str) -> Result<Self, Diagnostics> {
        parse::parse(origin, text)
    }

    /// Returns the format of `whowins judge --format lines`: one position per input line, and one
    /// answer per output line.
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

    /// Returns true if a level extends to the end of the input. A blank line can then be data, so
    /// it isn't skipped.
    pub(super) fn to_the_end(&self) -> bool {
        self.levels
            .iter()
            .any(|level| level.times == Times::ToTheEnd)
    }

    /// Returns the field that counts the cases of the level after `level`. Levels are counted from
    /// 0.
    ///
    /// Returns `None` if there is no such level, or if no field counts its cases.
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

    /// Returns the fields of a level in the order of its lines, as indices of [`Format::fields`].
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
    /// Panics if there is no such level.
    pub fn fields_of(&self, level: usize) -> impl Iterator<Item = usize> {
        self.levels[level].lines.iter().flatten().copied()
    }
}

impl Output {
    /// Returns the output line of a format without an `output` statement: the answer and nothing
    /// else.
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
    /// Returns a bound that depends on no field.
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

    /// Evaluates the bound. `look` returns the properties of fields. The result saturates at the
    /// limits of `i64`.
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

    /// Evaluates the bound of a natural number.
    pub(super) fn natural(&self, look: &dyn Fn(Term) -> i64) -> u64 {
        u64::try_from(self.value(look)).unwrap_or(0)
    }
}

impl Term {
    /// Returns the index of the field in [`Format::fields`].
    pub fn field(self) -> usize {
        match self {
            Self::Value(field) | Self::Length(field) => field,
        }
    }
}

impl Question {
    /// Returns a description of the question for messages.
    ///
    /// ```
    /// let question = whowins::contest::Question::Grundy;
    /// assert_eq!(question.told(), "the Grundy value");
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
