//! What became of a statement, and what a question came to, as objects.

use serde_json::{Value as Json, json};
use whowins::{brings, legal_moves};
use whowins_analysis::Value;
use whowins_engine::{Engine, Limits};
use whowins_law::{Answers, Counterexample, Proof, Verdict};

use crate::answer::{winner, word};
use crate::fault::Fault;
use crate::shorten::moved;

/// A position at which a statement is wrong, as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The position.
    pub position: String,
    /// Who is to move.
    pub to_move: String,
    /// `win`, `loss` or `draw`, for the player to move.
    pub value: &'static str,
    /// Whether every position of a smaller sum of numbers is as the statement says.
    pub is_smallest: bool,
    /// The move that shows it, and the position after it; none where every move, or the lack of
    /// moves, does.
    pub shown: Option<[String; 2]>,
    /// How many moves there are, where they were counted.
    pub moves: Option<usize>,
    /// A sentence of all that.
    pub why: String,
}

impl Refutation {
    /// Looks at the moves of the position.
    ///
    /// # Errors
    ///
    /// What the engine says.
    pub fn of(engine: &mut Engine, found: &Counterexample, limits: &Limits) -> Result<Self, Fault> {
        let (position, player) = (&found.position, found.player);
        let legal = legal_moves(engine.game(), position, player, limits)?;
        let mut shown = None;
        if found.value != Value::Loss {
            for one in &legal {
                if brings(engine, one, player)?.value == found.value {
                    shown = Some([one.text.clone(), engine.game().show(&one.to)]);
                    break;
                }
            }
        }
        let game = engine.game();
        let mover = game.player(player);
        let after = match (found.value, &shown, legal.len()) {
            (_, Some([text, to]), _) if found.value == Value::Win => {
                format!(
                    "{mover} wins by {}, where the other player loses",
                    moved(text, to, str::to_owned)
                )
            }
            (_, Some([text, to]), _) => {
                format!("{mover} draws by {}", moved(text, to, str::to_owned))
            }
            (Value::Loss, None, 0) => format!("{mover} loses: there is no move"),
            (Value::Loss, None, 1) => {
                format!("{mover} loses: the one move leads to a win of the other player")
            }
            (Value::Loss, None, moves) => {
                format!(
                    "{mover} loses: each of the {moves} moves leads to a win of the other player"
                )
            }
            (value, None, 0) => match winner(game, player, value) {
                Some(winner) => format!("{winner} wins: there is no move"),
                None => "nobody wins: there is no move".into(),
            },
            (_, None, _) => format!("{mover} does not lose"),
        };
        Ok(Self {
            position: game.show(position),
            to_move: mover.to_string(),
            value: word(found.value),
            is_smallest: found.is_smallest,
            shown,
            moves: Some(legal.len()),
            why: after,
        })
    }
}

/// What `whowins prove --json` prints, but for the files that are written; the fields' meanings are
/// in `docs/json.md`.
pub fn proof_object(game: &str, proof: &Proof, refuted: Option<&Refutation>) -> Json {
    let statement = proof.statement.to_string();
    let mut told = json!({"game": game, "statement": statement});
    match &proof.verdict {
        Verdict::Proved {
            verified,
            own,
            checked,
        } => {
            told["status"] = json!("proved");
            told["own"] = json!(own);
            told["laws"] = json!(verified.statements());
            told["checked"] = json!(checked);
        }
        Verdict::Refuted(_) => told["status"] = json!("refuted"),
        Verdict::Open(why) => {
            told["status"] = json!("open");
            told["why"] = json!(why);
        }
    }
    if let Some(law) = proof.as_law() {
        told["as_law"] = json!(law.to_string());
    }
    if let Some(refuted) = refuted {
        told["counterexample"] = json!({
            "position": refuted.position,
            "to_move": refuted.to_move,
            "value": refuted.value,
            "smallest": refuted.is_smallest,
            "move": refuted.shown.as_ref().map(|[text, to]| json!({"text": text, "to": to})),
            "moves": refuted.moves,
            "why": refuted.why,
        });
    }
    told
}

/// What `whowins ask --json` prints, but for the files that are written; the fields' meanings are
/// in `docs/json.md`.
pub fn answers_object(game: &str, law: &str, answers: &Answers, first: usize) -> Json {
    let mut told = json!({
        "game": game,
        "law": law,
        "question": answers.question.to_string(),
        "system": whowins_law::system_name(&answers.system),
    });
    match answers.holds() {
        Some(holds) => {
            told["holds"] = json!(holds);
            let numbers = answers.shown.as_ref().filter(|(shows, _)| *shows == holds);
            told["shown"] = numbers.map_or(Json::Null, |(_, numbers)| {
                let each = numbers
                    .iter()
                    .map(|(name, number)| (name.clone(), json!(number.to_string())));
                Json::Object(each.collect())
            });
        }
        None => {
            let numbers = |all: &Vec<_>| all.iter().map(ToString::to_string).collect::<Vec<_>>();
            let first: Vec<Vec<String>> = answers.first(first).iter().map(numbers).collect();
            told["variables"] = json!(answers.variables);
            told["states"] = json!(answers.set.states());
            told["count"] = json!(answers.count().map(|count| count.to_string()));
            told["first"] = json!(first);
        }
    }
    told
}
