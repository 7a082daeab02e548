//! The checks before every handler, of the laboratory and of the book: only this machine's own
//! pages are answered, the laboratory's questions only with the token, bodies are bounded, a panic
//! is an answer.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use whowins_desk::Refusal;

use crate::limits;
use crate::policy::policy;
use crate::refusal::RefusalResponse;
use crate::token::Token;

/// Who may ask, and what the answers let a browser do.
#[derive(Clone)]
pub struct Gate {
    port: u16,
    policy: &'static str,
    /// What questions need; a book is asked none.
    token: Option<Arc<Token>>,
}

impl Gate {
    /// Of the laboratory behind this port.
    pub const fn page(port: u16, token: Arc<Token>) -> Self {
        let policy = concat!(policy!(""), "; frame-ancestors 'none'");
        let token = Some(token);
        Self {
            port,
            policy,
            token,
        }
    }

    /// Of the book: its pages have small scripts and styles of their own in them; they load nothing
    /// from elsewhere, either.
    pub const fn book(port: u16) -> Self {
        let policy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        let token = None;
        Self {
            port,
            policy,
            token,
        }
    }
}

/// Headers of every answer besides its policy: no other page may show it in a frame.
const HEADERS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Checks a request, bounds its body, and has it answered.
pub async fn guard(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let head = request.method() == Method::HEAD;
    let mut response = match checked(&gate, request).await {
        Ok(request) => match entered(&gate, request.uri()) {
            Some(entered) => entered,
            None => AssertUnwindSafe(next.run(request))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| RefusalResponse(Refusal::internal()).into_response()),
        },
        Err(refusal) => RefusalResponse(refusal).into_response(),
    };
    if head {
        *response.body_mut() = Body::empty();
    }
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(gate.policy),
    );
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    response
}

async fn checked(gate: &Gate, request: Request) -> Result<Request, Refusal> {
    own(request.headers(), request.uri().authority(), gate.port)?;
    let lacks = |token: &Arc<Token>| !token.is_in(request.headers());
    if is_question(request.uri()) && gate.token.as_ref().is_some_and(lacks) {
        return Err(no_token());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        return Err(Refusal::new(
            405,
            "request",
            "this server knows GET, HEAD and POST",
        ));
    }
    let (parts, body) = request.into_parts();
    let whole = Limited::new(body, limits::BODY_BYTES).collect();
    let body = match tokio::time::timeout(limits::BODY, whole).await {
        Err(_) => {
            return Err(Refusal::new(
                408,
                "request",
                "the request's body did not come in time",
            ));
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            return Err(Refusal::new(
                413,
                "too-large",
                format!(
                    "a request may have {} bytes; send shorter rules",
                    limits::BODY_BYTES
                ),
            ));
        }
        Ok(Err(_)) => return Err(Refusal::request("the request's body broke off")),
        Ok(Ok(body)) => body.to_bytes(),
    };
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// The page's own files are no secret.
fn is_question(address: &Uri) -> bool {
    address.path().starts_with("/api")
}

fn no_token() -> Refusal {
    Refusal::new(
        403,
        "token",
        "this laboratory's token is missing or old; open the address that `whowins lab` printed",
    )
}

/// Where the address has the token: the cookie, and on to the address without it, which may be
/// shown and shared.
fn entered(gate: &Gate, address: &Uri) -> Option<Response> {
    let token = gate.token.as_ref()?;
    let known = token.told(address).filter(|_| !is_question(address));
    match known? {
        false => Some(RefusalResponse(no_token()).into_response()),
        true => {
            let place = HeaderValue::from_str(address.path()).ok()?;
            let mut response = StatusCode::SEE_OTHER.into_response();
            let headers = response.headers_mut();
            headers.insert(header::LOCATION, place);
            headers.insert(header::SET_COOKIE, token.cookie()?);
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Some(response)
        }
    }
}

/// Refuses requests that another host's page has made: by its name in `Host` (DNS rebinding), or in
/// `Origin`.
fn own(
    headers: &HeaderMap,
    target: Option<&axum::http::uri::Authority>,
    port: u16,
) -> Result<(), Refusal> {
    let foreign = |what: &str| {
        Err(Refusal::new(
            403,
            "host",
            format!("the request's {what} is not this server; open http://127.0.0.1:{port}"),
        ))
    };
    let ours = |host: &str| {
        ["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .any(|name| host.eq_ignore_ascii_case(&format!("{name}:{port}")))
    };
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    if hosts.next().is_some() || !host.is_some_and(ours) {
        return foreign("host");
    }
    if target.is_some_and(|target| !ours(target.as_str())) {
        return foreign("target");
    }
    for origin in headers.get_all(header::ORIGIN) {
        let host = origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://"));
        if !host.is_some_and(ours) {
            return foreign("origin");
        }
    }
    // Browsers say so where a page of another site asks, even without an origin (images, scripts).
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        Some(b"cross-site" | b"same-site") => foreign("site"),
        _ => Ok(()),
    }
}
