//! Jobs that wait, in fair shares: whoever has many waits behind whoever has few.
//!
//! Clients take turns, a job each; one of whose jobs fewer are under way comes first, and none has
//! all threads of what takes long. None of it reads a clock: which job is next depends on what
//! came, what was begun and what ended, and on nothing else.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Who asks: a page that is open somewhere, as it says of itself. All that say nothing are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Client(u64);

impl Client {
    /// The client that calls itself so.
    pub fn named(name: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        // Nobody's number is that of those without a name.
        Self(hasher.finish() | 1)
    }
}

struct Share<T> {
    waiting: VecDeque<T>,
    under_way: usize,
    /// Whose turn comes first: the least.
    turn: u64,
}

/// Jobs of many clients.
pub struct Shares<T> {
    clients: HashMap<Client, Share<T>>,
    waiting: usize,
    under_way: usize,
    most: usize,
    each: usize,
    turns: u64,
}

impl<T> Shares<T> {
    /// No job yet; at most `most` wait, and at most `each` of one client are under way.
    pub fn new(most: usize, each: usize) -> Self {
        Self {
            clients: HashMap::new(),
            waiting: 0,
            under_way: 0,
            most,
            each,
            turns: 0,
        }
    }

    /// Whether all places are taken.
    pub fn is_full(&self) -> bool {
        self.waiting >= self.most
    }

    /// How many are under way.
    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// Whether no job waits.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Has a job wait. Where all places are taken, the client with the most jobs gives up its
    /// newest, if it has more than this one would have.
    ///
    /// # Errors
    ///
    /// Gives the job back where there is no place.
    pub fn push(&mut self, client: Client, job: T) -> Result<(), T> {
        if self.is_full() && !self.make_place(client) {
            return Err(job);
        }
        let turn = self.next_turn();
        let share = self.clients.entry(client).or_insert_with(|| Share {
            waiting: VecDeque::new(),
            under_way: 0,
            turn,
        });
        if share.waiting.is_empty() {
            // Behind those that wait already, before their second jobs.
            share.turn = turn;
        }
        share.waiting.push_back(job);
        self.waiting += 1;
        Ok(())
    }

    fn make_place(&mut self, client: Client) -> bool {
        let own = self.waiting_of(client) + 1;
        let most = self
            .clients
            .values_mut()
            .max_by_key(|share| (share.waiting.len(), share.turn));
        match most.filter(|share| share.waiting.len() > own) {
            Some(share) => {
                share.waiting.pop_back();
                self.waiting -= 1;
                true
            }
            None => false,
        }
    }

    fn waiting_of(&self, client: Client) -> usize {
        let share = self.clients.get(&client);
        share.map_or(0, |share| share.waiting.len())
    }

    fn next_turn(&mut self) -> u64 {
        self.turns += 1;
        self.turns
    }

    /// Begins the next job, and says whose it is; [`Self::ended`] has to be told when it is over.
    pub fn pop(&mut self) -> Option<(Client, T)> {
        let (turn, each) = (self.next_turn(), self.each);
        let all = self.clients.iter_mut();
        let waits = all.filter(|(_, share)| !share.waiting.is_empty() && share.under_way < each);
        let (client, share) = waits.min_by_key(|(_, share)| (share.under_way, share.turn))?;
        let job = share.waiting.pop_front()?;
        share.under_way += 1;
        share.turn = turn;
        self.waiting -= 1;
        self.under_way += 1;
        Some((*client, job))
    }

    /// A job of this client is over.
    pub fn ended(&mut self, client: Client) {
        let Some(share) = self.clients.get_mut(&client) else {
            return;
        };
        share.under_way = share.under_way.saturating_sub(1);
        self.under_way = self.under_way.saturating_sub(1);
        if share.under_way == 0 && share.waiting.is_empty() {
            self.clients.remove(&client);
        }
    }

    /// Keeps the waiting jobs of which this holds.
    pub fn retain(&mut self, mut holds: impl FnMut(&T) -> bool) {
        for share in self.clients.values_mut() {
            share.waiting.retain(&mut holds);
        }
        self.clients
            .retain(|_, share| share.under_way > 0 || !share.waiting.is_empty());
        self.waiting = self.clients.values().map(|one| one.waiting.len()).sum();
    }

    /// Forgets all jobs that wait.
    pub fn clear(&mut self) {
        self.retain(|_| false);
    }
}
