//! Games on lattice points: `cargo bench -p whowins-engine --bench lattice`.

#![allow(missing_docs)]

mod common;

use common::{Case, asked, copies, processor_time, rates};
use whowins_analysis::{Game, Player};
use whowins_engine::Limits;
use whowins_engine::lattice::{RayPositions, Vectors};
use whowins_rules::{Kind, Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// P-positions that are listed.
const COUNT: usize = 10_000_000;

fn main() -> Result<(), Failure> {
    rays()?;
    vectors()?;
    table_game()?;
    Ok(())
}

fn read(text: &str, parameters: &Parameters) -> Result<Game, Failure> {
    let rules = Rules::parse("bench", text).map_err(|faults| faults.to_string())?;
    Ok(rules
        .game(parameters)
        .map_err(|faults| faults.to_string())?)
}

/// Against a byte table of all positions, filled by marking along the rays from each P-position.
fn rays() -> Result<(), Failure> {
    let rook = "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";
    let queen = "move x -= k, y -= k for k >= 1\n";
    let knight = "move x -= 1, y -= 2\nmove x -= 2, y -= 1\n";
    let two =
        "move x -= k, y -= k + d for k >= 1, 0 <= d < 2\nmove x -= k + 1, y -= k for k >= 1\n";
    for (name, rest, diagonals, knights) in [
        ("queen (Cow Checkers)", queen.to_string(), &[0][..], false),
        ("t-Wythoff, t = 2", two.to_string(), &[-1, 0, 1][..], false),
        ("rook and knight", knight.to_string(), &[][..], true),
        (
            "queen and knight",
            format!("{queen}{knight}"),
            &[0][..],
            true,
        ),
    ] {
        if !asked(name) {
            continue;
        }
        let game = read(&format!("game \"Rays\"\n{rook}{rest}"), &Parameters::new())?;
        let runs = rates(COUNT as f64, || {
            let mut positions = RayPositions::new(&game).expect("rays");
            let (time, result) = processor_time(|| positions.find(COUNT, &Limits::default()));
            result.expect("within the limits");
            time
        });
        let size = 4000;
        let mut known = RayPositions::new(&game)?;
        known.extend(size as u64, &Limits::default())?;
        let wanted = known.count_below(size as u64);
        let plain = rates(wanted.unwrap_or(0) as f64, || {
            let (time, count) = processor_time(|| marked(size, diagonals, knights));
            assert_eq!(Some(count), wanted, "{name}");
            time
        });
        Case {
            family: "lattice",
            name,
            size: "10 M P-positions",
            unit: "P-positions/CPU-s",
        }
        .print_within(
            &runs,
            "byte table of 4000x4000",
            &plain,
            // Two numbers each.
            &copies(16.0 * COUNT as f64, COUNT as f64),
        );
    }
    Ok(())
}

fn marked(size: usize, diagonals: &[i64], knights: bool) -> usize {
    let mut won = vec![false; size * size];
    let mut count = 0;
    for y in 0..size {
        for x in 0..size {
            if won[y * size + x] {
                continue;
            }
            count += 1;
            for k in 1..size {
                let mut mark = |dx: i64, dy: i64| {
                    let (x, y) = (x as i64 + dx, y as i64 + dy);
                    if x < size as i64 && y < size as i64 {
                        won[y as usize * size + x as usize] = true;
                    }
                };
                let far = k as i64;
                mark(far, 0);
                mark(0, far);
                for d in diagonals {
                    mark(far + (*d).max(0), far + (-*d).max(0));
                }
                if knights && k == 1 {
                    mark(1, 2);
                    mark(2, 1);
                }
            }
        }
    }
    count
}

/// Against a byte table, filled position by position.
fn vectors() -> Result<(), Failure> {
    let plane: &[&[i64]] = &[&[1, 0], &[0, 1], &[2, 1], &[1, 3]];
    let rows: &[&[i64]] = &[&[0, 1], &[5, 0], &[3, 2]];
    let knight: &[&[i64]] = &[&[2, 1], &[1, 2], &[2, -1], &[-1, 2]];
    let space: &[&[i64]] = &[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1, 2, 1]];
    for (name, vectors, high) in [
        ("four vectors in the plane", plane, &[39_999, 39_999][..]),
        (
            "three vectors, one of 5 along the row",
            rows,
            &[39_999, 39_999][..],
        ),
        ("knight in the corner", knight, &[9_999, 9_999][..]),
        ("four vectors in space", space, &[999, 999, 999][..]),
    ] {
        if !asked(name) {
            continue;
        }
        let names = ["x", "y", "z"];
        let mut text = format!(
            "game \"Vectors\"\nposition {}\n",
            names[..high.len()].join(", ")
        );
        for vector in vectors {
            let changes = vector.iter().zip(names).filter(|(by, _)| **by != 0);
            let changes: Vec<String> = changes
                .map(|(by, name)| match *by > 0 {
                    true => format!("{name} -= {by}"),
                    false => format!("{name} += {}", -by),
                })
                .collect();
            text += &format!("move {}\n", changes.join(", "));
        }
        let game = read(&text, &Parameters::new())?;
        // Where a number can be raised, the box is larger than the position.
        let small = if high.len() == 2 { 2000 } else { 200 };
        let few = vec![small - 1; high.len()];
        let solver = Vectors::new(&game)?;
        let limits = Limits::default();
        let cells = |high: &[i64]| high.iter().map(|high| (high + 1) as f64).product::<f64>();
        let large = solver.solve(high, &limits)?.high().to_vec();
        let runs = rates(cells(&large), || {
            let (time, table) = processor_time(|| solver.solve(high, &limits));
            assert!(table.is_ok_and(|table| table.covers(high)));
            time
        });
        let table = solver.solve(&few, &limits)?;
        let plain = rates(cells(table.high()), || {
            let (time, won) = processor_time(|| loop_by_hand(vectors, table.high()));
            assert_eq!(
                won.last().map(|won| !won),
                table
                    .loses(Player::First, table.high())
                    .or(won.last().map(|won| !won))
            );
            time
        });
        let size: Vec<String> = large.iter().map(|high| (high + 1).to_string()).collect();
        Case {
            family: "lattice",
            name,
            size: &size.join("x"),
            unit: "positions/CPU-s",
        }
        .print_within(
            &runs,
            "byte table, small enough for the cache",
            &plain,
            &copies(cells(&large) / 8.0, cells(&large)),
        );
    }
    Ok(())
}

/// Lines of constant sum, as every vector here lowers the sum.
fn loop_by_hand(vectors: &[&[i64]], high: &[i64]) -> Vec<bool> {
    let [columns, rows] = [high[0] + 1, high[1] + 1];
    let slices = high.get(2).map_or(1, |high| high + 1);
    let mut won = vec![false; (slices * rows * columns) as usize];
    let rises = vectors
        .iter()
        .any(|vector| vector.iter().any(|entry| *entry < 0));
    let mut decide = |x: i64, y: i64, z: i64| {
        won[((z * rows + y) * columns + x) as usize] = vectors.iter().any(|vector| {
            let (x, y) = (x - vector[0], y - vector[1]);
            let z = z - vector.get(2).copied().unwrap_or(0);
            (0..columns).contains(&x)
                && (0..rows).contains(&y)
                && z >= 0
                && !won[((z * rows + y) * columns + x) as usize]
        });
    };
    if rises {
        for sum in 0..rows + columns - 1 {
            for x in (sum - rows + 1).max(0)..columns.min(sum + 1) {
                decide(x, sum - x, 0);
            }
        }
    } else {
        for z in 0..slices {
            for y in 0..rows {
                for x in 0..columns {
                    decide(x, y, z);
                }
            }
        }
    }
    won
}

/// The whole table, against the loop of the general solver's benchmark.
fn table_game() -> Result<(), Failure> {
    let name = "Table Game";
    if !asked(name) {
        return Ok(());
    }
    let rules = include_str!("../../../games/seeds/tabgame.game");
    let border = |size: usize| {
        let bits: String = (0..size)
            .map(|at| if at % 7 < 3 { '1' } else { '0' })
            .collect();
        let mut given = Parameters::new();
        for name in ["row", "column"] {
            given.insert(name.into(), Kind::Bits.read(&bits).expect("bits"));
        }
        given
    };
    let size = 100_000;
    let vectors = Vectors::new(&read(rules, &border(size))?)?;
    let high = [size as i64; 2];
    let runs = rates((size * size) as f64, || {
        let (time, table) = processor_time(|| vectors.solve(&high, &Limits::default()));
        assert!(table.is_ok_and(|table| table.covers(&high)));
        time
    });
    let small = 2000;
    let table = Vectors::new(&read(rules, &border(small))?)?;
    let table = table.solve(&[small as i64; 2], &Limits::default())?;
    let plain = rates((small * small) as f64, || {
        let (time, won) = processor_time(|| {
            let width = small + 1;
            let mut won = vec![0u8; width * width];
            for at in 1..width {
                let lost = u8::from((at - 1) % 7 < 3);
                won[at] = lost;
                won[at * width] = lost;
            }
            for y in 1..width {
                for x in 1..width {
                    won[y * width + x] = 1 ^ (won[(y - 1) * width + x] & won[y * width + x - 1]);
                }
            }
            won
        });
        for at in [[1, 1], [7, 900], [1999, 2000], [2000, 2000]] {
            let [x, y] = at.map(|at| at as usize);
            let lost = won[y * (small + 1) + x] == 0;
            assert_eq!(table.loses(Player::First, &at), Some(lost), "{at:?}");
        }
        time
    });
    Case {
        family: "lattice",
        name,
        size: "100000x100000",
        unit: "positions/CPU-s",
    }
    .print_within(
        &runs,
        "byte table of 2000x2000",
        &plain,
        &copies((size * size) as f64 / 8.0, (size * size) as f64),
    );
    Ok(())
}
