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

/// Starts the server; the address that it prints.
fn start(arguments: &[&str]) -> (Started, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_whowins"))
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
    (Started(child), address.trim_end_matches('/').to_string())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("answered");
    text
}

#[test]
fn it_serves_the_page_and_stops_at_an_interrupt() {
    let (mut started, address) = start(&["nim"]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let page = get(&address, "/");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("<title"),
        "{page}"
    );
    let games = get(&address, "/api/games");
    assert!(games.contains("\"first\":true"), "{games}");
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
    let (_started, address) = start(&[]);
    let port = address.rsplit(':').next().expect("a port");
    let ran = run(&["lab", "--port", port], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&format!("--port {port}")), "{}", ran.err);
}
