//! The laws of all shipped games: `docs/laws/shipped.md`, and that what it says is still found.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whowins_engine::Limits;
use whowins_law::{Finding, Report, Says, find};
use whowins_rules::{Games, Parameters, Rules};

/// The text above the table.
const HEAD: &str = "# The shipped games, one by one

This table has the result of `whowins law GAME` for each game of `games/`, with its default
parameters, on one thread. A search may take SECONDS seconds; most rows were made with three.

- *Proved* lists the kinds of law that the verifier accepted. A *strategy* (`ranked`) is about the
  start of the rules only.
- The third column has the law in one line. If no law was found, it has the reason of each search,
  or why no kind of law takes the game.
- *Seconds* is the time of search and check.

To write the table again, run
`WHOWINS_WRITE=SECONDS cargo test --locked -p whowins-law --test law -- --ignored the_shipped_games`.
With `WHOWINS_GAMES=NAME,NAME`, only these rows are computed. Without `WHOWINS_WRITE`, the same test
checks the proved rows. It runs nightly.

| game | proved | law or reason | seconds |
|---|---|---|---|
";

/// The links below the table.
const FOOT: &str = "
Next: [The certificate](certificate.md). Reference: [Laws](../laws.md).
";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All shipped games, by their names.
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

/// Cut, and without what ends a cell of the table.
fn cell(text: &str) -> String {
    let line = text.replace('\n', " ").replace('|', "\\|");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

/// What was looked for in vain; else why no kind that speaks of such positions takes the game.
fn in_vain(report: &Report) -> String {
    let mut told = Vec::new();
    for tried in &report.tried {
        let what = match &tried.finding {
            Finding::Nothing(why) => why.clone(),
            Finding::Apart(apart) => format!("an automaton has {} states or more", apart.states()),
            Finding::Observed { pattern, .. } => format!("seen, not proved: {pattern}"),
            Finding::Stopped(_) => "the time ran out".into(),
            Finding::Law(..) | Finding::Foreign(_) => continue,
        };
        told.push(format!("`{}`: {}", tried.kind, cell(&what)));
    }
    if told.is_empty() {
        let other = |kind: &str| {
            let of = report.tried.iter().find(|tried| tried.kind == kind);
            match of.map(|tried| &tried.finding) {
                Some(Finding::Foreign(why)) => Some(why.clone()),
                _ => None,
            }
        };
        let numbers = other("first-order").filter(|why| !why.contains("not made of numbers"));
        let why = numbers
            .or_else(|| other("functional").filter(|why| !why.contains("no rows or boards")));
        told.push(cell(&why.unwrap_or_else(|| {
            "positions are neither numbers nor boards without goals; the rules name no start".into()
        })));
    }
    told.join("; ")
}

fn row(name: &str, report: Option<&Report>, took: Duration) -> String {
    let Some(report) = report else {
        return format!(
            "| `{name}` | - | a parameter has no value | {:.1} |\n",
            took.as_secs_f64()
        );
    };
    let kinds: Vec<String> = kinds(report)
        .iter()
        .map(|kind| format!("`{kind}`"))
        .collect();
    let line = report
        .cards
        .iter()
        .find_map(|card| card.explanation.formula.as_deref());
    let told = match (kinds.is_empty(), line) {
        (true, _) => in_vain(report),
        (false, Some(line)) => cell(line),
        (false, None) => "-".into(),
    };
    let kinds = if kinds.is_empty() {
        "-".into()
    } else {
        kinds.join(", ")
    };
    format!(
        "| `{name}` | {kinds} | {told} | {:.1} |\n",
        took.as_secs_f64()
    )
}

/// Whether a line of the table is of this game.
fn starts(line: &str, name: &str) -> bool {
    line.starts_with(&format!("| `{name}` | "))
}

/// The kinds of law that the table has for each game.
fn told(table: &str) -> BTreeMap<String, Vec<String>> {
    let rows = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let of = |rest: &str| {
        let cell = rest.split(" | ").next().unwrap_or_default();
        let kinds = cell
            .split(", ")
            .filter_map(|kind| kind.strip_prefix('`')?.strip_suffix('`'));
        kinds.map(str::to_string).collect()
    };
    rows.map(|(name, rest)| (name.to_string(), of(rest)))
        .collect()
}

#[test]
#[ignore = "a search for a law of every shipped game, up to half an hour"]
fn the_shipped_games_have_the_laws_of_the_table() {
    let (games, page) = (Shipped::new(), folder().join("docs/laws/shipped.md"));
    let write = std::env::var("WHOWINS_WRITE").ok();
    if let Some(seconds) = &write {
        let within = seconds
            .parse()
            .expect("WHOWINS_WRITE is a number of seconds");
        let before = fs::read_to_string(&page).unwrap_or_default();
        let asked = std::env::var("WHOWINS_GAMES").ok();
        let mut rows = String::new();
        for (name, text) in &games.0 {
            let old = before.lines().find(|line| starts(line, name));
            let is_asked = |asked: &String| asked.split(',').any(|one| one == name);
            if let (Some(old), false) = (old, asked.as_ref().is_none_or(is_asked)) {
                let _ = writeln!(rows, "{old}");
                continue;
            }
            let began = Instant::now();
            let report = report(&games, name, text, within);
            let row = row(name, report.as_ref(), began.elapsed());
            print!("{row}");
            rows += &row;
        }
        let proved = told(&rows);
        let is_law = |name: &str| {
            let kinds = &proved[name];
            !kinds.is_empty() && kinds != &["ranked"]
        };
        let laws = proved.keys().filter(|name| is_law(name)).count();
        let all = proved.values().filter(|kinds| !kinds.is_empty()).count();
        let lines = proved.keys().filter(|name| {
            let row = rows.lines().find(|line| starts(line, name));
            is_law(name) && row.is_some_and(|row| row.split(" | ").nth(2) != Some("-"))
        });
        let mut text = HEAD.replacen("SECONDS", seconds, 1) + &rows;
        let _ = write!(
            text,
            "\n{all} of {} games have a proved result: {laws} a law of all positions (in one line for {}), and {} a strategy from the start.\n{FOOT}",
            games.0.len(),
            lines.count(),
            all - laws
        );
        fs::write(&page, text).expect("the page is written");
        return;
    }
    let table = told(&fs::read_to_string(&page).expect("docs/laws/shipped.md"));
    let mut lost = Vec::new();
    for (name, text) in &games.0 {
        let Some(wanted) = table.get(name) else {
            lost.push(format!("{name} is not in the table"));
            continue;
        };
        if wanted.is_empty() {
            continue;
        }
        let found = report(&games, name, text, 120)
            .map(|report| kinds(&report))
            .unwrap_or_default();
        let missing: Vec<&String> = wanted
            .iter()
            .filter(|kind| !found.contains(&kind.as_str()))
            .collect();
        if !missing.is_empty() {
            lost.push(format!("{name}: no law of kind {missing:?}, but {found:?}"));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// That every shipped game stands in the table, and nothing else.
#[test]
fn every_shipped_game_is_in_the_table() {
    let page =
        fs::read_to_string(folder().join("docs/laws/shipped.md")).expect("docs/laws/shipped.md");
    let table: Vec<String> = told(&page).into_keys().collect();
    let games: Vec<String> = Shipped::new().0.into_keys().collect();
    assert_eq!(
        table, games,
        "the table is written again by the command that it names"
    );
}
