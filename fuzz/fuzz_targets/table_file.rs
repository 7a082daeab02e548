//! The target `table_file` of `whowins-attack`.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use whowins_attack::{Target, target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| target("table_file").expect("it is one"));

fuzz_target!(|input: &[u8]| TARGET.strike(input));
