//! `whowins values`.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use whowins_analysis::{Game, Position};
use whowins_engine::Limits;
use whowins_engine::values::{Every, Positions, Size};
use whowins_guard::{large_pages, place};
use whowins_law::values::{NoTable, table};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Value, read};
use whowins_views::{COLUMNS, Census};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::habits::remark;
use crate::law::lines;
use crate::output::{folder_is_there, write};
use crate::pager;
use crate::table::{Column, Form, Table};
use crate::value::{cut_off, without_value};
use crate::watch::Working;

/// Compute and count the values of all positions of a size.
///
/// The most frequent values are listed first. With `--format csv -o FILE`, an interrupted run
/// leaves its rows in FILE.part. To resume, run the same command again.
#[derive(Args)]
pub struct TellValues {
    #[command(flatten, next_help_heading = "Positions")]
    game: GameArguments,

    /// Size of the positions, such as 10 or 3x4
    ///
    /// The cells of a row, the rows and columns of a board, or the largest number or heap.
    #[arg(long, value_name = "SIZE", help_heading = "Positions")]
    size: String,

    /// Format; csv has a row per position, the other formats count values
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        default_value = "text",
        help_heading = "Output"
    )]
    format: Form,

    /// Write FILE [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// In text and Markdown, the number of values to list
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Output")]
    most: usize,

    /// For rows and boards, prove the table and write its certificate
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["format", "out"],
        help_heading = "Output"
    )]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArguments,
}

impl TellValues {
    /// Computes the values, and prints or writes them.
    pub fn run(self) -> Result<(), Failure> {
        large_pages();
        if let Some(path) = &self.out {
            folder_is_there(path)?;
        }
        let rules = self.game.rules()?;
        let parameters = self.game.values(&rules)?;
        let game = rules.game(&parameters)?;
        let every = self.every(&game)?;
        let limits = self.limits.limits();
        limits.progress.start(every.total().unwrap_or(u64::MAX));
        if let Some(path) = &self.certificate {
            return self.prove(path, &rules, &parameters, &limits);
        }
        let mut work = Work {
            arena: Arena::new(limits.budget.clone()),
            positions: Positions::new(&game).map_err(|why| without_value(why, Some(&rules)))?,
            census: Census::default(),
            rules: &rules,
            game: &game,
            limits: &limits,
        };
        let working = Working::at("valuing", "positions", &limits);
        if let (Form::Csv, Some(path)) = (self.format, &self.out) {
            return self.write_rows(path, &mut work, every);
        }
        let mut out = BufWriter::new(pager::out());
        if self.format == Form::Csv {
            writeln!(out, "{}", COLUMNS.join(","))?;
        }
        for position in every {
            let row = work.row(&position)?;
            if self.format == Form::Csv {
                writeln!(out, "{row}")?;
            }
        }
        drop(working);
        let text = match self.format {
            Form::Csv => String::new(),
            Form::Json => format!("{}\n", work.census.json()),
            Form::Latex => work.census.latex(),
            Form::Markdown => self.counted(&work, Form::Markdown)?,
            Form::Text => self.report(&work)?,
        };
        match &self.out {
            Some(path) => write(path, text)?,
            None => out.write_all(text.as_bytes())?,
        }
        Ok(out.flush()?)
    }

    /// Proves the table, writes its certificate, and prints what was checked.
    fn prove(
        &self,
        path: &Path,
        rules: &Rules,
        parameters: &Parameters,
        limits: &Limits,
    ) -> Result<(), Failure> {
        folder_is_there(path)?;
        let number = |text: &str| text.trim().parse::<usize>().unwrap_or(0);
        let size = match self.size.split_once('x') {
            Some((rows, columns)) => (number(rows), number(columns)),
            None => (1, number(&self.size)),
        };
        let working = Working::at("valuing", "positions", limits);
        let proved = table(rules, parameters, size, limits).map_err(|why| match why {
            NoTable::Size(help) => Failure::Input(format!("--size {}: {help}", self.size)),
            NoTable::Value(why) => without_value(why, Some(rules)),
            NoTable::Rejected(rejection) => rejection.into(),
        })?;
        drop(working);
        write(path, proved.certificate().write())?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "Proved.\n")?;
        lines(&mut out, "game", rules.name())?;
        lines(&mut out, "values", &proved.statements().concat())?;
        for step in proved.checked().iter().flatten() {
            lines(&mut out, "checked", step)?;
        }
        lines(
            &mut out,
            "written",
            &format!("certificate: {}", path.display()),
        )?;
        Ok(())
    }

    /// Returns all positions of the requested size.
    fn every<'g>(&self, game: &'g Game) -> Result<Every<'g>, Failure> {
        let at_fault = |help: &str| Failure::Input(format!("--size {}: {help}", self.size));
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let size = match self.size.split_once('x') {
            Some((rows, columns)) => number(rows)
                .zip(number(columns))
                .map(|(rows, columns)| Size::Cells(rows as usize, columns as usize)),
            None => number(&self.size).map(|size| match game.board() {
                Some(board) if board.row => Size::Cells(1, size as usize),
                _ => Size::UpTo(i64::from(size)),
            }),
        };
        let size = size.ok_or_else(|| {
            at_fault("write a number, such as 10, or rows and columns, such as 3x4")
        })?;
        Every::of(game, size).map_err(at_fault)
    }

    /// Writes one row per position, after the rows of an earlier run.
    fn write_rows(&self, path: &Path, work: &mut Work, mut every: Every) -> Result<(), Failure> {
        let [part, state] = ["part", "state"].map(|ending| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{ending}"));
            PathBuf::from(name)
        });
        let failed = |error: std::io::Error| Failure::of_file(&part, "written", &error);
        let heading = format!("whowins values 1, size {}\n{}", self.size, work.game.core());
        let old = fs::read_to_string(&state).ok();
        if part.exists() && old.as_ref() != Some(&heading) {
            return Err(Failure::Input(format!(
                "{} belongs to another game or size; remove it, or name another file with -o",
                part.display()
            )));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&part)
            .map_err(failed)?;
        write(&state, heading)?;
        let taken = work.take_up(&mut file, &mut every);
        let kept = match taken {
            Ok(kept) => kept,
            Err(Taken::System(error)) => return Err(failed(error)),
            Err(Taken::Work(failure)) => return Err(failure),
        };
        let mut out = BufWriter::new(file);
        let mut rows = kept.rows;
        let go_on = || -> Result<(), Failure> {
            if kept.bytes == 0 {
                writeln!(out, "{}", COLUMNS.join(",")).map_err(failed)?;
            }
            let first = kept.next.into_iter();
            for position in first.chain(every.by_ref()) {
                let row = work.row(&position)?;
                writeln!(out, "{row}").map_err(failed)?;
                rows += 1;
            }
            Ok(())
        };
        let done = go_on();
        out.flush().map_err(failed)?;
        out.get_ref().sync_all().map_err(failed)?;
        match done {
            Ok(()) => {
                place(&part, path).map_err(|error| Failure::of_file(path, "written", &error))?;
                fs::remove_file(&state)
                    .map_err(|error| Failure::of_file(&state, "removed", &error))?;
                remark(format!("{rows} rows, {} values", work.census.kinds.len()));
                Ok(())
            }
            Err(Failure::Budget(message)) => Err(Failure::Budget(format!(
                "{message}; {rows} rows are in {}; run the same command again to resume",
                part.display()
            ))),
            Err(failure) => Err(failure),
        }
    }

    /// Returns the summary as text.
    fn report(&self, work: &Work) -> Result<String, Failure> {
        let census = &work.census;
        let mut lines = vec![format!(
            "{}, size {}: {} positions have {} values.\n",
            work.game.name,
            self.size,
            census.positions,
            census.kinds.len()
        )];
        let players = &work.game.players;
        for (outcome, count) in census.outcomes() {
            let meaning = match outcome {
                whowins_values::Outcome::Next => "the player to move wins".to_owned(),
                whowins_values::Outcome::Previous => "the player to move loses".to_owned(),
                whowins_values::Outcome::Left => format!("{} wins", players[0]),
                whowins_values::Outcome::Right => format!("{} wins", players[1]),
            };
            lines.push(format!("  {outcome}, {meaning:<26}  {count}"));
        }
        let telling = [
            ("hottest", census.hottest()),
            ("largest birthday", census.oldest()),
        ];
        for (name, kind) in telling
            .into_iter()
            .filter_map(|(name, kind)| Some((name, kind?)))
        {
            let what = match name {
                "hottest" => format!("temperature {}", kind.heat[1]),
                _ => kind.birthday.to_string(),
            };
            lines.push(format!(
                "  {name}: {what}, of {} ({})",
                kind.form, kind.first
            ));
        }
        let text = self.counted(work, Form::Text)?;
        Ok(format!("{}\n\n{text}", lines.join("\n")))
    }

    /// Returns the values as a table, the most frequent first.
    fn counted(&self, work: &Work, form: Form) -> Result<String, Failure> {
        let columns = [
            Column::numbers("positions"),
            Column::words("outcome"),
            Column::numbers("temperature"),
            Column::words("value"),
        ];
        let mut text = Vec::new();
        let mut table = Table::begin(&mut text, form, &columns)?;
        for kind in work.census.by_count().into_iter().take(self.most) {
            table.row(vec![
                kind.count.to_string(),
                kind.outcome.to_string(),
                kind.heat[1].to_string(),
                kind.form.clone(),
            ])?;
        }
        let more = work.census.kinds.len().saturating_sub(self.most);
        if more > 0 {
            table.note(format!(
                "and {more} more; --most N lists more, --format csv all positions"
            ));
        }
        table.end_with(serde_json::Value::Null)?;
        Ok(String::from_utf8(text).unwrap_or_default())
    }
}

/// The state of the computation.
struct Work<'a> {
    arena: Arena,
    positions: Positions<'a>,
    census: Census,
    rules: &'a Rules,
    game: &'a Game,
    limits: &'a Limits,
}

/// The rows that an earlier run wrote.
struct Kept {
    rows: u64,
    bytes: u64,
    /// The position of the first missing row, if it was already taken from the iterator.
    next: Option<Position>,
}

/// The reason why the earlier rows can't be used.
enum Taken {
    System(std::io::Error),
    Work(Failure),
}

impl Work<'_> {
    /// Returns the row of a position, and counts it.
    fn row(&mut self, position: &Position) -> Result<String, Failure> {
        let value = self.value(position)?;
        self.row_of(position, value)
    }

    fn value(&mut self, position: &Position) -> Result<Value, Failure> {
        let value = self.positions.value(&mut self.arena, position);
        value.map_err(|why| without_value(why, Some(self.rules)))
    }

    fn row_of(&mut self, position: &Position, value: Value) -> Result<String, Failure> {
        let shown = self.game.show(position);
        let kind = self.census.count(&mut self.arena, value, &shown);
        let row = kind.map_err(cut_off)?.row();
        self.limits.progress.add(1);
        let fields = std::iter::once(shown).chain(row).map(quoted);
        Ok(fields.collect::<Vec<_>>().join(","))
    }

    /// Parses a form of an earlier run, if it is complete.
    fn read(&mut self, form: &str) -> Option<Value> {
        let question = read(form).ok()?;
        let answer = question.answer(&mut self.arena).ok()?;
        answer.claim.is_none().then_some(answer.value)
    }

    /// Counts the correct and complete rows of a file, and truncates the file after them.
    fn take_up(&mut self, file: &mut File, every: &mut Every) -> Result<Kept, Taken> {
        let mut kept = Kept {
            rows: 0,
            bytes: 0,
            next: None,
        };
        let mut reader = BufReader::new(&*file);
        let mut line = String::new();
        let heading = COLUMNS.join(",") + "\n";
        if reader.read_line(&mut line).map_err(Taken::System)? > 0 && line == heading {
            kept.bytes = line.len() as u64;
            for position in every.by_ref() {
                line.clear();
                reader.read_line(&mut line).map_err(Taken::System)?;
                let row = line.strip_suffix('\n').unwrap_or_default();
                // A truncated form is invalid: the value is computed again.
                let value = match form_of(row).and_then(|form| self.read(&form)) {
                    Some(value) => value,
                    None => self.value(&position).map_err(Taken::Work)?,
                };
                let is_right = self.row_of(&position, value).map_err(Taken::Work)? == row;
                if !is_right {
                    self.census.forget(value);
                    kept.next = Some(position);
                    break;
                }
                kept.rows += 1;
                kept.bytes += line.len() as u64;
            }
        }
        drop(reader);
        file.set_len(kept.bytes).map_err(Taken::System)?;
        std::io::Seek::seek(file, std::io::SeekFrom::Start(kept.bytes)).map_err(Taken::System)?;
        Ok(kept)
    }
}

/// Quotes a field of CSV, if necessary.
fn quoted(field: String) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

/// Returns the second field of a row. Forms have no quotation marks.
fn form_of(row: &str) -> Option<String> {
    let behind = match row.strip_prefix('"') {
        Some(rest) => rest.split_once("\",")?.1,
        None => row.split_once(',')?.1,
    };
    let form = match behind.strip_prefix('"') {
        Some(rest) => rest.split_once('"')?.0,
        None => behind.split_once(',')?.0,
    };
    Some(form.to_owned())
}
