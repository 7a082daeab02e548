//! What the page says that others say, too.

use serde_json::json;
use whowins_rules::WORDS;

use crate::common::Running;

#[test]
fn the_page_has_the_words_of_the_language_and_games_to_begin_with() {
    let lab = Running::start();
    let told = lab.get("/api/language").json();
    assert_eq!(told["words"], json!(WORDS.as_slice()));
    let templates = told["templates"].as_array().unwrap();
    assert_eq!(templates.len(), whowins::templates::TEMPLATES.len());
    for one in templates {
        let known = lab
            .post("/api/game", &json!({"rules": one["rules"]}))
            .json();
        assert_eq!(known["name"], "My game", "{one}");
        assert!(known["id"].is_string(), "{one}: {known}");
    }
}

#[test]
fn examples_are_asked() {
    let lab = Running::start();
    let text = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";
    let known = lab.post("/api/game", &json!({"rules": text})).json();
    assert_eq!(known["examples"], 0);
    let text = format!("{text}example 3,3: Second wins\n  example 3,4: Second wins\n");
    let known = lab.post("/api/game", &json!({"rules": text})).json();
    assert_eq!(known["examples"], 2);
    let asked = format!("/api/examples?game={}", known["id"].as_str().unwrap());
    let told = lab.get(&asked).json();
    let wanted = json!({
        "diagnostics": [],
        "examples": [
            {"example": "example 3,3: Second wins", "agrees": true, "found": "Second wins", "unsolved": null, "from": [5, 1], "to": [5, 25]},
            {"example": "example 3,4: Second wins", "agrees": false, "found": "First wins", "unsolved": null, "from": [6, 3], "to": [6, 27]},
        ],
    });
    assert_eq!(told, wanted);
    // What is no position of the game has its place.
    let text = text.replace("3,4:", "3,4,5:");
    let told = lab.post("/api/game", &json!({"rules": text})).json();
    assert_eq!(told["diagnostics"][0]["from"], json!([6, 11]));
    assert_eq!(lab.get("/api/examples?game=none").kind(), "gone");
}
