//! Room outside the memory for work that is under way.

use crate::limits::EngineError;

/// Where a record lies in a depot, and what it must look like: whoever holds this notices another
/// record in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Where it starts.
    pub place: u64,
    /// How many bytes it takes there.
    pub length: u32,
    /// How many bytes were put in.
    pub bytes: u32,
    /// Its checksum.
    pub sum: u32,
}

/// Keeps records outside the memory until they are released, such as in a file.
///
/// What the state that was saved last names (see [`Shelf::save`](super::Shelf::save)) stays as it
/// is until the next one is saved, so that work which is killed at any moment goes on from there.
pub trait Depot: Sync {
    /// Puts a record of fewer than 2^32 bytes in.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where there is no room.
    fn put(&self, bytes: &[u8]) -> Result<Slot, EngineError>;

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where it cannot be read, or is not what was put in.
    fn get(&self, slot: Slot) -> Result<Vec<u8>, EngineError>;

    /// Nobody will ask for this record again, unless work goes on from the state that was saved
    /// last.
    fn release(&self, slot: Slot);

    /// Returns when all that was put in would outlast a power cut.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where that cannot be had.
    fn sync(&self) -> Result<(), EngineError>;

    /// A state was saved: what was released before is not wanted any more.
    fn saved(&self);

    /// Work begins with these records and no others. Whether they can be there; where not, the
    /// depot is empty.
    ///
    /// # Errors
    ///
    /// [`EngineError::Storage`] where the depot cannot be used.
    fn begin(&self, slots: &[Slot]) -> Result<bool, EngineError>;
}
