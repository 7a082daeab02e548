//! Which path is answered by what.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::refusal::Refusal;
use crate::{App, api, guard, page};

/// The server's paths, behind the guard.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/game", post(api::game::register))
        .route("/examples", get(api::examples::ask))
        .route("/games", get(api::games::list))
        .route("/tile", get(api::tile::tile))
        .route("/strip", get(api::strip::strip))
        .route("/thumb", get(api::thumb::thumb))
        .route("/law", get(api::law::law))
        .route("/law.cert", get(api::law::certificate))
        .route("/law.v", get(api::law::coq))
        .route("/position", get(api::position::position))
        .route("/reply", post(api::reply::reply))
        .route("/trace", get(api::trace::trace))
        .fallback(|| async {
            Refusal::new(
                StatusCode::NOT_FOUND,
                "not-found",
                "there is nothing of this name; docs/lab-api.md tells what can be asked",
            )
        })
        .method_not_allowed_fallback(|| async {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "request",
                "this is asked with another method; docs/lab-api.md tells which",
            )
        });
    Router::new()
        .nest("/api", api)
        .fallback(get(page::file))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
