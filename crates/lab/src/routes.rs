//! Which path is answered by what.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use whowins_desk::Refusal;

use crate::guard::{Gate, guard};
use crate::refusal::RefusalResponse;
use crate::{App, api, page};

/// The server's paths, behind the guard.
pub fn router(app: Arc<App>, gate: Gate) -> Router {
    let api = api::router()
        .fallback(|| async { RefusalResponse(Refusal::unknown()) })
        .method_not_allowed_fallback(|| async { RefusalResponse(Refusal::form()) });
    Router::new()
        .nest("/api", api)
        .fallback(get(page::file))
        .layer(from_fn_with_state(gate, guard))
        .with_state(app)
}
