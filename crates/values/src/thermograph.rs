//! Thermographs: the score of each player when every move costs a tax of t.
//!
//! Source: J. H. Conway, 1976; E. R. Berlekamp, J. H. Conway and R. K. Guy, 1982.
//!
//! Start reading at [`Thermographs::of`].

use std::rc::Rc;

use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;
use crate::dyadic::Dyadic;
use crate::sheet::Sheet;

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The tax.
    pub tax: Dyadic,
    /// The position of the wall at this tax.
    pub place: Dyadic,
}

/// The two walls of a value from tax 0 on. Between corners a wall is straight with slope 0 or 1.
/// After the last corner it is the mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall, from the left stop to the foot of the mast.
    pub left: Vec<Corner>,
    /// The right wall, from the right stop to the foot of the mast.
    pub right: Vec<Corner>,
    /// The position of the mast: the mean value.
    pub mean: Dyadic,
    /// The tax at which neither player gains by moving. It is 0 for a number plus a nonzero
    /// infinitesimal, and −1/2^k for a number m/2^k.
    pub temperature: Dyadic,
}

/// A cache of thermographs for the forms of one arena.
#[derive(Debug, Default)]
pub struct Thermographs {
    known: Sheet<Rc<Thermograph>>,
}

/// A polygonal line, with its slope after the last corner.
struct Line {
    corners: Vec<Corner>,
    slope: i32,
}

impl Line {
    /// Returns the taxed wall: the score of a player after a move to it.
    fn scaffold(wall: &[Corner], side: Side) -> Self {
        let tax = |corner: &Corner| match side {
            Side::Left => &corner.place - &corner.tax,
            Side::Right => &corner.place + &corner.tax,
        };
        let corners = wall.iter().map(|corner| Corner {
            tax: corner.tax.clone(),
            place: tax(corner),
        });
        Self {
            corners: corners.collect(),
            slope: if side == Side::Left { -1 } else { 1 },
        }
    }

    /// Returns the position of the line at a tax.
    fn at(&self, tax: &Dyadic) -> Dyadic {
        let next = self.corners.partition_point(|corner| corner.tax <= *tax);
        let before = &self.corners[next - 1];
        let since = tax - &before.tax;
        let slope = match self.corners.get(next) {
            None => self.slope,
            Some(after) => match after.place.cmp(&before.place) {
                std::cmp::Ordering::Less => -1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1,
            },
        };
        match slope {
            -1 => &before.place - &since,
            0 => before.place.clone(),
            _ => &before.place + &since,
        }
    }

    /// Returns the taxes of all corners of two lines.
    fn taxes(&self, other: &Self) -> Vec<Dyadic> {
        let all = self.corners.iter().chain(&other.corners);
        let mut taxes: Vec<Dyadic> = all.map(|corner| corner.tax.clone()).collect();
        taxes.sort_unstable();
        taxes.dedup();
        taxes
    }

    /// Returns the better of two scaffolds of a player at each tax.
    fn best(self, other: Self, side: Side) -> Self {
        let better = |x: Dyadic, y: Dyadic| match side {
            Side::Left => x.max(y),
            Side::Right => x.min(y),
        };
        let mut corners: Vec<Corner> = Vec::new();
        let mut before: Option<(Dyadic, Dyadic)> = None;
        let zero = Dyadic::default();
        for tax in self.taxes(&other) {
            let (x, y) = (self.at(&tax), other.at(&tax));
            let ahead = &x - &y;
            if let Some((last, was)) = before
                && was != zero
                && ahead != zero
                && (was > zero) != (ahead > zero)
            {
                // They cross between two corners, and their slopes differ by one.
                let size = was.clone().max(-&was);
                let tax = &last + &size;
                let place = self.at(&tax);
                corners.push(Corner { tax, place });
            }
            before = Some((tax.clone(), ahead));
            let place = better(x, y);
            corners.push(Corner { tax, place });
        }
        Self {
            corners: straightened(corners),
            slope: self.slope,
        }
    }
}

/// Removes the corners on a straight line between their neighbours.
fn straightened(corners: Vec<Corner>) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::with_capacity(corners.len());
    for corner in corners {
        while let [.., first, middle] = &kept[..] {
            let rises =
                [(first, middle), (middle, &corner)].map(|(from, to)| to.place.cmp(&from.place));
            if rises[0] != rises[1] {
                break;
            }
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

impl Thermograph {
    /// Returns a thermograph that is only a mast.
    fn mast(mean: Dyadic, temperature: Dyadic) -> Self {
        let foot = vec![Corner {
            tax: Dyadic::default(),
            place: mean.clone(),
        }];
        Self {
            left: foot.clone(),
            right: foot,
            mean,
            temperature,
        }
    }

    /// Returns the walls below two scaffolds, up to the first place where they meet.
    fn under(left: Line, right: Line) -> Self {
        let zero = Dyadic::default();
        let apart = |tax: &Dyadic| &left.at(tax) - &right.at(tax);
        let taxes = left.taxes(&right);
        // The last corner before they meet. Both are straight from there on.
        let met = taxes.partition_point(|tax| apart(tax) > zero);
        let temperature = match met {
            0 => zero.clone(),
            _ => {
                let last = &taxes[met - 1];
                let gap = apart(last);
                // The gap closes by 1 or 2 per unit of tax. Its change before the next corner tells
                // which.
                let near = match taxes.get(met) {
                    None => 2,
                    Some(next) => {
                        let closed = &gap - &apart(next);
                        let step = next - last;
                        if closed == step { 1 } else { 2 }
                    }
                };
                last + &(if near == 1 { gap } else { gap.half() })
            }
        };
        let mean = left.at(&temperature);
        let cut = |line: Line| {
            let mut corners = line.corners;
            corners.retain(|corner| corner.tax < temperature);
            corners.push(Corner {
                tax: temperature.clone(),
                place: mean.clone(),
            });
            straightened(corners)
        };
        Self {
            left: cut(left),
            right: cut(right),
            mean: mean.clone(),
            temperature: temperature.clone(),
        }
    }

    /// Returns the position of a wall at a tax, which must not be negative.
    pub fn wall(&self, side: Side, tax: &Dyadic) -> Dyadic {
        let corners = match side {
            Side::Left => self.left.clone(),
            Side::Right => self.right.clone(),
        };
        Line { corners, slope: 0 }.at(tax)
    }

    fn bytes(&self) -> u64 {
        let corners = self.left.iter().chain(&self.right);
        let corners = corners.map(|corner| corner.tax.bytes() + corner.place.bytes());
        corners.sum::<u64>() + self.mean.bytes() + self.temperature.bytes()
    }
}

impl Thermographs {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the thermograph of a value. All calls must use the same arena.
    ///
    /// # Errors
    /// Returns an error if the budget of the arena is exceeded.
    pub fn of(&mut self, arena: &mut Arena, value: Value) -> Result<Rc<Thermograph>, Cut> {
        if let Some(known) = self.known.get(value) {
            return Ok(known.clone());
        }
        let graph = Rc::new(match arena.record(value).nus() {
            Some(nus) => {
                let number = arena.numbers.dyadic(nus.number);
                let temperature = match arena.record(value).is_number() {
                    true => -&Dyadic::step(number.exponent()),
                    false => Dyadic::default(),
                };
                Thermograph::mast(number, temperature)
            }
            None => {
                let left = self.scaffold(arena, value, Side::Left)?;
                let right = self.scaffold(arena, value, Side::Right)?;
                Thermograph::under(left, right)
            }
        });
        self.known.put(arena, value, graph.clone(), graph.bytes())?;
        Ok(graph)
    }

    /// Returns the best score that a player can move to, at each tax.
    fn scaffold(&mut self, arena: &mut Arena, value: Value, side: Side) -> Result<Line, Cut> {
        let mut best: Option<Line> = None;
        for option in arena.options_of(value, side)? {
            let graph = arena.deeper(|arena| self.of(arena, option))?;
            let wall = match side {
                Side::Left => &graph.right,
                Side::Right => &graph.left,
            };
            arena.charge(wall.len() as u64)?;
            let line = Line::scaffold(wall, side);
            best = Some(match best {
                None => line,
                Some(best) => best.best(line, side),
            });
        }
        Ok(best.expect("a form that isn't an integer has options on both sides"))
    }
}

impl Arena {
    /// Returns the mean value: the score per copy in a sum of many copies.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn mean(&mut self, value: Value) -> Result<Dyadic, Cut> {
        Ok(Thermographs::new().of(self, value)?.mean.clone())
    }

    /// Returns the temperature: the tax at which moving first stops paying off.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn temperature(&mut self, value: Value) -> Result<Dyadic, Cut> {
        Ok(Thermographs::new().of(self, value)?.temperature.clone())
    }
}
