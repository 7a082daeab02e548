//! Parsing and printing of values.

pub(crate) mod dag;
mod definitions;
pub(crate) mod evaluate;
pub(crate) mod latex;
mod number;
pub(crate) mod print;
pub(crate) mod read;
mod reader;
pub(crate) mod syntax;
