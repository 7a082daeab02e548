//! Finds a direction along which outcomes are the same whatever the border.
//!
//! Sixty-four random borders are played at once, one a bit of a word; the directions along which
//! all of them are constant from some depth on are few, and the verifier goes through all patterns
//! of these.

use whowins_analysis::Game;
use whowins_verify::lattice::Constant;
use whowins_verify::{Budget, Claim, Law, Rejection, Why};

use super::vectors::{FOREIGN, vectors};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Steps that the verifier may take for one candidate.
const STEPS: u64 = 1 << 31;
/// Candidates that the verifier is asked about.
const CANDIDATES: usize = 12;
/// A goal may widen the border by so much.
const WIDER: i64 = 4;

/// The finder of laws of kind `constant`.
pub(super) struct ConstantFinder;

impl Finder for ConstantFinder {
    fn kind(&self) -> &'static str {
        "constant"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some((numbers, of)) = vectors(search.game) else {
            return Finding::Foreign(FOREIGN.into());
        };
        let dimension = numbers.variables.len();
        let (side, step) = match dimension {
            1 => (256, 24),
            2 => (40, 6),
            3 => (16, 3),
            _ => {
                return Finding::Foreign(format!(
                    "positions have {dimension} numbers; the search takes up to 3"
                ));
            }
        };
        let check = |law: &Constant| -> Result<(), Rejection> {
            let budget = Budget::of(STEPS).within(&search.limits.budget);
            law.check(search.game, &budget).map(drop)
        };
        if let Some(why) = search.compiled.forbids_open() {
            return Finding::Foreign(why.message);
        }
        // Whether the rules are of the kind does not depend on the law.
        let trivial = Constant::new(vec![1; dimension], vec![1 << 19; dimension], false);
        if let Err(Rejection {
            why: Why::Rules,
            message,
        }) = check(&trivial)
        {
            return Finding::Foreign(message);
        }
        let candidates = constant_along(search.game, &of, dimension, side, step);
        let tried = candidates.len();
        let mut seen = None;
        for (direction, depth) in candidates.into_iter().take(CANDIDATES) {
            if let Err(error) = search.limits.check() {
                return Finding::Stopped(error);
            }
            for from in depth..=depth + WIDER {
                let law = Constant::new(direction.clone(), vec![from; dimension], false);
                match check(&law) {
                    Ok(()) => {
                        let law = least(law, &check);
                        let found = format!(
                            "64 random borders on a table of side {side}: {tried} directions with steps up to {step} keep the outcomes"
                        );
                        let explanation = Explanation {
                            formula: formula(&law, &numbers.variables.iter().map(|v| v.name.as_str()).collect::<Vec<_>>()),
                            source: "every pattern of the border cells that two points depend on; kernels: von Neumann and Morgenstern 1944"
                                .into(),
                            found,
                        };
                        return Finding::Law(Box::new(Law::Constant(law)), explanation);
                    }
                    Err(Rejection {
                        why: Why::Budget, ..
                    }) => break,
                    Err(_) => {}
                }
            }
            seen.get_or_insert((direction, depth));
        }
        match seen {
            Some((direction, depth)) => Finding::Observed {
                pattern: format!(
                    "for 64 random borders the outcomes are constant along {direction:?} from {depth} on, but not all patterns of the border could be gone through"
                ),
                up_to: format!("{side} in every coordinate"),
            },
            None => Finding::Nothing(format!(
                "no direction with steps up to {step} keeps the outcomes of 64 random borders on a table of side {side}"
            )),
        }
    }
}

/// The law from the least point on, coordinate by coordinate.
fn least(law: Constant, check: &impl Fn(&Constant) -> Result<(), Rejection>) -> Constant {
    let mut from = law.from.clone();
    let at = |from: &[i64], least| Constant::new(law.direction.clone(), from.to_vec(), least);
    for coordinate in 0..from.len() {
        while from[coordinate] > 0 {
            from[coordinate] -= 1;
            if check(&at(&from, false)).is_err() {
                from[coordinate] += 1;
                break;
            }
        }
    }
    let claimed = at(&from, true);
    if check(&claimed).is_ok() {
        claimed
    } else {
        at(&from, false)
    }
}

/// Returns the law of two numbers as a recurrence.
fn formula(law: &Constant, names: &[&str]) -> Option<String> {
    let ([u, v], [a, b]) = (law.direction.as_slice(), law.from.as_slice()) else {
        return None;
    };
    let [x, y] = names else {
        return None;
    };
    let (a, b) = (a + u, b + v);
    let less = |name: &str, by: i64| match by {
        0 => name.to_string(),
        by if by < 0 => format!("{name} + {}", -by),
        by => format!("{name} − {by}"),
    };
    let from = match a == b {
        true => format!("{x}, {y} ≥ {a}"),
        false => format!("{x} ≥ {a} and {y} ≥ {b}"),
    };
    let (before, after) = (less(x, *u), less(y, *v));
    Some(format!("f({x}, {y}) = f({before}, {after}) for {from}"))
}

/// The directions along which the outcomes of random borders are constant, with the depth from
/// which they are, the plainest first.
fn constant_along(
    game: &Game,
    of: &[Vec<Vec<i64>>; 2],
    dimension: usize,
    side: i64,
    step: i64,
) -> Vec<(Vec<i64>, i64)> {
    let table = Random::new(game, of, dimension, side);
    let mut all = Vec::new();
    for direction in points(dimension, step + 1) {
        if direction.iter().all(|x| *x == 0) {
            continue;
        }
        let depth = table.depth(&direction);
        let longest = direction.iter().copied().max().unwrap_or(0);
        // Two more steps and a few cells must bear it out.
        if depth + 2 * longest + 4 < side {
            all.push((direction, depth));
        }
    }
    all.sort_by_key(|(direction, depth)| {
        (
            depth + direction.iter().sum::<i64>(),
            direction.iter().sum::<i64>(),
        )
    });
    all
}

/// All points with coordinates below `side`, the last coordinate fastest.
fn points(dimension: usize, side: i64) -> impl Iterator<Item = Vec<i64>> {
    let count = side.pow(dimension as u32);
    (0..count).map(move |mut number| {
        let mut point = vec![0; dimension];
        for coordinate in point.iter_mut().rev() {
            *coordinate = number % side;
            number /= side;
        }
        point
    })
}

/// The outcomes of 64 random borders.
struct Random {
    side: i64,
    dimension: usize,
    /// A word a point, for each player to move.
    wins: [Vec<u64>; 2],
}

impl Random {
    fn new(game: &Game, of: &[Vec<Vec<i64>>; 2], dimension: usize, side: i64) -> Self {
        let mut table = Self {
            side,
            dimension,
            wins: [Vec::new(), Vec::new()],
        };
        // xorshift (Marsaglia 2003); the borders only have to differ.
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let impartial = game.is_impartial();
        for point in points(dimension, side) {
            let word = |player: usize, random: &mut dyn FnMut() -> u64| {
                let mut wins = 0;
                for vector in &of[player] {
                    let to: Vec<i64> = point.iter().zip(vector).map(|(x, step)| x - step).collect();
                    if to.iter().any(|x| *x < 0) {
                        return random();
                    }
                    wins |= !table.wins[1 - player][table.index(&to)];
                }
                wins
            };
            let first = word(0, &mut random);
            let second = if impartial {
                first
            } else {
                word(1, &mut random)
            };
            table.wins[0].push(first);
            table.wins[1].push(second);
        }
        table
    }

    fn index(&self, point: &[i64]) -> usize {
        point
            .iter()
            .fold(0, |index, x| index * self.side as usize + *x as usize)
    }

    /// The least depth from which on all outcomes are those one step in the direction further; the
    /// side where none is.
    fn depth(&self, direction: &[i64]) -> i64 {
        let mut depth = 0;
        for point in points(self.dimension, self.side) {
            let further: Vec<i64> = point.iter().zip(direction).map(|(a, b)| a + b).collect();
            if further.iter().all(|x| *x < self.side) {
                let (a, b) = (self.index(&point), self.index(&further));
                if self.wins.iter().any(|wins| wins[a] != wins[b]) {
                    depth = depth.max(point.iter().copied().min().unwrap_or(0) + 1);
                }
            }
        }
        depth
    }
}
