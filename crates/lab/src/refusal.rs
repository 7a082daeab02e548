//! Why a request has no answer, as a response.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use whowins_engine::EngineError;
use whowins_rules::Diagnostics;
use whowins_verify::{Rejection, Why};
use whowins_views::Fault;

use crate::diagnostics::told;
use crate::limits;

/// A request without an answer: the status, a word for the page, a sentence for a person.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    kind: &'static str,
    message: String,
    diagnostics: Option<Value>,
}

impl Refusal {
    /// A refusal.
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            message: message.into(),
            diagnostics: None,
        }
    }

    /// The request itself is at fault.
    pub fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "request", message)
    }

    /// The request is well made, but not for this game or place.
    pub fn unfit(kind: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, kind, message)
    }

    /// The server has too much to do.
    pub fn full() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "full",
            "the server has too much to do; try again in a second",
        )
    }

    /// The time ran out.
    pub fn time() -> Self {
        Self::new(
            StatusCode::GATEWAY_TIMEOUT,
            "time",
            "the time for one request ran out; ask for less, or start `whowins lab` with more --time",
        )
    }

    /// A fault of ours.
    pub fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the server failed here; please report what was asked",
        )
    }

    /// The word for the page.
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

impl From<Diagnostics> for Refusal {
    fn from(faults: Diagnostics) -> Self {
        Self {
            diagnostics: Some(told(&faults)),
            ..Self::unfit("rules", faults.to_string())
        }
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Time | EngineError::Stopped | EngineError::Steps(_) => Self::time(),
            EngineError::Memory { .. } => Self::unfit("memory", error.to_string()),
            EngineError::TooLarge(_) => Self::unfit("too-far", error.to_string()),
            other => Self::unfit("not-for-this-game", other.to_string()),
        }
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        match rejection.why {
            Why::Budget => Self::time(),
            _ => Self::unfit("rules", rejection.message),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Rules(faults) => faults.into(),
            Fault::Engine(error) => error.into(),
            Fault::Input(message) => Self::unfit("not-for-this-game", message),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut error = json!({"message": self.message, "kind": self.kind});
        if let Some(diagnostics) = self.diagnostics {
            error["diagnostics"] = diagnostics;
        }
        let mut response = (self.status, Json(json!({"error": error}))).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(limits::RETRY));
        }
        response
    }
}
