//! Where the project lies, and small things every chore says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;

/// The folder of the workspace's `Cargo.toml`.
///
/// It is asked of cargo, from this crate's folder (as `cargo run` names it) or else the current
/// one, so that a chore started in any folder works on the whole project.
pub fn root() -> Result<PathBuf, Failure> {
    let start = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| ".".into(), PathBuf::from);
    let output = output_of(
        Command::new("cargo")
            .args(["locate-project", "--workspace", "--message-format", "plain"])
            .current_dir(start),
    )?;
    Path::new(output.trim())
        .parent()
        .map(Path::to_path_buf)
        .ok_or_else(|| Failure::failed("cargo did not say where the workspace lies"))
}

/// What a command prints; its error output goes to the terminal.
pub fn output_of(command: &mut Command) -> Result<String, Failure> {
    let shown = shown(command);
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| Failure::failed(format!("cannot start `{shown}`: {error}")))?;
    if !output.status.success() {
        return Err(Failure::failed(format!(
            "`{shown}` failed ({})",
            output.status
        )));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::failed(format!("`{shown}` printed text that is not UTF-8")))
}

/// A command as a person types it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| quoted(&word.to_string_lossy())).collect();
    words.join(" ")
}

/// A word as a POSIX shell needs it: in single quotes when it holds anything unusual.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A duration for people: `0.4 s`, `3 min 07 s`.
pub fn spell(time: Duration) -> String {
    // 59.95 s would be printed as "60.0 s".
    if time < Duration::from_millis(59_950) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        let seconds = (time.as_millis() + 500) / 1000;
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

/// Runs a command in a folder, told before it starts, with its output shown.
///
/// # Errors
/// When it cannot start, or fails.
pub fn done(command: &mut Command, root: &Path) -> Result<(), Failure> {
    let words = shown(command);
    eprintln!("==> {words}");
    match command.current_dir(root).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::failed(format!("`{words}` failed ({status})"))),
        Err(error) => Err(Failure::failed(format!("cannot start `{words}`: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_spelled() {
        let spelled = |millis| spell(Duration::from_millis(millis));
        assert_eq!(spelled(0), "0.0 s");
        assert_eq!(spelled(1_240), "1.2 s");
        assert_eq!(spelled(59_949), "59.9 s");
        assert_eq!(spelled(59_960), "1 min 00 s");
        assert_eq!(spelled(187_000), "3 min 07 s");
    }

    #[test]
    fn commands_are_shown_as_typed() {
        let mut command = Command::new("cargo");
        command.args(["clippy", "--", "-D", "two words", "it's", ""]);
        assert_eq!(
            shown(&command),
            r"cargo clippy -- -D 'two words' 'it'\''s' ''"
        );
    }

    #[test]
    fn the_root_holds_the_workspace_manifest() {
        let manifest = root().expect("a root").join("Cargo.toml");
        let text = std::fs::read_to_string(manifest).expect("readable");
        assert!(text.lines().any(|line| line.starts_with("[workspace")));
    }
}
