//! The tests of `whowins-rules`, in one program.

mod diagnostics;
mod exact;
mod legal;
mod meaning;
mod naive;
mod noise;
mod reference;
mod shipped;
