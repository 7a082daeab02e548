//! What a step needs installed: how to see that it is there, and how to get it.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;
use crate::project::shown;

/// Something that must be installed before a step can run.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// Its name, as in "clippy is missing".
    pub name: &'static str,
    /// A command that succeeds when it is there. Its output is hidden.
    pub check: &'static [&'static str],
    /// How to get it.
    pub install: Install,
}

/// How a missing thing is got.
#[derive(Clone, Copy, Debug)]
pub enum Install {
    /// `rustup component add` of this component.
    Component(&'static str),
    /// `rustup target add` of this target.
    Target(&'static str),
    /// `apt-get install` of this Debian package, through `sudo` unless root.
    Debian(&'static str),
    /// `npm ci` in this folder: what its package-lock.json names.
    Npm(&'static str),
    /// An environment of Python of our own in this folder, with what this file of requirements
    /// names.
    Python(&'static str, &'static str),
    /// `cargo install` of this program, by its own lock file.
    Cargo(&'static str),
    /// Only a person can: what to tell them.
    ByHand(&'static str),
}

/// Whether the lists of Debian's packages have been brought up to date: once a run is enough.
static UPDATED: AtomicBool = AtomicBool::new(false);

impl Need {
    /// A component of the Rust toolchain.
    pub const fn component(name: &'static str, check: &'static [&'static str]) -> Self {
        let install = Install::Component(name);
        Self {
            name,
            check,
            install,
        }
    }

    /// A Debian package.
    pub const fn debian(name: &'static str, check: &'static [&'static str]) -> Self {
        let install = Install::Debian(name);
        Self {
            name,
            check,
            install,
        }
    }

    /// The npm packages of a folder.
    pub const fn npm(
        name: &'static str,
        check: &'static [&'static str],
        folder: &'static str,
    ) -> Self {
        let install = Install::Npm(folder);
        Self {
            name,
            check,
            install,
        }
    }

    /// An environment of Python in a folder, with the packages that a file names.
    pub const fn python(
        name: &'static str,
        check: &'static [&'static str],
        folder: &'static str,
        requirements: &'static str,
    ) -> Self {
        let install = Install::Python(folder, requirements);
        Self {
            name,
            check,
            install,
        }
    }

    /// Something that only a person can install; `advice` tells them how.
    pub const fn by_hand(
        name: &'static str,
        check: &'static [&'static str],
        advice: &'static str,
    ) -> Self {
        let install = Install::ByHand(advice);
        Self {
            name,
            check,
            install,
        }
    }

    /// Sees to it that the thing is there: checks, installs when missing, checks again.
    ///
    /// # Errors
    /// When it is missing and cannot be installed; the message says what to do.
    pub fn ensure(&self) -> Result<(), Failure> {
        if self.is_met() {
            return Ok(());
        }
        for words in self.install.commands(is_root) {
            if words.last().is_some_and(|word| word == "update")
                && UPDATED.swap(true, Ordering::Relaxed)
            {
                continue;
            }
            let Some(mut command) = command_of(&words) else {
                continue;
            };
            eprintln!(
                "{} is missing; installing it: {}",
                self.name,
                shown(&command)
            );
            let why = match command.status() {
                Ok(status) if status.success() => continue,
                Ok(status) => status.to_string(),
                Err(error) => error.to_string(),
            };
            return Err(self.missing(&format!("`{}` failed ({why})", shown(&command))));
        }
        if self.is_met() {
            return Ok(());
        }
        Err(self.missing(&format!("`{}` does not succeed", self.check.join(" "))))
    }

    fn is_met(&self) -> bool {
        let words: Vec<String> = self.check.iter().map(|&word| word.to_owned()).collect();
        command_of(&words).is_some_and(|mut command| {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
    }

    fn missing(&self, why: &str) -> Failure {
        Failure::failed(format!(
            "{} is missing: {why}. {}",
            self.name,
            self.install.advice()
        ))
    }
}

impl Install {
    /// The commands that install the thing, in order; none when only a person can.
    fn commands(self, is_root: impl Fn() -> bool) -> Vec<Vec<String>> {
        let split = |line: String| line.split(' ').map(str::to_owned).collect();
        match self {
            Self::Component(name) => vec![split(format!("rustup component add {name}"))],
            Self::Target(name) => vec![split(format!("rustup target add {name}"))],
            Self::Cargo(name) => vec![split(format!("cargo install --locked {name}"))],
            Self::Debian(name) => {
                let sudo = if is_root() { "" } else { "sudo " };
                // `env` because sudo drops the variables of its caller.
                let apt = format!("{sudo}env DEBIAN_FRONTEND=noninteractive apt-get");
                vec![
                    split(format!("{apt} update")),
                    split(format!(
                        "{apt} install --yes --no-install-recommends {name}"
                    )),
                ]
            }
            Self::Npm(folder) => vec![split(format!("npm ci --prefix {folder}"))],
            Self::Python(folder, requirements) => vec![
                split(format!("python3 -m venv --clear {folder}")),
                split(format!(
                    "{folder}/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --requirement {requirements}"
                )),
            ],
            Self::ByHand(_) => vec![],
        }
    }

    /// What to tell a person when installing failed.
    fn advice(self) -> String {
        match self {
            Self::Component(name) => format!(
                "Run `rustup component add {name}` with a working network. If this Rust did not come from rustup, \
                 install your system's package for {name}, or Rust itself from https://rustup.rs, and start again."
            ),
            Self::Target(name) => format!(
                "Run `rustup target add {name}` with a working network. If this Rust did not come from rustup, install your system's \
                 package of the standard library for that target, and start again."
            ),
            Self::Cargo(name) => format!(
                "Run `cargo install --locked {name}` with a working network, and start again."
            ),
            Self::Debian(name) => format!(
                "Run `apt-get install {name}` as root; on a system that is not Debian's kin, install what that \
                 package holds by your system's means, and start again."
            ),
            Self::Npm(folder) => {
                format!("Run `npm ci` in {folder} with a working network, and start again.")
            }
            Self::Python(folder, requirements) => format!(
                "Run `python3 -m venv {folder}`, then `{folder}/bin/pip install -r {requirements}` with a working network, and start again."
            ),
            Self::ByHand(advice) => advice.to_owned(),
        }
    }
}

fn command_of(words: &[String]) -> Option<Command> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments);
    Some(command)
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed() {
        let advice = "never read";
        Need::by_hand("cargo", &["cargo", "--version"], advice)
            .ensure()
            .expect("cargo runs these tests");
    }

    #[test]
    fn what_is_missing_is_told_with_the_advice() {
        let need = Need::by_hand(
            "the oracle",
            &["no-such-program-anywhere"],
            "Ask at Delphi.",
        );
        match need.ensure() {
            Err(Failure::Failed(message)) => assert_eq!(
                message,
                "the oracle is missing: `no-such-program-anywhere` does not succeed. Ask at Delphi."
            ),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn debian_packages_are_installed_as_root() {
        let lines = |root| -> Vec<String> {
            let commands = Install::Debian("coq").commands(|| root);
            commands.iter().map(|words| words.join(" ")).collect()
        };
        let install =
            "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends coq";
        assert_eq!(lines(true)[1], install);
        assert_eq!(lines(false)[1], format!("sudo {install}"));
        assert!(lines(false)[0].ends_with("apt-get update"));
    }
}
