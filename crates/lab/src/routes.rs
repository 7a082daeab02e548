//! Which path is answered by what.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use whowins_desk::Refusal;

use crate::refusal::Told;
use crate::{App, api, guard, page};

/// The server's paths, behind the guard.
pub fn router(app: Arc<App>) -> Router {
    let api = api::router()
        .fallback(|| async { Told(Refusal::unknown()) })
        .method_not_allowed_fallback(|| async { Told(Refusal::form()) });
    Router::new()
        .nest("/api", api)
        .fallback(get(page::file))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
