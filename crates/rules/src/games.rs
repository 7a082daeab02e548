//! The games that a sum names and its text does not hold: they are written behind it, so that what
//! is kept of the rules is whole in itself.

use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::read::{names_game, read};
use crate::source::split;
use crate::tree::PartKind;

/// Where the rules of other games are found, by their names: the shipped ones, or files beside the
/// text.
pub trait Games {
    /// The text of a game's rules; `None` where there is none of this name.
    fn text(&self, name: &str) -> Option<String>;

    /// Names that can be asked for, to tell which one may have been meant.
    fn names(&self) -> Vec<String>;
}

/// Nobody knows other games: a text must hold those that it names.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGames;

impl Games for NoGames {
    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The text with the rules of all games that its sum names, each as `let NAME = game "..."` and the
/// lines below. Linear in the texts.
///
/// # Errors
///
/// Names of no game, and games whose rules cannot stand behind others: a core term, a text without
/// a name.
pub(crate) fn with_games(source: &str, games: &dyn Games) -> Result<String, Vec<Diagnostic>> {
    let (text, _) = read(source);
    let named = text.parts.iter().filter_map(|part| match &part.kind {
        PartKind::Sum { games, .. } => Some(games),
        _ => None,
    });
    let known = |name: &str| text.games.iter().any(|game| game.name.text == name);
    let (mut whole, mut errors) = (source.to_string(), Vec::new());
    let mut written: Vec<&str> = Vec::new();
    for summand in named.flatten() {
        let (name, span) = (summand.name.text.as_str(), &summand.name.span);
        if known(name) || written.contains(&name) {
            continue;
        }
        written.push(name);
        match games.text(name).map(|rules| written_behind(name, &rules)) {
            Some(Some(rules)) => {
                whole.push('\n');
                whole.push_str(&rules);
            }
            Some(None) => {
                let message =
                    format!("`{name}` is not a game in words, and a sum adds only such games");
                let help = "name a game whose text begins with: game \"...\"";
                errors.push(Diagnostic::new(span.clone(), message).help(help));
            }
            None => {
                let own = text.games.iter().map(|game| game.name.text.clone());
                errors.push(unknown(name, span, own.chain(games.names()).collect()));
            }
        }
    }
    match errors.is_empty() {
        true => Ok(whole),
        false => Err(errors),
    }
}

fn unknown(name: &str, span: &Span, names: Vec<String>) -> Diagnostic {
    let near = whowins_analysis::closest(name, names.iter().map(String::as_str));
    let help = match near {
        Some(near) => did_you_mean(near),
        None => format!("write its rules below: let {name} = game \"...\""),
    };
    Diagnostic::new(span.clone(), format!("there is no game `{name}`")).help(help)
}

/// A game's rules as they stand within another text: without its story and its examples; `None`
/// where they do not begin with a name.
fn written_behind(name: &str, rules: &str) -> Option<String> {
    let statements = split(rules).1;
    let text = |span: &Span| rules[span.clone()].to_string();
    let is_head = |text: &str| text.starts_with("game ");
    let all: Vec<String> = (statements.iter())
        .filter(|statement| names_game(rules, statement).is_none())
        .map(|statement| text(&statement.span))
        .collect();
    let head = all.iter().find(|text| is_head(text))?;
    let mut behind = format!("\nlet {name} = {head}");
    let others = all
        .iter()
        .filter(|text| !is_head(text) && !text.starts_with("example "));
    for other in others {
        behind.push('\n');
        behind.push_str(other);
    }
    behind.push('\n');
    Some(behind)
}
