//! Measures the outcomes of 4096 x 4096 positions of a shipped game in Rust, in seconds.
//! `fresh/outcomes.py` compares `game.outcomes((4096, 4096))` with it.

use std::time::Instant;

use whowins::rules::Parameters;
use whowins_views::{MapRequest, Show};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).ok_or("name a shipped game")?;
    let rules = whowins::shipped::rules(&name).ok_or("no such game is shipped")??;
    let begun = Instant::now();
    // The default limits of the Python package.
    let limits = whowins::engine::Limits::default().with_memory(whowins::engine::fair_memory());
    let request = MapRequest {
        size: Some("4096x4096".into()),
        from: None,
        slice: Vec::new(),
        width: None,
        show: Show::Outcome,
        player: None,
        no_law: true,
        terminal: None,
    };
    let filled = request.fill(&rules, &Parameters::new(), &limits);
    let cells = filled
        .map_err(|_| "there is no map of this game")?
        .map
        .cells;
    println!("{}", begun.elapsed().as_secs_f64());
    assert_eq!((cells.width(), cells.height()), (4096, 4096));
    Ok(())
}
