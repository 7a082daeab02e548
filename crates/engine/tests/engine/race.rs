//! The kernel against a naive reading of the rules: each turn spelt out, the extra move a turn of
//! its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use whowins_core::{Budget, Over};
use whowins_engine::inside::analyse;
use whowins_engine::race::*;

/// The free squares of a map of `.`, `#`, `A` and `B`, numbered row by row, with side-neighbours.
fn map(rows: &[&str]) -> Arena {
    let squares: Vec<Vec<u8>> = rows
        .iter()
        .map(|row| row.bytes().filter(|&square| square != b' ').collect())
        .collect();
    let mut number = vec![];
    let mut cells = 0;
    for row in &squares {
        number.push(
            row.iter()
                .map(|&square| {
                    (square != b'#').then(|| {
                        cells += 1;
                        cells - 1
                    })
                })
                .collect::<Vec<Option<u32>>>(),
        );
    }
    let at = |y: usize, x: usize| number.get(y).and_then(|row| row.get(x)).copied().flatten();
    let mut neighbours = vec![vec![]; cells as usize];
    let mut start = [0; 2];
    for (y, row) in squares.iter().enumerate() {
        for (x, &square) in row.iter().enumerate() {
            let Some(cell) = at(y, x) else { continue };
            let around = [
                at(y, x + 1),
                at(y + 1, x),
                at(y, x.wrapping_sub(1)),
                at(y.wrapping_sub(1), x),
            ];
            neighbours[cell as usize].extend(around.into_iter().flatten());
            match square {
                b'A' => start[0] = cell,
                b'B' => start[1] = cell,
                _ => {}
            }
        }
    }
    Arena::new(&neighbours, start[0], start[1]).unwrap()
}

fn graph(
    cells: u32,
    edges: impl IntoIterator<Item = (u32, u32)>,
    first: u32,
    second: u32,
) -> Arena {
    let mut neighbours = vec![vec![]; cells as usize];
    for (from, to) in edges {
        if from != to {
            neighbours[from as usize].push(to);
            neighbours[to as usize].push(from);
        }
    }
    Arena::new(&neighbours, first, second).unwrap()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Open,
    Win,
    Loss,
}

/// The rules as they are read aloud, over all positions (both cells, the player to move, "must move
/// again"). Returns the start's outcome under normal play, and the first player's winning first
/// moves.
fn naive(arena: &Arena) -> (RaceOutcome, Vec<u32>) {
    let cells = arena.cells();
    let index =
        |turn: usize, at: [u32; 2]| (turn * cells + at[0] as usize) * cells + at[1] as usize;
    let mut labels = vec![Label::Open; 2 * cells * cells];
    // Each move of `turn` from `at` leads to: a win, the same player again (mid-jump), or the other
    // player's turn.
    fn best(
        arena: &Arena,
        turn: usize,
        at: [u32; 2],
        label: &dyn Fn(usize, [u32; 2]) -> Label,
    ) -> Label {
        let mut result = Label::Loss;
        for &cell in arena.neighbours(at[turn]) {
            let mut next = at;
            next[turn] = cell;
            let reached = if cell == arena.start()[1 - turn] {
                Label::Win
            } else if next[0] == next[1] {
                best(arena, turn, next, label)
            } else {
                match label(1 - turn, next) {
                    Label::Win => Label::Loss,
                    Label::Loss => Label::Win,
                    Label::Open => Label::Open,
                }
            };
            match reached {
                Label::Win => return Label::Win,
                Label::Open => result = Label::Open,
                Label::Loss => {}
            }
        }
        result
    }
    loop {
        let mut changed = false;
        for turn in 0..2 {
            for a in 0..cells as u32 {
                for b in (0..cells as u32).filter(|&b| b != a) {
                    if labels[index(turn, [a, b])] == Label::Open {
                        let label = best(arena, turn, [a, b], &|turn, at| labels[index(turn, at)]);
                        changed |= label != Label::Open;
                        labels[index(turn, [a, b])] = label;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let [first, second] = arena.start();
    let outcome = match labels[index(0, [first, second])] {
        Label::Win => RaceOutcome::First,
        Label::Loss => RaceOutcome::Second,
        Label::Open => RaceOutcome::Draw,
    };
    // Only a piece next to its goal could jump in its first move, and then it wins by it.
    let wins = |&cell: &u32| cell == second || labels[index(1, [cell, second])] == Label::Loss;
    (
        outcome,
        arena
            .neighbours(first)
            .iter()
            .copied()
            .filter(wins)
            .collect(),
    )
}

/// The layered game of Theorem 2, pair by pair, without bitsets.
fn layered_naive(arena: &Arena) -> bool {
    let [first, second] = arena.start();
    let (p, q) = (arena.distances(first), arena.distances(second));
    let half = q[first as usize] / 2;
    let cells: Vec<u32> = (0..arena.cells() as u32).collect();
    let mut wins = std::collections::HashSet::new();
    for k in (0..=half).rev() {
        let on =
            |cell: u32, p_is: u32| p[cell as usize] == p_is && q[cell as usize] == 2 * half - p_is;
        let mut now = std::collections::HashSet::new();
        for &a in cells.iter().filter(|&&a| on(a, k)) {
            for &b in cells.iter().filter(|&&b| on(b, 2 * half - k)) {
                let second_ends = |to: u32| {
                    arena
                        .neighbours(b)
                        .iter()
                        .filter(|&&b| on(b, 2 * half - k - 1))
                        .all(|&b| wins.contains(&(to, b)))
                };
                if if k == half {
                    a != b
                } else {
                    arena
                        .neighbours(a)
                        .iter()
                        .any(|&to| on(to, k + 1) && second_ends(to))
                } {
                    now.insert((a, b));
                }
            }
        }
        wins = now;
    }
    wins.contains(&(first, second))
}

fn agrees(arena: &Arena) -> Result<RaceAnswer, TestCaseError> {
    let answer = solve(arena);
    let (outcome, moves) = naive(arena);
    prop_assert_eq!(
        answer.outcome.by_normal_play(),
        outcome,
        "{:?} {:?}",
        &answer,
        arena
    );
    if answer.reason == RaceReason::NoPath {
        let unreachable = matches!(answer.outcome, RaceOutcome::Unreachable { .. });
        prop_assert!(unreachable, "{:?}", answer);
    } else if answer.reason == RaceReason::Layers && odd_cycle(arena) {
        prop_assert_eq!(
            answer.winning_moves.is_empty(),
            outcome != RaceOutcome::First
        );
        prop_assert!(
            answer.winning_moves.iter().all(|step| moves.contains(step)),
            "{:?} {:?}",
            &answer,
            moves
        );
    } else {
        prop_assert_eq!(&answer.winning_moves, &moves, "{:?} {:?}", &answer, arena);
    }
    if answer.reason != RaceReason::NoPath {
        // The other road to the truth must lead to the same place, also where the kernel does not
        // take it.
        if answer.distance > Some(1) {
            let all = analyse(arena, &Budget::OPEN).unwrap();
            prop_assert_eq!(&all.winning, &moves);
            prop_assert_eq!(all.second_wins, outcome == RaceOutcome::Second);
        }
    }
    Ok(answer)
}

fn odd_cycle(arena: &Arena) -> bool {
    let distance = arena.distances(arena.start()[0]);
    (0..arena.cells() as u32).any(|cell| {
        arena.neighbours(cell).iter().any(|&other| {
            distance[cell as usize] == distance[other as usize]
                && distance[cell as usize] != u32::MAX
        })
    })
}

#[test]
fn the_two_samples() {
    let blocked_near = map(&["A...", ".#..", "....", "...B"]);
    assert_eq!(outcome(&blocked_near), RaceOutcome::Second);
    assert!(solve(&blocked_near).winning_moves.is_empty());
    let blocked_far = map(&["A...", "....", "..#.", "...B"]);
    assert_eq!(outcome(&blocked_far), RaceOutcome::First);
    assert_eq!(solve(&blocked_far).winning_moves, naive(&blocked_far).1);
    for arena in [blocked_near, blocked_far] {
        assert_eq!(outcome(&arena), naive(&arena).0);
        assert_eq!(solve(&arena).reason, RaceReason::Layers);
    }
}

#[test]
fn without_a_path_the_rules_decide() {
    let unreachable = |first_boxed, second_boxed| RaceOutcome::Unreachable {
        first_boxed,
        second_boxed,
    };
    let cases: [(&[&str], RaceOutcome, RaceOutcome); 4] = [
        (
            &["A.", "##", ".B"],
            unreachable(false, false),
            RaceOutcome::Draw,
        ),
        (
            &["A#.", "##.", "..B"],
            unreachable(true, false),
            RaceOutcome::Second,
        ),
        (
            &["A.#", "..#", "##B"],
            unreachable(false, true),
            RaceOutcome::First,
        ),
        (&["A#", "#B"], unreachable(true, true), RaceOutcome::Second),
    ];
    for (rows, outcome, by_normal_play) in cases {
        let answer = solve(&map(rows));
        assert_eq!((answer.outcome, answer.distance), (outcome, None));
        assert_eq!(answer.outcome.by_normal_play(), by_normal_play);
        assert_eq!(naive(&map(rows)).0, by_normal_play);
    }
}

/// Why Theorem 2b asks that there be no level edge: with one, the layered game is lost for the
/// first player on all three boards, and the truth is each of the three outcomes.
#[test]
fn odd_cycles_can_save_the_first_player() {
    // 0 → 2 keeps its distance from 3; the second must step to 1, and the first jumps over it: 2 →
    // 1 → 3.
    let triangle = graph(4, [(0, 1), (0, 2), (1, 2), (1, 3)], 0, 3);
    // Both have a triangle to wait in, and who steps to 1 is jumped over.
    let two_triangles = graph(5, [(0, 1), (0, 4), (1, 4), (1, 3), (1, 2), (2, 3)], 0, 3);
    // A way of length 2 and one of length 3 join the starts; waiting on the long one comes too
    // late.
    let five_cycle = graph(5, [(0, 2), (2, 3), (0, 4), (1, 4), (1, 3)], 0, 3);
    assert_eq!(solve(&triangle).winning_moves, [2]);
    let cases = [
        (triangle, RaceReason::Retrograde, RaceOutcome::First),
        (two_triangles, RaceReason::Retrograde, RaceOutcome::Draw),
        (five_cycle, RaceReason::Retrograde, RaceOutcome::Second),
    ];
    for (arena, reason, outcome) in cases {
        assert!(!layered_naive(&arena));
        assert_eq!(
            (solve(&arena).reason, solve(&arena).outcome),
            (reason, outcome)
        );
        assert_eq!(naive(&arena).0, outcome);
    }
}

#[test]
fn neighbours_win_at_once() {
    let answer = solve(&map(&["AB"]));
    assert_eq!(
        (answer.outcome, answer.distance, answer.winning_moves),
        (RaceOutcome::First, Some(1), vec![1])
    );
}

#[test]
fn every_map_of_three_by_three() {
    let mut seen = std::collections::HashMap::new();
    for walls in 0..512u32 {
        for a in 0..9 {
            for b in (0..9).filter(|&b| b != a) {
                if walls >> a & 1 == 1 || walls >> b & 1 == 1 {
                    continue;
                }
                let square = |cell: u32| match cell {
                    _ if cell == a => 'A',
                    _ if cell == b => 'B',
                    _ if walls >> cell & 1 == 1 => '#',
                    _ => '.',
                };
                let rows: Vec<String> = (0..3)
                    .map(|y| (0..3).map(|x| square(3 * y + x)).collect())
                    .collect();
                let answer =
                    agrees(&map(&rows.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
                *seen
                    .entry(format!("{:?} {:?}", answer.outcome, answer.reason))
                    .or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.values().sum::<u32>(), 72 << 7);
    // No piece gets past the other by shape alone in so small a map; odd distances, jumps and no
    // path all occur.
    assert!(
        seen.contains_key("First OddDistance") && seen.contains_key("Second Layers"),
        "{seen:?}"
    );
}

#[test]
fn bad_boards_are_errors() {
    let lists = |rows: &[&[u32]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    let good = lists(&[&[1, 1], &[0]]);
    assert_eq!(
        Arena::new(&good, 0, 1).map(|arena| arena.neighbours(0).to_vec()),
        Ok(vec![1])
    );
    assert_eq!(
        Arena::new(&good, 0, 2),
        Err(ArenaError::StartOutside { start: 2, cells: 2 })
    );
    assert_eq!(
        Arena::new(&[], 0, 1),
        Err(ArenaError::StartOutside { start: 0, cells: 0 })
    );
    assert_eq!(
        Arena::new(&good, 1, 1),
        Err(ArenaError::SameStart { cell: 1 })
    );
    assert_eq!(
        Arena::new(&lists(&[&[1], &[0, 1]]), 0, 1),
        Err(ArenaError::OwnNeighbour { cell: 1 })
    );
    assert_eq!(
        Arena::new(&lists(&[&[1], &[]]), 0, 1),
        Err(ArenaError::OneWay { from: 0, to: 1 })
    );
    let outside = ArenaError::NeighbourOutside {
        cell: 1,
        neighbour: 9,
        cells: 2,
    };
    assert_eq!(
        Arena::new(&lists(&[&[1], &[0, 9]]), 0, 1),
        Err(outside.clone())
    );
    assert!(outside.to_string().contains("cell 1 names the neighbour 9"));
    let arena = Arena::new(&good, 0, 1).unwrap();
    assert!(arena.neighbours(2).is_empty() && arena.neighbours(u32::MAX).is_empty());
}

/// On open fields of all parities: both tables look at the budget while they are filled, and answer
/// nothing once it is over.
#[test]
fn a_budget_ends_the_tables() {
    // Even distances: by layers; and, where an edge joins two cells at the same distance, by all
    // positions.
    let open = vec![".".repeat(200); 200];
    let mut rows = open.clone();
    rows[0].replace_range(..1, "A");
    rows[199].replace_range(199.., "B");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let layers = map(&rows);
    // A way of 800 steps, with a cell beside its beginning where a turn can be spent.
    let mut way: Vec<Vec<u32>> = (0..=800_u32)
        .map(|cell| {
            (cell.saturating_sub(1)..=(cell + 1).min(800))
                .filter(|other| *other != cell)
                .collect()
        })
        .collect();
    way[0].push(801);
    way[1].push(801);
    way.push(vec![0, 1]);
    let way = Arena::new(&way, 0, 800).expect("an arena");
    for (arena, reason) in [(layers, RaceReason::Layers), (way, RaceReason::Retrograde)] {
        assert_eq!(solve(&arena).reason, reason);
        let late = Budget::OPEN.by(Instant::now());
        assert_eq!(solve_under(&arena, &late), Err(Over::Time));
        let stopped = Budget::new(None, Arc::default());
        stopped.stop();
        assert_eq!(solve_under(&arena, &stopped), Err(Over::Stopped));
        let open = Budget::OPEN.by(Instant::now() + Duration::from_secs(600));
        assert_eq!(solve_under(&arena, &open), Ok(solve(&arena)));
    }
}

#[test]
fn too_little_memory_is_said() {
    let rows = ["A....", ".....", ".....", ".....", "....B"];
    let enough = solve(&map(&rows)).table_bytes;
    assert_eq!(solve_within(&map(&rows), enough), solve(&map(&rows)));
    let answer = solve_within(&map(&rows), enough - 1);
    assert_eq!(
        answer.outcome,
        RaceOutcome::Undecided {
            needed_bytes: enough as u128
        }
    );
    assert_eq!(answer.reason, RaceReason::Layers);
}

/// Random maps of up to `size` by `size` squares. In half of them the starts are opposite corners:
/// there the pieces have a choice of shortest paths, and who gets past whom is open.
fn random_map(size: usize) -> impl Strategy<Value = Arena> {
    (2..=size, 2..=size, 0u32..6, any::<bool>()).prop_flat_map(|(height, width, walls, corners)| {
        let last = height * width - 1;
        let starts = if corners {
            (0..=0, last..=last)
        } else {
            (0..=last, 0..=last)
        };
        (proptest::collection::vec(0u32..10, last + 1), starts).prop_map(
            move |(squares, (a, b))| {
                let b = if a == b { (b + 1) % (last + 1) } else { b };
                let square = |cell: usize| match squares[cell] {
                    _ if cell == a => 'A',
                    _ if cell == b => 'B',
                    roll if roll < walls => '#',
                    _ => '.',
                };
                let rows: Vec<String> = (0..height)
                    .map(|y| (0..width).map(|x| square(y * width + x)).collect())
                    .collect();
                map(&rows.iter().map(String::as_str).collect::<Vec<_>>())
            },
        )
    })
}

/// Few cells and random edges: triangles, dead ends, parts without a path.
fn random_graph() -> impl Strategy<Value = Arena> {
    (3u32..=11).prop_flat_map(|cells| {
        let edge = (0..cells, 0..cells);
        (
            proptest::collection::vec(edge, 0..=2 * cells as usize),
            1..cells,
        )
            .prop_map(move |(edges, second)| graph(cells, edges, 0, second))
    })
}

/// A start, layers of `width` cells, the other start; random steps between consecutive layers, and
/// some within one when `level`.
fn random_layers(
    depth: std::ops::RangeInclusive<u32>,
    width: std::ops::RangeInclusive<u32>,
    level: bool,
) -> impl Strategy<Value = Arena> {
    (depth, width, 1u32..=3).prop_flat_map(move |(half, width, density)| {
        let inner = 2 * half - 1;
        let cells = inner * width + 2;
        let edge = (0..inner, 0..width, 0..width, any::<bool>());
        proptest::collection::vec(
            edge,
            (cells * density) as usize / 2..=(cells * density) as usize,
        )
        .prop_map(move |edges| {
            let cell = |layer: u32, slot: u32| {
                if layer < inner {
                    layer * width + slot
                } else {
                    cells - 1
                }
            };
            let steps = edges.into_iter().map(|(layer, from, to, within)| {
                (
                    cell(layer, from),
                    cell(
                        if level && within && to % 4 == 0 {
                            layer
                        } else {
                            layer + 1
                        },
                        to,
                    ),
                )
            });
            let ends = (0..width).map(|slot| (cells - 2, cell(0, slot)));
            graph(cells, steps.chain(ends), cells - 2, cells - 1)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn maps_agree_with_the_rules(arena in random_map(6)) {
        let answer = agrees(&arena)?;
        prop_assert!(answer.reason != RaceReason::Retrograde, "side-neighbours make no odd cycle");
    }

    #[test]
    fn graphs_agree_with_the_rules(arena in random_graph()) {
        agrees(&arena)?;
    }

    #[test]
    fn layered_graphs_agree_with_the_rules(arena in random_layers(1..=4, 1..=4, false)) {
        prop_assert!(agrees(&arena)?.reason != RaceReason::Retrograde);
    }

    #[test]
    fn level_edges_agree_with_the_rules(arena in random_layers(1..=4, 1..=4, true)) {
        agrees(&arena)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn larger_maps_agree_with_the_rules(arena in random_map(10)) {
        agrees(&arena)?;
    }

    #[test]
    fn wide_layers_agree_with_the_layered_game(arena in random_layers(1..=4, 60..=140, false)) {
        let answer = solve(&arena);
        if answer.reason == RaceReason::Layers {
            prop_assert_eq!(answer.outcome == RaceOutcome::First, layered_naive(&arena));
        }
    }
}
