//! Long texts, cut to what a line holds.

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
