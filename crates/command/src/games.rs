//! `whowins games`.

use std::io::Write;

use clap::Args;
use serde_json::json;
use whowins::shipped;
use whowins_analysis::closest;
use whowins_rules::Rules;

use crate::failure::Failure;
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};

/// The games that come with whowins.
#[derive(Args)]
pub struct Games {
    /// Print the rules of this one
    name: Option<String>,

    /// List the library: games that people play and write about, each in a few lines
    #[arg(long, conflicts_with = "name")]
    library: bool,

    #[command(flatten)]
    table: TableArguments,
}

const COLUMNS: [Column; 3] = [
    Column::words("name"),
    Column::words("game"),
    Column::words("parameters"),
];

impl Games {
    /// Lists the games, or prints one's rules.
    pub fn run(self) -> Result<(), Failure> {
        let mut out = pager::out();
        let games = match self.library {
            true => shipped::library(),
            false => shipped::all(),
        };
        if let Some(name) = &self.name {
            let games = [games, shipped::library()].concat();
            let game = games.iter().find(|game| game.name == name).ok_or_else(|| {
                let near = closest(name, games.iter().map(|game| game.name)).map_or_else(
                    || "`whowins games` lists them".to_string(),
                    |near| format!("did you mean «{near}»?"),
                );
                Failure::Input(format!("there is no shipped game «{name}»; {near}"))
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
