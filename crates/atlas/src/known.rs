//! Figures that were known before these surveys, to say what agrees and what is new. They are
//! compared with what was proved, and nothing is taken from them.

/// What was known of the pairs of sets of numbers from 1 to `most`.
pub(crate) struct Pairs {
    pub most: u32,
    /// The largest preperiod and the largest period.
    pub largest: Option<(u64, u64)>,
    /// Pairs of which both L and R recur.
    pub fair: u64,
}

const fn pairs(most: u32, fair: u64, largest: Option<(u64, u64)>) -> Pairs {
    Pairs {
        most,
        largest,
        fair,
    }
}

/// The project's notes, computed without proof. "Fair": Duchêne, Heinrich, Nowakowski and Parreau 2022.
pub(crate) const PARTIZAN: &[Pairs] = &[
    pairs(5, 4, Some((36, 10))),
    pairs(6, 44, None),
    pairs(7, 210, None),
    pairs(8, 936, None),
    pairs(9, 3944, None),
    pairs(10, 16060, None),
    pairs(11, 61138, None),
    pairs(12, 237_942, Some((289, 90))),
];

impl Pairs {
    pub(crate) fn compare(&self, preperiod: u64, period: u64, fair: u64) -> (&'static str, String) {
        let fair_pairs = match fair == self.fair {
            true => "the number of fair pairs agrees with the notes".into(),
            false => format!("the notes have {} fair pairs", self.fair),
        };
        let mut parts = vec![fair_pairs];
        if let Some(known) = self.largest {
            parts.push(match (preperiod, period) == known {
                true => "so do the largest preperiod and period, which are now proved".into(),
                false => format!(
                    "the notes have a largest preperiod of {} and period of {}",
                    known.0, known.1
                ),
            });
        }
        ("known", parts.join("; "))
    }
}

/// The largest period of outcomes over the sets whose largest number is 1, 2, 3, ...: the project's
/// notes, without proof.
pub(crate) const IMPARTIAL_PERIODS: &[u64] = &[
    2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61, 76, 94, 168, 168, 204, 314, 309, 266, 444, 516,
    446, 1107, 1036, 1256, 1937, 3624, 4896,
];

/// Compares the records.
pub(crate) fn compare_impartial(found: &[u64], known: &[u64]) -> (&'static str, String) {
    let differs = (1..)
        .zip(found.iter().zip(known))
        .find(|(_, (a, b))| a != b);
    let text = match differs {
        None => format!(
            "the {} records of outcomes agree with the notes, and are now proved; the records of Grundy values are new",
            found.len().min(known.len())
        ),
        Some((largest, (found, known))) => {
            format!("for {largest} the notes have {known}, and {found} was proved here")
        }
    };
    ("known", text)
}

/// Octal games with the least preperiod and period that were known, a line each.
const OCTAL: &str = include_str!("../octal.csv");

/// The octal games whose preperiod and period were known.
pub(crate) fn octal() -> impl Iterator<Item = (&'static str, u64, u64)> {
    OCTAL.lines().filter_map(|line| {
        let (code, sizes) = line.split_once(',')?;
        let (preperiod, period) = sizes.split_once(',')?;
        Some((code, preperiod.parse().ok()?, period.parse().ok()?))
    })
}

/// Compares how many classes are proved: fewest and most digits, classes, proved ones.
pub(crate) fn compare_octal(
    size: (u32, u32),
    classes: u64,
    proved: u64,
) -> Option<(&'static str, String)> {
    let known = match size {
        (1, 3) => (174, 100),
        (4, 4) => (606, 250),
        _ => return None,
    };
    Some(("new", against(known, classes, proved, "classes solved")))
}

/// Compares how many hexadecimal games of up to two digits have a proved law with how many showed a
/// period.
pub(crate) fn compare_hexadecimal(proved: u64) -> (&'static str, String) {
    (
        "new",
        against(
            (255, 137),
            255,
            proved,
            "games with a period, or an even growth, up to heap 500, 68 of them proved",
        ),
    )
}

/// Compares how many of the 630 games have a proved law.
pub(crate) fn compare_rows(proved: u64) -> (&'static str, String) {
    ("new", against((630, 169), 630, proved, "games proved"))
}

/// What was known of games of three vectors.
pub(crate) fn compare_vectors(_proved: u64) -> (&'static str, String) {
    (
        "known",
        "that all games of three vectors are regular is a conjecture (Larsson, Saha and Yokoo 2024); no table of them was known".into(),
    )
}

fn against(known: (u64, u64), all: u64, proved: u64, what: &str) -> String {
    let more = match proved.checked_sub(known.1) {
        Some(0) => "as many here".to_string(),
        Some(more) => format!("{more} more are proved here"),
        None => format!("{} fewer are proved here", known.1 - proved),
    };
    let counted = if known.0 == all {
        ""
    } else {
        " (counted otherwise)"
    };
    format!(
        "the notes have {} of {}{counted} {what}; {more}",
        known.1, known.0
    )
}
