//! The cycle stage: finds a period in a table of 1001 heaps, and applies it to a huge heap.

use std::io;

use dashu_int::UBig;

use super::labels::labels;
use super::line::Lines;
use super::table::Table;
use super::{OneHeap, Verdict};

/// The last heap of the table.
const LAST: u64 = 1000;

/// Maximum preperiod. This is Plank's choice, visible in his output. A longer preperiod counts as
/// no cycle.
const MAX_PREPERIOD: u64 = 200;

/// Maximum period: the table must contain two periods.
const MAX_PERIOD: u64 = LAST / 2;

/// Writes the cycle stage: one line for each length that is tried, then the table entry that
/// answers `n`.
///
/// Makes at most [`MAX_PERIOD`] passes over the table, for any `n`.
pub(super) fn cycle(
    game: &dyn OneHeap,
    first: usize,
    n: &UBig,
    lines: &mut Lines<'_>,
) -> io::Result<Verdict> {
    let names = labels(game);
    let me = &names[first];
    let table = Table::up_to(game, LAST + 1)?;
    if *n <= UBig::from(LAST) {
        let heap = u64::try_from(n).unwrap_or(LAST);
        let digit = table.digit(first, heap);
        lines.put(format_args!(
            "The answer comes from the cache.  {me}Cache[{heap}] = {digit}."
        ))?;
        return end(game, first, table.wins(first, heap), true, lines);
    }
    for length in 1..=MAX_PERIOD {
        let start = MAX_PREPERIOD.div_ceil(length) * length;
        match first_difference(&table, start, length) {
            Some((player, heap)) => lines.put(format_args!(
                "is_cycle({length}): s = {start}.  False because {name}Cache[{heap}] != {name}Cache[{}]",
                heap - length,
                name = names[player],
            ))?,
            None => {
                lines.put(format_args!("is_cycle({length}): s = {start}.  True"))?;
                // `start` is a multiple of `length`, so n - (start + n % length) is one, too.
                let rest = u64::try_from(n % UBig::from(length)).unwrap_or(0);
                let digit = table.digit(first, start + rest);
                lines.put(format_args!(
                    "r = n%c = ({n})%({length}) = {rest}. {me}Cache[{start}+{rest}] = {digit}"
                ))?;
                // A window of m equal heaps determines all later heaps (S. W. Golomb, 1966). Here
                // the heaps start..=LAST repeat, so m of them must fit. As start >= length, the
                // heaps from LAST + 1 - length on are at least m, too. All moves are therefore
                // legal in both windows.
                let proved = game.largest_move().is_some_and(|m| m <= LAST + 1 - start);
                if !proved {
                    lines.put(format_args!(
                        "This cycle is only observed up to {LAST}; it is not proved to repeat."
                    ))?;
                }
                return end(game, first, table.wins(first, start + rest), proved, lines);
            }
        }
    }
    lines.put(format_args!(
        "No cycle of length 1 to {MAX_PERIOD} fits the table up to {LAST}: the winner is not known at this stage."
    ))?;
    Ok(Verdict::Unknown)
}

/// Returns the first heap from `start` on whose entry differs from that of `length` heaps below.
/// Player 0 is checked first.
fn first_difference(table: &Table, start: u64, length: u64) -> Option<(usize, u64)> {
    (start..=LAST)
        .flat_map(|heap| [(0, heap), (1, heap)])
        .find(|&(player, heap)| table.wins(player, heap) != table.wins(player, heap - length))
}

/// Writes the winner in the last line. `proved` selects the verdict.
fn end(
    game: &dyn OneHeap,
    first: usize,
    wins: bool,
    proved: bool,
    lines: &mut Lines<'_>,
) -> io::Result<Verdict> {
    let winner = if wins { first } else { 1 - first };
    lines.put(format_args!("{}", game.player(winner)))?;
    Ok(if proved {
        Verdict::Wins(winner)
    } else {
        Verdict::Observed(winner)
    })
}
