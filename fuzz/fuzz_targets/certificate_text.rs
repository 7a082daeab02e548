//! Any text as a certificate: it is read or refused, and its check ends within its budget, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use whowins::verify::{Budget, Certificate};

fuzz_target!(|text: &str| {
    if let Ok(certificate) = Certificate::read(text) {
        let checked = certificate.verify(&Budget::of(1 << 20));
        if let Err(rejection) = checked {
            assert!(!rejection.message.is_empty());
        }
        assert_eq!(Certificate::read(&certificate.write()), Ok(certificate));
    }
});
