//! Games that end, decided depth first: worth, length and best moves as a plain recursion over the
//! exact meaning has them.

use std::cmp::Ordering;
use std::collections::HashMap;

use dashu_int::IBig;
use whowins_analysis::program::{Symmetries, is_fair, symmetries};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game, State};
use whowins_engine::search::Searcher;
use whowins_engine::terms::Solver;

type Known = HashMap<State, (IBig, u64)>;

/// What a state is worth and how long play lasts: who gains hurries, who loses delays.
fn plain(game: &Game, state: &State, known: &mut Known) -> (IBig, u64) {
    if let Some(found) = known.get(state) {
        return found.clone();
    }
    let over = game.over(state, &Budget::OPEN).expect("no limit");
    let found = match over {
        Some(pays) => (pays, 0),
        None => {
            let sign = if state[0][0] == IBig::ZERO { 1 } else { -1 };
            let options = game.options(state, &Budget::OPEN).expect("no limit");
            let worths = options.iter().map(|option| {
                let (pays, level) = plain(game, option, known);
                (pays, level + 1)
            });
            // The larger is better: by worth, then by haste where it gains, by delay where it
            // loses.
            let key = |(pays, level): &(IBig, u64)| {
                let pays = pays * IBig::from(sign);
                let level = i128::from(*level);
                let time = match pays.cmp(&IBig::ZERO) {
                    Ordering::Greater => -level,
                    Ordering::Less => level,
                    Ordering::Equal => 0,
                };
                (pays, time)
            };
            worths.max_by_key(key).expect("an option")
        }
    };
    known.insert(state.clone(), found.clone());
    found
}

#[test]
fn worths_are_those_of_a_plain_recursion() {
    let take = |start: &str, most: &str, moves: &str, end: &str| {
        format!(
            "(game take (part turn 0 1) (part n 0 {most}) (part m 0 5) (start (0) ({start}) (3))
             (tier (seq {moves} (set turn (- 1 turn)))) {end})"
        )
    };
    let divides = "(choose d 1 n (seq (guard (= (% n d) 0)) (set n (- n d))))";
    let either = "(alt (choose k 1 3 (set n (- n k))) (seq (set m (- m 1)) (set n (+ n m))))";
    let again = "(choose k 1 4 (seq (set n (- n k)) (when (= (% n 3) 0) (set turn (- 1 turn)))))";
    let (loses, wins) = ("(stuck (if turn 1 -1))", "(stuck (if turn -1 1))");
    let early = "(end (= n 4) (if turn 1 -1)) (end (= n 7) 0) (stuck (if turn 1 -1))";
    let partial = "(end (= n 4) 1) (stuck (if turn 2 -1))";
    let mut asked = 0;
    for (most, moves) in [
        ("-", divides),
        ("60", divides),
        ("30", either),
        ("30", again),
    ] {
        for end in [loses, wins, early, partial] {
            for start in ["24", "25", "5", "0"] {
                let text = take(start, most, moves, end);
                let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
                let mut solver = Solver::new(game.clone(), Budget::OPEN);
                let mut known = Known::new();
                for turn in 0..2 {
                    let mut state = game.starts[0].clone();
                    state[0] = vec![turn.into()];
                    let (pays, level) = plain(&game, &state, &mut known);
                    let found = solver.worth(&state).expect("no limit");
                    assert_eq!(found.pays.as_ref(), Some(&pays), "{game}{state:?}");
                    if let Some(length) = found.remoteness {
                        assert_eq!(length, level, "{game}{state:?}");
                        asked += 1;
                    }
                    if let Some(best) = found.best {
                        let (after, length) = plain(&game, &best, &mut known);
                        assert_eq!(after, pays, "{game}{state:?} {best:?}");
                        if found.remoteness.is_some() {
                            assert_eq!(length + 1, level, "{game}{state:?} {best:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(asked > 50, "{asked}");
}

/// One state is kept for all that the symmetries of a game carry into each other; what is told of
/// it is told of the state that was asked about.
#[test]
fn states_that_symmetries_join_are_worth_what_they_are() {
    let mut random = Random(41);
    let mut joined = 0;
    let alike: Game = "(game heaps (part turn 0 1) (part heap 0 7) (start (0) (3 4 5))
        (tier (choose i 0 (len heap) (choose k 1 4 (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
        (end (= (max (get heap 0) (max (get heap 1) (get heap 2))) 1) (if turn 1 -1)) (stuck (if turn -1 1)))"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    for round in 0..cases(300, 5000) {
        let (game, length, most) = match round % 4 {
            0 => (alike.clone(), 3, 6),
            _ => {
                let (rows, columns) = [(1, 5), (2, 3), (3, 3), (2, 2)][random.below(4)];
                (random.board_game(rows, columns), rows * columns, 3)
            }
        };
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        let mut known = Known::new();
        for _ in 0..3 {
            let cells = (0..length).map(|_| random.below(most).into()).collect();
            let mut state: State = vec![vec![random.below(2).into()], cells];
            state.extend((game.parts.len() == 3).then(|| vec![IBig::ZERO]));
            joined += usize::from(symmetries(&game, &state) != Symmetries::default());
            let (pays, level) = plain(&game, &state, &mut known);
            let found = solver.worth(&state).expect("no limit");
            assert_eq!(found.pays.as_ref(), Some(&pays), "{game}{state:?}");
            assert!(
                found.remoteness.is_none_or(|length| length == level),
                "{game}{state:?}"
            );
            let searched =
                Searcher::new(game.clone(), Budget::OPEN, 1 << 20).expect("nothing is blocked");
            let searched = searched
                .with_turns([0, 8][random.below(2)])
                .worth(&state, u64::MAX);
            let searched = searched.expect("no limit").expect("it ends");
            assert_eq!(searched.pays.as_ref(), Some(&pays), "{game}{state:?}");
            let options = game.options(&state, &Budget::OPEN).expect("no limit");
            let goes_on = game
                .over(&state, &Budget::OPEN)
                .expect("no limit")
                .is_none();
            for best in [&found.best, &searched.best] {
                assert_eq!(best.is_some(), goes_on, "{game}{state:?}");
            }
            for best in [found.best, searched.best].into_iter().flatten() {
                assert!(options.contains(&best), "{game}{state:?} {best:?}");
                assert_eq!(
                    plain(&game, &best, &mut known).0,
                    pays,
                    "{game}{state:?} {best:?}"
                );
            }
        }
    }
    assert!(joined > 200, "{joined}");
}

/// Two options are two where the opponent may block one, though they are images of each other: who
/// fills an end of three cells can fill the other.
#[test]
fn images_are_options_of_their_own_where_some_are_blocked() {
    let mut game: Game = "(game ends (part turn 0 1) (part row 0 1) (start (0) (0 1 0))
        (tier (seq (choose i 0 3 (seq (guard (= (get row i) 0)) (set row i 1))) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
        .parse()
        .unwrap_or_else(|error| panic!("{error}"));
    game.blocks = 1;
    let state = game.starts[0].clone();
    assert_ne!(symmetries(&game, &state), Symmetries::default());
    let found = Solver::new(game, Budget::OPEN)
        .worth(&state)
        .expect("no limit");
    assert_eq!(found.pays, Some(1.into()));
}

/// Where both players have the same moves, each for his own points, one of two states is kept;
/// where one of them has more, none is taken for another.
#[test]
fn points_of_games_that_are_fair_are_worth_what_they_are() {
    let game = |first: &str, second: &str, stuck: &str| {
        let text = format!(
            "(game take (part turn 0 1) (part n 0 40) (part m 0 5) (part ahead -2000000000000 -) (start (0) (23) (3) (0))
             (tier (alt (seq (guard (= turn 0)) {first}) (seq (guard (= turn 1)) {second}))) (stuck {stuck}))"
        );
        text.parse::<Game>()
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let take = |sign: &str, gain: &str| {
        format!(
            "(choose k 1 4 (seq (set n (- n k)) (set ahead ({sign} ahead {gain})) (when (= (% n 3) 0) (set m (- m 1))) (when (< (% n 5) 2) (set turn (- 1 turn)))))"
        )
    };
    let (odd, even) = ("(% (* k n) 7)", "(% k 2)");
    for (first, second, stuck, fair) in [
        (take("+", odd), take("-", odd), "ahead", true),
        (
            take("+", odd),
            take("-", odd),
            "(+ ahead (if turn 3 -3))",
            true,
        ),
        (take("+", odd), take("-", even), "ahead", false),
        (take("+", odd), take("+", odd), "ahead", false),
        (take("+", odd), take("-", odd), "(+ ahead 1)", false),
        (take("+", odd), take("-", odd), "(+ ahead m)", false),
    ] {
        let game = game(&first, &second, stuck);
        assert_eq!(is_fair(&game, Some(3)), fair, "{game}");
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        let mut known = Known::new();
        for (n, turn) in (0..=23).rev().flat_map(|n| [(n, 0), (n, 1)]) {
            let state: State = vec![
                vec![turn.into()],
                vec![n.into()],
                vec![4.into()],
                vec![2.into()],
            ];
            let (pays, _) = plain(&game, &state, &mut known);
            let found = solver.worth(&state).expect("no limit");
            assert_eq!(found.pays.as_ref(), Some(&pays), "{game}{state:?}");
            if let Some(best) = found.best {
                assert_eq!(plain(&game, &best, &mut known).0, pays, "{game}{state:?}");
            }
        }
    }
}

/// Worths and lengths past what a slot of the table holds have a place of their own.
#[test]
fn what_is_large_is_worth_what_it_is() {
    let read = |text: &str| {
        text.parse::<Game>()
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let one_by_one = read(
        "(game long (part turn 0 1) (part n 0 9000) (start (0) (9000))
         (tier (seq (set n (- n 1)) (set turn (- 1 turn)))) (stuck (if turn 1 -1)))",
    );
    let mut solver = Solver::new(one_by_one, Budget::OPEN);
    for n in [9000, 4095, 4096, 4097] {
        let found = solver.worth(&vec![vec![0.into()], vec![n.into()]]);
        let found = found.expect("no limit");
        let pays = if n % 2 == 0 { -1 } else { 1 };
        assert_eq!(found.pays, Some(pays.into()), "{n}");
        assert_eq!(found.remoteness, Some(n as u64), "{n}");
    }
    let far = read(
        "(game far (part turn 0 1) (part n 0 12) (part left 0 4) (start (0) (0) (4))
         (tier (seq (set left (- left 1)) (choose k 0 4 (set n (% (+ (* n 3) k) 13))) (set turn (- 1 turn))))
         (stuck (* (- n 6) (+ 900 (* n 40)))))",
    );
    let (mut known, mut solver) = (Known::new(), Solver::new(far.clone(), Budget::OPEN));
    let mut large = 0;
    for (n, left) in (0..13).flat_map(|n| (0..5).map(move |left| (n, left))) {
        let state = vec![vec![0.into()], vec![n.into()], vec![left.into()]];
        let (wanted, _) = plain(&far, &state, &mut known);
        let found = solver.worth(&state).expect("no limit");
        large += usize::from(wanted > 2000.into() || wanted < (-2000).into());
        assert_eq!(found.pays, Some(wanted), "{state:?}");
    }
    assert!(large > 10, "{large} of large worth");
}

/// Where play goes down an order of the states, those that play never comes to are decided as well,
/// and each state is worth what it is: with numbers that rise, either player's own moves, points,
/// and where a move goes against the order that others keep.
#[test]
fn states_decided_in_order_are_worth_what_they_are() {
    let turn = "(set turn (- 1 turn))";
    let heaps = "(part heap 0 40)";
    let both = |first: &str, second: &str| {
        format!(
            "(alt (seq (guard (= turn 0)) {first} {turn}) (seq (guard (= turn 1)) {second} {turn}))"
        )
    };
    let pairs = format!(
        "(alt (choose i 0 3 (choose k 1 4 (seq (set heap i (- (get heap i) k)) {turn})))
              (seq (set heap 0 (- (get heap 0) 1)) (set heap 2 (- (get heap 2) 1)) {turn}))"
    );
    let alike =
        format!("(choose i 0 3 (choose k 1 4 (seq (set heap i (- (get heap i) k)) {turn})))");
    let carried = format!(
        "(choose i 0 3 (choose k 1 4 (seq (set heap i (- (get heap i) k)) (when (> i 0) (set heap (- i 1) (+ (get heap (- i 1)) k))) {turn})))"
    );
    let own = both(
        "(choose k 1 3 (seq (set heap 0 (- (get heap 0) k)) (set heap 1 (+ (get heap 1) 1))))",
        "(alt (set heap 2 (- (get heap 2) 1)) (seq (set heap 1 (- (get heap 1) 2)) (set heap 0 (- (get heap 0) 1))))",
    );
    let back = both(
        "(choose k 1 3 (set heap 2 (- (get heap 2) k)))",
        "(alt (set heap 0 (- (get heap 0) 1)) (seq (guard (= (get heap 2) 3)) (set heap 2 20) (set heap 0 (- (get heap 0) 1))))",
    );
    // The one move against the order is met late, and what hangs on it is not decided in order.
    let late = format!(
        "(seq (alt (choose i 0 3 (choose k 1 4 (set heap i (- (get heap i) k))))
                   (seq (guard (= (get heap 1) 20)) (guard (= (get heap 2) 15)) (set heap 1 19) (set heap 2 16))) {turn})"
    );
    let gain = |n: &str| {
        format!("(set ahead (if turn (- ahead (% (* {n} {n}) 11)) (+ ahead (% (* {n} {n}) 11))))")
    };
    let points = format!(
        "(seq (alt (seq (set i (+ i 1)) {}) (seq (set j (- j 1)) {})) (guard (<= i j)) {turn})",
        gain("i"),
        gain("j")
    );
    let (loses, wins) = ("(stuck (if turn 1 -1))", "(stuck (if turn -1 1))");
    for (name, parts, start, moves, end, whole) in [
        ("pairs", heaps, "(24 23 22)", &pairs, loses, 25 * 24 * 23),
        ("alike", heaps, "(29 29 29)", &alike, wins, 0),
        ("carried", heaps, "(3 9 12)", &carried, loses, 0),
        ("own", heaps, "(20 10 25)", &own, loses, 0),
        ("late", heaps, "(24 23 22)", &late, loses, 0),
        ("back", heaps, "(16 0 31)", &back, wins, 0),
        (
            "points",
            "(part i 0 130) (part j 0 130) (part ahead -9999 -)",
            "(0) (127) (0)",
            &points,
            "(stuck ahead)",
            8000,
        ),
    ] {
        let text = format!(
            "(game {name} (part turn 0 1) {parts} (start (0) {start}) (tier {moves}) {end})"
        );
        let game: Game = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        let mut known = Known::new();
        let (pays, level) = plain(&game, &game.starts[0], &mut known);
        let found = solver.worth(&game.starts[0]).expect("no limit");
        assert_eq!(found.pays.as_ref(), Some(&pays), "{game}");
        assert!(
            found.remoteness.is_none_or(|length| length == level),
            "{game}"
        );
        assert!(found.states >= whole, "{name}: {} states", found.states);
        for (state, (pays, level)) in known.iter().step_by(7) {
            let found = solver.worth(state).expect("no limit");
            assert_eq!(found.pays.as_ref(), Some(pays), "{game}{state:?}");
            assert!(
                found.remoteness.is_none_or(|length| length == *level),
                "{game}{state:?}"
            );
        }
    }
}
