//! Builds a book by mdBook: `xtask-book FOLDER OUT`, where FOLDER has `book.toml`; `cargo xtask
//! book` calls it. Warnings go to standard error.

#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use mdbook_driver::MDBook;
use tracing_subscriber::filter::LevelFilter;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::WARN)
        .with_writer(std::io::stderr)
        .without_time()
        .init();
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(folder), Some(out)) = (words.next(), words.next()) else {
        eprintln!("usage: xtask-book FOLDER OUT");
        return ExitCode::from(2);
    };
    let built = std::path::absolute(out)
        .map_err(Into::into)
        .and_then(|out| {
            let mut book = MDBook::load(folder)?;
            book.config.build.build_dir = out;
            book.build()
        });
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
