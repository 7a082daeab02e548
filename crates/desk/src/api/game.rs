//! `POST /api/game`: rules in, a number or diagnostics out.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use whowins::first_position;
use whowins::shipped::ShippedGames;
use whowins_analysis::Game;
use whowins_analysis::program::{Edge, Ground, Holding, Notation, Program};
use whowins_analysis::tokens::{Cell, Tokens};
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_views::{parameter, parameter_value};

use crate::Desk;
use crate::diagnostics::{of_parameter, told};
use crate::lanes::Lane;
use crate::refusal::Refusal;
use crate::request::{Answer, Request, short};

/// The body.
#[derive(Deserialize)]
pub struct Rulebook {
    rules: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default)]
    file: Option<String>,
}

/// Reads rules, and keeps the game where they have no fault.
pub async fn register(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let sent: Rulebook = request.sent()?;
    let keeper = Arc::clone(&desk);
    let read = move |_: &_| Ok(Answer::json(&read(&keeper, &sent)));
    desk.run(Lane::Light, read).await
}

fn read(desk: &Desk, sent: &Rulebook) -> Value {
    let origin = sent.file.as_deref().unwrap_or("the rules");
    let origin = short("file", origin).unwrap_or("the rules");
    let rules = match Rules::parse_with(origin, &sent.rules, &ShippedGames) {
        Ok(rules) => rules,
        Err(errors) => return faulty(None, &sent.set, told(&errors)),
    };
    let mut values = Parameters::new();
    let mut errors = Vec::new();
    for (name, text) in &sent.set {
        let value = parameter(&rules, name).and_then(|one| parameter_value(one, text));
        match value {
            Ok(value) => {
                values.insert(name.clone(), value);
            }
            Err(message) => errors.push(of_parameter(name, &message)),
        }
    }
    if !errors.is_empty() {
        return faulty(Some(&rules), &sent.set, errors.into());
    }
    match rules.game(&values) {
        Ok(game) => {
            let known = desk.games.register(rules, values, game);
            told_game(&known.id, &known.rules, &known.game, &sent.set)
        }
        Err(errors) => faulty(Some(&rules), &sent.set, told(&errors)),
    }
}

fn faulty(rules: Option<&Rules>, set: &BTreeMap<String, String>, errors: Value) -> Value {
    json!({
        "id": null,
        "name": rules.map(Rules::name),
        "about": rules.map(Rules::about),
        "parameters": rules.map(|rules| parameters(rules, set)),
        "diagnostics": errors,
    })
}

fn parameters(rules: &Rules, set: &BTreeMap<String, String>) -> Value {
    let one = |parameter: &whowins_rules::Parameter| {
        let default = parameter.default.as_ref().map(ToString::to_string);
        json!({
            "name": parameter.name,
            "kind": parameter.kind.to_string(),
            "text": set.get(&parameter.name).cloned().or(default),
        })
    };
    rules.parameters().iter().map(one).collect()
}

fn told_game(id: &str, rules: &Rules, game: &Game, set: &BTreeMap<String, String>) -> Value {
    json!({
        "id": id,
        "name": game.name,
        "about": game.about,
        "players": game.players,
        "impartial": game.is_impartial(),
        "grundy": whowins::Grundy::new(game, &Limits::default()).is_ok(),
        "blocked": game.ending.blocked,
        "parameters": parameters(rules, set),
        "shape": shape(game),
        "picture": picture(game),
        "start": game.show(&first_position(rules, game)),
        // One that is no position of the game is told of where it is asked.
        "examples": rules.examples(game).map_or(1, |all| all.len()),
        "diagnostics": [],
    })
}

/// Which view shows the game.
pub fn picture(game: &Game) -> &'static str {
    match (game.numbers(), game.board()) {
        (Some(numbers), _) if numbers.variables.len() == 1 => "strip",
        (Some(_), _) => "plane",
        (_, Some(board)) if board.row => "row",
        (_, Some(_)) => "board",
        _ if game.codes().is_some() => "heaps",
        _ if game.tokens().is_some() => "tokens",
        _ => "parts",
    }
}

fn shape(game: &Game) -> Value {
    if let Some(numbers) = game.numbers() {
        let variable = |one: &whowins_analysis::numbers::Variable| {
            json!({
                "name": one.name,
                "least": one.least.to_string(),
                "most": one.most.map(|most| most.to_string()),
                "words": one.words,
            })
        };
        let variables: Vec<Value> = numbers.variables.iter().map(variable).collect();
        return json!({"kind": "numbers", "variables": variables});
    }
    if let Some(board) = game.board() {
        let alphabet: String = board.alphabet.iter().collect();
        return match board.row {
            true => json!({
                "kind": "row",
                "alphabet": alphabet,
                "columns": board.size.map(|size| size.1),
            }),
            false => json!({
                "kind": "board",
                "alphabet": alphabet,
                "rows": board.size.map(|size| size.0),
                "columns": board.size.map(|size| size.1),
            }),
        };
    }
    if let Some(tokens) = game.tokens() {
        return tokens_shape(tokens);
    }
    game.program()
        .map_or_else(|| json!({"kind": "heaps"}), |program| parts_shape(program))
}

/// The parts of a position, in the order in which they are written.
fn parts_shape(program: &Program) -> Value {
    // Parts on one graph name it by its number.
    let mut grounds: Vec<Arc<Ground>> = Vec::new();
    let mut part = |holding: &Holding| {
        let mut told = match &holding.notation {
            Notation::Number { words } => json!({"kind": "number", "words": words}),
            Notation::Numbers {
                columns, facing, ..
            } => {
                json!({"kind": "numbers", "columns": columns, "facing": facing})
            }
            Notation::Cells {
                symbols, is_board, ..
            } => {
                let symbols: String = symbols.iter().collect();
                json!({"kind": if *is_board { "board" } else { "row" }, "alphabet": symbols})
            }
            Notation::Nodes { symbols, nodes } => {
                let symbols: String = symbols.iter().collect();
                json!({"kind": "nodes", "alphabet": symbols, "nodes": nodes})
            }
            Notation::Subset { members } => json!({"kind": "subset", "members": members}),
            Notation::Tokens { places, .. } => json!({"kind": "places", "places": places}),
        };
        told["name"] = json!(holding.name);
        told["on"] = json!(holding.on.as_ref().map(|on| {
            let known = grounds.iter().position(|one| Arc::ptr_eq(one, &on.ground));
            let ground = known.unwrap_or(grounds.len());
            if known.is_none() {
                grounds.push(Arc::clone(&on.ground));
            }
            json!({"ground": ground, "edges": on.edges})
        }));
        told
    };
    let mut parts = |program: &Program| program.parts.iter().map(&mut part).collect::<Value>();
    // Of any number of components each has the parts of their game.
    let each = program.sum.as_ref().filter(|sum| sum.any);
    let each = each.and_then(|sum| Some(parts(&sum.games.first()?.1)));
    let parts = parts(program);
    json!({
        "kind": "parts",
        "parts": parts,
        "each": each,
        "grounds": grounds.iter().map(|ground| told_ground(ground)).collect::<Value>(),
        "scores": program.score.is_some(),
    })
}

/// A graph: nodes by their names, edges by the numbers of their nodes, places in the rows of a map
/// where it is one.
fn told_ground(ground: &Ground) -> Value {
    let edge = |edge: &Edge| json!({"from": edge.from, "to": edge.to, "one_way": edge.one_way, "mark": edge.mark});
    json!({
        "nodes": ground.nodes,
        "squares": (!ground.squares.is_empty()).then_some(&ground.squares),
        "edges": ground.edges.iter().map(edge).collect::<Value>(),
    })
}

fn tokens_shape(tokens: &Tokens) -> Value {
    if let Some(map) = &tokens.map {
        let lines: Vec<String> = map.lines.iter().map(|line| line.iter().collect()).collect();
        return json!({"kind": "tokens", "names": tokens.names, "grid": lines.join("\n")});
    }
    let nodes: Vec<&str> = (tokens.cells.iter())
        .map(|cell| match cell {
            Cell::Node(name) => name.as_str(),
            Cell::Square { .. } => "",
        })
        .collect();
    let steps = tokens.relations.first().map(|all| all.forward.as_slice());
    let edges: Vec<[usize; 2]> = (steps.unwrap_or_default().iter().enumerate())
        .flat_map(|(from, to)| to.iter().map(move |to| [from, *to as usize]))
        .collect();
    json!({
        "kind": "tokens",
        "names": tokens.names,
        "grid": null,
        "nodes": nodes,
        "edges": edges,
    })
}
