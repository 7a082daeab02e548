//! Maps as text: the legend and the text alternative.

use std::collections::BTreeMap;

use crate::colour::{Rgb, classes, heat, previous};
use crate::map::{Map, Meaning, Overlay};

/// Maximum number of different numbers to list one by one.
const ONE_BY_ONE: u16 = 9;

/// A colour with its meaning.
pub(crate) struct Key {
    pub(crate) colour: Rgb,
    pub(crate) words: String,
}

/// The legend of the colours.
pub(crate) enum Legend {
    /// Each colour by itself.
    Keys(Vec<Key>),
    /// Single colours, and a scale from the first number to the last.
    Scale(Vec<Key>, u16, u16),
}

/// The shade of blank cells among 256 shades. Numbers use the lower ones.
pub(crate) const BLANK_SHADE: u8 = 255;
const ZERO_SHADE: u8 = 254;
const SHADES: u32 = 250;

impl Map {
    /// Returns the maximum number of a cell.
    pub(crate) fn most(&self) -> u16 {
        self.cells.numbers().max().unwrap_or(0)
    }

    /// Returns the shade of a number, if `most` is the maximum.
    pub(crate) fn shade(&self, value: u16, most: u16) -> u8 {
        match &self.meaning {
            _ if value == crate::BLANK => BLANK_SHADE,
            Meaning::Outcome(_) | Meaning::Winner(_) if value < 5 => value as u8,
            Meaning::Outcome(_) | Meaning::Winner(_) => BLANK_SHADE,
            Meaning::Grundy if value == 0 => ZERO_SHADE,
            Meaning::Grundy | Meaning::Remoteness => {
                (u32::from(value) * SHADES / u32::from(most.max(1))).min(SHADES) as u8
            }
        }
    }

    /// Returns the colour of a shade, or `None` for the blank one.
    pub(crate) fn shade_colour(&self, shade: u8) -> Option<Rgb> {
        match (&self.meaning, shade) {
            (_, BLANK_SHADE) => None,
            (Meaning::Outcome(_) | Meaning::Winner(_), _) => {
                classes().get(usize::from(shade)).map(|class| class.2)
            }
            (_, ZERO_SHADE) => Some(previous()),
            _ => Some(heat(u32::from(shade), SHADES)),
        }
    }

    /// Returns a short description of a number.
    pub(crate) fn word(&self, value: u16) -> String {
        match &self.meaning {
            _ if value == crate::BLANK => "no position".into(),
            Meaning::Outcome(_) => classes()
                .get(usize::from(value))
                .map_or_else(String::new, |class| class.0.to_string()),
            Meaning::Winner(names) => match value {
                2 => format!("{} wins", names[0]),
                3 => format!("{} wins", names[1]),
                _ => "draw".into(),
            },
            Meaning::Grundy | Meaning::Remoteness => value.to_string(),
        }
    }

    /// Returns the letter or number of a cell in plain text.
    pub(crate) fn sign(&self, value: u16) -> String {
        match &self.meaning {
            _ if value == crate::BLANK => String::new(),
            Meaning::Outcome(_) | Meaning::Winner(_) => classes()
                .get(usize::from(value))
                .map_or_else(String::new, |class| class.0.to_string()),
            Meaning::Grundy | Meaning::Remoteness => value.to_string(),
        }
    }

    /// Returns descriptions of the outcome classes that occur.
    pub(crate) fn class_words(&self) -> Vec<(u16, String)> {
        let counts = self.counts();
        (0..5u16)
            .zip(classes())
            .filter(|(at, _)| counts.contains_key(at))
            .map(|(at, (letter, words, _))| {
                let words = match (&self.meaning, at) {
                    (Meaning::Outcome(names), 2) => format!("{} {words}", names[0]),
                    (Meaning::Outcome(names), 3) => format!("{} {words}", names[1]),
                    (Meaning::Winner(_), _) => self.word(at),
                    _ => words.to_string(),
                };
                (at, format!("{letter}: {words}"))
            })
            .collect()
    }

    /// Returns the legend of the colours.
    pub(crate) fn legend(&self) -> Legend {
        let key = |value: u16, words: String, most: u16| Key {
            colour: self
                .shade_colour(self.shade(value, most))
                .unwrap_or(Rgb(0, 0, 0)),
            words,
        };
        let most = self.most();
        match &self.meaning {
            Meaning::Outcome(_) | Meaning::Winner(_) => {
                let words = self.class_words().into_iter();
                Legend::Keys(words.map(|(at, words)| key(at, words, most)).collect())
            }
            Meaning::Grundy if most < ONE_BY_ONE => {
                let words = |value: u16| match value {
                    0 => "0: the player to move loses".into(),
                    _ => value.to_string(),
                };
                Legend::Keys((0..=most).map(|at| key(at, words(at), most)).collect())
            }
            Meaning::Grundy => {
                let zero = key(0, "0: the player to move loses".into(), most);
                Legend::Scale(vec![zero], 1, most)
            }
            Meaning::Remoteness if most < ONE_BY_ONE => {
                let words = |value: u16| match value {
                    1 => "1 move".to_string(),
                    _ => format!("{value} moves"),
                };
                Legend::Keys((0..=most).map(|at| key(at, words(at), most)).collect())
            }
            Meaning::Remoteness => Legend::Scale(Vec::new(), 0, most),
        }
    }

    /// Returns the heading of the legend.
    pub(crate) fn heading(&self) -> &'static str {
        match &self.meaning {
            Meaning::Outcome(_) => "Outcome",
            Meaning::Winner(_) => "Winner",
            Meaning::Grundy => "Grundy value",
            Meaning::Remoteness => "Remoteness",
        }
    }

    /// Returns how often each number occurs.
    fn counts(&self) -> BTreeMap<u16, u64> {
        let mut all = vec![0u64; usize::from(u16::MAX) + 1];
        for number in self.cells.numbers() {
            all[usize::from(number)] += 1;
        }
        (0..=u16::MAX)
            .zip(all)
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Describes the picture in a few sentences, as a text alternative.
    pub fn description(&self) -> String {
        let (width, height) = (self.cells.width(), self.cells.height());
        let axis = |axis: &crate::Axis, length: usize| {
            let last = axis.label(length.saturating_sub(1));
            format!("{} from {} to {last}", axis.name, axis.first)
        };
        let mut text = format!(
            "{}, {width} by {height} cells: {} across, {} {}. ",
            self.heading(),
            axis(&self.across, width),
            axis(&self.along, height),
            if self.downwards {
                "downwards"
            } else {
                "upwards"
            },
        );
        match &self.meaning {
            Meaning::Outcome(_) | Meaning::Winner(_) => {
                let counts = self.counts();
                let told: Vec<String> = counts
                    .iter()
                    .map(|(at, count)| format!("{} in {count}", self.word(*at)))
                    .collect();
                text += &format!("{}.", told.join(", "));
            }
            Meaning::Grundy | Meaning::Remoteness => {
                let zeros = self.cells.numbers().filter(|number| *number == 0).count();
                text += &format!("The largest is {}; {zeros} are 0.", self.most());
            }
        }
        for name in self.overlay_names() {
            text += &format!(" Drawn over it: {name}.");
        }
        text
    }

    /// Returns the shapes with distinct names.
    pub(crate) fn told_overlays(&self) -> Vec<&Overlay> {
        let mut told: Vec<&Overlay> = Vec::new();
        for overlay in &self.overlays {
            if told.iter().all(|one| one.name() != overlay.name()) {
                told.push(overlay);
            }
        }
        told
    }

    /// Returns the distinct names of shapes.
    pub(crate) fn overlay_names(&self) -> Vec<&str> {
        self.told_overlays()
            .into_iter()
            .map(Overlay::name)
            .collect()
    }
}
