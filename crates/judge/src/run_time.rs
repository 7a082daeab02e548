//! Measures the time of a program, independent of the load of the machine.

use std::time::{Duration, Instant};

use crate::tree;

/// If two measurements are further apart, nothing is assumed about the time between them.
const MAX_GAP: Duration = Duration::from_millis(20);

/// The time of a program, counted from its start.
///
/// Wall-clock time would charge the program for waiting for a free processor. Processor time alone
/// would never end a program that sleeps. The time is therefore the processor time plus the time in
/// which every process of the program slept. A process that waits for a processor or a disk doesn't
/// sleep.
#[derive(Debug)]
pub(crate) struct RunTime {
    /// Processor time of the container before the start of the program, which doesn't count.
    container: Duration,
    /// Processor time of all processes.
    pub(crate) processor: Duration,
    /// Time in which all processes slept.
    pub(crate) slept: Duration,
    /// The time of the last measurement, and true if all processes slept then.
    last: Option<(Instant, bool)>,
}

/// Resource usage of all processes of a program at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Memory in bytes.
    pub(crate) memory: u64,
    /// Number of threads, including the container.
    pub(crate) threads: u64,
}

impl RunTime {
    /// Starts to count. `container` is the processor time that the container used before the start.
    pub(crate) fn new(container: Duration) -> Self {
        Self {
            container,
            processor: Duration::ZERO,
            slept: Duration::ZERO,
            last: None,
        }
    }

    /// Measures the processes below the container. Sleep counts if `is_turn` is true.
    pub(crate) fn look(&mut self, container: u32, is_turn: bool) -> Usage {
        let mut usage = Usage::default();
        let mut processor = Duration::ZERO;
        let (mut active, mut alive) = (false, 0);
        for process in tree::below(container) {
            let own = tree::size(process);
            usage.memory += own.memory;
            usage.threads += own.threads;
            processor += own.time;
            active |= own.is_active;
            alive += u32::from(own.is_alive);
        }
        // If the inner process of the container is alone or gone, the program has ended.
        active |= !is_turn || alive < 2;
        let now = Instant::now();
        if let Some((last, false)) = self.last
            && !active
        {
            self.slept += now.saturating_duration_since(last).min(MAX_GAP);
        }
        self.last = Some((now, active));
        self.used(processor.saturating_sub(self.container));
        usage
    }

    /// Records a lower bound of the processor time. Ended processes aren't always counted.
    pub(crate) fn used(&mut self, processor: Duration) {
        self.processor = self.processor.max(processor);
    }

    /// Returns processor time plus sleep.
    pub(crate) fn took(&self) -> Duration {
        self.processor + self.slept
    }
}
