//! The page as a folder of files that any web server serves: its questions are answered by workers (`page/folder`) that have the desk as
//! WebAssembly, and it opens without a network after the first visit.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, DirEntry};
use serde_json::{Value, json};
use whowins_desk::{Bounds, Desk, InPlace, Lane, Request};
use whowins_guard::Writer;

use crate::First;
use crate::page::PAGE;

/// The files that `cargo xtask web` makes.
const BUILT: [&str; 2] = ["desk.js", "desk_bg.wasm"];
/// The environment variable that names their folder.
const VARIABLE: &str = "WHOWINS_WEB";

/// What stands in the page as it is served, and what in the folder; `DESK` is the folder of the desk.
const CHANGED: [(&str, &str); 3] = [
    (
        "<html lang=\"en\">",
        "<html lang=\"en\" data-desk=\"DESK/\">",
    ),
    (
        "<meta charset=\"utf-8\">",
        "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
         img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'\">",
    ),
    (
        "href=\"api/games\" as=\"fetch\"",
        "href=\"games.json\" as=\"fetch\"",
    ),
];

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many files.
    pub files: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// Why no folder was written.
#[derive(Debug)]
pub enum ExportError {
    /// The desk was not built as WebAssembly, or is not where it is looked for.
    NotBuilt,
    /// There is something else in the folder.
    NotEmpty(PathBuf),
    /// A file or folder cannot be written or read.
    File(PathBuf, io::Error),
    /// A fault of ours.
    Page(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBuilt => write!(
                f,
                "the page's solver as WebAssembly (desk.js, desk_bg.wasm) is not beside this program; build it with `cargo xtask web` in the \
                 project's folder, or name its folder by the environment variable {VARIABLE}"
            ),
            Self::NotEmpty(folder) => write!(
                f,
                "{} holds other files; name a new folder, or one that was exported before",
                folder.display()
            ),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Page(what) => write!(f, "the page cannot be written: {what}"),
        }
    }
}

impl std::error::Error for ExportError {}

/// The folder of the desk as WebAssembly: the one that WHOWINS_WEB names, else `web` beside this program, or beside its folder.
pub fn built() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Some(named.into());
    }
    let program = std::env::current_exe().ok()?;
    let folders = program.ancestors().skip(1).take(2);
    let mut places = folders.map(|folder| folder.join("web"));
    places.find(|place| BUILT.iter().all(|file| place.join(file).is_file()))
}

/// Writes the folder: the page, the desk from `built` ([`built`]), the shipped games with their pictures, and the list by which the page is kept for
/// the time without a network. A folder that was exported before is written anew.
///
/// # Errors
///
/// Where the desk is not in `built`, the folder holds something else, or a file cannot be written.
pub fn export(
    folder: &Path,
    built: Option<&Path>,
    first: Option<First>,
) -> Result<Written, ExportError> {
    let built = built.ok_or(ExportError::NotBuilt)?;
    let mut parts = Vec::new();
    for name in BUILT {
        let bytes = fs::read(built.join(name)).map_err(|_| ExportError::NotBuilt)?;
        parts.push((name, bytes));
    }
    let desk = format!("desk-{}", number(parts.iter().map(|(_, bytes)| bytes)));
    let mut files = page(&desk)?;
    for (name, bytes) in parts {
        files.insert(format!("{desk}/{name}"), bytes);
    }
    files.extend(games(first)?);
    files.insert("files.js".into(), list(&files)?);
    free(folder)?;
    for (name, bytes) in &files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| ExportError::File(parent.into(), error))?;
        Writer::write(&path, bytes).map_err(|error| ExportError::File(path, error))?;
    }
    Ok(Written {
        files: files.len(),
        bytes: files.values().map(Vec::len).sum(),
    })
}

/// The page's own files, by their paths.
fn page(desk: &str) -> Result<BTreeMap<String, Vec<u8>>, ExportError> {
    fn all(dir: &Dir<'static>, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => all(dir, files),
                DirEntry::File(file) => {
                    let name = file.path().to_string_lossy().replace('\\', "/");
                    files.insert(name, file.contents().to_vec());
                }
            }
        }
    }
    let mut files = BTreeMap::new();
    all(&PAGE, &mut files);
    let index = files.get_mut("index.html").map(|bytes| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        CHANGED.iter().try_fold(text, |text, (served, here)| {
            let once = text.matches(served).count() == 1;
            once.then(|| text.replacen(served, &here.replace("DESK", desk), 1))
        })
    });
    let index = index.flatten();
    let index = index.ok_or_else(|| ExportError::Page("index.html is not as expected".into()))?;
    files.insert("index.html".into(), index.into_bytes());
    Ok(files)
}

/// The list of the shipped games, and their pictures.
fn games(first: Option<First>) -> Result<BTreeMap<String, Vec<u8>>, ExportError> {
    let desk = Desk::new(first, InPlace::new(Bounds::default(), &Lane::ALL));
    let list = ask(&desk, "games", String::new())?;
    let games: Value = serde_json::from_slice(&list).unwrap_or_default();
    let mut files = BTreeMap::from([("games.json".to_string(), list)]);
    for game in games.as_array().into_iter().flatten() {
        // One of the user's own has no picture in the gallery of a server, either.
        let Some(name) = game["name"].as_str().filter(|_| game["folder"] != "file") else {
            continue;
        };
        for theme in ["light", "dark"] {
            let picture = ask(&desk, "thumb", format!("name={name}&theme={theme}"))?;
            files.insert(format!("pictures/{name}-{theme}.svg"), picture);
        }
    }
    Ok(files)
}

fn ask(desk: &Arc<Desk>, path: &str, query: String) -> Result<Vec<u8>, ExportError> {
    let request = Request {
        path: path.into(),
        query,
        body: None,
    };
    match desk.answer_now(request) {
        Ok(answer) => Ok(answer.body.to_vec()),
        Err(refusal) => Err(ExportError::Page(refusal.object().to_string())),
    }
}

/// What is kept for the time without a network, as a script: pictures of games are fetched as they are looked at, but kept as well.
fn list(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, ExportError> {
    let own = ["offline.js", "files.js"];
    let names = files.keys().filter(|name| !own.contains(&name.as_str()));
    let names: Vec<&str> = std::iter::once("./")
        .chain(names.map(String::as_str))
        .collect();
    let build = number(files.iter());
    Ok(format!("self.BUILD = '{build}';\nself.FILES = {};\n", json!(names)).into_bytes())
}

/// A number of contents, in hexadecimal digits.
fn number(contents: impl Iterator<Item = impl Hash>) -> String {
    let mut hasher = DefaultHasher::new();
    contents.for_each(|one| one.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// Makes the folder, or takes what was exported before out of it.
fn free(folder: &Path) -> Result<(), ExportError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| ExportError::File(path, error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let entries = fs::read_dir(folder).map_err(failed(folder))?;
    let names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    if names.is_empty() {
        return Ok(());
    }
    if !folder.join("files.js").is_file() || !folder.join("offline.js").is_file() {
        return Err(ExportError::NotEmpty(folder.into()));
    }
    let is_desk = |path: &&PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with("desk-")) && path.is_dir()
    };
    for old in names.iter().filter(is_desk) {
        fs::remove_dir_all(old).map_err(failed(old))?;
    }
    Ok(())
}
