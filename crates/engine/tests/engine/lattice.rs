//! The lattice kernels against the general solver, on random games.

use crate::common::{Fate, Tape, limits, prefix, random_games, read};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use whowins_analysis::{Game, Player};
use whowins_engine::Outcome;
use whowins_engine::general::{General, Want};
use whowins_engine::lattice::{RayPositions, Vectors};
use whowins_rules::Parameters;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

fn game(text: &str) -> Result<Game, TestCaseError> {
    read(text, &Parameters::new())
        .map_err(|faults| TestCaseError::fail(format!("{text}\n{faults}")))
}

/// All states of a box.
fn states(high: &[i64]) -> Vec<Vec<i64>> {
    high.iter().fold(vec![Vec::new()], |all, high| {
        let longer = |state: &Vec<i64>| {
            let state = state.clone();
            (0..=*high).map(move |value| [state.as_slice(), &[value]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

fn outcome(general: &mut General, game: &Game, state: &[i64]) -> Result<Outcome, TestCaseError> {
    let values = general.values(&game.position_of(state, 1, 1));
    let [first, second] = values.map_err(|error| TestCaseError::fail(error.to_string()))?;
    Ok(Outcome::of(first, second))
}

/// One change of each number: `x -= 1, y += 2`.
fn vector(tape: &mut Tape, variables: usize, raising: bool) -> String {
    let falling = tape.below(variables);
    let most = tape.pick(&[1, 3, 9, 70, 130]);
    let changes = (0..variables).filter_map(|at| {
        let name = NAMES[at];
        if at == falling {
            return Some(format!("{name} -= {}", tape.within(1, most)));
        }
        match tape.below(if raising { 4 } else { 3 }) {
            0 => Some(format!("{name} -= {}", tape.within(1, most))),
            3 => Some(format!("{name} += {}", tape.within(1, 3))),
            _ => None,
        }
    });
    changes.collect::<Vec<_>>().join(", ")
}

fn goal(tape: &mut Tape, variables: usize) -> String {
    let name = NAMES[tape.below(variables)];
    let other = NAMES[tape.below(variables)];
    let when = match tape.below(5) {
        0 => format!("at {name} = {}", tape.within(0, 3)),
        1 => format!("at {name} <= {}", tape.within(0, 2)),
        2 => format!("at {name} = {} and {other} % 3 = 1", tape.within(0, 4)),
        3 => format!("at {name} = 1 or {other} = 2"),
        _ => format!("at {name} + {other} < {}", tape.within(1, 5)),
    };
    let verdict = tape.pick(&[
        "the mover wins",
        "the mover loses",
        "Left wins",
        "Right wins",
    ]);
    match tape.below(3) {
        0 => format!("{when}: the mover loses if ({name} + {other}) % 3 = 0, else wins\n"),
        _ => format!("{when}: {verdict}\n"),
    }
}

#[test]
fn vectors_as_the_general_solver() {
    let (mut slanted, mut partizan, mut misere, mut with_goals) = (0, 0, 0, 0);
    random_games(300, |mut tape| {
        let variables = tape.pick(&[2, 2, 2, 3, 3, 4]);
        let names = NAMES[..variables].join(", ");
        let is_partizan = tape.below(2) == 1;
        let raising = tape.below(3) == 1;
        let mut text = format!("game \"Vectors\"\nplayers Left, Right\nposition {names}\n");
        for _ in 0..1 + tape.below(4) {
            let by = match is_partizan {
                true => tape.pick(&[None, Some(Player::First), Some(Player::Second)]),
                false => None,
            };
            text += &format!(
                "{}move {}\n",
                prefix(by),
                vector(&mut tape, variables, raising)
            );
        }
        let goals = tape.pick(&[0, 0, 1, 2]);
        for _ in 0..goals {
            text += &goal(&mut tape, variables);
        }
        let is_misere = tape.below(2) == 1;
        if is_misere {
            text += "who cannot move wins\n";
        }
        let game = game(&text)?;
        let Ok(vectors) = Vectors::new(&game) else {
            return Ok(Fate::Refused);
        };
        let most = [0, 0, 100, 16, 6][variables];
        let high: Vec<i64> = (0..variables)
            .map(|_| tape.within(most / 4, most))
            .collect();
        let Ok(table) = vectors.solve(&high, &limits(1)) else {
            return Ok(Fate::Refused);
        };
        let mut general = General::new(game.clone(), Want::Outcome, limits(1));
        let mut losses = [0, 0];
        let mut all = true;
        outcome(&mut general, &game, &high)?;
        for state in states(table.high()) {
            let Some(found) = table.outcome(&state) else {
                all = false;
                continue;
            };
            let wanted = outcome(&mut general, &game, &state)?;
            prop_assert_eq!(found, wanted, "{} at {:?} of {:?}", &text, &state, &high);
            losses[0] += u64::from(matches!(found, Outcome::P | Outcome::R));
            losses[1] += u64::from(matches!(found, Outcome::P | Outcome::L));
        }
        prop_assert_eq!(
            table.outcome(&high),
            Some(outcome(&mut general, &game, &high)?)
        );
        if all {
            prop_assert_eq!(table.losses(), losses, "{}", &text);
        }
        slanted += u32::from(table.is_slanted());
        partizan += u32::from(!game.is_impartial());
        misere += u32::from(is_misere);
        with_goals += u32::from(goals > 0);
        Ok(Fate::Compared)
    });
    let enough = crate::cases(0, 15) as u32;
    assert!(
        [slanted, partizan, misere, with_goals]
            .iter()
            .all(|seen| *seen > enough)
    );
}

/// A ray, or a vector, that lowers: its words.
fn lowering(tape: &mut Tape) -> String {
    let least = tape.pick(&[1, 1, 1, 2, 3]);
    let steps = [
        [1, 1],
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 1],
        [0, 2],
        [2, 0],
        [0, 1],
    ];
    let [a, b] = tape.pick(&steps);
    let (c, d) = (tape.within(0, 2), tape.within(0, 2));
    match tape.below(5) {
        0 => format!("x -= {}, y -= {}", 1 + c, d),
        1 => format!("x -= {}, y -= {}", c, 1 + d),
        2 => format!("x -= {a} * k, y -= {b} * k for k >= {least}"),
        3 => format!(
            "x -= {a} * k + d, y -= {b} * k for k >= {least}, 0 <= d < {}",
            1 + c
        ),
        _ => format!("x -= {a} * k + {c}, y -= {b} * k + {d} for k >= {least}"),
    }
}

#[test]
fn rays_as_the_general_solver() {
    let (mut misere, mut exceptional) = (0, 0);
    random_games(300, |mut tape| {
        let mut text = String::from("game \"Rays\"\nposition x, y\n");
        let guard = match tape.below(4) {
            0 => String::new(),
            1 => format!(" if x + y > {}", tape.within(0, 4)),
            2 => format!(
                " if x != {} or y != {}",
                tape.within(0, 4),
                tape.within(0, 6)
            ),
            _ => String::new(),
        };
        for name in ["x", "y"] {
            let least = tape.pick(&[1, 1, 1, 2, 3]);
            text += &format!("move {name} -= k for k >= {least}{guard}\n");
        }
        for _ in 0..tape.below(4) {
            text += &format!("move {}{guard}\n", lowering(&mut tape));
        }
        let goal = tape.below(4) == 1;
        if goal {
            let verdict = tape.pick(&["wins", "loses"]);
            let (x, y) = (tape.within(0, 5), tape.within(0, 5));
            text += &format!("at x = {x} and y = {y}: the mover {verdict}\n");
        }
        let is_misere = tape.below(2) == 1;
        if is_misere {
            text += "who cannot move wins\n";
        }
        let game = game(&text)?;
        let Ok(mut positions) = RayPositions::new(&game) else {
            return Ok(Fate::Refused);
        };
        let bound = 40;
        let found = positions.extend(bound, &limits(1));
        prop_assert_eq!(&found, &Ok(()), "{}", &text);
        let high = [bound as i64 + 30, bound as i64 + 30];
        let mut general = General::new(game.clone(), Want::Outcome, limits(1));
        outcome(&mut general, &game, &high)?;
        let mut count = 0;
        for state in states(&high) {
            let is_p = outcome(&mut general, &game, &state)? == Outcome::P;
            let [x, y] = [state[0] as u64, state[1] as u64];
            let wanted = (x.min(y) < bound).then_some(is_p);
            prop_assert_eq!(positions.is_p(x, y), wanted, "{} at {},{}", &text, x, y);
            count += usize::from(is_p && x.max(y) < bound);
        }
        prop_assert_eq!(positions.count_below(bound), Some(count), "{}", &text);
        misere += u32::from(is_misere);
        exceptional += u32::from(goal || !guard.is_empty());
        Ok(Fate::Compared)
    });
    let enough = crate::cases(12, 50) as u32;
    assert!(misere > enough && exceptional > enough);
}
