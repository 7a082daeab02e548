//! A class: pupils who ask for small positions, while others search for what is not to be found.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::common::{Answer, BEARER, Client, Running, escaped};

/// As many as a class has.
pub const SIZE: usize = 24;

/// A position, the winner's value for the player to move, and the game that it is of.
pub struct Asked {
    game: String,
    at: &'static str,
    value: &'static str,
}

/// The text of a shipped game.
pub fn shipped(name: &str) -> &'static str {
    let all = whowins::shipped::all();
    let own = all.iter().find(|game| game.name == name);
    own.map(|game| game.text).expect("it is shipped")
}

/// What each pupil asks: boards that tables answer, and positions that laws do, with answers that
/// theory has (Nim's sum, Wythoff's pairs) or the general solver gave.
pub fn lesson(server: &Running) -> Vec<Asked> {
    let asked = |name: &str, at, value| Asked {
        game: server.register(shipped(name), &json!({})),
        at,
        value,
    };
    vec![
        asked("clobber", "xoxo/oxox/xoxo", "loss"),
        asked("clobber", "xoxo/oxox/xoxo/oxox", "win"),
        asked("nim", "3,5,7", "win"),
        asked("nim", "3,5,6", "loss"),
        asked("cowcheck", "8,13", "loss"),
        asked("cowcheck", "13,18", "win"),
    ]
}

/// Has the answer to a question, and looks at it.
pub fn ask(server: &Running, client: &str, asked: &Asked) {
    let Asked { game, at, value } = asked;
    let path = format!("/api/position?game={game}&at={}", escaped(at));
    let told = answered(server, client, &path);
    assert_eq!(told.status, 200, "{at}: {}", told.text());
    assert_eq!(told.json()["value"], *value, "{at}");
}

/// The answer to a question that this client asks.
pub fn answered(server: &Running, client: &str, path: &str) -> Answer {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\n{BEARER}x-whowins-client: {client}\r\n\r\n",
        server.address
    );
    let exchanged = Client::new(server.address).exchange(request.as_bytes(), false);
    exchanged.expect("an answer")
}

/// So many searches of two clients for laws that are not to be found; nobody waits for their
/// answers.
pub fn searching(server: &Running, count: usize) -> Vec<TcpStream> {
    let long = |at: usize| {
        let text = format!("{}\n{}", shipped("ellys-capture"), "\n".repeat(at));
        server.register(&text, &json!({}))
    };
    let search = |at: usize| asks(server, ["one", "two"][at % 2], &long(at));
    (0..count).map(search).collect()
}

/// Asks for the law of a game as this client, and waits for no answer.
fn asks(server: &Running, client: &str, id: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("connected");
    write!(
        stream,
        "GET /api/law?game={id} HTTP/1.1\r\nhost: {}\r\n{BEARER}x-whowins-client: {client}\r\n\r\n",
        server.address
    )
    .expect("sent");
    stream
}

/// Whether nothing was answered yet.
pub fn still_waits(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("set");
    let read = stream.read(&mut [0; 1]);
    matches!(read, Err(error) if error.kind() == ErrorKind::WouldBlock)
}
