//! Whether sums over pairs of cells would prove more games: a survey, not a law.
//!
//! A law of degree 2 over GF(2) says that the outcome is a sum of weights of cells and of pairs of
//! cells, for each parity of the symbols' counts its own. Where no such sum gives the outcomes of
//! the small rows or boards, there is no such law; so the survey's counts are upper bounds on what
//! such a kind of law could add.

use std::collections::HashMap;
use std::time::Duration;

use whowins_analysis::derive::{board_order, words};
use whowins_analysis::{Game, Stuck};
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_verify::Law;

use whowins_law::inside::rows::{Equations, Oracle, Packing, Sample, samples};
use whowins_law::{Says, find};

/// A board with the outcomes for either player to move.
type Known = (usize, usize, Vec<u8>, [bool; 2]);

/// The cell's part of the sum: its symbol, and its distances from the edges modulo 2 and from 0
/// apart.
fn cell(symbols: usize, rows: usize, columns: usize, at: usize, symbol: u8) -> usize {
    let tail = |distance: usize| if distance == 0 { 0 } else { 1 + distance % 2 };
    let (down, right) = (at / columns, at % columns);
    let sides = if rows == 1 {
        vec![right, columns - 1 - right]
    } else {
        vec![down, rows - 1 - down, right, columns - 1 - right]
    };
    let class = sides.iter().fold(0, |class, side| class * 3 + tail(*side));
    class * symbols + usize::from(symbol)
}

/// Whether some sum of weights is the outcome on all of them, of pairs too if asked.
fn fits(symbols: usize, known: &[Known], pairs: bool, by_counts: bool) -> bool {
    let single = symbols
        * known
            .iter()
            .map(|k| if k.0 == 1 { 9 } else { 81 })
            .max()
            .unwrap_or(0);
    let double = symbols * symbols;
    let unknowns = single + if pairs { 5 * double } else { 0 } + 1;
    (0..2).all(|player| {
        let mut systems: HashMap<Vec<usize>, Equations> = HashMap::new();
        known.iter().all(|(rows, columns, cells, wins)| {
            let mut counts = vec![0; symbols];
            let mut row = vec![0u64; unknowns + 1];
            for (at, symbol) in cells.iter().enumerate() {
                counts[usize::from(*symbol)] ^= 1;
                row[cell(symbols, *rows, *columns, at, *symbol)] ^= 1;
                for (later, other) in cells.iter().enumerate().skip(at + 1).filter(|_| pairs) {
                    let kind = usize::from(*symbol) * symbols + usize::from(*other);
                    let mut add = |which: usize| row[single + which * double + kind] ^= 1;
                    add(0);
                    if at / columns == later / columns {
                        add(1);
                        if (later - at) % 2 == 0 {
                            add(2);
                        }
                    } else if at % columns == later % columns {
                        add(3);
                        if (later - at) / columns % 2 == 0 {
                            add(4);
                        }
                    }
                }
            }
            row[unknowns - 1] = 1;
            row[unknowns] = u64::from(wins[player]);
            let key = if by_counts { counts } else { Vec::new() };
            let system = systems
                .entry(key)
                .or_insert_with(|| Equations::new(2, unknowns));
            system.add(row)
        })
    })
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// One to three rules, each of which lowers the word; or only rearranges it.
fn rules(
    random: &mut Random,
    symbols: &[&str],
    longest: u64,
    sorting: bool,
    laid: &[&str],
) -> String {
    let count = 1 + random.below(3);
    let mut text = String::new();
    for _ in 0..count {
        let word = loop {
            let length = 1 + random.below(longest);
            let mut word = |_| random.below(symbols.len() as u64) as usize;
            let before: Vec<usize> = (0..length).map(&mut word).collect();
            let mut after: Vec<usize> = (0..length).map(&mut word).collect();
            if sorting {
                after = before.clone();
                for at in (1..after.len()).rev() {
                    after.swap(at, random.below(at as u64 + 1) as usize);
                }
            }
            if after < before {
                break (before, after);
            }
        };
        let show = |word: &[usize]| {
            word.iter()
                .map(|s| symbols[*s])
                .collect::<Vec<_>>()
                .join(" ")
        };
        let along = laid[random.below(laid.len() as u64) as usize];
        text.push_str(&format!(
            "move {} -> {}{along}\n",
            show(&word.0),
            show(&word.1)
        ));
    }
    text
}

fn game(text: &str) -> (Rules, Game) {
    let rules = Rules::parse("survey", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let game = rules.game(&Parameters::new()).unwrap();
    (rules, game)
}

fn rows(game: &Game, longest: usize) -> Option<Vec<Known>> {
    let board = game.board()?;
    let words = words(board).ok()?;
    let limits = Limits::default();
    let packing = Packing::new(&words, &board_order(board)?);
    let mut oracle = Oracle::new(&words, &packing, game.ending.stuck == Stuck::Wins, &limits);
    let mut all = Vec::new();
    let mut layer = vec![Vec::new()];
    for columns in 1..=longest {
        layer = layer
            .iter()
            .flat_map(|row: &Vec<u8>| {
                (0..words.symbols as u8).map(move |s| [&row[..], &[s]].concat())
            })
            .collect();
        for row in &layer {
            if let Some(wins) = oracle.outcomes(row).ok()? {
                all.push((1, columns, row.clone(), wins));
            }
        }
    }
    Some(all)
}

/// `cargo test --release -p whowins-law --test law -- --ignored --nocapture survey_of_what_pairs`
#[test]
#[ignore = "a survey, some minutes"]
fn survey_of_what_pairs_of_cells_could_add() {
    let two: &[&str] = &[".", "o"];
    let three: &[&str] = &["a", "b", "c"];
    let along: &[&str] = &["", " along down", " along right, down"];
    for (name, shape, symbols, longest, sorting, laid, ending, games) in [
        (
            "rows, two symbols",
            "row",
            two,
            3,
            false,
            &[""][..],
            "",
            150,
        ),
        (
            "rows, two symbols, misère",
            "row",
            two,
            3,
            false,
            &[""],
            "misère play\n",
            100,
        ),
        (
            "rows, two symbols, sorting",
            "row",
            two,
            4,
            true,
            &[""],
            "",
            100,
        ),
        (
            "rows, three symbols",
            "row",
            three,
            2,
            false,
            &[""],
            "",
            100,
        ),
        (
            "rows, three symbols, sorting",
            "row",
            three,
            3,
            true,
            &[""],
            "",
            100,
        ),
        (
            "rows, three symbols, sorting, misère",
            "row",
            three,
            3,
            true,
            &[""],
            "misère play\n",
            100,
        ),
        ("boards, two symbols", "board", two, 2, false, along, "", 60),
        (
            "boards, two symbols, sorting",
            "board",
            two,
            3,
            true,
            along,
            "",
            60,
        ),
        (
            "boards, three symbols, sorting",
            "board",
            three,
            2,
            true,
            along,
            "",
            60,
        ),
    ] {
        let mut random = Random(2);
        let (mut proved, mut of_pairs, mut later, mut found) = (0, 0, 0, Vec::new());
        for _ in 0..games {
            let text = format!(
                "game \"S\"\nposition {shape} of {}\n{}{ending}",
                symbols.join(" "),
                rules(&mut random, symbols, longest, sorting, laid)
            );
            let (rules, game) = game(&text);
            let within = |seconds| {
                let limits = Limits::default().with_time(Duration::from_secs(seconds));
                let found = find(&rules, &Parameters::new(), None, &limits, &[Says::Outcome]);
                found
                    .unwrap_or_else(|error| panic!("{text}\n{error}"))
                    .proved
            };
            if let Some(law) = within(3) {
                proved += 1;
                let pairs = |law: &Law| matches!(law, Law::Functional(law) if law.lines.is_some());
                of_pairs += usize::from(law.certificate().laws.iter().any(pairs));
                continue;
            }
            let Some(known) = known(&game, symbols.len()) else {
                continue;
            };
            let sums = [(false, false), (true, false), (true, true)];
            let fit = sums
                .iter()
                .position(|(pairs, by_counts)| fits(symbols.len(), &known, *pairs, *by_counts));
            if let Some(fit) = fit {
                if within(30).is_some() {
                    later += 1;
                } else {
                    found.push((
                        ["cells", "pairs", "pairs, by parities of counts"][fit],
                        text,
                    ));
                }
            }
        }
        println!(
            "{name}: {proved} of {games} proved in 3 s, {of_pairs} of them by a sum of pairs; of the rest {} fit such a sum, {later} \
             of these proved in 30 s",
            later + found.len()
        );
        for (sum, text) in found {
            println!("fits a sum of {sum}, not proved: {text}");
        }
    }
}

/// All small rows or boards with their outcomes.
fn known(game: &Game, symbols: usize) -> Option<Vec<Known>> {
    let board = game.board()?;
    if board.row {
        return rows(game, if symbols == 2 { 12 } else { 8 });
    }
    let all = samples(game, board, &Limits::default()).ok()??;
    let known = |sample: Sample| (sample.rows, sample.columns, sample.cells, sample.wins);
    Some(all.into_iter().map(known).collect())
}
