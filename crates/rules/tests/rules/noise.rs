//! Any text at all: never a panic, always rules or a fault with a place.

use std::sync::OnceLock;

use proptest::collection::vec;
use proptest::prelude::*;
use whowins_analysis::{Frame, Game, Player};
use whowins_rules::{Diagnostics, Kind, ParameterValue, Parameters, Rules, laid_out};

/// The texts of all shipped games.
fn shipped() -> &'static [String] {
    static GAMES: OnceLock<Vec<String>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let mut texts: Vec<String> = std::fs::read_dir(games)
            .unwrap()
            .flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap())
            .map(|file| {
                crate::shipped::whole(std::fs::read_to_string(file.unwrap().path()).unwrap())
            })
            .collect();
        texts.sort();
        assert!(texts.len() >= 10);
        texts
    })
}

fn check_faults(errors: &Diagnostics) {
    assert!(!errors.errors.is_empty());
    for fault in &errors.errors {
        assert!(fault.span.start <= fault.span.end, "{fault:?}");
        assert!(fault.span.end <= errors.source.len(), "{fault:?}");
        assert!(errors.source.get(fault.span.clone()).is_some(), "{fault:?}");
        assert!(!fault.message.is_empty());
    }
    for fault in errors.errors.iter().take(100) {
        assert!(errors.place(fault.span.start).0 >= 1);
    }
    assert!(!errors.render(false).is_empty());
    assert!(!errors.render(true).is_empty());
}

/// Lays a text out, where it can be read: that changes blanks alone, and is done once.
fn lay_out(text: &str) {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    match laid_out("noise", text) {
        Ok(laid) => {
            assert_eq!(words(&laid), words(text));
            assert_eq!(laid_out("noise", &laid), Ok(laid));
        }
        Err(errors) => check_faults(&errors),
    }
}

/// Reads a text, and if it is a game, looks at its start.
fn read(text: &str) -> bool {
    // Long texts take their time to be read, once.
    if text.len() < 20_000 {
        lay_out(text);
    }
    let rules = match Rules::parse("noise", text) {
        Ok(rules) => rules,
        Err(errors) => {
            check_faults(&errors);
            return false;
        }
    };
    match rules.game(&Parameters::new()) {
        Ok(game) => look_at(&game),
        Err(errors) => check_faults(&errors),
    }
    true
}

fn look_at(game: &Game) {
    let Some(start) = &game.start else { return };
    let shown = game.show(start);
    assert_eq!(game.read(&shown).as_ref(), Ok(start), "{shown}");
    let (rows, columns) = game.size_of(start);
    let Some(mut state) = game.state_of(start).filter(|_| rows * columns <= 10_000) else {
        return;
    };
    let frame = Frame::new(game, rows, columns);
    frame.settle(&mut state);
    let mut seen = 0;
    for player in Player::BOTH {
        let _ = frame.options(player, &state, &mut |option| {
            seen += 1;
            let next = game.position_of(option.to, rows, columns);
            // The score is not written.
            let shown = game.show(&next);
            let back = game.read(&shown);
            match game.program() {
                Some(_) => assert_eq!(back.map(|next| game.show(&next)), Ok(shown)),
                None => assert_eq!(back, Ok(next)),
            }
            if seen < 100 {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            }
        });
    }
}

/// Words of the language, to make texts that get far.
const WORDS: &[&str] = &[
    "game",
    "players",
    "given",
    "position",
    "start",
    "octal",
    "hexadecimal",
    "heaps",
    "take",
    "split",
    "into",
    "leaving",
    "unequal",
    "or more",
    "any number",
    "two",
    "move",
    "at",
    "once",
    "row",
    "board",
    "of",
    "set",
    "number",
    "bits",
    "grid",
    "graph",
    "for",
    "if",
    "else",
    "in",
    "has",
    "and",
    "or",
    "not",
    "along",
    "right",
    "down",
    "up left",
    "squares",
    "nodes",
    "except",
    "to",
    "a",
    "free",
    "neighbour",
    "again",
    "only",
    "the",
    "mover",
    "wins",
    "loses",
    "draw",
    "draws",
    "when",
    "as soon as",
    "normal play",
    "misère play",
    "who cannot move",
    "repetition",
    "min(",
    "max(",
    "length(",
    "start of",
    "x",
    "y",
    "k",
    "A",
    "B",
    "\"A\"",
    "'#'",
    "0",
    "1",
    "3",
    "99999999999999999999",
    "1152921504606846976",
    "0.77",
    "4.4",
    "..",
    ".",
    "o",
    "#",
    "^",
    "$",
    "?",
    "/",
    "->",
    "-=",
    "+=",
    ":=",
    "-",
    "+",
    "*",
    "%",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    "<=",
    "=",
    "!=",
    ">=",
    ">",
    ",",
    ";",
    ":",
    "\n",
    "\n",
    "\n",
    "//",
    "///",
    "\"",
    "'",
    "ä",
    "\u{1F600}",
    "\t",
    "\r\n",
    "\u{0}",
    "\u{2028}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::cases(500, 2000) as u32))]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..300)) {
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words(words in vec(prop::sample::select(WORDS), 0..60)) {
        read(&words.join(" "));
        read(&format!("game \"G\"\nposition x, y <= 9\nmove {}", words.join(" ")));
        read(&format!("game \"G\"\nposition row of . o\nmove {}", words.join("")));
        read(&format!("game \"G\"\nplayers A, B\ngiven m: grid of . # = \"...\"\nposition a, b: squares of m\nmove {}", words.join(" ")));
        read(&format!("game \"G\"\nposition x, y\nmove x -= k for k >= 1 if {}", words.join(" ")));
    }

    #[test]
    fn shipped_games_with_lines_changed(which in any::<prop::sample::Index>(), changes in vec((0..4_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5)) {
        let text = which.get(shipped());
        let mut lines: Vec<&str> = text.lines().collect();
        for (kind, a, b) in changes {
            if lines.is_empty() { break; }
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            match kind {
                0 => { lines.remove(a); }
                1 => lines.insert(b, lines[a]),
                2 => lines.swap(a, b),
                _ => {
                    let other = &shipped()[b % shipped().len()];
                    lines[a] = other.lines().nth(a % other.lines().count()).unwrap();
                }
            }
        }
        read(&lines.join("\n"));
    }

    #[test]
    fn shipped_games_with_tokens_changed(which in any::<prop::sample::Index>(), changes in vec((0..4_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6)) {
        let text = which.get(shipped());
        let mut tokens: Vec<&str> = text.split_inclusive([' ', '\n', ',', ':', '(']).filter(|t| !t.starts_with("//")).collect();
        for (kind, a, b) in changes {
            if tokens.is_empty() { break; }
            let word = WORDS[b.index(WORDS.len())];
            let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
            match kind {
                0 => { tokens.remove(a); }
                1 => tokens.insert(b, tokens[a]),
                2 => tokens.swap(a, b),
                _ => tokens[a] = word,
            }
        }
        read(&tokens.concat());
    }

    #[test]
    fn shipped_games_with_characters_changed(which in any::<prop::sample::Index>(), changes in vec((0..3_u8, any::<prop::sample::Index>(), any::<char>(), 0x20..0x7f_u8), 1..6)) {
        let mut characters: Vec<char> = which.get(shipped()).chars().collect();
        for (kind, at, strange, plain) in changes {
            let at = at.index(characters.len());
            match kind {
                0 => { characters.remove(at); }
                1 => characters.insert(at, strange),
                _ => characters[at] = char::from(plain),
            }
        }
        read(&characters.into_iter().collect::<String>());
    }

    #[test]
    fn positions_are_read_or_refused(which in any::<prop::sample::Index>(), text in prop_oneof![".{0,40}", "[0-9,() ]{0,30}", "[.oxXO/# ]{0,40}", "[1-4],[1-4] [1-4],[1-4]", "[a-e] [a-e]"]) {
        let rules = Rules::parse("game", which.get(shipped()).as_str()).unwrap();
        let values = example_values(&rules);
        let game = rules.game(&values).unwrap();
        match game.read(&text) {
            Ok(position) => prop_assert_eq!(game.read(&game.show(&position)), Ok(position)),
            Err(error) => prop_assert!(!error.message.is_empty() && !error.help.is_empty()),
        }
    }

    #[test]
    fn values_are_read_or_refused(text in prop_oneof![".{0,60}", "[0-9., {}]{0,40}", "[01]{0,40}", "[.#/]{0,30}", "[a-d>, -]{0,40}"]) {
        for kind in kinds() {
            match kind.read(&text) {
                Ok(value) => prop_assert!(kind.accepts(&value), "{kind}: {value:?}"),
                Err(error) => prop_assert!(!error.message.is_empty()),
            }
        }
    }

    #[test]
    fn games_take_or_refuse_any_values(which in any::<prop::sample::Index>(), values in vec((prop::sample::select(vec!["a", "b", "row", "column", "map", "net", "zzz"]), any_value()), 0..4)) {
        let rules = Rules::parse("game", which.get(shipped()).as_str()).unwrap();
        let values: Parameters = values.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        for values in [values.clone(), example_values(&rules).into_iter().chain(values).collect()] {
            match rules.game(&values) {
                Ok(game) => look_at(&game),
                Err(errors) => check_faults(&errors),
            }
        }
    }
}

fn kinds() -> Vec<Kind> {
    vec![
        Kind::Set,
        Kind::Number,
        Kind::Bits,
        Kind::Grid(vec!['.', '#']),
        Kind::Graph,
        Kind::Numbers,
        Kind::Text,
        Kind::Table,
        Kind::Weighted,
        Kind::Coloured(vec!["blue".into(), "red".into()]),
    ]
}

/// A value of each parameter that has none of its own.
fn example_values(rules: &Rules) -> Parameters {
    let of = |kind: &Kind| match kind {
        Kind::Set => "1,3",
        Kind::Number => "4",
        Kind::Bits => "0110",
        Kind::Grid(_) => "A..B",
        Kind::Graph => "a-b,b-c",
        Kind::Numbers => "8,-3,7",
        Kind::Text => "abc",
        Kind::Table => "1,2/3,4",
        Kind::Weighted => "a-b 3,b>c -1",
        Kind::Coloured(_) => "a-b blue,b>c red",
    };
    rules
        .parameters()
        .iter()
        .filter(|p| p.default.is_none())
        .map(|p| (p.name.clone(), p.kind.read(of(&p.kind)).unwrap()))
        .collect()
}

fn any_value() -> impl Strategy<Value = ParameterValue> {
    let extreme = prop_oneof![any::<i64>(), -3..9_i64];
    prop_oneof![
        vec(extreme.clone(), 0..5).prop_map(ParameterValue::Set),
        extreme.prop_map(ParameterValue::Number),
        vec(any::<bool>(), 0..9).prop_map(ParameterValue::Bits),
        vec(
            vec(prop::sample::select(vec!['.', '#', 'A', 'B', 'x']), 0..4),
            0..4
        )
        .prop_map(ParameterValue::Grid),
        (
            vec("[a-c ]{0,2}", 0..4),
            vec((0..5_usize, 0..5_usize), 0..5)
        )
            .prop_map(|(nodes, edges)| ParameterValue::Graph(nodes, edges)),
        vec(-3..9_i64, 0..5).prop_map(ParameterValue::Numbers),
        "[a-c ]{0,3}".prop_map(ParameterValue::Text),
        vec(vec(-3..9_i64, 0..3), 0..4).prop_map(ParameterValue::Table),
        (
            vec("[a-c ]{0,2}", 0..4),
            vec((0..4_usize, 0..4_usize, any::<bool>()), 0..4),
            vec(-1..3_i64, 0..4),
            prop::sample::select(vec![vec![], vec!["blue".to_string(), "red".into()]])
        )
            .prop_map(|(nodes, edges, marks, words)| ParameterValue::Marked {
                nodes,
                edges,
                marks,
                words
            }),
    ]
}

#[test]
fn deep_nesting_takes_no_time() {
    let game = |condition: &str| {
        format!("game \"G\"\ngiven b: bits\nposition x, y\nmove x -= 1 if {condition}")
    };
    let around = |open: &str, inside: &str, close: &str, times: usize| {
        game(&format!(
            "{}{inside}{}",
            open.repeat(times),
            close.repeat(times)
        ))
    };
    for times in [10, 29, 58, 60, 61, 200, 1000, 5000] {
        let cases = [
            (
                "nested conditions",
                around("(", "x > 1", ")", times),
                times <= 60,
            ),
            (
                "nested numbers",
                around("(", "x", ") > 1", 1).replace(
                    "(x)",
                    &format!("{}x{}", "(".repeat(times), ")".repeat(times)),
                ),
                times <= 60,
            ),
            (
                "nested number before a sign",
                game(&format!(
                    "{}x{} + 1 > 1",
                    "(".repeat(times),
                    ")".repeat(times)
                )),
                times <= 60,
            ),
            ("open parentheses", around("(", "", "", times), false),
            (
                "open parentheses, then a condition",
                around("(", "x > 1", "", times),
                false,
            ),
            ("not", around("not ", "x > 1", "", times), times <= 60),
            (
                "not in parentheses",
                around("not (", "x > 1", ")", times),
                times <= 30,
            ),
            ("minus", around("- ", "x < 1", "", times), times <= 60),
            (
                "minus in parentheses",
                game(&format!("{}x{} < 1", "-(".repeat(times), ")".repeat(times))),
                times <= 30,
            ),
            (
                "min",
                game(&format!(
                    "{}x{} < 1",
                    "min(1, ".repeat(times),
                    ")".repeat(times)
                )),
                times <= 60,
            ),
            ("open min", around("min(", "", "", times), false),
            (
                "max of min",
                game(&format!(
                    "{}x{} < 1",
                    "max(min(1,".repeat(times),
                    "),1)".repeat(times)
                )),
                times <= 30,
            ),
            (
                "digits of digits",
                game(&format!("{}x{} < 1", "b[".repeat(times), "]".repeat(times))),
                times <= 60,
            ),
            ("open digits", around("b[", "", "", times), false),
            (
                "a parenthesis too many",
                around("(", "x > 1", "))", times),
                false,
            ),
            (
                "minus, min",
                game(&format!(
                    "{}x{} < 1",
                    "- - min(1, - ".repeat(times),
                    ")".repeat(times)
                )),
                times <= 15,
            ),
        ];
        for (what, text, good) in cases {
            let read = read(&text);
            assert_eq!(read, good, "{what}, {times}");
        }
    }
}

#[test]
fn long_statements_are_read_to_an_end() {
    let game = |line: &str| format!("game \"G\"\nposition x, y\n{line}");
    let cases = [
        game(&format!("move x -= 1 if {}x > 1", "x > 1 or ".repeat(3000))),
        game(&format!("move x -= 1 if {}x > 1", "x + ".repeat(4900))),
        game(&format!("move x -= 1 if x {}", "< x ".repeat(4900))),
        game(&format!("move x -= 1 for {}", "k in {1}, ".repeat(1900))),
        game(&format!("move {}", "x -= 1, ".repeat(2400))),
        game(&format!("move x -= {} for k >= 1", "k".repeat(19_000))),
        format!(
            "game \"G\"\nposition {}\nmove x -= 1",
            "v, ".repeat(6000) + "x"
        ),
        format!(
            "game \"G\"\nposition {}\nmove x -= 1",
            (0..3000).map(|i| format!("v{i}, ")).collect::<String>() + "x"
        ),
        format!(
            "game \"G\"\ngiven {}: set\nposition x\nmove x -= 1",
            (0..3000).map(|i| format!("v{i}, ")).collect::<String>() + "v"
        ),
        format!(
            "game \"G\"\nposition row of {}\nmove . -> o",
            ". o ".repeat(4000)
        ),
        format!(
            "game \"G\"\nposition row of . o\nmove {}-> {}",
            ". ".repeat(4900),
            "o ".repeat(4900)
        ),
        format!(
            "game \"G\"\nposition row of . o\nmove {}",
            ". o ".repeat(4900)
        ),
        format!(
            "game \"G\"\nposition row of . o\nstart {}\nmove . -> o",
            ". o ".repeat(4900)
        ),
        format!(
            "game \"G\"\nplayers A, B\ngiven m: grid of . = \"...\"\nposition a, b: squares of m\nmove a to a neighbour{}",
            "; if a = b, move a to a neighbour".repeat(600)
        ),
        format!(
            "game \"G\"\nplayers A, B\ngiven m: grid of . = \"...\"\nposition a, b: squares of m\nmove a to a neighbour{}",
            "; if a = b, move a to a neighbour again".repeat(8)
        ),
    ];
    for text in cases {
        read(&text);
    }
}

#[test]
fn long_texts_are_read_to_an_end() {
    // A megabyte, and in every run a quarter of it.
    let long = 1 << crate::cases(16, 20);
    let megabyte = |line: &str| {
        let line = format!("{line}\n");
        line.repeat(long / line.len() - 2)
    };
    let head = "game \"G\"\nposition x, y\n";
    let cases = [
        megabyte("move x -= k for k >= 1"),
        megabyte("move x -= q"),
        megabyte("at x = 0: the mover wins"),
        megabyte("?"),
        megabyte("game \"G\""),
        megabyte("start 1, 2"),
        megabyte("/// story"),
        megabyte("x,"),
        "(".repeat(long - 50),
        "\n".repeat(long - 50),
        (0..100_000)
            .map(|i| format!("given v{i}: set\n"))
            .take(50_000)
            .collect(),
        megabyte("move x -= k for k in {1..16000}"),
    ];
    for text in cases {
        read(&format!("{head}{text}"));
        read(&text);
    }
}

#[test]
fn megabytes_of_noise_are_refused() {
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
    .take(crate::cases(1 << 19, 10 << 20))
    .collect();
    let text = String::from_utf8_lossy(&noise);
    read(&text);
    read(&text.chars().take(300_000).collect::<String>());
    for kind in kinds() {
        let _ = kind.read(&text);
    }
    for text in shipped().iter().step_by(crate::cases(6, 1)) {
        let rules = Rules::parse("game", text).unwrap();
        let game = rules.game(&example_values(&rules)).unwrap();
        let long = [
            "7".repeat(1 << 20),
            "1,".repeat(1 << 20),
            "a ".repeat(1 << 20),
            ".".repeat(1 << 20),
            ".o/".repeat(1 << 20),
        ];
        for position in long
            .iter()
            .map(String::as_str)
            .chain([&*String::from_utf8_lossy(&noise)])
        {
            let _ = game.read(position);
        }
    }
}
