//! What is a text of the language has a tree without a fault.

use crate::texts::{beside, files, leaves, read, shipped, tree};

fn faults(text: &str) -> Vec<String> {
    let tree = tree(text);
    let strange = |node: &tree_sitter::Node| node.is_error() || node.is_missing();
    let place = |node: tree_sitter::Node| {
        let at = node.start_position();
        let line = text.lines().nth(at.row).unwrap_or_default();
        format!("{}:{}: {line}", at.row + 1, at.column + 1)
    };
    let leaves = leaves(&tree).into_iter();
    let found: Vec<String> = leaves.filter(strange).map(place).collect();
    assert_eq!(found.is_empty(), !tree.root_node().has_error());
    found
}

#[test]
fn every_shipped_game_is_read_without_a_fault() {
    let all = shipped();
    assert!(all.len() > 100, "{} games", all.len());
    for (name, text) in all {
        assert_eq!(faults(&text), Vec::<String>::new(), "{name}");
    }
}

/// The examples of the documentation, and those of the tests of the rules language.
#[test]
fn every_game_of_the_documentation_is_read_without_a_fault() {
    let mut pages = files(&beside("../../docs"), "md");
    pages.push(beside("../../crates/rules/tests/rules/reference.md"));
    let mut count = 0;
    for page in pages {
        let page = read(&page);
        for block in page.split("\n```game").skip(1) {
            // The name of a file can follow the kind of the block.
            let (_, block) = block.split_once('\n').expect("a block");
            let text = block.split("\n```").next().expect("a block");
            assert_eq!(faults(text), Vec::<String>::new(), "{text}");
            count += 1;
        }
    }
    assert!(count > 100, "{count} games");
}

#[test]
fn what_is_no_text_is_told() {
    for text in ["move x )", "let", "game Nim", "move f(g(h("] {
        assert!(!faults(text).is_empty(), "{text}");
    }
}

/// As one types, the lines above and below stay what they are.
#[test]
fn a_fault_does_not_reach_the_next_line() {
    let lines = [
        "move x -= (1 if",
        "move . ->",
        "move",
        "let",
        "let f(",
        "given a",
        "move x )",
        "players",
        "example \"3",
        "at x = 0 the mover wins",
        "move x -= k for",
    ];
    for line in lines {
        let text =
            format!("game \"G\"\nposition x\n{line}\n\nmove x -= 2\nexample 3: First wins\n");
        let tree = tree(&text);
        let root = tree.root_node();
        let mut cursor = root.walk();
        let kinds: Vec<&str> = root
            .named_children(&mut cursor)
            .map(|one| one.kind())
            .collect();
        assert!(
            kinds.starts_with(&["game_statement", "position_statement"]),
            "{line}: {kinds:?}"
        );
        assert!(kinds.ends_with(&["example_statement"]), "{line}: {kinds:?}");
    }
}
