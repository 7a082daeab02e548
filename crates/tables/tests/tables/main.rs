//! Tests of `whowins-tables`, in one program.

mod common;
mod files;
mod killed;
mod outside;
#[cfg(unix)]
mod part;
mod room;
mod state;
mod work;
