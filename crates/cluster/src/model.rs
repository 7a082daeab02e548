//! The cost of a table on several machines: a model whose constants are measured on this one,
//! in some seconds.
//!
//! Processor time is states times what counting one costs, letters times what one costs at home
//! (walking a move back, and a touch of a cell in a shard that no cache holds), letters sent times
//! what sending one adds, and steps of the frontier times what one costs each pair of workers.
//! Letters are counted on random positions, as if all were decided: an upper bound. Where a table
//! is decided forwards there are no letters: what is sent are cells, in words of four bytes, and
//! the number depends on how its bricks or blocks are read ([`Forward`]).

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;
use whowins_engine::general::{Begin, Dealing, Forward, Go, Region, Sample, Share, Want};
use whowins_engine::{Limits, Progress};
use whowins_rules::{Parameters, Rules};
use whowins_tables::{Build, Notes, WorkFile};

use crate::build::{Place, build_here};
use crate::share::{cut, look};
use crate::{ClusterError, Report};

/// What this machine takes, in nanoseconds of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// A state of the table, its moves counted.
    pub count: f64,
    /// A letter that stays at home, in a shard that the caches hold.
    pub home: f64,
    /// What more a letter takes that is sent, both ends together.
    pub sent: f64,
    /// What more a touch takes in a shard that the caches do not hold.
    pub far: f64,
    /// A step of the frontier, for each pair of workers.
    pub pair: f64,
    /// Letters a state, were all decided; words of four bytes that a state's cells take, where the
    /// table is decided forwards.
    pub letters: f64,
    /// Seconds that the measuring took.
    pub seconds: f64,
}

/// The cost on several machines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Machines, each with one process.
    pub machines: usize,
    /// States to a block.
    pub size: u64,
    /// Of the letters, the share that is sent; of the cells, where the table is decided forwards,
    /// how often each is sent in the mean.
    pub share: f64,
    /// Bytes of cells a machine.
    pub memory: u64,
    /// Bytes that an epoch puts away at most, all together.
    pub disk: u64,
    /// Bytes sent, all together.
    pub net: f64,
    /// Processor seconds, all together.
    pub processor: f64,
    /// Seconds on machines with several threads each, and a net of ten gigabits a second between
    /// them.
    pub seconds: f64,
    /// Whether it waits for the net, and not for the processors.
    pub waits_for_net: bool,
}

/// The model of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Model {
    /// States, and cells a state.
    pub states: u64,
    /// Cells a state.
    pub players: usize,
    /// Whether it is decided forwards, and no letters tell what is decided: what is sent are cells.
    pub forwards: bool,
    /// Strips that it is decided in, brick by brick; where it is decided forwards and there are
    /// none, blocks are asked for.
    pub strips: Option<usize>,
    /// Bytes a cell.
    pub width: u64,
    /// What was measured.
    pub measured: Measured,
    /// Threads a machine.
    pub threads: usize,
    /// Memory a machine.
    pub allowed: u64,
    /// The cost on several machines.
    pub forecasts: Vec<Forecast>,
}

/// Bytes a second of a net of ten gigabits a second.
const NET: f64 = 1.25e9;
/// Bytes that a letter takes on the wire, all that the dataflow adds included.
const LETTER: f64 = 4.1;
/// Letters that a worker sends in a step.
const CHUNK: f64 = (1 << 20) as f64;
/// The side of the board of the sample.
const SIDE: usize = 40;
/// How long states are decided forwards to time that.
const FORWARDS: Duration = Duration::from_secs(1);
/// States whose moves are walked back to time that.
const LOOKS: u64 = 100_000;

fn nanos(time: Duration) -> f64 {
    time.as_nanos() as f64
}

/// A cop and a robber: a game whose moves are cheap, so that what is measured is what letters cost.
fn sample(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Sample\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    )
}

/// Builds a sample in this process; returns its report, its processor time, and its states and letters.
fn trial(
    side: usize,
    want: Want,
    place: &Place<'_>,
    folder: &Path,
    limits: &Limits,
) -> Result<(Report, f64, f64), ClusterError> {
    let input = ClusterError::Input;
    let rules =
        Rules::parse("sample", &sample(side)).map_err(|errors| input(errors.to_string()))?;
    let values = Parameters::new();
    let game = rules
        .game(&values)
        .map_err(|errors| input(errors.to_string()))?;
    let at = game
        .read("1,1 2,2")
        .map_err(|error| input(error.to_string()))?;
    let build = Build {
        rules: &rules,
        values: &values,
        at: &at,
        want,
        only: None,
        level: 1,
        save_every: Duration::from_secs(1 << 30),
    };
    let limits = Limits {
        progress: Arc::new(Progress::default()),
        ..limits.clone().with_threads(1)
    };
    let began = ProcessTime::now();
    let report = build_here(&build, place, Some(Dealing::Turns), None, folder, &limits)?;
    let took = nanos(began.elapsed());
    let region = Region::around(game, &at)?;
    let sample = Sample::of(&region, Share::WHOLE, 1 << 16, LOOKS / 10);
    let cells = (sample.states * region.players() as u64).max(1);
    let letters = report.decided.0 as f64 * sample.letters as f64 / cells as f64;
    Ok((report, took, letters.max(1.0)))
}

/// What walking a move back takes, and letters a state.
fn walk(region: &Region) -> (f64, f64) {
    let began = ProcessTime::now();
    let sample = Sample::of(region, Share::WHOLE, 1 << 16, LOOKS);
    let took = nanos(began.elapsed());
    let letters = sample.letters.max(1) as f64;
    (took / letters, letters / sample.states.max(1) as f64)
}

/// What counting the moves of a state takes: some blocks of the table itself.
fn count(build: &Build<'_>, folder: &Path, limits: &Limits) -> Result<f64, ClusterError> {
    let design = build.design(limits)?;
    let unit = design.heading.block;
    let forwards = Forward::is_how(&design.region);
    let blocks = design.region.states().div_ceil(unit).max(1) as usize;
    let workers = if forwards { 1 } else { blocks };
    let limits = Limits {
        progress: Arc::new(Progress::default()),
        ..limits.clone().with_threads(1)
    };

    // A part of one block, in the middle of the table.
    let depot = WorkFile::new(&folder.join("plan"), Notes::default());
    let mut width = match build.want {
        Want::Outcome => 1,
        Want::Remoteness => 2,
    };

    loop {
        let begin = Begin {
            region: &design.region,
            want: build.want,
            only: None,
            share: Share {
                worker: workers / 2,
                workers,
                dealing: Dealing::Turns,
            },
            unit,
            size: unit,
            width,
            limits: &limits,
            depot: &depot,
        };

        let Some(mut part) = begin.part(&[])? else {
            width *= 2;
            continue;
        };

        let (began, start) = (ProcessTime::now(), Instant::now());
        let mut go = part.go()?;
        // These are decided from the first one on, which is cheaper than those in the middle.
        while forwards && go == Go::Busy && start.elapsed() < FORWARDS {
            go = part.go()?;
        }
        if go == Go::Narrow {
            width *= 2;
            continue;
        }

        let took = nanos(began.elapsed());
        let states = match forwards {
            true => part.decided() / design.region.players() as u64,
            false => limits.progress.so_far().0,
        };
        return Ok(took / states.max(1) as f64);
    }
}

/// The extra time of a random access in this many bytes.
fn far(bytes: u64, memory: u64) -> f64 {
    let touch = |bytes: usize| {
        let mut cells = vec![1_u8; bytes];
        let mut random = 1_u64;
        let touches = 1 << 22;
        let began = ProcessTime::now();
        for _ in 0..touches {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = ((u128::from(random) * bytes as u128) >> 64) as usize;
            cells[at] = cells[at].wrapping_add(1);
        }
        let took = nanos(began.elapsed()) / f64::from(touches);
        black_box(&cells);
        took
    };
    let many = bytes.min(memory / 2).min(1 << 30) as usize;
    match many > 1 << 22 {
        true => (touch(many) - touch(1 << 22)).max(0.0),
        false => 0.0,
    }
}

impl Model {
    /// Measures what this machine takes for this table, and estimates the cost on several machines.
    ///
    /// # Errors
    ///
    /// Where there is no such table, or a limit is met.
    pub fn of(
        build: &Build<'_>,
        machines: &[usize],
        folder: &Path,
        limits: &Limits,
    ) -> Result<Self, ClusterError> {
        let start = Instant::now();
        let design = build.design(limits)?;
        let region = &design.region;
        let (states, players) = (region.states(), region.players());
        let width = match build.want {
            Want::Outcome => 1,
            Want::Remoteness => 2,
        };
        let (one, alone, letters) = trial(SIDE, build.want, &Place::Threads(1), folder, limits)?;
        let (two, both, _) = trial(SIDE, build.want, &Place::Sockets(2), folder, limits)?;
        let spread = one.workers.first().map_or(1.0, |worker| {
            let all = worker.counting + worker.decisive + worker.draws;
            (worker.decisive + worker.draws) / all.max(0.001)
        });
        // Many workers with next to nothing to say.
        let many = 16;
        let (idle, waiting, _) = trial(6, Want::Remoteness, &Place::Threads(many), folder, limits)?;
        let steps = idle
            .workers
            .first()
            .map_or(1, |worker| worker.steps + 2 * worker.rounds);
        let sample_walk = {
            let rules = Rules::parse("sample", &sample(SIDE)).ok();
            let game = rules.and_then(|rules| rules.game(&Parameters::new()).ok());
            let region = game.and_then(|game| {
                let at = game.read("1,1 2,2").ok()?;
                Region::around(game, &at).ok()
            });
            region.map_or(0.0, |region| walk(&region).0)
        };
        let cells = states as f64 * players as f64 * width as f64;
        let forwards = Forward::is_how(region);
        // What is decided forwards is read where it is decided.
        let (home, each) = match forwards {
            false => {
                let (own_walk, each) = walk(region);
                (
                    (alone * spread / letters - sample_walk).max(1.0) + own_walk,
                    each,
                )
            }
            true => (0.0, 0.0),
        };
        let bits = match build.want {
            Want::Outcome => 2,
            Want::Remoteness => 8 * width,
        };
        let measured = Measured {
            count: count(build, folder, limits)?,
            home,
            sent: ((both - alone) / two.heard.0.max(1) as f64).max(1.0),
            far: match forwards {
                false => far(cells as u64, limits.budget.memory),
                true => 0.0,
            },
            pair: waiting / (steps.max(1) as f64 * (many * many) as f64),
            letters: match forwards {
                false => each,
                true => (players as u64 * bits) as f64 / 32.0,
            },
            seconds: start.elapsed().as_secs_f64(),
        };
        let mut model = Self {
            states,
            players,
            forwards,
            strips: None,
            width,
            measured,
            threads: limits.threads.max(1),
            allowed: limits.budget.memory,
            forecasts: Vec::new(),
        };
        for machines in machines {
            let cut = cut(
                region,
                design.heading.block,
                *machines,
                limits.budget.memory,
                None,
            );
            let share = Share {
                worker: 0,
                workers: *machines,
                dealing: cut.dealing,
            };
            let forward = Forward::of(region, build.want, width, share, cut.size);
            let forecast = match forward {
                None => {
                    let cut = look(region, cut.size, *machines, cut.dealing);
                    let share = cut.sample.sent as f64 / cut.sample.letters.max(1) as f64;
                    model.forecast(*machines, cut.size, share)
                }
                Some(forward) => {
                    model.strips = forward.strips;
                    model.forwards(*machines, cut.size, &forward)
                }
            };
            model.forecasts.push(forecast);
        }
        Ok(model)
    }

    /// The cost on several machines, with this share of the letters sent.
    pub fn forecast(&self, machines: usize, size: u64, share: f64) -> Forecast {
        let all = self.states as f64 * self.measured.letters;
        let share = if machines == 1 { 0.0 } else { share };
        let steps = all * share / (CHUNK * machines as f64) + 64.0;
        self.with(machines, size, share, steps)
    }

    /// The cost on several machines that decide the table forwards, and send each other so
    /// much.
    fn forwards(&self, machines: usize, size: u64, forward: &Forward) -> Forecast {
        let all = self.states as f64 * self.measured.letters;
        let share = forward.words as f64 / all.max(1.0);
        let steps = forward.messages as f64 / machines as f64 + 64.0;
        self.with(machines, size, share, steps)
    }

    fn with(&self, machines: usize, size: u64, share: f64, steps: f64) -> Forecast {
        let Measured {
            count,
            home,
            sent,
            far,
            pair,
            letters,
            ..
        } = self.measured;
        let (states, many) = (self.states as f64, machines as f64);
        let all = states * letters;
        let away = all * share;
        let nanos = states * count + all * (home + far) + away * sent + steps * many * many * pair;
        let processor = nanos / 1e9;
        let net = away * LETTER;
        let cells = self.states.saturating_mul(self.players as u64 * self.width);
        // Who has no strip has nothing to do.
        let busy = many.min(self.strips.map_or(many, |strips| strips as f64));
        let working = processor / (busy * self.threads as f64);
        // Each machine sends and receives its part at once.
        let carrying = net / many / NET;
        Forecast {
            machines,
            size,
            share,
            memory: cells / machines as u64,
            disk: cells,
            net,
            processor,
            seconds: working.max(carrying),
            waits_for_net: carrying > working,
        }
    }
}
