//! How the value of a part is read.

use dashu_int::IBig;
use whowins_analysis::program::{Holding, Notation, subset};

/// The arrays that a value gives to parts of the term, or why it is none.
type Read = Result<Vec<(usize, Vec<IBig>)>, String>;

/// Reads the value of a part.
pub(super) fn read(holding: &Holding, text: &str) -> Read {
    let text = text.trim();
    let array = match &holding.notation {
        Notation::Number { words } => vec![number(text, words)?],
        Notation::Numbers {
            length, columns, ..
        } => numbers(text, *length, *columns)?,
        Notation::Cells {
            symbols,
            is_board,
            size,
            columns,
        } => return cells(holding.part, text, symbols, (*is_board, *size, *columns)),
        Notation::Nodes { symbols, nodes } => {
            let cells = row(text, symbols)?;
            length_is(cells.len(), Some(nodes.len()))?;
            cells
        }
        Notation::Subset { members } => subset(text, members)
            .map_err(|piece| format!("`{}` can be no member", whowins_analysis::shorten(&piece)))?,
        Notation::Tokens {
            places,
            count,
            alike,
        } => tokens(text, places, *count, *alike)?,
    };
    Ok(vec![(holding.part, array)])
}

fn length_is(found: usize, wanted: Option<usize>) -> Result<(), String> {
    match wanted {
        Some(wanted) if wanted != found => {
            Err(format!("here are {found} places, and {wanted} are meant"))
        }
        _ => Ok(()),
    }
}

fn number(text: &str, words: &[String]) -> Result<IBig, String> {
    let text = text.trim();
    if let Some(at) = words.iter().position(|word| word == text) {
        return Ok(at.into());
    }
    if text.contains(',') {
        return Err(format!(
            "`{}` are several numbers",
            whowins_analysis::shorten(text)
        ));
    }
    text.parse()
        .map_err(|_| format!("`{}` isn't a number", whowins_analysis::shorten(text)))
}

/// What stands inside brackets, if it does.
fn inside(text: &str, open: char, close: char) -> &str {
    let inner = text
        .strip_prefix(open)
        .and_then(|text| text.strip_suffix(close));
    inner.unwrap_or(text).trim()
}

fn numbers(text: &str, length: Option<usize>, columns: Option<usize>) -> Result<Vec<IBig>, String> {
    let mut all = Vec::new();
    let text = inside(text, '(', ')');
    if text.is_empty() && length.is_none() {
        return Ok(all);
    }
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() > 1 && columns.is_none() {
        return Err("these numbers have no rows".into());
    }
    for row in rows {
        let before = all.len();
        for one in pieces(row) {
            all.push(number(one, &[])?);
        }
        length_is(all.len() - before, columns)?;
    }
    length_is(all.len(), length)?;
    Ok(all)
}

/// Numbers with commas between, or with blanks.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    match text.contains(',') {
        true => text.split(',').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    }
}

fn row(text: &str, symbols: &[char]) -> Result<Vec<IBig>, String> {
    let cell = |symbol: char| {
        let found = symbols.iter().position(|one| *one == symbol);
        found.map(IBig::from).ok_or_else(|| {
            let known: Vec<String> = symbols.iter().map(char::to_string).collect();
            format!(
                "`{symbol}` isn't a symbol here; there are {}",
                known.join(" ")
            )
        })
    };
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(cell)
        .collect()
}

fn cells(
    part: usize,
    text: &str,
    symbols: &[char],
    (is_board, size, columns_part): (bool, Option<(usize, usize)>, Option<usize>),
) -> Read {
    let rows: Vec<Vec<IBig>> = text
        .split('/')
        .map(|line| row(line, symbols))
        .collect::<Result<_, _>>()?;
    let columns = rows.first().map_or(0, Vec::len);
    if !is_board && rows.len() > 1 {
        return Err("a row has no `/`".into());
    }
    if rows.iter().any(|row| row.len() != columns) {
        return Err("all rows of a board are equally long".into());
    }
    if is_board && columns == 0 {
        return Err("this board has no cell".into());
    }
    if let Some(size) = size.filter(|size| *size != (rows.len(), columns)) {
        return Err(format!(
            "this has {} x {columns} cells, and {} x {} are meant",
            rows.len(),
            size.0,
            size.1
        ));
    }
    let mut all: Vec<(usize, Vec<IBig>)> = Vec::new();
    all.extend(columns_part.map(|at| (at, vec![columns.into()])));
    all.push((part, rows.concat()));
    Ok(all)
}

fn tokens(text: &str, places: &[String], count: usize, alike: bool) -> Result<Vec<IBig>, String> {
    let place = |name: &str| {
        let found = places.iter().position(|place| place == name);
        found
            .map(IBig::from)
            .ok_or_else(|| format!("there is no place `{}`", whowins_analysis::shorten(name)))
    };
    let mut array: Vec<IBig> = text
        .split_whitespace()
        .map(place)
        .collect::<Result<_, _>>()?;
    length_is(array.len(), Some(count))?;
    if alike {
        array.sort_unstable();
    }
    Ok(array)
}

/// How a value of a part is written.
pub(super) fn shape(holding: &Holding) -> String {
    match &holding.notation {
        Notation::Number { words } if words.is_empty() => "write a number, such as 3".into(),
        Notation::Number { words } => format!("write one of {}", words.join(", ")),
        Notation::Numbers {
            length: Some(length),
            columns: None,
            ..
        } => format!("write {length} numbers, such as 3,4,5"),
        Notation::Numbers { columns: None, .. } => "write numbers, such as 3,4,5".into(),
        Notation::Numbers { .. } => "write rows with `/` between, such as 0,1/1,0".into(),
        Notation::Cells {
            symbols,
            is_board,
            size,
            ..
        } => {
            let (first, last) = ends(symbols);
            match (is_board, size) {
                (true, Some((rows, columns))) => {
                    format!("write {rows} rows of {columns} symbols with `/` between")
                }
                (false, Some((_, columns))) => format!("write {columns} symbols"),
                (true, None) => {
                    format!("write rows with `/` between, such as {first}{last}/{last}{first}")
                }
                (false, None) => {
                    format!("write a symbol for each cell, such as {first}{last}{first}")
                }
            }
        }
        Notation::Nodes { symbols, nodes } => {
            let (first, last) = ends(symbols);
            let count = nodes.len();
            format!("write a symbol for each of the {count} nodes, such as {first}{last}")
        }
        Notation::Subset { members } => match members.as_slice() {
            [] => "write: {}".into(),
            [one] => format!("write {{}}, or {{{one}}}"),
            [one, two, ..] => {
                let example = whowins_analysis::program::set_of(&[one, two]);
                format!("write its members, such as {example}, or: all")
            }
        },
        Notation::Tokens { places, count, .. } => match (places.as_slice(), count) {
            ([one, ..], 1) => format!("write a place, such as {one}"),
            ([one, two, ..], count) => format!("write {count} places, such as {one} {two}"),
            _ => format!("write {count} places"),
        },
    }
}

fn ends(symbols: &[char]) -> (char, char) {
    let first = symbols.first().copied().unwrap_or('.');
    (first, symbols.last().copied().unwrap_or('x'))
}
