//! One worker's part of a table that several decide together.
//!
//! The work is that of [`External`](super::External), with a share of the blocks: letters for other
//! blocks wait until somebody sends them, and letters from elsewhere are put into the boxes here.
//! Who drives it (one machine or many, over whatever net) is not known here. All parts are in the
//! same phase, and with remoteness in the same level, when a letter is heard; they go to the next
//! one together, when nobody has anything left to do and no letter is under way.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use whowins_analysis::Player;

use super::super::any::with_space;
use super::super::depot::{Depot, Slot};
use super::super::fill::too_wide;
use super::super::reached::Reached;
use super::super::region::Region;
use super::super::shelf;
use super::super::solver::Want;
use super::super::space::Space;
use super::super::stream::{reached, written};
use super::super::sweep::Broken;
use super::super::table::Cell;
use super::Ground;
use super::blocks::{Layout, Stored};
use super::mail::Packet;
use super::manifest::{Manifest, Stage};
use super::plan::Plan;
use super::share::Share;
use super::work::Work;
use crate::limits::{EngineError, Limits};
use crate::together::Pool;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Moves are counted.
    Counting,
    /// Decisive ends are spread.
    Decisive,
    /// Drawn ends are looked up.
    Seeding,
    /// Draws are spread.
    Draws,
    /// All is decided that can be.
    Whole,
}

/// What a go came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// There was something to do.
    Busy,
    /// There was nothing to do.
    Idle,
    /// Cells of this width do not hold a count: the part is void, and begins again in wider ones,
    /// from what was put away last.
    Narrow,
}

/// One worker's part.
pub trait Part {
    /// What is being done, and the remoteness that is worked off.
    fn phase(&self) -> (Phase, u32);

    /// Works for some tenths of a second at most, and some milliseconds at least where there is
    /// enough to do.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the depot fails; then the part is void.
    fn go(&mut self) -> Result<Go, EngineError>;

    /// How many letters wait for others. `O(blocks)`.
    fn leaving(&self) -> u64;

    /// How many letters wait to be worked off, here or by others, and how many for the next level.
    /// `O(blocks)`.
    fn waiting(&self) -> (u64, u64);

    /// Hands out letters for others, some more than `most`, as runs: the worker, its block, the
    /// letters.
    ///
    /// # Errors
    ///
    /// When the depot fails.
    fn send(
        &mut self,
        most: u64,
        to: &mut dyn FnMut(usize, u32, &[u32]),
    ) -> Result<(), EngineError>;

    /// Takes letters for one of its blocks in; of a block that is not its own, `false`.
    ///
    /// # Errors
    ///
    /// When the depot fails.
    fn hear(&mut self, block: u32, letters: &[u32]) -> Result<bool, EngineError>;

    /// Goes to the next level if any part has letters for it, else to the next phase.
    fn next(&mut self, any: bool);

    /// Whether the cells are too narrow for the level that is next: it is put away, and begins
    /// again in wider ones.
    fn is_narrow(&self) -> bool;

    /// Puts all into the depot for good, and says where it lies there. What was put away before
    /// stays until [`Depot::saved`].
    ///
    /// # Errors
    ///
    /// When the depot fails.
    fn put_away(&mut self) -> Result<Vec<u8>, EngineError>;

    /// Cells decided by news.
    fn decided(&self) -> u64;

    /// Bytes of blocks and letters in memory, and of all blocks.
    fn bytes(&self) -> (u64, u64);

    /// Shows what its blocks came to, in rising order: the first unit of a block, how many, and
    /// their cells.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the depot or who sees it fails.
    fn show(&mut self, see: &mut See<'_>) -> Result<(), EngineError>;
}

/// Sees the units of a block: the number of the first, how many there are, and their cells.
pub type See<'a> = dyn FnMut(u64, u64, &shelf::Cells<'_>) -> Result<(), EngineError> + Send + 'a;

/// What another run, of any number of workers, put away.
pub struct Older<'a> {
    /// What [`Part::put_away`] gave.
    pub bytes: &'a [u8],
    /// Where the records lie.
    pub depot: &'a dyn Depot,
}

/// The positions that play comes to.
pub struct Reach(Reached);

impl Reach {
    /// What play from the region's position comes to, with one of `movers` to begin.
    ///
    /// # Errors
    ///
    /// When a limit is met: it takes two bits a position and player.
    pub fn of(region: &Region, movers: &[Player], limits: &Limits) -> Result<Self, EngineError> {
        with_space!(&region.space, space => reached(space, region.start, movers, limits)).map(Self)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.0.known_bytes()
    }

    /// How many positions and players to move there are.
    pub fn count(&self) -> u64 {
        self.0.count()
    }
}

/// What a part begins with.
pub struct Begin<'a> {
    /// The states.
    pub region: &'a Region,
    /// What is to be found out.
    pub want: Want,
    /// Only these.
    pub only: Option<&'a Reach>,
    /// Which blocks are the worker's own.
    pub share: Share,
    /// States to a unit of the shelf; blocks are whole units.
    pub unit: u64,
    /// States to a block, the same for all.
    pub size: u64,
    /// Bytes of a cell: 1, 2 or 4.
    pub width: u8,
    /// Within which limits.
    pub limits: &'a Limits,
    /// Where blocks and letters go that the memory does not hold.
    pub depot: &'a dyn Depot,
}

impl<'a> Begin<'a> {
    /// A part, going on from what the parts of an earlier run put away: its blocks and letters are
    /// read from there, one at a time. `None` where the cells are too narrow for them.
    ///
    /// # Errors
    ///
    /// [`EngineError::TooLarge`] where moves cannot be walked backwards, [`EngineError::Memory`]
    /// where two blocks do not fit, [`EngineError::Storage`] where what was put away is not of this
    /// table, or cannot be read.
    pub fn part(&self, older: &[Older<'_>]) -> Result<Option<Box<dyn Part + 'a>>, EngineError> {
        with_space!(&self.region.space, space => {
            if !space.inverts() {
                return Err(EngineError::TooLarge(
                    "moves of this game cannot be walked backwards; build the table on one machine"
                        .into(),
                ));
            }
            match self.width {
                1 => self.begin::<_, AtomicU8>(space, older),
                2 => self.begin::<_, AtomicU16>(space, older),
                4 => self.begin::<_, AtomicU32>(space, older),
                _ => Err(too_wide()),
            }
        })
    }

    fn begin<S: Space + 'a, C: Cell + 'a>(
        &self,
        space: &'a S,
        older: &[Older<'_>],
    ) -> Result<Option<Box<dyn Part + 'a>>, EngineError> {
        let (ground, layout) = (self.ground(space), self.layout());
        let pool = self.limits.pool();
        let begun = ground.plan::<C>(self.unit, Some(layout)).and_then(|plan| {
            let found = self.take_over(layout, older).map_err(Broken::Limit)?;
            self.post(&ground, plan, found, older)
        });
        match begun {
            Ok(work) => Ok(Some(Box::new(Shared::<S, C> {
                work,
                pool,
                unit: self.unit,
                region: self.region,
                only: self.only,
                turn: 0,
            }))),
            Err(Broken::Narrow) => Ok(None),
            Err(Broken::Limit(error)) => Err(error),
        }
    }

    fn ground<S>(&self, space: &'a S) -> Ground<'a, S> {
        Ground {
            space,
            want: self.want,
            limits: self.limits,
            budget: &self.region.budget,
            depot: self.depot,
        }
    }

    fn layout(&self) -> Layout {
        Layout {
            states: self.region.states(),
            size: self.size,
            players: self.region.players(),
        }
    }

    /// Copies the blocks and packets that are the worker's own into its depot.
    fn take_over(&self, layout: Layout, older: &[Older<'_>]) -> Result<Manifest, EngineError> {
        self.depot.begin(&[])?;
        let remoteness = self.want == Want::Remoteness;
        let mut found = Manifest::new(layout, remoteness);
        let blocks = layout.blocks();
        for (number, other) in older.iter().enumerate() {
            let old = read(other.bytes, layout, remoteness)?;
            if number == 0 {
                (found.stage, found.level) = (old.stage, old.level);
            }
            // Which of the blocks were counted, or asked for their draws, stands with each.
            match found.stage {
                Stage::Counting(_) => found.stage = Stage::Counting(0),
                Stage::Seeding(_) => found.stage = Stage::Seeding(0),
                _ => {}
            }
            let copy = |slot: Slot| self.depot.put(&other.depot.get(slot)?);
            for block in (0..blocks).filter(|block| self.share.has(*block)) {
                let (stored, draws) = old.blocks[block];
                if let Some(Stored { slot, width }) = stored {
                    let slot = copy(slot)?;
                    found.blocks[block] = (Some(Stored { slot, width }), draws);
                }
                for (side, packets) in old.packets.iter().enumerate() {
                    for packet in &packets[block] {
                        let slot = copy(packet.slot)?;
                        let letters = packet.letters;
                        found.packets[side][block].push(Packet { slot, letters });
                    }
                }
            }
            // Cells decided are counted once, by whoever is first.
            if self.share.worker == 0 {
                found.decided += old.decided;
            }
        }
        Ok(found)
    }

    /// Begins the work, with the letters that were in somebody's memory.
    fn post<S: Space, C: Cell>(
        &self,
        ground: &Ground<'a, S>,
        plan: Plan,
        found: Manifest,
        older: &[Older<'_>],
    ) -> Result<Work<'a, S, C>, Broken> {
        let layout = found.layout;
        let remoteness = self.want == Want::Remoteness;
        let work = Work::new(ground, plan, self.share, found)?;
        let take_up = || {
            for other in older {
                for slot in read(other.bytes, layout, remoteness)?.at_hand {
                    let bytes = other.depot.get(slot)?;
                    work.post.take_up_from(&bytes, &|block| work.has(block))?;
                }
            }
            Ok(())
        };
        take_up().map_err(Broken::Limit)?;
        Ok(work)
    }
}

fn read(bytes: &[u8], layout: Layout, remoteness: bool) -> Result<Manifest, EngineError> {
    Manifest::read(bytes, layout.states, layout.players, remoteness)
        .filter(|found| found.layout == layout)
        .ok_or_else(|| {
            EngineError::Storage(
                "the checkpoint is of another table or version; remove it, and build the table \
                again"
                    .into(),
            )
        })
}

/// A part whose work is done on the threads of a pool.
struct Shared<'a, S, C> {
    work: Work<'a, S, C>,
    pool: Pool,
    unit: u64,
    region: &'a Region,
    only: Option<&'a Reach>,
    /// The block that is sent from next, so that no worker waits for the others.
    turn: usize,
}

impl<S: Space, C: Cell> Shared<'_, S, C> {
    /// Whether letters wait for the next level while this one is worked off.
    fn later(&self) -> bool {
        self.work.remoteness && matches!(self.work.stage, Stage::Decisive | Stage::Draws)
    }

    fn blocks(&self) -> usize {
        self.work.layout().blocks()
    }

    fn letters(&self, later: bool) -> u64 {
        let post = &self.work.post;
        (0..self.blocks())
            .map(|block| post.held(later, block))
            .sum()
    }
}

impl<S: Space, C: Cell> Part for Shared<'_, S, C> {
    fn phase(&self) -> (Phase, u32) {
        let phase = match self.work.stage {
            Stage::Counting(_) => Phase::Counting,
            Stage::Decisive => Phase::Decisive,
            Stage::Seeding(_) => Phase::Seeding,
            Stage::Draws => Phase::Draws,
            Stage::Whole => Phase::Whole,
        };
        (phase, self.work.level)
    }

    fn go(&mut self) -> Result<Go, EngineError> {
        self.work.limits.check()?;
        let work = &mut self.work;
        match self.pool.install(|| work.go_on()) {
            Ok(true) => Ok(Go::Busy),
            Ok(false) => Ok(Go::Idle),
            Err(Broken::Narrow) => Ok(Go::Narrow),
            Err(Broken::Limit(error)) => Err(error),
        }
    }

    fn leaving(&self) -> u64 {
        let others = (0..self.blocks()).filter(|block| !self.work.has(*block));
        let later = self.later();
        others.map(|block| self.work.post.held(later, block)).sum()
    }

    fn waiting(&self) -> (u64, u64) {
        (self.letters(false), self.letters(true))
    }

    fn send(
        &mut self,
        most: u64,
        to: &mut dyn FnMut(usize, u32, &[u32]),
    ) -> Result<(), EngineError> {
        let (blocks, later) = (self.blocks(), self.later());
        let mut sent = 0;
        let mut run = Vec::new();
        for at in 0..blocks {
            let block = (self.turn + at) % blocks;
            if self.work.has(block) {
                continue;
            }
            let post = &self.work.post;
            while post.held(later, block) > 0 {
                if sent >= most {
                    self.turn = block;
                    return Ok(());
                }
                run.clear();
                post.each(post.take_some(later, block), &mut |letter| run.push(letter))?;
                sent += run.len() as u64;
                to(self.work.share.owner(block), block as u32, &run);
            }
        }
        Ok(())
    }

    fn hear(&mut self, block: u32, letters: &[u32]) -> Result<bool, EngineError> {
        let block = block as usize;
        if block >= self.blocks() || !self.work.has(block) {
            return Ok(false);
        }
        let later = self.later();
        self.work.post.receive(later, block, letters)?;
        Ok(true)
    }

    fn next(&mut self, any: bool) {
        match self.work.stage {
            Stage::Decisive | Stage::Draws => {
                self.work.post.turn();
                self.work.level_over(any);
            }
            _ => self.work.next(),
        }
    }

    fn is_narrow(&self) -> bool {
        self.work.is_narrow()
    }

    fn put_away(&mut self) -> Result<Vec<u8>, EngineError> {
        let work = &mut self.work;
        let manifest = self.pool.install(|| work.put_away())?;
        Ok(manifest.bytes())
    }

    fn decided(&self) -> u64 {
        self.work.decided.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn bytes(&self) -> (u64, u64) {
        let block = self.work.layout().bytes::<C>();
        let held = self.work.blocks.in_memory().len() as u64 * block;
        let own = (0..self.blocks()).filter(|block| self.work.has(*block));
        (held + self.work.post.bytes(), own.count() as u64 * block)
    }

    fn show(&mut self, see: &mut See<'_>) -> Result<(), EngineError> {
        let written = written(self.region, self.only.map(|only| &only.0));
        let (unit, layout) = (self.unit, self.work.layout());
        for block in 0..self.blocks() {
            if !self.work.has(block) {
                continue;
            }
            let range = layout.range(block);
            let (first, last) = (range.start / unit, range.end.div_ceil(unit));
            let work = &mut self.work;
            self.pool.install(|| {
                work.show(block, unit, &written, &mut |cells| {
                    see(first, last - first, cells)
                })
            })?;
        }
        Ok(())
    }
}
