//! The law as shapes over the map.

use dashu_int::UBig;
use whowins_draw::Overlay;
use whowins_verify::{Law, Verified};

use super::window::Window;

/// Windows further out than this are drawn without lines: their places would be rounded.
const EXACT: u64 = 1 << 40;

/// The period of a law of one heap.
pub(super) fn period(law: &Verified) -> Option<u64> {
    let mut all = law.certificate().laws.iter();
    all.find_map(|law| Some(repeats(law)?.1))
}

/// Preperiod and period of a law of one heap.
pub fn repeats(law: &Law) -> Option<(u64, u64)> {
    Some(match law {
        Law::Periodic(law) => (law.preperiod, law.period),
        Law::Grundy(law) => (law.preperiod, law.period),
        Law::GuySmith(law) => (law.preperiod, law.period),
        Law::Arithmetic(law) => (law.preperiod, law.period),
        Law::SparseSpace(law) => (law.preperiod, law.period),
        _ => return None,
    })
}

/// The shapes of the first law that has any.
pub(super) fn shapes(laws: &[Law], window: &Window) -> Vec<Overlay> {
    let from: Option<Vec<u64>> = window.from.iter().map(near).collect();
    let Some(from) = from else {
        return Vec::new();
    };
    if window.stretched() || !window.is_whole() {
        return Vec::new();
    }
    laws.iter()
        .map(|law| match from.as_slice() {
            [first] if window.is_strip() => strip(law, *first, window),
            [x, y] => plane(law, [*x, *y], window),
            _ => Vec::new(),
        })
        .find(|shapes| !shapes.is_empty())
        .unwrap_or_default()
}

/// The tokens that stay where they are.
pub(super) fn tokens(window: &Window) -> Vec<Overlay> {
    let staying = window.staying();
    let first = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    let piece = |(name, column, row): &(&str, usize, usize)| {
        let alike = staying
            .iter()
            .filter(|(other, ..)| first(other, 1) == first(name, 1));
        Overlay::Piece {
            at: [*column, *row],
            letter: first(name, if alike.count() > 1 { 2 } else { 1 }),
            name: format!("where {name} stands"),
        }
    };
    staying.iter().map(piece).collect()
}

fn near(number: &UBig) -> Option<u64> {
    u64::try_from(number).ok().filter(|number| *number <= EXACT)
}

/// The cells of the first full period.
fn strip(law: &Law, first: u64, window: &Window) -> Vec<Overlay> {
    let Some((preperiod, period)) = repeats(law) else {
        return Vec::new();
    };
    let width = window.columns as u64;
    // The first repeat that the strip shows whole from its beginning.
    let start = match preperiod >= first {
        true => preperiod,
        false => preperiod + (first - preperiod).div_ceil(period.max(1)) * period,
    };
    let (mut at, end) = (start - first, start - first + period);
    if end > width * window.rows as u64 {
        return Vec::new();
    }
    let name = match period {
        1 => format!("the period 1, at {start}"),
        _ => format!("one period of {period}: {start} to {}", start + period - 1),
    };
    let mut shapes = Vec::new();
    while at < end {
        let row = at / width;
        let stop = end.min((row + 1) * width);
        shapes.push(Overlay::Box {
            from: [(at % width) as usize, row as usize],
            size: [(stop - at) as usize, 1],
            name: name.clone(),
        });
        at = stop;
    }
    shapes
}

fn plane(law: &Law, first: [u64; 2], window: &Window) -> Vec<Overlay> {
    // A point's place: the middle of its cell.
    let place = |point: [f64; 2]| [0, 1].map(|at: usize| point[at] - first[at] as f64 + 0.5);
    let end = [0, 1].map(|at: usize| first[at] as f64 + [window.columns, window.rows][at] as f64);
    match law {
        Law::Beatty(law) => {
            let t = law.t as f64;
            let alpha = (2. - t + (t * t + 4.).sqrt()) / 2.;
            let slope = (alpha + t) / alpha;
            let name = match law.t {
                1 => "two rays of slope φ and 1/φ, φ = (1 + √5)/2".to_string(),
                _ => format!("two rays of slope {slope:.4} and {:.4}", 1. / slope),
            };
            let reach = end[0].max(end[1]);
            [[1., slope], [slope, 1.]]
                .map(|step| Overlay::Line {
                    from: place([0., 0.]),
                    to: place(step.map(|part| part * reach)),
                    name: name.clone(),
                })
                .to_vec()
        }
        Law::Directional(law) => along(
            law.direction.map(|step| step as f64),
            law.from.map(|from| from as f64),
            end,
            place,
        ),
        Law::Constant(law) => match (law.direction.as_slice(), law.from.as_slice()) {
            ([dx, dy], [x, y]) => {
                along([*dx as f64, *dy as f64], [*x as f64, *y as f64], end, place)
            }
            _ => Vec::new(),
        },
        Law::Product(law) => match (law.preperiods.as_slice(), law.periods.as_slice()) {
            ([px, py], [x, y]) => {
                let inside = px >= &first[0]
                    && py >= &first[1]
                    && px + x <= first[0] + window.columns as u64
                    && py + y <= first[1] + window.rows as u64;
                let shape = || Overlay::Box {
                    from: [(px - first[0]) as usize, (py - first[1]) as usize],
                    size: [*x as usize, *y as usize],
                    name: format!("one period: {x} by {y}"),
                };
                inside.then(shape).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A few parallels along a direction, from the point where it holds on.
fn along(
    direction: [f64; 2],
    from: [f64; 2],
    end: [f64; 2],
    place: impl Fn([f64; 2]) -> [f64; 2],
) -> Vec<Overlay> {
    let name = format!(
        "the same along ({}, {}) from ({}, {}) on",
        direction[0], direction[1], from[0], from[1]
    );
    let longest = direction[0].abs().max(direction[1].abs());
    if longest == 0. {
        return Vec::new();
    }
    let reach = (end[0] + end[1]) / longest;
    let line = |start: [f64; 2]| Overlay::Line {
        from: place(start),
        to: place([0, 1].map(|at: usize| start[at] + direction[at] * reach)),
        name: name.clone(),
    };
    let room = [0, 1].map(|at: usize| (end[at] - from[at]).max(0.));
    let mut lines = vec![line(from)];
    for part in 1..4 {
        let part = f64::from(part) / 4.;
        lines.push(line([(from[0] + room[0] * part).floor(), from[1]]));
        lines.push(line([from[0], (from[1] + room[1] * part).floor()]));
    }
    lines
}
