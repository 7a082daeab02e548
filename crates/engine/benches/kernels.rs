//! The kernels of single families: `cargo bench -p whowins-engine --bench kernels`.

#![allow(missing_docs)]

mod common;

use common::{Case, RUNS, Random, asked, copies, peak, processor_time, rates, wall_time};
use whowins_analysis::Value;
use whowins_engine::heap::{Subtraction, outcomes_up_to};
use whowins_engine::race::{Arena, ArenaError, solve};
use whowins_engine::{Engine, Limits};
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// The word that makes the program solve one race, by its board and starts, and print the bytes
/// that this took.
const ALONE: &str = "--alone";

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().collect();
    if let [_, alone, numbers @ ..] = &words[..]
        && alone == ALONE
    {
        let numbers: Result<Vec<usize>, _> = numbers.iter().map(|word| word.parse()).collect();
        let [board, a, b, c, d] = numbers?[..] else {
            return Err("five numbers are wanted".into());
        };
        println!("{}", race_alone(board, [(a, b), (c, d)])?);
        return Ok(());
    }
    one_heap()?;
    heaps_apart()?;
    races()?;
    Ok(())
}

/// The values of three numbers that never meet, against a loop over the moves of each.
fn heaps_apart() -> Result<(), Failure> {
    let (name, heaps) = ("three heaps apart", 1_000_000usize);
    if !asked(name) {
        return Ok(());
    }
    let sets: [&[usize]; 3] = [&[1, 3, 4], &[2, 5], &[1, 2, 3, 4, 5, 6, 7, 8, 9]];
    let mut text = String::from("game \"Heaps\"\nposition a, b, c\n");
    for (name, set) in ["a", "b", "c"].iter().zip(sets) {
        let takes: Vec<String> = set.iter().map(usize::to_string).collect();
        text += &format!("move {name} -= k for k in {{{}}}\n", takes.join(", "));
    }
    let rules = Rules::parse("bench", &text).map_err(|faults| faults.to_string())?;
    let game = rules
        .game(&Parameters::new())
        .map_err(|faults| faults.to_string())?;
    let position = game.position_of(&[heaps as i64 - 1; 3], 1, 1);
    let mut won = [false; 2];
    let runs = rates(3.0 * heaps as f64, || {
        let mut engine = Engine::new(game.clone(), Limits::default());
        let mut all = engine.strategies();
        let apart = all.find(|one| one.name() == "heaps apart").expect(name);
        let (time, values) = processor_time(|| apart.values(&position));
        won[0] = values.is_ok_and(|values| values[0] == Value::Win);
        time
    });
    let baseline = rates(3.0 * heaps as f64, || {
        let (time, sum) = processor_time(|| {
            let all = sets.iter().map(|set| mex_loop(set, heaps));
            all.fold(0, |sum, value| sum ^ value)
        });
        won[1] = sum != 0;
        time
    });
    assert_eq!(won[0], won[1]);
    Case {
        family: "one-heap",
        name,
        size: "1 M values each",
        unit: "values/CPU-s",
    }
    .print(&runs, "mex over the moves", &baseline);
    Ok(())
}

/// The Grundy value of the last of so many heaps.
fn mex_loop(set: &[usize], heaps: usize) -> u32 {
    let mut values: Vec<u32> = Vec::with_capacity(heaps);
    for heap in 0..heaps {
        let of = |take: &usize| values[heap - take];
        let mut seen: Vec<u32> = set.iter().filter(|take| **take <= heap).map(of).collect();
        seen.sort_unstable();
        seen.dedup();
        let mex = (0..).zip(&seen).find(|(mex, value)| mex != *value);
        values.push(mex.map_or(seen.len() as u32, |(mex, _)| mex));
    }
    values[heaps - 1]
}

/// The window's step, against a loop over the moves.
fn one_heap() -> Result<(), Failure> {
    let heaps = 20_000_000;
    let many: Vec<u64> = (1..=40).map(|i| i * 3 / 2).collect();
    for (name, sets) in [
        ("S = {1, 3, 4}", [vec![1, 3, 4], vec![1, 3, 4]]),
        (
            "40 numbers up to 60, partizan",
            [many.clone(), vec![2, 3, 5, 7, 11, 13]],
        ),
        (
            "no number below 20",
            [vec![20, 33, 57, 58], vec![20, 33, 57, 58]],
        ),
        (
            "no number below 100",
            [vec![100, 133, 257, 501], vec![111, 120, 333]],
        ),
    ] {
        if !asked(name) {
            continue;
        }
        let game = Subtraction::new(sets.clone(), false)?;
        let mut wins = [0, 0];
        let runs = rates(heaps as f64, || {
            let (time, outcomes) = processor_time(|| outcomes_up_to(&game, heaps - 1));
            wins[0] = outcomes.map_or(0, |outcomes| {
                outcomes.words()[0]
                    .iter()
                    .map(|word| u64::from(word.count_ones()))
                    .sum()
            });
            time
        });
        let baseline = rates(heaps as f64, || {
            let (time, count) = processor_time(|| heap_loop(&sets, heaps as usize));
            wins[1] = count;
            time
        });
        assert_eq!(wins[0], wins[1], "{name}");
        Case {
            family: "one-heap",
            name,
            size: "20 M heaps, both players",
            unit: "heaps/CPU-s",
        }
        .print_within(
            &runs,
            "loop over the moves",
            &baseline,
            // A bit a heap and player.
            &copies(heaps as f64 / 4.0, heaps as f64),
        );
    }
    Ok(())
}

/// How many heaps the first player wins.
fn heap_loop(sets: &[Vec<u64>; 2], heaps: usize) -> u64 {
    let mut wins = [vec![false; heaps], vec![false; heaps]];
    for heap in 0..heaps {
        for player in 0..2 {
            wins[player][heap] = sets[player]
                .iter()
                .any(|take| heap >= *take as usize && !wins[1 - player][heap - *take as usize]);
        }
    }
    wins[0].iter().map(|win| u64::from(*win)).sum()
}

type Board = Vec<Vec<bool>>;
type Square = (usize, usize);

fn board(size: usize, mut free: impl FnMut(usize, usize) -> bool) -> Board {
    (0..size)
        .map(|y| (0..size).map(|x| free(y, x)).collect())
        .collect()
}

/// The squares' neighbours, and the arena of the two starts.
fn arena(free: &Board, first: Square, second: Square) -> Result<Arena, ArenaError> {
    let size = free.len();
    let mut number = vec![vec![None; size]; size];
    let mut cells = 0u32;
    for y in 0..size {
        for x in 0..size {
            if free[y][x] {
                number[y][x] = Some(cells);
                cells += 1;
            }
        }
    }
    let mut neighbours = vec![Vec::new(); cells as usize];
    for y in 0..size {
        for x in 0..size {
            for (v, u) in [(y + 1, x), (y, x + 1)] {
                if v < size
                    && u < size
                    && let (Some(from), Some(to)) = (number[y][x], number[v][u])
                {
                    neighbours[from as usize].push(to);
                    neighbours[to as usize].push(from);
                }
            }
        }
    }
    let cell = |(y, x): Square| number[y][x].unwrap_or(u32::MAX);
    Arena::new(&neighbours, cell(first), cell(second))
}

/// Free squares near opposite corners that a path of even length joins; an odd one would need no
/// table.
fn far_starts(free: &Board) -> Result<Option<(Square, Square)>, ArenaError> {
    let size = free.len();
    let near_corner = || (0..size / 4).flat_map(|sum| (0..=sum).map(move |y| (y, sum - y)));
    for first in near_corner().filter(|&(y, x)| free[y][x]).take(20) {
        let ends = near_corner().map(|(y, x)| (size - 1 - y, size - 1 - x));
        for second in ends.filter(|&(y, x)| free[y][x]).take(20) {
            if solve(&arena(free, first, second)?)
                .distance
                .is_some_and(|distance| distance % 2 == 0)
            {
                return Ok(Some((first, second)));
            }
        }
    }
    Ok(None)
}

/// Ten boards of the contest's largest size.
fn boards() -> Vec<Board> {
    let size = 300;
    let end = size - 1;
    let mut random = Random(2008);
    let mut boards = vec![
        board(size, |_, _| true),
        board(size, |y, x| {
            y % 2 == 0 || x == if y % 4 == 1 { end } else { 0 }
        }),
        board(size, |y, x| y == size / 2 || x % 2 == 0),
        board(size, |y, x| y % (size / 4) < 2 || x % 3 == 0),
        board(size, |y, x| y % 2 == 0 || x % 2 == 0),
        board(size, |y, x| {
            y % 20 != 19 || if y % 40 == 19 { x + 19 > end } else { x < 19 }
        }),
    ];
    for blocked in [10, 20, 30, 35] {
        boards.push(board(size, |_, _| random.below(100) >= blocked));
    }
    boards
}

/// From the neighbours' lists to the answer, against one walk over each board: whoever answers must
/// have read it. And the memory.
fn races() -> Result<(), Failure> {
    if !asked("races") {
        return Ok(());
    }
    let mut arenas = Vec::new();
    let mut alone = Vec::new();
    for (number, free) in boards().iter().enumerate() {
        if let Some((first, second)) = far_starts(free)? {
            arenas.push(arena(free, first, second)?);
            alone.push((number, [first, second]));
        }
    }
    let own: Vec<f64> = (0..RUNS)
        .map(|_| wall_time(|| arenas.iter().map(|arena| solve(arena).table_bytes).max()).0)
        .map(|time| time.as_secs_f64())
        .collect();
    let baseline: Vec<f64> = (0..RUNS)
        .map(|_| wall_time(|| arenas.iter().map(breadth_first).sum::<usize>()).0)
        .map(|time| time.as_secs_f64())
        .collect();
    Case {
        family: "races",
        name: "all boards: open, serpentine, comb, ladder, pillars, blocked at random",
        size: &format!("{} boards 300x300", arenas.len()),
        unit: "s",
    }
    .print(&own, "one breadth-first walk of each", &baseline);
    race_memory(&arenas, &alone)
}

/// The contest allowed the whole program 8 MB at first.
const FIRST_LIMIT: f64 = 8e6;

/// The largest tables of positions of all boards, and the most that a program of its own holds for
/// one, its map and lists included.
fn race_memory(arenas: &[Arena], alone: &[(usize, [Square; 2])]) -> Result<(), Failure> {
    let size = format!("{} boards 300x300", arenas.len());
    let case = |name: &str, runs: &[f64]| {
        Case {
            family: "races",
            name,
            size: &size,
            unit: "bytes",
        }
        .print(
            runs,
            "the contest's first limit, 8 MB",
            &[FIRST_LIMIT; RUNS],
        );
    };
    let tables = arenas.iter().map(|arena| solve(arena).table_bytes);
    case(
        "tables of positions, the largest of all boards",
        &[tables.max().unwrap_or(0) as f64; RUNS],
    );
    if peak().is_none() {
        return Ok(());
    }
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let mut most = 0f64;
        for (number, [first, second]) in alone {
            let numbers = [*number, first.0, first.1, second.0, second.1].map(|n| n.to_string());
            let output = std::process::Command::new(std::env::current_exe()?)
                .arg(ALONE)
                .args(numbers)
                .output()?;
            most = most.max(String::from_utf8(output.stdout)?.trim().parse()?);
        }
        runs.push(most);
    }
    case(
        "all memory held, map and lists too, the largest of all boards",
        &runs,
    );
    Ok(())
}

/// Solves one race; the most bytes held beyond what the program began with.
fn race_alone(number: usize, [first, second]: [Square; 2]) -> Result<f64, Failure> {
    let held = "no VmHWM in /proc/self/status";
    let before = peak().ok_or(held)?;
    let free = boards().into_iter().nth(number).ok_or("no such board")?;
    let _ = solve(&arena(&free, first, second)?);
    Ok(peak().ok_or(held)? - before)
}

/// The number of cells that can be reached from the first start.
fn breadth_first(arena: &Arena) -> usize {
    let [start, _] = arena.start();
    let mut seen = vec![false; arena.cells()];
    let mut queue = vec![start];
    seen[start as usize] = true;
    let mut done = 0;
    while done < queue.len() {
        for next in arena.neighbours(queue[done]) {
            if !std::mem::replace(&mut seen[*next as usize], true) {
                queue.push(*next);
            }
        }
        done += 1;
    }
    queue.len()
}
