//! Properties by which people find shipped games: tags, year, proved laws and difficulty.
//!
//! Tags about play are computed from the rules, so they always agree with them. Proved laws and
//! difficulty come from the file `catalogue.tsv` of this crate. Long runs produced it, and nightly
//! tests check it. `docs/games.md` has a table of the most important columns.
//!
//! Start reading at [`entry`].
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

/// The laws and measurements of each game, in rows of cells separated by tabs.
const DATA: &str = include_str!("../catalogue.tsv");

/// Example values of parameters without a default, as (game, parameter, value).
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

/// The groups of tags. Each game has one tag of each group.
///
/// In the last group but one, *law* is a law of all positions and *strategy* a winning strategy
/// from the start position. Both were found and verified within some seconds.
///
/// In the last group, difficulty follows from [`Entry::kept`]: *easy* is [`EASY`] or more, *hard*
/// is less than [`HARD`].
///
/// *Misère* means that a player who cannot move wins. *Goal* means that play ends at a position
/// described by the rules.
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

/// Minimum share of winning positions' moves that keep the win in an *easy* game.
pub const EASY: f64 = 0.6;
/// Games below this share are *hard*. Games between `HARD` and [`EASY`] are *middling*.
pub const HARD: f64 = 0.4;

/// A shipped game with its tags and measurements.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name, folder and text of the game.
    pub shipped: Shipped,
    /// The parsed rules, with the title and the story.
    pub rules: Rules,
    /// The parsed [`values`] of parameters without a default.
    pub values: Parameters,
    /// The game with these values.
    pub game: Game,
    /// One tag of each of [`GROUPS`], in the same order.
    pub tags: [&'static str; 5],
    /// The first year in the story: of the invention, or of a publication about the game.
    pub year: Option<u16>,
    /// The kinds of law that were found and verified, the simplest first.
    pub laws: Vec<&'static str>,
    /// The first of the laws in one line, if it has a formula.
    pub formula: Option<&'static str>,
    /// The mean share of moves that keep a win, over won positions reached by random play.
    ///
    /// `None` if it was not measured. See `docs/games.md`.
    pub kept: Option<f64>,
}

/// Returns example values for the parameters of a shipped game that have no default.
///
/// Each value is a name and a text, as in `--set NAME=TEXT`. The list is empty if every parameter
/// has a default, or if there is no shipped game of this name.
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

/// Returns a shipped game with its tags and measurements.
///
/// Parses the rules in time linear in their length. Doesn't solve anything.
///
/// ```
/// use whowins::{catalogue, shipped};
///
/// let kayles = catalogue::entry(shipped::named("kayles").expect("it is shipped"))?;
/// assert_eq!(kayles.tags[..4], ["heaps", "impartial", "last move wins", "law"]);
/// assert_eq!(kayles.year, Some(1908));
/// assert_eq!(kayles.laws, ["guy-smith"]);
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Returns the errors of the rules, for example a parameter without a value. A test checks that no
/// shipped game has any.
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
    let [laws, formula, _, share] = cells(shipped.name);
    let laws: Vec<&str> = laws.split(", ").filter(|kind| *kind != "-").collect();
    let kept = share.parse().ok();
    let moves = match game.is_impartial() {
        true => "impartial",
        false => "partizan",
    };
    Ok(Entry {
        tags: [
            played_on(&game),
            moves,
            ends(&game),
            proved(&laws),
            difficulty(kept),
        ],
        year: year(rules.about()),
        laws,
        formula: Some(formula).filter(|formula| *formula != "-"),
        kept,
        shipped,
        rules,
        values: given,
        game,
    })
}

/// Returns the tag for the kind of position.
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

/// Returns the tag for a program. Numbers next to another part are counters, so the other part
/// decides.
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

/// Returns the tag for the end of play: points, a goal, or no legal move.
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

/// Returns true if a player who cannot move wins.
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

/// Returns the kinds of law, the formula, the seconds of the search, and the share of moves that
/// keep a win. A missing cell is `-`.
fn cells(name: &str) -> [&'static str; 4] {
    static ROWS: LazyLock<BTreeMap<&str, [&str; 4]>> = LazyLock::new(|| {
        let rows = DATA.lines().filter_map(|line| {
            let (name, cells) = line.split_once('\t')?;
            let cells: Vec<&str> = cells.split('\t').collect();
            Some((name, cells.try_into().ok()?))
        });
        rows.collect()
    });
    ROWS.get(name).copied().unwrap_or(["-"; 4])
}

fn proved(laws: &[&str]) -> &'static str {
    match laws {
        [] => "nothing yet",
        ["ranked", ..] => "strategy",
        _ => "law",
    }
}

/// Returns the difficulty tag of a measured share between 0 and 1. See [`EASY`] and [`HARD`].
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

/// Returns the first year in a text. Ignores the problem number after the name of a contest site.
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
