//! Values as text, in and out.

pub(crate) mod dag;
pub(crate) mod evaluate;
pub(crate) mod print;
pub(crate) mod read;
pub(crate) mod syntax;
