//! What can go wrong, and how large a construction may become.
use crate::ArithmeticLaw;
use whowins_core::{Budget, Over};

/// Bounds on every construction; what would pass them is an [`Error::TooLarge`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most states of one automaton, before it is minimised.
    pub max_states: usize,
    /// Most entries of one transition table (states times letters).
    pub max_transitions: usize,
    /// Deepest nesting of a formula.
    pub max_depth: usize,
    /// Most steps of one construction.
    pub max_steps: usize,
    /// Time and stop flag of the work that it is part of; looked at once in some 260,000 steps, and
    /// at each beginning.
    pub budget: Budget,
}

impl Error {
    /// Whether a limit was met, so that more room or time may bring an answer.
    pub fn is_budget(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Time | Self::Stopped)
    }
}

impl Limits {
    /// The same as part of work under this budget: over when it is, with automata no larger than
    /// what its bytes hold while one is built from others.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        // A transition takes 4 bytes in each of some automata, and as much again in what finds a
        // state's place.
        let transitions = usize::try_from(budget.memory / 64).unwrap_or(usize::MAX);
        Self {
            max_transitions: self.max_transitions.min(transitions),
            budget: budget.clone(),
            ..self
        }
    }
}

/// Counts the steps of one construction.
pub(crate) struct Steps<'a> {
    left: usize,
    unseen: usize,
    limits: &'a Limits,
}

impl<'a> Steps<'a> {
    /// Between two looks at the clock.
    const LOOK: usize = 1 << 18;

    pub(crate) fn new(limits: &'a Limits) -> Self {
        Steps {
            left: limits.max_steps,
            unseen: Self::LOOK,
            limits,
        }
    }

    /// Takes some off.
    pub(crate) fn take(&mut self, steps: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(steps).ok_or(Error::TooLarge {
            what: "steps",
            limit: self.limits.max_steps,
        })?;
        self.unseen += steps;
        if self.unseen >= Self::LOOK {
            self.unseen = 0;
            match self.limits.budget.over() {
                None => {}
                Some(Over::Time) => return Err(Error::Time),
                Some(Over::Stopped) => return Err(Error::Stopped),
            }
        }
        Ok(())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_states: 1 << 18,
            max_transitions: 1 << 23,
            max_depth: 200,
            max_steps: u32::MAX as usize,
            budget: Budget::OPEN,
        }
    }
}

/// Why an automaton could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A construction passed its [`Limits`].
    #[error("the automaton needs more than {limit} {what}; raise the limit or split the formula")]
    TooLarge {
        /// "states", "transitions", "steps" or "levels of nesting".
        what: &'static str,
        /// The limit that was passed.
        limit: usize,
    },
    /// The deadline of the [`Limits`]' budget passed.
    #[error("the time ran out before the automaton was built")]
    Time,
    /// The [`Limits`]' budget was told to stop.
    #[error("stopped before the automaton was built")]
    Stopped,
    /// Two automata read different tracks.
    #[error(
        "the automata read different tracks: digits {left:?} and {right:?}; rearrange one of them first"
    )]
    TracksDiffer {
        /// Digits of each track of the first.
        left: Vec<u8>,
        /// Digits of each track of the second.
        right: Vec<u8>,
    },
    /// A track number or a digit is out of range, or a table has the wrong shape.
    #[error("{0}")]
    Malformed(String),
    /// A named automaton was called that was never defined.
    #[error("no automaton is named \"{0}\"; define it before the formula")]
    UnknownName(String),
    /// A named automaton was called with the wrong number of arguments.
    #[error("\"{name}\" takes {expected} arguments and was given {given}")]
    WrongArity {
        /// The automaton.
        name: String,
        /// Its tracks.
        expected: usize,
        /// Arguments in the formula.
        given: usize,
    },
    /// An automaton tells a number from the same number with leading zeros.
    #[error(
        "\"{0}\" treats a number and the same number with leading zeros differently; let state 0 loop on zeros"
    )]
    LeadingZeros(String),
    /// A numeration system's automata fail a law of arithmetic.
    #[error("the numeration system {system} fails a law of arithmetic: {law}")]
    NotArithmetic {
        /// The system's name.
        system: String,
        /// The law that fails.
        law: ArithmeticLaw,
    },
}
