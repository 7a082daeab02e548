//! Checks the examples of the reference of the rules language: `docs/rules.md`, the pages in
//! `docs/rules/`, and `reference.md`, whose examples are for this test only.
//!
//! Each `game` block is followed by a `moves` block, which can have lines of these kinds:
//!
//! - values of parameters: `set a = {1, 2}`
//! - the start: `start: 3,5`
//! - the result for a player who can't move: `stuck: loses`
//! - the number of blocked options: `blocked: 1`
//! - forced follow-ups: `..o settles: ...`
//! - results: `0,3  over: the mover wins`, or `0  Ben to move, over: Ann wins`
//! - moves in the program's order: `3,1  Bessie: 2,1 | 1,1`
//! - names of moves: `3,1  Bessie in words: ...`
//!
//! The `example` lines must be true. Each `faulty` block is followed by a `fault` block with the
//! errors. With `UPDATE_REFERENCE=1`, the test rewrites the right sides; review the diff.

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use whowins_analysis::{End, Frame, Game, Player, Value};
use whowins_rules::{Parameters, Rules};

/// A fenced block: its kind, its lines, and the line of the page after which it starts, from 1.
pub(crate) struct Block {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) from: usize,
}

pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut all = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(fence)) => {
                // The name of a file can follow the kind.
                let kind = fence.split(' ').next().unwrap_or_default();
                open = Some(Block {
                    kind: kind.to_string(),
                    text: String::new(),
                    from: number + 1,
                });
            }
            (Some(_), Some(_)) => all.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    all
}

fn end_in_words(game: &Game, end: End) -> String {
    match end {
        End::Wins(player) => format!("{} wins", game.player(player)),
        End::MoverWins => "the mover wins".into(),
        End::MoverLoses => "the mover loses".into(),
        End::Draw => "draw".into(),
    }
}

/// The block as the code would write it.
fn rewritten(rules: &Rules, block: &str) -> String {
    let mut values = Parameters::new();
    let mut text = String::new();
    for line in block.lines() {
        if let Some(given) = line.strip_prefix("set ") {
            let (name, value) = given.split_once(" = ").expect("set NAME = VALUE");
            let parameter = rules
                .parameters()
                .iter()
                .find(|p| p.name == name)
                .expect(name);
            let value = parameter
                .kind
                .read(value)
                .unwrap_or_else(|error| panic!("{error}"));
            values.insert(name.into(), value);
            writeln!(text, "{line}").unwrap();
            continue;
        }
        let game = rules
            .game(&values)
            .unwrap_or_else(|errors| panic!("{errors}"));
        writeln!(text, "{}", answered(&game, line)).unwrap();
    }
    text
}

fn answered(game: &Game, line: &str) -> String {
    let (left, _) = line
        .split_once(": ")
        .unwrap_or_else(|| panic!("no `: ` in {line}"));
    if left == "start" {
        let start = game.start.as_ref().expect("a start");
        return format!("start: {}", game.show(start));
    }
    if left == "blocked" {
        return format!("blocked: {}", game.ending.blocked);
    }
    if left == "stuck" {
        let frame = Frame::new(game, 1, 1);
        let word = match frame.stuck() {
            Value::Loss => "loses",
            Value::Win => "wins",
            Value::Draw => "draws",
        };
        return format!("stuck: {word}");
    }
    let read = |text: &str| {
        let position = game
            .read(text.trim())
            .unwrap_or_else(|error| panic!("{error}"));
        let (rows, columns) = game.size_of(&position);
        let state = game.state_of(&position).expect("small numbers");
        (Frame::new(game, rows, columns), state, rows, columns)
    };
    let show = |state: &[i64], rows, columns| game.show(&game.position_of(state, rows, columns));
    if let Some(position) = left.strip_suffix("settles") {
        let (frame, mut state, rows, columns) = read(position);
        frame.settle(&mut state);
        return format!("{left}: {}", show(&state, rows, columns));
    }
    if let Some(position) = left.strip_suffix("over") {
        let by_turn = position.trim_end().strip_suffix("to move,");
        let (position, player) = match by_turn {
            Some(rest) => player_behind(game, rest.trim_end()),
            None => (position, Player::First),
        };
        let (frame, state, ..) = read(position);
        let end = frame.end(&frame.with_turn(state, player));
        let words = end.map_or("no".into(), |end| end_in_words(game, end));
        return format!("{left}: {words}");
    }
    let words = left.strip_suffix(" in words");
    let (position, player) = player_behind(game, words.unwrap_or(left));
    let (frame, state, rows, columns) = read(position);
    let state = frame.with_turn(state, player);
    let mut options = Vec::new();
    let _ = frame.options(player, &state, &mut |play| {
        options.push(match words {
            Some(_) => game.name_of(&frame, columns, player, &state, &play),
            None => show(play.to, rows, columns),
        });
        ControlFlow::Continue(())
    });
    let options = if options.is_empty() {
        "none".into()
    } else {
        options.join(" | ")
    };
    format!("{left}: {options}")
}

/// The player whose name ends a text, and what stands before it.
fn player_behind<'a>(game: &Game, text: &'a str) -> (&'a str, Player) {
    let behind = |player: Player| Some((text.strip_suffix(game.player(player))?, player));
    Player::BOTH
        .into_iter()
        .find_map(behind)
        .unwrap_or_else(|| panic!("no player behind {text}"))
}

/// The pages with examples.
pub(crate) fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = root.join("../../docs");
    let pages = fs::read_dir(docs.join("rules")).expect("a folder");
    let mut all: Vec<PathBuf> = pages.map(|page| page.expect("a page").path()).collect();
    all.sort();
    all.push(docs.join("rules.md"));
    all.push(root.join("tests/rules/reference.md"));
    all
}

/// The numbers of games, of texts with errors, and of `example` lines.
#[derive(Default)]
struct Counts {
    games: usize,
    faulty: usize,
    examples: usize,
}

/// Checks a page, or rewrites it.
fn check(path: &Path, counts: &mut Counts) {
    let is_update = std::env::var_os("UPDATE_REFERENCE").is_some();
    let name = path.display();
    let page = fs::read_to_string(path).unwrap();
    let all = blocks(&page);
    let mut lines: Vec<String> = page.lines().map(str::to_string).collect();
    for pair in all.windows(2).rev() {
        let [first, second] = pair else {
            unreachable!()
        };
        let from = first.from;
        let correct = match first.kind.as_str() {
            "game" => {
                assert_eq!(second.kind, "moves", "{name}:{from}: no moves");
                counts.games += 1;
                let rules = Rules::parse("rules", &first.text)
                    .unwrap_or_else(|errors| panic!("{name}:{from}:\n{errors}"));
                counts.examples += crate::grown::examples_hold(&first.text)
                    .unwrap_or_else(|error| panic!("{name}:{from}: {error}"));
                rewritten(&rules, &second.text)
            }
            "faulty" => {
                assert_eq!(second.kind, "fault", "{name}:{from}: no errors");
                counts.faulty += 1;
                let errors = Rules::parse("my.game", &first.text).expect_err("errors");
                format!("{errors}\n")
            }
            _ => continue,
        };
        let span = second.from..second.from + second.text.lines().count();
        if is_update {
            lines.splice(span, correct.lines().map(str::to_string));
        } else {
            assert_eq!(second.text, correct, "{name}, after line {}", second.from);
        }
    }
    let known = ["game", "moves", "faulty", "fault", "text", "grammar"];
    for block in &all {
        let (kind, from) = (block.kind.as_str(), block.from);
        assert!(known.contains(&kind), "{name}:{from}: {kind}");
    }
    if is_update {
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }
}

#[test]
fn the_examples_of_the_reference_are_what_the_code_does() {
    let mut counts = Counts::default();
    for page in pages() {
        check(&page, &mut counts);
    }
    let Counts {
        games,
        faulty,
        examples,
    } = counts;
    assert!(
        games >= 80 && faulty >= 8,
        "{games} games, {faulty} with errors"
    );
    assert!(examples >= 12, "{examples} examples");
}
