//! Colours that colour-blind people can distinguish, for light and dark themes and for terminals.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Returns the colour in SVG notation.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Returns true if dark text is more readable on it than light text (luma of ITU-R BT.601).
    pub fn is_light(self) -> bool {
        u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114 > 128_000
    }
}

/// The background and text colours of a picture. Cells look the same in both themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on white.
    Light,
    /// Light text on black.
    Dark,
}

impl Theme {
    /// Returns the colour of the background.
    pub fn paper(self) -> Rgb {
        match self {
            Self::Light => Rgb(255, 255, 255),
            Self::Dark => Rgb(22, 22, 26),
        }
    }

    /// Returns the colour of text and ticks.
    pub fn ink(self) -> Rgb {
        match self {
            Self::Light => Rgb(34, 34, 34),
            Self::Dark => Rgb(235, 235, 235),
        }
    }

    /// Returns the colour of cells that aren't a position.
    pub fn blank(self) -> Rgb {
        match self {
            Self::Light => Rgb(238, 238, 238),
            Self::Dark => Rgb(46, 46, 52),
        }
    }
}

/// Returns the outcome classes by number: letter, meaning, colour. The colours are five of the
/// eight by M. Okabe and K. Ito, 2008.
pub fn classes() -> [(char, &'static str, Rgb); 5] {
    [
        ('N', "the player to move wins", Rgb(0x56, 0xb4, 0xe9)),
        ('P', "the player to move loses", Rgb(0xd5, 0x5e, 0x00)),
        ('L', "wins as first or second player", Rgb(0x00, 0x72, 0xb2)),
        ('R', "wins as first or second player", Rgb(0xf0, 0xe4, 0x42)),
        ('D', "draw", Rgb(0x00, 0x9e, 0x73)),
    ]
}

/// Returns the colour of P-positions and of Grundy value 0.
pub(crate) fn previous() -> Rgb {
    classes()[1].2
}

/// Evenly spaced samples of "viridis" (S. van der Walt and N. Smith, 2015). Lightness increases
/// along the scale.
const HEAT: [Rgb; 10] = [
    Rgb(0x44, 0x01, 0x54),
    Rgb(0x48, 0x28, 0x78),
    Rgb(0x3e, 0x49, 0x89),
    Rgb(0x31, 0x68, 0x8e),
    Rgb(0x26, 0x82, 0x8e),
    Rgb(0x1f, 0x9e, 0x89),
    Rgb(0x35, 0xb7, 0x79),
    Rgb(0x6d, 0xcd, 0x59),
    Rgb(0xb4, 0xde, 0x2c),
    Rgb(0xfd, 0xe7, 0x25),
];

/// Returns the colour of the fraction `part / whole`.
pub fn heat(part: u32, whole: u32) -> Rgb {
    let whole = u64::from(whole.max(1));
    let steps = HEAT.len() as u64 - 1;
    let at = u64::from(part).min(whole) * steps * 256 / whole;
    let (stop, rest) = ((at / 256) as usize, (at % 256) as i32);
    let (low, high) = (HEAT[stop], HEAT[(stop + 1).min(HEAT.len() - 1)]);
    let mix = |a: u8, b: u8| (i32::from(a) + (i32::from(b) - i32::from(a)) * rest / 256) as u8;
    Rgb(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}
