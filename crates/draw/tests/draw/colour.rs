//! Tests the visibility of colours.

use whowins_draw::{Rgb, Theme, classes, heat};

/// The view of people without one kind of cone, in linear light (G. Machado, M. Oliveira and L.
/// Fernandes, 2009).
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

/// Returns CIE L*a*b* of a colour in such a view.
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

/// A difference of 10 is visible at a glance.
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
