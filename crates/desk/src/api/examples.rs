//! `GET /api/examples`: what the rules say of single positions, and whether it is so.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins::{Asked as Verdict, examples};
use whowins_engine::Limits;
use whowins_rules::Rules;

use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::limits;
use crate::refusal::{Refusal, unsolved};
use crate::request::{Answer, Request};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    game: String,
}

/// Asks the examples of a game's rules, for a short time.
pub async fn ask(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let game = desk.games.get(&query.game)?;
    let job = move |limits: &Limits| Ok(Answer::json(&verdicts(&game, limits)));
    desk.run(Lane::Table, job).await
}

fn verdicts(game: &Registered, limits: &Limits) -> Value {
    let limits = limits.clone().with_time(limits::EXAMPLES_TIME);
    match examples(&game.rules, &game.values, &limits) {
        Ok(all) => {
            let told = |one: &Verdict| verdict(&game.rules, &game.game.players, one);
            json!({"examples": all.iter().map(told).collect::<Vec<_>>(), "diagnostics": []})
        }
        Err(errors) => json!({"examples": [], "diagnostics": crate::diagnostics::told(&errors)}),
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
        "unsolved": one.found.as_ref().err().map(unsolved),
        "from": place(one.example.span.start),
        "to": place(one.example.span.end),
    })
}
