//! `GET /api/value`: the value of a position, its temperature and thermograph, its parts and moves.

use std::sync::Arc;

use serde_json::json;
use whowins_draw::Theme;
use whowins_engine::Limits;
use whowins_views::value_of;

use super::asked::Pictured;
use crate::Desk;
use crate::lanes::Lane;
use crate::limits;
use crate::referees::Question;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// Answers with the value.
pub async fn value(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let (question, theme) = request.fields::<Pictured>()?.question(&desk)?;
    let job = move |limits: &Limits| told(&question, theme, limits);
    desk.run(Lane::Heavy, job).await
}

fn told(question: &Question, theme: Theme, limits: &Limits) -> Result<Answer, Refusal> {
    let Question { game, position, .. } = question;
    let help = "the outcome is still known";
    let card = value_of(&game.rules, &game.game, position, limits, help)?;
    let mut told = card.json();
    told["players"] = json!(game.game.players);
    told["svg"] = json!(card.total.picture().map(|drawn| drawn.svg(theme)));
    // Fewer where there are many; the hottest are among them.
    if let Some(moves) = told["moves"].as_array_mut() {
        moves.sort_by_key(|one| (one["wins"] != true, one["hottest"] != true));
        moves.truncate(limits::OPTIONS);
    }
    Ok(Answer::json(&told))
}
