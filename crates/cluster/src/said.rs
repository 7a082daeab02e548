//! The state of a worker at the end of a round, which all workers exchange.

/// The state of a worker at the end of a round.
#[derive(Clone, Copy, Default)]
pub struct Said {
    /// Letters to be processed in this level, and in the next one.
    pub now: u64,
    pub later: u64,
    /// States counted, cells decided, letters sent.
    pub counted: u64,
    pub decided: u64,
    pub sent: u64,
    /// Whether there was work.
    pub busy: bool,
    /// Whether cells are too narrow.
    pub narrow: bool,
    /// Whether an epoch is due.
    pub due: bool,
    /// Whether the worker was asked to stop, and whether it failed.
    pub stop: bool,
    pub failed: bool,
}

impl Said {
    /// Returns the state as numbers.
    pub fn numbers(self) -> [u64; 10] {
        let flags = [self.busy, self.narrow, self.due, self.stop, self.failed];
        let [busy, narrow, due, stop, failed] = flags.map(u64::from);
        let [now, later, counted] = [self.now, self.later, self.counted];
        let [decided, sent] = [self.decided, self.sent];
        [
            now, later, counted, decided, sent, busy, narrow, due, stop, failed,
        ]
    }

    /// Reads the state from numbers; missing ones are 0.
    pub fn of(numbers: &[u64]) -> Self {
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0);
        Self {
            now: at(0),
            later: at(1),
            counted: at(2),
            decided: at(3),
            sent: at(4),
            busy: at(5) != 0,
            narrow: at(6) != 0,
            due: at(7) != 0,
            stop: at(8) != 0,
            failed: at(9) != 0,
        }
    }
}

/// Returns the sum of a number over all workers.
pub fn sum(all: &[Said], of: impl Fn(&Said) -> u64) -> u64 {
    all.iter().map(of).sum()
}
