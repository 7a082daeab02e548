//! The games of docs/cookbook.md: all are read without fault, are as short as the page says, and
//! have the values that their examples say.

use whowins_rules::Rules;

use crate::reference::blocks;

/// How many sentences a statement has: what ends with a full stop, a colon not counted; what stands
/// in brackets behind it is a source.
fn sentences(statement: &str) -> usize {
    let words: Vec<&str> = statement.split_whitespace().collect();
    let ends = |word: &&&str| word.ends_with(['.', '?', '!']);
    words.iter().filter(ends).count()
}

/// The lines of a text that are rules: no examples, no story, no blank lines.
fn rules(text: &str) -> usize {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("example ") && !line.starts_with("//"))
        .count()
}

#[test]
fn the_games_of_the_cookbook_are_short_and_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cookbook.md");
    let page = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = page.lines().collect();
    let mut all = blocks(&page);
    // Commands are run by the tests of the command.
    all.retain(|block| block.kind != "text");
    let mut errors = Vec::new();
    for block in &all {
        assert_eq!(block.kind, "game", "line {}", block.from);
        let statement = lines[..block.from - 1].iter().rev();
        let statement: Vec<&str> = statement
            .take_while(|line| !line.starts_with('#'))
            .copied()
            .collect();
        let (said, written) = (sentences(&statement.join(" ")), rules(&block.text));
        if !(2..=5).contains(&said) || written > said + 3 {
            errors.push(format!(
                "line {}: {said} sentences, {written} lines of rules",
                block.from
            ));
        }
        let read = match Rules::parse("cookbook", &block.text) {
            Ok(read) => read,
            Err(told) => {
                errors.push(format!("line {}: {told}", block.from));
                continue;
            }
        };
        if let Some(warnings) = read.warnings() {
            errors.push(format!("line {}: {warnings}", block.from));
        }
        match crate::grown::examples_hold(&block.text) {
            Ok(0) => errors.push(format!("line {}: no example", block.from)),
            Ok(_) => {}
            Err(told) => errors.push(format!("line {}: {told}", block.from)),
        }
    }
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(all.len(), 30);
}
