//! Every game on two numbers that one to three vectors lower; of two games that are mirror images
//! of each other the first.

use super::listed::{Games, Listed, sets};
use crate::known::compare_vectors;

/// The games of up to `moves` vectors with entries from 0 to `entries`, `limit` seconds each.
pub fn vectors(moves: u32, entries: u32, limit: u32) -> Games {
    let all: Vec<[u32; 2]> = (0..=entries)
        .flat_map(|x| (0..=entries).map(move |y| [x, y]))
        .filter(|vector| *vector != [0, 0])
        .collect();
    let games = sets(all.len(), moves)
        .iter()
        .map(|set| set.iter().map(|at| all[*at]).collect::<Vec<_>>())
        .filter(|game| is_first(game))
        .map(|game| listed(&game))
        .collect();
    Games {
        columns: "moves,result,kind,states,law",
        games,
        kind: None,
        limit,
        known: (moves == 3).then_some(compare_vectors),
    }
}

/// Whether the game is not after its mirror image.
fn is_first(game: &[[u32; 2]]) -> bool {
    let mut mirrored: Vec<[u32; 2]> = game.iter().map(|[x, y]| [*y, *x]).collect();
    mirrored.sort_unstable();
    *game <= mirrored[..]
}

fn listed(game: &[[u32; 2]]) -> Listed {
    let keys: Vec<String> = game.iter().map(|[x, y]| format!("({x} {y})")).collect();
    let lines = game.iter().map(|vector| {
        let changes: Vec<String> = ["x", "y"]
            .iter()
            .zip(vector)
            .filter(|(_, by)| **by > 0)
            .map(|(name, by)| format!("{name} -= {by}"))
            .collect();
        format!("move {}\n", changes.join(", "))
    });
    Listed {
        key: keys.join(" "),
        text: format!(
            "game \"Vectors\"\nplayers Left, Right\nposition x, y\n{}",
            lines.collect::<String>()
        ),
    }
}
