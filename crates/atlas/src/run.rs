//! Works a survey out on all cores, and writes its rows in their order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use whowins_engine::{EngineError, Limits};

use crate::file::{Journal, Layout, Shard, compressed, encode, resume};
use crate::rows::{count_rows, make_rows};
use crate::{AtlasError, Kind, Summary, Survey, Tally};

/// Works out the rows that the file does not hold yet, all where there is no file, and says what
/// they come to.
///
/// A unit of rows is worked out by one thread, checked by the verifier, and handed to this one,
/// which writes chunk after chunk. With a file, the bytes written are the same however often the
/// run is stopped and taken up, as far as every game's law is found within its own limit. Memory:
/// some units, and in slow surveys those that are ahead of the first unfinished one.
///
/// # Errors
///
/// When the file is at fault ([`AtlasError::Input`], [`AtlasError::False`]) or cannot be written,
/// and when the verifier does not accept what the search found. A limit that is met, or a stop, is
/// none: the summary is then not finished, and why comes with it.
pub fn run(
    kind: &Kind,
    path: Option<&Path>,
    limits: &Limits,
) -> Result<(Summary, Option<EngineError>), AtlasError> {
    run_shard(kind, Shard::WHOLE, path, limits)
}

/// The same for one part of the rows, in a file of its own; [`merge`](crate::merge()) puts the
/// parts together.
///
/// # Errors
///
/// As [`run`].
pub fn run_shard(
    kind: &Kind,
    shard: Shard,
    path: Option<&Path>,
    limits: &Limits,
) -> Result<(Summary, Option<EngineError>), AtlasError> {
    let survey = kind.survey(limits)?;
    let survey = survey.as_ref();
    let layout = Layout::of(kind, survey, shard);
    let mut notes = Vec::new();
    let mut output = Output {
        survey,
        layout,
        to: None,
        next: 0,
        units: BTreeMap::new(),
        tally: Tally::default(),
        checked: 0,
    };
    if let Some(path) = path {
        let resumed = resume(path, kind, survey, shard)?;
        notes.extend(resumed.notes);
        output.next = resumed.chunks;
        output.tally = resumed.tally;
        let mut journal = None;
        if survey.grain().units > 1 {
            let (opened, units) = Journal::open(path, kind, &layout, &mut notes)?;
            journal = Some(opened);
            output.take_up(units)?;
        }
        output.to = Some(To {
            path,
            file: resumed.file,
            journal,
        });
        if output.tally.rows > 0 {
            notes.push(format!("{} rows stood in the file", output.tally.rows));
        }
    }
    limits.progress.start(layout.rows);
    limits.progress.add(output.tally.rows);
    output.write_whole()?;
    let missing = output.missing();
    let stopped = work(survey, &layout, &missing, limits, &mut output)?;
    output.finish()?;
    let summary = Summary::of(
        kind,
        survey,
        layout.rows,
        &output.tally,
        output.checked,
        notes,
    );
    Ok((summary, stopped))
}

/// Has the threads work out the units; the limit that was met, if one was.
fn work(
    survey: &dyn Survey,
    layout: &Layout,
    units: &[u64],
    limits: &Limits,
    output: &mut Output<'_>,
) -> Result<Option<EngineError>, AtlasError> {
    let next = AtomicUsize::new(0);
    let halt = std::sync::atomic::AtomicBool::new(false);
    let grain = survey.grain();
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(2 * limits.threads);
        let mut started = units.is_empty();
        for _ in 0..limits.threads.min(units.len()) {
            let sender = sender.clone();
            let (next, halt) = (&next, &halt);
            let work = move || {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) {
                        return;
                    }
                    let last = layout.rows.min((unit + 1) * grain.unit);
                    let rows = layout.first + unit * grain.unit..layout.first + last;
                    let made = limits.check().map_err(AtlasError::from);
                    let made = made.and_then(|()| make_rows(survey, rows, limits));
                    let failed = made.is_err();
                    if sender.send((*unit, made)).is_err() || failed {
                        return;
                    }
                }
            };
            started |= std::thread::Builder::new()
                .spawn_scoped(scope, work)
                .is_ok();
        }
        drop(sender);
        if !started {
            return Ok(Some(EngineError::Threads));
        }
        let mut stopped = None;
        for (unit, made) in receiver {
            let put = match made {
                Ok((text, tally)) => {
                    limits.progress.add(tally.rows);
                    output.put(unit, text, &tally)
                }
                Err(AtlasError::Engine(error)) if error.is_budget() => {
                    stopped.get_or_insert(error);
                    Ok(())
                }
                Err(error) => Err(error),
            };
            if let Err(error) = put {
                // The others stop after the row they are at.
                halt.store(true, Ordering::Relaxed);
                limits.budget.stop();
                return Err(error);
            }
        }
        Ok(stopped)
    })
}

/// Where rows go.
struct Output<'a> {
    survey: &'a dyn Survey,
    layout: Layout,
    to: Option<To<'a>>,
    /// The first chunk that is not written.
    next: u64,
    /// Finished units of chunks that are not written.
    units: BTreeMap<u64, String>,
    tally: Tally,
    checked: u64,
}

struct To<'a> {
    path: &'a Path,
    file: File,
    journal: Option<Journal>,
}

impl Output<'_> {
    /// Units to a chunk.
    fn units_of(&self, chunk: u64) -> std::ops::Range<u64> {
        let grain = self.survey.grain();
        let units = self.layout.rows_of(chunk).div_ceil(grain.unit);
        chunk * grain.units..chunk * grain.units + units
    }

    /// Takes units from the journal of an earlier run.
    fn take_up(&mut self, units: BTreeMap<u64, String>) -> Result<(), AtlasError> {
        let grain = self.survey.grain();
        let all = self.layout.rows.div_ceil(grain.unit);
        for (unit, text) in units {
            let first = unit.saturating_mul(grain.unit);
            if unit / grain.units < self.next || unit >= all {
                continue;
            }
            let mut tally = Tally::default();
            // A unit that cannot be read is worked out again.
            if count_rows(self.survey, self.layout.first + first, &text, &mut tally).is_ok()
                && tally.rows == grain.unit.min(self.layout.rows - first)
            {
                self.tally.merge(&tally);
                self.units.insert(unit, text);
            }
        }
        Ok(())
    }

    /// The units that are not done.
    fn missing(&self) -> Vec<u64> {
        (self.next..self.layout.chunks())
            .flat_map(|chunk| self.units_of(chunk))
            .filter(|unit| !self.units.contains_key(unit))
            .collect()
    }

    fn put(&mut self, unit: u64, text: String, tally: &Tally) -> Result<(), AtlasError> {
        self.tally.merge(tally);
        self.checked += tally.rows;
        let Some(to) = &mut self.to else {
            return Ok(());
        };
        if let Some(journal) = &mut to.journal {
            journal.keep(unit, &text)?;
        }
        self.units.insert(unit, text);
        self.write_whole()
    }

    /// Writes the chunks whose units are all there.
    fn write_whole(&mut self) -> Result<(), AtlasError> {
        let Some(to) = &mut self.to else {
            return Ok(());
        };
        let (grain, layout) = (self.survey.grain(), self.layout);
        while self.next < layout.chunks() {
            let first = self.next * grain.units;
            let units = first..first + layout.rows_of(self.next).div_ceil(grain.unit);
            if !units.clone().all(|unit| self.units.contains_key(&unit)) {
                break;
            }
            let mut text = String::new();
            for unit in units {
                text += &self.units.remove(&unit).unwrap_or_default();
            }
            text += &layout.ending(self.next, &text);
            encode(text, compressed(to.path))
                .and_then(|bytes| to.file.write_all(&bytes))
                .map_err(|error| AtlasError::cannot_write(to.path, &error))?;
            self.next += 1;
        }
        Ok(())
    }

    /// Puts the file on the disk, and removes the journal of a finished atlas.
    fn finish(&mut self) -> Result<(), AtlasError> {
        let Some(to) = &mut self.to else {
            return Ok(());
        };
        let _whole = whowins_guard::pause();
        let synced = to.file.sync_all();
        synced
            .and_then(|()| whowins_guard::sync_folder(to.path))
            .map_err(|error| AtlasError::cannot_write(to.path, &error))?;
        match &mut to.journal {
            Some(journal) if self.next == self.layout.chunks() => journal.clear(),
            _ => Ok(()),
        }
    }
}
