//! Makes a tree-sitter parser of `grammar.js`: `xtask-grammar FOLDER [OUT]`; `cargo xtask grammar`
//! calls it. OUT is `FOLDER/src` where it is not said.

#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use tree_sitter_generate::{ABI_VERSION_MAX, OptLevel, generate_parser_in_directory};

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(folder) = words.next() else {
        eprintln!("usage: xtask-grammar FOLDER [OUT]");
        return ExitCode::from(2);
    };
    let made = generate_parser_in_directory(
        folder,
        words.next(),
        None::<PathBuf>,
        ABI_VERSION_MAX,
        None,
        Some("node"),
        true,
        OptLevel::default(),
    );
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
