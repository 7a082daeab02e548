//! What docs/rules.md shows is what the code does.
//!
//! Each `game` block is followed by a `moves` block: values of parameters (`set a = {1, 2}`), the start (`start: 3,5`), what
//! becomes of who cannot move (`stuck: loses`), how many options may be blocked (`blocked: 1`), forced follow-ups (`..o settles: ...`), results (`0,3  over: the mover wins`), and
//! moves in the order in which the code gives them (`3,1  Bessie: 2,1 | 1,1`), also in words (`3,1  Bessie in words: ...`). Where the player to move matters
//! for a result, he is named: `0  Ben to move, over: Ann wins`. What `example` lines say is so. Each `faulty` block is followed by a `fault` block
//! with what a person is told. With UPDATE_REFERENCE=1 the right sides are written anew, to be looked at in the diff.

use std::fmt::Write as _;
use std::ops::ControlFlow;

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
            (None, Some(kind)) => {
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
            .unwrap_or_else(|faults| panic!("{faults}"));
        writeln!(text, "{}", answered(&game, line)).unwrap();
    }
    text
}

fn answered(game: &Game, line: &str) -> String {
    let (left, _) = line
        .split_once(": ")
        .unwrap_or_else(|| panic!("no «: » in {line}"));
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

#[test]
fn the_reference_says_what_the_code_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let page = std::fs::read_to_string(path).unwrap();
    let all = blocks(&page);
    let mut lines: Vec<String> = page.lines().map(str::to_string).collect();
    let (mut games, mut faults, mut examples) = (0, 0, 0);
    for pair in all.windows(2).rev() {
        let [first, second] = pair else {
            unreachable!()
        };
        let correct = match first.kind.as_str() {
            "game" => {
                assert_eq!(second.kind, "moves", "line {}: no moves shown", first.from);
                games += 1;
                let rules = Rules::parse("rules", &first.text)
                    .unwrap_or_else(|faults| panic!("line {}:\n{faults}", first.from));
                examples += crate::grown::examples_hold(&first.text)
                    .unwrap_or_else(|error| panic!("line {}: {error}", first.from));
                rewritten(&rules, &second.text)
            }
            "faulty" => {
                assert_eq!(second.kind, "fault", "line {}: no fault shown", first.from);
                faults += 1;
                let told = Rules::parse("my.game", &first.text).expect_err("a fault");
                format!("{told}\n")
            }
            _ => continue,
        };
        let span = second.from..second.from + second.text.lines().count();
        if std::env::var_os("UPDATE_REFERENCE").is_some() {
            lines.splice(span, correct.lines().map(str::to_string));
        } else {
            assert_eq!(
                second.text, correct,
                "docs/rules.md, after line {}",
                second.from
            );
        }
    }
    assert!(games >= 60 && faults >= 6, "{games} games, {faults} faults");
    assert!(examples >= 12, "{examples} examples");
    let known = ["game", "moves", "faulty", "fault", "text", "grammar"];
    for block in &all {
        assert!(
            known.contains(&block.kind.as_str()),
            "line {}: {}",
            block.from,
            block.kind
        );
    }
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
    }
}
