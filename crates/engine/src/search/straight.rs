//! One question, answered depth first: option after option, until one shows what who is to move
//! wants.
//!
//! That is alpha-beta with a window of nothing (Pearl 1980: SCOUT's test) and a table of what was
//! found (Greenblatt, Eastlake and Crocker 1967). Options that are known are asked of first, all of
//! them; then those that end play; then the others, by the points that they bring and by what
//! answered before. Where proof numbers are much alike, as on boards that fill up, it needs far
//! fewer looks than they do; it is lost where one long line settles all. So both are asked in
//! turns, and share what they find.
//!
//! A bound is told upwards only from ends, and from bounds that were found: so it is true in any
//! graph. Where play comes back to a state on the way it gives up, and proof numbers go on alone.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use super::ground::{Ground, Seen};
use super::narrow;
use super::table::{FAR, Known, NEVER, hash};
use crate::mixing::Mixing;
use crate::terms::Broken;
use crate::terms::moves::Moves;

/// An option that is not answered.
struct Way<K> {
    key: K,
    hash: u64,
    /// What the move to it brings player 0.
    points: i32,
    /// The larger, the later it is tried.
    rank: (i32, u32),
    /// The number of the move for the history.
    step: u64,
}

/// A state on the way.
struct Frame<K> {
    key: K,
    hash: u64,
    is_first: bool,
    /// Whether player 0 gets at least this.
    than: i32,
    /// Where its options begin among those of all states on the way, and the one that is tried.
    begin: usize,
    tried: usize,
    /// What who is to move gets at best of the options that failed, as player 0 counts it.
    failed: i32,
    work: u32,
}

/// What is known of a state for a question.
#[derive(Clone, Copy)]
struct Answer {
    is_so: bool,
    /// What player 0 gets at least, or at most.
    bound: i32,
}

impl Answer {
    const fn of(known: Known, than: i32) -> Option<Self> {
        if known.least >= than {
            Some(Self {
                is_so: true,
                bound: known.least,
            })
        } else if known.most < than {
            Some(Self {
                is_so: false,
                bound: known.most,
            })
        } else {
            None
        }
    }

    const fn paid(pays: i32, than: i32) -> Self {
        Self {
            is_so: pays >= than,
            bound: pays,
        }
    }

    /// The same for the state before, with the points of the move.
    const fn before(self, points: i32) -> Self {
        Self {
            bound: self.bound.saturating_add(points),
            ..self
        }
    }
}

/// What came of a question about the root.
pub(super) enum Told<K> {
    /// Whether player 0 gets at least what was asked, the bound, and the option that shows it with
    /// its points, where it is for who is to move to show.
    Answered {
        is_so: bool,
        bound: i32,
        by: Option<(K, i32)>,
    },
    /// It takes more moves.
    Open,
    /// Play goes round, or the way is too long.
    Declined,
}

/// What entering a state came to.
enum Entered<K> {
    Answered(Answer, Option<(K, i32)>),
    Frame,
    Open,
    Declined,
}

/// A search depth first.
pub(super) struct Straight<K> {
    frames: Vec<Frame<K>>,
    ways: Vec<Way<K>>,
    path: HashSet<K, BuildHasherDefault<Mixing>>,
    held: usize,
}

impl<K: Clone + Default + Eq + std::hash::Hash> Straight<K> {
    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            ways: Vec::new(),
            path: HashSet::default(),
            held: 0,
        }
    }

    /// Whether player 0 gets at least `than` from the root on, where that is shown before `most`
    /// moves were looked at in all.
    pub(super) fn ask<M: Moves<Key = K>>(
        &mut self,
        ground: &mut Ground<M>,
        root: &K,
        than: i32,
        most: u64,
    ) -> Result<Told<K>, Broken> {
        self.frames.clear();
        self.ways.clear();
        self.path.clear();
        self.held = 0;
        let mut entered = self.enter(ground, root.clone(), hash(root), than, most)?;
        loop {
            let (mut answer, mut by) = match entered {
                Entered::Open => return Ok(Told::Open),
                Entered::Declined => return Ok(Told::Declined),
                Entered::Answered(answer, by) => (Some(answer), by),
                Entered::Frame => (None, None),
            };
            // An answer is told upwards as far as it settles something.
            while let Some(Answer { is_so, bound }) = answer {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(Told::Answered { is_so, bound, by });
                };
                let way = &self.ways[frame.tried];
                let told = Answer { is_so, bound }.before(way.points);
                (answer, by) = match is_so == frame.is_first {
                    true => {
                        let by = (way.key.clone(), way.points);
                        ground.history.note(way.step, frame.work);
                        (Some(told), Some(by))
                    }
                    false => {
                        frame.fail(told.bound);
                        frame.tried += 1;
                        (None, None)
                    }
                };
                if let Some(answer) = answer {
                    self.leave(ground, answer);
                }
            }
            entered = self.next(ground, most)?;
        }
    }

    /// Tries the next option of the latest state, or says that all have failed.
    fn next<M: Moves<Key = K>>(
        &mut self,
        ground: &mut Ground<M>,
        most: u64,
    ) -> Result<Entered<K>, Broken> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(Entered::Open);
        };
        let Some(way) = self.ways.get(frame.tried) else {
            let answer = Answer {
                is_so: !frame.is_first,
                bound: frame.failed,
            };
            self.leave(ground, answer);
            return Ok(Entered::Answered(answer, None));
        };
        if ground.moved >= most {
            return Ok(Entered::Open);
        }
        let than = frame.than.saturating_sub(way.points);
        // Another way may have come there since.
        let known = ground.table.get(&way.key, way.hash);
        if let Some(answer) = known.and_then(|known| Answer::of(known, than)) {
            return Ok(Entered::Answered(answer, None));
        }
        let (key, hash, before) = (way.key.clone(), way.hash, ground.moved);
        let entered = self.enter(ground, key, hash, than, most)?;
        let work = u32::try_from(ground.moved - before).unwrap_or(u32::MAX);
        // What a state takes that is on the way now is added where it is left.
        if !matches!(entered, Entered::Frame)
            && let Some(frame) = self.frames.last_mut()
        {
            frame.work = frame.work.saturating_add(work);
        }
        Ok(entered)
    }

    /// Leaves the latest state with an answer, which is kept.
    fn leave<M: Moves<Key = K>>(&mut self, ground: &mut Ground<M>, answer: Answer) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.path.remove(&frame.key);
        for way in self.ways.drain(frame.begin..) {
            self.held -= held::<M>(&way.key);
        }
        if let Some(above) = self.frames.last_mut() {
            above.work = above.work.saturating_add(frame.work);
        }
        keep(
            ground,
            &frame.key,
            frame.hash,
            (answer, frame.than),
            frame.work,
        );
    }

    /// Looks at a state, and at what its options are known to be.
    fn enter<M: Moves<Key = K>>(
        &mut self,
        ground: &mut Ground<M>,
        key: K,
        at: u64,
        than: i32,
        most: u64,
    ) -> Result<Entered<K>, Broken> {
        if self.path.contains(&key) {
            return Ok(Entered::Declined);
        }
        let before = ground.moved;
        let left = usize::try_from(most.saturating_sub(before)).unwrap_or(usize::MAX);
        let is_first = match ground.look(&key, at, left)? {
            Seen::Over(pays) => return Ok(Entered::Answered(Answer::paid(pays, than), None)),
            Seen::Many => return Ok(Entered::Open),
            Seen::Options { is_first } => is_first,
        };
        ground.charge(1 + 2 * ground.options.len())?;
        let mut frame = Frame {
            key,
            hash: at,
            is_first,
            than,
            begin: self.ways.len(),
            tried: self.ways.len(),
            failed: if is_first { -FAR } else { FAR },
            work: 1,
        };
        let settled = self.gather(ground, &mut frame)?;
        frame.work = u32::try_from(ground.moved - before).unwrap_or(u32::MAX);
        if let Some((answer, by)) = settled {
            self.ways.truncate(frame.begin);
            keep(ground, &frame.key, at, (answer, than), frame.work);
            return Ok(Entered::Answered(answer, Some(by)));
        }
        let own = &mut self.ways[frame.begin..];
        own.sort_by_key(|way| way.rank);
        self.held += own.iter().map(|way| held::<M>(&way.key)).sum::<usize>();
        if self.held > ground.room {
            return Ok(Entered::Declined);
        }
        self.path.insert(frame.key.clone());
        self.frames.push(frame);
        Ok(Entered::Frame)
    }

    /// Puts the options that are open behind the others, and tells the state of those that are not;
    /// the option that settles the question, if one does.
    #[expect(clippy::type_complexity)]
    fn gather<M: Moves<Key = K>>(
        &mut self,
        ground: &mut Ground<M>,
        frame: &mut Frame<K>,
    ) -> Result<Option<(Answer, (K, i32))>, Broken> {
        for (key, points) in &ground.options {
            let step = M::step(&frame.key, key);
            let key = ground.moves.kept(key.clone());
            self.ways.push(Way {
                hash: hash(&key),
                key,
                points: narrow(*points)?,
                rank: (0, 0),
                step,
            });
        }
        let own = &mut self.ways[frame.begin..];
        ground.table.touch(own.iter().map(|way| way.hash));
        for way in own {
            let gained = if frame.is_first {
                way.points
            } else {
                -way.points
            };
            way.rank = (-gained, u32::MAX - ground.history.count(way.step));
        }
        let mut settled = None;
        for is_ahead in [false, true] {
            let mut at = frame.begin;
            while at < self.ways.len() && settled.is_none() {
                let way = &self.ways[at];
                let than = frame.than.saturating_sub(way.points);
                let answer = match is_ahead {
                    false => {
                        let known = ground.table.get(&way.key, way.hash);
                        known.and_then(|known| Answer::of(known, than))
                    }
                    true => {
                        let pays = ground.ahead(&way.key)?;
                        pays.map(|pays| Answer::paid(pays, than))
                    }
                };
                match answer.map(|answer| answer.before(way.points)) {
                    None => at += 1,
                    Some(answer) if answer.is_so == frame.is_first => {
                        settled = Some((answer, (way.key.clone(), way.points)));
                    }
                    Some(answer) => {
                        frame.fail(answer.bound);
                        self.ways.swap_remove(at);
                    }
                }
            }
        }
        Ok(settled)
    }
}

impl<K> Frame<K> {
    /// One more option has failed: who is to move gets no more by it.
    fn fail(&mut self, bound: i32) {
        self.failed = match self.is_first {
            true => self.failed.max(bound),
            false => self.failed.min(bound),
        };
    }
}

/// Keeps the answer to a question.
fn keep<M: Moves>(
    ground: &mut Ground<M>,
    key: &M::Key,
    hash: u64,
    (answer, than): (Answer, i32),
    work: u32,
) {
    let known = Known {
        than,
        work,
        ..Known::NOTHING
    };
    let known = match answer.is_so {
        true => Known {
            least: answer.bound,
            proof: 0,
            disproof: NEVER,
            ..known
        },
        false => Known {
            most: answer.bound,
            proof: NEVER,
            disproof: 0,
            ..known
        },
    };
    ground.table.put(key, hash, known, &ground.budget);
}

/// Bytes of an option on the way.
fn held<M: Moves>(key: &M::Key) -> usize {
    size_of::<Way<M::Key>>() + M::bytes(key)
}
