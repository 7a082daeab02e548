//! Comparisons of an arena's oldest forms with each other, each in a place of its own.

/// Of two ids x < y, the four bits at y(y - 1)/2 + x: whether it is known if x <= y, and whether it
/// is so; then the same of y <= x. So what one form is asked about those before it lies in few
/// lines of memory.
///
/// Places grow with the forms, and are given up where there are so many forms that most questions
/// are of others.
#[derive(Debug)]
pub(crate) struct Pairs {
    words: Vec<u64>,
    /// Ids below this one have places.
    ids: u32,
    /// So many forms, and places are due to grow, or to go.
    due: usize,
}

/// Where it stands whether x <= y: the word, and the bit.
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
    /// Ids that have places at first, and in the end: 64 MiB.
    const IDS: (u32, u32) = (1 << 6, 1 << 14);
    /// Comparisons of a form that are worth places: where stops settle most, there are fewer, and
    /// places would stay empty.
    const OFTEN: u64 = 32;
    /// So many forms do without.
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

    /// Whether the two have places.
    #[inline]
    pub fn hold(&self, x: u32, y: u32) -> bool {
        x.max(y) < self.ids
    }

    /// Whether x <= y, where that is known. They have places, and are not the same.
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

    /// Whether places are due to grow or to go, where there are so many forms, and so many
    /// comparisons were written down.
    #[inline]
    pub fn are_due(&self, forms: usize, written: u64) -> bool {
        forms >= self.due && (written >= Self::OFTEN * forms as u64 || forms >= Self::MANY)
    }

    /// How many ids are to have places, and the bytes of all these; `None` where there are too many
    /// forms.
    pub fn wanted(&self, forms: usize) -> Option<(u32, u64)> {
        if forms >= Self::MANY {
            return None;
        }
        let ids = (forms as u32 + forms as u32 / 4).clamp(Self::IDS.0, Self::IDS.1);
        Some((ids, u64::from(ids) * u64::from(ids) / 4))
    }

    /// So many ids have places, at least as many as before.
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

    /// There is no room for more.
    pub fn stay(&mut self) {
        self.due = Self::MANY;
    }

    /// There are too many forms.
    pub fn go(&mut self) {
        *self = Self {
            due: usize::MAX,
            ..Self::new()
        };
    }
}
