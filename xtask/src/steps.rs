//! The table of checks that `cargo xtask test` runs, in this order: the quick ones first.
//!
//! To add a check, add a line, and what it needs installed.

use crate::need::{Install, Need};
use crate::step::Step;

const RUSTFMT: Need = Need::component("rustfmt", &["cargo", "fmt", "--version"]);
const CLIPPY: Need = Need::component("clippy", &["cargo", "clippy", "--version"]);
const COQ: Need = Need::debian("coq", &["coqc", "--version"]);
const MONA: Need = Need::debian("mona", &["which", "mona"]);
const CHROMIUM: Need = Need::debian("chromium", &["which", "chromium"]);
const NODE: Need = Need {
    name: "Node.js 20 or newer",
    check: &[
        "node",
        "-e",
        "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)",
    ],
    install: Install::Debian("nodejs"),
};
const NPM: Need = Need::debian("npm", &["npm", "--version"]);
// `npm ls` fails where a package is missing or is not of the version that package.json names.
const PACKAGES: Need = Need::npm(
    "the browser tests' npm packages",
    &["npm", "ls", "--prefix", BROWSER],
    BROWSER,
);
const BROWSER: &str = "crates/lab/browser";
const TMUX: Need = Need::debian("tmux", &["tmux", "-V"]);

/// Every check of the project.
#[rustfmt::skip] // one line a step
pub const STEPS: &[Step] = &[
    Step::new("format", "one layout for all code", &["cargo", "fmt", "--all", "--check"]).needs(&[RUSTFMT]),
    Step::new("clippy", "no warning, in any target", &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).needs(&[CLIPPY]),
    Step::new("docs", "the documentation builds, every link leads somewhere", &["cargo", "doc", "--workspace", "--no-deps"]).env(&[("RUSTDOCFLAGS", "-D warnings")]),
    Step::new("proofs", "Coq accepts the theory, without an axiom", &["bash", "proofs/check.sh"]).needs(&[COQ]),
    Step::new("browser", "the laboratory's page in a real browser", &["node", "crates/lab/browser/run.js"]).counting_tests().needs(&[CHROMIUM, NODE, NPM, PACKAGES]),
    // Past the first failing test program too, so that the totals are of all tests.
    Step::new("tests", "all unit, property, integration and doc tests", &["cargo", "test", "--workspace", "--no-fail-fast"]).counting_tests().needs(&[MONA, TMUX]),
];

/// The names of all steps.
pub fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_commands_are_not_empty() {
        let mut names = names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
        assert!(
            STEPS
                .iter()
                .all(|step| !step.command.is_empty() && !step.why.is_empty())
        );
    }
}
