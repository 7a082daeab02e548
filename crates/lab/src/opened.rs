//! What opening a game asks first, answered when the folder is written, so that a page shows its
//! picture before its own solver is there: the rules, the game, and the beginning of its map or
//! strip. What is asked next the solver answers, and it gives the same answers to these.

use std::io::{self, Write};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use whowins_desk::{Answer, Desk, Refusal, Request};

/// The answers for a shipped game, or for the one that the page begins with where there is no name,
/// as an object: `shipped` and `game` as they were answered, and a list `pictures` of questions
/// (`path`, and its `query` but for the game) with `headers` and with a body that is packed by gzip
/// and written in base 64. A picture that was refused is left out.
///
/// # Errors
///
/// Where the game cannot be read.
pub fn opened(desk: &Arc<Desk>, name: Option<&str>) -> Result<Value, Refusal> {
    let named: Vec<(&str, &str)> = name.map(|name| ("name", name)).into_iter().collect();
    let shipped = object(&ask(desk, "shipped", &named, None)?);
    let name = shipped["name"].as_str().unwrap_or_default();
    let body =
        json!({ "rules": shipped["rules"], "set": shipped["set"], "file": format!("{name}.game") });
    let game = object(&ask(desk, "game", &[], Some(&body))?);
    let picture = first_picture(&game).and_then(|(path, query)| {
        let id = game["id"].as_str()?;
        let whole: Vec<(&str, &str)> = std::iter::once(("game", id))
            .chain(query.iter().map(|(name, value)| (*name, value.as_str())))
            .collect();
        let answer = ask(desk, path, &whole, None).ok()?;
        let headers: Value = answer
            .headers
            .iter()
            .map(|(name, value)| ((*name).to_string(), json!(value)))
            .collect();
        let query: Value = query
            .into_iter()
            .map(|(name, value)| (name.to_string(), json!(value)))
            .collect();
        Some(json!({ "path": path, "query": query, "headers": headers, "packed": STANDARD.encode(zipped(&answer.body).ok()?) }))
    });
    Ok(json!({ "shipped": shipped, "game": game, "pictures": picture.as_slice() }))
}

/// What the page asks first of its map (the first tile, of the slice through the start) or its
/// strip, as `modules/plane` and `modules/strip` do.
fn first_picture(game: &Value) -> Option<(&'static str, Vec<(&'static str, String)>)> {
    let shows = match game["picture"] == "heaps" && game["grundy"] == true {
        true => "grundy",
        false => "outcome",
    };
    match game["picture"].as_str()? {
        "plane" => Some((
            "tile",
            fields([
                ("level", "0"),
                ("x", "0"),
                ("y", "0"),
                ("show", shows),
                ("slice", &slice(game)),
            ]),
        )),
        "strip" | "heaps" => Some((
            "strip",
            fields([("from", "0"), ("count", "4096"), ("show", shows)]),
        )),
        _ => None,
    }
}

fn fields<const N: usize>(given: [(&'static str, &str); N]) -> Vec<(&'static str, String)> {
    let told = given.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (name, value.to_string()))
        .collect()
}

/// All variables but two, where play starts, or at their least.
fn slice(game: &Value) -> String {
    let variables = game["shape"]["variables"].as_array();
    let start = game["start"].as_str().unwrap_or_default();
    let start: Vec<&str> = start
        .split([' ', ',', '(', ')'])
        .filter(|part| !part.is_empty())
        .collect();
    let fixed = variables.into_iter().flatten().enumerate().skip(2);
    let words: Vec<String> = fixed
        .map(|(at, variable)| {
            let least = || match &variable["words"][0] {
                Value::String(word) => word.clone(),
                _ => variable["least"].to_string(),
            };
            let part = start.get(at).map_or_else(least, |part| (*part).to_string());
            format!("{}={part}", variable["name"].as_str().unwrap_or_default())
        })
        .collect();
    words.join(",")
}

/// The answer to a question, asked by its query or by a body.
///
/// # Errors
///
/// As [`Desk::answer_now`].
pub fn ask(
    desk: &Arc<Desk>,
    path: &str,
    query: &[(&str, &str)],
    body: Option<&Value>,
) -> Result<Answer, Refusal> {
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .finish();
    let body = body.map(|body| body.to_string().into());
    desk.answer_now(Request {
        path: path.into(),
        query,
        body,
    })
}

fn object(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or_default()
}

/// Bytes packed by gzip.
///
/// # Errors
///
/// None that memory gives.
pub fn zipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut zip = GzEncoder::new(Vec::new(), Compression::best());
    zip.write_all(bytes)?;
    zip.finish()
}
