//! Tests that the laboratory's page gives the same answers as the command for all shipped games, by
//! tables and by laws from certificates.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};
use whowins_core::random::Random;
use whowins_desk::{Bounds, Desk, InPlace, Lane, Refusal, Request};

use crate::cases;
use crate::run::run;

/// The desks of a page's workers: one that answers immediately or from tables, and one that
/// searches for laws.
struct Page {
    near: Arc<Desk>,
    far: Arc<Desk>,
}

impl Page {
    fn new() -> Self {
        let bounds = Bounds {
            time: Duration::from_secs(cases(2, 10) as u64),
            memory: 128 << 20,
            ..Bounds::default()
        };
        let near = [Lane::Light, Lane::Table, Lane::Heavy];
        Self {
            near: Desk::new(None, InPlace::new(bounds, &near)),
            far: Desk::new(None, InPlace::new(bounds, &Lane::ALL)),
        }
    }

    /// Registers a game with both, and returns its object.
    fn register(&self, game: &Json) -> Json {
        let body = json!({"rules": game["rules"], "set": game["set"]}).to_string();
        let register = |desk: &Arc<Desk>| {
            let request = Request {
                path: "game".into(),
                body: Some(body.clone().into()),
                ..Request::default()
            };
            object(desk.answer_now(request))
        };
        register(&self.far).expect("a game");
        register(&self.near).expect("a game")
    }

    /// Finds the law, and passes it to the first desk.
    fn adopt(&self, id: &str) -> bool {
        let file = ask(&self.far, "law.cert", &[("game", id)]);
        let Ok(certificate) = file else { return false };
        self.near.adopt_now(id, certificate).expect("accepted");
        true
    }

    /// Returns the answer for a position, from either desk.
    fn position(&self, id: &str, at: &str, mover: &str) -> Option<Json> {
        let fields = [("game", id), ("at", at), ("to_move", mover)];
        let told = match ask(&self.near, "position", &fields) {
            Err(refusal) if refusal.status() == 421 => ask(&self.far, "position", &fields),
            told => told,
        };
        match told {
            Ok(text) => Some(serde_json::from_str(&text).expect("JSON")),
            // The limits are lower than those of the command.
            Err(refusal) => {
                assert!(refusal.status() != 500, "{at}: {refusal:?}");
                None
            }
        }
    }
}

fn ask(desk: &Arc<Desk>, path: &str, fields: &[(&str, &str)]) -> Result<String, Refusal> {
    let escaped =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    let query = fields
        .iter()
        .map(|(name, text)| format!("{name}={}", escaped(text)));
    let request = Request {
        path: path.into(),
        query: query.collect::<Vec<_>>().join("&"),
        body: None,
    };
    let answer = desk.answer_now(request)?;
    Ok(String::from_utf8(answer.body.to_vec()).expect("UTF-8"))
}

fn object(answer: Result<whowins_desk::Answer, Refusal>) -> Result<Json, Refusal> {
    answer.map(|answer| serde_json::from_slice(&answer.body).expect("JSON"))
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns positions of a game with the player to move and the page's answer: the start, random
/// play from it, and random numbers.
fn told(page: &Page, game: &Json, many: usize, random: &mut Random) -> Vec<(usize, Json)> {
    let (id, start) = (text(&game["id"]), text(&game["start"]));
    let players: Vec<&str> = game["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(text)
        .collect();
    let variables = game["shape"]["variables"].as_array().map_or(0, Vec::len);
    let mut all = Vec::new();
    let mut at = (start.to_string(), 0);
    // A rejected or unsolved position counts as tried, so every walk ends.
    for _ in 0..many {
        let Some(answer) = page.position(id, &at.0, players[at.1]) else {
            at = (start.to_string(), random.below(2));
            continue;
        };
        let options = answer["options"].as_array().cloned().unwrap_or_default();
        let mover = at.1;
        at = match options.len() {
            0 if variables > 0 => {
                let number = |random: &mut Random| match random.below(8) {
                    0 => 1_000_000_000_000 + random.below(1000),
                    _ => random.below(40),
                };
                let tuple = (0..variables).map(|_| number(random).to_string());
                (tuple.collect::<Vec<_>>().join(","), random.below(2))
            }
            0 => (start.to_string(), random.below(2)),
            some => {
                let option = &options[random.below(some)];
                let next = if option["again"] == true {
                    mover
                } else {
                    1 - mover
                };
                (text(&option["to"]).to_string(), next)
            }
        };
        all.push((mover, answer));
    }
    all
}

/// Returns the command's answers for these positions, by their texts.
fn said(game: &Json, mover: &str, positions: &[&str]) -> BTreeMap<String, Json> {
    let mut arguments = vec!["solve".to_string(), text(&game["name"]).to_string()];
    for (name, value) in game["set"].as_object().into_iter().flatten() {
        arguments.extend(["--set".into(), format!("{name}={}", text(value))]);
    }
    let time = cases(4, 60).to_string();
    let rest = [
        "--to-move",
        mover,
        "--json",
        "--memory",
        "256M",
        "--time",
        time.as_str(),
        "--at",
        "-",
    ];
    arguments.extend(rest.map(String::from));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = run(&arguments, positions.join("\n") + "\n");
    assert!(matches!(ran.code, 0 | 2 | 3), "{arguments:?}: {}", ran.err);
    let lines = positions.iter().zip(ran.out.lines());
    let read = |(at, line): (&&str, &str)| {
        let told: Json =
            serde_json::from_str(line).unwrap_or_else(|_| panic!("{arguments:?}: {line}"));
        (at.to_string(), told)
    };
    lines.map(read).collect()
}

#[test]
fn the_page_is_told_what_the_command_says() {
    let page = Page::new();
    let games = ask(&page.near, "games", &[]).expect("a list");
    let games: Json = serde_json::from_str(&games).expect("JSON");
    let games = games["games"].as_array().expect("a list");
    let mut random = Random(21);
    let (mut compared, mut asked, mut by_law) = (0, 0, 0);
    let many = cases(4, 70);
    assert_eq!(games.len(), whowins::shipped::everything().len());
    // A normal run tests every third game.
    for (number, game) in games.iter().step_by(cases(3, 1)).enumerate() {
        let registered = page.register(game);
        // A search may take seconds.
        if (number + 1) % cases(8, 1) == 0 {
            by_law += usize::from(page.adopt(text(&registered["id"])));
        }
        let told = told(&page, &registered, many, &mut random);
        asked += many;
        for (mover, name) in registered["players"]
            .as_array()
            .expect("players")
            .iter()
            .enumerate()
        {
            let own: Vec<&Json> = told
                .iter()
                .filter(|(own, _)| *own == mover)
                .map(|(_, answer)| answer)
                .collect();
            let positions: Vec<&str> = own.iter().map(|answer| text(&answer["position"])).collect();
            if positions.is_empty() {
                continue;
            }
            let said = said(game, text(name), &positions);
            for answer in own {
                let Some(other) = said.get(text(&answer["position"])) else {
                    continue;
                };
                compared += usize::from(agree(game, text(name), answer, other));
            }
        }
    }
    println!("{compared} of {asked} positions compared, {by_law} games by their certificates");
    // Some games are too large to be solved from the start.
    assert!(
        compared * 10 >= asked * 6,
        "{compared} of {asked} were compared"
    );
    assert!(
        by_law >= cases(1, 30),
        "{by_law} games by their certificates"
    );
}

/// Returns true if both know the winner, after checking that they agree.
fn agree(game: &Json, mover: &str, page: &Json, command: &Json) -> bool {
    if page["value"].is_null() || command["value"].is_null() {
        return false;
    }
    let place = format!(
        "{} at {}, {mover} to move:\n{page}\n{command}",
        game["name"], page["position"]
    );
    for field in ["position", "to_move", "value", "winner"] {
        assert_eq!(page[field], command[field], "{field}, {place}");
    }
    for field in ["outcome", "remoteness"] {
        // One may know it while the other doesn't, because they used different strategies.
        if !page[field].is_null() && !command[field].is_null() {
            assert_eq!(page[field], command[field], "{field}, {place}");
        }
    }
    // Each gives the same result for the other's move as for its own.
    let options = page["options"].as_array().expect("options");
    let to = &command["move"]["to"];
    if let Some(option) = options.iter().find(|option| option["to"] == *to)
        && !option["value"].is_null()
    {
        assert_eq!(
            option["value"], page["value"],
            "the command's move, {place}"
        );
    }
    true
}
