//! The table of a family, in Markdown.

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

    fn legend(self) -> &'static str {
        match self {
            Self::Figures => {
                "↑ more is better, ↓ less is better. Ratio: how many times better than the baseline, by the medians."
            }
            Self::Growth => Growth::LEGEND,
        }
    }
}

const HEAD: [&str; 7] = [
    "what",
    "size",
    "figure (median)",
    "min – max",
    "baseline",
    "ratio",
    "of a memory copy",
];
/// What a cell without a figure holds.
const NONE: &str = "–";
/// What the last column says.
const COPY: &str = " Of a memory copy: the part that is reached of what one core does that copies as many bytes as the table has.";
const PROGRAMS: &str = "<!-- programs: ";

impl Row {
    /// The row of a line that `program` printed; `before` is the line that it printed before.
    pub fn new(line: &Line, before: Option<&Line>, program: &Program) -> Self {
        let (layout, cells, command) = match (line, before) {
            (Line::Figure(figure), _) => (Layout::Figures, cells(figure), &figure.command),
            (Line::Growth(growth), before) => {
                let before = match before {
                    Some(Line::Growth(before)) if before.table == growth.table => Some(before),
                    _ => None,
                };
                (Layout::Growth, growth.cells(before), &growth.command)
            }
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
    let shown_spread = measurement.spread().map(|spread| {
        let [min, max] = [spread.min, spread.max].map(|value| figure::without_unit(value, unit));
        let runs = measurement.runs.len();
        (
            figure::with_unit(spread.median, unit),
            format!("{min} – {max} ({runs} runs)"),
        )
    });
    let (median, spread) = shown_spread.unwrap_or_else(|| (none(), none()));
    let baseline = measurement
        .baseline
        .as_ref()
        .zip(measurement.baseline_spread());
    let baseline = baseline.map(|(baseline, spread)| {
        let [min, median, max] =
            [spread.min, spread.median, spread.max].map(|value| figure::without_unit(value, unit));
        let runs = baseline.runs.len();
        format!("{}: {median} ({min} – {max}, {runs} runs)", baseline.name)
    });
    vec![
        measurement.name.clone(),
        measurement.size.to_string(),
        match measurement.better() {
            Better::More => format!("{median} ↑"),
            Better::Less => format!("{median} ↓"),
        },
        spread,
        baseline.unwrap_or_else(none),
        measurement.ratio().map_or_else(none, figure::ratio),
        measurement.reached().map_or_else(none, figure::percent),
    ]
}

/// A line for the terminal.
pub fn summary(line: &Line) -> String {
    let measurement = match line {
        Line::Figure(measurement) => measurement,
        Line::Growth(growth) => return growth.cells(None)[..6].join(", "),
    };
    let Measurement {
        family,
        name,
        size,
        unit,
        ..
    } = measurement;
    let median = measurement
        .spread()
        .map(|spread| figure::with_unit(spread.median, unit));
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
    text += &format!("| {} | made by |\n", head.join(" | "));
    text += &format!("|---|{}\n", "--:|".repeat(head.len()));
    for row in rows {
        let cells = row
            .cells
            .iter()
            .take(width)
            .map(|cell| escaped(cell))
            .collect::<Vec<_>>();
        let number = commands.iter().position(|&command| command == row.command);
        let number = number.map_or(0, |position| position + 1);
        text += &format!("| {} | {number} |\n", cells.join(" | "));
    }
    text += &format!("\n{}", layout.legend());
    if width == HEAD.len() && layout == Layout::Figures {
        text += COPY;
    }
    text += "\n\n";
    text += "Made by:\n\n";
    for (index, command) in commands.iter().enumerate() {
        text += &format!("{}. {}\n", index + 1, code(command));
    }
    text += &format!("\nMeasured on: {}.\n", escaped(&machine.to_string()));
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
        Row::new(&line, None, &program)
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
            date: "2026-11-21".into(),
        };
        let expected = r"<!-- programs: p/x p/y -->

| what | size | figure (median) | min – max | baseline | ratio | made by |
|---|--:|--:|--:|--:|--:|--:|
| a\|b | 1000 | 3.00 M positions/s ↑ | 1.00 M – 5.00 M (5 runs) | naive: 1.00 M (1.00 M – 1.00 M, 5 runs) | 3.00× | 1 |
| c | 8x8 | 100 ms ↓ | 100 ms – 200 ms (5 runs) | – | – | 2 |
| d | 9x9 | 100 ms ↓ | 100 ms – 200 ms (5 runs) | – | – | 1 |

↑ more is better, ↓ less is better. Ratio: how many times better than the baseline, by the medians.

Made by:

1. `cargo bench --package p --bench x`
2. `` run `it` ``

Measured on: CPU, 2 cores, rustc 1.95.0, 2026-11-21.
";
        let text = render(&rows, &machine).expect("one layout");
        assert_eq!(text, expected);
        assert_eq!(programs(&text), ["p/x", "p/y"]);
        assert!(programs("prose\n").is_empty());

        let limited = r#"{"family":"f","name":"e","size":1,"unit":"s","runs":[2,2,2,2,2],"limit":[1,1,1,1,1]}"#;
        let [first, ..] = rows;
        let text = render(&[first, row(limited, "x")], &machine).expect("one layout");
        assert!(text.contains("| ratio | of a memory copy | made by |"));
        assert!(
            text.contains("| e | 1 | 2.00 s ↓ | 2.00 s – 2.00 s (5 runs) | – | – | 50.0 % | 1 |")
        );
        assert!(text.contains("by the medians. Of a memory copy: "));

        let growth =
            r#"{"growth":"g","name":"a","size":1,"amount":10,"unit":"heaps","seconds":[2]}"#;
        let [first, second] = [(); 2].map(|()| row(growth, "x"));
        let text = render(&[first], &machine).expect("one layout");
        let line = "| a | 1 | 10.0 heaps | 2.00 s (1 run) | 5.00 heaps/s | – | – | 1 |";
        assert!(
            text.contains(&format!("--:|\n{line}\n\nMost memory")),
            "{text}"
        );
        let figure = row(limited, "x");
        assert!(render(&[figure, second], &machine).is_err());
    }
}
