//! The numeration systems that a certificate may name.

use dashu_int::UBig;
use whowins_automata::{Base, Dfa, Error, Limits, NumerationSystem, Zeckendorf};

/// A system by its name in a certificate.
pub(crate) enum System {
    Base(Base),
    Zeckendorf,
}

/// The largest base of a certificate.
const LARGEST: u8 = 36;

impl System {
    /// «base 2» to «base 36», or «Zeckendorf».
    pub(crate) fn named(name: &str) -> Option<Self> {
        if name == "Zeckendorf" {
            return Some(Self::Zeckendorf);
        }
        let base: u8 = name.strip_prefix("base ")?.parse().ok()?;
        let system = Base::new(base).ok().filter(|_| base <= LARGEST)?;
        // One spelling only: «base 02» is none.
        (system.name() == name).then_some(Self::Base(system))
    }
}

impl NumerationSystem for System {
    fn name(&self) -> String {
        match self {
            Self::Base(base) => base.name(),
            Self::Zeckendorf => Zeckendorf.name(),
        }
    }

    fn digits(&self) -> u8 {
        match self {
            Self::Base(base) => base.digits(),
            Self::Zeckendorf => Zeckendorf.digits(),
        }
    }

    fn place_value(&self, place: usize) -> UBig {
        match self {
            Self::Base(base) => base.place_value(place),
            Self::Zeckendorf => Zeckendorf.place_value(place),
        }
    }

    fn representations(&self, limits: Limits) -> Result<Dfa, Error> {
        match self {
            Self::Base(base) => base.representations(limits),
            Self::Zeckendorf => Zeckendorf.representations(limits),
        }
    }

    fn adder(&self, limits: Limits) -> Result<Dfa, Error> {
        match self {
            Self::Base(base) => base.adder(limits),
            Self::Zeckendorf => Zeckendorf.adder(limits),
        }
    }

    fn represent(&self, number: &UBig) -> Vec<u8> {
        match self {
            Self::Base(base) => base.represent(number),
            Self::Zeckendorf => Zeckendorf.represent(number),
        }
    }
}
