//! One state for all that the symmetries of a game carry into each other.

use whowins_analysis::program::Symmetries;

use super::super::code::Range;
use super::step::Field;
use super::word::Word;
use super::{Flat, Kind, all};

/// Elements that change places as they like, at most.
const ALIKE: usize = 32;

/// What the symmetries of a game make of a word.
#[derive(Clone, Debug)]
pub struct Fold<W> {
    /// For each symmetry, for each four bits of a word what becomes of them.
    images: Vec<Vec<[W; 16]>>,
    /// Fields of a part whose elements are alike, and all their bits.
    alike: Vec<(Vec<Field>, W)>,
}

/// A digit of the number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    /// The bits below it, and its own.
    pub(crate) shift: u8,
    pub(crate) width: u8,
    /// The largest that it can be.
    pub(crate) most: u64,
    /// The part of the state that it belongs to, and whether the rules let its numbers be larger.
    pub(crate) part: usize,
    pub(crate) is_open: bool,
}

impl<W: Word> Flat<W> {
    /// What the symmetries of the game make of words; `None` where nothing comes of them. `O(bits)`
    /// for each.
    pub fn fold(&self, symmetries: &Symmetries) -> Option<Fold<W>> {
        let images = symmetries.moved.iter();
        let images = images
            .map(|places| self.image(places))
            .collect::<Option<_>>()?;
        let alike = symmetries.alike.iter().filter_map(|part| {
            let fields = self.fields(*part)?;
            let mask = |field: &Field| W::of(all(*field), field.shift);
            let whole = fields.iter().map(mask).fold(W::ZERO, W::or);
            (fields.len() <= ALIKE).then_some((fields, whole))
        });
        let fold = Fold {
            images,
            alike: alike.collect(),
        };
        (!fold.images.is_empty() || !fold.alike.is_empty()).then_some(fold)
    }

    /// The digits of a word: one for each number of a state. `None` where a list has no fixed
    /// length.
    pub(crate) fn digits(&self) -> Option<Vec<Digit>> {
        let mut digits = Vec::new();
        for (part, home) in self.layout.parts.iter().enumerate() {
            let Range {
                least,
                most,
                is_open,
            } = home.range;
            let most = most.wrapping_sub(least) as u64;
            digits.extend(self.fields(part)?.into_iter().map(|field| Digit {
                shift: field.shift,
                width: field.width,
                most: most.min(all(field) as u64),
                part,
                is_open,
            }));
        }
        Some(digits)
    }

    /// Where the elements of a part are; none where they all have one value.
    fn fields(&self, part: usize) -> Option<Vec<Field>> {
        match &self.layout.parts[part].kind {
            Kind::Cells {
                counted: None,
                length,
                field,
                ..
            } => Some(field.map_or_else(Vec::new, |first| {
                let field = |at: usize| Field {
                    shift: first.shift + at as u8 * first.width,
                    ..first
                };
                (0..*length).map(field).collect()
            })),
            Kind::Constant(_) | Kind::Points { .. } => Some(Vec::new()),
            Kind::Cells { .. } => None,
        }
    }

    fn image(&self, places: &[Vec<usize>]) -> Option<Vec<[W; 16]>> {
        let bits = self.layout.bits as usize;
        let mut to: Vec<usize> = (0..bits).collect();
        for (part, places) in places.iter().enumerate() {
            let fields = self.fields(part)?;
            for (field, place) in fields.iter().zip(places) {
                for bit in 0..usize::from(field.width) {
                    to[usize::from(field.shift) + bit] = usize::from(fields[*place].shift) + bit;
                }
            }
        }
        let table = |four: usize| {
            let mut table = [W::ZERO; 16];
            for (value, image) in table.iter_mut().enumerate() {
                for bit in (0..4).filter(|bit| value >> bit & 1 == 1 && 4 * four + bit < bits) {
                    *image = image.or(W::of(1, to[4 * four + bit] as u8));
                }
            }
            table
        };
        Some((0..bits.div_ceil(4)).map(table).collect())
    }
}

impl<W: Word> Fold<W> {
    /// For how many words there is one, at most.
    pub(crate) fn alike(&self) -> u64 {
        let orders = self
            .alike
            .iter()
            .flat_map(|(fields, _)| 1..=fields.len() as u64);
        orders.fold(self.images.len() as u64 + 1, u64::saturating_mul)
    }

    /// One word for all that the symmetries make of this one.
    #[must_use]
    pub fn least(&self, word: W) -> W {
        let mut word = word;
        for (fields, whole) in &self.alike {
            let mut values = [0; ALIKE];
            let values = &mut values[..fields.len()];
            for (value, field) in values.iter_mut().zip(fields) {
                *value = word.field(*field);
            }
            values.sort_unstable();
            word = word.and(whole.not());
            for (value, field) in values.iter().zip(fields) {
                word = word.or(W::of(*value as i64, field.shift));
            }
        }
        let mut least = word;
        for image in &self.images {
            let mut moved = W::ZERO;
            for (four, table) in image.iter().enumerate() {
                let (shift, width) = (4 * four as u8, 4);
                moved = moved.or(table[word.field(Field { shift, width }) as usize]);
            }
            least = least.min(moved);
        }
        least
    }
}
