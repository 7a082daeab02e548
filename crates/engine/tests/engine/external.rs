//! Retrograde analysis outside the memory, killed at any moment, against the same in memory: cell
//! for cell.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::{Mutex, MutexGuard};

use crate::common::regions::{board, numbers, tokens};
use crate::common::{Fate, Tape, limits, random_games, read};
use proptest::test_runner::TestCaseError;
use whowins_analysis::Player;
use whowins_engine::general::{Build, Cells, Depot, Entry, Region, Shelf, Slot, Want, Writes};
use whowins_engine::{EngineError, Limits};
use whowins_rules::Parameters;

/// A shelf and a depot that go down after so many calls, as a machine does that loses its power.
pub struct Machine {
    unit: u64,
    players: usize,
    /// Whether work may go on outside the memory.
    outside: bool,
    /// One state in so many is saved.
    seldom: u64,
    parts: Mutex<Parts>,
}

#[derive(Default)]
struct Parts {
    blocks: Vec<Vec<Vec<Entry>>>,
    records: HashMap<u64, Vec<u8>>,
    state: Option<Vec<u8>>,
    fresh: HashSet<u64>,
    leaving: Vec<Slot>,
    places: u64,
    /// Calls that are still answered.
    left: u64,
    puts: u64,
    saves: u64,
    asked: u64,
    /// A record that is damaged when it is read.
    damaged: Option<u64>,
}

fn down() -> EngineError {
    EngineError::Storage("down".into())
}

fn damaged() -> EngineError {
    EngineError::Storage("damaged".into())
}

fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(7, |sum: u32, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(*byte))
    })
}

impl Machine {
    pub fn new(unit: u64, players: usize, outside: bool) -> Self {
        Self {
            unit,
            players,
            outside,
            seldom: 1,
            parts: Mutex::new(Parts {
                left: u64::MAX,
                ..Parts::default()
            }),
        }
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().expect("no panic")
    }

    /// The machine, unless it is down.
    fn up(&self) -> Result<MutexGuard<'_, Parts>, EngineError> {
        let mut parts = self.parts();
        parts.left = parts.left.checked_sub(1).ok_or_else(down)?;
        Ok(parts)
    }

    fn cells(&self) -> Vec<Entry> {
        let parts = self.parts();
        parts.blocks.iter().flatten().flatten().copied().collect()
    }
}

impl Shelf for Machine {
    fn block(&self) -> u64 {
        self.unit
    }

    fn kept(&self) -> u64 {
        self.parts().blocks.len() as u64
    }

    fn keep(&self, count: u64, cells: &Cells<'_>) -> Result<(), EngineError> {
        for _ in 0..count {
            let mut parts = self.up()?;
            let number = parts.blocks.len() as u64;
            let players = (0..self.players).map(|player| {
                let mut list = vec![Entry::UNKNOWN; 3];
                cells(number, player, &mut list);
                list
            });
            let block = players.collect();
            parts.blocks.push(block);
        }
        Ok(())
    }

    fn entry(&self, _index: u64, _player: usize) -> Result<Entry, EngineError> {
        Err(EngineError::Storage("nobody asks".into()))
    }

    fn read(&self, _: u64, _: usize, _: &mut Vec<Entry>) -> Result<(), EngineError> {
        Err(EngineError::Storage("nobody asks".into()))
    }

    fn is_due(&self) -> bool {
        let mut parts = self.parts();
        parts.asked += 1;
        self.outside && parts.asked.is_multiple_of(self.seldom)
    }

    fn save(&self, write: &Writes<'_>) -> Result<(), EngineError> {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("a list takes all");
        // It may go down before the state has its name, or just after that.
        let mut parts = self.up()?;
        parts.state = Some(bytes);
        parts.saves += 1;
        drop(parts);
        self.up().map(|_| ())
    }

    fn saved(&self) -> Option<Box<dyn Read + '_>> {
        let state = self.parts().state.clone()?;
        Some(Box::new(std::io::Cursor::new(state)))
    }

    fn depot(&self) -> Option<&dyn Depot> {
        self.outside.then_some(self)
    }
}

impl Depot for Machine {
    fn put(&self, bytes: &[u8]) -> Result<Slot, EngineError> {
        let mut parts = self.up()?;
        parts.puts += 1;
        // The first free place: what was released is written over at once.
        let mut place = 0;
        while parts.records.contains_key(&place) {
            place += 1;
        }
        parts.places = parts.places.max(place + 1);
        parts.records.insert(place, bytes.to_vec());
        parts.fresh.insert(place);
        Ok(Slot {
            place,
            length: bytes.len() as u32,
            bytes: bytes.len() as u32,
            sum: sum(bytes),
        })
    }

    fn get(&self, slot: Slot) -> Result<Vec<u8>, EngineError> {
        let parts = self.up()?;
        let bytes = parts
            .records
            .get(&slot.place)
            .filter(|_| parts.damaged != Some(slot.place));
        let sound =
            bytes.filter(|bytes| bytes.len() as u32 == slot.bytes && sum(bytes) == slot.sum);
        sound.cloned().ok_or_else(damaged)
    }

    fn release(&self, slot: Slot) {
        let mut parts = self.parts();
        if parts.fresh.remove(&slot.place) {
            parts.records.remove(&slot.place).expect("released once");
        } else {
            parts.leaving.push(slot);
        }
    }

    fn sync(&self) -> Result<(), EngineError> {
        self.up().map(|_| ())
    }

    fn saved(&self) {
        let mut parts = self.parts();
        parts.fresh.clear();
        for slot in std::mem::take(&mut parts.leaving) {
            parts.records.remove(&slot.place).expect("released once");
        }
    }

    fn begin(&self, slots: &[Slot]) -> Result<bool, EngineError> {
        let mut parts = self.up()?;
        let named: HashSet<u64> = slots.iter().map(|slot| slot.place).collect();
        assert_eq!(named.len(), slots.len(), "a record is named twice");
        let there = named.iter().all(|place| parts.records.contains_key(place));
        if there {
            parts.records.retain(|place, _| named.contains(place));
            parts.fresh.clear();
            parts.leaving.clear();
        }
        Ok(there)
    }
}

/// A game, and how it is built.
pub struct Subject {
    pub text: String,
    pub region: Region,
    pub want: Want,
    pub only: bool,
}

impl Subject {
    /// The first of a few games that has a table and may repeat positions.
    pub fn new(tape: &mut Tape) -> Option<Self> {
        (0..6).find_map(|_| Self::random(tape))
    }

    fn random(tape: &mut Tape) -> Option<Self> {
        let (text, at) = match tape.below(3) {
            0 => numbers(tape, true),
            1 => board(tape, true),
            _ => tokens(tape),
        };
        let game = read(&text, &Parameters::new()).ok()?;
        let at = game.read(&at).ok()?;
        let region = Region::around(game.clone(), &at).ok()?;
        let want = tape.pick(&[Want::Outcome, Want::Remoteness]);
        let only = tape.once_in(4) && game.ending.repetition_draws;
        (!region.falls() && region.states() >= 24).then_some(Self {
            text,
            region,
            want,
            only,
        })
    }

    fn run(&self, machine: &Machine, limits: &Limits) -> Result<(), EngineError> {
        let build = Build {
            region: &self.region,
            want: self.want,
            only: self.only.then_some(&Player::BOTH[..]),
            limits,
        };
        build.run(machine).map(|_| ())
    }

    pub fn in_memory(&self, unit: u64) -> Vec<Entry> {
        let machine = Machine::new(unit, self.region.players(), false);
        self.run(&machine, &limits(1)).expect("it fits the memory");
        machine.cells()
    }
}

/// What happened in one test's games.
#[derive(Default)]
struct Seen {
    outside: u32,
    downs: u64,
    places: u64,
    saves: u64,
}

/// A machine for a game that does not fit it, what the game comes to, and the machine's limits.
fn begun(tape: &mut Tape, subject: &Subject) -> (Machine, Vec<Entry>, Limits) {
    let (states, players) = (subject.region.states(), subject.region.players());
    let unit = tape.within(1, 1 + states as i64 / 16) as u64;
    let mut machine = Machine::new(unit, players, true);
    machine.seldom = tape.within(1, 6) as u64;
    let width = match subject.want {
        Want::Outcome => 1,
        Want::Remoteness => 2,
    };
    let own = limits(1 + tape.below(2))
        .with_memory(states * players as u64 * width / tape.within(2, 9) as u64);
    (machine, subject.in_memory(unit), own)
}

fn hold(tape: &mut Tape, seen: &mut Seen) -> Result<Fate, TestCaseError> {
    let Some(subject) = Subject::new(tape) else {
        return Ok(Fate::Refused);
    };
    let (machine, expected, mut own) = begun(tape, &subject);
    let mut times = 0;
    loop {
        // It goes down again and again, and at last stays up.
        machine.parts().left = match times {
            40.. => u64::MAX,
            _ => tape.within(0, 150) as u64,
        };
        times += 1;
        match subject.run(&machine, &own) {
            Ok(()) => break,
            Err(EngineError::Memory { .. }) => own.budget.memory *= 2,
            Err(EngineError::Storage(why)) if why == "down" => seen.downs += 1,
            Err(error) => return Err(TestCaseError::fail(format!("{}\n{error}", subject.text))),
        }
    }
    if machine.cells() != expected {
        return Err(TestCaseError::fail(format!(
            "{}\nother cells outside than in memory",
            subject.text
        )));
    }
    let parts = machine.parts();
    seen.outside += u32::from(parts.puts > 0);
    seen.places = seen.places.max(parts.places);
    seen.saves += parts.saves;
    Ok(Fate::Compared)
}

#[test]
fn outside_the_memory_and_killed_at_any_moment_all_is_decided_as_in_it() {
    let mut seen = Seen::default();
    random_games(400, |mut tape| hold(&mut tape, &mut seen));
    assert!(
        seen.outside > crate::cases(25, 100) as u32,
        "{} games outside",
        seen.outside
    );
    assert!(
        seen.downs > crate::cases(250, 1000) as u64,
        "down {} times",
        seen.downs
    );
    assert!(
        seen.places > crate::cases(10, 20) as u64,
        "{} records at most",
        seen.places
    );
    assert!(
        seen.saves > crate::cases(250, 1000) as u64,
        "saved {} times",
        seen.saves
    );
}

#[test]
fn a_damaged_record_never_makes_a_wrong_answer() {
    let mut noticed = 0;
    random_games(150, |mut tape| {
        let Some(subject) = Subject::new(&mut tape) else {
            return Ok(Fate::Refused);
        };
        let (machine, expected, mut own) = begun(&mut tape, &subject);
        machine.parts().left = tape.within(20, 200) as u64;
        while let Err(EngineError::Memory { .. }) = subject.run(&machine, &own) {
            own.budget.memory *= 2;
        }
        let mut places: Vec<u64> = machine.parts().records.keys().copied().collect();
        places.sort_unstable();
        {
            let mut parts = machine.parts();
            parts.damaged = (!places.is_empty()).then(|| tape.pick(&places));
            parts.left = u64::MAX;
        }
        // Wider cells may be wanted only now, and more memory with them.
        let mut ended = subject.run(&machine, &own);
        while let Err(EngineError::Memory { .. }) = ended {
            own.budget.memory *= 2;
            ended = subject.run(&machine, &own);
        }
        match ended {
            Err(EngineError::Storage(why)) if why == "damaged" => noticed += 1,
            Ok(()) if machine.cells() == expected => {}
            other => {
                return Err(TestCaseError::fail(format!("{}\n{other:?}", subject.text)));
            }
        }
        Ok(Fate::Compared)
    });
    assert!(noticed > crate::cases(2, 20), "noticed {noticed} times");
}
