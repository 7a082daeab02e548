//! Positions that the rules decide at once, against the complete analysis.

use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use whowins_analysis::{Player, Value};
use whowins_core::Budget;
use whowins_engine::general::{General, Want};
use whowins_engine::inside::immediate;
use whowins_engine::terms::Solver;
use whowins_engine::{Engine, Limits};
use whowins_rules::Parameters;

use crate::common::{Fate, Tape, limits, random_games, read};

const SIX_MENS_MORRIS: &str = include_str!("../../../../games/library/six-mens-morris.game");

/// A game of two numbers: its moves raise and lower them, its ends are wins, losses and draws.
fn tuple(tape: &mut Tape) -> String {
    let mut text = "game \"Random\"\nplayers L, R\nposition x <= 4, y <= 3".to_string();
    for _ in 0..1 + tape.below(4) {
        let who = tape.pick(&["", "", "L: ", "R: "]);
        let mut step = |name| {
            format!(
                "{name} {}= {}",
                tape.pick(&["-", "-", "+"]),
                1 + tape.below(3)
            )
        };
        let (x, y) = (step("x"), step("y"));
        text += &format!(
            "\n{who}move {}",
            tape.pick(&[x.clone(), y.clone(), x + ", " + &y])
        );
    }
    for end in [
        "L wins when x = 4",
        "the mover wins when y = 0 and x = 1",
        "draw when y = 3",
        "who cannot move wins",
        "who cannot move draws",
    ] {
        if tape.once_in(4) && !(end.starts_with("who") && text.contains("\nwho")) {
            text += &format!("\n{end}");
        }
    }
    text + "\nrepetition draws"
}

/// A game on a row of three symbols.
fn row(tape: &mut Tape) -> String {
    let mut text = "game \"Random\"\nplayers L, R\nposition row of . x o".to_string();
    for _ in 0..1 + tape.below(3) {
        let who = tape.pick(&["", "L: ", "R: "]);
        let mut cell = || tape.pick(&[".", "x", "o"]);
        text += &format!("\n{who}move {} {} -> {} {}", cell(), cell(), cell(), cell());
    }
    if tape.once_in(2) {
        text += tape.pick(&[
            "\nL wins when board has x x",
            "\nthe mover loses when board has o o",
        ]);
    }
    text + tape.pick(&[
        "\nrepetition draws",
        "\nwho cannot move wins\nrepetition draws",
    ])
}

#[test]
fn what_one_move_decides_is_what_the_complete_analysis_says() {
    let mut decided = [0, 0];
    random_games(300, |mut tape| {
        let is_row = tape.below(3) == 0;
        let text = if is_row {
            row(&mut tape)
        } else {
            tuple(&mut tape)
        };
        let Ok(game) = read(&text, &Parameters::new()) else {
            return Ok(Fate::Refused);
        };
        let mut general = General::new(game.clone(), Want::Remoteness, limits(1));
        let positions: Vec<String> = match is_row {
            true => (0..12)
                .map(|_| (0..4).map(|_| tape.pick(&['.', 'x', 'o'])).collect())
                .collect(),
            false => (0..20).map(|n| format!("{},{}", n % 5, n / 5)).collect(),
        };
        for position in positions {
            let at = game.read(&position).expect("a position");
            let fail = |error| TestCaseError::fail(format!("{text}\nat {position}: {error}"));
            let solved = general.try_solve(&at, u64::MAX).map_err(fail)?;
            let answers = immediate(&game, &at, &limits(1)).map_err(fail)?;
            for (wanted, found) in solved
                .expect("it is small")
                .to_move
                .into_iter()
                .zip(answers)
            {
                let is_short = wanted.remoteness.is_some_and(|moves| moves < 2);
                let is_over = wanted.best.is_none();
                let is_decided = is_over || is_short && wanted.value == Value::Win;
                decided[usize::from(is_over)] += u32::from(is_decided);
                let wanted = is_decided.then_some(wanted);
                prop_assert_eq!(found, wanted, "{} at {}", &text, &position);
            }
        }
        Ok(Fate::Compared)
    });
    assert!(decided.iter().all(|count| *count > 100), "{decided:?}");
}

/// The position has 4 million moves to explore, and one of the first wins.
#[test]
fn a_win_in_one_move_is_found_without_exploring() {
    let game = read(SIX_MENS_MORRIS, &Parameters::new()).expect("a game");
    let position = game
        .read("w-w-./-b..-/..#.w/-...-/b-b-.; 0,0")
        .expect("a position");
    let mut solver = Solver::new(game.core(), Budget::OPEN);
    let state = position.core_state(Player::First);
    let worth = solver
        .worth_within(&state, 1)
        .expect("no limit")
        .expect("at once");
    assert_eq!((worth.pays, worth.remoteness), (Some(1.into()), Some(1)));
    assert!(worth.states < 100);
    // The same answer as by exploring, with the same move.
    let best = worth.best.expect("a move");
    assert_eq!(solver.worth(&best).expect("no limit").remoteness, Some(0));
}

#[test]
fn a_win_in_one_move_needs_no_table() {
    let text = "game \"Lines\"\nplayers X, O\nposition board of 9 x 9 cells of . X O\nX: move . -> X\nO: move . -> O\n\
        X wins when board has X X X X X along right, down\nO wins when board has O O O O O along right, down\nwho cannot move draws";
    let game = read(text, &Parameters::new()).expect("a game");
    let mut engine = Engine::new(game.clone(), Limits::default());
    let rest = "........./".repeat(7);
    let position = game
        .read(&format!("{rest}OOOO...../XXXX....."))
        .expect("a position");
    for player in Player::BOTH {
        let asked = engine.answer(&position, player).expect("at once");
        assert_eq!(asked.strategy, "one move");
        assert_eq!(
            (asked.answer.value, asked.answer.remoteness),
            (Value::Win, Some(1))
        );
        assert_eq!(asked.values, [Some(Value::Win); 2]);
        let best = asked.answer.best.expect("a move");
        assert!(
            game.show(&best.to)
                .contains(["XXXXX", "OOOOO"][player.index()])
        );
        let over = engine.answer(&best.to, player.other()).expect("it is over");
        assert_eq!(
            (over.answer.value, over.answer.remoteness),
            (Value::Loss, Some(0))
        );
    }
    assert!(engine.why("one move").is_some());
    assert_eq!(
        engine.solve(&position).expect("at once").strategy,
        "one move"
    );
}
