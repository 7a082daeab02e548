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
mod play;
mod probe;
mod solve;
mod stream;
mod trace;
mod verify;
mod watch;

use std::process::ExitCode;

fn main() -> ExitCode {
    line::run()
}
