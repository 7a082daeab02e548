//! The table of a family, in Markdown. `docs/benchmarks.md` explains its columns.

use std::path::Path;

use super::figure;
use super::growth::Growth;
use super::line::Line;
use super::machine::Machine;
use super::measurement::{Better, Measurement};
use super::program::Program;
use crate::project::shown;

/// A row of a table: cells ready to print, and what made them.
pub struct Row {
    layout: Layout,
    cells: Vec<String>,
    command: String,
    program: String,
}

/// The columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Figures,
    Growth,
}

impl Layout {
    fn head(self) -> &'static [&'static str] {
        match self {
            Self::Figures => &HEAD,
            Self::Growth => &Growth::HEAD,
        }
    }
}

const HEAD: [&str; 6] = ["what", "size", "figure", "baseline", "ratio", "of a copy"];
/// The content of a cell without a figure.
const NONE: &str = "–";
const PROGRAMS: &str = "<!-- programs: ";

impl Row {
    /// Returns the row of a line that `program` printed.
    pub fn new(line: &Line, program: &Program) -> Self {
        let (layout, cells, command) = match line {
            Line::Figure(figure) => (Layout::Figures, cells(figure), &figure.command),
            Line::Growth(growth) => (Layout::Growth, growth.cells(), &growth.command),
        };
        Self {
            layout,
            cells,
            command: command
                .clone()
                .unwrap_or_else(|| shown(&program.command(Path::new(".")))),
            program: program.id(),
        }
    }
}

/// The cells of a figure's row.
fn cells(measurement: &Measurement) -> Vec<String> {
    let unit = measurement.unit.as_str();
    let none = || NONE.to_owned();
    let spread = measurement.spread();
    let median = spread.map_or_else(none, |spread| figure::with_unit(spread.median, unit));
    let baseline = measurement
        .baseline
        .as_ref()
        .zip(measurement.baseline_spread());
    let baseline = baseline.map(|(baseline, spread)| {
        let median = figure::without_unit(spread.median, unit);
        format!("{}: {median}", baseline.name)
    });
    vec![
        measurement.name.clone(),
        measurement.size.to_string(),
        match measurement.better() {
            Better::More => format!("{median} ↑"),
            Better::Less => format!("{median} ↓"),
        },
        baseline.unwrap_or_else(none),
        measurement.ratio().map_or_else(none, figure::ratio),
        measurement.reached().map_or_else(none, figure::percent),
    ]
}

/// A line for the terminal.
pub fn summary(line: &Line) -> String {
    let measurement = match line {
        Line::Figure(measurement) => measurement,
        Line::Growth(growth) => return growth.cells().join(", "),
    };
    let Measurement {
        family,
        name,
        size,
        unit,
        ..
    } = measurement;
    let median = measurement.spread().map(|spread| {
        let [min, max] = [spread.min, spread.max].map(|value| figure::without_unit(value, unit));
        let median = figure::with_unit(spread.median, unit);
        format!("{median} ({min} – {max})")
    });
    let ratio = measurement.baseline.as_ref().zip(measurement.ratio());
    let ratio =
        ratio.map(|(baseline, ratio)| format!(" ({} {})", figure::ratio(ratio), baseline.name));
    format!(
        "{family}: {name}, {size}: {}{}",
        median.unwrap_or_default(),
        ratio.unwrap_or_default()
    )
}

/// What stands between a family's markers: the table, the commands, the machine.
///
/// # Errors
/// When some rows are of figures and some of growing sizes: a table has one kind of columns.
pub fn render(rows: &[Row], machine: &Machine) -> Result<String, String> {
    let layout = rows.first().map_or(Layout::Figures, |row| row.layout);
    if rows.iter().any(|row| row.layout != layout) {
        return Err("figures and growing sizes are in one table; give them different ones".into());
    }
    let is_empty = |column: usize| {
        let mut cells = rows.iter().filter_map(|row| row.cells.get(column));
        cells.all(|cell| cell == NONE)
    };
    // No table has an empty last column.
    let width = match layout {
        Layout::Figures if is_empty(HEAD.len() - 1) => HEAD.len() - 1,
        _ => layout.head().len(),
    };
    let head = &layout.head()[..width];
    let mut commands: Vec<&str> = Vec::new();
    let mut programs: Vec<&str> = Vec::new();
    for row in rows {
        if !commands.contains(&row.command.as_str()) {
            commands.push(&row.command);
        }
        if !programs.contains(&row.program.as_str()) {
            programs.push(&row.program);
        }
    }
    let mut text = format!("{PROGRAMS}{} -->\n\n", programs.join(" "));
    text += &format!("| {} |\n", head.join(" | "));
    text += &format!("|---|{}\n", "--:|".repeat(head.len() - 1));
    for row in rows {
        let cells = row.cells.iter().take(width);
        let cells: Vec<_> = cells.map(|cell| escaped(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    let commands: Vec<_> = commands.into_iter().map(code).collect();
    let machine = escaped(&machine.to_string());
    text += &format!("\nMade by {} on {machine}.\n", commands.join(", "));
    Ok(text)
}

/// The programs that a table of [`render`] shows figures of, by their ids.
pub fn programs(body: &str) -> Vec<&str> {
    let line = body
        .lines()
        .find_map(|line| line.trim().strip_prefix(PROGRAMS)?.strip_suffix(" -->"));
    line.map_or_else(Vec::new, |ids| ids.split(' ').collect())
}

/// Text that stays within a table's cell and is nothing but text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => escaped.push(' '),
            '|' | '\\' | '`' | '*' | '_' | '<' | '[' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A code span, fenced by more backticks than the text holds in a row.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str, name: &str) -> Row {
        let program = Program {
            package: "p".into(),
            name: name.into(),
            features: vec![],
        };
        let line = Line::parse(line).expect("valid").expect("not empty");
        Row::new(&line, &program)
    }

    #[test]
    fn a_table_is_rendered() {
        let rows = [
            row(
                r#"{"family":"f","name":"a|b","size":1000,"unit":"positions/s","runs":[4e6,1e6,3e6,2e6,5e6],"baseline":{"name":"naive","runs":[1e6,1e6,1e6,1e6,1e6]}}"#,
                "x",
            ),
            row(
                r#"{"family":"f","name":"c","size":"8x8","unit":"s","runs":[0.1,0.1,0.1,0.1,0.2],"command":"run `it`"}"#,
                "y",
            ),
            row(
                r#"{"family":"f","name":"d","size":"9x9","unit":"s","runs":[0.1,0.1,0.1,0.1,0.2]}"#,
                "x",
            ),
        ];
        let machine = Machine {
            cpu: "CPU".into(),
            cores: 2,
            memory_kib: None,
            rustc: "rustc 1.95.0".into(),
        };
        let expected = r"<!-- programs: p/x p/y -->

| what | size | figure | baseline | ratio |
|---|--:|--:|--:|--:|
| a\|b | 1000 | 3.00 M positions/s ↑ | naive: 1.00 M | 3.00× |
| c | 8x8 | 100 ms ↓ | – | – |
| d | 9x9 | 100 ms ↓ | – | – |

Made by `cargo bench --package p --bench x`, `` run `it` `` on CPU, 2 cores, rustc 1.95.0.
";
        let text = render(&rows, &machine).expect("one layout");
        assert_eq!(text, expected);
        assert_eq!(programs(&text), ["p/x", "p/y"]);
        assert!(programs("prose\n").is_empty());

        let limited = r#"{"family":"f","name":"e","size":1,"unit":"s","runs":[2,2,2,2,2],"limit":[1,1,1,1,1]}"#;
        let [first, ..] = rows;
        let text = render(&[first, row(limited, "x")], &machine).expect("one layout");
        assert!(text.contains("| ratio | of a copy |"));
        assert!(text.contains("| e | 1 | 2.00 s ↓ | – | – | 50.0 % |"));

        let growth =
            r#"{"growth":"g","name":"a","size":1,"amount":10,"unit":"heaps","seconds":[2]}"#;
        let [first, second] = [(); 2].map(|()| row(growth, "x"));
        let text = render(&[first], &machine).expect("one layout");
        let line = "| a | 1 | 2.00 s | 5.00 heaps/s | – |";
        assert!(text.contains(&format!("--:|\n{line}\n\nMade by")), "{text}");
        let figure = row(limited, "x");
        assert!(render(&[figure, second], &machine).is_err());
    }
}
