//! Comparisons between the oldest forms of an arena, each in a reserved place.

/// Four bits at y(y - 1)/2 + x for two ids x < y: x <= y is known, its answer, y <= x is known, its
/// answer.
///
/// Comparisons of one form with all earlier ones thus share few cache lines. Places are added with
/// new forms, and dropped if most comparisons involve newer forms.
#[derive(Debug)]
pub(crate) struct Pairs {
    words: Vec<u64>,
    /// Ids below this one have places.
    ids: u32,
    /// Number of forms at which places grow or are dropped.
    due: usize,
}

/// Returns the word and the bit of the comparison x <= y.
#[inline]
fn place(x: u32, y: u32) -> (usize, u32) {
    let (low, high) = (u64::from(x.min(y)), u64::from(x.max(y)));
    let at = high * (high - 1) / 2 + low;
    (
        (at >> 4) as usize,
        (at as u32 & 15) << 2 | u32::from(x > y) << 1,
    )
}

impl Pairs {
    /// The initial and the maximum number of ids with places. The maximum takes 64 MiB.
    const IDS: (u32, u32) = (1 << 6, 1 << 14);
    /// Minimum comparisons per form that justify places. If stops decide most comparisons, places
    /// would stay empty.
    const OFTEN: u64 = 32;
    /// Maximum number of forms with reserved places.
    const MANY: usize = 1 << 18;

    pub fn new() -> Self {
        Self {
            words: Vec::new(),
            ids: 0,
            due: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }

    /// Returns true if the pair has a place.
    #[inline]
    pub fn hold(&self, x: u32, y: u32) -> bool {
        x.max(y) < self.ids
    }

    /// Returns the answer of x <= y if it is known. The ids must differ and have places.
    #[inline]
    pub fn get(&self, x: u32, y: u32) -> Option<bool> {
        let (word, bit) = place(x, y);
        let found = self.words[word] >> bit;
        (found & 1 == 1).then_some(found & 2 == 2)
    }

    pub fn put(&mut self, x: u32, y: u32, answer: bool) {
        let (word, bit) = place(x, y);
        self.words[word] |= (1 | u64::from(answer) << 1) << bit;
    }

    /// Returns true if places should grow or be dropped, for these numbers of forms and
    /// comparisons.
    #[inline]
    pub fn are_due(&self, forms: usize, written: u64) -> bool {
        forms >= self.due && (written >= Self::OFTEN * forms as u64 || forms >= Self::MANY)
    }

    /// Returns the number of ids that should have places, with their total size in bytes. Returns
    /// `None` if there are too many forms.
    pub fn wanted(&self, forms: usize) -> Option<(u32, u64)> {
        if forms >= Self::MANY {
            return None;
        }
        let ids = (forms as u32 + forms as u32 / 4).clamp(Self::IDS.0, Self::IDS.1);
        Some((ids, u64::from(ids) * u64::from(ids) / 4))
    }

    /// Reserves places for `ids` ids. The number must not shrink.
    pub fn grow(&mut self, ids: u32) {
        let (last, _) = place(ids - 2, ids - 1);
        self.words.reserve_exact(last + 1 - self.words.len());
        self.words.resize(last + 1, 0);
        self.ids = ids;
        self.due = match ids < Self::IDS.1 {
            true => ids as usize,
            false => Self::MANY,
        };
    }

    /// Stops further growth, because memory is exhausted.
    pub fn stay(&mut self) {
        self.due = Self::MANY;
    }

    /// Drops all places, because there are too many forms.
    pub fn go(&mut self) {
        *self = Self {
            due: usize::MAX,
            ..Self::new()
        };
    }
}
