//! Outcomes of points of the plane that are the same along a direction, for the game's own border.
//!
//! Away from the axes all moves are legal and the goals are the same at p and p + direction, so
//! that the outcomes there are the same as soon as those of the options are. That leaves two strips
//! next to the axes, of bounded width: their columns (rows) are driven by finitely many outcomes
//! below, so they repeat along the strip. Three equations, then: along the direction, and along
//! each strip. Once they hold as far as the strips' preperiods, periods and the reach of the moves
//! go, each further point has the same goals, legal moves and labels of options as one nearer
//! (`proofs/Directional.v`).

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::ends::{Ends, gcd, lcm};
use super::settled::Settled;
use super::strips::Strips;
use super::vectors::{Vectors, numbers};
use crate::{Budget, Checked, Claim, Rejection};

/// Numbers in a certificate beyond this are not looked at.
const LARGEST: u64 = 1 << 24;

/// Outcomes of points of the plane that are the same along a direction, for the game's own border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directional {
    /// The direction: the outcome at a point plus this is that at the point,
    pub direction: [u64; 2],
    /// where every coordinate of the point is at least this.
    pub from: [u64; 2],
    /// Each coordinate repeats from this value on, where the other one is below `from` +
    /// `direction`,
    pub preperiods: [u64; 2],
    /// with this period.
    pub periods: [u64; 2],
    #[serde(skip)]
    settled: Settled,
}

/// How far the check goes.
struct Plan {
    widths: [u64; 2],
    lengths: [u64; 2],
}

impl Directional {
    /// The law.
    pub fn new(
        direction: [u64; 2],
        from: [u64; 2],
        preperiods: [u64; 2],
        periods: [u64; 2],
    ) -> Self {
        Self {
            direction,
            from,
            preperiods,
            periods,
            settled: Settled::default(),
        }
    }

    fn well_formed(&self) -> Result<(), Rejection> {
        let all = [self.direction, self.from, self.preperiods, self.periods];
        if all.iter().flatten().any(|number| *number > LARGEST)
            || self.direction == [0; 2]
            || self.periods.contains(&0)
        {
            return Err(Rejection::malformed(format!(
                "no number may be above {LARGEST}, no period 0, and the direction must lead somewhere"
            )));
        }
        Ok(())
    }

    /// Where the strips end: below `from` + `direction`.
    fn widths(&self) -> [u64; 2] {
        [0, 1].map(|at| self.from[at] + self.direction[at])
    }

    /// The strips that have to be looked at, so that each further point is like one of these.
    fn plan(&self, vectors: &Vectors, ends: &Ends) -> Result<Plan, Rejection> {
        let reach = [0, 1].map(|at| vectors.reach[at].unsigned_abs());
        // From here on inwards a point is like the one a step of the direction back.
        let widths = [0, 1].map(|at| {
            let options = self.from[at] + reach[at];
            options.max(ends.inner[at]) + self.direction[at]
        });
        let mut lengths = widths;
        for along in 0..2 {
            let across = 1 - along;
            // Points of the strip are brought down by so many steps of the direction.
            let steps = match self.direction[across] {
                0 => 0,
                step => (widths[across] - 1).saturating_sub(self.from[across]) / step,
            };
            let repeats = self.widths()[along].max(self.preperiods[along]);
            let down = steps * self.direction[along];
            let (goals, goals_period) = ends.strip(along, widths[across])?;
            let start = goals.max(reach[along] + repeats + down);
            // A direction along the strip is one more period of it.
            let step = match self.direction[across] {
                0 => self.direction[along],
                _ => 1,
            };
            let period = lcm(i128::from(self.periods[along]), i128::from(goals_period))
                .and_then(|period| lcm(period, i128::from(step)))
                .and_then(|period| u64::try_from(period).ok())
                .ok_or_else(|| Rejection::budget("the strips' period is too long"))?;
            lengths[along] = lengths[along].max(start + period);
        }
        Ok(Plan { widths, lengths })
    }

    /// A region of points, and a step that keeps the outcome there: along the direction, then along
    /// the strips.
    fn equations(&self) -> [([u64; 2], [u64; 2], [u64; 2]); 3] {
        let [w, h] = self.widths();
        let [i, j] = self.preperiods;
        let far = u64::MAX;
        [
            (self.from, [far, far], self.direction),
            ([i, 0], [far, h], [self.periods[0], 0]),
            ([0, j], [w, far], [0, self.periods[1]]),
        ]
    }

    /// Sees to it that the law cannot be stated with smaller numbers: each smaller one fails at
    /// some point.
    fn least(&self, strips: &Strips, budget: &Budget) -> Result<Checked, Rejection> {
        let mut checked = Vec::new();
        let mut fails =
            |what: String, low, high, shift| match strips.differ(low, high, shift, budget)? {
                Some([x, y]) => {
                    checked.push(format!("{what} the equation fails at ({x}, {y})"));
                    Ok(())
                }
                None => Err(Rejection::false_claim(format!(
                    "the law holds with smaller numbers: {what} no equation fails"
                ))),
            };
        let [along, rows, columns] = self.equations();
        let (low, high, shift) = along;
        for at in 0..2 {
            if low[at] > 0 {
                let (mut low, mut high) = (low, high);
                high[at] = low[at];
                low[at] -= 1;
                fails(
                    format!("from ({}, {}) on", low[0], low[1]),
                    low,
                    high,
                    shift,
                )?;
            }
        }
        let common = gcd(i128::from(shift[0]), i128::from(shift[1]));
        for part in primes(u64::try_from(common).unwrap_or(0)) {
            let shift = shift.map(|step| step / part);
            fails(
                format!("along ({}, {})", shift[0], shift[1]),
                low,
                high,
                shift,
            )?;
        }
        for (at, (low, high, shift)) in [rows, columns].into_iter().enumerate() {
            let strip = ["next to the first axis", "next to the second axis"][at];
            if low[at] > 0 {
                let (mut low, mut high) = (low, high);
                high[at] = low[at];
                low[at] -= 1;
                fails(format!("{strip}, from {} on,", low[at]), low, high, shift)?;
            }
            for part in primes(shift[at]) {
                let mut shift = shift;
                shift[at] /= part;
                fails(
                    format!("{strip}, with period {},", shift[at]),
                    low,
                    high,
                    shift,
                )?;
            }
        }
        Ok(checked)
    }

    /// The point of the same outcome that lies in a strip, below preperiod + period there.
    fn fold(&self, state: &[i64]) -> Vec<i64> {
        let [Ok(x), Ok(y)] = [0, 1].map(|at| u64::try_from(state[at])) else {
            return state.to_vec();
        };
        let mut point = [x, y];
        if (0..2).all(|at| point[at] >= self.from[at]) {
            let times = (0..2).filter(|at| self.direction[*at] > 0);
            let times = times
                .map(|at| (point[at] - self.from[at]) / self.direction[at])
                .min();
            point = [0, 1].map(|at| point[at] - times.unwrap_or(0) * self.direction[at]);
        }
        let along = usize::from(point[0] < self.widths()[0]);
        if let Some(past) = point[along].checked_sub(self.preperiods[along]) {
            point[along] = self.preperiods[along] + past % self.periods[along];
        }
        point.map(|x| x as i64).to_vec()
    }

    /// The point near the border that has the outcome of this one; `None` where some coordinate
    /// stays too large to be settled.
    pub fn folded(&self, position: &[UBig]) -> Option<Vec<i64>> {
        let [x, y] = position else {
            return None;
        };
        let mut point = [x.clone(), y.clone()];
        let from = self.from.map(UBig::from);
        if (0..2).all(|at| point[at] >= from[at]) {
            let times = (0..2).filter(|at| self.direction[*at] > 0);
            let times = times
                .map(|at| (&point[at] - &from[at]) / UBig::from(self.direction[at]))
                .min()?;
            for (x, step) in point.iter_mut().zip(self.direction) {
                *x -= &times * UBig::from(step);
            }
        }
        let along = usize::from(point[0] < UBig::from(self.widths()[0]));
        let preperiod = UBig::from(self.preperiods[along]);
        if point[along] >= preperiod {
            point[along] =
                &preperiod + (&point[along] - &preperiod) % UBig::from(self.periods[along]);
        }
        let small = |x: &UBig| i64::try_from(x).ok().filter(|x| *x <= 4 * LARGEST as i64);
        point.iter().map(small).collect()
    }
}

impl Claim for Directional {
    fn kind(&self) -> &'static str {
        "directional"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let vectors = Vectors::of(game)?;
        if vectors.dimension != 2 {
            return Err(Rejection::rules(format!(
                "the law is for 2 numbers; a position of this game has {}",
                vectors.dimension
            )));
        }
        self.well_formed()?;
        let ends = Ends::of(game, self.direction)?;
        let Plan { widths, lengths } = self.plan(&vectors, &ends)?;
        let strips = Strips::solve(game, &vectors, widths, lengths, budget)?;
        for (low, high, shift) in self.equations() {
            if let Some([x, y]) = strips.differ(low, high, shift, budget)? {
                return Err(Rejection::false_claim(format!(
                    "the outcomes at ({x}, {y}) and ({}, {}) differ",
                    x + shift[0],
                    y + shift[1]
                )));
            }
        }
        let mut checked = vec![
            format!(
                "the moves are fixed vectors ({}), none longer than {:?}. If both numbers are at least {widths:?}, goals, moves and the options' labels equal those one step of the direction back",
                vectors.count(),
                vectors.reach
            ),
            format!(
                "the rules give all outcomes with x < {} and y < {}, or x < {} and y < {}. They repeat along the direction and both strips as stated, and beyond so do goals, moves and the options' labels",
                widths[0], lengths[1], lengths[0], widths[1]
            ),
        ];
        checked.extend(self.least(&strips, budget)?);
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let names: Vec<&str> = match numbers(game) {
            Ok(numbers) => numbers.variables.iter().map(|v| v.name.as_str()).collect(),
            Err(_) => Vec::new(),
        };
        let (&[x, y], Ok(())) = (names.as_slice(), self.well_formed()) else {
            return "This law does not apply to these rules.".into();
        };
        let names = [x, y];
        let plus = |at: usize| match self.direction[at] {
            0 => names[at].to_string(),
            step => format!("{} + {step}", names[at]),
        };
        let bounds: Vec<String> = (0..2)
            .filter(|at| self.from[*at] > 0)
            .map(|at| format!("{} >= {}", names[at], self.from[at]))
            .collect();
        let wherever = match bounds.is_empty() {
            true => String::new(),
            false => format!(" wherever {}", bounds.join(" and ")),
        };
        let strip = |along: usize| {
            let width = self.widths()[1 - along];
            (width > 0).then(|| {
                let how = match self.periods[along] {
                    1 => "it does not change".to_string(),
                    period => format!("it repeats with period {period}"),
                };
                format!(
                    "for {} < {width} {how} from {} = {} on",
                    names[1 - along],
                    names[along],
                    self.preperiods[along]
                )
            })
        };
        let strips: Vec<String> = [1, 0].into_iter().filter_map(strip).collect();
        format!(
            "The outcome at ({}, {}) is the outcome at ({x}, {y}){wherever}; {}. None of the bounds, preperiods and periods can be lowered by itself, and no part of the step will do.",
            plus(0),
            plus(1),
            strips.join(", ")
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (position, numbers) = (position.naturals()?, numbers(game).ok()?);
        let most = |most: i64| u64::try_from(most).unwrap_or(0);
        let within = position
            .iter()
            .zip(&numbers.variables)
            .all(|(x, variable)| {
                let most = variable.most.map(most);
                most.is_none_or(|most| *x <= UBig::from(most))
            });
        if numbers.variables.len() != 2 || !within || self.well_formed().is_err() {
            return None;
        }
        let state = self.folded(&position)?;
        self.settled.values(game, &state, |state| self.fold(state))
    }
}

/// The prime divisors of a positive number up to 2^24; none of 0.
fn primes(number: u64) -> impl Iterator<Item = u64> {
    let mut rest = number;
    let small = (2..=4096).filter(move |part| {
        let divides = rest > 1 && rest.is_multiple_of(*part);
        while rest > 1 && rest.is_multiple_of(*part) {
            rest /= part;
        }
        divides
    });
    let mut large = number;
    if number > 0 {
        for part in 2..=4096 {
            while large.is_multiple_of(part) {
                large /= part;
            }
        }
    }
    small.chain((large > 1).then_some(large))
}
