//! The tests of `whowins-editor`, in one program: a scripted client speaks with the server.

mod client;

use client::{Client, URI};
use serde_json::{Value, json};
use whowins::rules::{Parameters, Rules, WORDS, names};
use whowins::shipped::{self, ShippedGames, library};

const NIM: &str = "/// Two heaps.\ngame \"Nim\"\nplayers Ann, Bob\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1   // any number\n\
    who cannot move loses\nexample 3,3: Bob wins\nexample 3,4: Ann wins\n";

/// Faults as `whowins check` tells them, with their places.
fn errors(text: &str) -> Vec<(String, (usize, usize))> {
    let all = match Rules::parse_with("my.game", text, &ShippedGames) {
        Err(errors) => Some(errors),
        Ok(rules) => {
            let is_closed = rules.parameters().iter().all(|one| one.default.is_some());
            let game = is_closed.then(|| rules.game(&Parameters::new()));
            match game.map(|game| game.and_then(|game| rules.examples(&game))) {
                Some(Err(errors)) => Some(errors),
                _ => rules.warnings(),
            }
        }
    };
    let Some(all) = all else { return Vec::new() };
    let place = |start: usize| all.place(start.min(text.len()));
    let said = all.errors.iter();
    said.map(|fault| (fault.message.clone(), place(fault.span.start)))
        .collect()
}

/// What an editor was told, in the same form; columns of texts in plain letters.
fn told(all: &[Value]) -> Vec<(String, (usize, usize))> {
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
    let one = |fault: &Value| {
        let message = fault["message"].as_str().expect("words");
        let message = message.split("\nhelp: ").next().unwrap_or_default();
        let start = &fault["range"]["start"];
        (
            message.to_owned(),
            (number(&start["line"]) + 1, number(&start["character"]) + 1),
        )
    };
    all.iter().map(one).collect()
}

#[test]
fn faults_are_told_as_one_types_and_taken_back() {
    let mut client = Client::begin();
    assert_eq!(client.write(NIM), Vec::<Value>::new());
    let bad = NIM.replace("x -= k for", "z -= k for");
    let errors = client.write(&bad);
    assert!(
        errors[0]["message"]
            .as_str()
            .is_some_and(|said| said.contains('z') && said.contains("help: ")),
        "{errors:?}"
    );
    assert_eq!(
        errors[0]["range"]["start"],
        json!({"line": 4, "character": 5})
    );
    assert_eq!(client.write(NIM), Vec::<Value>::new());
    client.end();
}

#[test]
fn errors_offer_their_correction_as_an_action() {
    let mut client = Client::begin();
    client.write("game \"G\"\nposition n\nmove n -= 1, 2 or 3\n");
    let mut actions = |line: u32| {
        let place = json!({"line": line, "character": 0});
        let asked = json!({
            "textDocument": {"uri": URI},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        });
        let actions = client.ask("textDocument/codeAction", asked);
        actions.expect("a list").as_array().expect("a list").clone()
    };
    let found = actions(2);
    let edit = &found[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "move n -= k for k in {1, 2, 3}");
    assert_eq!(edit["range"]["start"], json!({"line": 2, "character": 0}));
    assert_eq!(edit["range"]["end"], json!({"line": 2, "character": 19}));
    assert_eq!(found[0]["kind"], "quickfix");
    assert_eq!(actions(0), Vec::<Value>::new());
}

#[test]
fn words_and_names_have_their_meaning() {
    let mut client = Client::begin();
    client.write(NIM);
    let mut hover = |place| {
        let answer = client.at("hover", place, json!({})).unwrap_or_default();
        answer["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(hover((6, 5)).contains("the result for a player who can't move"));
    assert!(hover((4, 5)).starts_with("`x`: a part of the position"));
    assert!(hover((4, 10)).contains("in this statement"));
    assert_eq!(hover((4, 8)), "", "a mark has none");
    client.end();
}

#[test]
fn names_are_found_and_renamed() {
    let mut client = Client::begin();
    client.write(NIM);
    let definition = client
        .at("definition", (4, 10), json!({}))
        .expect("a place");
    assert_eq!(
        definition["range"]["start"],
        json!({"line": 4, "character": 16})
    );
    let context = json!({"context": {"includeDeclaration": true}});
    let uses = client.at("references", (3, 9), context).expect("places");
    assert_eq!(uses.as_array().expect("a list").len(), 2);
    // The k of one line is not that of another.
    let edit = client
        .at("rename", (4, 10), json!({"newName": "taken"}))
        .expect("an edit");
    let edits = edit["changes"][URI].as_array().expect("edits");
    assert_eq!(edits.len(), 2);
    assert!(edits.iter().all(|edit| edit["range"]["start"]["line"] == 4));
    for (place, new) in [
        ((3, 9), "y"),
        ((3, 9), "for"),
        ((3, 9), "two words"),
        ((4, 10), "y"),
        ((0, 5), "a"),
    ] {
        let refused = client.at("rename", place, json!({"newName": new}));
        assert!(refused.is_err(), "{place:?} {new}: {refused:?}");
    }
    client.end();
}

#[test]
fn statements_names_and_words_are_offered() {
    let mut client = Client::begin();
    client.write(&NIM.replace("who cannot move loses", "who"));
    let mut labels = |place| {
        let all = client.at("completion", place, json!({})).expect("a list");
        let label = |one: &Value| one["label"].as_str().expect("a label").to_owned();
        all.as_array()
            .expect("a list")
            .iter()
            .map(label)
            .collect::<Vec<_>>()
    };
    let statements = labels((6, 3));
    for one in ["position", "move", "who cannot move draws", "normal play"] {
        assert!(
            statements.iter().any(|label| label == one),
            "{one}: {statements:?}"
        );
    }
    let inside = labels((4, 10));
    for one in ["x", "y", "k", "Ann", "gcd"] {
        assert!(inside.iter().any(|label| label == one), "{one}: {inside:?}");
    }
    assert_eq!(inside.iter().filter(|label| *label == "k").count(), 1);
    client.end();
}

#[test]
fn texts_are_laid_out_and_their_names_listed() {
    let mut client = Client::begin();
    client.write(&NIM.replace("move x", "move   x"));
    let options =
        json!({"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": true}});
    let edits = client.answer("textDocument/formatting", options.clone());
    let laid = edits[0]["newText"].as_str().expect("a text").to_owned();
    assert!(laid.contains("\nmove x -= k"), "{laid}");
    client.write(&laid);
    assert_eq!(client.answer("textDocument/formatting", options), json!([]));
    let symbols = client.answer(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": URI}}),
    );
    let names: Vec<_> = symbols
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["Ann", "Bob", "x", "y"]);
    client.end();
}

#[test]
fn above_an_example_stands_who_wins() {
    let mut client = Client::begin();
    client.write(&NIM.replace("3,4: Ann", "3,4: Bob"));
    let lenses = client.answer(
        "textDocument/codeLens",
        json!({"textDocument": {"uri": URI}}),
    );
    let lenses = lenses.as_array().expect("a list").clone();
    assert_eq!(lenses.len(), 2);
    let mut title = |lens: &Value| {
        let answer = client.answer("codeLens/resolve", lens.clone());
        answer["command"]["title"]
            .as_str()
            .expect("a title")
            .to_owned()
    };
    assert_eq!(title(&lenses[0]), "so it is: Bob wins");
    assert_eq!(title(&lenses[1]), "wrong: Ann wins");
    let errors = client.errors();
    assert_eq!(
        errors[0]["range"]["start"],
        json!({"line": 8, "character": 0}),
        "{errors:?}"
    );
    // A lens of a text that has changed is not answered.
    client.write(NIM);
    assert!(client.ask("codeLens/resolve", lenses[0].clone()).is_err());
    client.end();
}

#[test]
fn two_hundred_edits_say_what_the_command_says() {
    let games = library();
    let longest = games
        .iter()
        .max_by_key(|game| game.text.len())
        .expect("a game");
    let mut client = Client::begin();
    let mut text = longest.text.to_owned();
    let mut state = 24_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("small") % below.max(1)
    };
    let pieces = [
        "x", " ", "\n", "(", ")", "'", "for ", "move ", "-> ", "own", "3", "`", "example ",
    ];
    let (mut good, mut bad) = (0, 0);
    for edit in 0..200 {
        // Each edit is of the sound text or of the last one, so that there are both kinds.
        if edit % 4 == 0 {
            longest.text.clone_into(&mut text);
        } else {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[random(places.len())];
            match random(2) {
                0 => drop(text.remove(at)),
                _ => text.insert_str(at, pieces[random(pieces.len())]),
            }
        }
        let told_now = told(&client.write(&text));
        let said = errors(&text);
        let messages = |all: &[(String, (usize, usize))]| {
            all.iter().map(|(said, _)| said.clone()).collect::<Vec<_>>()
        };
        assert_eq!(messages(&told_now), messages(&said), "{text}");
        if text.is_ascii() {
            assert_eq!(told_now, said, "{text}");
        }
        if said.is_empty() {
            good += 1
        } else {
            bad += 1
        }
        let place = (
            u32::try_from(random(20)).expect("small"),
            u32::try_from(random(60)).expect("small"),
        );
        for method in [
            "hover",
            "completion",
            "definition",
            "documentHighlight",
            "prepareRename",
        ] {
            let answer = client.at(method, place, json!({}));
            assert!(answer.is_ok(), "{answer:?}");
        }
    }
    assert!(good >= 50 && bad >= 50, "{good} {bad}");
    client.end();
}

#[test]
fn what_is_not_understood_is_refused_and_the_conversation_goes_on() {
    let mut client = Client::begin();
    client.tell("textDocument/didChange", json!({"no": "text"}));
    assert!(
        client.at("hover", (0, 0), json!({})).is_err(),
        "nothing is open"
    );
    assert!(client.ask("no/such", json!({})).is_err());
    assert!(client.ask("codeLens/resolve", json!({"range": 3})).is_err());
    client.write(NIM);
    assert!(client.at("hover", (999, 999), json!({})).is_ok());
    client.end();
}

/// Every name of every game that comes along can be changed, and the rules mean what they meant;
/// but for letters that are symbols of cells, too.
#[test]
fn names_of_all_games_can_be_changed() {
    let (mut tried, mut done) = (0, 0);
    let mut refused = Vec::new();
    let all = std::env::var_os("WHOWINS_LONG").is_some();
    for (number, game) in shipped::all().iter().chain(&library()).enumerate() {
        if !all && number % 4 != 0 {
            continue;
        }
        let mut client = Client::begin();
        client.write(game.text);
        for name in names(game.text) {
            let before = &game.text[..name.declared.start];
            let line = u32::try_from(before.matches('\n').count()).expect("small");
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let column = u32::try_from(before[start..].encode_utf16().count()).expect("small");
            tried += 1;
            let answer = client.at("rename", (line, column), json!({"newName": "renamed"}));
            match answer {
                Ok(_) => done += 1,
                Err(_) if name.text.len() == 1 && game.text.contains(" of ") => {}
                Err(why) => refused.push(format!("{} {}: {}", game.name, name.text, why)),
            }
        }
        client.end();
    }
    assert!(tried >= 100, "{tried}");
    assert!(
        refused.is_empty(),
        "{done} of {tried}:\n{}",
        refused.join("\n")
    );
}

#[test]
fn the_reference_speaks_of_every_word() {
    let mut client = Client::begin();
    let mut silent = Vec::new();
    for word in WORDS {
        client.write(&format!("// \n{word}"));
        let answer = client.at("hover", (1, 0), json!({})).unwrap_or_default();
        if answer.is_null() {
            silent.push(word);
        }
    }
    assert!(
        silent.is_empty(),
        "{} of {}: {silent:?}",
        silent.len(),
        WORDS.len()
    );
    client.end();
}
