//! Builds a table, or what is missing of it.

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

/// A table to be built.
pub struct Build<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The parameters' values.
    pub values: &'a Parameters,
    /// The position around which everything is covered that play stays in.
    pub at: &'a Position,
    /// What to find out.
    pub want: Want,
    /// Only the positions that play from there reaches, with one of these players to begin.
    pub only: Option<&'a [Player]>,
    /// How hard zstd is to try, from 1 to 19.
    pub level: i32,
    /// How long to work in memory before putting away how far it has come.
    pub save_every: Duration,
}

/// A table that is to be: its positions, numbered, and what stands at its head.
pub struct Design {
    /// What stands at its head.
    pub heading: Heading,
    /// Its positions.
    pub region: Region,
}

impl Build<'_> {
    /// Numbers the positions and writes the heading; `O(1)` in the table's size.
    ///
    /// # Errors
    ///
    /// [`TableError`], where the rules have faults or there is no such table.
    pub fn design(&self, limits: &Limits) -> Result<Design, TableError> {
        let game = self.rules.game(self.values).map_err(TableError::Rules)?;
        let region = Region::around(game, self.at)?.within(limits);
        if self.only.is_some() && !region.falls() && !region.game().ending.repetition_draws {
            return Err(TableError::Input(
                "positions that play reaches cannot be told apart from those where play need never end and the rules do not say who wins \
                 then; leave the others in, or add the line `repetition draws` to the rules"
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

/// A table that is whole, and what this run did.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its heading.
    pub heading: Heading,
    /// Bytes of the file.
    pub bytes: u64,
    /// Positions that were in the file before this run.
    pub before: u64,
    /// Cells that play reaches, where only these were asked for and this run built them.
    pub reached: Option<u64>,
    /// What was found and mended, in sentences.
    pub notes: Vec<String>,
}

/// Builds the table as a file of this name; goes on with what an earlier run left.
///
/// `O(moves)` time; memory within the limits: where every move lowers a position's number only a
/// window of the latest positions is kept, else a byte or more for each.
///
/// # Errors
///
/// [`TableError::Input`] for a file of another table or one that another run writes,
/// [`TableError::Engine`] when a limit is met: then what is finished stays, and the same call goes
/// on from there.
pub fn build(build: &Build<'_>, path: &Path, limits: &Limits) -> Result<Finished, TableError> {
    let Design { heading, region } = build.design(limits)?;
    if let Some(found) = finished(path, &heading)? {
        return Ok(found);
    }
    let part = Part::open(path, &heading, build.save_every)?;
    if let Some(found) = finished(path, &heading)? {
        // Another run has finished it in between.
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

/// The table, where the file (or the folder of shards) is there and whole.
///
/// # Errors
///
/// [`TableError::Input`] where something else has the name.
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
