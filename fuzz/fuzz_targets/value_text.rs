//! The target `value_text` of `whowins-attack`.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use whowins_attack::{Target, target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| target("value_text").expect("it is one"));

fuzz_target!(|input: &[u8]| TARGET.strike(input));
