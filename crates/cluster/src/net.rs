//! The two dataflows of a worker: one carries letters, one some numbers from all to all. Neither
//! has a loop: the worker drives them in rounds.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::{DistributorPact, Exchange};
use timely::dataflow::operators::core::input::Handle as InputHandle;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe, probe::Handle};
use timely::worker::Worker;

use crate::letters::{ByName, Letters};

/// To whom, which tick, from whom, the numbers.
type News = (u64, u64, u64, Vec<u64>);

/// Between two looks at the clock while there is nothing to hear.
const BLINK: Duration = Duration::from_millis(100);
/// Steps that a round may have, as bits of a time.
const STEPS: u32 = 24;

/// A worker's dataflows.
pub struct Net {
    /// This worker, and how many there are.
    pub worker: usize,
    pub workers: usize,
    letters: InputHandle<u64, NoopBuilder<Letters>>,
    inbox: Rc<RefCell<VecDeque<Letters>>>,
    arrived: Handle<u64>,
    talk: InputHandle<u64, CapacityContainerBuilder<Vec<News>>>,
    heard: Rc<RefCell<Vec<News>>>,
    said: Handle<u64>,
    tick: u64,
    round: u64,
    step: u64,
}

impl Net {
    /// Lays the dataflows out.
    pub fn new(worker: &mut Worker) -> Self {
        let inbox: Rc<RefCell<VecDeque<Letters>>> = Rc::default();
        let arrived = Handle::new();
        let inner = Rc::clone(&inbox);
        let letters = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Letters>>();
            stream
                .unary::<NoopBuilder<Letters>, _, _, _>(
                    DistributorPact(|_| ByName),
                    "letters",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|_, letters| {
                                inner.borrow_mut().push_back(std::mem::take(letters));
                            });
                        }
                    },
                )
                .probe_with(&arrived);
            input
        });
        let heard: Rc<RefCell<Vec<News>>> = Rc::default();
        let said = Handle::new();
        let inner = Rc::clone(&heard);
        let talk = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input::<Vec<News>>();
            stream
                .unary::<NoopBuilder<Vec<News>>, _, _, _>(
                    Exchange::new(|news: &News| news.0),
                    "numbers",
                    move |_, _| {
                        move |input, _| {
                            input.for_each(|_, news| inner.borrow_mut().append(news));
                        }
                    },
                )
                .probe_with(&said);
            input
        });
        Self {
            worker: worker.index(),
            workers: worker.peers(),
            letters,
            inbox,
            arrived,
            talk,
            heard,
            said,
            tick: 0,
            round: 0,
            step: 0,
        }
    }

    /// Sends a message.
    pub fn send(&mut self, to: usize, words: Vec<u32>) {
        let to = to as u32;
        self.letters.send_batch(&mut Letters { to, words });
    }

    /// The next message that came.
    pub fn receive(&mut self) -> Option<Letters> {
        self.inbox.borrow_mut().pop_front()
    }

    fn time(&self) -> u64 {
        self.round << STEPS | self.step
    }

    /// On to the next step of the round; has the worker carry what is to be carried.
    pub fn advance(&mut self, worker: &mut Worker) {
        self.step += 1;
        self.letters.advance_to(self.time());
        worker.step();
    }

    /// Whether messages of more than so many steps before are still under way: the sender waits,
    /// since nobody else holds it back.
    pub fn is_behind(&self, window: u64) -> bool {
        let before = self.time().saturating_sub(window);
        self.step > window && self.arrived.less_than(&before)
    }

    /// Ends the round; see [`Net::is_under_way`].
    pub fn end_round(&mut self) {
        self.round += 1;
        self.step = 0;
        self.letters.advance_to(self.time());
    }

    /// Whether any message of an earlier round is under way anywhere, or any worker has not ended
    /// it.
    pub fn is_under_way(&self) -> bool {
        self.arrived.less_than(&self.time())
    }

    /// Carries, and waits a little where there is nothing to carry.
    pub fn wait(&self, worker: &mut Worker) {
        worker.step_or_park(Some(BLINK));
    }

    /// Everyone tells everyone some numbers, and waits for all: in the order of the workers.
    pub fn tell(&mut self, worker: &mut Worker, numbers: &[u64]) -> Vec<Vec<u64>> {
        let (tick, me) = (self.tick, self.worker as u64);
        for to in 0..self.workers as u64 {
            self.talk.send((to, tick, me, numbers.to_vec()));
        }
        self.tick += 1;
        self.talk.advance_to(self.tick);
        self.talk.flush();
        while self.said.less_than(&self.tick) {
            worker.step_or_park(Some(BLINK));
        }
        // A frontier says that nothing earlier is to come, and not that nothing later is there: a
        // quick worker may have begun the next tick.
        let mut heard = self.heard.borrow_mut();
        let (mut now, later): (Vec<News>, Vec<News>) =
            heard.drain(..).partition(|news| news.1 == tick);
        *heard = later;
        now.sort_unstable_by_key(|news| news.2);
        now.into_iter().map(|news| news.3).collect()
    }
}
