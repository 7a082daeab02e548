//! A step of `cargo xtask test`: one check, as data.

use std::path::Path;
use std::process::Command;

use crate::need::Need;
use crate::project::{quoted, shown};

/// One check of the project.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What `--only` calls it.
    pub name: &'static str,
    /// Why it exists, in one line.
    pub why: &'static str,
    /// The program and its arguments, run in the project's root.
    pub command: &'static [&'static str],
    /// What must be installed first.
    pub needs: &'static [Need],
    /// Variables set for the command.
    pub env: &'static [(&'static str, &'static str)],
    /// Whether the output is that of `cargo test`, whose totals are read as it streams by.
    pub counts_tests: bool,
    /// True if it runs on a separate thread in parallel with the next steps. Its output is printed
    /// at its end.
    pub parallel: bool,
    /// The parallel steps that must have ended before it starts.
    pub after: &'static [&'static str],
}

impl Step {
    /// A step that needs nothing but what the project itself needs.
    pub const fn new(
        name: &'static str,
        why: &'static str,
        command: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            why,
            command,
            needs: &[],
            env: &[],
            counts_tests: false,
            parallel: false,
            after: &[],
        }
    }

    /// With these things installed first.
    pub const fn needs(self, needs: &'static [Need]) -> Self {
        Self { needs, ..self }
    }

    /// With these variables set.
    pub const fn env(self, env: &'static [(&'static str, &'static str)]) -> Self {
        Self { env, ..self }
    }

    /// Runs it in parallel with the next steps: for work that uses one core.
    pub const fn parallel(self) -> Self {
        Self {
            parallel: true,
            ..self
        }
    }

    /// Starts it after these parallel steps have ended.
    pub const fn after(self, after: &'static [&'static str]) -> Self {
        Self { after, ..self }
    }

    /// With the totals of its tests read from its output.
    pub const fn counting_tests(self) -> Self {
        Self {
            counts_tests: true,
            ..self
        }
    }

    /// The command, ready to start in the folder `root`.
    pub fn in_folder(&self, root: &Path) -> Command {
        let (program, arguments) = self.command.split_first().unwrap_or((&"", &[]));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(self.env.iter().copied())
            .current_dir(root);
        command
    }

    /// The command as a person types it in a POSIX shell, variables first.
    pub fn typed(&self) -> String {
        let variables = self
            .env
            .iter()
            .map(|(name, value)| format!("{name}={} ", quoted(value)));
        let command = shown(&self.in_folder(Path::new(".")));
        variables.chain([command]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_typed_with_its_variables() {
        let step = Step::new("docs", "", &["cargo", "doc"]).env(&[("RUSTDOCFLAGS", "-D warnings")]);
        assert_eq!(step.typed(), "RUSTDOCFLAGS='-D warnings' cargo doc");
    }
}
