//! Random games, written out as text, mean what a naive reading of them says: the reading is
//! written here, from the structure that the text was made from, and uses nothing of the crate but
//! the text's result.

use proptest::prelude::*;
use whowins_analysis::derive::{
    board_fall, board_order, cones, falling, falling_order, rays, region,
};
use whowins_analysis::expression::Cond;
use whowins_analysis::{Frame, Game, Player, Shape};
use whowins_rules::{Parameters, Rules};

use crate::naive::board::board_game;
use crate::naive::tokens::token_game;
use crate::naive::tuple::{TupleGame, tuple_game};

/// The game of a text; `None` where the checker refuses it, as it does moves without end.
fn game(text: &str) -> Option<Game> {
    let rules = Rules::parse("random", text).ok()?;
    let game = rules.game(&Parameters::new()).ok()?;
    (!matches!(game.shape, Shape::Program(_))).then_some(game)
}

fn states(game: &TupleGame, seeds: &[Vec<i64>]) -> Vec<Vec<i64>> {
    seeds
        .iter()
        .map(|seed| {
            (0..game.variables.len())
                .map(|v| {
                    game.variables[v].0
                        + seed[v] % (game.variables[v].1.unwrap_or(9) - game.variables[v].0 + 1)
                })
                .collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(600, 3000) as u32, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn tuples(random in tuple_game(), seeds in prop::collection::vec(prop::collection::vec(0..100_i64, 3), 6)) {
        let text = random.text();
        let game = game(&text);
        prop_assume!(game.is_some());
        let game = game.unwrap();
        let frame = Frame::new(&game, 1, 1);
        let Shape::Numbers(numbers) = &game.shape else { panic!("{text}") };
        let falling = falling(numbers);
        let order = falling_order(numbers);
        let rays = rays(numbers);
        let cones = cones(numbers);
        for state in states(&random, &seeds) {
            for player in Player::BOTH {
                let naive = random.next(player, &state);
                prop_assert_eq!(&frame.next(player, &state), &naive, "{} at {:?}", &text, &state);
                for next in &naive {
                    if let Some(form) = &falling {
                        prop_assert!(form.weights.iter().all(|w| *w >= 0));
                        prop_assert!(form.value(next) < form.value(&state), "{}", &text);
                    }
                    if let Some(order) = &order {
                        let key = |state: &[i64]| order.iter().map(|v| state[*v]).collect::<Vec<_>>();
                        prop_assert!(key(next) < key(&state), "{}", &text);
                    }
                    if let Some(cones) = &cones && random.variables.len() == 1 {
                        let step = next[0] - state[0];
                        prop_assert!(cones.iter().any(|cone| cone.base[0] == step
                            || cone.rays.iter().any(|ray| ray[0].signum() == (step - cone.base[0]).signum())), "{}", &text);
                    }
                }
                if let Some(rays) = &rays {
                    let mut expanded = Vec::new();
                    for ray in rays.iter().filter(|ray| ray.by.allows(player)) {
                        for k in ray.least..=ray.most.unwrap_or(200).min(200) {
                            let next: Vec<i64> = (0..state.len()).map(|v| state[v] + ray.base[v] + k * ray.step[v]).collect();
                            let mut slots = state.clone();
                            slots.extend(&ray.chosen);
                            if let Some(free) = ray.free { slots[state.len() + free] = k; }
                            let inside = (0..state.len()).all(|v| next[v] >= random.variables[v].0 && next[v] <= random.most(v));
                            if inside && (ray.guard == Cond::Const(true) || ray.guard.holds(&slots, 1, 1)) { expanded.push(next); }
                        }
                    }
                    let mut wanted = naive.clone();
                    wanted.sort();
                    expanded.sort();
                    prop_assert_eq!(expanded, wanted, "{} at {:?}", &text, &state);
                }
            }
            if let Ok(limits) = region(numbers, &state) {
                let mut seen = std::collections::BTreeSet::from([state.clone()]);
                let mut open = vec![state.clone()];
                while let Some(state) = open.pop() {
                    prop_assert!(state.iter().zip(&limits).all(|(n, most)| n <= most), "{}: {:?} leaves {:?}", &text, &state, &limits);
                    for player in Player::BOTH {
                        for next in random.next(player, &state) {
                            if seen.len() < 300 && seen.insert(next.clone()) { open.push(next); }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn boards(random in board_game(), sizes in prop::collection::vec((1..5_usize, 1..6_usize, prop::collection::vec(0..3_u8, 30)), 4)) {
        let text = random.text();
        let game = game(&text);
        prop_assume!(game.is_some());
        let game = game.unwrap();
        let Shape::Board(board) = &game.shape else { panic!("{text}") };
        let order = board_order(board);
        let fall = board_fall(board);
        prop_assert!(order.is_none() || fall.as_ref().is_some_and(|fall| fall.counts.is_empty()));
        for (rows, columns, cells) in sizes {
            let rows = if random.row { 1 } else { rows };
            let state: Vec<i64> = cells[..rows * columns].iter().map(|c| i64::from(*c)).collect();
            let frame = Frame::new(&game, rows, columns);
            let mut settled = state.clone();
            frame.settle(&mut settled);
            prop_assert_eq!(&settled, &random.settle(rows, columns, &state), "{}", &text);
            prop_assert_eq!(frame.end(&state).is_some(), random.is_over(rows, columns, &state), "{} {:?}", &text, &state);
            for player in Player::BOTH {
                let naive = random.next(player, rows, columns, &state);
                prop_assert_eq!(&frame.next(player, &state), &naive, "{} at {} x {}: {:?}", &text, rows, columns, &state);
                if let Some(fall) = &fall {
                    let key = |state: &[i64]| {
                        let sum = |weights: &Vec<u64>| state.iter().map(|s| weights[*s as usize]).sum::<u64>();
                        let mut digits: Vec<u8> = state.iter().map(|s| fall.order.digit[*s as usize]).collect();
                        if !fall.order.first_cell_leads { digits.reverse(); }
                        (fall.counts.iter().map(sum).collect::<Vec<_>>(), digits)
                    };
                    for next in &naive { prop_assert!(key(next) < key(&state), "{}", &text); }
                    prop_assert!(key(&settled) <= key(&state));
                }
                if let Some(order) = &order {
                    let key = |state: &[i64]| {
                        let mut digits: Vec<u8> = state.iter().map(|s| order.digit[*s as usize]).collect();
                        if !order.first_cell_leads { digits.reverse(); }
                        digits
                    };
                    for next in &naive { prop_assert!(key(next) < key(&state), "{}", &text); }
                    prop_assert!(key(&settled) <= key(&state));
                }
            }
        }
    }

    #[test]
    fn tokens(random in token_game(), places in prop::collection::vec((0..64_usize, 0..64_usize), 6)) {
        let text = random.text();
        let game = game(&text).unwrap_or_else(|| panic!("{text}"));
        let Shape::Tokens(tokens) = &game.shape else { panic!("{text}") };
        let frame = Frame::new(&game, 1, 1);
        for (a, b) in places {
            let state = vec![(a % tokens.cells.len()) as i64, (b % tokens.cells.len()) as i64];
            prop_assert_eq!(frame.end(&state).is_some(), random.is_over(&state), "{} {:?}", &text, &state);
            for player in Player::BOTH {
                let naive = random.next(player, &state);
                prop_assert_eq!(&frame.next(player, &state), &naive, "{} at {:?}", &text, &state);
            }
        }
    }
}

/// A largest choice that the ranges say already is none: its rays are those of an open choice. Any
/// other keeps its meaning, or has no rays.
#[test]
fn largest_choices_that_ranges_imply() {
    for (change, most, open) in [
        ("x -= k", "x", true),
        ("x -= k", "x + 3", true),
        ("x -= k", "x - 1", false),
        ("x -= k", "y", false),
        ("x -= k", "min(x, x + 1)", true),
        ("x -= k", "min(x, y)", false),
        ("x -= k", "max(x, y)", false),
        ("x -= 2 * k", "x", true),
        ("x -= k, y -= k", "x", true),
        ("x -= k, y -= k", "min(x, y)", true),
        ("x -= k, y += k", "x", true),
        ("x -= k, y += k", "min(x, 9 - y)", true),
        ("x -= k, y += k", "8 - y", false),
        ("x -= k + 1", "x - 1", true),
        ("x -= k + 1", "x - 2", false),
    ] {
        let text =
            format!("game \"G\"\nposition x <= 9, y <= 9\nmove {change} for k in 1..{most}\n");
        let game = game(&text).unwrap_or_else(|| panic!("{text}"));
        let Shape::Numbers(numbers) = &game.shape else {
            panic!("{text}")
        };
        let rays = rays(numbers);
        assert_eq!(rays.is_some(), open, "{text}");
        let Some([ray]) = rays.as_deref() else {
            continue;
        };
        assert_eq!(ray.most, None, "{text}");
        let frame = Frame::new(&game, 1, 1);
        for (x, y) in (0..10).flat_map(|x| (0..10).map(move |y| (x, y))) {
            let mut found: Vec<Vec<i64>> = (ray.least..30)
                .map(|k| {
                    vec![
                        x + ray.base[0] + k * ray.step[0],
                        y + ray.base[1] + k * ray.step[1],
                    ]
                })
                .filter(|next| next.iter().all(|n| (0..10).contains(n)))
                .collect();
            let mut wanted = frame.next(Player::First, &[x, y]);
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{text} at {x},{y}");
        }
    }
}

/// Moves in several writings, the first of which is the usual one.
const WRITINGS: &[&[&str]] = &[
    &[
        "move x -= k for k >= 1",
        "move x := k for k in 0..x-1",
        "move x := k for k in 0..x if k != x",
        "move x -= k for k in 1..x",
        "move x -= k for k >= 1 if x >= k",
        "move x := x - k for k >= 1 if k <= x and x > 0",
        "move x -= k - 2 for k >= 3",
        "move x -= k, y := y for k >= 1",
        "move x -= k, y := l for k >= 1, l in 0..y if l = y",
    ],
    &[
        "move x -= k, y -= k for k >= 1",
        "move x -= k, y -= l for k >= 1, l >= 1 if k = l",
        "move x := k, y := l for k in 0..x-1, l in 0..y-1 if x - k = y - l",
        "move x := k, y := y - x + k for k in 0..x-1",
        "move x -= k, y -= k for k in 1..min(x, y)",
    ],
    &[
        "move x -= k for k in 1..3",
        "move x := k for k in x-3..x-1",
        "move x -= k for k >= 1 if k < 4",
        "move x -= k for k in {1, 2, 3} if x >= k",
    ],
    &[
        "move x -= 2 * k for k >= 1",
        "move x -= k + k for k >= 1 if x >= 2 * k",
    ],
    &[
        "move x -= k, y += k for k >= 1",
        "move x := k, y := y + x - k for k in 0..x-1",
    ],
];

#[test]
fn all_writings_of_a_move_are_one_ray() {
    for writings in WRITINGS {
        let read = |writing: &str| {
            let text = format!("game \"G\"\nposition x, y\n{writing}\n");
            let game = game(&text).unwrap_or_else(|| panic!("{text}"));
            let Shape::Numbers(numbers) = &game.shape else {
                panic!("{text}")
            };
            let rays = rays(numbers).unwrap_or_else(|| panic!("no rays of {writing}"));
            let line = |ray: whowins_analysis::derive::Ray| {
                assert_eq!(ray.guard, Cond::Const(true), "{writing}");
                let first = ray.base.iter().zip(&ray.step);
                let first: Vec<i64> = first.map(|(base, step)| base + ray.least * step).collect();
                (first, ray.step, ray.most.map(|most| most - ray.least))
            };
            let mut lines: Vec<_> = rays.into_iter().map(line).collect();
            lines.sort();
            (game, lines)
        };
        let (usual, lines) = read(writings[0]);
        for writing in &writings[1..] {
            let (other, same) = read(writing);
            assert_eq!(same, lines, "{writing}");
            let [usual, other] = [&usual, &other].map(|game| Frame::new(game, 1, 1));
            for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let [mut a, mut b] =
                    [&usual, &other].map(|frame| frame.next(Player::First, &[x, y]));
                a.sort();
                b.sort();
                assert_eq!(a, b, "{writing} at {x},{y}");
            }
        }
    }
}
