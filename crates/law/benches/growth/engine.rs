//! Families that the engine works out, and tables in files.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use whowins_analysis::Game;
use whowins_analysis::heaps::Octal;
use whowins_engine::general::{General, Want};
use whowins_engine::heap::{Subtraction, outcomes_up_to};
use whowins_engine::lattice::{RayPositions, Vectors};
use whowins_engine::octal::Values;
use whowins_engine::rows::Rows;
use whowins_engine::{Limits, race};
use whowins_rules::{Kind, Parameters, Rules};
use whowins_tables::Build;

use super::{Failure, Family, Work};

pub const FAMILIES: [Family; 11] = [
    Family {
        name: "one heap, S = {1, 3, 4}",
        unit: "heaps",
        sizes: &[
            1_000_000,
            10_000_000,
            100_000_000,
            1_000_000_000,
            10_000_000_000,
        ],
        size: |heaps| format!("{} M heaps", heaps / 1_000_000),
        make: one_heap,
    },
    Family {
        name: "octal game 0.106, sparse space",
        unit: "heaps",
        sizes: &[1_000_000, 4_000_000, 16_000_000, 64_000_000, 256_000_000],
        size: |heaps| format!("{} M heaps", heaps / 1_000_000),
        make: octal,
    },
    Family {
        name: "rows: Elly's Checkers with capture",
        unit: "positions",
        sizes: &[20, 22, 24, 26, 28, 30, 32, 34],
        size: |cells| format!("{cells} cells"),
        make: rows,
    },
    Family {
        name: "P-positions of the queen (Cow Checkers)",
        unit: "P-positions",
        sizes: &[10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
        size: |count| format!("{count} P-positions"),
        make: queen,
    },
    Family {
        name: "Table Game, the whole table in bits",
        unit: "positions",
        sizes: &[1000, 4000, 16_000, 64_000, 256_000],
        size: |side| format!("{side}x{side}"),
        make: table_game,
    },
    Family {
        name: "general solver: four vectors in the plane, who wins",
        unit: "states",
        sizes: &[500, 1000, 2000, 4000, 8000, 16_000],
        size: |side| format!("{side}x{side}"),
        make: vectors,
    },
    Family {
        name: "general solver: Nim, three heaps, who wins",
        unit: "states",
        sizes: &[25, 50, 100, 200, 400],
        size: |side| format!("{side}x{side}x{side}"),
        make: nim,
    },
    Family {
        name: "general solver: pursuit on an open map, and how fast",
        unit: "states",
        sizes: &[10, 20, 40, 80, 113],
        size: |squares| format!("{squares}x{squares}"),
        make: pursuit,
    },
    Family {
        name: "general solver: stones taken and put back on a row, who wins",
        unit: "states",
        sizes: &[8, 10, 12, 14, 16],
        size: |cells| format!("{cells} cells"),
        make: stones,
    },
    Family {
        name: "tables as files: Nim, three heaps, who wins",
        unit: "positions",
        sizes: &[50, 100, 200, 400, 800],
        size: |side| format!("{side}x{side}x{side}"),
        make: file,
    },
    Family {
        name: "race on an open map",
        unit: "squares",
        sizes: &[75, 150, 300, 600, 1200, 2400],
        size: |squares| format!("{squares}x{squares}"),
        make: open_race,
    },
];

pub fn limits() -> Limits {
    Limits::default().with_memory(12 << 30)
}

fn game(rules: &str) -> Result<Game, Failure> {
    Ok(Rules::parse("rules", rules)?.game(&Parameters::new())?)
}

fn one_heap(heaps: usize) -> Result<Work, Failure> {
    let game = Subtraction::new([vec![1, 3, 4], vec![1, 3, 4]], false)?;
    Ok(Box::new(move || {
        black_box(outcomes_up_to(&game, heaps as u64 - 1)?);
        Ok(heaps as f64)
    }))
}

fn octal(heaps: usize) -> Result<Work, Failure> {
    let octal = Octal {
        digits: vec![0, 1, 0, 6],
    };
    Ok(Box::new(move || {
        let mut values = Values::new(&octal, limits());
        values.extend(heaps)?;
        Ok(values.len() as f64)
    }))
}

fn rows(cells: usize) -> Result<Work, Failure> {
    let game = game(include_str!("../../../../games/seeds/ellys-capture.game"))?;
    let rows = Rows::new(&game, 1, cells)?;
    Ok(Box::new(move || {
        black_box(rows.solve(&limits())?);
        Ok(rows.positions() as f64)
    }))
}

fn general(rules: &str, at: &str, want: Want, states: f64) -> Result<Work, Failure> {
    let game = game(rules)?;
    let position = game.read(at)?;
    Ok(Box::new(move || {
        let mut general = General::new(game, want, limits());
        black_box(general.values(&position)?);
        Ok(states)
    }))
}

fn vectors(side: usize) -> Result<Work, Failure> {
    let rules = "game \"Vectors\"\nposition x, y\nmove x -= 1, y -= 3\nmove x -= 4, y -= 1\nmove y -= 2\nmove x -= 5, y -= 5";
    let at = format!("{0},{0}", side - 1);
    general(rules, &at, Want::Outcome, (side as f64).powi(2))
}

fn nim(side: usize) -> Result<Work, Failure> {
    let rules = include_str!("../../../../games/classic/nim.game");
    let at = format!("{0},{0},{0}", side - 1);
    general(rules, &at, Want::Outcome, (side as f64).powi(3))
}

fn pursuit(squares: usize) -> Result<Work, Failure> {
    let map = vec![".".repeat(squares); squares].join("/");
    let rules = format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    );
    let at = format!("1,1 {squares},{squares}");
    let states = 2.0 * (squares as f64).powi(4);
    general(&rules, &at, Want::Remoteness, states)
}

fn open_race(size: usize) -> Result<Work, Failure> {
    let neighbours: Vec<Vec<u32>> = (0..size * size)
        .map(|at| {
            let (y, x) = (at / size, at % size);
            let near = [
                (y > 0).then(|| at - size),
                (x > 0).then(|| at - 1),
                (x + 1 < size).then_some(at + 1),
                (y + 1 < size).then_some(at + size),
            ];
            near.into_iter().flatten().map(|next| next as u32).collect()
        })
        .collect();
    let last = neighbours.len() as u32 - 1;
    Ok(Box::new(move || {
        let arena = race::Arena::new(&neighbours, 0, last)?;
        black_box(race::solve(&arena));
        Ok((size * size) as f64)
    }))
}

fn queen(count: usize) -> Result<Work, Failure> {
    let game = game(include_str!("../../../../games/seeds/cowcheck.game"))?;
    Ok(Box::new(move || {
        let mut positions = RayPositions::new(&game)?;
        positions.find(count, &limits())?;
        black_box(positions);
        Ok(count as f64)
    }))
}

fn table_game(side: usize) -> Result<Work, Failure> {
    let rules = Rules::parse(
        "tabgame",
        include_str!("../../../../games/seeds/tabgame.game"),
    )?;
    let border: String = (0..side)
        .map(|at| if at % 7 < 3 { '1' } else { '0' })
        .collect();
    let mut given = Parameters::new();
    for name in ["row", "column"] {
        given.insert(name.into(), Kind::Bits.read(&border)?);
    }
    let vectors = Vectors::new(&rules.game(&given)?)?;
    Ok(Box::new(move || {
        black_box(vectors.solve(&[side as i64; 2], &limits())?);
        Ok((side as f64).powi(2))
    }))
}

fn stones(cells: usize) -> Result<Work, Failure> {
    // Stones are taken and put back, so that nearly all fillings can come about, and all are
    // numbered.
    let rules = "game \"Split\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . . o\n\
                 Right: move . x -> x .\nRight: move . o x -> x . .\nLeft: move . o -> o .\n\
                 Left: move . . o -> o . o\nRight: move . . x -> x . x\nrepetition draws";
    let board: String = "o..x".chars().cycle().take(cells).collect();
    let states = 2.0 * 3f64.powi(cells as i32);
    general(rules, &board, Want::Outcome, states)
}

fn file(side: usize) -> Result<Work, Failure> {
    let rules = Rules::parse("nim", include_str!("../../../../games/classic/nim.game"))?;
    let values = Parameters::new();
    let at = rules
        .game(&values)?
        .read(&format!("{0},{0},{0}", side - 1))?;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth.wdb");
    Ok(Box::new(move || {
        let _ = std::fs::remove_file(&path);
        let table = Build {
            rules: &rules,
            values: &values,
            at: &at,
            want: Want::Outcome,
            only: None,
            level: 3,
            save_every: Duration::from_secs(60),
        };
        whowins_tables::build(&table, &path, &limits())?;
        std::fs::remove_file(&path)?;
        Ok((side as f64).powi(3))
    }))
}
