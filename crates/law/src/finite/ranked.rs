//! Finds a strategy with ranks for one position.

use whowins_analysis::{Frame, Game, Value};
use whowins_engine::EngineError;
use whowins_verify::Law;
use whowins_verify::finite::{Entry, Label, Ranked};

use super::explore::{MOVES, NODES, Play, Unexplored};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Longer tables are no certificate to hand on.
const ENTRIES: usize = 400_000;

/// The finder of laws of kind `ranked`.
pub(super) struct RankedFinder;

impl Finder for RankedFinder {
    fn kind(&self) -> &'static str {
        "ranked"
    }

    fn says(&self) -> Says {
        Says::Strategy
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let game = search.game;
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("every parameter needs a value for this law".into());
        }
        let Some(position) = search.at.or(game.start.as_ref()) else {
            return Finding::Foreign(
                "a strategy is for one position; the rules name no start, and none was given (--at)".into(),
            );
        };
        let size = game.size_of(position);
        let Some(mut state) = game.state_of(position) else {
            return Finding::Nothing("the position is too large for a table".into());
        };
        Frame::new(game, size.0, size.1).settle(&mut state);
        let play = match Play::from(game, size, &state, search.limits) {
            Ok(play) => play,
            Err(Unexplored::Limit(error)) => return Finding::Stopped(error),
            Err(Unexplored::Large) => {
                return Finding::Nothing(format!(
                    "play from {} reaches more positions than fit, or more than {NODES}, or has more than {MOVES} moves",
                    game.show(position)
                ));
            }
        };
        let reached = play.nodes.len();
        match strategy(game, &play) {
            Ok(entries) if entries.len() > ENTRIES => Finding::Nothing(format!(
                "the strategy needs {} of the {reached} positions that play reaches; tables of up to {ENTRIES} are written",
                entries.len()
            )),
            Ok(entries) => {
                let explanation = Explanation {
                    formula: None,
                    source: "retrograde analysis: Zermelo 1913".into(),
                    found: format!(
                        "play reaches {reached} positions; the strategy needs {} of them",
                        entries.len()
                    ),
                };
                match Ranked::parts(position) {
                    Some(position) => {
                        let law = Ranked { position, entries };
                        Finding::Law(Box::new(Law::Ranked(law)), explanation)
                    }
                    None => Finding::Nothing("the position is too large".into()),
                }
            }
            Err(at) => Finding::Stopped(EngineError::Endless {
                position: game.show(&game.position_of(&play.nodes[at].0, size.0, size.1)),
            }),
        }
    }
}

/// What the winner's strategy reaches: all moves of the loser, the fastest of the winner, and all
/// moves from drawn positions, whose neighbours must be shown too. Fails at a position from which
/// play need never end, where the rules do not say what that means.
fn strategy(game: &Game, play: &Play) -> Result<Vec<Entry>, usize> {
    let roots = if play.shared { 1 } else { 2 };
    let mut wanted = vec![false; play.nodes.len()];
    let mut open: Vec<usize> = (0..roots).collect();
    while let Some(at) = open.pop() {
        if play.over[at] || std::mem::replace(&mut wanted[at], true) {
            continue;
        }
        let options = play.options[at].iter().map(|to| *to as usize);
        if play.values[at].0 == Value::Win {
            let losses = options.filter(|to| play.brings(at, *to) == Value::Loss);
            open.extend(losses.min_by_key(|to| play.values[*to].1));
        } else {
            open.extend(options);
        }
    }
    let mut ranks: Vec<u64> = play.values.iter().map(|(_, rank)| *rank).collect();
    if !game.ending.repetition_draws {
        draws(play, &wanted, &mut ranks)?;
    }
    let mut entries: Vec<Entry> = (0..play.nodes.len())
        .filter(|at| wanted[*at])
        .map(|at| {
            let (state, player) = play.nodes[at].clone();
            let label = match play.values[at].0 {
                Value::Win => Label::Win,
                Value::Loss => Label::Loss,
                Value::Draw => Label::Draw,
            };
            Entry(state, player, label, ranks[at])
        })
        .collect();
    entries.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    Ok(entries)
}

/// Ranks of the drawn positions, by the longest play among them; fails where that goes in circles.
fn draws(play: &Play, wanted: &[bool], ranks: &mut [u64]) -> Result<(), usize> {
    let drawn = |at: &usize| play.values[*at].0 == Value::Draw && wanted[*at];
    // 0 not seen, 1 open, 2 done.
    let mut seen = vec![0u8; play.nodes.len()];
    for root in (0..play.nodes.len()).filter(drawn) {
        let mut open = vec![root];
        while let Some(at) = open.last().copied() {
            let below = || play.options[at].iter().map(|to| *to as usize);
            if seen[at] == 0 {
                seen[at] = 1;
                for to in below().filter(drawn) {
                    match seen[to] {
                        0 => open.push(to),
                        1 => return Err(to),
                        _ => {}
                    }
                }
                continue;
            }
            open.pop();
            if seen[at] == 1 {
                seen[at] = 2;
                let deepest = below()
                    .filter(|to| play.values[*to].0 == Value::Draw)
                    .map(|to| if play.over[to] { 0 } else { ranks[to] });
                ranks[at] = deepest.max().map_or(0, |rank| rank + 1);
            }
        }
    }
    Ok(())
}
