//! The chores of the whowins project: `cargo xtask test`, `nightly`, `bench`, `fuzz`, `mutants`,
//! `theorems`, `web`, `grammar`, `book`, `prose`, `release`.
//!
//! Exit codes: 0 done, 1 a check failed, 2 the command line was wrong.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(test)]
mod arrows;
mod bench;
mod book;
mod counts;
#[cfg(test)]
mod documented;
mod failure;
mod fetch;
mod fuzz;
mod grammar;
mod mutants;
mod need;
#[cfg(test)]
mod places;
mod planted;
mod project;
#[cfg(test)]
mod proof_rules;
mod prose;
mod release;
mod step;
mod steps;
#[cfg(test)]
mod supply;
mod test;
mod theorems;
mod totals;
mod web;

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

use crate::steps::{NIGHTLY, STEPS};

/// The chores of the whowins project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every check of the project; install what a check needs and this machine lacks
    Test {
        /// Run only this step (may be given several times)
        #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(steps::names(STEPS)))]
        only: Vec<String>,
        /// List the steps, why each exists and its command; run nothing
        #[arg(long, conflicts_with = "only")]
        list: bool,
    },
    /// Run what takes too long for every run: the long tests, minutes of fuzzing, the kill list
    Nightly {
        /// Run only this step (may be given several times)
        #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(steps::names(NIGHTLY)))]
        only: Vec<String>,
        /// List the steps, why each exists and its command; run nothing
        #[arg(long, conflicts_with = "only")]
        list: bool,
    },
    /// Run the benchmark programs, store their figures in docs/benchmarks.tsv, and update the
    /// tables of docs/benchmarks.md
    Bench {
        /// Run only the benchmark programs (or all those of the packages) of these names; with --counts,
        /// only the kernels whose names hold one of these words
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Count the instructions of the hot kernels instead (under valgrind), and compare with
        /// docs/instructions.toml
        #[arg(long)]
        counts: bool,
        /// Write the counts to docs/instructions.toml
        #[arg(long, requires = "counts")]
        update: bool,
        /// Update the tables of docs/benchmarks.md from docs/benchmarks.tsv; measure nothing
        #[arg(long, conflicts_with_all = ["names", "counts"])]
        page: bool,
    },
    /// Run the fuzz targets of fuzz/ under libFuzzer
    Fuzz {
        /// How long to run each target
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// Run only this target
        target: Option<String>,
    },
    /// Put the mutations of mutants/*.toml into the code, one at a time: each must make its package's
    /// own tests fail
    Mutants {
        /// Only the mutants whose names, packages or files hold this word
        word: Option<String>,
    },
    /// Print the main theorems of proofs/ with their statements in Coq
    Theorems,
    /// Build the laboratory's solver as WebAssembly into target/web, for `whowins lab --export`:
    /// some five minutes
    Web {
        /// The profile to build it with; `wasm-test` is quicker to build, and slower to run
        #[arg(long, value_name = "PROFILE", default_value = "wasm")]
        profile: String,
    },
    /// Make what people download, in target/dist: archives, the Debian package, the wheel, the
    /// book, the bill of materials, checksums
    Release {
        /// Only this part (may be given several times)
        #[arg(long, value_enum)]
        part: Vec<release::Part>,
        /// Make it a second time, from a copy of the last commit in another folder, and compare the
        /// bytes
        #[arg(long)]
        again: bool,
        /// Try the Debian package in a root of its own; as root
        #[arg(long)]
        bare: bool,
    },
    /// Make the parser of editors/tree-sitter-game of its grammar.js
    Grammar {
        /// Only say whether the parser that is there is of this grammar
        #[arg(long)]
        check: bool,
    },
    /// Build the book of docs/ as HTML into target/book, for `whowins book`: some minutes, the
    /// first time
    Book,
    /// Check docs, comments and messages against docs/contributing/style.md
    Prose {
        /// Lower the numbers in xtask/prose.toml to the places that are left
        #[arg(long)]
        update: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().chore {
        Chore::Test { list: true, .. } => test::list(STEPS),
        Chore::Test { only, .. } => test::run("test", STEPS, &only),
        Chore::Nightly { list: true, .. } => test::list(NIGHTLY),
        Chore::Nightly { only, .. } => test::run("nightly", NIGHTLY, &only),
        Chore::Bench {
            names,
            counts: true,
            update,
            ..
        } => counts::run(&names, update),
        Chore::Bench { page: true, .. } => bench::write_page(),
        Chore::Bench { names, .. } => bench::run(&names),
        Chore::Fuzz { seconds, target } => fuzz::run(seconds, target.as_deref()),
        Chore::Mutants { word } => mutants::run(word.as_deref()),
        Chore::Theorems => theorems::print(),
        Chore::Web { profile } => web::run(&profile),
        Chore::Release { part, again, bare } => release::run(&part, again, bare),
        Chore::Grammar { check } => grammar::run(check),
        Chore::Book => book::run(),
        Chore::Prose { update } => prose::run(update),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_is_unknown_is_a_usage_error() {
        for line in [
            &["xtask", "test", "--frobnicate"][..],
            &["xtask", "test", "--only", "no-such-step"],
            &["xtask", "test", "stray"],
            &["xtask", "bench", "--update"],
            &["xtask", "bench", "--page", "rows"],
            &["xtask", "fuzz", "--seconds", "soon"],
            &["xtask", "fuzz", "--seconds", "0"],
            &["xtask", "launder"],
        ] {
            let error = Cli::try_parse_from(line).err().expect("must be refused");
            assert_eq!(error.exit_code(), 2, "{line:?}");
        }
    }

    #[test]
    fn steps_can_be_chosen() {
        let cli = Cli::try_parse_from(["xtask", "test", "--only", "format", "--only", "tests"]);
        match cli.expect("valid").chore {
            Chore::Test { only, list } => assert_eq!((only.len(), list), (2, false)),
            _ => panic!("not the test chore"),
        }
    }
}
