//! Tests the table of shipped games in `docs/games.md`: tags, and how often a random move keeps the
//! win.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use whowins::analysis::{Game, Player, Value};
use whowins::catalogue::{EASY, Entry, GROUPS, HARD, difficulty, entry};
use whowins::core::random::Random;
use whowins::engine::{Engine, Limits};
use whowins::shipped::everything;
use whowins::{brings, first_position, legal_moves};

/// The text above the table.
const HEAD: &str = "# The games that come with it

    $ whowins games --tag easy --tag board
    name            game             parameters
    checkers-small  Checkers, small
    dodgem          Dodgem
    ...

The table lists all games in the folder `games`. `whowins games --tag TAG` and the gallery of [the
laboratory](lab.md) search it.

- *Year* is the first year in the story of the game.
- *Proved* is what was proved within three seconds ([game by game](laws/shipped.md)).
- *Kept* is the average share of moves that keep a win, in won positions with two or more moves.
  The positions come from random play with default parameters.
- *Difficulty* follows from *kept*: *easy* from EASY, *hard* below HARD, *medium* between. Each has
  about a third of the measured games.
- A game isn't measured if its winner has no choice, or if fewer than MOST of the positions are
  solved in SECONDS seconds each.

`WHOWINS_WRITE=1 cargo test --locked -p whowins --test whowins -- --ignored the_shares` writes this
page. `WHOWINS_GAMES=NAME,NAME` measures only these games. Without the variables, the test measures
all games again, and compares them with the table.

| game | its name | year | played on | moves | ends | proved | difficulty | kept |
|---|---|--:|---|---|---|---|---|--:|
";

/// The text below the table.
const FOOT: &str = "
Next: [Glossary](glossary.md). Reference: [The shipped games, one by one](laws/shipped.md).
";

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

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md")
}

fn entries() -> Vec<Entry> {
    let games = everything().into_iter();
    games
        .map(|game| entry(game).unwrap_or_else(|faults| panic!("{faults}")))
        .collect()
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

fn row(entry: &Entry, kept: Option<f64>) -> String {
    let mut tags = entry.tags;
    let year = entry.year.map_or("-".into(), |year| year.to_string());
    let [.., last] = &mut tags;
    *last = difficulty(kept);
    let kept = kept.map_or("-".into(), |kept| format!("{kept:.2}"));
    let title = entry.rules.name().replace('|', "\\|");
    format!(
        "| `{}` | {title} | {year} | {} | {kept} |\n",
        entry.shipped.name,
        tags.join(" | ")
    )
}

/// Returns the expected table with these measurements.
fn table(entries: &[Entry], kept: impl Fn(&Entry) -> Option<f64>) -> String {
    let head = HEAD
        .replacen("EASY", &EASY.to_string(), 1)
        .replacen("HARD", &HARD.to_string(), 1)
        .replacen("MOST", &DECIDED.to_string(), 1)
        .replacen("SECONDS", &PATIENCE.to_string(), 1);
    let mut text = head;
    for entry in entries {
        let _ = write!(text, "{}", row(entry, kept(entry)));
    }
    text + FOOT
}

#[test]
#[ignore = "every shipped game is solved at sixty positions, some minutes"]
fn the_shares_of_moves_that_keep_the_win_are_those_of_the_table() {
    let entries = entries();
    if std::env::var_os("WHOWINS_WRITE").is_some() {
        let asked = std::env::var("WHOWINS_GAMES").ok();
        let told = |entry: &Entry| {
            let is_asked = |asked: &String| asked.split(',').any(|one| one == entry.shipped.name);
            if !asked.as_ref().is_none_or(is_asked) {
                return entry.kept;
            }
            let kept = measured(entry);
            println!("{} {kept:?}", entry.shipped.name);
            kept
        };
        fs::write(page(), table(&entries, told)).expect("written");
        return;
    }
    let mut others = Vec::new();
    for entry in &entries {
        // A slower machine solves fewer positions, but its answers are still correct.
        let (Some(kept), Some(now)) = (entry.kept, measured(entry)) else {
            continue;
        };
        if (kept - now).abs() > 0.1 {
            others.push(format!(
                "{}: {kept} there, {now:.2} now",
                entry.shipped.name
            ));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn the_table_is_of_the_games() {
    let entries = entries();
    assert_eq!(
        fs::read_to_string(page()).expect("docs/games.md"),
        table(&entries, |entry| entry.kept),
        "it is written again by the command that it names"
    );
    for entry in &entries {
        for (tag, (group, tags)) in entry.tags.iter().zip(GROUPS) {
            assert!(
                tags.contains(tag),
                "{}: {tag} is no {group}",
                entry.shipped.name
            );
        }
    }
    // Every tag must have a game.
    for (at, (_, tags)) in GROUPS.iter().enumerate() {
        for tag in *tags {
            assert!(entries.iter().any(|entry| entry.tags[at] == *tag), "{tag}");
        }
    }
    let measured = entries.iter().filter(|entry| entry.kept.is_some()).count();
    assert!(measured * 2 > entries.len(), "{measured} are measured");
}
