//! What all workers tell each other at the end of a round.

/// What a worker tells all others at the end of a round.
#[derive(Clone, Copy, Default)]
pub struct Said {
    /// Letters to be worked off, and those for the next level.
    pub now: u64,
    pub later: u64,
    /// Whether there was something to do.
    pub busy: bool,
    /// Whether cells are too narrow.
    pub narrow: bool,
    /// Whether it is time for an epoch.
    pub due: bool,
    /// Whether it was asked to stop, and whether it failed.
    pub stop: bool,
    pub failed: bool,
    /// States counted, cells decided, letters sent and heard, bytes in memory.
    pub counted: u64,
    pub decided: u64,
    pub sent: u64,
    pub heard: u64,
    pub memory: u64,
}

impl Said {
    /// As numbers.
    pub fn numbers(self) -> [u64; 12] {
        [
            self.now,
            self.later,
            u64::from(self.busy),
            u64::from(self.narrow),
            u64::from(self.due),
            u64::from(self.stop),
            u64::from(self.failed),
            self.counted,
            self.decided,
            self.sent,
            self.heard,
            self.memory,
        ]
    }

    /// From numbers.
    pub fn of(numbers: &[u64]) -> Self {
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0);
        Self {
            now: at(0),
            later: at(1),
            busy: at(2) != 0,
            narrow: at(3) != 0,
            due: at(4) != 0,
            stop: at(5) != 0,
            failed: at(6) != 0,
            counted: at(7),
            decided: at(8),
            sent: at(9),
            heard: at(10),
            memory: at(11),
        }
    }
}

/// A number of all workers together.
pub fn sum(all: &[Said], of: impl Fn(&Said) -> u64) -> u64 {
    all.iter().map(of).sum()
}

/// The largest of all workers' numbers.
pub fn most(all: &[Said], of: impl Fn(&Said) -> u64) -> u64 {
    all.iter().map(of).max().unwrap_or(0)
}
