//! Outcomes of lattice points that are the same along a direction, whatever the border.
//!
//! Far enough from the border every move is legal and no goal applies, so the outcome at a point
//! follows from those at the points its moves lead to. Follow that down until the border is
//! reached: the outcomes at p and at p + direction are functions of finitely many outcomes at the
//! border. Where they agree for each pattern of these, they agree for every border; and a point
//! further from the border has more cells inside, never fewer, so the patterns cover it too
//! (`proofs/Patch.v`).

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{End, Game, Position, Stuck, Value, Verdict};

use super::border::thresholds;
use super::patch::LocalRule;
use super::settled::Settled;
use super::vectors::{Vectors, numbers};
use crate::{Budget, Checked, Claim, Rejection};

/// Numbers in a certificate beyond this are not looked at.
const LARGEST: i64 = 1 << 20;

/// Outcomes of lattice points that are the same along a direction, whatever the border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// The direction: the outcome at a point plus this is that at the point,
    pub direction: Vec<i64>,
    /// where every coordinate of the point is at least this.
    pub from: Vec<i64>,
    /// Whether it is also claimed that no coordinate of `from` can be smaller.
    pub least: bool,
    #[serde(skip)]
    settled: Settled,
}

/// What a game is away from the border: all that the check depends on.
#[derive(PartialEq, Eq)]
struct Inside {
    vectors: Vectors,
    /// Where every coordinate is at least this, all vectors are legal and no goal applies.
    inner: Vec<i64>,
    /// Whether some play can end in a draw.
    draws: bool,
    /// Whether both players have the same moves and outcomes, and nothing is a draw.
    single: bool,
}

impl Inside {
    fn of(game: &Game) -> Result<Self, Rejection> {
        let vectors = Vectors::of(game)?;
        if let Some(idle) = (0..2).find(|player| vectors.of[*player].is_empty()) {
            return Err(Rejection::rules(format!(
                "{} has no move anywhere",
                game.players[idle]
            )));
        }
        let mut inner = vectors.reach.clone();
        for goal in &game.ending.goals {
            let bounds = thresholds(&goal.when, vectors.dimension).ok_or_else(|| {
                Rejection::rules(
                    "some goal does not lie on the border: its condition does not say that some number is small",
                )
            })?;
            for (least, bound) in inner.iter_mut().zip(bounds) {
                *least = bound.max(*least);
            }
        }
        if inner.iter().any(|least| *least > LARGEST) {
            return Err(Rejection::rules("the border is too wide"));
        }
        let draw = |end: &End| *end == End::Draw;
        let draws = game.ending.stuck == Stuck::Draws
            || game.ending.goals.iter().any(|goal| match &goal.verdict {
                Verdict::Is(end) => draw(end),
                Verdict::Depends(_, a, b) => draw(a) || draw(b),
            });
        Ok(Self {
            vectors,
            inner,
            single: game.is_impartial() && !draws,
            draws,
        })
    }
}

impl Constant {
    /// The law; `least` where it is claimed that it holds no earlier.
    pub fn new(direction: Vec<i64>, from: Vec<i64>, least: bool) -> Self {
        Self {
            direction,
            from,
            least,
            settled: Settled::default(),
        }
    }

    fn well_formed(&self, inside: &Inside) -> Result<(), Rejection> {
        let dimension = inside.vectors.dimension;
        if self.direction.len() != dimension || self.from.len() != dimension {
            return Err(Rejection::malformed(format!(
                "direction and from need {dimension} numbers each"
            )));
        }
        if !self.moderate() {
            return Err(Rejection::malformed(format!(
                "direction and from must lie between 0 and {LARGEST}, and the direction must lead somewhere"
            )));
        }
        if self.least && inside.draws {
            return Err(Rejection::rules(
                "no claim that the law holds no earlier is checked where play can end in a draw",
            ));
        }
        Ok(())
    }

    /// Whether two games differ on the border alone: a law of this kind is true of both, or of
    /// neither.
    pub fn differ_on_the_border(one: &Game, other: &Game) -> bool {
        let both = (Inside::of(one), Inside::of(other));
        matches!(both, (Ok(one), Ok(other)) if one == other)
    }

    /// Where every coordinate is at least this, all moves are legal and no goal applies; the rest
    /// is the border. With it, whether some play can end in a draw. `None` where the rules are none
    /// of the kind.
    pub fn inner(game: &Game) -> Option<(Vec<i64>, bool)> {
        let inside = Inside::of(game).ok()?;
        Some((inside.inner, inside.draws))
    }

    fn moderate(&self) -> bool {
        let small = |n: &i64| (0..=LARGEST).contains(n);
        self.direction.iter().chain(&self.from).all(small)
            && self.direction.iter().any(|step| *step > 0)
    }

    /// The point of the same outcome that is nearest to the border along the direction.
    fn fold(&self, state: &[i64]) -> Vec<i64> {
        let along = self.direction.iter().zip(state.iter().zip(&self.from));
        let times = along
            .filter(|(step, _)| **step > 0)
            .map(|(step, (x, from))| (x - from).div_euclid(*step))
            .min()
            .unwrap_or(0);
        // A coordinate in which the direction does not go must be large enough by itself.
        let far = state.iter().zip(&self.from).all(|(x, from)| x >= from);
        let times = if far { times } else { 0 };
        let points = state.iter().zip(&self.direction);
        points.map(|(x, step)| x - times * step).collect()
    }

    /// The point of the same outcome nearest to the border, for a position of any size; `None`
    /// where some coordinate stays larger than a machine word holds.
    pub fn folded(&self, position: &[UBig]) -> Option<Vec<i64>> {
        let mut times: Option<UBig> = None;
        for ((x, step), from) in position.iter().zip(&self.direction).zip(&self.from) {
            let from = UBig::from(u64::try_from(*from).ok()?);
            if *x < from {
                times = Some(UBig::ZERO);
                break;
            }
            if *step > 0 {
                let most = (x - from) / UBig::from(u64::try_from(*step).ok()?);
                times = Some(times.map_or(most.clone(), |times| times.min(most)));
            }
        }
        let times = times?;
        let small = |(x, step): (&UBig, &i64)| {
            let x = x - &times * UBig::from(u64::try_from(*step).ok()?);
            i64::try_from(&x)
                .ok()
                .filter(|x| *x <= whowins_analysis::LARGEST)
        };
        position.iter().zip(&self.direction).map(small).collect()
    }
}

impl Claim for Constant {
    fn kind(&self) -> &'static str {
        "constant"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let inside = Inside::of(game)?;
        self.well_formed(&inside)?;
        let rule = LocalRule {
            vectors: &inside.vectors,
            inner: &inside.inner,
            single: inside.single,
        };
        let players = if rule.single { 1 } else { 2 };
        let mut checked = vec![format!(
            "the moves are fixed vectors ({}); wherever {} all of them are legal and no goal applies, so the outcome follows \
             from those at the points they lead to",
            inside.vectors.count(),
            at_least(numbers(game)?, &inside.inner),
        )];
        let differ = |from: &[i64], player: usize| {
            let further: Vec<i64> = from
                .iter()
                .zip(&self.direction)
                .map(|(a, b)| a + b)
                .collect();
            rule.count([from, &further], player, budget)
        };
        for player in 0..players {
            let count = differ(&self.from, player)?;
            if count.differ > 0 {
                return Err(Rejection::false_claim(format!(
                    "{} of the {} patterns of {} border cells give {} and the point one step on different outcomes",
                    count.differ,
                    count.patterns,
                    count.free,
                    point(&self.from),
                )));
            }
            checked.push(format!(
                "{}{} border cells: all {} patterns give both points the same outcome",
                turn(game, players, player),
                count.free,
                count.patterns
            ));
        }
        if self.least {
            for (at, from) in self.from.iter().enumerate() {
                if *from == 0 {
                    continue;
                }
                let mut earlier = self.from.clone();
                earlier[at] -= 1;
                checked.push(fails(&earlier, players, &differ)?);
            }
            if self.from.iter().all(|from| *from > 0) && self.from.len() > 1 {
                let earlier: Vec<i64> = self.from.iter().map(|from| from - 1).collect();
                checked.push(fails(&earlier, players, &differ)?);
            }
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let (Ok(numbers), Ok(inside)) = (numbers(game), Inside::of(game)) else {
            return "This law does not apply to these rules.".into();
        };
        if self.well_formed(&inside).is_err() {
            return "This law does not apply to these rules.".into();
        }
        let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
        let shifted: Vec<String> = names
            .iter()
            .zip(&self.direction)
            .map(|(name, step)| match step {
                0 => (*name).to_string(),
                step => format!("{name} + {step}"),
            })
            .collect();
        let border: Vec<String> = names
            .iter()
            .zip(&inside.inner)
            .filter(|(_, least)| **least > 0)
            .map(|(name, least)| format!("{name} < {least}"))
            .collect();
        let least = match self.least {
            true => format!(
                ", and not before: with any of these bounds lowered by one, the outcomes differ for some border{}",
                match self.from.iter().all(|from| *from > 0) && names.len() > 1 {
                    true => ", also with all of them lowered",
                    false => "",
                }
            ),
            false => String::new(),
        };
        format!(
            "The outcome at ({}) is the outcome at ({}) wherever {}, whatever the outcomes on the border ({}){least}.",
            shifted.join(", "),
            names.join(", "),
            at_least(numbers, &self.from),
            border.join(" or "),
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (position, numbers) = (position.naturals()?, numbers(game).ok()?);
        let dimension = numbers.variables.len();
        if [position.len(), self.direction.len(), self.from.len()] != [dimension; 3] {
            return None;
        }
        let within = position
            .iter()
            .zip(&numbers.variables)
            .all(|(x, variable)| {
                variable
                    .most
                    .is_none_or(|most| u64::try_from(most).is_ok_and(|most| *x <= UBig::from(most)))
            });
        if !within || !self.moderate() {
            return None;
        }
        let state = self.folded(&position)?;
        self.settled.values(game, &state, |state| self.fold(state))
    }
}

/// That the law fails from an earlier point on.
fn fails(
    earlier: &[i64],
    players: usize,
    differ: &impl Fn(&[i64], usize) -> Result<super::patch::Count, Rejection>,
) -> Result<String, Rejection> {
    for player in 0..players {
        let count = differ(earlier, player)?;

        if count.differ > 0 {
            return Ok(format!(
                "from {} it fails: in {} of the {} patterns of {} border cells",
                point(earlier),
                count.differ,
                count.patterns,
                count.free
            ));
        }
    }
    Err(Rejection::false_claim(format!(
        "the law claims to hold no earlier, but it holds from {} on",
        point(earlier)
    )))
}

fn turn(game: &Game, players: usize, player: usize) -> String {
    match players {
        1 => String::new(),
        _ => format!("with {} to move, ", game.players[player]),
    }
}

fn at_least(numbers: &Numbers, bounds: &[i64]) -> String {
    let each = numbers.variables.iter().zip(bounds);
    let each: Vec<String> = each
        .map(|(v, least)| format!("{} >= {least}", v.name))
        .collect();
    each.join(" and ")
}

fn point(coordinates: &[i64]) -> String {
    let all: Vec<String> = coordinates.iter().map(i64::to_string).collect();
    format!("({})", all.join(", "))
}
