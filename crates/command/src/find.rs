//! `whowins find`: finds positions by their properties.

use clap::Args;
use whowins_atlas::Shard;
use whowins_judge::{Condition, Matches, Wanted, find, names};

use crate::correction::with_formula;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Find positions by their properties, such as one winning move.
///
/// The positions are printed from the smallest size on. A condition uses these words: `wins`,
/// `loses` and `draws` (the player to move), `moves`, `winning moves`, `remoteness`, `grundy`,
/// `score`, `size`, and the names of the position's numbers.
#[derive(Args)]
pub struct Find {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Condition, such as 'wins and winning moves = 1 and remoteness > 20'
    #[arg(
        long,
        value_name = "CONDITION",
        default_value = "1",
        hide_default_value = true,
        help_heading = "Search"
    )]
    r#where: String,

    /// Find the positions with the largest number, such as remoteness
    ///
    /// The search covers all positions up to --up-to, or until --time is over.
    #[arg(long, value_name = "NUMBER", help_heading = "Search")]
    most: Option<String>,

    /// Number of positions to find
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Search"
    )]
    first: u32,

    /// Search positions up to this size
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    up_to: Option<u64>,

    /// Search only every N-th position, starting with the K-th
    ///
    /// N processes with K from 1 to N search all positions. They don't communicate.
    #[arg(long, value_name = "K/N", help_heading = "Search")]
    shard: Option<Shard>,

    #[command(flatten, next_help_heading = "Game")]
    mover: MoverArguments,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The default of --time, in seconds.
const SECONDS: u64 = 20;

impl Find {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let mut engine = whowins::solver(&rules, &values, &limits)?;
        let player = self.mover.player(engine.game())?;
        let game = engine.game().clone();
        let names = names(&game);
        let read = |option: &str, text: &str| {
            Condition::parse(text, &names).map_err(|error| {
                let is_valid = |text: &str| Condition::parse(text, &names).is_ok();
                Failure::Input(with_formula(format!("{option}: {error}"), text, is_valid))
            })
        };
        let most = self.most.as_deref().map(|text| read("--most", text));
        let wanted = Wanted {
            condition: read("--where", &self.r#where)?,
            most: most.transpose()?,
            first: self.first as usize,
            up_to: self.up_to,
            shard: self.shard.map(crate::judge::turns),
            time,
        };
        let found = {
            let _working = Working::at("looking", "positions", &limits);
            find(&mut engine, player, &wanted, &limits).map_err(Failure::Input)?
        };
        self.print_matches(&found)?;
        match (
            &found.stopped,
            found.found.len() < wanted.first || wanted.most.is_some(),
        ) {
            (Some(why), true) if !found.is_cut_by_time() => Err(Failure::Budget(why.clone())),
            (Some(_), true) if found.found.is_empty() => Err(Failure::Budget(
                "no position was found within the time; allow more with --time".into(),
            )),
            _ => Ok(()),
        }
    }
    /// Prints the positions as a table.
    fn print_matches(&self, found: &Matches) -> Result<(), Failure> {
        // The condition says who wins, so the table has only the numbers.
        let is_fact = |word: &&String| !["wins", "loses", "draws"].contains(&word.as_str());
        let words = found
            .found
            .first()
            .map(|one| one.facts.keys().filter(is_fact));
        let words: Vec<String> = words.into_iter().flatten().cloned().collect();
        let names = words.iter().map(|word| word.replace('_', " "));
        let mut columns = vec![Column::words("position")];
        columns.extend(names.map(Column::from));
        let form = self.table.form();
        let mut table = Table::begin(pager::out(), form, &columns)?;
        for one in &found.found {
            let number = |word: &String| {
                let number = one.facts.get(word).copied().flatten();
                number.map_or_else(String::new, |number| number.to_string())
            };
            let mut row = vec![one.position.clone()];
            row.extend(words.iter().map(number));
            table.row(row)?;
        }
        if form == Form::Text {
            let reach = match (found.all, found.up_to) {
                (true, _) => "all positions were searched".to_string(),
                (false, Some(size)) => {
                    format!(
                        "all positions up to size {size} were searched, {}",
                        found.order
                    )
                }
                (false, None) => "the search stopped within the smallest size".into(),
            };
            let stopped = found
                .stopped
                .as_ref()
                .map_or_else(String::new, |why| format!("; {why}"));
            let shard = self
                .shard
                .map_or_else(String::new, |shard| format!(" of shard {shard}"));
            table.note(format!(
                "# {} found among {} position{}{shard}; {reach}{stopped}",
                found.found.len(),
                found.looked,
                if found.looked == 1 { "" } else { "s" }
            ));
        }
        table.end_with(found)
    }
}
