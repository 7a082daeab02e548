//! What is sent of a table that is decided forwards, without letters.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::Player;

use super::super::any::AnySpace;
use super::super::region::Region;
use super::super::solver::Want;
use super::super::space::{Flow, Space};
use super::blocks::Layout;
use super::bricks::Bricks;
use super::packed::Packing;
use super::share::Share;

/// Bricks and states that are looked at.
const LOOKS: u64 = 1 << 12;

/// A table that is decided forwards: every move lowers the number, and nobody is told of anything
/// backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forward {
    /// Strips that it is decided in, brick by brick; `None` where blocks are asked for.
    pub strips: Option<usize>,
    /// Words of four bytes that all workers send each other: of some bricks, or of the moves of
    /// some positions, an estimate.
    pub words: u64,
    /// In how many messages.
    pub messages: u64,
}

impl Forward {
    /// Whether a table is decided forwards. `O(1)` beside the size of the rules.
    pub fn is_how(region: &Region) -> bool {
        matches!(&region.space, AnySpace::Tuple(_) | AnySpace::Digits(_)) && region.falls()
    }

    /// How it goes, with blocks of `size` states dealt out to so many workers, and cells of so many
    /// bytes; `None` where letters tell what is decided.
    pub fn of(region: &Region, want: Want, bytes: u64, share: Share, size: u64) -> Option<Self> {
        let layout = Layout {
            states: region.states(),
            size,
            players: region.players(),
        };
        let packing = Packing::new(want, bytes);
        match &region.space {
            AnySpace::Tuple(space) if space.falls() => {
                Some(match Bricks::of(space, share.workers) {
                    Some(bricks) => by_bricks(space, &bricks, bytes, packing, share, layout),
                    None => by_blocks(space, packing, share, layout),
                })
            }
            AnySpace::Digits(space) if space.falls() => {
                Some(by_blocks(&**space, packing, share, layout))
            }
            _ => None,
        }
    }
}

fn by_bricks<S: Space>(
    space: &S,
    bricks: &Bricks,
    bytes: u64,
    packing: Packing,
    share: Share,
    layout: Layout,
) -> Forward {
    let strips = bricks.strips();
    let players = layout.players as u64;
    let all = bricks.planes.div_ceil(bricks.thick) * strips as u64;
    let looks = all.min(LOOKS);
    let (mut words, mut messages) = (0, 0);
    for look in 0..looks {
        let number = (u128::from(look) * u128::from(all) / u128::from(looks)) as u64;
        let (plane, strip) = (
            number / strips as u64 * bricks.thick,
            number % strips as u64,
        );
        let strip = strip as usize;
        let mut to = bricks.concerned(plane, strip, layout, share);
        to.remove(&bricks.owner(strip, share));
        let runs = bricks.runs(plane, strip);
        let cells = runs.iter().map(|run| packing.words(run.end - run.start));
        let lines = bricks.line_words(space.chains(), strip, runs.len() as u64, bytes);
        words += to.len() as u64 * players * (cells.sum::<usize>() as u64 + lines);
        messages += to.len() as u64;
    }
    let scaled =
        |number: u64| (u128::from(number) * u128::from(all) / u128::from(looks.max(1))) as u64;
    Forward {
        strips: Some(strips),
        words: scaled(words),
        messages: scaled(messages),
    }
}

fn by_blocks<S: Space>(space: &S, packing: Packing, share: Share, layout: Layout) -> Forward {
    let count = layout.blocks();
    // Who reads which blocks of others.
    let mut read: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut state = Vec::new();
    let looks = match share.workers {
        1 => 0,
        _ => layout.states.min(LOOKS),
    };
    for look in 0..looks {
        let index = (u128::from(look) * u128::from(layout.states) / u128::from(looks)) as u64;
        space.unrank(index, &mut state);
        let own = share.owner(layout.of(index).0, count);
        for player in &Player::BOTH[..layout.players] {
            if space.end(&state, index).is_some() {
                continue;
            }
            let _ = space.options(*player, &state, index, &mut |option| {
                let block = layout.of(option).0;
                if share.owner(block, count) != own {
                    read.entry(block).or_default().insert(own);
                }
                Flow::Continue(())
            });
        }
    }
    let (mut words, mut messages) = (0, 0);
    for (block, readers) in &read {
        let range = layout.range(*block);
        let cells = packing.words(range.end - range.start) * layout.players;
        words += (cells * readers.len()) as u64;
        messages += readers.len() as u64;
    }
    Forward {
        strips: None,
        words,
        messages,
    }
}
