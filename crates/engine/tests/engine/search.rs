//! Proof-number search, held to the terms decided whole.

use dashu_int::IBig;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Expr, Game as Core, State};
use whowins_engine::EngineError;
use whowins_engine::search::Searcher;
use whowins_engine::terms::{Solver, solve};

/// Bytes for what is found: all that there is, or so few that most is forgotten.
const ROOM: [u64; 3] = [1 << 30, 1 << 16, 1 << 10];

/// Moves of the first turn of each way: as it is, both in small steps, and proof numbers alone.
const TURNS: [u64; 4] = [1 << 14, 0, 1, 9];

/// A search and the decided states say the same of a state, and the move that the search names
/// keeps it.
pub(crate) fn agree(game: &Core, state: &State, case: usize, mut step: u64) -> Option<()> {
    let wanted = solve(game, state, &Budget::OPEN).ok()?;
    let search = Searcher::new(game.clone(), Budget::OPEN, ROOM[case % 3])?;
    let mut search = search.with_turns(TURNS[case / 3 % 4]);
    let found = loop {
        match search.worth(state, step) {
            Ok(None) if search.goes_round() => return None,
            Ok(None) => step = step.saturating_mul(2),
            Ok(Some(found)) => break found,
            // Among them a few states with more moves than there is room for.
            Err(EngineError::TooLarge(_) | EngineError::Memory { .. }) => return None,
            Err(error) => panic!("{error}: {game}{state:?}"),
        }
    };
    assert_eq!(found.pays, wanted.pays, "{game}{state:?}");
    assert_eq!(
        found.pays.is_some() && wanted.best.is_some(),
        found.best.is_some(),
        "{game}{state:?}"
    );
    if let Some(best) = found.best {
        let options = game.options(state, &Budget::OPEN).expect("no limit");
        assert!(options.contains(&best), "{game}{state:?} {best:?}");
        let after = solve(game, &best, &Budget::OPEN).expect("no limit");
        assert_eq!(after.pays, wanted.pays, "{game}{state:?} {best:?}");
    }
    Some(())
}

#[test]
fn random_terms_are_worth_what_they_are() {
    let mut random = Random(31);
    let mut asked = 0;
    for case in 0..cases(2000, 40_000) {
        let mut game = random.game("search");
        let state = random.state();
        if game.admits(&state).is_err() {
            continue;
        }
        game.endless = [None, Some(0), Some(1), Some(-1), Some(3)][random.below(5)].map(Expr::num);
        let few = Solver::new(game.clone(), Budget::OPEN);
        if !matches!(few.reached(std::slice::from_ref(&state), 300), Ok(Some(_))) {
            continue;
        }
        let step = [1 << 30, 50][case % 2];
        asked += usize::from(agree(&game, &state, case, step).is_some());
    }
    assert!(asked > 300, "{asked}");
}

/// A walk on a graph of so many nodes: from n who is to move goes along an edge of their own.
fn walk(random: &mut Random, nodes: usize, degree: usize, endless: Option<i64>) -> Core {
    let list = |random: &mut Random| {
        let edges = (0..nodes * degree).map(|_| match random.below(4) {
            0 => "-1".into(),
            _ => random.below(nodes).to_string(),
        });
        edges.collect::<Vec<String>>().join(" ")
    };
    let (mine, yours) = (list(random), list(random));
    let ends = (0..2).map(|_| {
        let pays = random.below(3) as i64 - 1;
        format!("(end (= n {}) {pays}) ", random.below(nodes))
    });
    let ends: String = ends.collect();
    let more = endless.map_or_else(String::new, |pays| format!("(endless {pays})"));
    let stuck = ["(if turn 1 -1)", "(if turn -1 1)", "0"][random.below(3)];
    format!(
        "(game walk (const mine {mine}) (const yours {yours}) (part turn 0 1) (part n 0 {}) (start (0) (0))
         (tier (choose i 0 {degree} (seq (let to (if turn (get yours (+ (* {degree} n) i) -1) (get mine (+ (* {degree} n) i) -1)) (set n to))
         (set turn (- 1 turn))))) {ends} (stuck {stuck}) {more})",
        nodes - 1
    )
    .parse()
    .unwrap_or_else(|error| panic!("{error}"))
}

/// Where positions repeat, an answer must not hang on the way by which a state was come to.
#[test]
fn walks_that_go_round_are_worth_what_they_are() {
    let mut random = Random(32);
    let mut drawn = 0;
    for case in 0..cases(150, 60_000) {
        let nodes = 2 + random.below(14);
        let degree = 1 + random.below(3);
        let endless = [None, Some(0), Some(0), Some(1), Some(-1)][random.below(5)];
        let game = walk(&mut random, nodes, degree, endless);
        let (bytes, step) = (ROOM[case % 3], [1 << 30, 20][case % 2]);
        // One search for all states, in an order of its own: what was kept for one must be so for
        // the others.
        let search = Searcher::new(game.clone(), Budget::OPEN, bytes).expect("no blocks");
        let mut search = search.with_turns(TURNS[case / 3 % 4]);
        let mut places: Vec<usize> = (0..2 * nodes).collect();
        places.rotate_left(random.below(nodes));
        for place in places {
            let state: State = vec![vec![(place % 2).into()], vec![(place / 2).into()]];
            agree(&game, &state, case, step);
            let wanted = solve(&game, &state, &Budget::OPEN).expect("no limit");
            let found = search.worth(&state, u64::MAX).expect("no limit");
            let Some(found) = found else {
                assert!(search.goes_round(), "as many moves as it takes");
                continue;
            };
            assert_eq!(found.pays, wanted.pays, "{game}{state:?}");
            drawn += usize::from(found.pays == Some(IBig::ZERO));
            for than in -1..=2 {
                let gets = search.gets(&state, &IBig::from(than), u64::MAX);
                if let (Some(gets), Some(pays)) = (gets.expect("no limit"), &wanted.pays) {
                    assert_eq!(
                        gets,
                        Some(*pays >= IBig::from(than)),
                        "{game}{state:?} {than}"
                    );
                }
            }
        }
    }
    assert!(drawn > 300, "{drawn}");
}

/// Points on edges that only lead on: the same node is reached with any score.
#[test]
fn points_are_worth_what_they_are() {
    let mut random = Random(33);
    for case in 0..cases(300, 6000) {
        let nodes = 3 + random.below(12);
        let numbers = |random: &mut Random, least: i64, most: i64| {
            let one = |_| (least + random.below((most - least + 1) as usize) as i64).to_string();
            (0..nodes * 3).map(one).collect::<Vec<String>>().join(" ")
        };
        let (steps, gains) = (numbers(&mut random, 1, 4), numbers(&mut random, -5, 9));
        let again = random.below(5);
        let game: Core = format!(
            "(game points (const steps {steps}) (const gains {gains}) (part turn 0 1) (part n 0 {}) (part ahead -2000000000000 -)
             (start (0) (0) (0))
             (tier (choose i 0 3 (seq (let e (+ (* 3 n) i) (seq
                 (set ahead (if turn (- ahead (get gains e)) (+ ahead (get gains e)))) (set n (+ n (get steps e)))))
                 (when (= {again} (% n 5)) skip (set turn (- 1 turn))))))
             (stuck ahead))",
            nodes - 1
        )
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
        for turn in 0..2 {
            let ahead = random.below(40) as i64 - 20;
            let state: State = vec![vec![turn.into()], vec![0.into()], vec![ahead.into()]];
            agree(&game, &state, case, [1 << 30, 30][case % 2]).expect("it falls");
        }
    }
}
