//! Stand-alone solutions: from a proved law, or from the rules by brute force, as a short program in a contest's format.
//!
//! A solution is a small program as a tree (`tree.rs`), printed in four languages in one place (`print.rs`). Its functions come from a law (`law.rs`), from tables that a law
//! makes small (`table.rs`), or from the core term (`naive.rs`); its main part from the contest format (`input.rs`).

mod input;
mod law;
mod naive;
mod names;
mod print;
mod table;
mod tree;

use whowins::analysis::{Game, Player};
use whowins::contest::{Format, Question};
use whowins::engine::Limits;
use whowins::law::{Report, Says, find};
use whowins::rules::{Diagnostics, Kind, ParameterValue, Parameters, Rules};

use input::{Form, Main};
use law::{Asked, Written};
use tree::{Constant, Expr, Function, Solution, Stmt, Type};

pub use print::Language;

/// What is wanted of a solution.
#[derive(Clone, Copy, Debug)]
pub struct ExportWishes {
    /// The language.
    pub language: Language,
    /// Whether the brute force is wanted, though a law may be known.
    pub naive: bool,
    /// The player to move.
    pub player: Player,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The program.
    pub text: String,
    /// What it stands on: the kind of the law, or `brute force`.
    pub by: String,
    /// The largest number for which 64 bits are enough, where there is a bound below what they hold.
    pub most: Option<u64>,
    /// Why no proved law is in it, where none is: there is none, or it cannot be written short.
    pub without: Option<String>,
}

/// Why there is no solution.
#[derive(Debug)]
pub enum NoExport {
    /// Rules and values make no game.
    Rules(Diagnostics),
    /// The game or the format is none of those that are exported: one message.
    Input(String),
}

impl From<Diagnostics> for NoExport {
    fn from(faults: Diagnostics) -> Self {
        Self::Rules(faults)
    }
}

/// Lists that are worked out once the parameters of a test are read, and handed on to the answering function.
type Before = Vec<(String, Expr)>;

/// Parameters that questions set, with the values that stand for them.
type Given = Vec<(String, Vec<i64>)>;

/// Functions, and what is said of them.
struct Body {
    constants: Vec<(String, Constant)>,
    functions: Vec<Function>,
    before: Before,
    by: String,
    comment: Vec<String>,
    most: Option<i64>,
}

/// Values for parameters that questions set, so that each can be told from all else in a term.
fn made_up(
    rules: &Rules,
    format: &Format,
    values: &Parameters,
) -> Result<(Parameters, Given), NoExport> {
    const SETS: [[i64; 3]; 4] = [[2, 7, 11], [3, 8, 13], [5, 9, 17], [4, 6, 19]];
    const BITS: [[i64; 6]; 4] = [
        [0, 1, 1, 0, 1, 0],
        [1, 0, 0, 1, 1, 0],
        [0, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 0, 0],
    ];
    let mut all = values.clone();
    let mut known = Vec::new();
    for (at, (name, _)) in format.sets.iter().enumerate() {
        let parameter = rules.parameters().iter().find(|one| one.name == *name);
        let kind = parameter.map(|one| &one.kind);
        let (value, list) = match (kind, SETS.get(at), BITS.get(at)) {
            (Some(Kind::Set), Some(set), _) => (ParameterValue::Set(set.to_vec()), set.to_vec()),
            (Some(Kind::Bits), _, Some(bits)) => (
                ParameterValue::Bits(bits.iter().map(|bit| *bit == 1).collect()),
                bits.to_vec(),
            ),
            _ => {
                return Err(NoExport::Input(format!(
                    "the questions set «{name}», which is neither a set nor digits; solutions that read it are not exported"
                )));
            }
        };
        all.insert(name.clone(), value);
        known.push((name.to_lowercase(), list));
    }
    Ok((all, known))
}

/// A solution of a game in a contest's format: from a law that is proved in this run and can be written short, else by brute force.
///
/// # Errors
///
/// See [`NoExport`].
pub fn export(
    rules: &Rules,
    values: &Parameters,
    format: &Format,
    wishes: &ExportWishes,
    limits: &Limits,
) -> Result<Exported, NoExport> {
    let asked = match &format.question {
        Question::Winner(..) => Asked::Winner,
        Question::Grundy => Asked::Grundy,
        other => {
            return Err(NoExport::Input(format!(
                "{} is asked; solutions are exported that say who wins, or the Grundy value",
                other.told()
            )));
        }
    };
    let (all, parameters) = made_up(rules, format, values)?;
    let game = rules.game(&all)?;
    let shape = Form::of(&game).ok_or_else(|| {
        NoExport::Input(
            "its positions are no numbers, heaps or rows of cells; such solutions are not exported"
                .into(),
        )
    })?;
    let mut without = None;
    let mut body = None;
    if !wishes.naive {
        // A law that holds for whatever the questions set is looked for with those left open.
        let wanted = match asked {
            Asked::Winner => &Says::ALL[..2],
            Asked::Grundy => &[Says::Grundy][..],
        };
        match find(rules, values, None, limits, wanted) {
            Ok(report) => match by_law(&report, &game, wishes, &shape, asked, &parameters) {
                Some(found) => body = Some(found),
                None if report.proved.is_some() => {
                    without = Some("the proved law cannot be written short".to_string())
                }
                None => without = Some("no law was found".into()),
            },
            Err(why) => without = Some(format!("no law was found: {why}")),
        }
        if body.is_none() && asked == Asked::Winner {
            body = table::window(&game, &shape, &parameters, wishes.player);
        }
    }
    let body = match body {
        Some(body) => body,
        None => by_force(&game, &shape, &parameters, wishes, asked)?,
    };
    let names: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
    let main = Main::new(format, &shape, &names).map_err(NoExport::Input)?;
    let mut comment = vec![format!("{}. {}", format.title, question(format))];
    comment.extend(body.comment);
    if let Some(most) = body.most {
        comment.push(format!(
            "Right for numbers up to {most}: 64 bits hold no more."
        ));
    }
    let asked = body
        .functions
        .last()
        .map_or("wins", |one| one.name.as_str())
        .to_string();
    let reading = main.reading();
    let statements: Vec<Stmt> = main.write(&asked, &body.before);
    let solution = Solution {
        comment: comment.iter().flat_map(|line| folded(line)).collect(),
        constants: body.constants,
        functions: body.functions,
        reading,
        main: statements,
    };
    Ok(Exported {
        text: print::print(&solution, wishes.language),
        by: body.by,
        most: body.most.and_then(|most| u64::try_from(most).ok()),
        without,
    })
}

fn question(format: &Format) -> String {
    match &format.question {
        Question::Winner(first, second, _) => {
            format!("«{first}» where the player to move wins, else «{second}».")
                .replace(['«', '»'], "'")
        }
        other => format!("Asked is {}.", other.told()),
    }
}

fn by_law(
    report: &Report,
    game: &Game,
    wishes: &ExportWishes,
    shape: &Form,
    asked: Asked,
    parameters: &[(String, Vec<i64>)],
) -> Option<Body> {
    let proved = report.proved.as_ref()?;
    for (law, card) in proved.certificate().laws.iter().zip(&report.cards) {
        let told = |idea: &[&str; 3], most| {
            let mut comment = vec![format!("Law ({}): {}", card.kind, plain(&card.statement))];
            comment.push(format!("Proof: {}", idea.join(" ")));
            comment.push(format!(
                "Source: {}; proved of these rules by whowins.",
                plain(card.explanation.source.trim_end_matches('.'))
            ));
            (comment, most)
        };
        if parameters.is_empty() {
            let Some(Written {
                constants,
                functions,
                idea,
                most,
            }) = law::of_law(law, game, wishes.player, shape, asked)
            else {
                continue;
            };
            let (comment, most) = told(&idea, most);
            return Some(Body {
                constants,
                functions,
                before: Vec::new(),
                by: card.kind.to_string(),
                comment,
                most,
            });
        }
        if let Some((functions, before)) = table::strips(law, game, shape, parameters) {
            let (comment, most) = told(&table::CONSTANT, None);
            return Some(Body {
                constants: Vec::new(),
                functions,
                before,
                by: card.kind.to_string(),
                comment,
                most,
            });
        }
    }
    None
}

fn by_force(
    game: &Game,
    shape: &Form,
    parameters: &[(String, Vec<i64>)],
    wishes: &ExportWishes,
    asked: Asked,
) -> Result<Body, NoExport> {
    if asked == Asked::Grundy {
        return Err(NoExport::Input("no law of the Grundy values was found that can be written short, and brute force says who wins alone".into()));
    }
    let turn = wishes.player.index() as i64;
    let brute = naive::brute(game, shape, parameters, turn, &naive::Look::Recursion)
        .map_err(|why| NoExport::Input(format!("not exported: {why}")))?;
    Ok(Body {
        constants: brute.constants.into_iter().map(|(name, values)| (name, Constant::List(values))).collect(),
        functions: brute.functions,
        before: Vec::new(),
        by: "brute force".into(),
        comment: vec!["By the rules alone: every position that play comes to is looked at once, and remembered.".into()],
        most: None,
    })
}

/// Without signs that a compiler's source may not hold.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '⌊' => out.push_str("floor("),
            '⌋' => out.push(')'),
            'α' => out.push_str(" alpha"),
            'β' => out.push_str("beta"),
            'φ' => out.push_str(" phi"),
            '√' => out.push_str("sqrt "),
            '²' => out.push_str("^2"),
            '≤' => out.push_str("<="),
            '≥' => out.push_str(">="),
            '·' | '×' => out.push('*'),
            '«' | '»' => out.push('"'),
            '⊕' => out.push_str("xor"),
            c if c.is_ascii() => out.push(c),
            c => out.extend(
                c.to_lowercase()
                    .filter(char::is_ascii)
                    .chain(std::iter::once('?').filter(|_| !c.is_alphabetic())),
            ),
        }
    }
    out
}

/// A line cut into several.
fn folded(line: &str) -> Vec<String> {
    const WIDTH: usize = 130;
    let mut all = vec![String::new()];
    for word in plain(line).split_whitespace() {
        let last = all.last().map_or(0, String::len);
        if last > 0 && last + word.len() + 1 > WIDTH {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    all
}

/// A list that a function has for an argument.
fn list(name: &str) -> (String, Type) {
    (name.to_string(), Type::List)
}
