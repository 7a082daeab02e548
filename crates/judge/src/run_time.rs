//! How long a program has run, however busy the machine is.

use std::time::{Duration, Instant};

use crate::tree;

/// Two looks that are further apart say nothing about the time between them.
const LONGEST: Duration = Duration::from_millis(20);

/// The time of a program, counted from its start.
///
/// The clock alone would blame the program for the time in which it waits for a free processor, and
/// processor time alone would never end a program that sleeps. So this is processor time and the
/// time in which every process of the program slept. A process that waits for a processor or a disk
/// doesn't sleep.
#[derive(Debug)]
pub(crate) struct RunTime {
    /// Processor time of the container up to the start of the program, which doesn't count.
    container: Duration,
    /// Processor time, all processes together.
    pub(crate) processor: Duration,
    /// Time in which all processes slept.
    pub(crate) slept: Duration,
    /// The last look, and whether all processes slept then.
    last: Option<(Instant, bool)>,
}

/// What all processes of a program take at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Bytes in memory.
    pub(crate) memory: u64,
    /// Threads, that of the container included.
    pub(crate) threads: u64,
}

impl RunTime {
    /// Begins to count; `container` is the processor time that the container used to start the
    /// program.
    pub(crate) fn new(container: Duration) -> Self {
        Self {
            container,
            processor: Duration::ZERO,
            slept: Duration::ZERO,
            last: None,
        }
    }

    /// Looks at the processes below the container; `is_turn` is whether sleep counts.
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
        // When the inner process of the container is alone or gone, the program has ended.
        active |= !is_turn || alive < 2;
        let now = Instant::now();
        if let Some((last, false)) = self.last
            && !active
        {
            self.slept += now.saturating_duration_since(last).min(LONGEST);
        }
        self.last = Some((now, active));
        self.used(processor.saturating_sub(self.container));
        usage
    }

    /// Notes how much processor time the program has used at least: what has ended is not always
    /// counted.
    pub(crate) fn used(&mut self, processor: Duration) {
        self.processor = self.processor.max(processor);
    }

    /// Processor time and sleep.
    pub(crate) fn took(&self) -> Duration {
        self.processor + self.slept
    }
}
