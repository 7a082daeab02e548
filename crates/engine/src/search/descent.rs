//! One question, answered by proof numbers.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::frame::{FREE, Found, Frame, Way};
use super::ground::{Ground, Seen};
use super::narrow;
use super::table::{FAR, Known, MOST, NEVER, hash};
use crate::mixing::Mixing;
use crate::terms::moves::Moves;
use crate::terms::{Broken, gathers_without_end, no_room};

/// So many looks for each state that is kept are too many.
const OFTEN: u64 = 64;
/// And so many may be spent in any case.
const LEAST_LOOKS: u64 = 1 << 14;

/// Depth-first proof-number search of the states of one term.
pub(super) struct Descent<M: Moves> {
    pub ground: Ground<M>,
    frames: Vec<Frame<M::Key>>,
    /// The states on the way, with their places.
    path: HashMap<M::Key, u32, BuildHasherDefault<Mixing>>,
    /// What play without end pays.
    pub endless: i32,
    /// Whether what play without end pays was ever taken for an answer.
    pub went_round: bool,
    /// States that had been looked at when the question began.
    before: u64,
    /// Bytes of the frames.
    held: usize,
}

/// What came of a question about the root.
pub(crate) struct Answered<K> {
    /// Whether player 0 gets at least what was asked.
    pub is_so: bool,
    /// What player 0 gets at least, or at most.
    pub bound: i32,
    /// The option that shows it, with its points, where it is for who is to move to show.
    pub by: Option<(K, i32)>,
}

/// What opening a state came to.
enum Opened {
    /// Play is over, or it has more moves than are looked at.
    Known(Found),
    Frame,
    /// There were too many moves.
    Cut,
}

impl<M: Moves> Descent<M> {
    /// A search on this ground.
    pub(super) fn new(ground: Ground<M>) -> Self {
        Self {
            ground,
            frames: Vec::new(),
            path: HashMap::default(),
            endless: 0,
            went_round: false,
            before: 0,
            held: 0,
        }
    }

    /// Forgets what was found.
    pub(super) fn clear(&mut self) {
        self.ground.table.clear();
        self.went_round = false;
    }

    /// Whether it has looked at so much more than it can remember that more looks are hardly worth
    /// their time.
    pub(super) fn is_worn(&self) -> bool {
        let (entries, is_full) = self.ground.table.room();
        is_full && self.ground.looked / OFTEN > entries as u64
    }

    /// Another state is asked about.
    pub(super) const fn begin(&mut self) {
        self.before = self.ground.looked;
    }

    /// Whether positions repeat, and it has looked at the states that it keeps so often that it
    /// goes round among them.
    pub(super) fn goes_round(&self) -> bool {
        let looked = self.ground.looked - self.before;
        self.went_round && looked > LEAST_LOOKS && looked / OFTEN > self.ground.table.used() as u64
    }

    /// The bounds that are known of a state.
    pub(super) fn known(&self, key: &M::Key) -> (i32, i32) {
        let known = self.ground.table.get(key, hash(key));
        known.map_or((-FAR, FAR), |known| (known.least, known.most))
    }

    /// The option of a state that took most work, with its points.
    pub(super) fn longest(&mut self, root: &M::Key) -> Result<Option<(M::Key, i32)>, Broken> {
        let Self { ground, .. } = self;
        ground.options.clear();
        ground.moves.look(root, usize::MAX, &mut ground.options)?;
        let work = |key: &M::Key| {
            let key = ground.moves.kept(key.clone());
            let known = ground.table.get(&key, hash(&key));
            known.map_or(0, |known| known.work)
        };
        let longest = ground.options.iter().max_by_key(|(key, _)| work(key));
        longest
            .map(|(key, points)| Ok((key.clone(), narrow(*points)?)))
            .transpose()
    }

    /// Whether player 0 gets at least `than` from the root on; `None` where that is not shown
    /// before `most` moves were looked at in all.
    pub(super) fn ask(
        &mut self,
        root: &M::Key,
        than: i32,
        most: u64,
    ) -> Result<Option<Answered<M::Key>>, Broken> {
        self.frames.clear();
        self.path.clear();
        self.held = 0;
        let at = hash(root);
        let is_so = |known: Known| known.proof == 0;
        match self.open(root.clone(), at, than, (NEVER, NEVER), most)? {
            Opened::Cut => return Ok(None),
            Opened::Known(found) => {
                return Ok(Some(Answered {
                    is_so: is_so(found.known),
                    bound: found.known.least,
                    by: None,
                }));
            }
            Opened::Frame => {}
        }
        loop {
            let (done, by) = self.step(most)?;
            let Some(found) = done else { continue };
            if found.known.proof > 0 && found.known.disproof > 0 {
                return Ok(None);
            }
            let is_so = is_so(found.known);
            let bound = if is_so {
                found.known.least
            } else {
                found.known.most
            };
            return Ok(Some(Answered { is_so, bound, by }));
        }
    }

    /// Looks at one more state, or leaves one; the root's answer once that is left.
    #[expect(clippy::type_complexity)]
    fn step(&mut self, most: u64) -> Result<(Option<Found>, Option<(M::Key, i32)>), Broken> {
        let place = self.frames.len() as u32 - 1;
        let is_over = self.ground.moved >= most || self.goes_round();
        let Some(frame) = self.frames.last_mut() else {
            return Ok((None, None));
        };
        self.ground.charge(1 + frame.options.len())?;
        match frame.next(place) {
            Err(found) => Ok(self.leave(found)),
            Ok(_) if is_over => {
                let found = frame.cut();
                Ok(self.leave(found))
            }
            Ok(ends) => {
                let way = &mut frame.options[frame.chosen];
                let than = way.than(frame.than);
                // Another way may have come there since.
                if let Some(known) = self.ground.table.get(&way.key, way.hash) {
                    let known = answer(known, than);
                    if (known.proof, known.disproof) != (way.known.proof, way.known.disproof) {
                        way.known = known;
                        return Ok((None, None));
                    }
                }
                let (key, at) = (way.key.clone(), way.hash);
                match self.open(key, at, than, ends, most)? {
                    Opened::Frame => {}
                    Opened::Known(found) => {
                        let work = found.known.work;
                        self.tell(found, work);
                    }
                    // The budget of moves is over: the next steps leave all states.
                    Opened::Cut => self.ground.moved = self.ground.moved.max(most),
                }
                Ok((None, None))
            }
        }
    }

    /// Leaves the latest state: what was found is noted, and told to the one above.
    fn leave(&mut self, found: Found) -> (Option<Found>, Option<(M::Key, i32)>) {
        let Some(frame) = self.frames.pop() else {
            return (Some(found), None);
        };
        self.path.remove(&frame.key);
        if found.known.is_answered()
            && let Some(way) = frame.shown(found.known.proof == 0)
        {
            self.ground.history.note(way.step, frame.work);
        }
        self.held -= held::<M>(&frame);
        if found.leans == FREE {
            self.ground
                .table
                .put(&frame.key, frame.hash, found.known, &self.ground.budget);
        }
        if self.frames.is_empty() {
            let way = match found.known.is_answered() {
                true => frame.shown(found.known.proof == 0),
                false => None,
            };
            let by = way.map(|way| (way.key.clone(), way.points));
            return (Some(found), by);
        }
        self.tell(found, frame.work);
        (None, None)
    }

    /// Tells the latest state what was found of its option, and by how much work.
    fn tell(&mut self, found: Found, work: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.work = frame.work.saturating_add(work);
            let way = &mut frame.options[frame.chosen];
            (way.known, way.leans) = (found.known, found.leans);
        }
    }

    /// Looks at a state.
    fn open(
        &mut self,
        key: M::Key,
        at: u64,
        than: i32,
        (proof_end, disproof_end): (u32, u32),
        most: u64,
    ) -> Result<Opened, Broken> {
        let left = most.saturating_sub(self.ground.moved);
        let fits = (self.ground.room.saturating_sub(self.held)) / size_of::<Way<M::Key>>();
        let enough = usize::try_from(left).unwrap_or(usize::MAX).min(fits);
        let is_first = match self.ground.look(&key, at, enough)? {
            Seen::Over(pays) => {
                return Ok(Opened::Known(Found {
                    known: answer(Known::paid(pays), than),
                    leans: FREE,
                }));
            }
            Seen::Many if fits > enough => return Ok(Opened::Cut),
            Seen::Many => return Err(Broken::Error(no_room(&self.ground.budget))),
            Seen::Options { is_first } => is_first,
        };
        let options = std::mem::take(&mut self.ground.options);
        let work = options.len() as u32 + 1;
        let place = self.frames.len() as u32;
        self.path.insert(key.clone(), place);
        let mut frame = Frame {
            key,
            hash: at,
            is_first,
            than,
            proof_end,
            disproof_end,
            options: Vec::with_capacity(options.len()),
            chosen: 0,
            work,
        };
        for (key, points) in &options {
            let step = M::step(&frame.key, key);
            let key = self.ground.moves.kept(key.clone());
            frame.options.push(Way {
                hash: hash(&key),
                key,
                points: narrow(*points)?,
                step,
                known: Known::NOTHING,
                leans: FREE,
            });
        }
        self.ground.options = options;
        let hashes = frame.options.iter().map(|way| way.hash);
        self.ground.table.touch(hashes);
        Self::distinct(&mut frame);
        let history = &self.ground.history;
        let tried = |way: &Way<M::Key>| Reverse(history.count(way.step));
        frame.options.sort_by_cached_key(tried);
        for way in &mut frame.options {
            self.find(way, than)?;
        }
        self.held += held::<M>(&frame);
        self.frames.push(frame);
        Ok(Opened::Frame)
    }

    /// Of several moves to one state only the one that brings most is kept.
    fn distinct(frame: &mut Frame<M::Key>) {
        let ways = &mut frame.options;
        let places = ways.iter().enumerate();
        let mut order: Vec<(u64, usize)> = places.map(|(at, way)| (way.hash, at)).collect();
        order.sort_unstable();
        let mut again = Vec::new();
        for pair in order.windows(2) {
            let [(hash, first), (other, second)] = [pair[0], pair[1]];
            if hash == other && ways[first].key == ways[second].key {
                let points = [ways[first].points, ways[second].points];
                ways[second].points = match frame.is_first {
                    true => points[0].max(points[1]),
                    false => points[0].min(points[1]),
                };
                again.push(first);
            }
        }
        again.sort_unstable();
        for at in again.into_iter().rev() {
            ways.remove(at);
        }
    }

    /// What is known of an option by now.
    fn find(&mut self, way: &mut Way<M::Key>, asked: i32) -> Result<(), Broken> {
        let than = way.than(asked);
        let known = self.ground.table.get(&way.key, way.hash);
        way.known = answer(known.unwrap_or(Known::NOTHING), than);
        if way.known.is_answered() {
            return Ok(());
        }
        let Some(place) = self.path.get(&way.key) else {
            if known.is_none()
                && let Some(pays) = self.ground.ahead(&way.key)?
            {
                way.known = answer(Known::paid(pays), than);
            }
            return Ok(());
        };
        // What is asked of a state falls by the points on the way there.
        let mut round = self.frames[*place as usize..].iter();
        if asked != than || round.any(|frame| frame.than != than) {
            return Err(Broken::Error(gathers_without_end()));
        }
        // Play may go round from here, and who gains by that may hold out for it.
        self.went_round = true;
        let pays = self.endless;
        let known = match pays >= than {
            true => Known {
                least: pays,
                ..Known::NOTHING
            },
            false => Known {
                most: pays,
                ..Known::NOTHING
            },
        };
        (way.known, way.leans) = (answer(known, than), *place);
        Ok(())
    }
}

/// What is known for a question: numbers of another question say nothing, and bounds may answer it.
fn answer(known: Known, than: i32) -> Known {
    let (proof, disproof) = if known.least >= than {
        (0, NEVER)
    } else if known.most < than {
        (NEVER, 0)
    } else if known.than == than && known.work > 0 {
        (known.proof.clamp(1, MOST), known.disproof.clamp(1, MOST))
    } else {
        (1, 1)
    };
    Known {
        than,
        proof,
        disproof,
        ..known
    }
}

/// Bytes of a frame.
fn held<M: Moves>(frame: &Frame<M::Key>) -> usize {
    let keys = frame
        .options
        .iter()
        .map(|way| M::bytes(&way.key))
        .sum::<usize>();
    size_of::<Frame<M::Key>>()
        + 2 * size_of::<M::Key>()
        + keys
        + frame.options.len() * size_of::<Way<M::Key>>()
}
