//! Thermographs: what a value is worth to each player when every move costs a tax of t (Conway
//! 1976; Berlekamp, Conway, Guy 1982).

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
    /// Where the wall stands at it.
    pub place: Dyadic,
}

/// The two walls of a value from tax 0 on. Between two corners a wall is straight, and slopes by 0
/// or 1; from the last corner on it is the mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The left wall; it begins at the left stop and ends at the mast's foot.
    pub left: Vec<Corner>,
    /// The right wall, which begins at the right stop.
    pub right: Vec<Corner>,
    /// Where the mast stands: the mean value.
    pub mean: Dyadic,
    /// The tax from which on nobody wants to move: 0 for an infinitesimal near a number, −1/2^k for
    /// a number m/2^k.
    pub temperature: Dyadic,
}

/// Thermographs of the forms of one arena, each worked out once.
#[derive(Debug, Default)]
pub struct Thermographs {
    known: Sheet<Rc<Thermograph>>,
}

/// A line of corners, with its slope after the last.
struct Line {
    corners: Vec<Corner>,
    slope: i32,
}

impl Line {
    /// A wall that is taxed: what a player gets who moves to it.
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

    /// Where it stands at a tax.
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

    /// The taxes at which one of two lines has a corner.
    fn taxes(&self, other: &Self) -> Vec<Dyadic> {
        let all = self.corners.iter().chain(&other.corners);
        let mut taxes: Vec<Dyadic> = all.map(|corner| corner.tax.clone()).collect();
        taxes.sort_unstable();
        taxes.dedup();
        taxes
    }

    /// The better of two scaffolds of a player at each tax.
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

/// The corners without those on a straight line between their neighbours.
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
    /// A mast alone.
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

    /// The walls under two scaffolds: up to where these meet first.
    fn under(left: Line, right: Line) -> Self {
        let zero = Dyadic::default();
        let apart = |tax: &Dyadic| &left.at(tax) - &right.at(tax);
        let taxes = left.taxes(&right);
        // The last corner before they meet: from there both go straight.
        let met = taxes.partition_point(|tax| apart(tax) > zero);
        let temperature = match met {
            0 => zero.clone(),
            _ => {
                let last = &taxes[met - 1];
                let gap = apart(last);
                // They close by 1 or by 2 a unit of tax: by what the gap does before the next
                // corner.
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

    /// Where a wall stands at a tax that is not below 0.
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
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The thermograph of a value of the one arena that these belong to.
    ///
    /// # Errors
    /// Where the arena's budget is over or has no room.
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

    /// The best that a player can move to, at each tax.
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
        Ok(best.expect("a form that is no integer has options on both sides"))
    }
}

impl Arena {
    /// The mean value: what a share of many copies is worth.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn mean(&mut self, value: Value) -> Result<Dyadic, Cut> {
        Ok(Thermographs::new().of(self, value)?.mean.clone())
    }

    /// The temperature: how much it is worth to move first.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn temperature(&mut self, value: Value) -> Result<Dyadic, Cut> {
        Ok(Thermographs::new().of(self, value)?.temperature.clone())
    }
}
