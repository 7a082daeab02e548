//! `whowins lab`: prints its address, serves, and stops at Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{folder, run};

/// Ended when dropped, whatever the test came to.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the server; the address that it prints, and the token.
fn start(arguments: &[&str], token: Option<&str>) -> (Started, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whowins"));
    command.env_remove("WHOWINS_TOKEN");
    command.envs(token.map(|token| ("WHOWINS_TOKEN", token)));
    let child = command
        .arg("lab")
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
    let (address, token) = address.split_once("/?token=").expect("a token");
    (Started(child), address.to_string(), token.to_string())
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
    let (mut started, address, token) = start(&["nim"], Some("my-own"));
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
    // An idle connection does not hold it up.
    let _idle = TcpStream::connect(&address).expect("it listens");
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
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn faults_are_told_before_anything_is_served() {
    let ran = run(&["lab", "nimm"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("did you mean «nim»"), "{}", ran.err);
    let (_started, address, token) = start(&[], None);
    assert_eq!(token.len(), 32);
    let port = address.rsplit(':').next().expect("a port");
    let ran = run(&["lab", "--port", port], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("--port {port}")), "{}", ran.err);
}
