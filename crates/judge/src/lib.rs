//! Tests programs against exact answers.
//!
//! [`Truth`] computes the correct answer to every query of a contest format ([`whowins::contest`]).
//! [`Questions`] enumerates the queries, smallest first. [`judge`](fn@judge) runs a [`Program`] on
//! all of them, then on hard ones, then on random ones, and reports the smallest query with a wrong
//! answer.
//!
//! Programs run in a container ([`mod@contain`]) and are monitored from outside. They respect their
//! limits, and nothing that they start survives. Programs run on Linux only.
//!
//! Start reading at [`judge`](fn@judge).
#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "what runs programs is left out there")
)]

#[cfg(target_os = "linux")]
mod answers;
mod compare;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
pub mod contain;
#[cfg(target_os = "linux")]
mod cut;
mod export;
mod find;
mod hard;
#[cfg(target_os = "linux")]
mod held;
#[cfg(target_os = "linux")]
mod interactive;
#[cfg(target_os = "linux")]
mod judge;
mod positions;
mod program;
mod questions;
mod report;
#[cfg(target_os = "linux")]
mod run_time;
#[cfg(target_os = "linux")]
mod scratch;
mod sequence;
mod sizes;
mod small;
#[cfg(target_os = "linux")]
mod testset;
#[cfg(target_os = "linux")]
mod tree;
mod truth;
mod turns;
mod vary;

pub use compare::{Alike, Compared, Difference, Mutated, NoCompare, Side, compare, mutate};
pub use export::{ExportWishes, Exported, Language, NoExport, export};
pub use find::{Condition, Match, Matches, Wanted, Word, find, names};
pub use hard::Reach;
#[cfg(target_os = "linux")]
pub use held::{Held, Watched};
#[cfg(target_os = "linux")]
pub use interactive::{Lost, Played, play};
#[cfg(target_os = "linux")]
pub use judge::{Wishes, judge};
pub use positions::Positions;
pub use program::{Allowance, Confinement, Ended, Isolation, Program, Ran, RunBounds, absolute};
pub use questions::Questions;
pub use report::{Failing, Report, Share, Tally, Verdict};
pub use sequence::{Along, NoSequence, Of, Term, sequence};
pub use sizes::{Emit, Flow, Grid, Range};
#[cfg(target_os = "linux")]
pub use testset::{Fate, File, Group, MutantReport, Test, TestSet, TestWishes, files, test_set};
pub use truth::{Answer, EachAnswer, Truth, Unanswered};
pub use turns::Turns;
pub use vary::{Changed, Changes, one_step};
