//! Test sets as files: a DOMjudge problem package, and the same tests in Polygon's naming.

use std::fmt::Write as _;

use whowins::contest::{Bound, Format, Kind, Term, Times};

use super::{Fate, TestSet};

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path inside the folder, separated by `/`.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

fn file(name: impl Into<String>, text: impl Into<Vec<u8>>) -> File {
    File {
        name: name.into(),
        bytes: text.into(),
    }
}

/// Returns the files of a test set.
///
/// - For DOMjudge: `data/sample` and `data/secret` with `.in` and `.ans`, `domjudge-problem.ini`,
///   `problem.yaml` and `input_validators/`.
/// - For Polygon: `tests/` with `01`, `01.a` and `generators.txt`.
/// - `report.txt` lists the wrong solutions and which of them are caught.
pub fn files(set: &TestSet) -> Vec<File> {
    let format = &set.format;
    let mut all = Vec::new();
    let seconds = format.allowed.time.unwrap_or(2000) as f64 / 1000.0;
    let title = format.title.replace('\'', "");
    all.push(file(
        "domjudge-problem.ini",
        format!("name='{title}'\ntimelimit='{seconds}'\n"),
    ));
    let mut yaml = format!("name: {}\n", quoted(&format.title));
    if !format.from.is_empty() {
        let _ = writeln!(yaml, "source: {}", quoted(&format.from));
    }
    let memory = format.allowed.memory.unwrap_or(512 << 20) >> 20;
    let _ = write!(yaml, "validation: default\nlimits:\n  memory: {memory}\n");
    all.push(file("problem.yaml", yaml));
    let mut made =
        String::from("# number, group, how it was made, questions, won by the player to move\n");
    for (at, test) in set.tests.iter().enumerate() {
        let number = at + 1;
        let folder = if at == 0 { "sample" } else { "secret" };
        let name = format!("data/{folder}/{number:03}-{}", test.group.name());
        all.push(file(format!("{name}.in"), test.input.clone()));
        all.push(file(format!("{name}.ans"), test.answer.clone()));
        all.push(file(format!("tests/{number:02}"), test.input.clone()));
        all.push(file(format!("tests/{number:02}.a"), test.answer.clone()));
        let _ = writeln!(
            made,
            "{number}\t{}\t{}\t{}\t{}",
            test.group.name(),
            test.made,
            test.questions,
            test.won
        );
    }
    all.push(file("generators.txt", made));
    all.push(file("input_validators/validate.py", validator(format)));
    all.push(file("report.txt", report(set)));
    all
}

/// Returns a text in YAML syntax.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a count with the singular or plural of a noun.
fn counted(many: usize, name: &str) -> String {
    format!("{many} {name}{}", if many == 1 { "" } else { "s" })
}

pub(super) fn report(set: &TestSet) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: tests, and the wrong solutions that they catch",
        set.format.title
    );
    let questions: usize = set.tests.iter().map(|test| test.questions).sum();
    let won: usize = set.tests.iter().map(|test| test.won).sum();
    let _ = writeln!(
        out,
        "{}, {}, {won} of them won by the player to move",
        counted(set.tests.len(), "test"),
        counted(questions, "question")
    );
    if let Some(size) = set.up_to {
        let _ = writeln!(out, "all questions up to size {size}, {}", set.order);
    }
    if let Some(stopped) = &set.stopped {
        let _ = writeln!(out, "{stopped}; allow more with --time");
    }
    let count = |is_it: fn(&Fate) -> bool| {
        let fates = set.mutants.iter().map(|one| &one.fate);
        fates.filter(|fate| is_it(fate)).count()
    };
    let killed = count(|fate| matches!(fate, Fate::Killed { .. }));
    // A solution that isn't known to be wrong doesn't count.
    let missed = count(|fate| matches!(fate, Fate::TooSmall { .. }));
    let _ = writeln!(
        out,
        "{killed} of {} wrong solutions are caught",
        killed + missed
    );
    for one in &set.mutants {
        let fate = match &one.fate {
            Fate::Killed { test, position } => format!("caught by test {test} at {position}"),
            Fate::Equivalent(why) => format!("no wrong solution: {why}"),
            Fate::TooSmall { why: which, .. } => {
                format!("NOT CAUGHT: the tests or the limits are too small; {which}")
            }
            Fate::NotTold(why) => format!("may be right: {why}"),
        };
        let _ = writeln!(out, "  {}: {fate}", one.what);
    }
    out
}

/// Returns a bound as a Python expression of the validator.
fn bound(format: &Format, bound: &Bound) -> String {
    let mut text = bound.constant.to_string();
    for (adds, term) in &bound.terms {
        let name = |field: usize| format!("v[{:?}]", format.fields[field].name);
        let term = match term {
            Term::Value(field) => name(*field),
            Term::Length(field) => format!("len({})", name(*field)),
        };
        let _ = write!(text, " {} {term}", if *adds { "+" } else { "-" });
    }
    text
}

/// Returns a validator: a Python program that exits with 42 if an input matches the format, and
/// else with 43.
fn validator(format: &Format) -> String {
    let mut out = String::from(
        "import sys\nlines = sys.stdin.buffer.read().decode('ascii', 'replace').split('\\n')\nv = {}\nat = 0\n\n\
         def fail(why):\n    print(f'line {at}: {why}', file=sys.stderr)\n    sys.exit(43)\n\n\
         def line():\n    global at\n    if at >= len(lines) - 1 and (at >= len(lines) or not lines[at]):\n        fail('the input ends too early')\n    at += 1\n    return lines[at - 1]\n\n\
         def number(text, least, most):\n    if not (text.isascii() and text.isdigit()) or text != str(int(text)):\n        fail(f'{text!r} is no number')\n    n = int(text)\n    \
         if n < least or most is not None and n > most:\n        fail(f'{n} is not within {least} and {most}')\n    return n\n\n\
         def text(own, symbols, least, most):\n    if any(c not in symbols for c in own):\n        fail(f'{own!r} has other symbols than {symbols}')\n    \
         if len(own) < least or most is not None and len(own) > most:\n        fail(f'{own!r} is not as long as it may be')\n    return own\n\n",
    );
    for at in 0..format.sums.len() {
        let _ = writeln!(out, "sum{at} = 0");
    }
    level(format, 0, 0, &mut out);
    for (at, sum) in format.sums.iter().enumerate() {
        let _ = writeln!(
            out,
            "if sum{at} > {}:\n    fail('a sum is more than {}')",
            sum.most, sum.most
        );
    }
    out.push_str("if lines[at:] not in ([], ['']):\n    fail('something stands after the end')\nsys.exit(42)\n");
    out
}

fn level(format: &Format, level_: usize, depth: usize, out: &mut String) {
    let pad = " ".repeat(4 * depth);
    for line in &format.levels[level_].lines {
        let alone = line.len() == 1;
        if !alone {
            let _ = writeln!(
                out,
                "{pad}words = line().split(' ')\n{pad}if len(words) != {}:\n{pad}    fail('a line has {} fields')",
                line.len(),
                line.len()
            );
        }
        for (place, field) in line.iter().enumerate() {
            let own = &format.fields[*field];
            let word = if alone {
                "line()".to_string()
            } else {
                format!("words[{place}]")
            };
            let text = |symbols: &[u8]| format!("{:?}", String::from_utf8_lossy(symbols));
            let most = |most: &Option<Bound>| {
                most.as_ref()
                    .map_or_else(|| "None".to_string(), |most| bound(format, most))
            };
            let read = match &own.kind {
                Kind::Number(least, largest) => format!(
                    "number({word}, {}, {})",
                    bound(format, least),
                    most(largest)
                ),
                Kind::Text(symbols, least, largest) => format!(
                    "text({word}, {}, {}, {})",
                    text(symbols),
                    bound(format, least),
                    most(largest)
                ),
                Kind::Rows {
                    count,
                    symbols,
                    length,
                    ..
                } => {
                    let (count, length) = (bound(format, count), bound(format, length));
                    format!(
                        "[text(line(), {}, {length}, {length}) for _ in range({count})]",
                        text(symbols)
                    )
                }
                Kind::Numbers(_, least, largest) => {
                    format!(
                        "[number(own, {}, {}) for own in {word}.split()]",
                        bound(format, least),
                        bound(format, largest)
                    )
                }
                Kind::Position => word,
            };
            let _ = writeln!(out, "{pad}v[{:?}] = {read}", own.name);
            if let Kind::Rows { once, .. } = &own.kind {
                for symbol in once {
                    let symbol = char::from(*symbol);
                    let _ = writeln!(
                        out,
                        "{pad}if ''.join(v[{:?}]).count({symbol:?}) != 1:\n{pad}    fail('{symbol} must be in one place')",
                        own.name
                    );
                }
            }
            for (at, sum) in format
                .sums
                .iter()
                .enumerate()
                .filter(|(_, sum)| sum.of.field() == *field)
            {
                let value = bound(
                    format,
                    &Bound {
                        constant: 0,
                        terms: vec![(true, sum.of)],
                    },
                );
                let _ = writeln!(out, "{pad}sum{at} += {value}");
            }
        }
    }
    let Some(next) = format.levels.get(level_ + 1) else {
        return;
    };
    let _ = match next.times {
        Times::Counted(field) => writeln!(
            out,
            "{pad}for _ in range(v[{:?}]):",
            format.fields[field].name
        ),
        Times::ToTheEnd => writeln!(out, "{pad}while lines[at:] not in ([], ['']):"),
        Times::Once => writeln!(out, "{pad}if True:"),
    };
    level(format, level_ + 1, depth + 1, out);
}

impl TestSet {
    /// Returns the report as text.
    pub fn report(&self) -> String {
        report(self)
    }
}
