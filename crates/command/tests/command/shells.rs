//! Tests completions, manual pages, and the folder of the Coq theory.

use std::fs;
use std::path::Path;

use super::run::{answer, commands, folder, listed, run};

#[test]
fn each_shell_knows_each_command() {
    let commands = listed();
    assert!(commands.len() > 25, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = answer(&["completions", shell], "");
        for command in &commands {
            assert!(text.contains(command.as_str()), "{shell} lacks {command}");
        }
    }
    let ran = run(&["completions", "qqq"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("bash"), "{}", ran.err);
}

#[test]
fn each_command_has_a_manual_page() {
    let pages = folder().join("manual");
    let _ = fs::remove_dir_all(&pages);
    let told = answer(&["manual", "-o", "manual"], "");
    let mut names = vec!["whowins.1".to_string()];
    names.extend(commands().iter().map(|name| format!("whowins-{name}.1")));
    assert_eq!(told, format!("manual: {} manual pages\n", names.len()));
    for name in &names {
        let text = fs::read_to_string(pages.join(name)).unwrap_or_else(|_| panic!("{name}"));
        assert!(text.contains(".SH SYNOPSIS"), "{name}");
    }
    assert_eq!(fs::read_dir(&pages).expect("a folder").count(), names.len());
}

#[test]
fn the_theory_is_the_one_of_the_project() {
    let there = folder().join("theory-here");
    let _ = fs::remove_dir_all(&there);
    let told = answer(&["proofs", "-o", "theory-here"], "");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let order = fs::read_to_string(own.join("order.txt")).expect("an order");
    let mut names: Vec<String> = order.lines().map(|name| format!("{name}.v")).collect();
    assert!(
        told.starts_with(&format!("theory-here: {} theories; ", names.len())),
        "{told}"
    );
    names.extend(["order.txt", "check.sh", "_CoqProject"].map(str::to_string));
    for name in &names {
        let text = |folder: &Path| fs::read(folder.join(name)).unwrap_or_else(|_| panic!("{name}"));
        assert!(text(&there) == text(&own), "{name} is another");
    }
    assert_eq!(fs::read_dir(&there).expect("a folder").count(), names.len());
    // A file already has the name of the folder.
    let ran = run(&["proofs", "-o", "theory-here/Core.v"], "");
    assert_eq!(ran.code, 4, "{ran:?}");
}
