//! The tests of `whowins-rules`, in one program.

mod budget;
mod diagnostics;
mod exact;
mod legal;
mod meaning;
mod naive;
mod noise;
mod reference;
mod runs;
mod shipped;
