//! A desk without threads: one that does all work in place, and one that leaves what takes long to
//! another.

use std::sync::Arc;

use serde_json::{Value, json};
use whowins_desk::{Answer, Bounds, Desk, InPlace, Lane, Refusal, Request};

pub fn desk(lanes: &[Lane]) -> Arc<Desk> {
    Desk::new(None, InPlace::new(Bounds::default(), lanes))
}

pub fn get(desk: &Arc<Desk>, path: &str, query: &str) -> Result<Answer, Refusal> {
    desk.answer_now(Request {
        path: path.into(),
        query: query.into(),
        body: None,
    })
}

pub fn object(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).expect("JSON")
}

pub fn register(desk: &Arc<Desk>, name: &str) -> String {
    let all = whowins::shipped::all();
    let game = all.iter().find(|game| game.name == name).expect("shipped");
    let answer = desk.answer_now(Request {
        path: "game".into(),
        query: String::new(),
        body: Some(json!({"rules": game.text}).to_string().into()),
    });
    let told = object(&answer.expect("an answer"));
    told["id"].as_str().expect("a number").into()
}

fn adopt(desk: &Arc<Desk>, game: &str, certificate: &str) -> Result<(), Refusal> {
    desk.adopt_now(game, certificate.into())
}

#[test]
fn all_is_answered_in_place() {
    let desk = desk(&Lane::ALL);
    let game = register(&desk, "cowcheck");
    let law = object(&get(&desk, "law", &format!("game={game}")).expect("a law"));
    assert_eq!(law["status"], "proved");
    let at = "1000000000000,1618033988749";
    let told = get(&desk, "position", &format!("game={game}&at={at}"));
    let told = object(&told.expect("an answer"));
    assert!(told["why"].is_string(), "{told}");
    let reply = json!({"game": game, "at": "5,7"}).to_string();
    let reply = desk.answer_now(Request {
        path: "reply".into(),
        query: String::new(),
        body: Some(reply.into()),
    });
    assert_eq!(object(&reply.expect("a move"))["sure"], true);
    assert!(get(&desk, "thumb", "name=clobber&theme=dark").is_ok());
}

#[test]
fn a_light_desk_names_who_is_to_be_asked() {
    let desk = desk(&[Lane::Light]);
    let game = register(&desk, "cowcheck");
    let lane = |path: &str, query: &str| {
        let refusal = get(&desk, path, &format!("game={game}{query}")).expect_err("not here");
        assert_eq!(refusal.status(), 421);
        refusal.lane()
    };
    assert_eq!(lane("law", ""), Some(Lane::Search));
    assert_eq!(lane("tile", "&level=0&x=1000000&y=3"), Some(Lane::Search));
    assert_eq!(lane("tile", "&level=0&x=3&y=1"), Some(Lane::Table));
    // What is near by is answered, without a law's reasons.
    assert!(get(&desk, "tile", &format!("game={game}&level=0&x=0&y=0")).is_ok());
    let near = get(&desk, "position", &format!("game={game}&at=3,5"));
    assert_eq!(object(&near.expect("small"))["value"], "loss");
}

/// What tables answer does not wait for a law, which may be long to find; what only a law answers
/// does.
#[test]
fn large_positions_are_answered_where_no_law_is_looked_for() {
    let (light, heavy) = (desk(&[Lane::Light]), desk(&Lane::ALL[..3]));
    let ask = |desk: &Arc<Desk>, name: &str, at: &str| {
        let query = format!("game={}&at={at}", register(desk, name));
        get(desk, "position", &query)
    };
    let board = "xoxoxox/oxoxoxo";
    let left = ask(&light, "clobber", board).expect_err("too large");
    assert_eq!(left.lane(), Some(Lane::Heavy));
    let told = object(&ask(&heavy, "clobber", board).expect("by a table"));
    assert_eq!(told["value"], "win", "{told}");
    let far = "1000000000000,1618033988749";
    for desk in [&light, &heavy] {
        let left = ask(desk, "cowcheck", far).expect_err("by a law");
        assert_eq!(left.lane(), Some(Lane::Search));
    }
}

#[test]
fn a_law_from_elsewhere_is_verified_and_answers_as_ones_own() {
    let (light, whole) = (desk(&[Lane::Light]), desk(&Lane::ALL));
    let games = [&light, &whole].map(|desk| register(desk, "cowcheck"));
    let certificate = get(&whole, "law.cert", &format!("game={}", games[1])).expect("a law");
    let text = String::from_utf8(certificate.body.to_vec()).expect("text");

    // Of other rules, or forged, it is refused, and nothing is known afterwards.
    let other = register(&light, "nim");
    assert_eq!(
        adopt(&light, &other, &text).expect_err("other").status(),
        422
    );
    assert_eq!(
        adopt(&light, "none", &text).expect_err("gone").status(),
        410
    );
    let forged = text.replace("\"beatty\"", "\"product\"");
    assert!(forged != text && adopt(&light, &games[0], &forged).is_err());
    let far = "&level=3&x=100000000000&y=161803398875";
    let tile = |at: usize| {
        let desk = [&light, &whole][at];
        get(desk, "tile", &format!("game={}{far}", games[at]))
    };
    assert!(tile(0).is_err());

    adopt(&light, &games[0], &text).expect("verified");
    let [a, b] = [0, 1].map(|at| tile(at).expect("a tile"));
    assert_eq!(a.body, b.body);
    assert_eq!(a.headers, b.headers);
}
