//! `whowins games`.

use std::io::Write;

use clap::Args;
use serde_json::json;
use whowins::catalogue::{GROUPS, entry};
use whowins::shipped::{self, Shipped};
use whowins_analysis::closest;
use whowins_rules::Rules;

use crate::failure::Failure;
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};

/// List the shipped games, or print the rules of one.
#[derive(Args)]
pub struct Games {
    /// Print the rules of this game
    game: Option<String>,

    /// List the library: games from books and play, each in a few lines
    #[arg(long, conflicts_with = "game", help_heading = "Games")]
    library: bool,

    /// List the games with this tag, such as heaps, misère, law or easy
    ///
    /// The games of the library are included. Repeat the option to require several tags.
    #[arg(
        long,
        value_name = "TAG",
        conflicts_with_all = ["game", "library"],
        help_heading = "Games"
    )]
    tag: Vec<String>,

    #[command(flatten)]
    table: TableArguments,
}

const COLUMNS: [Column; 3] = [
    Column::words("name"),
    Column::words("game"),
    Column::words("parameters"),
];

impl Games {
    /// Lists the games, or prints the rules of one.
    pub fn run(self) -> Result<(), Failure> {
        let mut out = pager::out();
        let games = match (self.library, self.tag.as_slice()) {
            (true, _) => shipped::library(),
            (false, []) => shipped::all(),
            (false, tags) => tagged(tags)?,
        };
        if let Some(name) = &self.game {
            let game = shipped::named(name).ok_or_else(|| {
                let message = format!("there is no shipped game `{name}`");
                let is_tag = |tag: &&str| tag.eq_ignore_ascii_case(name);
                Failure::Input(match tags().find(is_tag) {
                    Some(tag) => format!("{message}; list a tag with `whowins games --tag {tag}`"),
                    None => format!("{message}; {}", shipped::did_you_mean(name)),
                })
            })?;
            out.write_all(game.text.as_bytes())?;
            return Ok(());
        }
        let form = self.table.form();
        let mut table = Table::begin(out, form, &COLUMNS)?;
        let mut objects = Vec::new();
        for game in games {
            let rules = Rules::parse_with(game.name, game.text, &shipped::ShippedGames)?;
            let parameters: Vec<&str> =
                rules.parameters().iter().map(|p| p.name.as_str()).collect();
            match form {
                Form::Json => objects.push(
                    json!({"name": game.name, "game": rules.name(), "parameters": parameters}),
                ),
                _ => table.row(vec![
                    game.name.to_owned(),
                    rules.name().to_owned(),
                    parameters.join(", "),
                ])?,
            }
        }
        table.end_with(json!({ "games": objects }))
    }
}

/// Returns all tags, in the order of their groups.
fn tags() -> impl Iterator<Item = &'static str> {
    GROUPS
        .into_iter()
        .flat_map(|(_, tags)| tags.iter().copied())
}

/// Returns the shipped games that have all of these tags.
fn tagged(chosen: &[String]) -> Result<Vec<Shipped>, Failure> {
    for tag in chosen {
        if tags().any(|known| known == tag) {
            continue;
        }
        let near = closest(tag, tags()).map_or_else(
            || format!("the tags are {}", tags().collect::<Vec<_>>().join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Failure::Input(format!(
            "--tag: no game has the tag `{tag}`; {near}"
        )));
    }
    let mut games = Vec::new();
    for game in shipped::everything() {
        let own = entry(game)?.tags;
        if chosen.iter().all(|tag| own.contains(&tag.as_str())) {
            games.push(game);
        }
    }
    Ok(games)
}
