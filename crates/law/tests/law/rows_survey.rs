//! How many random row games have a law, and what it takes: `cargo test --release -p whowins-law --test
//! law survey_of -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use whowins_analysis::derive::{board_fall, board_order};
use whowins_analysis::{Frame, Player};
use whowins_engine::Limits;
use whowins_law::{Finding, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Law;

use crate::asked;

/// Numbers that look random (Steele, Lea and Flood 2014: SplitMix).
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

/// A game of 1 to 3 rules of length 1 to 3 over two symbols, each of which lowers the row read as a
/// binary number.
fn random(random: &mut Random, partizan: bool, misere: bool) -> String {
    let mut text = String::from("game \"Random\"\nplayers Left, Right\nposition row of . o\n");
    for _ in 0..=random.below(3) {
        let length = 1 + random.below(3);
        let before = 1 + random.below((1 << length) - 1);
        let after = random.below(before);
        let show = |word: u64| {
            let cell = |at: u64| {
                if word >> (length - 1 - at) & 1 == 1 {
                    "o"
                } else {
                    "."
                }
            };
            (0..length).map(cell).collect::<Vec<_>>().join(" ")
        };
        let who = ["move", "Left: move", "Right: move"][if partizan {
            random.below(3) as usize
        } else {
            0
        }];
        text.push_str(&format!("{who} {} -> {}\n", show(before), show(after)));
    }
    if misere {
        text.push_str("misère play\n");
    }
    text
}

#[test]
#[ignore = "a survey, some minutes; WHOWINS_SECONDS says how long for each game, WHOWINS_GAMES how many of each family"]
fn survey_of_random_row_games_with_a_law() {
    let (seconds, games) = (asked("WHOWINS_SECONDS", 3), asked("WHOWINS_GAMES", 60));
    for (name, partizan, misere) in [
        ("impartial", false, false),
        ("partizan", true, false),
        ("misère", false, true),
        ("partizan misère", true, true),
    ] {
        let mut seeds = Random(534);
        let (mut functional, mut times, mut largest, mut none, mut stopped) =
            (0, Vec::new(), 0, 0, 0);
        for _ in 0..games {
            let text = random(&mut seeds, partizan, misere);
            let rules = Rules::parse("random", &text).unwrap();
            let limits = Limits::default()
                .with_threads(1)
                .with_time(Duration::from_secs(seconds));
            let began = Instant::now();
            let report = find(&rules, &Parameters::new(), None, &limits, &Says::WINNERS).unwrap();
            match &report.proved {
                Some(proved) => {
                    times.push(began.elapsed());
                    match &proved.certificate().laws[0] {
                        Law::Functional(_) => functional += 1,
                        Law::Regular(law) => largest = largest.max(law.automaton.next.len()),
                        _ => {}
                    }
                }
                None => {
                    let regular = report
                        .tried
                        .iter()
                        .find(|tried| tried.kind == "regular")
                        .unwrap();
                    match &regular.finding {
                        Finding::Nothing(_) | Finding::Apart(_) => none += 1,
                        Finding::Stopped(_) => stopped += 1,
                        other => panic!("{text}\n{other:?}"),
                    }
                }
            }
        }
        times.sort();
        println!(
            "{name}: {} of {games} proved ({functional} by a functional), median {:?}, slowest {:?}, largest automaton {largest} states; \
             {none} with no automaton so small, {stopped} stopped by the clock",
            times.len(),
            times[times.len() / 2],
            times[times.len() - 1],
        );
    }
}

/// One to three rules of one to three cells, whatever they do.
fn any_rules(random: &mut Random, symbols: &[&str]) -> String {
    let mut text = format!("game \"Any\"\nposition row of {}\n", symbols.join(" "));
    for _ in 0..=random.below(3) {
        let length = 1 + random.below(3);
        let word = |random: &mut Random| -> Vec<&str> {
            let cell = |_| symbols[random.below(symbols.len() as u64) as usize];
            (0..length).map(cell).collect()
        };
        let before = word(random);
        let mut after = word(random);
        while after == before {
            after = word(random);
        }
        text.push_str(&format!(
            "move {} -> {}\n",
            before.join(" "),
            after.join(" ")
        ));
    }
    text
}

/// Whether play can go round on some row of this length.
fn goes_round(game: &whowins_analysis::Game, symbols: usize, columns: usize) -> bool {
    let frame = Frame::new(game, 1, columns);
    let all = symbols.pow(columns as u32);
    let decode = |mut number: usize| -> Vec<i64> {
        (0..columns)
            .map(|_| {
                let symbol = number % symbols;
                number /= symbols;
                symbol as i64
            })
            .collect()
    };
    let encode = |state: &[i64]| {
        let digits = state.iter().rev();
        digits.fold(0, |number, symbol| number * symbols + *symbol as usize)
    };
    let next: Vec<Vec<usize>> = (0..all)
        .map(|row| {
            let options = frame.next(Player::First, &decode(row));
            options.iter().map(|to| encode(to)).collect()
        })
        .collect();
    // Rows that nothing unsettled leads to, taken away one after the other (Kahn 1962).
    let mut into = vec![0; all];
    next.iter().flatten().for_each(|to| into[*to] += 1);
    let mut free: Vec<usize> = (0..all).filter(|row| into[*row] == 0).collect();
    let mut taken = 0;
    while let Some(row) = free.pop() {
        taken += 1;
        for to in &next[row] {
            into[*to] -= 1;
            if into[*to] == 0 {
                free.push(*to);
            }
        }
    }
    taken < all
}

#[test]
#[ignore = "a survey, a minute"]
fn survey_of_play_that_is_seen_to_end() {
    for symbols in [&[".", "o"][..], &["a", "b", "c"], &["a", "b", "c", "d"]] {
        const GAMES: usize = 1000;
        let mut seeds = Random(77);
        let (mut order, mut counts, mut round, mut proved) = (0, 0, 0, 0);
        let mut unknown = Vec::new();
        for _ in 0..GAMES {
            let text = any_rules(&mut seeds, symbols);
            let rules = Rules::parse("any", &text).unwrap();
            let game = rules.game(&Parameters::new()).unwrap();
            let Some(board) = game.board() else {
                panic!("no row")
            };
            let longest = [0, 0, 9, 6, 5][symbols.len()];
            let fall = board_fall(board);
            if goes_round(&game, symbols.len(), longest) {
                round += 1;
                assert!(fall.is_none(), "{text}");
            } else if board_order(board).is_some() {
                order += 1;
            } else if fall.is_some() {
                counts += 1;
                if counts <= 30 {
                    let limits = Limits::default().with_time(Duration::from_secs(2));
                    let report = find(&rules, &Parameters::new(), None, &limits, &[Says::Outcome]);
                    proved += usize::from(report.unwrap().proved.is_some());
                }
            } else {
                unknown.push(text);
            }
        }
        println!(
            "{} symbols, {GAMES} games: play goes round in {round}; it ends by an order in {order}, by sums of weights before one in \
             {counts} more (of the first 30 of these {proved} get a law); in {} it is not known",
            symbols.len(),
            unknown.len(),
        );
        for text in unknown.iter().take(8) {
            println!("{text}");
        }
    }
}
