//! Contest formats: a problem's own input and output, as data.
//!
//! A [`Format`] is read from a short text ([`Format::parse`], `docs/contest.md`): a template of the
//! input with what each field is, the game and the position that a question asks about, what is
//! asked, and a line of the output. It reads inputs into [`Case`]s and writes them again, and knows
//! nothing of how games are solved. The whole input is read before the first question is asked, so
//! a fault in the input is one [`ContestError`] and no half output.
//!
//! All formats accept CRLF line ends, blanks at the ends of lines, blank lines at the end, a
//! missing final line end, and a byte order mark. Blank lines in between are passed over where
//! cases are counted; where they go to the end of the input, a blank line may be meant, and is a
//! fault or a line of no numbers. Text after the end of the last case is an error.
//!
//! The formats that come with whowins are the files of [`shipped`]:
//!
//! | name | problem | one question |
//! |---|---|---|
//! | `cowcheck` | USACO 2011 Open, *Cow Checkers* | a square |
//! | `partisangame` | TopCoder, *PartisanGame* | a heap and two sets |
//! | `gam` | Baltic Olympiad 2008, *Game* | a map |
//! | `ellyscheckers` | TopCoder, *EllysCheckers* | a row |
//! | `tabgame` | CodeChef September Challenge 2018, *Table Game* | a place beside two borders |

mod error;
mod format;
mod parse;
mod phrases;
mod piece;
mod read;
mod reader;
mod template;
mod told;
mod value;
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

/// The contest formats that come with whowins: their names and texts, by name.
///
/// ```
/// let names: Vec<&str> = whowins::contest::shipped().into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["cowcheck", "ellyscheckers", "gam", "partisangame", "tabgame"]);
/// ```
pub fn shipped() -> Vec<(&'static str, &'static str)> {
    crate::shipped::contests()
}

/// A shipped format; `None` where there is none of this name.
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
