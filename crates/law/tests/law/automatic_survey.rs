//! How many random games have an automatic law that is found and proved, family by family.

use std::time::{Duration, Instant};

use crate::automatic_common::{FAMILIES, laws, random_game};
use whowins_engine::Limits;
use whowins_law::{Finding, Says};
use whowins_verify::Law;

/// `cargo test --release -p whowins-law --test law survey_of_random_games -- --ignored --nocapture`;
/// takes some minutes.
#[test]
#[ignore = "a survey of 1200 games: some minutes"]
fn survey_of_random_games() {
    let games: u64 = std::env::var("GAMES").map_or(200, |n| n.parse().unwrap());
    let families = std::env::var("FAMILY").map_or(0..FAMILIES.len(), |n| {
        let n: usize = n.parse().unwrap();
        n..n + 1
    });
    for family in families {
        let (mut times, mut states, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..games {
            let text = random_game(family, seed);
            let limits = Limits::default().with_time(Duration::from_secs(20));
            let began = Instant::now();
            let report = laws(&text, &limits, &[Says::Outcome]);
            let took = began.elapsed();
            match report.proved.map(|v| v.certificate().laws[0].clone()) {
                Some(Law::Automatic(law)) => {
                    times.push(took);
                    states.push((law.automaton.next.len(), law.system));
                }
                _ => failed.push((seed, took, report.tried)),
            }
        }
        times.sort_unstable();
        states.sort_unstable();
        println!(
            "{}: {} of {games} proved; median {:?}, slowest {:?}; largest automaton {:?}, median {:?}",
            FAMILIES[family],
            times.len(),
            times.get(times.len() / 2),
            times.last(),
            states.last(),
            states.get(states.len() / 2),
        );
        let systems = |name: &str| states.iter().filter(|(_, s)| s == name).count();
        println!(
            "    base 2: {}, Zeckendorf: {}, base 3: {}, base 5: {}, base 7: {}",
            systems("base 2"),
            systems("Zeckendorf"),
            systems("base 3"),
            systems("base 5"),
            systems("base 7")
        );
        for (seed, took, tried) in failed.iter().take(12) {
            let why: Vec<String> = tried
                .iter()
                .map(|t| match &t.finding {
                    Finding::Nothing(why) => why.clone(),
                    other => format!("{other:?}"),
                })
                .collect();
            println!("    seed {seed} ({took:?}): {}", why.join(" | "));
        }
    }
}
