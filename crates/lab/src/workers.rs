//! The threads that solve: three lanes, so that what takes seconds never stands before what takes milliseconds.
//!
//! A job whose client has gone is told to stop by the flag of its [`Limits`], or never begun.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use whowins_analysis::Budget;
use whowins_engine::Limits;

use crate::limits;
use crate::refusal::Refusal;

/// How long a job is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Milliseconds.
    Light,
    /// A table near 0: a second or two.
    Table,
    /// Perhaps many seconds.
    Heavy,
}

struct Job {
    gone: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    came: Condvar,
    most: usize,
    over: AtomicBool,
}

/// The lanes.
pub struct Workers {
    light: Arc<Queue>,
    table: Arc<Queue>,
    heavy: Arc<Queue>,
    time: Duration,
    memory: u64,
}

/// Tells a job to stop once nobody waits for it.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Queue {
    fn start(threads: usize, most: usize, name: &str) -> std::io::Result<Arc<Self>> {
        let queue = Arc::new(Self {
            jobs: Mutex::new(VecDeque::new()),
            came: Condvar::new(),
            most,
            over: AtomicBool::new(false),
        });
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new()
                .name(name.into())
                // Deep rules and long rows recurse.
                .stack_size(limits::STACK)
                .spawn(move || queue.serve())?;
        }
        Ok(queue)
    }

    fn serve(&self) {
        loop {
            let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let job = loop {
                if self.over.load(Ordering::Relaxed) {
                    return;
                }
                match jobs.pop_front() {
                    Some(job) => break job,
                    None => jobs = self.came.wait(jobs).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(jobs);
            if !job.gone.load(Ordering::Relaxed) {
                (job.work)();
            }
        }
    }

    fn push(&self, job: Job) -> Result<(), Refusal> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() >= self.most {
            jobs.retain(|job| !job.gone.load(Ordering::Relaxed));
        }
        if jobs.len() >= self.most {
            return Err(Refusal::full());
        }
        jobs.push_back(job);
        self.came.notify_one();
        Ok(())
    }
}

impl Workers {
    /// Starts the threads; a heavy job may take this much time and memory.
    ///
    /// # Errors
    ///
    /// When no threads can be started.
    pub fn start(time: Duration, memory: u64) -> std::io::Result<Self> {
        let light = Queue::start(limits::LIGHT_THREADS, limits::LIGHT_QUEUE, "light")?;
        let table = Queue::start(limits::TABLE_THREADS, limits::HEAVY_QUEUE, "table")?;
        let heavy = Queue::start(limits::HEAVY_THREADS, limits::HEAVY_QUEUE, "heavy")?;
        Ok(Self {
            light,
            table,
            heavy,
            time,
            memory,
        })
    }

    /// Has a job done; it must keep to the limits it is given. Where the caller stops to wait, the job is told to stop.
    ///
    /// # Errors
    ///
    /// Where too many jobs wait, the job does not end in time, or panics; and what the job itself refuses.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        job: impl FnOnce(&Limits) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (queue, time, memory) = match lane {
            Lane::Light => (&self.light, limits::LIGHT_TIME, limits::LIGHT_MEMORY),
            Lane::Table => (&self.table, self.time, self.memory),
            Lane::Heavy => (&self.heavy, self.time, self.memory),
        };
        let waiting = Waiting(Arc::default());
        let (answer, answered) = oneshot::channel();
        let stop = Arc::clone(&waiting.0);
        let work = Box::new(move || {
            let limits = Limits {
                budget: Budget::new(None, stop).with_memory(memory),
                threads: limits::JOB_THREADS,
                ..Limits::default()
            };
            let limits = limits.with_time(time);
            let done = catch_unwind(AssertUnwindSafe(|| job(&limits)));
            let _ = answer.send(done.unwrap_or_else(|_| Err(Refusal::internal())));
        });
        let gone = Arc::clone(&waiting.0);
        queue.push(Job { gone, work })?;
        match tokio::time::timeout(time + limits::WAIT, answered).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => Err(Refusal::full()),
            Err(_) => Err(Refusal::time()),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for queue in [&self.light, &self.table, &self.heavy] {
            let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            queue.over.store(true, Ordering::Relaxed);
            jobs.clear();
            queue.came.notify_all();
        }
    }
}
