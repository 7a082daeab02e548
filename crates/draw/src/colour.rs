//! Colours that colour-blind people tell apart, the same in light, in dark and in the terminal.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// As SVG writes it.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Whether dark letters read better on it than light ones (luma of ITU-R BT.601).
    pub fn is_light(self) -> bool {
        u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114 > 128_000
    }
}

/// The paper and ink of a picture; cells look the same on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white.
    Light,
    /// Light ink on black.
    Dark,
}

impl Theme {
    /// The ground.
    pub fn paper(self) -> Rgb {
        match self {
            Self::Light => Rgb(255, 255, 255),
            Self::Dark => Rgb(22, 22, 26),
        }
    }

    /// Letters and ticks.
    pub fn ink(self) -> Rgb {
        match self {
            Self::Light => Rgb(34, 34, 34),
            Self::Dark => Rgb(235, 235, 235),
        }
    }

    /// Cells that stand for no position.
    pub fn blank(self) -> Rgb {
        match self {
            Self::Light => Rgb(238, 238, 238),
            Self::Dark => Rgb(46, 46, 52),
        }
    }
}

/// The outcome classes by number: letter, what it means, colour (five of the eight of M. Okabe and
/// K. Ito, 2008).
pub fn classes() -> [(char, &'static str, Rgb); 5] {
    [
        ('N', "the next player wins", Rgb(0x56, 0xb4, 0xe9)),
        ('P', "the previous player wins", Rgb(0xd5, 0x5e, 0x00)),
        ('L', "wins, whoever starts", Rgb(0x00, 0x72, 0xb2)),
        ('R', "wins, whoever starts", Rgb(0xf0, 0xe4, 0x42)),
        ('D', "draw", Rgb(0x00, 0x9e, 0x73)),
    ]
}

/// The colour of P-positions, and of Grundy value 0.
pub(crate) fn previous() -> Rgb {
    classes()[1].2
}

/// Stops of "viridis" (S. van der Walt and N. Smith, 2015), evenly spaced: its lightness rises all
/// along.
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

/// The colour of `part` out of `whole`.
pub fn heat(part: u32, whole: u32) -> Rgb {
    let whole = u64::from(whole.max(1));
    let steps = HEAT.len() as u64 - 1;
    let at = u64::from(part).min(whole) * steps * 256 / whole;
    let (stop, rest) = ((at / 256) as usize, (at % 256) as i32);
    let (low, high) = (HEAT[stop], HEAT[(stop + 1).min(HEAT.len() - 1)]);
    let mix = |a: u8, b: u8| (i32::from(a) + (i32::from(b) - i32::from(a)) * rest / 256) as u8;
    Rgb(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}
