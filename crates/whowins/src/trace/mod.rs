//! The stages by which a person solves a one-heap game, written line by line as they happen.
//!
//! The bare recursion, the recursion with a cache, the table from 0 up, and the cycle that is seen
//! in the table: the way J. S. Plank teaches TopCoder's *PartisanGame* (2016). Each stage streams
//! to a writer, so a trace that would never end can still be watched, and ends as soon as the
//! writer refuses a line.

mod cycle;
mod labels;
mod line;
mod recursion;
mod subtraction;
mod table;

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use dashu_int::UBig;

pub use labels::labels;
pub use subtraction::NamedSubtraction;

/// A game on one heap for two named players, 0 and 1, who move in turn; every move makes the heap
/// smaller.
///
/// [`trace`] shows how one is written; [`NamedSubtraction`] is one for subtraction games of the
/// engine.
pub trait OneHeap {
    /// The full name of `player`, for example `Alice`.
    fn player(&self, player: usize) -> &str;

    /// The heap after `player`'s `index`-th legal move on a heap of `n`, in the order the rules
    /// give; `None` when there are no more than `index`.
    ///
    /// Moves are asked for one by one, so that a trace keeps one small record for each call under
    /// way, however many moves a heap has.
    fn option(&self, player: usize, n: u64, index: u64) -> Option<u64>;

    /// Whether a player who cannot move wins (misère play).
    fn stuck_wins(&self) -> bool;

    /// `Some(m)` promises a subtraction game with finite sets of which `m` is the largest number:
    /// on every heap of `m` or more a player can take off exactly the same numbers, none above `m`.
    ///
    /// With it a cycle in the table is a proof where the table shows enough of it; without it a
    /// cycle is only observed.
    fn largest_move(&self) -> Option<u64> {
        None
    }
}

/// A stage of the way from the rules to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The rules as a recursion, nothing remembered: time grows exponentially with the heap.
    Recursion,
    /// The recursion with a cache of the answers.
    Memo,
    /// The answers of both players from heap 0 up.
    Table,
    /// A table of 1001 heaps, and the cycle seen in it.
    Cycle,
}

impl Stage {
    /// All stages, in the order in which they are met.
    pub const ALL: [Self; 4] = [Self::Recursion, Self::Memo, Self::Table, Self::Cycle];

    /// The stage's name: `recursion`, `memo`, `table` or `cycle`. [`str::parse`] reads it back.
    ///
    /// ```
    /// use whowins::trace::Stage;
    ///
    /// assert!(Stage::ALL.iter().all(|stage| stage.name().parse() == Ok(*stage)));
    /// let unknown = "guess".parse::<Stage>().expect_err("it is none");
    /// assert_eq!(unknown.to_string(), "'guess' is no stage; say recursion, memo, table or cycle");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Recursion => "recursion",
            Self::Memo => "memo",
            Self::Table => "table",
            Self::Cycle => "cycle",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no [`Stage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStage(String);

impl fmt::Display for UnknownStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no stage; say recursion, memo, table or cycle",
            self.0.escape_debug()
        )
    }
}

impl std::error::Error for UnknownStage {}

impl FromStr for Stage {
    type Err = UnknownStage;

    fn from_str(name: &str) -> Result<Self, UnknownStage> {
        Self::ALL
            .into_iter()
            .find(|stage| stage.name() == name)
            .ok_or_else(|| UnknownStage(name.to_owned()))
    }
}

/// What a trace ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins, by the rules or by a cycle that the table proves.
    Wins(usize),
    /// This player wins if the cycle seen in the table goes on, which the table does not prove.
    Observed(usize),
    /// The table shows no cycle.
    Unknown,
}

/// Writes one stage of solving `game` at a heap of `n`, player `first` to move.
///
/// ```
/// use whowins::trace::{OneHeap, Stage, Verdict, trace};
///
/// /// Take one stone or two.
/// struct Take;
///
/// impl OneHeap for Take {
///     fn player(&self, player: usize) -> &str {
///         ["Ann", "Bob"][player]
///     }
///
///     fn option(&self, _: usize, n: u64, index: u64) -> Option<u64> {
///         n.checked_sub(index + 1).filter(|_| index < 2)
///     }
///
///     fn stuck_wins(&self) -> bool {
///         false
///     }
/// }
///
/// let mut told = Vec::new();
/// assert_eq!(trace(&Take, Stage::Table, 0, &6u8.into(), &mut told)?, Verdict::Wins(1));
/// assert!(String::from_utf8_lossy(&told).ends_with("Bob\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Each line goes to `out` in one `write_all`, newline included, as soon as it is known; wrap a
/// slow writer in a [`std::io::BufWriter`]. The last line is the winner's name. In the lines a
/// player is the first letter of the name; the full name where the letters coincide, and the
/// player's number where the names do.
///
/// | stage | time | memory |
/// |---|---|---|
/// | recursion | exponential in `n` | 16 bytes for each call under way, at most `n` of them |
/// | memo | moves up to `n` | the same, and 4 bits for each heap met |
/// | table | moves up to `n` | `n / 4` bytes |
/// | cycle | moves up to 1000, and 500 passes over the table | constant |
///
/// # Errors
///
/// A writer's error, at once. [`io::ErrorKind::InvalidInput`] where `first` is not 0 or 1 or `n`
/// needs more than 64 bits outside the cycle stage; [`io::ErrorKind::InvalidData`] where a move of
/// the game does not make the heap smaller; [`io::ErrorKind::OutOfMemory`].
pub fn trace(
    game: &dyn OneHeap,
    stage: Stage,
    first: usize,
    n: &UBig,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    if first > 1 {
        let message = format!("there is no player {first}; the first player is 0 or 1");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let small = || {
        u64::try_from(n).map_err(|_| {
            let message = format!(
                "the {stage} stage takes a heap below 2^64; for a larger one use the cycle stage"
            );
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })
    };
    let mut line = line::Lines::new(out);
    match stage {
        Stage::Recursion => recursion::recursion(game, first, small()?, &mut line),
        Stage::Memo => recursion::memo(game, first, small()?, &mut line),
        Stage::Table => table::table(game, first, small()?, &mut line),
        Stage::Cycle => cycle::cycle(game, first, n, &mut line),
    }
}

/// The heap after a move, once it is known to be smaller.
fn checked_option(
    game: &dyn OneHeap,
    player: usize,
    n: u64,
    index: u64,
) -> io::Result<Option<u64>> {
    match game.option(player, n, index) {
        Some(after) if after >= n => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!(
                "move {} of {} on a heap of {n} leads to {after}; a trace needs moves that make the heap smaller",
                index.saturating_add(1),
                game.player(player)
            ),
        )),
        option => Ok(option),
    }
}

fn out_of_memory() -> io::Error {
    io::Error::new(
        io::ErrorKind::OutOfMemory,
        "the trace does not fit in memory; ask for a smaller heap",
    )
}
