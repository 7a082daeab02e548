//! Conditions of many full boards at once: an expression's bits are words, and each bit of these is
//! another board's.
//!
//! That is bit slicing (Lamport 1975, Multiple byte processing with full-word instructions; Biham 1997).
//! It takes what conditions on boards are made of: bits, sums, comparisons, choices, and folds with
//! known bounds; all else it declines.

use std::collections::HashMap;

use dashu_int::IBig;
use whowins_core::{Array, Expr, Game, Op, State};

/// A bit of each of so many boards.
pub type Lane = [u64; 4];

/// Rounds of a fold that are carried out, and bits that a number may have.
const ROUNDS: i64 = 1 << 12;
const BITS: usize = 256;

/// A number of each board.
#[derive(Clone, PartialEq)]
enum Value {
    /// The same one.
    Known(i64),
    /// Its bits from the lowest on.
    Bits(Vec<Lane>),
}

/// The ends of a game, on boards whose every cell is the first player's or the second's.
///
/// ```
/// use std::collections::HashMap;
/// use whowins_engine::search::lanes::Lanes;
///
/// let game: whowins_core::Game = "(game two (part turn 0 1) (part cell 0 2) (start (0) (0 0)) (tier (guard 0))
///     ; A player with both cells wins.
///     (end (if (= (get cell 0) 1) (= (get cell 1) 1) 0) 1) (stuck 0))".parse()?;
/// let cells = HashMap::from([((1, 0), (0, [1, 2])), ((1, 1), (1, [1, 2]))]);
/// let lanes = Lanes::new(&game, &game.starts[0], cells);
/// // Four boards, in the lowest bits: the end holds where both cells are the first player's.
/// let holds = lanes.holds(0, &[[0b0011, 0, 0, 0], [0b0101, 0, 0, 0]]).expect("bits alone");
/// assert_eq!(holds[0], 0b0001);
/// # Ok::<(), whowins_core::ReadError>(())
/// ```
pub struct Lanes {
    game: Game,
    /// The state that all else is read from.
    state: State,
    /// The cell of each element, and what it holds where that is each player's.
    cells: HashMap<(usize, usize), (usize, [u64; 2])>,
}

fn zip(one: &Lane, other: &Lane, by: impl Fn(u64, u64) -> u64) -> Lane {
    std::array::from_fn(|at| by(one[at], other[at]))
}

fn not(lane: &Lane) -> Lane {
    lane.map(|word| !word)
}

fn small(number: &IBig) -> Option<i64> {
    i64::try_from(number).ok()
}

impl Value {
    /// Bits of a number that is not below 0.
    fn bits(self) -> Option<Vec<Lane>> {
        match self {
            Self::Bits(bits) => Some(bits),
            Self::Known(number) => {
                let number = u64::try_from(number).ok()?;
                let bits = 0..u64::BITS - number.leading_zeros();
                Some(
                    bits.map(|at| [0u64.wrapping_sub(number >> at & 1); 4])
                        .collect(),
                )
            }
        }
    }

    /// Whether it is not 0.
    fn truth(&self) -> Truth {
        match self {
            Self::Known(number) => Truth::Known(*number != 0),
            Self::Bits(bits) => Truth::Lane(
                bits.iter()
                    .fold([0; 4], |all, bit| zip(&all, bit, |all, bit| all | bit)),
            ),
        }
    }
}

enum Truth {
    Known(bool),
    Lane(Lane),
}

impl Lanes {
    /// The ends of a game, which are all it is asked for, with these elements of the state (part
    /// and index) for cells: the number of the cell, and what the element holds where that is the
    /// first player's or the second's. All else is as in the state.
    pub fn new(
        game: &Game,
        state: &State,
        cells: HashMap<(usize, usize), (usize, [u64; 2])>,
    ) -> Self {
        Self {
            game: game.clone(),
            state: state.clone(),
            cells,
        }
    }

    /// Boards on which an end holds, where this player is to move; `own` has the first player's
    /// boards for each cell. `None` where that is not to be said so.
    pub fn holds(&self, turn: usize, own: &[Lane]) -> Option<Lane> {
        let mut all = [0; 4];
        let run = Run {
            lanes: self,
            turn,
            own,
        };
        for end in &self.game.ends {
            match run.value(&end.when, &mut Vec::new())?.truth() {
                Truth::Known(false) => {}
                Truth::Known(true) => return Some([u64::MAX; 4]),
                Truth::Lane(lane) => all = zip(&all, &lane, |all, lane| all | lane),
            }
        }
        Some(all)
    }
}

struct Run<'a> {
    lanes: &'a Lanes,
    turn: usize,
    own: &'a [Lane],
}

impl Run<'_> {
    fn value(&self, expr: &Expr, env: &mut Vec<Value>) -> Option<Value> {
        Some(match expr {
            Expr::Num(number) => Value::Known(small(number)?),
            Expr::Var(level) => env.get(*level)?.clone(),
            Expr::Get(array, at, default) => {
                let Value::Known(at) = self.value(at, env)? else {
                    return None;
                };
                self.element(*array, at, default)?
            }
            Expr::Len(array) => Value::Known(self.array(*array)?.len() as i64),
            Expr::Bin(op, one, other) => {
                let one = self.value(one, env)?;
                operation(*op, one, self.value(other, env)?)?
            }
            Expr::Ite(condition, yes, no) => match self.value(condition, env)?.truth() {
                Truth::Known(true) => self.value(yes, env)?,
                Truth::Known(false) => self.value(no, env)?,
                Truth::Lane(lane) => {
                    let yes = self.value(yes, env)?;
                    either(&lane, yes, self.value(no, env)?)?
                }
            },
            Expr::Fold(lo, hi, init, body) => {
                let (lo, hi) = (self.value(lo, env)?, self.value(hi, env)?);
                let (Value::Known(lo), Value::Known(hi)) = (lo, hi) else {
                    return None;
                };
                if hi.saturating_sub(lo) > ROUNDS {
                    return None;
                }
                let mut result = self.value(init, env)?;
                let level = env.len();
                let is_blind = !body.mentions(level);
                for v in lo..hi {
                    env.push(Value::Known(v));
                    env.push(result.clone());
                    let next = self.value(body, env)?;
                    env.truncate(level);
                    // What a round that does not know its number leaves as it is, the next ones
                    // leave, too.
                    if is_blind && next == result {
                        break;
                    }
                    result = next;
                }
                result
            }
        })
    }

    fn array(&self, array: Array) -> Option<&[IBig]> {
        let Lanes { game, state, .. } = self.lanes;
        match array {
            Array::Const(at) => game.consts.get(at).map(|array| &*array.values),
            Array::Part(at) => state.get(at).map(|array| &**array),
        }
    }

    fn element(&self, array: Array, at: i64, default: &IBig) -> Option<Value> {
        let place = usize::try_from(at).ok();
        let Some((at, element)) = place.and_then(|at| Some((at, self.array(array)?.get(at)?)))
        else {
            return small(default).map(Value::Known);
        };
        if array == Array::Part(0) {
            return Some(Value::Known(self.turn as i64));
        }
        let Array::Part(part) = array else {
            return small(element).map(Value::Known);
        };
        let Some((cell, marks)) = self.lanes.cells.get(&(part, at)) else {
            return small(element).map(Value::Known);
        };
        let own = self.own.get(*cell)?;
        let bits = 0..u64::BITS - (marks[0] | marks[1]).leading_zeros();
        Some(Value::Bits(
            bits.map(|at| match marks.map(|mark| mark >> at & 1) {
                [0, 0] => [0; 4],
                [1, 0] => *own,
                [0, _] => not(own),
                _ => [u64::MAX; 4],
            })
            .collect(),
        ))
    }
}

/// The one on these boards, the other on the rest.
fn either(lane: &Lane, yes: Value, no: Value) -> Option<Value> {
    if yes == no {
        return Some(yes);
    }
    let (yes, no) = (yes.bits()?, no.bits()?);
    let bit = |bits: &[Lane], at: usize| bits.get(at).copied().unwrap_or_default();
    let both = (0..yes.len().max(no.len())).map(|at| {
        let yes = zip(&bit(&yes, at), lane, |yes, lane| yes & lane);
        let no = zip(&bit(&no, at), lane, |no, lane| no & !lane);
        zip(&yes, &no, |yes, no| yes | no)
    });
    Some(Value::Bits(both.collect()))
}

fn operation(op: Op, one: Value, other: Value) -> Option<Value> {
    if let (Value::Known(x), Value::Known(y)) = (&one, &other) {
        return op.word(*x, *y).map(Value::Known);
    }
    match op {
        Op::Shl | Op::Shr => {
            let Value::Known(by) = other else { return None };
            let by = usize::try_from(by).ok()?;
            let bits = one.bits()?;
            return Some(Value::Bits(match op {
                Op::Shl if bits.len() + by > BITS => return None,
                Op::Shl => [vec![[0; 4]; by], bits].concat(),
                _ => bits.get(by..).unwrap_or_default().to_vec(),
            }));
        }
        Op::Eq | Op::Lt | Op::Le => {
            // A number below 0 is less than all bits.
            let below = |value: &Value| matches!(value, Value::Known(..0));
            if below(&one) || below(&other) {
                let holds = op != Op::Eq && below(&one);
                return Some(Value::Known(holds.into()));
            }
        }
        _ => {}
    }
    let (one, other) = (one.bits()?, other.bits()?);
    let length = one.len().max(other.len());
    let bit = |bits: &[Lane], at: usize| bits.get(at).copied().unwrap_or_default();
    let pairs = (0..length).map(|at| (bit(&one, at), bit(&other, at)));
    let each = |by: fn(u64, u64) -> u64| {
        let pairs = pairs.clone();
        Some(Value::Bits(
            pairs.map(|(one, other)| zip(&one, &other, by)).collect(),
        ))
    };
    match op {
        Op::And => {
            let length = one.len().min(other.len());
            let pairs = one.iter().zip(&other).take(length);
            let both = pairs.map(|(one, other)| zip(one, other, |one, other| one & other));
            Some(Value::Bits(both.collect()))
        }
        Op::Or => each(|one, other| one | other),
        Op::Xor => each(|one, other| one ^ other),
        Op::Add => {
            let mut carry = [0; 4];
            let mut sum: Vec<Lane> = Vec::with_capacity(length + 1);
            for (one, other) in pairs {
                let half = zip(&one, &other, |one, other| one ^ other);
                let both = zip(&one, &other, |one, other| one & other);
                let on = zip(&half, &carry, |half, carry| half & carry);
                sum.push(zip(&half, &carry, |half, carry| half ^ carry));
                carry = zip(&both, &on, |both, on| both | on);
            }
            if carry != [0; 4] {
                sum.push(carry);
            }
            (sum.len() <= BITS).then_some(Value::Bits(sum))
        }
        Op::Eq | Op::Lt | Op::Le => {
            // From the lowest bit on: the highest one that differs settles it.
            let (mut less, mut other_is) = ([0; 4], [0; 4]);
            for (one, other) in pairs {
                let differs = zip(&one, &other, |one, other| one ^ other);
                let kept = zip(&less, &differs, |less, differs| less & !differs);
                let news = zip(&differs, &other, |differs, other| differs & other);
                less = zip(&kept, &news, |kept, news| kept | news);
                other_is = zip(&other_is, &differs, |all, differs| all | differs);
            }
            let equal = not(&other_is);
            Some(Value::Bits(vec![match op {
                Op::Eq => equal,
                Op::Lt => less,
                _ => zip(&less, &equal, |less, equal| less | equal),
            }]))
        }
        _ => None,
    }
}
