//! A tree-sitter grammar of `.game` texts, for highlighting, folding and selecting.
//!
//! With the crate `tree-sitter`: `parser.set_language(&tree_sitter_game::LANGUAGE.into())`.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_game() -> *const ();
}

/// The grammar, for a parser.
// SAFETY: the function is the one of src/parser.c, which gives a pointer to a constant table, as
// `from_raw` asks.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_game) };

/// What each node is coloured as: the query for highlighters.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Where a name is declared: the query for local names.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// What a text declares: the query for lists of symbols.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");

/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// How lines that go on are indented.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// The nodes and their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
