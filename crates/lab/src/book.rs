//! The book, served behind the same guard as the page.
//!
//! Its files come from a folder or from the program. They are read once, before the first request,
//! so no request reaches the file system.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;

use crate::guard::{Gate, guard};
use crate::limits::{BOOK_BYTES, BOOK_DEPTH, BOOK_FILES};
use crate::{etag, page};

/// The page that a book begins with, by which its folder is known.
const FIRST: &str = "index.html";

/// The embedded files in order: paths in the book, and sizes in bytes. `build.rs` writes both.
static EMBEDDED: &[(&str, usize)] = &include!(concat!(env!("OUT_DIR"), "/book.rs"));
/// The content of the embedded files, joined and compressed by zstd.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/book.zst"));

/// The files of a book, by their paths.
#[derive(Debug)]
pub struct Book {
    files: HashMap<String, Bytes>,
    bytes: u64,
}

/// Why there is no book.
#[derive(Debug)]
pub enum BookError {
    /// The folder is not there, or has no `index.html`.
    None(PathBuf),
    /// More files, deeper folders or more bytes than a book has.
    TooLarge(PathBuf),
    /// A file or folder cannot be read.
    File(PathBuf, io::Error),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None(folder) => write!(f, "there is no {FIRST} in {}", folder.display()),
            Self::TooLarge(folder) => write!(
                f,
                "{} isn't a book: there are more than {BOOK_FILES} files, {} MB or {BOOK_DEPTH} folders within each other",
                folder.display(),
                BOOK_BYTES >> 20
            ),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// Whether there is a book in the folder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FIRST).is_file()
    }

    /// Reads the folder of a built book. Links are not followed, and hidden files are left out, as
    /// are names that no page of a book has. Takes as many bytes as the files have, 128 MiB at
    /// most.
    ///
    /// # Errors
    ///
    /// Where there is no book in the folder, or more than one; where a file cannot be read.
    pub fn read(folder: &Path) -> Result<Self, BookError> {
        if !Self::is_in(folder) {
            return Err(BookError::None(folder.into()));
        }
        let mut book = Self {
            files: HashMap::new(),
            bytes: 0,
        };
        book.gather(folder, "", BOOK_DEPTH)
            .map_err(|error| match error {
                BookError::TooLarge(_) => BookError::TooLarge(folder.into()),
                other => other,
            })?;
        Ok(book)
    }

    /// Returns the book that is part of the program.
    ///
    /// # Errors
    ///
    /// Returns an error if it can't be decompressed.
    pub fn embedded() -> io::Result<Self> {
        let sizes = EMBEDDED.iter().map(|(_, size)| size);
        let mut rest = Bytes::from(zstd::bulk::decompress(PACKED, sizes.sum())?);
        let bytes = rest.len() as u64;
        let files = EMBEDDED.iter();
        let files = files.map(|(name, size)| (name.to_string(), rest.split_to(*size)));
        Ok(Self {
            files: files.collect(),
            bytes,
        })
    }

    /// Bytes of all its files.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many files it has.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    fn gather(&mut self, folder: &Path, before: &str, depth: usize) -> Result<(), BookError> {
        let failed = |error| BookError::File(folder.into(), error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str().map(|name| format!("{before}{name}")) else {
                continue;
            };
            // Not of what a link leads to.
            let kind = entry.file_type().map_err(failed)?;
            if !page::is_plain(&name) {
                continue;
            }
            if kind.is_dir() {
                let depth = depth.checked_sub(1);
                let depth = depth.ok_or_else(|| BookError::TooLarge(path.clone()))?;
                self.gather(&path, &format!("{name}/"), depth)?;
            } else if kind.is_file() {
                self.take(path, name)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, path: PathBuf, name: String) -> Result<(), BookError> {
        let room = BOOK_BYTES - self.bytes;
        let mut bytes = Vec::new();
        // A byte more than there is room for tells that there is more.
        let read = File::open(&path).and_then(|file| file.take(room + 1).read_to_end(&mut bytes));
        match read {
            Err(error) => return Err(BookError::File(path, error)),
            Ok(_) if bytes.len() as u64 > room || self.files.len() == BOOK_FILES => {
                return Err(BookError::TooLarge(path));
            }
            Ok(_) => {}
        }
        self.bytes += bytes.len() as u64;
        self.files.insert(name, bytes.into());
        Ok(())
    }
}

/// The book's paths, behind the guard.
pub fn router(book: Book, port: u16) -> Router {
    Router::new()
        .fallback(get(file))
        .layer(from_fn_with_state(Gate::book(port), guard))
        .with_state(Arc::new(book))
}

async fn file(State(book): State<Arc<Book>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = page::name(&uri);
    match book.files.get(path) {
        Some(bytes) => etag::answer(bytes.clone(), &headers, page::kind(path), "no-cache"),
        None => page::absent(),
    }
}
