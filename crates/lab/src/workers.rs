//! The threads that solve: four lanes, so that what takes seconds never stands before what takes
//! milliseconds.
//!
//! A job whose client has gone is told to stop by the flag of its limits, or never begun. In each
//! lane clients have fair shares (`shares`); whose job it is, the task says that asks ([`CLIENT`]):
//! of what several wait for, whoever came first.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use whowins_desk::limits::WAIT;
use whowins_desk::{Bounds, Lane, Lanes, Later, Refusal};

use crate::limits;
use crate::shares::{Client, Shares};

tokio::task_local! {
    /// For whom this task asks.
    pub static CLIENT: Client;
}

struct Job {
    gone: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

struct Queue {
    jobs: Mutex<Shares<Job>>,
    came: Condvar,
    threads: usize,
    over: AtomicBool,
}

/// The lanes.
pub struct Workers {
    light: Arc<Queue>,
    table: Arc<Queue>,
    heavy: Arc<Queue>,
    search: Arc<Queue>,
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
    /// With so many threads, of which one client has at most `each`; at most `most` jobs wait.
    fn start(threads: usize, each: usize, most: usize, name: &str) -> std::io::Result<Arc<Self>> {
        let queue = Arc::new(Self {
            jobs: Mutex::new(Shares::new(most, each)),
            came: Condvar::new(),
            threads,
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
            let mut jobs = self.lock();
            let (client, job) = loop {
                if self.over.load(Ordering::Relaxed) {
                    return;
                }
                match jobs.pop() {
                    Some(next) => break next,
                    None => jobs = self.came.wait(jobs).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(jobs);
            if !job.gone.load(Ordering::Relaxed) {
                (job.work)();
            }
            self.lock().ended(client);
            // It may be this client's next job that nobody was to begin.
            self.came.notify_one();
        }
    }

    fn push(&self, client: Client, job: Job) -> Result<(), Refusal> {
        let mut jobs = self.lock();
        if jobs.is_full() {
            jobs.retain(|job| !job.gone.load(Ordering::Relaxed));
        }
        jobs.push(client, job).map_err(|_| Refusal::full())?;
        self.came.notify_one();
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Shares<Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Workers {
    /// Starts the threads; a job that is not a light one may take this much time and memory.
    ///
    /// # Errors
    ///
    /// When no threads can be started.
    pub fn start(bounds: Bounds) -> std::io::Result<Self> {
        let (light, heavy) = (limits::LIGHT_THREADS, limits::HEAVY_QUEUE);
        let light = Queue::start(light, light, limits::LIGHT_QUEUE, "light")?;
        let table = Queue::start(limits::TABLE_THREADS, 1, heavy, "table")?;
        let search = Queue::start(limits::SEARCH_THREADS, 1, heavy, "search")?;
        let heavy = Queue::start(limits::HEAVY_THREADS, 1, heavy, "heavy")?;
        Ok(Self {
            light,
            table,
            heavy,
            search,
            bounds,
        })
    }

    fn queue(&self, lane: Lane) -> &Queue {
        match lane {
            Lane::Light => &self.light,
            Lane::Table => &self.table,
            Lane::Heavy => &self.heavy,
            Lane::Search => &self.search,
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
            let client = CLIENT.try_with(|client| *client).unwrap_or_default();
            self.queue(lane).push(client, Job { gone, work })?;
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
        self.queue(lane).threads
    }

    fn is_free(&self, lane: Lane) -> bool {
        let queue = self.queue(lane);
        queue.lock().under_way() < queue.threads
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for queue in [&self.light, &self.table, &self.heavy, &self.search] {
            let mut jobs = queue.lock();
            queue.over.store(true, Ordering::Relaxed);
            jobs.clear();
            queue.came.notify_all();
        }
    }
}
