//! The games that come with whowins. Their texts are part of the crate, so nothing is read from
//! disk.
//!
//! There are three folders. `seeds` has the first games of the project, `classic` has games with
//! special laws and kernels, and `library` has games that people play and write about. Names are
//! unique across folders. [`crate::catalogue`] has the tags by which people find them.

use include_dir::{Dir, include_dir};
use whowins_analysis::closest;
use whowins_rules::{Diagnostics, Games, Rules};
use whowins_verify::Certificate;

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");
static CONTESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/contests");
/// Certificates of laws that are slow to find. The test `laws` of this crate generates them.
static LAWS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/laws");

/// The folder of the library.
const LIBRARY: &str = "library";

/// A shipped game: name, folder and rules.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name used on the command line: the file name without its extension.
    pub name: &'static str,
    /// `seeds`, `classic` or `library`.
    pub folder: &'static str,
    /// The text of the rules.
    pub text: &'static str,
}

/// Returns the games of `seeds` and `classic`, sorted by folder and name.
///
/// ```
/// let names: Vec<&str> = whowins::shipped::all().iter().map(|game| game.name).collect();
/// assert!(names.contains(&"cowcheck") && names.contains(&"nim"));
/// ```
pub fn all() -> Vec<Shipped> {
    let mut games = everything();
    games.retain(|game| game.folder != LIBRARY);
    games
}

/// Returns the library: games that people play and write about, in a few lines each, sorted by
/// name.
///
/// ```
/// let chomp = whowins::shipped::library()
///     .into_iter()
///     .find(|game| game.name == "chomp")
///     .expect("it is there");
/// assert!(chomp.text.contains("game \"Chomp"));
/// ```
pub fn library() -> Vec<Shipped> {
    let mut games = everything();
    games.retain(|game| game.folder == LIBRARY);
    games
}

/// Returns the names and texts of the contest formats, sorted by name.
pub(crate) fn contests() -> Vec<(&'static str, &'static str)> {
    let mut files: Vec<_> = CONTESTS
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .collect();
    files.sort_unstable();
    files
}

/// Returns all shipped games: [`all`], followed by the [`library`].
///
/// Copies names, not texts. This takes about a microsecond per game.
///
/// ```
/// let games = whowins::shipped::everything();
/// assert!(games.len() > 150);
/// assert_eq!(games.len(), whowins::shipped::all().len() + whowins::shipped::library().len());
/// ```
pub fn everything() -> Vec<Shipped> {
    let mut games: Vec<Shipped> = GAMES
        .dirs()
        .flat_map(|folder| {
            let files = folder
                .files()
                .filter(|file| file.path().extension().is_some_and(|e| e == "game"));
            files.filter_map(|file| {
                Some(Shipped {
                    name: file.path().file_stem()?.to_str()?,
                    folder: folder.path().to_str()?,
                    text: file.contents_utf8()?,
                })
            })
        })
        .collect();
    games.sort_by_key(|game| (game.folder != "seeds", game.folder, game.name));
    games
}

/// Alternative names of shipped games.
const ALIASES: &[(&str, &str)] = &[
    ("wythoff", "cowcheck"),
    ("wythoff-nim", "cowcheck"),
    ("wythoffs-game", "cowcheck"),
    ("wythoffs-nim", "cowcheck"),
    ("tictactoe", "tic-tac-toe"),
    ("noughts-and-crosses", "tic-tac-toe"),
    ("dawson", "dawsons-kayles"),
    ("grundy", "grundys-game"),
];

/// Returns the rules of a shipped game, or of an octal code such as `0.77`. Returns `None` if there
/// is no such game.
///
/// ```
/// let wythoff = whowins::shipped::rules("wythoff").expect("another name of Cow Checkers")?;
/// assert_eq!(wythoff.name(), "Cow Checkers");
/// let kayles = whowins::shipped::rules("0.77").expect("an octal code")?;
/// assert_eq!(kayles.name(), "0.77");
/// let rules = whowins::shipped::rules("t-wythoff").expect("it is shipped")?;
/// assert_eq!(rules.parameters().iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["t"]);
/// assert!(whowins::shipped::rules("no such game").is_none());
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
pub fn rules(name: &str) -> Option<Result<Rules, Diagnostics>> {
    let is_code = |one: char| one.is_ascii_digit() || one == '.';
    if name.contains('.') && name.chars().all(is_code) {
        let text = format!("game \"{name}\"\noctal {name}");
        let rules = Rules::parse(name, &text);
        // The digits 8 and 9 are reported; a number such as 1.5 is no code.
        let is_near = name.starts_with("0.") || name.starts_with("4.");
        return Some(rules).filter(|rules| rules.is_ok() || is_near);
    }
    let game = named(name)?;
    Some(Rules::parse_with(
        &format!("games/{}/{}.game", game.folder, game.name),
        game.text,
        &ShippedGames,
    ))
}

/// Returns the certificates that come with shipped games, by the names of the games.
///
/// Only laws that are slow to find have one. Nothing is proved until the verifier accepts the
/// certificate.
///
/// ```
/// let names: Vec<&str> = whowins::shipped::certificates()
///     .into_iter()
///     .map(|(name, _)| name)
///     .collect();
/// assert!(names.contains(&"blocking-wythoff") && !names.contains(&"kayles"));
/// ```
pub fn certificates() -> Vec<(&'static str, &'static str)> {
    let mut files: Vec<_> = LAWS
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .collect();
    files.sort_unstable();
    files
}

/// Returns the shipped certificate of exactly these rules, if there is one. The certificate isn't
/// verified yet.
pub(crate) fn certificate(rules: &Rules) -> Option<Certificate> {
    let all = everything();
    let game = all.iter().find(|game| game.text == rules.source())?;
    let (_, text) = certificates()
        .into_iter()
        .find(|(name, _)| *name == game.name)?;
    Certificate::read(text).ok()
}

/// Maximum number of similar names in a message.
const NEAR: usize = 3;

/// Returns the names that are similar to an unknown name, the most similar first.
///
/// The result has names with a similar spelling and names that contain it. It may be empty.
///
/// ```
/// assert_eq!(whowins::shipped::near("kaylse"), ["kayles"]);
/// assert_eq!(whowins::shipped::near("checkers"), ["ellyscheckers", "checkers-small"]);
/// ```
pub fn near(name: &str) -> Vec<&'static str> {
    let plain = name.strip_suffix(".game").unwrap_or(name);
    if let Some(game) = named(plain).filter(|_| plain != name) {
        return vec![game.name];
    }
    let mut rest: Vec<&'static str> = everything().iter().map(|game| game.name).collect();
    rest.extend(ALIASES.iter().map(|(alias, _)| *alias));
    let mut found = Vec::new();
    while let Some(next) = closest(name, rest.iter().copied()) {
        rest.retain(|one| *one != next);
        found.push(next);
    }
    let part = name.to_lowercase();
    rest.retain(|one| part.len() > 2 && one.contains(&part));
    found.extend(rest);
    found.truncate(NEAR);
    found
}

/// Suggests the most similar names as a question, or the command that lists all names.
///
/// ```
/// use whowins::shipped::did_you_mean;
///
/// assert_eq!(did_you_mean("kaylse"), "did you mean `kayles`?");
/// assert_eq!(did_you_mean("checkers"), "did you mean `ellyscheckers` or `checkers-small`?");
/// assert_eq!(did_you_mean("qqqqqqqq"), "`whowins games` lists the shipped ones");
/// ```
pub fn did_you_mean(name: &str) -> String {
    let near = near(name).into_iter().map(|name| format!("`{name}`"));
    match near.collect::<Vec<_>>().as_slice() {
        [] => "`whowins games` lists the shipped ones".to_string(),
        [one] => format!("did you mean {one}?"),
        [rest @ .., last] => format!("did you mean {} or {last}?", rest.join(", ")),
    }
}

/// Returns a shipped game by name, which is its file name without the extension.
///
/// Returns `None` if there is no such game. [`near`] then returns similar names.
///
/// ```
/// let nim = whowins::shipped::named("nim").expect("it is shipped");
/// assert_eq!(nim.folder, "classic");
/// assert!(nim.text.contains("position "));
/// ```
pub fn named(name: &str) -> Option<Shipped> {
    let all = everything();
    let find = |name: &str| all.iter().find(|game| game.name == name).copied();
    let plain = name
        .to_lowercase()
        .replace([' ', '_'], "-")
        .replace('\'', "");
    let alias = ALIASES.iter().find(|(alias, _)| *alias == plain);
    find(name)
        .or_else(|| find(&plain))
        .or_else(|| find(alias?.1))
}

/// The shipped games as components of sums.
///
/// [`Rules::parse_with`] uses it to find the text of `GAME` in `position sum of GAME`.
///
/// ```
/// use whowins::rules::{Parameters, Rules};
/// use whowins::shipped::ShippedGames;
///
/// let text = "game \"Both\"\nposition sum of kayles, nim";
/// let rules = Rules::parse_with("both.game", text, &ShippedGames)?;
/// assert!(rules.game(&Parameters::new())?.read("5; 1,2,3").is_ok());
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedGames;

impl Games for ShippedGames {
    fn text(&self, name: &str) -> Option<String> {
        named(name).map(|game| game.text.to_string())
    }

    fn names(&self) -> Vec<String> {
        everything()
            .iter()
            .map(|game| game.name.to_string())
            .collect()
    }
}
