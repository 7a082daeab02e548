//! `GET /api/automaton`: the law's automaton as a picture, and how it reads a position.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins_law::drawn;
use whowins_views::picture_along;

use super::asked::Place;
use super::map::Ground;
use crate::Desk;
use crate::lanes::Lane;
use crate::referees::Question;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    theme: Ground,
}

/// Answers with the picture, and the reading.
pub async fn automaton(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let question = query.place.question(&desk)?;
    let tell = move |_: &_| Ok(Answer::json(&told(&question, query.theme)?));
    desk.run(Lane::Light, tell).await
}

fn told(question: &Question, ground: Ground) -> Result<Value, Refusal> {
    let none = || {
        Refusal::unfit(
            "not-for-this-game",
            "no law of this game was proved that is an automaton",
        )
    };
    let source = question.game.law.get().ok_or_else(none)?;
    let automaton = source.known().and_then(drawn).ok_or_else(none)?;
    let words = source.words();
    let run = words.and_then(|words| words.run(&question.position, question.player));
    let states = run.as_ref().map_or(&[][..], |run| &run.states);
    let label = |state: &u32| automaton.labels.get(*state as usize);
    Ok(json!({
        "svg": picture_along(&automaton, ground.into(), states),
        "states": automaton.next.len(),
        "reads": automaton.reads(),
        "run": run.as_ref().map(|run| json!({
            "system": run.system,
            "tracks": run.tracks.iter().map(|(name, digits)| json!({"name": name, "digits": digits})).collect::<Vec<_>>(),
            "states": run.states,
            "labels": run.states.iter().map(label).collect::<Vec<_>>(),
            "class": run.class,
        })),
    }))
}
