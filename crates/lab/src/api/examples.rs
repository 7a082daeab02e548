//! `GET /api/examples`: what the rules say of single positions, and whether it is so.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use whowins::{Asked as Verdict, examples};
use whowins_engine::Limits;
use whowins_rules::Rules;

use super::query::Asked;
use crate::App;
use crate::games::Registered;
use crate::limits;
use crate::refusal::Refusal;
use crate::workers::Lane;

/// The query.
#[derive(Deserialize)]
pub struct Query {
    game: String,
}

/// Asks the examples of a game's rules, for a short time.
pub async fn ask(
    State(app): State<Arc<App>>,
    Asked(query): Asked<Query>,
) -> Result<Json<Value>, Refusal> {
    let game = app.games.get(&query.game)?;
    let job = move |limits: &Limits| Ok(verdicts(&game, limits));
    app.workers.run(Lane::Table, job).await.map(Json)
}

fn verdicts(game: &Registered, limits: &Limits) -> Value {
    let limits = limits.clone().with_time(limits::EXAMPLES_TIME);
    match examples(&game.rules, &game.values, &limits) {
        Ok(all) => {
            let told = |one: &Verdict| verdict(&game.rules, &game.game.players, one);
            json!({"examples": all.iter().map(told).collect::<Vec<_>>(), "diagnostics": []})
        }
        Err(faults) => json!({"examples": [], "diagnostics": crate::diagnostics::told(&faults)}),
    }
}

fn verdict(rules: &Rules, players: &[String; 2], one: &Verdict) -> Value {
    let text = rules.faulty(Vec::new());
    let place = |byte: usize| {
        let (line, column) = text.place(byte);
        [line, column]
    };
    json!({
        "example": one.text,
        "agrees": one.agrees(),
        "found": one.found.as_ref().ok().map(|found| found.said(players)),
        "unsolved": one.found.as_ref().err().map(ToString::to_string),
        "from": place(one.example.span.start),
        "to": place(one.example.span.end),
    })
}
