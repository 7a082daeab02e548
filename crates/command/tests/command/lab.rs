//! Tests `whowins lab` and `whowins book`: they print their address, serve, and stop at Ctrl-C.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{folder, run};

/// A process that is killed on drop.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the laboratory. Returns the printed address and the token.
fn start(arguments: &[&str], token: Option<&str>) -> (Started, String, String) {
    let arguments = [&["lab"], arguments].concat();
    let (started, entrance) =
        start_program(Path::new(env!("CARGO_BIN_EXE_whowins")), &arguments, token);
    let (address, token) = entrance.split_once("?token=").expect("a token");
    let address = address.trim_end_matches('/').to_string();
    (started, address, token.to_string())
}

/// Starts a server with a program that may be elsewhere. Returns the printed address without its
/// prefix.
fn start_program(program: &Path, arguments: &[&str], token: Option<&str>) -> (Started, String) {
    let child = Command::new(program)
        .env_remove("WHOWINS_TOKEN")
        .env("XDG_STATE_HOME", folder().join("state"))
        .envs(token.map(|token| ("WHOWINS_TOKEN", token)))
        .args(arguments)
        .current_dir(folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("it starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("http://").expect("an address");
    (Started(child), address.to_string())
}

fn get(address: &str, token: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("answered");
    text
}

#[test]
fn it_serves_the_page_and_stops_at_an_interrupt() {
    let (started, address, token) = start(&["nim"], Some("my-own"));
    assert_eq!(token, "my-own");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let page = get(&address, &token, "/");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("<title"),
        "{page}"
    );
    let games = get(&address, &token, "/api/games");
    assert!(games.contains("\"first\":true"), "{games}");
    assert!(get(&address, "other", "/api/games").starts_with("HTTP/1.1 403"));
    // An idle connection doesn't delay the end.
    let _idle = TcpStream::connect(&address).expect("it listens");
    stops(started, &address);
}

/// Checks that an interrupt ends the server within seconds, with success.
fn stops(mut started: Started, address: &str) {
    let told = Command::new("kill")
        .args(["-INT", &started.0.id().to_string()])
        .status();
    assert!(told.expect("kill runs").success());
    let end = Instant::now() + Duration::from_secs(10);
    let status = loop {
        match started.0.try_wait().expect("waited") {
            Some(status) => break status,
            None => assert!(Instant::now() < end, "it does not stop"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn faults_are_told_before_anything_is_served() {
    let ran = run(&["lab", "nimm"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("did you mean `nim`"), "{}", ran.err);
    let (_started, address, token) = start(&[], None);
    assert_eq!(token.len(), 32);
    let port = address.rsplit(':').next().expect("a port");
    let ran = run(&["lab", "--port", port], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("--port {port}")), "{}", ran.err);
}

#[test]
fn a_token_outlives_the_server() {
    let (first, _, token) = start(&[], None);
    drop(first);
    let (second, address, again) = start(&[], None);
    assert_eq!(token, again);
    assert!(get(&address, &token, "/api/games").starts_with("HTTP/1.1 200"));
    drop(second);
    // A token from the environment isn't stored.
    let (third, _, own) = start(&[], Some("own"));
    drop(third);
    let (_fourth, _, again) = start(&[], None);
    assert_eq!((own.as_str(), &again), ("own", &token));
}

/// Copies the program to a separate folder, with or without a book at its place in a package.
fn alone(name: &str, book: bool) -> PathBuf {
    let place = folder().join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(place.join("bin")).expect("a folder");
    let program = place.join("bin/whowins");
    fs::hard_link(env!("CARGO_BIN_EXE_whowins"), &program).expect("a second name");
    if book {
        let pages = place.join("share/doc/whowins/book/laws");
        fs::create_dir_all(&pages).expect("a folder");
        fs::write(pages.join("beatty.html"), "a pair").expect("a page");
        fs::write(pages.join("../index.html"), "the first page").expect("a page");
    }
    program
}

#[test]
fn the_book_beside_the_program_is_served() {
    let program = alone("book-there", true);
    let (started, address) = start_program(&program, &["book"], None);
    let address = address.trim_end_matches('/').to_string();
    let page = get(&address, "", "/");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.ends_with("the first page"),
        "{page}"
    );
    assert!(get(&address, "", "/laws/beatty.html").ends_with("a pair"));
    assert!(get(&address, "", "/../bin/whowins").starts_with("HTTP/1.1 404"));
    stops(started, &address);
    // The same book, by its folder.
    let (started, address) = start_program(
        Path::new(env!("CARGO_BIN_EXE_whowins")),
        &["book", "--folder", "book-there/share/doc/whowins/book"],
        None,
    );
    let address = address.trim_end_matches('/').to_string();
    assert!(get(&address, "", "/").ends_with("the first page"));
    stops(started, &address);
}

#[test]
fn without_a_folder_the_embedded_book_is_served() {
    let program = alone("book-embedded", false);
    let (started, address) = start_program(&program, &["book"], None);
    let address = address.trim_end_matches('/').to_string();
    let page = get(&address, "", "/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("The book of whowins</h1>"), "{page}");
    assert!(get(&address, "", "/laws/beatty.html").contains("<title>beatty - whowins</title>"));
    stops(started, &address);
}

#[test]
fn a_folder_without_a_book_is_an_error() {
    alone("book-absent", false);
    let ran = run(&["book", "--folder", "book-absent"], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no index.html in book-absent"),
        "{}",
        ran.err
    );
    let ran = run(&["book", "--folder", "book-nowhere"], "");
    assert_eq!(ran.code, 2);
}
