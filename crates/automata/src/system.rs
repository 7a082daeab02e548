//! Numeration systems by name.
use crate::{Base, Dfa, Error, Limits, NumerationSystem, Ostrowski, Zeckendorf};
use dashu_int::UBig;

/// One of the numeration systems of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum System {
    /// Base k.
    Base(Base),
    /// Zeckendorf's system.
    Zeckendorf,
    /// Ostrowski's system of a quadratic irrational.
    Ostrowski(Ostrowski),
}

impl System {
    /// Returns the system with this [`NumerationSystem::name`]: "base 2", "Zeckendorf", "Ostrowski
    /// [0; 3, (2)]".
    ///
    /// Only the canonical spelling is accepted. "base 02" is invalid, and so is "Ostrowski [0; 2,
    /// (1)]", which is Zeckendorf's system.
    pub fn named(name: &str) -> Option<System> {
        let base = || {
            name.strip_prefix("base ")?
                .parse()
                .ok()
                .map(Base::new)?
                .ok()
        };
        let system = match name {
            "Zeckendorf" => System::Zeckendorf,
            _ => match base() {
                Some(base) => System::Base(base),
                None => Ostrowski::named(name)?.into(),
            },
        };
        (system.name() == name).then_some(system)
    }

    fn inner(&self) -> &dyn NumerationSystem {
        match self {
            System::Base(base) => base,
            System::Zeckendorf => &Zeckendorf,
            System::Ostrowski(ostrowski) => ostrowski,
        }
    }
}

impl From<Ostrowski> for System {
    fn from(system: Ostrowski) -> System {
        match (system.before(), system.period()) {
            ([2], [1]) => System::Zeckendorf,
            _ => System::Ostrowski(system),
        }
    }
}

impl NumerationSystem for System {
    fn name(&self) -> String {
        self.inner().name()
    }
    fn digits(&self) -> u8 {
        self.inner().digits()
    }
    fn place_value(&self, place: usize) -> UBig {
        self.inner().place_value(place)
    }
    fn block(&self) -> usize {
        self.inner().block()
    }
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.inner().representations(limits)
    }
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        self.inner().adder(limits)
    }
    fn represent(&self, number: &UBig) -> Vec<u8> {
        self.inner().represent(number)
    }
    fn value(&self, word: &[u8]) -> UBig {
        self.inner().value(word)
    }
}
