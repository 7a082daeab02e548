//! A panic is an answer.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower::ServiceExt;

use whowins_desk::{Lane, Refusal};
use whowins_lab::Options;
use whowins_lab::inside::{App, Gate, RefusalResponse, Token, guard};

#[tokio::test]
async fn a_panic_is_an_answer_and_the_next_request_too() {
    let app = Arc::new(App::new(Options::default()).expect("threads"));
    let gate = Gate::page(7, Arc::new(Token::new(None, 7).expect("random numbers")));
    let router = Router::new()
        .route(
            "/here",
            get(|| async { panic!("a handler's fault") as &str }),
        )
        .route(
            "/there",
            get(|State(app): State<Arc<App>>| async move {
                let job = |_: &whowins_engine::Limits| -> Result<String, Refusal> {
                    panic!("a job's fault")
                };
                app.desk
                    .run(Lane::Light, job)
                    .await
                    .map_err(RefusalResponse)
            }),
        )
        .route("/fine", get(|| async { "fine" }))
        .layer(from_fn_with_state(gate, guard))
        .with_state(app);
    // More often than there are threads.
    for _ in 0..5 {
        for (path, status) in [("/here", 500), ("/there", 500), ("/fine", 200)] {
            let request = Request::get(path)
                .header("host", "127.0.0.1:7")
                .body(Body::empty());
            let answer = router.clone().oneshot(request.expect("a request")).await;
            let answer = answer.expect("an answer");
            assert_eq!(answer.status().as_u16(), status, "{path}");
            assert!(answer.headers().contains_key("content-security-policy"));
        }
    }
}
