//! Hostile input for every reader of the project: one function a target, shared by libFuzzer
//! (`cargo xtask fuzz`) and by the tests.
//!
//! A target takes any bytes and panics where the project breaks a promise: a panic of its own, an
//! error without words, a wrong answer from a damaged file. Its seeds are the files of
//! `fuzz/seeds/NAME`; [`Mutator`] makes more of them, always the same ones.
//!
//! ```
//! whowins_attack::target("rules_text").expect("it is one").strike(b"game \"Nim\"\nposition x\nmove x -= k for k >= 1");
//! ```

mod dear;
mod exploding;
mod files;
mod mutate;
mod text;
mod wild;

use std::fs;
use std::io;
use std::path::PathBuf;

pub use dear::{Dear, draw};
pub use exploding::exploding;
pub use mutate::{Mutator, Random};
pub use wild::wild;

/// One kind of hostile input.
pub struct Target {
    /// Its name, and that of its folder of seeds.
    pub name: &'static str,
    /// What it attacks, in one line.
    pub what: &'static str,
    /// How many mutated inputs every test run throws: some seconds' worth.
    pub rounds: u32,
    run: fn(&[u8]),
}

impl Target {
    /// Throws one input.
    ///
    /// # Panics
    ///
    /// Where a promise is broken.
    pub fn strike(&self, input: &[u8]) {
        (self.run)(input);
    }

    /// The committed seeds, in the order of their names.
    ///
    /// # Errors
    ///
    /// When the folder or one of its files cannot be read.
    pub fn seeds(&self) -> io::Result<Vec<Vec<u8>>> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
        let mut paths = Vec::new();
        for entry in fs::read_dir(root.join(self.name))? {
            paths.push(entry?.path());
        }
        paths.sort();
        paths.into_iter().map(fs::read).collect()
    }
}

/// All targets.
#[rustfmt::skip] // one line a target
pub const TARGETS: &[Target] = &[
    Target { name: "rules_text", what: "any text as rules", rounds: 3000, run: text::rules },
    Target { name: "language_text", what: "any text in the whole language, read, lowered and played", rounds: 1500, run: text::language },
    Target { name: "core_text", what: "any text as a core term, solved under limits", rounds: 1000, run: text::core },
    Target { name: "position_text", what: "any text as a position, and as a value", rounds: 3000, run: text::positions },
    Target { name: "statement_text", what: "any text as a statement about positions", rounds: 3000, run: text::statements },
    Target { name: "value_text", what: "any text as an expression of values, worked out under limits, and what is printed read again", rounds: 1500, run: text::values },
    Target { name: "contest_input", what: "any bytes as a contest's input", rounds: 3000, run: text::contests },
    Target { name: "certificate_text", what: "any text as a certificate", rounds: 300, run: text::certificates },
    Target { name: "table_file", what: "a damaged table, probed", rounds: 1500, run: files::table },
    Target { name: "atlas_file", what: "a damaged atlas, verified", rounds: 300, run: files::atlas },
    Target { name: "partial_build", what: "the damaged files of a stopped build, resumed", rounds: 8, run: files::partial },
    Target { name: "dear_rules", what: "valid rules whose positions are dear, under limits", rounds: 30, run: dear::strike },
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
