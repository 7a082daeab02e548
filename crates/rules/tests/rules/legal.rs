//! Whether a move is a move: the exact question agrees with the laid-out moves where there are
//! such, and is right far beyond them.

use proptest::prelude::*;
use whowins_analysis::{End, Frame, Game, Player, Position, Shape};
use whowins_rules::{Parameters, Rules};

use crate::naive::tuple::tuple_game;

fn game(text: &str) -> Game {
    let rules = Rules::parse("t", text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    rules.game(&Parameters::new()).expect("a game")
}

/// Every pair of positions, by the moves laid out and by the exact question.
fn agree(game: &Game, positions: &[Position]) {
    for from in positions {
        let (rows, columns) = game.size_of(from);
        let frame = Frame::new(game, rows, columns);
        let state = game.state_of(from).expect("a small position");
        for player in Player::BOTH {
            assert_eq!(game.end_at(player, from), frame.end(&state));
            let options = frame.next(player, &state);
            let size = |at: &&Position| game.size_of(at) == (rows, columns);
            for to in positions.iter().filter(size) {
                let listed = options.contains(&game.state_of(to).expect("a small position"));
                assert_eq!(
                    game.is_move(player, from, (to, player.other())),
                    Some(listed),
                    "{} to {} by {player:?} in {game:?}",
                    game.show(from),
                    game.show(to)
                );
            }
        }
    }
}

fn pairs(most: u64) -> Vec<Position> {
    let all = (0..=most).flat_map(|x| (0..=most).map(move |y| [x, y]));
    all.map(Position::tuple).collect()
}

#[test]
fn small_pairs_agree_with_the_moves_laid_out() {
    for text in [
        "game \"G\"\nposition x, y\nmove x -= k, y -= k + d for k >= 1, 0 <= d < 2\nmove y -= 1, x -= 1\n",
        "game \"G\"\nposition x, y <= 5\nmove x -= k for k in {1, 3} if x % 2 = y % 2\nmove y += 1, x -= 2\n",
        "game \"G\"\nplayers A, B\nposition x, y\nA: move x -= 2, y += 1\nB: move y -= k for 1 <= k <= x\nat x < 3: A wins\n",
        "game \"G\"\nposition x, y\nmove x := x / 2 if x > 0\nmove x := y, y := x - 1 if y < x\n",
        "game \"G\"\nposition x, y\nmove x -= k * k for 1 <= k <= x\nmove y -= a + b for a in {1, 2}, b in {0, 2}\nat y > x + 3: draw\n",
        // A choice that hides another one.
        "game \"G\"\nposition x, y\nmove x -= a + b for a >= 1, b in {1, 2}\nmove y -= 2 * a - b, x += b for 2 <= a <= 4, 0 <= b <= a\n",
        "game \"G\"\nposition x, y\nmove x -= a + b, y -= a - b for a >= 1, 0 <= b <= a if a != b + 1\nmove y -= a + 2 * b for a >= 0, b >= 1\n",
    ] {
        let Ok(rules) = Rules::parse("t", text) else {
            panic!("{text}\n{}", Rules::parse("t", text).unwrap_err());
        };
        let game = rules.game(&Parameters::new()).expect("a game");
        let inside = |position: &Position| game.read(&game.show(position)).is_ok();
        let positions: Vec<Position> = pairs(7).into_iter().filter(inside).collect();
        agree(&game, &positions);
    }
}

#[test]
fn small_heaps_and_rows_agree_too() {
    let heaps = game("game \"G\"\noctal 0.77\n");
    let all = ["0", "1", "2", "3", "4", "1,1", "1,2", "2,2", "1,3", "1,1,2"];
    let read = |game: &Game, text: &str| game.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    agree(&heaps, &all.map(|text| read(&heaps, text)));
    let row = game("game \"G\"\nposition row of . o\nmove ^ . . $ -> ^ o . $\nmove o . -> . o\n");
    let all = ["..", "o.", ".o", "oo", "...", "o..", ".o.", "..o"];
    agree(&row, &all.map(|text| read(&row, text)));
}

#[test]
fn far_out_the_rules_are_the_same() {
    let asked = |game: &Game, player: Player, from: &str, to: &str| {
        let read = |text: &str| game.read(text).expect("a position");
        game.is_move(player, &read(from), (&read(to), player.other()))
    };
    let first = Player::First;
    let wythoff = game(
        "game \"G\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\n",
    );
    let far = "100000000000000000000000000000";
    let both = format!("{far},{far}");
    for (to, legal) in [
        ("7,7", true),
        (&*format!("7,{far}"), true),
        ("7,8", false),
        (&*both, false),
    ] {
        assert_eq!(asked(&wythoff, first, &both, to), Some(legal), "{to}");
    }
    let ended = game(
        "game \"G\"\nplayers A, B\nposition x, y\nmove x -= 2, y -= 1\nmove x -= 1, y -= 2\nat x < y: A wins\nat y < 2: draw\n",
    );
    let over = format!("{far},{far}1");
    assert_eq!(
        ended.end_at(first, &ended.read(&over).expect("a position")),
        Some(End::Wins(Player::First))
    );
    let to = "99999999999999999999999999998,999999999999999999999999999999";
    assert_eq!(asked(&ended, first, &over, to), Some(false));
    // A comparison of two numbers past 64 bits is one of the numbers.
    let open = ended.read(&format!("{far}1,{far}")).expect("a position");
    assert_eq!(ended.end_at(first, &open), None);
    let halves =
        game("game \"G\"\nposition n\nmove n := n / 2 if n % 4 = 2\nmove n -= 3 if n % 4 != 2\n");
    let (even, odd) = (
        "200000000000000000000000000002",
        "200000000000000000000000000001",
    );
    let half = "100000000000000000000000000001";
    assert_eq!(asked(&halves, first, even, half), Some(true));
    assert_eq!(asked(&halves, first, odd, half), Some(false));
    let kayles = game("game \"G\"\noctal 0.77\n");
    assert_eq!(
        asked(
            &kayles,
            first,
            odd,
            &format!("{half},99999999999999999999999999999")
        ),
        Some(true)
    );
    assert_eq!(
        asked(&kayles, first, odd, &format!("{half},{half}")),
        Some(false)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn random_tuples(random in tuple_game(), seeds in prop::collection::vec(prop::collection::vec(0..100_i64, 3), 4)) {
        let text = random.text();
        let game = Rules::parse("random", &text).ok().and_then(|rules| rules.game(&Parameters::new()).ok());
        let game = game.filter(|game| !matches!(game.shape, Shape::Program(_)));
        prop_assume!(game.is_some());
        let game = game.unwrap();
        for seed in &seeds {
            let within = |at: usize| {
                let (least, most) = random.variables[at];
                least + seed[at] % (most.unwrap_or(9) - least + 1)
            };
            let state: Vec<i64> = (0..random.variables.len()).map(within).collect();
            let from = game.position_of(&state, 1, 1);
            for player in Player::BOTH {
                let naive = random.next(player, &state);
                let changed = (0..state.len()).flat_map(|at| [-1, 1].map(|by| {
                    let mut near = naive.first().unwrap_or(&state).clone();
                    near[at] = (near[at] + by).max(0);
                    near
                }));
                for to in naive.iter().cloned().chain(changed) {
                    let position = game.position_of(&to, 1, 1);
                    // Where a second choice hides what the first one was, it may be left open;
                    // never is it told wrongly.
                    let told = game.is_move(player, &from, (&position, player.other()));
                    let hidden = told.is_none() && text.contains(" j ");
                    prop_assert!(
                        hidden || told == Some(naive.contains(&to)),
                        "{} from {:?} to {:?}: {:?}", &text, &state, &to, told
                    );
                }
            }
        }
    }
}

/// Two numbers that are chosen can hide each other in one coordinate; far out, a second coordinate
/// tells them, or their ranges leave few.
#[test]
fn a_choice_that_hides_another_is_told_far_out() {
    let n = "1000000000000000000000000000000";
    let asked = |rules: &str, to: &str| {
        let game = game(&format!("game \"G\"\n{rules}\n"));
        let read = |text: &str| game.read(text).expect("a position");
        game.is_move(
            Player::First,
            &read(&format!("{n},{n}")),
            (&read(to), Player::Second),
        )
    };
    let told = "position x, y\nmove x -= a + b, y -= a - b for a >= 1, 0 <= b <= a";
    // a = 4 * 10^29, b = 10^29.
    let (x, y) = (
        "500000000000000000000000000000",
        "700000000000000000000000000000",
    );
    assert_eq!(asked(told, &format!("{x},{y}")), Some(true));
    assert_eq!(asked(told, &format!("{y},{x}")), Some(false));
    // The sum of both changes is even.
    let odd = "700000000000000000000000000001";
    assert_eq!(asked(told, &format!("{x},{odd}")), Some(false));
    let few = "position x, y\nmove x -= a + b for a >= 1, b in {1, 2}";
    assert_eq!(asked(few, &format!("{x},{n}")), Some(true));
    assert_eq!(asked(few, &format!("{n},{n}")), Some(false));
    let one_less = "999999999999999999999999999999";
    assert_eq!(asked(few, &format!("{one_less},{n}")), Some(false));
    // Neither is told, and many would do: the first is found.
    let many = "position x, y\nmove x -= a + b for a >= 1, b >= 1";
    assert_eq!(asked(many, &format!("{x},{n}")), Some(true));
    assert_eq!(asked(many, &format!("{one_less},{n}")), Some(false));
}
