//! What can go wrong, and how large a construction may become.
use crate::ArithmeticLaw;
use std::time::Instant;

/// Bounds on every construction; what would pass them is an [`Error::TooLarge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most states of one automaton, before it is minimised.
    pub max_states: usize,
    /// Most entries of one transition table (states times letters).
    pub max_transitions: usize,
    /// Deepest nesting of a formula.
    pub max_depth: usize,
    /// Most steps of one construction.
    pub max_steps: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// The same with automata no larger than what so many bytes hold while one is built from others.
    #[must_use]
    pub fn within(self, bytes: u64) -> Self {
        // A transition takes 4 bytes in each of some automata, and as much again in what finds a state's place.
        let transitions = usize::try_from(bytes / 64).unwrap_or(usize::MAX);
        Self {
            max_transitions: self.max_transitions.min(transitions),
            ..self
        }
    }
}

/// Counts the steps of one construction.
pub(crate) struct Steps {
    left: usize,
    unseen: usize,
    limits: Limits,
}

impl Steps {
    /// Between two looks at the clock.
    const LOOK: usize = 1 << 18;

    pub(crate) fn new(limits: Limits) -> Self {
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
            if self
                .limits
                .deadline
                .is_some_and(|end| Instant::now() >= end)
            {
                return Err(Error::Time);
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
            max_steps: 1 << 32,
            deadline: None,
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
    /// The deadline of the [`Limits`] passed.
    #[error("the time ran out before the automaton was built")]
    Time,
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
