//! `GET /api/games`: the shipped games, and the one that the command was started with.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use whowins::shipped;
use whowins_rules::{Parameters, Rules};
use whowins_views::{parameter, parameter_value};

use super::game::picture;
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::{Desk, First};

/// Values for parameters without default, so that each game of the gallery can be looked at: by game, parameter and value.
const EXAMPLES: [(&str, &str, &str); 4] = [
    ("partisangame", "a", "1,2,5"),
    ("partisangame", "b", "2,3"),
    (
        "tabgame",
        "row",
        "0110100110010110100101100110100110010110011010010110100110010110",
    ),
    (
        "tabgame",
        "column",
        "0010010000111111011010101000100010000101101000110000100011010011",
    ),
];

/// The values of a game of the gallery.
pub fn example(name: &str) -> Vec<(String, String)> {
    let own = EXAMPLES.iter().filter(|(game, ..)| *game == name);
    own.map(|(_, parameter, value)| ((*parameter).into(), (*value).into()))
        .collect()
}

/// The list.
pub async fn list(desk: Arc<Desk>, _: Request) -> Result<Answer, Refusal> {
    let first = desk.first.clone();
    let list = move |_: &_| Ok(Answer::json(&all(first.as_ref())));
    desk.run(Lane::Light, list).await
}

fn all(first: Option<&First>) -> Value {
    let mut games = Vec::new();
    let shipped = shipped::all();
    if let Some(first) = first
        && !shipped.iter().any(|game| game.name == first.name)
    {
        games.extend(entry(&first.name, "file", &first.rules, &first.set, true));
    }
    for game in shipped {
        let asked = first.filter(|first| first.name == game.name);
        let mut set = example(game.name);
        if let Some(first) = asked {
            set.retain(|(name, _)| first.set.iter().all(|(given, _)| given != name));
            set.extend(first.set.iter().cloned());
        }
        games.extend(entry(
            game.name,
            game.folder,
            game.text,
            &set,
            asked.is_some(),
        ));
    }
    games.into()
}

fn entry(
    name: &str,
    folder: &str,
    text: &str,
    set: &[(String, String)],
    first: bool,
) -> Option<Value> {
    let rules = Rules::parse_with(name, text, &shipped::ShippedGames).ok()?;
    let game = rules.game(&values(&rules, set)).ok();
    let set: Map<String, Value> = set
        .iter()
        .map(|(name, value)| (name.clone(), value.clone().into()))
        .collect();
    Some(json!({
        "name": name,
        "folder": folder,
        "title": rules.name(),
        "about": rules.about(),
        "rules": text,
        "set": set,
        "picture": game.as_ref().map(picture),
        "first": first,
    }))
}

/// The values of those texts that can be read.
pub fn values(rules: &Rules, set: &[(String, String)]) -> Parameters {
    let read = |name: &str, text: &str| {
        let parameter = parameter(rules, name).ok()?;
        Some((name.to_string(), parameter_value(parameter, text).ok()?))
    };
    set.iter()
        .filter_map(|(name, text)| read(name, text))
        .collect()
}
