//! One table by several workers, put away at any round and gone on with by another number of them,
//! against the same by one: cell for cell.

use std::collections::BTreeMap;

use crate::common::{Fate, Tape, limits, random_games};
use crate::external::{Machine, Subject};
use proptest::test_runner::TestCaseError;
use whowins_analysis::Player;
use whowins_engine::Limits;
use whowins_engine::general::{Begin, Entry, Go, Older, Part, Phase, Reach, Share, Want};

/// How the blocks are cut and dealt out, and who has them.
struct Crew {
    workers: usize,
    width: u8,
}

impl Crew {
    fn random(tape: &mut Tape, width: u8) -> Self {
        Self {
            workers: 1 + tape.below(5),
            width,
        }
    }
}

/// What was put away: each worker's list, and its records.
type Away = Vec<(Vec<u8>, Machine)>;

/// How a crew's work ended.
enum Ended {
    Whole(Vec<Entry>),
    PutAway(Away),
    Narrow,
}

struct Case<'a> {
    subject: &'a Subject,
    only: Option<Reach>,
    unit: u64,
    size: u64,
    limits: Limits,
}

impl Case<'_> {
    fn part<'p>(
        &'p self,
        crew: &Crew,
        worker: usize,
        depot: &'p Machine,
        away: &Away,
    ) -> Option<Box<dyn Part + 'p>> {
        let begin = Begin {
            region: &self.subject.region,
            want: self.subject.want,
            only: self.only.as_ref(),
            share: Share {
                worker,
                workers: crew.workers,
            },
            unit: self.unit,
            size: self.size,
            width: crew.width,
            limits: &self.limits,
            depot,
        };
        let older: Vec<Older<'_>> = away
            .iter()
            .map(|(bytes, depot)| Older { bytes, depot })
            .collect();
        begin.part(&older).expect("it begins")
    }

    /// Rounds by a crew, until all is decided or it is put away.
    fn work(&self, tape: &mut Tape, crew: &Crew, away: &Away, last: bool) -> Ended {
        let players = self.subject.region.players();
        let depots: Vec<Machine> = (0..crew.workers)
            .map(|_| Machine::new(self.unit, players, true))
            .collect();
        let mut parts = Vec::new();
        for (worker, depot) in depots.iter().enumerate() {
            match self.part(crew, worker, depot, away) {
                Some(part) => parts.push(part),
                None => return Ended::Narrow,
            }
        }
        loop {
            if parts.iter().any(|part| part.is_narrow()) {
                return Ended::Narrow;
            }
            let mut idle = true;
            for part in &mut parts {
                for _ in 0..1 + tape.below(3) {
                    match part.go().expect("it goes on") {
                        Go::Busy => idle = false,
                        Go::Idle => break,
                        Go::Narrow => return Ended::Narrow,
                    }
                }
            }
            deliver(&mut parts, tape);
            let waiting: Vec<(u64, u64)> = parts.iter().map(|part| part.waiting()).collect();
            let over = match parts[0].phase().0 {
                Phase::Counting | Phase::Seeding => idle,
                _ => waiting.iter().all(|(now, _)| *now == 0),
            };
            if over {
                let any = waiting.iter().any(|(_, later)| *later > 0);
                parts.iter_mut().for_each(|part| part.next(any));
            }
            let phase = parts[0].phase();
            assert!(parts.iter().all(|part| part.phase() == phase));
            if phase.0 == Phase::Whole {
                return Ended::Whole(shown(&mut parts));
            }
            if !last && tape.once_in(4) {
                break;
            }
        }
        let lists = parts
            .iter_mut()
            .map(|part| part.put_away().expect("put away"));
        let lists: Vec<Vec<u8>> = lists.collect();
        drop(parts);
        Ended::PutAway(lists.into_iter().zip(depots).collect())
    }
}

/// Sends until nothing is left to be sent.
fn deliver(parts: &mut [Box<dyn Part + '_>], tape: &mut Tape) {
    for from in 0..parts.len() {
        while parts[from].leaving() > 0 {
            let mut mail: Vec<(usize, u32, Vec<u32>)> = Vec::new();
            let most = 1 + tape.below(40) as u64;
            let mut put = |to, block, run: &[u32]| mail.push((to, block, run.to_vec()));
            parts[from].send(most, &mut put).expect("sent");
            for (to, block, run) in mail {
                assert_ne!(to, from);
                assert!(parts[to].hear(block, &run).expect("heard"));
            }
        }
    }
}

/// All cells, as a shelf has them.
fn shown(parts: &mut [Box<dyn Part + '_>]) -> Vec<Entry> {
    let mut units: BTreeMap<(u64, usize), Vec<Entry>> = BTreeMap::new();
    for part in parts {
        part.show(&mut |first, count, cells| {
            for unit in first..first + count {
                for player in 0..2 {
                    let mut list = Vec::new();
                    cells(unit, player, &mut list);
                    units.insert((unit, player), list);
                }
            }
            Ok(())
        })
        .expect("shown");
    }
    units.into_values().flatten().collect()
}

#[derive(Default)]
struct Seen {
    compared: u32,
    away: u32,
    narrow: u32,
}

fn hold(tape: &mut Tape, seen: &mut Seen) -> Result<Fate, TestCaseError> {
    let Some(subject) = Subject::new(tape) else {
        return Ok(Fate::Refused);
    };
    let states = subject.region.states();
    let unit = tape.within(1, 1 + states as i64 / 16) as u64;
    let only = subject
        .only
        .then(|| Reach::of(&subject.region, &Player::BOTH, &limits(1)).expect("it fits"));
    let expected: Vec<Entry> = subject.in_memory(unit);
    let case = Case {
        size: unit << tape.below(3),
        unit,
        only,
        limits: limits(1),
        subject: &subject,
    };
    let mut width = match subject.want {
        Want::Outcome => 1,
        Want::Remoteness => 2,
    };
    let mut away = Away::new();
    for times in 0.. {
        let crew = Crew::random(tape, width);
        match case.work(tape, &crew, &away, times > 6) {
            Ended::PutAway(put) => {
                seen.away += 1;
                away = put;
            }
            Ended::Narrow => {
                seen.narrow += 1;
                width *= 2;
            }
            Ended::Whole(mut cells) => {
                if subject.region.players() == 1 {
                    // Both players have the same: the second is what it was asked for.
                    let half = halves(&cells, unit, states);
                    cells = half;
                }
                if cells != expected {
                    return Err(TestCaseError::fail(format!(
                        "{}\nother cells by {} workers than by one",
                        subject.text, crew.workers
                    )));
                }
                seen.compared += 1;
                return Ok(Fate::Compared);
            }
        }
    }
    Ok(Fate::Refused)
}

/// The first player's cells of each unit.
fn halves(cells: &[Entry], unit: u64, states: u64) -> Vec<Entry> {
    let mut first = Vec::new();
    let mut rest = cells;
    let mut left = states;
    while left > 0 {
        let some = left.min(unit) as usize;
        first.extend_from_slice(&rest[..some]);
        assert_eq!(rest[..some], rest[some..2 * some]);
        rest = &rest[2 * some..];
        left -= some as u64;
    }
    first
}

#[test]
fn any_number_of_workers_decides_as_one_does() {
    let mut seen = Seen::default();
    random_games(150, |mut tape| hold(&mut tape, &mut seen));
    assert!(
        seen.compared > crate::cases(8, 50) as u32,
        "{}",
        seen.compared
    );
    assert!(
        seen.away > crate::cases(8, 50) as u32,
        "put away {} times",
        seen.away
    );
}
