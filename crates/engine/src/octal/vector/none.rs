//! No vectors on this machine.

use super::kernel::{Ended, Kernel};

/// Nothing; made as one with fields is.
#[derive(Clone, Debug, Default)]
pub(super) struct Noted {}

/// Never made.
pub(super) enum Vectors {}

impl Vectors {
    pub(super) fn new<const WORDS: usize>(
        _: &Kernel<'_, WORDS>,
        _: &[u8],
        _: Noted,
    ) -> Option<Self> {
        None
    }

    pub(super) fn noted(self) -> Noted {
        match self {}
    }

    pub(super) fn run<const WORDS: usize>(
        &mut self,
        _: &mut Kernel<'_, WORDS>,
        _: &mut Vec<u8>,
        _: usize,
    ) -> Ended {
        match *self {}
    }
}
