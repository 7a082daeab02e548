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
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set => f.write_str("a set of numbers, such as 1,2,5 or 1..5"),
            Self::Number => f.write_str("a number"),
            Self::Bits => f.write_str("a string of 0 and 1"),
            Self::Grid(symbols) => write!(
                f,
                "a map of the symbols {}, its rows separated by «/» or line ends",
                symbols
                    .iter()
                    .map(char::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            ),
            Self::Graph => f.write_str("a graph, such as a-b,b-c,a>c"),
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// As [`Kind::read`] reads it again.
impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Set(members) => join(members.iter(), ","),
            Self::Number(number) => number.to_string(),
            Self::Bits(digits) => digits.iter().map(|d| if *d { '1' } else { '0' }).collect(),
            Self::Grid(rows) => join(rows.iter().map(|row| row.iter().collect::<String>()), "/"),
            // One edge each way: reading gives the same list of edges, and the nodes in the same order.
            Self::Graph(nodes, edges) => join(
                edges
                    .iter()
                    .map(|(from, to)| format!("{}>{}", nodes[*from], nodes[*to])),
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
const LARGEST: i64 = 1_000_000_000_000;
/// The most members of a set.
const MEMBERS: usize = 100_000;

impl Kind {
    /// Reads a value of this kind.
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
        }
    }
}

impl Kind {
    /// Whether a value is of this kind and keeps its bounds: what [`Kind::read`] gives always is, a value made in another way
    /// may not be. Linear in the value's size.
    pub fn accepts(&self, value: &ParameterValue) -> bool {
        let natural = |n: &i64| (0..=LARGEST).contains(n);
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
                let mut seen = HashSet::new();
                !nodes.is_empty()
                    && nodes.iter().all(|name| {
                        !name.is_empty() && !name.contains(char::is_whitespace) && seen.insert(name)
                    })
                    && edges.iter().all(|(from, to)| *from.max(to) < nodes.len())
            }
            _ => false,
        }
    }
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
                    "«{}» is no number from 0 to {LARGEST}",
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
                "the range «{}» is empty; write {high}..{low}",
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
            other => fail(format!("digit {} is «{other}»; write only 0 and 1", at + 1)),
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
                "row {}, column {} of the map is «{}»; use only {}",
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

fn read_graph(text: &str) -> Result<ParameterValue, ParameterError> {
    let mut nodes: Vec<String> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let mut edges = Vec::new();
    for part in text
        .split([',', '\n'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (from, to, both) = match (part.split_once('-'), part.split_once('>')) {
            (Some((from, to)), None) => (from.trim(), to.trim(), true),
            (None, Some((from, to))) => (from.trim(), to.trim(), false),
            _ => {
                return fail(format!(
                    "«{}» is no edge; write a-b, or a>b for one way",
                    shorten(part)
                ));
            }
        };
        let mut node = |name: &str| -> Result<usize, ParameterError> {
            if name.is_empty() || name.contains(char::is_whitespace) {
                return fail(format!(
                    "«{}» is no edge; write a-b, or a>b for one way",
                    shorten(part)
                ));
            }
            Ok(*places.entry(name.to_string()).or_insert_with(|| {
                nodes.push(name.to_string());
                nodes.len() - 1
            }))
        };
        let (from, to) = (node(from)?, node(to)?);
        edges.push((from, to));
        if both {
            edges.push((to, from));
        }
    }
    if nodes.is_empty() {
        return fail("the graph has no edge; write a-b,b-c".into());
    }
    Ok(ParameterValue::Graph(nodes, edges))
}
