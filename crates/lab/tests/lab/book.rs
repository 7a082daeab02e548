//! Tests the book: the embedded pages and their links, and folders, behind the guard.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use whowins_lab::{Book, BookError, Server};

use crate::common::Running;

#[path = "../../build/book.rs"]
mod pages;

/// The most that the book may add to the program, in bytes.
const MAX_PACKED: usize = 1_000_000;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

fn serve(folder: &Path) -> Running {
    let book = Book::read(folder).expect("a book");
    Running::of(Server::book(book, Some(0)).expect("a free port"))
}

#[test]
fn its_files_are_served_and_nothing_else() {
    let folder = folder(&[
        ("index.html", "<p>first"),
        ("laws/beatty.html", "<p>a pair"),
        ("book.js", "let x;"),
        (".hidden", "no"),
        ("laws/.git/secret", "no"),
    ]);
    let outside = self::folder(&[("own.html", "no")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), folder.path().join("away")).expect("a link");
    let running = serve(folder.path());
    for (path, body, kind) in [
        ("/", "<p>first", "text/html; charset=utf-8"),
        (
            "/index.html?search=law",
            "<p>first",
            "text/html; charset=utf-8",
        ),
        ("/laws/beatty.html", "<p>a pair", "text/html; charset=utf-8"),
        ("/book.js", "let x;", "text/javascript; charset=utf-8"),
    ] {
        let answer = running.get(path);
        assert_eq!((answer.status, &answer.body[..]), (200, body.as_bytes()));
        assert_eq!(answer.header("content-type"), Some(kind));
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'self'"), "{policy}");
    }
    for path in [
        "/.hidden",
        "/laws/.git/secret",
        "/away/own.html",
        "/laws",
        "/laws/",
        "/../index.html",
        "/%2e%2e/index.html",
        "/api/games",
    ] {
        assert_eq!(running.get(path).status, 404, "{path}");
    }
    // What was read is what is served.
    fs::write(folder.path().join("index.html"), "<p>other").expect("written");
    assert_eq!(running.get("/").body, b"<p>first");
}

#[test]
fn what_the_reader_has_is_not_sent_again_and_other_sites_are_refused() {
    let folder = folder(&[("index.html", "<p>first")]);
    let running = serve(folder.path());
    let tag = running.get("/").header("etag").expect("a tag").to_string();
    let ask = |header: &str| {
        let request = format!(
            "GET / HTTP/1.1\r\nhost: {}\r\n{header}\r\n\r\n",
            running.address
        );
        let answer = running.client().exchange(request.as_bytes(), true);
        answer.expect("an answer").status
    };
    assert_eq!(ask(&format!("if-none-match: {tag}")), 304);
    assert_eq!(ask("if-none-match: \"other\""), 200);
    assert_eq!(ask("origin: http://elsewhere.example"), 403);
}

#[test]
fn what_is_no_book_is_told() {
    let none = folder(&[("page.html", "<p>")]);
    assert!(!Book::is_in(none.path()));
    let told = Book::read(none.path()).expect_err("no first page");
    assert!(matches!(told, BookError::None(_)), "{told}");
    let deep = format!("{}leaf.html", "a/".repeat(9));
    let deep = folder(&[("index.html", ""), (&deep, "")]);
    let told = Book::read(deep.path()).expect_err("too deep");
    assert!(matches!(told, BookError::TooLarge(_)), "{told}");
    let fine = format!("{}leaf.html", "a/".repeat(8));
    let fine = folder(&[("index.html", "12"), (&fine, "345")]);
    let book = Book::read(fine.path()).expect("a book");
    assert_eq!((book.files(), book.bytes()), (2, 5));
    // A file without content whose size is past all bounds.
    let large = folder(&[("index.html", "")]);
    let file = fs::File::create(large.path().join("large.bin")).expect("made");
    file.set_len((128 << 20) + 1).expect("a size");
    let told = Book::read(large.path()).expect_err("too large");
    assert!(told.to_string().contains("128 MB"), "{told}");
}

#[test]
fn the_embedded_book_has_all_pages_and_pictures_and_each_link_works() {
    let book = Book::embedded().expect("it is unpacked");
    let count = book.files();
    let running = Running::of(Server::book(book, Some(0)).expect("a free port"));
    // Follows all links from the first page.
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut open = vec![String::from("/index.html")];
    while let Some(path) = open.pop() {
        if seen.contains_key(&path) {
            continue;
        }
        let answer = running.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        open.extend(local_links(&path, &text).map(|(target, _)| target));
        seen.insert(path, text);
    }
    assert_eq!(seen.len(), count, "a file of the book isn't reachable");
    for (path, text) in &seen {
        for (target, anchor) in local_links(path, text) {
            let id = format!("id=\"{anchor}\"");
            assert!(
                anchor.is_empty() || seen[&target].contains(&id),
                "{path}: {target} has no {id}"
            );
        }
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the list of pages");
    let listed = summary.split("](").skip(1).map(|rest| {
        let name = rest.split(".md)").next().expect("a page");
        name.replace("README", "index")
    });
    let listed: Vec<String> = listed.collect();
    assert!(listed.len() > 50, "{listed:?}");
    for name in listed {
        let page = &seen[&format!("/{name}.html")];
        assert!(page.contains("<h1 id="), "{name}");
        assert_eq!(page.matches("aria-current=").count(), 1, "{name}");
    }
}

/// Returns the links of a page to files of the same book: paths and anchors.
fn local_links(page: &str, text: &str) -> impl Iterator<Item = (String, String)> {
    let html = if page.ends_with(".html") { text } else { "" };
    let tags = html
        .split('<')
        .skip(1)
        .filter_map(|rest| rest.split('>').next());
    let links = tags.flat_map(|tag| {
        let named = [" href=\"", " src=\""].into_iter();
        named.filter_map(move |name| tag.split(name).nth(1)?.split('"').next())
    });
    links.filter(|link| !link.contains(':')).map(move |link| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let mut parts: Vec<&str> = page.split('/').collect();
        if !file.is_empty() {
            parts.pop();
        }
        for part in file.split('/').filter(|part| !part.is_empty()) {
            match part {
                ".." => drop(parts.pop()),
                _ => parts.push(part),
            }
        }
        (parts.join("/"), anchor.to_string())
    })
}

#[test]
fn the_embedded_book_is_small() {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/book.zst")).len();
    assert!(
        packed < MAX_PACKED,
        "the embedded book has {packed} bytes, more than {MAX_PACKED}; shrink the largest pictures \
         in docs/img"
    );
}

#[test]
fn markdown_links_anchors_and_pictures_are_rendered() {
    let docs = folder(&[
        (
            "SUMMARY.md",
            "# Title\n\n[Start](README.md)\n\n# A & B\n\n- [One](a/one.md)\n",
        ),
        (
            "README.md",
            "# Start\n\n[one](a/one.md#one-the-why-of-it) [data](a/x.csv) <{}>\n",
        ),
        (
            "a/one.md",
            "# `one`: *The* \"why\" of it\n\n## Again\n\n## Again\n\n![map](../img/m.png) \
             [up](../README.md) [web](https://example.org/a.md)\n\n|x|\n|-|\n|1|\n",
        ),
        ("img/m.png", "picture"),
    ]);
    let html =
        |files: &pages::Files, name: &str| String::from_utf8(files[name].clone()).expect("a text");
    let files = pages::render(docs.path(), "").expect("pages");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["a/one.html", "book.css", "img/m.png", "index.html"]);
    let first = html(&files, "index.html");
    for part in [
        "<a href=\"a/one.html#one-the-why-of-it\">one</a> data &lt;{}&gt;",
        "<summary>A &amp; B</summary>",
        "<a href=\"index.html\" aria-current=\"page\">Start</a>",
        "<a rel=\"next\" href=\"a/one.html\">One</a>",
    ] {
        assert!(first.contains(part), "{part}\n{first}");
    }
    let second = html(&files, "a/one.html");
    for part in [
        "<title>One - whowins</title>",
        "<h1 id=\"one-the-why-of-it\"><code>one</code>: <em>The</em> ",
        "<h2 id=\"again\">Again</h2>\n<h2 id=\"again-1\">",
        "<img src=\"../img/m.png\" alt=\"map\" />",
        "<a href=\"../index.html\">up</a>",
        "<a href=\"https://example.org/a.md\">web</a>",
        "<div class=\"table\"><table>",
        "<details open>",
        "href=\"../book.css\"",
    ] {
        assert!(second.contains(part), "{part}\n{second}");
    }
    let files = pages::render(docs.path(), "https://example.org/w").expect("pages");
    let data = "<a href=\"https://example.org/w/blob/main/docs/a/x.csv\">data</a>";
    assert!(html(&files, "index.html").contains(data));
}

#[test]
fn a_missing_page_or_picture_is_an_error() {
    let summary = ("SUMMARY.md", "# Title\n\n[Start](README.md)\n");
    let docs = folder(&[summary]);
    let error = pages::render(docs.path(), "").expect_err("no page");
    assert!(error.starts_with("docs/README.md: "), "{error}");
    let docs = folder(&[summary, ("README.md", "![map](img/m.png)\n")]);
    let error = pages::render(docs.path(), "").expect_err("no picture");
    assert!(error.starts_with("docs/img/m.png: "), "{error}");
}
