//! Builds a table, or the missing part of it.
//!
//! Start reading at [`build`].

use std::fs;
use std::path::Path;
use std::time::Duration;

use whowins_analysis::{Player, Position};
use whowins_engine::Limits;
use whowins_engine::general::{self, Region, Want};
use whowins_rules::{Parameters, Rules};

use crate::part::{Part, clear, other, part_of};
use crate::probe::Table;
use crate::set::is_set;
use crate::{Heading, TableError};

/// The parameters of a build.
pub struct Build<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The parameter values.
    pub values: &'a Parameters,
    /// The position that determines the region: all positions that play from there can stay in.
    pub at: &'a Position,
    /// The results to compute.
    pub want: Want,
    /// Restricts the table to positions reachable from there, if one of these players starts.
    pub only: Option<&'a [Player]>,
    /// The compression level of zstd, from 1 to 19.
    pub level: i32,
    /// Time between two saves of the state in memory.
    pub save_every: Duration,
}

/// The plan of a table: its heading and its numbered positions.
pub struct Design {
    /// The heading.
    pub heading: Heading,
    /// The positions.
    pub region: Region,
}

impl Build<'_> {
    /// Numbers the positions and creates the heading. Complexity: `O(1)` in the size of the table.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if the rules have errors or there is no such table.
    pub fn design(&self, limits: &Limits) -> Result<Design, TableError> {
        let game = self.rules.game(self.values).map_err(TableError::Rules)?;
        let region = Region::around(game, self.at)?.within(limits);
        if self.only.is_some() && !region.falls() && !region.game().ending.repetition_draws {
            return Err(TableError::Input(
                "play may repeat without end, and the rules don't state the result then, so the table can't be limited to reachable positions. Leave out --only, or add the line `repetition draws` to the rules"
                    .into(),
            ));
        }
        let heading = Heading::new(
            self.rules,
            self.values,
            &region,
            self.at,
            self.want,
            self.only,
            self.level,
        );
        Ok(Design { heading, region })
    }
}

/// A complete table, with a summary of this run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The heading.
    pub heading: Heading,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Number of positions that were in the file before this run.
    pub before: u64,
    /// Number of reachable cells, if the table is restricted to these and this run built it.
    pub reached: Option<u64>,
    /// Repaired problems, in sentences.
    pub notes: Vec<String>,
}

/// Builds a table file. Resumes an earlier run if there is one.
///
/// Takes `O(moves)` time, and memory within the limits. If every move decreases the number of the
/// position, only a window of recent positions is in memory. Otherwise memory has a byte or more
/// for each position.
///
/// # Errors
///
/// Returns [`TableError::Input`] if the file is another table or is written by another run. Returns
/// [`TableError::Engine`] at a limit. Finished work is saved then, and the same call resumes it.
pub fn build(build: &Build<'_>, path: &Path, limits: &Limits) -> Result<Finished, TableError> {
    let Design { heading, region } = build.design(limits)?;
    if let Some(found) = finished(path, &heading)? {
        return Ok(found);
    }
    let part = Part::open(path, &heading, build.save_every)?;
    if let Some(found) = finished(path, &heading)? {
        // Another run has finished it in the meantime.
        let _ = fs::remove_file(part_of(path));
        return Ok(found);
    }
    let mut notes = Vec::new();
    if part.dropped > 0 {
        notes.push(format!(
            "{} bytes at the end of {} were no whole block: they are worked out again",
            part.dropped,
            part_of(path).display()
        ));
    }
    let before = part.found.saturating_mul(heading.block).min(heading.states);
    let all = general::Build {
        region: &region,
        want: build.want,
        only: build.only,
        limits,
    };
    let built = match all.run(&part) {
        Err(_) if part.was_damaged() => all.run(&part),
        built => built,
    }?;
    notes.extend(part.notes.all());
    part.finish(path)?;
    let bytes = fs::metadata(path)
        .map_err(|error| TableError::cannot_read(path, &error))?
        .len();
    Ok(Finished {
        heading,
        bytes,
        before,
        reached: built.reached,
        notes,
    })
}

/// Returns the table if the file, or the folder of shards, exists and is complete.
///
/// # Errors
///
/// Returns [`TableError::Input`] if the name belongs to something else.
pub fn finished(path: &Path, heading: &Heading) -> Result<Option<Finished>, TableError> {
    match fs::metadata(path) {
        Err(_) => return Ok(None),
        Ok(known) if known.is_dir() && !is_set(path) => {
            return Err(TableError::input(path, "this is a folder; name a file"));
        }
        Ok(known) if known.is_dir() => {}
        Ok(known) if !known.is_file() => {
            return Err(TableError::input(
                path,
                "this is a pipe or a device, and a table is read while it is written; name a file",
            ));
        }
        Ok(_) => {}
    }
    let table = Table::open(path)?;
    if table.heading() != heading {
        return Err(other(path, heading));
    }
    // A run may have been killed after the table got its name.
    clear(path)?;
    Ok(Some(Finished {
        heading: heading.clone(),
        bytes: table.bytes(),
        before: heading.states,
        reached: None,
        notes: vec!["the table was there already; nothing was to be done".into()],
    }))
}
