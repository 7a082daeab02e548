//! `docs/theorems.md`: every main theorem of `proofs/` with its statement, as the files have it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::project::root;

/// Writes the list.
pub fn write() -> Result<(), Failure> {
    let root = root()?;
    let path = root.join("docs/theorems.md");
    let list = list(&root.join("proofs")).map_err(Failure::failed)?;
    fs::write(&path, list).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// What is said before the list.
const HEAD: &str = "# The theorems

Every main theorem of `proofs/`, in the order of `Audit.v`, which asks Coq what they rest on: no axiom. Written by `cargo xtask theorems` from the files
themselves. A statement may speak of what its section assumes (`Variable`, `Hypothesis`); closed over these it is what `Print Assumptions` is asked of.
";

/// The list, from the theory's folder.
///
/// # Errors
///
/// A theorem that is asked for and is not there.
fn list(proofs: &Path) -> Result<String, String> {
    let read = |file: &str| {
        let path = proofs.join(format!("{file}.v"));
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (mut text, mut last) = (HEAD.to_owned(), String::new());
    for line in read("Audit")?.lines() {
        let Some((file, name)) = line.strip_prefix("  @").and_then(|one| one.split_once('.'))
        else {
            continue;
        };
        let name = name.trim_end_matches(',');
        let source = read(file)?;
        if file != last {
            let _ = write!(text, "\n## {file}\n\n{}\n", about(&source));
            file.clone_into(&mut last);
        }
        let statement =
            statement(&source, name).ok_or(format!("{file}.v has no theorem {name}"))?;
        let _ = write!(text, "\n    {}\n", statement.replace('\n', "\n    "));
    }
    Ok(text)
}

/// The first line of a file, which says what it is about.
fn about(source: &str) -> &str {
    let line = source.lines().next().unwrap_or_default();
    let (_, about) = line.split_once(" -- ").unwrap_or(("", line));
    about.trim_end_matches("*)").trim()
}

/// From its name to its end.
fn statement(source: &str, name: &str) -> Option<String> {
    let kinds = ["Theorem", "Lemma", "Corollary", "Example", "Definition"];
    let starts = |at: &usize| source[at + name.len()..].starts_with([' ', ':', '\n']);
    let at = kinds.iter().find_map(|kind| {
        let sought = format!("{kind} {name}");
        let mut found = source
            .match_indices(&sought)
            .map(|(at, _)| at + kind.len() + 1);
        found.find(starts)
    })?;
    let end = source[at..].find("\nProof").unwrap_or(source.len() - at);
    let end = end.min(source[at..].find(" Proof").unwrap_or(end));
    Some(source[at..at + end].trim().trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_that_of_the_files() {
        let root = root().expect("a root");
        let list = list(&root.join("proofs")).expect("every theorem is there");
        let written = fs::read_to_string(root.join("docs/theorems.md")).expect("the list");
        assert!(list == written, "`cargo xtask theorems` writes it again");
        assert!(list.matches("\n    ").count() > 130);
    }
}
