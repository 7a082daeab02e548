//! The page as a folder of files; `crates/lab/browser/folder` opens it in a browser.

use std::fs;
use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use whowins_lab::{ExportError, export};

use crate::common::{Running, escaped};

/// A folder with what `cargo xtask web` makes, as far as the export looks at it.
fn built(module: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let main = include_str!("../../page/modules/main.js");
    let sources = json!({"modules/main.js": main}).to_string();
    for (name, text) in [
        ("desk.js", "export {};"),
        ("desk.streams.br", module),
        ("desk.streams.zst", module),
        ("main.js", "export {};"),
        ("worker.js", "export {};"),
        ("style.css", "p { margin: 0 }"),
        ("sources.json", &sources),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The files that are kept for the time without a network.
fn kept(folder: &Path) -> Vec<String> {
    let list = read(folder, "files.js");
    let (_, list) = list.split_once("self.FILES = ").expect("a list");
    serde_json::from_str(list.trim_end().trim_end_matches(';')).expect("JSON")
}

#[test]
fn the_folder_has_all_that_the_page_asks_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let written = export(folder, Some(built("one").path()), None).expect("a folder");

    let kept = kept(folder);
    // All but the list, what reads it, and what is there once more; the address of the folder
    // itself is a name, too.
    assert_eq!(kept.len(), written.files - written.packed - 2 + 1);
    for name in kept.iter().filter(|name| *name != "./") {
        assert!(folder.join(name).is_file(), "{name}");
        assert!(!name.starts_with('/'), "{name}");
    }
    let index = read(folder, "index.html");
    // What it asks for is there, and nothing of what the bundle holds is asked for.
    for attribute in ["src=\"", "href=\""] {
        for rest in index.split(attribute).skip(1) {
            let name = rest.split('"').next().expect("an end");
            assert!(
                name.starts_with('#') || folder.join(name).is_file(),
                "{name}"
            );
        }
    }
    for missing in ["modulepreload", "modules/", "style/"] {
        assert!(!index.contains(missing), "{missing}");
    }
    // Packed files say what the others say.
    let zip = fs::File::open(folder.join("games.json.gz")).expect("packed");
    let mut text = String::new();
    GzDecoder::new(zip).read_to_string(&mut text).expect("gzip");
    assert_eq!(text, read(folder, "games.json"));
    let (_, desk) = index.split_once("data-desk=\"").expect("the desk's folder");
    let (desk, _) = desk.split_once('"').expect("an end");
    assert_eq!(read(folder, &format!("{desk}desk.streams.br")), "one");
    assert!(index.contains("script-src 'self' 'wasm-unsafe-eval'"));
    assert!(!index.contains("api/"), "no server is asked");

    // The games are those of the server, each with its pictures.
    let games = Running::start().get("/api/games");
    assert_eq!(read(folder, "games.json"), games.text());
    for game in games.json()["games"].as_array().expect("a list") {
        for theme in ["light", "dark"] {
            let name = game["name"].as_str().expect("a name");
            let picture = format!("pictures/{name}-{theme}.svg");
            assert!(kept.contains(&picture), "{picture}");
        }
    }

    // Another build has other names, and nothing of the first one stays.
    let before = read(folder, "files.js");
    export(folder, Some(built("two").path()), None).expect("anew");
    assert_ne!(read(folder, "files.js"), before);
    assert!(!folder.join(desk).exists());
}

#[test]
fn what_is_missing_or_in_the_way_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |built: Option<&Path>| export(folder.path(), built, None).expect_err("refused");
    let empty = tempfile::tempdir().expect("a folder");
    for place in [None, Some(empty.path())] {
        let error = refused(place);
        assert!(matches!(error, ExportError::NotBuilt), "{error}");
        assert!(error.to_string().contains("cargo xtask web"), "{error}");
    }
    let older = built("one");
    let other = json!({"modules/main.js": "another"}).to_string();
    for sources in [other.as_str(), "{}", "none"] {
        fs::write(older.path().join("sources.json"), sources).expect("written");
        let error = refused(Some(older.path()));
        assert!(matches!(error, ExportError::Older), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 0);
    let own = folder.path().join("thesis.txt");
    fs::write(&own, "years of work").expect("written");
    assert!(matches!(
        refused(Some(built("one").path())),
        ExportError::NotEmpty(_)
    ));
    assert_eq!(fs::read_to_string(own).expect("there"), "years of work");
}

#[test]
fn what_opens_a_game_is_what_the_server_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    export(folder, Some(built("one").path()), None).expect("a folder");
    let server = Running::start();
    let (mut pictures, mut late) = (0, 0);
    for game in server.get("/api/games").json()["games"]
        .as_array()
        .expect("a list")
    {
        let name = game["name"].as_str().expect("a name");
        let opened = serde_json::from_str(&read(folder, &format!("opened/{name}.json")));
        let opened: Value = opened.expect("JSON");
        let shipped = server.get(&format!("/api/shipped?name={name}")).json();
        assert_eq!(opened["shipped"], shipped, "{name}");
        let file = format!("{name}.game");
        let sent = json!({"rules": shipped["rules"], "set": shipped["set"], "file": file});
        let told = server.post("/api/game", &sent).json();
        assert_eq!(opened["game"], told, "{name}");
        let id = told["id"].as_str().expect("a number");
        for picture in opened["pictures"].as_array().expect("a list") {
            let path = picture["path"].as_str().expect("a question");
            let query = picture["query"].as_object().expect("fields").iter();
            let query: String = query
                .map(|(name, value)| {
                    format!("&{name}={}", escaped(value.as_str().expect("a text")))
                })
                .collect();
            let answer = server.get(&format!("/api/{path}?game={id}{query}"));
            // A request has a limit of time, which a busy machine may exceed.
            if answer.status == 504 {
                late += 1;
                continue;
            }
            let packed = picture["packed"].as_str().expect("bytes");
            let packed = STANDARD.decode(packed).expect("base 64");
            let mut bytes = Vec::new();
            let read = GzDecoder::new(&packed[..]).read_to_end(&mut bytes);
            read.expect("gzip");
            assert!(bytes == answer.body, "{name}: {path}{query}");
            pictures += 1;
        }
    }
    assert!(
        pictures >= 25 && late <= 3,
        "{pictures} pictures, {late} late"
    );
    let first = read(folder, "first.json");
    assert_eq!(first, read(folder, "opened/cowcheck.json"));
    assert!(read(folder, "index.html").contains("data-first=\"cowcheck\""));
}
