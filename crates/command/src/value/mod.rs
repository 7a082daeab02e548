//! `whowins value`.

mod sum;
mod terms;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use whowins_draw::{Form, Theme};
use whowins_engine::Limits;
use whowins_values::{Answer, Arena, Cut, Question, Value, Why, read};
use whowins_views::{SumCard, ValueCard};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::habits::is_verbose;
use crate::output::{folder_is_there, picture, write};
use crate::watch::Working;
use sum::tell_terms;
pub use sum::who_wins;
use terms::at_fault;
pub use terms::{Terms, cut_off, without_value};

/// Compute a canonical form, mean, temperature and thermograph.
///
/// The value belongs to a position of a game, or to an expression such as '{3|1} + *2 - ^'. A
/// comparison such as '^ > 0' exits with code 1 if it is false. Values are written as in the
/// literature: 3/4, ^^*, *2, {2|-1}, {0||0|-2}, +-1, +_2. docs/values.md describes the notation.
#[derive(Args)]
pub struct TellValue {
    /// Game, expression, or two expressions with a comparison between them
    ///
    /// A game is a rules file or the name of a shipped game.
    #[arg(value_name = "GAME or EXPRESSION", allow_hyphen_values = true)]
    what: String,

    /// Position of the game, such as .o.o, or @FILE
    ///
    /// @FILE reads the position from a file, and @- from standard input.
    /// [default: the start of the rules]
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        help_heading = "Position"
    )]
    at: Option<String>,

    /// Set a parameter, such as a=1,2,5; repeatable
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Position")]
    set: Vec<String>,

    /// Add GAME:POSITION or an expression to the sum; repeatable
    #[arg(
        long,
        value_name = "TERM",
        allow_hyphen_values = true,
        help_heading = "Position"
    )]
    plus: Vec<String>,

    /// Draw the thermograph to FILE: .svg, .png, .pdf or .tex (TikZ)
    ///
    /// `-` draws it in the terminal.
    #[arg(
        long,
        value_name = "FILE",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    thermograph: Option<PathBuf>,

    /// Write the form and each of its subforms to FILE: .json or .dot
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    subforms: Option<PathBuf>,

    /// Use a dark background for the thermograph
    #[arg(long, help_heading = "Output")]
    dark: bool,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The lines that only `-v` prints.
const DETAILS: [&str; 3] = ["reduced", "birthday", "subforms"];
/// Columns and rows of a thermograph in the terminal.
const SCREEN: (usize, usize) = (64, 14);

impl TellValue {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        whowins_guard::large_pages();
        if let Some(path) = self.picture() {
            ending(path, "--thermograph", &["svg", "png", "pdf", "tex"])?;
        }
        if let Some(path) = &self.subforms {
            ending(path, "--subforms", &["json", "dot"])?;
        }
        let game = GameArguments::of(self.what.clone(), self.set.clone());
        let is_game = self.at.is_some() || !self.set.is_empty() || game.is_there();
        if !is_game && self.plus.is_empty() {
            let question = read(&self.what).map_err(|fault| at_fault(&self.what, fault))?;
            return self.expression(&question);
        }
        let mut terms = Terms::default();
        match is_game {
            true => terms.position(&game, self.at.as_deref())?,
            false => terms.expression(&self.what)?,
        }
        for plus in &self.plus {
            terms.plus(plus)?;
        }
        let limits = self.limits.limits();
        let mut arena = Arena::new(limits.budget.clone());
        let card = {
            let _working = Working::on(&limits);
            SumCard::of(&mut arena, &terms.all).map_err(|no| terms.without_value(no))?
        };
        self.write_files(&card.total, &mut arena, &limits)?;
        let mut out = crate::pager::out();
        match self.json {
            true => writeln!(out, "{}", card.json())?,
            false => {
                self.tell(&card.total, card.players(), &mut out)?;
                tell_terms(&card, &mut out)?;
            }
        }
        Ok(out.flush()?)
    }

    /// Returns the file of the thermograph, if it isn't the terminal.
    fn picture(&self) -> Option<&Path> {
        let path = self.thermograph.as_deref();
        path.filter(|path| *path != Path::new("-"))
    }

    fn expression(&self, question: &Question) -> Result<(), Failure> {
        let limits = self.limits.limits();
        let mut arena = Arena::new(limits.budget.clone());
        let answer = question.answer(&mut arena).map_err(|why| match why {
            Why::Fault(fault) => at_fault(&self.what, fault),
            Why::Cut(cut) => cut_off(cut),
        })?;
        if answer.claim.is_some() {
            return self.tell_claim(answer, &mut arena);
        }
        let card = ValueCard::of(&mut arena, answer.value).map_err(cut_off)?;
        self.write_files(&card, &mut arena, &limits)?;
        let mut out = crate::pager::out();
        match self.json {
            true => writeln!(out, "{}", card.json())?,
            false => self.tell(&card, ["Left", "Right"], &mut out)?,
        }
        Ok(out.flush()?)
    }

    fn write_files(
        &self,
        card: &ValueCard,
        arena: &mut Arena,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if let Some(path) = self.picture() {
            let bytes = self.drawn(card, path, limits.budget.memory)?;
            write(path, bytes)?;
        }
        if let Some(path) = &self.subforms {
            let dag = arena.dag(card.value).map_err(cut_off)?;
            match path.extension().is_some_and(|ending| ending == "dot") {
                true => write(path, dag.dot())?,
                false => write(path, format!("{}\n", dag.json()))?,
            }
        }
        Ok(())
    }

    /// Prints the value as text.
    fn tell(
        &self,
        card: &ValueCard,
        players: [&str; 2],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(out, "{}\n", card.form)?;
        for (name, text) in card.lines(players) {
            if is_verbose() || !DETAILS.contains(&name) {
                writeln!(out, "  {name:<13}  {text}")?;
            }
        }
        if self.thermograph.is_some() && self.picture().is_none() {
            let picture = card.picture().ok_or_else(|| cut_off(Cut::Memory))?;
            write!(out, "\n{}", picture.text(SCREEN.0, SCREEN.1))?;
        }
        let files = [self.picture(), self.subforms.as_deref()];
        for path in files.into_iter().flatten() {
            writeln!(out, "  {:<13}  {}", "written", path.display())?;
        }
        Ok(())
    }

    /// Prints the result of a comparison, and fails if it is false.
    fn tell_claim(&self, answer: Answer, arena: &mut Arena) -> Result<(), Failure> {
        let Some((relation, right, order)) = answer.claim else {
            return Ok(());
        };
        let mut show = |value: Value| arena.show(value).map_err(cut_off);
        let (left_text, right_text) = (show(answer.value)?, show(right)?);
        let words = match order {
            None => "is confused with",
            Some(std::cmp::Ordering::Less) => "is less than",
            Some(std::cmp::Ordering::Equal) => "is equal to",
            Some(std::cmp::Ordering::Greater) => "is greater than",
        };
        let holds = relation.holds(order);
        let said = format!("{left_text} {words} {right_text}");
        let mut out = crate::pager::out();
        if self.json {
            let order = match order {
                None => "||",
                Some(std::cmp::Ordering::Less) => "<",
                Some(std::cmp::Ordering::Equal) => "=",
                Some(std::cmp::Ordering::Greater) => ">",
            };
            let object =
                json!({"left": left_text, "right": right_text, "order": order, "holds": holds});
            writeln!(out, "{object}")?;
        } else if holds {
            writeln!(out, "It holds: {said}.")?;
        }
        out.flush()?;
        match holds {
            true => Ok(()),
            false => Err(Failure::False(format!("it does not hold: {said}"))),
        }
    }

    fn drawn(&self, card: &ValueCard, path: &Path, memory: u64) -> Result<Vec<u8>, Failure> {
        let theme = match self.dark {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let drawn = card.picture().ok_or_else(|| cut_off(Cut::Memory))?;
        let form = Form::of(path).unwrap_or(Form::Svg);
        picture(form, drawn.svg(theme), memory)
    }
}

/// Fails if the name of a file has none of these endings, or if its folder is missing.
fn ending(path: &Path, option: &str, endings: &[&str]) -> Result<(), Failure> {
    let found = path.extension().and_then(|ending| ending.to_str());
    if !found.is_some_and(|found| endings.contains(&found)) {
        let endings: Vec<String> = endings.iter().map(|one| format!(".{one}")).collect();
        return Err(Failure::Input(format!(
            "{option} {}: the ending sets the format; name a file that ends in {}",
            path.display(),
            endings.join(" or ")
        )));
    }
    folder_is_there(path)
}
