//! Contest formats: each problem in its own input and output format.
//!
//! A format's file reads the whole input into typed tests, asks the caller's closure for each answer, and prints. It knows
//! nothing of how games are solved. The whole input is read before the first question is asked, so a fault in the input is
//! one [`ContestError`] and no half output; from then on the answers go out as they come,
//! in many small writes: hand over a buffered `out`.
//!
//! | module | problem | one question |
//! |---|---|---|
//! | [`cowcheck`] | USACO 2011 Open, *Cow Checkers* | a square |
//! | [`partisangame`] | TopCoder, *PartisanGame* | a heap and two sets |
//! | [`gam`] | Baltic Olympiad 2008, *Game* | a map |
//! | [`ellyscheckers`] | TopCoder, *EllysCheckers* | a row |
//! | [`tabgame`] | CodeChef September Challenge 2018, *Table Game* | a border with all its queries |
//!
//! All formats accept CRLF line ends, blanks at the ends of lines, blank lines at the end, a missing final line end, and a
//! byte order mark. Text after the end of the last test is an error.

pub mod cowcheck;
pub mod ellyscheckers;
mod error;
pub mod gam;
pub mod partisangame;
mod reader;
pub mod tabgame;

pub use error::{ContestError, ContestFailure};
pub use reader::{Line, Scanner};
