//! The gallery: all shipped games, each with what it is found by and a picture, and names that are
//! not there.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use whowins::catalogue::{GROUPS, entry};
use whowins::core::random::cases;
use whowins::shipped::{everything, named};

use crate::common::{Running, escaped};

#[test]
fn every_game_of_the_gallery_can_be_opened() {
    let server = Running::start();
    let mut client = server.client();
    let told = client.get("/api/games").json();
    assert_eq!(told["groups"], json!(GROUPS));
    let games = told["games"].as_array().expect("a list");
    let names: Vec<&str> = games
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    let shipped: Vec<&str> = everything().iter().map(|game| game.name).collect();
    assert_eq!(names, shipped);
    for one in games {
        let name = one["name"].as_str().expect("a name");
        let entry = entry(named(name).expect("shipped")).expect("right");
        for ((group, _), tag) in GROUPS.iter().zip(entry.tags) {
            assert_eq!(one["tags"][group], tag, "{name}");
        }
        let rules = json!({"rules": one["rules"], "set": one["set"]});
        let opened = client.post("/api/game", &rules).json();
        assert!(opened["id"].is_string(), "{name}: {opened}");
        assert_eq!(opened["picture"], one["picture"], "{name}");
        let start = opened["start"].as_str().expect("text");
        let read = entry.game.read(start).expect("a position");
        assert_eq!(entry.game.show(&read), start, "{name}");
        // Alone it is the same, without what it is found by.
        let alone = client.get(&format!("/api/shipped?name={}", escaped(name)));
        for (field, value) in alone.json().as_object().expect("an object") {
            assert_eq!(one[field], *value, "{name}: {field}");
        }
    }
}

#[test]
fn pictures_of_the_gallery_are_their_own() {
    let server = Running::start();
    let mut client = server.client();
    let mut drawn: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let games = everything();
    let looked: Vec<_> = games.iter().step_by(cases(3, 1)).collect();
    for game in &looked {
        let mut themes = BTreeSet::new();
        for theme in ["light", "dark"] {
            let asked = format!("/api/thumb?name={}&theme={theme}", escaped(game.name));
            let thumb = client.get(&asked);
            assert_eq!(thumb.status, 200, "{}: {}", game.name, thumb.text());
            let picture = thumb.text().to_string();
            let tree = roxmltree::Document::parse(&picture).expect("SVG");
            let things = tree.descendants().filter(|node| node.is_element()).count();
            assert!(things > 2, "{}: {picture}", game.name);
            assert!(picture.len() < 20_000, "{}: {}", game.name, picture.len());
            if theme == "light" {
                drawn.entry(picture.clone()).or_default().push(game.name);
            }
            themes.insert(picture);
        }
        assert_eq!(themes.len(), 2, "{}", game.name);
    }
    // Some games begin with the same position.
    let twins: Vec<_> = drawn.values().filter(|names| names.len() > 1).collect();
    let alike: usize = twins.iter().map(|names| names.len()).sum();
    assert!(alike * 10 <= looked.len(), "{twins:?}");
}

#[test]
fn a_name_that_is_not_there_is_told_with_the_nearest() {
    let server = Running::start();
    let near = |name: &str| -> (Value, String) {
        let told = server.get(&format!("/api/shipped?name={}", escaped(name)));
        assert_eq!(
            (told.status, told.kind()),
            (404, "not-found".into()),
            "{name}"
        );
        let error = told.json()["error"].clone();
        let message = error["message"].as_str().expect("a sentence").to_string();
        (error["near"].clone(), message)
    };
    let (names, message) = near("nimm");
    assert_eq!(names[0], "nim");
    assert!(
        message.starts_with("there is no game `nimm`; did you mean `nim`"),
        "{message}"
    );
    assert_eq!(
        near("checkers").0,
        json!(["ellyscheckers", "checkers-small"])
    );
    let (none, message) = near("something that nobody plays");
    assert_eq!(none, Value::Null);
    assert!(message.ends_with("`Games` has all of them"), "{message}");
    // Without a name it is what the page opens with.
    assert_eq!(server.get("/api/shipped").json()["name"], "cowcheck");
}
