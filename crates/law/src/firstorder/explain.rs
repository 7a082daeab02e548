//! A law in words: a line for each of its sets of positions.

use whowins_analysis::Game;
use whowins_analysis::paths::Layout;
use whowins_automata::{Limits, Moore};

use super::learner::Label;
use super::lines::Lines;
use super::names::remembered;
use crate::automatic::numerals::Numerals;

/// The most different sets that a law is written as; one a memory.
const SETS: usize = 40;

/// A player to move, and a memory.
type Whose = (usize, usize);

/// The law as a formula, where each of its sets has a line.
///
/// What a set is: the positions that the player to move loses, for one memory. A line fits it where it holds of the same small positions; then the automaton of the
/// line is compared with the law's own, so that the line printed is the law.
pub(super) fn formula(
    game: &Game,
    layout: &Layout,
    system: &Numerals,
    found: &Moore<Label>,
    limits: &Limits,
) -> Option<String> {
    // Draws would need three sets.
    if found.outputs.iter().flatten().any(|sign| *sign == 0) {
        return None;
    }
    let lines = Lines::new(game, layout, system, found, limits)?;
    let half = layout.memories() / 2;
    let lost = |memory: usize| -> Vec<bool> {
        let sign = if layout.turn(memory) == 0 { -1 } else { 1 };
        found
            .outputs
            .iter()
            .map(|says| says.get(memory) == Some(&sign))
            .collect()
    };
    let shared = (0..half).all(|memory| lost(memory) == lost(memory + half));
    let players: &[usize] = if shared { &[0] } else { &[0, 1] };
    // Memories with one set share its line.
    let mut sets: Vec<(Vec<bool>, Vec<Whose>)> = Vec::new();
    for player in players {
        for memory in 0..half {
            let set = lost(memory + player * half);
            match sets.iter_mut().find(|one| one.0 == set) {
                Some(one) => one.1.push((*player, memory)),
                None => sets.push((set, vec![(*player, memory)])),
            }
        }
    }
    if sets.len() > SETS {
        return None;
    }
    let names = remembered(game, layout);
    let mut said = Vec::new();
    for (set, memories) in &sets {
        let line = lines.line(set)?;
        let of = |(player, memory): &(usize, usize)| {
            let values = &layout.remembered(*memory)[1..];
            let mut all: Vec<String> = names
                .iter()
                .zip(values)
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            if !shared {
                all.insert(0, format!("{} to move", game.players[*player]));
            }
            all.join(", ")
        };
        let of: Vec<String> = memories.iter().map(of).collect();
        said.push(match sets.len() {
            1 => line,
            _ => format!("{line} ({})", of.join("; ")),
        });
    }
    let lost = if shared {
        "P-positions"
    } else {
        "lost for the player to move"
    };
    Some(format!("{lost}: {}{}", said.join("; "), nim_sum(&said)))
}

fn nim_sum(said: &[String]) -> &'static str {
    match said.iter().any(|line| line.contains('⊕')) {
        true => ", ⊕ the nim-sum",
        false => "",
    }
}
