//! What is refused: other hosts' pages, what is too large or too slow, noise.

use std::collections::BTreeSet;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::common::{BEARER, Random, Running, TOKEN, escaped, read};
use serde_json::json;
use whowins_lab::{Options, Server};

const NIM: &str = "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";

/// Sends a request with the token.
fn raw(server: &Running, request: &str) -> crate::common::Answer {
    let request = request.replacen("\r\n", &format!("\r\n{BEARER}"), 1);
    bare(server, &request)
}

/// Sends a request as it is.
fn bare(server: &Running, request: &str) -> crate::common::Answer {
    let bytes = request.as_bytes();
    server
        .client()
        .exchange(bytes, request.starts_with("HEAD"))
        .expect("an answer")
}

fn socket(server: &Running) -> TcpStream {
    let stream = TcpStream::connect(server.address).expect("connected");
    stream
        .set_read_timeout(Some(Duration::from_secs(600)))
        .expect("set");
    stream
}

#[test]
fn whoever_has_no_token_is_told_nothing() {
    let server = Running::start();
    let host = server.address;
    let games = |headers: &str| {
        let request = format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n");
        bare(&server, &request)
    };
    let port = host.port();
    let longer = format!("authorization: Bearer {TOKEN}0\r\n");
    let other = format!("cookie: whowins-{}={TOKEN}\r\n", port ^ 1);
    for headers in [
        "",
        "authorization: Bearer 0123456789abcdee\r\n",
        "authorization: Bearer 0123456789abcde\r\n",
        "authorization: Bearer \r\n",
        &longer,
        &format!("authorization: Basic {TOKEN}\r\n"),
        &format!("x-token: {TOKEN}\r\n"),
        &other,
        &format!("cookie: whowins-{port}=\r\n"),
    ] {
        let answer = games(headers);
        let told = (answer.status, answer.kind());
        assert_eq!(told, (403, "token".into()), "{headers}");
    }
    // Nothing is read of what such a client sends, and no question is known to it.
    for path in ["game", "law?game=1", "nothing", "", "thumb?name=nim"] {
        for method in ["GET", "POST"] {
            let request = format!(
                "{method} /api/{path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: 5\r\n\r\nhello"
            );
            assert_eq!(bare(&server, &request).kind(), "token", "{path}");
        }
    }
    for headers in [
        BEARER.to_string(),
        format!("cookie: theme=dark; whowins-{port}={TOKEN}; a=b\r\n"),
        format!("authorization: Bearer wrong\r\ncookie: whowins-{port}={TOKEN}\r\n"),
    ] {
        assert_eq!(games(&headers).status, 200, "{headers}");
    }
}

#[test]
fn the_address_that_is_printed_lets_a_browser_in() {
    let server = Running::start();
    let host = server.address;
    let get = |path: &str, cookie: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{cookie}\r\n");
        bare(&server, &request)
    };
    let entrance = Server::bind(Options {
        port: Some(0),
        token: Some(TOKEN.into()),
        ..Options::default()
    })
    .expect("a port")
    .entrance();
    let (_, path) = entrance.rsplit_once('/').expect("a path");
    let answer = get(&format!("/{path}"), "");
    // The address that stays in the browser's bar has no token any more.
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let cookie = answer.header("set-cookie").expect("a cookie");
    let (pair, rest) = cookie.split_once(';').expect("attributes");
    assert_eq!(rest, " Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict");
    let cookie = format!("cookie: {pair}\r\n");
    assert_eq!(get("/api/games", &cookie).status, 200);
    assert_eq!(get("/", "").status, 200);
    for wrong in [
        "/?token=",
        "/?token=0",
        "/?a=b&token=wrong",
        "/?token=0123456789abcdef&token=x",
    ] {
        let answer = get(wrong, "");
        assert_eq!((answer.status, answer.kind()), (403, "token".into()));
        assert!(answer.header("set-cookie").is_none());
    }
}

#[test]
#[cfg(unix)]
fn a_stored_token_is_for_its_owner_alone() {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use whowins_lab::stored_token;

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state/whowins/lab-token");
    let token = stored_token(&path).expect("created");
    assert_eq!(token.len(), 32);
    let mode = |path: &std::path::Path| fs::metadata(path).expect("there").mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(path.parent().expect("a folder")), 0o700);
    assert_eq!(stored_token(&path).expect("read"), token);
    // A file that others can read, that holds another text, or that is a link is replaced.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("changed");
    let second = stored_token(&path).expect("replaced");
    assert_ne!(second, token);
    assert_eq!(mode(&path), 0o600);
    fs::write(&path, "short").expect("written");
    let third = stored_token(&path).expect("replaced");
    assert_eq!(
        (third.len(), stored_token(&path).expect("read")),
        (32, third)
    );
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(&path, &elsewhere).expect("moved");
    symlink(&elsewhere, &path).expect("made");
    stored_token(&path).expect("replaced");
    assert!(fs::symlink_metadata(&path).expect("there").is_file());
    // Nothing else is left beside it.
    let names = fs::read_dir(path.parent().expect("a folder")).expect("there");
    assert_eq!(names.count(), 1);
    assert!(stored_token(std::path::Path::new("/dev/null/token")).is_err());
}

#[test]
fn two_that_store_a_token_at_once_store_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whowins/lab-token");
    let tokens: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| whowins_lab::stored_token(&path).expect("stored")))
            .collect();
        all.into_iter()
            .map(|one| one.join().expect("no panic"))
            .collect()
    });
    assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
}

#[test]
fn a_token_is_given_or_random() {
    let bound = |token: Option<&str>| {
        Server::bind(Options {
            port: Some(0),
            token: token.map(str::to_owned),
            ..Options::default()
        })
    };
    let random = |_| {
        let entrance = bound(None).expect("a port").entrance();
        let (_, token) = entrance.split_once("/?token=").expect("a token");
        assert_eq!(token.len(), 32);
        token.to_string()
    };
    let all: BTreeSet<String> = (0..4).map(random).collect();
    assert_eq!(all.len(), 4);
    for none in ["", "a b", "ä", "a;b", "a\r\nb"] {
        let error = bound(Some(none)).err().expect("refused");
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{none}");
    }
}

#[test]
fn other_hosts_pages_are_refused() {
    let server = Running::start();
    let (host, port) = (server.address, server.address.port());
    for own in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("[::1]:{port}"),
        format!("LOCALHOST:{port}"),
    ] {
        let answer = raw(&server, &format!("GET / HTTP/1.1\r\nhost: {own}\r\n\r\n"));
        assert_eq!(answer.status, 200, "{own}");
    }
    for foreign in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1".to_string(),
        "127.0.0.1:1".to_string(),
        String::new(),
        format!("localhost:{port}@evil.example"),
    ] {
        let answer = raw(
            &server,
            &format!("GET /api/games HTTP/1.1\r\nhost: {foreign}\r\n\r\n"),
        );
        assert!(matches!(answer.status, 400 | 403), "{foreign}: {answer:?}");
    }
    for twice in [
        "host: evil.example\r\nhost: HOST",
        "host: HOST\r\nhost: evil.example",
    ] {
        let twice = twice.replace("HOST", &host.to_string());
        let answer = raw(
            &server,
            &format!("GET /api/games HTTP/1.1\r\n{twice}\r\n\r\n"),
        );
        assert!(matches!(answer.status, 400 | 403), "{answer:?}");
    }
    let answer = raw(
        &server,
        &format!("GET http://evil.example/ HTTP/1.1\r\nhost: {host}\r\n\r\n"),
    );
    assert_eq!(answer.status, 403);
    for origin in [
        "http://evil.example",
        "https://127.0.0.1",
        "null",
        "http://127.0.0.1:1",
        "file://",
    ] {
        let body = json!({"rules": NIM}).to_string();
        let answer = raw(
            &server,
            &format!(
                "POST /api/game HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ),
        );
        assert_eq!(
            (answer.status, answer.kind()),
            (403, "host".into()),
            "{origin}"
        );
    }
    let answer = raw(
        &server,
        &format!(
            "GET /api/games HTTP/1.1\r\nhost: {host}\r\norigin: http://localhost:{port}\r\n\r\n"
        ),
    );
    assert_eq!(answer.status, 200);
    let answer = raw(
        &server,
        &format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nsec-fetch-site: cross-site\r\n\r\n"),
    );
    assert_eq!(answer.status, 403);
}

#[test]
fn every_answer_carries_the_headers_that_fence_the_page_in() {
    let server = Running::start();
    for path in [
        "/",
        "/api/games",
        "/nothing",
        "/api/nothing",
        "/api/tile?game=x",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("default-src 'self'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        let permits = answer.header("permissions-policy").expect("a policy");
        assert!(permits.contains("camera=()"), "{path}");
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Running::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/modules/../../Cargo.toml",
        "//etc/passwd",
        "/./index.html",
        "/.git/config",
        "/modules/",
        "/index.html/",
        "/index.html%00.js",
        "/..\\Cargo.toml",
        "/C:/Windows",
        "/api/../Cargo.toml",
    ] {
        let answer = raw(
            &server,
            &format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address),
        );
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.text().contains("[package]"), "{path}");
    }
}

#[test]
fn methods_versions_and_pipelines_are_kept_apart() {
    let server = Running::start();
    let host = server.address;
    for method in ["OPTIONS", "DELETE", "PUT", "TRACE", "PATCH", "BREW"] {
        let answer = raw(
            &server,
            &format!("{method} /api/games HTTP/1.1\r\nhost: {host}\r\n\r\n"),
        );
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    assert_eq!(server.get("/api/game").status, 405);
    let head = raw(&server, &format!("HEAD / HTTP/1.1\r\nhost: {host}\r\n\r\n"));
    assert_eq!(head.status, 200);
    // HTTP/1.0 has its answer, and the connection ends.
    let mut stream = socket(&server);
    write!(stream, "GET / HTTP/1.0\r\nhost: {host}\r\n\r\n").expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("ended");
    assert!(text.starts_with("HTTP/1.0 200"), "{text}");
    // Three requests in one go have three answers, in their order.
    let mut stream = socket(&server);
    let requests: String = ["/api/games", "/api/nothing", "/"]
        .iter()
        .map(|path| format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{BEARER}\r\n"))
        .collect();
    stream.write_all(requests.as_bytes()).expect("sent");
    let mut stream = BufReader::new(stream);
    let statuses: Vec<u16> = (0..3)
        .map(|_| read(&mut stream, false).expect("an answer").status)
        .collect();
    assert_eq!(statuses, [200, 404, 200]);
    // Two lengths, or a length beside chunks, could hide a request.
    for two in [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: 5\r\ntransfer-encoding: chunked",
    ] {
        let mut stream = BufReader::new(socket(&server));
        write!(
            stream.get_mut(),
            "POST /api/game HTTP/1.1\r\nhost: {host}\r\n{two}\r\n\r\nhello"
        )
        .expect("sent");
        if let Ok(answer) = read(&mut stream, false) {
            assert!(answer.status >= 400, "{two}: {answer:?}");
        }
    }
}

#[test]
fn what_is_too_large_is_refused_with_words() {
    let server = Running::start();
    let mut client = server.client();
    let long = "#".repeat(300 << 10);
    let answer = client.post("/api/game", &json!({"rules": long}));
    assert_eq!((answer.status, answer.kind()), (413, "too-large".into()));
    let answer = server
        .client()
        .ask("POST", "/api/game", Some("{\"rules\": 7}"))
        .expect("an answer");
    assert_eq!((answer.status, answer.kind()), (400, "request".into()));
    let answer = server
        .client()
        .ask("POST", "/api/game", Some("[[[["))
        .expect("an answer");
    assert_eq!(answer.status, 400);
    let deep = "[".repeat(100_000);
    let answer = server
        .client()
        .ask("POST", "/api/game", Some(&deep))
        .expect("an answer");
    assert_eq!(answer.status, 400);
    // A head without end.
    let mut stream = socket(&server);
    let header = format!(
        "GET / HTTP/1.1\r\nhost: {}\r\nx: {}",
        server.address,
        "y".repeat(200 << 10)
    );
    let _ = stream.write_all(header.as_bytes());
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    assert!(
        text.is_empty() || text.starts_with(b"HTTP/1.1 4"),
        "{}",
        String::from_utf8_lossy(&text)
    );
    let id = server.register(NIM, &json!({}));
    let nines = "9".repeat(5000);
    for (path, status) in [
        (format!("/api/tile?game={id}&level=65&x=0&y=0"), 400),
        (format!("/api/tile?game={id}&level=-1&x=0&y=0"), 400),
        (format!("/api/tile?game={id}&level=0&x=-1&y=0"), 400),
        (format!("/api/tile?game={id}&level=0&x={nines}&y=0"), 400),
        (format!("/api/tile?game={id}&level=0&x=0"), 400),
        (
            format!("/api/tile?game={id}&level=0&x=0&y=0&show=everything"),
            400,
        ),
        (
            format!("/api/tile?game={id}&level=0&x=0&y=0&slice=z%3D3"),
            422,
        ),
        (
            format!("/api/tile?game={id}&level=0&x=99999999&y=0&show=grundy"),
            422,
        ),
        (format!("/api/strip?game={id}&from=0&count=10"), 422),
        (format!("/api/trace?game={id}&at=3,4&stage=memo"), 422),
        (format!("/api/trace?game={id}&at=3,4&stage=dance"), 400),
        (format!("/api/position?game={id}&at=1,2,3"), 422),
        (
            format!("/api/position?game={id}&at=1,2&to_move=Nobody"),
            400,
        ),
        (
            format!("/api/position?game={id}&at={}", "1".repeat(25_000)),
            400,
        ),
        ("/api/position?game=ffff&at=1,2".to_string(), 410),
        (format!("/api/thumb?name={}", escaped("../Cargo")), 404),
    ] {
        let answer = client.get(&path);
        let short: String = path.chars().take(90).collect();
        assert_eq!(answer.status, status, "{short}: {}", answer.text());
        assert!(answer.json()["error"]["message"].is_string(), "{short}");
    }
    assert_eq!(
        client
            .get(&format!(
                "/api/tile?game={id}&level=64&x={}&y=7",
                "9".repeat(100)
            ))
            .status,
        200
    );
}

#[test]
fn rules_made_to_hurt_are_read_or_refused_and_nothing_stops() {
    let server = Running::start();
    let mut client = server.client();
    let nested = format!(
        "game \"Deep\"\nposition x\nmove x -= k for k >= {}1{}\n",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    let many: String = (0..5000).map(|at| format!("move x -= {at}\n")).collect();
    let many = format!("game \"Many\"\nposition x\n{many}");
    let wide = format!(
        "game \"Wide\"\nposition {}\nmove v0 -= 1\n",
        (0..5000)
            .map(|at| format!("v{at}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let grid = format!(
        "game \"Grid\"\ngiven map: grid of . # = \"{}\"\nposition a: squares of map\nmove a to a neighbour\n",
        vec![".".repeat(300); 300].join("/")
    );
    let texts = [
        nested,
        many,
        wide,
        grid,
        "\u{0}\u{0}".into(),
        "game \"\u{202e}\"\n".into(),
        "\"".repeat(1000),
    ];
    for text in texts {
        let answer = client.post("/api/game", &json!({"rules": text}));
        assert!(matches!(answer.status, 200 | 504), "{}", answer.text());
        let told = answer.json();
        if let Some(id) = told["id"].as_str() {
            let at = escaped(told["start"].as_str().unwrap_or("0"));
            let answer = client.get(&format!("/api/position?game={id}&at={at}"));
            assert!(
                answer.status < 600 && answer.status != 500,
                "{}",
                answer.text()
            );
        }
        assert_eq!(client.get("/api/games").status, 200);
    }
}

#[test]
fn noise_on_the_socket_harms_nobody() {
    let server = Running::start();
    let mut random = Random::new(4711);
    for _ in 0..300 {
        let length = random.below(400) as usize;
        let mut noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        if random.below(2) == 0 {
            let mut head = b"GET /api/tile?game=%ff&level=\xff HTTP/1.1\r\nhost: ".to_vec();
            head.extend(&noise);
            noise = head;
        }
        let mut stream = socket(&server);
        let _ = stream.write_all(&noise);
        if random.below(2) == 0 {
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read(&mut [0; 512]);
        }
    }
    assert_eq!(server.get("/api/games").status, 200);
}

#[test]
fn slow_clients_are_left_and_stall_nobody() {
    let server = Running::start();
    let slow: Vec<TcpStream> = (0..100)
        .map(|at| {
            let mut stream = socket(&server);
            let part = match at % 3 {
                0 => "GET / HT".to_string(),
                1 => format!(
                    "POST /api/game HTTP/1.1\r\nhost: {}\r\n{BEARER}content-length: 1000\r\n\r\n{{",
                    server.address
                ),
                _ => String::new(),
            };
            stream.write_all(part.as_bytes()).expect("sent");
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/games").status, 200);
    }
    // Each is turned out after its ten seconds: none of these sockets waits for more, its client
    // says nothing else.
    for mut stream in slow {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("closed by the server");
        assert!(
            rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"),
            "{}",
            String::from_utf8_lossy(&rest)
        );
    }
}

#[test]
fn whoever_leaves_frees_the_thread_that_worked_for_them() {
    let server = Running::start();
    let all = whowins::shipped::all();
    let long = all
        .iter()
        .find(|game| game.name == "ellys-capture")
        .expect("shipped");
    // More searches than there are threads, of different games, and all clients leave.
    for at in 0..6 {
        let id = server.register(&format!("{}\n{}", long.text, "\n".repeat(at)), &json!({}));
        let mut stream = socket(&server);
        write!(
            stream,
            "GET /api/law?game={id} HTTP/1.1\r\nhost: {}\r\n{BEARER}\r\n",
            server.address
        )
        .expect("sent");
        std::thread::sleep(Duration::from_millis(50));
    }
    let id = server.register(NIM, &json!({}));
    // A request that finds no thread free in time is refused: each search alone would keep one
    // longer than that.
    let law = server.get(&format!("/api/law?game={id}"));
    assert_eq!(law.json()["status"], "proved", "{}", law.text());
}
