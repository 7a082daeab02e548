//! Tests the data of shipped games in `catalogue.tsv`, and the table of `docs/games.md`.
//!
//! `WHOWINS_WRITE=1 cargo test --locked --workspace --test whowins -- --ignored the_shares`
//! measures how often a random move keeps a win, and writes the last column of the data.
//! `WHOWINS_GAMES=NAME,NAME` measures only these games. The other columns are written by the test
//! `the_shipped_games` of `whowins-law`. Afterwards, `WHOWINS_WRITE=1 cargo test --locked
//! --workspace --test whowins the_page` writes the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use whowins::analysis::{Game, Player, Value};
use whowins::catalogue::{EASY, Entry, GROUPS, HARD, entry};
use whowins::core::random::Random;
use whowins::engine::{Engine, Limits};
use whowins::shipped::everything;
use whowins::{brings, first_position, legal_moves};

/// The text above the table.
const HEAD: &str = "# Shipped games

    $ whowins games --tag easy --tag board
    name            game             parameters
    checkers-small  Checkers, small
    dodgem          Dodgem
    ...

The program comes with the games of this table. `whowins games NAME` prints the rules of one.
`whowins games --tag TAG` and the gallery of [the laboratory](lab.md) search by tags.

- *Year* is the first year in the story of the game.
- *Law* is a short formula or the [kinds of law](laws.md) that the verifier accepted. The law
  `ranked` is a strategy from the start only.
- *Difficulty* is the average share of moves that keep a win: *easy* from EASY, *hard* below HARD.
  The average is over won positions of random play.

|game|title|year|board|law|difficulty|
|---|---|--:|---|---|---|
";

/// The links below the table.
const FOOT: &str = "
Next: [Glossary](glossary.md). Reference: [Laws](laws.md).
";

/// Maximum length of a formula in the page, in characters.
const MAX_FORMULA: usize = 60;
/// Number of random games, and maximum number of moves in each.
const WALKS: usize = 24;
const MOVES: usize = 80;
/// Number of positions to sample, and minimum number of solved ones for a measurement.
const LOOKED: usize = 60;
const DECIDED: usize = 20;
/// Time limit for each position, in seconds.
const PATIENCE: u64 = 2;
/// Number of consecutive unsolved positions after which the others are skipped.
const IN_VAIN: usize = 3;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns true if a test writes its file.
fn writes() -> bool {
    std::env::var_os("WHOWINS_WRITE").is_some()
}

fn entries() -> Vec<Entry> {
    let games = everything().into_iter();
    let entries = games.map(|game| entry(game).unwrap_or_else(|errors| panic!("{errors}")));
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort_by_key(|entry| entry.shipped.name);
    entries
}

/// Returns the distinct positions of random games, with the player to move, in order of appearance.
fn met(entry: &Entry) -> Vec<(whowins::analysis::Position, Player)> {
    let (mut random, limits) = (
        Random(1908),
        Limits::default().with_time(Duration::from_secs(60)),
    );
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    let game = &entry.game;
    let start = first_position(&entry.rules, game);
    for _ in 0..WALKS {
        let (mut at, mut player) = (start.clone(), Player::First);
        for _ in 0..MOVES {
            let Ok(moves) = legal_moves(game, &at, player, &limits) else {
                break;
            };
            if moves.is_empty() {
                break;
            }
            if moves.len() > 1 && seen.insert((game.show(&at), player)) {
                all.push((at.clone(), player));
            }
            let next = &moves[random.below(moves.len())];
            (at, player) = (next.to.clone(), next.next);
        }
    }
    // Sample evenly, not only from the beginning.
    let step = all.len().div_ceil(LOOKED).max(1);
    all.into_iter().step_by(step).collect()
}

/// Returns the share of moves that keep a win, if all moves are solved and the position is won.
fn share(game: &Game, at: &whowins::analysis::Position, player: Player) -> Result<Option<f64>, ()> {
    let limits = Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(PATIENCE));
    let mut engine = Engine::new(game.clone(), limits.clone());
    if engine.value(at, player).map_err(|_| ())? != Value::Win {
        return Ok(None);
    }
    let moves = legal_moves(game, at, player, &limits).map_err(|_| ())?;
    let mut wins = 0;
    for legal in &moves {
        let brings = brings(&mut engine, legal, player).map_err(|_| ())?;
        wins += usize::from(brings.value == Value::Win);
    }
    Ok(Some(wins as f64 / moves.len() as f64))
}

/// Measures how often a random move keeps the win. Returns `None` if too few positions are solved.
fn measured(entry: &Entry) -> Option<f64> {
    let (mut shares, mut decided, mut in_vain) = (Vec::new(), 0, 0);
    // Late positions are small and quick to solve.
    for (at, player) in met(entry).iter().rev() {
        match share(&entry.game, at, *player) {
            Ok(share) => {
                decided += 1;
                in_vain = 0;
                shares.extend(share);
            }
            Err(()) => in_vain += 1,
        }
        if in_vain == IN_VAIN {
            break;
        }
    }
    let whole = decided >= DECIDED.min(met(entry).len()) && !shares.is_empty();
    whole.then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

/// Returns the row of the page for a game.
///
/// The cells have no spaces around them, so that the page is short.
fn row(entry: &Entry) -> String {
    let formula = entry
        .formula
        .filter(|formula| formula.chars().count() <= MAX_FORMULA);
    let law = match (formula, entry.laws.as_slice()) {
        (Some(formula), _) => format!("`{formula}`"),
        (None, []) => "-".into(),
        (None, laws) => laws.join(", "),
    };
    let [board, .., difficulty] = entry.tags;
    let difficulty = if entry.kept.is_some() {
        difficulty
    } else {
        "-"
    };
    let year = entry.year.map_or("-".into(), |year| year.to_string());
    let cells = [
        entry.shipped.name,
        entry.rules.name(),
        &year,
        board,
        &law,
        difficulty,
    ];
    let cells = cells.map(|cell| cell.replace('|', "\\|"));
    format!("|{}|\n", cells.join("|"))
}

/// Returns the page.
fn page(entries: &[Entry]) -> String {
    let mut text =
        HEAD.replacen("EASY", &EASY.to_string(), 1)
            .replacen("HARD", &HARD.to_string(), 1);
    for entry in entries {
        text += &row(entry);
    }
    let count = |tag: &str| entries.iter().filter(|entry| entry.tags[3] == tag).count();
    let _ = write!(
        text,
        "\nA law of all positions is proved for {} of {} games, and a strategy from the start for \
         {}.\n{FOOT}",
        count("law"),
        entries.len(),
        count("strategy"),
    );
    text
}

/// Writes the share of each game into the last column of the data.
fn write_shares(entries: &[Entry]) {
    let only = std::env::var("WHOWINS_GAMES").ok();
    let is_only = |name: &str| match &only {
        Some(only) => only.split(',').any(|one| one == name),
        None => true,
    };
    let entries: BTreeMap<&str, &Entry> = entries
        .iter()
        .map(|entry| (entry.shipped.name, entry))
        .collect();
    let file = path("catalogue.tsv");
    let mut text = String::new();
    for line in fs::read_to_string(&file).expect("catalogue.tsv").lines() {
        let (name, _) = line.split_once('\t').expect("cells");
        let (rest, mut share) = line.rsplit_once('\t').expect("cells");
        let measured = entries
            .get(name)
            .filter(|_| is_only(name))
            .map(|entry| measured(entry).map_or("-".into(), |share| format!("{share:.2}")));
        if let Some(measured) = &measured {
            println!("{name} {measured}");
            share = measured;
        }
        let _ = writeln!(text, "{rest}\t{share}");
    }
    fs::write(file, text).expect("catalogue.tsv is written");
}

#[test]
#[ignore = "every shipped game is solved at sixty positions, some minutes"]
fn the_shares_of_moves_that_keep_the_win_are_those_of_the_catalogue() {
    let entries = entries();
    if writes() {
        return write_shares(&entries);
    }
    let mut others = Vec::new();
    for entry in &entries {
        // A slower machine solves fewer positions, but its answers are still correct.
        let (Some(kept), Some(now)) = (entry.kept, measured(entry)) else {
            continue;
        };
        if (kept - now).abs() > 0.1 {
            others.push(format!(
                "{}: {kept} in the catalogue, {now:.2} measured",
                entry.shipped.name
            ));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn the_page_has_the_games_of_the_catalogue() {
    let (file, text) = (path("../../docs/games.md"), page(&entries()));
    if writes() {
        fs::write(&file, &text).expect("docs/games.md is written");
    }
    assert_eq!(
        fs::read_to_string(&file).expect("docs/games.md"),
        text,
        "to write the page, set WHOWINS_WRITE=1"
    );
}

#[test]
fn each_game_has_a_row_and_each_tag_a_game() {
    let entries = entries();
    let data = fs::read_to_string(path("catalogue.tsv")).expect("catalogue.tsv");
    let mut lines = data.lines();
    assert_eq!(lines.next(), Some("game\tlaws\tformula\tseconds\tshare"));
    let rows: Vec<&str> = lines.filter_map(|line| line.split('\t').next()).collect();
    let names: BTreeSet<&str> = entries.iter().map(|entry| entry.shipped.name).collect();
    assert_eq!(rows, names.into_iter().collect::<Vec<_>>());
    for entry in &entries {
        for (tag, (group, tags)) in entry.tags.iter().zip(GROUPS) {
            assert!(
                tags.contains(tag),
                "{}: {tag} is no {group}",
                entry.shipped.name
            );
        }
    }
    for (at, (_, tags)) in GROUPS.iter().enumerate() {
        for tag in *tags {
            assert!(entries.iter().any(|entry| entry.tags[at] == *tag), "{tag}");
        }
    }
    let measured = entries.iter().filter(|entry| entry.kept.is_some()).count();
    assert!(measured * 2 > entries.len(), "{measured} are measured");
}
