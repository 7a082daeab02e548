//! Tables near 0: from the rules alone, with a layer for each level of blocks.

use whowins_draw::BLANK;
use whowins_engine::Limits;
use whowins_views::{MapRequest, Show};

use super::plane::Plane;
use super::{Look, NOTHING, Place, shown};
use crate::games::Registered;
use crate::limits::{self, SIDE};
use crate::refusal::Refusal;

/// What a table says of all positions with numbers below `sides`, powers of two from 256 on.
pub struct Near {
    /// How far it reaches across and along.
    pub sides: [u64; 2],
    layers: Layers,
}

/// Layer 0 has a cell a position, each next one a cell a block of 2 by 2 of the one before.
enum Layers {
    /// Sets of outcome classes.
    Classes(Vec<Vec<u8>>, bool),
    /// Grundy values, the least of a block; or remoteness, the largest.
    Numbers(Vec<Vec<u16>>),
}

/// The sides of a table that covers a tile, from those of the table there is; `None` where it would
/// be too large.
pub fn sides(
    plane: &Plane,
    place: &Place,
    show: Show,
    before: Option<[u64; 2]>,
) -> Option<[u64; 2]> {
    let end = place.end();
    let side = |at: usize| {
        let most = plane.axes[at].most.as_ref();
        let wanted = match most.filter(|most| **most < end[at]) {
            Some(most) => most + dashu_int::UBig::ONE,
            None => end[at].clone(),
        };
        let wanted = u64::try_from(&wanted)
            .ok()
            .filter(|side| *side <= 1 << 16)?;
        Some(wanted.next_power_of_two().max(SIDE as u64))
    };
    let wanted = [side(0)?, side(1)?];
    let most = match show {
        Show::Outcome => limits::TABLE,
        Show::Grundy | Show::Remoteness => limits::NUMBERS,
    };
    let fits = |sides: &[u64; 2]| plane.states(*sides).is_some_and(|states| states <= most);
    let grown = before.map(|before| [0, 1].map(|at: usize| before[at].max(wanted[at])));
    grown.filter(fits).or(Some(wanted).filter(fits))
}

impl Near {
    /// Works out a table.
    ///
    /// # Errors
    ///
    /// When the game has no such values, or a limit is met.
    pub fn make(
        game: &Registered,
        plane: &Plane,
        look: Look,
        sides: [u64; 2],
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let least = [0, 1].map(|at: usize| u64::try_from(&plane.axes[at].least).unwrap_or(0));
        let size = [0, 1].map(|at: usize| sides[at].saturating_sub(least[at]).max(1));
        let request = MapRequest {
            size: Some(format!("{}x{}", size[0], size[1])),
            from: None,
            slice: plane.slice.clone(),
            width: None,
            show: look.show,
            player: look.player,
            no_law: true,
            terminal: None,
        };
        let filled = request.fill(&game.rules, &game.values, limits)?;
        let cells = &filled.map.cells;
        let [width, height] = sides.map(|side| side as usize);
        let at = |column: usize, row: usize| {
            let (x, y) = (
                column.checked_sub(least[0] as usize),
                row.checked_sub(least[1] as usize),
            );
            x.zip(y).map_or(BLANK, |(x, y)| cells.get(x, y))
        };
        let all = || (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let layers = match look.show {
            Show::Outcome => {
                let classes = all().map(|(column, row)| match at(column, row) {
                    class @ 0..5 => 1 << class,
                    _ => 0,
                });
                let pyramid = pyramid(classes.collect(), sides, |a, b| a | b);
                Layers::Classes(pyramid, game.game.is_impartial())
            }
            Show::Grundy => {
                let values = all().map(|(column, row)| at(column, row)).collect();
                Layers::Numbers(pyramid(values, sides, u16::min))
            }
            Show::Remoteness => {
                let values = all().map(|(column, row)| at(column, row)).collect();
                let longest = |a: u16, b: u16| match (a, b) {
                    (BLANK, other) | (other, BLANK) => other,
                    (a, b) => a.max(b),
                };
                Layers::Numbers(pyramid(values, sides, longest))
            }
        };
        Ok(Self { sides, layers })
    }

    /// Whether it says all of a tile.
    pub fn covers(&self, plane: &Plane, place: &Place) -> bool {
        let end = place.end();
        (0..2).all(|at| {
            let side = dashu_int::UBig::from(self.sides[at]);
            let most = plane.axes[at].most.as_ref();
            end[at] <= side || most.is_some_and(|most| *most < side)
        })
    }

    /// The tile's bytes.
    pub fn tile(&self, place: &Place) -> Vec<u8> {
        match &self.layers {
            Layers::Classes(layers, impartial) => {
                let shown = shown(*impartial);
                self.pixels(layers, place)
                    .map(|set| set.map_or(NOTHING, |set| shown[usize::from(set)]))
                    .collect()
            }
            Layers::Numbers(layers) => self
                .pixels(layers, place)
                .flat_map(|number| number.unwrap_or(BLANK).to_le_bytes())
                .collect(),
        }
    }

    /// The blocks of a tile, row by row; `None` beyond the table.
    fn pixels<'a, T: Copy>(
        &self,
        layers: &'a [Vec<T>],
        place: &Place,
    ) -> impl Iterator<Item = Option<T>> + use<'a, T> {
        let level = place.level.min(layers.len() as u32 - 1) as usize;
        let [width, height] = self.sides.map(|side| (side >> level).max(1) as usize);
        let layer = &layers[level];
        // Blocks beyond the last layer hold the whole table, in one pixel.
        let first = [0, 1].map(|at: usize| {
            usize::try_from(&place.number[at])
                .ok()
                .and_then(|number| number.checked_mul(SIDE))
        });
        let finer = place.level as usize > level;
        (0..SIDE).flat_map(move |row| {
            (0..SIDE).map(move |column| {
                let (x, y) = (first[0]? + column, first[1]? + row);
                let inside = x < width && y < height && (!finer || (x, y) == (0, 0));
                inside.then(|| layer[y * width + x])
            })
        })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        match &self.layers {
            Layers::Classes(layers, _) => layers.iter().map(Vec::len).sum(),
            Layers::Numbers(layers) => 2 * layers.iter().map(Vec::len).sum::<usize>(),
        }
    }
}

/// A layer and those above it, up to one cell.
fn pyramid<T: Copy>(cells: Vec<T>, sides: [u64; 2], join: impl Fn(T, T) -> T) -> Vec<Vec<T>> {
    let [mut width, mut height] = sides.map(|side| side as usize);
    let mut layers = vec![cells];
    while width > 1 || height > 1 {
        let below = &layers[layers.len() - 1];
        let (across, along) = (width.min(2), height.min(2));
        let (next_width, next_height) = (width / across, height / along);
        let mut layer = Vec::with_capacity(next_width * next_height);
        for row in 0..next_height {
            for column in 0..next_width {
                let first = row * along * width + column * across;
                let mut joined = below[first];
                if across == 2 {
                    joined = join(joined, below[first + 1]);
                }
                if along == 2 {
                    joined = join(joined, below[first + width]);
                    if across == 2 {
                        joined = join(joined, below[first + width + 1]);
                    }
                }
                layer.push(joined);
            }
        }
        (width, height) = (next_width, next_height);
        layers.push(layer);
    }
    layers
}
