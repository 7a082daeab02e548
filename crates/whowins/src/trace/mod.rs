//! Step-by-step solutions of one-heap games, as a person would find them.
//!
//! The stages are: plain recursion, recursion with a cache, a table from 0 up, and a cycle in the
//! table. They follow J. S. Plank's lecture on TopCoder's *PartisanGame* (2016).
//!
//! Each stage writes its lines as they are found, so you can watch a trace that would never end. A
//! trace stops when the writer returns an error.
//!
//! Start reading at [`trace`].

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

/// A game on one heap for two named players, 0 and 1, who alternate. Every move makes the heap
/// smaller.
///
/// For an implementation, see [`trace`]. [`NamedSubtraction`] implements it for subtraction games
/// of the engine.
pub trait OneHeap {
    /// Returns the full name of `player`, for example `Alice`.
    fn player(&self, player: usize) -> &str;

    /// Returns the heap after move `index` of `player` on a heap of `n`, in the order of the rules.
    ///
    /// Returns `None` if there are at most `index` moves. Requesting one move at a time keeps the
    /// stack of a trace small, however many moves a heap has.
    fn option(&self, player: usize, n: u64, index: u64) -> Option<u64>;

    /// Returns true if a player who cannot move wins (misère play).
    fn stuck_wins(&self) -> bool;

    /// Returns `Some(m)` for a subtraction game with finite sets whose largest number is `m`.
    ///
    /// On every heap of `m` or more, each player must have the same subtractions, none above `m`. A
    /// cycle in the table is then a proof, if the table is long enough. With `None` a cycle is only
    /// observed.
    fn largest_move(&self) -> Option<u64> {
        None
    }
}

/// A stage of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Plain recursion. Takes exponential time in the heap.
    Recursion,
    /// Recursion with a cache of answers.
    Memo,
    /// The answers for both players from heap 0 up.
    Table,
    /// A table of 1001 heaps and a cycle in it.
    Cycle,
}

impl Stage {
    /// All stages, in the order of the solution.
    pub const ALL: [Self; 4] = [Self::Recursion, Self::Memo, Self::Table, Self::Cycle];

    /// Returns the name of the stage: `recursion`, `memo`, `table` or `cycle`. [`str::parse`] is
    /// the inverse.
    ///
    /// ```
    /// use whowins::trace::Stage;
    ///
    /// assert!(Stage::ALL.iter().all(|stage| stage.name().parse() == Ok(*stage)));
    /// let unknown = "guess".parse::<Stage>().expect_err("it is none");
    /// assert!(unknown.to_string().starts_with("'guess' isn't a stage; say recursion, memo"));
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

/// The error for a name that isn't a [`Stage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStage(String);

impl fmt::Display for UnknownStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' isn't a stage; say recursion, memo, table or cycle",
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

/// The result of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins, by the rules or by a cycle that the table proves.
    Wins(usize),
    /// This player wins if the cycle continues, which the table doesn't prove.
    Observed(usize),
    /// The table has no cycle.
    Unknown,
}

/// Writes one stage of the solution of `game` on a heap of `n`, with player `first` to move.
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
/// let mut text = Vec::new();
/// assert_eq!(trace(&Take, Stage::Table, 0, &6u8.into(), &mut text)?, Verdict::Wins(1));
/// assert!(String::from_utf8_lossy(&text).ends_with("Bob\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Each line is passed to `out` in one `write_all`, including the newline, as soon as it is known.
/// Wrap a slow writer in a [`std::io::BufWriter`]. The last line is the winner's name. Other lines
/// use the labels of [`labels()`].
///
/// | stage | time | memory |
/// |---|---|---|
/// | recursion | exponential in `n` | 16 bytes for each active call, at most `n` calls |
/// | memo | moves up to `n` | the same, and 4 bits for each visited heap |
/// | table | moves up to `n` | `n / 4` bytes |
/// | cycle | moves up to 1000, and 500 passes over the table | constant |
///
/// # Errors
///
/// Returns the writer's error immediately. Returns [`io::ErrorKind::InvalidInput`] if `first` isn't
/// 0 or 1, or if `n` needs more than 64 bits in a stage other than the cycle. Returns
/// [`io::ErrorKind::InvalidData`] if a move doesn't make the heap smaller, and
/// [`io::ErrorKind::OutOfMemory`] if memory is exhausted.
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

/// Returns the heap after a move, and checks that it is smaller.
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
