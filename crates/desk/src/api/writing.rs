//! `POST /api/writing`: what stands at a place of rules, with or without errors, and what can stand
//! there.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins::writing::{Offer, Offered, Text};
use whowins_rules::Diagnostics;

use crate::Desk;
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// The body.
#[derive(Deserialize)]
pub struct Written {
    rules: String,
    /// Line and column, from 1; columns count characters.
    at: [usize; 2],
}

/// More than these are not offered at once.
const MOST: usize = 60;

/// Answers for a place.
pub async fn writing(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let sent: Written = request.sent()?;
    desk.run(Lane::Light, move |_| Ok(Answer::json(&told(sent))))
        .await
}

fn told(sent: Written) -> Value {
    let text = Text::of(sent.rules);
    let byte = byte(&text.source, sent.at);
    // Places are told as those of errors are.
    let places = Diagnostics {
        origin: String::new(),
        source: text.source.clone(),
        errors: Vec::new(),
    };
    let place = |byte: usize| {
        let (line, column) = places.place(byte);
        [line, column]
    };
    let typed = text.word_at(byte).map_or(byte..byte, |(_, span)| span);
    let begun = text.source.get(typed.start..byte).unwrap_or_default();
    let offers = text.offers(byte);
    let offers = offers.iter().filter(|one| one.text.starts_with(begun));
    let meaning = text.meaning(byte);
    json!({
        "meaning": meaning.map(|one| json!({
            "says": one.says,
            "from": place(one.span.start),
            "to": place(one.span.end),
        })),
        "begun": begun,
        "from": place(typed.start),
        "offers": offers.take(MOST).map(offer).collect::<Vec<_>>(),
    })
}

fn offer(one: &Offer) -> Value {
    let kind = match one.kind {
        Offered::Statement => "statement",
        Offered::Name(_) => "name",
        Offered::Word => "word",
    };
    json!({"text": one.text, "kind": kind, "written": one.written, "says": one.says})
}

/// The byte of a line and column; past a line's end it is the end.
fn byte(source: &str, [line, column]: [usize; 2]) -> usize {
    let mut lines = source.split_inclusive('\n');
    let before = lines.by_ref().take(line.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let line = lines
        .next()
        .unwrap_or_default()
        .trim_end_matches(['\n', '\r']);
    let inside = line.char_indices().nth(column.saturating_sub(1));
    start + inside.map_or(line.len(), |(at, _)| at)
}
