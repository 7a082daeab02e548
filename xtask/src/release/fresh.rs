//! The wheel tried in an environment of its own, in which there is no Rust: the package's tests and
//! notebooks, and the command's answers.

use std::process::Command;

use super::{Release, files};
use crate::failure::Failure;
use crate::project::done;

/// Installs the wheel in a new environment, and tries it there.
pub fn run(release: &Release) -> Result<(), Failure> {
    let stage = release.root.join("target/release-stage");
    let venv = stage.join("fresh");
    let python = venv.join("bin/python");
    let mut make = Command::new("python3");
    done(
        make.args(["-m", "venv", "--clear"]).arg(&venv),
        &release.root,
    )?;
    let wheel = files(&release.dist)?
        .into_iter()
        .find(|file| file.extension().is_some_and(|ending| ending == "whl"));
    let wheel = wheel.ok_or_else(|| Failure::failed("there is no wheel in target/dist"))?;
    let mut install = Command::new(&python);
    install
        .args(["-m", "pip", "install", "--quiet"])
        .args(["--disable-pip-version-check", "--only-binary", ":all:"])
        .args(["--requirement", "crates/python/requirements.txt"])
        .arg(wheel);
    done(&mut install, &release.root)?;
    let bare = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &stage)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    let mut tests = bare(&["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    done(tests.arg("crates/python/tests"), &release.root)?;
    if !release.binary().is_file() {
        eprintln!("the command is not there, so no answers are compared; --part command makes it");
        return Ok(());
    }
    let mut same = bare(&["crates/python/fresh/same.py"]);
    done(same.arg(release.binary()), &release.root)
}
