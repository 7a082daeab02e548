//! One half of a board: the words that its cells can show, in a list, and where each move leads
//! from a word.

use whowins_analysis::Player;

use super::contents::{Contents, Level};
use super::patterns::Laid;

/// The words of so many cells.
pub struct Words {
    cells: usize,
    /// Word by word, the least significant cell first.
    digits: Vec<u8>,
    /// The words as numbers.
    codes: Vec<u64>,
    /// The number of each word's content among those that occur.
    pub class: Vec<u32>,
    /// The words in the order of their codes; empty where the list is in this order.
    by_code: Vec<u32>,
}

impl Words {
    /// The words with contents in the last of `levels`, in the order of their codes.
    pub fn new(contents: &Contents, levels: &[Level]) -> Self {
        let cells = levels.len() - 1;
        let classes: Vec<u64> = levels[cells].keys().copied().collect();
        let mut words = Self {
            cells,
            digits: Vec::new(),
            codes: Vec::new(),
            class: Vec::new(),
            by_code: Vec::new(),
        };
        words.extend(contents, levels, &classes, &mut Vec::new(), 0, 0);
        words
    }

    /// Adds all words that begin with these digits, the most significant one first.
    fn extend(
        &mut self,
        contents: &Contents,
        levels: &[Level],
        classes: &[u64],
        begin: &mut Vec<u8>,
        content: u64,
        code: u64,
    ) {
        let Some(more) = levels.get(begin.len() + 1) else {
            self.digits.extend(begin.iter().rev());
            self.codes.push(code);
            // A prefix of an allowed word has a content of its own length.
            self.class
                .push(classes.partition_point(|class| *class < content) as u32);
            return;
        };
        for digit in 0..contents.digits() {
            let next = contents.more(content, digit);
            if let Some(next) = next.filter(|next| more.contains_key(next)) {
                begin.push(digit as u8);
                let code = code * contents.digits() as u64 + digit as u64;
                self.extend(contents, levels, classes, begin, next, code);
                begin.pop();
            }
        }
    }

    /// The same words, class by class.
    pub fn by_class(self) -> Self {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_key(|word| self.class[*word as usize]);
        let mut by_code = vec![0; order.len()];
        for (at, word) in order.iter().enumerate() {
            by_code[*word as usize] = at as u32;
        }
        let words = order.iter().map(|word| *word as usize);
        Self {
            cells: self.cells,
            digits: words
                .clone()
                .flat_map(|word| self.of(word))
                .copied()
                .collect(),
            codes: words.clone().map(|word| self.codes[word]).collect(),
            class: words.map(|word| self.class[word]).collect(),
            by_code,
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// How many cells a word has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The digits of a word, the least significant one first.
    pub fn of(&self, word: usize) -> &[u8] {
        &self.digits[word * self.cells..(word + 1) * self.cells]
    }

    /// The word with this code.
    pub fn find(&self, code: u64) -> Option<usize> {
        // Where all words occur, each is its own number.
        if usize::try_from(code).is_ok_and(|at| self.codes.get(at) == Some(&code)) {
            return Some(code as usize);
        }
        if self.by_code.is_empty() {
            return self.codes.binary_search(&code).ok();
        }
        let found = self
            .by_code
            .binary_search_by_key(&code, |word| self.codes[*word as usize]);
        found.ok().map(|at| self.by_code[at] as usize)
    }
}

/// What a player's moves in one direction do to the words of a half. Steps and seats are as the
/// numbering has them.
pub struct Moves<T> {
    rows: Vec<Row>,
    /// What moves within the half add to the index where the content stays.
    near: Vec<T>,
    /// Where moves within the half lead that change the content.
    far: Vec<u32>,
    /// For each 64 moves that concern both halves, which of them fit the word, a bit each, and
    /// where their seats begin.
    fits: Vec<(u64, u32)>,
    seats: Vec<T>,
    /// How many parts of 64 moves there are.
    pub width: usize,
}

/// Where the lists of a word begin.
#[derive(Default)]
struct Row {
    near: u32,
    far: u32,
    /// How many moves within the half the word has.
    within: u32,
}

impl<T> Moves<T> {
    /// The steps of a word's moves within the half, with what comes behind them; and how many there
    /// are.
    #[inline]
    pub fn near(&self, word: usize) -> (&[T], usize) {
        let [row, next] = self.rows(word);
        (
            &self.near[row.near as usize..],
            (next.near - row.near) as usize,
        )
    }

    /// The words that moves within the half lead to and change the content.
    #[inline]
    pub fn far(&self, word: usize) -> &[u32] {
        let [row, next] = self.rows(word);
        &self.far[row.far as usize..next.far as usize]
    }

    #[inline]
    fn rows(&self, word: usize) -> &[Row; 2] {
        self.rows[word..]
            .first_chunk()
            .expect("a row behind the last")
    }

    /// How many moves within the half a word has.
    #[inline]
    pub fn within(&self, word: usize) -> u32 {
        self.rows[word].within
    }

    /// Which moves across fit a word.
    #[inline]
    pub fn fits(&self, word: usize) -> &[(u64, u32)] {
        &self.fits[word * self.width..(word + 1) * self.width]
    }

    /// The seat that a move across leads to, by its number among those of its part that fit.
    #[inline]
    pub fn seat(&self, first: u32, number: u32) -> &T {
        &self.seats[(first + number) as usize]
    }
}

/// The moves of a player in one direction, as they concern one half.
pub struct Half<'a> {
    /// Within the half.
    pub within: Vec<&'a Laid>,
    /// Moves that concern both halves.
    pub across: Vec<&'a Laid>,
    /// The number of the half's first cell.
    pub first: u32,
    pub back: bool,
}

/// A move's wants, cell and digit, and what it adds to a word's code.
struct Fit {
    wants: Vec<(usize, u8)>,
    adds: i64,
    across: bool,
    number: usize,
}

impl Half<'_> {
    fn fit(&self, words: &Words, base: u64, laid: &Laid, across: bool, number: usize) -> Fit {
        let (mut wants, mut adds) = (Vec::new(), 0);
        for (place, before, after) in laid {
            let Some(cell) = place.checked_sub(self.first).map(|cell| cell as usize) else {
                continue;
            };
            let (Some(before), true) = (before, cell < words.cells) else {
                continue;
            };
            let after = after.unwrap_or(*before);
            let (from, to) = if self.back {
                (after, *before)
            } else {
                (*before, after)
            };
            wants.push((cell, from));
            adds += (i64::from(to) - i64::from(from)) * base.pow(cell as u32) as i64;
        }
        Fit {
            wants,
            adds,
            across,
            number,
        }
    }

    /// What the moves do; `step` tells what a move from one word to another of the same content
    /// adds to the index, and `seat` what is kept of a word that a move across leads to. `None`
    /// where lists grow too long.
    pub fn moves<T>(
        &self,
        words: &Words,
        base: u64,
        step: impl Fn(usize, usize) -> Option<T>,
        seat: impl Fn(usize) -> Option<T>,
    ) -> Option<Moves<T>> {
        let within = self.within.iter().map(|laid| (laid, false));
        let across = self.across.iter().map(|laid| (laid, true));
        let numbered = within.enumerate().chain(across.enumerate());
        let all =
            numbered.map(|(number, (laid, across))| self.fit(words, base, laid, across, number));
        // By their first wanted cell and digit; those that want nothing last.
        let nothing = words.cells * base as usize;
        let mut begin: Vec<Vec<Fit>> = (0..=nothing).map(|_| Vec::new()).collect();
        for fit in all {
            let first = fit.wants.first();
            let at = first.map_or(nothing, |(cell, digit)| {
                cell * base as usize + usize::from(*digit)
            });
            begin[at].push(fit);
        }
        let width = self.across.len().div_ceil(64);
        let mut moves = Moves {
            rows: Vec::with_capacity(words.len() + 1),
            near: Vec::new(),
            far: Vec::new(),
            fits: Vec::with_capacity(words.len() * width),
            seats: Vec::new(),
            width,
        };
        let long = |length: usize| u32::try_from(length).ok();
        let mut hits = Vec::new();
        for word in 0..words.len() {
            let digits = words.of(word);
            hits.clear();
            let mut row = Row {
                near: long(moves.near.len())?,
                far: long(moves.far.len())?,
                within: 0,
            };
            let cells = digits.iter().enumerate();
            let begins = cells.map(|(cell, digit)| cell * base as usize + usize::from(*digit));
            for fit in begins.chain([nothing]).flat_map(|at| &begin[at]) {
                if fit
                    .wants
                    .iter()
                    .any(|(cell, digit)| digits[*cell] != *digit)
                {
                    continue;
                }
                let Some(to) = words.find((words.codes[word] as i64 + fit.adds) as u64) else {
                    continue;
                };
                if fit.across {
                    hits.push((fit.number, to));
                    continue;
                }
                row.within += 1;
                if words.class[word] == words.class[to] {
                    moves.near.push(step(word, to)?);
                } else {
                    moves.far.push(to as u32);
                }
            }
            moves.rows.push(row);
            hits.sort_unstable();
            let mut hits = hits.iter().peekable();
            for part in 0..width {
                let (mut fits, first) = (0, long(moves.seats.len())?);
                while let Some((number, to)) = hits.next_if(|(number, _)| number / 64 == part) {
                    fits |= 1 << (number % 64);
                    moves.seats.push(seat(*to)?);
                }
                moves.fits.push((fits, first));
            }
        }
        moves.rows.push(Row {
            near: long(moves.near.len())?,
            far: long(moves.far.len())?,
            within: 0,
        });
        Some(moves)
    }
}

/// Laid moves of a player: within the low half of so many cells, within the high one, across.
pub fn parted(moves: &[Laid], low_cells: u32) -> [Vec<&Laid>; 3] {
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for laid in moves.iter().filter(|laid| !laid.is_empty()) {
        let high = laid
            .iter()
            .filter(|(place, ..)| *place >= low_cells)
            .count();
        let looks = laid.iter().any(|(_, before, _)| before.is_some());
        let part = match high {
            0 => 0,
            _ if !looks => 0,
            high if high == laid.len() => 1,
            _ => 2,
        };
        parts[part].push(laid);
    }
    parts
}

/// Both players' tables, forwards and backwards.
pub struct Both<T>([[Moves<T>; 2]; 2]);

impl<T> Both<T> {
    pub fn new(mut make: impl FnMut(Player, bool) -> Option<Moves<T>>) -> Option<Self> {
        let mut both = |back| Some([make(Player::First, back)?, make(Player::Second, back)?]);
        Some(Self([both(false)?, both(true)?]))
    }

    #[inline]
    pub fn of(&self, player: Player, back: bool) -> &Moves<T> {
        &self.0[usize::from(back)][player.index()]
    }
}
