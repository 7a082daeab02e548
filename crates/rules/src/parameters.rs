//! The values that a game leaves open (`given`), and how they are written.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use whowins_analysis::shorten;

/// What a parameter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A set of natural numbers, in the order given.
    Set,
    /// A natural number.
    Number,
    /// A string of binary digits, counted from 1.
    Bits,
    /// A text map over these symbols.
    Grid(Vec<char>),
    /// A graph: edges `a-b`, one-way edges `a>b`.
    Graph,
    /// Integers in the order given, repetitions kept.
    Numbers,
    /// Characters, counted from 1.
    Text,
    /// Rows of integers, all of one length.
    Table,
    /// A graph with an integer on each edge.
    Weighted,
    /// A graph with one of these words on each edge.
    Coloured(Vec<String>),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set => f.write_str("a set of numbers, such as 1,2,5 or 1..5"),
            Self::Number => f.write_str("a number"),
            Self::Bits => f.write_str("a string of 0 and 1"),
            Self::Grid(symbols) => write!(
                f,
                "a map of the symbols {}, its rows separated by `/` or line ends",
                symbols
                    .iter()
                    .map(char::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            ),
            Self::Graph => f.write_str("a graph, such as a-b,b-c,a>c"),
            Self::Numbers => f.write_str("numbers, such as 8,-3,7"),
            Self::Text => f.write_str("a text"),
            Self::Table => f.write_str(
                "a table of numbers, such as 1,2/3,4, its rows separated by `/` or line ends",
            ),
            Self::Weighted => {
                f.write_str("a graph with a number on each edge, such as a-b 3,b-c 1,a>c 2")
            }
            Self::Coloured(words) => write!(
                f,
                "a graph with a word on each edge ({}), such as a-b {}",
                words.join(", "),
                words.first().map_or("", String::as_str)
            ),
        }
    }
}

impl Kind {
    /// Returns `NAME=VALUE` for a small value of this kind, as it is typed in a shell.
    pub fn example(&self, name: &str) -> String {
        let value = match self {
            Self::Set => "1,2,5".into(),
            Self::Number => "3".into(),
            Self::Bits => "0110".into(),
            Self::Grid(symbols) => {
                let row: String = symbols.iter().collect();
                let back: String = symbols.iter().rev().collect();
                format!("{row}/{back}")
            }
            Self::Graph => "a-b,b-c".into(),
            Self::Numbers => "8,-3,7".into(),
            Self::Text => "abc".into(),
            Self::Table => "1,2/3,4".into(),
            Self::Weighted => "a-b 3,b-c 1".into(),
            Self::Coloured(words) => {
                format!("a-b {}", words.first().map_or("", String::as_str))
            }
        };
        let text = format!("{name}={value}");
        let is_plain = |c: char| c.is_alphanumeric() || "_=,./-".contains(c);
        match text.chars().all(is_plain) {
            true => text,
            false => format!("'{text}'"),
        }
    }
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its value where none is given.
    pub default: Option<ParameterValue>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ParameterValue {
    /// Members in the order given, without repetition.
    Set(Vec<i64>),
    /// A natural number.
    Number(i64),
    /// Digits.
    Bits(Vec<bool>),
    /// Rows of symbols, all of one length.
    Grid(Vec<Vec<char>>),
    /// Nodes in the order of their first mention, and one-way edges.
    Graph(Vec<String>, Vec<(usize, usize)>),
    /// Integers in the order given.
    Numbers(Vec<i64>),
    /// Characters.
    Text(String),
    /// Rows, all of one length.
    Table(Vec<Vec<i64>>),
    /// A graph with marks on its edges.
    Marked {
        /// Nodes in the order of their first mention.
        nodes: Vec<String>,
        /// From, to, and whether the edge goes one way only.
        edges: Vec<(usize, usize, bool)>,
        /// For each edge its number, or the index of its word from 0.
        marks: Vec<i64>,
        /// The words that marks stand for; none where they are numbers.
        words: Vec<String>,
    },
}

/// As [`Kind::read`] reads it again.
impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Set(members) => join(members.iter(), ","),
            Self::Number(number) => number.to_string(),
            Self::Bits(digits) => digits.iter().map(|d| if *d { '1' } else { '0' }).collect(),
            Self::Grid(rows) => join(rows.iter().map(|row| row.iter().collect::<String>()), "/"),
            // One edge each way: reading gives the same list of edges, and the nodes in the same
            // order.
            Self::Graph(nodes, edges) => join(
                edges
                    .iter()
                    .map(|(from, to)| format!("{}>{}", nodes[*from], nodes[*to])),
                ",",
            ),
            Self::Numbers(members) => join(members.iter(), ","),
            Self::Text(text) => text.clone(),
            Self::Table(rows) => join(rows.iter().map(|row| join(row.iter(), ",")), "/"),
            Self::Marked {
                nodes,
                edges,
                marks,
                words,
            } => join(
                edges.iter().zip(marks).map(|((from, to, one_way), mark)| {
                    let sign = if *one_way { '>' } else { '-' };
                    let word = usize::try_from(*mark).ok().and_then(|at| words.get(at));
                    let mark = word.map_or_else(|| mark.to_string(), String::clone);
                    format!("{}{sign}{} {mark}", nodes[*from], nodes[*to])
                }),
                ",",
            ),
        };
        f.write_str(&text)
    }
}

fn join<T: fmt::Display>(parts: impl Iterator<Item = T>, between: &str) -> String {
    parts
        .map(|part| part.to_string())
        .collect::<Vec<_>>()
        .join(between)
}

/// Values by the parameters' names.
pub type Parameters = BTreeMap<String, ParameterValue>;

/// Why a text is not a value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError {
    /// What is wrong, where, and how to mend it.
    pub message: String,
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParameterError {}

/// The largest member of a set and the largest number given.
pub(crate) const LARGEST: i64 = 1_000_000_000_000;
/// The most members of a set, a list or a table, and the most edges with marks.
const MEMBERS: usize = 100_000;

impl Kind {
    /// The words of a graph with one on each edge; none of all others.
    pub(crate) fn words(&self) -> &[String] {
        match self {
            Self::Coloured(words) => words,
            _ => &[],
        }
    }

    /// Reads a value of this kind, as it stands behind `--set NAME=`; [`ParameterValue`] prints it
    /// so again.
    ///
    /// ```
    /// use whowins_rules::{Kind, ParameterValue};
    ///
    /// assert_eq!(Kind::Set.read("1, 2, 5..7"), Ok(ParameterValue::Set(vec![1, 2, 5, 6, 7])));
    /// let wrong = Kind::Number.read("four").expect_err("it is no number");
    /// assert!(wrong.message.contains("four"));
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is not of the kind's form; the message names the part.
    pub fn read(&self, text: &str) -> Result<ParameterValue, ParameterError> {
        match self {
            Self::Set => read_set(text),
            Self::Number => read_number(text.trim()).map(ParameterValue::Number),
            Self::Bits => read_bits(text),
            Self::Grid(symbols) => read_grid(symbols, text),
            Self::Graph => read_graph(text),
            Self::Numbers => {
                let mut room = MEMBERS;
                read_integers(text, &mut room).map(ParameterValue::Numbers)
            }
            Self::Text => read_text(text),
            Self::Table => read_table(text),
            Self::Weighted | Self::Coloured(_) => read_marked(text, self.words()),
        }
    }
}

impl Kind {
    /// Whether a value is of this kind and keeps its bounds: what [`Kind::read`] gives always is, a
    /// value made in another way may not be. Linear in the value's size.
    pub fn accepts(&self, value: &ParameterValue) -> bool {
        let natural = |n: &i64| (0..=LARGEST).contains(n);
        let whole = |n: &i64| (-LARGEST..=LARGEST).contains(n);
        match (self, value) {
            (Self::Number, ParameterValue::Number(n)) => natural(n),
            (Self::Set, ParameterValue::Set(members)) => {
                let mut seen = HashSet::new();
                members.iter().all(|n| natural(n) && seen.insert(*n))
            }
            (Self::Bits, ParameterValue::Bits(_)) => true,
            (Self::Grid(symbols), ParameterValue::Grid(rows)) => {
                let columns = rows.first().map_or(0, Vec::len);
                columns > 0
                    && rows.iter().all(|row| {
                        row.len() == columns && row.iter().all(|cell| symbols.contains(cell))
                    })
            }
            (Self::Graph, ParameterValue::Graph(nodes, edges)) => {
                are_nodes(nodes) && edges.iter().all(|(from, to)| *from.max(to) < nodes.len())
            }
            (Self::Numbers, ParameterValue::Numbers(members)) => {
                members.len() <= MEMBERS && members.iter().all(whole)
            }
            (Self::Text, ParameterValue::Text(text)) => text.len() <= MEMBERS,
            (Self::Table, ParameterValue::Table(rows)) => {
                let columns = rows.first().map_or(0, Vec::len);
                columns > 0
                    && rows.len().saturating_mul(columns) <= MEMBERS
                    && rows
                        .iter()
                        .all(|row| row.len() == columns && row.iter().all(whole))
            }
            (
                Self::Weighted | Self::Coloured(_),
                ParameterValue::Marked {
                    nodes,
                    edges,
                    marks,
                    words: own,
                },
            ) => {
                let words = self.words();
                let is_mark = |mark: &i64| match words {
                    [] => whole(mark),
                    words => (0..words.len() as i64).contains(mark),
                };
                own == words
                    && are_nodes(nodes)
                    && edges.len() == marks.len()
                    && edges.len() <= MEMBERS
                    && edges
                        .iter()
                        .all(|(from, to, _)| *from.max(to) < nodes.len())
                    && marks.iter().all(is_mark)
            }
            _ => false,
        }
    }
}

/// Whether names of nodes are there, each once, and none of them blank.
fn are_nodes(nodes: &[String]) -> bool {
    let mut seen = HashSet::new();
    !nodes.is_empty()
        && nodes.iter().all(|name| {
            !name.is_empty() && !name.contains(char::is_whitespace) && seen.insert(name)
        })
}

fn fail<T>(message: String) -> Result<T, ParameterError> {
    Err(ParameterError { message })
}

fn read_number(text: &str) -> Result<i64, ParameterError> {
    text.parse::<i64>()
        .ok()
        .filter(|n| (0..=LARGEST).contains(n) && text.bytes().all(|b| b.is_ascii_digit()))
        .map_or_else(
            || {
                fail(format!(
                    "`{}` isn't a number from 0 to {LARGEST}",
                    shorten(text)
                ))
            },
            Ok,
        )
}

fn read_set(text: &str) -> Result<ParameterValue, ParameterError> {
    let trimmed = text.trim();
    let inner = trimmed
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
        .unwrap_or(trimmed);
    let mut members = Vec::new();
    for part in inner
        .split([',', ' ', '\t', '\n', '\r'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (low, high) = part.split_once("..").unwrap_or((part, part));
        let (low, high) = (read_number(low.trim())?, read_number(high.trim())?);
        if low > high {
            return fail(format!(
                "the range `{}` is empty; write {high}..{low}",
                shorten(part)
            ));
        }
        if high.saturating_sub(low) >= (MEMBERS - members.len()) as i64 {
            return fail(format!("a set may have at most {MEMBERS} members"));
        }
        members.extend(low..=high);
    }
    let mut seen = HashSet::new();
    members.retain(|member| seen.insert(*member));
    Ok(ParameterValue::Set(members))
}

fn read_bits(text: &str) -> Result<ParameterValue, ParameterError> {
    text.trim()
        .chars()
        .enumerate()
        .map(|(at, digit)| match digit {
            '0' => Ok(false),
            '1' => Ok(true),
            other => fail(format!("digit {} is `{other}`; write only 0 and 1", at + 1)),
        })
        .collect::<Result<_, _>>()
        .map(ParameterValue::Bits)
}

fn read_grid(symbols: &[char], text: &str) -> Result<ParameterValue, ParameterError> {
    let rows: Vec<Vec<char>> = text
        .trim()
        .split(['/', '\n'])
        .map(|row| row.trim().chars().collect())
        .collect();
    if rows[0].is_empty() {
        return fail("the map is empty".into());
    }
    for (row, cells) in rows.iter().enumerate() {
        if cells.len() != rows[0].len() {
            return fail(format!(
                "row {} of the map has {} cells, but row 1 has {}; make all rows equally long",
                row + 1,
                cells.len(),
                rows[0].len()
            ));
        }
        if let Some(column) = cells.iter().position(|cell| !symbols.contains(cell)) {
            return fail(format!(
                "row {}, column {} of the map is `{}`; use only {}",
                row + 1,
                column + 1,
                cells[column],
                symbols
                    .iter()
                    .map(char::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            ));
        }
    }
    Ok(ParameterValue::Grid(rows))
}

fn read_text(text: &str) -> Result<ParameterValue, ParameterError> {
    let text = text.trim();
    if text.len() > MEMBERS {
        return fail(format!("a text may have at most {MEMBERS} bytes"));
    }
    Ok(ParameterValue::Text(text.to_string()))
}

fn read_integer(text: &str) -> Result<i64, ParameterError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.parse::<i64>()
        .ok()
        .filter(|n| (-LARGEST..=LARGEST).contains(n) && digits.bytes().all(|b| b.is_ascii_digit()))
        .map_or_else(
            || {
                fail(format!(
                    "`{}` isn't a number from -{LARGEST} to {LARGEST}",
                    shorten(text)
                ))
            },
            Ok,
        )
}

/// Numbers and ranges, perhaps in braces; at most so many as there is room for, which is taken.
fn read_integers(text: &str, room: &mut usize) -> Result<Vec<i64>, ParameterError> {
    let trimmed = text.trim();
    let inner = trimmed
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
        .unwrap_or(trimmed);
    let mut members = Vec::new();
    for part in inner
        .split([',', ' ', '\t', '\n', '\r'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (low, high) = part.split_once("..").unwrap_or((part, part));
        let (low, high) = (read_integer(low.trim())?, read_integer(high.trim())?);
        if low > high {
            return fail(format!(
                "the range `{}` is empty; write {high}..{low}",
                shorten(part)
            ));
        }
        let length = (high - low + 1) as usize; // at most 2 * LARGEST + 1
        match room.checked_sub(length) {
            Some(left) => *room = left,
            None => return fail(format!("there may be at most {MEMBERS} numbers")),
        }
        members.extend(low..=high);
    }
    Ok(members)
}

fn read_table(text: &str) -> Result<ParameterValue, ParameterError> {
    let mut room = MEMBERS;
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for row in text.trim().split(['/', '\n']) {
        let at = rows.len() + 1;
        let row = read_integers(row, &mut room).or_else(|error| {
            let message = error.message;
            fail(format!("row {at} of the table: {message}"))
        })?;
        let columns = rows.first().map_or(row.len(), Vec::len);
        if row.is_empty() && columns == 0 {
            return fail("the table is empty; write 1,2/3,4".into());
        }
        if row.len() != columns {
            return fail(format!(
                "row {at} of the table has length {}, but row 1 has {columns}; make all rows equally long",
                row.len()
            ));
        }
        rows.push(row);
    }
    Ok(ParameterValue::Table(rows))
}

/// Names of nodes, numbered in the order of their first mention.
#[derive(Default)]
struct Nodes {
    names: Vec<String>,
    places: std::collections::HashMap<String, usize>,
}

impl Nodes {
    /// From, to, and whether it goes both ways, of an edge; `part` is shown where it is none.
    fn edge(&mut self, edge: &str, part: &str) -> Result<(usize, usize, bool), ParameterError> {
        let ends = match (edge.split_once('-'), edge.split_once('>')) {
            (Some((from, to)), None) => Some((from.trim(), to.trim(), true)),
            (None, Some((from, to))) => Some((from.trim(), to.trim(), false)),
            _ => None,
        };
        match ends {
            Some((from, to, both)) if !from.is_empty() && !to.is_empty() => {
                Ok((self.node(from)?, self.node(to)?, both))
            }
            _ => fail(format!(
                "`{}` isn't an edge; write a-b, or a>b for one way",
                shorten(part)
            )),
        }
    }

    /// The number of the node of this name, which has no character that separates the parts of a
    /// position.
    fn node(&mut self, name: &str) -> Result<usize, ParameterError> {
        if let Some(place) = self.places.get(name) {
            return Ok(*place);
        }
        let separates = |c: char| c.is_whitespace() || "{}();:/|\"->".contains(c);
        if let Some(character) = name.chars().find(|c| separates(*c)) {
            return fail(format!(
                "`{}` isn't a name of a node, as it has `{character}` in it; use letters and digits",
                shorten(name)
            ));
        }
        self.names.push(name.to_string());
        let place = self.names.len() - 1;
        self.places.insert(name.to_string(), place);
        Ok(place)
    }
}

fn edges_of(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '\n'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

fn read_graph(text: &str) -> Result<ParameterValue, ParameterError> {
    let mut nodes = Nodes::default();
    let mut edges = Vec::new();
    for part in edges_of(text) {
        let (from, to, both) = nodes.edge(part, part)?;
        edges.push((from, to));
        if both {
            edges.push((to, from));
        }
    }
    if edges.is_empty() {
        return fail("the graph has no edge; write a-b,b-c".into());
    }
    Ok(ParameterValue::Graph(nodes.names, edges))
}

/// A graph with a mark on each edge: one of the words, also by its index, or a number.
fn read_marked(text: &str, words: &[String]) -> Result<ParameterValue, ParameterError> {
    let example = words.first().map_or("3", String::as_str);
    let mut nodes = Nodes::default();
    let mut edges = Vec::new();
    let mut marks = Vec::new();
    for part in edges_of(text) {
        let marked = part.rsplit_once(char::is_whitespace);
        let Some((edge, mark)) = marked.filter(|(edge, _)| !edge.trim().ends_with(['-', '>']))
        else {
            nodes.edge(part, part)?;
            let what = if words.is_empty() { "number" } else { "word" };
            return fail(format!(
                "the edge `{}` has no {what}; write {} {example}",
                shorten(part),
                shorten(part)
            ));
        };
        let (from, to, both) = nodes.edge(edge, part)?;
        let mark = match words {
            [] => read_integer(mark).or_else(|error| {
                let message = error.message;
                fail(format!("the edge `{}`: {message}", shorten(part)))
            })?,
            words => {
                let word = words.iter().position(|word| word == mark);
                let index = mark.parse().ok().filter(|at| *at < words.len());
                match word.or(index) {
                    Some(at) => at as i64,
                    None => {
                        return fail(format!(
                            "the edge `{}` has `{}`; write one of {}",
                            shorten(part),
                            shorten(mark),
                            words.join(", ")
                        ));
                    }
                }
            }
        };
        if edges.len() == MEMBERS {
            return fail(format!(
                "a graph may have at most {MEMBERS} edges with marks"
            ));
        }
        edges.push((from, to, !both));
        marks.push(mark);
    }
    if edges.is_empty() {
        return fail(format!("the graph has no edge; write a-b {example}"));
    }
    Ok(ParameterValue::Marked {
        nodes: nodes.names,
        edges,
        marks,
        words: words.to_vec(),
    })
}
