//! Output of automata for people and other programs: Graphviz, Walnut, regular expressions.

use std::collections::BTreeMap;
use std::fmt::Write;

/// An automaton with labelled states. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The numeration system of the tracks, as [`crate::NumerationSystem::name`] returns it. Empty
    /// if letters aren't digits.
    pub system: String,
    /// The description of each track.
    pub tracks: Vec<String>,
    /// The letters as text: `0`, `[0,1]`.
    pub letters: Vec<String>,
    /// `next[state][letter]`.
    pub next: Vec<Vec<u32>>,
    /// The label of each state. It may be empty.
    pub labels: Vec<String>,
    /// The accepting states.
    pub accepting: Vec<bool>,
}

/// Maximum length of a regular expression.
const MAX_REGEX_LENGTH: usize = 4_000;
/// Maximum number of states of an automaton for a regular expression.
const MAX_REGEX_STATES: usize = 80;

/// Returns the texts of all tuples of digits.
pub fn letters(digits: u8, tracks: usize) -> Vec<String> {
    let count = usize::from(digits).pow(u32::try_from(tracks).unwrap_or(0));
    let written = |letter: usize| {
        let mut rest = letter;
        let mut all: Vec<String> = (0..tracks)
            .map(|_| {
                let digit = rest % usize::from(digits);
                rest /= usize::from(digits);
                digit.to_string()
            })
            .collect();
        all.reverse();
        match all.as_slice() {
            [one] if digits <= 10 => one.clone(),
            all => format!("[{}]", all.join(",")),
        }
    };
    (0..count).map(written).collect()
}

impl Labelled {
    /// Renumbers the states so that `start` becomes state 0.
    #[must_use]
    pub fn from_first(mut self, start: u32) -> Self {
        let first = start as usize;
        if first == 0 || first >= self.next.len() {
            return self;
        }
        self.next.swap(0, first);
        self.labels.swap(0, first);
        self.accepting.swap(0, first);
        for to in self.next.iter_mut().flatten() {
            *to = match *to {
                0 => start,
                one if one == start => 0,
                one => one,
            };
        }
        self
    }

    /// Returns the states from which a labelled state is reachable. The others are dead.
    fn speaks(&self) -> Vec<bool> {
        let mut alive: Vec<bool> = self.labels.iter().map(|label| !label.is_empty()).collect();
        self.back(&mut alive);
        alive
    }

    /// Extends a set of states by all states from which it is reachable.
    fn back(&self, of: &mut [bool]) {
        loop {
            let mut more = false;
            for state in 0..of.len() {
                if !of[state] && self.next[state].iter().any(|to| of[*to as usize]) {
                    of[state] = true;
                    more = true;
                }
            }
            if !more {
                return;
            }
        }
    }

    /// Returns the edges (from, to, letters) without dead states. Letters with the same target are
    /// merged.
    pub fn edges(&self) -> Vec<(usize, usize, Vec<usize>)> {
        let speaks = self.speaks();
        let mut all: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (state, row) in self.next.iter().enumerate().filter(|one| speaks[one.0]) {
            for (letter, to) in row.iter().enumerate() {
                let to = *to as usize;
                if speaks[to] {
                    all.entry((state, to)).or_default().push(letter);
                }
            }
        }
        all.into_iter()
            .map(|((from, to), letters)| (from, to, letters))
            .collect()
    }

    /// Returns the states to draw: the start and the ends of all [`Labelled::edges`].
    pub fn drawn(&self) -> Vec<usize> {
        let speaks = self.speaks();
        let states = 0..self.next.len();
        states
            .filter(|state| *state == 0 || speaks[*state])
            .collect()
    }

    /// Returns the text of several letters. A few are listed; for many, the missing ones are
    /// listed.
    pub fn told(&self, letters: &[usize]) -> String {
        const MANY: usize = 6;
        let name = |all: &mut dyn Iterator<Item = usize>| -> String {
            let all: Vec<&str> = all.map(|letter| self.letters[letter].as_str()).collect();
            all.join(" ")
        };
        let others: Vec<usize> = (0..self.letters.len())
            .filter(|one| !letters.contains(one))
            .collect();
        match (letters.len(), others.len()) {
            (count, 0) if count > 2 => "any".into(),
            (count, rest) if count > MANY && rest <= 2 => {
                format!("all but {}", name(&mut others.into_iter()))
            }
            (count, _) if count > MANY => {
                format!(
                    "{} and {} more",
                    name(&mut letters.iter().copied().take(MANY - 1)),
                    count + 1 - MANY
                )
            }
            _ => name(&mut letters.iter().copied()),
        }
    }

    /// Returns the automaton as a Graphviz graph.
    ///
    /// ```
    /// use whowins_automata::{Labelled, letters};
    /// let parity = Labelled {
    ///     system: "base 2".into(),
    ///     tracks: vec!["n".into()],
    ///     letters: letters(2, 1),
    ///     next: vec![vec![0, 1], vec![0, 1]],
    ///     labels: vec!["even".into(), "odd".into()],
    ///     accepting: vec![false, true],
    /// };
    /// assert!(parity.dot().contains("0 -> 1 [label=\"1\"]"));
    /// assert_eq!(parity.regex().as_deref(), Some("0*1(1|00*1)*"));
    /// ```
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph law {\n  rankdir=LR;\n  node [shape=circle];\n");
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "  label=\"{}\";", quoted(&self.reads()));
        text.push_str("  begin [shape=point];\n  begin -> 0;\n");
        for state in self.drawn() {
            let shape = if self.accepting[state] {
                ", shape=doublecircle"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "  {state} [label=\"{}\"{shape}];",
                quoted(&self.labels[state])
            );
        }
        for (from, to, letters) in self.edges() {
            let _ = writeln!(
                text,
                "  {from} -> {to} [label=\"{}\"];",
                quoted(&self.told(&letters))
            );
        }
        text + "}\n"
    }

    /// Returns a sentence that describes the input of the automaton.
    pub fn reads(&self) -> String {
        match (self.system.as_str(), self.tracks.as_slice()) {
            ("", _) => "reads from left to right".into(),
            (system, [one]) => format!("reads {one} in {system}, the first digit first"),
            (system, all) => format!(
                "reads [{}] in {system}, the first digits first",
                all.join(", ")
            ),
        }
    }

    /// Returns the automaton in Walnut's format of automata with output (H. Mousavi, 2016).
    ///
    /// The first line has the numeration system of each track. Each state follows, with its output
    /// (1 if it accepts) and its transitions. Missing letters are rejected. Zeckendorf's system is
    /// Walnut's `msd_fib`. Ostrowski's systems must be defined in Walnut first.
    pub fn walnut(&self) -> String {
        let system = match (self.system.strip_prefix("base "), self.system.as_str()) {
            (Some(base), _) => format!("msd_{base}"),
            (None, "Zeckendorf") => "msd_fib".into(),
            (None, other) => {
                let quotients = other
                    .split(|c: char| !c.is_ascii_digit())
                    .filter(|one| !one.is_empty());
                format!("msd_ost_{}", quotients.collect::<Vec<_>>().join("_"))
            }
        };
        let mut text = vec![system; self.tracks.len()].join(" ") + "\n";
        let drawn = self.drawn();
        let number = |state: usize| drawn.iter().position(|one| *one == state).unwrap_or(0);
        for state in &drawn {
            let _ = writeln!(
                text,
                "\n{} {}",
                number(*state),
                u8::from(self.accepting[*state])
            );
            for (letter, to) in self.next[*state].iter().enumerate() {
                let to = *to as usize;
                if drawn.contains(&to) {
                    let digits = self.letters[letter]
                        .trim_matches(['[', ']'])
                        .replace(',', " ");
                    let _ = writeln!(text, "{digits} -> {}", number(to));
                }
            }
        }
        text
    }

    /// Returns the accepted words as a regular expression over the letters, including words with
    /// leading zeros.
    ///
    /// Eliminates one state at a time (J. A. Brzozowski and E. J. McCluskey, 1963). Returns `None`
    /// if the result is too long.
    pub fn regex(&self) -> Option<String> {
        if self.next.len() > MAX_REGEX_STATES {
            return None;
        }
        let mut alive = self.accepting.clone();
        self.back(&mut alive);
        let states: Vec<usize> = (0..self.next.len()).filter(|state| alive[*state]).collect();
        if !alive[0] {
            return Some("∅".into());
        }
        let (begin, end) = (self.next.len(), self.next.len() + 1);
        let mut edges: BTreeMap<(usize, usize), Regex> = BTreeMap::new();
        let add = |edges: &mut BTreeMap<(usize, usize), Regex>, from, to, regex: Regex| {
            let before = edges.remove(&(from, to));
            let both = match before {
                Some(before) => before.or(regex),
                None => regex,
            };
            edges.insert((from, to), both);
        };
        add(&mut edges, begin, 0, Regex::empty());
        for state in &states {
            for (letter, to) in self.next[*state].iter().enumerate() {
                if alive[*to as usize] {
                    add(
                        &mut edges,
                        *state,
                        *to as usize,
                        Regex::letter(&self.letters[letter]),
                    );
                }
            }
            if self.accepting[*state] {
                add(&mut edges, *state, end, Regex::empty());
            }
        }
        let mut left = states;
        while !left.is_empty() {
            // Eliminate the state that adds the least text.
            let cost = |state: usize| -> usize {
                let into: Vec<usize> = edges
                    .iter()
                    .filter(|one| one.0.1 == state && one.0.0 != state)
                    .map(|one| one.1.text.len() + 1)
                    .collect();
                let out: Vec<usize> = edges
                    .iter()
                    .filter(|one| one.0.0 == state && one.0.1 != state)
                    .map(|one| one.1.text.len() + 1)
                    .collect();
                let round = edges.get(&(state, state)).map_or(0, |one| one.text.len());
                into.len() * out.iter().sum::<usize>()
                    + out.len() * into.iter().sum::<usize>()
                    + into.len() * out.len() * round
            };
            let at = (0..left.len()).min_by_key(|at| cost(left[*at]))?;
            let state = left.remove(at);
            let round = edges
                .remove(&(state, state))
                .map_or(Regex::empty(), Regex::star);
            let into: Vec<(usize, Regex)> = edges
                .iter()
                .filter(|one| one.0.1 == state)
                .map(|one| (one.0.0, one.1.clone()))
                .collect();
            let out: Vec<(usize, Regex)> = edges
                .iter()
                .filter(|one| one.0.0 == state)
                .map(|one| (one.0.1, one.1.clone()))
                .collect();
            edges.retain(|one, _| one.0 != state && one.1 != state);
            for (from, before) in &into {
                for (to, after) in &out {
                    let way = before.clone().then(round.clone()).then(after.clone());
                    if way.text.len() > MAX_REGEX_LENGTH {
                        return None;
                    }
                    add(&mut edges, *from, *to, way);
                }
            }
        }
        let whole = edges.remove(&(begin, end))?;
        Some(if whole.text.is_empty() {
            "ε".into()
        } else {
            whole.text
        })
    }
}

/// The text of a regular expression with its precedence: 0 for a choice, 1 for a sequence, 2 for a
/// letter or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Regex {
    text: String,
    strength: u8,
}

impl Regex {
    fn empty() -> Self {
        Self {
            text: String::new(),
            strength: 2,
        }
    }

    fn letter(letter: &str) -> Self {
        Self {
            text: letter.into(),
            strength: 2,
        }
    }

    fn within(&self, strength: u8) -> String {
        match self.strength < strength {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }

    fn or(self, other: Self) -> Self {
        match (self.text.is_empty(), other.text.is_empty()) {
            (true, true) => self,
            (true, false) => other.maybe(),
            (false, true) => self.maybe(),
            _ if self == other => self,
            _ => Self {
                text: format!("{}|{}", self.text, other.text),
                strength: 0,
            },
        }
    }

    fn maybe(self) -> Self {
        match self.text.ends_with(['*', '?']) && self.strength == 2 {
            true => self,
            false => Self {
                text: format!("{}?", self.within(2)),
                strength: 2,
            },
        }
    }

    fn then(self, other: Self) -> Self {
        match (self.text.is_empty(), other.text.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                text: self.within(1) + &other.within(1),
                strength: 1,
            },
        }
    }

    fn star(self) -> Self {
        match self.text.is_empty() {
            true => self,
            false => Self {
                text: format!("{}*", self.within(2)),
                strength: 2,
            },
        }
    }
}
