//! Where finished cells are kept, block after block.

use std::io::{self, Read, Write};

use super::depot::Depot;
use super::table::Entry;
use crate::limits::EngineError;

/// Hands out the cells of a block with one player to move.
pub type Cells<'a> = dyn Fn(u64, usize, &mut Vec<Entry>) + Sync + 'a;

/// Writes how far work has come.
pub type Writes<'a> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'a;

/// Keeps finished cells outside the tables that are worked in, such as in a file. Blocks come in
/// order, and each is final.
pub trait Shelf: Sync {
    /// States to a block; the last may have fewer.
    fn block(&self) -> u64;

    /// How many blocks are kept, from the first on: a build goes on after them.
    fn kept(&self) -> u64;

    /// Keeps the next `count` blocks; `cells` puts those of a block and a player into a list, in
    /// index order.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where they cannot be kept.
    fn keep(&self, count: u64, cells: &Cells<'_>) -> Result<(), EngineError>;

    /// One cell that is kept; cheap where its neighbours were read lately.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where it cannot be read any more.
    fn entry(&self, index: u64, player: usize) -> Result<Entry, EngineError>;

    /// All cells of a block with one player to move, in index order.
    ///
    /// # Errors
    ///
    /// As [`Shelf::entry`].
    fn read(&self, block: u64, player: usize, cells: &mut Vec<Entry>) -> Result<(), EngineError>;

    /// Whether it is time to put away how far work in memory has come.
    fn is_due(&self) -> bool {
        false
    }

    /// Puts away how far work in memory has come, in the place of what was put away before.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where it cannot be kept.
    fn save(&self, _write: &Writes<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    /// What was put away last; `None` where there is nothing, or nothing whole.
    fn saved(&self) -> Option<Box<dyn Read + '_>> {
        None
    }

    /// Room for work that outgrows the memory, if there is any.
    fn depot(&self) -> Option<&dyn Depot> {
        None
    }
}
