//! `whowins law --list`: finds the laws of many games, one per line.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use whowins_atlas::Shard;
use whowins_law::{Finding, Report};
use whowins_rules::{Parameters, Rules};
use whowins_views::observed;

use super::{FindLaw, Written, object};
use crate::failure::Failure;
use crate::game::{GameArguments, STANDARD_INPUT, read_text, text_of_standard_input};
use crate::output::{create_folder, write};
use crate::watch::Working;

/// The default of --time for each game, in seconds.
const SECONDS: u64 = 20;

/// A line of a list that names a game.
struct Line {
    /// The number of the line, from 1. Comments and empty lines count.
    number: usize,
    game: GameArguments,
}

impl Line {
    /// Parses a list. A line has a rules file or a name, then parameters, separated by blanks. A
    /// comment starts with `#`.
    fn all(text: &str) -> Vec<Self> {
        let line = |(at, line): (usize, &str)| {
            let mut words = line.split('#').next()?.split_whitespace();
            let game = words.next()?.to_string();
            let set = words.map(str::to_string).collect();
            Some(Self {
                number: at + 1,
                game: GameArguments::of(game, set),
            })
        };
        text.lines().enumerate().filter_map(line).collect()
    }

    /// Returns the file of the certificate in this folder.
    fn certificate(&self, folder: &Path) -> PathBuf {
        let stem = Path::new(self.game.name()).file_stem();
        let stem = stem.map_or("game".into(), |stem| stem.to_string_lossy());
        folder.join(format!("{}-{stem}.cert", self.number))
    }

    fn read(&self) -> Result<(Rules, Parameters), Failure> {
        let rules = self.game.read()?;
        let values = self.game.values(&rules)?;
        Ok((rules, values))
    }
}

/// Summarises a search: one word, and the details.
fn summarise(report: &Report) -> (&'static str, String) {
    if report.proved.is_some() {
        let law = |card: &whowins_law::Card| format!("{}: {}", card.kind, card.statement);
        let laws: Vec<String> = report.cards.iter().map(law).collect();
        return ("proved", laws.join(" "));
    }
    let findings = || {
        report
            .tried
            .iter()
            .map(|tried| (tried.kind, &tried.finding))
    };
    let observed = findings().find_map(|(kind, finding)| match finding {
        Finding::Observed { pattern, up_to } if observed(report) => {
            Some(format!("{kind}: {pattern}, up to {up_to}"))
        }
        _ => None,
    });
    let stopped = findings().find_map(|(kind, finding)| match finding {
        Finding::Stopped(error) => Some(format!("{kind}: {error}")),
        _ => None,
    });
    match (observed, stopped) {
        (Some(pattern), _) => ("observed", pattern),
        (None, Some(why)) => ("stopped", why),
        (None, None) => ("none", String::new()),
    }
}

/// Finds the laws of the games of a list, each within its own time, and prints each result at once.
/// A line with an error is reported in its place, and the list continues.
pub(super) fn run(options: &FindLaw, list: &str, shard: Option<Shard>) -> Result<(), Failure> {
    let (limits, time) = options.limits.limits_for_each(SECONDS);
    let text = match list {
        "-" => text_of_standard_input(),
        path => read_text(Path::new(path)),
    };
    let text = text.map_err(|failure| failure.in_option("--list"))?;
    let lines = Line::all(&text);
    if lines.is_empty() {
        let name = if list == "-" { STANDARD_INPUT } else { list };
        return Err(Failure::Input(format!(
            "--list: {name} names no game; write a rules file or the name of a shipped game on \
             each line"
        )));
    }
    let folder = options.out.as_deref().map(create_folder).transpose()?;
    let own = |(at, line)| {
        let turn = at as u64 + 1;
        shard
            .is_none_or(|shard| crate::judge::turns(shard).has(turn))
            .then_some(line)
    };
    let own: Vec<Line> = lines.into_iter().enumerate().filter_map(own).collect();
    let mut out = crate::pager::out();
    let mut counts = [("proved", 0), ("observed", 0), ("none", 0), ("stopped", 0)];
    let mut faulty = 0;
    for line in &own {
        limits
            .check()
            .map_err(|error| Failure::Engine(None, error))?;
        let name = line.game.name();
        let found = line.read().and_then(|(rules, values)| {
            let _working = Working::on(&limits);
            let limits = limits.clone().with_time(time);
            let report = options.search(&rules, &values, None, &limits)?;
            Ok((rules, values, report))
        });
        let (rules, values, report) = match found {
            Ok(found) => found,
            // Only a limit of the entire run ends the list.
            Err(failure) if matches!(failure.code(), 2 | 4) => {
                faulty += 1;
                let error = failure.to_string();
                match options.json {
                    true => {
                        let fault = json!({"line": line.number, "game": name, "error": error});
                        writeln!(out, "{fault}")?;
                    }
                    false => writeln!(out, "{name}: error: {}", error.trim_end())?,
                }
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let mut written = Vec::new();
        if let (Some(folder), Some(proved)) = (&options.out, &report.proved) {
            let path = line.certificate(folder);
            write(&path, proved.certificate().write())?;
            written.push(Written::new("certificate", path));
        }
        let (word, what) = summarise(&report);
        for (kind, count) in &mut counts {
            *count += u32::from(*kind == word);
        }
        match options.json {
            true => writeln!(out, "{}", object((&rules, &values), &report, &written))?,
            false if what.is_empty() => writeln!(out, "{name}: {word}")?,
            false => writeln!(out, "{name}: {word}, {what}")?,
        }
        out.flush()?;
    }
    if !options.json {
        let many = |(word, count): &(&str, u32)| format!("{count} {word}");
        let counts: Vec<String> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(many)
            .collect();
        let shard = shard.map_or_else(String::new, |shard| format!(" of shard {shard}"));
        let games = own.len();
        let plural = if games == 1 { "" } else { "s" };
        let counts = counts.join(", ");
        writeln!(out, "# {games} game{plural}{shard}: {counts}")?;
    }
    out.flush()?;
    if let Some(folder) = folder {
        folder.keep();
    }
    match faulty {
        0 => Ok(()),
        1 => Err(Failure::Input(
            "--list: one line has an error, which is printed in its place; correct the line".into(),
        )),
        many => Err(Failure::Input(format!(
            "--list: {many} lines have errors, which are printed in their places; correct the lines"
        ))),
    }
}
