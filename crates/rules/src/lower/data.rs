//! Parameters as constant data: numbers, tables, and the graphs and maps that pieces stand on.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use whowins_analysis::closest;
use whowins_analysis::program as drawn;

use super::{ELEMENTS, Lower};
use crate::diagnostic::{Span, did_you_mean};
use crate::parameters::{Kind, ParameterValue, Parameters};
use crate::tree::{Given, Word};

/// A parameter with its value.
#[derive(Clone, Debug)]
pub(super) struct Datum {
    pub(super) name: String,
    pub(super) content: Content,
    /// Whether something speaks of it.
    pub(super) used: Cell<bool>,
}

/// What a parameter holds.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A number.
    Number(i64),
    /// Several, counted from 1: a set, numbers, digits.
    Numbers(Vec<i64>),
    /// Characters, as their codes.
    Text(Vec<i64>),
    /// Rows of numbers, one after the other, and the length of a row.
    Table(Vec<i64>, usize),
    /// A text map.
    Grid(Vec<Vec<char>>),
    /// A graph.
    Graph(usize),
}

/// What pieces stand on: the nodes of a graph, or the squares of a map.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// The names of nodes, or `row,column` of squares.
    pub(super) nodes: Vec<String>,
    /// Where one comes from each node, in the order of the edges.
    pub(super) forward: Vec<Vec<usize>>,
    /// From, to, and whether it goes one way.
    pub(super) edges: Vec<(usize, usize, bool)>,
    /// What is written on the edges.
    pub(super) marks: Option<Vec<i64>>,
    /// Rows and columns of squares, from 0, and their symbols; none for a graph.
    pub(super) squares: Vec<(usize, usize, char)>,
    /// Whether it is one that nobody gave, so that what it has not may be there in others.
    pub(super) is_made_up: bool,
    /// The same as it is drawn, once a part lies on it.
    pub(super) drawn: OnceCell<Arc<drawn::Ground>>,
}

impl Ground {
    fn graph(nodes: &[String], edges: Vec<(usize, usize, bool)>, marks: Option<Vec<i64>>) -> Self {
        let mut forward = vec![Vec::new(); nodes.len()];
        for (from, to, one_way) in &edges {
            for (from, to) in [(*from, *to), (*to, *from)]
                .into_iter()
                .take(2 - usize::from(*one_way))
            {
                let steps: &mut Vec<usize> = &mut forward[from];
                if !steps.contains(&to) {
                    steps.push(to);
                }
            }
        }
        Self {
            nodes: nodes.to_vec(),
            forward,
            edges,
            marks,
            squares: Vec::new(),
            is_made_up: false,
            drawn: OnceCell::new(),
        }
    }

    /// What an edge is called.
    pub(super) fn edge_name(&self, edge: usize) -> String {
        let (from, to, one_way) = self.edges[edge];
        let mark = if one_way { '>' } else { '-' };
        format!("{}{mark}{}", self.nodes[from], self.nodes[to])
    }
}

/// One-way steps as edges: `a>b` and then `b>a` are one edge both ways.
fn paired(steps: &[(usize, usize)]) -> Vec<(usize, usize, bool)> {
    let mut edges = Vec::new();
    let mut at = 0;
    while let Some((from, to)) = steps.get(at) {
        let both = steps.get(at + 1) == Some(&(*to, *from));
        edges.push((*from, *to, !both));
        at += 1 + usize::from(both);
    }
    edges
}

impl<'a> Lower<'a> {
    /// Puts the parameters' values in.
    pub(super) fn read_data(&mut self, values: &Parameters) {
        let text = self.text;
        for given in &text.givens {
            if let Kind::Coloured(words) = &given.kind {
                self.declare_words(words.iter().map(String::as_str), &given.span);
            }
            if let Some(content) = self.content(given, values) {
                let name = given.name.text.clone();
                let used = Cell::new(false);
                self.data.push(Datum {
                    name,
                    content,
                    used,
                });
            }
        }
    }

    /// Words that stand for 0, 1, ...
    pub(super) fn declare_words<'w>(&mut self, words: impl Iterator<Item = &'w str>, span: &Span) {
        for (number, word) in (0..).zip(words) {
            let before = self.words.insert(word.into(), number);
            if before.is_some_and(|before| before != number) {
                let message = format!("the word `{word}` means two numbers");
                let help = "use it at the same place of each list, or choose another word";
                self.note(span.clone(), message, help);
            }
        }
    }

    fn content(&mut self, given: &Given, values: &Parameters) -> Option<Content> {
        let name = &given.name.text;
        let Some(value) = values.get(name).or(given.default.as_ref()) else {
            let help = format!("write --set {} ({})", given.kind.example(name), given.kind);
            let message = format!("`{name}` has no value");
            return self.error(given.name.span.clone(), message, help);
        };
        if !given.kind.accepts(value) {
            let message = format!("the value given for `{name}` is of another kind");
            let help = format!("give {}", given.kind);
            return self.error(given.name.span.clone(), message, help);
        }
        let is_made_up = self.is_open && given.default.is_none();
        let content = match value {
            ParameterValue::Number(number) => Content::Number(*number),
            ParameterValue::Set(all) | ParameterValue::Numbers(all) => {
                Content::Numbers(all.clone())
            }
            ParameterValue::Bits(bits) => {
                Content::Numbers(bits.iter().copied().map(i64::from).collect())
            }
            ParameterValue::Text(text) => {
                Content::Text(text.chars().map(|c| i64::from(u32::from(c))).collect())
            }
            ParameterValue::Table(rows) => {
                Content::Table(rows.concat(), rows.first().map_or(0, Vec::len))
            }
            ParameterValue::Grid(rows) => Content::Grid(rows.clone()),
            ParameterValue::Graph(nodes, steps) => {
                let graph = Ground::graph(nodes, paired(steps), None);
                Content::Graph(self.ground(Ground {
                    is_made_up,
                    ..graph
                }))
            }
            ParameterValue::Marked {
                nodes,
                edges,
                marks,
                ..
            } => {
                let graph = Ground::graph(nodes, edges.clone(), Some(marks.clone()));
                Content::Graph(self.ground(Ground {
                    is_made_up,
                    ..graph
                }))
            }
        };
        let length = match &content {
            Content::Numbers(all) | Content::Text(all) | Content::Table(all, _) => all.len(),
            Content::Graph(graph) => {
                let graph = &self.grounds[*graph];
                graph.nodes.len().max(graph.edges.len())
            }
            Content::Number(_) | Content::Grid(_) => 0,
        };
        if length > ELEMENTS {
            let message = format!("`{name}` has {length} elements, more than {ELEMENTS}");
            return self.error(given.span.clone(), message, "give a smaller value");
        }
        Some(content)
    }

    /// A new ground.
    pub(super) fn ground(&mut self, ground: Ground) -> usize {
        self.grounds.push(ground);
        self.grounds.len() - 1
    }

    /// A parameter by its name.
    pub(super) fn datum(&self, name: &str) -> Option<usize> {
        let at = self.data.iter().position(|one| one.name == name)?;
        self.data[at].used.set(true);
        Some(at)
    }

    /// What the text calls a graph.
    pub(super) fn graph_name(&self, graph: usize) -> &str {
        let is_it = |one: &&Datum| matches!(one.content, Content::Graph(at) if at == graph);
        let found = self.data.iter().find(is_it);
        found.map_or("GRAPH", |one| one.name.as_str())
    }

    /// A graph or map as it is drawn: one for all parts that lie on it.
    pub(super) fn drawn_ground(&self, graph: usize) -> Arc<drawn::Ground> {
        let drawn = || Arc::new(self.as_drawn(graph));
        Arc::clone(self.grounds[graph].drawn.get_or_init(drawn))
    }

    fn as_drawn(&self, graph: usize) -> drawn::Ground {
        let (ground, name) = (&self.grounds[graph], self.graph_name(graph));
        let given = self.text.givens.iter().find(|one| one.name.text == name);
        let word = |mark: i64| match given.map(|given| &given.kind) {
            Some(Kind::Coloured(words)) => words.get(usize::try_from(mark).ok()?).cloned(),
            _ => Some(mark.to_string()),
        };
        let mark = |at: usize| word(*ground.marks.as_ref()?.get(at)?);
        let edges = ground.edges.iter().enumerate();
        let edge = |(at, (from, to, one_way)): (usize, &(usize, usize, bool))| drawn::Edge {
            from: *from,
            to: *to,
            one_way: *one_way,
            mark: mark(at),
        };
        drawn::Ground {
            nodes: ground.nodes.clone(),
            squares: ground.squares.iter().map(|one| [one.0, one.1]).collect(),
            edges: edges.map(edge).collect(),
        }
    }

    /// A graph by its name.
    pub(super) fn graph(&mut self, word: &Word) -> Option<usize> {
        let found = self.datum(&word.text).map(|at| &self.data[at].content);
        if let Some(Content::Graph(graph)) = found {
            return Some(*graph);
        }
        let graphs = self.data.iter().filter_map(|one| match one.content {
            Content::Graph(_) => Some(one.name.as_str()),
            _ => None,
        });
        let help = match closest(&word.text, graphs) {
            Some(near) => did_you_mean(near),
            None => format!("add a line: given {}: graph = \"a-b, b-c\"", word.text),
        };
        let message = format!("there is no graph `{}`", word.text);
        self.error(word.span.clone(), message, help)
    }

    /// A node by its name.
    pub(super) fn node(&mut self, graph: usize, name: &str, span: &Span) -> Option<usize> {
        let nodes = &self.grounds[graph].nodes;
        if let Some(at) = nodes.iter().position(|node| node == name) {
            return Some(at);
        }
        if self.grounds[graph].is_made_up {
            return Some(0);
        }
        let help = match closest(name, nodes.iter().map(String::as_str)) {
            Some(near) => did_you_mean(near),
            None => "name one of its nodes".into(),
        };
        let message = format!("the graph has no node {name}");
        self.error(span.clone(), message, help)
    }
}
