//! The threads that solve: three lanes, so that what takes seconds never stands before what takes milliseconds.
//!
//! A job whose client has gone is told to stop by the flag of its limits, or never begun.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use whowins_desk::limits::WAIT;
use whowins_desk::{Bounds, Lane, Lanes, Later, Refusal};

use crate::limits;

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
    bounds: Bounds,
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
    /// Starts the threads; a job that is not a light one may take this much time and memory.
    ///
    /// # Errors
    ///
    /// When no threads can be started.
    pub fn start(bounds: Bounds) -> std::io::Result<Self> {
        let light = Queue::start(limits::LIGHT_THREADS, limits::LIGHT_QUEUE, "light")?;
        let table = Queue::start(limits::TABLE_THREADS, limits::HEAVY_QUEUE, "table")?;
        let heavy = Queue::start(limits::HEAVY_THREADS, limits::HEAVY_QUEUE, "heavy")?;
        Ok(Self {
            light,
            table,
            heavy,
            bounds,
        })
    }

    fn queue(&self, lane: Lane) -> &Queue {
        match lane {
            Lane::Light => &self.light,
            Lane::Table => &self.table,
            Lane::Heavy => &self.heavy,
        }
    }
}

impl Lanes for Workers {
    fn run(&self, lane: Lane, job: whowins_desk::Job) -> Later<'_, Result<(), Refusal>> {
        Box::pin(async move {
            let waiting = Waiting(Arc::default());
            let (answer, answered) = oneshot::channel();
            let (stop, bounds) = (Arc::clone(&waiting.0), self.bounds);
            let work = Box::new(move || {
                let limits = bounds.limits(lane, stop);
                let done = catch_unwind(AssertUnwindSafe(|| job(&limits)));
                let _ = answer.send(done.unwrap_or_else(|_| Err(Refusal::internal())));
            });
            let gone = Arc::clone(&waiting.0);
            self.queue(lane).push(Job { gone, work })?;
            match tokio::time::timeout(self.bounds.time(lane) + WAIT, answered).await {
                Ok(Ok(done)) => done,
                Ok(Err(_)) => Err(Refusal::full()),
                Err(_) => Err(Refusal::time()),
            }
        })
    }

    fn wait(&self, time: Duration) -> Later<'static, ()> {
        Box::pin(async move { tokio::time::sleep(time).await })
    }

    fn width(&self, lane: Lane) -> usize {
        match lane {
            Lane::Light => limits::LIGHT_THREADS,
            Lane::Table => limits::TABLE_THREADS,
            Lane::Heavy => limits::HEAVY_THREADS,
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
