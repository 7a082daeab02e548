//! `cargo xtask prose`: checks the text that people read against `docs/contributing/style.md`.
//!
//! `xtask/prose.toml` records, for each part of the repository, how many places still break each
//! rule. A part without a record must have none. The records may only shrink: the check fails if a
//! part has more places than recorded, and `--update` lowers the records, never raises them.
//!
//! A line that needs a forbidden phrase says so with `prose: allow` in a comment.
//!
//! Start reading at [`run`].

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use regex::Regex;

use crate::failure::Failure;
use crate::project::{self, output_of};

/// The file with the records.
const RECORDS: &str = "xtask/prose.toml";
/// Words of the longest sentence.
const MAX_WORDS: usize = 30;
/// Characters of the longest source line.
const MAX_COLUMNS: usize = 100;
/// Characters of the longest commit subject.
const MAX_SUBJECT: usize = 72;
/// Places printed for one rule in one part of the repository.
const MAX_SHOWN: usize = 10;

/// Phrases to avoid, one per line: a regular expression, and the text to write instead.
const PHRASES: &str = include_str!("../phrases.txt");

/// Returns the phrases and their replacements.
fn phrases() -> impl Iterator<Item = (&'static str, &'static str)> {
    PHRASES.lines().filter_map(|line| line.split_once(" => "))
}

/// A place that breaks a rule.
struct Place {
    file: String,
    line: usize,
    rule: &'static str,
    what: String,
}

/// The number of places, by part of the repository and rule.
type Counts = BTreeMap<String, BTreeMap<String, usize>>;

/// The patterns, compiled once.
struct Rules {
    /// Any of the phrases: most lines have none, and one search is enough.
    any: Regex,
    phrases: Vec<(Regex, &'static str)>,
    date: Regex,
    sentence: Regex,
    string: Regex,
}

impl Rules {
    fn new() -> Self {
        let new = |pattern: &str| Regex::new(pattern).expect("a pattern of this file");
        // Without Unicode, word boundaries are fast.
        let phrase = |words: &str| new(&format!(r"(?i-u)\b(?:{words})\b"));
        let all: Vec<&str> = phrases().map(|(words, _)| words).collect();
        Self {
            any: phrase(&all.join("|")),
            phrases: phrases().map(|(words, fix)| (phrase(words), fix)).collect(),
            date: new(concat!(
                r"\b(?:\d{1,2} (?:January|February|March|April|May|June|July|August|September|",
                r"October|November|December) 20\d\d|20\d\d-\d\d-\d\d)\b"
            )),
            sentence: new(r"[.!?]\s+|\n\s*\n|\n\s*[-*|#>]"),
            string: new(r#""((?:[^"\\]|\\.)*)""#),
        }
    }

    /// Checks the wording of one line.
    fn wording(&self, text: &str, add: &mut impl FnMut(&'static str, String)) {
        let phrases = match self.any.is_match(text) {
            true => self.phrases.as_slice(),
            false => &[],
        };

        for (phrase, fix) in phrases {
            for found in phrase.find_iter(text) {
                add("phrases", format!("`{}`: write {fix}", found.as_str()));
            }
        }
        for _ in text.matches('«') {
            add("guillemets", "write \"...\" or `...`".into());
        }
    }

    /// Checks a page of Markdown.
    fn page(&self, file: &str, text: &str, places: &mut Vec<Place>) {
        let mut bare = String::new();
        let (mut is_code, mut is_generated) = (false, false);
        for (at, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            // The markers of the tables that `cargo xtask bench` writes.
            is_generated |= line.starts_with("<!-- bench:");
            is_generated &= !line.starts_with("<!-- /bench:");
            let is_skipped = is_code || is_generated || line.contains("prose: allow");
            let is_prose = !is_skipped && !line.starts_with("    ");
            bare += if is_prose { line } else { "" };
            bare.push('\n');
            if !is_prose {
                continue;
            }
            let mut add = |rule, what| {
                let (file, line) = (file.to_owned(), at + 1);
                places.push(Place {
                    file,
                    line,
                    rule,
                    what,
                });
            };
            self.wording(line, &mut add);
            if file != "CHANGELOG.md"
                && let Some(date) = self.date.find(line)
            {
                add("dates", format!("`{}`: leave dates to git", date.as_str()));
            }
        }
        let mut start = 0;
        for end in self
            .sentence
            .find_iter(&bare)
            .map(|end| end.start())
            .chain([bare.len()])
        {
            let sentence = &bare[start..end];
            let words = sentence.split_whitespace().count();
            if words > MAX_WORDS && !sentence.contains('|') {
                let line = 1 + bare[..start].matches('\n').count();
                let what = format!("a sentence of {words} words, more than {MAX_WORDS}");
                let file = file.to_owned();
                places.push(Place {
                    file,
                    line,
                    rule: "sentences",
                    what,
                });
            }
            start = end + usize::from(end < bare.len());
        }
    }

    /// Checks a file of Rust: comments, the strings that people see, and the width of lines.
    fn source(&self, file: &str, text: &str, places: &mut Vec<Place>) {
        let is_test = file.contains("/tests/");
        for (at, line) in text.lines().enumerate() {
            let mut add = |rule, what| {
                let (file, line) = (file.to_owned(), at + 1);
                places.push(Place {
                    file,
                    line,
                    rule,
                    what,
                });
            };
            let columns = line.chars().count();
            if columns > MAX_COLUMNS {
                add(
                    "columns",
                    format!("{columns} characters, more than {MAX_COLUMNS}"),
                );
            }
            if line.contains("prose: allow") {
                continue;
            }
            if line.trim_start().starts_with("//") {
                self.wording(line, &mut add);
            } else if !is_test {
                let strings = self.string.captures_iter(line);
                for string in strings.filter(|string| string[1].contains(' ')) {
                    self.wording(&string[1], &mut add);
                }
            }
        }
    }
}

/// The part of the repository that a file belongs to: a crate, or a folder.
fn part(file: &str) -> String {
    let depth = if file.starts_with("crates/") { 2 } else { 1 };
    file.split('/').take(depth).collect::<Vec<_>>().join("/")
}

/// Finds all places in the files that git tracks.
fn all_places(root: &Path) -> Result<Vec<Place>, Failure> {
    let files = output_of(Command::new("git").arg("ls-files").current_dir(root))?;
    let (rules, mut places) = (Rules::new(), Vec::new());
    for file in files.lines().filter(|file| !file.contains("/snapshots/")) {
        let check = match file.rsplit('.').next() {
            Some("md") => Rules::page,
            Some("rs") => Rules::source,
            _ => continue,
        };
        // The style guide shows what to avoid. A tracked file may be deleted and not yet committed.
        if file != "docs/contributing/style.md"
            && let Ok(text) = std::fs::read_to_string(root.join(file))
        {
            check(&rules, file, &text, &mut places);
        }
    }
    Ok(places)
}

/// Finds the long subjects of the commits that descend from the one that added this check.
fn long_subjects(root: &Path) -> Result<Vec<String>, Failure> {
    let git = |arguments: &[&str]| output_of(Command::new("git").args(arguments).current_dir(root));
    let added = git(&[
        "log",
        "--diff-filter=A",
        "--format=%H",
        "--",
        "xtask/src/prose.rs",
    ])?;
    let Some(first) = added.lines().last() else {
        return Ok(Vec::new());
    };
    let subjects = git(&[
        "log",
        "--no-merges",
        "--format=%s",
        "--ancestry-path",
        &format!("{first}..HEAD"),
    ])?;
    let is_long = |subject: &&str| subject.chars().count() > MAX_SUBJECT;
    Ok(subjects
        .lines()
        .filter(is_long)
        .map(str::to_owned)
        .collect())
}

/// Compares the counts with the records; returns the rules and parts that have more.
fn excesses(counts: &Counts, records: &Counts) -> Vec<(String, String, usize, usize)> {
    let mut all = Vec::new();
    for (part, rules) in counts {
        for (rule, count) in rules {
            let recorded = records.get(part).and_then(|rules| rules.get(rule)).copied();
            if *count > recorded.unwrap_or(0) {
                all.push((part.clone(), rule.clone(), *count, recorded.unwrap_or(0)));
            }
        }
    }
    all
}

/// The smaller of count and record of each rule that both have.
fn lowered(counts: &Counts, records: &Counts) -> Counts {
    let mut all = Counts::new();
    for (part, rules) in records {
        for (rule, record) in rules {
            let count = counts.get(part).and_then(|rules| rules.get(rule)).copied();
            if let Some(count) = count {
                let rules = all.entry(part.clone()).or_default();
                rules.insert(rule.clone(), count.min(*record));
            }
        }
    }
    all
}

/// Checks the repository; with `update`, lowers the records to what is there.
///
/// # Errors
///
/// If a part of the repository has more places than its record allows, or a new commit has a long
/// subject.
pub fn run(update: bool) -> Result<(), Failure> {
    let root = project::root()?;
    let path = root.join(RECORDS);
    let text = std::fs::read_to_string(&path).map_err(|error| cannot("read", error))?;
    let records: Counts = toml::from_str(&text).map_err(|error| cannot("read", error))?;
    let places = all_places(&root)?;
    let mut counts = Counts::new();
    for place in &places {
        let rules = counts.entry(part(&place.file)).or_default();
        *rules.entry(place.rule.to_owned()).or_insert(0) += 1;
    }
    if update {
        return write(&path, &lowered(&counts, &records));
    }
    let (excesses, subjects) = (excesses(&counts, &records), long_subjects(&root)?);
    for (name, rule, count, record) in &excesses {
        eprintln!("{name}: {count} places break the rule `{rule}`, {record} are recorded");
        let here = |place: &&Place| part(&place.file) == *name && place.rule == *rule;
        for Place {
            file, line, what, ..
        } in places.iter().filter(here).take(MAX_SHOWN)
        {
            eprintln!("  {file}:{line}: {what}");
        }
    }
    for subject in &subjects {
        eprintln!("a commit's subject is longer than {MAX_SUBJECT} characters: {subject}");
    }
    if excesses.is_empty() && subjects.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(
        "new text breaks docs/contributing/style.md (a line that must may say `prose: allow`)",
    ))
}

/// Writes the records.
fn write(path: &Path, records: &Counts) -> Result<(), Failure> {
    let mut text = String::from(
        "# Places that still break docs/contributing/style.md, by part of the repository and rule.\n\
         # The numbers only shrink: `cargo xtask prose --update` lowers them.\n",
    );
    for (part, rules) in records {
        text += &format!("\n[\"{part}\"]\n");
        for (rule, count) in rules {
            text += &format!("{rule} = {count}\n");
        }
    }
    std::fs::write(path, text).map_err(|error| cannot("write", error))
}

fn cannot(verb: &str, error: impl std::fmt::Display) -> Failure {
    Failure::failed(format!("cannot {verb} {RECORDS}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_of(file: &str, text: &str) -> Vec<&'static str> {
        let mut places = Vec::new();
        let rules = Rules::new();
        match file.ends_with(".md") {
            true => rules.page(file, text, &mut places),
            false => rules.source(file, text, &mut places),
        }
        places.iter().map(|place| place.rule).collect()
    }

    #[test]
    fn each_rule_finds_its_places() {
        let (phrase, _) = phrases().last().expect("a phrase");
        let page = |text: &str| rules_of("docs/a.md", text);
        let source = |text: &str| rules_of("a/src/a.rs", text);
        assert_eq!(page(&format!("It is {phrase}.\n")), ["phrases"]);
        assert_eq!(
            page("A \u{ab}word\u{bb} of 2026-01-02.\n"),
            ["guillemets", "dates"]
        );
        assert!(page(&format!("```\nIt is {phrase}.\n```\n    {phrase}\n")).is_empty());
        let long = "word ".repeat(31);
        assert_eq!(page(&long), ["sentences"]);
        assert!(page(&format!("{}. word", &long[..140])).is_empty());
        let string = format!("let a = \"a {phrase}\";");
        assert_eq!(
            source(&format!("// It is {phrase}.\n{string}")),
            ["phrases"; 2]
        );
        assert!(rules_of("a/tests/a.rs", &string).is_empty());
        assert!(source(&format!("// A {phrase} (prose: allow).")).is_empty());
        assert_eq!(source(&"x".repeat(101)), ["columns"]);
    }

    #[test]
    fn records_only_shrink() {
        let counts = |n| Counts::from([("docs".into(), BTreeMap::from([("dates".into(), n)]))]);
        assert_eq!(lowered(&counts(3), &counts(5)), counts(3));
        assert_eq!(lowered(&counts(7), &counts(5)), counts(5));
        assert_eq!(lowered(&Counts::new(), &counts(5)), Counts::new());
        assert_eq!(excesses(&counts(6), &counts(5)).len(), 1);
        assert!(excesses(&counts(5), &counts(5)).is_empty());
        assert_eq!(excesses(&counts(1), &Counts::new()).len(), 1);
    }
}
