//! The queries: what they name is in the grammar, and nothing is left without a colour.

use std::collections::HashMap;

use tree_sitter::{Language, Query, QueryCursor, StreamingIterator};
use whowins_rules::WORDS;

use crate::texts::{leaves, shipped, tree};

fn query(text: &str) -> Query {
    let language: Language = tree_sitter_game::LANGUAGE.into();
    Query::new(&language, text).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn every_query_speaks_of_nodes_that_there_are() {
    for text in [
        tree_sitter_game::LOCALS_QUERY,
        tree_sitter_game::TAGS_QUERY,
        tree_sitter_game::FOLDS_QUERY,
        tree_sitter_game::INDENTS_QUERY,
    ] {
        assert!(query(text).pattern_count() > 0);
    }
}

/// What each place of a text is coloured as: of several colours the last.
fn colours(highlights: &Query, text: &str) -> HashMap<std::ops::Range<usize>, String> {
    let tree = tree(text);
    let mut cursor = QueryCursor::new();
    let mut found: HashMap<_, (usize, String)> = HashMap::new();
    let mut matches = cursor.matches(highlights, tree.root_node(), text.as_bytes());
    while let Some(one) = matches.next() {
        for capture in one.captures {
            let name = highlights.capture_names()[capture.index as usize];
            let place = capture.node.byte_range();
            let newer = |old: &(usize, String)| old.0 <= one.pattern_index;
            if !name.starts_with('_') && found.get(&place).is_none_or(newer) {
                found.insert(place, (one.pattern_index, name.to_string()));
            }
        }
    }
    found
        .into_iter()
        .map(|(place, (_, name))| (place, name))
        .collect()
}

#[test]
fn every_piece_of_a_shipped_game_has_a_colour() {
    let highlights = query(tree_sitter_game::HIGHLIGHTS_QUERY);
    for (name, text) in shipped() {
        let colours = colours(&highlights, &text);
        for leaf in leaves(&tree(&text)) {
            let place = leaf.byte_range();
            // Tokens of the grammar that only hold others have the colour of what is around them.
            let covered = colours
                .keys()
                .any(|is| is.start <= place.start && place.end <= is.end);
            assert!(
                covered || text[place.clone()].trim().is_empty(),
                "{name}: `{}`",
                &text[place]
            );
        }
    }
}

#[test]
fn words_of_the_language_are_no_plain_names() {
    let highlights = query(tree_sitter_game::HIGHLIGHTS_QUERY);
    // Behind the first word of a line, where each can stand; those that open a clause want
    // something behind them.
    for word in WORDS.into_iter().filter(|word| word.len() > 1) {
        let text = format!("who {word} y\n");
        let colours = colours(&highlights, &text);
        let colour = colours.get(&(4..4 + word.len())).map(String::as_str);
        assert!(
            colour.is_some_and(|is| is != "variable"),
            "editors/tree-sitter-game/queries/highlights.scm does not know `{word}`: run `node editors/words.mjs`"
        );
    }
}

#[test]
fn what_is_declared_and_what_is_a_letter_is_told_from_the_place() {
    let highlights = query(tree_sitter_game::HIGHLIGHTS_QUERY);
    let text = "position board of 3 x 4 cells of . x\nposition place\nlet first(a) = a + x\na player wins when x = 3\n";
    let colours = colours(&highlights, text);
    let of = |line: usize, word: &str| {
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let at = start + text[start..].find(word).expect("there");
        colours[&(at..at + word.trim_end().len())].as_str()
    };
    assert_eq!(of(0, "x"), "keyword");
    assert_eq!(of(0, "board"), "type");
    assert_eq!(of(1, "place"), "variable.member");
    assert_eq!(of(2, "first"), "function");
    assert_eq!(of(2, "x"), "variable");
    assert_eq!(of(3, "a"), "keyword");
    assert_eq!(of(3, "x"), "variable");
}
