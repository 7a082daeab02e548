//! `GET /api/position`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy, STRATEGY};
use whowins_rules::{Player, Position};
use whowins_views::Card;

use super::query::{Asked, short};
use super::tile::player_of;
use crate::App;
use crate::games::Registered;
use crate::laws;
use crate::refusal::Refusal;
use crate::workers::Lane;

/// The query.
#[derive(Deserialize)]
pub struct Query {
    game: String,
    at: String,
    #[serde(default)]
    to_move: Option<String>,
}

/// Positions that some strategy answers at such a cost are answered at once.
const CHEAP: u64 = 1 << 20;

/// Answers a position.
pub async fn position(
    State(app): State<Arc<App>>,
    Asked(query): Asked<Query>,
) -> Result<Json<Value>, Refusal> {
    let game = app.games.get(&query.game)?;
    let to_move = query.to_move.as_deref().filter(|name| !name.is_empty());
    let player = to_move.map(|name| player_of(&game, name)).transpose()?;
    let player = player.unwrap_or(Player::First);
    let position = game
        .game
        .read(short("at", &query.at)?)
        .map_err(|error| Refusal::request(format!("at: {error}")))?;
    let cheap = Engine::new(game.game.clone(), Limits::default())
        .bids(&position)
        .iter()
        .filter_map(|bid| bid.cost)
        .any(|cost| cost <= CHEAP);
    let law = match cheap {
        true => None,
        false => laws::of(&app, &game).await?,
    };
    let lane = if cheap { Lane::Light } else { Lane::Heavy };
    app.workers
        .run(lane, move |limits| {
            answer(&game, law, &position, player, limits).map(Json)
        })
        .await
}

fn answer(
    game: &Registered,
    law: Option<Arc<LawSource>>,
    position: &Position,
    player: Player,
    limits: &Limits,
) -> Result<Value, Refusal> {
    let mut engine = Engine::new(game.game.clone(), limits.clone());
    if let Some(law) = law {
        engine.add(Box::new(LawStrategy::new(law, &game.game)));
    }
    let solved = engine.solve(position)?;
    let why = engine.why(solved.strategy).unwrap_or_default();
    let card = Card {
        game: engine.game(),
        position,
        player,
        answer: &solved.to_move[player.index()],
        values: [0, 1].map(|player: usize| Some(solved.to_move[player].value)),
        strategy: solved.strategy,
        why: &why,
        law: (solved.strategy == STRATEGY).then_some(&why),
    };
    let mut told: Value = serde_json::from_str(&card.json()).unwrap_or_default();
    told["why"] = Value::Null;
    told["options"] = json!([]);
    told["more"] = json!(0);
    told["options_total"] = Value::Null;
    told["end"] = Value::Null;
    Ok(told)
}
