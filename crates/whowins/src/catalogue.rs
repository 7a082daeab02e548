//! What one finds the shipped games by: where they are played, who may do what, how play ends, what
//! is proved of them, and how hard they are.
//!
//! Tags of play are read from the game itself, so that they cannot differ from the rules. What is
//! proved, and how hard a game is, was found once by long runs and stands in two pages of the book,
//! `docs/laws/shipped.md` and `docs/games.md`, which nightly tests hold to what the programs say;
//! the tags are read from those pages.
//!
//! ```
//! use whowins::{catalogue, shipped};
//!
//! // The heap games whose law of all positions is proved, the oldest first.
//! let mut found = Vec::new();
//! for game in shipped::all() {
//!     let entry = catalogue::entry(game)?;
//!     if entry.tags.contains(&"heaps") && entry.tags.contains(&"law") {
//!         found.push((entry.year, entry.shipped.name));
//!     }
//! }
//! found.sort();
//! assert!(
//!     found.contains(&(Some(1902), "nim-heaps")) && found.contains(&(Some(1931), "laskers-nim"))
//! );
//! # Ok::<(), whowins::rules::Diagnostics>(())
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

use whowins_analysis::program::{Holding, Notation, Program, turn, with_turn};
use whowins_analysis::{Game, Player, Stuck};
use whowins_core::Budget;
use whowins_rules::{Diagnostics, Parameters, Rules};

use crate::shipped::{Shipped, ShippedGames};

/// What is proved of each game, and what was measured of it, as the pages have it.
const LAWS: &str = include_str!("../laws.md");
const MEASURED: &str = include_str!("../games.md");

/// Values for parameters without default, so that each game can be looked at: by game, parameter
/// and value.
const VALUES: [(&str, &str, &str); 4] = [
    ("partisangame", "a", "1,2,5"),
    ("partisangame", "b", "2,3"),
    (
        "tabgame",
        "row",
        "0110100110010110100101100110100110010110011010010110100110010110",
    ),
    (
        "tabgame",
        "column",
        "0010010000111111011010101000100010000101101000110000100011010011",
    ),
];

/// The tags: each game has one of each group.
///
/// *Law* is a law of all positions, *strategy* one from the start that the rules name, both found
/// and verified within three seconds (`docs/laws/shipped.md`). How hard a game is follows from [`Entry::kept`]: *easy*
/// from [`EASY`] on, *hard* below [`HARD`]. *Misère* is play in which who cannot move wins; *goal*
/// ends at a position that the rules name.
///
/// ```
/// use whowins::catalogue::GROUPS;
///
/// let (group, tags) = GROUPS[1];
/// assert_eq!((group, tags), ("moves", &["impartial", "partizan"][..]));
/// ```
pub const GROUPS: [(&str, &[&str]); 5] = [
    (
        "played on",
        &[
            "numbers", "heaps", "row", "board", "map", "graph", "set", "parts",
        ],
    ),
    ("moves", &["impartial", "partizan"]),
    ("ends", &["last move wins", "misère", "goal", "points"]),
    ("proved", &["law", "strategy", "nothing yet"]),
    ("difficulty", &["easy", "middling", "hard", "not measured"]),
];

/// A game is easy where a move by chance keeps the win at least so often, and hard where it does
/// less often than [`HARD`].
pub const EASY: f64 = 0.6;
/// A game is hard where a move by chance keeps the win less often than this; between the two it is *middling*.
/// See [`EASY`].
pub const HARD: f64 = 0.4;

/// A shipped game with what it is found by.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, folder and text.
    pub shipped: Shipped,
    /// The rules: its name for people, its story.
    pub rules: Rules,
    /// [`values`], read, and the game with them.
    pub values: Parameters,
    /// See `values`.
    pub game: Game,
    /// One tag of each of [`GROUPS`], in their order.
    pub tags: [&'static str; 5],
    /// The year that its story names first: of its invention, or of who wrote about it.
    pub year: Option<u16>,
    /// Of the moves of a position that is won, the share that keeps the win, in the mean over
    /// positions that random play comes to; where that was measured (`docs/games.md`).
    pub kept: Option<f64>,
}

/// The values with which a game can be looked at, as texts: of its parameters without default.
/// Names with their texts, in the form that `--set NAME=TEXT` takes; none where every parameter has
/// a default, and none for a name that no shipped game has.
///
/// ```
/// let values = whowins::catalogue::values("partisangame");
/// assert_eq!(
///     values,
///     [
///         ("a".to_string(), "1,2,5".to_string()),
///         ("b".to_string(), "2,3".to_string())
///     ]
/// );
/// assert!(whowins::catalogue::values("nim").is_empty());
/// ```
pub fn values(name: &str) -> Vec<(String, String)> {
    let own = VALUES.iter().filter(|(game, ..)| *game == name);
    own.map(|(_, parameter, value)| ((*parameter).into(), (*value).into()))
        .collect()
}

/// A shipped game with what it is found by. It reads the rules anew, linear in their length, and
/// solves nothing.
///
/// ```
/// use whowins::{catalogue, shipped};
///
/// let kayles = catalogue::entry(shipped::named("kayles").expect("it is shipped"))?;
/// assert_eq!(kayles.tags[..4], ["heaps", "impartial", "last move wins", "law"]);
/// assert_eq!(kayles.year, Some(1908));
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Where the rules have a fault, or need values that [`values`] has not; a test holds that no
/// shipped ones do.
pub fn entry(shipped: Shipped) -> Result<Entry, Diagnostics> {
    let rules = Rules::parse_with(shipped.name, shipped.text, &ShippedGames)?;
    let mut given = Parameters::new();
    for (name, text) in values(shipped.name) {
        let parameter = rules.parameters().iter().find(|one| one.name == name);
        if let Some(Ok(value)) = parameter.map(|one| one.kind.read(&text)) {
            given.insert(name, value);
        }
    }
    let game = rules.game(&given)?;
    let kept = kept(shipped.name);
    let moves = match game.is_impartial() {
        true => "impartial",
        false => "partizan",
    };
    Ok(Entry {
        tags: [
            played_on(&game),
            moves,
            ends(&game),
            proved(shipped.name),
            difficulty(kept),
        ],
        year: year(rules.about()),
        kept,
        shipped,
        rules,
        values: given,
        game,
    })
}

/// What a position is.
fn played_on(game: &Game) -> &'static str {
    match (game.numbers(), game.board(), game.tokens(), game.program()) {
        (Some(_), ..) => "numbers",
        (_, Some(board), ..) if board.row => "row",
        (_, Some(_), ..) => "board",
        (_, _, Some(tokens), _) if tokens.map.is_some() => "map",
        (_, _, Some(_), _) => "graph",
        (.., Some(program)) => of_program(program),
        _ => "heaps",
    }
}

/// Numbers beside something else are counters: what they stand beside says what it is.
fn of_program(program: &Program) -> &'static str {
    let all = program.parts.iter().map(of_part);
    let mut kinds: Vec<&'static str> = all.filter(|kind| *kind != "numbers").collect();
    kinds.dedup();
    match (kinds.as_slice(), &program.sum) {
        (_, Some(_)) => "parts",
        ([], _) => "numbers",
        ([one], _) => one,
        _ => "parts",
    }
}

fn of_part(part: &Holding) -> &'static str {
    match &part.notation {
        Notation::Number { .. } => "numbers",
        Notation::Numbers { .. } => "heaps",
        Notation::Cells { is_board: true, .. } => "board",
        Notation::Cells { .. } => "row",
        Notation::Nodes { .. } => "graph",
        Notation::Subset { .. } => "set",
        Notation::Tokens { places, .. } => match places.iter().any(|place| place.contains(',')) {
            true => "map",
            false => "graph",
        },
    }
}

/// How play ends: for points, at a goal, or as nobody can move.
fn ends(game: &Game) -> &'static str {
    let (goals, stuck_wins) = match game.program() {
        Some(program) if program.is_scored() => return "points",
        Some(program) => (!program.term.ends.is_empty(), stuck_wins(program)),
        None => (
            !game.ending.goals.is_empty(),
            game.ending.stuck == Stuck::Wins,
        ),
    };
    match (goals, stuck_wins) {
        (true, _) => "goal",
        (false, true) => "misère",
        (false, false) => "last move wins",
    }
}

/// Whether whoever cannot move wins.
fn stuck_wins(program: &Program) -> bool {
    let first = program.first();
    Player::BOTH.into_iter().all(|player| {
        let state = with_turn(first.clone(), player);
        let pays = program
            .term
            .value(&program.term.stuck, &state, &Budget::OPEN);
        pays.is_ok_and(|pays| Player::winning(&pays) == Some(turn(&state)))
    })
}

/// The rows of a page's table, by the game's name: their other cells.
fn rows(page: &'static str) -> BTreeMap<&'static str, Vec<&'static str>> {
    let rows = page.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((name, rest.trim_end_matches('|').split(" | ").collect()))
    });
    rows.collect()
}

fn proved(name: &str) -> &'static str {
    static ROWS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| rows(LAWS));
    match ROWS.get(name).and_then(|row| row.first()) {
        None | Some(&"-") => "nothing yet",
        Some(&"`ranked`") => "strategy",
        Some(_) => "law",
    }
}

/// What was measured of the game of this name.
fn kept(name: &str) -> Option<f64> {
    static ROWS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| rows(MEASURED));
    ROWS.get(name)?.last()?.trim().parse().ok()
}

/// The tag of what was measured: of a share from 0 to 1, by [`EASY`] and [`HARD`].
///
/// ```
/// use whowins::catalogue::difficulty;
///
/// assert_eq!(
///     [Some(0.2), Some(0.5), Some(0.6), None].map(difficulty),
///     ["hard", "middling", "easy", "not measured"]
/// );
/// ```
pub fn difficulty(kept: Option<f64>) -> &'static str {
    match kept {
        None => "not measured",
        Some(kept) if kept >= EASY => "easy",
        Some(kept) if kept < HARD => "hard",
        Some(_) => "middling",
    }
}

/// The first year that a text names. Contest sites number their problems: what follows one's name
/// is none.
fn year(text: &str) -> Option<u16> {
    let (mut before, mut words) = ("", text.split(|letter: char| !letter.is_alphanumeric()));
    words.find_map(|word| {
        let site = before;
        if !word.is_empty() {
            before = word;
        }
        let year = word.parse().ok().filter(|_| word.len() == 4)?;
        (site != "LeetCode" && (1400..2100).contains(&year)).then_some(year)
    })
}
