//! Corrected positions.

use whowins::shipped;
use whowins_analysis::{Game, Position};

use whowins_rules::Parameters;

use super::with_argument;
use crate::failure::Failure;

/// Shipped games of a fixed size: title, name, and the name of the game without that bound.
const GENERAL: [(&str, &str, &str); 1] = [("Nim", "nim", "nim-heaps")];

/// Parses a position of an argument.
///
/// # Errors
///
/// Fails if the game doesn't have the position. If another notation of it is a position, the
/// message ends with the corrected command line.
pub fn read_position(game: &Game, text: &str) -> Result<Position, Failure> {
    game.read(text).map_err(|error| {
        if let Some(message) = in_general_game(game, text, &error.to_string()) {
            return Failure::Input(message);
        }
        let message = format!("--at: {error}");
        let better = candidates(text)
            .into_iter()
            .find(|better| game.read(better).is_ok());
        Failure::Input(match better {
            Some(better) => with_argument(&message, text, &better),
            None => message,
        })
    })
}

/// Returns the message of a position that only a more general shipped game has.
fn in_general_game(game: &Game, text: &str, error: &str) -> Option<String> {
    let (_, special, general) = GENERAL.iter().find(|(title, ..)| *title == game.name)?;
    let rules = shipped::rules(general)?.ok()?;
    rules.game(&Parameters::new()).ok()?.read(text).ok()?;
    let found = error.split("; ").next().unwrap_or(error);
    let message = format!("--at: {found}; use `{general}` for other sizes");
    Some(with_argument(&message, special, general))
}

/// Returns positions that a text may mean, the likeliest first.
fn candidates(text: &str) -> Vec<String> {
    let is_separator = |c: char| c.is_whitespace() || ",;/xX+|&".contains(c);
    let bare = text.trim_matches(|c: char| "()[]{}<>\"'".contains(c) || c.is_whitespace());
    let parts: Vec<&str> = bare
        .split(is_separator)
        .filter(|part| !part.is_empty())
        .collect();
    // `x=3,y=5`, `3.7`, `-2`, `1_000` and `1e6` as whole numbers.
    let number = |part: &&str| {
        let part = part.rsplit(['=', ':']).next().unwrap_or(part);
        let part = part.trim_start_matches(['-', '+']).replace(['_', '\''], "");
        let whole = part.split('.').next().unwrap_or(&part).to_owned();
        match (
            whole.chars().all(|c| c.is_ascii_digit()),
            part.parse::<f64>(),
        ) {
            (true, _) => whole,
            (false, Ok(number)) if (0.0..1e18).contains(&number) => format!("{number:.0}"),
            _ => part,
        }
    };
    let numbers: Vec<String> = parts.iter().map(number).collect();
    let dashed: Vec<&str> = bare.split(['-', '\u{2013}']).collect();
    let mut all = vec![bare.to_owned(), text.to_lowercase(), text.to_uppercase()];
    all.extend([parts.join("/"), dashed.join(",")]);
    let is_number = |part: &String| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    if !numbers.is_empty() && numbers.iter().all(is_number) {
        all.extend([",", "; ", " "].map(|separator| numbers.join(separator)));
        // Too many numbers, then too few.
        let counts = (1..numbers.len()).rev();
        all.extend(counts.map(|count| numbers[..count].join(",")));
        let padded = |count| {
            let mut longer = numbers.clone();
            longer.resize(count, "1".to_owned());
            longer.join(",")
        };
        all.extend((numbers.len() + 1..numbers.len() + 4).map(padded));
    }
    // Other symbols for the cells of a board.
    let cells = |from: &[char], to: &str| text.replace(from, to);
    all.extend([
        cells(&['_', '-', ' ', '0'], "."),
        cells(&['O'], "o"),
        cells(&['X'], "x"),
    ]);
    let board = cells(&['_', '-', ' ', '0'], ".");
    all.extend([board.to_lowercase(), board.to_uppercase()]);
    all
}
