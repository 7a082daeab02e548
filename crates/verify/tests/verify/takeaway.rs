//! Take at most what the last move allows: what is such a game, and what is right of it, compared
//! with looking at all positions.

use std::collections::HashMap;

use dashu_int::UBig;
use whowins_analysis::{Position, Value};
use whowins_law::OfRules;
use whowins_verify::takeaway::TakeAway;
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

fn verify(rules: &str, times: u64, more: i64) -> Result<Verified, Why> {
    let law = Law::TakeAway(TakeAway { times, more });
    let certificate = Certificate::of_text(format!("game \"Take away\"\n{rules}\n"), vec![law]);
    let verified = certificate.verify_with_rules(&Budget::default());
    verified.map_err(|rejection| rejection.why)
}

fn rules(allowed: &str) -> String {
    format!("position n\nposition most\nmove n -= k, most := {allowed} for 1 <= k <= most")
}

/// Whether the player to move wins n tokens of which at most `most` may be taken.
fn wins((times, more): (u64, i64), at: (u64, u64), known: &mut HashMap<(u64, u64), bool>) -> bool {
    let at = (at.0, at.1.min(at.0));
    if let Some(wins) = known.get(&at) {
        return *wins;
    }
    let to = |k: u64| (at.0 - k, (times * k).saturating_add_signed(more));
    let found = (1..=at.1).any(|k| !wins((times, more), to(k), known));
    known.insert(at, found);
    found
}

#[test]
fn the_least_part_says_who_wins() {
    for (times, more, allowed) in [
        (1, 0, "k"),
        (1, 2, "k + 2"),
        (2, -1, "2 * k - 1"),
        (2, 0, "2 * k"),
        (3, 0, "3 * k"),
        (3, -2, "3 * k - 2"),
        (4, 1, "k + 3 * k + 1"),
        (7, -5, "7 * k - 5"),
    ] {
        let verified = verify(&rules(allowed), times, more).expect("a law");
        let mut known = HashMap::new();
        for n in 0..90u64 {
            for most in 0..100 {
                let position = Position::tuple([UBig::from(n), UBig::from(most)]);
                let values = verified.values(verified.game(), &position);
                let wins = wins((times, more), (n, most), &mut known);
                let wanted = if wins { Value::Win } else { Value::Loss };
                assert_eq!(values, Some([wanted; 2]), "{allowed}: {n}, {most}");
            }
        }
    }
}

#[test]
fn other_numbers_are_refused() {
    for (times, more) in [(3u64, 0i64), (5, -3), (1, 4)] {
        let allowed = format!("{times} * k + {} - {}", more.max(0), (-more).max(0));
        for (c, d) in (0..8).flat_map(|c| (-6..7).map(move |d| (c, d))) {
            let found = verify(&rules(&allowed), c, d).map(|_| ());
            let wanted = if (c, d) == (times, more) {
                Ok(())
            } else {
                Err(Why::False)
            };
            assert_eq!(found, wanted, "{allowed}: {c}, {d}");
        }
    }
}

#[test]
fn other_games_are_refused() {
    let own = rules("3 * k");
    for other in [
        own.replace("1 <= k", "2 <= k"),
        own.replace("1 <= k <= most", "1 <= k <= most + 1"),
        own.replace("1 <= k <= most", "1 <= k <= most if k != 2"),
        own.replace("n -= k", "n -= 2 * k"),
        own.replace("3 * k", "3 * k - 3"),
        own.replace("3 * k", "k - 1"),
        own.replace("3 * k", "k * k"),
        own.replace("3 * k", "3 * n"),
        own.replace("3 * k", "2000 * k"),
        own.replace("position most", "position most <= 30"),
        own.replace("position n", "position n <= 50"),
        format!("{own}\nmisère play"),
        format!("{own}\nmove n -= 1"),
        format!("{own}\nthe player who moved wins when n = 3"),
        format!("players Ann, Bob\n{}", own.replace("move", "Ann: move")),
    ] {
        let (times, more) = match other.contains("2000") {
            true => (2000, 0),
            false if other.contains("- 3") => (3, -3),
            false if other.contains("k - 1") => (1, -1),
            false => (3, 0),
        };
        assert!(verify(&other, times, more).is_err(), "{other}");
    }
}
