//! `whowins find`: positions by their properties.

use clap::Args;
use whowins_atlas::Shard;
use whowins_judge::{Condition, Matches, Wanted, find, names};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Positions for which a condition holds, the smallest first: exactly one winning move, the hardest start.
#[derive(Args)]
pub struct Find {
    #[command(flatten)]
    game: GameArguments,

    /// What must hold, such as 'wins and winning moves = 1 and remoteness > 20'. Words: wins, loses, draws (the player to move), moves, winning moves,
    /// remoteness, grundy, score, size, and the names of the position's numbers
    #[arg(
        long,
        value_name = "CONDITION",
        default_value = "1",
        hide_default_value = true
    )]
    r#where: String,

    /// Of all up to --up-to, or as far as --time reaches, those for which this number is largest, such as remoteness
    #[arg(long, value_name = "NUMBER")]
    most: Option<String>,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    first: u32,

    /// Look at no larger positions
    #[arg(long, value_name = "SIZE")]
    up_to: Option<u64>,

    /// Look at the K-th of N positions each, in order: N processes with K from 1 to N look at all, and know nothing of each other
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    mover: MoverArguments,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// All of it takes so long, if nothing else is said.
const SECONDS: u64 = 20;

impl Find {
    /// Finds the positions.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let mut engine = whowins::solver(&rules, &values, &limits)?;
        let player = self.mover.player(engine.game())?;
        let game = engine.game().clone();
        let names = names(&game);
        let read = |option: &str, text: &str| {
            Condition::parse(text, &names)
                .map_err(|fault| Failure::Input(format!("{option}: {fault}")))
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
        self.told(&found)?;
        match (
            &found.stopped,
            found.found.len() < wanted.first || wanted.most.is_some(),
        ) {
            (Some(why), true) if !found.is_cut_by_time() => Err(Failure::Budget(why.clone())),
            (Some(_), true) if found.found.is_empty() => Err(Failure::Budget(
                "nothing was found before the time was over".into(),
            )),
            _ => Ok(()),
        }
    }
    /// Prints what was found, as a table.
    fn told(&self, found: &Matches) -> Result<(), Failure> {
        // Whether a player wins is said by the condition: the numbers are the table.
        let told = |word: &&String| !["wins", "loses", "draws"].contains(&word.as_str());
        let words = found.found.first().map(|one| one.facts.keys().filter(told));
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
                (true, _) => "all there are were looked at".to_string(),
                (false, Some(size)) => {
                    format!("all up to size {size} were looked at, {}", found.order)
                }
                (false, None) => "not even the smallest size was looked at to its end".into(),
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
