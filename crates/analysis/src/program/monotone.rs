//! Whether an expression only rises, or only falls, as cells go from one player's hands into the
//! other's.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

/// Ways in which a value may change with the cells, as a set: it rises, or it falls, as the first
/// player's cells grow and the second's shrink. What does neither hangs on no cell, and has both.
type Ways = u8;
const RISES: Ways = 1;
const FALLS: Ways = 2;
const BOTH: Ways = RISES | FALLS;

/// The same ways for the negative.
const fn turned(ways: Ways) -> Ways {
    (ways & RISES) << 1 | (ways & FALLS) >> 1
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// As a set of bits, of a two's complement without end: whether bits are only added, or only
    /// taken away.
    bits: Ways,
    /// As a number.
    size: Ways,
    /// Whether it is 0 or 1.
    is_flag: bool,
    /// The number itself, where it is one.
    pub number: Option<IBig>,
}

impl Known {
    const NOTHING: Self = Self {
        bits: 0,
        size: 0,
        is_flag: false,
        number: None,
    };

    fn number(number: IBig) -> Self {
        Self {
            bits: BOTH,
            size: BOTH,
            is_flag: number == IBig::ZERO || number == IBig::ONE,
            number: Some(number),
        }
    }

    /// A value that no cell changes.
    const FIXED: Self = Self {
        bits: BOTH,
        size: BOTH,
        is_flag: false,
        number: None,
    };

    /// 0 or 1.
    const fn flag(ways: Ways) -> Self {
        Self {
            bits: ways,
            size: ways,
            is_flag: true,
            number: None,
        }
    }

    const fn of_bits(bits: Ways) -> Self {
        Self {
            bits,
            size: if bits == BOTH { BOTH } else { 0 },
            is_flag: false,
            number: None,
        }
    }

    const fn of_size(size: Ways) -> Self {
        Self {
            bits: if size == BOTH { BOTH } else { 0 },
            size,
            is_flag: false,
            number: None,
        }
    }

    /// Whether it hangs on no cell.
    const fn is_fixed(&self) -> bool {
        self.bits == BOTH && self.size == BOTH
    }

    /// Whether it goes from 0 to something else, and never back, as this player's cells grow and
    /// the other's shrink. What is always 0, or never, does so too.
    pub(super) const fn turns_true_for(&self, player: usize) -> bool {
        self.bits & (if player == 0 { RISES } else { FALLS }) > 0
    }

    /// What holds of both.
    fn or(self, other: &Self) -> Self {
        Self {
            bits: self.bits & other.bits,
            size: self.size & other.size,
            is_flag: self.is_flag && other.is_flag,
            number: self.number.filter(|one| Some(one) == other.number.as_ref()),
        }
    }
}

/// Reads expressions of one game, with a player to move.
pub(super) struct Reading<'a> {
    /// Whose turn it is.
    pub turn: usize,
    /// What a cell's element is in a part: [`Cell`].
    pub cells: &'a dyn Fn(usize) -> Option<Cell<'a>>,
    /// What is known of the variables, from the outermost.
    pub variables: Vec<Known>,
}

/// How a part holds what players own.
#[derive(Clone, Copy)]
pub(super) enum Cell<'a> {
    /// Each element is the first player's, or the second's, where it has these values.
    Marked([&'a IBig; 2]),
    /// Each is this player's where it is 1, and else 0.
    Owned(usize),
}

impl Reading<'_> {
    /// What is known of an expression's value. `O(its length)`, times the few steps in which a
    /// fold's accumulator settles.
    pub(super) fn known(&mut self, expr: &Expr) -> Known {
        match expr {
            Expr::Num(number) => Known::number(number.clone()),
            Expr::Var(level) => self
                .variables
                .get(*level)
                .cloned()
                .unwrap_or(Known::NOTHING),
            Expr::Len(_) => Known::FIXED,
            one if *one == Expr::part(0) => Known::number(self.turn.into()),
            Expr::Get(array, index, default) => self.element(*array, index, default),
            Expr::Bin(op, x, y) => self.operation(*op, x, y),
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no),
            Expr::Fold(lo, hi, init, body) => self.fold(lo, hi, init, body),
        }
    }

    fn element(&mut self, array: Array, index: &Expr, default: &IBig) -> Known {
        if !self.known(index).is_fixed() {
            return Known::NOTHING;
        }
        let Array::Part(part) = array else {
            return Known::FIXED;
        };
        match (self.cells)(part) {
            None if part > 0 => Known::FIXED,
            Some(Cell::Owned(player)) if *default == IBig::ZERO => Known::flag(1 << player),
            _ => Known::NOTHING,
        }
    }

    /// Whether a cell is one player's: `(= (get cells i) mark)`.
    fn is_owned(&mut self, x: &Expr, mark: &Known) -> Option<Known> {
        let (Expr::Get(Array::Part(part), index, _), Some(mark)) = (x, &mark.number) else {
            return None;
        };
        let Some(Cell::Marked(marks)) = (self.cells)(*part) else {
            return None;
        };
        let player = marks.into_iter().position(|one| one == mark)?;
        self.known(index)
            .is_fixed()
            .then_some(Known::flag(1 << player))
    }

    fn operation(&mut self, op: Op, left: &Expr, right: &Expr) -> Known {
        let (x, y) = (self.known(left), self.known(right));
        if let (Some(x), Some(y)) = (&x.number, &y.number)
            && !matches!(op, Op::Shl | Op::Mul)
        {
            return Known::number(op.exact(x.clone(), y.clone()));
        }
        let flags = x.is_flag && y.is_flag;
        let is = |known: &Known, number: u8| known.number == Some(number.into());
        let power = |known: &Known| {
            let number = known.number.as_ref()?;
            let is_one = Op::And.exact(number.clone(), number - IBig::ONE) == IBig::ZERO;
            (*number > IBig::ZERO && is_one).then_some(())
        };
        let found = match op {
            Op::And | Op::Or if flags => Known::flag(x.bits & y.bits),
            Op::And if is(&x, 1) => Known::flag(y.bits),
            Op::And if is(&y, 1) => Known::flag(x.bits),
            Op::And | Op::Or => Known::of_bits(x.bits & y.bits),
            Op::Shl | Op::Shr if y.is_fixed() => Known::of_bits(x.bits),
            // The lowest bits.
            Op::Mod if is(&y, 2) => Known::flag(x.bits),
            Op::Mod if power(&y).is_some() => Known::of_bits(x.bits),
            Op::Min | Op::Max if flags => Known::flag(x.size & y.size),
            Op::Add | Op::Min | Op::Max => Known::of_size(x.size & y.size),
            Op::Sub => Known::of_size(x.size & turned(y.size)),
            Op::Lt | Op::Le => Known::flag(turned(x.size) & y.size),
            Op::Eq if is(&y, 0) && x.bits > 0 => Known::flag(turned(x.bits)),
            Op::Eq if is(&x, 0) && y.bits > 0 => Known::flag(turned(y.bits)),
            Op::Eq if is(&y, 1) && x.is_flag => Known::flag(x.bits),
            Op::Eq => {
                let owned = self.is_owned(left, &y);
                let owned = owned.or_else(|| self.is_owned(right, &x));
                owned.unwrap_or(Known {
                    is_flag: true,
                    ..Known::NOTHING
                })
            }
            _ => Known::NOTHING,
        };
        match x.is_fixed() && y.is_fixed() {
            true => Known {
                is_flag: found.is_flag,
                ..Known::FIXED
            },
            false => found,
        }
    }

    fn either(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Known {
        let when = self.known(condition);
        match &when.number {
            Some(number) if *number == IBig::ZERO => return self.known(no),
            Some(_) => return self.known(yes),
            None => {}
        }
        let y = self.where_it_is(condition, when.is_flag.then_some(1), yes);
        let n = self.where_it_is(condition, Some(0), no);
        let joined = y.clone().or(&n);
        if when.is_fixed() {
            return joined;
        }
        // Whether one is never less than the other: then the condition may go towards it.
        let least = |less: &Known, more: &Known, less_as: &Expr, more_as: &Expr| {
            let zero = less.number == Some(IBig::ZERO);
            let flags = less.is_flag && more.number == Some(IBig::ONE);
            let same = less_as == more_as;
            let more_bits = joins(more_as, less_as, Op::Or);
            let more_size = joins(more_as, less_as, Op::Max) || adds(more_as, less_as);
            [
                zero || flags || same || more_bits,
                zero && more.is_flag || flags || same || more_size,
            ]
        };
        let (up, down) = (least(&n, &y, no, yes), least(&y, &n, yes, no));
        let ways = |order: usize, both: Ways| {
            let mut ways = 0;
            if up[order] {
                ways |= when.bits;
            }
            if down[order] {
                ways |= turned(when.bits);
            }
            ways & both
        };
        Known {
            bits: ways(0, joined.bits),
            size: ways(1, joined.size),
            ..joined
        }
    }

    /// What is known of an expression where a condition is this number: if the condition is a
    /// variable, that counts for the variable.
    fn where_it_is(&mut self, condition: &Expr, number: Option<u8>, expr: &Expr) -> Known {
        let number = number.map(|number| Known::number(number.into()));
        let (Expr::Var(level), Some(number)) = (condition, number) else {
            return self.known(expr);
        };
        let Some(variable) = self.variables.get_mut(*level) else {
            return self.known(expr);
        };
        let before = std::mem::replace(variable, number);
        let known = self.known(expr);
        self.variables[*level] = before;
        known
    }

    fn fold(&mut self, lo: &Expr, hi: &Expr, init: &Expr, body: &Expr) -> Known {
        let (lo, hi, init) = (self.known(lo), self.known(hi), self.known(init));
        if !lo.is_fixed() || !hi.is_fixed() {
            return Known::NOTHING;
        }
        let level = self.variables.len();
        self.variables.push(Known::FIXED);
        let bounds = lo.number.as_ref().zip(hi.number.as_ref());
        let once = bounds.is_some_and(|(lo, hi)| hi - lo == IBig::ONE);
        let from_zero = lo.number.is_some_and(|lo| lo >= IBig::ZERO);
        let mut known = init;
        if let Some(bit) = bit_of(body, level)
            && known.number == Some(IBig::ZERO)
            && from_zero
        {
            // Each step adds a bit of its own.
            self.variables.push(Known::NOTHING);
            let bit = self.known(bit);
            known = match bit.is_flag {
                true => Known::of_bits(bit.bits),
                false => Known::NOTHING,
            };
        } else {
            loop {
                self.variables.truncate(level + 1);
                self.variables.push(known.clone());
                let next = self.known(body);
                if once {
                    known = next;
                    break;
                }
                let joined = known.clone().or(&next);
                if joined == known {
                    break;
                }
                known = joined;
            }
        }
        self.variables.truncate(level);
        known
    }
}

/// Whether an expression is another, joined with anything by this operation.
fn joins(joined: &Expr, one: &Expr, by: Op) -> bool {
    matches!(joined, Expr::Bin(op, x, y) if *op == by && (**x == *one || **y == *one))
}

/// Whether an expression is another and a number of at least 0.
fn adds(sum: &Expr, one: &Expr) -> bool {
    let is_more =
        |x: &Expr, y: &Expr| *x == *one && matches!(y, Expr::Num(number) if *number >= IBig::ZERO);
    matches!(sum, Expr::Bin(Op::Add, x, y) if is_more(x, y) || is_more(y, x))
}

/// The flag that a fold's body adds at the place of its variable: `(+ acc (<< flag v))`.
fn bit_of(body: &Expr, level: usize) -> Option<&Expr> {
    let Expr::Bin(Op::Add, x, y) = body else {
        return None;
    };
    let added = match (&**x, &**y) {
        (Expr::Var(acc), added) | (added, Expr::Var(acc)) if *acc == level + 1 => added,
        _ => return None,
    };
    match added {
        Expr::Bin(Op::Shl, flag, shift) => (**shift == Expr::Var(level)).then_some(flag),
        _ => None,
    }
}
