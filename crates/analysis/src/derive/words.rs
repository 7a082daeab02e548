//! A row game as plain rewriting of words.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::board::{Board, Rewrite, Stencil};
use crate::game::Player;

/// A row game as rewriting of words: a row is written `^ cells $`, and a move replaces a factor by
/// another of the same length. Anchors, wildcards and forced follow-ups are compiled away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Symbols of the alphabet; the letter `symbols` is the left end, `symbols + 1` the right end.
    pub symbols: usize,
    /// For each player: which rewriting rules there are, as (factor, replacement), in rising order.
    pub rules: [Vec<WordRule>; 2],
    /// `next[state][letter]` of the automaton that reads a word; it starts in state 0.
    pub next: Vec<Vec<u32>>,
    /// Which of its states accept: exactly the words of settled rows, of one cell or more.
    pub settled: Vec<bool>,
}

/// A factor, and what replaces it; both are of one length.
pub type WordRule = (Vec<u8>, Vec<u8>);

/// Wider factors are not looked at.
const WIDEST: usize = 12;
/// More rules than these are not made.
const RULES: usize = 1 << 13;
/// More forced follow-ups of one move than these are not followed.
const FOLLOW_UPS: usize = 64;
/// A larger automaton of the settled rows is not made.
const STATES: usize = 1 << 12;

impl Words {
    /// The letter of the left end.
    pub fn left_end(&self) -> u8 {
        self.symbols as u8
    }

    /// The letter of the right end.
    pub fn right_end(&self) -> u8 {
        self.symbols as u8 + 1
    }

    /// Letters, the ends among them.
    pub fn letters(&self) -> usize {
        self.symbols + 2
    }

    /// The word of a row.
    pub fn word(&self, cells: &[u8]) -> Vec<u8> {
        let mut word = vec![self.left_end()];
        word.extend(cells);
        word.push(self.right_end());
        word
    }

    /// The words that `player` can move to from the word of a settled row, without repeats.
    pub fn options(&self, player: Player, word: &[u8]) -> BTreeSet<Vec<u8>> {
        let mut all = BTreeSet::new();
        for (factor, replacement) in &self.rules[player.index()] {
            for at in 0..(word.len() + 1).saturating_sub(factor.len()) {
                if word[at..].starts_with(factor) {
                    let mut next = word.to_vec();
                    next[at..at + factor.len()].copy_from_slice(replacement);
                    all.insert(next);
                }
            }
        }
        all
    }

    /// Whether a word is that of a settled row.
    pub fn is_settled(&self, word: &[u8]) -> bool {
        let end = word.iter().fold(0, |state, letter| {
            self.next[state as usize][usize::from(*letter)]
        });
        self.settled[end as usize]
    }
}

/// A row game as rewriting of words, for rows of every length; a size that the rules fix is not
/// looked at.
///
/// Each move's factor is widened, cell by cell and symbol by symbol, until all forced follow-ups
/// are decided; follow-ups that can run on along the row are given up. So from the word of a
/// settled row the options are exactly those of the game.
///
/// # Errors
///
/// Why the game is not of this kind, in a sentence.
pub fn words(board: &Board) -> Result<Words, String> {
    if !board.row {
        return Err("the positions are boards, not rows".into());
    }
    let symbols = board.alphabet.len();
    let due = patterns(&board.at_once)?;
    let mut rules = [BTreeSet::new(), BTreeSet::new()];
    for rule in &board.moves {
        for pattern in patterns(std::slice::from_ref(rule))? {
            for case in cases(&pattern, &due, symbols as u8)? {
                for player in Player::BOTH {
                    if rule.by.allows(player) {
                        rules[player.index()].insert(case.clone());
                    }
                }
                if rules.iter().any(|rules| rules.len() > RULES) {
                    return Err(format!("the moves make more than {RULES} rules on words"));
                }
            }
        }
    }
    let (next, settled) = automaton(&due, symbols)?;
    Ok(Words {
        symbols,
        rules: rules.map(|rules| rules.into_iter().collect()),
        next,
        settled,
    })
}

/// A stencil on a row: what each cell must show, and what is written, from `first` on.
struct Pattern {
    first: i64,
    before: Vec<Option<u8>>,
    after: Vec<Option<u8>>,
    outside: Vec<i64>,
}

fn patterns(rules: &[Rewrite]) -> Result<Vec<Pattern>, String> {
    let stencils = rules.iter().flat_map(|rule| &rule.stencils);
    // A stencil of more than one row, or anchored above or below by cells of its own, lies on no
    // row or is always so anchored.
    let flat = |stencil: &&Stencil| {
        let down = stencil.cells.first().map_or(0, |cell| cell.down);
        stencil.cells.iter().all(|cell| cell.down == down)
    };
    stencils
        .filter(flat)
        .map(|stencil| {
            let down = stencil.cells.first().map_or(0, |cell| cell.down);
            let rights = || stencil.cells.iter().map(|cell| cell.right);
            let (Some(first), Some(last)) = (rights().min(), rights().max()) else {
                return Err("a rule looks at no cell".to_owned());
            };
            let width = (last - first + 1) as usize;
            if width > WIDEST {
                return Err(format!("a rule is wider than {WIDEST} cells"));
            }
            let mut pattern = Pattern {
                first,
                before: vec![None; width],
                after: vec![None; width],
                outside: Vec::new(),
            };
            for cell in &stencil.cells {
                let at = (cell.right - first) as usize;
                pattern.before[at] = cell.before;
                pattern.after[at] = cell.after;
            }
            // Off the row by its height is off the board anyway.
            let level = stencil.outside.iter().filter(|place| place.0 == down);
            pattern.outside = level.map(|place| place.1).collect();
            let near = |place: &i64| *place == first - 1 || *place == last + 1;
            if !pattern.outside.iter().all(near) {
                return Err("an anchor does not touch its pattern".to_owned());
            }
            Ok(pattern)
        })
        .collect()
}

/// Known letters by place, before a move and after.
#[derive(Clone)]
struct Case {
    before: BTreeMap<i64, u8>,
    now: BTreeMap<i64, u8>,
    followed: usize,
}

enum Fit {
    Yes,
    No,
    On(i64),
}

impl Pattern {
    /// Whether it fits with its first cell at `at`.
    fn fit(&self, at: i64, letters: &BTreeMap<i64, u8>, symbols: u8) -> Fit {
        let mut open = None;
        let ends = self
            .outside
            .iter()
            .map(|place| (at + place - self.first, None));
        let cells = (at..)
            .zip(&self.before)
            .map(|(place, wanted)| (place, Some(*wanted)));
        // Off the row on the left stands the left end, and on the right the right end: nothing
        // else, since cells lie between.
        let end = |place: i64| symbols + u8::from(place > at);
        for (place, wanted) in ends.chain(cells) {
            match (letters.get(&place), wanted) {
                (Some(letter), None) if *letter != end(place) => return Fit::No,
                (Some(letter), Some(_)) if *letter >= symbols => return Fit::No,
                (Some(letter), Some(Some(symbol))) if *letter != symbol => return Fit::No,
                (Some(_), _) => {}
                (None, _) => open = open.or(Some(place)),
            }
        }
        open.map_or(Fit::Yes, Fit::On)
    }

    fn write(&self, at: i64, letters: &mut BTreeMap<i64, u8>) {
        for (place, symbol) in (at..).zip(&self.after) {
            if let Some(symbol) = symbol {
                letters.insert(place, *symbol);
            }
        }
    }
}

/// All factors with which the move applies on a settled row, with what they become.
fn cases(pattern: &Pattern, due: &[Pattern], symbols: u8) -> Result<Vec<WordRule>, String> {
    let mut work = vec![BTreeMap::new()];
    let mut started = Vec::new();
    while let Some(letters) = work.pop() {
        if work.len() + started.len() > RULES {
            return Err(format!("a move makes more than {RULES} rules on words"));
        }
        match pattern.fit(0, &letters, symbols) {
            Fit::No => {}
            Fit::On(place) => work.extend(known(&letters, place, symbols)),
            Fit::Yes => {
                let mut now = letters.clone();
                pattern.write(0, &mut now);
                started.push(Case {
                    before: letters,
                    now,
                    followed: 0,
                });
            }
        }
    }
    let mut done = Vec::new();
    while let Some(mut case) = started.pop() {
        if started.len() + done.len() > RULES {
            return Err(format!("a move makes more than {RULES} rules on words"));
        }
        let fits =
            |pattern: &Pattern, at| matches!(pattern.fit(at, &case.before, symbols), Fit::Yes);
        if due.iter().any(|pattern| {
            origins(pattern, case.before.keys().copied()).any(|at| fits(pattern, at))
        }) {
            continue; // The row was not settled.
        }
        match follow(due, &case, symbols) {
            Follow::Settled => {
                let letters = |of: &BTreeMap<i64, u8>| of.values().copied().collect::<Vec<u8>>();
                done.push((letters(&case.before), letters(&case.now)));
            }
            Follow::On(place) => {
                // Factors have no gaps.
                let first = case.before.keys().next().copied().unwrap_or(0);
                let last = case.before.keys().next_back().copied().unwrap_or(0);
                let place = if place < first { first - 1 } else { last + 1 };
                if case.before.len() == WIDEST {
                    return Err(format!(
                        "forced follow-ups of a move depend on more than {WIDEST} cells about it"
                    ));
                }
                for before in known(&case.before, place, symbols) {
                    let mut now = case.now.clone();
                    now.insert(place, before[&place]);
                    started.push(Case {
                        before,
                        now,
                        followed: case.followed,
                    });
                }
            }
            Follow::Due(pattern, at) => {
                if case.followed == FOLLOW_UPS {
                    return Err(format!("a move may have more than {FOLLOW_UPS} follow-ups"));
                }
                pattern.write(at, &mut case.now);
                case.followed += 1;
                started.push(case);
            }
        }
    }
    Ok(done)
}

/// The letters with each that `place` can hold: a symbol, or an end beside what is known.
fn known(letters: &BTreeMap<i64, u8>, place: i64, symbols: u8) -> Vec<BTreeMap<i64, u8>> {
    let left = letters.keys().next().is_none_or(|first| place < *first);
    let right = letters.keys().next_back().is_none_or(|last| place > *last);
    let behind_end = letters.values().any(|letter| *letter == symbols) && left
        || letters.values().any(|letter| *letter == symbols + 1) && right;
    let mut all: Vec<u8> = if behind_end {
        Vec::new()
    } else {
        (0..symbols).collect()
    };
    if left {
        all.push(symbols);
    }
    if right {
        all.push(symbols + 1);
    }
    let with = |letter: u8| {
        let mut letters = letters.clone();
        letters.insert(place, letter);
        letters
    };
    all.into_iter().map(with).collect()
}

/// The places of a pattern's first cell, from left to right, with which it or its anchors touch one
/// of these.
fn origins(pattern: &Pattern, places: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {
    let width = pattern.before.len() as i64;
    let all: BTreeSet<i64> = places.flat_map(|place| place - width..=place + 1).collect();
    all.into_iter()
}

enum Follow<'a> {
    Settled,
    On(i64),
    Due(&'a Pattern, i64),
}

/// The next forced follow-up: the first that applies at its first place. Only one over a changed
/// cell can.
fn follow<'a>(due: &'a [Pattern], case: &Case, symbols: u8) -> Follow<'a> {
    let changed = || {
        case.now
            .iter()
            .filter(|(place, letter)| case.before.get(place) != Some(letter))
            .map(|(place, _)| *place)
    };
    for pattern in due {
        let width = pattern.before.len() as i64;
        let over: BTreeSet<i64> = changed()
            .flat_map(|place| place - width + 1..=place)
            .collect();
        for at in over {
            match pattern.fit(at, &case.now, symbols) {
                Fit::Yes => return Follow::Due(pattern, at),
                Fit::On(place) => return Follow::On(place),
                Fit::No => {}
            }
        }
    }
    Follow::Settled
}

/// The automaton of the words of settled rows: it remembers as many letters as a follow-up is wide.
fn automaton(due: &[Pattern], symbols: usize) -> Result<(Vec<Vec<u32>>, Vec<bool>), String> {
    let width = due
        .iter()
        .map(|pattern| pattern.before.len() + 2)
        .max()
        .unwrap_or(2);
    let (left, right) = (symbols as u8, symbols as u8 + 1);
    // None is the state of all that is no beginning of such a word.
    let mut states: HashMap<Option<Vec<u8>>, u32> = HashMap::new();
    let mut order = VecDeque::from([Some(Vec::new()), None]);
    states.insert(Some(Vec::new()), 0);
    states.insert(None, 1);
    let (mut next, mut settled) = (Vec::new(), Vec::new());
    while let Some(state) = order.pop_front() {
        settled.push(
            state
                .as_ref()
                .is_some_and(|last| last.last() == Some(&right)),
        );
        let mut row = Vec::new();
        for letter in 0..symbols as u8 + 2 {
            let to = state
                .as_ref()
                .and_then(|last| read(due, last, letter, width, left, right));
            let fresh = states.len() as u32;
            let to = *states.entry(to).or_insert_with_key(|to| {
                order.push_back(to.clone());
                fresh
            });
            row.push(to);
        }
        next.push(row);
        if states.len() > STATES {
            return Err("the forced follow-ups are too wide".into());
        }
    }
    Ok((next, settled))
}

/// The last letters after one more; `None` where the word is no settled row's.
fn read(
    due: &[Pattern],
    last: &[u8],
    letter: u8,
    width: usize,
    left: u8,
    right: u8,
) -> Option<Vec<u8>> {
    let may = match last.last() {
        None => letter == left,
        Some(end) if *end == right => false,
        Some(end) if *end == left => letter < left,
        Some(_) => letter != left,
    };
    let mut read = last.to_vec();
    read.push(letter);
    let letters: BTreeMap<i64, u8> = (0..).zip(read.iter().copied()).collect();
    let fits = |pattern: &Pattern| {
        (0..read.len() as i64).any(|at| matches!(pattern.fit(at, &letters, left), Fit::Yes))
    };
    if !may || due.iter().any(fits) {
        return None;
    }
    if read.len() > width {
        read.remove(0);
    }
    Some(read)
}
