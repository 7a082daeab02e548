//! Renames unusable files next to a table instead of removing them. The work then starts again.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::TableError;

/// Messages to report at the end, in sentences.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    /// Adds a message if it is new.
    pub fn add(&self, note: String) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// Returns all messages.
    pub fn all(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Renames a file to a free name, such as `FILE.damaged`, and adds a message.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be renamed.
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
