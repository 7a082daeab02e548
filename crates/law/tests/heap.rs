//! Laws of one heap: found, verified, and compared with a plain reading of the rules.

use std::ops::ControlFlow;

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_engine::Limits;
use whowins_law::{Finding, Report, Says, find};
use whowins_rules::{Frame, Game, Parameters, Player, Position, Rules, Value};
use whowins_verify::{Law, Verified};

fn rules(text: &str) -> Rules {
    Rules::parse("test", text).unwrap_or_else(|faults| panic!("{}\n{text}", faults.render(false)))
}

fn search(text: &str) -> Report {
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &Limits::default(),
        &Says::ALL,
    )
    .unwrap()
}

/// The values of both players at heaps below `heaps`, by the rules alone.
fn naive(game: &Game, heaps: usize) -> Vec<[bool; 2]> {
    let frame = Frame::new(game, 1, 1);
    let mut table: Vec<[bool; 2]> = Vec::new();
    for n in 0..heaps {
        let wins = Player::BOTH.map(|player| {
            let mut best = None;
            let _ = frame.options(player, &[n as i64], &mut |option| {
                let reply = table[option.to[0] as usize][player.other().index()];
                best = Some(best.unwrap_or(false) || !reply);
                ControlFlow::Continue(())
            });
            best.unwrap_or(frame.stuck() == Value::Win)
        });
        table.push(wins);
    }
    table
}

fn naive_grundy(game: &Game, heaps: usize) -> Vec<u64> {
    let frame = Frame::new(game, 1, 1);
    let mut values: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let options = frame.next(Player::First, &[n as i64]);
        let reached: Vec<u64> = options.iter().map(|to| values[to[0] as usize]).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn answers(law: &Verified, n: usize) -> [bool; 2] {
    let position = Position::Numbers(vec![UBig::from(n)]);
    law.values(law.game(), &position)
        .unwrap()
        .map(|value| value == Value::Win)
}

/// Finds the laws of a game, and compares them with the plain reading on the heaps below `heaps`.
fn agrees(text: &str, heaps: usize) -> Verified {
    let report = search(text);
    let law = report
        .proved
        .unwrap_or_else(|| panic!("{text}\n{:?}", report.tried));
    assert!(matches!(law.certificate().laws[0], Law::Periodic(_)));
    for (n, wins) in naive(law.game(), heaps).into_iter().enumerate() {
        assert_eq!(answers(&law, n), wins, "{text}\nheap {n}");
    }
    for found in &law.certificate().laws {
        if let Law::Grundy(grundy) = found {
            for (n, value) in naive_grundy(law.game(), heaps).into_iter().enumerate() {
                let law = grundy.grundy_value(&UBig::from(n)).unwrap();
                assert_eq!(law, UBig::from(value), "{text}\nheap {n}");
            }
        }
    }
    law
}

fn game(moves: &[String], misere: bool) -> String {
    let ending = if misere { "misère play\n" } else { "" };
    format!(
        "game \"G\"\nplayers A, B\nposition n\n{}\n{ending}",
        moves.join("\n")
    )
}

fn set(members: &[u64]) -> String {
    let members: Vec<String> = members.iter().map(u64::to_string).collect();
    format!("{{{}}}", members.join(", "))
}

#[test]
fn smoke() {
    for text in [
        "move n -= s for s in {1, 2, 3}",
        "move n -= k for k >= 1",
        "move n -= k for k >= 1 if k != 3 and k != 5",
        "move n -= k for k >= 1 if k % 2 = 1",
        "A: move n -= 2 * k for k >= 1\nB: move n -= s for s in {1, 5}",
    ] {
        for misere in [false, true] {
            let law = agrees(&game(&[text.into()], misere), 200);
            println!("{:?} {:?}", law.statements(), law.checked());
        }
    }
    let _ = (set(&[1]), Finding::Nothing(String::new()));
}
