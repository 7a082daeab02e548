//! `GET /api/map`: a stretch of the map, to be kept as a file: a picture, or the table behind it.

use std::sync::Arc;

use serde::Deserialize;
use whowins_analysis::Player;
use whowins_engine::Limits;
use whowins_views::{MapRequest, Show};

use super::asked::{Ground, Side};
use crate::Desk;
use crate::games::Registered;
use crate::lanes::Lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::request::{Answer, Keep, Request, short};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    #[serde(flatten)]
    side: Side,
    form: Form,
    #[serde(default)]
    size: Option<String>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    slice: String,
    #[serde(default)]
    width: Option<u32>,
    #[serde(default)]
    show: Show,
    #[serde(default)]
    theme: Ground,
}

/// What kind of file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Form {
    Svg,
    Csv,
    Txt,
}

/// The widest line of text.
const COLUMNS: usize = 4000;

/// Answers with a file.
pub async fn map(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let (game, player) = query.side.read(&desk)?;
    for (name, text) in [("size", &query.size), ("from", &query.from)] {
        short(name, text.as_deref().unwrap_or_default())?;
    }
    short("slice", &query.slice)?;
    let write = move |limits: &Limits| written(&query, &game, player, limits);
    desk.run(Lane::Light, write).await
}

fn written(
    query: &Query,
    game: &Registered,
    player: Option<Player>,
    limits: &Limits,
) -> Result<Answer, Refusal> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let request = MapRequest {
        size: given(&query.size).map(cut).transpose()?,
        from: given(&query.from),
        slice: query
            .slice
            .split(',')
            .filter(|one| !one.is_empty())
            .map(String::from)
            .collect(),
        width: query.width,
        show: query.show,
        player,
        no_law: false,
        terminal: None,
    };
    let law = game.law.get().and_then(|source| source.known());
    let map = request.fill_by(&game.game, law, limits)?;
    let (kind, text, ending) = match query.form {
        Form::Svg => ("image/svg+xml", map.svg(query.theme.into()), "svg"),
        Form::Csv => ("text/csv; charset=utf-8", map.csv(), "csv"),
        Form::Txt => {
            let text = map.text(false, COLUMNS).ok_or_else(|| {
                Refusal::unfit("not-for-this-game", "this is too wide for lines of text")
            })?;
            ("text/plain; charset=utf-8", text, "txt")
        }
    };
    let answer = Answer::new(kind, text).kept(Keep::Never);
    Ok(answer.saying(
        "content-disposition",
        format!("attachment; filename=\"map.{ending}\""),
    ))
}

/// The size, if it is no larger than a file is to be.
fn cut(size: String) -> Result<String, Refusal> {
    let sides = size.split('x').map(|side| side.parse::<usize>().ok());
    let cells = sides
        .reduce(|one, other| one?.checked_mul(other?))
        .flatten();
    match cells {
        Some(cells) if cells <= limits::SAVED => Ok(size),
        _ => Err(Refusal::request(format!(
            "a size is such as 64x64, or for one heap 4096, of at most {} cells",
            limits::SAVED
        ))),
    }
}
