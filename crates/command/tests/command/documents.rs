//! What documents show is what the command prints: their blocks, run one after the other in one folder.
//!
//! A block on whose fence a file's name stands is that file. A `text` block that begins with `$ whowins` has commands, each with what it prints below; a line of three
//! dots stands for any lines, and three dots at a line's end for any rest of it. What is printed for a command is all that it says, faults too.

use super::run::{file, run};

/// The blocks of a page, each with what stands on its fence.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let text = lines.by_ref().take_while(|line| *line != "```");
            found.push((fence, text.map(|line| format!("{line}\n")).collect()));
        }
    }
    found
}

/// The words of a command line: what stands in single quotes is in one word.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

/// Whether the lines are those shown.
fn fits(shown: &[&str], said: &[&str]) -> bool {
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

/// Runs the commands of a page; how many.
fn shown(page: &str) -> usize {
    let mut count = 0;
    for (fence, text) in blocks(page) {
        if let Some((_, name)) = fence.split_once(' ') {
            file(name, text);
            continue;
        }
        for part in text.split("$ whowins ").skip(1).filter(|_| fence == "text") {
            let (line, below) = part.split_once('\n').expect("a line");
            let ran = run(&words(line), "");
            let said = ran.out + &ran.err;
            let (shown, own): (Vec<_>, Vec<_>) = (below.lines().collect(), said.lines().collect());
            assert!(fits(&shown, &own), "$ whowins {line}\n{said}");
            count += 1;
        }
    }
    count
}

#[test]
fn the_tutorial() {
    assert!(shown(include_str!("../../../../docs/tutorial.md")) >= 20);
}

/// The page on values.
#[test]
fn values() {
    assert!(shown(include_str!("../../../../docs/values.md")) >= 5);
}

#[test]
fn dots_stand_for_lines() {
    let said = ["one", "two", "three"];
    for right in [
        &["one", "..."][..],
        &["...", "three"],
        &["o...", "...", "three"],
        &["..."],
    ] {
        assert!(fits(right, &said), "{right:?}");
    }
    for wrong in [
        &["one"][..],
        &["...", "two"],
        &["one", "t...", "three", "four"],
        &[],
    ] {
        assert!(!fits(wrong, &said), "{wrong:?}");
    }
}
