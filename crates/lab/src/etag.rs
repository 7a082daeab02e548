//! Entity tags: what the browser has and what has not changed is not sent again.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// An answer of these bytes, or that the client has them already.
pub fn answer(bytes: Bytes, asked: &HeaderMap, kind: &'static str, cache: &str) -> Response {
    let tag = of(&bytes);
    let mut response = match is_known(asked, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => bytes.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(cache) = HeaderValue::from_str(cache) {
        headers.insert(header::CACHE_CONTROL, cache);
    }
    response
}

/// The tag of some bytes.
fn of(bytes: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len());
    HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

/// Whether the client has what the tag names.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok());
    let Some((known, ours)) = known.zip(tag.to_str().ok()) else {
        return false;
    };
    known
        .split(',')
        .any(|one| one.trim().trim_start_matches("W/") == ours)
}
