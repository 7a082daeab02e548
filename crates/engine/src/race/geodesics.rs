//! The shortest paths between the two starts, layer by layer.

use super::arena::{Arena, FAR};

/// The cells that lie on a shortest path between the starts.
///
/// Layer `k` holds the cells at distance `k` from the first start and `D - k` from the second:
/// where the first piece can stand after `k` moves along a shortest path, and the second after `D -
/// k`. A cell's slot is its place within its layer.
#[derive(Debug)]
pub(super) struct Geodesics {
    distance: u32,
    /// All such cells, by layer.
    cells: Vec<u32>,
    /// Layer `k` is `cells[first[k]..first[k + 1]]`.
    first: Vec<u32>,
    /// Each cell's index in `cells`, or [`FAR`].
    rank: Vec<u32>,
    level_edge: bool,
}

impl Geodesics {
    /// Finds them with two breadth-first searches, O(V + E); `None` when no path joins the starts.
    pub(super) fn new(arena: &Arena) -> Option<Self> {
        let [first_start, second_start] = arena.start();
        let from_first = arena.distances(first_start);
        let to_goal = arena.distances(second_start);
        let distance = to_goal[first_start as usize];
        if distance == FAR {
            return None;
        }
        let mut first = vec![0u32; distance as usize + 2];
        let on_path = |cell: usize| {
            from_first[cell] != FAR
                && u64::from(from_first[cell]) + u64::from(to_goal[cell]) == u64::from(distance)
        };
        for cell in (0..arena.cells()).filter(|&cell| on_path(cell)) {
            first[from_first[cell] as usize + 1] += 1;
        }
        for layer in 1..first.len() {
            first[layer] += first[layer - 1];
        }
        let mut free = first.clone();
        let mut cells = vec![0; first.last().map_or(0, |&total| total as usize)];
        let mut rank = vec![FAR; arena.cells()];
        for cell in (0..arena.cells()).filter(|&cell| on_path(cell)) {
            let place = &mut free[from_first[cell] as usize];
            cells[*place as usize] = cell as u32;
            rank[cell] = *place;
            *place += 1;
        }
        let before_middle = &cells[..first[(distance / 2) as usize] as usize];
        let level_edge = before_middle.iter().any(|&cell| {
            arena
                .neighbours(cell)
                .iter()
                .any(|&other| to_goal[other as usize] == to_goal[cell as usize])
        });
        Some(Self {
            distance,
            cells,
            first,
            rank,
            level_edge,
        })
    }

    /// The distance `D` between the starts, in moves; at least 1.
    pub(super) fn distance(&self) -> u32 {
        self.distance
    }

    /// Whether the first piece, before it is half-way, can spend a move without getting farther
    /// from its goal: an edge from a cell of layers `0..D/2` to a cell as far from the second
    /// start. Never on a bipartite arena.
    pub(super) fn has_level_edge(&self) -> bool {
        self.level_edge
    }

    /// The cells of a layer, `0..=D`, in slot order.
    pub(super) fn layer(&self, layer: u32) -> &[u32] {
        let layer = layer as usize;
        &self.cells[self.first[layer] as usize..self.first[layer + 1] as usize]
    }

    /// The number of cells of a layer.
    pub(super) fn width(&self, layer: u32) -> usize {
        self.layer(layer).len()
    }

    /// The slots, in the layer `toward`, of the neighbours of `cell`.
    pub(super) fn steps<'a>(
        &'a self,
        arena: &'a Arena,
        cell: u32,
        toward: u32,
    ) -> impl Iterator<Item = usize> + 'a {
        let from = self.first[toward as usize];
        let to = self.first[toward as usize + 1];
        arena.neighbours(cell).iter().filter_map(move |&other| {
            let rank = self.rank[other as usize];
            (from..to).contains(&rank).then(|| (rank - from) as usize)
        })
    }
}
