//! Single questions about games, by proof numbers: `cargo bench -p whowins-engine --bench search`.
//!
//! What the start of a game of the library is worth, and how many states a CPU second looks at for it; each answer is checked.

#![allow(missing_docs)]

mod common;

use std::path::Path;

use common::{Case, RUNS, asked, processor_time};
use dashu_int::IBig;
use whowins_analysis::Player;
use whowins_core::Budget;
use whowins_engine::search::Searcher;
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// Games, and what their starts are worth.
const GAMES: [(&str, i32); 5] = [
    ("hex", 1),
    ("four-in-a-row", 0),
    ("amazons", 1),
    ("dots-and-boxes", 2),
    ("reversi", -8),
];

fn main() -> Result<(), Failure> {
    for (name, worth) in GAMES {
        if !asked(name) {
            continue;
        }
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let folders = ["library", "classic"].map(|folder| games.join(folder));
        let file = folders
            .iter()
            .map(|folder| folder.join(format!("{name}.game")));
        let file = file
            .into_iter()
            .find(|file| file.exists())
            .ok_or("no such game")?;
        let text = std::fs::read_to_string(file)?;
        let rules = Rules::parse(name, &text).map_err(|faults| faults.to_string())?;
        let game = rules
            .game(&Parameters::default())
            .map_err(|faults| faults.to_string())?;
        let start = game.start.as_ref().ok_or("no start")?;
        let (term, state) = (game.core(), start.core_state(Player::First));
        let (mut looks, mut times) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let budget = Budget::default();
            let mut search = Searcher::new(term.clone(), budget, 1 << 30).ok_or("not searched")?;
            let (time, found) = processor_time(|| search.worth(&state, u64::MAX));
            let found = found?.ok_or("it goes round")?;
            assert_eq!(found.pays, Some(IBig::from(worth)), "{name}");
            looks.push(search.reach().looked as f64 / time.as_secs_f64());
            times.push(time.as_secs_f64());
        }
        for (what, unit, runs) in [
            ("states looked at", "states/CPU-s", looks),
            ("the answer", "CPU s", times),
        ] {
            let name = format!("{name}: {what}");
            Case {
                family: "search",
                name: &name,
                size: "from the start",
                unit,
            }
            .print_alone(&runs);
        }
    }
    Ok(())
}
