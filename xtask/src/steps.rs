//! The tables of checks that `cargo xtask test` and `nightly` run, in this order: the quick ones
//! first.
//!
//! To add a check, add a line, and what it needs installed.

use crate::need::{Install, Need};
use crate::step::Step;

const RUSTFMT: Need = Need::component("rustfmt", &["cargo", "fmt", "--version"]);
const CLIPPY: Need = Need::component("clippy", &["cargo", "clippy", "--version"]);
const COQ: Need = Need::debian("coq", &["coqc", "--version"]);
const MONA: Need = Need::debian("mona", &["which", "mona"]);
const CHROMIUM: Need = Need::debian("chromium", &["which", "chromium"]);
const FIREFOX: Need = Need::debian("firefox-esr", &["which", "firefox-esr"]);
/// What runs JavaScript.
pub const NODE: Need = Need {
    name: "Node.js 20 or newer",
    check: &[
        "node",
        "-e",
        "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)",
    ],
    install: Install::Debian("nodejs"),
};
/// What installs its packages.
pub const NPM: Need = Need::debian("npm", &["npm", "--version"]);
// `npm ls` fails where a package is missing or is not of the version that package.json names.
const PACKAGES: Need = Need::npm(
    "the browser tests' npm packages",
    &["npm", "ls", "--prefix", BROWSER],
    BROWSER,
);
const BROWSER: &str = "crates/lab/browser";
const EXTENSION: Need = Need::npm(
    "the npm packages of the extension for VS Code",
    &["npm", "ls", "--prefix", VSCODE],
    VSCODE,
);
const VSCODE: &str = "editors/vscode";
const PYTHON: Need = Need::debian("python3-venv", &["python3", "-c", "import ensurepip, venv"]);
// The folder is under `target`, as the check and the package's own test name it.
const PYTEST: Need = Need::python(
    "the environment of the Python package's tests",
    &[
        "target/python/env/bin/python",
        "-c",
        "import hypothesis, numpy, pyarrow, pytest",
    ],
    "target/python/env",
    "crates/python/requirements.txt",
);
// The judge's tests compile solutions in four languages and run them.
const GXX: Need = Need::debian("g++", &["g++", "--version"]);
const JDK: Need = Need::debian("default-jdk-headless", &["javac", "-version"]);
const DENY: Need = Need {
    name: "cargo-deny",
    check: &["cargo", "deny", "--version"],
    install: Install::Cargo("cargo-deny"),
};
const TMUX: Need = Need::debian("tmux", &["tmux", "-V"]);

/// What makes clippy the compiler of our own crates: `cargo clippy` checks all of them, and what
/// they depend on, without compiling, and what it has worked out is of no use to the build that
/// follows. Without incremental compilation, which costs a cold build a tenth.
pub const LINTED: [(&str, &str); 3] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    (
        "CLIPPY_ARGS",
        "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
    ),
    ("CARGO_INCREMENTAL", "0"),
];

/// The same, the documentation made with its examples, and what is random begun with one seed, for
/// few cases.
const TESTED: [(&str, &str); 6] = [
    LINTED[0],
    LINTED[1],
    LINTED[2],
    ("RUSTDOC", "xtask/rustdoc"),
    ("PROPTEST_RNG_SEED", "24"),
    ("PROPTEST_CASES", "80"),
];

/// The same build, with a seed of its own and all cases.
const SURVEYED: [(&str, &str); 4] = [LINTED[0], LINTED[1], LINTED[2], ("WHOWINS_LONG", "1")];

/// Every check of the project. All share one build: the lints are those of its compiler, the
/// documentation is made where its examples are run, the browser drives its command, and the proofs
/// keep one core busy meanwhile.
#[rustfmt::skip] // one line a step
pub const STEPS: &[Step] = &[
    Step::new("format", "one layout for all code", &["cargo", "fmt", "--all", "--check"]).needs(&[RUSTFMT]),
    Step::new("prose", "no new text breaks the style guide", &["cargo", "xtask", "prose"]),
    Step::new("proofs", "Coq accepts the theory, without an axiom", &["bash", "proofs/check.sh", "1"]).needs(&[COQ]).parallel(),
    Step::new("build", "one build for the tests and the browser, without a warning of clippy", &["cargo", "test", "--locked", "--workspace", "--no-run"]).env(&LINTED).needs(&[CLIPPY]),
    Step::new("browser", "the laboratory's page in a real browser", &["node", "crates/lab/browser/run.js"]).env(&LINTED).counting_tests().needs(&[CHROMIUM, NODE, NPM, PACKAGES]).parallel(),
    Step::new("editors", "the extension for VS Code: its colours, its words, and its client with the server", &["node", "editors/vscode/tests/run.js"]).env(&LINTED).counting_tests().needs(&[NODE, NPM, EXTENSION]).parallel(),
    // Past the first failing test program too, so that the totals are of all tests. They ask Coq
    // about laws. What is random begins with one seed, so that a run says of the sources what the
    // next one says; the nightly run draws its own, and more of them.
    Step::new("tests", "all tests, properties and examples of the documentation, which is made without a warning, every link leading somewhere", &["cargo", "test", "--locked", "--workspace", "--no-fail-fast"]).env(&TESTED).counting_tests().needs(&[MONA, TMUX, GXX, JDK, PYTHON, PYTEST]).after(&["proofs"]),
];

/// What takes too long for every run: `cargo xtask nightly`, before a release or a large change is
/// called done.
#[rustfmt::skip]
pub const NIGHTLY: &[Step] = &[
    Step::new("test", "every check of `cargo xtask test`", &["cargo", "xtask", "test"]),
    Step::new("clippy", "no warning, in any target, the benchmarks too", &["cargo", "clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]).needs(&[CLIPPY]),
    Step::new("docs", "the documentation of programs builds as that of libraries does", &["cargo", "doc", "--locked", "--workspace", "--no-deps"]).env(&[("RUSTDOCFLAGS", "-D warnings")]),
    // Those whose names begin with "survey_of" say how many random games have a law, and hold
    // nothing to it.
    Step::new("surveys", "all tests, those that are marked as long too, with all their cases", &["cargo", "test", "--locked", "--workspace", "--no-fail-fast", "--", "--include-ignored", "--skip", "survey_of"]).env(&SURVEYED).counting_tests().needs(&[COQ, MONA, TMUX, GXX, JDK, PYTHON, PYTEST]),
    Step::new("folder", "the page as a folder of files, with its solver as WebAssembly, in two real browsers", &["node", "crates/lab/browser/run.js", "--folder"]).env(&LINTED).counting_tests().needs(&[CHROMIUM, FIREFOX, NODE, NPM, PACKAGES]),
    Step::new("fuzz", "hostile input of every kind, for two minutes each", &["cargo", "xtask", "fuzz", "--seconds", "120"]),
    Step::new("deny", "what others wrote is under licences that are known, of one source, with bounds", &["cargo", "deny", "--locked", "--workspace", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]).needs(&[DENY]),
    // Alone, as it asks the network for the list of warnings.
    Step::new("advisories", "no dependency has a security advisory", &["cargo", "deny", "--locked", "--workspace", "check", "advisories"]).needs(&[DENY]),
    Step::new("publish", "each crate can be published, in order, up to the upload", &["cargo", "publish", "--workspace", "--dry-run", "--no-verify", "--locked", "--allow-dirty"]),
    Step::new("grammar", "the parser for editors matches its grammar", &["cargo", "xtask", "grammar", "--check"]).needs(&[NODE]),
    Step::new("book", "the book is built as HTML, each of its links leads somewhere, nothing is loaded from elsewhere", &["cargo", "xtask", "book"]),
    Step::new("mutants", "each crate's tests find every error of its list", &["cargo", "xtask", "mutants"]),
];

/// The names of a table's steps.
pub fn names(table: &[Step]) -> Vec<&'static str> {
    table.iter().map(|step| step.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_commands_are_not_empty() {
        for table in [STEPS, NIGHTLY] {
            let mut names = names(table);
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), table.len());
            assert!(
                table
                    .iter()
                    .all(|step| !step.command.is_empty() && !step.why.is_empty())
            );
        }
    }

    #[test]
    fn a_step_waits_for_steps_that_run_beside_it() {
        for (at, step) in STEPS.iter().enumerate() {
            for name in step.after {
                assert!(
                    STEPS[..at]
                        .iter()
                        .any(|before| before.name == *name && before.parallel)
                );
            }
        }
    }
}
