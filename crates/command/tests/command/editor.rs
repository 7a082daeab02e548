//! Tests `whowins language-server`, as an editor starts it.

use serde_json::{Value, json};

use crate::run::run;

fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

#[test]
fn an_editor_is_served_until_it_ends_the_conversation() {
    let document = json!({"uri": "file:///a.game", "languageId": "game", "version": 1, "text": "game \"A\"\nposition x\nmove y -= 1"});
    let said: String = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}),
        json!({"jsonrpc": "2.0", "method": "exit"}),
    ]
    .iter()
    .map(framed)
    .collect();
    let ran = run(&["language-server"], said.as_str());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("\"hoverProvider\":true"), "{}", ran.out);
    assert!(
        ran.out.contains("textDocument/publishDiagnostics"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("`y`"), "{}", ran.out);
}

#[test]
fn who_is_no_editor_is_told_so() {
    for said in ["", "hello\n", "Content-Length: 2\r\n\r\n{}"] {
        let ran = run(&["language-server"], said);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("editor"), "{}", ran.err);
    }
}
