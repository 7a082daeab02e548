//! `cargo xtask theorems`: every main theorem of `proofs/`, with its statement in Coq.
//!
//! `docs/theorems.md` states the same theorems in words. A test checks that it names each one once.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::project::root;

/// Prints the list.
pub fn print() -> Result<(), Failure> {
    let list = list(&root()?.join("proofs")).map_err(Failure::failed)?;
    print!("{list}");
    Ok(())
}

/// The text of a theory, from the folder of theories.
fn read(proofs: &Path, file: &str) -> Result<String, String> {
    let path = proofs.join(format!("{file}.v"));
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// File and name of each theorem that `Audit.v` lists, in its order.
fn audited(proofs: &Path) -> Result<Vec<(String, String)>, String> {
    let audit = read(proofs, "Audit")?;
    let names = audit
        .lines()
        .filter_map(|line| line.strip_prefix("  @")?.split_once('.'));
    let names = names.map(|(file, name)| (file.to_owned(), name.trim_end_matches(',').to_owned()));
    Ok(names.collect())
}

/// The theorems with their statements, from the folder of theories.
///
/// # Errors
///
/// If a theory is missing, or has no theorem of a listed name.
fn list(proofs: &Path) -> Result<String, String> {
    let (mut text, mut last) = (String::new(), String::new());
    for (file, name) in audited(proofs)? {
        let source = read(proofs, &file)?;
        if file != last {
            let _ = write!(text, "{file}: {}\n\n", about(&source));
            last.clone_from(&file);
        }
        let statement =
            statement(&source, &name).ok_or(format!("{file}.v has no theorem {name}"))?;
        let _ = write!(text, "    {}\n\n", statement.replace('\n', "\n    "));
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
    fn the_page_names_every_theorem_once() {
        let root = root().expect("a root");
        let page = fs::read_to_string(root.join("docs/theorems.md")).expect("the page");
        let rows = page.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.filter_map(|row| row.split(" | ").next());
        let mut named: Vec<String> = cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .map(str::to_owned)
            .collect();
        named.sort();
        let mut all: Vec<String> = audited(&root.join("proofs"))
            .expect("the audit")
            .iter()
            .map(|(file, name)| format!("{file}.{name}"))
            .collect();
        all.sort();
        assert_eq!(named, all);
        assert!(all.len() > 130);
    }

    #[test]
    fn every_theorem_has_a_statement() {
        let root = root().expect("a root");
        let list = list(&root.join("proofs")).expect("every theorem is there");
        assert!(list.contains("\n    heap_law : forall"));
    }
}
