//! Tests of the judge: common wrong programs, correct ones, and hostile ones.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]

mod changes;
mod exports;
mod formats;
mod grammar;
mod hostile;
mod kinds;
mod opened;
mod programs;
mod shares;
mod wrong;
