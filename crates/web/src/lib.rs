//! The laboratory's desk as WebAssembly: questions in, answers out, for a worker of the page
//! (`crates/lab/page/folder`).
//!
//! `cargo xtask web` builds it, and `whowins lab --export` puts it beside the page. On targets that
//! are no WebAssembly it is empty.
#![forbid(unsafe_code)]

#[cfg(target_family = "wasm")]
mod lab;
#[cfg(target_family = "wasm")]
pub use lab::{Lab, Told};
