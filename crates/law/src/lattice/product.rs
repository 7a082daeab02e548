//! Finds outcomes that repeat in every coordinate, from a table of the engine.

use std::cmp::Reverse;
use std::collections::HashMap;

use whowins_analysis::expression::Relation;
use whowins_analysis::{Game, Value};
use whowins_engine::EngineError;
use whowins_engine::general::{General, Want};
use whowins_verify::lattice::Product;
use whowins_verify::{Budget, Claim, Law, Rejection, Why};

use super::vectors::{FOREIGN, vectors};
use crate::words::{Repeating, Statement, Term};
use crate::{Explanation, Finder, Finding, Says, Search};

/// The finder of laws of kind `product`.
pub(super) struct ProductFinder;

/// The sides of the tables that are looked at, by dimension.
fn sides(dimension: usize) -> &'static [i64] {
    match dimension {
        1 => &[256, 4096, 1 << 15],
        2 => &[32, 96, 256],
        3 => &[16, 40],
        _ => &[8, 14],
    }
}

impl Finder for ProductFinder {
    fn kind(&self) -> &'static str {
        "product"
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
        let dimension = numbers.variables.len();
        if dimension > 4 {
            return Finding::Foreign(format!(
                "positions have {dimension} numbers; the search takes up to 4"
            ));
        }
        let check = |law: &Product| -> Result<(), Rejection> {
            let budget = Budget::default().within(&search.limits.budget);
            law.check(search.game, &budget).map(drop)
        };
        // Whether the rules are of the kind does not depend on the law.
        let trivial = Product {
            preperiods: vec![0; dimension],
            periods: vec![1; dimension],
            wins: vec!["0".into()],
        };
        if let Err(Rejection {
            why: Why::Rules,
            message,
        }) = check(&trivial)
        {
            return Finding::Foreign(message);
        }
        let reach = of.iter().flatten().flatten().copied().max().unwrap_or(1);
        let mut seen = None;
        let mut looked = 0;
        for side in sides(dimension) {
            let table = match Table::solve(search, dimension, *side) {
                Ok(table) => table,
                Err(error) => return Finding::Stopped(error),
            };
            looked = *side;
            let Some(law) = table.law(reach) else {
                continue;
            };
            match check(&law) {
                Ok(()) => {
                    let points = law.wins[0].len();
                    let explanation = Explanation {
                        formula: formula(&law, search.game),
                        source: "a kernel on a finite quotient of the lattice; kernels: von Neumann and Morgenstern 1944".into(),
                        found: format!("a table of side {side}, whose slices repeat; {points} points suffice"),
                    };
                    return Finding::Law(Box::new(Law::Product(law)), explanation);
                }
                Err(_) => seen = Some((law, *side)),
            }
        }
        match seen {
            Some((law, side)) => Finding::Observed {
                pattern: format!(
                    "the outcomes seem to repeat from {:?} on with periods {:?}, but they change later",
                    law.preperiods, law.periods
                ),
                up_to: format!("{side} in every coordinate"),
            },
            None => Finding::Nothing(format!(
                "on a table of side {looked} the outcomes do not repeat in every coordinate"
            )),
        }
    }
}

/// The outcomes on a box.
struct Table {
    side: usize,
    dimension: usize,
    /// For each player to move, the last coordinate fastest.
    wins: [Vec<bool>; 2],
}

impl Table {
    fn solve(search: &Search<'_>, dimension: usize, side: i64) -> Result<Self, EngineError> {
        // Moves only go down: a larger board has the same outcomes.
        let game = search.game.without_largest();
        let mut solver = General::new(game.clone(), Want::Outcome, search.limits.clone());
        let mut wins = [Vec::new(), Vec::new()];
        let count = (side as usize).pow(dimension as u32);
        // The furthest point first: its table holds all others.
        solver.values(&game.position_of(&vec![side - 1; dimension], 1, 1))?;
        let mut point = vec![0; dimension];
        for number in 0..count {
            if number % 4096 == 0 {
                search.limits.check()?;
            }
            let mut rest = number;
            for coordinate in point.iter_mut().rev() {
                *coordinate = (rest % side as usize) as i64;
                rest /= side as usize;
            }
            let values = solver.values(&game.position_of(&point, 1, 1))?;
            for (wins, value) in wins.iter_mut().zip(values) {
                wins.push(value == Value::Win);
            }
        }
        Ok(Self {
            side: side as usize,
            dimension,
            wins,
        })
    }

    /// The repeating law that the table suggests, if it has one.
    fn law(&self, reach: i64) -> Option<Product> {
        let mut preperiods = Vec::new();
        let mut periods = Vec::new();
        for coordinate in 0..self.dimension {
            let (preperiod, period) = repeats(&self.slices(coordinate), reach as usize)?;
            preperiods.push(preperiod as u64);
            periods.push(period as u64);
        }
        let sides: Vec<usize> = preperiods
            .iter()
            .zip(&periods)
            .map(|(a, b)| (a + b) as usize)
            .collect();
        let count: usize = sides.iter().product();
        let digits = |wins: &[bool]| -> String {
            let digit = |number: usize| {
                let mut rest = number;
                let (mut index, mut weight) = (0, 1);
                for side in sides.iter().rev() {
                    index += rest % side * weight;
                    rest /= side;
                    weight *= self.side;
                }
                if wins[index] { '1' } else { '0' }
            };
            (0..count).map(digit).collect()
        };
        let mut wins = self.wins.each_ref().map(|wins| digits(wins)).to_vec();
        wins.dedup();
        Some(Product {
            preperiods,
            periods,
            wins,
        })
    }

    /// A number for each value of a coordinate: equal where the outcomes there are equal, whatever
    /// the other coordinates.
    fn slices(&self, coordinate: usize) -> Vec<usize> {
        let inner = self.side.pow((self.dimension - 1 - coordinate) as u32);
        let mut numbers: HashMap<Vec<bool>, usize> = HashMap::new();
        (0..self.side)
            .map(|value| {
                let slice: Vec<bool> = self
                    .wins
                    .iter()
                    .flat_map(|wins| {
                        wins.chunks(inner * self.side)
                            .flat_map(move |block| &block[value * inner..(value + 1) * inner])
                            .copied()
                    })
                    .collect();
                let next = numbers.len();
                *numbers.entry(slice).or_insert(next)
            })
            .collect()
    }
}

/// The least preperiod + period with which a sequence repeats, twice at least and a move's reach
/// more: by the failure function (Knuth, Morris and Pratt 1977) of the sequence read backwards.
pub(super) fn repeats(sequence: &[usize], reach: usize) -> Option<(usize, usize)> {
    let backwards: Vec<usize> = sequence.iter().rev().copied().collect();
    let length = backwards.len();
    let mut failure = vec![0; length + 1];
    let mut matched = 0;
    let mut best: Option<(usize, usize, usize)> = None;
    for end in 1..length {
        while matched > 0 && backwards[end] != backwards[matched] {
            matched = failure[matched];
        }
        if backwards[end] == backwards[matched] {
            matched += 1;
        }
        failure[end + 1] = matched;
        let period = end + 1 - matched;
        let preperiod = length - (end + 1);
        let candidate = (preperiod + period, period, preperiod);
        if end + 1 >= 2 * period + reach && best.is_none_or(|best| candidate < best) {
            best = Some(candidate);
        }
    }
    best.map(|(_, period, preperiod)| (preperiod, period))
}

/// The P-positions of the repeating box, where they are few.
fn formula(law: &Product, game: &Game) -> Option<String> {
    let [wins] = law.wins.as_slice() else {
        return None;
    };
    let numbers = game.numbers()?;
    if law.preperiods.iter().any(|preperiod| *preperiod > 0) {
        return None;
    }
    let losses: Vec<usize> = wins
        .bytes()
        .enumerate()
        .filter(|(_, d)| *d == b'0')
        .map(|(at, _)| at)
        .collect();
    if losses.is_empty() {
        return None;
    }
    let of_box = |at: &usize| {
        let point = digits(*at as u64, &law.periods);
        let each = numbers.variables.iter().zip(&law.periods).zip(point);
        let equal = each.map(|((variable, by), digit)| {
            let name = Term::Name(variable.name.clone());
            let left = Term::Remainder(name.into(), *by);
            Statement::Compare(Relation::Equal, left, Term::Number(digit.into()))
        });
        Statement::all(equal)
    };
    let listed = (losses.len() <= 6).then(|| losses.iter().map(of_box).reduce(Statement::or));
    let listed = listed.flatten();
    let listed = listed.map(|all| all.simplified(&|_| Some(Repeating::all())).line());
    let congruence = congruence(law, wins.as_bytes(), game).map(|one| one.line());
    let lines = listed.into_iter().chain(congruence);
    let line = lines.min_by_key(|line| line.chars().count())?;
    Some(format!("P-positions: {line}"))
}

/// Returns the congruence of a sum, such as x + 2 y ≡ 0 (mod 3), that holds at exactly the losses of
/// the box; `None` if there is none with one remainder.
fn congruence(law: &Product, wins: &[u8], game: &Game) -> Option<Statement> {
    /// The largest modulus to try.
    const MAX_MODULUS: u64 = 24;
    /// The largest number of sums to try.
    const MAX_SUMS: u64 = 10_000;
    let variables = &game.numbers()?.variables;
    let modulus = law.periods.iter().copied().max()?;
    let count = modulus.checked_pow(u32::try_from(variables.len()).ok()?)?;
    if variables.len() < 2 || modulus > MAX_MODULUS || count > MAX_SUMS {
        return None;
    }
    let points = (0..).zip(wins);
    let points: Vec<(Vec<u64>, bool)> = points
        .map(|(at, win)| (digits(at, &law.periods), *win == b'0'))
        .collect();
    let (loss, _) = points.iter().find(|(_, is_lost)| *is_lost)?;
    let sum = |point: &[u64], factors: &[u64]| {
        let products = point.iter().zip(factors).map(|(x, factor)| x * factor);
        products.sum::<u64>() % modulus
    };
    let is_right = |factors: &Vec<u64>| {
        let mut repeats = factors.iter().zip(&law.periods);
        let remainder = sum(loss, factors);
        repeats.all(|(factor, by)| factor * by % modulus == 0)
            && (points.iter()).all(|(at, is_lost)| (sum(at, factors) == remainder) == *is_lost)
    };
    let bases = vec![modulus; variables.len()];
    let all = (1..count).map(|at| digits(at, &bases));
    // The smallest factors, and of these the smallest one last.
    let factors = all
        .filter(|factors| !factors.contains(&0) && is_right(factors))
        .min_by_key(|all| (all.iter().sum::<u64>(), Reverse(all.clone())))?;
    let remainder = sum(loss, &factors);
    let terms = variables.iter().zip(factors).map(|(variable, factor)| {
        let name = Term::Name(variable.name.clone());
        match factor {
            1 => name,
            factor => Term::Times(factor.into(), name.into()),
        }
    });
    let sum = terms.reduce(|one, other| Term::Sum(one.into(), other.into()))?;
    let left = Term::Remainder(sum.into(), modulus);
    let right = Term::Number(remainder.into());
    Some(Statement::Compare(Relation::Equal, left, right))
}

/// Returns the digits of a number to these bases, the last one fastest, as in a table.
fn digits(number: u64, bases: &[u64]) -> Vec<u64> {
    let mut rest = number;
    let digits = bases.iter().rev().map(|base| {
        let digit = rest % base;
        rest /= base;
        digit
    });
    let mut digits: Vec<u64> = digits.collect();
    digits.reverse();
    digits
}
