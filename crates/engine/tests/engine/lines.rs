//! Sweeps along lines, in tiles and on two threads, against the rules read naively.

use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_rules::{Parameters, Rules};

/// Large enough to be cut into tiles, and not square.
const HIGH: [i64; 2] = [74, 61];

const GAMES: [&str; 6] = [
    "move x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1",
    "move x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\nwho cannot move wins",
    "move x -= 2 * k for k >= 2\nmove x -= k, y -= 3 * k for k >= 1\nmove y -= 1",
    "Left: move x -= k for k >= 3\nLeft: move y -= 1\nRight: move y -= k for k >= 1\nRight: move x -= 2, y -= 1",
    "Left: move x -= k, y -= k for k >= 1\nRight: move x -= k, y -= 2 * k for k >= 1\nmove x -= 1",
    "move x -= k for k >= 1\nmove y -= 5 * k for k >= 1\ndraw when x = 7 and y >= 9\nLeft wins when y = 3 and x < 40",
];

fn game(moves: &str) -> Game {
    let text = format!("game \"Lines\"\nplayers Left, Right\nposition x, y\n{moves}");
    Rules::parse("lines", &text)
        .and_then(|rules| rules.game(&Parameters::new()))
        .unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

/// Value and remoteness of every state, for both players, from the smallest on.
fn naive(game: &Game) -> Vec<[(Value, Option<u64>); 2]> {
    let frame = Frame::new(game, 1, 1);
    let columns = HIGH[1] + 1;
    let mut all: Vec<[(Value, Option<u64>); 2]> = Vec::new();
    for x in 0..=HIGH[0] {
        for y in 0..columns {
            let entry = Player::BOTH.map(|player| {
                if let Some(end) = frame.end(&[x, y]) {
                    let value = end.for_next(player);
                    return (value, (value != Value::Draw).then_some(0));
                }
                let replies: Vec<_> = frame
                    .next(player, &[x, y])
                    .iter()
                    .map(|to| all[(to[0] * columns + to[1]) as usize][player.other().index()])
                    .collect();
                let lasting = |value: Value| {
                    replies
                        .iter()
                        .filter(move |reply| reply.0 == value)
                        .map(|reply| reply.1.map_or(0, |moves| moves + 1))
                };
                if let Some(moves) = lasting(Value::Loss).min() {
                    (Value::Win, Some(moves))
                } else if replies.is_empty() {
                    (frame.stuck(), Some(0))
                } else if lasting(Value::Draw).next().is_some() {
                    (Value::Draw, None)
                } else {
                    (Value::Loss, lasting(Value::Win).max())
                }
            });
            all.push(entry);
        }
    }
    all
}

#[test]
fn lines_see_what_the_rules_say() {
    for moves in GAMES {
        let game = game(moves);
        let expected = naive(&game);
        for (threads, want) in [
            (1, Want::Outcome),
            (1, Want::Remoteness),
            (2, Want::Outcome),
            (2, Want::Remoteness),
            (3, Want::Remoteness),
        ] {
            let limits = Limits::default().with_threads(threads);
            let mut solver = General::new(game.clone(), want, limits);
            let position = |x: i64, y: i64| Position::tuple([x, y]);
            solver
                .values(&position(HIGH[0], HIGH[1]))
                .expect("the largest box fits");
            let mut at = 0;
            for x in 0..=HIGH[0] {
                for y in 0..=HIGH[1] {
                    let solved = solver.solve(&position(x, y)).expect("covered");
                    for (player, (value, remoteness)) in expected[at].into_iter().enumerate() {
                        let answer = &solved.to_move[player];
                        let remoteness = remoteness.filter(|_| want == Want::Remoteness);
                        assert_eq!(
                            (answer.value, answer.remoteness),
                            (value, remoteness),
                            "{moves}\n{x},{y}, player {player}, {threads} threads, {want:?}"
                        );
                    }
                    at += 1;
                }
            }
        }
    }
}
