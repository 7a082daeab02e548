//! One half of a board: the words that its cells can show, in a list, and where each move leads from a word.

use whowins_rules::Player;

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

/// A list for each word, end to end.
pub struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Self {
        Self {
            start: vec![0],
            items: Vec::new(),
        }
    }

    fn end(&mut self) -> Option<()> {
        self.start.push(u32::try_from(self.items.len()).ok()?);
        Some(())
    }

    /// A list with what comes behind it, and its length.
    #[inline]
    pub fn on(&self, at: usize) -> (&[T], usize) {
        let (from, to) = (self.start[at] as usize, self.start[at + 1] as usize);
        (&self.items[from..], to - from)
    }

    #[inline]
    pub fn of(&self, at: usize) -> &[T] {
        &self.items[self.start[at] as usize..self.start[at + 1] as usize]
    }
}

/// What a player's moves in one direction do to the words of a half.
pub struct Moves<T> {
    /// For each word, what moves within the half add to the index where the content stays.
    pub near: Lists<T>,
    /// For each word, where moves within the half lead that change the content.
    pub far: Lists<u32>,
    /// For each word, which of the moves that concern both halves fit this one, a bit each.
    pub fits: Vec<u64>,
    /// For each 64 of these, the words that they lead to.
    pub across: Lists<u32>,
    /// How many parts of 64 there are.
    pub width: usize,
    /// How many moves within the half each word has.
    pub within: Vec<u32>,
}

impl<T> Moves<T> {
    /// Which moves across fit a word.
    #[inline]
    pub fn fits(&self, word: usize) -> &[u64] {
        &self.fits[word * self.width..(word + 1) * self.width]
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

    /// What the moves do; `step` tells what a move from one word to another of the same content adds to the index. `None` where lists grow too long.
    pub fn moves<T>(
        &self,
        words: &Words,
        base: u64,
        step: impl Fn(usize, usize) -> Option<T>,
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
            near: Lists::new(),
            far: Lists::new(),
            fits: vec![0; words.len() * width],
            across: Lists::new(),
            width,
            within: Vec::new(),
        };
        let mut hits = Vec::new();
        for word in 0..words.len() {
            let digits = words.of(word);
            hits.clear();
            let mut count = 0;
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
                    hits.push((fit.number, to as u32));
                    continue;
                }
                count += 1;
                if words.class[word] == words.class[to] {
                    moves.near.items.push(step(word, to)?);
                } else {
                    moves.far.items.push(to as u32);
                }
            }
            moves.within.push(count);
            moves.near.end()?;
            moves.far.end()?;
            hits.sort_unstable();
            let mut hits = hits.iter().peekable();
            for part in 0..width {
                while let Some((number, to)) = hits.next_if(|(number, _)| number / 64 == part) {
                    moves.fits[word * width + part] |= 1 << (number % 64);
                    moves.across.items.push(*to);
                }
                moves.across.end()?;
            }
        }
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
