//! The program `whowins`.

use std::process::ExitCode;

use whowins_guard::Counting;

/// Counts bytes: past a limit, the process ends with one message.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    whowins_command::run()
}
