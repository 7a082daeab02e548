//! `GET /api/law`, and its files.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use whowins_engine::EngineError;
use whowins_law::{Finding, coq};
use whowins_verify::Verified;
use whowins_views::law_object;

use super::query::Asked;
use crate::App;
use crate::games::Registered;
use crate::laws::{self, Told};
use crate::mathml::math;
use crate::refusal::Refusal;
use crate::shapes;
use crate::workers::Lane;

/// The query.
#[derive(Deserialize)]
pub struct Query {
    game: String,
}

/// The law as an object.
pub async fn law(
    State(app): State<Arc<App>>,
    Asked(query): Asked<Query>,
) -> Result<Json<Value>, Refusal> {
    let game = app.games.get(&query.game)?;
    let told = laws::told(&app, &game).await?;
    let object = move |_: &_| Ok(object(&game, &told));
    app.workers.run(Lane::Light, object).await.map(Json)
}

fn object(game: &Registered, told: &Told) -> Value {
    let proved = told.source.as_ref().and_then(|source| source.known());
    let mut object = law_object(&game.rules, &game.values, &told.report, proved);
    let cards = &told.report.cards;
    let formula = cards
        .iter()
        .find_map(|card| card.explanation.formula.as_deref());
    let stopped = told.report.tried.iter().any(|tried| {
        matches!(
            tried.finding,
            Finding::Stopped(EngineError::Time | EngineError::Stopped)
        )
    });
    let far = |proved: &Verified| proved.certificate().laws.iter().any(is_of_any_size);
    object["seconds"] = json!(told.took.as_secs_f64());
    object["stopped"] = json!(stopped && proved.is_none());
    object["shapes"] =
        proved.map_or_else(|| json!([]), |proved| shapes::of(proved, &game.game).into());
    object["mathml"] = json!(formula.map(math));
    object["certificate"] = json!(proved.is_some());
    object["coq"] = json!(proved.is_some_and(|proved| coq::file(proved).is_ok()));
    object["far"] = json!(proved.is_some_and(far));
    object
}

/// Whether a law speaks of positions of any size.
fn is_of_any_size(law: &whowins_verify::Law) -> bool {
    !matches!(law, whowins_verify::Law::Ranked(_))
}

async fn proved(app: &Arc<App>, id: &str) -> Result<Arc<Told>, Refusal> {
    let game = app.games.get(id)?;
    let told = laws::told(app, &game).await?;
    match told.source {
        Some(_) => Ok(told),
        None => Err(Refusal::unfit(
            "not-for-this-game",
            "no law of this game was proved, so there is no file of it",
        )),
    }
}

/// The certificate, to be kept as a file.
pub async fn certificate(
    State(app): State<Arc<App>>,
    Asked(query): Asked<Query>,
) -> Result<Response, Refusal> {
    let write = |proved: &Verified| Ok(proved.certificate().write());
    attached(&app, &query.game, "application/json", "law.cert", write).await
}

/// The Coq file.
pub async fn coq(
    State(app): State<Arc<App>>,
    Asked(query): Asked<Query>,
) -> Result<Response, Refusal> {
    let write = |proved: &Verified| match coq::file(proved) {
        Ok(file) => Ok(file.text),
        Err(coq::NoInstance(why)) => Err(Refusal::unfit(
            "not-for-this-game",
            format!("there is no Coq file of this law: {why}"),
        )),
    };
    attached(
        &app,
        &query.game,
        "text/plain; charset=utf-8",
        "law.v",
        write,
    )
    .await
}

/// A file that is made from the proved law.
async fn attached(
    app: &Arc<App>,
    id: &str,
    kind: &'static str,
    name: &str,
    write: impl FnOnce(&Verified) -> Result<String, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let told = proved(app, id).await?;
    let write = move |_: &_| {
        let proved = told.source.as_ref().and_then(|source| source.known());
        write(proved.ok_or_else(Refusal::internal)?)
    };
    let text = app.workers.run(Lane::Light, write).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.to_string()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_string()),
    ];
    Ok((headers, text).into_response())
}
