//! The cases of `test/corpus`, in the form that `tree-sitter test` reads.

use crate::texts::{beside, files, read, tree};

#[test]
fn every_case_has_the_tree_that_is_written_below_it() {
    let mut count = 0;
    for file in files(&beside("test/corpus"), "txt") {
        let text = read(&file);
        let rule = format!("{}\n", "=".repeat(18));
        let mut pieces = text.split(rule.as_str()).skip(1);
        while let (Some(title), Some(case)) = (pieces.next(), pieces.next()) {
            let (code, expected) = case.split_once("\n---\n").expect("a tree");
            let code = format!("{}\n", code.trim_matches('\n'));
            let words = |tree: &str| tree.split_whitespace().collect::<Vec<_>>().join(" ");
            let found = tree(&code).root_node().to_sexp();
            assert_eq!(
                words(&found),
                words(expected),
                "{}: {title}",
                file.display()
            );
            count += 1;
        }
    }
    assert!(count >= 11, "{count} cases");
}
