//! Corrected positions.

use dashu_int::UBig;
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
        let is_negative = |part: &str| part.starts_with('-') && part[1..].parse::<f64>().is_ok();
        let is_fraction = |part: &str| part.contains('.') && part.parse::<f64>().is_ok();
        let mut parts = text.split([',', ' ', '(', ')']);
        let message = match parts.any(|part| is_negative(part) || is_fraction(part)) {
            true => {
                let error = error.to_string();
                let found = error.split("; ").next().unwrap_or(&error);
                format!("--at: {found}; write whole numbers, 0 or larger")
            }
            false => format!("--at: {error}"),
        };
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
    // `1,000,000` as one number.
    let is_group = |part: &&str| part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit());
    let grouped = parts.len() > 1 && parts[0].len() <= 3 && parts[1..].iter().all(is_group);
    let numbers: Vec<String> = parts.iter().map(|part| whole(part)).collect();
    let dashed: Vec<&str> = bare.split(['-', '\u{2013}']).collect();
    let mut all = vec![bare.to_owned(), text.to_lowercase(), text.to_uppercase()];
    all.extend([parts.join("/"), dashed.join(",")]);
    // `10^15+7` is one number.
    let sums = bare.split([',', ';', ' ']).map(str::trim);
    let sums: Vec<&str> = sums.filter(|part| !part.is_empty()).collect();
    all.extend(
        sums.iter()
            .any(|part| part.contains('^') || part.contains("**"))
            .then(|| {
                let sums: Vec<String> = sums.iter().map(|part| whole(part)).collect();
                sums.join(",")
            }),
    );
    let is_number = |part: &String| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    if !numbers.is_empty() && numbers.iter().all(is_number) {
        all.extend([",", "; ", " "].map(|separator| numbers.join(separator)));
        all.extend(grouped.then(|| numbers.concat()));
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

/// Returns a whole number in digits: `x=3`, `1_000`, `1e6`, `10^18` or `10^15+7`. A text of another
/// kind is returned as it is.
pub fn whole(text: &str) -> String {
    let text = text.rsplit(['=', ':']).next().unwrap_or(text);
    let text = text.trim_start_matches('+').replace(['_', '\''], "");
    let sum = text.split_once('+').zip(Some(true));
    let sum = sum.or_else(|| text.rsplit_once('-').zip(Some(false)));
    let value = |text: &str| {
        let digits = power_of_ten(text.trim()).unwrap_or_else(|| text.trim().to_owned());
        digits.parse::<UBig>().ok()
    };
    if let Some(((head, by), is_plus)) = sum
        && let (Some(head), Some(by)) = (value(head), value(by))
    {
        return match is_plus {
            true => (head + by).to_string(),
            false if head >= by => (head - by).to_string(),
            false => text,
        };
    }
    power_of_ten(&text).unwrap_or(text)
}

/// Returns the digits of a number such as `1e18`, `10^18`, `2e5` or `5*10^3`.
fn power_of_ten(text: &str) -> Option<String> {
    const MAX_ZEROS: usize = 10_000;
    let lower = text.to_lowercase().replace("**", "^");
    let (head, zeros) = match lower.split_once("10^") {
        Some(("", zeros)) => ("1", zeros),
        Some((head, zeros)) => (head.strip_suffix('*')?, zeros),
        None => lower.split_once('e')?,
    };
    let zeros = zeros.parse().ok().filter(|zeros| *zeros <= MAX_ZEROS)?;
    let is_number = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{head}{}", "0".repeat(zeros)))
}
