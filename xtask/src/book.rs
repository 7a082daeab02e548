//! `cargo xtask book`: the pages of docs/ as a book of HTML in `target/book`, where `whowins book`
//! finds it.
//!
//! What builds it, mdBook as a library, is some minutes of compiling, once; so the chore belongs to
//! the nightly run and to releases, and no other step needs the HTML. That the pages' commands are
//! right, and that their links lead somewhere, the command's own tests hold on the texts, in every
//! run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::project::{done, root};

const PAGES: &str = "docs";
const OUT: &str = "target/book";

/// Builds the book, and looks whether each link leads to a file of it and nothing is loaded from
/// elsewhere.
pub fn run() -> Result<(), Failure> {
    build(&root()?)
}

/// The same of the workspace in this folder.
pub fn build(root: &Path) -> Result<(), Failure> {
    let mut build = Command::new("cargo");
    build
        .args(["run", "--locked", "--quiet", "--manifest-path"])
        .args(["xtask/book/Cargo.toml", "--target-dir"])
        // A book that is made again in another folder takes the tools of this one.
        .arg(crate::project::root()?.join("target/mdbook"))
        .args(["--", PAGES, OUT]);
    done(&mut build, root)?;
    let out = root.join(OUT);
    let pages = pages(&out)?;
    let errors: Vec<String> = pages.iter().flat_map(|page| errors(&out, page)).collect();
    if !errors.is_empty() {
        return Err(Failure::failed(errors.join("\n")));
    }
    eprintln!("{OUT}: {} pages; `whowins book` serves them", pages.len());
    Ok(())
}

/// The pages of a folder, by their paths in it.
fn pages(out: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut found = BTreeSet::new();
    let mut open = vec![out.to_path_buf()];
    while let Some(folder) = open.pop() {
        let failed = |error| Failure::failed(format!("{}: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                found.extend(path.strip_prefix(out).map(Path::to_path_buf));
            }
        }
    }
    Ok(found)
}

/// What is wrong with the links of a page.
fn errors(out: &Path, page: &Path) -> Vec<String> {
    let text = match fs::read_to_string(out.join(page)) {
        Ok(text) => text,
        Err(error) => return vec![format!("{}: {error}", page.display())],
    };
    let error = |link: &str, what: &str| format!("{OUT}/{}: {link} {what}", page.display());
    let mut found = Vec::new();
    for (tag, link) in links(&text) {
        // The page for what is not found says so where its links begin.
        if tag == "base" {
            continue;
        }
        if link.contains(':') || link.starts_with("//") {
            if !matches!(tag, "a") {
                found.push(error(link, "is loaded from elsewhere"));
            }
            continue;
        }
        let (file, place) = link.split_once('#').unwrap_or((link, ""));
        let file = file.split('?').next().unwrap_or_default();
        let target = match file {
            "" => page.to_path_buf(),
            file => plain(&page.with_file_name("").join(file)),
        };
        let there = fs::read(out.join(&target));
        let Ok(there) = there else {
            found.push(error(link, "leads nowhere"));
            continue;
        };
        let named = format!("id=\"{place}\"");
        if !place.is_empty() && !String::from_utf8_lossy(&there).contains(&named) {
            found.push(error(link, "leads to no place of its page"));
        }
    }
    found
}

/// The links of a page, each with the tag that it stands in.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('<').skip(1).flat_map(|piece| {
        let tag = piece.split('>').next().unwrap_or_default();
        let name = tag.split_whitespace().next().unwrap_or_default();
        let named = [" href=\"", " src=\""].into_iter().flat_map(move |word| {
            let link = tag.split(word).nth(1);
            link.and_then(|rest| rest.split('"').next())
        });
        named.map(move |link| (name, link))
    })
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();

    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_told() {
        let out = tempfile::tempdir().expect("a folder");
        fs::create_dir(out.path().join("laws")).expect("a folder");
        let page = "<a href=\"laws/one.html#proof\">x</a> <a class=\"y\" href=\"#top\">x</a> <p id=\"top\"> \
                    <a href=\"https://example.org/\">x</a> <link rel=\"icon\" href=\"laws/one.html\">";
        fs::write(out.path().join("index.html"), page).expect("a page");
        let other = "<p id=\"proof\"> <a href=\"../index.html\">x</a>";
        fs::write(out.path().join("laws/one.html"), other).expect("a page");
        let pages = pages(out.path()).expect("a folder");
        assert_eq!(pages.len(), 2);
        let of = |page: &str| errors(out.path(), Path::new(page));
        assert_eq!((of("index.html"), of("laws/one.html")), (vec![], vec![]));
        let wrong = "<a href=\"two.html\">x</a> <a href=\"../index.html#bottom\">x</a> <script src=\"https://example.org/a.js\"></script>";
        fs::write(out.path().join("laws/one.html"), wrong).expect("a page");
        let found = of("laws/one.html");
        for (found, what) in found.iter().zip([
            "two.html leads nowhere",
            "#bottom leads to no place",
            "a.js is loaded from elsewhere",
        ]) {
            assert!(found.contains(what), "{found}");
        }
        assert_eq!(found.len(), 3);
    }
}
