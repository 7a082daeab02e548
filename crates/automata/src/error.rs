//! Errors and limits of constructions.
use crate::ArithmeticLaw;
use whowins_core::{Budget, Over};

/// Limits of every construction. If one is exceeded, the result is [`Error::TooLarge`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of states of one automaton, before minimization.
    pub max_states: usize,
    /// Maximum number of entries of one transition table (states times letters).
    pub max_transitions: usize,
    /// Maximum nesting depth of a formula.
    pub max_depth: usize,
    /// Maximum number of steps of one construction.
    pub max_steps: usize,
    /// Time limit and stop flag. They are checked at the start and once in about 260,000 steps.
    pub budget: Budget,
}

impl Error {
    /// Returns true if a limit was reached, so that higher limits may give an answer.
    pub fn is_budget(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Time | Self::Stopped)
    }
}

impl Limits {
    /// Restricts the limits to a budget: its deadline, and the size of automata that fit in its
    /// memory during a construction.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        // A transition takes 4 bytes in each of several automata, and as much again in the lookup
        // tables of states.
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
    /// Number of steps between two reads of the clock.
    const STEPS_PER_CHECK: usize = 1 << 18;

    pub(crate) fn new(limits: &'a Limits) -> Self {
        Steps {
            left: limits.max_steps,
            unseen: Self::STEPS_PER_CHECK,
            limits,
        }
    }

    /// Charges steps.
    pub(crate) fn take(&mut self, steps: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(steps).ok_or(Error::TooLarge {
            what: "steps",
            limit: self.limits.max_steps,
        })?;
        self.unseen += steps;
        if self.unseen >= Self::STEPS_PER_CHECK {
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

/// The reason why an automaton could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A construction exceeded its [`Limits`].
    #[error("the automaton needs more than {limit} {what}; raise the limit or split the formula")]
    TooLarge {
        /// "states", "transitions", "steps" or "levels of nesting".
        what: &'static str,
        /// The value of the limit.
        limit: usize,
    },
    /// The deadline of the budget has passed.
    #[error("the time ran out before the automaton was built")]
    Time,
    /// The budget was stopped.
    #[error("stopped before the automaton was built")]
    Stopped,
    /// Two automata read different tracks.
    #[error(
        "the automata read different tracks: digits {left:?} and {right:?}; rearrange one of them first"
    )]
    TracksDiffer {
        /// The number of digits of each track of the first automaton.
        left: Vec<u8>,
        /// The number of digits of each track of the second automaton.
        right: Vec<u8>,
    },
    /// A track number or a digit is out of range, or a table has the wrong shape.
    #[error("{0}")]
    Malformed(String),
    /// A formula calls an unknown automaton.
    #[error("no automaton is named \"{0}\"; define it before the formula")]
    UnknownName(String),
    /// A formula calls an automaton with the wrong number of arguments.
    #[error("\"{name}\" takes {expected} arguments and was given {given}")]
    WrongArity {
        /// The name of the automaton.
        name: String,
        /// Its number of tracks.
        expected: usize,
        /// The number of arguments in the formula.
        given: usize,
    },
    /// An automaton distinguishes a number from the same number with leading zeros.
    #[error(
        "\"{0}\" treats a number and the same number with leading zeros differently; let state 0 loop on zeros"
    )]
    LeadingZeros(String),
    /// The automata of a numeration system violate a law of arithmetic.
    #[error("the numeration system {system} fails a law of arithmetic: {law}")]
    NotArithmetic {
        /// The name of the system.
        system: String,
        /// The law.
        law: ArithmeticLaw,
    },
}
