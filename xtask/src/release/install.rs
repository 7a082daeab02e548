//! The lines of `docs/start/install.md`, run in a new folder: `cargo install`, and the archive. The
//! wheel is tried by [`super::fresh`], and the Debian package by [`super::bare`].

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Release, told};
use crate::failure::Failure;
use crate::project::done;

/// Installs the command in each way, and checks that it answers the README's first question.
///
/// # Errors
///
/// Fails if a line fails, or if an installed command gives another answer.
pub fn run(release: &Release) -> Result<(), Failure> {
    let folder = release.root.join("target/release-stage/installed");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
    let mut install = Command::new("cargo");
    install.args(["install", "--locked", "--path", "crates/command", "--root"]);
    // The build of the other parts is reused.
    install.arg(&folder).args(["--target-dir", "target"]);
    done(&mut install, &release.root)?;
    answers(release, &folder.join("bin/whowins"))?;
    let name = format!("whowins-{}-{}.tar.gz", release.version, release.system);
    let archive = release.dist.join(name);
    if !archive.is_file() {
        eprintln!("the archive isn't there, so it isn't tried; --part command makes it");
        return Ok(());
    }
    done(Command::new("tar").arg("xf").arg(archive), &folder)?;
    let name = format!("whowins-{}/bin/whowins", release.version);
    answers(release, &folder.join(name))
}

/// Checks the first answer of an installed command.
fn answers(release: &Release, program: &Path) -> Result<(), Failure> {
    let mut solve = Command::new(program);
    solve
        .args(["solve", "cowcheck", "--at", "4,7"])
        .current_dir(&release.root);
    let output = solve.output().map_err(|error| told(program, &error))?;
    match output.stdout.starts_with(b"Farmer John wins.") {
        true => Ok(()),
        false => Err(Failure::failed(format!(
            "{}: `solve cowcheck --at 4,7` doesn't print `Farmer John wins.`",
            program.display()
        ))),
    }
}
