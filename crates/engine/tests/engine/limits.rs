//! Limits are kept and named: memory, time, stop, and positions that are not finite. Threads change
//! nothing.

use std::time::Duration;

use whowins_analysis::Game;
use whowins_engine::general::{General, Want};
use whowins_engine::rows::{Refusal, Rows};
use whowins_engine::{Engine, EngineError, Limits};
use whowins_rules::{Parameters, Rules};

fn game(text: &str) -> Game {
    let rules = Rules::parse("rules", text).unwrap_or_else(|faults| panic!("{faults}"));
    rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"))
}

const NIM: &str = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1";
const TAKE: &str = "game \"Take\"\nposition x, y\nmove x -= 1\nmove y -= 1 if x % 2 = 0";
const WALK: &str = "game \"Walk\"\nposition x <= 3000, y <= 300\nmove x += 1\nmove x -= 1\nmove y -= 1\nrepetition draws";
const ROW: &str =
    "game \"Row\"\nposition row of . o\nmove o . -> . o\nmove . o -> o . \nrepetition draws";
const KAYLES: &str = "game \"Kayles\"\noctal 0.77\nmisère play";
const HALF: &str = "game \"Half\"\nposition n\nmove n := n / 2 if n > 0\nmove n -= 3";

fn general(
    text: &str,
    at: &str,
    limits: Limits,
) -> Result<[whowins_analysis::Value; 2], EngineError> {
    let game = game(text);
    let position = game.read(at).expect("a position");
    General::new(game, Want::Remoteness, limits).values(&position)
}

#[test]
fn little_memory_is_an_error() {
    for (text, at) in [
        (NIM, "900,900"),
        (TAKE, "3000,900"),
        (WALK, "5,5"),
        (ROW, ".......oooooo.......o"),
        (KAYLES, "30,30,30"),
    ] {
        for memory in [0, 1, 1000, 100_000] {
            let limits = Limits::default().with_memory(memory);
            let answer = general(text, at, limits);
            assert!(
                matches!(answer, Err(EngineError::Memory { allowed, .. }) if allowed == memory),
                "{text} at {at} with {memory} bytes: {answer:?}"
            );
        }
    }
}

/// Two bits a state where two bytes are too many: who wins, and no more.
#[test]
fn who_wins_fits_where_how_fast_does_not() {
    for (text, players) in [
        (NIM.to_string(), 1),
        (
            "game \"Lines\"\nplayers Left, Right\nposition x, y\nLeft: move x -= k for k >= 1\nRight: move y -= 3\n\
             Right: move x -= 2, y -= 1\nmove y -= 1"
                .to_string(),
            2,
        ),
    ] {
        let game = game(&text);
        let corner = game.read("200,301").expect("a position");
        let bytes = players * (201u64 * 302).div_ceil(4);
        for threads in [1, 2] {
            let with = |memory| Limits::default().with_memory(memory).with_threads(threads);
            let mut small = General::new(game.clone(), Want::Remoteness, with(bytes));
            let mut large = General::new(game.clone(), Want::Remoteness, Limits::default());
            small.values(&corner).expect("two bits a state fit");
            large.values(&corner).expect("two bytes a state fit");
            for x in (0..=200).step_by(7) {
                for y in 0..=301 {
                    let at = game.read(&format!("{x},{y}")).expect("a position");
                    let (small, large) = (small.solve(&at), large.solve(&at));
                    let (small, large) = (small.expect("covered"), large.expect("covered"));
                    for (small, large) in small.to_move.iter().zip(&large.to_move) {
                        assert_eq!(small.value, large.value, "{text} at {x},{y}");
                        assert_eq!(small.remoteness, None, "{text} at {x},{y}");
                        assert!(large.remoteness.is_some(), "{text} at {x},{y}");
                        assert_eq!(small.best.is_some(), large.best.is_some());
                    }
                }
            }
            let short = General::new(game.clone(), Want::Remoteness, with(bytes - 1)).values(&corner);
            let refused = |wanted: Option<u64>| wanted == Some(bytes);
            assert!(
                matches!(short, Err(EngineError::Memory { wanted, .. }) if refused(wanted)),
                "{short:?}"
            );
        }
    }
}

/// The bitboards keep the limits too, and threads change nothing in them.
#[test]
fn bitboards_keep_the_limits() {
    let game = game(include_str!("../../../../games/seeds/ellys-capture.game"));
    let rows = Rows::new(&game, 1, 24).expect("it is taken");
    assert_eq!((rows.positions(), rows.bytes()), (1 << 23, 1 << 20));
    let with = |memory| Limits::default().with_memory(memory);
    assert!(rows.solve(&with(1 << 20)).is_ok());
    for memory in [0, 1000, (1 << 20) - 1] {
        let small = with(memory);
        let refused =
            |error| matches!(error, Some(EngineError::Memory { allowed, .. }) if allowed == memory);
        assert!(refused(rows.solve(&small).err()), "{memory}");
        assert!(refused(rows.grundy(&small).err()), "{memory}");
    }
    let late = Limits::default().with_time(Duration::ZERO);
    assert_eq!(rows.solve(&late).err(), Some(EngineError::Time));
    let stopped = Limits::default();
    stopped.budget.stop();
    assert_eq!(rows.solve(&stopped).err(), Some(EngineError::Stopped));
    assert_eq!(rows.grundy(&stopped).err(), Some(EngineError::Stopped));
    let counts = [0, 1, 2, 3].map(|threads| {
        let limits = Limits::default().with_threads(threads);
        rows.solve(&limits).expect("it fits").counts()
    });
    assert!(counts.iter().all(|one| *one == counts[0]), "{counts:?}");
    assert_eq!(counts[0].p + counts[0].n, rows.positions());
}

/// What cannot be expressed is refused by name.
#[test]
fn bitboards_refuse_what_they_cannot_express() {
    let row = |rules: &str| {
        let text = format!("game \"Row\"\nposition row of . o x\n{rules}");
        Rows::new(&game(&text), 1, 6).err()
    };
    assert_eq!(row("move o . -> . o"), None);
    assert_eq!(row("move o . -> . o\nrepetition draws"), None);
    let cycle = "move o . -> . o\nmove . o -> o .\nrepetition draws";
    assert_eq!(row(cycle), Some(Refusal::NoRanking));
    assert_eq!(
        row("move o -> .\nwho cannot move draws"),
        Some(Refusal::Draws)
    );
    assert_eq!(
        row("move o -> .\ndraw when board has x x"),
        Some(Refusal::Goals)
    );
    assert_eq!(Rows::new(&game(NIM), 1, 6).err(), Some(Refusal::Shape));
    let free = game("game \"Row\"\nposition row of . o x\nmove o . -> . o");
    assert_eq!(Rows::new(&free, 2, 3).err(), Some(Refusal::Shape));
    assert_eq!(Rows::new(&free, 1, 26).err(), Some(Refusal::TooMany));
    assert_eq!(Rows::new(&free, 1, 40).err(), Some(Refusal::TooMany));
    assert_eq!(
        Rows::new(&free, 1, usize::MAX).err(),
        Some(Refusal::TooMany)
    );
}

#[test]
fn a_past_deadline_and_a_stop_are_errors() {
    for (text, at) in [
        (NIM, "9,9"),
        (TAKE, "9,9"),
        (WALK, "5,5"),
        (ROW, "..o.o"),
        (KAYLES, "5,5"),
        (HALF, "100"),
    ] {
        let late = Limits::default().with_time(Duration::ZERO);
        assert_eq!(general(text, at, late), Err(EngineError::Time), "{text}");
        let stopped = Limits::default();
        stopped.budget.stop();
        assert_eq!(
            general(text, at, stopped),
            Err(EngineError::Stopped),
            "{text}"
        );
    }
}

/// Each would take hours: that it ends, and for lack of time, is what shows that the deadline is
/// looked at.
#[test]
fn a_deadline_is_kept_in_long_work() {
    for (text, at) in [
        (NIM, "20000,20000"),
        (TAKE, "90000,9000"),
        (KAYLES, "40,41,42,43"),
        (ROW, ".......ooooooo.......oooooo."),
    ] {
        let limits = Limits::default().with_time(Duration::from_millis(300));
        let answer = general(text, at, limits);
        assert_eq!(answer, Err(EngineError::Time), "{text} at {at}");
    }
}

#[test]
fn numbers_that_grow_for_ever_are_unbounded() {
    let grows = "game \"Grows\"\nposition x, y\nmove x -= 1, y += 3\nmove x += 1, y -= 1";
    let error = general(grows, "3,3", Limits::default());
    assert!(
        matches!(error, Err(EngineError::Unbounded { .. })),
        "{error:?}"
    );
}

/// Play that is finite though no box is known for it is explored.
#[test]
fn play_without_a_known_box_is_explored() {
    use whowins_analysis::Value::{Loss, Win};
    for (at, value) in [("0", Loss), ("1", Win), ("2", Loss), ("3", Win), ("4", Win)] {
        assert_eq!(
            general(HALF, at, Limits::default()),
            Ok([value; 2]),
            "at {at}"
        );
    }
}

#[test]
fn huge_positions_end_at_once() {
    let huge = "9".repeat(2000);
    for (text, at) in [
        (NIM, format!("{huge},{huge}")),
        (NIM, "1000000000000000000,1000000000000000000".into()),
        (TAKE, format!("{huge},7")),
        (KAYLES, format!("{huge},7")),
        (KAYLES, "1000000000000000000".into()),
        (HALF, huge.clone()),
        (ROW, "o".repeat(2000) + &".".repeat(2000)),
    ] {
        let limits = Limits::default()
            .with_memory(1 << 24)
            .with_time(Duration::from_secs(2));
        let game = game(text);
        let position = game.read(&at).expect("a position");
        let mut engine = Engine::new(game, limits);
        for bid in engine.bids(&position) {
            assert!(!bid.why.is_empty());
        }
        let answer = engine.solve(&position);
        assert!(answer.is_err(), "{text}");
    }
}

/// A table for one position must not be refused because an earlier one was asked for another.
#[test]
fn an_earlier_question_takes_no_memory_from_a_later_one() {
    let game = game(NIM);
    let limits = Limits::default().with_memory(1 << 17);
    let mut general = General::new(game.clone(), Want::Remoteness, limits);
    for at in ["2000,9", "9,2000", "100,300", "300,100"] {
        let position = game.read(at).expect("a position");
        assert!(
            general.values(&position).is_ok(),
            "{at}: {:?}",
            general.values(&position)
        );
    }
}

#[test]
fn threads_do_not_change_the_table() {
    for (text, positions) in [
        (NIM, vec!["150,90", "149,90", "90,90", "33,1"]),
        (TAKE, vec!["300,300", "299,300", "10,11"]),
        (WALK, vec!["5,5", "0,300", "3000,1", "1500,299", "7,0"]),
        (ROW, vec!["..o.o", "ooo..", "....."]),
        (KAYLES, vec!["5,6", "7", "1,2,3"]),
    ] {
        let game = game(text);
        let mut engines: Vec<Engine> = [1, 2, 3]
            .map(|threads| {
                let limits = Limits::default().with_threads(threads);
                Engine::new(game.clone(), limits)
            })
            .into();
        for at in positions {
            let position = game.read(at).expect("a position");
            let answers: Vec<_> = engines
                .iter_mut()
                .map(|engine| engine.solve(&position))
                .collect();
            assert!(answers[0].is_ok(), "{text} at {at}: {:?}", answers[0]);
            assert!(
                answers.iter().all(|answer| *answer == answers[0]),
                "{text} at {at}"
            );
        }
    }
}

#[test]
fn no_threads_are_as_good_as_one() {
    for (text, at) in [
        (NIM, "9,9"),
        (WALK, "5,5"),
        (ROW, "..o.o"),
        (KAYLES, "5,5"),
        (HALF, "9"),
    ] {
        let limits = Limits::default().with_threads(0);
        assert_eq!(
            general(text, at, limits),
            general(text, at, Limits::default()),
            "{text}"
        );
    }
}

/// Play that leads past machine words is told, and not cut short: by what machine words hold, the
/// second player would win here.
#[test]
fn play_past_machine_words_is_refused() {
    let far = "game \"Far\"\nposition x, y\nmove x += 1000000000000000000 if y = 0\nmove y += 1 if y < 5 and x > 0\nmove y += 1 if y < 1";
    let answer = general(far, "0,0", Limits::default());
    assert!(
        matches!(&answer, Err(EngineError::TooLarge(why)) if why.contains("2^62")),
        "{answer:?}"
    );
    // The numbers on the way may be as large as they like.
    let c = 1_i64 << 60;
    let near = format!(
        "game \"Near\"\nposition n\nmove n -= k + {c} * n * n - {c} * n * n for k in {{1, 2}}"
    );
    for n in 0..200 {
        let [first, _] = general(&near, &n.to_string(), Limits::default()).unwrap();
        assert_eq!(first == whowins_analysis::Value::Loss, n % 3 == 0, "{n}");
    }
}

/// Where the ways through the tokens' moves are too many to lay out backwards, play is explored,
/// and the answers are the same.
#[test]
fn tokens_with_many_ways_are_answered_as_ones_with_few() {
    let text = |moves: usize| {
        let line = |player: char, own: char, other: char| {
            let again = format!("; if {own} = {other}, move {own} to a neighbour again").repeat(8);
            format!("{player}: move {own} to a neighbour{again}\n").repeat(moves)
        };
        format!(
            "game \"Ways\"\nplayers A, B\ngiven map: grid of . A B = \"A../..B\"\nposition a, b: squares of map\nstart a at 'A', b at 'B'\n{}{}\
             A wins when a = start of b\nB wins when b = start of a\nrepetition draws",
            line('A', 'a', 'b'),
            line('B', 'b', 'a'),
        )
    };
    for at in ["1,1 2,3", "1,2 2,3", "2,1 1,3"] {
        let few = general(&text(1), at, Limits::default()).expect("an answer");
        let many = general(&text(20), at, Limits::default()).expect("an answer");
        assert_eq!(few, many, "{at}");
    }
}
