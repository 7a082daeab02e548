//! Every game of few linear moves on two numbers; and of one number with a memory of few states.

use super::listed::{Games, Listed, sets};

/// A move, and its mirror image among all.
struct Move {
    /// What it is called in a row.
    key: String,
    /// Its line.
    line: String,
    mirror: usize,
}

/// All moves with coefficients to `most`: multiples of a vector, of one number moved to the other,
/// a multiple of the other number taken away, a quotient.
fn moves(most: u32) -> Vec<Move> {
    let mut all: Vec<(String, String)> = Vec::new();
    let taken = |name: &str, by: u32| match by {
        0 => None,
        1 => Some(format!("{name} -= k")),
        by => Some(format!("{name} -= {by} * k")),
    };
    for (a, b) in (0..=most).flat_map(|a| (0..=most).map(move |b| (a, b))) {
        if (a, b) == (0, 0) {
            continue;
        }
        let changes: Vec<String> = [taken("x", a), taken("y", b)]
            .into_iter()
            .flatten()
            .collect();
        all.push((
            format!("({a} {b})k"),
            format!("move {} for k >= 1", changes.join(", ")),
        ));
    }
    for (a, b) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
        // So that the sum falls.
        if b < a {
            let plus = if b == 1 {
                "k".into()
            } else {
                format!("{b} * k")
            };
            for (x, y, key) in [
                ("x", "y", format!("({a} -{b})k")),
                ("y", "x", format!("(-{b} {a})k")),
            ] {
                all.push((
                    key,
                    format!("move {x} -= {a} * k, {y} += {plus} for k >= 1"),
                ));
            }
        }
    }
    for a in 1..=most {
        for (x, y) in [("x", "y"), ("y", "x")] {
            let of = if a == 1 {
                y.into()
            } else {
                format!("{a} * {y}")
            };
            all.push((
                format!("{x}-{of}").replace(" * ", ""),
                format!("move {x} -= {of} if {y} >= 1"),
            ));
            if a > 1 {
                all.push((
                    format!("{x}/{a}"),
                    format!("move {x} := {x} / {a} if {x} >= 1"),
                ));
            }
        }
    }
    let swapped = |text: &str| -> String {
        let letter = |one| match one {
            'x' => 'y',
            'y' => 'x',
            other => other,
        };
        text.chars().map(letter).collect()
    };
    let mirror_of = |line: &str| {
        let mut parts: Vec<String> = swapped(line.trim_start_matches("move "))
            .split(" for ")
            .map(str::to_string)
            .collect();
        let mut changes: Vec<&str> = parts[0].split(", ").collect();
        // As it is written: x first, or what is taken first.
        changes.sort_by_key(|one| (one.contains("+="), !one.starts_with('x')));
        parts[0] = changes.join(", ");
        format!("move {}", parts.join(" for "))
    };
    let mirrors: Vec<usize> = (all.iter().enumerate())
        .map(|(at, (_, line))| {
            let mirror = mirror_of(line);
            all.iter().position(|one| one.1 == mirror).unwrap_or(at)
        })
        .collect();
    (all.into_iter().zip(mirrors))
        .map(|((key, line), mirror)| Move { key, line, mirror })
        .collect()
}

/// The games of one to `count` linear moves with coefficients to `coefficients`; of two games that
/// are mirror images of each other the first.
pub fn linear(count: u32, coefficients: u32, limit: u32) -> Games {
    let all = moves(coefficients);
    let first = sets(all.len(), count).into_iter().filter(|game| {
        let mut mirrored: Vec<usize> = game.iter().map(|at| all[*at].mirror).collect();
        mirrored.sort_unstable();
        *game <= mirrored
    });
    let games = first.map(|game| {
        let keys: Vec<&str> = game.iter().map(|at| all[*at].key.as_str()).collect();
        let lines: Vec<&str> = game.iter().map(|at| all[*at].line.as_str()).collect();
        Listed {
            key: keys.join(" "),
            text: format!("game \"Linear\"\nposition x, y\n{}\n", lines.join("\n")),
        }
    });
    let games = games.collect();
    Games {
        columns: "moves,result,kind,states,law",
        games,
        kind: None,
        limit,
        known: None,
    }
}

/// The games of one number from which 1 to `numbers` are taken, with a memory of `states` states:
/// in each state each number cannot be taken, or leads to one state, and something can be taken. Of
/// games that differ by the names of the states alone the first.
pub fn memory(states: u32, numbers: u32, limit: u32) -> Games {
    let cells = (states * numbers) as usize;
    let mut games = Vec::new();
    let mut table = vec![0u32; cells];
    let orders = orders(states);
    loop {
        let moves = table.iter().any(|to| *to > 0);
        if moves && is_first_of_names(&table, &orders, numbers) {
            games.push(of_table(&table, states, numbers));
        }
        let Some(at) = table.iter().rposition(|to| *to < states) else {
            break;
        };
        table[at] += 1;
        table[at + 1..].fill(0);
    }
    Games {
        columns: "moves,result,kind,states,law",
        games,
        kind: None,
        limit,
        known: None,
    }
}

/// All orders of so many states.
fn orders(states: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..states {
        let longer = all.into_iter().flat_map(|order: Vec<u32>| {
            let left = (0..states)
                .filter(|one| !order.contains(one))
                .collect::<Vec<_>>();
            left.into_iter()
                .map(move |one| [&order[..], &[one]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Whether no renaming of the states, by one of these orders, gives an earlier table; 0 is "cannot
/// be taken", else one more than the state.
fn is_first_of_names(table: &[u32], orders: &[Vec<u32>], numbers: u32) -> bool {
    let mut other = vec![0; table.len()];
    orders.iter().all(|order| {
        for (at, to) in table.iter().enumerate() {
            let (state, number) = (at / numbers as usize, at % numbers as usize);
            let named = if *to == 0 {
                0
            } else {
                order[*to as usize - 1] + 1
            };
            other[order[state] as usize * numbers as usize + number] = named;
        }
        table <= &other[..]
    })
}

fn of_table(table: &[u32], states: u32, numbers: u32) -> Listed {
    let mut lines = Vec::new();
    let mut key = Vec::new();
    for (state, row) in table.chunks(numbers as usize).enumerate() {
        let digit = |to: &u32| {
            to.checked_sub(1)
                .map_or("-".to_string(), |to| to.to_string())
        };
        key.push(row.iter().map(digit).collect::<String>());
        for (number, to) in row.iter().enumerate().filter(|one| *one.1 > 0) {
            lines.push(format!(
                "move n -= {}, m := {} if m = {state}\n",
                number + 1,
                to - 1
            ));
        }
    }
    Listed {
        key: key.join(" "),
        text: format!(
            "game \"Memory\"\nposition n\nposition m <= {}\n{}",
            states - 1,
            lines.concat()
        ),
    }
}
