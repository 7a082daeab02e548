//! Refusals as responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use whowins_desk::Refusal;

use crate::limits;

/// A refusal that is told over HTTP.
pub struct RefusalResponse(pub Refusal);

impl From<Refusal> for RefusalResponse {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl IntoResponse for RefusalResponse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0.object())).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.0.is_full() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(limits::RETRY));
        }
        response
    }
}
