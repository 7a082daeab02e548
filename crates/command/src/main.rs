//! The command `whowins`.

use std::process::ExitCode;

use whowins_guard::Counting;

/// Counts, so that memory past a limit ends the process with a sentence.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    whowins_command::run()
}
