//! What is asked beside positions: help with a text, conjectures, values, and positions to judge a
//! program by.

use std::sync::Arc;

use serde_json::{Value, json};
use whowins_desk::{Desk, Lane, Refusal, Request};

use crate::place::{desk, get, object, register};

fn post(desk: &Arc<Desk>, path: &str, body: &Value) -> Result<Value, Refusal> {
    let answer = desk.answer_now(Request {
        path: path.into(),
        query: String::new(),
        body: Some(body.to_string().into()),
    });
    answer.map(|answer| object(&answer))
}

fn texts(offers: &Value) -> Vec<&str> {
    let all = offers.as_array().expect("a list").iter();
    all.map(|one| one["text"].as_str().expect("a text"))
        .collect()
}

#[test]
fn a_place_in_a_text_is_explained_and_completed() {
    let desk = desk(&[Lane::Light]);
    let ask = |text: &str, at: [usize; 2]| {
        post(&desk, "writing", &json!({"rules": text, "at": at})).expect("an answer")
    };
    // Characters are counted, not bytes; the text has a fault.
    let text = "game \"Größe\"\nposition x, yellow\nmove yellow -= k for k >= 1\nmo";
    let told = ask(text, [3, 9]);
    let says = told["meaning"]["says"].as_str().expect("words");
    assert!(
        says.starts_with("`yellow`: a part of the position"),
        "{says}"
    );
    assert_eq!(told["meaning"]["from"], json!([3, 6]));
    let begun = ask(text, [4, 3]);
    assert_eq!(
        (&begun["begun"], &begun["from"]),
        (&json!("mo"), &json!([4, 1]))
    );
    assert_eq!(texts(&begun["offers"])[0], "move");
    assert!(begun["offers"][0]["says"].is_string());
    let inside = ask(text, [3, 8]);
    assert_eq!(texts(&inside["offers"]), ["yellow"]);
    // What is said of a word is what the reference says.
    let told = ask(text, [2, 3]);
    assert!(
        told["meaning"]["says"]
            .as_str()
            .is_some_and(|says| says.contains("`position"))
    );
    // Any place is one.
    for at in [[0, 0], [1, 100], [9, 9], [usize::MAX, usize::MAX]] {
        assert!(ask(text, at)["offers"].is_array(), "{at:?}");
    }
    assert!(ask("", [1, 1])["offers"].is_array());
}

#[test]
fn a_conjecture_is_proved_or_refuted_by_the_smallest_position() {
    let desk = desk(&Lane::ALL);
    let game = register(&desk, "nim");
    let ask = |statement: &str| {
        post(
            &desk,
            "prove",
            &json!({"game": game, "statement": statement}),
        )
    };
    let told = ask("P iff x ^ y ^ z = 0").expect("decided");
    assert_eq!(told["status"], "proved", "{told}");
    let told = ask("P iff x = y").expect("decided");
    assert_eq!(told["status"], "refuted", "{told}");
    let found = &told["counterexample"];
    assert_eq!(
        (&found["position"], &found["smallest"]),
        (&json!("0,0,1"), &json!(true))
    );
    // A mistake has its place in the statement.
    let refused = ask("P iff x ~ y").expect_err("no such sign").object();
    let fault = &refused["error"]["diagnostics"][0];
    assert_eq!(fault["from"], json!([1, 9]), "{refused}");
    // Where the desk searches for nothing, it says who does.
    let light = crate::place::desk(&[Lane::Light]);
    let game = register(&light, "nim");
    let left = post(&light, "prove", &json!({"game": game, "statement": "P"}));
    assert_eq!(
        left.expect_err("not here").lane().map(Lane::name),
        Some("search")
    );
}

#[test]
fn a_position_has_a_value_with_parts_and_a_thermograph() {
    let desk = desk(&Lane::ALL);
    let game = register(&desk, "clobber");
    let told = get(&desk, "value", &format!("game={game}&at=xo.xo/...xo"));
    let told = object(&told.expect("a value"));
    assert_eq!(told["outcome"], "N", "{told}");
    assert!(
        told["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    assert!(
        told["terms"][0]["parts"]
            .as_array()
            .is_some_and(|parts| parts.len() == 2),
        "{told}"
    );
    assert!(
        told["moves"]
            .as_array()
            .is_some_and(|moves| moves[0]["wins"] == true)
    );
    // Where whoever cannot move wins, there is none, and the line says so.
    let misere = register(&desk, "misere-kayles");
    let refused = get(&desk, "value", &format!("game={misere}&at=3,4")).expect_err("misère");
    let refused = refused.object();
    let fault = &refused["error"]["diagnostics"][0];
    let said = fault["message"].as_str().expect("words");
    assert!(said.contains("who cannot move wins"), "{refused}");
    assert_eq!(fault["help"], "the outcome is still known");
}

/// The questions of a size, one batch after another.
fn asked(desk: &Arc<Desk>, game: &str, size: u64) -> (Vec<(String, Value)>, Value) {
    let mut all = Vec::new();
    loop {
        let query = format!("game={game}&size={size}&from={}", all.len());
        let told = object(&get(desk, "questions", &query).expect("questions"));
        let list = told["positions"].as_array().expect("a list");
        let one = |one: &Value| {
            (
                one["at"].as_str().unwrap_or("").into(),
                one["winner"].clone(),
            )
        };
        all.extend(list.iter().map(one));
        if told["more"] == false {
            return (all, told["largest"].clone());
        }
        assert!(!list.is_empty(), "it goes on");
    }
}

#[test]
fn a_program_is_judged_by_positions_in_the_order_of_their_size() {
    let desk = desk(&Lane::ALL);
    let game = register(&desk, "nim");
    let (all, largest) = asked(&desk, &game, 23);
    // Compositions of 23 into three numbers, in order: more than one batch.
    assert_eq!((all.len(), &largest), (300, &Value::Null));
    for (at, winner) in &all {
        let sum = at
            .split(',')
            .map(|part| part.parse::<u64>().expect("a number"));
        let wins = sum.clone().fold(0, |sum, part| sum ^ part) != 0;
        assert_eq!(sum.sum::<u64>(), 23);
        assert_eq!(*winner, if wins { "First" } else { "Second" }, "{at}");
    }
    let texts: Vec<Vec<u64>> = all
        .iter()
        .map(|(at, _)| {
            at.split(',')
                .map(|part| part.parse().expect("a number"))
                .collect()
        })
        .collect();
    assert!(texts.is_sorted(), "in lexicographic order");
    // A board of a fixed size has a last one; where nobody wins is told, too.
    let game = register(&desk, "tic-tac-toe");
    let told = get(&desk, "questions", &format!("game={game}&size=9"));
    let told = object(&told.expect("questions"));
    assert_eq!((&told["largest"], &told["more"]), (&json!(9), &json!(true)));
    let first = json!({"at": ".../.../...", "winner": "draw"});
    assert_eq!(told["positions"][0], first);
}

const WALK: &str = "game \"Walk\"\ngiven net: graph with blue, red = \"a-b blue, b>c red, c-a blue\"\nposition place: nodes of net\nposition used: subset of edges of net\n\
position heap\nstart place = a, used = {}, heap = 3\nchoose v in neighbours of place if not edge(place, v) in used; add edge(place, v) to used; place to v\nmove heap -= 1 if heap > 0\n";

#[test]
fn parts_on_one_graph_are_told_to_lie_there() {
    let desk = desk(&[Lane::Light]);
    let told = post(&desk, "game", &json!({"rules": WALK})).expect("a game");
    assert_eq!(told["diagnostics"], json!([]), "{told}");
    let (shape, on) = (&told["shape"], |part: usize| {
        &told["shape"]["parts"][part]["on"]
    });
    assert_eq!(on(0), &json!({"ground": 0, "edges": false}), "{shape}");
    assert_eq!(on(1), &json!({"ground": 0, "edges": true}));
    assert_eq!(on(2), &Value::Null);
    let grounds = shape["grounds"].as_array().expect("graphs");
    assert_eq!(grounds.len(), 1);
    assert_eq!(grounds[0]["nodes"], json!(["a", "b", "c"]));
    let edge = json!({"from": 1, "to": 2, "one_way": true, "mark": "red"});
    assert_eq!(grounds[0]["edges"][1], edge, "{shape}");
}

/// What only the command can be told is not told to the page.
#[test]
fn why_there_is_no_answer_names_no_option_of_the_command() {
    use whowins_engine::EngineError;
    let errors = [
        EngineError::Time,
        EngineError::Steps(7),
        EngineError::Memory {
            wanted: None,
            allowed: 1 << 20,
        },
        EngineError::Vast {
            variable: "n".into(),
            allowed: 1 << 20,
        },
    ];
    for error in errors {
        assert!(error.to_string().contains("--"), "{error}");
        let refusal = Refusal::from(error).object().to_string();
        assert!(!refusal.contains("--"), "{refusal}");
        assert!(!refusal.contains("allow more"), "{refusal}");
    }
}
