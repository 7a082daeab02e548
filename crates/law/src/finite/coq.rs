//! Instances of the Coq theory for this family.

use std::collections::HashMap;
use std::fmt::Write as _;

use whowins_rules::{Frame, Game, Player, Value};
use whowins_verify::finite::{Label, Ranked};

/// Entries that are written out; more would be megabytes for Coq.
const ENTRIES: usize = 12_000;
/// Bytes of a file.
const BYTES: usize = 1 << 20;

/// The body of the module for a law of this kind: an instance of `Finite.drawn_law`.
///
/// The option lists are literals: Coq proves that the strategy is right for this graph, and that the graph is that of the rules
/// is for the reader of the rules (the verifier reads it off them again).
pub(crate) fn ranked(game: &Game, law: &Ranked) -> Result<String, String> {
    if law.entries.len() > ENTRIES {
        return Err(format!(
            "the strategy has {} entries; files for Coq hold up to {ENTRIES}",
            law.entries.len()
        ));
    }
    let position = game
        .read(&law.position)
        .map_err(|error| error.to_string())?;
    let (rows, columns) = position.size();
    let frame = Frame::new(game, rows, columns);
    let impartial = game.is_impartial();
    let mut start = position.state().ok_or("the position is too large")?;
    frame.settle(&mut start);
    let mut graph = Graph::default();
    let entries: HashMap<(&[i64], u8), (Label, u64)> = law
        .entries
        .iter()
        .map(|entry| ((entry.0.as_slice(), entry.1), (entry.2, entry.3)))
        .collect();
    let turn = |player: Player| if impartial { 0 } else { player.index() as u8 };
    let mut add = |state: &[i64], player: Player| -> u64 {
        let key = (state.to_vec(), turn(player));
        if let Some(node) = graph.numbers.get(&key) {
            return *node;
        }
        let label = match frame.end(state) {
            Some(end) => Some((end.for_next(player), 1)),
            None => entries
                .get(&(state, turn(player)))
                .map(|(label, rank)| (label.value(), rank + 2)),
        };
        graph.add(key, label)
    };
    let mut edges: Vec<(u64, Vec<u64>)> = Vec::new();
    for entry in &law.entries {
        let player = Player::BOTH[usize::from(entry.1)];
        let node = add(&entry.0, player);
        let mut own: Vec<u64> = Vec::new();
        for next in frame.next(player, &entry.0) {
            let next = add(&next, player.other());
            if !own.contains(&next) {
                own.push(next);
            }
        }
        if own.is_empty() {
            // Who cannot move: as an end of the game.
            own = ending(frame.stuck(), node);
        }
        edges.push((node, own));
    }
    let roots = Player::BOTH.map(|player| add(&start, player));
    for (at, over) in graph.over.iter().enumerate() {
        if let Some(value) = over {
            let node = at as u64 + 2;
            edges.push((node, ending(*value, node)));
        }
    }
    write(game, law, &graph, &edges, roots)
}

/// The options of a finished game: to win is to have a move to the dead end, node 1; to lose is to have none; a draw goes on for ever.
fn ending(value: Value, node: u64) -> Vec<u64> {
    match value {
        Value::Win => vec![1],
        Value::Loss => Vec::new(),
        Value::Draw => vec![node],
    }
}

/// The graph of play around the strategy, its nodes from 2 on; node 1 is the dead end.
#[derive(Default)]
struct Graph {
    numbers: HashMap<(Vec<i64>, u8), u64>,
    names: Vec<(Vec<i64>, u8)>,
    labels: Vec<Option<(Value, u64)>>,
    /// The result, where a goal has ended the game.
    over: Vec<Option<Value>>,
}

impl Graph {
    fn add(&mut self, key: (Vec<i64>, u8), label: Option<(Value, u64)>) -> u64 {
        let node = self.names.len() as u64 + 2;
        self.over
            .push(label.filter(|(_, rank)| *rank == 1).map(|(value, _)| value));
        self.labels.push(label);
        self.names.push(key.clone());
        self.numbers.insert(key, node);
        node
    }
}

fn write(
    game: &Game,
    law: &Ranked,
    graph: &Graph,
    edges: &[(u64, Vec<u64>)],
    roots: [u64; 2],
) -> Result<String, String> {
    let mut text = String::from(
        "From Whowins Require Import Game Finite.\nFrom Coq Require Import Bool NArith List.\nImport ListNotations.\nOpen Scope N_scope.\n\
         (* A node is a position with a player to move; node 1 is a dead end. Where the game is over, the player to move has a\n\
         \x20  move to it (a win), none at all (a loss), or only one on the spot (a draw). The lists are what the program reads off the\n\
         \x20  rules; options of a won position that the strategy does not take are nodes without an entry. *)\n",
    );
    text += "Definition moves : list (positive * list positive) := [\n";
    let mut lines = Vec::new();
    for (node, own) in edges {
        let own: Vec<String> = own.iter().map(u64::to_string).collect();
        lines.push(format!("({node}, [{}])", own.join("; ")));
    }
    let _ = writeln!(text, "{}]%positive.", lines.join(";\n"));
    text += "Definition graph : PM.t (list positive) := Eval vm_compute in mkmap moves.\n\
         Definition succs (p : positive) : list positive := match PM.find p graph with Some l => l | None => [] end.\n\
         (* node, win (Some true), loss (Some false) or draw (None), rank *)\n\
         Definition entries : list (positive * (option bool * N)) := [\n(1%positive, (Some false, 0))";
    for (at, label) in graph.labels.iter().enumerate() {
        if let Some((value, rank)) = label {
            let value = match value {
                Value::Win => "Some true",
                Value::Loss => "Some false",
                Value::Draw => "None",
            };
            let _ = write!(text, ";\n({}%positive, ({value}, {rank}))", at + 2);
        }
    }
    text += "].\nDefinition tab : PM.t (option bool * N) := Eval vm_compute in mkmap entries.\n\
         Lemma every_entry : drawn_check succs tab = true.\nProof. vm_compute. reflexivity. Qed.\n";
    let claim = |root: u64| -> Result<String, String> {
        let (value, _) = graph.labels[root as usize - 2].ok_or("the position has no entry")?;
        Ok(match value {
            Value::Win => format!("Win (fmv succs) {root}"),
            Value::Loss => format!("Lose (fmv succs) {root}"),
            Value::Draw => format!("(~ Win (fmv succs) {root} /\\ ~ Lose (fmv succs) {root})"),
        })
    };
    let mut claims = vec![claim(roots[0])?];
    if roots[1] != roots[0] {
        claims.push(claim(roots[1])?);
    }
    let name = |at: usize| {
        game.player(Player::BOTH[at])
            .replace("(*", "")
            .replace("*)", "")
            .replace('"', "'")
    };
    let _ = writeln!(
        text,
        "(* node {}: {} with {} to move; node {}: with {} to move *)\nTheorem law : ({})%positive.\nProof.",
        roots[0],
        law.position
            .replace("(*", "( *")
            .replace("*)", "* )")
            .replace('"', "'"),
        name(0),
        roots[1],
        name(1),
        claims.join(" /\\ ")
    );
    let proofs: Vec<String> = roots[..claims.len()]
        .iter()
        .map(|root| format!("exact (drawn_law succs tab every_entry {root}%positive _ _ eq_refl)"))
        .collect();
    match proofs.as_slice() {
        [one] => text += &format!("  {one}.\nQed.\n"),
        all => text += &format!("  split.\n  - {}.\n  - {}.\nQed.\n", all[0], all[1]),
    }
    if text.len() > BYTES {
        return Err(format!(
            "the file would have {} bytes; Coq is given up to {BYTES}",
            text.len()
        ));
    }
    Ok(text)
}
