//! Retrograde analysis: from the ends backwards, level by level, for games that may repeat
//! positions.
//!
//! An undecided cell counts the moves not yet refuted. A loss decided at level r makes its
//! predecessors wins at r + 1; a win takes one from their counts, and a count that reaches 0 is a
//! loss at r + 1. What stays undecided can go on for ever.

use whowins_analysis::{Budget, End, Player, Value};

use super::nearby::put_together;
use super::shelf::Shelf;
use super::snapshot::{Front, Wider};
use super::space::{Flow, Found, Space};
use super::sweep::{Broken, Patience};
use super::table::{Cell, Cells, Entry};
use crate::limits::Limits;
use crate::together;

/// Indices of decided states, apart for each player to move; an impartial game has the first list
/// only.
///
/// Each player's news goes to the other's cells alone, so the two lists can be worked off at once
/// without a lock.
pub type Frontier = [Vec<u64>; 2];

/// States of a frontier that one task takes.
const CHUNK: usize = 1 << 12;

/// States whose predecessors are found before any of these hears the news.
const GATHERED: usize = 64;

/// Decides every state that can be decided; `O(states + moves)` time, and the frontier of one level
/// beside the cells. With a shelf, how far it has come is put away there from time to time, and
/// taken up again.
pub fn retrograde<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    remoteness: bool,
    limits: &Limits,
    shelf: Option<&dyn Shelf>,
) -> Result<(), Broken> {
    // Every state is looked at once to begin with, and once more for each player when it is
    // decided.
    limits
        .progress
        .start(space.states() * (1 + cells.players() as u64));
    let found = match shelf {
        Some(shelf) => Front::load(cells, shelf).map_err(|Wider| Broken::Narrow)?,
        None => None,
    };
    let mut front = match found {
        Some(front) => {
            limits.progress.add(space.states());
            front
        }
        None => {
            let (latest, draws) = start(space, cells, limits)?;
            Front {
                latest,
                draws,
                ..Front::default()
            }
        }
    };
    if !front.draws_at_work {
        spread(space, cells, &mut front, remoteness, limits, shelf)?;
        front = Front {
            draws_at_work: true,
            latest: front.draws,
            ..Front::default()
        };
    }
    // The counts of what is left now hold draws and endless play only, so the draws can be spread
    // in the same way.
    spread(space, cells, &mut front, remoteness, limits, shelf)
}

/// Spreads decided states backwards until nothing more is decided.
fn spread<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    front: &mut Front,
    remoteness: bool,
    limits: &Limits,
    shelf: Option<&dyn Shelf>,
) -> Result<(), Broken> {
    // The lists of the last level, used again: fresh memory for each level would cost more than
    // what is written into it.
    let mut spare = Frontier::default();
    let budget = limits.budget.clone();
    while front.latest.iter().any(|list| !list.is_empty()) {
        limits.check().map_err(Broken::Limit)?;
        if let Some(shelf) = shelf {
            front.save(cells, shelf).map_err(Broken::Limit)?;
        }
        front.level += 1;
        let stored = if remoteness { front.level } else { 0 };
        if stored > C::MOST {
            return Err(Broken::Narrow);
        }
        for (list, room) in front.latest.iter_mut().zip(&mut spare) {
            put_together(list, room, space.states());
        }
        let [first, second] = &front.latest;
        limits.progress.add((first.len() + second.len()) as u64);
        let [spare_first, spare_second] = &mut spare;
        let alone = |list: &[u64], player, next: &mut Vec<u64>| {
            next.clear();
            step::<S, C, false>(space, cells, player, list, stored, &budget, next);
        };
        let (fewer, more) = (first.len().min(second.len()), first.len().max(second.len()));
        if limits.threads < 2 || more <= CHUNK {
            alone(first, Player::First, spare_first);
            alone(second, Player::Second, spare_second);
        } else if limits.threads == 2 && fewer >= more / 2 {
            together::both(
                &mut || alone(first, Player::First, spare_first),
                &mut || alone(second, Player::Second, spare_second),
            );
        } else {
            let shared = |list: &[u64], player, next: &mut Vec<u64>| {
                let chunks: Vec<&[u64]> = list.chunks(CHUNK).collect();
                let parts = together::all(chunks.len(), &|at| {
                    let mut found = Vec::new();
                    step::<S, C, true>(
                        space, cells, player, chunks[at], stored, &budget, &mut found,
                    );
                    Ok::<_, Broken>(found)
                })?;
                next.clear();
                parts.iter().for_each(|part| next.extend_from_slice(part));
                Ok(())
            };
            shared(first, Player::First, spare_first)?;
            shared(second, Player::Second, spare_second)?;
        }
        if cells.players() == 2 {
            // What the first player's states decide is the second's to move.
            spare.swap(0, 1);
        }
        std::mem::swap(&mut front.latest, &mut spare);
    }
    // A level that was cut may look like the last one.
    limits.check().map_err(Broken::Limit)
}

/// Decides the ends and counts the moves of all other states; gives the decisive ends and the drawn
/// ones.
fn start<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    limits: &Limits,
) -> Result<(Frontier, Frontier), Broken> {
    let blocks = space.blocks(limits.threads);
    let parts: Vec<(Frontier, Frontier)> = together::all(blocks.len(), &|at| {
        let (mut decisive, mut draws) = (Frontier::default(), Frontier::default());
        let mut failed = None;
        let mut patience = Patience::new();
        let _ = space.walk_counting(&blocks[at], cells.players(), &mut |index, end, counts| {
            if let Err(broken) = patience.tick(limits) {
                failed = Some(broken);
                return Flow::Break(());
            }
            for player in &Player::BOTH[..cells.players()] {
                let count = counts[player.index()];
                let entry = before_news(space, end, count, *player);
                match entry.value() {
                    Some(Value::Draw) => draws[player.index()].push(index),
                    Some(_) => decisive[player.index()].push(index),
                    None => {}
                }
                if count > C::MOST {
                    failed = Some(Broken::Narrow);
                    return Flow::Break(());
                }
                cells.at(index, player.index()).set(entry);
            }
            Flow::Continue(())
        });
        failed.map_or(Ok((decisive, draws)), Err)
    })?;
    let (decisive, draws): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    Ok((joined(&decisive), joined(&draws)))
}

/// What a cell holds before any news of its options: its end, or how many moves there are to
/// refute.
pub fn before_news<S: Space>(space: &S, end: Option<End>, count: u32, player: Player) -> Entry {
    match end {
        Some(end) => Entry::decided(end.for_next(player), 0),
        None if count == 0 => Entry::decided(space.stuck(), 0),
        None => Entry::undecided(count),
    }
}

/// Who made the last move, where it is `player`'s turn; an impartial game, with cells for one
/// player, tells them not apart.
pub fn mover(player: Player, players: usize) -> Player {
    if players == 1 { player } else { player.other() }
}

/// One frontier of many.
fn joined(parts: &[Frontier]) -> Frontier {
    [0, 1].map(|player: usize| {
        let lists: Vec<&[u64]> = parts.iter().map(|part| &part[player][..]).collect();
        lists.concat()
    })
}

/// The value of each [`Entry::code`]; what is on a list is decided.
const KNOWN: [Value; 4] = [Value::Draw, Value::Loss, Value::Win, Value::Draw];

/// Hands the news of decided states, in which `player` is to move, to their predecessors; adds
/// those that it decides to `next`. Where the budget is over it leaves off, and the cells are of no
/// use.
fn step<S: Space, C: Cell, const SHARED: bool>(
    space: &S,
    cells: &Cells<C>,
    player: Player,
    indices: &[u64],
    level: u32,
    budget: &Budget,
    next: &mut Vec<u64>,
) {
    let mut state = Vec::new();
    let mover = mover(player, cells.players());
    // Each pass over some states is one of its own, so that looks at far cells wait for each other
    // as little as can be.
    let own = cells.of(player.index());
    let their = cells.of(mover.index());
    let mut found = Found::new(16 * GATHERED);
    let mut codes = Vec::with_capacity(GATHERED);
    for some in indices.chunks(GATHERED) {
        if budget.charge(16 * GATHERED as u64).is_break() {
            return;
        }
        found.clear();
        codes.clear();
        codes.extend(some.iter().map(|index| own[*index as usize].get().code()));
        for (index, code) in some.iter().zip(&codes) {
            space.gather(mover, *index, u64::from(*code), &mut state, &mut found);
        }
        found.retain(|origin| their[origin as usize].get().code() == 0);
        for (origin, code) in found.iter() {
            let known = KNOWN[code as usize];
            if news::<C, SHARED>(&their[origin as usize], known, level) {
                next.push(origin);
            }
        }
    }
}

/// Tells a cell that one of its options has this value for the opponent; whether that decides the
/// cell.
#[inline]
pub fn news<C: Cell, const SHARED: bool>(cell: &C, known: Value, level: u32) -> bool {
    loop {
        let old = cell.get();
        if old.value().is_some() {
            return false;
        }
        let (new, decided) = if known == Value::Loss {
            (Entry::decided(Value::Win, level), true)
        } else if old.count() == 1 {
            (Entry::decided(known.reversed(), level), true)
        } else {
            (Entry::undecided(old.count() - 1), false)
        };
        if !SHARED {
            cell.set(new);
            return decided;
        }
        if cell.swap(old, new) {
            return decided;
        }
    }
}
