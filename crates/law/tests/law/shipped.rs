//! Tests the laws of all shipped games against `crates/whowins/catalogue.tsv`.
//!
//! `WHOWINS_WRITE=SECONDS cargo test --locked --workspace --test law -- --ignored
//! the_shipped_games` writes the columns of laws, with a search of at most SECONDS per game on one
//! thread. With `WHOWINS_GAMES=NAME,NAME`, only these rows are computed. `docs/games.md` is written
//! from the file by a test of `whowins`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whowins_engine::Limits;
use whowins_law::{Report, Says, find};
use whowins_rules::{Games, Parameters, Rules};

/// The header line of the file. The last column is measured by a test of `whowins`.
const HEADER: [&str; 5] = ["game", "laws", "formula", "seconds", "share"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn catalogue() -> PathBuf {
    folder().join("crates/whowins/catalogue.tsv")
}

/// The shipped games by name.
struct Shipped(BTreeMap<String, String>);

impl Shipped {
    fn new() -> Self {
        let mut all = BTreeMap::new();
        for group in ["seeds", "classic", "library"] {
            let files = fs::read_dir(folder().join("games").join(group)).expect("shipped games");
            for file in files.flatten() {
                let path = file.path();
                let name = path.file_stem().and_then(|name| name.to_str());
                let text = fs::read_to_string(&path).expect("a text");
                if path.extension().is_some_and(|end| end == "game") {
                    all.insert(name.expect("a name").to_string(), text);
                }
            }
        }
        Self(all)
    }
}

impl Games for Shipped {
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

fn report(games: &Shipped, name: &str, text: &str, seconds: u64) -> Option<Report> {
    let rules = Rules::parse_with(name, text, games)
        .unwrap_or_else(|faults| panic!("{}", faults.render(false)));
    let limits = Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(seconds));
    find(&rules, &Parameters::new(), None, &limits, &Says::ALL).ok()
}

fn kinds(report: &Report) -> Vec<&'static str> {
    report.cards.iter().map(|card| card.kind).collect()
}

/// The cells of a row after the name.
type Row = [String; 4];

/// Returns the rows of the file by name.
fn rows() -> BTreeMap<String, Row> {
    let text = fs::read_to_string(catalogue()).expect("catalogue.tsv");
    let rows = text.lines().skip(1).map(|line| {
        let mut cells = line.split('\t').map(str::to_owned);
        let name = cells.next().expect("a name");
        let row: Vec<String> = cells.collect();
        (name, row.try_into().expect("four cells"))
    });
    rows.collect()
}

/// Returns the kinds of law in a row.
fn laws(row: &Row) -> Vec<&str> {
    row[0].split(", ").filter(|kind| *kind != "-").collect()
}

/// Returns a new row. Only the share of the old row is copied.
fn row(report: Option<&Report>, took: Duration, old: Option<&Row>) -> Row {
    let laws = report.map(kinds).unwrap_or_default().join(", ");
    let cards = report.iter().flat_map(|report| &report.cards);
    let formula = cards
        .filter_map(|card| card.explanation.formula.clone())
        .next();
    let share = old.map(|old| old[3].clone());
    [
        Some(laws),
        formula,
        Some(format!("{:.1}", took.as_secs_f64())),
        share,
    ]
    .map(|cell| {
        let cell = cell.filter(|cell| !cell.is_empty());
        cell.map_or("-".into(), |cell| cell.replace(['\n', '\t'], " "))
    })
}

/// Searches for the laws of all games or of those in `WHOWINS_GAMES`, and writes the file.
fn write(seconds: u64) {
    let (games, mut rows) = (Shipped::new(), rows());
    let only = std::env::var("WHOWINS_GAMES").ok();
    rows.retain(|name, _| games.0.contains_key(name));
    for (name, text) in &games.0 {
        let is_only = |only: &String| only.split(',').any(|one| one == name);
        if rows.contains_key(name) && !only.as_ref().is_none_or(is_only) {
            continue;
        }
        let began = Instant::now();
        let report = report(&games, name, text, seconds);
        let row = row(report.as_ref(), began.elapsed(), rows.get(name));
        println!("{name}\t{}", row.join("\t"));
        rows.insert(name.clone(), row);
    }
    let mut text = HEADER.join("\t") + "\n";
    for (name, row) in rows {
        text += &format!("{name}\t{}\n", row.join("\t"));
    }
    fs::write(catalogue(), text).expect("catalogue.tsv is written");
}

#[test]
#[ignore = "a search for a law of every shipped game, up to half an hour"]
fn the_shipped_games_have_the_laws_of_the_catalogue() {
    if let Ok(seconds) = std::env::var("WHOWINS_WRITE") {
        return write(
            seconds
                .parse()
                .expect("WHOWINS_WRITE is a number of seconds"),
        );
    }
    let (games, rows) = (Shipped::new(), rows());
    let mut lost = Vec::new();
    for (name, text) in &games.0 {
        let expected = laws(&rows[name]);
        if expected.is_empty() {
            continue;
        }
        let found = report(&games, name, text, 120)
            .map(|report| kinds(&report))
            .unwrap_or_default();
        let missing: Vec<&&str> = expected
            .iter()
            .filter(|kind| !found.contains(kind))
            .collect();
        if !missing.is_empty() {
            lost.push(format!("{name}: no law of kind {missing:?}, but {found:?}"));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Tests that the file has a row for each shipped game and no others, with known kinds of law.
#[test]
fn every_shipped_game_is_in_the_catalogue() {
    let games: Vec<String> = Shipped::new().0.into_keys().collect();
    let rows = rows();
    assert_eq!(rows.keys().cloned().collect::<Vec<_>>(), games);
    let known = whowins_law::kinds();
    for (name, row) in &rows {
        for kind in laws(row) {
            assert!(known.contains(&kind), "{name}: {kind}");
        }
    }
}
