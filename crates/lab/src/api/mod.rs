//! What can be asked, one file a question.

pub mod examples;
pub mod first;
pub mod game;
pub mod games;
pub mod law;
pub mod position;
pub mod query;
pub mod reply;
pub mod strip;
pub mod thumb;
pub mod tile;
pub mod trace;
