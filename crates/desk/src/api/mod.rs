//! What can be asked, one file a question.

pub mod asked;
pub mod automaton;
pub mod examples;
pub mod game;
pub mod games;
pub mod language;
pub mod law;
pub mod map;
pub mod position;
pub mod prove;
pub mod questions;
pub mod reply;
pub mod shipped;
pub mod strip;
pub mod thumb;
pub mod tile;
pub mod trace;
pub mod value;
pub mod writing;

use std::sync::Arc;

pub use shipped::USUAL;

use crate::Desk;
use crate::lanes::Later;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By the fields of its query.
    Query,
    /// By a body of JSON.
    Body,
}

/// Something that can be asked.
pub struct Question {
    /// Its name.
    pub path: &'static str,
    /// How it is asked.
    pub form: Form,
    pub(crate) answer: fn(Arc<Desk>, Request) -> Later<'static, Result<Answer, Refusal>>,
}

macro_rules! questions {
    ($($path:literal $form:ident $answer:path;)*) => {
        /// All that can be asked.
        pub const QUESTIONS: &[Question] = &[$(Question {
            path: $path,
            form: Form::$form,
            answer: |desk, request| Box::pin($answer(desk, request)),
        }),*];
    };
}

questions! {
    "game" Body game::register;
    "examples" Query examples::ask;
    "games" Query games::list;
    "shipped" Query shipped::shipped;
    "language" Query language::language;
    "writing" Body writing::writing;
    "tile" Query tile::tile;
    "strip" Query strip::strip;
    "map" Query map::map;
    "thumb" Query thumb::thumb;
    "law" Query law::law;
    "automaton" Query automaton::automaton;
    "law.cert" Query law::certificate;
    "law.v" Query law::coq;
    "position" Query position::position;
    "reply" Body reply::reply;
    "trace" Query trace::trace;
    "prove" Body prove::prove;
    "value" Query value::value;
    "questions" Query questions::questions;
}
