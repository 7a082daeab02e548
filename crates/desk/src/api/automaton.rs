//! `GET /api/automaton`: the law's automaton as a picture, and how it reads a position.

use std::sync::Arc;

use serde_json::{Value, json};
use whowins_draw::Theme;
use whowins_law::drawn;
use whowins_views::picture_along;

use super::asked::Pictured;
use crate::Desk;
use crate::lanes::Lane;
use crate::referees::Question;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// Answers with the picture, and the reading.
pub async fn automaton(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let (question, theme) = request.fields::<Pictured>()?.question(&desk)?;
    let tell = move |_: &_| Ok(Answer::json(&told(&question, theme)?));
    desk.run(Lane::Light, tell).await
}

fn told(question: &Question, theme: Theme) -> Result<Value, Refusal> {
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
        "svg": picture_along(&automaton, theme, states),
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
