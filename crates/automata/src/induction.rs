//! Proves that the automata of a numeration system implement the arithmetic of natural numbers.
//!
//! In the lexicographic order of words of one length, each word has finitely many predecessors. If
//! the order has a least element and each element has a successor, it is the order of the natural
//! numbers. The recursion x + 0 = x, x + (y + 1) = (x + y) + 1 then determines addition (R.
//! Dedekind, 1888). Each law is one emptiness check.
use crate::{Error, Formula, NumerationSystem, Theory, constant, var};
use std::fmt;

/// A law that [`Theory::new`] proves for the automata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticLaw {
    /// The order is transitive, and any two different numbers are comparable in exactly one
    /// direction.
    TotalOrder,
    /// The word of zeros is valid and less than every other word.
    LeastZero,
    /// Each number has a successor.
    Successor,
    /// The representation of 1 is the successor of zero.
    One,
    /// The representation of a constant is the sum of its halves. This is checked when a formula
    /// uses the constant.
    Constant,
    /// A sum has at most one value.
    Functional,
    /// A sum has a value.
    Total,
    /// x + 0 = x.
    PlusZero,
    /// x + (y + 1) = (x + y) + 1.
    PlusSuccessor,
}

impl fmt::Display for ArithmeticLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArithmeticLaw::TotalOrder => "the order is total and transitive",
            ArithmeticLaw::LeastZero => "zero is the least number",
            ArithmeticLaw::Successor => "each number has a next one",
            ArithmeticLaw::One => "one is next to zero",
            ArithmeticLaw::Constant => "a constant is the sum of its halves",
            ArithmeticLaw::Functional => "a sum has at most one value",
            ArithmeticLaw::Total => "a sum has a value",
            ArithmeticLaw::PlusZero => "x + 0 = x",
            ArithmeticLaw::PlusSuccessor => "x + (y + 1) = (x + y) + 1",
        })
    }
}

/// Returns the formula that `b` is the successor of `a`, by the order alone.
fn next(a: &str, b: &str) -> Formula {
    let between = var(a).less(var("between")).and(var("between").less(var(b)));
    var(a).less(var(b)).and(between.exists("between").negate())
}

fn sum(a: &str, b: &str, c: &str) -> Formula {
    var(a).plus(var(b)).equals(var(c))
}

/// Proves the laws in order. Returns the first that fails as an error.
pub(crate) fn prove<N: NumerationSystem>(theory: &Theory<N>) -> Result<(), Error> {
    let less = |a: &str, b: &str| var(a).less(var(b));
    let equal = |a: &str, b: &str| var(a).equals(var(b));
    let one_of = less("x", "y").or(less("y", "x")).or(equal("x", "y"));
    let at_most_one = less("x", "y")
        .and(less("y", "x"))
        .or(less("x", "y").and(equal("x", "y")))
        .negate();
    let transitive = less("x", "y").and(less("y", "z")).implies(less("x", "z"));
    let zero = || constant(0u8);
    let laws = [
        (
            ArithmeticLaw::TotalOrder,
            one_of.and(at_most_one).and(transitive),
        ),
        (
            ArithmeticLaw::LeastZero,
            var("x")
                .equals(zero())
                .or(zero().less(var("x")))
                .and(zero().equals(zero())),
        ),
        (ArithmeticLaw::Successor, next("x", "y").exists("y")),
        (
            ArithmeticLaw::One,
            var("x")
                .equals(zero())
                .and(next("x", "y"))
                .implies(var("y").equals(constant(1u8))),
        ),
        (
            ArithmeticLaw::Functional,
            sum("x", "y", "z")
                .and(sum("x", "y", "w"))
                .implies(equal("z", "w")),
        ),
        (ArithmeticLaw::Total, sum("x", "y", "z").exists("z")),
        (
            ArithmeticLaw::PlusZero,
            var("x").plus(zero()).equals(var("x")),
        ),
        (
            ArithmeticLaw::PlusSuccessor,
            // The successor is unique by the order, so few tracks at a time suffice.
            sum("x", "y", "z")
                .and(next("z", "w"))
                .exists("z")
                .implies(next("y", "v").and(sum("x", "v", "w")).exists("v")),
        ),
    ];
    for (law, formula) in laws {
        if !theory.holds(&formula)? {
            return Err(Error::NotArithmetic {
                system: theory.system().name(),
                law,
            });
        }
    }
    Ok(())
}
