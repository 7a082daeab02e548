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

/// The outcome classes by number: letter, what it means, colour (five of the eight of M. Okabe and K. Ito, 2008).
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

/// Stops of «viridis» (S. van der Walt and N. Smith, 2015), evenly spaced: its lightness rises all along.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What people without one kind of cone see, in linear light (G. Machado, M. Oliveira and L. Fernandes 2009).
    const SEEN: [[[f64; 3]; 3]; 4] = [
        [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    /// CIE L*a*b* of a colour as it is seen.
    fn lab(Rgb(r, g, b): Rgb, seen: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [r, g, b].map(|part| {
            let part = f64::from(part) / 255.;
            match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        let times = |matrix: &[[f64; 3]; 3], by: [f64; 3]| {
            [0, 1, 2].map(|i: usize| (0..3).map(|j| matrix[i][j] * by[j]).sum::<f64>())
        };
        let rgb = times(seen, linear).map(|part| part.clamp(0., 1.));
        let xyz = times(
            &[
                [0.4124, 0.3576, 0.1805],
                [0.2126, 0.7152, 0.0722],
                [0.0193, 0.1192, 0.9505],
            ],
            rgb,
        );
        let f = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map(|t| match t > 0.008856 {
            true => t.cbrt(),
            false => 7.787 * t + 16. / 116.,
        });
        [
            116. * f[1] - 16.,
            500. * (f[0] - f[1]),
            200. * (f[1] - f[2]),
        ]
    }

    /// A difference of 10 is seen at a glance.
    #[test]
    fn classes_are_told_apart_by_everybody() {
        for seen in &SEEN {
            let mut colours: Vec<Rgb> = classes().map(|(_, _, colour)| colour).to_vec();
            colours.extend([Theme::Light.blank(), Theme::Dark.blank()]);
            for (at, a) in colours.iter().enumerate() {
                for b in &colours[..at] {
                    let (p, q) = (lab(*a, seen), lab(*b, seen));
                    let apart = (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt();
                    assert!(apart > 15., "{a:?} and {b:?}: {apart}");
                }
            }
        }
    }

    #[test]
    fn heat_grows_lighter() {
        for seen in &SEEN {
            let lightness: Vec<f64> = (0..=100)
                .map(|part| lab(heat(part, 100), seen)[0])
                .collect();
            assert!(lightness.windows(2).all(|two| two[1] > two[0] - 0.5));
            assert!(lightness[100] - lightness[0] > 60.);
        }
    }
}
