//! Numeration systems as `proofs/Digits.v` has them.

use whowins_automata as automata;
use whowins_automata::NumerationSystem;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// Base k.
    Base(i64),
    /// 1, c + 1, ..., each c times the one before and the one before that: digits up to c, and 0 after c. Zeckendorf's for c = 1.
    Ostrowski(i64),
}

/// The largest base; the tables of a move grow with its square in every dimension.
const BASES: i64 = 64;

impl System {
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let system = automata::System::named(name).and_then(|system| match system {
            automata::System::Base(base) => Some(Self::Base(base.digits().into())),
            automata::System::Zeckendorf => Some(Self::Ostrowski(1)),
            automata::System::Ostrowski(fraction) => match (fraction.before(), fraction.period()) {
                ([first], [c]) if *first == c + 1 => Some(Self::Ostrowski((*c).into())),
                _ => None,
            },
        });
        system
            .filter(|system| system.largest_digit() < BASES)
            .ok_or_else(|| format!("the theory has no numeration system «{name}»"))
    }

    pub(super) fn largest_digit(self) -> i64 {
        match self {
            Self::Base(base) => base - 1,
            Self::Ostrowski(c) => c,
        }
    }

    /// Whether a digit may follow another.
    fn may_follow(self, before: i64, digit: i64) -> bool {
        self != Self::Ostrowski(before) || digit == 0
    }

    /// What is left of a linear form whose state is `(a, b)` after a digit adds `e`.
    pub(super) fn advance(self, (a, b): (i64, i64), e: i64) -> (i64, i64) {
        match self {
            Self::Base(base) => (base * a + e, 0),
            Self::Ostrowski(c) => (c * a + b + e, a + e),
        }
    }

    /// Whether a form whose digits add at most `size` is sure to end above `bound` (at least 0).
    pub(super) fn stays_above(self, (a, b): (i64, i64), size: i64, bound: i64) -> bool {
        match self {
            Self::Base(_) => a > size + bound,
            Self::Ostrowski(_) => a > 2 * size + bound && a + b > 3 * size + bound,
        }
    }

    /// The system as a term of the theory.
    pub(crate) fn term(self) -> String {
        match self {
            Self::Base(base) => format!("Base {base}"),
            Self::Ostrowski(1) => "Zeckendorf".into(),
            Self::Ostrowski(c) => format!("Ostrowski {c}"),
        }
    }
}

/// The letters: tuples of digits, numbered as the certificate numbers them; letter 0 is all zeros.
#[derive(Debug)]
pub(super) struct Letters {
    pub(super) system: System,
    pub(super) all: Vec<Vec<i64>>,
    /// By the letter before.
    pub(super) after: Vec<Vec<usize>>,
}

/// The most letters.
const LETTERS: usize = 1 << 8;

impl Letters {
    pub(super) fn new(system: System, dimension: usize) -> Result<Self, String> {
        let digits = system.largest_digit() + 1;
        let mut all = vec![Vec::new()];
        for _ in 0..dimension {
            all = all
                .iter()
                .flat_map(|letter: &Vec<i64>| {
                    (0..digits).map(move |digit| [letter.as_slice(), &[digit]].concat())
                })
                .collect();
            if all.len() > LETTERS {
                return Err(format!("more than {LETTERS} letters are too many for Coq"));
            }
        }
        let after = all
            .iter()
            .map(|before: &Vec<i64>| {
                let follows = |letter: &Vec<i64>| {
                    let mut pairs = before.iter().zip(letter);
                    pairs.all(|(b, d)| system.may_follow(*b, *d))
                };
                (0..all.len()).filter(|at| follows(&all[*at])).collect()
            })
            .collect();
        Ok(Self { system, all, after })
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}
