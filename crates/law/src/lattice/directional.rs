//! Finds a direction along which the outcomes of a game in the plane are the same, and how the
//! strips next to the axes repeat.

use std::collections::HashMap;

use whowins_analysis::{Game, Player, Stuck, Value, Verdict};
use whowins_verify::lattice::Directional;
use whowins_verify::{Budget, Claim, Law, Rejection, Why};

use super::product::repeats;
use super::vectors::{FOREIGN, vectors};
use crate::{Explanation, Finder, Finding, Says, Search};

/// The finder of laws of kind `directional`.
pub(super) struct DirectionalFinder;

/// Sides of the tables that are looked at, and the longest steps that are looked for in them.
const TABLES: [(usize, usize); 3] = [(64, 12), (256, 48), (768, 96)];
/// Candidates of a table that are followed along the strips.
const CANDIDATES: usize = 6;
/// Points of a strip that are looked at, first and last.
const STRIP: [usize; 2] = [1 << 16, 1 << 21];
/// Steps that the verifier may take for one candidate.
const STEPS: u64 = 1 << 31;

impl Finder for DirectionalFinder {
    fn kind(&self) -> &'static str {
        "directional"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("every parameter needs a value for this law".into());
        }
        let Some((numbers, of)) = vectors(search.game) else {
            return Finding::Foreign(FOREIGN.into());
        };
        if numbers.variables.len() != 2 {
            return Finding::Foreign(format!(
                "positions have {} numbers; the law is for 2",
                numbers.variables.len()
            ));
        }
        let check = |law: &Directional| -> Result<(), Rejection> {
            let budget = Budget::of(STEPS).within(&search.limits.budget);
            law.check(search.game, &budget).map(drop)
        };
        // Whether the moves are of the kind does not depend on the law; whether the goals are can
        // depend on the direction.
        let trivial = Directional::new([1 << 10; 2], [0; 2], [0; 2], [1; 2]);
        if let Err(Rejection {
            why: Why::Rules,
            message,
        }) = check(&trivial)
        {
            return Finding::Foreign(message);
        }
        let mut seen = None;
        for (side, step) in TABLES {
            if let Err(error) = search.limits.check() {
                return Finding::Stopped(error);
            }
            let table = Table::solve(search.game, &of, [side, side]);
            for (direction, from) in table.directions(step).into_iter().take(CANDIDATES) {
                seen.get_or_insert((direction, from, side));
                for points in STRIP {
                    if let Err(error) = search.limits.check() {
                        return Finding::Stopped(error);
                    }
                    let Some(law) = along(search.game, &of, direction, from, points) else {
                        continue;
                    };
                    match check(&law) {
                        Ok(()) => {
                            let explanation = Explanation {
                                formula: None,
                                source: "rows of bounded height are driven by finitely many outcomes below; kernels: von Neumann and \
                                         Morgenstern 1944"
                                    .into(),
                                found: format!(
                                    "on a table of side {side} the outcomes are the same along ({}, {}); the strips next to the axes repeat",
                                    direction[0], direction[1]
                                ),
                            };
                            return Finding::Law(Box::new(Law::Directional(law)), explanation);
                        }
                        // A longer strip will not help.
                        Err(Rejection {
                            why: Why::Budget, ..
                        }) => break,
                        Err(_) => {}
                    }
                }
            }
        }
        match seen {
            Some((direction, from, side)) => Finding::Observed {
                pattern: format!(
                    "the outcomes are the same along {direction:?} from {from:?} on, but they change later, or the strips next to the \
                     axes do not repeat"
                ),
                up_to: format!("{side} in every coordinate"),
            },
            None => {
                let (side, step) = TABLES[TABLES.len() - 1];
                Finding::Nothing(format!(
                    "no direction with steps up to {step} keeps the outcomes on a table of side {side}"
                ))
            }
        }
    }
}

/// The law with this direction, by the strips up to so many points, with its numbers lowered as far
/// as they show.
fn along(
    game: &Game,
    of: &[Vec<Vec<i64>>; 2],
    direction: [usize; 2],
    from: [usize; 2],
    points: usize,
) -> Option<Directional> {
    let widths = [0, 1].map(|at| from[at] + direction[at]);
    let mut preperiods = [0; 2];
    let mut periods = [1; 2];
    for along in 0..2 {
        let width = widths[1 - along];
        if width == 0 {
            continue;
        }
        let length = points / width;
        let sides = [[length, width], [width, length]][along];
        let table = Table::solve(game, of, sides);
        let reach = of.iter().flatten().map(|vector| vector[along]).max();
        let reach = usize::try_from(reach.unwrap_or(0)).ok()?;
        (preperiods[along], periods[along]) = repeats(&table.slices(along), reach + 1)?;
    }
    let numbers = |pair: [usize; 2]| pair.map(|number| number as u64);
    Some(Directional::new(
        numbers(direction),
        numbers(from),
        numbers(preperiods),
        numbers(periods),
    ))
}

/// The outcomes on a rectangle.
struct Table {
    sides: [usize; 2],
    /// The values for the first-named and the second-named player to move, in one number, the
    /// second coordinate fastest.
    values: Vec<u8>,
}

impl Table {
    fn solve(game: &Game, of: &[Vec<Vec<i64>>; 2], sides: [usize; 2]) -> Self {
        let mut values: Vec<u8> = Vec::with_capacity(sides[0] * sides[1]);
        let back: [Vec<[usize; 2]>; 2] = of.each_ref().map(|own| {
            let entry =
                |vector: &Vec<i64>, at: usize| usize::try_from(vector[at]).unwrap_or(usize::MAX);
            own.iter()
                .map(|vector| [entry(vector, 0), entry(vector, 1)])
                .collect()
        });
        let stuck = match game.ending.stuck {
            Stuck::Loses => Value::Loss,
            Stuck::Draws => Value::Draw,
            Stuck::Wins => Value::Win,
        };
        for x in 0..sides[0] {
            for y in 0..sides[1] {
                let state = [x as i64, y as i64];
                let goal = game
                    .ending
                    .goals
                    .iter()
                    .find(|goal| goal.when.holds(&state, 1, 1));
                let end = goal.map(|goal| match &goal.verdict {
                    Verdict::Is(end) => *end,
                    Verdict::Depends(when, a, _) if when.holds(&state, 1, 1) => *a,
                    Verdict::Depends(_, _, b) => *b,
                });
                let code = |player: Player| {
                    let value = match end {
                        Some(end) => end.for_next(player),
                        None => {
                            let mut best = None;
                            for [dx, dy] in &back[player.index()] {
                                if *dx <= x && *dy <= y {
                                    let codes = values[(x - dx) * sides[1] + y - dy];
                                    let reply = 2 - (codes >> (2 * player.other().index()) & 3);
                                    best = best.max(Some(reply));
                                }
                            }
                            return best.unwrap_or(stuck as u8);
                        }
                    };
                    value as u8
                };
                let [first, second] = Player::BOTH.map(code);
                values.push(first | second << 2);
            }
        }
        Self { sides, values }
    }

    fn row(&self, x: usize) -> &[u8] {
        &self.values[x * self.sides[1]..(x + 1) * self.sides[1]]
    }

    /// Steps that keep the outcomes from some point on, with the point; the plainest first.
    fn directions(&self, longest: usize) -> Vec<([usize; 2], [usize; 2])> {
        let mut all = Vec::new();
        for dx in 0..=longest {
            for dy in 0..=longest {
                if (dx, dy) != (0, 0)
                    && let Some(from) = self.from([dx, dy])
                {
                    all.push(([dx, dy], from));
                }
            }
        }
        all.sort_by_key(|(direction, from)| {
            let plain = direction[0] + direction[1];
            (from[0] + from[1] + 2 * plain, plain)
        });
        all
    }

    /// From where on the outcomes are the same a step further, with some room to bear it out: where
    /// the sum is least.
    fn from(&self, [dx, dy]: [usize; 2]) -> Option<[usize; 2]> {
        let [width, height] = self.sides;
        // The start, a step, another one, and half of the rest must lie inside.
        let room = |side: usize, step: usize| side.checked_sub(2 * step).map(|rest| rest / 2);
        let (most_x, most_y) = (room(width, dx)?, room(height, dy)?);
        let mut best: Option<(usize, [usize; 2])> = None;
        let mut low = 0;
        for x in (0..width - dx).rev() {
            let (near, far) = (&self.row(x)[..height - dy], &self.row(x + dx)[dy..]);
            let differ = near.iter().zip(far).rposition(|(a, b)| a != b);
            low = low.max(differ.map_or(0, |at| at + 1));
            if low > most_y {
                break;
            }
            if x <= most_x && best.is_none_or(|(sum, _)| x + low <= sum) {
                best = Some((x + low, [x, low]));
            }
        }
        best.map(|(_, from)| from)
    }

    /// A number for each value of a coordinate: equal where the outcomes there are equal, whatever
    /// the other coordinate.
    fn slices(&self, along: usize) -> Vec<usize> {
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        (0..self.sides[along])
            .map(|at| {
                let slice = match along {
                    0 => self.row(at).to_vec(),
                    _ => (0..self.sides[0]).map(|x| self.row(x)[at]).collect(),
                };
                let next = numbers.len();
                *numbers.entry(slice).or_insert(next)
            })
            .collect()
    }
}
