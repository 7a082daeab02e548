//! The tests of `whowins-tables`, in one program.

mod common;
mod files;
mod killed;
mod outside;
