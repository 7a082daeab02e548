//! The desk's questions over HTTP: a request is read, the desk answers, and what the client has
//! already is not sent again.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use whowins_desk::{Answer, Form, Keep, QUESTIONS, Question, Refusal, Request};

use crate::App;
use crate::etag;
use crate::refusal::RefusalResponse;
use crate::shares::Client;
use crate::workers::CLIENT;

/// A path for each of the desk's questions.
pub fn router() -> Router<Arc<App>> {
    QUESTIONS.iter().fold(Router::new(), |router, question| {
        let answer = move |State(app): State<Arc<App>>,
                           headers: HeaderMap,
                           RawQuery(query): RawQuery,
                           body: Bytes| async move {
            let query = query.unwrap_or_default();
            let request = request(question, &headers, query, body)?;
            let answer = CLIENT.scope(client(&headers), app.desk.answer(request));
            let answer = answer.await?;
            Ok::<_, RefusalResponse>(response(answer, &headers))
        };
        let method = match question.form {
            Form::Query => get(answer),
            Form::Body => post(answer),
        };
        router.route(&format!("/{}", question.path), method)
    })
}

fn request(
    question: &Question,
    headers: &HeaderMap,
    query: String,
    body: Bytes,
) -> Result<Request, Refusal> {
    let body = match question.form {
        Form::Query => None,
        // A form of another site's page cannot say so.
        Form::Body if is_json(headers) => Some(body),
        Form::Body => {
            return Err(Refusal::request(
                "Expected request with `Content-Type: application/json`",
            ));
        }
    };
    Ok(Request {
        path: question.path.into(),
        query,
        body,
    })
}

/// Who asks: each page says a number of its own.
fn client(headers: &HeaderMap) -> Client {
    let name = headers.get("x-whowins-client");
    name.map_or_else(Client::default, |name| Client::named(name.as_bytes()))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim());
    kind.is_some_and(|kind| {
        let kind = kind.to_ascii_lowercase();
        let sub = kind.strip_prefix("application/").unwrap_or_default();
        sub == "json" || sub.ends_with("+json")
    })
}

fn response(answer: Answer, asked: &HeaderMap) -> Response {
    let Answer {
        kind,
        headers,
        keep,
        body,
    } = answer;
    let mut response = match keep {
        Keep::Seconds(seconds) => {
            let cache = format!("private, max-age={seconds}");
            etag::answer(body, asked, kind, &cache)
        }
        Keep::Never => ([(header::CACHE_CONTROL, "no-store")], body).into_response(),
        Keep::Unsaid => body.into_response(),
    };
    let told = response.headers_mut();
    told.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            told.insert(HeaderName::from_static(name), value);
        }
    }
    response
}
