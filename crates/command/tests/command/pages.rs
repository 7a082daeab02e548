//! Parses the pages of the book: their list, blocks, links, and command lines.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page, by its path in `docs`.
pub struct Page {
    pub name: String,
    pub text: String,
}

/// A fenced block.
pub struct Block<'a> {
    /// The word on its fence: `text`, `game`, `sh`, ...
    pub kind: &'a str,
    /// The rest of the fence: a file name, or `dear`.
    pub name: Option<&'a str>,
    pub text: String,
}

impl Page {
    pub fn read(name: &str) -> Self {
        let text = fs::read_to_string(root().join("docs").join(name));
        Self {
            text: text.unwrap_or_else(|error| panic!("docs/{name}: {error}")),
            name: name.into(),
        }
    }

    /// Returns the chapters in the order of the book.
    pub fn all() -> Vec<Self> {
        let list = Self::read("SUMMARY.md");
        let names = list.links().into_iter().map(|link| Self::read(&link));
        names.collect()
    }

    /// Returns the fenced blocks in order.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut found = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if let Some(fence) = line.strip_prefix("```") {
                let (kind, name) = match fence.split_once(' ') {
                    Some((kind, name)) => (kind, Some(name)),
                    None => (fence, None),
                };
                let text = lines.by_ref().take_while(|line| *line != "```");
                let text = text.map(|line| format!("{line}\n")).collect();
                found.push(Block { kind, name, text });
            }
        }
        found
    }

    /// Returns the text without blocks, fenced or indented, and without inline code.
    pub fn prose(&self) -> String {
        let mut prose = String::new();
        let mut open = false;
        for line in self.text.lines() {
            let fence = line.starts_with("```");
            open ^= fence;
            if open || fence || line.starts_with("    ") {
                prose.push('\n');
                continue;
            }
            let plain = line.split('`').step_by(2).collect::<Vec<_>>().join("");
            prose.push_str(&plain);
            prose.push('\n');
        }
        prose
    }

    /// Returns the targets of links and images.
    pub fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let mut found = Vec::new();
        for piece in prose.split("](").skip(1) {
            let link = piece.split(')').next().expect("a piece");
            found.push(link.to_string());
        }
        found
    }

    /// Returns the anchors of the headings: words in lower case, joined by hyphens, without other
    /// characters.
    pub fn places(&self) -> BTreeSet<String> {
        let mut open = false;
        let mut found = BTreeSet::new();
        for line in self.text.lines() {
            open ^= line.starts_with("```");
            if !open && line.starts_with('#') {
                let name = line.trim_start_matches('#').trim().to_lowercase();
                let name: String = name
                    .chars()
                    .filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'))
                    .map(|sign| if sign == ' ' { '-' } else { sign })
                    .collect();
                found.insert(name);
            }
        }
        found
    }

    /// Returns inline code, and the lines of indented blocks and shell blocks.
    pub fn code(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut fence: Option<&str> = None;
        // Inline code may continue on the next line.
        let mut prose = String::new();
        for line in self.text.lines() {
            match (fence, line.strip_prefix("```")) {
                (None, Some(kind)) => fence = Some(kind),
                (Some(_), Some(_)) => fence = None,
                (Some("sh"), None) => found.push(line.to_string()),
                (Some(_), None) => {}
                (None, None) => match line.strip_prefix("    ") {
                    Some(code) => found.push(code.to_string()),
                    None if line.is_empty() => prose.push('\n'),
                    None => prose.push_str(&format!("{line} ")),
                },
            }
        }
        for paragraph in prose.lines() {
            let spans = paragraph.split('`').skip(1).step_by(2);
            found.extend(spans.map(str::to_string));
        }
        found
    }
}

/// Splits a command line into words like a shell. A quoted text is one word.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// Returns true if the lines match those shown. A line of three dots matches any lines, and three
/// dots at the end of a line match any rest.
pub fn fits(shown: &[&str], said: &[&str]) -> bool {
    match (shown.split_first(), said.split_first()) {
        (None, _) => said.is_empty(),
        (Some((&"...", rest)), _) => (0..=said.len()).any(|from| fits(rest, &said[from..])),
        (Some((line, rest)), Some((own, others))) => {
            let same = match line.strip_suffix("...") {
                Some(start) => own.starts_with(start),
                None => line == own,
            };
            same && fits(rest, others)
        }
        (Some(_), None) => false,
    }
}
