//! Tests completions, manual pages, and the folder of the Coq theory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    assert!(ran.err.contains("whowins completions zsh"), "{}", ran.err);
}

/// Runs a program in a folder and returns its lines, or `None` if the program is missing.
fn lines(program: &str, folder: &Path, arguments: &[&str]) -> Option<Vec<String>> {
    let mut command = Command::new(program);
    let output = command.args(arguments).current_dir(folder).output().ok()?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && error.is_empty(),
        "{program}: {error}"
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    Some(text.lines().map(str::to_owned).collect())
}

/// Lines before the last word, the last word, and some of the words that complete it.
const GAMES: [(&str, &str, &[&str]); 7] = [
    ("solve", "cowc", &["cowcheck"]),
    ("solve", "cow", &["cowcheck", "cowslip.game"]),
    ("play --json", "tic", &["tic-tac-toe"]),
    ("compare nim", "kayles-r", &["kayles-row"]),
    (
        "games",
        "mis",
        &["misere-kayles", "misere-nim", "misere-wythoff"],
    ),
    ("value", "row-c", &["row-clobber"]),
    ("tests", "amaz", &["amazons"]),
];

/// Returns a new folder with the script for a shell, and a file of rules.
fn shell_folder(shell: &str) -> PathBuf {
    let folder = folder().join(format!("shell-{shell}"));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("cowslip.game"), "").expect("a file");
    let script = answer(&["completions", shell], "");
    fs::write(folder.join("script"), script).expect("a script");
    folder
}

#[test]
fn bash_completes_games_and_files() {
    let folder = shell_folder("bash");
    let complete = |before: &str, last: &str| {
        let words: Vec<&str> = ["whowins"].into_iter().chain(before.split(' ')).collect();
        let previous = words[words.len() - 1];
        let script = format!(
            "source ./script; COMP_WORDS=({} {last}); COMP_CWORD={}; \
             _whowins whowins '{last}' {previous}; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words.len(),
        );
        lines("bash", &folder, &["--norc", "-c", &script])
    };
    for (before, last, expected) in GAMES {
        let Some(found) = complete(before, last) else {
            return;
        };
        for word in expected {
            let count = found.iter().filter(|one| one == word).count();
            assert_eq!(count, 1, "{before}: {found:?}");
        }
        assert!(found.iter().all(|one| one.starts_with(last)), "{found:?}");
    }
    // The value of an option isn't a game, and `book` takes none.
    assert!(complete("solve --at", "cowc").is_none_or(|found| found == [""]));
    assert!(complete("book", "cowc").is_none_or(|found| found == [""]));
}

#[test]
fn fish_completes_games_and_files() {
    let folder = shell_folder("fish");
    for (before, last, expected) in GAMES {
        let script = format!("source ./script; complete -C 'whowins {before} {last}'");
        let Some(found) = lines("fish", &folder, &["--no-config", "-c", &script]) else {
            return;
        };
        let found: Vec<&str> = found
            .iter()
            .filter_map(|line| line.split('\t').next())
            .collect();
        for word in expected {
            assert!(found.contains(word), "{before}: {found:?}");
        }
    }
}

/// Completion in zsh needs a terminal, so this only checks the syntax and the calls.
#[test]
fn zsh_completes_games_and_files() {
    let folder = shell_folder("zsh");
    let script = fs::read_to_string(folder.join("script")).expect("a script");
    assert!(script.contains("cowcheck") && !script.contains("WHOWINS_GAME"));
    assert!(script.matches(":_whowins_games'").count() >= 20, "{script}");
    let _ = lines("zsh", &folder, &["--no-rcs", "-n", "script"]);
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
