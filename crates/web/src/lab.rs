//! What a worker calls.

use std::sync::Arc;
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;
use whowins_desk::{Answer, Bounds, Desk, InPlace, Keep, Lane, Refusal, Request};

/// A desk that does all in place.
#[wasm_bindgen]
pub struct Lab(Arc<Desk>);

#[wasm_bindgen]
impl Lab {
    /// The desk of a worker that does the jobs of the lane of this name, and quicker ones; a job
    /// that is not light may take so many seconds, and bytes of tables.
    #[wasm_bindgen(constructor)]
    pub fn new(lane: &str, seconds: u32, bytes: u32) -> Self {
        let bounds = Bounds {
            time: Duration::from_secs(seconds.into()),
            memory: bytes.into(),
            threads: 1,
        };
        let own = Lane::ALL.iter().position(|one| one.name() == lane);
        let lanes = &Lane::ALL[..=own.unwrap_or(0)];
        Self(Desk::new(None, InPlace::new(bounds, lanes)))
    }

    /// The answer to a question of `docs/lab-api.md`: its name, its query without `?`, its body
    /// where it has one.
    pub fn answer(&self, path: String, query: String, body: Option<String>) -> Told {
        let body = body.map(Into::into);
        Told(self.0.answer_now(Request { path, query, body }))
    }

    /// Has a certificate that another worker found verified, and answer from then on.
    pub fn adopt(&self, game: &str, certificate: String) -> Told {
        let adopted = self.0.adopt_now(game, certificate);
        Told(adopted.map(|()| Answer::new("application/json", "{}")))
    }
}

/// An answer, or a refusal, as HTTP has them.
#[wasm_bindgen]
pub struct Told(Result<Answer, Refusal>);

#[wasm_bindgen]
impl Told {
    /// The status.
    pub fn status(&self) -> u16 {
        self.0.as_ref().map_or_else(Refusal::status, |_| 200)
    }

    /// The lane whose worker has to be asked instead.
    pub fn lane(&self) -> Option<String> {
        let refusal = self.0.as_ref().err()?;
        refusal.lane().map(|lane| lane.name().into())
    }

    /// The headers' names.
    pub fn names(&self) -> Vec<String> {
        self.headers().into_iter().map(|(name, _)| name).collect()
    }

    /// Their values.
    pub fn values(&self) -> Vec<String> {
        self.headers().into_iter().map(|(_, value)| value).collect()
    }

    /// The bytes.
    pub fn body(&self) -> Vec<u8> {
        match &self.0 {
            Ok(answer) => answer.body.to_vec(),
            Err(refusal) => refusal.object().to_string().into_bytes(),
        }
    }

    fn headers(&self) -> Vec<(String, String)> {
        let Ok(answer) = &self.0 else {
            return vec![("content-type".into(), "application/json".into())];
        };
        let mut headers = vec![("content-type".into(), answer.kind.into())];
        if let Keep::Seconds(seconds) = answer.keep {
            headers.push((
                "cache-control".into(),
                format!("private, max-age={seconds}"),
            ));
        }
        let own = answer.headers.iter();
        headers.extend(own.map(|(name, value)| ((*name).into(), value.clone())));
        headers
    }
}
