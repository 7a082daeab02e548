//! Sums that fall one after the other, so that play ends.

use whowins_analysis::paths::Path;
use whowins_core::Game;
use whowins_verify::Rejection;
use whowins_verify::firstorder::{Fall, Kernel, Weights};

/// Weights of which, with every move, one sum falls and none before it rises; `None` where the sums
/// that are tried do not show it.
///
/// The next sum is one that no move left raises, and that some lower: these are done with. So what
/// is found is found whatever the order of the tries (lexicographic ranking: Alias, Darte,
/// Feautrier and Gonnord 2010).
pub(crate) fn falling(kernel: &Kernel<'_>, game: &Game) -> Result<Option<Vec<Weights>>, Rejection> {
    let tries = tries(game, kernel.layout().lengths());
    let mut left: Vec<(usize, Path)> = kernel.paths();
    let mut found = Vec::new();
    while !left.is_empty() {
        let mut next = None;
        for weights in &tries {
            if let Some(rest) = rest(kernel, &left, weights)? {
                next = Some((weights.clone(), rest));
                break;
            }
        }
        let Some((weights, rest)) = next else {
            return Ok(None);
        };
        found.push(weights);
        left = rest;
    }
    Ok(Some(found))
}

/// The paths with which the sum does not fall, where it rises with none and falls with some.
fn rest(
    kernel: &Kernel<'_>,
    left: &[(usize, Path)],
    weights: &Weights,
) -> Result<Option<Vec<(usize, Path)>>, Rejection> {
    let mut rest = Vec::new();
    for (from, path) in left {
        match kernel.fall(*from, path, weights)? {
            Fall::Rises => return Ok(None),
            Fall::Keeps => rest.push((*from, path.clone())),
            Fall::Falls => {}
        }
    }
    Ok((rest.len() < left.len()).then_some(rest))
}

/// The sums that are tried: all numbers, also with weights that rise or fall from one to the next,
/// and each alone; upside down where all are bounded.
fn tries(game: &Game, lengths: &[usize]) -> Vec<Weights> {
    let parts = game.parts.iter().zip(lengths).skip(1);
    let bounded: Vec<bool> = parts
        .flat_map(|(part, length)| vec![part.most.is_some(); *length])
        .collect();
    let count = bounded.len();
    let whole = count as i64; // at most a few
    let open = |weight: &dyn Fn(i64) -> i64| -> Weights {
        let each = bounded.iter().zip(0..whole);
        each.map(|(bounded, at)| if *bounded { 0 } else { weight(at) })
            .collect()
    };
    let mut tries = vec![
        vec![1; count],
        open(&|_| 1),
        open(&|at| at + 1),
        open(&|at| whole - at),
        (0..whole).map(|at| at + 1).collect(),
        (0..whole).map(|at| whole - at).collect(),
    ];
    for (at, bounded) in bounded.iter().enumerate() {
        for sign in if *bounded { &[1, -1][..] } else { &[1] } {
            let mut weights = vec![0; count];
            weights[at] = *sign;
            tries.push(weights);
        }
    }
    tries.retain(|weights| weights.iter().any(|weight| *weight != 0));
    tries
}
