//! Random games: the referee against the engine, and the computer against itself.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use whowins_analysis::{Budget, Frame, Game, Player, Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::LawSource;
use whowins_rules::{Parameters, Rules};
use whowins_views::inside::{listing, look, move_to};
use whowins_views::play::{Match, Phase, Referee};

/// Random choices that shrink towards 0.
struct Tape(std::vec::IntoIter<u32>);

impl Tape {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % bound.max(1)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Runs a check on many random tapes; at least a third of them must have come to something.
fn random(cases: u32, check: impl Fn(&mut Tape) -> Result<bool, TestCaseError>) {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let held = std::cell::Cell::new(0);
    let run = runner.run(&vec(any::<u32>(), 0..120), |numbers| {
        held.set(held.get() + u32::from(check(&mut Tape(numbers.into_iter()))?));
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(
        held.get() * 3 >= cases,
        "only {} of {cases} games were held",
        held.get()
    );
}

fn by(tape: &mut Tape) -> &'static str {
    tape.pick(&["", "", "", "Left: ", "Right: "])
}

/// A game on one to three numbers, perhaps with goals, draws, repetition, or blocked options.
fn numbers(tape: &mut Tape) -> String {
    let names = &["x", "y", "z"][..1 + tape.below(3)];
    let loopy = tape.below(4) == 3;
    let blocking = !loopy && tape.below(4) == 3;
    let range = if loopy { " <= 4" } else { "" };
    let shape: Vec<String> = names.iter().map(|name| format!("{name}{range}")).collect();
    let mut text = format!(
        "game \"Random\"\nplayers Left, Right\nposition {}\n",
        shape.join(", ")
    );
    for _ in 0..1 + tape.below(4) {
        let who = if blocking { "" } else { by(tape) };
        let first = tape.below(names.len());
        let choice = tape.pick(&[
            "",
            " for k >= 1",
            " for k >= 1",
            " for k in {1, 3}",
            " for 2 <= k <= 4",
            " for k >= 2",
        ]);
        let amount = |tape: &mut Tape| match choice {
            "" => tape.pick(&["1", "2", "3"]),
            _ => "k",
        };
        let sign = if loopy && tape.below(2) == 1 {
            "+="
        } else {
            "-="
        };
        let mut changes = vec![format!("{} {sign} {}", names[first], amount(tape))];
        for name in &names[first + 1..] {
            match tape.below(4) {
                1 => changes.push(format!("{name} -= {}", amount(tape))),
                // Only where the number before it falls: play ends all the same.
                2 if choice.is_empty() => changes.push(format!("{name} += 1")),
                _ => {}
            }
        }
        let guard = match (tape.below(5), choice) {
            (1, _) => format!(" if {} % 2 = 0", names[0]),
            (2, "") | (3, "") => String::new(),
            (2, _) => " if k != 2".into(),
            (3, _) => format!(" if k + {} != 5", names[0]),
            _ => String::new(),
        };
        text += &format!("{who}move {}{choice}{guard}\n", changes.join(", "));
    }
    if blocking {
        let most = tape.pick(&["1 option", "2 options"]);
        return text + &format!("before each move the opponent blocks up to {most}\n");
    }
    match tape.below(6) {
        1 => text += &format!("at {} = 2: the mover wins\n", names[0]),
        2 => text += &format!("Left wins when {} = 1\n", names[names.len() - 1]),
        3 => text += &format!("draw when {} = 3\n", names[0]),
        _ => {}
    }
    text += tape.pick(&["", "", "misère play\n", "who cannot move draws\n"]);
    if loopy {
        text += "repetition draws\n";
    }
    text
}

/// A game on a row.
fn row(tape: &mut Tape) -> String {
    let mut text = "game \"Random\"\nplayers Left, Right\nposition row of . o x\n".to_string();
    for _ in 0..1 + tape.below(3) {
        let rule = tape.pick(&[
            "o . -> . o",
            "o o . -> . . o",
            "x . -> . x",
            "o x -> . o",
            "x o -> x .",
            "o -> .",
            "x -> o",
            "o ? x -> . ? .",
            "o $ -> . $",
            "^ x -> ^ .",
        ]);
        text += &format!("{}move {}\n", by(tape), rule.replace("^ .", "."));
    }
    text += tape.pick(&[
        "",
        "",
        "at once o $ -> . $\n",
        "misère play\n",
        "who cannot move draws\n",
    ]);
    text + "repetition draws\n"
}

/// Two tokens on a small map.
fn tokens(tape: &mut Tape) -> String {
    let map = tape.pick(&["../..", ".../.#.", "..../#...", "...."]);
    let free = tape.pick(&["", "free "]);
    let mut text = format!(
        "game \"Random\"\nplayers Left, Right\ngiven map: grid of . # = \"{map}\"\nposition a, b: squares of map except '#'\n\
         Left: move a to a {free}neighbour\nRight: move b to a {free}neighbour along right, down\n"
    );
    text += tape.pick(&["Left wins when a = b\n", "Right wins when a = b\n", ""]);
    text + tape.pick(&["repetition draws\n", "repetition draws\nmisère play\n"])
}

/// Heaps that fall apart.
fn heaps(tape: &mut Tape) -> String {
    let digits: String = (0..1 + tape.below(3))
        .map(|_| tape.pick(&["0", "1", "3", "7", "6", "F"]))
        .collect();
    let ending = tape.pick(&["", "", "misère play\n"]);
    format!("game \"Random\"\nplayers Left, Right\nhexadecimal 0.{digits}7\n{ending}")
}

fn positions(tape: &mut Tape, game: &Game) -> Vec<Position> {
    let texts: Vec<String> = (0..3)
        .map(|_| {
            if let Some(shape) = game.numbers() {
                let most = [13, 6, 4][shape.variables.len() - 1];
                let values: Vec<String> = shape
                    .variables
                    .iter()
                    .map(|variable| {
                        tape.below(variable.most.map_or(most, |most| most as usize + 1))
                            .to_string()
                    })
                    .collect();
                return values.join(",");
            }
            if game.board().is_some() {
                return (0..1 + tape.below(6))
                    .map(|_| tape.pick(&[".", "o", "x"]))
                    .collect();
            }
            if let Some(tokens) = game.tokens() {
                let cells = (0..2).map(|_| match &tokens.cells[tape.below(tokens.cells.len())] {
                    whowins_analysis::tokens::Cell::Square { row, column } => {
                        format!("{row},{column}")
                    }
                    whowins_analysis::tokens::Cell::Node(name) => name.clone(),
                });
                return cells.collect::<Vec<_>>().join(" ");
            }
            assert!(game.codes().is_some(), "these rules are of families");
            format!("{},{}", tape.below(8), tape.below(5))
        })
        .collect();
    texts
        .iter()
        .map(|text| game.read(text).expect("it is written well"))
        .collect()
}

fn limits() -> Limits {
    Limits::default().with_memory(1 << 24).with_threads(1)
}

fn read(text: &str) -> Option<(Rules, Game)> {
    let rules = Rules::parse("random", text).ok()?;
    let game = rules.game(&Parameters::new()).ok()?;
    // What no family says is no matter here.
    (game.program().is_none()).then_some((rules, game))
}

/// Plays the computer against itself.
fn self_play(
    referee: &mut Referee,
    start: &Position,
    first: Player,
) -> Result<(Option<Player>, usize), TestCaseError> {
    let mut play = Match::new(referee, start, first);
    let legal = |done: Result<(), String>| done.map_err(TestCaseError::fail);
    for _ in 0..2000 {
        match play.phase(referee) {
            Phase::Over(finish) => return Ok((finish.winner, play.plies().len())),
            Phase::Block { by, .. } => {
                let blocks = referee.blocks(play.position(), by.other());
                legal(play.block(referee, blocks.positions))?;
            }
            Phase::Move { by } => {
                let blocked = play.blocked().to_vec();
                let reply = referee.reply(play.position(), by, &blocked);
                let reply = reply.ok_or_else(|| TestCaseError::fail("no move"))?;
                legal(play.play(referee, &reply.choice.to))?;
            }
        }
    }
    Err(TestCaseError::fail("it does not end"))
}

/// Holds the referee against the engine on a random game.
fn hold(text: &str, tape: &mut Tape) -> Result<bool, TestCaseError> {
    let Some((rules, game)) = read(text) else {
        return Ok(false);
    };
    let mut engine = Engine::new(game.clone(), limits());
    let patience = Duration::from_secs(20);
    // Without a law: looking for one takes longer than all the rest.
    let none = Limits::default();
    none.budget.stop();
    let law = Arc::new(LawSource::search(&rules, &Parameters::new(), &none));
    let mut referee = Referee::with_law(law, &rules, &Parameters::new(), &limits(), patience)
        .map_err(|faults| TestCaseError::fail(faults.to_string()))?;
    let mut held = false;
    for position in positions(tape, &game) {
        for player in Player::BOTH {
            let place = format!("{text}-- at {}, {player:?} to move", game.show(&position));
            let Ok(solved) = engine.solve(&position) else {
                continue;
            };
            held = true;
            let answer = &solved.to_move[player.index()];
            let turn = referee.turn(&position, player);
            let wanted = match answer.value {
                Value::Win => Some(player),
                Value::Loss => Some(player.other()),
                Value::Draw => None,
            };
            match &turn.finish {
                Some(finish) => prop_assert_eq!(finish.winner, wanted, "{}", place),
                None => prop_assert_eq!(turn.value, Some(answer.value), "{}", place),
            }
            let (rows, columns) = game.size_of(&position);
            let frame = Frame::new(&game, rows, columns);
            let mut state = game.state_of(&position).expect("it is small");
            frame.settle(&mut state);
            let next = frame.next(player, &state);
            let next: BTreeSet<Vec<i64>> = next.into_iter().collect();
            let listed: BTreeSet<Vec<i64>> = turn
                .choices
                .iter()
                .filter_map(|choice| game.state_of(&choice.to))
                .collect();
            prop_assert_eq!(&listed, &next, "{}", place);
            prop_assert_eq!(listed.len(), turn.choices.len(), "{}", place);
            for choice in &turn.choices {
                let value = engine
                    .value(&choice.to, player.other())
                    .ok()
                    .map(Value::reversed);
                prop_assert_eq!(
                    choice.value,
                    value,
                    "{} -> {}",
                    place,
                    game.show(&choice.to)
                );
                let again = referee.choice(&position, player, &choice.to);
                let again =
                    again.ok_or_else(|| TestCaseError::fail(format!("{place}: refused")))?;
                prop_assert_eq!(again.value, choice.value, "{}", place);
            }
            let (winner, moves) = self_play(&mut referee, &position, player)
                .map_err(|error| TestCaseError::fail(format!("{place}: {error}")))?;
            prop_assert_eq!(winner, wanted, "{}", place);
            if let Some(remoteness) = answer.remoteness {
                prop_assert_eq!(moves as u64, remoteness, "{}", place);
            }
        }
    }
    Ok(held)
}

#[test]
fn on_numbers_the_referee_says_and_plays_what_the_engine_does() {
    random(150, |tape| {
        let text = numbers(tape);
        hold(&text, tape)
    });
}

#[test]
fn on_rows_the_referee_says_and_plays_what_the_engine_does() {
    random(100, |tape| {
        let text = row(tape);
        hold(&text, tape)
    });
}

#[test]
fn on_maps_the_referee_says_and_plays_what_the_engine_does() {
    random(60, |tape| {
        let text = tokens(tape);
        hold(&text, tape)
    });
}

#[test]
fn on_heaps_the_referee_says_and_plays_what_the_engine_does() {
    random(60, |tape| {
        let text = heaps(tape);
        hold(&text, tape)
    });
}

/// Moves of small positions, as those of large ones are found.
#[test]
fn moves_of_large_positions_are_those_of_the_rules() {
    random(300, |tape| {
        let text = if tape.below(4) == 3 {
            heaps(tape)
        } else {
            numbers(tape)
        };
        let Some((_, game)) = read(&text) else {
            return Ok(false);
        };
        let frame = Frame::new(&game, 1, 1);
        let mut held = false;
        for position in positions(tape, &game) {
            let state = game.state_of(&position).expect("it is small");
            if frame.end(&state).is_some() {
                continue;
            }
            for player in Player::BOTH {
                let place = format!("{text}-- at {}, {player:?}", game.show(&position));
                let Some(listing) = listing(&game, &position, player, &Budget::OPEN) else {
                    continue;
                };
                held = true;
                let mut count = 0u64;
                let mut next = BTreeSet::new();
                let _ = frame.options(player, &state, &mut |option| {
                    count += 1;
                    next.insert(option.to.to_vec());
                    ControlFlow::Continue(())
                });
                if let Some(total) = listing.total {
                    prop_assert_eq!(total.to_string(), count.to_string(), "{}", place);
                }
                let listed: BTreeSet<Vec<i64>> = listing
                    .choices
                    .iter()
                    .filter_map(|choice| game.state_of(&choice.to))
                    .collect();
                prop_assert!(listed.is_subset(&next), "{place}: {listed:?} of {next:?}");
                if game.numbers().is_some() {
                    prop_assert_eq!(&listed, &next, "{}", place);
                }
                for to in next.iter().chain(&listed) {
                    let to = game.position_of(to, 1, 1);
                    let legal = move_to(&game, &position, player, &to).flatten();
                    prop_assert!(legal.is_some(), "{place}: {} refused", game.show(&to));
                }
                for other in positions(tape, &game) {
                    let legal = move_to(&game, &position, player, &other).flatten();
                    let wanted = next.contains(&game.state_of(&other).expect("it is small"));
                    prop_assert_eq!(
                        legal.is_some(),
                        wanted,
                        "{} -> {}",
                        place,
                        game.show(&other)
                    );
                }
            }
        }
        Ok(held)
    });
}

/// What a look ahead calls known is what the engine says, and a short game is seen to its end.
#[test]
fn a_look_ahead_says_nothing_that_is_not_so() {
    random(150, |tape| {
        let text = match tape.below(4) {
            0 => row(tape),
            1 => tokens(tape),
            _ => numbers(tape),
        };
        let Some((_, game)) = read(&text).filter(|(_, game)| game.ending.blocked == 0) else {
            return Ok(false);
        };
        let mut engine = Engine::new(game.clone(), limits());
        let mut held = false;
        for position in positions(tape, &game) {
            let (rows, columns) = game.size_of(&position);
            let frame = Frame::new(&game, rows, columns);
            let mut state = game.state_of(&position).expect("it is small");
            frame.settle(&mut state);
            for player in Player::BOTH {
                let options = frame.next(player, &state);
                let Ok(_) = engine.solve(&position) else {
                    continue;
                };
                let end = Instant::now() + Duration::from_millis(50);
                let frame =
                    Frame::new(&game, rows, columns).under(Budget::new(Some(end), Arc::default()));
                let seen = look(&frame, &options, player, 64 << 20);
                for (option, seen) in options.iter().zip(&seen.options) {
                    let to = game.position_of(option, rows, columns);
                    let solved = engine
                        .solve(&to)
                        .map_err(|e| TestCaseError::fail(e.to_string()))?;
                    let answer = &solved.to_move[player.other().index()];
                    if let Some((value, _)) = seen {
                        held = true;
                        prop_assert_eq!(*value, answer.value, "{}-- at {}", text, game.show(&to));
                    }
                }
            }
        }
        Ok(held)
    });
}

/// Where nothing may be solved, the computer still plays legal moves to the end, and says that it
/// is not sure.
#[test]
fn without_time_to_solve_the_computer_looks_ahead() {
    let text = "game \"Long\"\nplayers Left, Right\nposition board of . o x\nLeft: move o . -> . o along right, down, up\n\
                Right: move x . -> . x along left, up, down\nmove o x -> . .\nrepetition draws";
    let (rules, game) = read(text).expect("the rules are right");
    let limits = Limits::default().with_memory(1 << 12).with_threads(1);
    let mut referee = Referee::new(
        &rules,
        &Parameters::new(),
        &limits,
        Duration::from_millis(40),
    )
    .expect("the rules are a game");
    let start = game.read("o.o.x/..o.x/o...x/ox..x").expect("a position");
    let reply = referee
        .reply(&start, Player::First, &[])
        .expect("there is a move");
    assert!(!reply.sure);
    assert!(
        reply.sees.is_some_and(|moves| moves > 0),
        "{:?}",
        reply.sees
    );
    assert!(reply.choice.value.is_none());
}
