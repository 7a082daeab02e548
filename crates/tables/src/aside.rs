//! Files beside a table that cannot be gone on with: they are set aside under another name, never
//! removed, and the work begins again.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::TableError;

/// What is to be told at the end, in sentences.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    /// Adds a sentence that does not stand there yet.
    pub fn add(&self, note: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// All of them.
    pub fn all(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Gives a file a name that is free, such as `FILE.damaged`, and says so.
    ///
    /// # Errors
    ///
    /// When it cannot be named anew.
    pub fn set_aside(&self, path: &Path, why: impl fmt::Display) -> Result<(), TableError> {
        let aside = whowins_guard::set_aside(path)
            .map_err(|error| TableError::cannot_write(path, &error))?;
        self.add(format!(
            "{} {why}: it is called {} now, and this work began again",
            path.display(),
            aside.display()
        ));
        Ok(())
    }
}
