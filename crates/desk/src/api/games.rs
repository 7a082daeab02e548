//! `GET /api/games`: the shipped games with what one finds them by, and the one that the command
//! was started with.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};
use whowins::catalogue::{self, Entry, GROUPS};
use whowins::shipped::everything;

use super::game::picture;
use super::shipped::{own, wish};
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::{Desk, First};

/// The list. It is made once.
pub async fn list(desk: Arc<Desk>, _: Request) -> Result<Answer, Refusal> {
    const KEY: &str = "games";
    if let Some(kept) = desk.kept.get(&KEY.to_string()) {
        return Ok(Answer::new("application/json", kept));
    }
    let first = desk.first.clone();
    let list = move |_: &_| Ok(all(first.as_ref()).to_string());
    let list: Bytes = desk.run(Lane::Light, list).await?.into();
    desk.kept
        .put(KEY.to_string(), list.clone(), list.len() + KEY.len());
    Ok(Answer::new("application/json", list))
}

fn all(first: Option<&First>) -> Value {
    let mut games: Vec<Value> = own(first).into_iter().collect();
    let shipped = everything().into_iter();
    let entries = shipped.filter_map(|game| catalogue::entry(game).ok());
    games.extend(entries.map(|entry| told(&entry, first)));
    json!({"groups": GROUPS, "games": games})
}

fn told(entry: &Entry, first: Option<&First>) -> Value {
    let mut told = wish(&entry.shipped, &entry.rules, first);
    told["picture"] = json!(picture(&entry.game));
    told["year"] = json!(entry.year);
    told["kept"] = json!(entry.kept);
    let tags = GROUPS.iter().zip(entry.tags);
    told["tags"] = tags
        .map(|((group, _), tag)| ((*group).to_string(), json!(tag)))
        .collect();
    told
}
