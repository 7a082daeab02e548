//! Questions as they come, and answers as they go out, whatever brings them.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

use crate::limits;
use crate::refusal::Refusal;

/// A question: `docs/lab-api.md` has them all.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Its name, such as `tile`.
    pub path: String,
    /// What stands behind the `?` of an address, without it.
    pub query: String,
    /// JSON, where the question has it; none where it is asked by its query alone.
    pub body: Option<Bytes>,
}

impl Request {
    /// The fields of the query.
    ///
    /// # Errors
    ///
    /// Where one is missing or cannot be read.
    pub fn fields<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let pairs = form_urlencoded::parse(self.query.as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(
            |error| Refusal::request(format!("Failed to deserialize query string: {error}")),
        )
    }

    /// The body's fields.
    ///
    /// # Errors
    ///
    /// Where it is no JSON, or a field is missing or cannot be read.
    pub fn sent<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let unread = |error: &dyn std::fmt::Display| {
            format!("Failed to parse the request body as JSON: {error}")
        };
        let body = self.body.as_deref().unwrap_or_default();
        let mut reader = serde_json::Deserializer::from_slice(body);
        let fields = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            Refusal::request(match error.inner().classify() {
                Category::Data => {
                    format!("Failed to deserialize the JSON body into the target type: {error}")
                }
                _ => unread(&error),
            })
        })?;
        match reader.end() {
            Ok(()) => Ok(fields),
            Err(error) => Err(Refusal::request(unread(&error))),
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

/// How long whoever asked may keep an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing is said of it.
    Unsaid,
    /// Not at all.
    Never,
    /// So many seconds; after them it is asked whether the bytes have changed.
    Seconds(u32),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its media type.
    pub kind: &'static str,
    /// What is said beside it, by names that no other protocol has.
    pub headers: Vec<(&'static str, String)>,
    /// How long it may be kept.
    pub keep: Keep,
    /// Its bytes.
    pub body: Bytes,
}

impl Answer {
    /// Bytes of a kind, of which nothing else is said.
    pub fn new(kind: &'static str, body: impl Into<Bytes>) -> Self {
        Self {
            kind,
            headers: Vec::new(),
            keep: Keep::Unsaid,
            body: body.into(),
        }
    }

    /// An object.
    pub fn json(value: &Value) -> Self {
        Self::new("application/json", value.to_string())
    }

    /// The same, to be kept like this.
    #[must_use]
    pub fn kept(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// The same with something said beside it.
    #[must_use]
    pub fn saying(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}
