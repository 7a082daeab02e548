//! `GET /api/language`: the words of the rules' language, and whole games to begin with.

use std::sync::Arc;

use serde_json::{Value, json};
use whowins::templates::TEMPLATES;
use whowins_rules::WORDS;

use crate::Desk;
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// What a new game is called, until it has a name of its own.
const NAME: &str = "My game";

/// Answers with both.
pub async fn language(desk: Arc<Desk>, _: Request) -> Result<Answer, Refusal> {
    let templates = TEMPLATES.iter().map(|one| {
        json!({"kind": one.kind, "title": one.title(), "about": one.about(), "rules": one.bare(NAME)})
    });
    let told = json!({"words": WORDS.as_slice(), "templates": templates.collect::<Value>()});
    desk.run(Lane::Light, move |_| Ok(Answer::json(&told)))
        .await
}
