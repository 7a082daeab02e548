//! `GET /api/questions`: a game's positions in the order of their size, with who wins: what a
//! program is judged by.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use web_time::Instant;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_judge::Positions;
use whowins_views::play::Referee;
use whowins_views::winner;

use super::asked::Side;
use crate::Desk;
use crate::lanes::Lane;
use crate::limits;
use crate::referees::{Question, ask};
use crate::refusal::Refusal;
use crate::request::{Answer, Request};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    side: Side,
    size: u64,
    /// How many of this size to leave out.
    #[serde(default)]
    from: u64,
}

/// The positions of a size from a place on.
struct Sized {
    order: &'static str,
    texts: Vec<String>,
    /// Whether there are more of this size.
    more: bool,
    largest: Option<u64>,
}

/// Answers with some positions of a size.
pub async fn questions(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let (game, player) = query.side.read(&desk)?;
    let player = player.unwrap_or(Player::First);
    let listed = Arc::clone(&game);
    let list = move |limits: &Limits| sized(&listed.game, player, &query, limits);
    let sized = desk.run(Lane::Light, list).await?;
    let read = |text: &String| game.game.read(text).ok();
    let positions: Vec<Position> = sized.texts.iter().filter_map(read).collect();
    // The last is the largest: it says which lane answers them all.
    let answers = match positions.last() {
        Some(last) => {
            let question = Question {
                game: Arc::clone(&game),
                position: last.clone(),
                player,
            };
            let answer =
                move |referee: &mut Referee, _: &Question| Ok(winners(referee, &positions, player));
            ask(&desk, question, answer).await?
        }
        None => Vec::new(),
    };
    let told = answers.len();
    let positions = sized.texts.iter().zip(answers);
    let positions = positions.map(|(at, winner)| json!({"at": at, "winner": winner}));
    Ok(Answer::json(&json!({
        "order": sized.order,
        "positions": positions.collect::<Json>(),
        "more": sized.more || told < sized.texts.len(),
        "largest": sized.largest,
    })))
}

fn sized(game: &Game, player: Player, query: &Query, limits: &Limits) -> Result<Sized, Refusal> {
    let positions = Positions::new(game, player, limits);
    let positions = positions.map_err(|why| Refusal::unfit("not-for-this-game", why))?;
    let (mut passed, mut more, mut texts) = (0u64, false, Vec::new());
    let mut out = Ok(());
    let _ = positions.of_size(query.size, &mut |text| {
        passed += 1;
        if passed % 1024 == 0 && limits.check().is_err() {
            out = Err(Refusal::time());
            return ControlFlow::Break(());
        }
        if passed <= query.from {
            return ControlFlow::Continue(());
        }
        more = texts.len() == limits::QUESTIONS;
        match more {
            true => ControlFlow::Break(()),
            false => {
                texts.push(text.to_owned());
                ControlFlow::Continue(())
            }
        }
    });
    out.map(|()| Sized {
        order: positions.order(),
        texts,
        more,
        largest: positions.largest(),
    })
}

/// Who wins each of them, as far as the time of one answer goes: a player's name, `draw`, or
/// nothing where that is not known.
fn winners(referee: &mut Referee, positions: &[Position], player: Player) -> Vec<Json> {
    let began = Instant::now();
    let mut all = Vec::new();
    for position in positions {
        if !all.is_empty() && began.elapsed() > limits::QUESTIONS_TIME {
            break;
        }
        all.push(won(referee, position, player));
    }
    all
}

fn won(referee: &mut Referee, position: &Position, player: Player) -> Json {
    let settled = referee.settled(position);
    let named = |winner: Option<String>| winner.map_or_else(|| json!("draw"), Json::from);
    if let Some(finish) = referee.finish(&settled, player) {
        let game = referee.game();
        return named(finish.winner.map(|one| game.player(one).to_string()));
    }
    match referee.answer(&settled, player) {
        Ok((solved, _)) => {
            let value = solved.answer.value;
            match value {
                Value::Draw => json!("draw"),
                _ => named(winner(referee.game(), player, value).map(ToString::to_string)),
            }
        }
        Err(_) => Json::Null,
    }
}
