//! How a game's goals repeat, for two numbers: along a direction, and along the strips next to the
//! axes.

use whowins_analysis::Game;
use whowins_analysis::Verdict;
use whowins_analysis::expression::{Cond, Expr, Op};

use super::border::thresholds;
use crate::Rejection;

/// Numbers in goals beyond this are not looked at.
const LARGEST: i128 = 1 << 30;

/// One comparison of a goal's conditions.
enum Leaf {
    /// `form · p + constant` against 0.
    Linear { form: [i128; 2], constant: i128 },
    /// One that depends on each coordinate, from some value on, by its remainder alone.
    Repeating(Repeating),
}

/// Reads each coordinate by its remainder by `moduli`, from `past` on.
struct Repeating {
    past: [i128; 2],
    moduli: [i128; 2],
    /// Whether it is the same at p and p + direction, wherever p is past.
    along: bool,
}

/// The goals of a game on two numbers, for one direction.
pub(super) struct Ends {
    leaves: Vec<Leaf>,
    /// Where both coordinates are at least this, the goals at p and at p + direction are the same.
    pub inner: [u64; 2],
}

impl Ends {
    /// Reads the goals.
    ///
    /// # Errors
    ///
    /// When a condition neither compares sums of the variables nor repeats, or the goals inside
    /// change along the direction.
    pub fn of(game: &Game, direction: [u64; 2]) -> Result<Self, Rejection> {
        let direction = direction.map(i128::from);
        let mut leaves = Vec::new();
        let mut inner = [0; 2];
        for goal in &game.ending.goals {
            let before = leaves.len();
            collect(&goal.when, direction, &mut leaves)?;
            if let Verdict::Depends(condition, _, _) = &goal.verdict {
                collect(condition, direction, &mut leaves)?;
            }
            // A goal on the border alone may be as it likes along it.
            let past = match thresholds(&goal.when, 2) {
                Some(bounds) => [i128::from(bounds[0]), i128::from(bounds[1])],
                None => {
                    let mut past = [0; 2];
                    for leaf in &leaves[before..] {
                        let leaf = leaf.past(direction).ok_or_else(|| {
                            Rejection::rules(
                                "some goal away from the border changes along the direction",
                            )
                        })?;
                        past = [past[0].max(leaf[0]), past[1].max(leaf[1])];
                    }
                    past
                }
            };
            inner = [inner[0].max(past[0]), inner[1].max(past[1])];
        }
        Ok(Self {
            leaves,
            inner: [small(inner[0])?, small(inner[1])?],
        })
    }

    /// From where on, and with which period, the goals repeat along coordinate `along` where the
    /// other is below `width`.
    ///
    /// # Errors
    ///
    /// When that is too far out.
    pub fn strip(&self, along: usize, width: u64) -> Result<(u64, u64), Rejection> {
        let (mut from, mut period) = (0, 1);
        for leaf in &self.leaves {
            match leaf {
                Leaf::Linear { form, constant } => {
                    let most = form[1 - along].abs() * i128::from(width) + constant.abs();
                    if form[along] != 0 {
                        from = from.max(most / form[along].abs() + 1);
                    }
                }
                Leaf::Repeating(leaf) => {
                    from = from.max(leaf.past[along]);
                    period = lcm(period, leaf.moduli[along]).ok_or_else(too_far)?;
                }
            }
        }
        Ok((small(from)?, small(period)?))
    }
}

impl Leaf {
    /// Where it is the same at p and p + direction; `None` where no such place is seen.
    fn past(&self, direction: [i128; 2]) -> Option<[i128; 2]> {
        match self {
            Self::Linear { form, constant } => {
                let along = form[0] * direction[0] + form[1] * direction[1] == 0;
                let signs = form.map(i128::signum);
                if along {
                    Some([0; 2])
                } else if signs[0] * signs[1] >= 0 {
                    // It grows with each coordinate it reads, so that it ends by being true or
                    // false.
                    Some(form.map(|factor| match factor {
                        0 => 0,
                        factor => constant.abs() / factor.abs() + 1,
                    }))
                } else {
                    None
                }
            }
            Self::Repeating(leaf) => leaf.along.then_some(leaf.past),
        }
    }
}

fn collect(
    condition: &Cond,
    direction: [i128; 2],
    leaves: &mut Vec<Leaf>,
) -> Result<(), Rejection> {
    match condition {
        Cond::Const(_) => Ok(()),
        Cond::Not(inner) => collect(inner, direction, leaves),
        Cond::And(all) | Cond::Or(all) => {
            let mut all = all.iter();
            all.try_for_each(|one| collect(one, direction, leaves))
        }
        Cond::Compare(_, a, b) => {
            let linear = a.affine(2).zip(b.affine(2)).map(|(a, b)| Leaf::Linear {
                form: [0, 1]
                    .map(|at| i128::from(a.coefficients[at]) - i128::from(b.coefficients[at])),
                constant: i128::from(a.constant) - i128::from(b.constant),
            });
            let repeating = || {
                let (a, b) = (repeats(a, direction)?, repeats(b, direction)?);
                a.and(b).map(Leaf::Repeating)
            };
            leaves.push(linear.or_else(repeating).ok_or_else(|| {
                Rejection::rules(
                    "the law is for goals that compare sums of the variables, or their remainders",
                )
            })?);
            Ok(())
        }
        Cond::Marked(..) | Cond::Has(_) => Err(Rejection::rules(
            "the law is for positions that are numbers",
        )),
    }
}

impl Repeating {
    fn and(self, other: Self) -> Option<Self> {
        Some(Self {
            past: [0, 1].map(|at| self.past[at].max(other.past[at])),
            moduli: [
                lcm(self.moduli[0], other.moduli[0])?,
                lcm(self.moduli[1], other.moduli[1])?,
            ],
            along: self.along && other.along,
        })
    }
}

/// How an expression repeats; `None` where it is not seen to. Linear in the expression.
fn repeats(expr: &Expr, direction: [i128; 2]) -> Option<Repeating> {
    let constant = Repeating {
        past: [0; 2],
        moduli: [1; 2],
        along: true,
    };
    match expr {
        Expr::Const(_) => Some(constant),
        Expr::Slot(_) => None,
        // A digit outside the string is 0.
        Expr::Bit(bits, index) => match index.affine(2) {
            None => repeats(index, direction),
            Some(index) if index.coefficients.iter().all(|c| *c >= 0) => {
                let beyond = bits.len() as i128 + i128::from(index.constant).abs() + 1;
                let past = |at: usize| match i128::from(index.coefficients[at]) {
                    0 => 0,
                    factor => beyond / factor + 1,
                };
                Some(Repeating {
                    past: [past(0), past(1)],
                    ..constant
                })
            }
            Some(_) => None,
        },
        Expr::Binary(Op::Mod, a, b) if a.affine(2).is_some() => {
            let (a, Expr::Const(modulus)) = (a.affine(2)?, b.as_ref()) else {
                return None;
            };
            let modulus = i128::from(*modulus);
            let form = [0, 1].map(|at| i128::from(a.coefficients[at]));
            let change = form[0] * direction[0] + form[1] * direction[1];
            (modulus >= 1).then(|| Repeating {
                moduli: form.map(|factor| modulus / gcd(modulus, factor.abs())),
                along: change % modulus == 0,
                ..constant
            })
        }
        Expr::Binary(_, a, b) => repeats(a, direction)?.and(repeats(b, direction)?),
    }
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple of two positive numbers, where it is not too large.
pub(super) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b).filter(|lcm| *lcm <= LARGEST)
}

fn small(number: i128) -> Result<u64, Rejection> {
    let small = u64::try_from(number).ok();
    small
        .filter(|number| i128::from(*number) <= LARGEST)
        .ok_or_else(too_far)
}

fn too_far() -> Rejection {
    Rejection::rules("a goal's condition looks too far")
}
