//! What can be asked, one file a question.

pub mod first;
pub mod game;
pub mod games;
pub mod position;
pub mod query;
pub mod tile;
