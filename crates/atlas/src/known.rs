//! Figures that were known before these surveys, to say what agrees and what is new. They are compared with what was proved, and
//! nothing is taken from them.

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

/// The project's notes, computed without proof. «Fair»: Duchêne, Heinrich, Nowakowski and Parreau 2022.
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
        let mut parts = Vec::new();
        if let Some((known_preperiod, known_period)) = self.largest {
            parts.push(
                match (preperiod, period) == (known_preperiod, known_period) {
                    true => "the largest preperiod and period agree with the notes, and are now proved".to_string(),
                    false => format!("the notes have a largest preperiod of {known_preperiod} and period of {known_period}"),
                },
            );
        }
        parts.push(match fair == self.fair {
            true => "so does the number of fair pairs".into(),
            false => format!("the notes have {} fair pairs", self.fair),
        });
        ("known", parts.join("; "))
    }
}

/// The largest period of outcomes over the sets whose largest number is 1, 2, 3, ...: the project's notes, without proof.
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

/// Octal games with preperiod and period: the literature's figures as the project's notes list them, and those of four digits that
/// the notes found.
pub(crate) const OCTAL: &[(&str, u64, u64)] = &[
    ("0.77", 71, 12),
    ("0.07", 53, 34),
    ("0.137", 52, 34),
    ("0.4", 54, 34),
    ("0.17", 33, 34),
    ("0.45", 498, 20),
    ("0.156", 3_479, 349),
    ("0.356", 7_315, 142),
    ("0.644", 3_256, 442),
    ("0.165", 5_181, 1_550),
    ("0.16", 105_351, 149_459),
    ("0.56", 326_640, 144),
    ("0.127", 46_578, 4),
    ("0.376", 2_268_248, 4),
    ("0.354", 10_061_916, 1_180),
    ("0.054", 193_235_616, 10_015_179),
    ("0.104", 197_769_598, 11_770_282),
    ("0.454", 160_949_019, 60_620_715),
    ("0.055", 259, 148),
    ("0.044", 214, 36),
    ("0.045", 189, 32),
    ("0.44", 143, 24),
    ("0.017", 15, 60),
    ("0.116", 139, 96),
    ("0.117", 47, 48),
    ("0.124", 122, 62),
    ("0.134", 60, 62),
    ("0.152", 2, 48),
    ("0.153", 16, 14),
    ("0.173", 21, 40),
    ("0.171", 12, 11),
    ("0.176", 24, 8),
    ("0.26", 1, 4),
    ("0.34", 7, 8),
    ("0.375", 37, 18),
    ("0.373", 2, 28),
    ("0.524", 1, 52),
    ("0.53", 11, 9),
    ("0.54", 3, 7),
    ("0.144", 4, 10),
    ("0.115", 1, 14),
    ("0.141", 14, 11),
    ("0.145", 3, 9),
    ("4.005", 31, 79),
    ("4.024", 2, 60),
    ("4.304", 25, 21),
    ("4.766", 19, 20),
    ("4.344", 998, 51),
    ("4.364", 11_687, 62),
    ("4.406", 294_097, 44),
    ("4.064", 94_272, 16_132),
    ("0.3546", 16_987_457, 6_792_014),
    ("0.3564", 23_267, 125_082),
    ("0.1005", 1_294_723, 194),
    ("0.0345", 15_441_101, 2_080),
    ("4.7662", 395_311, 5),
];

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

/// Compares how many of the 630 games have a proved law.
pub(crate) fn compare_rows(proved: u64) -> (&'static str, String) {
    ("new", against((630, 169), 630, proved, "games proved"))
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
