//! The cycle a person sees in a table of 1001 heaps, and what it says of a huge heap.

use std::io;

use dashu_int::UBig;

use super::labels::labels;
use super::line::Lines;
use super::table::Table;
use super::{OneHeap, Verdict};

/// The last heap of the table.
const LAST: u64 = 1000;

/// Heaps below this one are taken for the irregular beginning: Plank's choice, which his lines
/// show. A beginning that is longer shows in the table as no cycle.
const SETTLED: u64 = 200;

/// The longest cycle tried: the table must hold two turns of it.
const LONGEST: u64 = LAST / 2;

/// Writes the cycle stage: one line for each length that is tried, then the place in the table that
/// answers for `n`. At most [`LONGEST`] passes over the table, whatever `n`.
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
    for length in 1..=LONGEST {
        let start = SETTLED.div_ceil(length) * length;
        match first_difference(&table, start, length) {
            Some((player, heap)) => lines.put(format_args!(
                "is_cycle({length}): s = {start}.  False because {name}Cache[{heap}] != {name}Cache[{}]",
                heap - length,
                name = names[player],
            ))?,
            None => {
                lines.put(format_args!("is_cycle({length}): s = {start}.  True"))?;
                // `start` is a multiple of `length`, so n and start + n % length are whole turns
                // apart.
                let rest = u64::try_from(n % UBig::from(length)).unwrap_or(0);
                let digit = table.digit(first, start + rest);
                lines.put(format_args!(
                    "r = n%c = ({n})%({length}) = {rest}. {me}Cache[{start}+{rest}] = {digit}"
                ))?;
                // The window theorem (Golomb 1966): a stretch of m heaps that repeats settles all
                // that follow. Here the heaps start..=LAST repeat, so m of them must fit. As start >=
                // length, the heaps LAST + 1 - length and up, to which the next ones are compared,
                // are then at least m too: all moves are legal at both.
                let proved = game.largest_move().is_some_and(|m| m <= LAST + 1 - start);
                if !proved {
                    lines.put(format_args!(
                        "This cycle is only observed up to {LAST}: that it goes on is not proved."
                    ))?;
                }
                return end(game, first, table.wins(first, start + rest), proved, lines);
            }
        }
    }
    lines.put(format_args!(
        "No cycle of length 1 to {LONGEST} fits the table up to {LAST}: the winner is not known at this stage."
    ))?;
    Ok(Verdict::Unknown)
}

/// The first place from `start` on where the table differs from itself `length` heaps below, player
/// 0 looked at first.
fn first_difference(table: &Table, start: u64, length: u64) -> Option<(usize, u64)> {
    (start..=LAST)
        .flat_map(|heap| [(0, heap), (1, heap)])
        .find(|&(player, heap)| table.wins(player, heap) != table.wins(player, heap - length))
}

/// Names the winner in the last line; `proved` says which of the two verdicts it is.
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
