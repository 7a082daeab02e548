//! The command of a release: built so that its bytes hang on the sources alone, and staged with
//! the files next to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Release, io_failure};
use crate::failure::Failure;
use crate::project::{done, output_of};

/// Where it is built; apart from `target/release`, whose flags are others.
const TARGET: &str = "target/release-build";

/// The time that compilers and maturin receive, in seconds since 1970: the beginning of 1980, the
/// earliest that a wheel's archive can hold. Crates with C in them are built anew where it changes,
/// and all that stands on them; with the commit's own time each commit cost the whole build again.
const COMPILED: &str = "315532800";

/// The folders of this machine, and what stands for each in what is built.
fn folders(root: &Path) -> Vec<(PathBuf, &'static str)> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let of = |variable: &str, own: &str| {
        let named = std::env::var_os(variable).map(PathBuf::from);
        named.or_else(|| Some(home.as_ref()?.join(own)))
    };
    let all = [
        (Some(root.to_path_buf()), "/whowins"),
        (of("CARGO_HOME", ".cargo"), "/cargo"),
        (of("RUSTUP_HOME", ".rustup"), "/rustup"),
    ];
    all.into_iter()
        .filter_map(|(folder, printed)| Some((folder?, printed)))
        .collect()
}

/// The flags by which the compiler names none of them.
pub fn remapped(root: &Path) -> Result<Vec<String>, Failure> {
    let flag = |(folder, printed): (PathBuf, &str)| {
        let folder = folder.to_str().ok_or_else(|| {
            Failure::failed(format!("{}: the name isn't UTF-8", folder.display()))
        })?;
        Ok(format!("--remap-path-prefix={folder}={printed}"))
    };
    folders(root).into_iter().map(flag).collect()
}

/// Has a build name no folder of this machine, in Rust and in C, and no time of day.
pub fn reproducible(command: &mut Command, root: &Path) -> Result<(), Failure> {
    let flags = remapped(root)?;
    let of_c: Vec<String> = flags
        .iter()
        .map(|flag| flag.replace("--remap-path-prefix", "-ffile-prefix-map"))
        .collect();
    command
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env("CFLAGS", of_c.join(" "))
        .env("SOURCE_DATE_EPOCH", COMPILED)
        .env("CARGO_INCREMENTAL", "0");
    Ok(())
}

/// Builds the command; where it is.
fn build(release: &Release) -> Result<PathBuf, Failure> {
    let mut build = Command::new("cargo");
    build.args(["build", "--locked", "--release"]).args([
        "--package",
        "whowins-command",
        "--target-dir",
        TARGET,
    ]);
    reproducible(&mut build, &release.root)?;
    done(&mut build, &release.root)?;
    Ok(release.root.join(TARGET).join("release/whowins"))
}

/// Builds the command and puts the files that come with it next to it.
pub fn stage(release: &Release) -> Result<(), Failure> {
    let built = build(release)?;
    names_no_folder(&release.root, &built)?;
    let stage = release.stage();
    if stage.is_dir() {
        fs::remove_dir_all(&stage).map_err(|error| io_failure(&stage, &error))?;
    }
    for folder in ["bin", "completions", "man"] {
        let folder = stage.join(folder);
        fs::create_dir_all(&folder).map_err(|error| io_failure(&folder, &error))?;
    }
    let copy = |from: &Path, to: PathBuf| {
        let copied = fs::copy(from, &to).map_err(|error| io_failure(&to, &error));
        copied.map(|_| ())
    };
    copy(&built, release.binary())?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&release.root.join(name), stage.join(name))?;
    }
    for (shell, name) in SHELLS {
        let text = output_of(Command::new(release.binary()).args(["completions", shell]))?;
        let file = stage.join("completions").join(name);
        fs::write(&file, text).map_err(|error| io_failure(&file, &error))?;
    }
    let mut manual = Command::new(release.binary());
    manual.args(["manual", "-o"]).arg(stage.join("man"));
    done(&mut manual, &release.root)
}

/// The shells, each with the file's name that it looks for.
pub const SHELLS: &[(&str, &str)] = &[
    ("bash", "whowins.bash"),
    ("zsh", "_whowins"),
    ("fish", "whowins.fish"),
    ("powershell", "whowins.ps1"),
    ("elvish", "whowins.elv"),
];

/// Fails where a file names a folder of this machine.
pub fn names_no_folder(root: &Path, file: &Path) -> Result<(), Failure> {
    let bytes = fs::read(file).map_err(|error| io_failure(file, &error))?;
    are_without_folders(root, &bytes, file)
}

/// The same for bytes that stand in a file.
pub fn are_without_folders(root: &Path, bytes: &[u8], file: &Path) -> Result<(), Failure> {
    let mut all: Vec<PathBuf> = folders(root)
        .into_iter()
        .map(|(folder, _)| folder)
        .collect();
    all.extend(std::env::var_os("HOME").map(PathBuf::from));
    for folder in all {
        let name = folder.to_string_lossy().into_owned() + "/";
        if let Some(at) = find(bytes, name.as_bytes()) {
            let end = (at + 120).min(bytes.len());
            return Err(Failure::failed(format!(
                "{} names a folder of this machine: {}",
                file.display(),
                String::from_utf8_lossy(&bytes[at..end])
            )));
        }
    }
    eprintln!("{}: names no folder of this machine", file.display());
    Ok(())
}

/// Where a text stands in bytes.
fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|part| part == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_named_is_found() {
        let root = Path::new("/somewhere/else");
        let named = b"\0thread at /somewhere/else/crates/x.rs\0";
        let why = are_without_folders(root, named, Path::new("it")).expect_err("it names one");
        assert!(format!("{why:?}").contains("crates/x.rs"));
        are_without_folders(root, b"/whowins/crates/x.rs", Path::new("it")).expect("it names none");
    }
}
