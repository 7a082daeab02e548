//! Queries and bodies read, with refusals in our own words.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::limits;
use crate::refusal::Refusal;

/// The fields of a query.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        match query {
            Ok(Query(fields)) => Ok(Self(fields)),
            Err(rejection) => Err(Refusal::request(rejection.body_text())),
        }
    }
}

/// A body of JSON.
pub struct Sent<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let body: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        match body {
            Ok(Json(fields)) => Ok(Self(fields)),
            Err(rejection) => Err(Refusal::request(rejection.body_text())),
        }
    }
}

/// A text that is not longer than any is.
pub fn short<'a>(name: &str, text: &'a str) -> Result<&'a str, Refusal> {
    match text.len() <= limits::TEXT {
        true => Ok(text),
        false => Err(Refusal::request(format!(
            "{name} is longer than {} bytes",
            limits::TEXT
        ))),
    }
}
