//! The command `whowins`.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run()
}
