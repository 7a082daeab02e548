//! The grammar reads every shipped game, and its queries colour each word.

mod colours;
mod corpus;
mod games;
mod texts;
