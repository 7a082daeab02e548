//! The attack log of the review of 22 November 2026, each attack alone and all of them at once,
//! while a class asks for positions and has right answers. What one could ask of a clock (how long
//! a class waits) is measured by `cargo bench -p whowins-lab --bench load`, not asserted here.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use whowins_lab::Options;

use crate::common::{BEARER, Random, Running, read};
use crate::load::class;

/// Bytes that are sent, and the status of the answer; 0 where the connection may also be closed
/// without one.
struct Attack {
    name: String,
    bytes: Vec<u8>,
    answers: &'static [u16],
}

fn attack(name: &str, bytes: impl Into<Vec<u8>>, answers: &'static [u16]) -> Attack {
    Attack {
        name: name.chars().take(60).collect(),
        bytes: bytes.into(),
        answers,
    }
}

/// All of the log that is said in one go.
fn attacks(server: &Running) -> Vec<Attack> {
    let (host, port) = (server.address.to_string(), server.address.port());
    let mut all = Vec::new();
    let get =
        |target: &str, headers: &str| format!("GET {target} HTTP/1.1\r\n{headers}{BEARER}\r\n");
    let own = format!("host: {host}\r\n");
    for foreign in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.nip.io:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.1:{port}"),
        format!("2130706433:{port}"),
        format!("user@127.0.0.1:{port}"),
        format!("127.0.0.1.:{port}"),
        format!("127.0.0.1:0{port}"),
        format!("127.0.0.1:{}", port ^ 1),
        "127.0.0.1".into(),
        String::new(),
    ] {
        let head = get("/api/games", &format!("host: {foreign}\r\n"));
        all.push(attack(&foreign, head, &[400, 403]));
    }
    all.push(attack("no host", get("/api/games", ""), &[400, 403]));
    let twice = format!("{own}{own}");
    all.push(attack("two hosts", get("/api/games", &twice), &[400, 403]));
    let absolute = get("http://evil.example/api/games", &own);
    all.push(attack("absolute target", absolute, &[403]));
    for origin in [
        "http://evil.example".to_string(),
        "null".into(),
        format!("https://{host}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://{host}.evil.example"),
        format!("http://evil.example/{host}"),
        "file://".into(),
    ] {
        let headers = format!("{own}origin: {origin}\r\n");
        all.push(attack(&origin, get("/api/games", &headers), &[403]));
        let preflight = format!(
            "OPTIONS /api/game HTTP/1.1\r\n{headers}access-control-request-method: POST\r\n{BEARER}\r\n"
        );
        all.push(attack(&format!("preflight {origin}"), preflight, &[403]));
    }
    for site in ["cross-site", "same-site"] {
        let headers = format!("{own}sec-fetch-site: {site}\r\n");
        all.push(attack(site, get("/api/games", &headers), &[403]));
    }
    let post = |headers: &str, body: &str| {
        format!("POST /api/game HTTP/1.1\r\n{own}{headers}{BEARER}\r\n{body}")
    };
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let headers = format!("content-type: {kind}\r\ncontent-length: 9\r\n");
        all.push(attack(kind, post(&headers, "rules=nim"), &[400]));
    }
    for path in [
        "/..",
        "/../x",
        "/%2e%2e/x",
        "/%2f",
        "/..%5cx",
        "/%00",
        "//etc/passwd",
        "/.git/config",
    ] {
        all.push(attack(path, get(path, &own), &[400, 404]));
    }
    let long = get(&format!("/{}", "x".repeat(20_000)), &own);
    all.push(attack("a long path", long, &[404, 414]));
    for method in [
        "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW",
    ] {
        let head = format!("{method} /api/games HTTP/1.1\r\n{own}{BEARER}\r\n");
        all.push(attack(method, head, &[400, 405]));
    }
    for count in [70, 10_000] {
        let headers: String = (0..count).map(|at| format!("x-{at}: y\r\n")).collect();
        let head = get("/api/games", &format!("{own}{headers}"));
        all.push(attack(&format!("{count} headers"), head, &[0, 431]));
    }
    let wide = get(
        "/api/games",
        &format!("{own}x: {}\r\n", "y".repeat(64 << 10)),
    );
    all.push(attack("a wide header", wide, &[0, 431]));
    for (name, headers) in [
        ("two lengths", "content-length: 5\r\ncontent-length: 6\r\n"),
        ("a negative length", "content-length: -1\r\n"),
        ("no number", "content-length: 0x5\r\n"),
        (
            "a length beyond all words",
            "content-length: 99999999999999999999999\r\n",
        ),
        ("a folded header", "x: a\r\n b\r\n"),
        ("a space before the colon", "content-length : 5\r\n"),
    ] {
        all.push(attack(name, post(headers, "hello"), &[400]));
    }
    all.push(attack(
        "a TLS hello",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        &[0, 400],
    ));
    let chunk = format!("10000\r\n{}\r\n", "z".repeat(0x10000));
    let chunks = post("transfer-encoding: chunked\r\n", &chunk.repeat(6));
    all.push(attack("chunks without end", chunks, &[413]));
    all
}

/// Sends the bytes and reads the status; 0 where the server closes without a word.
fn met(server: &Running, attack: &Attack) -> u16 {
    let mut stream = TcpStream::connect(server.address).expect("connected");
    let patience = Duration::from_secs(600);
    stream.set_read_timeout(Some(patience)).expect("set");
    // A server that has read enough answers and closes, whatever is still to be sent.
    let _ = stream.write_all(&attack.bytes);
    let status = read(&mut BufReader::new(stream), true).map(|answer| answer.status);
    status.unwrap_or(0)
}

#[test]
fn every_attack_of_the_log_is_refused() {
    let server = Running::start();
    for attack in attacks(&server) {
        let status = met(&server, &attack);
        assert!(
            attack.answers.contains(&status),
            "{}: {status}",
            attack.name
        );
        assert_eq!(server.get("/api/games").status, 200, "{}", attack.name);
    }
}

/// A body that is promised and never comes is waited for so long, and no longer.
#[test]
fn a_promised_body_is_not_waited_for_without_end() {
    let server = Running::start();
    let promised = format!(
        "POST /api/game HTTP/1.1\r\nhost: {}\r\n{BEARER}content-length: 200000\r\n\r\n",
        server.address
    );
    let status = met(&server, &attack("promised", promised, &[408]));
    assert!([0, 408].contains(&status), "{status}");
}

#[test]
fn rules_of_the_log_are_told_of_and_take_nothing() {
    let server = Running::start();
    let before = crate::load::high_water();
    let octal = format!("game \"Long\"\noctal 0.{}\n", "7".repeat(200_000));
    for rules in [
        "game \"Wide\"\nposition board of 100000 x 100000 cells of . x\nmove . -> x\n".to_string(),
        "game \"Set\"\ngiven s: set = 0..1000000000000\nposition n\nmove n -= k for k in s\n"
            .into(),
        octal,
        format!(
            "game \"Brackets\"\nposition x\nmove x -= {}1{}\n",
            "(".repeat(5000),
            ")".repeat(5000)
        ),
        format!(
            "game \"Moves\"\nposition x\n{}",
            "move x -= 1\n".repeat(20_000)
        ),
    ] {
        let told = server.post("/api/game", &json!({"rules": rules}));
        let short: String = rules.chars().take(60).collect();
        match told.status {
            // Read, or with a fault that is told.
            200 => {
                let told = told.json();
                let faults = told["diagnostics"].as_array().map_or(0, Vec::len);
                assert!(told["id"].is_string() || faults > 0, "{short}: {told}");
            }
            status => assert!([413, 504].contains(&status), "{short}: {}", told.text()),
        }
    }
    if let (Some(before), Some(after)) = (before, crate::load::high_water()) {
        assert!(after - before < 1 << 30, "{} bytes more", after - before);
    }
}

/// Sixty tiles asked for in one go, of whose answers nothing is read.
fn unread(server: &Running, game: &str, random: &mut Random) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("connected");
    let tile = |_| {
        let (x, y) = (random.below(1 << 20), random.below(1 << 20));
        format!(
            "GET /api/tile?game={game}&level=0&x={x}&y={y} HTTP/1.1\r\nhost: {}\r\n{BEARER}x-whowins-client: greedy\r\n\r\n",
            server.address
        )
    };
    let requests: String = (0..60).map(tile).collect();
    stream.write_all(requests.as_bytes()).expect("sent");
    stream
}

/// Who attack at once.
const ATTACKERS: usize = 4;

/// Two search, others attack in all ways of the log at once, some leave answers unread; a class has
/// all it asks for, and right.
#[test]
fn a_class_is_answered_rightly_while_others_attack_and_search() {
    let server = Running::with(Options {
        time: Some(Duration::from_secs(600)),
        ..Options::default()
    });
    let mut searching = class::searching(&server, 2);
    let cow = server.register(class::shipped("cowcheck"), &json!({}));
    let lesson = class::lesson(&server);
    let attacks = attacks(&server);
    let over = AtomicBool::new(false);
    let refused = AtomicU64::new(0);
    let mut random = Random::new(2211);
    let greedy: Vec<TcpStream> = (0..8).map(|_| unread(&server, &cow, &mut random)).collect();
    std::thread::scope(|scope| {
        for at in 0..ATTACKERS {
            let (server, attacks, over, refused) = (&server, &attacks, &over, &refused);
            scope.spawn(move || {
                for attack in attacks.iter().cycle().skip(at * attacks.len() / ATTACKERS) {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    let status = met(server, attack);
                    // A server with all connections taken says so.
                    let well = attack.answers.contains(&status) || [0, 503].contains(&status);
                    assert!(well, "{}: {status}", attack.name);
                    refused.fetch_add(1, Ordering::Relaxed);
                    // The other tests of this program want the processor, too.
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
        let pupils: Vec<_> = (0..class::SIZE)
            .map(|who| {
                let (server, lesson) = (&server, &lesson);
                scope.spawn(move || {
                    let client = format!("pupil{who}");
                    for question in lesson.iter().cycle().skip(who).take(lesson.len()) {
                        class::ask(server, &client, question);
                    }
                })
            })
            .collect();
        let asked: Vec<_> = pupils.into_iter().map(|pupil| pupil.join()).collect();
        over.store(true, Ordering::Relaxed);
        assert!(
            asked.iter().all(Result::is_ok),
            "a pupil had a wrong answer, or none"
        );
    });
    assert!(refused.load(Ordering::Relaxed) > 0);
    assert!(
        searching.iter_mut().all(class::still_waits),
        "they search on"
    );
    drop(greedy);
    assert_eq!(server.get("/").status, 200);
}

/// Whoever takes nothing of the answers is left, and the connection closed.
#[test]
#[ignore = "waits until the server has lost its patience, some 20 s; the nightly run asks it"]
fn whoever_takes_no_answer_is_left() {
    let server = Running::start();
    let nim = server.register(class::shipped("nim"), &json!({}));
    let mut random = Random::new(7);
    let mut greedy: Vec<TcpStream> = (0..4).map(|_| unread(&server, &nim, &mut random)).collect();
    std::thread::sleep(whowins_lab::inside::UNREAD + Duration::from_secs(10));
    for stream in &mut greedy {
        let patience = Duration::from_secs(600);
        stream.set_read_timeout(Some(patience)).expect("set");
        let mut taken = Vec::new();
        // What lay in the sockets comes, or the connection is reset; all sixty tiles do not.
        let _ = stream.read_to_end(&mut taken);
        assert!(taken.len() < 60 * 65_536, "{} bytes", taken.len());
    }
    assert_eq!(server.get("/").status, 200);
}
