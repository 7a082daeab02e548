//! The list of words is that of the grammar.

use std::collections::BTreeSet;

use whowins_rules::WORDS;

/// Words that only explain the grammar, and numbers.
const EXPLAINING: &str = "alone amounts an be below between cell commas counts either its last line one place seven sign symbol them two";
/// Other spellings of words of the grammar.
const SPELLINGS: &str = "lose misere neighbor win";

#[test]
fn the_words_are_those_of_the_grammar() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/grammar.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, grammar) = page.split_once("```grammar\n").unwrap();
    let (grammar, _) = grammar.split_once("```").unwrap();
    let words = grammar.split(|c: char| !c.is_alphanumeric() && !"'``".contains(c));
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(char::is_lowercase);
    let mut words: BTreeSet<&str> = words.filter(is_word).collect();
    for word in EXPLAINING.split(' ') {
        assert!(words.remove(word), "{word}");
    }
    words.extend(SPELLINGS.split(' '));
    assert_eq!(words, WORDS.into_iter().collect());
    assert!(WORDS.is_sorted());
}
