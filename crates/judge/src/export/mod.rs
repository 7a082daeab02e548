//! Stand-alone solutions: a short program in a contest's format, from a proved law or by brute
//! force.
//!
//! A solution is a small syntax tree (`tree.rs`). Its names and types are resolved in one place
//! (`scope.rs`), and it is printed in four languages in another (`print.rs`).
//!
//! Its functions come from a law (`law.rs`), from tables that a law makes small (`table.rs`), or
//! from the theorem of races (`race.rs`). Brute force uses the core term (`naive.rs`, `rows.rs`,
//! `store.rs`, based on `term.rs`). The main function comes from the contest format (`input.rs`).
//!
//! Start reading at [`export`].

mod input;
mod law;
mod naive;
mod names;
mod print;
mod race;
mod rows;
mod scope;
mod store;
mod table;
mod term;
mod tree;

use whowins::analysis::{Game, Player};
use whowins::contest::{Format, Question};
use whowins::engine::Limits;
use whowins::law::{Report, Says, find};
use whowins::rules::{Diagnostics, Kind, ParameterValue, Parameters, Rules};

use input::{Form, Main, Reply};
use law::{Asked, Written};
use tree::{Constant, Expr, Function, Reader, Solution, Stmt, Type};

pub use print::Language;

/// The options of an export.
#[derive(Clone, Copy, Debug)]
pub struct ExportWishes {
    /// The programming language.
    pub language: Language,
    /// True for a brute-force solution, even if a law is known.
    pub naive: bool,
    /// The player to move.
    pub player: Player,
}

/// An exported solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The program.
    pub text: String,
    /// The kind of the law, or `brute force`.
    pub by: String,
    /// The largest number for which 64 bits suffice, if it is smaller than their range.
    pub most: Option<u64>,
    /// The reason why the solution doesn't use a law: there is no proved law, or it has no short
    /// form.
    pub without: Option<String>,
}

/// The reason why there is no solution.
#[derive(Debug)]
pub enum NoExport {
    /// The rules and values don't define a game.
    Rules(Diagnostics),
    /// The game or the format isn't supported, with a message.
    Input(String),
    /// The generated program is invalid because of a bug in this crate, with a message.
    Internal(String),
}

impl From<Diagnostics> for NoExport {
    fn from(faults: Diagnostics) -> Self {
        Self::Rules(faults)
    }
}

/// Values that are computed once after the parameters of a test are read, and passed to the solving
/// function instead of them.
type Before = Vec<(String, Type, Expr)>;

/// A parameter that queries set.
struct Given {
    name: String,
    /// The placeholder values.
    values: Vec<i64>,
    /// The type: a list of numbers or of small numbers.
    kind: Type,
}

impl Given {
    /// Returns the parameter as a function argument.
    fn argument(&self) -> (String, Type) {
        (self.name.clone(), self.kind)
    }
}

/// The functions of a solution, and their description.
struct Body {
    /// The form of positions and the result of the last function.
    form: Form,
    reply: Reply,
    /// The parser from lines to states, if positions are states.
    reader: Option<Reader>,
    constants: Vec<(String, Constant)>,
    functions: Vec<Function>,
    before: Before,
    by: String,
    comment: Vec<String>,
    most: Option<i64>,
}

/// Returns placeholder values for the parameters that queries set. They can be recognized in a
/// term.
fn made_up(
    rules: &Rules,
    format: &Format,
    values: &Parameters,
) -> Result<(Parameters, Vec<Given>), NoExport> {
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
        let (value, values, kind) = match (kind, SETS.get(at), BITS.get(at)) {
            (Some(Kind::Set), Some(set), _) => {
                (ParameterValue::Set(set.to_vec()), set.to_vec(), Type::List)
            }
            (Some(Kind::Bits), _, Some(bits)) => (
                ParameterValue::Bits(bits.iter().map(|bit| *bit == 1).collect()),
                bits.to_vec(),
                Type::Small,
            ),
            // The map that the rules name. Only races are recognized by it.
            (Some(Kind::Grid(_)), ..) => continue,
            _ => {
                return Err(NoExport::Input(format!(
                    "the questions set `{name}`, which is neither a set, nor digits, nor a map; solutions that read it are not exported"
                )));
            }
        };
        all.insert(name.clone(), value);
        known.push(Given {
            name: names::parameter(name),
            values,
            kind,
        });
    }
    Ok((all, known))
}

/// Exports a solution for a game in a contest's format.
///
/// Uses a law that is proved in this run and has a short form, else brute force.
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
        Question::Winner(..) => Some(Asked::Winner),
        Question::Grundy => Some(Asked::Grundy),
        Question::Score => None,
        other => {
            return Err(NoExport::Input(format!(
                "the question is {}; export a solution for the winner, the Grundy value or the score",
                other.told()
            )));
        }
    };
    let (all, parameters) = made_up(rules, format, values)?;
    let game = rules.game(&all)?;
    let wanted = Wanted {
        game: &game,
        form: Form::of(&game),
        parameters: &parameters,
        player: wishes.player,
        asked,
    };
    let has_maps = parameters.len() < format.sets.len();
    let mut without = None;
    let mut body = None;
    if has_maps {
        body = by_race(&wanted, format, limits);
        if body.is_none() {
            return Err(NoExport::Input(
                "the questions set a map, which solutions read of races to each other's start alone".into(),
            ));
        }
    } else if !wishes.naive && asked.is_some() {
        // A law that is independent of the query's parameters is searched for with these open.
        let says = match asked {
            Some(Asked::Grundy) => &[Says::Grundy][..],
            _ => &Says::ALL[..2],
        };
        match find(rules, values, None, limits, says) {
            Ok(report) => match by_law(&report, &wanted) {
                Some(found) => body = Some(found),
                None if report.proved.is_some() => {
                    without = Some("the proved law cannot be written short".to_string())
                }
                None => without = Some("no law was found".into()),
            },
            Err(why) => without = Some(format!("no law was found: {why}")),
        }
        if body.is_none() && asked == Some(Asked::Winner) {
            body = table::window(&wanted);
        }
    }
    let body = match body {
        Some(body) => body,
        None => by_force(&wanted)?,
    };
    let names = format.sets.iter().map(|(name, _)| names::parameter(name));
    let names: Vec<String> = names.collect();
    let main = Main::new(format, &body.form, &names, body.reply).map_err(NoExport::Input)?;
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
    let mut solution = Solution {
        comment: comment.iter().flat_map(|line| folded(line)).collect(),
        constants: body.constants,
        functions: body.functions,
        reading,
        reader: body.reader,
        main: statements,
    };
    scope::resolve(&mut solution).map_err(NoExport::Internal)?;
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
            format!("'{first}' where the player to move wins, else '{second}'.")
        }
        other => format!("Asked is {}.", other.told()),
    }
}

/// The game to export, and the query.
struct Wanted<'w> {
    game: &'w Game,
    /// The form of positions, if it is numbers, heaps or cells.
    form: Option<Form>,
    parameters: &'w [Given],
    player: Player,
    /// The query for a law. `None` for scores, which no law here gives.
    asked: Option<Asked>,
}

fn by_law(report: &Report, wanted: &Wanted<'_>) -> Option<Body> {
    let proved = report.proved.as_ref()?;
    let form = wanted.form.as_ref()?;
    for (law, card) in proved.certificate().laws.iter().zip(&report.cards) {
        let told = |idea: &[&str; 3]| {
            vec![
                format!("Law ({}): {}", card.kind, plain(&card.statement)),
                format!("Proof: {}", idea.join(" ")),
                format!(
                    "Source: {}; proved from these rules by whowins.",
                    plain(card.explanation.source.trim_end_matches('.'))
                ),
            ]
        };
        let body = |comment: Vec<String>| Body {
            form: form.clone(),
            reply: Reply::Plain,
            reader: None,
            constants: Vec::new(),
            functions: Vec::new(),
            before: Vec::new(),
            by: card.kind.to_string(),
            comment,
            most: None,
        };
        if wanted.parameters.is_empty() {
            let Some(Written {
                constants,
                functions,
                idea,
                most,
                form: own,
            }) = law::of_law(law, wanted.game, wanted.player, form, wanted.asked?)
            else {
                continue;
            };
            return Some(Body {
                constants,
                functions,
                most,
                form: own.unwrap_or_else(|| form.clone()),
                ..body(told(&idea))
            });
        }
        if let Some((functions, before)) = table::strips(law, wanted.game, form, wanted.parameters)
        {
            return Some(Body {
                functions,
                before,
                ..body(told(&table::CONSTANT))
            });
        }
    }
    None
}

/// Returns a solution by the theorem of races, for a map that each query sets.
fn by_race(wanted: &Wanted<'_>, format: &Format, limits: &Limits) -> Option<Body> {
    (wanted.asked == Some(Asked::Winner) && wanted.player == Player::First).then_some(())?;
    let symbols = race::symbols(wanted.game, format, limits)?;
    Some(Body {
        form: Form::Map(symbols.closed),
        reply: Reply::Plain,
        reader: None,
        constants: Vec::new(),
        functions: race::functions(&symbols),
        before: Vec::new(),
        by: "race".into(),
        comment: vec![
            format!("Law (race): {}", race::LAW),
            format!("Proof: {}", race::IDEA.join(" ")),
            "Source: the theorem of whowins, module engine::race, for maps of squares with side-neighbours.".into(),
        ],
        most: None,
    })
}

fn by_force(wanted: &Wanted<'_>) -> Result<Body, NoExport> {
    if wanted.asked == Some(Asked::Grundy) {
        return Err(NoExport::Input("no law of the Grundy values was found that can be written short, and brute force says who wins alone".into()));
    }
    let turn = wanted.player.index() as i64;
    let plain = match &wanted.form {
        Some(form) if wanted.asked == Some(Asked::Winner) => naive::brute(
            wanted.game,
            form,
            wanted.parameters,
            turn,
            &naive::Look::Recursion,
        )
        .map(|brute| (form.clone(), brute)),
        _ => Err("its positions aren't numbers, heaps or rows of cells".into()),
    };
    let body = |form: Form, reply: Reply, constants: Vec<(String, Vec<i64>)>, about: &str| Body {
        form,
        reply,
        reader: None,
        constants: constants
            .into_iter()
            .map(|(name, values)| (name, Constant::List(values)))
            .collect(),
        functions: Vec::new(),
        before: Vec::new(),
        by: "brute force".into(),
        comment: vec![format!("By the rules alone: {about}")],
        most: None,
    };
    let why = match plain {
        Ok((form, brute)) => {
            return Ok(Body {
                functions: brute.functions,
                ..body(
                    form,
                    Reply::Plain,
                    brute.constants,
                    "every reachable position is searched once, and stored.",
                )
            });
        }
        Err(why) => why,
    };
    if !wanted.parameters.is_empty() {
        return Err(NoExport::Input(format!("not exported: {why}")));
    }
    let stored = store::stored(wanted.game, wanted.player)
        .map_err(|why| NoExport::Input(format!("not exported: {why}")))?;
    Ok(Body {
        functions: stored.functions,
        reader: Some(stored.reader),
        ..body(
            Form::State,
            Reply::Ahead,
            stored.constants,
            "a state is a list, with the player to move first; every state is stored.",
        )
    })
}

/// Replaces characters that aren't safe in source code.
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
            '⊕' => out.push_str("xor"),
            'à' | 'á' | 'â' | 'ä' => out.push('a'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ö' | 'ô' | 'ó' => out.push('o'),
            'ü' | 'û' | 'ú' => out.push('u'),
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

/// Splits a line into several.
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
