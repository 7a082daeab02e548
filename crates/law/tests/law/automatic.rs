//! Laws of lattice games: found without hints, proved, and right.

use std::time::Duration;

use crate::automatic_common::{FAMILIES, Naive, automata, game, laws, random_game};
use crate::cases;
use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use whowins_analysis::{Budget, Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_law::{Report, Says};
use whowins_verify::automatic::{Automatic, Beatty};
use whowins_verify::{Claim, Law};

const COWS: &str = "game \"Cow Checkers\"\nplayers Bessie, \"Farmer John\"\nposition x, y\nmove x -= k for k >= 1\n\
    move y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\n";
const NIM: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1\n";

fn limits() -> Limits {
    Limits::default().with_time(Duration::from_secs(20))
}

/// The option that the automata find: a move to a loss of the opponent.
fn winning_move(
    law: &Automatic,
    game: &Game,
    position: &[UBig],
    player: Player,
    budget: &Budget,
) -> Option<Vec<UBig>> {
    let from = Position::tuple(position.iter().cloned());
    let right = |to: &Position| {
        let lost = law.values(game, to).expect("the law says it");
        assert_eq!(lost[player.other().index()], Value::Loss);
        assert_eq!(
            game.is_move(player, &from, (to, player.other())),
            Some(true)
        );
        true
    };
    whowins_law::automatic::winning_move(law, game, position, player, budget, right)?.naturals()
}

fn found(text: &str) -> Report {
    laws(text, &limits(), &[Says::Outcome, Says::ClosedForm])
}

fn automaton(report: &Report) -> &Automatic {
    let verified = report.proved.as_ref().expect("a law is proved");
    let automatic = |law: &'_ Law| match law {
        Law::Automatic(automatic) => Some(automatic.clone()),
        _ => None,
    };
    let law = verified.certificate().laws.iter().find_map(automatic);
    Box::leak(Box::new(law.expect("the law is automatic")))
}

/// The proved law against a naive reading of the rules.
fn agrees(text: &str, report: &Report, coordinates: usize, side: usize) {
    let game = game(text);
    let law = report.proved.as_ref().expect("a law is proved");
    for (position, values) in Naive::new(&game, coordinates, side).all() {
        assert_eq!(
            law.values(&game, &position),
            Some(values),
            "{text} at {position:?}"
        );
    }
}

fn proved(text: &str, coordinates: usize, side: usize) -> Report {
    let report = found(text);
    assert!(report.proved.is_some(), "{text}: {:?}", report.tried);
    agrees(text, &report, coordinates, side);
    report
}

#[test]
fn cow_checkers_is_a_beatty_pair() {
    let report = proved(COWS, 2, 60);
    let law = automaton(&report);
    assert_eq!(law.system, "Zeckendorf");
    assert_eq!(law.automaton.next.len(), 14);
    let kinds: Vec<&str> = report.cards.iter().map(|card| card.kind).collect();
    assert_eq!(kinds, ["beatty", "automatic"]);
    for card in &report.cards {
        let formula = card.explanation.formula.as_deref().unwrap_or("");
        assert!(formula.contains("(⌊kφ⌋, ⌊kφ²⌋)"), "{formula}");
    }
}

#[test]
fn nim_is_the_nim_sum() {
    let report = proved(NIM, 3, 17);
    let law = automaton(&report);
    assert_eq!(
        (law.system.as_str(), law.automaton.next.len()),
        ("base 2", 2)
    );
    let formula = report.cards[0].explanation.formula.as_deref();
    assert!(formula.is_some_and(|f| f.contains("x ⊕ y ⊕ z = 0")));
}

#[test]
fn chess_pieces_in_a_corner() {
    let rook = "move x -= k for k >= 1\nmove y -= k for k >= 1\n";
    let king = "move x -= 1\nmove y -= 1\nmove x -= 1, y -= 1\n";
    let knight = "move x -= 1, y -= 2\nmove x -= 2, y -= 1\n";
    let long_knight =
        "move x -= 2, y -= 1\nmove x -= 1, y -= 2\nmove x -= 2, y += 1\nmove x += 1, y -= 2\n";
    let bishop = "move x -= k, y -= k for k >= 1\n";
    for (moves, naive) in [
        (rook, true),
        (king, true),
        (knight, true),
        (long_knight, false),
        (bishop, true),
    ] {
        for play in ["", "misère play\n"] {
            let text = format!("game \"piece\"\nposition x, y\n{moves}{play}");
            if naive {
                proved(&text, 2, 24);
            } else {
                assert!(found(&text).proved.is_some(), "{text}");
            }
        }
    }
}

#[test]
fn misere_and_partizan_queens() {
    proved(&format!("{COWS}misère play\n"), 2, 40);
    let partizan = "game \"rook and bishop\"\nplayers A, B\nposition x, y\nA: move x -= k for k >= 1\n\
        B: move y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\n";
    proved(partizan, 2, 40);
}

#[test]
fn guards_that_compare_linear_forms() {
    for moves in [
        "move x -= k for k >= 1 if 2*k <= x\nmove y -= 1\n",
        "move x -= 1 if x > y\nmove y -= 2 if y >= x\nmove x -= 1, y -= 1\n",
        "move x -= k for k >= 1 if x - k >= y\nmove y -= k for k in {1, 3} if x + k != 7\n",
        "move x -= 1\nmove y -= 1 if not (x = 2 or x > 4)\nmisère play\n",
    ] {
        let text = format!("game \"guarded\"\nposition x, y\n{moves}");
        let report = proved(&text, 2, 30);
        let (game, law) = (game(&text), automaton(&report));
        for n in 0..4 {
            let position = [huge(30, n), huge(30, n * n)];
            let to = winning_move(law, &game, &position, Player::First, &Budget::OPEN);
            assert_eq!(
                to.is_some(),
                wins(&report, &game, &position, Player::First),
                "{text}"
            );
        }
    }
}

/// t-Wythoff: take from one heap, or from both numbers that differ by less than t.
fn wythoff(t: u64) -> String {
    let mut text = format!("game \"{t}-Wythoff\"\nposition x, y\n");
    for d in (0..t).rev() {
        text.push_str(&format!("move x -= k + {d}, y -= k for k >= 1\n"));
        if d > 0 {
            text.push_str(&format!("move y -= k + {d}, x -= k for k >= 1\n"));
        }
    }
    text + "move y -= k for k >= 1\nmove x -= 3*k for k >= 1\nmove x -= 1\nmove x -= 1 + k for k >= 1\n"
}

#[test]
fn generalised_wythoff_games_are_beatty_pairs() {
    for t in 1..=5 {
        let text = wythoff(t);
        let report = laws(&text, &limits(), &[Says::ClosedForm]);
        agrees(&text, &report, 2, 50);
        let laws = &report.proved.as_ref().unwrap().certificate().laws;
        assert_eq!(*laws, [Law::Beatty(Beatty { t })]);
    }
}

#[test]
fn random_games_of_vectors_have_laws() {
    let games = cases(6, 20) as u64;
    let mut proved = 0;
    for seed in 0..games {
        let text = random_game(0, seed);
        let report = laws(&text, &limits(), &[Says::Outcome]);
        if report.proved.is_some() {
            agrees(&text, &report, 2, 40);
            proved += 1;
        }
    }
    assert!(proved + 2 >= games, "{proved} of {games} were proved");
}

#[test]
fn laws_of_every_family_are_right() {
    for (family, name) in FAMILIES.iter().enumerate().skip(1) {
        let coordinates = if family == 3 { 3 } else { 2 };
        let mut proved = 0;
        for seed in 0..cases(4, 6) as u64 {
            let text = random_game(family, seed);
            let limits = Limits::default().with_time(Duration::from_millis(700));
            let report = laws(&text, &limits, &[Says::Outcome]);
            if report.proved.is_some() {
                agrees(
                    &text,
                    &report,
                    coordinates,
                    if coordinates == 3 { 9 } else { 30 },
                );
                proved += 1;
            }
        }
        assert!(proved > 0, "{name}");
    }
}

/// 10^digits and something.
fn huge(digits: usize, more: u64) -> UBig {
    UBig::from(10u8).pow(digits) + UBig::from(more)
}

/// ⌊kφ⌋ by an integer square root.
fn golden(k: &UBig) -> UBig {
    (k + (UBig::from(5u8) * k * k).sqrt()) >> 1
}

fn wins(law: &Report, game: &Game, numbers: &[UBig], player: Player) -> bool {
    let values = law.proved.as_ref().unwrap();
    let values = values.values(game, &Position::tuple(numbers.iter().cloned()));
    values.unwrap()[player.index()] == Value::Win
}

#[test]
fn positions_of_ten_thousand_digits() {
    let report = found(COWS);
    let game = game(COWS);
    let law = automaton(&report);
    let k = huge(10_000, 12_345);
    let (a, b) = (golden(&k), golden(&k) + &k);
    assert!(!wins(
        &report,
        &game,
        &[a.clone(), b.clone()],
        Player::First
    ));
    assert!(!wins(
        &report,
        &game,
        &[b.clone(), a.clone()],
        Player::First
    ));
    assert!(
        winning_move(
            law,
            &game,
            &[a.clone(), b.clone()],
            Player::First,
            &Budget::OPEN
        )
        .is_none()
    );
    for position in [
        [a.clone(), &b + UBig::ONE],
        [&a - UBig::ONE, b.clone()],
        [k.clone(), k.clone()],
    ] {
        assert!(wins(&report, &game, &position, Player::First));
        let to =
            winning_move(law, &game, &position, Player::First, &Budget::OPEN).expect("a move wins");
        let taken: Vec<UBig> = position.iter().zip(&to).map(|(x, y)| x - y).collect();
        assert!(taken.iter().any(|n| *n > UBig::ZERO));
        assert!(taken[0] == UBig::ZERO || taken[1] == UBig::ZERO || taken[0] == taken[1]);
        let (less, more) = (
            to[0].clone().min(to[1].clone()),
            to[0].clone().max(to[1].clone()),
        );
        assert_eq!(less, golden(&(&more - &less)));
    }
}

#[test]
fn winning_moves_of_every_family() {
    for family in 0..FAMILIES.len() {
        for seed in 0..cases(2, 5) as u64 {
            let text = random_game(family, seed);
            let limits = Limits::default().with_time(Duration::from_millis(700));
            let report = automata(&text, &limits);
            if report.proved.is_none() {
                continue;
            }
            let (game, law) = (game(&text), automaton(&report));
            let coordinates = if family == 3 { 3 } else { 2 };
            for at in 0..4u64 {
                let position: Vec<UBig> = (0..coordinates)
                    .map(|c| huge(40 + c, seed * 17 + at * 5 + c as u64))
                    .collect();
                for player in Player::BOTH {
                    let to = winning_move(law, &game, &position, player, &Budget::OPEN);
                    assert_eq!(
                        to.is_some(),
                        wins(&report, &game, &position, player),
                        "{text}"
                    );
                    if let Some(to) = to {
                        assert!(!wins(&report, &game, &to, player.other()));
                    }
                }
            }
        }
    }
}

/// Fraenkel 1982: the lesser number ends in an even number of zeros over 1, t + 1, ..., and a zero
/// more makes it the greater one.
#[test]
fn generalised_wythoff_games_are_automatic_over_their_own_digits() {
    for t in 2..=cases(2, 5) as u64 {
        let text = wythoff(t);
        let report = automata(
            &text,
            &Limits::default().with_time(Duration::from_secs(100)),
        );
        assert!(report.proved.is_some(), "{t}: {:?}", report.tried);
        agrees(&text, &report, 2, 50);
        let law = automaton(&report);
        assert_eq!(law.system, format!("Ostrowski [0; {}, ({t})]", t + 1));
        let formula = report.cards[0].explanation.formula.as_deref();
        assert!(formula.is_some_and(|f| f.contains("mirror images")));
        let game = game(&text);
        for n in 0..3 {
            let position = [huge(30, n), huge(31, n * n)];
            let to = winning_move(law, &game, &position, Player::First, &Budget::OPEN);
            assert_eq!(to.is_some(), wins(&report, &game, &position, Player::First));
            if let Some(to) = to {
                assert!(!wins(&report, &game, &to, Player::Second));
            }
        }
    }
}

#[test]
fn queens_that_end_elsewhere() {
    let guarded = |guard: &str| {
        let moves: Vec<String> = COWS
            .lines()
            .map(|line| match line.starts_with("move") {
                true => format!("{line} if {guard}\n"),
                false => format!("{line}\n"),
            })
            .collect();
        moves.concat()
    };
    for guard in ["x + y > 1", "x != 1 or y != 1", "x != 2 or y != 2"] {
        let report = proved(&guarded(guard), 2, 50);
        assert_eq!(automaton(&report).system, "Zeckendorf", "{guard}");
    }
}

#[test]
fn a_game_without_a_small_automaton_says_what_shows_it() {
    // Rooks, bishops and twice as far in one direction: the P-positions go off along several lines
    // (Larsson 2012).
    let text =
        format!("{COWS}move x -= k, y -= 2*k for k >= 1\nmove x -= 2*k, y -= k for k >= 1\n");
    let limits = Limits::default().with_time(Duration::from_secs(200));
    let report = laws(&text, &limits, &[Says::Outcome]);
    assert!(report.proved.is_none());
    let said = format!("{:?}", report.tried);
    assert!(
        said.contains("base 2") && said.contains("Zeckendorf"),
        "{said}"
    );
}
