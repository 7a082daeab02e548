//! Taking-and-breaking games by code: octal games.

use std::ops::ControlFlow;

/// An octal game (Guy and Smith 1956): digit `d_k` says how k tokens may be taken from a heap.
///
/// Bit 0 of `d_k` allows taking k where they are the whole heap; bit 1 where one non-empty heap stays; bit 2 where the
/// rest is split into two non-empty heaps. Only bit 2 is allowed in `d_0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// `d_0, d_1, ...`, each 0 to 7.
    pub digits: Vec<u8>,
}

impl Octal {
    /// The heaps that can take the place of one heap of `heap` tokens: none, one or two, the smaller first.
    ///
    /// `O(digits + splits)`.
    pub fn options(&self, heap: u64, mut emit: impl FnMut(&[u64])) {
        let _ = self.options_until(heap, |parts| {
            emit(parts);
            ControlFlow::Continue(())
        });
    }

    /// The same as [`Octal::options`], as long as `emit` does not break off.
    pub fn options_until(
        &self,
        heap: u64,
        mut emit: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (take, digit) in self.digits.iter().enumerate() {
            let Some(rest) = heap.checked_sub(take as u64) else {
                break;
            };
            if digit & 1 != 0 && rest == 0 {
                emit(&[])?;
            }
            if digit & 2 != 0 && rest > 0 && take > 0 {
                emit(&[rest])?;
            }
            if digit & 4 != 0 {
                for small in 1..=rest / 2 {
                    emit(&[small, rest - small])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
