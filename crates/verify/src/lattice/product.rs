//! Outcomes of lattice points that repeat in every coordinate.
//!
//! A point's outcome is looked up at its *canonical* point, each coordinate brought below preperiod +
//! period. Widen the preperiods by the longest step, and past every number that a goal's condition
//! compares with: then a point and its widened canonical point have the same goals, the same legal
//! moves, and options with the same canonical points. So the equation of a kernel (a win has a move
//! to a loss, a loss has none) holds everywhere if it holds on the widened box (`proofs/Vector.v`).

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::expression::{Cond, Expr};
use whowins_analysis::{End, Game, Player, Position, Stuck, Value, Verdict};

use super::vectors::{Vectors, end, numbers};
use crate::{Budget, Checked, Claim, Rejection};

/// Tables with more points than these are not looked at.
const POINTS: u64 = 1 << 24;
/// Numbers beyond this are not looked at.
const LARGEST: u64 = 1 << 30;

/// Outcomes of lattice points that repeat in every coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// From this value on, each coordinate repeats.
    pub preperiods: Vec<u64>,
    /// With this period.
    pub periods: Vec<u64>,
    /// Whether the player to move wins, `1` or `0` a point of the box below preperiod + period, the
    /// last coordinate fastest: one string where that does not depend on who is to move, else one
    /// for the first-named and one for the second-named to move.
    pub wins: Vec<String>,
}

/// The law with its sizes checked.
struct Table<'a> {
    law: &'a Product,
    /// Preperiod + period of each coordinate.
    sides: Vec<u64>,
}

impl Product {
    fn table(&self, dimension: usize) -> Result<Table<'_>, Rejection> {
        if self.preperiods.len() != dimension || self.periods.len() != dimension {
            return Err(Rejection::malformed(format!(
                "preperiods and periods need {dimension} numbers each"
            )));
        }
        let too_large = || Rejection::malformed(format!("the box has more than {POINTS} points"));
        let mut points = 1u64;
        let mut sides = Vec::new();
        for (preperiod, period) in self.preperiods.iter().zip(&self.periods) {
            if *period == 0 || *period > LARGEST || *preperiod > LARGEST {
                return Err(Rejection::malformed(format!(
                    "preperiods must lie between 0 and {LARGEST}, periods between 1 and {LARGEST}"
                )));
            }
            sides.push(preperiod + period);
            points = points
                .checked_mul(preperiod + period)
                .filter(|points| *points <= POINTS)
                .ok_or_else(too_large)?;
        }
        let full = |wins: &String| {
            wins.len() as u64 == points && wins.bytes().all(|digit| matches!(digit, b'0' | b'1'))
        };
        if !matches!(self.wins.len(), 1 | 2) || !self.wins.iter().all(full) {
            return Err(Rejection::malformed(format!(
                "wins needs one or two strings of {points} digits, 0 or 1"
            )));
        }
        Ok(Table { law: self, sides })
    }
}

impl Table<'_> {
    /// Whether `player`, to move, wins at a point.
    fn wins(&self, player: usize, point: &[u64]) -> bool {
        let canonical =
            |(x, (preperiod, period)): (&u64, (&u64, &u64))| match x.checked_sub(*preperiod) {
                Some(past) => preperiod + past % period,
                None => *x,
            };
        let repeating = self.law.preperiods.iter().zip(&self.law.periods);
        let canonical = point.iter().zip(repeating).map(canonical);
        self.read(player, canonical)
    }

    fn read(&self, player: usize, canonical: impl Iterator<Item = u64>) -> bool {
        let index = canonical
            .zip(&self.sides)
            .fold(0, |index, (x, side)| index * side + x);
        let wins = self.law.wins.get(player).or(self.law.wins.first());
        let digit = wins.and_then(|wins| wins.as_bytes().get(usize::try_from(index).ok()?));
        digit == Some(&b'1')
    }
}

/// Sees to it that a condition compares single variables with numbers, and widens `sides` past all
/// of these numbers, so that beyond them the condition depends on no variable.
fn widen(condition: &Cond, sides: &mut [u64]) -> Result<(), Rejection> {
    match condition {
        Cond::Const(_) => Ok(()),
        Cond::Not(inner) => widen(inner, sides),
        Cond::And(all) | Cond::Or(all) => all.iter().try_for_each(|one| widen(one, sides)),
        Cond::Compare(_, Expr::Slot(slot), Expr::Const(number))
        | Cond::Compare(_, Expr::Const(number), Expr::Slot(slot)) => {
            let past = u64::try_from(number.saturating_add(1)).unwrap_or(0);
            let side = sides
                .get_mut(*slot)
                .ok_or_else(|| Rejection::rules("no such variable"))?;
            *side = past.max(*side);
            Ok(())
        }
        _ => Err(Rejection::rules(
            "the law is for goals that compare single numbers with fixed ones",
        )),
    }
}

/// The goals as the check reads them.
fn goals(game: &Game, sides: &mut [u64]) -> Result<(), Rejection> {
    let draws = |end: &End| *end == End::Draw;
    let no_draws = || Rejection::rules("the law is for games without draws");
    if game.ending.stuck == Stuck::Draws {
        return Err(no_draws());
    }
    for goal in &game.ending.goals {
        widen(&goal.when, sides)?;
        let drawn = match &goal.verdict {
            Verdict::Is(end) => draws(end),
            Verdict::Depends(condition, a, b) => {
                widen(condition, sides)?;
                draws(a) || draws(b)
            }
        };
        if drawn {
            return Err(no_draws());
        }
    }
    Ok(())
}

impl Product {
    /// The point of the table that has the outcome of this one.
    pub fn folded(&self, position: &[UBig]) -> Option<Vec<u64>> {
        let repeats = self.preperiods.iter().zip(&self.periods);
        let fold = |(x, (preperiod, period)): (&UBig, (&u64, &u64))| match u64::try_from(x) {
            Ok(x) if x < *preperiod => Some(x),
            _ if *period == 0 => None,
            _ => {
                let past = (x - UBig::from(*preperiod)) % UBig::from(*period);
                preperiod.checked_add(u64::try_from(past).ok()?)
            }
        };
        position.iter().zip(repeats).map(fold).collect()
    }
}

impl Claim for Product {
    fn kind(&self) -> &'static str {
        "product"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let vectors = Vectors::of(game)?;
        let table = self.table(vectors.dimension)?;
        let mut starts: Vec<u64> = self
            .preperiods
            .iter()
            .zip(&vectors.reach)
            .map(|(preperiod, reach)| preperiod + reach.unsigned_abs())
            .collect();
        goals(game, &mut starts)?;
        if starts.iter().any(|start| *start > 2 * LARGEST) {
            return Err(Rejection::rules("a goal's condition looks too far"));
        }
        let mut sides = starts.iter().zip(&self.periods);
        let sides: Vec<u64> = sides
            .by_ref()
            .map(|(start, period)| start + period)
            .collect();
        let work = vectors
            .of
            .iter()
            .map(|own| own.len() as u64 + 1)
            .sum::<u64>();
        let mut point = vec![0u64; vectors.dimension];
        let mut points = 0u64;
        loop {
            budget.spend(work)?;
            points += 1;
            for player in Player::BOTH {
                equation(game, &vectors, &table, &point, player)?;
            }
            // The next point, the last coordinate fastest.
            let Some(at) = (0..point.len())
                .rev()
                .find(|at| point[*at] + 1 < sides[*at])
            else {
                break;
            };
            point[at] += 1;
            point[at + 1..].fill(0);
        }
        Ok(vec![
            format!(
                "the moves are fixed vectors ({}), none longer than {:?}",
                vectors.count(),
                vectors.reach
            ),
            format!(
                "at each of the {points} points of the box {sides:?}, for both players, a win has a move to a loss, and a loss has only moves to wins. Beyond it goals, moves and the options' places in the table repeat"
            ),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let Ok(numbers) = numbers(game) else {
            return "This law does not apply to these rules.".into();
        };
        let each: Vec<String> = numbers
            .variables
            .iter()
            .zip(self.preperiods.iter().zip(&self.periods))
            .map(
                |(variable, (preperiod, period))| match (preperiod, period) {
                    (0, 1) => format!("{} does not matter", variable.name),
                    (from, 1) => format!("{0} does not matter from {0} = {from} on", variable.name),
                    (0, period) => format!("{} repeats with period {period}", variable.name),
                    (from, period) => format!(
                        "{0} repeats from {0} = {from} on with period {period}",
                        variable.name
                    ),
                },
            )
            .collect();
        let points = self.wins.first().map_or(0, String::len);
        format!(
            "For the outcome, {}; a table of {points} {} says who wins at every point.",
            each.join(", "),
            if points == 1 { "point" } else { "points" }
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (position, numbers) = (position.naturals()?, numbers(game).ok()?);
        let within = position
            .iter()
            .zip(&numbers.variables)
            .all(|(x, variable)| {
                let most = variable.most.map(|most| u64::try_from(most).unwrap_or(0));
                most.is_none_or(|most| *x <= UBig::from(most))
            });
        if position.len() != numbers.variables.len() || !within {
            return None;
        }
        let table = self.table(position.len()).ok()?;
        let canonical = self.folded(&position)?;
        Some(Player::BOTH.map(
            |player| match table.read(player.index(), canonical.iter().copied()) {
                true => Value::Win,
                false => Value::Loss,
            },
        ))
    }
}

/// Whether the label at a point is what the rules make of the labels of its options.
fn equation(
    game: &Game,
    vectors: &Vectors,
    table: &Table<'_>,
    point: &[u64],
    player: Player,
) -> Result<(), Rejection> {
    let state: Vec<i64> = point.iter().map(|x| *x as i64).collect();
    let wins = match end(game, &state) {
        Some(end) => end.for_next(player) == Value::Win,
        None => {
            let reply = player.other().index();
            let (mut moves, mut winning) = (false, false);
            for vector in &vectors.of[player.index()] {
                let steps = point.iter().zip(vector);
                let to = steps.map(|(x, step)| x.checked_sub(step.unsigned_abs()));
                if let Some(to) = to.collect::<Option<Vec<u64>>>() {
                    moves = true;
                    winning |= !table.wins(reply, &to);
                }
            }
            winning || !moves && game.ending.stuck == Stuck::Wins
        }
    };
    if wins == table.wins(player.index(), point) {
        return Ok(());
    }
    Err(Rejection::false_claim(format!(
        "at {point:?} with {} to move the table says {}, but the moves from there say {}",
        game.player(player),
        if wins { "loss" } else { "win" },
        if wins { "win" } else { "loss" },
    )))
}
