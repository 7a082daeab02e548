//! Random rules on rows and boards, cut into parts so small that moves of every kind occur, against
//! the general solver.

use std::collections::BTreeMap;

use whowins_analysis::{Frame, Game, Player};
use whowins_engine::general::{General, Want};
use whowins_engine::inside::Sizes;
use whowins_engine::rows::{Counts, Refusal, Rows, RowsTable};
use whowins_engine::{Engine, Limits, Outcome};
use whowins_rules::{Parameters, Rules};

/// Numbers that look random (Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

const SYMBOLS: [char; 4] = ['.', 'o', 'x', '#'];

/// A rule that mostly falls in one of the common rankings.
fn rewriting(random: &mut Random, symbols: usize, board: bool) -> String {
    let length = 1 + random.below(4);
    let mut before: Vec<String> = Vec::new();
    let mut after: Vec<String> = Vec::new();
    let leader = random.below(length);
    for at in 0..length {
        let symbol = random.below(symbols);
        let wild = at != leader && random.once_in(8);
        before.push(if wild {
            "?".into()
        } else {
            SYMBOLS[symbol].into()
        });
        let other = random.below(symbols);
        after.push(match (wild, at.cmp(&leader)) {
            (true, _) if random.once_in(2) => "?".into(),
            (_, std::cmp::Ordering::Less) if !wild && !random.once_in(4) => SYMBOLS[symbol].into(),
            (_, std::cmp::Ordering::Equal) if symbol > 0 => SYMBOLS[random.below(symbol)].into(),
            _ => SYMBOLS[other].into(),
        });
    }
    let (start, end) = (random.once_in(6), random.once_in(6));
    let anchored = |cells: &[String]| {
        let (start, end) = (if start { "^ " } else { "" }, if end { " $" } else { "" });
        format!("{start}{}{end}", cells.join(" "))
    };
    let along: &[&str] = if board {
        &[
            "",
            " along down",
            " along right, down",
            " along down right",
            " along up, left",
        ]
    } else {
        &["", "", "", " along left", " along left, right"]
    };
    let along = random.pick(along);
    format!("{} -> {}{along}", anchored(&before), anchored(&after))
}

fn rules(random: &mut Random, symbols: usize, board: bool) -> String {
    let alphabet: Vec<String> = SYMBOLS[..symbols].iter().map(char::to_string).collect();
    let mut text = format!(
        "game \"Random\"\nplayers A, B\nposition {} of {}\n",
        if board { "board" } else { "row" },
        alphabet.join(" ")
    );
    let partizan = random.once_in(3);
    for _ in 0..1 + random.below(4) {
        let by = if partizan {
            random.pick(&["A: ", "B: ", ""])
        } else {
            ""
        };
        text += &format!("{by}move {}\n", rewriting(random, symbols, board));
    }
    if random.once_in(3) {
        for _ in 0..1 + random.below(2) {
            text += &format!("at once {}\n", rewriting(random, symbols, board));
        }
    }
    if random.once_in(3) {
        text += "misère play\n";
    }
    text
}

/// All boards of a size.
fn all(symbols: usize, cells: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..symbols.pow(cells as u32)).map(move |number| {
        let digit = |cell: usize| number / symbols.pow(cell as u32) % symbols;
        (0..cells).map(|cell| digit(cell) as u8).collect()
    })
}

fn read(text: &str) -> Option<Game> {
    Rules::parse("rules", text)
        .ok()?
        .game(&Parameters::new())
        .ok()
}

const SIZES: [Sizes; 5] = [
    Sizes::FAST,
    Sizes {
        chunk: 1,
        chunks: [1, 1],
        superchunks: 1 << 20,
    },
    Sizes {
        chunk: 4,
        chunks: [2, 9],
        superchunks: 4,
    },
    Sizes {
        chunk: 81,
        chunks: [1, 9],
        superchunks: 4,
    },
    Sizes {
        chunk: 300,
        chunks: [8, 8],
        superchunks: 1,
    },
];

fn limits(threads: usize) -> Limits {
    Limits::default().with_threads(threads)
}

#[test]
fn random_rules_as_by_the_general_solver() {
    let mut random = Random(0x5eed_0000_b175);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut compared = 0;
    while compared < crate::cases(150, 400) {
        let symbols = 2 + random.below(3);
        let board = random.once_in(3);
        let (rows, columns) = match (board, symbols) {
            (true, 2) => random.pick(&[(3, 3), (2, 5), (5, 2), (3, 4), (1, 8)]),
            (true, 3) => random.pick(&[(2, 3), (3, 2), (2, 4), (4, 1)]),
            (true, _) => random.pick(&[(2, 2), (2, 3), (3, 2)]),
            (false, symbols) => (1, 1 + random.below([11, 7, 6][symbols - 2])),
        };
        let text = rules(&mut random, symbols, board);
        let Some(game) = read(&text) else { continue };
        let sizes = random.pick(&SIZES);
        let plan = match Rows::with_sizes(&game, rows, columns, sizes) {
            Ok(plan) => plan,
            Err(Refusal::NoRanking) => continue,
            Err(other) => panic!("{text}: {other}"),
        };
        compared += 1;
        let misere = text.contains("misère");
        for (kind, is) in [
            ("board", board),
            ("partizan", !game.is_impartial()),
            ("misère", misere),
            ("follow-ups", text.contains("at once")),
        ]
        .into_iter()
        .chain(plan.demands())
        {
            *kinds.entry(kind).or_default() += usize::from(is);
        }
        let table = plan.solve(&limits(1 + random.below(3))).expect("it fits");
        let place = || format!("{text}on {rows} x {columns}, cut by {sizes:?}");
        let mut general = General::new(game.clone(), Want::Outcome, limits(1));
        let frame = Frame::new(&game, rows, columns);
        let mut counts = Counts::default();
        let mut engine = Engine::new(game.clone(), limits(1));
        for cells in all(symbols, rows * columns) {
            let position = game.position_of(&cells, rows, columns);
            let values = general.values(&position).expect("a small board");
            if engine.estimate(&position) != Some(1) {
                engine.values(&position).expect("a small board");
            }
            let own = Player::BOTH.map(|player| table.value(player, &cells).expect("a board"));
            assert_eq!(own, values, "{} at {}", place(), game.show(&position));
            let mut state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            let before = state.clone();
            frame.settle(&mut state);
            // What is known at a look says the same.
            let size = (rows, columns);
            let looks = [
                table.settled_values(&state),
                general.look(&state, size),
                engine.known_board(&before, size),
            ];
            assert_eq!(
                looks,
                [Some(values); 3],
                "{} at {}",
                place(),
                game.show(&position)
            );
            if state == before {
                match Outcome::of(values[0], values[1]) {
                    Outcome::N => counts.n += 1,
                    Outcome::P => counts.p += 1,
                    Outcome::L => counts.l += 1,
                    _ => counts.r += 1,
                }
            }
        }
        assert_eq!(table.counts(), counts, "{}", place());
        let mut listed = Counts::default();
        for (cells, outcome) in table.boards() {
            assert_eq!(table.outcome(&cells), Some(outcome));
            match outcome {
                Outcome::N => listed.n += 1,
                Outcome::P => listed.p += 1,
                Outcome::L => listed.l += 1,
                _ => listed.r += 1,
            }
        }
        assert_eq!(listed, counts, "{}", place());
        if game.is_impartial() && !misere {
            grundy(&plan, &table, &game, (rows, columns), symbols, &place());
        } else {
            assert!(plan.grundy(&limits(1)).is_err());
        }
    }
    let each = crate::cases(8, 30);
    assert!(kinds.values().all(|count| *count >= each), "{kinds:?}");
}

/// Holds the Grundy values against the definition.
fn grundy(
    plan: &Rows,
    table: &RowsTable,
    game: &Game,
    (rows, columns): (usize, usize),
    symbols: usize,
    place: &str,
) {
    let values = plan.grundy(&limits(2)).expect("it fits");
    let frame = Frame::new(game, rows, columns);
    let mut counts: Vec<u64> = Vec::new();
    for cells in all(symbols, rows * columns) {
        let mut state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
        let before = state.clone();
        frame.settle(&mut state);
        let own = values.value(&cells).expect("a board");
        let options: Vec<u32> = frame
            .next(Player::First, &state)
            .iter()
            .map(|next| {
                let next: Vec<u8> = next.iter().map(|cell| *cell as u8).collect();
                values.value(&next).expect("a board")
            })
            .collect();
        let mex = (0..)
            .find(|value| !options.contains(value))
            .expect("finite");
        assert_eq!(own, mex, "{place} at {cells:?}");
        assert_eq!(table.outcome(&cells) == Some(Outcome::P), own == 0);
        if state == before {
            counts.resize(counts.len().max(own as usize + 1), 0);
            counts[own as usize] += 1;
        }
    }
    assert_eq!(values.counts(), counts, "{place}");
}
