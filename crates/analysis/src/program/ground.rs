//! What parts of a position lie on: a graph, or the squares of a map, as it is drawn.

use std::sync::Arc;

/// Where a part of a position lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct On {
    /// The graph or map. Parts that lie on one share it.
    pub ground: Arc<Ground>,
    /// Whether the elements are the edges, in their order; else they are nodes.
    pub edges: bool,
}

/// A graph, or the squares of a map. Nothing is decided by it: moves stand in the term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// The names of its nodes; `row,column` of squares.
    pub nodes: Vec<String>,
    /// Row and column of each node, from 0, where the nodes are squares of a map; else none.
    pub squares: Vec<[usize; 2]>,
    /// Its edges, in the order of the rules.
    pub edges: Vec<Edge>,
}

/// An edge of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node that it comes from.
    pub from: usize,
    /// The node that it goes to.
    pub to: usize,
    /// Whether it goes one way.
    pub one_way: bool,
    /// The number or colour that the rules give it.
    pub mark: Option<String>,
}
