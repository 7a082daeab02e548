//! The tests of `whowins-rules`, in one program.

mod board_fall;
mod budget;
mod charging;
mod choices;
mod constructs;
mod cookbook;
mod decimal;
mod diagnostics;
mod exact;
mod grown;
mod layout;
mod legal;
mod lower;
mod lower_faults;
mod meaning;
mod naive;
mod naming;
mod noise;
mod old;
mod opened;
mod read;
mod reference;
mod repair;
mod runs;
mod shipped;
mod sums;
mod words;

use whowins_core::random::cases;
