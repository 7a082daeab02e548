//! The state of a random valid text: the declarations so far, and the choice of productions.

use std::collections::BTreeSet;

use whowins::core::random::Random;

/// The text of a production; `None` if it doesn't apply to the declarations.
pub type Made = Option<String>;

/// A production: its key in `docs/rules/grammar.md`, and a function that writes one.
pub type Production<W> = (&'static str, fn(&mut Writer, W) -> Made);

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    Number,
    /// A cell of the part with this index.
    Cell(usize),
    /// A node of this graph, or a square of the map.
    Node(&'static str),
    Edge(&'static str),
    /// The contents of a cell.
    Shown,
    /// A character of a text.
    Letter,
    /// A stored or chosen set of cells, nodes or numbers.
    Set(Member),
}

/// The kind of members of a stored set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    Number,
    Cell(usize),
    Node(&'static str),
    Edge(&'static str),
}

impl From<Member> for Is {
    fn from(member: Member) -> Self {
        match member {
            Member::Number => Self::Number,
            Member::Cell(part) => Self::Cell(part),
            Member::Node(graph) => Self::Node(graph),
            Member::Edge(graph) => Self::Edge(graph),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Row,
    Ring,
    Board,
}

/// The contents of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Number,
    Word,
    /// Numbers, with their count if it is fixed.
    Numbers(Option<usize>),
    /// Rows and columns of numbers.
    NumberBoard,
    Cells(Layout, bool),
    Nodes(&'static str),
    Subset(Member),
    Token(Member),
    Tokens(Member),
}

/// A part of the position.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    pub holds: Holds,
    pub of_each: bool,
    /// Its contents at the start, in the notation of `start` lines.
    pub start: [String; 2],
}

/// A definition with arguments.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub arguments: Vec<Is>,
    pub gives: Gives,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    Number,
    Condition,
    Steps,
}

/// The kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Parts, and moves of every kind.
    Parts,
    Heaps,
    Code,
    Sum,
}

/// The writer of a text.
pub struct Writer {
    pub random: Random,
    pub world: World,
    pub parts: Vec<Part>,
    pub givens: Vec<&'static str>,
    pub definitions: Vec<Definition>,
    /// Names that are chosen or stored.
    pub names: Vec<(String, Is)>,
    /// Number of names created so far.
    pub fresh: usize,
    /// Maximum nesting depth of productions.
    pub depth: usize,
    pub is_partizan: bool,
    pub has_symbols: bool,
    pub has_score: bool,
    /// True if every move decrements a clock, so that play ends.
    pub has_clock: bool,
    pub blocks: bool,
    pub ends_on_the_way: bool,
    /// True inside a step that is repeated for each member of a set.
    pub in_each: bool,
    /// The productions used, in order.
    pub log: Vec<&'static str>,
}

impl Writer {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let world = match random.below(20) {
            0 => World::Heaps,
            1 => World::Code,
            2 => World::Sum,
            _ => World::Parts,
        };
        let mut coin = |of: usize| random.below(of) == 0;
        let (is_partizan, has_symbols) = (coin(2), coin(2));
        let (has_score, has_clock) = (coin(6), !coin(5));
        let (blocks, ends_on_the_way) = (coin(12), coin(8));
        Self {
            world,
            parts: Vec::new(),
            givens: Vec::new(),
            definitions: Vec::new(),
            names: Vec::new(),
            fresh: 0,
            depth: 3,
            is_partizan: is_partizan && !blocks,
            has_symbols: has_symbols && world == World::Parts,
            has_score: has_score && world == World::Parts && has_clock,
            has_clock,
            blocks: blocks && has_clock && world == World::Parts,
            ends_on_the_way,
            in_each: false,
            log: Vec::new(),
            random,
        }
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    /// Returns true with probability 1 in `of`.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub fn any<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        match all.len() {
            0 => None,
            length => Some(all[self.below(length)].clone()),
        }
    }

    /// Returns one of these words.
    pub fn word(&mut self, all: &[&'static str]) -> &'static str {
        all[self.below(all.len())]
    }

    /// Returns one of these texts, or often an empty one.
    pub fn may(&mut self, all: &[&'static str]) -> &'static str {
        match self.one_in(3) {
            true => self.word(all),
            false => "",
        }
    }

    pub fn digit(&mut self, from: usize, to: usize) -> String {
        (from + self.below(to - from + 1)).to_string()
    }

    /// Returns a new name.
    pub fn new_name(&mut self, start: &str) -> String {
        self.fresh += 1;
        format!("{start}{}", self.fresh)
    }

    /// Writes a random production that applies.
    pub fn draw<W: Copy>(&mut self, rule: &'static [Production<W>], wanted: W) -> Made {
        for _ in 0..4 * rule.len() {
            let (words, write) = rule[self.below(rule.len())];
            if let Some(text) = self.tried(words, write, wanted) {
                return Some(text);
            }
        }
        let mut all = rule.iter();
        all.find_map(|(words, write)| self.tried(words, *write, wanted))
    }

    /// Writes a production, or restores the state if it fails.
    pub fn tried<W>(
        &mut self,
        words: &'static str,
        write: fn(&mut Self, W) -> Made,
        wanted: W,
    ) -> Made {
        let (log, names, depth) = (self.log.len(), self.names.len(), self.depth);
        let (definitions, parts) = (self.definitions.len(), self.parts.len());
        self.log.push(words);
        let made = write(self, wanted);
        self.depth = depth;
        if made.is_none() {
            self.log.truncate(log);
            self.names.truncate(names);
            self.definitions.truncate(definitions);
            self.parts.truncate(parts);
        }
        made
    }

    /// Writes one level deeper; `None` at the maximum depth.
    pub fn deeper<T>(&mut self, write: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth = self.depth.checked_sub(1)?;
        let made = write(self);
        self.depth += 1;
        made
    }

    /// Writes in a new scope of names.
    pub fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let known = self.names.len();
        let made = write(self);
        self.names.truncate(known);
        made
    }

    pub fn has(&self, given: &str) -> bool {
        self.givens.contains(&given)
    }

    /// Returns a part of this kind.
    pub fn part(&mut self, is: impl Fn(&Holds) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.parts.len())
            .filter(|at| is(&self.parts[*at].holds) && self.parts[*at].name != "clock")
            .collect();
        self.any(&all)
    }

    /// Returns a part as expressions and actions refer to it.
    pub fn named(&mut self, part: usize) -> String {
        let Part { name, of_each, .. } = self.parts[part].clone();
        match of_each {
            true => match self.below(4) {
                0 => format!("{name} of A"),
                1 => format!("other {name}"),
                _ => format!("own {name}"),
            },
            false => name,
        }
    }

    /// Returns an available graph.
    pub fn graph(&mut self) -> Option<&'static str> {
        let all: Vec<&'static str> = self.givens.clone();
        let all = all.into_iter();
        let all: Vec<&'static str> = all
            .filter(|one| ["net", "road", "hue"].contains(one))
            .collect();
        self.any(&all)
    }

    /// Returns the productions used.
    pub fn used(&self) -> BTreeSet<&'static str> {
        self.log.iter().copied().collect()
    }
}

/// Returns the nodes of a graph.
pub fn nodes(graph: &str) -> &'static [&'static str] {
    match graph {
        "net" => &["a", "b", "c"],
        "road" => &["p", "q", "r"],
        _ => &["u", "v", "w"],
    }
}

/// Returns the edges of a graph.
pub fn ends(graph: &str) -> &'static [(&'static str, &'static str)] {
    match graph {
        "net" => &[("a", "b"), ("b", "c"), ("c", "a")],
        "road" => &[("p", "q"), ("q", "r")],
        _ => &[("u", "v"), ("v", "w")],
    }
}
