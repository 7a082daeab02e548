//! Any bytes as the input of each contest: an error names a place inside the input, and says what to mend.
#![no_main]

use libfuzzer_sys::fuzz_target;
use whowins::contest::{ContestError, cowcheck, ellyscheckers, gam, partisangame, tabgame};

fn check<T>(input: &[u8], read: Result<T, ContestError>) {
    if let Err(error) = read {
        let lines = input.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!((1..=lines).contains(&error.line), "{error}");
        assert!(error.column >= 1 && !error.message.is_empty() && !error.help.is_empty());
    }
}

fuzz_target!(|input: &[u8]| {
    check(input, cowcheck::read(input));
    check(input, ellyscheckers::read(input));
    check(input, gam::read(input));
    check(input, partisangame::read(input));
    check(input, tabgame::read(input));
});
