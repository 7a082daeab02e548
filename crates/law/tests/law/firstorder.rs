//! Laws of games whose moves are linear: found from the rules, verified, and right at small
//! positions by the engine's own search of the term.

use std::sync::Arc;
use std::time::Duration;

use dashu_int::UBig;
use whowins_analysis::{Player, Position, Value};
use whowins_core::Budget as Work;
use whowins_core::random::Random;
use whowins_engine::terms::Solver;
use whowins_engine::{Engine, Limits};
use whowins_law::firstorder::winning_move;
use whowins_law::{LawSource, LawStrategy, Report, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_verify::firstorder::{FirstOrder, term};
use whowins_verify::{Law, Verified};

use crate::firstorder_cases::{Case, DIGITS, GAMES};

fn limits() -> Limits {
    Limits::default().with_time(Duration::from_secs(60))
}

fn report(case: &Case) -> Report {
    let Case { name, rules, .. } = case;
    let text = format!("game \"{name}\"\n{rules}\n");
    let rules =
        Rules::parse(name, &text).unwrap_or_else(|faults| panic!("{}", faults.render(false)));
    let game = rules.game(&Parameters::new()).expect("rules");
    let at = game.read(case.at).expect("a position");
    find_kind(
        &rules,
        &Parameters::new(),
        Some(&at),
        &limits(),
        "first-order",
    )
    .expect("rules")
}

pub fn proved(case: &Case) -> Verified {
    let report = report(case);
    report
        .proved
        .unwrap_or_else(|| panic!("{}: {:?}", case.name, report.tried))
}

pub fn law(verified: &Verified) -> &FirstOrder {
    match &verified.certificate().laws[0] {
        Law::FirstOrder(law) => law,
        other => panic!("{other:?}"),
    }
}

/// Compares the law with the search of the term at all positions with tracks up to `most`.
fn agrees(name: &str, verified: &Verified, most: u64) {
    let game = verified.game();
    let term = term(game);
    let mut solver = Solver::new(term.clone().into_owned(), Work::OPEN);
    let layout = law(verified).layout(&term).expect("a layout");
    let mut at = vec![0u64; layout.tracks()];
    let mut compared = 0;
    loop {
        let tracks: Vec<UBig> = at.iter().map(|n| UBig::from(*n)).collect();
        let memories = if layout.holds(&tracks) {
            layout.memories()
        } else {
            0
        };
        for memory in 0..memories {
            let state = layout.state(memory, &tracks);
            let (position, player) = game.of_core(&state).expect("a state");
            let values = verified.values(game, &position).expect("it speaks of it");
            let worth = solver.worth(&state).expect("small");
            let pays = i64::try_from(&worth.pays.expect("it ends")).unwrap_or(0);
            let value = match (pays.signum(), player) {
                (0, _) => Value::Draw,
                (1, Player::First) | (-1, Player::Second) => Value::Win,
                _ => Value::Loss,
            };
            assert_eq!(
                values[player.index()],
                value,
                "{name}: {}",
                game.show(&position)
            );
            compared += 1;
        }
        let Some(next) = at.iter().rposition(|n| *n < most) else {
            break;
        };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
    assert!(compared > 20, "{name}: {compared} positions compared");
}

#[test]
fn laws_are_found_and_right() {
    let mut others = Vec::new();
    for case in GAMES.iter().chain(DIGITS) {
        let name = case.name;
        let report = report(case);
        let verified = report
            .proved
            .unwrap_or_else(|| panic!("{name}: {:?}", report.tried));
        let law = law(&verified);
        let line = report.cards[0].explanation.formula.as_deref();
        let found = (law.system.as_str(), law.next.len());
        if found != (case.system, case.states) || case.line.is_some() && line != case.line {
            others.push(format!("{name}: {found:?}, {line:?}"));
        }
        let layout = law.layout(&term(verified.game())).expect("a layout");
        agrees(name, &verified, [0, 40, 24, 7, 5, 2, 1][layout.tracks()]);
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// Steps that are multiples of a number of the position: Euclid's game, and what is near it.
const MULTIPLES: [&str; 3] = [
    "move x -= k * y for k >= 1 if y >= 1\nmove y -= k * x for k >= 1 if x >= 1",
    "move x -= k * y for k >= 1 if y >= 1",
    "move y -= k * x for k >= 1 if x >= 1",
];

#[test]
fn multiples_of_a_number_have_laws() {
    for rules in MULTIPLES {
        let rules = format!("position x, y\n{rules}");
        let case = Case {
            name: "multiples",
            rules: Box::leak(rules.into_boxed_str()),
            at: "9,5",
            system: "",
            states: 0,
            line: None,
        };
        let verified = proved(&case);
        agrees(case.rules, &verified, 40);
        moves_win(&[case]);
    }
    let report = report(&Case {
        name: "other steps",
        rules: "position x, y\nmove x -= k * y + 1 for k >= 1 if y >= 1",
        at: "9,5",
        system: "",
        states: 0,
        line: None,
    });
    assert!(report.proved.is_none());
}

#[test]
fn winning_moves_at_large_positions_are_moves_and_win() {
    assert!(moves_win(GAMES) > 300);
    assert!(moves_win(&DIGITS[..1]) > 0);
}

/// Tries the moves that laws name at large positions: how many there were.
fn moves_win(cases: &[Case]) -> usize {
    let mut random = Random(5);
    let (mut wins, mut losses) = (0, 0);
    for case in cases {
        let verified = proved(case);
        let (game, law) = (verified.game(), law(&verified));
        let term = term(game);
        let layout = law.layout(&term).expect("a layout");
        for digits in [6, 12, 30] {
            let mut large = || {
                (0..digits).fold(UBig::ZERO, |n, _| {
                    n * UBig::from(10u8) + UBig::from(random.below(10))
                })
            };
            let tracks: Vec<UBig> = (0..layout.tracks()).map(|_| large()).collect();
            if !layout.holds(&tracks) {
                continue;
            }
            for memory in 0..layout.memories() {
                let state = layout.state(memory, &tracks);
                let (position, player) = game.of_core(&state).expect("a state");
                let values = verified.values(game, &position).expect("it speaks of it");
                if values[player.index()] != Value::Win {
                    losses += 1;
                    continue;
                }
                wins += 1;
                if game.end_at(player, &position).is_some() {
                    continue;
                }
                let right = |to: &Position, next| {
                    assert_eq!(game.is_move(player, &position, (to, next)), Some(true));
                    true
                };
                let to = winning_move(law, game, &position, player, &Work::OPEN, right);
                let (to, next) = to.unwrap_or_else(|| {
                    panic!("{}: no move from {}", case.name, game.show(&position))
                });
                assert_eq!(
                    game.is_move(player, &position, (&to, next)),
                    Some(true),
                    "{}: {} to {}",
                    case.name,
                    game.show(&position),
                    game.show(&to)
                );
                let reply = verified.values(game, &to).expect("it speaks of it")[next.index()];
                let kept = if next == player {
                    reply
                } else {
                    reply.reversed()
                };
                assert_eq!(kept, Value::Win, "{}", case.name);
            }
        }
    }
    println!("{wins} wins, {losses} losses");
    wins
}

#[test]
fn the_engine_answers_far_out() {
    let text = "game \"Fibonacci Nim\"\nposition n\nposition most\nmove n -= k, most := 2 * k for 1 <= k <= most\n";
    let rules = Rules::parse("fibonacci", text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("rules");
    let source = Arc::new(LawSource::search(&rules, &Parameters::new(), &limits()));
    let mut engine = Engine::new(game.clone(), limits());
    engine.add(Box::new(LawStrategy::new(source, &game)));
    // 10^30 is no Fibonacci number; its least Zeckendorf part is the move.
    let position = game
        .read("1000000000000000000000000000000,999999999999999999999999999999")
        .expect("a position");
    let answer = engine
        .answer(&position, Player::First)
        .expect("an answer")
        .answer;
    assert_eq!(answer.value, Value::Win);
    let best = answer.best.expect("a move");
    assert_eq!(
        game.is_move(
            Player::First,
            &position,
            (&best.to, best.next(Player::First))
        ),
        Some(true)
    );
    let reply = engine
        .answer(&best.to, Player::Second)
        .expect("an answer")
        .answer;
    assert_eq!(reply.value, Value::Loss, "{}", best.text);
}
