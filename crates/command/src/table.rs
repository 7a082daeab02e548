//! Tables in all output formats.

use std::borrow::Cow;
use std::io::Write;

use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, ContentArrangement, presets};
use serde::Serialize;
use whowins_draw::latex;

use crate::failure::Failure;
use crate::pager;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Aligned columns, as wide as the terminal
    Text,
    /// Comma-separated values with column names (RFC 4180)
    Csv,
    /// One JSON object (docs/json.md)
    Json,
    /// LaTeX table for the package booktabs
    Latex,
    /// Markdown table
    Markdown,
}

/// The format of the output of a command that prints a table.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct TableArguments {
    /// Format of the table
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    format: Option<Form>,

    /// Print one JSON object (short for --format json)
    #[arg(long)]
    json: bool,
}

impl TableArguments {
    /// Returns the format, text by default.
    pub fn form(&self) -> Form {
        match self.json {
            true => Form::Json,
            false => self.format.unwrap_or(Form::Text),
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    name: Cow<'static, str>,
    is_number: bool,
}

impl Column {
    /// A column of words.
    pub const fn words(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            is_number: false,
        }
    }

    /// A column of numbers, aligned on the right.
    pub const fn numbers(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            is_number: true,
        }
    }
}

impl From<String> for Column {
    /// A column of numbers of this name.
    fn from(name: String) -> Self {
        Self {
            name: Cow::Owned(name),
            is_number: true,
        }
    }
}

/// A table in progress. All formats except text are written row by row, so a long table needs no
/// memory.
pub struct Table<W: Write> {
    out: W,
    form: Form,
    columns: Vec<Column>,
    /// The stored rows of a text table, whose widths depend on all rows.
    kept: Vec<Vec<String>>,
    /// The width of a line; `None` for no limit.
    width: Option<usize>,
    /// Lines below a text table.
    notes: Vec<String>,
}

impl<W: Write> Table<W> {
    /// Begins a table with the names of its columns.
    ///
    /// # Errors
    ///
    /// Fails if the output fails.
    pub fn begin(out: W, form: Form, columns: &[Column]) -> Result<Self, Failure> {
        let mut table = Self {
            out,
            form,
            columns: columns.to_vec(),
            kept: Vec::new(),
            width: pager::terminal().map(|(columns, _)| columns),
            notes: Vec::new(),
        };
        let names: Vec<String> = columns.iter().map(|one| one.name.to_string()).collect();
        let sides = |left: &'static str, right: &'static str| {
            let side = |one: &Column| if one.is_number { right } else { left };
            columns.iter().map(side).collect::<Vec<_>>()
        };
        match form {
            Form::Text | Form::Json => {}
            Form::Csv => table.line(&names)?,
            Form::Latex => {
                writeln!(
                    table.out,
                    "\\begin{{tabular}}{{{}}}\n\\toprule",
                    sides("l", "r").concat()
                )?;
                table.line(&names)?;
                writeln!(table.out, "\\midrule")?;
            }
            Form::Markdown => {
                table.line(&names)?;
                writeln!(table.out, "|{}|", sides("---", "--:").join("|"))?;
            }
        }
        Ok(table)
    }

    /// Returns the format.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Adds a row, one text per column.
    ///
    /// # Errors
    ///
    /// Fails if the output fails.
    pub fn row(&mut self, row: Vec<String>) -> Result<(), Failure> {
        match self.form {
            Form::Json => Ok(()),
            Form::Text => {
                self.kept.push(row);
                Ok(())
            }
            Form::Csv | Form::Latex | Form::Markdown => self.line(&row),
        }
    }

    fn line(&mut self, row: &[String]) -> Result<(), Failure> {
        match self.form {
            Form::Text | Form::Json => {}
            Form::Csv => {
                let mut line = csv::WriterBuilder::new().from_writer(Vec::new());
                line.write_record(row).map_err(std::io::Error::other)?;
                let bytes = line.into_inner().map_err(|error| error.into_error())?;
                self.out.write_all(&bytes)?;
            }
            Form::Latex => {
                let cells: Vec<String> = row.iter().map(|cell| latex(cell)).collect();
                writeln!(self.out, "{} \\\\", cells.join(" & "))?;
            }
            Form::Markdown => {
                // A bar would end the cell, and a star or an underscore would start emphasis.
                let cell = |cell: &String| -> String {
                    let mut escaped = String::new();
                    for c in cell.chars() {
                        if "|*_<`\\".contains(c) {
                            escaped.push('\\');
                        }
                        escaped.push(if c.is_control() { ' ' } else { c });
                    }
                    escaped
                };
                let cells: Vec<String> = row.iter().map(cell).collect();
                writeln!(self.out, "| {} |", cells.join(" | "))?;
            }
        }
        Ok(())
    }

    /// Adds a line below a text table. Other formats ignore it.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// Ends the table. As JSON, this object is printed instead of the rows.
    ///
    /// # Errors
    ///
    /// Fails if the output fails.
    pub fn end_with(mut self, object: impl Serialize) -> Result<(), Failure> {
        match self.form {
            Form::Text => {
                if !self.kept.is_empty() {
                    let text = self.text();
                    writeln!(self.out, "{text}")?;
                }
                for note in &self.notes {
                    writeln!(self.out, "{note}")?;
                }
            }
            Form::Json => {
                serde_json::to_writer(&mut self.out, &object).map_err(std::io::Error::from)?;
                writeln!(self.out)?;
            }
            Form::Csv | Form::Markdown => {}
            Form::Latex => writeln!(self.out, "\\bottomrule\n\\end{{tabular}}")?,
        }
        Ok(self.out.flush()?)
    }

    /// Returns the rows in columns. On a terminal, cells are wrapped so that a line fits.
    fn text(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_preset(presets::NOTHING);
        match self.width {
            Some(width) => table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::try_from(width).unwrap_or(u16::MAX)),
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        table.set_header(self.columns.iter().map(|column| column.name.as_ref()));
        table.add_rows(&self.kept);
        let last = self.columns.len().saturating_sub(1);
        for (at, column) in self.columns.iter().enumerate() {
            if let Some(own) = table.column_mut(at) {
                own.set_padding((0, if at == last { 0 } else { 2 }));
                if column.is_number {
                    own.set_cell_alignment(CellAlignment::Right);
                }
            }
        }
        table.trim_fmt()
    }
}
