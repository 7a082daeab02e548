//! A row of `docs/benchmarks.tsv`: one figure, with everything that describes it.

use super::figure;
use super::growth::Growth;
use super::line::Line;
use super::machine::Machine;
use super::measurement::{Better, Measurement, Spread};
use super::program::Program;

/// The first line of the file.
const COLUMNS: [&str; 11] = [
    "program",
    "table",
    "what",
    "size",
    "figure",
    "rate",
    "memory",
    "baseline",
    "ratio",
    "of a copy",
    "machine",
];

/// A row as text; a cell without a figure is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The program that measured it, by [`Program::id`].
    pub program: String,
    /// The table that the program names.
    pub table: String,
    /// The case.
    pub what: String,
    /// The size of the case.
    pub size: String,
    /// The median, and an arrow that shows which direction is better.
    pub figure: String,
    /// For growth: units of work per second.
    pub rate: String,
    /// For growth: the peak of memory.
    pub memory: String,
    /// The baseline's name and figure.
    pub baseline: String,
    /// How many times better than the baseline.
    pub ratio: String,
    /// The fraction of the speed of a copy.
    pub of_copy: String,
    /// The machine and the compiler.
    pub machine: String,
}

impl Row {
    /// Returns the row of a line that `program` printed.
    pub fn new(line: &Line, program: &Program, machine: &Machine) -> Self {
        let row = match line {
            Line::Figure(measurement) => of_measurement(measurement),
            Line::Growth(growth) => of_growth(growth),
        };
        Self {
            program: program.id(),
            machine: machine.to_string(),
            ..row
        }
    }

    fn cells(&self) -> [&str; COLUMNS.len()] {
        [
            &self.program,
            &self.table,
            &self.what,
            &self.size,
            &self.figure,
            &self.rate,
            &self.memory,
            &self.baseline,
            &self.ratio,
            &self.of_copy,
            &self.machine,
        ]
    }

    fn parse(line: &str) -> Option<Self> {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let cells: [String; COLUMNS.len()] = cells.try_into().ok()?;
        let [
            program,
            table,
            what,
            size,
            figure,
            rate,
            memory,
            baseline,
            ratio,
            of_copy,
            machine,
        ] = cells;
        Some(Self {
            program,
            table,
            what,
            size,
            figure,
            rate,
            memory,
            baseline,
            ratio,
            of_copy,
            machine,
        })
    }
}

fn of_measurement(measurement: &Measurement) -> Row {
    let unit = measurement.unit.as_str();
    let arrow = match measurement.better() {
        Better::More => "↑",
        Better::Less => "↓",
    };
    let median = |spread: Spread| format!("{} {arrow}", figure::with_unit(spread.median, unit));
    let baseline = measurement.baseline.as_ref();
    let baseline = baseline.zip(measurement.baseline_spread());
    let baseline = baseline.map(|(baseline, spread)| {
        let median = figure::without_unit(spread.median, unit);
        format!("{}: {median}", baseline.name)
    });
    Row {
        table: measurement.family.clone(),
        what: measurement.name.clone(),
        size: measurement.size.to_string(),
        figure: measurement.spread().map(median).unwrap_or_default(),
        baseline: baseline.unwrap_or_default(),
        ratio: measurement.ratio().map(figure::ratio).unwrap_or_default(),
        of_copy: measurement
            .reached()
            .map(figure::percent)
            .unwrap_or_default(),
        ..Row::default()
    }
}

fn of_growth(growth: &Growth) -> Row {
    let seconds = growth.median();
    let time = |seconds| format!("{} ↓", figure::with_unit(seconds, "s"));
    let rate = |seconds| figure::with_unit(growth.amount / seconds, &format!("{}/s", growth.unit));
    let memory = |bytes| figure::with_unit(bytes, "bytes");
    Row {
        table: growth.table.clone(),
        what: growth.name.clone(),
        size: growth.size.to_string(),
        figure: seconds.map(time).unwrap_or_default(),
        rate: seconds.map(rate).unwrap_or_default(),
        memory: growth.bytes.map(memory).unwrap_or_default(),
        ..Row::default()
    }
}

/// Replaces the rows of the programs that were measured, and drops those of removed programs.
pub fn update(rows: &mut Vec<Row>, measured: Vec<Row>, all: &[Program]) {
    rows.retain(|row| {
        all.iter().any(|program| program.id() == row.program)
            && !measured.iter().any(|new| new.program == row.program)
    });
    rows.extend(measured);
    // Stable: the rows of a program stay in their order.
    rows.sort_by(|a, b| a.program.cmp(&b.program));
}

/// Reads the file.
///
/// # Errors
/// If a line doesn't have the columns; the message has its number.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(&COLUMNS.join("\t")) {
        let columns = COLUMNS.join(", ");
        return Err(format!(
            "line 1: expected the columns {columns}, separated by tabs"
        ));
    }
    let row = |(index, line)| {
        let (number, width) = (index + 2, COLUMNS.len());
        Row::parse(line)
            .ok_or_else(|| format!("line {number}: expected {width} cells separated by tabs"))
    };
    lines.enumerate().map(row).collect()
}

/// Returns the file's text.
pub fn write(rows: &[Row]) -> String {
    let mut text = COLUMNS.join("\t") + "\n";
    for row in rows {
        let cells = row
            .cells()
            .map(|cell| cell.replace(['\t', '\n', '\r'], " "));
        text += &cells.join("\t");
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str) -> Program {
        Program {
            package: "p".into(),
            name: name.into(),
            features: vec![],
        }
    }

    fn row(line: &str, name: &str) -> Row {
        let machine = Machine {
            cpu: "CPU".into(),
            cores: 2,
            memory_kib: None,
            rustc: "rustc 1.95.0".into(),
        };
        let line = Line::parse(line).expect("valid").expect("not empty");
        Row::new(&line, &program(name), &machine)
    }

    const FIGURE: &str = r#"{"family":"f","name":"a","size":1000,"unit":"positions/s","runs":[4e6,1e6,3e6,2e6,5e6],"baseline":{"name":"loop","runs":[1e6,1e6,1e6,1e6,1e6]},"limit":[6e6,6e6,6e6,6e6,6e6]}"#;
    const TIME: &str =
        r#"{"family":"f","name":"b","size":"8x8","unit":"s","runs":[0.1,0.1,0.1,0.1,0.2]}"#;
    const GROWTH: &str = r#"{"growth":"g","name":"a","size":"10 M","amount":1e7,"unit":"heaps","seconds":[0.01,0.03,0.02],"bytes":7.1e6}"#;

    #[test]
    fn lines_become_rows() {
        let cells = |line| row(line, "x").cells()[2..10].join("|");
        assert_eq!(
            cells(FIGURE),
            "a|1000|3.00 M positions/s ↑|||loop: 1.00 M|3.00×|50.0 %"
        );
        assert_eq!(cells(TIME), "b|8x8|100 ms ↓|||||");
        assert_eq!(
            cells(GROWTH),
            "a|10 M|20.0 ms ↓|500 M heaps/s|7.10 M bytes|||"
        );
        let cells = row(TIME, "x");
        assert_eq!((&*cells.program, &*cells.table), ("p/x", "f"));
        assert_eq!(cells.machine, "CPU, 2 cores, rustc 1.95.0");
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let rows = [row(FIGURE, "x"), row(GROWTH, "y")];
        assert_eq!(read(&write(&rows)).expect("valid"), rows);
        let two_lines = row(&TIME.replace("8x8", "8\\tx\\n8"), "x");
        assert_eq!(read(&write(&[two_lines])).expect("valid")[0].size, "8 x 8");
    }

    #[test]
    fn invalid_files_are_rejected() {
        let text = write(&[row(FIGURE, "x")]);
        for (text, expected) in [
            (text.replacen("table", "tables", 1), "line 1: expected"),
            (text.replace("CPU", "C\tPU"), "line 2: expected 11 cells"),
            (text.clone() + "\n", "line 3: expected 11 cells"),
        ] {
            let error = read(&text).expect_err("must be rejected");
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn measured_programs_replace_their_rows() {
        let mut rows = vec![
            row(FIGURE, "a"),
            row(TIME, "b"),
            row(GROWTH, "b"),
            row(TIME, "removed"),
        ];
        let all = ["a", "b", "c"].map(program);
        update(&mut rows, vec![row(TIME, "c"), row(FIGURE, "b")], &all);
        let expected = [row(FIGURE, "a"), row(FIGURE, "b"), row(TIME, "c")];
        assert_eq!(rows, expected);
    }
}
