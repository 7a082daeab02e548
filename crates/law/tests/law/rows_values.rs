//! What rows are worth by tables and by sums of pieces, held against the engine on random rewriting
//! games.

use whowins_analysis::derive::{BoardOrder, Words, board_order, words};
use whowins_analysis::{Frame, Game, Position, Stuck, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::inside::rows::{Oracle, Packing, Piece, Sums, Table};
use whowins_rules::{Parameters, Rules};

/// Numbers that look random (Steele, Lea and Flood 2014: SplitMix).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const SYMBOLS: [&str; 3] = [".", "o", "x"];

/// One to three rules, each of which lowers the row as a number whose first or last digit leads;
/// normal or misère play, impartial or partizan, with anchors and follow-ups in some games.
fn random_game(random: &mut Random) -> String {
    let symbols = 2 + random.below(2);
    let first_leads = random.below(2) == 0;
    let partizan = random.below(2) == 0;
    let mut text = format!(
        "game \"Random\"\nplayers Left, Right\nposition row of {}\n",
        SYMBOLS[..symbols].join(" ")
    );
    for _ in 0..=random.below(3) {
        let length = 1 + random.below(3);
        let before = 1 + random.below(symbols.pow(length as u32) - 1);
        let after = random.below(before);
        let show = |mut number: usize| {
            let mut cells: Vec<&str> = Vec::new();
            for _ in 0..length {
                cells.push(SYMBOLS[number % symbols]);
                number /= symbols;
            }
            if first_leads {
                cells.reverse();
            }
            cells.join(" ")
        };
        let who = if partizan {
            random.pick(&["move", "Left: move", "Right: move"])
        } else {
            "move"
        };
        let (left, right) = match random.below(6) {
            0 => ("^ ", ""),
            1 => ("", " $"),
            _ => ("", ""),
        };
        text.push_str(&format!(
            "{who} {left}{}{right} -> {left}{}{right}\n",
            show(before),
            show(after)
        ));
    }
    text.push_str(random.pick(&[
        "",
        "",
        "at once o $ -> . $\n",
        "at once ^ o -> ^ .\n",
        "at once ^ o . -> ^ . .\n",
        "at once o o o -> . . .\n",
    ]));
    text.push_str(random.pick(&["", "misère play\n"]));
    text
}

/// A random game, if rows of it are words that play lowers.
struct Sample {
    text: String,
    game: Game,
    words: Words,
    order: BoardOrder,
    misere: bool,
}

impl Sample {
    fn new(random: &mut Random) -> Option<Self> {
        let text = random_game(random);
        let rules = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{text}{faults}"));
        let game = rules.game(&Parameters::new());
        let game = game.unwrap_or_else(|faults| panic!("{text}{faults}"));
        let Some(board) = game.board() else {
            panic!("{text}")
        };
        Some(Self {
            words: words(board).ok()?,
            order: board_order(board)?,
            misere: game.ending.stuck == Stuck::Wins,
            text,
            game,
        })
    }

    fn symbols(&self) -> usize {
        self.words.symbols
    }

    /// What the engine says of a row that is settled.
    fn truth(&self, engine: &mut Engine, cells: &[u8]) -> Option<[bool; 2]> {
        let state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
        let mut settled = state.clone();
        Frame::new(&self.game, 1, cells.len()).settle(&mut settled);
        let position = Position::list(cells.iter().copied());
        (settled == state).then(|| {
            let values = engine.values(&position);
            let values = values.unwrap_or_else(|error| panic!("{}{error}", self.text));
            values.map(|value| value == Value::Win)
        })
    }
}

fn samples(seed: u64, games: usize) -> Vec<Sample> {
    let mut random = Random(seed);
    std::iter::from_fn(|| Some(Sample::new(&mut random)))
        .flatten()
        .take(games)
        .collect()
}

/// All rows of a length.
fn rows(symbols: usize, length: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..symbols.pow(length as u32)).map(move |mut number| {
        let mut cell = || {
            let cell = (number % symbols) as u8;
            number /= symbols;
            cell
        };
        (0..length).map(|_| cell()).collect()
    })
}

#[test]
fn tables_and_sums_say_what_the_engine_says() {
    let limits = Limits::default();
    let (mut misere, mut partizan, mut follow_ups, mut anchored, mut asked) = (0, 0, 0, 0, 0);
    for sample in samples(2026, 160) {
        misere += usize::from(sample.misere);
        partizan += usize::from(sample.words.rules[0] != sample.words.rules[1]);
        follow_ups += usize::from(sample.text.contains("at once"));
        anchored += usize::from(sample.text.contains('^') || sample.text.contains('$'));
        let packing = Packing::new(&sample.words, &sample.order);
        let mut engine = Engine::new(sample.game.clone(), limits.clone());
        let mut sums = Sums::new(&packing, sample.misere, &limits, 1 << 20);
        let mut oracle = Oracle::new(&sample.words, &packing, sample.misere, &limits);
        for length in 1..=if sample.symbols() == 2 { 8 } else { 5 } {
            let table = Table::new(&packing, sample.misere, length as u32, &limits).unwrap();
            for cells in rows(sample.symbols(), length) {
                let place = format!("{}at {cells:?}", sample.text);
                let truth = sample.truth(&mut engine, &cells);
                asked += 1;
                assert_eq!(oracle.outcomes(&cells), Ok(truth), "{place}");
                if let Some(truth) = truth {
                    let row = packing.pack(&cells);
                    let pieces = packing.pieces_of(&cells).unwrap();
                    assert_eq!(table.outcomes(row.row), truth, "{place}");
                    assert_eq!(sums.outcomes(&pieces), Ok(truth), "{place}");
                }
            }
        }
    }
    println!(
        "{asked} rows; games: {misere} misère, {partizan} partizan, {follow_ups} with follow-ups, {anchored} anchored"
    );
    assert!(misere > 40 && partizan > 40 && follow_ups > 40 && anchored > 40);
}

#[test]
fn longer_rows_are_worth_the_same_by_both_ways_and_fall_into_pieces() {
    let limits = Limits::default();
    let mut random = Random(77);
    let mut pieces = 0;
    for sample in samples(13, 60) {
        let length = if sample.symbols() == 2 { 13 } else { 7 };
        let packing = Packing::new(&sample.words, &sample.order);
        let table = Table::new(&packing, sample.misere, length as u32, &limits).unwrap();
        let mut sums = Sums::new(&packing, sample.misere, &limits, 1 << 20);
        for _ in 0..40 {
            let cells: Vec<u8> = (0..length)
                .map(|_| random.below(sample.symbols()) as u8)
                .collect();
            if sample.words.is_settled(&sample.words.word(&cells)) {
                let row = packing.pack(&cells);
                let parts = packing.pieces_of(&cells).unwrap();
                let place = format!("{}at {cells:?}", sample.text);
                assert_eq!(
                    sums.outcomes(&parts),
                    Ok(table.outcomes(row.row)),
                    "{place}"
                );
                pieces += parts.len();
            }
        }
    }
    assert!(pieces > 2000, "{pieces}");
}

/// Where the slower way through long rows could go astray: a copy of the row at each end of cells
/// at which no rule looks.
#[test]
fn a_row_too_long_to_be_packed_falls_into_the_pieces_of_its_parts() {
    let mut random = Random(5);
    let mut compared = 0;
    for sample in samples(99, 80) {
        let packing = Packing::new(&sample.words, &sample.order);
        let blank = vec![0; packing.longest()];
        if !packing.pieces_of(&blank).unwrap().is_empty() {
            continue;
        }
        for _ in 0..20 {
            let mut half = || -> Vec<u8> {
                let cells = 6 + random.below(6);
                (0..cells)
                    .map(|_| random.below(sample.symbols()) as u8)
                    .collect()
            };
            let (left, right) = (half(), half());
            let parts = packing.pieces_of(&[&left[..], &blank[..20], &right].concat());
            let apart = packing.pieces_of(&[&left[..], &blank, &right].concat());
            let cells = |pieces: Option<Vec<_>>| {
                let mut pieces: Vec<Piece> = pieces.unwrap();
                pieces.sort_by_key(|piece| (piece.cells, piece.ends, format!("{:?}", piece.row)));
                pieces
            };
            // Cells between the two may come to be looked at, as many as play can carry a symbol:
            // then the parts are of one piece.
            if let (Some(parts), Some(apart)) = (parts, apart) {
                assert_eq!(
                    cells(Some(parts)),
                    cells(Some(apart)),
                    "{}{left:?} {right:?}",
                    sample.text
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn kayles_in_a_row_is_worth_what_its_heaps_are() {
    let text = "game \"Kayles\"\nposition row of . o\nmove o -> .\nmove o o -> . .\n";
    let rules = Rules::parse("test", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new()).unwrap();
    let Some(board) = game.board() else {
        panic!("a row")
    };
    let (words, order) = (words(board).unwrap(), board_order(board).unwrap());
    let packing = Packing::new(&words, &order);
    let limits = Limits::default();
    let mut oracle = Oracle::new(&words, &packing, false, &limits);
    // Grundy values of heaps up to 27 (OEIS A002186); a row of two heaps is lost where they are
    // equal.
    let values = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8,
    ];
    for a in 0..values.len() {
        for b in 1..values.len() {
            let cells = [vec![1; a], vec![0], vec![1; b]].concat();
            let wins = values[a] != values[b];
            assert_eq!(oracle.outcomes(&cells), Ok(Some([wins; 2])), "{a} and {b}");
        }
    }
    // Rows longer than can be packed, in two pieces or in one.
    for (gap, wins) in [(1, false), (100, false)] {
        let cells = [vec![1; 130], vec![0; gap], vec![1; 130]].concat();
        assert_eq!(oracle.outcomes(&cells), Ok(Some([wins; 2])), "{gap}");
    }
    assert!(oracle.outcomes(&[1; 260]).is_err());
}
