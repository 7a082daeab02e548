//! `whowins games`.

use std::io::Write;

use clap::Args;
use whowins::shipped;
use whowins_analysis::closest;
use whowins_rules::Rules;

use crate::failure::Failure;

/// The games that come with whowins.
#[derive(Args)]
pub struct Games {
    /// Print the rules of this one
    name: Option<String>,

    /// List the library: games that people play and write about, each in a few lines
    #[arg(long, conflicts_with = "name")]
    library: bool,
}

impl Games {
    /// Lists the games, or prints one's rules.
    pub fn run(self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
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
        for game in games {
            let rules = Rules::parse_with(game.name, game.text, &shipped::ShippedGames)?;
            let parameters: Vec<&str> =
                rules.parameters().iter().map(|p| p.name.as_str()).collect();
            let set = if parameters.is_empty() {
                String::new()
            } else {
                format!("  (--set {})", parameters.join(", "))
            };
            writeln!(out, "{:<16} {}{set}", game.name, rules.name())?;
        }
        Ok(())
    }
}
