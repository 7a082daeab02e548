//! Contest formats: the input and output of a contest problem, as data.
//!
//! [`Format::parse`] reads a [`Format`] from a short text (`docs/contest.md`). The text has a
//! template of the input, the meaning of each field, the game, the position, the question and the
//! line of the output. A format reads inputs into [`Case`]s and writes them. It never solves games.
//!
//! Invariant: the complete input is read before the first query is answered. A wrong input
//! therefore gives one [`ContestError`] and no partial output.
//!
//! All formats accept CRLF line ends, blanks at the ends of lines, blank lines at the end, a
//! missing final newline, and a byte order mark. Blank lines in between are skipped if a field
//! counts the cases. If the cases extend to the end of the input, a blank line is an error or an
//! empty list of numbers. Text after the last case is an error.
//!
//! [`shipped`] returns the formats that come with whowins:
//!
//! | name | problem | one query |
//! |---|---|---|
//! | `cowcheck` | USACO 2011 Open, *Cow Checkers* | a square |
//! | `partisangame` | TopCoder, *PartisanGame* | a heap and two sets |
//! | `gam` | Baltic Olympiad 2008, *Game* | a map |
//! | `ellyscheckers` | TopCoder, *EllysCheckers* | a row |
//! | `tabgame` | CodeChef September 2018, *Table Game* | a cell of a table with two borders |

mod error;
mod format;
mod parse;
mod phrases;
mod piece;
mod read;
mod reader;
mod template;
mod value;
mod wording;
mod write;

pub use error::ContestError;
pub use format::{
    Allowed, Bound, Field, Format, Kind, Level, MOST_DIGITS, Output, OutputPiece, Question, Sum,
    Term, Times,
};
pub use reader::{Line, Scanner};
pub use template::Template;
pub use value::{Case, Value};

use whowins_rules::Diagnostics;

/// Returns the names and texts of the shipped contest formats, sorted by name.
///
/// ```
/// let names: Vec<&str> = whowins::contest::shipped().into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["cowcheck", "ellyscheckers", "gam", "partisangame", "tabgame"]);
/// ```
pub fn shipped() -> Vec<(&'static str, &'static str)> {
    crate::shipped::contests()
}

/// Parses a shipped format. Returns `None` if there is no shipped format of this name.
///
/// ```
/// let (name, _) = whowins::contest::shipped()[0];
/// let format = whowins::contest::of_name(name).expect("it is shipped")?;
/// assert!(!format.title.is_empty());
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
pub fn of_name(name: &str) -> Option<Result<Format, Diagnostics>> {
    let (name, text) = shipped().into_iter().find(|(known, _)| *known == name)?;
    Some(Format::parse(&format!("contests/{name}.contest"), text))
}
