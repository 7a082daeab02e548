//! Checks every row of a file again.

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use whowins_engine::{EngineError, Limits};
use whowins_verify::Why;

use crate::file::{Chunk, Layout, Next, Reader, Shard, heading};
use crate::{AtlasError, Summary, Survey, Tally, check_rows};

/// What the threads found.
#[derive(Default)]
struct Findings {
    /// The first line that is wrong, and why.
    fault: Option<(u64, String)>,
    stopped: Option<EngineError>,
    tally: Tally,
}

impl Findings {
    fn note(&mut self, line: u64, why: String) {
        if self.fault.as_ref().is_none_or(|(first, _)| line < *first) {
            self.fault = Some((line, why));
        }
    }

    fn over(&self) -> bool {
        self.fault.is_some() || self.stopped.is_some()
    }
}

/// Has the verifier check every row of the file, on all cores, and says what they come to.
///
/// Whole and finished files end well. The rows' own claims are checked before their checksums, so
/// that a changed row is named.
///
/// # Errors
///
/// The first line that is wrong, or where the file ends before its last row; a file that is no
/// atlas; a limit that is met.
pub fn verify(path: &Path, limits: &Limits) -> Result<Summary, AtlasError> {
    let mut reader = Reader::open(path)?;
    let (found, _) = reader.heading()?;
    let kind = reader.kind(&found)?;
    let survey = kind.survey(limits)?;
    let survey = survey.as_ref();
    let shard = Shard::of_heading(&found);
    if found != heading(&kind, survey, shard) {
        return Err(reader.fault(
            1,
            "the three lines of the heading are not those of this survey",
        ));
    }
    let layout = Layout::of(&kind, survey, shard);
    limits.progress.start(layout.rows);
    let findings = Mutex::new(Findings::default());
    let (sender, receiver) = sync_channel(2 * limits.threads);
    let receiver = Mutex::new(receiver);
    let end = std::thread::scope(|scope| {
        let check = || check_chunks(survey, &layout, &receiver, &findings, limits);
        let start = |_: &usize| {
            std::thread::Builder::new()
                .spawn_scoped(scope, check)
                .is_ok()
        };
        if (0..limits.threads.max(1)).filter(start).count() == 0 {
            lock(&findings).stopped = Some(EngineError::Threads);
        }
        // The threads end when the sender is gone.
        let sender = sender;
        loop {
            if lock(&findings).over() {
                return None;
            }
            match reader.next(&layout) {
                Ok(Next::Chunk(chunk)) => {
                    let _ = sender.send(chunk);
                }
                other => return Some(other),
            }
        }
    });
    let findings = findings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some((line, why)) = findings.fault {
        return Err(reader.fault(line, &why));
    }
    if let Some(error) = findings.stopped {
        return Err(error.into());
    }
    let tally = findings.tally;
    match end {
        Some(Err(error)) => Err(error),
        Some(Ok(Next::Cut { line, .. })) => Err(reader.fault(
            line,
            &format!(
                "the file ends here, before its last row; the {} rows of its whole chunks are right, and `whowins atlas {kind} -o \
                 FILE` works out the others",
                tally.rows
            ),
        )),
        _ => Ok(Summary::of(
            &kind,
            survey,
            layout.rows,
            &tally,
            tally.rows,
            Vec::new(),
        )),
    }
}

/// Checks chunks as long as some come.
fn check_chunks(
    survey: &dyn Survey,
    layout: &Layout,
    chunks: &Mutex<Receiver<Chunk>>,
    findings: &Mutex<Findings>,
    limits: &Limits,
) {
    loop {
        let Ok(chunk) = lock(chunks).recv() else {
            return;
        };
        if lock(findings).over() {
            continue;
        }

        if let Err(error) = limits.check() {
            lock(findings).stopped = Some(error);
            continue;
        }
        let checked = check_rows(survey, layout.first_of(chunk.number), &chunk.text, limits);
        let mut findings = lock(findings);

        match checked {
            Ok(tally) => {
                limits.progress.add(tally.rows);
                findings.tally.merge(&tally);
                if !chunk.sound {
                    let rows = layout.rows_of(chunk.number);
                    findings.note(
                        chunk.line,
                        format!(
                            "the {rows} rows from here on do not have the checksum that ends chunk {}",
                            chunk.number + 1
                        ),
                    );
                }
            }
            Err((_, why)) if why.why == Why::Budget => {
                findings.stopped = Some(limits.check().err().unwrap_or(EngineError::Time));
            }
            Err((row, why)) => findings.note(chunk.line + row, format!("rejected: {why}")),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
