//! `GET /api/law`, and its files.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins_engine::EngineError;
use whowins_law::{Finding, coq, drawn};
use whowins_verify::Verified;
use whowins_views::law_object;

use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::laws::{self, Told};
use crate::mathml::math;
use crate::refusal::Refusal;
use crate::request::{Answer, Keep, Request};
use crate::shapes;

/// The query.
#[derive(Deserialize)]
pub struct Query {
    game: String,
}

/// The law as an object.
pub async fn law(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let game = desk.games.get(&query.game)?;
    let told = laws::told(&desk, &game).await?;
    let object = move |_: &_| Ok(Answer::json(&object(&game, &told)));
    desk.run(Lane::Light, object).await
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
    object["automaton"] = json!(proved.is_some_and(|proved| drawn(proved).is_some()));
    object["far"] = json!(proved.is_some_and(far));
    object
}

/// Whether a law speaks of positions of any size.
fn is_of_any_size(law: &whowins_verify::Law) -> bool {
    !matches!(law, whowins_verify::Law::Ranked(_))
}

async fn proved(desk: &Arc<Desk>, id: &str) -> Result<Arc<Told>, Refusal> {
    let game = desk.games.get(id)?;
    let told = laws::told(desk, &game).await?;
    match told.source {
        Some(_) => Ok(told),
        None => Err(Refusal::unfit(
            "not-for-this-game",
            "no law of this game was proved, so there is no file of it",
        )),
    }
}

/// The certificate, to be kept as a file.
pub async fn certificate(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let write = |proved: &Verified| Ok(proved.certificate().write());
    attached(&desk, &query.game, "application/json", "law.cert", write).await
}

/// The Coq file.
pub async fn coq(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let write = |proved: &Verified| match coq::file(proved) {
        Ok(file) => Ok(file.text),
        Err(coq::NoInstance(why)) => Err(Refusal::unfit(
            "not-for-this-game",
            format!("there is no Coq file of this law: {why}"),
        )),
    };
    attached(
        &desk,
        &query.game,
        "text/plain; charset=utf-8",
        "law.v",
        write,
    )
    .await
}

/// A file that is made from the proved law.
async fn attached(
    desk: &Arc<Desk>,
    id: &str,
    kind: &'static str,
    name: &str,
    write: impl FnOnce(&Verified) -> Result<String, Refusal> + Send + 'static,
) -> Result<Answer, Refusal> {
    let told = proved(desk, id).await?;
    let write = move |_: &_| {
        let proved = told.source.as_ref().and_then(|source| source.known());
        write(proved.ok_or_else(Refusal::internal)?)
    };
    let text = desk.run(Lane::Light, write).await?;
    let answer = Answer::new(kind, text).kept(Keep::Never);
    Ok(answer.saying(
        "content-disposition",
        format!("attachment; filename=\"{name}\""),
    ))
}
