//! A ranked strategy as a graph of numbered nodes with a table, as `proofs/Large.v` takes it.

use std::collections::HashMap;

use whowins_analysis::{Frame, Game, Player, Value};
use whowins_verify::finite::{Label, Ranked};

use super::laid_out;

/// A node is a position with a player to move. Node 1 is a dead end, to move to which is to win.
pub(super) struct Table {
    /// Each node's options, as the rules have them. Where the game is over, the player to move has a move to the dead end (a
    /// win), none at all (a loss), or only one to the drawn end (a draw).
    pub(super) moves: Vec<(u64, Vec<u64>)>,
    /// Node, value, rank.
    pub(super) entries: Vec<(u64, Value, u128)>,
    /// The position itself: node, who is to move, value; one where both players have the same moves.
    pub(super) claims: Vec<(u64, Player, Value)>,
    /// The nodes of positions with a player to move, 0 or 1; always 0 where both have the same moves.
    pub(super) numbers: HashMap<(Vec<i64>, u8), u64>,
    /// The node that drawn ends go on to.
    pub(super) end: u64,
    /// The drawn end, where play without end is no draw by the rules: play among draws must come to it.
    pub(super) last: Option<u64>,
}

impl Table {
    pub(super) fn new(game: &Game, law: &Ranked) -> Result<Self, String> {
        let (frame, _, start) = laid_out(game, law)?;
        let mut nodes = Nodes {
            single: game.is_impartial(),
            frame: &frame,
            numbers: HashMap::new(),
            labels: HashMap::new(),
            entries: vec![(1, Value::Loss, 0)],
            over: Vec::new(),
        };
        for entry in &law.entries {
            let key = (entry.0.as_slice(), entry.1);
            nodes.labels.insert(key, (entry.2, entry.3));
        }
        let roots = Player::BOTH.map(|player| nodes.number(&start, player));
        let mut moves = Vec::with_capacity(law.entries.len());
        let mut stuck = Vec::new();
        for entry in &law.entries {
            let player = *Player::BOTH
                .get(usize::from(entry.1))
                .ok_or("there are two players")?;
            let node = nodes.number(&entry.0, player);
            let mut own: Vec<u64> = Vec::new();
            for next in frame.next(player, &entry.0) {
                let next = nodes.number(&next, player.other());
                if !own.contains(&next) {
                    own.push(next);
                }
            }
            if own.is_empty() {
                stuck.push((node, frame.stuck()));
            } else {
                moves.push((node, own));
            }
        }
        let end = nodes.numbers.len() as u64 + 2;
        let Nodes {
            mut entries,
            over,
            numbers,
            ..
        } = nodes;
        for (node, value) in over.into_iter().chain(stuck) {
            moves.push((
                node,
                match value {
                    Value::Win => vec![1],
                    Value::Loss => Vec::new(),
                    Value::Draw => vec![end],
                },
            ));
        }
        moves.push((end, vec![end]));
        entries.push((end, Value::Draw, 0));
        let known: HashMap<u64, Value> = entries
            .iter()
            .map(|(node, value, _)| (*node, *value))
            .collect();
        let mut claims: Vec<(u64, Player, Value)> = Vec::new();
        for (node, player) in roots.into_iter().zip(Player::BOTH) {
            let value = *known.get(&node).ok_or("the position has no entry")?;
            if claims.iter().all(|(other, ..)| *other != node) {
                claims.push((node, player, value));
            }
        }
        Ok(Self {
            moves,
            entries,
            claims,
            numbers,
            end,
            last: (!game.ending.repetition_draws).then_some(end),
        })
    }
}

/// Nodes as they are met, from 2 on, with their entries.
struct Nodes<'a> {
    single: bool,
    frame: &'a Frame,
    numbers: HashMap<(Vec<i64>, u8), u64>,
    labels: HashMap<(&'a [i64], u8), (Label, u64)>,
    entries: Vec<(u64, Value, u128)>,
    /// Where a goal has ended the game: what the player to move has got.
    over: Vec<(u64, Value)>,
}

impl Nodes<'_> {
    fn number(&mut self, state: &[i64], player: Player) -> u64 {
        let turn = if self.single { 0 } else { player.index() as u8 };
        let key = (state.to_vec(), turn);
        if let Some(node) = self.numbers.get(&key) {
            return *node;
        }
        let node = self.numbers.len() as u64 + 2;
        self.numbers.insert(key, node);
        // Ranks as the verifier has them, 0 at an end, one more for the dead end below.
        if let Some(end) = self.frame.end(state) {
            let value = end.for_next(player);
            self.over.push((node, value));
            self.entries.push((node, value, 1));
        } else if let Some((label, rank)) = self.labels.get(&(state, turn)) {
            self.entries
                .push((node, label.value(), u128::from(*rank) + 1));
        }
        node
    }
}
