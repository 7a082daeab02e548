//! The rules of proof, as `docs/laws.md` has them in a table: which modules of `crates/verify` and
//! which files of `proofs/` each is made of, in how many lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::root;

const DOCUMENT: &str = "docs/laws.md";
const BEGIN: &str = "<!-- rules of proof -->";
const END: &str = "<!-- end -->";

/// Lines of the table may be so many in a hundred, and a few more, away from those that are
/// counted.
const OFF: usize = 5;

/// A row of the table: its cells, by column.
struct Row {
    cells: Vec<String>,
}

const RULE: usize = 0;
const THEOREMS: usize = 1;
const MODULES: usize = 2;
const RUST: usize = 3;
const FILES: usize = 4;
const COQ: usize = 5;
const KINDS: usize = 6;

impl Row {
    fn of(line: &str) -> Self {
        let line = line.trim().trim_matches('|');
        Self {
            cells: line.split('|').map(|cell| cell.trim().to_owned()).collect(),
        }
    }

    /// What stands between backquotes in a column.
    fn names(&self, column: usize) -> Vec<&str> {
        self.cells[column].split('`').skip(1).step_by(2).collect()
    }

    fn lines(&self, column: usize) -> usize {
        let digits = self.cells[column].replace(',', "");
        digits
            .parse()
            .unwrap_or_else(|_| panic!("{}: lines", self.cells[RULE]))
    }
}

/// All Rust files of a file or folder.
fn sources(path: &Path) -> Vec<PathBuf> {
    match path.is_dir() {
        false => vec![path.to_owned()],
        true => {
            let entries = fs::read_dir(path).expect("a folder");
            entries
                .flat_map(|entry| sources(&entry.expect("an entry").path()))
                .collect()
        }
    }
}

/// Lines without blanks and comments; those of Coq may go over several.
fn code(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_else(|_| panic!("{}", path.display()));
    let is_coq = path.extension().is_some_and(|end| end == "v");
    let mut depth = 0i32;
    let counts = |line: &&str| {
        let line = line.trim();
        if !is_coq {
            return !line.is_empty() && !line.starts_with("//");
        }
        let before = depth;
        depth += i32::try_from(line.matches("(*").count()).unwrap_or(0);
        depth -= i32::try_from(line.matches("*)").count()).unwrap_or(0);
        !line.is_empty() && before == 0 && !line.starts_with("(*")
    };
    text.lines().filter(counts).count()
}

fn table(text: &str) -> Vec<Row> {
    let start = text.find(BEGIN).expect("the table begins") + BEGIN.len();
    let end = start + text[start..].find(END).expect("the table ends");
    let lines = text[start..end]
        .lines()
        .filter(|line| line.starts_with('|'));
    lines.skip(2).map(Row::of).collect()
}

/// The kinds of law that certificates know, as they write them.
fn kinds() -> BTreeSet<String> {
    let path = root()
        .expect("the root")
        .join("crates/verify/src/certificate.rs");
    let text = fs::read_to_string(path).expect("the certificate");
    let start = text.find("pub enum Law {").expect("the kinds");
    let body = &text[start..start + text[start..].find("\n}").expect("their end")];
    let names = body
        .lines()
        .skip(1)
        .map(str::trim)
        .filter(|line| !line.starts_with("//"));
    let name = |line: &str| {
        let mut kind = String::new();
        for letter in line.chars().take_while(|letter| *letter != '(') {
            if letter.is_uppercase() && !kind.is_empty() {
                kind.push('-');
            }
            kind.extend(letter.to_lowercase());
        }
        kind
    };
    names.map(name).collect()
}

/// That each name is there once, and no other.
fn once<'a>(what: &str, stated: impl Iterator<Item = &'a str>, all: &BTreeSet<String>) {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    stated.for_each(|name| *times.entry(name).or_default() += 1);
    let names: BTreeSet<String> = times.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(names, *all, "{what}");
    let twice: Vec<_> = times.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "{what}: {twice:?}");
}

#[test]
fn the_rules_of_proof_are_those_of_the_book() {
    let path = root().expect("the root").join(DOCUMENT);
    let mut text = fs::read_to_string(&path).expect("the chapter");
    let rows = table(&text);
    assert!(rows.len() > 8);

    let source = root().expect("the root").join("crates/verify/src");
    let of_row = |row: &Row| -> Vec<PathBuf> {
        let modules = row.names(MODULES).into_iter();
        modules
            .flat_map(|module| sources(&source.join(module)))
            .collect()
    };
    let relative = |path: &PathBuf| {
        path.strip_prefix(&source)
            .expect("a module")
            .display()
            .to_string()
    };
    let stated: Vec<String> = rows
        .iter()
        .flat_map(of_row)
        .map(|path| relative(&path))
        .collect();
    let all = sources(&source).iter().map(relative).collect();
    once("modules", stated.iter().map(String::as_str), &all);

    once(
        "kinds",
        rows.iter().flat_map(|row| row.names(KINDS)),
        &kinds(),
    );

    let proofs = root().expect("the root").join("proofs");
    let order = fs::read_to_string(proofs.join("order.txt")).expect("the order of building");
    let all = order
        .split_whitespace()
        .map(|name| format!("{name}.v"))
        .collect();
    once(
        "files of Coq",
        rows.iter().flat_map(|row| row.names(FILES)),
        &all,
    );

    for row in &rows {
        let files: Vec<PathBuf> = row
            .names(FILES)
            .iter()
            .map(|file| proofs.join(file))
            .collect();
        for theorem in row.names(THEOREMS) {
            let states = |path: &PathBuf| {
                let text = fs::read_to_string(path).expect("a theory");
                let mut stated = text.split_whitespace().zip(text.split_whitespace().skip(1));
                stated.any(|(word, name)| word == "Theorem" && name == theorem)
            };
            assert!(
                files.iter().any(states),
                "{theorem} is in no file of its rule"
            );
        }
        for (column, paths) in [(RUST, of_row(row)), (COQ, files)] {
            let counted: usize = paths.iter().map(|path| code(path)).sum();
            if std::env::var_os("WHOWINS_WRITE").is_some() {
                let line = text
                    .lines()
                    .find(|line| line.starts_with(&format!("| {} |", row.cells[RULE])));
                let line = line.expect("the row").to_owned();
                let mut cells = Row::of(&line).cells;
                cells[column] = thousands(counted);
                text = text.replace(&line, &format!("| {} |", cells.join(" | ")));
            } else {
                let (stated, off) = (row.lines(column), counted * OFF / 100 + 20);
                assert!(
                    stated.abs_diff(counted) <= off,
                    "{}: the table states {stated} lines, but there are {counted}",
                    row.cells[RULE]
                );
            }
        }
    }
    if std::env::var_os("WHOWINS_WRITE").is_some() {
        fs::write(path, text).expect("the chapter is written");
    }
}

fn thousands(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

#[test]
fn code_is_neither_blank_nor_comment() {
    let folder = std::env::temp_dir().join(format!("whowins-code-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (rust, coq) = (folder.join("a.rs"), folder.join("a.v"));
    fs::write(&rust, "//! One.\n\nfn a() {\n    // Two.\n}\n").expect("a file");
    fs::write(
        &coq,
        "(** One\n    two *)\nLemma a : True. (* three *)\n\nProof. exact I. Qed.\n",
    )
    .expect("a file");
    assert_eq!([code(&rust), code(&coq)], [2, 2]);
    fs::remove_dir_all(folder).expect("it goes");
}
