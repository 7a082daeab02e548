//! Packs the book into the program, and rebuilds the library when a file of the page changes.

use std::path::Path;
use std::{env, error, fs};

#[path = "build/book.rs"]
mod book;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=docs");
    let files = book::render(Path::new("docs"), &env::var("CARGO_PKG_REPOSITORY")?)?;
    let sizes = files.iter().map(|(name, bytes)| (name, bytes.len()));
    let sizes: Vec<(&String, usize)> = sizes.collect();
    let content: Vec<u8> = files.values().flatten().copied().collect();
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("book.rs"), format!("{sizes:?}"))?;
    fs::write(out.join("book.zst"), zstd::bulk::compress(&content, 19)?)?;
    Ok(())
}
