//! The recursion stages, without and with a cache.

use std::collections::HashMap;
use std::{io, mem};

use super::labels::labels;
use super::line::Lines;
use super::{OneHeap, Verdict, checked_option, out_of_memory};

/// Writes the plain recursion.
pub(super) fn recursion(
    game: &dyn OneHeap,
    first: usize,
    n: u64,
    lines: &mut Lines<'_>,
) -> io::Result<Verdict> {
    run(game, first, n, lines, None)
}

/// Writes the recursion that looks up the cache before each call.
pub(super) fn memo(
    game: &dyn OneHeap,
    first: usize,
    n: u64,
    lines: &mut Lines<'_>,
) -> io::Result<Verdict> {
    run(game, first, n, lines, Some(Cache::default()))
}

/// An active call. Its player follows from its depth, because the players alternate.
struct Call {
    heap: u64,
    /// The index of the next move to try.
    next: u64,
}

/// Runs the recursion on an explicit stack. The native stack would overflow at about ten thousand
/// calls.
fn run(
    game: &dyn OneHeap,
    first: usize,
    n: u64,
    lines: &mut Lines<'_>,
    mut cache: Option<Cache>,
) -> io::Result<Verdict> {
    let names = labels(game);
    let mut call = Call { heap: n, next: 0 };
    let mut waiting: Vec<Call> = Vec::new();
    lines.put(format_args!("{}({n}) - Called.", names[first]))?;
    loop {
        let mover = first ^ (waiting.len() & 1);
        let (me, other) = (&names[mover], &names[1 - mover]);
        let caller = call.heap;
        let mut answer = match checked_option(game, mover, caller, call.next)? {
            Some(heap) => {
                call.next += 1;
                lines.put(format_args!("{me}({caller}) calling {other}({heap})."))?;
                if let Some(wins) = cache.as_ref().and_then(|c| c.get(1 - mover, heap)) {
                    lines.put(format_args!(
                        "{other}({heap}) comes from the cache -- {wins}."
                    ))?;
                    report(lines, [me, other], caller, heap, wins)?
                } else {
                    lines.put(format_args!("{other}({heap}) - Called."))?;
                    waiting.try_reserve(1).map_err(|_| out_of_memory())?;
                    waiting.push(mem::replace(&mut call, Call { heap, next: 0 }));
                    continue;
                }
            }
            None => {
                let wins = call.next == 0 && game.stuck_wins();
                lines.put(format_args!("{me}({caller}) - Returning {wins}."))?;
                Some(wins)
            }
        };

        // An answer ends its call, and may end the callers, too.
        while let Some(wins) = answer {
            let mover = first ^ (waiting.len() & 1);
            if let Some(cache) = &mut cache {
                cache.put(mover, call.heap, wins)?;
            }
            let Some(caller) = waiting.pop() else {
                let winner = if wins { first } else { 1 - first };
                lines.put(format_args!("{}", game.player(winner)))?;
                return Ok(Verdict::Wins(winner));
            };
            let ended = mem::replace(&mut call, caller);
            let who = [&names[1 - mover], &names[mover]];
            answer = report(lines, who, call.heap, ended.heap, wins)?;
        }
    }
}

/// Writes the result of the opponent's call on `heap`. Returns the caller's own answer if it is now
/// decided.
fn report(
    lines: &mut Lines<'_>,
    [me, other]: [&String; 2],
    caller: u64,
    heap: u64,
    wins: bool,
) -> io::Result<Option<bool>> {
    if wins {
        lines.put(format_args!(
            "{other}({heap}) returned true, so {me}({caller}) is continuing."
        ))?;
        Ok(None)
    } else {
        lines.put(format_args!(
            "{other}({heap}) returned false, so {me}({caller}) returns true."
        ))?;
        Ok(Some(true))
    }
}

/// The known answers, in blocks of 64 heaps, which saves memory if few large heaps are visited.
#[derive(Default)]
struct Cache {
    blocks: HashMap<u64, [Block; 2]>,
}

#[derive(Clone, Copy, Default)]
struct Block {
    known: u64,
    wins: u64,
}

impl Cache {
    fn get(&self, player: usize, heap: u64) -> Option<bool> {
        let block = self.blocks.get(&(heap / 64))?[player];
        (block.known >> (heap % 64) & 1 == 1).then_some(block.wins >> (heap % 64) & 1 == 1)
    }

    fn put(&mut self, player: usize, heap: u64, wins: bool) -> io::Result<()> {
        self.blocks.try_reserve(1).map_err(|_| out_of_memory())?;
        let block = &mut self.blocks.entry(heap / 64).or_default()[player];
        block.known |= 1 << (heap % 64);
        block.wins |= u64::from(wins) << (heap % 64);
        Ok(())
    }
}
