//! Answers from proved laws against the general solver, on random games of every family: values,
//! and moves.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use whowins_analysis::{Budget, Frame, Game, Player, Position, Value};
use whowins_engine::{Engine, EngineError, Limits, Strategy as _};
use whowins_law::{LawSource, LawStrategy};
use whowins_rules::{Parameters, Rules};

/// Holds the law against the general solver at these positions; gives how many the law spoke of.
fn hold(text: &str, positions: &[Position]) -> usize {
    let rules = Rules::parse("random", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let none = Parameters::new();
    let game = rules
        .game(&none)
        .unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    // A game whose law is far to seek is no matter here.
    let limits = Limits::default().with_time(Duration::from_secs(2));
    let source = LawSource::search(&rules, &none, &limits);
    let mut law = LawStrategy::new(Arc::new(source), &game);
    let mut engine = Engine::new(game.clone(), Limits::default());
    let mut spoken = 0;
    for position in positions {
        let place = format!("{text}\nat {}", game.show(position));
        let solved = law
            .try_solve(position, u64::MAX)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        let Some(solved) = solved else { continue };
        spoken += 1;
        let values = solved.to_move.clone().map(|answer| answer.value);
        assert_eq!(law.values(position), Ok(values), "{place}");
        assert_eq!(engine.values(position), Ok(values), "{place}");
        for player in Player::BOTH {
            let best = &solved.to_move[player.index()].best;
            check_move(
                &game,
                &mut engine,
                position,
                player,
                values[player.index()],
                best,
                &place,
            );
        }
    }
    spoken
}

fn check_move(
    game: &Game,
    engine: &mut Engine,
    position: &Position,
    player: Player,
    value: Value,
    best: &Option<whowins_engine::Best>,
    place: &str,
) {
    let (rows, columns) = game.size_of(position);
    let frame = Frame::new(game, rows, columns);
    let mut state = game.state_of(position).expect("a small position");
    frame.settle(&mut state);
    let options: Vec<Position> = frame
        .next(player, &state)
        .iter()
        .map(|next| game.position_of(next, rows, columns))
        .collect();
    let Some(best) = best else {
        assert!(options.is_empty(), "{place}: no move for {player:?}");
        return;
    };
    assert!(options.contains(&best.to), "{place}: {best:?} is not legal");
    let reply = engine.values(&best.to).expect("it was solved")[player.other().index()];
    assert_eq!(reply.reversed(), value, "{place}: {best:?}");
}

fn points(most: &[u64]) -> Vec<Position> {
    let mut all = vec![Vec::new()];
    for most in most {
        all = all
            .iter()
            .flat_map(|head: &Vec<u64>| {
                (0..=*most).map(move |last| [head.as_slice(), &[last]].concat())
            })
            .collect();
    }
    let position = |point: &Vec<u64>| Position::tuple(point.iter().copied());
    all.iter().map(position).collect()
}

fn rows(longest: usize) -> Vec<Position> {
    (1..=longest)
        .flat_map(|columns| {
            (0..1usize << columns)
                .map(move |bits| Position::list((0..columns).map(|cell| bits >> cell & 1)))
        })
        .collect()
}

/// The ending's line, and who uses each of the moves.
fn play() -> impl Strategy<Value = (bool, Vec<&'static str>)> {
    let by = prop::sample::select(vec!["", "", "", "First: ", "Second: "]);
    (any::<bool>(), prop::collection::vec(by, 6))
}

fn text(shape: &str, misere: bool, moves: &[String]) -> String {
    let ending = if misere { "\nwho cannot move wins" } else { "" };
    format!(
        "game \"Random\"\nplayers First, Second\nposition {shape}\n{}{ending}\n",
        moves.join("\n")
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn heaps((misere, by) in play(), takes in prop::collection::vec(1u64..9, 1..5)) {
        let line = |(take, by): (&u64, &&str)| format!("{by}move n -= {take}");
        let moves: Vec<String> = takes.iter().zip(&by).map(line).collect();
        let spoken = hold(&text("n", misere, &moves), &points(&[60]));
        prop_assert_eq!(spoken, 61);
    }

    #[test]
    fn vectors((misere, by) in play(), vectors in prop::collection::vec((0u64..3, 0u64..3), 1..4)) {
        let line = |((a, b), by): (&(u64, u64), &&str)| {
            let (a, b) = if a + b == 0 { (1, 1) } else { (*a, *b) };
            let parts = [("x", a), ("y", b)];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(_, by)| *by > 0)
                .map(|(name, by)| format!("{name} -= {by}"))
                .collect();
            format!("{by}move {}", parts.join(", "))
        };
        let moves: Vec<String> = vectors.iter().zip(&by).map(line).collect();
        hold(&text("x, y", misere, &moves), &points(&[12, 12]));
    }

    #[test]
    fn words(
        (misere, by) in play(),
        patterns in prop::collection::vec(("[.o]{2}", "[.o]{2}"), 1..3),
    ) {
        // Rules that lower the row as a number, so that play ends.
        let lower = |(a, b): &(String, String)| match a.cmp(b) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some((b.clone(), a.clone())),
            std::cmp::Ordering::Greater => Some((a.clone(), b.clone())),
        };
        let spaced = |word: &str| word.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
        let moves: Vec<String> = patterns
            .iter()
            .filter_map(lower)
            .zip(&by)
            .map(|((from, to), by)| format!("{by}move {} -> {}", spaced(&from), spaced(&to)))
            .collect();
        if !moves.is_empty() {
            hold(&text("row of . o", misere, &moves), &rows(8));
        }
    }
}

/// A move is looked for under the budget of the question: what was cut is no answer, and the law's
/// value is not lost by it.
#[test]
fn an_answer_that_was_cut_is_none() {
    let rules = Rules::parse(
        "t",
        "game \"G\"\nposition n\nmove n -= k for k >= 1 if k != 2\n",
    )
    .expect("rules");
    let none = Parameters::new();
    let game = rules.game(&none).expect("a game");
    let source = Arc::new(LawSource::search(&rules, &none, &Limits::default()));
    let position = game.read("1000").expect("a position");
    let mut open = LawStrategy::new(Arc::clone(&source), &game);
    assert!(
        open.try_solve(&position, u64::MAX)
            .expect("an answer")
            .is_some()
    );
    let budget = Budget::default();
    budget.stop();
    let mut cut = LawStrategy::new(source, &game).under(&budget);
    assert_eq!(
        cut.try_solve(&position, u64::MAX)
            .map(|solved| solved.is_some()),
        Err(EngineError::Stopped)
    );
    assert!(
        cut.try_values(&position, u64::MAX)
            .expect("a value")
            .is_some()
    );
}
