//! The moves of tuples and heaps whose numbers are too large to lay all moves out.

use std::collections::HashSet;

use dashu_int::{IBig, UBig};
use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::expression::Cond;
use whowins_analysis::heaps::{Breaking, MOST_PARTS};
use whowins_analysis::legal::played_heap;
use whowins_analysis::naming::heap_move;
use whowins_analysis::numbers::{Numbers, Variable};
use whowins_analysis::{Budget, Game, Player, Position};
use whowins_law::changes;

use super::listing::{LISTED, Listing};
use super::turn::Choice;

/// So many moves of one kind are handed out at most.
const OF_A_KIND: usize = 40;
/// So many splits of one heap for each number of heaps.
const SPLITS: u64 = 6;

/// Some of the moves and how many there are; `None` where the moves are neither vectors and rays
/// nor of heaps.
pub fn listing(
    game: &Game,
    position: &Position,
    player: Player,
    budget: &Budget,
) -> Option<Listing> {
    if let Some(numbers) = game.numbers() {
        return of_rays(numbers, position, player);
    }
    Some(of_heaps(
        &game.codes()?[player.index()],
        &position.naturals()?,
        player.other(),
        budget,
    ))
}

/// Whether the player has no move in heaps; `None` for other positions.
pub fn is_stuck(game: &Game, position: &Position, player: Player) -> Option<bool> {
    let code = &game.codes()?[player.index()];
    let heaps = position.naturals()?;
    let mut apart: Vec<&UBig> = heaps.iter().collect();
    apart.dedup();
    Some(
        apart
            .into_iter()
            .all(|heap| some_parts(code, heap).is_empty()),
    )
}

/// The move to a position, where it is legal; the outer `None` as for [`listing`].
pub fn move_to(
    game: &Game,
    position: &Position,
    player: Player,
    to: &Position,
) -> Option<Option<Choice>> {
    let text = match game.numbers() {
        Some(numbers) => changes(numbers, position, to),
        None => {
            let from = position.naturals()?;
            let code = &game.codes()?[player.index()];
            let played = played_heap(code, &from, &to.naturals()?);
            played.map_or_else(String::new, |(heap, parts)| heap_move(heap, &parts))
        }
    };
    let next = player.other();
    let legal = game.is_move(player, position, (to, next))?;
    Some(legal.then(|| Choice::new(text, to.clone(), next)))
}

/// A ray of moves from one position.
struct Line<'a> {
    ray: &'a Ray,
    from: &'a [IBig],
    variables: &'a [Variable],
    /// The least and the largest choice with which all variables stay in their ranges; `None` where
    /// there is none.
    range: Option<(IBig, IBig)>,
}

impl<'a> Line<'a> {
    fn new(ray: &'a Ray, shape: &'a Numbers, from: &'a [IBig]) -> Self {
        Self {
            ray,
            from,
            variables: &shape.variables,
            range: range(ray, shape, from),
        }
    }

    fn count(&self) -> UBig {
        let count = self
            .range
            .as_ref()
            .map(|(least, most)| most - least + IBig::ONE);
        count
            .and_then(|count| UBig::try_from(count).ok())
            .unwrap_or(UBig::ZERO)
    }

    /// Whether the guard looks at the free choice.
    fn is_guarded(&self) -> bool {
        self.ray.guard != Cond::Const(true)
    }

    /// The position after the choice of `k`, where the guard allows it.
    fn option(&self, k: &IBig) -> Option<Position> {
        let (least, most) = self.range.as_ref()?;
        if k < least || k > most {
            return None;
        }
        if self.is_guarded() {
            let mut slots: Vec<IBig> = self.from.to_vec();
            slots.extend(self.ray.chosen.iter().copied().map(IBig::from));
            if let Some(free) = self.ray.free {
                slots[self.variables.len() + free] = k.clone();
            }
            if !self.ray.guard.exact(&slots)? {
                return None;
            }
        }
        let moved = self
            .from
            .iter()
            .zip(self.ray.base.iter().zip(&self.ray.step));
        let moved = moved.map(|(number, (base, step))| {
            let to = number + IBig::from(*base) + IBig::from(*step) * k;
            Some(to).filter(|to| *to >= IBig::ZERO)
        });
        moved.collect::<Option<Vec<_>>>().map(Position::tuple)
    }

    /// Some choices: the first and the last.
    fn samples(&self, most: usize) -> Vec<IBig> {
        let Some((least, largest)) = &self.range else {
            return Vec::new();
        };
        if self.count() <= UBig::from(most) {
            let count = u64::try_from(&self.count()).unwrap_or(0);
            return (0..count).map(|at| least + IBig::from(at)).collect();
        }
        let half = most as u64 / 2;
        let low = (0..half).map(|at| least + IBig::from(at));
        let high = (0..half).rev().map(|at| largest - IBig::from(at));
        low.chain(high).collect()
    }
}

/// The choices with which all variables stay in their ranges.
fn range(ray: &Ray, shape: &Numbers, from: &[IBig]) -> Option<(IBig, IBig)> {
    let mut least = IBig::from(ray.least);
    let mut most = match (ray.most, ray.free) {
        (_, None) => Some(IBig::from(ray.least)),
        (most, _) => most.map(IBig::from),
    };
    let coordinates = from.iter().zip(&shape.variables);
    for ((number, variable), (base, step)) in coordinates.zip(ray.base.iter().zip(&ray.step)) {
        let at = number + IBig::from(*base);
        let low = IBig::from(variable.least) - &at;
        let high = variable.most.map(|most| IBig::from(most) - &at);
        let step = if ray.free.is_none() { 0 } else { *step };
        // `low <= step · k <= high`
        let (lower, upper) = match step {
            0 => {
                if IBig::ZERO < low || high.is_some_and(|high| IBig::ZERO > high) {
                    return None;
                }
                continue;
            }
            1.. => (Some(low), high),
            _ => (high.map(|high| -high), Some(-low)),
        };
        let size = IBig::from(step.unsigned_abs());
        if let Some(lower) = lower {
            // Rounded up.
            least = least.max(-floor(-lower, &size));
        }
        if let Some(upper) = upper {
            let upper = floor(upper, &size);
            most = Some(most.map_or(upper.clone(), |most| most.min(upper)));
        }
    }
    let most = most?;
    (least <= most).then_some((least, most))
}

fn floor(number: IBig, size: &IBig) -> IBig {
    use dashu_int::ops::DivEuclid;
    number.div_euclid(size)
}

/// Whether some ray without a guard has a move; `false` says nothing.
pub fn moves_freely(game: &Game, position: &Position, player: Player) -> bool {
    let (Some(shape), from) = (game.numbers(), position.elements()) else {
        return false;
    };
    rays(shape).is_some_and(|rays| {
        rays.iter().filter(|ray| ray.by.allows(player)).any(|ray| {
            let line = Line::new(ray, shape, from);
            !line.is_guarded() && line.range.is_some()
        })
    })
}

fn of_rays(shape: &Numbers, position: &Position, player: Player) -> Option<Listing> {
    let mut rays = rays(shape)?;
    rays.retain(|ray| ray.by.allows(player));
    let share = (LISTED / rays.len().max(1)).clamp(2, OF_A_KIND);
    let mut choices = Vec::new();
    let mut seen = HashSet::new();
    let mut total = Some(UBig::ZERO);
    for ray in &rays {
        let line = Line::new(ray, shape, position.elements());
        let samples = line.samples(share);
        let all = line.count() == UBig::from(samples.len());
        let mut legal = 0usize;
        for k in samples {
            let Some(to) = line.option(&k) else { continue };
            legal += 1;
            if choices.len() < LISTED && seen.insert(to.clone()) {
                let text = changes(shape, position, &to);
                choices.push(Choice::new(text, to, player.other()));
            }
        }
        total = match (total, all, line.is_guarded()) {
            (Some(total), true, _) => Some(total + UBig::from(legal)),
            (Some(total), false, false) => Some(total + line.count()),
            _ => None,
        };
    }
    Some(Listing { choices, total })
}

/// The heaps after one of them, left with these parts in its place.
fn after(heaps: &[UBig], at: usize, parts: &[UBig]) -> Position {
    let mut to = heaps.to_vec();
    to.remove(at);
    to.extend(parts.iter().filter(|part| **part != UBig::ZERO).cloned());
    to.sort_unstable();
    Position::list(to)
}

fn of_heaps(breaking: &Breaking, heaps: &[UBig], next: Player, budget: &Budget) -> Listing {
    let mut choices = Vec::new();
    let mut seen = HashSet::new();
    'heaps: for (at, heap) in heaps.iter().enumerate() {
        if at > 0 && heaps[at - 1] == *heap {
            continue;
        }
        for parts in some_parts(breaking, heap) {
            let steps = heaps.len() as u64;
            if choices.len() == LISTED || budget.charge(steps).is_break() {
                break 'heaps;
            }
            let to = after(heaps, at, &parts);
            if seen.insert(to.clone()) {
                choices.push(Choice::new(heap_move(heap, &parts), to, next));
            }
        }
    }
    let none = choices.is_empty() && budget.over().is_none();
    let total = none.then_some(UBig::ZERO);
    Listing { choices, total }
}

/// Some of the ways to play in a heap.
fn some_parts(breaking: &Breaking, heap: &UBig) -> Vec<Vec<UBig>> {
    let near = breaking
        .most_taken()
        .map_or(OF_A_KIND, |most| most.min(4 * OF_A_KIND));
    let mut takes: Vec<UBig> = (0..=near)
        .map(UBig::from)
        .filter(|take| take <= heap)
        .collect();
    if breaking.most_taken().is_none() {
        let last = (0..=SPLITS).map(UBig::from).filter(|left| left <= heap);
        takes.extend(last.map(|left| heap - left));
    }
    let mut found = Vec::new();
    for take in takes {
        let rest = heap - &take;
        let digit = u64::try_from(&take).unwrap_or(u64::MAX);
        let (any, unequal) = (breaking.any().at(digit), breaking.unequal().at(digit));
        for count in 0..=MOST_PARTS {
            if (any | unequal) >> count & 1 == 0 {
                continue;
            }
            let equal = any >> count & 1 != 0;
            match count {
                0 if rest == UBig::ZERO => found.push(Vec::new()),
                1 if rest > UBig::ZERO => found.push(vec![rest.clone()]),
                0 | 1 => {}
                _ => found.extend((1..=SPLITS).filter_map(|first| {
                    let mut parts: Vec<UBig> = (0..count as u64 - 1)
                        .map(|more| UBig::from(if equal { first } else { first + more }))
                        .collect();
                    let small = parts.iter().fold(UBig::ZERO, |sum, part| sum + part);
                    let last = UBig::try_from(IBig::from(rest.clone()) - IBig::from(small)).ok()?;
                    let fits = match equal {
                        true => last > UBig::ZERO,
                        false => parts.iter().all(|part| *part < last),
                    };
                    parts.push(last);
                    fits.then_some(parts)
                })),
            }
        }
    }
    found
}
