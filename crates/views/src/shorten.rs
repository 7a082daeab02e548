//! Moves in a line, and long texts cut to what a line holds.

use whowins_analysis::program::AGAIN;

/// A text of more than `longest` characters cut to its ends.
pub fn shortened(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_string();
    }
    let head: String = text.chars().take(longest / 2).collect();
    let tail: String = text.chars().skip(count - longest / 4).collect();
    format!("{head}...{tail}")
}

/// Between what a move was and what it is.
const ARROW: &str = " -> ";

/// A move in a line: its words, and the position after it, each as `short` cuts it. Words that tell
/// the whole position after stand alone.
///
/// ```
/// use whowins_views::moved;
///
/// let moved = |text, to| moved(text, to, str::to_owned);
/// assert_eq!(moved("x -= 2", "3,7"), "x -= 2 -> 3,7");
/// assert_eq!(moved("heap[1]: 5 -> 1", "1,7"), "heap[1]: 5 -> 1, to 1,7");
/// assert_eq!(moved("n: 9 -> 4", "4"), "n: 9 -> 4");
/// assert_eq!(moved("n: 6 -> 4, plays again", "4"), "n: 6 -> 4, plays again");
/// assert_eq!(moved("x at 3, plays again", "..x"), "x at 3 -> ..x, plays again");
/// ```
pub fn moved(text: &str, to: &str, short: impl Fn(&str) -> String) -> String {
    let (words, again) = match text.strip_suffix(AGAIN) {
        Some(before) => (before.trim_end_matches(", "), format!(", {AGAIN}")),
        None => (text, String::new()),
    };
    match words.rsplit_once(ARROW) {
        None => format!("{}{ARROW}{}{again}", short(words), short(to)),
        Some((_, after)) if after == to => format!("{}{again}", short(words)),
        Some(_) => format!("{}, to {}{again}", short(words), short(to)),
    }
}
