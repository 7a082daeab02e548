//! A client that speaks with a server in the same process.

use std::thread::JoinHandle;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use whowins_editor::{ServeError, serve};

/// The address of the text that is open.
pub const URI: &str = "file:///games/my.game";

/// A conversation that has begun.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), ServeError>>>,
    asked: i32,
    version: i32,
    /// What was told and not yet looked at.
    told: Vec<Notification>,
}

impl Client {
    pub fn begin() -> Self {
        let (connection, other) = Connection::memory();
        let server = std::thread::spawn(move || serve(&other));
        let mut client = Self {
            connection,
            server: Some(server),
            asked: 0,
            version: 0,
            told: Vec::new(),
        };
        let capabilities = client.ask("initialize", json!({"capabilities": {}}));
        assert!(capabilities.expect("capabilities")["capabilities"]["hoverProvider"] == true);
        client.tell("initialized", json!({}));
        client
    }

    pub fn tell(&self, method: &str, params: Value) {
        let told = Notification::new(method.into(), params);
        let sent = self.connection.sender.send(Message::Notification(told));
        sent.expect("a server that listens");
    }

    /// Asks, and waits for the answer, or why there is none.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request::new(id.clone(), method.into(), params);
        let sent = self.connection.sender.send(Message::Request(request));
        sent.expect("a server that listens");
        loop {
            match self.connection.receiver.recv().expect("an answer") {
                Message::Response(response) => {
                    assert_eq!(response.id, id);
                    return response.response_result.map_err(|why| why.message);
                }
                Message::Notification(told) => self.told.push(told),
                Message::Request(asked) => panic!("nothing is asked of a client: {asked:?}"),
            }
        }
    }

    /// The answer, which is no fault.
    pub fn answer(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params)
            .unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    /// Asks about a place of the text.
    pub fn at(
        &mut self,
        method: &str,
        (line, character): (u32, u32),
        more: Value,
    ) -> Result<Value, String> {
        let mut params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": line, "character": character},
        });
        let fields = params.as_object_mut().expect("an object");
        fields.extend(more.as_object().cloned().unwrap_or_default());
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Opens the text, or changes it; the errors that are told of it.
    pub fn write(&mut self, text: &str) -> Vec<Value> {
        self.version += 1;
        match self.version {
            1 => self.tell(
                "textDocument/didOpen",
                json!({"textDocument": {"uri": URI, "languageId": "game", "version": 1, "text": text}}),
            ),
            version => self.tell(
                "textDocument/didChange",
                json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]}),
            ),
        }
        self.errors()
    }

    /// The errors that are told next of the text as it is.
    pub fn errors(&mut self) -> Vec<Value> {
        loop {
            let told = match self.told.is_empty() {
                false => self.told.remove(0),
                true => match self.connection.receiver.recv().expect("errors") {
                    Message::Notification(told) => told,
                    other => panic!("{other:?}"),
                },
            };
            assert_eq!(told.method, "textDocument/publishDiagnostics");
            if told.params["version"] == json!(self.version) {
                return told.params["diagnostics"]
                    .as_array()
                    .expect("a list")
                    .clone();
            }
        }
    }

    pub fn end(mut self) {
        assert!(self.ask("shutdown", Value::Null).is_ok());
        self.tell("exit", Value::Null);
        let server = self.server.take().expect("a server");
        server.join().expect("no panic").expect("an end in order");
    }
}
