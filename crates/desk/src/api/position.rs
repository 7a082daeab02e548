//! `GET /api/position`: who wins, and what each move brings.

use std::sync::Arc;

use dashu_int::UBig;
use serde_json::{Value as Json, json};
use whowins_analysis::{Game, Player, Value};
use whowins_law::STRATEGY;
use whowins_views::play::{Choice, Finish, Referee, Turn};
use whowins_views::{Card, winner, word};

use super::asked::Place;
use crate::Desk;
use crate::limits;
use crate::referees::{Question, ask};
use crate::refusal::{Refusal, unsolved};
use crate::request::{Answer, Request};

/// Answers a position.
pub async fn position(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let place: Place = request.fields()?;
    let question = place.question(&desk)?;
    let told = ask(&desk, question, told).await?;
    Ok(Answer::json(&told))
}

fn told(referee: &mut Referee, question: &Question) -> Result<Json, Refusal> {
    let (game, player) = (&question.game.game, question.player);
    let turn = referee.turn(&question.position, player);
    let mut object = match turn.finish {
        Some(_) => over(game, &turn),
        None => match referee.answer(&turn.position, player) {
            Ok((solved, why)) => {
                let card = Card {
                    game,
                    position: &turn.position,
                    player,
                    answer: &solved.answer,
                    values: solved.values,
                    strategy: solved.strategy,
                    why: &why,
                    law: (solved.strategy == STRATEGY).then_some(&why),
                    more: None,
                };
                serde_json::from_str(&card.json()).unwrap_or_default()
            }
            Err(error) => {
                let mut object = over(game, &turn);
                object["unsolved"] = json!(unsolved(&error));
                object
            }
        },
    };
    if let Some(best) = turn.best.as_ref().filter(|_| object["move"].is_null()) {
        object["move"] = json!({"text": best.text, "to": game.show(&best.to)});
    }
    // Fewer where each is long to write.
    let long = game.show(&turn.position).len().max(1);
    let most = limits::OPTIONS.min(limits::OPTIONS_BYTES / long).max(8);
    let options = turn.choices.iter().take(most);
    let options: Vec<Json> = options.map(|choice| option(game, choice, player)).collect();
    let more = turn.total.as_ref().map(|total| {
        let told = UBig::from(options.len());
        if *total > told {
            total - told
        } else {
            UBig::ZERO
        }
    });
    // As a number where scripts can hold it.
    let count = |number: &UBig| match u64::try_from(number) {
        Ok(small) if small < 1 << 53 => json!(small),
        _ => json!(number.to_string()),
    };
    object["options"] = json!(options);
    object["options_total"] = turn.total.as_ref().map_or(Json::Null, count);
    object["more"] = more.as_ref().map_or(Json::Null, count);
    let why = turn
        .why
        .or_else(|| turn.finish.as_ref().map(|finish| finish.why.clone()));
    object["why"] = json!(why);
    object["end"] = turn
        .finish
        .as_ref()
        .map_or(Json::Null, |finish| end(game, finish));
    Ok(object)
}

/// What is said of a position where play is over, or which is not solved.
fn over(game: &Game, turn: &Turn) -> Json {
    let value = turn.finish.as_ref().map(|finish| match finish.winner {
        Some(winner) if winner == turn.player => Value::Win,
        Some(_) => Value::Loss,
        None => Value::Draw,
    });
    json!({
        "game": game.name,
        "position": game.show(&turn.position),
        "to_move": game.player(turn.player),
        "winner": value.and_then(|value| winner(game, turn.player, value)),
        "value": value.map(word),
        "outcome": null,
        "remoteness": value.map(|_| 0),
        "move": null,
        "strategy": null,
        "law": null,
    })
}

fn end(game: &Game, finish: &Finish) -> Json {
    json!({
        "winner": finish.winner.map(|player| game.player(player)),
        "why": finish.why,
    })
}

/// A move as an object.
pub fn option(game: &Game, choice: &Choice, player: Player) -> Json {
    json!({
        "text": choice.text,
        "to": game.show(&choice.to),
        "value": choice.value.map(word),
        "remoteness": choice.remoteness,
        "why": choice.why,
        "again": choice.next == player,
        "end": choice.finish.is_some(),
        "winner": choice.finish.as_ref().and_then(|finish| finish.winner).map(|player| game.player(player)),
    })
}
