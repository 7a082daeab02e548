//! The tables of `docs/benchmarks.md`: the rows of `docs/benchmarks.tsv` that
//! `xtask/benchmarks.toml` selects.
//!
//! The table of an area is between `<!-- bench:AREA -->` and `<!-- /bench:AREA -->`.

use std::collections::BTreeMap;

use super::row::Row;
use super::{DATA, PAGE, SELECTION};

/// The entries of each area: the name on the page in Markdown, the table and the case of the row,
/// and the size if several rows have this table and case.
type Selection = BTreeMap<String, Vec<Vec<String>>>;

/// Returns the page with current tables.
///
/// # Errors
/// If an entry of the selection doesn't identify a row, or the page and the selection have
/// different areas.
pub fn update(page: &str, selection: &str, rows: &[Row]) -> Result<String, String> {
    let selection: Selection =
        toml::from_str(selection).map_err(|error| format!("{SELECTION}: {error}"))?;
    if let Some(area) = areas(page).find(|area| !selection.contains_key(*area)) {
        return Err(format!("{SELECTION} has no area `{area}`, but {PAGE} does"));
    }
    let mut text = page.to_owned();
    for (area, entries) in &selection {
        let found: Vec<_> = entries
            .iter()
            .map(|entry| find(entry, rows))
            .collect::<Result<_, _>>()?;
        text = replace(&text, area, &table(&found))?;
    }
    Ok(text)
}

/// The areas that the page has markers of.
fn areas(page: &str) -> impl Iterator<Item = &str> {
    let lines = page.lines();
    lines.filter_map(|line| line.strip_prefix("<!-- bench:")?.strip_suffix(" -->"))
}

/// Replaces the text between the markers of an area.
fn replace(page: &str, area: &str, table: &str) -> Result<String, String> {
    let open = format!("<!-- bench:{area} -->\n");
    let close = format!("<!-- /bench:{area} -->\n");
    let parts = page.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some([before, &open, table, &close, after].concat())
    });
    parts.ok_or_else(|| {
        format!(
            "{PAGE}: write the lines `{}` and `{}`",
            open.trim(),
            close.trim()
        )
    })
}

/// Returns an entry's name and row.
fn find<'a>(entry: &'a [String], rows: &'a [Row]) -> Result<(&'a str, &'a Row), String> {
    let [name, table, what, size @ ..] = entry else {
        let expected = "expected [name, table, what] or [name, table, what, size]";
        return Err(format!("{SELECTION}: {entry:?}: {expected}"));
    };
    let mut found = rows.iter().filter(|row| {
        row.table == *table && row.what == *what && size.iter().all(|size| *size == row.size)
    });
    match (found.next(), found.next()) {
        (Some(row), None) => Ok((name, row)),
        (None, _) => Err(format!("{SELECTION}: {entry:?} isn't a row of {DATA}")),
        _ => Err(format!(
            "{SELECTION}: {entry:?} is several rows of {DATA}; add the size"
        )),
    }
}

/// Returns the table of some rows, and the command that measures them.
fn table(rows: &[(&str, &Row)]) -> String {
    type Cell = fn(&Row) -> &str;
    let columns: [(&str, Cell); 5] = [
        ("size", |row| &row.size),
        ("figure", |row| &row.figure),
        ("rate", |row| &row.rate),
        ("memory", |row| &row.memory),
        ("ratio", |row| &row.ratio),
    ];
    let has_figure = |cell: Cell| rows.iter().any(|(_, row)| !cell(row).is_empty());
    let columns = columns.into_iter().filter(|(_, cell)| has_figure(*cell));
    let columns: Vec<_> = columns.collect();
    let mut text = String::from("| what |");
    for (head, _) in &columns {
        text += &format!(" {head} |");
    }
    text += &format!("\n|---|{}\n", "--:|".repeat(columns.len()));
    for (name, row) in rows {
        text += &format!("| {name} |");
        for (_, cell) in &columns {
            let cell = match cell(row) {
                "" => "–".to_owned(),
                cell => escaped(cell),
            };
            text += &format!(" {cell} |");
        }
        text.push('\n');
    }
    let program = |row: &Row| row.program.split('/').next_back().map(str::to_owned);
    let programs = distinct(rows.iter().filter_map(|(_, row)| program(row)));
    let machines = distinct(rows.iter().map(|(_, row)| escaped(&row.machine)));
    let (programs, machines) = (programs.join(" "), machines.join("; "));
    text + &format!("\n`cargo xtask bench {programs}` on {machines}.\n")
}

/// Returns the items without repetitions, in order.
fn distinct(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all
}

/// Escapes the signs that have a meaning in a cell of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '<' | '[') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const SELECTED: &str = r#"
        heap = [
            ["`code`", "t", "a"],
            ["8 by 8", "t", "b", "8x8"],
        ]
    "#;
    const EMPTY: &str = "before\n<!-- bench:heap -->\nold\n<!-- /bench:heap -->\nafter\n";

    fn row(what: &str, size: &str) -> Row {
        Row {
            program: "p/heap".into(),
            table: "t".into(),
            what: what.into(),
            size: size.into(),
            figure: "1.00 s ↓".into(),
            machine: "CPU".into(),
            ..Row::default()
        }
    }

    fn rows() -> [Row; 3] {
        let with_ratio = Row {
            ratio: "2.00×".into(),
            ..row("a", "10")
        };
        [with_ratio, row("b", "8x8"), row("b", "9x9")]
    }

    #[test]
    fn selected_rows_are_shown() {
        let expected = r"before
<!-- bench:heap -->
| what | size | figure | ratio |
|---|--:|--:|--:|
| `code` | 10 | 1.00 s ↓ | 2.00× |
| 8 by 8 | 8x8 | 1.00 s ↓ | – |

`cargo xtask bench heap` on CPU.
<!-- /bench:heap -->
after
";
        let page = update(EMPTY, SELECTED, &rows()).expect("valid");
        assert_eq!(page, expected);
        assert_eq!(update(&page, SELECTED, &rows()).expect("valid"), page);
    }

    #[test]
    fn programs_and_machines_are_listed_once() {
        let [first, second, mut third] = rows();
        third.program = "q/rows".into();
        third.machine = "other".into();
        let text = table(&[("a", &first), ("b", &second), ("c", &third)]);
        assert!(
            text.ends_with("\n`cargo xtask bench heap rows` on CPU; other.\n"),
            "{text}"
        );
    }

    #[test]
    fn entries_and_areas_must_fit() {
        for (page, selection, expected) in [
            (EMPTY, SELECTED.replace("\"a\"", "\"z\""), "a row of"),
            (EMPTY, SELECTED.replace(", \"8x8\"", ""), "add the size"),
            (
                EMPTY,
                SELECTED.replace(", \"t\", \"a\"", ""),
                "expected [name",
            ),
            (EMPTY, SELECTED.replace("heap", "rows"), "no area `heap`"),
            ("", SELECTED.to_owned(), "write the lines"),
            (EMPTY, "heap = 1".to_owned(), "xtask/benchmarks.toml: "),
        ] {
            let error = update(page, &selection, &rows()).expect_err("must be rejected");
            assert!(error.contains(expected), "{error}");
        }
    }
}
