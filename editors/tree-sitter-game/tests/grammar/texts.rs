//! The texts that are read, and their trees.

use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser, Tree};

/// The tree of a text.
pub fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    let language = tree_sitter_game::LANGUAGE.into();
    parser.set_language(&language).expect("a version it knows");
    parser.parse(text, None).expect("a tree")
}

/// A file or folder of this one's folder.
pub fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The files of a folder and of those in it whose names end so.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|is| is == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every shipped game: its file's name and text.
pub fn shipped() -> Vec<(String, String)> {
    let all = files(&beside("../../games"), "game");
    let named = |path: PathBuf| (path.display().to_string(), read(&path));
    all.into_iter().map(named).collect()
}

/// The nodes of a tree in which none other stands, and what was not understood.
pub fn leaves(tree: &Tree) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![tree.root_node()]);
    while let Some(node) = open.pop() {
        if node.child_count() == 0 || node.is_error() {
            found.push(node);
        } else {
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
    }
    found
}
