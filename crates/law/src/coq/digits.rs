//! Numeration systems as `proofs/Digits.v` has them.

use whowins_automata as automata;
use whowins_automata::NumerationSystem;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// Base k.
    Base(i64),
    /// 1, c + 1, ..., each c times the one before and the one before that: digits up to c, and 0
    /// after c. Zeckendorf's for c = 1.
    Ostrowski(i64),
}

/// The largest base.
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
            .ok_or_else(|| format!("the theory has no numeration system `{name}`"))
    }

    fn largest_digit(self) -> i64 {
        match self {
            Self::Base(base) => base - 1,
            Self::Ostrowski(c) => c,
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
