//! Entity tags: what the browser has and what has not changed is not sent again.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The tag of some bytes.
pub fn of(bytes: &[u8]) -> HeaderValue {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len());
    HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

/// The answer «not modified», where the client has what the tag names.
pub fn unchanged(headers: &HeaderMap, tag: &HeaderValue) -> Option<Response> {
    let known = headers.get(header::IF_NONE_MATCH)?.to_str().ok()?;
    let ours = tag.to_str().ok()?;
    let same = known
        .split(',')
        .any(|one| one.trim().trim_start_matches("W/") == ours);
    same.then(|| (StatusCode::NOT_MODIFIED, [(header::ETAG, tag.clone())]).into_response())
}
