//! The page as a folder of files that any web server serves: its questions are answered by workers
//! (`page/folder`) that have the desk as WebAssembly, and it opens without a network after the
//! first visit. Its modules are one script there (`bundle`), and its files are small on the wire:
//! texts also have packed copies, the solver is unpacked by the page itself.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use whowins_desk::{Bounds, Desk, InPlace, Lane, Refusal, USUAL};
use whowins_guard::Folder;

use crate::First;
use crate::opened::{self, zipped};
use crate::page::PAGE;
use crate::policy::policy;

/// The files that `cargo xtask web` makes: the solver, and the page in few files.
const SOLVER: [&str; 3] = ["desk.js", "desk.streams.br", "desk.streams.zst"];
const BUNDLE: [&str; 3] = ["main.js", "worker.js", "style.css"];
/// What those of the page were made of.
const SOURCES: &str = "sources.json";
/// The environment variable that names their folder.
const VARIABLE: &str = "WHOWINS_WEB";

/// Files of the page that are not in the bundle; and the one of them that is next to it, because
/// it is in no other's way there.
const PLAIN: [&str; 2] = ["icon.svg", "offline.js"];
const EARLY: &str = "modules/early.js";

/// Files that are shorter gain nothing by being packed.
const LONG: usize = 1024;
/// How long what opens a shipped game may take beyond light work; a picture that takes longer is
/// left to the page.
const FOR_A_PICTURE: Duration = Duration::from_secs(1);

/// Text of the page as it is served, and its replacement in the folder; `DESK` is the folder of the
/// desk, `PAGE` that of the bundle, `FIRST` the game that it opens with.
const CHANGED: [(&str, &str); 4] = [
    (
        "<html lang=\"en\">",
        "<html lang=\"en\" data-desk=\"DESK/\"FIRST>",
    ),
    (
        "<meta charset=\"utf-8\">",
        concat!(
            "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"",
            policy!("'wasm-unsafe-eval' "),
            "\">\n  <link rel=\"stylesheet\" href=\"PAGE/style.css\">"
        ),
    ),
    ("src=\"modules/early.js\"", "src=\"PAGE/early.js\""),
    ("src=\"modules/main.js\"", "src=\"PAGE/main.js\""),
];

/// What the bundle has in place of these lines.
const LEFT_OUT: [&str; 3] = [
    "<link rel=\"stylesheet\" href=\"style/",
    "<link rel=\"modulepreload\"",
    "<!-- All at once",
];

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many files.
    pub files: usize,
    /// How many of them are others, packed.
    pub packed: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// Why no folder was written.
#[derive(Debug)]
pub enum ExportError {
    /// The desk was not built as WebAssembly, or is not where it is looked for.
    NotBuilt,
    /// What was built is of another page than this program's.
    Older,
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
                "the page's solver (desk.js, desk.streams.br and other files) is not in this program's folder; build it with `cargo xtask web` in the project's folder, or set {VARIABLE} to its folder"
            ),
            Self::Older => write!(
                f,
                "the page's solver in this program's folder belongs to another version; build both from one source: `cargo xtask web` in the project's folder"
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

/// The folder of the desk as WebAssembly: the one that WHOWINS_WEB names, else `web` next to this
/// program, or next to its folder.
pub fn built() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Some(named.into());
    }
    let program = std::env::current_exe().ok()?;
    let folders = program.ancestors().skip(1).take(2);
    let mut places = folders.map(|folder| folder.join("web"));
    places.find(|place| place.join(SOURCES).is_file())
}

/// Writes the folder: the page, the desk from `built` ([`built`]), the shipped games with their
/// pictures, and the list by which the page is kept for the time without a network. A folder that
/// was exported before is written anew.
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
    let mut files = page(built, first.as_ref())?;
    files.extend(games(first)?);
    files.insert("files.js".into(), list(&files)?);
    let kept = files.len();
    files.extend(packed(&files)?);
    let failed = |path: PathBuf| move |error| ExportError::File(path, error);
    let mut written = Folder::create(folder).map_err(failed(folder.into()))?;
    free(folder)?;
    for (name, bytes) in &files {
        let result = written.write(name, bytes);
        result.map_err(failed(folder.join(name)))?;
    }
    written.keep();
    Ok(Written {
        files: files.len(),
        packed: files.len() - kept,
        bytes: files.values().map(Vec::len).sum(),
    })
}

type Files = BTreeMap<String, Vec<u8>>;

/// The page's own files, by their paths, and the solver. Folders are named by what is in them, so
/// that a browser may keep them for ever.
fn page(built: &Path, first: Option<&First>) -> Result<Files, ExportError> {
    let sources = fs::read(built.join(SOURCES)).map_err(|_| ExportError::NotBuilt)?;
    let sources = serde_json::from_slice(&sources).unwrap_or_default();
    if !is_ours(&sources) {
        return Err(ExportError::Older);
    }
    let solver = parts(built, &SOLVER)?;
    let mut bundle = parts(built, &BUNDLE)?;
    bundle.push(("early.js", own(EARLY)?));
    let [desk, page] = [("desk", &solver), ("page", &bundle)]
        .map(|(kind, parts)| format!("{kind}-{}", number(parts.iter())));
    let mut files = Files::new();
    for (folder, parts) in [(&desk, solver), (&page, bundle)] {
        files.extend(
            parts
                .into_iter()
                .map(|(name, bytes)| (format!("{folder}/{name}"), bytes)),
        );
    }
    for name in PLAIN {
        files.insert(name.into(), own(name)?);
    }
    files.insert("index.html".into(), index(&desk, &page, first)?);
    Ok(files)
}

type Part = (&'static str, Vec<u8>);

/// Files that were built.
fn parts(built: &Path, names: &[&'static str]) -> Result<Vec<Part>, ExportError> {
    let read = |name: &&'static str| {
        let bytes = fs::read(built.join(name)).map_err(|_| ExportError::NotBuilt)?;
        Ok((*name, bytes))
    };
    names.iter().map(read).collect()
}

/// A file of the page.
fn own(name: &str) -> Result<Vec<u8>, ExportError> {
    let file = PAGE.get_file(name);
    let missing = || ExportError::Page(format!("{name} is missing"));
    file.map(|file| file.contents().to_vec())
        .ok_or_else(missing)
}

/// Whether a bundle of these files is of the page that is in this program.
fn is_ours(sources: &BTreeMap<String, String>) -> bool {
    let same = |(name, text): (&String, &String)| {
        let own = PAGE.get_file(name);
        own.is_some_and(|own| own.contents() == text.as_bytes())
    };
    !sources.is_empty() && sources.iter().all(same)
}

fn index(desk: &str, page: &str, first: Option<&First>) -> Result<Vec<u8>, ExportError> {
    let quoted = |name: &str| name.replace('&', "&amp;").replace('"', "&quot;");
    let first = first.map_or(USUAL, |first| first.name.as_str());
    let first = format!(" data-first=\"{}\"", quoted(first));
    let text = String::from_utf8(own("index.html")?).unwrap_or_default();
    let stays = |line: &&str| {
        !LEFT_OUT
            .iter()
            .any(|left| line.trim_start().starts_with(left))
    };
    let text: String = text.split_inclusive('\n').filter(stays).collect();
    let changed = CHANGED.iter().try_fold(text, |text, (served, here)| {
        let here = here.replace("DESK", desk).replace("PAGE", page);
        let here = here.replace("FIRST", &first);
        let once = text.matches(served).count() == 1;
        once.then(|| text.replacen(served, &here, 1))
    });
    let changed =
        changed.ok_or_else(|| ExportError::Page("index.html is not as expected".into()))?;
    Ok(changed.into_bytes())
}

/// Files of text once more, packed, for servers that send those where they can.
fn packed(files: &Files) -> Result<Files, ExportError> {
    let is_text = |name: &str| {
        [".html", ".js", ".css", ".json", ".svg"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    let long = files
        .iter()
        .filter(|(name, bytes)| is_text(name) && bytes.len() >= LONG);
    let pack = |(name, bytes): (&String, &Vec<u8>)| {
        let name = format!("{name}.gz");
        let failed = |error| ExportError::File(name.clone().into(), error);
        Ok((name.clone(), zipped(bytes).map_err(failed)?))
    };
    long.map(pack).collect()
}

/// The list of the shipped games, and their pictures; the game that the page opens with, where one
/// was given.
fn games(first: Option<First>) -> Result<Files, ExportError> {
    let bounds = Bounds {
        time: FOR_A_PICTURE,
        ..Bounds::default()
    };
    let quick = Desk::new(first.clone(), InPlace::new(bounds, &Lane::ALL));
    let desk = Desk::new(first, InPlace::new(Bounds::default(), &Lane::ALL));
    let list = ask(&desk, "games", &[])?;
    let games: Value = serde_json::from_slice(&list).unwrap_or_default();
    let mut files = Files::from([
        ("games.json".to_string(), list),
        ("first.json".to_string(), opening(&quick, None)?),
    ]);
    for game in games["games"].as_array().into_iter().flatten() {
        // One of the user's own has no picture in the gallery of a server, either.
        let Some(name) = game["name"].as_str().filter(|_| game["folder"] != "file") else {
            continue;
        };
        files.insert(format!("opened/{name}.json"), opening(&quick, Some(name))?);
        for theme in ["light", "dark"] {
            let picture = ask(&desk, "thumb", &[("name", name), ("theme", theme)])?;
            files.insert(format!("pictures/{name}-{theme}.svg"), picture);
        }
    }
    Ok(files)
}

fn opening(desk: &Arc<Desk>, name: Option<&str>) -> Result<Vec<u8>, ExportError> {
    let opening = opened::opened(desk, name).map_err(refused)?;
    Ok(opening.to_string().into_bytes())
}

fn ask(desk: &Arc<Desk>, path: &str, query: &[(&str, &str)]) -> Result<Vec<u8>, ExportError> {
    let answer = opened::ask(desk, path, query, None).map_err(refused)?;
    Ok(answer.body.to_vec())
}

fn refused(refusal: Refusal) -> ExportError {
    ExportError::Page(refusal.object().to_string())
}

/// What is kept for the time without a network, as a script: pictures of games are fetched as they
/// are looked at, but kept as well.
fn list(files: &Files) -> Result<Vec<u8>, ExportError> {
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

/// Takes what was exported before out of the folder.
fn free(folder: &Path) -> Result<(), ExportError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| ExportError::File(path, error)
    };
    let entries = fs::read_dir(folder).map_err(failed(folder))?;
    let names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    if names.is_empty() {
        return Ok(());
    }
    if !folder.join("files.js").is_file() || !folder.join("offline.js").is_file() {
        return Err(ExportError::NotEmpty(folder.into()));
    }
    let is_named_by_contents = |path: &&PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with("desk-") || name.starts_with("page-"))
            && path.is_dir()
    };
    for old in names.iter().filter(is_named_by_contents) {
        fs::remove_dir_all(old).map_err(failed(old))?;
    }
    Ok(())
}
