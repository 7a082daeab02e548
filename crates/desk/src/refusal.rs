//! Why a request has no answer.

use serde_json::{Value, json};
use whowins_engine::EngineError;
use whowins_rules::Diagnostics;
use whowins_verify::{Rejection, Why};
use whowins_views::Fault;

use crate::diagnostics::told;
use crate::lanes::Lane;

/// A request without an answer: the status, a word for the page, a sentence for a person.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: u16,
    kind: &'static str,
    message: String,
    diagnostics: Option<Value>,
    lane: Option<Lane>,
    near: Vec<&'static str>,
}

impl Refusal {
    /// A refusal, with a status as HTTP has them.
    pub fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            kind,
            message: message.into(),
            diagnostics: None,
            lane: None,
            near: Vec::new(),
        }
    }

    /// The same with names that may have been meant.
    #[must_use]
    pub fn near(self, near: Vec<&'static str>) -> Self {
        Self { near, ..self }
    }

    /// The request itself is at fault.
    pub fn request(message: impl Into<String>) -> Self {
        Self::new(400, "request", message)
    }

    /// The request is well made, but not for this game or place.
    pub fn unfit(kind: &'static str, message: impl Into<String>) -> Self {
        Self::new(422, kind, message)
    }

    /// The server has too much to do.
    pub fn full() -> Self {
        Self::new(
            503,
            "full",
            "the server has too much to do; try again in a second",
        )
    }

    /// The time ran out.
    pub fn time() -> Self {
        Self::new(
            504,
            "time",
            "the request reached its time limit; ask for a smaller position",
        )
    }

    /// A fault of ours.
    pub fn internal() -> Self {
        Self::new(
            500,
            "internal",
            "the server failed; please report this request",
        )
    }

    /// Another desk has to be asked: one that does the jobs of this lane.
    pub fn elsewhere(lane: Lane) -> Self {
        Self {
            lane: Some(lane),
            ..Self::new(421, "elsewhere", "this is work for another thread")
        }
    }

    /// Nothing of this name can be asked.
    pub fn unknown() -> Self {
        Self::new(
            404,
            "not-found",
            "there is nothing of this name; docs/lab-api.md tells what can be asked",
        )
    }

    /// Asked by a body what is asked by its query, or the other way round.
    pub fn form() -> Self {
        Self::new(
            405,
            "request",
            "this address needs another method; docs/lab-api.md lists the methods",
        )
    }

    /// The status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The word for the page.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether to ask again, a little later.
    pub fn is_full(&self) -> bool {
        self.status == 503
    }

    /// The lane that has to be asked instead.
    pub fn lane(&self) -> Option<Lane> {
        self.lane
    }

    /// The same as an object.
    pub fn object(&self) -> Value {
        let mut error = json!({"message": self.message, "kind": self.kind});
        if let Some(diagnostics) = &self.diagnostics {
            error["diagnostics"] = diagnostics.clone();
        }
        if !self.near.is_empty() {
            error["near"] = json!(self.near);
        }
        json!({"error": error})
    }
}

impl From<Diagnostics> for Refusal {
    fn from(errors: Diagnostics) -> Self {
        Self {
            diagnostics: Some(told(&errors)),
            ..Self::unfit("rules", errors.to_string())
        }
    }
}

/// Why there is no answer, without the words that only the command can be told.
pub fn unsolved(error: &EngineError) -> String {
    let text = error.to_string();
    let ends = ["; allow more with --", ", or allow more with --"];
    let said = ends.iter().find_map(|end| text.split_once(end));
    said.map_or(text.clone(), |(said, _)| said.to_string())
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Time
            | EngineError::Stopped
            | EngineError::Threads
            | EngineError::Steps(_) => Self::time(),
            EngineError::Memory { .. } => Self::unfit("memory", unsolved(&error)),
            EngineError::TooLarge(_) => Self::unfit("too-far", unsolved(&error)),
            other => Self::unfit("not-for-this-game", unsolved(&other)),
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
            Fault::Rules(errors) => errors.into(),
            Fault::Engine(error) => error.into(),
            Fault::Input(message) => Self::unfit("not-for-this-game", message),
        }
    }
}
