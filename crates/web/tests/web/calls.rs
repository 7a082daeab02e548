//! The worker calls what there is.

use std::collections::BTreeSet;
use std::fs;

fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names that stand between `before` and a bracket.
fn names(text: &str, before: &str) -> BTreeSet<String> {
    let pieces = text.split(before).skip(1);
    let named = pieces.filter_map(|piece| piece.split_once('(').map(|(name, _)| name));
    let plain = |name: &&str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    named.filter(plain).map(str::to_owned).collect()
}

#[test]
fn the_worker_calls_what_the_module_has() {
    let has = names(&read("src/lab.rs"), "pub fn ");
    let worker = read("../lab/page/folder/worker.js");
    let mut called = names(&worker, "lab.");
    called.extend(names(&worker, "told."));
    // What the JavaScript around a module gives every object.
    assert!(called.remove("free"));
    assert!(called.contains("answer") && called.contains("adopt"));
    let missing: Vec<&String> = called.difference(&has).collect();
    assert!(missing.is_empty(), "{missing:?} of {has:?}");
}
