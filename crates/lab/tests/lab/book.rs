//! The book: a folder that was read once, behind the guard.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use whowins_lab::{Book, BookError, Server};

use crate::common::Running;

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
