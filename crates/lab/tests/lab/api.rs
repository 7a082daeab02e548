//! What is answered, held against the engine.

use std::collections::BTreeMap;

use crate::common::{BEARER, Random, Running, rules};
use serde_json::{Value as Json, json};
use whowins::law::OfRules;
use whowins_analysis::{Game, Player};
use whowins_engine::general::{General, Want};
use whowins_engine::{Engine, Limits, Outcome};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate};

const SIDE: usize = 256;

/// Games whose laws are long to find, and have no formula.
const LONG: [&str; 6] = [
    "blocking-wythoff",
    "clobber",
    "ellys-board",
    "ellys-capture",
    "four-in-a-row",
    "grundys-game",
];

fn game(text: &str) -> Game {
    let rules = Rules::parse("test", text).expect("the rules are right");
    rules.game(&Parameters::new()).expect("no parameters")
}

fn shipped(name: &str) -> &'static str {
    let all = whowins::shipped::all();
    all.iter()
        .find(|game| game.name == name)
        .expect("shipped")
        .text
}

fn class(values: [whowins_analysis::Value; 2]) -> u8 {
    match Outcome::of(values[0], values[1]) {
        Outcome::N => 0,
        Outcome::P => 1,
        Outcome::L => 2,
        Outcome::R => 3,
        Outcome::D => 4,
    }
}

#[test]
fn tiles_of_random_rules_are_the_engines_answers() {
    let server = Running::start();
    let mut client = server.client();
    let mut random = Random::new(2026);
    for _ in 0..12 {
        let text = rules(&mut random);
        let game = game(&text);
        let id = server.register(&text, &json!({}));
        let mut general = General::new(game.clone(), Want::Outcome, Limits::default());
        let corner = game.read("1023,1023").expect("a position");
        general.values(&corner).expect("a table");
        let known = |x: usize, y: usize| {
            let state = [x as i64, y as i64];
            let value = |player| general.known(&state, player).expect("in the table").0;
            class([value(Player::First), value(Player::Second)])
        };
        // What a block shows: the first of its classes in this order.
        let order: &[u8] = if game.is_impartial() {
            &[1, 4, 0]
        } else {
            &[1, 0, 4, 3, 2]
        };
        for (level, x, y) in [(0, 0, 0), (0, 3, 1), (1, 0, 1), (2, 0, 0)] {
            let tile = client.get(&format!("/api/tile?game={id}&level={level}&x={x}&y={y}"));
            assert_eq!(tile.status, 200, "{text}{}", tile.text());
            assert_eq!(tile.body.len(), SIDE * SIDE);
            if tile.header("x-whowins-exact") != Some("yes") {
                continue;
            }
            for pixel in (0..SIDE * SIDE).step_by(if level == 0 { 7 } else { 61 }) {
                let side = 1 << level;
                let (left, low) = (
                    (SIDE * x + pixel % SIDE) * side,
                    (SIDE * y + pixel / SIDE) * side,
                );
                let block = (0..side).flat_map(|a| (0..side).map(move |b| (left + a, low + b)));
                let classes: Vec<u8> = block.map(|(x, y)| known(x, y)).collect();
                let shown = order.iter().find(|class| classes.contains(class));
                assert_eq!(
                    Some(&tile.body[pixel]),
                    shown,
                    "{text}level {level}, {left}, {low}"
                );
            }
        }
    }
}

#[test]
fn positions_of_random_rules_have_all_their_moves_with_the_right_values() {
    let server = Running::start();
    let mut client = server.client();
    let mut random = Random::new(7);
    for _ in 0..12 {
        let text = rules(&mut random);
        let game = game(&text);
        let id = server.register(&text, &json!({}));
        let mut engine = Engine::new(game.clone(), Limits::default());
        for _ in 0..6 {
            let at = format!("{},{}", random.below(40), random.below(40));
            let player = Player::BOTH[random.below(2) as usize];
            let path = format!(
                "/api/position?game={id}&at={at}&to_move={}",
                game.player(player)
            );
            let mut ask = || {
                let told = client.get(&path);
                assert_eq!(told.status, 200, "{text}{at}: {}", told.text());
                told.json()
            };
            let hurried = |told: &Json| {
                let mut options = told["options"].as_array().into_iter().flatten();
                options.any(|one| one["value"].is_null())
            };
            // On a busy machine a question's time can be over before its options are judged: asked
            // again, they are.
            let mut told = ask();
            for _ in 0..20 {
                if hurried(&told) {
                    told = ask();
                }
            }
            let position = game.read(&at).expect("a position");
            let value = engine.value(&position, player).expect("solved");
            assert_eq!(
                told["value"],
                whowins_views::word(value),
                "{text}{at}: {told}"
            );
            let frame = whowins_analysis::Frame::new(&game, 1, 1);
            let next = frame.next(player, &game.state_of(&position).expect("small"));
            let mut wanted: BTreeMap<String, String> = BTreeMap::new();
            for state in next {
                let to = game.position_of(&state, 1, 1);
                let value = engine
                    .value(&to, player.other())
                    .expect("solved")
                    .reversed();
                wanted.insert(game.show(&to), whowins_views::word(value).into());
            }
            let options = told["options"].as_array().expect("a list");
            let found: BTreeMap<String, String> = options
                .iter()
                .map(|one| {
                    let text = |name: &str| one[name].as_str().unwrap_or("null").to_string();
                    (text("to"), text("value"))
                })
                .collect();
            assert_eq!(found, wanted, "{text}{at}");
            assert_eq!(told["options_total"], found.len(), "{text}{at}");
            assert_eq!(
                told["end"].is_null(),
                !found.is_empty(),
                "{text}{at}: {told}"
            );
            if let (Some("win"), false) = (told["value"].as_str(), found.is_empty()) {
                let reply = client.post(
                    "/api/reply",
                    &json!({"game": id, "at": at, "to_move": game.player(player)}),
                );
                let reply = reply.json();
                let to = reply["to"].as_str().unwrap_or_else(|| panic!("{reply}"));
                assert_eq!(wanted[to], "win", "{text}{at}: {reply}");
                assert_eq!(reply["sure"], true);
            }
        }
    }
}

#[test]
fn strips_are_the_engines_answers_near_and_far() {
    let server = Running::start();
    let mut client = server.client();
    let mut random = Random::new(99);
    for partizan in [false, true, false, true] {
        let mut set = |most: u64| -> String {
            let numbers: Vec<String> = (0..3)
                .map(|_| (1 + random.below(most)).to_string())
                .collect();
            numbers.join(",")
        };
        let (a, b) = (set(9), set(9));
        let text = match partizan {
            true => format!(
                "game \"One heap\"\nplayers Left, Right\ngiven a: set = \"{a}\"\ngiven b: set = \"{b}\"\nposition n\nLeft: move n -= s for s in a\nRight: move n -= s for s in b\n"
            ),
            false => format!(
                "game \"One heap\"\ngiven a: set = \"{a}\"\nposition n\nmove n -= s for s in a\n"
            ),
        };
        let game = game(&text);
        let id = server.register(&text, &json!({}));
        let rules = Rules::parse("test", &text).expect("right");
        let mut engine =
            whowins::solver(&rules, &Parameters::new(), &Limits::default()).expect("a game");
        for from in ["0", "1000", "40000", "1000000000000000000000000"] {
            let strip = client.get(&format!("/api/strip?game={id}&from={from}&count=300"));
            assert_eq!(strip.status, 200, "{}", strip.text());
            for at in (0..300).step_by(13) {
                let first = dashu_int::UBig::from_str_radix(from, 10).expect("a number");
                let heap = (first + dashu_int::UBig::from(at as u64)).to_string();
                let position = game.read(&heap).expect("a position");
                let values = engine.values(&position).expect("solved");
                assert_eq!(strip.body[at], class(values), "{text}{heap}");
            }
        }
        if !partizan {
            let strip = client.get(&format!(
                "/api/strip?game={id}&from=0&count=200&show=grundy"
            ));
            let numbers: Vec<u16> = strip
                .body
                .chunks_exact(2)
                .map(|two| u16::from_le_bytes([two[0], two[1]]))
                .collect();
            let takes: Vec<usize> = a.split(',').map(|n| n.parse().expect("a number")).collect();
            for n in 0..200 {
                let options: Vec<u16> = takes
                    .iter()
                    .filter(|take| **take <= n)
                    .map(|take| numbers[n - take])
                    .collect();
                let mex = (0u16..).find(|value| !options.contains(value));
                assert_eq!(Some(numbers[n]), mex, "{text}{n}");
            }
        }
    }
}

/// Sums under misère play have no Grundy values: a table of them is of all partitions, while the
/// law is found in no time.
#[test]
fn a_strip_of_misere_heaps_is_by_the_law_where_no_table_reaches() {
    let server = Running::start();
    let mut client = server.client();
    let text = "game \"Misère Kayles\"\noctal 0.77\nmisère play\n";
    let (game, id) = (game(text), server.register(text, &json!({})));
    let rules = Rules::parse("test", text).expect("right");
    let mut engine =
        whowins::solver(&rules, &Parameters::new(), &Limits::default()).expect("a game");
    let strip = client.get(&format!("/api/strip?game={id}&from=0&count=4096"));
    assert_eq!(strip.status, 200, "{}", strip.text());
    for heap in (0..20).chain((20..4096).step_by(97)) {
        let position = game.read(&heap.to_string()).expect("a position");
        let values = engine.values(&position).expect("solved");
        assert_eq!(strip.body[heap], class(values), "{heap}");
    }
}

#[test]
fn a_law_is_told_with_its_files() {
    let server = Running::start();
    let mut client = server.client();
    let id = server.register(shipped("cowcheck"), &json!({}));
    let law = client.get(&format!("/api/law?game={id}")).json();
    assert_eq!(law["status"], "proved", "{law}");
    assert_eq!(
        (&law["far"], &law["certificate"], &law["coq"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert!(
        law["mathml"]
            .as_str()
            .expect("a formula")
            .starts_with("<math")
    );
    assert_eq!(law["shapes"][0]["kind"], "line");
    let slope = law["shapes"][0]["slope"].as_str().expect("a number");
    assert!(
        slope.starts_with(
            "1.618033988749894848204586834365638117720309179805762862135448622705260462"[..40]
                .trim_end()
        ),
        "{slope}"
    );
    let certificate = client.get(&format!("/api/law.cert?game={id}"));
    assert!(
        certificate
            .header("content-disposition")
            .expect("attached")
            .starts_with("attachment")
    );
    let certificate = Certificate::read(&certificate.text()).expect("a certificate");
    certificate
        .verify_with_rules(&Budget::default())
        .expect("accepted");
    let coq = client.get(&format!("/api/law.v?game={id}"));
    assert!(
        coq.text().contains("Theorem") || coq.text().contains("Lemma"),
        "{}",
        coq.text()
    );
}

#[test]
fn far_out_positions_are_answered_with_their_reason() {
    let server = Running::start();
    let mut client = server.client();
    let id = server.register(shipped("cowcheck"), &json!({}));
    let told = client
        .get(&format!("/api/position?game={id}&at=4,7"))
        .json();
    assert_eq!(told["outcome"], "P");
    assert!(
        told["why"].as_str().expect("a reason").contains("k = 3"),
        "{told}"
    );
    let far = "1000000000000000000000000000000,1618033988749894848204586834365";
    let told = client
        .get(&format!("/api/position?game={id}&at={far}"))
        .json();
    assert!(
        matches!(told["outcome"].as_str(), Some("N" | "P")),
        "{told}"
    );
    assert!(told["law"].is_string(), "{told}");
}

#[test]
fn rules_with_faults_are_told_with_their_places() {
    let server = Running::start();
    let text = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmve y -= k for k >= 1\n";
    let told = server.post("/api/game", &json!({"rules": text, "file": "nim.game"}));
    assert_eq!(told.status, 200);
    let told = told.json();
    assert!(told["id"].is_null());
    let fault = &told["diagnostics"][0];
    assert_eq!(fault["severity"], "error");
    assert_eq!(fault["from"], json!([4, 1]), "{told}");
    assert!(
        fault["text"]
            .as_str()
            .expect("a text")
            .contains("nim.game:4:1"),
        "{told}"
    );
    let told = server
        .post("/api/game", &json!({"rules": shipped("partisangame")}))
        .json();
    assert!(
        told["id"].is_null() && told["diagnostics"][0]["message"].is_string(),
        "{told}"
    );
    let told = server.post(
        "/api/game",
        &json!({"rules": shipped("partisangame"), "set": {"a": "x", "b": "1"}}),
    );
    let told = told.json();
    assert_eq!(told["diagnostics"][0]["parameter"], "a", "{told}");
}

#[test]
fn formulas_of_the_gallery_are_set_as_well_formed_mathematics() {
    let server = Running::start();
    let mut client = server.client();
    let games = client.get("/api/games").json();
    let mut set = 0;
    for one in games["games"].as_array().expect("a list") {
        // The library is slow. The catalogue of `whowins` has its formulas.
        if one["folder"] == "library" || LONG.contains(&one["name"].as_str().expect("a name")) {
            continue;
        }
        let id = server.register(one["rules"].as_str().expect("text"), &one["set"]);
        let law = client.get(&format!("/api/law?game={id}"));
        assert_eq!(law.status, 200, "{}: {}", one["name"], law.text());
        let law = law.json();
        let formula = law["laws"]
            .as_array()
            .and_then(|laws| laws.iter().find_map(|law| law["formula"].as_str()));
        assert_eq!(formula.is_some(), law["mathml"].is_string());
        let (Some(formula), Some(math)) = (formula, law["mathml"].as_str()) else {
            continue;
        };
        set += 1;
        let tree =
            roxmltree::Document::parse(math).unwrap_or_else(|error| panic!("{formula}: {error}"));
        // Every digit and letter of the formula stands in it, in its order.
        let told: String = tree
            .descendants()
            .filter_map(|node| node.is_text().then(|| node.text()).flatten())
            .collect();
        let plain =
            |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        let wanted = formula.replace('²', "2").replace('³', "3");
        assert_eq!(plain(&told), plain(&wanted), "{formula}");
        assert!(!math.contains("<mtext></mtext>"));
    }
    assert!(set >= 8, "{set} formulas were set");
}

#[test]
fn a_trace_comes_in_blocks_with_the_cells_it_fills() {
    let server = Running::start();
    let mut client = server.client();
    let id = server.register(shipped("partisangame"), &json!({"a": "1,2", "b": "2,3"}));
    let path = |stage: &str, at: u64, from: usize| {
        format!("/api/trace?game={id}&at={at}&stage={stage}&to_move=Alice&from={from}")
    };
    for stage in ["recursion", "memo", "table", "cycle"] {
        let told = client.get(&path(stage, 7, 0)).json();
        assert!(
            !told["lines"].as_array().expect("lines").is_empty(),
            "{told}"
        );
        assert_eq!(told["more"], false);
        assert!(
            told["verdict"]
                .as_str()
                .expect("a verdict")
                .contains(" wins"),
            "{told}"
        );
    }
    // A long one, block by block, is the whole.
    let whole = {
        let rules = Rules::parse("test", shipped("partisangame")).expect("right");
        let set = [("a", "1,2"), ("b", "2,3")].map(|(name, text)| {
            let parameter = whowins_views::parameter(&rules, name).expect("known");
            (
                name.to_string(),
                whowins_views::parameter_value(parameter, text).expect("right"),
            )
        });
        let heap = whowins_views::Heap::new(
            rules.game(&set.into()).expect("a game"),
            &whowins_analysis::Budget::OPEN,
        )
        .expect("one heap");
        let mut out = Vec::new();
        let n = dashu_int::UBig::from(3000u32);
        whowins::trace::trace(&heap, whowins::trace::Stage::Table, 0, &n, &mut out)
            .expect("traced");
        String::from_utf8(out).expect("text")
    };
    let mut lines: Vec<String> = Vec::new();
    let mut cells = 0;
    loop {
        let told = client.get(&path("table", 3000, lines.len())).json();
        let more = told["lines"].as_array().expect("lines").iter();
        lines.extend(more.map(|line| line.as_str().expect("text").to_string()));
        for cell in told["cells"].as_array().expect("cells") {
            let line = &lines[cell["line"].as_u64().expect("a number") as usize];
            let digit = if cell["value"] == "N" { 1 } else { 0 };
            let label = ["A", "B"][cell["player"].as_u64().expect("a number") as usize];
            assert_eq!(*line, format!("{label}Cache[{}] = {digit}", cell["n"]));
            cells += 1;
        }
        if told["more"] == false {
            break;
        }
    }
    assert_eq!(lines.join("\n") + "\n", whole);
    assert_eq!(cells, 2 * 3001);
}

#[test]
fn what_the_client_has_is_not_sent_again() {
    let server = Running::start();
    let id = server.register(shipped("cowcheck"), &json!({}));
    for path in [
        "/".to_string(),
        format!("/api/tile?game={id}&level=0&x=0&y=0"),
        "/api/thumb?name=cowcheck".to_string(),
    ] {
        let first = server.get(&path);
        let tag = first.header("etag").expect("a tag");
        let again = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\n{BEARER}if-none-match: {tag}\r\n\r\n",
            server.address
        );
        let again = server
            .client()
            .exchange(again.as_bytes(), false)
            .expect("an answer");
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), Some(tag));
    }
}

#[test]
fn a_game_that_is_not_known_any_more_is_registered_again() {
    let server = Running::start();
    let mut client = server.client();
    let nim = |most: u64| {
        format!(
            "game \"Nim\"\nposition x, y\nmove x -= k for k in 1..{most}\nmove y -= k for k >= 1\n"
        )
    };
    let first = server.register(&nim(1), &json!({}));
    for most in 2..80 {
        server.register(&nim(most), &json!({}));
    }
    let path = format!("/api/tile?game={first}&level=0&x=0&y=0");
    let gone = client.get(&path);
    assert_eq!((gone.status, gone.kind()), (410, "gone".into()));
    assert_eq!(server.register(&nim(1), &json!({})), first);
    assert_eq!(client.get(&path).status, 200);
}
