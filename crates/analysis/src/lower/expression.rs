//! Numbers and conditions.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::Lowering;
use crate::expression::{Affine, Cond, Expr as Number, Relation};

impl Lowering {
    /// A number over the slots; so many variables are bound.
    pub(super) fn number(&mut self, number: &Number) -> Expr {
        match number {
            Number::Const(value) => Expr::num(*value),
            Number::Slot(slot) => self.slots[*slot].clone(),
            Number::Bit(bits, index) => {
                let values = bits.iter().map(|bit| IBig::from(u8::from(*bit))).collect();
                let bits = self.constant("bits", values);
                let index = self.number(index);
                Expr::get(bits, Expr::bin(Op::Sub, index, Expr::num(1)))
            }
            Number::Binary(operation, a, b) => {
                Expr::bin(*operation, self.number(a), self.number(b))
            }
        }
    }

    /// A linear form over the slots.
    pub(super) fn form(&self, form: &Affine) -> Expr {
        let terms = form.coefficients.iter().zip(&self.slots);
        let terms = terms.filter(|(coefficient, _)| **coefficient != 0);
        terms.fold(Expr::num(form.constant), |sum, (coefficient, slot)| {
            let product = Expr::bin(Op::Mul, Expr::num(*coefficient), slot.clone());
            Expr::bin(Op::Add, sum, product)
        })
    }

    /// A condition on the slots; `bound` variables are bound where it stands.
    pub(super) fn condition(&mut self, condition: &Cond, bound: usize) -> Expr {
        match condition {
            Cond::Const(holds) => Expr::num(u8::from(*holds)),
            Cond::Compare(relation, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                match relation {
                    Relation::Less => Expr::bin(Op::Lt, a, b),
                    Relation::AtMost => Expr::bin(Op::Le, a, b),
                    Relation::Equal => Expr::bin(Op::Eq, a, b),
                    Relation::Unequal => !Expr::bin(Op::Eq, a, b),
                    Relation::AtLeast => Expr::bin(Op::Le, b, a),
                    Relation::More => Expr::bin(Op::Lt, b, a),
                }
            }
            Cond::And(all) => {
                let all = all.iter().map(|one| self.condition(one, bound));
                balanced(all.collect(), Expr::and).unwrap_or_else(|| Expr::num(1))
            }
            Cond::Or(any) => {
                let any = any.iter().map(|one| self.condition(one, bound));
                balanced(any.collect(), Expr::or).unwrap_or_else(|| Expr::num(0))
            }
            Cond::Not(one) => !self.condition(one, bound),
            Cond::Marked(slot, marks) => {
                let values = marks.iter().map(|mark| IBig::from(u8::from(*mark)));
                let marks: Array = self.constant("marks", values.collect());
                Expr::get(marks, self.slots[*slot].clone())
            }
            Cond::Has(stencils) => {
                let Some(layout) = self.board.clone() else {
                    return Expr::num(0);
                };
                let some = stencils.iter().map(|stencil| layout.occurs(stencil, bound));
                balanced(some.collect(), Expr::or).unwrap_or_else(|| Expr::num(0))
            }
        }
    }
}

/// Many put together by twos, so that none lies deep.
pub(super) fn balanced<T>(mut all: Vec<T>, both: impl Fn(T, T) -> T + Copy) -> Option<T> {
    match all.len() {
        0 | 1 => all.pop(),
        length => {
            let rest = all.split_off(length / 2);
            Some(both(balanced(all, both)?, balanced(rest, both)?))
        }
    }
}
