//! The page's own files: in the binary, or, in debug builds, in the folder that `WHOWINS_LAB_PAGE`
//! names.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use whowins_desk::Refusal;

use crate::etag;
use crate::refusal::RefusalResponse;

pub static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The environment variable that names the page's folder while it is worked on.
#[cfg(debug_assertions)]
const FOLDER: &str = "WHOWINS_LAB_PAGE";

/// The file of a path.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = name(&uri);
    let Some(bytes) = is_plain(path).then(|| contents(path)).flatten() else {
        return absent();
    };
    let bytes = match bytes {
        Cow::Borrowed(kept) => Bytes::from_static(kept),
        Cow::Owned(read) => read.into(),
    };
    etag::answer(bytes, &headers, kind(path), "no-cache")
}

/// The file that a request's path names.
pub fn name(uri: &Uri) -> &str {
    match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    }
}

/// Whether a path has plain names alone, so that it leads out of no folder: no "..", nothing
/// escaped, nothing hidden.
pub fn is_plain(path: &str) -> bool {
    path.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    })
}

/// The answer where there is no such file.
pub fn absent() -> Response {
    let message = "there is nothing of this name here";
    RefusalResponse(Refusal::new(404, "not-found", message)).into_response()
}

fn contents(path: &str) -> Option<Cow<'static, [u8]>> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os(FOLDER) {
        return std::fs::read(std::path::Path::new(&folder).join(path))
            .ok()
            .map(Cow::Owned);
    }
    PAGE.get_file(path)
        .map(|file| Cow::Borrowed(file.contents()))
}

/// The media type by a file's ending.
pub fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
