//! A server of our own, and a client that speaks to it as plainly as can be.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use whowins_lab::{Options, Server, Stop};

/// The token of all servers here.
pub const TOKEN: &str = "0123456789abcdef";
/// What a request says of it.
pub const BEARER: &str = "authorization: Bearer 0123456789abcdef\r\n";

/// A server that runs while this lives.
pub struct Running {
    pub address: SocketAddr,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start() -> Self {
        Self::with(Options::default())
    }

    pub fn with(options: Options) -> Self {
        let options = Options {
            port: Some(0),
            token: Some(TOKEN.into()),
            ..options
        };
        Self::of(Server::bind(options).expect("a free port"))
    }

    /// Of a server that is bound to its port.
    pub fn of(server: Server) -> Self {
        let (address, stop) = (server.address(), server.stopper());
        let thread = Some(std::thread::spawn(move || server.run().expect("it runs")));
        Self {
            address,
            stop,
            thread,
        }
    }

    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.client().get(path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.client().post(path, body)
    }

    /// Registers rules; their number.
    pub fn register(&self, rules: &str, set: &Value) -> String {
        let told = self.post(
            "/api/game",
            &serde_json::json!({"rules": rules, "set": set}),
        );
        let told = told.json();
        let id = told["id"].as_str().unwrap_or_else(|| panic!("{told}"));
        id.to_string()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.expect("it ran").expect("it ended well");
        }
    }
}

/// One connection, opened again where it was closed.
pub struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    pub fn kind(&self) -> String {
        self.json()["error"]["kind"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            stream: None,
        }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None).expect("an answer")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.ask("POST", path, Some(&body)).expect("an answer")
    }

    pub fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Answer> {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{BEARER}",
            self.address
        );
        if let Some(body) = body {
            request += &format!(
                "content-type: application/json\r\ncontent-length: {}\r\n",
                body.len()
            );
        }
        request += "\r\n";
        request += body.unwrap_or_default();
        // A connection that stood idle may have been closed meanwhile.
        let kept = self.stream.is_some();
        match self.exchange(request.as_bytes(), method == "HEAD") {
            Err(_) if kept => {
                self.stream = None;
                self.exchange(request.as_bytes(), method == "HEAD")
            }
            done => done,
        }
    }

    /// Sends bytes as they are, and reads one answer.
    pub fn exchange(&mut self, bytes: &[u8], bodiless: bool) -> io::Result<Answer> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address)?;
            stream.set_read_timeout(Some(Duration::from_secs(90)))?;
            stream.set_nodelay(true)?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().expect("it is there");
        let sent = stream.get_mut().write_all(bytes);
        let answer = sent.and_then(|()| read(stream, bodiless));
        let closes = |answer: &Answer| answer.header("connection").is_some_and(|c| c == "close");
        if answer.as_ref().map_or(true, closes) {
            self.stream = None;
        }
        answer
    }
}

/// Reads one answer.
pub fn read(stream: &mut impl BufRead, bodiless: bool) -> io::Result<Answer> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let status = status.ok_or(io::ErrorKind::InvalidData)?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((name.to_string(), value.trim().to_string()));
    }
    let mut answer = Answer {
        status,
        headers,
        body: Vec::new(),
    };
    let length = answer
        .header("content-length")
        .and_then(|length| length.parse::<usize>().ok());
    if !bodiless && status != 304 {
        answer.body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut answer.body)?;
    }
    Ok(answer)
}

/// Text for a query.
pub fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

/// Numbers from a seed (xorshift, Marsaglia 2003).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

/// Random rules of a game of two numbers: rays and vectors, sometimes partizan, sometimes misère.
pub fn rules(random: &mut Random) -> String {
    let partizan = random.below(3) == 0;
    let mut text = String::from("game \"Random\"\nplayers Left, Right\nposition x, y\n");
    for at in 0..2 + random.below(3) {
        let owner = match (partizan, at % 2) {
            (false, _) => "",
            (true, 0) => "Left: ",
            (true, _) => "Right: ",
        };
        let line = match random.below(5) {
            0 => "move x -= k for k >= 1".to_string(),
            1 => "move y -= k for k >= 1".to_string(),
            2 => "move x -= k, y -= k for k >= 1".to_string(),
            _ => {
                let (x, y) = (random.below(4), random.below(4));
                match (x, y) {
                    (0, 0) => "move x -= 1".to_string(),
                    (0, y) => format!("move y -= {y}"),
                    (x, 0) => format!("move x -= {x}"),
                    (x, y) => format!("move x -= {x}, y -= {y}"),
                }
            }
        };
        text += &format!("{owner}{line}\n");
    }
    if random.below(3) == 0 {
        text += "misère play\n";
    }
    text
}
