//! `GET /api/shipped`: one of the shipped games, or the one that the command was started with, as
//! the page opens it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use whowins::catalogue;
use whowins::shipped::{self, Shipped, ShippedGames};
use whowins_rules::Rules;

use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request, short};
use crate::{Desk, First};

/// The shipped game that the page opens with where nothing is said.
pub const USUAL: &str = "cowcheck";

/// The query.
#[derive(Deserialize)]
pub struct Query {
    /// Its name; without one, what the page opens with.
    #[serde(default)]
    name: Option<String>,
}

/// Answers with its rules, and the values with which it can be looked at; 404 with the nearest
/// names where there is none of this name.
pub async fn shipped(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let name = query.name.filter(|name| !name.is_empty());
    short("name", name.as_deref().unwrap_or_default())?;
    let first = desk.first.clone();
    let read = move |_: &_| told(name.as_deref(), first.as_ref());
    let told = desk.run(Lane::Light, read).await?;
    Ok(Answer::json(&told))
}

fn told(name: Option<&str>, first: Option<&First>) -> Result<Value, Refusal> {
    let name = name.or(first.map(|first| first.name.as_str()));
    let name = name.unwrap_or(USUAL);
    if let Some(own) = own(first).filter(|own| own["name"] == name) {
        return Ok(own);
    }
    let game = shipped::named(name).ok_or_else(|| unknown(name))?;
    let rules = Rules::parse_with(game.name, game.text, &ShippedGames)?;
    Ok(wish(&game, &rules, first))
}

/// That there is no game of this name, and which are spelt nearly so.
pub fn unknown(name: &str) -> Refusal {
    let near = shipped::near(name);
    let said = match near.is_empty() {
        true => "`Games` has all of them".to_string(),
        false => shipped::did_you_mean(name),
    };
    // What is long is no name, and would hide the rest.
    let name: String = name.chars().take(40).collect();
    let message = format!("there is no game `{name}`; {said}");
    Refusal::new(404, "not-found", message).near(near)
}

/// The game that the command was started with, where it is none of the shipped ones.
pub fn own(first: Option<&First>) -> Option<Value> {
    let first = first.filter(|first| shipped::named(&first.name).is_none())?;
    let rules = Rules::parse_with(&first.name, &first.rules, &ShippedGames).ok()?;
    let set = first.set.clone();
    let mut told = object(&first.name, "file", &rules, &set, true);
    told["tags"] = json!({});
    Some(told)
}

/// A shipped game as the page opens it.
pub fn wish(game: &Shipped, rules: &Rules, first: Option<&First>) -> Value {
    let asked = first.filter(|first| first.name == game.name);
    let mut set = catalogue::values(game.name);
    if let Some(first) = asked {
        set.retain(|(name, _)| first.set.iter().all(|(given, _)| given != name));
        set.extend(first.set.iter().cloned());
    }
    object(game.name, game.folder, rules, &set, asked.is_some())
}

fn object(name: &str, folder: &str, rules: &Rules, set: &[(String, String)], first: bool) -> Value {
    let set: Map<String, Value> = set
        .iter()
        .map(|(name, value)| (name.clone(), value.clone().into()))
        .collect();
    json!({
        "name": name,
        "folder": folder,
        "title": rules.name(),
        "about": rules.about(),
        "rules": rules.source(),
        "set": set,
        "first": first,
    })
}
