//! `POST /api/reply`: the computer's move.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use whowins_views::play::Referee;

use super::asked::Place;
use super::position::option;
use crate::Desk;
use crate::referees::{Question, ask};
use crate::refusal::Refusal;
use crate::request::{Answer, Request, short};

/// The body.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(flatten)]
    place: Place,
    /// Positions that the opponent has blocked.
    #[serde(default)]
    blocked: Vec<String>,
}

/// More blocked options than these are none.
const BLOCKED: usize = 64;

/// Answers with a move; 422 where there is none.
pub async fn reply(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let wanted: Wanted = request.sent()?;
    let question = wanted.place.question(&desk)?;
    let blocked = wanted.blocked.iter().take(BLOCKED).map(|text| {
        let position = question.game.game.read(short("blocked", text)?);
        position.map_err(|error| Refusal::unfit("not-for-this-game", format!("blocked: {error}")))
    });
    let blocked = blocked.collect::<Result<Vec<_>, Refusal>>()?;
    let reply = move |referee: &mut Referee, question: &Question| {
        let position = referee.settled(&question.position);
        let over = referee.finish(&position, question.player);
        let reply = match over {
            None => referee.reply(&position, question.player, &blocked),
            Some(_) => None,
        };
        let reply = reply.ok_or_else(|| {
            Refusal::unfit(
                "not-for-this-game",
                "there is no move: the game is over here",
            )
        })?;
        let mut told = option(&question.game.game, &reply.choice, question.player);
        told["sure"] = json!(reply.sure);
        told["sees"] = json!(reply.sees);
        Ok(told)
    };
    let told = ask(&desk, question, reply).await?;
    Ok(Answer::json(&told))
}
