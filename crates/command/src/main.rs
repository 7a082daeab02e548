//! The command `whowins`.

mod atlas;
mod build;
mod card;
mod certificate;
mod contest;
mod explain;
mod failure;
mod game;
mod games;
mod lab;
mod law;
mod line;
mod map;
mod output;
mod play;
mod probe;
mod solve;
mod stream;
mod trace;
mod verify;
mod watch;

use std::process::ExitCode;

use whowins_guard::Counting;

/// Counts, so that memory past a limit ends the process with a sentence.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    line::run()
}
